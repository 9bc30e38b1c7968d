package check

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/field"
	"github.com/stile-gate/stile/core/scan"
)

// The objects of stile.json.
const (
	topLevel = field.TopLevel + iota
	checkLevel
	hookLevel
	tableLevel
	packLevel
)

const (
	version        = 1
	minBlocks      = 1
	maxBlocks      = 7
	defaultBlocks  = 1
	defaultTimeout = "10m"
	defaultMin     = 1 // rows of a table, cases of a report
	maxEnv         = 100
)

var globItem = field.Shape{Kind: scan.String, Rule: &globRule}

var format = field.Format{
	Keys:    keys,
	Levels:  []string{"at the top of the file", "in a check", "in hook", "in a table", "in a rule pack's entry"},
	Version: "stile",
	Least:   `the least it can hold is {"stile": 1}`,
	Most:    fact.MaxPolicy,
}

// keys is stile.json: the reader and the schema are both made from it. Order is the order of the schema and of what is
// said to be missing.
var keys = []field.Key{
	{
		Name: "$schema", In: topLevel, Shape: field.Shape{Kind: scan.String},
	},
	{
		Name: "stile", In: topLevel, Shape: field.Shape{Kind: scan.Int, Min: version, Max: version}, Required: true,
		Also: "version",
	},
	{
		Name: "checks", In: topLevel, Also: "gates commands jobs tests",
		Shape: field.Shape{Kind: scan.Array, Max: fact.MaxChecks, Items: &field.Shape{Kind: scan.Object, Level: checkLevel}},
	},
	{
		Name: "tables", In: topLevel, Also: "table manifests manifest conformance",
		Shape: field.Shape{Kind: scan.Array, Max: fact.MaxTables, Items: &field.Shape{Kind: scan.String, Rule: &fileRule,
			Or: &field.Shape{Kind: scan.Object, Level: tableLevel}}},
	},
	{
		Name: "rules", In: topLevel, Also: "packs pack rulepacks rule-packs",
		Shape: field.Shape{Kind: scan.Array, Max: fact.MaxPacks, Items: &field.Shape{Kind: scan.Object, Level: packLevel}},
	},
	{
		Name: "adrs", In: topLevel, Also: "adr decisions records",
		Shape: field.Shape{Kind: scan.Array, Max: fact.MaxDirs, Items: &field.Shape{Kind: scan.String, Rule: &cwdRule}, Once: true},
	},
	{
		Name: "require", In: topLevel, Also: "requires required level",
		Shape: field.Shape{Kind: scan.String, Enum: []string{RequirePresent, RequireMeasured}}, Def: field.Text(RequirePresent),
	},
	{
		Name: "hook", In: topLevel, Shape: field.Shape{Kind: scan.Object, Level: hookLevel},
	},
	{
		Name: "id", In: checkLevel, Shape: field.Shape{Kind: scan.String, Rule: &idRule}, Required: true,
		Also: "name key title",
	},
	{
		Name: "run", In: checkLevel, Required: true,
		Shape: field.Shape{Kind: scan.Array, Min: 1, Max: fact.MaxItems, Items: &field.Shape{Kind: scan.String, Rule: &argRule}},
		Also:  "command cmd exec argv args script",
	},
	{
		Name: "report", In: checkLevel, Shape: field.Shape{Kind: scan.String, Rule: &reportRule},
		Also: "format reporter output",
	},
	{
		Name: "min", In: checkLevel, Shape: field.Shape{Kind: scan.Int, Min: 1}, Needs: "report", Def: field.Number(defaultMin),
		Also: "minimum atleast at_least",
	},
	{
		Name: "when", In: checkLevel, Shape: field.Shape{Kind: scan.Array, Min: 1, Max: fact.MaxItems, Items: &globItem},
		Also: "paths files glob globs include only",
	},
	{
		Name: "at", In: checkLevel, Shape: field.Shape{Kind: scan.String, Enum: points}, Def: field.Text(points[0]),
		Also: "stage stages point phase",
	},
	{
		Name: "after", In: checkLevel, Also: "needs depends dependson depends_on requires",
		Shape: field.Shape{Kind: scan.Array, Max: fact.MaxChecks, Items: &field.Shape{Kind: scan.String, Rule: &idRule}, Once: true},
	},
	{
		Name: "timeout", In: checkLevel, Shape: field.Shape{Kind: scan.String, Rule: &timeoutRule}, Def: field.Text(defaultTimeout),
		Also: "deadline limit timeout_ms timeoutms timeout_seconds",
	},
	{
		Name: "cwd", In: checkLevel, Shape: field.Shape{Kind: scan.String, Rule: &cwdRule}, Def: field.Text("."),
		Also: "dir directory workdir root working-directory workingdirectory",
	},
	{
		Name: "env", In: checkLevel, Also: "environment passenv",
		Shape: field.Shape{Kind: scan.Array, Max: maxEnv, Items: &field.Shape{Kind: scan.String, Rule: &envRule}, Once: true},
	},
	{
		Name: "outputs", In: checkLevel, Shape: field.Shape{Kind: scan.Array, Max: fact.MaxItems, Items: &globItem},
		Also: "artifacts ignore exclude outs",
	},
	{
		Name: "blocks", In: hookLevel, Shape: field.Shape{Kind: scan.Int, Min: minBlocks, Max: maxBlocks}, Def: field.Number(defaultBlocks),
		Also: "max retries attempts",
	},
	{
		Name: "file", In: tableLevel, Required: true, Also: "path table name id",
		Shape: field.Shape{Kind: scan.String, Rule: &fileRule},
	},
	{
		Name: "min", In: tableLevel, Also: "minimum floor atleast at_least",
		Shape: field.Shape{Kind: scan.Int, Max: fact.MaxRows}, Def: field.Number(defaultMin),
	},
	{
		Name: "pack", In: packLevel, Required: true, Also: "file path rules name",
		Shape: field.Shape{Kind: scan.String, Rule: &fileRule},
	},
	{
		Name: "sha256", In: packLevel, Required: true, Also: "digest hash sha checksum",
		Shape: field.Shape{Kind: scan.String, Rule: &digestRule},
	},
}

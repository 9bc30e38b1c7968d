package check

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A level is an object of stile.json.
type level byte

const (
	topLevel level = iota
	checkLevel
	hookLevel
)

// levelWords say where a key belongs.
var levelWords = [...]string{"at the top of the file", "in a check", "in hook"}

const (
	version        = 1
	minBlocks      = 1
	maxBlocks      = 7
	defaultBlocks  = 1
	defaultTimeout = "10m"
	maxEnv         = 100
)

// A shape is what a value must be. Min and max bound an integer or the number of items, max 0 is no bound.
type shape struct {
	kind  scan.Kind
	min   int64
	max   int64
	enum  []string
	rule  *rule
	items *shape
	once  bool // no item twice
	level level
}

// A key is one member that stile.json may have. The reader and the schema are both made from keys. A value that has
// the key's shape is stored by set, and without it in the field of Check that has the key's name.
type key struct {
	name     string
	in       level
	shape    shape
	required bool
	needs    string      // another key of the level without which this one says nothing
	def      *scan.Value // what is meant when the key is absent
	also     []string    // what people write for it elsewhere, in lower case
	set      func(p *Policy, c *Check, v *scan.Value)
}

func text(s string) *scan.Value  { return &scan.Value{Kind: scan.String, Text: s} }
func number(n int64) *scan.Value { return &scan.Value{Kind: scan.Int, Int: n} }

var globItem = shape{kind: scan.String, rule: &globRule}

// keys is stile.json. Order is the order of the schema and of what is said to be missing.
var keys = []key{
	{
		name: "$schema", in: topLevel, shape: shape{kind: scan.String},
	},
	{
		name: "stile", in: topLevel, shape: shape{kind: scan.Int, min: version, max: version}, required: true,
		also: []string{"version"},
	},
	{
		name: "checks", in: topLevel, also: []string{"gates", "commands", "jobs", "tests"},
		shape: shape{kind: scan.Array, max: fact.MaxChecks, items: &shape{kind: scan.Object, level: checkLevel}},
	},
	{
		name: "hook", in: topLevel, shape: shape{kind: scan.Object, level: hookLevel},
	},
	{
		name: "id", in: checkLevel, shape: shape{kind: scan.String, rule: &idRule}, required: true,
		also: []string{"name", "key", "title"},
	},
	{
		name: "run", in: checkLevel, required: true,
		shape: shape{kind: scan.Array, min: 1, max: fact.MaxItems, items: &shape{kind: scan.String, rule: &argRule}},
		also:  []string{"command", "cmd", "exec", "argv", "args", "script"},
	},
	{
		name: "report", in: checkLevel, shape: shape{kind: scan.String, rule: &reportRule},
		also: []string{"format", "reporter", "output"},
		set:  setReport,
	},
	{
		name: "min", in: checkLevel, shape: shape{kind: scan.Int, min: 1}, needs: "report", def: number(1),
		also: []string{"minimum", "atleast", "at_least"},
	},
	{
		name: "when", in: checkLevel, shape: shape{kind: scan.Array, min: 1, max: fact.MaxItems, items: &globItem},
		also: []string{"paths", "files", "glob", "globs", "include", "only"},
	},
	{
		name: "at", in: checkLevel, shape: shape{kind: scan.String, enum: points}, def: text(points[0]),
		also: []string{"stage", "stages", "point", "phase"},
	},
	{
		name: "after", in: checkLevel, also: []string{"needs", "depends", "dependson", "depends_on", "requires"},
		shape: shape{kind: scan.Array, max: fact.MaxChecks, items: &shape{kind: scan.String, rule: &idRule}, once: true},
	},
	{
		name: "timeout", in: checkLevel, shape: shape{kind: scan.String, rule: &timeoutRule}, def: text(defaultTimeout),
		also: []string{"deadline", "limit", "timeout_ms", "timeoutms", "timeout_seconds"},
		set:  func(_ *Policy, c *Check, v *scan.Value) { c.Timeout, _ = parseDuration(v.Text) },
	},
	{
		name: "cwd", in: checkLevel, shape: shape{kind: scan.String, rule: &cwdRule}, def: text("."),
		also: []string{"dir", "directory", "workdir", "root", "working-directory", "workingdirectory"},
	},
	{
		name: "env", in: checkLevel, also: []string{"environment", "passenv"},
		shape: shape{kind: scan.Array, max: maxEnv, items: &shape{kind: scan.String, rule: &envRule}, once: true},
	},
	{
		name: "outputs", in: checkLevel, shape: shape{kind: scan.Array, max: fact.MaxItems, items: &globItem},
		also: []string{"artifacts", "ignore", "exclude", "outs"},
	},
	{
		name: "blocks", in: hookLevel, shape: shape{kind: scan.Int, min: minBlocks, max: maxBlocks}, def: number(defaultBlocks),
		also: []string{"max", "retries", "attempts"},
		set:  func(p *Policy, _ *Check, v *scan.Value) { p.Blocks = v.Int },
	},
}

func setReport(_ *Policy, c *Check, v *scan.Value) { c.Format, c.Glob, _ = strings.Cut(v.Text, ":") }

// keyOf returns the key of this name at this level, nil for none.
func keyOf(in level, name string) *key {
	for i := range keys {
		if keys[i].in == in && keys[i].name == name {
			return &keys[i]
		}
	}
	return nil
}

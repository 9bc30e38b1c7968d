package check

import (
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

// A key is one member that stile.json may have. The reader and the schema are both made from keys; set stores
// a value that has the key's shape.
type key struct {
	name     string
	in       level
	shape    shape
	required bool
	needs    string      // another key of the level without which this one says nothing
	def      *scan.Value // what is meant when the key is absent
	also     []string    // what people write for it elsewhere
	doc      string
	set      func(p *Policy, c *Check, v *scan.Value)
}

func text(s string) *scan.Value  { return &scan.Value{Kind: scan.String, Text: s} }
func number(n int64) *scan.Value { return &scan.Value{Kind: scan.Int, Int: n} }

var globItem = shape{kind: scan.String, rule: &globRule}

// keys is stile.json. Order is the order of the schema and of what is said to be missing.
var keys = []key{
	{
		name: "$schema", in: topLevel, shape: shape{kind: scan.String},
		doc: "Address of this schema, for editors; stile does not read it.",
	},
	{
		name: "stile", in: topLevel, shape: shape{kind: scan.Int, min: version, max: version}, required: true,
		also: []string{"version"},
		doc:  "Version of this format.",
	},
	{
		name: "checks", in: topLevel, also: []string{"gates", "commands", "jobs", "tests"},
		shape: shape{kind: scan.Array, max: fact.MaxChecks, items: &shape{kind: scan.Object, level: checkLevel}},
		doc:   "The commands that are measured, in the order they are listed.",
	},
	{
		name: "hook", in: topLevel, shape: shape{kind: scan.Object, level: hookLevel},
		doc: "How the gate behaves at the end of an agent's turn.",
	},
	{
		name: "id", in: checkLevel, shape: shape{kind: scan.String, rule: &idRule}, required: true,
		also: []string{"name", "key", "title"},
		doc:  "Name of the check, unique in the file.",
		set:  func(_ *Policy, c *Check, v *scan.Value) { c.ID = v.Text },
	},
	{
		name: "run", in: checkLevel, required: true,
		shape: shape{kind: scan.Array, min: 1, max: fact.MaxItems, items: &shape{kind: scan.String, rule: &argRule}},
		also:  []string{"command", "cmd", "exec", "argv", "args", "script"},
		doc:   "The program and its arguments, one element each; no shell reads them.",
		set:   func(_ *Policy, c *Check, v *scan.Value) { c.Run = texts(v) },
	},
	{
		name: "report", in: checkLevel, shape: shape{kind: scan.String, rule: &reportRule},
		also: []string{"format", "reporter", "output"},
		doc: "How to count what ran: FORMAT reads stdout, FORMAT:GLOB the files named relative to the project directory. " +
			"Without it the exit status alone decides.",
		set: setReport,
	},
	{
		name: "min", in: checkLevel, shape: shape{kind: scan.Int, min: 1}, needs: "report", def: number(1),
		also: []string{"minimum", "atLeast", "at_least"},
		doc:  "How many cases must have run; fewer is not run, never passed.",
		set:  func(_ *Policy, c *Check, v *scan.Value) { c.Min = v.Int },
	},
	{
		name: "when", in: checkLevel, shape: shape{kind: scan.Array, min: 1, max: fact.MaxItems, items: &globItem},
		also: []string{"paths", "files", "glob", "globs", "include", "only"},
		doc:  "Globs relative to the project directory; the check is due where one matches a changed path. Without it, always.",
		set:  func(_ *Policy, c *Check, v *scan.Value) { c.When = texts(v) },
	},
	{
		name: "at", in: checkLevel, shape: shape{kind: scan.String, enum: points}, def: text(points[0]),
		also: []string{"stage", "stages", "point", "phase"},
		doc:  "The first point where the check is due; it is due at every later one too.",
		set:  func(_ *Policy, c *Check, v *scan.Value) { c.At = v.Text },
	},
	{
		name: "after", in: checkLevel, also: []string{"needs", "depends", "dependsOn", "depends_on", "requires"},
		shape: shape{kind: scan.Array, max: fact.MaxChecks, items: &shape{kind: scan.String, rule: &idRule}, once: true},
		doc:   "Ids of checks that must have passed before this one starts.",
		set:   func(_ *Policy, c *Check, v *scan.Value) { c.After = texts(v) },
	},
	{
		name: "timeout", in: checkLevel, shape: shape{kind: scan.String, rule: &timeoutRule}, def: text(defaultTimeout),
		also: []string{"deadline", "limit", "timeout_ms", "timeoutMs", "timeout_seconds"},
		doc:  "How long the check may take, as 90s, 10m or 1h30m; at most 24h.",
		set:  func(_ *Policy, c *Check, v *scan.Value) { c.Timeout, _ = parseDuration(v.Text) },
	},
	{
		name: "cwd", in: checkLevel, shape: shape{kind: scan.String, rule: &cwdRule}, def: text("."),
		also: []string{"dir", "directory", "workdir", "root", "working-directory", "workingDirectory"},
		doc:  "Where the command runs, relative to the project directory.",
		set:  func(_ *Policy, c *Check, v *scan.Value) { c.Cwd = v.Text },
	},
	{
		name: "env", in: checkLevel, also: []string{"environment", "passenv"},
		shape: shape{kind: scan.Array, max: maxEnv, items: &shape{kind: scan.String, rule: &envRule}, once: true},
		doc:   "Names of variables passed on besides PATH, HOME, TMPDIR and LANG.",
		set:   func(_ *Policy, c *Check, v *scan.Value) { c.Env = texts(v) },
	},
	{
		name: "outputs", in: checkLevel, shape: shape{kind: scan.Array, max: fact.MaxItems, items: &globItem},
		also: []string{"artifacts", "ignore", "exclude", "outs"},
		doc:  "Globs of files that the command writes, relative to the project directory; they stay outside the tree's digest.",
		set:  func(_ *Policy, c *Check, v *scan.Value) { c.Outputs = texts(v) },
	},
	{
		name: "blocks", in: hookLevel, shape: shape{kind: scan.Int, min: minBlocks, max: maxBlocks}, def: number(defaultBlocks),
		also: []string{"max", "retries", "attempts"},
		doc:  "How many times one turn is refused before it is released with a dated line.",
		set:  func(p *Policy, _ *Check, v *scan.Value) { p.Blocks = v.Int },
	},
}

func setReport(_ *Policy, c *Check, v *scan.Value) {
	c.Format = v.Text
	for i := range len(v.Text) {
		if v.Text[i] == ':' {
			c.Format, c.Glob = v.Text[:i], v.Text[i+1:]
			return
		}
	}
}

// keyOf returns the key of this name at this level, nil for none.
func keyOf(in level, name string) *key {
	for i := range keys {
		if keys[i].in == in && keys[i].name == name {
			return &keys[i]
		}
	}
	return nil
}

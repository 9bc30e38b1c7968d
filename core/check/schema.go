package check

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/field"
	"github.com/stile-gate/stile/core/scan"
)

// Schema is stile.json as a JSON Schema (draft 2020-12), made from keys. It accepts everything that Read reads
// without a finding and refuses what a schema can refuse; Read alone decides.
func Schema() []byte {
	var j fact.JSON
	j.Object().Text("$schema", "https://json-schema.org/draft/2020-12/schema")
	j.Text("title", "stile.json").Text("description", "What the stile gate measures in this project.")
	schemaLevel(&j, topLevel)
	j.EndObject()
	return j.Bytes()
}

// schemaLevel writes the members that describe one object; levels nest as the keys do, three deep at most.
func schemaLevel(j *fact.JSON, in field.Level) {
	j.Text("type", "object").Key("properties").Object()
	for i := range keys {
		k := &keys[i]
		if k.In != in {
			continue
		}
		j.Key(k.Name).Object().Text("description", doc(k))
		if k.Def != nil {
			j.Key("default")
			if k.Def.Kind == scan.Int {
				j.Int(k.Def.Int)
			} else {
				j.String(k.Def.Text)
			}
		}
		schemaShape(j, &k.Shape)
		j.EndObject()
	}
	j.EndObject().Key("required").Array()
	for i := range keys {
		if keys[i].In == in && keys[i].Required {
			j.String(keys[i].Name)
		}
	}
	j.EndArray()
	j.Key("dependentRequired").Object()
	for i := range keys {
		if k := &keys[i]; k.In == in && k.Needs != "" {
			j.Key(k.Name).Array().String(k.Needs).EndArray()
		}
	}
	j.EndObject().Key("additionalProperties").Bool(false)
}

func schemaShape(j *fact.JSON, s *field.Shape) {
	if s.Or != nil {
		one := *s
		one.Or = nil
		j.Key("anyOf").Array()
		for _, alternative := range []*field.Shape{&one, s.Or} {
			j.Object()
			schemaShape(j, alternative)
			j.EndObject()
		}
		j.EndArray()
		return
	}
	if s.Kind == scan.Object {
		schemaLevel(j, s.Level)
		return
	}
	j.Text("type", s.Kind.String())
	bounds := [2]string{"minimum", "maximum"}
	if s.Kind == scan.Array {
		bounds = [2]string{"minItems", "maxItems"}
	}
	if s.Min > 0 {
		j.Number(bounds[0], int64(s.Min))
	}
	if s.Max > 0 {
		j.Number(bounds[1], int64(s.Max))
	}
	if s.Once {
		j.Key("uniqueItems").Bool(true)
	}
	if s.Enum != nil {
		j.Key("enum").Strings(s.Enum)
	}
	if p := pattern(s.Rule); p != "" {
		j.Text("pattern", p)
	}
	if s.Items != nil {
		j.Key("items").Object()
		schemaShape(j, s.Items)
		j.EndObject()
	}
}

// pattern is the part of the rule that a JSON Schema can say, "" for none. It accepts everything that Fault accepts.
func pattern(r *field.Rule) string {
	switch r {
	case &idRule:
		return "^[a-z0-9][a-z0-9._-]{0,63}$"
	case &reportRule:
		return "^(" + strings.Join(scan.ReportFormats(), "|") + ")($|:[^!/])"
	case &globRule:
		return `^[^!/]`
	case &timeoutRule:
		return durationPattern
	case &digestRule:
		return "^[0-9a-f]{64}$"
	case &cwdRule, &fileRule:
		return `^[^/]`
	case &envRule:
		return "^[A-Za-z_][A-Za-z0-9_]*$"
	}
	return ""
}

// doc is the sentence about the key. It stands here and not in keys, since only the schema says it: who judges does
// not carry it.
func doc(k *field.Key) string {
	switch k.Name {
	case "$schema":
		return "Address of this schema, for editors; stile does not read it."
	case "stile":
		return "Version of this format."
	case "checks":
		return "The commands that are measured, in the order they are listed."
	case "tables":
		return "Conformance tables in their order: files relative to the project directory. What their rows cite is verified."
	case "rules":
		return "Rule packs: what tables must have rows for, and what those must cite."
	case "adrs":
		return "Directories of decision records, relative to the project directory; what lies below their subdirectories is not looked at."
	case "require":
		return "What an applied row needs: evidence that is there (present), or a passed test or check as well (measured)."
	case "file":
		return "The file with the table, relative to the project directory. Its base name without the extension is the table's id."
	case "pack":
		return "The file with the rules, relative to the project directory."
	case "sha256":
		return "Digest of the pack's bytes: a pack that was edited is red until its new digest stands here."
	case "hook":
		return "How the gate behaves at the end of an agent's turn."
	case "id":
		return "Name of the check, unique in the file."
	case "run":
		return "The program and its arguments, one element each; no shell reads them."
	case "report":
		return "How to count what ran: FORMAT reads stdout, FORMAT:GLOB the files named relative to the project directory. " +
			"Without it the exit status alone decides."
	case "min":
		if k.In == tableLevel {
			return "How many rows must be applied or deviated; fewer is unproven."
		}
		return "How many cases must have run; fewer is not run, never passed."
	case "when":
		return "Globs relative to the project directory; the check is due where one matches a changed path. Without it, always."
	case "at":
		return "The first point where the check is due; it is due at every later one too."
	case "after":
		return "Ids of checks that must have passed before this one starts."
	case "timeout":
		return "How long the check may take, as 90s, 10m or 1h30m; at most 24h."
	case "cwd":
		return "Where the command runs, relative to the project directory."
	case "env":
		return "Names of variables passed on besides PATH, HOME, TMPDIR and LANG."
	case "outputs":
		return "Globs of files that the command writes, relative to the project directory; they stay outside the tree's digest."
	case "blocks":
		return "How many times one turn is refused before it is released with a dated line."
	}
	return ""
}

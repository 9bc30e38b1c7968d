package check

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// Schema is stile.json as a JSON Schema (draft 2020-12), made from keys. It accepts everything that Read reads
// without a finding and refuses what a schema can refuse; Read alone decides.
func Schema() []byte {
	var j fact.JSON
	j.Object().Key("$schema").String("https://json-schema.org/draft/2020-12/schema")
	j.Key("title").String("stile.json").Key("description").String("What the stile gate measures in this project.")
	schemaLevel(&j, topLevel)
	j.EndObject()
	return j.Bytes()
}

// schemaLevel writes the members that describe one object; levels nest as the keys do, three deep at most.
func schemaLevel(j *fact.JSON, in level) {
	j.Key("type").String("object").Key("properties").Object()
	for i := range keys {
		k := &keys[i]
		if k.in != in {
			continue
		}
		j.Key(k.name).Object().Key("description").String(k.doc)
		if k.def != nil {
			j.Key("default")
			if k.def.Kind == scan.Int {
				j.Int(k.def.Int)
			} else {
				j.String(k.def.Text)
			}
		}
		schemaShape(j, &k.shape)
		j.EndObject()
	}
	j.EndObject().Key("required").Array()
	for i := range keys {
		if keys[i].in == in && keys[i].required {
			j.String(keys[i].name)
		}
	}
	j.EndArray()
	j.Key("dependentRequired").Object()
	for i := range keys {
		if k := &keys[i]; k.in == in && k.needs != "" {
			j.Key(k.name).Array().String(k.needs).EndArray()
		}
	}
	j.EndObject().Key("additionalProperties").Bool(false)
}

func schemaShape(j *fact.JSON, s *shape) {
	if s.kind == scan.Object {
		schemaLevel(j, s.level)
		return
	}
	j.Key("type").String(s.kind.String())
	bounds := [2]string{"minimum", "maximum"}
	if s.kind == scan.Array {
		bounds = [2]string{"minItems", "maxItems"}
	}
	if s.min > 0 {
		j.Key(bounds[0]).Int(s.min)
	}
	if s.max > 0 {
		j.Key(bounds[1]).Int(s.max)
	}
	if s.once {
		j.Key("uniqueItems").Bool(true)
	}
	if s.enum != nil {
		j.Key("enum").Strings(s.enum)
	}
	if s.rule != nil && s.rule.pattern != nil {
		j.Key("pattern").String(s.rule.pattern())
	}
	if s.items != nil {
		j.Key("items").Object()
		schemaShape(j, s.items)
		j.EndObject()
	}
}

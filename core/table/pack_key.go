package table

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/field"
	"github.com/stile-gate/stile/core/scan"
)

// The objects of a rule pack.
const (
	packLevel = field.TopLevel + iota
	ruleLevel
	signatureLevel
)

const packVersion = 1

var evidenceKinds = []string{FileRef, TestRef, CheckRef, ADRRef}

var packFormat = field.Format{
	Keys:    packKeys,
	Levels:  []string{"at the top of the file", "in a rule", "in signature"},
	Version: "stile-rules",
	Least:   `a pack begins with {"stile-rules": 1, "id": …, "rules": […]}`,
	Most:    fact.MaxPack,
}

// packKeys are a rule pack. Order is the order of what is said to be missing.
var packKeys = []field.Key{
	{
		Name: "stile-rules", In: packLevel, Required: true, Also: "version stile stile_rules",
		Shape: field.Shape{Kind: scan.Int, Min: packVersion, Max: packVersion},
	},
	{
		Name: "id", In: packLevel, Required: true, Also: "name pack key",
		Shape: field.Shape{Kind: scan.String, Rule: &packID},
	},
	{
		Name: "rules", In: packLevel, Required: true, Also: "checks items controls",
		Shape: field.Shape{Kind: scan.Array, Max: fact.MaxRules, Items: &field.Shape{Kind: scan.Object, Level: ruleLevel}},
	},
	{
		Name: "id", In: ruleLevel, Required: true, Also: "rule key code",
		Shape: field.Shape{Kind: scan.String, Rule: &packID},
	},
	{
		Name: "title", In: ruleLevel, Required: true, Also: "name text summary description",
		Shape: field.Shape{Kind: scan.String, Rule: &packTitle},
	},
	{
		Name: "table", In: ruleLevel, Required: true, Also: "manifest file section",
		Shape: field.Shape{Kind: scan.String, Rule: &packTable},
	},
	{
		Name: "severity", In: ruleLevel, Required: true, Also: "level priority impact",
		Shape: field.Shape{Kind: scan.String, Enum: Severities},
	},
	{
		Name: "requires", In: ruleLevel, Also: "require evidence needs kinds",
		Shape: field.Shape{Kind: scan.Array, Once: true, Items: &field.Shape{Kind: scan.String, Enum: evidenceKinds}},
	},
	{
		Name: "signature", In: ruleLevel, Also: "contains match regex",
		Shape: field.Shape{Kind: scan.String, Rule: &packLiteral, Or: &field.Shape{Kind: scan.Object, Level: signatureLevel}},
	},
	{
		Name: "pattern", In: signatureLevel, Required: true, Also: "regex regexp match",
		Shape: field.Shape{Kind: scan.String, Rule: &packPattern},
	},
}

var (
	packID      = field.Rule{Kind: "bad-id", Fault: idFault, Do: "use 1 to 64 of A-Z a-z 0-9 . _ -"}
	packTitle   = field.Rule{Kind: "bad-title", Fault: titleFault, Do: "say in one line what the rule asks for"}
	packTable   = field.Rule{Kind: "bad-table", Fault: tableFault, Do: "name the table's file without its directory and extension"}
	packLiteral = field.Rule{Kind: "bad-signature", Fault: literalFault}
	packPattern = field.Rule{Kind: "bad-pattern", Fault: patternFault}
)

const (
	maxTitle     = 300 // bytes
	maxTableName = 128 // bytes
)

func idFault(s string) string {
	if !isID(s) {
		return "is no id"
	}
	return ""
}

func titleFault(s string) string {
	if fact.TrimSpace(s) == "" {
		return "is blank"
	}
	if len(s) > maxTitle {
		return "is longer than 300 bytes"
	}
	for i := range len(s) {
		if s[i] < ' ' {
			return "holds a line break or another control character"
		}
	}
	return ""
}

func tableFault(s string) string {
	switch {
	case s == "":
		return "is empty"
	case len(s) > maxTableName:
		return "is longer than 128 bytes"
	case fact.IndexAny(s, `/\`) >= 0:
		return "is a path"
	case len(s) >= 3 && field.Fold(s[len(s)-3:]) == ".md":
		return "has an extension"
	case scan.Odd(s) >= 0 || fact.TrimSpace(s) != s:
		return "holds a character that nobody sees"
	}
	return ""
}

func literalFault(s string) string {
	if fact.TrimSpace(s) == "" {
		return "is blank, and every file holds that"
	}
	return ""
}

func patternFault(s string) string {
	p, err := scan.Compile(s)
	if err != nil {
		return fact.Say("$, at byte $ of it", err.Why, fact.Itoa(int64(err.Offset)+1))
	}
	if p.Idle() {
		return "matches where nothing stands, and every file holds that"
	}
	return ""
}

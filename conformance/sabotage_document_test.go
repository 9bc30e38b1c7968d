package conformance

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A document is what a build says of a tree.
type document struct {
	Verdict  string
	Tree     string
	Projects []struct {
		Path   string
		SHA256 string
		Checks []struct{ ID, Outcome, Cause string }
		Tables []struct{ SHA256 string }
	}
	json, text string
}

// findings are the kinds of all findings, sorted, each once, and their messages.
func (d *document) findings() (kinds []string, messages string) {
	var all any
	_ = json.Unmarshal([]byte(d.json), &all)
	walk(all, func(o map[string]any) {
		kind, isKind := o["kind"].(string)
		message, isMessage := o["message"].(string)
		if isKind && isMessage {
			kinds = append(kinds, kind)
			messages += message + "\n"
		}
	})
	slices.Sort(kinds)
	return slices.Compact(kinds), messages
}

// walk calls f for every object in v.
func walk(v any, f func(o map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		f(v)
		for _, e := range v {
			walk(e, f)
		}
	case []any:
		for _, e := range v {
			walk(e, f)
		}
	}
}

// notPassed says what became of the checks that did not pass, but for those that are not due.
func (d *document) notPassed() (all []string) {
	for _, p := range d.Projects {
		for _, c := range p.Checks {
			if c.Outcome != "passed" && c.Outcome != "not-due" {
				all = append(all, strings.TrimSpace(c.ID+" "+c.Outcome+" "+c.Cause))
			}
		}
	}
	return all
}

// masks are what may differ in a document, by name; each makes a text one that does not hold it.
var masks = map[string]func(d *document, text string) string{
	// The digest of the tree: in full for programs, its beginning for people.
	"tree": func(d *document, text string) string {
		if len(d.Tree) < 12 {
			return text
		}
		return strings.ReplaceAll(strings.ReplaceAll(text, d.Tree, "TREE"), d.Tree[:12], "TREE")
	},
	// The digest of stile.json, which only the document for programs has.
	"policy": func(d *document, text string) string {
		for _, p := range d.Projects {
			text = strings.ReplaceAll(text, p.SHA256, "POLICY")
		}
		return text
	},
	// The digests of the tables, which only the document for programs has.
	"table": func(d *document, text string) string {
		for _, p := range d.Projects {
			for _, t := range p.Tables {
				text = strings.ReplaceAll(text, t.SHA256, "TABLE")
			}
		}
		return text
	},
	"places": func(_ *document, text string) string {
		return inText.ReplaceAllString(inJSON.ReplaceAllString(text, `"$1":0`), "$1:0:0")
	},
	"order": sorted,
	"semantic": func(_ *document, text string) string {
		return semanticText.ReplaceAllString(semanticJSON.ReplaceAllString(text, ""), "")
	},
}

var (
	inJSON       = regexp.MustCompile(`"(line|col)":\d+`)
	inText       = regexp.MustCompile(`(\.md):\d+:\d+`)
	semanticJSON = regexp.MustCompile(`"semantic":"[^"]*"`)
	semanticText = regexp.MustCompile(`(?m)^.*stile verify.*\n`)
)

// sorted puts the rows of a document for programs, or the lines of one for people, in the order of their bytes.
func sorted(_ *document, text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		lines := strings.Split(text, "\n")
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}
	walk(v, func(o map[string]any) {
		if rows, ok := o["rows"].([]any); ok {
			slices.SortFunc(rows, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
	})
	b, _ := json.Marshal(v)
	return string(b)
}

// masked is a text of the document without what the masks, all of which are known, name.
func (d *document) masked(text string, names []string) string {
	for _, n := range names {
		text = masks[n](d, text)
	}
	return text
}

// difference shows two texts from where they part.
func difference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-80)
	return fmt.Sprintf("at byte %d: %.400q\nand now: %.400q", i, a[from:], b[from:])
}

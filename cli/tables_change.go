package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// A change is what came of one file: a table with rows added for rules, or aligned, or left as it is; or a pack of which
// not all rules can be used. findings say why.
type change struct {
	path     string
	isPack   bool
	changed  bool
	added    []*table.Rule
	left     bool
	findings []fact.Finding
	total    int64
}

func (g *change) say(f *fact.Finding) { g.findings, g.total = append(g.findings, *f), g.total+1 }

func (g *change) fail(f *fact.Finding) {
	g.left = true
	g.say(f)
}

// write puts out in the file's place, but for a dry run, which only says that it would.
func (g *change) write(root string, src, out []byte, dry bool) {
	g.changed = string(src) != string(out)
	if !g.changed || dry {
		return
	}
	if err := replaceFile(root, g.path, src, out); err != nil {
		f := &fact.Finding{Kind: "not-written", Path: g.path, Message: "nothing was written: " + err.Error()}
		if errors.Is(err, errChanged) {
			f.Do = "run it again"
		}
		g.changed, g.added = false, nil
		g.fail(f)
	}
}

// report says what came of every file; the code is 2 when something could not be done.
func (c *call) report(how string, list []*change, p *parsed) int {
	code, failed := exitGreen, 0
	for _, g := range list {
		if g.total > 0 {
			code = exitNotAsked
			failed++
		}
	}
	dry := p.has("dry-run")
	if p.has("json") {
		c.print(changesJSON(how, list, dry, code))
	} else {
		c.print(changesText(how, list, dry))
	}
	if failed > 0 {
		c.warn(fmt.Sprintf("not everything could be done: %d of %d files have findings", failed, len(list)))
	}
	return code
}

func changesText(how string, list []*change, dry bool) string {
	var b strings.Builder
	var findings []fact.Finding
	var total int64
	rows := 0
	for _, g := range list {
		fmt.Fprintf(&b, "%s: %s\n", scan.CleanLine(g.path), g.says(how, dry))
		for _, r := range g.added {
			b.WriteString("  " + scan.CleanLine(r.ID+"  "+r.Severity+"  "+r.Title) + "\n")
		}
		rows += len(g.added)
		findings, total = append(findings, g.findings...), total+g.total
	}
	b.WriteString(findingText(findings, total))
	if rows > 0 && !dry {
		b.WriteString("\nthe rows are empty and decide nothing: fill them in, then stile check\n")
	}
	return b.String()
}

func (g *change) says(how string, dry bool) string {
	added := fmt.Sprintf("%d rows", len(g.added))
	if len(g.added) == 1 {
		added = "1 row"
	}
	switch {
	case g.isPack && g.left:
		return "not used"
	case g.isPack:
		return "not all of it can be used"
	case g.left:
		return "left as it is"
	case how == alignVerb && g.changed && dry:
		return "would be aligned"
	case how == alignVerb && g.changed:
		return "aligned"
	case how == alignVerb:
		return "is aligned"
	case g.changed && dry:
		return added + " would be added"
	case g.changed:
		return added + " added"
	}
	return "no row to add"
}

func changesJSON(how string, list []*change, dry bool, code int) string {
	word := map[string]string{alignVerb: "aligned", "sync": "synced"}[how]
	if code != exitGreen {
		word = "incomplete"
	}
	w := &fact.JSON{}
	w.Object().Key("stile").Int(1).Key("code").String(word).Key("exit").Int(int64(code)).Key("dryRun").Bool(dry).Key("files").Array()
	for _, g := range list {
		w.Object().Key("path").String(g.path).Key("changed").Bool(g.changed).Key("added").Array()
		for _, r := range g.added {
			w.String(r.ID)
		}
		w.EndArray()
		findingsJSON(w, func() ([]fact.Finding, int64) { return g.findings, g.total })
		w.EndObject()
	}
	w.EndArray().EndObject()
	return string(w.Bytes()) + "\n"
}

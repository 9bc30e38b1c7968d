package cli

import (
	"fmt"
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

const (
	alignVerb  = "fmt"
	tablesArgs = "[" + alignVerb + " [FILE…]]"
)

// tables lists, completes or aligns the tables of the nearest project.
func (c *call) tables() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	align := len(p.operands) > 0
	switch {
	case align && p.operands[0] != alignVerb:
		return c.usage(fmt.Sprintf("tables does not take %q%s", p.operands[0], suggestion(p.operands[0], []string{alignVerb})), "stile help tables")
	case align && p.has("sync"):
		return c.usage("--sync and fmt are two calls", "stile help tables")
	case p.has("dry-run") && !align && !p.has("sync"):
		return c.usage("--dry-run goes with --sync or fmt", "stile help tables")
	case align:
		return c.alignTables(&p)
	}
	s, ok := c.openTables(p.get("C"))
	switch {
	case !ok:
		return exitNotAsked
	case p.has("sync"):
		return c.syncTables(s, &p)
	case p.has("json"):
		c.print(s.json())
	case len(s.tables) == 0:
		c.print(noTables)
	default:
		c.print(s.list())
	}
	if len(s.troubles()) > 0 {
		return exitNotAsked // what could not be read is not listed
	}
	return exitGreen
}

const noTables = "stile.json names no tables; `stile init --tables` begins with a small one\n"

// list is every row of every table, then what is wrong with their form.
func (s *tableSet) list() string {
	var b strings.Builder
	for i := range s.tables {
		f := &s.tables[i]
		if i > 0 && len(s.tables[i-1].table.Rows)+len(f.table.Rows) > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s  %s  %s\n", scan.CleanLine(f.id), scan.CleanLine(f.path), countText(&f.table.Counts))
		width := 0
		for k := range f.table.Rows {
			width = max(width, len(f.table.Rows[k].Rule))
		}
		for k := range f.table.Rows {
			r := &f.table.Rows[k]
			row := fmt.Sprintf("  %-*s  %-8s  %s", width, r.Rule, r.Status, strings.Join(cited(r), "; "))
			b.WriteString(scan.CleanLine(row) + "\n")
		}
	}
	var list []fact.Finding
	var total int64
	for i := range s.tables {
		some, n := s.tables[i].findings()
		list, total = append(list, some...), total+n
	}
	b.WriteString(findingText(list, total))
	b.WriteString(notJudged)
	return b.String()
}

// countText is the rows of each status of which there are any.
func countText(n *table.Counts) string {
	var parts []string
	for _, p := range []struct {
		n    int64
		what string
	}{{n.Applied, table.Applied}, {n.Deviated, table.Deviated}, {n.NA, table.NA}, {n.Proposed, table.Proposed}, {n.Unread, "unread"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	if len(parts) == 0 {
		return "no rows"
	}
	return strings.Join(parts, ", ")
}

// cited is the references of a row, as its evidence cell spells them.
func cited(r *table.Row) []string {
	list := make([]string, len(r.Refs))
	for i := range r.Refs {
		list[i] = r.Refs[i].String()
	}
	return list
}

// findingText is findings as every document has them, with a blank line before them; "" without any. total counts those
// that are not listed too.
func findingText(list []fact.Finding, total int64) string {
	var b strings.Builder
	for i := range list {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(scan.CleanLine(list[i].String()) + "\n")
		if list[i].Do != "" {
			b.WriteString("  " + scan.CleanLine(list[i].Do) + "\n")
		}
	}
	if more := total - int64(len(list)); more > 0 {
		fmt.Fprintf(&b, "%d more findings\n", more)
	}
	return b.String()
}

func (s *tableSet) json() string {
	w := &fact.JSON{}
	word, exit := ended(s.troubles(), "listed")
	w.Object().Key("stile").Int(1).Key("code").String(word).Key("exit").Int(exit).Key("project").String(s.project)
	w.Key("tables").Array()
	for i := range s.tables {
		f := &s.tables[i]
		n := &f.table.Counts
		w.Object().Key("id").String(f.id).Key("path").String(f.path).Key("line").Int(f.table.Line).Key("col").Int(f.table.Col)
		w.Key("counts").Object().Key("applied").Int(n.Applied).Key("deviated").Int(n.Deviated).Key("na").Int(n.NA)
		w.Key("proposed").Int(n.Proposed).Key("unread").Int(n.Unread).EndObject()
		w.Key("rows").Array()
		for k := range f.table.Rows {
			rowJSON(w, f, &f.table.Rows[k])
		}
		w.EndArray()
		findingsJSON(w, f.findings)
		w.EndObject()
	}
	w.EndArray().EndObject()
	return string(w.Bytes()) + "\n"
}

func rowJSON(w *fact.JSON, f *tableFile, r *table.Row) {
	w.Object().Key("rule").String(r.Rule).Key("table").String(f.id).Key("status").String(r.Status).Key("evidence").Strings(cited(r))
	w.Key("proposal").String(r.Proposal).Key("note").String(r.Note)
	w.Key("path").String(f.path).Key("line").Int(r.Line).Key("col").Int(r.Col).EndObject()
}

func findingsJSON(w *fact.JSON, findings func() ([]fact.Finding, int64)) {
	list, total := findings()
	w.Key("findingsTotal").Int(total).Key("findings").Array()
	for i := range list {
		list[i].JSON(w)
	}
	w.EndArray()
}

// ended is the code of a document, and its number: of one that lacks what could not be read, else the word of its verb.
func ended(troubles []fact.Finding, word string) (code string, exit int64) {
	if len(troubles) > 0 {
		return "incomplete", exitNotAsked
	}
	return word, exitGreen
}

// notJudged ends what shows rows as they are written.
const notJudged = "\nnothing is judged here: `stile check` does that\n"

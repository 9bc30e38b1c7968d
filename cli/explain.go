package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/field"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// A holding is one place that knows a rule: a pack, with the row of the rule's table if it has one, or a row that no
// pack asks for. rule is nil there, and row nil where the table has none. A row without a status is one that cannot be
// understood.
type holding struct {
	rule *table.Rule
	pack *packFile
	file *tableFile
	row  *table.Row
}

// explain says everything about one rule; letter case aside, since two rules do not differ in it.
func (c *call) explain() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	s, ok := c.openTables(p.get("C"))
	if !ok {
		return exitNotAsked
	}
	id := p.operands[0]
	list := s.holdings(id)
	troubles := s.troubles()
	_, exit := ended(troubles, "")
	if len(list) == 0 {
		for i := range troubles {
			c.warn(troubles[i].String())
		}
		code := c.notAsked("unknown-rule", fmt.Sprintf("no pack and no table of this project has a rule %q%s", id, s.near(id)))
		c.hint("stile tables")
		return code
	}
	for i := range list {
		troubles = append(troubles, list[i].findings()...)
	}
	if p.has("json") {
		c.print(explainJSON(list, troubles, s.troubles()))
		return int(exit)
	}
	for i := range list {
		if i > 0 {
			c.print("\n")
		}
		c.print(list[i].text())
	}
	c.print(findingText(troubles, 0))
	c.print(notJudged)
	return int(exit)
}

// troubles are why a file could not be read: it may hold the rule too.
func (s *tableSet) troubles() (list []fact.Finding) {
	for i := range s.packs {
		if f := s.packs[i].trouble; f != nil {
			list = append(list, *f)
		}
	}
	for i := range s.tables {
		if f := s.tables[i].trouble; f != nil {
			list = append(list, *f)
		}
	}
	return list
}

// findings are those of the row's line.
func (h *holding) findings() (list []fact.Finding) {
	if h.row == nil {
		return nil
	}
	for _, f := range h.file.table.Findings {
		if f.Line == h.row.Line {
			list = append(list, f)
		}
	}
	return list
}

func (s *tableSet) holdings(id string) (list []holding) {
	folded := field.Fold(id)
	asked := map[int]bool{} // tables that a pack has the rule for
	for i := range s.packs {
		k := &s.packs[i]
		for n := range k.pack.Rules {
			r := &k.pack.Rules[n]
			if field.Fold(r.ID) != folded {
				continue
			}
			h := holding{rule: r, pack: k}
			if at := s.find(r.Table); at >= 0 {
				asked[at] = true
				h.file, h.row = &s.tables[at], s.tables[at].row(id)
			}
			list = append(list, h)
		}
	}
	for i := range s.tables {
		if r := s.tables[i].row(id); r != nil && !asked[i] {
			list = append(list, holding{file: &s.tables[i], row: r})
		}
	}
	return list
}

// row is the row of a rule, nil for none.
func (f *tableFile) row(id string) *table.Row {
	folded := field.Fold(id)
	for i := range f.table.Rows {
		if r := &f.table.Rows[i]; field.Fold(r.Rule) == folded {
			return r
		}
	}
	if line, col := table.Place(f.src, id); line > 0 {
		return &table.Row{Rule: id, Line: line, Col: col}
	}
	return nil
}

// mostNear is how many names are offered for one that is not known.
const mostNear = 5

// near are the ids that may have been meant: a slip of the fingers away, or longer ones that hold it.
func (s *tableSet) near(id string) string {
	id = field.Fold(id)
	type name struct {
		id   string
		cost int
	}
	var all []name
	seen := map[string]bool{}
	look := func(other string) {
		folded := field.Fold(other)
		if seen[folded] {
			return
		}
		seen[folded] = true
		cost := distance(id, folded)
		if len(id) > 2 && strings.Contains(folded, id) {
			cost = min(cost, 1)
		}
		if cost <= 2 && cost < len(folded)-1 {
			all = append(all, name{other, cost})
		}
	}
	for i := range s.packs {
		for k := range s.packs[i].pack.Rules {
			look(s.packs[i].pack.Rules[k].ID)
		}
	}
	for i := range s.tables {
		for k := range s.tables[i].table.Rows {
			look(s.tables[i].table.Rows[k].Rule)
		}
	}
	slices.SortStableFunc(all, func(a, b name) int { return cmp.Compare(a.cost, b.cost) })
	var ids []string
	for _, n := range all[:min(len(all), mostNear)] {
		ids = append(ids, n.id)
	}
	if len(ids) == 0 {
		return ""
	}
	return ", did you mean " + strings.Join(ids, ", ") + "?"
}

func (h *holding) text() string {
	var b strings.Builder
	line := func(what, text string) {
		if text != "" {
			b.WriteString(scan.CleanLine(fmt.Sprintf("  %-9s  %s", what, text)) + "\n")
		}
	}
	if r := h.rule; r != nil {
		b.WriteString(scan.CleanLine(r.ID+": "+r.Title) + "\n")
		expected := ", not expected in its table"
		if r.Expected() {
			expected = ", expected in its table"
		}
		line("severity", r.Severity+expected)
		if h.file != nil {
			line("table", r.Table+", "+h.file.path)
		} else {
			line("table", r.Table+", which stile.json does not name")
		}
		line("requires", strings.Join(r.Requires, ", "))
		line("signature", r.Signature)
		line("pattern", r.Pattern)
		line("pack", fmt.Sprintf("%s, %s:%d:%d", h.pack.pack.ID, h.pack.path, r.Line, r.Col))
	} else {
		b.WriteString(scan.CleanLine(h.row.Rule) + ": no pack has this rule, a row has it\n")
		line("table", h.file.id+", "+h.file.path)
	}
	if r := h.row; r != nil {
		line("row", fmt.Sprintf("%s, %s:%d:%d", cmp.Or(r.Status, "without a status"), h.file.path, r.Line, r.Col))
		line("evidence", strings.Join(cited(r), "; "))
		line("proposal", r.Proposal)
		line("note", r.Note)
	} else {
		line("row", "none")
	}
	return b.String()
}

func explainJSON(list []holding, troubles, unread []fact.Finding) string {
	w := &fact.JSON{}
	word, exit := ended(unread, "explained")
	w.Object().Key("stile").Int(1).Key("code").String(word).Key("exit").Int(exit).Key("rules").Array()
	for i := range list {
		if r, k := list[i].rule, list[i].pack; r != nil {
			w.Object().Key("id").String(r.ID).Key("title").String(r.Title).Key("severity").String(r.Severity)
			w.Key("expected").Bool(r.Expected()).Key("table").String(r.Table).Key("requires").Strings(r.Requires)
			w.Key("signature").String(r.Signature).Key("pattern").String(r.Pattern)
			w.Key("pack").String(k.pack.ID).Key("path").String(k.path).Key("line").Int(r.Line).Key("col").Int(r.Col).EndObject()
		}
	}
	w.EndArray().Key("rows").Array()
	seen := map[*tableFile]bool{}
	for i := range list {
		if r := list[i].row; r != nil && !seen[list[i].file] {
			seen[list[i].file] = true
			rowJSON(w, list[i].file, r)
		}
	}
	w.EndArray()
	findingsJSON(w, func() ([]fact.Finding, int64) { return troubles, int64(len(troubles)) })
	w.EndObject()
	return string(w.Bytes()) + "\n"
}

package core

import (
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/table"
)

// sheet is one conformance table in play and what came of its rows.
type sheet struct {
	entry  *check.Table
	path   string       // relative to the root
	digest string       // sha256 of the file
	table  *table.Table // an empty one where it could not be read
	rules  []ruling     // sorted by key
	rows   []backing    // one for each of table.Rows
	red    findings     // what makes the verdict red
	open   findings     // what makes it unproven
}

// ruling is a rule that a pack has for a table.
type ruling struct {
	key  string // the rule's id in small letters
	rule *table.Rule
	pack *pack
}

// pack is one rule pack in play.
type pack struct {
	path   string // relative to the root
	digest string
	pack   *table.Pack
}

// findings are what was found of one table: the first fact.MaxFindings, and how many in all. rules has the rule of the
// row for each, "" for the table itself.
type findings struct {
	list  []fact.Finding
	rules []string
	total int64
}

// add notes a finding behind those that stand before it. Beyond the limit it is counted only.
func (f *findings) add(x *fact.Finding, rule string) {
	f.total++
	i := len(f.list)
	if i == fact.MaxFindings {
		return
	}
	for i > 0 && before(x, &f.list[i-1]) {
		i--
	}
	fact.Insert(&f.list, i, x)
	fact.Push(&f.rules, "")
	copy(f.rules[i+1:], f.rules[i:])
	f.rules[i] = rule
}

// into appends the findings of a table and their fingerprints, by row and kind, to lists that hold fact.MaxFindings at
// most: the rest is counted only.
func (f *findings) into(list *[]fact.Finding, marks *[]string, path string) {
	n := max(0, min(len(f.list), fact.MaxFindings-len(*list)))
	*list = append(*list, f.list[:n]...)
	all := *list
	for i := range n {
		rule, x := f.rules[i], &all[len(all)-n+i]
		if rule != "" {
			x.Message = rule + ": " + x.Message
		} else {
			rule = x.Message // what is no row is known by what it says
		}
		fact.Push(marks, mark("row", path, rule, x.Kind))
	}
}

// before reports whether a stands before b: by place, kind and message.
func before(a, b *fact.Finding) bool {
	switch {
	case a.Line != b.Line:
		return a.Line < b.Line
	case a.Col != b.Col:
		return a.Col < b.Col
	}
	return a.Kind+a.Message < b.Kind+b.Message
}

// through is the table that the header's flag names, the last one to be judged; "" for all.
func (e *eval) through() string {
	for _, f := range e.rec.Header.Flags {
		if fact.HasPrefix(f, throughFlag) {
			return f[len(throughFlag):]
		}
	}
	return ""
}

const throughFlag = "through="

// known reports whether a project in play has a table of this id.
func known(list []*project, id string) bool {
	for _, p := range list {
		for i := range p.policy.Tables {
			if p.policy.Tables[i].ID() == id {
				return true
			}
		}
	}
	return false
}

// open reads the tables and packs of the project that are judged; what is wanted is wanted in one go.
func (p *project) open(e *eval) {
	last := e.through()
	if !known([]*project{p}, last) {
		last = ""
	}
	for i := range p.policy.Tables {
		s := &sheet{entry: &p.policy.Tables[i], table: &table.Table{}}
		s.path = join(p.dir, s.entry.File)
		if f := e.need(askFor(fact.PreFile+s.path).with("read", table.KindTable).list("query", []string{s.path, ""})); f != nil {
			s.read(e, f, p)
		}
		p.covers(s.path, s.digest)
		p.sheets = append(p.sheets, s)
		if s.entry.ID() == last {
			break
		}
	}
	if len(p.sheets) > 0 && last == "" && e.rec.Header.Verb == "check" {
		p.asksVerified(e) // with the rest: a round for it alone costs as much as one for everything
	}
	for i := range p.policy.Packs {
		x := &p.policy.Packs[i]
		k := &pack{path: join(p.dir, x.File), pack: &table.Pack{}}
		if f := e.need(askFor(fact.PreFile+k.path).with("read", table.KindRules)); f != nil {
			k.read(e, f, p, x)
		}
		p.covers(k.path, k.digest)
		p.packs = append(p.packs, k)
	}
}

func (s *sheet) read(e *eval, f *fact.Fact, p *project) {
	var file fact.File
	e.read(f, file.Fields)
	s.digest = textOf(file.SHA256, file.Text)
	if p.uncovered(e, s.path, s.entry.Line, s.entry.Col, "table") {
		return
	}
	t, ok := table.ParseTable(file.Read)
	if f.State == fact.Present && ok {
		s.table = t
		return
	}
	p.find(p.path(), s.entry.Line, s.entry.Col, trouble(f, "table-missing", "table-unreadable"),
		"put the file there, or take it out of tables", "the table % $", s.path, whyNot(f))
}

func (k *pack) read(e *eval, f *fact.Fact, p *project, x *check.Pack) {
	var file fact.File
	e.read(f, file.Fields)
	k.digest = textOf(file.SHA256, file.Text)
	read, ok := table.ParsePack(file.Read)
	switch {
	case p.uncovered(e, k.path, x.Line, x.Col, "pack"):
	case f.State != fact.Present || !ok:
		p.find(p.path(), x.Line, x.Col, trouble(f, "pack-missing", "pack-unreadable"), "", "the rule pack % $", k.path, whyNot(f))
	case k.digest != x.SHA256 && file.SHA256 != x.SHA256:
		p.find(p.path(), x.Line, x.Col, "pack-changed",
			"bring back the agreed bytes; whether these are better is the owner's to decide, who then writes their digest here",
			"the rule pack % is not the one that was agreed on: its sha256 is $", k.path, k.digest)
	default:
		k.pack = read
		for i := range read.Findings {
			p.note(&read.Findings[i])
		}
		p.policy.Total += read.Total - int64(len(read.Findings))
	}
}

// uncovered finds a file that the project is judged by where no digest of the tree would tell that it was changed.
func (p *project) uncovered(e *eval, path string, line, col int64, what string) bool {
	switch {
	case isLog(e.policyDirs(), path):
		p.find(p.path(), line, col, "own-log-as-"+what, "keep it elsewhere",
			"the $ % is a file of stile's own, which no digest of the tree covers", what, path)
	case check.MatchAny(e.outputs, path):
		p.find(p.path(), line, col, "output-as-"+what, "keep it elsewhere, or take it out of outputs",
			"the $ % is among a check's outputs, which no digest of the tree covers", what, path)
	default:
		return false
	}
	return true
}

// trouble is the kind of a finding about a file that cannot be used.
func trouble(f *fact.Fact, missing, unreadable string) string {
	if f.State == fact.Absent {
		return missing
	}
	return unreadable
}

// whyNot goes on with a sentence about a file that cannot be used.
func whyNot(f *fact.Fact) string {
	switch {
	case f.State == fact.Absent:
		return "is not there"
	case f.Why != "":
		return "cannot be read: " + f.Why
	}
	return "cannot be read"
}

// textOf is the digest of a file that is the same in every checkout.
func textOf(sha256, text string) string {
	if text != "" {
		return text
	}
	return sha256
}

// find notes what is wrong with what the project is judged by.
func (p *project) find(path string, line, col int64, kind, do, sentence string, args ...string) {
	p.note(fact.Found(path, line, col, kind, do, sentence, args...))
}

func (p *project) note(x *fact.Finding) {
	if list := &p.policy.Findings; len(*list) < fact.MaxFindings {
		fact.Insert(list, len(*list), x)
	}
	p.policy.Total++
}

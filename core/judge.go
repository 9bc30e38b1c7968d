package core

import (
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// item is one check of a project and how far it got.
type item struct {
	check   *check.Check
	dir     string // of its project
	due     bool
	why     string // why it is not due
	done    bool   // result is final
	result  *check.Result
	reused  bool   // the result is that of an earlier measuring of the same tree
	key     string // what a result is kept under: policy, check and tree
	measure *fact.Measure
	names   []string // of cases that rows cite, sorted
}

// name is the check's id, with its project's directory in front of it where that is not the root.
func (it *item) name() string { return scan.CleanLine(join(it.dir, it.check.ID)) }

func (it *item) passed() bool { return it.result.Outcome == check.Passed }
func (it *item) failed() bool { return it.result.Outcome == check.Failed }

// opens reports whether the check keeps nothing shut.
func (it *item) opens() bool { return !it.due || it.passed() }

func (it *item) id(prefix string) string {
	var t fact.Text
	return t.Add(prefix).Add(it.dir).Add(":").Add(it.check.ID).String()
}

// judgement is everything that was found, before a verb puts it into words.
type judgement struct {
	verdict    check.Verdict
	nothingDue bool
	through    string // the last table that was judged, "" for all
	tree       string // digest, "" when it could not be taken
	treeWhy    string
	closed     bool // parts of it could not be read: an equal digest proves nothing
	changed    *fact.Changed
	projects   []*project
	items      []*item        // the checks of all projects
	findings   []fact.Finding // of all policies and tables; they make the verdict red
	found      int64          // findings, listed or not
	open       []fact.Finding // of all tables: what is undecided, so that the verdict is unproven
	opened     int64
	redMarks   []string // the fingerprints of findings, one for each; and of open
	openMarks  []string
	rows       rowCounts

	cited               []*citation // what rows of all projects cite, sorted by id
	tableKeys, packKeys []string    // paths and digests of tables and packs, sorted
}

// tree wants the digest of the tree that the projects are judged on.
func (e *eval) tree(list []*project) *fact.Fact {
	return e.need(askFor(fact.IDTree).list("outputs", outputs(list)))
}

// judge measures what is due and folds it into a verdict; nil when something is still wanted. Facts that do not
// depend on each other are wanted in one go, and a check that waits for another costs no other check anything.
func (e *eval) judge(list []*project) *judgement {
	j := &judgement{projects: list, changed: &fact.Changed{}, through: e.through()}
	tree := e.tree(list)
	if asksForChanges(list, e.rec.Header.Point) {
		if j.changed = e.changed(); j.changed == nil {
			return nil
		}
	}
	if tree == nil {
		return nil
	}
	var seen fact.Tree
	e.read(tree, seen.Fields)
	j.tree, j.treeWhy, j.closed = seen.Digest, tree.Why, seen.Closed > 0
	e.outputs = outputs(list)
	for _, p := range list {
		p.open(e)
	}
	if e.waits() {
		return nil
	}
	for _, p := range list {
		j.enlist(e, p)
	}
	if j.ask(e); e.waits() {
		return nil // what is cited is read before a check can touch it
	}
	for _, p := range list {
		e.measureProject(j, p)
	}
	if e.waits() {
		return nil
	}
	for _, p := range list {
		for _, s := range p.sheets {
			s.judge(e, j, p)
		}
		j.gather(p)
	}
	j.fold()
	return j
}

// fold makes one verdict of everything in play.
func (j *judgement) fold() {
	var results []*check.Result
	for _, it := range j.items {
		if it.due {
			results = append(results, it.result)
		}
	}
	j.verdict = check.Fold(results, j.found, j.opened, int64(len(j.items))+j.rows.measured+j.rows.present)
	j.nothingDue = len(results) == 0 && len(j.items) > 0
}

// asksForChanges says whether a check that is due at the point depends on what changed.
func asksForChanges(list []*project, point string) bool {
	for _, p := range list {
		for i := range p.policy.Checks {
			if c := &p.policy.Checks[i]; len(c.When) > 0 && check.AtPoint(c, point) {
				return true
			}
		}
	}
	return false
}

// enlist makes the items of the project's checks, and gives its tables their rules.
func (j *judgement) enlist(e *eval, p *project) {
	changed := projectChanges(p.dir, j.changed)
	p.list()
	for _, it := range p.items {
		it.due, it.why = check.Due(it.check, e.rec.Header.Point, changed)
	}
	j.items = append(j.items, p.items...)
	p.assign(e.through() != "")
}

func (e *eval) measureProject(j *judgement, p *project) {
	outs := outputs(j.projects)
	// A pass over the checks settles at least one more link of an after chain, so this ends.
	for again := true; again; {
		again = false
		for _, it := range p.items {
			if it.due && !it.done && it.settle(p, e, j, outs) {
				it.done, again = true, true
			}
		}
	}
}

// list makes the items of the project's checks.
func (p *project) list() {
	for i := range p.policy.Checks {
		p.items = append(p.items, &item{check: &p.policy.Checks[i], dir: p.dir, result: &check.Result{}})
	}
}

// settle tries to make the item's result final, and reports whether it did.
func (it *item) settle(p *project, e *eval, j *judgement, outs []string) bool {
	if blocker, ready := it.ready(p); !ready {
		return false
	} else if blocker != "" {
		it.result = check.Unmeasured(check.CauseAfter, blocker+" did not pass")
		return true
	}
	c := it.check
	fresh := e.rec.Header.Flag("fresh")
	if j.tree != "" && !j.closed {
		var t fact.Text
		t.Add(p.dir).Add("\n").Add(p.digest).Add("\n").Add(c.Bind()).Add("\n").Add(j.tree)
		if len(it.names) > 0 {
			t.Add("\n").Add(digest(it.names, "\x00"))
		}
		it.key = fact.Sum(t.Bytes())
	}
	if it.key != "" && !fresh {
		f := e.need(it.askFor(fact.PreResult))
		if f == nil {
			return false
		}
		if f.State == fact.Present && it.take(e, f, fresh) {
			it.reused = true
			return true
		}
	}
	q := it.askFor(fact.PreMeasure).with("format", c.Format).list("outputs", outs).with("timeout", fact.Itoa(c.Timeout))
	var files []string
	if c.Glob != "" {
		files = []string{c.Glob}
	}
	if q.list("files", files); len(it.names) > 0 {
		q.list("wanted", it.names)
	}
	f := e.need(q)
	if f == nil {
		return false
	}
	it.take(e, f, fresh)
	return true
}

// askFor begins a question about the check that a host has to know in full.
func (it *item) askFor(prefix string) *question {
	c := it.check
	return askFor(it.id(prefix)).with("bind", it.key).with("project", it.dir).with("cwd", c.Cwd).list("env", c.Env).list("run", c.Run)
}

// take judges a measure, and reports whether the check was seen to pass or fail.
func (it *item) take(e *eval, f *fact.Fact, fresh bool) bool {
	it.measure = &fact.Measure{}
	if f.State != fact.Present {
		it.measure.Cause, it.measure.Detail = check.CauseInternalFault, f.Why
	}
	e.read(f, it.measure.Fields)
	it.result = check.Judge(it.check, it.measure, fresh)
	return it.passed() || it.failed()
}

// ready says whether every check that this one comes after is settled, and names one that did not pass. A check
// that is not due stands for those that it comes after itself. Reading stile.json found every cycle.
func (it *item) ready(p *project) (blocker string, ready bool) {
	waits := append([]string(nil), it.check.After...)
	for n := 0; n < len(waits) && n < fact.MaxChecks*fact.MaxChecks; n++ {
		other := p.item(waits[n])
		switch {
		case other == nil:
		case !other.due:
			waits = append(waits, other.check.After...)
		case !other.done:
			return "", false
		case !other.passed() && blocker == "":
			blocker = waits[n]
		}
	}
	return blocker, true
}

func (p *project) item(id string) *item {
	for _, it := range p.items {
		if it.check.ID == id {
			return it
		}
	}
	return nil
}

// projectChanges are the changed paths below a project, relative to it: what its globs speak of.
func projectChanges(dir string, c *fact.Changed) *fact.Changed {
	if dir == "." || c.All {
		return c
	}
	out := &fact.Changed{Base: c.Base}
	for _, p := range c.Paths {
		if within(dir, p) {
			fact.Push(&out.Paths, strings.TrimPrefix(p, dir+"/"))
		}
	}
	return out
}

// stood reports whether the tree was left alone while the check ran. A file that was changed and changed back is
// not: what ran may have seen it in between.
func (it *item) stood(j *judgement) bool {
	return it.measure.TreeAfter == j.tree && !it.measure.Touched
}

// keep adds the results worth keeping: observed ones whose tree was the same before and after.
func (j *judgement) keep(w *[]fact.Write) {
	for _, it := range j.items {
		if it.due && !it.reused && it.measure != nil && it.key != "" && (it.passed() || it.failed()) && it.stood(j) {
			write(w, "result", it.id(fact.PreResult), it.id(fact.PreMeasure))
		}
	}
}

func write(list *[]fact.Write, kind, name, value string) {
	*list = append(*list, fact.Write{Kind: kind, Name: name, Value: value})
}

package core

import (
	"slices"
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
}

// name is the check's id, with its project's directory in front of it where that is not the root.
func (it *item) name() string { return scan.CleanLine(join(it.dir, it.check.ID)) }

func (it *item) id(prefix string) string { return prefix + it.dir + ":" + it.check.ID }

// judgement is everything that was found, before a verb puts it into words.
type judgement struct {
	verdict    check.Verdict
	nothingDue bool
	tree       string // digest, "" when it could not be taken
	treeWhy    string
	closed     bool // parts of it could not be read: an equal digest proves nothing
	changed    fact.Changed
	projects   []*project
}

// items lists the checks of all projects.
func (j *judgement) items() []*item {
	var all []*item
	for _, p := range j.projects {
		for i := range p.items {
			all = append(all, &p.items[i])
		}
	}
	return all
}

// found counts the policy findings of all projects, listed or not.
func (j *judgement) found() (n int64) {
	for _, p := range j.projects {
		n += p.policy.Total
	}
	return n
}

// findings lists the policy findings of all projects.
func (j *judgement) findings() []fact.Finding {
	var all []fact.Finding
	for _, p := range j.projects {
		all = append(all, p.policy.Findings...)
	}
	return all
}

// tree wants the digest of the tree that the projects are judged on.
func (e *eval) tree(list []*project) *fact.Fact {
	return e.need(fact.IDTree, arg("outputs", outputs(list)...))
}

// judge measures what is due and folds it into a verdict; nil when something is still wanted. Facts that do not
// depend on each other are wanted in one go, and a check that waits for another costs no other check anything.
func (e *eval) judge(list []*project) *judgement {
	j := &judgement{projects: list}
	tree := e.tree(list)
	if slices.ContainsFunc(list, func(p *project) bool { return asksForChanges(p, e.rec.Header.Point) }) {
		f := e.need(fact.IDChanged)
		if f == nil {
			return nil
		}
		j.changed = changedOf(e, f)
	}
	if tree == nil {
		return nil
	}
	seen := into[fact.Tree](e, tree)
	j.tree, j.treeWhy, j.closed = seen.Digest, tree.Why, seen.Closed > 0
	for _, p := range list {
		e.measureProject(j, p)
	}
	if len(e.wants) > 0 {
		return nil
	}
	j.fold()
	return j
}

// fold makes one verdict of everything in play.
func (j *judgement) fold() {
	var results []*check.Result
	for _, it := range j.items() {
		if it.due {
			results = append(results, it.result)
		}
	}
	j.verdict = check.Fold(results, len(j.findings()), len(j.items()))
	j.nothingDue = len(results) == 0 && len(j.items()) > 0
}

// asksForChanges says whether a check that is due at the point depends on what changed.
func asksForChanges(p *project, point string) bool {
	return slices.ContainsFunc(p.policy.Checks, func(c check.Check) bool {
		return len(c.When) > 0 && check.AtPoint(&c, point)
	})
}

func (e *eval) measureProject(j *judgement, p *project) {
	p.items = make([]item, len(p.policy.Checks))
	changed := projectChanges(p.dir, j.changed)
	for i := range p.policy.Checks {
		it := &p.items[i]
		it.check, it.dir, it.result = &p.policy.Checks[i], p.dir, &check.Result{}
		it.due, it.why = check.Due(it.check, e.rec.Header.Point, &changed)
	}
	outs := outputs(j.projects)
	// A pass over the checks settles at least one more link of an after chain, so this ends.
	for again := true; again; {
		again = false
		for i := range p.items {
			it := &p.items[i]
			if !it.due || it.done {
				continue
			}
			if ok := it.settle(p, e, j, outs); ok {
				again = true
			}
		}
	}
}

// settle tries to make the item's result final, and reports whether it did.
func (it *item) settle(p *project, e *eval, j *judgement, outs []string) bool {
	if blocker, ready := it.ready(p); !ready {
		return false
	} else if blocker != "" {
		it.result = check.Unmeasured(check.CauseAfter, blocker+" did not pass")
		it.done = true
		return true
	}
	fresh := e.rec.Header.Flag("fresh")
	if j.tree != "" && !j.closed {
		it.key = fact.Sum([]byte(p.dir + "\n" + p.digest + "\n" + it.check.Bind() + "\n" + j.tree))
	}
	if it.key != "" && !fresh {
		f := e.need(it.id(fact.PreResult), arg("bind", it.key), arg("project", p.dir), arg("cwd", it.check.Cwd),
			arg("env", it.check.Env...), arg("run", it.check.Run...))
		if f == nil {
			return false
		}
		if f.State == fact.Present {
			m := into[fact.Measure](e, f)
			if r := check.Judge(it.check, &m, fresh); r.Observed() {
				it.result, it.measure, it.reused, it.done = r, &m, true, true
				return true
			}
		}
	}
	f := e.need(it.id(fact.PreMeasure), it.args(p, outs)...)
	if f == nil {
		return false
	}
	m := into[fact.Measure](e, f)
	if f.State != fact.Present {
		m = fact.Measure{Cause: check.CauseInternalFault, Detail: f.Why}
	}
	it.result, it.measure, it.done = check.Judge(it.check, &m, fresh), &m, true
	return true
}

func (it *item) args(p *project, outs []string) []fact.Arg {
	c := it.check
	return []fact.Arg{arg("bind", it.key), arg("project", p.dir), arg("cwd", c.Cwd), arg("env", c.Env...), arg("files", globs(c)...),
		arg("format", c.Format), arg("outputs", outs...), arg("run", c.Run...), arg("timeout", fact.Itoa(c.Timeout))}
}

func globs(c *check.Check) []string {
	if c.Glob == "" {
		return nil
	}
	return []string{c.Glob}
}

// ready says whether every check that this one comes after is settled, and names one that did not pass. A check
// that is not due stands for those that it comes after itself. Reading stile.json found every cycle.
func (it *item) ready(p *project) (blocker string, ready bool) {
	waits := slices.Clone(it.check.After)
	for n := 0; n < len(waits) && n < fact.MaxChecks*fact.MaxChecks; n++ {
		other := p.item(waits[n])
		switch {
		case other == nil:
		case !other.due:
			waits = append(waits, other.check.After...)
		case !other.done:
			return "", false
		case other.result.Outcome != check.Passed && blocker == "":
			blocker = waits[n]
		}
	}
	return blocker, true
}

func (p *project) item(id string) *item {
	for i := range p.items {
		if p.items[i].check.ID == id {
			return &p.items[i]
		}
	}
	return nil
}

// projectChanges are the changed paths below a project, relative to it: what its globs speak of.
func projectChanges(dir string, c fact.Changed) fact.Changed {
	if dir == "." || c.All {
		return c
	}
	out := fact.Changed{Base: c.Base}
	for _, p := range c.Paths {
		if within(dir, p) {
			out.Paths = append(out.Paths, strings.TrimPrefix(p, dir+"/"))
		}
	}
	return out
}

// stood reports whether the tree was left alone while the check ran. A file that was changed and changed back is
// not: what ran may have seen it in between.
func (it *item) stood(j *judgement) bool {
	return it.measure.TreeAfter == j.tree && !it.measure.Touched
}

// keeps are the results worth keeping: observed ones whose tree was the same before and after.
func (j *judgement) keeps() []fact.Write {
	var w []fact.Write
	for _, it := range j.items() {
		if it.due && !it.reused && it.measure != nil && it.key != "" && it.result.Observed() && it.stood(j) {
			w = append(w, fact.Write{Kind: "result", Name: it.id(fact.PreResult), Value: it.id(fact.PreMeasure)})
		}
	}
	return w
}

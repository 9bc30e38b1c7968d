package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// What became of a point is known only where the point of the test around it is: a to-do there excuses it, and its
// name stands before that of the point. So each level keeps what its points came to, of those that are wanted.

// A tapMark is what one of the wanted names came to. The first rest bytes of it the tests around the point have yet
// to bear.
type tapMark struct{ name, rest, rank int64 }

// tapInside stands between the name of a test and that of a point inside it.
const tapInside = " > "

// A tapEnds is what wanted names end in that may be the name of a point inside a test.
type tapEnds struct {
	list  nameList
	marks []tapMark // of each, in the order it was listed in
}

func tapEndsOf(wanted []Wanted) tapEnds {
	var e tapEnds
	var ends []string
	for i := range wanted {
		name := wanted[i].Name
		n := 0
		for at := len(name) - len(tapInside); at > 0 && n < fact.MaxDepth; at-- {
			if end, ok := strings.CutPrefix(name[at:], tapInside); ok {
				ends = append(ends, end)
				e.marks = append(e.marks, tapMark{name: int64(i), rest: int64(at)})
				n++
			}
		}
	}
	e.list = newNameList(ends)
	return e
}

// note records what became of a point of the level.
func (t *tapReport) note(l *tapLevel, name, outcome string) {
	worth := int64(rank(outcome))
	t.r.names.named("", name, false, func(i int) { l.mark([]tapMark{{int64(i), 0, worth}}) })
	t.ends.list.named("", name, false, func(i int) {
		m := t.ends.marks[i]
		l.mark([]tapMark{{m.name, m.rest, worth}})
	})
}

// within returns the marks of what is inside a test of this name: those that it bears a part of, and the whole ones.
func (t *tapReport) within(name string, marks []tapMark) []tapMark {
	n := 0
	for _, m := range marks {
		if m.rest > 0 {
			want := t.r.Wanted[m.name].Name[:m.rest]
			before, ok := strings.CutSuffix(want, name)
			if !ok {
				before, ok = strings.CutSuffix(want, oneLine(name))
			}
			if ok && before != "" {
				before, ok = strings.CutSuffix(before, tapInside)
			}
			if !ok {
				continue
			}
			m.rest = int64(len(before))
		}
		marks[n] = m
		n++
	}
	return marks[:n]
}

// mark takes marks in, and what they say twice out before that outweighs the rest.
func (l *tapLevel) mark(marks []tapMark) {
	if len(l.marks) == 0 {
		l.marks = marks
		return
	}
	if len(l.marks)+len(marks) > 2*l.apart+32 {
		l.settle()
	}
	l.marks = append(l.marks, marks...)
}

// settle leaves one mark a name and rest, the worst.
func (l *tapLevel) settle() {
	m := l.marks
	fact.Sort(len(m),
		func(i, j int) bool {
			a, b := m[i], m[j]
			return a.name < b.name || a.name == b.name && (a.rest < b.rest || a.rest == b.rest && a.rank > b.rank)
		},
		func(i, j int) { m[i], m[j] = m[j], m[i] })
	n := 0
	for i := range m {
		if i == 0 || m[i].name != m[n-1].name || m[i].rest != m[n-1].rest {
			m[n] = m[i]
			n++
		}
	}
	l.marks, l.apart = m[:n], n
}

package scan

import "github.com/stile-gate/stile/core/fact"

// What became of a point is known only where the point of the test around it is: a to-do there excuses it. So each
// level keeps what its points came to, of those that are wanted.

// A tapMark is what one of the wanted names came to.
type tapMark struct{ name, rank int64 }

// note records what became of a point of the level.
func (t *tapReport) note(l *tapLevel, name, outcome string) {
	t.r.named("", name, false, func(i int) { l.mark([]tapMark{{int64(i), int64(rank(outcome))}}) })
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

// settle leaves one mark a name, the worst.
func (l *tapLevel) settle() {
	m := l.marks
	fact.Sort(len(m),
		func(i, j int) bool { return m[i].name < m[j].name || m[i].name == m[j].name && m[i].rank > m[j].rank },
		func(i, j int) { m[i], m[j] = m[j], m[i] })
	n := 0
	for i := range m {
		if i == 0 || m[i].name != m[n-1].name {
			m[n] = m[i]
			n++
		}
	}
	l.marks, l.apart = m[:n], n
}

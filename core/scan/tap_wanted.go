package scan

// What became of a point is known only where the point of the test around it is: a to-do there excuses it. So each
// level keeps what its points came to.

func tapRank(outcome string) byte { return byte('0' + rank(outcome)) }

// note records what became of a point of the level.
func (t *tapReport) note(l *tapLevel, name, outcome string) {
	for i := range t.r.Wanted {
		if spells(t.r.Wanted[i].Name, "", name) {
			t.worsen(l, i, tapRank(outcome))
		}
	}
}

// merge takes in what a subtest's points came to.
func (t *tapReport) merge(l, inner *tapLevel) {
	for i, d := range inner.wanted {
		t.worsen(l, i, d)
	}
}

func (t *tapReport) worsen(l *tapLevel, i int, digit byte) {
	if len(l.wanted) == 0 {
		l.wanted = make([]byte, len(t.r.Wanted))
		for j := range l.wanted {
			l.wanted[j] = tapRank(CaseAbsent)
		}
	}
	l.wanted[i] = max(l.wanted[i], digit)
}

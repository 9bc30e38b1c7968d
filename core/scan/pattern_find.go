package scan

import (
	"unicode/utf8"

	"github.com/stile-gate/stile/core/fact"
)

// A finder walks all ways through a pattern at once (Thompson, CACM 11(6), 1968): each character of the text is looked
// at by each state once at most.
type finder struct {
	p     *Pattern
	text  []byte
	now   ways
	then  ways
	holds rune  // the conditions that hold where ways are added
	steps int64 // taken so far
	most  int64 // at which it is given up, 0 for never
}

// ways are the states that can be reached at one place, each with where its match began. A state is there once: with
// the earliest beginning, since those that began earlier are added earlier.
type ways struct {
	n     int
	state [maxStates]int16
	start [maxStates]int
	place [maxStates]int16 // where a state would stand in state
}

// Idle reports whether the pattern can match without taking a character, as a* and \b can: that it is found says little.
func (p *Pattern) Idle() bool { return p.empty }

// Find returns where the leftmost match begins, -1 without one. A byte order mark is no part of the text.
func (p *Pattern) Find(text []byte) int {
	mark := byteOrderMark(text)
	f := finder{p: p, text: text[mark:]}
	if at := f.find(); at >= 0 {
		return mark + at
	}
	return -1
}

// FindInLines is Find that looks at each line by itself: nothing in a pattern takes the end of one.
func (p *Pattern) FindInLines(text []byte) int {
	left := int64(1) << 62
	return p.find(text, &left)
}

// find is FindInLines that takes no more than the steps left, below 0 where they were not enough.
func (p *Pattern) find(text []byte, left *int64) int {
	f, at := finder{p: p, most: *left + 1}, -1
	for from := byteOrderMark(text); at < 0 && from < len(text) && f.steps < f.most; from++ {
		end := spanNot(text, from, eol)
		f.steps += int64(end-from) / wordWork
		f.text = text[from:end]
		if at = f.find(); at >= 0 {
			at += from
		}
		from = end
	}
	*left -= f.steps
	return at
}

func (f *finder) find() int {
	now, then := &f.now, &f.then
	now.n = 0
	best := -1
	f.holds = f.at(0)
	for i := 0; ; {
		if best < 0 {
			if now.n == 0 && !f.p.empty {
				from := i
				for i < len(f.text) && !f.p.first[f.text[i]] {
					i++
				}
				f.steps += int64(i-from) / wordWork
				if i > from {
					f.holds = f.at(i)
				}
			}
			f.add(now, 0, i)
		}
		if start, ok := f.matched(now); ok {
			best = start
		}
		if i == len(f.text) || best >= 0 && now.n == 0 || f.most > 0 && f.steps >= f.most {
			return best
		}
		r, n := rune(f.text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = fact.Rune(f.text[i:])
		}
		i += n
		f.holds = f.at(i)
		then.n = 0
		for k := range now.n {
			if s := int(now.state[k]); f.p.takes(&f.p.code[s], r) {
				f.add(then, s+1, now.start[k])
			}
		}
		f.steps += int64(now.n)
		now, then = then, now
	}
}

// matched returns where the earliest match that ends here began, and leaves only the ways that began before it.
func (f *finder) matched(w *ways) (start int, ok bool) {
	last := len(f.p.code) - 1
	k := int(w.place[last])
	if k >= w.n || int(w.state[k]) != last {
		return 0, false
	}
	start = w.start[k]
	for w.n = k; w.n > 0 && w.start[w.n-1] == start; {
		w.n--
	}
	return start, true
}

// add adds a state and all that can be reached from it without a character.
func (f *finder) add(w *ways, state, start int) {
	for next := w.push(state, start); next < w.n; next++ {
		f.steps++
		at := int(w.state[next])
		switch s := &f.p.code[at]; s.op {
		case opSplit:
			w.push(at+1, start)
			w.push(at+int(s.arg), start)
		case opJump:
			w.push(at+int(s.arg), start)
		case opHolds:
			if f.holds&s.arg != 0 {
				w.push(at+1, start)
			}
		}
	}
}

// push adds one state unless it is there, and returns how many there were.
func (w *ways) push(state, start int) int {
	n := w.n
	if k := int(w.place[state]); k < n && int(w.state[k]) == state {
		return n
	}
	w.place[state], w.state[n], w.start[n] = int16(n), int16(state), start
	w.n++
	return n
}

func (p *Pattern) takes(s *step, r rune) bool {
	switch s.op {
	case opRune:
		return r == s.arg
	case opAny:
		return r != '\n' && r != '\r'
	case opSet:
		in := &p.sets[s.arg]
		return fact.Within(r, in.ranges) != in.not
	}
	return false
}

// at returns the conditions that hold before byte i of the text.
func (f *finder) at(i int) rune {
	before, after := byte('\n'), byte('\n')
	if i > 0 {
		before = f.text[i-1]
	}
	if i < len(f.text) {
		after = f.text[i]
	}
	holds := rune(0)
	if i == 0 || before == '\n' || (before == '\r' && (after != '\n' || i == len(f.text))) {
		holds = lineStart
	}
	if i == len(f.text) || after == '\r' || (after == '\n' && (before != '\r' || i == 0)) {
		holds |= lineEnd
	}
	if is(before, word) != is(after, word) {
		holds |= wordEdge
	}
	return holds
}

// begins finds out what a match can begin with.
func (p *Pattern) begins() {
	f := finder{p: p, holds: lineStart | lineEnd | wordEdge}
	f.add(&f.now, 0, 0)
	for k := range f.now.n {
		s := &p.code[f.now.state[k]]
		p.empty = p.empty || s.op == opMatch
		for b := range p.first {
			// What is not ASCII is told apart by what follows, too.
			if b < utf8.RuneSelf && p.takes(s, rune(b)) || b >= utf8.RuneSelf && p.wide(s) {
				p.first[b] = true
			}
		}
	}
}

// wide reports whether a step may take a character that is not ASCII.
func (p *Pattern) wide(s *step) bool {
	switch s.op {
	case opRune:
		return s.arg >= utf8.RuneSelf
	case opSet:
		in := &p.sets[s.arg]
		wide := in.not
		for i := range in.ranges {
			wide = wide || in.ranges[i][1] >= utf8.RuneSelf
		}
		return wide
	}
	return s.op == opAny
}

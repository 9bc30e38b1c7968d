package scan

import (
	"bytes"

	"github.com/stile-gate/stile/core/fact"
)

// maxElapsed is more than the longest elapsed time, in bytes, with what introduces it.
const maxElapsed = 48

// elapsedLeads are the words behind which a duration is an elapsed time, in the runners' own spelling: pytest,
// cargo, unittest, RSpec (in, took), Surefire, Jest, TAP reporters.
var elapsedLeads = [...]string{"in", "took", "Time elapsed:", "Time:", "time="}

// dropWord drops a duration with a fraction behind one of elapsedLeads: "in 0.35s". Whole numbers stay, as in
// "timed out in 30s".
func (l *lineCleaner) dropWord() {
	n := len(l.out)
	if n == 0 || l.out[n-1] != 's' {
		return
	}
	first := max(0, n-maxElapsed)
	for _, lead := range elapsedLeads {
		i := n - len(lead)
		for i >= first && !fact.HasPrefix(l.out[i:], lead) {
			i--
		}
		if i < first || i > 0 && (i == first || is(l.out[i-1], alnum)) {
			continue
		}
		after := l.out[i+len(lead):]
		if lead != "time=" && (len(after) == 0 || !is(after[0], blank)) {
			continue
		}
		if l.dropDuration(i, after, false) {
			return
		}
	}
}

// dropField drops the last tab-separated field when it is a duration with a fraction: go test's package lines.
func (l *lineCleaner) dropField() {
	if i := l.last('\t'); i >= 0 {
		l.dropDuration(i, l.out[i+1:], false)
	}
}

// dropBracket drops a bracket at the end that holds a duration: "(0.00s)", "[ 0.004s]"; at the line's end one
// without a fraction too: "(5 ms)".
func (l *lineCleaner) dropBracket(atEnd bool) {
	n := len(l.out)
	if n == 0 || (l.out[n-1] != ')' && l.out[n-1] != ']') {
		return
	}
	open := byte('(')
	if l.out[n-1] == ']' {
		open = '['
	}
	if i := l.last(open); i >= 0 {
		l.dropDuration(i, l.out[i+1:n-1], atEnd && open == '(')
	}
}

// last returns where c stands last among the bytes that can be an elapsed time's, -1 for nowhere.
func (l *lineCleaner) last(c byte) int {
	first := max(0, len(l.out)-maxElapsed)
	if i := bytes.LastIndexByte(l.out[first:], c); i >= 0 {
		return first + i
	}
	return -1
}

// dropDuration cuts the line at i when value is a duration with a fraction, or any with whole.
func (l *lineCleaner) dropDuration(i int, value []byte, whole bool) bool {
	ok, fraction := duration(value)
	if ok = ok && (fraction || whole); ok {
		l.trim(i)
	}
	return ok
}

// durationUnits, the longer of two with one beginning first.
var durationUnits = [...]string{"seconds", "second", "secs", "sec", "ns", "µs", "μs", "us", "ms", "s", "min", "m", "h"}

// fineUnits are those of seconds or less; they come first.
const fineUnits = len(durationUnits) - 3

// duration reports whether b is one or more numbers with units, the last in seconds or less, or h:mm:ss;
// fraction whether it is as exact as only a measured one is.
func duration(b []byte) (ok, fraction bool) {
	b = b[span(b, 0, blank):]
	for len(b) > 0 && is(b[len(b)-1], blank) {
		b = b[:len(b)-1]
	}
	if isClock(b) {
		return true, true
	}
	for i := 0; i < len(b); {
		n := span(b, i, decimal)
		if n == i {
			return false, false
		}
		i = n
		if i < len(b) && b[i] == '.' {
			if n = span(b, i+1, decimal); n == i+1 {
				return false, false
			}
			fraction = true
			i = n
		}
		i = span(b, i, blank)
		unit := 0
		for unit < len(durationUnits) && !fact.HasPrefix(b[i:], durationUnits[unit]) {
			unit++
		}
		if unit == len(durationUnits) {
			return false, false
		}
		i = span(b, i+len(durationUnits[unit]), blank)
		ok = unit < fineUnits
	}
	return ok, fraction
}

// isClock reports whether b is h:mm:ss, as pytest writes a minute and more.
func isClock(b []byte) bool {
	n := span(b, 0, decimal)
	return n > 0 && len(b) == n+6 && b[n] == ':' && span(b, n+1, decimal) == n+3 && b[n+3] == ':' && span(b, n+4, decimal) == n+6
}

package scan

import "bytes"

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
	tail := l.out[max(0, n-maxElapsed):]
	for _, lead := range elapsedLeads {
		i := bytes.LastIndex(tail, []byte(lead))
		if i < 0 || (i > 0 && isAlnum(rune(tail[i-1]))) || (i == 0 && len(tail) < n) {
			continue
		}
		after := tail[i+len(lead):]
		if lead != "time=" && (len(after) == 0 || !isBlank(after[0])) {
			continue
		}
		if ok, fraction := duration(after); ok && fraction {
			l.trim(n - len(tail) + i)
			return
		}
	}
}

// dropField drops the last tab-separated field when it is a duration with a fraction: go test's package lines.
func (l *lineCleaner) dropField() {
	n := len(l.out)
	tail := l.out[max(0, n-maxElapsed):]
	i := bytes.LastIndexByte(tail, '\t')
	if i < 0 {
		return
	}
	if ok, fraction := duration(tail[i+1:]); ok && fraction {
		l.trim(n - len(tail) + i)
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
	tail := l.out[max(0, n-maxElapsed):]
	i := bytes.LastIndexByte(tail, open)
	if i < 0 {
		return
	}
	if ok, fraction := duration(tail[i+1 : len(tail)-1]); ok && (fraction || (atEnd && open == '(')) {
		l.trim(n - len(tail) + i)
	}
}

// durationUnits, the longer of two with one beginning first.
var durationUnits = [...]string{"seconds", "second", "secs", "sec", "ns", "µs", "μs", "us", "ms", "min", "s", "m", "h"}

// duration reports whether b is one or more numbers with units, the last in seconds or less, or h:mm:ss;
// fraction whether it is as exact as only a measured one is.
func duration(b []byte) (ok, fraction bool) {
	b = bytes.Trim(b, " \t")
	if isClock(b) {
		return true, true
	}
	if len(b) == 0 || b[len(b)-1] != 's' && !bytes.HasSuffix(b, []byte("sec")) && !bytes.HasSuffix(b, []byte("second")) {
		return false, false
	}
	for len(b) > 0 {
		n := leadingDigits(b)
		if n == 0 {
			return false, false
		}
		b = b[n:]
		if b[0] == '.' {
			if n = leadingDigits(b[1:]); n == 0 {
				return false, false
			}
			fraction = true
			b = b[1+n:]
		}
		b = bytes.TrimLeft(b, " \t")
		unit := ""
		for _, u := range durationUnits {
			if len(b) >= len(u) && string(b[:len(u)]) == u {
				unit = u
				break
			}
		}
		if unit == "" {
			return false, false
		}
		b = bytes.TrimLeft(b[len(unit):], " \t")
	}
	return true, fraction
}

func leadingDigits(b []byte) int {
	n := 0
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}

// isClock reports whether b is h:mm:ss, as pytest writes a minute and more.
func isClock(b []byte) bool {
	n := leadingDigits(b)
	return n > 0 && len(b) == n+6 && b[n] == ':' && leadingDigits(b[n+1:]) == 2 && b[n+3] == ':' && leadingDigits(b[n+4:]) == 2
}

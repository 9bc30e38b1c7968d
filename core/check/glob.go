package check

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// Match reports whether path (slashes, no leading one) is named by glob. A segment "**" stands for any number
// of segments, none included; within a segment "*" stands for any run of characters, "?" for one, [a-z] for
// one of a class, [!a-z] or [^a-z] for one outside it. There is no escape: [*] is a literal star. Letter case
// counts, a leading dot is an ordinary character. A glob that globFault speaks of matches what it matches.
func Match(glob, path string) bool {
	g, p := 0, 0           // start of the segment; len+1 is the end
	backG, backP := -1, -1 // where to go on when the segments after the last ** do not fit
	for p <= len(path) {
		if g <= len(glob) {
			seg, next := segment(glob, g)
			if seg == "**" {
				backG, backP, g = next, p, next
				continue
			}
			if name, nextP := segment(path, p); matchSegment(seg, name) {
				g, p = next, nextP
				continue
			}
		}
		if backG < 0 {
			return false
		}
		_, backP = segment(path, backP)
		g, p = backG, backP
	}
	for g <= len(glob) {
		seg, next := segment(glob, g)
		if seg != "**" {
			return false
		}
		g = next
	}
	return true
}

// MatchAny reports whether one of globs names path.
func MatchAny(globs []string, path string) bool {
	for _, g := range globs {
		if Match(g, path) {
			return true
		}
	}
	return false
}

func segment(s string, at int) (seg string, next int) {
	if i := strings.IndexByte(s[at:], '/'); i >= 0 {
		return s[at : at+i], at + i + 1
	}
	return s[at:], len(s) + 1
}

func matchSegment(glob, name string) bool {
	g, n := 0, 0
	backG, backN := -1, 0
	for n < len(name) {
		if g < len(glob) {
			if glob[g] == '*' {
				g++
				backG, backN = g, n
				continue
			}
			if dg, dn, ok := matchOne(glob[g:], name[n:]); ok {
				g, n = g+dg, n+dn
				continue
			}
		}
		if backG < 0 {
			return false
		}
		_, size := fact.Rune(name[backN:])
		backN += size
		g, n = backG, backN
	}
	for g < len(glob) && glob[g] == '*' {
		g++
	}
	return g == len(glob)
}

// matchOne matches one element of a glob (not a star) against the first character of name, which is not
// empty, and returns how many bytes of each were used.
func matchOne(glob, name string) (dg, dn int, ok bool) {
	r, dn := fact.Rune(name)
	switch glob[0] {
	case '?':
		return 1, dn, true
	case '[':
		in, size := matchClass(glob, r)
		return size, dn, in && size > 0
	}
	_, dg = fact.Rune(glob)
	return dg, dn, glob[:dg] == name[:dn]
}

// matchClass reads the class that glob begins with; size 0 means that it is not one.
func matchClass(glob string, r rune) (in bool, size int) {
	i, not := 1, false
	if i < len(glob) && (glob[i] == '!' || glob[i] == '^') {
		i, not = i+1, true
	}
	for first := true; i < len(glob); first = false {
		if glob[i] == ']' && !first {
			return in != not, i + 1
		}
		lo, n := fact.Rune(glob[i:])
		i += n
		hi := lo
		if i+1 < len(glob) && glob[i] == '-' && glob[i+1] != ']' {
			hi, n = fact.Rune(glob[i+1:])
			i += 1 + n
		}
		if lo > hi {
			return false, 0
		}
		in = in || (lo <= r && r <= hi)
	}
	return false, 0
}

// globFault says what makes a glob one that would silently match nothing or another thing than was meant.
func globFault(glob string) string {
	switch {
	case glob == "":
		return "is empty"
	case strings.IndexByte(glob, 0) >= 0:
		return "holds a NUL byte"
	case glob[0] == '!':
		return "begins with !, and a glob cannot take paths out"
	case glob[0] == '/':
		return "is absolute; globs are relative to the project directory"
	case glob[len(glob)-1] == '/':
		return "ends in a slash and so names no file; dir/** names all below dir"
	}
	for at := 0; at <= len(glob); {
		seg, next := segment(glob, at)
		if why := segmentFault(seg); why != "" {
			return why
		}
		at = next
	}
	return ""
}

func segmentFault(seg string) string {
	switch seg {
	case "":
		return "has an empty segment (//)"
	case ".", "..":
		return fact.Say("has a segment $; globs are relative to the project directory", seg)
	case "**":
		return ""
	}
	for i := 0; i < len(seg); i++ {
		switch seg[i] {
		case '\\':
			return `holds a backslash; separators are slashes, and a literal star is [*]`
		case '{', '}':
			return "holds a brace, which is no list of alternatives here; write one glob for each"
		case '*':
			if i+1 < len(seg) && seg[i+1] == '*' {
				return "has ** beside other characters; ** stands alone between slashes"
			}
		case '[':
			_, size := matchClass(seg[i:], 0)
			if size == 0 {
				return "has a class [ without its end, or with a range that runs backwards"
			}
			i += size - 1
		}
	}
	return ""
}

package scan

import "bytes"

// A tokenForm is a secret that is known by how it begins. Forms: AWS IAM identifiers (docs.aws.amazon.com, 2025),
// GitHub token prefixes (github.blog, 2021-04-05), GitLab token prefixes, Slack token types, npm token format (github.blog, 2021-09-23),
// Google API keys (39 characters), RFC 7519, RFC 6750, RFC 7617.
type tokenForm struct {
	prefix string
	fold   bool // the prefix in any case
	body   func(c byte) bool
	keep   int // bytes of the prefix that stay
	holds  func(body []byte) bool
	behind string // what has to stand before the prefix, small, with a sign and brackets between; "" for anything
}

// tokens are tried in order, the longer of two prefixes with one beginning first. What holds asks of a body
// must, if a body does not have it, be absent from every tail of that body too: that keeps the search linear.
var tokens = [...]tokenForm{
	{prefix: "AKIA", body: isAlnumByte, holds: isAWSKey},
	{prefix: "ASIA", body: isAlnumByte, holds: isAWSKey},
	{prefix: "ghp_", body: isWordByte, holds: isLong},
	{prefix: "gho_", body: isWordByte, holds: isLong},
	{prefix: "ghs_", body: isWordByte, holds: isLong},
	{prefix: "ghu_", body: isWordByte, holds: isLong},
	{prefix: "ghr_", body: isWordByte, holds: isLong},
	{prefix: "github_pat_", body: isWordByte, holds: isLong},
	{prefix: "glpat-", body: isURLByte, holds: isMixed},
	{prefix: "sk-ant-", body: isURLByte, holds: isMixed},
	{prefix: "sk-proj-", body: isURLByte, holds: isMixed},
	{prefix: "sk-", body: isURLByte, holds: hasRandomRun},
	{prefix: "xoxa-", body: isURLByte, holds: isNumbered},
	{prefix: "xoxb-", body: isURLByte, holds: isNumbered},
	{prefix: "xoxp-", body: isURLByte, holds: isNumbered},
	{prefix: "xoxs-", body: isURLByte, holds: isNumbered},
	{prefix: "npm_", body: isAlnumByte, holds: func(b []byte) bool { return len(b) >= 36 }},
	{prefix: "AIza", body: isURLByte, holds: func(b []byte) bool { return len(b) >= 35 }},
	{prefix: "basic ", fold: true, body: isBearerByte, keep: len("basic "), behind: "authorization",
		holds: func(b []byte) bool { return len(b) >= minSecret && isUnlikeWords(b) }},
	{prefix: "eyJ", body: isURLByte, holds: isLong},
	{prefix: "bearer ", fold: true, body: isBearerByte, keep: len("bearer "), holds: isNumbered},
}

// jwt is the row whose body goes on behind a dot.
const jwt = len(tokens) - 2

// token finds a secret of one of the known forms that begins at at.
func (r *redactor) token() (start, end int) {
	known := false
	for i := range tokens {
		f := &tokens[i]
		if r.at < r.dead[i] || !hasPrefix(r.in[r.at:], f.prefix, f.fold) {
			continue
		}
		if !known && !r.boundary() {
			return 0, 0
		}
		known = true
		if f.behind != "" && !r.standsBehind(f.behind) {
			continue
		}
		body := r.at + len(f.prefix)
		end = bodyEnd(r.in, body, f.body)
		if i == jwt {
			if end-r.at < 16 || end == len(r.in) || r.in[end] != '.' {
				r.dead[i] = end
				continue
			}
			first := end
			end = bodyEnd(r.in, first+1, f.body)
			if end-first <= 8 {
				r.dead[i] = first
				continue
			}
			for end+1 < len(r.in) && r.in[end] == '.' && f.body(r.in[end+1]) {
				end = bodyEnd(r.in, end+1, f.body)
			}
			return r.at, end
		}
		if f.holds(r.in[body:end]) {
			return r.at + f.keep, end
		}
		r.dead[i] = end
	}
	return 0, 0
}

// standsBehind reports whether the word stands before at, with nothing but a sign, blanks, quotes and brackets
// between.
func (r *redactor) standsBehind(word string) bool {
	b := r.before(len(word) + 8)
	return endsFolded(bytes.TrimRight(b, "\t \"'`\\:=[({,"), word)
}

func hasPrefix(b []byte, prefix string, fold bool) bool {
	if len(b) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if c := b[i]; c != prefix[i] && (!fold || lower(c) != prefix[i]) {
			return false
		}
	}
	return true
}

func bodyEnd(b []byte, i int, body func(byte) bool) int {
	for i < len(b) && body(b[i]) {
		i++
	}
	return i
}

func isAlnumByte(c byte) bool { return isAlnum(rune(c)) }
func isWordByte(c byte) bool  { return isAlnumByte(c) || c == '_' }
func isURLByte(c byte) bool   { return isWordByte(c) || c == '-' }
func isBearerByte(c byte) bool {
	return isURLByte(c) || c == '.' || c == '~' || c == '+' || c == '/' || c == '='
}

func isAWSKey(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) && c-'A' > 'Z'-'A' {
			return false
		}
	}
	return len(b) == 16
}

func isLong(b []byte) bool { return len(b) >= 22 }

// isMixed asks for a digit or a capital too: long names with hyphens are no tokens.
func isMixed(b []byte) bool { return len(b) >= 20 && isUnlikeWords(b) }

func isNumbered(b []byte) bool { return len(b) >= 12 && countDigits(b) > 0 }

func countDigits(b []byte) int {
	n := 0
	for _, c := range b {
		if isDigit(c) {
			n++
		}
	}
	return n
}

// hasRandomRun asks for sixteen letters and digits in a row, one of them a digit: "sk-" begins names of classes
// in style sheets too.
func hasRandomRun(b []byte) bool {
	run, digits := 0, 0
	for _, c := range b {
		switch {
		case !isAlnumByte(c):
			run, digits = 0, 0
			continue
		case isDigit(c):
			digits++
		}
		if run++; run >= 16 && digits > 0 {
			return true
		}
	}
	return false
}

package scan

import "github.com/stile-gate/stile/core/fact"

// A tokenForm is a secret that is known by how it begins. Forms: AWS IAM identifiers (docs.aws.amazon.com, 2025),
// GitHub token prefixes (github.blog, 2021-04-05), GitLab token prefixes, Slack token types, npm token format (github.blog, 2021-09-23),
// Google API keys (39 characters), RFC 7519, RFC 6750, RFC 7617.
type tokenForm struct {
	prefix string
	body   class
	least  int // bytes of the body
	want   tokenWant
}

// A tokenWant is what more a body must have. If it does not have that, every tail of it must lack it too: this
// keeps the search linear.
type tokenWant byte

const (
	wantNothing tokenWant = iota
	wantDigit
	wantUnlikeWords
	wantRandomRun
	wantExact       // no more bytes than the least, no small letter
	wantJWT         // a second body behind a dot, and any number of further ones
	wantBearer      // a digit; the prefix is in any case and stays
	wantCredentials // unlike words; so is the prefix, which stands behind "authorization"
)

const inBearer = inURL | dot | tilde | sign | slash

// tokens are tried in order, the longer of two prefixes with one beginning first.
var tokens = [...]tokenForm{
	{"AKIA", alnum, 16, wantExact},
	{"ASIA", alnum, 16, wantExact},
	{"ghp_", word, 22, wantNothing},
	{"gho_", word, 22, wantNothing},
	{"ghs_", word, 22, wantNothing},
	{"ghu_", word, 22, wantNothing},
	{"ghr_", word, 22, wantNothing},
	{"github_pat_", word, 22, wantNothing},
	{"glpat-", inURL, 20, wantUnlikeWords},
	{"sk-ant-", inURL, 20, wantUnlikeWords},
	{"sk-proj-", inURL, 20, wantUnlikeWords},
	{"sk-", inURL, 0, wantRandomRun},
	{"xoxa-", inURL, 12, wantDigit},
	{"xoxb-", inURL, 12, wantDigit},
	{"xoxp-", inURL, 12, wantDigit},
	{"xoxs-", inURL, 12, wantDigit},
	{"npm_", alnum, 36, wantNothing},
	{"AIza", inURL, 35, wantNothing},
	{"basic ", inBearer, minSecret, wantCredentials},
	{"eyJ", inURL, 13, wantJWT},
	{"bearer ", inBearer, 12, wantBearer},
}

// token finds a secret of one of the known forms that begins at at.
func (r *redactor) token() (start, end int) {
	known := false
	for i := range tokens {
		f := &tokens[i]
		named := f.want >= wantBearer
		if b := r.in[r.at:]; r.at < r.dead[i] || !hasFolded(b, f.prefix) || !named && !fact.HasPrefix(b, f.prefix) {
			continue
		}
		if !known && !r.boundary() {
			return 0, 0
		}
		known = true
		if f.want == wantCredentials && !r.standsBehind("authorization") {
			continue
		}
		body := r.at + len(f.prefix)
		end, ok := f.end(r.in, body)
		switch {
		case !ok:
			r.dead[i] = end
		case named:
			return body, end
		default:
			return r.at, end
		}
	}
	return 0, 0
}

// end returns where the token ends whose body begins at body, or before which offset none of this form begins.
func (f *tokenForm) end(in []byte, body int) (end int, ok bool) {
	end = span(in, body, f.body)
	b := in[body:end]
	if len(b) < f.least {
		return end, false
	}
	switch f.want {
	case wantDigit, wantBearer:
		return end, holds(b, decimal)
	case wantUnlikeWords, wantCredentials:
		return end, isUnlikeWords(b)
	case wantRandomRun:
		return end, hasRandomRun(b)
	case wantExact:
		return end, len(b) == f.least && !holds(b, small)
	case wantJWT:
		if end == len(in) || in[end] != '.' {
			return end, false
		}
		first := end
		if end = span(in, first+1, f.body); end-first <= 8 {
			return first, false
		}
		for end+1 < len(in) && in[end] == '.' && is(in[end+1], f.body) {
			end = span(in, end+1, f.body)
		}
	}
	return end, true
}

// standsBehind reports whether the word stands before at, with nothing but a sign, blanks, quotes and brackets
// between.
func (r *redactor) standsBehind(word string) bool {
	b := r.before(len(word) + 8)
	return endsFolded(fact.TrimRight(b, "\t \"'`\\:=[({,"), word)
}

// hasRandomRun asks for sixteen letters and digits in a row, one of them a digit: "sk-" begins names of classes
// in style sheets too.
func hasRandomRun(b []byte) bool {
	run, digit := 0, false
	for _, c := range b {
		if !is(c, alnum) {
			run, digit = 0, false
			continue
		}
		run++
		if digit = digit || is(c, decimal); digit && run >= 16 {
			return true
		}
	}
	return false
}

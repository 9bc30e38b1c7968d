package table

import "github.com/stile-gate/stile/core/fact"

// What takes the status accepted back, beside the words of Words that come after it.
const (
	// weak are words of a status that are also said of much else: they count where a clause begins,
	// and does not go on with what they are said of.
	weak = "declined denied vetoed retired replaced cancelled canceled reverted outdated expired"
	// when are words that say of a status by whom, when or why.
	when = "by on since in at as for due because after"
	// behind are words that a clause may begin with and go on to its own.
	behind = "and but then later since subsequently again finally also we have are were"
	// apart are words that make another thing of what follows them: "supersedes the rejected ADR-3".
	apart = "supersedes replaces obsoletes deprecates retires amends superseding replacing deprecating instead over " +
		"option options alternative alternatives"
	// aside are words that what follows them only adorns, or which place it in the past.
	aside = "the a an any some other old of previously formerly originally initially earlier using"
	// force are words that take a status back where they are denied, and review are what a status may be pending for.
	force  = "accepted approved valid applicable binding effective effect force current recommended"
	review = "approval review decision confirmation ratification vote"
)

// takenBack returns the word of Words by which text takes back that a record is accepted, Unknown where none of them
// says how, "" where it does not.
func takenBack(text string) string {
	begins, other, before := true, false, ""
	for i := 0; i < len(text); {
		if !isLetter(text[i]) {
			n, ends := gap(text, i)
			if ends {
				begins, other, before = true, other && text[i] == '(', ""
			}
			i += n
			continue
		}
		end := i
		for end < len(text) && isLetter(text[end]) {
			end++
		}
		word := fold(text[i:end])
		next, _ := firstWord(text[end:])
		same := sameAs(word)
		switch {
		case joined(text, i, end):
		case word == "no" && begins && next == "longer", word == "pending" && fact.HasWord(review, next),
			word == "hold" && before == "on", begins && fact.HasWord("suspended paused reopened", word), fact.HasWord(force, word) && denied(text[:i]):
			return Unknown
		case same == "" || same == Accepted || fact.HasWord(early, same):
		case other || fact.HasWord(aside, before) || fact.HasWord(apart, next) || fact.HasWord(weak, word) && (!begins || next != "" && !fact.HasWord(when, next)) || denied(text[:i]) ||
			next == "by" && isNobody(text[i:]):
		default:
			return same
		}
		other = other || fact.HasWord(apart, word)
		begins = fact.HasWord(behind, word) || begins && fact.HasWord(opening, word)
		i, before = end, word
	}
	return ""
}

// isNobody reports whether text, which begins with "superseded by", goes on with nothing: "superseded by: none".
func isNobody(text string) bool {
	by, ok := supersededBy(text[:min(len(text), maxSaid)], true)
	return ok && by != "" && named(by) == ""
}

// gap returns how long what stands at i between words is, and whether it ends a clause. A link counts by its text alone,
// and that only where it begins with a word of a status.
func gap(text string, i int) (n int, ends bool) {
	const longest = 200
	near := text[i:min(len(text), i+longest)]
	switch c := text[i]; {
	case c == '[' || c == ']' && fact.HasPrefix(near, "]("):
		if c == '[' {
			word, _ := firstWord(near[1:])
			if fact.Index(near, "](") < 0 || sameAs(word) != "" {
				return 1, true
			}
		}
		return fact.IndexAny(near+")", ")") + 1, false
	case c == '-':
		return 1, i > 0 && text[i-1] == ' '
	case c < 0x80:
		return 1, fact.IndexAny(text[i:i+1], ".,;:()!|>\n\r/") >= 0
	}
	r, n := fact.Rune(near)
	return n, r >= 0x2010 && r < 0x2020 || r >= 0x2190 && r < 0x2200 || r >= 0x3000
}

// joined reports whether the word between two offsets is a part of a longer one, of a path or of an address.
func joined(text string, i, end int) bool {
	isPart := func(k int) bool { return k >= 0 && k < len(text) && isWord(text[k]) }
	return i > 0 && fact.IndexAny(text[i-1:i], "-_/#") == 0 && (isPart(i-2) || i > 1 && text[i-2] == '/') || isPart(i-1) || isPart(end) ||
		end < len(text) && fact.IndexAny(text[end:end+1], "-_/.") == 0 && isPart(end+1)
}

// denied reports whether before ends in a word that denies what follows it: "not yet been".
func denied(before string) bool {
	const few = 4
	for range few {
		end := len(fact.TrimRight(before, decorations+"'’"))
		at := end
		for at > 0 && isLetter(before[at-1]) {
			at--
		}
		word := fold(before[at:end])
		if fact.HasWord("not never nor isn hasn wasn without no", word) {
			return true
		}
		if !fact.HasWord("been yet be being t in longer the", word) {
			break
		}
		before = before[:at]
	}
	return false
}

// isDenied reports whether what follows the word accepted says that it is not: "accepted: no", "accepted != true",
// "accepted (?)".
func isDenied(rest string) bool {
	rest = fact.TrimLeft(rest, decorations+"([")
	if rest == "" || fact.IndexAny(rest[:1], "?!:=") < 0 {
		return false
	}
	value := fact.TrimLeft(rest, ":=!?"+decorations+`"'`)
	if rest[0] == '?' || fact.HasPrefix(rest, "!=") {
		return true
	}
	word, rest := firstWord(value)
	rest = fact.TrimLeft(rest, " ")
	return fact.HasWord("false never nobody", word) || fact.HasWord("no not none n", word) && (rest == "" || !isLetter(rest[0]) || hasFold(rest, "yet"))
}

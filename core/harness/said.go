package harness

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// SaidFault is the line for the owner when a turn ends without having been evaluated. Detail is a word or
// name: the harness as given, the kind of damage, why the state could not be written.
func SaidFault(word, detail string) string {
	for i := range faults {
		if faults[i].word == word {
			return "stile: not evaluated: " + fill(faults[i].text, bracketed(detail), strings.Join(IDs(), ", "))
		}
	}
	return "stile: not evaluated: " + clean(word, maxID) + bracketed(detail)
}

// SaidReleased is the line for the owner when a turn that was refused before is let go. Path is the record's
// file; why says that it could not be written, "" when it was or when this turn has one already.
func SaidReleased(failed, notRun []string, path, why string) string {
	s := fill(texts[textSaidReleased], strings.Join(append(named(failed, " (failed)"), named(notRun, " (not run)")...), ", "))
	switch {
	case why != "":
		s += fill(texts[textSaidReleasedUnwritten], clean(why, maxDetail))
	case path != "":
		s += fill(texts[textSaidReleasedAt], cleanPath(path, maxPath))
	}
	return s
}

func named(ids []string, suffix string) []string {
	var list []string
	for i, id := range ids {
		if i == maxTouches {
			return append(list, fill(textMoreNamed, fact.Itoa(int64(len(ids)-i)))+suffix)
		}
		list = append(list, clean(id, maxID)+suffix)
	}
	return list
}

const textMoreNamed = "{0} more"

// SaidDeferred is the line for the owner when a turn is let go because others agents still work; n counts
// deferrals in a row, this one included.
func SaidDeferred(others, n int64) string {
	if others == 1 {
		return fill(texts[textSaidDeferred1], fact.Itoa(n))
	}
	return fill(texts[textSaidDeferredN], fact.Itoa(n), fact.Itoa(others))
}

package harness

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// SaidFault is the line for the owner when a turn ends without having been evaluated. Detail is a word or
// name: the harness as given, the kind of damage, why the state could not be written.
func SaidFault(word, detail string) string {
	why := clean(word, maxID) + bracketed(detail)
	for i := range faults {
		if faults[i].word == word {
			why = fill(faults[i].text, bracketed(detail), strings.Join(IDs(), ", "))
		}
	}
	return fill(texts[textNotEvaluated], why)
}

// SaidReleased is the line for the owner when a turn that was refused before is let go. Path is the record's
// file; why says that it could not be written, "" when it was or when this turn has one already.
func SaidReleased(failed, notRun []string, path, why string) string {
	s := fill(texts[textSaidReleased], strings.Join(append(named(textSaidFailed, failed), named(textSaidNotRun, notRun)...), ", "))
	switch {
	case why != "":
		s += fill(texts[textSaidReleasedUnwritten], clean(why, maxDetail))
	case path != "":
		s += fill(texts[textSaidReleasedAt], cleanPath(path, maxPath))
	}
	return s
}

// named puts the first ids into a text each, and counts the rest.
func named(text int, ids []string) []string {
	var list []string
	for i, id := range ids {
		if i == maxNamed {
			more := fill(texts[textSaidMore], fact.Itoa(int64(len(ids)-i)))
			return append(list, fill(texts[text], more))
		}
		list = append(list, fill(texts[text], clean(id, maxID)))
	}
	return list
}

// SaidDeferred is the line for the owner when a turn is let go because other agents still work; n counts
// deferrals in a row, this one included.
func SaidDeferred(others, n int64) string {
	if others == 1 {
		return fill(texts[textSaidDeferred1], fact.Itoa(n))
	}
	return fill(texts[textSaidDeferredN], fact.Itoa(n), fact.Itoa(others))
}

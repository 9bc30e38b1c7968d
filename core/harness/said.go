package harness

import "github.com/stile-gate/stile/core/fact"

// SaidFault is the line for the owner when a turn ends without having been evaluated. Detail is a word or
// name: the harness as given, the kind of damage, why the state could not be written.
func SaidFault(word, detail string) string {
	var why, ids, t fact.Text
	sentence(&why, faults[:], word, detail, ids.Join(IDs(), ", ").String())
	fill(&t, texts[textNotEvaluated], why.String(), "", "")
	return t.String()
}

// SaidReleased is the line for the owner when a turn that was refused before is let go. Path is the record's
// file; why says that it could not be written, "" when it was or when this turn has one already.
func SaidReleased(failed, notRun []string, path, why string) string {
	var t, list fact.Text
	named(&list, textSaidFailed, failed)
	named(&list, textSaidNotRun, notRun)
	fill(&t, texts[textSaidReleased], list.String(), "", "")
	switch {
	case why != "":
		fill(&t, texts[textSaidReleasedUnwritten], clean(why, maxDetail), "", "")
	case path != "":
		fill(&t, texts[textSaidReleasedAt], cleanPath(path, maxPath), "", "")
	}
	return t.String()
}

// named adds the first ids to a list, each in a text, and counts the rest.
func named(list *fact.Text, text int, ids []string) {
	for i, id := range ids {
		if list.Len() > 0 {
			list.Add(", ")
		}
		if i == maxNamed {
			var more fact.Text
			fill(&more, texts[textSaidMore], fact.Itoa(int64(len(ids)-i)), "", "")
			fill(list, texts[text], more.String(), "", "")
			return
		}
		fill(list, texts[text], clean(id, maxID), "", "")
	}
}

// SaidDeferred is the line for the owner when a turn is let go because other agents still work; n counts
// deferrals in a row, this one included.
func SaidDeferred(others, n int64) string {
	text := textSaidDeferredN
	if others == 1 {
		text = textSaidDeferred1
	}
	var t fact.Text
	fill(&t, texts[text], fact.Itoa(n), fact.Itoa(others), "")
	return t.String()
}

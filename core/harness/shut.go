package harness

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// block puts a check that did not pass into lines. allKnown: the first line of the text says already that
// everything was shown before.
func (c *Shut) block(allKnown bool) block {
	head := clean(c.ID, maxID) + ": " + clean(c.Command, maxCommand) + ": " + c.outcome()
	if c.Reused {
		head += texts[textReused]
	}
	if c.Known {
		if !allKnown {
			head += texts[textKnown]
		}
		return block{rows: []row{{text: head, marks: c.Marks}}}
	}
	b := block{rows: []row{{text: head}}, more: max(0, c.More)}
	if c.Slow {
		b.rows = append(b.rows, row{text: texts[textSlow]})
	}
	cases := c.namesCases()
	if !cases {
		b.rows[0].marks = c.Marks
	}
	touches := c.touches()
	for i := range c.Lines[:min(len(c.Lines), fact.MaxRefusalLines)] {
		r := row{thing: cases}
		if cases && i < len(c.Marks) {
			r.marks = c.Marks[i : i+1]
		}
		if l := c.Lines[i].text(); l != "" {
			r.text = "  " + l
			b.rows = append(b.rows, r)
		} else {
			b.rows[0].marks = append(b.rows[0].marks, r.marks...)
		}
		if i == 0 && touches != "" {
			b.rows, touches = append(b.rows, row{text: touches}), ""
		}
	}
	if touches != "" {
		b.rows = append(b.rows, row{text: touches})
	}
	if n := len(c.Lines) - fact.MaxRefusalLines; n > 0 && cases {
		b.more += int64(n)
	}
	return b
}

// namesCases says whether Lines are failed cases rather than lines of output.
func (c *Shut) namesCases() bool {
	return len(c.Lines) > 0 && len(c.Marks) == len(c.Lines) && (len(c.Lines) > 1 || c.Lines[0].Name != "")
}

func (c *Shut) outcome() string {
	switch {
	case !c.Failed:
		return fill(texts[textNotRun], cause(c.Cause, c.Detail))
	case c.Counted && c.Ran > 0:
		return fill(texts[textExit], fact.Itoa(c.Exit)) + fill(texts[textCounts], fact.Itoa(c.Ran), fact.Itoa(c.Red))
	case c.Detail != "":
		return clean(c.Detail, maxDetail)
	}
	return fill(texts[textExit], fact.Itoa(c.Exit))
}

// cause says why a check was not run; a word without a sentence stands for itself.
func cause(word, detail string) string {
	for i := range causes {
		if causes[i].word == word {
			return fill(causes[i].text, bracketed(detail))
		}
	}
	return clean(word, maxID) + bracketed(detail)
}

func (c *Shut) touches() string {
	var list []string
	for _, p := range c.Touches[:min(len(c.Touches), maxTouches)] {
		list = append(list, cleanPath(p, maxPath/2))
	}
	if len(list) == 0 {
		return ""
	}
	s := fill(texts[textTouches], strings.Join(list, ", "))
	if more := len(c.Touches) - len(list); more > 0 {
		s += fill(texts[textTouchesMore], fact.Itoa(int64(more)))
	}
	return s
}

func (l *Line) text() string {
	s := cleanPath(l.File, maxPath)
	if s != "" && l.Line > 0 {
		s += ":" + fact.Itoa(l.Line)
	}
	for _, part := range [...]struct{ sep, text string }{{" ", clean(l.Name, maxPath)}, {": ", clean(l.Text, maxTextLine)}} {
		switch {
		case part.text == "":
		case s == "":
			s = part.text
		default:
			s += part.sep + part.text
		}
	}
	return cut(s, maxTextLine)
}

func bracketed(detail string) string {
	if d := clean(detail, maxDetail); d != "" {
		return " (" + d + ")"
	}
	return ""
}

package harness

import "github.com/stile-gate/stile/core/fact"

// AddLine adds an empty line, to be filled in.
func (c *Shut) AddLine() *Line {
	c.Lines = append(c.Lines, Line{})
	return &c.Lines[len(c.Lines)-1]
}

// block puts a check that did not pass into lines. allKnown: the first line of the text says already that
// everything was shown before.
func (c *Shut) block(allKnown bool) *block {
	b := &block{}
	head := c.head(allKnown)
	if c.Known {
		b.add(head).marks = c.Marks
		return b
	}
	b.add(head)
	b.more = max(0, c.More)
	if c.Slow {
		b.add(texts[textSlow])
	}
	cases := c.namesCases()
	if !cases {
		b.rows[0].marks = c.Marks
	}
	for i := range c.Lines[:min(len(c.Lines), fact.MaxRefusalLines)] {
		var marks []string
		if cases && i < len(c.Marks) {
			marks = c.Marks[i : i+1]
		}
		if l := c.Lines[i].text(); l != "" {
			r := b.add("  " + l)
			r.marks, r.thing = marks, cases
		} else {
			b.rows[0].marks = append(b.rows[0].marks, marks...)
		}
		if i == 0 {
			c.addTouches(b)
		}
	}
	if len(c.Lines) == 0 {
		c.addTouches(b)
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

func (c *Shut) head(allKnown bool) string {
	t := &fact.Text{}
	t.Add(clean(c.ID, maxID)).Add(": ").Add(clean(c.Command, maxCommand)).Add(": ")
	switch {
	case !c.Failed:
		var why fact.Text
		sentence(&why, causes[:], c.Cause, c.Detail, "")
		fill(t, texts[textNotRun], why.String(), "", "")
	case c.Detail != "" && !(c.Counted && c.Ran > 0):
		t.Add(clean(c.Detail, maxDetail))
	default:
		fill(t, texts[textExit], fact.Itoa(c.Exit), "", "")
		if c.Counted && c.Ran > 0 {
			fill(t, texts[textCounts], fact.Itoa(c.Ran), fact.Itoa(c.Red), "")
		}
	}
	if c.Reused {
		t.Add(texts[textReused])
	}
	if c.Known && !allKnown {
		t.Add(texts[textKnown])
	}
	return t.String()
}

// addTouches adds the line of the changed files that the failure names, where it names one.
func (c *Shut) addTouches(b *block) {
	var t, list fact.Text
	n := min(len(c.Touches), maxTouches)
	if n == 0 {
		return
	}
	for i, p := range c.Touches[:n] {
		if i > 0 {
			list.Add(", ")
		}
		list.Add(cleanPath(p, maxPath/2))
	}
	fill(&t, texts[textTouches], list.String(), "", "")
	if more := len(c.Touches) - n; more > 0 {
		fill(&t, texts[textTouchesMore], fact.Itoa(int64(more)), "", "")
	}
	b.add(t.String())
}

func (l *Line) text() string {
	var t fact.Text
	t.Add(cleanPath(l.File, maxPath))
	if t.Len() > 0 && l.Line > 0 {
		t.Add(":").Int(l.Line)
	}
	part(&t, " ", clean(l.Name, maxPath))
	part(&t, ": ", clean(l.Text, maxTextLine))
	return cut(t.String(), maxTextLine)
}

// part appends s, behind sep where it is not the first part.
func part(t *fact.Text, sep, s string) {
	if t.Len() > 0 && s != "" {
		t.Add(sep)
	}
	t.Add(s)
}

func bracketed(detail string) string {
	if d := clean(detail, maxDetail); d != "" {
		return " (" + d + ")"
	}
	return ""
}

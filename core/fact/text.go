package fact

// A Text grows at its end. Its methods return it, so that a line is written as it will be read. Where many texts
// are put together, each part costs a module half of what adding strings does.
type Text struct{ buf []byte }

// Add appends s.
func (t *Text) Add(s string) *Text {
	t.buf = append(t.buf, s...)
	return t
}

// Int appends n in decimal.
func (t *Text) Int(n int64) *Text {
	t.buf = AppendInt(t.buf, n)
	return t
}

// Join appends the elements of list with sep between them.
func (t *Text) Join(list []string, sep string) *Text {
	for i, s := range list {
		if i > 0 {
			t.Add(sep)
		}
		t.Add(s)
	}
	return t
}

// Pad appends spaces until the text is n bytes long; a longer one stays.
func (t *Text) Pad(n int) *Text {
	for len(t.buf) < n {
		t.buf = append(t.buf, ' ')
	}
	return t
}

// Len is the length in bytes.
func (t *Text) Len() int { return len(t.buf) }

// Bytes returns what was appended; valid until more is.
func (t *Text) Bytes() []byte { return t.buf }

// String returns what was appended.
func (t *Text) String() string { return string(t.buf) }

// Push appends s to a list in place: one body where every append would be one.
func Push(list *[]string, s string) { *list = append(*list, s) }

// Set sorts list by bytes, in place, and drops what stands there twice.
func Set(list []string) []string {
	SortStrings(list)
	n := 0
	for i, s := range list {
		if i == 0 || s != list[n-1] {
			list[n] = s
			n++
		}
	}
	return list[:n]
}

// Has reports whether s is one of list.
func Has(list []string, s string) bool {
	for i := range list {
		if list[i] == s {
			return true
		}
	}
	return false
}

// HasWord reports whether word is one of words, which single spaces keep apart: a list that costs a module its letters
// alone.
func HasWord(words, word string) bool {
	for words != "" {
		var w string
		if w, words, _ = Cut(words, " "); w == word {
			return true
		}
	}
	return false
}

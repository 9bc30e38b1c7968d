package scan

import "github.com/stile-gate/stile/core/fact"

// A holder moves what is open between two chunks into one string, or out of it. One string, because a hundred
// thousand open cases as JSON values would cost more than the chunk: each string stands behind its length,
// and what is taken out refers to the string it was taken from.
type holder struct {
	out     []byte
	in      string
	reading bool
	bad     bool
}

func (h *holder) int(p *int64) {
	if !h.reading {
		h.out = append(fact.AppendInt(h.out, *p), ':')
		return
	}
	for i := range min(len(h.in), 21) {
		if h.in[i] == ':' {
			n, ok := fact.ParseInt(h.in[:i])
			h.in = h.in[i+1:]
			h.bad = h.bad || !ok
			*p = n
			return
		}
	}
	h.bad = true
}

func (h *holder) bool(p *bool) {
	var n int64
	if *p {
		n = 1
	}
	h.int(&n)
	*p = n == 1
	h.bad = h.bad || n|1 != 1
}

// count is int for a length: what follows costs at least two bytes apiece, so no length can ask for more
// memory than was sent.
func (h *holder) count(n int) int {
	v := int64(n)
	h.int(&v)
	if h.reading && (h.bad || v < 0 || v > int64(len(h.in))/2+1) {
		h.bad = true
		return 0
	}
	return int(v)
}

func (h *holder) string(p *string) {
	n := int64(len(*p))
	h.int(&n)
	if !h.reading {
		h.out = append(h.out, *p...)
		return
	}
	if h.bad || n < 0 || n > int64(len(h.in)) {
		h.bad = true
		return
	}
	*p = h.in[:n]
	h.in = h.in[n:]
}

func (h *holder) strings(p *[]string) {
	n := h.count(len(*p))
	if h.reading && n > 0 {
		*p = make([]string, n)
	}
	for i := range *p {
		h.string(&(*p)[i])
	}
}

func (h *holder) cases(p *[]*Case) {
	n := h.count(len(*p))
	if h.reading {
		for range n {
			*p = append(*p, &Case{})
		}
	}
	for _, c := range *p {
		h.string(&c.Name)
		h.string(&c.File)
		h.int(&c.Line)
		h.strings(&c.Text)
	}
}

package fact

// A Coder moves a value into or out of its canonical bytes. A type lists its fields once, in Fields, and that
// list serves both directions, so writer and reader cannot drift apart.
type Coder struct {
	out     []byte
	in      []byte
	reading bool
	bad     bool
}

// Body is a value with canonical bytes; only types of this package are.
type Body interface{ Fields(c *Coder) }

// encode returns the canonical bytes of v.
func encode(v Body) []byte {
	c := Coder{}
	v.Fields(&c)
	return c.out
}

// decode fills the value of these fields from b and reports whether b is exactly one canonical encoding of it.
func decode(fields func(c *Coder), b []byte) bool {
	c := Coder{in: b, reading: true}
	fields(&c)
	return !c.bad && len(c.in) == 0
}

func (c *Coder) take(n int) []byte {
	if c.bad || n < 0 || n > len(c.in) {
		c.bad = true
		return nil
	}
	b := c.in[:n:n]
	c.in = c.in[n:]
	return b
}

func (c *Coder) length(n *int) {
	if !c.reading {
		c.out = appendLength(c.out, *n)
		return
	}
	*n = 0
	if b := c.take(4); b != nil {
		u := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
		if uint64(u) > uint64(len(c.in)) {
			c.bad = true
			return
		}
		*n = int(u)
	}
}

func (c *Coder) bytes(p *[]byte) {
	n := len(*p)
	c.length(&n)
	if !c.reading {
		c.out = append(c.out, *p...)
		return
	}
	*p = c.take(n)
}

func (c *Coder) string(p *string) {
	b := []byte(*p)
	c.bytes(&b)
	if c.reading {
		*p = string(b)
	}
}

func (c *Coder) bool(p *bool) {
	var b byte
	if *p {
		b = 1
	}
	c.byte(&b)
	if b > 1 {
		c.bad = true
	}
	*p = b == 1
}

func (c *Coder) byte(p *byte) {
	if !c.reading {
		c.out = append(c.out, *p)
		return
	}
	if b := c.take(1); b != nil {
		*p = b[0]
	}
}

func (c *Coder) int(p *int64) {
	if !c.reading {
		for u, i := uint64(*p), 0; i < 8; i++ {
			c.out = append(c.out, byte(u>>(8*i)))
		}
		return
	}
	if b := c.take(8); b != nil {
		var u uint64
		for i := range 8 {
			u |= uint64(b[i]) << (8 * i)
		}
		*p = int64(u)
	}
}

func (c *Coder) strings(p *[]string) {
	n := len(*p)
	c.length(&n)
	if !c.reading {
		for i := range *p {
			c.string(&(*p)[i])
		}
		return
	}
	// Each element costs at least its own length prefix, so n cannot make us allocate more than was sent.
	if n > len(c.in)/4 {
		c.bad = true
		return
	}
	if n > 0 {
		*p = make([]string, n)
		for i := range *p {
			c.string(&(*p)[i])
		}
	}
}

func appendLength(b []byte, n int) []byte {
	return append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// AppendFrame appends data behind its length (four bytes, little endian).
func AppendFrame(b, data []byte) []byte {
	return append(appendLength(b, len(data)), data...)
}

// FrameList splits b into as many frames as it holds; false when it is not that, or more than most.
func FrameList(b []byte, most int) ([][]byte, bool) {
	c := Coder{in: b, reading: true}
	var out [][]byte
	for len(c.in) > 0 && !c.bad {
		if len(out) == most {
			return nil, false
		}
		var frame []byte
		c.bytes(&frame)
		out = append(out, frame)
	}
	return out, !c.bad
}

// Frames splits b into exactly n frames; false when b is not that.
func Frames(b []byte, n int) ([][]byte, bool) {
	c := Coder{in: b, reading: true}
	out := make([][]byte, n)
	for i := range out {
		c.bytes(&out[i])
	}
	return out, !c.bad && len(c.in) == 0
}

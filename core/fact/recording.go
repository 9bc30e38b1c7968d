package fact

// magic opens every recording; the number is the version of the framing.
const magic = "stile-recording 1\n"

// State says what came of a fact: "could not look" must never read as "not there".
type State byte

// The three states of a fact.
const (
	Present State = iota
	Absent
	Unreadable
)

func (s State) String() string {
	return [...]string{"present", "absent", "unreadable"}[min(s, Unreadable)]
}

// A Fact is one thing the core asked for. Data holds the canonical bytes of the kind's own type (Payload,
// File, Measure …); Why is the reason of an unreadable one, a few words without a path of the machine.
type Fact struct {
	ID    string
	State State
	Why   string
	Data  []byte
}

// Header says what is asked of the facts: which verb, for which harness, at which point, with which flags.
type Header struct {
	Core    string // version of the core that made the recording
	Module  string // sha256 of the wasm module that did, "" for a native one
	Verb    string // "check", "gate-hook" or "verify"
	Harness string // as given to gate-hook; may be unknown
	Point   string // stop, commit, push, ci
	Flags   []string
}

// Flag reports whether name was given.
func (h *Header) Flag(name string) bool {
	return Has(h.Flags, name)
}

// A Recording is a header and the facts supplied so far, strictly sorted by id.
type Recording struct {
	Header Header
	Facts  []Fact
}

func (h *Header) fields(c *Coder) {
	c.string(&h.Core)
	c.string(&h.Module)
	c.string(&h.Verb)
	c.string(&h.Harness)
	c.string(&h.Point)
	c.strings(&h.Flags)
}

func (f *Fact) fields(c *Coder) {
	c.string(&f.ID)
	s := byte(f.State)
	c.byte(&s)
	f.State = State(s)
	c.string(&f.Why)
	c.bytes(&f.Data)
	if f.State > Unreadable || (f.State != Present && len(f.Data) > 0) || (f.State != Unreadable && f.Why != "") {
		c.bad = true
	}
}

// Append appends the canonical bytes of r to b.
func (r *Recording) Append(b []byte) []byte {
	size := len(magic) + sizeOfHeader
	for i := range r.Facts {
		f := &r.Facts[i]
		size += minFact + len(f.ID) + len(f.Why) + len(f.Data)
	}
	grown := make([]byte, len(b), len(b)+size) // a long recording is not copied again and again
	copy(grown, b)
	c := Coder{out: append(grown, magic...)}
	r.Header.fields(&c)
	c.out = appendLength(c.out, len(r.Facts))
	for i := range r.Facts {
		r.Facts[i].fields(&c)
	}
	return c.out
}

// ParseRecording reads what Append writes and nothing else: unsorted or repeated facts, unsorted flags,
// trailing bytes and sizes over the limits are refused. The word says why, "" is success.
func ParseRecording(b []byte) (*Recording, string) {
	if len(b) > MaxRecording {
		return nil, "recording-too-large"
	}
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, "not-a-recording"
	}
	c := Coder{in: b[len(magic):], reading: true}
	r := &Recording{}
	r.Header.fields(&c)
	n := 0
	c.length(&n)
	if c.bad || n > MaxFacts {
		return nil, "bad-recording"
	}
	if n > 0 {
		r.Facts = make([]Fact, 0, min(n, len(c.in)/minFact+1))
	}
	for range n {
		k := len(r.Facts)
		r.Facts = append(r.Facts, Fact{})
		r.Facts[k].fields(&c)
		if c.bad {
			return nil, "bad-recording"
		}
		if k > 0 && r.Facts[k-1].ID >= r.Facts[k].ID {
			return nil, "facts-not-sorted"
		}
	}
	for i := 1; i < len(r.Header.Flags); i++ {
		if r.Header.Flags[i-1] >= r.Header.Flags[i] {
			return nil, "bad-recording"
		}
	}
	if len(c.in) > 0 {
		return nil, "bad-recording"
	}
	return r, ""
}

// sizeOfHeader is about how many bytes a header has.
const sizeOfHeader = 256

// minFact is the size of the smallest encoded fact: three lengths and the state.
const minFact = 13

// Put inserts f in its sorted place, replacing a fact of the same id.
func (r *Recording) Put(f Fact) {
	lo, hi := 0, len(r.Facts)
	for lo < hi {
		if m := (lo + hi) / 2; r.Facts[m].ID < f.ID {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(r.Facts) && r.Facts[lo].ID == f.ID {
		r.Facts[lo] = f
		return
	}
	r.Facts = append(r.Facts, Fact{})
	copy(r.Facts[lo+1:], r.Facts[lo:])
	r.Facts[lo] = f
}

// PutAll inserts facts, which are sorted by id, each once; it replaces those of the same ids.
func (r *Recording) PutAll(facts []Fact) {
	all := make([]Fact, 0, len(r.Facts)+len(facts))
	old := r.Facts
	for i := range facts {
		for len(old) > 0 && old[0].ID < facts[i].ID {
			all = append(all, old[0])
			old = old[1:]
		}
		if len(old) > 0 && old[0].ID == facts[i].ID {
			old = old[1:]
		}
		all = append(all, facts[i])
	}
	r.Facts = append(all, old...)
}

// Get returns the fact with this id.
func (r *Recording) Get(id string) (*Fact, bool) {
	lo, hi := 0, len(r.Facts)
	for lo < hi {
		if m := (lo + hi) / 2; r.Facts[m].ID < id {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(r.Facts) && r.Facts[lo].ID == id {
		return &r.Facts[lo], true
	}
	return nil, false
}

package fact

// An Answer is what Eval returns: the facts wanted now, or the reply, or why it could not be asked.
type Answer struct {
	Want  []Want
	Reply *Reply
	Fault *Fault
}

// A Want names one fact; Args tell the host how to get it, sorted by name.
type Want struct {
	ID   string
	Args []Arg
}

// An Arg is a named list of strings: argv, globs, one number in decimal.
type Arg struct {
	Name   string
	Values []string
}

// Get returns the first value of the named argument, "" when there is none.
func (w *Want) Get(name string) string {
	if v := w.List(name); len(v) > 0 {
		return v[0]
	}
	return ""
}

// List returns the values of the named argument.
func (w *Want) List(name string) []string {
	for i := range w.Args {
		if w.Args[i].Name == name {
			return w.Args[i].Values
		}
	}
	return nil
}

// A Reply holds the final bytes: what to print and the code to exit with. Writes are best effort, in order,
// after stdout was written.
type Reply struct {
	Code    int
	Verdict string // green, red, unproven; "" where nothing was judged
	Answer  string // gate-hook: the row of the answer table that decided
	Stdout  string
	Stderr  string
	Writes  []Write
}

// A Write is something to keep for later. Kinds: "result" (Name: reuse key, Value: id of the measure fact to
// store under it), "journal" (Value: the line, without its time), "printed" (Name: id of the claim fact whose
// answer has now been written).
type Write struct{ Kind, Name, Value string }

// A Fault is "could not be asked": Code is a stable word.
type Fault struct{ Code, Message string }

// JSON appends the canonical form. ParseAnswer of package core reads it.
func (a *Answer) JSON(b []byte) []byte {
	j := JSON{buf: b}
	j.Object()
	switch {
	case a.Fault != nil:
		j.Key("fault").Object().Text("code", a.Fault.Code).Text("message", a.Fault.Message).EndObject()
	case a.Reply != nil:
		r := a.Reply
		j.Key("reply").Object().Number("code", int64(r.Code)).Text("verdict", r.Verdict)
		j.Text("answer", r.Answer).Text("stdout", r.Stdout).Text("stderr", r.Stderr)
		j.Key("writes").Array()
		for _, w := range r.Writes {
			j.Array().String(w.Kind).String(w.Name).String(w.Value).EndArray()
		}
		j.EndArray().EndObject()
	default:
		j.Key("want").Array()
		for i := range a.Want {
			w := &a.Want[i]
			j.Object().Text("id", w.ID).Key("args").Object()
			for _, g := range w.Args {
				j.Key(g.Name).Strings(g.Values)
			}
			j.EndObject().EndObject()
		}
		j.EndArray()
	}
	j.EndObject()
	return j.buf
}

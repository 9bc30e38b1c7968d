package fact

// A Finding is something wrong that a reader found: a value, never an error. Kind is kebab-case and stable
// for ever; Path is root-relative; Line and Col count from 1 (Col in bytes), 0 is unknown.
type Finding struct {
	Kind    string
	Path    string
	Line    int64
	Col     int64
	Message string // one sentence, lower case, no full stop
	Do      string // what to do about it, "" when the message says it
}

// Found is a finding whose message is the sentence, filled by Say.
func Found(path string, line, col int64, kind, do, sentence string, args ...string) *Finding {
	return &Finding{Kind: kind, Path: path, Line: line, Col: col, Message: Say(sentence, args...), Do: do}
}

// Insert puts a finding into a list at i: one body where every append would be one.
func Insert(list *[]Finding, i int, f *Finding) {
	all := append(*list, Finding{})
	copy(all[i+1:], all[i:])
	all[i] = *f
	*list = all
}

// String is the one form a finding is printed in: place, message, kind.
func (f *Finding) String() string {
	t := &Text{}
	if f.Path != "" {
		t.Add(f.Path)
		if f.Line > 0 {
			t.Add(":").Int(f.Line)
			if f.Col > 0 {
				t.Add(":").Int(f.Col)
			}
		}
		t.Add(": ")
	}
	return t.Add(f.Message).Add(" [").Add(f.Kind).Add("]").String()
}

// JSON writes the finding as an object with all six members.
func (f *Finding) JSON(j *JSON) {
	j.Object()
	f.Members(j)
	j.EndObject()
}

// Members writes them into an object that holds more.
func (f *Finding) Members(j *JSON) {
	j.Text("kind", f.Kind).Text("path", f.Path).Number("line", f.Line).Number("col", f.Col)
	j.Text("message", f.Message).Text("do", f.Do)
}

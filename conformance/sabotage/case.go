package main

// A testCase is one change of the reference and what must come of it. Kinds are those of the findings, all of them;
// one that depends on the file system is written "a|b". Checks are the outcomes of the checks that did not pass. Says is
// what a finding's message must hold. An honest case has a Mask instead: what of the document may differ. In is the
// directory of the checkout, From the one below it that is asked about.
type testCase struct {
	Name    string   `json:"name"`
	Verdict string   `json:"verdict,omitempty"`
	Kinds   []string `json:"kinds,omitempty"`
	Checks  []string `json:"checks,omitempty"`
	Says    string   `json:"says,omitempty"`
	Mask    []string `json:"mask,omitempty"`
	In      string   `json:"in,omitempty"`
	From    string   `json:"from,omitempty"`
	Edits   []edit   `json:"edits"`
}

// An edit is one operation on a file of the project:
//
//	write    Text becomes the file
//	prepend  Text is put before it
//	append   Text is put behind it
//	replace  Old, which stands in it once, becomes Text
//	swap     every Old in it becomes Text
//	delete   the file or directory goes
//	rename   it becomes To
//	copy     it becomes To as well
//	link     it becomes a symbolic link to To
//	mode     it gets the permissions Text, in octal
//	dir      it becomes a directory
//	pin      its sha256 in stile.json becomes the one that it has now
//
// The path "*" stands for every regular file. In paths and texts {root} is the project's directory, {outside} one that
// lies beside it and {above} the one that holds it.
type edit struct {
	Op   string `json:"op"`
	Path string `json:"path"`
	To   string `json:"to,omitempty"`
	Old  string `json:"old,omitempty"`
	Text string `json:"text,omitempty"`
}

// A suite collects cases.
type suite struct{ cases []testCase }

const (
	red      = "red"
	unproven = "unproven"
)

// add takes in a sabotage.
func (s *suite) add(name, verdict string, kinds []string, edits ...edit) *testCase {
	s.cases = append(s.cases, testCase{Name: name, Verdict: verdict, Kinds: kinds, Edits: edits})
	return &s.cases[len(s.cases)-1]
}

// red takes in a sabotage that is red by findings of these kinds.
func (s *suite) red(name string, kinds []string, edits ...edit) *testCase {
	return s.add(name, red, kinds, edits...)
}

// vary takes in an honest variation; mask is what differs.
func (s *suite) vary(name string, mask []string, edits ...edit) *testCase {
	s.cases = append(s.cases, testCase{Name: name, Mask: mask, Edits: edits})
	return &s.cases[len(s.cases)-1]
}

func of(kinds ...string) []string { return kinds }

func rewrite(path, text string) edit { return edit{Op: "write", Path: path, Text: text} }

func appendTo(path, text string) edit { return edit{Op: "append", Path: path, Text: text} }

func replace(path, old, text string) edit {
	return edit{Op: "replace", Path: path, Old: old, Text: text}
}

func swap(path, old, text string) edit { return edit{Op: "swap", Path: path, Old: old, Text: text} }

func remove(path string) edit { return edit{Op: "delete", Path: path} }

func rename(path, to string) edit { return edit{Op: "rename", Path: path, To: to} }

func copyOf(path, to string) edit { return edit{Op: "copy", Path: path, To: to} }

func link(path, to string) edit { return edit{Op: "link", Path: path, To: to} }

func mode(path, octal string) edit { return edit{Op: "mode", Path: path, Text: octal} }

func pin(path string) edit { return edit{Op: "pin", Path: path} }

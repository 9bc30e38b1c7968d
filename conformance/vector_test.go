package conformance

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/line"
)

// A vectorBuild is one way to ask the core: both calls take the request as it crosses into a module. An error
// is a question that could not be asked, and never a pass.
type vectorBuild struct {
	name       string
	eval, read func(request []byte) ([]byte, error)
}

// nativeVectors is the reference: the goldens come from it.
var nativeVectors = vectorBuild{name: "native",
	eval: func(b []byte) ([]byte, error) { return core.Eval(b), nil },
	read: func(b []byte) ([]byte, error) { return core.ReadRequest(b), nil },
}

func (b *vectorBuild) ask(v *vector) ([]byte, error) {
	if v.call == "read" {
		return b.read(v.body)
	}
	return b.eval(v.body)
}

func vectors(t testing.TB) []vector {
	t.Helper()
	all, err := readVectors(vectorDir)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestVectors(t *testing.T) {
	for _, b := range builds {
		t.Run(b.name, func(t *testing.T) { runVectors(t, b.vectors(t, 0)) })
	}
	// Once more in one instance: no call leaves anything behind that another one sees.
	for _, b := range builds {
		if b.main != "" && b.module != nil {
			t.Run(b.name+"-reused", func(t *testing.T) { runVectors(t, b.vectors(t, 1<<20)) })
		}
	}
}

// runVectors holds one build to every vector: the golden bytes, and the same ones again after another question.
func runVectors(t *testing.T, b vectorBuild) {
	all := vectors(t)
	var names []string
	for i := range all {
		names = append(names, all[i].name)
	}
	listed := knownTo(t, b.name, "vectors", names)
	for i := range all {
		t.Run(all[i].name, func(t *testing.T) {
			faults := b.faults(&all[i], &all[(i+1)%len(all)])
			for _, fault := range unlisted(slices.Contains(listed, all[i].name), faults) {
				t.Error(fault)
			}
		})
	}
}

// faults says what is wrong with a build's answer to a vector; other is asked in between.
func (b *vectorBuild) faults(v, other *vector) (faults []string) {
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	got, err := b.ask(v)
	if err != nil {
		return []string{"could not be asked: " + err.Error()}
	}
	got = bytes.Clone(got)
	if !bytes.Equal(got, v.answer) {
		add("answer\n%s\nwant\n%s", got, v.answer)
	}
	for _, q := range []*vector{other, v} {
		again, err := b.ask(q)
		switch {
		case err != nil:
			add("asked again: %v", err)
		case q == v && !bytes.Equal(again, got):
			add("another answer the next time\n%s", again)
		}
	}
	return append(faults, v.unlike(got)...)
}

// unlike says where an answer disagrees with the vector's header and goldens, and whether a recording survives
// being read and written.
func (v *vector) unlike(answer []byte) (faults []string) {
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	code, out, err := noCode, "", ""
	a := v.reply(answer)
	if a.Reply != nil {
		code, out, err = a.Reply.Code, a.Reply.Stdout, a.Reply.Stderr
	}
	if code != v.code {
		add("code %d, want %d", code, v.code)
	}
	if out != string(v.out) {
		add("stdout\n%q\nwant\n%q", out, v.out)
	}
	if err != string(v.err) {
		add("stderr\n%q\nwant\n%q", err, v.err)
	}
	if why := v.misclassed(a); why != "" {
		add("class %s: %s", v.class, why)
	}
	if v.call == "eval" {
		switch rec, why := fact.ParseRecording(v.body); {
		case why == "" && !bytes.Equal(rec.Append(nil), v.body):
			add("the recording is not what it is written as again")
		case why != "" && (a.Fault == nil || a.Fault.Code != why):
			add("the recording could not be read (%s), and the answer is no such fault", why)
		}
	}
	return faults
}

// reply is an answer taken apart; a reading's answer has at most a fault.
func (v *vector) reply(answer []byte) *fact.Answer {
	a, ok := core.ParseAnswer(answer)
	if !ok || v.call == "read" && a.Fault == nil {
		return &fact.Answer{}
	}
	return a
}

// misclassed says why the answer is not of the vector's class, "" when it is.
func (v *vector) misclassed(a *fact.Answer) string {
	r := a.Reply
	is := func(ok bool, want string) string { return unless(ok, "the answer is no "+want) }
	switch v.class {
	case "bad-input": // what was wrong with the input is the author's word, and the comment says it
		return ""
	case "reads":
		return unless(v.call == "read" && a.Fault == nil, "it is no reading, or a fault")
	case "want":
		return is(v.call == "eval" && a.Fault == nil && r == nil && len(a.Want) > 0, "want")
	case "fault":
		return is(a.Fault != nil || r != nil && r.Code == 2, "fault, and no reply with code 2")
	}
	if r == nil {
		return "the answer is no reply"
	}
	hook := v.harness != ""
	switch v.class {
	case "green":
		return is(!hook && r.Code == 0 && r.Verdict == "green", "green document")
	case "red":
		return is(!hook && r.Code == 1 && r.Verdict == "red", "red document")
	case "unproven":
		return is(!hook && r.Code == 3 && !notRun(r), "unproven document in which everything was run")
	case "not-run":
		return is(!hook && r.Code == 3 && notRun(r), "unproven document with a check that was not run")
	case "stamp":
		return is(!hook && r.Code == 0 && r.Verdict == "" && r.Stdout != "", "reply without a verdict")
	case "refuse":
		return is(r.Answer == "refuse" && r.Stdout != "", "refusal")
	case "release":
		return is(r.Answer == "blocks-reached" && r.Stdout == "", "release")
	case "quiet":
		quiet := []string{"twin", "plan-mode", "unchanged", "green"}
		return is(slices.Contains(quiet, r.Answer) && r.Stdout == "", "quiet one")
	}
	loud := []string{"refuse", "blocks-reached", "twin", "plan-mode", "unchanged", "green"}
	return is(hook && r.Stdout == "" && r.Stderr != "" && !slices.Contains(loud, r.Answer), "end of turn that was let go, and of which that was said")
}

// notRun reports whether some check of a reply was not run: by its journal line, its document for programs, or
// its document for people.
func notRun(r *fact.Reply) bool {
	for _, w := range r.Writes {
		if j, ok := line.ParseJournal(w.Value); ok && w.Kind == "journal" {
			return j.NotRun > 0
		}
	}
	if strings.HasPrefix(r.Stdout, "{") {
		return strings.Contains(r.Stdout, `"notRun":`) && !strings.Contains(r.Stdout, `"notRun":0`)
	}
	return strings.Contains(r.Stdout, "\nnot run  ")
}

// refuses reports whether a reply keeps the gate shut: a hook's refusal, or a red document.
func refuses(r *fact.Reply) bool { return r.Answer == "refuse" || r.Code == 1 }

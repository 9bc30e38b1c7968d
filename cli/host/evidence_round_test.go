package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// manyWants are wants of every file, in order, as a core gives them.
func manyWants(files []string) (wants []fact.Want) {
	for _, f := range files {
		wants = append(wants, fact.Want{ID: "evidence:" + f, Args: []fact.Arg{{Name: "query", Values: []string{f, "sname"}}, {Name: "read", Values: []string{"evidence"}}}})
	}
	slices.SortFunc(wants, func(a, b fact.Want) int { return strings.Compare(a.ID, b.ID) })
	return wants
}

// asking is a core that wants a tree, then all of wants at once, and then replies.
func asking(wants []fact.Want, read func(kind, query, raw []byte) ([]byte, error)) Core {
	question := (&fact.Answer{Want: wants}).JSON(nil)
	tree := (&fact.Answer{Want: []fact.Want{{ID: fact.IDProjects}}}).JSON(nil)
	reply := (&fact.Answer{Reply: &fact.Reply{Verdict: "green"}}).JSON(nil)
	return Core{Read: read, Eval: func(recording []byte) ([]byte, error) {
		rec, why := fact.ParseRecording(recording)
		switch {
		case why != "":
			return nil, errors.New(why)
		case len(rec.Facts) == 0:
			return tree, nil
		case len(rec.Facts) == 1:
			return question, nil
		}
		return reply, nil
	}}
}

// citedTree has files of a kilobyte, as many in a directory as people have.
func citedTree(t testing.TB, n int) (root string, files []string) {
	root = realTemp(t)
	grow(t, root, "stile.json")
	for i := range n {
		rel := fmt.Sprintf("pkg%02d/mod%03d/file_%05d.go", i/2000, i/40, i)
		if i%40 == 0 {
			must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, rel)), 0o755))
		}
		text := fmt.Appendf(nil, "package p%d\n\n// %0900d\nfunc name%d() {}\n", i, i, i)
		must(t, os.WriteFile(filepath.Join(root, rel), text, 0o644))
		files = append(files, rel)
	}
	return root, files
}

// TestEvidenceMany: twenty thousand files in one round, each fact in its place and none changed by the next one.
func TestEvidenceMany(t *testing.T) {
	root, files := citedTree(t, 20_000)
	wants := manyWants(files)
	h := &Host{Core: asking(wants, echo.Read), Dir: root, State: OpenStore(t.TempDir())}
	reply, rec, err := h.Run(fact.Header{Verb: "check"})
	if err != nil || reply.Verdict != "green" {
		t.Fatal(reply, err)
	}
	if len(rec.Facts) != 1+len(files) {
		t.Fatalf("%d facts", len(rec.Facts))
	}
	if _, why := fact.ParseRecording(rec.Append(nil)); why != "" {
		t.Error(why)
	}
	for i := range wants {
		rel := wants[i].ID[len(fact.PreEvidence):]
		f, ok := rec.Get(wants[i].ID)
		text, err := os.ReadFile(filepath.Join(root, rel))
		must(t, err)
		sum := sha256.Sum256(text)
		query := fact.AppendFrame(fact.AppendFrame(nil, []byte(rel)), []byte("sname"))
		want := fact.Of(wants[i].ID, &fact.Evidence{Size: int64(len(text)), SHA256: hex.EncodeToString(sum[:]), Spelling: rel,
			Real: rel, Read: fmt.Appendf(nil, "evidence %q %q", query, text)})
		if !ok || string(f.Data) != string(want.Data) {
			t.Fatalf("%s: %+v", rel, f)
		}
	}
}

// TestEvidenceOutOfTime: what the deadline leaves unread is unreadable, and an interrupted question has no answer.
func TestEvidenceOutOfTime(t *testing.T) {
	root, files := citedTree(t, 200)
	h := citingHost(t, root, true)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var wants []*fact.Want
	for _, w := range manyWants(files) {
		wants = append(wants, &w)
	}
	for i, f := range h.serveCited(ctx, wants) {
		if f.ID != wants[i].ID || f.State != fact.Unreadable || f.Why != "the time was up" {
			t.Fatalf("%+v", f)
		}
	}
}

// TestEvidenceUnasked: a core that cannot read ends the question.
func TestEvidenceUnasked(t *testing.T) {
	root, files := citedTree(t, 200)
	broken := errors.New("it trapped")
	wants := manyWants(files)
	h := &Host{Dir: root, State: OpenStore(t.TempDir())}
	h.Core = asking(wants, func(kind, query, raw []byte) ([]byte, error) {
		if strings.Contains(string(query), files[50]) {
			return nil, broken
		}
		return nil, nil
	})
	if _, rec, err := h.Run(fact.Header{Verb: "check"}); !errors.Is(err, broken) || len(rec.Facts) != 1 {
		t.Errorf("%d facts, %v", len(rec.Facts), err)
	}
	h = &Host{Dir: root, State: OpenStore(t.TempDir())}
	h.Core = asking(wants, func(kind, query, raw []byte) ([]byte, error) { panic("at the bytes") })
	if _, _, err := h.Run(fact.Header{Verb: "check"}); err == nil {
		t.Error("a panic of the core is not seen")
	}
}

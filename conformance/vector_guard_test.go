package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/harness"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// TestVectorShares: a suite that mostly shows how the gate opens would not notice a gate that stays open.
func TestVectorShares(t *testing.T) {
	all := vectors(t)
	var shut, unrun, damaged int
	for i := range all {
		if all[i].class == "bad-input" || all[i].class == "fault" {
			damaged++
		}
		r := all[i].reply(all[i].answer).Reply
		if r == nil {
			continue
		}
		if refuses(r) {
			shut++
		}
		if notRun(r) {
			unrun++
		}
	}
	for _, c := range []struct {
		what string
		n    int
	}{{"refuse", shut}, {"have a check that was not run", unrun}, {"are damaged or hostile", damaged}} {
		t.Logf("%d of %d vectors %s", c.n, len(all), c.what)
		if c.n*4 < len(all) {
			t.Errorf("%d of %d vectors %s: less than a quarter", c.n, len(all), c.what)
		}
	}
}

// maxVectors bounds what whoever embeds the directory carries, in bytes.
const maxVectors = 3 << 20

func TestVectorsAreSmall(t *testing.T) {
	size := 0
	for _, v := range vectors(t) {
		size += len(v.body) + len(v.answer) + len(v.out) + len(v.err)
	}
	if size > maxVectors {
		t.Errorf("the vectors hold %d bytes", size)
	}
}

// seen gathers what the vectors show, as words of these forms: "class X", "kind X" (of Read), "fact X" and
// "fact X state" (of recordings that can be read), "want X", "harness X", "answer HARNESS X", "cause X",
// "write X", "fault X", "outcome X" (of claims and appended lines), "note X".
func seen(t *testing.T) map[string]bool {
	words := map[string]bool{}
	for _, v := range vectors(t) {
		words["class "+v.class] = true
		if v.call == "read" {
			words["kind "+v.kind] = true
			words["kind "+v.kind+" "+v.class] = true
		}
		if v.harness != "" {
			words["harness "+v.harness+" "+v.class] = true
		}
		a := v.reply(v.answer)
		for _, w := range a.Want {
			words["want "+idKind(w.ID)] = true
		}
		if a.Fault != nil {
			words["fault "+a.Fault.Code] = true
		}
		if r := a.Reply; r != nil {
			words["answer "+v.harness+" "+r.Answer] = true
			for _, w := range r.Writes {
				words["write "+w.Kind] = true
			}
			for _, part := range strings.Split(r.Stdout, `"cause":"`)[1:] {
				cause, _, _ := strings.Cut(part, `"`)
				words["cause "+cause] = true
			}
		}
		if rec, why := fact.ParseRecording(v.body); v.call == "eval" && why == "" {
			for i := range rec.Facts {
				f := &rec.Facts[i]
				words["fact "+idKind(f.ID)+" "+f.State.String()] = true
				var c fact.Claim
				var a fact.Appended
				if strings.HasPrefix(f.ID, fact.PreClaim) && f.Into(&c) {
					words["outcome claim "+c.Outcome] = true
				}
				if strings.HasPrefix(f.ID, fact.PreAppend) && f.Into(&a) {
					words["outcome append "+a.Outcome] = true
				}
			}
		}
	}
	return words
}

// idKind is the kind of fact that an id names: "measure:" of "measure:.:test".
func idKind(id string) string {
	if kind, _, ok := strings.Cut(id, ":"); ok && id != fact.IDTreeAfter {
		return kind + ":"
	}
	return id
}

func TestVectorsShowEverything(t *testing.T) {
	have := seen(t)
	need := func(why string, words ...string) {
		t.Helper()
		for _, w := range words {
			if !have[w] {
				t.Errorf("no vector shows %q (%s)", w, why)
			}
		}
	}
	for _, c := range vectorClasses {
		need("every class", "class "+c)
	}
	for _, id := range spelled(t, "core/fact/kind.go", `\t(?:ID|Pre)\w+ += "([a-z:]+)"`, 15) {
		need("every kind of fact, asked for and answered", "want "+id, "fact "+id+" present")
	}
	for _, id := range []string{fact.IDPayload, fact.PreFile, fact.PreResult, fact.PreEvidence, fact.PreReport, fact.PreList} {
		need("what may be absent", "fact "+id+" absent")
	}
	for _, id := range []string{fact.IDPayload, fact.IDProjects, fact.IDTree, fact.IDTreeAfter, fact.IDChanged, fact.IDState, fact.PreFile, fact.PreMeasure,
		fact.PreEvidence, fact.PreADR, fact.PreList} {
		need("what may be unreadable", "fact "+id+" unreadable")
	}
	for _, k := range readKinds() {
		need("every kind of Read, sound and damaged", "kind "+k+" reads", "kind "+k+" bad-input")
	}
	for _, w := range []string{"result", "journal", "printed"} {
		need("every kind of write", "write "+w)
	}
	for _, w := range []string{"claim won", "claim same-event", "claim earlier", "claim failed", "append written", "append already", "append failed"} {
		need("every outcome of an effect", "outcome "+w)
	}
	for _, w := range []string{"not-a-recording", "bad-recording", "facts-not-sorted", "unknown-verb", "bad-fact", "bad-query", "bad-request", "unknown-kind"} {
		need("every fault", "fault "+w)
	}
	for _, id := range harness.IDs() {
		need("every row allows, refuses, and meets a bad payload", "harness "+id+" allow", "harness "+id+" refuse", "harness "+id+" bad-input")
	}
	for _, c := range spelled(t, "core/check/judge.go", `Cause\w+ += "([a-z-]+)"`, 12) {
		if c != "not-set-up" && c != "waiting" { // nothing says so yet; a measurement that does is a fault of the host's
			need("every cause", "cause "+c)
		}
	}
	rows := spelled(t, "core/harness/decide.go", `\{Answer\{"([a-z-]+)"`, 8)
	faults := spelled(t, "core/harness/texts.go", `Fault\w+ += "([a-z-]+)"`, 10)
	for _, id := range harness.IDs() {
		for _, row := range append(rows, faults...) {
			switch {
			case row == "others-work" && id == "codex": // its payload has no list of running work
			case row == harness.FaultHarness: // of no row
			case row == "no-state": // answered by the word of what was missing
			case row == harness.FaultInternal: // the command's own, of which no recording is made
			case row == harness.FaultCrashed: // said beside whatever else is answered
			default:
				need("every row of the answer table, on every harness", "answer "+id+" "+row)
			}
		}
	}
	need("an unknown harness", "answer claud "+harness.FaultHarness)
}

// readKinds are the kinds of Read.
func readKinds() []string {
	return append([]string{"stile.json", "payload", table.KindTable, table.KindEvidence, table.KindADR, table.KindRules, table.KindFindings}, scan.ReportFormats()...)
}

// spelled are the words that a table of the core is written in, so that a new row is wanted here at once.
func spelled(t *testing.T, file, pattern string, atLeast int) (words []string) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(root(t), file))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(src, -1) {
		words = append(words, string(m[1]))
	}
	if len(words) < atLeast {
		t.Fatalf("%s: %d words match %s: %q", file, len(words), pattern, words)
	}
	return words
}

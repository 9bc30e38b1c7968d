package host

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stile-gate/stile/core/line"
)

func TestJournalKeepsLines(t *testing.T) {
	s, _ := testStore(t)
	s.Journal("one", testTime)
	s.Journal("two\nlines\r", testTime.Add(time.Second))
	lines, torn := s.ReadJournal()
	if want := "[2026-11-30T12:00:00Z one 2026-11-30T12:00:01Z two lines ]"; torn != 0 || fmt.Sprint(lines) != want {
		t.Fatalf("%v, %d torn", lines, torn)
	}
}

// D5: a crash after any byte of the journal.
func TestD5JournalTornAnywhere(t *testing.T) {
	s, _ := testStore(t)
	s.Journal("first", testTime)
	s.Journal("second", testTime)
	full, _ := os.ReadFile(s.journalPath(0))
	first := strings.Index(string(full), "\n") + 1
	for cut := first; cut <= len(full); cut++ {
		os.WriteFile(s.journalPath(0), full[:cut], 0o600)
		s.Journal("third", testTime)
		lines, torn := s.ReadJournal()
		wantTorn, want := 1, 2
		if cut == first {
			wantTorn = 0
		}
		if cut == len(full) {
			wantTorn, want = 0, 3
		}
		if torn != wantTorn || len(lines) != want || !strings.HasSuffix(lines[want-1], " third") {
			t.Fatalf("cut %d: %q, %d torn", cut, lines, torn)
		}
	}
	os.WriteFile(s.journalPath(0), full[:len(full)-1], 0o600)
	if lines, torn := s.ReadJournal(); torn != 1 || len(lines) != 1 {
		t.Fatalf("torn tail: %q, %d", lines, torn)
	}
}

func TestJournalIsBounded(t *testing.T) {
	s, _ := testStore(t)
	long := strings.Repeat("x", maxEntry+100)
	for i := range 3 * maxJournal / maxEntry {
		s.Journal(fmt.Sprint(i, " ", long), testTime)
	}
	lines, torn := s.ReadJournal()
	total := int64(0)
	for g := range 2 {
		info, err := os.Stat(s.journalPath(g))
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if torn != 0 || total > 2*maxJournal+2*maxEntry+100 || len(lines) < maxJournal/(maxEntry+30) {
		t.Fatalf("%d bytes, %d lines, %d torn", total, len(lines), torn)
	}
	_, newest := line.CutTime(lines[len(lines)-1])
	if !strings.HasPrefix(newest, fmt.Sprint(3*maxJournal/maxEntry-1, " ")) {
		t.Fatal("the newest line is not the last")
	}
}

func TestJournalOfManyProcesses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	var hooks []*hook
	for i := range 4 {
		hooks = append(hooks, startHook(t, "journal", dir, fmt.Sprint(i)))
	}
	for _, h := range hooks {
		io.WriteString(h.in, "go\n")
	}
	for _, h := range hooks {
		h.finish(t)
	}
	lines, torn := OpenStore(dir).ReadJournal()
	slices.Sort(lines)
	if torn != 0 || len(slices.Compact(lines)) != 800 {
		t.Fatalf("%d lines, %d torn", len(lines), torn)
	}
}

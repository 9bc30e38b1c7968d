package host

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestStateDir(t *testing.T) {
	for _, c := range []struct {
		env  string
		goos string
		dir  string
	}{
		{"HOME=/h XDG_STATE_HOME=/x/y/", "linux", "/x/y/stile"},
		{"HOME=/h XDG_STATE_HOME=rel", "linux", "/h/.local/state/stile"},
		{"HOME=/h XDG_STATE_HOME=", "linux", "/h/.local/state/stile"},
		{"HOME=/a HOME=/h", "freebsd", "/h/.local/state/stile"},
		{"HOME=rel", "linux", ""},
		{"", "linux", ""},
		{"HOME=/h XDG_STATE_HOME=/x", "darwin", "/h/Library/Application Support/stile"},
		{"", "darwin", ""},
		{`LocalAppData=C:\Users\u\AppData\Local`, "windows", `C:\Users\u\AppData\Local\stile`},
		{`LOCALAPPDATA=\\host\share\`, "windows", `\\host\share\stile`},
		{`LOCALAPPDATA=Local`, "windows", ""},
		{`LOCALAPPDATA=C:Local`, "windows", ""},
	} {
		dir, why := StateDir(strings.Split(c.env, " "), c.goos)
		if dir != c.dir || (why == "") != (c.dir != "") {
			t.Errorf("%s %s: %q, %q, want %q", c.goos, c.env, dir, why, c.dir)
		}
	}
}

// seen is a store that can keep nothing: each call has an outcome, none a path of the machine.
func TestUnwritable(t *testing.T) {
	base, root := t.TempDir(), t.TempDir()
	file := filepath.Join(base, "file")
	os.WriteFile(file, nil, 0o600)
	stores := map[string]*Store{
		"missing HOME":      OpenStore(""),
		"relative":          OpenStore("state"),
		"below a file":      OpenStore(filepath.Join(file, "stile")),
		"inside project":    OpenStore(filepath.Join(root, ".state")),
		"inside by a link":  OpenStore(filepath.Join(base, "link", "stile")),
		"is the project":    OpenStore(root),
		"session is a link": OpenStore(filepath.Join(base, "linked")),
		"session is a dir":  OpenStore(filepath.Join(base, "dir")),
	}
	if err := os.Symlink(root, filepath.Join(base, "link")); err != nil {
		t.Skip(err)
	}
	os.MkdirAll(filepath.Join(base, "linked", "sessions"), 0o700)
	os.Symlink(file, filepath.Join(base, "linked", "sessions", someone.name()))
	os.MkdirAll(filepath.Join(base, "dir", "sessions", someone.name()), 0o700)
	if os.Getuid() > 0 {
		closed := filepath.Join(base, "closed")
		os.Mkdir(closed, 0o500)
		stores["read-only"] = OpenStore(filepath.Join(closed, "stile"))
	}
	for name, s := range stores {
		p := s.Session(someone, root, "e", "t")
		c := s.Claim(someone, root, refuse("e", "t", 0))
		s.Printed(someone, "e")
		s.Journal("line", testTime)
		if p.Writable || p.Why == "" || c.Outcome != "failed" || c.Why == "" {
			t.Errorf("%s: %+v %+v", name, p, c)
		}
		if strings.ContainsAny(p.Why+c.Why, `/\`) {
			t.Errorf("%s: a path in %q or %q", name, p.Why, c.Why)
		}
	}
	if left, _ := os.ReadDir(root); len(left) > 0 {
		t.Errorf("left in the project: %v", left)
	}
}

func TestPeekLeavesNothing(t *testing.T) {
	base, root := t.TempDir(), t.TempDir()
	s := OpenStore(filepath.Join(base, "a", "b"))
	if p := s.Session(someone, root, "e", "t"); !p.Writable {
		t.Fatalf("%+v", p)
	}
	if left, _ := os.ReadDir(base); len(left) > 0 {
		t.Fatalf("left: %v", left)
	}
	s.Claim(someone, root, refuse("e", "t", 0))
	if info, err := os.Stat(filepath.Join(base, "a", "b")); err != nil || info.Mode().Perm() != 0o700 {
		t.Fatalf("%v %v", info.Mode(), err)
	}
}

// D5: a crash after any byte of a state file. What whole lines say is kept exactly, and the next line is whole.
func TestD5CrashAfterAnyByte(t *testing.T) {
	s, root := testStore(t)
	path := s.sessionPath(someone.name())
	var states []string // after 0, 1, 2 … lines
	note := func() {
		p := s.Session(someone, root, "x", "t")
		p.LastTree, p.LastVerdict = "", ""
		states = append(states, fmt.Sprintf("%+v", p))
	}
	note()
	for i, c := range []ClaimRequest{refuse("a b", "t", 0, "k1"), act("release", "r", "t"), act("green", "g-%", "t"), refuse("c", "t", 1, "k2", "k3")} {
		wantClaim(t, s.Claim(someone, root, c), "won", []int64{0, 1, 1, 1}[i])
		states = append(states, "unprinted")
		s.Printed(someone, c.Event)
		note()
	}
	full, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(full) + 1 {
		if err := os.WriteFile(path, full[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		// A line that lacks nothing but its end is whole: its checksum says so.
		whole := bytes.Count(full[:min(cut+1, len(full))], []byte{'\n'})
		p := s.Session(someone, root, "x", "t")
		p.LastTree, p.LastVerdict = "", ""
		// A claim without its mark counts while its owner, this process, lives: the same as with it.
		if want := states[whole+whole%2]; fmt.Sprintf("%+v", p) != want {
			t.Fatalf("cut %d: %+v\nwant %s", cut, p, want)
		}
		before := p.Refusals
		if c := s.Claim(someone, root, refuse(fmt.Sprint("new", cut), "t", before)); c.Outcome != "won" || c.N != before {
			t.Fatalf("cut %d: %+v, want won %d", cut, c, before)
		}
		s.Printed(someone, fmt.Sprint("new", cut))
		if p := s.Session(someone, root, "x", "t"); p.Refusals != before+1 {
			t.Fatalf("cut %d: %d refusals, want %d", cut, p.Refusals, before+1)
		}
	}
}

func historySeeds() []string {
	r := record{seq: 1, action: "refuse", event: "e", turn: "t", fingerprint: "f", at: testTime.Unix(), owner: thisOwner(), findings: []string{"k"}}
	line := string(r.line(nil))
	printed := string(printedLine(nil, &r))
	return []string{
		"", line, line + line, line + printed, line[:len(line)/2], line + printed[:len(printed)-1], line[:9] + "\n" + line,
		"known a b 00000000\n", "\x00\xff\n\n   \n", strings.Repeat("claim ", 999), strings.Repeat(line+printed, 40),
	}
}

// What an agent writes there is passed over: no crash, and no refusal without end.
func TestForeignStateEndsNoGate(t *testing.T) {
	for _, seed := range historySeeds() {
		s, root := testStore(t)
		path := s.sessionPath(someone.name())
		os.MkdirAll(filepath.Dir(path), 0o700)
		os.WriteFile(path, []byte(seed), 0o600)
		for i := range 12 {
			e := fmt.Sprint("n", i)
			p := s.Session(someone, root, e, "T")
			wantClaim(t, s.Claim(someone, root, refuse(e, "T", p.Refusals)), "won", int64(i))
			s.Printed(someone, e)
			if q := s.Session(someone, root, "x", "T"); q.Refusals != p.Refusals+1 {
				t.Fatalf("%q: %+v after %+v", seed, q, p)
			}
		}
	}
}

// Whatever the bytes, a line put behind them is read, and counts once.
func FuzzHistory(f *testing.F) {
	for _, seed := range historySeeds() {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		h := parseHistory(b)
		h.settle(testTime)
		h.deferredInRow()
		before := refusals(h.turn("fuzzed turn", ""))
		if n := len(h.shown()); n > maxKnown {
			t.Fatalf("%d findings known", n)
		}
		r := record{seq: h.nextSeq(), action: "refuse", event: "fuzzed event", turn: "fuzzed turn", fingerprint: "f", at: 1, owner: owner{pid: 1}}
		if _, seen := h.ofEvent(r.event); seen {
			return
		}
		if h.torn {
			b = append(b, '\n')
		}
		after := parseHistory(printedLine(r.line(b[:len(b):len(b)]), &r))
		after.settle(testTime)
		if n := refusals(after.turn(r.turn, "")); n != before+1 || len(after.records) != len(h.records)+1 {
			t.Fatalf("%d refusals after %d", n, before)
		}
	})
}

func TestWordsComeBack(t *testing.T) {
	for _, w := range []string{"", "-", "--", "%", "a b", "a\nb", "\x00\xff", "é", "%2d", "x,y"} {
		line := appendStateLine(nil, w, "next")
		if got := parseStateLine(strings.TrimSuffix(string(line), "\n")); len(got) != 2 || got[0] != w || got[1] != "next" {
			t.Errorf("%q: %q from %q", w, got, line)
		}
		for cut := range len(line) - 1 {
			if got := parseStateLine(string(line[:cut])); got != nil {
				t.Errorf("%q cut to %q is a line: %q", w, line[:cut], got)
			}
		}
	}
}

func TestCompactionKeepsTheCounters(t *testing.T) {
	s, root := testStore(t)
	path := s.sessionPath(someone.name())
	big := make([]string, 100)
	largest := int64(0)
	n := 0
	for i := range 300 {
		for j := range big {
			big[j] = fmt.Sprintf("%064d", (i*7+j)%600)
		}
		turn := fmt.Sprint("t", i/3)
		e := fmt.Sprint("e", i)
		p := s.Session(someone, root, e, turn)
		wantClaim(t, s.Claim(someone, root, refuse(e, turn, int64(i%3), big...)), "won", int64(i%3))
		s.Printed(someone, e)
		q := s.Session(someone, root, e, turn)
		if !q.Answered || q.Refusals != p.Refusals+1 || q.InRow < min(int64(i+1), 30) || len(q.Known) > maxKnown {
			t.Fatalf("%d: %+v", i, q.InRow)
		}
		for _, f := range big {
			if !strings.Contains(strings.Join(q.Known, " "), f) {
				t.Fatalf("%d: %s was shown and is not known", i, f)
			}
		}
		info, _ := os.Stat(path)
		if info.Size() < largest {
			n++
		}
		largest = info.Size()
		if largest > compactAbove+64<<10 {
			t.Fatalf("%d: %d bytes", i, largest)
		}
	}
	if n == 0 {
		t.Fatal("never compacted")
	}
}

func TestPruning(t *testing.T) {
	s, root := testStore(t)
	dir := filepath.Join(s.dir, "sessions")
	os.MkdirAll(dir, 0o700)
	add := func(i int, age time.Duration) string {
		name := filepath.Join(dir, fmt.Sprintf("%032x", i))
		os.WriteFile(name, nil, 0o600)
		os.Chtimes(name, testTime, testTime.Add(-age))
		return name
	}
	var old []string
	for i := range 40 {
		old = append(old, add(i<<8, pruneAge+time.Hour*time.Duration(100-i)))
	}
	young := add(999, pruneAge-time.Hour)
	count := func() int { e, _ := os.ReadDir(dir); return len(e) }
	s.Claim(someone, root, refuse("e", "t", 0))
	if got := count(); got != 40+1+1-pruneBatch {
		t.Fatalf("%d left after one claim", got)
	}
	s.Claim(Key{"codex", "second", "", ""}, root, refuse("e", "t", 0))
	if _, err := os.Stat(old[39]); err == nil {
		t.Error("an old session is still there")
	}
	if _, err := os.Stat(young); err != nil {
		t.Error("a young session went")
	}
	for _, k := range []Key{someone, {"codex", "second", "", ""}} {
		if s.Session(k, root, "x", "t").Refusals != 1 {
			t.Error("a session in use went")
		}
	}
	for i := range pruneCount {
		add(10_000+i, time.Hour)
	}
	before := count()
	s.Claim(Key{"codex", "third", "", ""}, root, refuse("e", "t", 0))
	if got := count(); got > pruneCount || before+1-got > pruneBatch {
		t.Fatalf("%d files of %d", got, before)
	}
	if s.Session(Key{"codex", "third", "", ""}, root, "x", "t").Refusals != 1 {
		t.Error("the current session went")
	}
}

func TestBusyIsAnOutcome(t *testing.T) {
	s, root := testStore(t)
	l, err := s.lock(someone.name(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.lock(someone.name(), 0); err != errBusy || briefly(err) != "busy" {
		t.Fatalf("second lock: %v", err)
	}
	l.Unlock()
	wantClaim(t, s.Claim(someone, root, refuse("e", "t", 0)), "won", 0)
}

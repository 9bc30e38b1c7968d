package host

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

func TestDiedTellsTheDeadFromTheMeasuring(t *testing.T) {
	me := thisOwner()
	other := func(change func(*owner)) owner {
		o := me
		o.pid = 1 << 22 // above every process number of Linux, pid_max(5)
		change(&o)
		return o
	}
	for _, c := range []struct {
		name string
		o    owner
		age  time.Duration
		want bool
	}{
		{"this one", me, 0, false},
		{"gone", other(func(*owner) {}), 0, true},
		{"of an earlier boot", other(func(o *owner) { o.boot = "before" }), 0, true},
		{"of another container, a moment ago", other(func(o *owner) { o.space = "elsewhere" }), time.Hour, false},
		{"of another container, long ago", other(func(o *owner) { o.space = "elsewhere" }), 2 * maxForeign, true},
		{"measuring for hours", owner{pid: int64(os.Getppid()), boot: me.boot, space: me.space}, 5 * time.Hour, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := testStore(t)
			path := s.runningPath(c.o)
			if err := replace(path, appendStateLine(nil, "running", fact.Itoa(c.o.pid), c.o.start, c.o.boot, c.o.space, rootName("/r"))); err != nil {
				t.Fatal(err)
			}
			at := testTime.Add(-c.age)
			if err := os.Chtimes(path, at, at); err != nil {
				t.Fatal(err)
			}
			if s.Died("/elsewhere") {
				t.Error("told to another tree")
			}
			if got := s.Died("/r"); got != c.want {
				t.Errorf("died: %v, want %v", got, c.want)
			}
			if s.Died("/r") {
				t.Error("told twice")
			}
		})
	}
}

func TestMarkerGoesWithTheAnswer(t *testing.T) {
	s, root := testStore(t)
	if s.Died("/r") {
		t.Error("somebody died before anything was there")
	}
	s.Answered()
	if _, err := os.Lstat(s.dir); err == nil {
		t.Error("asking made a state directory")
	}
	s.Started("/r")
	s.Answered()
	if left, err := os.ReadDir(filepath.Join(s.dir, "running")); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
	inside := OpenStore(filepath.Join(root, "state"))
	inside.Bind(root)
	inside.Started("/r")
	if _, err := os.Lstat(inside.dir); err == nil {
		t.Error("a marker inside the tree")
	}
}

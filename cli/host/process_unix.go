//go:build unix

package host

import (
	"os"
	"syscall"
	"time"
)

// family is what is known of the descendants of a child: everybody ever seen below it, so that one who has
// lost its parent and left the session is still known for whose it is.
type family struct {
	pid    int
	seen   map[int]uint64 // pid → start
	asked  map[int]uint64
	looked time.Time     // when the process list was last read
	cost   time.Duration // how long that took
}

// start starts the main process as the leader of a session and group of its own: without a terminal nothing
// below it can ask for a password.
func (c *child) start() error {
	adoptOrphans()
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := c.cmd.Start(); err != nil {
		return err
	}
	c.family = family{pid: c.cmd.Process.Pid, seen: map[int]uint64{}, asked: map[int]uint64{}, looked: time.Now()}
	return nil
}

func (c *child) release() {}

func (c *child) status() (exit, sig int64) {
	if !c.hasExited() || c.cmd.ProcessState == nil {
		return -1, 0
	}
	if w, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return -1, int64(w.Signal())
	}
	return int64(c.cmd.ProcessState.ExitCode()), 0
}

// look remembers who is below the child at this moment. It takes at most a twentieth of the time.
func (c *child) look() {
	if time.Since(c.looked) > max(4*pollEvery, 20*c.cost) {
		c.remaining()
	}
}

// remaining lists the living members of the family. The dead among those this program has adopted are waited
// for here; children of this program that somebody else waits for are not touched. Unsettled: look again, for
// there are dead, whom their parent has yet to wait for or to hand over, and who may have left a child after
// the list was begun.
func (c *child) remaining() (left []process, unsettled bool) {
	kin.Lock()
	defer kin.Unlock()
	began := time.Now()
	all, ok := processes()
	c.looked, c.cost = time.Now(), time.Since(began)
	if !ok {
		return c.groupOnly(), false
	}
	below := map[int][]int{}
	for i, p := range all {
		below[p.parent] = append(below[p.parent], i)
	}
	mine := make([]bool, len(all))
	var next []int
	for i, p := range all {
		if c.owns(p) {
			next = append(next, i)
		}
	}
	for len(next) > 0 {
		i := next[len(next)-1]
		next = next[:len(next)-1]
		if mine[i] {
			continue
		}
		mine[i] = true
		next = append(next, below[all[i].pid]...)
		c.seen[all[i].pid] = all[i].start
		if !all[i].dead {
			left = append(left, all[i])
			continue
		}
		unsettled = unsettled || adopting && all[i].pid != c.pid
		if adopted(all[i]) {
			reap(all[i].pid)
		}
	}
	return left, unsettled
}

// owns reports whether p is of this family by what it says itself; what is below an owned one is owned too.
func (c *child) owns(p process) bool {
	if p.pid == c.pid {
		// After it has been waited for, the number may be anybody's.
		return kin.mains[c.pid] == c
	}
	if start, ok := c.seen[p.pid]; ok && start == p.start {
		return true
	}
	if p.session == c.pid || p.group == c.pid {
		return true
	}
	// An orphan that left the session before it was ever seen can only be told by the output it holds, or by
	// there being no other family.
	return adopted(p) && (kin.measures == 1 || c.out.heldBy(p.pid))
}

// adopted reports whether p was orphaned below some measured child and has become this program's own. A
// child that this program starts otherwise (git) shares its session; one in a session of its own is
// registered as long as os/exec waits for it.
func adopted(p process) bool {
	return adopting && p.parent == self && p.session != ownSession && kin.mains[p.pid] == nil
}

var self = os.Getpid()

func reap(pid int) {
	var w syscall.WaitStatus
	_, _ = syscall.Wait4(pid, &w, syscall.WNOHANG, nil)
}

// signal asks those who are left to end, once each, or kills them.
func (c *child) signal(left []process, kill bool) {
	sig := syscall.SIGTERM
	if kill {
		sig = syscall.SIGKILL
	}
	group := false
	for _, p := range left {
		if !kill && c.asked[p.pid] == p.start {
			continue
		}
		c.asked[p.pid] = p.start
		if group = group || p.group == c.pid; p.group != c.pid {
			signalOne(p, sig)
		}
	}
	// In one stroke, so that whoever is being forked meanwhile gets it too.
	if group {
		_ = syscall.Kill(-c.pid, sig)
	}
}

// groupOnly is what can be known without a process list: whether somebody is left in the group.
func (c *child) groupOnly() []process {
	if syscall.Kill(-c.pid, 0) != nil {
		return nil
	}
	return []process{{pid: c.pid, group: c.pid, start: 1, name: c.cmd.Args[0]}}
}

package host

import (
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// How long everything below a check may take to end: asked at once, killed after grace, given up on after
// patience (a process in an uninterruptible call cannot be killed at all).
const (
	grace    = 300 * time.Millisecond
	patience = 1700 * time.Millisecond
)

// endEvery is how often what is left is looked at while a check is being ended.
const endEvery = 15 * time.Millisecond

// A child is a started check: its main process and, as far as the system can tell, all that came from it.
type child struct {
	cmd    *exec.Cmd
	out    *output
	exited chan struct{} // closed when the main process has been waited for
	family               // what the platform knows of its descendants
}

// kin is what this program knows of its measured children, all of them. Starting one and looking for
// descendants exclude each other, so a process between fork and registration is never taken for a stray one.
var kin = struct {
	sync.Mutex
	mains    map[int]*child // main processes that have not been waited for
	measures int            // children that are not ended yet
}{mains: map[int]*child{}}

// launch starts cmd apart from this program's own process group.
func launch(cmd *exec.Cmd, out *output) (*child, error) {
	c := &child{cmd: cmd, out: out, exited: make(chan struct{})}
	kin.Lock()
	defer kin.Unlock()
	if err := c.start(); err != nil {
		return nil, err
	}
	out.started()
	kin.mains[cmd.Process.Pid] = c
	kin.measures++
	go c.wait()
	return c, nil
}

func (c *child) wait() {
	defer close(c.exited)
	defer func() { recover() }()
	defer func() {
		kin.Lock()
		defer kin.Unlock()
		delete(kin.mains, c.cmd.Process.Pid)
	}()
	// Output goes to files, so this waits for the process alone and for nobody who holds its output.
	_ = c.cmd.Wait()
}

func (c *child) hasExited() bool {
	select {
	case <-c.exited:
		return true
	default:
		return false
	}
}

// end ends the main process, where it still runs, and everything that came from it. It returns those who
// outlived that, as "pid name", sorted. Without ask they are killed at once.
func (c *child) end(ask bool) []string {
	defer func() {
		kin.Lock()
		defer kin.Unlock()
		kin.measures--
		c.release()
	}()
	tick := time.NewTicker(endEvery)
	defer tick.Stop()
	for began := time.Now(); ; {
		exited := c.hasExited()
		left, unsettled := c.remaining()
		if len(left) == 0 && exited && !unsettled {
			return nil
		}
		passed := time.Since(began)
		if passed > patience {
			if len(left) == 0 && exited {
				return nil
			}
			var names []string
			for _, p := range left {
				names = append(names, fmt.Sprint(p.pid, " ", p.name))
			}
			if names == nil {
				names = []string{fmt.Sprint(c.cmd.Process.Pid, " ", c.cmd.Args[0])}
			}
			slices.Sort(names)
			return names
		}
		c.signal(left, !ask || passed >= grace)
		running := c.exited
		if c.hasExited() {
			running = nil
		}
		select {
		case <-running:
		case <-tick.C:
		}
	}
}

// A process is one row of the system's process list.
type process struct {
	pid, parent, group, session int
	start                       uint64 // with pid, names a process for ever
	dead                        bool   // ended, not yet waited for
	name                        string
}

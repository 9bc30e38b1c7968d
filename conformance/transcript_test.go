package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// transcripts hold what the reference build printed at each step of each script. Every other build must print the same
// there, byte for byte: what a script itself looks at may be a pattern.
var transcripts = transcript{steps: map[string][]string{}}

type transcript struct {
	mu    sync.Mutex
	steps map[string][]string // of the reference, by script
}

// A placeKey counts the steps of a script that is running.
type placeKey struct{}

// clock is what differs from run to run: the moment, where it is printed.
var clock = regexp.MustCompile(`\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?`)

// undated is text without its moments. Lines that begin with one stand in the order of their moments, and two may share a
// second.
func undated(text string) string {
	dated := clock.ReplaceAllString(text, "DATE")
	if !strings.HasPrefix(dated, "DATE ") {
		return dated
	}
	lines := strings.SplitAfter(dated, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// step takes down one step of the reference, and compares one of another build with it.
func (x *transcript) step(ts *testscript.TestScript, code int) (fault string) {
	home := ts.Getenv("HOME")
	plain := func(stream string) string {
		text := strings.NewReplacer(home, "HOME", ts.Getenv("WORK"), "WORK").Replace(ts.ReadFile(stream))
		return undated(text)
	}
	got := fmt.Sprintf("code %d\nstdout %q\nstderr %q", code, plain("stdout"), plain("stderr"))
	name, place := ts.Name(), ts.Value(placeKey{}).(*int)
	at := *place
	*place++
	x.mu.Lock()
	defer x.mu.Unlock()
	if ts.Value(buildKey{}).(build).name == builds[0].name {
		x.steps[name] = append(x.steps[name], got)
		return ""
	}
	// A run of single rows has no reference to compare with.
	if want := x.steps[name]; len(want) > 0 && (at >= len(want) || want[at] != got) {
		return fmt.Sprintf("step %d is not what the %s build prints:\n got %s\nwant %s", at+1, builds[0].name, got, append(want, make([]string, at+1)...)[at])
	}
	return ""
}

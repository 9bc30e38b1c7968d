package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// receiptMagic opens a receipt: a recording and the answer that the core gave to it, as two frames.
const receiptMagic = "stile-receipt 1\n"

// writeReceipt writes through a temporary file beside the target, so that a reader never sees half of one.
func writeReceipt(file string, rec *fact.Recording, reply *fact.Reply) error {
	b := fact.AppendFrame([]byte(receiptMagic), rec.Append(nil))
	b = fact.AppendFrame(b, (&fact.Answer{Reply: reply}).JSON(nil))
	tmp, err := os.CreateTemp(filepath.Dir(file), ".stile-receipt-*")
	if err == nil {
		defer os.Remove(tmp.Name())
		_, err = tmp.Write(b)
		err = errors.Join(err, tmp.Close())
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("writing the receipt %s: %v", file, pathless(err))
	}
	return nil
}

// replay judges a receipt's facts again and compares the reply with the recorded one.
func (c *call) replay() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	file := p.operands[0]
	b, err := readUpTo(file, maxReceipt)
	if err != nil {
		return c.notAsked("no-receipt", fmt.Sprintf("reading the receipt: %v", err))
	}
	body, ok := bytes.CutPrefix(b, []byte(receiptMagic))
	frames, whole := fact.Frames(body, 2)
	if !ok || !whole {
		return c.notAsked("bad-receipt", fmt.Sprintf("%s is not a receipt, or not all of one", file))
	}
	rec, why := fact.ParseRecording(frames[0])
	recorded, read := core.ParseAnswer(frames[1])
	if why != "" || !read || recorded.Reply == nil {
		return c.notAsked("bad-receipt", fmt.Sprintf("%s is damaged", file))
	}
	code, sound := codeOf(rec.Header.Verb, recorded.Reply)
	if !sound {
		return c.notAsked("bad-receipt", fmt.Sprintf("%s is damaged: its reply has the verdict %q and the code %d", file, recorded.Reply.Verdict, recorded.Reply.Code))
	}
	judge, version := c.core, core.Version
	if p.has("module") {
		var opened bool
		if judge, opened = c.other(p.get("module")); !opened {
			return exitNotAsked
		}
		if judge.Module != c.core.Module {
			version = "" // a module does not say of which version it is
		}
	}
	again, err := judge.Eval(frames[0])
	switch {
	case err != nil && p.has("module"):
		return c.notAsked("bad-module", fmt.Sprintf("judging by %s: %v", p.get("module"), err))
	case err != nil:
		return c.notAsked("internal-fault", fmt.Sprintf("asking the core: %v", err))
	}
	answer, ok := core.ParseAnswer(again)
	if !ok || answer.Reply == nil {
		return c.notAsked("replay-differs", "the facts of the receipt no longer lead to a reply")
	}
	// Whose verdict and code are those of a sound reply is sound itself.
	d := compare(recorded.Reply, answer.Reply)
	if d.grave || d.says != "" && sameBytes(&rec.Header, judge.Module, version) {
		return c.notAsked("replay-differs", "the reply is not the recorded one: "+d.says)
	}
	stdout, stderr := answer.Reply.Stdout, answer.Reply.Stderr
	if judge.Module != c.core.Module {
		// Receipt and module may be of one hand, and then agree on anything.
		stdout, stderr = printable(stdout), printable(stderr)
	}
	judged := answer.Reply.Verdict != ""
	if judged || !p.has("json") {
		c.print(stdout)
	}
	c.printErr(stderr)
	if d.says != "" {
		c.warn("note: another core made the receipt, and its reply differs: " + d.says)
	}
	if !judged {
		return c.notAsked("not-judged", "nothing was judged there, so there is no verdict")
	}
	return code
}

// printable is text of a core that is not this program's: what it prints moves no cursor.
func printable(s string) string { return string(scan.CleanText([]byte(s))) }

// codeOf is the exit code of a verdict, whatever the verb: to the harness the same verdict had the code of its row. It
// reports too whether a reply of that verb can have been given by a core at all.
func codeOf(verb string, r *fact.Reply) (code int, sound bool) {
	switch check.Verdict(r.Verdict) {
	case check.Green:
		code = exitGreen
	case check.Red:
		code = exitRed
	case check.Unproven:
		code = exitUnproven
	case "":
		code = exitNotAsked
	default:
		return exitNotAsked, false
	}
	if verb == "gate-hook" {
		return code, r.Code >= exitGreen && r.Code <= exitUnproven
	}
	return code, r.Code == code
}

const (
	// maxReceipt is the size of a file that is still taken for a receipt, in bytes: a recording, and a reply to it, which
	// is the shorter.
	maxReceipt = 2 * fact.MaxRecording
	// maxModule is that of one that is taken for a module. Standard Go's build has two million.
	maxModule = 64 << 20
)

// other opens the core that a file holds; false after it has said why that cannot be.
func (c *call) other(file string) (host.Core, bool) {
	if c.open == nil {
		c.notAsked("usage", "this build judges by the core compiled into it; `stile-wasm replay` takes --module")
		return host.Core{}, false
	}
	b, err := readUpTo(file, maxModule)
	if err != nil {
		c.notAsked("no-module", fmt.Sprintf("reading the module: %v", err))
		return host.Core{}, false
	}
	opened, err := c.open(b)
	if err != nil {
		c.notAsked("bad-module", fmt.Sprintf("judging by %s: %v", file, err))
		return host.Core{}, false
	}
	return opened, true
}

// readUpTo reads a file of at most limit bytes.
func readUpTo(file string, limit int64) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		return nil, fmt.Errorf("%s has more than the %d bytes that it may have", file, limit)
	}
	return b, err
}

// sameBytes reports whether the core that judges now promises the bytes of the one that recorded: it is the same module,
// or one of the two is native and both are of one version. Any other promises the verdict and its code.
func sameBytes(recorded *fact.Header, module, version string) bool {
	if recorded.Module != "" && module != "" {
		return recorded.Module == module
	}
	return version != "" && recorded.Core == version
}

// A difference is the first thing in which two replies to the same facts differ, none when says is empty. A grave one
// is in what every core promises.
type difference struct {
	says  string
	grave bool
}

func compare(old, now *fact.Reply) difference {
	switch {
	case old.Verdict != now.Verdict:
		return difference{fmt.Sprintf("verdict, %q then and %q now", old.Verdict, now.Verdict), true}
	case old.Code != now.Code:
		return difference{fmt.Sprintf("code, %d then and %d now", old.Code, now.Code), true}
	case old.Answer != now.Answer:
		return difference{says: fmt.Sprintf("answer, %q then and %q now", old.Answer, now.Answer)}
	case old.Stdout != now.Stdout:
		return difference{says: "stdout, " + firstDifference(old.Stdout, now.Stdout)}
	case old.Stderr != now.Stderr:
		return difference{says: "stderr, " + firstDifference(old.Stderr, now.Stderr)}
	case !slices.Equal(old.Writes, now.Writes):
		return difference{says: "writes"}
	}
	return difference{}
}

func firstDifference(a, b string) string {
	line, col := 1, 1
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if col++; a[i] == '\n' {
			line, col = line+1, 1
		}
	}
	return fmt.Sprintf("line %d, column %d", line, col)
}

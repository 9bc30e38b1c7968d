package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/fact"
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
	b, err := os.ReadFile(file)
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
	again, err := c.core.Eval(frames[0])
	if err != nil {
		return c.notAsked("internal-fault", fmt.Sprintf("asking the core: %v", err))
	}
	answer, ok := core.ParseAnswer(again)
	if !ok || answer.Reply == nil {
		return c.notAsked("replay-differs", "the facts of the receipt no longer lead to a reply")
	}
	if d := difference(rec.Header.Core, recorded.Reply, answer.Reply); d != "" {
		return c.notAsked("replay-differs", d)
	}
	c.print(answer.Reply.Stdout)
	c.printErr(answer.Reply.Stderr)
	return answer.Reply.Code
}

// difference names the first thing in which two replies to the same facts differ. Another version of the core
// promises the same verdict; the same bytes are promised by the version that recorded them.
func difference(version string, old, now *fact.Reply) string {
	switch {
	case old.Verdict != now.Verdict:
		return fmt.Sprintf("the verdict was %q and is %q now", old.Verdict, now.Verdict)
	case old.Code != now.Code:
		return fmt.Sprintf("the code was %d and is %d now", old.Code, now.Code)
	case version != core.Version:
		return ""
	case old.Stdout != now.Stdout:
		return "stdout differs from the recorded one at " + firstDifference(old.Stdout, now.Stdout)
	case old.Stderr != now.Stderr:
		return "stderr differs from the recorded one at " + firstDifference(old.Stderr, now.Stderr)
	}
	return ""
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

package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

const (
	agentsFile  = "AGENTS.md"
	blockBegin  = "<!-- stile:verify:begin -->"
	blockEnd    = "<!-- stile:verify:end -->"
	agentsBlock = blockBegin + `

## Before crossing a green gate

When ` + "`stile check`" + ` is green and the work is to be handed over, run ` + "`stile verify`" + ` and
follow the text it prints. It asks whether the code that the conformance tables cite
does what their rules ask. The findings go to ` + "`stile/verify-findings.md`" + `, for the owner
to read. It is not the gate: it moves no verdict and no exit code.

` + blockEnd + `
`
	maxAgents = 1 << 20 // bytes of an AGENTS.md that the block is offered for
)

// An agentsEdit is what the block makes of a project's AGENTS.md. target is the file behind links; old is nil where
// there is none.
type agentsEdit struct {
	target   string
	mode     fs.FileMode
	old      []byte
	addition string
}

var (
	errHasBlock = errors.New("the block is there already")
	errNoPlace  = errors.New("no block is offered")
)

// planBlock reads the AGENTS.md of dir and writes nothing. The error is errHasBlock, or says why none can be offered.
func planBlock(dir string) (*agentsEdit, error) {
	e := &agentsEdit{target: filepath.Join(dir, agentsFile), mode: 0o644, addition: agentsBlock}
	if _, err := os.Lstat(e.target); errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	root, err := filepath.EvalSymlinks(dir)
	real, realErr := filepath.EvalSymlinks(e.target)
	if err = cmp.Or(err, realErr); err != nil {
		return nil, fmt.Errorf("%w: following %s: %v", errNoPlace, agentsFile, pathless(err))
	}
	if rel, err := filepath.Rel(root, real); err != nil || !filepath.IsLocal(rel) {
		return nil, fmt.Errorf("%w: %s leads out of the project", errNoPlace, agentsFile)
	}
	info, err := os.Stat(real)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxAgents {
		return nil, fmt.Errorf("%w: %s is no file, or a large one", errNoPlace, agentsFile)
	}
	e.target, e.mode = real, info.Mode().Perm()
	if e.old, err = os.ReadFile(real); err != nil {
		return nil, fmt.Errorf("%w: reading %s: %v", errNoPlace, agentsFile, pathless(err))
	}
	switch {
	case !utf8.Valid(e.old):
		return nil, fmt.Errorf("%w: %s is not UTF-8", errNoPlace, agentsFile)
	case bytes.Contains(e.old, []byte(blockBegin)):
		return nil, errHasBlock
	}
	e.addition = joining(e.old) + agentsBlock
	if last := bytes.LastIndexByte(e.old, '\n'); last > 0 && e.old[last-1] == '\r' {
		e.addition = strings.ReplaceAll(e.addition, "\n", "\r\n")
	}
	return e, nil
}

// joining is what lets the block begin behind an empty line.
func joining(old []byte) string {
	text := strings.ReplaceAll(string(old), "\r\n", "\n")
	switch {
	case text == "" || strings.HasSuffix(text, "\n\n"):
		return ""
	case strings.HasSuffix(text, "\n"):
		return "\n"
	}
	return "\n\n"
}

// offerBlock offers the block where somebody can be asked, and reports whether it was written.
func (c *call) offerBlock(dir string) bool {
	e, err := planBlock(dir)
	switch {
	case errors.Is(err, errHasBlock):
		return false
	case err != nil:
		c.warn(err.Error())
		return false
	case !isTerminal(c.stdin) || !isTerminal(c.stdout):
		c.print("in a terminal, stile init --tables also offers a block for " + agentsFile + " that names stile verify\n")
		return false
	case !e.ask(c.stdin, c.stdout):
		c.print("not written: " + agentsFile + "\n")
		return false
	}
	if err := e.write(); err != nil {
		c.warn(fmt.Sprintf("writing %s: %v", agentsFile, pathless(err)))
		return false
	}
	c.print("wrote " + agentsFile + "\n")
	return true
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// ask shows the block and reads one line. Anything but a yes is a no.
func (e *agentsEdit) ask(in io.Reader, out io.Writer) bool {
	what := "at the end of " + agentsFile
	if e.old == nil {
		what = "into a new " + agentsFile
	}
	fmt.Fprintf(out, "\nThis block can be written %s, so that an agent knows of the advisory second look:\n\n", what)
	for line := range strings.Lines(agentsBlock) {
		io.WriteString(out, strings.TrimRight("  "+line, " \n")+"\n")
	}
	fmt.Fprintf(out, "\nWrite it? [y/N] ")
	answer, err := bufio.NewReader(io.LimitReader(in, 256)).ReadString('\n')
	if err != nil {
		io.WriteString(out, "\n")
		return false
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true
	}
	return false
}

// write adds the block in one step: whoever reads the file finds it as it was or as it is shown. A file that has
// changed since it was read is left alone.
func (e *agentsEdit) write() error {
	if e.old == nil {
		return writeNew(e.target, []byte(e.addition))
	}
	now, err := os.ReadFile(e.target)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, e.old) {
		return errors.New("it has changed meanwhile and was left alone")
	}
	f, err := os.CreateTemp(filepath.Dir(e.target), ".stile-*")
	if err != nil {
		return err
	}
	_, err = f.Write(append(bytes.Clone(e.old), e.addition...))
	err = errors.Join(err, f.Chmod(e.mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), e.target)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

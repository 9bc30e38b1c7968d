package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// onTerminal runs the program with a terminal as its stdin and stdout, on which this was typed. It returns what the
// terminal showed, without what was typed.
func onTerminal(t *testing.T, typed string, args ...string) (code int, shown, errs string) {
	t.Helper()
	keyboard, screen := terminal(t, typed)
	defer keyboard.Close()
	done := make(chan string)
	go func() {
		var b bytes.Buffer
		_, _ = b.ReadFrom(keyboard) // ends with EIO when the last one who has the terminal open closes it
		done <- b.String()
	}()
	var e bytes.Buffer
	code = Run(args, nil, screen, screen, &e)
	screen.Close()
	return code, strings.ReplaceAll(<-done, "\r\n", "\n"), e.String()
}

// terminal opens a terminal that does not show what is typed, and types.
func terminal(t *testing.T, typed string) (keyboard, screen *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	if err := unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	n, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	mode, err := unix.IoctlGetTermios(int(screen.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	mode.Lflag &^= unix.ECHO
	if err := unix.IoctlSetTermios(int(screen.Fd()), unix.TCSETS, mode); err != nil {
		t.Fatal(err)
	}
	if _, err := keyboard.WriteString(typed); err != nil {
		t.Fatal(err)
	}
	return keyboard, screen
}

func TestInitTablesOffersTheBlock(t *testing.T) {
	const question = "\nWrite it? [y/N] "
	dir := lay(t, "-- README.md --\nx\n-- AGENTS.md --\ntext\n")
	agents := func() string {
		b, _ := os.ReadFile(filepath.Join(dir, agentsFile))
		return string(b)
	}

	code, shown, errs := onTerminal(t, "\n", "init", "--tables", "-C", dir)
	if code != exitGreen || errs != "" || !strings.HasSuffix(shown, question+"not written: AGENTS.md\n") || agents() != "text\n" {
		t.Errorf("no: code %d, %q\n%s\n%q", code, errs, shown, agents())
	}
	if !strings.Contains(shown, "\n  "+blockBegin+"\n") || !strings.Contains(shown, "at the end of AGENTS.md") {
		t.Errorf("not shown:\n%s", shown)
	}

	// The table is there by now; the block is still offered.
	code, shown, errs = onTerminal(t, "y\n", "init", "--tables", "-C", dir)
	if code != exitGreen || !strings.HasSuffix(errs, "stile: no table was written\n") || !strings.HasSuffix(shown, question+"wrote AGENTS.md\n") ||
		agents() != "text\n\n"+agentsBlock {
		t.Errorf("yes: code %d, %q\n%s\n%q", code, errs, shown, agents())
	}

	code, shown, errs = onTerminal(t, "y\n", "init", "--tables", "-C", dir)
	if code != exitNotAsked || strings.Contains(shown, question) || agents() != "text\n\n"+agentsBlock {
		t.Errorf("again: code %d, %q\n%s\n%q", code, errs, shown, agents())
	}
}

// Both streams have to be a terminal: nobody is asked whose answer is not typed, or who does not see the question.
func TestInitTablesAsksOnATerminalOnly(t *testing.T) {
	keyboard, screen := terminal(t, "y\n")
	defer keyboard.Close()
	defer screen.Close()
	dir := t.TempDir()
	var out, errs bytes.Buffer
	Run([]string{"init", "--tables", "-C", dir}, nil, screen, &out, &errs)
	if !strings.HasSuffix(out.String(), "\nin a terminal, stile init --tables also offers a block for AGENTS.md that names stile verify\n") {
		t.Errorf("%s", out.String())
	}
	if code := Run([]string{"init", "--tables", "-C", dir}, nil, strings.NewReader("y\n"), screen, &errs); code != exitNotAsked {
		t.Errorf("code %d", code)
	}
	if _, err := os.Lstat(filepath.Join(dir, agentsFile)); err == nil {
		t.Error("the block was written")
	}
}

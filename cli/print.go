package cli

import (
	"io"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// Rules of what is printed: stdout carries one document or nothing. Messages go to stderr, begin with
// "stile: ", have no capital and no full stop; a hint is a line of its own that names the next command. A message
// may quote a name or a line that somebody else chose, so each is cleaned here: nothing in it moves the cursor.

func (c *call) print(s string) { io.WriteString(c.stdout, s) }

func (c *call) warn(s string) { warn(c.stderr, s) }

func (c *call) hint(s string) { warn(c.stderr, "hint: "+s) }

func warn(out io.Writer, s string) { io.WriteString(out, "stile: "+scan.CleanLine(s)+"\n") }

// usage says in one sentence what was wrong with the command line.
func (c *call) usage(message, next string) int {
	c.notAsked("usage", message)
	c.hint(next)
	return exitNotAsked
}

// notAsked says why a question could not be asked; with --json the document has the stable code word.
func (c *call) notAsked(code, message string) int {
	c.warn(message)
	for _, a := range c.args {
		if a == "--json" || a == "-json" {
			w := &fact.JSON{}
			w.Object().Key("stile").Int(1).Key("code").String(code).Key("message").String(scan.CleanLine(message)).EndObject()
			c.print(string(w.Bytes()) + "\n")
			break
		}
	}
	return exitNotAsked
}

// printErr prints text that already has its final form.
func (c *call) printErr(s string) { io.WriteString(c.stderr, s) }

package host

import (
	"strings"

	"github.com/stile-gate/stile/core/check"
)

// outputs are the globs that take paths out of a digest, prepared so that a tree of 100,000 files asks
// check.Match only about the few paths that may match at all.
type outputs []outputGlob

type outputGlob struct {
	text   string
	prefix string // literal directories that every match begins with, "" or ending in a slash
	suffix string // literal end of every match that no directory above it has settled
	tree   string // for TREE/**: the glob of the directories that go as a whole
	all    bool
}

func newOutputs(globs []string) outputs {
	list := make(outputs, 0, len(globs))
	for _, text := range globs {
		g := outputGlob{text: text, all: strings.ReplaceAll(text+"/", "**/", "") == ""}
		last := text
		if tree, ok := strings.CutSuffix(text, "/**"); ok {
			g.tree, last = tree, tree
		}
		literal := last
		if meta := strings.IndexAny(last, "*?["); meta >= 0 {
			literal = last[:meta]
		}
		g.prefix = literal[:strings.LastIndexByte(literal, '/')+1]
		last = last[strings.LastIndexByte(last, '/')+1:]
		g.suffix = last[strings.LastIndexAny(last, "*?]")+1:]
		list = append(list, g)
	}
	return list
}

// below gives the globs that can match under dir (which ends in a slash); all: everything there is an output.
func (o outputs) below(dir string) (rest outputs, all bool) {
	keep := len(o)
	for i := range o {
		g := &o[i]
		if g.all || g.tree != "" && check.Match(g.tree, dir[:len(dir)-1]) {
			return nil, true
		}
		if !g.under(dir) {
			keep--
		}
	}
	if keep == len(o) {
		return o, false
	}
	rest = make(outputs, 0, keep)
	for i := range o {
		if o[i].under(dir) {
			rest = append(rest, o[i])
		}
	}
	return rest, false
}

func (g *outputGlob) under(dir string) bool {
	return strings.HasPrefix(dir, g.prefix) || strings.HasPrefix(g.prefix, dir)
}

// match reports whether a glob names path; the directories above it have been asked already.
func (o outputs) match(path string) bool {
	for i := range o {
		g := &o[i]
		if g.all || strings.HasSuffix(path, g.suffix) && strings.HasPrefix(path, g.prefix) && check.Match(g.text, path) {
			return true
		}
	}
	return false
}

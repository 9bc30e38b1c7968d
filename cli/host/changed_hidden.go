package host

import (
	"os"
	"path/filepath"
	"strings"
)

// lfs are the values that git lfs install writes (git-lfs 3). Its filter keeps an edit an edit.
var lfs = map[string]bool{"git-lfs clean -- %f": true, "git-lfs filter-process": true}

// hidden says what in the repository's own files makes git take an edited path for an unchanged one, "" for
// nothing: marks in the index (git-ls-files(1), git 2.39: -v shows assume-unchanged in lower case and skip-worktree
// as S), attributes that no commit shows, and programs that rewrite a file before it is compared.
func (g *gitAsk) hidden() (why string) {
	filtered := "git could not be asked"
	aside := beside(func() { filtered = g.filters() })
	marked := g.marks()
	<-aside
	switch {
	case marked != "":
		return marked
	case filtered != "":
		return filtered
	}
	return g.attributes()
}

func (g *gitAsk) marks() (why string) {
	list, ok := g.ask("ls-files", "-z", "-v")
	if !ok {
		return "git could not list the index"
	}
	for begins, i := true, 0; i < len(list); i++ {
		if c := list[i]; begins && (c == 'S' || 'a' <= c && c <= 'z') {
			return "the index has paths marked as unchanged or left out of the working tree"
		}
		begins = list[i] == 0
	}
	return ""
}

// filters relies on git's exit code 1 for "no such key" leaving an empty answer.
func (g *gitAsk) filters() (why string) {
	list, _ := g.ask("config", "-z", "--get-regexp", `^filter\..*\.(clean|process)$`)
	for entry := range strings.SplitSeq(string(list), "\x00") {
		if _, value, _ := strings.Cut(entry, "\n"); value != "" && !lfs[value] {
			return "git's configuration has a filter program"
		}
	}
	return ""
}

func (g *gitAsk) attributes() (why string) {
	common := commonDir(g.root)
	if common == "" {
		return "git's own directory cannot be found"
	}
	name := filepath.Join(common, "info", "attributes")
	info, err := os.Lstat(name)
	if os.IsNotExist(err) {
		return ""
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxAttributes {
		return "git's info/attributes cannot be read"
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "git's info/attributes cannot be read"
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return "git's info/attributes names attributes of its own"
		}
	}
	return ""
}

const maxAttributes = 1 << 20

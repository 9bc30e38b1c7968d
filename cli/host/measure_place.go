package host

import (
	"os"
	"path/filepath"
	"strings"
)

// A place is where a check runs: the real paths of the root, of its project and of its working directory.
// What is apart, relative to the root, is outside.
type place struct {
	root, project, dir string
	apart              []string
}

// findPlace resolves every link first: what counts is where a directory really is, not how it is spelled.
func findPlace(root, project, cwd string, apart ...string) (p place, ok bool) {
	p.apart = apart
	if p.root, ok = realDirectory(root); !ok {
		return p, false
	}
	for _, step := range []struct {
		from *string
		rel  string
		to   *string
	}{
		{&p.root, project, &p.project},
		{&p.project, cwd, &p.dir},
	} {
		rel := filepath.FromSlash(step.rel)
		if filepath.IsAbs(rel) || filepath.VolumeName(rel) != "" || strings.HasPrefix(step.rel, "/") {
			return p, false
		}
		if *step.to, ok = realDirectory(filepath.Join(*step.from, rel)); !ok || !p.holds(*step.to) {
			return p, false
		}
	}
	return p, true
}

// holds reports whether a real path is the root or below it, in no tree of its own.
func (p *place) holds(real string) bool {
	rel, err := filepath.Rel(p.root, real)
	return err == nil && filepath.IsLocal(rel) && !within(filepath.ToSlash(rel), p.apart)
}

func realDirectory(dir string) (string, bool) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", false
	}
	info, err := os.Stat(real)
	return real, err == nil && info.IsDir()
}

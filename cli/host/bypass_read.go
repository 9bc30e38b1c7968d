package host

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/line"
)

const maxBypasses = 10_000 // logs read

// Bypasses returns the lines of every project's log below root in the order of their times, as they lie there:
// whoever can write to the tree can write a line. One without a time, torn or foreign, stays behind the one before
// it. A directory without a stile.json is no project, whatever lies in it.
func Bypasses(root string) []string {
	type entry struct{ at, text string }
	var all []entry
	for _, p := range bypassLogs(root) {
		b, _, err := readTail(p, maxBypass)
		if err != nil {
			continue
		}
		at := ""
		for text := range strings.SplitSeq(string(b), "\n") {
			if text == "" {
				continue
			}
			if t, _ := line.CutTime(text); t != "" {
				at = t
			}
			all = append(all, entry{at, text})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return strings.Compare(a.at, b.at) })
	lines := make([]string, len(all))
	for i := range all {
		lines[i] = all[i].text
	}
	return lines
}

func bypassLogs(root string) []string {
	var files []string
	_ = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || len(files) >= maxBypasses:
			return nil
		case d.IsDir() && strings.EqualFold(d.Name(), ".git"):
			return fs.SkipDir
		case d.Type().IsRegular() && strings.HasSuffix(p, ".log"):
			project, ok := strings.CutSuffix(filepath.ToSlash(filepath.Dir(p)), "/"+path.Clean(line.BypassDir))
			if ok && holdsPolicy(filepath.FromSlash(project)) {
				files = append(files, p)
			}
		}
		return nil
	})
	return files
}

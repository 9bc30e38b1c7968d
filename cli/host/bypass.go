package host

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stile-gate/stile/core/fact"
)

const (
	bypassDir  = "stile/bypass"
	maxBypass  = 1 << 20 // bytes read of one log
	maxBypassN = 10_000  // logs read
)

// AppendLine adds one dated line to the project's committed log of this day and session. project is relative to
// root. once "turn" always writes (the core has decided that it is due); once "day" writes unless the file already
// holds the line with another time. Links may not lead outside root, and the log itself may be none.
func AppendLine(root, project, line string, now time.Time, session, once string) fact.Appended {
	name := path.Join(filepath.ToSlash(project), bypassDir, now.UTC().Format("2006-01-02")+"-"+sessionWord(session)+".log")
	out := fact.Appended{Outcome: "written", Path: name}
	already, err := appendLine(root, name, dated(line, now), once == "day")
	switch {
	case err != nil:
		out.Outcome, out.Why = "failed", insideWhy(err)
	case already:
		out.Outcome = "already"
	}
	return out
}

// sessionWord is how a session is named in lines and file names: the first 12 hex of its id's sha256.
func sessionWord(session string) string {
	if session == "" {
		return "none"
	}
	return fact.Sum([]byte(session))[:12]
}

func appendLine(root, name, line string, once bool) (already bool, err error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return false, err
	}
	defer r.Close()
	if err := r.MkdirAll(path.Dir(name), 0o755); err != nil {
		return false, err
	}
	if info, err := r.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return false, errNotRegular
	}
	f, err := r.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	old, err := readLog(f)
	if err != nil {
		return false, err
	}
	if once && hasLine(old, line) {
		return true, nil
	}
	entry := line + "\n"
	if len(old) > 0 && old[len(old)-1] != '\n' {
		entry = "\n" + entry
	}
	if _, err := f.WriteString(entry); err != nil {
		return false, err
	}
	return false, f.Sync()
}

// readLog reads the end of an open log.
func readLog(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-maxBypass), maxBypass))
	return b, err
}

// hasLine reports whether a log holds line under any time.
func hasLine(log []byte, line string) bool {
	want := line[len(stampForm):]
	for l := range bytes.SplitSeq(log, []byte{'\n'}) {
		if s := string(l); stampOf(s) != "" && s[len(stampForm):] == want {
			return true
		}
	}
	return false
}

// insideWhy names what kept a path inside the root from being written.
func insideWhy(err error) string {
	if why := briefly(err); !strings.Contains(why, "escapes") {
		return why
	}
	return "a link leads outside the root"
}

// Bypasses returns the lines of every project's log below root in the order of their times. A line without a time,
// torn or foreign, stays behind the one before it.
func Bypasses(root string) []string {
	var files []string
	_ = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || len(files) >= maxBypassN:
			return nil
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.Type().IsRegular() && strings.HasSuffix(p, ".log") && strings.HasSuffix(filepath.ToSlash(filepath.Dir(p)), "/"+bypassDir):
			files = append(files, p)
		}
		return nil
	})
	type entry struct{ stamp, line string }
	var all []entry
	for _, p := range files {
		b, _, err := readTail(p, maxBypass)
		if err != nil {
			continue
		}
		stamp := ""
		for line := range strings.SplitSeq(string(b), "\n") {
			if line == "" {
				continue
			}
			if t := stampOf(line); t != "" {
				stamp = t
			}
			all = append(all, entry{stamp, line})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return strings.Compare(a.stamp, b.stamp) })
	lines := make([]string, len(all))
	for i := range all {
		lines[i] = all[i].line
	}
	return lines
}

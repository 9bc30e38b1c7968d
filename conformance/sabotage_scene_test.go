package conformance

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A scene is one checkout of the reference: root is the project, above the directory that holds it, outside one that
// the project does not hold.
type scene struct{ root, above, outside string }

// referenceFiles are the files of the reference, read once.
var referenceFiles = sync.OnceValues(func() (map[string][]byte, error) {
	files := map[string][]byte{}
	top := filepath.Join(sabotageDir, "reference")
	err := filepath.WalkDir(top, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(top, p)
		if err == nil {
			files[rel], err = os.ReadFile(p)
		}
		return err
	})
	return files, err
})

func newScene(t *testing.T, in string) *scene {
	t.Helper()
	files, err := referenceFiles()
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files of the reference (%v)", len(files), err)
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{above: filepath.Join(base, "above"), outside: filepath.Join(base, "outside")}
	if in == "" {
		in = "project"
	}
	s.root = filepath.Join(s.above, filepath.FromSlash(in))
	t.Cleanup(func() { _ = os.Chmod(s.above, 0o755) })
	for name, b := range files {
		if err := put(filepath.Join(s.root, name), b); err != nil {
			t.Fatal(err)
		}
	}
	// What a link out could be taken for.
	err = errors.Join(put(filepath.Join(s.outside, "table.md"), files[filepath.Join("docs", "conformance.md")]),
		put(filepath.Join(s.outside, "src", "mask.go"), files[filepath.Join("packages", "mask", "src", "mask.go")]))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func put(path string, b []byte) error {
	mode := fs.FileMode(0o644)
	if bytes.HasPrefix(b, []byte("#!")) {
		mode = 0o755
	}
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, b, mode))
}

func (s *scene) apply(t *testing.T, edits []edit) {
	t.Helper()
	for _, e := range edits {
		if err := s.one(&e); err != nil {
			t.Fatalf("%s %s: %v", e.Op, e.Path, err)
		}
	}
}

// fill puts the scene's directories into a text.
func (s *scene) fill(text string) string {
	return strings.NewReplacer("{root}", s.root, "{outside}", s.outside, "{above}", s.above).Replace(text)
}

// place is where a path of an edit is.
func (s *scene) place(path string) string {
	path = filepath.FromSlash(s.fill(path))
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.root, path)
}

// changes are the edits that make a file's text another.
var changes = map[string]func(e *edit, text string) (string, error){
	"append":  func(e *edit, text string) (string, error) { return text + e.Text, nil },
	"prepend": func(e *edit, text string) (string, error) { return e.Text + text, nil },
	"swap": func(e *edit, text string) (string, error) {
		if e.Path != "*" && !strings.Contains(text, e.Old) {
			return "", fmt.Errorf("%q does not stand there", e.Old)
		}
		return strings.ReplaceAll(text, e.Old, e.Text), nil
	},
	"replace": func(e *edit, text string) (string, error) {
		if n := strings.Count(text, e.Old); n != 1 {
			return "", fmt.Errorf("%q stands there %d times", e.Old, n)
		}
		return strings.Replace(text, e.Old, e.Text, 1), nil
	},
}

func (s *scene) one(e *edit) error {
	path := s.place(e.Path)
	if change := changes[e.Op]; change != nil {
		if e.Path != "*" {
			return alter(path, e, change)
		}
		return filepath.WalkDir(s.root, func(p string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			return alter(p, e, change)
		})
	}
	switch e.Op {
	case "write":
		return put(path, []byte(s.fill(e.Text)))
	case "delete":
		if _, err := os.Lstat(path); err != nil {
			return err
		}
		return os.RemoveAll(path)
	case "rename":
		return errors.Join(os.MkdirAll(filepath.Dir(s.place(e.To)), 0o755), os.Rename(path, s.place(e.To)))
	case "copy":
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return put(s.place(e.To), b)
	case "link":
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.Symlink(s.fill(e.To), path))
	case "mode":
		m, err := strconv.ParseUint(e.Text, 8, 9)
		if err != nil {
			return err
		}
		return os.Chmod(path, fs.FileMode(m))
	case "dir":
		return os.MkdirAll(path, 0o755)
	case "pin":
		return s.pin(e.Path)
	}
	return errors.New("no such edit")
}

func alter(path string, e *edit, change func(e *edit, text string) (string, error)) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text, err := change(e, string(b))
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// pin writes the sha256 that a pack has now into stile.json.
func (s *scene) pin(pack string) error {
	b, err := os.ReadFile(s.place(pack))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(b)
	return alter(s.place("stile.json"), &edit{}, func(_ *edit, text string) (string, error) {
		at := regexp.MustCompile(`("` + regexp.QuoteMeta(pack) + `", "sha256": ")[0-9a-f]{64}"`)
		if n := len(at.FindAllString(text, -1)); n != 1 {
			return "", fmt.Errorf("its pin stands in stile.json %d times", n)
		}
		return at.ReplaceAllString(text, "${1}"+hex.EncodeToString(sum[:])+`"`), nil
	})
}

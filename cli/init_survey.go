package cli

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A proposal is one check that init would write. kind says what it observes and lang whose: together they tell
// whether another file asks for the same again.
type proposal struct {
	id      string
	kind    string // test, lint, types, format, build
	lang    string // go, node, python, rust, java, make
	run     []string
	report  string
	timeout string
	cwd     string
	env     []string
	outputs []string
}

// A remark is one line of what init says it found.
type remark struct{ place, text string }

// survey is what init has seen of a project.
type survey struct {
	fsys    fs.FS
	files   []string // slash paths, sorted; bounded
	checks  []proposal
	remarks []remark
}

const (
	maxSeen     = 20_000  // files looked at
	maxDeep     = 8       // directories below the project
	maxLook     = 1 << 20 // bytes of one file
	maxNested   = 8       // projects of one language below the root
	maxRunLines = 20      // run lines told of one file
)

// skipped are directories that hold other people's files or a tool's own.
var skipped = map[string]bool{
	"node_modules": true, "vendor": true, "target": true, "build": true, "dist": true, "out": true, "testdata": true,
	"venv": true, "env": true, "site-packages": true, "third_party": true, "__pycache__": true,
}

// look runs every detector. Languages come first: a file that only repeats them adds nothing.
func look(fsys fs.FS) *survey {
	s := &survey{fsys: fsys}
	s.list()
	for _, find := range []func(*survey){
		findGo, findNode, findPython, findRust, findJava, findMake, findLefthook, findPreCommit, findWorkflows,
	} {
		find(s)
	}
	return s
}

func (s *survey) list() {
	_ = fs.WalkDir(s.fsys, ".", func(p string, d fs.DirEntry, err error) error {
		name := path.Base(p)
		switch {
		case err != nil:
			return nil
		case len(s.files) >= maxSeen:
			return fs.SkipAll
		case !d.IsDir():
			s.files = append(s.files, p)
		case p == "." || p == ".github" || p == ".github/workflows":
		case skipped[name] || strings.HasPrefix(name, ".") || strings.Count(p, "/") >= maxDeep:
			return fs.SkipDir
		}
		return nil
	})
	slices.Sort(s.files)
}

func (s *survey) has(name string) bool {
	_, found := slices.BinarySearch(s.files, name)
	return found
}

// any reports whether a file below dir has one of the forms of a test's name.
func (s *survey) any(dir string, is func(p string) bool) bool {
	for _, f := range s.files {
		if (dir == "." || strings.HasPrefix(f, dir+"/")) && is(f) {
			return true
		}
	}
	return false
}

// read returns a file's text, "" for one that is not there, not regular or too large.
func (s *survey) read(name string) string {
	if info, err := fs.Stat(s.fsys, name); err != nil || !info.Mode().IsRegular() || info.Size() > maxLook {
		return ""
	}
	f, err := s.fsys.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxLook))
	if err != nil {
		return ""
	}
	return string(b)
}

func (s *survey) say(place, text string) { s.remarks = append(s.remarks, remark{place, text}) }

// dirsOf lists the directories that hold one of the files, nearest first: the root alone where it has one.
func (s *survey) dirsOf(names ...string) []string {
	for _, n := range names {
		if s.has(n) {
			return []string{"."}
		}
	}
	return s.nested(names...)
}

// nested lists the outermost directories below the root that hold one of the files.
func (s *survey) nested(names ...string) []string {
	var dirs []string
	for _, f := range s.files {
		dir := path.Dir(f)
		if dir == "." || !slices.Contains(names, path.Base(f)) || !plainDir(dir) {
			continue
		}
		below := func(d string) bool { return dir == d || strings.HasPrefix(dir, d+"/") }
		if !slices.ContainsFunc(dirs, below) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	if len(dirs) > maxNested {
		s.say(dirs[maxNested], "not taken, nor what comes after it: more than "+fact.Itoa(maxNested)+" projects")
		dirs = dirs[:maxNested]
	}
	return dirs
}

// plainDir reports whether a directory can stand in a glob as it is.
func plainDir(dir string) bool { return !strings.ContainsAny(dir, `*?[]{}!\`) }

// place is where a check of dir runs, in stile.json's spelling: "" for the project's own directory.
func place(dir string) string {
	if dir == "." {
		return ""
	}
	return dir
}

// inside puts project-relative paths of a tool that works in dir before the project.
func inside(dir string, list ...string) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = p
		if dir != "." && !strings.HasPrefix(p, "**/") {
			out[i] = path.Join(dir, p)
		}
	}
	return out
}

// droppings keeps the globs of what a tool writes in dir, project-relative. A directory that is there and that no
// .gitignore names may hold sources under a tool's name: it stays inside the digest, at the price of reuse.
func (s *survey) droppings(dir string, globs ...string) []string {
	ignored := s.read(".gitignore") + "\n" + s.read(path.Join(dir, ".gitignore"))
	var out []string
	for _, g := range globs {
		top, _, below := strings.Cut(g, "/")
		info, err := fs.Stat(s.fsys, path.Join(dir, top))
		own := !below || strings.ContainsAny(top, "*") || strings.HasPrefix(top, ".") || top == "node_modules"
		if own || err != nil || !info.IsDir() || ignores(ignored, top) {
			out = append(out, g)
		}
	}
	return inside(dir, out...)
}

// ignores reports whether a .gitignore names a directory, in any of the usual spellings.
func ignores(gitignore, name string) bool {
	for line := range strings.SplitSeq(gitignore, "\n") {
		line = strings.TrimPrefix(strings.TrimSpace(line), "**/")
		line = strings.TrimSuffix(strings.TrimPrefix(line, "/"), "/**")
		if strings.TrimSuffix(strings.TrimSuffix(line, "/*"), "/") == name {
			return true
		}
	}
	return false
}

// add takes a check and gives it an id: its kind, and where that is taken its language or its directory too.
func (s *survey) add(p proposal) string {
	tries := []string{p.kind, p.kind + "-" + p.lang}
	if p.id != "" {
		tries = append([]string{p.id}, tries...)
	}
	if p.cwd != "" {
		tries = []string{p.kind + "-" + idOf(p.cwd), p.kind + "-" + p.lang + "-" + idOf(p.cwd)}
	}
	for n := int64(2); ; n++ {
		for _, id := range tries {
			if !s.taken(id) {
				p.id = id
				s.checks = append(s.checks, p)
				return id
			}
		}
		tries = []string{tries[0] + "-" + fact.Itoa(n)}
	}
}

func (s *survey) taken(id string) bool {
	return slices.ContainsFunc(s.checks, func(p proposal) bool { return p.id == id })
}

// covering is the id of a check of this kind and language, "" for none.
func (s *survey) covering(kind, lang string) string {
	for i := range s.checks {
		if p := &s.checks[i]; p.kind == kind && (lang == "" || p.lang == lang) {
			return p.id
		}
	}
	return ""
}

func idOf(dir string) string {
	b := []byte(strings.ToLower(dir))
	for i, c := range b {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && c != '.' {
			b[i] = '-'
		}
	}
	return string(b[:min(len(b), 40)])
}

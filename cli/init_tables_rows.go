package cli

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/table"
)

// An exampleRow is one row of the table that init writes; its cells hold ASCII alone.
type exampleRow struct{ rule, status, evidence, note string }

// exampleRules are the rules of examplePack in its order. A row is only written for what the tree bears out: where
// nothing can be cited there is no row, unless the rule must have one or there is a reason that is true.
var exampleRules = []struct {
	id   string
	cite func(*example, *survey) (evidence, reason string)
}{
	{"TESTS", (*example).citeTests},
	{"README", citeNamed("readme")},
	{"LICENSE", citeNamed("license", "licence", "copying", "unlicense")},
	{"CI", func(_ *example, s *survey) (string, string) { return fileRef(s.pipeline()), "" }},
	{"DECISIONS", (*example).citeRecord},
}

func (e *example) fill(s *survey) {
	e.findTests(s)
	e.findRecords(s)
	for _, r := range exampleRules {
		switch evidence, reason := r.cite(e, s); {
		case evidence != "":
			e.rows = append(e.rows, exampleRow{r.id, table.Applied, evidence, ""})
		case reason != "":
			e.rows = append(e.rows, exampleRow{r.id, table.NA, "", reason})
		default:
			e.left = append(e.left, r.id)
		}
	}
}

// findTests finds the checks that run tests, of a stile.json that is there by what counts them or by their name. Those
// that are due at every stop go before the others: a row is not measured while one of its checks is not due.
func (e *example) findTests(s *survey) {
	if e.policy == nil {
		for i := range s.checks {
			if s.checks[i].kind == "test" {
				e.tests = append(e.tests, s.checks[i].id)
			}
		}
		return
	}
	var later []string
	for i := range e.policy.Checks {
		k := &e.policy.Checks[i]
		switch {
		case !slices.Contains([]string{"go-test-json", "junit", "tap"}, k.Format) && !strings.HasPrefix(k.ID, "test"):
		case k.At == check.Points()[0] && len(k.When) == 0:
			e.tests = append(e.tests, k.ID)
		default:
			later = append(later, k.ID)
		}
	}
	if len(e.tests) == 0 {
		e.tests = later
	}
}

func (e *example) citeTests(*survey) (evidence, reason string) {
	if len(e.tests) == 0 {
		return "", "no check of stile.json is known to run tests"
	}
	refs := make([]string, len(e.tests))
	for i, id := range e.tests {
		refs[i] = table.CheckRef + ":" + id
	}
	return strings.Join(refs, "; "), ""
}

var documentEndings = []string{"", ".md", ".markdown", ".txt", ".rst", ".adoc", ".org", ".html"}

// citeNamed cites a document at the top of the project that has one of the names: the shortest, since others are
// translations and parts.
func citeNamed(names ...string) func(*example, *survey) (string, string) {
	return func(_ *example, s *survey) (string, string) {
		best := ""
		for _, f := range s.files {
			low := strings.ToLower(f)
			name := low[:strings.IndexAny(low+".", ".-")]
			if slices.Contains(names, name) && !strings.Contains(f, "/") && slices.Contains(documentEndings, path.Ext(low)) &&
				s.citable(f) && (best == "" || len(f) < len(best)) {
				best = f
			}
		}
		return fileRef(best), ""
	}
}

func fileRef(name string) string {
	if name == "" {
		return ""
	}
	return table.FileRef + ":" + name
}

// citable reports whether a path can stand in a cell as it is and names a file of the project's own that says something.
func (s *survey) citable(name string) bool {
	for _, c := range []byte(name) {
		if (c|' ' < 'a' || c|' ' > 'z') && (c < '-' || c > '9') && c != '_' {
			return false
		}
	}
	info, err := fs.Lstat(s.fsys, name)
	return err == nil && info.Mode().IsRegular() && strings.TrimSpace(s.read(name)) != ""
}

// pipelines are where other CI services than GitHub's look.
var pipelines = []string{
	".gitlab-ci.yml", ".circleci/config.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml", "Jenkinsfile",
	".travis.yml", ".woodpecker.yml", ".drone.yml", ".buildkite/pipeline.yml", ".cirrus.yml", "appveyor.yml",
}

// pipeline is the file that a CI service works by, "" for none: of GitHub's workflows one that looks at changes, the
// one that is named for it first.
func (s *survey) pipeline() string {
	best := ""
	for _, f := range s.files {
		ext := path.Ext(f)
		if path.Dir(f) != ".github/workflows" || ext != ".yml" && ext != ".yaml" || !s.citable(f) {
			continue
		}
		usual := slices.Contains([]string{"ci", "test", "tests", "build", "check", "checks", "main"}, strings.TrimSuffix(path.Base(f), ext))
		if strings.Contains(s.read(f), "pull_request") && (best == "" || usual) {
			best = f
		}
	}
	for _, f := range pipelines {
		if best == "" && s.citable(f) {
			best = f
		}
	}
	return best
}

// recordDirs are where decision records usually lie (adr-tools: doc/adr; MADR: docs/decisions).
var recordDirs = []string{"docs/adr", "doc/adr", "docs/adrs", "doc/adrs", "docs/decisions", "doc/decisions", "adr"}

// findRecords finds the directories that hold numbered records; those that a stile.json names count alone.
func (e *example) findRecords(s *survey) {
	if e.policy != nil && len(e.policy.ADRs) > 0 {
		e.adrs = e.policy.ADRs
		return
	}
	for _, dir := range recordDirs {
		if slices.ContainsFunc(s.files, func(f string) bool { return path.Dir(f) == dir && recordID(f) != "" }) {
			e.adrs = append(e.adrs, dir)
		}
	}
}

func recordID(file string) string {
	id, _ := table.IDOf(file)
	return id
}

// citeRecord cites the first accepted record whose number no other has.
func (e *example) citeRecord(s *survey) (evidence, reason string) {
	if len(e.adrs) == 0 {
		return "", "no directory of decision records was found (" + strings.Join(recordDirs[:2], ", ") + ", ...)"
	}
	bearers := map[string]int{}
	var records []string
	for _, f := range s.files {
		if slices.Contains(e.adrs, path.Dir(f)) && recordID(f) != "" {
			bearers[recordID(f)]++
			records = append(records, f)
		}
	}
	for _, f := range records {
		if bearers[recordID(f)] == 1 && s.accepted(f) {
			name := path.Base(f)
			name = name[strings.IndexAny(name, "0123456789"):]
			digits := strings.IndexFunc(name, func(r rune) bool { return r < '0' || r > '9' })
			return table.ADRRef + ":" + name[:digits], ""
		}
	}
	return "", "no accepted decision record was found in " + strings.Join(e.adrs, ", ")
}

func (s *survey) accepted(file string) bool {
	if info, err := fs.Lstat(s.fsys, file); err != nil || !info.Mode().IsRegular() {
		return false
	}
	a, ok := table.ParseADR(table.ReadADR(file, []byte(s.read(file))))
	return ok && a.Word == table.Accepted && !a.Template && len(a.Findings) == 0
}

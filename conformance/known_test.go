package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A known difference is a case that one build fails, by decision and for a time: conformance/known/BUILD.txt holds a
// line "CASE  reason  date" for each, where CASE is scripts/NAME or vectors/NAME. A listed case still runs and must
// still fail, so that no line outlives its reason. The files are absent while there is no difference, and that is how
// they are meant to be.
var knownLine = regexp.MustCompile(`^((?:scripts|vectors)/\S+)  (\S.*\S)  (\d{4}-\d\d-\d\d)$`)

// known gives the cases of one kind ("scripts" or "vectors") that the build is listed with, without the kind.
func known(dir, build, kind string, cases []string) (listed []string, faults []string) {
	file := filepath.Join(dir, build+".txt")
	src, err := os.ReadFile(file)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			faults = append(faults, err.Error())
		}
		return nil, faults
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(src), "\n"), "\n") {
		fault := func(why string) { faults = append(faults, fmt.Sprintf("%s:%d: %s", file, i+1, why)) }
		m := knownLine.FindStringSubmatch(line)
		if m == nil {
			fault("not CASE  reason  date")
			continue
		}
		of, name, _ := strings.Cut(m[1], "/")
		switch {
		case of != kind:
		case !slices.Contains(cases, name):
			fault("there is no case " + m[1])
		case slices.Contains(listed, name):
			fault(m[1] + " twice")
		default:
			listed = append(listed, name)
		}
	}
	return listed, faults
}

// knownTo is known for conformance/known itself; a fault there fails the test.
func knownTo(t *testing.T, build, kind string, cases []string) []string {
	t.Helper()
	listed, faults := known("known", build, kind, cases)
	for _, f := range faults {
		t.Error(f)
	}
	return listed
}

// unlisted are the faults of a case that nobody has listed it with: those it has, or that it has none any more.
func unlisted(listed bool, faults []string) []string {
	switch {
	case !listed:
		return faults
	case len(faults) == 0:
		return []string{"listed in known/, and passes"}
	}
	return nil
}

// TestKnownFilesNameBuilds: a file of a build that is none would be read by nobody.
func TestKnownFilesNameBuilds(t *testing.T) {
	files, err := filepath.Glob("known/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.ContainsFunc(builds, func(b build) bool { return f == filepath.Join("known", b.name+".txt") }) {
			t.Errorf("%s: no such build", f)
		}
	}
}

// TestKnownIsStrict: the list is a list of failures that exist, and of nothing else.
func TestKnownIsStrict(t *testing.T) {
	cases := []string{"a", "b"}
	for _, c := range []struct {
		text, kind string
		listed     []string
		fault      string
	}{
		{"scripts/a  rounds down  2026-11-30\n", "scripts", []string{"a"}, ""},
		{"scripts/a  rounds down  2026-11-30\n", "vectors", nil, ""},
		{"scripts/a  rounds down  2026-11-30\nvectors/b  not its colour  2026-11-30\n", "vectors", []string{"b"}, ""},
		{"scripts/c  rounds down  2026-11-30\n", "scripts", nil, "1: there is no case scripts/c"},
		{"scripts/a  one  2026-11-30\nscripts/a  two  2026-11-30\n", "scripts", []string{"a"}, "2: scripts/a twice"},
		{"scripts/a  rounds down\n", "scripts", nil, "1: not CASE  reason  date"},
		{"scripts/a  2026-11-30\n", "scripts", nil, "1: not CASE  reason  date"},
		{"a  rounds down  2026-11-30\n", "scripts", nil, "1: not CASE  reason  date"},
		{"\n", "scripts", nil, "1: not CASE  reason  date"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "twin.txt"), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		listed, faults := known(dir, "twin", c.kind, cases)
		got := strings.Join(faults, "; ")
		if !slices.Equal(listed, c.listed) || c.fault == "" && got != "" || !strings.HasSuffix(got, c.fault) {
			t.Errorf("%q for %s: listed %q, faults %q", c.text, c.kind, listed, got)
		}
	}
	if listed, faults := known(t.TempDir(), "twin", "scripts", cases); listed != nil || faults != nil {
		t.Errorf("no file: listed %q, faults %q", listed, faults)
	}
}

// TestKnownVectorMustStillFail: a difference that is gone is as red as a new one.
func TestKnownVectorMustStillFail(t *testing.T) {
	fault := []string{"code 1, want 0"}
	for _, c := range []struct {
		listed bool
		faults []string
		want   string
	}{
		{false, nil, ""}, {false, fault, fault[0]}, {true, fault, ""}, {true, nil, "listed in known/, and passes"},
	} {
		if got := strings.Join(unlisted(c.listed, c.faults), "; "); got != c.want {
			t.Errorf("listed %v with faults %q: %q, want %q", c.listed, c.faults, got, c.want)
		}
	}
}

// TestKnownScriptMustStillFail: the same of a script.
func TestKnownScriptMustStillFail(t *testing.T) {
	sound := script(t, "exits 0 0\nsilent\n")
	wrong := script(t, "exits 1 0\nsilent\n")
	for _, c := range []struct {
		files, listed []string
		want          map[string]string
	}{
		{[]string{sound}, nil, map[string]string{}},
		{[]string{wrong}, nil, map[string]string{"case": "code 0, want 1"}},
		{[]string{wrong}, []string{"case"}, map[string]string{}},
		{[]string{sound}, []string{"case"}, map[string]string{"case": "listed in known/, and passes"}},
	} {
		got := trial(params(c.files, broken, "", false), c.listed)
		if !slices.Equal(slices.Collect(maps.Keys(got)), slices.Collect(maps.Keys(c.want))) {
			t.Errorf("failed %q, want %q", got, c.want)
		}
		for name, why := range c.want {
			if !strings.Contains(got[name], why) {
				t.Errorf("said %q, want %q", got[name], why)
			}
		}
	}
}

func script(t *testing.T, src string) string {
	t.Helper()
	f := filepath.Join(t.TempDir(), "case.txtar")
	if err := os.WriteFile(f, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	return f
}

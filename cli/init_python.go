package cli

import (
	"path"
	"strings"
)

// pythonMarks give a Python project away; the order is the one in which they are named.
var pythonMarks = []string{"pyproject.toml", "setup.cfg", "setup.py", "pytest.ini", "tox.ini", "requirements.txt",
	"requirements-dev.txt", "Pipfile"}

// pytestMarks are the words that say that pytest is what the project tests with.
var pytestMarks = []struct{ file, word string }{
	{"pytest.ini", ""}, {".pytest.ini", ""}, {"conftest.py", ""}, {"tests/conftest.py", ""}, {"test/conftest.py", ""},
	{"pyproject.toml", "pytest"}, {"setup.cfg", "pytest"}, {"setup.py", "pytest"}, {"tox.ini", "pytest"},
	{"requirements.txt", "pytest"}, {"requirements-dev.txt", "pytest"}, {"Pipfile", "pytest"},
}

// pythonLocks name the tool whose environment holds the project's packages.
var pythonLocks = []struct {
	file string
	run  []string
}{
	{"uv.lock", []string{"uv", "run", "--frozen", "python"}},
	{"poetry.lock", []string{"poetry", "run", "python"}},
	{"pdm.lock", []string{"pdm", "run", "python"}},
	{"Pipfile.lock", []string{"pipenv", "run", "python"}},
}

func isPythonTest(f string) bool {
	b := path.Base(f)
	return strings.HasSuffix(b, ".py") && (strings.HasPrefix(b, "test_") || strings.HasSuffix(b, "_test.py"))
}

func findPython(s *survey) {
	dirs := s.dirsOf(pythonMarks...)
	if len(dirs) == 0 && s.any(".", isPythonTest) {
		dirs = []string{"."}
	}
	for _, dir := range dirs {
		findPythonIn(s, dir)
	}
}

func findPythonIn(s *survey, dir string) {
	mark := path.Join(dir, "tests")
	for _, m := range pythonMarks {
		if f := path.Join(dir, m); s.has(f) {
			mark = f
			break
		}
	}
	if !s.any(dir, isPythonTest) {
		s.say(mark, "a Python project without a test_*.py file: not taken, its tests would observe nothing")
		return
	}
	python := []string{"python3"}
	for _, l := range pythonLocks {
		if s.has(path.Join(dir, l.file)) {
			python = l.run
			break
		}
	}
	p := proposal{kind: "test", lang: "python", timeout: "10m", cwd: place(dir), outputs: inside(dir, "**/__pycache__/**")}
	if !usesPytest(s, dir) {
		p.run = append(python[:len(python):len(python)], unittestArgs(s, dir)...)
		s.say(mark, "a Python project that does not name pytest: "+quoted(s.add(p))+" by unittest")
		return
	}
	const report = ".pytest_cache/stile.xml"
	p.run = append(python[:len(python):len(python)], "-m", "pytest", "-q", "--junitxml="+report)
	p.report = "junit:" + inside(dir, report)[0]
	p.outputs = append(p.outputs, inside(dir, ".pytest_cache/**")...)
	if strings.Contains(s.read(path.Join(dir, "pyproject.toml"))+s.read(path.Join(dir, "setup.cfg"))+s.read(path.Join(dir, "pytest.ini")), "--cov") {
		p.outputs = append(p.outputs, inside(dir, ".coverage", "coverage.xml", "htmlcov/**")...)
	}
	s.say(mark, "a Python project with pytest: "+quoted(s.add(p)))
	if !strings.Contains(s.read(".gitignore")+s.read(path.Join(dir, ".gitignore")), ".pytest_cache") {
		s.say(".gitignore", "does not name .pytest_cache/, where the report is written")
	}
}

func usesPytest(s *survey, dir string) bool {
	for _, m := range pytestMarks {
		f := path.Join(dir, m.file)
		if s.has(f) && strings.Contains(s.read(f), m.word) {
			return true
		}
	}
	return false
}

// unittestArgs: discovery from the top sees only packages and modules of the top; a plain tests directory has to
// be named.
func unittestArgs(s *survey, dir string) []string {
	for _, sub := range []string{"tests", "test"} {
		at := path.Join(dir, sub)
		if s.any(at, isPythonTest) && !s.has(path.Join(at, "__init__.py")) {
			return []string{"-m", "unittest", "discover", "-s", sub}
		}
	}
	return []string{"-m", "unittest"}
}

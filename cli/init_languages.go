package cli

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Each of these functions knows one language: what gives it away, what its tests are started with, how they can be
// counted without a new dependency, and what they leave behind in the tree.

func findGo(s *survey) {
	dirs := s.nested("go.mod")
	if s.has("go.mod") {
		dirs = append([]string{"."}, dirs...)
	}
	for _, dir := range dirs {
		mod := path.Join(dir, "go.mod")
		if !s.any(dir, func(f string) bool { return strings.HasSuffix(f, "_test.go") }) {
			id := s.add(proposal{kind: "vet", lang: "go", run: []string{"go", "vet", "./..."}, timeout: "5m", cwd: place(dir)})
			s.say(mod, "a Go module without a _test.go file: "+quoted(id)+" only")
			continue
		}
		id := s.add(proposal{kind: "test", lang: "go", run: []string{"go", "test", "-json", "./..."}, report: "go-test-json",
			timeout: "10m", cwd: place(dir)})
		s.say(mod, "a Go module: "+quoted(id))
	}
}

func findRust(s *survey) {
	for _, dir := range s.dirsOf("Cargo.toml") {
		id := s.add(proposal{kind: "test", lang: "rust", run: []string{"cargo", "test"}, timeout: "20m", cwd: place(dir),
			env: []string{"CARGO_HOME", "RUSTUP_HOME"}, outputs: s.droppings(dir, "target/**")})
		s.say(path.Join(dir, "Cargo.toml"), "a Rust package: "+quoted(id))
	}
}

func findJava(s *survey) {
	for _, dir := range s.dirsOf("pom.xml") {
		findMaven(s, dir)
	}
	for _, dir := range s.dirsOf("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts") {
		findGradle(s, dir)
	}
}

func javaTests(f string) bool {
	return strings.HasPrefix(f, "src/test/") || strings.Contains(f, "/src/test/")
}

func findMaven(s *survey, dir string) {
	pom := path.Join(dir, "pom.xml")
	program, many := "mvn", ""
	if s.executable(path.Join(dir, "mvnw")) {
		program = "./mvnw"
	}
	if strings.Contains(s.read(pom), "<modules>") {
		many = "**/"
	}
	p := proposal{kind: "test", lang: "java", run: []string{program, "-q", "-B", "test"}, timeout: "20m", cwd: place(dir),
		report: "junit:" + inside(dir, many+"target/surefire-reports/TEST-*.xml")[0], env: []string{"JAVA_HOME"},
		outputs: s.modules(dir, many, "target/**", "pom.xml")}
	if !s.any(dir, javaTests) {
		p.kind, p.report, p.run = "build", "", []string{program, "-q", "-B", "compile"}
		s.say(pom, "a Maven project without src/test: "+quoted(s.add(p))+" only")
		return
	}
	s.say(pom, "a Maven project: "+quoted(s.add(p)))
}

func findGradle(s *survey, dir string) {
	program, many := "gradle", ""
	if s.executable(path.Join(dir, "gradlew")) {
		program = "./gradlew"
	}
	mark := path.Join(dir, "build.gradle")
	for _, n := range []string{"settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle"} {
		if f := path.Join(dir, n); s.has(f) {
			mark = f
			if strings.HasPrefix(n, "settings") && strings.Contains(s.read(f), "include") {
				many = "**/"
			}
		}
	}
	// A task that is up to date leaves its old reports untouched, which counts as no report: so they are cleaned.
	p := proposal{kind: "test", lang: "java", run: []string{program, "cleanTest", "test", "--no-daemon"}, timeout: "20m",
		cwd: place(dir), report: "junit:" + inside(dir, many+"build/test-results/test/TEST-*.xml")[0], env: []string{"JAVA_HOME"},
		outputs: append(s.modules(dir, many, "build/**", "build.gradle", "build.gradle.kts"), inside(dir, ".gradle/**")...)}
	if !s.any(dir, javaTests) {
		p.kind, p.report, p.run = "build", "", []string{program, "classes", "--no-daemon"}
		s.say(mark, "a Gradle project without src/test: "+quoted(s.add(p))+" only")
		return
	}
	s.say(mark, "a Gradle project: "+quoted(s.add(p)))
}

// modules are the droppings of a build of many: each module by name, since "**/build/**" would also match a package
// called build.
func (s *survey) modules(dir, many, glob string, files ...string) []string {
	const most = 60
	out := s.droppings(dir, glob)
	for _, f := range s.files {
		at := path.Dir(f)
		if many != "" && at != dir && slices.Contains(files, path.Base(f)) && plainDir(at) && len(out) < most &&
			(dir == "." || strings.HasPrefix(at, dir+"/")) {
			out = append(out, s.droppings(at, glob)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (s *survey) executable(name string) bool {
	if !s.has(name) {
		return false
	}
	info, err := fs.Stat(s.fsys, name)
	return err == nil && info.Mode()&0o111 != 0
}

func quoted(id string) string { return "`" + id + "`" }

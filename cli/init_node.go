package cli

import (
	"path"
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// A manager starts scripts and installed programs. npx is told to install nothing: a check uses no network.
type manager struct {
	name string
	lock []string
	test []string
	run  []string // before a script's name
	exec []string // before an installed program
}

var managers = []manager{
	{"pnpm", []string{"pnpm-lock.yaml"}, []string{"pnpm", "test"}, []string{"pnpm", "run"}, []string{"pnpm", "exec"}},
	{"yarn", []string{"yarn.lock"}, []string{"yarn", "test"}, []string{"yarn", "run"}, []string{"yarn", "run"}},
	{"bun", []string{"bun.lock", "bun.lockb"}, []string{"bun", "run", "test"}, []string{"bun", "run"}, []string{"bunx", "--no-install"}},
	{"npm", nil, []string{"npm", "test"}, []string{"npm", "run"}, []string{"npx", "--no-install"}},
}

// nodeScripts are the scripts besides test that become checks, by what they observe; of one kind the first wins.
var nodeScripts = []struct{ kind, name string }{
	{"lint", "lint"}, {"types", "typecheck"}, {"types", "type-check"}, {"types", "check-types"}, {"types", "check:types"},
	{"types", "types"}, {"types", "tsc"}, {"build", "build"},
}

// nodeDroppings are what Node's own tools leave in a tree.
var nodeDroppings = []string{"coverage/**", "node_modules/.cache/**", "node_modules/.vite*/**"}

func findNode(s *survey) {
	for _, dir := range s.dirsOf("package.json") {
		file := path.Join(dir, "package.json")
		src := s.read(file)
		v, bad := scan.JSON([]byte(src))
		if bad != nil || v.Kind != scan.Object {
			line, col := int64(1), int64(1)
			if bad != nil {
				line, col = scan.Position([]byte(src), bad.Offset)
			}
			s.say(file, "not taken: no JSON object, see line "+fact.Itoa(line)+", column "+fact.Itoa(col))
			continue
		}
		n := &node{survey: s, dir: dir, file: file, pkg: v}
		n.choose()
		n.tests()
		n.others()
	}
}

type node struct {
	*survey
	dir, file string
	pkg       *scan.Value
	manager   manager
}

func (n *node) member(object, name string) string {
	if o := n.pkg.Get(object); o != nil {
		if v := o.Get(name); v != nil && v.Kind == scan.String {
			return v.Text
		}
	}
	return ""
}

func (n *node) depends(name string) bool {
	return n.member("devDependencies", name) != "" || n.member("dependencies", name) != ""
}

// choose takes the manager that package.json names, else the one whose lock file is there, else npm.
func (n *node) choose() {
	n.manager = managers[len(managers)-1]
	if v := n.pkg.Get("packageManager"); v != nil && v.Kind == scan.String {
		name, _, _ := strings.Cut(v.Text, "@")
		for _, m := range managers {
			if m.name == name {
				n.manager = m
				return
			}
		}
	}
	for _, m := range managers {
		for _, l := range m.lock {
			if n.has(path.Join(n.dir, l)) {
				n.manager = m
				return
			}
		}
	}
}

func (n *node) tests() {
	script := n.member("scripts", "test")
	switch {
	case script == "":
		n.say(n.file, "no script `test`")
		return
	case strings.Contains(script, "no test specified"):
		n.say(n.file, "script `test`: not taken, it is npm's placeholder")
		return
	case observesNothing(script):
		n.say(n.file, "script `test`: not taken, it observes nothing")
		return
	case strings.Contains(script, "--watch") && !strings.Contains(script, "--watchAll=false") && !strings.Contains(script, "--watch=false"):
		n.say(n.file, "script `test`: not taken, it watches and never ends")
		return
	}
	p := proposal{kind: "test", lang: "node", run: n.manager.test, timeout: "10m", cwd: place(n.dir), outputs: n.droppings(n.dir, nodeDroppings...)}
	words, plain := plainWords(script)
	how := ""
	if plain {
		how = n.counted(&p, words)
	}
	n.say(n.file, "script `test`: "+quoted(n.add(p))+how)
}

// counted lets a runner that can count by itself do so, and says how. The script has to be one plain command:
// what else it does would be lost.
func (n *node) counted(p *proposal, words []string) string {
	exec := n.manager.exec
	exec = exec[:len(exec):len(exec)]
	switch {
	case len(words) > 1 && words[0] == "node" && words[1] == "--test" && !strings.Contains(strings.Join(words, " "), "--test-reporter"):
		p.run = append([]string{"node", "--test", "--test-reporter=tap"}, words[2:]...)
		p.report = "tap"
		return ", counted by node's own tap reporter"
	case words[0] == "vitest" && (len(words) == 1 || words[1] == "run" || words[1] == "--run" || strings.HasPrefix(words[1], "-")) &&
		!strings.Contains(strings.Join(words, " "), "--reporter"):
		const report = "node_modules/.cache/stile/vitest.xml"
		rest := words[1:]
		if len(rest) > 0 && (rest[0] == "run" || rest[0] == "--run") {
			rest = rest[1:]
		}
		p.run = append(append(exec, "vitest", "run", "--reporter=junit", "--outputFile="+report), rest...)
		p.report = "junit:" + inside(n.dir, report)[0]
		return ", counted by vitest's own junit reporter"
	case words[0] == "jest" && n.depends("jest-junit") && n.pkg.Get("jest-junit") == nil && !strings.Contains(strings.Join(words, " "), "--reporters"):
		p.run = append(append(exec, "jest"), append(words[1:len(words):len(words)], "--reporters=default", "--reporters=jest-junit")...)
		p.report = "junit:" + inside(n.dir, "junit.xml")[0]
		p.outputs = append(p.outputs, inside(n.dir, "junit.xml")...)
		return ", counted by jest-junit, which is installed"
	}
	return ""
}

// others takes the scripts that lint, check types and build; the build only where nothing checks types.
func (n *node) others() {
	for _, sc := range nodeScripts {
		script := n.member("scripts", sc.name)
		if script == "" {
			continue
		}
		why := ""
		switch id := n.coveredHere(sc.kind); {
		case id != "":
			why = quoted(id) + " covers it"
		case sc.kind == "build" && n.coveredHere("types") != "":
			why = quoted(n.coveredHere("types")) + " covers it sooner"
		case observesNothing(script):
			why = "it observes nothing"
		case editsFiles(script):
			why = "it edits files"
		case strings.Contains(script, "--watch") || strings.Contains(script, " -w"):
			why = "it watches and never ends"
		}
		if why != "" {
			n.say(n.file, "script `"+sc.name+"`: not taken, "+why)
			continue
		}
		p := proposal{id: sc.name, kind: sc.kind, lang: "node", timeout: "5m", cwd: place(n.dir), outputs: n.droppings(n.dir, nodeDroppings[1:]...)}
		if idOf(p.id) != p.id {
			p.id = ""
		}
		p.run = append(n.manager.run[:len(n.manager.run):len(n.manager.run)], sc.name)
		switch sc.kind {
		case "types":
			p.outputs = append(p.outputs, inside(n.dir, "*.tsbuildinfo")...)
		case "build":
			p.timeout = "10m"
			p.outputs = append(p.outputs, n.droppings(n.dir, "build/**", "dist/**", "out/**", ".next/**", "*.tsbuildinfo")...)
		}
		n.say(n.file, "script `"+sc.name+"`: "+quoted(n.add(p)))
	}
}

func (n *node) coveredHere(kind string) string {
	for i := range n.checks {
		if p := &n.checks[i]; p.kind == kind && p.lang == "node" && p.cwd == place(n.dir) {
			return p.id
		}
	}
	return ""
}

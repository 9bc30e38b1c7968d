package host

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// inherited are the variables every check gets where they are set; all others have to be named.
var inherited = map[bool][]string{
	false: {"PATH", "HOME", "TMPDIR", "LANG"},
	true: {
		"PATH", "HOME", "TMPDIR", "LANG", "SYSTEMROOT", "PATHEXT", "COMSPEC", "USERPROFILE", "TEMP", "TMP",
		"LOCALAPPDATA", "APPDATA",
	},
}[onWindows]

const onWindows = runtime.GOOS == "windows"

// childEnvironment picks the named variables out of environ, sorted; of a repeated one the last counts.
func childEnvironment(environ, names []string) []string {
	wanted := map[string]bool{}
	for _, n := range slices.Concat(inherited, names) {
		wanted[variable(n)] = true
	}
	env := []string{}
	for _, kv := range slices.Backward(environ) {
		name, _, ok := strings.Cut(kv, "=")
		if name = variable(name); ok && wanted[name] {
			wanted[name] = false
			env = append(env, kv)
		}
	}
	slices.Sort(env)
	return env
}

// variable is the form in which two names of variables are compared.
func variable(name string) string {
	if onWindows {
		return strings.ToUpper(name)
	}
	return name
}

// findProgram finds argv's program the way a shell would with the check's own PATH, or says why not. A name
// without a slash is never looked for in the working directory, whatever PATH says: the tree under judgement
// must not be able to slip a program in. One with a slash is relative to dir.
func findProgram(argv []string, dir string, env []string) (program, why string) {
	if len(argv) == 0 || argv[0] == "" {
		return "", "no program is named"
	}
	name := argv[0]
	var candidates []string
	if strings.ContainsAny(name, separators) {
		if candidates = []string{name}; !filepath.IsAbs(name) {
			candidates[0] = filepath.Join(dir, name)
		}
	} else {
		for _, at := range filepath.SplitList(Getenv(env, "PATH")) {
			if filepath.IsAbs(at) {
				candidates = append(candidates, filepath.Join(at, name))
			}
		}
	}
	why = name
	for _, c := range candidates {
		for _, spelled := range withExtension(c, env) {
			info, err := os.Stat(spelled)
			if err != nil || info.IsDir() {
				continue
			}
			if onWindows || info.Mode()&0o111 != 0 {
				return spelled, ""
			}
			why = name + ": not executable"
		}
	}
	return "", why
}

var separators = map[bool]string{false: "/", true: `/\:`}[onWindows]

// withExtension lists the files that a program's name may mean: itself, except on Windows, where PATHEXT says
// what can be run.
func withExtension(program string, env []string) []string {
	if !onWindows {
		return []string{program}
	}
	known := Getenv(env, "PATHEXT")
	if known == "" {
		known = ".COM;.EXE;.BAT;.CMD"
	}
	var all []string
	for ext := range strings.SplitSeq(known, ";") {
		if ext == "" {
			continue
		}
		if strings.EqualFold(filepath.Ext(program), ext) {
			all = append([]string{program}, all...)
		}
		all = append(all, program+ext)
	}
	return all
}

package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

const (
	maxResult  = 4 << 20 // bytes of one kept result
	maxResults = 500
	resultMark = "stile-result 1 "
)

// Result returns the measure kept under key. A file that is not exactly what PutResult writes is none.
func (s *Store) Result(key string) (fact.Measure, bool) {
	var m fact.Measure
	if s.refused() != "" || !isHex(key, 64) {
		return m, false
	}
	b, size, err := readTail(s.resultPath(key), maxResult)
	if err != nil || size > maxResult {
		return m, false
	}
	head, data, ok := strings.Cut(string(b), "\n")
	if !ok || head != resultHead(key, data) {
		return m, false
	}
	f := fact.Fact{State: fact.Present, Data: []byte(data)}
	if !f.Into(&m) {
		return fact.Measure{}, false
	}
	return m, true
}

// PutResult keeps a measure under key, the newest maxResults of all, or says why it could not.
func (s *Store) PutResult(key string, m fact.Measure) (why string) {
	if why = s.refused(); why != "" {
		return why
	}
	data := string(fact.Of("", &m).Data)
	switch {
	case !isHex(key, 64):
		return "not a key"
	case len(data) > maxResult-128:
		return "it is too large"
	}
	if why = briefly(replace(s.resultPath(key), []byte(resultHead(key, data)+"\n"+data))); why == "" {
		prune(filepath.Join(s.dir, "results"), s.now(), pruneAge, maxResults, func(path string) bool {
			return filepath.Base(path) != key && os.Remove(path) == nil
		})
	}
	return why
}

func (s *Store) resultPath(key string) string { return filepath.Join(s.dir, "results", key) }

// resultHead binds a result to its key, so that a file moved to another name is none.
func resultHead(key, data string) string { return resultMark + digest(key, data) }

const maxTrees = 200

// CacheFile is where the stat cache of the tree at root may be kept, "" for nowhere. It binds the store to root, and
// where root is a new one it drops the caches of trees that were last seen long ago.
func (s *Store) CacheFile(root string) string {
	s.Bind(root)
	if s.refused() != "" || root == "" {
		return ""
	}
	path := filepath.Join(s.dir, "trees", rootName(root))
	if _, err := os.Lstat(path); err != nil {
		prune(filepath.Dir(path), s.now(), pruneAge, maxTrees, func(path string) bool { return os.Remove(path) == nil })
	}
	return path
}

// ResultKey is what a check's result is kept under: bind (the core's digest of tree, check and policy), the place,
// the program that would run with its real path, size, mtime, ctime and inode, and the digests of HOME, where tools
// keep what they are set to, and of the named variables. PATH itself is left out: an agent's shell and its hook may
// see different ones (Codex 0.171.0 puts a directory with a random name in front of the hook's, run on 2026-11-30),
// and a check that was measured in the one must serve the other. cwd is relative to root.
// Without a program there is no key: "".
func ResultKey(root, bind, tool, cwd string, envNames, environ []string) string {
	env := childEnvironment(environ, envNames)
	program, why := findProgram([]string{tool}, filepath.Join(root, filepath.FromSlash(cwd)), env)
	if why != "" {
		return ""
	}
	program = realPath(program)
	info, err := os.Lstat(program)
	if err != nil {
		return ""
	}
	ctime, inode := fileIdentity(program)
	parts := []string{
		"result 2", realPath(root), cwd, bind, tool, program, fact.Itoa(info.Size()),
		fact.Itoa(info.ModTime().UnixNano()), fact.Itoa(ctime), fact.Itoa(int64(inode)),
	}
	for _, name := range slices.Concat(homes, envNames) {
		parts = append(parts, name, valueDigest(env, name))
	}
	return digest(parts...)
}

// homes are the variables that name somebody's home, on Unix and on Windows.
var homes = []string{"HOME", "USERPROFILE"}

// valueDigest tells an unset variable from an empty one.
func valueDigest(env []string, name string) string {
	for _, kv := range env {
		if n, v, _ := strings.Cut(kv, "="); variable(n) == variable(name) {
			return digest(v)
		}
	}
	return "unset"
}

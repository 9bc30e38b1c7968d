package host

import (
	"path/filepath"
	"strings"
)

// ownPart says how far into a project's own logs a directory lies.
type ownPart byte

const (
	notOurs ownPart = iota
	ourDir          // PROJECT/stile
	logDir          // PROJECT/stile/bypass and its siblings
)

var logNames = map[string]bool{"bypass/": true, "install/": true, "asks/": true}

// own reports whether e is a log that stile writes and that no verdict may depend on. Only what stile itself
// would write there counts as one: a directory outside the digest is the place to hide a changed test in.
func (p ownPart) own(e *treeEntry) bool {
	if e.kind != kindFile || e.mode&0o111 != 0 {
		return false
	}
	switch p {
	case ourDir:
		return strings.HasSuffix(e.path, "/verify-findings.md")
	case logDir:
		return strings.HasSuffix(e.path, ".log")
	}
	return false
}

// below gives the part of the subdirectory with this name.
func (d *treeDir) below(name string) ownPart {
	switch {
	case d.project && name == "stile/":
		return ourDir
	case d.part == ourDir && logNames[name]:
		return logDir
	}
	return notOurs
}

// ownLog reports whether path is one of the logs that a Snapshot leaves out.
func ownLog(root, path string) bool {
	dir := parent(path)
	if strings.HasSuffix(path, ".log") && logNames[dir[strings.LastIndexByte(dir, '/')+1:]+"/"] {
		dir = parent(dir)
	} else if path != dir+"/verify-findings.md" {
		return false
	}
	project, ok := strings.CutSuffix("./"+dir, "/stile")
	return ok && holdsPolicy(filepath.Join(root, filepath.FromSlash(project)))
}

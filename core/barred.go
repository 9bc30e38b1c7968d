package core

import (
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/table"
)

// misplacement is why a file that can be read is still no evidence. Its message names the file, and how it is spelled.
type misplacement struct{ kind, message, do string }

// The files that would be evidence for themselves, that no digest of the tree covers, or that show nothing.
var (
	wrongSpelling   = misplacement{"wrong-spelling", "the cited file % is spelled % on disk", "write the path as it is spelled there"}
	tableAsEvidence = misplacement{"table-as-evidence", "the cited file % is a conformance table, which proves nothing of itself", "cite what the row speaks of"}
	packAsEvidence  = misplacement{"pack-as-evidence", "the cited file % is a rule pack: it says what is asked, not what is done", "cite what the row speaks of"}
	ownLog          = misplacement{"own-log-as-evidence", "the cited file % is written by stile or by whoever follows `stile verify`", "cite what the row speaks of"}
	policyFile      = misplacement{"policy-as-evidence", "the cited file % says what is measured, which shows nothing by itself", "cite what the row speaks of, or check:ID"}
	anOutput        = misplacement{"output-as-evidence", "the cited file % is among a check's outputs, which no digest of the tree covers", "cite what it is made from, or take it out of outputs"}
	scaffold        = misplacement{"untouched-scaffold", "the cited file % is as `stile init` wrote it", "cite what was written for this project"}
)

// bar notes by which paths and digests tables and packs are known. A copy or a hard link has the digest; a table that is
// not judged this time has its path.
func (j *judgement) bar() {
	for _, p := range j.projects {
		for i := range p.policy.Tables {
			fact.Push(&j.tableKeys, join(p.dir, p.policy.Tables[i].File))
		}
		for _, s := range p.sheets {
			fact.Push(&j.tableKeys, s.digest)
		}
		for _, k := range p.packs {
			fact.Push(&j.packKeys, k.path)
			fact.Push(&j.packKeys, k.digest)
		}
	}
	j.tableKeys, j.packKeys = fact.Set(j.tableKeys), fact.Set(j.packKeys)
}

// misplaced says why a file is no evidence though it is there; nil when it is.
func (j *judgement) misplaced(e *eval, c *citation) *misplacement {
	x := &c.file
	switch {
	case x.Spelling != c.path:
		return &wrongSpelling
	case isOne(j.tableKeys, c):
		return &tableAsEvidence
	case isOne(j.packKeys, c):
		return &packAsEvidence
	case isLog(e.policyDirs(), c.path) || isLog(e.policyDirs(), x.Real):
		return &ownLog
	case isPolicy(c.path) || isPolicy(x.Real):
		return &policyFile
	case check.MatchAny(e.outputs, c.path) || check.MatchAny(e.outputs, x.Real):
		return &anOutput
	case table.Untouched(x.SHA256) || table.Untouched(x.Text):
		return &scaffold
	}
	return nil
}

// isPolicy reports whether a path is that of a stile.json, whose ever it is.
func isPolicy(path string) bool { return strings.HasSuffix("/"+path, "/"+policyName) }

func isOne(keys []string, c *citation) bool {
	return fact.HasSorted(keys, c.path) || fact.HasSorted(keys, c.file.Real) || fact.HasSorted(keys, textOf(c.file.SHA256, c.file.Text))
}

// policyDirs are the directories that hold a stile.json, sorted.
func (e *eval) policyDirs() []string {
	if f, ok := e.rec.Get(fact.IDProjects); ok && e.dirs == nil {
		var found fact.Projects
		e.read(f, found.Fields)
		e.dirs = fact.Set(append(found.Chain, found.Nested...))
	}
	return e.dirs
}

// logs are the places below a project that are outside the tree's digest: a slash ends a directory.
var logs = []string{"bypass/", "install/", "asks/", "verify-findings.md"}

const ownDir = "stile/"

// isLog reports whether a path is one of logs below one of dirs, which are sorted; or what the digest leaves out of those
// below any other directory, since a project of somebody else's may lie there.
func isLog(dirs []string, path string) bool {
	for i := 0; i < len(path); i++ {
		if i > 0 && path[i-1] != '/' || !fact.HasPrefix(path[i:], ownDir) {
			continue
		}
		dir, rest := ".", path[i+len(ownDir):]
		if i > 0 {
			dir = path[:i-1]
		}
		for _, l := range logs {
			if rest == l || l[len(l)-1] == '/' && fact.HasPrefix(rest, l) && (path[max(0, len(path)-4):] == ".log" || fact.HasSorted(dirs, dir)) {
				return true
			}
		}
	}
	return false
}

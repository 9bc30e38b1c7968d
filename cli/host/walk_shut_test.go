//go:build unix

package host

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestClosedDirectories: one of ours that cannot be entered may hide a project and counts as one; one of somebody
// else's is the same for every agent and closes nothing.
func TestClosedDirectories(t *testing.T) {
	if os.Geteuid() == 0 {
		// Root may look everywhere: what is shut has to be told from the fields.
		d := &treeDir{path: "x/", closed: true}
		root := realTemp(t)
		grow(t, root, "x/stile.json")
		if d.shut(filepath.Join(root, "x")); !d.project || d.foreign {
			t.Errorf("%+v", d)
		}
		return
	}
	root := realTemp(t)
	grow(t, root, "stile.json hidden/stile.json")
	must(t, os.Chmod(filepath.Join(root, "hidden"), 0))
	t.Cleanup(func() { os.Chmod(filepath.Join(root, "hidden"), 0o755) })
	s := snapshot(t, root)
	if p := s.Projects(root); len(p.Nested) != 1 || p.Nested[0] != "hidden" {
		t.Errorf("nested %q", p.Nested)
	}
	if tree, err := s.Digest(context.Background(), nil, nil); err != nil || tree.Closed == 0 {
		t.Errorf("%+v, %v", tree, err)
	}
}

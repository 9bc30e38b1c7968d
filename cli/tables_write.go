package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/stile-gate/stile/cli/host"
	"github.com/stile-gate/stile/core/fact"
)

var (
	errChanged  = errors.New("it changed while it was looked at")
	errReadOnly = errors.New("it is read-only")
	errOutside  = errors.New("outside the project")
)

// replaceFile puts after in the place of before, in one step: a reader sees one or the other. rel is a path of the tree
// at root, which is a real one. A link is followed as long as it stays in the tree, and stays a link; the file keeps its mode.
// A file that holds something else than before by now is not written.
func replaceFile(root, rel string, before, after []byte) error {
	real, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(rel)))
	if err != nil {
		return pathless(err)
	}
	inside, err := filepath.Rel(root, real)
	if err != nil || !filepath.IsLocal(inside) {
		return errOutside
	}
	top, err := os.OpenRoot(root)
	if err != nil {
		return pathless(err)
	}
	defer top.Close()
	info, err := top.Lstat(inside)
	switch {
	case err != nil:
		return pathless(err)
	case !info.Mode().IsRegular():
		return errChanged
	case info.Mode().Perm()&0o200 == 0:
		return errReadOnly
	}
	beside := filepath.Join(filepath.Dir(inside), fmt.Sprintf(".stile-%016x", rand.Uint64()))
	if err := writeBeside(top, beside, after, info.Mode().Perm()); err != nil {
		return pathless(err)
	}
	if now, state, _ := host.ReadFile(root, rel, fact.MaxRead); state != fact.Present || !bytes.Equal(now, before) {
		return errors.Join(errChanged, top.Remove(beside))
	}
	if err := top.Rename(beside, inside); err != nil {
		return errors.Join(pathless(err), top.Remove(beside))
	}
	return nil
}

// writeBeside makes a new file; one that could not be written whole does not stay.
func writeBeside(top *os.Root, name string, data []byte, mode fs.FileMode) error {
	f, err := top.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		return errors.Join(err, top.Remove(name))
	}
	return nil
}

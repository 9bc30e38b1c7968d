package host

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/stile-gate/stile/core/fact"
)

// ReadFile reads one regular file of the tree whole, at most limit bytes of it. Symbolic links are followed as
// long as they stay inside by real path, absolute ones too. What is there and cannot be read is unreadable,
// with the reason; a pipe or a device is never opened.
func ReadFile(root, rel string, limit int64) (data []byte, state fact.State, why string) {
	root = realPath(root)
	name := filepath.FromSlash(rel)
	if !filepath.IsLocal(name) {
		return nil, fact.Unreadable, "outside the project"
	}
	real, err := filepath.EvalSymlinks(filepath.Join(root, name))
	if errors.Is(err, fs.ErrNotExist) && dangling(root, name) {
		return nil, fact.Unreadable, "a link that leads nowhere"
	}
	if err != nil {
		return failedRead(err)
	}
	inside, err := filepath.Rel(root, real)
	if err != nil || !filepath.IsLocal(inside) {
		return nil, fact.Unreadable, "outside the project"
	}
	top, err := os.OpenRoot(root)
	if err != nil {
		return failedRead(err)
	}
	defer top.Close()
	// No link is left in inside; should one appear now, top refuses to leave the root through it.
	info, err := top.Lstat(inside)
	if err != nil {
		return failedRead(err)
	}
	if why := notPlain(info, limit); why != "" {
		return nil, fact.Unreadable, why
	}
	f, err := top.OpenFile(inside, os.O_RDONLY|openNoWait, 0)
	if err != nil {
		return failedRead(err)
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return failedRead(err)
	}
	if why := notPlain(info, limit); why != "" {
		return nil, fact.Unreadable, why
	}
	data, err = io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return failedRead(err)
	case int64(len(data)) > limit:
		return nil, fact.Unreadable, tooLarge
	}
	return data, fact.Present, ""
}

const tooLarge = "too large"

func notPlain(info fs.FileInfo, limit int64) (why string) {
	switch {
	case info.IsDir():
		return "a directory"
	case !info.Mode().IsRegular():
		return "not a regular file"
	case info.Size() > limit:
		return tooLarge
	}
	return ""
}

// dangling reports whether name itself, or a directory on the way to it, is a link whose target is not there.
func dangling(root, name string) bool {
	for ; name != "."; name = filepath.Dir(name) {
		if info, err := os.Lstat(filepath.Join(root, name)); err == nil {
			_, err = os.Stat(filepath.Join(root, name))
			return info.Mode()&fs.ModeSymlink != 0 && errors.Is(err, fs.ErrNotExist)
		}
	}
	return false
}

// failedRead says what a failed look means, without the path that the error carries.
func failedRead(err error) ([]byte, fact.State, string) {
	var inner *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist), notDirectory(err):
		return nil, fact.Absent, ""
	case errors.Is(err, fs.ErrPermission):
		return nil, fact.Unreadable, "permission denied"
	case errors.As(err, &inner):
		return nil, fact.Unreadable, inner.Err.Error()
	}
	return nil, fact.Unreadable, "it could not be read"
}

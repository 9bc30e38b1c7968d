//go:build !linux

package host

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A treeHandle is a directory to look at through package os.
type treeHandle struct{ dir string }

func openTreeDir(root, rel string) (treeHandle, error) {
	return treeHandle{filepath.Join(root, filepath.FromSlash(rel))}, nil
}

func (h treeHandle) close() {}

func (h treeHandle) list(_ context.Context, s *walkScratch) error {
	entries, err := os.ReadDir(h.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		s.add([]byte(e.Name()), e.IsDir())
	}
	return nil
}

func (h treeHandle) stat(name string, e *treeEntry) error {
	info, err := os.Lstat(h.dir + string(filepath.Separator) + name)
	if err != nil {
		return err
	}
	e.take(info)
	if e.kind == kindLink {
		link, err := os.Readlink(h.dir + string(filepath.Separator) + name)
		e.link = strings.ReplaceAll(link, string(filepath.Separator), "/")
		return err
	}
	return nil
}

// follow looks at what the link e leads to.
func (h treeHandle) follow(name string, e *treeEntry) {
	info, err := os.Stat(h.dir + string(filepath.Separator) + name)
	switch {
	case err == nil:
		e.target = &treeEntry{path: e.path}
		e.target.take(info)
	case errors.Is(err, fs.ErrPermission):
		e.target = &treeEntry{path: e.path, kind: kindUnreadable}
	}
}

func (e *treeEntry) take(info fs.FileInfo) {
	e.size, e.mtime, e.mode = info.Size(), info.ModTime().UnixNano(), uint32(info.Mode().Perm())
	e.ctime, e.inode = changeTime(info)
	switch t := info.Mode().Type(); {
	case t == 0:
		e.kind = kindFile
	case t&fs.ModeDir != 0:
		e.kind = kindDir
	case t&fs.ModeNamedPipe != 0:
		e.kind = kindPipe
	case t&fs.ModeSocket != 0:
		e.kind = kindSocket
	case t&fs.ModeSymlink != 0:
		e.kind = kindLink
	default:
		e.kind = kindDevice
	}
}

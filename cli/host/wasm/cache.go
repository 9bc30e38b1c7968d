package wasm

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"

	"github.com/stile-gate/stile/cli/host"
)

// CacheDir names the directory of compiled modules for an environment and an operating system (a GOOS word): below
// $XDG_CACHE_HOME (XDG Base Directory Specification 0.8: a relative value counts as unset), ~/Library/Caches or
// %LocalAppData%; "" where there is none.
func CacheDir(env []string, goos string) string {
	home := host.Getenv(env, "HOME")
	switch goos {
	case "windows":
		if base := host.Getenv(env, "LOCALAPPDATA"); base != "" {
			return strings.TrimRight(base, `\/`) + `\stile\wasm`
		}
		return ""
	case "darwin":
		return below(home, "/Library/Caches/stile/wasm")
	}
	if x := host.Getenv(env, "XDG_CACHE_HOME"); strings.HasPrefix(x, "/") {
		return below(x, "/stile/wasm")
	}
	return below(home, "/.cache/stile/wasm")
}

func below(base, rest string) string {
	if !strings.HasPrefix(base, "/") {
		return ""
	}
	return strings.TrimRight(base, "/") + rest
}

// A store is the part of the cache that belongs to one module: wazero's directory below it, and beside every file of
// that a sum. wazero's own checksum does not cover a file's head, and offsets in a damaged one lead anywhere, up to the
// death of this process. Only directories of ours are looked into, and only files are read: whatever else stands there, a
// link above all, is removed as itself or keeps the store from being used. The root sees to it that nothing outside the
// cache is touched, whoever changes it meanwhile.
type store struct {
	root  *os.Root // the cache
	name  string   // of the module's directory in it
	cache wazero.CompilationCache
}

const (
	sumSuffix = ".sum"
	tmpSuffix = ".tmp"
	// wazeroPrefix begins the name of the directory that a version of wazero makes (v1.12.0, read 2026-11-30).
	wazeroPrefix = "wazero-"
	// maxSum is more than a sum is long, in bytes.
	maxSum = 64
	// abandoned is the age at which a file that was being written has no writer any more.
	abandoned = time.Hour
	// unused is the age at which what is kept of another module is removed: every version of this program leaves some.
	unused = 30 * 24 * time.Hour
	// maxRemovals are the modules that one start removes: a hook has better things to do.
	maxRemovals = 8
)

// openStore returns nil where nothing can be kept: no trouble with a cache is an error. What is cached is executed, so a
// directory that others may write to, or that is somebody else's, is not used at all.
func openStore(o Options, digest string) *store {
	if o.Cache == "" || o.Interpreter || !filepath.IsAbs(o.Cache) {
		return nil
	}
	if above, err := os.Lstat(filepath.Dir(o.Cache)); err == nil && !above.IsDir() {
		return nil
	}
	if os.MkdirAll(o.Cache, 0o700) != nil {
		return nil
	}
	if info, err := os.Lstat(o.Cache); err != nil || !private(info) {
		return nil
	}
	root, err := os.OpenRoot(o.Cache)
	if err != nil {
		return nil
	}
	s := &store{root: root, name: digest}
	if !s.open(o.Cache) {
		root.Close()
		return nil
	}
	return s
}

func (s *store) open(dir string) bool {
	if !s.check() {
		return false
	}
	now := time.Now()
	s.root.Chtimes(s.name, now, now) // prune goes by it
	dir = filepath.Join(dir, s.name)
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		// Something else stands where the directory should be.
		s.root.RemoveAll(s.name)
		if cache, err = wazero.NewCompilationCacheWithDir(dir); err != nil {
			return false
		}
	}
	s.cache = cache
	s.prune(now)
	return true
}

// prune removes what is kept of other modules and was not used for long. Where that fails it stays.
func (s *store) prune(now time.Time) {
	removals := 0
	names, _ := s.list(".")
	for _, name := range names {
		if name == s.name || !isDigest(name) {
			continue
		}
		if info, err := s.root.Lstat(name); err != nil || !info.IsDir() || now.Sub(info.ModTime()) <= unused {
			continue
		}
		s.root.RemoveAll(name)
		if removals++; removals == maxRemovals {
			return
		}
	}
}

// isDigest reports whether a name is one that Digest gives: nothing else in the directory is ours.
func isDigest(name string) bool {
	return len(name) == 2*sha256.Size && strings.Trim(name, "0123456789abcdef") == ""
}

// check removes what is no directory where one of ours belongs, and every file whose sum is not what stands beside it.
// It reports whether the rest may be used.
func (s *store) check() bool {
	if !s.own(s.name) {
		return false
	}
	inner, err := s.list(s.name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	for _, name := range inner {
		if !s.own(filepath.Join(s.name, name)) {
			return false
		}
	}
	return s.each(func(file string) {
		if want, err := s.readSum(file); err == nil {
			if got, err := s.sum(file); err == nil && got == want {
				return
			}
		}
		s.root.RemoveAll(file)
		s.root.RemoveAll(file + sumSuffix)
	})
}

// own reports whether a directory of ours stands at name, or nothing. What is no directory goes first.
func (s *store) own(name string) bool {
	info, err := s.root.Lstat(name)
	if err == nil && !info.IsDir() {
		return s.root.Remove(name) == nil
	}
	return errors.Is(err, fs.ErrNotExist) || err == nil && private(info)
}

// seal writes the sums of what has been compiled anew, and ends the use of the store.
func (s *store) seal() {
	defer s.root.Close()
	s.each(func(file string) {
		if _, err := s.root.Lstat(file + sumSuffix); err == nil {
			return
		}
		if text, err := s.sum(file); err == nil {
			s.replace(file+sumSuffix, text)
		}
	})
}

// each visits wazero's files; false where not all of them could be seen.
func (s *store) each(visit func(file string)) bool {
	inner, _ := s.list(s.name)
	for _, name := range inner {
		dir := filepath.Join(s.name, name)
		if info, err := s.root.Lstat(dir); err != nil || !info.IsDir() || !strings.HasPrefix(name, wazeroPrefix) {
			continue
		}
		files, err := s.list(dir)
		if err != nil {
			return false
		}
		for _, name := range files {
			file := filepath.Join(dir, name)
			info, err := s.root.Lstat(file)
			switch {
			case err != nil: // gone with the file that it was the sum of
			case strings.HasSuffix(file, sumSuffix):
				if _, err := s.root.Lstat(strings.TrimSuffix(file, sumSuffix)); err != nil {
					s.root.RemoveAll(file)
				}
			case strings.HasSuffix(file, tmpSuffix):
				if time.Since(info.ModTime()) > abandoned {
					s.root.Remove(file)
				}
			default:
				visit(file)
			}
		}
	}
	return true
}

// list names what is in a directory that own has looked at.
func (s *store) list(dir string) ([]string, error) {
	f, err := s.root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// drop removes what is kept of the module, and ends the use of the store.
func (s *store) drop() {
	s.root.RemoveAll(s.name)
	s.root.Close()
}

var errNoFile = errors.New("this is no file of at most the size that it may have")

// file opens a file of at most limit bytes: no link, and nothing that keeps its reader waiting.
func (s *store) file(name string, limit int64) (*os.File, error) {
	info, err := s.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, errNoFile
	}
	return s.root.Open(name)
}

func (s *store) readSum(file string) (string, error) {
	f, err := s.file(file+sumSuffix, maxSum)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxSum))
	return string(b), err
}

func (s *store) sum(file string) (string, error) {
	f, err := s.file(file, math.MaxInt64)
	if err != nil {
		return "", err
	}
	defer f.Close()
	crc := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	n, err := io.Copy(crc, f)
	return fmt.Sprintf("%08x %d\n", crc.Sum32(), n), err
}

// replace writes a small file so that a reader sees it whole or not at all.
func (s *store) replace(file, text string) {
	name := fmt.Sprintf("%s.%x%s", file, rand.Uint64(), tmpSuffix)
	tmp, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	_, err = tmp.WriteString(text)
	if closed := tmp.Close(); err != nil || closed != nil || s.root.Rename(name, file) != nil {
		s.root.Remove(name)
	}
}

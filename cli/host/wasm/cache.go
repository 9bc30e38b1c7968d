package wasm

import (
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
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
// death of this process.
type store struct {
	dir   string
	cache wazero.CompilationCache
}

const (
	sumSuffix = ".sum"
	tmpSuffix = ".tmp"
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
	if os.MkdirAll(o.Cache, 0o700) != nil || !private(o.Cache) {
		return nil
	}
	s := &store{dir: filepath.Join(o.Cache, digest)}
	now := time.Now()
	os.Chtimes(s.dir, now, now) // prune goes by it
	s.check()
	cache, err := wazero.NewCompilationCacheWithDir(s.dir)
	if err != nil {
		// Something else stands where the directory should be.
		s.drop()
		if cache, err = wazero.NewCompilationCacheWithDir(s.dir); err != nil {
			return nil
		}
	}
	s.cache = cache
	s.prune(now)
	return s
}

// prune removes what is kept of other modules and was not used for long. Where that fails it stays.
func (s *store) prune(now time.Time) {
	beside, _ := os.ReadDir(filepath.Dir(s.dir))
	removals := 0
	for _, d := range beside {
		if d.Name() == filepath.Base(s.dir) || !d.IsDir() || !isDigest(d.Name()) {
			continue
		}
		if info, err := d.Info(); err != nil || now.Sub(info.ModTime()) <= unused {
			continue
		}
		os.RemoveAll(filepath.Join(filepath.Dir(s.dir), d.Name()))
		if removals++; removals == maxRemovals {
			return
		}
	}
}

// isDigest reports whether a name is one that Digest gives: nothing else in the directory is ours.
func isDigest(name string) bool {
	return len(name) == 2*sha256.Size && strings.Trim(name, "0123456789abcdef") == ""
}

// check removes every file whose sum is not what stands beside it.
func (s *store) check() {
	s.each(func(file string) {
		if want, err := os.ReadFile(file + sumSuffix); err == nil {
			if got, err := sum(file); err == nil && got == string(want) {
				return
			}
		}
		os.RemoveAll(file)
		os.RemoveAll(file + sumSuffix)
	})
}

// seal writes the sums of what has been compiled anew.
func (s *store) seal() {
	s.each(func(file string) {
		if _, err := os.Lstat(file + sumSuffix); err == nil {
			return
		}
		if text, err := sum(file); err == nil {
			replace(file+sumSuffix, text)
		}
	})
}

// each visits wazero's files.
func (s *store) each(visit func(file string)) {
	dirs, _ := os.ReadDir(s.dir)
	for _, d := range dirs {
		dir := filepath.Join(s.dir, d.Name())
		files, _ := os.ReadDir(dir)
		for _, f := range files {
			file := filepath.Join(dir, f.Name())
			switch {
			case strings.HasSuffix(file, sumSuffix):
				if _, err := os.Lstat(strings.TrimSuffix(file, sumSuffix)); err != nil {
					os.RemoveAll(file)
				}
			case strings.HasSuffix(file, tmpSuffix):
				if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
					os.Remove(file)
				}
			default:
				visit(file)
			}
		}
	}
}

// drop removes what is kept of the module.
func (s *store) drop() { os.RemoveAll(s.dir) }

func sum(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	crc := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	n, err := io.Copy(crc, f)
	return fmt.Sprintf("%08x %d\n", crc.Sum32(), n), err
}

// replace writes a small file so that a reader sees it whole or not at all.
func replace(file, text string) {
	tmp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*"+tmpSuffix)
	if err != nil {
		return
	}
	_, err = tmp.WriteString(text)
	if closed := tmp.Close(); err != nil || closed != nil || os.Rename(tmp.Name(), file) != nil {
		os.Remove(tmp.Name())
	}
}

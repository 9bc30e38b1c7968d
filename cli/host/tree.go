package host

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// Digest names the content of the tree: every path that outputs does not name with its kind, executable bit,
// link target and bytes. Owners, times and the place of the checkout do not enter, so two checkouts of one
// tree share it, but for empty directories, which git does not check out. With a cache, what is known not to have
// changed is not read again; the digest is the same as without. It fails when ctx ends.
func (s *Snapshot) Digest(ctx context.Context, outputs []string, cache *StatCache) (fact.Tree, error) {
	if cache != nil {
		cache.mu.Lock()
		defer cache.mu.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.list(outputs)
	tree := fact.Tree{Files: int64(len(list))}
	stat, whole := statDigest(ctx, list)
	if cache != nil && whole && cache.head.settles(stat) {
		tree.Digest, tree.Closed = hex.EncodeToString(cache.head.content[:]), cache.head.closed
		return tree, nil
	}
	settled := s.sums(ctx, list, cache)
	if ctx.Err() != nil {
		if cache != nil {
			cache.keep(cacheHead{taken: s.taken}, list) // the next look need not begin anew
		}
		return fact.Tree{}, fmt.Errorf("reading the tree: %w", troubleTime)
	}
	for _, e := range list {
		if e.shut() {
			tree.Closed++
		}
	}
	content := contentDigest(s.root, list)
	if cache != nil {
		cache.keep(cacheHead{stat: stat, content: content, closed: tree.Closed, taken: s.taken, settled: settled && whole}, list)
	}
	tree.Digest = hex.EncodeToString(content[:])
	return tree, nil
}

// sums finds the sha256 of every file in list, from the cache where it can. It reports whether an unchanged
// stat digest will prove unchanged contents from now on.
func (s *Snapshot) sums(ctx context.Context, list []*treeEntry, cache *StatCache) (settled bool) {
	var known recordReader
	if cache != nil {
		known = cache.records()
	}
	settled = ctimeKnown
	var todo []*treeEntry
	followed := s.follow(ctx, list)
	for _, e := range list {
		if e.beyond() {
			e = e.target
		}
		switch {
		case e.kind != kindFile || e.outer && e.size > maxOuter:
			continue
		case racy(e, s.taken):
			settled = false
		}
		if e.sum == nil {
			if sum, ok := known.find(e); ok {
				e.sum = sum
			} else {
				todo = append(todo, e)
			}
		}
	}
	return hashFiles(ctx, s.root, todo) && settled && followed
}

// racyWindow is how long a file must have been left alone before its times prove anything: within one tick of
// a file system's clock a second write leaves them as they were. Two seconds is the coarsest tick in use (FAT).
const racyWindow = 2e9

func racy(e *treeEntry, taken int64) bool { return e.ctime >= taken-racyWindow }

// sink gathers small writes for a hash.
type sink struct {
	hash hash.Hash
	buf  []byte
}

func newSink(title string) *sink {
	s := &sink{hash: sha256.New(), buf: make([]byte, 0, 40<<10)}
	s.buf = append(s.buf, title...)
	return s
}

func (s *sink) flush(least int) {
	if len(s.buf) >= least {
		s.hash.Write(s.buf)
		s.buf = s.buf[:0]
	}
}

func (s *sink) sum() (sum [32]byte) {
	s.flush(0)
	s.hash.Sum(sum[:0])
	return sum
}

func (s *sink) text(t string) {
	s.buf = binary.LittleEndian.AppendUint32(s.buf, uint32(len(t)))
	s.buf = append(s.buf, t...)
}

// statDigest is over what lstat said. It names this tree in this place at this time and never leaves the cache.
func statDigest(ctx context.Context, list []*treeEntry) (sum [32]byte, whole bool) {
	const part = 4096
	parts := make([][32]byte, (len(list)+part-1)/part)
	whole = share(ctx, len(parts), 1, func() func(i int) {
		return func(i int) {
			s := newSink("")
			for _, e := range list[i*part : min(len(list), (i+1)*part)] {
				s.text(e.path)
				s.text(e.link)
				s.buf = appendStat(append(s.buf, byte(e.letter())), e)
				if e.target != nil {
					s.buf = appendStat(append(s.buf, byte(e.target.kind)), e.target)
				}
				s.flush(32 << 10)
			}
			parts[i] = s.sum()
		}
	})
	s := newSink("stile stat 2\n")
	groups, _ := os.Getgroups()
	s.text(fmt.Sprint(os.Geteuid(), os.Getegid(), groups)) // what decides whether a file can be read
	for i := range parts {
		s.buf = append(s.buf, parts[i][:]...)
		s.flush(32 << 10)
	}
	return s.sum(), whole
}

func appendStat(b []byte, e *treeEntry) []byte {
	b = binary.LittleEndian.AppendUint32(b, e.mode)
	b = binary.LittleEndian.AppendUint64(b, uint64(e.size))
	b = binary.LittleEndian.AppendUint64(b, uint64(e.mtime))
	b = binary.LittleEndian.AppendUint64(b, uint64(e.ctime))
	return binary.LittleEndian.AppendUint64(b, e.inode)
}

// contentDigest is over what a checkout of the same tree elsewhere would have too.
func contentDigest(root string, list []*treeEntry) [32]byte {
	s := newSink("stile tree 1\n")
	for _, e := range list {
		kind, more := e.content(root)
		s.buf = append(s.buf, kind)
		s.text(e.path)
		s.text(more)
		if e.beyond() && e.target.kind == kindFile {
			kind, more := e.target.content(root)
			s.buf = append(s.buf, kind)
			s.text(more)
		}
		s.flush(32 << 10)
	}
	return s.sum()
}

// content gives the letter and the bytes that stand for e in the content digest.
func (e *treeEntry) content(root string) (kind byte, more string) {
	switch {
	case e.kind == kindFile && e.sum == nil:
		return byte(kindUnreadable), ""
	case e.kind == kindFile && e.mode&0o100 != 0:
		return 'x', string(e.sum[:])
	case e.kind == kindFile:
		return byte(e.kind), string(e.sum[:])
	case e.kind == kindLink:
		// An absolute link into the tree is the same link in a checkout elsewhere.
		if inside, ok := strings.CutPrefix(e.link, root+"/"); ok {
			return 'i', inside
		}
		return byte(e.kind), e.link
	}
	return byte(e.letter()), ""
}

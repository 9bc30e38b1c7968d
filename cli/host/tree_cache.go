package host

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A StatCache remembers, for one root, the sha256 of every file together with what lstat said of it then. An
// entry holds only while all of that is equal and was old enough to prove something. The file begins with a
// head of fixed size, so that an unchanged tree costs no more than reading that.
type StatCache struct {
	mu    sync.Mutex
	file  string
	head  cacheHead
	body  []byte
	have  bool // body is the head's
	dirty bool
}

// cacheHead is the whole tree at its last digest. settled: the same stat digest means the same contents.
type cacheHead struct {
	stat    [32]byte
	content [32]byte
	bodySum [32]byte
	closed  int64 // entries that could not be read
	taken   int64 // of the snapshot
	settled bool
}

const (
	cacheMagic = "stile tree cache 2\n"
	headSize   = len(cacheMagic) + 3*32 + 8 + 8 + 1 + 32
)

func (h *cacheHead) settles(stat [32]byte) bool { return h.settled && h.stat == stat }

func (h *cacheHead) append(b []byte) []byte {
	at := len(b)
	b = append(b, cacheMagic...)
	b = append(append(append(b, h.stat[:]...), h.content[:]...), h.bodySum[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(h.closed))
	b = binary.LittleEndian.AppendUint64(b, uint64(h.taken))
	if h.settled {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	sum := sha256.Sum256(b[at:])
	return append(b, sum[:]...)
}

// parse reads a head; a damaged one leaves h empty.
func (h *cacheHead) parse(b []byte) bool {
	if len(b) < headSize || string(b[:len(cacheMagic)]) != cacheMagic {
		return false
	}
	if sum := sha256.Sum256(b[:headSize-32]); !bytes.Equal(sum[:], b[headSize-32:headSize]) {
		return false
	}
	b = b[len(cacheMagic):]
	b = b[copy(h.stat[:], b):]
	b = b[copy(h.content[:], b):]
	b = b[copy(h.bodySum[:], b):]
	h.closed, b = int64(binary.LittleEndian.Uint64(b)), b[8:]
	h.taken, h.settled = int64(binary.LittleEndian.Uint64(b)), b[8] == 1
	return true
}

// LoadStatCache reads the cache kept in file. One that is absent, damaged or of another version is empty.
func LoadStatCache(file string) *StatCache {
	c := &StatCache{file: file}
	f, err := os.Open(file)
	if err != nil {
		return c
	}
	defer f.Close()
	var b [headSize]byte
	if _, err := io.ReadFull(f, b[:]); err == nil {
		c.head.parse(b[:])
	}
	return c
}

// records gives the entries to compare with. The body may be another one than the head read earlier, written
// by a stile beside this one; it then comes with its own head.
func (c *StatCache) records() recordReader {
	if !c.have {
		c.have = true
		var h cacheHead
		if b, err := os.ReadFile(c.file); err == nil && h.parse(b) {
			if sum := sha256.Sum256(b[headSize:]); sum == h.bodySum {
				c.head, c.body = h, b[headSize:]
			}
		}
	}
	if !ctimeKnown {
		return recordReader{}
	}
	return recordReader{rest: c.body, taken: c.head.taken}
}

// keep replaces what is remembered by the entries of list whose sums are known.
func (c *StatCache) keep(head cacheHead, list []*treeEntry) {
	size := 0
	for _, e := range list {
		size += recordSize + len(e.path)
	}
	body := make([]byte, 0, size)
	for _, e := range list {
		if e.beyond() {
			e = e.target
		}
		if e.kind == kindFile && e.sum != nil && !e.moved {
			body = binary.LittleEndian.AppendUint32(body, uint32(len(e.path)))
			body = append(body, e.path...)
			body = append(appendStat(body, e), e.sum[:]...)
		}
	}
	c.head, c.body, c.have, c.dirty = head, body, true, true
	c.head.bodySum = sha256.Sum256(body)
}

// recordSize is a record's without its path: the path's length, what lstat said, the sum.
const recordSize = 4 + statSize + 32

// statSize is what appendStat appends.
const statSize = 4 + 4*8

// A recordReader goes through records in the order of their paths.
type recordReader struct {
	rest  []byte
	taken int64
	stat  [statSize]byte
}

// find gives the remembered sum of e, if it holds. Entries must be asked for in the order of their paths.
func (r *recordReader) find(e *treeEntry) (*[32]byte, bool) {
	for len(r.rest) >= recordSize {
		n := int(binary.LittleEndian.Uint32(r.rest))
		if n > len(r.rest)-recordSize {
			break
		}
		path, fixed := r.rest[4:4+n], r.rest[4+n:recordSize+n]
		order := strings.Compare(string(path), e.path)
		if order > 0 {
			return nil, false
		}
		r.rest = r.rest[recordSize+n:]
		if order == 0 {
			if racy(e, r.taken) || !bytes.Equal(appendStat(r.stat[:0], e), fixed[:statSize]) {
				return nil, false
			}
			return (*[32]byte)(fixed[statSize:]), true
		}
	}
	r.rest = nil
	return nil, false
}

// Save writes the cache, if it has changed, beside its old file and in one step over it.
func (c *StatCache) Save() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.dirty || !ctimeKnown {
		return nil
	}
	if err := c.write(); err != nil {
		return fmt.Errorf("keeping the tree's digest: %v", err)
	}
	c.dirty = false
	return nil
}

func (c *StatCache) write() error {
	dir := filepath.Dir(c.file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".tree-*")
	if err != nil {
		return err
	}
	_, err = f.Write(c.head.append(make([]byte, 0, headSize)))
	if err == nil {
		_, err = f.Write(c.body)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), c.file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

package host

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// validText is b as UTF-8; each run of bytes that is not becomes one U+FFFD.
func validText(b []byte) []byte { return bytes.ToValidUTF8(b, []byte("\uFFFD")) }

// rootSpellings lists how the paths may be written in a program's output, longest first.
func rootSpellings(roots []string) []string {
	var all []string
	for _, r := range roots {
		if len(r) < 2 {
			continue // "/" stands in every path
		}
		slashes := filepath.ToSlash(r)
		// As it is, in JSON (some writers escape slashes too), in a URI.
		all = append(all, r, slashes, strings.ReplaceAll(r, `\`, `\\`), strings.ReplaceAll(slashes, "/", `\/`),
			inURI(slashes))
	}
	slices.SortFunc(all, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(all)
}

// inURI is a path as a URI holds it (RFC 3986, section 3.3). Package net/url would be linked for nothing else.
func inURI(path string) string {
	var b strings.Builder
	for i := range len(path) {
		if c := path[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"%<>[]^`{|}#?\\", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// dropRoots writes "." for each root, so that quoted output is the same in every checkout.
func dropRoots(b []byte, spellings []string) []byte {
	for _, root := range spellings {
		var out []byte
		for rest := b; ; {
			i := bytes.Index(rest, []byte(root))
			if i < 0 {
				if out != nil {
					b = append(out, rest...)
				}
				break
			}
			end := i + len(root)
			if goesOn(rest[end:]) {
				out = append(out, rest[:end]...)
			} else {
				out = append(append(out, rest[:i]...), '.')
			}
			rest = rest[end:]
		}
	}
	return b
}

// goesOn reports whether a file name that stands before b continues in it: "/w/app2" is not "/w/app".
func goesOn(b []byte) bool {
	for len(b) > 0 && b[0] == '.' {
		b = b[1:]
	}
	if len(b) == 0 {
		return false
	}
	c := b[0]
	return c == '_' || c == '-' || c >= 0x80 || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

package host

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

func hexDigest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Digests are the sha256 of the bytes, and that of them with every CR LF as LF, "" where there is none.
func Digests(b []byte) (sha256, text string) { return hexDigest(b), textDigest(b) }

// textDigest is the digest of the bytes with every CR LF as LF, "" where there is none: what git may have made of line
// ends in a checkout changes no digest that was agreed on.
func textDigest(b []byte) string {
	crlf := []byte("\r\n")
	next := bytes.Index(b, crlf)
	if next < 0 {
		return ""
	}
	sum := sha256.New()
	for next >= 0 {
		sum.Write(b[:next])
		b = b[next+1:]
		if next = bytes.Index(b[1:], crlf); next >= 0 {
			next++
		}
	}
	sum.Write(b)
	return hex.EncodeToString(sum.Sum(nil))
}

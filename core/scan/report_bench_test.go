package scan

import (
	"bytes"
	"testing"
)

func BenchmarkReport(b *testing.B) {
	for _, c := range []struct{ format, file string }{
		{"go-test-json", "real/go-fail.jsonl"},
		{"junit", "real/node.xml"},
		{"tap", "real/node.tap"},
	} {
		b.Run(c.format, func(b *testing.B) {
			src := open(b, c.file)
			if c.format == "junit" {
				begin, end := bytes.Index(src, []byte("<testcase")), bytes.LastIndex(src, []byte("</testsuites>"))
				src = bytes.Join([][]byte{src[:begin], bytes.Repeat(src[begin:end], 1<<20/len(src)), src[end:]}, nil)
			} else {
				src = bytes.Repeat(src, 1<<20/len(src))
			}
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				ReadReport(c.format, nil, src, true)
			}
		})
	}
	b.Run("go-test-json in 16 chunks", func(b *testing.B) {
		src := bytes.Repeat(open(b, "real/go-cached.jsonl"), 400)
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			var answer []byte
			for rest := src; len(rest) > 0; {
				n := bytes.LastIndexByte(rest[:min(len(rest), 1<<16)], '\n') + 1
				answer = ReadReport("go-test-json", answer, rest[:n], n == len(rest))
				rest = rest[n:]
			}
		}
	})
}

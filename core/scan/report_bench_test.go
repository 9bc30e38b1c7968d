package scan

import (
	"bytes"
	"strings"
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
	for _, c := range []struct{ format, begin, item, end string }{
		{"sarif", sarifOf("", "")[:40], `{"ruleId":"R","ruleIndex":3,"message":{"text":"something is not as it should be here"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"src/a.js","uriBaseId":"%SRCROOT%"},"region":{"startLine":7,"startColumn":3}}}],"partialFingerprints":{"primaryLocationLineHash":"39fa2ee980eb94b0:1"}}`, "]}]}"},
		{"eslint-json", "[", `{"filePath":"./src/a.js","messages":[{"ruleId":"no-console","severity":1,"message":"Unexpected console statement.","line":1,"column":1,"nodeType":"MemberExpression","messageId":"unexpected","endLine":1,"endColumn":12}],"errorCount":0,"warningCount":1,"source":"console.log(1)\n"}`, "]"},
	} {
		b.Run(c.format, func(b *testing.B) {
			src := []byte(c.begin + strings.Repeat(c.item+",", 1<<20/len(c.item)) + c.item + c.end)
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

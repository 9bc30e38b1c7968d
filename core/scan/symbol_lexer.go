package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// NoLexer is the lexer of files whose language is not known: all of them is taken for code.
const NoLexer = "none"

// LexerOf names the lexer of a file, by its extension, its base name, or the interpreter in its first line.
func LexerOf(path string, src []byte) string {
	base := path[strings.LastIndexByte(path, '/')+1:]
	dot := strings.LastIndexByte(base, '.')
	if dot >= 0 {
		ext := []byte(base[dot:])
		for i := range ext {
			ext[i] = lower(ext[i])
		}
		if l := lexerOfFile(string(ext)); l != nil {
			return l.name
		}
	}
	if l := lexerOfFile(base); l != nil { // BUILD.bazel
		return l.name
	}
	if dot < 0 {
		if l := lexerOfInterpreter(src); l != nil {
			return l.name
		}
	}
	if dot = strings.IndexByte(base, '.'); dot > 0 {
		if l := lexerOfFile(base[:dot]); l != nil { // Dockerfile.dev
			return l.name
		}
	}
	return NoLexer
}

// IsLexer reports whether LexerOf can have named it.
func IsLexer(name string) bool { return lexerNamed(name) != nil }

func lexerNamed(name string) *lexer {
	for i := range lexers {
		if lexers[i].name == name {
			return &lexers[i]
		}
	}
	return nil
}

// lexerOfFile returns the lexer that lists the file name, extension or interpreter.
func lexerOfFile(name string) *lexer {
	if name == "" || strings.IndexByte(name, ' ') >= 0 {
		return nil
	}
	for i := range lexers {
		files := lexers[i].files
		for files != "" {
			n := strings.IndexByte(files, ' ')
			if n < 0 {
				n = len(files)
			}
			if files[:n] == name {
				return &lexers[i]
			}
			files = files[min(n+1, len(files)):]
		}
	}
	return nil
}

// lexerOfInterpreter returns the lexer of the first program known that the first line says to run src with, whatever
// its path and version, nil for none.
func lexerOfInterpreter(src []byte) *lexer {
	src = src[byteOrderMark(src):]
	if !fact.HasPrefix(src, "#!") {
		return nil
	}
	line := src[2:min(len(src), 2+fact.MaxLine)]
	line = line[:spanNot(line, 0, eol)]
	for len(line) > 0 {
		end := spanNot(line, 0, blank|slash)
		if l := lexerOfFile("!" + string(fact.TrimRight(line[:end], "0123456789."))); l != nil {
			return l
		}
		line = line[span(line, end, blank|slash):]
	}
	return nil
}

// spanNot returns the end of the bytes that are not of the set and begin at i.
func spanNot(s []byte, i int, set class) int {
	for i < len(s) && !is(s[i], set) {
		i++
	}
	return i
}

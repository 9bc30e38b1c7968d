package table

import (
	"github.com/stile-gate/stile/core/fact"
)

const (
	maxPath = 4096 // bytes: PATH_MAX of Linux
	maxLine = 1 << 31
)

// pathFault says what keeps s from being a path below the project, as the rest of a sentence; "" when nothing does.
func pathFault(s string) string {
	switch {
	case s == "":
		return "names no file"
	case len(s) > maxPath:
		return "is longer than any path"
	case s[0] == '/' || len(s) > 2 && s[1] == ':' && s[2] == '/':
		return "is absolute; paths are relative to the project"
	case s[len(s)-1] == '/':
		return "ends in a slash"
	case s[0] == ' ' || s[len(s)-1] == ' ':
		return "begins or ends with a space"
	case !fact.IsUTF8(s):
		return "is not UTF-8"
	}
	part := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] != '/' {
			switch c := s[i]; {
			case c == '\\':
				return "holds a backslash; a slash divides directories"
			case c < ' ' || c == 0x7F:
				return "holds a control character"
			}
			continue
		}
		switch s[part:i] {
		case "":
			return "holds two slashes in a row"
		case ".":
			return "holds ./, which says nothing"
		case "..":
			return "leads upwards by .."
		}
		part = i + 1
	}
	return ""
}

// adrNumber returns the digits of an ADR's id without leading zeros: of 0007, ADR-0007, adr7, 0007-use-x; "" where
// they are not what it begins with.
func adrNumber(id string) string {
	if len(id) > 3 && fold(id[:3]) == "adr" {
		id = fact.TrimLeft(id[3:], "-_.")
	}
	n := 0
	for n < len(id) && id[n]-'0' <= 9 {
		n++
	}
	if n == 0 || n < len(id) && id[n] != '-' && id[n] != '_' && id[n] != '.' {
		return ""
	}
	if number := fact.TrimLeft(id[:n], "0"); number != "" {
		return number
	}
	return "0"
}

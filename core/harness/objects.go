package harness

import "github.com/stile-gate/stile/core/fact"

// objects cuts the array behind the key at pos into the bytes of its elements that are objects, at most one
// more than fact.MaxTasks; false when no array stands there. The document has been passed over by scan.Fields: its
// quotes and brackets match.
func objects(raw []byte, pos int) (list [][]byte, ok bool) {
	i := stringEnd(raw, pos)
	for i < len(raw) && raw[i] != '[' {
		if c := raw[i]; c != ':' && c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return nil, false
		}
		i++
	}
	depth, start := 0, 0
	for i < len(raw) && len(list) <= fact.MaxTasks {
		switch raw[i] {
		case '"':
			i = stringEnd(raw, i)
			continue
		case '[', '{':
			if depth == 1 {
				start = i
			}
			depth++
		case ']', '}':
			depth--
			if depth == 1 && raw[start] == '{' {
				list = append(list, raw[start:i+1])
			}
			if depth == 0 {
				return list, true
			}
		}
		i++
	}
	return list, depth > 0
}

// stringEnd returns the place behind the string that begins at start.
func stringEnd(b []byte, start int) int {
	for i := start + 1; i < len(b); i++ {
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return len(b)
}

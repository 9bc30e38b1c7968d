package field

import "github.com/stile-gate/stile/core/scan"

// broken notes why the file could not be read as JSON at all: one finding, since nothing behind the place can
// be trusted.
func (r *Reader) broken(err *scan.Error) {
	do := ""
	switch err.Kind {
	case scan.Empty:
		do = r.Format.Least
	case scan.DuplicateKey:
		do = "keep one of the two"
	case scan.BadJSON:
		do = slip(r.Src, err.Offset)
	}
	r.Find(err.Offset, err.Kind, do, err.Message())
}

// slip names what other readers of JSON let pass, "" when the byte at this offset shows none of it.
func slip(src []byte, at int) string {
	if at < 0 || at >= len(src) {
		return ""
	}
	switch src[at] {
	case '/', '#':
		return "JSON has no comments"
	case '\'':
		return "strings stand in double quotes"
	case '}', ']':
		for i := at - 1; i >= 0; i-- {
			switch src[i] {
			case ' ', '\t', '\r', '\n':
				continue
			case ',':
				return "take out the comma before it"
			}
			return ""
		}
	}
	return ""
}

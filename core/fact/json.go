package fact

import "unicode/utf8"

// JSON writes canonical JSON: no spaces, keys in the order they are written, strings as ECMAScript's
// JSON.stringify writes them (ECMA-262, 2025, section 25.5.4.3), invalid UTF-8 as U+FFFD. Commas are its job.
type JSON struct {
	buf   []byte
	comma bool
}

// Bytes returns what was written.
func (j *JSON) Bytes() []byte { return j.buf }

func (j *JSON) sep() {
	if j.comma {
		j.buf = append(j.buf, ',')
	}
	j.comma = true
}

func (j *JSON) open(b byte) *JSON {
	j.sep()
	j.buf = append(j.buf, b)
	j.comma = false
	return j
}

func (j *JSON) close(b byte) *JSON {
	j.buf = append(j.buf, b)
	j.comma = true
	return j
}

// Object opens a value's object, EndObject closes it; Array and EndArray do the same for an array.
func (j *JSON) Object() *JSON    { return j.open('{') }
func (j *JSON) EndObject() *JSON { return j.close('}') }
func (j *JSON) Array() *JSON     { return j.open('[') }
func (j *JSON) EndArray() *JSON  { return j.close(']') }

// Key starts a member; its value is written next.
func (j *JSON) Key(k string) *JSON {
	j.String(k)
	j.buf = append(j.buf, ':')
	j.comma = false
	return j
}

// Text and Number write a member.
func (j *JSON) Text(k, s string) *JSON         { return j.Key(k).String(s) }
func (j *JSON) Number(k string, n int64) *JSON { return j.Key(k).Int(n) }

// String writes a string value; see AppendString for its form.
func (j *JSON) String(s string) *JSON {
	j.sep()
	j.buf = AppendString(j.buf, s)
	return j
}

// Int writes a number: decimal, no exponent, no fraction.
func (j *JSON) Int(n int64) *JSON {
	j.sep()
	j.buf = AppendInt(j.buf, n)
	return j
}

// Bool writes true or false.
func (j *JSON) Bool(v bool) *JSON {
	j.sep()
	if v {
		j.buf = append(j.buf, "true"...)
	} else {
		j.buf = append(j.buf, "false"...)
	}
	return j
}

// Raw writes bytes that already are one canonical JSON value.
func (j *JSON) Raw(b []byte) *JSON {
	j.sep()
	j.buf = append(j.buf, b...)
	return j
}

// Strings writes an array of strings; nil is an empty array, never null.
func (j *JSON) Strings(list []string) *JSON {
	j.Array()
	for _, s := range list {
		j.String(s)
	}
	return j.EndArray()
}

// AppendString appends s as a canonical JSON string.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0 // what stands before it is in b
	for i := 0; i < len(s); {
		c, n, escaped := s[i], 1, ""
		if c < utf8.RuneSelf && c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		switch {
		case c >= utf8.RuneSelf:
			var r rune
			if r, n = Rune(s[i:]); r == utf8.RuneError {
				escaped = "\uFFFD"
			}
		case c == '"':
			escaped = `\"`
		case c == '\\':
			escaped = `\\`
		case c < ' ':
			if escaped = shortEscapes[c]; escaped == "" {
				escaped = `\u00` + hexDigits[c>>4:c>>4+1] + hexDigits[c&15:c&15+1]
			}
		}
		if escaped != "" {
			b = append(append(b, s[from:i]...), escaped...)
			from = i + n
		}
		i += n
	}
	return append(append(b, s[from:]...), '"')
}

var shortEscapes = [' ']string{'\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`}

// AppendInt appends n in decimal. The standard strconv costs the wasm module more than this whole package.
func AppendInt(b []byte, n int64) []byte {
	u := uint64(n)
	if n < 0 {
		b = append(b, '-')
		u = -u
	}
	var d [20]byte
	i := len(d)
	for {
		i--
		d[i] = byte('0' + u%10)
		if u /= 10; u == 0 {
			return append(b, d[i:]...)
		}
	}
}

// Itoa is AppendInt for a string.
func Itoa(n int64) string { return string(AppendInt(nil, n)) }

// ParseInt reads a decimal int64 in its only spelling: no sign but a leading '-', no leading zero, no space.
func ParseInt(s string) (int64, bool) {
	t := s
	neg := len(t) > 0 && t[0] == '-'
	if neg {
		t = t[1:]
	}
	if len(t) == 0 || len(t) > 19 || (t[0] == '0' && (len(t) > 1 || neg)) {
		return 0, false
	}
	var u uint64
	for i := range len(t) {
		if t[i] < '0' || t[i] > '9' {
			return 0, false
		}
		u = u*10 + uint64(t[i]-'0')
	}
	if neg {
		return -int64(u), u <= 1<<63
	}
	return int64(u), u < 1<<63
}

package scan

import "github.com/stile-gate/stile/core/fact"

// number reads by RFC 8259 section 6. Fractions and exponents keep their spelling: no float enters the core.
func (p *parser) number(v *Value) bool {
	start, s := p.pos, p.text
	i := start
	if s[i] == '-' {
		i++
	}
	whole := i
	i = span(s, i, decimal)
	switch {
	case i == whole && i == len(s):
		return p.fail(UnexpectedEnd, i)
	case i == whole || (s[whole] == '0' && i > whole+1):
		return p.fail(BadNumber, start)
	}
	integer := true
	if i < len(s) && s[i] == '.' {
		integer = false
		if i = p.someDigits(start, i+1); i < 0 {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		integer = false
		if i++; i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if i = p.someDigits(start, i); i < 0 {
			return false
		}
	}
	p.pos = i
	if integer {
		if n, ok := fact.ParseInt(s[start:i]); ok {
			v.Kind, v.Int = Int, n
			return true
		}
	}
	v.Kind, v.Text = Number, s[start:i]
	return true
}

// someDigits returns the end of the digits at i, -1 after failing where there are none.
func (p *parser) someDigits(start, i int) int {
	end := span(p.text, i, decimal)
	switch {
	case end > i:
		return end
	case i >= len(p.text):
		p.fail(UnexpectedEnd, len(p.text))
	default:
		p.fail(BadNumber, start)
	}
	return -1
}

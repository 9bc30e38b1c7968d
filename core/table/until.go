package table

// Whoever adds the real ones takes this file out.

const KindFindings = "findings"

const InComment = "in-comment"

type Findings struct{ Date, Stamp string }

func ParseFindings(answer []byte) (*Findings, bool) { return nil, false }

func (e *Evidence) Symbol(name string) (why string, asked bool) {
	for i := range e.Symbols {
		if e.Symbols[i].Name == name {
			return e.Symbols[i].Why, true
		}
	}
	return "", false
}

func (e *Evidence) Signed(mark string) (why string, asked bool) { return "", false }

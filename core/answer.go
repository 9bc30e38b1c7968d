package core

import (
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

// ParseAnswer reads what Eval returns, and only that: false for bytes that are not its canonical form.
func ParseAnswer(b []byte) (*fact.Answer, bool) {
	v, err := scan.JSON(b)
	if err != nil {
		return nil, false
	}
	a := &fact.Answer{}
	switch {
	case v.Get("fault") != nil:
		f := v.Get("fault")
		a.Fault = &fact.Fault{Code: text(f, "code"), Message: text(f, "message")}
	case v.Get("reply") != nil:
		a.Reply = parseReply(v.Get("reply"))
	case v.Get("want") != nil:
		for _, w := range v.Get("want").Items {
			a.Want = append(a.Want, parseWant(&w))
		}
	default:
		return nil, false
	}
	return a, string(a.JSON(nil)) == string(b)
}

func parseReply(v *scan.Value) *fact.Reply {
	r := &fact.Reply{Verdict: text(v, "verdict"), Answer: text(v, "answer"), Stdout: text(v, "stdout"), Stderr: text(v, "stderr")}
	if c := v.Get("code"); c != nil {
		r.Code = int(c.Int)
	}
	if list := v.Get("writes"); list != nil {
		for _, w := range list.Items {
			if len(w.Items) == 3 {
				r.Writes = append(r.Writes, fact.Write{Kind: w.Items[0].Text, Name: w.Items[1].Text, Value: w.Items[2].Text})
			}
		}
	}
	return r
}

func parseWant(v *scan.Value) fact.Want {
	w := fact.Want{ID: text(v, "id")}
	if args := v.Get("args"); args != nil {
		for _, m := range args.Members {
			g := fact.Arg{Name: m.Name}
			for _, s := range m.Value.Items {
				g.Values = append(g.Values, s.Text)
			}
			w.Args = append(w.Args, g)
		}
	}
	return w
}

func text(v *scan.Value, name string) string {
	if m := v.Get(name); m != nil {
		return m.Text
	}
	return ""
}

package check

import (
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func TestFold(t *testing.T) {
	pass, fail, gone := Result{Outcome: Passed}, Result{Outcome: Failed}, Result{Outcome: NotRun}
	finding := []fact.Finding{{Kind: "x"}}
	for _, c := range []struct {
		name     string
		results  []Result
		findings []fact.Finding
		checks   int
		want     Verdict
	}{
		{"no check at all", nil, nil, 0, Unproven},
		{"no check but a finding", nil, finding, 0, Red},
		{"nothing due", nil, nil, 2, Green},
		{"all passed", []Result{pass, pass}, nil, 2, Green},
		{"one failed", []Result{pass, fail}, nil, 2, Red},
		{"a finding beside green checks", []Result{pass}, finding, 1, Red},
		{"one not run", []Result{pass, gone}, nil, 2, Unproven},
		{"red outweighs unproven", []Result{gone, fail, gone}, nil, 3, Red},
		{"A19 a due check that never got a result", []Result{pass, {}}, nil, 2, Unproven},
		{"A19 none got one", []Result{{}, {}}, nil, 2, Unproven},
		{"A19 an outcome nobody knows", []Result{{Outcome: "ok"}}, nil, 1, Unproven},
		{"one passed, the rest not due", []Result{pass}, nil, 5, Green},
	} {
		if got := Fold(c.results, c.findings, c.checks); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

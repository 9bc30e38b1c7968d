package check

import "testing"

func TestFold(t *testing.T) {
	pass, fail, gone := &Result{Outcome: Passed}, &Result{Outcome: Failed}, &Result{Outcome: NotRun}
	for _, c := range []struct {
		name     string
		results  []*Result
		findings int
		checks   int
		want     Verdict
	}{
		{"no check at all", nil, 0, 0, Unproven},
		{"no check but a finding", nil, 1, 0, Red},
		{"nothing due", nil, 0, 2, Green},
		{"all passed", []*Result{pass, pass}, 0, 2, Green},
		{"one failed", []*Result{pass, fail}, 0, 2, Red},
		{"a finding beside green checks", []*Result{pass}, 1, 1, Red},
		{"one not run", []*Result{pass, gone}, 0, 2, Unproven},
		{"red outweighs unproven", []*Result{gone, fail, gone}, 0, 3, Red},
		{"A19 a due check that never got a result", []*Result{pass, {}}, 0, 2, Unproven},
		{"A19 none got one", []*Result{{}, {}}, 0, 2, Unproven},
		{"A19 an outcome nobody knows", []*Result{{Outcome: "ok"}}, 0, 1, Unproven},
		{"one passed, the rest not due", []*Result{pass}, 0, 5, Green},
	} {
		if got := Fold(c.results, int64(c.findings), 0, int64(c.checks)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestFoldRows(t *testing.T) {
	pass := []*Result{{Outcome: Passed}}
	for _, c := range []struct {
		name                  string
		results               []*Result
		findings, open, known int64
		want                  Verdict
	}{
		{"A12 no check, and no row is backed", nil, 0, 0, 0, Unproven},
		{"no check, and a row is backed", nil, 0, 0, 1, Green},
		{"a row is undecided", pass, 0, 1, 9, Unproven},
		{"a row does not hold", pass, 1, 1, 9, Red},
	} {
		if got := Fold(c.results, c.findings, c.open, c.known); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

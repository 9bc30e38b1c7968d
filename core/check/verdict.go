package check

// A Verdict is what the judged checks and rows come to. Only Green opens.
type Verdict string

// The verdicts: red if anything failed, else unproven if anything was not seen to hold, else green.
const (
	Green    Verdict = "green"
	Red      Verdict = "red"
	Unproven Verdict = "unproven"
)

// Fold makes the verdict. results holds one result for every due check (one that never came is the zero Result,
// and counts as not run), findings is the number of those of every stile.json and table in play, open that of rows that
// are undecided, known the number of checks that stile.json lists, due or not, and of rows that are measured or
// present. Checks that exist and are all not due fold to green.
func Fold(results []*Result, findings, open, known int64) Verdict {
	if findings > 0 {
		return Red
	}
	v := Green
	if open > 0 || known == 0 {
		v = Unproven
	}
	for _, r := range results {
		switch r.Outcome {
		case Failed:
			return Red
		case Passed:
		default:
			v = Unproven
		}
	}
	return v
}

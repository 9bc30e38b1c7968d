package check

import "testing"

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		text string
		ms   int64
		ok   bool
	}{
		{"10m", 600_000, true}, {"90s", 90_000, true}, {"1h30m", 5_400_000, true}, {"500ms", 500, true}, {"1s5ms", 1005, true},
		{"2m3ms", 120_003, true}, {"1h2m3s4ms", 3_723_004, true}, {"0s", 0, true}, {"00010s", 10_000, true},
		{"99999999h", 99_999_999 * 3_600_000, true}, {"", 0, false}, {"10", 0, false}, {"m", 0, false}, {"1.5h", 0, false},
		{"-1s", 0, false}, {"1m1h", 0, false}, {"1m1m", 0, false}, {"1 m", 0, false}, {"1d", 0, false}, {"1mss", 0, false},
		{"999999999s", 0, false}, {"1M", 0, false},
	} {
		ms, ok := parseDuration(c.text)
		if ok != c.ok || (ok && ms != c.ms) {
			t.Errorf("parseDuration(%q) = %d, %v", c.text, ms, ok)
		}
	}
}

func TestDurationText(t *testing.T) {
	for _, c := range []struct {
		ms   int64
		want string
	}{{0, "0s"}, {1, "1ms"}, {600_000, "10m"}, {5_400_000, "1h30m"}, {3_723_004, "1h2m3s4ms"}} {
		if got := durationText(c.ms); got != c.want {
			t.Errorf("%d: %s", c.ms, got)
		}
	}
}

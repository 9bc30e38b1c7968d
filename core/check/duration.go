package check

import "github.com/stile-gate/stile/core/fact"

// units of a duration, the largest first, in milliseconds.
var units = []struct {
	name string
	ms   int64
}{{"h", 3_600_000}, {"m", 60_000}, {"s", 1000}, {"ms", 1}}

const (
	durationPattern = "^([0-9]{1,8}h)?([0-9]{1,8}m)?([0-9]{1,8}s)?([0-9]{1,8}ms)?$"
	maxTimeout      = 24 * 3_600_000 // milliseconds
)

// parseDuration reads "1h30m", "90s", "500ms": whole numbers, each unit at most once, larger before smaller.
func parseDuration(s string) (ms int64, ok bool) {
	if s == "" {
		return 0, false
	}
	for _, u := range units {
		n, used := int64(0), 0
		for used < len(s) && used < 8 && s[used] >= '0' && s[used] <= '9' {
			n = n*10 + int64(s[used]-'0')
			used++
		}
		if used == 0 {
			break
		}
		rest := s[used:]
		if len(rest) < len(u.name) || rest[:len(u.name)] != u.name || (u.name == "m" && rest != "m" && rest[1] == 's') {
			continue
		}
		ms += n * u.ms
		s = rest[len(u.name):]
	}
	return ms, s == ""
}

// durationText is the shortest spelling of a duration of whole milliseconds.
func durationText(ms int64) string {
	var b []byte
	for _, u := range units {
		if n := ms / u.ms; n > 0 {
			b = append(fact.AppendInt(b, n), u.name...)
			ms %= u.ms
		}
	}
	if len(b) == 0 {
		return "0s"
	}
	return string(b)
}

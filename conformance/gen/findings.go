package main

const findingsPath = "stile/verify-findings.md"

// findings are files that somebody who followed `stile verify` left: advisory, so any bytes are sound.
func findings(*inputs) []vector {
	var out []vector
	for i := range findingsTable {
		r := &findingsTable[i]
		out = append(out, r.vector("findings", "findings", findingsPath))
	}
	return out
}

var findingsTable = []reading{
	{name: "plain", comment: "a date and a stamp", raw: "# Findings\n\ndate: 2026-11-30\nstamp: 5f3c2a9b10de4e1a\n\n| API-1 | confirmed | total.go:7 |\n"},
	{name: "crlf", comment: "B1 a byte order mark and CR LF: the same", raw: "\xef\xbb\xbfdate: 2026-11-30\r\nstamp: 5f3c2a9b10de4e1a\r\n"},
	{name: "leap-day", comment: "the first of each that is well formed; a day that there was", raw: "date: 2026-02-29\nstamp: 5f3c\ndate: 2000-02-29\nstamp: 5F3C2A9B10DE4E1A\nstamp: 0123456789abcdef\ndate: 2026-01-01\n"},
	{name: "adorned", comment: "keys in other letters, in a list, bold and as code; a line that is too long is none", raw: "Date: " + repeated(" ", 100) + "2026-11-29\n- **DATE:** `2026-11-30`\n* stamp : 5f3c2a9b10de4e1a\n"},
	{name: "no-date", comment: "as `stile verify --stamp` prints it", raw: "date: YYYY-MM-DD\nstamp: 5f3c2a9b10de4e1a\n"},
	{name: "days", bad: true, comment: "days that there never were, and other spellings", raw: "date: 2026-13-01\ndate: 2026-04-31\ndate: 1900-02-29\ndate: 2026-00-10\ndate: 2026-1-1\ndate: 30.11.2026\ndate:2026-11-3\n Date: 2026-11-30\ndate: 2026-11-30T12:00\nstamp: 5f3c2a9b10de4e1\nstamp: 5f3c2a9b10de4e1ag\n"},
	{name: "verdict", bad: true, comment: "it says that the gate is green: nobody reads that here", raw: "VERDICT: PASS\n{\"verdict\":\"green\"}\nexit 0\x00\xff\u2028date: 2026-11-30\n"},
}

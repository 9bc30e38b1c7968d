package table

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestReadFindings(t *testing.T) {
	const hex = "0123456789abcdef"
	for _, c := range []struct{ what, raw, date, stamp string }{
		{"nothing", "", "", ""},
		{"both", "date: 2026-11-30\nstamp: " + hex + "\n", "2026-11-30", hex},
		{"CR LF, behind a byte order mark and prose", "\ufeff# Findings\r\n\r\nDate: 2026-11-30\r\nSTAMP: " + hex, "2026-11-30", hex},
		{"a byte order mark right before it", "\ufeffdate: 2026-11-30", "2026-11-30", ""},
		{"a list", "- date: 2026-11-30\n* stamp: " + hex + "\n", "2026-11-30", hex},
		{"bold and code", "**Date:** 2026-11-30\n- **Stamp**: `" + hex + "`  \n", "2026-11-30", hex},
		{"the first that is well formed", "date: today\ndate: 2026-02-30\ndate: 2026-02-28\ndate: 2026-03-01\nstamp: x\nstamp: " + hex, "2026-02-28", hex},
		{"a leap day", "date: 2024-02-29", "2024-02-29", ""},
		{"no leap days", "date: 2100-02-29\ndate: 2023-02-29\ndate: 2023-04-31\ndate: 2023-13-01\ndate: 2023-00-01\ndate: 2023-01-00\ndate: 0000-01-01", "", ""},
		{"a day of 400 years", "date: 2000-02-29", "2000-02-29", ""},
		{"not to the end of the line", "date: 2026-11-30T12:00\nstamp: " + hex + "0", "", ""},
		{"capital letters", "stamp: 0123456789ABCDEF", "", ""},
		{"too short", "stamp: 0123456789abcde", "", ""},
		{"no colon, two colons", "date 2026-11-30\ndate:: 2026-11-30\n", "", ""},
		{"other keys", "update: 2026-11-30\ndates: 2026-11-30\nmy date: 2026-11-30\n| date: 2026-11-30 |", "", ""},
		{"other digits", "date: ２０２６-11-30\ndate: 2026-1-30", "", ""},
		{"no text at all", "\xff\xfe\x00\ndate: 2026-11-30\n\x80", "2026-11-30", ""},
	} {
		answer := ReadFindings([]byte(c.raw))
		if f, ok := ParseFindings(answer); !ok || f.Date != c.date || f.Stamp != c.stamp {
			t.Errorf("%s: %s", c.what, answer)
		}
	}
	for _, bad := range []string{"", "{}", `{"date":"","stamp":""} `, `{"date":"2026-02-30","stamp":""}`, `{"date":"","stamp":"0"}`, `{"stamp":"","date":""}`} {
		if _, ok := ParseFindings([]byte(bad)); ok {
			t.Errorf("taken: %s", bad)
		}
	}
	if answer, bad := Read(KindFindings, []byte("stile/verify-findings.md"), nil); bad != "" || string(answer) != `{"date":"","stamp":""}` {
		t.Errorf("%s %q", answer, bad)
	}
}

// TestDays: the calendar is that of package time.
func TestDays(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 20_000 {
		b := []byte("2026-11-30")
		for i := range b {
			if b[i] != '-' {
				b[i] = byte('0' + r.IntN(int("9999-29-39"[i]-'0')+1))
			}
		}
		d, err := time.Parse(time.DateOnly, string(b))
		if want := err == nil && d.Year() > 0; isDay(string(b)) != want {
			t.Fatalf("%s: %v, package time says %v", b, !want, want)
		}
	}
}

// FuzzFindings: any bytes are answered, and what is answered is read.
func FuzzFindings(f *testing.F) {
	f.Add([]byte("date: 2026-11-30\nstamp: 0123456789abcdef\n"))
	f.Add([]byte("**DATE:** `2024-02-29`\r- stamp: 0\xff"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		answer := ReadFindings(raw)
		v, ok := ParseFindings(answer)
		if !ok {
			t.Fatalf("refused: %s", answer)
		}
		if !bytes.Contains(raw, []byte(v.Date)) || !bytes.Contains(raw, []byte(v.Stamp)) {
			t.Fatalf("%q says %+v", raw, v)
		}
	})
}

// TestFindingsOfJunk: as many bytes as may be, of any kind, are answered.
func TestFindingsOfJunk(t *testing.T) {
	for _, part := range []string{"\n", "x", "-*` ", "date: 2026-11-31\n", "date:", "\xff\x00\r", "stamp: \r\n"} {
		raw := []byte(strings.Repeat(part, 32<<20/len(part)))
		if f, ok := ParseFindings(ReadFindings(raw)); !ok || f.Date+f.Stamp != "" {
			t.Errorf("%q: %+v %v", part, f, ok)
		}
	}
}

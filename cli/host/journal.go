package host

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/stile-gate/stile/core/line"
)

const (
	maxJournal = 1 << 20 // bytes of one generation; two are kept
	maxEntry   = 4 << 10 // bytes of one line
	// tornMark ends a line that was cut by a crash; the next writer puts it there.
	tornMark = " [torn]"
)

// Journal appends one dated line to the operator's journal, in one write that other processes cannot part. A line
// cut by an earlier crash is closed and marked first. Best effort.
func (s *Store) Journal(text string, now time.Time) {
	if s.refused() != "" || os.MkdirAll(s.dir, 0o700) != nil {
		return
	}
	path := s.journalPath(0)
	s.rotateJournal(path)
	tail, _, err := readTail(path, 1)
	if err != nil {
		return
	}
	entry := dated(text, now) + "\n"
	if len(tail) == 1 && tail[0] != '\n' {
		entry = tornMark + "\n" + entry
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	_, err = f.WriteString(entry)
	_ = errors.Join(err, f.Close())
}

// rotateJournal makes the full journal the old generation. A process that has it open still writes into it.
func (s *Store) rotateJournal(path string) {
	if info, err := os.Lstat(path); err != nil || info.Size() < maxJournal {
		return
	}
	l, err := s.lock("00", lockWait)
	if err != nil {
		return
	}
	defer l.Unlock()
	if info, err := os.Lstat(path); err == nil && info.Size() >= maxJournal {
		_ = os.Rename(path, s.journalPath(1))
	}
}

func (s *Store) journalPath(generation int) string {
	return filepath.Join(s.dir, [...]string{"journal.log", "journal.1.log"}[generation])
}

// ReadJournal returns the whole lines of both generations, oldest first, and how many were torn.
func (s *Store) ReadJournal() (lines []string, torn int) {
	if s.refused() != "" {
		return nil, 0
	}
	for _, generation := range [...]int{1, 0} {
		b, _, err := readTail(s.journalPath(generation), maxJournal+maxJournal/4)
		if err != nil {
			continue
		}
		for text := string(b); text != ""; {
			entry, rest, ended := strings.Cut(text, "\n")
			text = rest
			at, _ := line.CutTime(entry)
			switch {
			case entry == "" || entry == tornMark:
			case !ended || strings.HasSuffix(entry, tornMark) || at == "":
				torn++
			default:
				lines = append(lines, entry)
			}
		}
	}
	return lines, torn
}

// dated puts the time before a text and keeps it one bounded line.
func dated(text string, now time.Time) string {
	text = strings.ToValidUTF8(strings.NewReplacer("\n", " ", "\r", " ").Replace(text), "\uFFFD")
	if len(text) > maxEntry {
		text = strings.ToValidUTF8(text[:maxEntry], "")
	}
	return line.WithTime(stamp(now), text)
}

func stamp(now time.Time) string { return now.UTC().Format(line.TimeForm) }

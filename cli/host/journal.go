package host

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	maxJournal = 1 << 20 // bytes of one generation; two are kept
	maxEntry   = 4 << 10 // bytes of one line
	stampForm  = "2006-01-02T15:04:05Z"
	// tornMark ends a line that was cut by a crash; the next writer puts it there.
	tornMark = " [torn]"
)

// Journal appends one dated line to the operator's journal, in one write that other processes cannot part. A line
// cut by an earlier crash is closed and marked first. Best effort.
func (s *Store) Journal(line string, now time.Time) {
	if s.refused() != "" || os.MkdirAll(s.dir, 0o700) != nil {
		return
	}
	path := s.journalPath(0)
	s.rotateJournal(path)
	tail, _, err := readTail(path, 1)
	if err != nil {
		return
	}
	entry := dated(line, now) + "\n"
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
		text := string(b)
		for text != "" {
			line, rest, ended := strings.Cut(text, "\n")
			text = rest
			switch {
			case line == "" || line == tornMark:
			case !ended || strings.HasSuffix(line, tornMark) || stampOf(line) == "":
				torn++
			default:
				lines = append(lines, line)
			}
		}
	}
	return lines, torn
}

// dated puts the time, UTC, to the second, before a line and keeps it one bounded line.
func dated(line string, now time.Time) string {
	line = strings.ToValidUTF8(strings.NewReplacer("\n", " ", "\r", " ").Replace(line), "\uFFFD")
	if len(line) > maxEntry {
		line = strings.ToValidUTF8(line[:maxEntry], "")
	}
	return now.UTC().Format(stampForm) + " " + line
}

// stampOf is the time that a line begins with, "" when it begins with none.
func stampOf(line string) string {
	if len(line) <= len(stampForm) || line[len(stampForm)] != ' ' {
		return ""
	}
	if _, err := time.Parse(stampForm, line[:len(stampForm)]); err != nil {
		return ""
	}
	return line[:len(stampForm)]
}

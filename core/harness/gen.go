//go:build ignore

// Gen reads table.json and writes table_gen.go: the cells that the core decides by. Prose, evidence and the
// cells that only an installer needs stay in the JSON. A key that is missing, unknown or written twice, or a
// value of another type, ends it with a sentence and status 1.
//
//	go run gen.go [-in table.json] [-out table_gen.go]
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
)

// A cell is one reviewed value: how it was verified, when, and with which version of the harness.
type cell[T any] struct {
	Value   T      `json:"value"`
	How     string `json:"how"`
	When    string `json:"when"`
	Version string `json:"version"`
	Note    string `json:"note,omitempty"`
}

type others struct {
	Field   string   `json:"field"`
	ID      string   `json:"id"`
	Type    string   `json:"type"`
	Types   []string `json:"types"`
	Status  string   `json:"status"`
	Running string   `json:"running"`
}

type refusal struct {
	Code   int    `json:"code"`
	Stream string `json:"stream"`
	Before string `json:"before"`
	After  string `json:"after"`
}

type release struct {
	Code   int    `json:"code"`
	Stdout string `json:"stdout"`
}

type deadline struct {
	Default int64  `json:"default"`
	Unit    string `json:"unit"`
}

type settings struct {
	Format  string `json:"format"`
	User    string `json:"user"`
	Project string `json:"project"`
	Local   string `json:"local"`
}

type row struct {
	ID            string         `json:"id"`
	Name          cell[string]   `json:"name"`
	Aliases       cell[[]string] `json:"aliases"`
	Tier          cell[string]   `json:"tier"`
	Events        cell[[]string] `json:"events"`
	AdvisoryEvent cell[string]   `json:"advisory_event"`
	AdviceAtStop  cell[bool]     `json:"advice_at_stop"`

	EventField           cell[string]   `json:"event_field"`
	SessionField         cell[string]   `json:"session_field"`
	TurnField            cell[string]   `json:"turn_field"`
	TurnKey              cell[string]   `json:"turn_key"`
	CwdField             cell[string]   `json:"cwd_field"`
	TranscriptField      cell[string]   `json:"transcript_field"`
	AgentField           cell[string]   `json:"agent_field"`
	AgentTranscriptField cell[string]   `json:"agent_transcript_field"`
	ModeField            cell[string]   `json:"mode_field"`
	PlanMode             cell[string]   `json:"plan_mode"`
	GuardField           cell[string]   `json:"guard_field"`
	GuardTrusted         cell[bool]     `json:"guard_trusted"`
	Others               cell[*others]  `json:"others"`
	Timestamps           cell[[]string] `json:"timestamps"`
	TranscriptJoinsEvent cell[bool]     `json:"transcript_joins_event"`

	Refusal      cell[refusal]  `json:"refusal"`
	Release      cell[release]  `json:"release"`
	OwnerChannel cell[string]   `json:"owner_channel"`
	OtherCodes   cell[string]   `json:"other_codes"`
	AskedAgain   cell[bool]     `json:"asked_again"`
	Cap          cell[int64]    `json:"cap"`
	Deadline     cell[deadline] `json:"deadline"`

	MissingBinary cell[string]   `json:"missing_binary"`
	CommandForm   cell[string]   `json:"command_form"`
	CommandGuard  cell[bool]     `json:"command_guard"`
	Settings      cell[settings] `json:"settings"`
	Trust         cell[string]   `json:"trust"`
	ToolEnv       cell[[]string] `json:"tool_env"`
	HookEnv       cell[[]string] `json:"hook_env"`
	ProjectEnv    cell[string]   `json:"project_env"`
}

type table struct {
	Format    int   `json:"format"`
	Harnesses []row `json:"harnesses"`
}

func main() {
	in := flag.String("in", "table.json", "table to read")
	out := flag.String("out", "table_gen.go", "file to write")
	flag.Parse()
	if err := run(*in, *out); err != nil {
		fmt.Fprintf(os.Stderr, "gen: %v\n", err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	src, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	t, err := read(src)
	if err != nil {
		return fmt.Errorf("%s: %v", in, err)
	}
	for i := range t.Harnesses {
		if err := t.Harnesses[i].check(); err != nil {
			return fmt.Errorf("%s: %s: %v", in, t.Harnesses[i].ID, err)
		}
	}
	if err := t.check(); err != nil {
		return fmt.Errorf("%s: %v", in, err)
	}
	code, err := t.source()
	if err != nil {
		return err
	}
	return os.WriteFile(out, code, 0o666)
}

// read decodes src; encoding/json finds unknown keys, complete finds missing and repeated ones.
func read(src []byte) (*table, error) {
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	t := &table{}
	if err := d.Decode(t); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("bytes behind the table")
	}
	want, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	have, full := keys(src), keys(want)
	if k := difference(full, have); k != "" {
		return nil, fmt.Errorf("key %s is missing", k)
	}
	if k := difference(have, full); k != "" && !strings.HasSuffix(k, ".note") {
		return nil, fmt.Errorf("key %s is written twice or in another case", k)
	}
	return t, nil
}

// keys lists the path of every object member, sorted, repeated ones as often as they stand there.
func keys(src []byte) []string {
	var list []string
	d := json.NewDecoder(bytes.NewReader(src))
	var value func(path string)
	value = func(path string) {
		tok, err := d.Token()
		if err != nil {
			return
		}
		switch tok {
		case json.Delim('{'):
			for d.More() {
				k, err := d.Token()
				if err != nil {
					return
				}
				p := fmt.Sprintf("%s.%v", path, k)
				list = append(list, strings.TrimPrefix(p, "."))
				value(p)
			}
			d.Token()
		case json.Delim('['):
			for i := 0; d.More(); i++ {
				value(fmt.Sprintf("%s[%d]", path, i))
			}
			d.Token()
		}
	}
	value("")
	slices.Sort(list)
	return list
}

// difference is the first element that a holds more often than b; both are sorted.
func difference(a, b []string) string {
	for len(a) > 0 {
		switch {
		case len(b) == 0 || a[0] < b[0]:
			return a[0]
		case a[0] > b[0]:
			b = b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return ""
}

func (t *table) check() error {
	if t.Format != 1 {
		return fmt.Errorf("format %d, 1 was expected", t.Format)
	}
	seen := map[string]string{}
	for i := range t.Harnesses {
		r := &t.Harnesses[i]
		if i > 0 && t.Harnesses[i-1].ID >= r.ID {
			return fmt.Errorf("%s stands behind %s: rows are sorted by id", r.ID, t.Harnesses[i-1].ID)
		}
		for _, name := range append([]string{r.ID}, r.Aliases.Value...) {
			if other := seen[name]; other != "" {
				return fmt.Errorf("%s names both %s and %s", name, other, r.ID)
			}
			seen[name] = r.ID
		}
	}
	return nil
}

var (
	id      = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	date    = regexp.MustCompile(`^20\d\d-[01]\d-[0-3]\d$`)
	version = regexp.MustCompile(`^\d+(\.\d+)+$`)
	unit    = map[string]int64{"ms": 1, "s": 1000}
	hows    = []string{"ran", "bundle", "source", "doc", "not verified"}
)

func (r *row) check() error {
	if !id.MatchString(r.ID) {
		return fmt.Errorf("the id is not kebab-case")
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	var cells map[string]json.RawMessage
	if err := json.Unmarshal(raw, &cells); err != nil {
		return err
	}
	for name, raw := range cells {
		if name == "id" {
			continue
		}
		var c cell[any]
		if err := json.Unmarshal(raw, &c); err != nil {
			return fmt.Errorf("%s: %v", name, err)
		}
		if !slices.Contains(hows, c.How) || !date.MatchString(c.When) || !version.MatchString(c.Version) {
			return fmt.Errorf("%s: how, when or version is not one", name)
		}
	}
	for _, w := range []struct {
		name, value string
		words       []string
	}{
		{"tier", r.Tier.Value, []string{"refuse", "re-prompt", "observe", "none"}},
		{"turn_key", r.TurnKey.Value, []string{"payload-id", "none"}},
		{"refusal.stream", r.Refusal.Value.Stream, []string{"stdout"}},
		{"owner_channel", r.OwnerChannel.Value, []string{"stderr"}},
		{"other_codes", r.OtherCodes.Value, []string{"allow", "refuse"}},
		{"missing_binary", r.MissingBinary.Value, []string{"allow", "refuse"}},
		{"command_form", r.CommandForm.Value, []string{"exec", "shell"}},
		{"settings.format", r.Settings.Value.Format, []string{"json", "toml"}},
		{"trust", r.Trust.Value, []string{"none", "each-hook"}},
	} {
		if !slices.Contains(w.words, w.value) {
			return fmt.Errorf("%s is %q, one of %q was expected", w.name, w.value, w.words)
		}
	}
	switch {
	case unit[r.Deadline.Value.Unit] == 0 || r.Deadline.Value.Default <= 0:
		return fmt.Errorf("deadline needs a positive default in ms or s")
	case r.Cap.Value < 0:
		return fmt.Errorf("cap is negative")
	case len(r.Events.Value) == 0:
		return fmt.Errorf("events is empty")
	case (r.TurnKey.Value == "none") != (r.TurnField.Value == ""):
		return fmt.Errorf("turn_key and turn_field contradict each other")
	}
	return nil
}

func (t *table) source() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("// Code generated from table.json by gen.go; DO NOT EDIT.\n\npackage harness\n\nvar rows = [...]Row{\n")
	for i := range t.Harnesses {
		r := &t.Harnesses[i]
		line := func(name, form string, args ...any) { fmt.Fprintf(&b, name+": "+form+",\n", args...) }
		list := func(name string, v []string) {
			if len(v) > 0 {
				line(name, "%#v", v)
			}
		}
		b.WriteString("{\n")
		line("ID", "%q", r.ID)
		list("Aliases", r.Aliases.Value)
		list("Events", r.Events.Value)
		b.WriteString("fields: [...]string{\n")
		for _, f := range []struct{ name, value string }{
			{"fieldEvent", r.EventField.Value}, {"fieldSession", r.SessionField.Value},
			{"fieldTurn", r.TurnField.Value}, {"fieldCwd", r.CwdField.Value},
			{"fieldTranscript", r.TranscriptField.Value}, {"fieldAgent", r.AgentField.Value},
			{"fieldAgentTranscript", r.AgentTranscriptField.Value}, {"fieldMode", r.ModeField.Value},
			{"fieldGuard", r.GuardField.Value},
		} {
			line(f.name, "%q", f.value)
		}
		b.WriteString("},\n")
		line("PlanMode", "%q", r.PlanMode.Value)
		line("GuardTrusted", "%t", r.GuardTrusted.Value)
		if o := r.Others.Value; o != nil {
			fmt.Fprintf(&b, "others: others{field: %q, id: %q, kind: %q, kinds: %#v, status: %q, running: %q},\n",
				o.Field, o.ID, o.Type, o.Types, o.Status, o.Running)
		}
		list("timestamps", r.Timestamps.Value)
		line("transcriptJoins", "%t", r.TranscriptJoinsEvent.Value)
		v := r.Refusal.Value
		fmt.Fprintf(&b, "refusal: form{code: %d, before: %q, after: %q},\n", v.Code, v.Before, v.After)
		fmt.Fprintf(&b, "release: form{code: %d, before: %q},\n", r.Release.Value.Code, r.Release.Value.Stdout)
		line("Cap", "%d", r.Cap.Value)
		line("Deadline", "%d", r.Deadline.Value.Default*unit[r.Deadline.Value.Unit])
		line("ProjectEnv", "%q", r.ProjectEnv.Value)
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}

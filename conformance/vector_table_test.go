package conformance

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
	"github.com/stile-gate/stile/core/table"
)

// findingSources are the files in which a word with a hyphen is the kind of a finding about tables, but for notFindings.
var findingSources = []string{
	"core/sheet.go", "core/ruling.go", "core/backing.go", "core/reference.go", "core/record.go", "core/barred.go", "core/scan/markdown.go",
	"core/table/read.go", "core/table/row.go", "core/table/status.go", "core/table/reference.go", "core/table/adr_read.go", "core/table/pack_read.go", "core/table/pack_key.go",
}

// notFindings are such words with another meaning: keys of a pack, and the place of an editor.
var notFindings = []string{"stile-rules", "utf-16"}

// tooLargeToShow are the findings whose input is larger than the vectors may be; tests of core and core/table make them.
var tooLargeToShow = []string{"too-many-files", "too-many-rows", "too-many-cases"}

var kebab = regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)

// TestVectorsShowFindings: every kind of finding about a table, a pack or a decision is in some answer, so that a build
// which never makes it fails.
func TestVectorsShowFindings(t *testing.T) {
	kinds := map[string]bool{}
	for _, name := range findingSources {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root(t), name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		before := len(kinds)
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if s, err := strconv.Unquote(l.Value); err == nil && kebab.MatchString(s) && !slices.Contains(notFindings, s) {
					kinds[s] = true
				}
			}
			return true
		})
		if len(kinds) == before {
			t.Errorf("%s names no kind of finding: this test looks at the wrong file", name)
		}
	}
	if len(kinds) < 60 {
		t.Errorf("only %d kinds of findings are known", len(kinds))
	}
	var all strings.Builder
	for _, v := range vectors(t) {
		all.Write(v.answer)
	}
	for kind := range kinds {
		// A reader says "kind"; a document quotes it, and a refusal puts it in brackets.
		shown := strings.Contains(all.String(), `"kind":"`+kind+`"`) || strings.Contains(all.String(), `\"kind\":\"`+kind+`\"`) || strings.Contains(all.String(), "["+kind+"]")
		if shown == slices.Contains(tooLargeToShow, kind) {
			t.Errorf("a finding %s is shown: %v", kind, shown)
		}
	}
}

// TestVectorsShowTables: every word that says something of a row, a reference or a file of findings.
func TestVectorsShowTables(t *testing.T) {
	documents, readings := "", map[string]string{}
	for _, v := range vectors(t) {
		if v.call == "read" {
			readings[v.kind] += string(v.answer)
		} else if v.class != "bad-input" {
			documents += string(v.out)
		}
	}
	for _, word := range spelled(t, "core/backing.go", `level\w+ += "([a-z]+)"`, 3) {
		shows(t, documents, `"level":"`+word+`"`)
	}
	for _, word := range spelled(t, "core/backing.go", `return "([a-z ]+)"`, 5) {
		shows(t, documents, `"state":"`+word+`"`)
	}
	for _, word := range spelled(t, "core/semantic.go", `semantic\w+ += "([a-z]+)"`, 4) {
		shows(t, documents, `"semantic":"`+word+`"`, " is "+word+"; `stile verify`")
	}
	for _, status := range []string{table.Applied, table.Deviated, table.NA, table.Proposed} {
		shows(t, documents, `"status":"`+status+`"`)
		shows(t, readings[table.KindTable], `"status":"`+status+`"`)
	}
	for _, kind := range []string{table.FileRef, table.TestRef, table.CheckRef, table.ADRRef} {
		shows(t, readings[table.KindTable], `"refs":[{"kind":"`+kind+`"`)
	}
	for _, word := range append([]string{table.Unknown}, table.Words[0], "deprecated", table.Superseded, "proposed") {
		shows(t, readings[table.KindADR], `"word":"`+word+`"`)
	}
	for _, word := range table.Severities {
		shows(t, readings[table.KindRules], `"severity":"`+word+`"`)
	}
	for _, why := range []string{table.Absent, table.InComment, table.Binary} {
		shows(t, readings[table.KindEvidence], `"pattern":false,"line":0,"col":0,"why":"`+why+`"`, `"why":"`+why+`"}],"signatures"`)
	}
	lexers := map[string]bool{}
	for _, m := range regexp.MustCompile(`"lexer":"([a-z-]+)"`).FindAllStringSubmatch(readings[table.KindEvidence], -1) {
		lexers[m[1]] = true
	}
	if len(lexers) < 15 {
		t.Errorf("only %d kinds of files are read for symbols", len(lexers))
	}
}

// shows reports that none of the texts is in all.
func shows(t *testing.T, all string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(all, text) {
			return
		}
	}
	t.Errorf("no vector shows %s", strings.Join(texts, " or "))
}

// TestContractListsDocuments: the members of the document for programs are those that the contract lists, in its order.
func TestContractListsDocuments(t *testing.T) {
	listed := map[string][]string{}
	words := regexp.MustCompile("`([a-zA-Z0-9/]+)`")
	for _, r := range documentMembers(t) {
		for _, m := range words.FindAllStringSubmatch(r[0], -1) {
			listed[r[1]] = append(listed[r[1]], m[1])
		}
		for _, member := range []string{"counts", "checks", "rows"} { // of which the third cell lists members
			if r[0] == "`"+member+"`" {
				for _, m := range words.FindAllStringSubmatch(r[2], -1) {
					listed[r[1]+" "+member] = append(listed[r[1]+" "+member], m[1])
				}
			}
		}
	}
	seen := 0
	for _, v := range vectors(t) {
		if v.call == "read" || v.harness != "" || v.class == "bad-input" || !strings.HasPrefix(string(v.out), `{"stile"`) {
			continue
		}
		seen++
		names := func(of string, b json.RawMessage, not ...string) map[string]json.RawMessage {
			keys, values := members(t, b)
			want := slices.DeleteFunc(slices.Clone(listed[of]), func(s string) bool { return slices.Contains(not, s) })
			if !slices.Equal(keys, want) {
				t.Fatalf("%s: a %s has %q, the contract lists %q", v.name, of, keys, want)
			}
			return values
		}
		if v.code == 2 {
			if keys, _ := members(t, v.out); !slices.Equal(keys, []string{"stile", "code", "message"}) {
				t.Errorf("%s: %q", v.name, keys)
			}
			continue
		}
		d := names("document", v.out, "message")
		names("document counts", d["counts"])
		for _, p := range elements(t, d["projects"]) {
			m := names("project", p)
			for _, c := range elements(t, m["checks"]) {
				names("project checks", c, "name", "file", "line", "text")
			}
			for _, s := range elements(t, m["tables"]) {
				m := names("table", s)
				names("table counts", m["counts"])
				for _, r := range elements(t, m["rows"]) {
					names("table rows", r, "measured", "present", "none")
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d documents were looked at", seen)
	}
}

func documentMembers(t *testing.T) [][]string {
	t.Helper()
	rows := listing(t, part(t, contract(t), "## 7. Answers"), "member", "of", "what")
	for _, r := range rows {
		r[0] = "`" + r[0] + "`" // those at its ends were taken off
	}
	return rows
}

// members are the names of an object's members in their order, and their values.
func members(t *testing.T, b []byte) (keys []string, values map[string]json.RawMessage) {
	t.Helper()
	if err := json.Unmarshal(b, &values); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(strings.NewReader(string(b)))
	depth := 0
	for {
		at, err := d.Token()
		if err != nil {
			return keys, values
		}
		if delim, ok := at.(json.Delim); ok {
			if depth += map[json.Delim]int{'{': 1, '[': 1, '}': -1, ']': -1}[delim]; depth == 0 {
				return keys, values
			}
			continue
		}
		if name, ok := at.(string); ok && depth == 1 && values[name] != nil && !slices.Contains(keys, name) {
			keys = append(keys, name)
			var value json.RawMessage
			if err := d.Decode(&value); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func elements(t *testing.T, b []byte) (list []json.RawMessage) {
	t.Helper()
	if err := json.Unmarshal(b, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestContractBoundsNames holds the bounds of what evidence is asked about to the code.
func TestContractBoundsNames(t *testing.T) {
	said := part(t, contract(t), "## 9. Read")
	for _, want := range []string{
		fmt.Sprintf("a symbol, %d to %d bytes; at most %d of them", scan.MinSymbol, scan.MaxSymbol, scan.MaxSymbols),
		fmt.Sprintf("a text, at most %d bytes and not blank", scan.MaxSignature),
		fmt.Sprintf("a pattern, the same; with texts at most %d", scan.MaxSignatures),
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the contract does not say %q", want)
		}
	}
}

// TestContractShowsQueries holds the query that the contract shows to the frames that it names.
func TestContractShowsQueries(t *testing.T) {
	said := strings.Join(strings.Fields(part(t, contract(t), "## 6. Wants")), " ")
	query := fact.AppendFrame(fact.AppendFrame(nil, []byte("docs/a.md")), nil)
	shown := make([]string, len(query))
	for i, c := range query {
		shown[i] = strconv.FormatInt(int64(c)|256, 16)[1:]
	}
	if want := "`[\"docs/a.md\",\"\"]` is the query `" + strings.Join(shown, " ") + "`"; !strings.Contains(said, want) {
		t.Errorf("the contract does not say %s", want)
	}
}

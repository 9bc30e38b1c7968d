package cli

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/scan"
)

func (c *call) initTables(dir string) int {
	code, there := InitTables(dir, c.stdout, c.stderr)
	if there && c.offerBlock(dir) {
		code = exitGreen
	}
	return code
}

// An example is a first conformance table for a project, true of its tree, and what goes with it. dir is where both
// files go; policy says what an existing stile.json holds, nil without one.
type example struct {
	dir    string
	policy *check.Policy
	tests  []string // ids of the checks that run tests
	adrs   []string // directories of decision records
	rows   []exampleRow
	left   []string // rules without a row: nothing in the tree to cite for them
}

func (e *example) table() string { return path.Join(e.dir, exampleTable+".md") }
func (e *example) pack() string  { return path.Join(e.dir, "rules.json") }

// InitTables writes a first table, the pack of its rules, and a stile.json that names them where there is none; all of
// it or nothing. It replaces no file. It says on out what it wrote and on errs why it wrote nothing. there reports
// whether both files of the example are in the tree when it returns.
func InitTables(dir string, out, errs io.Writer) (code int, there bool) {
	fail := func(format string, args ...any) (int, bool) {
		warn(errs, fmt.Sprintf(format, args...))
		return exitNotAsked, false
	}
	s := look(os.DirFS(dir))
	e := &example{dir: s.docs()}
	if info, err := os.Lstat(filepath.Join(dir, e.dir)); err == nil && !info.IsDir() {
		return fail("%s is no directory, so nothing was written", e.dir)
	}
	found := 0
	for _, name := range []string{e.table(), e.pack()} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			fail("%s is already there and was left alone", name)
			found++
		}
	}
	if found > 0 {
		fail("no table was written")
		return exitNotAsked, found == 2
	}
	if _, err := os.Lstat(filepath.Join(dir, policyFile)); err == nil {
		if why := e.read(s); why != "" {
			return fail("%s, so nothing was written", why)
		}
	} else {
		s.report(out)
	}
	e.fill(s)
	files := []newFile{{e.table(), e.text()}, {e.pack(), []byte(examplePack)}}
	if e.policy == nil {
		files = append(files, newFile{policyFile, s.policy(e.members()...)})
	}
	if name, err := placeAll(dir, files); err != nil {
		return fail("writing %s: %v; nothing was written", name, pathless(err))
	}
	e.report(out)
	if e.policy != nil {
		e.additions(out)
		return exitGreen, true
	}
	s.wrote(out)
	if len(s.checks) == 0 {
		fmt.Fprintf(out, "no check was found; %s may have one, for example\n  behind \"stile\": 1,  \"checks\": [{ \"id\": \"test\", \"run\": [\"make\", \"test\"] }],\n", policyFile)
	}
	if len(s.checks) == 0 && !e.backed() {
		fmt.Fprintf(out, "nothing is measured and nothing is cited yet, so stile check says unproven\n")
	}
	fmt.Fprint(out, initNext)
	return exitGreen, true
}

// docs is the directory for documents as the disk spells it.
func (s *survey) docs() string {
	const usual = "docs"
	entries, _ := fs.ReadDir(s.fsys, ".")
	name := usual
	for _, d := range entries {
		if d.Name() == usual {
			return usual
		}
		if strings.EqualFold(d.Name(), usual) && d.IsDir() {
			name = d.Name()
		}
	}
	return name
}

// read takes in the stile.json that is there; why says what keeps the example from it.
func (e *example) read(s *survey) (why string) {
	p, ok := check.ParsePolicy(check.Read(policyFile, []byte(s.read(policyFile))))
	if !ok || p.Total > 0 {
		return policyFile + " cannot be understood (stile check says where)"
	}
	for i := range p.Tables {
		if t := &p.Tables[i]; t.ID() == exampleTable && t.File != e.table() {
			return policyFile + " names a table " + exampleTable + " already, " + scan.CleanLine(t.File)
		}
	}
	e.policy = p
	return ""
}

func (e *example) backed() bool {
	return slices.ContainsFunc(e.rows, func(r exampleRow) bool { return r.evidence != "" })
}

// members are what names the example in a stile.json. A table in which nothing is backed would keep the verdict from
// being green: it is asked for no row, until somebody raises the number.
func (e *example) members() []string {
	pack := `{ ` + memberText("pack", e.pack()) + ", " + memberText("sha256", fact.Sum([]byte(examplePack))) + ` }`
	tables := string(fact.AppendString(nil, e.table()))
	if !e.backed() {
		tables = `{ ` + memberText("file", e.table()) + `, "min": 0 }`
	}
	list := []string{`"tables": [` + tables + `]`, `"rules": [` + pack + `]`}
	if len(e.adrs) > 0 {
		list = append(list, memberList("adrs", e.adrs))
	}
	return list
}

// additions says what the stile.json that was left alone lacks. A line for the top of the file has its comma, and the
// file is whole again wherever it is put behind another.
func (e *example) additions(out io.Writer) {
	p := e.policy
	fmt.Fprintf(out, "%s is already there and was left alone; the table counts once it has this too\n", policyFile)
	held := []bool{len(p.Tables) > 0, len(p.Packs) > 0, len(p.ADRs) > 0}
	for i, m := range e.members() {
		key, list, _ := strings.Cut(m, ": ")
		if !held[i] {
			fmt.Fprintf(out, "  behind \"stile\": 1,  %s,\n", m)
			continue
		}
		if key != `"adrs"` { // what it names are its own, and the example cites one of those
			fmt.Fprintf(out, "  in the list %s  %s\n", key, strings.TrimSuffix(strings.TrimPrefix(list, "["), "]"))
		}
	}
	fmt.Fprint(out, "next: add them, then stile check\n")
}

// report says what the table holds.
func (e *example) report(out io.Writer) {
	fmt.Fprintf(out, "wrote %s\n", e.table())
	for _, r := range e.rows {
		fmt.Fprintf(out, "  %-16s %s, %s\n", r.rule, r.status, cmp.Or(r.evidence, r.note))
	}
	if !e.backed() {
		fmt.Fprintf(out, "  no row cites anything, so \"min\" is 0: raise it with the first one that does\n")
	}
	if len(e.left) > 0 {
		fmt.Fprintf(out, "  no row for %s: nothing here to cite\n", strings.Join(e.left, ", "))
	}
	fmt.Fprintf(out, "wrote %s\n", e.pack())
}

// A newFile is one to be written where none is; name is relative to the project.
type newFile struct {
	name string
	data []byte
}

// placeAll writes all of the files or none, and says which one failed. A directory that it made goes again too.
func placeAll(dir string, files []newFile) (failed string, err error) {
	var made []string
	for _, f := range files {
		full := filepath.Join(dir, filepath.FromSlash(f.name))
		if at := filepath.Dir(full); at != dir {
			if os.Mkdir(at, 0o755) == nil {
				made = append(made, at)
			}
		}
		if err = writeNew(full, f.data); err != nil {
			failed = f.name
			break
		}
		made = append(made, full)
	}
	if err != nil {
		for _, m := range slices.Backward(made) {
			_ = os.Remove(m)
		}
	}
	return failed, err
}

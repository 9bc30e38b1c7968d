package cli

import "strings"

// exampleTable is the id of the table that init writes, which its pack names.
const exampleTable = "conformance"

// examplePack is the same for every tree, so that its digest is known: core/table.Untouched names it. An edit of it
// adds a digest there.
const examplePack = `{
  "stile-rules": 1,
  "id": "example",
  "rules": [
    {
      "id": "TESTS",
      "title": "The project's tests run as a check, and pass",
      "table": "conformance",
      "severity": "high",
      "requires": ["check"]
    },
    {
      "id": "README",
      "title": "A newcomer finds a README at the top of the project",
      "table": "conformance",
      "severity": "medium",
      "requires": ["file"]
    },
    {
      "id": "LICENSE",
      "title": "The license of the project lies at its top",
      "table": "conformance",
      "severity": "medium",
      "requires": ["file"]
    },
    {
      "id": "CI",
      "title": "A CI service looks at every change, by a file of this project",
      "table": "conformance",
      "severity": "medium",
      "requires": ["file"]
    },
    {
      "id": "DECISIONS",
      "title": "Decisions of weight are recorded, and accepted",
      "table": "conformance",
      "severity": "medium",
      "requires": ["adr"]
    }
  ]
}
`

// exampleIntro tells a newcomer how the table below it is read. PACK stands for the pack's path.
const exampleIntro = `# What this project holds itself to

The table below says, rule by rule, what shows that the rule is kept. ` + "`stile check`" + `
looks at everything it cites, and the verdict is red where something is not as the
table says. ` + "`stile init --tables`" + ` wrote it as an example of what it found here:
change it, and add the rules that matter to this project.

- **rule**: an id from ` + "`PACK`" + `, where its title, its severity and the evidence
  it requires stand. Rules of severity critical and high must have a row. The pack is
  pinned in ` + "`stile.json`" + ` by its sha256, so that a change of a rule is seen there.
- **status**: ` + "`applied`" + ` (the evidence shows it), ` + "`deviated`" + ` (an accepted decision
  record says why not), ` + "`n/a`" + ` (it cannot apply here, and the note says why) or
  ` + "`proposed: TEXT`" + ` (not decided: it never counts, and where a rule must
  have a row it keeps the verdict from being green).
- **evidence**: references divided by ` + "`;`" + `, and nothing else.
- **note**: any text; for ` + "`n/a`" + ` the reason.

There are four kinds of evidence:

- ` + "`file:PATH`, `file:PATH:LINE` or `file:PATH#SYMBOL`" + `: a file of this project that is
  not blank, has that line, and holds that symbol outside of comments.
- ` + "`test:REPORT::NAME`" + `: a test case that passed. The report is a file, or the id of the
  check that writes it.
- ` + "`check:ID`" + `: a check of ` + "`stile.json`" + ` that passed.
- ` + "`adr:ID`" + `: one accepted decision record, by its number, of the directories that
  ` + "`stile.json`" + ` names as ` + "`adrs`" + `.

A row is *measured* when a check or test that was seen to pass is among its evidence,
and *present* when all that it cites is there.

## Conformance

`

var exampleColumns = exampleRow{"rule", "status", "evidence", "note"}

// text is the whole file of the table, its columns aligned.
func (e *example) text() []byte {
	lines := append([]exampleRow{exampleColumns}, e.rows...)
	var width [4]int
	for _, r := range lines {
		for i, cell := range r.cells() {
			width[i] = max(width[i], len(cell))
		}
	}
	var b strings.Builder
	b.WriteString(strings.Replace(exampleIntro, "PACK", e.pack(), 1))
	for i, r := range lines {
		for k, cell := range r.cells() {
			b.WriteString("| " + cell + strings.Repeat(" ", width[k]-len(cell)+1))
		}
		b.WriteString("|\n")
		if i == 0 {
			for _, w := range width {
				b.WriteString("| " + strings.Repeat("-", w) + " ")
			}
			b.WriteString("|\n")
		}
	}
	return []byte(b.String())
}

func (r exampleRow) cells() [4]string { return [...]string{r.rule, r.status, r.evidence, r.note} }

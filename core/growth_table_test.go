package core

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

// lines are n of them, each made of its number.
func lines(n int, line func(i int) string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = line(i)
	}
	return list
}

// big is a tree whose table has these rows, whatever else it holds.
func big(rows []string, change ...func(s *scene)) *scene {
	s := green()
	s.files["docs/conformance.md"] = rowsOf(rows...)
	s.files["rules/api.json"] = packOf(`{"id": "R1", "title": "x", "table": "conformance", "severity": "low"}`)
	all(change...)(s)
	return s
}

func citing(n int, ref func(i int) string) []string {
	return lines(n, func(i int) string { return fmt.Sprintf("| R%d | applied | %s | |", i, ref(i)) })
}

func deviating(n int, ref func(i int) string) []string {
	return lines(n, func(i int) string { return fmt.Sprintf("| R%d | deviated | %s | |", i, ref(i)) })
}

// growths are trees of n rows, or of n of something else that a table meets.
var growths = []struct {
	name string
	tree func(n int) *scene
}{
	{"rows with a file each", func(n int) *scene {
		return big(citing(n, func(i int) string { return fmt.Sprintf("file:src/%d.go:1#Guard", i) }), func(s *scene) {
			for i := range n {
				s.files[fmt.Sprintf("src/%d.go", i)] = "func Guard() {}\n"
			}
		})
	}},
	{"rows with a file each that is not there", func(n int) *scene {
		return big(citing(n, func(i int) string { return fmt.Sprintf("file:src/%d.go", i) }))
	}},
	{"rows that cite one file for 2000 symbols", func(n int) *scene {
		return big(citing(n, func(i int) string { return fmt.Sprintf("file:src/m.go#Symbol%d", i%2000) }),
			file("src/m.go", strings.Join(lines(2000, func(i int) string { return fmt.Sprintf("var Symbol%d int", i) }), "\n")))
	}},
	{"rows that cite one file for a symbol each", func(n int) *scene {
		return big(citing(n, func(i int) string { return fmt.Sprintf("file:src/a.go#Symbol%d", i) }))
	}},
	{"rows that cite one file which cannot be read", func(n int) *scene {
		return big(citing(n, func(int) string { return "file:src/out" }), func(s *scene) { s.links["src/out"] = "" })
	}},
	{"rows that cite one decision", func(n int) *scene { return big(deviating(n, func(int) string { return "adr:7" })) }},
	{"rows that cite a decision each", func(n int) *scene {
		return big(deviating(n, func(i int) string { return fmt.Sprintf("adr:%d", i+1) }), func(s *scene) {
			for i := range min(n, fact.MaxNames) {
				s.files[fmt.Sprintf("docs/adr/%05d-x.md", i+1)] = "Status: accepted\n"
			}
		})
	}},
	{"rows that cite one of many decisions of one number", func(n int) *scene {
		return big(deviating(n, func(int) string { return "adr:9" }), func(s *scene) {
			for i := range min(n, fact.MaxNames) {
				s.files[fmt.Sprintf("docs/adr/9-%05d.md", i)] = "Status: accepted\n"
			}
		})
	}},
	{"rows that cite no decision there is", func(n int) *scene {
		return big(deviating(n, func(i int) string { return fmt.Sprintf("adr:x%d", i) }))
	}},
	{"rows that cite a case each of one check", func(n int) *scene {
		var b strings.Builder
		b.WriteString(events("start", ""))
		for i := range n {
			b.WriteString(events("run", fmt.Sprintf("T%d", i), "pass", fmt.Sprintf("T%d", i)))
		}
		b.WriteString(events("pass", ""))
		return big(citing(n, func(i int) string { return fmt.Sprintf("test:test::T%d", i) }), ran("test", observed{report: b.String()}))
	}},
	{"rows that cite a case each of one report", func(n int) *scene {
		return big(citing(n, func(i int) string { return fmt.Sprintf("test:out/r.xml::c%d", i) }),
			file("out/r.xml", "<testsuite>"+strings.Join(lines(n, func(i int) string { return fmt.Sprintf(`<testcase name="c%d"/>`, i) }), "")+"</testsuite>"))
	}},
	{"rows that cite a report each", func(n int) *scene {
		return big(citing(n, func(i int) string { return fmt.Sprintf("test:out/%d.xml::c", i) }), func(s *scene) {
			for i := range n {
				s.files[fmt.Sprintf("out/%d.xml", i)] = `<testsuite><testcase name="c"/></testsuite>`
			}
		})
	}},
	{"rows that cite no check", func(n int) *scene {
		return big(citing(n, func(i int) string { return fmt.Sprintf("check:c%d", i) }))
	}},
	{"references of one row", func(n int) *scene {
		return big([]string{"| R1 | applied | " + strings.Join(lines(n, func(i int) string { return fmt.Sprintf("file:src/%d.go", i) }), "; ") + " | |"})
	}},
	{"rules that have a row", func(n int) *scene {
		return big(citing(n, func(int) string { return "file:src/a.go" }), rules(lines(n, rule("R"))...))
	}},
	{"rules without a row", func(n int) *scene {
		return big(citing(n, func(int) string { return "file:src/a.go" }), rules(lines(n, rule("X"))...))
	}},
	{"rules in another letter case", func(n int) *scene {
		return big(citing(n, func(int) string { return "file:src/a.go" }), rules(lines(n, rule("r"))...))
	}},
	{"rules of two packs", func(n int) *scene {
		return big(citing(n, func(int) string { return "file:src/a.go" }), rules(lines(n, rule("R"))...), func(s *scene) {
			policy(`"rules": [`, `"rules": [{"pack": "rules/b.json", "sha256": "SHA(rules/b.json)"}, `)(s)
			s.files["rules/b.json"] = s.files["rules/api.json"]
		})
	}},
	{"rules for no table", func(n int) *scene {
		return big(citing(n, func(int) string { return "file:src/a.go" }), func(s *scene) {
			s.files["rules/api.json"] = strings.ReplaceAll(packOf(lines(n, rule("R"))...), `"table": "conformance"`, `"table": "other"`)
		})
	}},
	{"rows of one rule", func(n int) *scene {
		return big(lines(n, func(int) string { return "| R1 | applied | file:src/a.go | |" }))
	}},
	{"rows that are proposed", func(n int) *scene {
		return big(lines(n, func(i int) string { return fmt.Sprintf("| R%d | proposed: later | | |", i) }), rules(lines(n, rule("R"))...))
	}},
}

func rule(id string) func(i int) string {
	return func(i int) string {
		return fmt.Sprintf(`{"id": "%s%d", "title": "x", "table": "conformance", "severity": "high"}`, id, i)
	}
}

// TestJudgingGrowsInLine: what an evaluation allocates grows with the rows and not with their square, whatever they cite,
// both when it asks and when it replies.
func TestJudgingGrowsInLine(t *testing.T) {
	small, large := 2000, fact.MaxRules
	if testing.Short() {
		small, large = 200, 2000
	}
	for _, g := range growths {
		spent := func(n int) (bytes, count uint64) {
			s := g.tree(n)
			_, rec := s.flagged("json").ask(t)
			raw := rec.Append(nil)
			asking := rec.Append(nil)
			for i := range rec.Facts {
				if strings.HasPrefix(rec.Facts[i].ID, fact.PreEvidence) || strings.HasPrefix(rec.Facts[i].ID, fact.PreADR) {
					less := &fact.Recording{Header: rec.Header}
					for k := range rec.Facts {
						if !isCited(rec.Facts[k].ID) || strings.HasPrefix(rec.Facts[k].ID, fact.PreList) {
							less.Facts = append(less.Facts, rec.Facts[k])
						}
					}
					asking = less.Append(nil)
					break
				}
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			Eval(asking)
			Eval(raw)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
		}
		b1, n1 := spent(small)
		b2, n2 := spent(large)
		times := uint64(large / small)
		if b2 > b1*times*3/2+1<<20 || n2 > n1*times*3/2+10_000 {
			t.Errorf("%s: %d bytes in %d pieces for %d, %d in %d for %d", g.name, b1, n1, small, b2, n2, large)
		}
		t.Logf("%s: %d bytes in %d.%d pieces for each of %d", g.name, b2/uint64(large), n2/uint64(large), n2*10/uint64(large)%10, large)
	}
}

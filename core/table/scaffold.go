package table

import "github.com/stile-gate/stile/core/fact"

// scaffold are the digests of what `stile init --tables` writes whatever the tree: the rule pack of the example and an
// AGENTS.md that holds its block alone, each with LF and with CR LF.
var scaffold = []string{
	"30e6d24c6cc0efb8fbe4848557d83ae9b90b796f94a0ef7439dffd3cbabfd063", "d3fce44d8246c31da77c94bcd74a6c5d73ac77503615143a8b6a04571f736593",
	"9f3ada5c6c43ce118f890e1f1b5ce3b0a0dbe2f27a7c2f012aa22bf23dbf4cb9", "478a5953e9258ffa80819a23ea7500264ce2e1740c280b09f68df45862849cfb",
}

// Untouched reports whether a file with this sha256, in small hex digits, is as `stile init --tables` wrote it: nobody of
// the project has said anything in it yet, so it shows nothing. What is written to suit a tree is not known here.
func Untouched(sha256 string) bool { return fact.Has(scaffold, sha256) }

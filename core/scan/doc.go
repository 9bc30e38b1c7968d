// Package scan holds the strict readers of untrusted bytes: JSON, XML, the reports of tests and linters, Markdown tables,
// the symbols and patterns that stand in source text, and the text that is quoted from all of them. Every reader is linear in its input, bounded by the limits of core/fact, and answers with named outcomes
// and byte offsets; none guesses.
package scan

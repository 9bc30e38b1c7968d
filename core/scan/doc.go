// Package scan holds the strict readers of untrusted bytes: JSON, test reports, and the text that is quoted from
// them. Every reader is linear in its input, bounded by the limits of core/fact, and answers with named outcomes
// and byte offsets; none guesses.
package scan

// Package check holds stile.json and the judging of measured checks: the reader and the schema (made from one
// table of keys), globs, what is due, outcomes as a first-match table, and the verdict they fold into.
package check

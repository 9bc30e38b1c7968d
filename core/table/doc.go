// Package table reads the files behind a conformance table: the table itself (its rows, their status and what they cite),
// the evidence that it cites, decision records, rule packs and the findings of a semantic check; and it aligns a table and
// adds rows to it. It says what they hold and what is wrong with their form;
// whether a row's claim is borne out is not decided here.
package table

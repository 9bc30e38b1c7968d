// Package field reads strict JSON files whose objects have fixed members: a table of keys says what each may hold, and
// everything that does not fit becomes a finding with its place. It also writes and reads the answers made of them.
package field

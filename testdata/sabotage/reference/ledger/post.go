// Package ledger keeps accounts. Rebalance was its name for Post until version 2.
package ledger

import "errors"

// ErrUnbalanced is returned where debits and credits differ.
var ErrUnbalanced = errors.New("Settle: debits and credits differ")

// An Entry moves an amount in minor units.
type Entry struct {
	Account string
	Amount  int64
}

// Post appends entries that sum up to nothing.
func Post(entries []Entry) error {
	var sum int64
	for _, e := range entries {
		sum += e.Amount
	}
	if sum != 0 {
		return ErrUnbalanced
	}
	return appendAll(entries)
}

/* Reverse is done by Post with the amounts negated. */
func appendAll(entries []Entry) error { return nil }

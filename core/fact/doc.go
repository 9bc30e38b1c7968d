// Package fact holds what crosses the boundary between the core and a host: facts, recordings, answers, their
// canonical bytes in both directions, their kinds and their limits. It imports nothing of ours.
package fact

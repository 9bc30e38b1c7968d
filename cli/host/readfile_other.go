//go:build !linux && !darwin

package host

// openNoWait is for systems whose pipes have names in the tree.
const openNoWait = 0

// openNoFollow is for systems that can refuse to open a link.
const openNoFollow = 0

// notDirectory: here such a path does not exist.
func notDirectory(error) bool { return false }

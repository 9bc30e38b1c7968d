package host

import "sync"

// An owner is the process that made a claim, told apart from a later one with the same number. Words that the
// system does not give are empty.
type owner struct {
	pid   int64
	start string // when the process started, in the kernel's own unit
	boot  string // which boot of the machine
	space string // which process-number space: a container counts its own
}

// graceUnknown is how many seconds a claim is held for an owner whose life cannot be looked up. Between claim
// and print there is one write to a pipe.
const graceUnknown = 60

var thisOwner = sync.OnceValue(findOwner)

// alive says whether the owner of a claim made age seconds ago may still print its answer.
func (o owner) alive(age int64) bool {
	me := thisOwner()
	if o == me {
		return true
	}
	recent := age >= -graceUnknown && age <= graceUnknown
	switch {
	case o.pid <= 0 || o.boot != me.boot:
		return false
	case o.space != me.space:
		return recent
	}
	running, certain := o.running()
	return running && (certain || recent)
}

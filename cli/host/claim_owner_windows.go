package host

import "os"

// signalZero: FindProcess has opened a handle, which fails for a number without a process; nothing more can be
// asked without rights to it.
func signalZero(*os.Process) bool { return true }

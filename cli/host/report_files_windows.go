package host

// fileIdentity has nothing to tell here: size, mtime and bytes have to do.
func fileIdentity(string) (ctime int64, inode uint64) { return 0, 0 }

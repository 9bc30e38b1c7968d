package host

import "io/fs"

func fileNumber(fs.FileInfo) int64 { return 0 }

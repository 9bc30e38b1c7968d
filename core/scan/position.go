package scan

// Position turns a byte offset into line and column, from 1, the column in bytes. LF, CR and CR LF end a line;
// a leading BOM has no column. An offset outside src is taken for the nearest one inside.
func Position(src []byte, off int) (line, col int64) { return position(src, off) }

func position[T string | []byte](src T, off int) (line, col int64) {
	off = max(0, min(off, len(src)))
	line = 1
	start := byteOrderMark(src)
	for i := start; i < off; i++ {
		if c := src[i]; c == '\n' || (c == '\r' && (i+1 == len(src) || src[i+1] != '\n')) {
			line++
			start = i + 1
		}
	}
	return line, int64(max(0, off-start)) + 1
}

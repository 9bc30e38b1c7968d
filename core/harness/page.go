package harness

// A block is one part of a text: its first line, then lines of falling weight.
type block struct {
	lines     []string
	shown     int
	uncounted int64 // parts that have no line at all
}

// A page is the room that is left.
type page struct {
	lines, bytes int
}

// moreRoom is kept for the line that says how much is not shown.
const moreRoom = 48

func (p *page) take(line string) bool {
	if p.lines < 1 || p.bytes < len(line)+1 {
		return false
	}
	p.lines--
	p.bytes -= len(line) + 1
	return true
}

// fill chooses which lines of the blocks are shown: every first line before any second one, and so on, so that
// one noisy check cannot hide another. It returns how many blocks have no line.
func (p *page) fill(blocks []block) (hidden int64) {
	p.lines--
	p.bytes -= moreRoom
	open := true
	for depth := 0; open; depth++ {
		open = false
		for i := range blocks {
			b := &blocks[i]
			if b.shown == depth && depth < len(b.lines) && p.take(b.lines[depth]) {
				b.shown++
				open = true
			}
		}
	}
	for i := range blocks {
		hidden += blocks[i].uncounted
		if blocks[i].shown == 0 && len(blocks[i].lines) > 0 {
			hidden++
		}
	}
	if hidden == 0 {
		p.lines++
		p.bytes += moreRoom
		for i := range blocks {
			b := &blocks[i]
			for b.shown < len(b.lines) && p.take(b.lines[b.shown]) {
				b.shown++
			}
		}
	}
	return hidden
}

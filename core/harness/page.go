package harness

// A block is one part of a text: its first line, then lines of falling weight.
type block struct {
	lines []string
	shown int
	items bool  // every line is a thing of its own, not more about the first
	more  int64 // things without a line
}

// hidden counts the things of the block of which nothing is shown.
func (b *block) hidden() int64 {
	switch {
	case b.items:
		return b.more + int64(len(b.lines)-b.shown)
	case b.shown == 0:
		return b.more + 1
	}
	return b.more
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
// one noisy check cannot hide another. It returns how many things are not
// shown at all.
func (p *page) fill(blocks []block) (hidden int64) {
	whole := *p
	if hidden = whole.spread(blocks); hidden == 0 {
		return 0
	}
	for i := range blocks {
		blocks[i].shown = 0
	}
	p.lines--
	p.bytes -= moreRoom
	return p.spread(blocks)
}

func (p *page) spread(blocks []block) (hidden int64) {
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
		hidden += blocks[i].hidden()
	}
	return hidden
}

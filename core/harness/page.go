package harness

// A block is one part of a text: its first line, then lines of falling weight.
type block struct {
	rows  []row
	shown int
	more  int64 // things without a row
}

// A row is one line of a block. thing: a failed case or a finding, which is counted where it is not shown.
type row struct {
	text  string
	marks []string // what has been shown in full with it
	thing bool
}

func (b *block) add(text string) *row {
	b.rows = append(b.rows, row{text: text})
	return &b.rows[len(b.rows)-1]
}

// hidden counts the things of the block of which nothing is shown; a block of which nothing is shown is one.
func (b *block) hidden() int64 {
	n := b.more
	for i := b.shown; i < len(b.rows); i++ {
		if b.rows[i].thing {
			n++
		}
	}
	if b.shown == 0 {
		n = max(n, 1)
	}
	return n
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
// one noisy check cannot hide another. It returns how many things are not shown at all.
func (p *page) fill(blocks []*block) (hidden int64) {
	whole := *p
	if hidden = whole.spread(blocks); hidden == 0 {
		return 0
	}
	for _, b := range blocks {
		b.shown = 0
	}
	p.lines--
	p.bytes -= moreRoom
	return p.spread(blocks)
}

func (p *page) spread(blocks []*block) (hidden int64) {
	open := true
	for depth := 0; open; depth++ {
		open = false
		for _, b := range blocks {
			if b.shown == depth && depth < len(b.rows) && p.take(b.rows[depth].text) {
				b.shown++
				open = true
			}
		}
	}
	for _, b := range blocks {
		hidden += b.hidden()
	}
	return hidden
}

package scan

// A form is one spelling of a comment or a string, or of text that could be taken for one.
type form struct {
	open, close string // "" for no close: up to the end of the line or file; small letters of open are capitals too
	never       string // bytes that may not stand behind open
	unless      string // a close with one of these bytes behind it is none: '' of SQL
	after       string // with atWord: what may stand before open besides white space
	hole        string // opens code inside, up to the partner of its last byte
	escape      byte   // the byte behind it has no meaning
	how         how
	into        []*form // with embeds: those of what it opens, nil for the lexer's own
}

type how uint32

const (
	comment how = 1 << iota
	counts      // what is in it counts as code does
	inLine      // ends with its line at the latest: one quote too many hides no more
	nests
	greedy  // more of the close's last byte behind it belong to it: """ of Kotlin
	keeps   // the close does not belong to it
	atWord  // open begins a word
	atStart // open begins a line; white space may stand before it
	endsRow // close begins a line, as open does
	apart   // open does not go on a word: it's
	formats // open stands behind letters that say that it has holes: f of Python

	// Forms whose text says how they end, see symbol_tag.go.
	pair    // open and one character
	char    // one character or escape between open and its like; otherwise open is nothing
	hashes  // r##" … "##
	paren   // R"tag( … )tag"
	equals  // [==[ … ]==]
	dollars // $tag$ … $tag$
	bars    // {tag| … |tag}
	quotes  // as many quotes as opened it
	hereDoc
	slashed // a regular expression
	chosen  // %q( … ), the byte behind open says which
	dead    // #if 0 … #endif
	datum   // one of Lisp's, commented out by the open before it
	embeds  // open and the rest of its tag; what follows is another language

	special = pair | char | hashes | paren | equals | dollars | bars | quotes | hereDoc | slashed | chosen | dead | datum | embeds
)

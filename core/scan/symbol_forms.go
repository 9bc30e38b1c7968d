package scan

// All comments and strings there are. Where a language has a string that may span lines and one that may not in the
// same spelling, or its apostrophes stand for more than strings, the one that ends with the line is taken: a mistake
// then costs a line, not the rest of the file.
var (
	slashes         = form{open: "//", how: comment | inLine}
	slashesSplice   = form{open: "//", escape: '\\', how: comment | inLine}             // goes on behind a \ at the end of the line
	slashesApart    = form{open: "//", after: ";{}*/,", how: comment | inLine | atWord} // not in url(http://
	starBlock       = form{open: "/*", close: "*/", how: comment}
	starNested      = form{open: "/*", close: "*/", how: comment | nests}
	hash            = form{open: "#", how: comment | inLine}
	hashApart       = form{open: "#", after: ";()&|", how: comment | inLine | atWord}
	hashFirst       = form{open: "#", how: comment | inLine | atStart}
	dashes          = form{open: "--", how: comment | inLine}
	dashesHaskell   = form{open: "--", never: ">", how: comment | inLine}
	hashSQL         = form{open: "# ", how: comment | inLine | atWord} // of MySQL; #name is a table of others
	rem             = form{open: "rem ", how: comment | inLine | atStart}
	ifZero          = form{open: "#", how: comment | atStart | dead}
	datumNote       = form{open: "#_", how: comment | datum}
	datumScheme     = form{open: "#;", how: comment | datum}
	formNote        = form{open: "(comment", how: comment | datum}
	texNote         = form{open: `\begin{comment}`, close: `\end{comment}`, how: comment}
	texFalse        = form{open: `\iffalse`, close: `\fi`, how: comment}
	markupLine      = form{open: "<!--", how: comment | inLine} // as browsers read it in a script
	slashesScript   = form{open: "//", after: ";{}*/,)]>(", how: comment | inLine | atWord}
	semicolon       = form{open: ";", how: comment | inLine}
	semicolonApart  = form{open: ";", how: comment | inLine | atWord}
	percent         = form{open: "%", how: comment | inLine}
	bang            = form{open: "!", how: comment | inLine}
	tick            = form{open: "'", how: comment | inLine}
	markupNote      = form{open: "<!--", close: "-->", how: comment}
	braceNested     = form{open: "{-", close: "-}", how: comment | nests}
	parenNested     = form{open: "(*", close: "*)", never: ")", how: comment | nests}
	parenAlways     = form{open: "(*", close: "*)", how: comment | nests}
	barNested       = form{open: "#|", close: "|#", how: comment | nests}
	hashEqualNested = form{open: "#=", close: "=#", how: comment | nests}
	angleHash       = form{open: "<#", close: "#>", how: comment}
	hashBlock       = form{open: "###", close: "###", never: "#", how: comment}
	beginEnd        = form{open: "=begin", close: "=end", how: comment | atStart | endsRow}
	pod             = form{open: "=", close: "=cut", never: " \t=~>", how: comment | atStart | endsRow}
	endOfCode       = form{open: "__END__", how: comment | atStart}
	luaNote         = form{open: "--[", how: comment | equals}
	cmakeNote       = form{open: "#[", how: comment | equals}
	phpHash         = form{open: "#", close: "?>", never: "[", how: comment | inLine | keeps}
	phpSlashes      = form{open: "//", close: "?>", how: comment | inLine | keeps}

	double           = form{open: `"`, close: `"`, escape: '\\', how: inLine}
	single           = form{open: "'", close: "'", escape: '\\', how: inLine}
	doubleLong       = form{open: `"`, close: `"`, escape: '\\'}
	singleLong       = form{open: "'", close: "'", escape: '\\'}
	doubleTwice      = form{open: `"`, close: `"`, unless: `"`, how: inLine}
	singleTwice      = form{open: "'", close: "'", unless: "'", how: inLine}
	singleTwiceLong  = form{open: "'", close: "'", unless: "'"}
	escapeSQL        = form{open: "e'", close: "'", unless: "'", escape: '\\'}
	singleRaw        = form{open: "'", close: "'"}
	backRaw          = form{open: "`", close: "`"}
	singleApart      = form{open: "'", close: "'", escape: '\\', how: inLine | apart}
	doubleApart      = form{open: `"`, close: `"`, escape: '\\', how: inLine | apart}
	doubleFormat     = form{open: `"`, close: `"`, escape: '\\', hole: "{", how: inLine | formats}
	singleFormat     = form{open: "'", close: "'", escape: '\\', hole: "{", how: inLine | formats}
	tripleDoubleF    = form{open: `"""`, close: `"""`, escape: '\\', hole: "{", how: formats}
	tripleSingleF    = form{open: "'''", close: "'''", escape: '\\', hole: "{", how: formats}
	dollarDouble     = form{open: `$"`, close: `"`, never: `"`, escape: '\\', hole: "{", how: inLine}
	percentQ         = form{open: "%q", after: "([{,=", hole: "#{", how: chosen | atWord}
	tildeS           = form{open: "~s", after: "([{,=", never: `"'`, hole: "#{", how: chosen | atWord}
	perlQ            = form{open: "q", after: "(,=", never: "=-,;)}]", how: chosen | atWord}
	template         = form{open: "`", close: "`", escape: '\\', hole: "${"}
	tripleDouble     = form{open: `"""`, close: `"""`, escape: '\\'}
	tripleSingle     = form{open: "'''", close: "'''", escape: '\\'}
	tripleKotlin     = form{open: `"""`, close: `"""`, hole: "${", how: greedy}
	doubleDollar     = form{open: `"`, close: `"`, escape: '\\', hole: "${", how: inLine}
	singleDollar     = form{open: "'", close: "'", escape: '\\', hole: "${", how: inLine}
	doubleHash       = form{open: `"`, close: `"`, escape: '\\', hole: "#{", how: inLine}
	tripleHash       = form{open: `"""`, close: `"""`, escape: '\\', hole: "#{"}
	tripleSwift      = form{open: `"""`, close: `"""`, escape: '\\', hole: `\(`}
	doubleSwift      = form{open: `"`, close: `"`, escape: '\\', hole: `\(`, how: inLine}
	doubleShell      = form{open: `"`, close: `"`, escape: '\\', hole: "$("}
	dollarSingle     = form{open: "$'", close: "'", escape: '\\'}
	nixLong          = form{open: "''", close: "''", unless: `'$\`, hole: "${"}
	doubleNix        = form{open: `"`, close: `"`, escape: '\\', hole: "${"}
	charQuote        = form{open: "'", how: char}
	hashesSwift      = form{open: "#", how: hashes}
	hashesR          = form{open: "r#", how: hashes}
	hashesBR         = form{open: "br#", how: hashes}
	hashesCR         = form{open: "cr#", how: hashes}
	rawR             = form{open: `r"`, close: `"`}
	rawBR            = form{open: `br"`, close: `"`}
	rawSingle        = form{open: `r'`, close: `'`, how: inLine}
	tagR             = form{open: `R"`, how: paren}
	tagLR            = form{open: `LR"`, how: paren}
	tagUR            = form{open: `UR"`, how: paren}
	tagSmallUR       = form{open: `uR"`, how: paren}
	tagU8R           = form{open: `u8R"`, how: paren}
	quotesSharp      = form{open: `"""`, how: quotes}
	atDouble         = form{open: `@"`, close: `"`, unless: `"`}
	dollarAtDouble   = form{open: `$@"`, close: `"`, unless: `"`, hole: "{"}
	longBracket      = form{open: "[", how: equals}
	dollarTag        = form{open: "$", how: dollars}
	braceBar         = form{open: "{", how: bars}
	lineZig          = form{open: `\\`, how: inLine}
	hereDouble       = form{open: `@"`, close: `"@`, how: endsRow}
	hereSingle       = form{open: "@'", close: "'@", how: endsRow}
	doublePower      = form{open: `"`, close: `"`, unless: `"`, escape: '`', how: inLine}
	documentShell    = form{open: "<<", never: "<=", how: hereDoc}
	documentAdjacent = form{open: "<<", never: "<= \t", after: "([{,=.", how: hereDoc | atWord}
	documentPHP      = form{open: "<<<", how: hereDoc | keeps}
	regexpSlash      = form{open: "/", never: "/*", how: slashed}

	backslashPair     = form{open: `\`, how: pair | counts}
	charLisp          = form{open: `#\`, how: pair | counts}
	charAsked         = form{open: "?", after: "([{,=", how: pair | counts | atWord}
	charAskedEscape   = form{open: `?\`, how: pair | counts}
	charDollar        = form{open: "$", how: pair | counts}
	arithmetic        = form{open: "((", close: "))", how: counts | inLine}
	outsidePHP        = form{open: "?>", how: embeds, into: page}
	insidePHP         = form{open: "<?", how: embeds}
	scriptTag         = form{open: "<script", close: ">", how: embeds, into: script}
	styleTag          = form{open: "<style", close: ">", how: embeds, into: style}
	scriptEnd         = form{open: "</script", how: embeds}
	styleEnd          = form{open: "</style", how: embeds}
	cdata             = form{open: "<![CDATA[", close: "]]>", how: counts}
	templateCounts    = form{open: "`", close: "`", escape: '\\', how: counts}
	singleEscape      = form{open: "'", close: "'", escape: '\\', how: counts | inLine}
	doubleValue       = form{open: `"`, close: `"`, escape: '\\', after: "[({,=:", how: counts | inLine | atWord}
	singleValue       = form{open: "'", close: "'", unless: "'", after: "[({,=:", how: counts | inLine | atWord}
	doubleCounts      = form{open: `"`, close: `"`, escape: '\\', how: counts | inLine}
	doubleName        = form{open: `"`, close: `"`, unless: `"`, how: counts | inLine}
	tripleDoubleValue = form{open: `"""`, close: `"""`, escape: '\\', how: counts}
	tripleSingleValue = form{open: "'''", close: "'''", how: counts}

	tripleJulia         = form{open: `"""`, close: `"""`, escape: '\\', hole: "$("}
	tripleDart          = form{open: "'''", close: "'''", escape: '\\', hole: "${"}
	tripleDartDouble    = form{open: `"""`, close: `"""`, escape: '\\', hole: "${"}
	tripleDartRaw       = form{open: "r'''", close: "'''"}
	tripleDartRawDouble = form{open: `r"""`, close: `"""`}
	rawParen            = form{open: `r"(`, close: `)"`}
	rawBigParen         = form{open: `R"(`, close: `)"`}
	singleCounts        = form{open: "'", close: "'", how: counts | inLine}
)

// What stands in files of another language. Strings of scripts count: templates fill them in.
var (
	page   = []*form{&markupNote, &insidePHP}
	script = []*form{&scriptEnd, &slashesScript, &starBlock, &doubleCounts, &singleEscape, &templateCounts, &regexpSlash}
	style  = []*form{&styleEnd, &starBlock, &doubleCounts, &singleEscape}
)

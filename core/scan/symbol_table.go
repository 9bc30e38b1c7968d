package scan

// A lexer is what one language, or several alike, take for comments, strings and identifiers.
type lexer struct {
	name  string
	files string  // extensions, base names, and interpreters behind "!"
	part  string  // what is in identifiers besides letters, digits, _ and what is not ASCII
	tail  string  // what may end them besides
	forms []*form // the first that fits is taken
}

var lexers = [...]lexer{
	{name: NoLexer},
	{name: "go", files: ".go", forms: []*form{&slashes, &starBlock, &double, &backRaw, &charQuote}},
	{name: "c", files: ".c .h .cc .cpp .cxx .c++ .hh .hpp .hxx .inl .ipp .m .mm .cu .cuh .ino .glsl .vert .frag .hlsl .metal .v .sv .svh",
		forms: []*form{&ifZero, &slashesSplice, &starBlock, &tagR, &tagLR, &tagUR, &tagSmallUR, &tagU8R, &double, &charQuote}},
	{name: "c-like", files: ".java .proto .thrift .prisma .cue .wgsl", forms: []*form{&slashes, &starBlock, &tripleDouble, &double, &charQuote}},
	{name: "csharp", files: ".cs .csx", forms: []*form{&ifZero, &slashes, &starBlock, &quotesSharp, &atDouble, &dollarAtDouble, &dollarDouble, &double, &charQuote}},
	{name: "kotlin", files: ".kt .kts .scala .sc .sbt", forms: []*form{&slashes, &starNested, &tripleKotlin, &doubleDollar, &charQuote}},
	{name: "swift", files: ".swift", forms: []*form{&ifZero, &slashes, &starNested, &hashesSwift, &tripleSwift, &doubleSwift}},
	{name: "rust", files: ".rs", forms: []*form{&slashes, &starNested, &hashesR, &hashesBR, &hashesCR, &rawR, &rawBR, &doubleLong, &charQuote}},
	{name: "js", files: ".js .jsx .mjs .cjs .ts .tsx .mts .cts !node !deno !bun", part: "$",
		forms: []*form{&slashes, &markupLine, &starBlock, &doubleApart, &singleApart, &template, &regexpSlash}},
	{name: "dart", files: ".dart", forms: []*form{&slashes, &starNested, &tripleDartRaw, &tripleDartRawDouble, &rawSingle, &rawR, &tripleDart, &tripleDartDouble, &singleDollar, &doubleDollar}},
	{name: "groovy", files: ".groovy .gradle Jenkinsfile", forms: []*form{&slashes, &starBlock, &tripleDouble, &tripleSingle, &doubleDollar, &single, &regexpSlash}},
	{name: "php", files: ".php .phtml !php", part: "$",
		forms: []*form{&outsidePHP, &phpSlashes, &starBlock, &phpHash, &documentPHP, &singleLong, &doubleLong}},
	{name: "solidity", files: ".sol .bicep", forms: []*form{&slashes, &starBlock, &double, &single}},
	{name: "zig", files: ".zig", forms: []*form{&slashes, &lineZig, &double, &charQuote}},
	{name: "css", files: ".css", part: "-", forms: []*form{&starBlock, &double, &single}},
	{name: "scss", files: ".scss .less .sass .styl", part: "-", forms: []*form{&slashesApart, &starBlock, &double, &single}},
	{name: "json", files: ".json .jsonc .json5 .code-workspace .jsonl .ipynb", forms: []*form{&slashes, &starBlock, &doubleCounts}},

	{name: "python", files: ".py .pyi .pyw .pyx .bzl .star BUILD WORKSPACE BUILD.bazel SConstruct !python !pypy",
		forms: []*form{&hash, &tripleDoubleF, &tripleSingleF, &doubleFormat, &singleFormat, &tripleDouble, &tripleSingle, &double, &single}},
	{name: "ruby", files: ".rb .rake .gemspec .ru .cr Rakefile Gemfile Guardfile Vagrantfile Podfile Fastfile Brewfile Berksfile !ruby", tail: "?!",
		forms: []*form{&hash, &beginEnd, &endOfCode, &charAskedEscape, &charAsked, &documentAdjacent, &percentQ, &doubleHash, &single, &regexpSlash}},
	{name: "elixir", files: ".ex .exs !elixir", tail: "?!",
		forms: []*form{&hash, &charAskedEscape, &charAsked, &tildeS, &tripleHash, &tripleSingle, &doubleHash, &single}},
	{name: "shell", files: ".sh .bash .zsh .ksh .bats .fish .bashrc .zshrc .profile .bash_profile !sh !bash !zsh !dash !ksh !bats !fish",
		forms: []*form{&hashApart, &documentShell, &arithmetic, &dollarSingle, &doubleShell, &singleRaw, &backslashPair}},
	{name: "perl", files: ".pl .pm .t .raku !perl",
		forms: []*form{&hashApart, &pod, &endOfCode, &documentAdjacent, &perlQ, &double, &single, &backslashPair, &regexpSlash}},
	{name: "r", files: ".r !Rscript", forms: []*form{&hash, &rawParen, &rawBigParen, &doubleLong, &singleLong}},
	{name: "julia", files: ".jl !julia", tail: "!", forms: []*form{&hashEqualNested, &hash, &tripleJulia, &doubleShell, &charQuote}},
	{name: "nix", files: ".nix", part: "-", tail: "'", forms: []*form{&hash, &starBlock, &nixLong, &doubleNix}},
	{name: "hcl", files: ".tf .tfvars .hcl .nomad", part: "-", forms: []*form{&hash, &slashes, &starBlock, &documentAdjacent, &doubleCounts}},
	{name: "yaml", files: ".yml .yaml", forms: []*form{&hashApart, &doubleValue, &singleValue}},
	{name: "toml", files: ".toml Pipfile", forms: []*form{&hash, &tripleDoubleValue, &tripleSingleValue, &doubleCounts, &singleCounts}},
	{name: "make", files: ".mk .mak Makefile makefile GNUmakefile Justfile justfile", forms: []*form{&hashApart, &doubleValue, &singleValue}},
	{name: "hash-line", files: ".dockerfile Dockerfile Containerfile .dockerignore .gitignore .gitattributes CODEOWNERS .properties", forms: []*form{&hashFirst}},
	{name: "conf", files: ".ini .cfg .conf .env .editorconfig .gitconfig .npmrc .service .toolversions .desktop",
		forms: []*form{&hashApart, &semicolonApart, &doubleValue, &singleValue}},
	{name: "cmake", files: ".cmake CMakeLists.txt", forms: []*form{&cmakeNote, &hash, &longBracket, &doubleLong}},
	{name: "powershell", files: ".ps1 .psm1 .psd1 !pwsh", forms: []*form{&angleHash, &hashApart, &hereDouble, &hereSingle, &doublePower, &singleTwice}},
	{name: "coffee", files: ".coffee", part: "$", forms: []*form{&hashBlock, &hash, &tripleHash, &tripleSingle, &doubleHash, &single, &regexpSlash}},
	{name: "hash", files: ".graphql .gql .nim .awk !awk !gawk", forms: []*form{&hash, &tripleDouble, &double}},

	{name: "sql", files: ".sql .psql .ddl .pgsql .plsql", forms: []*form{&dashes, &hashSQL, &rem, &starBlock, &escapeSQL, &singleTwiceLong, &doubleName, &dollarTag}},
	{name: "lua", files: ".lua .luau .rockspec !lua !luajit", forms: []*form{&luaNote, &dashes, &longBracket, &double, &single}},
	{name: "markup", files: ".html .htm .xhtml .svg", part: "-", forms: []*form{&markupNote, &scriptTag, &styleTag}},
	{name: "xml", files: ".xml .xsd .xsl .xslt .wsdl .plist .xaml .resx .csproj .vbproj .fsproj .vcxproj .props .targets .nuspec .pom .rss .atom .dtd .rng .iml .storyboard .xib",
		part: "-", forms: []*form{&markupNote, &cdata}},
	{name: "lisp", files: ".lisp .lsp .cl .el .clj .cljs .cljc .edn .scm .ss .rkt .fnl .hy !clojure !racket !guile !sbcl", part: "-?!*+<>=&",
		forms: []*form{&semicolon, &barNested, &datumNote, &datumScheme, &formNote, &charLisp, &charAskedEscape, &charAsked, &backslashPair, &doubleLong}},
	{name: "haskell", files: ".hs .lhs .elm .purs !runhaskell", tail: "'", forms: []*form{&braceNested, &dashesHaskell, &double, &charQuote}},
	{name: "ocaml", files: ".ml .mli .sml", tail: "'", forms: []*form{&parenAlways, &braceBar, &doubleLong, &charQuote}},
	{name: "fsharp", files: ".fs .fsi .fsx", tail: "'", forms: []*form{&parenNested, &slashes, &tripleDouble, &doubleLong, &charQuote}},
	{name: "erlang", files: ".erl .hrl !escript", forms: []*form{&percent, &charDollar, &doubleLong}},
	{name: "tex", files: ".tex .sty .cls .bib", forms: []*form{&percent, &texNote, &texFalse, &backslashPair}},
	{name: "basic", files: ".vb .bas .vbs", forms: []*form{&tick, &rem, &doubleTwice}},
	{name: "ada", files: ".adb .ads .vhd .vhdl", forms: []*form{&dashes, &doubleTwice, &charQuote}},
	{name: "fortran", files: ".f90 .f95 .f03 .f08", forms: []*form{&bang, &doubleTwice, &singleTwice}},
}

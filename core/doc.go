// Package core is the gate's judgement: two pure functions, Eval and Read. The same bytes in give the same
// bytes out, on every build, today and in years; so a recording of what was observed is at once the receipt,
// the bug report and the test.
//
// The contract, in one sentence: give Eval a recording, supply every fact that it wants, in any order, and call
// it again after each, until it replies; the reply holds the final bytes, and nothing but the recording decided
// them.
//
// # Rationale
//
// Why does the core ask for facts instead of looking for itself?
// Because a verdict has to be the same in a hook, in an editor, in a browser and in a replay. A core that opens
// files can be compared with itself only on the machine where it ran. Rejected: an interface of the file system
// and the clock that is passed in; it makes every call an effect, and a recording of calls depends on their
// order.
//
// Why is Eval called again after every fact, and not once a round?
// A round waits for its slowest member: a check of one second that another one waits for would cost the length
// of the slowest check beside it. Rejected: batches with barriers, which also cannot answer early, show progress
// or keep a deadline inside a batch.
//
// Why do whole files never enter a recording?
// A recording of twenty thousand cited files would be a copy of the source tree with its secrets in it, and it
// would cross into a wasm instance once a call. Read turns each file into what matters about it. Rejected: a
// recording with all bytes; and readers in the host, which would be a second implementation of the strict part.
//
// Why are a claim and an appended line facts?
// Whether the state could be written and which of two hooks came first decides the answer, and both are known
// only after the write. Rejected: writes as part of the reply, which cannot change their mind.
//
// Why is a broken stile.json red, and not an error?
// If breaking it meant "could not be asked", breaking it would open the gate. What fails open is the transport
// of a hook alone: no payload, no project, an unknown harness, a fault of ours.
//
// Why do a check's exit codes 126 and 127 not fail it?
// A shell and env answer with them for a program that was not there, and a missing program observes nothing: it
// is not run, which closes the gate too, in words that do not send anybody to repair a test.
//
// Why is there an own JSON reader, an own XML reader, an own sha256?
// Four common JSON readers give three answers for an object with a repeated key, and one of them folds case; a
// gate may not. The standard library's readers also reach reflect, os and time, and are larger than the whole
// module may be. Rejected: a lenient reader behind checks; the checks would be the reader.
//
// Why does an agent that changed nothing hear nothing, though the tree is red?
// It was told. A gate that says the same red after every question is the one that gets removed. The rule looks
// at the digest of the tree, not at git: an agent that commits its work leaves a clean tree behind a red one.
//
// Why is the tree's digest not git's?
// Whoever writes .git can make git lie: assume-unchanged, info/exclude, fsmonitor, a submodule's ignore. The
// walk is also faster than git status. Rejected: HEAD plus a diff, which changes when identical content is
// committed.
//
// Why are a hook's refusals counted outside the tree, under the harness's own turn key?
// A flag in a payload is one bit, and another tool's refusal sets it too. A file in the tree would be the
// agent's to write. Rejected: the harness's cap, which Codex does not have.
//
// Why is a refusal JSON on stdout with exit 0?
// It is the one form that Claude Code and Codex both take without exception (both run, 2026-11-30). Exit 2 with
// text on stderr is dropped by Claude Code when the text happens to say "no such file".
//
// Why does a hook die by a signal when it crashes?
// Go's fatal errors cannot be recovered from and exit 2 with text, which is a refusal, on Codex without end.
// Death by SIGABRT with nothing on stderr lets the turn end on every harness that was run. Rejected: a parent
// process that watches, which doubles the start-up time.
//
// Why is the module built with TinyGo, and twice?
// It has no import, starts in a tenth of a millisecond and is a sixteenth of what the standard compiler makes, so an
// editor or a page can load it, and its host is a dozen lines. The standard compiler's build of the same package is
// compared with it in every test: a fault of one compiler is not taken for ours. Rejected: the standard build alone,
// with ten imports and a garbage collector that looks at the clock.
//
// Why are structs passed by pointer and sorted without a type here?
// TinyGo copies a struct field by field, and compiles a generic sort for each type: both together were a third of the
// module. Its size is bounded by a test in wasm/build. What is left is about 14 bytes for a line of code: readers of reports,
// tables, source text and records, the search for secrets, and the judging. A smaller one would have to know less.
//
// Why does a row have a level, and not a verdict of its own?
// What is cited can be seen to pass, or only to be there, and which of the two is enough is the owner's to say. A row
// that cites a failed check needs no finding of its own: the check is red already, and one failure would be told once for
// every row.
//
// Why is a proposed row no fault?
// It is how whoever must not decide leaves the decision to somebody who may. A gate that refused it would teach agents
// to decide. Where a rule must have a row, it is undecided: unproven, as a check that was not run.
//
// Why is a report at a path that no check writes present at most?
// Nobody saw it run. Rejected: refusing it, since a report that somebody else's machine made is evidence of a kind; and
// its time stamps, which mean nothing after a clone.
//
// Why does a symbol in a string not count?
// A name in a message or a test's title is a mention. Where a rule's signature is looked for strings count, since what
// it asks for, a header or a setting, often is a string.
//
// Why wazero?
// It is the WebAssembly runtime of the Go field that needs no C: maintained, with a compiler, an interpreter and a
// cache. It is linked into stile-wasm alone, since it would make the hook's start 2.7 times as long.
package core

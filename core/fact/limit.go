package fact

// Every bound of the core stands here. Hitting one is a named outcome, never a crash or a silent cut.
const (
	MaxRecording = 64 << 20 // bytes of one recording
	MaxRead      = 32 << 20 // bytes of one Read: a payload, a file, one chunk of a report
	MaxRequest   = 96 << 20 // bytes that cross into a module: what is over the two above is answered behind it
	MaxFacts     = 250_000
	MaxDepth     = 64      // nesting of untrusted JSON and XML
	MaxValues    = 1 << 18 // values of one JSON document that is read whole
	MaxKinds     = 12      // rounds that may ask for new kinds of facts

	MaxChecks     = 200     // checks of one stile.json
	MaxPolicy     = 1 << 20 // bytes of one stile.json
	MaxItems      = 1000    // items of one list in it
	MaxProjects   = 200
	MaxFindings   = 500      // of one stile.json; the rest is counted
	MaxCases      = 50       // failed cases named by a report; the rest is counted
	MaxOpenCases  = 100_000  // cases, packages and builds of a report that have begun and not ended
	MaxHeld       = 4 << 20  // bytes of names and text kept of them between two chunks
	MaxText       = 6        // lines quoted of one failed case
	MaxLine       = 4 << 10  // bytes of one quoted line
	MaxWanted     = 20_000   // cases that one reading of a report is asked about
	MaxWantedName = 1000     // bytes of one of their names
	MaxOutput     = 32 << 10 // bytes kept of a check's output, half head, half tail

	MaxTable = MaxRead // bytes of one file with a conformance table
	MaxRows  = 200_000 // rows of one table; the rest is counted and named
	MaxRefs  = 400_000 // references of one table; the rest is counted and named
	MaxPack  = 8 << 20 // bytes of one rule pack
	MaxRules = 20_000  // rules of one

	MaxRecord = 1 << 20 // bytes of one decision record

	MaxTables = 200    // tables of one stile.json
	MaxPacks  = 50     // rule packs of one
	MaxDirs   = 20     // directories of decision records of one
	MaxNames  = 10_000 // names of one listed directory; the rest is counted
	MaxCited  = 50_000 // files that the tables in play cite; more is a finding
	MaxListed = 1000   // rows of one table in the JSON document; the rest is counted

	MaxField = 32 << 10 // bytes of one payload field: as long as a path can be on Windows
	MaxNotes = 32       // of one payload
	MaxTasks = 1000     // entries of a payload's list of running work that are looked at

	MaxRefusalLines = 12
	MaxRefusalBytes = 1200
)

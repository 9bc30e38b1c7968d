package fact

// The kinds of facts. An id is "KIND" or "KIND:REST"; every path in one is relative to the root and written
// with slashes.
const (
	IDPayload   = "payload"    // Payload
	IDProjects  = "projects"   // Projects
	IDTree      = "tree"       // Tree
	IDChanged   = "changed"    // Changed
	IDTreeAfter = "tree:after" // Tree, once more, when the checks have ended
	IDState     = "state"      // Session
	PreFile     = "file:"      // file:PATH → File
	PreEvidence = "evidence:"  // evidence:PATH → Evidence, what a file: reference cites
	PreADR      = "adr:"       // adr:PATH → Evidence, a decision record
	PreReport   = "report:"    // report:PATH → Evidence, a report that no check writes
	PreList     = "list:"      // list:DIR → List
	PreResult   = "result:"    // result:PROJECT:CHECK → Measure, the last observed one under the wanted key
	PreMeasure  = "measure:"   // measure:PROJECT:CHECK → Measure
	PreClaim    = "claim:"     // claim:ACTION → Claim; has an effect
	PreAppend   = "append:"    // append:WORD → Appended; has an effect
)

// Payload is what a harness wrote to the hook's stdin. Read is the answer of Read("payload", harness id, raw);
// Event is the sha256 of the raw bytes without the row's timestamps and of the transcript's size, so that
// twin hooks of one stop share it and two stops of one turn do not.
type Payload struct {
	Read  []byte
	Event string
}

// Projects are the directories (relative to the root, "." for the root itself) that hold a stile.json: Chain
// from the working directory up to the root, nearest first; Nested are all others. Repository says whether
// the root is a git repository's; without one the root is the outermost directory of the chain. Cwd is the
// working directory relative to the root. Unnamed counts those whose path is not UTF-8: no fact can name them.
type Projects struct {
	Repository bool
	Cwd        string
	Chain      []string
	Nested     []string
	Unnamed    int64
}

// File is one file read by the host. SHA256 and Size describe its bytes; Text is the sha256 of them with every CR LF as
// LF, the same in every checkout, "" where there is none; Read is the answer of Read for the
// kind that the want named, empty when it named none.
type File struct {
	Size   int64
	SHA256 string
	Text   string
	Read   []byte
}

// Evidence is one file that a table cites. Spelling is its path as the directories on disk spell it: it differs from
// the path that was asked for where that one finds the file only because letter case is folded. Real is the path
// that links lead to. Both are relative to the root, and what lies outside it is unreadable. Read is the answer of
// Read for the kind and query that the want named.
type Evidence struct {
	Size     int64
	SHA256   string
	Text     string // as that of a File
	Spelling string
	Real     string
	Read     []byte
}

// List are the names of what lies in one directory and is no directory, sorted; links to files are among them. More
// counts names beyond MaxNames, and those that are not UTF-8.
type List struct {
	Names []string
	More  int64
}

// Tree is the digest of the working tree: path, mode, link target and content of every file under the root
// except .git, stile's own logs and the wanted outputs. Closed counts what could not be read or listed: such a
// tree has a digest, but an equal one does not prove an equal tree.
type Tree struct {
	Digest string
	Files  int64
	Closed int64
}

// Changed are the paths that differ from Base (a commit id, short) in the working tree or in commits since.
// All: no base could be found (Why says what was missing), every path counts as changed.
type Changed struct {
	Base  string
	All   bool
	Why   string
	Paths []string
	More  int64 // paths beyond the limit, counted only
}

// WhyOutside is the reason of a file that links lead out of the root.
const WhyOutside = "outside the project"

// WhyTime is the reason of what the end of the hook's time left unread.
const WhyTime = "the time was up"

// DetailDeadline is a Measure's Detail when the harness's limit ended the check, not the check's own.
const DetailDeadline = "the end of the hook's time"

// ReportStale says that a check's report files were there before it, and that it wrote none of them again.
const ReportStale = "stale"

// Measure is one check as it was observed. Cause is a word of core/check when the process never started
// (missing-program, wrong-directory, timed-out) and "" when it did; Detail names the program or directory.
type Measure struct {
	Started   bool
	Cause     string
	Detail    string
	Exit      int64
	Signal    int64 // number of the signal that ended it, 0 for none
	TimedOut  bool
	Head      []byte // output as valid UTF-8, stdout and stderr in one
	Tail      []byte
	Omitted   int64    // bytes between Head and Tail
	Report    []byte   // answer of Read for the report, empty when none was wanted or found
	NoReport  string   // why there is no report: "absent", "too large", ReportStale …
	TreeAfter string   // digest of the tree when it ended, "" when it could not be taken
	TreeDiff  []string // some of the paths that were written while it ran
	Touched   bool     // something in the tree was written while it ran, be it with the bytes it had
	Survivors []string // descendants that outlived the deadline: "pid name"
	Scrubbed  int64    // secrets replaced in Head and Tail
	Files     []string // the report files that were read, sorted paths; those beyond a thousand are left out
}

// Session is what earlier stops of this session left. Writable: a claim can be made; Why says why not.
// Answered: a twin hook has claimed this very event. Refusals counts those of the present turn; InRow those
// since the last green of this session, whatever the turn. LastTree, LastVerdict and Fingerprint belong to the
// last verdict that a gate-hook answered here, in any session. Known are the fingerprints of findings that
// this session has been shown in full.
type Session struct {
	Writable    bool
	Why         string
	Answered    bool
	Refusals    int64
	Released    bool // this turn has had its release line
	InRow       int64
	Deferred    int64 // deferrals in a row
	LastTree    string
	LastVerdict string
	Fingerprint string // of this session's last refusal
	Known       []string
}

// Claim is the outcome of claiming the right to answer this stop. Outcome: "won" (N refusals of this turn came
// before), "same-event" (a twin answers or has answered), "earlier" (the count is not the expected one: N is
// what it is now), "failed" (Why).
type Claim struct {
	Outcome string
	N       int64
	Why     string
}

// Appended is the outcome of appending a dated line to a file of the tree.
type Appended struct {
	Outcome string // "written", "already" (the same line was there), "failed"
	Path    string
	Why     string
}

// Fields lists the fields of its canonical bytes.
func (p *Payload) Fields(c *Coder) {
	c.bytes(&p.Read)
	c.string(&p.Event)
}

// Fields lists the fields of its canonical bytes.
func (p *Projects) Fields(c *Coder) {
	c.bool(&p.Repository)
	c.string(&p.Cwd)
	c.strings(&p.Chain)
	c.strings(&p.Nested)
	c.int(&p.Unnamed)
}

// Fields lists the fields of its canonical bytes.
func (f *File) Fields(c *Coder) {
	c.int(&f.Size)
	c.string(&f.SHA256)
	c.string(&f.Text)
	c.bytes(&f.Read)
}

// Fields lists the fields of its canonical bytes.
func (x *Evidence) Fields(c *Coder) {
	c.int(&x.Size)
	c.string(&x.SHA256)
	c.string(&x.Text)
	c.string(&x.Spelling)
	c.string(&x.Real)
	c.bytes(&x.Read)
}

// Fields lists the fields of its canonical bytes.
func (l *List) Fields(c *Coder) {
	c.strings(&l.Names)
	c.int(&l.More)
}

// Fields lists the fields of its canonical bytes.
func (t *Tree) Fields(c *Coder) {
	c.string(&t.Digest)
	c.int(&t.Files)
	c.int(&t.Closed)
}

// Fields lists the fields of its canonical bytes.
func (x *Changed) Fields(c *Coder) {
	c.string(&x.Base)
	c.bool(&x.All)
	c.string(&x.Why)
	c.strings(&x.Paths)
	c.int(&x.More)
}

// Fields lists the fields of its canonical bytes.
func (m *Measure) Fields(c *Coder) {
	c.bool(&m.Started)
	c.string(&m.Cause)
	c.string(&m.Detail)
	c.int(&m.Exit)
	c.int(&m.Signal)
	c.bool(&m.TimedOut)
	c.bytes(&m.Head)
	c.bytes(&m.Tail)
	c.int(&m.Omitted)
	c.bytes(&m.Report)
	c.string(&m.NoReport)
	c.string(&m.TreeAfter)
	c.strings(&m.TreeDiff)
	c.bool(&m.Touched)
	c.strings(&m.Survivors)
	c.int(&m.Scrubbed)
	c.strings(&m.Files)
}

// Fields lists the fields of its canonical bytes.
func (s *Session) Fields(c *Coder) {
	c.bool(&s.Writable)
	c.string(&s.Why)
	c.bool(&s.Answered)
	c.int(&s.Refusals)
	c.bool(&s.Released)
	c.int(&s.InRow)
	c.int(&s.Deferred)
	c.string(&s.LastTree)
	c.string(&s.LastVerdict)
	c.string(&s.Fingerprint)
	c.strings(&s.Known)
}

// Fields lists the fields of its canonical bytes.
func (x *Claim) Fields(c *Coder) {
	c.string(&x.Outcome)
	c.int(&x.N)
	c.string(&x.Why)
}

// Fields lists the fields of its canonical bytes.
func (a *Appended) Fields(c *Coder) {
	c.string(&a.Outcome)
	c.string(&a.Path)
	c.string(&a.Why)
}

// Of makes a present fact of a value.
func Of(id string, v Body) Fact { return Fact{ID: id, Data: encode(v)} }

// Into fills v from a present fact and reports whether its bytes are canonical for v's type.
func (f *Fact) Into(v Body) bool { return f.Fill(v.Fields) }

// Fill is Into for the Fields of a value: as a Body it would bring the names of all its fields into a module.
func (f *Fact) Fill(fields func(c *Coder)) bool { return f.State == Present && decode(fields, f.Data) }

package scan

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
)

// A sarifRule is what a result may refer to: failing when its level is error unless a result says otherwise, off
// when it is not enabled.
type sarifRule struct {
	id           string
	failing, off bool
}

// sarifRules are a run's, those of the driver first.
type sarifRules struct {
	list         []sarifRule
	from         []int    // where each component's begin in list
	fails        []string // ids of the failing ones, sorted
	ids, guids   sarifIndex
	names, parts sarifIndex // of the components, by name and by guid
}

// A sarifIndex says where things stand in a list: each name, a NUL and the place, sorted.
type sarifIndex struct{ list []string }

func (x *sarifIndex) add(name string, at int) {
	if name != "" {
		fact.Push(&x.list, name+"\x00"+fact.Itoa(int64(at)))
	}
}

// find returns where a thing of this name stands, -1 for nowhere.
func (x *sarifIndex) find(name string) int64 {
	name += "\x00"
	lo, hi := 0, len(x.list)
	for lo < hi {
		if m := (lo + hi) / 2; x.list[m] < name {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if len(name) == 1 || lo == len(x.list) || !fact.HasPrefix(x.list[lo], name) {
		return -1
	}
	at := int64(0)
	for _, c := range []byte(x.list[lo][len(name):]) {
		if c < '0' || c > '9' {
			return -1
		}
		at = at*10 + int64(c-'0')
	}
	return at
}

// begin begins the rules of a component and returns which it is.
func (s *sarifRules) begin() int {
	s.from = append(s.from, len(s.list))
	return len(s.from) - 1
}

func (s *sarifRules) sort() {
	for _, x := range [...]*sarifIndex{&s.ids, &s.guids, &s.names, &s.parts} {
		fact.SortStrings(x.list)
	}
	for i := range s.list {
		if s.list[i].failing {
			fact.Push(&s.fails, s.list[i].id)
		}
	}
	fact.SortStrings(s.fails)
}

// at returns a rule by its index in a component, -1 for the driver; nil where there is none.
func (s *sarifRules) at(component, index int64) *sarifRule {
	c := component + 1
	if c < 0 || c >= int64(len(s.from)) || index < 0 {
		return nil
	}
	end := len(s.list)
	if c+1 < int64(len(s.from)) {
		end = s.from[c+1]
	}
	if index >= int64(end-s.from[c]) {
		return nil
	}
	return &s.list[s.from[c]+int(index)]
}

// extends reports whether the rule at this place of list is an extension's.
func (s *sarifRules) extends(at int64) bool { return len(s.from) > 1 && at >= int64(s.from[1]) }

// failing reports whether the rule of this id fails by default. An id may name a part of a rule: "CA1000/1".
func (s *sarifRules) failing(id string) bool {
	for id != "" {
		if fact.HasSorted(s.fails, id) {
			return true
		}
		id = id[:max(0, strings.LastIndexByte(id, '/'))]
	}
	return false
}

// take counts one result.
func (s *sarifReader) take(v *Value) {
	f := s.result
	if !s.object(f, v) {
		return
	}
	kind := s.oneOf(f, "kind", "fail", sarifKinds)
	level := ""
	if s.member(f, "level", String) != nil {
		level = s.oneOf(f, "level", "", sarifLevels)
	}
	var id string
	var rule *sarifRule
	if level == "" || level == "error" {
		id, rule = s.ruleOf(f)
	}
	raised := false
	if level == "" {
		if rule != nil && rule.failing || s.rules.failing(id) {
			level = "error"
		} else {
			raised = s.raised && kind == "fail"
		}
	}
	switch {
	case kind == "pass", s.word(f, "baselineState", "") == "absent", s.suppressed(f):
		return
	case kind != "fail", level != "error":
		if s.r.Noise++; raised {
			s.refuse(whyOverride, v.Pos)
		}
		return
	}
	s.errors++
	s.r.Failed++
	if id == "" {
		id = "result without a rule"
	}
	s.r.noteParts(s.driver, id, CaseFailed)
	if rule != nil && rule.id != id {
		s.r.note(s.driver, rule.id, CaseFailed)
	}
	c := &Case{Name: id}
	if len(s.r.Cases) < fact.MaxCases {
		c.Text = splitLines(nil, s.message(f))
		s.place(c)
	}
	s.r.nameCase(c)
}

// ruleOf returns the id of the result's rule, and the rule where the result points to it.
func (s *sarifReader) ruleOf(f *fieldReader) (id string, rule *sarifRule) {
	component, index, known := int64(-1), int64(-1), true
	id = s.word(f, "ruleId", "")
	guid := ""
	if ref := s.part(f, "rule", Object); ref != nil && s.object(s.reference, ref) {
		index = number(s.plain(s.reference, "index"), -1)
		if name := s.word(s.reference, "id", ""); id == "" {
			id = name
		}
		guid = s.quoted(s.reference, "guid")
		if in := s.part(s.reference, "toolComponent", Object); in != nil {
			component, known = s.componentOf(in)
		}
	}
	if own := s.member(f, "ruleIndex", Int); own != nil && index < 0 {
		index = own.Int
	}
	if id = keep(id); known {
		rule = s.rules.at(component, index)
	}
	if at := s.rules.guids.find(guid); rule == nil && at >= 0 {
		rule = &s.rules.list[at]
	}
	// An index into the driver's rules beside the id of an extension's rule: the id decides.
	if rule != nil && component < 0 && id != "" && rule.id != id {
		if at := s.rules.ids.find(id); s.rules.extends(at) {
			rule = &s.rules.list[at]
		}
	}
	if id == "" && rule != nil {
		id = rule.id
	}
	return id, rule
}

// componentOf returns which extension a reference means, -1 for the driver; false when the run describes none such.
func (s *sarifReader) componentOf(v *Value) (component int64, known bool) {
	if !s.object(s.in, v) {
		return -1, false
	}
	if component = number(s.plain(s.in, "index"), -1); component >= 0 {
		return component, true
	}
	at := s.rules.parts.find(s.quoted(s.in, "guid"))
	if at < 0 {
		at = s.rules.names.find(keep(s.quoted(s.in, "name")))
	}
	return at - 1, at >= 0
}

// suppressed reports whether the result is: by one suppression at least, and by none that waits or was rejected.
func (s *sarifReader) suppressed(f *fieldReader) bool {
	list := s.part(f, "suppressions", Array)
	if list == nil {
		return false
	}
	n, accepted := 0, true
	s.items(list, func(v *Value) {
		n++
		accepted = accepted && s.object(s.suppression, v) && s.word(s.suppression, "status", "accepted") == "accepted"
	})
	return n > 0 && accepted
}

// place takes the first location.
func (s *sarifReader) place(c *Case) {
	list := s.plain(s.result, "locations")
	if list == nil || len(list.Items) == 0 {
		return
	}
	at := list.Items[0].Get("physicalLocation")
	if uri := at.Get("artifactLocation").Get("uri"); uri != nil && uri.Text != "" {
		c.File = uriPath(uri.Text)
		c.Line = max(0, number(at.Get("region").Get("startLine"), 0))
	}
}

// uriPath is the path that a file's URI names (RFC 3986, section 2.1).
func uriPath(uri string) string {
	uri = strings.TrimPrefix(uri, "file://")
	var b []byte
	for i := 0; i < len(uri); i++ {
		c := uri[i]
		if c == '%' && i+2 < len(uri) {
			if hi, lo := hexValue(uri[i+1]), hexValue(uri[i+2]); hi >= 0 && lo >= 0 {
				c = byte(hi<<4 | lo)
				i += 2
			}
		}
		b = append(b, c)
	}
	return pathName(string(b))
}

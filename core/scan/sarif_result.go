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
	list  []sarifRule
	from  []int    // where each component's begin in list
	fails []string // ids of the failing ones, sorted
}

func (s *sarifRules) begin() { s.from = append(s.from, len(s.list)) }

func (s *sarifRules) sort() {
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

// failing reports whether the rule of this id fails by default. An id may name a part of a rule: "CA1000/1".
func (s *sarifRules) failing(id string) bool {
	for id != "" {
		lo, hi := 0, len(s.fails)
		for lo < hi {
			if m := (lo + hi) / 2; s.fails[m] < id {
				lo = m + 1
			} else {
				hi = m
			}
		}
		if lo < len(s.fails) && s.fails[lo] == id {
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
	id, rule := s.ruleOf(f)
	if level == "" && (rule != nil && rule.failing || s.rules.failing(id)) {
		level = "error"
	}
	switch {
	case kind == "pass", s.word(f, "baselineState", "") == "absent", s.suppressed(f):
		return
	case kind != "fail", level != "error":
		s.r.Noise++
		return
	}
	s.errors++
	s.r.Failed++
	for part := id; part != ""; part = part[:max(0, strings.LastIndexByte(part, '/'))] {
		s.r.note(s.driver, part, CaseFailed)
	}
	if rule != nil && rule.id != id {
		s.r.note(s.driver, rule.id, CaseFailed)
	}
	if id == "" {
		id = "result without a rule"
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
	component, index := int64(-1), int64(-1)
	id = s.word(f, "ruleId", "")
	if ref := s.member(f, "rule", Object); ref != nil {
		index = number(ref.Get("index"), index)
		if t := ref.Get("id"); t != nil && id == "" {
			id = t.Text
		}
		if in := ref.Get("toolComponent"); in != nil {
			if component = number(in.Get("index"), -1); component < 0 {
				index = -1 // in one that is named otherwise
			}
		}
	}
	if own := s.member(f, "ruleIndex", Int); own != nil && index < 0 {
		index = own.Int
	}
	rule = s.rules.at(component, index)
	if id == "" && rule != nil {
		id = rule.id
	}
	return keep(id), rule
}

// suppressed reports whether the result is: by one suppression at least, and by none that waits or was rejected.
func (s *sarifReader) suppressed(f *fieldReader) bool {
	list := s.member(f, "suppressions", Array)
	if list == nil {
		return false
	}
	for i := range list.Items {
		if status := list.Items[i].Get("status"); status != nil && status.Text != "accepted" {
			return false
		}
	}
	return len(list.Items) > 0
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

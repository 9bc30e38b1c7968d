package core

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stile-gate/stile/core/fact"
)

func TestParseAnswer(t *testing.T) {
	for _, a := range []fact.Answer{
		{},
		{Fault: &fact.Fault{Code: "code", Message: "a \"message\"\n\u2028"}},
		{Reply: &fact.Reply{}},
		{Reply: &fact.Reply{Code: -3, Verdict: "red", Answer: "refuse", Stdout: "out", Stderr: "err", Writes: []fact.Write{{Kind: "journal", Value: "line"}, {}}}},
		{Want: []fact.Want{{ID: "tree"}, {ID: "x:y", Args: []fact.Arg{{Name: "none"}, {Name: "query", Values: []string{"", "ä"}}, {Name: "read", Values: []string{"adr"}}}}}},
	} {
		b := a.JSON(nil)
		if got, ok := ParseAnswer(b); !ok || !reflect.DeepEqual(got, &a) {
			t.Errorf("%s is read as %+v, %v", b, got, ok)
		}
		for i := range b {
			if _, ok := ParseAnswer(b[:i]); ok {
				t.Errorf("%s is taken", b[:i])
			}
		}
		if _, ok := ParseAnswer(append(b, ' ')); ok {
			t.Errorf("%s and a space is taken", b)
		}
	}
	for _, s := range []string{
		`{"want":[{"id":"x"}]}`, `{"want":[{"id":"x","args":[]}]}`, `{"want":[{"args":{},"id":"x"}]}`, `{"want":[{"id":"x","args":{"a":"b"}}]}`,
		`{"want":[{"id":"x","args":{"a":["b",1]}}]}`, `{"want":[{"id":"x","args":{"a":["b",]}}]}`, `{"want":[{"id":"\u0078","args":{}}]}`, `{"want":null}`,
		`{"want": []}`, `{"fault":{"code":"x"}}`, `{"fault":{"code":"x","message":"y"},"want":[]}`, `[]`, `{}`, ``,
		`{"reply":{"code":00,"verdict":"","answer":"","stdout":"","stderr":"","writes":[]}}`,
		`{"reply":{"code":0,"verdict":"","answer":"","stdout":"","stderr":"","writes":[["a","b"]]}}`,
		`{"reply":{"code":0,"verdict":"","answer":"","stdout":"","stderr":"","writes":[["a","b","c","d"]]}}`,
	} {
		if a, ok := ParseAnswer([]byte(s)); ok {
			t.Errorf("%s is read as %+v", s, a)
		}
	}
}

// TestParseAnswerLong: every file that tables may cite can be wanted in one round.
func TestParseAnswerLong(t *testing.T) {
	var a fact.Answer
	for i := range fact.MaxCited {
		path := fmt.Sprintf("dir/%05d", i)
		a.Want = append(a.Want, fact.Want{ID: fact.PreEvidence + path, Args: []fact.Arg{
			{Name: "query", Values: []string{path, "sOne", "sTwo", "lThree"}}, {Name: "read", Values: []string{"evidence"}}}})
	}
	if got, ok := ParseAnswer(a.JSON(nil)); !ok || !reflect.DeepEqual(got, &a) {
		t.Errorf("%v", ok)
	}
}

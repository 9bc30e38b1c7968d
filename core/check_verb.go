package core

import "github.com/stile-gate/stile/core/fact"

// replyCheck answers `stile check`: the document, and the verdict as the exit code.
func replyCheck(e *eval) *fact.Reply {
	list, ok := e.projects("")
	if !ok {
		return nil
	}
	if len(list) == 0 {
		return notAsked(&e.rec.Header, "no-project", "no stile.json in this directory or above it; `stile init` writes a first one")
	}
	if id := e.through(); id != "" && !known(list, id) {
		var ids []string
		for _, p := range list {
			for i := range p.policy.Tables {
				fact.Push(&ids, p.policy.Tables[i].ID())
			}
		}
		return notAsked(&e.rec.Header, "no-such-table", fact.Say("no stile.json in play names a table %; it names $", id,
			new(fact.Text).Join(ids[:min(len(ids), maxIDs)], ", ").String()))
	}
	j := e.judge(list)
	if j == nil || !e.semantics(j) {
		return nil
	}
	r := &fact.Reply{Code: exit(j.verdict), Verdict: string(j.verdict)}
	j.keep(&r.Writes)
	if e.rec.Header.Flag("json") {
		r.Stdout = j.json(&e.rec.Header)
	} else {
		r.Stdout = j.text()
	}
	return r
}

// notAsked is the reply to a question that could not be asked: code is a stable word that scripts branch on.
func notAsked(h *fact.Header, code, message string) *fact.Reply {
	r := &fact.Reply{Code: exitNotAsked, Stderr: "stile: " + message + "\n"}
	if h.Flag("json") {
		w := &fact.JSON{}
		w.Object().Number("stile", 1).Text("code", code).Text("message", message).EndObject()
		r.Stdout = string(w.Bytes()) + "\n"
	}
	return r
}

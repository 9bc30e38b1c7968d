//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// maxRequests ends a run away loop: from here on the model answers with an error, which ends a turn.
const maxRequests = 40

// An Answer is one reply of the model: words that end the turn, or a shell command for the agent to run. After
// holds it back until another agent's model has had that many requests.
type Answer struct {
	Text  string
	Shell string
	After *Mark
}

// A Mark is a point in the run: the model of Agent has received its Nth request.
type Mark struct{ Agent, N int }

// A Text is one piece of the conversation that a model request carries.
type Text struct {
	Role string
	Text string
}

// A Request is one call of the model, as far as it is looked at afterwards.
type Request struct {
	At       time.Time // it came in
	Answered time.Time // its answer went out, which may have been held back
	Texts    []Text
	Shell    string // the command that the answer asked for
}

// A board counts the requests of every agent's model, so that two sessions can be interleaved on purpose.
type board struct {
	mu    sync.Mutex
	cond  *sync.Cond
	count []int
}

func newBoard(agents int) *board {
	b := &board{count: make([]int, agents)}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *board) arrive(agent int) {
	b.mu.Lock()
	b.count[agent]++
	b.mu.Unlock()
	b.cond.Broadcast()
}

// wait returns when the mark is reached or the other agent is gone.
func (b *board) wait(m Mark) {
	b.mu.Lock()
	for b.count[m.Agent] < m.N {
		b.cond.Wait()
	}
	b.mu.Unlock()
}

// leave lets nobody wait for an agent that has ended.
func (b *board) leave(agent int) {
	b.mu.Lock()
	b.count[agent] += 1 << 20
	b.mu.Unlock()
	b.cond.Broadcast()
}

// A dialect is what differs between the two model APIs.
type dialect struct {
	path  string // suffix of the streaming endpoint
	texts func(body map[string]any) []Text
	reply func(n int, body map[string]any, a Answer) []event
}

// An event is one server-sent event; its type is the "type" member too.
type event struct {
	kind string
	data map[string]any
}

// Model plays the model of one agent on a loopback port.
type Model struct {
	agent    int
	dialect  dialect
	board    *board
	server   *http.Server
	listener net.Listener

	mu       sync.Mutex
	script   []Answer
	requests []Request
	other    []string
}

func startModel(agent int, d dialect, b *board) (*Model, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &Model{agent: agent, dialect: d, board: b, listener: l}
	m.server = &http.Server{Handler: m, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = m.server.Serve(l) }()
	return m, nil
}

// URL is where the harness finds the model.
func (m *Model) URL() string { return "http://" + m.listener.Addr().String() }

// Stop closes the port and every connection.
func (m *Model) Stop() { _ = m.server.Close() }

// Say sets the answers of the coming turn; what is left of the last turn's is dropped.
func (m *Model) Say(script []Answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script = script
}

// Requests are the main model requests so far.
func (m *Model) Requests() []Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]Request(nil), m.requests...)
}

func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, 64<<20))
	if err != nil {
		http.Error(w, "unreadable", http.StatusBadRequest)
		return
	}
	if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, m.dialect.path) {
		m.side(w, r)
		return
	}
	var body map[string]any
	if err := json.Unmarshal(raw, &body); err != nil {
		http.Error(w, "not JSON: "+err.Error(), http.StatusBadRequest)
		return
	}
	a, n := m.next(body)
	m.board.arrive(m.agent)
	if n > maxRequests {
		writeJSON(w, http.StatusBadRequest, map[string]any{"type": "error", "error": map[string]any{
			"type": "invalid_request_error", "message": "the model has had enough"}})
		return
	}
	if a.After != nil {
		m.board.wait(*a.After)
	}
	m.answered(n)
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range m.dialect.reply(n, body, a) {
		e.data["type"] = e.kind
		line, err := json.Marshal(e.data)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e.kind, line)
	}
}

// next records the request and takes the answer to it; past the end of the script the model is done.
func (m *Model) next(body map[string]any) (Answer, int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := Answer{Text: "Done."}
	if len(m.script) > 0 {
		a, m.script = m.script[0], m.script[1:]
	}
	m.requests = append(m.requests, Request{At: time.Now(), Texts: m.dialect.texts(body), Shell: a.Shell})
	return a, len(m.requests)
}

func (m *Model) answered(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[n-1].Answered = time.Now()
}

// side answers what a harness asks besides: model lists, token counts, probes.
func (m *Model) side(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	m.other = append(m.other, r.Method+" "+r.URL.Path)
	m.mu.Unlock()
	switch {
	case strings.HasSuffix(r.URL.Path, "/count_tokens"):
		writeJSON(w, http.StatusOK, map[string]any{"input_tokens": 10})
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/models"):
		writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []any{}, "models": []any{}, "has_more": false})
	case r.Method == http.MethodGet:
		writeJSON(w, http.StatusNotFound, map[string]any{"error": map[string]any{"type": "not_found_error", "message": "no such thing"}})
	default:
		writeJSON(w, http.StatusOK, map[string]any{})
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

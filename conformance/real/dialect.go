//go:build unix

package main

import (
	"encoding/json"
	"fmt"
)

// The two streaming APIs, as much of them as the harnesses need: one answer, text or one tool call.
// Seen with Claude Code 2.1.332 (Anthropic Messages) and Codex 0.171.0 (OpenAI Responses), 2026-11-30.

var anthropic = dialect{
	path: "/messages",
	texts: func(body map[string]any) []Text {
		var out []Text
		for _, m := range list(body["messages"]) {
			out = append(out, texts(m)...)
		}
		return out
	},
	reply: func(n int, body map[string]any, a Answer) []event {
		block := map[string]any{"type": "text", "text": ""}
		delta := map[string]any{"type": "text_delta", "text": a.Text}
		stop := "end_turn"
		if a.Shell != "" {
			block = map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_%04d", n), "name": "Bash", "input": map[string]any{}}
			delta = map[string]any{"type": "input_json_delta", "partial_json": text(map[string]any{
				"command": a.Shell, "description": "work"})}
			stop = "tool_use"
		}
		usage := map[string]any{"input_tokens": 10, "output_tokens": 5}
		return []event{
			{"message_start", map[string]any{"message": map[string]any{
				"id": fmt.Sprintf("msg_%04d", n), "type": "message", "role": "assistant", "model": body["model"],
				"content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": usage}}},
			{"content_block_start", map[string]any{"index": 0, "content_block": block}},
			{"content_block_delta", map[string]any{"index": 0, "delta": delta}},
			{"content_block_stop", map[string]any{"index": 0}},
			{"message_delta", map[string]any{
				"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": usage}},
			{"message_stop", map[string]any{}},
		}
	},
}

var openai = dialect{
	path: "/responses",
	texts: func(body map[string]any) []Text {
		if s, ok := body["input"].(string); ok {
			return []Text{{"user", s}}
		}
		var out []Text
		for _, m := range list(body["input"]) {
			out = append(out, texts(m)...)
		}
		return out
	},
	reply: func(n int, body map[string]any, a Answer) []event {
		item := map[string]any{"type": "message", "id": fmt.Sprintf("msg_%04d", n), "role": "assistant",
			"content": []any{map[string]any{"type": "output_text", "text": a.Text, "annotations": []any{}}}}
		if a.Shell != "" {
			name, args := shellTool(body, a.Shell)
			item = map[string]any{"type": "function_call", "id": fmt.Sprintf("fc_%04d", n),
				"call_id": fmt.Sprintf("call_%04d", n), "name": name, "arguments": text(args)}
		}
		response := func(status string, output ...any) map[string]any {
			return map[string]any{"response": map[string]any{
				"id": fmt.Sprintf("resp_%04d", n), "object": "response", "status": status, "model": body["model"],
				"output": append([]any{}, output...), "usage": map[string]any{
					"input_tokens": 10, "output_tokens": 5, "total_tokens": 15,
					"input_tokens_details":  map[string]any{"cached_tokens": 0},
					"output_tokens_details": map[string]any{"reasoning_tokens": 0}}}}
		}
		return []event{
			{"response.created", response("in_progress")},
			{"response.output_item.done", map[string]any{"output_index": 0, "item": item}},
			{"response.completed", response("completed", item)},
		}
	},
}

// shellTool names the tool under which this request offers a shell.
func shellTool(body map[string]any, command string) (string, map[string]any) {
	forms := []struct {
		name string
		args map[string]any
	}{
		{"exec_command", map[string]any{"cmd": command}},
		{"shell_command", map[string]any{"command": command}},
		{"shell", map[string]any{"command": []string{"bash", "-c", command}}},
	}
	for _, f := range forms {
		for _, t := range list(body["tools"]) {
			if tool, ok := t.(map[string]any); ok && tool["name"] == f.name {
				return f.name, f.args
			}
		}
	}
	return forms[0].name, forms[0].args
}

// texts flattens one message: its content is a string or a list of blocks. What is no text is kept as JSON.
func texts(message any) []Text {
	m, ok := message.(map[string]any)
	if !ok {
		return nil
	}
	role, _ := m["role"].(string)
	if s, ok := m["content"].(string); ok {
		return []Text{{role, s}}
	}
	if _, ok := m["content"]; !ok {
		return []Text{{role, text(m)}}
	}
	var out []Text
	for _, b := range list(m["content"]) {
		if block, ok := b.(map[string]any); ok {
			if s, ok := block["text"].(string); ok {
				out = append(out, Text{role, s})
				continue
			}
		}
		out = append(out, Text{role, text(b)})
	}
	return out
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// Code generated from table.json by gen.go; DO NOT EDIT.

package harness

var rows = [...]Row{
	{
		ID:      "claude-code",
		Aliases: []string{"claude"},
		Events:  []string{"Stop", "SubagentStop"},
		fields: [...]string{
			fieldEvent:           "hook_event_name",
			fieldSession:         "session_id",
			fieldTurn:            "prompt_id",
			fieldCwd:             "cwd",
			fieldTranscript:      "transcript_path",
			fieldAgent:           "agent_id",
			fieldAgentTranscript: "agent_transcript_path",
			fieldMode:            "permission_mode",
			fieldGuard:           "stop_hook_active",
		},
		PlanMode:        "plan",
		GuardTrusted:    true,
		others:          others{field: "background_tasks", id: "id", kind: "type", kinds: []string{"subagent"}, status: "status", running: "running"},
		transcriptJoins: true,
		refusal:         form{code: 0, before: "{\"decision\":\"block\",\"reason\":", after: "}"},
		release:         form{code: 0, before: ""},
		Cap:             8,
		Deadline:        600000,
		ProjectEnv:      "CLAUDE_PROJECT_DIR",
	},
	{
		ID:     "codex",
		Events: []string{"Stop", "SubagentStop"},
		fields: [...]string{
			fieldEvent:           "hook_event_name",
			fieldSession:         "session_id",
			fieldTurn:            "turn_id",
			fieldCwd:             "cwd",
			fieldTranscript:      "transcript_path",
			fieldAgent:           "agent_id",
			fieldAgentTranscript: "agent_transcript_path",
			fieldMode:            "permission_mode",
			fieldGuard:           "stop_hook_active",
		},
		PlanMode:        "plan",
		GuardTrusted:    true,
		transcriptJoins: true,
		refusal:         form{code: 0, before: "{\"decision\":\"block\",\"reason\":", after: "}"},
		release:         form{code: 0, before: ""},
		Cap:             0,
		Deadline:        600000,
		ProjectEnv:      "",
	},
}

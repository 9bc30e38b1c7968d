package table

import (
	"strings"
	"testing"
)

// refusal is the kind that a record is refused by, "" for one that is accepted.
func refusal(a *ADR) string {
	switch {
	case a.Template:
		return "template"
	case a.Word == Superseded, a.Word != Accepted && len(a.Findings) == 0:
		return a.Word
	case len(a.Findings) > 0:
		return a.Findings[0].Kind
	}
	return ""
}

func refusals(t *testing.T, head, tail string, cases [][2]string) {
	t.Helper()
	for _, c := range cases {
		for _, text := range strings.Split(c[1], "¦") {
			if got := refusal(readADR(t, "0007-x.md", head+text+tail)); got != c[0] {
				t.Errorf("%q: %q, want %q", text, got, c[0])
			}
		}
	}
}

func TestADRStatusThatIsTakenBack(t *testing.T) {
	refusals(t, "# 7. Use x\n\n## Status\n\n", "\n\n## Context\n\nIt was rejected.\n", [][2]string{
		{"ambiguous-status", "Accepted\n\n**Deprecated** since 2024¦Accepted\n\nDeprecated by [ADR 5](5.md)¦Accepted\n\nRejected by the board on 2024-05-01.¦" +
			"Accepted\n\nReplaced by [40](40.md)¦Accepted\n\nThis was superseded\nby [41](41.md)¦Accepted\n\nThis was superseded by\n[41](41.md)¦Accepted\nwithdrawn 2024¦Accepted\n\nRetired on 2024-01-01¦" +
			"Accepted\n\nCancelled¦Accepted\n\n*No longer in force since 2024.*¦Accepted\n\nNo longer needed.¦Accepted\n\nThe board rejected it.¦" +
			"Accepted\n\nOn hold since 2024¦Accepted\n\nIt was not approved.¦Accepted\n\n[Rejected by the board](x.md)¦- Accepted\n- Rejected (2024)¦" +
			"Accepted\n\nSuspended¦Accepted\n\nSuperseded in part by [9](9.md)"},
		{"deprecated", "Accepted -> Deprecated¦Accepted => deprecated¦Accepted / later: deprecated¦Accepted — deprecated in 2025"},
		{"superseded", "Accepted on 2024 - superseded on 2025¦Accepted → Superseded¦Replaced by RFC¦Accepted; replaced by another"},
		{"withdrawn", "Accepted, then withdrawn in 2024¦Accepted but since withdrawn¦Accepted; revoked¦Abandoned¦Decided. Later overturned."},
		{"rejected", "Accepted by nobody; rejected¦Accepted | 2020-01-01 | Rejected¦Declined¦Implemented, rejected"},
		{"unknown-status", "Accepted: no¦Accepted: not yet¦accepted: false¦Accepted = false¦Accepted!=true¦Accepted (?)¦Accepted ???¦Accepted (not in force)¦" +
			"Accepted, no longer valid¦Accepted, pending review by the board¦The decision is not accepted.¦Accepted, not approved¦Active¦In force"},
		{"", "Accepted: yes¦Accepted: 2020-01-01¦Accepted: no objections were raised¦Accepted (implementation pending)¦ACCEPTED Implemented¦Accepted, not implemented¦" +
			"Accepted\n\nSupersedes [3. Drop deprecated endpoints](0003-rejected.md)¦Accepted\n\nSupersedes the rejected ADR 3.¦Accepted, replaces the deprecated ADR-3¦" +
			"Accepted\n\nSee https://host.test/deprecated/x and deprecated.host.test¦Accepted\n\nRejected alternatives: y¦Accepted. We replaced y with x.¦" +
			"Accepted (not superseded by anything)¦Accepted\n\nNot superseded by ADR 9.¦Accepted, but has not been superseded yet¦Accepted (previously rejected)¦" +
			"Accepted (was proposed)¦Accepted\n\n- **Supersedes / superseded by:** none¦Accepted. Supersedes ADR-1 (deprecated).¦Accepted; amended by ADR 9 (old ones run on)¦~~Proposed~~ Accepted¦Accepted~~, then rejected~~¦Accepted\n\nOptimisation 1 **Declined** as it costs too much.¦" +
			"Accepted -> nothing to do¦Accepted\n\nAmended by [8](8.md)¦Accepted by A, B on 2020; implemented in [#5](https://host.test/deprecated)"},
	})
	refusals(t, "# 7. Use x\n\n", "\n\n## Context\n\nIt was rejected.\n", [][2]string{
		{"ambiguous-status", "Status: Accepted, but since\nwithdrawn by all¦Status: Accepted \\\nRejected¦Status: Accepted\n\nDeprecated since 2024¦Status: Accepted\n\n**Deprecated by [9](9.md)**"},
		{"superseded", "Status: accepted\nReplaced by: ADR 9¦Superseded by: No. 9\nStatus: accepted¦Superseded by: NA-17\nStatus: accepted"},
		{"", "Status: Accepted\nDate: 2020\n\nWe rejected y.¦Status: Accepted\n**Rejected:** y¦- Status: Accepted\n- Deciders: rejected by none¦" +
			"Superseded by: none yet\nStatus: accepted¦Superseded by: not applicable\nStatus: accepted¦Superseded by: N/A (current as of 2024)\nStatus: accepted¦" +
			"Superseded by: no one\nStatus: accepted¦Superseded by: not yet\nStatus: accepted¦Replaced by: nothing so far\nStatus: accepted¦" +
			"Status: accepted\n\n## Links\n\n- Replaced by: y"},
	})
	refusals(t, "---\n", "\n---\n# Use x\n", [][2]string{
		{"unknown-status", "status:\n  accepted: false¦status: accepted: no"},
		{"ambiguous-status", "status:\n  - accepted\n  - rejected¦status: >-\n  accepted,\n  then rejected"},
		{"superseded", "status: accepted\nreplaced-by: 9"},
		{"", "status:\n  accepted: true¦status: |\n  accepted¦status: accepted\nsuperseded_by:\n  - none"},
	})
}

func TestADRStatusOfItsTime(t *testing.T) {
	refusals(t, "# 7. Use x\n\n## Status\n\n", "\n", [][2]string{
		{"", "Proposed: 2020-01-01\nAccepted: 2020-02-02¦Proposed\n\nAccepted¦Proposed: 2020\nAccepted: 2020¦- 2020-02-02: accepted\n- 2020-01-01: proposed¦" +
			"Proposed → Accepted¦Proposed -> Accepted on 2020-02-02¦Rejected 2020-01-01\n\nAccepted 2021-01-01¦Proposed\n\nAccepted by the team on 2020-02-02¦" +
			"| Date | Status |\n|-|-|\n| 2020 | Proposed |\n| 2021 | Accepted |¦| Date | Status |\n|-|-|\n| 2022-01-01 | Accepted |\n| 2021-01-01 | Rejected |¦" +
			"- [ ] Proposed\n- [x] Accepted\n- [ ] Rejected¦- Date: 2020\n- Status: accepted¦Date: 2020\n\nAccepted"},
		{"rejected", "2021-01-01 Accepted\n2022-01-01 Rejected¦2022-01-01 Rejected\n2021-01-01 Accepted¦- [x] Rejected\n- [ ] Accepted"},
		{"deprecated", "| Date | Status |\n|-|-|\n| 2020-01-01 | Proposed |\n| 2021-01-01 | Accepted |\n| 2022-01-01 | Deprecated |"},
		{"ambiguous-status", "Rejected\n\nAccepted¦Accepted\n\nProposed¦2021-01-01 Accepted\n2021-01-01 Rejected¦Rejected\n\n2021-01-01 Accepted¦- [x] Accepted\n- [x] Rejected"},
		{"no-status", "- [ ] Accepted¦> Accepted"},
		{"template", "Accepted / Rejected"},
	})
}

func TestADRPlacesOfAStatus(t *testing.T) {
	refusals(t, "# 7. Use x\n\n", "\n", [][2]string{
		{"", "## 1. Status\n\nAccepted¦## 1) Status {#st}\n\nAccepted¦### Status\n\nAccepted¦#### Status\n\nAccepted\n\n#### Context\n\nx¦## Status ✅\n\nAccepted¦" +
			"## Decision status\n\nAccepted¦**Status**\n\nAccepted\n\n**Context**\n\nRejected by y.¦**Status:**\n\n**Accepted**\n\n**Context:**\n\nRejected¦Status:\n\nAccepted¦" +
			"Status - Accepted¦Status — Accepted¦Status：accepted¦Status:: accepted¦> **Status**: Accepted¦> [!NOTE]\n> **Status**: Accepted\n> **Date**: 2020¦" +
			"Status: Approved¦Status: Adopted¦Status: Decided¦Status: Implemented¦Status: Accepted/Implemented¦This is it.\n\n**Status:** 2020-01-01, accepted¦" +
			"Status: this ADR has been accepted"},
		{"ambiguous-status", "> Status: Accepted, but\n> rejected later¦> Status: rejected\n\nStatus: accepted¦__Status__\n\nAccepted\n\nDeprecated since 2024"},
		{"no-status", "some prose\n\n> Status: accepted¦> Status: ~~accepted~~¦> Status: <!-- x --> accepted¦<!-- x -->\n\n> Status: accepted¦## Context\n\n### Status\n\nAccepted"},
	})
	refusals(t, "", "\n# Use x\n", [][2]string{{"", "+++\nstatus = 'accepted'\n+++"}, {"rejected", "+++\nstatus = \"rejected\" # y\n+++"}, {"no-status", "+++\nstatus: accepted\n+++"}})
}

func TestADRTemplatesAndNumbers(t *testing.T) {
	const status = "\n\nStatus: accepted\n"
	for _, c := range []struct{ want, file, title string }{
		{"", "0001-use-jinja-templates.md", "1. Use it"}, {"", "0039-cloudformation-template-layout.md", "x"}, {"", "0012-email-template.md", "x"},
		{"template", "template.md", "x"}, {"template", "_template.md", "x"}, {"template", "xxxx-template.md", "x"}, {"template", "adr-template-bare-minimal.md", "x"}, {"template", "0099-adr-template.md", "x"},
		{"template", "decision-record-template-by-y.md", "x"}, {"template", "ODH-ADR-0000-template.md", "x"},
		{"", "2-x.md", "2. Nx as the build system"}, {"", "2-x.md", "NN for ranking"}, {"", "2-x.md", "XX-large"}, {"", "2-x.md", "0-downtime deployments"},
		{"", "2-x.md", "0 - downtime deployments"}, {"template", "2-x.md", "NNNN. x"}, {"template", "2-x.md", "XXX - x"}, {"template", "2-x.md", "ADR-XXX x"}, {"template", "2-x.md", "XX"},
		{"", "2-x.md", "12-factor app"}, {"", "2-x.md", "3-Tier Architecture"}, {"", "3-x.md", "2-phase commit"}, {"", "2-x.md", "1: many relations"}, {"", "2-x.md", "1:1 mapping"},
		{"", "2-x.md", "5. reasons to use x"}, {"", "2-x.md", "2. use x"}, {"", "0002-x.md", "0002-use-x"},
		{"id-mismatch", "2-x.md", "0003-use-x"}, {"id-mismatch", "2-x.md", "3. Use x"}, {"id-mismatch", "2-x.md", "3 - Use x"}, {"id-mismatch", "2-x.md", "ADR 3: use x"}, {"id-mismatch", "2-x.md", "3. “Use x”"},
	} {
		if got := refusal(readADR(t, c.file, "# "+c.title+status)); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.file, c.title, got, c.want)
		}
	}
}

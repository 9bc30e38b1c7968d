package check

import (
	"strings"

	"github.com/stile-gate/stile/core/fact"
	"github.com/stile-gate/stile/core/field"
	"github.com/stile-gate/stile/core/scan"
)

var (
	idRule = field.Rule{
		Kind:  "bad-id",
		Fault: idFault,
		Do:    "use 1 to 64 of a-z 0-9 . _ -, the first a letter or digit",
	}
	argRule = field.Rule{
		Kind:  "bad-argument",
		Fault: nulFault,
	}
	reportRule = field.Rule{
		Kind:  "bad-report",
		Fault: reportFault,
		Do:    "FORMAT reads stdout, FORMAT:GLOB reads files named relative to the project directory",
	}
	globRule = field.Rule{
		Kind:  "bad-glob",
		Fault: globFault,
	}
	timeoutRule = field.Rule{
		Kind:  "bad-timeout",
		Fault: timeoutFault,
		Do:    `write it as "90s", "10m" or "1h30m", at most 24h`,
	}
	cwdRule = field.Rule{
		Kind:  "bad-directory",
		Fault: cwdFault,
		Do:    `name a directory below the one of this file as "sub/dir"`,
	}
	fileRule = field.Rule{
		Kind:  "bad-path",
		Fault: fileFault,
		Do:    `name a file below the directory of this one as "docs/conformance.md"`,
	}
	digestRule = field.Rule{
		Kind:  "bad-digest",
		Fault: digestFault,
		Do:    "write the sha256 of the pack's bytes in 64 small hexadecimal digits",
	}
	envRule = field.Rule{
		Kind:  "bad-env-name",
		Fault: envFault,
		Do:    "name the variable alone; its value is taken from the environment",
	}
)

func idFault(s string) string {
	if len(s) == 0 || len(s) > 64 {
		return "is empty or longer than 64 characters"
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
		case i > 0 && (c == '.' || c == '_' || c == '-'):
		default:
			return "is no id"
		}
	}
	return ""
}

func nulFault(s string) string {
	if strings.IndexByte(s, 0) >= 0 {
		return "holds a NUL byte, which no argument can"
	}
	return ""
}

func reportFault(s string) string {
	format, glob, files := fact.Cut(s, ":")
	if !fact.Has(scan.ReportFormats(), format) {
		return fact.Say("is of no known format; known are $", new(fact.Text).Join(scan.ReportFormats(), ", ").String())
	}
	if files {
		if why := globFault(glob); why != "" {
			return fact.Say("names files by a glob that $", why)
		}
	}
	return ""
}

func timeoutFault(s string) string {
	switch ms, ok := parseDuration(s); {
	case !ok:
		return "is no duration"
	case ms <= 0:
		return "leaves no time at all"
	case ms > maxTimeout:
		return "is longer than 24h"
	}
	return ""
}

func cwdFault(s string) string {
	if s == "." {
		return ""
	}
	if s == "" {
		return "is empty"
	}
	if strings.IndexByte(s, 0) >= 0 || strings.IndexByte(s, '\\') >= 0 {
		return "holds a backslash or NUL byte"
	}
	if s[0] == '/' || (len(s) > 1 && s[1] == ':') {
		return "is absolute"
	}
	for at := 0; at <= len(s); {
		seg, next := segment(s, at)
		switch seg {
		case "..":
			return "leads out of the project"
		case ".", "":
			return "is not in its shortest spelling"
		}
		at = next
	}
	return ""
}

func fileFault(s string) string {
	if s == "." {
		return "is a directory"
	}
	return cwdFault(s)
}

func digestFault(s string) string {
	if len(s) != 64 {
		return "has not 64 digits"
	}
	for i := range len(s) {
		if s[i]-'0' > 9 && s[i]-'a' > 'f'-'a' {
			return "holds what is no small hexadecimal digit"
		}
	}
	return ""
}

func envFault(s string) string {
	if s == "" {
		return "is empty"
	}
	for i := range len(s) {
		c := s[i] | 0x20
		if s[i] != '_' && (c < 'a' || c > 'z') && (i == 0 || s[i] < '0' || s[i] > '9') {
			return "is no name of an environment variable"
		}
	}
	return ""
}

package cli

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// shellSigns are what only a shell reads, longest first.
var shellSigns = []string{"&&", "||", "|", ";", "&", ">", "<", "$(", "$", "`", "(", ")", "{", "}", "*", "?", "[", "~", "!", "#", `"`, "'", `\`, "\n"}

// plainWords splits a command that needs no shell; false where it does.
func plainWords(command string) ([]string, bool) {
	words := strings.Fields(command)
	if len(words) == 0 || shellSign(command) != "" || strings.Contains(words[0], "=") {
		return nil, false
	}
	return words, true
}

// shellSign is the first thing in a command that a shell would have to read, "" for none.
func shellSign(command string) string {
	for _, sign := range shellSigns {
		if strings.Contains(command, sign) {
			return sign
		}
	}
	// No argument holds a NUL or what is not UTF-8, and no honest command another control character.
	for _, r := range command {
		if r < ' ' && r != '\t' || r == 0x7f || r == utf8.RuneError {
			return string(r)
		}
	}
	return ""
}

var editing = []string{"--fix", "--write", "--apply", "--in-place", "-i", "-w", "--fix-only", "--unsafe-fixes"}

func editsFiles(command string) bool {
	return slices.ContainsFunc(strings.Fields(command), func(w string) bool {
		name, _, _ := strings.Cut(w, "=")
		return slices.Contains(editing, name)
	})
}

// silent are the commands that say nothing about a project.
var silent = map[string]bool{"echo": true, "true": true, ":": true, "exit": true, "printf": true}

// observesNothing reports whether a command only talks.
func observesNothing(command string) bool {
	words := strings.Fields(command)
	if len(words) == 0 {
		return true
	}
	for _, part := range strings.FieldsFunc(command, func(r rune) bool { return r == '&' || r == ';' || r == '|' || r == '\n' }) {
		if w := strings.Fields(part); len(w) > 0 && !silent[strings.TrimLeft(w[0], "@-")] {
			return false
		}
	}
	return true
}

// An observer is the beginning of a command that is known to look and not to touch. installed: it is a program
// of its own, of which a CI file does not say that it is here too.
type observer struct {
	words     string
	kind      string
	lang      string
	installed bool
}

var observers = []observer{
	{"go test", "test", "go", false}, {"go vet", "vet", "go", false}, {"golangci-lint run", "lint", "go", true},
	{"staticcheck", "lint", "go", true},
	{"cargo test", "test", "rust", false}, {"cargo clippy", "lint", "rust", false}, {"cargo check", "test", "rust", false},
	{"cargo fmt --check", "format", "rust", false}, {"cargo fmt --all --check", "format", "rust", false},
	{"cargo fmt -- --check", "format", "rust", false}, {"cargo fmt --all -- --check", "format", "rust", false},
	{"pytest", "test", "python", false}, {"python -m pytest", "test", "python", false}, {"python3 -m pytest", "test", "python", false},
	{"uv run pytest", "test", "python", false}, {"poetry run pytest", "test", "python", false},
	{"python -m unittest", "test", "python", false}, {"python3 -m unittest", "test", "python", false},
	{"ruff check", "lint", "python", true}, {"flake8", "lint", "python", true}, {"pylint", "lint", "python", true},
	{"mypy", "types", "python", true}, {"pyright", "types", "python", true},
	{"ruff format --check", "format", "python", true}, {"black --check", "format", "python", true},
	{"npm test", "test", "node", false}, {"npm run test", "test", "node", false}, {"npm run lint", "lint", "node", false},
	{"npm t", "test", "node", false}, {"pnpm test", "test", "node", false}, {"pnpm run test", "test", "node", false},
	{"pnpm run lint", "lint", "node", false}, {"pnpm lint", "lint", "node", false}, {"yarn test", "test", "node", false},
	{"yarn lint", "lint", "node", false}, {"yarn run lint", "lint", "node", false}, {"bun test", "test", "node", false},
	{"npm run typecheck", "types", "node", false}, {"npm run build", "build", "node", false},
	{"npx tsc --noEmit", "types", "node", true}, {"npx eslint", "lint", "node", true}, {"npx vitest run", "test", "node", true},
	{"npx prettier --check", "format", "node", true}, {"eslint", "lint", "node", true},
	{"mvn test", "test", "java", false}, {"mvn verify", "test", "java", false}, {"mvn -B test", "test", "java", false},
	{"mvn -B verify", "test", "java", false}, {"./mvnw test", "test", "java", false}, {"./mvnw verify", "test", "java", false},
	{"./gradlew test", "test", "java", false}, {"./gradlew check", "test", "java", false}, {"./gradlew build", "test", "java", false},
	{"make test", "test", "", false}, {"make check", "test", "", false}, {"make lint", "lint", "", false},
}

func observerOf(words []string) *observer {
	for i := range observers {
		w := strings.Fields(observers[i].words)
		if len(words) >= len(w) && slices.Equal(words[:len(w)], w) {
			return &observers[i]
		}
	}
	return nil
}

// consider decides about one command found in a hook or CI file, says so, and takes it if it is sound. here: the
// file's commands run on this machine too.
func (s *survey) consider(file, command string, here bool) {
	short := strings.Join(strings.Fields(command), " ")
	if len(short) > 60 {
		short = short[:57] + "…"
	}
	say := func(what string) { s.say(file, short+": "+what) }
	words, plain := plainWords(command)
	var o *observer
	if plain {
		o = observerOf(words)
	}
	switch sign := shellSign(command); {
	case strings.Contains(command, "${{") || strings.Contains(command, "{staged_files}") || strings.Contains(command, "{all_files}") ||
		strings.Contains(command, "{push_files}"):
		say("not taken, only this file's own tool fills its placeholders")
	case sign != "":
		say("not taken, a shell reads its " + quoted(sign))
	case !plain:
		say("not taken, a shell sets its variables")
	case editsFiles(command):
		say("not taken, it edits files")
	case o == nil:
		say("not taken, it is not known to observe only")
	case s.covering(o.kind, o.lang) != "":
		say(quoted(s.covering(o.kind, o.lang)) + " covers it")
	case o.installed && !here:
		say("not taken, it may be installed in CI alone")
	case o.kind == "test" || o.lang == "node" && !o.installed || o.lang == "":
		say("not taken, nothing here was found for it")
	default:
		p := proposal{kind: o.kind, lang: o.lang, run: words, timeout: "5m"}
		if o.lang == "rust" {
			p.env, p.outputs = []string{"CARGO_HOME", "RUSTUP_HOME"}, []string{"target/**"}
		}
		if o.lang == "python" {
			p.outputs = []string{"**/__pycache__/**", ".mypy_cache/**", ".ruff_cache/**"}
		}
		say(quoted(s.add(p)))
	}
}

package scan

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	hex40    = "4604fcf9c762dd00aa11bb22cc33dd44ee55ff66"
	letters  = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA3"
	pemLines = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKB\n" +
		"MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu\n"
)

// ¤ stands for the redacted text in want.
var redactTests = []struct{ name, in, want string }{
	{"AWS key", "key AKIAIOSFODNN7EXAMPLE used", "key ¤ used"},
	{"AWS session key", "ASIAIOSFODNN7EXAMPLE", "¤"},
	{"AWS key in a name", "MYAKIAIOSFODNN7EXAMPLE", "MYAKIAIOSFODNN7EXAMPLE"},
	{"AWS key too long", "AKIAIOSFODNN7EXAMPLES", "AKIAIOSFODNN7EXAMPLES"},
	{"GitHub", "remote: ghp_" + letters + " denied", "remote: ¤ denied"},
	{"GitHub in colour", "\x1b[31mgho_" + letters + "\x1b[0m", "\x1b[31m¤\x1b[0m"},
	{"GitHub behind an escaped line end", `"out":"a\nghs_` + letters + `"`, `"out":"a\n¤"`},
	{"GitHub fine-grained", "github_pat_11ABCDEFG0_" + letters, "¤"},
	{"GitHub prefix alone", "tokens begin with ghp_ or github_pat_", "tokens begin with ghp_ or github_pat_"},
	{"OpenAI", "sk-" + letters, "¤"},
	{"OpenAI project", "sk-proj-" + letters + "-_" + letters, "¤"},
	{"Anthropic", "(sk-ant-api03-" + letters + "-" + letters + ")", "(¤)"},
	{"style class", "class sk-folding-cube-animation-container-inner", "class sk-folding-cube-animation-container-inner"},
	{"task with a date", "task-2026-11-30-build-everything-again", "task-2026-11-30-build-everything-again"},
	{"Slack", "xoxb-123456789012-123456789012-" + letters, "¤"},
	{"GitLab", "glpat-" + letters[:20], "¤"},
	{"JWT", "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U.", "got ¤."},
	{"JWT header alone", "eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9"},
	{"bearer", "Authorization: Bearer " + letters, "Authorization: Bearer ¤"},
	{"bearer in a header of curl", "-H 'authorization: bearer abc123def456'", "-H 'authorization: bearer ¤'"},
	{"bearer in prose", "the bearer authentication scheme", "the bearer authentication scheme"},
	{"URL", "dial postgres://app:hunter2@db:5432/x failed", "dial postgres://app:¤@db:5432/x failed"},
	{"URL without a password", "git@github.com: https://user@host/x", "git@github.com: https://user@host/x"},
	{"URL with a port", "http://localhost:8080/@scope/name", "http://localhost:8080/@scope/name"},
	{"URL with a variable", "https://u:${TOKEN}@host", "https://u:${TOKEN}@host"},
	{"PEM", "a\n-----BEGIN RSA PRIVATE KEY-----\n" + pemLines + "-----END RSA PRIVATE KEY-----\nb", "a\n¤\nb"},
	{"PEM cut", "-----BEGIN PRIVATE KEY-----\n" + pemLines + "FAIL app", "¤\nFAIL app"},
	{"PEM with escaped line ends", `"-----BEGIN PRIVATE KEY-----\n` + strings.ReplaceAll(pemLines, "\n", `\n`) + `"`, `"¤\n"`},
	{"PEM assigned", "private_key=-----BEGIN PRIVATE KEY-----\n" + pemLines + "-----END PRIVATE KEY-----", "private_key=¤"},
	{"PEM of a certificate", "-----BEGIN CERTIFICATE-----\n" + pemLines + "-----END CERTIFICATE-----", "-----BEGIN CERTIFICATE-----\n" + pemLines + "-----END CERTIFICATE-----"},
	{"PEM named", "want -----BEGIN PRIVATE KEY----- first", "want -----BEGIN PRIVATE KEY----- first"},

	{"environment", "DB_PASSWORD=hunter2hunter2", "DB_PASSWORD=¤"},
	{"letters only", "PASSWORD=correcthorse", "PASSWORD=¤"},
	{"YAML", "  password: hunter2xyz\n  user: bob", "  password: ¤\n  user: bob"},
	{"YAML of letters", "  password: correcthorse\n", "  password: ¤\n"},
	{"JSON", `{"api_key": "0123456789abcdef", "user": "bob"}`, `{"api_key": "¤", "user": "bob"}`},
	{"JSON in JSON", `"{\"access_key\":\"0123456789abcdef\",\"n\":1}"`, `"{\"access_key\":\"¤\",\"n\":1}"`},
	{"JSON number", `{"token":12345678901,"n":1}`, `{"token":¤,"n":1}`},
	{"camel case", "clientSecret = 'abcdef0123'", "clientSecret = '¤'"},
	{"header", "X-Api-Key: abcdef0123", "X-Api-Key: ¤"},
	{"hyphens", "--api-key=abcdef0123 run", "--api-key=¤ run"},
	{"Go", `password := "hunter2hunter2"`, `password := "¤"`},
	{"Python bytes", "passwd = b'hunter2hunter2'", "passwd = b'¤'"},
	{"Ruby", `secret => "abcdef0123"`, `secret => "¤"`},
	{"make", "TOKEN ?= abcdef0123", "TOKEN ?= ¤"},
	{"words in quotes", `password="correct horse battery"`, `password="¤"`},
	{"coloured", "\x1b[36mtoken\x1b[0m=\x1b[33mabcdef0123\x1b[0m", "\x1b[36mtoken\x1b[0m=\x1b[33m¤\x1b[0m"},
	{"punctuation behind", "login(user=bob, password=hunter2xyz), then", "login(user=bob, password=¤), then"},
	{"git sha as a token", "token=" + hex40, "token=¤"},
	{"capital letters only", "API_TOKEN: supersecretvalue", "API_TOKEN: ¤"},
	{"base64 with a slash first", "secret_access_key=/wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "secret_access_key=¤"},

	{"GitLab of letters", "glpat-" + strings.Repeat("aBcD", 5), "¤"},
	{"GitLab with a checksum", "glpat-" + letters[:27] + ".01.1a2b3c4d5", "¤.01.1a2b3c4d5"},
	{"npm", "npm ERR! npm_" + letters + " is no good", "npm ERR! ¤ is no good"},
	{"npm's variables", "npm_config_registry npm_package_scripts_build_production_bundle_all=1", "npm_config_registry npm_package_scripts_build_production_bundle_all=1"},
	{"Google", "key=AIza" + letters[:35] + "&x", "key=¤&x"},
	{"Google prefix alone", "keys begin with AIza", "keys begin with AIza"},
	{"basic", "> Authorization: Basic dXNlcjpwYXNz", "> Authorization: Basic ¤"},
	{"basic in JSON", `{"authorization":"Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}`, `{"authorization":"Basic ¤"}`},
	{"basic in a Go map", "map[Proxy-Authorization:[Basic dXNlcjpwYXNz]]", "map[Proxy-Authorization:[Basic ¤]]"},
	{"basic in prose", "Authorization: basic authentication required, see Basic Usage2Example", "Authorization: basic authentication required, see Basic Usage2Example"},
	{"option", "mysql --password hunter2xyz --user bob", "mysql --password ¤ --user bob"},
	{"option of one hyphen", "run -token abcdef0123 now", "run -token ¤ now"},
	{"option in a list", `["login","--password","hunter2xyz","-u"]`, `["login","--password","¤","-u"]`},
	{"option in a spaced list", `['--api-key', 'abcdef0123', 'x']`, `['--api-key', '¤', 'x']`},
	{"option in quotes", `--password "correct horse battery" x`, `--password "¤" x`},
	{"option in prose", "flag needs an argument: --token expected something, --password is required", "flag needs an argument: --token expected something, --password is required"},
	{"option before another", "--password --user0123 bob", "--password --user0123 bob"},
	{"option that names a file", "--token-file 0123456789 --password-stdin 0123456789", "--token-file 0123456789 --password-stdin 0123456789"},
	{"option within a word", "x--token 0123456789ab", "x--token 0123456789ab"},
	{"option with a variable", "--password $DB_PASSWORD --token ${TOKEN1}", "--password $DB_PASSWORD --token ${TOKEN1}"},
	{"pass", "DB_PASS: hunter2xyz", "DB_PASS: ¤"},
	{"pass of letters", "DB_PASS=correcthorse", "DB_PASS=¤"},
	{"pass in small letters", "db_pass=hunter2xyz", "db_pass=¤"},
	{"auth of docker", `{"auths":{"x.io":{"auth":"dXNlcjpwYXNz"}}}`, `{"auths":{"x.io":{"auth":"¤"}}}`},
	{"auth of random", `"auth": "0123456789abcdef0123"`, `"auth": "¤"`},
	{"auth of npm", "//registry.npmjs.org/:_auth=dXNlcjpwYXNz", "//registry.npmjs.org/:_auth=¤"},
	{"token of npm", "//registry.npmjs.org/:_authToken=abcdefgh", "//registry.npmjs.org/:_authToken=¤"},
	{"token of npm, a uuid", "//registry.npmjs.org/:_authToken=01234567-89ab-cdef-0123-456789abcdef", "//registry.npmjs.org/:_authToken=¤"},
	{"token of npm, a variable", "//registry.npmjs.org/:_authToken=${NPM_TOKEN}", "//registry.npmjs.org/:_authToken=${NPM_TOKEN}"},

	{"auth that is none", `{"auth":"required","oauth":"oauth2-client","auth": {"type":"OAuth2Client"}} auth=disabled1 auth: 0123456789abcdef0123`, `{"auth":"required","oauth":"oauth2-client","auth": {"type":"OAuth2Client"}} auth=disabled1 auth: 0123456789abcdef0123`},
	{"Go passes", "--- PASS: TestLogin12345678 (0.00s)\nPASS\nok  app 0.1s", "--- PASS: TestLogin12345678 (0.00s)\nPASS\nok  app 0.1s"},
	{"jest passes", "PASS src/login.test.ts (5.123 s)", "PASS src/login.test.ts (5.123 s)"},
	{"a case that ends in pass", "it_should_pass: expected12345 all_pass: 12345678", "it_should_pass: expected12345 all_pass: 12345678"},
	{"a status that ends in pass", "STATUS_PASS: everything went well", "STATUS_PASS: everything went well"},
	{"counts", "first_pass: 12 of 345 in 0.5s, pass=12345678", "first_pass: 12 of 345 in 0.5s, pass=12345678"},
	{"nil", "token: nil", "token: nil"},
	{"case name", "    TestToken: got 1", "    TestToken: got 1"},
	{"case name and a long word", "    TestToken: expected 1, got 2", "    TestToken: expected 1, got 2"},
	{"prose of a parser", "main.c:3: unexpected token: identifier", "main.c:3: unexpected token: identifier"},
	{"prose of a parser quoted", `syntax error near token: "end of the file"`, `syntax error near token: "end of the file"`},
	{"prose of a login", "wrong password: authentication failed", "wrong password: authentication failed"},
	{"prose of a login at the end", "auth_test.go:7: wrong password: mismatch", "auth_test.go:7: wrong password: mismatch"},
	{"comparison", `if token == "abcdefghijk" {`, `if token == "abcdefghijk" {`},
	{"not equal", `assert password != "abcdefghijk"`, `assert password != "abcdefghijk"`},
	{"scope", "Token::Identifier and secret::Manager", "Token::Identifier and secret::Manager"},
	{"call", "token := lexer.nextToken(input)", "token := lexer.nextToken(input)"},
	{"code", "password: cfg.Password, secret=os.environ[NAME]", "password: cfg.Password, secret=os.environ[NAME]"},
	{"type", "pub token: Option<String>, password: SecretString,", "pub token: Option<String>, password: SecretString,"},
	{"struct", "{Token:Identifier Pos:12}", "{Token:Identifier Pos:12}"},
	{"path", "private_key: /etc/ssl/private/server.key", "private_key: /etc/ssl/private/server.key"},
	{"relative path", "private_key=certs/dev/server.pem", "private_key=certs/dev/server.pem"},
	{"short", "password=abc token=1234567", "password=abc token=1234567"},
	{"placeholders", "password=******** secret=${SECRET} token=$GITHUB_TOKEN api_key=<your-key>", "password=******** secret=${SECRET} token=$GITHUB_TOKEN api_key=<your-key>"},
	{"sha", "commit " + hex40, "commit " + hex40},
	{"digest", "sha256:" + hex40, "sha256:" + hex40},
	{"paths", "core/scan/token_test.go:12:3 src/secret/password.ts", "core/scan/token_test.go:12:3 src/secret/password.ts"},
	{"plural", "tokens: 1234567890", "tokens: 1234567890"},
	{"Go failure", "--- FAIL: TestPasswordReset (0.00s)", "--- FAIL: TestPasswordReset (0.00s)"},
	{"empty", "", ""},
}

func TestRedact(t *testing.T) {
	for _, tt := range redactTests {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.ReplaceAll(tt.want, "¤", redacted)
			got, n := Redact([]byte(tt.in))
			if string(got) != want || (n > 0) != (tt.in != want) {
				t.Errorf("Redact(%q)\n got %q, %d\nwant %q", tt.in, got, n, want)
			}
			if again, more := Redact(got); more != 0 || !bytes.Equal(again, got) {
				t.Errorf("a second call: %q, %d", again, more)
			}
		})
	}
}

// pieces are what random text is put together from, so that forms meet that no one would write down.
var pieces = []string{
	"token", "password", "Secret", "API_KEY", "=", ": ", ":", ":=", "\"", "'", "`", `\"`, `\n`, "\n", " ", "\t", ",", ")", "(", "&",
	"x", "abcdefgh", "hunter2hunter2", "AKIAIOSFODNN7EXAMPLE", "ghp_" + letters, "sk-", "sk-" + letters, "eyJ", ".", "-", "_",
	"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc", "Bearer ", "https://", "u:", "@", "-----BEGIN PRIVATE KEY-----",
	"--", "--token ", "-password", "Authorization: ", "basic ", "dXNlcjpwYXNz", "DB_PASS", "auth", "npm_", "AIza",
	pemLines, "-----END PRIVATE KEY-----", redacted, "[", "]", "\x1b[31m", "${X}", "/", "./", "é", "\xff",
}

func TestRedactSettles(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	found := 0
	for range 50_000 {
		var b []byte
		for range 1 + r.IntN(12) {
			b = append(b, pieces[r.IntN(len(pieces))]...)
		}
		got, n := Redact(b)
		if n > 0 {
			found++
		}
		if again, more := Redact(got); more != 0 || !bytes.Equal(again, got) {
			t.Fatalf("Redact(%q)\n first %q, %d\nsecond %q, %d", b, got, n, again, more)
		}
	}
	if found < 10_000 {
		t.Fatalf("only %d inputs held a secret", found)
	}
}

// TestRedactIsLinear reads megabytes made to be read again from every byte: quadratic work would take longer
// than a test may.
func TestRedactIsLinear(t *testing.T) {
	const size = 1 << 20
	for _, piece := range []string{
		"sk-", "sk-ant-", "ghp_", "ghp_-", "eyJ", "eyJ-", "eyJ.", "eyJaaaaaaaaaaaaa.", "xoxb-", "glpat-", "AKIA", "AKIA-", "bearer ", "bearer",
		"token=", "token:", "token= ", `token="`, `token='a"`, `token=\"`, `token="\`, "token: f(", "token=f(g.", "token==", "token=" + redacted, "token=x" + redacted, `token="` + redacted, `token="x` + redacted, "token=\"x y" + redacted + "\" ",
		"https://", "https://a:", "://", ":", "=", "-", "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "-----END PRIVATE KEY-----",
		"-----BEGIN PRIVATE KEY-----\nAAAA", "\x1b[1m", "token=\x1b[1", "token \t", " ", "'", `\"`, `\n`, "=\"", "token: a\"", "token=./a",
		"--token ", "--token", `--token "`, `--token '"`, "--token x" + redacted, "--", "-a", "authorization: basic ", "basic ", "npm_", "npm_a", "AIza", "AIza-",
		"auth=", `"auth":"`, `"auth":"A`, "_PASS=", `_pass="`, "--token 0 ", `--token","`,
	} {
		src := []byte(strings.Repeat(piece, size/len(piece)))
		if got, _ := Redact(src); len(got) > 2*len(src) {
			t.Errorf("%q: %d bytes of %d", piece, len(got), len(src))
		}
	}
}

func FuzzRedact(f *testing.F) {
	for _, tt := range redactTests {
		f.Add([]byte(tt.in))
		f.Add([]byte("token=" + tt.in + "\n" + tt.in))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		in := bytes.Clone(b)
		got, n := Redact(b)
		if !bytes.Equal(b, in) {
			t.Fatal("the input was changed")
		}
		if utf8.Valid(b) && !utf8.Valid(got) {
			t.Fatalf("Redact(%q) = %q: not UTF-8", b, got)
		}
		if n == 0 && !bytes.Equal(got, b) {
			t.Fatalf("Redact(%q) = %q, 0", b, got)
		}
		if again, more := Redact(got); more != 0 || !bytes.Equal(again, got) {
			t.Fatalf("Redact(%q)\n first %q, %d\nsecond %q, %d", b, got, n, again, more)
		}
	})
}

func BenchmarkRedact(b *testing.B) {
	log := []byte(strings.Repeat("=== RUN   TestLogin/empty_name\n    auth_test.go:12: got \"a: b\", want token: identifier (path core/scan/x.go)\n", 300))
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		if _, n := Redact(log); n != 0 {
			b.Fatal("the log holds no secret")
		}
	}
}

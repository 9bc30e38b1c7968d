# Variables: GO, FUZZTIME (per fuzz target), REAL (arguments of the driver, e.g. REAL='-only codex/').
GO ?= go
FUZZTIME ?= 30s
REAL ?=
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: all help build demo test conformance bench fuzz real generate lint update tinygo wasm
.DEFAULT_GOAL := all

all: build ## build, vet, and test what has changed
	$(GO) vet ./...
	$(GO) test ./...

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' Makefile

build: ## the command, as ./stile, and the one over the module, as ./stile-wasm
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -o stile ./cli/stile
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -o stile-wasm ./cli/stile-wasm

demo: ## the main job on a sample project: a refusal, the release, green
	@$(GO) run ./conformance/demo

test: ## every test, nothing taken from the test cache
	$(GO) test -count=1 -timeout 20m ./...

conformance: ## the same bytes on every build: scripts, vectors and sabotages, and that a wrong byte is seen
	$(GO) test -count=1 ./conformance -run 'Script|Vector|Sabotage|Node|Known|Broken|Wrong|Row|Over|Reach'

bench: ## what a harness waits for, as ratios to public tools in one run
	@$(GO) run ./conformance/bench

fuzz: ## every fuzz target for FUZZTIME
	@set -e; n=0; for p in $$($(GO) list ./...); do \
	  listed=$$($(GO) test -list '^Fuzz' $$p); \
	  for f in $$(echo "$$listed" | grep '^Fuzz' || true); do \
	    n=$$((n + 1)); echo "== $$p $$f"; \
	    $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x $$p; \
	  done; done; test $$n -gt 0 || { echo "no fuzz targets" >&2; exit 1; }

real: ## drive the real harnesses against a model that is not there; writes testdata/real
	$(GO) run ./conformance/real $(REAL)

generate: ## write the generated files again
	$(GO) generate ./...

tinygo: ## install TinyGo and (with npm) Binaryen below the user's cache directory, and with apt what they need
	$(GO) run ./wasm/build tinygo

wasm: ## build the module, wasm/stile.wasm, and write where it came from
	$(GO) run ./wasm/build module

lint: ## gofmt, vet for three systems, staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	for os in linux windows darwin; do GOOS=$$os CGO_ENABLED=0 $(GO) vet ./... || exit 1; done
	$(GO) run $(STATICCHECK) ./...

update: ## write the goldens of conformance/scripts again, from the native build; then read the diff
	$(GO) test -count=1 ./conformance -run TestScripts -update
	git diff --stat -- conformance/scripts

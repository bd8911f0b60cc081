# Alhambra. `make` alone lists what there is.

UV      := ./tools/uv
STEP    := ./tools/step
BIN     := .venv/bin
DIST    ?= dist
LIMIT   := $(wildcard ../shared/limit)
PAGE    := src/alhambra/server/static/index.html
DRAWN   := $(shell find web/src web/public src/alhambra/drawing/art -type f) $(wildcard web/*.js web/*.json web/*.html)
SIDE_BY_SIDE := -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder
# setup.py compiles the modules that begin with this comment.
COMPILED := $(shell grep -rl --include='*.py' '^\# cython:' src)
SOURCES := pyproject.toml setup.py $(COMPILED) $(shell find src -name '*.pxd')

.DEFAULT_GOAL := help
.PHONY: help play test training lint dist strength setup bench sanitize mutants soak protocol clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | awk -F'|' '{ printf "  make %-8s %s\n", $$1, $$2 }'

play: setup ## play in the browser
	@$(BIN)/alhambra play

test: lint $(PAGE) ## check everything: style, types, and the tests with the engine compiled and interpreted
	@$(STEP) "testing the page's own code" ./tools/page test
	@./tools/chromium >/dev/null
	@$(BIN)/pytest $(SIDE_BY_SIDE)
	@$(BIN)/pytest $(SIDE_BY_SIDE) --interpreted

lint: .venv/ready-for-tests ## check style and types
	@$(STEP) "checking the style" $(BIN)/ruff check --quiet
	@$(STEP) "checking the layout" $(BIN)/ruff format --quiet --diff
	@$(STEP) "checking the types" $(BIN)/mypy --no-error-summary
	@$(STEP) "checking the page's style and types" ./tools/page lint

# Gigabytes that nobody needs to play, or to test anything else.
training: .venv/ready-for-tests ## bring torch for `alhambra train`, and test the training
	@$(UV) sync --quiet --inexact --group test --extra train
	@$(BIN)/pytest tests/training

dist: $(BIN)/python $(PAGE) ## make a wheel with the compiled engine, in dist/
	@./tools/compiler $<
	@$(UV) build --quiet --python $< --out-dir $(DIST)
	@ls $(DIST)/*.whl

# JOBS=2 plays two games at a time.
strength: setup ## measure the bots against each other (hours; can be interrupted)
	@$(BIN)/python bench/strength.py $(if $(JOBS),--jobs $(JOBS))

setup: .venv/ready $(PAGE) ## prepare .venv for playing

bench: .venv/ready-for-tests $(PAGE) ## measure the engine, against the limit where that is there, and the page
	@$(BIN)/alhambra bench $(LIMIT:%=--against %)
	@./tools/chromium >/dev/null
	@$(BIN)/python bench/page.py

sanitize: .venv/ready-for-tests ## look for undefined behaviour in the compiled engine
	@./tools/sanitize $(BIN)/python

# Takes an hour or so; docs/testing.md has the scores.
mutants: .venv/ready-for-tests ## change the code in one place at a time: do tests notice?
	@$(BIN)/python tools/mutate.py

# Takes hours: 50 kills under load, then 100 games in the browser, as many at a time as there are
# processors, a line of output for each.
soak: .venv/ready-for-tests $(PAGE) ## kill the server again and again, and let monkeys play in the browser
	@ALHAMBRA_KILLS=50 $(BIN)/pytest tests/server/test_kill.py
	@./tools/chromium >/dev/null
	@ALHAMBRA_MONKEYS=100 $(BIN)/pytest -vv -n auto --dist load tests/web/test_monkey.py

# The page's types are kept in git; a test says whether they are current.
protocol: .venv/ready ## make the page's message types from the server's
	@$(BIN)/python -m alhambra.server.protocol.typescript web/src/protocol.ts

clean: ## remove everything made here
	@rm -rf .venv .tools build dist uv.lock .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@rm -rf src/*.egg-info $(COMPILED:.py=.*.so) src/alhambra/core/memory_views.*.so
	@rm -rf web/node_modules src/alhambra/server/static
	@find src tests -name __pycache__ -prune -exec rm -rf {} +

$(PAGE): $(DRAWN)
	@$(STEP) "fetching what the page is built with" ./tools/page fetch
	@$(STEP) "building the page" ./tools/page build
	@touch $@

$(BIN)/python:
	@$(STEP) "making .venv" $(UV) venv --quiet --allow-existing

# Compiling waits for the processor, fetching for the network: they run at the same time. If the
# fetch fails, the step that builds the page fetches again and says why.
FETCHING := ./tools/page fetch >/dev/null 2>&1 & trap wait EXIT;

# The engine is always built anew here: uv would take an earlier build from its cache, and the
# compiled modules lie beside their sources, not in that cache. Neither environment removes
# what the other installed.
.venv/ready: $(SOURCES) | $(BIN)/python
	@./tools/compiler $(BIN)/python
	@$(STEP) "fetching packages" $(UV) sync --quiet --inexact --no-install-project
	@$(STEP) "compiling the engine" sh -c '$(FETCHING) $(UV) sync --quiet --inexact --reinstall-package alhambra'
	@touch $@

.venv/ready-for-tests: .venv/ready
	@$(STEP) "fetching packages for the tests" $(UV) sync --quiet --inexact --group test
	@touch $@

# `make` lists the targets.

UV      := ./tools/uv
STEP    := ./tools/step
BIN     := .venv/bin
DIST    ?= dist
LIMIT   := $(wildcard ../shared/limit)
PAGE    := src/alhambra/server/static/index.html
DRAWN   := $(shell find web/src web/public src/alhambra/drawing/art src/alhambra/messages -type f) $(wildcard web/*.js web/*.json web/*.html)
# Most tests of the page wait more than they compute, so there are more of them at a time than processors.
PARALLEL := -n 3 --dist loadfile --no-loadscope-reorder
# setup.py compiles the modules that begin with this comment.
COMPILED := $(shell grep -rl --include='*.py' '^\# cython:' src)
SOURCES := pyproject.toml setup.py $(COMPILED) $(shell find src -name '*.pxd')

.DEFAULT_GOAL := help
.PHONY: help play test training lint dist strength setup bench sanitize mutants soak protocol clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | awk -F'|' '{ printf "  make %-8s %s\n", $$1, $$2 }'

play: setup ## play in the browser
	@$(BIN)/alhambra play

test: lint $(PAGE) ## check everything: style, types, and the tests with the engine compiled and interpreted
	@$(STEP) "testing the page's own code" ./tools/page test
	@./tools/chromium >/dev/null
	@./tools/engines firefox >/dev/null || true
	@./tools/engines webkit >/dev/null || true
	@$(BIN)/pytest $(PARALLEL)
	@$(BIN)/pytest $(PARALLEL) --interpreted

lint: .venv/ready-for-tests ## check style and types
	@$(STEP) "checking the style" $(BIN)/ruff check --quiet
	@$(STEP) "checking the layout" $(BIN)/ruff format --quiet --diff
	@$(STEP) "checking the types" $(BIN)/mypy --no-error-summary
	@$(STEP) "checking the page's style and types" ./tools/page lint

# torch takes gigabytes; nothing but the training needs it.
training: .venv/ready-for-tests ## install torch for `alhambra train`, and test the training
	@$(UV) sync --quiet --inexact --group test --extra train
	@$(BIN)/pytest tests/training

dist: $(BIN)/python $(PAGE) ## build the source archive and the wheel, in dist/
	@./tools/compiler $<
	@$(UV) build --quiet --python $< --out-dir $(DIST)
	@ls $(DIST)/*.whl

# JOBS=2 plays two games at once.
strength: setup ## measure the bots against each other (hours; can be interrupted)
	@$(BIN)/python bench/strength.py $(if $(JOBS),--jobs $(JOBS))

setup: .venv/ready $(PAGE) ## compile the engine, build the page, and install `alhambra` into .venv

bench: .venv/ready-for-tests $(PAGE) ## measure the engine (against ../shared/limit if it exists) and the page
	@$(BIN)/alhambra bench $(LIMIT:%=--against %)
	@./tools/chromium >/dev/null
	@$(BIN)/python bench/page.py

sanitize: .venv/ready-for-tests ## test the compiled engine with AddressSanitizer and UndefinedBehaviorSanitizer
	@./tools/sanitize $(BIN)/python

# docs/testing.md has the scores.
mutants: .venv/ready-for-tests ## mutation testing of the rules, records and the log (a quarter of an hour)
	@$(BIN)/python tools/mutate.py

# Kills the server 50 times under load, lets 200 faults happen to two servers with one database, then
# plays 100 games in the browser, one per processor at a time. Prints a line for each.
soak: .venv/ready-for-tests $(PAGE) ## long tests: kill and break servers under load, play random games in the browser (hours)
	@ALHAMBRA_KILLS=50 $(BIN)/pytest tests/server/test_kill.py
	@ALHAMBRA_FAULTS=200 $(BIN)/pytest tests/server/test_faults.py
	@./tools/chromium >/dev/null
	@ALHAMBRA_MONKEYS=100 $(BIN)/pytest -vv -n auto --dist load tests/web/test_monkey.py

# The generated file is in git; a test fails if it is out of date.
protocol: .venv/ready ## generate the page's message types from the server's
	@$(BIN)/python -m alhambra.server.protocol.typescript web/src/protocol.ts

clean: ## delete everything that was built or installed here
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

# Compiling waits for the processor, fetching for the network, so they run at the same time. If
# fetching fails here, the step that builds the page tries again and prints the error.
FETCHING := ./tools/page fetch >/dev/null 2>&1 & trap wait EXIT;

# The engine is always rebuilt here: uv would reuse an earlier build from its cache, but the compiled
# modules are stored beside their sources, not in that cache. --inexact: neither of these two targets
# removes packages that the other one installed.
.venv/ready: $(SOURCES) | $(BIN)/python
	@./tools/compiler $(BIN)/python
	@$(STEP) "fetching packages" $(UV) sync --quiet --inexact --no-install-project
	@$(STEP) "compiling the engine" sh -c '$(FETCHING) $(UV) sync --quiet --inexact --reinstall-package alhambra'
	@touch $@

.venv/ready-for-tests: .venv/ready
	@$(STEP) "fetching packages for the tests" $(UV) sync --quiet --inexact --group test \
		--extra envs --extra openspiel --extra ray
	@touch $@

# Alhambra. `make` alone lists what there is.

UV      := ./tools/uv
BIN     := .venv/bin
DIST    ?= dist
SOURCES := pyproject.toml $(wildcard src/alhambra/core/*.py src/alhambra/core/*.pxd)

.DEFAULT_GOAL := help
.PHONY: help play test lint dist setup clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | awk -F'|' '{ printf "  make %-8s %s\n", $$1, $$2 }'

play: setup ## play in the terminal
	@$(BIN)/alhambra play --terminal

test: lint ## check everything: style, types, and the tests with the engine compiled and interpreted
	@$(BIN)/pytest
	@$(BIN)/pytest --interpreted

lint: .venv/ready-for-tests ## check style and types
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --diff
	@$(BIN)/mypy --no-error-summary

dist: $(BIN)/python ## make a wheel with the compiled engine, in dist/
	@./tools/compiler $<
	@$(UV) build --quiet --python $< --out-dir $(DIST)
	@ls $(DIST)/*.whl

setup: .venv/ready ## prepare .venv for playing

clean: ## remove everything made here
	@rm -rf .venv .tools build dist uv.lock .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@rm -rf src/*.egg-info src/alhambra/core/*.c src/alhambra/core/*.so
	@find src tests -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@$(UV) venv --quiet --allow-existing

# The engine is always built anew here: uv would take an earlier build from its cache, and the
# compiled modules lie beside their sources, not in that cache. Neither environment removes
# what the other installed.
.venv/ready: $(SOURCES) | $(BIN)/python
	@./tools/compiler $(BIN)/python
	@$(UV) sync --quiet --inexact --reinstall-package alhambra
	@touch $@

.venv/ready-for-tests: .venv/ready
	@$(UV) sync --quiet --inexact --group test
	@touch $@

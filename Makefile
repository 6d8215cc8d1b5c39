# Needs make and Python 3.11 or newer. `make` alone lists what there is.

PYTHON ?= python3
ENV := .venv
BIN := $(ENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --compile --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run test check bench FORCE

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(ENV)/.runtime ## play: a sample campaign with Merlin, in a scratch folder
	@exec $(BIN)/gardien demo

test: $(ENV)/.dev ## all tests (ARGS="-k merlin" chooses some)
	@$(BIN)/python -m pytest -q -n auto --maxprocesses 4 --dist worksteal $(ARGS)

check: $(ENV)/.dev ## format, lint, types, layers, and the built wheel in an environment of its own
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python scripts/smoke_wheel.py

bench: $(ENV)/.dev ## what it costs, measured here
	@$(BIN)/python -m bench $(ARGS)

# The environment is made anew when the clone has moved or python3 has changed.
HERE := $(shell pwd -P; $(PYTHON) -V 2>&1 || :)
ifneq ($(shell cat $(ENV)/.made 2>/dev/null),$(HERE))
$(ENV)/.made: FORCE
endif

$(ENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo 'Gardien needs Python 3.11 or newer as "$(PYTHON)": install it, or name another one, as in "make PYTHON=python3.12 run".' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo 'Python cannot make virtual environments here: install its venv package ("sudo apt install python3-venv" on Debian and Ubuntu), then try again.' >&2; exit 1; }
	@echo 'Making the environment in $(ENV) …'
	@$(PYTHON) -m venv --clear $(ENV)
	@{ pwd -P; $(PYTHON) -V; } > $@

# To build with what is pinned, --no-build-isolation takes hatchling from requirements/build.txt.
$(ENV)/.runtime: $(ENV)/.made pyproject.toml requirements/runtime.txt requirements/build.txt
	@echo 'Installing Gardien …'
	@$(INSTALL) --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(ENV)/.dev: $(ENV)/.runtime requirements/dev.txt
	@echo 'Installing the tools for tests and checks …'
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

# The Makefile only calls the command line; everything it does can be done without it.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
CONFIG ?= configs/corpora/classic.toml
USE := $(VENV)/installed
DEV := $(VENV)/installed-dev

.PHONY: help setup lint test corpus corpus-next status verify audit audit-quick bench clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 16

setup: $(DEV)  ## make .venv and install, with what tests and audits need

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "puzzlemint needs Python >= 3.11; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(USE): pyproject.toml | $(VENV)/bin/python
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(DEV): pyproject.toml | $(VENV)/bin/python
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(USE) $@

lint: $(DEV)  ## ruff, mypy, import-linter
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy
	$(RUN)/lint-imports

test: $(DEV)  ## run the tests, the quick audits first
	$(RUN)/puzzlemint audit quick --output build/audit-quick
	$(RUN)/python -m pytest -n 2 --dist loadgroup

corpus: $(USE)  ## build a corpus [CONFIG=configs/corpora/classic.toml]
	$(RUN)/puzzlemint corpus build $(CONFIG)

corpus-next: $(USE)  ## add a run of new puzzles to it
	$(RUN)/puzzlemint corpus build --next $(CONFIG)

status: $(USE)  ## what stands, what is under way
	$(RUN)/puzzlemint corpus status $(CONFIG)

verify: $(DEV)  ## check a corpus row by row, and write a report
	$(RUN)/puzzlemint corpus verify $(CONFIG)

audit: $(DEV)  ## all exhaustive audits
	$(RUN)/puzzlemint audit all

audit-quick: $(DEV)  ## the audits that take under a minute
	$(RUN)/puzzlemint audit quick

bench: $(DEV)  ## print the speed table
	$(RUN)/python -m benchmarks

clean:  ## remove .venv and caches; never outputs/
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -not -path './outputs/*' -prune -exec rm -rf {} +

# The Makefile only calls the command line; everything it does can be done without it.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
CONFIG ?= configs/corpora/classic.toml
STAMP := $(VENV)/installed

.PHONY: help setup lint test corpus corpus-next status verify audit audit-quick bench clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 16

setup: $(STAMP)  ## make .venv and install

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "puzzlemint needs Python >= 3.11; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

lint: $(STAMP)  ## ruff, mypy, import-linter
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy
	$(RUN)/lint-imports

test: $(STAMP)  ## run the tests
	$(RUN)/python -m pytest -n 2 --dist loadgroup

corpus: $(STAMP)  ## build a corpus [CONFIG=configs/corpora/classic.toml]
	$(RUN)/puzzlemint corpus build $(CONFIG)

corpus-next: $(STAMP)  ## add a run of new puzzles to it
	$(RUN)/puzzlemint corpus build --next $(CONFIG)

status: $(STAMP)  ## what stands, what is under way
	$(RUN)/puzzlemint corpus status $(CONFIG)

verify: $(STAMP)  ## check a corpus row by row
	$(RUN)/puzzlemint corpus verify $(CONFIG)

audit: $(STAMP)  ## all exhaustive audits
	$(RUN)/puzzlemint audit all

audit-quick: $(STAMP)  ## the audits that take under a minute
	$(RUN)/puzzlemint audit quick

bench: $(STAMP)  ## print the speed table
	$(RUN)/python -m benchmarks

clean:  ## remove .venv and caches; never outputs/
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -not -path './outputs/*' -prune -exec rm -rf {} +

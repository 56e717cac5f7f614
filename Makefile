# Everything runs in .venv, which `make setup` creates; nothing else is needed but Python and git.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup run test check bench soak docs clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --upgrade pip
	$(BIN)/pip install -q -e '.[dev]'
	@touch $(STAMP)

run: setup
	$(BIN)/spielwerk serve

check: setup
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	$(BIN)/pytest -n 2 -m 'not soak'

soak: setup
	SPIELWERK_SOAK=1 $(BIN)/pytest -n 2

bench: setup
	$(BIN)/pip install -q -e '.[dev,bench]'
	$(BIN)/python -m benchmarks

docs: setup
	$(BIN)/mkdocs build --strict

clean:
	rm -rf .venv site dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

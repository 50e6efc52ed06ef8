# jobreport: see README.md. `make help` lists the targets.

BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
CC      ?= gcc
CXX     ?= g++
ifeq ($(origin CC),default)
CC  := gcc
CXX := g++
endif

# ---- what is needed -------------------------------------------------------------------------

BUILD_PACKAGES := gcc g++ pkg-config libcairo2-dev libpango1.0-dev libjansson-dev \
                  libctemplate-dev libsimdjson-dev libmsgpack-cxx-dev libdeflate-dev zlib1g-dev libssl-dev libxxhash-dev \
                  libzstd-dev libhdf5-dev libsqlite3-dev libxlsxwriter-dev \
                  libplplot-dev plplot-driver-cairo \
                  fonts-inter fonts-dejavu-core
TEST_PACKAGES  := clang libclang-rt-14-dev clang-format clang-tidy cppcheck qpdf poppler-utils \
                  chromium mandoc bash-completion strace procps python3 shellcheck make binutils acl \
                  python3-h5py python3-jsonschema python3-pandas python3-openpyxl gnumeric sqlite3 zstd \
                  coop-computing-tools openmpi-bin mutt munge slurm-client slurmctld slurmd
# npm as Debian has it does not go with a nodejs from elsewhere, which brings its own.
TEST_PACKAGES  += $(if $(shell command -v npm),,npm)

# ---- flags ----------------------------------------------------------------------------------

LIBRARIES := cairo cairo-pdf cairo-svg cairo-png pango pangocairo pangofc glib-2.0 fontconfig jansson \
             simdjson libdeflate zlib libcrypto libxxhash
WARNINGS  := -Wall -Wextra -Wshadow -Wconversion $(if $(WERROR),-Werror)
OPTIMISE  ?= -O3 -g
SANITISE  ?=
CPPFLAGS  += -Isrc -D_GNU_SOURCE -DJOBREPORT_RESOURCES='"$(PREFIX)/share/jobreport"' \
             $(shell pkg-config --cflags $(LIBRARIES) 2>/dev/null | sed 's/-I/-isystem /g')
ALL_CFLAGS   = -std=c17 $(WARNINGS) $(OPTIMISE) $(SANITISE) -pthread $(CFLAGS)
ALL_CXXFLAGS = -std=c++17 $(WARNINGS) $(OPTIMISE) $(SANITISE) -pthread $(CXXFLAGS)
LDLIBS    += $(shell pkg-config --libs $(LIBRARIES) 2>/dev/null) -lctemplate -lm
LINK       = $(CXX) $(SANITISE) -pthread $(LDFLAGS)

# A line says what is made; V=1 shows the whole command, -s nothing.
silent = $(findstring s,$(firstword -$(MAKEFLAGS)))
quiet  = $(if $(V)$(silent),,@echo '  $(1)  $(2)';)

# ---- modules ---------------------------------------------------------------------------------

MODULES := export publish page render figure analysis input table util
sources  = $(wildcard src/$(1)/*.c src/$(1)/*.cc src/$(1)/*/*.c src/$(1)/*/*.cc)
objects  = $(patsubst src/%,$(BUILD)/obj/%.o,$(call sources,$(1)))

# What a module may include, itself first: the link order of its unit tests.
needs_util     := util
needs_table    := table $(needs_util)
needs_input    := input $(needs_table)
needs_analysis := analysis $(needs_table)
needs_export   := export $(needs_analysis)
needs_figure   := figure $(needs_analysis)
needs_render   := render $(needs_figure)
needs_page     := page $(needs_render)
needs_publish  := publish $(needs_util)
archives = $(patsubst %,$(BUILD)/lib/%.a,$(needs_$(1)))

MAIN_OBJECTS := $(patsubst src/%,$(BUILD)/obj/%.o,$(wildcard src/*.c))
ARCHIVES     := $(patsubst %,$(BUILD)/lib/%.a,$(MODULES))

# ---- extensions: src/extensions/NAME.c, with NAME/*.c, is a shared library, opened when something needs it; what it
# ---- links with

libraries_zstd    := -lzstd
libraries_parquet := -lzstd
libraries_sqlite  := -lsqlite3
libraries_xlsx    := -lxlsxwriter -lz
flags_hdf5        := $(shell pkg-config --cflags hdf5 2>/dev/null | sed 's/-I/-isystem /g')
libraries_hdf5    := $(shell pkg-config --libs hdf5 2>/dev/null)
libraries_plplot  := $(shell pkg-config --libs plplot cairo 2>/dev/null)

# DuckDB comes with npm, not with Debian: `make duckdb`. Its extension is built where it is there.
DUCKDB           ?= build/duckdb
HAS_DUCKDB       := $(and $(wildcard $(DUCKDB)/libduckdb.so),$(wildcard $(DUCKDB)/duckdb.h))
flags_duckdb     := -isystem $(DUCKDB)
libraries_duckdb = -L$(DUCKDB) -lduckdb -Wl,-rpath,'$$ORIGIN:$$ORIGIN/$(shell realpath -m --relative-to=$(BUILD)/extensions $(DUCKDB))'

extension_sources := $(filter-out $(if $(HAS_DUCKDB),,src/extensions/duckdb.c),$(wildcard src/extensions/*.c))
EXTENSIONS := $(patsubst src/extensions/%.c,$(BUILD)/extensions/%.so,$(extension_sources))

.PHONY: all extensions
all: $(BUILD)/jobreport extensions
extensions: $(EXTENSIONS)

$(BUILD)/extensions/%.o: src/extensions/%.c
	@mkdir -p $(@D)
	$(call quiet,CC  ,$<)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) $(flags_$(firstword $(subst /, ,$*))) -fPIC -fvisibility=hidden \
	  -MMD -MP -c -o $@ $<

define extension_rule
$(BUILD)/extensions/$(1).so: $(patsubst src/%.c,$(BUILD)/%.o,src/extensions/$(1).c $(wildcard src/extensions/$(1)/*.c))
	$$(call quiet,LINK,$$@)$(CC) $(SANITISE) -pthread -shared -o $$@ $$(filter %.o,$$^) $$(libraries_$(1))
endef
$(foreach extension,$(patsubst src/extensions/%.c,%,$(extension_sources)),$(eval $(call extension_rule,$(extension))))

-include $(wildcard $(BUILD)/extensions/*.d $(BUILD)/extensions/*/*.d)

$(BUILD)/jobreport: $(MAIN_OBJECTS) $(ARCHIVES)
	$(call quiet,LINK,$@)$(LINK) -o $@ $(MAIN_OBJECTS) $(ARCHIVES) $(LDLIBS)

define module_rule
$(BUILD)/lib/$(1).a: $(call objects,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	$$(call quiet,AR  ,$$@)$(AR) rcs $$@ $$^
endef
$(foreach module,$(MODULES),$(eval $(call module_rule,$(module))))

$(BUILD)/obj/%.c.o: src/%.c
	@mkdir -p $(@D)
	$(call quiet,CC  ,$<)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/obj/%.cc.o: src/%.cc
	@mkdir -p $(@D)
	$(call quiet,CXX ,$<)$(CXX) $(CPPFLAGS) $(ALL_CXXFLAGS) -MMD -MP -c -o $@ $<

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

# ---- unit tests: tests/unit/MODULE_NAME.c links with what MODULE may include --------------------

UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*_*.c))

define unit_rule
$(BUILD)/unit/$(1)_%: tests/unit/$(1)_%.c tests/unit/check.h $(call archives,$(1))
	@mkdir -p $$(@D)
	$$(call quiet,TEST,$$<)$(CC) $(CPPFLAGS) -Itests/unit $(ALL_CFLAGS) -MMD -MP -MF $$@.d -MT $$@ -c -o $$@.o $$<
	$(if $(V),,@)$(LINK) -o $$@ $$@.o $(call archives,$(1)) $(LDLIBS)
endef
$(foreach module,$(MODULES),$(eval $(call unit_rule,$(module))))

-include $(wildcard $(BUILD)/unit/*.d)

.PHONY: unit unit-%
unit: $(UNIT_TESTS)
# `make unit-table` those of a module, `make unit-table_csv` one.
unit-%:
	$(eval named := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/$*.c tests/unit/$*_*.c)))
	@[ -n '$(named)' ] || { echo 'no test is called tests/unit/$*.c or tests/unit/$*_….c' >&2; exit 2; }
	@$(MAKE) --no-print-directory $(named)
	@set -e; for test in $(named); do $$test; done

# ---- fuzz targets: with libFuzzer under clang (FUZZ=1), else as plain programs over files ---------

READERS      := $(shell sed -n 's/^READER(\(.*\))$$/\1/p' src/input/readers.def)
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c)) \
                $(patsubst %,$(BUILD)/fuzz/fuzz_%,$(READERS))
FUZZ_ARCHIVES = $(BUILD)/lib/analysis.a $(call archives,input)
FUZZ_MAIN    := $(if $(FUZZ),,tests/fuzz/main.c)
FUZZ_FLAGS   := $(if $(FUZZ),-fsanitize=fuzzer)

define build_fuzz
	@mkdir -p $(@D)
	$(call quiet,FUZZ,$(@F))$(CC) $(CPPFLAGS) $(ALL_CFLAGS) $(FUZZ_FLAGS) -DREADER_NAME='"$*"' -c -o $@.o $<
	$(if $(FUZZ_MAIN),$(if $(V),,@)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -c -o $@.main.o $(FUZZ_MAIN))
	$(if $(V),,@)$(LINK) $(FUZZ_FLAGS) -o $@ $@.o $(if $(FUZZ_MAIN),$@.main.o) $(FUZZ_ARCHIVES) $(LDLIBS)
endef

$(BUILD)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/fuzz_reader.h $(FUZZ_MAIN) $(FUZZ_ARCHIVES)
	$(build_fuzz)
$(BUILD)/fuzz/fuzz_parquet: | extensions
$(BUILD)/fuzz/fuzz_%: tests/fuzz/reader.c tests/fuzz/fuzz_reader.h $(FUZZ_MAIN) $(FUZZ_ARCHIVES)
	$(build_fuzz)

.PHONY: fuzz
fuzz: $(FUZZ_TARGETS)

# ---- programs of the benchmark and the examples ---------------------------------------------------

TOOLS := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(wildcard tests/bench/*.c))
$(BUILD)/bench/%: tests/bench/%.c
	@mkdir -p $(@D)
	$(call quiet,CC  ,$<)$(CC) -D_GNU_SOURCE $(ALL_CFLAGS) -o $@ $< -lm

# The suite of pathologies: what its cases are made by.
SUITE := $(BUILD)/suite/make_case
$(SUITE): $(wildcard tests/suite/*.c tests/suite/*.h)
	@mkdir -p $(@D)
	$(call quiet,CC  ,$@)$(CC) -D_GNU_SOURCE $(ALL_CFLAGS) -o $@ $(filter %.c,$^) -lm

# A library that fails the n-th call of a function, for tests/faults/nth_call.sh.
$(BUILD)/faults/%.so: tests/faults/%.c
	@mkdir -p $(@D)
	$(call quiet,CC  ,$<)$(CC) -D_GNU_SOURCE -O1 -g -Wall -Wextra -fPIC -fno-builtin -shared -o $@ $< -ldl

# What tests of Parquet files need: DuckDB's own answers, and a file as this program sees it.
PARQUET_TOOLS := $(if $(HAS_DUCKDB),$(BUILD)/parquet/duckdb_run $(BUILD)/parquet/print_parquet)
$(BUILD)/parquet/duckdb_run: tests/parquet/duckdb_run.c
	@mkdir -p $(@D)
	$(call quiet,CC  ,$@)$(CC) -D_GNU_SOURCE $(flags_duckdb) $(ALL_CFLAGS) -o $@ $< -L$(DUCKDB) -lduckdb -Wl,-rpath,'$(abspath $(DUCKDB))'
$(BUILD)/parquet/print_parquet: tests/parquet/print_parquet.c $(call archives,input)
	@mkdir -p $(@D)
	$(call quiet,CC  ,$@)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -c -o $@.o $<
	$(if $(V),,@)$(LINK) -o $@ $@.o $(call archives,input) $(LDLIBS)

.PHONY: tools
tools: $(TOOLS) $(SUITE) $(BUILD)/faults/nth_call.so $(PARQUET_TOOLS)

# ---- what people call -------------------------------------------------------------------------------

.PHONY: help
help:
	@echo 'make            build $(BUILD)/jobreport'
	@echo 'make demo       install what is missing, build, make a report from examples/'
	@echo 'make check      build, and run the tests of style, units and examples: for daily work, a minute or two'
	@echo 'make duckdb     fetch with npm what reads Parquet files; the next make builds it in'
	@echo 'make test       install what the tests need, build with both compilers and sanitizers, test'
	@echo 'make coverage   run the tests of units and examples, and say which lines they ran: gcov alone is needed'
	@echo 'make bench      time it beside what people use today'
	@echo 'make install    to $$(DESTDIR)$$(PREFIX) (now $(PREFIX)): program, data, manual, completion'
	@echo 'make uninstall  remove that again'
	@echo 'make format     format the sources'
	@echo 'make V=1        shows whole commands, not one line for each'
	@echo 'make clean      remove $(BUILD)/'

# Packages are asked of dpkg; on other systems the compiler says what is missing.
missing = $(shell command -v dpkg-query >/dev/null && for package in $(1); do \
            dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done)
SUDO = $(if $(filter-out 0,$(shell id -u)),sudo)
define install_packages
$(if $(call missing,$(1)),$(SUDO) env DEBIAN_FRONTEND=noninteractive sh -c \
  'apt-get update -q && apt-get install -q -y --no-install-recommends $(call missing,$(1))',@true)
endef

.PHONY: dependencies test-dependencies
dependencies:
	$(call install_packages,$(BUILD_PACKAGES))
test-dependencies: dependencies
	$(call install_packages,$(TEST_PACKAGES))

# The library is in one package of npm, its header in another: these versions, whose files have these
# checksums.
DUCKDB_PACKAGES := @duckdb/node-bindings-linux-x64@1.4.4-r.1 duckdb@1.4.4
define DUCKDB_SUMS
1ef33048e12235115ac0d277a0aaccbb560e33248144f488b5ac005cd9ba81b5  libduckdb.so
cbe6a827284375c5a646b8f27dbd3a00808ce8738b5bbb49c190cb1e08540281  duckdb.h
endef
export DUCKDB_SUMS
.PHONY: duckdb
duckdb: $(DUCKDB)/libduckdb.so
$(DUCKDB)/libduckdb.so:
	@[ "$$(uname -sm)" = 'Linux x86_64' ] || { echo "put libduckdb.so and duckdb.h of DuckDB 1.4 for $$(uname -sm) into $(DUCKDB)" >&2; exit 2; }
	@rm -rf '$(DUCKDB).part' && mkdir -p '$(DUCKDB).part'
	$(call quiet,NPM ,$@)cd '$(DUCKDB).part' && npm pack --silent $(DUCKDB_PACKAGES) >/dev/null
	@cd '$(DUCKDB).part' && tar xzOf duckdb-node-bindings-*.tgz package/libduckdb.so >libduckdb.so && \
	  tar xzOf duckdb-[0-9]*.tgz package/src/duckdb/src/include/duckdb.h >duckdb.h && \
	  echo "$$DUCKDB_SUMS" | sha256sum --check --quiet && rm -f ./*.tgz
	@rm -rf '$(DUCKDB)' && mv '$(DUCKDB).part' '$(DUCKDB)'

.PHONY: demo
demo: dependencies
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory duckdb || true; else \
	  echo "To read Parquet files, too: install npm (on Debian: apt-get install npm), then 'make duckdb && make'"; fi
	@$(MAKE) --no-print-directory -j2 all
	@$(BUILD)/jobreport --output $(BUILD)/demo examples/matmul-4-nodes >/dev/null
	@echo 'The report:'
	@ls $(CURDIR)/$(BUILD)/demo/index.html $(CURDIR)/$(BUILD)/demo/*.pdf

SANITISERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

.PHONY: check
check:
	@$(MAKE) --no-print-directory -j2 all unit tools
	@BUILDS='$(BUILD)' ONLY='style unit examples' tests/run

# Stages of tests/run whose lines are counted; "unit cli" takes some minutes.
COVERED ?= unit examples
# Processes that draw together end by _exit, which leaves what they ran uncounted: there by exit.
.PHONY: coverage
coverage:
	@$(MAKE) --no-print-directory -j2 BUILD=$(BUILD)/coverage CC=gcc CXX=g++ OPTIMISE='-O0 -g' \
	   SANITISE=--coverage CFLAGS='-D_exit=exit -Wno-restrict' all unit tools
	@find $(BUILD)/coverage -name '*.gcda' -delete
	@BUILDS='$(BUILD)/coverage' ONLY='$(COVERED)' tests/run | grep -v '^ok '
	@tests/coverage $(BUILD)/coverage

.PHONY: test test-builds
test: test-dependencies
	@$(MAKE) --no-print-directory duckdb || echo 'without DuckDB: what needs it is skipped'
	@$(MAKE) --no-print-directory test-builds
	@BUILDS='$(BUILD) $(BUILD)/clang $(BUILD)/asan' BUILD='$(BUILD)' tests/run
test-builds:
	@$(MAKE) --no-print-directory -j2 WERROR=1 BUILD=$(BUILD) all unit tools
	@$(MAKE) --no-print-directory -j2 WERROR=1 BUILD=$(BUILD)/clang CC=clang CXX=clang++ all unit
	@$(MAKE) --no-print-directory -j2 WERROR=1 BUILD=$(BUILD)/asan CC=clang CXX=clang++ OPTIMISE='-O1 -g' SANITISE='$(SANITISERS)' all unit fuzz

.PHONY: bench
bench: dependencies
	@$(MAKE) --no-print-directory -j2 all tools
	@BUILD='$(BUILD)' tests/bench/run

$(BUILD)/jobreport.1: $(BUILD)/jobreport
	$< --generate manual >$@
$(BUILD)/jobreport.bash: $(BUILD)/jobreport
	$< --generate completion >$@

SHARE := $(DESTDIR)$(PREFIX)/share
.PHONY: install uninstall
install: $(BUILD)/jobreport extensions $(BUILD)/jobreport.1 $(BUILD)/jobreport.bash
	install -D -m 755 $(BUILD)/jobreport $(DESTDIR)$(PREFIX)/bin/jobreport
	install -D -m 644 $(BUILD)/jobreport.1 $(SHARE)/man/man1/jobreport.1
	install -D -m 644 $(BUILD)/jobreport.bash $(SHARE)/bash-completion/completions/jobreport
	install -d $(DESTDIR)$(PREFIX)/lib/jobreport
	$(if $(EXTENSIONS),install -m 755 $(EXTENSIONS) $(DESTDIR)$(PREFIX)/lib/jobreport)
	$(if $(HAS_DUCKDB),install -m 755 $(DUCKDB)/libduckdb.so $(DESTDIR)$(PREFIX)/lib/jobreport)
	install -d $(SHARE)/jobreport/plots $(SHARE)/jobreport/templates/schemas $(SHARE)/jobreport/fonts
	install -m 644 plots/* $(SHARE)/jobreport/plots
	install -m 644 templates/*.* $(SHARE)/jobreport/templates
	install -m 644 templates/schemas/* $(SHARE)/jobreport/templates/schemas
	install -m 644 fonts/* $(SHARE)/jobreport/fonts
uninstall:
	rm -rf $(SHARE)/jobreport $(DESTDIR)$(PREFIX)/lib/jobreport
	rm -f $(DESTDIR)$(PREFIX)/bin/jobreport $(SHARE)/man/man1/jobreport.1 \
	      $(SHARE)/bash-completion/completions/jobreport

.PHONY: format clean
format:
	clang-format -i $$(git ls-files --cached --others --exclude-standard '*.c' '*.cc' '*.h')
clean:
	rm -rf $(BUILD)

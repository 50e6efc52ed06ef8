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
VERSION := 0.1.0

# ---- what is needed -------------------------------------------------------------------------

BUILD_PACKAGES := gcc g++ pkg-config libcairo2-dev libpango1.0-dev libjansson-dev libcsv-dev \
                  libctemplate-dev libsimdjson-dev libpng-dev zlib1g-dev libssl-dev fonts-inter \
                  fonts-dejavu-core
TEST_PACKAGES  := clang libclang-rt-14-dev clang-format clang-tidy cppcheck qpdf poppler-utils \
                  chromium mandoc bash-completion

# ---- flags ----------------------------------------------------------------------------------

LIBRARIES := cairo cairo-pdf cairo-svg cairo-png pango pangocairo pangofc fontconfig jansson \
             simdjson libpng zlib libcrypto
WARNINGS  := -Wall -Wextra -Wshadow -Wconversion $(if $(WERROR),-Werror)
OPTIMISE  ?= -O2 -g
SANITISE  ?=
CPPFLAGS  += -Isrc -D_GNU_SOURCE -DJOBREPORT_VERSION='"$(VERSION)"' \
             $(shell pkg-config --cflags $(LIBRARIES) 2>/dev/null | sed 's/-I/-isystem /g')
ALL_CFLAGS   = -std=c17 $(WARNINGS) $(OPTIMISE) $(SANITISE) -pthread $(CFLAGS)
ALL_CXXFLAGS = -std=c++17 $(WARNINGS) $(OPTIMISE) $(SANITISE) -pthread $(CXXFLAGS)
LDLIBS    += $(shell pkg-config --libs $(LIBRARIES) 2>/dev/null) -lcsv -lctemplate -lm
LINK       = $(CXX) $(SANITISE) -pthread $(LDFLAGS)

# ---- modules ---------------------------------------------------------------------------------

MODULES := publish page render figure analysis input table util
sources  = $(wildcard src/$(1)/*.c src/$(1)/*.cc)
objects  = $(patsubst src/%,$(BUILD)/obj/%.o,$(call sources,$(1)))

# What a module may include, itself first: the link order of its unit tests.
needs_util     := util
needs_table    := table $(needs_util)
needs_input    := input $(needs_table)
needs_analysis := analysis $(needs_table)
needs_figure   := figure $(needs_analysis)
needs_render   := render $(needs_figure)
needs_page     := page $(needs_render)
needs_publish  := publish $(needs_util)
archives = $(patsubst %,$(BUILD)/lib/%.a,$(needs_$(1)))

MAIN_OBJECTS := $(patsubst src/%,$(BUILD)/obj/%.o,$(wildcard src/*.c))
ARCHIVES     := $(patsubst %,$(BUILD)/lib/%.a,$(MODULES))

.PHONY: all
all: $(BUILD)/jobreport

$(BUILD)/jobreport: $(MAIN_OBJECTS) $(ARCHIVES)
	$(LINK) -o $@ $(MAIN_OBJECTS) $(ARCHIVES) $(LDLIBS)

define module_rule
$(BUILD)/lib/$(1).a: $(call objects,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	$(AR) rcs $$@ $$^
endef
$(foreach module,$(MODULES),$(eval $(call module_rule,$(module))))

$(BUILD)/obj/%.c.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/obj/%.cc.o: src/%.cc
	@mkdir -p $(@D)
	$(CXX) $(CPPFLAGS) $(ALL_CXXFLAGS) -MMD -MP -c -o $@ $<

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

# ---- unit tests: tests/unit/MODULE_NAME.c links with MODULE and what stands left of it --------

UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*_*.c))

define unit_rule
$(BUILD)/unit/$(1)_%: tests/unit/$(1)_%.c tests/unit/check.h $(call archives,$(1))
	@mkdir -p $$(@D)
	$(CC) $(CPPFLAGS) -Itests/unit $(ALL_CFLAGS) -c -o $$@.o $$<
	$(LINK) -o $$@ $$@.o $(call archives,$(1)) $(LDLIBS)
endef
$(foreach module,$(MODULES),$(eval $(call unit_rule,$(module))))

.PHONY: unit unit-%
unit: $(UNIT_TESTS)
unit-%: ; @$(MAKE) --no-print-directory $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/$*_*.c)) && for test in $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/$*_*.c)); do $$test || exit 1; done

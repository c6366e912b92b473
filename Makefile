# SPDX-License-Identifier: MIT
# catasta, for GNU make: everything is built under build/.  `make help` lists what can be asked for.
#
#   build/generated/  scanner, parser, embedded rulesets: the same for every variant
#   build/            catasta, libcatasta.a, libcatasta.so, obj/: the usual build
#   build/VARIANT/    the same by another compiler or other flags: make VARIANT=clang; of 32bit, for which there
#                     need not be libraries, only objects: make VARIANT=32bit objects

PREFIX = /usr/local
bindir = $(PREFIX)/bin
includedir = $(PREFIX)/include
libdir = $(PREFIX)/lib
datadir = $(PREFIX)/share
mandir = $(datadir)/man
INSTALL = install
VARIANT =
V =
WERROR =

# Those of who builds, from the environment or the command line; what the project needs itself has other names.
CFLAGS ?= -O2 -g
CPPFLAGS ?=
LDFLAGS ?=
FLEXFLAGS = -Cfe
BISONFLAGS = -Wall -Wno-yacc -Werror
CFLAGS_gcc-asan = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# Programs with it start in 15 ms instead of 24, thousands of times in a check: nothing in them is relocated.
LINK_gcc-asan = -no-pie $(foreach name,asan ubsan,$(if $(filter /%,$(shell $(CC) -print-file-name=lib$(name).a)),-static-lib$(name)))
CFLAGS_gcc-tsan = -O1 -g -fsanitize=thread -fno-omit-frame-pointer
CFLAGS_coverage = -O1 -g --coverage
CFLAGS_32bit = -O0 -m32
CFLAGS_mutants = -O1 -fPIC -fvisibility=default
CFLAGS_mutants-asan = $(CFLAGS_gcc-asan) -fPIC -fvisibility=default
CFLAGS_fuzz = -O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=all
CC_clang = clang
CC_fuzz = clang
CC_wasm = clang --target=wasm32-wasi
CFLAGS_wasm = -O2 -DUTF8PROC_STATIC -isystem packaging/npm $(patsubst %,-isystem $(WASM_SOURCES)/%,libyaml/include utf8proc zlib)
WASM_SOURCES = build/wasm/sources
ifdef VARIANT
override CFLAGS := $(or $(CFLAGS_$(VARIANT)),$(CFLAGS))
override CC := $(or $(CC_$(VARIANT)),$(CC))
LINK = $(LINK_$(VARIANT))
endif

OUT = build$(VARIANT:%=/%)
GENERATED = build/generated
Q = $(if $(V),,@)
DATA = $(datadir)/catasta

# To compile for another system: CC=TRIPLET-gcc, whose tools are named like it, and NATIVE, a catasta of the same version
# that runs here, which writes the manual pages of the rules and the completions.
TOOLS := $(patsubst %gcc,%,$(filter %-gcc,$(firstword $(CC))))
ifeq ($(origin AR),default)
AR = $(TOOLS)ar
endif
OBJCOPY ?= $(TOOLS)objcopy
NATIVE = $(OUT)/catasta

DEFINES = -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -Isrc -I$(GENERATED)
WARNINGS = -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Wconversion -Werror=implicit-function-declaration \
    -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=return-type $(if $(WERROR),-Werror)
# What flex, bison and a ruleset as one long string cannot help.
QUIET = -Wno-conversion -Wno-sign-conversion -Wno-sign-compare -Wno-shadow -Wno-unused-function \
    -Wno-unused-parameter -Wno-overlength-strings
# Paths of this folder are no part of what is built.
COMPILE = $(CC) -std=c17 $(DEFINES) $(CPPFLAGS) $(WARNINGS) -fvisibility=hidden $(THREADS) -ffile-prefix-map='$(CURDIR)=.' $(CFLAGS)
# For objects of the library, which are compiled once for both of its forms.
PIC = -fPIC -fno-semantic-interposition
THREADS = -pthread
# A browser has neither threads nor other programs nor libraries: what needs them is left out.
ifeq ($(VARIANT),wasm)
PIC =
THREADS =
LEFT_OUT = $(patsubst %,src/library/%.c,check_files check_task parts pool) src/base/compressed_file.c
endif
LIBS = -lyaml -lutf8proc -lz -lzstd -lpthread
# The program holds what it needs of small libraries where there are archives of them: it starts 0.3 ms sooner.
archive = $(or $(if $(DYNAMIC),,$(filter /%,$(shell $(CC) -print-file-name=lib$1.a))),-l$1)
FOREIGN_LIBS = yaml utf8proc z zstd ncursesw tinfo jansson sqlite3
PROGRAM_LIBS = $(foreach name,$(FOREIGN_LIBS),$(call archive,$(name))) -lm -lpthread -ldl

# Version and date are in catasta.h alone. Before 1.0 each 0.N may remove functions, and so names another library.
VERSION := $(shell sed -n 's/.*define CATASTA_VERSION "\(.*\)"/\1/p' src/catasta.h)
DATE := $(shell sed -n 's/.*define CATASTA_DATE "\(.*\)"/\1/p' src/catasta.h)
SOVERSION := $(shell echo $(VERSION) | sed -E 's/^(0[.][0-9]+|[0-9]+)[.].*/\1/')
FILLED = sed -e 's/@version@/$(VERSION)/g' -e 's/@date@/$(DATE)/g' -e 's/@soversion@/$(SOVERSION)/g'
SHARED = libcatasta.so.$(VERSION)
SONAME = libcatasta.so.$(SOVERSION)
LINKS = $(SONAME) libcatasta.so
MANUALS = $(wildcard man/*.[1-7])
# What the program writes out of its tables: of what all games have in common, and of each.
GAME_NAMES := $(sort $(shell sed -n 's/^game: *//p' rulesets/*.yaml))
RULES = $(patsubst %,$(OUT)/man/catasta-%.7,rules $(GAME_NAMES))
PAGES = $(MANUALS:%=$(OUT)/%) $(RULES)

SOURCES = $(sort $(wildcard src/*/*.c src/*/*/*.c))
GRAMMAR = $(if $(wildcard grammar/record.l),scanner) $(if $(wildcard grammar/record.y),parser) $(if $(wildcard grammar/condition.y),condition_parser)
FORMS = $(addprefix $(GENERATED)/turn_,names.h table.inc readers.inc)
HEADERS = $(GRAMMAR:%=$(GENERATED)/%.h) $(FORMS) $(GENERATED)/sign_table.inc
LIB_OBJECTS = $(patsubst %.c,$(OUT)/obj/%.o,$(filter-out $(LEFT_OUT) src/cli/% src/convert/% src/engine/% src/index/% src/lsp/% src/play/% src/util/% src/viewer/%,$(SOURCES))) \
    $(patsubst %,$(OUT)/obj/generated/%.o,$(GRAMMAR) embedded page_files)
CLI_OBJECTS = $(patsubst %.c,$(OUT)/obj/%.o,$(filter src/cli/% src/convert/% src/engine/% src/index/% src/lsp/% src/play/% src/util/% src/viewer/%,$(SOURCES))) \
    $(OUT)/obj/generated/manuals.o $(OUT)/obj/generated/messages.o $(OUT)/obj/generated/typed_data.o

# The reader of typed text, which knows the library alone.
TYPED = $(filter $(OUT)/obj/src/convert/typed% $(OUT)/obj/generated/typed_data.o,$(CLI_OBJECTS))

# What the module for Python has besides the library: no SQLite.
PYTHON_OBJECTS = $(filter-out %/readers.o %/playtak_read.o,$(filter $(OUT)/obj/src/convert/% $(OUT)/obj/src/util/buffer.o $(OUT)/obj/generated/typed_data.o,$(CLI_OBJECTS)))

# Make runs lines that contain $(MAKE) even with -n.
SUBMAKE = $(MAKE) --no-print-directory

# Before lines that run it: they share the jobs of make, unless it only shows what it would do.
RUN = $(if $(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),,+)@

MAKEFLAGS += --no-builtin-rules $(if $(filter 0,$(MAKELEVEL)),-j$(shell nproc))
.DELETE_ON_ERROR .SECONDARY:
.PHONY: all objects tests failures setup demo test check conformance check-packages check-container check-browser check-arena check-other check-cluster check-editor dist deb static wasm python wheel rules-pages rewrite signature fuzz mutants bench hostile layers sizes pictures format lint install uninstall clean help FORCE

## all: build/catasta, build/libcatasta.a, build/libcatasta.so and build/man (the default)
all: $(OUT)/catasta $(OUT)/libcatasta.a $(LINKS:%=$(OUT)/%) $(PAGES)

objects: $(LIB_OBJECTS) $(CLI_OBJECTS)

# Of the objects of the library, since library/tools.h is not visible in it. Renamed when it is complete, since it may be
# running, as in tests of install.
$(OUT)/catasta: $(CLI_OBJECTS) $(LIB_OBJECTS)
	@echo "  LINK $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@.new $^ $(PROGRAM_LIBS) && mv -f $@.new $@

# One object whose only visible symbols are those that catasta.h declares.
$(OUT)/libcatasta.a: $(LIB_OBJECTS)
	@echo "  AR   $@"
	$(Q)rm -f $@ && $(CC) -r -nostdlib $(if $(findstring -flto,$(CFLAGS)),$(CFLAGS) -flinker-output=nolto-rel) \
	    -o $(OUT)/obj/libcatasta.o $^
	$(Q)$(OBJCOPY) --localize-hidden $(OUT)/obj/libcatasta.o && $(AR) rcsD $@ $(OUT)/obj/libcatasta.o

# Sanitizers need symbols that only the program defines.
$(OUT)/$(SHARED): $(LIB_OBJECTS)
	@echo "  LINK $@"
	$(Q)$(CC) -shared $(CFLAGS) $(LDFLAGS) -Wl,-soname,$(SONAME) $(if $(findstring -fsanitize,$(CFLAGS)),,-Wl,-z,defs) \
	    -o $@ $^ $(LIBS)

$(LINKS:%=$(OUT)/%): $(OUT)/$(SHARED)
	$(Q)ln -sf $(<F) $@

$(OUT)/obj/%.o: %.c $(OUT)/obj/flags | $(HEADERS)
	@echo "  CC   $@"
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $(if $(filter $@,$(LIB_OBJECTS) $(PYTHON_OBJECTS)),$(PIC)) -MMD -MP -c -o $@ $<

$(OUT)/obj/generated/%.o: $(GENERATED)/%.c $(OUT)/obj/flags | $(HEADERS)
	@echo "  CC   $@"
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $(PIC) $(QUIET) -MMD -MP -c -o $@ $<

# Where rulesets are installed is compiled into one file.
DATA_OBJECT = $(OUT)/obj/src/cli/environment.o
$(DATA_OBJECT): private DEFINES += -DCATASTA_DATA='"$(DATA)/rulesets"'
$(DATA_OBJECT): $(OUT)/obj/data

# For catasta --version -v, without what has a path, which depends on who builds.
$(OUT)/obj/src/cli/versions.o: private DEFINES += \
    -DCATASTA_FLAGS='"$(strip $(subst ",,$(subst ',,$(foreach word,$(CPPFLAGS) $(CFLAGS),$(if $(findstring /,$(word)),,$(word))))))"'

# They change only when the compiler, its flags or that place do, and then what is made with them is compiled anew.
$(OUT)/obj/flags: WORDS = $(COMPILE) $(PIC)
$(OUT)/obj/data: WORDS = $(DATA)
$(OUT)/obj/flags $(OUT)/obj/data: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$(WORDS)" | cmp -s - $@ || printf '%s\n' "$(WORDS)" > $@

# That what building needs is there is looked at once.
$(GENERATED)/ready:
	$(Q)mkdir -p $(@D) && CC='$(CC) $(CPPFLAGS)' sh tests/setup.sh --look $(NEEDED) && touch $@

# Made of sources that change every day, while the forms of turns in them hardly do: what is made is taken only if it differs.
STEADY = $(FORMS) $(GENERATED)/record.l $(GENERATED)/messages.c
$(STEADY): %: %.new
	$(Q)cmp -s $< $@ || cp $< $@

GAMES = $(filter src/games/%,$(SOURCES))
forms = $(Q)mkdir -p $(@D) && LC_ALL=C awk -v make=$1 -f $^ > $@
$(FORMS:=.new): $(GENERATED)/turn_%.new: src/record/turn_forms.awk $(GAMES)
	$(call forms,$(basename $*))

$(GENERATED)/record.l.new: src/record/turn_forms.awk $(GAMES) grammar/record.l
	$(call forms,scanner)

$(GENERATED)/scanner.c $(GENERATED)/scanner.h &: $(GENERATED)/record.l | $(GENERATED)/ready
	@echo "  FLEX $<"
	$(Q)mkdir -p $(@D) && flex $(FLEXFLAGS) --outfile=$(GENERATED)/scanner.c --header-file=$(GENERATED)/scanner.h $<

$(GENERATED)/parser.c $(GENERATED)/parser.h &: grammar/record.y | $(GENERATED)/ready
	@echo "  BISON $<"
	$(Q)mkdir -p $(@D) && bison $(BISONFLAGS) --header=$(GENERATED)/parser.h --output=$(GENERATED)/parser.c $<

$(GENERATED)/condition_parser.c $(GENERATED)/condition_parser.h &: grammar/condition.y | $(GENERATED)/ready
	@echo "  BISON $<"
	$(Q)mkdir -p $(@D) && bison $(BISONFLAGS) --header=$(GENERATED)/condition_parser.h --output=$(GENERATED)/condition_parser.c $<

$(GENERATED)/embedded.c: src/ruleset/embed.awk $(wildcard rulesets/*.yaml)
	$(Q)mkdir -p $(@D) && awk -f $< $(sort $(filter %.yaml,$^)) > $@

$(GENERATED)/manuals.c: src/cli/manuals.awk $(sort $(wildcard man/*.[157])) $(wildcard rulesets/*.yaml)
	$(Q)mkdir -p $(@D) && LC_ALL=C awk -v games='$(GAME_NAMES)' -f $(filter-out %.yaml,$^) > $@

$(GENERATED)/messages.c.new: src/cli/messages.awk $(filter-out src/cli/completions.c,$(SOURCES)) grammar/record.y grammar/condition.y
	$(Q)mkdir -p $(@D) && LC_ALL=C awk -f $^ > $@

$(GENERATED)/typed_data.c: data/embed.awk data/signs.tsv $(sort $(wildcard data/words/*.tsv))
	$(Q)mkdir -p $(@D) && LC_ALL=C awk -f $^ > $@

$(GENERATED)/sign_table.inc: src/record/sign_table.awk data/signs.tsv
	$(Q)mkdir -p $(@D) && LC_ALL=C awk -f $^ > $@

$(GENERATED)/page_files.c: src/formats/html/embed.sh $(sort $(wildcard src/formats/html/*.css src/formats/html/page_*.js)) $(addprefix src/formats/html/,page.html page.js policy.awk) $(GENERATED)/rules_boards.css
	$(Q)mkdir -p $(@D) && sh $^ > $@

# The style of boards in pages of rules, whose policy allows it by its hash: what the preprocessor makes of its macros.
$(GENERATED)/rules_boards.css: src/formats/svg/svg_style.c
	$(Q)mkdir -p $(@D) && awk '/^#define/ || more { print; more = /\\$$/ } END { print "AUTO" }' $< | $(CC) -E -P -x c - | \
	    awk -F'"' '{ for (i = 2; i <= NF; i += 2) printf "%s", $$i }' > $@

# The module for JavaScript, of VARIANT=wasm, and what libraries it needs, which packaging/npm/sources.sh fetches.  It has
# a stack of 4 MB, below its data, so that an overflow ends it.
FOREIGN = $(patsubst %,$(OUT)/obj/foreign/%.o,$(patsubst %,libyaml/src/%,api loader parser reader scanner dumper emitter writer) \
    utf8proc/utf8proc $(addprefix zlib/,adler32 compress crc32 deflate trees zutil))
$(OUT)/obj/foreign/%.o: $(WASM_SOURCES)/%.c $(OUT)/obj/flags
	@echo "  CC   $@"
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -w -DYAML_VERSION_STRING='""' $(patsubst %,-DYAML_VERSION_%=0,MAJOR MINOR PATCH) -c -o $@ $<

$(OUT)/catasta.wasm: $(LIB_OBJECTS) $(TYPED) $(patsubst %,$(OUT)/obj/packaging/npm/%.o,glue files memory) $(FOREIGN)
	@echo "  LINK $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -mexec-model=reactor -Wl,--stack-first,-z,stack-size=4194304,--strip-all,--gc-sections -o $@ $^

-include $(shell find $(OUT)/obj -name '*.d' 2>/dev/null)

# Programs that test: linked with the plain objects, so they see internals too.
UNIT = $(patsubst %.c,$(OUT)/%,$(wildcard tests/unit/*_test.c))
PROPERTY = $(patsubst %.c,$(OUT)/%,$(wildcard tests/property/*.c))
BENCH = $(patsubst %.c,$(OUT)/%,$(wildcard tests/bench/*.c))
FUZZ = $(OUT)/tests/fuzz/fuzz
SUPPORT = $(patsubst %.c,$(OUT)/obj/%.o,$(wildcard tests/support/*.c))
TRANSCRIPT = $(patsubst %.c,$(OUT)/obj/%.o,$(wildcard tests/transcript/*.c))

# A program whose allocations and system calls fail, and what makes them.
FAILURES = $(addprefix $(OUT)/tests/,failures failing.so calls)

## tests: build the programs that test
tests: $(UNIT) $(PROPERTY) $(OUT)/tests/transcript failures
failures: $(FAILURES)

$(OUT)/tests/failures: $(OUT)/obj/tests/failures/driver.o
$(OUT)/tests/calls: $(OUT)/obj/tests/failures/calls.o $(LIB_OBJECTS)
$(OUT)/tests/failures $(OUT)/tests/calls:
	@echo "  LINK $@"
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@ $^ $(LIBS)

# Never with sanitizers, which have an allocator of their own.
$(OUT)/tests/failing.so: tests/failures/failing.c tests/failures/failures.h
	@echo "  LINK $@"
	$(Q)mkdir -p $(@D) && $(CC) -std=c17 $(DEFINES) $(WARNINGS) -O2 -g -fPIC -shared -o $@ $< -ldl

$(OUT)/tests/transcript: $(TRANSCRIPT)
	@echo "  LINK $@"
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@ $^

$(OUT)/obj/tests/%.o: private DEFINES += -Itests
$(UNIT) $(PROPERTY) $(BENCH) $(FUZZ): $(OUT)/tests/%: $(OUT)/obj/tests/%.o $(SUPPORT) $(LIB_OBJECTS)
	@echo "  LINK $@"
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -pthread -o $@ $^ $(LIBS) $(MORE)

$(OUT)/tests/property/hashes: private LIBS += -lm
$(OUT)/tests/bench/playtak: private LIBS += -lsqlite3

$(UNIT) $(PROPERTY) $(BENCH) $(FUZZ): $(TYPED)

# These know the program, too.
DRAFTS = $(OUT)/tests/property/drafts $(OUT)/tests/property/foreign
$(DRAFTS) $(FUZZ): $(filter-out %/main.o,$(CLI_OBJECTS))
$(DRAFTS) $(FUZZ): private LIBS += -lncursesw -ljansson -lsqlite3 -lm

# Of VARIANT=fuzz; the main function is libFuzzer's. The package for Python is in it.
PYTHON_FUZZ = $(patsubst %.c,$(OUT)/obj/%.o,$(wildcard packaging/python/*.c) tests/fuzz/python.c)
$(PYTHON_FUZZ): private WARNINGS += -Wno-pedantic # its slots are functions as void *
$(PYTHON_FUZZ): private DEFINES += $(patsubst -I%,-isystem %,$(shell $(PYTHON)-config --includes))
$(FUZZ): $(PYTHON_FUZZ)
$(FUZZ): private LIBS += $(shell $(PYTHON)-config --embed --ldflags)
$(FUZZ): private MORE = -fsanitize=fuzzer -Wl,--wrap=wire_is_ready,--wrap=wire_fill

# What has to be there, as tests/setup.sh takes it.
NEEDED = stdio.h:libc6-dev flex:flex bison:bison yaml.h:libyaml-dev utf8proc.h:libutf8proc-dev zlib.h:zlib1g-dev zstd.h:libzstd-dev curses.h:libncurses-dev \
    jansson.h:libjansson-dev sqlite3.h:libsqlite3-dev
WASM_NEEDED = clang:clang wasm-ld:lld --target=wasm32-wasi:wasi-libc --target=wasm32-wasi:libclang-rt-dev-wasm32 dpkg-source:dpkg-dev
PYTHON_NEEDED = Python.h:python3-dev setuptools.py:python3-setuptools wheel.py:python3-wheel
FUZZ_NEEDED = clang:clang -fsanitize=fuzzer:libclang-rt-dev Python.h:python3-dev
check: NEEDED += $(FUZZ_NEEDED) -m32:gcc-multilib pkg-config:pkg-config g++:g++ mandoc:mandoc clang-format:clang-format valgrind:valgrind npm:npm \
    vim:vim tmux:tmux script:bsdutils jsonschema.py:python3-jsonschema xmllint:libxml2-utils rsvg-convert:librsvg2-bin node:nodejs chromium:chromium nvim:neovim python3:python3 $(PYTHON_NEEDED) venv.py:python3-venv pandas.py:python3-pandas
lint: NEEDED += clang-tidy:clang-tidy cppcheck:cppcheck

## setup: install missing build dependencies (check and lint do so, too)
setup:
	@CC='$(CC) $(CPPFLAGS)' sh tests/setup.sh $(NEEDED)

SAMPLES = $(sort $(wildcard samples/*/*.sgn))
CODE = $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch])

## demo: set up, build, then check, mend, replay and score games, and write a page
demo: setup
	$(RUN)$(SUBMAKE) all
	@sh tests/demo.sh $(OUT)/catasta $(OUT)/demo.html

## test: build, and run what takes a minute and a half and needs nothing else; ONLY=hive: what concerns that word
test:
	$(RUN)MAKE='$(SUBMAKE)' OUT='$(OUT)' sh tests/run.sh test

## check: set up, then run every test; ends with "N passed, N failed"
check: setup
	$(RUN)MAKE='$(SUBMAKE)' sh tests/run.sh

## check-packages: build Debian packages, and test completions, the git hook and the npm package
check-packages: NEEDED += npm:npm node:nodejs git:git dh:debhelper lintian:lintian zsh:zsh fish:fish
check-packages: setup
	$(RUN)$(SUBMAKE) all static $(OUT)/tests/transcript
	$(RUN)$(SUBMAKE) wasm
	@sh packaging/check.sh $(OUT)/catasta
	@sh tests/dist.sh $(OUT)/tests/transcript
	@sh tests/static.sh $(OUT)/static/catasta $(OUT)/catasta
	@sh tests/npm/run.sh $(OUT)/catasta

## check-container: build and try the image of packaging/container, as root, without a registry
check-container: NEEDED += git:git buildah:buildah debootstrap:debootstrap
check-container: setup
	@sh tests/container.sh

## check-browser: test pages, and the page that referees, in Chromium
check-browser: NEEDED += npm:npm node:nodejs chromium:chromium
check-browser: setup
	$(RUN)$(SUBMAKE) all
	$(RUN)$(SUBMAKE) wasm || echo 'left out: the page that referees'
	@sh tests/browser/run.sh $(OUT)/catasta

## check-arena: thousands of games of random turns in every ruleset, and runs that are killed; an hour
check-arena: NEEDED += python3:python3
check-arena: setup
	$(RUN)$(SUBMAKE) all
	@python3 tests/engines/arena.py $(OUT)/catasta 10000 100 100 -v

## check-other: build for i386 and s390x with Debian's packages, unpacked in build/other, and compare all output; ten minutes
check-other: NEEDED += qemu-s390x-static:qemu-user-static clang:clang s390x-linux-gnu-ld:binutils-s390x-linux-gnu python3:python3
check-other: setup
	$(RUN)$(SUBMAKE) all
	$(RUN)MAKE='$(SUBMAKE)' sh tests/other.sh $(OUT)/catasta

## check-cluster: test catasta-cluster(7) and packaging/slurm, on a Slurm of one node, which it starts, as root
check-cluster: export PATH := $(PATH):/usr/sbin
check-cluster: setup
	@sh tests/setup.sh parallel:parallel slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client munged:munge dask.py:python3-dask node:nodejs npm:npm || \
	    echo 'left out: what needs these'
	$(RUN)$(SUBMAKE) all $(OUT)/tests/bench/generate
	@sh tests/cluster.sh $(OUT)/catasta $(OUT)/tests/bench/generate

## check-editor: test the language server with a scripted client, and in neovim
check-editor: NEEDED += nvim:neovim python3:python3
check-editor: setup
	$(RUN)$(SUBMAKE) all
	@python3 tests/lsp/server.py $(OUT)/catasta
	@sh tests/lsp/neovim.sh $(OUT)/catasta

# Of what is committed; the same commit gives the same bytes, whatever settings git has.
DIST = build/dist/catasta-$(VERSION).tar.gz

## dist: pack the committed files in build/dist/catasta-VERSION.tar.gz; needs git, building from it does not
dist:
	@test -e .git || { echo 'make dist needs a checkout of git' >&2; exit 1; }
	$(Q)mkdir -p $(dir $(DIST)) && git -c tar.umask=0022 -c core.autocrlf=false archive --format=tar --prefix=catasta-$(VERSION)/ \
	    -o $(DIST:.gz=) HEAD && gzip -9nf $(DIST:.gz=) && echo $(DIST)

## deb: build Debian packages of make dist in build/debian; needs debhelper
deb: dist
	$(Q)env -u MAKE -u MAKEFLAGS sh packaging/deb.sh $(DIST) $(VERSION) $(SOVERSION)

## static: link build/static/catasta, which needs no other files, but terminfo for its screens
static: $(OUT)/static/catasta

# The linker warns of dlopen, by which SQLite loads extensions; here nothing does.
$(OUT)/static/catasta: $(CLI_OBJECTS) $(LIB_OBJECTS)
	@echo "  LINK $@"
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) -static-pie -s -o $@ $^ $(FOREIGN_LIBS:%=-l%) -lm -lpthread -ldl

## wasm: build the npm package in build/wasm/npm, and build/wasm/referee.html; needs clang, and Debian's sources of libyaml, utf8proc and zlib
NPM = build/wasm/npm
wasm: NEEDED += $(WASM_NEEDED)
wasm: setup
	$(RUN)$(SUBMAKE) $(HEADERS)
	@sh packaging/npm/sources.sh $(WASM_SOURCES)
	$(RUN)$(SUBMAKE) VARIANT=wasm build/wasm/catasta.wasm
	$(Q)mkdir -p $(NPM) && cp LICENSE build/wasm/catasta.wasm $(addprefix packaging/npm/,index.js library.js index.d.ts library.d.ts README.md) $(NPM)
	$(Q)$(FILLED) packaging/npm/package.json > $(NPM)/package.json
	$(Q)sh packaging/referee/build.sh build/wasm/catasta.wasm $(VERSION) $(GENERATED)/rules_boards.css > $(REFEREE)

## python: build the Python package, build/python/*.whl; needs python3-dev, python3-setuptools and python3-wheel
PYTHON = /usr/bin/python3
python: NEEDED += $(PYTHON_NEEDED)
python: setup
	$(RUN)$(SUBMAKE) wheel

# The module is compiled by setuptools, since it belongs to Python.
wheel: $(LIB_OBJECTS) $(PYTHON_OBJECTS)
	@echo "  WHEEL $(OUT)/python"
	$(Q)rm -rf $(OUT)/python && mkdir -p $(OUT)/python && cp -r packaging/python $(OUT)/python/source
	$(Q)cd $(OUT)/python/source && CC='$(CC)' CFLAGS='$(CFLAGS)' CATASTA_VERSION='$(VERSION)' CATASTA_SOURCES='$(CURDIR)/src' \
	    CATASTA_OBJECTS='$(abspath $^)' $(PYTHON) setup.py --quiet bdist_wheel --dist-dir .. >build.log 2>&1 || { cat build.log >&2; exit 1; }

## rewrite: put the current output of the program into tests/cases and the manuals
rewrite: all $(OUT)/tests/transcript
	$(Q)LC_ALL=C awk -v make=grammar -f src/record/turn_forms.awk $(GAMES) man/sgn.5 > $(GENERATED)/sgn.5 && cp $(GENERATED)/sgn.5 man/sgn.5
	$(OUT)/tests/transcript --rewrite --catasta $(OUT)/catasta tests/cases/*.txt --readme README.md --readme TOUR.md $(MANUALS:%=--man %)

## rules-pages: write build/rules, a page about each rule with boards, and index.html, which lists them
rules-pages: all
	$(Q)rm -rf $(OUT)/rules && $(NATIVE) explain -f html -o $(OUT)/rules

## conformance: add to packaging/conformance the rows that are missing: of a new game, ruleset or rule
conformance: $(OUT)/tests/property/conformance
	@$< --write

## signature: a checksum of the output for all samples
signature: all
	@for sample in $(SAMPLES); do for command in 'check -f jsonl' check replay score fmt; do \
	    $(OUT)/catasta $$command -r accasta-pari $$sample 2>&1; done; done | sha256sum | cut -c 1-16

## fuzz: RUNS executions of each ENTRY, with the inputs in DIR; see tests/fuzz/run.sh
FUZZING = run
fuzz: NEEDED += $(FUZZ_NEEDED)
fuzz: setup
	$(RUN)$(SUBMAKE) VARIANT=fuzz build/fuzz/tests/fuzz/fuzz
	@RUNS='$(RUNS)' ENTRY='$(ENTRY)' DIR='$(DIR)' sh tests/fuzz/run.sh build/fuzz/tests/fuzz/fuzz $(FUZZING)

## mutants: change COUNT (300) places of src, one at a time, and see whether a test fails
mutants:
	$(RUN)COUNT='$(COUNT)' perl tests/mutants/mutants.pl

## bench: build tests/bench and measure
bench: all $(BENCH)
	@test ! -f tests/bench/run.sh || CATASTA=$(OUT)/catasta BENCH=$(OUT)/tests/bench sh tests/bench/run.sh

## hostile: print which of hundreds of hostile inputs take long, in every command
hostile: all
	tests/bench/shapes.py $(OUT)/catasta

## layers: check which folder includes which, and which names texts of the library use
## sizes: lines in each folder, and how long functions are
## pictures: draw the pictures of README.md and TOUR.md in samples/pictures again
pictures: all
layers sizes pictures:
	@sh tests/$@.sh

## format: format the code
format:
	clang-format -i $(CODE)

## lint: clang-tidy and cppcheck
TIDY = bugprone-*,clang-analyzer-*,performance-*,portability-*,-bugprone-easily-swappable-parameters,\
-bugprone-narrowing-conversions,-bugprone-implicit-widening-of-multiplication-result,\
-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling
lint: setup $(HEADERS)
	@printf '%s\n' $(SOURCES) | xargs -P $(shell nproc) -I '{}' clang-tidy --quiet --warnings-as-errors='*' \
	    --checks='-*,$(TIDY)' '{}' -- -std=c17 $(DEFINES) -DCATASTA_DATA='""'
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 -Isrc src

# Of make wasm.
REFEREE = build/wasm/referee.html

# What is installed, as FILE:FOLDER; uninstall takes away the same.
INSTALLED = $(OUT)/catasta:$(bindir) src/catasta.h:$(includedir) $(OUT)/libcatasta.a:$(libdir) $(OUT)/$(SHARED):$(libdir) \
    $(OUT)/catasta.pc:$(libdir)/pkgconfig $(foreach page,$(PAGES),$(page):$(mandir)/man$(subst .,,$(suffix $(page)))) \
    $(foreach file,$(wildcard rulesets/*.yaml) $(SAMPLES),$(file):$(DATA)/$(patsubst %/,%,$(dir $(file)))) \
    $(foreach file,$(wildcard man/*.json) $(OUT)/ruleset.schema.json,$(file):$(DATA)/schema) \
    $(OUT)/completions/catasta:$(datadir)/bash-completion/completions $(OUT)/completions/_catasta:$(datadir)/zsh/site-functions \
    $(foreach page,$(wildcard $(REFEREE)),$(page):$(DATA)) $(OUT)/completions/catasta.fish:$(datadir)/fish/vendor_completions.d packaging/mime/catasta.xml:$(datadir)/mime/packages \
    $(foreach folder,ftdetect syntax,packaging/vim/$(folder)/sgn.vim:$(datadir)/vim/vimfiles/$(folder))

# Completions, under the names that shells look for, and the schema of rulesets.
MADE = $(OUT)/completions/catasta $(OUT)/completions/_catasta $(OUT)/completions/catasta.fish $(OUT)/ruleset.schema.json
$(OUT)/completions/catasta: WORDS = completions bash
$(OUT)/completions/_catasta: WORDS = completions zsh
$(OUT)/completions/catasta.fish: WORDS = completions fish
$(OUT)/ruleset.schema.json: WORDS = rules schema
$(RULES): WORDS = explain -f man $(filter-out rules,$(@:$(OUT)/man/catasta-%.7=%))
$(MADE) $(RULES): $(OUT)/catasta
	$(Q)mkdir -p $(@D) && $(NATIVE) $(WORDS) > $@

$(MANUALS:%=$(OUT)/%): $(OUT)/man/%: man/% src/catasta.h
	$(Q)mkdir -p $(@D) && $(FILLED) $< > $@

$(OUT)/catasta.pc: src/catasta.pc.in FORCE
	$(Q)$(FILLED) -e "s|@prefix@|$(PREFIX)|" -e 's|@libdir@|$(libdir:$(PREFIX)/%=$${prefix}/%)|' \
	    -e 's|@includedir@|$(includedir:$(PREFIX)/%=$${prefix}/%)|' $< > $@

## install: install everything that was built below PREFIX (and DESTDIR)
install: all $(OUT)/catasta.pc $(MADE)
	@for pair in $(INSTALLED); do file=$${pair%%:*}; to="$(DESTDIR)"$${pair#*:}/$${file##*/}; mode=644; \
	    case $$file in *.so.* | $(OUT)/catasta) mode=755 ;; esac; \
	    $(INSTALL) -d "$${to%/*}" && $(INSTALL) -m $$mode "$$file" "$$to" || exit; done
	@for link in $(LINKS); do ln -sf $(SHARED) "$(DESTDIR)$(libdir)/$$link" || exit; done

## uninstall: remove what install put there, and its folders if they are empty
uninstall:
	@for pair in $(INSTALLED) $(REFEREE):$(DATA) $(LINKS:%=%:$(libdir)); do file=$${pair%%:*}; rm -f "$(DESTDIR)"$${pair#*:}/$${file##*/}; done
	@test ! -d "$(DESTDIR)$(DATA)" || find "$(DESTDIR)$(DATA)" -depth -type d -empty -delete

## clean: remove build/
clean:
	rm -rf build

## help: this list
help:
	@awk 'sub(/^## /, "") && match($$0, /^[a-z-]+: /) \
	    { printf "make %-14s %s\n", substr($$0, 1, RLENGTH - 2), substr($$0, RLENGTH + 1) }' Makefile
	@echo 'Variables: PREFIX, libdir, DESTDIR, CC, CFLAGS, VARIANT=gcc|gcc-asan|gcc-tsan|clang|fuzz|wasm|coverage|32bit, WERROR=1, V=1, DYNAMIC=1'

# catasta: everything is built under build/.  `make help` lists what can be asked for.
#
#   build/generated/  scanner, parser, embedded rulesets: the same for every variant
#   build/            catasta, libcatasta.a, obj/: the usual build
#   build/VARIANT/    the same by another compiler or other flags: make VARIANT=clang

PREFIX = /usr/local
VARIANT =
V =
WERROR =

CFLAGS = -O2 -g
FLEXFLAGS = -Cfe
BISONFLAGS = -Wall -Wno-yacc -Werror
CFLAGS_gcc-asan = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_coverage = -O0 -g --coverage
CC_clang = clang
ifdef VARIANT
override CFLAGS := $(or $(CFLAGS_$(VARIANT)),$(CFLAGS))
override CC := $(or $(CC_$(VARIANT)),$(CC))
endif

OUT = build$(VARIANT:%=/%)
GENERATED = build/generated
Q = $(if $(V),,@)
DATA = $(PREFIX)/share/catasta

CPPFLAGS = -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -Isrc -I$(GENERATED)
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror=implicit-function-declaration \
    -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=return-type $(if $(WERROR),-Werror)
# What flex, bison and a ruleset as one long string cannot help.
QUIET = -Wno-conversion -Wno-sign-conversion -Wno-sign-compare -Wno-shadow -Wno-unused-function \
    -Wno-unused-parameter -Wno-overlength-strings
COMPILE = $(CC) -std=c17 $(CPPFLAGS) -DCATASTA_DATA=\"$(DATA)/rulesets\" $(WARNINGS) -fvisibility=hidden -pthread $(CFLAGS)
LIBS = -lyaml -lpthread

SOURCES = $(sort $(wildcard src/*/*.c src/catasta.c))
GRAMMAR = $(if $(wildcard grammar/record.l),scanner) $(if $(wildcard grammar/record.y),parser)
HEADERS = $(GRAMMAR:%=$(GENERATED)/%.h)
LIB_OBJECTS = $(patsubst %.c,$(OUT)/obj/%.o,$(filter-out src/cli/%,$(SOURCES))) \
    $(GRAMMAR:%=$(OUT)/obj/generated/%.o) $(if $(wildcard src/ruleset/embed.awk),$(OUT)/obj/generated/embedded.o)
CLI_OBJECTS = $(patsubst %.c,$(OUT)/obj/%.o,$(filter src/cli/%,$(SOURCES)))

MAKEFLAGS += --no-builtin-rules $(if $(filter 0,$(MAKELEVEL)),-j$(shell nproc))
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all clean help FORCE

## all: build/catasta and build/libcatasta.a (the default)
all: $(OUT)/catasta $(OUT)/libcatasta.a

$(OUT)/catasta: $(CLI_OBJECTS) $(OUT)/libcatasta.a
	@echo "  LINK $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# One object whose only visible symbols are those that catasta.h declares.
$(OUT)/libcatasta.a: $(LIB_OBJECTS)
	@echo "  AR   $@"
	$(Q)rm -f $@ && $(LD) -r -o $(OUT)/obj/libcatasta.o $^
	$(Q)objcopy --localize-hidden $(OUT)/obj/libcatasta.o && $(AR) rcs $@ $(OUT)/obj/libcatasta.o

$(OUT)/obj/%.o: %.c $(OUT)/obj/flags | $(HEADERS)
	@echo "  CC   $@"
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

$(OUT)/obj/generated/%.o: $(GENERATED)/%.c $(OUT)/obj/flags | $(HEADERS)
	@echo "  CC   $@"
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $(QUIET) -MMD -MP -c -o $@ $<

# Changes only when the compiler or its flags do, and then everything is compiled anew.
$(OUT)/obj/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(COMPILE)' | cmp -s - $@ || printf '%s\n' '$(COMPILE)' > $@

$(GENERATED)/scanner.c $(GENERATED)/scanner.h &: grammar/record.l
	@echo "  FLEX $<"
	@mkdir -p $(@D)
	$(Q)flex $(FLEXFLAGS) --outfile=$(GENERATED)/scanner.c --header-file=$(GENERATED)/scanner.h $<

$(GENERATED)/parser.c $(GENERATED)/parser.h &: grammar/record.y
	@echo "  BISON $<"
	@mkdir -p $(@D)
	$(Q)bison $(BISONFLAGS) --header=$(GENERATED)/parser.h --output=$(GENERATED)/parser.c $<

$(GENERATED)/embedded.c: src/ruleset/embed.awk $(wildcard rulesets/*.yaml)
	@mkdir -p $(@D)
	$(Q)awk -f $< $(sort $(filter %.yaml,$^)) > $@

-include $(shell find $(OUT)/obj -name '*.d' 2>/dev/null)

## clean: remove build/
clean:
	rm -rf build

## help: this list
help:
	@awk '/^## [a-z]+: / { name = $$2; sub(/^## [a-z]+: /, ""); printf "make %-12s%s\n", substr(name, 1, length(name) - 1), $$0 }' Makefile

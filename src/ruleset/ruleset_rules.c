/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset.h"

/* Sixty-five openers, one more than a ruleset may nest. */
#define OPENERS_8 "[[[[[[[["
#define OPENERS_65 OPENERS_8 OPENERS_8 OPENERS_8 OPENERS_8 OPENERS_8 OPENERS_8 OPENERS_8 OPENERS_8 "["

const struct rule ruleset_rules[RULESET_RULE_COUNT] = {
    [RULESET_UNKNOWN_KEY] = {"ruleset/unknown-key", SEVERITY_ERROR, "unknown key '{key}', expected {expected}{?advice}",
        "A ruleset has only keys that its game knows. Some keys are common to all games; all are in small letters. "
        "Keys nest: win.check in a [Rules] tag is win: {check: ...} in a file.",
        "game: accasta\nwin: {chek: turn-end}\n", .kept = "game: accasta\nwin: {check: turn-end}\n"},
    [RULESET_TYPE] = {"ruleset/type", SEVERITY_ERROR, "{key} takes {expected}, found {found}{?advice}",
        "Each key takes one kind of value. That is a word, text, a whole number, a list or a mapping. Numbers are "
        "decimal digits, without a leading zero, a fraction or quotes. The whole ruleset is one mapping.",
        "game: accasta\nwin: 3\n", .kept = "game: accasta\nwin: {controlling: 3}\n"},
    [RULESET_DOMAIN] = {"ruleset/domain", SEVERITY_ERROR, "{key} takes {expected}, found '{found}'{?advice}",
        "A key takes only the values that its game allows. This value is of the right kind, but a number out of range "
        "or a word that is not in the list.",
        "game: accasta\nstack_limit: 9\n", .kept = "game: accasta\nstack_limit: 8\n"},
    [RULESET_MISSING] = {"ruleset/missing", SEVERITY_ERROR, "{key} is missing, expected {expected}{?advice}",
        "Every ruleset names its game. All other keys have defaults; the shipped ruleset with the defaults of its game "
        "must give every key.",
        "title: A ruleset without a game\n", .kept = "title: A ruleset with a game\ngame: accasta\n",
        .parameter = "game"},
    [RULESET_DUPLICATE_KEY] = {"ruleset/duplicate-key", SEVERITY_ERROR,
        "'{key}' is given twice, expected once; the first is {first}",
        "A key is given only once in a mapping or [Rules] tag. With two values it is unclear which one was meant.",
        "game: accasta\ngame: accasta\n", .kept = "game: accasta\n"},
    [RULESET_ALIAS] = {"ruleset/alias", SEVERITY_ERROR, "found {found} '{name}', expected a plain value",
        "A ruleset has no YAML anchors, aliases or tags. Do not write &name, *name or !name; write each value where it "
        "is used. To share values between rulesets, use extends.",
        "game: &name accasta\n", .kept = "game: accasta\n"},
    [RULESET_NESTING] = {"ruleset/nesting", SEVERITY_ERROR,
        "found lists and mappings nested deeper than {limit}, expected at most {limit:level}",
        "Lists and mappings nest at most 64 deep. No ruleset needs more than a few levels; the limit protects against "
        "hostile files.",
        "game: accasta\nsetup: " OPENERS_65 "\n",
        .kept = "game: accasta\nsetup: {white: {w: [a1]}, black: {b: [g1]}}\nwin: {controlling: 1}\n"},
    /* No example: a text that exceeds the limits is not small. */
    [RULESET_TOO_LARGE] = {"ruleset/too-large", SEVERITY_ERROR,
        "found more than {limit} {unit}, expected at most {limit}",
        "A ruleset is about a page of text. Files over 1 MiB or with more than 32768 keys and values, mappings of more "
        "than 256 keys, keys of more than 128 bytes and [Rules] tags over 4096 bytes are refused.",
        NULL, .kept = NULL},
    [RULESET_YAML] = {"ruleset/yaml", SEVERITY_ERROR, "not valid YAML for a ruleset: {found}, expected {expected}",
        "A ruleset is one YAML document in UTF-8. It has no directives and no control characters. The place shown is "
        "where reading stopped, and the fault may be before it; or it is where a bracket or quote that is never closed "
        "begins.",
        "game: [accasta\n", .kept = "game: accasta\n"},
    [RULESET_CELL] = {"ruleset/cell", SEVERITY_ERROR,
        "'{cell}' in {key} is not a cell of the board, expected {expected}{?advice}",
        "Cells must lie on the board that the ruleset gives. They are written as the game writes them, in small "
        "letters.",
        "game: accasta\ncastle: {white: [a1, a2, a3, z9], black: [g1, g2, g3]}\n",
        .kept = "game: accasta\ncastle: {white: [a1, a2, a3, a4], black: [g1, g2, g3]}\n",
        .parameter = "board.hexhex board.rows"},
    [RULESET_CONFLICT] = {"ruleset/conflict", SEVERITY_ERROR, "found {found}, expected {expected}{?advice}",
        "Values must fit together. Two boards do not, for example, nor does a goal that the rest of the ruleset makes "
        "impossible.",
        "game: accasta\nboard: {hexhex: 4, rows: [4, 5, 6, 7, 6, 5, 4]}\n",
        .kept = "game: accasta\nboard: {hexhex: 4}\n"},
    [RULESET_EXTENDS] = {"ruleset/extends", SEVERITY_ERROR,
        "cannot extend '{name}': found {found}, expected {expected}{?advice}",
        "A ruleset extends another of its game by plain name. A chain has at most 8 rulesets and never returns to one "
        "of them.",
        "game: accasta\nextends: ../accasta\n", .kept = "game: accasta\nextends: accasta-pari\n",
        .parameter = "extends"},
    [RULESET_UNKNOWN] = {"ruleset/unknown", SEVERITY_ERROR, "unknown {kind} '{name}': {why}{?advice}",
        "A game or ruleset of this name must exist. A ruleset is looked up as NAME.yaml in the given folders, then "
        "among the built-in ones. Where paths are allowed, a name with a slash or ending in .yaml is a file.",
        "game: no-such-game\n", .kept = "game: accasta\n", .parameter = "game extends"},
    [RULESET_NO_EFFECT] = {"ruleset/no-effect", SEVERITY_WARNING, "{key} has no effect: {why}{?advice}",
        "A value should change something. This one is allowed, but another value makes it meaningless: a kind of "
        "piece, for example, that the set-up does not use. The ruleset can be used; the value may be a slip.",
        "game: accasta\npieces: {white: wv, black: b}\n", .kept = "game: accasta\npieces: {white: w, black: b}\n"},
    [RULESET_LEFT_BEHIND] = {"ruleset/left-behind", SEVERITY_WARNING,
        "{key} would be inherited from {origin}, which has another board{?advice}",
        "A new board needs its own set-up and zones. If a ruleset does not give them, it inherits them, and cells at "
        "the edge of one board are elsewhere on another. The ruleset can be used, but its two sides are no longer "
        "alike.",
        "game: accasta\nboard: {hexhex: 5}\nsetup: {white: {w: [a1, a2, a3]}, black: {b: [i1, i2, i3]}}\n",
        .kept = "game: accasta\nboard: {hexhex: 5}\nsetup: {white: {w: [a1, a2, a3]}, black: {b: [i1, i2, i3]}}\n"
                "castle: {white: [a1, a2, a3], black: [i1, i2, i3]}\n"},
    [RULESET_LEFT_OUT] = {"ruleset/left-out", SEVERITY_WARNING,
        "{key} replaces the inherited entry, but leaves out {letters}, which that entry has{?advice}",
        "An entry that replaces another replaces all of it. Parts that it leaves out are not inherited. The ruleset "
        "can be used, but a part may have been forgotten.",
        "extends: stakd-elite\ngame: stakd\nplayers: 2\npieces: {2: {B: 2, U: 12, D: 8, T: 4, Q: 2}}\n",
        .kept = "extends: stakd-elite\ngame: stakd\nplayers: 2\npieces: {2: {B: 2, U: 12, D: 8, T: 4, Q: 2, X: 0}}\n",
        .parameter = "extends"},
};

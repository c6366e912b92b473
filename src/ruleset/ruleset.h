/* SPDX-License-Identifier: MIT */
/* Rulesets: YAML files that say what a game's rules leave to choice.

       file ──libyaml──> nodes ──extends, defaults──> nodes ──keys──> ruleset
                         (with places)                        (checked)

   This module knows YAML, places, inheritance, types and spelling; it knows no
   game.  What keys a game has, and which shipped ruleset holds its defaults,
   comes from the game as data; what a cell or a piece is, the game checks by
   itself, on the nodes, and reports at their places. */
#ifndef CATASTA_RULESET_RULESET_H
#define CATASTA_RULESET_RULESET_H

#include "base/arena.h"
#include "base/fault.h"
#include "base/nearest.h"

/* Where something is: FILE as messages name it, LINE and columns in characters from 1,
   END_COLUMN exclusive.  In [Rules] or the caller's rules there is no file (NULL), and
   columns count from 1 in the text given.  LINE 0 means the name that was asked for: only
   the caller knows where that was written. */
struct place {
    const char *file;
    uint32_t line;
    uint32_t column;
    uint32_t end_column;
};

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAPPING };

struct node {
    enum node_kind kind;
    bool quoted;        /* a scalar in quotes: text, even when it looks like a number */
    struct slice value; /* of a scalar */
    struct slice key;   /* of a mapping's entry; else empty */
    struct place place;
    struct place key_place;
    struct node *first; /* children, in the order of the file */
    struct node *next;
    uint32_t count;               /* of children */
    const struct node *inherited; /* of KEY_RANGES, the mapping whose entries it replaced some of; else NULL */
};

enum key_type {
    KEY_TEXT,    /* a scalar */
    KEY_NUMBER,  /* an integer, minimum..maximum */
    KEY_NUMBERS, /* a list of integers, each minimum..maximum */
    KEY_COUNTS,  /* an integer or a list of integers, each minimum..maximum */
    KEY_WORD,    /* one of WORDS */
    KEY_MAPPING, /* a mapping, or WORDS if there are any, whose inside the game checks */
    KEY_LIST,    /* a list whose items the game checks */
    KEY_RANGES,  /* a mapping of numbers up to maximum, or ranges of them, to what the game checks */
};

/* One parameter.  NAME is its dotted path; a prefix of a path is a mapping, and
   no path is another's prefix.  Paths under "board." but words are branches of a choice:
   a ruleset has exactly one of them.  The keys that every game has (game, title,
   designer, source, extends, players) are not in a game's table. */
struct key_reading;
struct ruleset;
struct problems;

struct key {
    const char *name;
    enum key_type type;
    uint32_t minimum;
    uint32_t maximum;
    const char *words; /* separated by spaces; of a mapping there may be '|' and what its entries are after them */
    const char *about; /* half a sentence, for people */

    /* Where its value goes in the game's rules: the number, or a word by its place from 0.  Of size 0 it
       goes nowhere. */
    uint16_t offset;
    uint8_t size;

    /* Takes what no number is, or holds a number that was taken against the others; false with a problem. */
    bool (*read)(const struct key_reading *reading, const struct key *key);
    const void *with; /* more data for read */
    bool late;        /* it is read after the others, which it needs */
};

/* .offset and .size of MEMBER of struct RULES, for a row of a table of keys, or of fields. */
#define KEY_INTO(rules, member) .offset = offsetof(struct rules, member), .size = sizeof(((struct rules *)0)->member)

/* A ruleset while a game takes its parameters. */
struct key_reading {
    const struct ruleset *ruleset;
    void *rules;
    struct arena *arena;
    struct problems *problems;
};

/* Reads a key of KEY_RANGES, "3" or "3-4": its first and its last number, from 1 to MOST. */
bool range_read(struct slice key, uint32_t most, uint32_t range[2]);

/* What the value of a key may be, in words: "a whole number from 1 to 8". */
const char *key_takes(struct arena *arena, const struct key *key);

/* What the loader must know of a game.  DEFAULTS names the shipped ruleset that
   holds every key; KEYS ends with a NULL name. */
struct ruleset_game {
    const char *name;
    const char *defaults;
    const struct key *keys;
};

extern const struct key common_keys[]; /* of every game; ends with a NULL name */

/* A key of a ruleset of GAME, or of rulesets of any game where that is NULL; NULL
   when there is none at PATH. */
const struct key *ruleset_key(const struct ruleset_game *game, struct slice path);

/* Ids of this module, ruleset/…, and the facts that their messages take; the
   last fact of most is advice, "" or such as "did you mean 'check'?". */
enum ruleset_rule {
    RULESET_UNKNOWN_KEY,   /* key, what is expected, advice */
    RULESET_TYPE,          /* key, what is expected, what was found, advice */
    RULESET_DOMAIN,        /* key, what is expected, the value, advice */
    RULESET_MISSING,       /* key, what is expected, advice */
    RULESET_DUPLICATE_KEY, /* key, where it was given first: "on line 3" */
    RULESET_ALIAS,         /* "an alias", its name */
    RULESET_NESTING,       /* the most levels */
    RULESET_TOO_LARGE,     /* the most, of what: "bytes in a file" */
    RULESET_YAML,          /* what is wrong, what is expected */
    RULESET_CELL,          /* the cell, the key it is in, what is expected, advice */
    RULESET_CONFLICT,      /* what was found, what is expected, advice */
    RULESET_EXTENDS,       /* the name, what was found, what is expected, advice */
    RULESET_UNKNOWN,       /* "game" or "ruleset", its name, what is expected, advice */
    RULESET_NO_EFFECT,     /* what has none, because of what, advice */
    RULESET_LEFT_BEHIND,   /* the key, where it is, advice */
    RULESET_LEFT_OUT,      /* the entry, what it lacks, advice */
    RULESET_RULE_COUNT
};
extern const struct rule ruleset_rules[RULESET_RULE_COUNT];

/* Faults of rulesets, in the order they were found; memory from ARENA. */
struct problem {
    const struct rule *rule;
    struct slice facts;
    struct place place;
    struct problem *next;
};

/* The text of a file, without a byte order mark; of overrides, FILE is NULL. */
struct problem_text {
    const char *file;
    struct slice bytes;
    struct problem_text *next;
};

struct problems {
    struct arena *arena;
    struct problem *first;
    struct problem *last;
    struct problem_text *texts; /* what was read so far */
    unsigned count;             /* added here, not by appending */
    bool absent;                /* there is no ruleset of the name that was asked for */
    bool unread;                /* some file is there, and could not be read */
};

/* The text that places in FILE refer to, at == NULL where it is not available. */
struct slice problems_text(const struct problems *problems, const char *file);

/* Puts PROBLEMS in the order in which files were read, overrides last, and in each in order
   of place; one that is given twice is kept once. */
void problems_sort(struct problems *problems);

/* Adds a problem, unless there are a hundred already, and returns false.  FORMAT as for fault_raise; with no memory
   the arena remembers that it failed, and nothing is added. */
bool problem_add(struct problems *problems, enum ruleset_rule rule, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A value fit for a fact: its first characters, with no FACT_BREAK.  Use as
   excerpt_of(slice).text within one expression. */
struct excerpt {
    char text[72];
};
struct excerpt excerpt_of(struct slice slice);

/* A ruleset that has been checked against its game's keys: every key is there,
   of its type and in its domain.  Lives in the arena it was loaded into. */
struct ruleset {
    struct slice name; /* "accasta-pari", or the path it was loaded from */
    const char *file;  /* as its places name it */
    const struct ruleset_game *game;
    const struct node *root;
};

/* Files of rulesets as they were when they were read first, by path, so that all games are judged by the same rules;
   for any number of threads.  NULL when out of memory. */
struct ruleset_files;
struct ruleset_files *ruleset_files_new(void);
struct ruleset_files *ruleset_files_hold(struct ruleset_files *files);
void ruleset_files_drop(struct ruleset_files *files);

/* Where rulesets are searched for and which games there are.  FIND_GAME returns NULL for a
   name that is not a game's; GAMES lists their names for advice, NULL at the end, and may
   itself be NULL. */
struct ruleset_loader {
    const struct ruleset_game *(*find_game)(struct slice name);
    const char *const *folders; /* searched in order, NULL at the end; may be NULL */
    const char *const *games;
    struct ruleset_files *files; /* that need not be read again; NULL: each is read whenever it is asked for */
};

/* Loads a ruleset by shipped name; with PATHS_ALLOWED also by path (anything
   with a '/' or that ends in .yaml or .yml).  OVERRIDES is the text of a [Rules]
   tag or of the caller, "key=value key=v1,v2", empty for none.  False when there was
   any problem; all of them are in PROBLEMS, file by file in order of place, those
   of OVERRIDES last.  False and no problem: the arena of PROBLEMS failed. */
bool ruleset_load(const struct ruleset_loader *loader, struct slice name, bool paths_allowed, struct slice overrides,
    struct ruleset *ruleset, struct problems *problems);

/* The same for YAML at hand, whose places and ruleset are called NAME; if that is a path, what YAML extends is searched
   for beside it. */
bool ruleset_load_text(const struct ruleset_loader *loader, struct slice name, struct slice yaml,
    struct slice overrides, struct ruleset *ruleset, struct problems *problems);

/* The name in a path: "four" in ../rules/four.yaml. */
struct slice ruleset_name_in(struct slice path);

/* The node at a dotted path, NULL when there is none. */
const struct node *ruleset_get(const struct ruleset *ruleset, const char *path);

/* The value of a KEY_NUMBER, and the place in WORDS, from 0, of a KEY_WORD; 0
   for a branch of a choice that was not taken. */
uint32_t ruleset_number(const struct ruleset *ruleset, const char *path);
unsigned ruleset_word(const struct ruleset *ruleset, const char *path);

/* Where a contradiction that shows AT some node is to be corrected: there, or at the one of
   KEYS (paths with spaces between) that the user wrote more directly: in an override, or in
   the ruleset's own file rather than one it extends. */
struct place ruleset_culprit(const struct ruleset *ruleset, struct place at, const char *keys);

/* Whether the value at PATH was written more directly than the one at OTHER. */
bool ruleset_is_nearer(const struct ruleset *ruleset, const char *path, const char *other);

bool place_is_same(struct place a, struct place b);

/* LENGTH characters of NODE, a scalar, from the character at AT on; all of it where it
   is not written as it reads. */
struct place node_part(const struct node *node, uint32_t at, uint32_t length);

/* A child of a mapping by name, NULL when there is none. */
struct node *node_child(const struct node *mapping, struct slice key);

/* The whole ruleset as YAML, one key a line, nested as in a file. */
void ruleset_show(const struct ruleset *ruleset, struct text *yaml);

/* A value on one line, as in a list. */
void node_write(const struct node *node, struct text *yaml);

/* Lines "key: value of A | value of B" for every parameter that differs, leaving out
   title, designer and source; empty when A and B play alike. */
void ruleset_diff(const struct ruleset *a, const struct ruleset *b, struct text *lines);

/* Calls FOUND once for every ruleset name the loader can see, sorted, each once. */
void ruleset_names(const struct ruleset_loader *loader, void (*found)(void *context, struct slice name), void *context);

/* "did you mean 'check'?", of the nearest or of the only one with this beginning, or "". */
const char *nearest_advice(struct arena *arena, struct slice written, const char *const *candidates, size_t count);

/* Shipped rulesets, compiled in from rulesets/, so that defaults are written
   once and the program runs from anywhere.  Ends with a NULL name. */
struct embedded_ruleset {
    const char *name;
    const char *yaml;
};
extern const struct embedded_ruleset embedded_rulesets[];

#endif

/* SPDX-License-Identifier: MIT */
/* What the files of this module share; no other file includes it.  The way of a ruleset through them:

       find.c ──bytes──> yaml.c ──nodes──> check.c ──> merge.c ──> ruleset
       file.c            overrides.c ──nodes──┘

   Everything lives in the arena of the problems it is loaded with. */
#ifndef CATASTA_RULESET_RULESET_PARTS_H
#define CATASTA_RULESET_RULESET_PARTS_H

#include "base/utf8.h"
#include "ruleset/ruleset.h"

enum {
    MOST_BYTES = 1024 * 1024, /* in a file */
    MOST_LEVELS = 64,         /* of nesting */
    MOST_VALUES = 32768,      /* in a file, and keys */
    MOST_KEYS = 256,          /* in a mapping: keeps searching one by one cheap */
    MOST_KEY_BYTES = 128,     /* in a key */
    MOST_ITEMS = 256,         /* in a list of numbers */
    MOST_EXTENDS = 8,         /* in a chain */
    MOST_PROBLEMS = 100,      /* of a file, or a game: more are not reported, and YAML is read no further */
    MOST_RULE_BYTES = 4096,   /* in overrides */
    MOST_NAME_BYTES = 64      /* in the plain name of a ruleset */
};

/* ---- names.c: lists of words to choose from */

struct name_list {
    const char **at;
    size_t count;
    size_t capacity;
};

void names_add(struct arena *arena, struct name_list *names, struct slice name);
void names_add_words(struct arena *arena, struct name_list *names, const char *words);

/* "one of a, b, c"; "" when out of memory. */
const char *names_choice(struct arena *arena, const struct name_list *names);

/* "did you mean 'check'?" or "". */
const char *names_advice(struct arena *arena, const struct name_list *names, struct slice written);

/* Moves what TEXT holds into the arena; "" when out of memory.  And the same of what FORMAT says. */
const char *text_keep(struct arena *arena, struct text *text);
const char *words_of(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- problems.c */

/* Notes that BYTES were read from FILE. */
void problems_add_text(struct problems *problems, const char *file, struct slice bytes);

void problems_append(struct problems *problems, const struct problems *more);

/* ---- nodes.c */

struct node *node_new(struct arena *arena, enum node_kind kind, struct place place);
void node_append(struct node *parent, struct node *child);

/* A copy that is not in any list; it shares its children. */
struct node *node_copy(struct arena *arena, const struct node *node);

/* The node at a dotted path below ROOT, NULL when there is none. */
const struct node *node_of_path(const struct node *root, struct slice path);

/* Sets the node at a dotted path, with mappings on the way; VALUE is not in a list. */
bool node_put(struct arena *arena, struct node *root, struct slice path, struct node *value);

/* ---- yaml.c: the tree of a file, NULL when it cannot be trusted */

/* True for characters that are written in a file as they are, not as an escape. */
bool yaml_takes(struct utf8_char c);

struct node *yaml_read(const char *file, struct slice bytes, struct problems *problems);

/* ---- file.c */

enum file_result { FILE_READ, FILE_ABSENT, FILE_TOO_LARGE, FILE_REFUSED };

/* Reads a regular file into the arena, unless FILES have it, or are NULL; for FILE_REFUSED *WHY says what is wrong. */
enum file_result file_read(
    struct ruleset_files *files, struct arena *arena, const char *path, struct slice *bytes, const char **why);

/* ---- find.c */

struct ruleset_source {
    struct slice name;
    const char *file;    /* for places; two sources of one file are one ruleset */
    struct slice beside; /* of a path, what precedes a sibling's name; at == NULL: no siblings */
    struct slice bytes;
};

struct ruleset_search {
    struct slice name;
    struct slice beside;
    struct place place; /* where the name is written */
    bool paths_allowed;
};

/* The part of a path up to its last slash, with it. */
struct slice path_folder(struct slice path);

bool source_find(const struct ruleset_loader *loader, const struct ruleset_search *search,
    struct ruleset_source *source, struct problems *problems);
const struct embedded_ruleset *embedded_find(struct slice name);
const char *embedded_place(struct arena *arena, struct slice name);

/* ---- keys.c: which keys there are */

/* A parameter by its path: the game's, or players. */
const struct key *key_find(const struct ruleset_game *game, struct slice path);

/* True when PATH is a mapping that holds keys of the game. */
bool key_is_prefix(const struct ruleset_game *game, struct slice path);

/* True for "board.rows" and the like, of which a ruleset has one, but not for a word about it, such as "board.names".
 */
bool key_is_branch(const struct key *key);

/* The branch that NODE of the mapping "board" is, by its own key; NULL when it is none. */
const struct key *key_of_branch(const struct ruleset_game *game, const struct node *node);

/* IN_FILE: keys are written nested, not as paths. */
bool report_unknown_key(
    const struct ruleset_game *game, struct slice path, bool in_file, struct place place, struct problems *problems);

/* NODE is in the place of the mapping at PATH but is not one. */
bool report_no_mapping(
    const struct ruleset_game *game, struct slice path, const struct node *node, struct problems *problems);

/* ---- check.c */

/* Checks a file's tree; returns its game, NULL when it names none. */
const struct ruleset_game *check_file(
    const struct ruleset_loader *loader, const struct node *root, struct problems *problems);

bool check_value(const struct key *key, const struct node *node, struct problems *problems);

/* Checks that a word in place of a mapping is one of the key's.  The game would check it,
   but it is not asked where anything else is wrong. */
bool check_mapping_word(const struct key *key, const struct node *node, struct problems *problems);

/* A ruleset has one board. */
bool check_branches(const struct ruleset_game *game, const struct node *root, struct problems *problems);

/* "a list", "'word'": what a message says was found. */
const char *node_found(struct arena *arena, const struct node *node);

/* ---- overrides.c: the tree of a [Rules] text */

struct node *overrides_read(const struct ruleset_game *game, struct slice text, struct problems *problems);

/* ---- merge.c */

/* BASE with what OVER says, of GAME, or where that is NULL of a mapping in it; NULL when out of memory. */
struct node *ruleset_merge(
    struct arena *arena, const struct ruleset_game *game, const struct node *base, const struct node *over);

/* A tree with every key, in the order of the table; NULL when a key is in neither
   ROOT nor DEFAULTS. */
const struct node *ruleset_complete(
    const struct ruleset_game *game, const struct node *root, const struct node *defaults, struct problems *problems);

#endif

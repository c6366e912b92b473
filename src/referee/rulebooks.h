/* SPDX-License-Identifier: MIT */
/* Rulesets made ready to play by, kept for the next record that names them. */
#ifndef CATASTA_REFEREE_RULEBOOKS_H
#define CATASTA_REFEREE_RULEBOOKS_H

#include "referee/referee.h"

enum { RULEBOOKS = 16 };

/* One slot: the request and its result; zeroed it is empty. */
struct rulebook_entry {
    struct slice name;
    struct slice overrides;
    bool paths_allowed;
    struct slice own_name; /* of a file: its name without folder and ending */
    struct slice title;    /* not one that it inherits */
    struct rulebook book;  /* game NULL: it could not be loaded */
    struct problems problems;
};

struct rulebooks {
    struct ruleset_loader loader;
    struct rulebook_entry entries[RULEBOOKS];
    unsigned next; /* the slot to use next, round and round */
};

void rulebooks_init(struct rulebooks *books, const char *const *folders, struct ruleset_files *files);
void rulebooks_release(struct rulebooks *books);

/* Loads NAME with OVERRIDES into ENTRY, in the place of what was there; the outcome and all
   problems are in ENTRY.  Without memory there is neither. */
void rulebook_load(const struct ruleset_loader *loader, struct slice name, bool paths_allowed, struct slice overrides,
    struct rulebook_entry *entry);

/* The same for the text YAML of a ruleset called NAME. */
void rulebook_load_text(
    const struct ruleset_loader *loader, struct slice name, struct slice yaml, struct rulebook_entry *entry);

/* Lets go of what is in ENTRY. */
void rulebook_unload(struct rulebook_entry *entry);

/* Whether the ruleset of ENTRY is there but cannot be used, for its .problems. */
bool rulebook_is_unusable(const struct rulebook_entry *entry);

/* How many play where nothing says so: two, or the fewest that may. */
unsigned rulebook_players(const struct rulebook *book);

/* The entry for NAME with OVERRIDES, loaded now or before. */
const struct rulebook_entry *rulebooks_get(
    struct rulebooks *books, struct slice name, bool paths_allowed, struct slice overrides);

#endif

/* SPDX-License-Identifier: MIT */
/* The faults that an earlier run of check found, by its JSON Lines. A fault is known by its file, ruleset, players, id,
   seat and turn; each line of the earlier run lets it pass once. */
#ifndef CATASTA_CLI_BASELINE_H
#define CATASTA_CLI_BASELINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct baseline {
    json_t *left; /* how often each fault may still be found */
    bool failed;  /* memory ran out */
};

/* Reads the file NAME; false after complaining. To be closed either way. */
bool baseline_open(struct baseline *baseline, const char *name);
void baseline_close(struct baseline *baseline);

/* Takes FAULT out of the struct baseline CONTEXT; as .known of struct catasta_check. */
bool baseline_take(void *context, const char *fault, size_t length);

#endif

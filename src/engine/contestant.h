/* SPDX-License-Identifier: MIT */
/* What takes part in an arena: engines as their options describe them, and the openings that they play. */
#ifndef CATASTA_ENGINE_CONTESTANT_H
#define CATASTA_ENGINE_CONTESTANT_H

#include "engine/protocols.h"

enum { ENGINE_OPTIONS = 32 };

struct contestant {
    char *words;      /* allocated: what the texts below are in */
    const char *name; /* no two have the same */
    const char *command;
    const char *protocol_name; /* NULL: that of the game */
    const struct protocol *protocol;
    struct time_control control;
    bool restart; /* for every game */
    size_t option_count;
    struct catasta_pair options[ENGINE_OPTIONS];
};

/* Reads "cmd=COMMAND,tc=10+0.1,…" after EACH, unless NULL; false after complaining.  To be freed either way. */
bool contestant_read(struct contestant *contestant, const char *each, const char *text);
void contestant_free(struct contestant *contestant);

/* The limits as a tag TimeControl has them, "10+0.1" or "movetime=100". */
void control_write(const struct time_control *control, struct buffer *text);

/* Where a game begins: POSITION, or NULL for the usual start, and turns. */
struct opening {
    char *position;      /* allocated */
    struct buffer turns; /* each ended by a NUL */
    size_t count;
};
struct openings {
    struct opening *list;
    size_t count;
    size_t capacity;
    unsigned seats; /* of the games; 0: not known yet */
};

/* Reads the games of the file at PATH, of the ruleset of READING, as openings, in a session beside SESSION; false after
   complaining. */
bool openings_read(
    struct openings *openings, catasta_session *session, const struct reading *reading, const char *path);
void openings_free(struct openings *openings);

/* The start of a game of SEATS players under the ruleset of SESSION, from POSITION unless NULL; NULL with FAULT. */
catasta_position *opening_start(
    catasta_session *session, unsigned seats, const char *position, struct catasta_fault *fault);

/* Adds POSITION as text to BUFFER; false when out of memory. */
bool position_text(struct buffer *buffer, const catasta_position *position);

#endif

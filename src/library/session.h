/* SPDX-License-Identifier: MIT */
/* What the opaque types of catasta.h are. */
#ifndef CATASTA_LIBRARY_SESSION_H
#define CATASTA_LIBRARY_SESSION_H

#include "archive/condition.h"
#include "formats/text/style.h"
#include "library/tools.h"
#include "reader/reader.h"
#include "referee/referee.h"

#include "base/string_table.h"
#include <stdatomic.h>

struct catasta_session {
    atomic_uint holders;         /* its opener, and the games kept */
    bool closed;                 /* its opener has freed it, and what the options point to */
    struct ruleset_files *files; /* that were read, also by sessions beside it */
    struct referee *referee;
    struct style style;
    struct condition *condition;    /* on games, NULL: none */
    struct catasta_options options; /* for sessions of further threads */
    struct catasta_sink errors;     /* that came up while records were read */
    struct arena arena;             /* of .unusable */
    struct arena faults;            /* of a position that could not be had */
    struct string_table unusable;   /* the rulesets that records named and that cannot be used */
    unsigned run_flags;             /* of all games, flags of enum run_flag */
    unsigned run_flags_before;      /* likewise, but for the last game, which may be repaired */
};

/* A diagnostic with its place in the input. */
struct listed_fault {
    const struct diagnostic *fault;
    uint32_t line;
    uint32_t column;
};

/* Comments and glyphs: those about node I are ITEMS[FIRST[I]] to before ITEMS[FIRST[I + 1]]. */
struct listed_remarks {
    const struct item **items;
    uint32_t *first; /* NULL: there are no nodes */
};

struct catasta_game {
    struct catasta_session *session;
    struct catasta_input *input; /* NULL: it is kept */
    struct record record;
    struct report report;
    struct reader *repaired_reader; /* of its repaired text; NULL: no repairs were made */
    uint32_t number;
    const char *name;              /* of the file */
    struct listed_fault *faults;   /* the diagnostics of the report, in its memory; NULL: there are none */
    struct listed_remarks remarks; /* in the same memory */
    struct arena arena;            /* for what one call needs; of the start of a ruleset, its record */
    struct arena memory;           /* of a kept game: the record's, the source */
};

struct catasta_input {
    struct catasta_session *session;
    struct reader reader;
    const char *name;
    uint32_t games;
    int error;
    struct catasta_game *game; /* NULL: none yet */
};

struct catasta_game *game_new(struct catasta_input *input);
void game_free(struct catasta_game *game);
void session_drop(struct catasta_session *session);

/* Whether the file NAME is read as a document. */
bool session_takes_document(const struct catasta_session *session, const char *name);

/* Whether the file NAME, which begins with HEAD, is in a form that is opened by its path. */
bool session_opens_path(const struct catasta_session *session, const char *name, struct slice head);

/* What the options say of READER, which is open at the beginning of the file NAME. */
void session_open_reader(const struct catasta_session *session, struct reader *reader, const char *name);

/* Judges the record of GAME, keeping what KEEP says; but not where games are not judged, or as soon as it is known that
   the condition of the session does not hold: then it is not WANTED.  With DATA what catasta.h says of it is made
   ready. False when out of memory. */
bool game_judge(struct catasta_game *game, struct keep keep, bool data, bool *wanted);

/* Reads TEXT as the only game of INPUT, judges it and keeps all of it, whatever the condition of the session; NULL when
   out of memory, or when TEXT is not one record. */
struct catasta_game *input_judge(struct catasta_input *input, struct slice text);

/* How many nodes its tree has, and how many diagnostics are listed. */
size_t node_total(const struct catasta_game *game);
size_t diagnostic_total(const struct catasta_game *game);

/* Makes the list of the report's diagnostics; again when one was added. */
bool game_list_faults(struct catasta_game *game);

/* Makes the list of what is said about its nodes. */
bool game_list_remarks(struct catasta_game *game);

/* Gives TEXT to SINK, unless that is NULL or writes nowhere, and releases it.  False when the
   sink refuses it, when it has failed, and when memory ran out after memory_failures() was SINCE, before TEXT was
   begun. */
bool text_deliver(struct text *text, unsigned since, const struct catasta_sink *sink) CATASTA_CHECKED;

/* Whether memory ran out after memory_failures() was SINCE, which is then written.  What else is
   reported is not written then, so that this is the last line in ERRORS. */
bool report_memory(unsigned since, const struct catasta_sink *errors);

/* Writes a line with ERROR, unless there is none, and releases it. */
void report_error(struct text *error, const struct catasta_sink *errors);

/* Writes PROBLEMS of a ruleset one by one, or that memory ran out. */
void report_problems(
    const struct catasta_session *session, const struct problems *problems, const struct catasta_sink *errors);

/* Writes what is wrong with the ruleset NAME that a record names and that cannot be used, once
   in a session, and to WRITER unless NULL; false when out of memory. */
bool report_unusable(struct catasta_session *session, struct slice name, catasta_writer *writer) CATASTA_CHECKED;

/* FULL becomes the caller's struct GIVEN, as far as that goes; zero where it is NULL. */
static inline void take_struct(void *full, size_t size, const void *given)
{
    size_t room = given == NULL ? 0 : *(const size_t *)given;
    memset(full, 0, size);
    if (room > 0)
        memcpy(full, given, room < size ? room : size);
}
#define TAKE(full, given) take_struct(&(full), sizeof(full), given)

/* Gives as much of the struct FULL as the caller's at FOUND has room for. */
static inline bool give_struct(void *found, void *full, size_t size)
{
    size_t room = *(const size_t *)found;
    *(size_t *)full = room;
    memcpy(found, full, room < size ? room : size);
    return true;
}
#define GIVE(found, full) give_struct(found, &(full), sizeof(full))

/* What OPTIONS say is to be kept of games. */
struct keep options_keep(const struct catasta_options *options);

#endif

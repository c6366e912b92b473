/* SPDX-License-Identifier: MIT */
/* The forms that records are read and written in.  A form is a row: how a file in it is recognised and read, what a
   game needs to be written in it, and how it is written.  SGN is the library's own; what is read by jansson is here. */
#ifndef CATASTA_CONVERT_FORM_TABLE_H
#define CATASTA_CONVERT_FORM_TABLE_H

#include "catasta.h"

/* Of the option, in the order of the table. */
#define RECORD_FORMS "sgn|abstractplay|ptn|uhp"

/* Of those that are read, which are more. */
#define READ_FORMS RECORD_FORMS "|boardspace|littlegolem|playtak|typed"

/* What a game may have that not every form can hold, a bit each. */
enum {
    HOLD_VARIATIONS = 1,
    HOLD_COMMENTS = 2,
    HOLD_GLYPHS = 4,
    HOLD_POSITION = 8,
    HOLD_RULES = 16, /* parameters of its own */
    HOLD_TAGS = 32,  /* who played, where, and when */
    HOLD_ALL = 63
};

struct record_form {
    const char *name;
    const struct catasta_form_reader *reader; /* NULL: the library reads it, and finds it out */
    enum catasta_keep keep;                   /* what writing needs */
    unsigned holds;

    /* What keeps GAME from being written, after "game 3 is left out: "; NULL: nothing. */
    const char *(*refuse)(const catasta_game *game);

    /* NULL: the library has a writer of that name.  A new writer, or NULL when out of memory; whether it could write;
       and the same of the end, which frees it. */
    void *(*open)(const struct catasta_sink *sink);
    bool (*add)(void *writer, const catasta_game *game);
    bool (*close)(void *writer);
};

/* Ended by a NULL name; and all readers, by NULL: those without SQLite, and that of a database. */
#define TEXT_READERS                                                                                                   \
    &abstractplay_reader, &ptn_reader, &uhp_reader, &boardspace_reader, &littlegolem_reader, &typed_reader
extern const struct record_form record_forms[];
extern const struct catasta_form_reader *const form_readers[];

/* Whether FORM can hold all of GAME; if not, LACKS becomes what it cannot, "2 comments, 1 tag". */
enum { FORM_LACKS_ROOM = 256 };
bool form_holds(const struct record_form *form, const catasta_game *game, char lacks[FORM_LACKS_ROOM]);

/* Whether GAME was read from typed text. */
bool form_is_typed(const catasta_game *game);

/* Whether GAME is copied from typed text as FORM, whatever it says; else why FORM does not take it, NULL: it does. */
bool form_copies(const struct record_form *form, const catasta_game *game);
const char *form_refuses(const struct record_form *form, const catasta_game *game);

/* To be called before any thread reads or writes a form. */
void forms_begin(void);

extern const struct catasta_form_reader abstractplay_reader;
const char *abstractplay_refuse(const catasta_game *game);
void *abstractplay_open(const struct catasta_sink *sink);
bool abstractplay_add(void *writer, const catasta_game *game);
bool abstractplay_close(void *writer);

/* What people type, see catasta-typed(7): it is only read.  WORDS are a table as data/words has them, with more words
   for one run, kept by the caller; to be called before any text is read. */
extern const struct catasta_form_reader typed_reader;
void typed_use_words(const char *words);

/* Whether N says of text that it is not notation, so that it may be typed.  A turn that can be repaired is a slip. */
bool typed_may_be(const struct catasta_diagnostic *n);

/* Writes the copy of GAME, which was read as typed text, as the next one of a file: in canonical form if it is legal
   but for what is asked about, else word for word.  *ANY, false before the first, is whether one was written. */
CATASTA_CHECKED bool typed_write_copy(const catasta_game *game, bool *any, const struct catasta_sink *sink);

extern const struct catasta_form_reader ptn_reader;
const char *ptn_refuse(const catasta_game *game);
void *ptn_open(const struct catasta_sink *sink);
bool ptn_add(void *writer, const catasta_game *game);
bool ptn_close(void *writer);

/* GameStrings of UHP, and the PGN of programs that speak it. */
extern const struct catasta_form_reader uhp_reader;
const char *uhp_refuse(const catasta_game *game);
void *uhp_open(const struct catasta_sink *sink);
bool uhp_add(void *writer, const catasta_game *game);

/* The game type that RULESET is in UHP, "Base+MLP"; false: it has none. */
enum { UHP_TYPE_ROOM = 12 };
bool uhp_game_type(struct catasta_text ruleset, char type[UHP_TYPE_ROOM]);
bool uhp_close(void *writer);

/* The SGF of BoardSpace's games of Hive: it is only read. */
extern const struct catasta_form_reader boardspace_reader;

/* Little Golem's text and SGF of DVONN and TZAAR: they are only read. */
extern const struct catasta_form_reader littlegolem_reader;

/* The database of the server playtak: it is only read. */
extern const struct catasta_form_reader playtak_reader;

#endif

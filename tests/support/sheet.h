/* SPDX-License-Identifier: MIT */
/* A sheet: a game, and how somebody types it.  The game is what was played, the truth; what is typed
   of it may differ, and looks as the habits of the typist have it.

       recording ──> played ──sheet_fill──> sheet ──habits──> sheet ──┬─ sheet_truth   as a careful person writes it
                                                                      └─ sheet_type    as this one does */
#ifndef TESTS_SUPPORT_SHEET_H
#define TESTS_SUPPORT_SHEET_H

#include "catasta.h"
#include "support/recording.h"

enum { SHEET_MOVES = RECORDED_TURNS + 2, SHEET_TAGS = 24, SHEET_SPELLINGS = 4 };

struct move {
    struct slice text;
    struct slice meant;  /* the turn that was played; empty: this one */
    struct slice remark; /* a comment after it; empty: none */
    uint32_t number;
    unsigned seat;
    bool open; /* the comment is not closed */
};

struct moves {
    unsigned count;
    struct move list[SHEET_MOVES];
};

struct sheet_tag {
    struct slice name;
    struct slice value;
    struct slice typed_name;
    struct slice typed_value;
};

/* A game made up, ready to be typed. */
struct played {
    const struct rulebook *book;
    const char *ruleset;
    struct slice title; /* of the ruleset */
    unsigned players;
    bool over;
    uint32_t winners; /* bit s-1 for seat s */
    unsigned tag_count;
    struct sheet_tag tags[SHEET_TAGS];
    struct slice names[CATASTA_SEATS]; /* of the players, by seat */
    struct slice seats[CATASTA_SEATS]; /* "White" */
    struct slice result;
    struct moves moves;
};

struct sheet;
struct habit;

/* Adds to TEXT what is typed for TURN; false where it does not apply. */
typedef bool spelling(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text);

enum layout { LAYOUT_FLOW, LAYOUT_ROWS, LAYOUT_TABLE };
enum encoding { ENCODING_UTF8, ENCODING_UTF16_LITTLE, ENCODING_UTF16_BIG, ENCODING_1252, ENCODING_QUOTED_PRINTABLE };

/* How a sheet looks.  In a pattern % stands for the number or the name, $ for the value. */
struct style {
    const char *number; /* before a round; NULL: none */
    const char *again;  /* before the other turns of it; NULL: none */
    bool by_ply;        /* every turn has a number of its own */
    bool glued;         /* no space after a number */
    unsigned page;      /* numbers begin anew after so many; 0: never */
    const char *blank;
    const char *newline; /* in the movetext */
    enum layout layout;
    const char *bullet;
    const char *between;  /* turns of a round */
    const char *row_end;  /* after the turns of a round */
    const char *new_page; /* a line after every ten rounds; NULL: none */
    const char *seats[2]; /* before the turns of seats 1 and 2; NULL: nothing */
    const char *tag;
    const char *prefix;   /* before each line */
    const char *line_end; /* after each line */
    struct slice before;  /* the record, and after it */
    struct slice after;
    const char *fence[2]; /* lines around the movetext; NULL: none */
    enum encoding encoding;
    const char *file_end;
    /* of a table */
    const char *separator;
    const char *columns; /* '#' numbers, '1' turns, 't' times, 'd' dates, 'r' remarks */
    const char *heading; /* 's' seats, 'p' players by number, 'n' names, 0 none */
    const char *nothing; /* in a cell */
    bool quoted;         /* cells */
    bool piped;          /* separators at both ends of a row, and a rule below the heading */
    bool reversed;       /* the columns of turns are in the other order */
};

struct sheet {
    const struct played *played;
    struct random random;
    struct arena *arena;
    unsigned tag_count;
    struct sheet_tag tags[SHEET_TAGS];
    struct moves truth;
    struct moves typed;
    struct slice result;
    struct slice typed_result;
    struct style style;
    unsigned spelling_count;
    struct {
        spelling *spell;
        const struct habit *habit;
        unsigned order;
    } spellings[SHEET_SPELLINGS];
    const struct played *second; /* another game in the same text; NULL: none */
    const char *between_games;
    unsigned hole;        /* in the truth: the first of the turns that are not in what is typed */
    unsigned hole_length; /* and how many these are */
    unsigned spelled;     /* turns that look otherwise than they should */
    bool loose;           /* comments may be with another turn of the round */
    bool extra;           /* there are words that will be comments */
    bool stays_fault;     /* of what is typed nobody can be sure */
    bool result_wrong;    /* as it is typed */
    bool unrecoverable;   /* what is gone nobody can know */
};

/* Judges the game that RECORDING has into PLAYED, in ARENA; false when it is not legal. */
bool played_take(struct played *played, catasta_session *session, const struct recording *recording, struct slice title,
    struct arena *arena);

/* A sheet of PLAYED, with comments or without, as a careful person types it. */
void sheet_fill(struct sheet *sheet, const struct played *played, struct arena *arena, uint64_t seed);

/* Appends to TEXT the game or games as they were played; or what is typed of the first, by a careful
   person. */
void sheet_truth(struct sheet *sheet, struct text *text);
void sheet_careful(struct sheet *sheet, struct text *text);

/* The same as it is typed; false where it cannot be, as where the encoding has no such character.
   EXTRAS are the words in it that are neither the game's nor layout, with spaces between them. */
bool sheet_type(struct sheet *sheet, struct text *text, struct text *extras);

/* TEXT in the encoding of SHEET, without a byte order mark; false where it has no such character. */
bool sheet_encode(const struct sheet *sheet, struct text *text);

/* The text of a turn as the spellings have it. */
bool sheet_spell(struct sheet *sheet, struct slice turn, struct text *text);

#endif

/* SPDX-License-Identifier: MIT */
/* libcatasta reads recorded games of stacking board games, and referees, replays and scores them. This is its only
   header; libcatasta(3) describes it, too.

   A SESSION holds the settings of a run: folders of rulesets, the ruleset for records that name none, the look of text.
   A POSITION is played on, and asked for its legal turns and cells; a RECORD is a game that a program makes turn by
   turn. An INPUT gives the games of one file, one at a time; memory grows with the longest game, not with the file. A
   GAME is one judged record. Output is written to a SINK.

       session = catasta_session_new(&options, &troubles);
       position = catasta_position_start(session, "accasta", NULL, 0, &fault);
       played = catasta_position_play(position, text, length, &fault);

       input = catasta_input_open(session, fd, "games.sgn");
       writer = catasta_writer_new(CATASTA_TEXT, NULL, &sink);
       while ((game = catasta_input_next(input)) != NULL)
           catasta_writer_add(writer, game);
       whole = catasta_writer_close(writer, CATASTA_OK);

   The library never exits, prints or aborts.  A session with its inputs and games may be used by one thread at a time;
   different sessions are independent.

   Structs that may get members begin with their size, which the caller sets: {.size = sizeof options}. A program built
   with an older header works with a newer library: members that its struct does not have are read as zero, and not
   filled in.  Those without a size stay as they are.

   Errors have one style: what fails returns false or NULL. The reason is data, a struct catasta_fault, where a user's
   turn, position or tags are at fault, and text for people, written to a sink ERRORS, where options, names or files of
   rulesets are; both may be NULL. Functions that write fail when memory ran out or the sink refused. What returns a
   pointer that is not const gives it to the caller, but for games, which belong to their input or record unless kept;
   _free and _close take NULL, too. Texts of positions and games are valid until these change or are freed. All texts
   are UTF-8. Seats, games, lines and columns count from 1; plies count the turns of a line, and ply 0 is the position
   before the first. */
#ifndef CATASTA_H
#define CATASTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CATASTA_API __attribute__((visibility("default")))

/* The return value of such a function is the only sign that output was lost. */
#define CATASTA_CHECKED __attribute__((warn_unused_result))

/* The version of this header, and its day; catasta_version() returns that of the library in use. */
#define CATASTA_VERSION_MAJOR 0
#define CATASTA_VERSION_MINOR 3
#define CATASTA_VERSION_PATCH 0
#define CATASTA_VERSION "0.3.0"
#define CATASTA_DATE "November 29, 2026"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library in use, such as "1.2.3". */
CATASTA_API const char *catasta_version(void);

/* Exit statuses, and the results of many functions. */
enum catasta_status {
    CATASTA_OK = 0,     /* everything legal */
    CATASTA_WRONG = 1,  /* a record has errors */
    CATASTA_FAILED = 2, /* the run itself failed */
};

/* Where bytes go.  WRITE returns false when it could not take them all. */
struct catasta_sink {
    bool (*write)(void *context, const char *bytes, size_t length);
    void *context;
};

struct catasta_text {
    const char *bytes; /* not NUL-terminated; NULL: there is none */
    size_t length;
};
struct catasta_span {
    uint64_t begin;
    uint64_t end;
};
#define CATASTA_NOWHERE UINT32_MAX

/* The number of bytes at the beginning of LENGTH bytes that are safe to write to a terminal: UTF-8 without control
   characters (not even newlines and tabs) and without characters that change the direction of text. Texts for people
   contain no other bytes, except newlines and colours; the format sgn keeps everything that was written. */
CATASTA_API size_t catasta_printable(const char *bytes, size_t length);

/* The formats of all output; each function says which it writes. */
enum catasta_format {
    CATASTA_NO_FORMAT = -1,
    CATASTA_TEXT,
    CATASTA_TSV,
    CATASTA_JSON,
    CATASTA_JSONL,
    CATASTA_HTML,
    CATASTA_SVG,
    CATASTA_SGN,
    CATASTA_SARIF,
    CATASTA_QUIET,
    CATASTA_REPLAY,
    CATASTA_SCORE,
    CATASTA_SCORE_TSV,
    CATASTA_SCORE_JSON,
    CATASTA_TABLE_TSV,
    CATASTA_TABLE_JSONL,
    CATASTA_POSITION,
    CATASTA_WORDS,
    CATASTA_MAN,
    CATASTA_FULL_TEXT,
    CATASTA_JUNIT,
    CATASTA_GITHUB,
};

/* The format called NAME, its word above in small letters with '-' for '_'; CATASTA_NO_FORMAT: there is none. */
CATASTA_API enum catasta_format catasta_format_named(const char *name);

/* ---- sessions ---- */

/* The severity of faults. IDS are separated by commas or spaces; each is an id; a group of ids, such as "record" or
   "accasta"; "errors", "warnings" or "notes", by the default severity of a fault (an illegal turn that stood is a
   warning); or "all". */
enum catasta_severity { CATASTA_ERROR, CATASTA_WARNING, CATASTA_NOTE, CATASTA_IGNORED };
struct catasta_setting {
    enum catasta_severity severity;
    const char *ids;
};

/* What is kept of a judged game: positions, for anything that shows them; texts, enough for canonical form; or nothing,
   enough for diagnostics and scores. Only what is kept can be written, and only for the given PLIES of the main line;
   comments and variations after a ply are kept with it. */
enum catasta_keep { CATASTA_KEEP_POSITIONS, CATASTA_KEEP_TEXTS, CATASTA_KEEP_NOTHING };
struct catasta_plies {
    long first; /* -1: the last one before any error */
    long last;  /* -1: to the end; if FIRST is -1, any other number means only that ply */
};

typedef struct catasta_session catasta_session;

struct catasta_form_reader; /* at the end of this header */

struct catasta_options {
    size_t size;
    const char *ruleset;                    /* for records that name none: a shipped name or a path; NULL: none */
    bool force_ruleset;                     /* ... and for all other records, too */
    const char *rules;                      /* parameters to change in it, "win.check=next-turn"; NULL: none */
    const char *const *folders;             /* folders of rulesets, ended by NULL; kept by the caller */
    const struct catasta_setting *settings; /* later ones win */
    size_t setting_count;
    enum catasta_keep keep;
    const struct catasta_plies *plies; /* NULL: all */
    bool expect;                       /* compare the faults found with [%expect ID] in comments */
    bool boards;        /* with diagnostics for people: the board before each fault; pictures show what is refused */
    bool colour;        /* escape sequences for a terminal */
    bool unicode;       /* or only ASCII */
    bool plain;         /* positions in words, for reading aloud, without drawings */
    bool count_illegal; /* matches and standings count games with errors: as the board ended them, else as claimed */
    bool adjudicate;    /* unfinished games of points count with the points so far */
    bool documents;     /* of files that are catasta_is_document, only fenced blocks are read */
    unsigned width;     /* columns for boards as text; 0: 80 */
    const struct catasta_form_reader *const *forms; /* besides SGN, ended by NULL */
    const char *from;  /* the form of files: one of those, or "sgn"; NULL: recognised from their content */
    const char *where; /* a condition as in catasta-select(1): only games that match it are given; NULL: all */
    bool unjudged;     /* games are judged only if the condition needs it: they have tags and a source, but no turns */
};

typedef struct catasta_input catasta_input;
typedef struct catasta_game catasta_game;

/* A new session, which borrows the strings of OPTIONS; NULL when out of memory, or when the ruleset of OPTIONS cannot
   be used, an id in it does not exist, or its condition cannot be read; the reason is written to ERRORS. The session
   keeps that sink until it is freed: if a record names a ruleset that exists but cannot be used, its faults are written
   there, once in a session. */
CATASTA_API catasta_session *catasta_session_new(
    const struct catasta_options *options, const struct catasta_sink *errors);
CATASTA_API void catasta_session_free(catasta_session *session);

/* Whether a record named a ruleset that exists but cannot be used. Such a record is not judged, and the run has failed,
   whatever its other results. */
CATASTA_API bool catasta_session_failed(const catasta_session *session);

/* ---- positions ---- */

/* What is said of a turn, a position, or the tags to start from; valid until the next call with the same session or
   position. */
struct catasta_fault {
    size_t size;
    const char *id; /* NULL: memory ran out */
    struct catasta_text message;
    struct catasta_text advice;
    struct catasta_text board;
    struct catasta_span span; /* in the argument: the turn, the prefix, the position, the value of a tag */
    uint32_t tag;             /* which of the tags to start from, or NOWHERE */
    enum catasta_severity severity;
    /* Of a turn: */
    struct catasta_text turn; /* its canonical text, if it was played; empty: it was a remark, and not a turn */
    size_t repairs;           /* if not, what catasta_position_repair gives */
};

/* Positions are owned by the caller, and outlive session and input. A position may be used by one thread at a time.

   The start of RULESET (a shipped name or a path; NULL: the session's), with COUNT tags as in a record: Start, Colours,
   Hand1, Rules, Player1, …; or a position from text. NULL with a FAULT. */
typedef struct catasta_position catasta_position;
struct catasta_pair {
    const char *name;
    const char *value;
};
CATASTA_API catasta_position *catasta_position_start(catasta_session *session, const char *ruleset,
    const struct catasta_pair *tags, size_t count, struct catasta_fault *fault);
CATASTA_API catasta_position *catasta_position_read(
    catasta_session *session, const char *ruleset, const char *text, size_t length, struct catasta_fault *fault);

/* The position after node NODE; NULL if there is none, or when out of memory. */
CATASTA_API catasta_position *catasta_game_position(const catasta_game *game, size_t node);

/* Another position that is played on without changing this one; NULL when out of memory. */
CATASTA_API catasta_position *catasta_position_copy(const catasta_position *position);
CATASTA_API void catasta_position_free(catasta_position *position);

/* Plays a turn written as in a record, including "resign", "pass", "out", "topple", "3|…". False with a FAULT, and the
   position unchanged. If it was played, FAULT gives its canonical text, and the first thing to be said of it, such as
   that a mark is wrong: .id is NULL if there is none. With FAULT NULL nothing of this is worked out. */
CATASTA_API bool catasta_position_play(
    catasta_position *position, const char *text, size_t length, struct catasta_fault *fault);

/* Repairs, the most probable first: edits of the source. */
enum catasta_confidence { CATASTA_POSSIBLE, CATASTA_LIKELY, CATASTA_CERTAIN };
struct catasta_edit {
    struct catasta_span span;
    struct catasta_text text; /* the replacement */
};
struct catasta_repair {
    size_t size;
    const char *kind; /* "turn", "earlier", "left-out", "glued", "doubled", "swapped", "unclosed",
                         "both", "reordered", "swallowed", "text" */
    enum catasta_confidence confidence;
    struct catasta_text turn; /* the turn that was meant, or several joined by spaces; may be empty */
    uint32_t ply;             /* of the turn to change, or the one before which a turn was left out */
    uint32_t number;          /* likewise */
    unsigned seat;            /* likewise */
    bool open;                /* of a turn left out: other turns fit as well */
    uint32_t legal;           /* turns after the fault that are legal with it */
    bool whole;               /* and these are all the turns of the line */
    size_t edit_count;        /* 0 in files of other forms than SGN, and in a row of a table that is too long */
    struct catasta_edit edits[2];
};

/* Repair I of the turn that catasta_position_play, with a fault, refused in the last call: another turn that may have
   been meant, as .turn, and as edits of the text that was given. The most probable is first. */
CATASTA_API bool catasta_position_repair(const catasta_position *position, size_t i, struct catasta_repair *found);

/* What SEAT may see of the position, as a position of its own: what others hold hidden is hidden, in all that can be
   written, listed and counted of it. SEAT 0 sees what everybody may see. NULL: there is no such seat, or memory ran
   out. */
CATASTA_API catasta_position *catasta_position_seen(const catasta_position *position, unsigned seat);

/* Calls VISIT with the legal turns that begin with PREFIX, until it returns false. A turn that can go on may also be
   complete. If a game has too many whole turns to list, VISIT gets the possible next steps; call again with one of them
   as PREFIX. PREFIX may spell its steps in any accepted way, except an unfinished last step; NULL is the empty prefix.
   Words that are always possible, such as "resign", are not listed. False with a FAULT if no turn does. */
enum { CATASTA_COMPLETE = 1, CATASTA_CAN_GO_ON = 2 };
typedef bool catasta_turn_visitor(void *context, const char *text, size_t length, unsigned flags);
CATASTA_API bool catasta_position_moves(catasta_position *position, const char *prefix, size_t length,
    catasta_turn_visitor *visit, void *context, struct catasta_fault *fault);

/* A seat, and the result of the game: the board's, or else the declared one. */
struct catasta_seat {
    size_t size;
    struct catasta_text player; /* none: unnamed */
    const char *name;           /* "White" */
    unsigned side;              /* partners have the same, from 1 */
    int32_t score;              /* .score / .score_of */
    int32_t score_of;
    bool won;
};
enum catasta_scoring { CATASTA_WINS, CATASTA_MOST_POINTS, CATASTA_FEWEST_POINTS }; /* what decides a game */
struct catasta_outcome {
    size_t size;
    bool over;                 /* on the board */
    const char *reason;        /* NULL: undecided */
    uint32_t winners;          /* bit s-1 for seat s */
    struct catasta_text claim; /* the result as written, in figures; empty if there is none */
    bool adjudicated;          /* unfinished: with the points so far */
    enum catasta_scoring scoring;
    bool ended; /* on the board, by resignation, or by a result that the record claims */
};

/* Always true. A position has no claimed result. */
CATASTA_API bool catasta_position_outcome(const catasta_position *position, struct catasta_outcome *found);

/* False if there is no such seat. And how many there are. */
CATASTA_API bool catasta_position_seat(const catasta_position *position, unsigned seat, struct catasta_seat *found);
CATASTA_API unsigned catasta_position_seats(const catasta_position *position);
CATASTA_API unsigned catasta_position_to_move(const catasta_position *position); /* 0: it is over */
CATASTA_API uint32_t catasta_position_number(const catasta_position *position);  /* of the turn, as players count */

/* A number for the board, the hands and the side to move, without what counts turns; the same for positions that a
   symmetry of the game turns into each other. catasta-index(1) says how it is computed, which never changes. False when
   out of memory. */
CATASTA_API CATASTA_CHECKED bool catasta_position_hash(const catasta_position *position, uint64_t *hash);

/* Cells with their pieces, and lists of pieces that are not on a cell, such as hands. Valid until it changes. */
struct catasta_piece {
    const char *text;   /* "w", "R4" */
    const char *colour; /* "red"; NULL: none */
    unsigned seat;      /* its owner; 0: none */
};
struct catasta_cell {
    size_t size;
    const char *name;
    int x;          /* half cell widths, to the right */
    int y;          /* rows, upwards */
    unsigned board; /* layers are boards, from 0 */
    unsigned zone;  /* the seat that it is a castle or palace of; 0: none */
    uint32_t pawns; /* bit s-1: a pawn of seat s is on it */
    size_t height;
    bool closed; /* no piece may be put on it */
};
struct catasta_list {
    size_t size;
    const char *name;
    bool stacked; /* its pieces are stacked, not side by side */
    size_t count;
};

/* Cell or list I, from 0; false if there is none, or when out of memory. */
CATASTA_API bool catasta_position_cell(catasta_position *position, size_t i, struct catasta_cell *found);
CATASTA_API bool catasta_position_list(catasta_position *position, size_t i, struct catasta_list *found);

/* Piece K of a cell or a list, from 0, bottom to top; false if there is none, or when out of memory. */
CATASTA_API bool catasta_cell_piece(catasta_position *position, size_t cell, size_t k, struct catasta_piece *piece);
CATASTA_API bool catasta_list_piece(catasta_position *position, size_t list, size_t k, struct catasta_piece *piece);

/* Writes the position as CATASTA_POSITION, a line of text that catasta_position_read takes; as CATASTA_TEXT, a board;
   as CATASTA_WORDS, lines for reading aloud; or as CATASTA_SVG. */
CATASTA_API CATASTA_CHECKED bool catasta_position_write(
    const catasta_position *position, enum catasta_format format, const struct catasta_sink *sink);

/* ---- games that are made turn by turn ---- */

/* Games that are made turn by turn. What is added is checked at once, alone, and refused with a FAULT, with everything
   unchanged; it is kept in canonical form, so nothing that a user writes becomes anything else than the turn, the
   comment or the result that it is. After a result there are no turns.

   A record of RULESET (a name; NULL: the session's) with COUNT tags, as in a record; NULL with a FAULT. The session
   must outlive it. A record may be used by one thread at a time. */
typedef struct catasta_record catasta_record;
CATASTA_API catasta_record *catasta_record_new(catasta_session *session, const char *ruleset,
    const struct catasta_pair *tags, size_t count, struct catasta_fault *fault);
CATASTA_API void catasta_record_free(catasta_record *record);

/* Plays a turn, as catasta_position_play does; catasta_position_repair of the position reached gives repairs. */
CATASTA_API bool catasta_record_play(
    catasta_record *record, const char *text, size_t length, struct catasta_fault *fault);

/* Adds a comment, of any bytes, to the last turn, or before the first; false when out of memory. If it has a closing
   brace, its lines become one. */
CATASTA_API bool catasta_record_comment(catasta_record *record, const char *text, size_t length);

/* Sets the result, such as "1/2-1/2", or "*" if the game goes on elsewhere. It must agree with the board, if the game
   ended there. */
CATASTA_API bool catasta_record_result(
    catasta_record *record, const char *text, size_t length, struct catasta_fault *fault);

/* Takes back the result or, if there is none, the last turn with its comments; false if there is nothing to take back,
   or when memory ran out. */
CATASTA_API bool catasta_record_undo(catasta_record *record);

/* The position reached, valid until the record changes: a copy of it lists turns and cells. */
CATASTA_API const catasta_position *catasta_record_position(const catasta_record *record);

/* The game so far, judged, for all functions here; its tree is whole. It is valid until the record changes; NULL when
   out of memory. */
CATASTA_API catasta_game *catasta_record_game(catasta_record *record);

/* ---- games that are read ---- */

/* Games from the open file FD, which the caller keeps; NAME is for messages and is borrowed. NULL when out of memory.
   Files compressed by gzip or Zstandard are decompressed; if such a file is damaged, reading fails with EBADMSG. */
CATASTA_API catasta_input *catasta_input_open(catasta_session *session, int fd, const char *name);

/* The same from LENGTH bytes at BYTES, which are copied and must not be compressed. */
CATASTA_API catasta_input *catasta_input_bytes(
    catasta_session *session, const char *bytes, size_t length, const char *name);

/* The same for bytes that begin on LINE of a file, such as the source of a game. */
CATASTA_API catasta_input *catasta_input_part(
    catasta_session *session, const char *bytes, size_t length, const char *name, uint32_t line);
CATASTA_API void catasta_input_close(catasta_input *input);

/* The next game that matches the condition of the session, judged; valid until the next call. NULL at the end of the
   input or on failure: after a failure catasta_input_error gives an errno value, else 0. */
CATASTA_API catasta_game *catasta_input_next(catasta_input *input);
CATASTA_API int catasta_input_error(const catasta_input *input);

/* The starting position of the session's ruleset as a game without turns, valid until the next call on INPUT; NULL if
   the session has no ruleset, or when out of memory. */
CATASTA_API catasta_game *catasta_input_start_game(catasta_input *input);

/* ---- a game as data ---- */

/* A game as data. Accessors only read, so several threads may read one game. They fill in FOUND, a struct of the
   caller, who sets its first member to the size, and return false if there is no such item. Texts belong to the game;
   NUL-terminated strings are constants. Spans are offsets in the source of the game, which begins at .offset of the
   input. */

struct catasta_info {
    size_t size;
    uint32_t number; /* of the game in the input; 0: stray text, which has only diagnostics */
    uint32_t line;
    uint32_t column;
    uint64_t offset;
    struct catasta_text source;
    struct catasta_text ruleset; /* as named */
    struct catasta_text game;    /* "accasta"; none without a ruleset */
    unsigned seats;
    uint32_t plies;
    uint32_t errors;
    uint32_t cascaded; /* errors that may be mere consequences of others; not counted in .errors */
    uint32_t warnings;
    uint32_t notes;
    uint32_t expected; /* found as expected, and not counted above */
    bool legal;
    bool judged;                /* the game could be set up, or was not played */
    bool readable;              /* ... and has no syntax error */
    bool unplayed;              /* a bye or a forfeit: it has no positions */
    struct catasta_text file;   /* the name of the input */
    struct catasta_span result; /* after the movetext; without a result empty, where it would be */
    const char *form;           /* the form of the record, of .source and of spans */
    bool cut;                   /* .source is cut off: the record is too long, or the file is not a record */
    /* How many there are of each: */
    size_t tags;
    size_t nodes; /* of the tree of turns; 0: positions were not kept, or there is no game */
    size_t diagnostics;
    const int64_t *row;    /* of a database: its id, instead of .line, .column and .offset; NULL: it is from a text */
    uint32_t timed_turns;  /* of the main line, whose time is known by the clocks after them, */
    uint64_t milliseconds; /* and that time in all */
};
CATASTA_API bool catasta_game_info(const catasta_game *game, struct catasta_info *found);

/* Tag I, from 0, in the order of the record. */
struct catasta_tag {
    size_t size;
    struct catasta_text name;
    struct catasta_text value; /* without escapes */
    struct catasta_span span;
    struct catasta_span inside; /* the quotes */
};
CATASTA_API bool catasta_game_tag(const catasta_game *game, size_t i, struct catasta_tag *found);

/* The turns as a tree, if positions were kept:

       0 ── 1. e4 ── 1... e5 ── 2. …        .next along a line, .parent back
              │
              └ 1. d4 ── 1... d5            .variation: instead of that turn

   Node 0 is the start; the others are in the order of the record. A game that could not be set up or was not played has
   none. */
enum catasta_verdict {
    CATASTA_LEGAL,
    CATASTA_ILLEGAL,  /* and played as far as possible, or as it was meant */
    CATASTA_STOOD,    /* illegal, but it counted in the game */
    CATASTA_LOST,     /* illegal or unreadable, and not played */
    CATASTA_UNJUDGED, /* after a lost turn */
};
struct catasta_node {
    size_t size;
    struct catasta_text text; /* canonical if legal, else as written; the start has none */
    struct catasta_span span;
    uint32_t parent;    /* the position before; NOWHERE for the start */
    uint32_t next;      /* the turn after it on its line, or NOWHERE */
    uint32_t variation; /* another turn instead of this one, or NOWHERE */
    uint32_t ply;       /* from 1 on its line, 0: the start */
    uint32_t number;    /* of the turn, as players count */
    unsigned depth;     /* of variations; 0: the main line */
    unsigned seat;      /* the seat that made the turn; at the start, the seat to move */
    enum catasta_verdict verdict;
    uint32_t diagnostic; /* the first one about it, or NOWHERE */
    uint64_t end;        /* of everything that belongs to it: glyphs, comments, variations; the next turn goes there */
};
CATASTA_API bool catasta_game_node(const catasta_game *game, size_t i, struct catasta_node *found);

/* Remark I, from 0, of a node, a comment or a glyph: if it opens a line, those before it, then those after it. */
struct catasta_remark {
    size_t size;
    struct catasta_text text; /* without its braces or semicolon */
    struct catasta_span span;
    bool glyph;
    bool before;
};
CATASTA_API bool catasta_game_remark(const catasta_game *game, size_t node, size_t i, struct catasta_remark *found);

/* Diagnostic I, from 0, in the order of the text. */
enum catasta_continued {        /* how the rest of the line was judged */
    CATASTA_CONTINUED,          /* as if nothing were wrong */
    CATASTA_CONTINUED_STOOD,    /* the turn was illegal and counted in the game */
    CATASTA_CONTINUED_REPAIRED, /* as if the first repair had been made */
    CATASTA_CONTINUED_FORCED,   /* as if the turn had been played as written, as far as possible */
    CATASTA_CONTINUED_NOT,
};
struct catasta_diagnostic {
    size_t size;
    const char *id; /* "accasta/range" */
    enum catasta_severity severity;
    struct catasta_span span; /* the part at fault */
    struct catasta_span turn; /* the whole turn; empty if there is none */
    uint32_t line;            /* of .span in the input; columns count characters */
    uint32_t column;
    uint32_t ply;    /* from 1 on its line, 0: the setup */
    uint32_t number; /* of the turn as players count; 0: none */
    unsigned seat;   /* 0: none */
    bool in_variation;
    bool cascaded; /* it may be a mere consequence of an earlier one */
    enum catasta_continued continued;
    struct catasta_text board; /* what the cells concerned hold; may be empty */
    bool board_within;         /* the board before the step at fault, not before the turn */
    struct catasta_text advice;
    size_t repairs;
    uint32_t node; /* of its turn; if it is not about a turn, the last one before it; NOWHERE: none is kept there */
    const int64_t *row; /* as of its game: instead of .line and .column */
};
CATASTA_API bool catasta_game_diagnostic(const catasta_game *game, size_t i, struct catasta_diagnostic *found);

/* The message of diagnostic I, without a newline. */
CATASTA_API CATASTA_CHECKED bool catasta_game_message(
    const catasta_game *game, size_t i, const struct catasta_sink *sink);

/* Repair I of a diagnostic, from 0, the most probable first. */
CATASTA_API bool catasta_game_repair(
    const catasta_game *game, size_t diagnostic, size_t i, struct catasta_repair *found);

/* The same in words, without a newline: "b4:2-c5 is legal here (likely)"; also false if there is no such repair. */
CATASTA_API CATASTA_CHECKED bool catasta_write_repair(
    const catasta_game *game, size_t diagnostic, size_t i, const struct catasta_sink *sink);

/* Its seats, and its result: the board's, or else the declared one. */
CATASTA_API bool catasta_game_seat(const catasta_game *game, unsigned seat, struct catasta_seat *found);
CATASTA_API bool catasta_game_outcome(const catasta_game *game, struct catasta_outcome *found);

/* The result in figures, as in a record: the board's, or else as claimed; "*" if there is none. */
CATASTA_API CATASTA_CHECKED bool catasta_write_result(const catasta_game *game, const struct catasta_sink *sink);

/* What a game counts for in matches and standings; .count_illegal is that of the session. A game that is left out has
   no winner, no points and no places. */
enum { CATASTA_SEATS = 8 }; /* the most that a game has */
enum catasta_counted {
    CATASTA_COUNTED,             /* as the board ended it */
    CATASTA_COUNTED_CLAIMED,     /* the board did not end it: as the record claims */
    CATASTA_COUNTED_ADJUDICATED, /* unfinished: with the points so far */
    CATASTA_COUNTED_ILLEGAL,     /* illegal, but counted because of .count_illegal */
    CATASTA_COUNTED_UNPLAYED,    /* a bye or a forfeit: as its tags say */
    CATASTA_LEFT_ILLEGAL,        /* the game does not count */
    CATASTA_LEFT_UNDECIDED,
    CATASTA_LEFT_UNREADABLE, /* no ruleset, or no position to judge from */
};
enum catasta_unplayed {
    CATASTA_PLAYED,
    CATASTA_BYE,            /* the player had no opponent: worth a win */
    CATASTA_HALF_BYE,       /* at the player's request: worth a draw */
    CATASTA_ZERO_BYE,       /* at the player's request: worth nothing */
    CATASTA_FORFEIT,        /* one of two players did not come */
    CATASTA_DOUBLE_FORFEIT, /* neither did */
    CATASTA_WITHDRAWN,      /* from the round of the record on */
    CATASTA_UNPLAYED,       /* paired, but not played, without fault: worth what the result claims */
};
struct catasta_entry {
    size_t size;
    enum catasta_counted counted;
    enum catasta_unplayed unplayed;
    enum catasta_scoring scoring;
    uint32_t winners;               /* bit s-1 for seat s; none: a draw */
    int32_t halves[CATASTA_SEATS];  /* seat s at [s-1], 2 for a point; in a game that was not played, 2 for a win */
    unsigned places[CATASTA_SEATS]; /* its place, from 1; equal players share a place, as partners do */
};
CATASTA_API bool catasta_game_entry(const catasta_game *game, struct catasta_entry *found);

/* A win in sums of games, since the share of each of several winners is a whole number. */
enum { CATASTA_WIN = 840 };

/* How rounds make a match, by the ruleset of the game; false without a ruleset. Without .points and .best_of a match
   has no end, and points are added. */
struct catasta_match_rule {
    size_t size;
    uint32_t points;    /* the total that ends it; 0: none */
    uint32_t best_of;   /* this number of rounds, each worth a point to its winner; 0: points are added */
    bool winner_starts; /* the winner of a round has seat 1 in the next; after a round without a winner, the same player
                           as before */
};
CATASTA_API bool catasta_game_match(const catasta_game *game, struct catasta_match_rule *found);

/* Takes GAME out of its input: it outlives the next call, the input and the session, until it is freed. Returns the
   same handle, or NULL, with nothing changed, when out of memory. */
CATASTA_API catasta_game *catasta_game_keep(catasta_game *game);
CATASTA_API void catasta_game_free(catasta_game *game);

/* Applies repairs to GAME, see catasta-fmt(1), as long as each leaves fewer faults: certain ones; with
   .likely also the first repair of a fault if it is likely. With .ask each is applied only after a question: QUESTION,
   of LENGTH bytes, shows a fault and its COUNT repairs, numbered from 1, each with the board before and after it. ASK
   returns the number of the repair to apply, 0 for none, or -1 to stop asking and keep the repairs accepted so far.

   GAME is then the repaired game, for all functions here, even if it still cannot be read: .source of its info is the
   text with all repairs, otherwise unchanged. A turn that is removed becomes a comment. LOG gets a line for each repair
   applied, after WORD ("fixed"), and for each remaining error, with the reason, at their places in the original text.
   False when memory ran out or LOG refused. */
typedef int catasta_asker(void *context, const char *question, size_t length, size_t count);
struct catasta_fixes {
    size_t size;
    uint32_t made;
    uint32_t left; /* errors, without those that may be mere consequences */
    /* What the caller sets: */
    bool likely;
    catasta_asker *ask; /* NULL: no questions */
    void *context;
    /* What is found: */
    uint32_t left_likely;   /* of .left, those with a likely repair that was not wanted */
    uint32_t left_possible; /* those with one that is only possible */
};
CATASTA_API CATASTA_CHECKED bool catasta_game_fix(
    catasta_game *game, const char *word, const struct catasta_sink *log, struct catasta_fixes *fixes);

/* ---- writing games ---- */

/* Writers write games to a sink in one format, with a beginning and an end. The formats are

       text        diagnostics for people, each with its line and a caret
       jsonl       one JSON object on each line; catasta-check(1) describes the keys
       sarif       a SARIF 2.1.0 document of a run over any number of files
       junit       XML as JUnit writes it, in which each game is a test
       github      annotations, as commands of GitHub's workflows
       quiet       nothing
       replay      boards, turn by turn, with turns and comments
       html        a self-contained page, which shows all text of records as plain text
       sgn         canonical form, see sgn(5), of readable games
       score, score-tsv, score-json
                   the outcome in one line, as tab-separated values, or as an object without a newline
       table-tsv, table-jsonl
                   a row for each ply of the main line, see catasta-table(1)

   replay, html and tables need kept positions, sgn needs kept texts; the others need nothing. */
typedef struct catasta_writer catasta_writer;
struct catasta_writing {
    size_t size;
    const char *title; /* of a page; NULL: the name of the program */
    bool verbose;      /* scores: also how each score was reached */
    /* Of pages: */
    const struct catasta_picture *picture; /* the look of boards; NULL: the default */
    long ply;                              /* the ply shown first, -1: the last */
    bool print;                            /* a booklet to print, with diagrams and no script */
    unsigned diagrams; /* diagrams in it after every N turns, too; 0: only at the start, the end, faults and where a
                          comment asks */
    const char *back;  /* links to standings, and to the previous and next game, or NULL */
    const char *before;
    const char *after;
    const char *rules_pages; /* the folder of pages about rules, to which faults link, or NULL */
};

/* A new writer, which borrows the strings of HOW (NULL: the defaults); NULL when out of memory or when FORMAT is not
   one of these. */
CATASTA_API catasta_writer *catasta_writer_new(
    enum catasta_format format, const struct catasta_writing *how, const struct catasta_sink *sink);

/* Writes GAME; false if something could not be written, now or earlier. */
CATASTA_API bool catasta_writer_add(catasta_writer *writer, const catasta_game *game);

/* Writes what went wrong with the run itself, in formats that have a place for it: MESSAGE, about FILE or NULL, an
   error if STATUS is FAILED, else a note. Returns false as catasta_writer_add does. */
CATASTA_API bool catasta_writer_note(
    catasta_writer *writer, enum catasta_status status, const char *file, const char *message);

/* Writes the end, with STATUS as the status of the run, and frees WRITER; returns whether everything was written. */
CATASTA_API CATASTA_CHECKED bool catasta_writer_close(catasta_writer *writer, enum catasta_status status);

/* Writes GAME alone, with beginning and end. */
CATASTA_API CATASTA_CHECKED bool catasta_write(
    const catasta_game *game, enum catasta_format format, const struct catasta_sink *sink);

/* Writes the text in SGN that GAME was read from: what a reader of its form made, or the bytes of the file. */
CATASTA_API CATASTA_CHECKED bool catasta_write_copy(const catasta_game *game, const struct catasta_sink *sink);

/* Writes GAME as the next one of a file of SGN: in canonical form or, if COPIED, as it was written, which is for
   records in SGN; and before it whatever keeps it apart from the game before. STATE, of which only .size is set before
   the first, is what that needs to know. */
struct catasta_join_state {
    size_t size;
    bool any;
    bool copied;
    bool ruled;   /* it has a tag Ruleset */
    bool open;    /* its last line has no end */
    bool in_tags; /* its tags have not ended: following tags could be its own */
};
CATASTA_API CATASTA_CHECKED bool catasta_write_joined(
    const catasta_game *game, bool copied, struct catasta_join_state *state, const struct catasta_sink *sink);

/* Checks all games of FILES in parallel, writes them with WRITER, in order and with the same bytes for any number of
   threads, and adds up the results. JOBS 0: one thread for each processor; at most CATASTA_JOBS. Stops at error number
   ERRORS_MOST, unless 0: later diagnostics are neither written nor counted, except by the format quiet. PROGRESS,
   unless NULL, gets the number of bytes done. DONE, unless NULL, is called when everything about file I was written,
   with the counts FOUND for it, NULL if it could not be opened, and the errno value of the failure, or 0 (ENOMEM:
   memory ran out). WAITS, unless NULL, is called before waiting for more of a pipe, when everything so far is written;
   false ends the check. A game is written as soon as its end is known. KNOWN, unless NULL, is asked about each
   diagnostic, in order and in one thread, whatever JOBS says: FAULT is a line of jsonl with the keys "file", "ruleset"
   and "players", and of the one diagnostic in it "id", "seat", "turn" and "variation", nothing that depends on places.
   If it returns true, the diagnostic is left out, and the game is as illegal as it was. All of these, and the sink, are
   called in the calling thread. False when a file could not be read or the sink refused. */
struct catasta_tally {
    size_t size;
    uint64_t games;
    uint64_t illegal; /* games with errors */
    uint64_t plies;
    uint64_t errors;
    uint64_t cascaded; /* errors that may be mere consequences of earlier ones; not counted in .errors */
    uint64_t warnings;
    uint64_t notes;
    uint64_t expected; /* found as expected, and not counted above */
    uint64_t known;    /* left out because of .known, and not counted above */
};
enum { CATASTA_JOBS = 256 };
struct catasta_check {
    size_t size;
    unsigned jobs;
    uint64_t errors_most;
    void (*progress)(void *context, uint64_t bytes);
    void *context;
    void (*done)(void *context, size_t i, const struct catasta_tally *found, int error);
    bool (*waits)(void *context);
    bool (*known)(void *context, const char *fault, size_t length);
};
struct catasta_file {
    const char *name; /* for messages */
    int fd;           /* open, and kept by the caller; -1: NAME is a path, opened when its turn comes */
};
CATASTA_API CATASTA_CHECKED bool catasta_check_files(catasta_session *session, const struct catasta_file *files,
    size_t count, const struct catasta_check *check, catasta_writer *writer, struct catasta_tally *tally);

/* ---- pictures ---- */

/* Positions as pictures: self-contained SVG documents.  CELL_SIZE is the width of a cell in pixels, from
   CATASTA_CELL_LEAST to CATASTA_CELL_MOST; 0: the default. FLIP turns the board; NO_COORDINATES leaves out the names of
   cells; CSS, unless NULL, is added to the style sheet; CAPTION, unless NULL, is above the board.  CATASTA_PRINT uses
   black, white and grey; with CATASTA_AUTO a browser chooses the theme that its user prefers, and other programs show
   the light one. */
enum { CATASTA_CELL_LEAST = 16, CATASTA_CELL_MOST = 400 };
enum catasta_theme { CATASTA_AUTO, CATASTA_LIGHT, CATASTA_DARK, CATASTA_PRINT };
struct catasta_picture {
    size_t size;
    unsigned cell_size;
    bool flip;
    bool no_coordinates;
    const char *css;
    enum catasta_theme theme;
    const char *caption;
};

/* Calls TAKE with the pictures after plies FIRST to LAST of the main line, counted as in struct catasta_plies, one by
   one until it returns false. The board is at the same place in all of them. Sets *COUNT to the number of pictures
   taken. */
typedef bool catasta_picture_visitor(void *context, uint32_t ply, const char *bytes, size_t length);
CATASTA_API CATASTA_CHECKED bool catasta_pictures(const catasta_game *game, long first, long last,
    const struct catasta_picture *picture, catasta_picture_visitor *take, void *context, size_t *count);

/* The same as one SVG document that shows them one after the other, each for MILLISECONDS, and starts again after a
   pause; with *COUNT 0 nothing was written. A program that cannot animate shows the last picture. */
CATASTA_API CATASTA_CHECKED bool catasta_animation(const catasta_game *game, long first, long last,
    const struct catasta_picture *picture, unsigned milliseconds, const struct catasta_sink *sink, size_t *count);

/* What in LENGTH bytes of a style sheet could end it or load something from elsewhere, so that it cannot be used as
   .css; NULL: nothing. */
CATASTA_API const char *catasta_css_fault(const char *bytes, size_t length);

/* ---- matches and standings ---- */

/* Matches: games that belong together by their tags, added up over all files in the order of adding. BY says which
   tags: "match", "players", "event" or several, comma-separated; NULL: the tag Match. BEST_OF is the number of rounds
   of a match if the ruleset does not say, at most 999; 0: as many as are played. */
struct catasta_matching {
    size_t size;
    const char *by;
    unsigned best_of;
};
typedef struct catasta_matches catasta_matches;

/* NULL when out of memory, or when BY or BEST_OF cannot be used, with the reason written to ERRORS. */
CATASTA_API catasta_matches *catasta_matches_new(
    const struct catasta_matching *options, const struct catasta_sink *errors);
CATASTA_API void catasta_matches_free(catasta_matches *matches);

/* Adds GAME to its match, if it has one. Sets *ADDED to whether that added a diagnostic with an id match/… to the
   game: the round is after the end, has other players, or the wrong player starts. False when out of memory. */
CATASTA_API CATASTA_CHECKED bool catasta_matches_add(catasta_matches *matches, catasta_game *game, bool *added);

/* Writes the matches as lines of CATASTA_TEXT, as CATASTA_TSV with a heading, or as CATASTA_JSON, a list. Writes
   nothing if there are none. */
CATASTA_API CATASTA_CHECKED bool catasta_write_matches(
    const catasta_matches *matches, enum catasta_format format, const struct catasta_sink *sink);

/* Standings: the sums of the games of a tournament, over all files, counted as the options of catasta-score(1) say; all
   zero is the default. The session decides the look of text; the caller keeps it. */
typedef struct catasta_standings catasta_standings;
struct catasta_contest {
    size_t size;
    const char *tiebreaks; /* names or codes, comma-separated, the most important first; NULL: the default */
    const char *places;    /* in games of more than two players: points for places, "3,1,0", or "score"; NULL: "1" */
    bool mixed;            /* different games count together */
    bool round_robin;      /* everybody meets everybody */
    bool keep_games;       /* keep each game for links; then memory grows with the games, else with the players */
    bool matches;          /* points are those of matches: all games of two players in a round */
    bool keep_rounds; /* keep what each player did in each round, for TRF and pairings; memory as with .keep_games */
};

/* New standings without games; NULL when out of memory, or when a word in CONTEST is unknown, with the reason written
   to ERRORS. */
CATASTA_API catasta_standings *catasta_standings_new(
    catasta_session *session, const struct catasta_contest *contest, const struct catasta_sink *errors);
CATASTA_API void catasta_standings_free(catasta_standings *standings);

/* Adds GAME. If it is left out, or refused because it cannot be in one table with the games before it, *REASON is
   why, to be written after "game 3 is not counted: "; it is valid until the next call. */
enum catasta_added { CATASTA_ADDED, CATASTA_LEFT_OUT, CATASTA_REFUSED, CATASTA_ADDED_NO_MEMORY };
CATASTA_API CATASTA_CHECKED enum catasta_added catasta_standings_add(
    catasta_standings *standings, const catasta_game *game, const char **reason);

/* The standings and the cross table: as CATASTA_TEXT, as CATASTA_TSV, two tables, or as CATASTA_JSON, the
   keys "tournament", "standings" and "crosstable" with a comma between them.
   Add no games after it. */
CATASTA_API CATASTA_CHECKED bool catasta_write_standings(
    catasta_standings *standings, enum catasta_format format, const struct catasta_sink *sink);

/* ---- rulesets and rules ---- */

/* Rulesets: lists names with titles; shows one completely. If a file could not be read, catasta_rules_list reports it
   to the sink of the session, writes the list and returns false. */
CATASTA_API CATASTA_CHECKED bool catasta_rules_list(catasta_session *session, const struct catasta_sink *sink);
CATASTA_API CATASTA_CHECKED bool catasta_rules_show(
    catasta_session *session, const char *name, const struct catasta_sink *sink, const struct catasta_sink *errors);

/* Calls VISIT with each problem in LENGTH bytes of YAML as a ruleset in the file NAME, which need not exist; a ruleset
   that it extends is searched for in the same folder. Columns count characters from 1, .end_column is after the last;
   .file is NAME or a file that it extends. Texts are valid during the call. False when out of memory. */
struct catasta_problem {
    size_t size;
    const char *id;
    enum catasta_severity severity;
    const char *file;
    uint32_t line;
    uint32_t column;
    uint32_t end_column;
    struct catasta_text message;
    struct catasta_text advice;
};
typedef void catasta_problem_visitor(void *context, const struct catasta_problem *problem);
CATASTA_API CATASTA_CHECKED bool catasta_rules_problems(catasta_session *session, const char *name, const char *yaml,
    size_t length, catasta_problem_visitor *visit, void *context);

/* Writes a JSON Schema of rulesets, for editors, as a document that ends with a newline. */
CATASTA_API CATASTA_CHECKED bool catasta_rules_schema(const struct catasta_sink *sink);

/* The name of tag I, from 0, of the tags that have a meaning: sorted ones, and those of single games; NULL after the
   last. */
CATASTA_API const char *catasta_tag_name(size_t i);

/* Explains rules and messages. NAME is an id, "accasta/range"; or the part before its slash, for all ids of a group, or
   after it, for all that end with it; NULL: all ids. As text, one id is explained in full, and several are a list with
   one line each, which begins with the id; CATASTA_FULL_TEXT is text that explains all in full, with the
   messages. As a manual page, as a page in HTML with boards, and as JSON with one object on each line, all are
   explained in full; but as a manual page of all ids those of games are only listed. False if NAME is unknown, with the
   nearest name written to ERRORS, or if nothing could be written. */
CATASTA_API CATASTA_CHECKED bool catasta_explain(
    const char *name, enum catasta_format format, const struct catasta_sink *sink, const struct catasta_sink *errors);

/* ---- readers of other forms ---- */

/* Readers of forms other than SGN, such as JSON. A reader cuts the bytes of a file into records and gives each in SGN,
   which is then read and judged as usual; places in diagnostics are those in the file.

   OPEN begins a file that SESSION reads, of which it may use rulesets and positions, and returns NULL when out of
   memory. NEXT gets the BYTES that follow, with LAST set if they are
   all, and returns what it found: the bytes before BEGIN belong to nothing, those from BEGIN to END to it.

   A form that is not read as bytes, a database, has OPEN_PATH instead of OPEN, which gets the PATH of the file, or NULL
   if the file comes from a pipe or compressed, and reads share number SHARE, from 0, of SHARES in the order of rows.
   NEXT then gets nothing, and gives a ROW, which diagnostics name; excerpts are of .text, or of .bytes if they cannot
   be read. At the end it sets LAST if nothing follows in the file. */
enum catasta_found {
    CATASTA_FOUND_NOTHING,   /* needs more bytes; with the last ones, the end */
    CATASTA_FOUND_RECORD,    /* .text */
    CATASTA_FOUND_FAULT,     /* something that cannot be read, for the reason in .message, at .fault */
    CATASTA_FOUND_OTHER,     /* a record of a game that catasta cannot read, with the same members */
    CATASTA_FOUND_NO_MEMORY, /* it ran out */
    CATASTA_FOUND_FAILED,    /* the file cannot be read, for the reason in errno */
};
struct catasta_origin {
    uint32_t at;   /* where the piece begins in .text; it ends where the next begins */
    uint32_t was;  /* the number of bytes that it comes from, */
    uint32_t from; /* and where they begin, after BEGIN */
};
/* What a reader of typed text says besides: what it asks about, and what it has changed. */
enum catasta_typed {
    CATASTA_TYPED_UNCLEAR, /* what .text says it may be, and is not certainly; an error */
    CATASTA_TYPED_SEVERAL, /* the turn may mean several, which .text lists; a warning */
    CATASTA_TYPED_NAMES,   /* a sentence may say who plays; .text is a line that says it; a warning */
    CATASTA_TYPED_DATE,    /* may be that of the game; likewise */
    CATASTA_TYPED_AGREES,  /* talk says .text, the result that the board shows; a note */
    /* Changes, each kind once a record a note: */
    CATASTA_TYPED_TURN,   /* .text is the turn that is read */
    CATASTA_TYPED_NUMBER, /* a number of a turn, or a seat before one */
    CATASTA_TYPED_RESULT,
    CATASTA_TYPED_TAG,
    CATASTA_TYPED_LAYOUT, /* bars, quotes, bullets and the like, which mean nothing */
    CATASTA_TYPED_TALK,   /* became a comment */
    CATASTA_TYPED_KINDS,
};
struct catasta_reading {
    enum catasta_typed kind;
    uint32_t begin; /* after BEGIN */
    uint32_t end;
    const char *text; /* what it may be; of a change, what it is now */
    uint32_t length;
};
/* What a file says of a turn besides, such as the cell that it goes to, where that is not so. */
struct catasta_mark {
    uint32_t begin; /* after BEGIN; inside of what the turn comes from */
    uint32_t end;
    const char *why; /* how it is, "that is c4" */
};
struct catasta_foreign {
    size_t size;
    const char *bytes;
    size_t length;
    bool last;
    /* Filled in by NEXT; offsets are in .bytes, and texts are valid until the next call: */
    size_t begin;
    size_t end;
    size_t fault;
    const char *message;
    const char *text; /* a record in SGN */
    size_t text_length;
    const struct catasta_origin *pieces; /* where it comes from, in the order of .at */
    size_t piece_count;
    const struct catasta_reading *findings; /* with any of these, in the order of .begin */
    size_t finding_count;
    const struct catasta_reading *changes; /* likewise */
    size_t change_count;
    const struct catasta_mark *marks; /* wrong ones, an error each, in the order of .begin */
    size_t mark_count;
    const int64_t *row; /* of OPEN_PATH: the id of the row that was found; NULL: it is about the whole file */
};
struct catasta_form_reader {
    size_t size;
    const char *name;
    bool whole_stacks; /* in its turns, without a count the whole stack moves, and '+' lands on any stack */
    bool no_marks;     /* its turns have no marks of what they land on: none is missing */
    bool (*recognises)(const char *bytes, size_t length, bool asked); /* by the first bytes; ASKED: if in doubt, yes */
    void *(*open)(catasta_session *session);
    void *(*open_path)(catasta_session *session, const char *path, unsigned share, unsigned shares);
    enum catasta_found (*next)(void *context, struct catasta_foreign *part);
    void (*close)(void *context);
};

#ifdef __cplusplus
}
#endif

#endif

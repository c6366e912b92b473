/* SPDX-License-Identifier: MIT */
/* libcatasta: reads recorded games of stacking games, referees them, replays them
   and scores them.  This is its only header, and its manual.

   A SESSION holds what is common to a run: folders of rulesets, the ruleset for
   records that name none, how text should look.  An INPUT gives the games of one
   file, one at a time; memory grows with the longest game, not the file.  A GAME is
   one judged record.  What is written goes to a SINK.

       session = catasta_session_new(&options, &troubles);
       input = catasta_input_open(session, fd, "games.sgn");
       writer = catasta_writer_new("text", NULL, &sink);
       while ((game = catasta_input_next(input)) != NULL)
           catasta_writer_add(writer, game);
       whole = catasta_writer_close(writer, CATASTA_OK);

   The library never exits, prints or aborts.  A session and its inputs and games
   are used by one thread at a time; different sessions are independent.

   Structs begin with their size, which the caller sets: sizeof, or as in
   {.size = sizeof options}.  A program that was built with an older header goes on with a newer
   library: what its struct has no room for is as if it were zero, or is not filled in.

   Functions that write return whether they could: false when memory ran out or
   the sink refused.  All texts are UTF-8.  Seats, games, lines and columns count
   from 1; plies count turns on a line, 0 is the position before the first. */
#ifndef CATASTA_H
#define CATASTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CATASTA_API __attribute__((visibility("default")))

/* What such a function returns says whether output was lost, and nothing else does. */
#define CATASTA_CHECKED __attribute__((warn_unused_result))

/* Of this header; catasta_version() returns the version of the library that runs. */
#define CATASTA_VERSION_MAJOR 0
#define CATASTA_VERSION_MINOR 2
#define CATASTA_VERSION_PATCH 0
#define CATASTA_VERSION "0.2.0"

#ifdef __cplusplus
extern "C" {
#endif

CATASTA_API const char *catasta_version(void);

/* Exit statuses, and what most calls come to. */
enum catasta_status {
    CATASTA_OK = 0,     /* everything legal */
    CATASTA_WRONG = 1,  /* something in a record is wrong */
    CATASTA_FAILED = 2, /* the run itself failed */
};

/* Where bytes go.  WRITE returns false when it could not take them all. */
struct catasta_sink {
    bool (*write)(void *context, const char *bytes, size_t length);
    void *context;
};

/* How many of LENGTH bytes, from the first on, a terminal may be given as they are: UTF-8
   without control characters (newlines and tabs are some) and without those that change
   the direction of text.  Texts for people have no others, except newlines and colours;
   the form sgn keeps all that was written. */
CATASTA_API size_t catasta_printable(const char *bytes, size_t length);

/* The one of COUNT NAMES that is nearest to WORD in spelling, to ask whether it was meant; NULL: none is near. */
CATASTA_API const char *catasta_nearest(const char *word, const char *const *names, size_t count);

/* Writes LENGTH bytes of text as searches compare it: without accents, strokes through letters, and case. */
CATASTA_API CATASTA_CHECKED bool catasta_fold(const char *bytes, size_t length, const struct catasta_sink *sink);

/* What to make of faults.  IDS are separated by commas or spaces, and each is an id; a
   table of ids, such as "record" or "accasta"; "errors", "warnings" or "notes", by the
   severity that a fault has of itself (an illegal turn that stood is a warning); or "all". */
enum catasta_severity { CATASTA_ERROR, CATASTA_WARNING, CATASTA_NOTE, CATASTA_IGNORED };
struct catasta_setting {
    enum catasta_severity severity;
    const char *ids;
};

/* What is kept of a game that is judged: positions, for all that shows them; texts, enough for
   canonical form; or nothing, enough for diagnostics and scores.  Only that can be written, and
   only of the PLIES of the main line that are asked for: what is said and tried after one goes
   with it. */
enum catasta_keep { CATASTA_KEEP_POSITIONS, CATASTA_KEEP_TEXTS, CATASTA_KEEP_NOTHING };
struct catasta_plies {
    long first; /* -1: the last one before any error */
    long last;  /* -1: to the end; with FIRST -1 else only that one */
};

/* Records that are not written in SGN, such as JSON.  A reader of another form cuts the bytes of a file into records
   and says what each is in SGN, which is then read and judged as usual; places in diagnostics are those in the file.

   OPEN begins a file, and returns NULL when out of memory.  NEXT is given the BYTES that follow, all of them where
   LAST, and says with how many it is done: up to BEGIN they belong to nothing, up to END to what it has found. */
enum catasta_found {
    CATASTA_FOUND_NOTHING,   /* before more bytes are there; with the last ones, the end */
    CATASTA_FOUND_RECORD,    /* .text */
    CATASTA_FOUND_FAULT,     /* what cannot be read, as .message says, at .fault */
    CATASTA_FOUND_OTHER,     /* likewise a record of a game that is not read */
    CATASTA_FOUND_NO_MEMORY, /* it ran out */
};
struct catasta_origin {
    uint32_t at;  /* in .text; up to the next piece it is made of */
    uint32_t was; /* so many bytes */
    uint32_t from;
};
struct catasta_foreign {
    size_t size;
    const char *bytes;
    size_t length;
    bool last;
    /* What NEXT fills in; offsets are in .bytes, and texts good until it is called again: */
    size_t begin;
    size_t end;
    size_t fault;
    const char *message;
    const char *text; /* a record in SGN */
    size_t text_length;
    const struct catasta_origin *pieces; /* where it is from, in the order of .at */
    size_t piece_count;
};
struct catasta_form_reader {
    const char *name;
    bool whole_stacks; /* in its turns a count that is left out means all that is left, and '+' any stack */
    bool (*recognises)(const char *bytes, size_t length, bool asked); /* a file by its beginning; ASKED: if in doubt */
    void *(*open)(void);
    enum catasta_found (*next)(void *context, struct catasta_foreign *n);
    void (*close)(void *context);
};

struct catasta_options {
    size_t size;
    const char *ruleset;                    /* for records that name none: a shipped name or a path; NULL: none */
    bool force_ruleset;                     /* ... and for all the others too */
    const char *rules;                      /* parameters to change in it, "win.check=next-turn"; NULL: none */
    const char *const *folders;             /* folders of rulesets, ended by NULL; they stay the caller's */
    const struct catasta_setting *settings; /* of which later ones win */
    size_t setting_count;
    enum catasta_keep keep;
    const struct catasta_plies *plies; /* NULL: all */
    bool expect;                       /* hold records against what comments in them, [%expect ID], say must be found */
    bool boards;                       /* with diagnostics for people: the board that each fault found */
    bool colour;                       /* escape sequences for a terminal */
    bool unicode;                      /* or ASCII alone */
    bool plain;                        /* positions in words, to be read aloud, and nothing drawn */
    bool count_illegal; /* in matches and standings: games with errors as the board ended them, else as claimed */
    bool adjudicate;    /* unfinished games of points count by the points so far */
    bool documents;     /* of files that are catasta_is_document only what is in fences is read */
    unsigned width;     /* columns for boards as text, 0: the usual 80 */
    const struct catasta_form_reader *const *forms; /* besides SGN, ended by NULL; they stay the caller's */
    const char *from;  /* the form that files are in: one of those, or "sgn"; NULL: as their content says */
    const char *where; /* a condition as in catasta-select(1): there are only games for which it holds; NULL: all */
    bool unjudged;     /* games are not judged, unless for that: they have tags and a source, and no turns */
};

typedef struct catasta_session catasta_session;
typedef struct catasta_input catasta_input;
typedef struct catasta_game catasta_game;

/* A new session, which borrows the strings of OPTIONS; NULL when out of memory, or when the ruleset of OPTIONS cannot
   be used, an id in it does not exist, or its condition cannot be read, which is explained to ERRORS.  That sink is
   kept until the session is freed: the faults of a ruleset that a record names and that exists but cannot be used are
   written to it, once a session. */
CATASTA_API catasta_session *catasta_session_new(
    const struct catasta_options *options, const struct catasta_sink *errors);
CATASTA_API void catasta_session_free(catasta_session *session);

/* Whether a record named a ruleset that exists but cannot be used.  Such a record is not judged, and the run has
   failed, whatever else was found. */
CATASTA_API bool catasta_session_failed(const catasta_session *session);

/* Whether NAME is that of a text with records in it, README.md: it ends in .md or .markdown.  Records are between lines
   of ``` or ~~~; what of these has none, and the text around them, is passed over. */
CATASTA_API bool catasta_is_document(const char *name);

/* Games from the open file FD, which stays the caller's; NAME is for messages and
   is borrowed.  NULL when out of memory.  What is packed in the format of gzip or of Zstandard
   is unpacked; where that is damaged, reading fails with EBADMSG. */
CATASTA_API catasta_input *catasta_input_open(catasta_session *session, int fd, const char *name);

/* Whether a file that begins with LENGTH bytes at HEAD, 4 are enough, is packed so. */
CATASTA_API bool catasta_is_packed(const char *head, size_t length);

/* The same from LENGTH bytes at BYTES, which are copied, and are not packed. */
CATASTA_API catasta_input *catasta_input_bytes(
    catasta_session *session, const char *bytes, size_t length, const char *name);

/* The same for bytes that are in a file from LINE on, as catasta_game_source gives them. */
CATASTA_API catasta_input *catasta_input_part(
    catasta_session *session, const char *bytes, size_t length, const char *name, uint32_t line);
CATASTA_API void catasta_input_close(catasta_input *input);

/* The next game for which the condition of the session holds, judged; valid until the next call.  NULL at the end of
   the input or on failure: then catasta_input_error gives an errno value, else 0. */
CATASTA_API catasta_game *catasta_input_next(catasta_input *input);
CATASTA_API int catasta_input_error(const catasta_input *input);

/* The starting position of the session's ruleset as a game of no turns, valid
   until the next call on INPUT; NULL when the session has no ruleset. */
CATASTA_API catasta_game *catasta_input_start_game(catasta_input *input);

/* Writers give games to a sink in one form, with what goes before the first and after the
   last.  Forms are called

       text        diagnostics for people, each with its line and a caret
       jsonl       a JSON object a line; see catasta-check(1)
       sarif       a SARIF 2.1.0 document of a run over any number of files
       quiet       nothing
       replay      boards, step by step, with what was played and said
       html        a self-contained page, in which all that a record says is plain text
       sgn         canonical form, see sgn(5), of readable games
       score, score-tsv, score-json
                   the outcome in a line, as tab-separated values, or as an object without a newline
       table-tsv, table-jsonl
                   a row for each ply of the main line, see catasta-table(1)
       packed      of each game the values of .fields, and then its bytes, each as the number of its
                   bytes in digits, a colon, and the bytes; the colon alone for a field without a value,
                   and for a record that is too long to be read, or in another form
       index       of each game what an index of an archive has of it, packed likewise, see below

   replay, html, index and tables need positions that were kept, sgn texts; the others nothing. */
typedef struct catasta_writer catasta_writer;
struct catasta_writing {
    size_t size;
    const char *title; /* of a page; NULL: the name of the program */
    bool verbose;      /* scores: how they come about, too */
    /* Of pages: */
    const struct catasta_picture *picture; /* how boards look; NULL: the usual */
    long ply;                              /* that is shown first, -1: the last */
    bool print;                            /* a booklet for paper, with diagrams and no script */
    unsigned
        diagrams; /* in it, also one after each so many turns; 0: at the start, the end, faults and where asked for */
    const char *back; /* links to standings, and to the games before and after, or NULL */
    const char *before;
    const char *after;
    /* Of packed games: */
    const char *fields; /* names of fields as in catasta-select(1), by commas, at most CATASTA_FIELDS; NULL: none */
    unsigned strip;     /* what is left out of the bytes */
};
enum { CATASTA_FIELDS = 8 };
enum { CATASTA_STRIP_COMMENTS = 1, CATASTA_STRIP_VARIATIONS = 2 };

/* What the form index writes of a game: the values of this list, numbers in digits; of each tag its name and value; a
   colon; of each diagnostic its id, severity, ply, line and column; and a colon. */
enum catasta_indexed {
    CATASTA_INDEXED_FILE,
    CATASTA_INDEXED_OFFSET, /* of its bytes in the file */
    CATASTA_INDEXED_LENGTH,
    CATASTA_INDEXED_LINE,
    CATASTA_INDEXED_FORM,    /* "sgn", or another that it was read in */
    CATASTA_INDEXED_RULESET, /* none: it has no ruleset that can be used */
    CATASTA_INDEXED_GAME,
    CATASTA_INDEXED_PLIES,
    CATASTA_INDEXED_RESULT,
    CATASTA_INDEXED_WINNERS, /* as in struct catasta_entry, of a draw all seats; none: the game does not count */
    CATASTA_INDEXED_SIDES,   /* that share the win */
    CATASTA_INDEXED_ERRORS,
    CATASTA_INDEXED_WARNINGS,
    CATASTA_INDEXED_HASHES, /* of the positions from the start on, 8 bytes each, the highest first */
    CATASTA_INDEXED,
};

/* Whether NAMES are fields, as .fields has them, which is explained to ERRORS; *JUDGED becomes whether games have to
   be judged for them. */
CATASTA_API bool catasta_fields_check(const char *names, bool *judged, const struct catasta_sink *errors);

/* A new writer, which borrows the strings of HOW (NULL: the usual); NULL when out of memory or
   when there is no such FORM or field. */
CATASTA_API catasta_writer *catasta_writer_new(
    const char *form, const struct catasta_writing *how, const struct catasta_sink *sink);

/* Writes GAME; false, also later on, when something could not be written. */
CATASTA_API bool catasta_writer_add(catasta_writer *writer, const catasta_game *game);

/* What went wrong with the run itself, for forms that have a place for it: MESSAGE, about FILE
   or NULL, an error when STATUS is FAILED, else a note.  False as catasta_writer_add. */
CATASTA_API bool catasta_writer_note(
    catasta_writer *writer, enum catasta_status status, const char *file, const char *message);

/* Writes the end, with STATUS, that of the run, and frees WRITER; returns whether all was written. */
CATASTA_API CATASTA_CHECKED bool catasta_writer_close(catasta_writer *writer, enum catasta_status status);

/* GAME alone, begin and end included. */
CATASTA_API CATASTA_CHECKED bool catasta_write(
    const catasta_game *game, const char *form, const struct catasta_sink *sink);

/* Checks all games of FILES at once with WRITER, in their order and whatever the number of threads to the same bytes,
   and adds up what was found.  JOBS 0: as many threads as there are processors; CATASTA_JOBS are the most.  Stops at
   the error ERRORS_MOST, unless 0: what is found after it is neither written nor counted, except by the form quiet.
   PROGRESS, unless NULL, receives how many bytes are done.  DONE, unless NULL, is called when all about file I of them
   was written, with what was FOUND in it, which is NULL where it could not be opened, and the errno value of what kept
   it from being read, or 0 (ENOMEM: memory ran out).  All of these, and the sink, are called by the thread that called.
   False when a file could not be read or the sink refused. */
struct catasta_tally {
    size_t size;
    uint64_t games;
    uint64_t illegal; /* games with errors */
    uint64_t plies;
    uint64_t errors;
    uint64_t cascaded; /* errors that may only be consequences of those before them; not among .errors */
    uint64_t warnings;
    uint64_t notes;
    uint64_t expected; /* found as expected, and so none of the above */
};
enum { CATASTA_JOBS = 256 };
struct catasta_check {
    size_t size;
    const char *name; /* of the file, for messages: only for catasta_check */
    unsigned jobs;
    uint64_t errors_most;
    void (*progress)(void *context, uint64_t bytes);
    void *context;
    void (*done)(void *context, size_t i, const struct catasta_tally *found, int error);
};
struct catasta_file {
    const char *name; /* for messages */
    int fd;           /* open, and stays the caller's; -1: NAME is a path, and the file is opened when its turn comes */
};
CATASTA_API CATASTA_CHECKED bool catasta_check_files(catasta_session *session, const struct catasta_file *files,
    size_t count, const struct catasta_check *check, catasta_writer *writer, struct catasta_tally *tally);

/* The same for the open file FD, with an errno value in *ERROR where it could not be read, 0 where the sink refused. */
CATASTA_API CATASTA_CHECKED bool catasta_check(catasta_session *session, int fd, const struct catasta_check *check,
    catasta_writer *writer, struct catasta_tally *tally, int *error);

/* Adds PART, the counts of another file, to SUM. */
CATASTA_API void catasta_tally_add(struct catasta_tally *sum, const struct catasta_tally *part);

/* A game as data.  Accessors only read, so several threads may read one game.  A struct that is
   filled in belongs to the caller, who sets its first member to its size; as much is filled in
   as that has room for.  False where there is no such thing.  Texts belong to the game, strings
   ended by NUL are constants; spans are bytes of its source, of which .offset says where it begins
   in the input. */
struct catasta_text {
    const char *bytes; /* not ended by NUL; NULL: there is none */
    size_t length;
};
struct catasta_span {
    uint64_t begin;
    uint64_t end;
};
#define CATASTA_NOWHERE UINT32_MAX

struct catasta_info {
    size_t size;
    uint32_t number; /* among the games of the input; 0: stray text, of which there are only diagnostics */
    uint32_t line;
    uint32_t column;
    uint64_t offset;
    struct catasta_text source;
    struct catasta_text ruleset; /* as named */
    struct catasta_text game;    /* "accasta"; none where there is no ruleset */
    unsigned seats;
    uint32_t plies;
    uint32_t errors;
    uint32_t cascaded; /* errors that may only be consequences of others, and are not among .errors */
    uint32_t warnings;
    uint32_t notes;
    uint32_t expected; /* found as expected, and so none of the above */
    bool legal;
    bool judged;                /* it could be set up, or was not played */
    bool readable;              /* ... and has no syntax error */
    bool unplayed;              /* a bye, a forfeit: there are no positions */
    struct catasta_text file;   /* the name of the input */
    struct catasta_span result; /* after the movetext; empty, where it would be, if there is none */
    const char *form;           /* it was read in; .source is in that, and spans are of it */
    bool cut;                   /* .source ends before it does: it is too long, or its file is not a record */
};
CATASTA_API bool catasta_game_info(const catasta_game *game, struct catasta_info *n);

/* Tags, in the order of the record. */
struct catasta_tag {
    size_t size;
    struct catasta_text name;
    struct catasta_text value; /* escapes undone */
    struct catasta_span span;
    struct catasta_span inside; /* the quotes */
};
CATASTA_API size_t catasta_game_tags(const catasta_game *game);
CATASTA_API bool catasta_game_tag(const catasta_game *game, size_t i, struct catasta_tag *n);

/* The turns as a tree, where positions were kept:

       0 ── 1. e4 ── 1... e5 ── 2. …        .next along a line, .parent back
              │
              └ 1. d4 ── 1... d5            .variation: instead of that turn

   Node 0 is the start; the others are in the order of the record.  There are none when the game
   could not be set up, or was not played. */
enum catasta_verdict {
    CATASTA_LEGAL,
    CATASTA_ILLEGAL,  /* and played as far as the board carries it, or as it was meant */
    CATASTA_STOOD,    /* the same, but it counted in the game */
    CATASTA_LOST,     /* illegal or unreadable, and not played */
    CATASTA_UNJUDGED, /* after a lost turn */
};
struct catasta_node {
    size_t size;
    struct catasta_text text; /* canonical where it is legal, else as written; the start has none */
    struct catasta_span span;
    uint32_t parent;    /* the position before; NOWHERE for the start */
    uint32_t next;      /* the turn after it on its line, or NOWHERE */
    uint32_t variation; /* another turn instead of this one, or NOWHERE */
    uint32_t ply;       /* from 1 on its line, 0: the start */
    uint32_t number;    /* of the turn, as players count */
    unsigned depth;     /* of variations; 0: the main line */
    unsigned seat;      /* the seat that made the turn; at the start, the seat to move */
    enum catasta_verdict verdict;
    uint32_t diagnostic; /* the first about it, or NOWHERE */
    uint64_t end;        /* of all that belongs to it: glyphs, comments, variations; the next turn goes after that */
};
CATASTA_API size_t catasta_game_nodes(const catasta_game *game);
CATASTA_API bool catasta_game_node(const catasta_game *game, size_t i, struct catasta_node *n);

/* Comments and glyphs of a node: those before it, where it opens a line, then those after it. */
struct catasta_remark {
    size_t size;
    struct catasta_text text; /* without the signs that make it a comment */
    struct catasta_span span;
    bool glyph;
    bool before;
};
CATASTA_API bool catasta_game_remark(const catasta_game *game, size_t node, size_t i, struct catasta_remark *n);

/* Diagnostics, in the order of the text. */
enum catasta_continued {        /* how the line was judged after it */
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
    struct catasta_span turn; /* the whole turn, empty where there is none */
    uint32_t line;            /* of .span in the input, and in characters */
    uint32_t column;
    uint32_t ply;    /* from 1 on its line, 0: the setup */
    uint32_t number; /* of the turn as players count, 0 where there is none */
    unsigned seat;   /* 0 where there is none */
    bool in_variation;
    bool cascaded; /* it may only be a consequence of an earlier one */
    enum catasta_continued continued;
    struct catasta_text board; /* what the board holds where it matters; may be empty */
    bool board_within;         /* as the step at fault found it, not the turn */
    struct catasta_text advice;
    size_t repairs;
};
CATASTA_API size_t catasta_game_diagnostics(const catasta_game *game);
CATASTA_API bool catasta_game_diagnostic(const catasta_game *game, size_t i, struct catasta_diagnostic *n);

/* What diagnostic I says, in a line without an end; and one of the facts that it is about, by the
   name that the message has it by. */
CATASTA_API CATASTA_CHECKED bool catasta_game_message(
    const catasta_game *game, size_t i, const struct catasta_sink *sink);
CATASTA_API bool catasta_game_fact(const catasta_game *game, size_t i, const char *name, struct catasta_text *text);

/* What was probably meant, the best first: edits of the source that mend it. */
enum catasta_confidence { CATASTA_POSSIBLE, CATASTA_LIKELY, CATASTA_CERTAIN };
struct catasta_edit {
    struct catasta_span span;
    struct catasta_text text; /* in its place */
};
struct catasta_repair {
    size_t size;
    const char *kind; /* "turn", "earlier", "left-out", "glued", "doubled", "swapped", "unclosed",
                         "both", "reordered", "swallowed" */
    enum catasta_confidence confidence;
    struct catasta_text turn; /* that was meant, or several joined by spaces; empty where there is none */
    uint32_t ply;             /* of the turn that is to be changed, or before which one was left out */
    uint32_t number;          /* likewise */
    unsigned seat;            /* likewise */
    bool open;                /* of a turn left out: others fit as well */
    uint32_t legal;           /* turns after the fault that are legal with it */
    bool whole;               /* and these are all there are on the line */
    size_t edit_count;        /* 0 where only a part of what is read otherwise changes, as of a row of a table */
    struct catasta_edit edits[2];
};
CATASTA_API bool catasta_game_repair(const catasta_game *game, size_t diagnostic, size_t i, struct catasta_repair *n);

/* The same in words, in a line without an end: "b4:2-c5 is legal here (likely)"; false also where there is no such
 * repair. */
CATASTA_API CATASTA_CHECKED bool catasta_write_repair(
    const catasta_game *game, size_t diagnostic, size_t i, const struct catasta_sink *sink);

/* A seat; and the result of the game, by the board or else as declared. */
struct catasta_seat {
    size_t size;
    struct catasta_text player; /* none: unnamed */
    const char *name;           /* "White" */
    unsigned side;              /* partners have the same, from 1 */
    int32_t score;              /* .score / .score_of */
    int32_t score_of;
    bool won;
};
CATASTA_API bool catasta_game_seat(const catasta_game *game, unsigned seat, struct catasta_seat *n);
struct catasta_outcome {
    size_t size;
    bool over;                 /* on the board */
    const char *reason;        /* NULL: undecided */
    uint32_t winners;          /* bit s-1 for seat s */
    struct catasta_text claim; /* the result as written, in figures; none: there is none */
    bool adjudicated;          /* unfinished: by the points so far */
};
CATASTA_API bool catasta_game_outcome(const catasta_game *game, struct catasta_outcome *n);

/* The result in figures, as a record has it: by the board, or else as claimed; "*" where there is none. */
CATASTA_API CATASTA_CHECKED bool catasta_write_result(const catasta_game *game, const struct catasta_sink *sink);

/* What a game counts for in matches and standings, with .count_illegal as in the options of the
   session.  Of a game that is left out nobody is a winner, gets anything, or has a better place. */
enum { CATASTA_SEATS = 8 }; /* the most that a game has */
enum catasta_counted {
    CATASTA_COUNTED,             /* as the board ended it */
    CATASTA_COUNTED_CLAIMED,     /* the board did not end it: as the record claims */
    CATASTA_COUNTED_ADJUDICATED, /* nobody ended it: by the points as they stood */
    CATASTA_COUNTED_ILLEGAL,     /* though it is illegal, since that was asked for */
    CATASTA_COUNTED_UNPLAYED,    /* a bye, a forfeit: what its tags say */
    CATASTA_LEFT_ILLEGAL,        /* the game does not count */
    CATASTA_LEFT_UNDECIDED,
    CATASTA_LEFT_UNREADABLE, /* there was no ruleset, or no position to judge from */
};
enum catasta_unplayed {
    CATASTA_PLAYED,
    CATASTA_BYE,            /* the pairing had nobody left: worth a win */
    CATASTA_HALF_BYE,       /* asked for */
    CATASTA_ZERO_BYE,       /* likewise */
    CATASTA_FORFEIT,        /* one of two did not come */
    CATASTA_DOUBLE_FORFEIT, /* neither did */
    CATASTA_WITHDRAWN,      /* from the record's round on */
    CATASTA_UNPLAYED,       /* paired, and nobody's fault: worth what the result claims */
};
enum catasta_scoring { CATASTA_WINS, CATASTA_MOST_POINTS, CATASTA_FEWEST_POINTS }; /* what decides the game */
struct catasta_entry {
    size_t size;
    enum catasta_counted counted;
    enum catasta_unplayed unplayed;
    enum catasta_scoring scoring;
    uint32_t winners;               /* bit s-1 for seat s; none: a draw */
    int32_t halves[CATASTA_SEATS];  /* what seat s gets at [s-1], 2 a point; of a game not played, 2 a win */
    unsigned places[CATASTA_SEATS]; /* and its place, from 1; those who did the same share one, as partners do */
};
CATASTA_API bool catasta_game_entry(const catasta_game *game, struct catasta_entry *n);

/* How rounds of a game make a match, as its ruleset says; false when it has none.  Without .points
   and .best_of nothing ends a match, and points are added. */
struct catasta_match_rule {
    size_t size;
    uint32_t points;    /* the total that ends it; 0: none does */
    uint32_t best_of;   /* that many rounds, of which each gives a point to who won it; 0: points are added */
    bool winner_starts; /* who won a round has seat 1 in the next; after one that nobody won, who had it then */
};
CATASTA_API bool catasta_game_match(const catasta_game *game, struct catasta_match_rule *n);

/* Takes GAME out of its input: it outlives the next call, the input and the session, until it is
   freed.  It is the same handle; NULL, and nothing has changed, when out of memory. */
CATASTA_API catasta_game *catasta_game_keep(catasta_game *game);
CATASTA_API void catasta_game_free(catasta_game *game);

/* What is wrong with a turn, a position, or what one is to start from; valid until the next call
   with the same session or position. */
struct catasta_fault {
    size_t size;
    const char *id; /* NULL: memory ran out */
    struct catasta_text message;
    struct catasta_text advice;
    struct catasta_text board;
    struct catasta_span span; /* of what was given: the turn, the prefix, the position, the value of a tag */
    uint32_t tag;             /* of those to start from, or NOWHERE */
};

/* Positions: owned by the caller, they outlive session and input.  One is used by one thread at
   a time.

   The start of RULESET (a shipped name or a path; NULL: the session's), as COUNT tags of a record
   would have it: Start, Colours, Hand1, Rules, Player1, …; or a position as text.  NULL with a
   FAULT. */
typedef struct catasta_position catasta_position;
struct catasta_pair {
    const char *name;
    const char *value;
};
CATASTA_API catasta_position *catasta_position_start(catasta_session *session, const char *ruleset,
    const struct catasta_pair *tags, size_t count, struct catasta_fault *fault);
CATASTA_API catasta_position *catasta_position_read(
    catasta_session *session, const char *ruleset, const char *text, size_t length, struct catasta_fault *fault);

/* The position after node NODE; NULL when there is none or out of memory. */
CATASTA_API catasta_position *catasta_game_position(const catasta_game *game, size_t node);
CATASTA_API catasta_position *catasta_position_copy(const catasta_position *position);
CATASTA_API void catasta_position_free(catasta_position *position);

/* Plays a turn as a record has it, also "resign", "pass", "out", "topple", "3|…".  False with a
   FAULT, and the position as it was. */
CATASTA_API bool catasta_position_play(
    catasta_position *position, const char *text, size_t length, struct catasta_fault *fault);

/* Gives VISIT the legal turns that begin with PREFIX, until it returns false.  A turn that
   can go on may be one already.  Where whole turns are too many to list, the ways to take
   the next step are given: with one of them as PREFIX, what begins with that.  PREFIX may
   spell its steps in any way that is read, except an unfinished last one; NULL is the empty
   prefix.  Words that are always available, such as "resign", are not listed. False with a
   FAULT when nothing begins so. */
enum { CATASTA_COMPLETE = 1, CATASTA_CAN_GO_ON = 2 };
typedef bool catasta_visitor(void *context, const char *text, size_t length, unsigned flags);
CATASTA_API bool catasta_position_moves(catasta_position *position, const char *prefix, size_t length,
    catasta_visitor *visit, void *context, struct catasta_fault *fault);

CATASTA_API bool catasta_position_outcome(const catasta_position *position, struct catasta_outcome *n);
CATASTA_API bool catasta_position_seat(const catasta_position *position, unsigned seat, struct catasta_seat *n);
CATASTA_API unsigned catasta_position_seats(const catasta_position *position);
CATASTA_API unsigned catasta_position_to_move(const catasta_position *position); /* 0: it is over */
CATASTA_API uint32_t catasta_position_number(const catasta_position *position);  /* of the turn, as players count */

/* A number for what is on the board and in hands and who is to move, without what counts turns, the same for positions
   that the symmetries of the game make of each other; catasta-index(1) says how it is computed, which never changes. */
CATASTA_API uint64_t catasta_position_hash(const catasta_position *position);

/* Cells with their pieces, and lists of pieces that are on no cell, such as hands.  Valid
   until the position changes. */
struct catasta_piece {
    const char *text;   /* "w", "R4" */
    const char *colour; /* "red"; NULL: none */
    unsigned seat;      /* its owner, 0: nobody */
};
struct catasta_cell {
    size_t size;
    const char *name;
    int x;          /* half cell widths, to the right */
    int y;          /* rows, upwards */
    unsigned board; /* layers are boards, from 0 */
    unsigned zone;  /* the seat whose castle or palace it is, 0: nobody's */
    uint32_t pawns; /* bit s-1: a pawn of seat s is on it */
    size_t height;
    bool closed; /* nothing may be put on it */
};
struct catasta_list {
    size_t size;
    const char *name;
    bool stacked; /* its pieces are stacked, not side by side */
    size_t count;
};
CATASTA_API size_t catasta_position_cells(catasta_position *position);
CATASTA_API bool catasta_position_cell(catasta_position *position, size_t i, struct catasta_cell *n);
CATASTA_API size_t catasta_position_lists(catasta_position *position);
CATASTA_API bool catasta_position_list(catasta_position *position, size_t i, struct catasta_list *n);

/* Piece K of a cell or a list, bottom to top. */
CATASTA_API bool catasta_cell_piece(catasta_position *position, size_t cell, size_t k, struct catasta_piece *piece);
CATASTA_API bool catasta_list_piece(catasta_position *position, size_t list, size_t k, struct catasta_piece *piece);

/* The position as "position", a line of text that catasta_position_read takes; as "text", a
   board; as "words", lines to be read aloud; or as "svg". */
CATASTA_API CATASTA_CHECKED bool catasta_position_write(
    const catasta_position *position, const char *form, const struct catasta_sink *sink);

enum catasta_form { CATASTA_TEXT, CATASTA_POSITION, CATASTA_JSON };

/* One position, after PLY turns of the main line, -1: the last one reached before
   any error.  Writes nothing and sets *FOUND to false when there is none. */
CATASTA_API CATASTA_CHECKED bool catasta_write_position(
    const catasta_game *game, long ply, enum catasta_form form, const struct catasta_sink *sink, bool *found);

/* Positions as pictures: self-contained SVG documents.  CELL is the width of a cell in
   pixels, from CATASTA_CELL_LEAST to CATASTA_CELL_MOST, or 0; FLIP turns the board; BARE
   leaves out coordinates; CSS, unless NULL, is added to the style sheet; CAPTION, unless NULL,
   is above the board.  Of CATASTA_PRINT colours are black, white and grey; with
   CATASTA_AUTO a browser takes those that its reader prefers, and PNG is light. */
enum { CATASTA_CELL_LEAST = 16, CATASTA_CELL_MOST = 400 };
enum catasta_theme { CATASTA_AUTO, CATASTA_LIGHT, CATASTA_DARK, CATASTA_PRINT };
struct catasta_picture {
    size_t size;
    unsigned cell;
    bool flip;
    bool bare;
    const char *css;
    enum catasta_theme theme;
    const char *caption;
};

/* Gives the pictures after plies FIRST to LAST of the main line, counted as struct
   catasta_plies does, to TAKE one by one until it returns false.  Boards have the same
   place in all of them.  *COUNT is how many were taken. */
typedef bool catasta_take(void *context, uint32_t ply, const char *bytes, size_t length);
CATASTA_API CATASTA_CHECKED bool catasta_pictures(const catasta_game *game, long first, long last,
    const struct catasta_picture *picture, catasta_take *take, void *context, size_t *count);

/* The same as one SVG document that shows them one after the other, each for so many MILLISECONDS, and begins again
   after a pause; with COUNT 0 nothing is written.  A program that cannot animate shows the last one. */
CATASTA_API CATASTA_CHECKED bool catasta_animation(const catasta_game *game, long first, long last,
    const struct catasta_picture *picture, unsigned milliseconds, const struct catasta_sink *sink, size_t *count);

/* What in LENGTH bytes of a style sheet could end it or fetch something from elsewhere, so
   that it cannot be used as .css; NULL: nothing. */
CATASTA_API const char *catasta_css_fault(const char *bytes, size_t length);

/* An SVG document as PNG.  Needs librsvg and cairo, which are loaded when this is called
   first; CATASTA_FAILED without them or when they fail, which is written to ERRORS. */
CATASTA_API enum catasta_status catasta_write_png(
    const char *svg, size_t length, const struct catasta_sink *sink, const struct catasta_sink *errors);

/* The legal turns there, sorted, one a line; *COUNT how many. */
CATASTA_API CATASTA_CHECKED bool catasta_write_moves(
    const catasta_game *game, long ply, const struct catasta_sink *sink, bool *found, size_t *count);

enum catasta_score { CATASTA_SCORE_TEXT, CATASTA_SCORE_TSV, CATASTA_SCORE_JSON };

/* Matches: games that tags tie together, added up over all files in the order in which they
   are added.  BY says what ties them: "match", "players", "event" or several with commas
   between them; NULL: the tag Match.  BEST_OF is how many rounds a match has where the ruleset
   says nothing of it, at most 999; 0: as many as are played. */
struct catasta_matching {
    size_t size;
    const char *by;
    unsigned best_of;
};
typedef struct catasta_matches catasta_matches;

/* NULL when out of memory or when BY or BEST_OF cannot be used, which is explained to
   ERRORS. */
CATASTA_API catasta_matches *catasta_matches_new(
    const struct catasta_matching *options, const struct catasta_sink *errors);
CATASTA_API void catasta_matches_free(catasta_matches *matches);

/* Adds GAME to its match, if it has one.  *ADDED whether that added a diagnostic to those of
   the game, of an id match/…: it is after the end, of other players, or the wrong one
   starts.  False when out of memory. */
CATASTA_API CATASTA_CHECKED bool catasta_matches_add(catasta_matches *matches, catasta_game *game, bool *added);
CATASTA_API size_t catasta_matches_count(const catasta_matches *matches);

/* The matches as lines, a table with its heading, or a JSON list.  Nothing is written when
   there are none. */
CATASTA_API CATASTA_CHECKED bool catasta_write_matches(
    const catasta_matches *matches, enum catasta_score form, const struct catasta_sink *sink);

/* Standings: what the games of a tournament come to, over all files.  How it is counted,
   as options of catasta-score(1) say; all zero is the usual.  The session is asked for how text
   is to look, and stays the caller's. */
typedef struct catasta_standings catasta_standings;
struct catasta_contest {
    size_t size;
    const char *tiebreaks; /* names or codes with commas between them, the first decides first; NULL: the usual */
    const char *places;    /* in games of more than two: "3,1,0", what places are worth, or "score"; NULL: "1" */
    bool mixed;            /* games of several kinds count together */
    bool round_robin;      /* everybody was to meet everybody */
    bool keep_games;       /* each is kept, to be linked to; memory grows with the games then, else the players */
};

/* New standings without games; NULL when out of memory or when words in CONTEST mean nothing,
   which is explained to ERRORS. */
CATASTA_API catasta_standings *catasta_standings_new(
    catasta_session *session, const struct catasta_contest *contest, const struct catasta_sink *errors);
CATASTA_API void catasta_standings_free(catasta_standings *standings);

/* Adds GAME.  Where it is left out, or refused since it cannot be in one table with the
   games before it, *WHY says why, to be written after "game 3 is not counted: "; it is
   valid until the next call. */
enum catasta_added { CATASTA_ADDED, CATASTA_LEFT_OUT, CATASTA_REFUSED, CATASTA_ADDED_NO_MEMORY };
CATASTA_API CATASTA_CHECKED enum catasta_added catasta_standings_add(
    catasta_standings *standings, const catasta_game *game, const char **why);

/* GAME, which was added just before, as it is written before standings: as JSON its object
   with whether it counts; as text a line if it was left out, and with VERBOSE before that
   as the form score has it; as tab-separated values its file, number, players and why, if
   it was left out. */
CATASTA_API CATASTA_CHECKED bool catasta_standings_write_game(const catasta_standings *standings,
    const catasta_game *game, enum catasta_score form, bool verbose, const struct catasta_sink *sink);

/* The standings and the cross table: as text, as two tables of tab-separated values, or as
   the JSON keys "tournament", "standings" and "crosstable" with a comma between them.
   No game is added after it. */
CATASTA_API CATASTA_CHECKED bool catasta_write_standings(
    catasta_standings *standings, enum catasta_score form, const struct catasta_sink *sink);

/* The standings, which keep their games, and MATCHES, unless NULL, as a self-contained
   page, as those of games are.  FOLDER, unless NULL, is a folder beside it in which the
   page of the Nth game that was added or left out is N.html, except for one that was not
   played.  It looks as THEME says. */
CATASTA_API CATASTA_CHECKED bool catasta_write_table_page(catasta_standings *standings, const catasta_matches *matches,
    const char *folder, enum catasta_theme theme, const struct catasta_sink *sink);

/* Notes about what counts and may not have been meant so: no points where the fewest win,
   players with more than one record in a round, one called 'bye', names that may be one player's; once the standings
   are written. */
CATASTA_API CATASTA_CHECKED bool catasta_write_standings_notes(
    const catasta_standings *standings, const struct catasta_sink *sink);

/* What games come to: how often what was found, in groups by a field BY, as catasta-stats(1) says; NULL: all of
   them in one.  NULL when out of memory or when BY is none, which is explained to ERRORS.  The session is asked for how
   text is to look.  Games are added by a writer, for catasta_check_files or catasta_writer_add, which then need
   positions that were kept, of the first ply at least; NULL: out of memory. */
typedef struct catasta_stats catasta_stats;
CATASTA_API catasta_stats *catasta_stats_new(
    const catasta_session *session, const char *by, const struct catasta_sink *errors);
CATASTA_API catasta_writer *catasta_stats_writer(catasta_stats *stats);
CATASTA_API void catasta_stats_free(catasta_stats *stats);

/* As text, tab-separated values or JSON.  No game is added after it. */
CATASTA_API CATASTA_CHECKED bool catasta_write_stats(
    catasta_stats *stats, enum catasta_score form, const struct catasta_sink *sink);

/* What was played in a position, of games that somebody else has counted: CATASTA_WIN of .score for each of the
   .counted games that the player to move has won alone, and shares of it where several have. */
enum { CATASTA_WIN = 840 };
struct catasta_played_turn {
    const char *turn; /* NULL: all of them */
    uint64_t games;
    uint64_t counted;
    uint64_t score;
};
struct catasta_played {
    size_t size;
    const catasta_position *position;
    const char *ruleset;
    struct catasta_played_turn all; /* the games that reach it */
    uint64_t ended;                 /* those that have no turn there */
    const struct catasta_played_turn *turns;
    size_t count;
    size_t most; /* turns that are written, 0: all of them */
};

/* COUNT of these as "text", an object a line of "json", or a page, "html", that looks as THEME says. */
CATASTA_API CATASTA_CHECKED bool catasta_write_played(const catasta_session *session,
    const struct catasta_played *played, size_t count, const char *form, enum catasta_theme theme,
    const struct catasta_sink *sink);

/* Makes repairs of GAME, see catasta-fmt(1), for as long as that leaves fewer faults:
   those that are certain; with .likely also the first one of a fault where that is likely.  With
   .ask none is made before it was asked about: QUESTION, of LENGTH bytes, shows a fault and its
   COUNT repairs, numbered from 1, each with the board before and after it.  ASK returns the number
   of the one to make, 0 for none, or -1: nothing more is to be asked, and what was agreed is kept.

   GAME is then the repaired one, for all functions here; also where it still cannot be read: .source
   of its info is the text with all repairs, and the rest of it is as it was.  A turn that is taken out
   leaves its text there, as a comment.  LOG gets a line for each repair that was made, after WORD
   ("fixed"), and for each error that is left, with the reason; at their places in the text that was
   read.  False when memory ran out or LOG refused. */
typedef int catasta_asker(void *context, const char *question, size_t length, size_t count);
struct catasta_fixes {
    size_t size;
    uint32_t made;
    uint32_t left; /* errors, without those that may only follow from others */
    /* What the caller sets: */
    bool likely;
    catasta_asker *ask; /* NULL: nobody is asked */
    void *context;
};
CATASTA_API CATASTA_CHECKED bool catasta_game_fix(
    catasta_game *game, const char *word, const struct catasta_sink *log, struct catasta_fixes *fixes);

/* How pages look.  In them the byte CATASTA_TINT + a tint changes how what follows is to
   look, up to the next such byte; there are no other control bytes but newlines.  No
   meaning depends on tints alone. */
enum catasta_tint {
    CATASTA_TINT = 0x10,
    CATASTA_TINT_PLAIN = 0,
    CATASTA_TINT_BOLD,
    CATASTA_TINT_FAINT,
    CATASTA_TINT_ERROR,
    CATASTA_TINT_WARNING,
    CATASTA_TINT_NOTE,
    CATASTA_TINT_MARK, /* part of the last turn */
    CATASTA_TINT_SEAT, /* + a seat up to 8: a piece of it */
    CATASTA_TINTS = 16,
};
struct catasta_look {
    size_t size;
    unsigned width; /* columns; boards may need more */
    bool flip;      /* seen from the other side */
    bool unicode;   /* or ASCII alone */
    unsigned most;  /* columns that a board may take, or it is drawn closer; 0: .width */
    /* Names of empty places, with anything between them, to be drawn on an open field, too; NULL: none. */
    const char *also;
};
enum catasta_page {
    CATASTA_PAGE_HEADING,  /* players and seats; of any node */
    CATASTA_PAGE_TURN,     /* its text and signs as they are in a list: "e4:2-e5 !?" */
    CATASTA_PAGE_TITLE,    /* the same with number, player and verdict */
    CATASTA_PAGE_BOARD,    /* of an open field, seen from above */
    CATASTA_PAGE_LISTS,    /* pieces that are on no board */
    CATASTA_PAGE_LAYERS,   /* of an open field, one by one */
    CATASTA_PAGE_STANDING, /* the status of each seat */
    CATASTA_PAGE_FAULTS,   /* what is wrong with the turn, and what to write instead */
    CATASTA_PAGE_REMARKS,  /* comments */
    CATASTA_PAGE_OUTCOME,  /* of the game; of any node */
    CATASTA_PAGE_OTHERS,   /* faults that belong to no turn: with the start, the end, or no node */
    CATASTA_PAGE_LEGEND,   /* what the signs on its boards mean, and what a turn looks like */
    CATASTA_PAGE_GESTURE,  /* what to point at to make a turn: "from cell to cell" */
};

/* A game made ready to be shown, page by page. */
typedef struct catasta_story catasta_story;

/* The story of GAME, whose positions were kept; NULL when they were not, or out of memory.  It is
   valid until the next call on that game or its input. */
CATASTA_API catasta_story *catasta_story_new(const catasta_game *game);
CATASTA_API void catasta_story_free(catasta_story *story);

/* Writes a page of node INDEX, nothing where there is nothing to say. */
CATASTA_API CATASTA_CHECKED bool catasta_write_page(const catasta_story *story, uint32_t index, enum catasta_page page,
    const struct catasta_look *look, const struct catasta_sink *sink);

/* Counts legal turn sequences of DEPTH turns (at most CATASTA_DEPTH) from POSITION
   (NULL: the start) under the session's ruleset, PLAYERS 0: as many as the position
   says, or 2; with DIVIDE a line for each first turn.  What is wrong with the arguments goes to ERRORS. */
enum { CATASTA_DEPTH = 64 };
CATASTA_API CATASTA_CHECKED bool catasta_perft(catasta_session *session, unsigned players, const char *position,
    unsigned depth, bool divide, const struct catasta_sink *sink, const struct catasta_sink *errors);

/* Rulesets: their names with titles; one as a whole; whether a file is right, with
   warnings to ERRORS even so; how two differ.  Statuses as of the program.  The list is written
   and then false where a file could not be read, which was reported to the sink of the session. */
CATASTA_API CATASTA_CHECKED bool catasta_rules_list(catasta_session *session, const struct catasta_sink *sink);
CATASTA_API enum catasta_status catasta_rules_show(
    catasta_session *session, const char *name, const struct catasta_sink *sink, const struct catasta_sink *errors);
CATASTA_API enum catasta_status catasta_rules_check(
    catasta_session *session, const char *name, const struct catasta_sink *sink, const struct catasta_sink *errors);
CATASTA_API enum catasta_status catasta_rules_diff(catasta_session *session, const char *a, const char *b,
    const struct catasta_sink *sink, const struct catasta_sink *errors);

/* Gives VISIT what is wrong with LENGTH bytes of YAML as a ruleset in the file NAME, which need not be there; what it
   extends is looked for beside that.  Columns count characters from 1, .end_column is after the last; .file is NAME or
   a file that it extends.  Texts are valid in the call.  False when out of memory. */
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

/* What may be in a ruleset of each game, as a JSON Schema, for editors. */
CATASTA_API CATASTA_CHECKED bool catasta_rules_schema(const struct catasta_sink *sink);

/* The name of tag I of those that mean something, sorted, from 0; NULL after the last. */
CATASTA_API const char *catasta_tag_name(size_t i);

/* What rules and messages mean.  NAME is an id, "accasta/range"; or the part before its
   slash, for all ids of a table, or after it, for all that end so; NULL: every one.  As
   text one is explained in full, and several are a list, a line each that begins with the
   id.  As a manual page and as JSON, an object a line, all are explained in full.
   CATASTA_FAILED where NAME is none of these, which is written to ERRORS with the nearest
   name that is, or when nothing could be written. */
enum catasta_explanation { CATASTA_EXPLANATION_TEXT, CATASTA_EXPLANATION_MAN, CATASTA_EXPLANATION_JSON };
CATASTA_API enum catasta_status catasta_explain(const char *name, enum catasta_explanation form,
    const struct catasta_sink *sink, const struct catasta_sink *errors);

#ifdef __cplusplus
}
#endif

#endif

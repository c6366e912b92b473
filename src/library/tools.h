/* SPDX-License-Identifier: MIT */
/* What the program needs of the library and nobody else does: help with the words of a command line, tables and
   screens. Nothing here reads, judges or writes a game otherwise than catasta.h does. It is not installed, and its
   functions are not visible in the library; only the folders of the program see it. */
#ifndef CATASTA_LIBRARY_TOOLS_H
#define CATASTA_LIBRARY_TOOLS_H

#include "catasta.h"

/* The one of COUNT NAMES that is nearest to WORD in spelling, for "did you mean"; NULL: none is near. */
const char *catasta_nearest(const char *word, const char *const *names, size_t count);

/* Writes LENGTH bytes of text in the form that searches compare: without accents, strokes through letters, and case. */
CATASTA_CHECKED bool catasta_fold(const char *bytes, size_t length, const struct catasta_sink *sink);

/* A session, as of catasta_session_new, that does not read ruleset files again which OTHER has read, or the other way
   round; OTHER may be NULL. */
catasta_session *catasta_session_beside(
    catasta_session *other, const struct catasta_options *options, const struct catasta_sink *errors);

/* What a user may want to know after the games of a session, as flags. */
enum catasta_hint {
    CATASTA_HINT_RULESET_IGNORED = 1, /* the ruleset of the options was not used: all games name their own */
    CATASTA_HINT_RULESET_NEEDED = 2,  /* the options give no ruleset, and no game names one that is known */
    CATASTA_HINT_UNREPAIRED = 4,      /* for the first error of a game, a turn, there is no repair */
    CATASTA_HINT_TEXT = 8,            /* text is in a game outside comments, as people type it */
};
unsigned catasta_session_hints(const catasta_session *session);

/* The digest of LENGTH BYTES after those with the digest BEFORE, 0: none.  It is the CRC-32 of gzip. */
uint32_t catasta_digest(uint32_t before, const char *bytes, size_t length);

/* Whether a file that begins with LENGTH bytes at HEAD is compressed; 4 bytes are enough. */
bool catasta_is_compressed(const char *head, size_t length);

/* The same for UTF-16, which is read as UTF-8: offsets are those of that text; 2 bytes are enough. */
bool catasta_is_wide(const char *head, size_t length);

/* Whether NAME is the name of a text that may contain records, such as README.md: it ends in .md or .markdown. Records
   are between lines of ``` or ~~~; blocks without records, and the text around blocks, are skipped. */
bool catasta_is_document(const char *name);

/* Of the LENGTH BYTES calls VISIT with the end of each stretch from the first byte on that is a turn as games of
   RULESET (NULL: the session's) write them, legal or not, the shortest first. Returns how many bytes may begin a turn:
   what is after the one that follows these decides nothing. */
typedef void catasta_form_visitor(void *context, size_t end);
size_t catasta_turn_form(catasta_session *session, const char *ruleset, const char *bytes, size_t length,
    catasta_form_visitor *visit, void *context);

/* What can be pointed at: a cell by its name; "R4", a piece beside the board, or "+R4", one that nobody holds; "2", a
   stack on the table; "wP/", a place beside a tile.  Of two letters the first in the alphabet is first. */
struct catasta_target {
    struct catasta_text name;
    bool placed; /* .x and .y say where it is, as those of a cell do */
    int x;
    int y;
};
struct catasta_pointing {
    void (*turn)(void *context, struct catasta_text text);
    void (*target)(void *context, const struct catasta_target *target);
    void (*common)(void *context, struct catasta_text text); /* how all those turns begin; may be NULL */
    void *context;
};

/* Pointing in place of writing. Of the turns that begin with PREFIX, as it was written, those count that then name
   WORDS, with spaces between them, in the order in which they were pointed at, or if there are none, in any order.
   Calls .turn with each that ends with the last word, the one that is meant first: the shortest; the last word given
   again means the next one. Calls .target with whatever can be pointed at next, once. False when out of memory. */
CATASTA_CHECKED bool catasta_position_point(const catasta_position *position, struct catasta_text prefix,
    struct catasta_text words, const struct catasta_pointing *pointing);

/* Moves the pieces of an illegal turn as it says, as the referee goes on after one; false, and the position unchanged,
   when the board cannot carry any of it. */
bool catasta_position_force(catasta_position *position, const char *text, size_t length);

/* Gives the pages about the ids that NAME means, as catasta_explain has it, to TAKE, until that returns false: with
   links to each other, and each with its PATH in their folder: "index.html", which lists them, "accasta/range.html".
   False then, too, and if NAME is unknown, with the nearest name written to ERRORS, or memory ran out. */
typedef bool catasta_rule_page_visitor(void *context, const char *path, const char *bytes, size_t length);
CATASTA_CHECKED bool catasta_explain_pages(
    const char *name, catasta_rule_page_visitor *take, void *context, const struct catasta_sink *errors);

/* Rows of games: what is looked at of each is handed over as a struct, in order, by games that were judged side by
   side, with catasta_check_files or catasta_writer_add. */
enum { CATASTA_FIELDS = 8 };
enum { CATASTA_STRIP_COMMENTS = 1, CATASTA_STRIP_VARIATIONS = 2 };
enum catasta_row_part { /* what is wanted in addition, and must be kept for it */
    CATASTA_ROW_RECORD = 1,
    CATASTA_ROW_IDENTITY = 2, /* kept texts */
    CATASTA_ROW_CONTENT = 4,  /* kept positions */
    CATASTA_ROW_SUMMARY = 8,  /* kept texts */
    CATASTA_ROW_PLIES = 16    /* kept positions */
};
struct catasta_row_ply {
    uint32_t ply;
    uint32_t number;
    const char *seat;
    const char *verdict; /* NULL: the start */
    struct catasta_text turn;
    struct catasta_text position; /* none: it was not played */
    struct catasta_text clock;
    uint32_t milliseconds; /* that the turn took; CATASTA_NOWHERE: not known */
};
struct catasta_row_texts {
    const struct catasta_text *list; /* NULL: there is none */
    size_t count;
};
struct catasta_row_tag {
    struct catasta_text name;
    struct catasta_text value;
};
struct catasta_row_fault {
    const char *id;
    enum catasta_severity severity;
    uint32_t ply; /* 0: none, or in a variation */
    uint32_t line;
    uint32_t column;
};
struct catasta_game_row {
    const char *file;
    uint64_t number; /* in it, from 1 */
    uint64_t offset; /* of its bytes in the file */
    uint64_t length;
    uint32_t line;
    const char *form;            /* "sgn", or another that it was read in */
    struct catasta_text ruleset; /* none: it has no ruleset that can be used */
    struct catasta_text game;
    uint32_t plies;
    uint32_t errors;
    uint32_t warnings;
    struct catasta_text fields[CATASTA_FIELDS];
    struct catasta_text record; /* its bytes; none: it is too long to read, or in another form */
    uint64_t identity[2];       /* the same of two games of one writer if they are the same, see catasta-select(1) */
    /* The content: */
    struct catasta_text result;
    bool counts;      /* it has a result that counts */
    uint32_t winners; /* as in struct catasta_entry, of a draw all seats */
    unsigned sides;   /* that share the win */
    const uint64_t *hashes;
    size_t hash_count; /* of the positions from the start on */
    const struct catasta_row_tag *tags;
    size_t tag_count;
    const struct catasta_row_fault *faults;
    size_t fault_count;
    /* The summary, which has .result, too: */
    struct catasta_text event; /* this and the next three as tags have them */
    struct catasta_text site;
    struct catasta_text date;
    struct catasta_text round;
    bool legal;
    const char *reason; /* NULL: undecided */
    uint32_t won;       /* bit s-1 for seat s */
    const char *error;  /* the id of the first one; NULL: there is none */
    uint32_t error_ply; /* 0: the setup; NOWHERE: there is no error */
    struct catasta_row_texts players;
    struct catasta_row_texts moves;
    struct catasta_row_texts clocks;
    const uint64_t *last; /* the hash of the last position; NULL: there is none */
    /* The plies of the main line, from the start on: */
    const struct catasta_row_ply *ply_list;
    size_t ply_count;
};
struct catasta_rows {
    size_t size;
    unsigned parts;     /* of enum catasta_row_part */
    const char *fields; /* as in catasta-select(1), comma-separated, at most CATASTA_FIELDS; NULL: none */
    unsigned strip;     /* what is left out of .record */
    bool (*take)(void *context, const struct catasta_game_row *row); /* false to stop; ROW is valid in the call */
    void *context;
};

/* NULL when out of memory or if a field does not exist. */
catasta_writer *catasta_rows_writer(const struct catasta_rows *rows);

/* The columns of tables of games and of plies, in the order of catasta-table(1), where they stay: new ones are added
   at the end.  A row has the values at their offsets. */
enum catasta_column_kind {
    CATASTA_STRING_COLUMN, /* const char *; NULL is null */
    CATASTA_TEXT_COLUMN,   /* struct catasta_text; likewise */
    CATASTA_WIDE_COLUMN,   /* uint64_t */
    CATASTA_HASH_COLUMN,   /* const uint64_t *; NULL is null */
    CATASTA_NUMBER_COLUMN, /* uint32_t; CATASTA_NOWHERE is null */
    CATASTA_TRUTH_COLUMN,  /* bool */
    CATASTA_SEATS_COLUMN,  /* uint32_t, a bit for each seat: a list of seats */
    CATASTA_TEXTS_COLUMN,  /* struct catasta_row_texts: a list of texts, or null */
};
struct catasta_row_column {
    const char *name;
    enum catasta_column_kind kind;
    bool of_ply; /* .offset is in struct catasta_row_ply, else in struct catasta_game_row */
    size_t offset;
};
enum { CATASTA_COLUMNS = 32 };
struct catasta_row_columns {
    const struct catasta_row_column *list;
    size_t count;
    unsigned part; /* of rows, that is wanted for them */
};
const struct catasta_row_columns *catasta_row_columns(bool of_plies);

/* Rows as CATASTA_TABLE_TSV or CATASTA_TABLE_JSONL.  The struct is the caller's, until the writer is closed.  NULL when
   out of memory, or when a column does not exist, with the reason written to .errors.  The heading, which only
   tab-separated values have, is written apart, before the first row; false when that failed. */
struct catasta_row_table {
    bool of_plies;
    enum catasta_format format;
    const char *columns; /* names, comma-separated; NULL: all */
    const struct catasta_sink *output;
    const struct catasta_sink *errors;
    /* What is filled in: */
    const struct catasta_row_column *chosen[CATASTA_COLUMNS];
    size_t count;
};
catasta_writer *catasta_row_table_writer(struct catasta_row_table *table);
CATASTA_CHECKED bool catasta_row_table_heading(const struct catasta_row_table *table);

/* Whether NAMES are fields, as in .fields; if not, the reason is written to ERRORS. Sets *JUDGED to whether games must
   be judged for them. */
bool catasta_fields_check(const char *names, bool *judged, const struct catasta_sink *errors);

/* Writes the position after PLY turns of the main line, -1: the last one reached before any error, as CATASTA_TEXT,
   CATASTA_POSITION or CATASTA_JSON. If there is none, writes nothing and sets *FOUND to false. */
CATASTA_CHECKED bool catasta_write_position(
    const catasta_game *game, long ply, enum catasta_format format, const struct catasta_sink *sink, bool *found);

/* Writes the legal turns there, sorted, one on each line, and sets *COUNT to their number. */
CATASTA_CHECKED bool catasta_write_moves(
    const catasta_game *game, long ply, const struct catasta_sink *sink, bool *found, size_t *count);

/* How many matches there are. */
size_t catasta_matches_count(const catasta_matches *matches);

/* The same for many games, for catasta_check_files and catasta_writer_add: a writer that adds each to the matches and
   the standings, and writes it as the format score, or as it appears before standings; of tab-separated values the
   names of the columns come first. The struct is the caller's, until the writer is closed. NULL when out of memory. */
struct catasta_scores {
    size_t size;
    catasta_session *session;
    catasta_matches *matches;
    catasta_standings *standings; /* NULL: none */
    enum catasta_format format;
    bool verbose;
    catasta_game *game;                /* with catasta_writer_add: that game, if it is to be kept or shown; or NULL */
    const struct catasta_sink *output; /* NULL: games are only added */
    const struct catasta_sink
        *diagnostics;                  /* of games with errors, as text; with standings also of those with warnings */
    const struct catasta_sink *errors; /* why a game is refused */
    /* What is filled in: */
    bool any;     /* game was added */
    bool lines;   /* some of them are left out of the standings */
    bool wrong;   /* some have errors */
    bool refused; /* a game cannot be in the standings */
};
catasta_writer *catasta_scores_writer(struct catasta_scores *scores);

/* Ranks the players, which writing does otherwise. False when out of memory, or when a tie-break cannot be worked out
   exactly in 64 bits, with the reason written to ERRORS: then there are no standings. Add no games after it. */
CATASTA_CHECKED bool catasta_standings_rank(catasta_standings *standings, const struct catasta_sink *errors);

/* Tournament Report Files, for standings that keep their rounds. Whether LENGTH bytes, the first of a file, begin like
   one; reading all of the file NAME, and whether there was none of the faults written to ERRORS, each a line; likewise
   a list of players, whose seeds are the numbers of their lines. */
bool catasta_trf_recognises(const char *bytes, size_t length);
CATASTA_CHECKED bool catasta_standings_read_trf(catasta_standings *standings, const char *name, const char *bytes,
    size_t length, const struct catasta_sink *notes, const struct catasta_sink *errors);
CATASTA_CHECKED bool catasta_standings_read_players(catasta_standings *standings, const char *name, const char *bytes,
    size_t length, const struct catasta_sink *errors);

/* Writes one, NEW: as in 2026, else as in 2016; ROUNDS is the number of all rounds, 0: unknown; NEXT the one to
   be paired, 0: none. False after writing to
   ERRORS why there is none. */
CATASTA_CHECKED bool catasta_write_trf(catasta_standings *standings, bool new_format, unsigned rounds, unsigned next,
    const struct catasta_sink *sink, const struct catasta_sink *errors);

/* Of standings that keep their rounds: the round after the last one in which anybody was paired; how many rounds a
   tournament report file says that there are, 0: none does; how many games do not count; the ruleset of all games,
   NULL: there is none, or there are several. */
unsigned catasta_next_round(const catasta_standings *standings);
unsigned catasta_planned_rounds(const catasta_standings *standings);
uint64_t catasta_games_left_out(const catasta_standings *standings);
const char *catasta_standings_ruleset(const catasta_standings *standings);

/* The pairings of ROUND, from 1: of a round robin, or, unless WRITTEN is NULL, as a pairing program has written them in
   LENGTH bytes. NULL after writing to ERRORS why there are none. Add no games after it, and free the standings later.
 */
typedef struct catasta_pairings catasta_pairings;
catasta_pairings *catasta_pairings_new(catasta_standings *standings, unsigned round, const char *written, size_t length,
    const struct catasta_sink *errors);
void catasta_pairings_free(catasta_pairings *pairings);

/* Writes them as CATASTA_TEXT, CATASTA_TSV or CATASTA_JSON; as a page to print; and pairing I of as many as there are,
   from 0, as a record without turns. */
CATASTA_CHECKED bool catasta_write_pairings(
    const catasta_pairings *pairings, enum catasta_format format, const struct catasta_sink *sink);
CATASTA_CHECKED bool catasta_write_pairings_page(
    const catasta_pairings *pairings, enum catasta_theme theme, const struct catasta_sink *sink);
size_t catasta_pairings_count(const catasta_pairings *pairings);
CATASTA_CHECKED bool catasta_write_pairing(
    const catasta_pairings *pairings, size_t i, const char *ruleset, const struct catasta_sink *sink);

/* Writes the standings, which must keep their games, and MATCHES, unless NULL, as a self-contained page. FOLDER, unless
   NULL, is a folder beside the page, with the page of the Nth game that was added or left out as N.html, unless that
   game was not played. THEME is the theme of the page. */
CATASTA_CHECKED bool catasta_write_table_page(catasta_standings *standings, const catasta_matches *matches,
    const char *folder, enum catasta_theme theme, const struct catasta_sink *sink);

/* Writes notes about things that count but may be mistakes: no points where the fewest win, players with more than one
   record in a round, a player called 'bye', names that may be the same player. Call it after writing the standings. */
CATASTA_CHECKED bool catasta_write_standings_notes(const catasta_standings *standings, const struct catasta_sink *sink);

/* Statistics of games, in groups by a field BY, as in catasta-stats(1); BY NULL: one group. NULL when out of
   memory, or when BY is not a field, with the reason written to ERRORS. The session decides the look of text. Add games
   through the writer, with catasta_check_files or catasta_writer_add; it needs kept positions, at least of the first
   ply, and is NULL when out of memory. */
typedef struct catasta_stats catasta_stats;
catasta_stats *catasta_stats_new(const catasta_session *session, const char *by, const struct catasta_sink *errors);
catasta_writer *catasta_stats_writer(catasta_stats *stats);
void catasta_stats_free(catasta_stats *stats);

/* Writes them as text, tab-separated values or JSON.  Add no games after it. */
CATASTA_CHECKED bool catasta_write_stats(
    catasta_stats *stats, enum catasta_format format, const struct catasta_sink *sink);

/* What was played in a position, in games that the caller has counted: CATASTA_WIN of .score for each of the .counted
   games that the player to move has won alone, and a share of it if several have. */
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

/* Writes COUNT of these as CATASTA_TEXT, as CATASTA_JSON, one object on each line, or as CATASTA_HTML, a page with
   THEME. */
CATASTA_CHECKED bool catasta_write_played(const catasta_session *session, const struct catasta_played *played,
    size_t count, enum catasta_format format, enum catasta_theme theme, const struct catasta_sink *sink);

/* The look of pages. In them the byte CATASTA_TINT + a tint changes the look of the text up to the next such byte;
   a line of lists or of the standing begins with the number of the seat that it is of, if any, or with the byte
   CATASTA_STACK, if it is a stack on the table; newlines are the only other control bytes. No meaning depends only on
   tints. */
enum { CATASTA_STACK = 0x0F };
enum catasta_tint {
    CATASTA_TINT = 0x10,
    CATASTA_TINT_PLAIN = 0,
    CATASTA_TINT_BOLD,
    CATASTA_TINT_FAINT,
    CATASTA_TINT_ERROR,
    CATASTA_TINT_WARNING,
    CATASTA_TINT_NOTE,
    CATASTA_TINT_MARK, /* part of the last turn */
    CATASTA_TINT_HUE,  /* + 1 or 2: a piece of the first or second seat; 3 to 8: a red, green, blue, yellow, orange,
                          purple  one */
    CATASTA_TINTS = 16,
};
struct catasta_look {
    size_t size;
    unsigned width; /* columns; boards may need more */
    bool flip;      /* seen from the other side */
    bool unicode;   /* or only ASCII */
    unsigned most;  /* columns that a board may take; a wider one is drawn closer; 0: .width */
    /* Names of empty places, separated by anything, to draw on an open field, too; NULL: none. */
    const char *also;
    unsigned spare; /* lines that an open field may take more, with its places farther apart */
};
enum catasta_page {
    CATASTA_PAGE_HEADING,   /* players and seats; of any node */
    CATASTA_PAGE_TURN,      /* its text and signs, as in a list: "e4:2-e5 !?" */
    CATASTA_PAGE_TITLE,     /* the same with number, player and verdict */
    CATASTA_PAGE_SITUATION, /* who is to move after it, or how the game ended */
    CATASTA_PAGE_BOARD,     /* of an open field, seen from above */
    CATASTA_PAGE_LISTS,     /* pieces that are not on a board */
    CATASTA_PAGE_LAYERS,    /* of an open field, one by one */
    CATASTA_PAGE_STANDING,  /* the status of each seat */
    CATASTA_PAGE_FAULTS,    /* what is wrong with the turn, and what to write instead */
    CATASTA_PAGE_REMARKS,   /* comments */
    CATASTA_PAGE_OUTCOME,   /* of the game; of any node */
    CATASTA_PAGE_OTHERS,    /* faults that do not belong to a turn: with the start, the end, or no node */
    CATASTA_PAGE_LEGEND,    /* what the signs on its boards mean, and how a turn is written */
    CATASTA_PAGE_GESTURE,   /* what to point at to make a turn: "from cell to cell" */
};

/* A game prepared for showing page by page. */
typedef struct catasta_story catasta_story;

/* The story of GAME, whose positions were kept; NULL if they were not, or when out of memory. It is valid until the
   next call on that game or its input. */
catasta_story *catasta_story_new(const catasta_game *game);
void catasta_story_free(catasta_story *story);

/* Writes a page of node INDEX; the page may be empty. */
CATASTA_CHECKED bool catasta_write_page(const catasta_story *story, uint32_t index, enum catasta_page page,
    const struct catasta_look *look, const struct catasta_sink *sink);

/* Counts legal turn sequences of DEPTH turns (at most CATASTA_DEPTH) from POSITION
   (NULL: the start) under the session's ruleset, PLAYERS 0: as many as the position has, or 2; with DIVIDE one line for
   each first turn. Errors in the arguments are written to ERRORS. */
enum { CATASTA_DEPTH = 64 };
CATASTA_CHECKED bool catasta_perft(catasta_session *session, unsigned players, const char *position, unsigned depth,
    bool divide, const struct catasta_sink *sink, const struct catasta_sink *errors);

/* Sets *COUNT to the number of legal sequences of DEPTH turns from POSITION; false when out of memory, or if there are
   too many turns to list. */
CATASTA_CHECKED bool catasta_position_perft(const catasta_position *position, unsigned depth, uint64_t *count);

/* The name by which records name a ruleset of the options, which may be a path: "tall" of rules/tall.yaml. */
struct catasta_text catasta_ruleset_name(const char *ruleset);

/* Writes what a new game by the ruleset NAME takes as a JSON object, without a newline: "players", the numbers of
   players that there may be; "seats", the names of those of PLAYERS, 0: as many as usual; and "tags", the tags that set
   it up, each with "name" and "value", which is the usual one or, of a deal, made from SEED; empty if none can be made.
   False for a ruleset that cannot be used or is not for PLAYERS, which is written to ERRORS. */
CATASTA_CHECKED bool catasta_rules_setup(catasta_session *session, const char *name, unsigned players, uint64_t seed,
    const struct catasta_sink *sink, const struct catasta_sink *errors);

/* Visits the tags of a deal of a new game, made from SEED, for as many players as is usual by the ruleset NAME with the
   changes RULES, NULL: none; of none where nothing is dealt or the ruleset cannot be used.  False when out of memory.
 */
typedef void catasta_tag_visitor(void *context, const char *name, struct catasta_text value);
CATASTA_CHECKED bool catasta_deal(catasta_session *session, const char *name, const char *rules, uint64_t seed,
    catasta_tag_visitor *visit, void *context);

/* Checks the file of a ruleset, with warnings to ERRORS even if it is valid; compares two. */
enum catasta_status catasta_rules_check(
    catasta_session *session, const char *name, const struct catasta_sink *sink, const struct catasta_sink *errors);
enum catasta_status catasta_rules_diff(catasta_session *session, const char *a, const char *b,
    const struct catasta_sink *sink, const struct catasta_sink *errors);

#endif

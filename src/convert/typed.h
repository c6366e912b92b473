/* SPDX-License-Identifier: MIT */
/* The clerk: what people type, copied into notation.  It reads a text once, from front to back, and looks ahead by one
   token, but for names of players (typed_who), which some lines ahead must show; what it cannot be certain of is a
   comment in the copy, and asked about.

       bytes ──typed_page──> signs ──typed_lines──> numbers, tags, tokens, talk ──> a record in SGN
                                                        │
                                                 typed_tokens: the form of turns says how far a token goes,
                                                 and the board which of its readings is meant

       copy ──the library's parser──> record ──the referee──> verdict, at the bytes that each piece of the copy is from

   Its own board only chooses among readings: the verdict is the referee's, who starts from the tags again and knows
   nothing of that board.  catasta-typed(7) is its contract.  It knows no game: all it asks is catasta_turn_form and a
   position. */
#ifndef CATASTA_CONVERT_TYPED_H
#define CATASTA_CONVERT_TYPED_H

#include "catasta.h"
#include "convert/list.h"

#include <string.h>

/* The tables of data/, as text; generated. */
extern const char typed_signs[];
extern const char typed_words[];

/* Signs that are not characters. */
enum { SIGN_LETTER = 1, SIGN_OTHER, SIGN_HALF, SIGN_ARROW, SIGN_LEFT, SIGN_BULLET };

/* What words mean. */
enum typed_meaning {
    MEANS_NOTHING,
    MEANS_WHITE,
    MEANS_BLACK,
    MEANS_PLAYER,
    MEANS_NUMBER,
    MEANS_WINS,
    MEANS_WINS_ON_TIME,
    MEANS_LOSES_ON_TIME,
    MEANS_RESIGNS,
    MEANS_DRAW,
    MEANS_RESULT,
    MEANS_PASS,
    MEANS_MAIL,
    MEANS_WRITER,   /* of the record */
    MEANS_READER,   /* whom it is written to */
    MEANS_SENDER,   /* of a mail, before the name of its writer */
    MEANS_CORRECTS, /* the turn before it */
    MEANS_NOT,
    MEANS_TIME,     /* has run out */
    MEANS_OFFERS,   /* a draw, which nobody took yet */
    MEANS_NOBODY,   /* or nobody yet, before a verb */
    MEANS_SOMEBODY, /* whose name is said elsewhere */
    MEANS_HAND,     /* of tiles */
    MEANS_IS,       /* between a name and a seat */
    MEANS_VERSUS,   /* between two names */
    MEANS_COLOUR,   /* of pieces; the letter of the tag Colours is after "colour " in its name */
    MEANS_SIGN,     /* of a turn */
    MEANS_TAG,
    MEANS_MONTH,   /* its number is its name */
    MEANS_OF,      /* between a day and its month, or the sides of a board */
    MEANS_VARIANT, /* of a game; the rest of the ruleset's name is after "variant " in its name */
    MEANS_AUTHOR,  /* before the name of the writer */
    MEANS_CLOSING, /* of a letter, before the name of its writer */
    MEANS_FOR,     /* before the player who has something */
    MEANS_EACH,    /* player has that many */
    MEANS_RULES,   /* of a game, or a variant of it */
};
#define MEANS_BIT(meaning) (UINT64_C(1) << (meaning))
static const unsigned typed_verbs = /* of results, as bits */
    1u << MEANS_WINS | 1u << MEANS_WINS_ON_TIME | 1u << MEANS_LOSES_ON_TIME | 1u << MEANS_RESIGNS;
static const uint64_t typed_known_words = /* which names have not, though "May", "de" and "Per" may be of some */
    ~(MEANS_BIT(MEANS_MONTH) | MEANS_BIT(MEANS_OF) | MEANS_BIT(MEANS_FOR) | MEANS_BIT(MEANS_EACH));
struct typed_word {
    const char *word;
    size_t length;
    enum typed_meaning meaning;
    const char *name; /* of the tag; or the sign */
    uint32_t number;  /* in the tables */
};
struct typed_sign {
    char text[12];
    unsigned char length;
    char sign; /* 0: nothing */
};

/* The bytes of a text as signs: each is plain ASCII, or what it is. Two that end it follow. */
struct typed_page {
    const char *bytes;
    size_t length;
    struct list signs;  /* char */
    struct list at;     /* uint32_t: where each is in the bytes */
    struct list markup; /* struct typed_place, of the bytes */
    struct list ends;   /* uint32_t: of the bracket at each sign; empty: not known yet */
    const char *sign;
    uint32_t count;
    uint32_t broken; /* the first sign that is a byte of no UTF-8; UINT32_MAX: none is */
    uint32_t coded;  /* the first "=20" of a mail that says it has such; likewise */
};

enum { VARIANT_NAME = 8 }; /* letters of "variant " */
enum { TOKEN_MOST = 256, READINGS_MOST = 32, RULESET_MOST = 80, TAGS_MOST = 32 };

/* What may be a turn. */
struct typed_reading {
    unsigned mask; /* of what was changed; 0: as typed */
    size_t length;
    char text[TOKEN_MOST];
};
struct typed_token {
    uint32_t begin;
    uint32_t end;
    uint32_t shorter; /* where it ends without a number, or a dash with spaces around it; 0: there is none */
    uint32_t seen;    /* no reading depends on a sign after this one */
    bool sticks;      /* something that may be one is stuck to what is after it */
    char other[8];    /* signs of its only reading that are not on the page */
    unsigned count;   /* of readings, 0: it is not one */
    struct typed_reading readings[READINGS_MOST];
};
enum typed_verdict { TOKEN_TAKEN, TOKEN_SEVERAL, TOKEN_ILLEGAL };

struct typed_turn {
    uint32_t begin;
    uint32_t end;
    uint32_t line;
};

struct typed_place {
    uint32_t begin;
    uint32_t end;
};

/* A place in the copy. */
struct typed_mark {
    size_t text;
    size_t piece;
};

/* What is above the column of a seat, or before its turns. */
struct typed_label {
    struct typed_place name;
    unsigned seat;
};

/* What was found ahead: whether there is a turn at a sign, and one that is a word. */
enum { TYPED_AHEAD = 100 }; /* signs, at most */
struct typed_ahead {
    uint32_t at;
    uint32_t limit; /* 0: nothing yet */
    bool turn;
    bool word;
};

/* Where the seats are on lines: in columns that a heading names, or after names before turns. */
struct typed_sheet {
    bool heading;   /* names the seats */
    char separator; /* of the columns that it names; 0: it has none */
    unsigned column_count;
    unsigned columns[CATASTA_SEATS]; /* of the seats, from 1 */
    bool spaced;                     /* the separator is spaces, and the columns are in the order of the seats */
    uint32_t first_column;           /* where the first of them is on its line, of those that spaces part */
    uint32_t half;                   /* where on its line the right half of a sheet begins; 0: it has none */
    uint32_t gap;                    /* after the sign before a seat's empty cell, no turn being after it; 0: none is */
    uint32_t wide_line;              /* the one after the last whose tags are columns */
    const char *piece;               /* and '@', which all turns of a row begin with; NULL: none is said */
    unsigned tries;                  /* to find labels */
    unsigned label_count;
    struct typed_label labels[CATASTA_SEATS];
};

/* A ruleset that is named in words. */
struct typed_named {
    char name[RULESET_MOST];  /* empty: none is */
    struct typed_place place; /* of the first such words */
    char stem[RULESET_MOST];  /* what the names of several begin with, "tak", */
    char family[TOKEN_MOST];  /* and these: "tak-5, tak-6"; empty: no such is said */
};

/* How the signs of turns are written in the record. */
struct typed_signs {
    bool other;              /* it is read once more, with other signs or without some */
    unsigned played;         /* turns that are legal */
    unsigned unplayed;       /* those that are not, or cannot be read */
    unsigned made;           /* turns with signs that are not on the page, */
    bool as_made[2][128];    /* which these are, before a figure or not, */
    bool as_written[2][128]; /* and those of turns that are on it */
};

/* The numbers of turns that were written. */
struct typed_count {
    bool open; /* nothing was after the last yet */
    uint32_t first;
    uint32_t last;                      /* 0: none */
    char sign;                          /* after it */
    bool by_ply;                        /* it counts turns */
    size_t turns;                       /* that were before it */
    unsigned rounds[CATASTA_SEATS + 1]; /* with that many turns from one number to the next */
};

struct typed_result {
    bool known; /* of any kind */
    bool over;  /* figures or words: another game may begin */
    bool apart; /* on a line of its own */
    bool moved; /* turns follow it, so that it goes to the end */
    size_t at;  /* in the copy, SIZE_MAX: nothing to be written */
    size_t piece;
    struct typed_place place;
    char text[64];
};

/* Turns in talk since the last one that was copied, each legal after the one before. */
enum { TOLD_SINGLY = 3 };
struct typed_told {
    unsigned count;
    struct typed_place places[TOLD_SINGLY]; /* of the first ones */
    size_t length;
    char text[120];          /* of all, as far as there is room */
    catasta_position *after; /* them; NULL: there are none */
    unsigned seat;           /* of the turn after them, as the copy must say without them; 0: it need not */
};

/* What is asked about if nothing decides it: empty where there is nothing. */
struct typed_doubts {
    struct typed_place coloured;     /* the first colours in talk, */
    char colours[CATASTA_SEATS + 1]; /* and their letters */
    struct typed_place claim;        /* a sentence after the last turn that may be the result, */
    char claimed[64];                /* and what it says, if it does not itself; empty: nothing */
    struct typed_place points;       /* numbers in it that may be the points, */
    char told[64];                   /* and what these say; empty: not whose they are */
    struct typed_place labelled;     /* a date in a tag of the result */
    struct typed_place exchanged;    /* the name before the first turn, if another player begins, */
    unsigned beginner;               /* and whose it is; 0: not later ones, too, are of the other player */
    struct typed_place doubt;        /* a token in the talk before */
    unsigned unread_lines;           /* with talk that may have turns, after the last one that was copied, */
    struct typed_place unread_line;  /* and the first */
    struct typed_place unread;       /* what was copied as a comment since the last turn, without a word */
    bool has_date;                   /* in a tag */
    struct typed_place dated;   /* else the first before the first turn, or one in a tag that is read in two ways, */
    char date[48];              /* and the tags that it may give */
    bool asked;                 /* about what was, too */
    bool corrected;             /* words for that are in the talk since the last turn */
    struct typed_place illegal; /* the first turn that is */
    struct typed_place early;   /* the first turn before the number 1 */
    unsigned rules;             /* numbers next to the names of tags */
    struct typed_place unruled; /* what may be a turn where no ruleset was known, */
    bool unruled_late;          /* after a number above 1 */
    bool unruled_line;          /* and whether no word is around it */
};

/* Who plays, as lines before the first turn may say. */
struct typed_players {
    struct typed_place writer;       /* the writer's name; empty: not known */
    struct typed_place reader;       /* and the one of whom it is written to */
    unsigned seat;                   /* that a line before says, of nothing else; 0: none does */
    struct typed_place name;         /* and whose it is */
    struct typed_place said;         /* the first that may say it, though no tag is made of it, */
    bool half;                       /* though one is of the other seat */
    struct typed_place names[2];     /* who may be meant, */
    unsigned is_writer;              /* and the seats, as bits, that may be the writer's, */
    unsigned is_reader;              /* or the reader's */
    char colours[CATASTA_SEATS + 1]; /* said after names in tags, */
    struct typed_place coloured;     /* the last of them */
};

/* Players, in a record that is read once more as one of these. */
struct typed_supposed {
    unsigned players; /* 0: none are supposed */
    char colours[CATASTA_SEATS + 1];
    struct typed_place place; /* what shows it */
};

struct clerk {
    catasta_session *session;
    struct rulesets *rulesets; /* the known ones; NULL: not listed yet */
    struct list word_list;     /* struct typed_word, by their first letters */
    uint32_t first_word[257];
    struct list sign_list; /* struct typed_sign, by their first bytes, the longest first */
    uint32_t first_sign[257];
    struct typed_page page;
    struct list text; /* of the copy */
    struct list pieces;
    struct list findings;
    struct list changes;
    struct list strings; /* their texts, which are offsets here until all is there */
    struct list turns;
    struct list right; /* struct typed_place, of the lines of a sheet */
    bool failed;

    /* How much of the bytes is known to be of one record, or several without tags: */
    size_t scanned;
    bool has_tags;
    bool moves;
    bool cut;
    size_t begins_at; /* where the numbers of the record begin with 1, after higher ones: what is before it is talk */
    bool again;       /* this was found, and it is to be read once more */

    /* The record: */
    char ruleset[RULESET_MOST]; /* as named; empty: by none */
    char inherited[RULESET_MOST];
    char kin[RULESET_MOST];     /* one of the family of that which is named, and the record is read as its */
    struct typed_named assumed; /* from its words, and the record is read as its */
    bool unplayed;              /* so far no turn could be read as one of the game that its words name */
    struct typed_supposed supposed;
    bool opened; /* the first turn is legal */
    struct {
        bool known;
        bool needed; /* the game cannot begin without tags */
    } start;
    struct {
        bool known;
        bool has; /* pieces of the players have colours, which a tag says */
    } coloured;
    struct list values; /* of tags, as they are given to positions */
    struct {
        const char *name;
        size_t value; /* in .values */
        size_t length;
    } tags[TAGS_MOST];
    unsigned tag_count;
    catasta_position *board;  /* NULL: none could be set up, or it is lost */
    catasta_position *before; /* the last turn; NULL: not known, or that was asked about */
    bool last_illegal;        /* that was */
    char seats[2][16];        /* the tags that name two players; empty: not known, or Player1 and Player2 */
    unsigned seat_count;      /* 0: not known */
    bool of_points;           /* the game: these decide it */
    bool set_up;
    bool ruled;       /* the ruleset is known; else nothing is a turn */
    bool written_tag; /* the tags have begun, and the movetext has not */
    struct typed_mark tags_end;
    bool movetext; /* ... has */
    struct typed_count count;
    struct typed_signs signs;
    struct typed_result result;
    struct typed_sheet sheet;
    struct typed_players players;
    struct typed_doubts doubts;
    struct typed_told told;
    bool no_braces;                 /* none is closed any more */
    bool joined;                    /* what is read is one turn: a space in it may be a comma */
    bool stuck;                     /* a token may have something stuck to its end */
    uint32_t turn_line;             /* of the last turn */
    unsigned habit;                 /* the last reading taken */
    uint32_t last_turn;             /* where it ends; UINT32_MAX: there was none */
    char last_text[TOKEN_MOST + 8]; /* as it was copied */
    uint32_t line;                  /* that is read */
    uint32_t written_line;          /* of the last that was written */
    bool wrapped;                   /* the line before is talk, and goes on in this one */
    bool mail;                      /* within the head of one */
    struct typed_token token;
    struct typed_ahead ahead[TYPED_AHEAD]; /* by the sign, of this page */
};

void *typed_grow(struct clerk *clerk, struct list *list, size_t count, size_t size);

/* Tables and pages. */
bool typed_load(struct clerk *clerk);
void typed_read_page(struct clerk *clerk, const char *bytes, size_t length);
static inline const char *typed_sign_at(const struct clerk *clerk, uint32_t i)
{
    return clerk->page.sign + i;
}
/* The sign at I if that is before LIMIT, else the end of a line. */
static inline char typed_sign_before(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    return i < limit ? *typed_sign_at(clerk, i) : '\n';
}
uint32_t typed_offset(const struct clerk *clerk, uint32_t i);

/* Where what is before the sign I ends in the bytes, without the markup after it. */
uint32_t typed_end_offset(const struct clerk *clerk, uint32_t i);

/* The word at I that means one of MEANINGS, which are bits; the longest. */
const struct typed_word *typed_word_at(
    const struct clerk *clerk, uint32_t i, uint32_t limit, uint64_t meanings, uint32_t *end);

/* The word at I that means signs of a turn: for SIGN if it may. */
const struct typed_word *typed_sign_word_at(
    const struct clerk *clerk, uint32_t i, uint32_t limit, char sign, uint32_t *end);

/* Which of SIGNS the word WORD means besides its own, a bit each; it was found without one. */
unsigned typed_other_signs(const struct clerk *clerk, const struct typed_word *word, const char *signs);

static inline bool typed_is_any_of(char c, const char *signs)
{
    return c != '\0' && strchr(signs, c) != NULL;
}
static inline bool typed_is_digit(char c)
{
    return c >= '0' && c <= '9';
}
/* The digit that C is, or is typed for; 0: none. */
static inline char typed_digit_of(char c)
{
    return typed_is_digit(c) ? c : typed_is_any_of(c, "Oo") ? '0' : typed_is_any_of(c, "lI") ? '1' : '\0';
}
static inline bool typed_is_letter(char c)
{
    return (unsigned char)((c | 0x20) - 'a') < 26;
}
static inline bool typed_is_alnum(char c)
{
    return typed_is_letter(c) || typed_is_digit(c) || c == SIGN_LETTER;
}
static inline bool typed_is_arrow(char c)
{
    return c == SIGN_ARROW || c == SIGN_LEFT;
}
static inline bool typed_is_space(char c)
{
    return c == ' ' || c == '\t';
}
/* What is between the parts of a line, "White: Anna - Black: Ben". */
static inline bool typed_is_parting(char c)
{
    return c == SIGN_BULLET || typed_is_any_of(c, "-/|,;.");
}
enum { NOTE_MOST = 24 };
/* Where the colon is after a bracket at I, after a space: "Anna (club): d3"; I: there is none. */
static inline uint32_t typed_skip_note(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end = i + 2;
    if (typed_sign_before(clerk, i, limit) != ' ' || typed_sign_before(clerk, i + 1, limit) != '(')
        return i;
    while (end < i + NOTE_MOST && end < limit && *typed_sign_at(clerk, end) != ')')
        end++;
    const uint32_t colon = end + 1 + (typed_sign_before(clerk, end + 1, limit) == ' ');
    return typed_sign_before(clerk, end, limit) == ')' && typed_sign_before(clerk, colon, limit) == ':' ? colon : i;
}
/* Where the full stop of the initial before I ends, "Ines R.: c3"; I: there is none. */
static inline uint32_t typed_skip_initial(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    return i +
        (i > 1 && typed_is_space(*typed_sign_at(clerk, i - 2)) && typed_sign_before(clerk, i, limit) == '.' &&
            typed_sign_before(clerk, i + 1, limit) == ':');
}
/* Whether a colon or a dash that belongs to what is before it is at I after a space: "Anna : d3", "Anna - d3". */
static inline bool typed_has_sign_apart(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const char sign = typed_sign_before(clerk, i + 1, limit);
    return typed_sign_before(clerk, i, limit) == ' ' &&
        (sign == ':' || (sign == '-' && typed_is_space(typed_sign_before(clerk, i + 2, limit))));
}

static inline uint32_t typed_skip_spaces(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    while (i < limit && typed_is_space(*typed_sign_at(clerk, i)))
        i++;
    return i;
}

/* Tokens. */

/* Whether a token begins at I and ends before LIMIT: CLERK->token, by the form alone. */
bool typed_find(struct clerk *clerk, uint32_t i, uint32_t limit);

/* Whether a legal turn, the only one, is at I with other signs than it is written with, or without some. */
bool typed_find_other_signs(struct clerk *clerk, uint32_t i, uint32_t limit);

/* "pass", "stay" and the like, in any case. */
bool typed_is_word_of_turns(const char *at, size_t length);

/* Where the bracket at I ends that a turn goes on after, "O3>1 (which one?), drew O4"; I: it does not. */
uint32_t typed_inner_bracket_end(const struct clerk *clerk, uint32_t i, uint32_t limit);

/* Whether one of its readings is legal on the board. */
bool typed_is_legal(struct clerk *clerk);

/* The first reading that is legal on BOARD, with *AFTER as the position then; NULL: none is. */
const struct typed_reading *typed_legal_on(
    const struct clerk *clerk, const catasta_position *board, catasta_position **after);

/* Plays it; *READING is what to copy. */
enum typed_verdict typed_play(struct clerk *clerk, const struct typed_reading **reading);

/* The copy. */
void typed_put(struct clerk *clerk, const char *text, size_t length, struct typed_place place);
static inline struct typed_mark typed_mark_end(const struct clerk *clerk)
{
    return (struct typed_mark){clerk->text.count, clerk->pieces.count};
}

/* What is written from FROM on goes to TO, before what is between them. */
void typed_move_back(struct clerk *clerk, struct typed_mark from, struct typed_mark to);
void typed_change(
    struct clerk *clerk, enum catasta_typed kind, struct typed_place place, const char *now, size_t length);
void typed_ask(struct clerk *clerk, enum catasta_typed kind, struct typed_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Results: what begins at I as one, as figures or words; its end, or I. */
uint32_t typed_result_at(struct clerk *clerk, uint32_t i, uint32_t limit, char result[64]);

/* The same for what is after a label: a player's name alone, "Winner: Anna", or the points of all seats in cells. */
uint32_t typed_labelled_result(struct clerk *clerk, uint32_t i, uint32_t limit, char result[64]);

/* What the talk from I to END says of points: *PLACE is all of it, RESULT what it says, empty if it does not say whose
   they are; SURE: two numbers with only a sign or a short word between them, or each with a player, else a number and a
   player.  False: nothing. */
bool typed_read_told_points(
    struct clerk *clerk, uint32_t i, uint32_t end, struct typed_place *place, bool *sure, char result[64]);

/* The player whom what is at I is said to be for, "to Anna", "for B", which may be a first letter; 0: nobody. */
unsigned typed_seat_for(const struct clerk *clerk, uint32_t i, uint32_t limit, uint32_t *end);

/* Writes what is said of SEAT by VERB, "White wins". */
void typed_write_claim(const struct clerk *clerk, unsigned seat, const char *verb, char result[64]);

/* The seat that has won by RESULT, as typed_result_at writes it; 0: none has; -1: it does not say. */
int typed_winner(const struct clerk *clerk, const char *result);

/* The seat that is named at I, 0: none. */
unsigned typed_seat_at(const struct clerk *clerk, uint32_t i, uint32_t limit, uint32_t *end);

/* Whether the line from I to END names the seats of the table after it; looks for names before turns from the line at I
   on. */
bool typed_find_columns(struct clerk *clerk, uint32_t i, uint32_t end);

/* Takes the names of players from the line from I to END, if it says them plainly. */
void typed_find_players(struct clerk *clerk, uint32_t i, uint32_t end);

/* Keeps what talk from I to END may say of them, to ask about it, if no tag names any before END. */
void typed_keep_names(struct clerk *clerk, uint32_t i, uint32_t end);
void typed_ask_names(struct clerk *clerk, uint32_t end);

/* Finds a list of COUNT names before END, "Ann, Ben and Cem". */
bool typed_find_list(const struct clerk *clerk, uint32_t end, unsigned count, struct typed_place *names);

/* The name of the tag for the player of SEAT. */
void typed_write_seat_tag(const struct clerk *clerk, unsigned seat, char tag[16]);

/* Whether the game has colours of pieces that a tag says. */
bool typed_has_colours(struct clerk *clerk);

/* Whether the row of COUNT cells below the names of players has nothing but their colours, which become a tag. */
bool typed_take_colours(struct clerk *clerk, const struct typed_place *cells, unsigned count);

/* Keeps the colour that PLACE, after the name in the tag NAME, "Player 1: Fien (green)", says; writes those of all. */
void typed_keep_tag_colour(struct clerk *clerk, const char *name, struct typed_place place);
void typed_write_tag_colours(struct clerk *clerk);

/* Whether the game can be played by PLAYERS; with COLOURS, unless NULL. */
bool typed_allows_players(const struct clerk *clerk, unsigned players, const char *colours);

void typed_find_labels(struct clerk *clerk, uint32_t i);

/* The end of a name at I with a number right after it and then a turn, PLACED or any, "K1 O4>2"; I where there is no
   such name, or it is a turn. */
uint32_t typed_numbered_name_end(struct clerk *clerk, uint32_t i, uint32_t limit, bool placed);

/* The name that text before NAME says is meant by it, "K = Kirsty", "K: Kirsty"; else NAME. */
struct typed_place typed_full_name(const struct clerk *clerk, struct typed_place name);

/* Whether WORD is the game's, "Staka". */
bool typed_is_game(const struct clerk *clerk, struct typed_place word);

/* A cell of names alone: its end without what is in brackets; its begin: it is none. */
uint32_t typed_name_cell_end(const struct clerk *clerk, struct typed_place cell);

/* Where a line and a cell end; the sign that parts the cells of a line, '\0': none does. */
uint32_t typed_line_end(const struct clerk *clerk, uint32_t i);
uint32_t typed_cell_end(const struct clerk *clerk, uint32_t i, uint32_t end, char separator);
char typed_separator(const struct clerk *clerk, uint32_t i, uint32_t end);

/* Whether a tag names the player of SEAT. */
bool typed_is_named(const struct clerk *clerk, unsigned seat);

/* Writes the tag that names the player of SEAT, unless there is one, or NAME is empty. */
void typed_name_seat(struct clerk *clerk, unsigned seat, struct typed_place name);

/* Keeps the colours that talk at PLACE says, if it has two; asks about them. */
void typed_keep_colours(struct clerk *clerk, struct typed_place place);
void typed_ask_colours(struct clerk *clerk);

/* Supposes that more play than the tags say, and their colours if talk says these; false: nothing shows it. */
bool typed_suppose_players(struct clerk *clerk);

/* Writes the tags of those that are supposed. */
void typed_write_supposed(struct clerk *clerk);

/* Asks whether more play than the tags say, as numbers show that count rounds. */
void typed_ask_players(struct clerk *clerk);

/* Where a time at I ends, "19:31" or "19h31"; I: there is none. */
uint32_t typed_clock_end(const struct clerk *clerk, uint32_t i, uint32_t limit);

/* Where a time and a number with a sign after it, "19:31 4)", that may be between a name and its turn at I, end; I:
   there is none. */
uint32_t typed_skip_clock(const struct clerk *clerk, uint32_t i, uint32_t limit);

/* Whether a tag of that NAME names a player. */
static inline bool typed_names_player(const char *name)
{
    return strcmp(name, "White") == 0 || strcmp(name, "Black") == 0 || strncmp(name, "Player", 6) == 0;
}

/* Whether there is the tag NAME. */
static inline bool typed_has_tag(const struct clerk *clerk, const char *name)
{
    bool has = false;
    for (unsigned k = 0; k < clerk->tag_count; k++)
        has |= strcmp(clerk->tags[k].name, name) == 0;
    return has;
}

/* Whether there is one that does. */
bool typed_has_players(const struct clerk *clerk);

/* Whether the line after END, or after rules, begins with a number or a turn. */
bool typed_is_above_turns(struct clerk *clerk, uint32_t end);

/* Writes the tag NAME, which PLACE says: VALUE, or what is there if that is NULL. */
void typed_write_said(struct clerk *clerk, const char *name, const char *value, struct typed_place place);

/* The tag or tags of the line from I to END; false: it is none. */
bool typed_tag_line(struct clerk *clerk, uint32_t i, uint32_t end);
bool typed_begins_tag(const struct clerk *clerk, uint32_t i, uint32_t end);

/* Asks about the rules that the talk from I to END gives, as tags do: "komi 2", "1,5 komi". */
void typed_ask_rules(struct clerk *clerk, uint32_t i, uint32_t end);

/* The only ruleset that is named before the sign LIMIT, in any words around it; false: there is none, or there are
   several, though .family may say which it may be. */
bool typed_ruleset_before(struct clerk *clerk, uint32_t limit, struct typed_named *named);

/* Writes the date at I as the tag has it to TEXT, of 16 bytes at least; returns where it ends, or I: there is none, or
   it can be read in two ways. */
uint32_t typed_read_date(const struct clerk *clerk, uint32_t i, uint32_t end, char *text);

/* Where a date at I ends, with a year or without, in whichever order; I: there is none. */
uint32_t typed_date_end(const struct clerk *clerk, uint32_t i, uint32_t end);

/* Where the date and the time at I end, or one of them, "Mar 4, 7:05 PM - "; I: there is none. */
uint32_t typed_stamp_end(const struct clerk *clerk, uint32_t i, uint32_t end);

/* Where a board of the same number on both sides that is said at I ends, "5x5", "5 by 5"; I: none is. */
uint32_t typed_board_end(const struct clerk *clerk, uint32_t i, uint32_t limit);

/* Whether the form of turns of RULESET covers all of TEXT. */
bool typed_form_covers(const struct clerk *clerk, const char *ruleset, const char *text, size_t length);

/* The first of the rulesets whose forms cover the most of what is from PLACE on, or of these the one whose size or
   variant the text before it says; false: there are several, of more than one game. */
bool typed_likely_ruleset(struct clerk *clerk, struct typed_place place, struct typed_named *likely);

/* Where TAGS alone say the game, [Size "5"], keeps the ruleset that begins with the board that they give, and whose
   name ends in what one of them says. */
void typed_name_ruleset(struct clerk *clerk, const struct catasta_pair *tags);

/* Ruleset NUMBER, from 0, of the others in the family of RULESET: "tak-5" of "tak-6"; NULL: there are no more. */
const char *typed_kin(struct clerk *clerk, const char *ruleset, unsigned number);

/* Keeps the first date from I to END, to ask about it, if no tag has one. */
void typed_keep_date(struct clerk *clerk, uint32_t i, uint32_t end);
void typed_ask_date(struct clerk *clerk);

/* The copy: TEXT, made of PLACE, after a space or on a new line; as a comment what is there. */
void typed_write(struct clerk *clerk, const char *text, size_t length, struct typed_place place);
void typed_comment(struct clerk *clerk, struct typed_place place);
void typed_remark(struct clerk *clerk, struct typed_place place); /* without its braces */

/* The board as the tags say, if it is not there yet. */
void typed_set_up(struct clerk *clerk);

/* Reads a record from the page; returns where it ends. */
uint32_t typed_read_record(struct clerk *clerk);

/* Asks about other orders of columns, in which all turns would be legal. */
void typed_ask_order(struct clerk *clerk);

/* The only other ruleset of the family by which turns are legal for longer; false: there is none, or the seats that are
   said are wrong, not the rules. */
bool typed_find_kin(struct clerk *clerk, char found[RULESET_MOST]);

#endif

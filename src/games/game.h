/* SPDX-License-Identifier: MIT */
/* The interface of every game: what the referee, perft, random play
   and the renderers need to know, and nothing else.  A game is one constant
   struct of tables and functions, and a row in registry.c; the functions at the
   end of this file, which the rooms above call, are made of them in kit/.

       ruleset ──configure──> rules          once a ruleset
       rules ──start/read_position──> state  once a game
       written turn ──resolve──> turn ──play──> next state, or a fault

   A written turn names cells; a resolved turn is what those names mean on this
   board.  judge is where a game's rules are stated, once, in the order of its
   page: it names the first rule that a turn breaks, and make makes what breaks
   none.  generate may know short cuts; a property test holds it to exactly what
   judge accepts.

   States are plain data of a fixed size for given rules: copying one is memcpy. */
#ifndef CATASTA_GAMES_GAME_H
#define CATASTA_GAMES_GAME_H

#include "base/fault.h"
#include "board/lattice.h"
#include "record/record.h"
#include "ruleset/ruleset.h"

enum { SEATS = 8, TURN_STEPS = 256, MATCH_ROUNDS_MOST = 999 };

/* How rounds make a match. */
struct match_rule {
    uint32_t points;    /* the total that ends it; 0: none does */
    uint32_t best_of;   /* this number of rounds, each worth a point to its winner; 0: points are added */
    bool winner_starts; /* who won a round has seat 1 in the next; after one that nobody won, who had it then */
};

/* Every game's rules begin with this. */
struct game_rules {
    const struct game *game;
    size_t state_size;                     /* in bytes */
    const char *seat_names[SEATS];         /* "White" */
    const char *side_names[SEATS];         /* in sums, "red"; NULL: the seats have no sides with a name */
    struct match_rule match;               /* all 0: points are added, and nothing ends it */
    uint32_t goal;                         /* a sum that wins, of SCORE_WIN 1 unless keys say so; 0: there is none */
    uint16_t players;                      /* bit n: n may play */
    uint8_t sides;                         /* seats that many apart are partners, who win together; 0: there are none */
    const struct state *starts[SEATS + 1]; /* the start for each number of players; NULL: that number may not play */
};

/* Every game's state begins with this. */
struct state {
    uint32_t number; /* of the turn as players count: rounds, from 1 */
    uint8_t seat;    /* to move, from 1 */
    uint8_t players;
};

/* A turn as the grammar read it; parts are borrowed from the record. */
struct written {
    enum turn_shape shape;
    const struct part *parts;
    unsigned count;
    uint8_t seat; /* as written before '|', 0: none */
};

static inline struct written written_item(const struct record *record, const struct item *item)
{
    const struct part *parts = item->part_count == 0 ? NULL : &record->parts[item->first_part];
    return (struct written){item->shape, parts, item->part_count, item->seat};
}

/* A turn on a board.  What the steps mean is the game's own; .shape is the game's,
   or TURN_PASS, TURN_OUT or TURN_TOPPLE where it takes them. */
struct step {
    uint32_t count;
    uint16_t cell;
    char mark;
};

/* A count: all that is left. */
#define WHOLE_STACK UINT32_MAX

struct turn {
    enum turn_shape shape;
    uint8_t seat; /* of one who topples */
    unsigned count;
    struct step steps[TURN_STEPS];
};

/* What results say.  Of points the game's own hold until it is over, whatever is
   claimed. */
enum scoring { SCORE_WIN, SCORE_HIGHEST_WINS, SCORE_LOWEST_WINS };

/* The outcome of a game. Scores are in halves, so that a draw's half is exact; see outcome_score. */
struct outcome {
    bool over;
    const char *reason; /* the game's word for it; NULL while undecided */
    uint32_t winners;   /* bit s-1 for seat s; of a game that is won or drawn several are a draw */
    char sign;          /* of its result, as in struct ending */
    int32_t halves[SEATS];
};

/* Where scores come from: something of a seat's that counts, or that was looked at and
   does not, for people who count with the board before them.

       z26  WR.WG  2 x 3 = 6  the pawn is on it, and none higher
       │    │      │   │   │
       │    holds  │   │   halves, 2 a point
       name        │   times
                   count */
struct score_item {
    uint8_t seat;
    uint8_t times;     /* how often it counts; 0: it does not */
    int32_t count;     /* of points, once */
    int32_t halves;    /* its result */
    const char *name;  /* a cell, a tile, "hand" */
    const char *holds; /* what lies there, bottom to top, or "" */
    const char *why;   /* or "" */
};

/* In a game of points the items of a seat, which follow each other, come to its score;
   where one wins or draws, to what the rules ask for, of which .goal is enough. */
struct score_breakdown {
    const char *one;         /* "point" */
    const char *many;        /* "points" */
    uint32_t goal;           /* 0: there is none */
    const char *side[SEATS]; /* what is a seat's, "red"; NULL: nothing that has a name */
    struct score_item *items;
    size_t count;
    size_t capacity;
};

/* What a position looks like, for renderers that know no game. */
enum { VIEW_FROM = 1, VIEW_TO = 2 };

/* The shape of a piece: discs or square flats, and some on top that stand or are round. */
enum view_solid { SOLID_DISC, SOLID_SLAB, SOLID_DOME, SOLID_FLAT };

struct view_piece {
    char text[3];          /* "w", "R4" */
    uint8_t solid;         /* enum view_solid */
    uint8_t seat;          /* its owner, 0: nobody */
    uint8_t thick;         /* how many others it is as high as, 0: one */
    const char *colour;    /* its name, "red"; NULL: none, and so plain */
    const char *under;     /* that of its lower face; NULL: the same */
    const char *sign;      /* on it, a name that pictures know, "crown"; NULL: it is not a tile that fills its cell */
    bool rests;            /* it may not move now, though it is its owner's turn */
    bool hatched;          /* it is drawn so, to distinguish it from others of its shape */
    uint8_t nodes;         /* how many cells it covers, where it has a shape; else 0 */
    const int8_t (*at)[2]; /* where they are, as the x and y of a cell */
};

struct view_cell {
    char name[8];
    char label[8]; /* on open fields, drawn instead of the pieces */
    uint8_t pawns; /* bit s-1: a pawn of seat s is on it */
    uint8_t board; /* which of the view's boards it is on, from 0 */
    int16_t x;     /* half cell widths, to the right */
    int16_t y;     /* rows, upwards */
    uint8_t zone;  /* the seat whose castle or palace it is, 0: nobody's */
    bool closed;   /* no piece may be put there */
    uint8_t marks; /* VIEW_FROM, VIEW_TO: part of the last turn */
    bool wins;     /* it is part of what decided the game, as of a road, or a queen that is surrounded */
    bool taken;    /* the last turn captured there */
    bool refused;  /* it is part of what was refused; set by those who draw that, no game does */
    bool crossed;  /* and what was refused is there; likewise */
    uint8_t height;
    uint16_t group;                  /* one piece that lies on several cells is one number on its board; 0: none */
    const struct view_piece *pieces; /* bottom to top */
};

/* Pieces that are not on any board: a stack on the table, a hand. */
struct view_list {
    char name[24];
    uint8_t marks;
    bool stacked;                    /* its pieces lie one on the other, not side by side */
    uint8_t seat;                    /* whose it is, 0: nobody's */
    uint8_t laid;                    /* how many on top the last turn put there, 0: it is not known, or none */
    bool refused;                    /* the turn marked was refused there; no game sets it, nor the next */
    const struct view_piece *wanted; /* the one that it would have taken, or NULL */
    uint16_t count;
    const struct view_piece *pieces; /* bottom to top */
};

/* Something went from a cell to another in the last turn; both are indices. */
struct view_arrow {
    uint16_t from;
    uint16_t to;
    uint16_t count; /* of the pieces that went, 0: the turn does not say */
    bool refused;   /* that was refused; no game sets it */
};

/* A cell that a comment marks, or, from it to another one, an arrow. */
struct view_noted {
    uint16_t from;
    uint16_t to;
    char colour; /* G, R, Y or B */
};

/* A view has one board, or several: the layers of a field, and what is seen of them
   from above. */
struct view {
    struct view_cell *cells;
    size_t count;
    const char *zone;    /* what its zones are called: "castle", "palace" */
    bool open;           /* a field with no edge: cells are drawn close together */
    bool square;         /* its cells are squares; else hexagons */
    bool slanted;        /* the numbers in names are those of the rows, as on squares */
    unsigned boards;     /* 0 means 1 */
    const char **titles; /* a line above each board; NULL: none */
    struct view_arrow *arrows;
    size_t arrow_count;
    struct view_noted *noted; /* by what is said of the position; no game fills it in */
    size_t noted_count;
    struct view_list *lists;
    size_t list_count;
    struct view_list *hands; /* more of them, which lines and notes describe in words; for pictures */
    size_t hand_count;
    const char *seat_names[SEATS]; /* "White", "Black"; for people */
    const char *lines[SEATS];      /* the status of each seat, one line for each, or NULL */
    const char *drawn[SEATS];      /* the same without what hands show, for pictures, or NULL */
    const char *colours[SEATS];    /* of what is theirs, or NULL */
    uint16_t shares[SEATS];        /* what each has of something, in halves, for a bar; all 0: there is none */
    unsigned seats;
    const char *notes[SEATS]; /* what else there is to say, a line each; ends at NULL */
    bool refused; /* what is marked as the last turn is one that was not, since it is illegal; no game says so */
    const struct view_cell *beyond; /* what a turn that was refused names and the board has not, or NULL; likewise */
    const char *drawn_note;         /* what of them hands do not show, for pictures, or NULL */
};

/* A tag that sets a game up, as a deal of hidden hands does. */
struct setup_tag {
    const char *name;
    uint8_t seat; /* whose it is, 0: nobody's */
    bool letters; /* it has a letter for every seat */
};

/* A tag of records made elsewhere, its name in any letters, that says what Ruleset, Rules or Position say in others; or
   the tag Result, with words that mean results. */
struct other_tag {
    const char *name;
    const char *key;     /* the parameter that it gives; NULL: it is a Position, or with words the Result */
    const char *words;   /* other words for the words of that, "word=meant|word=meant"; NULL: it is a number */
    const char *letters; /* of the first, see struct game */
};

/* Called with every legal turn; returns false to stop. */
typedef bool turn_visitor(void *context, const struct turn *turn);

/* Something to point at for a turn: a cell, or a piece beside the board; WHERE, if not NULL, has its place. */
typedef void target_visitor(void *context, struct slice name, const struct view_cell *where);

/* A text for a turn; LOOSE: people write it, but it has another meaning, or none. */
typedef void spelling_visitor(void *context, struct slice text, bool loose);

/* A rule is one of the game's, by its place in game.rules, COMMON + one of enum
   common_rule, or SYNTAX + one of enum syntax_rule. */
enum { LEGAL = -1, COMMON = 256, SYNTAX = 512 };

/* What judging found in addition to the first rule broken. */
struct finding {
    uint16_t part; /* of the turn as written, which the rule is about; FAULT_WHOLE: all of it */
    int note;      /* of a legal one: a rule of less weight, or LEGAL */
};

/* A rule broken on a board, whose facts somebody wants to read. */
struct violation {
    const void *rules;
    const struct state *state; /* as the step found it */
    const struct turn *turn;
    unsigned step;
    int rule;
    unsigned part;
};

/* A fact that messages name, such as {limit}. */
typedef void fact_writer(const struct violation *violation, struct text *text);
struct fact {
    const char *name;
    fact_writer *write; /* adds it to TEXT */
    const char *word;   /* without that: what it always is */
    size_t offset;      /* and without that a number of the rules, see KEY_INTO */
    size_t size;
    bool of_state; /* it is one of the state */
};

/* How far a game is. */
struct ending {
    bool over;
    const char *reason; /* the game's word for it; NULL while undecided */
    uint32_t winners;   /* bit s-1 for seat s; of points whose most or fewest win, the kit finds them */
    bool nobody;        /* has won, whatever the points */
    char sign;          /* in results, for the winner's 1: how it was won; 0: 1 */
};

/* Called with everything of a seat that counts, or that was looked at and does not; the kit
   works out its .halves. */
typedef void score_visitor(void *context, const struct score_item *item);

/* A position while it is read: its fields go into .state, which is a start. */
struct position_field;
struct position_reader {
    const void *rules;
    struct state *state;
    unsigned players;   /* 0: as many as it says */
    struct slice whole; /* the position */
    const struct position_field *field;
    struct fault *fault; /* NULL: nobody asks */
};

/* A field of a position, spaces between, in ASCII without quotes and backslashes, so that JSON has it as it is.  read
   is given what is written, at NULL where that is nothing, and says with refuse_field what is wrong. */
struct position_field {
    bool (*read)(struct position_reader *reader, struct slice text);
    void (*write)(const void *rules, const struct state *state, struct text *text); /* NULL: it is a number */
    size_t offset;                                                                  /* in the state, of a number */
    size_t size;
    uint32_t least;     /* and what it is at least */
    uint32_t most;      /* of a byte, what it is at most, 0: the number of players */
    const char *wanted; /* what to say where it is none; after the last field, where something follows */
    bool counts;        /* it says what was played before, such as how many turns: no part of game_hash */
};

/* What a turn is judged by, one after the other. */
enum judged_unit {
    UNIT_TURN,  /* all of it: step 0 */
    UNIT_STEPS, /* its steps, from 0 on */
    UNIT_LIFTS, /* its steps, from 1 on: step 0 is where they start from */
};

/* A game is this struct: what it is, and a table for each concern.  In each the members that every game gives come
   first; tests/property/registry.c checks that they are there.  What is left out is 0, and means what the comment of
   the member says. */

/* Its positions. */
struct game_position {
    const struct position_field *fields; /* ends with a NULL read */

    /* Sets out what a game begins with; STATE is all 0 but for its head. */
    void (*set_up)(const void *rules, struct state *state);

    /* Optional from here. */

    /* After a position was read: whether it can be, and what the state keeps beside its fields. */
    bool (*validate)(struct position_reader *reader);

    /* What lies on places, which is the first field of positions, for game_hash: adds up the hashes of it in each of
       the ways to turn and mirror the board, or to move it on a field, after which the same turns are legal.  Returns
       how many there are; NULL: those of the stacks where .grid or .field has any, else none: the field is a text. */
    unsigned (*sums)(const void *rules, const struct state *state, uint64_t sums[SYMMETRIES]);

    /* The tags that set a game up, up to one with a NULL name; NULL: it reads none.  apply_tag takes what the Nth of
       them says, at NULL when a record has no such tag; called for each in their order, after set_up.  A fault's part
       is the byte of VALUE where it lies. */
    const struct setup_tag *tags;
    bool (*apply_tag)(const void *rules, struct state *state, unsigned n, struct slice value, struct fault *fault);

    /* Optional with these: adds what the Nth says in a new game of PLAYERS, the usual, or a deal that follows from
       SEED; nothing where none is possible. */
    void (*deal)(const void *rules, unsigned players, unsigned n, uint64_t seed, struct text *text);

    /* Makes of a state what SEAT knows of it, which is a state, too; NULL: nothing is hidden from anybody. */
    void (*hide)(const void *rules, struct state *state, unsigned seat);
};

/* How its turns are written. */
struct game_notation {
    enum turn_shape shape;
    const char *example; /* what they look like, after "one looks like " */

    /* Whether the turn's cells exist; a fault's part is the part of the turn. */
    bool (*resolve)(const void *rules, const struct written *written, struct turn *turn, struct fault *fault);

    /* The canonical text of a legal TURN, or of a legal beginning of one, before it is
       played; of another any text, since some are written before they are found illegal. */
    void (*write)(const void *rules, const struct state *state, const struct turn *turn, struct text *text);

    /* Optional from here. */

    bool counts_turns; /* turns are numbered one by one, not by rounds */
    bool sources;      /* each turn says where something moves from, or what is played */
    bool literal;      /* the canonical text of a turn that is legal without a note is what was written, but for spaces,
                          numbers that need not be, and zeros before one; unless it varies */
    uint16_t unseen;   /* the cell of a last step that draws, mark '+', what nobody saw; 0: none draws */

    /* Of a literal game: whether WRITTEN, which means TURN, may differ from what write makes of it; NULL: it never
       does. */
    bool (*varies)(const void *rules, const struct written *written, const struct turn *turn);

    /* Visits the other texts for a legal TURN, where there are several: those that name its place as it was after
       EARLIER, a position some turns before, and is no longer, or, with STATE itself, those that do so now.  NULL:
       there are none. */
    void (*spell)(const void *rules, const struct state *state, const struct state *earlier, const struct turn *turn,
        spelling_visitor *visit, void *context);
};

/* Its rules. */
struct game_judging {
    enum judged_unit unit;

    /* The rules, in the order of the game's page: the first that a step breaks, or LEGAL.
       FINDING is of the part STEP, without a note. */
    int (*judge)(
        const void *rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding);

    /* Makes what judge has found legal, or what can_force accepts. */
    void (*make)(const void *rules, struct state *state, const struct turn *turn, unsigned step);

    /* One of the two.  generate visits every legal turn once; false when the visitor stopped it.  A game with too many
       turns to list has extend, and no perft: it visits the steps that may follow those of BEGUN, a legal beginning of
       a turn, or of none when its count is 0, each time BEGUN with one step more.  Whether that is a whole turn, play
       says. */
    bool (*generate)(const void *rules, const struct state *state, turn_visitor *visit, void *context);
    bool (*extend)(
        const void *rules, const struct state *state, const struct turn *begun, turn_visitor *visit, void *context);

    /* Optional from here. */

    const char *no_pass; /* why nobody may pass: "each turn moves a piece"; NULL: judge says */

    /* Whether the board can carry a step, legal or not; NULL: make sees to it, and a turn is gone whatever it did. */
    bool (*can_force)(const void *rules, const struct state *state, const struct turn *turn, unsigned step);

    /* After the last step; NULL: the next seat is to move. */
    void (*end_turn)(const void *rules, struct state *state);
};

/* How it ends, and what results and scores are. */
struct game_result {
    enum scoring scoring;

    /* Of what the scores are sums. */
    void (*score)(const void *rules, const struct state *state, score_visitor *visit, void *context);

    /* Asked after every turn; left out where .own.judge_end is there. */
    void (*ending)(const void *rules, const struct state *state, struct ending *ending);

    /* Optional from here. */

    const char *one, *many; /* of what scores are sums; NULL: "point", "points" */
    bool counts_so_far;     /* of SCORE_WIN with a .goal above 1: sums are the score of a game that goes on */
    bool ties_share;        /* where all have equally many points all have won */
    bool adjudicates;       /* the points so far count in a game that was broken off, if requested */
    const char *signs; /* results may have one of these letters for the winner's 1, "R-0", which says how the board was
                          won; then a draw is also 1/2, and 0-0 no result.  NULL: they have none */
};

/* How it is shown. */
struct game_display {
    const char *gesture; /* what to point at on a board to make a turn: "from cell to cell" */

    /* Fills VIEW from ARENA, marking the cells of LAST unless NULL; false when
       out of memory. */
    bool (*view)(
        const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view);

    /* Optional: what to point at for TURN, in its order, where it is not what the text of the turn names. */
    void (*point)(
        const void *rules, const struct state *state, const struct turn *turn, target_visitor *visit, void *context);

    const char *legend; /* sentences on signs that only its boards have; NULL: they have none */
};

/* Optional: players who leave while others go on. */
struct game_leaving {
    /* The seats that make no further turn though the game goes on, bit s-1; NULL: there
       are none ever.  The state's seat to move is never one of them.  With SAYS_OUT
       such a seat goes with the word 'out' where its turn would have been. */
    uint32_t (*eliminated)(const void *rules, const struct state *state);
    bool says_out;

    /* Whether 'out' is a turn, by which a seat stops for good; NULL: it never is. */
    bool (*stops)(const void *rules);
    bool topples; /* it takes the word 'topple' */
};

/* Optional: how servers and other programs write its records. */
struct game_foreign {
    /* Ends with a NULL name; NULL: there are none.  The first gives a uint8_t N of the rules, and names the ruleset
       NAME-N where Ruleset is missing, as the number of rows of a Position does where that is missing, too.  With
       letters it is its word alone, which names the ruleset NAME, or "word+letters", some of them in any order, which
       names NAME-letters, small and in their order; KEY.LETTER is above 0 only for those that are there. */
    const struct other_tag *tags;

    /* Makes of TURN, whose counts may be WHOLE_STACK and whose '+' any stack, what it means, legal or not; NULL: turns
       are not written like that anywhere. */
    void (*complete)(const void *rules, const struct state *state, struct turn *turn);
    bool unmarked; /* counts alone are left out there: no turn of the game is marked as a capture */

    /* Whether TURN, of the game's shape, only says again what the turn before it has done as well, as some servers
       write it; then it is left out, and NOTE says so.  NULL: there are none. */
    bool (*echoes)(const void *rules, const struct state *state, const struct turn *turn, struct fault *note);
};

/* Optional: its own way where the kit has one for all, because a measurement defends it or there is more to do.  The
   first four are the functions below of these names. */
struct game_own {
    bool (*play)(const void *rules, struct state *state, const struct turn *turn, struct fault *fault);
    bool (*force)(const void *rules, struct state *state, const struct turn *turn);
    void (*judge_end)(const void *rules, const struct state *state, struct outcome *outcome);
    bool (*breakdown)(const void *rules, const struct state *state, struct arena *arena, struct score_breakdown *sum);

    /* How many turns generate would visit, where that is known sooner than by visiting them. */
    uint64_t (*count)(const void *rules, const struct state *state);

    /* Called before a turn is played with the one, of the game's shape, written after it, legal or not, for a game that
       looks for a turn of the next seat.  It makes no difference but in time. */
    void (*hint)(const void *rules, struct state *state, const struct turn *turn);
};

struct game {
    struct ruleset_game ruleset; /* its name, parameters, and defaults */
    const struct rule *rules;    /* ids that are its own, up to a NULL id */

    /* Every fact that the messages of its rules name, and of those that all games have where judge finds these, up to
       a NULL name.  The first of a name counts, so that its own come before those of the kit. */
    const struct fact *facts;
    size_t rules_size; /* of its rules, which begin with struct game_rules */
    size_t state_size; /* of its state, but for what check adds to rules.state_size */

    /* On what it is played, at most one of them. */
    const struct grid_game *grid;   /* a board of rows, see kit/grid.h: two play */
    const struct field_game *field; /* stacks on a field, see kit/open_field.h */
    uint8_t fewest, most;           /* players; without .grid */

    /* Optional: what keys alone cannot say of RULES, which the kit has filled in: checks and prepares them. */
    bool (*check)(void *rules, const struct key_reading *reading);

    struct game_position position;
    struct game_notation notation;
    struct game_judging judging;
    struct game_result result;
    struct game_display display;
    struct game_leaving leaving;
    struct game_foreign foreign;
    struct game_own own;
};

/* What every game does, made of its row in the table of games.  RULES begin with struct game_rules. */

/* Turns a checked ruleset into its game's rules, in ARENA; NULL with PROBLEMS when the parameters
   do not fit together. */
const void *game_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems);

static inline const struct game_rules *game_rules_of(const void *rules)
{
    return rules;
}

/* Whether that number may play. */
static inline bool game_allows_players(const void *rules, unsigned players)
{
    return players <= SEATS && (game_rules_of(rules)->players >> players & 1) != 0;
}

static inline size_t game_state_size(const void *rules)
{
    return game_rules_of(rules)->state_size;
}

/* "White" */
static inline const char *game_seat_name(const void *rules, unsigned seat)
{
    return game_rules_of(rules)->seat_names[seat - 1];
}

static inline void game_start(const void *rules, unsigned players, struct state *state)
{
    const struct game_rules *all = game_rules_of(rules);
    if (all->starts[players] != NULL) {
        memcpy(state, all->starts[players], all->state_size);
        return;
    }
    memset(state, 0, all->state_size); /* that number may not play, which is reported elsewhere */
    *state = (struct state){.number = 1, .seat = 1, .players = (uint8_t)players};
    all->game->position.set_up(rules, state);
}

/* A position as text.  PLAYERS is how many there are, 0: as many as it says.  A
   fault's part is the byte of TEXT where it lies, from 0. */
bool game_read_position(
    const void *rules, unsigned players, struct slice text, struct state *state, struct fault *fault);
void game_write_position(const void *rules, const struct state *state, struct text *text);

/* Makes of STATE what SEAT, from 1, knows of it: what is written or shown of that does not reveal what others hold. */
static inline void game_hide(const void *rules, struct state *state, unsigned seat)
{
    const struct game *game = game_rules_of(rules)->game;
    if (game->position.hide != NULL)
        game->position.hide(rules, state, seat);
}

/* A number for what lies on the board and in hands and who is to move, the same for positions that differ in no more
   than how the board is turned; what it is, and always will be, catasta-index(1) says. */
uint64_t game_hash(const void *rules, const struct state *state);

/* The same of positions by RULES one after the other, where only cells that have changed are hashed again. */
struct position_hashes {
    struct state *before; /* the last one, allocated; NULL: none */
    uint64_t sums[SYMMETRIES];
    struct text rest;
};
void position_hashes_release(struct position_hashes *hashes);
uint64_t game_hash_next(struct position_hashes *hashes, const void *rules, const struct state *state);

/* Plays TURN if it is legal.  Else leaves STATE as it was and says in FAULT,
   unless NULL, which rule it breaks and with which part.  A legal turn may
   leave a note in FAULT. */
bool kit_play(const void *rules, struct state *state, const struct turn *turn, struct fault *fault);
static inline bool game_play(const void *rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    const struct game *game = game_rules_of(rules)->game;
    return (game->own.play == NULL ? kit_play : game->own.play)(rules, state, turn, fault);
}

/* Plays an illegal turn as far as the board can carry it; false, and STATE
   as it was, when it cannot carry any of it. */
bool game_force(const void *rules, struct state *state, const struct turn *turn);

/* Whether the game is over and who won; of points, those of a game that is over.  Asked after
   every ply; next is for an OUTCOME that says that the game goes on, of the GAME of RULES. */
void kit_close(const void *rules, const struct state *state, const struct ending *ending, struct outcome *outcome);
static inline void game_judge_next(
    const struct game *game, const void *rules, const struct state *state, struct outcome *outcome)
{
    struct ending ending;
    if (game->own.judge_end != NULL) {
        game->own.judge_end(rules, state, outcome);
        return;
    }
    ending.over = false;
    game->result.ending(rules, state, &ending);
    if (ending.over)
        kit_close(rules, state, &ending, outcome);
}
static inline void game_judge_end(const void *rules, const struct state *state, struct outcome *outcome)
{
    *outcome = (struct outcome){.over = false};
    game_judge_next(game_rules_of(rules)->game, rules, state, outcome);
}

/* Adds to what judge_end said of STATE the points of a game that goes on, where somebody reads them. */
void outcome_score(const void *rules, const struct state *state, struct outcome *outcome);

/* What the scores are made of at this point, in ARENA; false when out of memory. */
bool game_breakdown(const void *rules, const struct state *state, struct arena *arena, struct score_breakdown *sum);

#endif

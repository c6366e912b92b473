/* The interface every game stands behind: what the referee, perft, random play
   and the renderers need to know, and nothing else.  A game is one constant
   struct of functions in one file, and a row in registry.c.

       ruleset ──configure──> rules          once a ruleset
       rules ──start/read_position──> state  once a game
       written turn ──resolve──> turn ──play──> next state, or a fault

   A written turn names cells; a resolved turn is what those names mean on this
   board.  play is where a game's rules are stated, once, in the order of its
   page: it either plays the turn or names the rule it breaks.  generate may know
   short cuts; a property test holds it to exactly what play accepts.

   States are plain data of a fixed size for given rules: copying one is memcpy. */
#ifndef CATASTA_GAMES_GAME_H
#define CATASTA_GAMES_GAME_H

#include "base/fault.h"
#include "record/record.h"
#include "ruleset/ruleset.h"

enum { SEATS = 8, TURN_STEPS = 128 };

/* Every game's state begins with this. */
struct state {
    uint32_t number; /* of the turn as players count: rounds, from 1 */
    uint8_t seat;    /* to move, from 1 */
};

/* A turn as the grammar read it; parts are borrowed from the record. */
struct written {
    enum turn_shape shape;
    const struct part *parts;
    unsigned count;
};

/* A turn on a board.  What the steps mean is the game's own. */
struct step {
    uint32_t count;
    uint16_t cell;
    char mark;
};

struct turn {
    enum turn_shape shape;
    unsigned count;
    struct step steps[TURN_STEPS];
};

/* How a game stands.  Scores are in halves, so that a draw's half is exact. */
struct outcome {
    bool over;
    const char *reason; /* the game's word for it; NULL while undecided */
    uint32_t winners;   /* bit s-1 for seat s */
    int32_t halves[SEATS];
};

/* What a position looks like, for renderers that know no game. */
enum { VIEW_FROM = 1, VIEW_TO = 2 };

struct view_piece {
    char letter;
    uint8_t seat; /* its owner, 0: nobody */
};

struct view_cell {
    char name[8];
    int16_t x;     /* half cell widths, to the right */
    int16_t y;     /* rows, upwards */
    uint8_t zone;  /* the seat whose castle or palace it is, 0: nobody's */
    uint8_t marks; /* VIEW_FROM, VIEW_TO: part of the last turn */
    uint8_t height;
    const struct view_piece *pieces; /* bottom to top */
};

struct view {
    struct view_cell *cells;
    size_t count;
    const char *seat_names[SEATS]; /* "White", "Black"; for people */
    const char *lines[SEATS];      /* how each seat stands, a line a seat, or NULL */
    unsigned seats;
};

/* Called with every legal turn; returns false to stop. */
typedef bool turn_visitor(void *context, const struct turn *turn);

struct game {
    struct ruleset_game ruleset; /* its name, parameters, and defaults */
    const struct rule *rules;    /* ids that are its own; ends with a NULL id */

    /* Turns a checked ruleset into the game's own rules, in ARENA; NULL with
       PROBLEMS when the parameters do not fit together. */
    const void *(*configure)(const struct ruleset *ruleset, struct arena *arena, struct problems *problems);

    /* The numbers of players these rules allow. */
    bool (*allows_players)(const void *rules, unsigned players);
    size_t (*state_size)(const void *rules);
    const char *(*seat_name)(unsigned seat);

    void (*start)(const void *rules, unsigned players, struct state *state);

    /* Positions as notation.md has them.  A fault's part is the byte of TEXT
       where it lies, from 0. */
    bool (*read_position)(const void *rules, struct slice text, struct state *state, struct fault *fault);
    void (*write_position)(const void *rules, const struct state *state, struct text *text);

    /* Whether the turn's cells exist; a fault's part is the part of the turn. */
    bool (*resolve)(const void *rules, const struct written *written, struct turn *turn, struct fault *fault);

    /* Plays TURN if it is legal.  Else leaves STATE as it was and says in FAULT,
       unless NULL, which rule it breaks and with which part.  A legal turn may
       leave a note in FAULT. */
    bool (*play)(const void *rules, struct state *state, const struct turn *turn, struct fault *fault);

    /* Plays an illegal turn as far as the board can carry it; false, and STATE
       as it was, when it cannot carry any of it. */
    bool (*force)(const void *rules, struct state *state, const struct turn *turn);

    /* Whether the game is over and who won. */
    void (*judge_end)(const void *rules, const struct state *state, struct outcome *outcome);

    /* Visits every legal turn once; false when the visitor stopped it. */
    bool (*generate)(const void *rules, const struct state *state, turn_visitor *visit, void *context);

    /* How many turns generate would visit. */
    uint64_t (*count)(const void *rules, const struct state *state);

    /* The canonical text of a legal TURN before it is played. */
    void (*write)(const void *rules, const struct state *state, const struct turn *turn, struct text *text);

    /* Fills VIEW from ARENA, marking the cells of LAST unless NULL; false when
       out of memory. */
    bool (*view)(
        const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view);
};

#endif

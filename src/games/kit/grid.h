/* SPDX-License-Identifier: MIT */
/* What games on a board of rows share: boards from rulesets, pieces as letters,
   stacks and positions as text, views. */
#ifndef CATASTA_GAMES_GRID_H
#define CATASTA_GAMES_GRID_H

#include "board/board.h"
#include "board/tower.h"
#include "games/kit/kit.h"

/* A piece's letter and owner, by its four bits; '\0' where there is no such piece. */
struct letters {
    char of[16];
    uint8_t seat[16]; /* 0: nobody's */
};

/* Of a key that names a side's pieces by letters: MOST kinds at most, numbered from FIRST on. */
struct piece_kinds {
    unsigned seat; /* the side; 0: they are nobody's */
    unsigned first;
    unsigned most;
};

/* What a piece is drawn in, "white"; NULL: it is nobody's, and plain. */
const char *grid_colour(const void *rules, unsigned piece);

/* The piece of a letter, 0 when there is none. */
unsigned grid_piece(const struct letters *letters, char letter);

enum { STACK_TEXT = STACK_PIECES + 1 };

/* The stack that TEXT names; false when a letter is unknown or it is too high. */
bool grid_read_stack(const struct letters *letters, struct slice text, uint64_t *stack);

enum { WHY_ROOM = 80 };

/* How a turn's steps are drawn: all from where the first starts; each from where the one before ended, also with what
   is left of the first's pieces; all but the last to where that is, which is captured; or, two and two, from the first
   to the second. */
enum grid_path { GRID_FAN, GRID_PATH, GRID_DROPS, GRID_MEET, GRID_PAIRS };

/* How stacks are kept and written in a game whose stacks are not those of stack.h. */
enum { STACKING_ROOM = 136 };
struct grid_stacking {
    size_t size;        /* of one in the state, at the end of it, in bytes */
    size_t room;        /* its text has less characters; at most STACKING_ROOM */
    const char *wanted; /* how it is written, after "a stack " */

    /* Puts what TEXT says on CELL, nothing where it is empty; on BOARD_NONE, without a state, only whether it can. */
    bool (*read)(const void *rules, struct state *state, unsigned cell, struct slice text);

    /* Writes what is on CELL to AT; returns where that ends. */
    char *(*write)(const void *rules, const struct state *state, unsigned cell, char *at);

    /* How high it is, and its pieces, bottom to top, unless PIECES is NULL. */
    unsigned (*show)(const void *rules, const struct state *state, unsigned cell, struct view_piece *pieces);
};

/* Those of tower.h: up to TOWER_PIECES pieces.  All else is as in other games, but that cells are read and changed with
   grid_tower and grid_put_tower, and that no part of a stack is lifted by UNIT_LIFTS. */
extern const struct grid_stacking grid_towers;
extern const struct grid_stacking grid_plain_stacks; /* a word a cell, in struct grid_position */

/* What a game on a board of rows states in addition. */
struct grid_game {
    /* Whether STACK may not lie on a cell, NULL: any may; WHY reads on "a stack ". */
    bool (*refuses)(const void *rules, uint64_t stack, char why[WHY_ROOM]);
    const char *keys; /* the parameters that decide it, spaces between */
    enum grid_path path;
    const char *zone;   /* what its zones are called where they are shown: "castle"; else NULL */
    bool pools;         /* pieces come from pools, of one kind a side */
    bool leaps;         /* captures are half way of a step */
    bool captures;      /* every step does */
    bool all_stay;      /* no piece leaves the game: what is not on the board is in its pool */
    const char *pool;   /* what a pool is called: "reserve"; NULL: "pool" */
    const char *nobody; /* the colour of pieces that are nobody's; NULL: they are plain */
    uint16_t domes;     /* of towers, bit n: piece n is drawn as a dome where it is on top, to be seen at once */

    /* Of UNIT_LIFTS, and of GRID_PAIRS: the marks of a step to an empty cell, to a stack that is not the opponent's,
       and to the opponent's, '\0' where none is written.  Of UNIT_LIFTS: what a step has for lifting 1, 2, … pieces,
       NULL: their number, unless 1; bits of the rules that are about the source of a step, so that where it breaks one,
       it does for every target; bits of those that it then breaks on the rest of its line, too; how many steps a turn
       may have, 0: any number. */
    char marks[3];
    const char *signs;
    unsigned source_rules;
    unsigned line_rules;
    unsigned steps;

    bool closed; /* its zone is of cells on which no piece may be put */

    /* NULL: as in struct grid_position.  With any but grid_towers its state does not begin with that; with that
       .refuses_tower takes the place of .refuses. */
    const struct grid_stacking *stacking;
    bool (*refuses_tower)(const void *rules, const struct tower *tower, char why[WHY_ROOM]);

    /* Of square boards: the cells that each touches, 0: the key "neighbours" says; and whether the one in COLUMN and
       ROW, both from 0, of SIDE rows is played, NULL: all are. */
    unsigned neighbours;
    bool (*plays)(unsigned side, unsigned column, unsigned row);

    /* What is said of SEAT below the board, "controls 3 stacks", NULL: where points count its score, else nothing; and
       what else there is to say, nothing or a line, NULL: never anything. */
    void (*status)(const void *rules, const struct state *state, unsigned seat, struct text *text);
    void (*note)(const void *rules, const struct state *state, struct text *text);
};

/* The rules of such a game begin with this.  Sides are White and Black, 1 and 2, as pieces
   have them; seats are as they take turns. */
struct grid_rules {
    struct game_rules game;
    struct board board;
    struct letters letters;
    bool black_first;    /* Black has seat 1; then .letters and .zone have seats, not sides, once .check is through */
    bool letters_wrong;  /* so that no stack can be read */
    bool wrong;          /* something of the board is: .check is not asked */
    uint16_t pieces[16]; /* how many of each kind there are */
    uint8_t zone[BOARD_CELLS];   /* the side whose castle or palace a cell is, 0: nobody's */
    struct cell_set zones[3];    /* the same by seat, once .check is through */
    uint64_t setup[BOARD_CELLS]; /* the stacks that a game begins with */
    uint32_t highest;            /* pieces that a stack may have, of games that say so */

    /* For hashes: the ways to turn the board, and a number for where each cell comes to be by each of them. */
    uint8_t symmetries;
    uint64_t image_hash[BOARD_CELLS][SYMMETRIES];
    uint64_t pair_hash[256]; /* of the lowest two pieces, or one, of a plain stack */
};

/* And the state of one is this. */
struct grid_position {
    struct state state;
    uint32_t pool[2];       /* by seat */
    uint32_t counter;       /* what a field of the position counts, see GRID_COUNTER */
    struct cell_set led[3]; /* cells with a stack that a seat controls; 0: with any stack */
    uint64_t stacks[];      /* by cell; those of towers are TOWER_WORDS each */
};
enum { GRID_WORDS = sizeof(struct grid_position) / sizeof(uint64_t) + BOARD_CELLS }; /* room for any */
enum { GRID_TOWER_WORDS = GRID_WORDS + TOWER_WORDS * BOARD_CELLS };                  /* also of towers, and some more */

static inline const uint64_t *grid_stacks(const struct state *state)
{
    return ((const struct grid_position *)state)->stacks;
}

static inline uint32_t grid_counter(const struct state *state)
{
    return ((const struct grid_position *)state)->counter;
}

static inline const struct board *grid_board(const void *rules)
{
    return &((const struct grid_rules *)rules)->board;
}

/* The cells with a stack that SEAT controls; 0: with any stack. */
static inline const struct cell_set *grid_led(const struct state *state, unsigned seat)
{
    return &((const struct grid_position *)state)->led[seat];
}

/* The cells on which something lies, in a game with any stacking. */
struct cell_set grid_taken(const struct grid_rules *rules, const struct state *state);

/* The side of a seat; the same function leads back. */
static inline unsigned grid_side(const void *rules, unsigned seat)
{
    return ((const struct grid_rules *)rules)->black_first ? 3 - seat : seat;
}

/* The seat that controls STACK, 0: nobody. */
static inline unsigned grid_leader(const void *rules, uint64_t stack)
{
    return ((const struct grid_rules *)rules)->letters.seat[stack_top(stack)];
}

/* Changes who leads a cell, whose stack has the piece TOP on top; 0: it is empty. */
static inline void grid_lead(const void *rules, struct grid_position *position, unsigned cell, unsigned top)
{
    const uint64_t bit = (uint64_t)1 << cell % 64;
    const uint64_t any = top != 0 ? bit : 0;
    for (unsigned seat = 0; seat < 3; seat++)
        position->led[seat].words[cell / 64] &= ~bit;
    position->led[0].words[cell / 64] |= any;
    position->led[((const struct grid_rules *)rules)->letters.seat[top]].words[cell / 64] |= any;
}

/* Changes a cell. */
static inline void grid_put(const void *rules, struct grid_position *position, unsigned cell, uint64_t stack)
{
    grid_lead(rules, position, cell, stack_top(stack));
    position->stacks[cell] = stack;
}

/* The same of grid_towers. */
static inline const struct tower *grid_tower(const struct state *state, unsigned cell)
{
    return (const struct tower *)(const void *)grid_stacks(state) + cell;
}

static inline void grid_put_tower(
    const void *rules, struct grid_position *position, unsigned cell, const struct tower *tower)
{
    grid_lead(rules, position, cell, tower_top(tower));
    memcpy(&position->stacks[cell * TOWER_WORDS], tower, sizeof *tower);
}

/* Takes the tower off CELL, which is empty from then on. */
static inline struct tower grid_take_tower(const void *rules, struct grid_position *position, unsigned cell)
{
    const struct tower tower = *grid_tower(&position->state, cell);
    grid_put_tower(rules, position, cell, &(const struct tower){{0}});
    return tower;
}

/* Moves the tower on SOURCE on top of what is on TARGET, another cell; CAPTURES: in place of that. */
static inline void grid_land_tower(
    const void *rules, struct grid_position *position, unsigned source, unsigned target, bool captures)
{
    const struct tower lifted = grid_take_tower(rules, position, source);
    const struct tower landed = captures ? lifted : tower_landed(grid_tower(&position->state, target), &lifted);
    grid_put_tower(rules, position, target, &landed);
}

/* How often a stack changes colour from bottom to top: "wbb" once. */
unsigned grid_changes(const void *rules, const struct tower *stack);

/* Whether a stack may not lie on a cell; WHY reads on "a stack ". */
bool grid_refuses(const struct grid_rules *rules, const struct tower *stack, char why[WHY_ROOM]);

/* set_up of games that begin with the stacks of their rules. */
void grid_set_up(const void *rules, struct state *state);

/* What hashes of positions need, once .zone is complete. */
void grid_prepare_hash(struct grid_rules *rules);

/* What follows from the keys once they are read, in all games. */
void grid_complete(void *rules);

/* Rows of a table of keys. */
bool grid_key_board(const struct key_reading *reading, const struct key *key);
bool grid_key_letters(const struct key_reading *reading, const struct key *key); /* with struct piece_kinds, by side */
bool grid_key_setup(const struct key_reading *reading, const struct key *key);
#define GRID_LETTER_KEYS(letters, pieces, most)                                                                        \
    {"pieces.white", KEY_TEXT, 0, 0, NULL, letters " of White's " pieces, .read = grid_key_letters,                    \
        .with = &(const struct piece_kinds){1, 1, most}},                                                              \
    {                                                                                                                  \
        "pieces.black", KEY_TEXT, 0, 0, NULL, letters " of Black's " pieces, .read = grid_key_letters,                 \
                                                                             .with = &(const struct piece_kinds)       \
        {                                                                                                              \
            2, PIECE_SECOND_SIDE + 1, most                                                                             \
        }                                                                                                              \
    }
#define GRID_SETUP_KEY(name, whose)                                                                                    \
    {                                                                                                                  \
        "setup." name, KEY_MAPPING, 0, 0, NULL, whose " stacks at the start, and their cells", .read = grid_key_setup, \
                                                                                               .late = true            \
    }
#define GRID_SETUP_KEYS GRID_SETUP_KEY("white", "White's"), GRID_SETUP_KEY("black", "Black's")
#define GRID_HEX_KEYS                                                                                                  \
    {"board.hexhex", KEY_NUMBER, 2, 7, NULL, "the side of a hexagonal board, in cells", .read = grid_key_board},       \
    {                                                                                                                  \
        "board.rows", KEY_NUMBERS, 1, BOARD_CELLS, NULL, "the lengths of the rows, from White's side upwards"          \
    }
bool grid_key_zone(const struct key_reading *reading, const struct key *key); /* with struct grid_zone_of */
struct grid_zone_of {
    unsigned side;
    const char *other; /* the key of the zone that may have a cell already */
};

/* That SIDE leads a stack of the set-up: reported at setup.white or setup.black, or at one of OTHERS that is nearer to
   the user. */
bool grid_check_led(const struct key_reading *reading, unsigned side, const char *others);

/* That PIECES, all of which may be in one stack, fit in a tower. */
bool grid_check_tower(const struct key_reading *reading, const char *key, const char *others, unsigned pieces);

/* Warns when the board was given anew, but not both set-ups, or both zones, of the keys WHITE and BLACK; NULL: no
   zone is a side's. */
void grid_check_sides(const struct key_reading *reading, const char *white, const char *black);

/* Rows of a table of fields of positions. */
bool grid_read_rows(struct position_reader *reader, struct slice text);
void grid_write_rows(const void *rules, const struct state *state, struct text *text);
bool grid_read_side(struct position_reader *reader, struct slice text);
void grid_write_side(const void *rules, const struct state *state, struct text *text);
bool grid_read_pools(struct position_reader *reader, struct slice text);
void grid_write_pools(const void *rules, const struct state *state, struct text *text);
#define GRID_ROWS                                                                                                      \
    {                                                                                                                  \
        .read = grid_read_rows, .write = grid_write_rows                                                               \
    }
#define GRID_SIDE                                                                                                      \
    {                                                                                                                  \
        .read = grid_read_side, .write = grid_write_side                                                               \
    }
#define GRID_POOLS                                                                                                     \
    {                                                                                                                  \
        .read = grid_read_pools, .write = grid_write_pools                                                             \
    }
#define GRID_COUNTER(wanted) NUMBER_FIELD(grid_position, counter, 0, wanted)

/* After a position was read: whether no stack is refused, and there are no more pieces of a kind
   than there should be; with pools, also not with what is in them; nothing is on a closed cell; and where all pieces
   stay, none is missing. */
bool grid_validate(struct position_reader *reader);

/* How many pieces of each seat are on the board; 0: nobody's. */
void grid_count_pieces(const void *rules, const struct state *state, unsigned count[3]);

/* The facts of all such games: {step}, the turn as canonical text gives it; {source} and {stack}, of the cell of the
   part at fault, or of the first where that is the last; {target} and {onto}, of the cell of the step, or of the last
   one; {block} and {on_block}, of the first cell between source and target that is not empty; {player}, who moves, and
   {owner}, the other.  Of UNIT_LIFTS and GRID_PAIRS {step} is as written, {source} where it starts, and there are more:
   {lifted}, {height} of the stack, {distance}, and all that rules of marks ask for but {why}: grid_fact_why is for a
   fact_why that has other rules, too, and also says why a step goes along no line. */
fact_writer grid_fact_step, grid_fact_source, grid_fact_stack, grid_fact_target, grid_fact_onto, grid_fact_block,
    grid_fact_on_block;
fact_writer grid_fact_lifted, grid_fact_height, grid_fact_distance, grid_fact_mark, grid_fact_note, grid_fact_what,
    grid_fact_why;
#define GRID_FACTS                                                                                                     \
    {"step", grid_fact_step}, {"source", grid_fact_source}, {"stack", grid_fact_stack}, {"target", grid_fact_target},  \
        {"onto", grid_fact_onto}, {"block", grid_fact_block}, {"on_block", grid_fact_on_block},                        \
        {"player", kit_fact_player},                                                                                   \
    {                                                                                                                  \
        "owner", kit_fact_owner                                                                                        \
    }
#define LIFT_FACTS                                                                                                     \
    {"lifted", grid_fact_lifted}, {"height", grid_fact_height}, {"distance", grid_fact_distance},                      \
        {"mark", grid_fact_mark}, {"note", grid_fact_note}, {"what", grid_fact_what}, GRID_FACTS

/* Writes the name of CELL, and the letters of STACK. */
void grid_add_cell(const void *rules, unsigned cell, struct text *text);
void grid_add_stack(const void *rules, uint64_t stack, struct text *text);

/* Writes a move from the first of two STEPS to the second, with how many pieces move where that is not USUAL,
   "c4:3-d3"; grid_write_turn does where that is not 1. */
void grid_add_move(const void *rules, const struct step steps[2], unsigned usual, struct text *text);

/* Writes why no line leads from SOURCE to TARGET. */
void grid_add_no_line(const void *rules, unsigned source, unsigned target, struct text *text);

/* Visits the item of what SEAT has on CELL: COUNT, TIMES times. */
struct grid_item {
    unsigned seat;
    unsigned cell;
    unsigned count;
    unsigned times;
    const char *why;
};
void grid_visit_cell(
    const void *rules, const struct state *state, const struct grid_item *item, score_visitor *visit, void *context);

/* Raises that NAME, in part PART of a turn, is beyond the board. */
bool grid_off_board(const struct board *board, struct cell_name name, uint16_t part, struct fault *fault);

/* How the stacks of a game are kept. */
const struct grid_stacking *grid_stacking_of(const struct grid_rules *rules);

/* resolve, complete, write, varies and view of such games. */
bool grid_resolve_cells(const void *rules, const struct written *written, struct turn *turn, struct fault *fault);
void grid_complete_turn(const void *rules, const struct state *state, struct turn *turn); /* of one source */
void grid_write_turn(const void *rules, const struct state *state, const struct turn *turn, struct text *text);
bool grid_varies(const void *rules, const struct written *written, const struct turn *turn);
bool grid_show(
    const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view);

/* status of struct grid_game: "controls 3 stacks" */
void grid_say_stacks(const void *rules, const struct state *state, unsigned seat, struct text *text);

/* Everything that one step of a turn is judged by. */
struct attempt {
    unsigned source;
    unsigned target;
    unsigned count;
    unsigned seat;
    uint64_t from; /* the stack on .source */
    uint64_t onto; /* and that on .target */
    unsigned line;
    char mark;
};

/* What STEP from SOURCE is, made by SEAT. */
static inline struct attempt grid_attempt(
    const struct board *board, const uint64_t *stacks, unsigned seat, unsigned source, const struct step *step)
{
    return (struct attempt){
        .source = source,
        .target = step->cell,
        .count = step->count,
        .seat = seat,
        .from = stacks[source],
        .onto = stacks[step->cell],
        .line = board->line[source][step->cell],
        .mark = step->mark,
    };
}

/* The first cell that LINE from SOURCE passes over and that is not empty, or
   BOARD_NONE. */
static inline unsigned grid_block(const struct board *board, const uint64_t *stacks, unsigned source, unsigned line)
{
    unsigned cell = source;
    for (unsigned left = line_distance(line) - 1; left > 0; left--) {
        cell = board->next[cell][line_direction(line)];
        if (stacks[cell] != 0)
            return cell;
    }
    return BOARD_NONE;
}

/* Of UNIT_TURN, with turns of one cell and of two: visits those that GAME, which the compiler knows, finds legal.
   REACH gives the cell to which N pieces, from 1, go from CELL in a direction, BOARD_NONE: none, nor do more.  LAID is
   the mark of a cell alone. */
typedef unsigned grid_reach(
    const void *rules, const struct state *state, unsigned cell, unsigned direction, unsigned n);
KIT_INLINE bool grid_offer_moves(const struct game *game, grid_reach *reach, char laid, const void *rules,
    const struct state *state, turn_visitor *visit, void *context)
{
    const struct board *board = &((const struct grid_rules *)rules)->board;
    struct turn turn = {.shape = game->notation.shape};
    for (unsigned cell = 0; cell < board->cells; cell++) {
        turn.count = 1;
        turn.steps[0] = (struct step){.count = 1, .cell = (uint16_t)cell, .mark = laid};
        if (!kit_offer(game, rules, state, &turn, visit, context))
            return false;
        turn.count = 2;
        turn.steps[0].mark = '\0';
        for (unsigned i = 0; i < board->directions; i++) {
            unsigned target;
            for (unsigned n = 1; (target = reach(rules, state, cell, i, n)) != BOARD_NONE; n++) {
                turn.steps[1] = (struct step){n, (uint16_t)target, '-'};
                if (!kit_offer(game, rules, state, &turn, visit, context))
                    return false;
            }
        }
    }
    return true;
}

/* The same of games in which players may pass. */
KIT_INLINE bool grid_offer_turns(const struct game *game, grid_reach *reach, const void *rules,
    const struct state *state, turn_visitor *visit, void *context)
{
    static const struct turn pass = {.shape = TURN_PASS};
    return grid_offer_moves(game, reach, '\0', rules, state, visit, context) &&
        kit_offer(game, rules, state, &pass, visit, context);
}

/* Visits turns that are judged step by step.  EXTEND calls grid_walk_on for each way in which .turn, which has led to
   STATE, may go on. */
struct grid_walk {
    const void *rules;
    turn_visitor *visit;
    void *context;
    bool (*extend)(struct grid_walk *walk, const struct state *state);
    int unfinished; /* the rule that a turn breaks that must go on; LEGAL: none must */
    struct turn turn;
};

/* Visits the turns of WALK whose first step is a cell of the player to move; EXTEND adds the others. */
bool grid_walk_from_led(struct grid_walk *walk, const struct state *state);

/* Visits the turn of WALK, whose steps from FIRST on are new, if it is legal.  If it GOES_ON, and breaks no rule but
   perhaps .unfinished, it is extended, too.  False when the visitor stopped it. */
bool grid_walk_on(struct grid_walk *walk, const struct state *state, unsigned first, bool goes_on);

/* Of UNIT_LIFTS, in which a stack, or a part of it, can always go to an empty cell beside it: generate, whether there
   is a turn, and the text of a step as written. */
bool grid_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context);
bool grid_has_turn(const void *rules, const struct state *state);
void grid_add_lift(const void *rules, const struct turn *turn, unsigned step, struct text *text);

/* What a step is judged by; PATH is that of the game, for the compiler to know. */
static inline struct attempt grid_lift(
    enum grid_path path, const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    return grid_attempt(&((const struct grid_rules *)rules)->board, grid_stacks(state), state->seat,
        turn->steps[path == GRID_FAN ? 0 : step - 1].cell, &turn->steps[step]);
}

/* How many pieces a step takes: who lifts more than there is lifts all. */
static inline unsigned grid_lifted(const struct attempt *attempt)
{
    unsigned height = stack_height(attempt->from);
    return attempt->count < height ? attempt->count : height;
}

/* The mark of a step of SEAT's that lands on ONTO, of a tower its top. */
static inline char grid_mark(const struct grid_game *grid, const void *rules, unsigned seat, uint64_t onto)
{
    return grid->marks[onto == 0 ? 0 : 1 + (grid_leader(rules, onto) == 3 - seat)];
}

/* The last rule of a step: its mark, where it has one, is right. */
static inline int grid_judge_mark(
    const struct grid_game *grid, const void *rules, const struct attempt *attempt, struct finding *finding)
{
    char mark = grid_mark(grid, rules, attempt->seat, attempt->onto);
    if (attempt->mark == mark)
        return LEGAL;
    finding->note = COMMON + COMMON_MARK_MISSING;
    return attempt->mark == grid->marks[0] ? LEGAL : COMMON + COMMON_MARK_WRONG;
}

/* How many pieces of a stack, in words; "White", or "Black" of 2; whether the ruleset has players for them. */
const char *grid_number(unsigned pieces);
const char *grid_seat_name(unsigned side);
bool grid_two_players(const struct ruleset *ruleset, struct problems *problems);

#endif

/* SPDX-License-Identifier: MIT */
/* Tak, by James Ernest and Patrick Rothfuss: flats, walls and capstones are laid and moved to
   make a road. */
#include "games/kit/grid.h"

#include <stdlib.h>

/* Sa1, 3a3+21C*: the cell, with how many are taken from it; what is left on each cell after that; and what flattens. */
TURN_FORM(SPREAD,
    "from drop* top? | laid; laid = (letter[FSC] | count[1-9])? square;"
    " from = count[1-9]? square mark[-+<>]; drop = digit; top = letter[FSC] mark'*'? | mark'*'");

enum tak_rule {
    OPENING,
    OCCUPIED,
    RESERVE_EMPTY,
    SOURCE_EMPTY,
    NOT_YOURS,
    CARRY_LIMIT,
    TOO_MANY_PIECES,
    DROP_SUM,
    DROP_ZERO,
    CAPSTONE,
    WALL,
    FLATTEN_NOT_ALONE,
};

#define TAGS "[Ruleset \"tak-5\"]\n\n"
#define AT(position) "[Ruleset \"tak-5\"]\n[Position \"" position "\"]\n\n"

static const struct rule rule_table[] = {
    [OPENING] = {"tak/opening", SEVERITY_ERROR, "{step} {what}; in turn 1 each player lays a flat of the opponent's",
        "In turn 1 each player lays a flat of the opponent's. It comes from the opponent's reserve; nothing else may "
        "be laid or moved then.",
        TAGS "1. Sa1 *\n", .kept = TAGS "1. a1 *\n", .parameter = "opening"},
    [OCCUPIED] = {"tak/occupied", SEVERITY_ERROR, "{step} lays a piece on an occupied cell: {source} holds {stack}",
        "A piece is laid on an empty cell. Pieces are stacked only by moves.", TAGS "1. a1 a1 *\n",
        .kept = TAGS "1. a1 a2 *\n"},
    [RESERVE_EMPTY] = {"tak/reserve-empty", SEVERITY_ERROR, "{step} lays a {kind}, but {whose} reserve has none left",
        "A piece is laid from the reserve. Flats and walls are the same pieces; capstones are separate pieces.",
        AT("1C,x4/x5/x5/x5/2,x4 1 5") "5. Cb2 *\n", .kept = AT("1C,x4/x5/x5/x5/2,x4 1 5") "5. Sb2 *\n",
        .parameter = "flats caps"},
    [SOURCE_EMPTY] = RULE_SOURCE_EMPTY("tak/source-empty", TAGS "1. a1 e5 2. b2+ *\n", TAGS "1. a1 e5 2. e5- *\n"),
    [NOT_YOURS] = RULE_NOT_YOURS("tak/not-yours", TAGS "1. a1 e5 2. a1+ *\n", TAGS "1. a1 e5 2. e5- *\n"),
    [CARRY_LIMIT] = {"tak/carry-limit", SEVERITY_ERROR,
        "{step} lifts {lifted:piece}, but a move carries at most {limit}",
        "A move carries only so many pieces. The most is 'carry_limit', by default the number of cells in a row.",
        AT("x5/x5/x5/x5/212121,x4 1 9") "9. 6a1> *\n", .kept = AT("x5/x5/x5/x5/212121,x4 1 9") "9. 5a1> *\n",
        .parameter = "carry_limit"},
    [TOO_MANY_PIECES] = {"tak/too-many-pieces", SEVERITY_ERROR,
        "{step} lifts {lifted:piece}, but {source} holds {height}",
        "A move lifts no more than the stack holds. The digit before the cell is the number of pieces lifted; without "
        "a digit it is 1.",
        TAGS "1. a1 e5 2. 2e5- *\n", .kept = TAGS "1. a1 e5 2. e5- *\n"},
    [DROP_SUM] = {"tak/drop-sum", SEVERITY_ERROR, "{step} lifts {lifted:piece} and drops {dropped}",
        "A move drops exactly the pieces it lifts. The digits after the direction add up to the digit before the cell, "
        "or to 1 if there is none.",
        AT("x5/x5/x5/x5/2121,x4 1 9") "9. 3a1>11 *\n", .kept = AT("x5/x5/x5/x5/2121,x4 1 9") "9. 3a1>21 *\n"},
    [DROP_ZERO] = {"tak/drop-zero", SEVERITY_ERROR, "{step} drops nothing on {cell}",
        "A move drops a piece on each cell of its way. It drops at least one on each; no cell may be skipped, not even "
        "the first.",
        AT("x5/x5/x5/x5/2121,x4 1 9") "9. 2a1>02 *\n", .kept = AT("x5/x5/x5/x5/2121,x4 1 9") "9. 2a1>11 *\n"},
    [CAPSTONE] = {"tak/capstone", SEVERITY_ERROR,
        "{step} drops {count:piece} on {cell}, which holds {onto}, with a capstone on top",
        "No piece lands on a capstone. Not even another capstone may.", AT("x5/x5/x5/x5/21,2C,x3 1 9") "9. a1> *\n",
        .kept = AT("x5/x5/x5/x5/21,2C,x3 1 9") "9. a1+ *\n"},
    [WALL] = {"tak/wall", SEVERITY_ERROR,
        "{step} drops {count:piece} on {cell}, which holds {onto}, with a wall on top",
        "Only a capstone lands on a wall. A capstone may end its move there, alone, and flattens the wall.",
        AT("x5/x5/x5/x5/21,2S,x3 1 9") "9. a1> *\n", .kept = AT("x5/x5/x5/x5/21C,2S,x3 1 9") "9. a1>* *\n"},
    [FLATTEN_NOT_ALONE] = {"tak/flatten-not-alone", SEVERITY_ERROR,
        "{step} drops {count:piece} on {cell}, which holds {onto}; a capstone flattens a wall only alone",
        "Only a capstone alone flattens a wall. It must drop the pieces that it carries before it gets there.",
        AT("x5/x5/x5/x5/21C,2S,x3 1 9") "9. 2a1> *\n", .kept = AT("x5/x5/x5/x5/21C,2S,x3 1 9") "9. a1>* *\n"},
    {0},
};

enum { SIDE_MOST = 8, CELLS_MOST = SIDE_MOST * SIDE_MOST, FLATS_MOST = 63, KOMI_MOST = 41 };
enum tak_opening { OPENING_SWAP, OPENING_NONE, OPENING_DOUBLE };
static const char kinds[] = "FSC"; /* flats, walls and capstones, as turns have them */
static const enum view_solid kind_solids[] = {SOLID_FLAT, SOLID_SLAB, SOLID_DOME};
static const char *const kind_names[] = {"flat", "wall", "capstone"};

struct tak_rules {
    struct grid_rules grid;
    uint8_t set[2]; /* flats and capstones of a side */
    uint8_t carry;
    uint8_t opening;
    bool roads;   /* win */
    uint8_t side; /* of the board */
    bool flats;   /* win where there is none */
    int32_t komi;
    uint64_t edges[4]; /* the cells along each, in the order of directions */
};

/* All pieces below the top one lie flat, so a stack is a bit a piece, 1 for Black's, the top piece in the lowest: at
   most all flats and a capstone. */
struct tak_tower {
    uint64_t pieces[2];
};

struct tak_position {
    struct state state;
    uint8_t left[2][2]; /* in the reserve, of a seat: flats and capstones */
    uint64_t owned[2];  /* the cells with a stack that a seat controls */
    uint64_t walls;     /* those with a wall on top */
    uint64_t caps;      /* and with a capstone */
    uint8_t height[CELLS_MOST];
    struct tak_tower towers[];
};

static inline uint64_t bit_of_cell(unsigned cell)
{
    return (uint64_t)1 << cell;
}

/* The kind of the top piece, by its place in kinds. */
static unsigned top_kind(const struct tak_position *position, unsigned cell)
{
    return (position->walls >> cell & 1) != 0 ? 1 : (position->caps >> cell & 1) != 0 ? 2 : 0;
}

static unsigned top_seat(const struct tak_position *position, unsigned cell)
{
    return 1 + (unsigned)(position->towers[cell].pieces[0] & 1);
}

/* After a cell has changed: its top piece is of KIND. */
static void set_top(struct tak_position *position, unsigned cell, unsigned kind)
{
    const uint64_t bit = bit_of_cell(cell);
    position->owned[0] &= ~bit;
    position->owned[1] &= ~bit;
    position->walls &= ~bit;
    position->caps &= ~bit;
    if (position->height[cell] == 0)
        return;
    position->owned[top_seat(position, cell) - 1] |= bit;
    position->walls |= kind == 1 ? bit : 0;
    position->caps |= kind == 2 ? bit : 0;
}

/* Puts COUNT pieces on a cell, from 1 to CARRY_MOST of them. */
enum { CARRY_MOST = 9 };
static void put_pieces(struct tak_position *position, unsigned cell, uint64_t pieces, unsigned count)
{
    uint64_t *tower = position->towers[cell].pieces;
    tower[1] = tower[1] << count | tower[0] >> (64 - count);
    tower[0] = tower[0] << count | pieces;
    position->height[cell] = (uint8_t)(position->height[cell] + count);
}

static uint64_t take_pieces(struct tak_position *position, unsigned cell, unsigned count)
{
    uint64_t *tower = position->towers[cell].pieces;
    uint64_t pieces = tower[0] & (bit_of_cell(count) - 1);
    tower[0] = tower[0] >> count | tower[1] << (64 - count);
    tower[1] >>= count;
    position->height[cell] = (uint8_t)(position->height[cell] - count);
    return pieces;
}

/* Parameters. */

static bool read_board(const struct key_reading *reading, const struct key *key)
{
    struct tak_rules *rules = reading->rules;
    struct board *board = &rules->grid.board;
    board_square(board, ruleset_number(reading->ruleset, key->name), 4, NULL);
    for (unsigned cell = 0; cell < board->cells; cell++)
        for (unsigned direction = 0; direction < 4; direction++)
            if (board->next[cell][direction] == BOARD_NONE)
                rules->edges[direction] |= bit_of_cell(cell);
    return true;
}

static bool read_komi(const struct key_reading *reading, const struct key *key)
{
    const struct node *node = ruleset_get(reading->ruleset, key->name);
    struct slice text = node->value;
    uint32_t points = 0;
    bool less = text.length > 0 && text.at[0] == '-';
    text = (struct slice){text.at + less, text.length - less};
    struct slice whole = {NULL, 0};
    slice_split(&text, '.', &whole);
    bool half = slice_is(text, "5");
    bool right = node->kind == NODE_SCALAR && slice_number(whole, KOMI_MOST, &points) &&
        (half || text.at == NULL || slice_is(text, "0")) && 2 * points + half <= KOMI_MOST;
    ((struct tak_rules *)reading->rules)->komi = (less ? -1 : 1) * (int32_t)(2 * points + half);
    return right ||
        problem_add(reading->problems, RULESET_DOMAIN, node->place,
            FACT(key, "%s") FACT(expected, "a number of halves from -20.5 to 20.5, such as 2.5") FACT(found, "%s"),
            key->name, excerpt_of(node->value).text);
}

static bool read_win(const struct key_reading *reading, const struct key *key)
{
    struct tak_rules *rules = reading->rules;
    const struct node *node = ruleset_get(reading->ruleset, key->name)->first;
    bool right = true;
    for (; node != NULL; node = node->next) {
        bool *wins = slice_is(node->value, "road") ? &rules->roads : &rules->flats;
        if ((wins == &rules->flats && !slice_is(node->value, "flats")) || *wins)
            right = problem_add(reading->problems, RULESET_DOMAIN, node->place,
                FACT(key, "%s") FACT(expected, "road, flats or both, each once") FACT(found, "%s"), key->name,
                excerpt_of(node->value).text);
        *wins = true;
    }
    return right;
}

static const struct key keys[] = {
    {"board.square", KEY_NUMBER, 3, SIDE_MOST, NULL, "the number of ranks and files of the board",
        KEY_INTO(tak_rules, side), .read = read_board},
    {"flats", KEY_NUMBER, 2, FLATS_MOST, NULL, "pieces of each side that can be laid as flats or walls",
        KEY_INTO(tak_rules, set[0])},
    {"caps", KEY_NUMBER, 0, 9, NULL, "capstones of each side", KEY_INTO(tak_rules, set[1])},
    {"carry_limit", KEY_NUMBER, 1, CARRY_MOST, NULL, "the most pieces that a move may carry",
        KEY_INTO(tak_rules, carry)},
    {"komi", KEY_TEXT, 0, 0, NULL, "what a count adds to Black's flats, from -20.5 to 20.5 in halves",
        .read = read_komi},
    {"opening", KEY_WORD, 0, 0, "swap none double",
        "turn 1: each player lays a flat of the opponent's (swap); nothing is special (none); or White lays two of "
        "Black's flats (double)",
        KEY_INTO(tak_rules, opening)},
    {"win", KEY_LIST, 0, 0, NULL, "what wins: a road, or more flats if there is none", .read = read_win},
    {0},
};

/* As PTN has them. */
static const struct other_tag others[] = {
    {"Size", "board.square", NULL},
    {"TPS", NULL, NULL},
    {"Komi", "komi", NULL},
    {"Flats", "flats", NULL},
    {"Caps", "caps", NULL},
    {"Opening", "opening", "swap=swap|no-swap=none|double black stack=double"},
    {0},
};

static void tak_set_up(const void *any_rules, struct state *state)
{
    const struct tak_rules *rules = any_rules;
    for (unsigned seat = 0; seat < 2; seat++)
        memcpy(((struct tak_position *)state)->left[seat], rules->set, sizeof rules->set);
}

/* Stacks: "21S" is a white wall on a black flat. */

enum { TOWER_MOST = 2 * FLATS_MOST + 1 };
_Static_assert(TOWER_MOST + 2 <= STACKING_ROOM, "a tower has room");

static bool read_tower(const void *rules, struct state *state, unsigned cell, struct slice text)
{
    struct tak_position *position = (struct tak_position *)state;
    size_t height = text.length;
    unsigned kind = height < 2 ? 0 : text.at[height - 1] == 'S' ? 1 : text.at[height - 1] == 'C' ? 2 : 0;
    height -= kind > 0;
    (void)rules;
    if (height > TOWER_MOST)
        return false;
    if (cell != BOARD_NONE) {
        position->towers[cell] = (struct tak_tower){{0}};
        position->height[cell] = 0;
    }
    for (size_t i = 0; i < height; i++) {
        if (text.at[i] != '1' && text.at[i] != '2')
            return false;
        if (cell != BOARD_NONE)
            put_pieces(position, cell, text.at[i] == '2', 1);
    }
    if (cell != BOARD_NONE)
        set_top(position, cell, kind);
    return true;
}

/* The owner of the Nth piece from the bottom. */
static unsigned owner_of_piece(const struct tak_position *position, unsigned cell, unsigned n)
{
    unsigned below = position->height[cell] - 1u - n;
    return 1 + (unsigned)(position->towers[cell].pieces[below / 64] >> below % 64 & 1);
}

static char *write_tower(const void *rules, const struct state *state, unsigned cell, char *at)
{
    const struct tak_position *position = (const struct tak_position *)state;
    (void)rules;
    for (unsigned i = 0; i < position->height[cell]; i++)
        *at++ = (char)('0' + owner_of_piece(position, cell, i));
    if (top_kind(position, cell) > 0)
        *at++ = kinds[top_kind(position, cell)];
    *at = '\0';
    return at;
}

static struct view_piece piece_of(unsigned seat, unsigned kind)
{
    return (struct view_piece){.text = {(char)('0' + seat), kind > 0 ? kinds[kind] : '\0', '\0'},
        .seat = (uint8_t)seat,
        .solid = (uint8_t)kind_solids[kind],
        .colour = seat == 1 ? "white" : "black"};
}

static unsigned show_tower(const void *rules, const struct state *state, unsigned cell, struct view_piece *pieces)
{
    const struct tak_position *position = (const struct tak_position *)state;
    unsigned height = position->height[cell];
    (void)rules;
    for (unsigned i = 0; pieces != NULL && i < height; i++) {
        unsigned seat = owner_of_piece(position, cell, i);
        unsigned kind = i + 1 < height ? 0 : top_kind(position, cell);
        pieces[i] = piece_of(seat, kind);
    }
    return height;
}

/* Positions. */

static const struct position_field fields[] = {
    GRID_ROWS,
    SEAT_FIELD("after the rows comes the side to move, 1 or 2"),
    TURN_NUMBER_FIELD,
    {0},
};

static bool tak_validate(struct position_reader *reader)
{
    const struct tak_rules *rules = reader->rules;
    struct tak_position *position = (struct tak_position *)reader->state;
    unsigned seen[2][2] = {{0}};
    for (unsigned cell = 0; cell < rules->grid.board.cells; cell++)
        for (unsigned i = 0; i < position->height[cell]; i++) {
            bool cap = i + 1u == position->height[cell] && top_kind(position, cell) == 2;
            seen[owner_of_piece(position, cell, i) - 1][cap]++;
        }
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned cap = 0; cap < 2; cap++) {
            if (seen[seat][cap] > rules->set[cap])
                return refuse_whole(reader, "%s has %u %s on the board, but the set has %u", grid_seat_name(seat + 1),
                    seen[seat][cap], cap ? "capstones" : "flats and walls", rules->set[cap]);
            position->left[seat][cap] = (uint8_t)(rules->set[cap] - seen[seat][cap]);
        }
    return true;
}

/* Turns.  The first step is where a piece is laid, its kind the mark, or where a move starts, its direction the mark;
   its count is what is laid or lifted.  Those after it are the cells of the way, with what is dropped there.  The last
   has a mark for what was written after it: '*', the kind of the top piece, or both, which is the kind as a small
   letter. */

static const char directions[] = "+>-<"; /* as the board has them */

static unsigned direction_of(char mark)
{
    return mark == '+' ? 0 : mark == '>' ? 1 : mark == '-' ? 2 : 3;
}

static bool is_opening(const struct tak_rules *rules, const struct state *state)
{
    return state->number == 1 && rules->opening != OPENING_NONE;
}

static bool lays_two_pieces(const struct tak_rules *rules, const struct state *state)
{
    return state->number == 1 && state->seat == 1 && rules->opening == OPENING_DOUBLE;
}

static bool is_lay(const struct turn *turn)
{
    const char mark = turn->steps[0].mark;
    return mark == 'F' || mark == 'S' || mark == 'C';
}

static unsigned kind_of_mark(char mark)
{
    return mark == 'S' ? 1 : mark == 'C' ? 2 : 0;
}

static bool tak_resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    const struct board *board = &((const struct grid_rules *)any_rules)->board;
    const struct part *part = written->parts;
    turn->shape = written->shape;
    turn->count = 0;
    if (written->count == 0)
        return true;
    unsigned cell = board_named(board, part->cell.row, part->cell.column);
    if (cell == BOARD_NONE)
        return grid_off_board(board, part->cell, 0, fault);
    const struct part *top = &part[written->count - 1]; /* the last, if it is no drop */
    const bool moves = part->mark != '\0';
    const bool named = moves && written->count > 1 && (top->name[0] != '\0' || top->mark == '*');
    const unsigned drops = written->count - 1u - named;
    turn->steps[turn->count++] = (struct step){part->count, (uint16_t)cell,
        moves                       ? part->mark
            : part->name[0] != '\0' ? part->name[0]
                                    : 'F'};
    for (unsigned i = 1; moves && i <= (drops > 0 ? drops : 1); i++) {
        unsigned before = cell;
        cell = board->next[cell][direction_of(part->mark)];
        if (cell == BOARD_NONE)
            return fault_raise(fault, &common_rules[COMMON_OFF_BOARD], (uint16_t)(i <= drops ? i : 0),
                FACT(cell, "the next cell") FACT(note, ", whose edge is at %s"), board->name[before]);
        turn->steps[turn->count++] = (struct step){drops > 0 ? part[i].count : part->count, (uint16_t)cell, '\0'};
    }
    if (named)
        turn->steps[turn->count - 1].mark = top->mark == '\0' ? top->name[0]
            : top->name[0] == '\0'                            ? '*'
                                                              : (char)(top->name[0] - 'A' + 'a');
    return true;
}

/* Whether TURN, a move, ends with a capstone alone on a wall. */
static bool flattens_wall(const struct tak_position *position, const struct turn *turn)
{
    const struct step *last = &turn->steps[turn->count - 1];
    return last->count == 1 && top_kind(position, turn->steps[0].cell) == 2 && top_kind(position, last->cell) == 1;
}

static int judge_lay(const struct tak_rules *rules, const struct tak_position *position, const struct turn *turn)
{
    const struct state *state = &position->state;
    unsigned seat = is_opening(rules, state) ? 3u - state->seat : state->seat;
    unsigned cap = turn->steps[0].mark == 'C';
    if (position->height[turn->steps[0].cell] > 0)
        return OCCUPIED;
    return position->left[seat - 1][cap] < 1 + lays_two_pieces(rules, state) ? RESERVE_EMPTY : LEGAL;
}

/* The rules of what a move lifts and drops. */
static int judge_lift_and_drops(const struct tak_position *position, const struct turn *turn, struct finding *finding)
{
    unsigned lifted = turn->steps[0].count;
    uint64_t dropped = 0;
    for (unsigned i = 1; i < turn->count; i++)
        dropped += turn->steps[i].count;
    if (lifted > position->height[turn->steps[0].cell])
        return TOO_MANY_PIECES;
    if (dropped != lifted)
        return DROP_SUM;
    for (unsigned i = 1; i < turn->count; i++) {
        finding->part = (uint16_t)i;
        if (turn->steps[i].count == 0)
            return DROP_ZERO;
    }
    for (unsigned i = 1; i < turn->count; i++) {
        unsigned kind = top_kind(position, turn->steps[i].cell);
        bool ends = i + 1 == turn->count && top_kind(position, turn->steps[0].cell) == 2;
        finding->part = (uint16_t)(turn->count == 2 ? 0 : i);
        if (kind == 2)
            return CAPSTONE;
        if (kind == 1 && !ends)
            return WALL;
        if (kind == 1 && turn->steps[i].count > 1)
            return FLATTEN_NOT_ALONE;
    }
    finding->part = 0;
    return LEGAL;
}

static int judge_marks(const struct tak_position *position, const struct turn *turn, struct finding *finding)
{
    char mark = turn->steps[turn->count - 1].mark;
    bool star = mark == '*' || mark >= 'a';
    char kind = mark >= 'a' ? (char)(mark - 'a' + 'A') : mark;
    finding->part = FAULT_WHOLE;
    if ((kind != '\0' && kind != '*' && kind != kinds[top_kind(position, turn->steps[0].cell)]) ||
        (star && !flattens_wall(position, turn)))
        return COMMON + COMMON_MARK_WRONG;
    if (!star && flattens_wall(position, turn))
        finding->note = COMMON + COMMON_MARK_MISSING;
    return LEGAL;
}

KIT_INLINE int tak_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct tak_rules *rules = any_rules;
    const struct tak_position *position = (const struct tak_position *)state;
    unsigned source = turn->steps[0].cell;
    unsigned count = turn->steps[0].count;
    bool lays = is_lay(turn);
    (void)step;
    if (lays && count != 1 && (count != 2 || !lays_two_pieces(rules, state))) {
        finding->part = FAULT_WHOLE;
        return SYNTAX + SYNTAX_TURN;
    }
    if (is_opening(rules, state) && turn->steps[0].mark != 'F')
        return OPENING;
    if (lays)
        return judge_lay(rules, position, turn);
    if (position->height[source] == 0)
        return SOURCE_EMPTY;
    if (top_seat(position, source) != state->seat)
        return NOT_YOURS;
    if (count > rules->carry)
        return CARRY_LIMIT;
    int broken = judge_lift_and_drops(position, turn, finding);
    return broken == LEGAL ? judge_marks(position, turn, finding) : broken;
}

static bool tak_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct tak_position *position = (const struct tak_position *)state;
    struct finding finding;
    (void)step;
    return is_lay(turn) ? judge_lay(rules, position, turn) == LEGAL
                        : turn->steps[0].count <= CARRY_MOST && judge_lift_and_drops(position, turn, &finding) == LEGAL;
}

KIT_INLINE void tak_make(const void *any_rules, struct state *state, const struct turn *turn, unsigned step)
{
    const struct tak_rules *rules = any_rules;
    struct tak_position *position = (struct tak_position *)state;
    unsigned source = turn->steps[0].cell;
    (void)step;
    if (is_lay(turn)) {
        bool black = (state->seat == 2) != is_opening(rules, state);
        unsigned count = 1 + lays_two_pieces(rules, state);
        put_pieces(position, source, black ? bit_of_cell(count) - 1 : 0, count);
        set_top(position, source, kind_of_mark(turn->steps[0].mark));
        position->left[black][turn->steps[0].mark == 'C'] -= (uint8_t)count;
        return;
    }
    unsigned kind = top_kind(position, source);
    unsigned carried = turn->steps[0].count;
    uint64_t pieces = take_pieces(position, source, carried);
    set_top(position, source, 0);
    for (unsigned i = 1; i < turn->count; i++) {
        unsigned count = turn->steps[i].count;
        carried -= count;
        put_pieces(position, turn->steps[i].cell, pieces >> carried & (bit_of_cell(count) - 1), count);
        set_top(position, turn->steps[i].cell, i + 1 < turn->count ? 0 : kind);
    }
}

extern const struct game tak;

/* All turns that move the top pieces of a stack in one direction. */
struct tak_moving {
    const struct tak_rules *rules;
    const struct state *state;
    turn_visitor *visit;
    void *context;
    struct turn turn;
    unsigned direction;
};

/* Visits the turns that go on from the last step of MOVING and drop LEFT pieces. */
static bool visit_further_drops(struct tak_moving *moving, unsigned left)
{
    const struct tak_position *position = (const struct tak_position *)moving->state;
    struct turn *turn = &moving->turn;
    unsigned at = turn->count;
    unsigned cell = moving->rules->grid.board.next[turn->steps[at - 1].cell][moving->direction];
    if (cell == BOARD_NONE)
        return true;
    turn->count++;
    turn->steps[at] = (struct step){left, (uint16_t)cell, '\0'};
    if (flattens_wall(position, turn))
        turn->steps[at].mark = '*';
    bool goes_on = kit_offer(&tak, moving->rules, moving->state, turn, moving->visit, moving->context);
    turn->steps[at].mark = '\0';
    for (unsigned count = 1; count < left && goes_on && ((position->walls | position->caps) & bit_of_cell(cell)) == 0;
         count++) {
        turn->steps[at].count = count;
        goes_on = visit_further_drops(moving, left - count);
    }
    turn->count--;
    return goes_on;
}

static bool tak_generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct tak_rules *rules = any_rules;
    const struct tak_position *position = (const struct tak_position *)state;
    struct tak_moving moving = {rules, state, visit, context, {.shape = TURN_SPREAD}, 0};
    struct step *first = &moving.turn.steps[0];
    for (unsigned cell = 0; cell < rules->grid.board.cells; cell++) {
        unsigned height = position->height[cell];
        moving.turn.count = 1;
        for (unsigned kind = 0; kind < 3 && height == 0; kind++) {
            *first = (struct step){1 + lays_two_pieces(rules, state), (uint16_t)cell, kinds[kind]};
            if (!kit_offer(&tak, rules, state, &moving.turn, visit, context))
                return false;
        }
        if ((position->owned[state->seat - 1] & bit_of_cell(cell)) == 0)
            continue;
        for (unsigned count = 1; count <= height && count <= rules->carry; count++)
            for (moving.direction = 0; moving.direction < 4; moving.direction++) {
                *first = (struct step){count, (uint16_t)cell, directions[moving.direction]};
                if (!visit_further_drops(&moving, count))
                    return false;
            }
    }
    return true;
}

static void tak_write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct tak_position *position = (const struct tak_position *)state;
    const struct step *steps = turn->steps;
    if (turn->count == 0)
        return;
    bool lays = is_lay(turn);
    unsigned count = steps[0].mark == 'F' && lays_two_pieces(any_rules, state) ? 2 : steps[0].count;
    if (lays && steps[0].mark != 'F')
        text_add_char(text, steps[0].mark);
    if (count != 1)
        text_add_number(text, count);
    grid_add_cell(any_rules, steps[0].cell, text);
    if (lays)
        return;
    text_add_char(text, steps[0].mark);
    for (unsigned i = 1; i < turn->count && (turn->count > 2 || steps[1].count != count); i++)
        text_add_number(text, steps[i].count);
    if (turn->count > 1 && flattens_wall(position, turn))
        text_add_char(text, '*');
}

/* By a flat's F, a count of 1 or, of two flats, none, the only drop of a move, or the kind of its stone. */
static bool tak_varies(const void *rules, const struct written *written, const struct turn *turn)
{
    const struct part *first = written->parts;
    const struct part *last = first + written->count - 1;
    if (turn->count == 0)
        return false;
    const bool moves = first->mark != '\0';
    const bool counts = first->count > 1 || first->name[0] != '\0';
    const bool two = ((const struct tak_rules *)rules)->opening == OPENING_DOUBLE && !moves && !counts;
    return two || first->name[0] == 'F' || first->span.end - first->span.begin != 2u + counts + moves ||
        (moves && (last->name[0] != '\0' || (turn->count == 2 && written->count != 1 + (last->mark == '*'))));
}

static void add_tower(const struct tak_position *position, unsigned cell, struct text *text)
{
    char tower[TOWER_MOST + 2];
    write_tower(NULL, &position->state, cell, tower);
    text_add_string(text, tower);
}

/* Facts. */

static const struct tak_position *tak_position_of(const struct violation *violation)
{
    return (const struct tak_position *)violation->state;
}

/* The drop at fault; of a turn written without drops its only one. */
static const struct step *drop_at_fault(const struct violation *violation)
{
    const struct turn *turn = violation->turn;
    return &turn->steps[violation->part == 0 ? turn->count - 1 : violation->part];
}

static void fact_kind(const struct violation *violation, struct text *text)
{
    text_add_string(text, kind_names[kind_of_mark(violation->turn->steps[0].mark)]);
}

static void tak_fact_what(const struct violation *violation, struct text *text)
{
    if (violation->rule != OPENING)
        text_add_string(text, "flattens a wall");
    else if (is_lay(violation->turn))
        text_printf(text, "lays a %s", kind_names[kind_of_mark(violation->turn->steps[0].mark)]);
    else
        text_add_string(text, "moves a stack");
}

static void fact_whose(const struct violation *violation, struct text *text)
{
    unsigned seat = violation->state->seat;
    text_printf(text, "%s's", grid_seat_name(is_opening(violation->rules, violation->state) ? 3 - seat : seat));
}

static void fact_cell(const struct violation *violation, struct text *text)
{
    grid_add_cell(violation->rules, drop_at_fault(violation)->cell, text);
}

static void fact_stack(const struct violation *violation, struct text *text)
{
    add_tower(tak_position_of(violation), violation->turn->steps[0].cell, text);
}

static void tak_fact_onto(const struct violation *violation, struct text *text)
{
    add_tower(tak_position_of(violation), drop_at_fault(violation)->cell, text);
}

static void tak_fact_count(const struct violation *violation, struct text *text)
{
    text_add_number(text, drop_at_fault(violation)->count);
}

static void fact_lifted(const struct violation *violation, struct text *text)
{
    text_add_number(text, violation->turn->steps[0].count);
}

static void fact_height(const struct violation *violation, struct text *text)
{
    text_add_number(text, tak_position_of(violation)->height[violation->turn->steps[0].cell]);
}

static void fact_dropped(const struct violation *violation, struct text *text)
{
    long long dropped = 0;
    for (unsigned i = 1; i < violation->turn->count; i++)
        dropped += violation->turn->steps[i].count;
    text_add_number(text, dropped);
}

/* Of what is marked at the end of a move what contradicts the board: the kind of the top piece, or else '*'. */
static char mark_at_fault(const struct violation *violation)
{
    const struct turn *turn = violation->turn;
    char mark = turn->steps[turn->count - 1].mark;
    char letter = mark >= 'a' ? (char)(mark - 'a' + 'A') : mark;
    return letter == kinds[top_kind(tak_position_of(violation), turn->steps[0].cell)] ? '*' : letter;
}

static void fact_mark(const struct violation *violation, struct text *text)
{
    text_add_char(text, violation->rule == COMMON + COMMON_MARK_MISSING ? '*' : mark_at_fault(violation));
}

static void tak_fact_why(const struct violation *violation, struct text *text)
{
    const struct tak_position *position = tak_position_of(violation);
    const struct step *steps = violation->turn->steps;
    unsigned last = steps[violation->turn->count - 1].cell;
    if (violation->rule == SYNTAX + SYNTAX_TURN)
        text_add_string(text, "a turn lays one piece; only with 'opening: double' White's first turn lays two");
    else if (mark_at_fault(violation) != '*')
        text_printf(text, "the top piece is a %s", kind_names[top_kind(position, steps[0].cell)]);
    else {
        grid_add_cell(violation->rules, last, text);
        text_add_string(text, position->height[last] == 0 ? " is empty" : " holds ");
        add_tower(position, last, text);
    }
}

static const struct fact facts[] = {{"kind", fact_kind}, {"what", tak_fact_what}, {"whose", fact_whose},
    {"cell", fact_cell}, {"stack", fact_stack}, {"onto", tak_fact_onto}, {"count", tak_fact_count},
    {"lifted", fact_lifted}, {"height", fact_height}, {"dropped", fact_dropped}, {"limit", KEY_INTO(tak_rules, carry)},
    {"mark", fact_mark}, {"note", .word = ""}, {"why", tak_fact_why}, GRID_FACTS, {0}};

/* The end of the game. */

/* Those of CELLS that are joined to some of FROM. */
static uint64_t joined_to(const struct tak_rules *rules, uint64_t cells, uint64_t from)
{
    unsigned side = rules->grid.board.rows;
    uint64_t reached = 0;
    for (uint64_t more = cells & from; more != reached;) {
        reached = more;
        more |=
            reached << side | reached >> side | (reached & ~rules->edges[1]) << 1 | (reached & ~rules->edges[3]) >> 1;
        more &= cells;
    }
    return reached;
}

/* The cells that join one edge to the opposite one for SEAT; 0: none do. */
static uint64_t road_of(const struct tak_rules *rules, const struct tak_position *position, unsigned seat)
{
    uint64_t cells = position->owned[seat - 1] & ~position->walls;
    for (unsigned from = 0; rules->roads && from < 2; from++) {
        if ((cells & rules->edges[from + 2]) == 0)
            continue;
        uint64_t reached = joined_to(rules, cells, rules->edges[from]);
        if ((reached & rules->edges[from + 2]) != 0)
            return joined_to(rules, reached, rules->edges[from + 2]);
    }
    return 0;
}

static unsigned count_flats(const struct tak_position *position, unsigned seat)
{
    return (unsigned)__builtin_popcountll(position->owned[seat - 1] & ~position->walls & ~position->caps);
}

/* By how many halves SEAT is ahead in flats. */
static int32_t flats_ahead(const struct tak_rules *rules, const struct tak_position *position, unsigned seat)
{
    int32_t more = 2 * ((int32_t)count_flats(position, 1) - (int32_t)count_flats(position, 2)) - rules->komi;
    return seat == 1 ? more : -more;
}

static void tak_ending(const void *any_rules, const struct state *state, struct ending *ending)
{
    const struct tak_rules *rules = any_rules;
    const struct tak_position *position = (const struct tak_position *)state;
    unsigned mover = 3u - state->seat;
    unsigned road = road_of(rules, position, mover) != 0 ? mover
        : road_of(rules, position, 3 - mover) != 0       ? 3 - mover
                                                         : 0;
    bool spent = false;
    bool full = (position->owned[0] | position->owned[1]) == UINT64_MAX >> (64 - rules->grid.board.cells);
    for (unsigned seat = 0; seat < 2; seat++)
        spent |= position->left[seat][0] + position->left[seat][1] == 0;
    if (road != 0)
        *ending = (struct ending){.over = true, .reason = "road", .winners = 1u << (road - 1), .sign = 'R'};
    else if (spent || full) {
        int32_t more = rules->flats ? flats_ahead(rules, position, 1) : 0;
        *ending = (struct ending){.over = true,
            .reason = full ? "full" : "spent",
            .winners = more > 0 ? 1
                : more < 0      ? 2
                                : 0,
            .sign = 'F'};
    }
}

/* What has won; the flats on top are looked at. */
static void tak_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct tak_rules *rules = any_rules;
    const struct tak_position *position = (const struct tak_position *)state;
    struct ending end = {.over = false};
    tak_ending(rules, state, &end);
    for (uint8_t seat = 1; seat <= 2; seat++) {
        bool wins = (end.winners >> (seat - 1) & 1) != 0;
        struct text komi;
        text_init(&komi);
        if (seat == 2 && rules->komi != 0)
            text_printf(&komi, "and a komi of %s%d%s", rules->komi < 0 ? "-" : "", abs(rules->komi) / 2,
                rules->komi % 2 == 0 ? "" : ".5");
        if (wins)
            visit(context,
                &(struct score_item){.seat = seat,
                    .times = 1,
                    .count = 1,
                    .name = end.sign == 'R' ? "a road" : "more flats",
                    .why = end.sign == 'R' ? "joins opposite edges" : "than the other side"});
        visit(context,
            &(struct score_item){.seat = seat,
                .count = (int32_t)count_flats(position, seat),
                .name = "flats",
                .why = text_slice(&komi).at});
        text_release(&komi);
    }
}

/* What SEAT has not laid yet. */
static void show_reserve(
    const struct tak_position *position, unsigned seat, struct arena *arena, struct view_list *hand)
{
    const uint8_t *left = position->left[seat - 1];
    struct view_piece *pieces = arena_alloc(arena, (left[0] + left[1]) * sizeof *pieces);
    *hand = (struct view_list){.seat = (uint8_t)seat, .count = left[0] + left[1], .pieces = pieces};
    for (unsigned i = 0; pieces != NULL && i < hand->count; i++)
        pieces[i] = piece_of(seat, i < left[0] ? 0 : 2);
}

static bool tak_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct tak_rules *rules = any_rules;
    const struct tak_position *position = (const struct tak_position *)state;
    if (!grid_show(rules, state, last, arena, view))
        return false;
    struct ending ending = {.over = false};
    tak_ending(rules, state, &ending);
    view->hands = arena_alloc(arena, 2 * sizeof *view->hands);
    view->hand_count = view->hands == NULL ? 0 : 2;
    for (unsigned seat = 1; seat <= 2; seat++) {
        unsigned top = count_flats(position, seat);
        uint64_t road = ending.sign == 'R' && ending.winners == seat ? road_of(rules, position, seat) : 0;
        for (unsigned cell = 0; cell < view->count; cell++)
            view->cells[cell].wins |= road >> cell & 1;
        if (view->hands != NULL)
            show_reserve(position, seat, arena, &view->hands[seat - 1]);
        const int32_t more = seat == 2 ? rules->komi : 0;
        const int32_t share = 2 * (int32_t)top + more;
        view->shares[seat - 1] = (uint16_t)(share > 0 ? share : 0);
        view->colours[seat - 1] = piece_of(seat, 0).colour;
        const uint8_t *left = position->left[seat - 1];
        const char *komi = more == 0
            ? ""
            : arena_printf(arena, ", komi %s%d%s", more < 0 ? "-" : "", abs(more) / 2, more % 2 == 0 ? "" : ".5").at;
        view->drawn[seat - 1] = arena_printf(arena, "has %u flat%s on top%s", top, top == 1 ? "" : "s", komi).at;
        view->lines[seat - 1] = arena_printf(arena, "has %u flat%s on top; in reserve: %u piece%s, %u capstone%s", top,
            top == 1 ? "" : "s", left[0], left[0] == 1 ? "" : "s", left[1], left[1] == 1 ? "" : "s")
                                    .at;
    }
    return !arena->failed;
}

/* The text of a move has its direction, not where it ends. */
static void tak_point(
    const void *rules, const struct state *state, const struct turn *turn, target_visitor *visit, void *context)
{
    (void)state;
    for (unsigned i = 0; i < turn->count; i++)
        visit(context, slice_of(((const struct grid_rules *)rules)->board.name[turn->steps[i].cell]), NULL);
}

static const struct grid_stacking towers = {
    .size = sizeof(struct tak_tower),
    .room = TOWER_MOST + 2,
    .wanted = "of 1 and 2, bottom to top, with S or C after it for a wall or a capstone on top",
    .read = read_tower,
    .write = write_tower,
    .show = show_tower,
};

KIT_PLAY(tak)

const struct game tak = {
    .ruleset = {"tak", "tak-5", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct tak_rules),
    .state_size = sizeof(struct tak_position),
    .grid = &(const struct grid_game){.path = GRID_DROPS, .stacking = &towers},
    .position = {.fields = fields, .set_up = tak_set_up, .validate = tak_validate},
    .notation = {.shape = TURN_SPREAD,
        .example = "'a1' lays a flat, 'Sa1' a wall, 'Ca1' a capstone; '3a3+21' moves pieces",
        .resolve = tak_resolve,
        .write = tak_write,
        .literal = true,
        .varies = tak_varies},
    .judging = {.unit = UNIT_TURN,
        .judge = tak_judge,
        .make = tak_make,
        .generate = tak_generate,
        .no_pass = "each turn lays a piece or moves some",
        .can_force = tak_can_force},
    .result = {.scoring = SCORE_WIN,
        .one = "way to win",
        .many = "ways to win",
        .score = tak_score,
        .ending = tak_ending,
        .signs = "RF"},
    .display = {.gesture = "a cell, or from cell to cell; again: a wall, a capstone, more pieces",
        .view = tak_view,
        .point = tak_point},
    .foreign = {.tags = others},
    .own = {.play = tak_play},
};

/* SPDX-License-Identifier: MIT */
/* Hive, by John Yianni: tiles of insects are laid and moved, and hang together at all times; whose queen is
   surrounded loses.

   A tile is a byte: its colour, its kind, and its number among those of that kind.  A place knows its top tile, and a
   tile what it lies on.  Where a tile can go is a list of goals, which the steps of its kind lead to, see kinds; a turn
   is legal if its place is among them, and else judge says why it is not: whether the same steps lead there through
   gaps and gates. */
#include "base/hash.h"
#include "games/kit/hands.h"
#include "games/kit/open_field.h"
#include "games/kit/parameters.h"

/* wA1, and where: beside a tile, or on one. */
TURN_FORM(
    HIVE, "bug (W (side bug | bug side?))?; bug = letter[wb] letter[QSBGAMLP] digits?; side = mark[-/\\]; in any case");

enum hive_rule {
    NOT_IN_SET,
    NO_PLACE,
    REFERENCE,
    NOT_YOURS,
    QUEEN_OPENING,
    QUEEN_BY,
    ORDER,
    OCCUPIED,
    ENEMY_NEIGHBOUR,
    QUEEN_FIRST,
    JUST_MOVED,
    COVERED,
    ONE_HIVE,
    CLIMB,
    ONE_STEP,
    THREE_STEPS,
    JUMP,
    LADYBUG_STEPS,
    MOSQUITO_MOVES,
    THROW,
    CONTACT,
    FREEDOM_TO_MOVE,
    BEETLE_GATE,
};

#define BASE "[Ruleset \"hive\"]\n"
#define ALL "[Ruleset \"hive-mlp\"]\n"
#define AT(position) "[Position \"" position "\"]\n\n"

/* The same with a turn that breaks a rule, and with one that keeps it. */
#define BOTH(head, breaks, keeps) head breaks, .kept = head keeps

/* Two queens side by side, and a beetle, a spider and a grasshopper of White at one end. */
#define ROW BASE AT("a1=wS1;a2=wB1;a3=wQ;a4=bQ;a5=bA1;a6=bA2 1 - 4")

static const struct rule rule_table[] = {
    [NOT_IN_SET] = {"hive/not-in-set", SEVERITY_ERROR, "{step}: there is no {stranger}; {why}",
        "A turn may name only tiles of the set. The rulesets hive-m, hive-l and so on add the mosquito, the ladybug "
        "and the pillbug; 'pieces' says how many there are of each kind.",
        BASE "\n1. wM *\n", .kept = ALL "\n1. wM *\n", .parameter = "pieces.M pieces.L pieces.P"},
    [NO_PLACE] = {"hive/no-place", SEVERITY_ERROR, "{step} does not say where the tile goes; {why}",
        "A turn says where its tile goes. Only the first tile of a game has no other to lie beside, and is written "
        "alone.",
        BASE "\n1. wG1 2. bG1 *\n", .kept = BASE "\n1. wG1 2. bG1 wG1- *\n"},
    [REFERENCE] = {"hive/reference", SEVERITY_ERROR, "{step} names a place by {other}, which is not on the field{why}",
        "A place is named by a tile on the field. Any of them will do, even a covered one.",
        BASE "\n1. wG1 2. bG1 bA1- *\n", .kept = BASE "\n1. wG1 2. bG1 wG1- *\n"},
    [NOT_YOURS] = {"hive/not-yours", SEVERITY_ERROR, "{piece} belongs to {owner}, but {player} is to move{why}",
        "A player lays and moves only their own tiles. Only a pillbug can also throw the opponent's.",
        BASE "\n1. bG1 *\n", .kept = BASE "\n1. wG1 *\n"},
    [QUEEN_OPENING] = {"hive/queen-opening", SEVERITY_ERROR,
        "{step} lays the queen in {player}'s first turn; the queen may be laid from the second turn on",
        "No queen may be laid in a player's first turn. This is a tournament rule; 'opening_queen: allowed' lifts it.",
        BASE "\n1. wQ *\n", .kept = BASE "[Rules \"opening_queen=allowed\"]\n\n1. wQ *\n",
        .parameter = "opening_queen"},
    [QUEEN_BY] = {"hive/queen-by-turn-4", SEVERITY_ERROR,
        "{step} leaves the queen in hand: in turn {limit}, {player} must lay {queen}",
        "The queen is laid by a player's fourth turn. From turn 'queen_by' on, a player whose queen is in hand lays "
        "nothing else, and moves nothing.",
        BOTH(BASE AT("a1=wS2;a2=wS1;a3=wG1;a4=bS1;a5=bQ;a6=bS2 1 - 4"), "7. wA1 -wS2 *\n", "7. wQ -wS2 *\n"),
        .parameter = "queen_by"},
    [ORDER] = {"hive/order", SEVERITY_ERROR,
        "{step} lays {piece} before {lower}; tiles of a kind are laid in the order of their numbers",
        "Tiles of a kind are laid in order of number. Otherwise they do not differ.", BASE "\n1. wA2 *\n",
        .kept = BASE "\n1. wA1 *\n"},
    [OCCUPIED] = {"hive/occupied", SEVERITY_ERROR, "{step}: {why}",
        "A tile is laid on an empty place. A climb is written with just the name of the tile on top of its goal; with "
        "'climb_named: any', also as a side of a neighbour.",
        ROW "7. wG1 -wQ *\n", .kept = ROW "7. wG1 -wS1 *\n", .parameter = "climb_named"},
    [ENEMY_NEIGHBOUR] = {"hive/enemy-neighbour", SEVERITY_ERROR,
        "{step} lays {piece} beside {enemy}, a tile of {owner}; a new tile may touch only tiles of its own side",
        "A new tile touches no opposing tile. Only the second tile of a game must touch one. The colour of a stack is "
        "that of its top tile.",
        ROW "7. wG1 wQ/ *\n", .kept = ROW "7. wG1 \\wS1 *\n"},
    [QUEEN_FIRST] = {"hive/queen-first", SEVERITY_ERROR,
        "{step} moves {piece}, but {queen} is still in hand; until it is laid, {player} cannot move",
        "Nothing moves until the player's queen is laid. A player whose queen is in hand can only lay tiles.",
        BASE "\n1. wG1 2. bG1 wG1- 3. wG1 bG1- *\n", .kept = BASE "\n1. wG1 2. bG1 wG1- 3. wQ -wG1 *\n"},
    [JUST_MOVED] = {"hive/just-moved", SEVERITY_ERROR,
        "{step}: {rests} was laid or moved in the turn before, and must rest for this one",
        "In games with a pillbug, a tile rests for a turn. A tile that the opponent has just laid, moved or thrown is "
        "neither moved nor thrown, and throws nothing.",
        ALL AT("a1=wA1;a2=wP;a3=wQ;a4=bQ;b2=bA1 1 bA1 4") "7. bA1 wP/ *\n",
        .kept = ALL AT("a1=wA1;a2=wP;a3=wQ;a4=bQ;b2=bA1 1 bQ 4") "7. bA1 wP/ *\n"},
    [COVERED] = {"hive/covered", SEVERITY_ERROR,
        "{step}: {piece} lies under {cover}; only the top tile of a stack moves",
        "Only the top tile of a stack moves. A tile under another cannot be thrown either.",
        BASE AT("a1=wA1.bB1;a2=wQ;a3=bQ 1 - 3") "5. wA1 wQ/ *\n",
        .kept = BASE AT("a1=wA1;a2=wQ;a3=bQ.bB1 1 - 3") "5. wA1 wQ/ *\n"},
    [ONE_HIVE] = {"hive/one-hive", SEVERITY_ERROR, "{step}: {why}",
        "The tiles stay one connected group at all times. While a tile is lifted, the others must still be one group; "
        "where it is put down, it must touch one of them.",
        ROW "7. wQ \\wB1 *\n", .kept = ROW "7. wS1 \\bQ *\n"},
    [CLIMB] = {"hive/climb", SEVERITY_ERROR, "{step}: {onto} lies there, and {kind} cannot end on top of another tile",
        "Only some kinds may end on top of another tile. Beetles may, and mosquitoes beside a beetle.",
        ROW "7. wS1 wB1 *\n", .kept = BASE AT("a1=wB1;a2=wS1;a3=wQ;a4=bQ;a5=bA1;a6=bA2 1 - 4") "7. wB1 wS1 *\n"},
    [ONE_STEP] = {"hive/one-step", SEVERITY_ERROR, "{step} is not a move of one place; {kind} moves exactly one",
        "Queens, beetles and pillbugs move one place. They slide there; a beetle may also climb.",
        BOTH(BASE AT("a1=wQ;a2=wS1;a3=bS1;a4=bQ 1 - 3"), "5. wQ wS1/ *\n", "5. wQ \\wS1 *\n")},
    [THREE_STEPS] = {"hive/three-steps", SEVERITY_ERROR,
        "{step} is not a slide of three places; a spider slides exactly three",
        "A spider slides exactly three places. It follows the edge of other tiles, and enters no place twice.",
        BOTH(BASE AT("a1=wS1;a2=wQ;a3=bS1;a4=bQ 1 - 3"), "5. wS1 wQ/ *\n", "5. wS1 bS1/ *\n")},
    [JUMP] = {"hive/jump", SEVERITY_ERROR, "{step} is not a jump: {why}",
        "A grasshopper jumps in a straight line. It jumps over one or more tiles without a gap between them, to the "
        "first empty place.",
        BOTH(BASE AT("a1=wG1;a2=wQ;a3=bS1;a4=bQ 1 - 3"), "5. wG1 bS1/ *\n", "5. wG1 bQ- *\n")},
    [LADYBUG_STEPS] = {"hive/ladybug-steps", SEVERITY_ERROR,
        "{step} is not a ladybug's move, which is two places on top of other tiles and then one down",
        "A ladybug takes exactly three steps. It climbs onto a tile, moves on to another, and comes down to an empty "
        "place.",
        BOTH(ALL AT("a1=wL;a2=wQ;a3=bS1;a4=bQ 1 bQ 3"), "5. wL bQ- *\n", "5. wL bS1/ *\n")},
    [MOSQUITO_MOVES] = {"hive/mosquito", SEVERITY_ERROR, "{step}: {piece} moves like a tile beside it; {kinds}",
        "A mosquito moves like a tile that it touches. On the ground it may copy any kind whose tile is on top beside "
        "it, except other mosquitoes; on top of others it moves like a beetle.",
        BOTH(ALL AT("a1=wM;a2=wQ;a3=bS1;a4=bQ 1 bQ 3"), "5. wM bQ- *\n", "5. wM \\wQ *\n")},
    [THROW] = {"hive/throw", SEVERITY_ERROR, "{step}: {why}",
        "A pillbug throws tiles that lie beside it. It throws tiles of either side, but none that is in a stack, and "
        "only to an empty place beside itself. A mosquito beside a pillbug can throw, too.",
        BOTH(ALL AT("a1=wA1;a2=wP;a3=wQ;a4=bQ;b2=bA1 1 bQ 4"), "7. bA1 bQ- *\n", "7. bA1 wP\\ *\n")},
    [CONTACT] = {"hive/contact", SEVERITY_ERROR, "{step}: {piece} would touch no tile on the way",
        "A sliding tile touches others all the way. At each step, at least one of the two places beside its path is "
        "taken.",
        BOTH(BASE AT("a1=wQ;a3=bA1;b1=wS1;b3=bQ;c2=wS2;c3=bS1 1 - 4"), "7. wQ -bA1 *\n", "7. wQ -bQ *\n")},
    [FREEDOM_TO_MOVE] = {"hive/freedom-to-move", SEVERITY_ERROR, "{piece} cannot slide to {place}: {why}",
        "A tile slides only where it fits. At each step, at least one of the two places beside its path is empty; "
        "nothing squeezes between two tiles.",
        BOTH(BASE AT("a1=wA1;a2=wS1;b1=wQ;b3=bQ;c2=bS1;c3=bS2 1 - 4"), "7. wA1 wQ- *\n", "7. wA1 -wQ *\n")},
    [BEETLE_GATE] = {"hive/beetle-gate", SEVERITY_ERROR, "{step}: {why}",
        "Nothing passes between two higher stacks. A climb is not possible if the stacks on both sides of its path are "
        "higher than where it begins and where it ends.",
        BASE AT("a1=wB1;a2=wA1.bB1;b1=wQ.bB2;b2=bQ 1 - 4") "7. wB1 bQ *\n",
        .kept = BASE AT("a1=wB1;a2=wA1.bB1;b1=wQ;b2=bQ.bB2 1 - 4") "7. wB1 bB2 *\n"},
    {0},
};

enum hive_kind { QUEEN, SPIDER, BEETLE, GRASSHOPPER, ANT, MOSQUITO, LADYBUG, PILLBUG, KINDS, THROWN = KINDS };

static const char letters[KINDS + 1] = "QSBGAMLP";

/* What a step goes onto: an empty place is slid to on the ground, see rule 3; all others are climbs, rule 4.  Or it is
   a jump over what is there. */
enum { EMPTY = 1, TAKEN, EITHER, THROWER, OVER };

/* Kinds, and what is thrown: how they are called, the sign on their tiles, and the steps of their ways; which rule
   keeps a tile from a goal to which there is no way, and which if only gaps or gates hinder it. */
static const struct {
    const char *name;
    const char *sign;
    uint8_t steps[4];
    int rule;
    int hindered;
} kinds[KINDS + 1] = {
    [QUEEN] = {"the queen", "crown", {EMPTY}, ONE_STEP, FREEDOM_TO_MOVE},
    [SPIDER] = {"a spider", "legs", {EMPTY, EMPTY, EMPTY}, THREE_STEPS, FREEDOM_TO_MOVE},
    [BEETLE] = {"a beetle", "horns", {EITHER}, ONE_STEP, FREEDOM_TO_MOVE},
    [GRASSHOPPER] = {"a grasshopper", "leap", {OVER}, JUMP, JUMP},
    [ANT] = {"an ant", "beads", {0}, FREEDOM_TO_MOVE, FREEDOM_TO_MOVE},
    [MOSQUITO] = {"the mosquito", "needle", {0}, MOSQUITO_MOVES, MOSQUITO_MOVES},
    [LADYBUG] = {"the ladybug", "spots", {TAKEN, TAKEN, EMPTY}, LADYBUG_STEPS, BEETLE_GATE},
    [PILLBUG] = {"the pillbug", "bands", {EMPTY}, ONE_STEP, FREEDOM_TO_MOVE},
    [THROWN] = {.steps = {THROWER, EMPTY}, .rule = THROW, .hindered = BEETLE_GATE},
};

/* A tile: its kind in the lowest bits, its colour, and its number, from 1. */
enum { NO_PIECE = 0, BLACK = 8, NUMBER = 16, PIECE_CODES = 10 * NUMBER };

enum {
    SIDE_MOST = 26, /* tiles of a side: two of them in a row fit into the window */
    PIECES = 2 * SIDE_MOST,
    HISTORY = 512, /* positions in a row, with nothing laid, of which repetitions are found */
    GOALS = 6 * PIECES,
    RING = 63,
};

struct hive_rules {
    struct field_rules field;
    uint8_t count[KINDS];
    uint8_t pieces[PIECES + 1]; /* of the set, White's first, and NO_PIECE */
    char name[PIECE_CODES][4];  /* "wA1"; "wQ", the only one of its kind */
    uint8_t queen_by;
    uint8_t opening_queen; /* allowed */
    uint8_t repetition;    /* occurrences of a position that draw, 0: none do */
    uint8_t climb_any;     /* climbs may be named by a side */
};

struct hive {
    struct field_position field;
    uint8_t top[FIELD_SIDE + 2][FIELD_SIDE + 2]; /* tiles by rows and columns, NO_PIECE: none */
    uint16_t place[PIECE_CODES];                 /* of each tile, FIELD_NONE: in hand */
    uint8_t under[PIECE_CODES];                  /* the tile that it lies on, NO_PIECE: none */
    uint8_t lying;                               /* tiles on the field */
    uint8_t rests;                               /* the tile that rests, see rule 7; NO_PIECE: none does */
    uint8_t moved;                               /* the tile of the last turn, NO_PIECE: there was none */
    uint8_t occurred;                            /* how often this position has been there, as far as that counts */
    uint16_t left;                               /* where that tile was before, FIELD_NONE: in hand */
    uint16_t known;                              /* positions in .history */
    uint64_t history[];                          /* hashes since a tile was laid, where repetitions count */
};

/* Tiles. */

static inline unsigned seat_of(unsigned piece)
{
    return 1 + piece / BLACK % 2;
}

static inline unsigned kind_of(unsigned piece)
{
    return piece % KINDS;
}

/* The first tile of a kind. */
static inline unsigned first_of(unsigned seat, unsigned kind)
{
    return NUMBER + (seat - 1) * BLACK + kind;
}

static inline bool is_in_hand(const struct hive *hive, unsigned piece)
{
    return hive->place[piece] == FIELD_NONE;
}

static inline unsigned queen_place(const struct hive *hive, unsigned seat)
{
    return hive->place[first_of(seat, QUEEN)];
}

/* A player's own turn, from 1. */
static inline unsigned turn_of(const struct state *state)
{
    return (state->number + 1) / 2;
}

/* Whether tiles of KIND ever lie on others. */
static inline bool is_climber(unsigned kind)
{
    return kind == BEETLE || kind == MOSQUITO;
}

/* The top tile of a place, NO_PIECE: none; and making it one. */
static inline unsigned top_at(const struct hive *hive, unsigned place)
{
    return hive->top[field_row(place)][field_column(place)];
}
static inline void put_on_top(struct hive *hive, unsigned place, unsigned piece)
{
    hive->top[field_row(place)][field_column(place)] = (uint8_t)piece;
}

/* Whether PIECE, on the field, lies under another. */
static inline bool is_covered(const struct hive *hive, unsigned piece)
{
    return top_at(hive, hive->place[piece]) != piece;
}

/* The top tile of a place without PIECE. */
static inline unsigned top_without(const struct hive *hive, unsigned place, unsigned piece)
{
    unsigned top = top_at(hive, place);
    return top == piece ? hive->under[top] : top;
}

/* Sides of a place are those of its ring; and the place itself. */
enum { ON = 6, NO_SIDE };

static inline unsigned hive_beside(unsigned place, unsigned side)
{
    return field_round(LATTICE_HEX, place, side % 6);
}

/* On which side of FROM a place is, or NO_SIDE. */
static unsigned side_of(unsigned from, unsigned place)
{
    unsigned side = 0;
    while (side < ON && hive_beside(from, side) != place)
        side++;
    return side < ON || from == place ? side : NO_SIDE;
}

/* The place of the first bit of a ring round PLACE. */
static inline unsigned first_beside(unsigned place, unsigned ring)
{
    return field_round(LATTICE_HEX, place, (unsigned)__builtin_ctz(ring));
}

/* How many tiles lie on each other up to PIECE. */
static inline unsigned hive_height(const struct hive *hive, unsigned piece)
{
    unsigned height = 0;
    for (; piece != NO_PIECE; piece = hive->under[piece])
        height++;
    return height;
}

/* Whether a tile of the same kind with a lower number, which comes first, is in hand, too. */
static inline bool is_early(const struct hive *hive, unsigned piece)
{
    return piece >= 2 * NUMBER && is_in_hand(hive, piece - NUMBER);
}

/* Parameters. */

static bool read_pieces(const struct key_reading *reading, const struct key *key)
{
    struct hive_rules *rules = reading->rules;
    unsigned side = 0;
    rules->field.lattice = LATTICE_HEX;
    rules->field.first_place = (uint16_t)field_place(FIELD_SIDE / 2, FIELD_SIDE / 2);
    rules->field.game.goal = 6;
    rules->field.game.seat_names[0] = "White";
    rules->field.game.seat_names[1] = "Black";
    for (unsigned kind = 0; kind < KINDS; kind++)
        side += rules->count[kind];
    if (side > SIDE_MOST)
        return refuse_key(reading, key->name, "pieces", FACT(found, "%u tiles of a side") FACT(expected, "at most %d"),
            side, SIDE_MOST);
    for (unsigned i = 0, next = 0; i < 2 * KINDS; i++)
        for (unsigned n = 0; n < rules->count[i % KINDS]; n++) {
            unsigned piece = first_of(1 + i / KINDS, i % KINDS) + n * NUMBER;
            rules->pieces[next++] = (uint8_t)piece;
            rules->name[piece][0] = "wb"[i / KINDS];
            rules->name[piece][1] = letters[i % KINDS];
            rules->name[piece][2] = rules->count[i % KINDS] == 1 ? '\0' : (char)('1' + n);
        }
    if (rules->repetition == 1)
        return refuse_key(reading, "repetition", "", FACT(found, "1") FACT(expected, "0, or 2 to 9"));
    if (rules->repetition > 0)
        rules->field.game.state_size += HISTORY * sizeof(uint64_t);
    return true;
}

#define COUNT(letter, kind, least, most, name)                                                                         \
    {                                                                                                                  \
        "pieces." letter, KEY_NUMBER, least, most, NULL, name " of each side", KEY_INTO(hive_rules, count[kind])       \
    }

static const struct key keys[] = {
    {"pieces.Q", KEY_NUMBER, 1, 1, NULL, "the queen of each side", KEY_INTO(hive_rules, count[QUEEN]), read_pieces},
    COUNT("S", SPIDER, 0, 9, "spiders"),
    COUNT("B", BEETLE, 0, 9, "beetles"),
    COUNT("G", GRASSHOPPER, 0, 9, "grasshoppers"),
    COUNT("A", ANT, 0, 9, "ants"),
    COUNT("M", MOSQUITO, 0, 9, "mosquitoes"),
    COUNT("L", LADYBUG, 0, 9, "ladybugs"),
    COUNT("P", PILLBUG, 0, 9, "pillbugs"),
    {"queen_by", KEY_NUMBER, 1, 99, NULL, "a player's turn from which on nothing but the queen is laid",
        KEY_INTO(hive_rules, queen_by)},
    {"opening_queen", KEY_WORD, 0, 0, "forbidden allowed", "whether the queen may be laid in a player's first turn",
        KEY_INTO(hive_rules, opening_queen)},
    {"repetition", KEY_NUMBER, 0, 9, NULL, "how often a position must occur for a draw, from 2; 0: no draw",
        KEY_INTO(hive_rules, repetition)},
    {"climb_named", KEY_WORD, 0, 0, "top any",
        "how a climb is written: with just the tile on top of its goal, or with any place",
        KEY_INTO(hive_rules, climb_any)},
    {0},
};

/* The field. */

/* Puts PIECE on a place, on whatever lies there. */
static void hive_put(struct hive *hive, unsigned piece, unsigned place)
{
    hive->under[piece] = (uint8_t)top_at(hive, place);
    put_on_top(hive, place, piece);
    hive->place[piece] = (uint16_t)place;
    hive->lying++;
    field_put(&hive->field.taken, place);
}

/* Takes PIECE, a top one, from its place. */
static void lift_tile(struct hive *hive, unsigned piece)
{
    unsigned place = hive->place[piece];
    put_on_top(hive, place, hive->under[piece]);
    if (hive->under[piece] == NO_PIECE)
        field_remove(&hive->field.taken, place);
    hive->place[piece] = FIELD_NONE;
    hive->lying--;
}

/* A hive that has come to the edge of the window goes to its middle. */
static void move_to_middle(const struct hive_rules *rules, struct hive *hive)
{
    const struct hive before = *hive;
    struct field_box box = field_box_of(&hive->field.taken);
    int up = (FIELD_SIDE + 1 - (int)(box.low_row + box.high_row)) / 2;
    int by = up * FIELD_ROW + (FIELD_SIDE + 1 - (int)(box.low_column + box.high_column)) / 2;
    hive->left = (uint16_t)(hive->left == FIELD_NONE ? FIELD_NONE : hive->left + by);
    memset(&hive->field.taken, 0, sizeof hive->field.taken);
    memset(hive->top, NO_PIECE, sizeof hive->top);
    for (const uint8_t *piece = rules->pieces; *piece != NO_PIECE; piece++)
        if (!is_in_hand(hive, *piece)) {
            hive->place[*piece] = (uint16_t)(hive->place[*piece] + by);
            put_on_top(hive, hive->place[*piece], top_at(&before, before.place[*piece]));
            field_put(&hive->field.taken, hive->place[*piece]);
        }
}

/* In the first or last row or column of the window, or beyond. */
static bool is_at_edge(unsigned place)
{
    return field_row(place) - 2 >= FIELD_SIDE - 2 || field_column(place) - 2 >= FIELD_SIDE - 2;
}

static void hive_set_up(const void *rules, struct state *state)
{
    (void)rules;
    (void)state; /* everything is in hand */
}

/* Positions. */

static unsigned piece_named(const struct hive_rules *rules, struct slice name)
{
    const uint8_t *piece = rules->pieces;
    while (*piece != NO_PIECE && !slice_is(name, rules->name[*piece]))
        piece++;
    return *piece;
}

static bool read_stack(struct position_reader *reader, unsigned place, struct slice text)
{
    const struct hive_rules *rules = reader->rules;
    struct hive *hive = (struct hive *)reader->state;
    struct slice name;
    for (bool first = true; slice_split(&text, '.', &name); first = false) {
        unsigned piece = piece_named(rules, name);
        if (piece == NO_PIECE)
            return refuse_field(reader, name, "a tile of the set is its colour, its kind and its number, such as wA1");
        if (!is_in_hand(hive, piece))
            return refuse_field(reader, name, "each tile is there once");
        if (!first && !is_climber(kind_of(piece)))
            return refuse_field(reader, name, "only beetles and mosquitoes lie on others");
        hive_put(hive, piece, place);
    }
    return true;
}

static void write_stack(const void *any_rules, const struct state *state, unsigned place, struct text *text)
{
    const struct hive *hive = (const struct hive *)state;
    unsigned pieces[PIECES];
    unsigned count = 0;
    for (unsigned piece = top_at(hive, place); piece != NO_PIECE; piece = hive->under[piece])
        pieces[count++] = piece;
    while (count-- > 0) {
        text_add_string(text, ((const struct hive_rules *)any_rules)->name[pieces[count]]);
        text_add_string(text, count > 0 ? "." : "");
    }
}

static bool read_rest(struct position_reader *reader, struct slice text)
{
    const struct hive_rules *rules = reader->rules;
    struct hive *hive = (struct hive *)reader->state;
    if (slice_is(text, "-"))
        return true;
    unsigned piece = piece_named(rules, text);
    if (piece == NO_PIECE)
        return refuse_other(reader, text);
    if (rules->count[PILLBUG] == 0)
        return refuse_field(reader, text, "nothing rests in a game without a pillbug: '-'");
    hive->rests = hive->moved = (uint8_t)piece;
    return !is_in_hand(hive, piece) && !is_covered(hive, piece) ? true
                                                                : refuse_field(reader, text, "what rests lies on top");
}

static void write_rest(const void *any_rules, const struct state *state, struct text *text)
{
    unsigned piece = ((const struct hive *)state)->rests;
    text_add_string(text, piece == NO_PIECE ? "-" : ((const struct hive_rules *)any_rules)->name[piece]);
}

/* Of the seat to move, whose turns are half of all. */
static bool hive_read_turn(struct position_reader *reader, struct slice text)
{
    uint32_t turn = 0;
    if (!slice_number(text, UINT32_MAX / 2 - 1, &turn) || turn == 0)
        return refuse_other(reader, text);
    reader->state->number = 2 * (turn - 1) + reader->state->seat;
    return true;
}

static void hive_write_turn(const void *rules, const struct state *state, struct text *text)
{
    (void)rules;
    text_add_number(text, turn_of(state));
}

static const struct position_field fields[] = {
    {field_read_stacks, field_write_stacks, .wanted = "it begins with the field, 'a1=wG1;a2=bS1.bB1' or '-'"},
    SEAT_FIELD("after the field comes the seat to move, 1 or 2"),
    {read_rest, write_rest, .wanted = "after the seat comes the tile that rests, or '-'"},
    {hive_read_turn, hive_write_turn, .wanted = "the last field is the turn number, from 1", .counts = true},
    {.wanted = "there is text after the turn number"},
};

static bool hive_validate(struct position_reader *reader)
{
    const struct hive_rules *rules = reader->rules;
    struct hive *hive = (struct hive *)reader->state;
    if (!field_is_group(&hive->field.taken, LATTICE_HEX))
        return refuse_whole(reader, "the tiles are not one connected group");
    for (unsigned seat = 1; seat <= 2; seat++) {
        unsigned turns = turn_of(reader->state) - (seat >= reader->state->seat);
        unsigned laid = 0;
        bool queen = queen_place(hive, seat) != FIELD_NONE;
        const char *name = rules->field.game.seat_names[seat - 1];
        for (const uint8_t *piece = rules->pieces; *piece != NO_PIECE; piece++) {
            bool lies = seat_of(*piece) == seat && !is_in_hand(hive, *piece);
            laid += lies;
            if (lies && is_early(hive, *piece))
                return refuse_whole(reader, "%s has laid tiles of a kind that come after one in hand", name);
        }
        if (laid > turns)
            return refuse_whole(
                reader, "%s has %u tiles on the field after %u turn%s", name, laid, turns, turns == 1 ? "" : "s");
        if (!queen && laid < turns)
            return refuse_whole(reader, "%s has moved before the queen was laid", name);
        if (!queen && turns >= rules->queen_by)
            return refuse_whole(reader, "%s has not laid the queen by turn %u", name, rules->queen_by);
        if (queen && turns == 1 && !rules->opening_queen)
            return refuse_whole(reader, "%s has laid the queen in turn 1", name);
    }
    move_to_middle(rules, hive);
    return true;
}

/* Turns.  Step 0 names a tile, and step 1 where it goes, by a side of another, or by that itself: the cells are their
   colours and kinds, the counts their numbers as written, whether or not the set has them, and the marks '0' to '6' the
   sides. */

/* The signs before and after a name for each of the sides. */
static const struct {
    const char *before, *after;
} signs[] = {{"", "-"}, {"", "/"}, {"\\", ""}, {"-", ""}, {"/", ""}, {"", "\\"}, [ON] = {"", ""}};

static inline unsigned side_in(const struct step *step)
{
    return (unsigned)(step->mark - '0');
}

/* Which one of the set it is; NO_PIECE: none, or one of several without a number. */
static inline unsigned piece_in(const struct hive_rules *rules, const struct step *step)
{
    unsigned count = rules->count[kind_of(step->cell)];
    unsigned number = step->count == 0 && count == 1 ? 1 : step->count;
    return number - 1 < count ? step->cell + number * NUMBER : NO_PIECE;
}

/* The canonical name of that SIDE of PIECE. */
static struct step step_naming(const struct hive_rules *rules, unsigned piece, unsigned side)
{
    return (struct step){.count = rules->count[kind_of(piece)] == 1 ? 0 : piece / NUMBER,
        .cell = (uint16_t)(piece % NUMBER),
        .mark = (char)('0' + side)};
}

static bool hive_resolve(const void *rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    (void)rules;
    (void)fault;
    turn->shape = written->shape;
    turn->count = 0;
    unsigned side = ON;
    for (unsigned i = 0; i < written->count; i++) {
        const struct part *part = &written->parts[i];
        if (part->name[0] == '\0') { /* a sign: before a name it is the second part, after it the third */
            for (side = 0; (i == 1 ? signs[side].before : signs[side].after)[0] != part->mark;)
                side++;
            continue;
        }
        unsigned kind = (unsigned)(strchr(letters, part->name[1] & ~32) - letters);
        unsigned cell = ((part->name[0] | 32) == 'b' ? BLACK : 0) + kind;
        turn->steps[turn->count++] = (struct step){.count = part->count, .cell = (uint16_t)cell, .mark = '0' + ON};
    }
    if (turn->count > 1)
        turn->steps[1].mark = (char)('0' + side);
    return true;
}

/* What a turn means on its board, whether or not the rules allow it. */
struct hive_turn {
    const struct hive_rules *rules;
    const struct hive *hive;
    const struct turn *turn;
    unsigned piece; /* NO_PIECE: a pass, or a tile that the set does not have */
    unsigned from;  /* FIELD_NONE: the hand */
    unsigned goal;  /* FIELD_NONE: by the name of what is not on the field */
};

/* Whether the tile belongs to the seat to move. */
static bool is_own(const struct hive_turn *at)
{
    return seat_of(at->piece) == at->hive->field.state.seat;
}

static struct hive_turn turn_on_board(const void *any_rules, const struct state *state, const struct turn *turn)
{
    struct hive_turn at = {any_rules, (const struct hive *)state, turn, NO_PIECE, FIELD_NONE, FIELD_NONE};
    if (turn->shape != TURN_HIVE)
        return at;
    at.piece = piece_in(at.rules, &turn->steps[0]);
    at.from = at.hive->place[at.piece];
    at.goal = at.rules->field.first_place;
    if (turn->count > 1)
        at.goal = at.hive->place[piece_in(at.rules, &turn->steps[1])];
    if (turn->count > 1 && at.goal != FIELD_NONE && side_in(&turn->steps[1]) != ON)
        at.goal = hive_beside(at.goal, side_in(&turn->steps[1]));
    return at;
}

/* Makes STEP the canonical name of PLACE for the PIECE that goes there: what lies on it, or after the first of NW, NE,
   E, SE, SW, W that has another; leaves it where none has. */
static void name_place(
    const struct hive_rules *rules, const struct hive *hive, unsigned place, unsigned piece, struct step *step)
{
    unsigned other = NO_PIECE;
    for (unsigned side = NO_SIDE; other == NO_PIECE && side-- > 0;) {
        other = top_without(hive, side == ON ? place : hive_beside(place, side + 3), piece);
        if (other != NO_PIECE)
            *step = step_naming(rules, other, side);
    }
}

static void hive_add_step(const struct step *step, struct text *text)
{
    text_add_string(text, signs[side_in(step)].before);
    text_add_char(text, "wb"[step->cell / BLACK]);
    text_add_char(text, letters[kind_of(step->cell)]);
    if (step->count > 0)
        text_add_number(text, step->count);
    text_add_string(text, signs[side_in(step)].after);
}

static void hive_add_steps(const struct step *steps, unsigned count, struct text *text)
{
    for (unsigned i = 0; i < count; i++) {
        text_add_string(text, i > 0 ? " " : "");
        hive_add_step(&steps[i], text);
    }
}

/* In canonical form; as it was written where that says too little. */
static void hive_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct hive_turn at = turn_on_board(rules, state, turn);
    struct step steps[2];
    if (turn->shape == TURN_PASS) {
        text_add_string(text, "pass");
        return;
    }
    memcpy(steps, turn->steps, turn->count * sizeof *steps);
    if (at.piece != NO_PIECE && at.goal != FIELD_NONE) {
        steps[0] = step_naming(rules, at.piece, ON);
        name_place(rules, at.hive, at.goal, at.piece, &steps[1]);
    }
    hive_add_steps(steps, turn->count, text);
}

/* By each side of each tile beside the goal, and by each tile on it; of those of an EARLIER position the ones that lay
   elsewhere then.  Loose are a side where the goal is on others, what the tile itself names, a point for the place of
   the first one, and the colours exchanged. */
static void hive_spell(const void *any_rules, const struct state *state, const struct state *earlier,
    const struct turn *turn, spelling_visitor *visit, void *context)
{
    const struct hive_turn at = turn_on_board(any_rules, state, turn);
    const struct hive *past = (const struct hive *)earlier;
    bool now = past == at.hive;
    unsigned top = top_without(at.hive, at.goal, at.piece);
    struct text text;
    if (at.piece == NO_PIECE || at.goal == FIELD_NONE)
        return;
    text_init(&text);
    if (turn->count == 1 && now) {
        text_printf(&text, "%s .", at.rules->name[at.piece]);
        visit(context, text_slice(&text), true);
    }
    for (const uint8_t *other = at.rules->pieces; turn->count > 1 && *other != NO_PIECE; other++) {
        unsigned place = past->place[*other];
        unsigned side =
            place == FIELD_NONE || (!now && place == at.hive->place[*other]) ? NO_SIDE : side_of(place, at.goal);
        bool loose = !now || *other == at.piece || (!at.rules->climb_any && top != (side == ON ? *other : NO_PIECE));
        for (unsigned swap = 0; side != NO_SIDE && swap <= (now ? BLACK : 0); swap += BLACK) {
            const struct step steps[] = {
                step_naming(at.rules, at.piece ^ swap, ON), step_naming(at.rules, *other ^ swap, side)};
            text_clear(&text);
            hive_add_steps(steps, 2, &text);
            visit(context, text_slice(&text), loose || swap > 0);
        }
    }
    text_release(&text);
}

/* Goals. */

/* The kinds that PIECE moves as, a bit each; on top of others as a beetle. */
static unsigned kinds_of(const struct hive *hive, unsigned piece)
{
    unsigned place = hive->place[piece];
    unsigned found = 0;
    if (kind_of(piece) != MOSQUITO || hive->under[piece] != NO_PIECE)
        return 1u << (kind_of(piece) != MOSQUITO ? kind_of(piece) : BEETLE);
    for (unsigned ring = field_ring(&hive->field.taken, LATTICE_HEX, place); ring != 0; ring &= ring - 1)
        found |= 1u << kind_of(top_at(hive, first_beside(place, ring)));
    return found & ~(1u << MOSQUITO);
}

/* The tiles beside PLACE that throw, but for BUT: pillbugs and mosquitoes beside one, of the seat to move, on the
   ground and uncovered; bits of its ring. */
static unsigned throwers_beside(const struct hive *hive, unsigned place, unsigned but)
{
    unsigned throwers = 0;
    for (unsigned ring = field_ring(&hive->field.taken, LATTICE_HEX, place); ring != 0; ring &= ring - 1) {
        unsigned top = top_at(hive, first_beside(place, ring));
        if (seat_of(top) == hive->field.state.seat && kind_of(top) >= MOSQUITO && top != but &&
            hive->under[top] == NO_PIECE && (kinds_of(hive, top) >> PILLBUG & 1) != 0)
            throwers |= ring & -ring;
    }
    return throwers;
}

/* What is taken without PIECE, a top one. */
static struct field_set taken_without(const struct hive *hive, unsigned piece)
{
    struct field_set taken = hive->field.taken;
    if (hive->under[piece] == NO_PIECE)
        field_remove(&taken, hive->place[piece]);
    return taken;
}

/* A tile that is lifted, and where it may be put down. */
struct lifting {
    const struct hive *hive;
    struct field_set taken;   /* by the others */
    struct field_set reached; /* the places listed in .goals */
    unsigned from;
    unsigned count;
    uint16_t goals[GOALS]; /* the first is where the tile was */
};

static inline void hive_reach(struct lifting *lifting, unsigned place)
{
    if (field_has(&lifting->reached, place))
        return;
    field_put(&lifting->reached, place);
    lifting->goals[lifting->count++] = (uint16_t)place;
}

static bool is_goal(const struct lifting *lifting, unsigned place)
{
    return place != lifting->from && field_has(&lifting->reached, place);
}

static unsigned height_at(const struct lifting *lifting, unsigned place)
{
    return hive_height(lifting->hive, top_at(lifting->hive, place)) - (place == lifting->from);
}

/* Rule 4: a climb from PLACE over BIT of its ring. */
static bool passes_gate(const struct lifting *lifting, unsigned place, unsigned bit)
{
    unsigned from = height_at(lifting, place);
    unsigned goal = height_at(lifting, hive_beside(place, bit));
    unsigned higher = from > goal ? from : goal;
    return height_at(lifting, hive_beside(place, bit + 1)) <= higher ||
        height_at(lifting, hive_beside(place, bit + 5)) <= higher;
}

/* Where a step leads from PLACE; with FREE also through gaps and gates. */
static unsigned steps_from(const struct lifting *lifting, unsigned place, unsigned onto, bool free)
{
    unsigned ring = field_ring(&lifting->taken, LATTICE_HEX, place);
    bool high = field_has(&lifting->taken, place);
    if (onto == OVER)
        return ring;
    unsigned wanted = onto == EMPTY ? ~ring & RING
        : onto == TAKEN             ? ring
        : onto == EITHER            ? RING
        : high                      ? 0
                                    : throwers_beside(lifting->hive, place, lifting->hive->rests);
    unsigned climbs = wanted & (high ? RING : ring);
    unsigned steps = high ? 0 : wanted & (free ? ring_next(ring) | ring_before(ring) : ring_slides(ring));
    for (; climbs != 0; climbs &= climbs - 1)
        if (free || passes_gate(lifting, place, (unsigned)__builtin_ctz(climbs)))
            steps |= climbs & -climbs;
    return steps;
}

/* Goes on from PLACE, not back to BEFORE; no way so short comes to another place twice but for its first. */
static void hive_walk(struct lifting *lifting, const uint8_t *steps, unsigned before, unsigned place, bool free)
{
    for (unsigned bits = *steps == 0 ? 0 : steps_from(lifting, place, *steps, free); bits != 0; bits &= bits - 1) {
        unsigned next = first_beside(place, bits);
        while (*steps == OVER && field_has(&lifting->taken, next))
            next = first_beside(next, bits);
        if (next == before)
            continue;
        if (steps[1] == 0)
            hive_reach(lifting, next);
        else
            hive_walk(lifting, steps + 1, place, next, free);
    }
}

/* Lifts PIECE, which judge_lift lets go and without which nothing falls apart, and finds all its goals: those that an
   ant slides to one after the other first, then by kinds. */
static void find_goals(struct lifting *lifting, const struct hive *hive, unsigned piece)
{
    unsigned as = seat_of(piece) == hive->field.state.seat ? kinds_of(hive, piece) : 0;
    unsigned from = hive->place[piece];
    lifting->hive = hive;
    lifting->taken = taken_without(hive, piece);
    memset(&lifting->reached, 0, sizeof lifting->reached);
    lifting->from = from;
    lifting->count = 0;
    hive_reach(lifting, from);
    for (unsigned i = 0; (as >> ANT & 1) != 0 && i < lifting->count; i++) {
        unsigned place = lifting->goals[i];
        for (unsigned ring = ring_slides(field_ring(&lifting->taken, LATTICE_HEX, place)); ring != 0; ring &= ring - 1)
            hive_reach(lifting, first_beside(place, ring));
    }
    for (unsigned left = as | 1u << THROWN; left != 0; left &= left - 1) {
        unsigned kind = (unsigned)__builtin_ctz(left);
        if (kind == BEETLE && hive->under[piece] == NO_PIECE) /* slides are listed before climbs */
            hive_walk(lifting, kinds[QUEEN].steps, FIELD_NONE, from, false);
        hive_walk(lifting, kinds[kind].steps, FIELD_NONE, from, false);
    }
}

/* Beside PIECE, a top one, what of the hive falls off without it: bits of its ring. */
static unsigned parted_by(const struct hive *hive, unsigned piece)
{
    const struct field_set taken = taken_without(hive, piece);
    unsigned place = hive->place[piece];
    unsigned ring = field_ring(&taken, LATTICE_HEX, place);
    struct field_set group = {{0}};
    if (hive->under[piece] != NO_PIECE || ring_stretches(ring) < 2)
        return 0;
    field_put(&group, first_beside(place, ring));
    field_flood(&group, &taken, LATTICE_HEX, field_rows_of(&taken));
    return ring & ~field_ring(&group, LATTICE_HEX, place);
}

/* Rules. */

static inline bool must_lay_queen(const struct hive_rules *rules, const struct hive *hive)
{
    return queen_place(hive, hive->field.state.seat) == FIELD_NONE && turn_of(&hive->field.state) >= rules->queen_by;
}

/* Whether the seat to move may lay PIECE, wherever. */
static inline int judge_tile(const struct hive_rules *rules, const struct hive *hive, unsigned piece)
{
    if (seat_of(piece) != hive->field.state.seat)
        return NOT_YOURS;
    if (kind_of(piece) == QUEEN && !rules->opening_queen && turn_of(&hive->field.state) == 1)
        return QUEEN_OPENING;
    if (kind_of(piece) != QUEEN && must_lay_queen(rules, hive))
        return QUEEN_BY;
    return is_early(hive, piece) ? ORDER : LEGAL;
}

/* The first tile beside PLACE, an empty one, that keeps the seat to move from laying there; NO_PIECE: none does. */
static unsigned enemy_beside(const struct hive *hive, unsigned place)
{
    for (unsigned ring = field_ring(&hive->field.taken, LATTICE_HEX, place); ring != 0; ring &= ring - 1) {
        unsigned top = top_at(hive, first_beside(place, ring));
        if (seat_of(top) != hive->field.state.seat && hive->lying > 1)
            return top;
    }
    return NO_PIECE;
}

static int judge_lay(const struct hive_turn *at)
{
    const struct hive *hive = at->hive;
    int rule = judge_tile(at->rules, hive, at->piece);
    if (rule != LEGAL || at->turn->count == 1)
        return rule;
    if (top_at(hive, at->goal) != NO_PIECE)
        return OCCUPIED;
    return enemy_beside(hive, at->goal) == NO_PIECE ? LEGAL : ENEMY_NEIGHBOUR;
}

/* Whether PIECE, on the field, may be moved or thrown, wherever to, if the hive hangs together without it. */
static int judge_lift(const struct hive_rules *rules, const struct hive *hive, unsigned piece)
{
    unsigned seat = hive->field.state.seat;
    unsigned from = hive->place[piece];
    bool own = seat_of(piece) == seat;
    if (!own && throwers_beside(hive, from, NO_PIECE) == 0)
        return NOT_YOURS;
    if (must_lay_queen(rules, hive))
        return QUEEN_BY;
    if (queen_place(hive, seat) == FIELD_NONE)
        return QUEEN_FIRST;
    if (piece == hive->rests || (!own && throwers_beside(hive, from, hive->rests) == 0))
        return JUST_MOVED;
    return is_covered(hive, piece) ? COVERED : LEGAL;
}

/* Which rule keeps a tile that was lifted and moves as KIND from GOAL. */
static int hive_refuse(struct lifting *lifting, unsigned kind, unsigned goal)
{
    bool touch = field_touch(LATTICE_HEX, lifting->from, goal);
    bool high = field_has(&lifting->taken, lifting->from) || field_has(&lifting->taken, goal);
    hive_walk(lifting, kinds[kind].steps, FIELD_NONE, lifting->from, true);
    if (!is_goal(lifting, goal))
        return touch && kinds[kind].rule == ONE_STEP ? CONTACT : kinds[kind].rule;
    return touch && high ? BEETLE_GATE : kinds[kind].hindered;
}

static int judge_move(const struct hive_turn *at)
{
    const struct hive_rules *rules = at->rules;
    const struct hive *hive = at->hive;
    const struct step *to = &at->turn->steps[1];
    unsigned kind = kind_of(at->piece);
    bool own = is_own(at);
    bool taken = (own ? top_at(hive, at->goal) : top_without(hive, at->goal, at->piece)) != NO_PIECE;
    bool climbs = rules->climb_any ||
        (side_in(to) == ON && at->goal != at->from && piece_in(rules, to) == top_at(hive, at->goal));
    struct lifting lifting;
    int rule = judge_lift(rules, hive, at->piece);
    if (rule != LEGAL)
        return rule;
    if (parted_by(hive, at->piece) != 0)
        return ONE_HIVE;
    if (taken && !climbs)
        return OCCUPIED;
    find_goals(&lifting, hive, at->piece);
    if (is_goal(&lifting, at->goal))
        return LEGAL;
    if (!taken && field_ring(&lifting.taken, LATTICE_HEX, at->goal) == 0)
        return ONE_HIVE;
    if (taken && !(own && is_climber(kind)))
        return CLIMB;
    return hive_refuse(&lifting, !own ? THROWN : hive->under[at->piece] == NO_PIECE ? kind : BEETLE, at->goal);
}

static uint64_t count_active(const struct hive_rules *rules, const struct hive *hive);

static int hive_judge(
    const void *rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct hive_turn at = turn_on_board(rules, state, turn);
    (void)step;
    finding->part = FAULT_WHOLE;
    if (turn->shape == TURN_PASS)
        return count_active(rules, at.hive) > 0 ? COMMON + COMMON_CANNOT_PASS : LEGAL;
    for (unsigned i = 0; i < turn->count; i++) {
        const struct step *named = &turn->steps[i];
        finding->part = (uint16_t)i;
        if (piece_in(rules, named) == NO_PIECE)
            return named->count == 0 && at.rules->count[kind_of(named->cell)] > 1 ? SYNTAX + SYNTAX_TURN : NOT_IN_SET;
    }
    if (at.goal == FIELD_NONE)
        return REFERENCE;
    finding->part = FAULT_WHOLE;
    if (turn->count == 1 && at.hive->lying > 0)
        return NO_PLACE;
    return at.from == FIELD_NONE ? judge_lay(&at) : judge_move(&at);
}

/* Whatever leaves a position that can be written and goes on. */
static bool hive_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct hive_turn at = turn_on_board(rules, state, turn);
    const struct hive *hive = at.hive;
    struct finding finding;
    int rule = hive_judge(rules, state, turn, step, &finding);
    if (rule > CLIMB && rule < COMMON && rule != THROW) /* how kinds move: it can lie there, whatever the way */
        return true;
    if (rule >= COMMON || (rule >= NOT_IN_SET && rule <= REFERENCE) || rule == ORDER || rule == THROW)
        return false;
    if (at.from != FIELD_NONE &&
        (is_covered(hive, at.piece) || hive->under[at.piece] != NO_PIECE || parted_by(hive, at.piece) != 0))
        return false;
    const struct field_set taken = taken_without(hive, at.piece);
    return top_at(hive, at.goal) == NO_PIECE && field_ring(&taken, LATTICE_HEX, at.goal) != 0;
}

/* A number for what rule 9 calls a position: kinds on places, shifted alike, the seat to move, and what rests if that
   makes a difference. */
static uint64_t position_key(const struct hive_rules *rules, const struct hive *hive)
{
    struct field_box box = field_box_of(&hive->field.taken);
    unsigned corner = field_place(box.low_row, box.low_column);
    uint64_t key = hive->field.state.seat;
    struct hive awake = *hive;
    unsigned rests = hive->rests;
    awake.rests = NO_PIECE;
    if (rests != NO_PIECE && count_active(rules, &awake) == count_active(rules, hive))
        rests = NO_PIECE;
    for (const uint8_t *piece = rules->pieces; *piece != NO_PIECE; piece++)
        if (!is_in_hand(hive, *piece))
            key += hash_mix((uint64_t)(hive->place[*piece] - corner) << 32 |
                (uint64_t)hive_height(hive, hive->under[*piece]) << 16 | (uint64_t)(*piece == rests) << 15 |
                *piece % NUMBER);
    return key;
}

static void hive_make(const void *any_rules, struct state *state, const struct turn *turn, unsigned step)
{
    const struct hive_rules *rules = any_rules;
    struct hive *hive = (struct hive *)state;
    const struct hive_turn at = turn_on_board(rules, state, turn);
    (void)step;
    if (rules->repetition > 0 && hive->known == 0) /* the position that a game begins with has occurred, too */
        hive->history[hive->known++] = position_key(rules, hive);
    hive->moved = (uint8_t)at.piece;
    hive->rests = rules->count[PILLBUG] > 0 ? hive->moved : NO_PIECE;
    hive->left = (uint16_t)at.from;
    if (turn->shape == TURN_PASS)
        return;
    if (at.from == FIELD_NONE)
        hive->known = 0; /* a laid tile is never taken back, so nothing from before it can occur again */
    else
        lift_tile(hive, at.piece);
    hive_put(hive, at.piece, at.goal);
    if (is_at_edge(at.goal))
        move_to_middle(rules, hive);
}

/* Legal turns. */

struct turn_walk {
    const struct hive_rules *rules;
    const struct hive *hive;
    turn_visitor *visit; /* NULL: turns are only counted */
    void *context;
    uint64_t count;
    struct turn turn;
};

static bool visit_goals(struct turn_walk *walk, unsigned piece, const uint16_t *goals, unsigned count)
{
    walk->count += count;
    walk->turn.steps[0] = step_naming(walk->rules, piece, ON);
    for (unsigned i = 0; walk->visit != NULL && i < count; i++) {
        name_place(walk->rules, walk->hive, goals[i], piece, &walk->turn.steps[1]);
        if (!walk->visit(walk->context, &walk->turn))
            return false;
    }
    return true;
}

/* No neighbour of a tile that is laid is one of the opponent's, but for the first two. */
static bool visit_lays(struct turn_walk *walk)
{
    const struct hive_rules *rules = walk->rules;
    const struct hive *hive = walk->hive;
    const struct field_set *taken = &hive->field.taken;
    struct field_rows rows = field_rows_of(taken);
    struct field_set enemies = {{0}};
    uint16_t goals[GOALS] = {rules->field.first_place};
    unsigned count = hive->lying == 0;
    for (const uint8_t *piece = rules->pieces; hive->lying > 1 && *piece != NO_PIECE; piece++)
        if (seat_of(*piece) != hive->field.state.seat && !is_in_hand(hive, *piece) && !is_covered(hive, *piece))
            field_put(&enemies, hive->place[*piece]);
    for (unsigned row = rows.low - 1; hive->lying > 0 && row <= rows.high + 1; row++) {
        uint64_t bits = field_beside(taken, LATTICE_HEX, row) & ~taken->rows[row];
        for (bits &= ~field_beside(&enemies, LATTICE_HEX, row); bits != 0; bits &= bits - 1)
            goals[count++] = (uint16_t)(row * FIELD_ROW + (unsigned)__builtin_ctzll(bits));
    }
    walk->turn.count = hive->lying == 0 ? 1 : 2;
    for (const uint8_t *piece = rules->pieces; *piece != NO_PIECE; piece++)
        if (is_in_hand(hive, *piece) && judge_tile(rules, hive, *piece) == LEGAL &&
            !visit_goals(walk, *piece, goals, count))
            return false;
    return true;
}

static bool visit_moves(struct turn_walk *walk)
{
    const struct hive_rules *rules = walk->rules;
    const struct hive *hive = walk->hive;
    struct lifting lifting;
    struct field_set pins; /* of all at once: what parted_by says of each takes a third longer */
    if (queen_place(hive, hive->field.state.seat) == FIELD_NONE)
        return true;
    field_pins(&hive->field.taken, LATTICE_HEX, &pins);
    walk->turn.count = 2;
    for (const uint8_t *piece = rules->pieces; *piece != NO_PIECE; piece++) {
        if (is_in_hand(hive, *piece) || judge_lift(rules, hive, *piece) != LEGAL ||
            (hive->under[*piece] == NO_PIECE && field_has(&pins, hive->place[*piece])))
            continue;
        find_goals(&lifting, hive, *piece);
        if (!visit_goals(walk, *piece, lifting.goals + 1, lifting.count - 1))
            return false;
    }
    return true;
}

/* The legal turns but for a pass. */
static uint64_t count_active(const struct hive_rules *rules, const struct hive *hive)
{
    struct turn_walk walk = {.rules = rules, .hive = hive};
    visit_lays(&walk);
    visit_moves(&walk);
    return walk.count;
}

static uint64_t hive_count(const void *rules, const struct state *state)
{
    uint64_t active = count_active(rules, (const struct hive *)state);
    return active > 0 ? active : 1; /* a pass */
}

static bool hive_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    struct turn_walk walk = {rules, (const struct hive *)state, visit, context, 0, {.shape = TURN_HIVE}};
    return visit_lays(&walk) && visit_moves(&walk) &&
        (walk.count > 0 || visit(context, &(struct turn){.shape = TURN_PASS}));
}

/* The end. */

/* What lies round the queen of SEAT. */
static unsigned queen_ring(const struct hive *hive, unsigned seat)
{
    unsigned place = queen_place(hive, seat);
    return place == FIELD_NONE ? 0 : field_ring(&hive->field.taken, LATTICE_HEX, place);
}

static void hive_ending(const void *any_rules, const struct state *state, struct ending *ending)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    unsigned lost = (queen_ring(hive, 1) == RING ? 1 : 0) | (queen_ring(hive, 2) == RING ? 2 : 0);
    if (lost != 0)
        *ending =
            (struct ending){.over = true, .reason = lost == 3 ? "both-surrounded" : "surrounded", .winners = 3 - lost};
    else if (rules->repetition > 0 && hive->occurred >= rules->repetition)
        *ending = (struct ending){.over = true, .reason = "repetition"};
}

static void hive_end_turn(const void *any_rules, struct state *state)
{
    const struct hive_rules *rules = any_rules;
    struct hive *hive = (struct hive *)state;
    state->seat = 3 - state->seat;
    state->number += state->number < UINT32_MAX;
    if (rules->repetition == 0)
        return;
    uint64_t key = position_key(rules, hive);
    hive->occurred = 1;
    for (unsigned i = 0; i < hive->known; i++)
        hive->occurred = (uint8_t)(hive->occurred + (hive->history[i] == key));
    if (hive->known == HISTORY)
        memmove(hive->history, hive->history + 1, --hive->known * sizeof *hive->history);
    hive->history[hive->known++] = key;
}

/* What lies round the other's queen. */
static void hive_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    for (unsigned seat = 1; seat <= 2; seat++)
        for (unsigned ring = queen_ring(hive, 3 - seat); ring != 0; ring &= ring - 1) {
            unsigned place = first_beside(queen_place(hive, 3 - seat), ring);
            visit(context,
                &(struct score_item){
                    .seat = (uint8_t)seat, .times = 1, .count = 1, .name = rules->name[top_at(hive, place)]});
        }
}

/* Facts. */

static struct hive_turn look_at(const struct violation *violation)
{
    return turn_on_board(violation->rules, violation->state, violation->turn);
}

/* The top tile of a place, by name. */
static const char *top_name(const struct hive_turn *at, unsigned place)
{
    return at->rules->name[top_at(at->hive, place)];
}

static void hive_fact_step(const struct violation *violation, struct text *text)
{
    hive_add_steps(violation->turn->steps, violation->turn->count, text);
}

static void hive_fact_piece(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    text_add_string(text, at.rules->name[at.piece]);
}

static void fact_stranger(const struct violation *violation, struct text *text)
{
    struct step step = violation->turn->steps[violation->part];
    step.mark = '0' + ON;
    hive_add_step(&step, text);
}

static void hive_fact_limit(const struct violation *violation, struct text *text)
{
    text_add_number(text, turn_of(violation->state));
}

/* The other tile that a rule is about. */
static void fact_tile(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    int rule = violation->rule;
    unsigned tile = rule == QUEEN_BY || rule == QUEEN_FIRST ? first_of(violation->state->seat, QUEEN)
        : rule == ORDER                                     ? at.piece
        : rule == ENEMY_NEIGHBOUR                           ? enemy_beside(at.hive, at.goal)
        : rule == JUST_MOVED                                ? at.hive->rests
                                                            : top_at(at.hive, rule == COVERED ? at.from : at.goal);
    while (rule == ORDER && is_early(at.hive, tile))
        tile -= NUMBER;
    text_add_string(text, at.rules->name[tile]);
}

static void fact_kind(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    bool high = violation->rule == ONE_STEP && at.hive->under[at.piece] != NO_PIECE;
    text_printf(text, "%s%s", high ? "on top of others " : "", kinds[kind_of(at.piece)].name);
}

static void fact_kinds(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    unsigned as = kinds_of(at.hive, at.piece);
    for (unsigned left = as; left != 0; left &= left - 1)
        text_printf(text, "%s%s",
            left == as                     ? ""
                : (left & (left - 1)) == 0 ? " and "
                                           : ", ",
            kinds[__builtin_ctz(left)].name);
    text_add_string(text, as == 0 ? "there are only mosquitoes" : " cannot get there");
}

/* As the turn names it. */
static void hive_fact_place(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    struct step to = violation->turn->steps[1];
    if (side_in(&to) == ON)
        name_place(at.rules, at.hive, at.goal, at.piece, &to);
    hive_add_step(&to, text);
}

/* The set has no such tile. */
static void why_not_in_set(const struct hive_rules *rules, const struct step *step, struct text *text)
{
    unsigned kind = kind_of(step->cell);
    if (rules->count[kind] == 0)
        text_printf(text, "this game is played without %s", kinds[kind].name);
    else
        text_printf(text, "the set has only %s", rules->name[step->cell + NUMBER]);
    if (rules->count[kind] > 1)
        text_printf(text, " to %s", rules->name[step->cell + rules->count[kind] * NUMBER]);
}

static void why_occupied(const struct hive_turn *at, struct text *text)
{
    const char *piece = at->rules->name[at->piece];
    const char *top = top_name(at, at->goal);
    bool lays = at->from == FIELD_NONE;
    bool stays = at->from == at->goal;
    text_printf(text,
        stays      ? "that is where %s is already"
            : lays ? "%s lies there, and a tile is laid only on an empty place"
                   : "%s lies on top there",
        stays ? piece : top);
    if (!lays && !stays && is_climber(kind_of(at->piece)))
        text_printf(text, "; a climb is written with just its name, '%s %s'", piece, top);
}

static void why_one_hive(const struct hive_turn *at, struct text *text)
{
    unsigned parted = parted_by(at->hive, at->piece);
    unsigned ring = field_ring(&at->hive->field.taken, LATTICE_HEX, at->from);
    if (parted == 0)
        text_printf(text, "%s would touch no other tile there", at->rules->name[at->piece]);
    else
        text_printf(text, "%s is all that joins %s and %s", at->rules->name[at->piece],
            top_name(at, first_beside(at->from, ring)), top_name(at, first_beside(at->from, parted)));
}

/* Of a grasshopper: it lands elsewhere on the line to its goal, or has nothing to go over, or no line leads there. */
static void why_jump(const struct hive_turn *at, struct text *text)
{
    for (unsigned side = 0; side < 6; side++) {
        unsigned beside = hive_beside(at->from, side);
        unsigned lands = beside;
        while (top_at(at->hive, lands) != NO_PIECE)
            lands = hive_beside(lands, side);
        unsigned place = lands;
        while (place != at->goal && field_place(field_row(place), field_column(place)) != FIELD_NONE)
            place = hive_beside(place, side);
        if (place != at->goal)
            continue;
        if (lands == beside) {
            text_add_string(text, "there is no tile beside it to jump over");
        } else {
            text_add_string(text, "the first empty place on that line is ");
            struct step to;
            name_place(at->rules, at->hive, lands, at->piece, &to);
            hive_add_step(&to, text);
        }
        return;
    }
    text_add_string(text, "it is not along a straight line");
}

static void why_throw(const struct hive_turn *at, struct text *text)
{
    unsigned throwers = throwers_beside(at->hive, at->from, at->hive->rests);
    text_printf(text, "%s can throw %s only %s", top_name(at, first_beside(at->from, throwers)),
        at->rules->name[at->piece],
        at->hive->under[at->piece] != NO_PIECE ? "if it lies alone on its place" : "to an empty place beside itself");
}

/* A gap between two tiles: on the first step if the tile is shut in, else on the last one. */
static void why_gap(const struct hive_turn *at, struct text *text)
{
    const struct field_set without = taken_without(at->hive, at->piece);
    bool shut = ring_slides(field_ring(&without, LATTICE_HEX, at->from)) == 0;
    unsigned place = shut ? at->from : at->goal;
    unsigned taken = field_ring(&without, LATTICE_HEX, place);
    unsigned gaps = ~taken & ring_next(taken) & ring_before(taken) & RING;
    unsigned direct = 1u << side_of(place, shut ? at->goal : at->from) & gaps; /* where it is but a step */
    unsigned side = gaps == 0 ? 0 : (unsigned)__builtin_ctz(direct != 0 ? direct : gaps);
    if (gaps == 0)
        text_add_string(text, "every way there is too narrow");
    else
        text_printf(text, "the gap between %s and %s is too narrow", top_name(at, hive_beside(place, side + 1)),
            top_name(at, hive_beside(place, side + 5)));
}

/* Of a beetle's climb, the two stacks; of what takes several climbs or is thrown, there may be more ways than one. */
static void why_gate(const struct hive_turn *at, struct text *text)
{
    unsigned side = side_of(at->from, at->goal);
    if (is_own(at) && is_climber(kind_of(at->piece)) && side < ON)
        text_printf(text, "the stacks of %s and %s on both sides of its path are higher",
            top_name(at, hive_beside(at->from, side + 1)), top_name(at, hive_beside(at->from, side + 5)));
    else
        text_add_string(text, "on every way there, it would have to pass between two higher stacks");
}

static void hive_fact_why(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    switch (violation->rule) {
    case COMMON + COMMON_CANNOT_PASS:
        text_add_string(text, "there is a legal turn, and a player passes only without one");
        break;
    case SYNTAX + SYNTAX_TURN:
        text_add_string(text, "the set has several of ");
        fact_stranger(violation, text);
        text_add_string(text, ", so it needs its number");
        break;
    case NOT_IN_SET:
        why_not_in_set(at.rules, &violation->turn->steps[violation->part], text);
        break;
    case NO_PLACE:
        text_printf(text, "add its place, named by a tile beside it, such as -%s",
            top_name(&at, field_next(&at.hive->field.taken, FIELD_NONE)));
        break;
    case REFERENCE:
        if (at.hive->lying == 0)
            text_add_string(text, "; the first tile of a game is written without a place");
        break;
    case NOT_YOURS:
        if (at.from != FIELD_NONE && at.rules->count[PILLBUG] > 0)
            text_add_string(text, "; no pillbug or mosquito beside it can throw it");
        break;
    case OCCUPIED:
        why_occupied(&at, text);
        break;
    case ONE_HIVE:
        why_one_hive(&at, text);
        break;
    case JUMP:
        why_jump(&at, text);
        break;
    case THROW:
        why_throw(&at, text);
        break;
    case BEETLE_GATE:
        why_gate(&at, text);
        break;
    default:
        why_gap(&at, text);
    }
}

static const struct fact facts[] = {
    {"step", hive_fact_step},
    {"piece", hive_fact_piece},
    {"stranger", fact_stranger},
    {"other", fact_stranger},
    {"player", kit_fact_player},
    {"owner", kit_fact_owner},
    {"queen", fact_tile},
    {"limit", hive_fact_limit},
    {"lower", fact_tile},
    {"enemy", fact_tile},
    {"rests", fact_tile},
    {"cover", fact_tile},
    {"onto", fact_tile},
    {"kind", fact_kind},
    {"kinds", fact_kinds},
    {"place", hive_fact_place},
    {"why", hive_fact_why},
    {0},
};

/* Views. */

static struct view_piece hive_look_of(const void *any_rules, unsigned piece, struct arena *arena)
{
    const struct hive_rules *rules = any_rules;
    unsigned seat = seat_of(piece);
    (void)arena;
    return (struct view_piece){.text = {rules->name[piece][1], rules->name[piece][2], '\0'},
        .seat = (uint8_t)seat,
        .sign = kinds[kind_of(piece)].sign,
        .colour = seat == 1 ? "white" : "black"};
}

/* The label is the name of the top tile and how many are under it, "bM+2". */
static bool show_stack(
    const void *any_rules, const struct state *state, unsigned place, struct arena *arena, struct view_cell *cell)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    unsigned level = hive_height(hive, top_at(hive, place));
    struct view_piece *pieces = arena_alloc(arena, level * sizeof *pieces);
    cell->height = (uint8_t)level;
    for (unsigned piece = top_at(hive, place); pieces != NULL && piece != NO_PIECE; piece = hive->under[piece]) {
        pieces[--level] = hive_look_of(rules, piece, arena);
        pieces[level].rests = piece == hive->rests && seat_of(piece) == state->seat;
    }
    strcpy(cell->label, rules->name[top_at(hive, place)]);
    if (cell->height > 1)
        number_write(strcat(cell->label, "+") + strlen(rules->name[top_at(hive, place)]) + 1, cell->height - 1u);
    cell->pieces = pieces;
    return pieces != NULL;
}

static const struct field_game field = {
    .wanted = "a stack is a place and its tiles from the bottom up, 'a1=wQ.bB1', once each",
    .read = read_stack,
    .write = write_stack,
    .show = show_stack,
    .arrows = "-",
    .shifted = true,
};

/* From where to where LAST goes, or went if it was made. */
static void add_ends(const void *rules, const struct state *state, const struct turn *last, struct turn *shown)
{
    const struct hive_turn at = turn_on_board(rules, state, last);
    bool made = at.hive->moved == at.piece;
    unsigned from = made ? at.hive->left : at.from;
    unsigned to = made ? at.hive->place[at.piece] : last->count > 1 ? at.goal : FIELD_NONE;
    if (at.piece == NO_PIECE)
        return;
    if (from != FIELD_NONE)
        shown->steps[shown->count++] = (struct step){.cell = (uint16_t)from};
    if (to != FIELD_NONE)
        shown->steps[shown->count++] = (struct step){.cell = (uint16_t)to, .mark = '-'};
}

static bool hive_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    struct turn shown = {.count = 0};
    *view = (struct view){.seats = 2, .hand_count = 2};
    if (last != NULL)
        add_ends(rules, state, last, &shown);
    view->hands = arena_alloc(arena, 2 * sizeof *view->hands);
    if (!field_show(rules, state, &shown, arena, view) || arena->failed)
        return false;
    for (unsigned seat = 1; seat <= 2; seat++) {
        if (queen_ring(hive, seat) == RING)
            view->cells[field_rank(&hive->field.taken, queen_place(hive, seat))].wins = true;
        uint8_t of[PIECE_CODES] = {0};
        struct text text;
        text_init(&text);
        text_add_string(&text, "has in hand");
        for (const uint8_t *piece = rules->pieces; *piece != NO_PIECE; piece++)
            if (seat_of(*piece) == seat && is_in_hand(hive, *piece)) {
                of[*piece] = 1;
                text_printf(&text, " %s", rules->name[*piece]);
            }
        hand_show(
            rules, seat, NULL, &(struct hand){of, rules->pieces, PIECES}, hive_look_of, arena, &view->hands[seat - 1]);
        text_add_string(&text, view->hands[seat - 1].count == 0 ? " nothing" : "");
        view->seat_names[seat - 1] = rules->field.game.seat_names[seat - 1];
        view->lines[seat - 1] = text_kept(&text, arena);
        view->drawn[seat - 1] = "";
        text_release(&text);
    }
    if (hive->rests != NO_PIECE)
        view->notes[0] = arena_printf(arena, "%s rests", rules->name[hive->rests]).at;
    return !arena->failed;
}

/* The tile and where it goes, which has no name but that beside another. */
static void hive_point(
    const void *rules, const struct state *state, const struct turn *turn, target_visitor *visit, void *context)
{
    const struct hive_turn at = turn_on_board(rules, state, turn);
    const enum lattice lattice = at.rules->field.lattice;
    struct text text;
    if (at.piece == NO_PIECE || at.goal == FIELD_NONE)
        return;
    text_init(&text);
    const struct view_cell from = field_cell(lattice, at.from == FIELD_NONE ? at.goal : at.from);
    const struct view_cell goal = field_cell(lattice, at.goal);
    visit(context, slice_of(at.rules->name[at.piece]), at.from == FIELD_NONE ? NULL : &from);
    if (turn->count > 1) {
        struct step to = turn->steps[1];
        name_place(at.rules, at.hive, at.goal, at.piece, &to);
        hive_add_step(&to, &text);
        visit(context, text_slice(&text), &goal);
    }
    text_release(&text);
}

/* As UHP has it. */
static const struct other_tag others[] = {
    {"GameType", "pieces", "Base", "MLP"},
    {"Result", NULL, "WhiteWins=1-0|BlackWins=0-1|Draw=1/2-1/2|InProgress=*|NotStarted=*"},
    {0},
};

const struct game hive = {
    .ruleset = {"hive", "hive", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct hive_rules),
    .state_size = sizeof(struct hive),
    .field = &field,
    .fewest = 2,
    .most = 2,
    .position = {.fields = fields, .set_up = hive_set_up, .validate = hive_validate},
    .notation = {.shape = TURN_HIVE,
        .example = "'wA1 -bQ', a tile and a side of another, 'wB1 bQ', a climb, or 'wG1', the first tile",
        .resolve = hive_resolve,
        .write = hive_write,
        .counts_turns = true,
        .spell = hive_spell},
    .judging = {.unit = UNIT_TURN,
        .judge = hive_judge,
        .make = hive_make,
        .generate = hive_generate,
        .can_force = hive_can_force,
        .end_turn = hive_end_turn},
    .result = {.scoring = SCORE_WIN,
        .one = "tile round the other queen",
        .many = "tiles round the other queen",
        .score = hive_score,
        .ending = hive_ending},
    .display = {.gesture = "a tile and its place",
        .view = hive_view,
        .point = hive_point,
        .legend = "The name is that of the top tile of a stack; after '+' comes the number of tiles under it."},
    .foreign = {.tags = others},
    .own = {.count = hive_count},
};

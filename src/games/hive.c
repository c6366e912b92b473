/* SPDX-License-Identifier: MIT */
/* Hive, by John Yianni: tiles of insects are laid and moved, and hang together at all times; whose queen is
   surrounded loses.

   A tile is a number: those of White from 1, those of Black after them, in the order of kinds.  A place knows its top
   tile, and a tile what it lies on.  Where a tile can go is a list of goals, which the steps of its kind lead to, see
   ways; a turn is legal if its place is among them, and else judge says why it is not: whether the same steps lead
   there through gaps and gates. */
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

/* Two queens side by side, and a beetle, a spider and a grasshopper of White at one end. */
#define ROW BASE AT("a1=wS1;a2=wB1;a3=wQ;a4=bQ;a5=bA1;a6=bA2 1 - 4")

static const struct rule rule_table[] = {
    [NOT_IN_SET] = {"hive/not-in-set", SEVERITY_ERROR, "{step}: there is no {stranger}; {why}",
        "Only tiles of the set are laid and named. The rulesets hive-m, hive-l and so on add the mosquito, the ladybug "
        "and the pillbug; 'pieces' says how many there are of each kind.",
        BASE "\n1. wM *\n", .kept = ALL "\n1. wM *\n", .parameter = "pieces.M pieces.L pieces.P"},
    [NO_PLACE] = {"hive/no-place", SEVERITY_ERROR, "{step} does not say where the tile goes; {why}",
        "A turn says where its tile goes. Only the first tile of a game has no other to lie beside.",
        BASE "\n1. wG1 2. bG1 *\n", .kept = BASE "\n1. wG1 2. bG1 wG1- *\n"},
    [REFERENCE] = {"hive/reference", SEVERITY_ERROR, "{step} names a place by {other}, which is not on the field{why}",
        "A place is named by a tile on the field. Any of them will do, covered ones as well.",
        BASE "\n1. wG1 2. bG1 bA1- *\n", .kept = BASE "\n1. wG1 2. bG1 wG1- *\n"},
    [NOT_YOURS] = {"hive/not-yours", SEVERITY_ERROR, "{piece} belongs to {owner}, and {player} is to move{why}",
        "A player lays and moves tiles of their own. Only a pillbug throws those of the other, too.",
        BASE "\n1. bG1 *\n", .kept = BASE "\n1. wG1 *\n"},
    [QUEEN_OPENING] = {"hive/queen-opening", SEVERITY_ERROR,
        "{step} lays the queen in {player}'s first turn; it may be laid from the second on",
        "No queen is laid in a player's first turn. This is the rule of tournaments; 'opening_queen: allowed' lifts "
        "it.",
        BASE "\n1. wQ *\n", .kept = BASE "[Rules \"opening_queen=allowed\"]\n\n1. wQ *\n",
        .parameter = "opening_queen"},
    [QUEEN_BY] = {"hive/queen-by-turn-4", SEVERITY_ERROR,
        "{step} leaves the queen in hand: in turn {limit}, {player} must lay {queen}",
        "The queen is laid by a player's fourth turn. From turn 'queen_by' on, a player whose queen is in hand lays "
        "nothing else, and moves nothing.",
        BASE AT("a1=wS2;a2=wS1;a3=wG1;a4=bS1;a5=bQ;a6=bS2 1 - 4") "7. wA1 -wS2 *\n",
        .kept = BASE AT("a1=wS2;a2=wS1;a3=wG1;a4=bS1;a5=bQ;a6=bS2 1 - 4") "7. wQ -wS2 *\n", .parameter = "queen_by"},
    [ORDER] = {"hive/order", SEVERITY_ERROR,
        "{step} lays {piece} before {lower}; of a kind the lowest number comes first",
        "Tiles of a kind are laid by their numbers. They do not differ otherwise.", BASE "\n1. wA2 *\n",
        .kept = BASE "\n1. wA1 *\n"},
    [OCCUPIED] = {"hive/occupied", SEVERITY_ERROR, "{step}: {why}",
        "A tile is laid on an empty place. A climb is written by the name of the tile on top of the goal alone; with "
        "'climb_named: any' also as a side of a neighbour.",
        ROW "7. wG1 -wQ *\n", .kept = ROW "7. wG1 -wS1 *\n", .parameter = "climb_named"},
    [ENEMY_NEIGHBOUR] = {"hive/enemy-neighbour", SEVERITY_ERROR,
        "{step} lays {piece} beside {enemy}, a tile of {owner}; a new tile touches only tiles of its own side",
        "A new tile touches no tile of the other side. Only the second tile of a game does. The colour of a stack is "
        "that of its top tile.",
        ROW "7. wG1 wQ/ *\n", .kept = ROW "7. wG1 \\wS1 *\n"},
    [QUEEN_FIRST] = {"hive/queen-first", SEVERITY_ERROR,
        "{step} moves {piece}, but {queen} is still in hand; before it is laid, {player} moves nothing",
        "Nothing moves before the own queen lies. A player whose queen is in hand can only lay.",
        BASE "\n1. wG1 2. bG1 wG1- 3. wG1 bG1- *\n", .kept = BASE "\n1. wG1 2. bG1 wG1- 3. wQ -wG1 *\n"},
    [JUST_MOVED] = {"hive/just-moved", SEVERITY_ERROR,
        "{step}: {rests} was laid or moved in the turn before, and rests",
        "In games with a pillbug a tile rests for a turn. What the opponent has just laid, moved or thrown is neither "
        "moved nor thrown, and throws nothing.",
        ALL AT("a1=wA1;a2=wP;a3=wQ;a4=bQ;b2=bA1 1 bA1 4") "7. bA1 wP/ *\n",
        .kept = ALL AT("a1=wA1;a2=wP;a3=wQ;a4=bQ;b2=bA1 1 bQ 4") "7. bA1 wP/ *\n"},
    [COVERED] = {"hive/covered", SEVERITY_ERROR,
        "{step}: {piece} lies under {cover}; only the top tile of a stack moves",
        "Only the top tile of a stack moves. What lies under others is not thrown either.",
        BASE AT("a1=wA1.bB1;a2=wQ;a3=bQ 1 - 3") "5. wA1 wQ/ *\n",
        .kept = BASE AT("a1=wA1;a2=wQ;a3=bQ.bB1 1 - 3") "5. wA1 wQ/ *\n"},
    [ONE_HIVE] = {"hive/one-hive", SEVERITY_ERROR, "{step}: {why}",
        "The tiles hang together at all times. While a tile is lifted, all others are still one group, and where it "
        "is put down it touches one of them.",
        ROW "7. wQ \\wB1 *\n", .kept = ROW "7. wS1 \\bQ *\n"},
    [CLIMB] = {"hive/climb", SEVERITY_ERROR, "{step}: {onto} lies there, and {kind} does not climb",
        "Only some kinds climb on others. Beetles do, and mosquitoes beside a beetle.", ROW "7. wS1 wB1 *\n",
        .kept = BASE AT("a1=wB1;a2=wS1;a3=wQ;a4=bQ;a5=bA1;a6=bA2 1 - 4") "7. wB1 wS1 *\n"},
    [ONE_STEP] = {"hive/one-step", SEVERITY_ERROR, "{step} does not go one place; {kind} moves exactly one",
        "Queens, beetles and pillbugs move one place. They slide there, and a beetle also climbs.",
        BASE AT("a1=wQ;a2=wS1;a3=bS1;a4=bQ 1 - 3") "5. wQ wS1/ *\n",
        .kept = BASE AT("a1=wQ;a2=wS1;a3=bS1;a4=bQ 1 - 3") "5. wQ \\wS1 *\n"},
    [THREE_STEPS] = {"hive/three-steps", SEVERITY_ERROR,
        "{step} is not a way of three places; a spider slides exactly three",
        "A spider slides exactly three places. It goes along other tiles, and over no place twice.",
        BASE AT("a1=wS1;a2=wQ;a3=bS1;a4=bQ 1 - 3") "5. wS1 wQ/ *\n",
        .kept = BASE AT("a1=wS1;a2=wQ;a3=bS1;a4=bQ 1 - 3") "5. wS1 bS1/ *\n"},
    [JUMP] = {"hive/jump", SEVERITY_ERROR, "{step} is not a jump: {why}",
        "A grasshopper jumps in a straight line. It goes over one or more tiles without a hole between them, onto the "
        "first empty place.",
        BASE AT("a1=wG1;a2=wQ;a3=bS1;a4=bQ 1 - 3") "5. wG1 bS1/ *\n",
        .kept = BASE AT("a1=wG1;a2=wQ;a3=bS1;a4=bQ 1 - 3") "5. wG1 bQ- *\n"},
    [LADYBUG_STEPS] = {"hive/ladybug-steps", SEVERITY_ERROR,
        "{step} is not a way of a ladybug, which goes two places on top of others and then down",
        "A ladybug climbs exactly three times. It goes onto a tile, on to another, and down to an empty place.",
        ALL AT("a1=wL;a2=wQ;a3=bS1;a4=bQ 1 bQ 3") "5. wL bQ- *\n",
        .kept = ALL AT("a1=wL;a2=wQ;a3=bS1;a4=bQ 1 bQ 3") "5. wL bS1/ *\n"},
    [MOSQUITO_MOVES] = {"hive/mosquito", SEVERITY_ERROR, "{step}: {piece} moves as a kind beside it; {kinds}",
        "A mosquito moves as a tile that it touches. On the ground it may choose any kind that lies on top beside it, "
        "but other mosquitoes; on top of others it moves as a beetle.",
        ALL AT("a1=wM;a2=wQ;a3=bS1;a4=bQ 1 bQ 3") "5. wM bQ- *\n",
        .kept = ALL AT("a1=wM;a2=wQ;a3=bS1;a4=bQ 1 bQ 3") "5. wM \\wQ *\n"},
    [THROW] = {"hive/throw", SEVERITY_ERROR, "{step}: {why}",
        "A pillbug throws tiles that lie beside it. A tile that is thrown lies alone on its place, whosever it is, and "
        "goes to an empty place beside the pillbug; a mosquito beside a pillbug throws as well.",
        ALL AT("a1=wA1;a2=wP;a3=wQ;a4=bQ;b2=bA1 1 bQ 4") "7. bA1 bQ- *\n",
        .kept = ALL AT("a1=wA1;a2=wP;a3=wQ;a4=bQ;b2=bA1 1 bQ 4") "7. bA1 wP\\ *\n"},
    [CONTACT] = {"hive/contact", SEVERITY_ERROR, "{step}: {piece} would touch no tile on the way",
        "A sliding tile touches others all the way. Of the two places beside the way one is taken.",
        BASE AT("a1=wQ;a3=bA1;b1=wS1;b3=bQ;c2=wS2;c3=bS1 1 - 4") "7. wQ -bA1 *\n",
        .kept = BASE AT("a1=wQ;a3=bA1;b1=wS1;b3=bQ;c2=wS2;c3=bS1 1 - 4") "7. wQ -bQ *\n"},
    [FREEDOM_TO_MOVE] = {"hive/freedom-to-move", SEVERITY_ERROR, "{piece} cannot slide to {place}: {why}",
        "A tile slides only where it fits. Of the two places beside the way one is empty; nothing squeezes through "
        "between two tiles.",
        BASE AT("a1=wA1;a2=wS1;b1=wQ;b3=bQ;c2=bS1;c3=bS2 1 - 4") "7. wA1 wQ- *\n",
        .kept = BASE AT("a1=wA1;a2=wS1;b1=wQ;b3=bQ;c2=bS1;c3=bS2 1 - 4") "7. wA1 -wQ *\n"},
    [BEETLE_GATE] = {"hive/beetle-gate", SEVERITY_ERROR, "{step}: {why}",
        "Nothing passes between two higher stacks. A climb is not possible if both places beside the way are higher "
        "than where it begins and where it ends.",
        BASE AT("a1=wB1;a2=wA1.bB1;b1=wQ.bB2;b2=bQ 1 - 4") "7. wB1 bQ *\n",
        .kept = BASE AT("a1=wB1;a2=wA1.bB1;b1=wQ;b2=bQ.bB2 1 - 4") "7. wB1 bB2 *\n"},
    {0},
};

enum hive_kind { QUEEN, SPIDER, BEETLE, GRASSHOPPER, ANT, MOSQUITO, LADYBUG, PILLBUG, KINDS };

static const char letters[KINDS + 1] = "QSBGAMLP";
static const char *const kind_signs[KINDS] = {"crown", "legs", "horns", "leap", "beads", "needle", "spots", "bands"};
static const char *const kind_names[KINDS] = {
    "the queen", "a spider", "a beetle", "a grasshopper", "an ant", "the mosquito", "the ladybug", "the pillbug"};

enum {
    SIDE_MOST = 26, /* tiles of a side: two of them in a row fit into the window */
    PIECES = 2 * SIDE_MOST,
    NO_PIECE = 0,
    PLACES = (FIELD_SIDE + 2) * FIELD_ROW,
    HISTORY = 512, /* positions in a row, with nothing laid, of which repetitions are found */
    GOALS = 6 * PIECES,
    RING = 63,
};

struct hive_rules {
    struct field_rules field;
    uint8_t count[KINDS];
    uint8_t first[KINDS]; /* tile of a kind, of White's */
    uint8_t kind[PIECES + 1];
    char name[PIECES + 1][4]; /* "wA1"; "wQ", the only one of its kind */
    uint8_t side;             /* tiles of a side */
    uint8_t queen_by;
    uint8_t opening_queen; /* allowed */
    uint8_t repetition;    /* occurrences of a position that draw, 0: none do */
    uint8_t climb_any;     /* climbs may be named by a side */
};

struct hive {
    struct field_position field;
    uint8_t top[PLACES];        /* the top tile of each place, NO_PIECE: none */
    uint16_t place[PIECES + 1]; /* of each tile, FIELD_NONE: in hand */
    uint8_t under[PIECES + 1];  /* the tile that it lies on, NO_PIECE: none */
    uint8_t lying;              /* tiles on the field */
    uint8_t moved;              /* the tile of the last turn, NO_PIECE: there was none */
    uint8_t occurred;           /* how often this position has been there, as far as that counts */
    uint16_t left;              /* where that tile was before, FIELD_NONE: in hand */
    uint16_t known;             /* positions in .history */
    uint64_t history[];         /* hashes since a tile was laid, where repetitions count */
};

/* Tiles. */

static inline unsigned seat_of(const struct hive_rules *rules, unsigned piece)
{
    return 1 + (piece > rules->side);
}

/* The opponent's tile of the same kind and number. */
static inline unsigned twin_of_opponent(const struct hive_rules *rules, unsigned piece)
{
    return piece > rules->side ? piece - rules->side : piece + rules->side;
}

static inline bool is_in_hand(const struct hive *hive, unsigned piece)
{
    return hive->place[piece] == FIELD_NONE;
}

/* The first tile of a kind. */
static inline unsigned first_of(const struct hive_rules *rules, unsigned seat, unsigned kind)
{
    return rules->first[kind] + (seat - 1) * rules->side;
}

static inline unsigned queen_of(const struct hive_rules *rules, unsigned seat)
{
    return first_of(rules, seat, QUEEN);
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

/* Whether PIECE, on the field, lies under another. */
static inline bool is_covered(const struct hive *hive, unsigned piece)
{
    return hive->top[hive->place[piece]] != piece;
}

/* The top tile of a place without PIECE. */
static inline unsigned top_without(const struct hive *hive, unsigned place, unsigned piece)
{
    unsigned top = hive->top[place];
    return top == piece ? hive->under[top] : top;
}

/* The place on that side of PLACE; and that of the first bit of a ring round it. */
static inline unsigned hive_beside(unsigned place, unsigned side)
{
    return field_round(LATTICE_HEX, place, side % 6);
}
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

/* The tile that rests, see rule 7; NO_PIECE: none does. */
static inline unsigned resting_tile(const struct hive_rules *rules, const struct hive *hive)
{
    return rules->count[PILLBUG] > 0 ? hive->moved : NO_PIECE;
}

/* Whether a tile of the same kind with a lower number, which comes first, is in hand, too. */
static inline bool is_early(const struct hive_rules *rules, const struct hive *hive, unsigned piece)
{
    return rules->name[piece][2] > '1' && is_in_hand(hive, piece - 1);
}

/* Parameters. */

static bool read_pieces(const struct key_reading *reading, const struct key *key)
{
    struct hive_rules *rules = reading->rules;
    unsigned side = 0;
    rules->field.lattice = LATTICE_HEX;
    rules->field.first_place = (uint16_t)field_place(FIELD_SIDE / 2, FIELD_SIDE / 2);
    for (unsigned kind = 0; kind < KINDS; side += rules->count[kind++])
        rules->first[kind] = (uint8_t)(side + 1);
    if (side > SIDE_MOST)
        return refuse_key(reading, key->name, "pieces", FACT(found, "%u tiles of a side") FACT(expected, "at most %d"),
            side, SIDE_MOST);
    rules->side = (uint8_t)side;
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned i = 0; i < 2u * rules->count[kind]; i++) {
            unsigned piece = first_of(rules, 1 + i % 2, kind) + i / 2;
            rules->kind[piece] = (uint8_t)kind;
            rules->name[piece][0] = "wb"[i % 2];
            rules->name[piece][1] = letters[kind];
            rules->name[piece][2] = rules->count[kind] == 1 ? '\0' : (char)('1' + i / 2);
        }
    rules->field.game.goal = 6;
    rules->field.game.seat_names[0] = "White";
    rules->field.game.seat_names[1] = "Black";
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
    {"repetition", KEY_NUMBER, 0, 9, NULL, "how often a position occurs for a draw, from 2; 0: it never draws",
        KEY_INTO(hive_rules, repetition)},
    {"climb_named", KEY_WORD, 0, 0, "top any",
        "how a climb is written: by the tile on top of its goal alone, or by any place",
        KEY_INTO(hive_rules, climb_any)},
    {0},
};

/* The field. */

/* Puts PIECE on a place, on whatever lies there. */
static void hive_put(struct hive *hive, unsigned piece, unsigned place)
{
    hive->under[piece] = hive->top[place];
    hive->top[place] = (uint8_t)piece;
    hive->place[piece] = (uint16_t)place;
    hive->lying++;
    field_put(&hive->field.taken, place);
}

/* Takes PIECE, a top one, from its place. */
static void lift_tile(struct hive *hive, unsigned piece)
{
    unsigned place = hive->place[piece];
    hive->top[place] = hive->under[piece];
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
    for (unsigned i = 1; i <= 2u * rules->side; i++)
        if (!is_in_hand(hive, i)) {
            hive->place[i] = (uint16_t)(hive->place[i] + by);
            hive->top[hive->place[i]] = before.top[before.place[i]];
            field_put(&hive->field.taken, hive->place[i]);
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
    unsigned piece = 2u * rules->side;
    while (piece != NO_PIECE && !slice_is(name, rules->name[piece]))
        piece--;
    return piece;
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
        if (!first && !is_climber(rules->kind[piece]))
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
    for (unsigned piece = hive->top[place]; piece != NO_PIECE; piece = hive->under[piece])
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
    hive->moved = (uint8_t)piece;
    return !is_in_hand(hive, piece) && !is_covered(hive, piece) ? true
                                                                : refuse_field(reader, text, "what rests lies on top");
}

static void write_rest(const void *any_rules, const struct state *state, struct text *text)
{
    const struct hive_rules *rules = any_rules;
    unsigned piece = resting_tile(rules, (const struct hive *)state);
    text_add_string(text, piece == NO_PIECE ? "-" : rules->name[piece]);
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
        return refuse_whole(reader, "the tiles do not hang together");
    for (unsigned seat = 1; seat <= 2; seat++) {
        unsigned turns = turn_of(reader->state) - (seat >= reader->state->seat);
        unsigned laid = 0;
        bool queen = !is_in_hand(hive, queen_of(rules, seat));
        const char *name = rules->field.game.seat_names[seat - 1];
        for (unsigned piece = queen_of(rules, seat); piece <= seat * rules->side; piece++) {
            laid += !is_in_hand(hive, piece);
            if (!is_in_hand(hive, piece) && is_early(rules, hive, piece))
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

/* Turns.  One that was written names in step 0 the tile, and in step 1 where it goes, by a side of another, as rings
   have them, or by that itself: the counts are the tiles, with all that was written of them, whether or not the set has
   them, and the marks '0' to '6' the sides.  One that was generated has no mark in step 0, and in step 1 the cell with
   the mark '@'. */

/* The signs before and after a name for each of the sides, and for the tile itself. */
enum { ON = 6, NO_SIDE };
static const struct {
    const char *before, *after;
} signs[ON + 1] = {{"", "-"}, {"", "/"}, {"\\", ""}, {"-", ""}, {"/", ""}, {"", "\\"}, {"", ""}};

/* The count of a step that names a tile: which of the set it is, in 8 bits, and from these bits on what was written. */
enum { NUMBER_BIT = 8, KIND_BIT = 24, SEAT_BIT = 27 };

/* Which one of the set it is; NO_PIECE: none, or one of several without a number. */
static inline unsigned piece_in(const struct step *step)
{
    return step->count & 255;
}

/* 0: none is written. */
static inline unsigned number_in(const struct step *step)
{
    return step->count >> NUMBER_BIT & UINT16_MAX;
}

static inline unsigned kind_in(const struct step *step)
{
    return step->count >> KIND_BIT & 7;
}

static inline unsigned seat_in(const struct step *step)
{
    return 1 + (step->count >> SEAT_BIT);
}

static inline unsigned side_in(const struct step *step)
{
    return (unsigned)(step->mark - '0');
}

static inline bool is_written(const struct turn *turn)
{
    return turn->count > 0 && turn->steps[0].mark != '\0';
}

static struct step step_naming(const struct hive_rules *rules, const struct part *part)
{
    unsigned number = part->count < UINT16_MAX ? part->count : UINT16_MAX;
    unsigned kind = (unsigned)(strchr(letters, part->name[1] & ~32) - letters);
    unsigned seat = 1 + ((part->name[0] | 32) == 'b');
    unsigned nth = number == 0 && rules->count[kind] == 1 ? 1 : number;
    unsigned piece = nth - 1 < rules->count[kind] ? first_of(rules, seat, kind) + nth - 1 : NO_PIECE;
    return (struct step){
        .count = piece | number << NUMBER_BIT | kind << KIND_BIT | (seat - 1) << SEAT_BIT, .mark = '0' + ON};
}

/* On which side of FROM a place is, ON for FROM itself, or NO_SIDE. */
static unsigned side_of(unsigned from, unsigned place)
{
    unsigned side = 0;
    while (side < ON && hive_beside(from, side) != place)
        side++;
    return side < ON || from == place ? side : NO_SIDE;
}

static bool hive_resolve(const void *rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    (void)fault;
    turn->shape = written->shape;
    turn->count = 0;
    unsigned side = ON;
    for (unsigned i = 0; i < written->count; i++) {
        const struct part *part = &written->parts[i];
        if (part->name[0] != '\0')
            turn->steps[turn->count++] = step_naming(rules, part);
        else /* before a name it is the second part, after it the third */
            for (side = 0; (i == 1 ? signs[side].before : signs[side].after)[0] != part->mark;)
                side++;
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
    return seat_of(at->rules, at->piece) == at->hive->field.state.seat;
}

static struct hive_turn turn_on_board(const void *any_rules, const struct state *state, const struct turn *turn)
{
    struct hive_turn at = {any_rules, (const struct hive *)state, turn, NO_PIECE, FIELD_NONE, FIELD_NONE};
    if (turn->shape != TURN_HIVE)
        return at;
    at.piece = piece_in(&turn->steps[0]);
    at.from = at.hive->place[at.piece];
    const struct step *to = &turn->steps[1];
    if (turn->count == 1) {
        at.goal = at.rules->field.first_place;
    } else if (to->mark == '@') {
        at.goal = to->cell;
    } else {
        unsigned place = at.hive->place[piece_in(to)];
        at.goal = place == FIELD_NONE || side_in(to) == ON ? place : hive_beside(place, side_in(to));
    }
    return at;
}

static void add_side(const char *name, unsigned side, struct text *text)
{
    text_add_string(text, signs[side].before);
    text_add_string(text, name);
    text_add_string(text, signs[side].after);
}

/* The canonical name of a place for the tile of a turn, after the first of NW, NE, E, SE, SW, W that has another;
   nothing where none has. */
static void add_place(const struct hive_turn *at, unsigned place, struct text *text)
{
    unsigned other = NO_PIECE;
    for (unsigned side = ON + 1; other == NO_PIECE && side-- > 0;) {
        other = top_without(at->hive, side == ON ? place : hive_beside(place, side + 3), at->piece);
        if (other != NO_PIECE)
            add_side(at->rules->name[other], side, text);
    }
}

/* What was written of a tile; and of a turn. */
static void hive_add_tile(const struct step *step, struct text *text)
{
    text_add_char(text, "wb"[seat_in(step) - 1]);
    text_add_char(text, letters[kind_in(step)]);
    if (number_in(step) > 0)
        text_add_number(text, number_in(step));
}
static void add_written(const struct turn *turn, struct text *text)
{
    for (unsigned i = 0; i < turn->count; i++) {
        const struct step *step = &turn->steps[i];
        text_add_string(text, i > 0 ? " " : "");
        text_add_string(text, signs[side_in(step)].before);
        hive_add_tile(step, text);
        text_add_string(text, signs[side_in(step)].after);
    }
}

/* In canonical form; as it was written where that says too little. */
static void hive_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct hive_turn at = turn_on_board(rules, state, turn);
    if (turn->shape == TURN_PASS) {
        text_add_string(text, "pass");
    } else if (at.piece == NO_PIECE || at.goal == FIELD_NONE) {
        add_written(turn, text);
    } else {
        text_add_string(text, at.rules->name[at.piece]);
        text_add_string(text, turn->count > 1 ? " " : "");
        if (turn->count > 1)
            add_place(&at, at.goal, text);
    }
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
    for (unsigned other = 1; turn->count > 1 && other <= 2u * at.rules->side; other++) {
        unsigned place = past->place[other];
        unsigned side =
            place == FIELD_NONE || (!now && place == at.hive->place[other]) ? NO_SIDE : side_of(place, at.goal);
        bool loose = !now || other == at.piece || (!at.rules->climb_any && top != (side == ON ? other : NO_PIECE));
        for (unsigned swap = 0, piece = at.piece, by = other; side != NO_SIDE && swap <= now; swap++) {
            text_clear(&text);
            text_add_string(&text, at.rules->name[piece]);
            text_add_char(&text, ' ');
            add_side(at.rules->name[by], side, &text);
            visit(context, text_slice(&text), loose || swap > 0);
            piece = twin_of_opponent(at.rules, piece);
            by = twin_of_opponent(at.rules, by);
        }
    }
    text_release(&text);
}

/* Goals. */

/* What a step goes onto: an empty place is slid to on the ground, see rule 3; all others are climbs, rule 4.  Or it is
   a jump over what is there. */
enum { EMPTY = 1, TAKEN, EITHER, THROWER, OVER };

/* How kinds move, and what is thrown: the steps of their ways; which rule keeps a tile from a goal to which there is no
   way, and which if only gaps or gates hinder it. */
enum { THROWN = KINDS };
static const struct {
    uint8_t steps[4];
    int rule;
    int hindered;
} ways[KINDS + 1] = {
    [QUEEN] = {{EMPTY}, ONE_STEP, FREEDOM_TO_MOVE},
    [SPIDER] = {{EMPTY, EMPTY, EMPTY}, THREE_STEPS, FREEDOM_TO_MOVE},
    [BEETLE] = {{EITHER}, ONE_STEP, FREEDOM_TO_MOVE},
    [GRASSHOPPER] = {{OVER}, JUMP, JUMP},
    [ANT] = {{0}, FREEDOM_TO_MOVE, FREEDOM_TO_MOVE},
    [MOSQUITO] = {{0}, MOSQUITO_MOVES, MOSQUITO_MOVES},
    [LADYBUG] = {{TAKEN, TAKEN, EMPTY}, LADYBUG_STEPS, BEETLE_GATE},
    [PILLBUG] = {{EMPTY}, ONE_STEP, FREEDOM_TO_MOVE},
    [THROWN] = {{THROWER, EMPTY}, THROW, BEETLE_GATE},
};

/* The kinds that PIECE moves as, a bit each; on top of others as a beetle. */
static unsigned kinds_of(const struct hive_rules *rules, const struct hive *hive, unsigned piece)
{
    unsigned place = hive->place[piece];
    unsigned kinds = 0;
    if (rules->kind[piece] != MOSQUITO || hive->under[piece] != NO_PIECE)
        return 1u << (rules->kind[piece] != MOSQUITO ? rules->kind[piece] : BEETLE);
    for (unsigned ring = field_ring(&hive->field.taken, LATTICE_HEX, place); ring != 0; ring &= ring - 1)
        kinds |= 1u << rules->kind[hive->top[first_beside(place, ring)]];
    return kinds & ~(1u << MOSQUITO);
}

/* Whether PIECE throws: a pillbug, or a mosquito beside one, on the ground and uncovered. */
static bool can_throw(const struct hive_rules *rules, const struct hive *hive, unsigned piece)
{
    return !is_in_hand(hive, piece) && hive->under[piece] == NO_PIECE && !is_covered(hive, piece) &&
        (kinds_of(rules, hive, piece) >> PILLBUG & 1) != 0;
}

/* Where tiles of the seat to move lie that throw and do not rest. */
static struct field_set throwers_of(const struct hive_rules *rules, const struct hive *hive)
{
    struct field_set throwers = {{0}};
    unsigned seat = hive->field.state.seat;
    for (unsigned piece = first_of(rules, seat, MOSQUITO); piece <= seat * rules->side; piece++)
        if (piece != resting_tile(rules, hive) && can_throw(rules, hive, piece))
            field_put(&throwers, hive->place[piece]);
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
    const struct field_set *throwers;
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
    return hive_height(lifting->hive, lifting->hive->top[place]) - (place == lifting->from);
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
                                    : field_ring(lifting->throwers, LATTICE_HEX, place);
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
static void find_goals(struct lifting *lifting, const struct hive_rules *rules, const struct hive *hive,
    const struct field_set *throwers, unsigned piece)
{
    unsigned kinds = seat_of(rules, piece) == hive->field.state.seat ? kinds_of(rules, hive, piece) : 0;
    unsigned from = hive->place[piece];
    lifting->hive = hive;
    lifting->throwers = throwers;
    lifting->taken = taken_without(hive, piece);
    memset(&lifting->reached, 0, sizeof lifting->reached);
    lifting->from = from;
    lifting->count = 0;
    hive_reach(lifting, from);
    for (unsigned i = 0; (kinds >> ANT & 1) != 0 && i < lifting->count; i++) {
        unsigned place = lifting->goals[i];
        for (unsigned ring = ring_slides(field_ring(&lifting->taken, LATTICE_HEX, place)); ring != 0; ring &= ring - 1)
            hive_reach(lifting, first_beside(place, ring));
    }
    for (unsigned left = kinds | 1u << THROWN; left != 0; left &= left - 1) {
        unsigned kind = (unsigned)__builtin_ctz(left);
        if (kind == BEETLE && hive->under[piece] == NO_PIECE) /* slides are listed before climbs */
            hive_walk(lifting, ways[QUEEN].steps, FIELD_NONE, from, false);
        hive_walk(lifting, ways[kind].steps, FIELD_NONE, from, false);
    }
}

/* Whether the hive falls apart without PIECE, a top one. */
static bool falls_apart(const struct hive *hive, unsigned piece)
{
    const struct field_set taken = taken_without(hive, piece);
    return hive->under[piece] == NO_PIECE && ring_stretches(field_ring(&taken, LATTICE_HEX, hive->place[piece])) > 1 &&
        !field_is_group(&taken, LATTICE_HEX);
}

/* Rules. */

static inline bool must_lay_queen(const struct hive_rules *rules, const struct hive *hive)
{
    unsigned seat = hive->field.state.seat;
    return is_in_hand(hive, queen_of(rules, seat)) && turn_of(&hive->field.state) >= rules->queen_by;
}

/* Whether the seat to move may lay PIECE, wherever. */
static inline int judge_tile(const struct hive_rules *rules, const struct hive *hive, unsigned piece)
{
    if (seat_of(rules, piece) != hive->field.state.seat)
        return NOT_YOURS;
    if (rules->kind[piece] == QUEEN && !rules->opening_queen && turn_of(&hive->field.state) == 1)
        return QUEEN_OPENING;
    if (rules->kind[piece] != QUEEN && must_lay_queen(rules, hive))
        return QUEEN_BY;
    return is_early(rules, hive, piece) ? ORDER : LEGAL;
}

/* The first tile beside PLACE, an empty one, that keeps the seat to move from laying there; NO_PIECE: none does. */
static unsigned enemy_beside(const struct hive_rules *rules, const struct hive *hive, unsigned place)
{
    for (unsigned ring = field_ring(&hive->field.taken, LATTICE_HEX, place); ring != 0; ring &= ring - 1) {
        unsigned top = hive->top[first_beside(place, ring)];
        if (seat_of(rules, top) != hive->field.state.seat && hive->lying > 1)
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
    if (hive->top[at->goal] != NO_PIECE)
        return OCCUPIED;
    return enemy_beside(at->rules, hive, at->goal) == NO_PIECE ? LEGAL : ENEMY_NEIGHBOUR;
}

/* Whether PIECE, on the field, may be moved or thrown, wherever to, if the hive hangs together without it. */
static int judge_lift(
    const struct hive_rules *rules, const struct hive *hive, const struct field_set *throwers, unsigned piece)
{
    unsigned seat = hive->field.state.seat;
    unsigned from = hive->place[piece];
    unsigned rests = resting_tile(rules, hive);
    bool goes = seat_of(rules, piece) == seat || field_ring(throwers, LATTICE_HEX, from) != 0;
    bool waits = rests != NO_PIECE && seat_of(rules, rests) == seat && can_throw(rules, hive, rests) &&
        field_touch(LATTICE_HEX, from, hive->place[rests]); /* for a thrower that rests */
    if (!goes && !waits)
        return NOT_YOURS;
    if (must_lay_queen(rules, hive))
        return QUEEN_BY;
    if (is_in_hand(hive, queen_of(rules, seat)))
        return QUEEN_FIRST;
    if (piece == rests || !goes)
        return JUST_MOVED;
    return is_covered(hive, piece) ? COVERED : LEGAL;
}

/* Which rule keeps a tile that was lifted and moves as KIND from GOAL. */
static int hive_refuse(struct lifting *lifting, unsigned kind, unsigned goal)
{
    bool touch = field_touch(LATTICE_HEX, lifting->from, goal);
    bool high = field_has(&lifting->taken, lifting->from) || field_has(&lifting->taken, goal);
    hive_walk(lifting, ways[kind].steps, FIELD_NONE, lifting->from, true);
    if (!is_goal(lifting, goal))
        return touch && ways[kind].rule == ONE_STEP ? CONTACT : ways[kind].rule;
    return touch && high ? BEETLE_GATE : ways[kind].hindered;
}

static int judge_move(const struct hive_turn *at)
{
    const struct hive_rules *rules = at->rules;
    const struct hive *hive = at->hive;
    const struct step *to = &at->turn->steps[1];
    unsigned kind = rules->kind[at->piece];
    bool own = is_own(at);
    bool taken = (own ? hive->top[at->goal] : top_without(hive, at->goal, at->piece)) != NO_PIECE;
    bool climbs = to->mark == '@' || rules->climb_any ||
        (side_in(to) == ON && at->goal != at->from && piece_in(to) == hive->top[at->goal]);
    const struct field_set throwers = throwers_of(rules, hive);
    struct lifting lifting;
    int rule = judge_lift(rules, hive, &throwers, at->piece);
    if (rule != LEGAL)
        return rule;
    if (falls_apart(hive, at->piece))
        return ONE_HIVE;
    if (taken && !climbs)
        return OCCUPIED;
    find_goals(&lifting, rules, hive, &throwers, at->piece);
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
        if (named->mark != '@' && piece_in(named) == NO_PIECE)
            return number_in(named) == 0 && at.rules->count[kind_in(named)] > 1 ? SYNTAX + SYNTAX_TURN : NOT_IN_SET;
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
    switch (rule) {
    case ONE_STEP: /* how kinds move: the position is possible, whatever the way to it */
    case THREE_STEPS:
    case JUMP:
    case LADYBUG_STEPS:
    case MOSQUITO_MOVES:
    case CONTACT:
    case FREEDOM_TO_MOVE:
    case BEETLE_GATE:
        return true;
    case NOT_IN_SET:
    case NO_PLACE:
    case REFERENCE:
    case ORDER:
    case THROW:
        return false;
    default:
        if (rule >= COMMON)
            return false;
    }
    if (at.from != FIELD_NONE &&
        (is_covered(hive, at.piece) || hive->under[at.piece] != NO_PIECE || falls_apart(hive, at.piece)))
        return false;
    const struct field_set taken = taken_without(hive, at.piece);
    return hive->top[at.goal] == NO_PIECE && field_ring(&taken, LATTICE_HEX, at.goal) != 0;
}

/* A number for what rule 9 calls a position: kinds on places, shifted alike, the seat to move, and what rests if that
   makes a difference. */
static uint64_t position_key(const struct hive_rules *rules, const struct hive *hive)
{
    struct field_box box = field_box_of(&hive->field.taken);
    unsigned corner = field_place(box.low_row, box.low_column);
    uint64_t key = hive->field.state.seat;
    struct hive awake = *hive;
    awake.moved = 0;
    unsigned rests = resting_tile(rules, hive);
    if (rests != NO_PIECE && count_active(rules, &awake) == count_active(rules, hive))
        rests = NO_PIECE;
    for (unsigned i = 1; i <= 2u * rules->side; i++)
        if (!is_in_hand(hive, i))
            key +=
                hash_mix((uint64_t)(hive->place[i] - corner) << 32 | (uint64_t)hive_height(hive, hive->under[i]) << 16 |
                    (uint64_t)(i == rests) << 15 | (uint64_t)rules->kind[i] << 8 | seat_of(rules, i));
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
    walk->turn.steps[0] = (struct step){.count = piece};
    for (unsigned i = 0; walk->visit != NULL && i < count; i++) {
        walk->turn.steps[1] = (struct step){.cell = goals[i], .mark = '@'};
        if (!walk->visit(walk->context, &walk->turn))
            return false;
    }
    return true;
}

static bool visit_lays(struct turn_walk *walk)
{
    const struct hive_rules *rules = walk->rules;
    const struct hive *hive = walk->hive;
    const struct field_set *taken = &hive->field.taken;
    unsigned seat = hive->field.state.seat;
    struct field_rows rows = field_rows_of(taken);
    uint16_t goals[GOALS] = {rules->field.first_place};
    unsigned count = hive->lying == 0;
    for (unsigned row = rows.low - 1; hive->lying > 0 && row <= rows.high + 1; row++)
        for (uint64_t bits = field_beside(taken, LATTICE_HEX, row) & ~taken->rows[row]; bits != 0; bits &= bits - 1) {
            unsigned place = row * FIELD_ROW + (unsigned)__builtin_ctzll(bits);
            goals[count] = (uint16_t)place;
            count += enemy_beside(rules, hive, place) == NO_PIECE;
        }
    walk->turn.count = hive->lying == 0 ? 1 : 2;
    for (unsigned piece = queen_of(rules, seat); piece <= seat * rules->side; piece++)
        if (is_in_hand(hive, piece) && judge_tile(rules, hive, piece) == LEGAL &&
            !visit_goals(walk, piece, goals, count))
            return false;
    return true;
}

static bool visit_moves(struct turn_walk *walk)
{
    const struct hive_rules *rules = walk->rules;
    const struct hive *hive = walk->hive;
    const struct field_set throwers = throwers_of(rules, hive);
    struct lifting lifting;
    struct field_set pins;
    if (is_in_hand(hive, queen_of(rules, hive->field.state.seat)))
        return true;
    field_pins(&hive->field.taken, LATTICE_HEX, &pins);
    walk->turn.count = 2;
    for (unsigned piece = 1; piece <= 2u * rules->side; piece++) {
        if (is_in_hand(hive, piece) || judge_lift(rules, hive, &throwers, piece) != LEGAL ||
            (hive->under[piece] == NO_PIECE && field_has(&pins, hive->place[piece])))
            continue;
        find_goals(&lifting, rules, hive, &throwers, piece);
        if (!visit_goals(walk, piece, lifting.goals + 1, lifting.count - 1))
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
static unsigned queen_ring(const struct hive_rules *rules, const struct hive *hive, unsigned seat)
{
    unsigned place = hive->place[queen_of(rules, seat)];
    return place == FIELD_NONE ? 0 : field_ring(&hive->field.taken, LATTICE_HEX, place);
}

static void hive_ending(const void *any_rules, const struct state *state, struct ending *ending)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    unsigned lost = (queen_ring(rules, hive, 1) == RING ? 1 : 0) | (queen_ring(rules, hive, 2) == RING ? 2 : 0);
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
        for (unsigned ring = queen_ring(rules, hive, 3 - seat); ring != 0; ring &= ring - 1) {
            unsigned place = first_beside(hive->place[queen_of(rules, 3 - seat)], ring);
            visit(context,
                &(struct score_item){
                    .seat = (uint8_t)seat, .times = 1, .count = 1, .name = rules->name[hive->top[place]]});
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
    return at->rules->name[at->hive->top[place]];
}

static void hive_fact_step(const struct violation *violation, struct text *text)
{
    if (is_written(violation->turn))
        add_written(violation->turn, text);
    else
        hive_write(violation->rules, violation->state, violation->turn, text);
}

static void hive_fact_piece(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    text_add_string(text, at.rules->name[at.piece]);
}

static void fact_stranger(const struct violation *violation, struct text *text)
{
    hive_add_tile(&violation->turn->steps[violation->part], text);
}

static void fact_owner(const struct violation *violation, struct text *text)
{
    text_add_string(text, game_seat_name(violation->rules, 3u - violation->state->seat));
}

static void hive_fact_limit(const struct violation *violation, struct text *text)
{
    text_add_number(text, turn_of(violation->state));
}

/* The other tile that a rule is about. */
static void fact_tile(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    unsigned tile = at.piece;
    switch (violation->rule) {
    case QUEEN_BY:
    case QUEEN_FIRST:
        tile = queen_of(at.rules, violation->state->seat);
        break;
    case ORDER:
        while (is_early(at.rules, at.hive, tile))
            tile--;
        break;
    case ENEMY_NEIGHBOUR:
        tile = enemy_beside(at.rules, at.hive, at.goal);
        break;
    case JUST_MOVED:
        tile = resting_tile(at.rules, at.hive);
        break;
    default:
        tile = at.hive->top[violation->rule == COVERED ? at.from : at.goal];
    }
    text_add_string(text, at.rules->name[tile]);
}

static void fact_kind(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    bool high = violation->rule == ONE_STEP && at.hive->under[at.piece] != NO_PIECE;
    text_printf(text, "%s%s", high ? "on top of others " : "", kind_names[at.rules->kind[at.piece]]);
}

static void fact_kinds(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    unsigned kinds = kinds_of(at.rules, at.hive, at.piece);
    for (unsigned left = kinds; left != 0; left &= left - 1)
        text_printf(text, "%s%s",
            left == kinds                  ? ""
                : (left & (left - 1)) == 0 ? " and "
                                           : ", ",
            kind_names[__builtin_ctz(left)]);
    text_add_string(text,
        kinds == 0                       ? "there is none but mosquitoes"
            : (kinds & (kinds - 1)) == 0 ? " does not get there"
                                         : " do not get there");
}

/* As the turn names it. */
static void hive_fact_place(const struct violation *violation, struct text *text)
{
    const struct hive_turn at = look_at(violation);
    const struct step *to = &violation->turn->steps[1];
    if (to->mark == '@' || side_in(to) == ON)
        add_place(&at, at.goal, text);
    else
        add_side(at.rules->name[piece_in(to)], side_in(to), text);
}

/* The set has no such tile. */
static void why_not_in_set(const struct hive_rules *rules, const struct step *step, struct text *text)
{
    unsigned kind = kind_in(step);
    unsigned count = rules->count[kind];
    unsigned first = first_of(rules, seat_in(step), kind);
    if (count == 0)
        text_printf(text, "this game is played without %s", kind_names[kind]);
    else if (count == 1)
        text_printf(text, "the set has only %s", rules->name[first]);
    else
        text_printf(text, "the set has only %s to %s", rules->name[first], rules->name[first + count - 1]);
}

static void why_occupied(const struct hive_turn *at, struct text *text)
{
    const char *piece = at->rules->name[at->piece];
    const char *top = top_name(at, at->goal);
    if (at->from == at->goal)
        text_printf(text, "that is where %s is already", piece);
    else if (at->from == FIELD_NONE)
        text_printf(text, "%s lies there, and a tile is laid on an empty place", top);
    else
        text_printf(text, "%s lies on top there", top);
    if (at->from != FIELD_NONE && at->from != at->goal && is_climber(at->rules->kind[at->piece]))
        text_printf(text, "; a climb is written by its name alone, %s %s", piece, top);
}

static void why_one_hive(const struct hive_turn *at, struct text *text)
{
    const char *piece = at->rules->name[at->piece];
    if (!falls_apart(at->hive, at->piece)) {
        text_printf(text, "%s would touch no other tile there", piece);
        return;
    }
    const struct field_set without = taken_without(at->hive, at->piece);
    struct field_set group = {{0}};
    unsigned ring = field_ring(&without, LATTICE_HEX, at->from);
    unsigned first = first_beside(at->from, ring);
    field_put(&group, first);
    field_flood(&group, &without, LATTICE_HEX, field_rows_of(&without));
    while (field_has(&group, first_beside(at->from, ring)))
        ring &= ring - 1;
    text_printf(
        text, "%s is all that joins %s and %s", piece, top_name(at, first), top_name(at, first_beside(at->from, ring)));
}

/* Of a grasshopper: it lands elsewhere on the line to its goal, or has nothing to go over, or no line leads there. */
static void why_jump(const struct hive_turn *at, struct text *text)
{
    for (unsigned side = 0; side < 6; side++) {
        unsigned beside = hive_beside(at->from, side);
        unsigned lands = beside;
        while (at->hive->top[lands] != NO_PIECE)
            lands = hive_beside(lands, side);
        unsigned place = lands;
        while (place != at->goal && field_place(field_row(place), field_column(place)) != FIELD_NONE)
            place = hive_beside(place, side);
        if (place != at->goal)
            continue;
        if (lands == beside) {
            text_add_string(text, "there is no tile beside it to go over");
        } else {
            text_add_string(text, "the first empty place on that line is ");
            add_place(at, lands, text);
        }
        return;
    }
    text_add_string(text, "it is not along a straight line");
}

static void why_throw(const struct hive_turn *at, struct text *text)
{
    const struct field_set throwers = throwers_of(at->rules, at->hive);
    unsigned ring = field_ring(&throwers, LATTICE_HEX, at->from);
    text_printf(text, "%s throws %s only %s", top_name(at, first_beside(at->from, ring)), at->rules->name[at->piece],
        at->hive->under[at->piece] != NO_PIECE ? "if it lies alone on its place"
                                               : "to another place beside itself, an empty one");
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
    if (is_own(at) && is_climber(at->rules->kind[at->piece]) && side < ON)
        text_printf(text, "the stacks of %s and %s beside the way are both higher",
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
        text_printf(text, "after it comes a place, named by a tile beside it, such as -%s",
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
    {"owner", fact_owner},
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
    unsigned seat = seat_of(rules, piece);
    (void)arena;
    return (struct view_piece){.text = {rules->name[piece][1], rules->name[piece][2], '\0'},
        .seat = (uint8_t)seat,
        .sign = kind_signs[rules->kind[piece]],
        .colour = seat == 1 ? "white" : "black"};
}

/* The label is the name of the top tile and how many are under it, "bM+2". */
static bool show_stack(
    const void *any_rules, const struct state *state, unsigned place, struct arena *arena, struct view_cell *cell)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    unsigned level = hive_height(hive, hive->top[place]);
    struct view_piece *pieces = arena_alloc(arena, level * sizeof *pieces);
    cell->height = (uint8_t)level;
    for (unsigned piece = hive->top[place]; pieces != NULL && piece != NO_PIECE; piece = hive->under[piece]) {
        pieces[--level] = hive_look_of(rules, piece, arena);
        pieces[level].rests = piece == resting_tile(rules, hive) && seat_of(rules, piece) == state->seat;
    }
    strcpy(cell->label, rules->name[hive->top[place]]);
    if (cell->height > 1)
        number_write(strcat(cell->label, "+") + strlen(rules->name[hive->top[place]]) + 1, cell->height - 1u);
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
        uint8_t of[PIECES + 1] = {0};
        struct text text;
        text_init(&text);
        text_add_string(&text, "has in hand");
        for (unsigned piece = queen_of(rules, seat); piece <= seat * rules->side; piece++)
            if (is_in_hand(hive, piece)) {
                of[piece] = 1;
                text_printf(&text, " %s", rules->name[piece]);
            }
        hand_show(rules, seat, NULL, &(struct hand){of, NULL, PIECES + 1}, hive_look_of, arena, &view->hands[seat - 1]);
        text_add_string(&text, view->hands[seat - 1].count == 0 ? " nothing" : "");
        view->seat_names[seat - 1] = rules->field.game.seat_names[seat - 1];
        view->lines[seat - 1] = text_kept(&text, arena);
        text_release(&text);
    }
    unsigned rests = resting_tile(rules, hive);
    if (rests != NO_PIECE)
        view->notes[0] = arena_printf(arena, "%s rests", rules->name[rests]).at;
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
    add_place(&at, at.goal, &text);
    if (turn->count > 1)
        visit(context, text_slice(&text), &goal);
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

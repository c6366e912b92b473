/* SPDX-License-Identifier: MIT */
/* Hive, by John Yianni: tiles of insects are laid and moved, and hang together at all times; whose queen is
   surrounded loses.

   A tile is a number: those of White from 0, those of Black after them, in the order of kinds.  What a tile can do is
   a list of goals, each found once by the rules of its kind; a turn is legal if its place is among them, and else
   judge says why it is not. */
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
    NO_PIECE = PIECES,
    NAME_TEXT = 2 + NUMBER_ROOM,
    HISTORY = 512, /* positions in a row, with nothing laid, of which repetitions are found */
    GOALS = 6 * PIECES,
    RING = 63,
};

struct hive_rules {
    struct field_rules field;
    uint8_t count[KINDS];
    uint8_t first[KINDS]; /* tile of a kind, of White's */
    uint8_t kind[PIECES];
    uint8_t number[PIECES]; /* 0: the only one of its kind */
    uint8_t side;           /* tiles of a side */
    uint8_t queen_by;
    uint8_t opening_queen; /* allowed */
    uint8_t repetition;    /* occurrences of a position that draw, 0: none do */
    uint8_t climb_any;     /* climbs may be named by a side */
};

struct hive {
    struct field_position field;
    uint64_t covered;       /* tiles under others, bit i */
    uint16_t place[PIECES]; /* FIELD_NONE: in hand */
    uint8_t level[PIECES];  /* tiles under it */
    uint8_t moved;          /* 1 more than the tile of the last turn, 0: there was none */
    uint8_t occurred;       /* how often this position has been there, as far as that counts */
    uint16_t left;          /* where that tile was before, FIELD_NONE: in hand */
    uint16_t known;         /* positions in .history */
    uint64_t history[];     /* hashes since a tile was laid, where repetitions count */
};

/* Tiles. */

static inline unsigned seat_of(const struct hive_rules *rules, unsigned piece)
{
    return 1 + (piece >= rules->side);
}

static inline bool is_in_hand(const struct hive *hive, unsigned piece)
{
    return hive->place[piece] == FIELD_NONE;
}

static inline unsigned queen_of(const struct hive_rules *rules, unsigned seat)
{
    return (seat - 1) * rules->side;
}

/* A player's own turn, from 1. */
static inline unsigned turn_of(const struct state *state)
{
    return (state->number + 1) / 2;
}

/* Returns its end. */
static char *piece_text(const struct hive_rules *rules, unsigned piece, char *at)
{
    *at++ = seat_of(rules, piece) == 1 ? 'w' : 'b';
    *at++ = letters[rules->kind[piece]];
    *at = '\0';
    return rules->number[piece] > 0 ? number_write(at, rules->number[piece]) : at;
}

static void add_piece(const struct hive_rules *rules, unsigned piece, struct text *text)
{
    char *at = text_room(text, NAME_TEXT);
    if (at != NULL)
        text_took(text, piece_text(rules, piece, at));
}

/* A tile as it is written, in the set or not: its number, 0: none, the letter of its kind, and 1 for Black's. */
static uint32_t tile_code(unsigned number, unsigned letter, unsigned black)
{
    return number | letter << 16 | black << 24;
}

static unsigned kind_in(uint32_t code)
{
    return (unsigned)(strchr(letters, (char)(code >> 16 & 255)) - letters);
}

/* NO_PIECE where the set has none, or several and no number is written. */
static inline unsigned piece_of(const struct hive_rules *rules, uint32_t code)
{
    unsigned kind = kind_in(code);
    unsigned count = rules->count[kind];
    unsigned number = (code & UINT16_MAX) == 0 && count == 1 ? 1 : code & UINT16_MAX;
    return number - 1 < count ? (code >> 24) * rules->side + rules->first[kind] + number - 1 : NO_PIECE;
}

/* What lies on a place, a bit each. */
static inline uint64_t pieces_at(const struct hive_rules *rules, const struct hive *hive, unsigned place)
{
    uint64_t pieces = 0;
    for (unsigned i = 0; i < 2u * rules->side; i++)
        pieces |= (uint64_t)(hive->place[i] == place) << i;
    return pieces;
}

/* The top tile of a place, but for PIECE; NO_PIECE: none. */
static unsigned top_without(const struct hive_rules *rules, const struct hive *hive, unsigned place, unsigned piece)
{
    unsigned top = NO_PIECE;
    for (unsigned i = 0; place != FIELD_NONE && i < 2u * rules->side; i++)
        if (hive->place[i] == place && i != piece && (top == NO_PIECE || hive->level[i] > hive->level[top]))
            top = i;
    return top;
}

static inline unsigned top_at(const struct hive_rules *rules, const struct hive *hive, unsigned place)
{
    uint64_t pieces = pieces_at(rules, hive, place) & ~hive->covered;
    return pieces == 0 || place == FIELD_NONE ? NO_PIECE : (unsigned)__builtin_ctzll(pieces);
}

/* How many tiles lie on PLACE, without PIECE. */
static inline unsigned height_without(
    const struct hive_rules *rules, const struct hive *hive, unsigned place, unsigned piece)
{
    if (!field_has(&hive->field.taken, place))
        return 0;
    if (hive->covered == 0)
        return piece == NO_PIECE || hive->place[piece] != place;
    uint64_t pieces = pieces_at(rules, hive, place);
    return (unsigned)__builtin_popcountll(piece == NO_PIECE ? pieces : pieces & ~((uint64_t)1 << piece));
}

/* The tile that rests, see rule 7; NO_PIECE: none does. */
static inline unsigned resting(const struct hive_rules *rules, const struct hive *hive)
{
    return rules->count[PILLBUG] > 0 && hive->moved > 0 ? hive->moved - 1u : NO_PIECE;
}

/* The lowest number of a kind in the hand of SEAT, NO_PIECE: there is none. */
static unsigned next_in_hand(const struct hive_rules *rules, const struct hive *hive, unsigned seat, unsigned kind)
{
    unsigned piece = (seat - 1) * rules->side + rules->first[kind];
    for (unsigned i = 0; i < rules->count[kind]; i++)
        if (is_in_hand(hive, piece + i))
            return piece + i;
    return NO_PIECE;
}

/* Parameters. */

static bool read_pieces(const struct key_reading *reading, const struct key *key)
{
    struct hive_rules *rules = reading->rules;
    unsigned side = 0;
    rules->field.lattice = LATTICE_HEX;
    rules->field.first_place = (uint16_t)field_place(FIELD_SIDE / 2, FIELD_SIDE / 2);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        rules->first[kind] = (uint8_t)side;
        side += rules->count[kind];
    }
    if (side > SIDE_MOST)
        return refuse_key(reading, key->name, "pieces", FACT(found, "%u tiles of a side") FACT(expected, "at most %d"),
            side, SIDE_MOST);
    rules->side = (uint8_t)side;
    for (unsigned piece = 0, kind = 0; piece < 2 * side; piece++) {
        unsigned own = piece % side;
        for (kind = own == 0 ? 0 : kind; own >= rules->first[kind] + (unsigned)rules->count[kind];)
            kind++;
        rules->kind[piece] = (uint8_t)kind;
        rules->number[piece] = (uint8_t)(rules->count[kind] == 1 ? 0 : own - rules->first[kind] + 1);
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
static void put(const struct hive_rules *rules, struct hive *hive, unsigned piece, unsigned place)
{
    unsigned top = top_at(rules, hive, place);
    hive->covered |= top == NO_PIECE ? 0 : (uint64_t)1 << top;
    hive->level[piece] = top == NO_PIECE ? 0 : (uint8_t)(hive->level[top] + 1);
    hive->place[piece] = (uint16_t)place;
    field_put(&hive->field.taken, place);
}

/* Takes PIECE, a top one, from its place. */
static void lift(const struct hive_rules *rules, struct hive *hive, unsigned piece)
{
    unsigned place = hive->place[piece];
    unsigned below = hive->level[piece] == 0 ? NO_PIECE : top_without(rules, hive, place, piece);
    hive->place[piece] = FIELD_NONE;
    hive->level[piece] = 0;
    if (below == NO_PIECE)
        field_remove(&hive->field.taken, place);
    else
        hive->covered &= ~((uint64_t)1 << below);
}

/* The lowest row and column of what lies, which positions call a and 1. */
static struct lattice_place corner_of(const struct hive_rules *rules, const struct hive *hive)
{
    struct lattice_place corner = {FIELD_SIDE, FIELD_SIDE};
    for (unsigned i = 0; i < 2u * rules->side; i++)
        if (!is_in_hand(hive, i)) {
            int row = (int)field_row(hive->place[i]);
            int column = (int)field_column(hive->place[i]);
            corner.row = row < corner.row ? row : corner.row;
            corner.column = column < corner.column ? column : corner.column;
        }
    return corner;
}

/* A hive that has come to the edge of the window goes to its middle. */
static void move_to_middle(const struct hive_rules *rules, struct hive *hive)
{
    struct lattice_place low = corner_of(rules, hive);
    struct lattice_place high = low;
    for (unsigned i = 0; i < 2u * rules->side; i++)
        if (!is_in_hand(hive, i)) {
            int row = (int)field_row(hive->place[i]);
            int column = (int)field_column(hive->place[i]);
            high.row = row > high.row ? row : high.row;
            high.column = column > high.column ? column : high.column;
        }
    int by = ((FIELD_SIDE - low.row - high.row + 1) / 2) * FIELD_ROW + (FIELD_SIDE - low.column - high.column + 1) / 2;
    hive->left = (uint16_t)(hive->left == FIELD_NONE ? FIELD_NONE : hive->left + by);
    memset(&hive->field.taken, 0, sizeof hive->field.taken);
    for (unsigned i = 0; i < 2u * rules->side; i++)
        if (!is_in_hand(hive, i)) {
            hive->place[i] = (uint16_t)(hive->place[i] + by);
            field_put(&hive->field.taken, hive->place[i]);
        }
}

static bool is_at_edge(unsigned place)
{
    return field_row(place) - 2 >= FIELD_SIDE - 2 || field_column(place) - 2 >= FIELD_SIDE - 2;
}

static void set_up(const void *rules, struct state *state)
{
    (void)rules;
    (void)state; /* everything is in hand */
}

/* Positions. */

static unsigned read_name(const struct hive_rules *rules, struct slice name)
{
    uint32_t number = 0;
    bool shaped = name.length >= 2 && (name.at[0] == 'w' || name.at[0] == 'b') && strchr(letters, name.at[1]) != NULL;
    struct slice digits = {name.at + 2, name.length - 2};
    if (!shaped || (digits.length > 0 && (digits.at[0] == '0' || !slice_number(digits, SIDE_MOST, &number))))
        return NO_PIECE;
    unsigned piece = piece_of(rules, tile_code(number, (unsigned char)name.at[1], name.at[0] == 'b'));
    return piece != NO_PIECE && rules->number[piece] == number ? piece : NO_PIECE;
}

static bool read_stack(struct position_reader *reader, unsigned place, struct slice text)
{
    const struct hive_rules *rules = reader->rules;
    struct hive *hive = (struct hive *)reader->state;
    struct slice name;
    for (bool first = true; slice_split(&text, '.', &name); first = false) {
        unsigned piece = read_name(rules, name);
        if (piece == NO_PIECE)
            return refuse_field(reader, name, "a tile of the set is its colour, its kind and its number, such as wA1");
        if (!is_in_hand(hive, piece))
            return refuse_field(reader, name, "each tile is there once");
        if (!first && rules->kind[piece] != BEETLE && rules->kind[piece] != MOSQUITO)
            return refuse_field(reader, name, "only beetles and mosquitoes lie on others");
        put(rules, hive, piece, place);
    }
    return true;
}

static void write_stack(const void *any_rules, const struct state *state, unsigned place, struct text *text)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    for (unsigned level = 0; level < PIECES; level++) {
        unsigned piece = 0;
        while (piece < 2u * rules->side && (hive->place[piece] != place || hive->level[piece] != level))
            piece++;
        if (piece == 2u * rules->side)
            return;
        if (level > 0)
            text_add_char(text, '.');
        add_piece(rules, piece, text);
    }
}

static bool read_rest(struct position_reader *reader, struct slice text)
{
    const struct hive_rules *rules = reader->rules;
    struct hive *hive = (struct hive *)reader->state;
    if (slice_is(text, "-"))
        return true;
    unsigned piece = read_name(rules, text);
    if (piece == NO_PIECE)
        return refuse_other(reader, text);
    if (rules->count[PILLBUG] == 0)
        return refuse_field(reader, text, "nothing rests in a game without a pillbug: '-'");
    hive->moved = (uint8_t)(piece + 1);
    return !is_in_hand(hive, piece) && (hive->covered >> piece & 1) == 0
        ? true
        : refuse_field(reader, text, "what rests lies on top");
}

static void write_rest(const void *rules, const struct state *state, struct text *text)
{
    unsigned piece = resting(rules, (const struct hive *)state);
    if (piece == NO_PIECE)
        text_add_char(text, '-');
    else
        add_piece(rules, piece, text);
}

/* Of the seat to move, whose turns are half of all. */
static bool read_turn(struct position_reader *reader, struct slice text)
{
    uint32_t turn = 0;
    if (!slice_number(text, UINT32_MAX / 2 - 1, &turn) || turn == 0)
        return refuse_other(reader, text);
    reader->state->number = 2 * (turn - 1) + reader->state->seat;
    return true;
}

static void write_turn(const void *rules, const struct state *state, struct text *text)
{
    (void)rules;
    text_add_number(text, turn_of(state));
}

static const struct position_field fields[] = {
    {field_read_stacks, field_write_stacks, .wanted = "it begins with the field, 'a1=wG1;a2=bS1.bB1' or '-'"},
    SEAT_FIELD("after the field comes the seat to move, 1 or 2"),
    {read_rest, write_rest, .wanted = "after the seat comes the tile that rests, or '-'"},
    {read_turn, write_turn, .wanted = "the last field is the turn number, from 1", .counts = true},
    {.wanted = "there is text after the turn number"},
};

static bool settle(struct position_reader *reader)
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
        for (unsigned own = 0; own < rules->side; own++) {
            unsigned piece = queen_of(rules, seat) + own;
            laid += !is_in_hand(hive, piece);
            if (own > rules->first[rules->kind[piece]] && !is_in_hand(hive, piece) && is_in_hand(hive, piece - 1))
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

/* Turns.  Step 0 is the tile: its count is what was written, see tile_code, its cell where it lies.  Step 1 is where
   it goes: by a tile, the count, with the mark '0' to '5' for a side of it, as rings have them, or '^' for itself; or
   the cell, with the mark '@'. */

/* The signs of sides, by the places of a ring. */
static const char before_name[6] = {0, 0, '\\', '-', '/', 0};
static const char after_name[6] = {'-', '/', 0, 0, 0, '\\'};

/* As the mark of a step. */
static char bit_of(const char signs[6], char sign)
{
    char bit = '0';
    while (bit < '5' && signs[bit - '0'] != sign)
        bit++;
    return bit;
}

static bool resolve(const void *rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    (void)rules;
    (void)fault;
    turn->shape = written->shape;
    turn->count = 0;
    for (unsigned i = 0; i < written->count; i++) {
        const struct part *part = &written->parts[i];
        unsigned number = part->count < UINT16_MAX ? part->count : UINT16_MAX;
        bool after = i > 1; /* a side before a name is the second part, after it the third */
        if (part->name[0] == '\0')
            turn->steps[1].mark = bit_of(after ? after_name : before_name, part->mark);
        else
            turn->steps[turn->count++] = (struct step){
                tile_code(number, (unsigned)part->name[1] & ~32u, part->name[0] == 'b' || part->name[0] == 'B'),
                FIELD_NONE,
                i == 0      ? '\0'
                    : after ? turn->steps[1].mark
                            : '^'};
    }
    return true;
}

/* Where TURN goes, FIELD_NONE: that is not known. */
static unsigned goal_of(const struct hive_rules *rules, const struct hive *hive, const struct turn *turn)
{
    const struct step *to = &turn->steps[1];
    if (turn->count == 1)
        return rules->field.first_place;
    if (to->mark == '@')
        return to->cell;
    unsigned other = piece_of(rules, to->count);
    if (other == NO_PIECE || is_in_hand(hive, other))
        return FIELD_NONE;
    return to->mark == '^' ? hive->place[other]
                           : field_round(LATTICE_HEX, hive->place[other], (unsigned)(to->mark - '0'));
}

/* A side of a tile, "-bQ". */
static void add_side(const struct hive_rules *rules, unsigned piece, unsigned bit, struct text *text)
{
    if (before_name[bit] != 0)
        text_add_char(text, before_name[bit]);
    add_piece(rules, piece, text);
    if (after_name[bit] != 0)
        text_add_char(text, after_name[bit]);
}

static void add_code(uint32_t code, struct text *text)
{
    text_printf(text, "%c%c", code >> 24 != 0 ? 'b' : 'w', (char)(code >> 16 & 255));
    if ((code & UINT16_MAX) > 0)
        text_add_number(text, code & UINT16_MAX);
}

/* A turn as it was written, "wA1 -bQ". */
static void add_written(const struct turn *turn, struct text *text)
{
    add_code(turn->steps[0].count, text);
    if (turn->count == 1 || turn->steps[1].mark == '@')
        return;
    unsigned bit = (unsigned char)turn->steps[1].mark - '0'; /* beyond the sides for a tile itself */
    text_add_char(text, ' ');
    if (bit < 6 && before_name[bit] != 0)
        text_add_char(text, before_name[bit]);
    add_code(turn->steps[1].count, text);
    if (bit < 6 && after_name[bit] != 0)
        text_add_char(text, after_name[bit]);
}

/* Goals. */

struct goal_search {
    const struct hive_rules *rules;
    const struct hive *hive;
    struct field_set around; /* what is taken while a tile is lifted */
    uint64_t throwers;       /* tiles that can throw, bit i */
    unsigned count;
    uint16_t goals[GOALS]; /* of the tile that was looked at last, each once */
};

/* Whether the hive falls apart without PLACE, on which one tile lies. */
static bool falls_apart(const struct hive *hive, unsigned place)
{
    struct field_set without = hive->field.taken;
    field_remove(&without, place);
    return ring_stretches(field_ring(&without, LATTICE_HEX, place)) > 1 && !field_is_group(&without, LATTICE_HEX);
}

/* Whether PIECE touches another one when it is put down on GOAL. */
static bool would_touch(const struct hive *hive, unsigned piece, unsigned goal)
{
    struct field_set without = hive->field.taken;
    if (hive->level[piece] == 0)
        field_remove(&without, hive->place[piece]);
    return field_ring(&without, LATTICE_HEX, goal) != 0;
}

/* The kinds that lie on top beside PLACE, a bit each. */
static unsigned kinds_beside(const struct hive_rules *rules, const struct hive *hive, unsigned place)
{
    unsigned kinds = 0;
    for (unsigned ring = field_ring(&hive->field.taken, LATTICE_HEX, place); ring != 0; ring &= ring - 1)
        kinds |= 1u << rules->kind[top_at(rules, hive, field_round(LATTICE_HEX, place, (unsigned)__builtin_ctz(ring)))];
    return kinds;
}

/* Whether PIECE throws: a pillbug, or a mosquito beside one, on the ground and uncovered. */
static bool can_throw(const struct hive_rules *rules, const struct hive *hive, unsigned piece)
{
    unsigned place = hive->place[piece];
    return place != FIELD_NONE && hive->level[piece] == 0 && (hive->covered >> piece & 1) == 0 &&
        (rules->kind[piece] == PILLBUG ||
            (rules->kind[piece] == MOSQUITO && (kinds_beside(rules, hive, place) >> PILLBUG & 1) != 0));
}

/* Those of the seat to move that throw and do not rest. */
static uint64_t find_throwers(const struct hive_rules *rules, const struct hive *hive)
{
    uint64_t throwers = 0;
    unsigned first = queen_of(rules, hive->field.state.seat);
    for (unsigned kind = MOSQUITO; rules->count[PILLBUG] > 0 && kind <= PILLBUG; kind += PILLBUG - MOSQUITO)
        for (unsigned i = 0; i < rules->count[kind]; i++) {
            unsigned piece = first + rules->first[kind] + i;
            if (piece != resting(rules, hive) && can_throw(rules, hive, piece))
                throwers |= (uint64_t)1 << piece;
        }
    return throwers;
}

static void search_begin(struct goal_search *search, const struct hive_rules *rules, const struct hive *hive)
{
    search->rules = rules;
    search->hive = hive;
    search->around = hive->field.taken;
    search->throwers = find_throwers(rules, hive);
}

static bool is_goal(const struct goal_search *search, unsigned place)
{
    for (unsigned i = 0; i < search->count; i++)
        if (search->goals[i] == place)
            return true;
    return false;
}

static void add_goal(struct goal_search *search, unsigned place)
{
    if (!is_goal(search, place))
        search->goals[search->count++] = (uint16_t)place;
}

/* Rule 4: a climb from FROM over BIT of its ring, by PIECE, which counts for no height. */
static bool passes_gate(
    const struct hive_rules *rules, const struct hive *hive, unsigned piece, unsigned from, unsigned bit)
{
    unsigned own = height_without(rules, hive, from, piece);
    unsigned goal = height_without(rules, hive, field_round(LATTICE_HEX, from, bit), piece);
    unsigned left = height_without(rules, hive, field_round(LATTICE_HEX, from, (bit + 1) % 6), piece);
    unsigned right = height_without(rules, hive, field_round(LATTICE_HEX, from, (bit + 5) % 6), piece);
    unsigned higher = own > goal ? own : goal;
    return left <= higher || right <= higher;
}

/* How kinds move, by the rules of the page: the goals of PIECE from FROM, whatever its own kind. */
typedef void kind_finder(struct goal_search *search, unsigned piece, unsigned from);

/* Rule 3: the places that a tile on PLACE slides to, as bits of its ring. */
static inline unsigned slides_of(const struct goal_search *search, unsigned place)
{
    return ring_slides(field_ring(&search->around, LATTICE_HEX, place));
}

static void find_slides(struct goal_search *search, unsigned piece, unsigned from)
{
    (void)piece;
    for (unsigned slides = slides_of(search, from); slides != 0; slides &= slides - 1)
        add_goal(search, field_round(LATTICE_HEX, from, (unsigned)__builtin_ctz(slides)));
}

static void find_climbs(struct goal_search *search, unsigned piece, unsigned from)
{
    bool high = search->hive->level[piece] > 0;
    unsigned taken = field_ring(&search->around, LATTICE_HEX, from);
    if (!high)
        find_slides(search, piece, from);
    for (unsigned ring = high ? RING : taken; ring != 0; ring &= ring - 1) {
        unsigned bit = (unsigned)__builtin_ctz(ring);
        if (passes_gate(search->rules, search->hive, piece, from, bit))
            add_goal(search, field_round(LATTICE_HEX, from, bit));
    }
}

/* From the last of the LENGTH places of WAY on. */
static void walk_on(struct goal_search *search, uint16_t way[4], unsigned length)
{
    for (unsigned slides = slides_of(search, way[length - 1]); slides != 0; slides &= slides - 1) {
        unsigned next = field_round(LATTICE_HEX, way[length - 1], (unsigned)__builtin_ctz(slides));
        bool twice = false;
        for (unsigned i = 0; i < length; i++)
            twice |= way[i] == next;
        way[length] = (uint16_t)next;
        if (!twice && length == 3)
            add_goal(search, next);
        else if (!twice)
            walk_on(search, way, length + 1);
    }
}

static void find_three_steps(struct goal_search *search, unsigned piece, unsigned from)
{
    uint16_t way[4] = {(uint16_t)from};
    (void)piece;
    walk_on(search, way, 1);
}

/* The goals are what was reached so far, and each is looked at once; the first to be known. */
static void find_any_steps(struct goal_search *search, unsigned piece, unsigned from)
{
    struct field_set reached = {{0}};
    (void)piece;
    field_put(&reached, from);
    for (unsigned next = 0, place = from;; place = search->goals[next++]) {
        for (unsigned slides = slides_of(search, place); slides != 0; slides &= slides - 1) {
            unsigned to = field_round(LATTICE_HEX, place, (unsigned)__builtin_ctz(slides));
            if (field_has(&reached, to))
                continue;
            field_put(&reached, to);
            search->goals[search->count++] = (uint16_t)to;
        }
        if (next == search->count)
            return;
    }
}

static void find_jumps(struct goal_search *search, unsigned piece, unsigned from)
{
    (void)piece;
    for (unsigned ring = field_ring(&search->around, LATTICE_HEX, from); ring != 0; ring &= ring - 1) {
        unsigned place = from;
        do
            place = field_round(LATTICE_HEX, place, (unsigned)__builtin_ctz(ring));
        while (field_has(&search->around, place));
        add_goal(search, place);
    }
}

/* The rest of a ladybug's way from PLACE on, LEFT climbs, of which all but the last end on others. */
static void climb_on(struct goal_search *search, unsigned piece, unsigned place, unsigned left)
{
    unsigned taken = field_ring(&search->around, LATTICE_HEX, place);
    for (unsigned ring = left > 1 ? taken : ~taken & RING; ring != 0; ring &= ring - 1) {
        unsigned bit = (unsigned)__builtin_ctz(ring);
        unsigned next = field_round(LATTICE_HEX, place, bit);
        if (!passes_gate(search->rules, search->hive, piece, place, bit))
            continue;
        if (left > 1)
            climb_on(search, piece, next, left - 1);
        else if (next != search->hive->place[piece])
            add_goal(search, next);
    }
}

static void find_ladybug_steps(struct goal_search *search, unsigned piece, unsigned from)
{
    (void)from;
    climb_on(search, piece, search->hive->place[piece], 3);
}

static void find_mosquito_moves(struct goal_search *search, unsigned piece, unsigned from);

static kind_finder *const finders[KINDS] = {[QUEEN] = find_slides,
    [SPIDER] = find_three_steps,
    [BEETLE] = find_climbs,
    [GRASSHOPPER] = find_jumps,
    [ANT] = find_any_steps,
    [MOSQUITO] = find_mosquito_moves,
    [LADYBUG] = find_ladybug_steps,
    [PILLBUG] = find_slides};

/* The kinds that a mosquito moves as. */
static unsigned kinds_of_mosquito(const struct hive_rules *rules, const struct hive *hive, unsigned piece)
{
    return hive->level[piece] > 0 ? 1u << BEETLE : kinds_beside(rules, hive, hive->place[piece]) & ~(1u << MOSQUITO);
}

/* An ant's goals come first, since it asks for no others before. */
static void find_mosquito_moves(struct goal_search *search, unsigned piece, unsigned from)
{
    unsigned kinds = kinds_of_mosquito(search->rules, search->hive, piece);
    if ((kinds >> ANT & 1) != 0)
        finders[ANT](search, piece, from);
    for (unsigned left = kinds & ~(1u << ANT); left != 0; left &= left - 1)
        finders[__builtin_ctz(left)](search, piece, from);
}

/* Rule 6: where PIECE, alone on FROM, is thrown. */
static void find_throws(struct goal_search *search, unsigned piece, unsigned from)
{
    const struct hive_rules *rules = search->rules;
    const struct hive *hive = search->hive;
    for (uint64_t left = search->throwers & ~((uint64_t)1 << piece); left != 0; left &= left - 1) {
        unsigned place = hive->place[__builtin_ctzll(left)];
        unsigned bit = 0;
        while (bit < 6 && field_round(LATTICE_HEX, from, bit) != place)
            bit++;
        if (bit == 6 || !passes_gate(rules, hive, piece, from, bit))
            continue;
        for (unsigned ring = ~field_ring(&hive->field.taken, LATTICE_HEX, place) & RING; ring != 0; ring &= ring - 1) {
            unsigned down = (unsigned)__builtin_ctz(ring);
            if (passes_gate(rules, hive, piece, place, down))
                add_goal(search, field_round(LATTICE_HEX, place, down));
        }
    }
}

/* All goals of PIECE on the field, which is on top and does not rest; its own queen lies, and nothing falls apart
   without it. */
static void find_goals(struct goal_search *search, unsigned piece)
{
    const struct hive *hive = search->hive;
    unsigned from = hive->place[piece];
    bool alone = hive->level[piece] == 0;
    search->count = 0;
    if (alone)
        field_remove(&search->around, from);
    if (seat_of(search->rules, piece) == hive->field.state.seat)
        finders[search->rules->kind[piece]](search, piece, from);
    if (alone)
        find_throws(search, piece, from);
    if (alone)
        field_put(&search->around, from);
}

/* Rules. */

/* Whether a new tile of SEAT touches one of the other on PLACE; which, in ENEMY. */
static bool touches_enemy(
    const struct hive_rules *rules, const struct hive *hive, unsigned place, unsigned seat, unsigned *enemy)
{
    for (unsigned ring = field_ring(&hive->field.taken, LATTICE_HEX, place); ring != 0; ring &= ring - 1) {
        *enemy = top_at(rules, hive, field_round(LATTICE_HEX, place, (unsigned)__builtin_ctz(ring)));
        if (seat_of(rules, *enemy) != seat)
            return true;
    }
    return false;
}

/* Whether there is but one tile on the field, which the second one has to touch, whosever it is. */
static bool is_second(const struct hive_rules *rules, const struct hive *hive)
{
    unsigned lying = 0;
    for (unsigned i = 0; i < 2u * rules->side && lying < 2; i++)
        lying += !is_in_hand(hive, i);
    return lying == 1;
}

static bool must_lay_queen(const struct hive_rules *rules, const struct hive *hive)
{
    unsigned seat = hive->field.state.seat;
    return is_in_hand(hive, queen_of(rules, seat)) && turn_of(&hive->field.state) >= rules->queen_by;
}

static bool is_barred_queen(const struct hive_rules *rules, const struct hive *hive, unsigned kind)
{
    return kind == QUEEN && !rules->opening_queen && turn_of(&hive->field.state) == 1;
}

static int judge_lay(const struct hive_rules *rules, const struct hive *hive, unsigned piece, unsigned goal)
{
    unsigned seat = hive->field.state.seat;
    unsigned kind = rules->kind[piece];
    unsigned enemy;
    if (seat_of(rules, piece) != seat)
        return NOT_YOURS;
    if (is_barred_queen(rules, hive, kind))
        return QUEEN_OPENING;
    if (must_lay_queen(rules, hive) && kind != QUEEN)
        return QUEEN_BY;
    if (piece != next_in_hand(rules, hive, seat, kind))
        return ORDER;
    if (field_has(&hive->field.taken, goal))
        return OCCUPIED;
    return !is_second(rules, hive) && touches_enemy(rules, hive, goal, seat, &enemy) ? ENEMY_NEIGHBOUR : LEGAL;
}

/* Whether PIECE, lifted, would slide to GOAL in exactly three steps, or the ladybug climb there, if no gap and no gate
   hindered it: LEFT steps from PLACE on, not back to a place of WAY. */
static bool reaches_freely(
    const struct goal_search *search, bool climbs, uint16_t way[4], unsigned length, unsigned goal)
{
    unsigned place = way[length - 1];
    unsigned taken = field_ring(&search->around, LATTICE_HEX, place);
    unsigned along = ~taken & (ring_next(taken) | ring_before(taken)) & RING;
    for (unsigned ring = !climbs ? along : length < 3 ? taken : ~taken & RING; ring != 0; ring &= ring - 1) {
        unsigned next = field_round(LATTICE_HEX, place, (unsigned)__builtin_ctz(ring));
        bool twice = false;
        for (unsigned i = 0; i < length; i++)
            twice |= way[i] == next;
        way[length] = (uint16_t)next;
        if (!twice && (length == 3 ? next == goal : reaches_freely(search, climbs, way, length + 1, goal)))
            return true;
    }
    return false;
}

/* Which rule of its kind keeps PIECE, on FROM, from GOAL. */
static int refuse_kind(struct goal_search *search, unsigned kind, unsigned piece, unsigned goal)
{
    const struct hive *hive = search->hive;
    unsigned from = hive->place[piece];
    bool low = hive->level[piece] == 0;
    uint16_t way[4] = {(uint16_t)from};
    switch (kind) {
    case QUEEN:
    case PILLBUG:
    case BEETLE: {
        if (from == goal || !field_touch(LATTICE_HEX, from, goal))
            return ONE_STEP;
        if (!low || field_has(&hive->field.taken, goal))
            return BEETLE_GATE;
        unsigned ring = field_ring(&search->around, LATTICE_HEX, from);
        unsigned bit = 0;
        while (field_round(LATTICE_HEX, from, bit) != goal)
            bit++;
        return ((ring_next(ring) | ring_before(ring)) >> bit & 1) != 0 ? FREEDOM_TO_MOVE : CONTACT;
    }
    case SPIDER:
        return reaches_freely(search, false, way, 1, goal) ? FREEDOM_TO_MOVE : THREE_STEPS;
    case ANT:
        return FREEDOM_TO_MOVE;
    case GRASSHOPPER:
        return JUMP;
    case LADYBUG:
        return reaches_freely(search, true, way, 1, goal) ? BEETLE_GATE : LADYBUG_STEPS;
    default:
        return low ? MOSQUITO_MOVES : refuse_kind(search, BEETLE, piece, goal);
    }
}

/* A tile beside FROM that can throw for the seat to move, one at rest only if there is no other; NO_PIECE: none can. */
static unsigned thrower_beside(const struct hive_rules *rules, const struct hive *hive, unsigned from)
{
    unsigned first = queen_of(rules, hive->field.state.seat);
    unsigned rests = resting(rules, hive);
    unsigned found = NO_PIECE;
    for (unsigned piece = first; piece < first + rules->side && (found == NO_PIECE || found == rests); piece++)
        if (can_throw(rules, hive, piece) && field_touch(LATTICE_HEX, from, hive->place[piece]))
            found = piece;
    return found;
}

/* Why the other's PIECE is not thrown to GOAL, by the rules of a throw alone. */
static int refuse_throw(struct goal_search *search, unsigned piece, unsigned goal)
{
    const struct hive *hive = search->hive;
    bool beside = false;
    for (uint64_t left = search->throwers; left != 0; left &= left - 1) {
        unsigned place = hive->place[__builtin_ctzll(left)];
        beside |= field_touch(LATTICE_HEX, hive->place[piece], place) && field_touch(LATTICE_HEX, place, goal);
    }
    return hive->level[piece] == 0 && beside && goal != hive->place[piece] ? BEETLE_GATE : THROW;
}

static bool climbs(const struct hive_rules *rules, const struct hive *hive, unsigned piece)
{
    return rules->kind[piece] == BEETLE || rules->kind[piece] == MOSQUITO || (hive->level[piece] > 0);
}

static int judge_move(
    const struct hive_rules *rules, const struct hive *hive, const struct turn *turn, unsigned piece, unsigned goal)
{
    const struct step *to = &turn->steps[1];
    unsigned from = hive->place[piece];
    bool own = seat_of(rules, piece) == hive->field.state.seat;
    bool alone = hive->level[piece] == 0;
    bool taken = field_has(&hive->field.taken, goal) && !(goal == from && alone && !own);
    unsigned thrower = own ? NO_PIECE : thrower_beside(rules, hive, from);
    struct goal_search search;
    if (!own && thrower == NO_PIECE)
        return NOT_YOURS;
    if (must_lay_queen(rules, hive))
        return QUEEN_BY;
    if (is_in_hand(hive, queen_of(rules, hive->field.state.seat)))
        return QUEEN_FIRST;
    search_begin(&search, rules, hive);
    if (piece == resting(rules, hive) || (!own && thrower == resting(rules, hive)))
        return JUST_MOVED;
    if ((hive->covered >> piece & 1) != 0)
        return COVERED;
    if (alone && falls_apart(hive, from))
        return ONE_HIVE;
    if (taken && !rules->climb_any && to->mark != '@' &&
        (to->mark != '^' || piece_of(rules, to->count) != top_at(rules, hive, goal) || goal == from))
        return OCCUPIED;
    if (!taken && !would_touch(hive, piece, goal))
        return ONE_HIVE;
    if (taken && !(own && climbs(rules, hive, piece)))
        return CLIMB;
    find_goals(&search, piece);
    if (is_goal(&search, goal))
        return LEGAL;
    if (alone)
        field_remove(&search.around, from);
    return own ? refuse_kind(&search, rules->kind[piece], piece, goal) : refuse_throw(&search, piece, goal);
}

/* Whether the set has the tile of STEP, and its number is written where there are several. */
static int judge_name(const struct hive_rules *rules, const struct step *step)
{
    if (piece_of(rules, step->count) != NO_PIECE)
        return LEGAL;
    return (step->count & UINT16_MAX) == 0 && rules->count[kind_in(step->count)] > 1 ? SYNTAX + SYNTAX_TURN
                                                                                     : NOT_IN_SET;
}

static bool finds_turn(const struct hive_rules *rules, const struct hive *hive);
static uint64_t count_active(const struct hive_rules *rules, const struct hive *hive);

static int judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    (void)step;
    finding->part = FAULT_WHOLE;
    if (turn->shape == TURN_PASS)
        return finds_turn(rules, hive) ? COMMON + COMMON_CANNOT_PASS : LEGAL;
    for (unsigned i = 0; i < turn->count; i++)
        if (turn->steps[i].mark != '@' && judge_name(rules, &turn->steps[i]) != LEGAL) {
            finding->part = (uint16_t)i;
            return judge_name(rules, &turn->steps[i]);
        }
    bool empty = field_next(&hive->field.taken, FIELD_NONE) == FIELD_NONE;
    unsigned piece = piece_of(rules, turn->steps[0].count);
    unsigned goal = goal_of(rules, hive, turn);
    if (turn->count == 1 && !empty)
        return NO_PLACE;
    finding->part = 1;
    if (turn->count > 1 && goal == FIELD_NONE)
        return REFERENCE;
    finding->part = FAULT_WHOLE;
    return is_in_hand(hive, piece) ? judge_lay(rules, hive, piece, goal) : judge_move(rules, hive, turn, piece, goal);
}

/* Whatever leaves a position that can be written and goes on. */
static bool carries(const void *any_rules, const struct state *state, const struct turn *turn, unsigned step)
{
    struct finding finding;
    switch (judge(any_rules, state, turn, step, &finding)) {
    case LEGAL:
    case NOT_YOURS:
    case QUEEN_OPENING:
    case QUEEN_BY:
    case ENEMY_NEIGHBOUR:
    case QUEEN_FIRST:
    case JUST_MOVED: {
        const struct hive_rules *rules = any_rules;
        const struct hive *hive = (const struct hive *)state;
        unsigned piece = piece_of(rules, turn->steps[0].count);
        unsigned goal = goal_of(rules, hive, turn);
        bool alone = is_in_hand(hive, piece) || (hive->level[piece] == 0 && !falls_apart(hive, hive->place[piece]));
        return alone && (hive->covered >> piece & 1) == 0 && !field_has(&hive->field.taken, goal) &&
            would_touch(hive, piece, goal);
    }
    case ONE_STEP:
    case THREE_STEPS:
    case JUMP:
    case LADYBUG_STEPS:
    case MOSQUITO_MOVES:
    case CONTACT:
    case FREEDOM_TO_MOVE:
    case BEETLE_GATE:
        return true;
    default:
        return false;
    }
}

/* A number for what rule 9 calls a position: kinds on places, shifted alike, the seat to move, and what rests if that
   makes a difference. */
static uint64_t position_key(const struct hive_rules *rules, const struct hive *hive)
{
    struct lattice_place corner = corner_of(rules, hive);
    uint64_t key = hive->field.state.seat;
    struct hive awake = *hive;
    awake.moved = 0;
    unsigned rests = resting(rules, hive);
    if (rests != NO_PIECE && count_active(rules, &awake) == count_active(rules, hive))
        rests = NO_PIECE;
    for (unsigned i = 0; i < 2u * rules->side; i++) {
        uint64_t row = (uint64_t)((int)field_row(hive->place[i]) - corner.row);
        uint64_t column = (uint64_t)((int)field_column(hive->place[i]) - corner.column);
        if (!is_in_hand(hive, i))
            key += hash_mix(row << 32 | column << 24 | (uint64_t)hive->level[i] << 16 | (uint64_t)(i == rests) << 15 |
                (uint64_t)rules->kind[i] << 8 | seat_of(rules, i));
    }
    return key;
}

/* The position that a game begins with has occurred, too. A laid tile is never taken back, so nothing from before it
   can occur again. */
static void remember_start(const struct hive_rules *rules, struct hive *hive)
{
    if (rules->repetition > 0 && hive->known == 0)
        hive->history[hive->known++] = position_key(rules, hive);
}

static void make(const void *any_rules, struct state *state, const struct turn *turn, unsigned step)
{
    const struct hive_rules *rules = any_rules;
    struct hive *hive = (struct hive *)state;
    (void)step;
    remember_start(rules, hive);
    hive->moved = 0;
    hive->left = FIELD_NONE;
    if (turn->shape == TURN_PASS)
        return;
    unsigned piece = piece_of(rules, turn->steps[0].count);
    unsigned goal = goal_of(rules, hive, turn);
    hive->moved = (uint8_t)(piece + 1);
    hive->left = hive->place[piece];
    if (is_in_hand(hive, piece))
        hive->known = 0;
    else
        lift(rules, hive, piece);
    put(rules, hive, piece, goal);
    if (is_at_edge(goal))
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

static bool visit_place(struct turn_walk *walk, unsigned piece, unsigned place)
{
    walk->count++;
    if (walk->visit == NULL)
        return true;
    walk->turn.steps[0] =
        (struct step){tile_code(walk->rules->number[piece], (unsigned char)letters[walk->rules->kind[piece]],
                          seat_of(walk->rules, piece) == 2),
            FIELD_NONE, '\0'};
    walk->turn.steps[1] = (struct step){0, (uint16_t)place, '@'};
    return walk->visit(walk->context, &walk->turn);
}

/* The places where the seat to move lays its tiles. */
static struct field_set open_places(const struct hive_rules *rules, const struct hive *hive, struct field_rows rows)
{
    struct field_set tops[2] = {{{0}}, {{0}}};
    struct field_set open = {{0}};
    bool second = is_second(rules, hive);
    for (unsigned i = 0; i < 2u * rules->side; i++)
        if (!is_in_hand(hive, i) && (hive->covered >> i & 1) == 0)
            field_put(&tops[second || seat_of(rules, i) == hive->field.state.seat ? 0 : 1], hive->place[i]);
    for (unsigned row = rows.low - 1; row <= rows.high + 1; row++)
        open.rows[row] = field_beside(&tops[0], LATTICE_HEX, row) & ~field_beside(&tops[1], LATTICE_HEX, row) &
            ~hive->field.taken.rows[row];
    return open;
}

static bool visit_lays(struct turn_walk *walk)
{
    const struct hive_rules *rules = walk->rules;
    const struct hive *hive = walk->hive;
    unsigned seat = hive->field.state.seat;
    struct field_rows rows = field_rows_of(&hive->field.taken);
    struct field_set open = {{0}};
    walk->turn.count = rows.low == 0 ? 1 : 2;
    if (rows.low == 0)
        field_put(&open, rules->field.first_place);
    else
        open = open_places(rules, hive, rows);
    unsigned kinds = must_lay_queen(rules, hive) ? 1 : KINDS;
    unsigned places = 0;
    for (unsigned row = rows.low == 0 ? 1 : rows.low - 1; row <= FIELD_SIDE && row <= rows.high + 1; row++)
        places += field_count(open.rows[row]);
    for (unsigned kind = 0; kind < kinds; kind++) {
        unsigned piece = next_in_hand(rules, hive, seat, kind);
        if (piece == NO_PIECE || is_barred_queen(rules, hive, kind))
            continue;
        if (walk->visit == NULL)
            walk->count += rows.low == 0 ? 1 : places;
        else
            for (unsigned place = FIELD_NONE; (place = field_next(&open, place)) != FIELD_NONE;)
                if (!visit_place(walk, piece, place))
                    return false;
    }
    return true;
}

static bool visit_moves(struct turn_walk *walk)
{
    const struct hive_rules *rules = walk->rules;
    const struct hive *hive = walk->hive;
    unsigned seat = hive->field.state.seat;
    struct goal_search search;
    struct field_set pins;
    if (is_in_hand(hive, queen_of(rules, seat)))
        return true;
    search_begin(&search, rules, hive);
    field_pins(&hive->field.taken, LATTICE_HEX, &pins);
    walk->turn.count = 2;
    for (unsigned piece = 0; piece < 2u * rules->side; piece++) {
        bool own = seat_of(rules, piece) == seat;
        bool alone = hive->level[piece] == 0;
        if (is_in_hand(hive, piece) || (hive->covered >> piece & 1) != 0 || piece == resting(rules, hive) ||
            (alone && field_has(&pins, hive->place[piece])) || (!own && (search.throwers == 0 || !alone)))
            continue;
        find_goals(&search, piece);
        if (walk->visit == NULL)
            walk->count += search.count;
        for (unsigned i = 0; walk->visit != NULL && i < search.count; i++)
            if (!visit_place(walk, piece, search.goals[i]))
                return false;
    }
    return true;
}

static struct turn_walk walk_of(
    const struct hive_rules *rules, const struct hive *hive, turn_visitor *visit, void *context)
{
    return (struct turn_walk){
        .rules = rules, .hive = hive, .visit = visit, .context = context, .turn = {.shape = TURN_HIVE}};
}

static bool finds_turn(const struct hive_rules *rules, const struct hive *hive)
{
    struct turn_walk walk = walk_of(rules, hive, NULL, NULL);
    visit_lays(&walk);
    if (walk.count == 0)
        visit_moves(&walk);
    return walk.count > 0;
}

/* The legal turns but for a pass. */
static uint64_t count_active(const struct hive_rules *rules, const struct hive *hive)
{
    struct turn_walk walk = walk_of(rules, hive, NULL, NULL);
    visit_lays(&walk);
    visit_moves(&walk);
    return walk.count;
}

static uint64_t count(const void *rules, const struct state *state)
{
    uint64_t active = count_active(rules, (const struct hive *)state);
    return active > 0 ? active : 1; /* a pass */
}

static bool generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    struct turn_walk walk = walk_of(rules, (const struct hive *)state, visit, context);
    return visit_lays(&walk) && visit_moves(&walk) &&
        (walk.count > 0 || visit(context, &(struct turn){.shape = TURN_PASS}));
}

/* The end. */

static bool is_surrounded(const struct hive_rules *rules, const struct hive *hive, unsigned seat)
{
    unsigned place = hive->place[queen_of(rules, seat)];
    return place != FIELD_NONE && field_ring(&hive->field.taken, LATTICE_HEX, place) == RING;
}

static void ending(const void *any_rules, const struct state *state, struct ending *ending)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    bool white = is_surrounded(rules, hive, 1);
    bool black = is_surrounded(rules, hive, 2);
    if (white || black)
        *ending = (struct ending){.over = true,
            .reason = white && black ? "both-surrounded" : "surrounded",
            .winners = white == black ? 0
                : white               ? 2
                                      : 1};
    else if (rules->repetition > 0 && hive->occurred >= rules->repetition)
        *ending = (struct ending){.over = true, .reason = "repetition"};
}

static void end_turn(const void *any_rules, struct state *state)
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
static void score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    for (unsigned seat = 1; seat <= 2; seat++) {
        unsigned queen = hive->place[queen_of(rules, 3 - seat)];
        unsigned ring = queen == FIELD_NONE ? 0 : field_ring(&hive->field.taken, LATTICE_HEX, queen);
        for (; ring != 0; ring &= ring - 1) {
            char name[NAME_TEXT];
            unsigned place = field_round(LATTICE_HEX, queen, (unsigned)__builtin_ctz(ring));
            piece_text(rules, top_at(rules, hive, place), name);
            visit(context, &(struct score_item){.seat = (uint8_t)seat, .times = 1, .count = 1, .name = name});
        }
    }
}

/* Texts. */

/* As it was written, or, with a cell, by a tile beside it. */
static void add_goal_text(
    const struct hive_rules *rules, const struct hive *hive, unsigned goal, unsigned piece, struct text *text)
{
    static const uint8_t order[6] = {2, 1, 0, 5, 4, 3}; /* NW, NE, E, SE, SW, W */
    unsigned top = top_without(rules, hive, goal, piece);
    for (unsigned i = 0; top == NO_PIECE && i < 6; i++) {
        unsigned beside = top_without(rules, hive, field_round(LATTICE_HEX, goal, order[i]), piece);
        if (beside != NO_PIECE) {
            add_side(rules, beside, (order[i] + 3u) % 6, text);
            return;
        }
    }
    if (top != NO_PIECE)
        add_piece(rules, top, text);
}

static void write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    if (turn->shape == TURN_PASS) {
        text_add_string(text, "pass");
        return;
    }
    unsigned piece = piece_of(rules, turn->steps[0].count);
    unsigned goal = goal_of(rules, hive, turn);
    if (piece == NO_PIECE || goal == FIELD_NONE) {
        add_written(turn, text);
        return;
    }
    add_piece(rules, piece, text);
    if (turn->count == 1)
        return;
    text_add_char(text, ' ');
    add_goal_text(rules, hive, goal, piece, text);
}

/* As it is, and, unless by what was somewhere before, loosely with the colours exchanged. */
static void visit_spelling(struct text *text, bool loose, bool past, spelling_visitor *visit, void *context)
{
    visit(context, text_slice(text), loose || past);
    for (size_t i = 0; i < text->length; i++)
        text->bytes[i] = (char)(text->bytes[i] == 'w' ? 'b' : text->bytes[i] == 'b' ? 'w' : text->bytes[i]);
    if (!past)
        visit(context, text_slice(text), true);
}

/* By each side of each tile beside the goal, and by each tile on it; of those of an EARLIER position the ones that lay
   elsewhere then.  Loose are a side where the goal is on others, what the tile itself names, and a point for the place
   of the first one. */
static void spell(const void *any_rules, const struct state *state, const struct state *earlier,
    const struct turn *turn, spelling_visitor *visit, void *context)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    const struct hive *past = (const struct hive *)earlier;
    unsigned piece = turn->shape == TURN_PASS ? NO_PIECE : piece_of(rules, turn->steps[0].count);
    unsigned goal = piece == NO_PIECE ? FIELD_NONE : goal_of(rules, hive, turn);
    unsigned top = top_without(rules, hive, goal, piece);
    if (goal == FIELD_NONE)
        return;
    struct text text;
    text_init(&text);
    if (turn->count == 1 && past == hive) {
        add_piece(rules, piece, &text);
        text_add_string(&text, " .");
        visit(context, text_slice(&text), true);
    }
    for (unsigned other = 0; turn->count > 1 && other < 2u * rules->side; other++) {
        unsigned place = past->place[other];
        if (place == FIELD_NONE || (past != hive && place == hive->place[other]))
            continue;
        unsigned side = 0;
        while (side < 6 && field_round(LATTICE_HEX, place, side) != goal)
            side++;
        if (side == 6 && place != goal)
            continue;
        text_clear(&text);
        add_piece(rules, piece, &text);
        text_add_char(&text, ' ');
        if (side < 6)
            add_side(rules, other, side, &text);
        else
            add_piece(rules, other, &text);
        bool loose = other == piece || (!rules->climb_any && (side < 6 ? top != NO_PIECE : other != top));
        visit_spelling(&text, loose, past != hive, visit, context);
    }
    text_release(&text);
}

/* Facts. */

static const struct hive *hive_of(const struct breach *breach)
{
    return (const struct hive *)breach->state;
}

/* The tile of the turn, or where it goes. */
static unsigned piece_at_fault(const struct breach *breach)
{
    return piece_of(breach->rules, breach->turn->steps[0].count);
}

static unsigned goal_at_fault(const struct breach *breach)
{
    return goal_of(breach->rules, hive_of(breach), breach->turn);
}

static void fact_step(const struct breach *breach, struct text *text)
{
    if (breach->turn->count > 1 && breach->turn->steps[1].mark == '@')
        write(breach->rules, breach->state, breach->turn, text);
    else
        add_written(breach->turn, text);
}

static void fact_piece(const struct breach *breach, struct text *text)
{
    add_piece(breach->rules, piece_at_fault(breach), text);
}

static void fact_stranger(const struct breach *breach, struct text *text)
{
    add_code(breach->turn->steps[breach->part].count, text);
}

static void fact_other(const struct breach *breach, struct text *text)
{
    add_code(breach->turn->steps[1].count, text);
}

static void fact_owner(const struct breach *breach, struct text *text)
{
    text_add_string(text, game_seat_name(breach->rules, 3u - breach->state->seat));
}

static void fact_queen(const struct breach *breach, struct text *text)
{
    add_piece(breach->rules, queen_of(breach->rules, breach->state->seat), text);
}

static void fact_limit(const struct breach *breach, struct text *text)
{
    text_add_number(text, turn_of(breach->state));
}

static void fact_lower(const struct breach *breach, struct text *text)
{
    const struct hive_rules *rules = breach->rules;
    unsigned kind = rules->kind[piece_at_fault(breach)];
    add_piece(rules, next_in_hand(rules, hive_of(breach), breach->state->seat, kind), text);
}

static void fact_enemy(const struct breach *breach, struct text *text)
{
    unsigned enemy;
    if (touches_enemy(breach->rules, hive_of(breach), goal_at_fault(breach), breach->state->seat, &enemy))
        add_piece(breach->rules, enemy, text);
}

static void fact_rests(const struct breach *breach, struct text *text)
{
    add_piece(breach->rules, resting(breach->rules, hive_of(breach)), text);
}

static void fact_cover(const struct breach *breach, struct text *text)
{
    const struct hive *hive = hive_of(breach);
    add_piece(breach->rules, top_at(breach->rules, hive, hive->place[piece_at_fault(breach)]), text);
}

static void fact_onto(const struct breach *breach, struct text *text)
{
    add_piece(breach->rules, top_at(breach->rules, hive_of(breach), goal_at_fault(breach)), text);
}

static void fact_kind(const struct breach *breach, struct text *text)
{
    if (breach->rule == ONE_STEP && hive_of(breach)->level[piece_at_fault(breach)] > 0)
        text_add_string(text, "on top of others ");
    text_add_string(text, kind_names[((const struct hive_rules *)breach->rules)->kind[piece_at_fault(breach)]]);
}

static void fact_kinds(const struct breach *breach, struct text *text)
{
    unsigned kinds = kinds_of_mosquito(breach->rules, hive_of(breach), piece_at_fault(breach));
    if (kinds == 0) {
        text_add_string(text, "there is none but mosquitoes");
        return;
    }
    for (unsigned left = kinds; left != 0; left &= left - 1) {
        text_add_string(text, left == kinds ? "" : (left & (left - 1)) == 0 ? " and " : ", ");
        text_add_string(text, kind_names[__builtin_ctz(left)]);
    }
    text_add_string(text, (kinds & (kinds - 1)) == 0 ? " does not get there" : " do not get there");
}

static void fact_place(const struct breach *breach, struct text *text)
{
    const struct hive_rules *rules = breach->rules;
    const struct step *to = &breach->turn->steps[1];
    if (to->mark == '@' || to->mark == '^')
        add_goal_text(rules, hive_of(breach), goal_at_fault(breach), piece_at_fault(breach), text);
    else
        add_side(rules, piece_of(rules, to->count), (unsigned)(to->mark - '0'), text);
}

/* The gap between two tiles that is too narrow: on the first step of PIECE if it is shut in, else on the last one to
   GOAL. */
static void add_gap(
    const struct hive_rules *rules, const struct hive *hive, unsigned piece, unsigned goal, struct text *text)
{
    unsigned from = hive->place[piece];
    struct goal_search search;
    search_begin(&search, rules, hive);
    field_remove(&search.around, from);
    bool shut = slides_of(&search, from) == 0;
    unsigned at = shut ? from : goal;
    unsigned taken = field_ring(&search.around, LATTICE_HEX, at);
    unsigned gaps = ~taken & ring_next(taken) & ring_before(taken) & RING;
    for (unsigned bit = 0; bit < 6; bit++) /* the one that leads there, where it is but a step */
        if ((gaps >> bit & 1) != 0 && field_round(LATTICE_HEX, at, bit) == (shut ? goal : from))
            gaps = 1u << bit;
    if (gaps == 0) {
        text_add_string(text, "every way there is too narrow");
        return;
    }
    unsigned bit = (unsigned)__builtin_ctz(gaps);
    text_add_string(text, "the gap between ");
    add_piece(rules, top_at(rules, hive, field_round(LATTICE_HEX, at, (bit + 1) % 6)), text);
    text_add_string(text, " and ");
    add_piece(rules, top_at(rules, hive, field_round(LATTICE_HEX, at, (bit + 5) % 6)), text);
    text_add_string(text, " is too narrow");
}

static void why_not_in_set(const struct breach *breach, struct text *text)
{
    const struct hive_rules *rules = breach->rules;
    uint32_t code = breach->turn->steps[breach->part].count;
    unsigned kind = kind_in(code);
    unsigned first = (code >> 24) * rules->side + rules->first[kind];
    if (rules->count[kind] == 0) {
        text_printf(text, "this game is played without %s", kind_names[kind]);
        return;
    }
    text_add_string(text, "the set has only ");
    add_piece(rules, first, text);
    text_add_string(text, rules->count[kind] > 1 ? " to " : "");
    if (rules->count[kind] > 1)
        add_piece(rules, first + rules->count[kind] - 1, text);
}

static void why_occupied(const struct breach *breach, struct text *text)
{
    bool lays = is_in_hand(hive_of(breach), piece_at_fault(breach));
    if (hive_of(breach)->place[piece_at_fault(breach)] == goal_at_fault(breach)) {
        text_add_string(text, "that is where ");
        fact_piece(breach, text);
        text_add_string(text, " is already");
        return;
    }
    fact_onto(breach, text);
    text_add_string(text, lays ? " lies there, and a tile is laid on an empty place" : " lies on top there");
    if (!lays && climbs(breach->rules, hive_of(breach), piece_at_fault(breach))) {
        text_add_string(text, "; a climb is written by its name alone, ");
        fact_piece(breach, text);
        text_add_char(text, ' ');
        fact_onto(breach, text);
    }
}

static void why_one_hive(const struct breach *breach, struct text *text)
{
    const struct hive_rules *rules = breach->rules;
    const struct hive *hive = hive_of(breach);
    unsigned piece = piece_at_fault(breach);
    unsigned from = hive->place[piece];
    add_piece(rules, piece, text);
    if (hive->level[piece] > 0 || !falls_apart(hive, from)) {
        text_add_string(text, " would touch no other tile there");
        return;
    }
    struct field_set without = hive->field.taken;
    struct field_set group = {{0}};
    field_remove(&without, from);
    unsigned first = field_round(LATTICE_HEX, from, (unsigned)__builtin_ctz(field_ring(&without, LATTICE_HEX, from)));
    field_put(&group, first);
    field_flood(&group, &without, LATTICE_HEX, field_rows_of(&without));
    for (unsigned ring = field_ring(&without, LATTICE_HEX, from); ring != 0; ring &= ring - 1) {
        unsigned second = field_round(LATTICE_HEX, from, (unsigned)__builtin_ctz(ring));
        if (field_has(&group, second))
            continue;
        text_add_string(text, " is all that joins ");
        add_piece(rules, top_at(rules, hive, first), text);
        text_add_string(text, " and ");
        add_piece(rules, top_at(rules, hive, second), text);
        return;
    }
}

/* Of a grasshopper: it lands elsewhere on the line to its goal, or has nothing to go over, or no line leads there. */
static void why_jump(const struct breach *breach, struct text *text)
{
    const struct hive_rules *rules = breach->rules;
    const struct hive *hive = hive_of(breach);
    unsigned piece = piece_at_fault(breach);
    unsigned goal = goal_at_fault(breach);
    for (unsigned bit = 0; bit < 6; bit++) {
        unsigned next = field_round(LATTICE_HEX, hive->place[piece], bit);
        unsigned lands = next;
        while (field_has(&hive->field.taken, lands))
            lands = field_round(LATTICE_HEX, lands, bit);
        unsigned place = lands;
        while (place != goal && field_place(field_row(place), field_column(place)) != FIELD_NONE)
            place = field_round(LATTICE_HEX, place, bit);
        if (place != goal)
            continue;
        if (lands == next) {
            text_add_string(text, "there is no tile beside it to go over");
            return;
        }
        text_add_string(text, "the first empty place on that line is ");
        add_goal_text(rules, hive, lands, piece, text);
        return;
    }
    text_add_string(text, "it is not along a straight line");
}

static void why_throw(const struct breach *breach, struct text *text)
{
    const struct hive_rules *rules = breach->rules;
    const struct hive *hive = hive_of(breach);
    unsigned piece = piece_at_fault(breach);
    add_piece(rules, thrower_beside(rules, hive, hive->place[piece]), text);
    text_add_string(text, " throws ");
    add_piece(rules, piece, text);
    text_add_string(text,
        hive->level[piece] > 0 ? " only if it lies alone on its place"
                               : " only to another place beside itself, an empty one");
}

/* Of a beetle's climb, the two stacks; of what takes several climbs or is thrown, there may be more ways than one. */
static void why_gate(const struct breach *breach, struct text *text)
{
    const struct hive_rules *rules = breach->rules;
    const struct hive *hive = hive_of(breach);
    unsigned piece = piece_at_fault(breach);
    unsigned from = hive->place[piece];
    bool climbs_once = seat_of(rules, piece) == breach->state->seat && climbs(rules, hive, piece);
    for (unsigned bit = 0; climbs_once && bit < 6; bit++)
        if (field_round(LATTICE_HEX, from, bit) == goal_at_fault(breach)) {
            text_add_string(text, "the stacks of ");
            add_piece(rules, top_at(rules, hive, field_round(LATTICE_HEX, from, (bit + 1) % 6)), text);
            text_add_string(text, " and ");
            add_piece(rules, top_at(rules, hive, field_round(LATTICE_HEX, from, (bit + 5) % 6)), text);
            text_add_string(text, " beside the way are both higher");
            return;
        }
    text_add_string(text, "on every way there, it would have to pass between two higher stacks");
}

static void fact_why(const struct breach *breach, struct text *text)
{
    switch (breach->rule) {
    case COMMON + COMMON_CANNOT_PASS:
        text_add_string(text, "there is a legal turn, and a player passes only without one");
        break;
    case SYNTAX + SYNTAX_TURN:
        text_add_string(text, "the set has several of ");
        fact_stranger(breach, text);
        text_add_string(text, ", so it needs its number");
        break;
    case NOT_IN_SET:
        why_not_in_set(breach, text);
        break;
    case NO_PLACE:
        text_add_string(text, "after it comes a place, named by a tile beside it, such as -");
        add_piece(breach->rules,
            top_at(breach->rules, hive_of(breach), field_next(&hive_of(breach)->field.taken, FIELD_NONE)), text);
        break;
    case REFERENCE:
        text_add_string(text,
            field_next(&hive_of(breach)->field.taken, FIELD_NONE) == FIELD_NONE
                ? "; the first tile of a game is written without a place"
                : "");
        break;
    case NOT_YOURS:
        text_add_string(text,
            is_in_hand(hive_of(breach), piece_at_fault(breach)) ||
                    ((const struct hive_rules *)breach->rules)->count[PILLBUG] == 0
                ? ""
                : "; no pillbug or mosquito beside it can throw it");
        break;
    case OCCUPIED:
        why_occupied(breach, text);
        break;
    case ONE_HIVE:
        why_one_hive(breach, text);
        break;
    case JUMP:
        why_jump(breach, text);
        break;
    case THROW:
        why_throw(breach, text);
        break;
    case BEETLE_GATE:
        why_gate(breach, text);
        break;
    default:
        add_gap(breach->rules, hive_of(breach), piece_at_fault(breach), goal_at_fault(breach), text);
    }
}

static const struct fact facts[] = {
    {"step", fact_step},
    {"piece", fact_piece},
    {"stranger", fact_stranger},
    {"other", fact_other},
    {"player", kit_fact_player},
    {"owner", fact_owner},
    {"queen", fact_queen},
    {"limit", fact_limit},
    {"lower", fact_lower},
    {"enemy", fact_enemy},
    {"rests", fact_rests},
    {"cover", fact_cover},
    {"onto", fact_onto},
    {"kind", fact_kind},
    {"kinds", fact_kinds},
    {"place", fact_place},
    {"why", fact_why},
    {0},
};

/* Views. */

static struct view_piece look_of(const void *any_rules, unsigned piece, struct arena *arena)
{
    const struct hive_rules *rules = any_rules;
    unsigned number = rules->number[piece];
    unsigned seat = seat_of(rules, piece);
    (void)arena;
    return (struct view_piece){.text = {letters[rules->kind[piece]], number > 0 ? (char)('0' + number) : '\0', '\0'},
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
    cell->height = (uint8_t)height_without(rules, hive, place, NO_PIECE);
    struct view_piece *pieces = arena_alloc(arena, cell->height * sizeof *pieces);
    for (unsigned i = 0; pieces != NULL && i < 2u * rules->side; i++)
        if (hive->place[i] == place)
            pieces[hive->level[i]] = look_of(rules, i, arena);
    unsigned rests = resting(rules, hive);
    if (pieces != NULL && rests != NO_PIECE && hive->place[rests] == place && seat_of(rules, rests) == state->seat)
        pieces[hive->level[rests]].rests = true;
    char *end = piece_text(rules, top_at(rules, hive, place), cell->label);
    if (cell->height > 1) {
        *end++ = '+';
        number_write(end, cell->height - 1u);
    }
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
static void add_ends(
    const struct hive_rules *rules, const struct hive *hive, const struct turn *last, struct turn *shown)
{
    unsigned piece = piece_of(rules, last->steps[0].count);
    if (piece == NO_PIECE)
        return;
    bool made = hive->moved == piece + 1;
    unsigned from = made ? hive->left : hive->place[piece];
    unsigned to = made ? hive->place[piece] : last->count > 1 ? goal_of(rules, hive, last) : FIELD_NONE;
    if (from != FIELD_NONE)
        shown->steps[shown->count++] = (struct step){.cell = (uint16_t)from};
    if (to != FIELD_NONE)
        shown->steps[shown->count++] = (struct step){.cell = (uint16_t)to, .mark = '-'};
}

static bool view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct hive_rules *rules = any_rules;
    const struct hive *hive = (const struct hive *)state;
    struct turn shown = {.count = 0};
    *view = (struct view){.seats = 2, .hand_count = 2};
    if (last != NULL && last->shape == TURN_HIVE)
        add_ends(rules, hive, last, &shown);
    view->hands = arena_alloc(arena, 2 * sizeof *view->hands);
    if (!field_show(rules, state, &shown, arena, view) || arena->failed)
        return false;
    for (unsigned seat = 1; seat <= 2; seat++) {
        uint8_t of[PIECES] = {0};
        struct text text;
        text_init(&text);
        text_add_string(&text, "has in hand");
        for (unsigned piece = queen_of(rules, seat); piece < seat * rules->side; piece++)
            if (is_in_hand(hive, piece)) {
                of[piece] = 1;
                text_add_char(&text, ' ');
                add_piece(rules, piece, &text);
            }
        hand_show(rules, seat, NULL, &(struct hand){of, NULL, PIECES}, look_of, arena, &view->hands[seat - 1]);
        text_add_string(&text, view->hands[seat - 1].count == 0 ? " nothing" : "");
        view->seat_names[seat - 1] = rules->field.game.seat_names[seat - 1];
        view->lines[seat - 1] = text_kept(&text, arena);
        text_release(&text);
    }
    unsigned rests = resting(rules, hive);
    char name[NAME_TEXT];
    if (rests != NO_PIECE) {
        piece_text(rules, rests, name);
        view->notes[0] = arena_printf(arena, "%s rests", name).at;
    }
    return !arena->failed;
}

/* As UHP has it. */
static const struct other_tag others[] = {
    {"GameType", "pieces", "Base", "MLP"},
    {"Result", NULL, "WhiteWins=1-0|BlackWins=0-1|Draw=1/2-1/2|InProgress=*|NotStarted=*"},
    {0},
};

const struct game hive = {
    KIT_GAME(hive, "hive"),
    .shape = TURN_HIVE,
    .counts_turns = true,
    .example = "'wA1 -bQ', a tile and a side of another, 'wB1 bQ', a climb, or 'wG1', the first tile",
    .gesture = "a tile and its place",
    .legend = "The name is that of the top tile of a stack; after '+' comes the number of tiles under it.",
    .scoring = SCORE_WIN,
    .one = "tile round the other queen",
    .many = "tiles round the other queen",
    .fewest = 2,
    .most = 2,
    .state_size = sizeof(struct hive),
    .fields = fields,
    .field = &field,
    .others = others,
    .set_up = set_up,
    .settle = settle,
    .carries = carries,
    .end_turn = end_turn,
    .ending = ending,
    .resolve = resolve,
    .generate = generate,
    .count = count,
    .write = write,
    .spell = spell,
    .view = view,
};

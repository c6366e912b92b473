/* SPDX-License-Identifier: MIT */
/* Staka: pieces of two colours are stacked on a field that grows, and pawns climb them;
   who has the most points on top at the end wins.  The field is laid first, then the
   pawns are set, and then each turn is a movement and an action. */
#include "games/kit/hands.h"
#include "games/kit/open_field.h"
#include "games/kit/parameters.h"

/* A piece or a pawn on a place; or the place left and the one gone to, or that one stays, and then an action. */
TURN_FORM(FIELD,
    "spot | (word'stay' | cell way) ',' B action; spot = (letter letter | letter'P') mark'@' cell;"
    " way = mark[-~] cell; action = mark'+' letter letter | letter letter mark'@' cell | word'none'; or 'out'",
    "");

/* Not in the order of judging: each part of a turn has its own order. */
enum staka_rule {
    PHASE,
    START_KIND,
    START_GROUND,
    TOUCH,
    DOUBLE_GROUND,
    START_COLOURS,
    PAWN_COLOUR,
    PAWN_OCCUPIED,
    PAWN_SOURCE,
    NOT_ADJACENT,
    WALK_COLOUR,
    CLIMB,
    SWIM_EDGE,
    SWIM_GROUND,
    MUST_WALK,
    COLOUR_ON_COLOUR,
    NOT_IN_HAND,
    BANK_EMPTY,
    HAND_FULL,
    MUST_PLACE,
    MUST_ACT
};

#define TAGS "[Ruleset \"staka\"]\n"

/* A field of six pieces with the pawns of two players, and what else there is. */
#define FIELD "y25=RG;y26=WG;z25=RW;z26=WB(1);z27=WR(2);aa27=RB"
#define AFTER " 1 0 9\"]\n\n"
#define PLAY TAGS "[Position \"" FIELD " W:WG.WW/R:RR WR6,WG6,WB7,RG7,RB7,GB8" AFTER
#define FULL TAGS "[Position \"" FIELD " W:WR.WG.WB.WW/R:RR WR5,WG6,WB6,RG7,RB7,GB8" AFTER

/* A game whose starting field has one piece of each kind, from its first turn on. */
#define SMALL TAGS "[Rules \"start.per_kind=1\"]\n\n1. WR@z26 "

/* The first pawn beside a stack of four, and one of one; and where three stacks can be swum to by colour. */
#define CLIMBING                                                                                                       \
    TAGS "[Position \"y26=WG.BW.RB.WR;z25=WR;z26=WB(1);z27=WR(2);aa27=RB W:WW/R:RR WR5,WG7,WB6,RG8,RB6,GB8" AFTER
#define SWIMMING                                                                                                       \
    TAGS "[Position \"x25=WB;x26=WG.WW;y26=WR;z25=RW;z26=WB(1);z27=WR(2);aa27=RB W:WG/R:RR "                           \
         "WR5,WG6,WB6,RG8,RB7,GB8" AFTER

static const struct rule rule_table[] = {
    [PHASE] = {"staka/phase", SEVERITY_ERROR, "{step} belongs to another phase of the game: {why}",
        "A turn must fit the phase of the game. First the players lay the starting field, one piece a turn; then each "
        "sets the pawn; after that a turn is a movement and an action.",
        TAGS "\n1. P@z26 *\n", .kept = TAGS "\n1. WR@z26 *\n"},
    [START_KIND] = {"staka/start-kind", SEVERITY_ERROR, "there is no piece {piece} for the starting field: {left}",
        "The starting field takes a set number of each kind. It takes 'start.per_kind' pieces, whichever face is up.",
        TAGS "\n1. WR@z26 WR@z27 2. RW@aa27 *\n", .kept = TAGS "\n1. WR@z26 WR@z27 2. RG@aa27 *\n",
        .parameter = "start.per_kind"},
    [START_GROUND] = {"staka/start-ground", SEVERITY_ERROR,
        "{step} lays a piece on {pile}; the starting field is one piece high",
        "The starting field is one piece high. Each of its pieces goes on an empty place.",
        TAGS "\n1. WR@z26 WG@z26 *\n", .kept = TAGS "\n1. WR@z26 WG@z27 *\n"},
    [TOUCH] = {"staka/touch", SEVERITY_ERROR, "{step} touches {touching:stack}; {what} must touch at least {needed}",
        "A piece on the ground must touch enough others. It must touch at least 'touch.min' stacks: two on a hex "
        "lattice, one on a square lattice. The second piece of the game must touch the first.",
        TAGS "\n1. WR@z26 WG@z28 *\n", .kept = TAGS "\n1. WR@z26 WG@z27 *\n", .parameter = "touch.min lattice"},
    [DOUBLE_GROUND] = {"staka/double-ground", SEVERITY_ERROR,
        "{step} puts the double on the ground; it may only go on a stack with {down} up",
        "The double is never put on the ground. It goes on a stack with its own colour on top.",
        PLAY "9. z26-y26,WW@y27 *\n", .kept = PLAY "9. z26-y26,WW@z26 *\n"},
    [START_COLOURS] = {"staka/start-colours", SEVERITY_ERROR,
        "{step} leaves {left} to lay, but in the end each colour must be up on at least {needed:piece}; still short of "
        "that: {lacking}",
        "The finished starting field shows every colour. Each is up on at least 'start.each_colour_up' pieces; a piece "
        "that makes this impossible may not be laid.",
        SMALL "WG@z27 2. WB@aa27 RB@aa28 3. RG@ab28 *\n", .kept = SMALL "WG@z27 2. WB@aa27 RB@aa28 3. GR@ab28 *\n",
        .parameter = "start.each_colour_up start.per_kind"},
    [PAWN_COLOUR] = {"staka/pawn-colour", SEVERITY_ERROR,
        "{step} sets the pawn on {pile}{note}; the pawn of {player} goes on a piece with {own} up",
        "A pawn is set on a piece with its owner's colour up. The tag Colours gives the colours of the seats; without "
        "it, they are the usual ones for that number of players.",
        SMALL "RG@z27 2. BW@aa27 GB@aa28 3. RB@ab28 GW@ab29 4. P@z27 *\n",
        .kept = SMALL "RG@z27 2. BW@aa27 GB@aa28 3. RB@ab28 GW@ab29 4. P@z26 *\n"},
    [PAWN_OCCUPIED] = {"staka/pawn-occupied", SEVERITY_ERROR, "{step}: {pawn} is on {place}, and {why}",
        "No two pawns share a stack. With 'pawns_share: true' they may, but no piece is ever laid under a pawn.",
        PLAY "9. z26-z27,+WR *\n", .kept = PLAY "9. z26-y26,+WR *\n", .parameter = "pawns_share"},
    [PAWN_SOURCE] = {"staka/pawn-source", SEVERITY_ERROR,
        "{step} starts from {place}, but the pawn of {player} is on {stands}",
        "A movement starts where the pawn is. It names the place that the pawn leaves and the place it goes to.",
        PLAY "9. y26-z26,+WR *\n", .kept = PLAY "9. z26-y26,+WR *\n"},
    [NOT_ADJACENT] = {"staka/not-adjacent", SEVERITY_ERROR, "{step}: {place} {why}",
        "A player walks and places only next to the pawn. A walk leads to a stack that touches the pawn's; a piece "
        "is placed where it touches the stack that the pawn is on after its movement.",
        PLAY "9. z26-z28,+WR *\n", .kept = PLAY "9. z26-y26,+WR *\n"},
    [WALK_COLOUR] = {"staka/walk-colour", SEVERITY_ERROR,
        "{step} goes to {place}, which has {up} up; the pawn of {player} goes only on {colours}",
        "A pawn goes only where its owner's colour is up. A neutral colour will also do, for walking and swimming; "
        "with 'swim.own_colour: false' a pawn swims to any colour.",
        PLAY "9. z26-z25,+WR *\n", .kept = PLAY "9. z26-y26,+WR *\n", .parameter = "neutral swim.own_colour"},
    [CLIMB] = {"staka/climb", SEVERITY_ERROR, "{step} climbs from height {from} to {to}; a pawn climbs at most {limit}",
        "A pawn climbs only so far. It walks up at most 'climb' levels, and down any number. The double counts as "
        "'double.height' levels.",
        CLIMBING "9. z26-y26,+WR *\n", .kept = CLIMBING "9. z26-z25,+WR *\n", .parameter = "climb double.height"},
    [SWIM_EDGE] = {"staka/swim-edge", SEVERITY_ERROR, "{step} is not a legal swim: {why}",
        "A pawn swims between edge stacks that do not touch. A stack is at the edge if it touches an empty place that "
        "is open to the outside; a hole inside the field is not.",
        SWIMMING "9. z26~y26,+WR *\n", .kept = SWIMMING "9. z26~x25,+WR *\n"},
    [SWIM_GROUND] = {"staka/swim-ground", SEVERITY_ERROR,
        "{step} swims to {place}, which is {to} high; a pawn swims only to a stack of height 1",
        "A pawn swims only to a stack of height 1. It may start from any height.", SWIMMING "9. z26~x26,+WR *\n",
        .kept = SWIMMING "9. z26~x25,+WR *\n"},
    [MUST_WALK] = {"staka/must-walk", SEVERITY_ERROR,
        "'{step}' is not possible: {player} can walk, for example {walk}; a pawn stays only if it has no walk",
        "A player who can walk must walk, or swim instead. A pawn stays only if it has no walk.",
        PLAY "9. stay,+WR *\n", .kept = PLAY "9. z26-y26,+WR *\n"},
    [COLOUR_ON_COLOUR] = {"staka/colour-on-colour", SEVERITY_ERROR,
        "{step}: {place} has {up} up, but the face of {piece} that is put down is {down}; the two must be the same",
        "On a stack, a piece goes colour on colour. The face put down has the colour that is up on the stack; in the "
        "two letters of a piece it is the second.",
        PLAY "9. z26-y26,GW@y25 *\n", .kept = PLAY "9. z26-y26,GW@z26 *\n"},
    [NOT_IN_HAND] = {"staka/not-in-hand", SEVERITY_ERROR,
        "{step} lays {piece}, which is not in the hand of {player}; the hand holds {hand}",
        "A player places only pieces from their own hand. The double of their colour is in it until it is played.",
        PLAY "9. z26-y26,WR@y25 *\n", .kept = PLAY "9. z26-y26,GW@z26 *\n"},
    [BANK_EMPTY] = {"staka/bank-empty", SEVERITY_ERROR, "{step}: the bank has no {piece}; {why}",
        "A player takes only what the bank still holds. The game has 'copies_per_kind' pieces of each kind; the "
        "doubles are never in the bank.",
        PLAY "9. z26-y26,+RR *\n", .kept = PLAY "9. z26-y26,+WR *\n", .parameter = "copies_per_kind"},
    [HAND_FULL] = {"staka/hand-full", SEVERITY_ERROR,
        "{step}: the hand of {player} holds {count:piece}, {hand}{note}; a hand may hold at most {limit}",
        "A full hand takes no more pieces. A hand holds at most 'hand_limit' pieces; the double does not count.",
        FULL "9. z26-y26,+WR *\n", .kept = FULL "9. z26-y26,GW@z26 *\n", .parameter = "hand_limit"},
    [MUST_PLACE] = {"staka/must-place", SEVERITY_ERROR,
        "'{step}' is not possible: no piece can be taken, because {why}, but {action}",
        "A player unable to take must place if possible. With a full hand or an empty bank nothing can be taken; the "
        "double can be placed like any other piece.",
        FULL "9. z26-y26,none *\n", .kept = FULL "9. z26-y26,GW@z26 *\n", .parameter = "hand_limit"},
    [MUST_ACT] = {"staka/must-act", SEVERITY_ERROR,
        "'{step}' is not possible: {action}; 'none' is only for a player who can neither place nor take",
        "A player who can place or take a piece must do so. After the movement, 'none' is only for a player who can do "
        "neither.",
        PLAY "9. z26-y26,none *\n", .kept = PLAY "9. z26-y26,+WR *\n"},
    {0},
};

/* A kind of piece is a pair of colours, in whatever order.  The doubles come last. */
enum {
    COLOURS = MOST_COLOURS,
    NO_COLOUR = COLOURS,
    KINDS = COLOURS * (COLOURS - 1) / 2 + COLOURS,
    NO_KIND = KINDS, /* of which there are no pieces */
};

enum staka_phase { PHASE_START, PHASE_PAWNS, PHASE_PLAY };

struct staka_rules {
    struct field_rules field;
    struct colours colours;
    uint8_t pairs; /* kinds that are not doubles; 0: the colours are wrong */
    uint8_t copies;
    uint8_t start_copies; /* of each kind in the starting field */
    uint8_t each_up;
    uint8_t touch;
    uint8_t double_height;
    uint8_t double_points;
    uint8_t climb;
    uint8_t hand_limit;
    uint8_t teams;
    uint8_t pawns_share;
    uint8_t swims_free;         /* on colours of others too */
    uint8_t goes_on;            /* where nobody can act */
    uint8_t may_stop;           /* who has nothing left is not skipped, but may say 'out' */
    uint8_t neutral[SEATS + 1]; /* colours, a bit each, by players */
    uint8_t first[KINDS];       /* the colours of a kind, in their order */
    uint8_t second[KINDS];
    uint8_t kind[COLOURS + 1][COLOURS + 1];
};

/* With the pile under it, whose top it is or was. */
struct staka_piece {
    uint16_t place;
    uint16_t before; /* the last one laid in its chain before it: 1 more than its place in the list, 0: none */
    uint16_t level;  /* pieces under it */
    uint16_t height;
    uint16_t points;
    uint8_t up; /* colours */
    uint8_t down;
};

struct staka_hand {
    uint8_t colour;
    uint8_t size; /* without the double */
    uint8_t of[KINDS + 1];
};

/* Pieces are listed as they were laid.  What lies on a place is found along its chain, from the last one laid there;
   places near each other have different chains. */
enum { CHAINS = 57 };
struct staka {
    struct field_position field;
    uint32_t nones;        /* turns of none in a row, as far as it can count */
    uint8_t phase;         /* enum staka_phase */
    uint8_t stopped;       /* seats that said 'out', bit s-1 */
    uint16_t laid;         /* pieces on the field */
    uint16_t in_bank;      /* pieces of any kind */
    uint16_t pawns[SEATS]; /* their places, FIELD_NONE: nowhere */
    uint16_t last[CHAINS]; /* laid in a chain: 1 more than its place in the list, 0: none */
    uint8_t bank[KINDS + 1];
    uint8_t aside[KINDS + 1]; /* still to be put on the starting field */
    struct staka_hand hands[SEATS];
    struct staka_piece pieces[];
};

enum { NONES_MOST = UINT16_MAX };

/* The last piece laid on a place, from LAST on along its chain. */
static inline const struct staka_piece *last_piece_on(const struct staka *position, unsigned at, unsigned last)
{
    while (last != 0 && position->pieces[last - 1].place != at)
        last = position->pieces[last - 1].before;
    return last == 0 ? NULL : &position->pieces[last - 1];
}

/* The top piece of a place, and what lies under a piece; NULL: nothing. */
static const struct staka_piece *top_piece_at(const struct staka *position, unsigned at)
{
    return last_piece_on(position, at, position->last[at % CHAINS]);
}

static const struct staka_piece *piece_under(const struct staka *position, const struct staka_piece *piece)
{
    return last_piece_on(position, piece->place, piece->before);
}

/* The pawns on a place, bit s-1 for that of seat s. */
static unsigned pawns_on(const struct staka *position, unsigned at)
{
    unsigned pawns = 0;
    for (unsigned seat = 0; seat < position->field.state.players; seat++)
        pawns |= (unsigned)(position->pawns[seat] == at) << seat;
    return pawns;
}

static const struct staka_hand *hand_to_move(const struct staka *position)
{
    return &position->hands[position->field.state.seat - 1];
}

static unsigned bit_of_mover(const struct staka *position)
{
    return 1u << (position->field.state.seat - 1);
}

static bool is_neutral(const struct staka_rules *rules, const struct staka *position, unsigned colour)
{
    return (rules->neutral[position->field.state.players] >> colour & 1) != 0;
}

/* The colour that a letter names, NO_COLOUR: none, or it is not one letter. */
static unsigned colour_named(const struct staka_rules *rules, struct slice letter)
{
    return letter.length == 1 ? colour_of_letter(&rules->colours, (unsigned char)letter.at[0]) : NO_COLOUR;
}

static bool has_double(const struct staka_rules *rules, const struct staka_hand *hand)
{
    return hand->of[rules->pairs + hand->colour] > 0;
}

/* Puts a piece on a place, on whatever lies there. */
static void lay_piece(const struct staka_rules *rules, struct staka *position, unsigned at, unsigned up, unsigned down)
{
    const struct staka_piece *top = top_piece_at(position, at);
    uint16_t *last = &position->last[at % CHAINS];
    position->pieces[position->laid++] = (struct staka_piece){.place = (uint16_t)at,
        .before = *last,
        .level = top == NULL ? 0 : (uint16_t)(top->level + 1),
        .height = (uint16_t)((top == NULL ? 0 : top->height) + (up == down ? rules->double_height : 1)),
        .points = (uint16_t)((top == NULL ? 0 : top->points) + (up == down ? rules->double_points : 1)),
        .up = (uint8_t)up,
        .down = (uint8_t)down};
    *last = position->laid;
    field_put(&position->field.taken, at);
}

/* Parameters. */

static bool read_kinds(const struct key_reading *reading, const struct key *key)
{
    struct staka_rules *rules = reading->rules;
    unsigned kinds = 0;
    (void)key;
    if (!read_colours(reading->ruleset, 3, &rules->colours, reading->problems))
        return false;
    memset(rules->kind, NO_KIND, sizeof rules->kind);
    for (unsigned doubles = 0; doubles <= 1; doubles++)
        for (unsigned a = 0; a < rules->colours.count; a++)
            for (unsigned b = doubles ? a : a + 1; b < (doubles ? a + 1 : rules->colours.count); b++) {
                rules->first[kinds] = (uint8_t)a;
                rules->second[kinds] = (uint8_t)b;
                rules->kind[a][b] = rules->kind[b][a] = (uint8_t)kinds++;
            }
    rules->pairs = (uint8_t)(kinds - rules->colours.count);
    return true;
}

/* The neutral colours of one number of players. */
static bool read_neutrals(const struct key_reading *reading, const struct node *list)
{
    struct staka_rules *rules = reading->rules;
    struct problems *problems = reading->problems;
    uint32_t players = 0;
    bool right = true;
    if (!slice_number(list->key, SEATS, &players) || players < 2)
        return problem_add(problems, RULESET_CONFLICT, list->key_place,
            FACT(found, "neutral colours for '%s' players")
                FACT(expected, "a number from 2 to %d with a list, {3: [W]}"),
            excerpt_of(list->key).text, SEATS);
    if (list->kind != NODE_LIST)
        return problem_add(problems, RULESET_TYPE, list->place,
            FACT(key, "neutral") FACT(expected, "a list of colours for each number of players") FACT(found, "%s")
                FACT(advice, "write %u: [W], for example, or %u: []"),
            list->kind == NODE_SCALAR ? "one word" : "a mapping", players, players);
    for (const struct node *node = list->first; node != NULL; node = node->next) {
        struct slice word = node->kind == NODE_SCALAR ? node->value : slice_of("");
        unsigned colour = colour_named(rules, word);
        if (colour == NO_COLOUR)
            right = problem_add(problems, RULESET_CONFLICT, ruleset_culprit(reading->ruleset, node->place, "colours"),
                FACT(found, "'%s' in neutral, which is not a colour of the game")
                    FACT(expected, "letters of colours: %s") FACT(advice, "%s"),
                excerpt_of(word).text, colour_letters(&rules->colours, problems->arena),
                colour_advice(&rules->colours, word, problems->arena));
        else if ((rules->neutral[players] >> colour & 1) != 0)
            right = problem_add(problems, RULESET_CONFLICT, node->place,
                FACT(found, "%c twice in one list") FACT(expected, "each colour once"), rules->colours.letter[colour]);
        else
            rules->neutral[players] |= (uint8_t)(1u << colour);
    }
    return right;
}

/* Every number of players leaves a colour for each.  Lists for numbers that are not allowed come to nothing, though
   nothing nearer says so. */
static bool read_neutral(const struct key_reading *reading, const struct key *key)
{
    const struct staka_rules *rules = reading->rules;
    const struct node *mapping = ruleset_get(reading->ruleset, key->name);
    bool right = true;
    if (rules->pairs == 0)
        return false;
    if (mapping->kind != NODE_MAPPING)
        return problem_add(reading->problems, RULESET_TYPE, mapping->place,
            FACT(key, "neutral") FACT(expected, "numbers of players and lists of colours, {3: [W]}")
                FACT(found, "one word"));
    for (const struct node *list = mapping->first; list != NULL; list = list->next)
        right = read_neutrals(reading, list) && right;
    if (!right || rules->field.game.players == 0)
        return false;
    for (unsigned players = 2; players <= SEATS; players++) {
        unsigned left = rules->colours.count - (unsigned)__builtin_popcount(rules->neutral[players]);
        if (game_allows_players(rules, players) && left < players)
            right = refuse_key(reading, "neutral", "colours players",
                FACT(found, "%u colour%s for %u players")
                    FACT(expected, "one for each player, not counting neutral colours"),
                left, left == 1 ? "" : "s", players);
    }
    for (const struct node *list = mapping->first; list != NULL; list = list->next) {
        uint32_t players = 0;
        struct place place = ruleset_culprit(reading->ruleset, list->key_place, "players");
        slice_number(list->key, SEATS, &players);
        if (!game_allows_players(rules, players) && place_is_same(place, list->key_place))
            problem_add(reading->problems, RULESET_NO_EFFECT, place,
                FACT(key, "neutral for %u players") FACT(why, "players does not allow %u"), players, players);
    }
    return right;
}

/* Teams are of four; other numbers of players that the ruleset allows beside them come to nothing. */
static bool read_teams(const struct key_reading *reading, const struct key *key)
{
    struct staka_rules *rules = reading->rules;
    const struct node *players = ruleset_get(reading->ruleset, "players");
    if (!rules->teams || rules->field.game.players == 0)
        return true;
    if (!game_allows_players(rules, 4))
        return refuse_key(reading, key->name, "players",
            FACT(found, "teams in a game without 4 players") FACT(expected, "4 among players"));
    for (const struct node *node = players->first; node != NULL; node = node->next)
        if (!slice_is(node->value, "4") &&
            place_is_same(ruleset_culprit(reading->ruleset, node->place, "teams"), node->place))
            problem_add(reading->problems, RULESET_NO_EFFECT, node->place,
                FACT(key, "%s in players") FACT(why, "teams need four players"), excerpt_of(node->value).text);
    rules->field.game.players = 1 << 4;
    rules->field.game.sides = 2;
    return true;
}

static bool read_touch(const struct key_reading *reading, const struct key *key)
{
    static const char *const words[] = {"by-lattice"};
    struct staka_rules *rules = reading->rules;
    const struct node *touch = ruleset_get(reading->ruleset, key->name);
    bool hex = rules->field.lattice == LATTICE_HEX;
    uint32_t number = hex ? 2 : 1; /* the third piece touches no more */
    if (!slice_is(touch->value, words[0]) && (!slice_number(touch->value, number, &number) || number == 0))
        return problem_add(reading->problems, RULESET_DOMAIN,
            ruleset_culprit(reading->ruleset, touch->place, "lattice"),
            FACT(key, "touch.min") FACT(expected, "by-lattice, or %s on a %s lattice") FACT(found, "%s")
                FACT(advice, "%s"),
            hex ? "1 or 2" : "1", hex ? "hex" : "square", excerpt_of(touch->value).text,
            nearest_advice(reading->problems->arena, touch->value, words, 1));
    rules->touch = (uint8_t)number;
    return true;
}

/* The starting field is not more than there is, and shows every colour. */
static bool read_start(const struct key_reading *reading, const struct key *key)
{
    const struct staka_rules *rules = reading->rules;
    bool right = rules->start_copies <= rules->copies ||
        refuse_key(reading, key->name, "copies_per_kind",
            FACT(found, "%u pieces of a kind at the start where there are %u")
                FACT(expected, "at most copies_per_kind"),
            rules->start_copies, rules->copies);
    if (rules->pairs > 0 && rules->each_up * rules->colours.count > rules->start_copies * rules->pairs)
        right = refuse_key(reading, key->name, "start.each_colour_up colours",
            FACT(found, "%u pieces at the start, to show %u colours %u time%s each")
                FACT(expected, "enough pieces for each_colour_up"),
            (unsigned)(rules->start_copies * rules->pairs), rules->colours.count, rules->each_up,
            rules->each_up == 1 ? "" : "s");
    return right;
}

/* The set fits into the window. */
static bool read_copies(const struct key_reading *reading, const struct key *key)
{
    struct staka_rules *rules = reading->rules;
    unsigned pieces = (unsigned)(rules->pairs * rules->copies);
    rules->field.game.state_size = sizeof(struct staka) + (pieces + COLOURS) * sizeof(struct staka_piece);
    return pieces <= FIELD_SIDE * FIELD_SIDE ||
        refuse_key(reading, key->name, "colours",
            FACT(found, "a set of %u pieces") FACT(expected, "at most %d, as many as the window has places"), pieces,
            FIELD_SIDE * FIELD_SIDE);
}

#define INTO(member) KEY_INTO(staka_rules, member)

static const struct key keys[] = {
    {"colours", KEY_MAPPING, 0, 0, NULL, "the colours of the faces: a letter and a name for each", .read = read_kinds},
    {"copies_per_kind", KEY_NUMBER, 1, 99, NULL, "the number of pieces of each pair of colours", INTO(copies),
        read_copies},
    FIELD_KEYS("the first piece is laid, by custom"),
    {"start.per_kind", KEY_NUMBER, 1, 99, NULL, "pieces of each kind in the starting field", INTO(start_copies),
        read_start},
    {"start.each_colour_up", KEY_NUMBER, 1, 99, NULL, "pieces of it that must show each colour", INTO(each_up)},
    {"touch.min", KEY_TEXT, 0, 0, NULL, "stacks that a piece on the ground must touch: a number, or by-lattice",
        .read = read_touch},
    {"double.height", KEY_NUMBER, 1, 9, NULL, "the height of a double, in pieces", INTO(double_height)},
    {"double.points", KEY_NUMBER, 0, 9, NULL, "the points of a double", INTO(double_points)},
    {"neutral", KEY_MAPPING, 0, 0, NULL, "colours that all pawns may walk on, by the number of players",
        .read = read_neutral},
    {"teams", KEY_WORD, 0, 0, "none 2v2", "whether seats 1 and 3 play as a team against 2 and 4", INTO(teams),
        read_teams},
    {"pawns_share", KEY_WORD, 0, 0, "false true", "whether pawns may share a stack", INTO(pawns_share)},
    {"climb", KEY_NUMBER, 0, 99, NULL, "how many levels up a pawn may walk", INTO(climb)},
    {"swim.own_colour", KEY_WORD, 0, 0, "true false", "whether a pawn swims only to colours it may walk on",
        INTO(swims_free)},
    {"hand_limit", KEY_NUMBER, 1, 99, NULL, "pieces that a hand may hold, not counting the double", INTO(hand_limit)},
    {"end.on_stall", KEY_WORD, 0, 0, "true false", "whether a round without any action ends the game", INTO(goes_on)},
    {"end.no_pieces", KEY_WORD, 0, 0, "must-stop may-stop",
        "whether a player with no pieces left must stop when the bank is empty", INTO(may_stop)},
    {"match.best_of", KEY_NUMBER, 0, MATCH_ROUNDS_MOST, NULL, "the rounds of a match; 0: as many as are played",
        INTO(field.game.match.best_of)},
    {0},
};

/* The start. */

static void staka_set_up(const void *any_rules, struct state *state)
{
    const struct staka_rules *rules = any_rules;
    struct staka *position = (struct staka *)state;
    unsigned colour = 0;
    for (unsigned kind = 0; kind < rules->pairs; kind++) {
        position->aside[kind] = rules->start_copies;
        position->bank[kind] = (uint8_t)(rules->copies - rules->start_copies);
        position->in_bank = (uint16_t)(position->in_bank + position->bank[kind]);
    }
    for (unsigned seat = 0; seat < state->players; seat++, colour++) {
        while (is_neutral(rules, position, colour))
            colour++;
        position->hands[seat].colour = (uint8_t)colour;
        position->hands[seat].of[rules->pairs + colour] = 1;
    }
}

/* Colours by seat: as many as players, each once, none neutral. */
static bool staka_deal(const void *any_rules, struct state *state, unsigned n, struct slice value, struct fault *fault)
{
    const struct staka_rules *rules = any_rules;
    struct staka *position = (struct staka *)state;
    struct slice letters = slice_trim(value);
    unsigned taken = rules->neutral[state->players];
    (void)n;
    if (value.at == NULL)
        return true;
    if (letters.length != state->players)
        return fault_raise(fault, &common_rules[COMMON_PLAYERS], 0,
            FACT(what, "the tag Colours has %u letter%s, but there are %u players"), (unsigned)letters.length,
            letters.length == 1 ? "" : "s", state->players);
    for (unsigned seat = 0; seat < state->players; seat++) {
        unsigned colour = colour_named(rules, (struct slice){letters.at + seat, 1});
        if (colour == NO_COLOUR || (taken >> colour & 1) != 0)
            return fault_raise(fault, &common_rules[COMMON_PLAYERS], (uint16_t)(letters.at + seat - value.at),
                FACT(what,
                    "the tag Colours gives each seat a different colour, none of them neutral; %c is not possible "
                    "here"),
                letters.at[seat]);
        taken |= 1u << colour;
        position->hands[seat] = (struct staka_hand){.colour = (uint8_t)colour};
        position->hands[seat].of[rules->pairs + colour] = 1;
    }
    return true;
}

static const struct setup_tag tags[] = {{"Colours", 0, true}, {NULL, 0, false}};

/* The colours in their order. */
static void staka_deal_usual(const void *any_rules, unsigned players, unsigned n, uint64_t seed, struct text *text)
{
    const struct staka_rules *rules = any_rules;
    (void)n;
    (void)seed;
    for (unsigned colour = 0; colour < rules->colours.count && text->length < players; colour++)
        if ((rules->neutral[players] >> colour & 1) == 0)
            text_add_char(text, rules->colours.letter[colour]);
}

/* Pieces as text. */

static void add_colours(const struct staka_rules *rules, unsigned up, unsigned down, struct text *text)
{
    text_add_char(text, rules->colours.letter[up]);
    text_add_char(text, rules->colours.letter[down]);
}

/* What lies on a place, bottom to top, "WR.GB"; returns how many of the pieces are doubles. */
static unsigned add_pile(const struct staka_rules *rules, const struct staka *position, unsigned at, struct text *text)
{
    const struct staka_piece *piece = top_piece_at(position, at);
    size_t length = 3u * piece->level + 2;
    unsigned doubles = 0;
    char *bottom = text_room(text, length);
    for (; bottom != NULL && piece != NULL; piece = piece_under(position, piece)) {
        char *letters = bottom + 3 * piece->level;
        letters[0] = rules->colours.letter[piece->up];
        letters[1] = rules->colours.letter[piece->down];
        if (piece->level > 0)
            letters[-1] = '.';
        doubles += piece->up == piece->down;
    }
    if (bottom != NULL)
        text_took(text, bottom + length);
    return doubles;
}

/* How many there are of each kind: in a hand, "WR.WR.GB"; in the bank, "WR2,GB1"; in words, "WR(2) GB". */
static void add_kinds(
    const struct staka_rules *rules, const uint8_t *of, unsigned kinds, const char *between, struct text *text)
{
    bool any = false;
    for (unsigned kind = 0; kind < kinds; kind++)
        for (unsigned i = 0; i < of[kind] && (i == 0 || between[0] == '.'); i++, any = true) {
            text_add_string(text, any ? between : "");
            add_colours(rules, rules->first[kind], rules->second[kind], text);
            if (between[0] == ',' || (between[0] == ' ' && of[kind] > 1))
                text_printf(text, between[0] == ',' ? "%u" : "(%u)", of[kind]);
        }
    if (!any)
        text_add_string(text, between[0] == ' ' ? "nothing" : "-");
}

/* Positions. */

/* Says that there are HELD pieces of KIND, more than copies. */
static bool refuse_copies(struct position_reader *reader, struct slice field, unsigned kind, unsigned held)
{
    const struct staka_rules *rules = reader->rules;
    return refuse_field(reader, field, "that makes %u pieces %c%c; the game has %u", held,
        rules->colours.letter[rules->first[kind]], rules->colours.letter[rules->second[kind]], rules->copies);
}

/* Two letters.  What has not been read yet is set aside: at the beginning of the game that is where it is. */
static bool read_piece(struct position_reader *reader, struct slice field, struct staka_piece *piece)
{
    const struct staka_rules *rules = reader->rules;
    struct staka *position = (struct staka *)reader->state;
    piece->up = (uint8_t)colour_named(rules, slice_shorter(field, 1));
    piece->down = (uint8_t)colour_named(rules, slice_after(field, field.length > 0));
    unsigned kind = rules->kind[piece->up][piece->down];
    if (kind == NO_KIND)
        return refuse_field(reader, field, "a piece is two letters of colours, the one that is up first");
    if (position->aside[kind] == 0)
        return kind >= rules->pairs ? refuse_field(reader, field, "there is one double of each colour")
                                    : refuse_copies(reader, field, kind, rules->copies + 1u);
    position->aside[kind]--;
    return true;
}

/* "WR.GR(1)" */
static bool read_pile(struct position_reader *reader, unsigned at, struct slice rest)
{
    const struct staka_rules *rules = reader->rules;
    struct staka *position = (struct staka *)reader->state;
    struct slice part;
    struct staka_piece piece;
    const char *bracket = memchr(rest.at, '(', rest.length);
    size_t length = bracket == NULL ? rest.length : (size_t)(bracket - rest.at);
    struct slice pawns = {rest.at + length, rest.length - length};
    rest.length = length;
    while (slice_split(&rest, '.', &part)) {
        const struct staka_piece *top = top_piece_at(position, at);
        if (!read_piece(reader, part, &piece))
            return false;
        if (top == NULL ? piece.up == piece.down : top->up != piece.down)
            return refuse_field(reader, part,
                top == NULL ? "a double is never on the ground"
                            : "a piece is put down on a colour that is not its own");
        lay_piece(rules, position, at, piece.up, piece.down);
    }
    for (bool alone = true; pawns.length > 0; pawns.at += 3, pawns.length -= 3, alone = false) {
        unsigned seat = pawns.length < 3 ? 0 : (unsigned)(pawns.at[1] - '0');
        if (seat - 1 >= SEATS || pawns.at[0] != '(' || pawns.at[2] != ')')
            return refuse_field(reader, pawns, "a pawn is written as its seat in parentheses, (1), after the stack");
        if (position->pawns[seat - 1] != FIELD_NONE)
            return refuse_field(reader, pawns, "each seat has one pawn");
        if (!alone && !rules->pawns_share)
            return refuse_field(reader, pawns, "two pawns never share a stack");
        position->pawns[seat - 1] = (uint16_t)at;
    }
    return true;
}

static bool read_field(struct position_reader *reader, struct slice text)
{
    const struct staka_rules *rules = reader->rules;
    struct staka *position = (struct staka *)reader->state;
    memset(&position->field.taken, 0, rules->field.game.state_size - offsetof(struct staka, field.taken));
    memset(position->aside, rules->copies, rules->pairs);
    memset(position->aside + rules->pairs, 1, rules->colours.count);
    return field_read_stacks(reader, text);
}

/* With the pawns on it. */
static void write_pile(const void *rules, const struct state *state, unsigned place, struct text *text)
{
    const struct staka *position = (const struct staka *)state;
    add_pile(rules, position, place, text);
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if (position->pawns[seat - 1] == place)
            text_printf(text, "(%u)", seat);
}

/* A seat's colour and what it holds, "W:WR.GB.WW". */
static bool staka_read_hand(struct position_reader *reader, unsigned seat, struct slice field)
{
    const struct staka_rules *rules = reader->rules;
    struct staka *position = (struct staka *)reader->state;
    struct staka_hand *hand = &position->hands[seat];
    struct slice rest = field;
    struct slice part;
    struct staka_piece piece;
    slice_split(&rest, ':', &part);
    hand->colour = (uint8_t)colour_named(rules, part);
    for (unsigned i = 0; i < seat; i++)
        if (position->hands[i].colour == hand->colour)
            hand->colour = NO_COLOUR;
    if (hand->colour == NO_COLOUR || rest.length == 0)
        return refuse_field(reader, field, "a hand is the seat's colour and its pieces, 'W:WR.GB.WW'");
    if (slice_is(rest, "out") && rules->may_stop)
        position->stopped |= (uint8_t)(1u << seat);
    else if (!slice_is(rest, "-"))
        while (slice_split(&rest, '.', &part)) {
            if (!read_piece(reader, part, &piece))
                return false;
            if (piece.up == piece.down && piece.up != hand->colour)
                return refuse_field(reader, part, "a player holds no double but their own");
            hand->of[rules->kind[piece.up][piece.down]]++;
            hand->size = (uint8_t)(hand->size + (piece.up != piece.down));
            if (hand->size > rules->hand_limit)
                return refuse_field(reader, part, "a hand holds at most %u pieces and the double", rules->hand_limit);
        }
    return true;
}

static bool staka_read_hands(struct position_reader *reader, struct slice text)
{
    const struct staka *position = (const struct staka *)reader->state;
    if (!hands_read(reader, text, staka_read_hand))
        return false;
    for (unsigned i = 0; i < position->field.state.players; i++)
        if (is_neutral(reader->rules, position, position->hands[i].colour))
            return refuse_field(reader, text, "a neutral colour belongs to no player");
    return true;
}

static void staka_write_hand(const void *any_rules, const struct state *state, unsigned seat, struct text *text)
{
    const struct staka_rules *rules = any_rules;
    const struct staka *position = (const struct staka *)state;
    const struct staka_hand *hand = &position->hands[seat];
    text_printf(text, "%c:", rules->colours.letter[hand->colour]);
    if ((position->stopped >> seat & 1) != 0)
        text_add_string(text, "out");
    else
        add_kinds(rules, hand->of, KINDS, ".", text);
}

static void staka_write_hands(const void *rules, const struct state *state, struct text *text)
{
    hands_write(rules, state, staka_write_hand, text);
}

static bool read_bank(struct position_reader *reader, struct slice text)
{
    const struct staka_rules *rules = reader->rules;
    struct staka *position = (struct staka *)reader->state;
    struct slice part;
    struct staka_piece piece;
    if (slice_is(text, "-"))
        return true;
    while (slice_split(&text, ',', &part)) {
        uint32_t count = 0;
        struct slice name = slice_shorter(part, 2);
        if (!read_piece(reader, name, &piece))
            return false;
        if (piece.up == piece.down || !slice_number(slice_after(part, 2), UINT8_MAX, &count) || count == 0)
            return refuse_field(reader, part, "the bank lists kinds of pieces with their numbers, 'WR5,GB2'");
        unsigned kind = rules->kind[piece.up][piece.down];
        if (position->bank[kind] != 0)
            return refuse_field(reader, part, "the bank names each kind once");
        if (count - 1 > position->aside[kind])
            return refuse_copies(reader, part, kind, rules->copies - position->aside[kind] + count - 1);
        position->aside[kind] = (uint8_t)(position->aside[kind] - (count - 1));
        position->bank[kind] = (uint8_t)count;
        position->in_bank = (uint16_t)(position->in_bank + count);
    }
    return true;
}

static void write_bank(const void *any_rules, const struct state *state, struct text *text)
{
    const struct staka_rules *rules = any_rules;
    add_kinds(rules, ((const struct staka *)state)->bank, rules->pairs, ",", text);
}

static bool read_nones(struct position_reader *reader, struct slice text)
{
    const struct staka_rules *rules = reader->rules;
    const struct staka *position = (const struct staka *)reader->state;
    return read_number_field(reader, text) &&
        (position->nones <= (rules->goes_on ? NONES_MOST : position->field.state.players) ||
            refuse_other(reader, text));
}

static const struct position_field fields[] = {
    {read_field, field_write_stacks, .wanted = "it begins with the field, 'z26=WR;z27=GB' or '-'"},
    {staka_read_hands, staka_write_hands, .wanted = "after the field come the hands, 'W:WR.WW/R:RR'"},
    {read_bank, write_bank, .wanted = "after the hands comes the bank, 'WR5,GB2' or '-'"},
    SEAT_FIELD("after the bank comes the seat to move"),
    {.read = read_nones,
        KEY_INTO(staka, nones),
        .wanted = "after the seat comes the number of turns in a row without an action",
        .counts = true},
    TURN_NUMBER_FIELD,
    {0},
};

/* Seats with nothing left to do, bit s-1. */
static uint32_t finished_seats(const struct staka_rules *rules, const struct staka *position)
{
    uint32_t seats = 0;
    if (position->phase != PHASE_PLAY || position->in_bank > 0)
        return 0;
    for (unsigned seat = 0; seat < position->field.state.players; seat++)
        if (position->hands[seat].size == 0 && !has_double(rules, &position->hands[seat]))
            seats |= 1u << seat;
    return seats;
}

static uint32_t staka_eliminated(const void *any_rules, const struct state *state)
{
    const struct staka_rules *rules = any_rules;
    const struct staka *position = (const struct staka *)state;
    return rules->may_stop ? position->stopped : finished_seats(rules, position);
}

static uint32_t all_seats(const struct state *state)
{
    return (1u << state->players) - 1;
}

static bool staka_validate(struct position_reader *reader)
{
    const struct staka_rules *rules = reader->rules;
    struct staka *position = (struct staka *)reader->state;
    const struct state *state = reader->state;
    unsigned owned = 0;
    unsigned pawns = 0;
    unsigned held = 0;
    bool starts = false;
    bool stacked = false;
    bool bank_full = true;
    for (unsigned seat = 0; seat < SEATS; seat++) {
        owned |= seat < state->players ? 1u << position->hands[seat].colour : 0;
        held += position->hands[seat].size;
        pawns |= position->pawns[seat] != FIELD_NONE ? 1u << seat : 0;
    }
    for (unsigned colour = 0; colour < rules->colours.count; colour++) {
        if (position->aside[rules->pairs + colour] == (owned >> colour & 1))
            return refuse_whole(reader,
                "each player's double must be on the field or in that player's hand, and no other double anywhere");
        position->aside[rules->pairs + colour] = 0;
    }
    for (unsigned kind = 0; kind < rules->pairs; kind++) {
        starts |= position->aside[kind] > 0;
        bank_full &= position->bank[kind] == rules->copies - rules->start_copies;
    }
    for (unsigned i = 0; i < position->laid; i++)
        stacked |= position->pieces[i].level > 0;
    if (starts) {
        if (!bank_full)
            return refuse_whole(reader, "pieces are missing, though the starting field is complete");
        if (held > 0 || pawns != 0)
            return refuse_whole(reader, "while the starting field is being laid, hands are empty and no pawn is set");
        if (stacked)
            return refuse_whole(reader, "while the starting field is being laid, no piece is on another");
        if ((unsigned)position->laid % state->players + 1 != state->seat)
            return refuse_whole(reader, "with this many pieces laid, another seat is to move");
        return position->nones == 0 || refuse_whole(reader, "no turn without an action has been possible yet");
    }
    if ((pawns & (pawns + 1)) != 0 || pawns > all_seats(state))
        return refuse_whole(reader, "pawns are set in the order of the seats");
    position->phase = pawns == all_seats(state) ? PHASE_PLAY : PHASE_PAWNS;
    if (position->phase == PHASE_PAWNS && pawns + 1 != bit_of_mover(position))
        return refuse_whole(reader, "the seat to move is the first whose pawn is not set");
    uint32_t done = finished_seats(rules, position);
    if ((position->stopped & ~done) != 0)
        return refuse_whole(reader, "no player is out while the bank holds pieces");
    if (position->phase == PHASE_PLAY && done != all_seats(state) &&
        (staka_eliminated(rules, state) & bit_of_mover(position)) != 0)
        return refuse_whole(reader, "%s",
            rules->may_stop ? "the seat to move is out" : "the seat to move has no pieces left, but others have");
    return true;
}

/* Turns.  Steps are a piece put down '@', a pawn 'P', the place left 0 and gone to '-' or '~', 's' for staying, a
   piece taken '+', 'n' for none.  The count of a piece is its two letters, that of a step to a place beyond the
   window is row and column. */

enum { BEYOND = (FIELD_SIDE + 1) * FIELD_ROW }; /* where nothing ever lies */

static uint32_t pack_letters(const char letters[2])
{
    return (uint32_t)(unsigned char)letters[0] | (uint32_t)(unsigned char)letters[1] << 8;
}

static struct step piece_step(const struct staka_rules *rules, unsigned up, unsigned down, unsigned at, char mark)
{
    const char letters[2] = {rules->colours.letter[up], rules->colours.letter[down]};
    return (struct step){pack_letters(letters), (uint16_t)at, mark};
}

static inline unsigned upper_colour(const struct staka_rules *rules, const struct step *step)
{
    return colour_of_letter(&rules->colours, step->count & 255);
}

static inline unsigned lower_colour(const struct staka_rules *rules, const struct step *step)
{
    return colour_of_letter(&rules->colours, step->count >> 8 & 255);
}

static inline unsigned kind_of_step(const struct staka_rules *rules, const struct step *step)
{
    return rules->kind[upper_colour(rules, step)][lower_colour(rules, step)];
}

static bool is_double(const struct staka_rules *rules, unsigned kind)
{
    return kind >= rules->pairs && kind != NO_KIND;
}

/* Whether a part with MARK has a place; the place of the others is FIELD_NONE. */
static bool has_place(char mark)
{
    return (mark != '+') & (mark != 's') & (mark != 'n');
}

static bool staka_resolve(const void *rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    (void)rules;
    (void)fault;
    turn->shape = written->shape;
    turn->seat = 0;
    turn->count = written->count;
    for (unsigned i = 0; i < written->count; i++) {
        const struct part *part = &written->parts[i];
        struct step *step = &turn->steps[i];
        bool pawn = (part->mark == '@') & (part->name[1] == '\0'); /* its name is one letter */
        unsigned place = field_place(part->cell.row + 1u, part->cell.column);
        *step = (struct step){pawn ? 0 : pack_letters(part->name), (uint16_t)place, pawn ? 'P' : part->mark};
        if (place == FIELD_NONE && has_place(part->mark))
            *step = (struct step){(uint32_t)part->cell.row << 16 | part->cell.column, BEYOND, step->mark};
    }
    return true;
}

static void add_place_name(unsigned place, struct text *text)
{
    char *at = text_room(text, FIELD_TEXT);
    if (at != NULL)
        text_took(text, place == BEYOND ? strcpy(at, "there") + strlen("there") : field_text(place, at));
}

static void add_letters(const struct step *step, struct text *text)
{
    text_add_char(text, (char)(step->count & 255));
    text_add_char(text, (char)(step->count >> 8 & 255));
}

static void add_step_words(const struct step *step, struct text *text)
{
    if (step->mark == 's' || step->mark == 'n') {
        text_add_string(text, step->mark == 's' ? "stay" : "none");
        return;
    }
    if (step->mark == '@')
        add_letters(step, text);
    if (step->mark == 'P')
        text_add_string(text, "P@");
    else if (step->mark != 0)
        text_add_char(text, step->mark);
    if (step->mark == '+')
        add_letters(step, text);
    else
        add_place_name(step->cell, text);
}

/* A piece taken is written in the order of the colours. */
static void staka_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    (void)state;
    if (turn->shape == TURN_OUT)
        text_add_string(text, "out");
    for (unsigned i = 0; i < turn->count; i++) {
        struct step step = turn->steps[i];
        if (step.mark == '+' && upper_colour(rules, &step) > lower_colour(rules, &step))
            step.count = step.count >> 8 | (step.count & 255) << 8;
        if (i > 0 && i + 1 == turn->count)
            text_add_char(text, ',');
        add_step_words(&step, text);
    }
}

static bool staka_varies(const void *rules, const struct written *written, const struct turn *turn)
{
    const struct step *last = &turn->steps[turn->count - 1];
    (void)written;
    return turn->count > 0 && last->mark == '+' && upper_colour(rules, last) > lower_colour(rules, last);
}

static enum staka_phase phase_of_turn(const struct turn *turn)
{
    return turn->count != 1 ? PHASE_PLAY : turn->steps[0].mark == 'P' ? PHASE_PAWNS : PHASE_START;
}

/* Who has nothing left may stop for good. */
static bool can_stop(const struct staka_rules *rules, const struct staka *position)
{
    return rules->may_stop && (finished_seats(rules, position) & bit_of_mover(position)) != 0;
}

/* The starting field. */

/* How many pieces of each colour are up once STEP is made, and what is left to lay. */
static void count_colours_after(const struct staka_rules *rules, const struct staka *position, const struct step *step,
    unsigned up[COLOURS], uint8_t left[KINDS + 1])
{
    memset(up, 0, COLOURS * sizeof *up);
    for (unsigned i = 0; i < position->laid; i++)
        up[position->pieces[i].up]++;
    up[upper_colour(rules, step)]++;
    memcpy(left, position->aside, KINDS + 1);
    left[kind_of_step(rules, step)]--;
}

/* Whether every colour can still come to be up often enough after STEP: for each set of lacking colours there are
   pieces left with one of them, as many as those colours lack. */
static bool leaves_all_colours(const struct staka_rules *rules, const struct staka *position, const struct step *step)
{
    unsigned up[COLOURS];
    uint8_t left[KINDS + 1];
    unsigned lacking = 0;
    count_colours_after(rules, position, step, up, left);
    for (unsigned i = 0; i < rules->colours.count; i++)
        lacking |= up[i] < rules->each_up ? 1u << i : 0;
    for (unsigned set = lacking; set > 0; set = (set - 1) & lacking) {
        unsigned wanted = 0;
        unsigned pieces = 0;
        for (unsigned i = 0; i < rules->colours.count; i++)
            wanted += (set >> i & 1) != 0 ? rules->each_up - up[i] : 0;
        for (unsigned kind = 0; kind < rules->pairs && pieces < wanted; kind++)
            if (((set >> rules->first[kind] | set >> rules->second[kind]) & 1) != 0)
                pieces += left[kind];
        if (pieces < wanted)
            return false;
    }
    return true;
}

/* How many pieces the next one on the ground has to touch. */
static unsigned touching_needed(const struct staka_rules *rules, const struct staka *position)
{
    return position->laid < 2 ? position->laid : rules->touch;
}

/* The place of a piece of the starting field. */
static int judge_ground(const struct staka_rules *rules, const struct staka *position, unsigned at)
{
    if (field_has(&position->field.taken, at))
        return START_GROUND;
    return field_touched(&position->field.taken, rules->field.lattice, at) < touching_needed(rules, position) ? TOUCH
                                                                                                              : LEGAL;
}

static int judge_start(const struct staka_rules *rules, const struct staka *position, const struct step *step)
{
    unsigned kind = kind_of_step(rules, step);
    if (!is_double(rules, kind) && position->aside[kind] == 0)
        return START_KIND;
    int broken = judge_ground(rules, position, step->cell);
    if (broken != LEGAL)
        return broken;
    if (is_double(rules, kind))
        return DOUBLE_GROUND;
    return leaves_all_colours(rules, position, step) ? LEGAL : START_COLOURS;
}

static int judge_pawn(const struct staka_rules *rules, const struct staka *position, unsigned at)
{
    const struct staka_piece *top = top_piece_at(position, at);
    if (top == NULL || top->up != hand_to_move(position)->colour)
        return PAWN_COLOUR;
    return pawns_on(position, at) != 0 && !rules->pawns_share ? PAWN_OCCUPIED : LEGAL;
}

/* The pawns of others on a place, bit s-1. */
static unsigned other_pawns_on(const struct staka *position, unsigned at)
{
    return pawns_on(position, at) & ~bit_of_mover(position);
}

/* Movements. */

/* Going to the pile of TO: a walk from that of FROM, which touches it, or a swim, from NULL. */
static inline int judge_goal(const struct staka_rules *rules, const struct staka *position,
    const struct staka_piece *from, const struct staka_piece *to)
{
    if ((from != NULL || !rules->swims_free) && to->up != hand_to_move(position)->colour &&
        !is_neutral(rules, position, to->up))
        return WALK_COLOUR;
    if (from != NULL && to->height > from->height + rules->climb)
        return CLIMB;
    return !rules->pawns_share && other_pawns_on(position, to->place) != 0 ? PAWN_OCCUPIED : LEGAL;
}

/* A walk '-' or a swim '~'. */
static int judge_walk_or_swim(
    const struct staka_rules *rules, const struct staka *position, unsigned from, unsigned to, char mark)
{
    const struct staka_piece *top = top_piece_at(position, to);
    enum lattice lattice = rules->field.lattice;
    bool touch = field_touch(lattice, from, to);
    if (mark == '-')
        return top == NULL || !touch ? NOT_ADJACENT : judge_goal(rules, position, top_piece_at(position, from), top);
    if (top == NULL || touch || from == to || !field_is_edge(&position->field.taken, lattice, from) ||
        !field_is_edge(&position->field.taken, lattice, to))
        return SWIM_EDGE;
    return top->height != 1 ? SWIM_GROUND : judge_goal(rules, position, NULL, top);
}

/* Where a walk leads to, FIELD_NONE: there is none. */
static unsigned find_walk(const struct staka_rules *rules, const struct staka *position)
{
    unsigned own = position->pawns[position->field.state.seat - 1];
    const struct staka_piece *from = top_piece_at(position, own);
    unsigned ring = from == NULL ? 0 : field_ring(&position->field.taken, rules->field.lattice, own);
    for (; ring != 0; ring &= ring - 1) {
        unsigned place = field_round(rules->field.lattice, own, (unsigned)__builtin_ctz(ring));
        if (judge_goal(rules, position, from, top_piece_at(position, place)) == LEGAL)
            return place;
    }
    return FIELD_NONE;
}

/* Of a turn of play; PART is the part of it that is judged last. */
static int judge_movement(
    const struct staka_rules *rules, const struct staka *position, const struct turn *turn, uint16_t *part)
{
    const struct step *steps = turn->steps;
    unsigned from = position->pawns[position->field.state.seat - 1];
    *part = 0;
    if (turn->count != 3)
        return find_walk(rules, position) == FIELD_NONE ? LEGAL : MUST_WALK;
    if (steps[0].cell == BEYOND)
        return COMMON + COMMON_WINDOW;
    if (steps[1].cell != BEYOND && steps[0].cell != from)
        return PAWN_SOURCE;
    *part = 1;
    if (steps[1].cell == BEYOND)
        return COMMON + COMMON_WINDOW;
    return judge_walk_or_swim(rules, position, from, steps[1].cell, steps[1].mark);
}

/* Actions of a pawn on OWN. */

/* The place of a piece. */
static int judge_spot(const struct staka_rules *rules, const struct staka *position, unsigned own, unsigned at)
{
    const struct field_set *taken = &position->field.taken;
    if (at == own)
        return PAWN_OCCUPIED;
    if (!field_touch(rules->field.lattice, own, at))
        return NOT_ADJACENT;
    if (field_has(taken, at))
        return other_pawns_on(position, at) != 0 ? PAWN_OCCUPIED : LEGAL;
    return field_touched(taken, rules->field.lattice, at) < rules->touch ? TOUCH : LEGAL;
}

/* And the piece, for its place. */
static int judge_piece(const struct staka_rules *rules, const struct staka *position, const struct step *step)
{
    const struct staka_piece *top = top_piece_at(position, step->cell);
    unsigned kind = kind_of_step(rules, step);
    if (top != NULL && top->up != lower_colour(rules, step))
        return COLOUR_ON_COLOUR;
    if (top == NULL && is_double(rules, kind))
        return DOUBLE_GROUND;
    return hand_to_move(position)->of[kind] > 0 ? LEGAL : NOT_IN_HAND;
}

static int judge_take(const struct staka_rules *rules, const struct staka *position, unsigned kind)
{
    if (position->bank[kind] == 0)
        return BANK_EMPTY;
    return hand_to_move(position)->size < rules->hand_limit ? LEGAL : HAND_FULL;
}

/* Lists the actions that are legal but 'none', which is for a seat that has no other: what can be placed, and then what
   can be taken.  Returns how many there are. */
enum { ACTIONS = FIELD_TOUCHING * COLOURS * COLOURS + KINDS };
static unsigned list_actions(
    const struct staka_rules *rules, const struct staka *position, unsigned own, struct step actions[ACTIONS])
{
    const uint8_t *held = hand_to_move(position)->of;
    unsigned colours = rules->colours.count;
    uint16_t places[FIELD_TOUCHING];
    unsigned round = field_touching(rules->field.lattice, own, places);
    unsigned count = 0;
    for (unsigned i = 0; i < round; i++)
        if (places[i] != FIELD_NONE && judge_spot(rules, position, own, places[i]) == LEGAL)
            for (unsigned up = 0; up < colours; up++)
                for (unsigned down = 0; down < colours; down++) {
                    if (held[rules->kind[up][down]] == 0)
                        continue;
                    actions[count] = piece_step(rules, up, down, places[i], '@');
                    count += judge_piece(rules, position, &actions[count]) == LEGAL;
                }
    for (unsigned kind = 0; kind < rules->pairs; kind++)
        if (judge_take(rules, position, kind) == LEGAL)
            actions[count++] = piece_step(rules, rules->first[kind], rules->second[kind], 0, '+');
    return count;
}

static int judge_none(const struct staka_rules *rules, const struct staka *position, unsigned own)
{
    struct step actions[ACTIONS];
    unsigned count = list_actions(rules, position, own, actions);
    if (count == 0)
        return LEGAL;
    return actions[count - 1].mark == '+' ? MUST_ACT : MUST_PLACE;
}

/* The last step of a turn: all of it before play, and then the action of a pawn on OWN. */
static int judge_last_step(
    const struct staka_rules *rules, const struct staka *position, unsigned own, const struct step *step)
{
    if (step->cell == BEYOND)
        return COMMON + COMMON_WINDOW;
    if (step->mark == 'P')
        return judge_pawn(rules, position, step->cell);
    if (step->mark == '+')
        return judge_take(rules, position, kind_of_step(rules, step));
    if (step->mark == 'n')
        return judge_none(rules, position, own);
    if (position->phase == PHASE_START)
        return judge_start(rules, position, step);
    int broken = judge_spot(rules, position, own, step->cell);
    return broken != LEGAL ? broken : judge_piece(rules, position, step);
}

KIT_INLINE int staka_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct staka_rules *rules = any_rules;
    const struct staka *position = (const struct staka *)state;
    (void)step;
    finding->part = FAULT_WHOLE;
    if (turn->shape == TURN_PASS || turn->shape == TURN_OUT)
        return turn->shape == TURN_OUT && can_stop(rules, position) ? LEGAL : COMMON + COMMON_CANNOT_PASS;
    if (phase_of_turn(turn) != position->phase)
        return PHASE;
    int broken = position->phase == PHASE_PLAY ? judge_movement(rules, position, turn, &finding->part) : LEGAL;
    if (broken != LEGAL)
        return broken;
    unsigned own = turn->count == 3 ? turn->steps[1].cell : position->pawns[state->seat - 1];
    finding->part = (uint16_t)(turn->count - 1);
    return judge_last_step(rules, position, own, &turn->steps[turn->count - 1]);
}

/* The first seat is next, in a new round. */
static void begin_phase(struct staka *position, enum staka_phase phase)
{
    position->phase = (uint8_t)phase;
    position->field.state.seat = position->field.state.players;
}

/* As far as the field can carry it, which is all of a legal turn: a pawn goes wherever something lies, a piece that is
   held goes on any place without a pawn, what cannot be done is left out. */
KIT_INLINE void staka_make(const void *any_rules, struct state *state, const struct turn *turn, unsigned step)
{
    const struct staka_rules *rules = any_rules;
    struct staka *position = (struct staka *)state;
    struct staka_hand *hand = &position->hands[state->seat - 1];
    uint16_t *pawn = &position->pawns[state->seat - 1];
    const struct step none = {.mark = 'n'};
    const struct step *last = turn->count == 0 ? &none : &turn->steps[turn->count - 1];
    bool moves = turn->count > 1 && (turn->steps[1].mark == '-' || turn->steps[1].mark == '~'); /* and may be all */
    unsigned goal = moves ? turn->steps[1].cell : FIELD_NONE;
    unsigned kind = kind_of_step(rules, last);
    (void)step;
    if (turn->shape == TURN_OUT && can_stop(rules, position)) {
        position->stopped |= (uint8_t)bit_of_mover(position);
        return;
    }
    if (position->phase == PHASE_START) {
        lay_piece(rules, position, last->cell, upper_colour(rules, last), lower_colour(rules, last));
        position->aside[kind]--;
        if (position->laid == rules->pairs * rules->start_copies)
            begin_phase(position, PHASE_PAWNS);
        return;
    }
    if (position->phase == PHASE_PAWNS) {
        *pawn = last->cell;
        if (state->seat == state->players)
            begin_phase(position, PHASE_PLAY);
        return;
    }
    if (field_has(&position->field.taken, goal) && (rules->pawns_share || other_pawns_on(position, goal) == 0))
        *pawn = (uint16_t)goal;
    position->nones = last->mark == 'n' ? position->nones + (position->nones < NONES_MOST) : 0;
    if (last->mark == '@' && last->cell != BEYOND && hand->of[kind] > 0 && pawns_on(position, last->cell) == 0) {
        lay_piece(rules, position, last->cell, upper_colour(rules, last), lower_colour(rules, last));
        hand->of[kind]--;
        hand->size = (uint8_t)(hand->size - (kind < rules->pairs));
    } else if (last->mark == '+' && position->bank[kind] > 0) {
        hand->of[kind]++;
        hand->size++;
        position->bank[kind]--;
        position->in_bank--;
    }
}

static bool staka_can_force(const void *any_rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct staka_rules *rules = any_rules;
    const struct staka *position = (const struct staka *)state;
    const struct step *piece = &turn->steps[0];
    if (position->phase == PHASE_PLAY)
        return true;
    if (position->phase == PHASE_PAWNS)
        return field_has(&position->field.taken, piece->cell);
    int broken = judge_last_step(rules, position, step, piece);
    return (broken == TOUCH || broken == START_COLOURS) && upper_colour(rules, piece) != lower_colour(rules, piece);
}

/* The next seat that is not gone; when nobody has anything left, just the next. */
KIT_INLINE void staka_end_turn(const void *rules, struct state *state)
{
    unsigned seat = state->seat;
    uint32_t done = finished_seats(rules, (const struct staka *)state);
    uint32_t skipped = done == all_seats(state) ? 0 : staka_eliminated(rules, state);
    do
        seat = seat == state->players ? 1 : seat + 1;
    while ((skipped >> (seat - 1) & 1) != 0 && seat != state->seat);
    state->number += seat <= state->seat && state->number < UINT32_MAX;
    state->seat = (uint8_t)seat;
}

KIT_PLAY(staka)

/* A turn of another phase is carried by nothing, nor is a pass before there is play. */
static bool staka_force(const void *rules, struct state *state, const struct turn *turn)
{
    return phase_of_turn(turn) == ((struct staka *)state)->phase && kit_force(rules, state, turn);
}

struct staka_search {
    const struct staka_rules *rules;
    const struct staka *position;
    turn_visitor *visit;
    void *context;
    struct turn turn;
};

/* Visits the turn with LAST after it; false to stop. */
static bool visit_with_step(struct staka_search *search, struct step last)
{
    search->turn.steps[search->turn.count++] = last;
    bool more = search->visit(search->context, &search->turn);
    search->turn.count--;
    return more;
}

static bool visit_start(struct staka_search *search)
{
    const struct staka_rules *rules = search->rules;
    const struct staka *position = search->position;
    struct field_set places = {{0}}; /* round those taken */
    uint16_t round[FIELD_TOUCHING];
    field_put(&places, position->laid == 0 ? rules->field.first_place : FIELD_NONE);
    for (unsigned i = 0; i < position->laid; i++)
        for (unsigned n = field_touching(rules->field.lattice, position->pieces[i].place, round); n > 0; n--)
            field_put(&places, round[n - 1]);
    for (unsigned at = FIELD_NONE; (at = field_next(&places, at)) != FIELD_NONE;)
        for (unsigned i = 0; judge_ground(rules, position, at) == LEGAL && i < 2u * rules->pairs; i++) {
            unsigned faces[2] = {rules->first[i / 2], rules->second[i / 2]};
            const struct step step = piece_step(rules, faces[i % 2], faces[1 - i % 2], at, '@');
            if (judge_start(rules, position, &step) == LEGAL && !visit_with_step(search, step))
                return false;
        }
    return true;
}

static bool visit_pawns(struct staka_search *search)
{
    for (unsigned at = FIELD_NONE; (at = field_next(&search->position->field.taken, at)) != FIELD_NONE;)
        if (judge_pawn(search->rules, search->position, at) == LEGAL &&
            !visit_with_step(search, (struct step){0, (uint16_t)at, 'P'}))
            return false;
    return true;
}

/* The turns that begin with a movement of COUNT steps to OWN. */
static bool visit_actions(struct staka_search *search, unsigned count, unsigned own)
{
    struct step actions[ACTIONS];
    unsigned last = list_actions(search->rules, search->position, own, actions);
    if (last == 0)
        actions[last++] = (struct step){.mark = 'n'};
    search->turn.count = count;
    for (unsigned i = 0; i < last; i++)
        if (!visit_with_step(search, actions[i]))
            return false;
    return true;
}

static bool staka_generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct staka_rules *rules = any_rules;
    const struct staka *position = (const struct staka *)state;
    const struct turn out = {.shape = TURN_OUT};
    struct staka_search search = {rules, position, visit, context, {.shape = TURN_FIELD}};
    struct step *steps = search.turn.steps;
    unsigned own = position->pawns[state->seat - 1];
    if (position->phase != PHASE_PLAY)
        return position->phase == PHASE_START ? visit_start(&search) : visit_pawns(&search);
    steps[0].cell = (uint16_t)own;
    for (unsigned at = FIELD_NONE; (at = field_next(&position->field.taken, at)) != FIELD_NONE;) {
        steps[1] = (struct step){0, (uint16_t)at, field_touch(rules->field.lattice, own, at) ? '-' : '~'};
        if (judge_walk_or_swim(rules, position, own, at, steps[1].mark) == LEGAL && !visit_actions(&search, 2, at))
            return false;
    }
    steps[0] = (struct step){.mark = 's'};
    return (find_walk(rules, position) != FIELD_NONE || visit_actions(&search, 1, own)) &&
        (!can_stop(rules, position) || visit(context, &out));
}

/* Facts. */

static const struct staka *staka_position_of(const struct violation *violation)
{
    return (const struct staka *)violation->state;
}

static const struct staka_rules *staka_rules_of(const struct violation *violation)
{
    return violation->rules;
}

/* The step at fault, what lies on its place, and where the pawn is when it is made. */
static const struct step *staka_step_of(const struct violation *violation)
{
    return &violation->turn->steps[violation->part == FAULT_WHOLE ? 0 : violation->part];
}

static const struct staka_piece *top_at_fault(const struct violation *violation)
{
    return top_piece_at(staka_position_of(violation), staka_step_of(violation)->cell);
}

static unsigned pawn_at_fault(const struct violation *violation)
{
    return violation->part == 2 ? violation->turn->steps[1].cell
                                : staka_position_of(violation)->pawns[violation->state->seat - 1];
}

static const char *colour_name(const struct violation *violation, unsigned colour)
{
    return staka_rules_of(violation)->colours.name[colour];
}

static void staka_fact_step(const struct violation *violation, struct text *text)
{
    const struct turn *turn = violation->turn;
    bool moves = turn->count == 3 && staka_step_of(violation) < &turn->steps[2];
    if (violation->rule == PHASE && staka_step_of(violation)->cell == BEYOND) {
        text_add_string(text, "this");
        return;
    }
    add_step_words(moves ? &turn->steps[0] : staka_step_of(violation), text);
    if (moves)
        add_step_words(&turn->steps[1], text);
}

static void staka_fact_place(const struct violation *violation, struct text *text)
{
    const struct step *step = staka_step_of(violation);
    unsigned row = step->count >> 16;
    if (step->cell != BEYOND) {
        add_place_name(step->cell, text);
        return;
    }
    if (row >= 26)
        text_add_char(text, (char)('a' + row / 26 - 1));
    text_printf(text, "%c%u", (char)('a' + row % 26), step->count & 65535);
}

static void fact_stands(const struct violation *violation, struct text *text)
{
    add_place_name(pawn_at_fault(violation), text);
}

static void staka_fact_piece(const struct violation *violation, struct text *text)
{
    add_letters(staka_step_of(violation), text);
}

/* The pieces of the pile from the top down. */
static void fact_pile(const struct violation *violation, struct text *text)
{
    const struct staka_piece *piece = top_at_fault(violation);
    text_add_string(text, piece == NULL ? "nothing" : "");
    for (const char *between = ""; piece != NULL;
         piece = piece_under(staka_position_of(violation), piece), between = " on ") {
        text_add_string(text, between);
        add_colours(violation->rules, piece->up, piece->down, text);
    }
}

static void fact_pawn(const struct violation *violation, struct text *text)
{
    unsigned others = other_pawns_on(staka_position_of(violation), staka_step_of(violation)->cell);
    unsigned seat = others == 0 ? violation->state->seat : 1 + (unsigned)__builtin_ctz(others);
    text_printf(text, "%s's%s pawn", game_seat_name(violation->rules, seat), others == 0 ? " own" : "");
}

static void fact_up(const struct violation *violation, struct text *text)
{
    text_add_string(text, colour_name(violation, top_at_fault(violation)->up));
}

static void fact_down(const struct violation *violation, struct text *text)
{
    unsigned down = lower_colour(violation->rules, staka_step_of(violation));
    text_add_string(text, down == NO_COLOUR ? "not a colour" : colour_name(violation, down));
}

static void fact_own(const struct violation *violation, struct text *text)
{
    text_add_string(text, colour_name(violation, hand_to_move(staka_position_of(violation))->colour));
}

/* On which the pawn may walk. */
static void fact_colours(const struct violation *violation, struct text *text)
{
    const struct staka_rules *rules = violation->rules;
    const struct staka *position = staka_position_of(violation);
    fact_own(violation, text);
    for (unsigned i = 0; i < rules->colours.count; i++)
        if (is_neutral(rules, position, i) && i != hand_to_move(position)->colour)
            text_printf(text, " or %s", rules->colours.name[i]);
}

/* What is left to lay, of START_COLOURS once the step is made. */
static void fact_left(const struct violation *violation, struct text *text)
{
    const struct staka_rules *rules = violation->rules;
    const struct staka *position = staka_position_of(violation);
    unsigned up[COLOURS];
    uint8_t left[KINDS + 1];
    if (kind_of_step(rules, staka_step_of(violation)) == NO_KIND) {
        text_add_string(text, "the colours are");
        for (unsigned i = 0; i < rules->colours.count; i++)
            text_printf(text, " %c", rules->colours.letter[i]);
        return;
    }
    if (violation->rule == START_KIND)
        text_printf(text, "it takes %u of each kind; still to be laid are ", rules->start_copies);
    count_colours_after(rules, position, staka_step_of(violation), up, left);
    add_kinds(rules, violation->rule == START_KIND ? position->aside : left, rules->pairs, " ", text);
}

/* The colours that are not up on enough pieces when the step is made, "white (1) and red". */
static void fact_lacking(const struct violation *violation, struct text *text)
{
    const struct staka_rules *rules = violation->rules;
    unsigned up[COLOURS];
    uint8_t left[KINDS + 1];
    const char *between = "";
    count_colours_after(rules, staka_position_of(violation), staka_step_of(violation), up, left);
    for (unsigned i = 0; i < rules->colours.count; i++)
        if (up[i] < rules->each_up) {
            text_printf(text, "%s%s", between, rules->colours.name[i]);
            if (up[i] > 0)
                text_printf(text, " (%u)", up[i]);
            between = " and ";
        }
}

static void fact_touching(const struct violation *violation, struct text *text)
{
    text_add_number(text,
        field_touched(&staka_position_of(violation)->field.taken, staka_rules_of(violation)->field.lattice,
            staka_step_of(violation)->cell));
}

static void staka_fact_what(const struct violation *violation, struct text *text)
{
    text_add_string(text, staka_position_of(violation)->laid == 1 ? "the second piece" : "a piece on the ground");
}

static void fact_needed(const struct violation *violation, struct text *text)
{
    text_add_number(text,
        violation->rule == TOUCH ? touching_needed(violation->rules, staka_position_of(violation))
                                 : staka_rules_of(violation)->each_up);
}

static void staka_fact_limit(const struct violation *violation, struct text *text)
{
    text_add_number(
        text, violation->rule == CLIMB ? staka_rules_of(violation)->climb : staka_rules_of(violation)->hand_limit);
}

static void fact_from(const struct violation *violation, struct text *text)
{
    text_add_number(text, top_piece_at(staka_position_of(violation), violation->turn->steps[0].cell)->height);
}

static void fact_to(const struct violation *violation, struct text *text)
{
    text_add_number(text, top_at_fault(violation)->height);
}

static void staka_fact_count(const struct violation *violation, struct text *text)
{
    text_add_number(text, hand_to_move(staka_position_of(violation))->size);
}

static void staka_fact_hand(const struct violation *violation, struct text *text)
{
    const struct staka_rules *rules = violation->rules;
    const struct staka_hand *hand = hand_to_move(staka_position_of(violation));
    add_kinds(rules, hand->of, rules->pairs, " ", text);
    if (violation->rule == NOT_IN_HAND && has_double(rules, hand)) {
        text_add_string(text, " and the double ");
        add_colours(rules, hand->colour, hand->colour, text);
    }
}

static void staka_fact_note(const struct violation *violation, struct text *text)
{
    if (violation->rule == HAND_FULL && has_double(violation->rules, hand_to_move(staka_position_of(violation))))
        text_add_string(text, ", not counting the double");
    if (violation->rule == PAWN_COLOUR && top_at_fault(violation) != NULL) {
        text_add_string(text, ", ");
        fact_up(violation, text);
        text_add_string(text, " up");
    }
}

static void fact_walk(const struct violation *violation, struct text *text)
{
    fact_stands(violation, text);
    text_add_char(text, '-');
    add_place_name(find_walk(violation->rules, staka_position_of(violation)), text);
}

/* An action that is possible. */
static void fact_action(const struct violation *violation, struct text *text)
{
    struct step actions[ACTIONS];
    list_actions(violation->rules, staka_position_of(violation), pawn_at_fault(violation), actions);
    text_printf(text, "a piece can be %s, such as ", actions[0].mark == '@' ? "placed" : "taken");
    add_step_words(&actions[0], text);
}

/* Why one cannot swim. */
static void add_swim(const struct violation *violation, struct text *text)
{
    const struct field_set *taken = &staka_position_of(violation)->field.taken;
    enum lattice lattice = staka_rules_of(violation)->field.lattice;
    unsigned from = violation->turn->steps[0].cell;
    unsigned to = violation->turn->steps[1].cell;
    if (!field_has(taken, to)) {
        text_add_string(text, "there is no stack on ");
        add_place_name(to, text);
    } else if (from == to || field_touch(lattice, from, to)) {
        text_add_string(
            text, from == to ? "the pawn is there already" : "the two stacks touch, which makes it a walk, '-'");
    } else {
        add_place_name(field_is_edge(taken, lattice, from) ? to : from, text);
        text_add_string(text, " is not at the edge of the field, and a swim goes from edge to edge");
    }
}

static void staka_fact_why(const struct violation *violation, struct text *text)
{
    const struct staka_rules *rules = violation->rules;
    const struct staka *position = staka_position_of(violation);
    const char *letters = rules->colours.letter;
    bool acts = violation->part + 1 == violation->turn->count && position->phase == PHASE_PLAY;
    switch (violation->rule) {
    case COMMON + COMMON_CANNOT_PASS:
        text_add_string(text,
            violation->turn->shape == TURN_OUT ? "'out' is only for a player with no pieces left when the bank is empty"
                                               : "a turn without an action ends with 'none'");
        break;
    case PHASE:
        if (position->phase == PHASE_START)
            text_printf(text,
                "the starting field has %u of its %u pieces so far, and a turn lays one, such as '%c%c@z26'",
                position->laid, rules->pairs * rules->start_copies, letters[0], letters[1]);
        else if (position->phase == PHASE_PAWNS)
            text_add_string(text, "the pawns are being set, and a turn sets one, 'P@z26'");
        else
            text_printf(text, "a turn is a movement and an action, such as 'z26-z27,+%c%c'", letters[0], letters[1]);
        break;
    case PAWN_OCCUPIED:
        text_add_string(text, acts ? "no piece is laid under a pawn" : "two pawns never share a stack");
        break;
    case NOT_ADJACENT:
        if (!acts && !field_has(&position->field.taken, staka_step_of(violation)->cell)) {
            text_add_string(text, "is empty");
        } else {
            text_add_string(text, "does not touch ");
            fact_stands(violation, text);
            text_add_string(text, ", where the pawn is");
        }
        text_add_string(text,
            acts ? "; a piece is placed only next to the pawn" : "; a pawn walks only to a stack that touches its own");
        break;
    case SWIM_EDGE:
        add_swim(violation, text);
        break;
    case BANK_EMPTY:
        if ((staka_step_of(violation)->count & 255) == staka_step_of(violation)->count >> 8) {
            text_add_string(text, "a double is never in the bank");
            break;
        }
        text_add_string(text, "it holds ");
        add_kinds(rules, position->bank, rules->pairs, " ", text);
        break;
    default:
        if (position->in_bank == 0)
            text_add_string(text, "the bank is empty");
        else
            text_printf(text, "a hand holds at most %u piece%s and this one is full", rules->hand_limit,
                rules->hand_limit == 1 ? "" : "s");
    }
}

static const struct fact facts[] = {{"step", staka_fact_step}, {"place", staka_fact_place}, {"player", kit_fact_player},
    {"stands", fact_stands}, {"piece", staka_fact_piece}, {"pile", fact_pile}, {"pawn", fact_pawn}, {"up", fact_up},
    {"down", fact_down}, {"own", fact_own}, {"colours", fact_colours}, {"left", fact_left}, {"lacking", fact_lacking},
    {"touching", fact_touching}, {"what", staka_fact_what}, {"needed", fact_needed}, {"limit", staka_fact_limit},
    {"from", fact_from}, {"to", fact_to}, {"count", staka_fact_count}, {"hand", staka_fact_hand},
    {"note", staka_fact_note}, {"walk", fact_walk}, {"action", fact_action}, {"why", staka_fact_why}, {0}};

/* The end, and points. */

static void staka_ending(const void *any_rules, const struct state *state, struct ending *ending)
{
    const struct staka_rules *rules = any_rules;
    const struct staka *position = (const struct staka *)state;
    if (finished_seats(rules, position) == all_seats(state))
        *ending = (struct ending){.over = true, .reason = "played-out"};
    else if (position->nones > 0 && !rules->goes_on &&
        position->nones + (unsigned)__builtin_popcount(staka_eliminated(rules, state)) >= state->players)
        *ending = (struct ending){.over = true, .reason = "stalled"};
}

/* By the order of the places: piles with the seat's colour up, and where its pawn is without effect. */
static void staka_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct staka_rules *rules = any_rules;
    const struct staka *position = (const struct staka *)state;
    struct field_set counted[SEATS] = {{{0}}};
    char name[FIELD_TEXT];
    unsigned highest = 0;
    for (unsigned place = FIELD_NONE; (place = field_next(&position->field.taken, place)) != FIELD_NONE;)
        for (unsigned seat = 0; seat < state->players; seat++) {
            const bool own = top_piece_at(position, place)->up == position->hands[seat].colour;
            counted[seat].rows[field_row(place)] |= (uint64_t)(own | (position->pawns[seat] == place))
                << field_column(place);
        }
    for (unsigned seat = 0; seat < state->players; seat++) {
        const struct staka_piece *top = top_piece_at(position, position->pawns[seat]);
        highest = top != NULL && top->height > highest ? top->height : highest;
    }
    for (unsigned seat = 1; seat <= state->players; seat++) {
        for (unsigned place = FIELD_NONE; (place = field_next(&counted[seat - 1], place)) != FIELD_NONE;) {
            const struct staka_piece *top = top_piece_at(position, place);
            bool pawn = position->pawns[seat - 1] == place;
            bool own = top->up == position->hands[seat - 1].colour;
            struct score_item item = {.seat = (uint8_t)seat, .times = own, .count = top->points, .name = name};
            if (pawn && own && top->height == highest) {
                item.times = 3;
                item.why = "the pawn is on it, and none higher";
            } else if (pawn && own) {
                item.times = 2;
                item.why = "the pawn is on it, and another one higher";
            } else if (pawn) {
                item.why = is_neutral(rules, position, top->up) ? "the pawn is on a neutral colour"
                                                                : "the pawn is on a colour not its own";
            }
            field_text(place, name);
            visit(context, &item);
        }
    }
}

/* With the colours, which are the seats' in this game alone, and what lies in the piles. */
static bool staka_breakdown(
    const void *any_rules, const struct state *state, struct arena *arena, struct score_breakdown *sum)
{
    const struct staka_rules *rules = any_rules;
    const struct staka *position = (const struct staka *)state;
    struct text text;
    if (!kit_breakdown(rules, state, arena, sum))
        return false;
    text_init(&text);
    for (unsigned seat = 0; seat < state->players; seat++)
        sum->side[seat] = rules->colours.name[position->hands[seat].colour];
    for (size_t i = 0; i < sum->count; i++) {
        struct score_item *item = &sum->items[i];
        unsigned doubles = add_pile(rules, position, field_find(slice_of(item->name)), &text);
        item->holds = text_kept(&text, arena);
        if (doubles == 0 || rules->double_points == 1)
            continue;
        text_printf(&text, "%s%s%s %u", item->why, item->why[0] == '\0' ? "" : "; ",
            doubles == 1 ? "the double counts" : "doubles count", rules->double_points);
        item->why = text_kept(&text, arena);
    }
    arena->failed |= text.failed;
    text_release(&text);
    return !arena->failed;
}

/* Views. */

static struct view_piece view_faces(const struct staka_rules *rules, unsigned up, unsigned down)
{
    const struct colours *colours = &rules->colours;
    return (struct view_piece){.text = {colours->letter[up], colours->letter[down]},
        .thick = up == down ? rules->double_height : 1,
        .colour = colours->name[up],
        .under = colours->name[down]};
}

/* The label is what is up, and how high, "R3". */
static bool show_pile(
    const void *rules, const struct state *state, unsigned place, struct arena *arena, struct view_cell *cell)
{
    const struct staka *position = (const struct staka *)state;
    const struct staka_piece *top = top_piece_at(position, place);
    struct view_piece *pieces = arena_alloc(arena, (top->level + 1u) * sizeof *pieces);
    for (const struct staka_piece *piece = top; pieces != NULL && piece != NULL; piece = piece_under(position, piece))
        pieces[piece->level] = view_faces(rules, piece->up, piece->down);
    cell->label[0] = ((const struct staka_rules *)rules)->colours.letter[top->up];
    if (top->height > 1)
        number_write(cell->label + 1, top->height);
    cell->pawns = (uint8_t)pawns_on(position, place);
    cell->height = (uint8_t)(top->level < UINT8_MAX ? top->level + 1 : UINT8_MAX);
    cell->pieces = pieces;
    return pieces != NULL;
}

static const struct field_game field = {
    .wanted = "a stack is a place and its pieces from the bottom up, 'z26=WR.GR', once each",
    .read = read_pile,
    .write = write_pile,
    .show = show_pile,
    .arrows = "-~",
};

static struct view_piece staka_look_of(const void *any_rules, unsigned kind, struct arena *arena)
{
    const struct staka_rules *rules = any_rules;
    (void)arena;
    return view_faces(rules, rules->first[kind], rules->second[kind]);
}

/* The same in a sentence. */
static void add_held(
    const struct staka_rules *rules, const uint8_t *of, unsigned kinds, const char *between, struct text *text)
{
    bool any = false;
    for (unsigned kind = 0; kind < kinds; kind++)
        any |= of[kind] > 0;
    if (any)
        add_kinds(rules, of, kinds, between, text);
    else
        text_add_string(text, "nothing");
}

static bool staka_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct staka_rules *rules = any_rules;
    const struct staka *position = (const struct staka *)state;
    int32_t halves[SEATS];
    struct text text;
    *view = (struct view){.seats = state->players};
    view->hands = arena_alloc(arena, (state->players + 1u) * sizeof *view->hands);
    if (!field_show(rules, state, last, arena, view) || arena->failed)
        return false;
    text_init(&text);
    kit_scores(rules, state, halves);
    for (unsigned seat = 0; seat < state->players; seat++) {
        const struct staka_hand *hand = &position->hands[seat];
        text_printf(&text, "(%s) %sholds ", rules->colours.name[hand->colour],
            (position->stopped >> seat & 1) != 0 ? "is out, " : "");
        add_held(rules, hand->of, KINDS, ".", &text);
        text_printf(&text, ", %d point%s", halves[seat] / 2, halves[seat] == 2 ? "" : "s");
        view->seat_names[seat] = rules->field.game.seat_names[seat];
        view->colours[seat] = rules->colours.name[hand->colour];
        view->lines[seat] = text_kept(&text, arena);
        view->drawn[seat] = arena_printf(arena, "(%s)%s, %d point%s", view->colours[seat],
            (position->stopped >> seat & 1) != 0 ? " is out" : "", halves[seat] / 2, halves[seat] == 2 ? "" : "s")
                                .at;
        hand_show(rules, seat + 1, NULL, &(struct hand){hand->of, NULL, KINDS}, staka_look_of, arena,
            &view->hands[view->hand_count++]);
    }
    hand_show(rules, 0, "The bank", &(struct hand){position->bank, NULL, rules->pairs}, staka_look_of, arena,
        &view->hands[view->hand_count++]);
    text_add_string(&text, "the bank holds ");
    add_held(rules, position->bank, rules->pairs, ",", &text);
    unsigned covered = 0;
    for (size_t i = 0; i < view->count; i++)
        covered += view->cells[i].height > 1 ? view->cells[i].height - 1u : 0;
    view->drawn_note = "";
    if (covered > 0) {
        view->drawn_note = arena_printf(arena, "%u piece%s under others", covered, covered == 1 ? " is" : "s are").at;
        text_printf(&text, "; %s", view->drawn_note);
    }
    view->notes[0] = text_kept(&text, arena);
    arena->failed |= text.failed;
    text_release(&text);
    return !arena->failed;
}

static bool staka_stops(const void *rules)
{
    return ((const struct staka_rules *)rules)->may_stop;
}

const struct game staka = {
    .ruleset = {"staka", "staka", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct staka_rules),
    .state_size = sizeof(struct staka),
    .field = &field,
    .fewest = 2,
    .most = 4,
    .position = {.fields = fields,
        .set_up = staka_set_up,
        .validate = staka_validate,
        .tags = tags,
        .apply_tag = staka_deal,
        .deal = staka_deal_usual},
    .notation = {.shape = TURN_FIELD,
        .example = "'z26-z27,+WR', a movement and an action; 'WR@z26' lays a piece of the starting field, and 'P@z26' "
                   "sets a pawn",
        .resolve = staka_resolve,
        .write = staka_write,
        .literal = true,
        .varies = staka_varies},
    .judging = {.unit = UNIT_TURN,
        .judge = staka_judge,
        .make = staka_make,
        .generate = staka_generate,
        .can_force = staka_can_force,
        .end_turn = staka_end_turn},
    .result = {.scoring = SCORE_HIGHEST_WINS,
        .score = staka_score,
        .ending = staka_ending,
        .ties_share = true,
        .adjudicates = true},
    .display = {.gesture = "a piece and its place, or from place to place",
        .view = staka_view,
        .legend = "The letter is the colour that is up, and the figure after it the number of pieces in the stack; a "
                  "raised figure, or one after an apostrophe, is the pawn of that seat."},
    .leaving = {.eliminated = staka_eliminated, .stops = staka_stops},
    .own = {.play = staka_play, .force = staka_force, .breakdown = staka_breakdown},
};

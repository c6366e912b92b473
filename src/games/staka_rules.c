#include "games/staka_rules.h"

#define TAGS "[Ruleset \"staka\"]\n"

/* A field of six pieces with the pawns of two players, and what else there is. */
#define FIELD "y25=RG;y26=WG;z25=RW;z26=WB(1);z27=WR(2);aa27=RB"
#define AFTER " 1 0 9\"]\n\n"
#define PLAY TAGS "[Position \"" FIELD " W:WG.WW/R:RR WR6,WG6,WB7,RG7,RB7,GB8" AFTER
#define FULL TAGS "[Position \"" FIELD " W:WR.WG.WB.WW/R:RR WR5,WG6,WB6,RG7,RB7,GB8" AFTER

/* The first pawn beside a stack of four, and one of one; and where three stacks can be swum to by colour. */
#define CLIMBING                                                                                                       \
    TAGS "[Position \"y26=WG.BW.RB.WR;z25=WR;z26=WB(1);z27=WR(2);aa27=RB W:WW/R:RR WR5,WG7,WB6,RG8,RB6,GB8" AFTER
#define SWIMMING                                                                                                       \
    TAGS "[Position \"x25=WB;x26=WG.WW;y26=WR;z25=RW;z26=WB(1);z27=WR(2);aa27=RB W:WG/R:RR "                           \
         "WR5,WG6,WB6,RG8,RB7,GB8" AFTER

const struct rule staka_rules[STAKA_RULE_COUNT + 1] = {
    [PHASE] = {"staka/phase", SEVERITY_ERROR, "{step} is a turn of another phase: {why}",
        "A turn is one of the phase that the game is in. First the starting field is laid, a piece a turn; then each "
        "player sets the pawn; from then on a turn is a movement and an action.",
        TAGS "\n1. P@z26 *\n", .kept = TAGS "\n1. WR@z26 *\n"},
    [START_KIND] = {"staka/start-kind", SEVERITY_ERROR, "there is no piece {piece} for the starting field: {left}",
        "The starting field takes a set number of each kind. That is 'start.per_kind' pieces, whichever face is "
        "up.",
        TAGS "\n1. WR@z26 WR@z27 2. RW@aa27 *\n", .kept = TAGS "\n1. WR@z26 WR@z27 2. RG@aa27 *\n",
        .parameter = "start.per_kind"},
    [START_GROUND] = {"staka/start-ground", SEVERITY_ERROR,
        "{step} lays a piece where {pile} lies already; the starting field is one piece high",
        "The starting field is one piece high. Every piece of it goes on an empty place.",
        TAGS "\n1. WR@z26 WG@z26 *\n", .kept = TAGS "\n1. WR@z26 WG@z27 *\n"},
    [TOUCH] = {"staka/touch", SEVERITY_ERROR,
        "{step}: {place} touches {touching:stack}; {what} must touch at least {needed}",
        "A piece on the ground touches enough others. They are at least 'touch.min', two on a hex lattice and one on a "
        "square one; the second piece of the game touches the first.",
        TAGS "\n1. WR@z26 WG@z28 *\n", .kept = TAGS "\n1. WR@z26 WG@z27 *\n", .parameter = "touch.min lattice"},
    [DOUBLE_GROUND] = {"staka/double-ground", SEVERITY_ERROR,
        "{step} puts the double on the ground; it goes only on a stack with {colour} up",
        "The double is never put on the ground. It goes on a stack with its own colour on top.",
        PLAY "9. z26-y26,WW@y27 *\n", .kept = PLAY "9. z26-y26,WW@z26 *\n"},
    [START_COLOURS] = {"staka/start-colours", SEVERITY_ERROR, "{step} leaves {what}",
        "The starting field shows every colour in the end. Each is up on at least 'start.each_colour_up' of its "
        "pieces; a piece that makes this impossible cannot be laid.",
        "[Ruleset \"staka\"]\n[Rules \"start.per_kind=1\"]\n\n1. WR@z26 WG@z27 2. WB@aa27 RB@aa28 3. RG@ab28 *\n",
        .kept =
            "[Ruleset \"staka\"]\n[Rules \"start.per_kind=1\"]\n\n1. WR@z26 WG@z27 2. WB@aa27 RB@aa28 3. GR@ab28 *\n",
        .parameter = "start.each_colour_up start.per_kind"},
    [PAWN_COLOUR] = {"staka/pawn-colour", SEVERITY_ERROR, "{step} sets the pawn where {pile} lies{note}; {why}",
        "A pawn is set on a piece with its owner's colour up. Seats and their colours are those of the tag Colours, or "
        "of the custom for so many players.",
        "[Ruleset \"staka\"]\n[Rules \"start.per_kind=1\"]\n\n1. WR@z26 RG@z27 2. BW@aa27 GB@aa28 3. RB@ab28 GW@ab29 "
        "4. P@z27 *\n",
        .kept = "[Ruleset \"staka\"]\n[Rules \"start.per_kind=1\"]\n\n1. WR@z26 RG@z27 2. BW@aa27 GB@aa28 3. RB@ab28 "
                "GW@ab29 4. P@z26 *\n"},
    [PAWN_OCCUPIED] = {"staka/pawn-occupied", SEVERITY_ERROR, "{step}: {pawn} stands on {place}, and {why}",
        "No pawn goes where another stands. With 'pawns_share: true' it may, but nothing is ever laid under a pawn.",
        PLAY "9. z26-z27,+WR *\n", .kept = PLAY "9. z26-y26,+WR *\n", .parameter = "pawns_share"},
    [PAWN_SOURCE] = {"staka/pawn-source", SEVERITY_ERROR,
        "{step} starts from {place}, but the pawn of {player} stands on {pawn}",
        "A movement starts where the pawn stands. It is named by the place that the pawn leaves, and where it goes.",
        PLAY "9. y26-z26,+WR *\n", .kept = PLAY "9. z26-y26,+WR *\n"},
    [NOT_ADJACENT] = {"staka/not-adjacent", SEVERITY_ERROR, "{step}: {place} {why}",
        "One walks and places only next to where one stands. A walk leads to a stack that touches the pawn's; a piece "
        "is placed where it touches the stack on which the pawn stands after its movement.",
        PLAY "9. z26-z28,+WR *\n", .kept = PLAY "9. z26-y26,+WR *\n"},
    [WALK_COLOUR] = {"staka/walk-colour", SEVERITY_ERROR,
        "{step}: {colour} is up on {place}; the pawn of {player} goes only on {colours}",
        "A pawn goes only where its owner's colour is up. A neutral colour does as well, for walking and swimming; "
        "with 'swim.own_colour: false' it swims on any.",
        PLAY "9. z26-z25,+WR *\n", .kept = PLAY "9. z26-y26,+WR *\n", .parameter = "neutral swim.own_colour"},
    [CLIMB] = {"staka/climb", SEVERITY_ERROR, "{step} climbs from height {from} to {to}; a pawn climbs at most {limit}",
        "A pawn walks only so far up. That is 'climb' at most, and down from any height. The double counts for "
        "'double.height'.",
        CLIMBING "9. z26-y26,+WR *\n", .kept = CLIMBING "9. z26-z25,+WR *\n", .parameter = "climb double.height"},
    [SWIM_EDGE] = {"staka/swim-edge", SEVERITY_ERROR, "{step} cannot be swum: {why}",
        "One swims between edge stacks that do not touch. The edge is where an empty place is joined to the outside; a "
        "hole inside is not.",
        SWIMMING "9. z26~y26,+WR *\n", .kept = SWIMMING "9. z26~x25,+WR *\n"},
    [SWIM_GROUND] = {"staka/swim-ground", SEVERITY_ERROR,
        "{step}: {place} is {height} high; one swims only to a stack of height 1",
        "One swims only to a stack of height 1. One may set out from any height.", SWIMMING "9. z26~x26,+WR *\n",
        .kept = SWIMMING "9. z26~x25,+WR *\n"},
    [MUST_WALK] = {"staka/must-walk", SEVERITY_ERROR,
        "{step}: {player} can walk, {walk} for one, and stays only where no walk is possible",
        "Who can walk must walk, or swim in its stead. A pawn stays only where it has no walk.", PLAY "9. stay,+WR *\n",
        .kept = PLAY "9. z26-y26,+WR *\n"},
    [COLOUR_ON_COLOUR] = {"staka/colour-on-colour", SEVERITY_ERROR,
        "{step}: {up} is up on {place}, and the second colour of {piece}, the one put down, is {down}; colour goes on "
        "colour",
        "On a stack one puts colour on colour. The face put down has the colour that is up; of a piece as written it "
        "is the second.",
        PLAY "9. z26-y26,GW@y25 *\n", .kept = PLAY "9. z26-y26,GW@z26 *\n"},
    [NOT_IN_HAND] = {"staka/not-in-hand", SEVERITY_ERROR,
        "{step} lays {piece}, which the hand of {player} does not hold; it holds {hand}",
        "Only pieces of one's own hand are placed. The double of one's colour is among them until it is played.",
        PLAY "9. z26-y26,WR@y25 *\n", .kept = PLAY "9. z26-y26,GW@z26 *\n"},
    [BANK_EMPTY] = {"staka/bank-empty", SEVERITY_ERROR, "{step}: the bank has no {piece}; {why}",
        "One takes a piece that is left in the bank. There are 'copies_per_kind' of each kind in the game; the doubles "
        "are never in the bank.",
        PLAY "9. z26-y26,+RR *\n", .kept = PLAY "9. z26-y26,+WR *\n", .parameter = "copies_per_kind"},
    [HAND_FULL] = {"staka/hand-full", SEVERITY_ERROR,
        "{step}: the hand of {player} holds {count:piece}{note}, and no more than {limit} may be held",
        "A full hand takes no more. It holds at most 'hand_limit' pieces; the double does not count.",
        FULL "9. z26-y26,+WR *\n", .kept = FULL "9. z26-y26,GW@z26 *\n", .parameter = "hand_limit"},
    [MUST_PLACE] = {"staka/must-place", SEVERITY_ERROR, "{step}: nothing can be taken, since {why}, but {action}",
        "Who cannot take a piece must place one if possible. One cannot take when the hand is full or the bank empty; "
        "the double is a piece to place as any other.",
        FULL "9. z26-y26,none *\n", .kept = FULL "9. z26-y26,GW@z26 *\n", .parameter = "hand_limit"},
    [MUST_ACT] = {"staka/must-act", SEVERITY_ERROR,
        "{step}: {action}, and 'none' is said only where nothing can be done",
        "Who can place a piece, or take one, must do so. Only for a player who, after the movement, can do "
        "neither there is 'none'.",
        PLAY "9. z26-y26,none *\n", .kept = PLAY "9. z26-y26,+WR *\n"},
    [STAKA_RULE_COUNT] = {0},
};

const struct key staka_keys[] = {
    {"colours", KEY_MAPPING, 0, 0, NULL, "the colours of the faces: a letter and a name each"},
    {"copies_per_kind", KEY_NUMBER, 1, 99, NULL, "how many pieces there are of each pair of colours"},
    {"lattice", KEY_WORD, 0, 0, "hex square", "what touches what"},
    {"first_place", KEY_TEXT, 0, 0, NULL, "where the first piece is laid by custom"},
    {"start.per_kind", KEY_NUMBER, 1, 99, NULL, "pieces of each kind in the starting field"},
    {"start.each_colour_up", KEY_NUMBER, 1, 99, NULL, "pieces of it that show each colour"},
    {"touch.min", KEY_TEXT, 0, 0, NULL, "stacks that a piece on the ground touches: a number, or by-lattice"},
    {"double.height", KEY_NUMBER, 1, 9, NULL, "how high a double is"},
    {"double.points", KEY_NUMBER, 0, 9, NULL, "what it counts"},
    {"neutral", KEY_MAPPING, 0, 0, NULL, "colours that all may walk on, by the number of players"},
    {"teams", KEY_WORD, 0, 0, "none 2v2", "whether seats 1 and 3 play 2 and 4"},
    {"pawns_share", KEY_WORD, 0, 0, "false true", "whether pawns may stand together"},
    {"climb", KEY_NUMBER, 0, 99, NULL, "how far up a pawn walks"},
    {"swim.own_colour", KEY_WORD, 0, 0, "true false", "whether one swims only where one may walk"},
    {"hand_limit", KEY_NUMBER, 1, 99, NULL, "pieces that a hand may hold, the double not counted"},
    {"end.on_stall", KEY_WORD, 0, 0, "true false", "whether a round without any action ends the game"},
    {"end.no_pieces", KEY_WORD, 0, 0, "must-stop may-stop", "whether who has no pieces left, nor the bank, stops"},
    {"match.best_of", KEY_NUMBER, 0, MATCH_ROUNDS_MOST, NULL, "the rounds of a match; 0: as many as are played"},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};

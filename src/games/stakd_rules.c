#include "games/stakd_rules.h"

#define RULESET "[Ruleset \"stakd-elite\"]\n"
#define POSITION(position) RULESET "[Position \"" position "\"]\n\n"

/* Two bases, and a hand of each player. */
#define ON_BASES(hands) POSITION("0:B@aa29,B@z26 " hands " - 1 2 3") "3. "

const struct rule stakd_rules[STAKD_RULE_COUNT + 1] = {
    [BASES_FIRST] = {"stakd/bases-first", SEVERITY_ERROR,
        "{step} comes too early: the hand of {player} still holds {bases:base}, and all bases are laid first{note}",
        "A round begins with the bases. In turn order each player lays one a turn, until all are laid; then other "
        "pieces follow.",
        RULESET "\n1. B@z26 U@z26^ *\n", .kept = RULESET "\n1. B@z26 B@w24 *\n", .parameter = "roles.base"},
    [NOT_IN_HAND] = {"stakd/not-in-hand", SEVERITY_ERROR,
        "{step} needs one {shape} '{letter}'{note}, but the hand of {player} holds {hand}",
        "Only pieces of one's own hand are laid. None are drawn; what each hand begins with is the ruleset's 'pieces', "
        "by the number of players.",
        ON_BASES("U1D1X1/U1D1X1") "T@z26^ *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ *\n", .parameter = "pieces"},
    [BASE_STACK] = {"stakd/base-stack", SEVERITY_ERROR,
        "{step} puts a base on others, which lie side by side on layer 0: {why}",
        "Bases are never stacked. They lie side by side on layer 0, below all other pieces.",
        RULESET "\n1. B@z26 B@z26 *\n", .kept = RULESET "\n1. B@z26 B@w24 *\n", .parameter = "roles.base"},
    [OVERLAP] = {"stakd/overlap", SEVERITY_ERROR,
        "{node}, a node of {step}, is taken on layer {layer} by {piece}; {why}",
        "A piece needs all its nodes free on its layer. A play whose nodes are all covered on the current layer is the "
        "start of a new one.",
        RULESET "\n1. B@z26 B@z27 *\n", .kept = RULESET "\n1. B@z26 B@w24 *\n"},
    [BASE_TOUCH] = {"stakd/base-touch", SEVERITY_ERROR,
        "{step} touches the other bases with {count:node}; a base must touch them with at least {needed}",
        "A base touches the other bases with enough nodes. After the first, at least 'base_touch' of its nodes each "
        "touch a node of another base.",
        RULESET "\n1. B@z26 B@z31 *\n", .kept = RULESET "\n1. B@z26 B@w24 *\n", .parameter = "base_touch lattice"},
    [OVERHANG] = {"stakd/overhang", SEVERITY_ERROR,
        "{node}, a node of {step}, hangs over: no piece of layer {under} is under it, and every node needs one",
        "No node of a piece hangs over. Each stands on a node of the layer right below: below the current layer, or "
        "for the start of a new one on the current layer.",
        ON_BASES("U1D1X1/U1D1X1") "D@y24^ *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ *\n"},
    [NOT_CONNECTED] = {"stakd/not-connected", SEVERITY_ERROR,
        "{step} touches no piece of layer {layer}, where {piece} lies; at least one node must touch one",
        "A piece touches another piece of its layer. But for the first of a layer, each must have a node that touches "
        "a node of another piece there.",
        ON_BASES("U1D1X1/U1D1X1") "D@z26^ U@ab29 *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ U@aa27 *\n",
        .parameter = "lattice"},
    [ONE_TYPE] = {"stakd/one-type", SEVERITY_ERROR,
        "{step} is a second {shape} on {piece}, which carries {other} already; a piece carries at most one of each "
        "type",
        "A piece carries at most one piece of each shape. Once a duo lies on a trio, no other duo can be put on that "
        "trio.",
        ON_BASES("U1D2X1/U1D2X1") "D@z26^ D@aa27 *\n", .kept = ON_BASES("U1D2X1/U1D2X1") "D@z26^ D@z28 *\n"},
    [DUPLICATE] = {"stakd/duplicate", SEVERITY_ERROR,
        "{step} covers exactly the nodes of {piece}, right below it, and no piece may",
        "No piece covers exactly the one right below it. It may not have the nodes of that piece and no others, "
        "whatever the two shapes are.",
        POSITION("0:B@aa29,B@z26;1:D@z26,U@aa27 D1X1/D1X1 - 1 2 4") "4. D@z26^ *\n",
        .kept = POSITION("0:B@aa29,B@z26;1:D@z26,U@aa27 D1X1/D1X1 - 1 2 4") "4. D@z28 *\n"},
    [TERMINATED] = {"stakd/terminated", SEVERITY_ERROR,
        "{step} goes on {piece}, which {other} has terminated: nothing more is put on it",
        "A bomber closes the pieces it stands on. Nothing is put on them any more; what is on them stays, and other "
        "pieces may be put on the bomber itself.",
        ON_BASES("U1D1X1/U1D1X1") "D@z26^ X@aa27 4. U@y25 *\n",
        .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ X@aa27 4. U@z28 *\n", .parameter = "roles.bomber"},
    [BOMBER_PER_LAYER] = {"stakd/bomber-per-layer", SEVERITY_ERROR,
        "{step} is a second {shape} on layer {layer}, which has {piece}; a layer takes only one",
        "A layer takes no more than one bomber. Which shape is the bomber, 'roles.bomber' says.",
        ON_BASES("U1D1X1/U1D1X1") "D@z27/2^ X@y26 4. X@aa28 *\n",
        .kept = ON_BASES("U1D1X1/U1D1X1") "D@z27/2^ X@y26 4. U@aa28 *\n", .parameter = "roles.bomber"},
    [BOMBER_START] = {"stakd/bomber-start", SEVERITY_ERROR,
        "{step}, {why}, would start layer {layer} with the {shape}; a layer starts with another piece",
        "A layer never begins with a bomber. Which plays start one follows from their nodes: those that are all "
        "covered on the current layer, and every play on the bases before layer 1.",
        ON_BASES("U1D1X1/U1D1X1") "X@z26^ *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ *\n",
        .parameter = "roles.bomber"},
    [NEW_LAYER_EARLY] = {"stakd/new-layer-early", SEVERITY_ERROR,
        "{step}, {why}, starts layer {layer} too early: layer {under} has {count:piece} of the {needed} that open the "
        "next to everybody, and "
        "{player} "
        "has a play on it, {other} for one",
        "A new layer waits until the current one is settled. From layer 1 on it must have 'new_layer_after' pieces; "
        "sooner, the next is started only by a player who has no legal play on it, a bomber included.",
        ON_BASES("U1D1Q1/U1D1X1") "Q@z25^ D@z25^ *\n", .kept = ON_BASES("U1D1Q1/U1D1X1") "Q@z25^ U@y25 *\n",
        .parameter = "new_layer_after"},
    [UNI_START] = {"stakd/uni-start", SEVERITY_ERROR,
        "{step}, {why}, starts layer {layer} with the {shape}, but the hand of {player} holds other pieces too: {hand}",
        "A uni begins a layer only for want of other pieces. The hand must hold nothing else; with "
        "'uni_start_ignores_bombers: true' it may hold bombers too.",
        ON_BASES("U1D1X1/U1D1X1") "U@z26^ *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ *\n",
        .parameter = "uni_start_ignores_bombers roles.uni"},
    [STAKD_RULE_COUNT] = {0},
};

const struct key stakd_keys[] = {
    {"lattice", KEY_WORD, 0, 0, "hex square", "what a node touches: six others, or four"},
    {"first_place", KEY_TEXT, 0, 0, NULL, "where the first base lies by custom, and is listed"},
    {"shapes", KEY_MAPPING, 0, 0, NULL, "the shapes of pieces: a letter, a name, and the nodes of each"},
    {"roles.base", KEY_TEXT, 0, 0, NULL, "the shape that all others stand on"},
    {"roles.uni", KEY_TEXT, 0, 0, NULL, "the shape that starts a layer only for want of others"},
    {"roles.bomber", KEY_TEXT, 0, 0, NULL, "the shape that closes the pieces it stands on"},
    {"pieces", KEY_RANGES, 1, SEATS, NULL, "the hand of each player, by the number of players"},
    {"base_touch", KEY_NUMBER, 1, NODES, NULL, "nodes of a base that must touch another base"},
    {"new_layer_after", KEY_NUMBER, 1, 999, NULL, "pieces of a layer that open the next to everybody"},
    {"uni_start_ignores_bombers", KEY_WORD, 0, 0, "true false", "whether unis and bombers count as unis alone"},
    {"bomber_last", KEY_WORD, 0, 0, "nobody previous", "who wins when the last piece is a bomber"},
    {"match.points", KEY_NUMBER, 1, 9999, NULL, "a total of points that wins a match"},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};

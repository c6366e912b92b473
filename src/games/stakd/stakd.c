/* SPDX-License-Identifier: MIT */
/* Stakd Elite, by Happy Robot Games: pieces of one to seven nodes are laid on each other, layer
   upon layer, without hanging over; who lays the last one wins the round. */
#include "games/stakd/stakd.h"

#include <stdio.h>

/* The letter of a piece and its anchor; the count is its rotation, the mark '^' where it begins a layer. */
TURN_FORM(SPOT, "piece; piece = letter mark'@' cell ('/' digits)? mark'^'?; or 'out' or 'topple'", "");

#define RULESET "[Ruleset \"stakd-elite\"]\n"
#define POSITION(position) RULESET "[Position \"" position "\"]\n\n"

/* Two bases, and a hand of each player. */
#define ON_BASES(hands) POSITION("0:B@aa29,B@z26 " hands " - 1 2 3") "3. "

static const struct rule rule_table[] = {
    [BASES_FIRST] = {"stakd/bases-first", SEVERITY_ERROR,
        "{step} comes too early: the hand of {player} still holds {bases:base}, and bases are laid first{note}",
        "A round begins with the bases. Each player in turn lays one, until all are laid; then the other pieces "
        "follow.",
        RULESET "\n1. B@z26 U@z26^ *\n", .kept = RULESET "\n1. B@z26 B@w24 *\n", .parameter = "roles.base"},
    [NOT_IN_HAND] = {"stakd/not-in-hand", SEVERITY_ERROR,
        "{step} needs one {shape} '{letter}'{note}, but the hand of {player} holds {hand}",
        "A player lays only pieces from their own hand. None are drawn; 'pieces' in the ruleset says what a hand "
        "begins with, by the number of players.",
        ON_BASES("U1D1X1/U1D1X1") "T@z26^ *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ *\n", .parameter = "pieces"},
    [BASE_STACK] = {"stakd/base-stack", SEVERITY_ERROR,
        "{step} would stack a base, but bases lie side by side on layer 0: {why}",
        "Bases are never stacked. They lie side by side on layer 0, below all other pieces.",
        RULESET "\n1. B@z26 B@z26 *\n", .kept = RULESET "\n1. B@z26 B@w24 *\n", .parameter = "roles.base"},
    [OVERLAP] = {"stakd/overlap", SEVERITY_ERROR,
        "{node}, a node of {step}, is taken on layer {layer} by {piece}; {why}",
        "A piece needs all its nodes free on its layer. A play whose nodes are all covered on the current layer starts "
        "a new one.",
        RULESET "\n1. B@z26 B@z27 *\n", .kept = RULESET "\n1. B@z26 B@w24 *\n"},
    [BASE_TOUCH] = {"stakd/base-touch", SEVERITY_ERROR,
        "{step} touches the other bases with {count:node}; a base must touch them with at least {needed}",
        "A base must touch other bases with enough nodes. After the first, at least 'base_touch' of its nodes each "
        "touch a node of another base.",
        RULESET "\n1. B@z26 B@z31 *\n", .kept = RULESET "\n1. B@z26 B@w24 *\n", .parameter = "base_touch lattice"},
    [OVERHANG] = {"stakd/overhang", SEVERITY_ERROR,
        "{node}, a node of {step}, hangs over: no piece of layer {under} is under it, and every node needs one",
        "No node of a piece hangs over. Each rests on a piece of the layer right below; for a play that starts a new "
        "layer, that is the current layer.",
        ON_BASES("U1D1X1/U1D1X1") "D@y24^ *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ *\n"},
    [NOT_CONNECTED] = {"stakd/not-connected", SEVERITY_ERROR,
        "{step} touches no piece of layer {layer}, which has {piece}; at least one node must touch a piece of its "
        "layer",
        "A piece touches another piece of its layer. Except for the first of a layer, each needs a node that touches a "
        "node of another piece there.",
        ON_BASES("U1D1X1/U1D1X1") "D@z26^ U@ab29 *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ U@aa27 *\n",
        .parameter = "lattice"},
    [ONE_TYPE] = {"stakd/one-type", SEVERITY_ERROR,
        "{step} is a second {shape} on {piece}, which already carries {other}; a piece carries at most one of each "
        "shape",
        "A piece carries at most one piece of each shape. With a duo on a trio, no other duo can be put on that trio.",
        ON_BASES("U1D2X1/U1D2X1") "D@z26^ D@aa27 *\n", .kept = ON_BASES("U1D2X1/U1D2X1") "D@z26^ D@z28 *\n"},
    [DUPLICATE] = {"stakd/duplicate", SEVERITY_ERROR,
        "{step} covers exactly the nodes of {piece}, right below it, which is not allowed",
        "No piece covers exactly the one right below it. The two may not have exactly the same nodes, whatever their "
        "shapes.",
        POSITION("0:B@aa29,B@z26;1:D@z26,U@aa27 D1X1/D1X1 - 1 2 4") "4. D@z26^ *\n",
        .kept = POSITION("0:B@aa29,B@z26;1:D@z26,U@aa27 D1X1/D1X1 - 1 2 4") "4. D@z28 *\n"},
    [TERMINATED] = {"stakd/terminated", SEVERITY_ERROR,
        "{step} goes on {piece}, which {other} has closed; no more pieces go on it",
        "A bomber closes the pieces it lies on. No more pieces go on them; pieces already there stay, and other pieces "
        "may go on the bomber itself.",
        ON_BASES("U1D1X1/U1D1X1") "D@z26^ X@aa27 4. U@y25 *\n",
        .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ X@aa27 4. U@z28 *\n", .parameter = "roles.bomber"},
    [BOMBER_PER_LAYER] = {"stakd/bomber-per-layer", SEVERITY_ERROR,
        "{step} is a second {shape} on layer {layer}, which has {piece}; a layer takes only one",
        "A layer takes at most one bomber. The bomber is the shape that 'roles.bomber' names.",
        ON_BASES("U1D1X1/U1D1X1") "D@z27/2^ X@y26 4. X@aa28 *\n",
        .kept = ON_BASES("U1D1X1/U1D1X1") "D@z27/2^ X@y26 4. U@aa28 *\n", .parameter = "roles.bomber"},
    [BOMBER_START] = {"stakd/bomber-start", SEVERITY_ERROR,
        "{step}, {why}, would start layer {layer} with the {shape}; a layer must start with another shape",
        "A layer never begins with a bomber. A play starts a layer if all its nodes are covered on the current layer, "
        "or if it is the first on the bases.",
        ON_BASES("U1D1X1/U1D1X1") "X@z26^ *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ *\n",
        .parameter = "roles.bomber"},
    [NEW_LAYER_EARLY] = {"stakd/new-layer-early", SEVERITY_ERROR,
        "{step}, {why}, starts layer {layer} too early: layer {under} has only {count:piece} of the {needed} it needs "
        "first, and {player} still has a play on it, for example {other}",
        "A new layer waits until the current one is settled. From layer 1 on a layer needs 'new_layer_after' pieces "
        "first. Before that, only a player who has no legal play on it, not even a bomber, may start the next.",
        ON_BASES("U1D1Q1/U1D1X1") "Q@z25^ D@z25^ *\n", .kept = ON_BASES("U1D1Q1/U1D1X1") "Q@z25^ U@y25 *\n",
        .parameter = "new_layer_after"},
    [UNI_START] = {"stakd/uni-start", SEVERITY_ERROR,
        "{step}, {why}, starts layer {layer} with the {shape}, but the hand of {player} also holds other pieces: "
        "{hand}",
        "A uni begins a layer only from a hand of unis. With 'uni_start_ignores_bombers: true' the hand may also hold "
        "bombers.",
        ON_BASES("U1D1X1/U1D1X1") "U@z26^ *\n", .kept = ON_BASES("U1D1X1/U1D1X1") "D@z26^ *\n",
        .parameter = "uni_start_ignores_bombers roles.uni"},
    {0},
};

static const struct key keys[] = {
    {"lattice", KEY_WORD, 0, 0, "hex square", "which places touch: each has six neighbours, or four",
        KEY_INTO(field_rules, lattice)},
    {"first_place", KEY_TEXT, 0, 0, NULL, "where the first base is laid, by custom, and where legal turns list it"},
    {"shapes", KEY_MAPPING, 0, 0, NULL, "the shapes of pieces: a letter, a name, and the nodes of each"},
    {"roles.base", KEY_TEXT, 0, 0, NULL, "the shape that is laid first, below all others"},
    {"roles.uni", KEY_TEXT, 0, 0, NULL, "the shape that starts a layer only if a hand holds no other"},
    {"roles.bomber", KEY_TEXT, 0, 0, NULL, "the shape that closes the pieces it lies on"},
    {"pieces", KEY_RANGES, 1, SEATS, NULL, "the hand of each player, by the number of players"},
    {"base_touch", KEY_NUMBER, 1, NODES, NULL, "how many nodes of a base must touch other bases",
        KEY_INTO(stakd_rules, base_touch)},
    {"new_layer_after", KEY_NUMBER, 1, 999, NULL, "pieces that a layer needs before anybody may start the next",
        KEY_INTO(stakd_rules, new_layer_after)},
    {"uni_start_ignores_bombers", KEY_WORD, 0, 0, "true false",
        "whether a hand of unis and bombers counts as unis alone", KEY_INTO(stakd_rules, bombers_count)},
    {"bomber_last", KEY_WORD, 0, 0, "nobody previous", "who wins if the last piece is a bomber",
        KEY_INTO(stakd_rules, previous_wins)},
    {"match.points", KEY_NUMBER, 1, 9999, NULL, "a total of points that wins a match",
        KEY_INTO(stakd_rules, field.game.match.points)},
    {0},
};

static void stakd_set_up(const void *any_rules, struct state *state)
{
    const struct stakd_rules *rules = any_rules;
    for (unsigned i = 0; i < state->players; i++)
        memcpy(((struct stakd *)state)->hands[i], rules->deal[state->players].count, SHAPES);
}

/* Turns. */

static bool stakd_resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    const struct stakd_rules *rules = any_rules;
    const struct part *part = written->parts;
    (void)fault;
    turn->shape = written->shape;
    turn->seat = written->seat;
    turn->count = written->shape == TURN_SPOT;
    if (written->shape != TURN_SPOT)
        return true;
    const unsigned turns = part->count < rules->turns ? part->count : part->count % rules->turns;
    turn->steps[0] = stakd_step(
        (struct stakd_writing){(unsigned char)part->name[0] & 127u, turns, part->cell.row + 1u, part->cell.column},
        part->mark);
    return true;
}

/* The rules. */

/* The nodes of the bases. */
static struct field_set nodes_of_bases(const struct stakd_rules *rules, const struct stakd *position)
{
    struct field_set ground = {{0}};
    for (unsigned i = 0; i < position->bases; i++)
        put(rules, &position->pieces[i], &ground);
    return ground;
}

/* The layer that PIECE would be laid on, which follows from its nodes. */
static inline unsigned layer_of_piece(
    const struct stakd_rules *rules, const struct stakd *position, const struct stakd_piece *piece)
{
    if (piece->shape == rules->role[BASE] || piece->shape == NO_SHAPE || piece->place == FIELD_NONE)
        return 0;
    return position->layer + 1u - (position->layer > 0 && !is_within(rules, piece, &position->nodes));
}

/* The piece that STEP lays. */
static struct stakd_piece piece_laid_by(
    const struct stakd_rules *rules, const struct stakd *position, const struct step *step)
{
    struct stakd_piece piece = stakd_piece(rules, stakd_writing(step));
    piece.layer = (uint16_t)layer_of_piece(rules, position, &piece);
    return piece;
}

/* Of a set of what is laid no other rows are looked at than those in use, and the one above. */
static void clear_rows(const struct stakd *position, struct field_set *set)
{
    for (unsigned row = position->low; row <= position->high + 1u; row++)
        set->rows[row] = 0;
}

/* Bit s: a piece of shape s on the current layer lies on one that PIECE would lie on, too. */
static unsigned shapes_beside(
    const struct stakd_rules *rules, const struct stakd *position, const struct stakd_piece *piece)
{
    struct field_set own;
    struct field_set carriers;
    unsigned shapes = 0;
    clear_rows(position, &own);
    clear_rows(position, &carriers);
    put(rules, piece, &own);
    for (unsigned i = position->below; i < position->top; i++)
        put_if(rules, &position->pieces[i], &carriers, meets(rules, &position->pieces[i], &own));
    for (unsigned i = position->top; i < position->count; i++)
        shapes |= (unsigned)meets(rules, &position->pieces[i], &carriers) << position->pieces[i].shape;
    return shapes;
}

/* Whether one of the pieces from FIRST to END covers exactly the nodes of PIECE. */
static bool is_covered(const struct stakd *position, unsigned first, unsigned end, const struct stakd_piece *piece)
{
    bool covered = false;
    for (unsigned i = first; i < end; i++)
        covered |= ((position->pieces[i].form ^ piece->form) | (position->pieces[i].place ^ piece->place)) == 0;
    return covered;
}

int stakd_judge_here(
    const struct stakd_rules *rules, const struct stakd *position, const struct stakd_piece *piece, bool in_play)
{
    const unsigned own = 1u << piece->shape;
    const unsigned bomber = 1u << rules->role[BOMBER];
    if (!is_within(rules, piece, &position->under))
        return OVERHANG;
    if (meets(rules, piece, &position->nodes))
        return OVERLAP;
    if (in_play && touch_count(rules, piece, &position->nodes, 1) == 0)
        return NOT_CONNECTED;
    unsigned beside = (position->laid & (own | bomber)) != 0 ? shapes_beside(rules, position, piece) : 0;
    if ((beside & own) != 0)
        return ONE_TYPE;
    if (is_covered(position, position->below, position->top, piece))
        return DUPLICATE;
    if (in_play && (beside & bomber) != 0)
        return TERMINATED;
    return (own & bomber & position->laid) != 0 ? BOMBER_PER_LAYER : LEGAL;
}

/* Whether HAND lets its seat start a layer with a uni, for want of other pieces. */
static bool holds_only_unis(const struct stakd_rules *rules, const uint8_t *hand)
{
    for (unsigned shape = 0; shape < rules->shapes; shape++)
        if (hand[shape] > 0 && shape != rules->role[UNI] && (shape != rules->role[BOMBER] || rules->bombers_count))
            return false;
    return true;
}

/* Whether the one to move may start a layer at all. */
static bool may_start_layer(const struct stakd_rules *rules, const struct stakd *position)
{
    return (position->layer == 0) | position->stuck |
        ((unsigned)(position->count - position->top) >= rules->new_layer_after);
}

/* The first rule that the one to move breaks with PIECE, or LEGAL, and a NOTE of that. */
static int judge_piece(const struct stakd_rules *rules, const struct stakd *position, const struct stakd_piece *piece,
    bool marked, int *note)
{
    const uint8_t *hand = position->hands[position->state.seat - 1];
    if (piece->place == FIELD_NONE)
        return COMMON + COMMON_WINDOW;
    if (hand[rules->role[BASE]] > 0 && piece->shape != rules->role[BASE])
        return BASES_FIRST;
    if (piece->shape == NO_SHAPE || hand[piece->shape] == 0)
        return NOT_IN_HAND;
    if (piece->shape == rules->role[BASE]) {
        const struct field_set ground = nodes_of_bases(rules, position);
        if (marked || is_within(rules, piece, &ground))
            return BASE_STACK;
        if (meets(rules, piece, &ground))
            return OVERLAP;
        return position->bases > 0 && touch_count(rules, piece, &ground, rules->base_touch) < rules->base_touch
            ? BASE_TOUCH
            : LEGAL;
    }
    if (piece->layer == position->layer) {
        int broken = stakd_judge_here(rules, position, piece, true);
        return broken == LEGAL && marked ? COMMON + COMMON_MARK_WRONG : broken;
    }
    *note = marked ? LEGAL : COMMON + COMMON_MARK_MISSING;
    if (!is_within(rules, piece, &position->nodes))
        return OVERHANG;
    if (is_covered(position, position->top, position->count, piece))
        return DUPLICATE;
    if (piece->shape == rules->role[BOMBER])
        return BOMBER_START;
    if (!may_start_layer(rules, position))
        return NEW_LAYER_EARLY;
    return piece->shape == rules->role[UNI] && !holds_only_unis(rules, hand) ? UNI_START : LEGAL;
}

/* Whether STEP was found to be legal. */
static bool is_tried(const struct stakd *position, const struct step *step)
{
    return step->count == position->legal.count && step->mark == position->legal.mark;
}

KIT_INLINE int stakd_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct stakd_rules *rules = any_rules;
    const struct stakd *position = (const struct stakd *)state;
    if (turn->shape == TURN_TOPPLE)
        return LEGAL;
    if (turn->shape != TURN_SPOT) {
        finding->part = FAULT_WHOLE;
        return COMMON + COMMON_CANNOT_PASS;
    }
    if (is_tried(position, &turn->steps[step]))
        return LEGAL;
    const struct stakd_piece piece = piece_laid_by(rules, position, &turn->steps[step]);
    return judge_piece(rules, position, &piece, turn->steps[step].mark == '^', &finding->note);
}

/* Whether the play that is written next, whose piece is .tried, is legal now, for the one to move.  One that starts a
   layer too early is so until the one to move is known to be stuck. */
static bool hint_is_legal(const struct stakd_rules *rules, struct stakd *position)
{
    int note = LEGAL;
    if (position->hint.count == 0 || (position->tried.layer > position->layer && !may_start_layer(rules, position)) ||
        judge_piece(rules, position, &position->tried, position->hint.mark == '^', &note) != LEGAL || note != LEGAL)
        return false;
    position->legal = position->hint;
    return true;
}

static void stakd_hint(const void *rules, struct state *state, const struct turn *turn)
{
    (void)rules;
    ((struct stakd *)state)->hint = turn->steps[0];
}

/* Laying a piece. */

void stakd_start_layer(struct stakd *position)
{
    for (unsigned row = position->low; row <= position->high; row++)
        position->under.rows[row] = position->nodes.rows[row];
    clear_rows(position, &position->nodes);
    position->below = position->top;
    position->top = position->count;
    position->layer++;
    position->laid = 0;
}

/* A base goes before the pieces of other layers, though play as it should be lays none after them. */
void stakd_put(const struct stakd_rules *rules, struct stakd *position, struct stakd_piece piece)
{
    uint8_t low = (uint8_t)field_row(piece.place);
    uint8_t high = (uint8_t)(low + rules->form[piece.form].top);
    if (piece.layer > position->layer)
        stakd_start_layer(position);
    struct stakd_piece *at = &position->pieces[position->count];
    if (piece.layer == 0) {
        at = &position->pieces[position->bases];
        memmove(at + 1, at, (size_t)(position->count - position->bases) * sizeof *at);
        position->bases++;
        position->below = (uint16_t)(position->below + (position->layer > 1));
        position->top = (uint16_t)(position->top + (position->layer > 0));
    }
    *at = piece;
    position->low = position->count == 0 || low < position->low ? low : position->low;
    position->high = high > position->high ? high : position->high;
    position->count++;
    if (piece.layer + 1u == position->layer)
        put(rules, &piece, &position->under);
    if (piece.layer != position->layer)
        return;
    put(rules, &piece, &position->nodes);
    position->laid |= (uint16_t)(1u << piece.shape);
}

/* Whether PIECE is in hand and rests on something. */
static bool is_carried(const struct stakd_rules *rules, const struct stakd *position, const struct stakd_piece *piece)
{
    return piece->place != FIELD_NONE && piece->shape != NO_SHAPE &&
        position->hands[position->state.seat - 1][piece->shape] > 0 &&
        (piece->shape == rules->role[BASE] ||
            meets(rules, piece, piece->layer > position->layer ? &position->nodes : &position->under));
}

/* After an illegal play the turn goes on to the next seat in any case. */
KIT_INLINE void stakd_make(const void *any_rules, struct state *state, const struct turn *turn, unsigned step)
{
    const struct stakd_rules *rules = any_rules;
    struct stakd *position = (struct stakd *)state;
    if (turn->shape == TURN_TOPPLE) {
        position->toppled = true;
        state->seat = turn->seat != 0 ? turn->seat : state->seat;
    }
    if (turn->shape != TURN_SPOT)
        return;
    bool tried = is_tried(position, &turn->steps[step]);
    const struct stakd_piece piece = tried ? position->tried : piece_laid_by(rules, position, &turn->steps[step]);
    uint8_t *hand = position->hands[state->seat - 1];
    bool bomber = piece.shape == rules->role[BOMBER];
    if (!tried && !is_carried(rules, position, &piece))
        return;
    hand[piece.shape]--;
    position->bomber = bomber ? state->seat : 0;
    position->last = bomber ? position->last : state->seat;
    stakd_put(rules, position, piece);
}

/* How a round ends. */

static unsigned pieces_left(const struct stakd_rules *rules, const struct stakd *position, unsigned seat)
{
    return hand_count(&(struct hand){position->hands[seat - 1], NULL, rules->shapes});
}

enum stakd_ending stakd_ending(const struct stakd_rules *rules, const struct stakd *position)
{
    unsigned in = ((1u << position->state.players) - 1) & ~(unsigned)position->out;
    if (position->toppled)
        return TOPPLED;
    if (position->state.players == 1)
        return pieces_left(rules, position, 1) == 0 ? ALL_LAID : in == 0 ? STUCK : GOES_ON;
    if (in == 0)
        return position->bomber != 0 ? BOMBER_LAST : LAST_PIECE;
    return position->bomber == 0 && position->last != 0 && in == 1u << (position->last - 1) ? LAST_PIECE : GOES_ON;
}

/* Plays are found row by row: the places where a form may be laid are those where each of its nodes may lie, an AND of
   shifted rows.  The same walk finds one play, all of them, or how many there are.  Trying each place by judge instead
   makes perft and check many times slower. */

#define WINDOW_COLUMNS ((((uint64_t)1 << FIELD_SIDE) - 1) << 1)

enum { ROWS = FIELD_SIDE + 2 };

struct stakd_search {
    const struct stakd_rules *rules;
    const struct stakd *position; /* plays of the one to move */

    /* What is done with plays: the first goes into FOUND, or VISIT is called, or they are counted. */
    struct stakd_piece *found;
    turn_visitor *visit;
    void *context;
    uint64_t count;

    bool starts;              /* they start a layer */
    unsigned first, end;      /* of the pieces that none may cover exactly */
    unsigned touch;           /* nodes that touch one of its layer; 0: none need */
    unsigned room;            /* how many nodes are free */
    unsigned low, high;       /* rows that these have: */
    uint64_t *free;           /* where nodes may lie */
    uint64_t *touching;       /* one of which must be here */
    struct field_set *ground; /* of bases */
};

/* Takes the plays of SHAPE, turned, with first nodes in ROW; false to stop. */
static bool take_plays_in_row(struct stakd_search *search, unsigned shape, unsigned turn, unsigned row, uint64_t places)
{
    const struct stakd_turned *turned = &search->rules->turned[shape][turn];
    struct turn play;
    if (search->found != NULL) {
        *search->found = (struct stakd_piece){.place = (uint16_t)field_place(row, (unsigned)__builtin_ctzll(places)),
            .form = turned->form,
            .shape = (uint8_t)shape};
        return false;
    }
    if (search->visit == NULL) {
        search->count += (unsigned)__builtin_popcountll(places);
        return true;
    }
    play.shape = TURN_SPOT;
    play.seat = 0;
    play.count = 1;
    for (; places != 0; places &= places - 1) {
        const struct stakd_writing writing = {(unsigned char)search->rules->letter[shape], turn,
            row - (unsigned)turned->row, (unsigned)(__builtin_ctzll(places) - turned->column)};
        play.steps[0] = stakd_step(writing, search->starts ? '^' : '@');
        if (!search->visit(search->context, &play))
            return false;
    }
    return true;
}

/* Bit c: what bit c + COLUMNS of ROW says. */
static uint64_t shift_row(uint64_t row, int columns)
{
    return columns >= 0 ? row >> columns : row << -columns;
}

/* Visits the plays of SHAPE whose nodes are all in OPEN. */
static bool visit_shape(struct stakd_search *search, unsigned shape, const uint64_t *open)
{
    const struct stakd_rules *rules = search->rules;
    for (unsigned turn = 0; turn < rules->turns; turn++) {
        const struct stakd_turned *turned = &rules->turned[shape][turn];
        const struct stakd_form *form = &rules->form[turned->form];
        if (turned->repeats)
            continue;
        for (unsigned row = search->low; row + form->top <= search->high; row++) {
            uint64_t places = open[row];
            uint64_t touching = search->touch == 0 ? places : 0;
            for (unsigned i = 1; i < form->nodes; i++)
                places &= shift_row(open[row + (unsigned)form->node[i][0]], form->node[i][1]);
            for (unsigned i = 0; i < form->nodes && (places & ~touching) != 0; i++)
                touching |= shift_row(search->touching[row + (unsigned)form->node[i][0]], form->node[i][1]);
            places &= touching;
            for (unsigned i = search->first; i < search->end && places != 0; i++) {
                const struct stakd_piece *piece = &search->position->pieces[i];
                if (piece->form == turned->form && field_row(piece->place) == row)
                    places &= ~((uint64_t)1 << field_column(piece->place));
            }
            for (uint64_t left = search->touch > 1 ? places : 0; left != 0; left &= left - 1) {
                const struct stakd_piece piece = {
                    .place = (uint16_t)field_place(row, (unsigned)__builtin_ctzll(left)), .form = turned->form};
                if (touch_count(rules, &piece, search->ground, search->touch) < search->touch)
                    places &= ~(left & (~left + 1));
            }
            if (places != 0 && !take_plays_in_row(search, shape, turn, row, places))
                return false;
        }
    }
    return true;
}

/* The first base is listed on one place alone, though it may lie anywhere. */
static bool visit_first_base(struct stakd_search *search)
{
    const struct stakd_rules *rules = search->rules;
    unsigned base = rules->role[BASE];
    for (unsigned turn = 0; turn < rules->turns; turn++) {
        const struct stakd_turned *turned = &rules->turned[base][turn];
        int row = (int)field_row(rules->field.first_place) + turned->row;
        int column = (int)field_column(rules->field.first_place) + turned->column;
        if (!turned->repeats && is_inside(&rules->form[turned->form], row, column) &&
            !take_plays_in_row(search, base, turn, (unsigned)row, (uint64_t)1 << column))
            return false;
    }
    return true;
}

/* Bases after the first, in rows that can touch. */
static bool visit_bases(struct stakd_search *search)
{
    const struct stakd_rules *rules = search->rules;
    const struct stakd *position = search->position;
    struct field_set ground = nodes_of_bases(rules, position);
    unsigned reach = 0;
    for (unsigned turn = 0; turn < rules->turns; turn++) {
        unsigned top = rules->form[rules->turned[rules->role[BASE]][turn].form].top;
        reach = top >= reach ? top + 1 : reach;
    }
    search->low = position->low > reach ? position->low - reach : 1;
    search->high = position->high + reach < FIELD_SIDE ? position->high + reach : FIELD_SIDE;
    search->ground = &ground;
    search->touch = rules->base_touch;
    for (unsigned row = search->low; row <= search->high; row++) {
        search->free[row] = ~ground.rows[row] & WINDOW_COLUMNS;
        search->touching[row] = field_beside(&ground, rules->field.lattice, row);
    }
    return visit_shape(search, rules->role[BASE], search->free);
}

/* Where nodes may lie on the current layer, in no more rows than need be; false when nothing of it touches. */
static bool find_open_nodes(struct stakd_search *search)
{
    const struct stakd *position = search->position;
    uint64_t any = 0;
    uint64_t rows = 0; /* bit r: something is free in row r */
    for (unsigned row = search->low; row <= search->high; row++) {
        search->free[row] = position->under.rows[row] & ~position->nodes.rows[row];
        search->touching[row] = field_beside(&position->nodes, search->rules->field.lattice, row);
        any |= search->free[row] & search->touching[row];
        rows |= (uint64_t)(search->free[row] != 0) << row;
    }
    if (any == 0)
        return false;
    search->low = (unsigned)__builtin_ctzll(rows);
    search->high = 63u - (unsigned)__builtin_clzll(rows);
    search->room = 0;
    for (unsigned row = search->low; row <= search->high; row++)
        search->room += field_count(search->free[row]);
    return true;
}

/* What is free without the pieces that take no more of SHAPE; false when nothing that touches is left. */
static bool open_nodes_for(const struct stakd_search *search, unsigned shape, uint64_t open[ROWS])
{
    const struct stakd *position = search->position;
    unsigned closed = 1u << shape | 1u << search->rules->role[BOMBER];
    struct field_set closing;
    struct field_set shut;
    uint64_t any = 0;
    clear_rows(position, &closing);
    clear_rows(position, &shut);
    for (unsigned i = position->top; i < position->count; i++)
        put_if(search->rules, &position->pieces[i], &closing, (closed >> position->pieces[i].shape & 1) != 0);
    for (unsigned i = position->below; i < position->top && (position->laid & closed) != 0; i++)
        put_if(search->rules, &position->pieces[i], &shut, meets(search->rules, &position->pieces[i], &closing));
    for (unsigned row = search->low; row <= search->high; row++) {
        open[row] = search->free[row] & ~shut.rows[row];
        any |= open[row] & search->touching[row];
    }
    return any != 0;
}

/* Plays on the current layer, the smallest pieces first, or those that start a layer, the largest first. */
static bool visit_layer(struct stakd_search *search, bool starts)
{
    const struct stakd_rules *rules = search->rules;
    const struct stakd *position = search->position;
    const uint8_t *hand = position->hands[position->state.seat - 1];
    uint64_t open[ROWS];
    search->starts = starts;
    search->touch = starts ? 0 : 1;
    search->first = starts ? position->top : position->below;
    search->end = starts ? position->count : position->top;
    search->low = position->low;
    search->high = position->high;
    search->room = NODES;
    if (!starts && (position->layer == 0 || !find_open_nodes(search)))
        return true;
    unsigned bomber = 1u << rules->role[BOMBER];
    unsigned barred = 1u << rules->role[BASE] | (starts ? bomber : position->laid & bomber);
    if (starts && hand[rules->role[UNI]] > 0 && !holds_only_unis(rules, hand))
        barred |= 1u << rules->role[UNI];
    unsigned tried = 0; /* bit n: the nth shape by size */
    for (unsigned n = 0; n < rules->shapes; n++) {
        const unsigned shape = rules->by_size[starts][n];
        const bool fits = rules->form[rules->turned[shape][0].form].nodes <= search->room;
        tried |= (unsigned)((hand[shape] != 0) & fits & ((barred >> shape & 1) == 0)) << n;
    }
    for (; tried != 0; tried &= tried - 1) {
        const unsigned shape = rules->by_size[starts][__builtin_ctz(tried)];
        if ((starts || open_nodes_for(search, shape, open)) &&
            !visit_shape(search, shape, starts ? position->nodes.rows : open))
            return false;
    }
    return true;
}

/* Visits the plays on the current layer, bases as long as there are some, and with STARTS those that start a layer;
   false when the walk was stopped. */
static bool visit_plays(struct stakd_search *search, bool here, bool starts)
{
    uint64_t free[ROWS];
    uint64_t touching[ROWS];
    const uint8_t *held = search->position->hands[search->position->state.seat - 1];
    search->free = free;
    search->touching = touching;
    if (held[search->rules->role[BASE]] > 0)
        return !here || (search->position->bases == 0 ? visit_first_base(search) : visit_bases(search));
    return (!here || visit_layer(search, false)) && (!starts || visit_layer(search, true));
}

/* Whether a search finds a play that is legal, in POSITION which. */
static bool has_legal_play(const struct stakd_rules *rules, struct stakd *position, bool here, bool starts)
{
    struct stakd_search search = {
        .rules = rules, .position = position, .found = &position->found[position->state.seat - 1]};
    return !visit_plays(&search, here, starts);
}

/* Whether a play that was found for the one to move is still legal. */
static bool found_play_is_legal(const struct stakd_rules *rules, const struct stakd *position)
{
    const struct stakd_piece *found = &position->found[position->state.seat - 1];
    const uint8_t *hand = position->hands[position->state.seat - 1];
    return found->place != FIELD_NONE && hand[found->shape] > 0 && hand[rules->role[BASE]] == 0 &&
        stakd_judge_here(rules, position, found, true) == LEGAL;
}

bool stakd_has_play(const struct stakd_rules *rules, struct stakd *position)
{
    position->stuck = false;
    if (position->hint.count != 0)
        position->tried = piece_laid_by(rules, position, &position->hint);
    if (hint_is_legal(rules, position) || found_play_is_legal(rules, position) ||
        has_legal_play(rules, position, true, false))
        return true;
    position->stuck = !may_start_layer(rules, position);
    return (position->stuck && hint_is_legal(rules, position)) || has_legal_play(rules, position, false, true);
}

/* A legal play of the one to move that starts no layer, if it can be helped; "" when there is none at all. */
static const char *example_of(const struct stakd_rules *rules, const struct stakd *position, char text[PIECE_TEXT])
{
    struct stakd_piece found;
    struct stakd_search search = {.rules = rules, .position = position, .found = &found};
    text[0] = '\0';
    return visit_plays(&search, true, true) ? text : stakd_piece_text(rules, &found, text);
}

/* All plays of the one to move, none when the round is over; false when VISIT stopped it. */
static bool stakd_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct stakd *position = (const struct stakd *)state;
    struct stakd_search search = {.rules = rules, .position = position, .visit = visit, .context = context};
    return stakd_ending(rules, position) != GOES_ON || visit_plays(&search, true, may_start_layer(rules, position));
}

static uint64_t stakd_count(const void *rules, const struct state *state)
{
    const struct stakd *position = (const struct stakd *)state;
    struct stakd_search search = {.rules = rules, .position = position};
    if (stakd_ending(rules, position) == GOES_ON)
        visit_plays(&search, true, may_start_layer(rules, position));
    return search.count;
}

/* Turn order. */

/* The next seat that can play moves; those that cannot are out.  When the round is over the seat
   that moved last stays. */
KIT_INLINE void stakd_end_turn(const void *any_rules, struct state *state)
{
    const struct stakd_rules *rules = any_rules;
    struct stakd *position = (struct stakd *)state;
    uint8_t mover = state->seat;
    position->legal = (struct step){0};
    for (unsigned i = 0; i < state->players && stakd_ending(rules, position) == GOES_ON; i++) {
        state->seat = (uint8_t)(state->seat == state->players ? 1 : state->seat + 1);
        if ((position->out >> (state->seat - 1) & 1) != 0)
            continue;
        if (stakd_has_play(rules, position)) {
            state->number += state->seat <= mover && state->number < UINT32_MAX;
            return;
        }
        position->out |= (uint8_t)(1u << (state->seat - 1));
    }
    state->seat = mover;
}

KIT_PLAY(stakd)

static uint32_t stakd_eliminated(const void *rules, const struct state *state)
{
    (void)rules;
    return ((const struct stakd *)state)->out;
}

/* A point for the seat that has won the round, one less for the one that knocked the field over. */
static const struct {
    const char *reason;
    const char *why;
    int points;
} endings[] = {
    [GOES_ON] = {NULL, NULL, 0},
    [LAST_PIECE] = {"last-piece", "laid the last piece", 1},
    [BOMBER_LAST] = {"bomber-last", "laid the last piece but the bomber", 1},
    [ALL_LAID] = {"all-laid", "laid every piece", 1},
    [STUCK] = {"stuck", NULL, 0},
    [TOPPLED] = {"toppled", "knocked the field over", -1},
};

static int points_of(const struct stakd_rules *rules, enum stakd_ending how)
{
    return how == BOMBER_LAST && !rules->previous_wins ? 0 : endings[how].points;
}

/* Apart from score, whose texts of hands are most of the work where rounds end often, as they do in perft. */
static void stakd_judge_end(const void *rules, const struct state *state, struct outcome *outcome)
{
    const struct stakd *position = (const struct stakd *)state;
    enum stakd_ending how = stakd_ending(rules, position);
    int points = points_of(rules, how);
    if (how == GOES_ON)
        return;
    *outcome = (struct outcome){.over = true, .reason = endings[how].reason};
    if (points != 0)
        outcome->halves[(points < 0 ? state->seat : position->last) - 1] = 2 * points;
    outcome->winners = points > 0 ? 1u << (position->last - 1) : 0;
}

/* What a round comes to, and the pieces that each has left, which count for nobody. */
static void stakd_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct stakd_rules *rules = any_rules;
    const struct stakd *position = (const struct stakd *)state;
    enum stakd_ending how = stakd_ending(rules, position);
    int points = points_of(rules, how);
    char hand[HAND_TEXT];
    for (uint8_t seat = 1; seat <= state->players; seat++) {
        int left = (int)pieces_left(rules, position, seat);
        if (points != 0 && seat == (points < 0 ? state->seat : position->last))
            visit(context,
                &(struct score_item){
                    .seat = seat, .name = "round", .count = points, .times = 1, .why = endings[how].why});
        visit(context,
            &(struct score_item){.seat = seat,
                .name = "hand",
                .count = left,
                .holds = left == 0 ? NULL : stakd_hand_text(rules, position, seat, " ", hand),
                .why = left == 0 ? "no pieces are left" : "pieces left"});
    }
}

/* Texts. */

/* As written, also beyond the window, with its mark or without. */
static void stakd_add_step(const struct step *step, bool marked, struct text *text)
{
    const struct stakd_writing writing = stakd_writing(step);
    unsigned row = writing.row - 1;
    text_printf(text, "%c@", (char)writing.letter);
    if (row >= 26)
        text_add_char(text, (char)('a' + (row / 26 - 1) % 26));
    text_printf(text, "%c%u", (char)('a' + row % 26), writing.column);
    if (writing.turn > 0)
        text_printf(text, "/%u", writing.turn);
    if (marked && step->mark == '^')
        text_add_char(text, '^');
}

/* The canonical text: the smallest turn that gives these nodes, and the mark of a start. */
static void stakd_write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct stakd_rules *rules = any_rules;
    const struct stakd *position = (const struct stakd *)state;
    if (turn->shape == TURN_TOPPLE && turn->seat != 0 && turn->seat != state->seat)
        text_printf(text, "%u|", turn->seat);
    if (turn->shape != TURN_SPOT) {
        text_add_string(text, turn->shape == TURN_TOPPLE ? "topple" : turn->shape == TURN_OUT ? "out" : "pass");
        return;
    }
    const struct stakd_piece piece = stakd_piece(rules, stakd_writing(&turn->steps[0]));
    bool known = piece.place != FIELD_NONE && piece.shape != NO_SHAPE;
    char *at = known ? text_room(text, PIECE_TEXT + 1) : NULL;
    if (!known)
        stakd_add_step(&turn->steps[0], true, text);
    if (at == NULL)
        return;
    at = stakd_write_piece(rules, &piece, at);
    if (layer_of_piece(rules, position, &piece) > position->layer)
        *at++ = '^';
    text_took(text, at);
}

/* By another turn that gives the same nodes. */
static bool stakd_varies(const void *any_rules, const struct written *written, const struct turn *turn)
{
    const struct stakd_rules *rules = any_rules;
    if (turn->count == 0)
        return false;
    const struct stakd_writing writing = stakd_writing(&turn->steps[0]);
    const unsigned shape = rules->of_letter[writing.letter];
    return shape == NO_SHAPE || rules->turned[shape][writing.turn].repeats || written->parts->count != writing.turn;
}

/* Facts. */

static const struct stakd *stakd_position_of(const struct violation *violation)
{
    return (const struct stakd *)violation->state;
}

static const struct stakd_rules *stakd_rules_of(const struct violation *violation)
{
    return violation->rules;
}

/* The piece at fault, on its layer. */
static struct stakd_piece violation_piece(const struct violation *violation)
{
    return piece_laid_by(violation->rules, stakd_position_of(violation), &violation->turn->steps[0]);
}

static void add_example(const struct violation *violation, struct text *text)
{
    char example[PIECE_TEXT];
    text_add_string(text, example_of(violation->rules, stakd_position_of(violation), example));
}

/* The first piece of LAYER that shares a node with PIECE, is of SHAPE, or any, and carries one of shape CARRIED, or
   any. */
static const struct stakd_piece *find_piece(const struct violation *violation, unsigned layer,
    const struct stakd_piece *piece, unsigned shape, unsigned carried)
{
    const struct stakd *position = stakd_position_of(violation);
    for (const struct stakd_piece *other = position->pieces; other < position->pieces + position->count; other++)
        if (other->layer == layer && (shape == NO_SHAPE || other->shape == shape) &&
            share_node(violation->rules, other, piece) &&
            (carried == NO_SHAPE || find_piece(violation, layer + 1, other, carried, NO_SHAPE) != NULL))
            return other;
    return NULL;
}

/* Adds the piece that is in the way, or with NEXT what that one carries. */
static void add_other(const struct violation *violation, bool next, struct text *text)
{
    const struct stakd_rules *rules = violation->rules;
    const struct stakd *position = stakd_position_of(violation);
    const struct stakd_piece piece = violation_piece(violation);
    const struct stakd_piece *other = &position->pieces[position->count - 1];
    unsigned shape = violation->rule == ONE_TYPE ? piece.shape : rules->role[BOMBER];
    char name[PIECE_TEXT];
    switch (violation->rule) {
    case NOT_CONNECTED:
        break;
    case BOMBER_PER_LAYER:
        while (other->shape != shape)
            other--;
        break;
    case ONE_TYPE:
    case TERMINATED:
        other = find_piece(violation, piece.layer - 1u, &piece, NO_SHAPE, shape);
        if (next && other != NULL)
            other = find_piece(violation, piece.layer, other, shape, NO_SHAPE);
        break;
    default:
        other = find_piece(
            violation, violation->rule == OVERLAP ? piece.layer : piece.layer - 1u, &piece, NO_SHAPE, NO_SHAPE);
    }
    text_add_string(text, other == NULL ? "" : stakd_piece_text(rules, other, name));
}

static void stakd_fact_piece(const struct violation *violation, struct text *text)
{
    add_other(violation, false, text);
}

static void fact_other(const struct violation *violation, struct text *text)
{
    if (violation->rule == NEW_LAYER_EARLY)
        add_example(violation, text);
    else
        add_other(violation, true, text);
}

static void stakd_fact_step(const struct violation *violation, struct text *text)
{
    stakd_add_step(&violation->turn->steps[0], true, text);
}

static void stakd_fact_place(const struct violation *violation, struct text *text)
{
    text_add_string(text, violation->turn->steps[0].cell == FIELD_NONE ? "the anchor of " : "a node of ");
    stakd_fact_step(violation, text);
}

static void fact_letter(const struct violation *violation, struct text *text)
{
    text_add_char(text, (char)stakd_writing(&violation->turn->steps[0]).letter);
}

static void fact_shape(const struct violation *violation, struct text *text)
{
    unsigned shape = violation_piece(violation).shape;
    text_add_string(text, shape == NO_SHAPE ? "piece" : stakd_rules_of(violation)->name[shape]);
}

static void fact_layer(const struct violation *violation, struct text *text)
{
    text_add_number(text, violation_piece(violation).layer);
}

static void fact_under(const struct violation *violation, struct text *text)
{
    text_add_number(text, violation_piece(violation).layer - 1);
}

static void stakd_fact_what(const struct violation *violation, struct text *text)
{
    text_printf(text, "starts layer %u", violation_piece(violation).layer);
}

/* The first node of the piece that hangs over, or that is taken. */
static void fact_node(const struct violation *violation, struct text *text)
{
    const struct stakd_rules *rules = violation->rules;
    const struct stakd *position = stakd_position_of(violation);
    const struct stakd_piece piece = violation_piece(violation);
    const struct stakd_form *form = &rules->form[piece.form];
    bool over = violation->rule == OVERHANG;
    const struct field_set set = piece.layer == 0 ? nodes_of_bases(rules, position)
        : over && piece.layer == position->layer  ? position->under
                                                  : position->nodes;
    char name[FIELD_TEXT];
    unsigned node = 0;
    while (field_has(&set, node_of(form, &piece, node)) == over)
        node++;
    field_text(node_of(form, &piece, node), name);
    text_add_string(text, name);
}

/* Nodes that touch other bases, or pieces of the layer that is left too early. */
static void stakd_fact_count(const struct violation *violation, struct text *text)
{
    const struct stakd_rules *rules = violation->rules;
    const struct stakd *position = stakd_position_of(violation);
    const struct stakd_piece piece = violation_piece(violation);
    const struct field_set ground = nodes_of_bases(rules, position);
    bool base = violation->rule == BASE_TOUCH;
    text_add_number(text, base ? touch_count(rules, &piece, &ground, NODES) : position->count - 0u - position->top);
}

static void fact_needed(const struct violation *violation, struct text *text)
{
    text_add_number(text,
        violation->rule == BASE_TOUCH ? stakd_rules_of(violation)->base_touch
                                      : stakd_rules_of(violation)->new_layer_after);
}

static void fact_bases(const struct violation *violation, struct text *text)
{
    text_add_number(
        text, stakd_position_of(violation)->hands[violation->state->seat - 1][stakd_rules_of(violation)->role[BASE]]);
}

static void stakd_fact_hand(const struct violation *violation, struct text *text)
{
    char hand[HAND_TEXT];
    text_add_string(
        text, stakd_hand_text(violation->rules, stakd_position_of(violation), violation->state->seat, " ", hand));
}

static void stakd_fact_note(const struct violation *violation, struct text *text)
{
    char example[PIECE_TEXT];
    switch (violation->rule) {
    case BASES_FIRST:
        if (*example_of(violation->rules, stakd_position_of(violation), example) != '\0')
            text_printf(text, "; lay one, such as %s", example);
        break;
    case NOT_IN_HAND:
        if (violation_piece(violation).shape == NO_SHAPE)
            text_add_string(text, ", a shape that this game does not have");
        break;
    default:
        text_add_string(text, "; write it ");
        stakd_add_step(&violation->turn->steps[0], false, text);
    }
}

static void stakd_fact_why(const struct violation *violation, struct text *text)
{
    if (violation->rule == COMMON + COMMON_CANNOT_PASS) {
        text_add_string(text, "there is a legal play, such as ");
        add_example(violation, text);
        text_add_string(text, "; 'out' is only for a player without one");
        return;
    }
    const struct stakd_rules *rules = violation->rules;
    const struct stakd_piece piece = violation_piece(violation);
    const struct field_set ground = nodes_of_bases(rules, stakd_position_of(violation));
    switch (violation->rule) {
    case BASE_STACK:
        text_add_string(text,
            is_within(rules, &piece, &ground) ? "all its nodes are on bases"
                                              : "it is marked '^', as the start of a layer; leave that out");
        break;
    case OVERLAP:
        if (piece.layer == 0)
            text_add_string(text, "a base needs all its nodes free");
        else
            text_printf(
                text, "all nodes of a piece must be free there, or all covered to start layer %u", piece.layer + 1u);
        break;
    case COMMON + COMMON_MARK_WRONG:
        text_printf(text, "it does not start a layer: it is laid on layer %u", piece.layer);
        break;
    default:
        if (piece.layer == 1)
            text_add_string(text, "the first on the bases");
        else
            text_printf(text, "all covered on layer %u", piece.layer - 1u);
    }
}

static const struct fact facts[] = {{"step", stakd_fact_step}, {"place", stakd_fact_place}, {"player", kit_fact_player},
    {"letter", fact_letter}, {"shape", fact_shape}, {"layer", fact_layer}, {"under", fact_under}, {"node", fact_node},
    {"piece", stakd_fact_piece}, {"other", fact_other}, {"count", stakd_fact_count}, {"needed", fact_needed},
    {"bases", fact_bases}, {"hand", stakd_fact_hand}, {"why", stakd_fact_why}, {"note", stakd_fact_note},
    {"what", stakd_fact_what}, {"mark", .word = "^"}, {0}};

const struct game stakd = {
    .ruleset = {"stakd", "stakd-elite", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct stakd_rules),
    .state_size = sizeof(struct stakd),
    .fewest = 1,
    .most = SEATS,
    .check = stakd_check,
    .position = {.fields = stakd_fields, .set_up = stakd_set_up, .validate = stakd_validate, .sums = stakd_sums},
    .notation = {.shape = TURN_SPOT,
        .example = "'T@z26/1': the letter of a piece, '@', the place of its anchor, '/' and its rotation",
        .resolve = stakd_resolve,
        .write = stakd_write,
        .literal = true,
        .varies = stakd_varies},
    .judging = {.unit = UNIT_TURN,
        .judge = stakd_judge,
        .make = stakd_make,
        .generate = stakd_generate,
        .end_turn = stakd_end_turn},
    .result = {.scoring = SCORE_HIGHEST_WINS, .score = stakd_score},
    .display = {.gesture = "a piece and its place; again: turned",
        .view = stakd_view,
        .legend = "The letter is the top piece of a place, and the figure its layer. In the layers below, the figure "
                  "distinguishes pieces of the same shape."},
    .leaving = {.eliminated = stakd_eliminated, .says_out = true, .topples = true},
    .own = {.play = stakd_play, .judge_end = stakd_judge_end, .count = stakd_count, .hint = stakd_hint},
};

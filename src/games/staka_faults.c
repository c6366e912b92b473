/* Why a turn of Staka is illegal, in facts. */
#include "games/common.h"
#include "games/staka.h"
#include "games/staka_rules.h"

#include <stdio.h>
#include <string.h>

/* What a message about a step needs. */
struct facts {
    char step[32];
    char place[FIELD_TEXT];
    char piece[8];
    struct text pile;   /* what lies on the place */
    struct text reason; /* what only some rules need to say */
    struct text also;   /* a colour, or more of the reason */
    unsigned found;
    unsigned wanted;
};

static void add_pile(const struct position *position, const struct rules *rules, unsigned at, struct text *text)
{
    const struct pile *place = place_at(rules, position, at);
    if (place == NULL)
        text_add_string(text, "nothing");
    for (unsigned top = place == NULL ? 0 : place->top; top != 0; top = position->pieces[top - 1].below) {
        const struct piece *piece = &position->pieces[top - 1];
        text_printf(text, "%s%c%c", text->length > 0 ? " on " : "", rules->colours.letter[piece->up],
            rules->colours.letter[piece->down]);
    }
}

/* How many there are of each kind: "WR2 RG1". */
static void add_kinds(const struct rules *rules, const uint8_t *of, struct text *text)
{
    bool any = false;
    for (unsigned kind = 0; kind < rules->kinds; kind++) {
        if (of[kind] == 0)
            continue;
        text_printf(text, "%s%c%c", any ? " " : "", rules->colours.letter[rules->first[kind]],
            rules->colours.letter[rules->second[kind]]);
        if (of[kind] > 1)
            text_printf(text, "(%u)", of[kind]);
        any = true;
    }
    text_add_string(text, any ? "" : "nothing");
}

static void add_hand(const struct rules *rules, const struct hand *hand, struct text *text)
{
    add_kinds(rules, hand->of, text);
    if (hand->has_double)
        text_printf(
            text, " and the double %c%c", rules->colours.letter[hand->colour], rules->colours.letter[hand->colour]);
}

/* The colours that the mover may walk on. */
static void add_colours(const struct rules *rules, const struct position *position, struct text *text)
{
    unsigned own = position->hands[position->state.seat - 1].colour;
    text_add_string(text, rules->colours.name[own]);
    for (unsigned i = 0; i < rules->colours.count; i++)
        if ((rules->neutral[position->state.players] >> i & 1) != 0 && i != own)
            text_printf(text, " or %s", rules->colours.name[i]);
}

/* What a piece leaves of the starting field, and the colours that are then not up on enough. */
static void add_lacking(
    const struct rules *rules, const struct position *position, const struct step *step, struct text *text)
{
    unsigned up[COLOURS] = {0};
    uint8_t left[KINDS];
    unsigned laid = colour_of(rules, step_letters(step, 0));
    memcpy(left, position->aside, sizeof left);
    left[rules->kind[laid][colour_of(rules, step_letters(step, 1))]]--;
    add_kinds(rules, left, text);
    text_printf(text, " to lay, but in the end each colour must be up on at least %u piece%s; not yet:", rules->each_up,
        rules->each_up == 1 ? "" : "s");
    up[laid]++;
    for (unsigned i = 0; i < position->laid; i++)
        up[position->pieces[i].up]++;
    bool any = false;
    for (unsigned i = 0; i < rules->colours.count; i++) {
        if (up[i] >= rules->each_up)
            continue;
        text_printf(text, "%s %s", any ? " and" : "", rules->colours.name[i]);
        if (up[i] > 0)
            text_printf(text, " (%u)", up[i]);
        any = true;
    }
}

/* A walk that is possible, "z26-z27". */
static void add_walk(const struct rules *rules, struct position *position, struct text *text)
{
    uint16_t touching[FIELD_TOUCHING];
    unsigned from = position->pawns[position->state.seat - 1];
    unsigned count = field_touching(rules->lattice, from, touching);
    char names[2][FIELD_TEXT];
    for (unsigned i = 0; i < count; i++) {
        const struct turn walk = {
            .shape = TURN_FIELD, .count = 3, .steps = {{0, (uint16_t)from, 0}, {0, touching[i], '-'}}};
        if (touching[i] == FIELD_NONE || staka_judge_movement(rules, position, &walk) != LEGAL)
            continue;
        field_text(from, names[0]);
        field_text(touching[i], names[1]);
        text_printf(text, "%s-%s", names[0], names[1]);
        return;
    }
}

/* A piece of the hand that can be placed, "WR@z27". */
static bool add_placement(const struct rules *rules, struct position *position, struct text *text)
{
    uint16_t touching[FIELD_TOUCHING];
    char name[24];
    unsigned count = field_touching(rules->lattice, position->pawns[position->state.seat - 1], touching);
    for (unsigned i = 0; i < count; i++)
        for (unsigned pair = 0; pair < rules->colours.count * rules->colours.count; pair++) {
            const struct step step = {
                piece_letters(rules, pair / rules->colours.count, pair % rules->colours.count), touching[i], '@'};
            if (touching[i] == FIELD_NONE || staka_judge_action(rules, position, &step) != LEGAL)
                continue;
            staka_step_text(&step, name);
            text_add_string(text, name);
            return true;
        }
    return false;
}

/* What can be done in the stead of nothing: a piece put down, or one taken. */
static void add_action(const struct rules *rules, struct position *position, struct text *text)
{
    unsigned kind = 0;
    text_add_string(text, "a piece can be placed, such as ");
    if (add_placement(rules, position, text))
        return;
    while (kind + 1u < rules->kinds && position->bank[kind] == 0)
        kind++;
    text_clear(text);
    text_printf(text, "a piece can be taken, such as +%c%c", rules->colours.letter[rules->first[kind]],
        rules->colours.letter[rules->second[kind]]);
}

/* What a turn is in the phase that the game is in. */
static void add_phase(const struct rules *rules, const struct position *position, struct text *text)
{
    char up = rules->colours.letter[rules->first[0]];
    char down = rules->colours.letter[rules->second[0]];
    if (position->phase == PHASE_START)
        text_printf(text, "the starting field is being laid, %u of its %u pieces so far, one a turn, '%c%c@z26'",
            position->laid, rules->kinds * rules->start_copies, up, down);
    else if (position->phase == PHASE_PAWNS)
        text_printf(text, "the pawns are being set, 'P@z26'");
    else
        text_printf(text, "a turn is a movement and an action, 'z26-z27,+%c%c'", up, down);
}

static void add_swim_reason(
    const struct rules *rules, const struct position *position, unsigned from, unsigned to, struct text *text)
{
    struct field_set outside;
    char name[FIELD_TEXT];
    field_outside(&position->taken, rules->lattice, &outside);
    bool from_edge = staka_is_edge(rules, position, &outside, from);
    field_text(from_edge ? to : from, name);
    if (!field_has(&position->taken, to))
        text_printf(text, "nothing lies on %s", name);
    else if (from == to || field_touch(rules->lattice, from, to))
        text_add_string(text, from == to ? "it would stay where it is" : "the two touch, which makes it a walk, '-'");
    else
        text_printf(text, "%s is not at the edge of the field, and one swims from edge to edge", name);
}

static unsigned step_height(const struct rules *rules, const struct position *position, unsigned at)
{
    const struct pile *place = at == BEYOND ? NULL : place_at(rules, position, at);
    return place == NULL ? 0 : place->height;
}

/* What is up at a place, or that nothing is. */
static const char *up_name(const struct rules *rules, const struct position *position, unsigned at)
{
    const struct pile *place = place_at(rules, position, at);
    return place == NULL ? "nothing" : rules->colours.name[top_of(position, place)->up];
}

/* Whose pawn stands there, and what therefore cannot be; the mover's own only where no other does. */
static void add_pawn(const struct rules *rules, const struct position *position, unsigned at, struct facts *facts)
{
    const struct pile *place = place_at(rules, position, at);
    unsigned mover = position->state.seat;
    unsigned seat = mover;
    for (unsigned i = position->state.players; place != NULL && i > 0; i--)
        if (i != mover && (place->pawns >> (i - 1) & 1) != 0)
            seat = i;
    text_printf(&facts->reason, "%s's%s pawn", player_name(seat), seat == mover ? " own" : "");
}

static void fill_movement(
    const struct rules *rules, struct position *position, const struct turn *turn, int rule, struct facts *facts)
{
    unsigned from = turn->steps[0].cell;
    unsigned to = turn->steps[1].cell;
    char own[FIELD_TEXT];
    field_text(position->pawns[position->state.seat - 1], own);
    if (rule == PAWN_SOURCE)
        text_add_string(&facts->reason, own);
    else if (rule == MUST_WALK)
        add_walk(rules, position, &facts->reason);
    else if (rule == WALK_COLOUR)
        add_colours(rules, position, &facts->reason);
    if (rule == WALK_COLOUR)
        text_add_string(&facts->also, up_name(rules, position, to));
    if (rule == PAWN_OCCUPIED)
        add_pawn(rules, position, to, facts);
    if (rule == PAWN_OCCUPIED)
        text_add_string(&facts->also, "no two pawns stand together");
    if (rule == PAWN_SOURCE || rule == MUST_WALK || rule == WALK_COLOUR)
        return;
    if (rule == SWIM_EDGE)
        add_swim_reason(rules, position, from, to, &facts->reason);
    else if (rule == NOT_ADJACENT)
        text_printf(&facts->reason, "%s%s", field_has(&position->taken, to) ? "does not touch " : "is empty",
            field_has(&position->taken, to) ? own : "");
    if (rule == NOT_ADJACENT)
        text_add_string(&facts->reason, ", and a pawn walks only to a stack that touches its own");
    if (rule == CLIMB)
        text_add_number(&facts->reason, rules->climb);
    facts->found = rule == CLIMB || rule == SWIM_GROUND ? step_height(rules, position, to) : 0;
    facts->wanted = rule == CLIMB ? step_height(rules, position, from) : 0;
}

static void add_bank(
    const struct rules *rules, const struct position *position, const struct step *step, struct text *text)
{
    bool is_double = step_letters(step, 0) == step_letters(step, 1);
    text_add_string(text, is_double ? "a double is never in it" : "it holds ");
    if (!is_double)
        add_kinds(rules, position->bank, text);
}

/* The colour that a piece puts down. */
static const char *down_name(const struct rules *rules, const struct step *step)
{
    unsigned down = colour_of(rules, step_letters(step, 1));
    return down == NO_COLOUR ? "no colour" : rules->colours.name[down];
}

/* What there is of a kind, or that there is no such colour. */
static void add_left(const struct rules *rules, const struct position *position, bool known, struct text *text)
{
    if (known)
        text_printf(text, "it takes %u of each kind, and left are ", rules->start_copies);
    else
        text_add_string(text, "the colours are");
    if (known)
        add_kinds(rules, position->aside, text);
    for (unsigned i = 0; !known && i < rules->colours.count; i++)
        text_printf(text, " %c", rules->colours.letter[i]);
}

/* What a full hand holds besides its double. */
static void add_full(const struct rules *rules, const struct hand *hand, struct text *text)
{
    text_add_string(text, ", ");
    add_kinds(rules, hand->of, text);
    text_add_string(text, hand->has_double ? ", the double not counted" : "");
}

static void fill_action(
    const struct rules *rules, struct position *position, const struct step *step, int rule, struct facts *facts)
{
    const struct hand *hand = &position->hands[position->state.seat - 1];
    char own[FIELD_TEXT];
    field_text(position->pawns[position->state.seat - 1], own);
    if (rule == NOT_ADJACENT)
        text_printf(
            &facts->reason, "does not touch %s, where the pawn stands, and a piece is placed only next to it", own);
    else if (rule == NOT_IN_HAND)
        add_hand(rules, hand, &facts->reason);
    else if (rule == BANK_EMPTY)
        add_bank(rules, position, step, &facts->reason);
    else if (rule == MUST_ACT || rule == MUST_PLACE)
        add_action(rules, position, &facts->reason);
    else if (rule == COLOUR_ON_COLOUR)
        text_add_string(&facts->reason, up_name(rules, position, step->cell));
    else if (rule == PAWN_OCCUPIED)
        add_pawn(rules, position, step->cell, facts);
    else if (rule == HAND_FULL)
        add_full(rules, hand, &facts->reason);
    else if (rule == TOUCH)
        text_add_string(&facts->reason, "a piece on the ground");
    if (rule == COLOUR_ON_COLOUR || rule == DOUBLE_GROUND)
        text_add_string(&facts->also, down_name(rules, step));
    else if (rule == PAWN_OCCUPIED)
        text_add_string(&facts->also, "nothing is laid under a pawn");
    else if (rule == MUST_PLACE && position->bank_size == 0)
        text_add_string(&facts->also, "the bank is empty");
    else if (rule == MUST_PLACE)
        text_printf(&facts->also, "a hand holds at most %u piece%s and this one is full", rules->hand_limit,
            rules->hand_limit == 1 ? "" : "s");
    facts->found = rule == TOUCH ? staka_touching(rules, position, step->cell) : hand->size;
    facts->wanted = rule == TOUCH ? rules->touch : rules->hand_limit;
}

static void fill_start(
    const struct rules *rules, struct position *position, const struct step *step, int rule, struct facts *facts)
{
    bool known =
        colour_of(rules, step_letters(step, 0)) != NO_COLOUR && colour_of(rules, step_letters(step, 1)) != NO_COLOUR;
    if (rule == START_KIND)
        add_left(rules, position, known, &facts->reason);
    else if (rule == START_COLOURS)
        add_lacking(rules, position, step, &facts->reason);
    else if (rule == PAWN_COLOUR)
        text_printf(&facts->reason, "the pawn of %s is set on a piece with %s up", player_name(position->state.seat),
            rules->colours.name[position->hands[position->state.seat - 1].colour]);
    else if (rule == TOUCH)
        text_add_string(&facts->reason, position->laid == 1 ? "the second piece" : "a piece on the ground");
    else if (rule == PAWN_OCCUPIED)
        add_pawn(rules, position, step->cell, facts);
    if (rule == PAWN_COLOUR && field_has(&position->taken, step->cell))
        text_printf(&facts->also, ", %s up", up_name(rules, position, step->cell));
    else if (rule == DOUBLE_GROUND)
        text_add_string(&facts->also, down_name(rules, step));
    else if (rule == PAWN_OCCUPIED)
        text_add_string(&facts->also, "no two pawns stand together");
    facts->found = rule == TOUCH ? staka_touching(rules, position, step->cell) : 0;
    facts->wanted = position->laid == 1 ? 1 : rules->touch;
}

static void fill(const struct rules *rules, struct position *position, const struct turn *turn, int rule, uint16_t part,
    struct facts *facts)
{
    const struct step *step = &turn->steps[part == FAULT_WHOLE ? 0 : part];
    if (part != FAULT_WHOLE && step->cell != BEYOND && step->cell != FIELD_NONE) {
        field_text(step->cell, facts->place);
        add_pile(position, rules, step->cell, &facts->pile);
    }
    snprintf(facts->piece, sizeof facts->piece, "%c%c", (char)step_letters(step, 0), (char)step_letters(step, 1));
    if (rule == PHASE)
        add_phase(rules, position, &facts->reason);
    else if (position->phase != PHASE_PLAY)
        fill_start(rules, position, step, rule, facts);
    else if (part + 1u < turn->count)
        fill_movement(rules, position, turn, rule, facts);
    else
        fill_action(rules, position, step, rule, facts);
}

static bool raise_window(const struct step *step, uint16_t part, struct fault *fault)
{
    unsigned row = step->count >> 16;
    char letters[3] = {(char)('a' + row % 26), '\0', '\0'};
    if (row >= 26)
        snprintf(letters, sizeof letters, "%c%c", (char)('a' + row / 26 - 1), (char)('a' + row % 26));
    return fault_raise(fault, &common_rules[COMMON_WINDOW], part, "%s%u", letters, step->count & 65535);
}

/* A movement is named as a whole. */
static void name_step(const struct turn *turn, uint16_t part, char text[32])
{
    char names[2][24] = {"", ""};
    if (part == FAULT_WHOLE)
        part = 0;
    staka_step_text(&turn->steps[part], names[0]);
    if (turn->count == 3 && part < 2) {
        staka_step_text(&turn->steps[0], names[0]);
        staka_step_text(&turn->steps[1], names[1]);
    }
    snprintf(text, 32, "%.15s%.15s", names[0], names[1]);
}

bool staka_raise(const struct rules *rules, struct position *position, const struct turn *turn, int rule, uint16_t part,
    struct fault *fault)
{
    struct facts facts = {.found = 0};
    unsigned from = position->pawns[position->state.seat - 1];
    if (fault == NULL)
        return false;
    if (rule == WINDOW)
        return raise_window(
            &turn->steps[part != FAULT_WHOLE && turn->steps[part].cell == BEYOND ? part : 0], part, fault);
    bool is_action = position->phase == PHASE_PLAY && turn->count == 3 && part == 2;
    if (is_action)
        staka_move_pawn(rules, position, turn->steps[1].cell);
    if (rule == PHASE && turn->steps[0].cell == BEYOND)
        snprintf(facts.step, sizeof facts.step, "this");
    else
        name_step(turn, part, facts.step);
    fill(rules, position, turn, rule, part, &facts);
    if (is_action)
        staka_move_pawn(rules, position, from);
    fault_raise(fault, &staka_rules[rule], part,
        "%s" FACT_BREAK "%s" FACT_BREAK "%s" FACT_BREAK "%s" FACT_BREAK "%s" FACT_BREAK "%u" FACT_BREAK "%u" FACT_BREAK
        "%s" FACT_BREAK "%s",
        facts.step, facts.place, text_slice(&facts.pile).at, facts.piece, text_slice(&facts.reason).at, facts.found,
        facts.wanted, text_slice(&facts.also).at, player_name(position->state.seat));
    text_release(&facts.also);
    text_release(&facts.pile);
    text_release(&facts.reason);
    return false;
}

/* Why a turn of Staka is illegal, in facts. */
#include "games/common.h"
#include "games/staka.h"
#include "games/staka_rules.h"

#include <stdio.h>
#include <string.h>

static void add_pile(const struct position *position, const struct rules *rules, unsigned at, struct text *text)
{
    const struct pile *place = place_at(rules, position, at);
    const char *before = place == NULL ? "nothing" : "";
    text_add_string(text, before);
    for (unsigned top = place == NULL ? 0 : place->top; top != 0; top = position->pieces[top - 1].below) {
        const struct piece *piece = &position->pieces[top - 1];
        text_printf(text, "%s%c%c", before, rules->colours.letter[piece->up], rules->colours.letter[piece->down]);
        before = " on ";
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

/* A piece of the hand that can be placed, "WR@z27", if there is one. */
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
            text_printf(text, "a piece can be placed, such as %s", name);
            return true;
        }
    return false;
}

/* What can be done in the stead of nothing: a piece put down, or one taken. */
static void add_action(const struct rules *rules, struct position *position, struct text *text)
{
    unsigned kind = 0;
    if (add_placement(rules, position, text))
        return;
    while (kind + 1u < rules->kinds && position->bank[kind] == 0)
        kind++;
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

/* Whose pawn stands there; the mover's own only where no other does. */
static void add_pawn(const struct rules *rules, const struct position *position, unsigned at, struct text *facts)
{
    const struct pile *place = place_at(rules, position, at);
    unsigned mover = position->state.seat;
    unsigned seat = mover;
    for (unsigned i = position->state.players; place != NULL && i > 0; i--)
        if (i != mover && (place->pawns >> (i - 1) & 1) != 0)
            seat = i;
    text_printf(facts, FACT(pawn, "%s's%s pawn"), player_name(seat), seat == mover ? " own" : "");
}

static void add_movement(
    const struct rules *rules, struct position *position, const struct turn *turn, int rule, struct text *facts)
{
    unsigned from = turn->steps[0].cell;
    unsigned to = turn->steps[1].cell;
    char own[FIELD_TEXT];
    field_text(position->pawns[position->state.seat - 1], own);
    if (rule == PAWN_SOURCE) {
        text_printf(facts, FACT(pawn, "%s"), own);
    } else if (rule == MUST_WALK) {
        text_add_string(facts, FACT(walk, ""));
        add_walk(rules, position, facts);
    } else if (rule == WALK_COLOUR) {
        text_printf(facts, FACT(colour, "%s") FACT(colours, ""), up_name(rules, position, to));
        add_colours(rules, position, facts);
    } else if (rule == PAWN_OCCUPIED) {
        add_pawn(rules, position, to, facts);
        text_add_string(facts, FACT(why, "no two pawns stand together"));
    } else if (rule == SWIM_EDGE) {
        text_add_string(facts, FACT(why, ""));
        add_swim_reason(rules, position, from, to, facts);
    } else if (rule == SWIM_GROUND) {
        text_printf(facts, FACT(height, "%u"), step_height(rules, position, to));
    } else if (rule == NOT_ADJACENT) {
        bool taken = field_has(&position->taken, to);
        text_printf(facts, FACT(why, "%s%s, and a pawn walks only to a stack that touches its own"),
            taken ? "does not touch " : "is empty", taken ? own : "");
    } else if (rule == CLIMB) {
        text_printf(facts, FACT(from, "%u") FACT(to, "%u") FACT(limit, "%u"), step_height(rules, position, from),
            step_height(rules, position, to), rules->climb);
    }
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

/* What only rules of an action need to say, but for those of every phase. */
static void add_action_facts(
    const struct rules *rules, struct position *position, const struct step *step, int rule, struct text *facts)
{
    const struct hand *hand = &position->hands[position->state.seat - 1];
    char own[FIELD_TEXT];
    field_text(position->pawns[position->state.seat - 1], own);
    if (rule == NOT_ADJACENT) {
        text_printf(
            facts, FACT(why, "does not touch %s, where the pawn stands, and a piece is placed only next to it"), own);
    } else if (rule == NOT_IN_HAND) {
        text_add_string(facts, FACT(hand, ""));
        add_hand(rules, hand, facts);
    } else if (rule == BANK_EMPTY) {
        text_add_string(facts, FACT(why, ""));
        add_bank(rules, position, step, facts);
    } else if (rule == COLOUR_ON_COLOUR) {
        text_printf(
            facts, FACT(up, "%s") FACT(down, "%s"), up_name(rules, position, step->cell), down_name(rules, step));
    } else if (rule == PAWN_OCCUPIED) {
        add_pawn(rules, position, step->cell, facts);
        text_add_string(facts, FACT(why, "nothing is laid under a pawn"));
    } else if (rule == HAND_FULL) {
        text_printf(facts, FACT(count, "%u") FACT(limit, "%u") FACT(note, ""), hand->size, rules->hand_limit);
        add_full(rules, hand, facts);
    } else if (rule == MUST_PLACE && position->bank_size == 0) {
        text_add_string(facts, FACT(why, "the bank is empty"));
    } else if (rule == MUST_PLACE) {
        text_printf(facts, FACT(why, "a hand holds at most %u piece%s and this one is full"), rules->hand_limit,
            rules->hand_limit == 1 ? "" : "s");
    }
    if (rule == MUST_ACT || rule == MUST_PLACE) {
        text_add_string(facts, FACT(action, ""));
        add_action(rules, position, facts);
    }
}

static void add_start(
    const struct rules *rules, struct position *position, const struct step *step, int rule, struct text *facts)
{
    bool known =
        colour_of(rules, step_letters(step, 0)) != NO_COLOUR && colour_of(rules, step_letters(step, 1)) != NO_COLOUR;
    if (rule == START_KIND) {
        text_add_string(facts, FACT(left, ""));
        add_left(rules, position, known, facts);
    } else if (rule == START_COLOURS) {
        text_add_string(facts, FACT(what, ""));
        add_lacking(rules, position, step, facts);
    } else if (rule == PAWN_COLOUR) {
        bool taken = field_has(&position->taken, step->cell);
        text_printf(facts, FACT(note, "%s%s%s") FACT(why, "the pawn of %s is set on a piece with %s up"),
            taken ? ", " : "", taken ? up_name(rules, position, step->cell) : "", taken ? " up" : "",
            player_name(position->state.seat), rules->colours.name[position->hands[position->state.seat - 1].colour]);
    } else if (rule == PAWN_OCCUPIED) {
        add_pawn(rules, position, step->cell, facts);
        text_add_string(facts, FACT(why, "no two pawns stand together"));
    }
}

/* What a piece touches, and at least must: at the start the second one only the first. */
static void add_touch(
    const struct rules *rules, const struct position *position, const struct step *step, struct text *facts)
{
    bool second = position->phase == PHASE_START && position->laid == 1;
    text_printf(facts, FACT(touching, "%u") FACT(what, "%s") FACT(needed, "%u"),
        staka_touching(rules, position, step->cell), second ? "the second piece" : "a piece on the ground",
        second ? 1 : rules->touch);
}

static void add_facts(const struct rules *rules, struct position *position, const struct turn *turn, int rule,
    uint16_t part, struct text *facts)
{
    const struct step *step = &turn->steps[part == FAULT_WHOLE ? 0 : part];
    if (part != FAULT_WHOLE && step->cell != BEYOND && step->cell != FIELD_NONE) {
        char place[FIELD_TEXT];
        field_text(step->cell, place);
        text_printf(facts, FACT(place, "%s") FACT(pile, ""), place);
        add_pile(position, rules, step->cell, facts);
    }
    text_printf(facts, FACT(piece, "%c%c") FACT(player, "%s"), (char)step_letters(step, 0), (char)step_letters(step, 1),
        player_name(position->state.seat));
    if (rule == PHASE) {
        text_add_string(facts, FACT(why, ""));
        add_phase(rules, position, facts);
    } else if (rule == TOUCH) {
        add_touch(rules, position, step, facts);
    } else if (rule == DOUBLE_GROUND) {
        text_printf(facts, FACT(colour, "%s"), down_name(rules, step));
    } else if (position->phase != PHASE_PLAY) {
        add_start(rules, position, step, rule, facts);
    } else if (part + 1u < turn->count) {
        add_movement(rules, position, turn, rule, facts);
    } else {
        add_action_facts(rules, position, step, rule, facts);
    }
}

static bool raise_window(const struct step *step, uint16_t part, struct fault *fault)
{
    unsigned row = step->count >> 16;
    char letters[3] = {(char)('a' + row % 26), '\0', '\0'};
    if (row >= 26)
        snprintf(letters, sizeof letters, "%c%c", (char)('a' + row / 26 - 1), (char)('a' + row % 26));
    return fault_raise(fault, &common_rules[COMMON_WINDOW], part, FACT(place, "%s%u"), letters, step->count & 65535);
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
    char name[32] = "this";
    unsigned from = position->pawns[position->state.seat - 1];
    if (rule == WINDOW)
        return raise_window(
            &turn->steps[part != FAULT_WHOLE && turn->steps[part].cell == BEYOND ? part : 0], part, fault);
    struct text *facts = fault_begin(fault, &staka_rules[rule], part);
    if (facts == NULL)
        return false;
    bool is_action = position->phase == PHASE_PLAY && turn->count == 3 && part == 2;
    if (is_action)
        staka_move_pawn(rules, position, turn->steps[1].cell);
    if (rule != PHASE || turn->steps[0].cell != BEYOND)
        name_step(turn, part, name);
    text_printf(facts, FACT(step, "%s"), name);
    add_facts(rules, position, turn, rule, part, facts);
    if (is_action)
        staka_move_pawn(rules, position, from);
    return false;
}

/* Why a play in Stakd is illegal, said with what lies where. */
#include "games/common.h"
#include "games/stakd.h"
#include "games/stakd_rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A piece of LAYER that is of SHAPE, or any, and has a node of FORM on PLACE; NULL. */
static const struct piece *piece_under(const struct rules *rules, const struct position *position, unsigned layer,
    unsigned shape, const struct form *form, unsigned place)
{
    for (unsigned i = 0; i < position->count; i++) {
        const struct piece *piece = &position->pieces[i];
        if (piece->layer == layer && (shape == NO_SHAPE || piece_shape(rules, piece) == shape) &&
            piece_meets(rules, piece, form, place))
            return piece;
    }
    return NULL;
}

/* The piece below that already carries one of SHAPE, and that one. */
static const struct piece *carrier(const struct rules *rules, const struct position *position, unsigned shape,
    const struct attempt *attempt, const struct piece **carried)
{
    const struct form *form = &rules->form[attempt->form];
    for (unsigned i = position->below; i < position->top; i++) {
        const struct piece *piece = &position->pieces[i];
        if ((piece->carries >> shape & 1) == 0 || !piece_meets(rules, piece, form, attempt->place))
            continue;
        *carried = piece_under(rules, position, position->layer, shape, piece_form(rules, piece), piece->place);
        return piece;
    }
    return NULL;
}

static void add_piece(const struct rules *rules, const struct piece *piece, char text[PIECE_TEXT])
{
    if (piece != NULL)
        stakd_piece_text(rules, piece->form, piece->place, text);
}

/* The first node that is in SET, or with OUTSIDE is not. */
static void add_node(const struct form *form, unsigned place, const struct field_set *set, bool outside, char *text)
{
    for (unsigned i = 0; i < form->nodes; i++)
        if (field_has(set, form_node(form, place, i)) != outside) {
            field_text(form_node(form, place, i), text);
            return;
        }
}

/* What rules say of a play, for the facts of their messages. */
struct reasons {
    char node[PIECE_TEXT];
    char other[PIECE_TEXT]; /* the piece it meets */
    char third[PIECE_TEXT]; /* what stands on that, or a play there is */
    unsigned layer;         /* of the play */
    unsigned needed;        /* by the ruleset */
    unsigned count;
    struct text *why; /* to be added to */
};

static void explain_base(const struct rules *rules, const struct position *position, const struct attempt *attempt,
    int rule, struct reasons *reasons)
{
    struct field_set spare;
    const struct field_set *ground = stakd_ground(rules, position, &spare);
    const struct form *form = &rules->form[attempt->form];
    add_piece(rules, piece_under(rules, position, 0, NO_SHAPE, form, attempt->place), reasons->other);
    reasons->layer = 0;
    if (rule == BASE_STACK)
        text_add_string(reasons->why,
            form_is_within(form, attempt->place, ground) ? "all its nodes lie on bases"
                                                         : "it is marked '^', the start of a layer; leave that out");
    if (rule == OVERLAP) {
        add_node(form, attempt->place, ground, false, reasons->node);
        text_add_string(reasons->why, "a base needs all its nodes free");
    }
    reasons->needed = rules->base_touch;
    reasons->count = form_touch_count(rules, form, attempt->place, ground);
}

static void explain_here(const struct rules *rules, const struct position *position, const struct attempt *attempt,
    int rule, struct reasons *reasons)
{
    const struct form *form = &rules->form[attempt->form];
    const struct piece *other = NULL;
    const struct piece *third = NULL;
    unsigned layer = position->layer;
    if (rule == OVERHANG)
        add_node(form, attempt->place, &position->under, true, reasons->node);
    else if (rule == OVERLAP)
        add_node(form, attempt->place, &position->nodes, false, reasons->node);
    if (rule == ONE_TYPE || rule == TERMINATED)
        other = carrier(rules, position, rule == ONE_TYPE ? attempt->shape : rules->bomber, attempt, &third);
    else if (rule == BOMBER_PER_LAYER)
        for (unsigned i = position->top; i < position->count; i++)
            other = piece_shape(rules, &position->pieces[i]) == rules->bomber ? &position->pieces[i] : other;
    else if (rule == NOT_CONNECTED)
        other = &position->pieces[position->count - 1];
    else
        other = piece_under(rules, position, rule == OVERLAP ? layer : layer - 1, NO_SHAPE, form, attempt->place);
    add_piece(rules, other, reasons->other);
    add_piece(rules, third, reasons->third);
    reasons->layer = layer;
    if (rule == OVERLAP)
        text_printf(reasons->why, "all its nodes must be free there, or all covered to start layer %u", layer + 1);
}

static void explain_start(const struct rules *rules, const struct position *position, const struct attempt *attempt,
    int rule, struct reasons *reasons)
{
    const struct form *form = &rules->form[attempt->form];
    if (rule == OVERHANG)
        add_node(form, attempt->place, &position->nodes, true, reasons->node);
    add_piece(rules, piece_under(rules, position, position->layer, NO_SHAPE, form, attempt->place), reasons->other);
    if (rule == NEW_LAYER_EARLY)
        stakd_example(rules, position, reasons->third);
    if (position->layer == 0)
        text_add_string(reasons->why, "the first on the bases");
    else
        text_printf(reasons->why, "all covered on layer %u", position->layer);
    reasons->layer = position->layer + 1u;
    reasons->needed = rules->new_layer_after;
    reasons->count = position->count - position->top;
}

static void explain(const struct rules *rules, const struct position *position, const struct attempt *attempt, int rule,
    struct reasons *reasons)
{
    if (rule == BASES_FIRST && stakd_example(rules, position, reasons->third))
        text_printf(reasons->why, "; lay one, such as %s", reasons->third);
    if (rule == NOT_IN_HAND && attempt->shape == NO_SHAPE)
        text_add_string(reasons->why, ", of which there is none in this game");
    if (rule == BASES_FIRST || rule == NOT_IN_HAND)
        return;
    if (attempt->shape == rules->base)
        explain_base(rules, position, attempt, rule, reasons);
    else if (is_start(position, &rules->form[attempt->form], attempt->place))
        explain_start(rules, position, attempt, rule, reasons);
    else
        explain_here(rules, position, attempt, rule, reasons);
}

static bool raise_beyond(const struct step *step, const char *name, struct fault *fault)
{
    return fault_raise(fault, &common_rules[COMMON_WINDOW], 0, FACT(place, "%s %s"),
        step->cell == FIELD_NONE ? "the anchor of" : "a node of", name);
}

static bool raise_mark(const struct position *position, const char *name, struct fault *fault)
{
    return fault_raise(fault, &common_rules[COMMON_MARK_WRONG], 0,
        FACT(step, "%s") FACT(mark, "^") FACT(why, "it starts no layer: it is laid on layer %u")
            FACT(note, "; write it %.*s"),
        name, position->layer, (int)strcspn(name, "^"), name);
}

void stakd_note_mark(const struct position *position, const struct step *step, struct fault *fault)
{
    char name[PIECE_TEXT];
    stakd_step_text(step, name);
    fault_raise(fault, &common_rules[COMMON_MARK_MISSING], 0,
        FACT(step, "%s") FACT(what, "starts layer %u") FACT(mark, "^"), name, position->layer + 1u);
}

bool stakd_raise(
    const struct rules *rules, const struct position *position, const struct step *step, int rule, struct fault *fault)
{
    const struct attempt attempt = stakd_attempt(rules, step);
    const uint8_t *hand = position->hands[position->state.seat - 1];
    char name[PIECE_TEXT];
    stakd_step_text(step, name);
    if (rule == BEYOND_WINDOW)
        return raise_beyond(step, name, fault);
    if (rule == MARK_WRONG)
        return raise_mark(position, name, fault);
    struct text *facts = fault_begin(fault, &stakd_rules[rule], 0);
    struct reasons reasons = {.why = facts};
    if (facts == NULL)
        return false;
    text_add_string(facts, rule == BASES_FIRST || rule == NOT_IN_HAND ? FACT(note, "") : FACT(why, ""));
    explain(rules, position, &attempt, rule, &reasons);
    text_printf(facts,
        FACT(step, "%s") FACT(node, "%s") FACT(piece, "%s") FACT(other, "%s") FACT(layer, "%u") FACT(under, "%u")
            FACT(needed, "%u") FACT(count, "%u") FACT(player, "%s") FACT(letter, "%c") FACT(shape, "%s")
                FACT(bases, "%u") FACT(hand, ""),
        name, reasons.node, reasons.other, reasons.third, reasons.layer, reasons.layer == 0 ? 0 : reasons.layer - 1,
        reasons.needed, reasons.count, player_name(position->state.seat), (char)step_writing(step).letter,
        attempt.shape == NO_SHAPE ? "piece" : rules->shape[attempt.shape].name, hand[rules->base]);
    stakd_hand_text(rules, position, position->state.seat, " ", facts);
    return false;
}

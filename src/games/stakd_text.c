/* Stakd as text: pieces, hands, positions. */
#include "games/common.h"
#include "games/stakd.h"

#include <stdio.h>
#include <stdlib.h>

void stakd_piece_text(const struct rules *rules, unsigned index, unsigned place, char text[PIECE_TEXT])
{
    const struct form *form = &rules->form[index];
    char name[FIELD_TEXT];
    field_text(place, name);
    int length = snprintf(text, PIECE_TEXT, "%c@%s", rules->shape[form->shape].letter, name);
    if (form->turn > 0)
        snprintf(text + length, PIECE_TEXT - (size_t)length, "/%u", form->turn);
}

/* As written, also beyond the window. */
void stakd_step_text(const struct step *step, char text[PIECE_TEXT])
{
    const struct writing writing = step_writing(step);
    unsigned row = writing.row - 1;
    *text++ = (char)writing.letter;
    *text++ = '@';
    if (row >= 26)
        *text++ = (char)('a' + (row / 26 - 1) % 26);
    *text++ = (char)('a' + row % 26);
    text = number_write(text, writing.column);
    if (writing.turn > 0) {
        *text++ = '/';
        text = number_write(text, writing.turn);
    }
    if (step->mark == '^')
        *text++ = '^';
    *text = '\0';
}

void stakd_hand_text(
    const struct rules *rules, const struct position *position, unsigned seat, const char *between, struct text *text)
{
    const struct table *table = &rules->tables[position->state.players];
    const uint8_t *hand = position->hands[seat - 1];
    bool any = false;
    for (unsigned i = 0; i < rules->shapes; i++) {
        unsigned shape = table->order[i];
        if (hand[shape] == 0)
            continue;
        text_printf(text, "%s%c%u", any ? between : "", rules->shape[shape].letter, hand[shape]);
        any = true;
    }
    if (!any)
        text_add_string(text, between[0] == '\0' ? "-" : "nothing");
}

/* Writing. */

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The COUNT pieces from FIRST on, sorted. */
static void write_layer(
    const struct rules *rules, const struct position *position, unsigned first, unsigned count, struct text *text)
{
    char names[PIECES][PIECE_TEXT];
    for (unsigned i = 0; i < count; i++) {
        const struct piece *piece = &position->pieces[first + i];
        stakd_piece_text(rules, piece->form, piece->place, names[i]);
    }
    qsort(names, count, sizeof names[0], compare_texts);
    for (unsigned i = 0; i < count; i++)
        text_printf(text, "%s%s", i > 0 ? "," : "", names[i]);
}

static void write_layers(const struct rules *rules, const struct position *position, struct text *text)
{
    unsigned first = 0;
    if (position->count == 0)
        text_add_char(text, '-');
    while (first < position->count) {
        unsigned layer = position->pieces[first].layer;
        unsigned count = 0;
        while (first + count < position->count && position->pieces[first + count].layer == layer)
            count++;
        text_printf(text, "%s%u:", first > 0 ? ";" : "", layer);
        write_layer(rules, position, first, count, text);
        first += count;
    }
}

static void write_out(const struct position *position, struct text *text)
{
    unsigned left = position->out;
    text_add_string(text, left == 0 ? " -" : " ");
    for (; left != 0; left &= left - 1)
        text_printf(text, "%s%u", left == position->out ? "" : ",", (unsigned)__builtin_ctz(left) + 1);
}

void stakd_write_position(const void *any_rules, const struct state *state, struct text *text)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    write_layers(rules, position, text);
    for (unsigned seat = 1; seat <= state->players; seat++) {
        text_add_char(text, seat > 1 ? '/' : ' ');
        stakd_hand_text(rules, position, seat, "", text);
    }
    write_out(position, text);
    text_printf(text, " %u%s ", state->seat, position->toppled != 0 ? "!" : "");
    if (position->last == 0)
        text_add_char(text, '-');
    else
        text_printf(text, "%u", position->last);
    if (position->bomber != 0)
        text_printf(text, ",%c%u", rules->shape[rules->bomber].letter, position->bomber);
    text_printf(text, " %u", state->number);
}

/* SPDX-License-Identifier: MIT */
#include "record/turn_forms.h"

#include "record/record.h"

const struct turn_form turn_forms[] = {
#include "turn_table.inc"
};

/* Of the places in MAY those that take C. */
static uint64_t places_taking(const struct turn_form *form, uint64_t may, char c)
{
    uint64_t took = 0;
    const unsigned char code = (unsigned char)c;
    for (unsigned i = 0; may >> i != 0 && code < 128; i++)
        if ((may >> i & 1) != 0 && (form->places[i].takes[code / 64] >> code % 64 & 1) != 0)
            took |= (uint64_t)1 << i;
    return took;
}

/* The places that may come after those of TOOK. */
static uint64_t places_following(const struct turn_form *form, uint64_t took)
{
    uint64_t may = 0;
    for (unsigned i = 0; took >> i != 0; i++)
        if ((took >> i & 1) != 0)
            may |= form->places[i].follow;
    return may;
}

/* As far as TEXT may begin a turn; in *MAY the places that may come after that. */
static size_t walk_automaton(
    const struct turn_form *form, struct slice text, turn_end_visitor *visit, void *context, uint64_t *may)
{
    size_t length = 0;
    uint64_t took = 0;
    uint64_t next;
    *may = form->first;
    while (length < text.length && (next = places_taking(form, *may, text.at[length])) != 0) {
        took = next;
        length++;
        *may = places_following(form, took);
        if ((took & form->last) != 0 && !visit(context, length))
            break;
    }
    *may &= ~took; /* a number that goes on is nothing new */
    return length;
}

size_t turn_form_ends(const struct turn_form *form, struct slice text, turn_end_visitor *visit, void *context)
{
    uint64_t may;
    return walk_automaton(form, text, visit, context, &may);
}

static bool note_end(void *covered, size_t end)
{
    *(size_t *)covered = end;
    return true;
}

size_t turn_form_reach(const struct turn_form *form, struct slice text, size_t *covered)
{
    uint64_t may;
    *covered = 0;
    return walk_automaton(form, text, note_end, covered, &may);
}

void turn_form_expect(const struct turn_form *form, struct slice text, struct text *list)
{
    const char *wanted[65];
    unsigned count = 0;
    size_t covered = 0;
    uint64_t may;
    const size_t length = walk_automaton(form, text, note_end, &covered, &may);
    for (unsigned i = 0; may >> i != 0; i++)
        if ((may >> i & 1) != 0 && form->places[i].wanted != NULL &&
            (count == 0 || wanted[count - 1] != form->places[i].wanted))
            wanted[count++] = form->places[i].wanted;
    if (length == covered && length > 0)
        wanted[count++] = "a space";
    for (unsigned i = 0; i < count; i++)
        text_printf(list, "%s%s",
            i == 0                                    ? ""
                : i + 1 < count                       ? ", "
                : count > 2 || strchr(wanted[0], ' ') ? ", or "
                                                      : " or ",
            wanted[i]);
}

bool turn_form_covers(const struct turn_form *form, struct slice text)
{
    size_t covered;
    turn_form_reach(form, text, &covered);
    return covered > 0 && covered == text.length;
}

static bool matches_form(const struct turn_form *form, struct slice text, bool whole)
{
    size_t covered;
    return whole ? turn_form_covers(form, text) : turn_form_reach(form, text, &covered) == text.length;
}

enum turn_shape turn_form_of(enum turn_shape own, struct slice text, bool whole)
{
    if (own != TURN_NONE && matches_form(&turn_forms[own], text, whole))
        return own;
    for (enum turn_shape other = TURN_NONE + 1; other < TURN_PASS; other++)
        if (!turn_forms[other].bare && matches_form(&turn_forms[other], text, whole))
            return other;
    return TURN_NONE;
}

bool turn_form_begins(struct slice text)
{
    size_t covered = 0;
    for (enum turn_shape shape = TURN_NONE + 1; shape < TURN_PASS && covered == 0; shape++)
        if (!turn_forms[shape].bare)
            turn_form_reach(&turn_forms[shape], text, &covered);
    return covered > 0;
}

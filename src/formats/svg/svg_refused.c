/* SPDX-License-Identifier: MIT */
/* What of a turn was refused, and where. */
#include "formats/svg/svg.h"

#include <stdio.h>
#include <stdlib.h>

/* The next run of letters and digits in *WORDS, without what is before and in it; empty: none. */
static struct slice next_word(struct slice *words)
{
    size_t length = 0;
    while (words->length > 0 && !is_letter(*words->at) && !is_digit(*words->at))
        *words = slice_after(*words, 1);
    while (length < words->length && (is_letter(words->at[length]) || is_digit(words->at[length])))
        length++;
    const struct slice word = slice_shorter(*words, length);
    *words = slice_after(*words, length);
    return word;
}

static bool has_word(struct slice words, struct slice wanted)
{
    for (struct slice word; word = next_word(&words), word.length > 0;)
        if (slice_equal(word, wanted))
            return true;
    return false;
}

/* How many of NAME are letters where it is some small ones and a number, as that of a cell; else 0. */
static size_t letters_of(struct slice name)
{
    size_t letters = 0;
    while (letters < name.length && name.at[letters] >= 'a' && name.at[letters] <= 'z')
        letters++;
    size_t length = letters;
    while (length < name.length && is_digit(name.at[length]))
        length++;
    return length > letters && length == name.length ? letters : 0;
}

static struct view_cell *cell_named(const struct view *view, struct slice name)
{
    for (size_t i = 0; i < view->count; i++)
        if (view->cells[i].board == 0 && slice_is(name, view->cells[i].name))
            return &view->cells[i];
    return NULL;
}

/* Where a board would have the cell NAME, if it has the two before or after it with the same letters: as far again. */
static void mark_beyond(struct view *view, struct slice name, struct arena *arena)
{
    const size_t letters = letters_of(name);
    char written[sizeof view->cells->name];
    if (letters == 0 || name.length >= sizeof written)
        return;
    snprintf(written, sizeof written, "%.*s", (int)name.length, name.at);
    const long number = strtol(written + letters, NULL, 10);
    for (int way = -1; way <= 1; way += 2) {
        const struct view_cell *near[2];
        for (int i = 0; i < 2; i++) {
            SCOPED(text, other);
            text_add(&other, slice_shorter(name, letters));
            text_add_number(&other, number + way * (i + 1));
            near[i] = cell_named(view, text_slice(&other));
        }
        struct view_cell *cell = near[0] == NULL || near[1] == NULL ? NULL : arena_alloc(arena, sizeof *cell);
        if (cell == NULL)
            continue;
        *cell = (struct view_cell){.x = (int16_t)(2 * near[0]->x - near[1]->x),
            .y = (int16_t)(2 * near[0]->y - near[1]->y),
            .marks = VIEW_TO,
            .refused = true,
            .crossed = true};
        memcpy(cell->name, written, sizeof written);
        view->beyond = cell;
    }
}

/* The cells that WORDS name, or else all to which the turn goes, and what goes from or to them; true: something does.
 */
static bool mark_arrows(struct view *view, struct slice words)
{
    bool named = false;
    bool goes = false;
    for (size_t i = 0; i < view->count; i++) {
        struct view_cell *cell = &view->cells[i];
        cell->crossed = cell->board == 0 && cell->marks != 0 && has_word(words, slice_of(cell->name));
        named |= cell->crossed;
    }
    for (size_t i = 0; i < view->count && !named; i++)
        view->cells[i].crossed = (view->cells[i].marks & VIEW_TO) != 0;
    for (size_t i = 0; i < view->arrow_count; i++) {
        struct view_arrow *arrow = &view->arrows[i];
        struct view_cell *ends[2] = {&view->cells[arrow->from], &view->cells[arrow->to]};
        arrow->count = 0; /* as many as the turn says may not be there */
        ends[0]->crossed &= named;
        arrow->refused = ends[0]->crossed || ends[1]->crossed;
        goes |= arrow->refused;
        for (unsigned j = 0; j < 2; j++)
            ends[j]->refused |= arrow->refused;
    }
    return goes;
}

/* The list whose name ends in one of WORDS, if it is marked, or else all that are; the piece of SEAT, or of nobody,
   that they name. */
static void mark_lists(struct view_list *lists, size_t count, unsigned seat, struct slice words)
{
    bool named = false;
    for (size_t i = 0; i < count; i++) {
        struct view_list *list = &lists[i];
        const char *space = strrchr(list->name, ' ');
        list->laid = 0;
        list->refused = list->marks != 0 && space != NULL && has_word(words, slice_of(space + 1));
        named |= list->refused;
        for (unsigned j = list->count; j > 0 && (list->seat == seat || list->seat == 0) && !list->stacked; j--)
            if (has_word(words, slice_of(list->pieces[j - 1].text)))
                list->wanted = &list->pieces[j - 1];
    }
    for (size_t i = 0; i < count; i++)
        lists[i].marks = named && !lists[i].refused ? 0 : lists[i].marks;
}

void svg_mark_refused(struct view *view, unsigned seat, struct slice words, struct arena *arena)
{
    if (view->refused) {
        mark_lists(view->lists, view->list_count, seat, words);
        mark_lists(view->hands, view->hand_count, seat, words);
    }
    const bool goes = view->refused && mark_arrows(view, words);
    for (size_t i = 0; i < view->count && view->refused && !goes; i++)
        view->cells[i].refused = view->cells[i].marks != 0;
    for (struct slice rest = words, word; word = next_word(&rest), word.length > 0 && !view->open && view->count > 0;)
        if (cell_named(view, word) == NULL)
            mark_beyond(view, word, arena);
}

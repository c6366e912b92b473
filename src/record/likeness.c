/* SPDX-License-Identifier: MIT */
/* Whether a text is meant as a record, or is something else. */
#include "record/record_parts.h"

/* As many signs are before a record on its line, at most. */
enum { SIGNS_MOST = 64 };

/* Whether nothing is before AT on its line, but signs such as quotes and lists have. */
static bool is_first_of_line(const struct record *record, uint32_t at)
{
    const char *before = record->source.at + at;
    const char *const least = record->source.at + (at > SIGNS_MOST ? at - SIGNS_MOST : 0);
    while (before > least && before[-1] != '\0' && strchr(" \t>*+-|`", before[-1]) != NULL)
        before--;
    return before == record->source.at || before[-1] == '\n' || before[-1] == '\r' || (unsigned char)before[-1] > 0x7F;
}

/* Whether the line that begins at AT does so with a tag that could not be read, as [White Anna], and not with an index
   or a section: a name, and something after it. */
static bool begins_near_tag(const char *at)
{
    if (*at++ != '[')
        return false;
    size_t letters = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return letters > 0 && at[letters] == ' ';
}

/* How many faults are about tags, in such lines.  They are in the order of the text. */
static size_t count_near_tags(const struct record *record)
{
    const char *at = record->source.at;
    bool near = begins_near_tag(at);
    size_t count = 0;
    for (const struct diagnostic *fault = record->faults.first; fault != NULL; fault = fault->next) {
        for (; at < record->source.at + fault->span.begin; at++)
            if (*at == '\n' || *at == '\r')
                near = begins_near_tag(at + 1);
        count += near && fault->rule == &syntax_rules[SYNTAX_TAG];
    }
    return count;
}

static void count_turns_of_line(struct likeness *likeness, const struct record *record)
{
    const struct line *line = &record->main;
    enum turn_shape before = TURN_NONE;
    bool begun = false; /* the run, or its number, begins a line */
    size_t run = 0;
    for (size_t i = 0; i < line->count; i++) {
        const struct item *item = &line->items[i];
        bool turn = item->kind == ITEM_TURN || (item->kind == ITEM_UNREADABLE && item->shape != TURN_NONE);
        if (!turn && item->kind != ITEM_UNREADABLE && item->kind != ITEM_NUMBER)
            continue;
        if (item->kind != ITEM_NUMBER) {
            run = !turn ? 0 : item->shape == before ? run + 1 : 1;
            begun &= run > 0;
            before = turn ? item->shape : TURN_NONE;
            likeness->turns[turn ? item->shape : TURN_NONE] += turn;
            likeness->others += !turn;
        }
        begun |= (turn || item->kind == ITEM_NUMBER) && is_first_of_line(record, item->span.begin);
        likeness->run = begun && run > likeness->run ? run : likeness->run;
    }
}

void likeness_add(struct likeness *likeness, const struct record *record)
{
    count_turns_of_line(likeness, record);
    for (size_t i = 0; i < record->tag_count; i++)
        *(is_first_of_line(record, record->tags[i].span.begin) ? &likeness->tags : &likeness->near) += 1;
    likeness->near += count_near_tags(record);
    likeness->tags += record->has_table;
    likeness->near += record->has_result;
    likeness->others += record->faults.count;
}

bool likeness_suffices(const struct likeness *likeness)
{
    size_t most = 0;
    for (size_t shape = 0; shape <= TURN_RESIGN; shape++)
        most = likeness->turns[shape] > most ? likeness->turns[shape] : most;
    return likeness->tags > 0 || likeness->others == 0 || likeness->run >= LIKENESS_RUN ||
        (most + likeness->near) * LIKENESS_SHARE >= likeness->others;
}

/* SPDX-License-Identifier: MIT */
/* Whether a text is meant as a record, or is something else. */
#include "record/record_parts.h"

/* Whether nothing is before AT on its line, but signs such as quotes and lists have. */
static bool begins_line(const struct record *record, uint32_t at)
{
    const char *before = record->source.at + at;
    while (before > record->source.at && before[-1] != '\0' && strchr(" \t>*+-|`", before[-1]) != NULL)
        before--;
    return before == record->source.at || before[-1] == '\n' || before[-1] == '\r' || (unsigned char)before[-1] > 0x7F;
}

/* A tag that could not be read, as [White Anna], and not an index or a section: a name, and something after it. */
static bool is_near_tag(const struct record *record, const struct diagnostic *fault)
{
    const char *first = record->source.at;
    const char *at = first + fault->span.begin;
    while (at > first && at[-1] != '\n' && at[-1] != '\r')
        at--;
    if (fault->rule != &syntax_rules[SYNTAX_TAG] || *at++ != '[')
        return false;
    size_t letters = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return letters > 0 && at[letters] == ' ';
}

static void add_turns(struct likeness *likeness, const struct record *record)
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
            likeness->others += !turn && record->mending == NULL;
        }
        begun |= (turn || item->kind == ITEM_NUMBER) && begins_line(record, item->span.begin);
        likeness->run = begun && run > likeness->run ? run : likeness->run;
    }
}

void likeness_add(struct likeness *likeness, const struct record *record)
{
    add_turns(likeness, record);
    if (record->mending != NULL) {
        likeness->tags += record->shape != TURN_NONE && record->main.has_turn && record_tag(record, "Ruleset") != NULL;
        return;
    }
    for (size_t i = 0; i < record->tag_count; i++)
        *(begins_line(record, record->tags[i].span.begin) ? &likeness->tags : &likeness->near) += 1;
    for (const struct diagnostic *fault = record->faults.first; fault != NULL; fault = fault->next)
        likeness->near += is_near_tag(record, fault);
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

/* SPDX-License-Identifier: MIT */
#include "referee/judge/other_tags.h"

#include "games/common.h"
#include "games/registry.h"

#include <stdio.h>

/* The last tag that ROW is about and that says something. */
static const struct tag *find_tag(const struct record *record, const struct other_tag *row)
{
    for (size_t i = record->tag_count; i > 0; i--)
        if (slice_is_word(record->tags[i - 1].name, row->name) && value_is_known(record->tags[i - 1].value))
            return &record->tags[i - 1];
    return NULL;
}

bool is_other_tag(struct slice name)
{
    for (size_t i = 0; games[i] != NULL; i++)
        for (const struct other_tag *row = games[i]->others; row != NULL && row->name != NULL; row++)
            if (slice_is_word(name, row->name))
                return true;
    return false;
}

/* The row of OTHERS with that KEY, or without one. */
static const struct other_tag *find_row(const struct other_tag *others, bool key)
{
    while (others->name != NULL && (others->key != NULL) != key)
        others++;
    return others->name == NULL ? NULL : others;
}

static unsigned count_rows(struct slice position)
{
    unsigned rows = 1;
    for (size_t i = 0; i < position.length; i++)
        rows += position.at[i] == '/';
    return rows;
}

bool other_names(const struct library *library, const struct record *record, struct other_name *other)
{
    const struct game *used = library->used.book.game;
    if (library->forced || record->tag_count == 0)
        return false;
    for (size_t i = 0; games[i] != NULL; i++) {
        const struct other_tag *others = games[i]->others;
        const struct other_tag *place = others == NULL ? NULL : find_row(others, false);
        if (others == NULL || (used != NULL && used != games[i]))
            continue;
        uint32_t size = 0;
        other->game = games[i];
        other->tag = find_tag(record, others);
        if (other->tag != NULL && !slice_number(slice_trim(other->tag->value), 99, &size))
            size = 0;
        if (other->tag == NULL && place != NULL && (other->tag = find_tag(record, place)) != NULL)
            size = count_rows(other->tag->value);
        if (other->tag == NULL)
            continue;
        other->name[0] = '\0';
        if (size > 0)
            snprintf(other->name, sizeof other->name, "%s-%u", games[i]->ruleset.name, size);
        return true;
    }
    return false;
}

bool bad_tag(struct judge *judge, const struct tag *tag, const char *why)
{
    judge_report(judge, &common_rules[COMMON_BAD_TAG], tag->inside, FACT(tag, "%.*s") FACT(value, "%s") FACT(why, "%s"),
        (int)tag->name.length, tag->name.at, excerpt_of(tag->value).text, why);
    return false;
}

/* What VALUE means where "WORD=MEANT|WORD=MEANT" says it; adds the words before that to KNOWN. */
static struct slice meant_by(const char *words, struct slice value, struct text *known)
{
    struct slice rest = slice_of(words);
    for (struct slice pair; slice_split(&rest, '|', &pair);) {
        char word[OTHER_NAME];
        struct slice said = {NULL, 0};
        slice_split(&pair, '=', &said);
        snprintf(word, sizeof word, "%.*s", (int)said.length, said.at);
        if (slice_is_word(value, word))
            return pair;
        text_printf(known, "%s'%s'", known->length == 0 ? "expected one of " : ", ", word);
    }
    return (struct slice){NULL, 0};
}

static bool is_figure(struct slice value)
{
    bool right = value.length < 8;
    for (size_t i = 0; i < value.length; i++)
        right &= value.at[i] == '\0' ? false : strchr("0123456789.-", value.at[i]) != NULL;
    return right;
}

/* Adds what TAG, of ROW, says of its parameter. */
static bool add_override(struct judge *judge, const struct other_tag *row, const struct tag *tag, struct text *text)
{
    struct slice value = slice_trim(tag->value);
    struct text known;
    text_init(&known);
    struct slice meant = row->words != NULL ? meant_by(row->words, value, &known) : value;
    bool right = meant.at != NULL && (row->words != NULL || is_figure(meant));
    if (right)
        text_printf(text, "%s%s=%.*s", text->length > 0 ? " " : "", row->key, (int)meant.length, meant.at);
    else
        bad_tag(judge, tag, row->words != NULL ? text_slice(&known).at : "a number is expected");
    text_release(&known);
    return right;
}

bool other_overrides(struct judge *judge, const struct game *game, struct text *overrides)
{
    for (const struct other_tag *row = game->others + 1; row->name != NULL; row++) {
        const struct tag *tag = row->key == NULL ? NULL : find_tag(judge->record, row);
        if (tag != NULL && !add_override(judge, row, tag, overrides))
            return false;
    }
    return true;
}

void fault_other(
    struct judge *judge, struct library *library, const struct game *game, struct slice name, bool by_default)
{
    struct text one;
    struct text why;
    bool found = false;
    text_init(&one);
    text_init(&why);
    for (const struct other_tag *row = game->others + 1; row->name != NULL && !found; row++) {
        const struct tag *tag = row->key == NULL ? NULL : find_tag(judge->record, row);
        text_clear(&one);
        if (tag == NULL || !add_override(judge, row, tag, &one))
            continue;
        const struct rulebook_entry *entry = rulebooks_get(&library->books, name, by_default, text_slice(&one));
        const struct problem *problem = entry->problems.first;
        found = entry->book.game == NULL && problem != NULL;
        if (found) {
            rule_headline(problem->rule, problem->facts, &why);
            bad_tag(judge, tag, text_slice(&why).at);
        }
    }
    text_release(&one);
    text_release(&why);
}

bool other_agrees(struct judge *judge, const struct rulebook *book)
{
    const struct other_tag *row = book->game->others;
    const struct tag *tag = find_tag(judge->record, row);
    const struct key *key = ruleset_key(&book->game->ruleset, slice_of(row->key));
    uint32_t has = *((const uint8_t *)book->rules + key->offset);
    uint32_t said = 0;
    char why[2 * OTHER_NAME];
    if (tag == NULL || (slice_number(slice_trim(tag->value), UINT32_MAX, &said) && said == has))
        return true;
    snprintf(why, sizeof why, "the ruleset %.*s has %u", (int)slice_shorter(book->name, OTHER_NAME).length,
        book->name.at, has);
    return bad_tag(judge, tag, why);
}

const struct tag *other_position(const struct record *record, const struct other_tag *others)
{
    const struct other_tag *row = find_row(others, false);
    return row == NULL ? NULL : find_tag(record, row);
}

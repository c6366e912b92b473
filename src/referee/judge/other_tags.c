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

/* Whether ROW says which words are results. */
static bool is_result(const struct other_tag *row)
{
    return row->key == NULL && row->words != NULL;
}

bool is_other_tag(struct slice name)
{
    for (size_t i = 0; games[i] != NULL; i++)
        for (const struct other_tag *row = games[i]->foreign.tags; row != NULL && row->name != NULL; row++)
            if (!is_result(row) && slice_is_word(name, row->name))
                return true;
    return false;
}

/* The row of OTHERS that is a Position, or with RESULT that of results. */
static const struct other_tag *find_other_row(const struct other_tag *others, bool result)
{
    while (others->name != NULL && (others->key != NULL || is_result(others) != result))
        others++;
    return others->name == NULL ? NULL : others;
}

/* The letters of VALUE, "word+letters", a bit each. */
static bool read_letters(const struct other_tag *row, struct slice value, unsigned *letters)
{
    const size_t word = strlen(row->words);
    *letters = 0;
    if (!slice_is_word(slice_shorter(value, word), row->words))
        return false;
    for (size_t i = word + 1; i < value.length; i++) {
        const char *letter = memchr(row->letters, value.at[i] & ~0x20, strlen(row->letters));
        const unsigned bit = letter == NULL ? 0 : 1u << (letter - row->letters);
        if ((*letters & bit) == bit) /* or it is none */
            return false;
        *letters |= bit;
    }
    return value.length == word || (value.at[word] == '+' && *letters != 0);
}

/* LETTERS after BEFORE, small ones with SMALL 0x20; nothing where there are none. */
static const char *write_letters(
    const struct other_tag *row, char before, unsigned letters, int small, char text[OTHER_NAME])
{
    char *at = text;
    if (letters != 0)
        *at++ = before;
    for (size_t i = 0; row->letters[i] != '\0'; i++)
        if ((letters >> i & 1) != 0)
            *at++ = (char)(row->letters[i] | small);
    *at = '\0';
    return text;
}

/* The name of the ruleset that VALUE of the first of OTHER's tags gives, empty: it gives none. */
static void read_other_name(struct other_name *other, struct slice value)
{
    const struct other_tag *row = other->game->foreign.tags;
    char text[OTHER_NAME];
    uint32_t number;
    unsigned letters;
    if (row->letters == NULL && slice_number(value, 99, &number) && number > 0)
        snprintf(other->name, sizeof other->name, "%s-%u", other->game->ruleset.name, number);
    else if (row->letters != NULL && read_letters(row, value, &letters))
        snprintf(other->name, sizeof other->name, "%s%s", other->game->ruleset.name,
            write_letters(row, '-', letters, 0x20, text));
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
        const struct other_tag *others = games[i]->foreign.tags;
        const struct other_tag *place = others == NULL ? NULL : find_other_row(others, false);
        if (others == NULL || (used != NULL && used != games[i]))
            continue;
        other->game = games[i];
        other->name[0] = '\0';
        other->tag = find_tag(record, others);
        if (other->tag != NULL)
            read_other_name(other, slice_trim(other->tag->value));
        else if (place != NULL && (other->tag = find_tag(record, place)) != NULL)
            snprintf(other->name, sizeof other->name, "%s-%u", games[i]->ruleset.name, count_rows(other->tag->value));
        else
            continue;
        return true;
    }
    return false;
}

bool report_bad_tag(struct judge *judge, const struct tag *tag, const char *why)
{
    judge_report(judge, &common_rules[COMMON_BAD_TAG], tag->inside, FACT(tag, "%.*s") FACT(value, "%s") FACT(why, "%s"),
        (int)tag->name.length, tag->name.at, excerpt_of(tag->value).text, why);
    return false;
}

/* What VALUE means where "WORD=MEANT|WORD=MEANT" says it; adds the words before that to KNOWN. */
static struct slice meaning_of_word(const char *words, struct slice value, struct text *known)
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
    struct slice meant = row->words != NULL ? meaning_of_word(row->words, value, &known) : value;
    bool right = meant.at != NULL && (row->words != NULL || is_figure(meant));
    if (right)
        text_printf(text, "%s%s=%.*s", text->length > 0 ? " " : "", row->key, (int)meant.length, meant.at);
    else
        report_bad_tag(judge, tag, row->words != NULL ? text_slice(&known).at : "a number is expected");
    text_release(&known);
    return right;
}

bool other_overrides(struct judge *judge, const struct game *game, struct text *overrides)
{
    for (const struct other_tag *row = game->foreign.tags + 1; row->name != NULL; row++) {
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
    for (const struct other_tag *row = game->foreign.tags + 1; row->name != NULL && !found; row++) {
        const struct tag *tag = row->key == NULL ? NULL : find_tag(judge->record, row);
        text_clear(&one);
        if (tag == NULL || !add_override(judge, row, tag, &one))
            continue;
        const struct rulebook_entry *entry = rulebooks_get(&library->books, name, by_default, text_slice(&one));
        const struct problem *problem = entry->problems.first;
        found = entry->book.game == NULL && problem != NULL;
        if (found) {
            rule_headline(problem->rule, problem->facts, &why);
            report_bad_tag(judge, tag, text_slice(&why).at);
        }
    }
    text_release(&one);
    text_release(&why);
}

static uint32_t key_value(const struct rulebook *book, const char *path)
{
    const struct key *key = ruleset_key(&book->game->ruleset, slice_of(path));
    return *((const uint8_t *)book->rules + key->offset);
}

/* The letters of ROW whose parameters are above 0, a bit each. */
static unsigned letters_in_ruleset(const struct rulebook *book, const struct other_tag *row)
{
    unsigned letters = 0;
    for (size_t i = 0; row->letters[i] != '\0'; i++) {
        char path[OTHER_NAME];
        snprintf(path, sizeof path, "%s.%c", row->key, row->letters[i]);
        letters |= (unsigned)(key_value(book, path) > 0) << i;
    }
    return letters;
}

bool other_agrees(struct judge *judge, const struct rulebook *book)
{
    const struct other_tag *row = book->game->foreign.tags;
    const struct tag *tag = find_tag(judge->record, row);
    const bool lettered = row->letters != NULL;
    const uint32_t has = lettered ? letters_in_ruleset(book, row) : key_value(book, row->key);
    const struct slice value = tag == NULL ? (struct slice){"", 0} : slice_trim(tag->value);
    uint32_t said = 0;
    char why[2 * OTHER_NAME];
    char text[OTHER_NAME];
    if (tag == NULL ||
        ((lettered ? read_letters(row, value, &said) : slice_number(value, UINT32_MAX, &said)) && said == has))
        return true;
    const struct slice name = slice_shorter(book->name, OTHER_NAME);
    if (lettered)
        snprintf(why, sizeof why, "the ruleset %.*s has %s%s", (int)name.length, name.at, row->words,
            write_letters(row, '+', has, 0, text));
    else
        snprintf(why, sizeof why, "the ruleset %.*s has %u", (int)name.length, name.at, has);
    return report_bad_tag(judge, tag, why);
}

void other_wanted(const struct game *game, struct text *text)
{
    const struct other_tag *row = game->foreign.tags;
    if (row->letters == NULL)
        text_add_string(text, "a number is expected");
    else
        text_printf(
            text, "'%s' is expected, or '%s+' and some of the letters %s", row->words, row->words, row->letters);
}

struct slice other_result(const struct record *record, const struct game *game, struct slice value, bool *loose)
{
    for (size_t i = 0; game == NULL && games[i] != NULL; i++) /* of a ruleset that there is not */
        game = games[i]->foreign.tags != NULL && find_tag(record, games[i]->foreign.tags) != NULL ? games[i] : NULL;
    const struct other_tag *row =
        game == NULL || game->foreign.tags == NULL ? NULL : find_other_row(game->foreign.tags, true);
    *loose = row != NULL && find_tag(record, game->foreign.tags) != NULL;
    if (row == NULL)
        return value;
    SCOPED(text, known);
    struct slice meant = meaning_of_word(row->words, slice_trim(value), &known);
    return meant.at == NULL ? value : meant;
}

const struct tag *other_position(const struct record *record, const struct other_tag *others)
{
    const struct other_tag *row = find_other_row(others, false);
    return row == NULL ? NULL : find_tag(record, row);
}

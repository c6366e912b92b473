/* SPDX-License-Identifier: MIT */
#include "forms/text/duplicates_form.h"
#include "forms/text/tsv.h"

#include <inttypes.h>

const char *const likeness_words[ALIKE_KINDS] = {"equal", "begins", "near"};

/* For people. */

static void add_place(const struct duplicates *duplicates, const struct duplicate *game, struct text *text)
{
    text_printf(
        text, "%pE:%" PRIu32 ": game %" PRIu32, SLICE(duplicates->files[game->file]), game->facts.line, game->number);
}

static void add_count(uint64_t count, const char *noun, struct text *text)
{
    text_printf(text, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
}

static void add_difference(struct duplicates *duplicates, const struct keyed *dropped, struct text *text)
{
    struct turn_difference difference;
    if (!duplicates_differ(duplicates, dropped, &difference))
        return;
    const struct slice turn = turn_words(difference.turn);
    const struct slice other = turn_words(difference.other);
    text_printf(text, "nearly equal, ply %" PRIu32 ": %pE%s", difference.ply, SLICE(turn.length > 0 ? turn : other),
        other.length == 0      ? " is added"
            : turn.length == 0 ? " is missing"
                               : " instead of ");
    if (turn.length > 0)
        text_add_escaped(text, other);
}

static void add_duplicate(struct duplicates *duplicates, const struct keyed *dropped, struct text *text)
{
    const struct duplicate *game = &duplicates->games[dropped->game];
    text_add_string(text, "  ");
    add_place(duplicates, game, text);
    text_add_string(text, ", ");
    if (game->kind == ALIKE_EQUAL)
        text_add_string(text, "equal");
    if (game->kind == ALIKE_BEGINS) {
        text_add_string(text, "its first ");
        add_count(game->facts.turns, "turn", text);
    }
    if (game->kind == ALIKE_NEAR)
        add_difference(duplicates, dropped, text);
    text_add_char(text, '\n');
}

static void add_summary(const struct duplicates *duplicates, struct text *text)
{
    add_count(duplicates->count, "game", text);
    text_add_string(text, ", ");
    add_count(duplicates->dropped.count, "duplicate", text);
    text_printf(text, ": %" PRIu64 " equal", duplicates->counts[ALIKE_EQUAL]);
    if (duplicates->most >= ALIKE_BEGINS) {
        text_add_string(text, ", ");
        add_count(duplicates->counts[ALIKE_BEGINS], "beginning", text);
    }
    if (duplicates->most >= ALIKE_NEAR)
        text_printf(text, ", %" PRIu64 " nearly equal", duplicates->counts[ALIKE_NEAR]);
    text_add_char(text, '\n');
}

bool duplicates_text(struct duplicates *duplicates, struct outlet outlet, struct text *text)
{
    bool fine = true;
    for (size_t i = 0; i < duplicates->dropped.count && fine; i++) {
        const struct keyed *dropped = &duplicates->dropped.items[i];
        if (i == 0 || dropped->key != dropped[-1].key) {
            const struct duplicate *kept = &duplicates->games[dropped->key];
            add_place(duplicates, kept, text);
            if (kept->facts.turns > 0) {
                text_add_string(text, ", ");
                add_count(kept->facts.turns, "turn", text);
            }
            text_add_char(text, '\n');
        }
        add_duplicate(duplicates, dropped, text);
        fine = outlet_take(outlet, text);
    }
    add_summary(duplicates, text);
    return fine;
}

/* For programs: a line a game. */

static void add_row(struct duplicates *duplicates, size_t group, const struct duplicate *game,
    const struct turn_difference *difference, struct text *text)
{
    bool kept = &duplicates->games[game->kept] == game;
    size_t begin = text->length;
    text_printf(text, "%zu\t%s\t%pE\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t", group,
        kept ? "kept" : likeness_words[game->kind], SLICE(duplicates->files[game->file]), game->facts.line,
        game->number, game->facts.turns);
    if (difference->ply > 0)
        text_add_number(text, difference->ply);
    text_printf(text, "\t%pE\t%pE", SLICE(turn_words(difference->turn)), SLICE(turn_words(difference->other)));
    tsv_end_line(text, begin);
}

bool duplicates_tsv(struct duplicates *duplicates, struct outlet outlet, struct text *text)
{
    static const struct turn_difference none = {0, {"", 0}, {"", 0}};
    size_t group = 0;
    bool fine = true;
    text_add_string(text, "group\tkind\tfile\tline\tgame\tturns\tply\tturn\tkept_turn\n");
    for (size_t i = 0; i < duplicates->dropped.count && fine; i++) {
        const struct keyed *dropped = &duplicates->dropped.items[i];
        struct turn_difference difference = none;
        if (i == 0 || dropped->key != dropped[-1].key)
            add_row(duplicates, ++group, &duplicates->games[dropped->key], &none, text);
        if (!duplicates_differ(duplicates, dropped, &difference))
            difference = none;
        add_row(duplicates, group, &duplicates->games[dropped->game], &difference, text);
        fine = outlet_take(outlet, text);
    }
    return fine;
}

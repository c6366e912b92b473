/* SPDX-License-Identifier: MIT */
/* Matches, added up game by game. */
#include "library/match_list.h"
#include "formats/text/match_format.h"
#include "library/session.h"

#include <stdlib.h>

static bool read_options(const struct catasta_matching *options, unsigned *keys, struct text *error)
{
    struct slice wrong;
    *keys = MATCH_BY_MATCH;
    if (options->by != NULL && !match_keys_read(slice_of(options->by), keys, &wrong)) {
        text_printf(error, "rounds are grouped into matches by match, players or event (comma-separated), not by '%pE'",
            SLICE(wrong));
        return false;
    }
    if (options->best_of <= MATCH_ROUNDS_MOST)
        return true;
    text_printf(error, "a match has at most %d rounds, not %u", MATCH_ROUNDS_MOST, options->best_of);
    return false;
}

catasta_matches *catasta_matches_new(const struct catasta_matching *options, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    unsigned keys;
    struct catasta_matching full;
    struct text error = {0};
    TAKE(full, options);
    options = &full;
    struct catasta_matches *matches = NULL;
    if (read_options(options, &keys, &error)) {
        matches = memory_new(sizeof *matches);
        if (matches != NULL)
            matches_init(&matches->matches, keys, (uint32_t)options->best_of);
    }
    report_error(&error, errors);
    report_memory(since, errors);
    return matches;
}

void catasta_matches_free(catasta_matches *matches)
{
    if (matches == NULL)
        return;
    matches_release(&matches->matches);
    free(matches);
}

bool game_add_fault(struct catasta_game *game, const struct match_fault *fault, bool *added)
{
    const struct span span = {(uint32_t)fault->span.begin, (uint32_t)fault->span.end};
    return referee_add(game->session->referee, &game->report, fault->rule, text_slice(&fault->facts), span, added) &&
        game_list_faults(game);
}

bool catasta_matches_add(catasta_matches *matches, catasta_game *game, bool *added)
{
    unsigned since = memory_failures();
    struct match_fault fault;
    struct entry entry;
    *added = false;
    entry_read(game, &entry);
    bool done =
        matches_add(&matches->matches, &entry, &fault) && (fault.rule == NULL || game_add_fault(game, &fault, added));
    text_release(&fault.facts);
    return done && !memory_ran_out(since);
}

size_t catasta_matches_count(const catasta_matches *matches)
{
    return matches->matches.count;
}

bool catasta_write_matches(const catasta_matches *matches, enum catasta_format format, const struct catasta_sink *sink)
{
    enum { MUCH_TEXT = 64 * 1024 };
    unsigned since = memory_failures();
    struct text text = {0};
    bool whole = true;
    size_t count = matches->matches.count;
    SCOPED(table, table);
    match_table(&table, table_format(format), &text);
    if (count > 0 && format != CATASTA_TEXT)
        table_begin(&table, NULL);
    for (size_t i = 0; i < count && whole; i++) {
        const struct match *match = matches->matches.list[i];
        if (format == CATASTA_TEXT) {
            match_text(match, &text);
            text_add_char(&text, '\n');
        } else {
            match_row(match, &table);
        }
        if (text.length >= MUCH_TEXT)
            whole = text_deliver(&text, since, sink);
    }
    if (count > 0 && format != CATASTA_TEXT)
        table_end(&table);
    return text_deliver(&text, since, sink) && whole;
}

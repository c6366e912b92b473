/* Matches, added up game by game. */
#include "scores/matches.h"
#include "facade/session.h"
#include "render/score.h"

#include <stdlib.h>

struct catasta_matches {
    struct matches matches;
};

catasta_matches *catasta_matches_new(void)
{
    struct catasta_matches *matches = calloc(1, sizeof *matches);
    if (matches != NULL)
        matches_init(&matches->matches);
    return matches;
}

void catasta_matches_free(catasta_matches *matches)
{
    if (matches == NULL)
        return;
    matches_release(&matches->matches);
    free(matches);
}

bool catasta_matches_add(catasta_matches *matches, const catasta_game *game)
{
    struct entry entry;
    entry_read(&game->input->report, game->input->name, game->number, game->input->session->options.count_illegal, &entry);
    return matches_add(&matches->matches, &entry);
}

size_t catasta_matches_count(const catasta_matches *matches)
{
    return matches->matches.count;
}

bool catasta_write_matches(const catasta_matches *matches, enum catasta_score form, const struct catasta_sink *sink)
{
    struct text text;
    size_t count = matches->matches.count;
    text_init(&text);
    if (count > 0 && form != CATASTA_SCORE_TEXT)
        text_add_string(&text, form == CATASTA_SCORE_JSON ? "[" : "match\tplayers\tscores\trounds\tstate\twinners\n");
    for (size_t i = 0; i < count; i++) {
        const struct match *match = &matches->matches.list[i];
        if (form == CATASTA_SCORE_TSV) {
            score_match_tsv(match, &text);
        } else if (form == CATASTA_SCORE_JSON) {
            text_add_string(&text, i > 0 ? ",\n" : "");
            score_match_json(match, &text);
        } else {
            score_match_text(match, &text);
        }
    }
    if (count > 0 && form == CATASTA_SCORE_JSON)
        text_add_char(&text, ']');
    return deliver(&text, sink);
}

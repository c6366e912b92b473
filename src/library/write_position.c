/* SPDX-License-Identifier: MIT */
/* Writing what a judged game holds. */
#include "formats/json/json.h"
#include "formats/text/replay.h"
#include "library/session.h"
#include "referee/perft.h"

/* The position after PLY turns, -1: the last before any error; its node is NODE_NONE when
   there is none.  False when out of memory. */
struct found_position {
    struct tree_place place;
    uint32_t node;
    long ply;
    const struct turn *turn; /* NULL: none */
};

static bool find_position(const struct catasta_game *game, long ply, struct found_position *found)
{
    const struct report *report = &game->report;
    bool ready = place_init(&found->place, &report->tree);
    found->ply = ply < 0 ? (long)report->plies : ply;
    found->node = report->tree.links == NULL ? NODE_NONE : tree_find(&report->tree, found->ply);
    found->turn = NULL;
    if (!ready || found->node == NODE_NONE)
        return ready;
    place_go(&found->place, found->node);
    const struct turn *turn = report->tree.links[found->node].turn;
    found->turn = turn != NULL && turn->count > 0 ? turn : NULL;
    return true;
}

static void add_position_json(const struct catasta_game *game, const struct found_position *found, struct text *text)
{
    const struct rulebook *book = &game->report.book;
    SCOPED(text, position);
    struct outcome outcome;
    game_write_position(book->rules, found->place.state, &position);
    game_judge_end(book->rules, found->place.state, &outcome);
    struct json json = {.text = text};
    json_begin(&json, NULL, "{");
    json_put_text(&json, "ruleset", game->report.ruleset);
    json_put_number(&json, "ply", found->ply);
    json_put_number(&json, "seat", found->place.state->seat);
    json_put_number(&json, "number", found->place.state->number);
    json_put_flag(&json, "over", outcome.over);
    json_put_text(&json, "position", text_slice(&position));
    json_end(&json, "}\n");
}

static void add_position_text(const struct catasta_game *game, const struct found_position *found, struct text *text)
{
    const struct rulebook *book = &game->report.book;
    struct outcome outcome;
    game_judge_end(book->rules, found->place.state, &outcome);
    bool is_last = found->ply == (long)game->report.plies && game->report.outcome.reason != NULL;
    render_heading(&game->report, &game->session->style, text);
    text_printf(text, "After ply %ld, ", found->ply);
    if (outcome.over && is_last)
        text_add_string(text, "the game is over: ");
    else if (!outcome.over)
        text_printf(text, "turn %u, ", found->place.state->number);
    if (!outcome.over && is_last)
        text_printf(text, "%s to move; ", game_seat_name(book->rules, found->place.state->seat));
    render_situation(&game->report, found->node, found->place.state, text);
    text_add_string(text, "\n\n");
    render_position(book, found->place.state, found->turn, &game->session->style, text);
}

bool catasta_write_position(
    const catasta_game *game, long ply, enum catasta_format format, const struct catasta_sink *sink, bool *found)
{
    const struct rulebook *book = &game->report.book;
    unsigned since = memory_failures();
    struct found_position position;
    struct text text = {0};
    *found = find_position(game, ply, &position) && position.node != NODE_NONE;
    if (*found && format == CATASTA_POSITION) {
        game_write_position(book->rules, position.place.state, &text);
        text_add_char(&text, '\n');
    } else if (*found && format == CATASTA_JSON) {
        add_position_json(game, &position, &text);
    } else if (*found) {
        add_position_text(game, &position, &text);
    }
    place_release(&position.place);
    return text_deliver(&text, since, sink);
}

bool catasta_write_moves(
    const catasta_game *game, long ply, const struct catasta_sink *sink, bool *found, size_t *count)
{
    unsigned since = memory_failures();
    struct found_position position;
    struct branches branches = {0};
    struct text text = {0};
    SCOPED(arena, arena);
    *found = find_position(game, ply, &position) && position.node != NODE_NONE;
    if (*found)
        list_branches(&game->report.book, position.place.state, 1, &arena, &branches);
    for (size_t i = 0; i < branches.count; i++)
        text_printf(&text, "%pS\n", SLICE(branches.items[i].text));
    *count = branches.count;
    place_release(&position.place);
    return text_deliver(&text, since, sink);
}

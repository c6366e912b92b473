/* Writing what a judged game holds. */
#include "facade/session.h"
#include "referee/perft.h"
#include "render/diagnostics.h"
#include "render/json.h"
#include "render/replay.h"
#include "render/score.h"
#include "render/sgn.h"

bool catasta_write_diagnostics(const catasta_game *game, const struct catasta_sink *sink)
{
    struct text text;
    text_init(&text);
    render_diagnostics(&game->input->report, game->input->name, &game->input->session->style, &text);
    return deliver(&text, sink);
}

bool catasta_write_json(const catasta_game *game, const struct catasta_sink *sink)
{
    struct text text;
    text_init(&text);
    json_game_head(game->input->name, &text);
    text_add_number(&text, game->number);
    json_game_tail(&game->input->report, &text);
    return deliver(&text, sink);
}

/* Diagnostics of the game as a whole, which belong to no turn shown. */
static void add_other_diagnostics(const struct catasta_game *game, struct text *text)
{
    const struct report *report = &game->input->report;
    struct cursor cursor = cursor_at(report->record);
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next)
        if (next->seat == 0)
            render_diagnostic(report, next, game->input->name, &cursor, &game->input->session->style, text);
}

bool catasta_write_replay(const catasta_game *game, long first, long last, const struct catasta_sink *sink)
{
    struct catasta_input *input = game->input;
    struct text text;
    struct observer observer;
    text_init(&text);
    struct replay replay = {.style = &input->session->style,
        .file = input->name,
        .first = first < 0 ? (long)input->report.plies : first,
        .last = last,
        .text = &text,
        .report = &input->report};
    render_heading(&input->report, replay.style, &text);
    replay_observer(&replay, &observer);
    if (!judge_again(input, &observer))
        text.failed = true;
    text_add_char(&text, '\n');
    add_other_diagnostics(game, &text);
    render_outcome(&input->report, &text);
    text_add_char(&text, '\n');
    return deliver(&text, sink);
}

/* Catching the position after some ply of the main line. */
struct capture {
    struct arena *arena;
    size_t size;
    long ply;
    struct state *state; /* NULL: not reached */
    struct turn turn;    /* the last one, count 0 for none */
};

static void keep(struct capture *capture, const struct state *state, const struct turn *turn)
{
    if (capture->state == NULL)
        capture->state = arena_alloc(capture->arena, capture->size);
    if (capture->state != NULL)
        memcpy(capture->state, state, capture->size);
    capture->turn.count = 0;
    if (turn != NULL)
        capture->turn = *turn;
}

static void capture_start(void *context, const struct rulebook *book, const struct state *state)
{
    struct capture *capture = context;
    capture->size = book->game->state_size(book->rules);
    if (capture->ply == 0)
        keep(capture, state, NULL);
}

static void capture_ply(void *context, const struct ply *ply)
{
    struct capture *capture = context;
    if (ply->depth == 0 && ply->turn != NULL && (long)ply->ply == capture->ply)
        keep(capture, ply->after, ply->turn);
}

/* The position after PLY turns, -1: the last before any error; its state is NULL
   when there is none. */
static bool find_position(struct catasta_input *input, long ply, struct capture *capture)
{
    arena_clear(&input->arena);
    *capture = (struct capture){.arena = &input->arena, .ply = ply < 0 ? (long)input->report.plies : ply};
    const struct observer observer = {capture, capture_start, capture_ply, NULL, NULL};
    if (input->at_start)
        record_init(&input->record, &input->arena, (struct slice){"", 0});
    return judge_again(input, &observer) && !input->arena.failed;
}

static void add_position_json(const struct catasta_input *input, const struct capture *capture, struct text *text)
{
    const struct rulebook *book = &input->report.book;
    struct text position;
    struct outcome outcome;
    text_init(&position);
    book->game->write_position(book->rules, capture->state, &position);
    book->game->judge_end(book->rules, capture->state, &outcome);
    text_add_string(text, "{\"ruleset\":");
    json_string(text, input->report.ruleset);
    text_printf(text, ",\"ply\":%ld,\"seat\":%u,\"turn\":%u,\"over\":%s,\"position\":", capture->ply,
        capture->state->seat, capture->state->number, outcome.over ? "true" : "false");
    json_string(text, text_slice(&position));
    text_add_string(text, "}\n");
    text->failed |= position.failed;
    text_release(&position);
}

static void add_position_text(const struct catasta_input *input, const struct capture *capture, struct text *text)
{
    const struct rulebook *book = &input->report.book;
    const struct turn *last = capture->turn.count > 0 ? &capture->turn : NULL;
    struct outcome outcome;
    book->game->judge_end(book->rules, capture->state, &outcome);
    bool is_last = capture->ply == (long)input->report.plies && input->report.outcome.reason != NULL;
    render_heading(&input->report, &input->session->style, text);
    text_printf(text, "After ply %ld, ", capture->ply);
    if (outcome.over)
        text_printf(text, "the game is over: %s", is_last ? "" : outcome.reason);
    else
        text_printf(text, "turn %u, %s to move%s", capture->state->number, book->game->seat_name(capture->state->seat),
            is_last ? "; " : "");
    if (is_last)
        render_outcome(&input->report, text);
    text_add_string(text, "\n\n");
    text->failed |= !render_position(book, capture->state, last, &input->session->style, text);
}

bool catasta_write_position(
    const catasta_game *game, long ply, enum catasta_form form, const struct catasta_sink *sink, bool *found)
{
    struct catasta_input *input = game->input;
    struct capture capture;
    struct text text;
    bool judged = find_position(input, ply, &capture);
    *found = judged && capture.state != NULL;
    if (!*found)
        return judged;
    const struct rulebook *book = &input->report.book;
    text_init(&text);
    if (form == CATASTA_POSITION) {
        book->game->write_position(book->rules, capture.state, &text);
        text_add_char(&text, '\n');
    } else if (form == CATASTA_JSON) {
        add_position_json(input, &capture, &text);
    } else {
        add_position_text(input, &capture, &text);
    }
    return deliver(&text, sink);
}

bool catasta_write_moves(
    const catasta_game *game, long ply, const struct catasta_sink *sink, bool *found, size_t *count)
{
    struct catasta_input *input = game->input;
    struct capture capture;
    struct branches branches = {0};
    struct text text;
    *count = 0;
    bool judged = find_position(input, ply, &capture);
    *found = judged && capture.state != NULL;
    if (!*found)
        return judged;
    if (!list_branches(&input->report.book, capture.state, 1, &input->arena, &branches))
        return false;
    text_init(&text);
    for (size_t i = 0; i < branches.count; i++) {
        text_add(&text, branches.items[i].text);
        text_add_char(&text, '\n');
    }
    *count = branches.count;
    return deliver(&text, sink);
}

bool catasta_write_score(
    const catasta_game *game, enum catasta_score form, bool verbose, const struct catasta_sink *sink)
{
    const struct catasta_input *input = game->input;
    struct text text;
    text_init(&text);
    if (form == CATASTA_SCORE_TSV)
        score_tsv(&input->report, input->name, game->number, &text);
    else if (form == CATASTA_SCORE_JSON)
        score_json(&input->report, input->name, game->number, verbose, NULL, &text);
    else
        score_text(&input->report, input->name, game->number, verbose, &text);
    return deliver(&text, sink);
}

/* The name to write as a Ruleset tag: a path is none. */
static struct slice tag_name_of(const struct report *report)
{
    struct slice name = report->book.name;
    bool path = memchr(name.at, '/', name.length) != NULL || memchr(name.at, '.', name.length) != NULL;
    return path ? (struct slice){"", 0} : name;
}

bool catasta_write_canonical(const catasta_game *game, const struct catasta_sink *sink)
{
    struct catasta_input *input = game->input;
    struct text text;
    struct sgn sgn;
    struct observer observer;
    text_init(&text);
    sgn_begin(&sgn, &input->record, tag_name_of(&input->report), &text, &observer);
    text.failed |= !judge_again(input, &observer);
    sgn_end(&sgn);
    return deliver(&text, sink);
}

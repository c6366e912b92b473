/* SPDX-License-Identifier: MIT */
#include "formats/text/replay.h"

#include "formats/text/board_text.h"
#include "formats/text/in_words.h"

void render_position(const struct rulebook *book, const struct state *state, const struct turn *last,
    const struct style *style, struct text *text)
{
    SCOPED(arena, arena);
    struct view view;
    bool drawn = book->game->display.view(book->rules, state, last, &arena, &view);
    if (drawn && style->plain) {
        position_in_words(&view, text);
    } else if (drawn) {
        render_board(&view, style, text);
        render_lists(&view, style, text);
        render_status(&view, NULL, 0, false, style, text);
    }
}

static void add_replay_tag(const struct record *record, const char *name, const char *between, struct text *text)
{
    const struct tag *tag = record_tag(record, name);
    if (tag == NULL || !value_is_known(tag->value))
        return;
    text_printf(text, "%s%pE", text->length > 0 ? between : "", SLICE(tag->value));
}

void render_player(const struct report *report, unsigned seat, struct text *text)
{
    if (report->players[seat - 1].at != NULL)
        text_add_escaped(text, report->players[seat - 1]);
    else if (report->book.game != NULL)
        text_add_string(text, game_seat_name(report->book.rules, seat));
    else
        text_printf(text, "seat %u", seat);
}

void render_heading(const struct report *report, const struct style *style, struct text *text)
{
    SCOPED(text, line);
    for (unsigned i = 0; i < report->seats; i++) {
        text_add_string(&line, i > 0 ? " - " : "");
        render_player(report, i + 1, &line);
    }
    add_tinted(text, style, TINT_BOLD, text_slice(&line).at);
    text_clear(&line);
    add_replay_tag(report->record, "Event", ", ", &line);
    add_replay_tag(report->record, "Round", ", round ", &line);
    add_replay_tag(report->record, "Date", ", ", &line);
    text_printf(text, "%s%s (", line.length > 0 ? ", " : "", text_slice(&line).at);
    if (report->ruleset.at != NULL)
        text_add_escaped(text, report->ruleset);
    text_add_string(text, ")\n");
}

static void add_winners(const struct report *report, struct text *text)
{
    bool first = true;
    bool points = report->book.game->result.scoring != SCORE_WIN;
    bool several = (report->outcome.winners & (report->outcome.winners - 1)) != 0;
    uint32_t winners = several && !points ? 0 : report->outcome.winners;
    for (unsigned i = 0; i < report->seats; i++)
        if ((winners >> i & 1) != 0) {
            text_printf(text, "%s%s", first ? "" : " and ", game_seat_name(report->book.rules, i + 1));
            first = false;
        }
    text_add_string(text, several && points ? " win" : !first ? " wins" : points ? "nobody wins" : "draw");
}

/* Of a game that was not played, in words where the tag's own would not say all. */
static void add_unplayed(const struct report *report, struct text *text)
{
    const struct outcome *outcome = &report->outcome;
    const struct rulebook *book = &report->book;
    if (outcome->reason == NULL)
        text_add_string(text, "not played, undecided");
    else if (report->unplayed == UNPLAYED_FORFEIT)
        text_printf(text, "%s did not come; %s wins by forfeit",
            game_seat_name(book->rules, outcome->halves[0] == 0 ? 1 : 2),
            game_seat_name(book->rules, outcome->halves[0] == 0 ? 2 : 1));
    else if (report->unplayed == UNPLAYED_DOUBLE_FORFEIT)
        text_add_string(text, "neither came; both lose by forfeit");
    else if (report->unplayed == UNPLAYED_GAME)
        text_add_string(text, "not played");
    else
        text_add_string(text, outcome->reason);
    if (outcome->reason != NULL && report->unplayed == UNPLAYED_GAME && declared_has_points(&report->declared)) {
        text_add_string(text, ", counts ");
        figures_write(outcome->halves, report->seats, outcome->sign, text);
    }
}

void render_result(const struct report *report, struct text *text)
{
    if (report->outcome.reason == NULL) {
        text_add_char(text, '*');
        return;
    }
    bool claimed = !report->outcome.over && declared_has_points(&report->declared) &&
        report->outcome.reason == report->declared.reason;
    if (claimed && report->declared.sides > 0) {
        text_add(text, report->declared.figures);
        return;
    }
    figures_write(claimed ? report->declared.halves : report->outcome.halves, report->seats,
        claimed ? report->declared.sign : report->outcome.sign, text);
}

void render_outcome(const struct report *report, struct text *text)
{
    if (report->book.game != NULL && report->unplayed != UNPLAYED_NONE) {
        add_unplayed(report, text);
        return;
    }
    if (report->book.game == NULL || report->state == NULL) {
        text_add_string(text, "not judged");
        return;
    }
    if (report->outcome.reason == NULL) {
        text_printf(text, "undecided, %s to move", game_seat_name(report->book.rules, report->state->seat));
        return;
    }
    add_winners(report, text);
    text_add_char(text, ' ');
    render_result(report, text);
    text_printf(text, " (%s)", report->outcome.reason);
}

bool is_over_at(const struct report *report, uint32_t node, const struct state *state, struct outcome *outcome)
{
    const bool last = report->tree.plies[node].depth == 0 && report->tree.links[node].ply == report->plies;
    if (last && report->outcome.reason != NULL)
        *outcome = report->outcome;
    else
        game_judge_end(report->book.rules, state, outcome);
    return outcome->over || outcome->reason != NULL;
}

void render_situation(const struct report *report, uint32_t node, const struct state *state, struct text *text)
{
    const struct ply_link *link = &report->tree.links[node];
    const struct ply *ply = &report->tree.plies[node];
    struct outcome outcome;
    game_judge_end(report->book.rules, state, &outcome);
    bool counts = ply->depth == 0 ? link->ply <= report->plies : ply->verdict == VERDICT_LEGAL;
    if (ply->depth == 0 && link->ply == report->plies && report->outcome.reason != NULL)
        render_outcome(report, text);
    else if (outcome.over)
        text_printf(text, "the game %s over: %s%s", counts ? "is" : "would be", outcome.reason,
            counts || link->fault != NULL ? "" : ", but for an illegal turn before");
    else
        text_printf(text, "%s to move", game_seat_name(report->book.rules, state->seat));
}

/* A game being written. */
struct replay {
    const struct output_game *game;
    const struct report *report;
    struct text *text;
    struct cursor cursor; /* where the last fault was */
    struct tree_place place;
};

static void add_position(struct replay *replay, uint32_t node, const struct turn *turn)
{
    render_position(&replay->report->book, place_go(&replay->place, node), turn, replay->game->style, replay->text);
}

const char *const verdict_words[] = {"", " (illegal)", " (illegal, stood)", " (not played)", " (not judged)"};

static void add_turn_line(const struct replay *replay, const struct walk *walk)
{
    const struct tree *tree = &replay->report->tree;
    const struct ply *node = &tree->plies[walk->node];
    bool legal = node->verdict == VERDICT_LEGAL;
    SCOPED(text, line);
    text_add_repeated(&line, ' ', 2 * (size_t)node->depth);
    if (node->verdict == VERDICT_UNJUDGED)
        text_add_string(&line, "... ");
    else
        text_printf(&line, "%u. %s ", node->number, game_seat_name(tree->book.rules, node->seat));
    if (legal && walk->item->shape == TURN_RESIGN)
        text_add_string(&line, "resigns");
    else if (legal)
        text_add(&line, tree_text(tree, walk->node, walk->item));
    else
        text_add_escaped(&line, tree_written(tree, walk->item));
    text_add_string(&line, verdict_words[node->verdict]);
    text_add_char(replay->text, '\n');
    add_tinted(replay->text, replay->game->style, TINT_BOLD, text_slice(&line).at);
    text_add_char(replay->text, '\n');
}

static void add_replay_turn(struct replay *replay, const struct walk *walk)
{
    const struct rulebook *book = &replay->report->book;
    const struct ply_link *link = &replay->report->tree.links[walk->node];
    add_turn_line(replay, walk);
    if (link->fault != NULL && link->fault->listed)
        render_diagnostic(
            replay->report, link->fault, replay->game->file, &replay->cursor, replay->game->style, replay->text);
    if (walk->depth == 0 && link->turn != NULL) {
        struct outcome outcome;
        add_position(replay, walk->node, link->turn);
        game_judge_end(book->rules, replay->place.state, &outcome);
        if (replay->game->style->plain && !outcome.over) /* elsewhere the turns show it */
            text_printf(replay->text, "%s to move.\n", game_seat_name(book->rules, replay->place.state->seat));
    }
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if ((replay->report->tree.plies[walk->node].eliminated >> (seat - 1) & 1) != 0)
            text_printf(replay->text, "%s is %s\n", game_seat_name(book->rules, seat),
                book->game->leaving.says_out ? "out" : "finished");
}

static void add_replay_remark(const struct replay *replay, const struct item *item, unsigned depth)
{
    if (item->kind == ITEM_ESCAPE || item->kind == ITEM_NUMBER || item->kind == ITEM_TURN)
        return;
    struct slice rest = item_text(replay->report->record, item);
    struct slice line;
    while (slice_split(&rest, '\n', &line)) {
        if (line.length > 0 && line.at[line.length - 1] == '\r')
            line.length--;
        text_add_repeated(replay->text, ' ', 2 * (size_t)depth);
        text_printf(replay->text, "%pE\n", SLICE(line));
    }
}

bool replay_add(const struct output_game *game, struct text *text)
{
    const struct report *report = game->report;
    struct replay replay = {game, report, text, cursor_at(report->record), {0}};
    struct walk walk;
    enum walk_step step;
    bool fine = true;
    render_heading(report, game->style, text);
    text->failed |= !place_init(&replay.place, &report->tree);
    walk_begin(&walk, &report->tree);
    while (fine && !text->failed && (step = walk_next(&walk)) != WALK_OVER) {
        if (step == WALK_START) {
            text_printf(text, "\nThe start, %s to move\n",
                game_seat_name(report->book.rules, report->tree.plies[walk.node].seat));
            add_position(&replay, walk.node, NULL);
        } else if (step == WALK_TURN) {
            add_replay_turn(&replay, &walk);
        } else if (step == WALK_REMARK) {
            add_replay_remark(&replay, walk.item, walk.depth);
        } else {
            text_add_repeated(text, ' ', 2 * (size_t)walk.depth);
            text_add_string(text, step == WALK_OPEN ? "variation:\n" : "end of the variation\n");
        }
        fine = text_sink_take(game->sink, text);
    }
    place_release(&replay.place);
    text_add_char(text, '\n');
    replay.cursor = cursor_at(report->record);
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next)
        if (next->seat == 0) /* it belongs to no turn */
            render_diagnostic(report, next, game->file, &replay.cursor, game->style, text);
    render_outcome(report, text);
    text_add_char(text, '\n');
    return fine;
}

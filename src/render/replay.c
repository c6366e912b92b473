#include "render/replay.h"

#include "render/board.h"
#include "render/plain.h"

bool render_position(const struct rulebook *book, const struct state *state, const struct turn *last,
    const struct style *style, struct text *text)
{
    struct arena arena;
    struct view view;
    arena_init(&arena, 0);
    bool drawn = book->game->view(book->rules, state, last, &arena, &view);
    if (drawn && style->plain) {
        plain_position(&view, text);
    } else if (drawn) {
        render_board(&view, style, text);
        render_lists(&view, style, text);
        render_standing(&view, style, text);
    }
    arena_release(&arena);
    return drawn;
}

static void add_tag(const struct record *record, const char *name, const char *between, struct text *text)
{
    const struct tag *tag = record_tag(record, name);
    if (tag == NULL || !value_is_known(tag->value))
        return;
    text_add_string(text, text->length > 0 ? between : "");
    text_add_escaped(text, tag->value);
}

void render_player(const struct report *report, unsigned seat, struct text *text)
{
    if (report->players[seat - 1].at != NULL)
        text_add_escaped(text, report->players[seat - 1]);
    else if (report->book.game != NULL)
        text_add_string(text, report->book.game->seat_name(seat));
    else
        text_printf(text, "seat %u", seat);
}

void render_heading(const struct report *report, const struct style *style, struct text *text)
{
    struct text line;
    text_init(&line);
    for (unsigned i = 0; i < report->seats; i++) {
        text_add_string(&line, i > 0 ? " - " : "");
        render_player(report, i + 1, &line);
    }
    add_tinted(text, style, TINT_BOLD, text_slice(&line).at);
    text_clear(&line);
    add_tag(report->record, "Event", ", ", &line);
    add_tag(report->record, "Round", ", round ", &line);
    add_tag(report->record, "Date", ", ", &line);
    text_printf(text, "%s%s (", line.length > 0 ? ", " : "", text_slice(&line).at);
    if (report->ruleset.at != NULL)
        text_add_escaped(text, report->ruleset);
    text_add_string(text, ")\n");
    text_release(&line);
}

static void add_winners(const struct report *report, struct text *text)
{
    bool first = true;
    uint32_t winners = report->outcome.winners;
    for (unsigned i = 0; i < report->seats; i++)
        if ((winners >> i & 1) != 0) {
            text_printf(text, "%s%s", first ? "" : " and ", report->book.game->seat_name(i + 1));
            first = false;
        }
    bool points = report->book.game->scoring != SCORE_WIN;
    bool several = (winners & (winners - 1)) != 0;
    text_add_string(text, several ? " win" : !first ? " wins" : points ? "nobody wins" : "draw");
}

/* Of a game that was not played, in words where the tag's own would not tell all. */
static void add_unplayed(const struct report *report, struct text *text)
{
    const struct outcome *outcome = &report->outcome;
    const struct game *game = report->book.game;
    if (outcome->reason == NULL)
        text_add_string(text, "not played, and undecided");
    else if (report->unplayed == UNPLAYED_FORFEIT)
        text_printf(text, "%s did not come, %s wins by forfeit", game->seat_name(outcome->halves[0] == 0 ? 1 : 2),
            game->seat_name(outcome->halves[0] == 0 ? 2 : 1));
    else if (report->unplayed == UNPLAYED_DOUBLE_FORFEIT)
        text_add_string(text, "neither came, both lose by forfeit");
    else if (report->unplayed == UNPLAYED_GAME)
        text_add_string(text, "not played");
    else
        text_add_string(text, outcome->reason);
    if (outcome->reason != NULL && report->unplayed == UNPLAYED_GAME && claim_has_points(&report->claim)) {
        text_add_string(text, ", counts ");
        figures_write(outcome->halves, report->seats, text);
    }
}

void render_result(const struct report *report, struct text *text)
{
    bool claimed =
        !report->outcome.over && claim_has_points(&report->claim) && report->outcome.reason == report->claim.reason;
    figures_write(claimed ? report->claim.halves : report->outcome.halves, report->seats, text);
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
        text_printf(text, "undecided, %s to move", report->book.game->seat_name(report->state->seat));
        return;
    }
    add_winners(report, text);
    text_add_char(text, ' ');
    render_result(report, text);
    text_printf(text, " (%s)", report->outcome.reason);
}

/* Whether the position after the last turn of the main line is to be shown, and so
   what is said and tried behind it. */
static bool is_wanted(const struct replay *replay)
{
    return replay->ply >= replay->first && (replay->last < 0 || replay->ply <= replay->last);
}

static void on_start(void *context, const struct rulebook *book, const struct state *state)
{
    struct replay *replay = context;
    replay->book = book;
    if (!is_wanted(replay))
        return;
    text_printf(replay->text, "\nThe start, %s to move\n", book->game->seat_name(state->seat));
    replay->text->failed |= !render_position(book, state, NULL, replay->style, replay->text);
}

static void add_turn_line(const struct replay *replay, const struct ply *ply)
{
    static const char *const words[] = {"", " (illegal)", " (illegal, stood)", " (not played)", " (not judged)"};
    struct text line;
    text_init(&line);
    text_add_repeated(&line, ' ', 2 * (size_t)ply->depth);
    if (ply->verdict == VERDICT_UNJUDGED)
        text_add_string(&line, "... ");
    else
        text_printf(&line, "%u. %s ", ply->number, replay->book->game->seat_name(ply->seat));
    if (ply->verdict == VERDICT_LEGAL && ply->turn != NULL)
        replay->book->game->write(replay->book->rules, ply->before, ply->turn, &line);
    else if (ply->verdict == VERDICT_LEGAL && ply->item->shape == TURN_RESIGN)
        text_add_string(&line, "resigns");
    else
        text_add_escaped(&line, item_text(replay->report->record, ply->item));
    text_add_string(&line, words[ply->verdict]);
    text_add_char(replay->text, '\n');
    add_tinted(replay->text, replay->style, TINT_BOLD, text_slice(&line).at);
    text_add_char(replay->text, '\n');
    text_release(&line);
}

/* The seats that make no further turn from here on. */
static void add_gone(const struct replay *replay, const struct ply *ply)
{
    const struct game *game = replay->book->game;
    if (game->gone == NULL || ply->verdict == VERDICT_UNJUDGED)
        return;
    uint32_t gone = game->gone(replay->book->rules, ply->after) & ~game->gone(replay->book->rules, ply->before);
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if ((gone >> (seat - 1) & 1) != 0)
            text_printf(replay->text, "%s is %s\n", game->seat_name(seat), game->says_out ? "out" : "finished");
}

/* In words, who is next: elsewhere the turns show it. */
static void add_next(const struct replay *replay, const struct state *state)
{
    struct outcome outcome;
    replay->book->game->judge_end(replay->book->rules, state, &outcome);
    if (replay->style->plain && !outcome.over)
        text_printf(replay->text, "%s to move.\n", replay->book->game->seat_name(state->seat));
}

static void on_ply(void *context, const struct ply *ply)
{
    struct replay *replay = context;
    if (ply->depth == 0)
        replay->ply = (long)ply->ply;
    if (!is_wanted(replay))
        return;
    add_turn_line(replay, ply);
    if (ply->fault != NULL) {
        if (replay->cursor.record == NULL)
            replay->cursor = cursor_at(replay->report->record);
        render_diagnostic(replay->report, ply->fault, replay->file, &replay->cursor, replay->style, replay->text);
    }
    if (ply->depth == 0 && ply->turn != NULL) {
        replay->text->failed |= !render_position(replay->book, ply->after, ply->turn, replay->style, replay->text);
        add_next(replay, ply->after);
    }
    add_gone(replay, ply);
}

static void on_remark(void *context, const struct item *item, unsigned depth)
{
    struct replay *replay = context;
    if (item->kind == ITEM_ESCAPE || item->kind == ITEM_NUMBER || item->kind == ITEM_TURN || !is_wanted(replay))
        return;
    struct slice rest = item_text(replay->report->record, item);
    struct slice line;
    while (slice_split(&rest, '\n', &line)) {
        if (line.length > 0 && line.at[line.length - 1] == '\r')
            line.length--;
        text_add_repeated(replay->text, ' ', 2 * (size_t)depth);
        text_add_escaped(replay->text, line);
        text_add_char(replay->text, '\n');
    }
}

static void on_variation(void *context, const struct item *item, bool begins, unsigned depth)
{
    struct replay *replay = context;
    (void)item;
    if (!is_wanted(replay))
        return;
    text_add_repeated(replay->text, ' ', 2 * (size_t)depth);
    text_add_string(replay->text, begins ? "variation:\n" : "end of the variation\n");
}

void replay_observer(struct replay *replay, struct observer *observer)
{
    replay->ply = 0;
    *observer = (struct observer){replay, on_start, on_ply, on_remark, on_variation};
}

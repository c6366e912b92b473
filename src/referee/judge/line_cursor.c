/* SPDX-License-Identifier: MIT */
#include "referee/judge/line_cursor.h"

#include "games/common.h"

void line_cursor_copy(const struct play_context *context, struct line_cursor *to, const struct line_cursor *from)
{
    struct state *state = to->state;
    *to = *from;
    to->state = state;
    memcpy(state, from->state, context->state_size);
}

static uint32_t eliminated_seats(const struct play_context *context, const struct state *state)
{
    const struct rulebook *book = context->book;
    return book->game->leaving.eliminated == NULL ? 0 : book->game->leaving.eliminated(book->rules, state);
}

unsigned line_cursor_seats(const struct play_context *context, const struct line_cursor *cursor, unsigned count)
{
    uint32_t playing = ~eliminated_seats(context, cursor->state) & ((UINT32_C(1) << count) - 1);
    return (unsigned)__builtin_popcount(playing);
}

/* Whether ITEM is written like what says of a seat that it is out. */
static bool is_like_remark(const struct play_context *context, const struct item *item)
{
    bool out = item->kind == ITEM_TURN && (item->shape == TURN_OUT || item->shape == TURN_PASS);
    return out && context->book->game->leaving.says_out;
}

uint32_t line_cursor_number(
    const struct play_context *context, const struct line_cursor *cursor, const struct item *next)
{
    uint32_t number = cursor->state->number;
    unsigned before = cursor->outs;
    if (next == NULL || cursor->mover == 0 || !is_like_remark(context, next))
        return number;
    uint32_t out = eliminated_seats(context, cursor->state) & ~cursor->eliminated_before;
    for (unsigned i = 0; i < context->seats; i++) {
        unsigned seat = (cursor->mover + i) % context->seats + 1;
        if ((out >> (seat - 1) & 1) != 0 && (next->seat == 0 ? before-- == 0 : next->seat == seat))
            return cursor->number + (seat <= cursor->mover && cursor->number < UINT32_MAX);
    }
    return number;
}

static inline bool resolve_item(
    const struct play_context *context, const struct item *item, struct turn *turn, struct fault *why)
{
    const struct written written = written_item(context->record, item);
    bool known = context->book->game->notation.resolve(context->book->rules, &written, turn, why);
    if (!known)
        turn->shape = TURN_NONE;
    return known;
}

bool line_cursor_echoes(
    const struct play_context *context, const struct line_cursor *cursor, const struct item *item, struct fault *note)
{
    const struct game *game = context->book->game;
    struct turn turn;
    return game->foreign.echoes != NULL && item->kind == ITEM_TURN && item->shape == game->notation.shape &&
        resolve_item(context, item, &turn, NULL) &&
        game->foreign.echoes(context->book->rules, cursor->state, &turn, note);
}

bool line_cursor_takes_remark(const struct play_context *context, struct line_cursor *cursor, const struct item *item)
{
    if (line_cursor_echoes(context, cursor, item, NULL))
        return true;
    if (!is_like_remark(context, item))
        return false;
    uint32_t out = eliminated_seats(context, cursor->state);
    if (item->seat != 0)
        return item->seat <= SEATS && (out >> (item->seat - 1) & 1) != 0;
    return cursor->outs++ < (unsigned)__builtin_popcount(out & ~cursor->eliminated_before);
}

bool shape_is_of_game(const struct rulebook *book, enum turn_shape shape)
{
    const struct game *game = book->game;
    if (shape == TURN_OUT)
        return game->leaving.says_out || (game->leaving.stops != NULL && game->leaving.stops(book->rules));
    if (shape == TURN_TOPPLE)
        return game->leaving.topples;
    return shape >= TURN_PASS || shape == game->notation.shape;
}

static bool refuse_after_end(const struct rulebook *book, const struct outcome *outcome, struct fault *why)
{
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if (outcome->winners == 1u << (seat - 1))
            return fault_raise(why, &common_rules[COMMON_AFTER_END], FAULT_WHOLE, FACT(how, "%s had won (%s)"),
                game_seat_name(book->rules, seat), outcome->reason);
    const char *how = book->game->result.scoring == SCORE_WIN ? "drawn"
        : outcome->winners != 0                               ? "several had won"
                                                              : "nobody had won";
    return fault_raise(why, &common_rules[COMMON_AFTER_END], FAULT_WHOLE, FACT(how, "%s (%s)"), how, outcome->reason);
}

static bool refuse_wrong_seat(
    const struct play_context *context, const struct state *state, unsigned written, struct fault *why)
{
    struct text *facts = fault_begin(why, &common_rules[COMMON_WRONG_TURN], FAULT_WHOLE);
    if (facts == NULL)
        return false;
    text_printf(facts, FACT(written, "%u") FACT(seat, "%u") FACT(note, ""), written, state->seat);
    if (written > context->seats)
        text_printf(facts, "; the game has no seat %u", written);
    else if ((eliminated_seats(context, state) >> (written - 1) & 1) != 0)
        text_printf(facts, "; %s has finished", game_seat_name(context->book->rules, written));
    return false;
}

/* Whether a turn may be made at all now; raises what forbids it. */
static bool may_move(
    const struct play_context *context, const struct line_cursor *cursor, const struct item *item, struct fault *why)
{
    unsigned seat = cursor->state->seat;
    if (cursor->resigned != 0)
        return fault_raise(why, &common_rules[COMMON_AFTER_END], FAULT_WHOLE, FACT(how, "%s resigned"),
            game_seat_name(context->book->rules, cursor->resigned));
    if (cursor->outcome.over)
        return refuse_after_end(context->book, &cursor->outcome, why);
    bool other = item->seat != 0 && item->seat != seat;
    if (other && (item->shape != TURN_TOPPLE || item->seat > context->seats))
        return refuse_wrong_seat(context, cursor->state, item->seat, why);
    if (item->shape == TURN_RESIGN && context->seats != 2)
        return fault_raise(why, &common_rules[COMMON_CANNOT_RESIGN], FAULT_WHOLE, FACT(players, "%u"), context->seats);
    return true;
}

bool line_cursor_reads(const struct play_context *context, const struct item *item, struct turn *turn)
{
    return item->kind == ITEM_TURN && item->shape == context->book->game->notation.shape &&
        resolve_item(context, item, turn, NULL);
}

static void finish_turn(const struct play_context *context, struct line_cursor *cursor)
{
    game_judge_end(context->book->rules, cursor->state, &cursor->outcome);
}

/* What remarks after the turn are compared with. */
static void note_turn_begin(const struct play_context *context, struct line_cursor *cursor)
{
    cursor->eliminated_before = eliminated_seats(context, cursor->state);
    cursor->number = cursor->state->number;
    cursor->mover = cursor->state->seat;
    cursor->outs = 0;
}

bool line_cursor_play(const struct play_context *context, struct line_cursor *cursor, const struct item *item,
    struct turn *turn, struct fault *why)
{
    const struct rulebook *book = context->book;
    note_turn_begin(context, cursor);
    if (!may_move(context, cursor, item, why)) {
        resolve_item(context, item, turn, NULL);
        return false;
    }
    if (item->shape == TURN_RESIGN) {
        cursor->resigned = cursor->state->seat;
        return true;
    }
    if (!resolve_item(context, item, turn, why) || !game_play(book->rules, cursor->state, turn, why))
        return false;
    cursor->notes += why != NULL && why->rule != NULL;
    finish_turn(context, cursor);
    return true;
}

void line_cursor_hint(
    const struct play_context *context, struct line_cursor *cursor, const struct item *next, const struct item *end)
{
    struct turn turn;
    while (next < end && next->kind == ITEM_NUMBER)
        next++;
    if (next < end && line_cursor_reads(context, next, &turn))
        context->book->game->own.hint(context->book->rules, cursor->state, &turn);
}

/* ITEM of a line that ends at END, or the one after it where ITEM is a number, if that is a turn of this GAME, which
   may pass; else NULL. */
static inline const struct item *find_turn(const struct item *item, const struct item *end, const struct game *game)
{
    item += item < end && item->kind == ITEM_NUMBER;
    if (item == end || item->kind != ITEM_TURN)
        return NULL;
    return item->shape == game->notation.shape || (item->shape == TURN_PASS && !game->leaving.says_out) ? item : NULL;
}

/* Goes back to the position before the turn of ITEM, of which some steps may have been made: from where RUN began,
   which is .spare, its turns are played again.  One that is refused costs that, so that those that are not need not be
   copied. */
static void play_again(
    const struct play_context *context, struct line_cursor *cursor, const struct line_run *run, const struct item *item)
{
    const struct rulebook *book = context->book;
    memcpy(cursor->state, run->spare, context->state_size);
    for (const struct item *next = run->line->items + run->first; next < item; next++) {
        struct turn turn;
        if (next->kind == ITEM_TURN && resolve_item(context, next, &turn, NULL) &&
            game_play(book->rules, cursor->state, &turn, NULL))
            game_judge_next(book->game, book->rules, cursor->state, &cursor->outcome);
    }
}

size_t line_cursor_run(const struct play_context *context, struct line_cursor *cursor, const struct line_run *run)
{
    const void *rules = context->book->rules;
    const struct game *game = context->book->game;
    const struct item *item = run->line->items + run->first;
    const struct item *end = run->line->items + run->line->count;
    struct state *state = cursor->state;
    struct tree *tree = run->tree;
    uint32_t plies = 0;
    struct fault strict = {.strict = true};
    struct turn turns[2]; /* one is played, and the next is there when it was a hint */
    bool known = false;
    if (cursor->outcome.over || cursor->resigned != 0)
        return run->first;
    const struct item *next = find_turn(item, end, game);
    const bool any = next != NULL && (next + 1 == end || find_turn(next + 1, end, game) != NULL);
    const bool has_steps = any && game->judging.unit != UNIT_TURN;
    if (has_steps)
        memcpy(run->spare, state, context->state_size);
    for (; next != NULL && !cursor->outcome.over; item++) {
        if (next != item && item->number - state->number != run->off)
            break;
        item = next;
        next = find_turn(item + 1, end, game);
        struct turn *turn = &turns[plies & 1];
        if ((next == NULL && item + 1 < end) || (item->seat != 0 && item->seat != state->seat) ||
            (!known && !resolve_item(context, item, turn, NULL)))
            break;
        struct turn *hint = &turns[~plies & 1];
        known = game->own.hint != NULL && next != NULL && resolve_item(context, next, hint, NULL);
        if (known)
            game->own.hint(rules, state, hint);
        if (game->leaving.says_out)
            note_turn_begin(context, cursor);
        if (tree != NULL)
            tree_make(tree, item, turn, state, run->depth);
        bool legal = game_play(rules, state, turn, &strict);
        if (tree != NULL)
            tree_made(tree, legal ? state : NULL);
        if (!legal) {
            if (has_steps)
                play_again(context, cursor, run, item);
            break;
        }
        game_judge_next(game, rules, state, &cursor->outcome);
        plies++;
    }
    *run->ply += plies;
    return (size_t)(item - run->line->items);
}

bool line_cursor_make(const struct play_context *context, struct line_cursor *cursor, const struct turn *turn)
{
    const struct rulebook *book = context->book;
    note_turn_begin(context, cursor);
    if (cursor->outcome.over || cursor->resigned != 0 || !game_play(book->rules, cursor->state, turn, NULL))
        return false;
    finish_turn(context, cursor);
    return true;
}

bool line_cursor_force(const struct play_context *context, struct line_cursor *cursor, const struct turn *turn)
{
    const struct rulebook *book = context->book;
    struct turn pass = {.shape = TURN_PASS};
    if (turn->shape == TURN_NONE || turn->shape == TURN_TOPPLE || cursor->outcome.over || cursor->resigned != 0)
        return false;
    if (!game_force(book->rules, cursor->state, turn->shape == TURN_RESIGN ? &pass : turn))
        return false;
    finish_turn(context, cursor);
    return true;
}

bool remarks_say_stood(const struct record *record, const struct line *line, const struct item *item)
{
    const struct item *end = line->items + line->count;
    struct slice value;
    for (item++; item < end && (item->kind == ITEM_COMMENT || item->kind == ITEM_GLYPH); item++)
        if (item->kind == ITEM_COMMENT && comment_command(item_text(record, item), "stood", &value))
            return true;
    return false;
}

uint32_t line_cursor_follow(const struct play_context *context, struct line_cursor *cursor, const struct line *line,
    size_t first, size_t end, bool *whole)
{
    uint32_t legal = 0;
    bool some_stand = context->severities->any;
    *whole = false;
    for (size_t i = first; i < end; i++) {
        const struct item *item = &line->items[i];
        struct turn turn;
        struct fault why = {.facts = NULL};
        cursor->stop = i;
        if (item->kind == ITEM_UNREADABLE)
            return legal;
        if (item->kind != ITEM_TURN || line_cursor_takes_remark(context, cursor, item))
            continue;
        turn.shape = TURN_NONE;
        if (!shape_is_of_game(context->book, item->shape))
            return legal;
        if (!line_cursor_play(context, cursor, item, &turn, &why)) {
            bool stood = remarks_say_stood(context->record, line, item) ||
                (some_stand && severities_let_stand(context->severities, why.rule));
            if (!stood || !line_cursor_force(context, cursor, &turn))
                return legal;
        }
        legal++;
    }
    cursor->stop = end;
    *whole = true;
    return legal;
}

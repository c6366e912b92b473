/* SPDX-License-Identifier: MIT */
#include "referee/judge/whole_stacks.h"

/* A record being gone through. */
struct whole_stacks {
    struct judge *judge;
    bool tries;               /* nothing is changed, and all has to be legal */
    bool plain;               /* as written */
    const struct part *first; /* the first step whose '+' is on a stack of the opponent's, or that is one of .stacks */
    size_t captures;          /* such steps */
    size_t stacks;            /* steps that take several pieces without a count */
};

/* Makes of TURN, which ITEM is, what it means at CURSOR. */
static void complete_turn(
    struct whole_stacks *pass, const struct line_cursor *cursor, const struct item *item, struct turn *turn)
{
    const struct record *record = pass->judge->record;
    const struct rulebook *book = pass->judge->book;
    struct part *parts = &record->parts[item->first_part];
    for (unsigned i = 1; i < turn->count; i++) {
        const char *first = &record->source.at[parts[i].span.begin];
        if (!is_digit(first[*first == ':']))
            turn->steps[i].count = WHOLE_STACK;
    }
    book->game->foreign.complete(book->rules, cursor->state, turn);
    for (unsigned i = 1; i < turn->count; i++) {
        bool capture = parts[i].mark != turn->steps[i].mark;
        bool stack = parts[i].count != turn->steps[i].count;
        pass->first = (book->game->foreign.unmarked ? stack : capture) && pass->first == NULL ? &parts[i] : pass->first;
        pass->captures += capture;
        pass->stacks += stack;
        if (pass->tries)
            continue;
        parts[i].count = turn->steps[i].count;
        parts[i].mark = turn->steps[i].mark;
    }
}

/* Plays ITEM; false where that ends it. */
static bool play_completed(struct whole_stacks *pass, struct line_cursor *cursor, const struct item *item)
{
    const struct play_context *context = &pass->judge->context;
    struct turn turn;
    turn.shape = TURN_NONE;
    if (item->kind == ITEM_UNREADABLE || !shape_is_of_game(context->book, item->shape))
        return false;
    if (line_cursor_reads(context, item, &turn) && !pass->plain)
        complete_turn(pass, cursor, item, &turn);
    if (pass->tries && turn.shape == context->book->game->notation.shape)
        return line_cursor_make(context, cursor, &turn);
    return line_cursor_play(context, cursor, item, &turn, NULL) ||
        (!pass->tries && line_cursor_force(context, cursor, &turn));
}

static bool complete_line(struct whole_stacks *pass, const struct line *line, const struct line_cursor *start)
{
    struct judge *judge = pass->judge;
    struct line_state state = {.depth = 0};
    struct line_cursor before = {.state = NULL};
    bool whole = line_state_begin(judge, &state);
    if (!whole)
        return false;
    before.state = state.before;
    line_cursor_copy(&judge->context, &state.now, start);
    line_cursor_copy(&judge->context, &before, start);
    for (size_t i = 0; i < line->count && whole; i++) {
        const struct item *item = &line->items[i];
        if (item->kind == ITEM_VARIATION) {
            whole = complete_line(pass, item_variation(judge->record, item), &before) || !pass->tries;
        } else if (item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE) {
            line_cursor_copy(&judge->context, &before, &state.now);
            whole = play_completed(pass, &state.now, item);
        }
    }
    line_state_end(judge, &state);
    return whole;
}

static bool complete_all_lines(struct whole_stacks *pass, const struct state *start)
{
    struct judge *judge = pass->judge;
    struct line_cursor cursor = {.state = (struct state *)start};
    game_judge_end(judge->book->rules, start, &cursor.outcome);
    return judge->book->game->foreign.complete != NULL && complete_line(pass, &judge->record->main, &cursor);
}

void complete_turns(struct judge *judge, const struct state *start)
{
    complete_all_lines(&(struct whole_stacks){.judge = judge}, start);
}

const struct part *find_whole_stacks(struct judge *judge, const struct state *start)
{
    const struct record *record = judge->record;
    struct whole_stacks pass = {.judge = judge, .tries = true};
    const bool unmarked = judge->book->game->foreign.unmarked;
    bool any = unmarked;
    for (size_t i = 0; i < record->part_count; i++) {
        if (record->parts[i].mark == 'x')
            return NULL;
        any |= record->parts[i].mark == '+';
    }
    struct whole_stacks plain = {.judge = judge, .tries = true, .plain = true};
    any &= !record->unreadable &&
        !(unmarked && complete_all_lines(&plain, start)); /* else a mark shows that it is illegal */
    bool whole = any && complete_all_lines(&pass, start);
    size_t signs = (unmarked ? 0 : pass.captures) + pass.stacks;
    return whole && (unmarked || pass.captures > 0) && signs > 1 ? pass.first : NULL;
}

#include "referee/judge/standing.h"

#include "games/common.h"

void standing_copy(const struct playing *playing, struct standing *to, const struct standing *from)
{
    struct state *state = to->state;
    *to = *from;
    to->state = state;
    memcpy(state, from->state, playing->state_size);
}

static uint32_t seats_gone(const struct playing *playing, const struct state *state)
{
    const struct rulebook *book = playing->book;
    return book->game->gone == NULL ? 0 : book->game->gone(book->rules, state);
}

/* Whether ITEM is written like what says of a seat that it is out. */
static bool is_like_remark(const struct playing *playing, const struct item *item)
{
    bool out = item->kind == ITEM_TURN && (item->shape == TURN_OUT || item->shape == TURN_PASS);
    return out && playing->book->game->says_out;
}

uint32_t standing_number(const struct playing *playing, const struct standing *standing, const struct item *next)
{
    uint32_t number = standing->state->number;
    unsigned before = standing->outs;
    if (next == NULL || standing->mover == 0 || !is_like_remark(playing, next))
        return number;
    uint32_t gone = seats_gone(playing, standing->state) & ~standing->gone_before;
    for (unsigned i = 0; i < playing->seats; i++) {
        unsigned seat = (standing->mover + i) % playing->seats + 1;
        if ((gone >> (seat - 1) & 1) != 0 && (next->seat == 0 ? before-- == 0 : next->seat == seat))
            return standing->number + (seat <= standing->mover && standing->number < UINT32_MAX);
    }
    return number;
}

bool standing_takes_remark(const struct playing *playing, struct standing *standing, const struct item *item)
{
    if (!is_like_remark(playing, item))
        return false;
    uint32_t gone = seats_gone(playing, standing->state);
    if (item->seat != 0)
        return item->seat <= SEATS && (gone >> (item->seat - 1) & 1) != 0;
    return standing->outs++ < (unsigned)__builtin_popcount(gone & ~standing->gone_before);
}

bool shape_is_of_game(const struct rulebook *book, enum turn_shape shape)
{
    const struct game *game = book->game;
    if (shape == TURN_OUT)
        return game->says_out || (game->stops != NULL && game->stops(book->rules));
    if (shape == TURN_TOPPLE)
        return game->topples;
    return shape >= TURN_PASS || shape == game->shape;
}

static bool raise_over(const struct rulebook *book, const struct outcome *outcome, struct fault *why)
{
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if (outcome->winners == 1u << (seat - 1))
            return fault_raise(why, &common_rules[COMMON_AFTER_END], FAULT_WHOLE, FACT(how, "%s had won (%s)"),
                book->game->seat_name(book->rules, seat), outcome->reason);
    const char *how = outcome->winners != 0 ? "several had won"
        : book->game->scoring == SCORE_WIN  ? "drawn"
                                            : "nobody had won";
    return fault_raise(why, &common_rules[COMMON_AFTER_END], FAULT_WHOLE, FACT(how, "%s (%s)"), how, outcome->reason);
}

static bool raise_turn(const struct playing *playing, const struct state *state, unsigned written, struct fault *why)
{
    struct text *facts = fault_begin(why, &common_rules[COMMON_WRONG_TURN], FAULT_WHOLE);
    if (facts == NULL)
        return false;
    text_printf(facts, FACT(written, "%u") FACT(seat, "%u") FACT(note, ""), written, state->seat);
    if (written > playing->seats)
        text_printf(facts, "; the game has no seat %u", written);
    else if ((seats_gone(playing, state) >> (written - 1) & 1) != 0)
        text_printf(facts, "; %s has finished", playing->book->game->seat_name(playing->book->rules, written));
    return false;
}

/* Whether a turn may be made at all now; raises what forbids it. */
static bool may_move(
    const struct playing *playing, const struct standing *standing, const struct item *item, struct fault *why)
{
    const struct game *game = playing->book->game;
    unsigned seat = standing->state->seat;
    if (standing->resigned != 0)
        return fault_raise(why, &common_rules[COMMON_AFTER_END], FAULT_WHOLE, FACT(how, "%s resigned"),
            game->seat_name(playing->book->rules, standing->resigned));
    if (standing->outcome.over)
        return raise_over(playing->book, &standing->outcome, why);
    bool other = item->seat != 0 && item->seat != seat;
    if (other && (item->shape != TURN_TOPPLE || item->seat > playing->seats))
        return raise_turn(playing, standing->state, item->seat, why);
    if (item->shape == TURN_RESIGN && playing->seats != 2)
        return fault_raise(why, &common_rules[COMMON_CANNOT_RESIGN], FAULT_WHOLE, FACT(players, "%u"), playing->seats);
    return true;
}

static bool resolve(const struct playing *playing, const struct item *item, struct turn *turn, struct fault *why)
{
    const struct record *record = playing->record;
    const struct part *parts = item->part_count == 0 ? NULL : &record->parts[item->first_part];
    const struct written written = {item->shape, parts, item->part_count, item->seat};
    bool known = playing->book->game->resolve(playing->book->rules, &written, turn, why);
    if (!known)
        turn->shape = TURN_NONE;
    return known;
}

bool standing_reads(const struct playing *playing, const struct item *item, struct turn *turn)
{
    return item->kind == ITEM_TURN && item->shape == playing->book->game->shape && resolve(playing, item, turn, NULL);
}

static void end_turn(const struct playing *playing, struct standing *standing)
{
    playing->book->game->judge_end(playing->book->rules, standing->state, &standing->outcome);
}

/* What remarks behind a turn are held against. */
static void begin_turn(const struct playing *playing, struct standing *standing)
{
    standing->gone_before = seats_gone(playing, standing->state);
    standing->number = standing->state->number;
    standing->mover = standing->state->seat;
    standing->outs = 0;
}

bool standing_play(const struct playing *playing, struct standing *standing, const struct item *item, struct turn *turn,
    struct fault *why)
{
    const struct rulebook *book = playing->book;
    begin_turn(playing, standing);
    if (!may_move(playing, standing, item, why)) {
        resolve(playing, item, turn, NULL);
        return false;
    }
    if (item->shape == TURN_RESIGN) {
        standing->resigned = standing->state->seat;
        return true;
    }
    if (!resolve(playing, item, turn, why) || !book->game->play(book->rules, standing->state, turn, why))
        return false;
    end_turn(playing, standing);
    return true;
}

bool standing_make(const struct playing *playing, struct standing *standing, const struct turn *turn)
{
    const struct rulebook *book = playing->book;
    begin_turn(playing, standing);
    if (standing->outcome.over || standing->resigned != 0 ||
        !book->game->play(book->rules, standing->state, turn, NULL))
        return false;
    end_turn(playing, standing);
    return true;
}

bool standing_force(const struct playing *playing, struct standing *standing, const struct turn *turn)
{
    const struct rulebook *book = playing->book;
    struct turn pass = {.shape = TURN_PASS};
    if (turn->shape == TURN_NONE || turn->shape == TURN_TOPPLE || standing->outcome.over || standing->resigned != 0)
        return false;
    if (!book->game->force(book->rules, standing->state, turn->shape == TURN_RESIGN ? &pass : turn))
        return false;
    end_turn(playing, standing);
    return true;
}

bool says_stood(const struct record *record, const struct line *line, const struct item *item)
{
    const struct item *end = line->items + line->count;
    struct slice value;
    for (item++; item < end && (item->kind == ITEM_COMMENT || item->kind == ITEM_GLYPH); item++)
        if (item->kind == ITEM_COMMENT && comment_command(item_text(record, item), "stood", &value))
            return true;
    return false;
}

uint32_t standing_follow(const struct playing *playing, struct standing *standing, const struct line *line,
    size_t first, size_t end, bool *whole)
{
    uint32_t legal = 0;
    bool some_stand = playing->severities->any;
    *whole = false;
    for (size_t i = first; i < end; i++) {
        const struct item *item = &line->items[i];
        struct turn turn;
        struct fault why = {.facts = NULL};
        if (item->kind == ITEM_UNREADABLE)
            return legal;
        if (item->kind != ITEM_TURN || standing_takes_remark(playing, standing, item))
            continue;
        turn.shape = TURN_NONE;
        if (!shape_is_of_game(playing->book, item->shape))
            return legal;
        if (!standing_play(playing, standing, item, &turn, some_stand ? &why : NULL)) {
            bool stood = says_stood(playing->record, line, item) ||
                (some_stand && severities_let_stand(playing->severities, why.rule));
            if (!stood || !standing_force(playing, standing, &turn))
                return legal;
        }
        legal++;
    }
    *whole = true;
    return legal;
}

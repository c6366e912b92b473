/* SPDX-License-Identifier: MIT */
#include "engine/think.h"

#include <string.h>

enum { WON = 1 << 30 };

/* By splitmix64. */
size_t thinker_draw(struct thinker *thinker, size_t count)
{
    uint64_t mixed = thinker->random += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (size_t)((mixed ^ (mixed >> 31)) % count);
}

static int64_t score_of(const catasta_position *position, unsigned number)
{
    struct catasta_seat seat = {.size = sizeof seat};
    catasta_position_seat(position, number, &seat);
    return seat.score_of == 0 ? 0 : (int64_t)seat.score * 1000 / seat.score_of;
}

/* How good POSITION is for SEAT, which has just moved. */
static int64_t think_value(struct thinker *thinker, catasta_position *position, unsigned seat)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct turn_list replies = {.count = 0};
    int64_t others = INT64_MIN;
    catasta_position_outcome(position, &outcome);
    if (outcome.over)
        return outcome.winners == 0 ? 0 : (outcome.winners >> (seat - 1) & 1) != 0 ? WON : -WON;
    if (outcome.scoring == CATASTA_WINS) {
        turn_list_fill(&replies, position, "");
        const int64_t count = (int64_t)replies.count;
        thinker->failed |= replies.failed;
        turn_list_clear(&replies);
        return catasta_position_to_move(position) == seat ? count : -count;
    }
    const int sign = outcome.scoring == CATASTA_MOST_POINTS ? 1 : -1;
    for (unsigned other = 1; other <= catasta_position_seats(position); other++)
        if (other != seat && sign * score_of(position, other) > others)
            others = sign * score_of(position, other);
    return sign * score_of(position, seat) - (others == INT64_MIN ? 0 : others);
}

/* The best of TURNS; of several that are as good any. */
static size_t think_ahead(struct thinker *thinker, const catasta_position *position, const struct turn_list *turns)
{
    const unsigned seat = catasta_position_to_move(position);
    int64_t best = INT64_MIN;
    size_t chosen = thinker_draw(thinker, turns->count);
    size_t equal = 0;
    for (size_t i = 0; i < turns->count && (thinker->stopped == NULL || !thinker->stopped(thinker->context)); i++) {
        catasta_position *after = catasta_position_copy(position);
        const char *text = turns->turns[i].text;
        const bool played = after != NULL && catasta_position_play(after, text, strlen(text), NULL);
        const int64_t value = played ? think_value(thinker, after, seat) : INT64_MIN;
        thinker->failed |= !played;
        catasta_position_free(after);
        equal = value > best ? 1 : equal + (value == best);
        if (value > best || (value == best && thinker_draw(thinker, equal) == 0))
            chosen = i;
        best = value > best ? value : best;
    }
    return chosen;
}

/* Where turns are made step by step, one step after the other; a turn that is whole is not gone on with. */
bool thinker_choose(struct thinker *thinker, const catasta_position *position, struct buffer *turn)
{
    struct turn_list turns = {.count = 0};
    struct buffer begun = {.length = 0};
    catasta_position *seen = catasta_position_seen(position, catasta_position_to_move(position));
    thinker->failed = seen == NULL;
    for (bool whole = false; !whole && !thinker->failed;) {
        turn_list_fill(&turns, seen, begun.length == 0 ? "" : begun.bytes);
        thinker->failed |= turns.failed;
        if (turns.count == 0 || turns.failed)
            break;
        const bool ahead = thinker->greedy && !turns.begun;
        const size_t i = ahead ? think_ahead(thinker, seen, &turns) : thinker_draw(thinker, turns.count);
        whole = turns.turns[i].whole;
        begun.length = 0;
        buffer_say(&begun, turns.turns[i].text);
        thinker->failed |= begun.failed;
    }
    if (!thinker->failed && begun.length > 0)
        buffer_add(turn, begun.bytes, begun.length);
    buffer_free(&begun);
    turn_list_clear(&turns);
    catasta_position_free(seen);
    return !thinker->failed && !turn->failed;
}

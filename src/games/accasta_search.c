/* Accasta's legal turns, listed and counted.  These are short cuts beside the
   rules that play states in accasta.c; a test holds them equal. */
#include "games/accasta.h"

/* Legal turns: every first step, and behind it every way to go on. */

struct search {
    const struct rules *rules;
    struct position *position;
    turn_visitor *visit;
    void *context;
    struct turn turn;
};

static bool search_steps(struct search *search);

static bool search_target(struct search *search, unsigned cell, unsigned line)
{
    struct position *position = search->position;
    unsigned source = search->turn.steps[0].cell;
    struct attempt attempt = {source, cell, 0, position->state.seat, position->stacks[source], position->stacks[cell],
        line, mark_of(position->stacks[cell], position->state.seat)};
    unsigned height = stack_height(attempt.from);
    for (attempt.count = 1; attempt.count <= height; attempt.count++) {
        if (over_limit(search->rules, &attempt) || releases_in_castle(search->rules, &attempt))
            continue;
        search->turn.steps[search->turn.count++] = (struct step){attempt.count, (uint16_t)cell, attempt.mark};
        make_step(search->rules, position, &attempt);
        uint64_t left = position->stacks[source];
        bool more = search->visit(search->context, &search->turn) &&
            (left == 0 || stack_owner(left) != attempt.seat || search_steps(search));
        unmake_step(search->rules, position, &attempt);
        search->turn.count--;
        if (!more)
            return false;
    }
    return true;
}

static bool search_steps(struct search *search)
{
    const struct board *board = &search->rules->board;
    const uint64_t *stacks = search->position->stacks;
    unsigned source = search->turn.steps[0].cell;
    unsigned reach = reach_of(search->rules, stacks[source], search->position->state.seat);
    for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
        unsigned cell = source;
        for (unsigned distance = 1; distance <= reach; distance++) {
            cell = board->next[cell][direction];
            if (cell == BOARD_NONE)
                break;
            if (!search_target(search, cell, board->line[source][cell]))
                return false;
            if (stacks[cell] != 0)
                break;
        }
    }
    return true;
}

bool accasta_generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct rules *rules = any_rules;
    uint64_t room[POSITION_WORDS];
    struct position *position = (struct position *)room;
    memcpy(position, state, position_size(rules));
    struct search search = {rules, position, visit, context, {.shape = TURN_LIFT, .count = 1}};
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        if (position->stacks[cell] == 0 || stack_owner(position->stacks[cell]) != state->seat)
            continue;
        search.turn.steps[0] = (struct step){.count = 1, .cell = (uint16_t)cell};
        if (!search_steps(&search))
            return false;
    }
    return true;
}

/* The same turns, only counted: at the last step of a turn nothing is made. */

struct lift {
    uint8_t firsts;
    uint8_t seconds;
    bool goes_on;
};

/* What lifting 1, 2, … pieces gives; returns how many such lifts are legal. */
static unsigned list_lifts(const struct rules *rules, unsigned source, uint64_t from, unsigned seat,
    struct lift lifts[STACK_PIECES], uint8_t counts[STACK_PIECES])
{
    unsigned height = stack_height(from);
    unsigned legal = 0;
    for (unsigned n = 1; n <= height; n++) {
        uint64_t left = stack_left(from, n);
        bool mine = left == 0 || stack_owner(left) == seat;
        if (!mine && rules->release_forbidden && rules->castle[source] == seat)
            continue;
        unsigned seconds = stack_seconds(stack_lifted(from, n));
        lifts[legal] = (struct lift){(uint8_t)(n - seconds), (uint8_t)seconds, mine && left != 0};
        counts[legal++] = (uint8_t)n;
    }
    return legal;
}

static uint64_t count_steps(const struct rules *rules, uint64_t *stacks, unsigned source, unsigned seat)
{
    struct lift lifts[STACK_PIECES];
    uint8_t counts[STACK_PIECES];
    uint64_t from = stacks[source];
    unsigned legal = list_lifts(rules, source, from, seat, lifts, counts);
    unsigned reach = reach_of(rules, from, seat);
    uint64_t total = 0;
    for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
        unsigned cell = rules->board.next[source][direction];
        for (unsigned distance = 1; distance <= reach && cell != BOARD_NONE; distance++) {
            uint64_t onto = stacks[cell];
            unsigned seconds = stack_seconds(onto);
            unsigned firsts = stack_height(onto) - seconds;
            for (unsigned i = 0; i < legal; i++) {
                if (lifts[i].firsts + firsts > rules->limit || lifts[i].seconds + seconds > rules->limit)
                    continue;
                total++;
                if (!lifts[i].goes_on)
                    continue;
                stacks[cell] = stack_landed(onto, stack_lifted(from, counts[i]), counts[i]);
                stacks[source] = stack_left(from, counts[i]);
                total += count_steps(rules, stacks, source, seat);
                stacks[cell] = onto;
                stacks[source] = from;
            }
            if (onto != 0)
                break;
            cell = rules->board.next[cell][direction];
        }
    }
    return total;
}

uint64_t accasta_count(const void *any_rules, const struct state *state)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    uint64_t stacks[BOARD_CELLS];
    uint64_t total = 0;
    memcpy(stacks, position->stacks, rules->board.cells * sizeof *stacks);
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        if (stacks[cell] != 0 && stack_owner(stacks[cell]) == state->seat)
            total += count_steps(rules, stacks, cell, state->seat);
    return total;
}

/* Staku's legal turns, listed and counted.  These are short cuts beside the rules
   that play states in staku.c; a test holds them equal. */
#include "games/staku.h"

/* Legal turns: every first move, and behind it every second that it opens. */

struct search {
    const struct rules *rules;
    struct position *position;
    turn_visitor *visit;
    void *context;
    struct turn turn;
};

static bool search_moves(struct search *search, unsigned source, const struct attempt *first);

/* One move, unless it cannot land, and what follows on it. */
static bool search_move(struct search *search, const struct attempt *attempt, const struct attempt *first)
{
    struct turn *turn = &search->turn;
    if (overstacks(search->rules, attempt) || buries(attempt))
        return true;
    turn->steps[turn->count++] = (struct step){attempt->count, (uint16_t)attempt->target, captures(attempt) ? 'x' : 0};
    bool more = search->visit(search->context, turn);
    if (more && first == NULL && opens_second(attempt)) {
        make_move(search->position, attempt);
        more = search_moves(search, attempt->target, attempt);
        unmake_move(search->position, attempt);
    }
    turn->count--;
    return more;
}

/* All moves of COUNT tokens from SOURCE in one direction. */
static bool search_line(
    struct search *search, unsigned source, unsigned count, unsigned direction, const struct attempt *first)
{
    const struct board *board = &search->rules->board;
    const uint64_t *stacks = search->position->stacks;
    unsigned cell = source;
    for (unsigned distance = 1; distance <= count; distance++) {
        cell = board->next[cell][direction];
        if (cell == BOARD_NONE)
            break;
        const struct attempt attempt = {source, cell, count, search->position->state.seat, stacks[source], stacks[cell],
            board->line[source][cell], 0};
        if (!search_move(search, &attempt, first))
            return false;
        if (stacks[cell] != 0 && !search->rules->jumps)
            break;
    }
    return true;
}

static bool search_moves(struct search *search, unsigned source, const struct attempt *first)
{
    unsigned height = stack_height(search->position->stacks[source]);
    for (unsigned count = 1; count <= height && count <= LIFTS; count++) {
        if (first != NULL && !opens_count(first, count, height))
            continue;
        for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++)
            if (!search_line(search, source, count, direction, first))
                return false;
    }
    return true;
}

static bool search_turns(const struct rules *rules, const struct position *state, turn_visitor *visit, void *context)
{
    uint64_t room[POSITION_WORDS];
    struct position *position = (struct position *)room;
    memcpy(position, state, position_size(rules));
    struct search search = {rules, position, visit, context, {.shape = TURN_MOVES, .count = 1}};
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        search.turn.steps[0] = (struct step){.count = 1, .cell = (uint16_t)cell};
        if (stack_leader(position->stacks[cell]) == state->state.seat && !search_moves(&search, cell, NULL))
            return false;
    }
    return true;
}

bool staku_generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct rules *rules = any_rules;
    const struct turn pass = {.shape = TURN_PASS};
    if (rules->no_move == NO_MOVE_PASS && !staku_has_move(rules, (const struct position *)state))
        return visit(context, &pass);
    return search_turns(rules, (const struct position *)state, visit, context);
}

static bool stop_at_first(void *context, const struct turn *turn)
{
    (void)context;
    (void)turn;
    return false;
}

/* A token can always go to a neighbour that is empty or the opponent's. */
bool staku_has_move(const struct rules *rules, const struct position *position)
{
    const struct cell_set *own = &position->led[position->state.seat];
    const struct cell_set *neutral = &position->led[0];
    for (unsigned i = 0; i < SET_WORDS; i++)
        for (uint64_t left = own->words[i]; left != 0; left &= left - 1) {
            const struct cell_set *around = &rules->board.around[64 * i + (unsigned)__builtin_ctzll(left)];
            for (unsigned j = 0; j < SET_WORDS; j++)
                if ((around->words[j] & ~own->words[j] & ~neutral->words[j]) != 0)
                    return true;
        }
    return !search_turns(rules, position, stop_at_first, NULL);
}

/* The same turns, only counted.  Where a move may land depends on how many tokens it
   lifts and what lies among them, LIFTS * LADINGS ways.  So a number keeps a count for
   each way, WAY_BITS wide; rules->room[distance][kind] has a 1 for each way in which a
   cell of that kind, so far away, may be reached; and their sum over the lines from a
   cell says at once how many moves there are from it, of whatever is lifted. */

enum lading { ALL_COLOURED, NEUTRALS_BELOW, NEUTRALS_ABOVE, LADINGS };
enum { WAY_BITS = 6 };

static unsigned way_shift(unsigned count, enum lading lading)
{
    return WAY_BITS * ((count - 1) * LADINGS + lading);
}

static enum lading lading_of(uint64_t lifted)
{
    if (stack_neutrals(lifted) == 0)
        return ALL_COLOURED;
    return has_neutral_above(lifted) ? NEUTRALS_ABOVE : NEUTRALS_BELOW;
}

/* Moves out of SUM that lift the top COUNT of FROM. */
static unsigned ways(uint64_t sum, uint64_t from, unsigned count)
{
    return (unsigned)(sum >> way_shift(count, lading_of(stack_lifted(from, count)))) & ((1u << WAY_BITS) - 1);
}

static bool may_land(const struct rules *rules, unsigned kind, unsigned count, enum lading lading)
{
    if (kind == KIND_EMPTY || kind == KIND_ENEMY)
        return true;
    if (kind < KIND_NEUTRAL)
        return false;
    bool own = kind >= KIND_OWN;
    unsigned height = 1 + kind - (own ? KIND_OWN : KIND_NEUTRAL);
    return height + count <= rules->max_stack && lading <= (own ? ALL_COLOURED : NEUTRALS_BELOW);
}

void staku_prepare_count(struct rules *rules)
{
    for (unsigned distance = 1; distance <= LIFTS; distance++)
        for (unsigned kind = 0; kind < KIND_COUNT; kind++)
            for (unsigned count = distance; count <= LIFTS; count++)
                for (enum lading lading = 0; lading < LADINGS; lading++)
                    rules->room[distance][kind] |= (uint64_t)may_land(rules, kind, count, lading)
                        << way_shift(count, lading);
}

static enum cell_kind kind_of(const struct rules *rules, uint64_t stack, unsigned seat)
{
    unsigned leader = stack_leader(stack);
    unsigned height = stack_height(stack);
    if (stack == 0)
        return KIND_EMPTY;
    if (leader == 3 - seat)
        return KIND_ENEMY;
    if (height >= rules->max_stack || has_neutral_above(stack))
        return KIND_FULL;
    return (leader == seat ? KIND_OWN : KIND_NEUTRAL) + height - 1;
}

struct count {
    const struct rules *rules;
    const uint64_t *stacks;
    unsigned seat;
    uint8_t kinds[BOARD_NONE + 1];
    struct cell_set known; /* cells with lines and a sum */
    uint64_t lines[BOARD_CELLS][BOARD_DIRECTIONS];
    uint64_t sums[BOARD_CELLS];
};

/* The moves from CELL in one direction, if the cell CHANGED were of KIND. */
static inline uint64_t sum_line(
    const struct count *count, unsigned cell, unsigned direction, unsigned changed, unsigned kind)
{
    const struct rules *rules = count->rules;
    uint64_t sum = 0;
    for (unsigned distance = 1; distance <= LIFTS; distance++) {
        cell = rules->board.next[cell][direction];
        unsigned here = cell == changed ? kind : count->kinds[cell];
        sum += rules->room[distance][here];
        if (here == KIND_EDGE || (here != KIND_EMPTY && !rules->jumps))
            break;
    }
    return sum;
}

static uint64_t sum_lines(struct count *count, unsigned cell)
{
    uint64_t bit = (uint64_t)1 << (cell % 64);
    if ((count->known.words[cell / 64] & bit) != 0)
        return count->sums[cell];
    count->known.words[cell / 64] |= bit;
    count->sums[cell] = 0;
    for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
        count->lines[cell][direction] = sum_line(count, cell, direction, BOARD_NONE, KIND_EDGE);
        count->sums[cell] += count->lines[cell][direction];
    }
    return count->sums[cell];
}

/* Second moves behind FIRST.  Of all that surrounds its target it has only changed its
   source, which is now of KIND. */
static unsigned count_seconds(struct count *count, const struct attempt *first, unsigned direction, unsigned kind)
{
    unsigned cell = first->target;
    unsigned back = (direction + BOARD_DIRECTIONS / 2) % BOARD_DIRECTIONS;
    uint64_t sum = sum_lines(count, cell) - count->lines[cell][back] + sum_line(count, cell, back, first->source, kind);
    uint64_t from = landed(first);
    unsigned height = stack_height(from);
    unsigned total = 0;
    for (unsigned n = 1; n <= height && n <= LIFTS; n++)
        if (opens_count(first, n, height))
            total += ways(sum, from, n);
    return total;
}

/* Turns whose first move lifts N tokens off SOURCE and goes in one direction, without
   those of one move. */
static unsigned count_line(struct count *count, unsigned source, unsigned n, unsigned direction)
{
    const struct rules *rules = count->rules;
    uint64_t from = count->stacks[source];
    unsigned left = kind_of(rules, stack_left(from, n), count->seat);
    unsigned way = way_shift(n, lading_of(stack_lifted(from, n)));
    unsigned cell = source;
    unsigned total = 0;
    for (unsigned distance = 1; distance <= n; distance++) {
        cell = rules->board.next[cell][direction];
        unsigned kind = count->kinds[cell];
        if (kind == KIND_EDGE)
            break;
        if ((rules->room[distance][kind] >> way & 1) != 0 && (n > 1 || kind >= KIND_NEUTRAL)) {
            const struct attempt first = {.source = source,
                .target = cell,
                .count = n,
                .seat = count->seat,
                .from = from,
                .onto = count->stacks[cell]};
            total += count_seconds(count, &first, direction, left);
        }
        if (kind != KIND_EMPTY && !rules->jumps)
            break;
    }
    return total;
}

static uint64_t count_turns(struct count *count, unsigned source)
{
    uint64_t from = count->stacks[source];
    unsigned height = stack_height(from);
    uint64_t sum = sum_lines(count, source);
    uint64_t total = 0;
    for (unsigned n = 1; n <= height && n <= LIFTS; n++) {
        total += ways(sum, from, n);
        for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++)
            total += count_line(count, source, n, direction);
    }
    return total;
}

uint64_t staku_count(const void *any_rules, const struct state *state)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    struct count count;
    uint64_t total = 0;
    count.rules = rules;
    count.stacks = position->stacks;
    count.seat = state->seat;
    count.known = (struct cell_set){{0}};
    count.kinds[BOARD_NONE] = KIND_EDGE;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        count.kinds[cell] = (uint8_t)kind_of(rules, position->stacks[cell], state->seat);
    for (unsigned i = 0; i < SET_WORDS; i++)
        for (uint64_t own = position->led[state->seat].words[i]; own != 0; own &= own - 1)
            total += count_turns(&count, 64 * i + (unsigned)__builtin_ctzll(own));
    if (total == 0 && rules->no_move == NO_MOVE_PASS)
        return 1;
    return total;
}

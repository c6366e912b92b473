/* Accasta's parameters. */
#include "games/accasta.h"

#include <stdio.h>

static const struct piece_kinds WHITE_KINDS = {1, 1, PIECE_KINDS};
static const struct piece_kinds BLACK_KINDS = {2, PIECE_SECOND_SIDE + 1, PIECE_KINDS};

struct configuring {
    const struct ruleset *ruleset;
    struct rules *rules;
    struct problems *problems;
};

static bool refuse_range(const struct configuring *configuring, const struct node *node)
{
    static const char *const words[] = {"own-count"};
    struct slice word = node->kind == NODE_SCALAR ? node->value : slice_of("");
    return problem_add(configuring->problems, RULESET_TYPE, node->place,
        FACT(key, "range") FACT(expected, "own-count, or a number of cells from 1 to %d for each kind of piece")
            FACT(found, "%s%s%s") FACT(advice, "%s"),
        BOARD_ROWS, node->kind == NODE_SCALAR ? "'" : "", node->kind == NODE_SCALAR ? excerpt_of(word).text : "a list",
        node->kind == NODE_SCALAR ? "'" : "", nearest_advice(configuring->problems->arena, word, words, 1));
}

/* One kind's range.  A kind has a letter on either side, which both name it. */
static bool read_reach(const struct configuring *configuring, const struct node *node)
{
    struct rules *rules = configuring->rules;
    uint32_t reach;
    unsigned piece = node->key.length == 1 ? grid_piece(&rules->letters, node->key.at[0]) : 0;
    if (piece == 0)
        return problem_add(configuring->problems, RULESET_CONFLICT,
            ruleset_culprit(configuring->ruleset, node->key_place, "pieces.white pieces.black"),
            FACT(found, "a range for '%s', which is no piece") FACT(expected, "the letters of the pieces"),
            excerpt_of(node->key).text);
    if (node->kind != NODE_SCALAR || !slice_number(node->value, BOARD_ROWS, &reach) || reach == 0)
        return refuse_range(configuring, node);
    if (rules->reach[piece] != 0 && rules->reach[piece] != reach)
        return problem_add(configuring->problems, RULESET_CONFLICT, node->place,
            FACT(found, "two ranges for one kind of piece") FACT(expected, "the same for both sides"));
    rules->reach[piece & 7] = rules->reach[piece | PIECE_SECOND_SIDE] = (uint8_t)reach;
    return true;
}

/* LETTERS: those of the pieces are known. */
static bool read_range(const struct configuring *configuring, bool letters)
{
    struct rules *rules = configuring->rules;
    const struct node *range = ruleset_get(configuring->ruleset, "range");
    bool right = true;
    if (range->kind == NODE_SCALAR && slice_is(range->value, "own-count"))
        return true;
    if (range->kind != NODE_MAPPING)
        return refuse_range(configuring, range);
    rules->by_kind = true;
    if (!letters)
        return false;
    for (const struct node *node = range->first; node != NULL; node = node->next)
        right = read_reach(configuring, node) && right;
    for (unsigned piece = 1; right && piece < 16; piece++)
        if (rules->letters.of[piece] != '\0' && rules->reach[piece] == 0)
            return problem_add(configuring->problems, RULESET_CONFLICT,
                ruleset_culprit(configuring->ruleset, range->place, "pieces.white pieces.black"),
                FACT(found, "no range for '%c'") FACT(expected, "a range for every kind of piece")
                    FACT(advice, "add %c: 1, say, to range"),
                rules->letters.of[piece], rules->letters.of[piece]);
    return right;
}

static bool refuses(const void *any_rules, uint64_t stack, char why[WHY_ROOM])
{
    const struct rules *rules = any_rules;
    snprintf(why, WHY_ROOM, "of more than %u piece%s of one colour", rules->limit, rules->limit == 1 ? "" : "s");
    return stack_count(stack, 1) > rules->limit || stack_count(stack, 2) > rules->limit;
}

struct grid_limits accasta_limits(const struct rules *rules)
{
    return (struct grid_limits){&rules->board, &rules->letters, rules->pieces, rules, refuses, "stack_limit"};
}

static const char *key_of(const char *white, const char *black, unsigned seat)
{
    return seat == 1 ? white : black;
}

static bool read_castle(const struct configuring *configuring, unsigned seat)
{
    struct rules *rules = configuring->rules;
    const char *key = key_of("castle.white", "castle.black", seat);
    const struct grid_zone zone = {
        &rules->board, seat, key_of("castle.white", "castle.black", 3 - seat), rules->castle};
    return grid_read_zone(configuring->ruleset, key, &zone, configuring->problems);
}

/* That either castle has cells enough; what is to be mended at one place is told once. */
static bool check_castles(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    struct place told = {.line = 0};
    for (unsigned seat = 1; seat <= 2; seat++) {
        const char *key = key_of("castle.white", "castle.black", seat);
        const struct node *list = ruleset_get(configuring->ruleset, key);
        struct place place = ruleset_culprit(configuring->ruleset, list->place, "win.controlling");
        if (list->count >= rules->controlling || place_is_same(told, place))
            continue;
        told = place;
        problem_add(configuring->problems, RULESET_CONFLICT, place,
            FACT(found, "%s of %u cell%s where win.controlling is %u")
                FACT(expected, "castles of at least so many cells"),
            key, (unsigned)list->count, list->count == 1 ? "" : "s", rules->controlling);
    }
    return told.line == 0;
}

static bool read_setup(const struct configuring *configuring, unsigned seat)
{
    struct rules *rules = configuring->rules;
    const struct grid_limits limits = accasta_limits(rules);
    const struct grid_setup setup = {&limits, rules->setup, rules->pieces};
    const char *key = key_of("setup.white", "setup.black", seat);
    return grid_read_setup(configuring->ruleset, key, &setup, configuring->problems);
}

/* How the side of SEAT stands at the start. */
struct standing {
    unsigned pieces;
    unsigned stacks;
    unsigned held; /* of them in the other's castle */
};

static struct standing standing_of(const struct rules *rules, unsigned seat)
{
    struct standing standing = {0};
    for (unsigned piece = 1; piece < 16; piece++)
        standing.pieces += rules->letters.seat[piece] == seat ? rules->pieces[piece] : 0;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        if (rules->setup[cell] != 0 && stack_owner(rules->setup[cell]) == seat) {
            standing.stacks++;
            standing.held += rules->castle[cell] == 3 - seat;
        }
    return standing;
}

/* That SEAT has something to play with, has not won before the first turn, and can win
   at all. */
static bool check_goal(const struct configuring *configuring, unsigned seat)
{
    const struct rules *rules = configuring->rules;
    const struct standing standing = standing_of(rules, seat);
    const char *name = grid_seat_name(seat);
    const char *key = key_of("setup.white", "setup.black", seat);
    struct place place = ruleset_get(configuring->ruleset, key)->place;
    if (standing.stacks == 0)
        return problem_add(configuring->problems, RULESET_CONFLICT, place,
            FACT(found, "a set-up without a stack of %s's") FACT(expected, "at least one"), name);
    place = ruleset_culprit(
        configuring->ruleset, place, "win.controlling castle.white castle.black pieces.white pieces.black");
    if (standing.held >= rules->controlling)
        return problem_add(configuring->problems, RULESET_CONFLICT, place,
            FACT(found, "%u stack%s of %s's in the other castle before the first turn")
                FACT(expected, "fewer than the %u of win.controlling"),
            standing.held, standing.held == 1 ? "" : "s", name, rules->controlling);
    return standing.pieces >= rules->controlling ||
        problem_add(configuring->problems, RULESET_CONFLICT, place,
            FACT(found, "%u piece%s of %s's where win.controlling is %u")
                FACT(expected, "a piece for each stack to be controlled"),
            standing.pieces, standing.pieces == 1 ? "" : "s", name, rules->controlling);
}

/* Kinds that nobody has. */
static void check_kinds(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    for (unsigned piece = 1; piece < 16; piece++) {
        const char *key = key_of("pieces.white", "pieces.black", rules->letters.seat[piece]);
        const struct node *node = ruleset_get(configuring->ruleset, key);
        if (rules->letters.of[piece] != '\0' && rules->pieces[piece] == 0)
            problem_add(configuring->problems, RULESET_NO_EFFECT, node_part(node, (piece & 7u) - 1, 1),
                FACT(key, "the letter '%c' in %s") FACT(why, "no stack of the set-up has it"), rules->letters.of[piece],
                key);
    }
}

static void check_sides(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    uint8_t seats[BOARD_CELLS];
    const struct grid_sides castles = {"castle.white", "castle.black", rules->castle};
    const struct grid_sides stacks = {"setup.white", "setup.black", seats};
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        seats[cell] = rules->setup[cell] == 0 ? 0 : (uint8_t)stack_owner(rules->setup[cell]);
    grid_check_left_behind(configuring->ruleset, &rules->board, &stacks, configuring->problems);
    grid_check_left_behind(configuring->ruleset, &rules->board, &castles, configuring->problems);
}

static bool read_letters(const struct configuring *configuring)
{
    struct letters *letters = &configuring->rules->letters;
    bool right = grid_letters(configuring->ruleset, "pieces.white", WHITE_KINDS, letters, configuring->problems);
    return grid_letters(configuring->ruleset, "pieces.black", BLACK_KINDS, letters, configuring->problems) && right;
}

/* Everything that can be told in spite of what is wrong already. */
static bool read_all(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    bool players = grid_two_players(configuring->ruleset, configuring->problems);
    bool board = grid_board(configuring->ruleset, &rules->board, configuring->problems);
    bool letters = read_letters(configuring);
    bool range = read_range(configuring, letters);
    bool castles = check_castles(configuring);
    castles = board && read_castle(configuring, 1) && castles;
    castles = board && read_castle(configuring, 2) && castles;
    bool setup = board && letters && read_setup(configuring, 1);
    setup = board && letters && read_setup(configuring, 2) && setup;
    if (!castles || !setup)
        return false;
    bool goal = check_goal(configuring, 1);
    goal = check_goal(configuring, 2) && goal;
    if (goal) {
        check_kinds(configuring);
        check_sides(configuring);
    }
    return players && range && goal;
}

const void *accasta_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    const struct configuring configuring = {ruleset, rules, problems};
    if (rules == NULL)
        return NULL;
    rules->limit = ruleset_number(ruleset, "stack_limit");
    rules->controlling = ruleset_number(ruleset, "win.controlling");
    rules->check = ruleset_word(ruleset, "win.check") == 0 ? CHECK_TURN_END : CHECK_NEXT_TURN;
    rules->release_forbidden = ruleset_word(ruleset, "release.own_castle") == 0;
    rules->blocked_loses = ruleset_word(ruleset, "no_move") == 0;
    rules->best_of = ruleset_number(ruleset, "match.best_of");
    return read_all(&configuring) ? rules : NULL;
}

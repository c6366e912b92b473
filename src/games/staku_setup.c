/* Staku's parameters. */
#include "games/staku.h"

#include <stdio.h>

struct configuring {
    const struct ruleset *ruleset;
    struct rules *rules;
    struct problems *problems;
};

static bool refuses(const void *any_rules, uint64_t stack, char why[WHY_ROOM])
{
    const struct rules *rules = any_rules;
    uint64_t blacks = stack >> 3 & stack_coloured(stack);
    if (stack_height(stack) > rules->max_stack)
        snprintf(why, WHY_ROOM, "of more than %u tokens", rules->max_stack);
    else if (blacks != 0 && blacks != stack_coloured(stack))
        snprintf(why, WHY_ROOM, "of mixed colours");
    else if (has_neutral_above(stack))
        snprintf(why, WHY_ROOM, "with a neutral token above a coloured one");
    else
        return false;
    return true;
}

struct grid_limits staku_limits(const struct rules *rules)
{
    return (struct grid_limits){&rules->board, &rules->letters, rules->pieces, rules, refuses, "max_stack"};
}

static bool read_letters(const struct configuring *configuring)
{
    static const struct piece_kinds white = {1, TOKEN_WHITE, 1};
    static const struct piece_kinds black = {2, TOKEN_BLACK, 1};
    static const struct piece_kinds neutral = {0, TOKEN_NEUTRAL, 1};
    struct letters *letters = &configuring->rules->letters;
    bool right = grid_letters(configuring->ruleset, "pieces.white", white, letters, configuring->problems);
    right &= grid_letters(configuring->ruleset, "pieces.black", black, letters, configuring->problems);
    return grid_letters(configuring->ruleset, "pieces.neutral", neutral, letters, configuring->problems) && right;
}

static bool read_setup(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    const struct grid_limits limits = staku_limits(rules);
    const struct grid_setup setup = {&limits, rules->setup, rules->pieces};
    bool right = grid_read_setup(configuring->ruleset, "setup.white", &setup, configuring->problems);
    right &= grid_read_setup(configuring->ruleset, "setup.black", &setup, configuring->problems);
    return grid_read_setup(configuring->ruleset, "setup.neutral", &setup, configuring->problems) && right;
}

/* SEAT's palaces: there are some. */
static bool read_palaces(const struct configuring *configuring, unsigned seat)
{
    struct rules *rules = configuring->rules;
    const char *key = seat == 1 ? "palaces.white" : "palaces.black";
    const struct grid_zone zone = {&rules->board, seat, seat == 1 ? "palaces.black" : "palaces.white", rules->palace};
    const struct node *list = ruleset_get(configuring->ruleset, key);
    if (list->count == 0)
        return problem_add(configuring->problems, RULESET_CONFLICT, list->place,
            FACT(found, "no cell in %s") FACT(expected, "at least one, for the other side to reach"), key);
    if (!grid_read_zone(configuring->ruleset, key, &zone, configuring->problems))
        return false;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        if (rules->palace[cell] == seat)
            cell_set_put(&rules->palaces[seat - 1], cell, true);
    return true;
}

/* That none of SEAT's palaces is taken when the game begins. */
static bool check_palaces(const struct configuring *configuring, unsigned seat)
{
    const struct rules *rules = configuring->rules;
    const char *key = seat == 1 ? "palaces.white" : "palaces.black";
    bool right = true;
    for (const struct node *node = ruleset_get(configuring->ruleset, key)->first; node != NULL; node = node->next)
        if (stack_leader(rules->setup[board_find(&rules->board, node->value)]) == 3 - seat)
            right = problem_add(configuring->problems, RULESET_CONFLICT,
                ruleset_culprit(configuring->ruleset, node->place,
                    "setup.white setup.black setup.neutral pieces.white pieces.black"),
                FACT(found, "a token of %s's on %s of %s before the first turn")
                    FACT(expected, "palaces still to be reached"),
                grid_seat_name(3 - seat), excerpt_of(node->value).text, key);
    return right;
}

static bool check_tokens(const struct configuring *configuring, unsigned seat)
{
    const struct rules *rules = configuring->rules;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        if (stack_leader(rules->setup[cell]) == seat)
            return true;
    return problem_add(configuring->problems, RULESET_CONFLICT,
        ruleset_culprit(configuring->ruleset,
            ruleset_get(configuring->ruleset, seat == 1 ? "setup.white" : "setup.black")->place,
            "setup.white setup.black setup.neutral"),
        FACT(found, "a set-up without a stack of %s's") FACT(expected, "at least one"), grid_seat_name(seat));
}

static void check_sides(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    uint8_t seats[BOARD_CELLS];
    const struct grid_sides palaces = {"palaces.white", "palaces.black", rules->palace};
    const struct grid_sides stacks = {"setup.white", "setup.black", seats};
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        seats[cell] = (uint8_t)stack_leader(rules->setup[cell]);
    grid_check_left_behind(configuring->ruleset, &rules->board, &stacks, configuring->problems);
    grid_check_left_behind(configuring->ruleset, &rules->board, &palaces, configuring->problems);
}

/* Everything that can be told in spite of what is wrong already. */
static bool read_all(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    bool players = grid_two_players(configuring->ruleset, configuring->problems);
    bool board = grid_board(configuring->ruleset, &rules->board, configuring->problems);
    bool letters = read_letters(configuring);
    bool setup = board && letters && read_setup(configuring);
    bool palaces = board && read_palaces(configuring, 1);
    palaces = board && read_palaces(configuring, 2) && palaces;
    if (!setup || !palaces)
        return false;
    bool goal = check_palaces(configuring, 1);
    goal = check_palaces(configuring, 2) && goal;
    goal = check_tokens(configuring, 1) && goal;
    goal = check_tokens(configuring, 2) && goal;
    if (goal)
        check_sides(configuring);
    return players && goal;
}

const void *staku_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    const struct configuring configuring = {ruleset, rules, problems};
    if (rules == NULL)
        return NULL;
    rules->max_stack = ruleset_number(ruleset, "max_stack");
    rules->jumps = ruleset_word(ruleset, "jump") == 1;
    rules->draw_after = ruleset_number(ruleset, "draw.turns_without_capture");
    rules->no_move = (enum no_move)ruleset_word(ruleset, "no_move");
    rules->best_of = ruleset_number(ruleset, "match.best_of");
    staku_prepare_count(rules);
    return read_all(&configuring) ? rules : NULL;
}

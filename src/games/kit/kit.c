/* SPDX-License-Identifier: MIT */
#include "games/kit/kit.h"

#include "games/kit/grid.h"
#include "games/kit/parameters.h"
#include "games/sides.h"

/* Parameters. */

static void store_value(void *base, size_t offset, size_t size, uint32_t value)
{
    char *at = (char *)base + offset;
    if (size == sizeof(uint8_t))
        *(uint8_t *)at = (uint8_t)value;
    else if (size == sizeof(uint32_t))
        *(uint32_t *)(void *)at = value;
}

bool refuse_key(const struct key_reading *reading, const char *key, const char *others, const char *format, ...)
{
    struct text facts;
    va_list arguments;
    text_init(&facts);
    va_start(arguments, format);
    text_vprintf(&facts, format, arguments);
    va_end(arguments);
    struct place place = ruleset_culprit(reading->ruleset, ruleset_get(reading->ruleset, key)->place, others);
    problem_add(reading->problems, RULESET_CONFLICT, place, "%s", facts.bytes == NULL ? "" : facts.bytes);
    reading->arena->failed |= facts.failed;
    text_release(&facts);
    return false;
}

/* Numbers and words first, since reading the others may need them. */
static bool read_keys(const struct key_reading *reading, const struct key *keys)
{
    bool right = true;
    for (int pass = 0; pass < 3; pass++)
        for (const struct key *key = keys; key->name != NULL; key++) {
            if (pass == 0 && key->size != 0)
                store_value(reading->rules, key->offset, key->size,
                    key->type == KEY_WORD ? ruleset_word(reading->ruleset, key->name)
                                          : ruleset_number(reading->ruleset, key->name));
            if (key->read != NULL && pass == 1 + key->late)
                right = key->read(reading, key) && right;
        }
    return right;
}

static bool read_player_numbers(const struct key_reading *reading, const struct game *game)
{
    struct game_rules *rules = reading->rules;
    bool allowed[SEATS + 1] = {false};
    for (unsigned players = game->grid != NULL ? 2 : game->fewest; players <= 2 || players <= game->most; players++)
        allowed[players] = true;
    bool right = game->grid != NULL ? grid_two_players(reading->ruleset, reading->problems)
                                    : read_players(reading->ruleset, game->fewest, allowed, reading->problems);
    for (unsigned players = 0; right && players <= SEATS; players++)
        rules->players |= (uint16_t)(allowed[players] << players);
    return right;
}

/* Sets out what every game begins with, once. */
static bool set_up_starts(struct game_rules *rules, struct arena *arena)
{
    for (unsigned players = 0; players <= SEATS; players++) {
        struct state *state = game_allows_players(rules, players) ? arena_alloc(arena, rules->state_size) : NULL;
        rules->starts[players] = state;
        if (state == NULL)
            continue;
        *state = (struct state){.number = 1, .seat = 1, .players = (uint8_t)players};
        rules->game->position.set_up(rules, state);
    }
    return !arena->failed;
}

const void *game_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    const struct game *game = (const struct game *)ruleset->game;
    struct game_rules *rules = arena_alloc(arena, game->rules_size);
    const struct key_reading reading = {ruleset, rules, arena, problems};
    if (rules == NULL)
        return NULL;
    rules->game = game;
    rules->state_size = game->state_size;
    rules->goal = game->result.scoring == SCORE_WIN;
    for (unsigned seat = 1; seat <= SEATS; seat++)
        rules->seat_names[seat - 1] = player_name(seat);
    bool players = read_player_numbers(&reading, game);
    bool keys = read_keys(&reading, ruleset->game->keys);
    bool ready = game->grid == NULL ? keys : !((const struct grid_rules *)rules)->wrong;
    bool right = ready && (game->check == NULL || game->check(rules, &reading)) && keys;
    if (game->grid != NULL)
        grid_complete(rules);
    return players && right && set_up_starts(rules, arena) ? rules : NULL;
}

/* Positions. */

bool refuse_field(struct position_reader *reader, struct slice field, const char *format, ...)
{
    struct text *why = fault_begin(reader->fault, &common_rules[COMMON_BAD_POSITION], byte_of(reader->whole, field));
    va_list arguments;
    if (why == NULL)
        return false;
    va_start(arguments, format);
    text_add_string(why, FACT(why, ""));
    text_vprintf(why, format, arguments);
    va_end(arguments);
    return false;
}

bool refuse_other(struct position_reader *reader, struct slice text)
{
    return refuse_field(reader, text, "%s", reader->field->wanted);
}

bool read_number_field(struct position_reader *reader, struct slice text)
{
    const struct position_field *field = reader->field;
    uint32_t most = field->size > 1 ? UINT32_MAX : field->most != 0 ? field->most : reader->state->players;
    uint32_t number = 0;
    if (!slice_number(text, most, &number) || number < field->least)
        return refuse_other(reader, text);
    store_value(reader->state, field->offset, field->size, number);
    return true;
}

static void add_stored(const void *from, size_t offset, size_t size, struct text *text)
{
    const char *at = (const char *)from + offset;
    text_add_number(text, size == 1 ? *(const uint8_t *)at : *(const uint32_t *)(const void *)at);
}

void write_field(const void *rules, const struct position_field *field, const struct state *state, struct text *text)
{
    if (field->write != NULL)
        field->write(rules, state, text);
    else
        add_stored(state, field->offset, field->size, text);
}

bool game_read_position(
    const void *any_rules, unsigned players, struct slice text, struct state *state, struct fault *fault)
{
    const struct game_rules *rules = any_rules;
    struct position_reader reader = {any_rules, state, players, text, rules->game->position.fields, fault};
    struct slice rest = slice_trim(text);
    game_start(rules, players != 0 ? players : (unsigned)__builtin_ctz(rules->players), state);
    for (; reader.field->read != NULL; reader.field++) {
        struct slice word = {NULL, 0};
        slice_split(&rest, ' ', &word);
        if (word.length == 0 && reader.field->wanted != NULL)
            return refuse_other(&reader, word);
        if (!reader.field->read(&reader, word))
            return false;
    }
    if (rest.at != NULL)
        return refuse_field(&reader, rest, "%s",
            reader.field->wanted != NULL ? reader.field->wanted : "there is text after the turn number");
    return rules->game->position.validate == NULL || rules->game->position.validate(&reader);
}

void game_write_position(const void *any_rules, const struct state *state, struct text *text)
{
    const struct game_rules *rules = any_rules;
    for (const struct position_field *field = rules->game->position.fields; field->read != NULL; field++) {
        if (field != rules->game->position.fields)
            text_add_char(text, ' ');
        write_field(rules, field, state, text);
    }
}

/* Turns. */

void kit_fact_player(const struct violation *violation, struct text *text)
{
    text_add_string(text, game_seat_name(violation->rules, violation->state->seat));
}

void kit_fact_owner(const struct violation *violation, struct text *text)
{
    text_add_string(text, game_seat_name(violation->rules, 3u - violation->state->seat));
}

static void add_fact(const struct violation *violation, const struct fact *fact, struct text *facts)
{
    text_printf(facts, FACT_BREAK "%s=", fact->name);
    if (fact->write != NULL)
        fact->write(violation, facts);
    else if (fact->word != NULL)
        text_add_string(facts, fact->word);
    else
        add_stored(fact->of_state ? violation->state : violation->rules, fact->offset, fact->size, facts);
}

bool kit_raise(const struct violation *violation, struct fault *fault)
{
    const struct game *game = game_rules_of(violation->rules)->game;
    const struct rule *rule = violation->rule >= SYNTAX ? &syntax_rules[violation->rule - SYNTAX]
        : violation->rule >= COMMON                     ? &common_rules[violation->rule - COMMON]
                                                        : &game->rules[violation->rule];
    struct text *facts = fault_begin(fault, rule, (uint16_t)violation->part);
    if (facts == NULL)
        return false;
    for (const char *at = strchr(rule->message, '{'); at != NULL; at = strchr(at, '{')) {
        at += 1 + (at[1] == '?');
        const struct slice name = {at, strcspn(at, ":}")};
        const struct fact *fact = game->facts;
        while (fact->name != NULL && !slice_is(name, fact->name))
            fact++;
        if (fact->name != NULL)
            add_fact(violation, fact, facts);
    }
    return false;
}

bool kit_stop_at_first(void *context, const struct turn *turn)
{
    struct turn *first = context;
    if (first == NULL)
        return false;
    first->count = turn->count;
    memcpy(first->steps, turn->steps, turn->count * sizeof *turn->steps);
    return false;
}

bool kit_has_turn(const void *any_rules, const struct state *state)
{
    const struct game_rules *rules = any_rules;
    return !rules->game->judging.generate(rules, state, kit_stop_at_first, NULL);
}

bool kit_play(const void *rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    return kit_play_as(game_rules_of(rules)->game, rules, state, turn, fault);
}

bool kit_force(const void *any_rules, struct state *state, const struct turn *turn)
{
    const struct game_rules *rules = any_rules;
    const struct game *game = rules->game;
    bool passes = turn->shape == TURN_PASS;
    bool made = passes && game->judging.no_pass != NULL; /* and nothing else */
    unsigned end = made ? 0 : kit_steps_end(game, turn);
    for (unsigned step = kit_first_step(game, turn); step < end; step++)
        if (passes || game->judging.can_force == NULL || game->judging.can_force(rules, state, turn, step)) {
            game->judging.make(rules, state, turn, step);
            made = true;
        }
    if (made)
        kit_end_turn(game, rules, state);
    return made;
}

bool game_force(const void *rules, struct state *state, const struct turn *turn)
{
    const struct game *game = game_rules_of(rules)->game;
    return game->own.force != NULL ? game->own.force(rules, state, turn) : kit_force(rules, state, turn);
}

/* Scores. */

static void add_halves(void *context, const struct score_item *item)
{
    ((int32_t *)context)[item->seat - 1] += 2 * item->count * item->times;
}

void kit_scores(const void *any_rules, const struct state *state, int32_t halves[SEATS])
{
    const struct game_rules *rules = any_rules;
    memset(halves, 0, SEATS * sizeof *halves);
    if (rules->game->result.scoring != SCORE_WIN || (rules->game->result.counts_so_far && rules->goal > 1))
        rules->game->result.score(rules, state, add_halves, halves);
}

void kit_close(const void *any_rules, const struct state *state, const struct ending *ending, struct outcome *outcome)
{
    const struct game_rules *rules = any_rules;
    outcome->over = true;
    outcome->reason = ending->reason;
    outcome->winners = ending->winners;
    outcome->sign = ending->sign;
    kit_scores(rules, state, outcome->halves);
    if (rules->game->result.scoring != SCORE_WIN && !ending->nobody)
        outcome->winners = sides_winners(rules->game, rules, outcome->halves, state->players);
    bool drawn = __builtin_popcount(ending->winners) != 1;
    for (unsigned seat = 0; rules->game->result.scoring == SCORE_WIN && seat < state->players; seat++)
        outcome->halves[seat] = drawn ? 1 : 2 * (int32_t)(ending->winners >> seat & 1);
}

struct summing_up {
    struct arena *arena;
    struct score_breakdown *sum;
};

static void kit_add_item(void *context, const struct score_item *item)
{
    const struct summing_up *summing = context;
    struct score_breakdown *sum = summing->sum;
    struct score_item kept = *item;
    kept.name = arena_copy(summing->arena, slice_of(item->name)).at;
    kept.holds = item->holds == NULL ? "" : arena_copy(summing->arena, slice_of(item->holds)).at;
    kept.why = item->why == NULL ? "" : arena_copy(summing->arena, slice_of(item->why)).at;
    kept.halves = 2 * item->count * item->times;
    if (arena_grow(summing->arena, &sum->items, sum->count, &sum->capacity, sizeof *sum->items))
        sum->items[sum->count++] = kept;
}

bool kit_breakdown(const void *any_rules, const struct state *state, struct arena *arena, struct score_breakdown *sum)
{
    const struct game_rules *rules = any_rules;
    struct summing_up summing = {arena, sum};
    *sum = (struct score_breakdown){.one = "point", .many = "points", .goal = rules->goal};
    if (rules->game->result.one != NULL) {
        sum->one = rules->game->result.one;
        sum->many = rules->game->result.many;
    }
    memcpy(sum->side, rules->side_names, sizeof sum->side);
    rules->game->result.score(rules, state, kit_add_item, &summing);
    return !arena->failed;
}

bool game_breakdown(const void *rules, const struct state *state, struct arena *arena, struct score_breakdown *sum)
{
    const struct game *game = game_rules_of(rules)->game;
    return game->own.breakdown != NULL ? game->own.breakdown(rules, state, arena, sum)
                                       : kit_breakdown(rules, state, arena, sum);
}

void outcome_score(const void *rules, const struct state *state, struct outcome *outcome)
{
    if (!outcome->over && game_rules_of(rules)->game->own.judge_end == NULL)
        kit_scores(rules, state, outcome->halves);
}

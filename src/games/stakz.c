/* Stakz: tiles of five colours and five symbols, played from hidden hands onto stacks
   that split where all colours show.  Records may leave tiles unknown; a turn is
   illegal only when they can no longer be anything. */
#include "games/stakz.h"

#include "games/common.h"
#include "games/score_sum.h"
#include "games/stakz_rules.h"

#include <stdio.h>

static size_t state_size(const void *any_rules)
{
    return position_size(any_rules);
}

static void match(const void *any_rules, struct match_rule *rule)
{
    rule->points = ((const struct rules *)any_rules)->match_points;
}

/* Turns. */

static bool resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    (void)any_rules;
    (void)fault;
    turn->shape = written->shape;
    turn->count = written->count < TURN_STEPS ? written->count : TURN_STEPS;
    for (unsigned i = 0; i < turn->count; i++) {
        const struct part *part = &written->parts[i];
        bool hidden = part->tile.number == TILE_HIDDEN;
        uint16_t tile = (uint16_t)(part->tile.letter << 8 | (hidden ? HIDDEN : part->tile.number));
        turn->steps[i] = (struct step){part->count, part->tile.letter == 0 ? UNSEEN : tile, part->mark};
    }
    return true;
}

/* The rules of a play, in the order of the game's page: the first it breaks, or
   LEGAL. */
int stakz_judge_play(const struct playing *playing, const struct attempt *attempt)
{
    const struct rules *rules = playing->rules;
    const struct position *position = playing->position;
    if (playing->hand->size == 0)
        return WENT_OUT;
    if (attempt->kind == NO_KIND)
        return NO_TILE;
    if (attempt->source == NOT_THERE)
        return NOT_IN_HAND;
    if (attempt->stack >= position->stacks)
        return NO_STACK;
    if (!matches(rules, attempt->kind, top_of(position, attempt->stack)) && !has_bonus(playing, attempt->stack))
        return NO_MATCH;
    if (position->stack[attempt->stack].of[attempt->colour] >= rules->max_per_colour)
        return COLOUR_LIMIT;
    if (attempt->source != KNOWN && position->sight[attempt->kind] >= rules->copies)
        return TOO_MANY_COPIES;
    if (!leaves_something(playing, attempt))
        return NO_CONSISTENT_HAND;
    if (attempt->mark != 0 && !will_split(playing, attempt))
        return MARK_WRONG;
    return LEGAL;
}

int stakz_judge_draw(const struct playing *playing, const struct step *step)
{
    const struct position *position = playing->position;
    unsigned kind = step_kind(playing->rules, step);
    unsigned colour = step_colour(playing->rules, step);
    if (playing->hand->size == 0)
        return WENT_OUT;
    if (position->pile == 0)
        return PILE_EMPTY;
    if (step->cell == UNSEEN)
        return LEGAL;
    if (colour == COLOURS)
        return NO_TILE;
    if (kind != NO_KIND && position->sight[kind] >= playing->rules->copies)
        return TOO_MANY_COPIES;
    return leaves_enough(position, colour, 1) ? LEGAL : NO_CONSISTENT_HAND;
}

/* Why a step is illegal, in facts. */

/* Which colours or symbols there are, whichever the tile is wrong in. */
static void add_choice(const struct rules *rules, const struct step *step, struct text *text)
{
    bool known = memchr(rules->colours.letter, (int)step_letter(step), rules->colours.count) != NULL;
    if (known)
        text_printf(text, "symbols go from 1 to %u", rules->symbols);
    else
        text_add_string(text, "the colours are");
    for (unsigned i = 0; !known && i < rules->colours.count; i++)
        text_printf(text, " %c", rules->colours.letter[i]);
}

/* Why the tiles dealt leave no such tile: those of its colour are all known IN_HAND, or
   all that are not seen lie in hands. */
static void add_dealt(const struct playing *playing, const struct attempt *attempt, bool in_hand, struct text *text)
{
    const struct rules *rules = playing->rules;
    const char *name = rules->colours.name[attempt->colour];
    int count = in_hand ? rules->per_colour : playing->position->unseen[attempt->colour];
    const char *ending = count == 1 ? "" : "s";
    bool drawn = false;
    for (unsigned i = 0; i < playing->position->state.players; i++)
        drawn |= playing->position->hands[i].hued[attempt->colour] > 0;
    if (!in_hand && drawn)
        text_printf(
            text, "the %d %s tile%s not seen yet %s all in hands", count, name, ending, count == 1 ? "is" : "are");
    else if (in_hand)
        text_printf(text, "a hand is dealt %d %s tile%s, and of this one all are known", count, name, ending);
    else
        text_printf(text, "the %d %s tile%s not seen yet %s all dealt to hands", count, name, ending,
            count == 1 ? "was" : "were");
}

/* What only some rules need to say. */
static void add_reason(
    const struct playing *playing, const struct attempt *attempt, const struct step *step, int rule, struct text *facts)
{
    const struct position *position = playing->position;
    if (rule == NOT_IN_HAND) {
        text_add_string(facts, FACT(hand, ""));
        stakz_hand_text(playing->rules, playing->hand, ' ', facts);
    } else if (rule == TOO_MANY_COPIES) {
        text_add_string(facts, FACT(note, ", all in sight: dealt, drawn or played"));
    }
    text_add_string(facts, FACT(why, ""));
    if (rule == NO_TILE)
        add_choice(playing->rules, step, facts);
    else if (rule == NO_STACK)
        text_printf(facts, position->stacks == 0 ? "there is none" : "stacks go from 1 to %u", position->stacks);
    else if (rule == NO_CONSISTENT_HAND)
        add_dealt(playing, attempt, !is_draw(step) && attempt->source == OTHER_UNKNOWN, facts);
}

static bool raise_mark(
    const struct attempt *attempt, const char *step, const struct playing *playing, uint16_t index, struct fault *fault)
{
    const struct stack *stack = &playing->position->stack[attempt->stack];
    return fault_raise(fault, &common_rules[COMMON_MARK_WRONG], index,
        FACT(step, "%s") FACT(mark, "/") FACT(why, "stack %u then shows %u of the %u colours that split it")
            FACT(note, ""),
        step, attempt->stack + 1, stack->shown + (stack->of[attempt->colour] == 0), playing->rules->split_at);
}

/* Raises RULE, broken by step INDEX. */
static bool raise_step(const struct playing *playing, const struct turn *turn, unsigned index,
    const struct attempt *attempt, int rule, struct fault *fault)
{
    const struct rules *rules = playing->rules;
    const struct position *position = playing->position;
    const struct step *step = &turn->steps[index];
    bool on_stack = !is_draw(step) && attempt->stack < position->stacks;
    char name[STEP_TEXT];
    char tile[STEP_TEXT];
    char top[TILE_TEXT] = "";
    stakz_step_text(step, name);
    stakz_step_tile(step, tile);
    if (rule == MARK_WRONG)
        return raise_mark(attempt, name, playing, (uint16_t)index, fault);
    struct text *facts = fault_begin(fault, &stakz_rules[rule], (uint16_t)index);
    if (facts == NULL)
        return false;
    if (on_stack)
        stakz_tile_text(rules, top_of(position, attempt->stack), top);
    text_printf(facts,
        FACT(step, "%s") FACT(tile, "%s") FACT(stack, "%u") FACT(top, "%s") FACT(colour, "%s") FACT(held, "%u")
            FACT(limit, "%u") FACT(copies, "%u") FACT(player, "%s"),
        name, tile, step->count, top, rules->colours.name[attempt->colour],
        on_stack ? position->stack[attempt->stack].of[attempt->colour] : 0, rules->max_per_colour, rules->copies,
        player_name(position->state.seat));
    add_reason(playing, attempt, step, rule, facts);
    return false;
}

/* Raises that the turn, whose last step is STEP, ends without a draw. */
static bool raise_undrawn(const struct playing *playing, const char *step, uint16_t part, struct fault *fault)
{
    return fault_raise(fault, &stakz_rules[MUST_DRAW], part,
        FACT(step, "%s") FACT(pile, "%u")
            FACT(advice, "the tile drawn stands at the end of the turn, '+%c1', or '+?' where nobody saw it"),
        step, playing->position->pile, playing->rules->colours.letter[0]);
}

static void note_mark(const struct playing *playing, const struct step *step, unsigned index, struct fault *fault)
{
    char name[STEP_TEXT];
    (void)playing;
    stakz_step_text(step, name);
    fault_raise(fault, &common_rules[COMMON_MARK_MISSING], (uint16_t)index,
        FACT(step, "%s") FACT(what, "splits stack %u") FACT(mark, "/"), name, step->count);
}

/* Playing a turn. */

/* What a turn changes at once, to be put back when it turns out illegal. */
struct saved {
    struct hand hand;
    uint8_t sight[KINDS];
    int16_t unseen[COLOURS];
    int16_t owed[COLOURS];
    uint8_t pile;
    uint8_t passes;
    uint8_t stacks;
    uint8_t laid;
    unsigned count;
    uint8_t numbers[TURN_STEPS];
    struct stack stack[TURN_STEPS]; /* as they were before each play, the last one last */
};

static void save(const struct playing *playing, struct saved *saved)
{
    const struct position *position = playing->position;
    saved->hand = *playing->hand;
    memcpy(saved->sight, position->sight, sizeof saved->sight);
    memcpy(saved->unseen, position->unseen, sizeof saved->unseen);
    memcpy(saved->owed, position->owed, sizeof saved->owed);
    saved->pile = position->pile;
    saved->passes = position->passes;
    saved->stacks = position->stacks;
    saved->laid = position->laid;
    saved->count = 0;
}

static void save_stack(const struct playing *playing, unsigned stack, struct saved *saved)
{
    saved->numbers[saved->count] = (uint8_t)stack;
    saved->stack[saved->count++] = playing->position->stack[stack];
}

static void restore(struct playing *playing, const struct saved *saved)
{
    struct position *position = playing->position;
    *playing->hand = saved->hand;
    memcpy(position->sight, saved->sight, sizeof saved->sight);
    memcpy(position->unseen, saved->unseen, sizeof saved->unseen);
    memcpy(position->owed, saved->owed, sizeof saved->owed);
    position->pile = saved->pile;
    position->passes = saved->passes;
    position->stacks = saved->stacks;
    position->laid = saved->laid;
    for (unsigned i = saved->count; i > 0; i--)
        position->stack[saved->numbers[i - 1]] = saved->stack[i - 1];
}

static bool play_tile(
    struct playing *playing, const struct turn *turn, unsigned index, struct saved *saved, struct fault *fault)
{
    const struct step *step = &turn->steps[index];
    const struct attempt attempt = attempt_play(playing, step);
    int broken = stakz_judge_play(playing, &attempt);
    if (broken != LEGAL)
        return raise_step(playing, turn, index, &attempt, broken, fault);
    save_stack(playing, attempt.stack, saved);
    if (fault != NULL && attempt.mark == 0 && will_split(playing, &attempt))
        note_mark(playing, step, index, fault);
    make_play(playing, &attempt);
    return true;
}

static bool play_draw(struct playing *playing, const struct turn *turn, unsigned index, struct fault *fault)
{
    const struct step *step = &turn->steps[index];
    unsigned kind = step_kind(playing->rules, step);
    unsigned colour = step_colour(playing->rules, step);
    int broken = stakz_judge_draw(playing, step);
    struct attempt attempt = {.kind = kind, .stack = TILES, .source = DRAWN};
    attempt.colour = colour == COLOURS ? 0 : colour;
    if (broken != LEGAL)
        return raise_step(playing, turn, index, &attempt, broken, fault);
    make_draw(playing, kind, colour);
    return true;
}

/* All plays, and that the turn ends as it must. */
static bool play_steps(struct playing *playing, const struct turn *turn, struct saved *saved, struct fault *fault)
{
    unsigned plays = turn->count - is_draw(&turn->steps[turn->count - 1]);
    for (unsigned i = 0; i < plays; i++)
        if (!play_tile(playing, turn, i, saved, fault))
            return false;
    if (plays < turn->count)
        return play_draw(playing, turn, plays, fault);
    if (playing->hand->size == 0 || playing->position->pile == 0)
        return true;
    char name[STEP_TEXT];
    stakz_step_text(&turn->steps[plays - 1], name);
    return raise_undrawn(playing, name, (uint16_t)(plays - 1), fault);
}

static void end_turn(struct position *position, bool passed)
{
    struct state *state = &position->state;
    position->passes = passed && position->pile == 0 ? position->passes + 1 : 0;
    state->number += state->seat == state->players && state->number < UINT32_MAX;
    state->seat = state->seat == state->players ? 1 : state->seat + 1;
}

static bool pass(const struct playing *playing, struct fault *fault)
{
    if (playing->position->pile > 0)
        return raise_undrawn(playing, "pass", FAULT_WHOLE, fault);
    end_turn(playing->position, true);
    return true;
}

static bool play(const void *any_rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    struct playing playing = playing_of(any_rules, (struct position *)state);
    struct saved saved;
    if (turn->shape == TURN_PASS)
        return pass(&playing, fault);
    save(&playing, &saved);
    if (!play_steps(&playing, turn, &saved, fault)) {
        restore(&playing, &saved);
        return false;
    }
    end_turn(playing.position, false);
    return true;
}

/* Tiles that are there go where the turn says, matching or not; a draw that cannot be
   what is written is one of a tile unseen. */

/* Whether the play is of a tile that is there, or may be. */
static bool is_possible(const struct playing *playing, const struct attempt *attempt)
{
    const struct position *position = playing->position;
    if (playing->hand->size == 0 || attempt->kind == NO_KIND || attempt->source == NOT_THERE ||
        attempt->stack >= position->stacks)
        return false;
    return attempt->source == KNOWN ||
        (position->sight[attempt->kind] < playing->rules->copies && leaves_something(playing, attempt));
}

static void force_draw(struct playing *playing, const struct step *step)
{
    int broken = stakz_judge_draw(playing, step);
    if (broken == LEGAL)
        make_draw(playing, step_kind(playing->rules, step), step_colour(playing->rules, step));
    else if (broken != WENT_OUT && broken != PILE_EMPTY)
        make_draw(playing, NO_KIND, COLOURS);
}

static void force_step(struct playing *playing, const struct step *step)
{
    if (is_draw(step)) {
        force_draw(playing, step);
        return;
    }
    const struct attempt attempt = attempt_play(playing, step);
    if (is_possible(playing, &attempt))
        make_play(playing, &attempt);
}

static bool force(const void *any_rules, struct state *state, const struct turn *turn)
{
    struct playing playing = playing_of(any_rules, (struct position *)state);
    for (unsigned i = 0; i < turn->count; i++)
        force_step(&playing, &turn->steps[i]);
    end_turn(playing.position, turn->shape == TURN_PASS);
    return true;
}

static void judge_end(const void *any_rules, const struct state *state, struct outcome *outcome)
{
    const struct position *position = (const struct position *)state;
    (void)any_rules;
    *outcome = (struct outcome){0};
    for (unsigned i = 0; i < state->players; i++) {
        outcome->halves[i] = 2 * position->hands[i].size;
        outcome->winners |= (uint32_t)(position->hands[i].size == 0) << i;
    }
    outcome->over = outcome->winners != 0 || position->passes >= state->players;
    if (outcome->over)
        outcome->reason = outcome->winners != 0 ? "went-out" : "stalled";
}

struct summing {
    const struct rules *rules;
    const struct hand *hand;
    struct score_sum *sum;
    struct arena *arena;
    uint8_t seat;
};

/* Why a tile of known colour is not known. */
static const char *why_hidden(const struct summing *summing, char letter)
{
    unsigned colour = colour_of_letter(&summing->rules->colours, (unsigned char)letter);
    const struct hand *hand = summing->hand;
    return hand->hued[colour] == 0 ? "dealt, and not written down"
        : hand->dealt[colour] == 0 ? "drawn, and only its colour seen"
                                   : "dealt or drawn, and not written down";
}

static void sum_tiles(void *context, const char *tile, unsigned count)
{
    struct summing *summing = context;
    const char *why = tile[0] == '?' ? "drawn unseen" : tile[1] == '?' ? why_hidden(summing, tile[0]) : "";
    sum_add(summing->sum, summing->arena,
        (struct term){.seat = summing->seat, .name = tile, .count = (int32_t)count, .times = 1, .why = why});
}

/* The tiles left in each hand. */
static bool sum(const void *any_rules, const struct state *state, struct arena *arena, struct score_sum *sum)
{
    const struct position *position = (const struct position *)state;
    *sum = (struct score_sum){.one = "point", .many = "points"};
    for (unsigned i = 0; i < state->players; i++) {
        struct summing summing = {any_rules, &position->hands[i], sum, arena, (uint8_t)(i + 1)};
        stakz_visit_hand(any_rules, &position->hands[i], sum_tiles, &summing);
    }
    return !arena->failed;
}

const struct game stakz = {
    .ruleset = {"stakz", "stakz", stakz_keys},
    .rules = stakz_rules,
    .shape = TURN_TILES,
    .example = "'R3>1,O3>2,+B4': tiles and their stacks, and the tile drawn",
    .scoring = SCORE_LOWEST_WINS,
    .tags = stakz_tags,
    .configure = stakz_configure,
    .allows_players = stakz_allows_players,
    .state_size_of = state_size,
    .seat_name = seat_player_name,
    .adjudicates = true,
    .match = match,
    .start = stakz_start,
    .deal = stakz_deal,
    .read_position = stakz_read_position,
    .write_position = stakz_write_position,
    .resolve = resolve,
    .play = play,
    .force = force,
    .judge_end = judge_end,
    .sum = sum,
    .extend = stakz_extend,
    .write = stakz_write,
    .view = stakz_view,
};

/* Stakd Elite: pieces of one to seven nodes are laid on each other, layer upon layer,
   without hanging over; who lays the last one wins the round. */
#include "games/stakd.h"

#include "games/common.h"
#include "games/score_sum.h"
#include "games/stakd_rules.h"

#include <stdio.h>

static size_t state_size(const void *any_rules)
{
    return position_size(any_rules);
}

static void match(const void *any_rules, struct match_rule *rule)
{
    rule->points = ((const struct rules *)any_rules)->match_points;
    rule->winner_starts = true;
}

/* Turns. */

static bool resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    const struct part *part = written->parts;
    turn->shape = written->shape;
    turn->seat = written->seat;
    turn->count = 0;
    if (written->shape != TURN_FIELD)
        return true;
    if (written->count != 1 || (part->mark != '@' && part->mark != '^') || part->name[1] != '\0')
        return fault_raise(fault, &syntax_rules[SYNTAX_TURN], FAULT_WHOLE,
            FACT(why,
                "one looks like '%c@z26/1': the letter of a piece, '@', the place of its anchor, and how far it is "
                "turned"),
            rules->shape[rules->shapes > 3 ? 3 : 0].letter);
    struct writing writing = {
        (unsigned char)part->name[0] & 127u, part->count % rules->turns, part->cell.row + 1u, part->cell.column};
    turn->count = 1;
    turn->steps[0] = (struct step){
        .count = pack_writing(writing), .cell = (uint16_t)field_place(writing.row, writing.column), .mark = part->mark};
    return true;
}

struct attempt stakd_attempt(const struct rules *rules, const struct step *step)
{
    const struct writing writing = step_writing(step);
    struct attempt attempt = {
        .shape = rules->of_letter[writing.letter], .inside = step->cell != FIELD_NONE, .marked = step->mark == '^'};
    if (attempt.shape == NO_SHAPE)
        return attempt;
    const struct spelling *spelling = &rules->shape[attempt.shape].spelling[writing.turn];
    int row = (int)writing.row + spelling->row;
    int column = (int)writing.column + spelling->column;
    attempt.form = spelling->form;
    attempt.inside = form_is_inside(&rules->form[spelling->form], row, column);
    if (attempt.inside)
        attempt.place = field_place((unsigned)row, (unsigned)column);
    return attempt;
}

/* The rules, in the order of the game's page: the first that is broken, or LEGAL. */

const struct field_set *stakd_ground(
    const struct rules *rules, const struct position *position, struct field_set *spare)
{
    if (position->layer <= 1)
        return position->layer == 0 ? &position->nodes : &position->under;
    memset(spare, 0, sizeof *spare);
    for (unsigned i = 0; i < position->bases; i++)
        form_put(piece_form(rules, &position->pieces[i]), position->pieces[i].place, spare);
    return spare;
}

static int judge_base(const struct rules *rules, const struct position *position, const struct attempt *attempt)
{
    struct field_set spare;
    const struct field_set *ground = stakd_ground(rules, position, &spare);
    const struct form *form = &rules->form[attempt->form];
    if (attempt->marked || form_is_within(form, attempt->place, ground))
        return BASE_STACK;
    if (form_meets(form, attempt->place, ground))
        return OVERLAP;
    if (position->bases > 0 && form_touch_count(rules, form, attempt->place, ground) < rules->base_touch)
        return BASE_TOUCH;
    return LEGAL;
}

int stakd_judge_here(const struct rules *rules, const struct position *position, unsigned index, unsigned place)
{
    const struct form *form = &rules->form[index];
    unsigned carried = 0;
    bool duplicate = false;
    if (!form_is_within(form, place, &position->under))
        return OVERHANG;
    if (form_meets(form, place, &position->nodes))
        return OVERLAP;
    if (!form_touches(rules, form, place, &position->nodes))
        return NOT_CONNECTED;
    for (unsigned i = position->below; i < position->top; i++)
        if (piece_meets(rules, &position->pieces[i], form, place)) {
            carried |= position->pieces[i].carries;
            duplicate |= piece_is_covered(rules, &position->pieces[i], form, place);
        }
    if ((carried >> form->shape & 1) != 0)
        return ONE_TYPE;
    if (duplicate)
        return DUPLICATE;
    if ((carried >> rules->bomber & 1) != 0)
        return TERMINATED;
    return form->shape == rules->bomber && position->bombed ? BOMBER_PER_LAYER : LEGAL;
}

bool stakd_holds_only_unis(const struct rules *rules, const struct position *position, unsigned seat)
{
    const uint8_t *hand = position->hands[seat - 1];
    for (unsigned shape = 0; shape < rules->shapes; shape++)
        if (hand[shape] > 0 && shape != rules->uni && !(shape == rules->bomber && rules->uni_ignores_bombers))
            return false;
    return true;
}

bool stakd_may_start(const struct rules *rules, const struct position *position)
{
    unsigned laid = position->count - position->top;
    return position->layer == 0 || laid >= rules->new_layer_after || position->stuck;
}

static int judge_start(const struct rules *rules, const struct position *position, const struct attempt *attempt)
{
    const struct form *form = &rules->form[attempt->form];
    if (!form_is_within(form, attempt->place, &position->nodes))
        return OVERHANG;
    for (unsigned i = position->top; i < position->count; i++)
        if (piece_is_covered(rules, &position->pieces[i], form, attempt->place))
            return DUPLICATE;
    if (attempt->shape == rules->bomber)
        return BOMBER_START;
    if (!stakd_may_start(rules, position))
        return NEW_LAYER_EARLY;
    if (attempt->shape == rules->uni && !stakd_holds_only_unis(rules, position, position->state.seat))
        return UNI_START;
    return LEGAL;
}

static int judge(const struct rules *rules, const struct position *position, const struct attempt *attempt)
{
    const uint8_t *hand = position->hands[position->state.seat - 1];
    if (!attempt->inside)
        return BEYOND_WINDOW;
    if (hand[rules->base] > 0 && attempt->shape != rules->base)
        return BASES_FIRST;
    if (attempt->shape == NO_SHAPE || hand[attempt->shape] == 0)
        return NOT_IN_HAND;
    if (attempt->shape == rules->base)
        return judge_base(rules, position, attempt);
    if (is_start(position, &rules->form[attempt->form], attempt->place))
        return judge_start(rules, position, attempt);
    int broken = stakd_judge_here(rules, position, attempt->form, attempt->place);
    return broken == LEGAL && attempt->marked ? MARK_WRONG : broken;
}

/* Laying a piece. */

/* A base goes before the pieces of other layers, though play as it should be lays none
   behind them. */
static struct piece *add_base(struct position *position)
{
    struct piece *piece = &position->pieces[position->bases];
    memmove(piece + 1, piece, (position->count - position->bases) * sizeof *piece);
    if (position->layer > 1)
        position->below++;
    if (position->layer > 0)
        position->top++;
    position->bases++;
    return piece;
}

static void start_layer(struct position *position)
{
    position->under = position->nodes;
    memset(&position->nodes, 0, sizeof position->nodes);
    position->below = position->top;
    position->top = position->count;
    position->layer++;
    position->bombed = false;
}

void stakd_put(const struct rules *rules, struct position *position, unsigned index, unsigned place, unsigned layer)
{
    const struct form *form = &rules->form[index];
    struct field_set spare;
    unsigned low = (unsigned)((int)field_row(place) + form->bottom);
    unsigned high = (unsigned)((int)field_row(place) + form->top);
    if (layer > position->layer)
        start_layer(position);
    struct piece *piece = layer == 0 ? add_base(position) : &position->pieces[position->count];
    *piece = (struct piece){.place = (uint16_t)place, .layer = (uint16_t)layer, .form = (uint8_t)index};
    position->low = (uint8_t)(position->count == 0 || low < position->low ? low : position->low);
    position->high = (uint8_t)(high > position->high ? high : position->high);
    position->count++;
    if (layer == 0) {
        const struct field_set *ground = stakd_ground(rules, position, &spare);
        if (ground != &spare)
            form_put(form, place, position->layer == 0 ? &position->nodes : &position->under);
        return;
    }
    form_put(form, place, &position->nodes);
    position->bombed |= form->shape == rules->bomber;
    for (unsigned i = position->below; i < position->top; i++)
        if (piece_meets(rules, &position->pieces[i], form, place))
            position->pieces[i].carries |= (uint16_t)(1u << form->shape);
}

/* Turn order. */

/* The only seat that is not out, 0 where there are more or none. */
static unsigned seat_left(const struct position *position)
{
    unsigned in = ((1u << position->state.players) - 1) & ~(unsigned)position->out;
    return in != 0 && (in & (in - 1)) == 0 ? (unsigned)__builtin_ctz(in) + 1 : 0;
}

static int pieces_left(const struct rules *rules, const struct position *position, unsigned seat)
{
    int left = 0;
    for (unsigned shape = 0; shape < rules->shapes; shape++)
        left += position->hands[seat - 1][shape];
    return left;
}

enum round_ending stakd_ending(const struct rules *rules, const struct position *position)
{
    unsigned players = position->state.players;
    bool all_out = position->out == (1u << players) - 1;
    if (position->toppled != 0)
        return TOPPLED;
    if (players == 1)
        return pieces_left(rules, position, 1) == 0 ? ALL_LAID : all_out ? STUCK : GOES_ON;
    if (all_out)
        return position->bomber != 0 ? BOMBER_LAST : LAST_PIECE;
    bool won = position->bomber == 0 && position->last != 0 && seat_left(position) == position->last;
    return won ? LAST_PIECE : GOES_ON;
}

/* The next seat that can play moves; those that cannot are out.  When the round is over
   the seat that moved last stays. */
static void end_turn(const struct rules *rules, struct position *position)
{
    struct state *state = &position->state;
    unsigned mover = state->seat;
    for (unsigned i = 0; i < state->players && stakd_ending(rules, position) == GOES_ON; i++) {
        unsigned seat = (mover + i) % state->players + 1;
        if ((position->out >> (seat - 1) & 1) != 0)
            continue;
        enum plays plays = stakd_find_play(rules, position, seat);
        if (plays != NO_PLAY) {
            position->stuck = plays == PLAY_ABOVE;
            state->number += seat <= mover && state->number < UINT32_MAX;
            state->seat = (uint8_t)seat;
            return;
        }
        position->out |= (uint8_t)(1u << (seat - 1));
    }
}

/* Playing a turn. */

static void lay(const struct rules *rules, struct position *position, const struct attempt *attempt, unsigned layer)
{
    unsigned seat = position->state.seat;
    mover_hand(position)[attempt->shape]--;
    if (attempt->shape == rules->bomber)
        position->bomber = (uint8_t)seat;
    else
        position->last = (uint8_t)seat;
    if (attempt->shape != rules->bomber)
        position->bomber = 0;
    stakd_put(rules, position, attempt->form, attempt->place, layer);
}

static unsigned layer_of(const struct rules *rules, const struct position *position, const struct attempt *attempt)
{
    if (attempt->shape == rules->base)
        return 0;
    return position->layer + is_start(position, &rules->form[attempt->form], attempt->place);
}

static void topple(struct position *position, const struct turn *turn)
{
    position->toppled = turn->seat != 0 ? turn->seat : position->state.seat;
    position->state.seat = position->toppled;
}

static bool refuse_pass(const struct rules *rules, const struct position *position, struct fault *fault)
{
    char name[PIECE_TEXT] = "";
    if (fault == NULL)
        return false;
    stakd_example(rules, position, name);
    return fault_raise(fault, &common_rules[COMMON_CANNOT_PASS], FAULT_WHOLE,
        FACT(why, "there is a legal play, such as %s; 'out' is said where there is none"), name);
}

static bool play(const void *any_rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    if (turn->shape == TURN_PASS || turn->shape == TURN_OUT)
        return refuse_pass(rules, position, fault);
    if (turn->shape == TURN_TOPPLE) {
        topple(position, turn);
        return true;
    }
    const struct attempt attempt = stakd_attempt(rules, &turn->steps[0]);
    int broken = judge(rules, position, &attempt);
    if (broken != LEGAL)
        return fault != NULL && stakd_raise(rules, position, &turn->steps[0], broken, fault);
    unsigned layer = layer_of(rules, position, &attempt);
    if (fault != NULL && layer > position->layer && !attempt.marked)
        stakd_note_mark(position, &turn->steps[0], fault);
    lay(rules, position, &attempt, layer);
    end_turn(rules, position);
    return true;
}

/* A piece that is in hand, and rests on something, is laid where the turn says. */
static bool is_carried(const struct rules *rules, const struct position *position, const struct attempt *attempt)
{
    const struct form *form = &rules->form[attempt->form];
    if (!attempt->inside || attempt->shape == NO_SHAPE ||
        position->hands[position->state.seat - 1][attempt->shape] == 0)
        return false;
    bool starts = is_start(position, form, attempt->place);
    return attempt->shape == rules->base ||
        form_meets(form, attempt->place, starts ? &position->nodes : &position->under);
}

static bool force(const void *any_rules, struct state *state, const struct turn *turn)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    if (turn->shape == TURN_FIELD) {
        const struct attempt attempt = stakd_attempt(rules, &turn->steps[0]);
        if (is_carried(rules, position, &attempt))
            lay(rules, position, &attempt, layer_of(rules, position, &attempt));
    }
    end_turn(rules, position);
    return true;
}

static uint32_t gone(const void *any_rules, const struct state *state)
{
    (void)any_rules;
    return ((const struct position *)state)->out;
}

/* The one score of a round: a point for who has won it, one less for who knocked the field
   over; seat 0: nobody scores. */
static struct term count_round(const struct rules *rules, const struct position *position)
{
    static const char *const why[] = {[LAST_PIECE] = "laid the last piece",
        [BOMBER_LAST] = "laid the last piece but the bomber",
        [ALL_LAID] = "laid every piece"};
    enum round_ending ending = stakd_ending(rules, position);
    bool won = ending == LAST_PIECE || ending == ALL_LAID || (ending == BOMBER_LAST && rules->previous_wins);
    if (ending == TOPPLED)
        return (struct term){
            .seat = position->toppled, .name = "round", .count = -1, .times = 1, .why = "knocked the field over"};
    if (!won)
        return (struct term){.seat = 0};
    return (struct term){.seat = position->last, .name = "round", .count = 1, .times = 1, .why = why[ending]};
}

static void judge_end(const void *any_rules, const struct state *state, struct outcome *outcome)
{
    static const char *const reasons[] = {[LAST_PIECE] = "last-piece",
        [BOMBER_LAST] = "bomber-last",
        [ALL_LAID] = "all-laid",
        [STUCK] = "stuck",
        [TOPPLED] = "toppled"};
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    enum round_ending ending = stakd_ending(rules, position);
    *outcome = (struct outcome){.over = ending != GOES_ON, .reason = reasons[ending]};
    const struct term term = count_round(rules, position);
    if (term.seat == 0)
        return;
    outcome->halves[term.seat - 1] = 2 * term.count;
    outcome->winners = term.count > 0 ? 1u << (term.seat - 1) : 0;
}

/* What a round comes to, and the pieces that each has left, which count for nobody. */
static bool sum(const void *any_rules, const struct state *state, struct arena *arena, struct score_sum *sum)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct term round = count_round(rules, position);
    struct text text;
    text_init(&text);
    *sum = (struct score_sum){.one = "point", .many = "points"};
    for (unsigned seat = 1; seat <= state->players; seat++) {
        struct term hand = {.seat = (uint8_t)seat, .name = "hand", .count = pieces_left(rules, position, seat)};
        if (round.seat == seat)
            sum_add(sum, arena, round);
        stakd_hand_text(rules, position, seat, " ", &text);
        hand.holds = hand.count == 0 ? "" : text_kept(&text, arena);
        hand.why = hand.count == 0 ? "no pieces are left" : "pieces left";
        sum_add(sum, arena, hand);
        text_clear(&text);
    }
    text_release(&text);
    return !arena->failed;
}

/* The canonical text: the smallest turn that gives these nodes, and the mark of a start. */
static void write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    char name[PIECE_TEXT];
    if (turn->shape == TURN_TOPPLE && turn->seat != 0 && turn->seat != state->seat)
        text_printf(text, "%u|", turn->seat);
    if (turn->shape != TURN_FIELD) {
        text_add_string(text, turn->shape == TURN_TOPPLE ? "topple" : turn->shape == TURN_OUT ? "out" : "pass");
        return;
    }
    const struct attempt attempt = stakd_attempt(rules, &turn->steps[0]);
    if (!attempt.inside || attempt.shape == NO_SHAPE) {
        stakd_step_text(&turn->steps[0], name);
        text_add_string(text, name);
        return;
    }
    stakd_piece_text(rules, attempt.form, attempt.place, name);
    text_add_string(text, name);
    if (layer_of(rules, position, &attempt) > position->layer)
        text_add_char(text, '^');
}

const struct game stakd = {
    .ruleset = {"stakd", "stakd-elite", stakd_keys},
    .rules = stakd_rules,
    .shape = TURN_FIELD,
    .example = "'T@z26/1': the letter of a piece, '@', the place of its anchor, and how far it is turned",
    .scoring = SCORE_HIGHEST_WINS,
    .configure = stakd_configure,
    .allows_players = stakd_allows_players,
    .state_size_of = state_size,
    .seat_name = seat_player_name,
    .match = match,
    .start = stakd_start,
    .read_position = stakd_read_position,
    .write_position = stakd_write_position,
    .resolve = resolve,
    .play = play,
    .force = force,
    .gone = gone,
    .says_out = true,
    .topples = true,
    .judge_end = judge_end,
    .sum = sum,
    .generate = stakd_generate,
    .count = stakd_count,
    .write = write,
    .view = stakd_view,
};

/* SPDX-License-Identifier: MIT */
#include "support/slow_stakz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENOUGH = 150000 };

static int colour(const struct slow_round *round, int kind)
{
    return kind / round->set->symbols;
}

static int kinds(const struct slow_set *set)
{
    return (int)strlen(set->colours) * set->symbols;
}

/* "R4", or -1; *LENGTH is what it takes. */
static int read_tile(const struct slow_set *set, const char *text, int *length)
{
    const char *letter = *text == '\0' ? NULL : strchr(set->colours, *text);
    *length = 1;
    while (text[*length] >= '0' && text[*length] <= '9')
        ++*length;
    int symbol = *length > 1 ? atoi(text + 1) : 0;
    return letter == NULL || symbol < 1 || symbol > set->symbols
        ? -1
        : (int)(letter - set->colours) * set->symbols + symbol - 1;
}

/* Whether the tiles nobody knows can be something: all they can be is tried. */
struct trial {
    struct slow_round *round;
    int kind[SLOW_TILES]; /* of each tile */
    int used[SLOW_KINDS];
    int dealt[SLOW_SEATS][SLOW_KINDS]; /* by colour */
};

/* Whether each tile was in its hand when it was played. */
static bool could_play(const struct trial *trial)
{
    const struct slow_round *round = trial->round;
    int holds[SLOW_SEATS][SLOW_KINDS] = {{0}};
    int tile = 0;
    for (int i = 0; i < round->play_count; i++) {
        const struct slow_play *play = &round->plays[i];
        for (; tile < round->tile_count && round->tiles[tile].time < play->time; tile++)
            holds[round->tiles[tile].seat][trial->kind[tile]]++;
        if (holds[play->seat][play->kind]-- == 0)
            return false;
    }
    return true;
}

static bool try_tile(struct trial *trial, int tile);

static bool try_kind(struct trial *trial, int tile, int kind)
{
    struct slow_round *round = trial->round;
    int *of_colour = &trial->dealt[round->tiles[tile].seat][colour(round, kind)];
    bool counts = round->dealt && round->tiles[tile].time == 0;
    bool found = false;
    trial->kind[tile] = kind;
    trial->used[kind]++;
    *of_colour += counts;
    if (trial->used[kind] <= round->set->copies && (!counts || *of_colour <= round->set->per_colour))
        found = try_tile(trial, tile + 1);
    *of_colour -= counts;
    trial->used[kind]--;
    return found;
}

static bool try_tile(struct trial *trial, int tile)
{
    struct slow_round *round = trial->round;
    const struct slow_tile *at = &round->tiles[tile];
    if (tile == round->tile_count)
        return round->trials++ > ENOUGH || could_play(trial);
    if (at->kind >= 0)
        return try_kind(trial, tile, at->kind);
    int least = 0;
    for (int i = 0; i < tile; i++)
        if (round->tiles[i].kind < 0 && round->tiles[i].group == at->group && round->tiles[i].group >= 0)
            least = trial->kind[i];
    for (int kind = least; kind < kinds(round->set); kind++)
        if ((at->colour < 0 || at->colour == colour(round, kind)) && try_kind(trial, tile, kind))
            return true;
    return false;
}

static bool can_be(struct slow_round *round)
{
    struct trial trial = {.round = round};
    for (int kind = 0; kind < kinds(round->set); kind++) {
        trial.used[kind] = round->table[kind];
        if (trial.used[kind] > round->set->copies)
            return false;
    }
    return try_tile(&trial, 0);
}

bool slow_gave_up(const struct slow_round *round)
{
    return round->trials > ENOUGH;
}

/* Setting up. */

static void clear(struct slow_round *round, const struct slow_set *set)
{
    memset(round, 0, sizeof *round);
    round->set = set;
    round->number = 1;
    round->pile = kinds(set) * set->copies;
}

/* A tile comes into a hand from the pile. */
static void add_tile(struct slow_round *round, int seat, int kind, int of_colour, int group)
{
    round->tiles[round->tile_count++] = (struct slow_tile){seat, kind, of_colour, group, round->time};
    round->size[seat]++;
    round->pile--;
    if (kind < 0) {
        round->unknown[seat]++;
    } else {
        round->known[seat][kind]++;
        round->sight[kind]++;
    }
}

static void add_base(struct slow_round *round, struct slow_pile *stack, int kind)
{
    stack->kinds[stack->height++] = kind;
    round->table[kind]++;
    round->sight[kind]++;
    round->pile--;
}

static bool deal_hand(struct slow_round *round, int seat, const char *hand)
{
    int size = (int)strlen(round->set->colours) * round->set->per_colour;
    int length;
    if (hand == NULL || strcmp(hand, "?") == 0) {
        for (int i = 0; i < size; i++)
            add_tile(round, seat, -1, -1, seat);
        return true;
    }
    for (; *hand != '\0'; hand += length + (hand[length] == ' ')) {
        int kind = read_tile(round->set, hand, &length);
        if (kind < 0 && *hand != '?')
            return false;
        add_tile(round, seat, kind, -1, seat);
    }
    return round->size[seat] == size;
}

bool slow_deal(struct slow_round *round, const struct slow_set *set, const char *const *hands, const char *start)
{
    int length;
    clear(round, set);
    round->dealt = true;
    for (int seat = 0; seat < set->players; seat++)
        if (!deal_hand(round, seat, hands[seat]))
            return false;
    for (; *start != '\0'; start += length + (start[length] == ' ')) {
        int kind = read_tile(set, start, &length);
        if (kind < 0 || round->count == 2)
            return false;
        add_base(round, &round->stacks[round->count++], kind);
    }
    return round->count == 2 && colour(round, round->stacks[0].kinds[0]) != colour(round, round->stacks[1].kinds[0]) &&
        can_be(round);
}

bool slow_position(struct slow_round *round, const struct slow_set *set, const char *text)
{
    int length;
    int seat = 0;
    clear(round, set);
    for (; *text != ' '; text += *text == ';') {
        struct slow_pile *stack = &round->stacks[round->count++];
        for (text = strchr(text, '=') + 1; *text != ' ' && *text != ';'; text += length + (text[length] == '.'))
            add_base(round, stack, read_tile(set, text, &length));
    }
    for (text++; *text != ' '; text += length + (text[length] == '.')) {
        int kind = read_tile(set, text, &length);
        if (*text == '/') {
            seat++;
        } else if (text[1] == '?' && *text != '?') {
            add_tile(round, seat, -1, (int)(strchr(set->colours, *text) - set->colours), -1);
            length = 2;
        } else if (*text != '-') {
            add_tile(round, seat, kind, -1, -1);
        }
    }
    return sscanf(text, "%d %d %d %d", &round->pile, &round->passes, &round->seat, &round->number) == 4 &&
        round->seat-- > 0 && can_be(round);
}

/* Turns, a rule after the other as the page has them. */

bool slow_fits(const struct slow_round *round, int kind, int stack)
{
    const struct slow_pile *pile = &round->stacks[stack - 1];
    int top = pile->kinds[pile->height - 1];
    return colour(round, top) == colour(round, kind) || top % round->set->symbols == kind % round->set->symbols ||
        round->bonus[0] == stack || round->bonus[1] == stack;
}

static int count_colour(const struct slow_round *round, const struct slow_pile *stack, int wanted)
{
    int count = 0;
    for (int i = 0; i < stack->height; i++)
        count += colour(round, stack->kinds[i]) == wanted;
    return count;
}

static bool shows_enough(const struct slow_round *round, const struct slow_pile *stack)
{
    int shown = 0;
    for (int i = 0; round->set->colours[i] != '\0'; i++)
        shown += count_colour(round, stack, i) > 0;
    return shown >= round->set->split_at;
}

static void split_stack(struct slow_round *round, int number)
{
    struct slow_pile *stack = &round->stacks[number - 1];
    struct slow_pile *top = &round->stacks[round->count++];
    int up = stack->height / 2;
    *top = (struct slow_pile){.height = up};
    for (int i = 0; i < up; i++)
        top->kinds[i] = stack->kinds[stack->height - up + i];
    stack->height -= up;
    round->bonus[0] = round->set->must_match ? 0 : number;
    round->bonus[1] = round->set->must_match ? 0 : round->count;
}

static void use_bonus(struct slow_round *round, int stack)
{
    if (round->bonus[0] == stack)
        round->bonus[0] = 0;
    else if (round->bonus[1] == stack)
        round->bonus[1] = 0;
    else
        round->bonus[0] = round->bonus[1] = 0;
}

static const char *break_table(const struct slow_round *round, int kind, int stack)
{
    if (stack < 1 || stack > round->count)
        return "no-stack";
    if (!slow_fits(round, kind, stack))
        return "no-match";
    if (count_colour(round, &round->stacks[stack - 1], colour(round, kind)) >= round->set->max_per_colour)
        return "colour-limit";
    return NULL;
}

/* The tile leaves the hand; what it came from is known or can be, or a rule says why
   not.  What the first two rules refuse no assignment may allow. */
static const char *take_tile(struct slow_round *round, int kind, int stack)
{
    bool known = round->known[round->seat][kind] > 0;
    bool none = !known && round->unknown[round->seat] == 0;
    const char *broken = none ? NULL : break_table(round, kind, stack);
    if (broken != NULL)
        return broken;
    round->plays[round->play_count++] = (struct slow_play){round->seat, kind, round->time};
    bool can = can_be(round);
    if (none)
        return can ? "not-in-hand, and yet it can be" : "not-in-hand";
    if (!known && round->sight[kind] >= round->set->copies)
        return can ? "too-many-copies, and yet it can be" : "too-many-copies";
    round->sight[kind] += !known;
    round->known[round->seat][kind] -= known;
    round->unknown[round->seat] -= !known;
    round->size[round->seat]--;
    return can ? NULL : "no-consistent-hand";
}

static const char *play_tile(struct slow_round *round, const char **at)
{
    int length;
    int kind = read_tile(round->set, *at, &length);
    char *end;
    int number = (int)strtol(*at + length + 1, &end, 10);
    bool marked = *end == '/';
    *at = end + marked;
    round->time++;
    if (round->size[round->seat] == 0)
        return "went-out";
    if (kind < 0)
        return "no-tile";
    const char *broken = take_tile(round, kind, number);
    if (broken != NULL)
        return broken;
    struct slow_pile *stack = &round->stacks[number - 1];
    stack->kinds[stack->height++] = kind;
    bool splits = shows_enough(round, stack);
    if (splits)
        split_stack(round, number);
    else
        use_bonus(round, number);
    return marked && !splits ? "mark-wrong" : NULL;
}

static const char *draw_tile(struct slow_round *round, const char **at)
{
    int length;
    int kind = read_tile(round->set, *at + 1, &length);
    bool unseen = (*at)[1] == '?';
    const char *letter = !unseen && (*at)[2] == '?' ? strchr(round->set->colours, (*at)[1]) : NULL;
    bool hidden = letter != NULL;
    *at += hidden ? 3 : 1 + length;
    round->time++;
    if (round->size[round->seat] == 0)
        return "went-out";
    if (round->pile == 0)
        return "pile-empty";
    if (kind < 0 && !unseen && !hidden)
        return "no-tile";
    bool many = kind >= 0 && round->sight[kind] >= round->set->copies;
    add_tile(round, round->seat, kind, hidden ? (int)(letter - round->set->colours) : -1, -1);
    bool can = can_be(round);
    if (many)
        return can ? "too-many-copies, and yet it can be" : "too-many-copies";
    return can ? NULL : "no-consistent-hand";
}

const char *slow_step(struct slow_round *round, const char *step)
{
    return *step == '+' ? draw_tile(round, &step) : play_tile(round, &step);
}

static const char *pass(struct slow_round *round)
{
    round->passes++;
    return round->pile > 0 ? "must-draw" : NULL;
}

static const char *play_turn(struct slow_round *round, const char *turn)
{
    const char *broken = NULL;
    bool drawn = false;
    if (strcmp(turn, "pass") == 0)
        return pass(round);
    round->passes = 0;
    while (*turn != '\0' && broken == NULL) {
        drawn = *turn == '+';
        broken = drawn ? draw_tile(round, &turn) : play_tile(round, &turn);
        turn += *turn == ',';
    }
    if (broken == NULL && !drawn && round->size[round->seat] > 0 && round->pile > 0)
        broken = "must-draw";
    return broken;
}

const char *slow_turn(struct slow_round *round, const char *turn)
{
    struct slow_round before = *round;
    const char *broken = play_turn(round, turn);
    if (broken != NULL) {
        before.trials = round->trials;
        *round = before;
        return broken;
    }
    round->bonus[0] = round->bonus[1] = 0;
    round->seat = (round->seat + 1) % round->set->players;
    round->number += round->seat == 0;
    return NULL;
}

bool slow_is_over(const struct slow_round *round)
{
    for (int seat = 0; seat < round->set->players; seat++)
        if (round->size[seat] == 0)
            return true;
    return round->passes >= round->set->players;
}

/* Texts. */

static unsigned long add(char *text, unsigned long at, unsigned long room, const char *more)
{
    return at + (unsigned long)snprintf(text + at, room - at, "%s", more);
}

void slow_text(const struct slow_round *round, char *text, unsigned long room)
{
    char piece[64];
    unsigned long at = 0;
    for (int i = 0; i < round->count; i++) {
        snprintf(piece, sizeof piece, "%s%d=", i > 0 ? ";" : "", i + 1);
        at = add(text, at, room, piece);
        for (int j = 0; j < round->stacks[i].height; j++) {
            int kind = round->stacks[i].kinds[j];
            snprintf(piece, sizeof piece, "%s%c%d", j > 0 ? "." : "", round->set->colours[colour(round, kind)],
                kind % round->set->symbols + 1);
            at = add(text, at, room, piece);
        }
    }
    for (int seat = 0; seat < round->set->players; seat++) {
        snprintf(piece, sizeof piece, "%c%d", seat == 0 ? ' ' : '/', round->size[seat]);
        at = add(text, at, room, piece);
    }
    snprintf(piece, sizeof piece, " %d %d %d %d", round->pile, round->passes, round->seat + 1, round->number);
    add(text, at, room, piece);
}

void slow_shorten(const char *position, char *text, unsigned long room)
{
    char piece[16];
    size_t stacks = strcspn(position, " ");
    const char *hand = position + stacks;
    unsigned long at = (unsigned long)snprintf(text, room, "%.*s", (int)stacks, position);
    do {
        char before = *hand++;
        size_t length = strcspn(hand, "/ ");
        int size = *hand == '-' ? 0 : 1;
        for (size_t i = 0; i < length; i++)
            size += hand[i] == '.';
        snprintf(piece, sizeof piece, "%c%d", before, size);
        at = add(text, at, room, piece);
        hand += length;
    } while (*hand == '/');
    add(text, at, room, hand);
}

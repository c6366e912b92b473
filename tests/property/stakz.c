/* SPDX-License-Identifier: MIT */
/* Stakz against its slow telling: small rounds with tiles nobody wrote down, played
   legally or nearly so.  A turn is illegal exactly when no assignment of the unknown
   tiles obeys the rules, and by the same rule; from positions too. */
#include "support/checking.h"
#include "support/json.h"
#include "support/random.h"
#include "support/share.h"
#include "support/slow_stakz.h"
#include "support/tally.h"

#include <stdio.h>
#include <string.h>

enum { RECORDS = 2000, TURNS = 12, ROOM = 256, TILE_ROOM = 16, UNSEEN_DRAWS = 4 };

/* A set of rules, and how a record names it. */
struct base {
    const char *ruleset;
    const char *colours;
};

static const struct base bases[] = {
    {"tests/variants/stakz-small.yaml", "Az"}, {"tests/variants/stakz-bonus.yaml", "ROGB"}};
enum { BASES = sizeof bases / sizeof bases[0] };

/* A record, the tiles as they really lay, and what the slow way says. */
struct making {
    struct random *random;
    struct slow_set set;
    int deck[SLOW_TILES];
    int left;
    int holds[SLOW_SEATS][SLOW_KINDS];
    char hands[SLOW_SEATS][ROOM];
    bool written[SLOW_SEATS];
    char start[ROOM];
    char turns[TURNS][ROOM];
    int turn_count;
    int unseen;
    struct slow_round round;
    const char *broken; /* the last turn breaks it; NULL: none */
};

static int kind_count(const struct slow_set *set)
{
    return (int)strlen(set->colours) * set->symbols;
}

static void choose_set(struct making *making, const char *colours)
{
    struct slow_set *set = &making->set;
    struct random *random = making->random;
    do {
        *set = (struct slow_set){.colours = colours,
            .symbols = 1 + (int)random_below(random, 4),
            .copies = 1 + (int)random_below(random, 3),
            .per_colour = 1 + (int)random_below(random, strlen(colours) == 2 ? 2 : 1),
            .max_per_colour = 1 + (int)random_below(random, 4),
            .split_at = 2 + (int)random_below(random, strlen(colours) - 1),
            .must_match = random_once_in(random, 2),
            .players = 2 + random_once_in(random, 4)};
    } while (set->symbols * set->copies < set->players * set->per_colour + 1 || kind_count(set) > SLOW_KINDS ||
        kind_count(set) * set->copies > SLOW_TILES - 10);
}

static void name_tile(const struct slow_set *set, int kind, char name[TILE_ROOM])
{
    snprintf(name, TILE_ROOM, "%c%d", set->colours[kind / set->symbols], kind % set->symbols + 1);
}

static void shuffle(struct making *making)
{
    making->left = kind_count(&making->set) * making->set.copies;
    for (int i = 0; i < making->left; i++) {
        int other = (int)random_below(making->random, (unsigned)i + 1);
        making->deck[i] = making->deck[other];
        making->deck[other] = i / making->set.copies;
    }
}

/* The next tile of the deck of this colour, or of any, -1. */
static int take(struct making *making, int colour)
{
    int i = 0;
    while (i + 1 < making->left && colour >= 0 && making->deck[i] / making->set.symbols != colour)
        i++;
    int kind = making->deck[i];
    making->deck[i] = making->deck[--making->left];
    return kind;
}

static void deal_hand(struct making *making, int seat)
{
    char name[TILE_ROOM];
    char *hand = making->hands[seat];
    unsigned known = random_below(making->random, 4); /* thirds of the tiles */
    hand[0] = '\0';
    for (int colour = 0; making->set.colours[colour] != '\0'; colour++)
        for (int i = 0; i < making->set.per_colour; i++) {
            int kind = take(making, colour);
            making->holds[seat][kind]++;
            if (random_once_in(making->random, 100))
                kind = (int)random_below(making->random, (unsigned)kind_count(&making->set));
            name_tile(&making->set, kind, name);
            snprintf(hand + strlen(hand), ROOM - strlen(hand), "%s%s", hand[0] == '\0' ? "" : " ",
                random_below(making->random, 3) < known ? name : "?");
        }
    making->written[seat] = known > 0 || random_once_in(making->random, 2);
}

static bool deal(struct making *making)
{
    const char *hands[SLOW_SEATS] = {NULL};
    char names[2][TILE_ROOM];
    shuffle(making);
    memset(making->holds, 0, sizeof making->holds);
    for (int seat = 0; seat < making->set.players; seat++) {
        deal_hand(making, seat);
        hands[seat] = making->written[seat] ? making->hands[seat] : NULL;
    }
    int first = (int)random_below(making->random, strlen(making->set.colours));
    name_tile(&making->set, take(making, first), names[0]);
    name_tile(&making->set, take(making, (first + 1) % (int)strlen(making->set.colours)), names[1]);
    snprintf(making->start, ROOM, "%s %s", names[0], names[1]);
    return slow_deal(&making->round, &making->set, hands, making->start);
}

/* A tile to play and its stack: most often one that the hand really holds, where it
   fits. */
static bool choose_play(struct making *making, const struct slow_round *round, int *kind, int *stack)
{
    bool honest = !random_once_in(making->random, 8);
    bool fitting = !random_once_in(making->random, 30);
    for (int i = 0; i < 30; i++) {
        *kind = (int)random_below(making->random, (unsigned)kind_count(&making->set));
        *stack = (fitting ? 1 : 0) + (int)random_below(making->random, (unsigned)round->count + (fitting ? 0 : 2));
        if ((!honest || making->holds[round->seat][*kind] > 0) && (!fitting || slow_fits(round, *kind, *stack)))
            return true;
    }
    return false;
}

/* The tile, or another where it was none of the hand's. */
static void lose_tile(struct making *making, int seat, int kind)
{
    for (int i = 0; i < SLOW_KINDS; i++, kind = (kind + 1) % SLOW_KINDS)
        if (making->holds[seat][kind] > 0) {
            making->holds[seat][kind]--;
            return;
        }
}

static void add_step(char *turn, const char *step)
{
    snprintf(turn + strlen(turn), ROOM - strlen(turn), "%s%s", turn[0] == '\0' ? "" : ",", step);
}

/* Plays until one breaks a rule, or the hand has no more or no wish to. */
static const char *add_plays(struct making *making, struct slow_round *round, char *turn)
{
    const char *broken = NULL;
    int kind;
    int stack;
    while (broken == NULL && strlen(turn) < ROOM - 30 && !random_once_in(making->random, 4) &&
        (round->size[round->seat] > 0 || random_once_in(making->random, 20)) &&
        choose_play(making, round, &kind, &stack)) {
        char name[TILE_ROOM];
        char step[ROOM];
        int before = round->count;
        name_tile(&making->set, kind, name);
        if (random_once_in(making->random, 200))
            snprintf(name, sizeof name, "R9");
        snprintf(step, sizeof step, "%s>%d", name, stack);
        broken = slow_step(round, step);
        if (round->count > before ? !random_once_in(making->random, 6) : random_once_in(making->random, 60))
            snprintf(step + strlen(step), sizeof step - strlen(step), "/");
        add_step(turn, step);
        lose_tile(making, round->seat, kind);
    }
    return broken;
}

static void add_draw(struct making *making, const struct slow_round *round, char *turn)
{
    char name[TILE_ROOM] = "?";
    char step[TILE_ROOM + 2];
    if (making->left == 0 && !random_once_in(making->random, 20))
        return;
    int kind = making->left == 0 ? 0 : take(making, -1);
    making->holds[round->seat][kind]++;
    if (random_once_in(making->random, 12))
        kind = (int)random_below(making->random, (unsigned)kind_count(&making->set));
    if (making->unseen < UNSEEN_DRAWS && random_once_in(making->random, 2))
        making->unseen++;
    else
        name_tile(&making->set, kind, name);
    if (name[0] == '?' && random_once_in(making->random, 2)) {
        name_tile(&making->set, kind, name);
        strcpy(name + 1, "?");
    }
    snprintf(step, sizeof step, "+%s", name);
    add_step(turn, step);
}

static void make_turn(struct making *making)
{
    struct slow_round round = making->round;
    char *turn = making->turns[making->turn_count++];
    turn[0] = '\0';
    if (random_once_in(making->random, round.pile == 0 ? 4 : 60)) {
        add_step(turn, "pass");
    } else {
        const char *broken = add_plays(making, &round, turn);
        if (broken == NULL && (round.size[round.seat] > 0 || random_once_in(making->random, 20)) &&
            !random_once_in(making->random, 40))
            add_draw(making, &round, turn);
        if (turn[0] == '\0')
            add_step(turn, round.pile == 0 ? "pass" : "+?");
    }
    making->round.trials = round.trials;
    making->broken = slow_turn(&making->round, turn);
}

/* False when the slow way takes too long. */
static bool make(struct making *making, const struct base *base)
{
    choose_set(making, base->colours);
    making->turn_count = 0;
    making->unseen = 0;
    making->broken = deal(making) ? NULL : "deal";
    while (making->broken == NULL && making->turn_count < TURNS && !slow_is_over(&making->round) &&
        !slow_gave_up(&making->round))
        make_turn(making);
    return !slow_gave_up(&making->round);
}

/* The record; FIRST turns are behind POSITION when there is one. */
static void write_record(const struct making *making, const char *position, int first, struct text *text)
{
    const struct slow_set *set = &making->set;
    text_clear(text);
    text_printf(text,
        "[Rules \"players=%d symbols=%d copies=%d hand.per_colour=%d max_per_colour=%d split_at_colours=%d "
        "split_bonus.must_match=%s\"]\n",
        set->players, set->symbols, set->copies, set->per_colour, set->max_per_colour, set->split_at,
        set->must_match ? "true" : "false");
    for (int seat = 0; seat < set->players && position == NULL; seat++)
        if (making->written[seat])
            text_printf(text, "[Hand%d \"%s\"]\n", seat + 1, making->hands[seat]);
    if (position == NULL && set->players > 2 && !making->written[2])
        text_add_string(text, "[Hand3 \"?\"]\n");
    if (position == NULL)
        text_printf(text, "[Start \"%s\"]\n\n", making->start);
    else
        text_printf(text, "[Position \"%s\"]\n\n", position);
    for (int i = first; i < making->turn_count; i++)
        text_printf(text, "%s\n", making->turns[i]);
    text_add_string(text, "*\n");
}

static struct slice first_error(struct slice game)
{
    struct slice all = json_get(game, "diagnostics");
    for (size_t i = 0;; i++) {
        struct slice one = json_at(all, i);
        if (one.at == NULL || slice_is(json_get(one, "severity"), "\"error\""))
            return one;
    }
}

/* The program names rule BROKEN, at turn PLY; of deals any rule. */
static bool same_fault(struct slice fault, const char *broken, int ply)
{
    char id[ROOM];
    char number[16];
    snprintf(id, sizeof id, "\"%s/%s\"", strcmp(broken, "mark-wrong") == 0 ? "record" : "stakz", broken);
    snprintf(number, sizeof number, "%d", ply);
    if (fault.at == NULL)
        return complaint("legal, but turn %d breaks %s", ply, broken);
    return (slice_is(json_get(fault, "ply"), number) && (ply == 0 || slice_is(json_get(fault, "id"), id))) ||
        complaint("turn %d breaks %s, found %.*s at turn %.*s", ply, broken, (int)json_get(fault, "id").length,
            json_get(fault, "id").at, (int)json_get(fault, "ply").length, json_get(fault, "ply").at);
}

static bool same_end(const struct slow_round *round, struct slice game)
{
    char wanted[2048];
    char found[2048];
    char position[2048];
    struct slice value = json_get(game, "position");
    snprintf(position, sizeof position, "%.*s", value.length < 2 ? 0 : (int)value.length - 2, value.at + 1);
    slow_text(round, wanted, sizeof wanted);
    slow_shorten(position, found, sizeof found);
    return strcmp(wanted, found) == 0 || complaint("it comes to %s, found %s", wanted, found);
}

/* What the program says of the record of MAKING is what the slow way says. */
static bool check_record(catasta_session *session, const struct making *making, int first, struct text *text)
{
    struct text jsonl;
    text_init(&jsonl);
    bool good = check_jsonl(session, text_slice(text), &jsonl) == 1 || complaint("not one record");
    struct slice fault = first_error(text_slice(&jsonl));
    if (good && making->broken != NULL)
        good = same_fault(fault, making->broken, making->turn_count - first);
    else if (good)
        good = fault.at == NULL ? same_end(&making->round, text_slice(&jsonl))
                                : complaint("legal, found %.*s", (int)fault.length, fault.at);
    if (!good)
        complaint("the record:\n%s", text->bytes);
    text_release(&jsonl);
    return good;
}

/* The position behind the first turns, or "". */
static void find_position(catasta_session *session, struct making *making, int first, char position[2048])
{
    struct text text;
    struct text jsonl;
    int all = making->turn_count;
    text_init(&text);
    text_init(&jsonl);
    making->turn_count = first;
    write_record(making, NULL, 0, &text);
    making->turn_count = all;
    check_jsonl(session, text_slice(&text), &jsonl);
    struct slice value = json_get(text_slice(&jsonl), "position");
    snprintf(position, 2048, "%.*s", value.length < 2 ? 0 : (int)value.length - 2, value.at + 1);
    text_release(&text);
    text_release(&jsonl);
}

/* The same from the position before a turn: what it tells is enough, to the program
   and to the slow way.  *GOOD also where that takes too long. */
static bool check_positions(catasta_session *session, struct making *making, struct text *text)
{
    char position[2048];
    if (making->turn_count < 2)
        return true;
    int first = 1 + (int)random_below(making->random, (unsigned)making->turn_count - 1);
    const char *broken = making->broken;
    find_position(session, making, first, position);
    if (strchr(position, '=') == NULL || !slow_position(&making->round, &making->set, position))
        return complaint("no position: %s", position);
    making->broken = NULL;
    for (int i = first; i < making->turn_count && making->broken == NULL; i++)
        making->broken = slow_turn(&making->round, making->turns[i]);
    if (slow_gave_up(&making->round))
        return true;
    write_record(making, position, first, text);
    if (making->broken != broken && (broken == NULL || making->broken == NULL || strcmp(making->broken, broken) != 0))
        return complaint("from the position it breaks %s, not %s\n%s",
            making->broken == NULL ? "nothing" : making->broken, broken == NULL ? "nothing" : broken, text->bytes);
    return check_record(session, making, first, text);
}

static void check_base(const struct base *base, unsigned seed, struct tally *tally)
{
    struct random random = {seed};
    struct text text;
    bool good[2] = {true, true};
    unsigned records = share_of(RECORDS);
    unsigned told = 0;
    unsigned broken = 0;
    text_init(&text);
    catasta_session *session = session_open(base->ruleset);
    for (unsigned i = 0; i < records && session != NULL; i++) {
        struct making making = {.random = &random};
        if (!make(&making, base))
            continue;
        told++;
        broken += making.broken != NULL && strcmp(making.broken, "no-consistent-hand") == 0;
        write_record(&making, NULL, 0, &text);
        good[0] = check_record(session, &making, 0, &text) && good[0];
        good[1] = check_positions(session, &making, &text) && good[1];
    }
    tally_count(tally, good[0], "is judged as all assignments tell", base->ruleset);
    tally_count(tally, good[1], "also from positions", base->ruleset);
    tally_count(tally, told > records / 3 && broken > records / 60, "enough records are told", base->ruleset);
    catasta_session_free(session);
    text_release(&text);
}

int main(void)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < BASES; i++)
        check_base(&bases[i], i + 1, &tally);
    return tally_end(&tally);
}

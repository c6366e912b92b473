/* SPDX-License-Identifier: MIT */
/* Games whose turns are too many to list: the steps that extend visits are exactly
   those that play accepts, in random positions of every ruleset, behind random
   beginnings of turns; and play leaves the position alone when it refuses. */
#include "support/books.h"
#include "support/mutating.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/tally.h"

#include <stdlib.h>

enum { POSITIONS = 600, LATEST = 240, STEPS = 12, TURNS = 30, MUTATIONS = 200, LIMIT = 100000 };

/* A position, and one that refused turns are tried on: it must not change. */
struct spot {
    const struct rulebook *book;
    const struct state *state;
    struct state *tried;
    struct random *random;
};

static struct step unseen_draw(const struct spot *spot)
{
    return (struct step){0, spot->book->game->notation.unseen, '+'};
}

static bool is_untouched(const struct spot *spot)
{
    return (state_same(spot->book, spot->state, spot->tried) &&
               turn_count(spot->book, spot->state) == turn_count(spot->book, spot->tried)) ||
        complaint("a refused turn changed the position");
}

/* Whether play accepts TURN. */
static bool is_legal(const struct spot *spot, const struct turn *turn, struct fault *fault)
{
    bool legal = game_play(spot->book->rules, spot->tried, turn, fault);
    if (legal)
        state_put(spot->book, spot->tried, spot->state);
    return legal;
}

/* Whether TURN is legal or, with a draw behind it, would be. */
static bool is_beginning(const struct spot *spot, const struct turn *turn, struct fault *fault)
{
    struct turn longer = *turn;
    if (is_legal(spot, turn, fault))
        return true;
    if (turn->shape == TURN_PASS || turn->count == TURN_STEPS || turn->steps[turn->count - 1].mark == '+')
        return false;
    longer.steps[longer.count++] = unseen_draw(spot);
    return is_legal(spot, &longer, fault);
}

/* Each step once, and all of them legal and fully marked. */
static bool check_listed(const struct spot *spot, const struct turn_list *list)
{
    bool good = !list->cut;
    for (size_t i = 1; i < list->count && good; i++)
        good = strcmp(list->sorted[i - 1], list->sorted[i]) != 0 || complaint("%s is visited twice", list->sorted[i]);
    for (size_t i = 0; i < list->count && good; i++) {
        struct fault fault = {.rule = NULL};
        if (!is_beginning(spot, &list->turns[i], &fault))
            good = complaint("%s is refused: %s", list->texts[i], fault.rule == NULL ? "?" : fault.rule->id);
        else if (fault.rule != NULL && fault.rule->severity != SEVERITY_ERROR)
            good = complaint("%s has a note: %s", list->texts[i], fault.rule->id);
    }
    return good;
}

/* BEGUN with STEP is legal only when it is visited; a wrong mark never is. */
static bool check_step(const struct spot *spot, const struct turn_list *list, struct turn *begun, struct step step)
{
    struct text text;
    bool good = true;
    text_init(&text);
    begun->steps[begun->count++] = step;
    if (is_beginning(spot, begun, NULL)) {
        const char *name = turn_text(spot->book, spot->state, begun, &text);
        good = list_has(list, name) || complaint("%s is legal but not visited", name);
        if (good && step.mark == '/')
            good = name[strlen(name) - 1] == '/' || complaint("%s may be marked '/'", name);
    }
    begun->count--;
    text_release(&text);
    return good;
}

/* Every tile that can be written, on every stack and more, and drawn. */
static bool check_all_steps(const struct spot *spot, const struct turn_list *list, struct turn *begun, unsigned stacks)
{
    static const char letters[] = "ROGBPYWKQrogbpywkqaZ";
    const struct turn pass = {.shape = TURN_PASS};
    bool good = check_step(spot, list, begun, unseen_draw(spot));
    for (const char *letter = letters; *letter != '\0' && good; letter++)
        for (unsigned number = 0; number <= 10 && good; number++) {
            uint16_t tile = (uint16_t)(((unsigned)(unsigned char)*letter << 8) | number);
            good = check_step(spot, list, begun, (struct step){0, tile, '+'});
            for (unsigned stack = 0; stack <= stacks + 1 && good; stack++)
                good = check_step(spot, list, begun, (struct step){stack, tile, 0}) &&
                    check_step(spot, list, begun, (struct step){stack, tile, '/'});
        }
    if (good && begun->count == 0 && is_legal(spot, &pass, NULL))
        good = list_has(list, "pass") || complaint("a pass is legal but not visited");
    return good;
}

static unsigned stack_count(const struct spot *spot, const struct turn *begun)
{
    struct arena arena;
    struct view view;
    arena_init(&arena, 0);
    bool seen = spot->book->game->display.view(spot->book->rules, spot->state, NULL, &arena, &view);
    unsigned stacks = seen ? (unsigned)view.list_count - view.seats : 0;
    arena_release(&arena);
    return stacks + begun->count;
}

/* From no step on, all steps behind a beginning, and then one of them to go on with. */
static bool check_beginnings(const struct spot *spot)
{
    struct turn begun = {.shape = spot->book->game->notation.shape};
    bool good = true;
    for (unsigned i = 0; i < STEPS && good; i++) {
        struct turn_list list;
        list_steps(spot->book, spot->state, &begun, LIMIT, &list);
        good = check_listed(spot, &list) && check_all_steps(spot, &list, &begun, stack_count(spot, &begun)) &&
            is_untouched(spot);
        struct turn next = list.count == 0 ? begun : list.turns[random_below(spot->random, list.count)];
        for (unsigned tries = 0; tries < 4 && next.count > 0 && next.steps[next.count - 1].mark == '+'; tries++)
            next = list.turns[random_below(spot->random, list.count)];
        bool ended = list.count == 0 || next.shape == TURN_PASS || next.steps[next.count - 1].mark == '+';
        list_release(&list);
        begun = next;
        if (ended)
            break;
    }
    return good;
}

/* A legal turn is made of visited steps. */
static bool check_legal(const struct spot *spot, const struct turn *turn)
{
    struct turn begun = {.shape = turn->shape};
    struct text text;
    bool good = true;
    text_init(&text);
    while (begun.count < turn->count && good) {
        struct turn_list list;
        list_steps(spot->book, spot->state, &begun, LIMIT, &list);
        begun.steps[begun.count] = turn->steps[begun.count];
        begun.count++;
        const char *name = turn_text(spot->book, spot->state, &begun, &text);
        good = list_has(&list, name) || complaint("%s is legal but not visited", name);
        list_release(&list);
    }
    text_release(&text);
    return good;
}

/* A record of one turn after the other, made of legal ones and unlike them. */
static void make_mutations(const struct spot *spot, struct text *record)
{
    char *turns[TURNS];
    unsigned count = 0;
    struct turn turn;
    struct text text;
    text_init(&text);
    text_add_string(record, "1. ");
    while (count < TURNS && random_turn(spot->book, spot->state, spot->random, &turn))
        turns[count++] = strdup(turn_text(spot->book, spot->state, &turn, &text));
    for (unsigned i = 0; i < MUTATIONS && count > 0; i++)
        mutate_turn(
            record, turns[random_below(spot->random, count)], turns[random_below(spot->random, count)], spot->random);
    while (count > 0)
        free(turns[--count]);
    text_release(&text);
}

static bool check_mutations(const struct spot *spot)
{
    struct reader reader;
    struct record record;
    struct text text;
    bool good = true;
    text_init(&text);
    make_mutations(spot, &text);
    if (read_record(&reader, &record, text_slice(&text), shapes_of(spot->book)))
        for (size_t i = 0; i < record.main.count && good; i++) {
            struct turn turn;
            const struct item *item = &record.main.items[i];
            if (item->kind == ITEM_TURN && resolve_item(spot->book, &record, item, &turn))
                good = is_legal(spot, &turn, NULL) ? check_legal(spot, &turn) : is_untouched(spot);
        }
    reader_close(&reader);
    text_release(&text);
    return good;
}

/* A position somewhere in a game, the start among them. */
static void check_position(
    const struct rulebook *book, unsigned players, unsigned index, struct random *random, bool good[2])
{
    struct state *state = state_apply_tag(book, players, random, NULL);
    play_randomly(book, state, random, random_below(random, 1 + LATEST * index / share_of(POSITIONS)));
    struct spot spot = {book, state, state_copy(book, state), random};
    if (!outcome_of(book, state).over) {
        good[0] = good[0] && check_beginnings(&spot);
        good[1] = good[1] && check_mutations(&spot);
    }
    free(spot.tried);
    free(state);
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    static const char *const what[] = {
        "what is visited is legal, once, and no other step is", "no turn made of others is legal but not visited"};
    const struct rulebook *book = &one->entry.book;
    struct random random = {seed + 1};
    bool good[2] = {true, true};
    if (book->game->judging.extend == NULL || book->game->judging.generate != NULL)
        return;
    for (unsigned players = 1; players <= SEATS; players++)
        for (unsigned j = 0; game_allows_players(book->rules, players) && j < share_of(POSITIONS); j++)
            check_position(book, players, j, &random, good);
    for (unsigned j = 0; j < 2; j++)
        tally_count(tally, good[j], what[j], one->path);
}

int main(void)
{
    return check_books(check_ruleset);
}

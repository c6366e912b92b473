/* SPDX-License-Identifier: MIT */
/* Turns that are made by pointing at what is drawn: nothing here knows a game but by its turns. */
#include "library/accessors.h"
#include "library/tools.h"

#include <limits.h>
#include <stdlib.h>

/* Turns that are looked at, and names that are taken: what more there is by custom rules is not found. */
enum { TURNS_MOST = 100000, WORDS_MOST = 2 * TURN_STEPS, NAMES_MOST = 2 * TURN_STEPS + 2 };

struct names {
    struct catasta_target at[NAMES_MOST];
    unsigned count;
};

struct pointed {
    const struct rulebook *book;
    const struct state *state;
    struct slice prefix; /* of the turns that are meant */
    struct slice words[WORDS_MOST];
    unsigned count;
    unsigned again; /* how often the last was given again */
    bool any_order;
    unsigned turns;     /* looked at */
    struct arena arena; /* of all that is kept */
    struct slice *made; /* turns that end with the last word */
    size_t made_count;
    size_t made_capacity;
    struct slice common; /* what all turns begin with that name the words */
    struct catasta_target *next;
    size_t next_count;
    size_t next_capacity;
    struct text text;   /* of a turn */
    struct arena named; /* of the names of one turn */
    struct names names;
};

static struct slice name_of(const struct catasta_target *target)
{
    return (struct slice){target->name.bytes, target->name.length};
}

/* What is named twice in a row is pointed at once. */
static void add_name(void *context, struct slice name, const struct view_cell *where)
{
    struct pointed *pointed = context;
    struct names *names = &pointed->names;
    if (names->count == NAMES_MOST || (names->count > 0 && slice_equal(name_of(&names->at[names->count - 1]), name)))
        return;
    struct catasta_target *target = &names->at[names->count++];
    *target = (struct catasta_target){.name = text_of(arena_copy(&pointed->named, name)), .placed = where != NULL};
    if (where != NULL) {
        target->x = where->x;
        target->y = where->y;
    }
}

static size_t run_of(struct slice text, size_t from, bool (*is)(char c))
{
    size_t end = from;
    while (end < text.length && is(text.at[end]))
        end++;
    return end - from;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_figure(char c)
{
    return c >= '0' && c <= '9';
}

/* The cells that TEXT names, the pieces, "GR", "+R4" or "P", and after '>' the stacks; counts are none of them, nor is
   a letter after a cell, nor an x before it. */
static void add_names_of_text(struct pointed *pointed, struct slice text)
{
    for (size_t i = 0, length; i < text.length; i += length) {
        const char before = i == 0 ? ' ' : text.at[i - 1];
        const size_t small = run_of(text, i, is_small);
        const size_t capitals = run_of(text, i, is_capital);
        const size_t letters = small + capitals;
        const size_t figures = run_of(text, i + letters, is_figure);
        const size_t mark = small > 1 && text.at[i] == 'x' ? 1 : 0;
        length = letters + figures == 0 ? 1 : letters + figures;
        if (small > 0 && figures > 0) {
            add_name(pointed, (struct slice){text.at + i + mark, length - mark}, NULL);
        } else if (capitals > 0 && !is_figure(before)) {
            char name[4] = {'+', text.at[i], capitals > 1 ? text.at[i + 1] : '\0', '\0'};
            const bool turned = capitals == 2 && figures == 0 && name[1] > name[2];
            name[1] = turned ? text.at[i + 1] : name[1];
            name[2] = turned ? text.at[i] : name[2];
            const size_t sign = before == '+' ? 0 : 1;
            add_name(pointed,
                turned ? (struct slice){name + sign, 3 - sign}
                       : (struct slice){text.at + i - 1 + sign, length + 1 - sign},
                NULL);
        } else if (letters == 0 && figures > 0 && before == '>') {
            add_name(pointed, (struct slice){text.at + i, figures}, NULL);
        }
    }
}

/* What is pointed at for TURN, to .names. */
static void list_names(struct pointed *pointed, const struct turn *turn)
{
    const struct rulebook *book = pointed->book;
    arena_clear(&pointed->named);
    pointed->names.count = 0;
    text_clear(&pointed->text);
    book->game->notation.write(book->rules, pointed->state, turn, &pointed->text);
    if (book->game->display.point != NULL)
        book->game->display.point(book->rules, pointed->state, turn, add_name, pointed);
    else
        add_names_of_text(pointed, text_slice(&pointed->text));
}

/* Leaves the names that come after the prefix. */
static void drop_names_of_prefix(struct pointed *pointed)
{
    const struct names all = pointed->names;
    pointed->names.count = 0;
    add_names_of_text(pointed, pointed->prefix);
    const unsigned done = pointed->names.count < all.count ? pointed->names.count : all.count;
    pointed->names.count = all.count - done;
    memcpy(pointed->names.at, all.at + done, pointed->names.count * sizeof *all.at);
}

static bool begins_with(struct slice text, struct slice prefix)
{
    return text.length >= prefix.length && memcmp(text.at, prefix.at, prefix.length) == 0;
}

/* Which of the names COUNT words stand for, in their order: how many names are done then; UINT_MAX: it is not so. */
static unsigned match_names(const struct pointed *pointed, unsigned count, unsigned names)
{
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++, at++) {
        while (at < names && !slice_equal(name_of(&pointed->names.at[at]), pointed->words[i]))
            at++;
        if (at == names || (i == 0 && at > 0 && pointed->prefix.length == 0))
            return UINT_MAX;
    }
    return at;
}

/* The same, if it can be so with the last word for the last name. */
static unsigned match_turn(const struct pointed *pointed)
{
    const unsigned names = pointed->names.count;
    const unsigned count = pointed->count;
    const bool ends = count > 0 && names > 0 &&
        slice_equal(name_of(&pointed->names.at[names - 1]), pointed->words[count - 1]) &&
        (count > 1 || names == 1 || pointed->prefix.length > 0);
    return ends && match_names(pointed, count - 1, names - 1) != UINT_MAX ? names : match_names(pointed, count, names);
}

/* In any order: moves the names that words stand for to the front; all words must stand for one. */
static unsigned match_in_any_order(struct pointed *pointed)
{
    struct names *names = &pointed->names;
    for (unsigned i = 0; i < pointed->count; i++) {
        unsigned at = i;
        while (at < names->count && !slice_equal(name_of(&names->at[at]), pointed->words[i]))
            at++;
        if (at == names->count)
            return UINT_MAX;
        const struct catasta_target other = names->at[i];
        names->at[i] = names->at[at];
        names->at[at] = other;
    }
    return pointed->count;
}

static void *room_for_one(struct pointed *pointed, void *list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return list;
    *capacity = 2 * *capacity + 64;
    void *more = arena_alloc(&pointed->arena, *capacity * size);
    return more == NULL || count == 0 ? more : memcpy(more, list, count * size);
}

static void add_next(struct pointed *pointed, const struct catasta_target *target)
{
    for (size_t i = 0; i < pointed->next_count; i++)
        if (slice_equal(name_of(&pointed->next[i]), name_of(target)))
            return;
    struct catasta_target *list =
        room_for_one(pointed, pointed->next, pointed->next_count, &pointed->next_capacity, sizeof *list);
    if (list == NULL)
        return;
    pointed->next = list;
    list[pointed->next_count] = *target;
    list[pointed->next_count++].name = text_of(arena_copy(&pointed->arena, name_of(target)));
}

/* What is not pointed at yet of a turn with DONE names, also what is named before the last of them: any order will do.
   A turn begins with its first name. */
static void add_rest(struct pointed *pointed, unsigned done)
{
    const bool begins = pointed->count == 0 && pointed->prefix.length == 0;
    for (unsigned i = begins || pointed->prefix.length > 0 ? 0 : 1; i < (begins ? 1 : pointed->names.count); i++) {
        bool named = false;
        for (unsigned k = 0; k < pointed->count && i < done; k++)
            named |= slice_equal(pointed->words[k], name_of(&pointed->names.at[i]));
        if (!named && pointed->names.count > 0)
            add_next(pointed, &pointed->names.at[i]);
    }
}

static void add_made(struct pointed *pointed)
{
    struct slice *list =
        room_for_one(pointed, pointed->made, pointed->made_count, &pointed->made_capacity, sizeof *list);
    if (list == NULL)
        return;
    pointed->made = list;
    list[pointed->made_count++] = arena_copy(&pointed->arena, text_slice(&pointed->text));
}

/* What the turns so far begin with. */
static void add_common(struct pointed *pointed)
{
    const struct slice text = text_slice(&pointed->text);
    size_t same = 0;
    while (same < pointed->common.length && same < text.length && pointed->common.at[same] == text.at[same])
        same++;
    pointed->common =
        pointed->common.at == NULL ? arena_copy(&pointed->arena, text) : (struct slice){pointed->common.at, same};
}

/* Whether TURN, which may only begin one, is one. */
static bool is_whole(struct pointed *pointed, const struct turn *turn)
{
    const struct rulebook *book = pointed->book;
    if (book->game->judging.generate != NULL)
        return true;
    struct state *after = arena_alloc(&pointed->named, game_state_size(book->rules));
    return after != NULL && memcpy(after, pointed->state, game_state_size(book->rules)) != NULL &&
        game_play(book->rules, after, turn, NULL);
}

static bool look_at_turn(void *context, const struct turn *turn)
{
    struct pointed *pointed = context;
    const struct rulebook *book = pointed->book;
    const struct turn begun = *turn;
    if (++pointed->turns > TURNS_MOST || pointed->arena.failed)
        return false;
    list_names(pointed, turn);
    const bool steps = book->game->judging.generate == NULL && begun.count < TURN_STEPS;
    if (!begins_with(text_slice(&pointed->text), pointed->prefix))
        return !steps || !begins_with(pointed->prefix, text_slice(&pointed->text)) ||
            book->game->judging.extend(book->rules, pointed->state, &begun, look_at_turn, pointed);
    if (pointed->prefix.length > 0)
        drop_names_of_prefix(pointed);
    const unsigned names = pointed->names.count;
    const bool goes_on = steps && names > 0 && names <= pointed->count && match_names(pointed, names, names) == names;
    const unsigned done = pointed->any_order ? match_in_any_order(pointed) : match_turn(pointed);
    if (done != UINT_MAX)
        add_common(pointed);
    if (done == names && names > 0 && is_whole(pointed, &begun))
        add_made(pointed);
    if (done != UINT_MAX)
        add_rest(pointed, done);
    return !goes_on || book->game->judging.extend(book->rules, pointed->state, &begun, look_at_turn, pointed);
}

static void look_at_turns(struct pointed *pointed, bool any_order)
{
    const struct rulebook *book = pointed->book;
    const struct turn none = {.shape = book->game->notation.shape};
    pointed->any_order = any_order;
    pointed->turns = 0;
    if (book->game->judging.generate != NULL)
        book->game->judging.generate(book->rules, pointed->state, look_at_turn, pointed);
    else
        book->game->judging.extend(book->rules, pointed->state, &none, look_at_turn, pointed);
}

static int compare_made(const void *a, const void *b)
{
    const struct slice *one = a;
    const struct slice *other = b;
    if (one->length != other->length)
        return one->length < other->length ? -1 : 1;
    return memcmp(one->at, other->at, one->length);
}

/* Sorted, each once: there are games in which several ways lead to one turn. */
static void sort_made(struct pointed *pointed)
{
    size_t kept = 0;
    if (pointed->made_count > 0)
        qsort(pointed->made, pointed->made_count, sizeof *pointed->made, compare_made);
    for (size_t i = 0; i < pointed->made_count; i++)
        if (kept == 0 || !slice_equal(pointed->made[kept - 1], pointed->made[i]))
            pointed->made[kept++] = pointed->made[i];
    pointed->made_count = kept;
}

static void take_words(struct pointed *pointed, struct slice text)
{
    struct slice word;
    while (slice_split(&text, ' ', &word)) {
        if (word.length == 0)
            continue;
        if (pointed->count > 0 && slice_equal(pointed->words[pointed->count - 1], word))
            pointed->again++;
        else if (pointed->count < WORDS_MOST)
            pointed->words[pointed->count++] = word, pointed->again = 0;
    }
}

bool catasta_position_point(const catasta_position *position, struct catasta_text prefix, struct catasta_text words,
    const struct catasta_pointing *pointing)
{
    const unsigned since = memory_failures();
    struct pointed *pointed = memory_new(sizeof *pointed);
    if (pointed == NULL)
        return false;
    pointed->book = position_book(position);
    pointed->state = position_state(position);
    arena_init(&pointed->arena, 0);
    arena_init(&pointed->named, 0);
    pointed->prefix = (struct slice){prefix.bytes, prefix.length};
    take_words(pointed, (struct slice){words.bytes, words.length});
    if (catasta_position_to_move(position) != 0) {
        look_at_turns(pointed, false);
        if (pointed->made_count + pointed->next_count == 0 && pointed->count > 1)
            look_at_turns(pointed, true);
    }
    sort_made(pointed);
    const bool fine = !memory_ran_out(since) && !pointed->arena.failed && !pointed->named.failed;
    for (size_t i = 0; fine && i < pointed->made_count; i++)
        pointing->turn(pointing->context, text_of(pointed->made[(i + pointed->again) % pointed->made_count]));
    if (fine && pointing->common != NULL)
        pointing->common(pointing->context, text_of(pointed->common.at == NULL ? slice_of("") : pointed->common));
    for (size_t i = 0; fine && i < pointed->next_count; i++)
        pointing->target(pointing->context, &pointed->next[i]);
    text_release(&pointed->text);
    arena_release(&pointed->named);
    arena_release(&pointed->arena);
    free(pointed);
    return fine;
}

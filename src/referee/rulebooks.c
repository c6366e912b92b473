/* SPDX-License-Identifier: MIT */
#include "referee/rulebooks.h"

#include "games/registry.h"

#include <stdatomic.h>
#include <stdlib.h>

struct rulebook_memory {
    atomic_uint holders;
    struct arena arena;
};

void rulebook_hold(const struct rulebook *book)
{
    if (book->memory != NULL)
        atomic_fetch_add(&book->memory->holders, 1);
}

void rulebook_drop(const struct rulebook *book)
{
    if (book->memory == NULL || atomic_fetch_sub(&book->memory->holders, 1) > 1)
        return;
    arena_release(&book->memory->arena);
    free(book->memory);
}

void rulebooks_init(struct rulebooks *books, const char *const *folders, struct ruleset_files *files)
{
    *books = (struct rulebooks){
        .loader = {.find_game = game_find_ruleset, .folders = folders, .games = game_names, .files = files}};
}

void rulebooks_release(struct rulebooks *books)
{
    for (unsigned i = 0; i < RULEBOOKS; i++)
        rulebook_unload(&books->entries[i]);
}

static bool has_errors(const struct problems *problems)
{
    for (const struct problem *problem = problems->first; problem != NULL; problem = problem->next)
        if (problem->rule->severity == SEVERITY_ERROR)
            return true;
    return false;
}

static int compare_words(const void *a, const void *b)
{
    return slice_order(*(const struct slice *)a, *(const struct slice *)b);
}

/* The words of LIST, each once and with a space before it. */
static struct slice sorted_words(struct slice list, struct arena *arena)
{
    struct slice *words = arena_alloc(arena, (list.length / 2 + 1) * sizeof *words);
    size_t count = 0;
    struct text text;
    while (words != NULL && slice_split(&list, ' ', &words[count]))
        count += words[count].length > 0;
    if (count > 0)
        qsort(words, count, sizeof *words, compare_words);
    text_init(&text);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && slice_equal(words[i], words[i - 1]))
            continue;
        text_add_char(&text, ' ');
        text_add(&text, words[i]);
    }
    struct slice sorted = arena_copy(arena, text_slice(&text));
    text_release(&text);
    return sorted;
}

/* Loads YAML into ENTRY, or what NAME finds where that is NULL. */
static void load_entry(const struct ruleset_loader *loader, struct slice name, const struct slice *yaml,
    bool paths_allowed, struct slice overrides, struct rulebook_entry *entry)
{
    unsigned since = memory_failures();
    struct ruleset ruleset = {0};
    struct rulebook_memory *memory = memory_new(sizeof *memory);
    rulebook_unload(entry);
    if (memory == NULL)
        return;
    memory->holders = 1;
    arena_init(&memory->arena, 0);
    entry->problems = (struct problems){.arena = &memory->arena};
    entry->name = arena_copy(&memory->arena, name);
    entry->overrides = arena_copy(&memory->arena, overrides);
    entry->paths_allowed = paths_allowed;
    entry->own_name = ruleset_name_in(entry->name);
    entry->book = (struct rulebook){
        .name = entry->name, .overrides = sorted_words(entry->overrides, &memory->arena), .memory = memory};
    bool loaded = yaml != NULL
        ? ruleset_load_text(loader, entry->name, *yaml, entry->overrides, &ruleset, &entry->problems)
        : ruleset_load(loader, entry->name, paths_allowed, entry->overrides, &ruleset, &entry->problems);
    if (loaded) {
        const struct node *title = ruleset_get(&ruleset, "title");
        bool own = title != NULL && strcmp(title->place.file, ruleset.file) == 0;
        entry->title = own ? title->value : (struct slice){"", 0};
        entry->book.rules = game_configure(&ruleset, &memory->arena, &entry->problems);
        problems_sort(&entry->problems);
        if (entry->book.rules != NULL && !has_errors(&entry->problems))
            entry->book.game = game_find(slice_of(ruleset.game->name));
    }
    if (memory_ran_out(since))
        rulebook_unload(entry);
}

void rulebook_load(const struct ruleset_loader *loader, struct slice name, bool paths_allowed, struct slice overrides,
    struct rulebook_entry *entry)
{
    load_entry(loader, name, NULL, paths_allowed, overrides, entry);
}

void rulebook_load_text(
    const struct ruleset_loader *loader, struct slice name, struct slice yaml, struct rulebook_entry *entry)
{
    load_entry(loader, name, &yaml, true, (struct slice){"", 0}, entry);
}

void rulebook_unload(struct rulebook_entry *entry)
{
    rulebook_drop(&entry->book);
    *entry = (struct rulebook_entry){.paths_allowed = false};
}

bool rulebook_is_unusable(const struct rulebook_entry *entry)
{
    return entry->book.game == NULL && entry->problems.first != NULL && !entry->problems.absent;
}

void unusable_message(struct slice name, const struct problem *problem, struct text *message)
{
    text_add_string(message, "the ruleset '");
    text_add(message, name);
    text_add_string(message, "' cannot be used: ");
    if (problem->place.line > 0)
        text_printf(message, "%s:%u:%u: ", problem->place.file, problem->place.line, problem->place.column);
    rule_headline(problem->rule, problem->facts, message);
    text_printf(message, " [%s]", problem->rule->id);
}

const struct rulebook_entry *rulebooks_get(
    struct rulebooks *books, struct slice name, bool paths_allowed, struct slice overrides)
{
    for (unsigned i = 0; i < RULEBOOKS; i++) {
        const struct rulebook_entry *entry = &books->entries[i];
        if (entry->name.at != NULL && entry->paths_allowed == paths_allowed && slice_equal(entry->name, name) &&
            slice_equal(entry->overrides, overrides))
            return entry;
    }
    struct rulebook_entry *entry = &books->entries[books->next];
    books->next = (books->next + 1) % RULEBOOKS;
    rulebook_load(&books->loader, name, paths_allowed, overrides, entry);
    return entry;
}

unsigned rulebook_players(const struct rulebook *book)
{
    unsigned players = 1;
    if (game_allows_players(book->rules, 2))
        return 2;
    while (players < SEATS && !game_allows_players(book->rules, players))
        players++;
    return players;
}

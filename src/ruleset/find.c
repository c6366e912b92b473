/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

static bool is_plain_name(struct slice name)
{
    if (name.length == 0 || name.length > MOST_NAME_BYTES)
        return false;
    for (size_t i = 0; i < name.length; i++) {
        char c = name.at[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-')
            return false;
    }
    return true;
}

static bool ends_in(struct slice name, const char *ending)
{
    size_t length = strlen(ending);
    return name.length >= length && memcmp(name.at + name.length - length, ending, length) == 0;
}

static bool is_path(struct slice name)
{
    if (name.length == 0 || memchr(name.at, '\0', name.length) != NULL)
        return false;
    return memchr(name.at, '/', name.length) != NULL || ends_in(name, ".yaml") || ends_in(name, ".yml");
}

struct slice ruleset_name_in(struct slice path)
{
    struct slice step;
    struct slice name = path;
    while (slice_split(&path, '/', &step))
        name = step;
    slice_split(&name, '.', &step);
    return step;
}

const struct embedded_ruleset *embedded_find(struct slice name)
{
    for (const struct embedded_ruleset *embedded = embedded_rulesets; embedded->name != NULL; embedded++)
        if (slice_is(name, embedded->name))
            return embedded;
    return NULL;
}

const char *embedded_place(struct arena *arena, struct slice name)
{
    return words_of(arena, "%.*s.yaml (built in)", (int)name.length, name.at);
}

/* Every name there is, unordered, some twice. */
static void list_folder(struct arena *arena, const char *folder, struct name_list *names)
{
    DIR *open = opendir(folder);
    if (open == NULL)
        return;
    for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
        struct slice name = slice_of(entry->d_name);
        if (!ends_in(name, ".yaml"))
            continue;
        name.length -= strlen(".yaml");
        if (is_plain_name(name))
            names_add(arena, names, name);
    }
    closedir(open);
}

static int compare_ruleset_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static struct name_list list_names(const struct ruleset_loader *loader, struct arena *arena)
{
    struct name_list names = {0};
    for (const char *const *folder = loader->folders; folder != NULL && *folder != NULL; folder++)
        list_folder(arena, *folder, &names);
    for (const struct embedded_ruleset *embedded = embedded_rulesets; embedded->name != NULL; embedded++)
        names_add(arena, &names, slice_of(embedded->name));
    if (names.count == 0)
        return names;
    qsort(names.at, names.count, sizeof *names.at, compare_ruleset_names);
    size_t kept = 1;
    for (size_t i = 1; i < names.count; i++)
        if (strcmp(names.at[i], names.at[kept - 1]) != 0)
            names.at[kept++] = names.at[i];
    names.count = kept;
    return names;
}

void ruleset_names(const struct ruleset_loader *loader, void (*found)(void *context, struct slice name), void *context)
{
    struct arena arena;
    arena_init(&arena, 0);
    struct name_list names = list_names(loader, &arena);
    for (size_t i = 0; i < names.count; i++)
        found(context, slice_of(names.at[i]));
    arena_release(&arena);
}

/* A file here of that name, which only a path would have meant; NULL: there is none. */
static const char *find_file_here(struct arena *arena, struct slice name)
{
    static const char *const endings[] = {".yaml", ".yml", ""};
    struct excerpt shown = excerpt_of(name);
    struct stat found;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0] && slice_is(name, shown.text); i++) {
        const char *path = arena_printf(arena, "./%s%s", shown.text, endings[i]).at;
        if (path != NULL && stat(path, &found) == 0 && S_ISREG(found.st_mode))
            return path;
    }
    return NULL;
}

static bool report_absent(
    const struct ruleset_loader *loader, const struct ruleset_search *search, struct problems *problems)
{
    struct name_list names = list_names(loader, problems->arena);
    const char *file = search->paths_allowed ? find_file_here(problems->arena, search->name) : NULL;
    const char *advice = file != NULL ? arena_printf(problems->arena, "did you mean '%s'?", file).at
                                      : names_advice(problems->arena, &names, search->name);
    problems->absent |= search->place.line == 0;
    return problem_add(problems, RULESET_UNKNOWN, search->place,
        FACT(kind, "ruleset") FACT(name, "%s") FACT(why, "expected %s") FACT(advice, "%s"),
        excerpt_of(search->name).text, names_choice(problems->arena, &names), advice);
}

static bool report_refused(
    const struct ruleset_search *search, const char *file, const char *why, struct problems *problems)
{
    struct excerpt excerpt = excerpt_of(slice_of(file));
    return problem_add(problems, RULESET_UNKNOWN, search->place, FACT(kind, "ruleset") FACT(name, "%s") FACT(why, "%s"),
        excerpt.text, why);
}

enum find_result { FOUND, ABSENT, REPORTED };

static enum find_result try_file(const struct ruleset_loader *loader, const struct ruleset_search *search,
    const char *file, struct ruleset_source *source, struct problems *problems, const char **why)
{
    source->name = search->name;
    source->file = file;
    switch (file_read(loader->files, problems->arena, file, &source->bytes, why)) {
    case FILE_READ:
        return FOUND;
    case FILE_ABSENT:
        return ABSENT;
    case FILE_TOO_LARGE:
        problem_add(problems, RULESET_TOO_LARGE, (struct place){file, 1, 1, 2},
            FACT(limit, "%d") FACT(unit, "bytes in a file"), MOST_BYTES);
        return REPORTED;
    case FILE_REFUSED:
        problems->unread = true;
        report_refused(search, file, *why, problems);
        return REPORTED;
    }
    return REPORTED;
}

struct slice path_folder(struct slice path)
{
    while (path.length > 0 && path.at[path.length - 1] != '/')
        path.length--;
    return path;
}

static bool find_path(const struct ruleset_loader *loader, const struct ruleset_search *search,
    struct ruleset_source *source, struct problems *problems)
{
    const char *why = "";
    struct slice path = arena_copy(problems->arena, search->name);
    if (path.at == NULL)
        return false;
    enum find_result result = try_file(loader, search, path.at, source, problems, &why);
    source->beside = path_folder(path);
    if (result == ABSENT)
        report_refused(search, path.at, why, problems);
    return result == FOUND;
}

static enum find_result find_sibling(const struct ruleset_loader *loader, const struct ruleset_search *search,
    struct ruleset_source *source, struct problems *problems)
{
    const char *why;
    if (search->beside.at == NULL)
        return ABSENT;
    const char *file = words_of(problems->arena, "%.*s%.*s.yaml", (int)search->beside.length, search->beside.at,
        (int)search->name.length, search->name.at);
    source->beside = search->beside;
    return try_file(loader, search, file, source, problems, &why);
}

static enum find_result find_in_folders(const struct ruleset_loader *loader, const struct ruleset_search *search,
    struct ruleset_source *source, struct problems *problems)
{
    const char *why;
    enum find_result result = ABSENT;
    source->beside = (struct slice){NULL, 0};
    for (const char *const *folder = loader->folders; folder != NULL && *folder != NULL && result == ABSENT; folder++) {
        const char *file =
            words_of(problems->arena, "%s/%.*s.yaml", *folder, (int)search->name.length, search->name.at);
        result = try_file(loader, search, file, source, problems, &why);
    }
    return result;
}

static enum find_result find_embedded(
    const struct ruleset_search *search, struct ruleset_source *source, struct problems *problems)
{
    const struct embedded_ruleset *embedded = embedded_find(search->name);
    if (embedded == NULL)
        return ABSENT;
    source->file = embedded_place(problems->arena, search->name);
    source->bytes = slice_of(embedded->yaml);
    return FOUND;
}

bool source_find(const struct ruleset_loader *loader, const struct ruleset_search *search,
    struct ruleset_source *source, struct problems *problems)
{
    if (search->paths_allowed && is_path(search->name))
        return find_path(loader, search, source, problems);
    if (!is_plain_name(search->name))
        return report_absent(loader, search, problems);
    enum find_result result = find_sibling(loader, search, source, problems);
    if (result == ABSENT)
        result = find_in_folders(loader, search, source, problems);
    if (result == ABSENT)
        result = find_embedded(search, source, problems);
    if (result == ABSENT)
        report_absent(loader, search, problems);
    return result == FOUND;
}

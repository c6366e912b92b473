/* SPDX-License-Identifier: MIT */
/* The counts in tests/perft/GAME.txt: lines "RULESET DEPTH COUNT [POSITION]", where
   RULESET is a shipped name or a path, and behind it may stand '/' and how many play.
   Where a game is told a second time, the
   counts that do not take long are found again the slow way. */
#include "referee/perft.h"
#include "support/books.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/slow.h"
#include "support/slow_stakd.h"
#include "support/tally.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Of a whole test; most runs take a share of it. */
enum { SLOW_ENOUGH = 4000000, SLOWER_ENOUGH = 40000 };

struct expectation {
    char ruleset[64];
    unsigned players; /* 0: as few as may */
    unsigned depth;
    uint64_t count;
    const char *position; /* "" for the start */
};

static const struct rulebook *find_book(const struct books *books, const char *name)
{
    for (unsigned i = 0; i < books->count; i++)
        if (strcmp(books->list[i].path, name) == 0)
            return &books->list[i].entry.book;
    return books_find(books, name);
}

/* A ruleset's own name: the last part of a path. */
static void name_ruleset(const char *ruleset, char name[64])
{
    const char *slash = strrchr(ruleset, '/');
    snprintf(name, 64, "%s", slash == NULL ? ruleset : slash + 1);
    name[strcspn(name, ".")] = '\0';
}

/* Takes "/3" off the end of a ruleset. */
static void take_players(struct expectation *wanted)
{
    char *slash = strrchr(wanted->ruleset, '/');
    wanted->players = slash == NULL ? 0 : (unsigned)strtoul(slash + 1, NULL, 10);
    if (wanted->players != 0)
        *slash = '\0';
}

/* Stakd is told in a way of its own. */
static bool check_stakd(const struct expectation *wanted, const char *position)
{
    struct sd_rules rules;
    struct sd_position *start = calloc(1, sizeof *start);
    char name[64];
    uint64_t count = wanted->count;
    name_ruleset(wanted->ruleset, name);
    bool good = start != NULL;
    if (good && sd_find(name, &rules) && count > 0 && count <= share_of(SLOWER_ENOUGH))
        good = sd_read(&rules, position, start) || complaint("%s is not read the slow way", position);
    if (good && start->players > 0)
        count = sd_perft(&rules, start, wanted->depth);
    free(start);
    return good && (count == wanted->count || complaint("the slow way counts %" PRIu64, count));
}

static bool check_slowly(const struct rulebook *book, const struct expectation *wanted, const char *position)
{
    const struct telling *telling = slow_telling(book->game->ruleset.name);
    struct slow_position start;
    char name[64];
    name_ruleset(wanted->ruleset, name);
    if (strcmp(book->game->ruleset.name, "stakd") == 0)
        return check_stakd(wanted, position);
    const struct slow_rules *rules = telling == NULL ? NULL : telling->find(name);
    if (rules == NULL || wanted->count > share_of(telling->reads_text ? SLOWER_ENOUGH : SLOW_ENOUGH))
        return true;
    if (!slow_read(telling, rules, position, &start))
        return complaint("%s is not read the slow way", position);
    uint64_t count = slow_perft(telling, rules, &start, wanted->depth);
    return count == wanted->count || complaint("the slow way counts %" PRIu64, count);
}

static bool check_count(const struct books *books, const struct expectation *wanted)
{
    const struct rulebook *book = find_book(books, wanted->ruleset);
    struct fault fault = {.rule = NULL};
    struct text text;
    uint64_t count = 0;
    if (book == NULL)
        return complaint("no ruleset %s", wanted->ruleset);
    text_init(&text);
    struct state *state = state_start(book, wanted->players != 0 ? wanted->players : fewest_players(book));
    bool good = wanted->position[0] == '\0' ||
        game_read_position(book->rules, 0, slice_of(wanted->position), state, &fault) || complaint("not a position");
    good = good && perft(book, state, wanted->depth, &count);
    if (good && count != wanted->count)
        good = complaint("counts %" PRIu64, count);
    game_write_position(book->rules, state, &text);
    good = good && check_slowly(book, wanted, text.bytes);
    text_release(&text);
    free(state);
    return good;
}

/* Counts the lines of a file, each a property of its own. */
static void check_file(const struct books *books, const char *path, struct tally *tally)
{
    char line[1024];
    FILE *file = fopen(path, "r");
    unsigned lines = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        struct expectation wanted;
        int end = 0;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        bool read = sscanf(line, "%63s %u %" SCNu64 " %n", wanted.ruleset, &wanted.depth, &wanted.count, &end) == 3;
        wanted.position = line + end;
        if (read)
            take_players(&wanted);
        tally_count(tally, read && check_count(books, &wanted), line, path);
        lines++;
    }
    if (file != NULL)
        fclose(file);
    tally_count(tally, lines > 0, "holds counts", path);
}

int main(void)
{
    struct books books;
    struct tally tally = {0};
    glob_t files;
    tally_count(&tally, books_open(&books), "rulesets load", "all");
    if (glob("tests/perft/*.txt", 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++)
            check_file(&books, files.gl_pathv[i], &tally);
        globfree(&files);
    }
    books_close(&books);
    return tally_end(&tally);
}

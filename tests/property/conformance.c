/* SPDX-License-Identifier: MIT */
/* The rows of packaging/conformance: each is what catasta says, and what the slow second tellings say, which know
   nothing of catasta: the same turns are legal, lead to the same positions, and end the game for the same winners. Only
   those of Stakd and Stakz name the rule that a turn breaks. New rows are made, and tried in the same way.

       conformance --write    adds the rows that are missing: make conformance */
#include "games/registry.h"
#include "referee/rules_table.h"
#include "support/books.h"
#include "support/rows.h"
#include "support/share.h"
#include "support/slow.h"
#include "support/slow_stakd.h"
#include "support/slow_stakz.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { NEW_ROWS = 300, ROOM = 4096 };

/* The rule of an id, "range". */
static const char *rule_of(const char *id)
{
    return id == NULL ? NULL : strchr(id, '/') + 1;
}

/* Whether a rule is about what the turn does, and not about how it is written or whether there may be one. */
static bool is_about_play(const struct row *row)
{
    return row->id == NULL || row->legal ||
        (strncmp(row->id, "record/", 7) != 0 && strncmp(row->id, "syntax/", 7) != 0);
}

/* ---- the games told by their turns ---- */

/* Marks that say what is on the board, and change no turn. */
static const char *marks_of(const char *game)
{
    static const char *const marks[][2] = {{"accasta", "-+x"}, {"lasca", "-x*"}, {"tzaar", "-+x"}, {"staku", "x"}};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strcmp(marks[i][0], game) == 0)
            return marks[i][1];
    return "";
}

static bool same_but_marks(const char *a, const char *b, const char *marks)
{
    for (;; a++, b++) {
        while (*a != '\0' && strchr(marks, *a) != NULL)
            a++;
        while (*b != '\0' && strchr(marks, *b) != NULL)
            b++;
        if (*a != *b || *a == '\0')
            return *a == *b;
    }
}

struct search {
    const struct telling *telling;
    const struct slow_rules *rules;
    const struct row *row;
    struct slow_position before;
    bool found;
    bool same; /* as the row says, after it */
    bool near; /* it is another by its marks alone */
};

static bool same_stacks(const struct slow_position *a, const struct slow_position *b)
{
    for (int row = 0; row < SLOW_ROWS; row++)
        for (int column = 0; column < SLOW_COLUMNS; column++)
            if (strcmp(a->stacks[row][column], b->stacks[row][column]) != 0)
                return false;
    return a->seat == b->seat;
}

static void meet_told(void *context, const char *turn, const struct slow_position *after)
{
    struct search *search = context;
    const struct row *row = search->row;
    struct slow_position wanted;
    search->near |= !row->legal && same_but_marks(turn, row->turn.bytes, marks_of(search->telling->game));
    if (strcmp(turn, row->legal ? row->canonical.bytes : row->turn.bytes) != 0)
        return;
    search->found = true;
    if (row->legal && after->text[0] != '\0')
        search->same = strcmp(after->text, row->after.bytes) == 0;
    else if (row->legal)
        search->same = slow_read(search->telling, search->rules, row->after.bytes, &wanted) &&
            same_stacks(after, &wanted) && (after->number == search->before.number || after->number == wanted.number);
}

/* Ends that the telling knows nothing of are none to it. */
static bool check_told_end(
    const struct search *search, const struct slow_position *position, const char *found, const uint32_t *winners)
{
    unsigned told = 0;
    const char *reason = search->telling->end(search->rules, position, &told);
    if (found != NULL && strstr(search->telling->reasons, found) == NULL)
        found = NULL;
    bool same = reason == NULL || found == NULL
        ? reason == found
        : strcmp(reason, found) == 0 && (winners == NULL || *winners == row_winners(told, search->row->seats));
    return same ||
        complaint("it has ended by %s for %x, found %s", reason == NULL ? "nothing" : reason, told,
            found == NULL ? "nothing" : found);
}

static bool check_telling(const struct telling *telling, const struct row *row)
{
    struct search search = {.telling = telling, .rules = telling->find(row->ruleset.bytes), .row = row};
    struct slow_position after;
    if (search.rules == NULL || !slow_read(telling, search.rules, row->position.bytes, &search.before))
        return complaint("the position is not read");
    bool good = check_told_end(&search, &search.before, row->ended, NULL);
    if (row->ended != NULL)
        return good && (!row->legal || complaint("it is over"));
    telling->turns(search.rules, &search.before, meet_told, &search);
    if (!row->legal)
        return good && (!search.found || complaint("it is legal")) &&
            (!search.near || strcmp(row->id, "record/mark-wrong") == 0 || complaint("it is legal with other marks"));
    return good && (search.found || complaint("it is not legal")) && (search.same || complaint("it leads elsewhere")) &&
        slow_read(telling, search.rules, row->after.bytes, &after) &&
        check_told_end(&search, &after, row->reason, &row->winners);
}

/* ---- Stakd ---- */

struct sd_search {
    const struct sd_rules *rules;
    const struct row *row;
    struct sd_position wanted;
    bool found;
    bool same;
};

static void meet_piece(void *context, const char *turn, const struct sd_position *after)
{
    struct sd_search *search = context;
    if (strcmp(turn, search->row->legal ? search->row->canonical.bytes : search->row->turn.bytes) != 0)
        return;
    search->found = true;
    search->same = search->row->legal && sd_same(search->rules, after, &search->wanted);
}

/* "T@z26/2^"; false of words. */
static bool read_play(const char *text, struct sd_play *play)
{
    *play = (struct sd_play){.letter = text[0]};
    int length = text[1] == '@' ? sd_read_place(text + 2, &play->row, &play->column) : 0;
    if (length == 0)
        return false;
    const char *turn = text + 2 + length;
    play->turn = *turn == '/' ? atoi(turn + 1) : 0;
    play->marked = text[strlen(text) - 1] == '^';
    return true;
}

static bool check_stakd_rule(const struct sd_rules *rules, const struct sd_position *before, const struct row *row)
{
    struct sd_play play;
    const char *found = row->legal ? NULL : rule_of(row->id);
    if (!is_about_play(row) || !read_play(row->legal ? row->canonical.bytes : row->turn.bytes, &play))
        return true;
    const char *broken = sd_broken(rules, before, &play);
    return (broken == NULL || found == NULL ? broken == found : strcmp(broken, found) == 0) ||
        complaint("it breaks %s, found %s", broken == NULL ? "nothing" : broken, found == NULL ? "nothing" : found);
}

static bool check_stakd(const struct row *row)
{
    struct sd_rules rules;
    struct sd_search search = {.rules = &rules, .row = row};
    struct sd_position before;
    int winner = 0;
    if (!sd_find(row->ruleset.bytes, &rules) || !sd_read(&rules, row->position.bytes, &before) ||
        (row->legal && !sd_read(&rules, row->after.bytes, &search.wanted)))
        return complaint("the position is not read");
    if ((sd_end(&rules, &before, &winner) == NULL) != (row->ended == NULL))
        return complaint("whether it is over is not sure");
    if (row->ended != NULL)
        return !row->legal || complaint("it is over");
    sd_turns(&rules, &before, meet_piece, &search);
    if (search.found != row->legal)
        return complaint(row->legal ? "it is not legal" : "it is legal");
    if (!row->legal)
        return check_stakd_rule(&rules, &before, row);
    const char *reason = sd_end(&rules, &search.wanted, &winner);
    uint32_t winners = reason == NULL || winner == 0 ? 0 : 1u << (winner - 1);
    return (search.same || complaint("it leads elsewhere")) && check_stakd_rule(&rules, &before, row) &&
        (((reason != NULL) == row->over && winners == row->winners) || complaint("it ends in another way"));
}

/* ---- Stakz: the rulesets with few kinds of tiles, where what nobody saw can be tried ---- */

static const struct {
    const char *ruleset;
    struct slow_set set;
} sets[] = {
    {"stakz-small",
        {.colours = "Az",
            .symbols = 3,
            .copies = 3,
            .per_colour = 2,
            .max_per_colour = 4,
            .split_at = 2,
            .must_match = false}},
    {"stakz-bare",
        {.colours = "RG",
            .symbols = 5,
            .copies = 1,
            .per_colour = 2,
            .max_per_colour = 4,
            .split_at = 2,
            .must_match = true}},
    {"stakz-three",
        {.colours = "ROGBP",
            .symbols = 3,
            .copies = 4,
            .per_colour = 2,
            .max_per_colour = 2,
            .split_at = 5,
            .must_match = true}},
};

static bool find_set(const char *ruleset, struct slow_set *set)
{
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (strcmp(sets[i].ruleset, ruleset) == 0) {
            *set = sets[i].set;
            return true;
        }
    return false;
}

/* Who has the fewest tiles, once a hand is empty. */
static uint32_t fewest_tiles(const struct slow_round *round)
{
    uint32_t winners = 0;
    for (int seat = 0; seat < round->set->players; seat++)
        winners |= round->size[seat] == 0 ? 1u << seat : 0;
    return winners;
}

static bool check_stakz(const struct row *row)
{
    struct slow_set set;
    struct slow_round *round = calloc(1, sizeof *round);
    char wanted[ROOM];
    char found[ROOM];
    bool good = true;
    if (round == NULL || !find_set(row->ruleset.bytes, &set) || (!is_about_play(row) && row->ended == NULL)) {
        free(round);
        return true;
    }
    set.players = 1;
    for (const char *hand = strchr(row->position.bytes, ' ') + 1; *hand != ' '; hand++)
        set.players += *hand == '/';
    good =
        slow_position(round, &set, row->position.bytes) || slow_gave_up(round) || complaint("the position is not read");
    good = good && (slow_is_over(round) == (row->ended != NULL) || complaint("whether it is over is not sure"));
    if (good && row->ended == NULL) {
        const char *broken = slow_turn(round, row->legal ? row->canonical.bytes : row->turn.bytes);
        if (!slow_gave_up(round)) {
            const char *id = row->legal ? NULL : rule_of(row->id);
            good = (broken == NULL || id == NULL ? broken == id : strcmp(broken, id) == 0) ||
                complaint("it breaks %s", broken == NULL ? "nothing" : broken);
        }
        if (good && row->legal && !slow_gave_up(round)) {
            slow_text(round, wanted, sizeof wanted);
            slow_shorten(row->after.bytes, found, sizeof found);
            good = strcmp(wanted, found) == 0 || complaint("it leads to %s", wanted);
            good = good &&
                ((slow_is_over(round) == row->over && fewest_tiles(round) == row->winners) ||
                    complaint("it ends in another way"));
        }
    }
    free(round);
    return good;
}

/* ---- files ---- */

static bool check_slowly(const char *game, const struct row *row)
{
    const struct telling *telling = slow_telling(game);
    if (telling != NULL)
        return check_telling(telling, row);
    return strcmp(game, "stakd") == 0 ? check_stakd(row)
        : strcmp(game, "stakz") == 0  ? check_stakz(row)
                                      : complaint("%s is not told", game);
}

/* One row of EACH. */
static bool check_rows(const char *game, const struct rows *rows, size_t each)
{
    catasta_session *session = row_session();
    struct row row;
    bool good = true;
    row_init(&row);
    for (size_t i = 0; i < rows->count; i += each) {
        row_read(&row, rows->lines[i]);
        bool same = (row_judge(session, &row) && strcmp(row.line.bytes, rows->lines[i]) == 0) ||
            complaint("catasta says: %s", row.line.bytes);
        if (!same || !check_slowly(game, &row))
            good = complaint("in the row %s", rows->lines[i]);
    }
    row_release(&row);
    catasta_session_free(session);
    return good;
}

/* The rules of the game, each id that a row has, and the rulesets are in enough of them. */
static bool check_covered(const char *game, const struct rows *rows, const struct books *books)
{
    bool good = rows->count >= ROWS_LEAST || complaint("there are %zu rows", rows->count);
    size_t length = strlen(game);
    const struct rule *rule;
    for (size_t i = 0; (rule = rules_nth(i)) != NULL; i++) {
        unsigned having = rows_having(rows, "id", rule->id);
        bool own = strncmp(rule->id, game, length) == 0 && rule->id[length] == '/';
        if (having == 0 ? own && !rows_lack(rule->id) : having < ROWS_OF_RULE || rows_lack(rule->id))
            good = complaint("%u rows have %s", having, rule->id);
    }
    for (unsigned i = 0; i < books->count; i++) {
        const struct book *book = &books->list[i];
        bool own = strcmp(book->entry.book.game->ruleset.name, game) == 0;
        if (own && rows_having(rows, "ruleset", book->name) < rows_of_ruleset(book->name))
            good = complaint("too few rows are by %s", book->name);
    }
    return good;
}

static void check_game(const char *game, const struct books *books, struct tally *tally)
{
    struct rows rows = {NULL, 0};
    struct rows made = {NULL, 0};
    char path[128];
    rows_path(game, path);
    tally_count(tally, rows_load(&rows, path), "is sorted, and has each row once", path);
    size_t count = rows.count;
    tally_count(tally, check_rows(game, &rows, count < 100 ? 1 : count / share_of((unsigned)count)), "is right", path);
    tally_count(tally, check_covered(game, &rows, books), "has enough of all", path);
    rows_make(&made, game, books, share_of(NEW_ROWS), false, 1 + rows.count);
    tally_count(tally, made.count >= share_of(NEW_ROWS) && check_rows(game, &made, 1), "new rows are right", game);
    rows_release(&made);
    rows_release(&rows);
}

static bool write_game(const char *game, const struct books *books, uint64_t seed)
{
    struct rows rows = {NULL, 0};
    char path[128];
    rows_path(game, path);
    FILE *file = fopen(path, "rb");
    bool good = file == NULL || (fclose(file) == 0 && rows_load(&rows, path));
    size_t count = rows.count;
    if (good)
        rows_make(&rows, game, books, ROWS_LEAST, true, seed);
    good = good && rows_save(&rows, path);
    printf("%s: %zu rows, %zu of them new\n", path, rows.count, rows.count - count);
    rows_release(&rows);
    return good;
}

int main(int count, char **arguments)
{
    const char *only = getenv("CATASTA_GAME");
    bool writes = count > 1 && strcmp(arguments[1], "--write") == 0;
    struct books books;
    struct tally tally = {0};
    bool good = books_open(&books);
    for (unsigned i = 0; good && games[i] != NULL; i++) {
        const char *game = games[i]->ruleset.name;
        if (only != NULL && strcmp(only, game) != 0)
            continue;
        if (writes)
            good = write_game(game, &books, i + 1);
        else
            check_game(game, &books, &tally);
    }
    books_close(&books);
    return writes ? !good : tally_end(&tally);
}

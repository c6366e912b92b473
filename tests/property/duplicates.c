/* SPDX-License-Identifier: MIT */
/* Duplicates in made-up archives are those that comparing each game with each other finds: with hashes as they are, and
   with hashes of which most are the same. */
#include "archive/duplicates.h"
#include "support/checking.h"
#include "support/complaint.h"
#include "support/random.h"
#include "support/share.h"
#include "support/tally.h"

#include <string.h>

enum { ARCHIVES = 1500, GAMES = 48, TURNS = 40 };

static const char *const cells[] = {"d4", "d5", "c3", "c4", "d3", "e5", "e4", "f5", "e3", "b3", "a9", "d4-a9"};
enum { CELLS = sizeof cells / sizeof cells[0] };

struct made_game {
    unsigned ruleset;
    unsigned count;
    uint8_t turns[TURNS];
    unsigned remarks;
    unsigned tags;
    struct slice record; /* in the archive, which does not move once it is read */
    size_t begin;
    size_t end;
    /* As it was judged: */
    unsigned legal;
    bool right;
    uint32_t line;
    /* What is expected: */
    unsigned kept;
    enum likeness_kind kind;
};

struct archive {
    struct made_game games[GAMES];
    unsigned count;
    struct text text;
};

/* Making archives. */

static void change(struct made_game *game, unsigned alphabet, struct random *random)
{
    unsigned at = random_below(random, game->count + 1);
    unsigned what = random_below(random, 4);
    if (what == 0 && game->count < TURNS) {
        memmove(game->turns + at + 1, game->turns + at, game->count++ - at);
        game->turns[at] = (uint8_t)random_below(random, alphabet);
    } else if (what == 1 && at < game->count) {
        memmove(game->turns + at, game->turns + at + 1, --game->count - at);
    } else if (what == 2 && at < game->count) {
        game->turns[at] = (uint8_t)random_below(random, alphabet);
    } else if (what == 3) {
        game->count = at;
    }
}

/* Like one before it, or not. */
static void make_game(struct archive *archive, unsigned alphabet, unsigned length, struct random *random)
{
    struct made_game *game = &archive->games[archive->count];
    if (archive->count > 0 && !random_once_in(random, 4)) {
        *game = archive->games[random_below(random, archive->count)];
        for (unsigned i = random_below(random, 3); i > 0; i--)
            change(game, alphabet, random);
    } else {
        game->count = random_below(random, length + 1);
        for (unsigned i = 0; i < game->count; i++)
            game->turns[i] = (uint8_t)random_below(random, alphabet);
    }
    game->ruleset = random_once_in(random, 8);
    archive->count++;
}

static void write_game(struct made_game *game, struct random *random, struct text *text)
{
    bool numbered = random_once_in(random, 2);
    game->begin = text->length;
    game->remarks = 0;
    game->tags = 1;
    text_printf(text, "[Ruleset \"abande%s\"]\n", game->ruleset == 0 ? "" : "-square");
    if (random_once_in(random, 3)) {
        text_printf(text, "[White \"%u\"]\n[Black \"?\"]\n", random_below(random, 3));
        game->tags++;
    }
    for (unsigned i = 0; i < game->count; i++) {
        if (numbered && i % 2 == 0)
            text_printf(text, "%u. ", i / 2 + 1);
        text_printf(text, "%s ", cells[game->turns[i]]);
        bool remarked = random_once_in(random, 20);
        game->remarks += remarked;
        if (remarked)
            text_add_string(text, random_once_in(random, 2) ? "{why}\n" : "$1 ");
    }
    text_add_string(text, random_once_in(random, 3) ? "1-0" : "*");
    game->end = text->length;
    text_add_string(text, "\n\n");
}

static bool judge_games(struct archive *archive)
{
    const struct catasta_options options = {.size = sizeof options, .folders = (const char *const[]){"rulesets", NULL}};
    catasta_session *session = catasta_session_new(&options, NULL);
    catasta_input *input = catasta_input_bytes(session, archive->text.bytes, archive->text.length, "a.sgn");
    catasta_game *read = NULL;
    unsigned count = 0;
    for (; input != NULL && count < archive->count && (read = catasta_input_next(input)) != NULL; count++) {
        struct made_game *game = &archive->games[count];
        struct catasta_node node = {.size = sizeof node};
        game->record = (struct slice){archive->text.bytes + game->begin, game->end - game->begin};
        game->line = game_info(read).line;
        game->right = game_info(read).errors == 0;
        game->legal = 0;
        catasta_game_node(read, 0, &node);
        while (catasta_game_node(read, node.next, &node) && node.verdict == CATASTA_LEGAL)
            game->legal++;
    }
    catasta_input_close(input);
    catasta_session_free(session);
    return count == archive->count;
}

/* Comparing each with each. */

static bool same_turns(const struct made_game *a, unsigned i, const struct made_game *b, unsigned k, unsigned count)
{
    return memcmp(a->turns + i, b->turns + k, count) == 0;
}

static bool is_equal(const struct made_game *a, const struct made_game *b)
{
    if (a->count == 0 || b->count == 0)
        return slice_equal(a->record, b->record);
    return a->ruleset == b->ruleset && a->count == b->count && same_turns(a, 0, b, 0, a->count);
}

static bool is_beginning(const struct made_game *a, const struct made_game *b)
{
    return a->ruleset == b->ruleset && 0 < a->count && a->count < b->count && same_turns(a, 0, b, 0, a->count);
}

/* Whether A without turn I is B without turn K, or is B if K is its count. */
static bool is_without(const struct made_game *a, unsigned i, const struct made_game *b, unsigned k)
{
    unsigned rest = a->count - i - 1;
    unsigned other = k == b->count ? i : k + 1;
    return same_turns(a, 0, b, 0, i) && b->count >= other && b->count - other == rest &&
        same_turns(a, i + 1, b, other, rest);
}

static bool is_near(const struct made_game *a, const struct made_game *b)
{
    if (a->count < b->count)
        return is_near(b, a);
    bool near = false;
    for (unsigned i = 0; i < a->count && !near; i++)
        near = is_without(a, i, b, a->count == b->count ? i : b->count);
    return near && a->ruleset == b->ruleset && b->count > 0 && (a->count > 1 || b->count > 1);
}

static bool is_better(const struct made_game *a, const struct made_game *b)
{
    if (a->legal != b->legal)
        return a->legal > b->legal;
    if (a->count != b->count)
        return a->count > b->count;
    if (a->right != b->right)
        return a->right;
    if (a->remarks != b->remarks)
        return a->remarks > b->remarks;
    return a->tags != b->tags ? a->tags > b->tags : a < b;
}

static bool is_alike(const struct made_game *a, const struct made_game *b, enum likeness_kind kind)
{
    return kind == ALIKE_EQUAL ? is_equal(a, b) : kind == ALIKE_BEGINS ? is_beginning(a, b) : is_near(a, b);
}

/* Whether GAME is a duplicate of some that is kept: of the best of the first kind. */
static bool is_duplicate(struct archive *archive, unsigned game, enum likeness_kind most, const bool kept[GAMES])
{
    for (enum likeness_kind kind = ALIKE_EQUAL; kind <= most; kind++) {
        unsigned best = GAMES;
        for (unsigned i = 0; i < archive->count; i++)
            if (kept[i] && is_alike(&archive->games[game], &archive->games[i], kind) &&
                (best == GAMES || is_better(&archive->games[i], &archive->games[best])))
                best = i;
        if (best == GAMES)
            continue;
        archive->games[game].kept = best;
        archive->games[game].kind = kind;
        return true;
    }
    return false;
}

static void expect(struct archive *archive, enum likeness_kind most)
{
    bool kept[GAMES] = {false};
    bool done[GAMES] = {false};
    for (unsigned count = 0; count < archive->count; count++) {
        unsigned best = GAMES;
        for (unsigned i = 0; i < archive->count; i++)
            if (!done[i] && (best == GAMES || is_better(&archive->games[i], &archive->games[best])))
                best = i;
        done[best] = true;
        archive->games[best].kept = best;
        kept[best] = !is_duplicate(archive, best, most, kept);
    }
}

/* What is found. */

static void add_row(const struct archive *archive, unsigned group, unsigned i, struct text *text)
{
    static const char *const kinds[ALIKE_KINDS] = {"equal", "begins", "near"};
    const struct made_game *game = &archive->games[i];
    const struct made_game *kept = &archive->games[game->kept];
    text_printf(text, "%u\t%s\ta.sgn\t%u\t%u\t%u\t", group, game == kept ? "kept" : kinds[game->kind],
        (unsigned)game->line, i + 1, game->count);
    unsigned at = 0;
    while (at < game->count && at < kept->count && game->turns[at] == kept->turns[at])
        at++;
    if (game != kept && game->kind == ALIKE_NEAR)
        text_printf(text, "%u\t%s\t%s\n", at + 1, game->count < kept->count ? "" : cells[game->turns[at]],
            game->count > kept->count ? "" : cells[kept->turns[at]]);
    else
        text_add_string(text, "\t\t\n");
}

static void write_expected(const struct archive *archive, struct text *text)
{
    unsigned group = 0;
    text_add_string(text, "group\tkind\tfile\tline\tgame\tturns\tply\tturn\tkept_turn\n");
    for (unsigned i = 0; i < archive->count; i++) {
        bool any = false;
        for (unsigned k = 0; k < archive->count; k++) {
            if (k == i || archive->games[k].kept != i)
                continue;
            if (!any)
                add_row(archive, ++group, i, text);
            add_row(archive, group, k, text);
            any = true;
        }
    }
}

static bool find(const struct archive *archive, enum likeness_kind most, bool weak, struct text *found)
{
    const struct catasta_sink sink = text_sink(found);
    const struct catasta_options options = {
        .size = sizeof options, .keep = CATASTA_KEEP_TEXTS, .folders = (const char *const[]){"rulesets", NULL}};
    catasta_session *session = catasta_session_new(&options, NULL);
    catasta_input *input = catasta_input_bytes(session, archive->text.bytes, archive->text.length, "a.sgn");
    catasta_duplicates *duplicates = catasta_duplicates_new((enum catasta_likeness)most, false);
    if (weak)
        ((struct duplicates *)(void *)duplicates)->base = 0; /* a sequence is known by its last turn alone */
    catasta_writer *writer = catasta_duplicates_writer(duplicates);
    catasta_game *game;
    bool good = true;
    while (good && (game = catasta_input_next(input)) != NULL)
        good = catasta_writer_add(writer, game);
    good = catasta_writer_close(writer, CATASTA_OK) && good &&
        catasta_write_duplicates(duplicates, CATASTA_SCORE_TSV, &sink);
    catasta_duplicates_free(duplicates);
    catasta_input_close(input);
    catasta_session_free(session);
    return good;
}

static bool check_archive(unsigned seed)
{
    struct random random = {seed};
    struct archive archive = {.count = 0};
    unsigned alphabet = random_once_in(&random, 2) ? 2 + random_below(&random, 3) : CELLS;
    unsigned length = 1 + random_below(&random, random_once_in(&random, 2) ? 6 : TURNS - 1);
    unsigned games = 2 + random_below(&random, random_once_in(&random, 2) ? 4 : GAMES - 1);
    bool good = true;
    text_init(&archive.text);
    while (archive.count < games)
        make_game(&archive, alphabet, length, &random);
    for (unsigned i = 0; i < games; i++)
        write_game(&archive.games[i], &random, &archive.text);
    if (!judge_games(&archive))
        good = complaint("seed %u: not all games were read", seed);
    for (unsigned i = 0; i < 2 * ALIKE_KINDS && good; i++) {
        enum likeness_kind most = (enum likeness_kind)(i / 2);
        struct text expected;
        struct text found;
        text_init(&expected);
        text_init(&found);
        expect(&archive, most);
        write_expected(&archive, &expected);
        if (!find(&archive, most, i % 2 == 1, &found))
            good = complaint("seed %u: nothing was written", seed);
        else if (!slice_equal(text_slice(&found), text_slice(&expected)))
            good = complaint("seed %u, kind %u:\n%sexpected\n%sof\n%s", seed, i, text_slice(&found).at,
                text_slice(&expected).at, archive.text.bytes);
        text_release(&expected);
        text_release(&found);
    }
    text_release(&archive.text);
    return good;
}

int main(void)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < share_of(ARCHIVES); i++)
        tally_count(&tally, check_archive(i), "what is found is what is there twice", "an archive");
    return tally_end(&tally);
}

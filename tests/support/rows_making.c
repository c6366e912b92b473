/* SPDX-License-Identifier: MIT */
#include "referee/rules_table.h"
#include "support/books.h"
#include "support/checking.h"
#include "support/files.h"
#include "support/json.h"
#include "support/recording.h"
#include "support/rows.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* How many rows there are at most of a rule, of a fault that all games have, of ends, and of other legal turns; and
   what is tried: nodes of a game, and other turns in the position. */
enum { OF_RULE = 60, OF_COMMON = 20, OF_ENDS = 200, OF_LEGAL = 1500, NODES = 4, OTHERS = 4, GAMES = 20000 };
enum { POOL = 4096, COUNTS = 256, ECHOES = 40, BETWEEN_ECHOES = 25 };

/* The faults of all games that a turn may have in a position. */
static const char *const common[] = {"record/after-end", "record/cannot-pass", "record/cannot-resign",
    "record/mark-missing", "record/mark-wrong", "record/off-board", "record/window", "record/wrong-turn",
    "syntax/turn"};

struct making {
    struct rows *rows;
    const struct books *books;
    const char *game;
    unsigned wanted;
    bool whole;
    catasta_session *session;
    struct random random;
    struct row row;
    struct text pool[POOL]; /* turns of all positions */
    unsigned pooled;
    struct {
        char name[64];
        unsigned count;
    } counts[COUNTS]; /* of rules, ends, other legal turns, rulesets */
};

static unsigned *count_of(struct making *making, const char *name)
{
    unsigned i = 0;
    while (making->counts[i].name[0] != '\0' && strcmp(making->counts[i].name, name) != 0)
        i++;
    snprintf(making->counts[i].name, sizeof making->counts[i].name, "%s", name);
    return &making->counts[i].count;
}

static const char *kind_of(const struct row *row)
{
    return row->id != NULL ? row->id : row->over ? "over" : "legal";
}

static void count_row(struct making *making, const char *ruleset, const char *kind)
{
    ++*count_of(making, ruleset);
    ++*count_of(making, kind);
}

/* A row that was there. */
static void count_line(struct making *making, const char *line)
{
    struct text ruleset = json_unquoted(json_get(slice_of(line), "ruleset"));
    struct text id = json_unquoted(json_get(slice_of(line), "id"));
    bool over = slice_is(json_get(slice_of(line), "over"), "true");
    count_row(making, ruleset.bytes, id.length > 0 ? id.bytes : over ? "over" : "legal");
    text_release(&ruleset);
    text_release(&id);
}

static bool is_of_game(const struct making *making, const char *id)
{
    size_t length = strlen(making->game);
    return strncmp(id, making->game, length) == 0 && id[length] == '/';
}

/* How many rows there may be of that kind, if there are enough in all or not. */
static unsigned most_of(const struct making *making, const char *kind, bool enough)
{
    if (strcmp(kind, "over") == 0)
        return enough ? 0 : OF_ENDS;
    if (strcmp(kind, "legal") == 0)
        return enough ? 0 : OF_LEGAL;
    if (is_of_game(making, kind))
        return enough ? ROWS_OF_RULE : OF_RULE;
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        if (strcmp(common[i], kind) == 0)
            return enough ? ROWS_OF_RULE : OF_COMMON;
    return 0;
}

struct listing {
    struct slice turn;
    bool found;
};

static bool meet_listed(void *context, const char *text, size_t length, unsigned flags)
{
    struct listing *listing = context;
    bool begins = length <= listing->turn.length && memcmp(text, listing->turn.at, length) == 0;
    listing->found |=
        begins && (length == listing->turn.length ? flags & CATASTA_COMPLETE : flags & CATASTA_CAN_GO_ON) != 0;
    return !listing->found;
}

/* Whether the turn of the row is in the list of legal turns: words that are always possible are not, and neither is a
   first piece that is not on the first place. */
static bool is_listed(const struct making *making)
{
    const struct row *row = &making->row;
    struct listing listing = {.turn = text_slice(&row->canonical)};
    catasta_position *position =
        catasta_position_read(making->session, row->ruleset.bytes, row->position.bytes, row->position.length, NULL);
    if (position != NULL)
        catasta_position_moves(position, NULL, 0, meet_listed, &listing, NULL);
    catasta_position_free(position);
    return listing.found;
}

/* Adds the row of TURN in the position at hand, if it is one and wanted. */
static void try_turn(struct making *making, struct slice turn)
{
    struct row *row = &making->row;
    text_clear(&row->turn);
    text_add(&row->turn, turn);
    if (!row_judge(making->session, row))
        return;
    const char *kind = kind_of(row);
    bool enough = making->rows->count >= making->wanted;
    unsigned most = most_of(making, kind, enough);
    bool few = making->whole && enough && *count_of(making, row->ruleset.bytes) < rows_of_ruleset(row->ruleset.bytes) &&
        most_of(making, kind, false) > 0;
    if ((few || *count_of(making, kind) < most) && (!row->legal || is_listed(making)) &&
        rows_add(making->rows, row->line.bytes))
        count_row(making, row->ruleset.bytes, kind);
}

static struct slice any_turn(struct making *making)
{
    unsigned count = making->pooled < POOL ? making->pooled : POOL;
    return count == 0 ? slice_of("pass") : text_slice(&making->pool[random_below(&making->random, count)]);
}

static void keep_turn(struct making *making, struct slice turn)
{
    struct text *kept = &making->pool[making->pooled++ % POOL];
    text_clear(kept);
    text_add(kept, turn);
}

static int class_of(char c)
{
    return isdigit((unsigned char)c) ? 1 : islower((unsigned char)c) ? 2 : isupper((unsigned char)c) ? 3 : 4;
}

/* Another turn than TURN: one from elsewhere, one with a character of such a turn, or the part of one behind a mark, or
   a word. */
static void make_other(struct making *making, struct slice turn, struct text *other)
{
    static const char *const words[] = {"pass", "out", "topple", "resign", "none"};
    struct random *random = &making->random;
    struct slice elsewhere = any_turn(making);
    unsigned from = random_below(random, elsewhere.length);
    text_clear(other);
    switch (random_below(random, 16)) {
    case 0:
        text_add_string(other, words[random_below(random, sizeof words / sizeof words[0])]);
        return;
    case 1:
        text_printf(other, "%u|", 1 + random_below(random, 3));
        text_add(other, turn);
        return;
    case 2:
    case 3:
    case 4:
        while (from > 0 && class_of(elsewhere.at[from]) != 4)
            from--;
        text_add(other, turn);
        text_add(other, slice_after(elsewhere, from));
        return;
    case 5:
    case 6:
        for (size_t i = 0; i < turn.length; i++)
            text_add_char(other, strchr("+x*", turn.at[i]) != NULL ? '-' : turn.at[i]);
        return;
    case 7:
    case 8:
    case 9:
    case 10:
        text_add(other, elsewhere);
        return;
    default:
        text_add(other, turn);
        for (unsigned tries = 0; tries < 20 && turn.length > 0; tries++) {
            unsigned at = random_below(random, turn.length);
            char instead = elsewhere.at[random_below(random, elsewhere.length)];
            if (class_of(instead) != class_of(turn.at[at]) || instead == turn.at[at])
                continue;
            other->bytes[at] = instead;
            return;
        }
    }
}

/* TURN and others like it. */
static void try_turns(struct making *making, struct slice turn)
{
    struct text own;
    struct text other;
    text_init(&own);
    text_init(&other);
    text_add(&own, turn);
    try_turn(making, text_slice(&own));
    for (unsigned i = 0; i < OTHERS && own.length > 0; i++) {
        make_other(making, text_slice(&own), &other);
        try_turn(making, text_slice(&other));
    }
    text_release(&own);
    text_release(&other);
}

/* Makes the position of a node that at hand. */
static bool take_position(struct making *making, const catasta_game *game, size_t node)
{
    catasta_position *position = catasta_game_position(game, node);
    bool good = row_position(position, &making->row.position);
    catasta_position_free(position);
    return good;
}

static void take_game(struct making *making, const catasta_game *game)
{
    struct catasta_info info = game_info(game);
    struct catasta_node node = {.size = sizeof node};
    struct text *ruleset = &making->row.ruleset;
    text_clear(ruleset);
    text_add(ruleset, (struct slice){info.ruleset.bytes, info.ruleset.length});
    if (info.nodes < 2 || !slice_is((struct slice){info.game.bytes, info.game.length}, making->game) ||
        books_find(making->books, ruleset->bytes) == NULL)
        return;
    for (size_t i = 1; i < info.nodes; i++) {
        catasta_game_node(game, i, &node);
        struct slice turn = {node.text.bytes, node.text.length};
        keep_turn(making, turn);
        if ((node.verdict != CATASTA_LEGAL || i + 1 == info.nodes ||
                random_below(&making->random, info.nodes) < NODES) &&
            node.verdict != CATASTA_UNJUDGED && take_position(making, game, node.parent))
            try_turns(making, turn);
    }
    if (take_position(making, game, info.nodes - 1))
        try_turn(making, any_turn(making));
}

static void take_games(struct making *making, struct slice sgn)
{
    catasta_input *input = catasta_input_bytes(making->session, sgn.at, sgn.length, "games.sgn");
    catasta_game *game;
    while (input != NULL && (game = catasta_input_next(input)) != NULL)
        take_game(making, game);
    catasta_input_close(input);
}

static void take_files(struct making *making, const char *pattern)
{
    struct text text;
    text_init(&text);
    if (files_add(pattern, &text))
        take_games(making, text_slice(&text));
    text_release(&text);
}

/* The smallest records that break or keep each rule. */
static void take_examples(struct making *making)
{
    const struct rule *found[RULES_MOST];
    size_t count = rules_match(making->game, found);
    for (size_t i = 0; i < count; i++) {
        if (found[i]->example != NULL)
            take_games(making, slice_of(found[i]->example));
        if (found[i]->kept != NULL)
            take_games(making, slice_of(found[i]->kept));
    }
}

static void play_game(struct making *making, const struct book *book)
{
    struct recording recording;
    struct text text;
    text_init(&text);
    recording_init(&recording, &book->entry.book, book->name);
    recording_make(&recording, RECORDED_TURNS, &making->random);
    recording_write(&recording, &recording.words, &text);
    take_games(making, text_slice(&text));
    recording_release(&recording);
    text_release(&text);
}

/* A random one of the legal turns. */
struct choice {
    struct random *random;
    unsigned count;
    struct text turn;
};

static bool choose(void *context, const char *text, size_t length, unsigned flags)
{
    struct choice *choice = context;
    if ((flags & CATASTA_COMPLETE) != 0 && random_once_in(choice->random, ++choice->count)) {
        text_clear(&choice->turn);
        text_add(&choice->turn, (struct slice){text, length});
    }
    return true;
}

/* Plays PLIES turns from the position at hand, if there are. */
static void play_on(struct making *making, unsigned plies)
{
    struct choice choice = {.random = &making->random};
    catasta_position *position = catasta_position_read(
        making->session, making->row.ruleset.bytes, making->row.position.bytes, making->row.position.length, NULL);
    text_init(&choice.turn);
    for (unsigned i = 0; i < plies && position != NULL; i++) {
        choice.count = 0;
        if (catasta_position_moves(position, NULL, 0, choose, &choice, NULL) && choice.count > 0)
            (void)!catasta_position_play(position, choice.turn.bytes, choice.turn.length, NULL);
    }
    row_position(position, &making->row.position);
    catasta_position_free(position);
    text_release(&choice.turn);
}

/* What is rare is tried again a few turns later. */
static void echo(struct making *making, const char *line)
{
    struct text turn;
    for (unsigned i = 0; i < ECHOES; i++) {
        row_read(&making->row, line);
        turn = json_unquoted(json_get(slice_of(line), "turn"));
        play_on(making, random_below(&making->random, 5));
        try_turns(making, text_slice(&turn));
        text_release(&turn);
    }
}

static void echo_rare(struct making *making)
{
    struct text id;
    for (size_t i = 0; i < making->rows->count; i++) {
        id = json_unquoted(json_get(slice_of(making->rows->lines[i]), "id"));
        if (id.length > 0 && *count_of(making, id.bytes) < ROWS_OF_RULE) {
            char *line = strdup(making->rows->lines[i]);
            echo(making, line);
            free(line);
        }
        text_release(&id);
    }
}

static bool is_done(struct making *making)
{
    const struct rule *found[RULES_MOST];
    size_t count = rules_match(making->game, found);
    bool done = making->rows->count >= making->wanted;
    if (!making->whole)
        return done;
    for (unsigned i = 0; i < COUNTS && making->counts[i].name[0] != '\0'; i++)
        done = done && (making->counts[i].count == 0 || making->counts[i].count >= ROWS_OF_RULE);
    for (size_t i = 0; i < count; i++)
        done = done && (*count_of(making, found[i]->id) >= ROWS_OF_RULE || rows_lack(found[i]->id));
    for (unsigned i = 0; i < making->books->count; i++) {
        const struct book *book = &making->books->list[i];
        if (strcmp(book->entry.book.game->ruleset.name, making->game) == 0)
            done = done && *count_of(making, book->name) >= rows_of_ruleset(book->name);
    }
    return done;
}

/* The shipped rulesets of the game in turn, and as often the others. */
static const struct book *next_book(const struct making *making, unsigned n)
{
    const struct book *found[BOOKS];
    unsigned count = 0;
    for (int shipped = n % 2 == 0; count == 0; shipped = !shipped)
        for (unsigned i = 0; i < making->books->count; i++) {
            const struct book *book = &making->books->list[i];
            if (book->shipped == shipped && strcmp(book->entry.book.game->ruleset.name, making->game) == 0)
                found[count++] = book;
        }
    return found[n / 2 % count];
}

void rows_make(
    struct rows *rows, const char *game, const struct books *books, unsigned wanted, bool whole, uint64_t seed)
{
    struct making *making = calloc(1, sizeof *making);
    *making = (struct making){.rows = rows,
        .books = books,
        .game = game,
        .wanted = wanted,
        .whole = whole,
        .session = row_session(),
        .random = {seed}};
    row_init(&making->row);
    for (unsigned i = 0; i < POOL; i++)
        text_init(&making->pool[i]);
    for (size_t i = 0; i < rows->count; i++)
        count_line(making, rows->lines[i]);
    if (whole && !is_done(making)) {
        char pattern[128];
        take_examples(making);
        snprintf(pattern, sizeof pattern, "samples/%s/*.sgn", game);
        take_files(making, pattern);
        snprintf(pattern, sizeof pattern, "tests/corpus/games/%s*.sgn", game);
        take_files(making, pattern);
    }
    for (unsigned i = 0; i < GAMES && !is_done(making); i++) {
        play_game(making, next_book(making, i));
        if (i % BETWEEN_ECHOES == BETWEEN_ECHOES - 1)
            echo_rare(making);
    }
    for (unsigned i = 0; i < POOL; i++)
        text_release(&making->pool[i]);
    row_release(&making->row);
    catasta_session_free(making->session);
    free(making);
}

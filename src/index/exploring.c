/* SPDX-License-Identifier: MIT */
/* explore: what was played in a position, how often and with which score, and by which games.

   The index has no turns, but games can be read again.  One that reaches the position gives its turn there and the
   position after it; all games that have that one next have played the same, as far as symmetries go.  So of those that
   played the same only one is read. */
#include "index/explore.h"
#include "index/positions.h"
#include "library/tools.h"
#include "util/buffer.h"
#include "util/records.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_KNOWN = -1, NO_TURN = -2, SHOWN = 20 };

/* What is written of game ?1, which has the position after ply ?2: its place and the tags that say which it is.  A
   database that is damaged may have anything of any type, and may lack what is referred to: then there is no row. */
#define IS_SOUND                                                                                                       \
    " AND typeof(path) || typeof(ruleset) || typeof(result) = 'texttexttext' AND (SELECT count(*) FROM game_tags "     \
    "WHERE game = ?1) = (SELECT count(*) FROM tags WHERE game = ?1 AND typeof(name) || typeof(value) = 'texttext')"
static const char text_sql[] =
    "SELECT path || ':' || line || ': game ' || number || ', after ply ' || ?2 || ' of ' || plies || ', ' || result || "
    "coalesce((SELECT ': ' || group_concat(name || ' \"' || value || '\"', ', ') FROM tags WHERE game = ?1 AND name IN "
    "('White', 'Black', 'Player1', 'Player2', 'Player3', 'Player4', 'Event', 'Date', 'Round')), '') "
    "FROM records WHERE game = ?1" IS_SOUND;
static const char json_sql[] =
    "SELECT json_object('file', path, 'line', line, 'game', number, 'ruleset', ruleset, 'ply', ?2, 'plies', plies, "
    "'result', result, 'tags', (SELECT json_group_object(name, value) FROM tags WHERE game = ?1)) "
    "FROM records WHERE game = ?1" IS_SOUND;

/* A game that reaches the position. */
struct game_visit {
    sqlite3_int64 game;
    sqlite3_int64 ply;
    sqlite3_int64 plies; /* that there are; not known of a game with errors */
    uint32_t winners;    /* of .sides; 0: it does not count */
    uint32_t sides;
    int turn; /* its index, or one of the above */
};

struct found_turns {
    struct game_visit *visits; /* allocated, as the others */
    size_t count;
    size_t capacity;
    struct catasta_played_turn *turns;
    size_t turn_count;
    struct catasta_played played;
};

struct exploration {
    struct search search;
    const struct explore_options *options;
    const struct sought *sought;
    sqlite3_stmt *next; /* games with a position */
    sqlite3_stmt *game; /* what is written of one */
    struct record_output output;
    size_t most;  /* turns and games that are written, 0: all */
    size_t count; /* of games that were visited */
    struct found_turns *found;
};

/* Calls VISIT with the games that reach the position, each where it does first, in the order of their numbers; with at
   most MOST of them, 0: all. */
typedef bool game_visitor(struct exploration *run, const struct game_visit *visit);
static bool visit_all(struct exploration *run, size_t most, game_visitor *visit)
{
    struct database *database = &run->search.database;
    bool fine = true;
    sqlite3_stmt *rows = database_prepare(database,
        "SELECT p.game, min(p.ply), iif(g.errors > 0, NULL, g.plies), g.winners, g.sides, g.number * g.line > 0 AND "
        "(min(p.ply) | g.plies | g.number | g.line | g.errors | ifnull(g.winners, 0) | ifnull(g.sides, 0)) BETWEEN 0 "
        "AND "
        "4294967295 AND typeof(min(p.ply)) || typeof(g.plies) || typeof(g.number) || typeof(g.line) || "
        "typeof(g.errors) || typeof(ifnull(g.winners, 0)) || typeof(ifnull(g.sides, 0)) = "
        "'integerintegerintegerintegerintegerintegerinteger' AND g.ruleset = ?2 "
        "FROM plies p LEFT JOIN games g ON g.game = p.game "
        "WHERE p.hash = ?1 AND ifnull(g.ruleset = ?2 OR g.ruleset NOT IN (SELECT ruleset FROM rulesets), 1) GROUP BY "
        "p.game ORDER BY p.game LIMIT ?3");
    sqlite3_bind_int64(rows, 1, run->sought->hash);
    sqlite3_bind_int64(rows, 2, run->sought->ruleset);
    sqlite3_bind_int64(rows, 3, most == 0 ? -1 : (sqlite3_int64)most);
    while (fine && database_next(database, rows)) {
        const struct game_visit found = {.game = sqlite3_column_int64(rows, 0),
            .ply = sqlite3_column_int64(rows, 1),
            .plies = sqlite3_column_type(rows, 2) == SQLITE_NULL ? INT64_MAX : sqlite3_column_int64(rows, 2),
            .winners = (uint32_t)sqlite3_column_int64(rows, 3),
            .sides = (uint32_t)sqlite3_column_int64(rows, 4),
            .turn = NOT_KNOWN};
        fine = sqlite3_column_int(rows, 5) != 0 ? visit(run, &found) : database_damaged(database);
        run->count++;
    }
    sqlite3_finalize(rows);
    return fine && !database->failed;
}

static bool list_visit(struct exploration *run, const struct game_visit *visit)
{
    struct found_turns *found = run->found;
    struct game_visit *visits = with_room(found->visits, found->count, &found->capacity, sizeof *visits);
    if (visits == NULL)
        return database_lost(&run->search.database);
    found->visits = visits;
    found->visits[found->count++] = *visit;
    return true;
}

static int compare_games(const void *a, const void *b)
{
    const struct game_visit *x = a;
    const struct game_visit *y = b;
    return (x->game > y->game) - (x->game < y->game);
}

static struct game_visit *find_visit(const struct found_turns *found, sqlite3_int64 game)
{
    const struct game_visit visit = {.game = game};
    return found->count == 0 ? NULL : bsearch(&visit, found->visits, found->count, sizeof visit, compare_games);
}

/* A turn that leads from the sought position to one of a hash. */
struct turn_search {
    const catasta_position *from;
    sqlite3_int64 hash;
    char *text; /* allocated; NULL: not found yet */
    bool failed;
};

static bool try_turn(void *context, const char *text, size_t length, unsigned flags)
{
    struct turn_search *search = context;
    struct catasta_fault fault = {.size = sizeof fault, .id = ""};
    sqlite3_int64 hash;
    if ((flags & CATASTA_COMPLETE) == 0)
        return true;
    catasta_position *after = catasta_position_copy(search->from);
    if (after != NULL && !catasta_position_play(after, text, length, &fault))
        search->failed = fault.id == NULL;
    else if (!hash_of(after, &hash) || (hash == search->hash && (search->text = strndup(text, length)) == NULL))
        search->failed = true;
    catasta_position_free(after);
    return search->text == NULL && !search->failed;
}

/* TEXT, or, if the game has it in a mirror image of the position, the turn that is the same here; allocated, NULL when
   out of memory. */
static char *turn_here(const struct sought *sought, struct catasta_text text, sqlite3_int64 hash)
{
    struct turn_search search = {.from = sought->position, .hash = hash};
    struct catasta_fault fault = {.size = sizeof fault};
    if (try_turn(&search, text.bytes, text.length, CATASTA_COMPLETE) &&
        !catasta_position_moves(sought->position, NULL, 0, try_turn, &search, &fault))
        search.failed |= fault.id == NULL;
    return search.failed || search.text != NULL ? search.text : strndup(text.bytes, text.length);
}

/* A further turn, which leads to the position of HASH: the next game that comes there has played it. */
static bool exploring_add_turn(struct exploration *run, struct catasta_text text, sqlite3_int64 hash)
{
    struct database *database = &run->search.database;
    struct found_turns *found = run->found;
    struct catasta_played_turn *turns = realloc(found->turns, (found->turn_count + 1) * sizeof *turns);
    if (turns == NULL)
        return database_lost(&run->search.database);
    found->turns = turns;
    turns[found->turn_count] = (struct catasta_played_turn){.turn = turn_here(run->sought, text, hash)};
    if (turns[found->turn_count++].turn == NULL)
        return database_lost(&run->search.database);
    sqlite3_bind_int64(run->next, 1, hash);
    while (database_next(database, run->next)) {
        struct game_visit *visit = find_visit(found, sqlite3_column_int64(run->next, 0));
        if (visit != NULL && visit->turn == NOT_KNOWN && sqlite3_column_int64(run->next, 1) == visit->ply + 1)
            visit->turn = (int)found->turn_count - 1;
    }
    sqlite3_reset(run->next);
    return !database->failed;
}

/* Reads the game of VISIT for its turn. */
static bool exploring_read_turn(struct exploration *run, struct game_visit *visit)
{
    struct catasta_node node = {.size = sizeof node};
    size_t at;
    catasta_game *game = read_again(&run->search, visit->game, visit->ply, run->sought->hash, &at);
    if (game == NULL)
        return false;
    visit->turn = NO_TURN;
    size_t next = played_node(game, at, visit->ply + 1);
    if (!catasta_game_node(game, next, &node))
        return true;
    sqlite3_int64 hash;
    catasta_position *after = catasta_game_position(game, next);
    bool whole = hash_of(after, &hash);
    catasta_position_free(after);
    visit->turn = NOT_KNOWN;
    bool added = whole ? exploring_add_turn(run, node.text, hash) : database_lost(&run->search.database);
    return added && (visit->turn != NOT_KNOWN || database_damaged(&run->search.database));
}

static void count_visit(const struct game_visit *visit, unsigned seat, struct catasta_played_turn *turn)
{
    bool counts = seat > 0 && visit->sides > 0;
    turn->games++;
    turn->counted += counts;
    turn->score += counts && (visit->winners >> (seat - 1) & 1) != 0 ? CATASTA_WIN / visit->sides : 0;
}

static int compare_turns(const void *a, const void *b)
{
    const struct catasta_played_turn *x = a;
    const struct catasta_played_turn *y = b;
    return x->games != y->games ? (x->games < y->games) - (x->games > y->games) : strcmp(x->turn, y->turn);
}

static bool explore(struct exploration *run)
{
    struct found_turns *found = run->found;
    unsigned seat = catasta_position_to_move(run->sought->position);
    if (!visit_all(run, 0, list_visit))
        return false;
    for (size_t i = 0; i < found->count; i++) {
        struct game_visit *visit = &found->visits[i];
        if (visit->turn == NOT_KNOWN && (seat == 0 || visit->ply >= visit->plies))
            visit->turn = NO_TURN;
        if (visit->turn == NOT_KNOWN && !exploring_read_turn(run, visit))
            return false;
    }
    found->played = (struct catasta_played){.size = sizeof found->played,
        .position = run->sought->position,
        .ruleset = run->sought->name,
        .turns = found->turns,
        .count = found->turn_count,
        .most = run->most};
    for (size_t i = 0; i < found->count; i++) {
        const struct game_visit *visit = &found->visits[i];
        count_visit(visit, seat, &found->played.all);
        if (visit->turn == NO_TURN)
            found->played.ended++;
        else
            count_visit(visit, seat, &found->turns[visit->turn]);
    }
    if (found->turn_count > 0)
        qsort(found->turns, found->turn_count, sizeof *found->turns, compare_turns);
    return true;
}

/* Writing. */

static bool is_form(const struct explore_options *options, const char *name)
{
    return strcmp(options->format, name) == 0;
}

static bool write_row(struct exploration *run, const struct game_visit *visit)
{
    struct database *database = &run->search.database;
    sqlite3_bind_int64(run->game, 1, visit->game);
    sqlite3_bind_int64(run->game, 2, visit->ply);
    const char *row = database_next(database, run->game) ? column_text(run->game, 0) : NULL;
    bool fine = row != NULL || database_damaged(database);
    if (!fine)
        return false;
    if (is_form(run->options, "text"))
        print_name(row);
    else
        fine = output_sink.write(output_sink.context, row, strlen(row));
    print("\n");
    sqlite3_reset(run->game);
    return fine;
}

static bool write_record(struct exploration *run, const struct game_visit *visit)
{
    size_t node;
    return read_again(&run->search, visit->game, visit->ply, run->sought->hash, &node) != NULL &&
        put_record(&run->output, (struct bytes){run->search.bytes, run->search.length});
}

/* The position with its turns, and its games. */
static bool write_text(struct exploration *run)
{
    const struct found_turns *found = run->found;
    size_t shown = run->most == 0 || found->count < run->most ? found->count : run->most;
    if (!catasta_write_played(run->search.session, &found->played, 1, CATASTA_TEXT, CATASTA_AUTO, &output_sink)) {
        complain_lost();
        return false;
    }
    print("\nGames\n");
    for (size_t i = 0; i < shown; i++)
        if (!write_row(run, &found->visits[i]))
            return false;
    if (shown < found->count)
        print("and %zu more\n", found->count - shown);
    return true;
}

static void exploring_release(struct found_turns *found)
{
    for (size_t i = 0; i < found->turn_count; i++)
        free((char *)found->turns[i].turn);
    free(found->turns);
    free(found->visits);
}

/* Explores each sought position, and writes those that games reach. */
static int explore_all(struct exploration *run)
{
    bool text = is_form(run->options, "text");
    size_t count = 0;
    struct found_turns *found = calloc(run->search.count + 1, sizeof *found);
    struct catasta_played *played = calloc(run->search.count + 1, sizeof *played);
    bool fine = (found != NULL && played != NULL) || database_lost(&run->search.database);
    for (size_t i = 0; i < run->search.count && fine; i++) {
        run->found = &found[i];
        run->sought = &run->search.list[i];
        fine = explore(run);
        if (!fine || found[i].count == 0)
            continue;
        if (text)
            print("%s", count > 0 ? "\n" : "");
        fine = !text || write_text(run);
        played[count++] = found[i].played;
    }
    int status = !fine ? CATASTA_FAILED : count == 0 ? CATASTA_WRONG : CATASTA_OK;
    if (status == CATASTA_OK && !text &&
        !catasta_write_played(run->search.session, played, count, catasta_format_named(run->options->format),
            run->options->theme, &output_sink))
        status = complain_lost();
    for (size_t i = 0; i < run->search.count && found != NULL; i++)
        exploring_release(&found[i]);
    free(found);
    free(played);
    return status;
}

/* Writes the games that reach each position, and nothing else. */
static int list_games(struct exploration *run, game_visitor *write)
{
    size_t most = run->most;
    for (size_t i = 0; i < run->search.count && (most == 0 || run->count < most); i++) {
        run->sought = &run->search.list[i];
        if (!visit_all(run, most == 0 ? 0 : most - run->count, write))
            return CATASTA_FAILED;
    }
    return run->count == 0 ? CATASTA_WRONG : CATASTA_OK;
}

int explore_index(const struct explore_options *options)
{
    bool text = is_form(options, "text");
    bool shows = text || is_form(options, "html");
    struct exploration run = {.options = options, .output.sink = output_sink};
    int status = search_open(&run.search, options->reading, options->position);
    run.most = options->most >= 0 ? (size_t)options->most : shows ? SHOWN : 0;
    if (status == CATASTA_OK) {
        run.next = database_prepare(&run.search.database, "SELECT game, ply FROM plies WHERE hash = ?");
        run.game = database_prepare(&run.search.database, text ? text_sql : json_sql);
        status = is_form(options, "jsonl") ? list_games(&run, write_row)
            : is_form(options, "sgn")      ? list_games(&run, write_record)
                                           : explore_all(&run);
    }
    sqlite3_finalize(run.next);
    sqlite3_finalize(run.game);
    search_close(&run.search);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* A database as the server playtak has it, for the bench: playtak GAMES FILE [SEED] writes that many games of Tak by
   random play, half of them of size 5, half of size 6. */
#include "support/books.h"
#include "support/recording.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 100, BROKEN_OFF_LEAST = 10 };

static const char tables[] =
    "CREATE TABLE games(id INTEGER PRIMARY KEY, date INT, size INT, player_white VARCHAR(20), player_black "
    "VARCHAR(20), "
    "notation TEXT, result VARCHAR(10), timertime INT DEFAULT 600, timerinc INT DEFAULT 20, "
    "rating_white INT DEFAULT 1000, rating_black INT DEFAULT 1200, unrated INT DEFAULT 0, tournament INT DEFAULT 0, "
    "komi INT DEFAULT 0, pieces INT DEFAULT -1, capstones INT DEFAULT -1, rating_change_white INT DEFAULT 0, "
    "rating_change_black INT DEFAULT 0, extra_time_amount INT DEFAULT 0, extra_time_trigger INT DEFAULT 0); BEGIN";

static bool is_rank_at(const char *at)
{
    return *at >= '1' && *at <= '8';
}

/* "3a3+21" becomes "M A3 A5 2 1". */
static void write_turn(const char *turn, const char *end, struct text *text)
{
    static const char directions[] = "+>-<";
    const char kind = *turn == 'S' ? 'W' : *turn;
    const char *cell = turn + !is_rank_at(turn + 1);
    const char *direction = cell + 2 < end ? strchr(directions, cell[2]) : NULL;
    const char file = (char)(cell[0] - 'a' + 'A');
    if (direction == NULL) {
        text_printf(text, cell > turn ? "P %c%c %c" : "P %c%c", file, cell[1], kind);
        return;
    }
    const char *drops = cell + 3;
    int distance = 0;
    while (drops + distance < end && is_rank_at(drops + distance))
        distance++;
    const int way = (*direction == '+' || *direction == '>' ? 1 : -1) * (distance > 0 ? distance : 1);
    const bool up = *direction == '+' || *direction == '-';
    text_printf(text, "M %c%c %c%c", file, cell[1], up ? file : file + way, up ? cell[1] + way : cell[1]);
    for (int i = 0; i < distance; i++)
        text_printf(text, " %c", drops[i]);
    if (distance == 0)
        text_printf(text, " %c", cell > turn ? *turn : '1');
}

static bool write_game(sqlite3_stmt *insert, struct recording *recording, unsigned size, struct random *random)
{
    static const char *const names[] = {"Anna", "Ben", "Cleo", "David", "Emil", "Frida", "Gustav", "Helene"};
    struct text text;
    text_init(&text);
    const bool broken_off = random_once_in(random, 3);
    recording_make(recording, broken_off ? BROKEN_OFF_LEAST + random_below(random, TURNS) : TURNS, random);
    for (unsigned i = 0; i < recording->words.count; i++) {
        const struct slice word = recording->words.list[i].text;
        if (slice_is(word, "resign"))
            break;
        text_add_string(&text, i > 0 ? "," : "");
        write_turn(word.at, word.at + word.length, &text);
    }
    const struct slice result = text_slice(&recording->result);
    const unsigned first = random_below(random, 8);
    sqlite3_bind_int64(insert, 1, 1461430700000 + 1000LL * random_below(random, 300000000));
    sqlite3_bind_int(insert, 2, (int)size);
    sqlite3_bind_text(insert, 3, names[first], -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 4, names[(first + 1 + random_below(random, 7)) % 8], -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 5, text_slice(&text).at, (int)text.length, SQLITE_TRANSIENT);
    sqlite3_bind_text(insert, 6, slice_is(result, "*") ? "0-0" : result.at, -1, SQLITE_TRANSIENT);
    text_release(&text);
    return sqlite3_step(insert) == SQLITE_DONE && sqlite3_reset(insert) == SQLITE_OK;
}

static bool write_games(sqlite3 *database, const struct books *books, unsigned long games, struct random *random)
{
    static const char *const rulesets[] = {"tak-5", "tak-6"};
    struct recording recordings[2];
    sqlite3_stmt *insert = NULL;
    bool fine = sqlite3_exec(database, tables, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(database,
            "INSERT INTO games(date, size, player_white, player_black, notation, result) VALUES(?, ?, ?, ?, ?, ?)", -1,
            &insert, NULL) == SQLITE_OK;
    for (unsigned i = 0; i < 2; i++)
        recording_init(&recordings[i], books_find(books, rulesets[i]), rulesets[i]);
    for (unsigned long i = 0; i < games && fine; i++)
        fine = write_game(insert, &recordings[i % 2], 5 + (unsigned)(i % 2), random);
    for (unsigned i = 0; i < 2; i++)
        recording_release(&recordings[i]);
    sqlite3_finalize(insert);
    return fine && sqlite3_exec(database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

int main(int argc, char **argv)
{
    struct books books;
    sqlite3 *database = NULL;
    struct random random = {argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    if (argc < 3 || !books_open(&books)) {
        fputs("usage: playtak GAMES FILE [SEED]\n", stderr);
        return 2;
    }
    const bool fine = sqlite3_open(argv[2], &database) == SQLITE_OK &&
        write_games(database, &books, strtoul(argv[1], NULL, 10), &random);
    if (!fine)
        fprintf(stderr, "playtak: %s\n", sqlite3_errmsg(database));
    sqlite3_close(database);
    books_close(&books);
    return !fine;
}

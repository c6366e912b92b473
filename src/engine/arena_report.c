/* SPDX-License-Identifier: MIT */
#include "engine/arena_run.h"
#include "util/new_file.h"
#include "util/output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PROGRESS_WIDTH = 60 };

/* The file. */

/* Opens PATH to append to it: a new file, or with APPEND any. */
static int open_records(struct arena_report *report, const char *path, bool append)
{
    struct stat found;
    char last = '\n';
    report->fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | (append ? 0 : O_EXCL), 0666);
    if (report->fd < 0 && errno == EEXIST)
        return complain("%s already exists; --append adds to it", path);
    if (report->fd < 0 || fstat(report->fd, &found) != 0)
        return complain("cannot write %s: %s", path, strerror(errno));
    report->joined.any = report->joined.ruled = found.st_size > 0;
    if (S_ISREG(found.st_mode) && found.st_size > 0 && pread(report->fd, &last, 1, found.st_size - 1) != 1)
        return complain("cannot read %s: %s", path, strerror(errno));
    report->joined.open = last != '\n';
    return CATASTA_OK;
}

/* Appends a game, whole or not at all. */
static int append_record(struct arena_report *report, const struct buffer *text)
{
    struct stat before;
    const bool known = fstat(report->fd, &before) == 0;
    for (size_t at = 0; at < text->length;) {
        const ssize_t put = write(report->fd, text->bytes + at, text->length - at);
        if (put >= 0) {
            at += (size_t)put;
        } else if (errno != EINTR) {
            const int error = errno;
            if (known && S_ISREG(before.st_mode) && ftruncate(report->fd, before.st_size) != 0)
                mention("the last game in %s is incomplete", report->options->output);
            return complain("cannot write %s: %s", report->options->output, strerror(error));
        }
    }
    return CATASTA_OK;
}

int report_open(struct arena_report *report, const struct arena_options *options)
{
    const struct catasta_contest contest = {.size = sizeof contest, .round_robin = report->engine_count > 2};
    report->options = options;
    report->joined.size = sizeof report->joined;
    report->begun = clock_now();
    report->standings = catasta_standings_new(report->session, &contest, &complaint_sink);
    if (report->standings == NULL)
        return complain("out of memory");
    return options->output == NULL ? CATASTA_OK : open_records(report, options->output, options->append);
}

int report_close(struct arena_report *report, int status)
{
    if (report->fd >= 0 && close(report->fd) != 0)
        status = complain("cannot write %s: %s", report->options->output, strerror(errno));
    catasta_standings_free(report->standings);
    catasta_session_free(report->session);
    return status;
}

/* A game. */

/* A string of JSON. */
static void say_json(struct buffer *line, const char *text)
{
    buffer_say(line, "\"");
    for (size_t done; *text != '\0'; text += done) {
        done = strcspn(text, "\"\\");
        buffer_add(line, text, done);
        if (text[done] != '\0')
            buffer_print(line, "\\%c", text[done++]);
    }
    buffer_say(line, "\"");
}

static void write_line(struct buffer *line)
{
    buffer_say(line, "\n");
    if (line->failed)
        complain("out of memory");
    else
        output_sink.write(output_sink.context, line->bytes, line->length);
    buffer_free(line);
}

static void write_game_line(const struct match_game *game, const catasta_game *judged, uint32_t winners)
{
    struct buffer line = {.length = 0};
    const struct catasta_sink sink = buffer_sink(&line);
    const char *comma = "";
    buffer_print(&line, "{\"game\":%zu,\"pairing\":%zu,\"players\":[", game->number, game->pairing + 1);
    for (unsigned seat = 1; seat <= game->seats; seat++, comma = ",") {
        buffer_say(&line, comma);
        say_json(&line, game->engines[seat - 1]->contestant->name);
    }
    buffer_say(&line, "],\"result\":\"");
    line.failed |= !catasta_write_result(judged, &sink);
    buffer_say(&line, "\",\"winners\":[");
    comma = "";
    for (unsigned seat = 1; seat <= game->seats; seat++)
        if ((winners >> (seat - 1) & 1) != 0) {
            buffer_print(&line, "%s%u", comma, seat);
            comma = ",";
        }
    buffer_print(&line, "],\"plies\":%zu,\"end\":\"%s\"", game->plies, match_end_names[game->end]);
    if (game->end == END_FAULT) {
        buffer_print(&line, ",\"fault\":{\"seat\":%u,\"id\":\"%s\",\"message\":", game->fault_seat, game->fault_id);
        say_json(&line, game->fault.bytes);
        buffer_say(&line, "}");
    }
    buffer_say(&line, "}");
    write_line(&line);
}

/* Adds the game to the sums of the engines in its seats: a win is shared by those who win, a draw by all. */
static void add_sums(
    struct arena_report *report, const struct match_game *game, const size_t *engines, uint32_t winners)
{
    const uint32_t all = (1u << game->seats) - 1;
    const uint32_t sharing = winners == 0 ? all : winners;
    unsigned count = 0;
    for (unsigned seat = 1; seat <= game->seats; seat++)
        count += sharing >> (seat - 1) & 1;
    for (unsigned seat = 1; seat <= game->seats; seat++) {
        struct arena_sum *sum = &report->sums[engines[seat - 1]];
        sum->games++;
        sum->wins += (sharing >> (seat - 1) & 1) != 0 ? CATASTA_WIN / count : 0;
        sum->faults += game->end == END_FAULT && game->fault_seat == seat;
    }
    if (report->engine_count != 2 || game->seats != 2)
        return;
    const unsigned first = engines[0] == 0 ? 1 : 2;
    report->drawn += count == 2;
    report->won[0] += sharing == first;
    report->won[1] += sharing == 3 - first;
    report->pairing += count == 2 ? 0.25 : sharing == first ? 0.5 : 0;
    if (++report->in_pairing < 2)
        return;
    report->pairings++;
    report->share += report->pairing;
    report->squares += report->pairing * report->pairing;
    report->pairing = report->in_pairing = 0;
}

/* On a terminal, how far the games are. */
static void show_games(const struct arena_report *report)
{
    struct buffer text = {.length = 0};
    const char *before = ", faults ";
    const int64_t passed = clock_now() - report->begun;
    const double minutes = (double)(passed > 0 ? passed : 1) / 60000;
    if (!isatty(STDERR_FILENO) || (report->options->jsonl && is_terminal()))
        return;
    buffer_print(&text, "%zu of %zu games", report->done, report->games);
    if (report->engine_count == 2)
        buffer_print(&text, ", %.4g : %.4g", (double)report->sums[0].wins / CATASTA_WIN,
            (double)report->sums[1].wins / CATASTA_WIN);
    buffer_print(&text, ", %.0f a minute", (double)report->done / minutes);
    for (size_t i = 0; i < report->engine_count; i++, before = " : ")
        buffer_print(&text, "%s%llu", before, (unsigned long long)report->sums[i].faults);
    buffer_say(&text, "   "); /* over what was longer */
    if (text.length > PROGRESS_WIDTH && !text.failed)
        text.bytes[PROGRESS_WIDTH] = '\0';
    print_progress(text.failed ? NULL : text.bytes);
    buffer_free(&text);
}

int report_game(struct arena_report *report, const struct match_game *game, const size_t *engines)
{
    struct catasta_entry entry = {.size = sizeof entry};
    struct buffer joined = {.length = 0};
    const struct catasta_sink sink = buffer_sink(&joined);
    const char *reason = NULL;
    catasta_input *input = catasta_input_bytes(report->session, game->record.bytes, game->record.length, "a record");
    catasta_game *judged = input == NULL ? NULL : catasta_input_next(input);
    int status = CATASTA_OK;
    if (judged == NULL || !catasta_write_joined(judged, true, &report->joined, &sink) || joined.failed)
        status = complain("out of memory");
    else if (!info_of(judged).legal)
        status =
            complain("game %zu cannot be read again: %.*s", game->number, (int)game->record.length, game->record.bytes);
    else if (catasta_standings_add(report->standings, judged, &reason) != CATASTA_ADDED)
        status = complain("game %zu is not counted: %s", game->number, reason == NULL ? "out of memory" : reason);
    if (status == CATASTA_OK && output_failed()) /* of lines before */
        status = CATASTA_FAILED;
    if (status == CATASTA_OK && report->fd >= 0)
        status = append_record(report, &joined);
    if (status == CATASTA_OK) {
        catasta_game_entry(judged, &entry);
        report->done++;
        add_sums(report, game, engines, entry.winners);
        if (report->options->jsonl)
            write_game_line(game, judged, entry.winners);
        show_games(report);
    }
    catasta_input_close(input);
    buffer_free(&joined);
    return status;
}

/* The end. */

static double elo_of(double share)
{
    return -400 * log10(1 / share - 1);
}

/* The difference of the ratings of two engines, and half of the interval that has it with 95 %, from the mean of the
   pairings, whose games depend on each other; false if there are too few, or all of one kind. */
static bool find_elo(const struct arena_report *report, double *elo, double *error)
{
    const double count = (double)report->pairings;
    if (report->pairings < 2)
        return false;
    const double mean = report->share / count;
    const double variance = (report->squares - count * mean * mean) / (count - 1);
    const double bound = variance > 0 ? 1.96 * sqrt(variance / count) : 1;
    if (mean - bound <= 0 || mean + bound >= 1)
        return false;
    *elo = elo_of(mean);
    *error = (elo_of(mean + bound) - elo_of(mean - bound)) / 2;
    return true;
}

static void write_end_line(const struct arena_report *report)
{
    struct buffer line = {.length = 0};
    double elo;
    double error;
    buffer_print(&line, "{\"games\":%zu,\"engines\":[", report->done);
    for (size_t i = 0; i < report->engine_count; i++) {
        const struct arena_sum *sum = &report->sums[i];
        buffer_say(&line, i == 0 ? "{\"name\":" : ",{\"name\":");
        say_json(&line, report->contestants[i].name);
        buffer_print(&line, ",\"games\":%llu,\"points\":%.6g,\"faults\":%llu}", (unsigned long long)sum->games,
            (double)sum->wins / CATASTA_WIN, (unsigned long long)sum->faults);
    }
    buffer_say(&line, "]");
    if (find_elo(report, &elo, &error))
        buffer_print(&line, ",\"elo\":%.1f,\"error\":%.1f", elo, error);
    buffer_say(&line, "}");
    write_line(&line);
}

/* "one - two: +6 =1 -3, Elo +107.5 ± 52.1 (95 %)" */
static void write_last_line(const struct arena_report *report)
{
    double elo;
    double error;
    print_name(report->contestants[0].name);
    print(" - ");
    print_name(report->contestants[1].name);
    print(": +%llu =%llu -%llu, Elo ", (unsigned long long)report->won[0], (unsigned long long)report->drawn,
        (unsigned long long)report->won[1]);
    if (find_elo(report, &elo, &error))
        print("%+.1f ± %.1f (95 %%)\n", elo, error);
    else
        print("unknown: too few pairs of games, or all alike\n");
}

int report_end(struct arena_report *report)
{
    bool faults = false;
    print_progress(NULL);
    for (size_t i = 0; i < report->engine_count; i++)
        faults |= report->sums[i].faults > 0;
    if (report->options->jsonl)
        write_end_line(report);
    else if (report->done == 0)
        print("no game was finished\n");
    else if (!catasta_write_standings(report->standings, CATASTA_TEXT, &output_sink))
        return complain_lost();
    for (size_t i = 0; i < report->engine_count && !report->options->jsonl; i++)
        if (report->sums[i].faults > 0) {
            print("\n");
            print_name(report->contestants[i].name);
            print(" lost %llu by its own faults\n", (unsigned long long)report->sums[i].faults);
        }
    if (!report->options->jsonl && report->engine_count == 2 && report->seats == 2 && report->done > 0) {
        print("\n");
        write_last_line(report);
    }
    return faults ? CATASTA_WRONG : CATASTA_OK;
}

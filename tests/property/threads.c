/* SPDX-License-Identifier: MIT */
/* Two threads read one kept game at the same time, by all accessors and writers, and take positions out of it, which
   each plays on alone.  Both must find the same as one thread before.

   Files of all sorts are checked in one thread, then in several: whatever their number, what is written and told must
   be the same, byte by byte, also behind as many errors as are wanted, and from a pipe.  make check runs it with a
   thread sanitizer too. */
#include "base/text.h"
#include "catasta.h"
#include "support/random.h"
#include "support/tally.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 2, ROUNDS = 8 };

static const char record[] = "[Ruleset \"accasta-pari\"]\n"
                             "[White \"Mia\"]\n"
                             "[Black \"Noah \\\"N\\\"\"]\n"
                             "[Result \"0-1\"]\n\n"
                             "1. c4:-d5 {Why?} f2:2-e2 (f4:-f3 $1) 2. b4:2-d4 e3:xd4 3. a4:3-c4 d4:4xc3\n"
                             "4. c4:-f2,2-d4 g1:xf2,-e1 (g2:-g1 zzz) 5. d5:xe4 f4:+f3,xe4 6. d4:xe4 e2:2+c3 1-0\n";

/* What a thread has read, as a number. */
struct reader_thread {
    const catasta_game *game;
    uint64_t sum;
    uint64_t texts;
};

static bool take(void *context, const char *bytes, size_t length)
{
    uint64_t *sum = context;
    for (size_t i = 0; i < length; i++)
        *sum = *sum * 31 + (unsigned char)bytes[i];
    return true;
}

static void add(struct reader_thread *thread, struct catasta_text text)
{
    take(&thread->sum, text.bytes, text.length);
    thread->texts++;
}

static void add_word(struct reader_thread *thread, const char *word)
{
    if (word != NULL)
        take(&thread->sum, word, strlen(word));
}

static void read_info(struct reader_thread *thread)
{
    struct catasta_info info = {.size = sizeof info};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct catasta_seat seat = {.size = sizeof seat};
    struct catasta_tag tag = {.size = sizeof tag};
    struct catasta_entry entry = {.size = sizeof entry};
    struct catasta_match_rule rule = {.size = sizeof rule};
    catasta_game_info(thread->game, &info);
    catasta_game_outcome(thread->game, &outcome);
    catasta_game_entry(thread->game, &entry);
    catasta_game_match(thread->game, &rule);
    take(&thread->sum, (const char *)entry.halves, sizeof entry.halves);
    take(&thread->sum, (const char *)entry.places, sizeof entry.places);
    take(&thread->sum, (const char *)&rule.points, sizeof rule.points);
    add(thread, info.source);
    add(thread, info.ruleset);
    add(thread, info.game);
    add(thread, outcome.claim);
    add_word(thread, outcome.reason);
    for (unsigned i = 1; catasta_game_seat(thread->game, i, &seat); i++) {
        add(thread, seat.player);
        add_word(thread, seat.name);
    }
    for (size_t i = 0; catasta_game_tag(thread->game, i, &tag); i++) {
        add(thread, tag.name);
        add(thread, tag.value);
    }
}

static bool visit(void *context, const char *text, size_t length, unsigned flags)
{
    return take(context, text, length) && flags != 0;
}

static void read_nodes(struct reader_thread *thread)
{
    const struct catasta_sink sink = {take, &thread->sum};
    struct catasta_node node = {.size = sizeof node};
    struct catasta_remark remark = {.size = sizeof remark};
    for (size_t i = 0; catasta_game_node(thread->game, i, &node); i++) {
        add(thread, node.text);
        for (size_t k = 0; catasta_game_remark(thread->game, i, k, &remark); k++)
            add(thread, remark.text);
        catasta_position *position = catasta_game_position(thread->game, i);
        catasta_position *copy = position == NULL ? NULL : catasta_position_copy(position);
        if (copy == NULL)
            continue;
        catasta_position_moves(position, "", 0, visit, &thread->sum, NULL);
        catasta_position_play(position, "c4:-d4", 6, NULL);
        thread->sum += catasta_position_write(position, CATASTA_POSITION, &sink);
        thread->sum += catasta_position_write(copy, CATASTA_TEXT, &sink);
        catasta_position_free(position);
        catasta_position_free(copy);
    }
}

static void read_faults(struct reader_thread *thread)
{
    const struct catasta_sink sink = {take, &thread->sum};
    struct catasta_diagnostic fault = {.size = sizeof fault};
    struct catasta_repair repair = {.size = sizeof repair};
    for (size_t i = 0; catasta_game_diagnostic(thread->game, i, &fault); i++) {
        add_word(thread, fault.id);
        add(thread, fault.board);
        add(thread, fault.advice);
        thread->sum += catasta_game_message(thread->game, i, &sink);
        for (size_t k = 0; catasta_game_repair(thread->game, i, k, &repair); k++)
            for (size_t e = 0; e < repair.edit_count; e++)
                add(thread, repair.edits[e].text);
    }
}

static void *read_all(void *context)
{
    static const enum catasta_format formats[] = {
        CATASTA_TEXT, CATASTA_JSONL, CATASTA_SARIF, CATASTA_REPLAY, CATASTA_HTML, CATASTA_SCORE, CATASTA_SCORE_JSON};
    struct reader_thread *thread = context;
    const struct catasta_sink sink = {take, &thread->sum};
    for (unsigned round = 0; round < ROUNDS; round++) {
        read_info(thread);
        read_nodes(thread);
        read_faults(thread);
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
            thread->sum += catasta_write(thread->game, formats[i], &sink);
    }
    return NULL;
}

static catasta_game *kept_game(void)
{
    const struct catasta_options options = {.size = sizeof options};
    catasta_session *session = catasta_session_new(&options, NULL);
    catasta_input *input = session == NULL ? NULL : catasta_input_bytes(session, record, sizeof record - 1, "here.sgn");
    catasta_game *game = input == NULL ? NULL : catasta_input_next(input);
    game = game == NULL ? NULL : catasta_game_keep(game);
    catasta_input_close(input);
    catasta_session_free(session);
    return game;
}

/* Records of which a file is made.  In some an empty line and a bracket are no place to cut it at. */
static const char *const pieces[] = {
    "[Ruleset \"accasta-pari\"]\n\n1. c4:-d5 f2:2-e2 2. b4:2-d4 e3:xd4 3. a4:3-c4 *\n\n",
    "[Ruleset \"accasta\"]\n\n1. c3:-d3 f3:-e3 2. c4:-d4 *\n\n",
    "[Ruleset \"accasta-pari\"]\r\n\r\n1. c4:-d5 f2:2-e2 *\r\n\r\n",
    "[Ruleset \"accasta-pari\"]\n\n1. c4:-d5 {\n\n[Event \"in a comment\"]\n\n} f2:2-e2 *\n\n",
    "[Ruleset \"accasta-pari\"]\n\n1. c4:-d5\n\n[%clk 1:00]\n\nf2:2-e2 *\n\n",
    "[Ruleset \"accasta-pari\"]\n\n[White \"Mia\"]\n\n[Black \"Noah\"]\n\n1. c4:-d5 *\n\n",
    "[Ruleset \"accasta-pari\"]\n\n1. c4:-d5 (\n\n[Ruleset \"accasta-pari\"]\n1. c4:-d5 *\n\n",
    "[Ruleset \"nope\"]\n\n1. c4:-d5 *\n\n",
    "stray words\n\n",
    "[Ruleset \"accasta-pari\"]\n1. a1:-b1 c4:-d5 *\n\n",
    "[Ruleset \"accasta-pari\"]\n\n1. c4:-d5 {never closed\n\n",
};
enum { SOUND = 9, BROKEN = 10, PIECES = sizeof pieces / sizeof pieces[0] };

/* One of twenty files is large, one of thirty-seven is not there. */
enum { FILES = 80, LARGE_EVERY = 20, MISSING_EVERY = 37, LARGE = 540 * 1024 };

struct files {
    char folder[32];
    char names[FILES][64];
    struct catasta_file list[FILES];
};

/* A run, as it is seen from outside. */
struct run {
    struct text text;
    struct catasta_tally tally;
    bool closed; /* with all written */
};

static void write_pieces(FILE *file, size_t length, unsigned few, struct random *random)
{
    for (size_t written = 0; written < length;) {
        unsigned i = random_below(random, 100) < few ? random_below(random, BROKEN) : random_below(random, 3);
        written += (size_t)fprintf(file, "%s", pieces[i]);
    }
}

static void write_many(FILE *file, const char *piece, size_t length)
{
    for (size_t written = 0; written < length;)
        written += (size_t)fprintf(file, "%s", piece);
}

/* All records; a game longer than a part; one in which cuts are tried everywhere; and no place to cut at. */
static void write_large(FILE *file, unsigned which, struct random *random)
{
    if (which == 0)
        write_pieces(file, LARGE, 3, random);
    fputs(pieces[0], file);
    if (which == 1)
        write_many(file, "{a long comment}\n", LARGE);
    fputs(which == 2 ? "{" : "", file);
    if (which == 2)
        write_many(file, "in a comment\n\n[Event \"?\"]\n[%x\n", LARGE);
    if (which == 3)
        write_many(file,
            "[Ruleset \"accasta-pari\"]\n1. c4:-d5 {no place to cut at, sixty-four bytes or so before it ends} *\n",
            LARGE);
    fputs(which == 2 ? "} *\n\n" : "*\n\n", file);
    write_pieces(file, LARGE / 8, 1, random);
    fputs(which == 0 ? pieces[BROKEN] : "", file);
}

static bool make_files(struct files *files)
{
    struct random random = {7};
    strcpy(files->folder, "/tmp/threads-XXXXXX");
    if (mkdtemp(files->folder) == NULL)
        return false;
    for (unsigned i = 0; i < FILES; i++) {
        snprintf(files->names[i], sizeof files->names[i], "%s/%u.sgn", files->folder, i);
        files->list[i] = (struct catasta_file){files->names[i], -1};
        FILE *file = i % MISSING_EVERY == 0 ? NULL : fopen(files->names[i], "wb");
        if (file != NULL && i % LARGE_EVERY == 1)
            write_large(file, i / LARGE_EVERY, &random);
        else if (file != NULL)
            write_pieces(file, 40 * (i % 5), 30, &random);
        if (file != NULL)
            fclose(file);
    }
    return true;
}

static void remove_files(struct files *files)
{
    for (unsigned i = 0; i < FILES; i++)
        remove(files->names[i]);
    remove(files->folder);
}

static bool write_text(void *context, const char *bytes, size_t length)
{
    struct run *run = context;
    text_add(&run->text, (struct slice){bytes, length});
    return true;
}

static void end_file(void *context, size_t i, const struct catasta_tally *found, int error)
{
    struct run *run = context;
    text_printf(&run->text, "\nfile %zu: %d games, %d errors, error %d\n", i, found == NULL ? -1 : (int)found->games,
        found == NULL ? -1 : (int)found->errors, error);
}

static void check_all(const struct catasta_file *files, size_t count, const char *format, unsigned jobs,
    unsigned errors_most, struct run *run)
{
    const struct catasta_options options = {.size = sizeof options};
    const struct catasta_sink sink = {write_text, run};
    const struct catasta_check check = {
        .size = sizeof check, .jobs = jobs, .errors_most = errors_most, .context = run, .done = end_file};
    *run = (struct run){.tally.size = sizeof run->tally};
    catasta_session *session = catasta_session_new(&options, &sink);
    catasta_writer *writer = catasta_writer_new(catasta_format_named(format), NULL, &sink);
    bool done = catasta_check_files(session, files, count, &check, writer, &run->tally);
    run->closed = catasta_writer_close(writer, done ? CATASTA_OK : CATASTA_FAILED);
    catasta_session_free(session);
}

static bool runs_equal(const struct run *a, const struct run *b)
{
    return a->closed == b->closed && slice_equal(text_slice(&a->text), text_slice(&b->text)) &&
        memcmp(&a->tally, &b->tally, sizeof a->tally) == 0;
}

static void compare_jobs(struct tally *tally, const struct files *files, const char *format, unsigned errors_most)
{
    static const unsigned jobs[] = {2, 9};
    struct run alone;
    check_all(files->list, FILES, format, 1, errors_most, &alone);
    for (unsigned i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        struct run several;
        check_all(files->list, FILES, format, jobs[i], errors_most, &several);
        tally_count(tally, runs_equal(&alone, &several), format, "the same in several threads");
        text_release(&several.text);
    }
    tally_count(tally, errors_most == 0 || alone.tally.errors >= errors_most, format, "stops behind enough errors");
    text_release(&alone.text);
}

struct pipe_end {
    int fd;
    const char *name;
};

static void *copy_file(void *context)
{
    const struct pipe_end *end = context;
    FILE *file = fopen(end->name, "rb");
    char bytes[5000];
    size_t length;
    while (file != NULL && (length = fread(bytes, 1, sizeof bytes, file)) > 0)
        if (write(end->fd, bytes, length) != (ssize_t)length)
            break;
    fclose(file);
    close(end->fd);
    return NULL;
}

static void check_pipe(const char *name, unsigned jobs, struct run *run)
{
    int fds[2];
    pthread_t id;
    if (pipe(fds) != 0)
        return;
    struct pipe_end end = {fds[1], name};
    const struct catasta_file piped[] = {{name, fds[0]}, {"the rest", fds[0]}};
    pthread_create(&id, NULL, copy_file, &end);
    check_all(piped, 2, "text", jobs, 0, run);
    pthread_join(id, NULL);
    close(fds[0]);
}

static void compare_pipes(struct tally *tally, const struct files *files)
{
    for (unsigned i = 1; i < FILES; i += LARGE_EVERY) {
        struct run alone;
        check_pipe(files->names[i], 1, &alone);
        for (unsigned jobs = 2; jobs < 12; jobs += 9) {
            struct run several;
            check_pipe(files->names[i], jobs, &several);
            tally_count(tally, runs_equal(&alone, &several), "a pipe", "the same in several threads");
            text_release(&several.text);
        }
        text_release(&alone.text);
    }
}

static void check_files(struct tally *tally)
{
    static const unsigned most[] = {1, 40};
    struct files files;
    tally_count(tally, make_files(&files), "files", "can be written");
    compare_jobs(tally, &files, "text", 0);
    compare_jobs(tally, &files, "sarif", 0);
    for (unsigned i = 0; i < sizeof most / sizeof most[0]; i++)
        compare_jobs(tally, &files, "jsonl", most[i]);
    compare_pipes(tally, &files);
    remove_files(&files);
}

int main(void)
{
    struct tally tally = {0};
    struct reader_thread threads[THREADS];
    pthread_t ids[THREADS];
    catasta_game *game = kept_game();
    struct reader_thread alone = {.game = game};
    if (game != NULL)
        read_all(&alone);
    tally_count(&tally, alone.texts > 50, "one thread", "reads it all");
    for (unsigned i = 0; i < THREADS && game != NULL; i++) {
        threads[i] = (struct reader_thread){.game = game};
        pthread_create(&ids[i], NULL, read_all, &threads[i]);
    }
    for (unsigned i = 0; i < THREADS && game != NULL; i++) {
        pthread_join(ids[i], NULL);
        tally_count(
            &tally, threads[i].sum == alone.sum && threads[i].texts == alone.texts, "two threads", "read the same");
    }
    catasta_game_free(game);
    check_files(&tally);
    return tally_end(&tally);
}

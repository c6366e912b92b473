/* Two threads read one kept game at the same time, by all accessors and writers, and take positions out of it, which
   each plays on alone.  Both must find the same as one thread before.  make check runs it with a thread sanitizer too.
 */
#include "catasta.h"
#include "support/tally.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    for (size_t i = 0; i < catasta_game_tags(thread->game) && catasta_game_tag(thread->game, i, &tag); i++) {
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
    for (size_t i = 0; i < catasta_game_nodes(thread->game) && catasta_game_node(thread->game, i, &node); i++) {
        add(thread, node.text);
        for (size_t k = 0; catasta_game_remark(thread->game, i, k, &remark); k++)
            add(thread, remark.text);
        catasta_position *position = catasta_game_position(thread->game, i);
        catasta_position *copy = position == NULL ? NULL : catasta_position_copy(position);
        if (copy == NULL)
            continue;
        catasta_position_moves(position, "", 0, visit, &thread->sum, NULL);
        catasta_position_play(position, "c4:-d4", 6, NULL);
        thread->sum += catasta_position_write(position, "position", &sink);
        thread->sum += catasta_position_write(copy, "text", &sink);
        catasta_position_free(position);
        catasta_position_free(copy);
    }
}

static void read_faults(struct reader_thread *thread)
{
    const struct catasta_sink sink = {take, &thread->sum};
    struct catasta_diagnostic fault = {.size = sizeof fault};
    struct catasta_repair repair = {.size = sizeof repair};
    struct catasta_text fact;
    for (size_t i = 0; catasta_game_diagnostic(thread->game, i, &fault); i++) {
        add_word(thread, fault.id);
        add(thread, fault.board);
        add(thread, fault.advice);
        thread->sum += catasta_game_message(thread->game, i, &sink);
        if (catasta_game_fact(thread->game, i, "cell", &fact))
            add(thread, fact);
        for (size_t k = 0; catasta_game_repair(thread->game, i, k, &repair); k++)
            for (size_t e = 0; e < repair.edit_count; e++)
                add(thread, repair.edits[e].text);
    }
}

static void *read_all(void *context)
{
    static const char *const forms[] = {"text", "jsonl", "sarif", "replay", "html", "score", "score-json"};
    struct reader_thread *thread = context;
    const struct catasta_sink sink = {take, &thread->sum};
    for (unsigned round = 0; round < ROUNDS; round++) {
        read_info(thread);
        read_nodes(thread);
        read_faults(thread);
        for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
            thread->sum += catasta_write(thread->game, forms[i], &sink);
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
    return tally_end(&tally);
}

/* SPDX-License-Identifier: MIT */
/* Positions and kept games hold their rules.  Opens all rulesets here, one session and one input each, begins a
   position and keeps a game by it; frees sessions and inputs in between, so that rulesets are loaded where others were;
   then plays on, copies, reads the kept games, writes them and frees everything in another order. */
#include "catasta.h"
#include "support/checking.h"
#include "support/random.h"
#include "support/tally.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128, LEAST = 20, TURNS = 12, LONGEST = 4096 };

struct held {
    const char *ruleset;
    catasta_position *position;
    catasta_position *copy;
    catasta_game *game;
};

struct bytes {
    char data[1 << 16];
    size_t length;
};

static bool take(void *context, const char *bytes, size_t length)
{
    struct bytes *to = context;
    if (length >= sizeof to->data - to->length)
        return false;
    memcpy(to->data + to->length, bytes, length);
    to->length += length;
    to->data[to->length] = '\0';
    return true;
}

/* One of the turns, each as likely. */
struct choice {
    struct random *random;
    unsigned count;
    char text[LONGEST];
};

static bool choose(void *context, const char *text, size_t length, unsigned flags)
{
    struct choice *choice = context;
    if ((flags & CATASTA_COMPLETE) == 0 || length >= LONGEST || !random_once_in(choice->random, ++choice->count))
        return true;
    memcpy(choice->text, text, length);
    choice->text[length] = '\0';
    return true;
}

/* Plays a turn and adds it to TURNS, unless NULL; false when there is none or it is refused. */
static bool play_any(catasta_position *position, struct random *random, struct bytes *turns)
{
    struct choice choice = {.random = random};
    struct catasta_fault fault = {.size = sizeof fault};
    if (catasta_position_to_move(position) == 0)
        return true;
    if (!catasta_position_moves(position, "", 0, choose, &choice, &fault) || choice.count == 0 ||
        !catasta_position_play(position, choice.text, strlen(choice.text), &fault))
        return false;
    if (turns != NULL) {
        take(turns, choice.text, strlen(choice.text));
        take(turns, "\n", 1);
    }
    return true;
}

/* Begins with RULESET, and lets session and input go. */
static bool begin(struct held *held, const char *ruleset, struct random *random)
{
    static struct bytes record;
    static const char *const starts[] = {"R1 O2", "R1 G2", "A1 z2"};
    const struct catasta_options options = {.size = sizeof options, .ruleset = ruleset, .force_ruleset = true};
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_session *session = catasta_session_new(&options, NULL);
    if (session == NULL)
        return false;
    *held = (struct held){.ruleset = ruleset};
    for (size_t i = 0; held->position == NULL && i < sizeof starts / sizeof *starts; i++) {
        const struct catasta_pair tag = {"Start", starts[i]};
        held->position = catasta_position_start(session, NULL, &tag, 1, &fault);
        record.length = (size_t)snprintf(record.data, sizeof record.data, "[Start \"%s\"]\n\n", starts[i]);
    }
    for (unsigned i = 0; held->position != NULL && i < TURNS; i++)
        if (!play_any(held->position, random, &record))
            break;
    take(&record, "*\n", 2);
    catasta_input *input = catasta_input_bytes(session, record.data, record.length, "held.sgn");
    catasta_game *game = catasta_input_next(input);
    held->game = game == NULL ? NULL : catasta_game_keep(game);
    if (random_once_in(random, 2))
        held->copy = held->position == NULL ? NULL : catasta_position_copy(held->position);
    else if (held->game != NULL)
        held->copy = catasta_game_position(held->game, game_info(held->game).nodes - 1);
    catasta_input_close(input);
    catasta_session_free(session);
    return held->position != NULL && held->game != NULL && held->copy != NULL;
}

static bool goes_on(const struct held *held, struct random *random)
{
    static struct bytes a;
    static struct bytes b;
    const struct catasta_sink to_a = {take, &a};
    const struct catasta_sink to_b = {take, &b};
    struct catasta_info info = {.size = sizeof info};
    a.length = b.length = 0;
    if (!catasta_position_write(held->position, CATASTA_POSITION, &to_a) ||
        !catasta_position_write(held->copy, CATASTA_POSITION, &to_b) || strcmp(a.data, b.data) != 0)
        return false;
    for (unsigned i = 0; i < TURNS; i++)
        if (!play_any(i % 2 == 0 ? held->position : held->copy, random, NULL))
            return false;
    a.length = 0;
    return catasta_game_info(held->game, &info) && info.errors == 0 && info.plies > 0 &&
        catasta_position_write(held->copy, CATASTA_TEXT, &to_a) && catasta_write(held->game, CATASTA_TEXT, NULL) &&
        catasta_write(held->game, CATASTA_SGN, NULL) && catasta_write(held->game, CATASTA_HTML, NULL) &&
        catasta_write(held->game, CATASTA_SCORE, NULL);
}

/* All in turn,. */
static void free_all(struct held *held, size_t count, size_t step)
{
    for (size_t i = 0; i < count; i++) {
        struct held *one = &held[i * step % count];
        catasta_position_free(one->position);
        catasta_game_free(one->game);
        catasta_position_free(one->copy);
    }
}

int main(void)
{
    static struct held held[MOST];
    struct tally tally = {0};
    struct random random = {.state = 22};
    glob_t files = {0};
    bool found = glob("rulesets/*.yaml", 0, NULL, &files) == 0 &&
        glob("tests/variants/*.yaml", GLOB_APPEND, NULL, &files) == 0 && files.gl_pathc >= LEAST &&
        files.gl_pathc <= MOST;
    tally_count(&tally, found, "rulesets", "there are enough");
    size_t count = found ? files.gl_pathc : 0;
    for (size_t i = 0; i < count; i++)
        tally_count(&tally, begin(&held[i], files.gl_pathv[i], &random), "begins", files.gl_pathv[i]);
    for (size_t i = 0; i < count; i++)
        if (held[i].position != NULL && held[i].game != NULL && held[i].copy != NULL)
            tally_count(&tally, goes_on(&held[i], &random), "goes on", held[i].ruleset);
    free_all(held, count, 1);
    globfree(&files);
    return tally_end(&tally);
}

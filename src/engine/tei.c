/* SPDX-License-Identifier: MIT */
/* TEI, for Tak: version 0, with the size in "teinewgame" and the komi as an option, and version 1, with both there. */
#include "engine/protocols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HALF_KOMI_MOST = 41 };

/* The number of rows of a position, 0 when out of memory. */
static unsigned tei_size(const catasta_position *position)
{
    struct buffer text = {.length = 0};
    const struct catasta_sink sink = buffer_sink(&text);
    unsigned rows = 1;
    const bool written = catasta_position_write(position, CATASTA_POSITION, &sink);
    for (size_t i = 0; written && i < text.length; i++)
        rows += text.bytes[i] == '/';
    buffer_free(&text);
    return written ? rows : 0;
}

/* As an engine. */

static void tei_hello(struct serving *serving, char *rest)
{
    (void)rest;
    buffer_print(&serving->answer, "id name catasta %s\nid author the authors of catasta\n", catasta_version());
    buffer_print(
        &serving->answer, "option name HalfKomi type spin default 0 min -%d max %d\n", HALF_KOMI_MOST, HALF_KOMI_MOST);
    for (unsigned size = 3; size <= 8; size++) {
        buffer_print(&serving->answer, "size %u halfkomi", size);
        for (int komi = 0; komi <= 8; komi++)
            buffer_print(&serving->answer, " %d", komi);
        buffer_print(&serving->answer, "\n");
    }
    buffer_print(&serving->answer, "teiok\n");
}

static bool tei_take_komi(struct serving *serving, const char *text)
{
    long halves;
    if (!serving_number(text, HALF_KOMI_MOST, &halves)) {
        serving_refuse(serving, "half komi is a number from -%d to %d", HALF_KOMI_MOST, HALF_KOMI_MOST);
        return false;
    }
    snprintf(serving->tags[TAG_KOMI], sizeof serving->tags[TAG_KOMI], "%s%ld%s", halves < 0 ? "-" : "",
        labs(halves) / 2, halves % 2 == 0 ? "" : ".5");
    return true;
}

static void tei_option(struct serving *serving, char *rest)
{
    const bool named = strcmp(next_word(&rest), "name") == 0;
    const bool known = strcmp(next_word(&rest), "HalfKomi") == 0;
    next_word(&rest);
    if (named && known)
        tei_take_komi(serving, rest);
    else
        serving_refuse(serving, "there is no such option; 'tei' lists them");
}

/* "6", or "size 6 halfkomi 4".  A size that is that of the ruleset of the options leaves it as it is. */
static void tei_new_game(struct serving *serving, char *rest)
{
    struct catasta_fault fault = {.size = sizeof fault};
    long size = 0;
    const char *word = next_word(&rest);
    word = strcmp(word, "size") == 0 ? next_word(&rest) : word;
    if (*word != '\0' && (!serving_number(word, 8, &size) || size < 3)) {
        serving_refuse(serving, "a size is a number from 3 to 8");
        return;
    }
    if (strcmp(next_word(&rest), "halfkomi") == 0 && !tei_take_komi(serving, rest))
        return;
    serving->tags[TAG_SIZE][0] = '\0';
    catasta_position *own = serving_start(serving, NULL, &fault);
    const unsigned own_size = own == NULL ? 0 : tei_size(own);
    serving->no_memory |= own != NULL && own_size == 0;
    if (size != 0 && own_size != (unsigned)size)
        snprintf(serving->tags[TAG_SIZE], sizeof serving->tags[TAG_SIZE], "%ld", size);
    catasta_position_free(own);
    serving_begin(serving, NULL);
}

static void tei_position(struct serving *serving, char *rest)
{
    serving_position(serving, rest, "tps");
}

static const struct serving_command tei_commands[] = {
    {"tei", tei_hello},
    {"isready", serving_ready},
    {"setoption", tei_option},
    {"teinewgame", tei_new_game},
    {"position", tei_position},
    {"go", serving_go},
    {"stop", serving_stop},
    {"quit", serving_quit},
    {NULL, NULL},
};

/* With another engine.  It has no list of turns; it plays. */

static bool tei_begins(const char *line, const char *words)
{
    return strncmp(line, words, strlen(words)) == 0;
}

static enum asked tei_open(struct asking_engine *asking)
{
    char komi[32];
    char line[64];
    char *heard;
    bool option = false;
    bool sizes = false;
    const bool known = asking_parameter(asking, "komi", komi);
    const long halves = (long)(2 * strtod(komi, NULL));
    const unsigned size = tei_size(asking->line->start);
    if (!known || size == 0)
        return asking_no_memory(asking);
    if (asking_send(asking, "tei") != ASKED_FINE)
        return ASKED_FAILED;
    while ((heard = asking_line(asking)) != NULL && strcmp(heard, "teiok") != 0) {
        option |= tei_begins(heard, "option name HalfKomi ");
        sizes |= tei_begins(heard, "size ");
    }
    if (heard == NULL)
        return ASKED_FAILED;
    if (!sizes && !option && halves != 0)
        return asking_fail(asking, "plays without komi only: it has no option HalfKomi");
    snprintf(line, sizeof line, "setoption name HalfKomi value %ld", halves);
    if (!sizes && option && asking_send(asking, line) != ASKED_FINE)
        return ASKED_FAILED;
    snprintf(asking->new_game, sizeof asking->new_game, sizes ? "teinewgame size %u halfkomi %ld" : "teinewgame %u",
        size, halves);
    return ASKED_FINE;
}

static enum asked tei_begin(struct asking_engine *asking)
{
    return asking_send(asking, asking->new_game);
}

static enum asked tei_choose(struct asking_engine *asking, struct buffer *turn)
{
    return asking_go(asking, "tps", ' ', "wb", turn);
}

const struct protocol tei_protocol = {
    .name = "tei",
    .game = "tak",
    .error = "error: ",
    .end = "\n",
    .commands = tei_commands,
    .open = tei_open,
    .set_option = asking_set_option,
    .begin = tei_begin,
    .farewell = "quit",
    .limits = "tc|movetime|nodes",
    .choose = tei_choose,
};

/* SPDX-License-Identifier: MIT */
/* UGI, for all games: positions as text, turns as they are written, with '_' for a space. */
#include "engine/protocols.h"
#include "util/output.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* As an engine. */

static void ugi_hello(struct serving *serving, char *rest)
{
    const struct reading *reading = serving->options->reading;
    (void)rest;
    buffer_print(&serving->answer, "id name catasta %s\nid author the authors of catasta\n", catasta_version());
    buffer_print(&serving->answer, "option name Ruleset type string default %s\n",
        reading->options.ruleset == NULL ? "<empty>" : reading->options.ruleset);
    buffer_print(&serving->answer, "option name Rules type string default %s\n",
        reading->options.rules == NULL ? "<empty>" : reading->options.rules);
    buffer_print(&serving->answer, "option name Think type combo default %s var random var greedy\n",
        serving->thinker.greedy ? "greedy" : "random");
    buffer_print(&serving->answer, "ugiok\n");
}

/* "name X value Y".  A name of a file would let a peer look at files. */
static void ugi_option(struct serving *serving, char *rest)
{
    const bool named = strcmp(next_word(&rest), "name") == 0;
    const char *name = next_word(&rest);
    next_word(&rest);
    if (!named)
        serving_refuse(serving, "after 'setoption' comes 'name', a name, 'value', and a value");
    else if (strcmp(name, "Ruleset") == 0 && strpbrk(rest, "/.") != NULL)
        serving_refuse(serving, "a ruleset is named here, and not a file");
    else if (strcmp(name, "Ruleset") == 0)
        serving_take(serving, serving->named, sizeof serving->named, serving_is_own(serving, rest) ? "" : rest);
    else if (strcmp(name, "Rules") == 0)
        serving_take(serving, serving->tags[TAG_RULES], sizeof serving->tags[TAG_RULES], rest);
    else if (strcmp(name, "Think") == 0)
        serving->thinker.greedy = strcmp(rest, "greedy") == 0;
    else
        serving_refuse(serving, "there is no such option; 'ugi' lists them");
}

static void ugi_new_game(struct serving *serving, char *rest)
{
    (void)rest;
    game_line_end(&serving->line);
    serving->waits = false;
}

static void ugi_position(struct serving *serving, char *rest)
{
    serving_position(serving, rest, "fen");
}

static void ugi_go(struct serving *serving, char *rest)
{
    long depth = 0;
    if (strncmp(rest, "perft", 5) != 0)
        serving_go(serving, rest);
    else if (!serving_number(rest + 5 + strspn(rest + 5, " \t"), CATASTA_DEPTH, &depth) || depth < 0)
        serving_refuse(serving, "after 'go perft' comes a number from 0 to %d", CATASTA_DEPTH);
    else
        serving_perft(serving, (unsigned)depth);
}

/* Of a game that is over: each seat that has won, or that nobody or everybody has. */
static void ugi_result(struct serving *serving, const struct catasta_outcome *outcome)
{
    const unsigned seats = catasta_position_seats(serving->line.now);
    const bool drawn = outcome->winners == 0 || outcome->winners == (1u << seats) - 1;
    buffer_print(&serving->answer, "response%s", !outcome->ended ? " none" : drawn ? " draw" : "");
    for (unsigned seat = 1; outcome->ended && !drawn && seat <= seats; seat++)
        if ((outcome->winners >> (seat - 1) & 1) != 0)
            buffer_print(&serving->answer, " p%uwin", seat);
    buffer_print(&serving->answer, "\n");
}

static void ugi_query(struct serving *serving, char *rest)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    if (serving->line.now == NULL) {
        serving_refuse(serving, "there is no position");
        return;
    }
    catasta_position_outcome(serving->line.now, &outcome);
    if (strcmp(rest, "gameover") == 0)
        buffer_print(&serving->answer, "response %s\n", outcome.ended ? "true" : "false");
    else if (strcmp(rest, "p1turn") == 0)
        buffer_print(
            &serving->answer, "response %s\n", catasta_position_to_move(serving->line.now) == 1 ? "true" : "false");
    else if (strcmp(rest, "result") == 0)
        ugi_result(serving, &outcome);
    else
        serving_refuse(serving, "'query' takes gameover, p1turn or result");
}

static const struct serving_command ugi_commands[] = {
    {"ugi", ugi_hello},
    {"isready", serving_ready},
    {"setoption", ugi_option},
    {"uginewgame", ugi_new_game},
    {"position", ugi_position},
    {"go", ugi_go},
    {"stop", serving_stop},
    {"query", ugi_query},
    {"quit", serving_quit},
    {NULL, NULL},
};

/* With another engine. */

static enum asked ugi_open(struct asking_engine *asking)
{
    const struct catasta_options *options = &asking->reading->options;
    bool named = false;
    bool ruled = false;
    char *line;
    if (asking_send(asking, "ugi") != ASKED_FINE)
        return ASKED_FAILED;
    while ((line = asking_line(asking)) != NULL && strcmp(line, "ugiok") != 0) {
        named |= strncmp(line, "option name Ruleset ", strlen("option name Ruleset ")) == 0;
        ruled |= strncmp(line, "option name Rules ", strlen("option name Rules ")) == 0;
    }
    if (line == NULL)
        return ASKED_FAILED;
    if (named && asking_set_option(asking, "Ruleset", options->ruleset) != ASKED_FINE)
        return ASKED_FAILED;
    if (ruled && options->rules != NULL && asking_set_option(asking, "Rules", options->rules) != ASKED_FINE)
        return ASKED_FAILED;
    return ASKED_FINE;
}

static enum asked ugi_begin(struct asking_engine *asking)
{
    char *line;
    if (asking_send(asking, "uginewgame") != ASKED_FINE || asking_send(asking, "isready") != ASKED_FINE)
        return ASKED_FAILED;
    while ((line = asking_line(asking)) != NULL && strcmp(line, "readyok") != 0)
        if (asking_is_refusal(line))
            return asking_fail(asking, "does not accept the ruleset: '%.200s'", line);
    return line == NULL ? ASKED_FAILED : ASKED_FINE;
}

/* The number that LINE ends with, which is alone, or the total by the first word: the end of a count. */
static bool ugi_total(const char *line, uint64_t *total)
{
    const char *digits = line + strlen(line);
    while (digits > line && isdigit((unsigned char)digits[-1]))
        digits--;
    *total = strtoull(digits, NULL, 10);
    return *digits != '\0' &&
        (digits == line || strncasecmp(line, "nodes", 5) == 0 || strncasecmp(line, "total", 5) == 0);
}

/* "TURN: COUNT". */
static void ugi_take_turn(char *line, struct turn_list *turns)
{
    char *colon = strrchr(line, ':');
    const char *digits = colon == NULL ? "" : colon + 1 + strspn(colon + 1, " \t");
    if (colon == line || *digits == '\0' || digits[strspn(digits, "0123456789")] != '\0')
        return;
    for (char *at = line; at < colon; at++)
        *at = *at == '_' ? ' ' : *at;
    turn_list_add(turns, line, (size_t)(colon - line), true);
}

static enum asked ugi_list(struct asking_engine *asking, unsigned depth, struct turn_list *turns, uint64_t *total)
{
    char question[32];
    char *line;
    snprintf(question, sizeof question, "go perft %u", depth);
    if (asking_send_position(asking, "fen", '_') != ASKED_FINE || asking_send(asking, question) != ASKED_FINE)
        return ASKED_FAILED;
    while ((line = asking_line(asking)) != NULL && !ugi_total(line, total))
        if (asking_is_refusal(line))
            return asking_refused(asking, line);
        else
            ugi_take_turn(line, turns);
    return line == NULL ? ASKED_FAILED : ASKED_FINE;
}

static enum asked ugi_choose(struct asking_engine *asking, struct buffer *turn)
{
    return asking_go(asking, "fen", '_', NULL, turn);
}

const struct protocol ugi_protocol = {
    .name = "ugi",
    .error = "info string error: ",
    .end = "\n",
    .commands = ugi_commands,
    .open = ugi_open,
    .set_option = asking_set_option,
    .begin = ugi_begin,
    .farewell = "quit",
    .limits = "tc|movetime|nodes|depth",
    .counts = true,
    .list = ugi_list,
    .choose = ugi_choose,
};

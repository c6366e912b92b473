/* SPDX-License-Identifier: MIT */
#include "engine/asking.h"
#include "engine/protocols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum asked asking_fail(struct asking_engine *asking, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    asking->problem.length = 0;
    buffer_print_list(&asking->problem, format, arguments);
    va_end(arguments);
    return ASKED_FAILED;
}

enum asked asking_no_memory(struct asking_engine *asking)
{
    asking->problem.length = 0;
    return ASKED_FAILED;
}

enum asked asking_differ(struct asking_engine *asking, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buffer_print_list(&asking->difference, format, arguments);
    va_end(arguments);
    return ASKED_DIFFERENT;
}

bool asking_is_refusal(const char *line)
{
    const bool info = strncmp(line, "info", 4) == 0;
    return strncmp(line, "info string error", 17) == 0 || strncmp(line, "error", 5) == 0 ||
        (!info && (strstr(line, "llegal") != NULL || strstr(line, "nvalid") != NULL));
}

enum asked asking_refused(struct asking_engine *asking, const char *line)
{
    return asking_differ(asking, "the engine refuses the position, which is legal: '%.200s'\n", line);
}

static enum asked asking_fail_child(struct asking_engine *asking)
{
    const char *question = asking->question;
    return *question == '\0' ? asking_fail(asking, "%s", asking->child.problem)
                             : asking_fail(asking, "%s, when asked '%s'", asking->child.problem, question);
}

enum asked asking_send(struct asking_engine *asking, const char *line)
{
    asking->asked = clock_now();
    asking->deadline = asking->asked + asking->patience;
    snprintf(asking->question, sizeof asking->question, "%s", line);
    return child_send(&asking->child, line, asking->deadline) ? ASKED_FINE : asking_fail_child(asking);
}

char *asking_line(struct asking_engine *asking)
{
    char *line = child_line(&asking->child, asking->deadline);
    if (line == NULL)
        asking_fail_child(asking);
    return line;
}

enum asked asking_send_position(struct asking_engine *asking, const char *word, char joint)
{
    const struct game_line *line = asking->line;
    struct buffer text = {.length = 0};
    buffer_say(&text, "position ");
    if (asking->begins.length > 0)
        buffer_print(&text, "%s %s", word, asking->begins.bytes);
    else
        buffer_say(&text, "startpos");
    buffer_say(&text, line->count > 0 ? " moves" : "");
    for (const char *turn = game_line_next(line, NULL); turn != NULL; turn = game_line_next(line, turn)) {
        buffer_say(&text, " ");
        for (const char *at = turn; *at != '\0'; at++)
            buffer_add(&text, *at == ' ' ? &joint : at, 1);
    }
    const enum asked asked = text.failed ? asking_no_memory(asking) : asking_send(asking, text.bytes);
    buffer_free(&text);
    return asked;
}

bool asking_parameter(struct asking_engine *asking, const char *key, char value[32])
{
    const struct catasta_options *options = &asking->reading->options;
    struct buffer text = {.length = 0};
    const struct catasta_sink sink = buffer_sink(&text);
    const size_t length = strlen(key);
    *value = '\0';
    const bool shown = catasta_rules_show(asking->session, options->ruleset, &sink, NULL);
    buffer_print(&text, "\n%s\n", options->rules == NULL ? "" : options->rules);
    for (const char *at = text.bytes; !text.failed && (at = strstr(at, key)) != NULL; at += length)
        if ((at[length] == ':' && (at == text.bytes || at[-1] == '\n')) ||
            (at[length] == '=' && at > text.bytes && is_blank(at[-1]))) {
            const char *begin = at + length + 1 + strspn(at + length + 1, " ");
            snprintf(value, 32, "%.*s", (int)strcspn(begin, " \t\n"), begin);
        }
    const bool fine = shown && !text.failed;
    buffer_free(&text);
    return fine;
}

/* Begin and end. */

enum asked asking_start(struct asking_engine *asking)
{
    asking->question[0] = '\0';
    asking->told.length = 0;
    asking->deadline = clock_now() + asking->patience;
    return child_start(&asking->child, asking->command) ? asking->protocol->open(asking) : asking_fail_child(asking);
}

void asking_end(struct asking_engine *asking, bool farewell)
{
    if (farewell) /* how it takes that does not matter */
        child_send(&asking->child, asking->protocol->farewell, clock_now() + 100);
    child_end(&asking->child);
}

void asking_free(struct asking_engine *asking)
{
    buffer_free(&asking->begins);
    buffer_free(&asking->told);
    buffer_free(&asking->difference);
    buffer_free(&asking->problem);
}

enum asked asking_set_option(struct asking_engine *asking, const char *name, const char *value)
{
    struct buffer line = {.length = 0};
    buffer_print(&line, "setoption name %s value %s", name, value);
    const enum asked asked = line.failed ? asking_no_memory(asking) : asking_send(asking, line.bytes);
    buffer_free(&line);
    return asked;
}

/* Choosing a turn. */

/* " p1time 600 p2time 600 p1inc 10 p2inc 10", of the seats that have a clock; SEATS are their letters, or NULL. */
static void add_clocks(struct buffer *line, const struct game_clocks *clocks, const char *seats)
{
    for (int word = 0; word < 2; word++)
        for (unsigned seat = 1; seat <= clocks->seats; seat++) {
            const struct time_control *control = clocks->control[seat - 1];
            const long long value = word == 0 ? clocks->left[seat - 1] : control->increment;
            if (control->base > 0 && seats != NULL)
                buffer_print(line, " %c%s %lld", seats[seat - 1], word == 0 ? "time" : "inc", value);
            else if (control->base > 0)
                buffer_print(line, " p%u%s %lld", seat, word == 0 ? "time" : "inc", value);
        }
}

static void add_limit(struct buffer *line, const char *name, int64_t value)
{
    if (value > 0)
        buffer_print(line, " %s %lld", name, (long long)value);
}

const struct time_control *asking_control(const struct asking_engine *asking)
{
    return asking->clocks->control[catasta_position_to_move(asking->line->now) - 1];
}

static enum asked send_go(struct asking_engine *asking, const char *seats)
{
    const struct time_control *control = asking_control(asking);
    struct buffer line = {.length = 0};
    buffer_say(&line, "go");
    if (control->base > 0)
        add_clocks(&line, asking->clocks, seats);
    add_limit(&line, "movetime", control->movetime);
    add_limit(&line, "nodes", control->nodes);
    add_limit(&line, "depth", control->depth);
    const enum asked asked = line.failed ? asking_no_memory(asking) : asking_send(asking, line.bytes);
    buffer_free(&line);
    return asked;
}

/* What an engine says of its position, "info depth 3 score cp 20 pv …". */
static void take_score(struct asking_engine *asking, const char *line)
{
    const char *score = strstr(line, " score ");
    const bool mate = score != NULL && strncmp(score, " score mate ", 12) == 0;
    if (strncmp(line, "info ", 5) != 0 || score == NULL || (!mate && strncmp(score, " score cp ", 10) != 0))
        return;
    const long value = strtol(score + (mate ? 12 : 10), NULL, 10);
    asking->scored = true;
    asking->score = !mate ? value : value > 0 ? SCORE_MATE : -SCORE_MATE;
}

enum asked asking_go(struct asking_engine *asking, const char *word, char joint, const char *seats, struct buffer *turn)
{
    char *line;
    asking->scored = false;
    if (asking_send_position(asking, word, joint) != ASKED_FINE || send_go(asking, seats) != ASKED_FINE)
        return ASKED_FAILED;
    while ((line = asking_line(asking)) != NULL && strncmp(line, "bestmove", strlen("bestmove")) != 0) {
        if (asking_is_refusal(line))
            return asking_refused(asking, line);
        take_score(asking, line);
    }
    if (line == NULL)
        return ASKED_FAILED;
    char *rest = line + strlen("bestmove");
    char *chosen = next_word(&rest);
    for (char *at = chosen; *at != '\0'; at++)
        *at = *at == joint ? ' ' : *at;
    const bool none = strcmp(chosen, "none") == 0 || strcmp(chosen, "(none)") == 0;
    if (!none && strspn(chosen, "0") != strlen(chosen))
        buffer_say(turn, chosen);
    return ASKED_FINE;
}

/* SPDX-License-Identifier: MIT */
#include "engine/answering.h"
#include "engine/protocols.h"
#include "util/output.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void serving_refuse(struct serving *serving, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buffer_say(&serving->answer, serving->protocol->error);
    buffer_print_list(&serving->answer, format, arguments);
    buffer_say(&serving->answer, serving->protocol->end);
    va_end(arguments);
}

void serving_refuse_fault(struct serving *serving, const char *what, const struct catasta_fault *fault)
{
    serving->no_memory |= fault->id == NULL;
    serving_refuse(serving, "%s: %.*s [%s]", what, (int)fault->message.length, fault->message.bytes,
        fault->id == NULL ? "" : fault->id);
}

bool serving_is_own(const struct serving *serving, const char *name)
{
    const char *own = serving->options->reading->options.ruleset;
    return own != NULL && strcmp(own, name) == 0;
}

bool serving_take(struct serving *serving, char *to, size_t size, const char *text)
{
    if (strlen(text) >= size)
        serving_refuse(serving, "this is too long");
    else
        memcpy(to, text, strlen(text) + 1);
    return strlen(text) < size;
}

/* Writes the answer up to here; whether somebody reads it. */
static bool serving_flush(struct serving *serving)
{
    const struct buffer *answer = &serving->answer;
    const bool fine = answer->length == 0 || output_sink.write(output_sink.context, answer->bytes, answer->length);
    serving->answer.length = 0;
    return fine && !output_failed();
}

/* Whether a long answer is not wanted any more: the peer says so, or nobody reads it. */
static bool serving_stopped(void *context)
{
    struct serving *serving = context;
    struct line_input *input = &serving->input;
    struct pollfd polls[] = {{input->ended ? -1 : input->fd, POLLIN, 0}, {STDOUT_FILENO, 0, 0}};
    poll(polls, 2, 0);
    if (polls[0].revents != 0 && input->end - input->begin < LINE_BYTES)
        line_input_fill(input);
    return (polls[1].revents & POLLERR) != 0 || line_input_holds(input, "stop");
}

/* The game. */

catasta_position *serving_start(struct serving *serving, const char *position, struct catasta_fault *fault)
{
    static const char *const names[SERVING_TAGS] = {"Rules", "Size", "Komi", "GameType"};
    struct catasta_pair tags[SERVING_TAGS + 1];
    size_t count = 0;
    for (size_t i = 0; i < SERVING_TAGS; i++)
        if (serving->tags[i][0] != '\0')
            tags[count++] = (struct catasta_pair){names[i], serving->tags[i]};
    if (position != NULL)
        tags[count++] = (struct catasta_pair){"Position", position};
    return catasta_position_start(
        serving->session, serving->named[0] == '\0' ? NULL : serving->named, tags, count, fault);
}

bool serving_begin(struct serving *serving, const char *position)
{
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_position *start = serving_start(serving, position, &fault);
    const bool begun = start != NULL && game_line_begin(&serving->line, start);
    serving->waits = false;
    if (!begun)
        serving_refuse_fault(serving, "there is no such position", &fault);
    return begun;
}

/* Plays the words of REST; false after refusing one of them. */
static bool serving_moves(struct serving *serving, char *rest)
{
    struct catasta_fault fault = {.size = sizeof fault};
    for (char *turn = next_word(&rest); *turn != '\0'; turn = next_word(&rest)) {
        char what[48];
        for (char *at = turn; *at != '\0'; at++)
            *at = *at == '_' ? ' ' : *at;
        snprintf(what, sizeof what, "turn %zu is illegal", serving->line.count + 1);
        if (!game_line_play(&serving->line, turn, &fault)) {
            serving_refuse_fault(serving, what, &fault);
            return false;
        }
    }
    return true;
}

/* Cuts what is before the word "moves" off REST. */
static char *before_moves(char **rest)
{
    char *text = *rest;
    char *moves = text;
    while ((moves = strstr(moves, "moves")) != NULL &&
        ((moves > text && !is_blank(moves[-1])) || (moves[5] != '\0' && !is_blank(moves[5]))))
        moves++;
    char *end = moves == NULL ? text + strlen(text) : moves;
    *rest = moves == NULL ? end : moves + 5;
    while (end > text && is_blank(end[-1]))
        end--;
    *end = '\0';
    return text;
}

void serving_position(struct serving *serving, char *rest, const char *word)
{
    char *position = before_moves(&rest);
    const char *first = next_word(&position);
    const bool given = strcmp(first, word) == 0;
    struct game_line before = serving->line;
    serving->line = (struct game_line){.count = 0};
    bool done = false;
    if (!given && strcmp(first, "startpos") != 0)
        serving_refuse(serving, "after 'position' comes 'startpos' or '%s' and a position", word);
    else
        done = serving_begin(serving, given ? position : NULL) && serving_moves(serving, rest);
    game_line_end(done ? &before : &serving->line);
    if (!done)
        serving->line = before;
}

/* Commands of several protocols. */

bool serving_choose(struct serving *serving, struct buffer *turn)
{
    if (serving->line.now == NULL) {
        serving_refuse(serving, "there is no position");
        return false;
    }
    serving->no_memory |= !thinker_choose(&serving->thinker, serving->line.now, turn);
    return true;
}

void serving_stop(struct serving *serving, char *rest)
{
    struct buffer turn = {.length = 0};
    (void)rest;
    if (serving->waits) {
        serving->waits = false;
        serving_choose(serving, &turn);
        for (size_t i = 0; i < turn.length; i++)
            turn.bytes[i] = turn.bytes[i] == ' ' ? '_' : turn.bytes[i];
        buffer_print(&serving->answer, "bestmove %s\n", turn.length == 0 ? "(none)" : turn.bytes);
    }
    buffer_free(&turn);
}

void serving_go(struct serving *serving, char *rest)
{
    serving->waits = true;
    if (strcmp(next_word(&rest), "infinite") != 0)
        serving_stop(serving, rest);
}

void serving_quit(struct serving *serving, char *rest)
{
    (void)rest;
    serving->over = true;
}

void serving_ready(struct serving *serving, char *rest)
{
    (void)rest;
    buffer_print(&serving->answer, "readyok\n");
}

bool serving_number(const char *text, long most, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return end > text && *end == '\0' && *number >= -most && *number <= most;
}

/* Counts what is quick without looking up; false when it was ended, or when memory ran out. */
enum { QUICK_DEPTH = 2 };
static bool serving_count(
    struct serving *serving, catasta_position *position, unsigned depth, bool top, uint64_t *count)
{
    struct turn_list turns = {.count = 0};
    *count = 0;
    if (!top && depth <= QUICK_DEPTH) {
        serving->no_memory |= !catasta_position_perft(position, depth, count);
        return !serving->no_memory;
    }
    turn_list_fill(&turns, position, "");
    serving->no_memory |= turns.failed;
    bool fine = !turns.failed && !serving_stopped(serving);
    for (size_t i = 0; i < turns.count && fine; i++) {
        catasta_position *after = catasta_position_copy(position);
        const char *text = turns.turns[i].text;
        uint64_t more;
        fine = after != NULL && catasta_position_play(after, text, strlen(text), NULL);
        serving->no_memory |= !fine;
        fine = fine && serving_count(serving, after, depth - 1, false, &more);
        catasta_position_free(after);
        *count += fine ? more : 0;
        for (char *at = turns.turns[i].text; *at != '\0'; at++)
            *at = *at == ' ' ? '_' : *at;
        if (fine && top)
            buffer_print(&serving->answer, "%s: %llu\n", text, (unsigned long long)more);
        fine = fine && (!top || serving_flush(serving));
    }
    turn_list_clear(&turns);
    return fine;
}

void serving_perft(struct serving *serving, unsigned depth)
{
    uint64_t count = 1;
    if (serving->line.now == NULL)
        serving_refuse(serving, "there is no position");
    else if (!catasta_position_perft(serving->line.now, 0, &count))
        serving_refuse(serving, "this game has too many turns to list");
    else if (depth > 0 && !serving_count(serving, serving->line.now, depth, true, &count))
        serving_refuse(serving, "the count was ended");
    else
        buffer_print(&serving->answer, "Nodes searched: %llu\n", (unsigned long long)count);
}

/* The talk. */

static void serving_answer(struct serving *serving, char *line)
{
    const char *names[32];
    size_t count = 0;
    char *rest = line;
    const char *word = next_word(&rest);
    if (*word == '\0')
        return;
    const struct serving_command *row = serving->protocol->commands;
    for (; row->name != NULL && strcmp(row->name, word) != 0; row++)
        names[count++] = row->name;
    const char *near = row->name != NULL ? NULL : catasta_nearest(word, names, count);
    if (row->name != NULL)
        row->run(serving, rest);
    else if (near != NULL)
        serving_refuse(serving, "unknown command; did you mean '%s'?", near);
    else
        serving_refuse(serving, "unknown command");
}

/* Waits for more of the input. */
static void serving_wait(struct line_input *input)
{
    struct pollfd polled = {input->fd, POLLIN, 0};
    if (poll(&polled, 1, -1) > 0)
        line_input_fill(input);
    else if (errno != EINTR)
        input->ended = true, input->error = errno;
}

/* Until the end of the input; a status after complaining. */
static int serving_talk(struct serving *serving)
{
    struct line_input *input = &serving->input;
    enum line_found found = LINE_INCOMPLETE;
    char *line;
    size_t length;
    if (serving->protocol->greet != NULL)
        serving->protocol->greet(serving, NULL);
    while (found != LINE_ENDED && !serving->over && !serving->no_memory && serving_flush(serving)) {
        found = line_input_take(input, &line, &length);
        if (found == LINE_TOO_LONG)
            serving_refuse(serving, "the line is longer than 1 MiB");
        else if (found == LINE_TAKEN && strlen(line) < length)
            serving_refuse(serving, "the line has a zero byte");
        else if (found == LINE_TAKEN)
            serving_answer(serving, line);
        else if (found == LINE_INCOMPLETE)
            serving_wait(input);
        serving->no_memory |= serving->answer.failed;
    }
    if (input->error != 0)
        return complain("cannot read standard input: %s", strerror(input->error));
    return serving->no_memory ? complain("out of memory") : serving_flush(serving) ? CATASTA_OK : CATASTA_FAILED;
}

int run_engine(const struct engine_options *options)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t another = (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 32;
    struct serving serving = {
        .options = options, .session = open_session(options->reading, CATASTA_KEEP_NOTHING, NULL)};
    if (serving.session == NULL)
        return CATASTA_FAILED;
    serving.thinker = (struct thinker){
        options->greedy, options->seed < 0 ? another : (uint64_t)options->seed, serving_stopped, &serving};
    serving.protocol = protocol_for(serving.session, options);
    int status = serving.protocol == NULL ? CATASTA_FAILED : CATASTA_OK;
    if (status == CATASTA_OK && !line_input_open(&serving.input, STDIN_FILENO))
        status = complain("out of memory");
    if (status == CATASTA_OK)
        status = serving_talk(&serving);
    line_input_close(&serving.input);
    game_line_end(&serving.line);
    buffer_free(&serving.answer);
    return close_session(serving.session, status);
}

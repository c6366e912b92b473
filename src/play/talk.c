/* SPDX-License-Identifier: MIT */
#include "play/talk.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A signal that ends the program ends the input: what was typed is not lost. */
static volatile sig_atomic_t ended;

static void end_input(int number)
{
    (void)number;
    ended = 1;
}

static bool fill(struct lines *lines)
{
    ssize_t got = -1;
    while (!ended && (got = read(lines->fd, lines->block, sizeof lines->block)) < 0 && errno == EINTR)
        ;
    lines->error = got < 0 && !ended ? errno : lines->error;
    lines->begin = 0;
    lines->end = got > 0 ? (size_t)got : 0;
    return got > 0 && !ended;
}

bool next_line(struct lines *lines)
{
    bool any = false;
    bool whole = false;
    lines->length = 0;
    lines->too_long = false;
    while (!whole && (lines->begin < lines->end || fill(lines))) {
        char c = lines->block[lines->begin++];
        any = true;
        whole = c == '\n';
        if (!whole && lines->length < LINE_MOST)
            lines->line[lines->length++] = c;
        else
            lines->too_long |= !whole;
    }
    if (lines->length > 0 && lines->line[lines->length - 1] == '\r')
        lines->length--;
    lines->line[lines->length] = '\0';
    return any && !ended;
}

static void put(struct talk *talk, const char *bytes, size_t length)
{
    talk->fine = talk->fine && talk->out.write(talk->out.context, bytes, length);
}

static void put_words(struct talk *talk, const char *words)
{
    put(talk, words, strlen(words));
}

/* The line without the spaces around it. */
static const char *trim(struct lines *lines, size_t *length)
{
    const char *at = lines->line;
    size_t end = lines->length;
    while (end > 0 && (at[end - 1] == ' ' || at[end - 1] == '\t'))
        end--;
    lines->line[end] = '\0';
    size_t begin = strspn(at, " \t");
    *length = end - begin;
    return at + begin;
}

/* Takes a number and the spaces after it from the begin of *LINE; its length. */
static size_t take_number(const char **line, size_t *length)
{
    size_t digits = strspn(*line, "0123456789");
    size_t end = digits + strspn(*line + digits, " \t");
    if (digits == 0 || digits > 9 || (end == digits && end < *length))
        return 0;
    *line += end;
    *length -= end;
    return digits;
}

/* An answer ends with an empty line, and so has none in it: one with a space stands for it. */
static void put_answer(struct talk *talk)
{
    struct growing *answer = &talk->answer;
    while (answer->length > 0 && answer->bytes[answer->length - 1] == '\n')
        answer->length--;
    for (size_t i = 0; i < answer->length; i++) {
        bool empty = i > 1 && answer->bytes[i] == '\n' && answer->bytes[i - 1] == '\n';
        put(talk, empty ? " \n" : answer->bytes + i, empty ? 2 : 1);
    }
}

static void note_memory(struct talk *talk, bool fine)
{
    talk->no_memory |= talk->answer.failed || (!fine && strcmp(talk->draft->id, "play/memory") == 0);
    talk->answer.failed = false;
}

void talk_protocol(struct talk *talk)
{
    struct draft *draft = talk->draft;
    while (talk->fine && !talk->over && next_line(talk->lines)) {
        size_t length;
        const char *line = trim(talk->lines, &length);
        const char *number = line;
        if (length == 0 || line[0] == '#')
            continue;
        size_t digits = take_number(&line, &length);
        talk->answer.length = 0;
        bool fine = !talk->lines->too_long ? talk_command(talk, line, length)
                                           : draft_fail(draft, "play/too-long", "the line is too long");
        if (talk->answer.failed)
            fine = draft_no_memory(draft);
        note_memory(talk, fine);
        put_words(talk, fine ? "=" : "?");
        put(talk, number, digits);
        put_words(talk, fine && talk->answer.length == 0 ? "" : " ");
        if (!fine) {
            talk->answer.length = 0;
            growing_print(&talk->answer, "%s: %s", draft->id, draft->message);
        }
        put_answer(talk);
        put_words(talk, "\n\n");
        talk->fine = talk->fine && !output_failed();
    }
}

/* Writes what is to be said, and forgets it. */
static void speak(struct talk *talk)
{
    put(talk, talk->answer.bytes, talk->answer.length);
    talk->answer.length = 0;
    talk->no_memory |= talk->answer.failed;
    talk->answer.failed = false;
    talk->fine = talk->fine && !output_failed();
}

/* What to do with a game whose file another program has changed. */
static void ask_about_file(struct talk *talk)
{
    size_t length;
    talk->asks = false;
    growing_print(
        &talk->answer, "%s.\nAdd the game to the end of the file as it is now? y yes, n no: ", talk->draft->message);
    speak(talk);
    bool answered = talk->fine && next_line(talk->lines);
    const char *answer = trim(talk->lines, &length);
    talk->declined = !answered || (strcmp(answer, "y") != 0 && strcmp(answer, "yes") != 0);
    growing_say(&talk->answer, talk->declined ? "\nThe file is unchanged; :keep and :write still work.\n" : "\n");
    if (!talk->declined && !draft_keep(talk->draft, true))
        growing_print(&talk->answer, "error: %s\n", talk->draft->message);
    speak(talk);
}

/* What went wrong with a line: a fault of the record, and what can be done about it, or something else. */
static void tell_failure(struct talk *talk)
{
    struct draft *draft = talk->draft;
    struct growing *answer = &talk->answer;
    answer->length = 0;
    if (draft->tried.bytes != NULL && strcmp(draft->id, draft->refused.n.id) == 0) {
        tell_fault(talk);
        growing_say(answer, "Not accepted. Type it again");
        growing_say(answer, draft->refused.n.repairs > 0 ? ", :fix N applies a proposal" : "");
        growing_say(
            answer, draft_can_stand(draft) ? ", or :stood keeps it as an illegal turn that was played.\n" : ".\n");
    } else {
        growing_print(answer, "error: %s\n", draft->message);
    }
}

static void begin_plain(struct talk *talk)
{
    tell_page(talk, CATASTA_PAGE_HEADING);
    tell_turn(talk);
    tell_fault(talk);
    growing_say(&talk->answer, "A line is a turn, or a command; :help lists them.\n");
    speak(talk);
}

static void talk_plain(struct talk *talk)
{
    bool prompts = isatty(talk->lines->fd) != 0;
    begin_plain(talk);
    while (talk->fine && !talk->over) {
        size_t length;
        growing_say(&talk->answer, prompts ? "> " : "");
        speak(talk);
        if (!talk->fine || !next_line(talk->lines))
            return;
        const char *line = trim(talk->lines, &length);
        if (length == 0)
            continue;
        bool fine = talk->lines->too_long ? draft_fail(talk->draft, "play/too-long", "the line is too long")
                                          : talk_line(talk, line, length);
        note_memory(talk, fine);
        if (fine && talk->answer.length > 0 && talk->answer.bytes[talk->answer.length - 1] != '\n')
            growing_say(&talk->answer, "\n");
        if (!fine)
            tell_failure(talk);
        speak(talk);
        if (talk->asks && talk->fine)
            ask_about_file(talk);
    }
}

/* What was typed and is in no file is written in the end; a status after complaining. */
static int end_talk(struct talk *talk)
{
    const struct draft *draft = talk->draft;
    int status = info_of(draft->now.game).errors > 0 ? CATASTA_WRONG : CATASTA_OK;
    bool lost = draft->count > 1 && draft_unsaved(draft);
    if (lost && !talk->protocol) {
        put_words(talk, "\n");
        put(talk, draft->now.bytes, draft->now.length);
        put_words(talk, "\n");
    }
    if (lost && draft->keeping.path != NULL)
        status = complain("the game was not written to %s: %s", draft->keeping.path,
            draft->keeping.error == FILE_CHANGED ? "another program has changed it" : reason_of(draft->keeping.error));
    if (talk->lines->error != 0)
        status = complain("cannot read standard input: %s", strerror(talk->lines->error));
    return talk->no_memory ? complain("out of memory") : status;
}

int run_talk(const struct arguments *arguments)
{
    struct draft draft;
    struct lines *lines = calloc(1, sizeof *lines);
    struct talk talk = {.draft = &draft, .lines = lines, .out = output_sink, .fine = true};
    if (lines == NULL)
        return complain("out of memory");
    lines->fd = STDIN_FILENO;
    talk.protocol = arguments->protocol;
    catch_signals(end_input, 0, false);
    int status = draft_open(&draft, arguments);
    if (status == CATASTA_OK) {
        if (talk.protocol)
            talk_protocol(&talk);
        else
            talk_plain(&talk);
        status = end_talk(&talk);
    }
    if (draft.session != NULL && catasta_session_failed(draft.session))
        status = CATASTA_FAILED;
    growing_free(&talk.answer);
    draft_close(&draft);
    free(lines);
    return status;
}

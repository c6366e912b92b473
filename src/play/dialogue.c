/* SPDX-License-Identifier: MIT */
#include "play/dialogue.h"

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

static bool fill_line(struct lines *lines)
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
    while (!whole && (lines->begin < lines->end || fill_line(lines))) {
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
    return any && !ended;
}

static void put_line(struct dialogue *dialogue, const char *bytes, size_t length)
{
    dialogue->fine = dialogue->fine && dialogue->out.write(dialogue->out.context, bytes, length);
}

static void put_words(struct dialogue *dialogue, const char *words)
{
    put_line(dialogue, words, strlen(words));
}

/* The line without the spaces around it. */
static const char *trim_line(struct lines *lines, size_t *length)
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

/* An answer ends with an empty line, and so has none in it: one with a space takes its place. */
static void put_answer(struct dialogue *dialogue)
{
    struct buffer *answer = &dialogue->answer;
    while (answer->length > 0 && answer->bytes[answer->length - 1] == '\n')
        answer->length--;
    for (size_t i = 0; i < answer->length; i++) {
        bool empty = i > 1 && answer->bytes[i] == '\n' && answer->bytes[i - 1] == '\n';
        put_line(dialogue, empty ? " \n" : answer->bytes + i, empty ? 2 : 1);
    }
}

static void note_memory(struct dialogue *dialogue, bool fine)
{
    dialogue->no_memory |= dialogue->answer.failed || (!fine && strcmp(dialogue->draft->id, "play/memory") == 0);
    dialogue->answer.failed = false;
}

void dialogue_protocol(struct dialogue *dialogue)
{
    struct draft *draft = dialogue->draft;
    while (dialogue->fine && !dialogue->over && next_line(dialogue->lines)) {
        size_t length;
        const char *line = trim_line(dialogue->lines, &length);
        const char *number = line;
        if (length == 0 || line[0] == '#')
            continue;
        size_t digits = take_number(&line, &length);
        dialogue->answer.length = 0;
        bool fine = !dialogue->lines->too_long ? dialogue_command(dialogue, line, length)
                                               : draft_fail(draft, "play/too-long", "the line is too long");
        if (dialogue->answer.failed)
            fine = draft_no_memory(draft);
        note_memory(dialogue, fine);
        put_words(dialogue, fine ? "=" : "?");
        put_line(dialogue, number, digits);
        put_words(dialogue, fine && dialogue->answer.length == 0 ? "" : " ");
        if (!fine) {
            dialogue->answer.length = 0;
            buffer_print(&dialogue->answer, "%s: %s", draft->id, draft->message);
        }
        put_answer(dialogue);
        put_words(dialogue, "\n\n");
        dialogue->fine = dialogue->fine && !output_failed();
    }
}

/* Writes what is to be said, and forgets it. */
static void flush_answer(struct dialogue *dialogue)
{
    put_line(dialogue, dialogue->answer.bytes, dialogue->answer.length);
    dialogue->answer.length = 0;
    dialogue->no_memory |= dialogue->answer.failed;
    dialogue->answer.failed = false;
    dialogue->fine = dialogue->fine && !output_failed();
}

/* What to do with a game whose file another program has changed. */
static void ask_about_file(struct dialogue *dialogue)
{
    size_t length;
    dialogue->asks = false;
    buffer_print(&dialogue->answer,
        "%s.\nAdd the game to the end of the file as it is now? y yes, n no: ", dialogue->draft->message);
    flush_answer(dialogue);
    bool answered = dialogue->fine && next_line(dialogue->lines);
    const char *answer = trim_line(dialogue->lines, &length);
    dialogue->declined = !answered || (strcmp(answer, "y") != 0 && strcmp(answer, "yes") != 0);
    buffer_say(
        &dialogue->answer, dialogue->declined ? "\nThe file is unchanged; :keep and :write still work.\n" : "\n");
    if (!dialogue->declined && !draft_keep(dialogue->draft, true))
        buffer_print(&dialogue->answer, "error: %s\n", dialogue->draft->message);
    flush_answer(dialogue);
}

/* What went wrong with a line: a fault of the record, and what can be done about it, or something else. */
static void tell_failure(struct dialogue *dialogue)
{
    struct draft *draft = dialogue->draft;
    struct buffer *answer = &dialogue->answer;
    answer->length = 0;
    if (draft->tried.bytes != NULL && strcmp(draft->id, draft->refused.n.id) == 0) {
        tell_fault(dialogue);
        buffer_say(answer, "Not accepted. Type it again");
        buffer_say(answer, draft->refused.n.repairs > 0 ? ", :fix N applies a proposal" : "");
        buffer_say(
            answer, draft_can_stand(draft) ? ", or :stood keeps it as an illegal turn that was played.\n" : ".\n");
    } else {
        buffer_print(answer, "error: %s\n", draft->message);
    }
}

static void begin_plain(struct dialogue *dialogue)
{
    tell_page(dialogue, CATASTA_PAGE_HEADING);
    tell_turn(dialogue);
    tell_fault(dialogue);
    buffer_say(&dialogue->answer, "A line is a turn, or a command; :help lists them.\n");
    flush_answer(dialogue);
}

static void make_plain(struct dialogue *dialogue)
{
    bool prompts = isatty(dialogue->lines->fd) != 0;
    begin_plain(dialogue);
    while (dialogue->fine && !dialogue->over) {
        size_t length;
        buffer_say(&dialogue->answer, prompts ? "> " : "");
        flush_answer(dialogue);
        if (!dialogue->fine || !next_line(dialogue->lines))
            return;
        const char *line = trim_line(dialogue->lines, &length);
        if (length == 0)
            continue;
        bool fine = dialogue->lines->too_long ? draft_fail(dialogue->draft, "play/too-long", "the line is too long")
                                              : dialogue_line(dialogue, line, length);
        note_memory(dialogue, fine);
        if (fine && dialogue->answer.length > 0 && dialogue->answer.bytes[dialogue->answer.length - 1] != '\n')
            buffer_say(&dialogue->answer, "\n");
        if (!fine)
            tell_failure(dialogue);
        flush_answer(dialogue);
        if (dialogue->asks && dialogue->fine)
            ask_about_file(dialogue);
    }
}

/* What was typed and is not in a file is written in the end; a status after complaining. */
static int end_dialogue(struct dialogue *dialogue)
{
    const struct draft *draft = dialogue->draft;
    int status = info_of(draft->now.game).errors > 0 ? CATASTA_WRONG : CATASTA_OK;
    bool lost = draft->count > 1 && draft_unsaved(draft);
    if (lost && !dialogue->protocol) {
        put_words(dialogue, "\n");
        put_line(dialogue, draft->now.bytes, draft->now.length);
        put_words(dialogue, "\n");
    }
    if (lost && draft->file.path != NULL)
        status = complain("the game was not written to %s: %s", draft->file.path,
            draft->file.error == FILE_CHANGED ? "another program has changed it" : reason_of(draft->file.error));
    if (dialogue->lines->error != 0)
        status = complain("cannot read standard input: %s", strerror(dialogue->lines->error));
    return dialogue->no_memory ? complain("out of memory") : status;
}

int run_dialogue(const struct draft_options *options, bool protocol)
{
    struct draft draft;
    struct lines *lines = calloc(1, sizeof *lines);
    struct dialogue dialogue = {.draft = &draft, .lines = lines, .out = output_sink, .fine = true};
    if (lines == NULL)
        return complain("out of memory");
    lines->fd = STDIN_FILENO;
    dialogue.protocol = protocol;
    catch_signals(end_input, false);
    int status = draft_open(&draft, options);
    if (status == CATASTA_OK) {
        if (dialogue.protocol)
            dialogue_protocol(&dialogue);
        else
            make_plain(&dialogue);
        status = end_dialogue(&dialogue);
    }
    if (draft.session != NULL && catasta_session_failed(draft.session))
        status = CATASTA_FAILED;
    buffer_free(&dialogue.answer);
    draft_close(&draft);
    free(lines);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* What is found in a share of a run, on its way to the whole of it: chunks, each what was found in (a part of) a task,
   in their order.

       file part begin end count text unusable\n    of the task, whether it is a part of a file; lengths of what follows
       …\n                                          COUNT lines, each the numbers of a struct found
       the text, with its marks, and the names of rulesets

   All of them come to take_findings once those of the shares before it are there, and so nothing that is known only
   then has to be known now: numbers of games, matches, which parts are void. */
#include "library/checking.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NUMBERS = 15, TAKEN_AT_ONCE = 64 * 1024 };

static void add_numbers(struct text *text, const uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        text_printf(text, "%llu%c", (unsigned long long)numbers[i], i + 1 < count ? ' ' : '\n');
}

static void add_found(const struct found *found, struct text *text)
{
    const struct catasta_tally *tally = &found->tally;
    const uint64_t numbers[NUMBERS] = {tally->games, tally->illegal, tally->plies, tally->errors, tally->cascaded,
        tally->warnings, tally->notes, tally->expected, found->bytes, found->passed, found->text, found->unusable,
        (uint64_t)found->error, found->ends, found->noted};
    add_numbers(text, numbers, NUMBERS);
}

bool partial_write(struct pool *pool, struct task *task)
{
    const struct catasta_sink *sink = pool->check->partial;
    const struct catasta_check *check = pool->check;
    struct findings *findings = &task->findings;
    const uint64_t head[] = {task->file, task->divided, task->begin, task->end, findings->count, findings->text.length,
        findings->unusable.length};
    SCOPED(text, text);
    bool passed = is_void(pool, task);
    if (!passed)
        move_to(pool, task->file, task->end);
    add_numbers(&text, head, sizeof head / sizeof head[0]);
    for (size_t i = 0; i < findings->count; i++) {
        struct found *found = &findings->list[i];
        add_found(found, &text);
        pool->bytes += found->bytes;
        if (found->error != 0 && !passed && pool->error == 0) {
            pool->error = found->error;
            if (check->done != NULL)
                check->done(check->context, task->file, found->unopened ? NULL : &pool->found, found->error);
        }
    }
    text_printf(&text, "%pS%pS", SLICE(&findings->text), SLICE(&findings->unusable));
    pool->refused = text.failed || findings->text.failed || findings->unusable.failed ||
        !sink->write(sink->context, text.bytes, text.length);
    findings->count = 0;
    text_clear(&findings->text);
    text_clear(&findings->unusable);
    if (check->progress != NULL)
        check->progress(check->context, pool->bytes);
    return !pool->refused && pool->error == 0;
}

/* Reading. */

static bool take_number(FILE *file, int end, uint64_t *number)
{
    int c;
    *number = 0;
    for (unsigned digits = 0; (c = getc(file)) >= '0' && c <= '9'; digits++) {
        if (*number > UINT64_MAX / 10 - 1)
            return false;
        *number = 10 * *number + (uint64_t)(c - '0');
    }
    return c == end;
}

static bool take_numbers(FILE *file, uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!take_number(file, i + 1 < count ? ' ' : '\n', &numbers[i]))
            return false;
    return true;
}

/* What a file promises it may not have: memory is taken as bytes come. */
static bool take_text(FILE *file, uint64_t length, struct text *text)
{
    char block[TAKEN_AT_ONCE];
    while (length > 0) {
        size_t got = fread(block, 1, length < sizeof block ? (size_t)length : sizeof block, file);
        if (got == 0)
            return false;
        text_add(text, (struct slice){block, got});
        length -= got;
    }
    return !text->failed;
}

static bool take_found(FILE *file, struct findings *findings, const uint64_t *lengths)
{
    struct found *found = &findings->list[findings->count];
    const struct found *before = findings->count == 0 ? NULL : found - 1;
    uint64_t n[NUMBERS];
    if (!take_numbers(file, n, NUMBERS) || n[10] > lengths[0] || n[11] > lengths[1] || n[12] > INT32_MAX || n[13] > 1 ||
        n[14] > NOTED_ALL || (before != NULL && (n[10] < before->text || n[11] < before->unusable)))
        return false;
    *found = (struct found){
        .tally = {sizeof found->tally, n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]},
        .bytes = n[8],
        .passed = n[9],
        .text = (size_t)n[10],
        .unusable = (size_t)n[11],
        .error = (int)n[12],
        .ends = n[13] != 0,
        .noted = (unsigned)n[14],
    };
    findings->count++;
    return true;
}

/* The next chunk; false with errno 0 at the end or a '=', else EBADMSG or ENOMEM. */
static bool take_chunk(FILE *file, const struct pool *pool, struct task *task)
{
    struct findings *findings = &task->findings;
    uint64_t head[7];
    int c = getc(file);
    errno = 0;
    if (c == EOF || c == '=')
        return false;
    ungetc(c, file);
    errno = EBADMSG;
    if (!take_numbers(file, head, sizeof head / sizeof head[0]) || head[0] >= pool->file_count || head[1] > 1 ||
        head[4] > FOUND_MOST)
        return false;
    task->file = (size_t)head[0];
    task->divided = head[1] != 0;
    task->begin = head[2];
    task->end = head[3];
    for (size_t i = 0; i < head[4]; i++)
        if (!take_found(file, findings, &head[5]))
            return false;
    bool taken = take_text(file, head[5], &findings->text) && take_text(file, head[6], &findings->unusable);
    errno = findings->text.failed || findings->unusable.failed ? ENOMEM : EBADMSG;
    return taken;
}

/* A part that was void to its share, and so was not read to its end, may be wanted after all: if a share begins in what
   only looks like a record. */
static bool is_cut_off(const struct pool *pool, const struct task *task)
{
    for (size_t i = 0; i < task->findings.count; i++)
        if (task->findings.list[i].error == ECANCELED)
            return !is_void(pool, task);
    return false;
}

static bool pass_header(FILE *file)
{
    int before = '\n';
    for (int c = getc(file); c != EOF; before = c, c = getc(file))
        if (c == '\n' && before == '\n')
            return true;
    return false;
}

bool partial_take(struct pool *pool, const char *name)
{
    struct task *task = &pool->tasks[0];
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return false;
    bool go_on = pass_header(file);
    errno = go_on ? 0 : EBADMSG;
    while (go_on && take_chunk(file, pool, task)) {
        if (is_cut_off(pool, task)) {
            errno = ECANCELED;
            break;
        }
        go_on = take_findings(pool, task);
        errno = 0;
    }
    int error = errno;
    fclose(file);
    errno = error;
    return go_on && error == 0;
}

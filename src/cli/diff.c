/* SPDX-License-Identifier: MIT */
/* A unified diff of two files, in bounded memory and in time that follows their length.

   It goes from one difference to the next, by Myers' greedy algorithm: the fewest lines to take out and put in up to
   where a few in a row are equal again.  Where that would be too many it goes on from the place to which about as many
   bytes lead in both files: then a hunk is larger than it need be, but as right. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Lines around a change; equal ones after it; changes up to there; lines that are looked at. */
enum { CONTEXT = 3, IN_A_ROW = 4, CHANGES_MOST = 200, WINDOW = 4096, NOWHERE = -1 };

struct diff_side {
    char *bytes;
    size_t length;
    size_t passed; /* lines before the window */
    size_t next;   /* the line in the window that is not written yet */
    size_t loaded;
    size_t ends[WINDOW + 1]; /* of the line before the window, and of those in it */
};

struct diff {
    struct diff_side side[2];
    FILE *body; /* of the hunk */
    uint64_t written;
    bool open;          /* there is a hunk */
    size_t begin[2];    /* lines before it */
    size_t count[2];    /* lines in it */
    size_t equal;       /* lines after the last change, or as many as go before the next one */
    size_t equal_begin; /* in the old file */
    int reached[CHANGES_MOST + 1][2 * CHANGES_MOST + 3]; /* lines of the old file, by changes and diagonal */
};

static size_t line_end(const struct diff_side *side, size_t at)
{
    const char *newline = memchr(side->bytes + at, '\n', side->length - at);
    return newline == NULL ? side->length : (size_t)(newline + 1 - side->bytes);
}

/* Whether SIDE has line I of its window. */
static bool load(struct diff_side *side, size_t i)
{
    for (; side->loaded <= i && side->loaded < WINDOW && side->ends[side->loaded] < side->length; side->loaded++)
        side->ends[side->loaded + 1] = line_end(side, side->ends[side->loaded]);
    return i < side->loaded;
}

/* Takes the lines that are written out of the window. */
static void pass(struct diff_side *side)
{
    side->loaded -= side->next;
    memmove(side->ends, side->ends + side->next, (side->loaded + 1) * sizeof *side->ends);
    side->passed += side->next;
    side->next = 0;
}

/* Writes the line at AT; returns where it ends. */
static size_t put_line(struct diff *diff, char mark, const struct diff_side *side, size_t at)
{
    static const char note[] = "\n\\ No newline at end of file\n";
    size_t end = line_end(side, at);
    diff->written += fwrite(&mark, 1, 1, diff->body) + fwrite(side->bytes + at, 1, end - at, diff->body);
    if (side->bytes[end - 1] != '\n')
        diff->written += fwrite(note, 1, strlen(note), diff->body);
    return end;
}

static void put_context(struct diff *diff, size_t count)
{
    diff->count[0] += count;
    diff->count[1] += count;
    for (size_t at = diff->equal_begin; count > 0; count--)
        at = put_line(diff, ' ', &diff->side[0], at);
}

static bool end_hunk(struct diff *diff)
{
    if (!diff->open)
        return true;
    put_context(diff, diff->equal < CONTEXT ? diff->equal : CONTEXT);
    diff->open = false;
    if (fflush(diff->body) != 0)
        return false;
    print("@@ -%zu,%zu +%zu,%zu @@\n", diff->begin[0] + (diff->count[0] > 0), diff->count[0],
        diff->begin[1] + (diff->count[1] > 0), diff->count[1]);
    return copy_file(diff->body, diff->written, &output_sink) && fseek(diff->body, 0, SEEK_SET) == 0;
}

/* The next line of one file, which is not in the other. */
static void put_change(struct diff *diff, unsigned which)
{
    struct diff_side *side = &diff->side[which];
    for (unsigned i = 0; i < 2 && !diff->open; i++) {
        diff->begin[i] = diff->side[i].passed + diff->side[i].next - diff->equal;
        diff->count[i] = 0;
    }
    diff->written = diff->open ? diff->written : 0;
    diff->open = true;
    put_context(diff, diff->equal);
    diff->equal = 0;
    put_line(diff, which == 0 ? '-' : '+', side, side->ends[side->next++]);
    diff->count[which]++;
}

static bool is_same(const struct diff_side *old, size_t i, const struct diff_side *new, size_t j)
{
    size_t length = old->ends[i + 1] - old->ends[i];
    return length == new->ends[j + 1] - new->ends[j] &&
        memcmp(old->bytes + old->ends[i], new->bytes + new->ends[j], length) == 0;
}

/* The next COUNT lines, which both files have. */
static bool put_same(struct diff *diff, int count)
{
    struct diff_side *old = &diff->side[0];
    for (; count > 0; count--) {
        if (diff->equal++ == 0)
            diff->equal_begin = old->ends[old->next];
        old->next++;
        diff->side[1].next++;
        if (diff->equal > (size_t)2 * CONTEXT && !end_hunk(diff))
            return false;
        for (; !diff->open && diff->equal > CONTEXT; diff->equal--)
            diff->equal_begin = line_end(old, diff->equal_begin);
    }
    return true;
}

/* How far the old file is reached on DIAGONAL with CHANGES, by a line more of it or, *ADDS, of the new one; before any
   equal lines. */
static int step(const struct diff *diff, int changes, int diagonal, bool *adds)
{
    const int *last = &diff->reached[changes - 1][CHANGES_MOST + 1 + diagonal];
    *adds = diagonal == -changes || (diagonal != changes && last[-1] < last[1]);
    return *adds ? last[1] : last[-1] == NOWHERE ? NOWHERE : last[-1] + 1;
}

/* Writes the way to DIAGONAL with CHANGES. */
static bool put_way(struct diff *diff, int changes, int diagonal)
{
    bool adds[CHANGES_MOST + 1];
    int same[CHANGES_MOST + 1];
    bool fine = true;
    for (int i = changes; i >= 0; i--) {
        int at = diff->reached[i][CHANGES_MOST + 1 + diagonal];
        same[i] = i == 0 ? at : at - step(diff, i, diagonal, &adds[i]);
        diagonal += i > 0 && adds[i] ? 1 : -1;
    }
    for (int i = 0; i <= changes && fine; i++) {
        if (i > 0)
            put_change(diff, adds[i]);
        fine = put_same(diff, same[i]);
    }
    pass(&diff->side[0]);
    pass(&diff->side[1]);
    return fine;
}

/* Writes up to where both files are the same again. */
static bool put_difference(struct diff *diff)
{
    struct diff_side *old = &diff->side[0];
    struct diff_side *new = &diff->side[1];
    int best = 0;
    for (unsigned i = 0; i < 2; i++)
        if (!load(&diff->side[1 - i], 0)) { /* the rest is in one file only */
            while (load(&diff->side[i], diff->side[i].next))
                put_change(diff, i);
            pass(&diff->side[i]);
            return true;
        }
    for (int changes = 0; changes <= CHANGES_MOST; changes++) {
        int *reached = &diff->reached[changes][CHANGES_MOST + 1];
        size_t least = SIZE_MAX;
        reached[-changes - 1] = reached[changes + 1] = NOWHERE;
        for (int k = -changes; k <= changes; k += 2) {
            bool adds;
            int at = changes == 0 ? 0 : step(diff, changes, k, &adds);
            size_t i = (size_t)at;
            size_t j = (size_t)(at - k);
            reached[k] = NOWHERE;
            if (at == NOWHERE || at < k || (i > 0 && !load(old, i - 1)) || (j > 0 && !load(new, j - 1)))
                continue;
            while (load(old, i) && load(new, j) && is_same(old, i, new, j))
                i++, j++;
            reached[k] = (int)i;
            if (i - (size_t)at >= IN_A_ROW || (!load(old, i) && !load(new, j)))
                return put_way(diff, changes, k);
            size_t a = old->ends[i] - old->ends[0];
            size_t b = new->ends[j] - new->ends[0];
            size_t apart = a < b ? b - a : a - b;
            best = apart < least ? k : best;
            least = apart < least ? apart : least;
        }
    }
    return put_way(diff, CHANGES_MOST, best);
}

static bool map(struct diff_side *side, FILE *file)
{
    struct stat found;
    if (fstat(fileno(file), &found) != 0)
        return false;
    side->length = (size_t)found.st_size;
    side->bytes = side->length == 0 ? NULL : mmap(NULL, side->length, PROT_READ, MAP_PRIVATE, fileno(file), 0);
    return side->bytes != MAP_FAILED;
}

static void unmap(struct diff_side *side)
{
    if (side->bytes != NULL && side->bytes != MAP_FAILED)
        munmap(side->bytes, side->length);
}

bool print_diff(const char *name, FILE *old, FILE *new)
{
    struct diff *diff = calloc(1, sizeof *diff);
    if (diff == NULL)
        return false;
    diff->body = tmpfile();
    bool fine = diff->body != NULL && map(&diff->side[0], old) && map(&diff->side[1], new);
    for (unsigned i = 0; i < 2 && fine; i++) {
        print(i == 0 ? "--- " : "+++ ");
        print_name(name);
        print("\n");
    }
    while (fine && (load(&diff->side[0], 0) || load(&diff->side[1], 0)))
        fine = put_difference(diff);
    fine = fine && end_hunk(diff) && ferror(diff->body) == 0;
    int error = errno;
    if (diff->body != NULL)
        fclose(diff->body);
    unmap(&diff->side[0]);
    unmap(&diff->side[1]);
    free(diff);
    errno = error;
    return fine;
}

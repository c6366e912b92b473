/* SPDX-License-Identifier: MIT */
/* Not to be read by whoever writes the rules that read records: see habits.h. */
#include "support/habits.h"

#include "support/slips.h"

enum { TRIES = 50, SAFE_ROUNDS = 2 };

/* A round of what is typed, from BEGIN to END, that has a turn of every seat; false when there is
   none between the first rounds and the last. */
static bool draw_round(struct sheet *sheet, unsigned *begin, unsigned *end)
{
    const struct moves *moves = &sheet->typed;
    for (unsigned tries = 0; tries < TRIES && moves->count > 0; tries++) {
        unsigned at = random_below(&sheet->random, moves->count);
        while (at > 0 && moves->list[at].number == moves->list[at - 1].number)
            at--;
        *begin = at;
        while (at < moves->count && moves->list[at].number == moves->list[*begin].number)
            at++;
        *end = at;
        if (*end - *begin == sheet->played->players && moves->list[*begin].number > SAFE_ROUNDS &&
            *end + sheet->played->players <= moves->count)
            return true;
    }
    return false;
}

/* Takes the moves from BEGIN to END out of what is typed; COUNTED: the numbers run on. */
static void take_out(struct sheet *sheet, unsigned begin, unsigned end, bool counted)
{
    struct moves *moves = &sheet->typed;
    uint32_t rounds = moves->list[end].number - moves->list[begin].number;
    for (unsigned i = end; i < moves->count; i++) {
        moves->list[i - (end - begin)] = moves->list[i];
        moves->list[i - (end - begin)].number -= counted ? rounds : 0;
    }
    moves->count -= end - begin;
    sheet->hole = begin;
    sheet->hole_length = end - begin;
}

/* Comments of turns that are not typed cannot be found again. */
static void forget_remarks(struct sheet *sheet)
{
    for (unsigned i = 0; i < sheet->truth.count; i++)
        sheet->truth.list[i].remark = (struct slice){"", 0};
    for (unsigned i = 0; i < sheet->typed.count; i++)
        sheet->typed.list[i].remark = (struct slice){"", 0};
}

bool block_round_missing(struct sheet *sheet, const struct habit *habit)
{
    unsigned begin, end;
    if (!draw_round(sheet, &begin, &end))
        return false;
    forget_remarks(sheet);
    take_out(sheet, begin, end, habit->n != 0);
    return true;
}

bool block_two_missing(struct sheet *sheet, const struct habit *habit)
{
    unsigned begin, end;
    if (!draw_round(sheet, &begin, &end) || end - begin < 2)
        return false;
    (void)habit;
    forget_remarks(sheet);
    begin++;
    take_out(sheet, begin, begin + 2, false);
    return true;
}

bool block_row_twice(struct sheet *sheet, const struct habit *habit)
{
    struct moves *moves = &sheet->typed;
    unsigned begin, end;
    if (!draw_round(sheet, &begin, &end) || moves->count + end - begin > SHEET_MOVES)
        return false;
    unsigned length = end - begin;
    sheet->extra = true;
    for (unsigned i = moves->count; i-- > begin;) {
        moves->list[i + length] = moves->list[i];
        moves->list[i + length].number += habit->n;
    }
    for (unsigned i = begin; i < end; i++)
        moves->list[i].remark = (struct slice){"", 0};
    for (unsigned i = begin; i < end; i++)
        moves->list[i + length].number = moves->list[i].number + habit->n;
    moves->count += length;
    sheet->loose = true;
    return true;
}

static void exchange(struct move *a, struct move *b)
{
    struct slice text = a->text;
    a->text = b->text;
    b->text = text;
}

bool block_rows_exchanged(struct sheet *sheet, const struct habit *habit)
{
    unsigned begin, end;
    (void)habit;
    if (!draw_round(sheet, &begin, &end))
        return false;
    unsigned length = end - begin;
    forget_remarks(sheet);
    for (unsigned i = begin; i < end; i++) {
        if (end + length > sheet->typed.count || sheet->typed.list[i + length].seat != sheet->typed.list[i].seat)
            return false;
        exchange(&sheet->typed.list[i], &sheet->typed.list[i + length]);
    }
    return true;
}

/* The first two columns exchanged, in one row or from one row on. */
bool block_columns(struct sheet *sheet, const struct habit *habit)
{
    struct moves *moves = &sheet->typed;
    unsigned begin, end;
    if (sheet->played->players != 2 || !draw_round(sheet, &begin, &end))
        return false;
    forget_remarks(sheet);
    for (unsigned i = begin; i + 1 < (habit->n != 0 ? moves->count : end); i += 2)
        exchange(&moves->list[i], &moves->list[i + 1]);
    return habit->n == 0 || moves->count % 2 == 0;
}

bool block_first_missing(struct sheet *sheet, const struct habit *habit)
{
    unsigned last = habit->n;
    unsigned end = 0;
    while (end < sheet->typed.count && sheet->typed.list[end].number <= last)
        end++;
    if (end == sheet->typed.count || end == 0)
        return false;
    forget_remarks(sheet);
    take_out(sheet, 0, end, false);
    sheet->unrecoverable = true;
    return true;
}

bool block_brace(struct sheet *sheet, const struct habit *habit)
{
    static const char *const words[] = {"Anna took her time", "a good turn", "Ben smiled"};
    struct moves *moves = &sheet->typed;
    unsigned first = 2 + random_below(&sheet->random, moves->count);
    unsigned apart = habit->n + random_below(&sheet->random, 3);
    if (first + apart >= moves->count)
        return false;
    forget_remarks(sheet);
    for (unsigned i = 0; i < 2; i++) {
        unsigned at = first + i * apart;
        struct slice remark = slice_of(words[(first + i) % 3]);
        sheet->truth.list[at].remark = moves->list[at].remark = remark;
    }
    moves->list[first].open = true;
    return true;
}

/* Makes a slip within the turn at INDEX. */
static bool slip_turn(struct sheet *sheet, unsigned index)
{
    struct words *words = arena_alloc(sheet->arena, 2 * sizeof *words);
    struct move *move = &sheet->typed.list[index];
    struct text text;
    bool good = false;
    text_init(&text);
    words->count = sheet->played->moves.count;
    for (unsigned i = 0; i < words->count; i++)
        words->list[i] = (struct word){.text = sheet->played->moves.list[i].text};
    for (unsigned tries = 0; tries < TRIES && !good; tries++) {
        const struct slip *slip = &slips[random_below(&sheet->random, SLIPS)];
        good = slip->turn != NULL && slip_make(slip, words, index, &sheet->random, &words[1], &text);
    }
    if (good) {
        move->meant = move->text;
        move->text = arena_copy(sheet->arena, text_slice(&text));
    }
    text_release(&text);
    return good;
}

bool block_slips(struct sheet *sheet, const struct habit *habit)
{
    unsigned count = sheet->typed.count;
    if (count < habit->n + 3)
        return false;
    unsigned at = 1 + random_below(&sheet->random, count - habit->n - 1);
    for (unsigned i = 0; i < habit->n; i++)
        if (!slip_turn(sheet, at + i))
            return false;
    return true;
}

/* Another result than that of the board, beside a slip. */
bool block_result(struct sheet *sheet, const struct habit *habit)
{
    const char *other = slice_is(sheet->result, "1-0") ? "0-1" : "1-0";
    if (!sheet->played->over || sheet->played->book->game->result.scoring != SCORE_WIN || !block_slips(sheet, habit))
        return false;
    sheet->typed_result = slice_of(other);
    sheet->result_wrong = true;
    return true;
}

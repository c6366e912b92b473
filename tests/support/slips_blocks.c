/* SPDX-License-Identifier: MIT */
/* Slips in rounds, of several turns, and in comments. */
#include "support/slips.h"

/* Where the round of the turn INDEX begins, and where it ends; false where it is not as long as the first. */
static bool find_round(const struct words *words, unsigned index, unsigned *begin, unsigned *end)
{
    unsigned first = 1;
    while (first < words->count && words->list[first].number == 0)
        first++;
    while (index > 0 && words->list[index].number == 0)
        index--;
    *begin = index;
    for (index++; index < words->count && words->list[index].number == 0;)
        index++;
    *end = index;
    return *end - *begin == first && words->list[*begin].number != 0;
}

static void take_out(struct words *words, unsigned begin, unsigned end)
{
    memmove(words->list + begin, words->list + end, (words->count - end) * sizeof *words->list);
    words->count -= end - begin;
}

static void take_out_texts(struct words *words, unsigned begin, unsigned end)
{
    words->count -= end - begin;
    for (unsigned i = begin; i < words->count; i++)
        words->list[i].text = words->list[i + end - begin].text;
}

bool block_leave_round(struct words *words, unsigned index, struct random *random, struct text *text)
{
    unsigned begin;
    unsigned end;
    (void)random;
    (void)text;
    if (!find_round(words, index, &begin, &end) || begin == 0 || end == words->count)
        return false;
    take_out(words, begin, end);
    return true;
}

bool block_leave_round_unnoticed(struct words *words, unsigned index, struct random *random, struct text *text)
{
    unsigned begin;
    unsigned end;
    (void)random;
    (void)text;
    if (!find_round(words, index, &begin, &end) || end == words->count)
        return false;
    take_out_texts(words, begin, end);
    return true;
}

bool block_leave_two(struct words *words, unsigned index, struct random *random, struct text *text)
{
    (void)random;
    (void)text;
    if (index + 2 >= words->count)
        return false;
    take_out_texts(words, index, index + 2);
    return true;
}

bool block_twice(struct words *words, unsigned index, struct random *random, struct text *text)
{
    unsigned begin;
    unsigned end;
    bool counted = random_once_in(random, 2);
    (void)text;
    if (!find_round(words, index, &begin, &end) || words->count + end - begin > RECORDED_TURNS)
        return false;
    unsigned length = end - begin;
    memmove(words->list + end, words->list + begin, (words->count - begin) * sizeof *words->list);
    words->count += length;
    for (unsigned i = end; counted && i < words->count; i++)
        words->list[i].number += words->list[i].number != 0;
    return true;
}

bool block_swap_rounds(struct words *words, unsigned index, struct random *random, struct text *text)
{
    unsigned begin;
    unsigned middle;
    unsigned end;
    struct word first[RECORDED_TURNS];
    bool numbers = random_once_in(random, 2);
    (void)text;
    if (!find_round(words, index, &begin, &middle) || middle == words->count ||
        !find_round(words, middle, &middle, &end))
        return false;
    unsigned length = middle - begin;
    memcpy(first, words->list + begin, length * sizeof *first);
    memmove(words->list + begin, words->list + middle, length * sizeof *first);
    memcpy(words->list + middle, first, length * sizeof *first);
    uint32_t number = words->list[begin].number;
    if (!numbers) {
        words->list[begin].number = words->list[middle].number;
        words->list[middle].number = number;
    }
    return true;
}

static void reverse(struct words *words, unsigned begin, unsigned end)
{
    for (end--; begin < end; begin++, end--) {
        struct slice text = words->list[begin].text;
        words->list[begin].text = words->list[end].text;
        words->list[end].text = text;
    }
}

bool block_reverse_round(struct words *words, unsigned index, struct random *random, struct text *text)
{
    unsigned begin;
    unsigned end;
    (void)random;
    (void)text;
    if (!find_round(words, index, &begin, &end))
        return false;
    reverse(words, begin, end);
    return true;
}

bool block_reverse_rounds(struct words *words, unsigned index, struct random *random, struct text *text)
{
    unsigned begin;
    unsigned end;
    unsigned rounds = 0;
    (void)random;
    (void)text;
    for (; index < words->count && find_round(words, index, &begin, &end); index = end, rounds++)
        reverse(words, begin, end);
    return rounds > 1;
}

bool block_swallow(struct words *words, unsigned index, struct random *random, struct text *text)
{
    static const char *const remarks[] = {"a good one", "he thought for long", "better was another", "R. H."};
    unsigned last = index + 1 + random_below(random, 4);
    struct slice turns[2];
    if (last + 1 >= words->count)
        return false;
    text_add(text, words->list[index].text);
    text_printf(text, " {%s", remarks[random_below(random, 4)]);
    size_t length = text->length;
    text_add(text, words->list[last].text);
    text_add_string(text, " {a slip}");
    turns[0] = (struct slice){text->bytes, length};
    turns[1] = (struct slice){text->bytes + length, text->length - length};
    words->list[index].text = turns[0];
    words->list[last].text = turns[1];
    return true;
}

bool block_two_slips(struct words *words, unsigned index, struct random *random, struct text *text)
{
    struct text one;
    size_t ends[2];
    unsigned made = 0;
    if (index + 1 >= words->count)
        return false;
    text_init(&one);
    for (unsigned tries = 0; made < 2 && tries < 100; tries++) {
        const struct slip *slip = &slips[random_below(random, SLIPS_OF_TURNS)];
        struct slice turn = words->list[index + made].text;
        text_clear(&one);
        if (slip->turn == NULL || !slip->turn(words, turn, random, &one) || slice_equal(text_slice(&one), turn))
            continue;
        text_add(text, text_slice(&one));
        ends[made++] = text->length;
    }
    text_release(&one);
    if (made < 2)
        return false;
    words->list[index].text = (struct slice){text->bytes, ends[0]};
    words->list[index + 1].text = (struct slice){text->bytes + ends[0], ends[1] - ends[0]};
    return true;
}

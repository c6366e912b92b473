/* SPDX-License-Identifier: MIT */
#include "support/slips.h"

#include <ctype.h>

/* TURN with REMOVED bytes at AT replaced by ENTRY_ADDED. */
static bool put(struct text *text, struct slice turn, size_t at, size_t removed, const char *added)
{
    text_add(text, (struct slice){turn.at, at});
    text_add_string(text, added);
    text_add(text, (struct slice){turn.at + at + removed, turn.length - at - removed});
    return true;
}

static bool swap_characters(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    (void)game;
    if (turn.length < 2)
        return false;
    size_t at = random_below(random, turn.length - 1);
    const char pair[] = {turn.at[at + 1], turn.at[at], 0};
    return pair[0] != pair[1] && put(text, turn, at, 2, pair);
}

static bool drop_character(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    (void)game;
    return turn.length > 1 && put(text, turn, random_below(random, turn.length), 1, "");
}

static bool double_character(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    (void)game;
    size_t at = random_below(random, turn.length);
    const char again[] = {turn.at[at], 0};
    return put(text, turn, at, 0, again);
}

static bool change_case(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    (void)game;
    size_t at = random_below(random, turn.length);
    int c = (unsigned char)turn.at[at];
    const char other[] = {(char)(islower(c) ? toupper(c) : tolower(c)), 0};
    return isalpha(c) && put(text, turn, at, 1, other);
}

static bool add_blank(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    (void)game;
    return turn.length > 1 && put(text, turn, 1 + random_below(random, turn.length - 1), 0, " ");
}

/* For signs between two parts of the turn, or the first of them: "e3 d4", "R3>1 O3>2". */
static bool part_by_blank(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    (void)game;
    size_t begin = random_below(random, turn.length);
    size_t end = begin;
    while (begin > 0 && ispunct((unsigned char)turn.at[begin - 1]))
        begin--;
    while (end < turn.length && ispunct((unsigned char)turn.at[end]))
        end++;
    size_t removed = random_once_in(random, 2) ? end - begin : 1;
    return begin > 0 && end > begin && end < turn.length && put(text, turn, begin, removed, " ");
}

/* Dashes, crosses, and what lies beside the right key or on it without the shift. */
static bool put_lookalike(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    static const struct {
        char right;
        const char *wrong;
    } pairs[] = {{'-', "\xe2\x80\x93"}, {'-', "\xe2\x88\x92"}, {'-', "_"}, {'x', "\xc3\x97"}, {'1', "l"}, {'0', "o"},
        {',', "."}, {':', ";"}, {'~', "\xe2\x88\xbc"}, {'*', "\xc3\x97"}, {'^', "'"}, {'>', "<"}, {'@', "a"},
        {'/', "\\"}, {'+', "="}};
    size_t at = random_below(random, turn.length);
    unsigned first = random_below(random, sizeof pairs / sizeof pairs[0]);
    (void)game;
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        unsigned pair = (first + i) % (sizeof pairs / sizeof pairs[0]);
        if (pairs[pair].right == turn.at[at])
            return put(text, turn, at, 1, pairs[pair].wrong);
    }
    return false;
}

static bool glue(struct words *words, unsigned index, struct random *random, struct text *text)
{
    (void)text;
    (void)random;
    if (index + 1 >= words->count || words->list[index + 1].number != 0)
        return false;
    words->list[index + 1].glued = true;
    return true;
}

/* Without a turn; the number before it is written before the next. */
static bool leave_out(struct words *words, unsigned index, struct random *random, struct text *text)
{
    (void)text;
    struct word *word = &words->list[index];
    uint32_t number = word->number;
    (void)random;
    words->count--;
    memmove(word, word + 1, (words->count - index) * sizeof *word);
    if (index < words->count && word->number == 0)
        word->number = number;
    return true;
}

/* The same, and numbers are counted as if nothing were missing. */
static bool leave_out_unnoticed(struct words *words, unsigned index, struct random *random, struct text *text)
{
    (void)text;
    (void)random;
    words->count--;
    for (unsigned i = index; i < words->count; i++)
        words->list[i].text = words->list[i + 1].text;
    return true;
}

/* What would be written before one turn more; rounds are as long as the last one. */
static uint32_t number_behind(const struct words *words)
{
    unsigned last = words->count;
    unsigned before;
    while (last > 0 && words->list[last - 1].number == 0)
        last--;
    before = last > 0 ? last - 1 : 0;
    while (before > 0 && words->list[before - 1].number == 0)
        before--;
    return before > 0 && words->count - last + 1 >= last - before ? words->list[last - 1].number + 1 : 0;
}

/* The turn again behind it, with the numbers as they were or counted anew. */
static bool write_twice(struct words *words, unsigned index, struct random *random, struct text *text)
{
    (void)text;
    struct word *word = &words->list[index];
    bool counted = random_once_in(random, 2);
    uint32_t behind = number_behind(words);
    memmove(word + 1, word, (words->count - index) * sizeof *word);
    word[1].number = 0;
    for (unsigned i = index + 1; counted && i < words->count; i++)
        words->list[i].number = words->list[i + 1].number;
    if (counted)
        words->list[words->count].number = behind;
    words->count++;
    return true;
}

static bool swap_turns(struct words *words, unsigned index, struct random *random, struct text *text)
{
    (void)text;
    struct slice turn = words->list[index].text;
    (void)random;
    if (index + 1 >= words->count || slice_equal(turn, words->list[index + 1].text))
        return false;
    words->list[index].text = words->list[index + 1].text;
    words->list[index + 1].text = turn;
    return true;
}

const struct slip slips[SLIPS] = {
    {"digit", "a digit of a cell or a tile is wrong, a column off by one or by more", false, false, slip_digit, NULL},
    {"letter", "a letter of a cell is wrong, a row off", false, false, slip_letter, NULL},
    {"neighbour", "a cell beside the right one", false, false, slip_neighbour, NULL},
    {"exchanged", "two cells of the turn, source and target, have changed places", false, false, slip_cells, NULL},
    {"swapped", "two characters have changed places", false, false, swap_characters, NULL},
    {"missing", "a character is missing", false, false, drop_character, NULL},
    {"doubled", "a character is there twice", false, false, double_character, NULL},
    {"mark", "another mark, '+' for '-'", false, false, slip_mark, NULL},
    {"count", "a count is off by one", false, false, slip_count, NULL},
    {"step", "a step of several is lost", false, false, slip_step, NULL},
    {"colours", "the letters of a piece in the other order, or another colour", false, false, slip_colours, NULL},
    {"capital", "a capital for a small letter, or the reverse", false, false, change_case, NULL},
    {"blank", "a blank inside the turn", false, false, add_blank, NULL},
    {"parted", "a blank instead of the signs between two parts of the turn", false, false, part_by_blank, NULL},
    {"glued", "no blank between two turns", false, false, NULL, glue},
    {"lookalike", "a sign that looks like the right one or lies beside it, a dash for '-'", false, false, put_lookalike,
        NULL},
    {"left out", "a turn is left out, and the numbers are as they were", true, false, NULL, leave_out},
    {"left out, counted", "a turn is left out, and the numbers run on", true, false, NULL, leave_out_unnoticed},
    {"twice", "a turn is written twice", false, false, NULL, write_twice},
    {"turns swapped", "two turns have changed places", false, false, NULL, swap_turns},
    {"round left out", "a round is left out, and the numbers are as they were", true, false, NULL, block_leave_round},
    {"..., counted", "a round is left out, and the numbers run on", true, false, NULL, block_leave_round_unnoticed},
    {"two left out", "two turns in a row are left out, and the numbers run on", true, false, NULL, block_leave_two},
    {"round twice", "a round is written twice", false, false, NULL, block_twice},
    {"rounds swapped", "two rounds have changed places, with their numbers or without", false, false, NULL,
        block_swap_rounds},
    {"columns in a round", "the turns of a round are in the other order", false, false, NULL, block_reverse_round},
    {"columns from there", "the same of all rounds from one on", false, false, NULL, block_reverse_rounds},
    {"swallowed", "a comment is not closed, and the next one ends it", false, false, NULL, block_swallow},
    {"two slips", "two turns in a row, each with a slip", false, true, NULL, block_two_slips},
};

bool slip_make(const struct slip *slip, const struct words *game, unsigned index, struct random *random,
    struct words *words, struct text *text)
{
    *words = *game;
    text_clear(text);
    if (slip->line != NULL)
        return slip->line(words, index, random, text);
    struct slice turn = game->list[index].text;
    if (!slip->turn(game, turn, random, text) || slice_equal(text_slice(text), turn))
        return false;
    words->list[index].text = text_slice(text);
    return true;
}

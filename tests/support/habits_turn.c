/* SPDX-License-Identifier: MIT */
/* Not to be read by whoever writes the rules that read records: see habits.h. */
#include "support/habits.h"
#include "support/tokens.h"

#include "base/utf8.h"

#include <ctype.h>

#define KIND(kind) (1u << (kind))

static struct slice token_text(struct slice turn, const struct token *token)
{
    return (struct slice){turn.at + token->begin, token->end - token->begin};
}

/* What stands for C in MAP, "-– x×"; false when nothing does. */
static bool find_sign(const char *map, char c, struct slice *sign)
{
    for (struct slice rest = slice_of(map), pair; slice_split(&rest, ' ', &pair);)
        if (pair.length > 0 && pair.at[0] == c) {
            *sign = (struct slice){pair.at + 1, pair.length - 1};
            return true;
        }
    return false;
}

bool habit_signs(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    unsigned kinds = habit->n & (KIND(TOKEN_KINDS) - 1);
    struct tokens tokens;
    bool any = false;
    (void)sheet;
    if (kinds == 0)
        kinds = KIND(TOKEN_MARK) | KIND(TOKEN_OTHER);
    tokens_read(turn, &tokens);
    for (unsigned i = 0; i < tokens.count; i++) {
        struct slice part = token_text(turn, &tokens.list[i]);
        for (size_t k = 0; k < part.length; k++) {
            struct slice sign;
            if ((kinds & KIND(tokens.list[i].kind)) != 0 && find_sign(habit->a, part.at[k], &sign)) {
                text_add(text, sign);
                any = true;
            } else {
                text_add_char(text, part.at[k]);
            }
        }
    }
    return any;
}

bool habit_wide(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    struct tokens tokens;
    (void)sheet;
    tokens_read(turn, &tokens);
    for (unsigned i = 0; i < tokens.count; i++) {
        struct slice part = token_text(turn, &tokens.list[i]);
        for (size_t k = 0; k < part.length; k++) {
            unsigned char c = (unsigned char)part.at[k];
            if ((habit->n != 0 && (habit->n & KIND(tokens.list[i].kind)) == 0) || c <= ' ' || c > '~') {
                text_add_char(text, (char)c);
                continue;
            }
            unsigned code = 0xFF00u + c - 0x20u;
            text_add_char(text, (char)0xEF);
            text_add_char(text, (char)(0x80u | (code >> 6 & 0x3Fu)));
            text_add_char(text, (char)(0x80u | (code & 0x3Fu)));
        }
    }
    return true;
}

bool habit_spaced(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    struct tokens tokens;
    bool any = false;
    (void)sheet;
    tokens_read(turn, &tokens);
    for (unsigned i = 0; i < tokens.count; i++) {
        struct slice part = token_text(turn, &tokens.list[i]);
        bool mark = (tokens.list[i].kind == TOKEN_MARK || tokens.list[i].kind == TOKEN_OTHER) && part.length == 1 &&
            strchr(habit->a, part.at[0]) != NULL;
        bool spaced = text->length > 0 && text->bytes[text->length - 1] == ' ';
        if (mark && (habit->n & 1) != 0 && i > 0 && !spaced)
            text_add_string(text, habit->b);
        text_add(text, part);
        if (mark && (habit->n & 2) != 0 && i + 1 < tokens.count && part.at[0] != '^')
            text_add_string(text, habit->b);
        any |= mark;
    }
    return any;
}

bool habit_within(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    struct tokens tokens;
    (void)sheet;
    tokens_read(turn, &tokens);
    for (unsigned i = 0; i < tokens.count; i++) {
        text_add(text, token_text(turn, &tokens.list[i]));
        bool mark = tokens.list[i].kind == TOKEN_MARK || tokens.list[i].kind == TOKEN_OTHER;
        if (i + 1 < tokens.count && (habit->n ? mark : i == 0))
            text_add_string(text, habit->a);
    }
    return tokens.count > 1;
}

bool habit_broken(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    bool broken = false;
    if (!random_once_in(&sheet->random, 2))
        return false;
    for (size_t i = 0; i < turn.length; i++) {
        bool mark = !broken && i > 0 && i + 1 < turn.length && strchr(habit->a, turn.at[i]) != NULL;
        if (mark && habit->n != 0) {
            text_add_string(text, habit->b);
            broken = true;
        }
        text_add_char(text, turn.at[i]);
        if (mark && habit->n == 0 && isalpha((unsigned char)turn.at[i + 1])) {
            text_add_string(text, habit->b);
            broken = true;
        }
    }
    return broken;
}

bool habit_case(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    struct tokens tokens;
    bool any = false;
    (void)sheet;
    tokens_read(turn, &tokens);
    for (unsigned i = 0; i < tokens.count; i++) {
        struct slice part = token_text(turn, &tokens.list[i]);
        for (size_t k = 0; k < part.length; k++) {
            int c = (unsigned char)part.at[k];
            bool change = (habit->n & KIND(tokens.list[i].kind)) != 0 && isalpha(c);
            any |= change;
            text_add_char(text, (char)(!change ? c : islower(c) ? toupper(c) : tolower(c)));
        }
    }
    return any;
}

bool habit_words(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    struct tokens tokens;
    bool any = false;
    (void)sheet;
    tokens_read(turn, &tokens);
    for (unsigned i = 0; i < tokens.count; i++) {
        struct slice part = token_text(turn, &tokens.list[i]);
        bool word = tokens.list[i].kind == TOKEN_WORD && part.length > 1;
        for (size_t k = 0; k < part.length; k++)
            text_add_char(
                text, (char)(word && (k == 0 || habit->n != 0) ? toupper((unsigned char)part.at[k]) : part.at[k]));
        any |= word;
    }
    return any;
}

/* Whether the cell is one of another row when its first 1 is an l, a15. */
static bool names_row(struct slice cell)
{
    return cell.length > 2 && cell.at[0] == 'a' && cell.at[1] == '1';
}

bool habit_confused(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    struct tokens tokens;
    bool any = false;
    (void)sheet;
    tokens_read(turn, &tokens);
    for (unsigned i = 0; i < tokens.count; i++) {
        struct slice part = token_text(turn, &tokens.list[i]);
        enum token_kind kind = tokens.list[i].kind;
        bool digits = (kind == TOKEN_CELL && !names_row(part)) || kind == TOKEN_SYMBOL ||
            (kind == TOKEN_PIECE && i + 1 < tokens.count && tokens.list[i + 1].kind == TOKEN_SYMBOL);
        for (size_t k = 0; k < part.length; k++) {
            struct slice sign;
            if (digits && find_sign(habit->a, part.at[k], &sign)) {
                text_add(text, sign);
                any = true;
            } else {
                text_add_char(text, part.at[k]);
            }
        }
    }
    return any;
}

bool habit_order(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    struct tokens tokens;
    bool any = false;
    (void)sheet;
    (void)habit;
    tokens_read(turn, &tokens);
    for (unsigned i = 0; i < tokens.count; i++) {
        struct slice part = token_text(turn, &tokens.list[i]);
        size_t letters = 0;
        if (tokens.list[i].kind == TOKEN_PIECE && i + 1 < tokens.count && tokens.list[i + 1].kind == TOKEN_SYMBOL) {
            text_add(text, token_text(turn, &tokens.list[i + 1]));
            text_add(text, part);
            any = true;
            i++;
            continue;
        }
        while (tokens.list[i].kind == TOKEN_CELL && letters < part.length && isalpha((unsigned char)part.at[letters]))
            letters++;
        text_add(text, (struct slice){part.at + letters, part.length - letters});
        text_add(text, (struct slice){part.at, letters});
        any |= letters > 0;
    }
    return any;
}

bool habit_wrapped(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    (void)sheet;
    text_add_string(text, habit->a);
    text_add(text, turn);
    text_add_string(text, habit->b);
    return true;
}

bool habit_pass(struct sheet *sheet, const struct habit *habit, struct slice turn, struct text *text)
{
    (void)sheet;
    text_add_string(text, habit->a);
    return slice_is(turn, "pass");
}

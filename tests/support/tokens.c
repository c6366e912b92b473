/* SPDX-License-Identifier: MIT */
#include "support/tokens.h"

#include <ctype.h>

static bool is_lower(struct slice turn, size_t at)
{
    return at < turn.length && islower((unsigned char)turn.at[at]);
}

static bool is_upper(struct slice turn, size_t at)
{
    return at < turn.length && isupper((unsigned char)turn.at[at]);
}

static bool digit_at(struct slice turn, size_t at)
{
    return at < turn.length && isdigit((unsigned char)turn.at[at]);
}

static void add_token(struct tokens *tokens, enum token_kind kind, unsigned begin, unsigned end)
{
    if (tokens->count == TOKENS)
        return;
    tokens->list[tokens->count++] = (struct token){kind, begin, end};
    tokens->of_kind[kind]++;
}

/* Letters, and the digits behind them; an 'x' before a cell is a mark. */
static unsigned take_name(struct tokens *tokens, unsigned begin)
{
    struct slice turn = tokens->turn;
    unsigned letters = begin;
    while (is_lower(turn, letters))
        letters++;
    unsigned end = letters;
    while (digit_at(turn, end))
        end++;
    if (end > letters && turn.at[begin] == 'x' && letters > begin + 1)
        add_token(tokens, TOKEN_MARK, begin, begin + 1), begin++;
    add_token(tokens, end > letters ? TOKEN_CELL : TOKEN_WORD, begin, end);
    return end;
}

static unsigned take_piece(struct tokens *tokens, unsigned begin)
{
    struct slice turn = tokens->turn;
    unsigned letters = begin;
    while (is_upper(turn, letters))
        letters++;
    unsigned end = letters;
    while (digit_at(turn, end))
        end++;
    add_token(tokens, TOKEN_PIECE, begin, letters);
    if (end > letters)
        add_token(tokens, TOKEN_SYMBOL, letters, end);
    return end;
}

void tokens_read(struct slice turn, struct tokens *tokens)
{
    unsigned at = 0;
    *tokens = (struct tokens){.turn = turn};
    while (at < turn.length) {
        unsigned end = at + 1;
        if (is_lower(turn, at)) {
            at = take_name(tokens, at);
            continue;
        }
        if (is_upper(turn, at)) {
            at = take_piece(tokens, at);
            continue;
        }
        while (digit_at(turn, at) && digit_at(turn, end))
            end++;
        add_token(tokens,
            digit_at(turn, at)                         ? TOKEN_COUNT
                : strchr("-+*~@", turn.at[at]) != NULL ? TOKEN_MARK
                                                       : TOKEN_OTHER,
            at, end);
        at = end;
    }
}

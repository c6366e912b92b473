/* SPDX-License-Identifier: MIT */
/* Slips that take a turn for what it is made of. */
#include "support/slips.h"
#include "support/tokens.h"

#include <ctype.h>
#include <stdlib.h>

enum { ALPHABET = 26 };

/* One of KIND, NULL when there is none. */
static const struct token *draw_token(const struct tokens *tokens, enum token_kind kind, struct random *random)
{
    if (tokens->of_kind[kind] == 0)
        return NULL;
    unsigned left = random_below(random, tokens->of_kind[kind]);
    const struct token *token = tokens->list;
    while (token->kind != kind || left-- > 0)
        token++;
    return token;
}

static struct slice token_text(const struct tokens *tokens, const struct token *token)
{
    return (struct slice){tokens->turn.at + token->begin, token->end - token->begin};
}

/* The turn with NEW between BEGIN and END. */
static bool put(const struct tokens *tokens, unsigned begin, unsigned end, struct slice new, struct text *text)
{
    text_add(text, (struct slice){tokens->turn.at, begin});
    text_add(text, new);
    text_add(text, (struct slice){tokens->turn.at + end, tokens->turn.length - end});
    return true;
}

static bool put_string(const struct tokens *tokens, const struct token *token, const char *new, struct text *text)
{
    return put(tokens, token->begin, token->end, slice_of(new), text);
}

static unsigned read_number(struct slice digits)
{
    uint32_t number = 0;
    slice_number(digits, UINT16_MAX, &number);
    return number;
}

/* Rows a to z, aa to az, and so on are 1, 2, …; so are columns. */
static void read_cell(struct slice cell, unsigned *row, unsigned *column)
{
    unsigned letters = 0;
    for (*row = 0; letters < cell.length && islower((unsigned char)cell.at[letters]); letters++)
        *row = *row * ALPHABET + 1 + (unsigned)(cell.at[letters] - 'a');
    *column = read_number((struct slice){cell.at + letters, cell.length - letters});
}

static bool put_cell(
    const struct tokens *tokens, const struct token *token, unsigned row, unsigned column, struct text *text)
{
    char letters[8];
    unsigned at = sizeof letters;
    if (row == 0 || column == 0)
        return false;
    letters[--at] = 0;
    for (; row > 0; row = (row - 1) / ALPHABET)
        letters[--at] = (char)('a' + (row - 1) % ALPHABET);
    struct text cell;
    text_init(&cell);
    text_printf(&cell, "%s%u", letters + at, column);
    bool good = put_string(tokens, token, text_slice(&cell).at, text);
    text_release(&cell);
    return good;
}

static bool put_number(const struct tokens *tokens, const struct token *token, unsigned number, struct text *text)
{
    char digits[16];
    unsigned at = sizeof digits;
    digits[--at] = 0;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return put_string(tokens, token, digits + at, text);
}

/* NUMBER off by one, or else with another digit. */
static unsigned misread(unsigned number, struct random *random)
{
    unsigned unit = number > 9 && random_once_in(random, 3) ? 10 : 1;
    unsigned digit = number / unit % 10;
    if (!random_once_in(random, 3))
        return random_once_in(random, 2) || number == 1 ? number + 1 : number - 1;
    return number - digit * unit + 1 + random_below(random, 9) * unit;
}

bool slip_digit(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    struct tokens tokens;
    unsigned row;
    unsigned column;
    (void)game;
    tokens_read(turn, &tokens);
    const struct token *cell = draw_token(&tokens, TOKEN_CELL, random);
    const struct token *symbol = draw_token(&tokens, TOKEN_SYMBOL, random);
    if (symbol != NULL)
        return put_number(&tokens, symbol, misread(read_number(token_text(&tokens, symbol)), random), text);
    if (cell == NULL)
        return false;
    read_cell(token_text(&tokens, cell), &row, &column);
    return put_cell(&tokens, cell, row, misread(column, random), text);
}

/* 1 or -1. */
static unsigned either_way(struct random *random)
{
    return random_once_in(random, 2) ? 1 : ~0u;
}

/* Moves a cell of the turn by so much; modulo 2^32, so that it may be less. */
static bool move_cell(
    const struct tokens *tokens, unsigned rows, unsigned columns, struct random *random, struct text *text)
{
    const struct token *cell = draw_token(tokens, TOKEN_CELL, random);
    unsigned row;
    unsigned column;
    if (cell == NULL)
        return false;
    read_cell(token_text(tokens, cell), &row, &column);
    return put_cell(tokens, cell, row + rows > row + 8 ? 0 : row + rows, column + columns, text);
}

bool slip_letter(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    struct tokens tokens;
    (void)game;
    tokens_read(turn, &tokens);
    unsigned by = random_once_in(random, 4) ? 2 : 1;
    return move_cell(&tokens, by * either_way(random), 0, random, text);
}

bool slip_neighbour(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    struct tokens tokens;
    (void)game;
    tokens_read(turn, &tokens);
    unsigned rows = random_once_in(random, 4) ? 0 : either_way(random);
    unsigned columns = rows != 0 && random_once_in(random, 3) ? 0 : either_way(random);
    return move_cell(&tokens, rows, columns, random, text);
}

bool slip_cells(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    struct tokens tokens;
    (void)game;
    tokens_read(turn, &tokens);
    const struct token *one = draw_token(&tokens, TOKEN_CELL, random);
    const struct token *other = draw_token(&tokens, TOKEN_CELL, random);
    if (one == NULL || one >= other)
        return false;
    text_add(text, (struct slice){turn.at, one->begin});
    text_add(text, token_text(&tokens, other));
    text_add(text, (struct slice){turn.at + one->end, other->begin - one->end});
    text_add(text, token_text(&tokens, one));
    text_add(text, (struct slice){turn.at + other->end, turn.length - other->end});
    return true;
}

/* The marks that turns of GAME have, or the capitals; each once. */
static unsigned collect(const struct words *game, enum token_kind kind, char found[TOKENS])
{
    struct tokens tokens;
    unsigned count = 0;
    for (unsigned i = 0; i < game->count; i++) {
        tokens_read(game->list[i].text, &tokens);
        for (unsigned j = 0; j < tokens.count; j++)
            for (unsigned at = tokens.list[j].begin; tokens.list[j].kind == kind && at < tokens.list[j].end; at++)
                if (memchr(found, tokens.turn.at[at], count) == NULL && count < TOKENS)
                    found[count++] = tokens.turn.at[at];
    }
    return count;
}

bool slip_mark(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    struct tokens tokens;
    char marks[TOKENS];
    unsigned count = collect(game, TOKEN_MARK, marks);
    tokens_read(turn, &tokens);
    const struct token *token = draw_token(&tokens, TOKEN_MARK, random);
    if (token == NULL || count < 2)
        return false;
    const char new[] = {marks[random_below(random, count)], 0};
    return put_string(&tokens, token, new, text);
}

/* Whether turns of GAME have counts before a mark. */
static bool has_counts(const struct words *game)
{
    struct tokens tokens;
    for (unsigned i = 0; i < game->count; i++) {
        tokens_read(game->list[i].text, &tokens);
        for (unsigned j = 1; j < tokens.count; j++)
            if (tokens.list[j].kind == TOKEN_MARK && tokens.list[j - 1].kind == TOKEN_COUNT)
                return true;
    }
    return false;
}

/* A count that is written, or the 1 that is not. */
bool slip_count(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    struct tokens tokens;
    tokens_read(turn, &tokens);
    const struct token *count = draw_token(&tokens, TOKEN_COUNT, random);
    const struct token *mark = draw_token(&tokens, TOKEN_MARK, random);
    if (count != NULL) {
        unsigned number = read_number(token_text(&tokens, count));
        return put_number(&tokens, count, number + (number == 0 ? 1 : either_way(random)), text);
    }
    if (mark == NULL || mark == tokens.list || mark[-1].kind != TOKEN_OTHER || !has_counts(game))
        return false;
    return put(&tokens, mark->begin, mark->begin, slice_of("2"), text);
}

/* Of parts with commas one goes with its comma, the first one behind the colon; else a
   mark and the cell behind it. */
bool slip_step(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    struct tokens tokens;
    unsigned begins[TOKENS];
    unsigned count = 0;
    bool commas = memchr(turn.at, ',', turn.length) != NULL;
    (void)game;
    tokens_read(turn, &tokens);
    if (commas)
        begins[count++] = 0;
    for (unsigned i = 0; i < tokens.count && count < TOKENS; i++) {
        char c = turn.at[tokens.list[i].begin];
        if (commas && c == ':')
            begins[0] = tokens.list[i].end;
        bool again = i > 0 && tokens.list[i - 1].kind == TOKEN_MARK;
        if (commas ? c == ',' : tokens.list[i].kind == TOKEN_MARK && !again)
            begins[count++] = tokens.list[i].begin;
    }
    if (count < 2)
        return false;
    unsigned lost = random_below(random, count);
    unsigned end = lost + 1 < count ? begins[lost + 1] : (unsigned)turn.length;
    return put(&tokens, begins[lost], end + (commas && lost == 0), (struct slice){"", 0}, text);
}

bool slip_colours(const struct words *game, struct slice turn, struct random *random, struct text *text)
{
    struct tokens tokens;
    char letters[TOKENS];
    unsigned count = collect(game, TOKEN_PIECE, letters);
    tokens_read(turn, &tokens);
    const struct token *token = draw_token(&tokens, TOKEN_PIECE, random);
    if (token == NULL)
        return false;
    char new[] = {turn.at[token->begin], turn.at[token->end - 1], 0};
    if (token->end == token->begin + 1)
        new[1] = 0;
    if (new[1] != 0 && new[0] != new[1] && random_once_in(random, 2)) {
        new[0] = new[1];
        new[1] = turn.at[token->begin];
    } else
        new[new[1] != 0 && random_once_in(random, 2)] = letters[random_below(random, count)];
    return put_string(&tokens, token, new, text);
}

/* SPDX-License-Identifier: MIT */
#include "record/hints.h"

#include "base/utf8.h"
#include "record/record_parts.h"

#include <stdio.h>

/* Writes what FORMAT makes; returns true. */
static bool say(struct text *hint, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool say(struct text *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(hint, format, arguments);
    va_end(arguments);
    return true;
}

/* Signs that look like others. */
static const struct lookalike {
    uint32_t first;
    uint32_t last;
    const char *name;
    const char *meant;
} lookalikes[] = {
    {0x2010, 0x2015, "a dash", "-"},
    {0x2212, 0x2212, "a minus sign", "-"},
    {0x00D7, 0x00D7, "a multiplication sign", "x"},
    {0xFF1A, 0xFF1A, "a wide colon", ":"},
    {0xFF0C, 0xFF0C, "a wide comma", ","},
    {0x203A, 0x203A, "an angle quote", ">"},
    {0x201C, 0x201F, "a typographic quote", "\""},
};

static const struct lookalike *lookalike_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof lookalikes / sizeof lookalikes[0]; i++)
        if (code >= lookalikes[i].first && code <= lookalikes[i].last)
            return &lookalikes[i];
    return NULL;
}

char lookalike_sign(uint32_t code)
{
    const struct lookalike *lookalike = lookalike_of(code);
    return lookalike == NULL ? 0 : lookalike->meant[0];
}

/* The first in WORD, and the bytes it takes. */
static const struct lookalike *find_lookalike(struct slice word, struct span *at)
{
    const char *begin = word.at;
    while (word.length > 0) {
        struct utf8_char c = utf8_next(word);
        const struct lookalike *lookalike = c.valid ? lookalike_of(c.code) : NULL;
        at->begin = (uint32_t)(word.at - begin);
        at->end = at->begin + c.length;
        if (lookalike != NULL)
            return lookalike;
        word.at += c.length;
        word.length -= c.length;
    }
    return NULL;
}

/* How many bytes at AT are a cell such as d4, 0 when none. */
static size_t cell_length(const char *at)
{
    size_t length = 1;
    if (at[0] < 'a' || at[0] > 'z' || at[1] < '1' || at[1] > '9')
        return 0;
    while (is_digit(at[length]))
        length++;
    return length;
}

/* How many bytes at AT are a tile such as r4, 0 when none. */
static size_t tile_length(const char *at)
{
    size_t length = 1;
    if (at[0] < 'a' || at[0] > 'z')
        return 0;
    while (is_digit(at[length]))
        length++;
    return length > 1 ? length : 0;
}

/* How many bytes at AT are a step such as 2-c5, 0 when none. */
static size_t step_length(const char *at)
{
    size_t length = 0;
    while (is_digit(at[length]))
        length++;
    if (at[length] == '\0' || strchr("-+x", at[length]) == NULL)
        return 0;
    size_t cell = cell_length(at + length + 1);
    return cell == 0 ? 0 : length + 1 + cell;
}

/* Whether AT is steps with commas between. */
static bool reads_as_steps(const char *at)
{
    size_t length = step_length(at);
    while (length > 0 && at[length] == ',') {
        at += length + 1;
        length = step_length(at);
    }
    return length > 0 && at[length] == '\0';
}

/* The word in small letters. */
static struct text lower(struct slice word)
{
    struct text small;
    text_init(&small);
    text_add_string(&small, "");
    for (size_t i = 0; i < word.length; i++)
        text_add_char(&small, small_letter(word.at[i]));
    return small;
}

static bool has_capitals(struct slice word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.at[i] >= 'A' && word.at[i] <= 'Z')
            return true;
    return false;
}

/* WORD with the signs that each of its signs looks like, NUL-terminated; false when it
   holds others than results do. */
static bool read_as_figures(struct slice word, char figures[64])
{
    size_t length = 0;
    while (word.length > 0 && length < 63) {
        struct utf8_char c = utf8_next(word);
        uint32_t code = c.valid ? c.code : 0;
        char sign = code < 0x80 ? (char)code : lookalike_sign(code);
        sign = sign == 'O' || sign == 'o' ? '0' : sign == 'l' || sign == 'I' ? '1' : sign == ':' ? '-' : sign;
        if (sign == '\0' || strchr("0123456789-()", sign) == NULL)
            return false;
        figures[length++] = sign;
        word.at += c.length;
        word.length -= c.length;
    }
    figures[length] = '\0';
    return word.length == 0;
}

/* One of the numbers of a result at *AT, with any brackets it has; false when none is. */
static bool take_points(const char **at, char *points, size_t room)
{
    const char *begin = *at + strspn(*at, "(");
    bool negative = *begin == '-';
    size_t digits = strspn(begin + negative, "0123456789");
    if (digits == 0 || digits > 9)
        return false;
    snprintf(points, room, negative ? "(-%.*s)" : "%.*s", (int)digits, begin + negative);
    *at = begin + negative + digits;
    *at += strspn(*at, ")");
    return true;
}

bool result_meant(struct slice word, char meant[RESULT_ROOM])
{
    char figures[64];
    const char *at = figures;
    size_t used = 0;
    if (!read_as_figures(word, figures))
        return false;
    for (unsigned seats = 1; used + 16 < RESULT_ROOM; seats++) {
        used += used > 0 ? (size_t)snprintf(meant + used, RESULT_ROOM - used, "-") : 0;
        if (!take_points(&at, meant + used, RESULT_ROOM - used))
            return false;
        used += strlen(meant + used);
        if (*at == '\0')
            return seats > 1;
        if (*at++ != '-')
            return false;
    }
    return false;
}

/* With spaces, slashes and colons left out, and "F" or "FF" wherever it stands. */
const char *forfeit_meant(struct slice word)
{
    static const char *const signs[][2] = {
        {"+-", "1-0"}, {"+--", "1-0"}, {"-+", "0-1"}, {"--+", "0-1"}, {"--", "0-0"}, {"---", "0-0"}};
    static const char *const figures[] = {"1-0", "0-1", "0-0"};
    char rest[8];
    size_t length = 0;
    bool marked = false;
    for (size_t i = 0; i < word.length; i++) {
        bool mark = word.at[i] == 'F' || word.at[i] == 'f';
        marked |= mark;
        if (mark || word.at[i] == ' ' || word.at[i] == '/' || word.at[i] == ':')
            continue;
        if (length + 1 == sizeof rest)
            return NULL;
        rest[length++] = word.at[i];
    }
    rest[length] = '\0';
    for (size_t i = 0; !marked && i < sizeof signs / sizeof signs[0]; i++)
        if (strcmp(rest, signs[i][0]) == 0)
            return signs[i][1];
    for (size_t i = 0; marked && i < sizeof figures / sizeof figures[0]; i++)
        if (strcmp(rest, figures[i]) == 0)
            return figures[i];
    return NULL;
}

const char *draw_meant(struct slice word)
{
    static const char *const words[] = {"½-½", "½", "1/2", "=", "0.5-0.5", "draw", "Draw", "remis", "Remis"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (slice_is(word, words[i]))
            return "1/2-1/2";
    return NULL;
}

static bool result_hint(struct slice word, struct text *hint)
{
    char meant[RESULT_ROOM];
    if (!result_meant(word, meant))
        return false;
    if (strcmp(meant, "0-0") == 0 || strcmp(meant, "1-1") == 0)
        return say(hint, "if this is the result, write 1-0, 0-1 or 1/2-1/2, in digits");
    return say(hint, "if this is the result, write '%.60s'", meant);
}

struct span lookalike_span(struct slice word)
{
    struct span at;
    char meant[RESULT_ROOM];
    bool found = find_lookalike(word, &at) != NULL && !result_meant(word, meant);
    return found ? at : (struct span){0, (uint32_t)word.length};
}

bool lookalike_hint(struct slice word, struct text *hint)
{
    struct span at;
    const struct lookalike *lookalike = find_lookalike(word, &at);
    if (lookalike != NULL && !result_hint(word, hint))
        say(hint, "it contains %s; write '%s'", lookalike->name, lookalike->meant);
    return lookalike != NULL;
}

/* A word in small letters, and how it begins. */
struct near_miss {
    const char *example;
    const char *small;
    size_t cell; /* bytes of the cell it begins with, 0: none */
    size_t gap;  /* 1: a sign after that, such as a colon */
    bool capitals;
};

/* Whether turns are written with SIGN, as EXAMPLE, which has them in quotes, shows. */
static bool writes(const char *example, char sign)
{
    bool quoted = false;
    for (; *example != '\0'; example++) {
        if (quoted && *example == sign)
            return true;
        quoted ^= *example == '\'';
    }
    return false;
}

static bool lift_hint(const struct near_miss *word, struct text *hint)
{
    const char *small = word->small;
    const char *rest = small + word->cell + word->gap;
    if (word->cell == 0 || !reads_as_steps(rest))
        return false;
    if (word->capitals && small[word->cell] == ':')
        return say(hint, "cells and marks are small letters: '%s'", small);
    return say(hint, "a colon is missing after the first cell: '%.*s:%s'", (int)word->cell, small, rest);
}

static bool moves_hint(const struct near_miss *word, struct text *hint)
{
    const char *small = word->small;
    const char *rest = small + word->cell + word->gap;
    if (word->cell == 0 || *rest == '\0' || strchr(rest, ',') != NULL)
        return false;
    bool is_move = strchr("-+*", *rest) != NULL && cell_length(rest + 1 + (rest[1] == 'x')) > 0;
    if (is_move && word->capitals && word->gap == 0)
        return say(hint, "cells and marks are small letters: '%s'", small);
    if (is_move && word->gap > 0)
        return say(hint, "a move comes right after its cell: '%.*s%s'", (int)word->cell, small, rest);
    if (cell_length(rest + (*rest == 'x')) > 0)
        return say(hint, "before the target write how many tokens move: '-' one, '+' two, '*' three, as in '%.*s-%s'",
            (int)word->cell, small, rest);
    return false;
}

static bool field_hint(const struct near_miss *word, struct text *hint)
{
    const char *rest = word->small + word->cell;
    if (!writes(word->example, '-'))
        return false; /* pieces are laid there, and nothing moves */
    bool moves = word->cell > 0 && (*rest == '-' || *rest == '~') && cell_length(rest + 1) > 0 &&
        rest[1 + cell_length(rest + 1)] == '\0';
    if (moves || strcmp(word->small, "stay") == 0)
        return say(hint, "an action comes after a movement: '%s,+WR', '%s,none'", word->small, word->small);
    if (word->small[0] == '+' || strcmp(word->small, "none") == 0)
        return say(hint, "a movement comes before an action: 'z26-z27,+WR', 'stay,none'");
    return false;
}

static bool tiles_hint(const struct near_miss *word, struct text *hint)
{
    const char *small = word->small;
    size_t tile = tile_length(small);
    if (tile == 0)
        return false;
    if (small[tile] == '\0')
        return say(hint, "a tile is played on a stack, '%c%s>1', or drawn, '+%c%s'", small[0] - 'a' + 'A', small + 1,
            small[0] - 'a' + 'A', small + 1);
    if (strchr("-:=@", small[tile]) != NULL && is_digit(small[tile + 1]))
        return say(hint, "'>' goes between a tile and its stack: '%c%.*s>%.*s'", small[0] - 'a' + 'A', (int)tile - 1,
            small + 1, (int)strspn(small + tile + 1, "0123456789"), small + tile + 1);
    return false;
}

static bool cells_hint(const struct near_miss *word, struct text *hint)
{
    char plain[40];
    size_t length = 0;
    for (const char *at = word->small; *at != '\0' && length < sizeof plain - 1; at++)
        if (*at != ' ' && *at != '\t')
            plain[length++] = *at;
    plain[length] = '\0';
    size_t cell = cell_length(plain);
    const char *rest = plain + cell;
    bool move = cell > 0 && *rest == '-' && cell_length(rest + 1) > 0 && rest[1 + cell_length(rest + 1)] == '\0';
    if (cell == 0 || (*rest != '\0' && (!move || writes(word->example, ','))))
        return false;
    return say(hint,
        length < strlen(word->small) ? "there are spaces inside the turn; write '%s'"
                                     : "cells and marks are small letters: '%s'",
        plain);
}

static bool spread_hint(const struct near_miss *word, struct text *hint)
{
    const char *rest = word->small + word->cell;
    if (word->cell > 0 && *rest != '\0' && strchr("-+<>x:", *rest) != NULL && cell_length(rest + 1) > 0)
        return say(hint, "a move has a direction after its cell, '+', '-', '<' or '>', not another cell: '%.*s>'",
            (int)word->cell, word->small);
    return cells_hint(word, hint);
}

const struct turn_form turn_forms[TURN_PASS] = {
    [TURN_LIFT] = {"expected ',' and another step, or a space", lift_hint},
    [TURN_MOVES] = {"a turn is one move or two, the second without a comma and without its cell: 'b1-c1+c3'",
        moves_hint},
    [TURN_TILES] = {"a turn is any plays and then the draw, separated by commas: 'R3>1,O3>2,+B4'", tiles_hint},
    [TURN_FIELD] = {"", field_hint},
    [TURN_PLACE] = {NULL, cells_hint},
    [TURN_JOIN] = {NULL, cells_hint},
    [TURN_SPREAD] = {NULL, spread_hint},
};

/* A turn whose rest is missing, or is on the next line. */
static bool broken_hint(const struct near_miss *miss, struct slice word, struct text *hint)
{
    bool breaks = miss->cell > 0 && word.length > miss->cell && strchr("-~@,", word.at[word.length - 1]) != NULL;
    return breaks &&
        say(hint, "it breaks off after '%c'; write a turn without spaces, on one line", word.at[word.length - 1]);
}

bool end_hint(struct slice word, struct text *hint)
{
    const char *forfeit = forfeit_meant(word);
    if (forfeit != NULL)
        return say(hint, "if the game was not played, write the result %s and the tag [Termination \"%sforfeit\"]",
            forfeit, strcmp(forfeit, "0-0") == 0 ? "double " : "");
    struct slice rest = slice_trim(word);
    struct slice said = rest;
    slice_split(&rest, '.', &said);
    return slice_is_any(said,
               "resign|resigns|resigned|concedes|conceded|wins|won|loses|lost|draw|drawn|remis|agreed|"
               "forfeit|forfeits|forfeited") &&
        say(hint, "write a result in words as 'White resigns', 'Black wins', 'White wins on time' or 'Draw agreed'");
}

static void shape_hint(struct slice word, enum turn_shape shape, const char *example, bool foreign, struct text *hint)
{
    struct text small = lower(word);
    struct near_miss miss = {.example = example, .small = text_slice(&small).at, .capitals = has_capitals(word)};
    miss.cell = cell_length(miss.small);
    if (miss.cell > 0 && miss.small[miss.cell] != '\0' && strchr(",.:", miss.small[miss.cell]) != NULL)
        miss.gap = 1;
    if (!broken_hint(&miss, word, hint) && !turn_forms[shape].hint(&miss, hint))
        say(hint, "%sa turn looks like %s", foreign ? "this is a turn of another game; here " : "", example);
    text_release(&small);
}

void turn_hint(struct slice word, enum turn_shape shape, const char *example, bool foreign, struct text *hint)
{
    if (!lookalike_hint(word, hint) && !result_hint(word, hint))
        shape_hint(word, shape, example, foreign, hint);
}

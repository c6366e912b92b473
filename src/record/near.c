/* SPDX-License-Identifier: MIT */
#include "record/near.h"

#include "base/utf8.h"
#include "record/record_parts.h"
#include "record/signs.h"

#include <stdlib.h>

enum {
    EXTEND = 2,    /* each further character of a run that is missing or too many */
    COLOUR = 9,    /* another letter of a piece */
    BLANK = 2,     /* a space too many */
    OTHER = 12,    /* another sign of the same kind, but not the next one */
    UNLIKE = 14,   /* a sign of another kind */
    CAPITAL = 5,   /* a capital for a small letter */
    LOOKALIKE = 4, /* a sign that only looks right */
    EXCHANGED = 6, /* two cells the wrong way round */
    TURNED = 7,    /* two signs the wrong way round */
    COUNT = 6,     /* a count off by one, or one where none is */
    MARK = 7,      /* another mark */
    SIDE = 6,      /* a mark on the other side of a name */
    STEP = 10,     /* one of several steps lost */
};

static const char SIGNS[] = "-+x*~@^:;,./\\>=_";

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static unsigned smaller_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool is_next(long long a, long long b)
{
    return a - b == 1 || b - a == 1;
}

/* Signs that are taken for each other, or are neighbours on keyboards. */
static bool looks_like(char written, char meant)
{
    static const char pairs[][2] = {{';', ':'}, {'.', ','}, {'_', '-'}, {'<', '>'}, {'l', '1'}, {'I', '1'}, {'O', '0'},
        {'o', '0'}, {'*', 'x'}, {'x', '*'}, {'X', 'x'}, {'=', '+'}};
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i][0] == written && pairs[i][1] == meant)
            return true;
    return false;
}

static unsigned cost_of_sign(char written, char meant)
{
    if (written == meant)
        return 0;
    if (looks_like(written, meant))
        return LOOKALIKE;
    if (is_digit(written) && is_digit(meant))
        return is_next(written, meant) ? NEAR_SLIP : OTHER;
    if (is_small(written) && is_small(meant))
        return is_next(written, meant) ? NEAR_SLIP : abs(written - meant) == 2 ? NEAR_BESIDE : OTHER;
    if (is_capital(written) && is_capital(meant))
        return COLOUR;
    if ((is_capital(written) && is_small(meant)) || (is_small(written) && is_capital(meant)))
        return (written | 0x20) == (meant | 0x20) ? CAPITAL : UNLIKE;
    bool signs = meant != '\0' && strchr(SIGNS, written) != NULL && strchr(SIGNS, meant) != NULL;
    return signs ? MARK : UNLIKE;
}

/* Preparing. */

/* The next cell of TEXT from *AT on: small letters and a number after them. */
static bool next_cell(const char *text, unsigned length, unsigned *at, struct near_cell *cell)
{
    for (; *at < length; ++*at) {
        unsigned end = *at;
        while (end < length && is_small(text[end]) && end - *at < 2)
            end++;
        unsigned letters = end;
        while (end < length && is_digit(text[end]))
            end++;
        if (letters == *at || end == letters)
            continue;
        /* A mark 'x' is not part of the cell after it. */
        *cell = (struct near_cell){text[*at] == 'x' && letters - *at == 2 ? *at + 1 : *at, end, 0, 0};
        for (unsigned i = cell->begin; i < letters; i++)
            cell->row = cell->row * 26 + (unsigned)(text[i] - 'a') + 1;
        for (unsigned i = letters; i < end; i++)
            cell->column = cell->column * 10 + (unsigned)(text[i] - '0');
        *at = end;
        return true;
    }
    return false;
}

static void find_cells(struct near *near)
{
    unsigned at = 0;
    struct near_cell cell;
    while (near->cells < NEAR_CELLS && next_cell(near->text, near->length, &at, &cell))
        near->cell[near->cells++] = cell;
}

/* Whether the sign AT of TEXT is a count, or another number in its own right:
   right after one of these. */
static bool is_count(const char *at, const char *text)
{
    return is_digit(*at) && at > text && (at[-1] == ':' || at[-1] == ',' || at[-1] == '/' || at[-1] == '>');
}

/* What it costs to have written, or left out, the sign AT of TEXT. */
static unsigned cost_of_extra(const char *at, const char *text)
{
    if (*at == ' ' || *at == '\t')
        return BLANK;
    return is_count(at, text) ? COUNT : NEAR_SLIP;
}

/* What the sign I costs where MEANT was meant.  A small letter before a capital is the colour of a tile, of which there
   are few. */
static unsigned cost_where_meant(const struct near *near, unsigned i, char meant)
{
    const char *at = near->text + i;
    unsigned cost = cost_of_sign(*at, meant);
    if (cost == 0 && near->soft[i])
        return LOOKALIKE;
    if (cost == NEAR_SLIP && is_digit(meant) && is_count(at, near->text))
        return COUNT;
    bool colour = is_small(*at) && is_small(meant) && i + 1 < near->length && is_capital(at[1]);
    return colour ? smaller_of(cost, NEAR_SLIP) : cost;
}

/* The same of all signs. */
static const uint8_t *costs_where_meant(struct near *near, char meant)
{
    unsigned sign = (unsigned char)meant & 127;
    for (unsigned i = 0; !near->known[sign] && i < near->length; i++)
        near->cost[sign][i] = (uint8_t)cost_where_meant(near, i, (char)sign);
    near->known[sign] = true;
    return near->cost[sign];
}

bool near_prepare(struct slice written, struct near *near)
{
    near->length = near->cells = 0;
    memset(near->known, 0, sizeof near->known);
    if (written.length > NEAR_LONGEST)
        return false;
    while (written.length > 0) {
        struct utf8_char c = utf8_next(written);
        char plain = c.length == 1 ? written.at[0] : sign_meant(c.code);
        char *at = near->text + near->length;
        *at = plain > 0 ? plain : '?';
        near->soft[near->length] = c.length > 1 && plain > 0;
        near->extra[near->length++] = (uint8_t)cost_of_extra(at, near->text);
        written.at += c.length;
        written.length -= c.length;
    }
    find_cells(near);
    return true;
}

/* The digit that C is or looks like; 0: none. */
static char digit_of(char c)
{
    return is_digit(c) ? c : c == 'O' || c == 'o' ? '0' : c == 'l' || c == 'I' ? '1' : 0;
}

static bool is_sign_for(char written, char meant)
{
    return small_letter(written) == small_letter(meant) || (is_digit(meant) && digit_of(written) == meant) ||
        (written == ';' && meant == ',');
}

bool near_is_spelling(struct slice written, struct slice meant)
{
    const char *end = slice_end(written);
    const char *at = written.at;
    size_t i = 0;
    while (at < end) {
        const char next = at + 1 < end ? at[1] : '\0';
        const bool sign = !is_letter(*at) && !is_digit(*at);
        if (*at == ' ' || *at == '\t' ||
            (sign && at > written.at && at[-1] == *at && (i == meant.length || meant.at[i] != *at)))
            at++;
        else if (i < meant.length && is_sign_for(*at, meant.at[i]))
            at++, i++;
        else if (i + 1 < meant.length && is_letter(meant.at[i]) && digit_of(*at) == meant.at[i + 1] &&
            is_digit(meant.at[i + 1]) && small_letter(next) == small_letter(meant.at[i]))
            at += 2, i += 2;
        else if (digit_of(*at) == '1' && i > 0 && strchr(":,", meant.at[i - 1]) != NULL)
            at++;
        else
            return false;
    }
    return i == meant.length;
}

/* Comparing: what it costs to turn the first i signs written into the first j meant, a row for each j, after Gotoh. */

void near_begin(struct near_rows *rows, struct near *near)
{
    struct near_row *row = &rows->row[0];
    unsigned extra = 2 * NEAR_FAR;
    row->lowest = row->last = row->least = row->step = row->move = row->moves = 0;
    row->first = row->begins = false;
    row->cost[0] = 0;
    for (unsigned i = 1; i <= near->length; i++) {
        extra = smaller_of(row->cost[i - 1] + near->extra[i - 1], extra + EXTEND);
        row->cost[i] = (uint16_t)extra;
    }
    for (unsigned i = 0; i <= near->length; i++)
        row->missing[i] = 2 * NEAR_FAR;
    rows->near = near;
    rows->filled = rows->length = 0;
}

/* Whether a further move of a turn without commas begins with sign AT: its mark, after a cell. */
static bool begins_move(struct slice meant, unsigned at)
{
    unsigned letter = at;
    while (letter > 0 && is_digit(meant.at[letter - 1]))
        letter--;
    return letter > 0 && letter < at && is_small(meant.at[letter - 1]) && at + 1 < meant.length &&
        strchr("-+*~x", meant.at[at]) != NULL && is_small(meant.at[at + 1]) && memchr(meant.at, ',', at) == NULL;
}

/* ROW, where what came after the row BEFORE may be missing as a whole. */
static void lose_all_since(struct near_row *row, const struct near_row *before, const struct near *near)
{
    for (unsigned i = 0; i <= near->length; i++)
        row->cost[i] = (uint16_t)smaller_of(row->cost[i], before->cost[i] + STEP);
    row->least = smaller_of(row->least, before->least + STEP);
}

/* Row J for the text MEANT, with all steps. */
static void fill_row(struct near_row *row, struct near *near, unsigned j, const char *meant)
{
    const struct near_row *before = row - 1;
    const uint8_t *cost = costs_where_meant(near, meant[j - 1]);
    unsigned extra = 2 * NEAR_FAR;
    unsigned lost = cost_of_extra(meant + j - 1, meant);
    unsigned last = smaller_of(before->cost[0] + lost, before->missing[0] + EXTEND);
    unsigned lowest = last;
    row->cost[0] = row->missing[0] = (uint16_t)last;
    for (unsigned i = 1; i <= near->length; i++) {
        unsigned skipped = smaller_of(before->cost[i] + lost, before->missing[i] + EXTEND);
        extra = smaller_of(last + near->extra[i - 1], extra + EXTEND);
        last = smaller_of(before->cost[i - 1] + cost[i - 1], smaller_of(skipped, extra));
        if (i > 1 && j > 1 && near->text[i - 2] == meant[j - 1] && near->text[i - 1] == meant[j - 2])
            last = smaller_of(last, row[-2].cost[i - 2] + TURNED);
        row->missing[i] = (uint16_t)skipped;
        row->cost[i] = (uint16_t)last;
        lowest = smaller_of(lowest, last);
    }
    row->least = lowest;
}

/* Row J for MEANT, of which it depends on the first J + 2 signs.  A step may be lost with the comma before it, or, if
   it is the first, with the one after; one of several moves with its mark. */
static void add_row(struct near_rows *rows, unsigned j, struct slice meant)
{
    struct near_row *row = &rows->row[j];
    const struct near_row *before = row - 1;
    bool comma = meant.at[j - 1] == ',';
    bool first = j == 1 || meant.at[j - 2] == ':';
    bool last = j == meant.length;
    bool ends = before->first ? comma : last || meant.at[j] == ',';
    fill_row(row, rows->near, j, meant.at);
    if (ends)
        lose_all_since(row, &rows->row[before->step], rows->near);
    row->moves = comma ? 0 : before->moves + before->begins;
    row->begins = begins_move(meant, j);
    row->first = (before->first && !ends) || first;
    row->step = first || comma ? j - 1 : before->step;
    row->move = before->begins ? j - 1 : before->move;
    if (row->moves > 0 && (row->begins || (last && row->moves > 1)))
        lose_all_since(row, &rows->row[row->move], rows->near);
    row->last = smaller_of(row->least, rows->row[row->step].least + STEP);
    if (row->moves > 0)
        row->last = smaller_of(row->last, rows->row[row->move].least + STEP);
    row->lowest = smaller_of(row->last, before->last + TURNED);
}

const struct near_row *near_extend(struct near_rows *rows, struct slice begun, unsigned limit)
{
    unsigned shared = 0;
    unsigned j = 0;
    while (shared < begun.length && shared < rows->length && rows->text[shared] == begun.at[shared])
        shared++;
    rows->filled = smaller_of(rows->filled, shared > 2 ? shared - 2 : 0);
    while (j < begun.length && rows->row[j].lowest < limit)
        if (++j > rows->filled) {
            add_row(rows, j, begun);
            rows->filled = j;
        }
    for (; shared < begun.length; shared++)
        rows->text[shared] = begun.at[shared];
    rows->length = (unsigned)begun.length;
    return rows->row[j].lowest < limit ? &rows->row[j] : NULL;
}

static bool same_cell(struct near_cell a, struct near_cell b)
{
    return a.row == b.row && a.column == b.column;
}

/* The cost where only cells differ: one that is beside the right one, whatever signs that takes, or two exchanged. */
static unsigned cost_of_cells(const struct near *near, struct slice meant)
{
    struct near_cell wrong[2];
    struct near_cell right[2];
    unsigned count = 0;
    unsigned at = 0;
    unsigned begin = 0;
    for (unsigned i = 0, next = 0; i <= near->cells; i++) {
        struct near_cell end = {near->length, near->length, 0, 0};
        struct near_cell last = {(unsigned)meant.length, (unsigned)meant.length, 0, 0};
        const struct near_cell *cell = i < near->cells ? &near->cell[i] : &end;
        if ((i < near->cells && !next_cell(meant.at, (unsigned)meant.length, &next, &last)) ||
            last.begin - at != cell->begin - begin || memcmp(meant.at + at, near->text + begin, last.begin - at) != 0)
            return NEAR_FAR;
        if (same_cell(last, *cell) ? last.end - last.begin != cell->end - cell->begin : count == 2)
            return NEAR_FAR;
        if (!same_cell(last, *cell)) {
            wrong[count] = *cell;
            right[count++] = last;
        }
        at = last.end;
        begin = cell->end;
    }
    if (count == 2)
        return same_cell(wrong[0], right[1]) && same_cell(wrong[1], right[0]) ? EXCHANGED : NEAR_FAR;
    if (count == 0)
        return NEAR_FAR;
    bool row = is_next(wrong[0].row, right[0].row);
    bool column = is_next(wrong[0].column, right[0].column);
    if ((!row && wrong[0].row != right[0].row) || (!column && wrong[0].column != right[0].column))
        return NEAR_FAR;
    return row && column ? NEAR_BESIDE : NEAR_SLIP;
}

static bool is_sign(char c)
{
    return c != '\0' && strchr(SIGNS, c) != NULL;
}

/* The cost where the only difference is that a sign is on the other side of a word, after the first. */
static unsigned cost_of_side(const struct near *near, struct slice meant)
{
    size_t begin = 0;
    size_t end = near->length;
    if (meant.length != near->length)
        return NEAR_FAR;
    while (begin < end && near->text[begin] == meant.at[begin])
        begin++;
    while (end > begin && near->text[end - 1] == meant.at[end - 1])
        end--;
    if (end < begin + 2 || begin == 0 || meant.at[begin - 1] != ' ')
        return NEAR_FAR;
    const char *written = near->text + begin;
    const char *right = meant.at + begin;
    size_t length = end - begin - 1;
    bool before = is_sign(*written) && *written == right[length] && memcmp(written + 1, right, length) == 0;
    bool after = is_sign(*right) && *right == written[length] && memcmp(written, right + 1, length) == 0;
    for (size_t i = 1; i < length; i++)
        if (!is_letter(written[i]) && !is_digit(written[i]))
            return NEAR_FAR;
    return before || after ? SIDE : NEAR_FAR;
}

unsigned near_cost(struct near_rows *rows, struct slice meant, unsigned limit)
{
    const struct near *near = rows->near;
    if (meant.length > NEAR_LONGEST)
        return NEAR_FAR;
    const struct near_row *row = near_extend(rows, meant, limit);
    unsigned cost = row == NULL ? NEAR_FAR : row->cost[near->length];
    if (cost > EXCHANGED)
        cost = smaller_of(cost, smaller_of(cost_of_cells(near, meant), cost_of_side(near, meant)));
    return cost < limit ? cost : NEAR_FAR;
}

/* Whether nothing is lost. */

enum { LOST = -NEAR_ROW, OFF_MOST = 2 };

/* By how many signs of MEANT a word and those before it need: its signs that are meant,
   less those that are not. */
struct keeping {
    struct slice meant;
    int length; /* of the word so far */
    int row[NEAR_ROW];
    int spare[NEAR_ROW]; /* where the last sign is too many */
};

static int greater_of(int a, int b)
{
    return a > b ? a : b;
}

/* A word ends, and the next begins after what it needed; false when something is lost. */
static bool end_of_near_word(struct keeping *keeping)
{
    bool fine = false;
    int least_kept = greater_of(0, keeping->length - 2 * OFF_MOST);
    for (unsigned j = 0; j <= keeping->meant.length; j++) {
        fine |= greater_of(keeping->row[j], keeping->spare[j]) >= least_kept;
        keeping->row[j] = fine ? 0 : LOST;
        keeping->spare[j] = LOST;
    }
    keeping->length = 0;
    return fine;
}

/* The sign I, where another was meant; EXTRA: it may be too many. */
static void keep_sign(struct keeping *keeping, struct near *near, unsigned i, bool extra)
{
    int before = LOST;
    keeping->length++;
    for (unsigned j = 0; j <= keeping->meant.length; j++) {
        char meant = j == 0 ? '\0' : keeping->meant.at[j - 1];
        unsigned cost = costs_where_meant(near, meant)[i];
        bool opposite = meant == '>' && costs_where_meant(near, '<')[i] == 0; /* another direction */
        int worth = j == 0 || cost >= UNLIKE ? LOST : cost <= CAPITAL && !opposite ? 1 : -1;
        int here = greater_of(keeping->row[j], keeping->spare[j]);
        keeping->spare[j] = extra ? keeping->row[j] - 1 : LOST;
        keeping->row[j] = before + worth;
        before = greater_of(before, here);
    }
}

/* Whether TEXT is what turns have after a sign: a cell or a tile, with a count, a piece of
   two letters, or a stack. */
static bool is_step(const char *text, const char *end)
{
    bool stack = *text == '>';
    while (text < end && (is_sign(*text) || is_digit(*text)))
        text++;
    const char *letters = text;
    while (text < end && (is_small(*text) || is_capital(*text)))
        text++;
    bool piece = text == letters + 2 && is_capital(letters[0]) && is_capital(letters[1]);
    bool name = (stack && text == letters) || piece || (text > letters && text <= letters + 2 && text < end);
    while (text < end && is_digit(*text))
        text++;
    return name && text == end;
}

/* Whether MEANT is WRITTEN without some of its steps. */
static bool has_more_steps(struct slice written, struct slice meant)
{
    const char *end = slice_end(written);
    for (const char *at = written.at; at < end;) {
        const char *next = at + 1;
        while (next < end && (!is_sign(*next) || is_sign(next[-1])))
            next++;
        size_t length = (size_t)(next - at);
        if (length <= meant.length && memcmp(at, meant.at, length) == 0)
            meant = (struct slice){meant.at + length, meant.length - length};
        else if (at == written.at || !is_step(at, next))
            return false;
        at = next;
    }
    return meant.length == 0;
}

/* What SOURCE holds at *AT, which moves past it: a sign of a word, a space, or a byte that
   is not text, which ends a word. */
enum character { CHARACTER_END, CHARACTER_SIGN, CHARACTER_BLANK, CHARACTER_NOTHING };

static enum character take_character(struct slice source, size_t *at)
{
    if (*at == source.length)
        return CHARACTER_END;
    struct utf8_char c = utf8_next((struct slice){source.at + *at, source.length - *at});
    *at += c.length;
    if (c.code != 0 && c.code <= ' ' && strchr(" \t\r\n", (int)c.code) != NULL)
        return CHARACTER_BLANK;
    return c.valid && c.code > ' ' && c.code != 0x7F ? CHARACTER_SIGN : CHARACTER_NOTHING;
}

bool near_keeps(struct slice written, struct slice meant)
{
    struct near near;
    struct keeping keeping = {.meant = meant};
    enum character before = CHARACTER_BLANK;
    enum character character;
    bool single = true;
    if (meant.length > NEAR_LONGEST || !near_prepare(written, &near))
        return false;
    if (has_more_steps(written, meant) || cost_of_cells(&near, meant) != NEAR_FAR ||
        cost_of_side(&near, meant) != NEAR_FAR)
        return true;
    for (size_t at = 0; (character = take_character(written, &at)) != CHARACTER_END;)
        single &= character != CHARACTER_BLANK;
    end_of_near_word(&keeping);
    size_t at = 0;
    for (unsigned i = 0; (character = take_character(written, &at)) != CHARACTER_END; i++, before = character) {
        size_t next = at;
        bool inner = before == CHARACTER_SIGN && take_character(written, &next) == CHARACTER_SIGN;
        if (character == CHARACTER_SIGN)
            keep_sign(&keeping, &near, i, single || inner);
        else if (character == CHARACTER_BLANK && !end_of_near_word(&keeping))
            return false;
    }
    return end_of_near_word(&keeping);
}

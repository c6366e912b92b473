/* SPDX-License-Identifier: MIT */
#include "support/sheet.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>

enum { COLUMNS = 79, PAGE_ROWS = 10, QUOTED_COLUMNS = 74 };

static const struct style careful = {.number = "%.",
    .blank = " ",
    .newline = "\n",
    .bullet = "",
    .row_end = "",
    .tag = "[% \"$\"]",
    .file_end = "",
    .nothing = ""};

static struct slice slice_from(struct catasta_text text)
{
    return (struct slice){text.bytes == NULL ? "" : text.bytes, text.length};
}

/* A game to type. */

static void take_tags(struct played *played, const catasta_game *game, struct arena *arena)
{
    struct catasta_tag tag = {.size = sizeof tag};
    for (size_t i = 0; i < SHEET_TAGS && catasta_game_tag(game, i, &tag); i++) {
        struct slice name = arena_copy(arena, slice_from(tag.name));
        struct slice value = arena_copy(arena, slice_from(tag.value));
        played->tags[played->tag_count++] = (struct sheet_tag){name, value, name, value};
    }
}

static void take_moves(struct played *played, const catasta_game *game, struct arena *arena)
{
    struct catasta_node node = {.size = sizeof node};
    for (size_t i = 1; catasta_game_node(game, i, &node) && played->moves.count < RECORDED_TURNS; i++)
        played->moves.list[played->moves.count++] =
            (struct move){.text = arena_copy(arena, slice_from(node.text)), .number = node.number, .seat = node.seat};
}

bool played_take(struct played *played, catasta_session *session, const struct recording *recording, struct slice title,
    struct arena *arena)
{
    struct text text;
    catasta_game *game = NULL;
    struct catasta_info info = {.size = sizeof info};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    text_init(&text);
    recording_write(recording, &recording->words, &text);
    catasta_input *input = catasta_input_bytes(session, text.bytes, text.length, "played.sgn");
    bool good = input != NULL && (game = catasta_input_next(input)) != NULL && catasta_game_info(game, &info) &&
        info.errors == 0 && catasta_game_outcome(game, &outcome);
    *played = (struct played){.book = recording->book, .ruleset = recording->ruleset, .title = title};
    if (good) {
        played->players = info.seats;
        played->over = outcome.over;
        played->winners = outcome.winners;
        played->result = arena_copy(arena, text_slice(&recording->result));
        take_tags(played, game, arena);
        take_moves(played, game, arena);
        for (unsigned i = 0; i < info.seats; i++) {
            struct catasta_seat seat = {.size = sizeof seat};
            catasta_game_seat(game, i + 1, &seat);
            played->names[i] = arena_copy(arena, slice_from(seat.player));
            played->seats[i] = arena_copy(arena, slice_of(seat.name == NULL ? "" : seat.name));
        }
    }
    catasta_input_close(input);
    text_release(&text);
    return good && played->moves.count == recording->words.count;
}

/* Comments as people write them: of turns, clocks, results, which are none there. */
static void add_remarks(struct moves *moves, struct random *random)
{
    static const char *const remarks[] = {"a good turn", "Anna took her time", "12:30 left", "better e3:xd4",
        "now 1-0 or 0-1", "see b4", "[%clk 0:05:00]", "what else?", "R3>1 was there", "Ben smiled"};
    for (unsigned left = random_below(random, 4); left > 0; left--)
        moves->list[random_below(random, moves->count)].remark =
            slice_of(remarks[random_below(random, sizeof remarks / sizeof remarks[0])]);
}

void sheet_fill(struct sheet *sheet, const struct played *played, struct arena *arena, uint64_t seed)
{
    *sheet = (struct sheet){.played = played, .random = {seed}, .arena = arena, .style = careful};
    sheet->tag_count = played->tag_count;
    memcpy(sheet->tags, played->tags, sizeof sheet->tags);
    sheet->truth = played->moves;
    add_remarks(&sheet->truth, &sheet->random);
    sheet->typed = sheet->truth;
    sheet->result = sheet->typed_result = played->result;
}

/* Typing. */

struct typing {
    struct sheet *sheet;
    const struct style *style;
    const struct moves *moves;
    bool plain; /* without spellings */
    struct text *text;
    struct text *extras; /* NULL: they are not asked for */
    size_t column;
};

/* PATTERN with NAME for % and VALUE for $. */
static void add_pattern(struct text *text, const char *pattern, struct slice name, struct slice value)
{
    for (; *pattern != '\0'; pattern++)
        if (*pattern == '%')
            text_add(text, name);
        else if (*pattern == '$')
            text_add(text, value);
        else
            text_add_char(text, *pattern);
}

static void add_number(struct text *text, const struct style *style, const char *pattern, uint32_t number)
{
    struct text numeral;
    text_init(&numeral);
    text_add_number(&numeral, style->page > 0 ? (number - 1) % style->page + 1 : number);
    add_pattern(text, pattern, text_slice(&numeral), slice_of(""));
    text_release(&numeral);
}

static void new_line(struct typing *typing)
{
    if (typing->column > 0)
        text_add_string(typing->text, typing->style->newline);
    typing->column = 0;
}

static void add_word(struct typing *typing, struct slice word, const char *blank)
{
    bool flows = typing->style->layout == LAYOUT_FLOW;
    if (typing->column > 0 && flows && typing->column + 1 + word.length > COLUMNS && *blank != '\0')
        new_line(typing);
    else if (typing->column > 0)
        text_add_string(typing->text, blank);
    text_add(typing->text, word);
    typing->column += 1 + word.length;
    for (size_t i = word.length; i > 0; i--)
        if (word.at[i - 1] == '\n') {
            typing->column = word.length - i + 1;
            break;
        }
}

bool sheet_spell(struct sheet *sheet, struct slice turn, struct text *text)
{
    struct text last;
    text_init(&last);
    text_clear(text);
    text_add(text, turn);
    for (unsigned i = 0; i < sheet->spelling_count; i++) {
        text_clear(&last);
        text_add(&last, text_slice(text));
        text_clear(text);
        if (!sheet->spellings[i].spell(sheet, sheet->spellings[i].habit, text_slice(&last), text)) {
            text_clear(text);
            text_add(text, text_slice(&last));
        }
    }
    text_release(&last);
    return !slice_equal(text_slice(text), turn);
}

static void spell(struct typing *typing, const struct move *move, struct text *turn)
{
    text_clear(turn);
    if (typing->plain)
        text_add(turn, move->text);
    else if (sheet_spell(typing->sheet, move->text, turn))
        typing->sheet->spelled++;
}

/* Whether the move I opens a round. */
static bool opens(const struct moves *moves, unsigned i)
{
    return i == 0 || moves->list[i].number != moves->list[i - 1].number ||
        moves->list[i].seat <= moves->list[i - 1].seat;
}

static bool closes(const struct moves *moves, unsigned i)
{
    return i + 1 == moves->count || opens(moves, i + 1);
}

static void add_remark(struct typing *typing, const struct move *move)
{
    struct text remark;
    if (move->remark.length == 0)
        return;
    text_init(&remark);
    text_add_char(&remark, '{');
    text_add(&remark, move->remark);
    if (!move->open)
        text_add_char(&remark, '}');
    add_word(typing, text_slice(&remark), " ");
    text_release(&remark);
}

static void type_move(struct typing *typing, unsigned i, struct text *word)
{
    const struct style *style = typing->style;
    const struct move *move = &typing->moves->list[i];
    bool opening = opens(typing->moves, i);
    const char *blank = opening || style->between == NULL ? style->blank : style->between;
    const char *number = opening || style->by_ply ? style->number : style->again;
    if (opening && style->layout == LAYOUT_ROWS) {
        new_line(typing);
        if (style->new_page != NULL && i > 0 && (move->number - 1) % PAGE_ROWS == 0)
            text_add_string(typing->text, style->new_page);
        text_add_string(typing->text, style->bullet);
    }
    text_clear(word);
    if (number != NULL) {
        add_number(word, style, number, style->by_ply ? i + 1 : move->number);
        add_word(typing, text_slice(word), blank);
        blank = style->glued ? "" : style->blank;
    }
    if (style->seats[0] != NULL && move->seat <= 2) {
        add_word(typing, slice_of(style->seats[move->seat - 1]), blank);
        blank = "";
    }
    spell(typing, move, word);
    if (closes(typing->moves, i))
        text_add_string(word, style->row_end);
    add_word(typing, text_slice(word), blank);
    add_remark(typing, move);
}

/* A table. */

static void add_extra(struct typing *typing, struct slice words)
{
    if (typing->extras == NULL)
        return;
    text_add_char(typing->extras, ' ');
    text_add(typing->extras, words);
}

static void add_cell(struct typing *typing, struct slice cell)
{
    const struct style *style = typing->style;
    if (typing->column > 0 || style->piped)
        text_add_string(typing->text, style->separator);
    typing->column = 1;
    if (style->quoted)
        text_add_char(typing->text, '"');
    text_add(typing->text, cell);
    if (style->quoted)
        text_add_char(typing->text, '"');
}

static void end_row(struct typing *typing)
{
    if (typing->style->piped)
        text_add_string(typing->text, " |");
    new_line(typing);
}

static void add_heading(struct typing *typing)
{
    const struct style *style = typing->style;
    const struct played *played = typing->sheet->played;
    struct text cell;
    if (style->heading == NULL)
        return;
    text_init(&cell);
    for (const char *column = style->columns; *column != '\0'; column++) {
        for (unsigned k = 0; *column == '1' && k < played->players; k++) {
            unsigned seat = style->reversed ? played->players - 1 - k : k;
            text_clear(&cell);
            if (*style->heading == 'p')
                text_printf(&cell, "Player %u", seat + 1);
            else
                text_add(&cell, *style->heading == 's' ? played->seats[seat] : played->names[seat]);
            add_cell(typing, text_slice(&cell));
        }
        if (*column != '1')
            add_cell(typing,
                slice_of(*column == '#'  ? "No."
                        : *column == 't' ? "Time"
                        : *column == 'd' ? "Date"
                                         : "Remarks"));
    }
    end_row(typing);
    if (style->piped) {
        for (unsigned k = 0; k < strlen(style->columns) - 1 + played->players; k++)
            add_cell(typing, slice_of("---"));
        end_row(typing);
    }
    text_release(&cell);
}

/* The moves from BEGIN to END are a row; false when a seat has two. */
static bool type_row(struct typing *typing, unsigned begin, unsigned end)
{
    const struct style *style = typing->style;
    const struct move *row[CATASTA_SEATS] = {NULL};
    unsigned players = typing->sheet->played->players;
    uint32_t number = typing->moves->list[begin].number;
    struct text cell;
    for (unsigned i = begin; i < end; i++) {
        const struct move *move = &typing->moves->list[i];
        if (move->seat == 0 || move->seat > players || row[move->seat - 1] != NULL || move->open)
            return false;
        row[move->seat - 1] = move;
    }
    text_init(&cell);
    for (const char *column = style->columns; *column != '\0'; column++) {
        text_clear(&cell);
        for (unsigned k = 0; *column == '1' && k < players; k++) {
            const struct move *move = row[style->reversed ? players - 1 - k : k];
            text_clear(&cell);
            if (move != NULL)
                spell(typing, move, &cell);
            else
                text_add_string(&cell, style->nothing);
            add_cell(typing, text_slice(&cell));
        }
        if (*column == '#')
            add_number(&cell, style, style->number == NULL ? "%" : style->number, number);
        if (*column == 't')
            text_printf(&cell, "0:%02u:%02u", (unsigned)number % 60, (unsigned)(7 * number) % 60);
        if (*column == 'd')
            text_printf(&cell, "2024-05-%02u", 1 + (unsigned)number / 4);
        if (*column == 't' || *column == 'd')
            add_extra(typing, text_slice(&cell));
        for (unsigned i = begin; *column == 'r' && i < end; i++) {
            if (cell.length > 0 && typing->moves->list[i].remark.length > 0)
                text_add_char(&cell, ' ');
            text_add(&cell, typing->moves->list[i].remark);
        }
        if (*column != '1')
            add_cell(typing, text_slice(&cell));
    }
    end_row(typing);
    text_release(&cell);
    return true;
}

static bool type_table(struct typing *typing)
{
    bool good = true;
    add_heading(typing);
    for (unsigned begin = 0, end; begin < typing->moves->count && good; begin = end) {
        for (end = begin + 1; end < typing->moves->count && !opens(typing->moves, end); end++)
            ;
        good = type_row(typing, begin, end);
    }
    return good;
}

static bool type_moves(struct typing *typing)
{
    struct text word;
    if (typing->style->layout == LAYOUT_TABLE)
        return type_table(typing);
    text_init(&word);
    for (unsigned i = 0; i < typing->moves->count; i++)
        type_move(typing, i, &word);
    text_release(&word);
    return true;
}

static void add_line(struct typing *typing, const char *line)
{
    new_line(typing);
    text_add_string(typing->text, line);
    text_add_char(typing->text, '\n');
}

static bool type_game(struct typing *typing, const struct sheet_tag *tags, unsigned tag_count, struct slice result)
{
    const struct style *style = typing->style;
    typing->column = 0;
    for (unsigned i = 0; i < tag_count; i++) {
        add_pattern(typing->text, style->tag, typing->plain ? tags[i].name : tags[i].typed_name,
            typing->plain ? tags[i].value : tags[i].typed_value);
        text_add_char(typing->text, '\n');
    }
    if (tag_count > 0)
        text_add_char(typing->text, '\n');
    if (style->fence[0] != NULL)
        add_line(typing, style->fence[0]);
    if (!type_moves(typing))
        return false;
    if (style->layout != LAYOUT_FLOW)
        new_line(typing);
    add_word(typing, result, style->blank);
    new_line(typing);
    if (style->fence[1] != NULL)
        add_line(typing, style->fence[1]);
    return true;
}

void sheet_careful(struct sheet *sheet, struct text *text)
{
    struct typing typing = {.sheet = sheet, .style = &careful, .moves = &sheet->typed, .plain = true, .text = text};
    type_game(&typing, sheet->tags, sheet->tag_count, sheet->result);
}

void sheet_truth(struct sheet *sheet, struct text *text)
{
    struct typing typing = {.sheet = sheet, .style = &careful, .moves = &sheet->truth, .plain = true, .text = text};
    type_game(&typing, sheet->tags, sheet->tag_count, sheet->result);
    if (sheet->second == NULL)
        return;
    text_add_char(text, '\n');
    typing.moves = &sheet->second->moves;
    type_game(&typing, sheet->tags, 0, sheet->second->result);
}

/* What goes over the whole text. */

/* Each line of it with what stands before and after lines. */
static void dress_lines(const struct style *style, struct text *text)
{
    struct text dressed;
    struct slice rest = text_slice(text);
    struct slice line;
    text_init(&dressed);
    while (slice_split(&rest, '\n', &line)) {
        if (rest.at == NULL && line.length == 0)
            break;
        text_add_string(&dressed, style->prefix == NULL ? "" : style->prefix);
        text_add(&dressed, line);
        text_add_string(&dressed, style->line_end == NULL || line.length == 0 ? "" : style->line_end);
        text_add_char(&dressed, '\n');
    }
    text_clear(text);
    text_add(text, text_slice(&dressed));
    text_release(&dressed);
}

static void add_unit(struct text *text, uint32_t unit, bool big)
{
    text_add_char(text, (char)(big ? unit >> 8 : unit & 0xFF));
    text_add_char(text, (char)(big ? unit & 0xFF : unit >> 8));
}

/* Of a few code points beyond Latin-1 their bytes in Windows-1252. */
static bool add_1252(struct text *text, uint32_t code)
{
    static const struct {
        uint32_t code;
        unsigned char byte;
    } others[] = {{0x2013, 0x96}, {0x2014, 0x97}, {0x2018, 0x91}, {0x2019, 0x92}, {0x201A, 0x82}, {0x201C, 0x93},
        {0x201D, 0x94}, {0x201E, 0x84}, {0x2022, 0x95}, {0x2026, 0x85}, {0x2039, 0x8B}, {0x203A, 0x9B}};
    if (code < 0x80 || (code >= 0xA0 && code <= 0xFF)) {
        text_add_char(text, (char)code);
        return true;
    }
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].code == code) {
            text_add_char(text, (char)others[i].byte);
            return true;
        }
    return false;
}

static void add_quoted_printable(struct text *text, struct slice bytes)
{
    size_t column = 0;
    for (size_t i = 0; i < bytes.length; i++) {
        unsigned char c = (unsigned char)bytes.at[i];
        bool ends = i + 1 == bytes.length || bytes.at[i + 1] == '\n';
        bool plain = c == '\n' || (c >= ' ' && c <= '~' && c != '=' && !(c == ' ' && ends));
        if (column >= QUOTED_COLUMNS - 2 && c != '\n') {
            text_add_string(text, "=\n");
            column = 0;
        }
        if (plain)
            text_add_char(text, (char)c);
        else
            text_printf(text, "=%02X", c);
        column = c == '\n' ? 0 : column + (plain ? 1 : 3);
    }
}

bool sheet_encode(const struct sheet *sheet, struct text *text)
{
    enum encoding encoding = sheet->style.encoding;
    struct text encoded;
    bool good = true;
    if (encoding == ENCODING_UTF8)
        return true;
    text_init(&encoded);
    bool big = encoding == ENCODING_UTF16_BIG;
    bool wide = big || encoding == ENCODING_UTF16_LITTLE;
    if (encoding == ENCODING_QUOTED_PRINTABLE)
        add_quoted_printable(&encoded, text_slice(text));
    for (struct slice rest = text_slice(text); rest.length > 0 && encoding != ENCODING_QUOTED_PRINTABLE;) {
        struct utf8_char c = utf8_next(rest);
        if (wide)
            add_unit(&encoded, c.code, big);
        else
            good = good && add_1252(&encoded, c.code);
        rest = (struct slice){rest.at + c.length, rest.length - c.length};
    }
    text_clear(text);
    text_add(text, text_slice(&encoded));
    text_release(&encoded);
    return good;
}

bool sheet_type(struct sheet *sheet, struct text *text, struct text *extras)
{
    const struct style *style = &sheet->style;
    struct typing typing = {.sheet = sheet, .style = style, .moves = &sheet->typed, .text = text, .extras = extras};
    sheet->spelled = 0;
    text_add(text, style->before);
    bool good = type_game(&typing, sheet->tags, sheet->tag_count, sheet->typed_result);
    if (sheet->second != NULL && good) {
        text_add_string(text, sheet->between_games);
        typing.moves = &sheet->second->moves;
        good = type_game(&typing, sheet->tags, 0, sheet->second->result);
    }
    text_add(text, style->after);
    if (sheet->extra) {
        add_extra(&typing, style->before);
        add_extra(&typing, style->after);
        add_extra(&typing, slice_of(sheet->second == NULL ? "" : sheet->between_games));
    }
    if (style->prefix != NULL || style->line_end != NULL)
        dress_lines(style, text);
    text_add_string(text, style->file_end);
    if (style->encoding == ENCODING_UTF16_LITTLE || style->encoding == ENCODING_UTF16_BIG) {
        struct text rest;
        text_init(&rest);
        text_add(&rest, text_slice(text));
        text_clear(text);
        text_add_string(text, "\xef\xbb\xbf");
        text_add(text, text_slice(&rest));
        text_release(&rest);
    }
    good = sheet_encode(sheet, text) && good;
    if (style->encoding != ENCODING_QUOTED_PRINTABLE || !good)
        return good;
    /* In names alone it could be meant as it is. */
    const char *moves = strstr(text->bytes, "\n\n");
    return strchr(moves == NULL ? text->bytes : moves, '=') != NULL;
}

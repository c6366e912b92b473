/* SPDX-License-Identifier: MIT */
/* Not to be read by whoever writes the rules that read records: see habits.h. */
#include "support/habits.h"
#include "support/tokens.h"

#include <ctype.h>

#define KIND(kind) (1u << (kind))
#define OF(shape) (1u << (shape))
#define OF_FIELDS (OF(TURN_FIELD) | OF(TURN_SPOT))
enum { SHOWN, HELD };

/* Flags of numbers, of tags, of tables. */
enum { ROWS = 1, PLIES = 2, PAGES = 4, GLUED = 8 };
enum { MISSING_LETTER, EXCHANGED_LETTERS, DOUBLED_LETTER, WRONG_LETTER };
enum { QUOTED = 1, PIPED = 2, REVERSED = 4, DASHED = 8 };
enum { PAGE = 10 };

/* An encoding beside kinds of tokens, of which there are none then. */
#define CODED(encoding) ((unsigned)(encoding) << TOKEN_KINDS)

static bool is_win(const struct sheet *sheet)
{
    return sheet->played->book->game->result.scoring == SCORE_WIN;
}

static bool has_seat(const struct sheet *sheet, const char *name)
{
    for (unsigned i = 0; i < sheet->played->players; i++)
        if (slice_is(sheet->played->seats[i], name))
            return true;
    return false;
}

static void drop_remarks(struct sheet *sheet)
{
    for (unsigned i = 0; i < sheet->truth.count; i++)
        sheet->truth.list[i].remark = (struct slice){"", 0};
    for (unsigned i = 0; i < sheet->typed.count; i++)
        sheet->typed.list[i].remark = (struct slice){"", 0};
}

/* Around turns. */

static bool plant_blank(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.blank = habit->a;
    return true;
}

static bool plant_newline(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.newline = habit->a;
    return true;
}

/* A row a round; A ends each, B is a line after some. */
static bool plant_rows(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.layout = LAYOUT_ROWS;
    sheet->style.row_end = habit->a == NULL ? "" : habit->a;
    sheet->style.new_page = habit->b;
    return habit->b == NULL || sheet->typed.list[sheet->typed.count - 1].number > PAGE;
}

static bool plant_bare(struct sheet *sheet, const struct habit *habit)
{
    (void)habit;
    drop_remarks(sheet);
    return true;
}

static bool plant_bare_rows(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.layout = LAYOUT_ROWS;
    return plant_bare(sheet, habit);
}

static bool plant_row_end(struct sheet *sheet, const struct habit *habit)
{
    drop_remarks(sheet);
    sheet->style.layout = LAYOUT_ROWS;
    sheet->style.row_end = habit->a;
    if (habit->n != 0)
        sheet->style.number = NULL;
    return true;
}

static bool plant_number(struct sheet *sheet, const struct habit *habit)
{
    struct style *style = &sheet->style;
    style->number = habit->a;
    style->again = habit->b;
    style->layout = (habit->n & ROWS) != 0 ? LAYOUT_ROWS : style->layout;
    style->by_ply = (habit->n & PLIES) != 0;
    style->page = (habit->n & PAGES) != 0 ? PAGE : 0;
    style->glued = (habit->n & GLUED) != 0;
    return style->page == 0 || sheet->typed.list[sheet->typed.count - 1].number > style->page;
}

static bool plant_bullets(struct sheet *sheet, const struct habit *habit)
{
    unsigned shape = sheet->played->book->game->notation.shape;
    bool plus = habit->a[0] == '+';
    sheet->style.layout = LAYOUT_ROWS;
    sheet->style.bullet = habit->a;
    if (habit->n != 0)
        sheet->style.number = NULL;
    return !plus || (shape != TURN_TILES && strcmp(sheet->played->ruleset, "staka") != 0);
}

static bool plant_fence(struct sheet *sheet, const struct habit *habit)
{
    if (habit->n == 0) {
        sheet->style.fence[0] = habit->a;
        sheet->style.fence[1] = habit->b;
    } else {
        sheet->style.before = arena_printf(sheet->arena, "%s\n", habit->a);
        sheet->style.after = arena_printf(sheet->arena, "%s\n", habit->b);
    }
    return true;
}

/* Whether turns of the game may have commas. */
static bool has_commas(const struct sheet *sheet)
{
    enum turn_shape shape = sheet->played->book->game->notation.shape;
    return shape != TURN_MOVES && shape != TURN_PLACE;
}

/* Whether a dash may be a turn. */
static bool has_passes(const struct sheet *sheet)
{
    enum turn_shape shape = sheet->played->book->game->notation.shape;
    return shape == TURN_TILES || shape == TURN_PLACE;
}

/* A separates, B: columns, and then what the heading has. */
static bool plant_table(struct sheet *sheet, const struct habit *habit)
{
    struct style *style = &sheet->style;
    size_t columns = strcspn(habit->b, "snp");
    style->layout = LAYOUT_TABLE;
    style->separator = habit->a;
    style->columns = arena_printf(sheet->arena, "%.*s", (int)columns, habit->b).at;
    style->heading = habit->b[columns] == '\0' ? NULL : habit->b + columns;
    style->quoted = (habit->n & QUOTED) != 0;
    style->piped = (habit->n & PIPED) != 0;
    style->reversed = (habit->n & REVERSED) != 0;
    style->nothing = (habit->n & DASHED) != 0 ? "-" : "";
    style->number = NULL;
    sheet->loose = true;
    if (strchr(style->columns, 'r') == NULL)
        drop_remarks(sheet);
    sheet->extra = strpbrk(style->columns, "tdr") != NULL;
    if (style->piped && habit->a[0] == ' ')
        style->separator = " | ";
    if (style->heading != NULL && *style->heading == 's' && !has_seat(sheet, "White"))
        return false;
    bool commas = habit->a[0] == ',' && !style->quoted;
    bool dashes = (habit->n & DASHED) != 0;
    return !(commas && has_commas(sheet)) && !(dashes && has_passes(sheet)) &&
        sheet->typed.count > 2 * sheet->played->players &&
        (style->heading == NULL || *style->heading != 'n' || sheet->played->names[0].length > 0);
}

/* Whether the turn before a comma cannot go on after it. */
static bool ends_with_draw(struct slice turn)
{
    for (size_t i = turn.length; i > 0 && turn.at[i - 1] != ','; i--)
        if (turn.at[i - 1] == '+')
            return true;
    return slice_is(turn, "pass");
}

static bool plant_between(struct sheet *sheet, const struct habit *habit)
{
    enum turn_shape shape = sheet->played->book->game->notation.shape;
    bool comma = habit->a[0] == ',';
    bool dash = strchr(habit->a, ',') == NULL && strchr(habit->a, '/') == NULL;
    sheet->style.layout = LAYOUT_ROWS;
    sheet->style.between = habit->a;
    sheet->stays_fault = (comma && shape == TURN_JOIN) || (dash && shape_has_cells(shape));
    for (unsigned i = 0; comma && shape == TURN_TILES && i < sheet->typed.count; i++)
        sheet->stays_fault |= !ends_with_draw(sheet->typed.list[i].text);
    return true;
}

static bool plant_seats(struct sheet *sheet, const struct habit *habit)
{
    const struct slice *seats = sheet->played->seats;
    bool other = slice_is(seats[0], "Black");
    sheet->style.seats[other ? 1 : 0] = habit->a;
    sheet->style.seats[other ? 0 : 1] = habit->b;
    return sheet->played->players == 2 && has_seat(sheet, "White") && has_seat(sheet, "Black");
}

/* Results.  A is what stands for 1-0, 0-1 and a draw, with '|' between. */

static bool find_result(struct sheet *sheet, const struct habit *habit, struct slice *typed)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    struct slice rest = slice_of(habit->a);
    for (unsigned i = 0; i < 3 && slice_split(&rest, '|', typed); i++)
        if (slice_is(sheet->result, results[i]))
            return typed->length > 0 && is_win(sheet);
    return false;
}

static bool plant_result(struct sheet *sheet, const struct habit *habit)
{
    bool words = strpbrk(habit->a, "sS") != NULL;
    return find_result(sheet, habit, &sheet->typed_result) &&
        (!words || (has_seat(sheet, "White") && slice_is(sheet->played->seats[0], "White")));
}

static bool plant_result_tag(struct sheet *sheet, const struct habit *habit)
{
    struct slice typed;
    if (!find_result(sheet, habit, &typed))
        return false;
    for (unsigned i = 0; i < sheet->tag_count; i++)
        if (slice_is(sheet->tags[i].name, "Result"))
            sheet->tags[i].typed_value = typed;
    return true;
}

static bool plant_winner(struct sheet *sheet, const struct habit *habit)
{
    struct slice name = {"", 0};
    if (!is_win(sheet) || !(slice_is(sheet->result, "1-0") || slice_is(sheet->result, "0-1")))
        return false;
    name = sheet->played->names[slice_is(sheet->result, "1-0") ? 0 : 1];
    sheet->typed_result = arena_printf(sheet->arena, "%.*s%s", (int)name.length, name.at, habit->a + 1);
    return name.length > 0;
}

/* A between points, B before negative ones; N: a full stop after them. */
static bool plant_points(struct sheet *sheet, const struct habit *habit)
{
    struct text typed;
    struct slice result = sheet->result;
    if (is_win(sheet) || memchr(result.at, '-', result.length) == NULL)
        return false;
    text_init(&typed);
    for (size_t i = 0; i < result.length; i++)
        if (result.at[i] == '-')
            text_add_string(&typed, i > 0 && result.at[i - 1] == '(' ? habit->b : habit->a);
        else
            text_add_char(&typed, result.at[i]);
    if (habit->n != 0)
        text_add_char(&typed, '.');
    sheet->typed_result = arena_copy(sheet->arena, text_slice(&typed));
    text_release(&typed);
    return true;
}

/* Tags. */

static bool plant_tags(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.tag = habit->a;
    return true;
}

/* One tag of which the name is not quite right. */
static bool plant_misspelt(struct sheet *sheet, const struct habit *habit)
{
    struct sheet_tag *tag = &sheet->tags[random_below(&sheet->random, sheet->tag_count)];
    size_t letters = 0;
    while (letters < tag->name.length && isalpha((unsigned char)tag->name.at[letters]))
        letters++;
    if (letters < 4)
        return false;
    size_t at = 1 + random_below(&sheet->random, letters - 2);
    char typed[64];
    size_t length = 0;
    for (size_t i = 0; i < tag->name.length && length + 2 < sizeof typed; i++) {
        char c = tag->name.at[i];
        if (i == at && habit->n == MISSING_LETTER)
            continue;
        if (i == at && habit->n == DOUBLED_LETTER)
            typed[length++] = c;
        if (i == at && habit->n == WRONG_LETTER)
            c = c == 'e' ? 'r' : c == 'a' ? 's' : c == 't' ? 'z' : 'e';
        if (habit->n == EXCHANGED_LETTERS && (i == at || i == at + 1))
            c = tag->name.at[i == at ? at + 1 : at];
        typed[length++] = c;
    }
    tag->typed_name = arena_copy(sheet->arena, (struct slice){typed, length});
    /* Nobody knows whether these are Rules or Ruleset, White or Site. */
    return !slice_equal(tag->name, tag->typed_name) && !slice_is(tag->typed_name, "Rulest") &&
        !slice_is(tag->typed_name, "Wite");
}

static bool plant_ruleset(struct sheet *sheet, const struct habit *habit)
{
    bool title = habit->n == 0 || habit->n > 2;
    struct slice name = title ? sheet->played->title : slice_of(sheet->played->ruleset);
    char typed[64];
    size_t length = 0;
    for (; length < name.length && length + 1 < sizeof typed; length++) {
        int c = (unsigned char)name.at[length];
        typed[length] = (char)(habit->n == 1 || habit->n == 4 || (habit->n == 2 && length == 0) ? toupper(c)
                : habit->n == 3                                                                 ? tolower(c)
                                                                                                : c);
    }
    for (unsigned i = 0; i < sheet->tag_count; i++)
        if (slice_is(sheet->tags[i].name, "Ruleset"))
            sheet->tags[i].typed_value = arena_copy(sheet->arena, (struct slice){typed, length});
    return length > 0 && !slice_is((struct slice){typed, length}, sheet->played->ruleset);
}

/* Around the record. */

static bool plant_lines(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.prefix = habit->a;
    return true;
}

static bool plant_prose(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.before = slice_of(habit->a);
    sheet->style.after = slice_of(habit->b);
    sheet->extra = true;
    return true;
}

static bool plant_mail(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.prefix = habit->a;
    sheet->style.before = slice_of(habit->b);
    sheet->extra = true;
    return true;
}

static bool plant_line_ends(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.line_end = habit->a;
    sheet->style.prefix = habit->b;
    return true;
}

static bool plant_file_end(struct sheet *sheet, const struct habit *habit)
{
    sheet->style.file_end = habit->a;
    return true;
}

/* Players whose names need more than ASCII; B: how tags are typed. */
static bool plant_encoding(struct sheet *sheet, const struct habit *habit)
{
    static const char *const names[] = {
        "Ren\xc3\xa9", "J\xc3\xbcrgen M\xc3\xbcller", "Zo\xc3\xab", "Bj\xc3\xb8rn", "In\xc3\xaas"};
    sheet->style.encoding = (enum encoding)(habit->n >> TOKEN_KINDS);
    if (habit->b != NULL && strchr(habit->b, '$') != NULL)
        sheet->style.tag = habit->b;
    else
        sheet->style.line_end = habit->b;
    unsigned first = random_below(&sheet->random, 5);
    for (unsigned i = 0; (habit->slots & SLOT_NAMES) != 0 && i < sheet->tag_count; i++) {
        struct sheet_tag *tag = &sheet->tags[i];
        if (slice_is(tag->name, "White") || slice_is(tag->name, "Black") || memcmp(tag->name.at, "Player", 6) == 0)
            tag->value = tag->typed_value = slice_of(names[first++ % 5]);
    }
    return true;
}

/* Another game after the first, without tags; A between them; N: the first has no result. */
static bool plant_second(struct sheet *sheet, const struct habit *habit)
{
    if (sheet->second == NULL || (habit->n != 0 && !slice_is(sheet->result, "*")))
        return false;
    drop_remarks(sheet);
    sheet->between_games = habit->a;
    sheet->extra = true;
    if (habit->n != 0)
        sheet->typed_result = (struct slice){"", 0};
    return sheet->played->players == 2 && sheet->second->players == 2 &&
        sheet->played->book->game->position.tags == NULL && sheet->second->moves.count > 4 && sheet->truth.count > 4;
}

/* What people say beside turns, without braces. */

/* What is typed for MOVE has something before and after it. */
static void say(struct sheet *sheet, struct move *move, const char *before, const char *after)
{
    if (move->meant.length == 0)
        move->meant = move->text;
    move->text = arena_printf(sheet->arena, "%s%.*s%s", before, (int)move->text.length, move->text.at, after);
}

/* A word before a turn that is not the first of its round. */
static bool plant_stray(struct sheet *sheet, const struct habit *habit)
{
    static const char *const words[] = {"hmm ", "oops ", "Nice ", "ouch, ", "tja ", "well... ", "allora ", "sorry: "};
    enum { WORDS = sizeof words / sizeof words[0], TRIES = 50 };
    struct moves *moves = &sheet->typed;
    (void)habit;
    drop_remarks(sheet);
    for (unsigned tries = 0; tries < TRIES; tries++) {
        unsigned i = 1 + random_below(&sheet->random, moves->count - 1);
        if (moves->list[i].number == moves->list[i - 1].number) {
            say(sheet, &moves->list[i], words[random_below(&sheet->random, WORDS)], "");
            return true;
        }
    }
    return false;
}

/* Remarks after the last turn of a few rounds; with N some are lines of their own, if a line is a round. */
static bool plant_chat(struct sheet *sheet, const struct habit *habit)
{
    static const char *const remarks[] = {"a quiet start", "Anna took her time", "what a move", "now it gets tricky",
        "I did not see that", "only 12 minutes left", "he thought for 20 min here", "ouch!", "was this necessary?",
        "better was the other side", "the stack on d4 is strong", "threatens to win", "forced, I think",
        "not sure about this one", "Ben looked surprised :)", "the point of the whole plan", "(I was happy here)",
        "nice!", "zugzwang??", "my favourite, as in round 3", "hier war ich froh", "und jetzt?", "pas mal"};
    static const char *const lines[] = {"So far we both knew it.", "I spent 15 minutes on the next one.",
        "Coffee break until 20:15.", "Here I was sure to be winning.", "Ben offered a draw, I declined.",
        "Meanwhile the others had finished.", "After that it is easy.",
        "Was ich nicht sah:", "Until here as in our game of last week, which I lost.", "Critical position!"};
    enum { REMARKS = sizeof remarks / sizeof remarks[0], LINES = sizeof lines / sizeof lines[0] };
    struct moves *moves = &sheet->typed;
    unsigned said = 0;
    drop_remarks(sheet);
    sheet->style.layout = habit->n != 0 ? LAYOUT_ROWS : LAYOUT_FLOW;
    for (unsigned i = 0; i + 1 < moves->count && said < 6; i++) {
        bool line = habit->n != 0 && random_once_in(&sheet->random, 3);
        if (moves->list[i].number == moves->list[i + 1].number || !random_once_in(&sheet->random, 3))
            continue;
        say(sheet, &moves->list[i], "",
            arena_printf(sheet->arena, "%s%s", line ? "\n" : " ",
                line ? lines[random_below(&sheet->random, LINES)] : remarks[random_below(&sheet->random, REMARKS)])
                .at);
        said++;
    }
    return said > 1;
}

const struct habit habits[] = {
    {"dashes", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "-–"},
    {"dashes", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "-—"},
    {"dashes", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "-−"},
    {"dashes", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "-‐"},
    {"dashes", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "-‑"},
    {"dashes", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "-‒"},
    {"dashes", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "-―"},
    {"dashes", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "-﹣"},
    {"signs", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "x×"},
    {"signs", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "x✕"},
    {"signs", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "x⨯"},
    {"signs", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "x✖"},
    {"signs", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "~˜"},
    {"signs", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "~∼"},
    {"signs", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "^ˆ"},
    {"signs", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "*∗"},
    {"signs", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, ":∶"},
    {"signs", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "/⁄"},
    {"signs", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "/∕"},
    {"signs", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "x× -–"},
    {"signs", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "x⨉ -−"},
    {"arrows", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "-→", NULL, 0,
        OF(TURN_LIFT) | OF_FIELDS | OF(TURN_PLACE) | OF(TURN_JOIN)},
    {"arrows", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "-›", NULL, 0,
        OF(TURN_LIFT) | OF_FIELDS | OF(TURN_PLACE) | OF(TURN_JOIN)},
    {"arrows", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "-»", NULL, 0,
        OF(TURN_LIFT) | OF_FIELDS | OF(TURN_PLACE) | OF(TURN_JOIN)},
    {"arrows", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, "-->", NULL, 0,
        OF(TURN_LIFT) | OF_FIELDS | OF(TURN_PLACE) | OF(TURN_JOIN)},
    {"arrows", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "->", NULL, 0,
        OF(TURN_LIFT) | OF_FIELDS | OF(TURN_PLACE) | OF(TURN_JOIN)},
    {"arrows", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "-➔", NULL, 0,
        OF(TURN_LIFT) | OF_FIELDS | OF(TURN_PLACE) | OF(TURN_JOIN)},
    {"arrows", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "-⇒", NULL, 0,
        OF(TURN_LIFT) | OF_FIELDS | OF(TURN_PLACE) | OF(TURN_JOIN)},
    {"arrows", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, ">→", NULL, 0, OF(TURN_TILES)},
    {"arrows", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, ">›", NULL, 0, OF(TURN_TILES)},
    {"arrows", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, ">»", NULL, 0, OF(TURN_TILES)},
    {"arrows", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_signs, ">->", NULL, 0, OF(TURN_TILES)},
    {"arrows", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, ">➔", NULL, 0, OF(TURN_TILES)},
    {"arrows", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, ">＞", NULL, 0, OF(TURN_TILES)},
    {"arrows, where marks count", HABIT_FAULT, HELD, SLOT_SIGNS, NULL, habit_signs, "-→", NULL, 0, OF(TURN_MOVES)},
    {"arrows, where marks count", HABIT_FAULT, SHOWN, SLOT_SIGNS, NULL, habit_signs, "->", NULL, 0, OF(TURN_MOVES)},
    {"arrows, where marks count", HABIT_FAULT, SHOWN, SLOT_SIGNS, NULL, habit_signs, "-›", NULL, 0, OF(TURN_MOVES)},
    {"arrows, where marks count", HABIT_FAULT, HELD, SLOT_SIGNS, NULL, habit_signs, "+→", NULL, 0, OF(TURN_MOVES)},
    {"full-width", HABIT_PROMISED, HELD, SLOT_SIGNS, NULL, habit_signs, "-－ :： ,， >＞ +＋ @＠ /／ ^＾ *＊ ~～ x×"},
    {"full-width", HABIT_PROMISED, HELD, SLOT_SIGNS | SLOT_SHAPE, NULL, habit_wide},
    {"full-width", HABIT_PROMISED, SHOWN, SLOT_SIGNS, NULL, habit_wide, NULL, NULL,
        KIND(TOKEN_MARK) | KIND(TOKEN_OTHER)},
    {"full-width", HABIT_PROMISED, SHOWN, SLOT_SIGNS | SLOT_SHAPE, NULL, habit_wide, NULL, NULL,
        KIND(TOKEN_CELL) | KIND(TOKEN_PIECE) | KIND(TOKEN_SYMBOL) | KIND(TOKEN_COUNT)},
    {"look-alike letters", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "cс", NULL,
        KIND(TOKEN_CELL)},
    {"look-alike letters", HABIT_PROMISED, HELD, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "aа cс eе", NULL,
        KIND(TOKEN_CELL)},
    {"look-alike letters", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "aа", NULL,
        KIND(TOKEN_CELL)},
    {"look-alike letters", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "eе", NULL,
        KIND(TOKEN_CELL)},
    {"look-alike letters", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "xх", NULL,
        KIND(TOKEN_MARK)},
    {"look-alike letters", HABIT_PROMISED, HELD, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "aа cс eе xх", NULL,
        KIND(TOKEN_CELL) | KIND(TOKEN_MARK)},
    {"look-alike letters", HABIT_PROMISED, HELD, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "BВ", NULL,
        KIND(TOKEN_PIECE)},
    {"look-alike letters", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "BВ PР OО TТ XХ", NULL,
        KIND(TOKEN_PIECE)},
    {"look-alike letters", HABIT_PROMISED, HELD, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "BΒ PΡ OΟ TΤ XΧ", NULL,
        KIND(TOKEN_PIECE)},
    {"odd spaces", HABIT_PROMISED, HELD, SLOT_SPACE, plant_blank, NULL, " "},
    {"odd spaces", HABIT_PROMISED, HELD, SLOT_SPACE, plant_blank, NULL, " "},
    {"odd spaces", HABIT_PROMISED, HELD, SLOT_SPACE, plant_blank, NULL, " "},
    {"odd spaces", HABIT_PROMISED, HELD, SLOT_SPACE, plant_blank, NULL, " "},
    {"odd spaces", HABIT_PROMISED, SHOWN, SLOT_SPACE, plant_blank, NULL, "  "},
    {"odd spaces", HABIT_PROMISED, SHOWN, SLOT_SPACE, plant_blank, NULL, "	"},
    {"odd spaces", HABIT_PROMISED, SHOWN, SLOT_SPACE, plant_blank, NULL, "　"},
    {"odd spaces", HABIT_PROMISED, SHOWN, SLOT_SPACE, plant_blank, NULL, " "},
    {"odd newlines", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_LINES, plant_newline, NULL, "\v"},
    {"odd newlines", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_LINES, plant_newline, NULL, " "},
    {"odd newlines", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_LINES, plant_newline, NULL, " "},
    {"odd newlines", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_LINES, plant_newline, NULL, "\r\n"},
    {"odd newlines", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_LINES, plant_newline, NULL, "\r"},
    {"odd newlines", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_rows, NULL, NULL, "\f"},
    {"odd newlines", HABIT_PROMISED, SHOWN, SLOT_LAYOUT, plant_rows, NULL, NULL, "\f\n"},
    {"characters without a width", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_within, "​"},
    {"characters without a width", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_within, "​", NULL, 1},
    {"characters without a width", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_within, "­", NULL, 1},
    {"characters without a width", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_within, "⁠", NULL, 1},
    {"characters without a width", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_within, "﻿"},
    {"characters without a width", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_within, "­"},
    {"characters without a width", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_within, "‍"},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, ":", " ", 3},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, ":", " ", 1},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, ":,", " ", 2},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, ":,", " ", 3, OF(TURN_LIFT)},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, ",", " ", 1, OF(TURN_LIFT) | OF_FIELDS},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, ",", " ", 3, OF(TURN_LIFT) | OF_FIELDS},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, ",", " ", 2, OF(TURN_JOIN) | OF_FIELDS},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, "-+x", " ", 3, OF(TURN_LIFT)},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, "-+", " ", 3, OF(TURN_MOVES)},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, "-+x", " ", 2, OF(TURN_LIFT)},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, "-", " ", 3, OF_FIELDS | OF(TURN_JOIN)},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, "+", " ", 2, OF_FIELDS},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, "-+", " ", 1,
        OF(TURN_LIFT) | OF(TURN_MOVES)},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, ">", " ", 3, OF(TURN_TILES)},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, ">", " ", 2, OF(TURN_TILES)},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, ">", " ", 1, OF(TURN_TILES)},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, "@", " ", 3},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, "@", " ", 2},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, "@", " ", 1},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, "~", " ", 3},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, "~", " ", 2},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, "/", " ", 1},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, "^", " ", 1},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, "^/", " ", 1, OF_FIELDS},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, ":-+x,", " ", 3, OF(TURN_LIFT)},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, "-~,@", " ", 3, OF_FIELDS},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, ":", " ", 3},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, "@", " ", 3},
    {"spaces in turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_spaced, "-+", " ", 3, OF(TURN_MOVES)},
    {"spaces in turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_spaced, ">", " ", 3, OF(TURN_TILES)},
    {"spaces in turns, either way", HABIT_FAULT, HELD, SLOT_SPACE | SLOT_LAYOUT, NULL, habit_spaced, "-", " ", 3,
        OF(TURN_PLACE)},
    {"spaces in turns, either way", HABIT_FAULT, SHOWN, SLOT_SPACE | SLOT_LAYOUT, NULL, habit_spaced, "-", " ", 1,
        OF(TURN_PLACE)},
    {"spaces in turns, either way", HABIT_FAULT, HELD, SLOT_SPACE | SLOT_LAYOUT, NULL, habit_spaced, ",", " ", 1,
        OF(TURN_TILES)},
    {"spaces in turns, either way", HABIT_FAULT, SHOWN, SLOT_SPACE | SLOT_LAYOUT, NULL, habit_spaced, "+", " ", 1,
        OF(TURN_TILES)},
    {"broken turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_broken, ":,", "\n"},
    {"broken turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_broken, ",", "\n"},
    {"broken turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_broken, "-+x", "\n", 0, OF(TURN_LIFT)},
    {"broken turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_broken, "-+~", "\n", 0,
        OF_FIELDS | OF(TURN_MOVES) | OF(TURN_PLACE) | OF(TURN_JOIN)},
    {"broken turns", HABIT_PROMISED, HELD, SLOT_SPACE, NULL, habit_broken, "@", "\n"},
    {"broken turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_broken, "-+x:,@~", "\n", 0,
        OF(TURN_LIFT) | OF_FIELDS},
    {"broken turns", HABIT_PROMISED, SHOWN, SLOT_SPACE, NULL, habit_broken, ",", "\n", 1, OF_FIELDS},
    {"broken turns, either way", HABIT_FAULT, HELD, SLOT_SPACE, NULL, habit_broken, ",", "\n", 1,
        OF(TURN_LIFT) | OF(TURN_TILES) | OF(TURN_JOIN)},
    {"capitals", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_case, NULL, NULL, KIND(TOKEN_CELL)},
    {"capitals", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_case, NULL, NULL, KIND(TOKEN_MARK)},
    {"capitals", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_case, NULL, NULL, KIND(TOKEN_CELL) | KIND(TOKEN_MARK)},
    {"capitals", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_case, NULL, NULL, KIND(TOKEN_PIECE)},
    {"capitals", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_case, NULL, NULL, KIND(TOKEN_CELL) | KIND(TOKEN_PIECE)},
    {"capitals", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_words},
    {"capitals", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_words, NULL, NULL, 1},
    {"capitals", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_case, NULL, NULL,
        KIND(TOKEN_CELL) | KIND(TOKEN_PIECE) | KIND(TOKEN_WORD) | KIND(TOKEN_MARK)},
    {"O and l", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_confused, "1l"},
    {"O and l", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_confused, "1I"},
    {"O and l", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_confused, "0O"},
    {"O and l", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_confused, "0o"},
    {"O and l", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_confused, "0O 1l"},
    {"O and l", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_confused, "O0"},
    {"O and l", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_confused, "0O 1I"},
    {"O and l", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_confused, "O0 1l"},
    {"letter and digit exchanged", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_order, NULL, NULL, 0,
        ~OF(TURN_SPREAD)},
    {"doubled punctuation", HABIT_PROMISED, HELD, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, ":::"},
    {"doubled punctuation", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, ",,,"},
    {"doubled punctuation", HABIT_PROMISED, HELD, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "---"},
    {"doubled punctuation", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, ">>>"},
    {"doubled punctuation", HABIT_PROMISED, HELD, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "@@@"},
    {"doubled punctuation", HABIT_PROMISED, HELD, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "~~~"},
    {"doubled punctuation", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "::: ,,,"},
    {"doubled punctuation", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, "+++", NULL, 0,
        OF(TURN_LIFT) | OF_FIELDS | OF(TURN_MOVES)},
    {"; for ,", HABIT_PROMISED, SHOWN, SLOT_SHAPE | SLOT_SIGNS | SLOT_REMARKS | SLOT_LAYOUT, plant_bare, habit_signs,
        ",;"},
    {"; for ,", HABIT_PROMISED, HELD, SLOT_SHAPE | SLOT_SIGNS | SLOT_REMARKS | SLOT_LAYOUT, plant_bare_rows,
        habit_signs, ",;"},
    {". for ,", HABIT_TYPED, HELD, SLOT_SHAPE | SLOT_SIGNS, NULL, habit_signs, ",."},
    {"full stop after a row", HABIT_TYPED, HELD, SLOT_LAYOUT | SLOT_REMARKS, plant_row_end, NULL, "."},
    {"full stop after a row", HABIT_TYPED, SHOWN, SLOT_LAYOUT | SLOT_REMARKS | SLOT_NUMBERS, plant_row_end, NULL, ".",
        NULL, 1},
    {"lost asterisks", HABIT_FAULT, SHOWN, SLOT_SHAPE, NULL, habit_signs, "*", NULL, 0, OF(TURN_MOVES)},
    {"a dash for pass", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_pass, "–"},
    {"a dash for pass", HABIT_PROMISED, SHOWN, SLOT_SHAPE, NULL, habit_pass, "—"},
    {"a dash for pass", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_pass, "-"},
    {"a dash for pass", HABIT_PROMISED, HELD, SLOT_SHAPE, NULL, habit_pass, "−"},
    {"entities in turns", HABIT_PROMISED, HELD, SLOT_SIGNS | SLOT_FILE, NULL, habit_signs, ">&gt; x&times; -&minus;"},
    {"entities in turns", HABIT_PROMISED, SHOWN, SLOT_SIGNS | SLOT_FILE, NULL, habit_signs, "-&ndash;"},
    {"entities in turns", HABIT_PROMISED, HELD, SLOT_SIGNS | SLOT_FILE, NULL, habit_signs, "-&#45; >&#62; :&#58;"},
    {"entities in turns", HABIT_PROMISED, HELD, SLOT_SIGNS | SLOT_FILE, NULL, habit_signs, "-&#x2013; >&#x3e; x&#215;"},
    {"entities in turns", HABIT_PROMISED, SHOWN, SLOT_SIGNS | SLOT_FILE, NULL, habit_signs, "-&mdash;"},
    {"entities between", HABIT_PROMISED, SHOWN, SLOT_SPACE | SLOT_FILE, plant_blank, NULL, "&nbsp;"},
    {"entities between", HABIT_PROMISED, HELD, SLOT_SPACE | SLOT_FILE, plant_blank, NULL, "&#160;"},
    {"entities between", HABIT_PROMISED, SHOWN, SLOT_TAGS | SLOT_FILE, plant_tags, NULL, "[% &quot;$&quot;]"},
    {"entities between", HABIT_PROMISED, HELD, SLOT_TAGS | SLOT_FILE, plant_tags, NULL, "[% &#34;$&#34;]"},
    {"Markdown backslashes", HABIT_PROMISED, HELD, SLOT_SIGNS | SLOT_SHAPE, NULL, habit_signs, "-\\- +\\+ *\\* >\\>"},
    {"Markdown backslashes", HABIT_PROMISED, SHOWN, SLOT_SIGNS | SLOT_SHAPE, NULL, habit_signs, "-\\-"},
    {"Markdown backslashes", HABIT_PROMISED, SHOWN, SLOT_SIGNS | SLOT_SHAPE, NULL, habit_signs, "*\\*"},
    {"Markdown backslashes", HABIT_PROMISED, HELD, SLOT_SIGNS | SLOT_SHAPE, NULL, habit_signs, ">\\>"},
    {"Markdown backslashes", HABIT_PROMISED, HELD, SLOT_SIGNS | SLOT_SHAPE, NULL, habit_signs, "~\\~ +\\+"},
    {"numbers", HABIT_PROMISED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "%)"},
    {"numbers", HABIT_TYPED, HELD, SLOT_NUMBERS, plant_number, NULL, "%.)"},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "% ."},
    {"numbers", HABIT_TYPED, HELD, SLOT_NUMBERS, plant_number, NULL, "%:"},
    {"numbers", HABIT_PROMISED, HELD, SLOT_NUMBERS, plant_number, NULL, "#%"},
    {"numbers", HABIT_PROMISED, HELD, SLOT_NUMBERS, plant_number, NULL, "(%)"},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS | SLOT_LAYOUT, plant_number, NULL, "Move %:", NULL, ROWS},
    {"numbers", HABIT_TYPED, HELD, SLOT_NUMBERS | SLOT_LAYOUT, plant_number, NULL, "Move %.", NULL, ROWS},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "#%."},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "% )"},
    {"numbers", HABIT_PROMISED, SHOWN, SLOT_NUMBERS | SLOT_LAYOUT, plant_number, NULL, "move %", NULL, ROWS},
    {"numbers", HABIT_PROMISED, HELD, SLOT_NUMBERS | SLOT_LAYOUT, plant_number, NULL, "MOVE %", NULL, ROWS},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "%.:"},
    {"numbers", HABIT_PROMISED, SHOWN, SLOT_NUMBERS | SLOT_LAYOUT, plant_number, NULL, "%", NULL, ROWS},
    {"numbers", HABIT_TYPED, HELD, SLOT_NUMBERS | SLOT_LAYOUT, plant_number, NULL, "%-", NULL, ROWS},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "%-"},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "%.", NULL, PLIES},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "%)", NULL, PLIES},
    {"numbers", HABIT_TYPED, HELD, SLOT_NUMBERS, plant_number, NULL},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS | SLOT_LAYOUT, plant_number, NULL, NULL, NULL, ROWS},
    {"numbers", HABIT_TYPED, HELD, SLOT_NUMBERS, plant_number, NULL, "%.", NULL, PAGES},
    {"numbers", HABIT_TYPED, HELD, SLOT_NUMBERS, plant_number, NULL, "%)", NULL, PAGES},
    {"numbers", HABIT_PROMISED, HELD, SLOT_NUMBERS, plant_number, NULL, "%.", NULL, GLUED},
    {"numbers", HABIT_PROMISED, HELD, SLOT_NUMBERS, plant_number, NULL, "%)", NULL, GLUED},
    {"numbers", HABIT_PROMISED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "%.", "%…"},
    {"numbers", HABIT_PROMISED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "%.", "%..."},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "%.", "…"},
    {"numbers", HABIT_TYPED, SHOWN, SLOT_NUMBERS, plant_number, NULL, "%.", "..."},
    {"numbers", HABIT_PROMISED, SHOWN, SLOT_NUMBERS | SLOT_LAYOUT, plant_number, NULL, "%)", NULL, ROWS},
    {"numbers", HABIT_PROMISED, HELD, SLOT_NUMBERS | SLOT_LAYOUT, plant_number, NULL, "Move %", NULL, ROWS},
    {"numbers", HABIT_TYPED, HELD, SLOT_NUMBERS, plant_number, NULL, "0%."},
    {"results in figures", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "1:0|0:1|"},
    {"results in figures", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "1 - 0|0 - 1|1/2 - 1/2"},
    {"results in figures", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "1–0|0–1|½–½"},
    {"results in figures", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "1—0|0—1|"},
    {"results in figures", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "||½-½"},
    {"results in figures", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "||½"},
    {"results in figures", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "||1/2"},
    {"results in figures", HABIT_TYPED, SHOWN, SLOT_RESULT, plant_result, NULL, "||="},
    {"results in figures", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "||0.5-0.5"},
    {"results in figures", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "1-0.|0-1.|1/2-1/2."},
    {"results in figures", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "1 : 0|0 : 1|"},
    {"results in figures", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "1−0|0−1|"},
    {"results in figures", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "||½:½"},
    {"results in figures", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "||½ - ½"},
    {"results with O", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "1-O|O-1|"},
    {"results with O", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "l-0|0-l|"},
    {"results with O", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "1-o|o-1|"},
    {"results with O", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "1–O|O–1|"},
    {"results in words", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "||Draw"},
    {"results in words", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "||draw"},
    {"results in words", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "||Draw."},
    {"results in words", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "White wins|Black wins|"},
    {"results in words", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "white wins|black wins|"},
    {"results in words", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "Black resigned.|White resigned.|"},
    {"results in words", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "||draw agreed"},
    {"results in words", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "WHITE WINS|BLACK WINS|DRAW"},
    {"results in words", HABIT_PROMISED, HELD, SLOT_RESULT, plant_result, NULL, "White won|Black won|"},
    {"results in words", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_result, NULL, "black resigns|white resigns|"},
    {"winners by name", HABIT_PROMISED, SHOWN, SLOT_RESULT | SLOT_NAMES, plant_winner, NULL, "% won"},
    {"winners by name", HABIT_PROMISED, SHOWN, SLOT_RESULT | SLOT_NAMES, plant_winner, NULL, "% wins"},
    {"winners by name", HABIT_PROMISED, HELD, SLOT_RESULT | SLOT_NAMES, plant_winner, NULL, "% won."},
    {"points", HABIT_PROMISED, HELD, SLOT_RESULT, plant_points, NULL, ":", "-"},
    {"points", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_points, NULL, "–", "-"},
    {"points", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_points, NULL, "–", "–"},
    {"points", HABIT_PROMISED, HELD, SLOT_RESULT, plant_points, NULL, " - ", "-"},
    {"points", HABIT_PROMISED, HELD, SLOT_RESULT, plant_points, NULL, "-", "-", 1},
    {"points", HABIT_PROMISED, HELD, SLOT_RESULT, plant_points, NULL, " : ", "-"},
    {"points", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_points, NULL, " – ", "–"},
    {"points", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_points, NULL, "-", "−"},
    {"points", HABIT_PROMISED, SHOWN, SLOT_RESULT, plant_points, NULL, "—", "-"},
    {"result tags", HABIT_PROMISED, HELD, SLOT_RESULT | SLOT_TAGS, plant_result_tag, NULL, "1:0|0:1|½:½"},
    {"result tags", HABIT_PROMISED, HELD, SLOT_RESULT | SLOT_TAGS, plant_result_tag, NULL, "1–0|0–1|½–½"},
    {"result tags", HABIT_PROMISED, SHOWN, SLOT_RESULT | SLOT_TAGS, plant_result_tag, NULL, "1 - 0|0 - 1|½"},
    {"tags", HABIT_PROMISED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% $]"},
    {"tags", HABIT_PROMISED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "%: $"},
    {"tags", HABIT_PROMISED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "% = $"},
    {"tags", HABIT_PROMISED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% “$”]"},
    {"tags", HABIT_PROMISED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% '$']"},
    {"tags", HABIT_PROMISED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% ‘$’]"},
    {"tags", HABIT_PROMISED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% „$“]"},
    {"tags", HABIT_PROMISED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% «$»]"},
    {"tags", HABIT_PROMISED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% »$«]"},
    {"tags", HABIT_TYPED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% \"$]"},
    {"tags", HABIT_TYPED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% $\"]"},
    {"tags", HABIT_TYPED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% \"$\""},
    {"tags", HABIT_TYPED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "% \"$\"]"},
    {"tags", HABIT_TYPED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[%: \"$\"]"},
    {"tags", HABIT_TYPED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% = \"$\"]"},
    {"tags", HABIT_PROMISED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "%:$"},
    {"tags", HABIT_PROMISED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "%=$"},
    {"tags", HABIT_PROMISED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% ‚$‘]"},
    {"tags", HABIT_PROMISED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% ‹$›]"},
    {"tags", HABIT_PROMISED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% ”$”]"},
    {"tags", HABIT_PROMISED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% ''$'']"},
    {"tags", HABIT_TYPED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% = $]"},
    {"tags", HABIT_TYPED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[%: $]"},
    {"tags", HABIT_TYPED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[ % \"$\" ]"},
    {"tags", HABIT_TYPED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[%=\"$\"]"},
    {"tags", HABIT_TYPED, SHOWN, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[%:$]"},
    {"tags", HABIT_PROMISED, HELD, SLOT_TAGS | SLOT_RESULT, plant_tags, NULL, "[% „$”]"},
    {"tags misspelt", HABIT_PROMISED, HELD, SLOT_TAGS, plant_misspelt, NULL, NULL, NULL, MISSING_LETTER},
    {"tags misspelt", HABIT_PROMISED, SHOWN, SLOT_TAGS, plant_misspelt, NULL, NULL, NULL, EXCHANGED_LETTERS},
    {"tags misspelt", HABIT_PROMISED, SHOWN, SLOT_TAGS, plant_misspelt, NULL, NULL, NULL, DOUBLED_LETTER},
    {"tags misspelt", HABIT_PROMISED, HELD, SLOT_TAGS, plant_misspelt, NULL, NULL, NULL, WRONG_LETTER},
    {"ruleset by title", HABIT_PROMISED, SHOWN, SLOT_TAGS, plant_ruleset, NULL},
    {"ruleset by title", HABIT_PROMISED, HELD, SLOT_TAGS, plant_ruleset, NULL, NULL, NULL, 1},
    {"ruleset by title", HABIT_PROMISED, HELD, SLOT_TAGS, plant_ruleset, NULL, NULL, NULL, 2},
    {"ruleset by title", HABIT_PROMISED, SHOWN, SLOT_TAGS, plant_ruleset, NULL, NULL, NULL, 3},
    {"ruleset by title", HABIT_PROMISED, HELD, SLOT_TAGS, plant_ruleset, NULL, NULL, NULL, 4},
    {"mail quotes", HABIT_PROMISED, SHOWN, SLOT_LINES, plant_lines, NULL, "> "},
    {"mail quotes", HABIT_PROMISED, SHOWN, SLOT_LINES, plant_lines, NULL, ">"},
    {"mail quotes", HABIT_PROMISED, HELD, SLOT_LINES, plant_lines, NULL, "> > "},
    {"mail quotes", HABIT_PROMISED, SHOWN, SLOT_LINES, plant_lines, NULL, ">> "},
    {"mail quotes", HABIT_PROMISED, HELD, SLOT_LINES, plant_lines, NULL, ">  "},
    {"mail quotes", HABIT_PROMISED, HELD, SLOT_LINES, plant_lines, NULL, ">>"},
    {"mail quotes", HABIT_PROMISED, SHOWN, SLOT_LINES | SLOT_PROSE, plant_mail, NULL, "> ",
        "On Tue, 12 Nov 2024, Ben wrote:\n"},
    {"signatures", HABIT_PROMISED, HELD, SLOT_PROSE, plant_prose, NULL, "", "\n-- \nAnna\nchess club\n"},
    {"signatures", HABIT_PROMISED, HELD, SLOT_PROSE, plant_prose, NULL, "", "-- \nBen Miller\nTel. 030 12345\n"},
    {"signatures", HABIT_PROMISED, SHOWN, SLOT_PROSE, plant_prose, NULL, "", "\n--\nAnna\n"},
    {"signatures", HABIT_PROMISED, SHOWN, SLOT_PROSE, plant_prose, NULL, "", "\n___\nSent from my phone\n"},
    {"bullets", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_bullets, NULL, "- "},
    {"bullets", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_bullets, NULL, "* "},
    {"bullets", HABIT_PROMISED, SHOWN, SLOT_LAYOUT, plant_bullets, NULL, "• "},
    {"bullets", HABIT_PROMISED, SHOWN, SLOT_LAYOUT, plant_bullets, NULL, "– "},
    {"bullets", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_bullets, NULL, "+ "},
    {"bullets", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_bullets, NULL, "◦ "},
    {"bullets", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_bullets, NULL, "· "},
    {"bullets", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS, plant_bullets, NULL, "- ", NULL, 1},
    {"bullets", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS, plant_bullets, NULL, "* ", NULL, 1},
    {"bullets", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS, plant_bullets, NULL, "• ", NULL, 1},
    {"bullets", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS, plant_bullets, NULL, "+ ", NULL, 1},
    {"bold, italic, code", HABIT_PROMISED, SHOWN, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "**", "**"},
    {"bold, italic, code", HABIT_PROMISED, SHOWN, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "*", "*"},
    {"bold, italic, code", HABIT_PROMISED, HELD, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "_", "_"},
    {"bold, italic, code", HABIT_PROMISED, HELD, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "`", "`"},
    {"bold, italic, code", HABIT_PROMISED, SHOWN, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "__", "__"},
    {"bold, italic, code", HABIT_PROMISED, SHOWN, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "[b]", "[/b]"},
    {"bold, italic, code", HABIT_PROMISED, SHOWN, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "[i]", "[/i]"},
    {"bold, italic, code", HABIT_PROMISED, SHOWN, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "***", "***"},
    {"bold, italic, code", HABIT_PROMISED, HELD, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "[u]", "[/u]"},
    {"bold, italic, code", HABIT_PROMISED, HELD, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "<b>", "</b>"},
    {"bold, italic, code", HABIT_PROMISED, HELD, SLOT_MARKUP | SLOT_SPACE, NULL, habit_wrapped, "[B]", "[/B]"},
    {"fences", HABIT_PROMISED, SHOWN, SLOT_LAYOUT, plant_fence, NULL, "```", "```"},
    {"fences", HABIT_PROMISED, SHOWN, SLOT_LAYOUT, plant_fence, NULL, "~~~", "~~~"},
    {"fences", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_fence, NULL, "```sgn", "```"},
    {"fences", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_fence, NULL, "[code]", "[/code]"},
    {"fences", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_fence, NULL, "```", "```", 1},
    {"fences", HABIT_PROMISED, SHOWN, SLOT_LAYOUT, plant_fence, NULL, "[code]", "[/code]", 1},
    {"fences", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_fence, NULL, "[quote]", "[/quote]", 1},
    {"fences", HABIT_PROMISED, HELD, SLOT_LAYOUT, plant_fence, NULL, "~~~~", "~~~~", 1},
    {"fences", HABIT_PROMISED, SHOWN, SLOT_LAYOUT, plant_fence, NULL, "````", "````"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t", "#1"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t", "#1s"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t", "#1n"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t", "#1p"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t", "1s"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t", "1"},
    {"tables with more columns", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL,
        "\t", "#1ts"},
    {"tables with more columns", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t",
        "#1rs"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t", "#1s", QUOTED},
    {"tables with more columns", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL,
        "\t", "d#1n"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";", "#1"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";", "#1s"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";", "#1n"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";", "#1p"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";", "1s"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";", "1"},
    {"tables with more columns", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";",
        "#1ts"},
    {"tables with more columns", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";",
        "#1rs"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";", "#1s", QUOTED},
    {"tables with more columns", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";",
        "d#1n"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "#1"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "#1s"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "#1n"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "#1p"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "1s"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "1"},
    {"tables with more columns", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL,
        " | ", "#1ts"},
    {"tables with more columns", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL,
        " | ", "#1rs"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "#1s", QUOTED},
    {"tables with more columns", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL,
        " | ", "d#1n"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ",", "#1s"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ",", "#1"},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ",", "#1n", QUOTED},
    {"tables with more columns", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ",",
        "#1rs", QUOTED},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ",", "#1s", QUOTED},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ",", "1", QUOTED},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "#1s", PIPED},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "1n", PIPED},
    {"tables with more columns", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL,
        " | ", "#1rn", PIPED},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "|", "#1s"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "|", "#1"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t", "#1s", REVERSED},
    {"tables", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ";", "#1n", REVERSED},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t", "#1s", DASHED},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, " | ", "#1n",
        PIPED | DASHED},
    {"tables with more columns", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, "\t",
        "#1trs"},
    {"tables", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_NUMBERS | SLOT_SPACE, plant_table, NULL, ", ", "#1s", QUOTED},
    {"between turns", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_SPACE, plant_between, NULL, ", "},
    {"between turns", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_SPACE, plant_between, NULL, " - "},
    {"between turns", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_SPACE, plant_between, NULL, " – "},
    {"between turns", HABIT_PROMISED, HELD, SLOT_LAYOUT | SLOT_SPACE, plant_between, NULL, " / "},
    {"between turns", HABIT_PROMISED, SHOWN, SLOT_LAYOUT | SLOT_SPACE, plant_between, NULL, " — "},
    {"seats before turns", HABIT_PROMISED, HELD, SLOT_NUMBERS | SLOT_MARKUP, plant_seats, NULL, "W: ", "B: "},
    {"seats before turns", HABIT_PROMISED, SHOWN, SLOT_NUMBERS | SLOT_MARKUP, plant_seats, NULL, "White: ", "Black: "},
    {"seats before turns", HABIT_PROMISED, SHOWN, SLOT_NUMBERS | SLOT_MARKUP, plant_seats, NULL, "W:", "B:"},
    {"seats before turns", HABIT_PROMISED, HELD, SLOT_NUMBERS | SLOT_MARKUP, plant_seats, NULL, "w: ", "b: "},
    {"seats before turns", HABIT_PROMISED, SHOWN, SLOT_NUMBERS | SLOT_MARKUP, plant_seats, NULL, "White:", "Black:"},
    {"HTML", HABIT_PROMISED, HELD, SLOT_LINES, plant_line_ends, NULL, "<br>"},
    {"HTML", HABIT_PROMISED, SHOWN, SLOT_LINES, plant_line_ends, NULL, "<br/>"},
    {"HTML", HABIT_PROMISED, SHOWN, SLOT_LINES, plant_line_ends, NULL, "<br />"},
    {"HTML", HABIT_PROMISED, HELD, SLOT_LINES, plant_line_ends, NULL, "<BR>"},
    {"HTML", HABIT_PROMISED, HELD, SLOT_LINES, plant_line_ends, NULL, "</p>", "<p>"},
    {"HTML", HABIT_PROMISED, SHOWN, SLOT_LAYOUT, plant_rows, NULL, "<p>"},
    {"quoted-printable", HABIT_TYPED, SHOWN, SLOT_FILE | SLOT_NAMES, plant_encoding, NULL, NULL, "",
        CODED(ENCODING_QUOTED_PRINTABLE)},
    {"quoted-printable", HABIT_TYPED, SHOWN, SLOT_FILE | SLOT_NAMES | SLOT_SIGNS, plant_encoding, habit_signs, "-–",
        NULL, CODED(ENCODING_QUOTED_PRINTABLE)},
    {"quoted-printable", HABIT_TYPED, HELD, SLOT_FILE | SLOT_NAMES, plant_encoding, NULL, NULL, " ",
        CODED(ENCODING_QUOTED_PRINTABLE)},
    {"UTF-16", HABIT_PROMISED, SHOWN, SLOT_FILE, plant_encoding, NULL, NULL, NULL, CODED(ENCODING_UTF16_LITTLE)},
    {"UTF-16", HABIT_PROMISED, HELD, SLOT_FILE, plant_encoding, NULL, NULL, NULL, CODED(ENCODING_UTF16_BIG)},
    {"UTF-16", HABIT_PROMISED, HELD, SLOT_FILE | SLOT_SIGNS, plant_encoding, habit_signs, "-– x×", NULL,
        CODED(ENCODING_UTF16_LITTLE)},
    {"UTF-16", HABIT_PROMISED, SHOWN, SLOT_FILE | SLOT_SIGNS, plant_encoding, habit_signs, "-– x×", NULL,
        CODED(ENCODING_UTF16_BIG)},
    {"Windows-1252", HABIT_FAULT, SHOWN, SLOT_FILE | SLOT_NAMES, plant_encoding, NULL, NULL, NULL,
        CODED(ENCODING_1252)},
    {"Windows-1252", HABIT_FAULT, HELD, SLOT_FILE | SLOT_NAMES | SLOT_SIGNS, plant_encoding, habit_signs, "-– x×", NULL,
        CODED(ENCODING_1252)},
    {"Windows-1252", HABIT_FAULT, HELD, SLOT_FILE | SLOT_NAMES | SLOT_SIGNS, plant_encoding, habit_signs, "-—", NULL,
        CODED(ENCODING_1252)},
    {"Windows-1252", HABIT_FAULT, SHOWN, SLOT_FILE | SLOT_NAMES | SLOT_TAGS, plant_encoding, NULL, "", "[% “$”]",
        CODED(ENCODING_1252)},
    {"^Z at the end", HABIT_TYPED, SHOWN, SLOT_FILE, plant_file_end, NULL, "\x1a"},
    {"^Z at the end", HABIT_TYPED, HELD, SLOT_FILE, plant_file_end, NULL, "\n\x1a"},
    {"prose before and after", HABIT_PROMISED, HELD, SLOT_PROSE, plant_prose, NULL,
        "Hi Ben,\n\nhere is our game from Tuesday:\n\n", "\nThanks for the game!\nAnna\n"},
    {"prose before and after", HABIT_PROMISED, SHOWN, SLOT_PROSE, plant_prose, NULL,
        "From: Anna <anna@example.org>\nTo: Ben <ben@example.org>\nSubject: our game\n\n", ""},
    {"prose before and after", HABIT_PROMISED, SHOWN, SLOT_PROSE, plant_prose, NULL, "",
        "\nThanks, it was fun. See you next week!\n"},
    {"prose before and after", HABIT_PROMISED, SHOWN, SLOT_PROSE, plant_prose, NULL,
        "Club evening, 12 players, here is the best game.\n\n", ""},
    {"prose before and after", HABIT_PROMISED, SHOWN, SLOT_PROSE, plant_prose, NULL, "Dear all,\n\n",
        "\nBest wishes,\nAnna\n"},
    {"prose before and after", HABIT_PROMISED, HELD, SLOT_PROSE, plant_prose, NULL,
        "Subject: Re: our game\nFrom: ben@example.org\nDate: Tue, 12 Nov 2024 20:15:00 +0100\nContent-Type: "
        "text/plain\n\nHello Anna,\n\n",
        "\nBen\n"},
    {"prose before and after", HABIT_PROMISED, HELD, SLOT_PROSE, plant_prose, NULL,
        "# Our game\n\nPlayed on *Tuesday*.\n\n", ""},
    {"prose before and after", HABIT_PROMISED, HELD, SLOT_PROSE, plant_prose, NULL,
        "The game of the week\n====================\n\n", "\nA hard one - White was lost after move 12.\n"},
    {"prose before and after", HABIT_PROMISED, HELD, SLOT_PROSE, plant_prose, NULL, "",
        "\nP.S. I think I should have played on.\n"},
    {"two games in one text", HABIT_PROMISED, SHOWN,
        SLOT_LAYOUT | SLOT_PROSE | SLOT_NUMBERS | SLOT_RESULT | SLOT_REMARKS, plant_second, NULL, "\n"},
    {"two games in one text", HABIT_PROMISED, SHOWN,
        SLOT_LAYOUT | SLOT_PROSE | SLOT_NUMBERS | SLOT_RESULT | SLOT_REMARKS, plant_second, NULL, "\nGame 2:\n\n"},
    {"two games in one text", HABIT_PROMISED, HELD,
        SLOT_LAYOUT | SLOT_PROSE | SLOT_NUMBERS | SLOT_RESULT | SLOT_REMARKS, plant_second, NULL, ""},
    {"two games in one text", HABIT_PROMISED, SHOWN,
        SLOT_LAYOUT | SLOT_PROSE | SLOT_NUMBERS | SLOT_RESULT | SLOT_REMARKS, plant_second, NULL, "\n---\n\n"},
    {"two games in one text", HABIT_PROMISED, HELD,
        SLOT_LAYOUT | SLOT_PROSE | SLOT_NUMBERS | SLOT_RESULT | SLOT_REMARKS, plant_second, NULL,
        "\nAnd the second one:\n\n"},
    {"two games in one text", HABIT_PROMISED, HELD,
        SLOT_LAYOUT | SLOT_PROSE | SLOT_NUMBERS | SLOT_RESULT | SLOT_REMARKS, plant_second, NULL, "\n", NULL, 1},
    {"a stray word", HABIT_STRAY, SHOWN, SLOT_REMARKS | SLOT_SHAPE | SLOT_SPACE | SLOT_SIGNS | SLOT_MARKUP, plant_stray,
        NULL},
    {"chatty records", HABIT_CHATTY, SHOWN, SLOT_REMARKS | SLOT_LAYOUT | SLOT_SHAPE | SLOT_SPACE | SLOT_SIGNS,
        plant_chat, NULL},
    {"chatty records", HABIT_CHATTY, SHOWN, SLOT_REMARKS | SLOT_LAYOUT | SLOT_SHAPE | SLOT_SPACE | SLOT_SIGNS,
        plant_chat, NULL, NULL, NULL, 1},
    {"round missing", HABIT_BLOCK, SHOWN, SLOT_BLOCK | SLOT_REMARKS, block_round_missing, NULL},
    {"round missing", HABIT_BLOCK, HELD, SLOT_BLOCK | SLOT_REMARKS, block_round_missing, NULL, NULL, NULL, 1},
    {"row twice", HABIT_BLOCK, HELD, SLOT_BLOCK | SLOT_REMARKS, block_row_twice, NULL},
    {"row twice", HABIT_BLOCK, SHOWN, SLOT_BLOCK | SLOT_REMARKS, block_row_twice, NULL, NULL, NULL, 1},
    {"rows exchanged", HABIT_BLOCK, SHOWN, SLOT_BLOCK | SLOT_REMARKS, block_rows_exchanged, NULL},
    {"columns exchanged in a row", HABIT_BLOCK, SHOWN, SLOT_BLOCK | SLOT_REMARKS, block_columns, NULL},
    {"columns exchanged from a row on", HABIT_BLOCK, HELD, SLOT_BLOCK | SLOT_REMARKS, block_columns, NULL, NULL, NULL,
        1},
    {"first rounds missing", HABIT_BLOCK, HELD, SLOT_BLOCK | SLOT_REMARKS, block_first_missing, NULL, NULL, NULL, 1},
    {"first rounds missing", HABIT_BLOCK, SHOWN, SLOT_BLOCK | SLOT_REMARKS, block_first_missing, NULL, NULL, NULL, 2},
    {"first rounds missing", HABIT_BLOCK, HELD, SLOT_BLOCK | SLOT_REMARKS, block_first_missing, NULL, NULL, NULL, 4},
    {"brace not closed", HABIT_BLOCK, SHOWN, SLOT_BLOCK | SLOT_REMARKS, block_brace, NULL, NULL, NULL, 1},
    {"brace not closed", HABIT_BLOCK, HELD, SLOT_BLOCK | SLOT_REMARKS, block_brace, NULL, NULL, NULL, 2},
    {"brace not closed", HABIT_BLOCK, HELD, SLOT_BLOCK | SLOT_REMARKS, block_brace, NULL, NULL, NULL, 5},
    {"slip", HABIT_BLOCK, HELD, SLOT_BLOCK | SLOT_REMARKS, block_slips, NULL, NULL, NULL, 1},
    {"two slips in a row", HABIT_BLOCK, SHOWN, SLOT_BLOCK | SLOT_REMARKS, block_slips, NULL, NULL, NULL, 2},
    {"two turns missing", HABIT_BLOCK, HELD, SLOT_BLOCK | SLOT_REMARKS, block_two_missing, NULL},
    {"wrong result beside a slip", HABIT_BLOCK, SHOWN, SLOT_BLOCK | SLOT_REMARKS | SLOT_RESULT, block_result, NULL,
        NULL, NULL, 1},
};

const unsigned habit_count = sizeof habits / sizeof habits[0];

bool habits_agree(const struct habit *one, const struct habit *other)
{
    return (one->slots & other->slots) == 0;
}

bool habit_plant(const struct habit *habit, struct sheet *sheet)
{
    static const unsigned orders[] = {SLOT_SHAPE, SLOT_SPACE, SLOT_SIGNS, SLOT_MARKUP};
    unsigned order = 0;
    if (habit->shapes != 0 && (habit->shapes & OF(sheet->played->book->game->notation.shape)) == 0)
        return false;
    if (habit->plant != NULL && !habit->plant(sheet, habit))
        return false;
    if (habit->spell == NULL)
        return true;
    while (order < 3 && (habit->slots & orders[order]) == 0)
        order++;
    order = (habit->slots & SLOT_SIGNS) != 0 ? 2 : (habit->slots & SLOT_MARKUP) != 0 ? 3 : order;
    unsigned at = sheet->spelling_count++;
    for (; at > 0 && sheet->spellings[at - 1].order > order; at--)
        sheet->spellings[at] = sheet->spellings[at - 1];
    sheet->spellings[at].spell = habit->spell;
    sheet->spellings[at].habit = habit;
    sheet->spellings[at].order = order;
    return true;
}

/* Pages as lines that fit a window. */
#include "viewer/screen.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Windows of no more lines have none to spare. */
enum { CROWDED = 22 };

static void add_line(struct pane *sheet, const char *bytes, size_t length, char tint)
{
    if (sheet->count == sheet->capacity) {
        size_t capacity = sheet->capacity == 0 ? 64 : 2 * sheet->capacity;
        char **lines = realloc(sheet->lines, capacity * sizeof *lines);
        sheet->failed |= lines == NULL;
        if (lines == NULL)
            return;
        sheet->lines = lines;
        sheet->capacity = capacity;
    }
    char *line = malloc(length + 2);
    sheet->failed |= line == NULL;
    if (line == NULL)
        return;
    line[0] = tint;
    memcpy(line + 1, bytes, length);
    line[length + 1] = '\0';
    sheet->lines[sheet->count++] = line;
}

void sheet_clear(struct pane *sheet)
{
    for (size_t i = 0; i < sheet->count; i++)
        free(sheet->lines[i]);
    free(sheet->lines);
    *sheet = (struct pane){0};
}

/* Where a line of at most WIDTH columns that begins at AT ends: behind a word, or within
   one that is too long.  Sets *NEXT to where the next begins, and *TINT to the tint
   there. */
static const char *line_end(const char *at, int width, const char **next, char *tint)
{
    const char *begin = at;
    const char *blank = NULL;
    char tint_at_blank = *tint;
    int column = 0;
    for (;;) {
        const char *here = at;
        wchar_t c = next_character(&at);
        if (c == L'\0' || c == L'\n') {
            *next = at;
            return here;
        }
        if (is_tint(c)) {
            *tint = (char)c;
            continue;
        }
        if (c == L' ') {
            blank = here;
            tint_at_blank = *tint;
        }
        column += character_width(c);
        if (column <= width || here == begin)
            continue;
        if (blank == NULL || blank == begin) {
            *next = here;
            return here;
        }
        *tint = tint_at_blank;
        *next = blank + 1;
        return blank;
    }
}

/* A line of a source and the line with its caret stay as they are, or the caret would
   point elsewhere. */
static bool is_excerpt(const char *line)
{
    while (*line == ' ' || isdigit((unsigned char)*line))
        line++;
    return line[0] == '|' && line[1] == ' ';
}

static void add_wrapped(struct pane *sheet, const char *text, int width)
{
    char tint = CATASTA_TINT;
    while (*text != '\0') {
        char begun = tint;
        const char *next = text;
        const char *end = line_end(text, is_excerpt(text) ? INT32_MAX : width, &next, &tint);
        add_line(sheet, text, (size_t)(end - text), begun);
        text = next;
    }
}

static int line_width(const char *line)
{
    int width = 0;
    wchar_t c;
    while ((c = next_character(&line)) != L'\0')
        width += is_tint(c) ? 0 : character_width(c);
    return width;
}

/* Lines as they are. */
static void add_drawn(struct pane *sheet, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        add_line(sheet, text, length, CATASTA_TINT);
        text += length + (text[length] != '\0');
    }
    for (size_t i = 0; i < sheet->count; i++) {
        int width = line_width(sheet->lines[i]);
        sheet->widest = width > sheet->widest ? width : sheet->widest;
    }
}

/* Pages of the node, below one another. */
static void add_pages(
    struct pane *sheet, const struct viewer *walk, int width, const enum catasta_page *pages, size_t count)
{
    struct gathered text = {0};
    for (size_t i = 0; i < count; i++) {
        bool drawn = pages[i] == CATASTA_PAGE_BOARD || pages[i] == CATASTA_PAGE_LAYERS;
        gather(&text, walk, walk->node, pages[i], (unsigned)width);
        if (text.length > 0 && drawn)
            add_drawn(sheet, text.bytes);
        else if (text.length > 0)
            add_wrapped(sheet, text.bytes, width);
        sheet->failed |= text.failed;
    }
    gathered_free(&text);
}

/* An empty line, where lines are not rare. */
static void add_gap(struct pane *sheet, int height)
{
    if (height > CROWDED)
        add_line(sheet, "", 0, CATASTA_TINT);
}

#define ADD(sheet, walk, width, ...)                                                                                   \
    add_pages(sheet, walk, width, (const enum catasta_page[]){__VA_ARGS__},                                            \
        sizeof((const enum catasta_page[]){__VA_ARGS__}) / sizeof(enum catasta_page))

/* How the game ended, behind its last turn. */
static void add_end(struct pane *sheet, const struct viewer *walk, int width, int height)
{
    struct catasta_node node = walk_node(walk);
    if (node.depth > 0 || node.next != CATASTA_NOWHERE)
        return;
    struct gathered text = {0};
    add_gap(sheet, height);
    gather(&text, walk, walk->node, CATASTA_PAGE_OUTCOME, (unsigned)width);
    if (text.length > 0)
        add_line(sheet, text.bytes, text.length, CATASTA_TINT + CATASTA_TINT_BOLD);
    gathered_free(&text);
}

/* What is said about the turn. */
static void add_words(struct pane *sheet, const struct viewer *walk, int width, int height)
{
    size_t before = sheet->count;
    ADD(sheet, walk, width, CATASTA_PAGE_FAULTS, CATASTA_PAGE_OTHERS, CATASTA_PAGE_REMARKS);
    if (sheet->count > before)
        add_gap(sheet, height);
}

static void add_title(struct pane *sheet, const struct viewer *walk, int width)
{
    struct gathered text = {0};
    gather(&text, walk, walk->node, CATASTA_PAGE_TITLE, (unsigned)width);
    if (text.length > 0)
        add_line(sheet, text.bytes, text.length, CATASTA_TINT + CATASTA_TINT_BOLD);
    gathered_free(&text);
}

void sheet_fill(struct pane *sheet, const struct viewer *walk, int width, int height)
{
    if (walk->opened.count == 0) {
        const char *why = walk->opened.unplayed
            ? "There is nothing to step through here: the game was not played.\n\n"
            : "There is nothing to step through here: what stands in the file could not be set up.\n\n";
        add_wrapped(sheet, why, width);
        ADD(sheet, walk, width, CATASTA_PAGE_OTHERS, CATASTA_PAGE_REMARKS);
        if (walk->opened.unplayed)
            ADD(sheet, walk, width, CATASTA_PAGE_OUTCOME);
        return;
    }
    add_title(sheet, walk, width);
    add_gap(sheet, height);
    ADD(sheet, walk, width, CATASTA_PAGE_BOARD, CATASTA_PAGE_LISTS);
    add_words(sheet, walk, width, height);
    if ((int)sheet->count > height) {
        sheet_clear(sheet);
        add_title(sheet, walk, width);
        add_gap(sheet, height);
        add_words(sheet, walk, width, height);
        ADD(sheet, walk, width, CATASTA_PAGE_BOARD, CATASTA_PAGE_LISTS);
    }
    ADD(sheet, walk, width, CATASTA_PAGE_STANDING);
    add_end(sheet, walk, width, height);
    ADD(sheet, walk, width, CATASTA_PAGE_LAYERS);
}

void sheet_help(struct pane *sheet, int width)
{
    static const char text[] =
        "\021Keys\020\n"
        "Left, Right       a turn back, on (also h, l, space)\n"
        "Up, Down          in the list of turns, variations included (k, j)\n"
        "Home, End         the start, the end of the line\n"
        "g                 to a ply of the game\n"
        "v                 into a variation, to the next one, and back out\n"
        "n, p              the next fault, the one before\n"
        "/                 search players, turns and comments of all games; empty: again\n"
        "f                 see the board from the other side\n"
        "], Tab            the next game of the file\n"
        "[, Shift-Tab      the one before\n"
        "PgUp, PgDn        more of the position, where it is long\n"
        "q                 quit\n"
        "Mouse             click on a turn; the wheel goes up and down\n"
        "\n"
        "\021The board\020\n"
        "A stack reads from the bottom, left, to the top, right. (...) and [...] are castles or palaces. The last turn "
        "went from <...> to >...<.\n"
        "\n"
        "\021The list of turns\020\n"
        "x  illegal, or not to be read\n"
        "~  illegal, but it stood in the game\n"
        "!  something is to be said about it\n"
        "?  not judged\n"
        "\"  a comment\n"
        "Variations are further in, and begin with a bracket.\n";
    add_wrapped(sheet, text, width);
}

/* The signs are letters of their own kind each: no sense lies in their tints. */
static char sign_of(const struct viewer *walk, uint32_t index, struct catasta_node node)
{
    static const char signs[] = {' ', 'x', '~', 'x', '?'};
    return node.verdict == CATASTA_LEGAL && has_fault(walk, index) ? '!' : signs[node.verdict];
}

/* Whether NODE is the first turn of a variation. */
static bool begins_variation(const struct viewer *walk, struct catasta_node node)
{
    return node.depth > 0 && node_at(walk, node.parent).depth < node.depth;
}

void list_row(const struct viewer *walk, uint32_t index, struct gathered *row)
{
    struct gathered turn = {0};
    struct catasta_sink sink = gathered_sink(row);
    struct catasta_node node = node_at(walk, index);
    struct catasta_node above = node_at(walk, index > 0 ? index - 1 : 0);
    char begin[64];
    char number[16] = "";
    int indent = node.depth < 6 ? 2 * (int)node.depth : 12;
    bool begins = begins_variation(walk, node);
    bool again = !begins && above.ply > 0 && above.number == node.number && above.depth == node.depth;
    if (node.ply > 0 && !again && node.verdict != CATASTA_UNJUDGED)
        snprintf(number, sizeof number, "%s%u.", begins ? "(" : "", node.number);
    char tint = CATASTA_TINT + (node.verdict == CATASTA_LEGAL ? CATASTA_TINT_BOLD : CATASTA_TINT_ERROR);
    int length = snprintf(
        begin, sizeof begin, "%c%c%c%*s%4s ", tint, sign_of(walk, index, node), CATASTA_TINT, indent, "", number);
    const char *text = index == 0 ? "start" : gather(&turn, walk, index, CATASTA_PAGE_TURN, 0);
    row->length = 0;
    sink.write(row, begin, (size_t)length);
    sink.write(row, text, strlen(text));
    sink.write(row, " \"", has_comment(walk, index) ? 2 : 0);
    gathered_free(&turn);
}

/* Pages as lines that fit a window. */
#include "viewer/screen.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Windows of so few lines have none to spare. */
enum { CROWDED = 22 };

static void add_line(struct pane *pane, const char *bytes, size_t length, char tint)
{
    if (pane->count == pane->capacity) {
        size_t capacity = pane->capacity == 0 ? 64 : 2 * pane->capacity;
        char **lines = realloc(pane->lines, capacity * sizeof *lines);
        pane->failed |= lines == NULL;
        if (lines == NULL)
            return;
        pane->lines = lines;
        pane->capacity = capacity;
    }
    char *line = malloc(length + 2);
    pane->failed |= line == NULL;
    if (line == NULL)
        return;
    line[0] = tint;
    memcpy(line + 1, bytes, length);
    line[length + 1] = '\0';
    pane->lines[pane->count++] = line;
}

void pane_clear(struct pane *pane)
{
    for (size_t i = 0; i < pane->count; i++)
        free(pane->lines[i]);
    free(pane->lines);
    *pane = (struct pane){0};
}

/* Where a line of at most WIDTH columns that begins at AT ends: after a word, or within
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

static void add_wrapped(struct pane *pane, const char *text, int width)
{
    char tint = CATASTA_TINT;
    while (*text != '\0') {
        char begun = tint;
        const char *next = text;
        const char *end = line_end(text, is_excerpt(text) ? INT32_MAX : width, &next, &tint);
        add_line(pane, text, (size_t)(end - text), begun);
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
static void add_drawn(struct pane *pane, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        add_line(pane, text, length, CATASTA_TINT);
        text += length + (text[length] != '\0');
    }
    for (size_t i = 0; i < pane->count; i++) {
        int width = line_width(pane->lines[i]);
        pane->widest = width > pane->widest ? width : pane->widest;
    }
}

/* Pages of the node, below one another. */
static void add_pages(
    struct pane *pane, const struct viewer *viewer, int width, const enum catasta_page *pages, size_t count)
{
    struct gathered text = {0};
    for (size_t i = 0; i < count; i++) {
        bool drawn = pages[i] == CATASTA_PAGE_BOARD || pages[i] == CATASTA_PAGE_LAYERS;
        gather(&text, viewer, viewer->node, pages[i], (unsigned)width);
        if (text.length > 0 && drawn)
            add_drawn(pane, text.bytes);
        else if (text.length > 0)
            add_wrapped(pane, text.bytes, width);
        pane->failed |= text.failed;
    }
    gathered_free(&text);
}

/* An empty line, where there is room for it. */
static void add_gap(struct pane *pane, int height)
{
    if (height > CROWDED)
        add_line(pane, "", 0, CATASTA_TINT);
}

#define ADD(pane, viewer, width, ...)                                                                                  \
    add_pages(pane, viewer, width, (const enum catasta_page[]){__VA_ARGS__},                                           \
        sizeof((const enum catasta_page[]){__VA_ARGS__}) / sizeof(enum catasta_page))

/* How the game ended, after its last turn. */
static void add_end(struct pane *pane, const struct viewer *viewer, int width, int height)
{
    struct catasta_node node = viewer_node(viewer);
    if (node.depth > 0 || node.next != CATASTA_NOWHERE)
        return;
    struct gathered text = {0};
    add_gap(pane, height);
    gather(&text, viewer, viewer->node, CATASTA_PAGE_OUTCOME, (unsigned)width);
    if (text.length > 0)
        add_line(pane, text.bytes, text.length, CATASTA_TINT + CATASTA_TINT_BOLD);
    gathered_free(&text);
}

/* What is said about the turn. */
static void add_words(struct pane *pane, const struct viewer *viewer, int width, int height)
{
    size_t before = pane->count;
    ADD(pane, viewer, width, CATASTA_PAGE_FAULTS, CATASTA_PAGE_OTHERS, CATASTA_PAGE_REMARKS);
    if (pane->count > before)
        add_gap(pane, height);
}

static void add_title(struct pane *pane, const struct viewer *viewer, int width)
{
    struct gathered text = {0};
    gather(&text, viewer, viewer->node, CATASTA_PAGE_TITLE, (unsigned)width);
    if (text.length > 0)
        add_line(pane, text.bytes, text.length, CATASTA_TINT + CATASTA_TINT_BOLD);
    gathered_free(&text);
}

void pane_fill(struct pane *pane, const struct viewer *viewer, int width, int height)
{
    if (viewer->opened.count == 0) {
        const char *why = viewer->opened.unplayed
            ? "There is nothing to step through here: the game was not played.\n\n"
            : "There is nothing to step through here: what stands in the file could not be set up.\n\n";
        add_wrapped(pane, why, width);
        ADD(pane, viewer, width, CATASTA_PAGE_OTHERS, CATASTA_PAGE_REMARKS);
        if (viewer->opened.unplayed)
            ADD(pane, viewer, width, CATASTA_PAGE_OUTCOME);
        return;
    }
    add_title(pane, viewer, width);
    add_gap(pane, height);
    ADD(pane, viewer, width, CATASTA_PAGE_BOARD, CATASTA_PAGE_LISTS);
    add_words(pane, viewer, width, height);
    if ((int)pane->count > height) {
        pane_clear(pane);
        add_title(pane, viewer, width);
        add_gap(pane, height);
        add_words(pane, viewer, width, height);
        ADD(pane, viewer, width, CATASTA_PAGE_BOARD, CATASTA_PAGE_LISTS);
    }
    ADD(pane, viewer, width, CATASTA_PAGE_STANDING);
    add_end(pane, viewer, width, height);
    ADD(pane, viewer, width, CATASTA_PAGE_LAYERS);
}

void pane_help(struct pane *pane, int width)
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
    add_wrapped(pane, text, width);
}

/* Each sign is a different character: tints carry no meaning. */
static char sign_of(const struct viewer *viewer, uint32_t index, struct catasta_node node)
{
    static const char signs[] = {' ', 'x', '~', 'x', '?'};
    return node.verdict == CATASTA_LEGAL && has_fault(viewer, index) ? '!' : signs[node.verdict];
}

/* Whether NODE is the first turn of a variation. */
static bool begins_variation(const struct viewer *viewer, struct catasta_node node)
{
    return node.depth > 0 && node_at(viewer, node.parent).depth < node.depth;
}

void list_row(const struct viewer *viewer, uint32_t index, struct gathered *row)
{
    struct gathered turn = {0};
    struct catasta_sink sink = gathered_sink(row);
    struct catasta_node node = node_at(viewer, index);
    struct catasta_node above = node_at(viewer, index > 0 ? index - 1 : 0);
    char begin[64];
    char number[16] = "";
    int indent = node.depth < 6 ? 2 * (int)node.depth : 12;
    bool begins = begins_variation(viewer, node);
    bool again = !begins && above.ply > 0 && above.number == node.number && above.depth == node.depth;
    if (node.ply > 0 && !again && node.verdict != CATASTA_UNJUDGED)
        snprintf(number, sizeof number, "%s%u.", begins ? "(" : "", node.number);
    char tint = CATASTA_TINT + (node.verdict == CATASTA_LEGAL ? CATASTA_TINT_BOLD : CATASTA_TINT_ERROR);
    int length = snprintf(
        begin, sizeof begin, "%c%c%c%*s%4s ", tint, sign_of(viewer, index, node), CATASTA_TINT, indent, "", number);
    const char *text = index == 0 ? "start" : gather(&turn, viewer, index, CATASTA_PAGE_TURN, 0);
    row->length = 0;
    sink.write(row, begin, (size_t)length);
    sink.write(row, text, strlen(text));
    sink.write(row, " \"", has_comment(viewer, index) ? 2 : 0);
    gathered_free(&turn);
}

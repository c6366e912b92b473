/* SPDX-License-Identifier: MIT */
/* Pages as lines that fit a window. */
#include "viewer/screen.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Windows of so few lines have none to spare. */
enum { CROWDED = 22 };

/* Columns that words leave free at the right. */
enum { MARGIN = 1 };

/* Columns between what lies side by side, before what goes on in another line; the least for a layer, and to the left
   of it. */
enum { BESIDE = 3, INDENT = 4, LAYER_LEAST = 20, LEFT_LEAST = 30 };

static void add_line(struct pane *pane, const char *bytes, size_t length, char tint, char owner)
{
    struct pane_line *lines = with_room(pane->lines, pane->count, &pane->capacity, sizeof *lines);
    char *line = malloc(length + 2);
    pane->lines = lines == NULL ? pane->lines : lines;
    if (lines == NULL || line == NULL) {
        pane->failed = true;
        free(line);
        return;
    }
    line[0] = tint;
    memcpy(line + 1, bytes, length);
    line[length + 1] = '\0';
    pane->lines[pane->count++] = (struct pane_line){line, owner};
}

void pane_clear(struct pane *pane)
{
    for (size_t i = 0; i < pane->count; i++)
        free(pane->lines[i].text);
    free(pane->lines);
    free(pane->spots);
    *pane = (struct pane){0};
}

/* Where a line of at most WIDTH columns that begins at AT ends: after a word, with PAUSES after a comma or the like
   beyond its middle, or within a word that is too long.  Sets *NEXT to where the next begins, and *TINT to the tint
   there. */
static const char *end_of_pane_line(const char *at, int width, bool pauses, const char **next, char *tint)
{
    const char *begin = at;
    const char *blank = NULL;
    char tint_at_blank = *tint;
    int column = 0;
    bool pause = false;
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
        const bool pausing = pauses && here > begin && strchr(",;:", here[-1]) != NULL && column > width / 2;
        if (c == L' ' && (!pause || pausing)) {
            blank = here;
            tint_at_blank = *tint;
            pause = pausing;
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

static bool is_owner(char c)
{
    return (c > 0 && c <= CATASTA_SEATS) || c == CATASTA_STACK;
}

static void add_wrapped_to_pane(struct pane *pane, const char *text, int width)
{
    char tint = CATASTA_TINT;
    char owner = 0;
    struct buffer line = {0};
    for (bool begins = true; *text != '\0'; begins = text[-1] == '\n') {
        if (begins)
            owner = is_owner(*text) ? *text++ : 0;
        char begun = tint;
        const char *next = text;
        const int indent = owner != 0 && !begins ? INDENT : 0;
        const int columns = is_excerpt(text) ? INT32_MAX : width - MARGIN - indent;
        const char *end = end_of_pane_line(text, columns, owner != 0, &next, &tint);
        line.length = 0;
        buffer_print(&line, "%*s%.*s", indent, "", (int)(end - text), text);
        add_line(pane, line.bytes == NULL ? "" : line.bytes, line.length, begun, owner);
        text = next;
    }
    pane->failed |= line.failed;
    buffer_free(&line);
}

/* Lines as they are. */
static void add_drawn(struct pane *pane, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        add_line(pane, text, length, CATASTA_TINT, 0);
        text += length + (text[length] != '\0');
    }
    for (size_t i = 0; i < pane->count; i++) {
        int width = text_width(pane->lines[i].text);
        pane->widest = width > pane->widest ? width : pane->widest;
    }
}

/* The lines of TEXT to the right of those of PANE from line FROM on. */
static void add_beside(struct pane *pane, size_t from, const char *text)
{
    int column = 0;
    for (size_t i = from; i < pane->count; i++)
        column = text_width(pane->lines[i].text) > column ? text_width(pane->lines[i].text) : column;
    for (size_t i = from; *text != '\0'; i++) {
        size_t length = strcspn(text, "\n");
        if (i == pane->count)
            add_line(pane, "", 0, CATASTA_TINT, 0);
        if (i >= pane->count)
            return; /* no memory */
        size_t begun = strlen(pane->lines[i].text);
        size_t gap = (size_t)(column + BESIDE - text_width(pane->lines[i].text));
        char *line = realloc(pane->lines[i].text, begun + gap + length + 2);
        pane->failed |= line == NULL;
        if (line == NULL)
            return;
        memset(line + begun, ' ', gap);
        line[begun + gap] = CATASTA_TINT;
        memcpy(line + begun + gap + 1, text, length);
        line[begun + gap + 1 + length] = '\0';
        pane->lines[i].text = line;
        text += length + (text[length] != '\0');
    }
}

/* The layers as they lie to the right of the board of PANE; false where there are none or no room for them. */
static bool gather_layers(struct buffer *layers, struct pane *pane, const struct viewer *viewer, int width)
{
    int room = width - BESIDE - (pane->widest > LEFT_LEAST ? pane->widest : LEFT_LEAST);
    if (room < LAYER_LEAST)
        return false;
    screen_part_text(layers, viewer, viewer->node, CATASTA_PAGE_LAYERS, (unsigned)room);
    return layers->length > 0 && text_width(layers->bytes) <= room;
}

/* Puts the lines of PANE from FROM up to TO, and the spots from SPOT on, in the middle of WIDTH columns. */
static void centre_lines(struct pane *pane, size_t from, size_t to, size_t spot, int width)
{
    int widest = 0;
    for (size_t i = from; i < to; i++)
        widest = text_width(pane->lines[i].text) > widest ? text_width(pane->lines[i].text) : widest;
    if (widest >= width)
        return;
    size_t indent = (size_t)(width - widest) / 2;
    for (size_t i = from; i < to; i++) {
        size_t length = strlen(pane->lines[i].text) + 1;
        char *line = realloc(pane->lines[i].text, length + indent);
        pane->failed |= line == NULL;
        if (line == NULL)
            return;
        memmove(line + indent, line, length);
        memset(line, ' ', indent);
        pane->lines[i].text = line;
    }
    for (; spot < pane->spot_count; spot++)
        pane->spots[spot].column += (int)indent;
}

static size_t line_count(const struct buffer *text)
{
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += text->bytes[i] == '\n';
    return count;
}

/* Keeps the words of PANE from SPOT on that a turn can name: pieces in the hand of the side to move, or that nobody
   holds, and the numbers of stacks, but not what is in them. */
static void keep_own_words(struct pane *pane, const struct play *play, size_t spot)
{
    catasta_position *position = draft_position(&play->draft);
    size_t kept = spot;
    for (; position != NULL && spot < pane->spot_count; spot++) {
        const struct pane_spot one = pane->spots[spot];
        const char owner = pane->lines[one.line].owner;
        const bool number = isdigit((unsigned char)one.word[0]) != 0;
        if (number ? owner == CATASTA_STACK : owner == 0 || owner == (char)catasta_position_to_move(position))
            pane->spots[kept++] = one;
    }
    pane->spot_count = position == NULL ? pane->spot_count : kept;
    catasta_position_free(position);
}

/* Turns lines of seats so that the first one with a sign comes first; those before it then follow, and notes stay last.
 */
static void put_chosen_first(struct buffer *standing)
{
    const char *first = NULL;
    const char *end = standing->bytes;
    for (; is_owner(*end); end += strcspn(end, "\n") + 1)
        if (first == NULL && is_tint(end[1]) && end[2] != ' ')
            first = end;
    if (first == NULL || first == standing->bytes)
        return;
    struct buffer turned = {0};
    buffer_print(
        &turned, "%.*s%.*s%s", (int)(end - first), first, (int)(first - standing->bytes), standing->bytes, end);
    buffer_free(standing);
    *standing = turned;
}

/* Pages of the node, below one another. */
static void add_pages(
    struct pane *pane, const struct viewer *viewer, int width, const enum catasta_page *pages, size_t count)
{
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) {
        bool drawn = pages[i] == CATASTA_PAGE_BOARD || pages[i] == CATASTA_PAGE_LAYERS;
        size_t from = pane->count;
        size_t spot = pane->spot_count;
        screen_part_text(&text, viewer, viewer->node, pages[i], (unsigned)width);
        if (text.length > 0 && pages[i] == CATASTA_PAGE_STANDING && pane->count + line_count(&text) > pane->height)
            put_chosen_first(&text);
        if (text.length > 0 && drawn)
            add_drawn(pane, text.bytes);
        else if (text.length > 0)
            add_wrapped_to_pane(pane, text.bytes, width);
        if (pages[i] == CATASTA_PAGE_BOARD || pages[i] == CATASTA_PAGE_LISTS || pages[i] == CATASTA_PAGE_STANDING)
            pane_add_spots(pane, from, drawn);
        if (viewer->play != NULL && !drawn)
            keep_own_words(pane, viewer->play, spot);
        pane->failed |= text.failed;
    }
    buffer_free(&text);
}

/* An empty line, where there is room for it. */
static void add_gap(struct pane *pane, int height)
{
    if (height > CROWDED)
        add_line(pane, "", 0, CATASTA_TINT, 0);
}

#define ADD(pane, viewer, width, ...)                                                                                  \
    add_pages(pane, viewer, width, (const enum catasta_page[]){__VA_ARGS__},                                           \
        sizeof((const enum catasta_page[]){__VA_ARGS__}) / sizeof(enum catasta_page))

/* The turn, and how the game is after it, in bold; of the start the title says that. */
static void add_turn_title(struct pane *pane, const struct viewer *viewer, int width)
{
    struct buffer title = {0};
    struct buffer situation = {0};
    size_t from = pane->count;
    const char *turn = screen_part_text(&title, viewer, viewer->node, CATASTA_PAGE_TITLE, (unsigned)width);
    const char *after = viewer->node == 0
        ? ""
        : screen_part_text(&situation, viewer, viewer->node, CATASTA_PAGE_SITUATION, (unsigned)width);
    const int room = width - MARGIN;
    const bool apart = text_width(turn) + 3 + text_width(after) > room && text_width(after) <= room;
    if (viewer->node > 0)
        buffer_print(&title, "%s%s", apart ? "\n" : viewer->unicode ? " \u2013 " : " - ", after);
    add_wrapped_to_pane(pane, title.bytes == NULL ? "" : title.bytes, width);
    for (size_t i = from; i < pane->count; i++)
        if (pane->lines[i].text[0] == CATASTA_TINT)
            pane->lines[i].text[0] = CATASTA_TINT + CATASTA_TINT_BOLD;
    pane->failed |= title.failed || situation.failed;
    buffer_free(&title);
    buffer_free(&situation);
}

/* The remarks on the turn. */
static void add_pane_words(struct pane *pane, const struct viewer *viewer, int width, int height)
{
    size_t before = pane->count;
    ADD(pane, viewer, width, CATASTA_PAGE_FAULTS, CATASTA_PAGE_OTHERS, CATASTA_PAGE_REMARKS);
    if (pane->count > before)
        add_gap(pane, height);
}

/* What the rule says that the turn breaks, if there is room for it in HEIGHT lines. */
static void add_rule(struct pane *pane, const struct viewer *viewer, int width, int height)
{
    struct catasta_diagnostic fault = {.size = sizeof fault};
    struct buffer text = {0};
    struct catasta_sink sink = buffer_sink(&text);
    uint32_t index = viewer_node(viewer).diagnostic;
    size_t before = pane->count;
    if (index == CATASTA_NOWHERE || !catasta_game_diagnostic(viewer->opened.game, index, &fault) ||
        !catasta_explain(fault.id, CATASTA_TEXT, &sink, NULL)) {
        buffer_free(&text);
        return;
    }
    char *said = strstr(text.bytes, "\n\n");
    char *end = said == NULL ? NULL : strstr(said + 2, "\n\n");
    if (end != NULL) {
        *end = '\0';
        for (char *at = said + 2; *at != '\0'; at++)
            *at = *at == '\n' ? ' ' : *at;
        add_line(pane, "", 0, CATASTA_TINT, 0);
        add_wrapped_to_pane(pane, said + 2, width);
    }
    while ((int)pane->count > height && pane->count > before)
        free(pane->lines[--pane->count].text);
    buffer_free(&text);
}

/* What there is where the game has no positions. */
static void add_nothing(struct pane *pane, const struct viewer *viewer, int width)
{
    if (viewer->play != NULL) {
        struct dialogue dialogue = {.draft = &viewer->play->draft};
        tell_fault(&dialogue);
        buffer_say(&dialogue.answer, "\n:tag NAME VALUE sets a tag, such as Start.\n");
        add_wrapped_to_pane(pane, dialogue.answer.bytes == NULL ? "" : dialogue.answer.bytes, width);
        buffer_free(&dialogue.answer);
        return;
    }
    const char *why = viewer->opened.unplayed ? "No turns to show: the game was not played.\n\n"
                                              : "No turns to show: the game cannot be set up.\n\n";
    add_wrapped_to_pane(pane, why, width);
    ADD(pane, viewer, width, CATASTA_PAGE_OTHERS, CATASTA_PAGE_REMARKS);
    if (viewer->opened.unplayed)
        ADD(pane, viewer, width, CATASTA_PAGE_OUTCOME);
}

static void add_pane_node(struct pane *pane, const struct viewer *viewer, int width, int height, enum pane_words words)
{
    struct buffer layers = {0};
    add_turn_title(pane, viewer, width);
    add_gap(pane, height);
    if (words == WORDS_FIRST)
        add_pane_words(pane, viewer, width, height);
    size_t from = pane->count;
    size_t spot = pane->spot_count;
    ADD(pane, viewer, width, CATASTA_PAGE_BOARD);
    bool beside = gather_layers(&layers, pane, viewer, width);
    if (!beside)
        centre_lines(pane, from, pane->count, spot, width);
    pane->board = from;
    pane->board_end = pane->count;
    int left = !beside ? width : pane->widest > LEFT_LEAST ? pane->widest : LEFT_LEAST;
    ADD(pane, viewer, left, CATASTA_PAGE_LISTS);
    if (words == WORDS_LAST)
        add_pane_words(pane, viewer, left, height);
    ADD(pane, viewer, left, CATASTA_PAGE_STANDING);
    pane->needed = (int)pane->count;
    if (beside) {
        add_beside(pane, from, layers.bytes);
        pane->board_end = pane->count;
    } else {
        ADD(pane, viewer, width, CATASTA_PAGE_LAYERS);
    }
    pane->failed |= layers.failed;
    buffer_free(&layers);
}

/* COUNT empty lines before line AT. */
static void add_lines_before(struct pane *pane, size_t at, size_t count)
{
    size_t before = pane->count;
    for (size_t i = 0; i < count; i++)
        add_line(pane, "", 0, CATASTA_TINT, 0);
    for (size_t added = pane->count - before; added > 0; added--) {
        struct pane_line line = pane->lines[pane->count - 1];
        memmove(pane->lines + at + 1, pane->lines + at, (pane->count - 1 - at) * sizeof *pane->lines);
        pane->lines[at] = line;
        for (size_t i = 0; i < pane->spot_count; i++)
            pane->spots[i].line += pane->spots[i].line >= (int)at;
    }
}

void pane_settle(struct pane *pane, int height)
{
    bool any = false;
    for (size_t i = pane->count; pane->board_end == pane->board && i > 0; i--) {
        const bool stack = pane->lines[i - 1].owner == CATASTA_STACK;
        const bool goes_on = strspn(pane->lines[i - 1].text + 1, " ") >= INDENT;
        if (stack && !any && (int)pane->count < height)
            add_lines_before(pane, i, 1);
        if (stack && !goes_on && (int)pane->count < height)
            add_lines_before(pane, i - 1, 1);
        any |= stack;
    }
    if (pane->board_end == pane->board || (int)pane->count >= height)
        return;
    size_t spare = (size_t)height - pane->count;
    add_lines_before(pane, pane->board_end, spare - spare / 2);
    add_lines_before(pane, pane->board, spare / 2);
}

void pane_fill(struct pane *pane, const struct viewer *viewer, int width, int height, enum pane_words words)
{
    if (viewer->opened.count == 0) {
        add_nothing(pane, viewer, width);
        return;
    }
    pane->height = (size_t)height;
    add_pane_node(pane, viewer, width, height, words);
    if (words != WORDS_APART)
        add_rule(pane, viewer, width, height);
}

void pane_notes(struct pane *pane, const struct viewer *viewer, int width)
{
    if (viewer->opened.count > 0)
        add_pane_words(pane, viewer, width, 0);
}

bool pane_is_cut(const struct viewer *viewer, int width, int columns)
{
    struct buffer narrow = {0};
    struct buffer wide = {0};
    screen_part_text(&narrow, viewer, viewer->node, CATASTA_PAGE_BOARD, (unsigned)width);
    screen_part_text(&wide, viewer, viewer->node, CATASTA_PAGE_BOARD, (unsigned)columns);
    bool is_cut = line_count(&narrow) > line_count(&wide);
    buffer_free(&narrow);
    buffer_free(&wide);
    return is_cut;
}

void pane_told(struct pane *pane, const struct viewer *viewer, int width)
{
    add_wrapped_to_pane(pane, viewer->play->dialogue.answer.bytes, width);
}

void pane_help(struct pane *pane, const struct viewer *viewer, int width)
{
    static const char keys[] =
        "\021Keys\020\n"
        "Left, Right       the previous, the next turn (also h, l, space)\n"
        "Up, Down          the list of turns, including variations (k, j)\n"
        "Home, End         the start, the end of the line\n"
        "g                 go to a ply of the game\n"
        "v                 enter a variation, the next one, and leave it again\n"
        "n, p              the next, the previous fault\n"
        "/                 search players, turns and comments of all games; empty: search again\n"
        "c                 a cursor on the board, moved by the arrows; c again: off\n"
        "f                 see the board from the other side\n"
        "], Tab            the next game\n"
        "[, Shift-Tab      the previous game\n"
        "PgUp, PgDn        scroll a long position\n"
        "q                 quit\n"
        "Mouse             click on a turn or a cell; the wheel goes up and down\n"
        "\n";
    static const char play[] =
        "\021Recording a game\020\n"
        "a line            a turn, or : and a command; :help lists them\n"
        "Tab, Shift-Tab    complete a turn; after a fault: the proposals\n"
        "arrows, Space     choose a cell; Space adds it to the turn, again: another turn with it\n"
        "Mouse             the same by clicks: cells, pieces and stacks that can follow are underlined;\n"
        "                  a click on the line plays it; the right button is Esc\n"
        "Enter             play the turn, or apply the proposal\n"
        "Ctrl-K            keep an illegal turn that was played\n"
        "Ctrl-U, Ctrl-W    clear the line, delete a word\n"
        "Home, End, PgUp, PgDn, clicks on turns: as below; a turn is played at the place shown\n"
        "Esc               one step back; from an empty line to the keys below (Enter or i returns)\n"
        "u, r              undo, redo\n"
        "q, Ctrl-D         quit\n"
        "\n";
    static const char list[] = "\n"
                               "\021The list of turns\020\n"
                               "x  illegal or unreadable\n"
                               "~  illegal, but played (it stood)\n"
                               "!  has a warning or a note\n"
                               "?  not judged\n"
                               "Variations are indented and in brackets.\n";
    struct buffer text = {0};
    if (viewer->play != NULL)
        add_wrapped_to_pane(pane, play, width);
    add_wrapped_to_pane(pane, keys, width);
    add_wrapped_to_pane(pane, "\021The board\020\n", width);
    add_wrapped_to_pane(
        pane, screen_part_text(&text, viewer, viewer->node, CATASTA_PAGE_LEGEND, (unsigned)width), width);
    add_wrapped_to_pane(pane, list, width);
    add_wrapped_to_pane(pane, viewer->unicode ? "\u270e  a comment\n" : "\"  a comment\n", width);
    pane->failed |= text.failed;
    buffer_free(&text);
}

/* Each sign is a different character: tints carry no meaning. */
static char sign_of_node(const struct viewer *viewer, uint32_t index, struct catasta_node node)
{
    static const char signs[] = {' ', 'x', '~', 'x', '?'};
    return node.verdict == CATASTA_LEGAL && has_fault(viewer, index) ? '!' : signs[node.verdict];
}

bool list_is_paired(const struct viewer *viewer, uint32_t index)
{
    struct catasta_node node = node_at(viewer, index);
    struct catasta_node above = node_at(viewer, index > 0 ? index - 1 : 0);
    return index > 1 && node.parent == index - 1 && node.depth == above.depth && node.seat % 2 == 0 &&
        above.seat + 1 == node.seat;
}

/* Whether NODE begins a variation. */
static bool begins_variation(const struct viewer *viewer, struct catasta_node node)
{
    return node.depth > 0 && node_at(viewer, node.parent).depth < node.depth;
}

/* How many variations end with the node at INDEX. */
static int variations_ended(const struct viewer *viewer, uint32_t index)
{
    struct catasta_node node = node_at(viewer, index);
    if (index + 1 >= viewer->opened.count)
        return (int)node.depth;
    struct catasta_node next = node_at(viewer, index + 1);
    int depth = (int)next.depth - begins_variation(viewer, next); /* of the line in which that is */
    return (int)node.depth > depth ? (int)node.depth - depth : 0;
}

void list_entry(const struct viewer *viewer, uint32_t index, bool paired, struct buffer *entry)
{
    struct buffer turn = {0};
    struct catasta_node node = node_at(viewer, index);
    struct catasta_node above = node_at(viewer, index > 0 ? index - 1 : 0);
    char number[16] = "";
    int indent = node.depth < 6 ? 2 * (int)node.depth : 12;
    bool begins = begins_variation(viewer, node);
    bool again = !begins && above.ply > 0 && above.number == node.number && above.depth == node.depth;
    if (node.ply > 0 && !again && (!paired || above.number != node.number) && node.verdict != CATASTA_UNJUDGED)
        snprintf(number, sizeof number, "%s%u.", begins ? "(" : "", node.number);
    char tint = CATASTA_TINT + (node.verdict == CATASTA_LEGAL ? CATASTA_TINT_BOLD : CATASTA_TINT_ERROR);
    const char *text = index == 0 ? "start" : screen_part_text(&turn, viewer, index, CATASTA_PAGE_TURN, 0);
    entry->length = 0;
    buffer_print(entry, "%c%c%c%*s%*s %s%.*s%s", tint, sign_of_node(viewer, index, node), CATASTA_TINT,
        paired ? 0 : indent, "", paired ? 0 : 4, number, text, variations_ended(viewer, index), "))))))))",
        !has_page(viewer, index, CATASTA_PAGE_REMARKS) ? ""
            : viewer->unicode                          ? " \u270e"
                                                       : " \"");
    buffer_free(&turn);
}

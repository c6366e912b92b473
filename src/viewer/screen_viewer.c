/* SPDX-License-Identifier: MIT */
/* What keys do, without knowing the terminal. */
#include "viewer/screen.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void viewer_report(struct viewer *viewer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(viewer->message, sizeof viewer->message, format, arguments);
    va_end(arguments);
}

struct catasta_node node_at(const struct viewer *viewer, uint32_t index)
{
    struct catasta_node node = {
        .size = sizeof node, .parent = CATASTA_NOWHERE, .next = CATASTA_NOWHERE, .variation = CATASTA_NOWHERE};
    if (index < viewer->opened.count)
        catasta_game_node(viewer->opened.game, index, &node);
    return node;
}

bool has_page(const struct viewer *viewer, uint32_t index, enum catasta_page page)
{
    struct buffer text = {0};
    bool any = *screen_part_text(&text, viewer, index, page, 0) != '\0';
    buffer_free(&text);
    return any;
}

/* Faults that belong to no turn are shown with the start and the end. */
bool has_fault(const struct viewer *viewer, uint32_t index)
{
    const struct catasta_node node = node_at(viewer, index);
    return node.diagnostic != CATASTA_NOWHERE ||
        ((index == 0 || node.next == CATASTA_NOWHERE) && has_page(viewer, index, CATASTA_PAGE_OTHERS));
}

struct catasta_node viewer_node(const struct viewer *viewer)
{
    return node_at(viewer, viewer->node);
}

bool viewer_open(struct viewer *viewer, size_t text)
{
    struct open_game opened;
    if (!file_index_open_game(&viewer->file, text, &opened)) {
        viewer_report(viewer, "out of memory");
        return false;
    }
    open_game_close(&viewer->opened);
    viewer->opened = opened;
    viewer->text = text;
    viewer->node = 0;
    viewer->scroll = 0;
    return true;
}

static void go_to_ply(struct viewer *viewer, uint32_t node)
{
    if (node >= viewer->opened.count || node == viewer->node)
        return;
    viewer->node = node;
    viewer->scroll = 0;
}

/* The last node of the line where it is. */
static uint32_t end_of_line(const struct viewer *viewer, uint32_t node)
{
    for (uint32_t next; (next = node_at(viewer, node).next) < viewer->opened.count;)
        node = next;
    return node;
}

/* The turn of the line that NODE's variation leaves. */
static uint32_t node_replaced_by(const struct viewer *viewer, uint32_t node)
{
    uint32_t parent = node_at(viewer, node).parent;
    uint32_t next = node_at(viewer, parent).next;
    return next < viewer->opened.count ? next : parent;
}

static void enter_variation(struct viewer *viewer)
{
    struct catasta_node node = viewer_node(viewer);
    uint32_t head = viewer->node;
    if (node.variation != CATASTA_NOWHERE) {
        go_to_ply(viewer, node.variation);
        return;
    }
    /* Back to the first turn of the variation, and from there to the one it replaces. */
    while (node.depth > 0 && node_at(viewer, node.parent).depth == node.depth) {
        head = node.parent;
        node = node_at(viewer, head);
    }
    if (node.depth > 0)
        go_to_ply(viewer, node_replaced_by(viewer, head));
    else if (node_at(viewer, node.next).variation != CATASTA_NOWHERE)
        go_to_ply(viewer, node_at(viewer, node.next).variation);
    else
        viewer_report(viewer, "there is no variation here");
}

static void find_fault(struct viewer *viewer, bool on)
{
    for (uint32_t i = viewer->node; on ? i + 1 < viewer->opened.count : i > 0;) {
        i = on ? i + 1 : i - 1;
        if (has_fault(viewer, i)) {
            go_to_ply(viewer, i);
            return;
        }
    }
    viewer_report(viewer, "no fault %s in this game", on ? "after this" : "before this");
}

static void change_game(struct viewer *viewer, bool on)
{
    if (!on && viewer->text == 0)
        viewer_report(viewer, "this is the first game");
    else if (on && !file_index_reach(&viewer->file, viewer->text + 1))
        viewer_report(viewer, viewer->file.failed ? "not all files could be read" : "this is the last game");
    else
        viewer_open(viewer, on ? viewer->text + 1 : viewer->text - 1);
}

/* To ply PLY of the main line, -1: its end. */
static void find_ply(struct viewer *viewer, long ply)
{
    uint32_t node = 0;
    for (long i = 0; i != ply; i++) {
        uint32_t next = node_at(viewer, node).next;
        if (next >= viewer->opened.count) {
            if (ply > i)
                viewer_report(viewer, "the game has %ld %s", i, i == 1 ? "ply" : "plies");
            break;
        }
        node = next;
    }
    go_to_ply(viewer, node);
}

static void answer_ply(struct viewer *viewer)
{
    char *end;
    long ply = strtol(viewer->asked.text, &end, 10);
    if (viewer->asked.length == 0)
        return;
    if (*end != '\0' || end == viewer->asked.text || ply < -1)
        viewer_report(viewer, "a ply is a number; 0 is the start, -1 the end");
    else
        find_ply(viewer, ply);
}

/* Typing at a prompt. */
static void ask_viewer(struct viewer *viewer, const struct command_given *command)
{
    enum screen_mode mode = viewer->mode;
    bool erases = command->action == ACTION_ERASE && viewer->asked.length == 0;
    if (prompt_do(&viewer->asked, command))
        return;
    if (erases || command->action == ACTION_CANCEL)
        viewer->mode = MODE_BROWSE;
    else if (command->action == ACTION_ENTER) {
        viewer->mode = MODE_BROWSE;
        if (mode == MODE_PLY)
            answer_ply(viewer);
        else
            viewer_search(viewer);
    }
}

/* What lies on the cell NAME. */
static void describe_cell(struct viewer *viewer, const char *name)
{
    catasta_position *position = catasta_game_position(viewer->opened.game, viewer->node);
    struct catasta_cell cell = {.size = sizeof cell};
    struct catasta_piece piece;
    struct buffer text = {0};
    size_t i = 0;
    if (position == NULL)
        return;
    bool found = false;
    while (!found && catasta_position_cell(position, i, &cell)) {
        found = strcmp(cell.name, name) == 0;
        i += !found;
    }
    for (size_t k = 0; found && catasta_cell_piece(position, i, k, &piece); k++) {
        buffer_say(&text, k > 0 && strlen(piece.text) > 1 ? " " : "");
        buffer_say(&text, piece.text);
    }
    if (text.length > 0)
        viewer_report(
            viewer, cell.height > 1 ? "%s: %s, %zu from the bottom up" : "%s: %s", name, text.bytes, cell.height);
    else
        viewer_report(viewer, found && cell.closed ? "%s is closed" : "%s is empty", name);
    buffer_free(&text);
    catasta_position_free(position);
}

static void step_viewer(struct viewer *viewer, enum screen_action action)
{
    const struct catasta_node node = viewer_node(viewer);
    go_to_ply(viewer,
        action == ACTION_BACK        ? node.parent
            : action == ACTION_FORTH ? node.next
            : action == ACTION_UP    ? viewer->node - 1
            : action == ACTION_DOWN  ? viewer->node + 1
            : action == ACTION_FIRST ? 0
            : action == ACTION_LAST  ? end_of_line(viewer, viewer->node)
                                     : viewer->node);
    if (action == ACTION_SCROLL_UP)
        viewer->scroll -= viewer->scroll > 0 ? 4 : 0;
    else if (action == ACTION_SCROLL_DOWN)
        viewer->scroll += 4; /* screen_draw limits it to what there is */
}

void viewer_do(struct viewer *viewer, const struct command_given *command)
{
    enum screen_action action = command->action;
    viewer->message[0] = '\0';
    if (viewer->play != NULL && play_do(viewer, command))
        return;
    if (viewer->mode == MODE_SEARCH || viewer->mode == MODE_PLY) {
        ask_viewer(viewer, command);
    } else if (viewer->mode == MODE_HELP) {
        bool scrolls = action == ACTION_SCROLL_UP || action == ACTION_SCROLL_DOWN || action == ACTION_NONE;
        viewer->mode = scrolls ? MODE_HELP : viewer->before_help;
        viewer->scroll = scrolls ? viewer->scroll : 0;
        step_viewer(viewer, scrolls ? action : ACTION_NONE);
    } else if (action == ACTION_POINT || action == ACTION_PICK) {
        viewer->cursor = command->spot;
        if (command->spot.cell)
            describe_cell(viewer, command->spot.word);
    } else if (action == ACTION_CURSOR ||
        (viewer->mode == MODE_CURSOR && (action == ACTION_CANCEL || action == ACTION_ENTER))) {
        viewer->mode = viewer->mode == MODE_CURSOR ? MODE_BROWSE : MODE_CURSOR;
    } else if (action == ACTION_SEARCH || action == ACTION_PLY) {
        viewer->mode = action == ACTION_PLY ? MODE_PLY : MODE_SEARCH;
        prompt_set(&viewer->asked, "", 0);
    } else if (action == ACTION_NEXT_FAULT || action == ACTION_LAST_FAULT) {
        find_fault(viewer, action == ACTION_NEXT_FAULT);
    } else if (action == ACTION_NEXT_GAME || action == ACTION_LAST_GAME) {
        change_game(viewer, action == ACTION_NEXT_GAME);
    } else if (action == ACTION_VARIATION) {
        enter_variation(viewer);
    } else if (action == ACTION_FLIP) {
        viewer->flip = !viewer->flip;
    } else if (action == ACTION_SELECT) {
        go_to_ply(viewer, command->row);
    } else if (action == ACTION_HELP) {
        viewer->before_help = viewer->mode;
        viewer->mode = MODE_HELP;
        viewer->scroll = 0;
    } else {
        viewer->quit = action == ACTION_QUIT;
        step_viewer(viewer, action);
    }
    if (viewer->mode == MODE_CURSOR && viewer->cursor.cell && viewer->message[0] == '\0')
        describe_cell(viewer, viewer->cursor.word);
    if (viewer->play != NULL)
        play_follow(viewer);
}

/* The text that is game NUMBER of the file, 0: the first text. */
static bool find_viewed_game(struct viewer *viewer, long number, size_t *text)
{
    for (size_t i = 0; file_index_reach(&viewer->file, i); i++)
        if (number == 0 || viewer->file.texts[i].number == (uint32_t)number) {
            *text = i;
            return true;
        }
    return viewer->file.at_start && number <= 1;
}

bool viewer_look(struct viewer *viewer, const struct screen_options *options)
{
    viewer->flip = options->flip;
    /* For the widths of characters, which are the same in any locale of UTF-8. */
    if (setlocale(LC_CTYPE, "") == NULL && environment_is_unicode())
        setlocale(LC_CTYPE, "C.UTF-8");
    viewer->unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (!viewer->unicode && environment_is_unicode())
        return complain("the locale cannot be loaded, or memory ran out; LC_ALL=C shows ASCII alone") == CATASTA_OK;
    return true;
}

bool viewer_begin(struct viewer *viewer, const struct screen_options *options)
{
    size_t text = 0;
    if (!viewer_look(viewer, options))
        return false;
    if (viewer->file.at_start && options->reading->options.ruleset == NULL)
        complain("%s has no games; give -r to show the start of a ruleset", viewer->file.name);
    else if (viewer->file.count == 0 && !viewer->file.at_start)
        return viewer->file.failed ? false : complain("these files have no games") == CATASTA_OK;
    else if (!find_viewed_game(viewer, options->game, &text))
        complain("there is no game %ld", options->game);
    else if (!viewer_open(viewer, text))
        complain("out of memory");
    else {
        if (options->at_ply)
            find_ply(viewer, options->ply);
        return true;
    }
    return false;
}

void viewer_end(struct viewer *viewer)
{
    open_game_close(&viewer->opened);
    file_index_close(&viewer->file);
}

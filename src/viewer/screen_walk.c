/* What keys do; nothing here knows a terminal. */
#include "viewer/screen.h"

#include <errno.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void walk_tell(struct viewer *walk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(walk->news, sizeof walk->news, format, arguments);
    va_end(arguments);
}

struct catasta_node node_at(const struct viewer *walk, uint32_t index)
{
    struct catasta_node node = {
        .size = sizeof node, .parent = CATASTA_NOWHERE, .next = CATASTA_NOWHERE, .variation = CATASTA_NOWHERE};
    if (index < walk->opened.count)
        catasta_game_node(walk->opened.game, index, &node);
    return node;
}

/* What belongs to no turn is told with the start and the end. */
bool has_fault(const struct viewer *walk, uint32_t index)
{
    struct gathered text = {0};
    bool any = node_at(walk, index).diagnostic != CATASTA_NOWHERE;
    if (!any && (index == 0 || node_at(walk, index).next == CATASTA_NOWHERE))
        any = *gather(&text, walk, index, CATASTA_PAGE_OTHERS, 0) != '\0';
    gathered_free(&text);
    return any;
}

bool has_comment(const struct viewer *walk, uint32_t index)
{
    struct catasta_remark remark = {.size = sizeof remark};
    for (size_t i = 0; catasta_game_remark(walk->opened.game, index, i, &remark); i++)
        if (!remark.glyph)
            return true;
    return false;
}

struct catasta_node walk_node(const struct viewer *walk)
{
    return node_at(walk, walk->node);
}

bool walk_open(struct viewer *walk, size_t volume)
{
    struct opened opened;
    if (!shelf_take(&walk->shelf, volume, &opened)) {
        walk_tell(walk, "out of memory");
        return false;
    }
    opened_close(&walk->opened);
    walk->opened = opened;
    walk->volume = volume;
    walk->node = 0;
    walk->scroll = 0;
    return true;
}

static void go(struct viewer *walk, uint32_t node)
{
    if (node >= walk->opened.count || node == walk->node)
        return;
    walk->node = node;
    walk->scroll = 0;
}

/* The last node of the line where it is. */
static uint32_t end_of_line(const struct viewer *walk, uint32_t node)
{
    for (uint32_t next; (next = node_at(walk, node).next) < walk->opened.count;)
        node = next;
    return node;
}

/* The turn of the line that NODE's variation leaves. */
static uint32_t replaced(const struct viewer *walk, uint32_t node)
{
    uint32_t parent = node_at(walk, node).parent;
    uint32_t next = node_at(walk, parent).next;
    return next < walk->opened.count ? next : parent;
}

static void enter_variation(struct viewer *walk)
{
    struct catasta_node node = walk_node(walk);
    uint32_t head = walk->node;
    if (node.variation != CATASTA_NOWHERE) {
        go(walk, node.variation);
        return;
    }
    /* Back to the first turn of the variation, and from there to the one it replaces. */
    while (node.depth > 0 && node_at(walk, node.parent).depth == node.depth) {
        head = node.parent;
        node = node_at(walk, head);
    }
    if (node.depth > 0)
        go(walk, replaced(walk, head));
    else if (node_at(walk, node.next).variation != CATASTA_NOWHERE)
        go(walk, node_at(walk, node.next).variation);
    else
        walk_tell(walk, "there is no variation here");
}

static void find_fault(struct viewer *walk, bool on)
{
    for (uint32_t i = walk->node; on ? i + 1 < walk->opened.count : i > 0;) {
        i = on ? i + 1 : i - 1;
        if (has_fault(walk, i)) {
            go(walk, i);
            return;
        }
    }
    walk_tell(walk, "no fault %s in this game", on ? "further on" : "before this");
}

static void change_game(struct viewer *walk, bool on)
{
    if (!on && walk->volume == 0)
        walk_tell(walk, "this is the first game");
    else if (on && !shelf_reach(&walk->shelf, walk->volume + 1))
        walk_tell(
            walk, walk->shelf.error == 0 ? "this is the last game" : "cannot read on: %s", strerror(walk->shelf.error));
    else
        walk_open(walk, on ? walk->volume + 1 : walk->volume - 1);
}

/* To ply PLY of the main line, -1: its end. */
static void find_ply(struct viewer *walk, long ply)
{
    uint32_t node = 0;
    for (long i = 0; i != ply; i++) {
        uint32_t next = node_at(walk, node).next;
        if (next >= walk->opened.count) {
            if (ply > i)
                walk_tell(walk, "the game has %ld %s", i, i == 1 ? "ply" : "plies");
            break;
        }
        node = next;
    }
    go(walk, node);
}

static void answer_ply(struct viewer *walk)
{
    wchar_t *end;
    walk->asked[walk->asked_count] = L'\0';
    long ply = wcstol(walk->asked, &end, 10);
    if (walk->asked_count == 0)
        return;
    if (*end != L'\0' || end == walk->asked || ply < -1)
        walk_tell(walk, "a ply is a number, 0: the start, -1: the end");
    else
        find_ply(walk, ply);
}

/* What is typed behind a prompt. */
static void ask(struct viewer *walk, const struct command_given *deed)
{
    enum mode mode = walk->mode;
    if (deed->act == ACT_TYPE && walk->asked_count + 1 < ASKED_ROOM)
        walk->asked[walk->asked_count++] = deed->typed;
    else if (deed->act == ACT_ERASE && walk->asked_count > 0)
        walk->asked_count--;
    else if (deed->act == ACT_ERASE || deed->act == ACT_CANCEL)
        walk->mode = MODE_WALK;
    else if (deed->act == ACT_ENTER) {
        walk->mode = MODE_WALK;
        if (mode == MODE_PLY)
            answer_ply(walk);
        else
            walk_search(walk);
    }
}

static void open_prompt(struct viewer *walk, enum mode mode)
{
    walk->mode = mode;
    walk->asked_count = 0;
}

static void step(struct viewer *walk, enum act act)
{
    struct catasta_node node = walk_node(walk);
    switch (act) {
    case ACT_BACK:
        go(walk, node.parent);
        break;
    case ACT_FORTH:
        go(walk, node.next);
        break;
    case ACT_UP:
        go(walk, walk->node - 1);
        break;
    case ACT_DOWN:
        go(walk, walk->node + 1);
        break;
    case ACT_FIRST:
        go(walk, 0);
        break;
    case ACT_LAST:
        go(walk, end_of_line(walk, walk->node));
        break;
    case ACT_SCROLL_UP:
        walk->scroll -= walk->scroll > 0 ? 4 : 0;
        break;
    case ACT_SCROLL_DOWN:
        walk->scroll += 4; /* who draws holds it to what there is */
        break;
    default:
        break;
    }
}

void walk_do(struct viewer *walk, const struct command_given *deed)
{
    enum act act = deed->act;
    walk->news[0] = '\0';
    if (walk->mode == MODE_SEARCH || walk->mode == MODE_PLY) {
        ask(walk, deed);
    } else if (walk->mode == MODE_HELP) {
        bool scrolls = act == ACT_SCROLL_UP || act == ACT_SCROLL_DOWN || act == ACT_NONE;
        walk->mode = scrolls ? MODE_HELP : MODE_WALK;
        walk->scroll = scrolls ? walk->scroll : 0;
        step(walk, scrolls ? act : ACT_NONE);
    } else if (act == ACT_SEARCH || act == ACT_PLY) {
        open_prompt(walk, act == ACT_PLY ? MODE_PLY : MODE_SEARCH);
    } else if (act == ACT_NEXT_FAULT || act == ACT_LAST_FAULT) {
        find_fault(walk, act == ACT_NEXT_FAULT);
    } else if (act == ACT_NEXT_GAME || act == ACT_LAST_GAME) {
        change_game(walk, act == ACT_NEXT_GAME);
    } else if (act == ACT_VARIATION) {
        enter_variation(walk);
    } else if (act == ACT_FLIP) {
        walk->flip = !walk->flip;
    } else if (act == ACT_SELECT) {
        go(walk, deed->row);
    } else if (act == ACT_HELP) {
        walk->mode = MODE_HELP;
        walk->scroll = 0;
    } else {
        walk->quit = act == ACT_QUIT;
        step(walk, act);
    }
}

/* The volume that is game NUMBER of the file, 0: the first volume. */
static bool find_game(struct viewer *walk, long number, size_t *volume)
{
    for (size_t i = 0; shelf_reach(&walk->shelf, i); i++)
        if (number == 0 || walk->shelf.volumes[i].number == (uint32_t)number) {
            *volume = i;
            return true;
        }
    return walk->shelf.at_start && number <= 1;
}

bool walk_begin(struct viewer *walk, const struct arguments *arguments)
{
    size_t volume = 0;
    walk->flip = arguments->flip;
    walk->unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (walk->shelf.count == 0 && walk->shelf.error != 0)
        complain("cannot read %s: %s", walk->shelf.name, strerror(walk->shelf.error));
    else if (walk->shelf.at_start && arguments->options.ruleset == NULL)
        complain("%s holds no game; with -r the start of a ruleset is shown", walk->shelf.name);
    else if (!find_game(walk, arguments->game, &volume))
        complain("there is no game %ld", arguments->game);
    else if (!walk_open(walk, volume))
        complain("out of memory");
    else {
        if (arguments->has_ply)
            find_ply(walk, arguments->first);
        return true;
    }
    return false;
}

void walk_end(struct viewer *walk)
{
    opened_close(&walk->opened);
    shelf_close(&walk->shelf);
}

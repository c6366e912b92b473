/* SPDX-License-Identifier: MIT */
/* Listening: what keys and the mouse mean. */
#include "viewer/screen.h"

#include <curses.h>

enum { ESCAPE_DELAY = 100, SEQUENCE_MOST = 64, NEAR_ENOUGH = 4 }; /* milliseconds, characters, columns */

void screen_listen(void)
{
    /* What terminals send for these keys whatever their description says. */
    static const struct {
        const char *sent;
        int key;
    } keys[] = {
        {"\033[1~", KEY_HOME},
        {"\033[7~", KEY_HOME},
        {"\033[H", KEY_HOME},
        {"\033OH", KEY_HOME},
        {"\033[4~", KEY_END},
        {"\033[8~", KEY_END},
        {"\033[F", KEY_END},
        {"\033OF", KEY_END},
        {"\033[A", KEY_UP},
        {"\033OA", KEY_UP},
        {"\033[B", KEY_DOWN},
        {"\033OB", KEY_DOWN},
        {"\033[C", KEY_RIGHT},
        {"\033OC", KEY_RIGHT},
        {"\033[D", KEY_LEFT},
        {"\033OD", KEY_LEFT},
        {"\033[5~", KEY_PPAGE},
        {"\033[6~", KEY_NPAGE},
        {"\033[Z", KEY_BTAB},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        define_key(keys[i].sent, keys[i].key);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_DELAY);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
}

/* A click, or the wheel. */
static struct command_given mouse_command(const struct viewer *viewer, const struct layout *layout)
{
    MEVENT event;
    struct command_given command = {.action = ACTION_NONE};
    if (getmouse(&event) != OK)
        return command;
    int row = event.y - layout->list_row;
    bool on_list = row >= 0 && row < layout->list_rows && event.x >= layout->list_column;
    int line = event.y - 1 + viewer->scroll;
    const struct pane_spot *spot = event.y < 1 || event.y > layout->pane_rows || event.x >= layout->pane_columns
        ? NULL
        : spot_near(layout->pane.spots, layout->pane.spot_count, &(struct pane_spot){.line = line, .column = event.x},
              ACTION_POINT);
    if ((event.bstate & BUTTON3_PRESSED) != 0)
        command.action = ACTION_CANCEL;
    else if (event.y >= layout->rows - layout->foot && viewer->mode == MODE_LINE)
        command.action = (event.bstate & BUTTON4_PRESSED) != 0 ? ACTION_LAST_GAME
            : (event.bstate & BUTTON5_PRESSED) != 0            ? ACTION_COMPLETE
                                                               : ACTION_ENTER;
    else if ((event.bstate & BUTTON4_PRESSED) != 0)
        command.action = on_list ? ACTION_UP : ACTION_SCROLL_UP;
    else if ((event.bstate & BUTTON5_PRESSED) != 0)
        command.action = on_list ? ACTION_DOWN : ACTION_SCROLL_DOWN;
    else if (on_list) {
        command.action = ACTION_SELECT;
        command.row = layout_node_at(layout, viewer, row, event.x - layout->list_column);
    } else if (spot != NULL && (line == spot->line || (spot->cell && line == spot->line - 1)) &&
        event.x >= spot->column - NEAR_ENOUGH && event.x < spot->column + spot->columns + NEAR_ENOUGH) {
        command.action = ACTION_PICK;
        command.spot = *spot;
    }
    return command;
}

/* Where a key means something: a code of curses; a character elsewhere than at a prompt, at one, in the line. */
enum { CODE = 1, LETTER = 2, PROMPT = 4, LINE = 8, TYPED = LETTER | PROMPT | LINE };

static enum screen_action action_of_key(wint_t key, unsigned where)
{
    static const struct {
        wint_t key;
        unsigned char where;
        unsigned char action;
    } keys[] = {
        {KEY_LEFT, CODE, ACTION_BACK},
        {KEY_RIGHT, CODE, ACTION_FORTH},
        {KEY_UP, CODE, ACTION_UP},
        {KEY_DOWN, CODE, ACTION_DOWN},
        {KEY_HOME, CODE, ACTION_FIRST},
        {KEY_END, CODE, ACTION_LAST},
        {KEY_PPAGE, CODE, ACTION_SCROLL_UP},
        {KEY_NPAGE, CODE, ACTION_SCROLL_DOWN},
        {KEY_BTAB, CODE, ACTION_LAST_GAME},
        {KEY_BACKSPACE, CODE, ACTION_ERASE},
        {KEY_ENTER, CODE, ACTION_ENTER},
        {KEY_F(1), CODE, ACTION_HELP},
        {'\r', TYPED, ACTION_ENTER},
        {'\n', TYPED, ACTION_ENTER},
        {033, TYPED, ACTION_CANCEL},
        {010, TYPED, ACTION_ERASE},
        {0177, TYPED, ACTION_ERASE},
        {'U' - '@', PROMPT | LINE, ACTION_ERASE_ALL},
        {'W' - '@', PROMPT | LINE, ACTION_ERASE_WORD},
        {'K' - '@', LINE, ACTION_STAND},
        {'D' - '@', LINE, ACTION_QUIT},
        {'\t', LINE, ACTION_COMPLETE},
        {'h', LETTER, ACTION_BACK},
        {'l', LETTER, ACTION_FORTH},
        {' ', LETTER, ACTION_FORTH},
        {'k', LETTER, ACTION_UP},
        {'j', LETTER, ACTION_DOWN},
        {'/', LETTER, ACTION_SEARCH},
        {'c', LETTER, ACTION_CURSOR},
        {'g', LETTER, ACTION_PLY},
        {'n', LETTER, ACTION_NEXT_FAULT},
        {'p', LETTER, ACTION_LAST_FAULT},
        {'v', LETTER, ACTION_VARIATION},
        {'f', LETTER, ACTION_FLIP},
        {']', LETTER, ACTION_NEXT_GAME},
        {'\t', LETTER, ACTION_NEXT_GAME},
        {'[', LETTER, ACTION_LAST_GAME},
        {'?', LETTER, ACTION_HELP},
        {'q', LETTER, ACTION_QUIT},
        {'u', LETTER, ACTION_UNDO},
        {'r', LETTER, ACTION_REDO},
        {'i', LETTER, ACTION_LINE},
        {':', LETTER, ACTION_COMMAND},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key && (keys[i].where & where) != 0)
            return (enum screen_action)keys[i].action;
    return (where & (PROMPT | LINE)) != 0 && key >= 0x20 ? ACTION_TYPE : ACTION_NONE;
}

/* What a character means: at a prompt itself, elsewhere a key. */
static struct command_given character_command(const struct viewer *viewer, wint_t c)
{
    enum screen_mode mode = viewer->mode;
    bool asks = mode == MODE_SEARCH || mode == MODE_PLY || mode == MODE_SAVE || mode == MODE_CHANGED;
    struct command_given command = {.typed = (wchar_t)c};
    command.action = action_of_key(c, mode == MODE_LINE ? LINE : asks ? PROMPT : LETTER);
    if (command.action == ACTION_NONE && mode == MODE_HELP)
        command.action = ACTION_CANCEL;
    return command;
}

/* After an Escape: the rest of what a key has sent that no table knows is taken away whole, as defined in ECMA-48;
   false where nothing of that kind follows, and Escape was a key. */
static bool skip_escape_sequence(void)
{
    wint_t c;
    int kind = get_wch(&c);
    if (kind != OK || (c != '[' && c != 'O')) {
        if (kind == OK)
            unget_wch((wchar_t)c);
        else if (kind == KEY_CODE_YES)
            ungetch((int)c);
        return false;
    }
    bool again = true;
    timeout(ESCAPE_DELAY);
    for (int i = 0; again && i < SEQUENCE_MOST && get_wch(&c) == OK; i++)
        again = (c >= ' ' && c < '@' && c != '$') || (i == 0 && c == '['); /* F1 of a console is \033[[A */
    timeout(0);
    return true;
}

/* Moves those of the spots that can follow in the line to the front, unless none can; how many are left. */
static size_t keep_pointable(const struct play *play, struct pane_spot *spots, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (play_can_point(play, spots[i].word)) {
            struct pane_spot spot = spots[i];
            spots[i] = spots[kept];
            spots[kept++] = spot;
        }
    return kept > 0 ? kept : count;
}

/* An arrow key moves the cursor, if there is one. */
static void move_cursor(const struct viewer *viewer, const struct layout *layout, struct command_given *command)
{
    enum screen_action action = command->action;
    const struct pane *pane = &layout->pane;
    if ((viewer->mode != MODE_CURSOR && viewer->mode != MODE_LINE) ||
        (action != ACTION_BACK && action != ACTION_FORTH && action != ACTION_UP && action != ACTION_DOWN))
        return;
    size_t count = pane->spot_count;
    struct pane_spot *spots = pane->spots;
    if (viewer->mode == MODE_LINE)
        count = keep_pointable(viewer->play, spots, count);
    const struct pane_spot middle = {.line = layout->pane_rows / 2, .column = layout->pane_columns / 2};
    const struct pane_spot *spot = viewer->cursor.columns == 0 ? spot_near(spots, count, &middle, ACTION_POINT)
                                                               : spot_near(spots, count, &viewer->cursor, action);
    command->action = spot == NULL ? ACTION_NONE : ACTION_POINT;
    if (spot != NULL)
        command->spot = *spot;
}

bool screen_read(const struct viewer *viewer, const struct layout *layout, struct command_given *command)
{
    wint_t c;
    int kind = get_wch(&c);
    *command = (struct command_given){.action = ACTION_NONE};
    if (kind == ERR)
        return false;
    if (kind == KEY_CODE_YES && c == KEY_MOUSE)
        *command = mouse_command(viewer, layout);
    else if (kind == KEY_CODE_YES)
        command->action = action_of_key(c, CODE);
    else if (c != 033 || !skip_escape_sequence())
        *command = character_command(viewer, c);
    if (kind == KEY_CODE_YES && c != KEY_MOUSE)
        move_cursor(viewer, layout, command);
    return true;
}

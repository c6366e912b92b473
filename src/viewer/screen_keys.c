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
    struct command_given command = {.act = ACT_NONE};
    if (getmouse(&event) != OK)
        return command;
    int row = event.y - layout->list_row;
    bool on_list = row >= 0 && row < layout->list_rows && event.x >= layout->list_column;
    int line = event.y - 1 + viewer->scroll;
    const struct pane_spot *spot = event.y < 1 || event.y > layout->pane_rows || event.x >= layout->pane_columns
        ? NULL
        : spot_near(layout->pane.spots, layout->pane.spot_count, &(struct pane_spot){.line = line, .column = event.x},
              ACT_POINT);
    if ((event.bstate & BUTTON3_PRESSED) != 0)
        command.act = ACT_CANCEL;
    else if (event.y >= layout->rows - layout->foot && viewer->mode == MODE_LINE)
        command.act = (event.bstate & BUTTON4_PRESSED) != 0 ? ACT_LAST_GAME
            : (event.bstate & BUTTON5_PRESSED) != 0         ? ACT_COMPLETE
                                                            : ACT_ENTER;
    else if ((event.bstate & BUTTON4_PRESSED) != 0)
        command.act = on_list ? ACT_UP : ACT_SCROLL_UP;
    else if ((event.bstate & BUTTON5_PRESSED) != 0)
        command.act = on_list ? ACT_DOWN : ACT_SCROLL_DOWN;
    else if (on_list) {
        command.act = ACT_SELECT;
        command.row = layout->list_from + (uint32_t)row;
    } else if (spot != NULL && (line == spot->line || (spot->cell && line == spot->line - 1)) &&
        event.x >= spot->column - NEAR_ENOUGH && event.x < spot->column + spot->columns + NEAR_ENOUGH) {
        command.act = ACT_PICK;
        command.spot = *spot;
    }
    return command;
}

/* Where a key means something: a code of curses; a character elsewhere than at a prompt, at one, in the line. */
enum { CODE = 1, LETTER = 2, PROMPT = 4, LINE = 8, TYPED = LETTER | PROMPT | LINE };

static enum act act_of(wint_t key, unsigned where)
{
    static const struct {
        wint_t key;
        unsigned char where;
        unsigned char act;
    } keys[] = {
        {KEY_LEFT, CODE, ACT_BACK},
        {KEY_RIGHT, CODE, ACT_FORTH},
        {KEY_UP, CODE, ACT_UP},
        {KEY_DOWN, CODE, ACT_DOWN},
        {KEY_HOME, CODE, ACT_FIRST},
        {KEY_END, CODE, ACT_LAST},
        {KEY_PPAGE, CODE, ACT_SCROLL_UP},
        {KEY_NPAGE, CODE, ACT_SCROLL_DOWN},
        {KEY_BTAB, CODE, ACT_LAST_GAME},
        {KEY_BACKSPACE, CODE, ACT_ERASE},
        {KEY_ENTER, CODE, ACT_ENTER},
        {KEY_F(1), CODE, ACT_HELP},
        {'\r', TYPED, ACT_ENTER},
        {'\n', TYPED, ACT_ENTER},
        {033, TYPED, ACT_CANCEL},
        {010, TYPED, ACT_ERASE},
        {0177, TYPED, ACT_ERASE},
        {'U' - '@', PROMPT | LINE, ACT_ERASE_ALL},
        {'W' - '@', PROMPT | LINE, ACT_ERASE_WORD},
        {'K' - '@', LINE, ACT_STAND},
        {'D' - '@', LINE, ACT_QUIT},
        {'\t', LINE, ACT_COMPLETE},
        {'h', LETTER, ACT_BACK},
        {'l', LETTER, ACT_FORTH},
        {' ', LETTER, ACT_FORTH},
        {'k', LETTER, ACT_UP},
        {'j', LETTER, ACT_DOWN},
        {'/', LETTER, ACT_SEARCH},
        {'c', LETTER, ACT_CURSOR},
        {'g', LETTER, ACT_PLY},
        {'n', LETTER, ACT_NEXT_FAULT},
        {'p', LETTER, ACT_LAST_FAULT},
        {'v', LETTER, ACT_VARIATION},
        {'f', LETTER, ACT_FLIP},
        {']', LETTER, ACT_NEXT_GAME},
        {'\t', LETTER, ACT_NEXT_GAME},
        {'[', LETTER, ACT_LAST_GAME},
        {'?', LETTER, ACT_HELP},
        {'q', LETTER, ACT_QUIT},
        {'u', LETTER, ACT_UNDO},
        {'r', LETTER, ACT_REDO},
        {'i', LETTER, ACT_LINE},
        {':', LETTER, ACT_COMMAND},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key && (keys[i].where & where) != 0)
            return (enum act)keys[i].act;
    return (where & (PROMPT | LINE)) != 0 && key >= 0x20 ? ACT_TYPE : ACT_NONE;
}

/* What a character means: at a prompt itself, elsewhere a key. */
static struct command_given character_command(const struct viewer *viewer, wint_t c)
{
    enum mode mode = viewer->mode;
    bool asks = mode == MODE_SEARCH || mode == MODE_PLY || mode == MODE_SAVE || mode == MODE_CHANGED;
    struct command_given command = {.typed = (wchar_t)c};
    command.act = act_of(c, mode == MODE_LINE ? LINE : asks ? PROMPT : LETTER);
    if (command.act == ACT_NONE && mode == MODE_HELP)
        command.act = ACT_CANCEL;
    return command;
}

/* After an Escape: the rest of what a key has sent that no table knows is taken away whole, as defined in ECMA-48;
   false where nothing of that kind follows, and Escape was a key. */
static bool swallow(void)
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
    enum act act = command->act;
    const struct pane *pane = &layout->pane;
    if ((viewer->mode != MODE_CURSOR && viewer->mode != MODE_LINE) ||
        (act != ACT_BACK && act != ACT_FORTH && act != ACT_UP && act != ACT_DOWN))
        return;
    size_t count = pane->spot_count;
    struct pane_spot *spots = pane->spots;
    if (viewer->mode == MODE_LINE)
        count = keep_pointable(viewer->play, spots, count);
    const struct pane_spot middle = {.line = layout->pane_rows / 2, .column = layout->pane_columns / 2};
    const struct pane_spot *spot = viewer->cursor.columns == 0 ? spot_near(spots, count, &middle, ACT_POINT)
                                                               : spot_near(spots, count, &viewer->cursor, act);
    command->act = spot == NULL ? ACT_NONE : ACT_POINT;
    if (spot != NULL)
        command->spot = *spot;
}

bool screen_read(const struct viewer *viewer, const struct layout *layout, struct command_given *command)
{
    wint_t c;
    int kind = get_wch(&c);
    *command = (struct command_given){.act = ACT_NONE};
    if (kind == ERR)
        return false;
    if (kind == KEY_CODE_YES && c == KEY_MOUSE)
        *command = mouse_command(viewer, layout);
    else if (kind == KEY_CODE_YES)
        command->act = act_of(c, CODE);
    else if (c != 033 || !swallow())
        *command = character_command(viewer, c);
    if (kind == KEY_CODE_YES && c != KEY_MOUSE)
        move_cursor(viewer, layout, command);
    return true;
}

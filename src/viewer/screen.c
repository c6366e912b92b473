/* The terminal: taking it, listening, giving it back whatever happens. */
#include "viewer/screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#undef lines
#undef columns

/* A signal that ends the program; only handlers write it. */
static volatile sig_atomic_t ending;

static void on_ending(int number)
{
    ending = number;
}

enum { ESCAPE_DELAY = 100, SEQUENCE_MOST = 64, NEAR_ENOUGH = 4 }; /* milliseconds, characters, columns */

struct terminal {
    FILE *keys;
    SCREEN *screen;
    sigset_t outside; /* what was blocked before */
};

bool screen_is_there(void)
{
    int found;
    const char *term = getenv("TERM");
    if (!isatty(STDOUT_FILENO) || term == NULL || setupterm(term, STDOUT_FILENO, &found) != OK)
        return false;
    bool moves = cursor_address != NULL;
    del_curterm(cur_term);
    return moves;
}

/* What gives the terminal back, made beforehand: a handler may do little. */
static struct {
    char bytes[256];
    size_t length;
    int keys;
    struct termios before;
} giving_back;

static int keep_byte(int byte)
{
    if (giving_back.length < sizeof giving_back.bytes)
        giving_back.bytes[giving_back.length++] = (char)byte;
    return byte;
}

/* On a fault of the program itself. */
static void on_crash(int number)
{
    ssize_t written = write(STDOUT_FILENO, giving_back.bytes, giving_back.length);
    (void)written;
    tcsetattr(giving_back.keys, TCSANOW, &giving_back.before);
    signal(number, SIG_DFL);
    raise(number);
}

/* Catches these signals, on a stack of their own, since there may be no other left. */
static void catch_crashes(void)
{
    static const int caught[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
    static char stack[32768];
    static const char no_mouse[] = "\033[?1000l\033[?1002l\033[?1003l\033[?1006l";
    const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)(SA_ONSTACK | SA_RESETHAND)};
    const char *const ends[] = {
        key_mouse != NULL ? no_mouse : NULL, exit_attribute_mode, cursor_normal, keypad_local, exit_ca_mode};
    giving_back.length = 0;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends[i] != NULL)
            tputs(ends[i], 1, keep_byte);
    sigemptyset(&action.sa_mask);
    sigaltstack(&own, NULL);
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++)
        sigaction(caught[i], &action, NULL);
}

/* Signals come only while waiting for keys, so that drawing is never interrupted. */
static void block_signals(sigset_t *outside)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction action = {.sa_handler = on_ending};
    struct sigaction before;
    sigset_t blocked;
    sigemptyset(&blocked);
    sigemptyset(&action.sa_mask);
    sigaddset(&blocked, SIGTSTP);
    sigaddset(&blocked, SIGWINCH);
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++) {
        sigaddset(&blocked, caught[i]);
        if (sigaction(caught[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(caught[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &blocked, outside);
}

/* Whether a signal asks to stop what is being done. */
static bool is_stopped(void)
{
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
        sigismember(&pending, SIGHUP) == 1 || sigismember(&pending, SIGQUIT) == 1;
}

/* What terminals send for these keys whatever their description says. */
static void name_keys(void)
{
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
}

static bool terminal_take(struct terminal *terminal, const struct arguments *arguments)
{
    const char *no = getenv("NO_COLOR");
    bool plain = strcmp(arguments->colour, "never") == 0 ||
        (strcmp(arguments->colour, "auto") == 0 && no != NULL && *no != '\0');
    block_signals(&terminal->outside);
    giving_back.keys = fileno(terminal->keys);
    bool known = tcgetattr(giving_back.keys, &giving_back.before) == 0;
    terminal->screen = newterm(NULL, stdout, terminal->keys);
    if (terminal->screen == NULL)
        return false;
    if (known)
        catch_crashes();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_DELAY);
    name_keys();
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    screen_tints(plain);
    return true;
}

/* Gives the terminal back. */
static void terminal_leave(struct terminal *terminal)
{
    if (terminal->screen != NULL) {
        endwin();
        delscreen(terminal->screen);
    }
    if (terminal->keys != stdin)
        fclose(terminal->keys);
    sigprocmask(SIG_SETMASK, &terminal->outside, NULL);
}

/* A signal that ended the program now takes its usual effect. */
static void end_by_signal(void)
{
    if (ending == 0)
        return;
    fflush(stdout);
    signal(ending, SIG_DFL);
    raise(ending);
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
        : spot_near(layout->pane.spots, layout->pane.spot_count, line, event.x);
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

static enum act key_act(wint_t key)
{
    static const struct {
        wint_t key;
        enum act act;
    } keys[] = {
        {KEY_LEFT, ACT_BACK},
        {KEY_RIGHT, ACT_FORTH},
        {KEY_UP, ACT_UP},
        {KEY_DOWN, ACT_DOWN},
        {KEY_HOME, ACT_FIRST},
        {KEY_END, ACT_LAST},
        {KEY_PPAGE, ACT_SCROLL_UP},
        {KEY_NPAGE, ACT_SCROLL_DOWN},
        {KEY_BTAB, ACT_LAST_GAME},
        {KEY_BACKSPACE, ACT_ERASE},
        {KEY_ENTER, ACT_ENTER},
        {KEY_F(1), ACT_HELP},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key)
            return keys[i].act;
    return ACT_NONE;
}

static enum act letter_act(wint_t letter)
{
    static const struct {
        char letter;
        unsigned char act;
    } letters[] = {
        {'h', ACT_BACK},
        {'l', ACT_FORTH},
        {' ', ACT_FORTH},
        {'k', ACT_UP},
        {'j', ACT_DOWN},
        {'/', ACT_SEARCH},
        {'c', ACT_CURSOR},
        {'g', ACT_PLY},
        {'n', ACT_NEXT_FAULT},
        {'p', ACT_LAST_FAULT},
        {'v', ACT_VARIATION},
        {'f', ACT_FLIP},
        {']', ACT_NEXT_GAME},
        {'\t', ACT_NEXT_GAME},
        {'[', ACT_LAST_GAME},
        {'?', ACT_HELP},
        {'q', ACT_QUIT},
        {'u', ACT_UNDO},
        {'r', ACT_REDO},
        {'i', ACT_LINE},
        {':', ACT_COMMAND},
    };
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if ((wint_t)letters[i].letter == letter)
            return (enum act)letters[i].act;
    return ACT_NONE;
}

/* What a character means where something is typed; ACT_NONE: nothing but itself. */
static enum act typing_act(bool line, wint_t c)
{
    switch (c) {
    case 'U' - '@':
        return ACT_ERASE_ALL;
    case 'W' - '@':
        return ACT_ERASE_WORD;
    case 'K' - '@':
        return line ? ACT_STAND : ACT_NONE;
    case 'D' - '@':
        return line ? ACT_QUIT : ACT_NONE;
    case '\t':
        return line ? ACT_COMPLETE : ACT_NONE;
    default:
        return c >= 0x20 ? ACT_TYPE : ACT_NONE;
    }
}

/* What a character means: at a prompt itself, elsewhere a key. */
static struct command_given character_command(const struct viewer *viewer, wint_t c)
{
    struct command_given command = {.act = ACT_NONE, .typed = (wchar_t)c};
    enum mode mode = viewer->mode;
    bool line = mode == MODE_LINE;
    if (c == '\r' || c == '\n')
        command.act = ACT_ENTER;
    else if (c == 033)
        command.act = ACT_CANCEL;
    else if (c == 010 || c == 0177)
        command.act = ACT_ERASE;
    else if (line || mode == MODE_SEARCH || mode == MODE_PLY || mode == MODE_SAVE || mode == MODE_CHANGED)
        command.act = typing_act(line, c);
    else
        command.act = letter_act(c);
    if (command.act == ACT_NONE && mode == MODE_HELP)
        command.act = ACT_CANCEL;
    return command;
}

/* Fits the screen to its window, which may have changed while the program was stopped. */
static void fit_window(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
}

/* Waits until there is something to read; false when there never will be. */
static bool wait_for_keys(const struct terminal *terminal)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(fileno(terminal->keys), &set);
    int ready = pselect(fileno(terminal->keys) + 1, &set, NULL, NULL, NULL, &terminal->outside);
    if (ready < 0)
        fit_window();
    return ready > 0 || (ready < 0 && errno == EINTR);
}

/* After an Escape: the rest of what a key has sent that no table knows is taken away whole, as it stands in ECMA-48;
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
    const struct pane_spot *spot = viewer->cursor.columns == 0
        ? spot_near(spots, count, layout->pane_rows / 2, layout->pane_columns / 2)
        : spot_towards(spots, count, &viewer->cursor, act);
    command->act = spot == NULL ? ACT_NONE : ACT_POINT;
    if (spot != NULL)
        command->spot = *spot;
}

/* What the next key or click means; false where there is none. */
static bool read_command(const struct viewer *viewer, const struct layout *layout, struct command_given *command)
{
    wint_t c;
    int kind = get_wch(&c);
    *command = (struct command_given){.act = ACT_NONE};
    if (kind == ERR)
        return false;
    if (kind == KEY_CODE_YES && c == KEY_MOUSE)
        *command = mouse_command(viewer, layout);
    else if (kind == KEY_CODE_YES)
        command->act = key_act(c);
    else if (c != 033 || !swallow())
        *command = character_command(viewer, c);
    if (kind == KEY_CODE_YES && c != KEY_MOUSE)
        move_cursor(viewer, layout, command);
    return true;
}

/* Carries out what was typed, up to something after which all is drawn again, since where things are depends on it;
 *MORE whether there may be more.  False where there was nothing. */
static bool take_keys(struct viewer *viewer, const struct layout *layout, bool *more)
{
    struct command_given command;
    bool any = false;
    bool stays = true;
    while (!viewer->quit && stays && read_command(viewer, layout, &command)) {
        enum act act = command.act;
        viewer_do(viewer, &command);
        any = true;
        stays = viewer->play == NULL ? act != ACT_SELECT && act != ACT_POINT && act != ACT_PICK && act != ACT_CURSOR
                                     : act == ACT_NONE || act == ACT_TYPE;
    }
    *more = !stays;
    return any;
}

static void attend(struct viewer *viewer, const struct terminal *terminal)
{
    struct layout layout = {0};
    const catasta_story *story = viewer->opened.story;
    int silent = 0; /* times that keys were ready but none came: the terminal is gone */
    bool more = false;
    screen_draw(viewer, &layout);
    while (!viewer->quit && ending == 0 && silent < 3 && (more || wait_for_keys(terminal))) {
        bool again = more;
        silent = take_keys(viewer, &layout, &more) || again || ending != 0 ? 0 : silent + 1;
        if (viewer->opened.story != story)
            layout = (struct layout){.pane = layout.pane};
        story = viewer->opened.story;
        screen_draw(viewer, &layout);
    }
    pane_clear(&layout.pane);
}

static FILE *open_keys(void)
{
    return isatty(STDIN_FILENO) ? stdin : fopen("/dev/tty", "r");
}

static int step_through(struct viewer *viewer, const struct arguments *arguments)
{
    struct terminal terminal = {.keys = open_keys()};
    if (terminal.keys == NULL)
        return complain(
            "-i needs a keyboard, but standard input is none and /dev/tty cannot be opened: %s", strerror(errno));
    bool taken = terminal_take(&terminal, arguments);
    hold_errors(taken);
    if (taken)
        attend(viewer, &terminal);
    terminal_leave(&terminal);
    hold_errors(false);
    return taken ? CATASTA_OK : complain("the terminal cannot be used");
}

int run_screen(const struct arguments *arguments)
{
    struct viewer *viewer = calloc(1, sizeof *viewer);
    catasta_session *session = viewer == NULL ? NULL : open_session(arguments, CATASTA_KEEP_POSITIONS, NULL);
    int status = CATASTA_FAILED;
    if (session != NULL) {
        viewer->stopped = is_stopped;
        file_index_open(&viewer->file, session, arguments);
        if (viewer_begin(viewer, arguments))
            status = step_through(viewer, arguments);
        status = viewer->file.failed ? CATASTA_FAILED : viewer->file.wrong ? worse(status, CATASTA_WRONG) : status;
        viewer_end(viewer);
    } else if (viewer == NULL) {
        complain("out of memory");
    }
    free(viewer);
    status = close_session(session, status);
    end_by_signal();
    return status;
}

int run_play_screen(const struct arguments *arguments)
{
    struct viewer *viewer = calloc(1, sizeof *viewer);
    struct play *play = calloc(1, sizeof *play);
    int status = CATASTA_FAILED;
    if (viewer == NULL || play == NULL) {
        complain("out of memory");
    } else {
        viewer->play = play;
        viewer->stopped = is_stopped;
        status = play_begin(viewer, arguments);
        if (status == CATASTA_OK)
            status = step_through(viewer, arguments);
        status = play_end(viewer, status);
    }
    free(play);
    free(viewer);
    end_by_signal();
    return status;
}

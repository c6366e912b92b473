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
#include <unistd.h>

#undef lines
#undef columns

/* A signal that ends the program; only handlers write it. */
static volatile sig_atomic_t ending;

static void on_ending(int number)
{
    ending = number;
}

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

static bool terminal_take(struct terminal *terminal, const struct arguments *arguments)
{
    const char *no = getenv("NO_COLOR");
    bool plain = strcmp(arguments->colour, "never") == 0 ||
        (strcmp(arguments->colour, "auto") == 0 && no != NULL && *no != '\0');
    block_signals(&terminal->outside);
    terminal->screen = newterm(NULL, stdout, terminal->keys);
    if (terminal->screen == NULL)
        return false;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(100);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    screen_tints(plain);
    return true;
}

/* Gives the terminal back; a signal that ended the program now takes its usual effect. */
static void terminal_leave(struct terminal *terminal)
{
    if (terminal->screen != NULL) {
        endwin();
        delscreen(terminal->screen);
    }
    if (terminal->keys != stdin)
        fclose(terminal->keys);
    if (ending != 0) {
        fflush(stdout);
        signal(ending, SIG_DFL);
        raise(ending);
    }
    sigprocmask(SIG_SETMASK, &terminal->outside, NULL);
}

/* A click, or the wheel. */
static struct command_given mouse_command(const struct layout *layout)
{
    MEVENT event;
    struct command_given command = {ACT_NONE, 0, 0};
    if (getmouse(&event) != OK)
        return command;
    int row = event.y - layout->list_row;
    bool on_list = row >= 0 && row < layout->list_rows && event.x >= layout->list_column;
    if ((event.bstate & BUTTON4_PRESSED) != 0)
        command.act = on_list ? ACT_UP : ACT_SCROLL_UP;
    else if ((event.bstate & BUTTON5_PRESSED) != 0)
        command.act = on_list ? ACT_DOWN : ACT_SCROLL_DOWN;
    else if (on_list) {
        command.act = ACT_SELECT;
        command.row = layout->list_from + (uint32_t)row;
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
    };
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if ((wint_t)letters[i].letter == letter)
            return (enum act)letters[i].act;
    return ACT_NONE;
}

/* What a character means: at a prompt itself, elsewhere a key. */
static struct command_given character_command(const struct viewer *viewer, wint_t c)
{
    struct command_given command = {ACT_NONE, (wchar_t)c, 0};
    bool asks = viewer->mode == MODE_SEARCH || viewer->mode == MODE_PLY;
    if (c == '\r' || c == '\n')
        command.act = ACT_ENTER;
    else if (c == 033)
        command.act = ACT_CANCEL;
    else if (c == 010 || c == 0177)
        command.act = ACT_ERASE;
    else if (!asks)
        command.act = letter_act(c);
    else if (c >= 0x20)
        command.act = ACT_TYPE;
    if (command.act == ACT_NONE && viewer->mode == MODE_HELP)
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

/* Carries out all that was typed. */
static bool take_keys(struct viewer *viewer, const struct layout *layout)
{
    bool any = false;
    wint_t c;
    for (int kind; !viewer->quit && (kind = get_wch(&c)) != ERR; any = true) {
        struct command_given command = {ACT_NONE, 0, 0};
        if (kind == KEY_CODE_YES && c == KEY_RESIZE)
            continue;
        if (kind == KEY_CODE_YES && c == KEY_MOUSE)
            command = mouse_command(layout);
        else if (kind == KEY_CODE_YES)
            command.act = key_act(c);
        else
            command = character_command(viewer, c);
        viewer_do(viewer, &command);
        if (command.act == ACT_SELECT)
            break; /* it changes the layout */
    }
    return any;
}

static void attend(struct viewer *viewer, const struct terminal *terminal)
{
    struct layout layout = {0};
    size_t text = viewer->text;
    int silent = 0; /* times that keys were ready but none came: the terminal is gone */
    screen_draw(viewer, &layout);
    while (!viewer->quit && ending == 0 && silent < 3 && wait_for_keys(terminal)) {
        silent = take_keys(viewer, &layout) || ending != 0 ? 0 : silent + 1;
        if (viewer->text != text)
            layout = (struct layout){0};
        text = viewer->text;
        screen_draw(viewer, &layout);
    }
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
    if (!taken)
        return complain("the terminal cannot be used");
    if (viewer->file.error != 0)
        return complain("cannot read %s: %s", viewer->file.name, reason_of(viewer->file.error));
    return viewer->file.wrong ? CATASTA_WRONG : CATASTA_OK;
}

static int view_file(void *context, int fd, const char *name)
{
    struct viewer viewer = {.stopped = is_stopped};
    struct arguments *arguments = context;
    int status = CATASTA_FAILED;
    catasta_session *session = open_session(arguments, CATASTA_KEEP_POSITIONS, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    if (!file_index_open(&viewer.file, session, fd, name))
        complain("out of memory");
    else if (viewer_begin(&viewer, arguments))
        status = step_through(&viewer, arguments);
    viewer_end(&viewer);
    return close_session(session, status);
}

int run_screen(const struct arguments *arguments)
{
    struct arguments own = *arguments;
    return visit_files(arguments, view_file, NULL, &own);
}

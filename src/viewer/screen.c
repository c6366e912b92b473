/* SPDX-License-Identifier: MIT */
/* The terminal: taking it, waiting, giving it back whatever happens. */
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

/* Signals that end the program. */
static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/* Signals come only while waiting for keys, so that drawing is never interrupted. */
static void block_signals(sigset_t *outside)
{
    struct sigaction action = {.sa_handler = on_ending};
    struct sigaction before;
    sigset_t blocked;
    sigemptyset(&blocked);
    sigemptyset(&action.sa_mask);
    sigaddset(&blocked, SIGTSTP);
    sigaddset(&blocked, SIGWINCH);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        sigaddset(&blocked, endings[i]);
        if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(endings[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &blocked, outside);
}

/* Whether a signal asks to stop what is being done. */
static bool is_stopped(void)
{
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    bool asked = false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        asked |= sigismember(&pending, endings[i]) == 1;
    return asked;
}

static bool terminal_take(struct terminal *terminal, const struct screen_options *options)
{
    bool plain = options->colourless;
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
    screen_listen();
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

/* Carries out what was typed, up to something after which all is drawn again, since where things are depends on it;
 *MORE whether there may be more.  False where there was nothing. */
static bool take_keys(struct viewer *viewer, const struct layout *layout, bool *more)
{
    struct command_given command;
    bool any = false;
    bool stays = true;
    while (!viewer->quit && stays && screen_read(viewer, layout, &command)) {
        enum screen_action action = command.action;
        viewer_do(viewer, &command);
        any = true;
        stays = viewer->play == NULL
            ? action != ACTION_SELECT && action != ACTION_POINT && action != ACTION_PICK && action != ACTION_CURSOR
            : action == ACTION_NONE || action == ACTION_TYPE;
    }
    *more = !stays;
    return any;
}

static void run_screen_loop(struct viewer *viewer, const struct terminal *terminal)
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
            layout = (struct layout){.pane = layout.pane, .notes = layout.notes};
        story = viewer->opened.story;
        screen_draw(viewer, &layout);
    }
    pane_clear(&layout.pane);
    pane_clear(&layout.notes);
}

static FILE *open_keys(void)
{
    return isatty(STDIN_FILENO) ? stdin : fopen("/dev/tty", "r");
}

static int step_through(struct viewer *viewer, const struct screen_options *options)
{
    struct terminal terminal = {.keys = open_keys()};
    if (terminal.keys == NULL)
        return complain("-i needs a keyboard, but standard input is not a terminal and /dev/tty cannot be opened: %s",
            strerror(errno));
    bool taken = terminal_take(&terminal, options);
    hold_errors(taken);
    if (taken)
        run_screen_loop(viewer, &terminal);
    terminal_leave(&terminal);
    hold_errors(false);
    return taken ? CATASTA_OK : complain("the terminal cannot be used");
}

int run_screen(const struct screen_options *options)
{
    struct viewer *viewer = calloc(1, sizeof *viewer);
    catasta_session *session = viewer == NULL ? NULL : open_session(options->reading, CATASTA_KEEP_POSITIONS, NULL);
    int status = CATASTA_FAILED;
    if (session != NULL) {
        viewer->stopped = is_stopped;
        file_index_open(&viewer->file, session, options->reading);
        if (viewer_begin(viewer, options))
            status = step_through(viewer, options);
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

int run_play_screen(const struct screen_options *options, const struct draft_options *draft)
{
    struct viewer *viewer = calloc(1, sizeof *viewer);
    struct play *play = calloc(1, sizeof *play);
    int status = CATASTA_FAILED;
    if (viewer == NULL || play == NULL) {
        complain("out of memory");
    } else {
        viewer->play = play;
        viewer->stopped = is_stopped;
        status = play_begin(viewer, options, draft);
        if (status == CATASTA_OK)
            status = step_through(viewer, options);
        status = play_end(viewer, status);
    }
    free(play);
    free(viewer);
    end_by_signal();
    return status;
}

/* SPDX-License-Identifier: MIT */
/* The program around the library: commands and options as tables, standard output
   that is checked, files opened one by one.  It knows libcatasta by its header
   alone. */
#ifndef CATASTA_CLI_CLI_H
#define CATASTA_CLI_CLI_H

#include "catasta.h"
#include "cli/growing.h"

#include <stdio.h>
#include <sys/stat.h>

enum { FORMAT_ROOM = 16, PATH_ROOM = 4096 };

/* Folders of rulesets: $CATASTA_RULESETS, the installed folder, and the one beside the
   program when it runs out of its source tree. */
struct places {
    char source[PATH_ROOM];
    const char *folders[4]; /* ended by NULL */
};

/* A file that grows, copied into a pipe while it does; one at a time. */
enum following {
    FOLLOW_GOES_ON,
    FOLLOW_ENDS,    /* it was removed or renamed, or is a pipe that ended; or a signal came */
    FOLLOW_SHORTER, /* ... than it was: it is read from its beginning */
    FOLLOW_REPLACED /* by another file, that is read now */
};

/* False with errno; NAME - is standard input. */
bool follow_open(const char *name);

/* The pipe, up to the end of what follow_end says; -1 with errno. */
int follow_begin(void);

/* No more is read of it; *ERROR: what kept the file from being read, or 0. */
enum following follow_end(int *error);

/* The command line, read. */
struct arguments {
    const struct command *command;
    struct catasta_options options;
    struct catasta_setting *settings; /* those of .options, allocated */
    struct places places;
    const char *format;
    char first_format[FORMAT_ROOM]; /* the default */
    const char *colour;             /* auto, always, never */
    const char *position;
    const char *output;
    const char *to; /* the form to write; NULL: not given */
    bool lossy;
    long game;  /* 0: not given */
    long first; /* of --ply */
    long last;
    bool has_ply;
    bool has_range;  /* --ply A:B */
    long jobs;       /* -1: not given */
    long max_errors; /* 0: no limit */
    long players;
    long size; /* of a picture's cells, 0: not given */
    bool flip;
    bool bare;         /* no coordinates */
    const char *theme; /* auto, light, dark; NULL: not given */
    bool print;        /* a page as a booklet */
    long diagrams;     /* in it, one after each so many turns */
    const char *style; /* a file of CSS, or "print" */
    const char *caption;
    bool animate;
    const char *seconds; /* of an animation's frame; NULL: not given */
    bool in_place;
    bool protocol;
    bool check_only;
    bool diff;
    const char *fix; /* how far; NULL: not given */
    bool divide;
    bool verbose;
    const char *by; /* what ties games into matches; NULL: not given */
    long best_of;   /* rounds of a match, 0: not given */
    bool interactive;
    bool referee;
    struct selecting {
        long first;  /* so many; -1: all */
        long sample; /* likewise */
        long seed;
        const char *sort; /* fields, or NULL */
        const char *split;
        const char *strip; /* what to leave out; NULL: nothing */
    } selecting;
    bool follow;
    bool standings;
    struct catasta_contest contest;
    const char *const *files; /* and other operands */
    int file_count;
    char **found; /* allocated: .files, where records are read */
    size_t found_count;
};

/* One command.  OPTIONS are the letters and names of the options it takes, see
   options.c; OPERANDS is for its usage line. */
struct command {
    const char *name;
    const char *operands;
    const char *summary;
    const char *options;
    const char *formats; /* allowed by --format, the first is the default; NULL: none */
    int (*run)(const struct arguments *arguments);
};

extern const struct command commands[]; /* ends with a NULL name */

/* What an option's value is, and so how it is stored: OFFSET is in struct arguments. */
enum kind { FLAG, TEXT, LEVEL, NUMBER, PLIES, SETTING, HELP, VERSION };

struct option_row {
    const char *name;
    const char *value; /* for the usage text */
    const char *help;
    size_t offset;
    enum kind kind;
    char letter; /* how commands name it in their .options */
    bool has_short;
    const char *words; /* the values there are, by |; NULL: any, or, of FORMAT, the command's */
};

extern const struct option_row option_rows[]; /* ends with a NULL name */
bool takes_option(const struct command *command, const struct option_row *row);

int run_check(const struct arguments *arguments);
int run_select(const struct arguments *arguments);
int run_stats(const struct arguments *arguments);
int run_table(const struct arguments *arguments);
int run_replay(const struct arguments *arguments);
int run_page(const struct arguments *arguments);
int run_show(const struct arguments *arguments);
int run_score(const struct arguments *arguments);
int run_fmt(const struct arguments *arguments);
int run_convert(const struct arguments *arguments);
int run_moves(const struct arguments *arguments);
int run_perft(const struct arguments *arguments);
int run_rules(const struct arguments *arguments);
int run_explain(const struct arguments *arguments);
int run_completions(const struct arguments *arguments);
int run_play(const struct arguments *arguments);
int run_lsp(const struct arguments *arguments);
int run_talk(const struct arguments *arguments); /* play without a screen */

/* Reads the command line.  Returns true to go on; else *STATUS is what to exit
   with, and help, version or complaint have been printed.  Either way .settings is
   the caller's to free. */
bool parse_arguments(int argc, char **argv, struct arguments *arguments, int *status);

/* Puts the .sgn files in folders in the place of those among .files, for a command that reads records; false after
   complaining.  A folder in which none is found stays. */
bool open_folders(struct arguments *arguments);
void close_folders(struct arguments *arguments);

/* What a file could not be opened or read for. */
const char *reason_of(int error);

/* Standard output and standard error as sinks, and standard error for what the library says is
   wrong with the run, a write each: "catasta: " goes before it, unless it begins with its place
   in a file. */
extern const struct catasta_sink output_sink;
extern const struct catasta_sink error_sink;
extern const struct catasta_sink complaint_sink;

/* From now on what goes to the latter two is held back, or, with HELD false, is written. */
void hold_errors(bool held);

/* To be called first of all: looks at what standard input, output and error are. */
void begin_output(void);

/* Whether colours may go to a terminal; other control characters never do. */
void allow_colours(bool in_output, bool in_errors);

bool is_terminal(void);        /* whether standard output is one */
unsigned terminal_width(void); /* its columns, 0: it is none, or does not say */
bool output_failed(void);      /* flushes it */

/* To standard output: what is known to be short; and a name that somebody chose, escaped in
   files and pipes, too, since it is part of a line. */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void print_name(const char *name);

/* To standard error, which is a terminal: a line over the one before; NULL takes it away, as all does that is written
   to a terminal. */
void print_progress(const char *text);

/* How far the files of ARGUMENTS are read, after a second, if standard error is a terminal, and if what the command
   WRITES as it goes does not go to one. */
void begin_progress(const struct arguments *arguments, bool writes);
void show_progress(uint64_t bytes); /* of the file at hand */
void pass_progress(int fd);         /* it is done */
void end_progress(void);

/* The bytes of the files of ARGUMENTS, as far as that is known, or ENOUGH of them. */
uint64_t size_of_files(const struct arguments *arguments, uint64_t enough);

/* PATH must not be a file that is read; then standard output becomes the file there.
   Statuses after complaining. */
int check_output(const struct arguments *arguments, const char *path);
int redirect_output(const struct arguments *arguments, const char *path);

/* Ends standard output; a failure is said once and makes STATUS 2.  With status 2 there is no
   file of redirect_output, or the one that was there before. */
int finish_output(int status);

/* A line on standard error: "catasta: …".  Returns CATASTA_FAILED. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

void find_places(struct places *places);

/* The plies that a page of a game shows: nobody looks at more. */
extern const struct catasta_plies page_plies;

/* What is known of GAME as a whole. */
static inline struct catasta_info info_of(const catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    catasta_game_info(game, &info);
    return info;
}

/* A session for ARGUMENTS that keeps of games what KEEP and PLIES say; NULL after complaining. */
catasta_session *open_session(
    const struct arguments *arguments, enum catasta_keep keep, const struct catasta_plies *plies);

/* Frees SESSION; returns STATUS, or CATASTA_FAILED where the session has failed. */
int close_session(catasta_session *session, int status);

/* Gives the first LENGTH bytes of FROM, or as many as there are, to TO; false when FROM cannot be read, or TO refuses.
 */
bool copy_file(FILE *from, uint64_t length, const struct catasta_sink *to);

/* Writes a unified diff of OLD and NEW, both called NAME, to standard output; false with errno. */
bool print_diff(const char *name, FILE *old, FILE *new);

/* Who is asked about repairs, on a terminal. */
struct asking {
    int fd;    /* of the terminal's keys */
    bool over; /* no more questions */
};

/* False after complaining: there is no terminal, or nobody to ask. */
bool open_asking(struct asking *asking, const struct arguments *arguments);
void close_asking(struct asking *asking);

/* The answer to a question, as catasta_asker has it; CONTEXT is a struct asking. */
catasta_asker ask_on_terminal;

/* Writes what fmt makes of LENGTH bytes, with FIX as with --fix, and says nothing.  CATASTA_WRONG: a game refuses it.
 */
int format_text(const struct arguments *arguments, catasta_session *session, const char *bytes, size_t length, bool fix,
    const struct catasta_sink *to);

/* Gives all games of the files of ARGUMENTS to WRITER, in order, and adds up what was found; a status after complaining
   of files.  *REFUSED, unless NULL: whether that ended since the sink of WRITER took no more. */
int check_games(const struct arguments *arguments, catasta_session *session, catasta_writer *writer,
    struct catasta_tally *tally, bool *refused);

/* Opens each file of ARGUMENTS, or standard input, and calls VISIT with it; for files that
   cannot be opened it complains and calls MISS, unless that is NULL, with the errno value.
   Returns the worst status. */
typedef int file_visitor(void *context, int fd, const char *name);
typedef void file_misser(void *context, const char *name, int error);
int visit_files(const struct arguments *arguments, file_visitor *visit, file_misser *miss, void *context);

/* Calls GAME with each game of each file, in order, until it returns false.  EMPTY,
   unless NULL, is called for an input without games. */
struct visitor {
    void *context;
    bool (*game)(void *context, catasta_game *game, const char *file);
    void (*empty)(void *context, catasta_input *input, const char *file);
};
int visit_games(const struct arguments *arguments, catasta_session *session, const struct visitor *visitor);

/* The same with the games of the file FD, called NAME; *ENDED when it was false. */
int visit_input(catasta_session *session, const struct visitor *visitor, int fd, const char *name, bool *ended);

/* A child that makes PNG of SVG; begun by the first picture. */
struct png_painter {
    bool begun;
    int child; /* its number */
    int requests;
    int answers;
};

/* Writes SVG to SINK as PNG; a status after complaining, also where the child ends. */
int paint(struct png_painter *painter, const char *svg, size_t length, const struct catasta_sink *sink);
void close_painter(struct png_painter *painter);

/* Pictures being written, of what --format svg or png asks for. */
struct pictures {
    const struct arguments *arguments;
    struct catasta_picture look;
    char *css;             /* allocated, or NULL */
    unsigned milliseconds; /* of each frame of an animation */
    struct png_painter painter;
    uint32_t game;
    int status;
};
bool wants_picture(const struct arguments *arguments);

/* Reads the options; a status after complaining.  To be closed either way. */
int open_pictures(struct pictures *pictures, const struct arguments *arguments);
void close_pictures(struct pictures *pictures);

/* One position to standard output; or a file each of --ply's to the folder of --output. */
bool write_picture(struct pictures *pictures, const catasta_game *game, long ply, bool *found);
bool write_pictures(struct pictures *pictures, const catasta_game *game, bool last_only, size_t *count);

/* One picture that moves to standard output. */
bool write_animation(struct pictures *pictures, const catasta_game *game, bool *found);

/* A file that is written beside PATH and gets its name when it is whole.  It takes the place of
   what is there, with the mode and the owner of a file; what a link leads to is left alone. */
struct new_file {
    FILE *file;
    const char *path; /* the caller's */
    char *temporary;
    bool lasting;             /* it is on the disk before it gets its name */
    const struct stat *found; /* what must still be at PATH then, .st_nlink 0: nothing; or NULL */
};

/* False with errno.  The end: with STATUS 2, or after complaining when not all could be written,
   which makes it 2, PATH stays as it was.  Of what FILE could not take nobody else need complain. */
bool open_new(struct new_file *file, const char *path);
int close_new(struct new_file *file, int status);

/* The same without a word; NOT WANTED, PATH stays as it was.  0, an errno value, or FILE_CHANGED. */
enum { FILE_CHANGED = -1 };
int end_new(struct new_file *file, bool wanted);
struct catasta_sink file_sink(FILE *file);

/* Whether there is a regular file at PATH, or nothing: no link, even to such a file. */
bool is_file_name(const char *path);

/* A descriptor for what is written to PATH, that of FILE if is_file_name, else of a device, a pipe
   or a file that is open already, as /dev/stdout may be; -1 after complaining, also of any other
   link. */
int open_output(struct new_file *file, const char *path);

/* A folder at PATH for WHAT, new or not; a status after complaining. */
int make_folder(const char *path, const char *what);

/* Replay pages beside a page of standings: cup-games/17.html for the 17th game of cup.html. */
struct replays {
    char folder[PATH_ROOM];
    const char *link;         /* the folder seen from the page; NULL: there is none, since the page is not a file */
    char back[3 * PATH_ROOM]; /* the page seen from there, as a link has it */
    const struct catasta_picture *look; /* of boards */
    uint64_t count;
    uint64_t before;       /* the number of the last page that is written, 0: there is none */
    uint64_t number;       /* of the game that waits */
    catasta_game *waiting; /* until the next one is known, to which its page leads */
};

/* Makes the folder for --output; a status after complaining. */
int open_replays(struct replays *replays, const struct arguments *arguments);

/* The page of the next GAME, which may have none; the game is kept until its page is written, before the next one or
   at the end, if the run is WHOLE so far.  A status after complaining. */
int write_replay_page(struct replays *replays, catasta_game *game);
int close_replays(struct replays *replays, bool whole);

/* The worse of two exit statuses. */
static inline int worse(int a, int b)
{
    return a > b ? a : b;
}

#endif

/* SPDX-License-Identifier: MIT */
/* The command line: commands, their options as tables, and what several commands do.  It starts the other products, and
   knows libcatasta by its header alone. */
#ifndef CATASTA_CLI_CLI_H
#define CATASTA_CLI_CLI_H

#include "util/all_games.h"
#include "util/buffer.h"
#include "util/new_file.h"
#include "util/output.h"
#include "util/records.h"

#include <stddef.h>

enum { FORMAT_ROOM = 16 };

/* What the options of all commands begin with: the files, and what several commands take. */
struct arguments {
    const struct command *command;
    struct reading reading;           /* its .files are all operands */
    struct catasta_setting *settings; /* those of .reading, allocated */
    const char *format;
    char first_format[FORMAT_ROOM]; /* the default */
    const char *colour;             /* auto, always, never */
    const char *words;              /* a file of words for typed text; NULL: not given */
    const char *output;
    bool exit_zero;
    char **found; /* allocated: the files, where records are read */
    size_t found_count;
};

/* What an option's value is, and so how it is stored. */
enum kind {
    FLAG,     /* none: bool */
    TEXT,     /* const char * */
    TEXTS,    /* struct texts, of which each time adds one */
    LEVEL,    /* likewise, and may be left out */
    FORMAT,   /* likewise, one of those of the command */
    NUMBER,   /* long, from 0 on */
    COUNT,    /* long, from 1 on */
    PLIES,    /* struct plies_given */
    AS_ERROR, /* ids, a setting */
    AS_WARNING,
    IGNORE,
    STRICT, /* a setting */
    HELP,
    VERSION,
    GROUP /* the rows of .group */
};

enum { TEXTS_MOST = 32 };
struct texts {
    const char *at[TEXTS_MOST];
    size_t count;
};

/* An option, or a group of them: OFFSET is in the options of the command, or in what .offset of the group is at. */
struct option_row {
    const char *name;  /* NULL: the end, but for a group */
    const char *value; /* for the usage text */
    const char *help;
    enum kind kind;
    size_t offset;
    char letter;       /* "-g", too; 0: none */
    long none;         /* of a number: not given */
    const char *words; /* the values there are, by |; NULL: any, or, of FORMAT, the command's */
    const struct option_row *group;
};
#define AT(options, member) offsetof(struct options, member)
#define SHARED(rows) SHARED_AT(rows, 0)
#define SHARED_AT(rows, at)                                                                                            \
    {                                                                                                                  \
        .kind = GROUP, .group = (rows), .offset = (at)                                                                 \
    }

/* Options of several commands.  Those of places other than struct arguments say what they are of. */
extern const struct option_row no_options[];
extern const struct option_row ruleset_options[];
extern const struct option_row force_options[];
extern const struct option_row record_options[]; /* both, and those of other forms */
extern const struct option_row result_options[]; /* the same, with results in TRF */
extern const struct option_row format_options[];
extern const struct option_row jobs_options[];
extern const struct option_row severity_options[];
extern const struct option_row strict_options[]; /* one of these */
extern const struct option_row exit_zero_options[];
extern const struct option_row where_options[];
extern const struct option_row output_options[];
extern const struct option_row plain_options[];
extern const struct option_row adjudicate_options[];
extern const struct option_row count_illegal_options[];
extern const struct option_row game_options[];     /* long */
extern const struct option_row ply_options[];      /* struct plies_given */
extern const struct option_row position_options[]; /* const char * */
extern const struct option_row theme_options[];    /* struct drawing, as the next two */
extern const struct option_row look_options[];
extern const struct option_row picture_options[]; /* with those */

/* --ply */
struct plies_given {
    bool given;
    bool range; /* A:B */
    struct catasta_plies at;
};

/* How pictures and pages are drawn. */
struct drawing {
    long cell_size; /* 0: not given */
    bool flip;
    bool no_coordinates;
    const char *theme; /* auto, light, dark; NULL: not given */
    const char *style; /* a file of CSS, or "print" */
    const char *caption;
    bool animate;
    const char *seconds; /* of an animation's frame; NULL: not given */
    bool print;          /* a page as a booklet */
    long diagrams;       /* in it, one after every N turns */
    const char *rules_pages;
};

/* Options about positions of a game: those of replay, of which show, moves and explore take some. */
struct replay_options {
    struct arguments arguments;
    struct drawing drawing;
    long game; /* 0: not given */
    struct plies_given plies;
    bool interactive;
};

/* One command.  Its options are a struct of .size bytes, which begins with struct arguments; OPERANDS is for its usage
   line. */
struct command {
    const char *name;
    const char *operands;
    const char *summary;
    const struct option_row *options;
    size_t size;
    int (*run)(const void *options);
    const char *formats; /* allowed by --format, the first is the default; NULL: none */
    bool streams;        /* what it writes comes while it reads */
};

extern const struct command check_command;
extern const struct command select_command;
extern const struct command replay_command;
extern const struct command show_command;
extern const struct command score_command;
extern const struct command pair_command;
extern const struct command stats_command;
extern const struct command table_command;
extern const struct command index_command;
extern const struct command explore_command;
extern const struct command fmt_command;
extern const struct command convert_command;
extern const struct command moves_command;
extern const struct command play_command;
extern const struct command lsp_command;
extern const struct command perft_command;
extern const struct command engine_command;
extern const struct command arena_command;
extern const struct command rules_command;
extern const struct command explain_command;
extern const struct command completions_command;
extern const struct command help_command;
extern const struct command *const commands[]; /* all, in the order of the help; ends with NULL */

/* The manual pages in man/, but for catasta- in their names, as text in which bold and underlined characters are as
   pagers take them, "x\bx" and "_\bx"; and games, whose page is made of their rules. */
struct manual {
    const char *name;
    const char *text; /* NULL: of a game */
};
extern const struct manual manuals[]; /* generated by manuals.awk; ends with a NULL name */
extern const char manual_names[];     /* all, with | between */

/* Shows the rules of GAME as a manual page is shown: a list, and each in full; a status after complaining. */
int show_rules(const char *game);

extern const char messages[]; /* of all of src, without those of rules, a line each */

/* The options of COMMAND, or with NULL those of the program, without groups, as ROWS; their number. */
enum { OPTIONS_MOST = 64 };
size_t list_options(const struct command *command, struct option_row rows[OPTIONS_MOST]);
bool takes_option(const struct command *command, const char *name);

/* What OPTION of COMMAND was called in the last version, a name that is still taken; NULL: the same. */
const char *former_name(const struct command *command, const char *option);

/* Whether WHAT was removed, a command, an option of COMMAND or an id; then after complaining.  The same of the VALUE of
   an option, or of one of the ids there. */
bool complain_removed(const struct command *command, const char *what);
bool complain_removed_value(const struct command *command, const struct option_row *row, const char *value);

/* Reads the command line as the options of its command; GO_ON, or what to exit with: help, version or complaint have
   been printed.  *ARGUMENTS is to be freed either way. */
enum { GO_ON = -1 };
int parse_arguments(int argc, char **argv, struct arguments **arguments);
void free_arguments(struct arguments *arguments);

/* Puts the .sgn files in folders in the place of those among .files, for a command that reads records; false after
   complaining.  A folder in which none is found stays. */
bool open_folders(struct arguments *arguments);
void close_folders(struct arguments *arguments);

/* Takes the files in TRF from those of READING, which is a copy that is changed, and reads them, and the list of
   players in the file PLAYERS, unless NULL, into STANDINGS, NULL: there are none, which is complained of.  A status
   after complaining; *ANY: whether any file was in TRF. */
int read_results(struct reading *reading, const char *players, catasta_standings *standings, bool *any);

/* Opens what counts games for SCORES, whose session is open: matches, and standings unless CONTEST is NULL.  A status
   after complaining.  The end is that of the session, too. */
struct catasta_scores;
int open_scores(
    struct catasta_scores *scores, const struct catasta_contest *contest, const struct catasta_matching *matching);
int close_scores(struct catasta_scores *scores, int status);

/* With --output standard output becomes the file there, which must not be one that is read; a status after
   complaining. */
int open_output_file(const struct arguments *arguments);

/* To standard output the version, and with what it was built. */
void print_versions(bool verbose);

/* Folders of rulesets: $CATASTA_RULESETS, the installed folder, and the one beside the program when it runs out of its
   source tree; ended by NULL. */
const char *const *ruleset_folders(void);

/* Completes .reading with what is around the run; false after complaining. */
bool complete_arguments(struct arguments *arguments);

/* Whether colours are not wanted, on the screen either. */
bool refuses_colour(const struct arguments *arguments);

/* The plies that a page of a game shows: nobody looks at more. */
extern const struct catasta_plies page_plies;

/* Who is asked about repairs, on a terminal. */
struct questions {
    int fd;    /* of the terminal's keys */
    bool over; /* no more questions */
};

/* False after complaining: there is no terminal, or nobody to ask. */
bool open_questions(struct questions *questions, const struct arguments *arguments);
void close_questions(struct questions *questions);

/* The answer to a question, as catasta_asker has it; CONTEXT is a struct questions. */
catasta_asker ask_on_terminal;

/* Writes what fmt makes of LENGTH bytes, with FIX as with --fix, and says nothing.  CATASTA_WRONG: a game refuses. */
int format_text(catasta_session *session, const char *bytes, size_t length, bool fix, const struct catasta_sink *to);

/* Whether --format, or the default of the command, is NAME. */
bool is_format(const struct arguments *arguments, const char *name);

/* What --format says of scores and the like. */
enum catasta_format score_format(const struct arguments *arguments);

/* Pictures being written, of what --format svg asks for. */
struct pictures {
    const struct arguments *arguments;
    const struct drawing *drawing;
    struct catasta_picture look;
    char *css;             /* allocated, or NULL */
    unsigned milliseconds; /* of each frame of an animation */
    uint32_t game;
    int status;
};

/* Reads the options; a status after complaining.  To be closed either way. */
int open_pictures(struct pictures *pictures, const struct arguments *arguments, const struct drawing *drawing);
void close_pictures(struct pictures *pictures);

/* One position to standard output; or a file for each of PLIES to the folder of --output, with the number of the game
   in its name unless there is ONE. */
bool write_picture(struct pictures *pictures, const catasta_game *game, long ply, bool *found);
bool write_pictures(
    struct pictures *pictures, const catasta_game *game, const struct catasta_plies *plies, bool one, bool *found);

/* One picture that moves to standard output. */
bool write_animation(
    struct pictures *pictures, const catasta_game *game, const struct catasta_plies *plies, bool *found);

/* The position that OPTIONS name, as show takes them, and the ruleset of its game; both are to be freed.  A status
   after complaining. */
struct record_position {
    struct buffer text;
    struct buffer ruleset;
};
int position_of_record(const struct replay_options *options, struct record_position *found);

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

/* What select writes, to be cut into files of about the same size. */
struct splitting {
    size_t files;     /* wanted; 0: it is not cut */
    FILE *spool;      /* all of it */
    uint64_t written; /* to .spool */
    uint64_t *begins; /* where in it a file may begin, allocated */
    size_t count;
    size_t capacity;
    bool failed;
};

/* False after complaining.  To be closed either way. */
bool open_splitting(struct splitting *splitting);
void close_splitting(struct splitting *splitting);

/* Takes records, as put_record writes them. */
struct catasta_sink splitting_sink(struct splitting *splitting);

/* Writes FOLDER/1.sgn and so on; a status after complaining. */
int cut_files(struct splitting *splitting, const char *folder);

/* What the program exits with after STATUS. */
static inline int exit_status(const struct arguments *arguments, int status)
{
    return arguments->exit_zero && status == CATASTA_WRONG ? CATASTA_OK : status;
}

#endif

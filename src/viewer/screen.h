/* SPDX-License-Identifier: MIT */
/* Stepping through the games of files on a terminal, or writing one down.

       file index   the games of the files: their text, read when it is needed
         └──> viewer     where the user is, and what keys do; knows no terminal
                └──> pane     lines for a window of some width, and what in them can be pointed at
                       └──> screen   curses: the only part that draws and listens

   A game that is written down has a line to type in (struct play), and otherwise the same of all. */
#ifndef CATASTA_VIEWER_SCREEN_H
#define CATASTA_VIEWER_SCREEN_H

#include "library/tools.h"
#include "play/dialogue.h"

#include <wchar.h>

/* What is shown, and how. */
struct screen_options {
    const struct reading *reading;
    long game; /* to begin with; 0: the first */
    long ply;  /* likewise, where AT_PLY */
    bool at_ply;
    bool flip; /* seen from the other side */
    bool colourless;
};

/* A game, numbered through all files, or stray text, of number 0. */
struct game_text {
    char *bytes;
    size_t length;
    const char *name; /* of the file */
    uint32_t line;
    uint32_t number;
};

struct file_index {
    catasta_session *session;
    const struct reading *reading;
    int next;             /* operand to be opened */
    int fd;               /* of the file that is read, -1: none */
    const char *name;     /* of that, or of the last */
    catasta_input *input; /* for what comes next; NULL: no file is open */
    bool whole;           /* it is read to its end at once */
    struct game_text *texts;
    size_t count;
    size_t capacity;
    uint32_t games; /* among them */
    bool ended;     /* there are no more */
    bool wrong;     /* one of them has an error */
    bool failed;    /* not all could be read, which was complained of */
    bool at_start;  /* the only one is the start of the session's ruleset */
};

/* The games of the files of READING; the first few are read. */
void file_index_open(struct file_index *file, catasta_session *session, const struct reading *reading);
void file_index_close(struct file_index *file);

/* Whether there is a text INDEX, from 0; reads on up to it. */
bool file_index_reach(struct file_index *file, size_t index);

/* A text being looked at. */
struct open_game {
    catasta_input *input;
    const catasta_game *game;
    catasta_story *story;
    size_t count; /* of its nodes */
    bool unplayed;
};

bool file_index_open_game(struct file_index *file, size_t index, struct open_game *opened);
void open_game_close(struct open_game *opened);

/* What keys and the mouse can do. */
enum screen_action {
    ACTION_NONE,
    ACTION_BACK,
    ACTION_FORTH,
    ACTION_UP,
    ACTION_DOWN,
    ACTION_FIRST,
    ACTION_LAST,
    ACTION_SCROLL_UP,
    ACTION_SCROLL_DOWN,
    ACTION_SEARCH,
    ACTION_PLY,
    ACTION_NEXT_FAULT,
    ACTION_LAST_FAULT,
    ACTION_VARIATION,
    ACTION_FLIP,
    ACTION_NEXT_GAME,
    ACTION_LAST_GAME,
    ACTION_HELP,
    ACTION_QUIT,
    ACTION_CURSOR,
    ACTION_SELECT, /* a row of the list: see struct command_given */
    ACTION_POINT,  /* the cursor goes to a spot of the pane */
    ACTION_PICK,   /* a spot is clicked on */
    ACTION_ENTER,
    ACTION_CANCEL,
    ACTION_ERASE,
    ACTION_ERASE_WORD,
    ACTION_ERASE_ALL,
    ACTION_COMPLETE,
    ACTION_STAND,
    ACTION_UNDO,
    ACTION_REDO,
    ACTION_LINE,
    ACTION_COMMAND,
    ACTION_TYPE, /* a character */
};

enum { SPOT_ROOM = 24 };

/* What can be pointed at: a cell, or a word. */
struct pane_spot {
    int line; /* of the pane; what is on a cell is in the line above its name */
    int column;
    int columns;
    bool cell;
    char word[SPOT_ROOM];
};

struct command_given {
    enum screen_action action;
    wchar_t typed;
    uint32_t row;
    struct pane_spot spot;
};

enum screen_mode {
    MODE_BROWSE,
    MODE_CURSOR,
    MODE_SEARCH,
    MODE_PLY,
    MODE_HELP,
    MODE_LINE,    /* of a game being written down: its line is typed */
    MODE_TOLD,    /* the answer to a command is shown */
    MODE_CHANGED, /* somebody else has changed the file: what to do? */
    MODE_SAVE,    /* the game is not in a file: into which? */
};
enum { PROMPT_ROOM = 4096, NEEDLE_ROOM = 1024, MESSAGE_ROOM = 512 };

/* What is typed, as UTF-8, ended by NUL. */
struct prompt {
    char text[PROMPT_ROOM];
    size_t length;
};
void prompt_add(struct prompt *prompt, wchar_t c);
void prompt_erase(struct prompt *prompt);
void prompt_set(struct prompt *prompt, const char *text, size_t length);

/* Types or erases as COMMAND says; false where it says something else. */
bool prompt_do(struct prompt *prompt, const struct command_given *command);

/* A game that is being written down: the line, and what can follow in it.  Nothing here knows a game: what can be
   pointed at, and what that means, comes from the texts of legal turns. */
struct text_list {
    struct catasta_text *at;
    size_t count;
    size_t capacity;
};
struct play {
    struct draft draft;
    struct dialogue dialogue;
    struct prompt line;       /* a turn, the beginning of one, or a ':' and a command */
    struct text_list ways;    /* legal turns with this beginning, or the ways to take the next step */
    struct buffer gathered;   /* their texts */
    bool whole;               /* the line is a legal turn */
    struct buffer places;     /* the cells that the ways name, each with a space after it */
    struct prompt from;       /* the line as it was typed, before something was pointed at */
    struct buffer pointed;    /* what was, each with a space after it */
    struct buffer targets;    /* what can be pointed at next, likewise */
    char word[SPOT_ROOM];     /* the word on the screen that was pointed at last */
    char name[SPOT_ROOM + 1]; /* what that was, the end of .pointed */
    size_t turns;             /* how many may be meant */
    struct prompt base;       /* the line before Tab */
    struct prompt made;       /* the line that this made */
    size_t picked;            /* how many ways there were to make it */
    unsigned way;             /* which one it is */
    struct judged shown;      /* a proposal, carried out */
    size_t proposal;          /* its number, 0: none is shown */
    uint32_t shown_node;
    bool written; /* to a file that was asked for at the end */
};

struct pane;

/* Columns of the list of a game: of its turns, and of those beside another; as long as it has .count nodes. */
struct list_width {
    const catasta_story *story;
    size_t count;
    int first;
    int second;
};

/* The place in the files and the state of the screen. */
struct viewer {
    struct file_index file;
    struct play *play; /* a game that is being written down, instead of the files; NULL: there is none */
    struct open_game opened;
    size_t text;
    uint32_t node;
    bool flip;
    bool unicode;
    unsigned board_most; /* columns that a board may take, 0: those of its pane */
    unsigned spare;      /* lines of the pane that nothing needs */
    struct list_width list_width;
    int scroll; /* of the pane */
    enum screen_mode mode;
    enum screen_mode before_help;
    struct prompt asked;        /* what is typed at a prompt */
    char needle[NEEDLE_ROOM];   /* the last search, folded */
    const struct pane *pane;    /* as it was drawn last */
    struct pane_spot cursor;    /* in MODE_CURSOR and MODE_LINE; no .columns: nowhere yet */
    char message[MESSAGE_ROOM]; /* about the last command */
    bool quit;
    bool (*stopped)(void); /* whether a long search should end */
};

/* At the game and ply of ARGUMENTS; false after complaining. */
bool viewer_begin(struct viewer *viewer, const struct screen_options *options);
void viewer_end(struct viewer *viewer);
void viewer_do(struct viewer *viewer, const struct command_given *command);

/* From which side and with which characters it is seen; false after complaining. */
bool viewer_look(struct viewer *viewer, const struct screen_options *options);

/* Begins and ends a game being written down, with a status after complaining; .play is the caller's. */
int play_begin(struct viewer *viewer, const struct screen_options *options, const struct draft_options *draft);
int play_end(struct viewer *viewer, int status);

/* Does what COMMAND means there; false where it means what it does everywhere. */
bool play_do(struct viewer *viewer, const struct command_given *command);

/* After the viewer went elsewhere: turns are played there. */
void play_follow(struct viewer *viewer);

/* Ends, or asks for a file first. */
void play_leave(struct viewer *viewer);

bool play_is_command(const struct play *play);

/* Looks for what can follow after the line became another one; after the position did, since the board shows all cells
   that some turn names. */
void ways_refresh(struct play *play);
void ways_look_again(struct play *play);

/* Something is pointed at: the line goes on with it, or becomes the turn that is meant; the same again is another one.
 */
void ways_point(struct viewer *viewer, const char *word);

/* Tab: as far as there is no choice, then one choice after the other. */
void ways_complete(struct viewer *viewer, int step);

/* Whether WORD can follow in the line, and whether CELL is one of its .places. */
bool play_can_point(const struct play *play, const char *word);
bool play_names(const struct play *play, const char *cell, size_t length);

/* The text above the line, and before it. */
void play_hint(const struct viewer *viewer, struct buffer *hint);
void play_label(const struct viewer *viewer, struct buffer *label);

/* Finds what was typed, from the current node of VIEWER on, in all games. */
void viewer_search(struct viewer *viewer);

/* Sets .message. */
void viewer_report(struct viewer *viewer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Opens another text at its start; false, without moving, when it cannot. */
bool viewer_open(struct viewer *viewer, size_t text);
struct catasta_node node_at(const struct viewer *viewer, uint32_t index);
struct catasta_node viewer_node(const struct viewer *viewer);

/* Whether node INDEX has a diagnostic, and whether there is something on its PAGE. */
bool has_fault(const struct viewer *viewer, uint32_t index);
bool has_page(const struct viewer *viewer, uint32_t index, enum catasta_page page);

/* A part of the screen as text; "" when there is none or no memory. */
const char *screen_part_text(
    struct buffer *gathered, const struct viewer *viewer, uint32_t node, enum catasta_page page, unsigned width);

/* The next character of *AT, which moves on; a byte that is not UTF-8 is a '?', a byte
   CATASTA_TINT + n stays as it is.  0 at the end. */
wchar_t next_character(const char **at);
bool is_tint(wchar_t c);

/* Columns of C, 1 for what cannot be shown and so is drawn as '?'; those of a text's widest line. */
int character_width(wchar_t c);
int text_width(const char *text);

/* A line of a pane, and whose it is: a seat, CATASTA_STACK, or 0. */
struct pane_line {
    char *text; /* allocated */
    char owner;
};

/* Lines that fit a window. */
struct pane {
    struct pane_line *lines;
    size_t count;
    size_t capacity;
    struct pane_spot *spots;
    size_t spot_count;
    size_t spot_capacity;
    size_t height; /* lines that are seen */
    int widest;    /* line of the board */
    int needed;    /* lines without which little can be seen */
    size_t board;  /* the lines of the board, and where they end; of what is beside them, too */
    size_t board_end;
    bool failed;
};

/* Adds the cells that are named in the lines of PANE from LINE on, or the words there. */
void pane_add_spots(struct pane *pane, size_t line, bool cells);

/* The spot nearest to FROM in the direction of ACT, or, with ACTION_POINT, in any; NULL: there is none. */
const struct pane_spot *spot_near(
    const struct pane_spot *spots, size_t count, const struct pane_spot *from, enum screen_action action);

/* Where the words about a turn are: below the board, above it, or in a pane of their own. */
enum pane_words { WORDS_LAST, WORDS_FIRST, WORDS_APART };

/* All about the current node of VIEWER, in WIDTH columns and for HEIGHT lines; and the words alone. */
void pane_fill(struct pane *pane, const struct viewer *viewer, int width, int height, enum pane_words words);
void pane_notes(struct pane *pane, const struct viewer *viewer, int width);

/* Whether the board needs more lines in WIDTH columns than in COLUMNS. */
bool pane_is_cut(const struct viewer *viewer, int width, int columns);
void pane_help(struct pane *pane, const struct viewer *viewer, int width);

/* Puts the board in the middle of the lines that are left of HEIGHT, and what is below it at the bottom; stacks without
   a board come apart. */
void pane_settle(struct pane *pane, int height);

/* What a command has answered. */
void pane_told(struct pane *pane, const struct viewer *viewer, int width);
void pane_clear(struct pane *pane);

/* What the list of turns says of node INDEX, at full length; PAIRED: to the right of the one before. */
void list_entry(const struct viewer *viewer, uint32_t index, bool paired, struct buffer *entry);

/* Whether node INDEX, the turn of an even seat that answers the one before it, may be beside that. */
bool list_is_paired(const struct viewer *viewer, uint32_t index);

/* The layout of the window: the pane, and beside or below it the list of turns. */
struct layout {
    struct pane pane;  /* as it is drawn */
    struct pane notes; /* below the list */
    int rows;
    int columns;
    int pane_rows; /* from row 1 on */
    int pane_columns;
    int list_row;
    int list_column;
    int list_rows; /* 0: there is no room for it */
    int list_columns;
    int list_half;      /* columns of the first turn in a row of two; 0: each has a row of its own */
    int foot;           /* rows at the bottom, below all */
    bool below;         /* the list is */
    uint32_t list_from; /* the node in its first row */
    int scroll_most;    /* of the pane */
};

/* Draws all of VIEWER and sets LAYOUT; .below stays when it was set for the same window and
   game. */
void screen_draw(struct viewer *viewer, struct layout *layout);

/* The node whose turn is in ROW and COLUMN of the list. */
uint32_t layout_node_at(const struct layout *layout, const struct viewer *viewer, int row, int column);

/* Prepares colours for screen_draw, unless NONE. */
void screen_tints(bool none);

/* Prepares keys and the mouse for screen_read: what the next key or click means; false where there is none. */
void screen_listen(void);
bool screen_read(const struct viewer *viewer, const struct layout *layout, struct command_given *command);

/* Whether standard output is a terminal to draw on. */
bool screen_is_there(void);

/* The commands replay -i and play, on a terminal. */
int run_screen(const struct screen_options *options);
int run_play_screen(const struct screen_options *options, const struct draft_options *draft);

#endif

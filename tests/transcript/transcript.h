/* SPDX-License-Identifier: MIT */
/* Runs transcripts: plain text that says which commands to run and what they
   print.  Three kinds of files hold them:

       cases      # title, == file … == end, $ command, output, ? status
       README     ```console blocks: $ command, output
       man pages  .Bd -literal … .Ed blocks with lines that start with "$ "

       script.c   file ──> script: cases, each a run of actions
       run.c      carries the actions out, every case in a folder and process
                  of its own, several at a time
       main.c     compares, prints what differs, rewrites

   Every command with its output is one test.  A document (README, man page) is
   one case.  tests/README.md tells how to write a case. */
#ifndef CATASTA_TESTS_TRANSCRIPT_H
#define CATASTA_TESTS_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>

/* Seconds that a command may take: 120, or what the variable TRANSCRIPT_SECONDS says, for slow
   builds and machines. */
unsigned time_limit(void);

enum { STATUS_FAILED = 1, STATUS_TROUBLE = 2 };

enum dialect { CASES, README, MANUAL };

struct lines {
    char **at;
    size_t count;
};

/* One `== file` or one `$ command`.  Numbers of lines count from 0. */
struct action {
    bool is_file;
    bool escapes;       /* == NAME printf */
    char *text;         /* the command, or the file's name */
    size_t line;        /* where it begins */
    size_t begin, end;  /* the expected output, or the file's contents */
    size_t status_line; /* of ? N, 0: none */
    int status;
    int actual_status;
    bool late;           /* killed after time_limit() seconds */
    struct lines output; /* written as a case of this dialect would expect it */
};

struct test_case {
    const char *title;
    size_t line;
    size_t first, count; /* actions */
};

struct script {
    const char *path;
    enum dialect dialect;
    struct lines raw;   /* as in the file */
    struct lines lines; /* with the escapes of man pages undone */
    struct action *actions;
    size_t action_count;
    struct test_case *cases;
    size_t case_count;
};

/* Reads and parses; ends the program when the file cannot be understood. */
void script_read(struct script *script, enum dialect dialect, const char *path);

/* Whether LINE of a case ends the expected output before it. */
bool script_is_control(enum dialect dialect, const char *line);

/* Carries out all cases and fills in what the actions printed.  ROOT holds the
   samples and rulesets that documents speak of. */
void scripts_run(struct script *scripts, size_t count, const char *root);

/* Ends the program: the run itself failed. */
_Noreturn void die(const char *what, const char *name);

/* ARRAY with room for one more than COUNT elements; this program asks for
   little memory and keeps it. */
void *grown(void *array, size_t count, size_t size);

void lines_add(struct lines *lines, const char *line);

bool begins(const char *line, const char *with);

#endif

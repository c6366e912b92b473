/* SPDX-License-Identifier: MIT */
/* Files that are written: each gets its name when it is whole, or never. */
#ifndef CATASTA_UTIL_NEW_FILE_H
#define CATASTA_UTIL_NEW_FILE_H

#include "catasta.h"

#include <stdio.h>
#include <sys/stat.h>

enum { PATH_ROOM = 4096 };

/* A file that is written beside PATH and gets its name when it is whole.  It takes the place of
   what is there, with the mode and the owner of a file, but not of a read-only one; what a link leads to is left
   alone. */
struct new_file {
    FILE *file;
    const char *path;          /* the caller's */
    char temporary[PATH_ROOM]; /* its name until then; empty: it has none, where the system knows such files */
    bool lasting;              /* it is on the disk before it gets its name */
    const struct stat *found;  /* what must still be at PATH then, .st_nlink 0: nothing; or NULL */
};

/* False with errno.  The end: with STATUS 2, or after complaining when not all could be written,
   which makes it 2, PATH stays as it was.  Of what FILE could not take nobody else need complain. */
bool open_new(struct new_file *file, const char *path);
int close_new(struct new_file *file, int status);

/* Gives FILE its temporary name at once, for others to open; false with errno. */
bool name_new(struct new_file *file);

/* The same without a word; NOT WANTED, PATH stays as it was.  0, an errno value, or FILE_CHANGED. */
enum { FILE_CHANGED = -1 };
int end_new(struct new_file *file, bool wanted);
struct catasta_sink file_sink(FILE *file);

/* False with errno where a path is too long. */
bool print_path(char path[PATH_ROOM], const char *format, ...) __attribute__((format(printf, 2, 3)));

bool is_same_file(const struct stat *a, const struct stat *b);

/* Whether there is a regular file at PATH, or nothing: no link, even to such a file. */
bool is_file_name(const char *path);

/* A descriptor for what is written to PATH, that of FILE if is_file_name, else of a device, a pipe
   or a file that is open already, as /dev/stdout may be; -1 after complaining, also of any other
   link. */
int open_output(struct new_file *file, const char *path);

/* That there is nothing at PATH, which is in a folder; a status after complaining. */
int check_new(const char *path);

/* A folder at PATH for WHAT, new or not; a status after complaining. */
int make_folder(const char *path, const char *what);

/* A file without a name, to be written and read, gone when it is closed: in the folder for such files, or in memory
   where there is none, as in a container.  NULL with errno. */
FILE *open_spool(void);

/* Gives the first LENGTH bytes of FROM, or as many as there are, to TO; false when either fails. */
bool copy_file(FILE *from, uint64_t length, const struct catasta_sink *to);

/* Has SIGINT, SIGTERM and SIGHUP taken by TAKE, but those that are ignored, as below nohup, or with UNLESS_TAKEN have a
   handler. */
void catch_signals(void (*take)(int number), bool unless_taken);

#endif

/* SPDX-License-Identifier: MIT */
/* Folders among the operands of commands that read records: the files in them. */
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct name_shelf {
    char **at;
    size_t count;
    size_t capacity;
    bool failed; /* out of memory */
};

/* Takes NAME over; NULL: there was no memory for it. */
static void put_on_shelf(struct name_shelf *shelf, char *name)
{
    char **at = name == NULL ? NULL : with_room(shelf->at, shelf->count, &shelf->capacity, sizeof *at);
    shelf->failed |= at == NULL;
    if (at == NULL) {
        free(name);
        return;
    }
    shelf->at = at;
    at[shelf->count++] = name;
}

static void release_shelf(struct name_shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        free(shelf->at[i]);
    free(shelf->at);
}

static char *path_of(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    char *path = malloc(length + strlen(name) + 2);
    bool slash = length > 0 && folder[length - 1] == '/';
    if (path != NULL)
        sprintf(path, "%s%s%s", folder, slash ? "" : "/", name);
    return path;
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_record(const char *path)
{
    return ending_length(path, ".sgn") + ending_length(path, ".sgn.gz") + ending_length(path, ".sgn.zst") > 0;
}

/* Whether PATH, which is not a folder, is one of the files to read: also if its kind is unknown. */
static bool is_wanted(const char *path, bool known)
{
    struct stat found;
    return known ? is_record(path) && (stat(path, &found) != 0 || S_ISREG(found.st_mode)) : errno != ENOENT;
}

/* Puts the .sgn files in FOLDER and the folders in it on FILES, and what cannot be read, so that reading reports it.  A
   link to a folder is left alone, so that there is an end. */
static void walk_folder(const char *folder, struct name_shelf *files)
{
    struct dirent **names = NULL;
    int count = scandir(folder, &names, is_shown, alphasort);
    if (count < 0)
        put_on_shelf(files, errno == ENOMEM ? NULL : strdup(folder));
    for (int i = 0; i < count; i++) {
        struct stat found;
        char *path = files->failed ? NULL : path_of(folder, names[i]->d_name);
        bool known = path != NULL && lstat(path, &found) == 0;
        free(names[i]);
        if (known && S_ISDIR(found.st_mode))
            walk_folder(path, files);
        else if (path == NULL || is_wanted(path, known))
            put_on_shelf(files, path), path = NULL;
        free(path);
    }
    free(names);
}

bool open_folders(struct arguments *arguments)
{
    struct name_shelf files = {0};
    bool reads_files = strncmp(arguments->command->operands, "[FILE", 5) == 0;
    for (int i = 0; i < arguments->reading.file_count && reads_files && !files.failed; i++) {
        struct stat found;
        const char *name = arguments->reading.files[i];
        size_t before = files.count;
        if (strcmp(name, "-") != 0 && stat(name, &found) == 0 && S_ISDIR(found.st_mode))
            walk_folder(name, &files);
        if (files.count == before)
            put_on_shelf(&files, strdup(name)); /* a folder without records is one that cannot be read */
    }
    if (files.failed) {
        release_shelf(&files);
        complain("out of memory");
        return false;
    }
    arguments->found = files.at;
    arguments->found_count = files.count;
    if (files.count > 0) {
        arguments->reading.files = (const char *const *)files.at;
        arguments->reading.file_count = (int)files.count;
    }
    return true;
}

void close_folders(struct arguments *arguments)
{
    release_shelf(&(struct name_shelf){.at = arguments->found, .count = arguments->found_count});
}

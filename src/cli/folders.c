/* SPDX-License-Identifier: MIT */
/* Folders among the operands of commands that read records: the files in them. */
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct name_shelf {
    char **at;
    size_t count;
    size_t capacity;
    bool failed; /* out of memory */
};

/* Takes NAME over; NULL: there was no memory for it. */
static void shelve(struct name_shelf *shelf, char *name)
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

static void release(struct name_shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        free(shelf->at[i]);
    free(shelf->at);
}

static char *path_of(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    char *path = malloc(length + strlen(name) + 2);
    if (path == NULL)
        return NULL;
    bool slash = length > 0 && folder[length - 1] == '/';
    memcpy(path, folder, length);
    strcpy(path + length, slash ? "" : "/");
    strcat(path, name);
    return path;
}

/* What is in FOLDER, and not hidden; false with errno when that cannot be read. */
static bool list_folder(const char *folder, struct name_shelf *names)
{
    DIR *open = opendir(folder);
    const struct dirent *entry;
    if (open == NULL)
        return false;
    while ((errno = 0, entry = readdir(open)) != NULL)
        if (entry->d_name[0] != '.')
            shelve(names, strdup(entry->d_name));
    int error = errno;
    closedir(open);
    errno = error;
    return error == 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_record(const char *path)
{
    static const char *const endings[] = {".sgn", ".sgn.gz", ".sgn.zst"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcasecmp(path + length - ending, endings[i]) == 0)
            return true;
    }
    return false;
}

/* Whether PATH, which is no folder, is one of the files to read: also if its kind is unknown. */
static bool is_wanted(const char *path, bool known)
{
    struct stat found;
    return known ? is_record(path) && (stat(path, &found) != 0 || S_ISREG(found.st_mode)) : errno != ENOENT;
}

/* Puts the .sgn files in FOLDER and the folders in it on FILES, and what cannot be read, so that reading reports it.  A
   link to a folder is left alone, so that there is an end. */
static void walk(const char *folder, struct name_shelf *files)
{
    struct name_shelf names = {0};
    if (!list_folder(folder, &names))
        shelve(files, errno == ENOMEM ? NULL : strdup(folder));
    if (names.count > 0)
        qsort(names.at, names.count, sizeof *names.at, compare_names);
    for (size_t i = 0; i < names.count && !files->failed; i++) {
        struct stat found;
        char *path = path_of(folder, names.at[i]);
        bool known = path != NULL && lstat(path, &found) == 0;
        if (known && S_ISDIR(found.st_mode))
            walk(path, files);
        else if (path == NULL || is_wanted(path, known))
            shelve(files, path), path = NULL;
        free(path);
    }
    files->failed |= names.failed;
    release(&names);
}

const char *reason_of(int error)
{
    return error == EISDIR ? "this folder has no .sgn files"
        : error == EBADMSG ? "the compressed data is damaged or cut off"
                           : strerror(error);
}

bool open_folders(struct arguments *arguments)
{
    struct name_shelf files = {0};
    bool reads_files = strncmp(arguments->command->operands, "[FILE", 5) == 0;
    for (int i = 0; i < arguments->file_count && reads_files && !files.failed; i++) {
        struct stat found;
        const char *name = arguments->files[i];
        size_t before = files.count;
        if (strcmp(name, "-") != 0 && stat(name, &found) == 0 && S_ISDIR(found.st_mode))
            walk(name, &files);
        if (files.count == before)
            shelve(&files, strdup(name)); /* a folder without records is one that cannot be read */
    }
    if (files.failed) {
        release(&files);
        complain("out of memory");
        return false;
    }
    arguments->found = files.at;
    arguments->found_count = files.count;
    if (files.count > 0) {
        arguments->files = (const char *const *)files.at;
        arguments->file_count = (int)files.count;
    }
    return true;
}

void close_folders(struct arguments *arguments)
{
    release(&(struct name_shelf){.at = arguments->found, .count = arguments->found_count});
}

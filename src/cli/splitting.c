/* SPDX-License-Identifier: MIT */
/* select --split=N: what is selected goes to a temporary file first, so that its size is known, and from there to N
   files.  One after the other they are what select writes to one file. */
#include "cli/cli.h"
#include "convert/form_table.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool fail_splitting(struct splitting *splitting)
{
    if (!splitting->failed)
        complain("cannot store the selected records: %s", strerror(errno));
    splitting->failed = true;
    return false;
}

bool open_splitting(struct splitting *splitting)
{
    splitting->spool = open_spool();
    return splitting->spool != NULL || fail_splitting(splitting);
}

void close_splitting(struct splitting *splitting)
{
    free(splitting->begins);
    if (splitting->spool != NULL)
        fclose(splitting->spool);
}

static bool begins_with_whole_tag(const char *bytes, size_t length)
{
    const char *end = bytes + length;
    const char *at = length == 0 ? end : bytes + 1;
    while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
        at++;
    if (end - at < 2 || bytes[0] != '[' || at == bytes + 1 || at[0] != ' ' || at[1] != '"')
        return false;
    for (at += 2; at < end && strchr("\"\r\n", *at) == NULL; at++)
        at += *at == '\\';
    return end - at >= 2 && at[0] == '"' && at[1] == ']';
}

/* Whether the record of LENGTH BYTES is read alike at the begin of a file: with a tag it takes over no ruleset from the
   record before, and no other form begins like it. */
static bool can_begin(const char *bytes, size_t length)
{
    const struct catasta_form_reader *const *form = form_readers;
    while (*form != NULL && !(*form)->recognises(bytes, length, false))
        form++;
    return *form == NULL && begins_with_whole_tag(bytes, length);
}

/* A record comes as a whole, apart from what is written around it. */
static bool write_spool(void *context, const char *bytes, size_t length)
{
    struct splitting *splitting = context;
    if (can_begin(bytes, length)) {
        uint64_t *begins = with_room(splitting->begins, splitting->count, &splitting->capacity, sizeof *begins);
        if (begins == NULL)
            return fail_splitting(splitting);
        splitting->begins = begins;
        splitting->begins[splitting->count++] = splitting->written;
    }
    splitting->written += length;
    return fwrite(bytes, 1, length, splitting->spool) == length || fail_splitting(splitting);
}

struct catasta_sink splitting_sink(struct splitting *splitting)
{
    return (struct catasta_sink){write_spool, splitting};
}

/* Which of .begins is that of file I, from 0, of COUNT; BEFORE is that of the file before.  It is the one that is
   nearest to its share of the bytes and leaves one for each of the other files. */
static size_t find_begin(const struct splitting *splitting, size_t before, size_t i, size_t count)
{
    const uint64_t *begins = splitting->begins;
    uint64_t share = splitting->written / count * i + splitting->written % count * i / count;
    size_t at = before + 1;
    while (at < splitting->count - (count - i) && begins[at] + begins[at + 1] <= 2 * share)
        at++;
    return at;
}

/* The next LENGTH bytes to FILE. */
static void copy_part(struct splitting *splitting, uint64_t length, FILE *file)
{
    char block[64 * 1024];
    while (length > 0 && ferror(file) == 0 && !splitting->failed) {
        size_t part = fread(block, 1, length < sizeof block ? (size_t)length : sizeof block, splitting->spool);
        if (part == 0)
            fail_splitting(splitting);
        fwrite(block, 1, part, file);
        length -= part;
    }
}

/* The path of file I, with as many digits as the number of files that were asked for. */
static int name_part(const struct splitting *splitting, const char *folder, size_t i, char path[PATH_ROOM])
{
    int digits = snprintf(NULL, 0, "%zu", splitting->files);
    if (!print_path(path, "%s/%0*zu.sgn", folder, digits, i + 1))
        return complain("cannot write %s: %s", folder, strerror(errno));
    return check_new(path);
}

static int write_part(struct splitting *splitting, const char *path, uint64_t length)
{
    static const struct stat nothing = {.st_nlink = 0};
    struct new_file file;
    if (!open_new(&file, path))
        return complain("cannot write %s: %s", path, strerror(errno));
    file.found = &nothing;
    copy_part(splitting, length, file.file);
    return close_new(&file, splitting->failed ? CATASTA_FAILED : CATASTA_OK);
}

int cut_files(struct splitting *splitting, const char *folder)
{
    char path[PATH_ROOM];
    size_t places = splitting->count > 0 ? splitting->count : splitting->written > 0;
    size_t count = places < splitting->files ? places : splitting->files;
    uint64_t begin = 0; /* also where text before the first tag comes first */
    int status = make_folder(folder, "games");
    for (size_t i = 0; i < count && status == CATASTA_OK; i++)
        status = name_part(splitting, folder, i, path);
    if (status == CATASTA_OK && fseeko(splitting->spool, 0, SEEK_SET) != 0 && !fail_splitting(splitting))
        status = CATASTA_FAILED;
    for (size_t i = 0, at = 0; i < count && status == CATASTA_OK; i++) {
        at = i + 1 < count ? find_begin(splitting, at, i + 1, count) : at;
        uint64_t end = i + 1 < count ? splitting->begins[at] : splitting->written;
        status = name_part(splitting, folder, i, path);
        if (status == CATASTA_OK)
            status = write_part(splitting, path, end - begin);
        begin = end;
    }
    if (status == CATASTA_OK && count < splitting->files)
        mention("%zu file%s instead of %zu: a file can only begin with a game that begins with a tag", count,
            count == 1 ? "" : "s", splitting->files);
    return status;
}

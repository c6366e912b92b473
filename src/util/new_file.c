/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memfd_create, O_TMPFILE */
#include "util/new_file.h"
#include "util/buffer.h"
#include "util/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The temporary files there are, of a page of standings and a replay page beside it at most,
   which a signal that ends the program takes away. */
enum { TEMPORARIES_MOST = 4 };
static char *volatile temporaries[TEMPORARIES_MOST];

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof ending_signals[0] };

static void take_away(int number)
{
    for (size_t i = 0; i < TEMPORARIES_MOST; i++)
        if (temporaries[i] != NULL)
            unlink(temporaries[i]);
    signal(number, SIG_DFL);
    raise(number);
}

void catch_signals(void (*take)(int number), bool unless_taken)
{
    struct sigaction action = {.sa_handler = take};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ENDING_SIGNALS; i++)
        if (sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN &&
            (before.sa_handler == SIG_DFL || !unless_taken))
            sigaction(ending_signals[i], &action, NULL);
}

/* Between these two a file is there and listed, or neither. */
static void hold_signals(sigset_t *before)
{
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < ENDING_SIGNALS; i++)
        sigaddset(&held, ending_signals[i]);
    sigprocmask(SIG_BLOCK, &held, before);
}

static void release_signals(const sigset_t *before)
{
    int error = errno;
    sigprocmask(SIG_SETMASK, before, NULL);
    errno = error;
}

static void exchange_files(const char *from, char *to)
{
    size_t i = 0;
    while (i < TEMPORARIES_MOST && temporaries[i] != from)
        i++;
    if (i < TEMPORARIES_MOST)
        temporaries[i] = to;
}

bool print_path(char path[PATH_ROOM], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(path, PATH_ROOM, format, arguments);
    va_end(arguments);
    bool fits = length >= 0 && length < PATH_ROOM;
    errno = fits ? errno : ENAMETOOLONG;
    return fits;
}

/* By which a descriptor's file can be linked to. */
static void print_descriptor(char path[PATH_ROOM], int fd)
{
    snprintf(path, PATH_ROOM, "/proc/self/fd/%d", fd);
}

/* Makes a file in the folder of PATH that has no name yet, so that it is gone however the program ends; its descriptor,
   or -1 where the system does not know such files. */
static int make_nameless(const char *path)
{
#ifdef O_TMPFILE
    char place[PATH_ROOM];
    int fd = print_path(place, "%.*s.", (int)(name_of(path) - path), path)
        ? open(place, O_TMPFILE | O_RDWR, S_IRUSR | S_IWUSR)
        : -1;
    print_descriptor(place, fd);
    if (fd < 0 || access(place, F_OK) == 0)
        return fd;
    close(fd);
#else
    (void)path;
#endif
    return -1;
}

bool name_new(struct new_file *file)
{
    enum { TRIES = 100 };
    char place[PATH_ROOM];
    sigset_t before;
    bool named = file->temporary[0] != '\0';
    if (named)
        return true;
    print_descriptor(place, fileno(file->file));
    hold_signals(&before);
    errno = EEXIST;
    for (unsigned i = 0; i < TRIES && !named && errno == EEXIST; i++)
        named = print_path(file->temporary, "%.*s.catasta-%ld-%u", (int)(name_of(file->path) - file->path), file->path,
                    (long)getpid(), i) &&
            linkat(AT_FDCWD, place, AT_FDCWD, file->temporary, AT_SYMLINK_FOLLOW) == 0;
    if (named)
        exchange_files(NULL, file->temporary);
    else
        file->temporary[0] = '\0';
    release_signals(&before);
    return named;
}

/* Makes an empty file beside PATH, without a name if possible; its descriptor, or -1. */
static int make_temporary(struct new_file *file, const char *path)
{
    static bool caught;
    sigset_t before;
    if (!caught) {
        catch_signals(take_away, true);
        signal(SIGPIPE, take_away);
    }
    caught = true;
    int nameless = make_nameless(path);
    if (nameless >= 0 || !print_path(file->temporary, "%.*s.catasta-XXXXXX", (int)(name_of(path) - path), path))
        return nameless;
    hold_signals(&before);
    int fd = mkstemp(file->temporary);
    if (fd >= 0)
        exchange_files(NULL, file->temporary);
    release_signals(&before);
    return fd;
}

/* Renames the temporary file of FILE, or with WHOLE false takes it away; false with errno. */
static bool end_temporary(struct new_file *file, bool whole)
{
    sigset_t before;
    hold_signals(&before);
    bool renamed = whole && rename(file->temporary, file->path) == 0;
    int error = errno;
    if (!renamed)
        unlink(file->temporary);
    exchange_files(file->temporary, NULL);
    release_signals(&before);
    errno = error;
    return renamed;
}

/* Gives FD the mode and the owner of OLD, as far as that is allowed: bits that mean another owner
   or another group go. */
static bool copy_mode_and_owner(int fd, const struct stat *old)
{
    mode_t mode = old->st_mode & 07777;
    if (fchown(fd, old->st_uid, old->st_gid) != 0) {
        mode &= ~(mode_t)(S_ISUID | S_ISGID);
        if (fchown(fd, (uid_t)-1, old->st_gid) != 0)
            mode &= ~(mode_t)S_IRWXG | (mode & S_IRWXO) << 3;
    }
    return fchmod(fd, mode) == 0;
}

static bool set_mode(int fd, const char *path)
{
    struct stat old;
    if (lstat(path, &old) == 0 && S_ISREG(old.st_mode))
        return copy_mode_and_owner(fd, &old);
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0;
}

/* Whether a file is at PATH that is not to be written, which its folder may still let us replace. */
static bool is_read_only(const char *path)
{
    struct stat old;
    return lstat(path, &old) == 0 && S_ISREG(old.st_mode) &&
        ((old.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0 || access(path, W_OK) != 0);
}

bool open_new(struct new_file *file, const char *path)
{
    *file = (struct new_file){.path = path};
    if (is_read_only(path)) {
        errno = EACCES;
        return false;
    }
    int fd = make_temporary(file, path);
    if (fd >= 0 && set_mode(fd, path))
        file->file = fdopen(fd, "wb");
    if (file->file != NULL)
        return true;
    int error = errno;
    if (fd >= 0) {
        close(fd);
        end_temporary(file, false);
    }
    errno = error;
    return false;
}

bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Whether what is at PATH has changed since it was FOUND. */
static bool has_changed(const char *path, const struct stat *found)
{
    struct stat now;
    if (found->st_nlink == 0)
        return lstat(path, &now) == 0;
    return stat(path, &now) != 0 || !is_same_file(&now, found) || now.st_size != found->st_size ||
        !is_time(now.st_mtim, found->st_mtim) || !is_time(now.st_ctim, found->st_ctim);
}

int end_new(struct new_file *file, bool wanted)
{
    bool written = ferror(file->file) == 0 && fflush(file->file) == 0 &&
        (!wanted || ((!file->lasting || fsync(fileno(file->file)) == 0) && name_new(file)));
    written = fclose(file->file) == 0 && written;
    bool changed = wanted && written && file->found != NULL && has_changed(file->path, file->found);
    bool renamed = end_temporary(file, wanted && written && !changed);
    if (changed)
        return FILE_CHANGED;
    if (renamed || (!wanted && written))
        return 0;
    return errno == 0 ? EIO : errno;
}

int close_new(struct new_file *file, int status)
{
    int error = end_new(file, status != CATASTA_FAILED);
    if (error == FILE_CHANGED)
        return complain("%s has changed since it was read; it is left unchanged", file->path);
    return error == 0 ? status : complain("cannot write %s: %s", file->path, strerror(error));
}

static bool write_file(void *context, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, context) == length;
}

struct catasta_sink file_sink(FILE *file)
{
    return (struct catasta_sink){write_file, file};
}

bool is_file_name(const char *path)
{
    struct stat found;
    return lstat(path, &found) == 0 ? S_ISREG(found.st_mode) : errno == ENOENT;
}

/* A descriptor of the file FOUND, if it is open for writing, as the one is to which /dev/stdout is a
   link; or -1. */
static int find_open(const struct stat *found)
{
    struct stat at;
    int fd = 9;
    while (
        fd >= 0 && (fstat(fd, &at) != 0 || !is_same_file(&at, found) || (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY))
        fd--;
    return fd;
}

int open_output(struct new_file *file, const char *path)
{
    struct stat found = {0};
    bool is_new = is_file_name(path);
    int fd = !is_new ? open(path, O_WRONLY | O_NOCTTY) : open_new(file, path) ? fileno(file->file) : -1;
    if (!is_new && fd >= 0 && (fstat(fd, &found) != 0 || S_ISREG(found.st_mode))) {
        close(fd);
        fd = dup(find_open(&found));
    }
    if (fd < 0 && errno == EBADF)
        complain("%s is a link: give the file that it points to", path);
    else if (fd < 0)
        complain("cannot write %s: %s", path, strerror(errno));
    return fd;
}

int check_new(const char *path)
{
    struct stat found;
    return lstat(path, &found) != 0 ? CATASTA_OK : complain("%s already exists: give another folder", path);
}

int make_folder(const char *path, const char *what)
{
    struct stat found;
    if (mkdir(path, 0777) == 0)
        return CATASTA_OK;
    if (errno != EEXIST || stat(path, &found) != 0)
        return complain("cannot make the folder %s: %s", path, strerror(errno));
    return S_ISDIR(found.st_mode) ? CATASTA_OK : complain("%s is not a folder, and cannot hold %s", path, what);
}

FILE *open_spool(void)
{
    FILE *spool = tmpfile();
#ifdef MFD_CLOEXEC
    if (spool == NULL && (errno == ENOENT || errno == EACCES || errno == EROFS)) {
        int fd = memfd_create("catasta", MFD_CLOEXEC);
        spool = fd < 0 ? NULL : fdopen(fd, "w+");
        if (fd >= 0 && spool == NULL)
            close(fd);
    }
#endif
    return spool;
}

/* A character that the block may cut in two is read again. */
bool copy_file(FILE *from, uint64_t left, const struct catasta_sink *to)
{
    char block[64 * 1024];
    size_t length;
    if (fseek(from, 0, SEEK_SET) != 0)
        return false;
    while (left > 0 && (length = fread(block, 1, left < sizeof block ? (size_t)left : sizeof block, from)) > 0) {
        size_t part = 1;
        while (length == sizeof block && part < 4 && (block[length - part] & 0xC0) != 0xC0)
            part++;
        if (length == sizeof block && part < 4 && fseek(from, -(long)part, SEEK_CUR) == 0)
            length -= part;
        if (!to->write(to->context, block, length))
            return false;
        left -= length;
    }
    return ferror(from) == 0;
}

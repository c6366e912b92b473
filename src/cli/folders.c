/* Files that commands write beside standard output: pictures and pages in folders. */
#include "cli/cli.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_file(void *context, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, context) == length;
}

struct catasta_sink file_sink(FILE *file)
{
    return (struct catasta_sink){write_file, file};
}

FILE *open_new(const char *path)
{
    if (unlink(path) != 0 && errno != ENOENT)
        return NULL;
    return fopen(path, "wbx");
}

int close_file(FILE *file, const char *path, int status)
{
    bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed)
        status = complain("cannot write %s: %s", path, strerror(errno == 0 ? EIO : errno));
    if (status != CATASTA_OK)
        remove(path);
    return status;
}

int make_folder(const char *path, const char *what)
{
    struct stat found;
    if (mkdir(path, 0777) == 0)
        return CATASTA_OK;
    if (errno != EEXIST || stat(path, &found) != 0)
        return complain("cannot make the folder %s: %s", path, strerror(errno));
    return S_ISDIR(found.st_mode) ? CATASTA_OK : complain("%s is no folder to put %s in", path, what);
}

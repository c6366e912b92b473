/* SPDX-License-Identifier: MIT */
/* Files in a browser: rulesets and records come as text, so nothing is ever compressed, and no library for that is
   needed. */
#include "base/compressed_file.h"

#include <unistd.h>

void compressed_file_release(struct compressed_file *file)
{
    (void)file;
}

ssize_t compressed_file_read(struct compressed_file *file, char *bytes, size_t length)
{
    return read(file->fd, bytes, length);
}

bool compressed_file_is_ready(const struct compressed_file *file, int milliseconds)
{
    (void)file;
    (void)milliseconds;
    return true;
}

bool is_compressed(const char *head, size_t length)
{
    (void)head;
    (void)length;
    return false;
}

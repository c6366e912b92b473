/* SPDX-License-Identifier: MIT */
/* Files in a browser: rulesets and records come as text, so nothing is ever compressed, and no library for that is
   needed. */
#include "base/packed_file.h"

#include <unistd.h>

void packed_file_release(struct packed_file *file)
{
    (void)file;
}

ssize_t packed_file_read(struct packed_file *file, char *bytes, size_t length)
{
    return read(file->fd, bytes, length);
}

bool packed_file_is_ready(const struct packed_file *file, int milliseconds)
{
    (void)file;
    (void)milliseconds;
    return true;
}

bool is_packed(const char *head, size_t length)
{
    (void)head;
    (void)length;
    return false;
}

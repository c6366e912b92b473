/* SPDX-License-Identifier: MIT */
/* Files as they are read: what is packed in the format of gzip or of Zstandard, as its first bytes say, comes unpacked,
   and all else as it is. */
#ifndef CATASTA_BASE_PACKED_FILE_H
#define CATASTA_BASE_PACKED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PACKED_HEAD = 4 }; /* bytes by which a format is known */

struct packed_file {
    int fd; /* the caller's */
    struct unpacking *unpacking;
    char head[PACKED_HEAD];
    size_t head_length; /* read */
    size_t given;       /* of these, where nothing is packed */
    bool known;
};

static inline struct packed_file packed_file_of(int fd)
{
    return (struct packed_file){.fd = fd};
}
void packed_file_release(struct packed_file *file);

/* As read, from the beginning on; EBADMSG: what is packed is damaged, or its end is missing;
   ENOTSUP: unpacking it takes more than 128 MB of memory. */
ssize_t packed_file_read(struct packed_file *file, char *bytes, size_t length);

/* Whether it can be read without waiting, or within MILLISECONDS.  Said of all that is packed: what there is of
   that need not give any bytes. */
bool packed_file_is_ready(const struct packed_file *file, int milliseconds);

/* Whether a file that begins with LENGTH bytes at HEAD is packed. */
bool is_packed(const char *head, size_t length);

#endif

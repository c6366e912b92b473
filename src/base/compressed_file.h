/* SPDX-License-Identifier: MIT */
/* Files as they are read: what is compressed in the format of gzip or of Zstandard, as its first bytes say, comes
   decompressed, and all else as it is. */
#ifndef CATASTA_BASE_COMPRESSED_FILE_H
#define CATASTA_BASE_COMPRESSED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PACKED_HEAD = 4 }; /* bytes by which a format is known */

struct compressed_file {
    int fd; /* the caller's */
    struct unpacking *unpacking;
    char head[PACKED_HEAD];
    size_t head_length; /* read */
    size_t given;       /* of these, where nothing is compressed */
    bool known;
};

static inline struct compressed_file compressed_file_of(int fd)
{
    return (struct compressed_file){.fd = fd};
}
void compressed_file_release(struct compressed_file *file);

/* As read, from the beginning on; EBADMSG: what is compressed is damaged, or its end is missing;
   ENOTSUP: unpacking it takes more than 128 MB of memory. */
ssize_t compressed_file_read(struct compressed_file *file, char *bytes, size_t length);

/* Whether it can be read without waiting, or within MILLISECONDS.  Said of all that is compressed: what there is of
   that need not give any bytes. */
bool compressed_file_is_ready(const struct compressed_file *file, int milliseconds);

/* Whether a file that begins with LENGTH bytes at HEAD is compressed. */
bool is_compressed(const char *head, size_t length);

#endif

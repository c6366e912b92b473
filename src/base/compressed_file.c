/* SPDX-License-Identifier: MIT */
#include "base/compressed_file.h"

#include "base/memory.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { PACKED_BLOCK = 64 * 1024, GZIP_WINDOW = 15 + 16 };

static const char gzip_magic[] = {'\x1f', '\x8b'};
static const char zstd_magic[] = {'\x28', '\xb5', '\x2f', '\xfd'};

/* One of several that follow each other, member or frame, is unpacked. */
struct unpacking {
    bool gzip;
    bool inside; /* one has begun, and has not ended */
    bool ended;  /* the file has */
    z_stream zlib;
    ZSTD_DStream *zstd;
    size_t at; /* in .block */
    size_t filled;
    char block[PACKED_BLOCK];
};

static bool has_magic(const char *head, size_t length, const char *magic, size_t size)
{
    return length >= size && memcmp(head, magic, size) == 0;
}

static bool is_gzip(const char *head, size_t length)
{
    return has_magic(head, length, gzip_magic, sizeof gzip_magic);
}

bool is_compressed(const char *head, size_t length)
{
    return is_gzip(head, length) || has_magic(head, length, zstd_magic, sizeof zstd_magic);
}

static ssize_t fail_without_memory(void)
{
    memory_count_failure();
    errno = ENOMEM;
    return -1;
}

/* What the first bytes are; -1 with errno. */
static ssize_t read_head(struct compressed_file *file)
{
    while (file->head_length < PACKED_HEAD) {
        ssize_t got = read(file->fd, file->head + file->head_length, PACKED_HEAD - file->head_length);
        if (got < 0)
            return got;
        file->head_length += (size_t)got;
        if (got == 0)
            break;
    }
    if (is_compressed(file->head, file->head_length)) {
        struct unpacking *unpacking = memory_new(sizeof *unpacking);
        if (unpacking == NULL)
            return fail_without_memory();
        file->unpacking = unpacking;
        unpacking->gzip = is_gzip(file->head, file->head_length);
        unpacking->filled = file->head_length;
        memcpy(unpacking->block, file->head, file->head_length);
        if (!unpacking->gzip)
            unpacking->zstd = ZSTD_createDStream();
        if (unpacking->gzip ? inflateInit2(&unpacking->zlib, GZIP_WINDOW) != Z_OK : unpacking->zstd == NULL)
            return fail_without_memory();
    }
    file->known = true;
    return 0;
}

void compressed_file_release(struct compressed_file *file)
{
    struct unpacking *unpacking = file->unpacking;
    if (unpacking != NULL && unpacking->gzip)
        inflateEnd(&unpacking->zlib);
    if (unpacking != NULL)
        ZSTD_freeDStream(unpacking->zstd);
    free(unpacking);
    file->unpacking = NULL;
}

/* Both unpack as much as there is room and input for; -1 with errno. */
static ssize_t unpack_gzip(struct unpacking *unpacking, char *bytes, size_t length)
{
    z_stream *zlib = &unpacking->zlib;
    unsigned room = length < PACKED_BLOCK ? (unsigned)length : PACKED_BLOCK;
    zlib->next_in = (Bytef *)unpacking->block + unpacking->at;
    zlib->avail_in = (unsigned)(unpacking->filled - unpacking->at);
    zlib->next_out = (Bytef *)bytes;
    zlib->avail_out = room;
    int status = inflate(zlib, Z_NO_FLUSH);
    unpacking->at = unpacking->filled - zlib->avail_in;
    unpacking->inside = status != Z_STREAM_END;
    if (status == Z_MEM_ERROR)
        return fail_without_memory();
    if ((status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) ||
        (status == Z_STREAM_END && inflateReset(zlib) != Z_OK)) {
        errno = EBADMSG;
        return -1;
    }
    return (ssize_t)(room - zlib->avail_out);
}

static ssize_t unpack_zstd(struct unpacking *unpacking, char *bytes, size_t length)
{
    ZSTD_inBuffer in = {unpacking->block, unpacking->filled, unpacking->at};
    ZSTD_outBuffer out = {bytes, length, 0};
    size_t status = ZSTD_decompressStream(unpacking->zstd, &out, &in);
    unpacking->at = in.pos;
    unpacking->inside = status != 0;
    if (!ZSTD_isError(status))
        return (ssize_t)out.pos;
    if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation)
        return fail_without_memory();
    errno = ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge ? ENOTSUP : EBADMSG;
    return -1;
}

/* More input, where there is none left; -1 with errno. */
static ssize_t fill_block(struct compressed_file *file)
{
    struct unpacking *unpacking = file->unpacking;
    if (unpacking->at < unpacking->filled || unpacking->ended)
        return 0;
    ssize_t got = read(file->fd, unpacking->block, sizeof unpacking->block);
    if (got < 0)
        return got;
    unpacking->ended = got == 0;
    unpacking->at = 0;
    unpacking->filled = (size_t)got;
    return 0;
}

static ssize_t read_compressed(struct compressed_file *file, char *bytes, size_t length)
{
    struct unpacking *unpacking = file->unpacking;
    ssize_t got = 0;
    while (got == 0 && length > 0) {
        bool flushing = unpacking->inside && unpacking->at == unpacking->filled; /* there may be output without input */
        if (flushing)
            got = (unpacking->gzip ? unpack_gzip : unpack_zstd)(unpacking, bytes, length);
        if (got != 0)
            return got;
        if (fill_block(file) < 0)
            return -1;
        if (unpacking->ended && unpacking->inside)
            errno = EBADMSG;
        if (unpacking->ended)
            return unpacking->inside ? -1 : 0;
        got = (unpacking->gzip ? unpack_gzip : unpack_zstd)(unpacking, bytes, length);
    }
    return got;
}

bool compressed_file_is_ready(const struct compressed_file *file, int milliseconds)
{
    struct pollfd polled = {.fd = file->fd, .events = POLLIN};
    int found = 1;
    while (file->unpacking == NULL && (found = poll(&polled, 1, milliseconds)) < 0 && errno == EINTR)
        continue;
    return found != 0;
}

ssize_t compressed_file_read(struct compressed_file *file, char *bytes, size_t length)
{
    if (!file->known && read_head(file) < 0)
        return -1;
    if (file->unpacking != NULL)
        return read_compressed(file, bytes, length);
    size_t left = file->head_length - file->given;
    left = left < length ? left : length;
    if (left == 0)
        return read(file->fd, bytes, length);
    memcpy(bytes, file->head + file->given, left);
    file->given += left;
    ssize_t got = left == length || file->head_length < PACKED_HEAD ? 0 : read(file->fd, bytes + left, length - left);
    return (ssize_t)left + (got > 0 ? got : 0);
}

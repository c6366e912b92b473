/* SPDX-License-Identifier: MIT */
/* Messages: a header, "Content-Length: 27", an empty line, and that number of bytes of JSON. */
#include "lsp/lsp.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HEADER_MOST = 4096, BODY_MOST = 512 * 1024 * 1024, BLOCK = 64 * 1024 };

bool wire_is_ready(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) != 0;
}

void wire_fill(struct wire *wire)
{
    static char block[BLOCK];
    if (wire->begin > 0)
        buffer_replace(&wire->text, 0, wire->begin, "", 0);
    wire->begin = 0;
    ssize_t got = read(STDIN_FILENO, block, sizeof block);
    if (got > 0)
        buffer_add(&wire->text, block, (size_t)got);
    wire->ended = got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN) || wire->text.failed;
}

/* The UTF-16 unit of the escape at AT, 0 where there is none. */
static unsigned long unit_at(const char *at, const char *end)
{
    char digits[5] = "";
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return 0;
    memcpy(digits, at + 2, 4);
    return strtoul(digits, NULL, 16);
}

/* Editors may send what their texts hold, halves of characters and invalid bytes: each becomes one character. */
static void mend_characters(char *at, const char *end)
{
    while (at < end) {
        unsigned long unit = unit_at(at, end);
        unsigned long next = unit >> 10 == 0x36 ? unit_at(at + 6, end) : 0;
        uint32_t code;
        size_t length = read_character(at, (size_t)(end - at), &code);
        if (next >> 10 == 0x37)
            length = 12;
        else if (unit >> 11 == 0x1B)
            memcpy(at + 2, "fffd", 4);
        else if (length == 0)
            *at = '?';
        else if (*at == '\\' && end - at > 1 && (unsigned char)at[1] < 0x80)
            length = 2;
        at += length > 0 ? length : 1;
    }
}

/* Reads the header; false if it is invalid.  *BODY is 0 until all of it is there. */
static bool read_header(const struct wire *wire, size_t *body, size_t *length)
{
    static const char name[] = "Content-Length:";
    const char *at = wire->text.bytes + wire->begin;
    const char *end = wire->text.bytes + wire->text.length;
    const char *line_end;
    bool known = false;
    *body = 0;
    for (; (line_end = memchr(at, '\n', (size_t)(end - at))) != NULL; at = line_end + 1) {
        size_t line = (size_t)(line_end - at) - (line_end > at && line_end[-1] == '\r');
        if (line == 0) {
            *body = (size_t)(line_end + 1 - wire->text.bytes);
            return known && *body - wire->begin <= HEADER_MOST;
        }
        if (line >= sizeof name && strncasecmp(at, name, sizeof name - 1) == 0) {
            char *behind;
            errno = 0;
            const char *digits = at + sizeof name - 1 + strspn(at + sizeof name - 1, " \t");
            *length = strtoul(digits, &behind, 10);
            known = *digits >= '0' && *digits <= '9' && errno == 0 && *length <= BODY_MOST;
            behind += strspn(behind, " \t\r");
            if (!known || behind != line_end)
                return false;
        } else if (memchr(at, ':', line) == NULL) {
            return false;
        }
    }
    return (size_t)(end - wire->text.bytes) - wire->begin < HEADER_MOST;
}

json_t *wire_next(struct wire *wire, const char **error)
{
    size_t body;
    size_t length = 0;
    json_error_t fault;
    *error = NULL;
    if (wire->text.length == wire->begin)
        return NULL;
    if (!read_header(wire, &body, &length)) {
        *error = "a message has no valid Content-Length";
        wire->ended = true; /* nobody knows where the next one begins */
        wire->begin = wire->text.length;
        return NULL;
    }
    if (body == 0 || wire->text.length - body < length)
        return NULL;
    const size_t flags = JSON_ALLOW_NUL | JSON_DECODE_ANY;
    json_t *message = json_loadb(wire->text.bytes + body, length, flags, &fault);
    if (message == NULL) {
        mend_characters(wire->text.bytes + body, wire->text.bytes + body + length);
        message = json_loadb(wire->text.bytes + body, length, flags, &fault);
    }
    wire->begin = body + length;
    if (message == NULL)
        *error = "this is not JSON";
    return message;
}

bool wire_send(json_t *message)
{
    char header[64];
    char *bytes = message == NULL ? NULL : json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (bytes == NULL)
        return false;
    size_t length = strlen(bytes);
    int header_length = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
    bool sent = output_sink.write(output_sink.context, header, (size_t)header_length) &&
        output_sink.write(output_sink.context, bytes, length) && !output_failed();
    free(bytes);
    return sent;
}

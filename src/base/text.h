/* SPDX-License-Identifier: MIT */
/* A text is a growing run of bytes that we own.  Appending never fails at the
   call: a text that could not grow is marked failed, keeps what it has, and is checked once, when it is written out. */
#ifndef CATASTA_BASE_TEXT_H
#define CATASTA_BASE_TEXT_H

#include "base/memory.h"
#include "base/slice.h"

#include <stdarg.h>

struct text {
    char *bytes; /* NUL-terminated once anything was appended */
    size_t length;
    size_t capacity; /* 0 once it failed */
    bool failed;
};

void text_init(struct text *text);
void text_release(struct text *text);
void text_clear(struct text *text);

/* Makes room for MORE bytes and a NUL; false when out of memory, then and from then on. */
bool text_grow(struct text *text, size_t more);
static inline bool text_reserve(struct text *text, size_t more)
{
    return text->length + more < text->capacity || text_grow(text, more);
}

void text_add(struct text *text, struct slice slice);
void text_add_number(struct text *text, long long number);

static inline void text_add_string(struct text *text, const char *string)
{
    text_add(text, slice_of(string));
}

static inline void text_add_char(struct text *text, char c)
{
    if (!text_reserve(text, 1))
        return;
    text->bytes[text->length++] = c;
    text->bytes[text->length] = '\0';
}

/* The end of TEXT, for MOST bytes and a NUL; NULL when out of memory.  text_took ends it at AT, where more
   was written. */
static inline char *text_room(struct text *text, size_t most)
{
    return text_reserve(text, most) ? text->bytes + text->length : NULL;
}

static inline void text_took(struct text *text, char *at)
{
    *at = '\0';
    text->length = (size_t)(at - text->bytes);
}

/* Writes NUMBER and a NUL to AT, where there is that much room, and a byte more for a sign; returns where the NUL is.
 */
enum { NUMBER_ROOM = 21 };
char *number_write_long(char *at, unsigned long long number);
static inline char *number_write(char *at, unsigned long long number)
{
    if (number > 99)
        return number_write_long(at, number);
    if (number > 9)
        *at++ = (char)('0' + number / 10);
    at[0] = (char)('0' + number % 10);
    at[1] = '\0';
    return at + 1;
}

static inline char *number_write_signed(char *at, long long number)
{
    if (number < 0)
        *at++ = '-';
    return number_write(at, number < 0 ? -(unsigned long long)number : (unsigned long long)number);
}

void text_add_repeated(struct text *text, char c, size_t count);

/* The bytes made harmless to a terminal: control bytes and invalid UTF-8 become \xNN. */
void text_add_escaped(struct text *text, struct slice slice);

/* A JSON string with its quotes; invalid UTF-8 becomes U+FFFD. */
void text_add_json(struct text *text, struct slice slice);

/* The bytes as XML has them between tags and in attributes. */
void text_add_xml(struct text *text, struct slice slice);

/* As printf, and more for SLICE(a slice, a string or the address of a text):

       %pS  its bytes                     %pJ  as a JSON string
       %pE  made harmless to a terminal   %pN  the same, or null at NULL
       %pX  as XML has them

   A format with TEXT_BREAK, which begins each of several parts, has '?' for that byte in its arguments. */
enum { TEXT_BREAK = 0x1F };
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* Takes what TEXT has and empties it; false to stop. */
struct text_sink {
    bool (*give)(void *context, struct text *text);
    void *context;
};

/* Gives TEXT to OUTLET once it is long. */
enum { LONG_TEXT = 64 * 1024 };
static inline bool text_sink_take(struct text_sink sink, struct text *text)
{
    return text->length < LONG_TEXT || sink.give(sink.context, text);
}

static inline struct slice text_slice(const struct text *text)
{
    return (struct slice){text->bytes == NULL ? "" : text->bytes, text->length};
}

static inline struct slice slice_itself(struct slice slice)
{
    return slice;
}

static inline struct slice slice_or_null(const char *string)
{
    return string == NULL ? (struct slice){NULL, 0} : slice_of(string);
}

#define SLICE(...)                                                                                                     \
    ((const void *)(const struct slice[]){_Generic((__VA_ARGS__),                                                      \
        struct slice: slice_itself,                                                                                    \
        struct text *: text_slice,                                                                                     \
        const struct text *: text_slice,                                                                               \
        char *: slice_or_null,                                                                                         \
        const char *: slice_or_null)(__VA_ARGS__)})

#endif

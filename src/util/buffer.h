/* SPDX-License-Identifier: MIT */
/* Texts and arrays that grow, and small questions about texts and games. */
#ifndef CATASTA_UTIL_BUFFER_H
#define CATASTA_UTIL_BUFFER_H

#include "catasta.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that grow, ended by NUL once something was added; .failed: memory ran out. */
struct buffer {
    char *bytes;
    size_t length;
    size_t capacity;
    bool failed;
};
void buffer_add(struct buffer *buffer, const char *bytes, size_t length);
void buffer_say(struct buffer *buffer, const char *words);
void buffer_print(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_print_list(struct buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void buffer_text(struct buffer *buffer, struct catasta_text text);

/* Adds WORDS with all escaped, "\x1b", that a terminal may not be given. */
void buffer_say_printable(struct buffer *buffer, const char *words);
struct catasta_sink buffer_sink(struct buffer *buffer);

/* Puts LENGTH bytes in the place of those from BEGIN to END. */
void buffer_replace(struct buffer *buffer, size_t begin, size_t end, const char *bytes, size_t length);
void buffer_free(struct buffer *buffer);

/* ITEMS of SIZE bytes each, with room for one more than COUNT; NULL: there is no memory, and ITEMS stays as it is. */
void *with_room(void *items, size_t count, size_t *capacity, size_t size);

/* The length of the UTF-8 character at AT, of which LEFT bytes are there, and its code; 0: it is invalid. */
size_t read_character(const char *at, size_t left, uint32_t *code);

bool is_blank(char c);

/* What is after the last slash. */
const char *name_of(const char *path);

/* The length of ENDING if PATH ends with it, in letters of either case; otherwise 0. */
size_t ending_length(const char *path, const char *ending);

/* Writes BYTES to TO, those that are not letters, digits or in PLAIN as in addresses; returns its end, where it ends
   with a NUL.  NULL: that may be after END. */
char *put_coded(char *to, const char *end, const char *bytes, size_t length, const char *plain);

bool text_is(struct catasta_text text, const char *words);

/* The last tag NAME of GAME, which is the one that counts; TAG may be NULL. */
bool find_tag(const catasta_game *game, const char *name, struct catasta_tag *tag);

/* What is known of GAME as a whole. */
static inline struct catasta_info info_of(const catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    catasta_game_info(game, &info);
    return info;
}

#endif

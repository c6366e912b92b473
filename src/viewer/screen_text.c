/* SPDX-License-Identifier: MIT */
/* Text as characters and columns. */
#include "viewer/screen.h"

#include <stdlib.h>
#include <string.h>

const char *screen_part_text(
    struct buffer *gathered, const struct viewer *viewer, uint32_t node, enum catasta_page page, unsigned width)
{
    const struct catasta_look look = {.size = sizeof look,
        .width = width,
        .flip = viewer->flip,
        .unicode = viewer->unicode,
        .most = viewer->board_most,
        .spare = viewer->spare,
        .also = viewer->play == NULL ? NULL : viewer->play->places.bytes};
    const struct catasta_sink sink = buffer_sink(gathered);
    gathered->length = 0;
    if (gathered->bytes != NULL)
        gathered->bytes[0] = '\0';
    if (viewer->opened.story == NULL || !catasta_write_page(viewer->opened.story, node, page, &look, &sink) ||
        gathered->bytes == NULL)
        return "";
    return gathered->bytes;
}

wchar_t next_character(const char **at)
{
    uint32_t code;
    size_t length = read_character(*at, 4, &code); /* it has an end before */
    *at += **at == '\0' ? 0 : length == 0 ? 1 : length;
    return length == 0 ? L'?' : (wchar_t)code;
}

bool is_tint(wchar_t c)
{
    return c >= CATASTA_TINT && c < CATASTA_TINT + CATASTA_TINTS;
}

int character_width(wchar_t c)
{
    int width = wcwidth(c);
    return width < 0 ? 1 : width;
}

int text_width(const char *text)
{
    int widest = 0;
    int width = 0;
    for (wchar_t c; (c = next_character(&text)) != L'\0';) {
        width = c == L'\n' ? 0 : width + (is_tint(c) ? 0 : character_width(c));
        widest = width > widest ? width : widest;
    }
    return widest;
}

void prompt_add(struct prompt *prompt, wchar_t c)
{
    unsigned long code = (unsigned long)c;
    char bytes[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char heads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    if (prompt->length + length >= sizeof prompt->text || code > 0x10FFFF)
        return;
    for (size_t i = length; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3F));
    bytes[0] = (char)(heads[length] | code);
    memcpy(prompt->text + prompt->length, bytes, length);
    prompt->length += length;
    prompt->text[prompt->length] = '\0';
}

void prompt_erase(struct prompt *prompt)
{
    while (prompt->length > 0 && ((unsigned char)prompt->text[--prompt->length] & 0xC0) == 0x80)
        continue;
    prompt->text[prompt->length] = '\0';
}

void prompt_set(struct prompt *prompt, const char *text, size_t length)
{
    prompt->length = length < sizeof prompt->text ? length : sizeof prompt->text - 1;
    memcpy(prompt->text, text, prompt->length);
    prompt->text[prompt->length] = '\0';
}

static bool ends_in_blank(const struct prompt *prompt)
{
    return prompt->length > 0 && prompt->text[prompt->length - 1] == ' ';
}

bool prompt_do(struct prompt *prompt, const struct command_given *command)
{
    if (command->action == ACTION_TYPE) {
        prompt_add(prompt, command->typed);
    } else if (command->action == ACTION_ERASE && prompt->length > 0) {
        prompt_erase(prompt);
    } else if (command->action == ACTION_ERASE_WORD) {
        while (ends_in_blank(prompt))
            prompt_erase(prompt);
        while (prompt->length > 0 && !ends_in_blank(prompt))
            prompt_erase(prompt);
    } else if (command->action == ACTION_ERASE_ALL) {
        prompt_set(prompt, "", 0);
    } else {
        return false;
    }
    return true;
}

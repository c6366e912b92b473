/* SPDX-License-Identifier: MIT */
/* What reading and writing have in common. */
#include "convert/abstractplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SERVER_RULES "win.check=next-turn release.own_castle=allowed"

const struct other_game other_games[] = {
    {"Accasta", NULL, "accasta", SERVER_RULES, .whole = ":"},
    {"Accasta", "pari", "accasta-pari", SERVER_RULES, .whole = ":"},
    {"Abande", NULL, "abande-square", "", .points = true},
    {"Abande", "hex", "abande", "", .points = true},
    {"Attangle", NULL, "attangle", "no_move=loses", .whole = NULL},
    {"Focus", NULL, "focus", "", .whole = NULL},
    {"Lasca", NULL, "lasca", "", .called = "7x7 board (11 pieces)", .promoted = "*"},
    {"Lasca", "size-9", "lasca-9", "", .called = "9x9 board (18 pieces)", .promoted = "*"},
    {"Mixtour", NULL, "mixtour", "take_back=yes", .whole = ""},
    {"Mixtour", "three", "mixtour", "points=2 take_back=yes", .whole = "", .called = "Best of Three"},
    {"Mixtour", "five", "mixtour", "points=3 take_back=yes", .whole = "", .called = "Best of Five"},
    {0},
};

const struct end_word end_words[] = {
    {"resign", "resign", "resigned", " resigns", END_LOSER},
    {"resign", "conced", "resigned", " resigns", END_LOSER},
    {"timeout", "time", "time", " wins on time", END_WINNER},
    {"timeout", "abandon", "time", " wins on time", END_WINNER},
    {"draw", "draw", "agreed", "Draw agreed", END_BOTH},
    {"draw", "agree", "agreed", "Draw agreed", END_BOTH},
    {0},
};

const struct catasta_form_reader abstractplay_reader = {
    .size = sizeof abstractplay_reader,
    .name = "abstractplay",
    .whole_stacks = true,
    .recognises = cutter_recognises,
    .open = reading_open,
    .next = reading_next,
    .close = reading_close,
};

/* jansson does not always say that memory ran out. */
_Thread_local bool json_ran_out;

static void *allocate_for_json(size_t size)
{
    void *memory = malloc(size);
    json_ran_out |= memory == NULL;
    return memory;
}

void forms_begin(void)
{
    json_set_alloc_funcs(allocate_for_json, free);
}

bool is_text(const json_t *value)
{
    const char *text = json_string_value(value);
    while (text != NULL && *text != '\0' && (unsigned char)*text >= ' ' && *text != 0x7F)
        text++;
    return text != NULL && *text == '\0';
}

bool is_ambiguous(const char *text)
{
    bool may = *text != '\0' && strchr("\"[{-0123456789tfn \t", *text) != NULL;
    json_t *value = may ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    json_decref(value);
    return value != NULL;
}

static bool abstractplay_is_plain(const char *at)
{
    return (*at >= '0' && *at <= '9') || ((*at | 0x20) >= 'a' && (*at | 0x20) <= 'z') || *at == '-' ||
        (*at == '_' && at[1] != '_');
}

char *tag_of_key(const char *prefix, const char *key)
{
    char *name = malloc(strlen(prefix) + 4 * strlen(key) + 1);
    char *at = name == NULL ? NULL : stpcpy(name, prefix);
    for (; at != NULL && *key != '\0'; key++)
        if (abstractplay_is_plain(key))
            *at++ = *key;
        else
            at += sprintf(at, "__%02x", (unsigned char)*key);
    if (at != NULL)
        *at = '\0';
    return name;
}

void key_of_tag(char *name)
{
    static const char digits[] = "0123456789abcdef";
    char *to = name;
    while (*name != '\0') {
        bool coded = name[0] == '_' && name[1] == '_' && strspn(name + 2, digits) >= 2;
        char byte[3] = {coded ? name[2] : '0', coded ? name[3] : '0', '\0'};
        char c = (char)strtoul(byte, NULL, 16);
        *to++ = c == '\0' ? *name : c;
        name += c == '\0' ? 1 : 4;
    }
    *to = '\0';
}

const char *own_tag(const char *key, const json_t *value)
{
    const char *name = strncmp(key, TAG_KEY, strlen(TAG_KEY)) == 0 && is_text(value) ? key + strlen(TAG_KEY) : "";
    size_t i = 0;
    while (abstractplay_is_plain(name + i) || (i > 0 && name[i] == '_'))
        i++;
    return i > 0 && name[i] == '\0' && strchr("0123456789-_", *name) == NULL ? name : NULL;
}

json_t *result_worth(unsigned winner, unsigned seat)
{
    return winner == 3 ? json_real(0.5) : json_integer(winner == seat);
}

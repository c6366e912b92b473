/* What reading and writing have in common. */
#include "convert/abstractplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SERVER_RULES "win.check=next-turn release.own_castle=allowed"

const struct other_game other_games[] = {
    {"Accasta", NULL, "accasta", SERVER_RULES, false},
    {"Accasta", "pari", "accasta-pari", SERVER_RULES, false},
    {"Abande", NULL, "abande-square", "", true},
    {"Abande", "hex", "abande", "", true},
    {"Attangle", NULL, "attangle", "", false},
    {0},
};

const struct end_word end_words[] = {
    {"resign", "resigned", " resigns", END_LOSER},
    {"resigned", "resigned", " resigns", END_LOSER},
    {"resignation", "resigned", " resigns", END_LOSER},
    {"timeout", "time", " wins on time", END_WINNER},
    {"draw", "agreed", "Draw agreed", END_BOTH},
    {"agreed draw", "agreed", "Draw agreed", END_BOTH},
    {0},
};

const struct catasta_form_reader abstractplay_reader = {
    .name = "abstractplay",
    .whole_stacks = true,
    .recognises = cutter_recognises,
    .open = reading_open,
    .next = reading_next,
    .close = reading_close,
};

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

static bool is_plain(const char *at)
{
    return (*at >= '0' && *at <= '9') || ((*at | 0x20) >= 'a' && (*at | 0x20) <= 'z') || *at == '-' ||
        (*at == '_' && at[1] != '_');
}

char *tag_of_key(const char *prefix, const char *key)
{
    char *name = malloc(strlen(prefix) + 4 * strlen(key) + 1);
    char *at = name == NULL ? NULL : stpcpy(name, prefix);
    for (; at != NULL && *key != '\0'; key++)
        if (is_plain(key))
            *at++ = *key;
        else
            at += sprintf(at, "__%02x", (unsigned char)*key);
    if (at != NULL)
        *at = '\0';
    return name;
}

void key_of_tag(char *name)
{
    char *to = name;
    unsigned byte;
    for (; *name != '\0'; name++)
        if (sscanf(name, "__%2x", &byte) == 1 && byte != 0) {
            *to++ = (char)byte;
            name += 3;
        } else {
            *to++ = *name;
        }
    *to = '\0';
}

json_t *result_worth(unsigned winner, unsigned seat)
{
    return winner == 3 ? json_real(0.5) : json_integer(winner == seat);
}

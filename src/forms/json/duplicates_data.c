/* SPDX-License-Identifier: MIT */
/* Duplicates for programs. */
#include "forms/json/json.h"
#include "forms/text/duplicates_form.h"

#include <inttypes.h>

/* An object that is not ended yet. */
static void add_game(const struct duplicates *duplicates, const struct duplicate *game, struct text *text)
{
    text_printf(text, "{\"file\":%pJ,\"line\":%" PRIu32 ",\"game\":%" PRIu32 ",\"turns\":%" PRIu32,
        SLICE(duplicates->files[game->file]), game->facts.line, game->number, game->facts.turns);
}

static void add_turn(const char *key, struct slice turn, struct text *text)
{
    text_printf(text, "%s%pN", key, SLICE(turn.length == 0 ? (struct slice){NULL, 0} : turn_words(turn)));
}

static void add_duplicate(struct duplicates *duplicates, const struct keyed *dropped, struct text *text)
{
    const struct duplicate *game = &duplicates->games[dropped->game];
    struct turn_difference difference;
    add_game(duplicates, game, text);
    text_printf(text, ",\"kind\":\"%s\"", likeness_words[game->kind]);
    if (duplicates_differ(duplicates, dropped, &difference)) {
        text_printf(text, ",\"ply\":%" PRIu32, difference.ply);
        add_turn(",\"turn\":", difference.turn, text);
        add_turn(",\"kept_turn\":", difference.other, text);
    }
    text_add_char(text, '}');
}

bool duplicates_json(struct duplicates *duplicates, struct outlet outlet, struct text *text)
{
    bool fine = true;
    text_printf(text, "{\"games\":%zu", duplicates->count);
    for (int kind = 0; kind <= (int)duplicates->most; kind++)
        text_printf(text, ",\"%s\":%" PRIu64, likeness_words[kind], duplicates->counts[kind]);
    text_add_string(text, ",\"groups\":[");
    for (size_t i = 0; i < duplicates->dropped.count && fine; i++) {
        const struct keyed *dropped = &duplicates->dropped.items[i];
        bool begins = i == 0 || dropped->key != dropped[-1].key;
        text_add_string(text, begins && i > 0 ? "]},\n" : begins ? "\n" : ",\n ");
        if (begins) {
            text_add_string(text, "{\"kept\":");
            add_game(duplicates, &duplicates->games[dropped->key], text);
            text_add_string(text, "},\"duplicates\":[\n ");
        }
        add_duplicate(duplicates, dropped, text);
        fine = outlet_take(outlet, text);
    }
    text_add_string(text, duplicates->dropped.count > 0 ? "]}]}\n" : "]}\n");
    return fine;
}

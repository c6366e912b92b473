/* SPDX-License-Identifier: MIT */
#include "support/dealing.h"

#include "games/stakz.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* All tiles of a set, shuffled, and how many of each are left to deal. */
struct deck {
    const struct stakz_rules *rules;
    unsigned left;
    uint8_t kinds[TILES];
};

static void shuffle(struct deck *deck, struct random *random)
{
    deck->left = 0;
    for (unsigned copy = 0; copy < deck->rules->copies; copy++)
        for (unsigned colour = 0; colour < deck->rules->colours.count; colour++)
            for (unsigned symbol = 1; symbol <= deck->rules->symbols; symbol++)
                deck->kinds[deck->left++] = (uint8_t)tile_of(colour, symbol);
    for (unsigned i = deck->left; i > 1; i--) {
        unsigned other = random_below(random, i);
        uint8_t kind = deck->kinds[i - 1];
        deck->kinds[i - 1] = deck->kinds[other];
        deck->kinds[other] = kind;
    }
}

/* The next tile of COLOUR, or of any other than NOT. */
static unsigned take_tile(struct deck *deck, unsigned colour, unsigned not )
{
    unsigned i = 0;
    while (i + 1 < deck->left &&
        (colour_of(deck->kinds[i]) == not || (colour < COLOURS && colour_of(deck->kinds[i]) != colour)))
        i++;
    unsigned kind = deck->kinds[i];
    deck->kinds[i] = deck->kinds[--deck->left];
    return kind;
}

static void add_tile(const struct stakz_rules *rules, unsigned kind, bool known, char value[DEAL_ROOM])
{
    size_t length = strlen(value);
    const char *blank = length > 0 ? " " : "";
    if (known)
        snprintf(value + length, DEAL_ROOM - length, "%s%c%u", blank, rules->colours.letter[colour_of(kind)],
            symbol_of(kind));
    else
        snprintf(value + length, DEAL_ROOM - length, "%s?", blank);
}

static void deal_hand(struct deck *deck, enum openness openness, struct random *random, char value[DEAL_ROOM])
{
    unsigned known_in = 1 + random_below(random, 4); /* of a mixed hand's tiles, one in so many */
    for (unsigned colour = 0; colour < deck->rules->colours.count; colour++)
        for (unsigned i = 0; i < deck->rules->per_colour; i++)
            add_tile(deck->rules, take_tile(deck, colour, COLOURS),
                openness == DEAL_OPEN || (openness == DEAL_MIXED && random_once_in(random, known_in)), value);
}

static void deal_tiles(
    const struct rulebook *book, unsigned players, enum openness openness, struct random *random, struct deal *deal)
{
    struct deck deck = {.rules = book->rules};
    shuffle(&deck, random);
    for (unsigned n = 0; n < DEAL_TAGS && book->game->position.tags[n].name != NULL; n++) {
        unsigned seat = book->game->position.tags[n].seat;
        char *value = deal->values[n];
        deal->given[n] = seat == 0 || (seat <= players && (openness == DEAL_OPEN || !random_once_in(random, 8)));
        if (seat == 0) {
            unsigned first = take_tile(&deck, COLOURS, COLOURS);
            add_tile(deck.rules, first, true, value);
            add_tile(deck.rules, take_tile(&deck, COLOURS, colour_of(first)), true, value);
        } else if (seat <= players) {
            deal_hand(&deck, openness, random, value);
            if (openness == DEAL_HIDDEN && random_once_in(random, 2))
                snprintf(value, DEAL_ROOM, "?");
        }
    }
}

/* The letters that a position at the start is written with, each once. */
static unsigned find_letters(const struct rulebook *book, const struct state *state, char letters[DEAL_ROOM])
{
    struct text text;
    unsigned count = 0;
    text_init(&text);
    game_write_position(book->rules, state, &text);
    for (size_t i = 0; i < text.length && count + 1 < DEAL_ROOM; i++)
        if (isalpha((unsigned char)text.bytes[i]) && memchr(letters, text.bytes[i], count) == NULL)
            letters[count++] = text.bytes[i];
    text_release(&text);
    return count;
}

/* One tag, with a letter for every seat, all different, as the game takes them. */
static void deal_letters(const struct rulebook *book, unsigned players, struct random *random, struct deal *deal)
{
    struct state *state = calloc(1, game_state_size(book->rules));
    char letters[DEAL_ROOM];
    if (state == NULL)
        return;
    game_start(book->rules, players, state);
    unsigned count = find_letters(book, state, letters);
    for (unsigned tries = 0; tries < 100 && count >= players && !deal->given[0]; tries++) {
        for (unsigned i = 0; i < players; i++) {
            unsigned other = i + random_below(random, count - i);
            char letter = letters[other];
            letters[other] = letters[i];
            letters[i] = letter;
        }
        snprintf(deal->values[0], DEAL_ROOM, "%.*s", (int)players, letters);
        deal->given[0] = book->game->position.apply_tag(book->rules, state, 0, slice_of(deal->values[0]), NULL);
    }
    free(state);
}

void deal_randomly(
    const struct rulebook *book, unsigned players, enum openness openness, struct random *random, struct deal *deal)
{
    memset(deal, 0, sizeof *deal);
    if (book->game->position.tags[0].letters && random_once_in(random, 2))
        deal_letters(book, players, random, deal);
    else if (!book->game->position.tags[0].letters)
        deal_tiles(book, players, openness, random, deal);
}
bool deal_into(const struct rulebook *book, const struct deal *deal, struct state *state)
{
    bool good = true;
    for (unsigned n = 0; n < DEAL_TAGS && book->game->position.tags[n].name != NULL && good; n++) {
        struct slice value = {deal->given[n] ? deal->values[n] : NULL, deal->given[n] ? strlen(deal->values[n]) : 0};
        good = book->game->position.apply_tag(book->rules, state, n, value, NULL);
    }
    return good;
}

void deal_write(const struct rulebook *book, const struct deal *deal, struct text *text)
{
    for (unsigned n = 0; n < DEAL_TAGS && book->game->position.tags[n].name != NULL; n++)
        if (deal->given[n])
            text_printf(text, "[%s \"%s\"]\n", book->game->position.tags[n].name, deal->values[n]);
}

/* SPDX-License-Identifier: MIT */
/* What games with several players and colours of their own share: parameters read the
   same way, and names of seats. */
#ifndef CATASTA_GAMES_PARAMETERS_H
#define CATASTA_GAMES_PARAMETERS_H

#include "games/game.h"

enum { MOST_COLOURS = 8, COLOUR_NAME = 24 };

/* The ruleset's "colours": a letter and a name each, in their order. */
struct colours {
    uint8_t count;
    char letter[MOST_COLOURS];
    char name[MOST_COLOURS][COLOUR_NAME];
    uint8_t number[128]; /* of a letter, from 1; 0: it is not one of theirs */
};
bool read_colours(const struct ruleset *ruleset, unsigned fewest, struct colours *colours, struct problems *problems);

/* Their letters, "R, G, B", for messages. */
const char *colour_letters(const struct colours *colours, struct arena *arena);

/* "did you mean 'R'?" for what is written like one of COUNT letters or its name, of COLOUR_NAME
   bytes each, or "". */
enum { LETTERS_ADVISED = 16 }; /* at most */
const char *letter_advice(
    const char *letters, const char *names, unsigned count, struct slice written, struct arena *arena);
const char *colour_advice(const struct colours *colours, struct slice written, struct arena *arena);

/* Which of them a letter is, MOST_COLOURS: none. */
static inline unsigned colour_of_letter(const struct colours *colours, unsigned letter)
{
    return letter < 128 && colours->number[letter] > 0 ? colours->number[letter] - 1u : MOST_COLOURS;
}

/* The ruleset's "players", numbers from FEWEST on; false with problems.  Without the
   key ALLOWED stays as it is. */
bool read_players(const struct ruleset *ruleset, unsigned fewest, bool allowed[SEATS + 1], struct problems *problems);

/* "Player 3" */
const char *player_name(unsigned seat);

/* TEXT as a string of ARENA; TEXT is cleared.  NULL when out of memory. */
const char *text_kept(struct text *text, struct arena *arena);

#endif

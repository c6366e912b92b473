/* What the parts of Stakd's parameters share: stakd_shapes.c reads the shapes and their
   roles, stakd_setup.c all that speaks of them. */
#ifndef CATASTA_GAMES_STAKD_SETUP_H
#define CATASTA_GAMES_STAKD_SETUP_H

#include "games/stakd.h"

struct configuring {
    const struct ruleset *ruleset;
    struct rules *rules;
    struct problems *problems;
    bool *told; /* that the shapes lack some that 'pieces' has: once is enough */
};

/* Problems of a value; false. */
bool stakd_refuse_type(
    const struct configuring *configuring, const struct node *node, const char *key, const char *expected);

/* The ruleset's shapes; false when one of them is none. */
bool stakd_read_shapes(const struct configuring *configuring);

/* The shape that WORD, at PLACE, is the letter of; NO_SHAPE, with a problem unless the
   ruleset has it and it is a bad one.  KEY is where it stands. */
unsigned stakd_read_letter(
    const struct configuring *configuring, struct slice word, struct place place, const char *key);

/* Who has which role: three shapes. */
bool stakd_read_roles(const struct configuring *configuring);

/* The most nodes of one base that touch another base. */
unsigned stakd_most_touching(const struct rules *rules);

#endif

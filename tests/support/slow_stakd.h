/* SPDX-License-Identifier: MIT */
/* Stakd told again, slowly: pieces are lists of nodes, a play is tried on every place,
   and a rule is asked for after the other as the game's page has them.  Nothing is
   shared with src. */
#ifndef TESTS_SUPPORT_SLOW_STAKD_H
#define TESTS_SUPPORT_SLOW_STAKD_H

#include <stdbool.h>
#include <stdint.h>

enum { SD_SEATS = 8, SD_NODES = 19, SD_PIECES = 400, SD_TEXT = 24, SD_SIDE = 52, SD_LETTERS = 128 };

struct sd_node {
    signed char row, column; /* of a shape from its anchor, else from 1 */
};

struct sd_shape {
    char letter;
    int count;
    struct sd_node nodes[SD_NODES];
};

struct sd_rules {
    const char *name; /* of the ruleset file, without folder and .yaml */
    bool square;
    char base, uni, bomber;
    const char *first_place;
    int base_touch;
    int new_layer_after;
    bool uni_ignores_bombers;
    bool previous_wins;
    struct sd_shape shapes[8]; /* ends with letter 0 */
};

struct sd_piece {
    char letter;
    int layer;
    int count;
    struct sd_node nodes[SD_NODES];
};

struct sd_position {
    int players;
    int count;
    struct sd_piece pieces[SD_PIECES];
    int hands[SD_SEATS + 1][SD_LETTERS];
    bool out[SD_SEATS + 1];
    int seat;
    int last;    /* the seat that laid the last piece which is no bomber, 0: none */
    int bomber;  /* the seat that has laid a bomber since, 0: none */
    int toppled; /* 0: nobody */
    int trips;
};

/* A play as written. */
struct sd_play {
    char letter;
    int row, column, turn;
    bool marked;
};

/* Called with a turn in canonical form and the position after it. */
typedef void sd_visitor(void *context, const char *turn, const struct sd_position *after);

/* The rules of a ruleset by name; false when they are not told. */
bool sd_find(const char *ruleset, struct sd_rules *rules);

bool sd_read(const struct sd_rules *rules, const char *text, struct sd_position *position);

/* The rule that a play breaks first, "overlap"; NULL: none. */
const char *sd_broken(const struct sd_rules *rules, const struct sd_position *position, const struct sd_play *play);

void sd_turns(const struct sd_rules *rules, const struct sd_position *position, sd_visitor *visit, void *context);

/* Why the round is over, NULL: it is not; WINNER is a seat, or 0. */
const char *sd_end(const struct sd_rules *rules, const struct sd_position *position, int *winner);

/* Whether two positions are the same; of rounds that are over whose turn it is is not
   asked. */
bool sd_same(const struct sd_rules *rules, const struct sd_position *a, const struct sd_position *b);

/* What the rules are told with: pieces and places, on no layer yet. */

/* The piece of a play; false when a node is beyond the window. */
bool sd_make_piece(const struct sd_rules *rules, const struct sd_play *play, struct sd_piece *piece);
bool sd_same_nodes(const struct sd_piece *a, const struct sd_piece *b);
bool sd_meets(const struct sd_piece *a, const struct sd_piece *b);

/* Whether no smaller turn, and no smaller anchor of this one, gives the same nodes. */
bool sd_is_canonical(const struct sd_rules *rules, const struct sd_play *play);
void sd_write_play(const struct sd_play *play, bool starts, char text[SD_TEXT]);

/* "z26", "aa26": rows a to z, then aa to az; returns how long it is, 0: it is none. */
int sd_read_place(const char *text, int *row, int *column);

uint64_t sd_perft(const struct sd_rules *rules, const struct sd_position *position, unsigned depth);

#endif

/* SPDX-License-Identifier: MIT */
#include "support/slow_stakd.h"

#include <string.h>

/* The table: what lies on the current layer and on the one below, place by place. */

struct table {
    const struct sd_rules *rules;
    const struct sd_position *position;
    int layer;
    short here[SD_SIDE + 2][SD_SIDE + 2]; /* a piece, from 1; 0: none */
    short below[SD_SIDE + 2][SD_SIDE + 2];
    int lowest, highest, leftmost, rightmost; /* where pieces lie */
};

static void put_nodes(struct table *table, const struct sd_piece *piece, short number)
{
    for (int i = 0; i < piece->count; i++) {
        int row = piece->nodes[i].row;
        int column = piece->nodes[i].column;
        if (piece->layer == table->layer)
            table->here[row][column] = number;
        if (piece->layer == table->layer - 1)
            table->below[row][column] = number;
        table->lowest = row < table->lowest ? row : table->lowest;
        table->highest = row > table->highest ? row : table->highest;
        table->leftmost = column < table->leftmost ? column : table->leftmost;
        table->rightmost = column > table->rightmost ? column : table->rightmost;
    }
}

static void set_table(const struct sd_rules *rules, const struct sd_position *position, struct table *table)
{
    memset(table, 0, sizeof *table);
    table->rules = rules;
    table->position = position;
    table->lowest = table->leftmost = SD_SIDE;
    for (int i = 0; i < position->count; i++)
        if (position->pieces[i].layer > table->layer)
            table->layer = position->pieces[i].layer;
    for (int i = 0; i < position->count; i++)
        put_nodes(table, &position->pieces[i], (short)(i + 1));
}

static int count_covered(const struct table *table, const struct sd_piece *piece)
{
    int count = 0;
    for (int i = 0; i < piece->count; i++)
        count += table->here[piece->nodes[i].row][piece->nodes[i].column] != 0;
    return count;
}

static bool hangs_over(const short ground[SD_SIDE + 2][SD_SIDE + 2], const struct sd_piece *piece)
{
    for (int i = 0; i < piece->count; i++)
        if (ground[piece->nodes[i].row][piece->nodes[i].column] == 0)
            return true;
    return false;
}

/* How many nodes are each a neighbour of a node of a piece of the current layer. */
static int count_touching(const struct table *table, const struct sd_piece *piece)
{
    static const int steps[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};
    int count = 0;
    for (int i = 0; i < piece->count; i++) {
        bool touches = false;
        for (int j = 0; j < (table->rules->square ? 4 : 6); j++)
            touches |= table->here[piece->nodes[i].row + steps[j][0]][piece->nodes[i].column + steps[j][1]] != 0;
        count += touches;
    }
    return count;
}

/* Rules 1 to 7. */

/* Pieces of LAYER that PIECE would stand on: whether one of them has exactly its nodes. */
static bool is_duplicate(const struct table *table, const struct sd_piece *piece, int layer)
{
    for (int i = 0; i < table->position->count; i++)
        if (table->position->pieces[i].layer == layer && sd_same_nodes(&table->position->pieces[i], piece))
            return true;
    return false;
}

/* Whether a piece that PIECE would stand on carries one of this letter. */
static bool is_carried(const struct table *table, const struct sd_piece *piece, char letter)
{
    const struct sd_position *position = table->position;
    for (int i = 0; i < position->count; i++)
        for (int j = 0; j < position->count; j++)
            if (position->pieces[i].layer == table->layer - 1 && position->pieces[j].layer == table->layer &&
                position->pieces[j].letter == letter && sd_meets(&position->pieces[i], piece) &&
                sd_meets(&position->pieces[i], &position->pieces[j]))
                return true;
    return false;
}

static int count_layer(const struct table *table, char letter)
{
    int count = 0;
    for (int i = 0; i < table->position->count; i++)
        count += table->position->pieces[i].layer == table->layer &&
            (letter == '\0' || table->position->pieces[i].letter == letter);
    return count;
}

static bool holds_more(const struct table *table)
{
    const int *hand = table->position->hands[table->position->seat];
    for (const struct sd_shape *shape = table->rules->shapes; shape->letter != '\0'; shape++)
        if (hand[(int)shape->letter] > 0 && shape->letter != table->rules->uni &&
            (shape->letter != table->rules->bomber || !table->rules->uni_ignores_bombers))
            return true;
    return false;
}

static const char *judge_base(const struct table *table, const struct sd_piece *piece, bool marked)
{
    int covered = count_covered(table, piece);
    if (marked || covered == piece->count)
        return "base-stack";
    if (covered > 0)
        return "overlap";
    return table->position->count > 0 && count_touching(table, piece) < table->rules->base_touch ? "base-touch" : NULL;
}

static const char *judge_here(const struct table *table, const struct sd_piece *piece)
{
    if (hangs_over(table->below, piece))
        return "overhang";
    if (count_covered(table, piece) > 0)
        return "overlap";
    if (count_touching(table, piece) == 0)
        return "not-connected";
    if (is_carried(table, piece, piece->letter))
        return "one-type";
    if (is_duplicate(table, piece, table->layer - 1))
        return "duplicate";
    if (is_carried(table, piece, table->rules->bomber))
        return "terminated";
    return piece->letter == table->rules->bomber && count_layer(table, piece->letter) > 0 ? "bomber-per-layer" : NULL;
}

static bool starts_layer(const struct table *table, const struct sd_piece *piece)
{
    return table->layer == 0 || count_covered(table, piece) == piece->count;
}

typedef bool table_visitor(void *context, const struct sd_play *play, const struct sd_piece *piece);

/* Tries one shape on every place, turned every way, until VISIT says true. */
static bool try_shape(const struct table *table, char letter, int around, table_visitor *visit, void *context)
{
    struct sd_play play = {.letter = letter};
    struct sd_piece piece;
    for (play.row = table->lowest - around; play.row <= table->highest + around; play.row++)
        for (play.column = table->leftmost - around; play.column <= table->rightmost + around; play.column++)
            for (play.turn = 0; play.turn < (table->rules->square ? 4 : 6); play.turn++)
                if (sd_make_piece(table->rules, &play, &piece) && visit(context, &play, &piece))
                    return true;
    return false;
}

static bool is_legal_here(void *context, const struct sd_play *play, const struct sd_piece *piece)
{
    (void)play;
    return !starts_layer(context, piece) && judge_here(context, piece) == NULL;
}

/* Whether the player to move has a play on the current layer. */
static bool has_play_here(const struct table *table)
{
    struct table same = *table;
    for (const struct sd_shape *shape = table->rules->shapes; shape->letter != '\0'; shape++)
        if (table->position->hands[table->position->seat][(int)shape->letter] > 0 &&
            try_shape(table, shape->letter, 0, is_legal_here, &same))
            return true;
    return false;
}

static const char *judge_start(const struct table *table, const struct sd_piece *piece)
{
    if (hangs_over(table->here, piece))
        return "overhang";
    if (is_duplicate(table, piece, table->layer))
        return "duplicate";
    if (piece->letter == table->rules->bomber)
        return "bomber-start";
    if (table->layer > 0 && count_layer(table, '\0') < table->rules->new_layer_after && has_play_here(table))
        return "new-layer-early";
    return piece->letter == table->rules->uni && holds_more(table) ? "uni-start" : NULL;
}

static const char *judge(const struct table *table, const struct sd_piece *piece, bool marked)
{
    const int *hand = table->position->hands[table->position->seat];
    const char *broken;
    if (hand[(int)table->rules->base] > 0 && piece->letter != table->rules->base)
        return "bases-first";
    if (hand[(int)piece->letter] == 0)
        return "not-in-hand";
    if (piece->letter == table->rules->base)
        return judge_base(table, piece, marked);
    if (starts_layer(table, piece))
        return judge_start(table, piece);
    broken = judge_here(table, piece);
    return broken == NULL && marked ? "mark-wrong" : broken;
}

const char *sd_broken(const struct sd_rules *rules, const struct sd_position *position, const struct sd_play *play)
{
    struct table table;
    struct sd_piece piece;
    set_table(rules, position, &table);
    return sd_make_piece(rules, play, &piece) ? judge(&table, &piece, play->marked) : "window";
}

/* Rules 8 and 9: who comes next. */

static bool is_legal(void *context, const struct sd_play *play, const struct sd_piece *piece)
{
    (void)play;
    return judge(context, piece, false) == NULL;
}

/* How far from pieces an anchor may be: a base lies beside the others. */
enum { AROUND_BASES = 8 };

static bool has_play(const struct sd_rules *rules, const struct sd_position *position)
{
    struct table table;
    set_table(rules, position, &table);
    if (position->count == 0)
        return true;
    for (const struct sd_shape *shape = rules->shapes; shape->letter != '\0'; shape++)
        if (position->hands[position->seat][(int)shape->letter] > 0 &&
            try_shape(&table, shape->letter, shape->letter == rules->base ? AROUND_BASES : 0, is_legal, &table))
            return true;
    return false;
}

static int count_in(const struct sd_position *position)
{
    int count = 0;
    for (int seat = 1; seat <= position->players; seat++)
        count += !position->out[seat];
    return count;
}

const char *sd_end(const struct sd_rules *rules, const struct sd_position *position, int *winner)
{
    int in = count_in(position);
    int held = 0;
    for (int i = 0; i < SD_LETTERS; i++)
        held += position->hands[1][i];
    *winner = 0;
    if (position->toppled != 0)
        return "toppled";
    if (position->players == 1 && held == 0) {
        *winner = 1;
        return "all-laid";
    }
    if (position->players == 1 && in == 0)
        return "stuck";
    if (in == 0 && position->bomber != 0) {
        *winner = rules->previous_wins ? position->last : 0;
        return "bomber-last";
    }
    if (in > 1 || position->players == 1 || position->bomber != 0 || (in == 1 && position->out[position->last]))
        return NULL;
    *winner = position->last;
    return "last-piece";
}

/* The turn goes on to the next who is in and has a play; who has none is out. */
static void pass_on(const struct sd_rules *rules, struct sd_position *position)
{
    int winner;
    while (sd_end(rules, position, &winner) == NULL) {
        do {
            position->trips += position->seat == position->players;
            position->seat = position->seat % position->players + 1;
        } while (position->out[position->seat]);
        if (has_play(rules, position))
            return;
        position->out[position->seat] = true;
    }
}

static void lay(const struct sd_rules *rules, struct sd_position *position, const struct sd_piece *piece, int layer)
{
    position->hands[position->seat][(int)piece->letter]--;
    position->pieces[position->count] = *piece;
    position->pieces[position->count++].layer = layer;
    if (piece->letter == rules->bomber) {
        position->bomber = position->seat;
    } else {
        position->last = position->seat;
        position->bomber = 0;
    }
    pass_on(rules, position);
}

/* Listing. */

struct listing {
    const struct table *table;
    sd_visitor *visit;
    void *context;
};

static bool list_play(void *context, const struct sd_play *play, const struct sd_piece *piece)
{
    const struct listing *listing = context;
    const struct table *table = listing->table;
    char turn[SD_TEXT];
    if (judge(table, piece, false) != NULL || !sd_is_canonical(table->rules, play))
        return false;
    bool base = piece->letter == table->rules->base;
    bool starts = !base && starts_layer(table, piece);
    struct sd_position after = *table->position;
    sd_write_play(play, starts, turn);
    lay(table->rules, &after, piece, base ? 0 : table->layer + starts);
    listing->visit(listing->context, turn, &after);
    return false;
}

void sd_turns(const struct sd_rules *rules, const struct sd_position *position, sd_visitor *visit, void *context)
{
    struct table table;
    struct listing listing = {&table, visit, context};
    int winner;
    set_table(rules, position, &table);
    if (position->count == 0) {
        sd_read_place(rules->first_place, &table.lowest, &table.leftmost);
        table.highest = table.lowest;
        table.rightmost = table.leftmost;
    }
    for (const struct sd_shape *shape = rules->shapes; shape->letter != '\0'; shape++)
        if (sd_end(rules, position, &winner) == NULL)
            try_shape(&table, shape->letter, shape->letter == rules->base && position->count > 0 ? AROUND_BASES : 0,
                list_play, &listing);
}

struct counting {
    const struct sd_rules *rules;
    unsigned depth;
    uint64_t count;
};

static void count_turn(void *context, const char *turn, const struct sd_position *after)
{
    struct counting *counting = context;
    (void)turn;
    counting->count += sd_perft(counting->rules, after, counting->depth - 1);
}

uint64_t sd_perft(const struct sd_rules *rules, const struct sd_position *position, unsigned depth)
{
    struct counting counting = {rules, depth, 0};
    if (depth == 0)
        return 1;
    sd_turns(rules, position, count_turn, &counting);
    return counting.count;
}

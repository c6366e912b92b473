/* SPDX-License-Identifier: MIT */
/* Stakd told slowly: its pieces, and texts. */
#include "support/slow_stakd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct sd_rules all_rules[] = {
    {"stakd-elite", false, 'B', 'U', 'X', "z26", 2, 6, false, false,
        {{'B', 7, {{0, 0}, {0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}}, {'U', 1, {{0, 0}}},
            {'D', 2, {{0, 0}, {0, 1}}}, {'T', 3, {{0, 0}, {0, 1}, {1, 1}}}, {'Q', 4, {{0, 0}, {0, 1}, {1, 1}, {1, 2}}},
            {'X', 1, {{0, 0}}}}},
    {"stakd-square", true, 'B', 'U', 'X', "z26", 2, 6, true, true,
        {{'B', 9, {{0, 0}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}}, {'U', 1, {{0, 0}}},
            {'D', 2, {{0, 0}, {0, 1}}}, {'T', 3, {{0, 0}, {0, 1}, {1, 0}}}, {'Q', 4, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
            {'X', 1, {{0, 0}}}}},
    {"stakd-large", false, 'H', 'o', 'Y', "m20", 3, 3, false, false,
        {{'H', 19,
             {{0, 0}, {0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}, {0, 2}, {1, 2}, {2, 2}, {2, 1}, {2, 0},
                 {1, -1}, {0, -2}, {-1, -2}, {-2, -2}, {-2, -1}, {-2, 0}, {0, 3}}},
            {'o', 1, {{0, 0}}}, {'S', 4, {{0, 0}, {0, 1}, {0, 2}, {0, 3}}},
            {'F', 5, {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}}}, {'Y', 3, {{0, 0}, {0, 1}, {1, 1}}}}},
};

bool sd_find(const char *ruleset, struct sd_rules *rules)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].name, ruleset) == 0) {
            *rules = all_rules[i];
            return true;
        }
    return false;
}

/* Pieces. */

static void name_place(int row, int column, char name[SD_TEXT / 2])
{
    snprintf(name, SD_TEXT / 2, "%s%c%d", row > 26 ? "a" : "", 'a' + (row - 1) % 26, column);
}

int sd_read_place(const char *text, int *row, int *column)
{
    int length = 0;
    int letters = text[1] >= 'a' && text[1] <= 'z' ? 2 : 1;
    *row = letters == 2 ? 26 * (text[0] - 'a' + 1) + text[1] - 'a' + 1 : text[0] - 'a' + 1;
    return sscanf(text + letters, "%d%n", column, &length) == 1 ? letters + length : 0;
}

static const struct sd_shape *find_shape(const struct sd_rules *rules, char letter)
{
    const struct sd_shape *shape = rules->shapes;
    while (shape->letter != '\0' && shape->letter != letter)
        shape++;
    return shape->letter == '\0' ? NULL : shape;
}

static bool is_inside(int row, int column)
{
    return row >= 1 && row <= SD_SIDE && column >= 1 && column <= SD_SIDE;
}

bool sd_make_piece(const struct sd_rules *rules, const struct sd_play *play, struct sd_piece *piece)
{
    static const struct sd_shape unknown = {'?', 1, {{0, 0}}};
    const struct sd_shape *shape = find_shape(rules, play->letter);
    bool inside = true;
    if (shape == NULL)
        shape = &unknown;
    piece->letter = play->letter;
    piece->layer = 0;
    piece->count = shape->count;
    for (int i = 0; i < shape->count; i++) {
        int row = shape->nodes[i].row;
        int column = shape->nodes[i].column;
        for (int turn = 0; turn < play->turn; turn++) {
            int before = row;
            row = column;
            column = rules->square ? -before : column - before;
        }
        piece->nodes[i] = (struct sd_node){(signed char)(play->row + row), (signed char)(play->column + column)};
        inside &= is_inside(play->row + row, play->column + column);
    }
    return inside;
}

static bool has_node(const struct sd_piece *piece, int row, int column)
{
    for (int i = 0; i < piece->count; i++)
        if (piece->nodes[i].row == row && piece->nodes[i].column == column)
            return true;
    return false;
}

bool sd_same_nodes(const struct sd_piece *a, const struct sd_piece *b)
{
    bool same = a->count == b->count;
    for (int i = 0; i < a->count && same; i++)
        same = has_node(b, a->nodes[i].row, a->nodes[i].column);
    return same;
}

bool sd_meets(const struct sd_piece *a, const struct sd_piece *b)
{
    for (int i = 0; i < a->count; i++)
        if (has_node(b, a->nodes[i].row, a->nodes[i].column))
            return true;
    return false;
}

bool sd_is_canonical(const struct sd_rules *rules, const struct sd_play *play)
{
    struct sd_piece piece;
    struct sd_piece other;
    struct sd_play spelling = *play;
    sd_make_piece(rules, play, &piece);
    for (spelling.turn = 0; spelling.turn <= play->turn; spelling.turn++)
        for (int i = 0; i < piece.count; i++) {
            spelling.row = piece.nodes[i].row;
            spelling.column = piece.nodes[i].column;
            bool smaller = spelling.turn < play->turn || spelling.row < play->row ||
                (spelling.row == play->row && spelling.column < play->column);
            sd_make_piece(rules, &spelling, &other);
            if (smaller && sd_same_nodes(&piece, &other))
                return false;
        }
    return true;
}

void sd_write_play(const struct sd_play *play, bool starts, char text[SD_TEXT])
{
    char place[SD_TEXT / 2];
    name_place(play->row, play->column, place);
    int length = snprintf(text, SD_TEXT, "%c@%s", play->letter, place);
    if (play->turn > 0)
        length += snprintf(text + length, SD_TEXT - (size_t)length, "/%d", play->turn);
    snprintf(text + length, SD_TEXT - (size_t)length, "%s", starts ? "^" : "");
}

/* Positions. */

static const char *read_piece(const struct sd_rules *rules, const char *text, int layer, struct sd_position *position)
{
    struct sd_piece *piece = &position->pieces[position->count++];
    struct sd_play play = {.letter = text[0]};
    int length = text[1] == '@' ? sd_read_place(text + 2, &play.row, &play.column) : 0;
    if (length == 0 || position->count == SD_PIECES)
        return NULL;
    text += 2 + length;
    if (*text == '/') {
        play.turn = text[1] - '0';
        text += 2;
    }
    bool good = sd_make_piece(rules, &play, piece);
    piece->layer = layer;
    return good ? text : NULL;
}

static const char *read_layers(const struct sd_rules *rules, const char *text, struct sd_position *position)
{
    if (*text == '-')
        return text + 2;
    for (int layer = 0; *text != ' '; layer++) {
        text = strchr(text, ':');
        do
            text = text == NULL ? NULL : read_piece(rules, text + 1, layer, position);
        while (text != NULL && *text == ',');
        if (text == NULL)
            return NULL;
    }
    return text + 1;
}

static const char *read_hands(const char *text, struct sd_position *position)
{
    for (position->players = 1; *text != ' ' && position->players <= SD_SEATS; text++) {
        char *end = (char *)text + 1;
        if (*text == '/')
            position->players++;
        else if (*text != '-')
            position->hands[position->players][*text & 127] = (int)strtol(text + 1, &end, 10);
        text = end - 1;
    }
    return text + 1;
}

bool sd_read(const struct sd_rules *rules, const char *text, struct sd_position *position)
{
    int last = 0;
    char toppled = '\0';
    memset(position, 0, sizeof *position);
    text = read_layers(rules, text, position);
    if (text == NULL)
        return false;
    text = read_hands(text, position);
    for (; *text != ' '; text++)
        if (*text >= '1' && *text <= '8')
            position->out[*text - '0'] = true;
    position->seat = atoi(text + 1);
    toppled = text[2];
    position->toppled = toppled == '!' ? position->seat : 0;
    text = strchr(text + 1, ' ');
    last = text[1] == '-' ? 0 : atoi(text + 1);
    position->last = last;
    position->bomber = text[2] == ',' ? text[4] - '0' : 0;
    position->trips = atoi(strchr(text + 1, ' '));
    return true;
}

static bool has_piece(const struct sd_position *position, const struct sd_piece *piece)
{
    for (int i = 0; i < position->count; i++)
        if (position->pieces[i].layer == piece->layer && position->pieces[i].letter == piece->letter &&
            sd_same_nodes(&position->pieces[i], piece))
            return true;
    return false;
}

bool sd_same(const struct sd_rules *rules, const struct sd_position *a, const struct sd_position *b)
{
    int winner;
    bool same = a->players == b->players && a->count == b->count && a->last == b->last && a->bomber == b->bomber &&
        a->toppled == b->toppled && memcmp(a->hands, b->hands, sizeof a->hands) == 0 &&
        memcmp(a->out, b->out, sizeof a->out) == 0;
    for (int i = 0; i < a->count && same; i++)
        same = has_piece(b, &a->pieces[i]);
    return same && (sd_end(rules, a, &winner) != NULL || (a->seat == b->seat && a->trips == b->trips));
}

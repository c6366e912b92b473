/* SPDX-License-Identifier: MIT */
#include "support/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct telling abande_told;
extern const struct telling accasta_told;
extern const struct telling attangle_told;
extern const struct telling dvonn_told;
extern const struct telling focus_told;
extern const struct telling hive_told;
extern const struct telling lasca_told;
extern const struct telling mixtour_told;
extern const struct telling staka_told;
extern const struct telling staku_told;
extern const struct telling tak_told;
extern const struct telling tzaar_told;

const struct telling *slow_telling(const char *game)
{
    static const struct telling *const all[] = {&accasta_told, &staku_told, &staka_told, &abande_told, &attangle_told,
        &tak_told, &dvonn_told, &hive_told, &lasca_told, &mixtour_told, &focus_told, &tzaar_told};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->game, game) == 0)
            return all[i];
    return NULL;
}

int slow_row_count(const struct slow_rules *rules)
{
    int rows = 0;
    while (rules->row_lengths[rows] != 0)
        rows++;
    return rows;
}

static bool read_rows(const struct slow_rules *rules, const char *text, struct slow_position *position)
{
    for (int row = slow_row_count(rules) - 1; row >= 0; row--) {
        int column = 0;
        while (column < rules->row_lengths[row]) {
            size_t length = strcspn(text, ",/ ");
            if (length == 0 || length >= SLOW_STACK)
                return false;
            if (text[0] == 'x')
                column += length == 1 ? 1 : atoi(text + 1);
            else
                memcpy(position->stacks[row][column++], text, length);
            text += length;
            if (column < rules->row_lengths[row] && *text++ != ',')
                return false;
        }
        if (column != rules->row_lengths[row] || (*text != '/' && *text != ' '))
            return false;
        text++;
    }
    position->seat = *text == 'w' ? 1 : 2;
    position->number = atoi(text + 1);
    return true;
}

bool slow_read(
    const struct telling *telling, const struct slow_rules *rules, const char *text, struct slow_position *position)
{
    memset(position, 0, sizeof *position);
    if (!telling->reads_text)
        return read_rows(rules, text, position);
    bool fits = strlen(text) < sizeof position->text;
    if (fits)
        strcpy(position->text, text);
    return fits;
}

void slow_cell_name(int row, int column, char name[SLOW_CELL])
{
    snprintf(name, SLOW_CELL, "%c%d", 'a' + row, (column + 1) % 100);
}

bool slow_lists(const char *names, int row, int column)
{
    char name[SLOW_CELL];
    slow_cell_name(row, column, name);
    for (const char *at = strstr(names, name); at != NULL; at = strstr(at + 1, name))
        if (at[strlen(name)] == ' ' || at[strlen(name)] == '\0')
            return true;
    return false;
}

struct counting {
    const struct telling *telling;
    const struct slow_rules *rules;
    unsigned depth;
    uint64_t count;
};

static void count_turn(void *context, const char *turn, const struct slow_position *after)
{
    struct counting *counting = context;
    (void)turn;
    counting->count += slow_perft(counting->telling, counting->rules, after, counting->depth - 1);
}

uint64_t slow_perft(
    const struct telling *telling, const struct slow_rules *rules, const struct slow_position *position, unsigned depth)
{
    struct counting counting = {telling, rules, depth, 0};
    unsigned winners = 0;
    if (depth == 0)
        return 1;
    if (telling->end(rules, position, &winners) == NULL)
        telling->turns(rules, position, count_turn, &counting);
    return counting.count;
}

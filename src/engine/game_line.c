/* SPDX-License-Identifier: MIT */
#include "engine/game_line.h"

#include <stdlib.h>
#include <string.h>

bool game_line_begin(struct game_line *line, catasta_position *start)
{
    game_line_end(line);
    line->start = start;
    line->now = start == NULL ? NULL : catasta_position_copy(start);
    if (line->now == NULL)
        game_line_end(line);
    return line->now != NULL;
}

void game_line_end(struct game_line *line)
{
    catasta_position_free(line->start);
    catasta_position_free(line->now);
    buffer_free(&line->turns);
    *line = (struct game_line){.count = 0};
}

static bool game_line_keep(struct game_line *line, struct catasta_text turn)
{
    buffer_text(&line->turns, turn);
    buffer_add(&line->turns, "", 1);
    line->count++;
    return !line->turns.failed;
}

bool game_line_play(struct game_line *line, const char *turn, struct catasta_fault *fault)
{
    if (!catasta_position_play(line->now, turn, strlen(turn), fault))
        return false;
    const bool remark = fault->turn.bytes != NULL && fault->turn.length == 0; /* such as that a seat is out */
    const bool kept = remark || (fault->turn.bytes != NULL && game_line_keep(line, fault->turn));
    if (!kept)
        fault->id = NULL;
    return kept;
}

bool game_line_back(struct game_line *line, size_t count)
{
    catasta_position *before = catasta_position_copy(line->start);
    const char *turn = NULL;
    for (size_t i = 0; before != NULL && i < line->count - count; i++) {
        turn = game_line_next(line, turn);
        if (!catasta_position_play(before, turn, strlen(turn), NULL)) {
            catasta_position_free(before);
            before = NULL;
        }
    }
    if (before == NULL)
        return false;
    turn = game_line_next(line, turn);
    if (turn != NULL)
        line->turns.length = (size_t)(turn - line->turns.bytes);
    line->count -= count;
    catasta_position_free(line->now);
    line->now = before;
    return true;
}

const char *game_line_next(const struct game_line *line, const char *turn)
{
    const char *next = turn == NULL ? line->turns.bytes : turn + strlen(turn) + 1;
    return line->turns.length > 0 && next < line->turns.bytes + line->turns.length ? next : NULL;
}

void turn_list_add(struct turn_list *list, const char *text, size_t length, bool whole)
{
    void *turns = with_room(list->turns, list->count, &list->capacity, sizeof *list->turns);
    char *copy = strndup(text, length);
    list->failed |= turns == NULL || copy == NULL;
    list->turns = turns == NULL ? list->turns : turns;
    if (list->failed)
        free(copy);
    else
        list->turns[list->count++] = (struct listed_turn){copy, whole};
}

void turn_list_clear(struct turn_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->turns[i].text);
    free(list->turns);
    *list = (struct turn_list){.count = 0};
}

static bool turn_list_visit(void *context, const char *text, size_t length, unsigned flags)
{
    struct turn_list *list = context;
    turn_list_add(list, text, length, (flags & CATASTA_COMPLETE) != 0);
    list->begun |= (flags & CATASTA_COMPLETE) == 0;
    return !list->failed;
}

void turn_list_fill(struct turn_list *list, catasta_position *position, const char *prefix)
{
    struct catasta_fault fault = {.size = sizeof fault};
    turn_list_clear(list);
    if (catasta_position_to_move(position) != 0 &&
        !catasta_position_moves(position, prefix, strlen(prefix), turn_list_visit, list, &fault))
        list->failed |= fault.id == NULL;
}

/* The constructors of turns: tokens whose form the scanner has checked, into parts. */
#include "record/record_parts.h"

struct part *add_part(struct record *record)
{
    if (!arena_grow(record->arena, &record->parts, record->part_count, &record->part_capacity, sizeof(struct part)))
        return NULL;
    return &record->parts[record->part_count++];
}

const char *take_cell(const char *at, struct cell_name *cell)
{
    uint32_t row = (uint32_t)(*at++ - 'a');
    if (*at >= 'a')
        row = (row + 1) * 26 + (uint32_t)(*at++ - 'a');
    cell->row = (uint16_t)row;
    uint32_t column;
    at = take_count(at, CELL_FAR, &column);
    cell->column = (uint16_t)column;
    return at;
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static const char *take_step(const struct record *record, const char *at, struct part *part)
{
    const char *begin = at;
    part->count = 1;
    if (*at >= '0' && *at <= '9')
        at = take_count(at, UINT32_MAX, &part->count);
    part->mark = *at++;
    at = take_cell(at, &part->cell);
    part->span = (struct span){(uint32_t)(begin - record->source.at), (uint32_t)(at - record->source.at)};
    return at;
}

static const char *take_move(const struct record *record, const char *at, struct part *part)
{
    const char *begin = at;
    part->count = *at == '-' ? 1 : *at == '+' ? 2 : 3;
    at++;
    part->mark = *at == 'x' && at[1] >= 'a' ? *at++ : 0;
    at = take_cell(at, &part->cell);
    part->span = (struct span){(uint32_t)(begin - record->source.at), (uint32_t)(at - record->source.at)};
    return at;
}

static const char *take_tile(const char *at, struct tile_name *tile)
{
    uint32_t number = 0;
    tile->letter = *at == '?' ? 0 : (unsigned char)*at;
    at++;
    if (tile->letter != 0 && *at == '?') {
        tile->number = TILE_HIDDEN;
        return at + 1;
    }
    if (tile->letter != 0)
        at = take_count(at, TILE_FAR, &number);
    tile->number = (uint16_t)number;
    return at;
}

/* A tile with the stack it goes on, or one that is drawn. */
static const char *take_play(const struct record *record, const char *at, struct part *part)
{
    const char *begin = at;
    bool drawn = *at == '+';
    at = take_tile(at + drawn, &part->tile);
    part->count = 0;
    part->mark = drawn ? '+' : 0;
    if (!drawn)
        at = take_count(at + 1, UINT32_MAX, &part->count);
    if (!drawn && *at == '/')
        part->mark = *at++;
    part->span = (struct span){(uint32_t)(begin - record->source.at), (uint32_t)(at - record->source.at)};
    return at;
}

/* The letters of a piece. */
static const char *take_name(const char *at, char name[2])
{
    for (unsigned i = 0; i < 2 && ((*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z')); i++)
        name[i] = *at++;
    return at;
}

static const char *take_spot(const char *at, struct part *part)
{
    at = take_cell(take_name(at, part->name) + 1, &part->cell);
    if (*at == '/')
        at = take_count(at + 1, UINT32_MAX, &part->count);
    part->mark = *at == '^' ? '^' : '@';
    return at + (*at == '^');
}

static const char *take_taken(const char *at, struct part *part)
{
    part->mark = *at;
    return take_name(at + 1, part->name);
}

static const char *take_target(const char *at, struct part *part)
{
    part->mark = *at;
    return take_cell(at + 1, &part->cell);
}

/* "stay" or "none". */
static const char *take_word(const char *at, struct part *part)
{
    part->mark = *at;
    return at + 4;
}

/* A part of a turn on a field: BEHIND is whether it stands behind a comma. */
static const char *take_field(const struct record *record, const char *at, bool behind, struct part *part)
{
    const char *begin = at;
    *part = (struct part){.mark = 0};
    if (*at == '+')
        at = take_taken(at, part);
    else if (*at == '-' || *at == '~')
        at = take_target(at, part);
    else if (strncmp(at, "stay", 4) == 0 || strncmp(at, "none", 4) == 0)
        at = take_word(at, part);
    else if (behind || at[1] == '@' || at[2] == '@')
        at = take_spot(at, part);
    else
        at = take_cell(at, &part->cell);
    part->span = (struct span){(uint32_t)(begin - record->source.at), (uint32_t)(at - record->source.at)};
    return at;
}

/* Constructors. */

/* A turn that begins with its source cell; *AT goes behind that. */
static struct item *add_from_cell(struct record *record, enum turn_shape shape, struct span span, const char **at)
{
    struct item *item = add_item(record, ITEM_TURN, span);
    struct part *part = add_part(record);
    if (item == NULL || part == NULL)
        return NULL;
    item->shape = shape;
    item->first_part = (uint32_t)record->part_count - 1;
    item->part_count = 1;
    *at = take_cell(record->source.at + span.begin, &part->cell);
    part->span = (struct span){span.begin, (uint32_t)(*at - record->source.at)};
    part->count = 1;
    part->mark = 0;
    return item;
}

void record_lift(struct record *record, struct span lift)
{
    const char *at;
    const char *end = record->source.at + lift.end;
    struct item *item = add_from_cell(record, TURN_LIFT, lift, &at);
    for (; item != NULL && at < end && item->part_count < UINT16_MAX; item->part_count++) {
        struct part *part = add_part(record);
        if (part == NULL)
            return;
        at = take_step(record, skip_blanks(at + 1), part);
    }
}

void record_moves(struct record *record, struct span moves)
{
    const char *at;
    const char *end = record->source.at + moves.end;
    struct item *item = add_from_cell(record, TURN_MOVES, moves, &at);
    for (; item != NULL && at < end; item->part_count++) {
        struct part *part = add_part(record);
        if (part == NULL)
            return;
        at = take_move(record, at, part);
    }
    struct part *moved = item == NULL ? NULL : &record->parts[item->first_part + 1];
    if (record->shape != TURN_PLACE || moved == NULL || item->part_count != 2 || moved->count != 1)
        return;
    item->shape = TURN_PLACE;
    moved->mark = moved->mark == 0 ? '-' : 'x';
}

void record_cells(struct record *record, struct span cells)
{
    const char *at;
    const char *end = record->source.at + cells.end;
    struct item *item = add_from_cell(record, record->shape, cells, &at);
    for (; item != NULL && at < end; item->part_count++) {
        struct part *part = add_part(record);
        if (part == NULL)
            return;
        bool joins = *at == ',';
        const char *begin = at = joins ? skip_blanks(at + 1) : at;
        at += !joins && *at == '-';
        bool takes = !joins && *at == 'x';
        part->count = 1;
        part->mark = takes ? 'x' : joins ? 0 : '-';
        at = take_cell(at + takes, &part->cell);
        part->span = (struct span){(uint32_t)(begin - record->source.at), (uint32_t)(at - record->source.at)};
    }
}

void record_tiles(struct record *record, struct span tiles)
{
    const char *at = record->source.at + tiles.begin;
    const char *end = record->source.at + tiles.end;
    struct item *item = add_item(record, ITEM_TURN, tiles);
    if (item == NULL)
        return;
    item->shape = TURN_TILES;
    item->first_part = (uint32_t)record->part_count;
    for (; at < end && item->part_count < UINT16_MAX; item->part_count++) {
        struct part *part = add_part(record);
        if (part == NULL)
            return;
        at = take_play(record, item->part_count == 0 ? at : skip_blanks(at + 1), part);
    }
}

void record_word(struct record *record, enum turn_shape shape, struct span span)
{
    struct item *item = add_item(record, ITEM_TURN, span);
    if (item != NULL)
        item->shape = shape;
}

void record_seat(struct record *record, struct span seat)
{
    struct item *item = last_item(record);
    uint32_t number;
    if (item == NULL)
        return;
    take_count(record->source.at + seat.begin, UINT8_MAX, &number);
    item->seat = (uint8_t)number;
    item->span.begin = seat.begin;
}

void record_field(struct record *record, struct span turn)
{
    const char *at = record->source.at + turn.begin;
    const char *end = record->source.at + turn.end;
    struct item *item = add_item(record, ITEM_TURN, turn);
    if (item == NULL)
        return;
    item->shape = TURN_FIELD;
    item->first_part = (uint32_t)record->part_count;
    for (; at < end; item->part_count++) {
        struct part *part = add_part(record);
        if (part == NULL)
            return;
        bool behind = *at == ',';
        at = take_field(record, behind ? skip_blanks(at + 1) : at, behind, part);
    }
}

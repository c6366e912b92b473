/* SPDX-License-Identifier: MIT */
/* Turns: text into parts, whether the scanner has found the turn or nobody has looked at
   it yet.  Each reader takes what begins at AT, as far as it goes, and returns what follows;
   NULL: there is none.  The NUL after the source ends all. */
#include "record/record_parts.h"

/* The parts of a record while turns are read, at hand. */
struct taking {
    struct record *record;
    const char *source;
    struct part *parts;
    size_t count;
    size_t capacity;
};

static inline struct taking begin_taking(struct record *record)
{
    return (struct taking){record, record->source.at, record->parts, record->part_count, record->part_capacity};
}

/* Makes room for a part. */
static bool grow(struct taking *taking)
{
    struct record *record = taking->record;
    if (!arena_grow(record->arena, &record->parts, taking->count, &record->part_capacity, sizeof(struct part)))
        return false;
    taking->parts = record->parts;
    taking->capacity = record->part_capacity;
    return true;
}

static inline bool is_small(char c)
{
    return (unsigned char)(c - 'a') < 26;
}

static inline const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* Parts. */

/* A row of two letters begins with no x, which is a mark there. */
static const char *read_far_cell(const char *at, struct cell_name *cell)
{
    unsigned row = (unsigned char)(*at - 'a');
    uint32_t column;
    if (row >= 26)
        return NULL;
    if (is_small(*++at)) {
        if (at[-1] == 'x')
            return NULL;
        row = 26 * (row + 1) + (unsigned)(*at++ - 'a');
    }
    if (!is_digit(*at) || *at == '0')
        return NULL;
    at = take_count(at, CELL_FAR, &column);
    *cell = (struct cell_name){(uint16_t)row, (uint16_t)column};
    return at;
}

/* Most are a letter and a digit. */
static inline const char *read_cell(const char *at, struct cell_name *cell)
{
    unsigned row = (unsigned char)(at[0] - 'a');
    unsigned column = row < 26 ? (unsigned char)(at[1] - '0') : 0;
    if (column - 1 >= 9 || is_digit(at[2]))
        return read_far_cell(at, cell);
    *cell = (struct cell_name){(uint16_t)row, (uint16_t)column};
    return at + 2;
}

static inline const char *read_source(const char *at, struct part *part)
{
    part->count = 1;
    return read_cell(at, &part->cell);
}

static inline const char *read_step(const char *at, struct part *part)
{
    part->count = 1;
    if (is_digit(*at))
        at = take_count(at, UINT32_MAX, &part->count);
    part->mark = *at;
    return *at == '-' || *at == '+' || *at == 'x' ? read_cell(at + 1, &part->cell) : NULL;
}

static inline const char *read_move(const char *at, struct part *part)
{
    part->count = *at == '-' ? 1 : *at == '+' ? 2 : *at == '*' ? 3 : 0;
    if (part->count == 0)
        return NULL;
    at++;
    part->mark = *at == 'x' && is_small(at[1]) ? *at++ : 0;
    return read_cell(at, &part->cell);
}

/* "-d5", "xd5", "-xd5" */
static inline const char *read_target(const char *at, struct part *part)
{
    const char *begin = at;
    part->count = 1;
    at += *at == '-';
    part->mark = *at == 'x' && is_small(at[1]) ? *at++ : '-';
    return at == begin ? NULL : read_cell(at, &part->cell);
}

/* A tile; where it is drawn, any of it may be unseen. */
static inline const char *read_tile(const char *at, bool drawn, struct tile_name *tile)
{
    uint32_t number = 0;
    if (is_letter(*at))
        tile->letter = (unsigned char)*at++;
    if (tile->letter != 0 && is_digit(*at))
        at = take_count(at, TILE_FAR, &number);
    else if (!drawn || *at++ != '?')
        return NULL;
    else
        number = tile->letter == 0 ? 0 : TILE_HIDDEN;
    tile->number = (uint16_t)number;
    return at;
}

/* A tile with the stack that it goes on, or one that is drawn. */
static inline const char *read_play(const char *at, struct part *part)
{
    bool drawn = *at == '+';
    at = read_tile(at + drawn, drawn, &part->tile);
    if (drawn || at == NULL) {
        part->mark = '+';
        return at;
    }
    if (*at++ != '>' || !is_digit(*at))
        return NULL;
    at = take_count(at, UINT32_MAX, &part->count);
    part->mark = *at == '/' ? *at++ : 0;
    return at;
}

/* The letters of a piece, LEAST of them to two. */
static inline const char *read_name(const char *at, char name[2], unsigned least)
{
    unsigned i = 0;
    for (; i < 2 && is_letter(*at); i++)
        name[i] = *at++;
    return i < least ? NULL : at;
}

static inline const char *read_spot(const char *at, struct part *part)
{
    at = read_name(at, part->name, 1);
    if (at == NULL || *at != '@')
        return NULL;
    at = read_cell(at + 1, &part->cell);
    if (at == NULL)
        return NULL;
    if (*at == '/' && is_digit(at[1]))
        at = take_count(at + 1, UINT32_MAX, &part->count);
    part->mark = *at == '^' ? *at++ : '@';
    return at;
}

static inline const char *read_left(const char *at, struct part *part)
{
    return read_cell(at, &part->cell);
}

static inline const char *read_gone_to(const char *at, struct part *part)
{
    part->mark = *at;
    return *at == '-' || *at == '~' ? read_cell(at + 1, &part->cell) : NULL;
}

static inline const char *read_stay(const char *at, struct part *part)
{
    part->mark = *at;
    return *at == 's' && strncmp(at, "stay", 4) == 0 ? at + 4 : NULL;
}

/* After the comma of a movement. */
static inline const char *read_action(const char *at, struct part *part)
{
    if (*at != '+' && (*at != 'n' || strncmp(at, "none", 4) != 0))
        return read_spot(at, part);
    part->mark = *at;
    return *at == '+' ? read_name(at + 1, part->name, 2) : at + 4;
}

static inline bool is_letter_of(const char *letters, char c)
{
    return c != '\0' && strchr(letters, c) != NULL;
}

/* "Sa1", "2a1", "3a3+" */
static inline const char *read_spread_from(const char *at, struct part *part)
{
    part->count = 1;
    if (is_letter_of("FSC", *at))
        part->name[0] = *at++;
    else if (*at >= '1' && *at <= '9')
        part->count = (uint32_t)(*at++ - '0');
    if (!is_small(*at) || is_small(at[1]))
        return NULL;
    at = read_cell(at, &part->cell);
    if (at != NULL && part->name[0] == '\0' && is_letter_of("+-<>", *at))
        part->mark = *at++;
    return at;
}

static inline const char *read_drop(const char *at, struct part *part)
{
    part->count = (uint32_t)(*at - '0');
    return is_digit(*at) ? at + 1 : NULL;
}

/* Turns. */

typedef const char *part_reader(const char *at, struct part *part);

/* A new part of the turn that is read. */
static inline const char *take(struct taking *taking, const char *at, part_reader *read)
{
    if (taking->count == taking->capacity && !grow(taking))
        return NULL;
    struct part *part = &taking->parts[taking->count];
    *part = (struct part){.mark = 0};
    const char *end = read(at, part);
    if (end == NULL)
        return NULL;
    part->span = (struct span){(uint32_t)(at - taking->source), (uint32_t)(end - taking->source)};
    taking->count++;
    return end;
}

/* Parts with commas between, as many as a turn has room for; none after a '+' where PLAYS. */
static inline const char *take_list(struct taking *taking, size_t first, const char *at, part_reader *read, bool plays)
{
    at = take(taking, at, read);
    while (at != NULL && *at == ',' && taking->count - first < UINT16_MAX &&
        !(plays && taking->parts[taking->count - 1].mark == '+')) {
        const char *next = take(taking, skip_blanks(at + 1), read);
        if (next == NULL)
            break;
        at = next;
    }
    return at;
}

static inline const char *read_lift(struct taking *taking, const char *at)
{
    size_t first = taking->count;
    at = take(taking, at, read_source);
    return at == NULL || *at != ':' ? NULL : take_list(taking, first, skip_blanks(at + 1), read_step, false);
}

static inline const char *read_moves(struct taking *taking, const char *at)
{
    at = take(taking, at, read_source);
    at = at == NULL ? NULL : take(taking, at, read_move);
    const char *more = at == NULL ? NULL : take(taking, at, read_move);
    return more == NULL ? at : more;
}

static inline const char *read_field(struct taking *taking, const char *at)
{
    const char *end = take(taking, at, read_spot);
    if (end != NULL)
        return end;
    end = take(taking, at, read_stay);
    if (end == NULL) {
        end = take(taking, at, read_left);
        end = end == NULL ? NULL : take(taking, end, read_gone_to);
    }
    return end == NULL || *end != ',' ? NULL : take(taking, skip_blanks(end + 1), read_action);
}

static inline const char *read_place(struct taking *taking, const char *at)
{
    at = take(taking, at, read_source);
    const char *end = at == NULL ? NULL : take(taking, at, read_target);
    return end == NULL ? at : end;
}

static inline const char *read_join(struct taking *taking, const char *at)
{
    at = take(taking, at, read_source);
    if (at == NULL || *at != ',')
        return at;
    at = take(taking, skip_blanks(at + 1), read_source);
    return at == NULL ? NULL : take(taking, at, read_target);
}

/* The letter and the asterisk after the drops belong to the first part. */
static inline const char *read_spread(struct taking *taking, const char *at)
{
    size_t first = taking->count;
    at = take(taking, at, read_spread_from);
    if (at == NULL || taking->parts[first].mark == '\0')
        return at;
    while (is_digit(*at) && taking->count - first < UINT16_MAX) {
        at = take(taking, at, read_drop);
        if (at == NULL)
            return NULL;
    }
    if (is_letter_of("FSC", *at))
        taking->parts[first].name[0] = *at++;
    if (*at == '*')
        taking->parts[first].name[1] = *at++;
    return at;
}

/* Each use of it has the members of TAKING in registers. */
static inline __attribute__((always_inline)) const char *read_turn(
    struct taking *taking, enum turn_shape shape, const char *at)
{
    switch (shape) {
    case TURN_LIFT:
        return read_lift(taking, at);
    case TURN_MOVES:
        return read_moves(taking, at);
    case TURN_TILES:
        return take_list(taking, taking->count, at, read_play, true);
    case TURN_FIELD:
        return read_field(taking, at);
    case TURN_PLACE:
        return read_place(taking, at);
    case TURN_JOIN:
        return read_join(taking, at);
    case TURN_SPREAD:
        return read_spread(taking, at);
    default:
        return NULL;
    }
}

/* Constructors. */

/* The turn at SPAN, of the parts that were taken since the last one. */
static inline void add_turn(struct taking *taking, enum turn_shape shape, struct span span)
{
    struct record *record = taking->record;
    size_t first = record->part_count;
    const struct item turn = {
        .span = span,
        .first_part = (uint32_t)first,
        .part_count = (uint16_t)(taking->count - first),
        .kind = ITEM_TURN,
        .shape = shape,
    };
    record->open->has_turn = true;
    if (put_item(record, turn) != NULL)
        record->part_count = taking->count;
}

/* Where its game has such turns, a cell and a move of one piece are another shape. */
void record_turn(struct record *record, enum turn_shape shape, struct span span)
{
    struct taking taking = begin_taking(record);
    const char *at = record->source.at + span.begin;
    const char *end = shape < TURN_PASS ? read_turn(&taking, shape, at) : at;
    if (end != NULL && shape == TURN_MOVES && record->shape == TURN_PLACE && taking.count - record->part_count == 2 &&
        taking.parts[taking.count - 1].count == 1)
        record_turn(record, TURN_PLACE, span);
    else if (end != NULL)
        add_turn(&taking, shape, span);
    record->unreadable |=
        shape_is_foreign(shape, record->shape) && !(shape == TURN_MOVES && record->shape == TURN_PLACE);
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

/* Whether a turn ends at AT, and what follows is nothing that it could go on with. */
static inline bool ends_turn(enum turn_shape shape, const char *at)
{
    if (*at != ' ')
        return *at == '\n' || *at == '\r' || *at == '!' || *at == ')';
    return is_letter(at[1]) || is_digit(at[1]) || at[1] == '{' || at[1] == '(' || (at[1] == '+' && shape == TURN_TILES);
}

static inline const char *read_number(const char *at, uint32_t *number)
{
    at = take_count(at, UINT32_MAX, number);
    return *at == '.' && is_space(at[1]) ? at + 1 : NULL;
}

uint32_t record_plain(struct record *record, uint32_t begin)
{
    const enum turn_shape shape = record->shape;
    const char *source = record->source.at;
    const char *end = source + begin;
    struct taking taking = begin_taking(record);
    const char *again = end;
    for (;;) {
        if (record->skims && end >= again)
            end = skim_plain(shape, end, source + record->source.length, &again);
        const char *at = end;
        uint32_t number;
        while (is_space(*at))
            at++;
        const char *next = is_digit(*at) ? read_number(at, &number) : NULL;
        bool numbers = next != NULL;
        if (!numbers)
            next = read_turn(&taking, shape, at);
        if (next == NULL || !(numbers || ends_turn(shape, next)))
            return (uint32_t)(end - source);
        end = next;
        struct span span = {(uint32_t)(at - source), (uint32_t)(end - source)};
        if (!numbers)
            add_turn(&taking, shape, span);
        else
            add_number(record, span, number);
    }
}

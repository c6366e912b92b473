/* Turns that only their game makes turns: a cell on its own is a word like any other, which
   no scanner can know from prose.  They are read when the game is known, out of what the
   constructors made of them: something unreadable, or a turn of another shape. */
#include "record/record_parts.h"

enum { CELLS_MOST = 3 };

/* A turn as it is read: from .part[0] on, up to .end. */
struct cells {
    struct part part[CELLS_MOST];
    unsigned count;
    uint32_t end;
};

struct rereading {
    struct record *record;
    enum turn_shape shape;
    struct diagnostic **link; /* in the record's faults, the first that may lie after what is read */
    struct diagnostic *before;
};

static uint32_t skip_blanks(const struct record *record, uint32_t at, uint32_t end)
{
    while (at < end && (record->source.at[at] == ' ' || record->source.at[at] == '\t'))
        at++;
    return at;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* The cell at CELLS->end, which moves past it. */
static bool take_cell_at(const struct record *record, uint32_t end, struct cells *cells)
{
    const char *source = record->source.at;
    uint32_t begin = cells->end;
    uint32_t letters = begin;
    while (letters < end && letters < begin + 2 && is_small(source[letters]))
        letters++;
    uint32_t digits = letters;
    while (digits < end && source[digits] >= '0' && source[digits] <= '9')
        digits++;
    if (letters == begin || digits == letters || source[letters] == '0')
        return false;
    struct part *part = &cells->part[cells->count++];
    *part = (struct part){.span = {begin, digits}, .count = 1};
    take_cell(source + begin, &part->cell);
    cells->end = digits;
    return true;
}

/* A mark and a cell: "-d5", "xd5", "-xd5". */
static bool take_target(const struct record *record, uint32_t end, struct cells *cells)
{
    const char *source = record->source.at;
    uint32_t begin = cells->end;
    cells->end += cells->end < end && source[cells->end] == '-';
    cells->end += cells->end + 1 < end && source[cells->end] == 'x';
    if (cells->end == begin || !take_cell_at(record, end, cells))
        return false;
    cells->part[cells->count - 1].span.begin = begin;
    cells->part[cells->count - 1].mark = source[begin] == '-' && source[begin + 1] != 'x' ? '-' : 'x';
    return true;
}

/* The turn that stands at BEGIN: a cell, or with a move after it. */
static bool read_cells(
    const struct record *record, enum turn_shape shape, uint32_t begin, uint32_t end, struct cells *cells)
{
    *cells = (struct cells){.end = begin};
    if (!take_cell_at(record, end, cells))
        return false;
    if (cells->end == end || strchr(" \t\r\n", record->source.at[cells->end]) != NULL)
        return true;
    if (shape == TURN_JOIN) {
        if (record->source.at[cells->end] != ',')
            return false;
        cells->end = skip_blanks(record, cells->end + 1, end);
        if (!take_cell_at(record, end, cells))
            return false;
    }
    return take_target(record, end, cells) &&
        (cells->end == end || strchr(" \t\r\n", record->source.at[cells->end]) != NULL);
}

/* Whether ITEM, or with *WITH_NEXT it and the one after it, begins with a turn of SHAPE. */
static bool begins_turn(const struct record *record, enum turn_shape shape, const struct line *line,
    const struct item *item, struct cells *cells, bool *with_next)
{
    const struct item *next = item + 1;
    uint32_t end = item->span.end;
    *with_next = false;
    if (item->kind == ITEM_TURN && item->shape == TURN_MOVES)
        return shape == TURN_PLACE &&
            read_cells(record, shape, record->parts[item->first_part].span.begin, end, cells) && cells->end == end;
    if (item->kind != ITEM_UNREADABLE || item->shape != TURN_NONE || item->span.begin == end)
        return false;
    if (shape == TURN_JOIN && record->source.at[end - 1] == ',' && next < line->items + line->count &&
        next->kind <= ITEM_UNREADABLE && skip_blanks(record, end, next->span.begin) == next->span.begin) {
        *with_next = read_cells(record, shape, item->span.begin, next->span.end, cells) && cells->end == next->span.end;
        return *with_next;
    }
    return read_cells(record, shape, item->span.begin, end, cells);
}

/* Where the words after the turn begin that were taken for part of it; the end of ITEM
   when there are none. */
static uint32_t words_behind(const struct record *record, const struct item *item, const struct cells *cells)
{
    return cells->end >= item->span.end ? item->span.end : skip_blanks(record, cells->end, item->span.end);
}

static struct span first_word(const struct record *record, struct span words)
{
    struct span word = {words.begin, words.begin};
    while (word.end < words.end && strchr(" \t", record->source.at[word.end]) == NULL)
        word.end++;
    return word;
}

/* Moves on to the fault that begins at AT; false when there is none. */
static bool find_fault(struct rereading *reading, uint32_t at)
{
    while (*reading->link != NULL && (*reading->link)->span.begin < at) {
        reading->before = *reading->link;
        reading->link = &(*reading->link)->next;
    }
    return *reading->link != NULL && (*reading->link)->span.begin == at;
}

/* A seat before ITEM, after which no turn was found. */
static void take_seat(struct rereading *reading, struct item *item)
{
    struct record *record = reading->record;
    const char *source = record->source.at;
    uint32_t at = item->span.begin;
    uint32_t number;
    if (at < 2 || source[at - 1] != '|' || !find_fault(reading, at))
        return;
    struct diagnostic *fault = *reading->link;
    *reading->link = fault->next;
    record->faults.count--;
    if (record->faults.last == fault)
        record->faults.last = reading->before;
    for (at--; at > 0 && source[at - 1] >= '0' && source[at - 1] <= '9'; at--)
        continue;
    take_count(source + at, UINT8_MAX, &number);
    item->seat = (uint8_t)number;
    item->span.begin = at;
}

/* That a comment hides what may have been meant as part of the turn, as after others. */
static void check_hidden(struct rereading *reading, const struct item *item, const struct item *next)
{
    struct record *record = reading->record;
    if (next == NULL || next->kind != ITEM_REST_COMMENT || next->span.begin != item->span.end)
        return;
    struct diagnostic *fault = diagnostic_new(record->arena, &syntax_rules[SYNTAX_HIDDEN], (struct slice){"", 0},
        (struct span){next->span.begin, next->span.begin + 1});
    if (fault == NULL)
        return;
    fault->in_variation = record->open->parent != NULL;
    find_fault(reading, next->span.begin);
    fault->next = *reading->link;
    *reading->link = fault;
    record->faults.count++;
    if (fault->next == NULL)
        record->faults.last = fault;
}

static void make_turn(struct rereading *reading, struct item *item, const struct cells *cells)
{
    struct record *record = reading->record;
    bool was_turn = item->kind == ITEM_TURN;
    item->kind = ITEM_TURN;
    item->shape = reading->shape;
    item->span.end = cells->end;
    item->part_count = (uint16_t)cells->count;
    if (was_turn) {
        memcpy(&record->parts[item->first_part], cells->part, cells->count * sizeof cells->part[0]);
        return;
    }
    item->first_part = (uint32_t)record->part_count;
    for (unsigned i = 0; i < cells->count; i++) {
        struct part *part = add_part(record);
        if (part == NULL)
            return;
        *part = cells->part[i];
    }
    take_seat(reading, item);
}

/* How many items of LINE are a turn and words after it. */
static size_t count_splits(const struct rereading *reading, const struct line *line)
{
    size_t splits = 0;
    struct cells cells;
    bool with_next;
    for (size_t i = 0; i < line->count; i++) {
        const struct item *item = &line->items[i];
        if (begins_turn(reading->record, reading->shape, line, item, &cells, &with_next))
            splits += words_behind(reading->record, item, &cells) < item->span.end;
    }
    return splits;
}

static void reread_line(struct rereading *reading, struct line *line)
{
    struct record *record = reading->record;
    const struct line old = *line;
    size_t splits = count_splits(reading, line);
    struct item *items = line->items;
    size_t count = 0;
    if (splits > 0)
        items = arena_alloc(record->arena, (line->count + splits) * sizeof *items);
    if (items == NULL)
        return;
    for (size_t i = 0; i < old.count; i++) {
        struct item item = old.items[i];
        struct cells cells;
        bool with_next = false;
        if (item.kind == ITEM_VARIATION && item_variation(record, &item) != NULL) {
            reread_line(reading, item_variation(record, &item));
            record->open = line;
        }
        if (!begins_turn(record, reading->shape, &old, &old.items[i], &cells, &with_next)) {
            items[count++] = item;
            continue;
        }
        struct item rest = item;
        rest.span.begin = words_behind(record, &item, &cells);
        make_turn(reading, &item, &cells);
        i += with_next;
        check_hidden(reading, &item, i + 1 < old.count ? &old.items[i + 1] : NULL);
        items[count++] = item;
        if (rest.span.begin < rest.span.end && !with_next) {
            struct diagnostic *fault = item_fault(record, &rest);
            if (fault != NULL)
                fault->span = fault->turn = first_word(record, rest.span);
            if (fault != NULL)
                fault->turn.end = rest.span.end;
            items[count++] = rest;
        }
    }
    line->items = items;
    line->count = count;
    line->capacity = splits > 0 ? count : old.capacity;
}

void record_read_cells(struct record *record, enum turn_shape shape)
{
    struct rereading reading = {record, shape, &record->faults.first, NULL};
    struct line *open = record->open;
    if (!shape_has_cells(shape))
        return;
    record->open = &record->main;
    reread_line(&reading, &record->main);
    record->open = open;
}

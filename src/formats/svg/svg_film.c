/* SPDX-License-Identifier: MIT */
#include "formats/svg/svg_film.h"

#include "formats/svg/svg_parts.h"

/* In milliseconds: at the end, or as long as two frames; how long pieces slide, or half as long as a frame. */
enum { PAUSE = 3000, SLIDE = 200 };

/* A frame has two steps: pieces slide, and all is at rest. */
enum { STEPS = 2 };

void svg_film_begin(struct svg_film *film, const struct svg_frame *frame, struct arena *arena)
{
    *film = (struct svg_film){.frame = frame, .arena = arena};
    string_table_init(&film->elements, arena);
}

static bool make_room_for_frames(struct svg_film *film, size_t count)
{
    if (count <= film->capacity)
        return true;
    size_t capacity = 2 * count;
    struct film_element *seen = arena_alloc(film->arena, capacity * sizeof *seen);
    if (seen == NULL)
        return false;
    memset(seen, 0, capacity * sizeof *seen);
    if (film->capacity > 0)
        memcpy(seen, film->seen, film->capacity * sizeof *seen);
    film->seen = seen;
    film->capacity = capacity;
    return true;
}

/* An element of part N is seen from one step to before another. */
static void add_element(struct svg_film *film, unsigned n, struct slice line, uint32_t from, uint32_t to)
{
    SCOPED(text, key);
    text_printf(&key, "%pS%pS", SLICE((struct slice){(const char *)&n, sizeof n}), SLICE(line));
    film->arena->failed |= key.failed;
    uint32_t number = string_table_add(&film->elements, text_slice(&key));
    if (film->arena->failed || !make_room_for_frames(film, film->elements.count))
        return;
    struct film_element *element = &film->seen[number];
    if (element->runs != NULL && element->runs->end >= from) {
        element->runs->end = to;
        return;
    }
    struct film_run *run = arena_alloc(film->arena, sizeof *run);
    if (run == NULL)
        return;
    *run = (struct film_run){from, to, element->runs};
    element->runs = run;
}

static void add_each_line(struct svg_film *film, unsigned n, struct slice rest, uint32_t from, uint32_t to)
{
    for (struct slice line; slice_split(&rest, '\n', &line);)
        if (line.length > 0)
            add_element(film, n, line, from, to);
}

static void add_view(
    struct svg_film *film, const struct view *view, const struct svg_caption *caption, uint32_t from, uint32_t to)
{
    SCOPED(text, part);
    for (unsigned n = 0; n < svg_parts(film->frame); n++) {
        text_clear(&part);
        svg_part(film->frame, view, caption, n, &part);
        add_each_line(film, n, text_slice(&part), from, to);
    }
    film->arena->failed |= part.failed;
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Whether CELL has the pieces of BELOW, and others on them. */
static bool lies_on(const struct view_cell *cell, const struct view_cell *below)
{
    unsigned same = 0;
    for (; same < below->height && same < cell->height; same++) {
        const struct view_piece *a = &below->pieces[same];
        const struct view_piece *b = &cell->pieces[same];
        if (strcmp(a->text, b->text) != 0 || a->solid != b->solid || !is_same(a->colour, b->colour) ||
            !is_same(a->under, b->under))
            break;
    }
    return same == below->height && same < cell->height;
}

/* What was BEFORE where CELL is. */
static struct view_cell cell_before(const struct view *before, const struct view_cell *cell)
{
    for (size_t i = 0; i < before->count; i++)
        if (before->cells[i].board == cell->board && before->cells[i].x == cell->x && before->cells[i].y == cell->y)
            return before->cells[i];
    return (struct view_cell){0};
}

/* What came to CELL, and the rest, which it had BEFORE if what came lies on that, or else is nothing.  Pawns come
   without the pieces that they walk on. */
static struct view_cell split_cell(const struct view *before, const struct view_cell *cell, struct view_cell *rest)
{
    struct view_cell lifted = *cell;
    const struct view_cell was = cell_before(before, cell);
    *rest = *cell;
    lifted.pawns = cell->pawns & (uint8_t)~was.pawns;
    if (lifted.pawns != 0) {
        rest->pawns = was.pawns;
        lifted.height = 0;
    } else if (lies_on(cell, &was)) {
        *rest = was;
        rest->marks = cell->marks;
        if (cell->group == 0) {
            lifted.pieces += was.height;
            lifted.height -= was.height;
        }
    } else {
        rest->height = rest->pawns = 0;
        rest->label[0] = '\0';
        rest->group = 0;
    }
    if (svg_is_tile(cell))
        lifted.marks = 0;
    return lifted;
}

/* Adds what slides FROM a cell to where CELL lies on REST: an element after what its keyframes have at the beginning
   and at the end, each ended by a bar. */
static void add_sliding(const struct svg_frame *frame, const struct view *view, const struct view_cell *from,
    const struct view_cell *cell, const struct view_cell *rest, struct text *text)
{
    struct svg_spot left = svg_spot(frame, from);
    struct svg_spot reached = svg_spot(frame, cell);
    text_add_string(text, ";animation-timing-function:ease-out;transform:translate(");
    svg_number(text, left.x - reached.x);
    text_add_string(text, "px,");
    svg_number(text, left.y - reached.y);
    text_add_string(text, "px)|;transform:translate(0,");
    svg_number(text, cell->group != 0 || svg_is_tile(cell) ? 0 : -svg_rise(reached, rest));
    text_add_string(text, "px)|");
    svg_cell(frame, view, cell, text);
}

/* The cell where the way begins that ends with arrow I of VIEW, by cells where nothing stayed. */
static size_t first_of_way(const struct view *view, size_t i)
{
    size_t from = view->arrows[i].from;
    while (i-- > 0)
        if (view->arrows[i].to == from && view->cells[from].height == 0)
            from = view->arrows[i].from;
    return from;
}

/* While what went along the arrows of VIEW slides there, off the stacks of BEFORE; false: nothing does. */
static bool add_slide(struct svg_film *film, const struct view *before, const struct view *view,
    const struct svg_caption *caption, uint32_t from, uint32_t to)
{
    SCOPED(arena, arena);
    SCOPED(text, sliding);
    struct view under = *view;
    const struct svg_frame frame = svg_frame_of(film->frame, view);
    under.cells = arena_alloc(&arena, view->count * sizeof *under.cells);
    if (before == NULL || view->arrow_count == 0 || under.cells == NULL) {
        film->arena->failed |= arena.failed;
        return false;
    }
    memcpy(under.cells, view->cells, view->count * sizeof *under.cells);
    under.arrow_count = 0; /* it says what is seen */
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell was = cell_before(before, &view->cells[i]);
        if (view->cells[i].taken && view->cells[i].marks == 0 && was.name[0] != '\0') { /* it is there till then */
            under.cells[i] = was;
            under.cells[i].marks = 0;
        }
        under.cells[i].taken = false;
    }
    for (size_t i = view->arrow_count; i-- > 0;) {
        const struct view_cell *left = &view->cells[first_of_way(view, i)];
        const struct view_cell *cell = &view->cells[view->arrows[i].to];
        struct view_cell *rest = &under.cells[view->arrows[i].to];
        if (cell->height == 0 || rest->height < cell->height || rest->pawns != cell->pawns ||
            cell->board != left->board)
            continue; /* the last arrow to a cell counts */
        const struct view_cell lifted = split_cell(before, cell, rest);
        add_sliding(&frame, view, left, &lifted, rest, &sliding);
    }
    if (sliding.length > 0)
        add_view(film, &under, caption, from, to);
    add_each_line(film, svg_parts(film->frame), text_slice(&sliding), from, to);
    film->arena->failed |= sliding.failed;
    return sliding.length > 0;
}

void svg_film_add(
    struct svg_film *film, const struct view *before, const struct view *view, const struct svg_caption *caption)
{
    uint32_t first = STEPS * film->frames++;
    bool slides = add_slide(film, before, view, caption, first, first + 1);
    add_view(film, view, caption, first + (slides ? 1 : 0), first + STEPS);
}

/* When a step begins, in thousandths of a percent of all. */
static void add_time(const struct svg_film *film, uint32_t step, unsigned milliseconds, struct text *css)
{
    unsigned slide = milliseconds / 2 < SLIDE ? milliseconds / 2 : SLIDE;
    uint64_t pause = 2 * milliseconds > PAUSE ? 2 * milliseconds : PAUSE;
    uint64_t all = (uint64_t)film->frames * milliseconds + pause;
    uint64_t time = (uint64_t)(step / STEPS) * milliseconds + step % STEPS * slide;
    uint64_t thousandths = time * 100000 / all;
    text_printf(css, "%u.%03u%%", (unsigned)(thousandths / 1000), (unsigned)(thousandths % 1000));
}

/* What is seen in those runs, the last one first, as steps of an animation; what slides does so from one
   transformation to the other. */
static void add_steps(const struct svg_film *film, const struct film_run *run, unsigned milliseconds, struct slice from,
    struct slice to, struct text *css)
{
    if (run == NULL)
        return;
    add_steps(film, run->next, milliseconds, from, to, css);
    add_time(film, run->first, milliseconds, css);
    text_printf(css, "{visibility:visible%pS}", SLICE(from));
    if (run->end == STEPS * film->frames)
        return;
    add_time(film, run->end, milliseconds, css);
    text_printf(css, "{visibility:hidden%pS}", SLICE(to));
}

/* Elements with the same steps have a class of their own, "v" and the number of these. */
static uint32_t class_of(const struct svg_film *film, const struct film_element *element, unsigned milliseconds,
    struct slice from, struct slice to, struct string_table *steps)
{
    SCOPED(text, css);
    const struct film_run *first = element->runs;
    while (first->next != NULL)
        first = first->next;
    if (first->first > 0)
        text_add_string(&css, "0%{visibility:hidden}");
    add_steps(film, element->runs, milliseconds, from, to, &css);
    uint32_t number = string_table_add(steps, text_slice(&css));
    film->arena->failed |= css.failed;
    return number;
}

static void add_elements_of_part(
    struct svg_film *film, unsigned n, unsigned milliseconds, struct string_table *steps, struct text *body)
{
    for (size_t i = 0; i < film->elements.count && !film->arena->failed; i++) {
        struct slice element = slice_after(film->elements.items[i], sizeof n);
        struct slice from = {0};
        struct slice to = {0};
        const struct film_run *last = film->seen[i].runs;
        bool stays = last->end == STEPS * film->frames;
        bool always = last->first == 0 && stays;
        if (memcmp(film->elements.items[i].at, &n, sizeof n) != 0)
            continue;
        if (n == svg_parts(film->frame)) {
            slice_split(&element, '|', &from);
            slice_split(&element, '|', &to);
        }
        if (!always)
            text_printf(body, "<g class=\"varies%s v%u\">", stays ? "" : " gone",
                class_of(film, &film->seen[i], milliseconds, from, to, steps));
        text_printf(body, "%pS%s", SLICE(element), always ? "\n" : "</g>\n");
    }
}

void svg_film_end(struct svg_film *film, const char *title, unsigned milliseconds, struct text *text)
{
    struct string_table steps;
    SCOPED(text, body);
    SCOPED(text, css);
    SCOPED(text, style);
    string_table_init(&steps, film->arena);
    for (unsigned n = 0; n <= svg_parts(film->frame); n++) /* what slides is above all */
        add_elements_of_part(film, n, milliseconds, &steps, &body);
    text_printf(&css,
        ".cs .varies{animation-duration:%ums;animation-timing-function:step-end;animation-iteration-count:infinite}"
        ".cs .gone{visibility:hidden}",
        film->frames * milliseconds + (2 * milliseconds > PAUSE ? 2 * milliseconds : PAUSE));
    for (size_t i = 0; i < steps.count; i++)
        text_printf(&css, ".cs .v%u{animation-name:v%u}@keyframes v%u{%pS}", (unsigned)i, (unsigned)i, (unsigned)i,
            SLICE(steps.items[i]));
    text_add_string(&css, "@media(prefers-reduced-motion:reduce){.cs .varies{animation:none}}");
    svg_style(film->frame, text_slice(&body), text_slice(&css), &style);
    svg_whole(film->frame, title, text_slice(&style), text_slice(&body), text);
    text->failed |= film->arena->failed || body.failed || css.failed || style.failed;
}

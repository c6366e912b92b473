/* SPDX-License-Identifier: MIT */
#include "formats/svg/svg_film.h"

#include "formats/svg/svg_parts.h"

enum { PAUSE = 3000 }; /* at the end, in milliseconds, or as long as two frames */

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

/* An element of part N is seen in this frame. */
static void add_element(struct svg_film *film, unsigned n, struct slice line)
{
    SCOPED(text, key);
    text_printf(&key, "%pS%pS", SLICE((struct slice){(const char *)&n, sizeof n}), SLICE(line));
    film->arena->failed |= key.failed;
    uint32_t number = string_table_add(&film->elements, text_slice(&key));
    if (film->arena->failed || !make_room_for_frames(film, film->elements.count))
        return;
    struct film_element *element = &film->seen[number];
    if (element->runs != NULL && element->runs->end >= film->frames) {
        element->runs->end = film->frames + 1;
        return;
    }
    struct film_run *run = arena_alloc(film->arena, sizeof *run);
    if (run == NULL)
        return;
    *run = (struct film_run){film->frames, film->frames + 1, element->runs};
    element->runs = run;
}

void svg_film_add(struct svg_film *film, const struct view *view, const struct svg_caption *caption)
{
    SCOPED(text, part);
    for (unsigned n = 0; n < svg_parts(film->frame); n++) {
        text_clear(&part);
        svg_part(film->frame, view, caption, n, &part);
        struct slice rest = text_slice(&part);
        for (struct slice line; slice_split(&rest, '\n', &line);)
            if (line.length > 0)
                add_element(film, n, line);
    }
    film->arena->failed |= part.failed;
    film->frames++;
}

/* When a frame begins, in thousandths of a percent of all. */
static void add_time(const struct svg_film *film, uint32_t frame, unsigned milliseconds, struct text *css)
{
    uint64_t pause = 2 * milliseconds > PAUSE ? 2 * milliseconds : PAUSE;
    uint64_t all = (uint64_t)film->frames * milliseconds + pause;
    uint64_t thousandths = (uint64_t)frame * milliseconds * 100000 / all;
    text_printf(css, "%u.%03u%%", (unsigned)(thousandths / 1000), (unsigned)(thousandths % 1000));
}

/* What is seen in those runs, the last one first, as steps of an animation. */
static void add_steps(const struct svg_film *film, const struct film_run *run, unsigned milliseconds, struct text *css)
{
    if (run == NULL)
        return;
    add_steps(film, run->next, milliseconds, css);
    add_time(film, run->first, milliseconds, css);
    text_add_string(css, "{visibility:visible}");
    if (run->end == film->frames)
        return;
    add_time(film, run->end, milliseconds, css);
    text_add_string(css, "{visibility:hidden}");
}

/* Elements with the same steps have a class of their own, "v" and the number of these. */
static uint32_t class_of(
    const struct svg_film *film, const struct film_element *element, unsigned milliseconds, struct string_table *steps)
{
    SCOPED(text, css);
    const struct film_run *first = element->runs;
    while (first->next != NULL)
        first = first->next;
    if (first->first > 0)
        text_add_string(&css, "0%{visibility:hidden}");
    add_steps(film, element->runs, milliseconds, &css);
    uint32_t number = string_table_add(steps, text_slice(&css));
    film->arena->failed |= css.failed;
    return number;
}

static void add_elements_of_part(
    struct svg_film *film, unsigned n, unsigned milliseconds, struct string_table *steps, struct text *body)
{
    for (size_t i = 0; i < film->elements.count && !film->arena->failed; i++) {
        struct slice element = film->elements.items[i];
        const struct film_run *last = film->seen[i].runs;
        bool always = last->first == 0 && last->end == film->frames;
        if (memcmp(element.at, &n, sizeof n) != 0)
            continue;
        if (!always)
            text_printf(body, "<g class=\"varies%s v%u\">", last->end == film->frames ? "" : " gone",
                class_of(film, &film->seen[i], milliseconds, steps));
        text_printf(body, "%pS%s", SLICE(slice_after(element, sizeof n)), always ? "\n" : "</g>\n");
    }
}

void svg_film_end(struct svg_film *film, const char *title, unsigned milliseconds, struct text *text)
{
    struct string_table steps;
    SCOPED(text, body);
    SCOPED(text, css);
    SCOPED(text, style);
    string_table_init(&steps, film->arena);
    for (unsigned n = 0; n < svg_parts(film->frame); n++)
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

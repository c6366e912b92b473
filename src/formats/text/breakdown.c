/* SPDX-License-Identifier: MIT */
#include "formats/text/breakdown.h"
#include "formats/json/json_writer.h"

#include "formats/json/json.h"
#include "formats/text/replay.h"
#include "games/sides.h"
#include "tournament/matches.h"

#include <stdio.h>

/* What is longer than that goes beyond its column. */
enum { WIDEST = 40, NUMBER_TEXT = 40 };

struct columns {
    size_t name;
    size_t holds;
    size_t product;
    size_t points;
};

static int32_t total_of(const struct score_breakdown *sum, unsigned seat)
{
    int32_t halves = 0;
    for (size_t i = 0; i < sum->count; i++)
        halves += sum->items[i].seat == seat ? sum->items[i].halves : 0;
    return halves;
}

/* "2 x 3 =", or nothing for what counts once or not at all. */
static const char *product_of(const struct score_item *item, char product[NUMBER_TEXT])
{
    product[0] = '\0';
    if (item->times > 1)
        snprintf(product, NUMBER_TEXT, "%d x %u =", (int)item->count, item->times);
    return product;
}

static const char *points_of(const struct score_item *item, char points[NUMBER_TEXT])
{
    if (item->times == 0)
        snprintf(points, NUMBER_TEXT, "(%d)", (int)item->count);
    else
        snprintf(points, NUMBER_TEXT, "%d", (int)item->halves / 2);
    return points;
}

static void widen_column(size_t *column, const char *text)
{
    size_t length = strlen(text);
    *column = length > *column && length <= WIDEST ? length : *column;
}

static struct columns measure_columns(const struct score_breakdown *sum)
{
    struct columns columns = {0};
    char number[NUMBER_TEXT];
    for (size_t i = 0; i < sum->count; i++) {
        const struct score_item *item = &sum->items[i];
        widen_column(&columns.name, item->name);
        widen_column(&columns.holds, item->holds);
        widen_column(&columns.product, product_of(item, number));
        widen_column(&columns.points, points_of(item, number));
    }
    return columns;
}

static void add_column(const char *value, size_t width, bool right, struct text *text)
{
    size_t length = strlen(value);
    size_t blanks = length < width ? width - length : 0;
    if (width == 0)
        return;
    text_add_string(text, "  ");
    text_add_repeated(text, ' ', right ? blanks : 0);
    text_add_string(text, value);
    text_add_repeated(text, ' ', right ? 0 : blanks);
}

static void add_score_item(const struct score_item *item, const struct columns *columns, struct text *text)
{
    char number[NUMBER_TEXT];
    add_column(item->name, columns->name, false, text);
    add_column(item->holds, columns->holds, false, text);
    add_column(product_of(item, number), columns->product, true, text);
    add_column(points_of(item, number), columns->points, true, text);
    text_printf(text, "%s%s\n", item->why[0] == '\0' ? "" : "  ", item->why);
}

/* "Ines (red)"; a player without a name is called by the side alone, where that is the
   game's name of the seat. */
static void add_item_name(
    const struct report *report, const struct score_breakdown *sum, unsigned seat, struct text *text)
{
    const char *side = sum->side[seat - 1];
    bool named = report->players[seat - 1].at != NULL;
    render_player(report, seat, text);
    if (side == NULL || (!named && strcmp(side, game_seat_name(report->book.rules, seat)) == 0))
        return;
    text_printf(text, " (%pE)", SLICE(side));
}

static void add_seat(const struct report *report, const struct score_breakdown *sum, unsigned seat,
    const struct columns *columns, struct text *text)
{
    int32_t total = total_of(sum, seat) / 2;
    bool any = false;
    add_item_name(report, sum, seat, text);
    text_printf(text, ", %d %s", (int)total, total == 1 || total == -1 ? sum->one : sum->many);
    if (sum->goal > 0)
        text_printf(text, ", %u %s", sum->goal, sum->goal == 1 ? "wins" : "win");
    for (size_t i = 0; i < sum->count; i++)
        any |= sum->items[i].seat == seat;
    text_add_string(text, any ? ":\n" : "\n");
    for (size_t i = 0; i < sum->count; i++)
        if (sum->items[i].seat == seat)
            add_score_item(&sum->items[i], columns, text);
}

/* What partners have together: a line for the players SIDES seats apart. */
static void add_partners(
    const struct report *report, const struct score_breakdown *sum, unsigned sides, struct text *text)
{
    for (unsigned first = 1; first <= sides && sides < report->seats; first++) {
        int32_t total = 0;
        for (unsigned seat = first; seat <= report->seats; seat += sides) {
            text_add_string(text, seat > first ? " and " : "");
            render_player(report, seat, text);
            total += total_of(sum, seat) / 2;
        }
        text_printf(text, ", together %d %s\n", (int)total, total == 1 || total == -1 ? sum->one : sum->many);
    }
}

/* The sum of the last position, in ARENA, which is the caller's to release. */
static bool find_sum(const struct report *report, struct arena *arena, struct score_breakdown *sum, struct text *text)
{
    arena_init(arena, 0);
    *sum = (struct score_breakdown){0};
    if (report->state == NULL)
        return false;
    bool found = game_breakdown(report->book.rules, report->state, arena, sum);
    text->failed |= !found;
    return found;
}

void sum_text(const struct report *report, struct text *text)
{
    struct arena arena;
    struct score_breakdown sum;
    if (find_sum(report, &arena, &sum, text)) {
        const struct columns columns = measure_columns(&sum);
        for (unsigned seat = 1; seat <= report->seats; seat++)
            add_seat(report, &sum, seat, &columns, text);
        add_partners(report, &sum, sides_of(report->book.rules), text);
    }
    arena_release(&arena);
}

static void add_term_json(struct json *json, const struct score_item *item)
{
    json_begin(json, NULL, "{");
    json_put_word(json, "name", item->name);
    json_put_word(json, "holds", item->holds);
    json_put_number(json, "count", item->count);
    json_put_number(json, "times", item->times);
    halves_write(item->halves, json_raw(json, "points"));
    json_put_word(json, "why", item->why);
    json_end(json, "}");
}

static void add_seat_json(struct json *json, const struct score_breakdown *sum, unsigned seat)
{
    json_begin(json, NULL, "{");
    json_put_number(json, "seat", seat);
    halves_write(total_of(sum, seat), json_raw(json, "total"));
    json_put_word(json, "of", sum->many);
    json_put_number_if(json, "goal", sum->goal > 0, sum->goal);
    json_begin(json, "terms", "[");
    for (size_t i = 0; i < sum->count; i++)
        if (sum->items[i].seat == seat)
            add_term_json(json, &sum->items[i]);
    json_end(json, "]}");
}

void sum_json(const struct report *report, struct text *text)
{
    struct arena arena;
    struct score_breakdown sum;
    struct json json = {.text = text};
    json_begin(&json, NULL, "[");
    if (find_sum(report, &arena, &sum, text))
        for (unsigned seat = 1; seat <= report->seats; seat++)
            add_seat_json(&json, &sum, seat);
    json_end(&json, "]");
    arena_release(&arena);
}

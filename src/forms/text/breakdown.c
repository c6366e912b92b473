#include "forms/text/breakdown.h"

#include "forms/json/json.h"
#include "forms/text/replay.h"
#include "games/sides.h"

#include <stdio.h>

/* What is longer than that goes beyond its column. */
enum { WIDEST = 40, NUMBER_TEXT = 40 };

struct columns {
    size_t name;
    size_t holds;
    size_t product;
    size_t points;
};

static int32_t total_of(const struct score_sum *sum, unsigned seat)
{
    int32_t halves = 0;
    for (size_t i = 0; i < sum->count; i++)
        halves += sum->terms[i].seat == seat ? sum->terms[i].halves : 0;
    return halves;
}

/* "2 x 3 =", or nothing for what counts once or not at all. */
static const char *product_of(const struct term *term, char product[NUMBER_TEXT])
{
    product[0] = '\0';
    if (term->times > 1)
        snprintf(product, NUMBER_TEXT, "%d x %u =", (int)term->count, term->times);
    return product;
}

static const char *points_of(const struct term *term, char points[NUMBER_TEXT])
{
    if (term->times == 0)
        snprintf(points, NUMBER_TEXT, "(%d)", (int)term->count);
    else
        snprintf(points, NUMBER_TEXT, "%d", (int)term->halves / 2);
    return points;
}

static void widen(size_t *column, const char *text)
{
    size_t length = strlen(text);
    *column = length > *column && length <= WIDEST ? length : *column;
}

static struct columns measure(const struct score_sum *sum)
{
    struct columns columns = {0};
    char number[NUMBER_TEXT];
    for (size_t i = 0; i < sum->count; i++) {
        const struct term *term = &sum->terms[i];
        widen(&columns.name, term->name);
        widen(&columns.holds, term->holds);
        widen(&columns.product, product_of(term, number));
        widen(&columns.points, points_of(term, number));
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

static void add_term(const struct term *term, const struct columns *columns, struct text *text)
{
    char number[NUMBER_TEXT];
    add_column(term->name, columns->name, false, text);
    add_column(term->holds, columns->holds, false, text);
    add_column(product_of(term, number), columns->product, true, text);
    add_column(points_of(term, number), columns->points, true, text);
    text_printf(text, "%s%s\n", term->why[0] == '\0' ? "" : "  ", term->why);
}

/* "Ines (red)"; a player without a name is called by the side alone, where that is the
   game's name of the seat. */
static void add_name(const struct report *report, const struct score_sum *sum, unsigned seat, struct text *text)
{
    const char *side = sum->side[seat - 1];
    bool named = report->players[seat - 1].at != NULL;
    render_player(report, seat, text);
    if (side == NULL || (!named && strcmp(side, game_seat_name(report->book.rules, seat)) == 0))
        return;
    text_add_string(text, " (");
    text_add_escaped(text, slice_of(side));
    text_add_char(text, ')');
}

static void add_seat(const struct report *report, const struct score_sum *sum, unsigned seat,
    const struct columns *columns, struct text *text)
{
    int32_t total = total_of(sum, seat) / 2;
    bool any = false;
    add_name(report, sum, seat, text);
    text_printf(text, ", %d %s", (int)total, total == 1 || total == -1 ? sum->one : sum->many);
    if (sum->goal > 0)
        text_printf(text, ", %u %s", sum->goal, sum->goal == 1 ? "wins" : "win");
    for (size_t i = 0; i < sum->count; i++)
        any |= sum->terms[i].seat == seat;
    text_add_string(text, any ? ":\n" : "\n");
    for (size_t i = 0; i < sum->count; i++)
        if (sum->terms[i].seat == seat)
            add_term(&sum->terms[i], columns, text);
}

/* What partners have together: a line for the players SIDES seats apart. */
static void add_partners(const struct report *report, const struct score_sum *sum, unsigned sides, struct text *text)
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
static bool find_sum(const struct report *report, struct arena *arena, struct score_sum *sum, struct text *text)
{
    arena_init(arena, 0);
    *sum = (struct score_sum){0};
    if (report->state == NULL)
        return false;
    bool found = game_sum(report->book.rules, report->state, arena, sum);
    text->failed |= !found;
    return found;
}

void sum_text(const struct report *report, struct text *text)
{
    struct arena arena;
    struct score_sum sum;
    if (find_sum(report, &arena, &sum, text)) {
        const struct columns columns = measure(&sum);
        for (unsigned seat = 1; seat <= report->seats; seat++)
            add_seat(report, &sum, seat, &columns, text);
        add_partners(report, &sum, sides_of(report->book.rules), text);
    }
    arena_release(&arena);
}

static void add_term_json(const struct term *term, struct text *text)
{
    text_add_string(text, "{\"name\":");
    json_string(text, slice_of(term->name));
    text_add_string(text, ",\"holds\":");
    json_string(text, slice_of(term->holds));
    text_printf(text, ",\"count\":%d,\"times\":%u,\"points\":", (int)term->count, term->times);
    json_halves(text, term->halves);
    text_add_string(text, ",\"why\":");
    json_string(text, slice_of(term->why));
    text_add_char(text, '}');
}

static void add_seat_json(const struct score_sum *sum, unsigned seat, struct text *text)
{
    bool any = false;
    text_printf(text, "%s{\"seat\":%u,\"total\":", seat > 1 ? "," : "", seat);
    json_halves(text, total_of(sum, seat));
    text_add_string(text, ",\"of\":");
    json_string(text, slice_of(sum->many));
    text_printf(text, sum->goal > 0 ? ",\"goal\":%u" : ",\"goal\":null", sum->goal);
    text_add_string(text, ",\"terms\":[");
    for (size_t i = 0; i < sum->count; i++) {
        if (sum->terms[i].seat != seat)
            continue;
        text_add_string(text, any ? "," : "");
        add_term_json(&sum->terms[i], text);
        any = true;
    }
    text_add_string(text, "]}");
}

void sum_json(const struct report *report, struct text *text)
{
    struct arena arena;
    struct score_sum sum;
    text_add_char(text, '[');
    if (find_sum(report, &arena, &sum, text))
        for (unsigned seat = 1; seat <= report->seats; seat++)
            add_seat_json(&sum, seat, text);
    text_add_char(text, ']');
    arena_release(&arena);
}

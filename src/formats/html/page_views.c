/* SPDX-License-Identifier: MIT */
#include "formats/html/page_parts.h"

#include "base/utf8.h"
#include "formats/json/json.h"
#include "formats/svg/svg_parts.h"
#include "formats/text/replay.h"

/* The texts of a view by number: the titles in one, notes, lines; what of these hands do not show. */
enum { TITLES, NOTES, LINES = NOTES + SEATS, DRAWN_NOTE = LINES + SEATS, DRAWN, TEXTS = DRAWN + SEATS };

void views_begin(struct page_views *views, const struct report *report, struct string_table *pieces)
{
    *views = (struct page_views){.report = report, .pieces = pieces};
    arena_init(&views->arena, 0);
    for (unsigned i = 0; i < 2; i++)
        arena_init(&views->two[i].arena, 0);
    text_init(&views->place_list);
    text_init(&views->renamed);
    text_init(&views->new_names);
    string_table_init(&views->keys, &views->arena);
    string_table_init(&views->places, &views->arena);
    views->arena.failed |= !place_init(&views->place, &report->tree);
}

void views_end(struct page_views *views)
{
    text_release(&views->new_names);
    text_release(&views->renamed);
    text_release(&views->place_list);
    place_release(&views->place);
    for (unsigned i = 0; i < 2; i++)
        arena_release(&views->two[i].arena);
    arena_release(&views->arena);
}

/* Lists of numbers and strings in JSON. */

static void add_next(struct text *text, long number)
{
    text_add_string(text, text->length > 0 ? "," : "");
    text_add_number(text, number);
}

static bool is_ascii(struct slice words)
{
    for (size_t i = 0; i < words.length; i++)
        if ((unsigned char)words.at[i] >= 0x80)
            return false;
    return true;
}

/* "[NUMBER,BEFORE,AFTER,": something of which BEFORE is the same at its beginning, and AFTER at its end. */
static void begin_patch(size_t number, size_t before, size_t after, struct text *text)
{
    const size_t numbers[3] = {number, before, after};
    text_add_string(text, text->length > 0 ? ",[" : "[");
    for (size_t i = 0; i < 3; i++) {
        text_add_number(text, (long long)numbers[i]);
        text_add_char(text, ',');
    }
}

/* What makes B of A; only ASCII is compared, which counts the same in bytes and to a script. */
static void add_patch(size_t number, struct slice a, struct slice b, struct text *text)
{
    size_t most = is_ascii(a) && is_ascii(b) ? (a.length < b.length ? a.length : b.length) : 0;
    size_t before = 0;
    size_t after = 0;
    while (before < most && a.at[before] == b.at[before])
        before++;
    while (after < most - before && a.at[a.length - after - 1] == b.at[b.length - after - 1])
        after++;
    begin_patch(number, before, after, text);
    text_printf(text, "%pJ]", SLICE((struct slice){b.at + before, b.length - before - after}));
}

/* Cells. */

/* Layers count from the bottom, so that those that are there keep their numbers when there is another one. */
static unsigned board_of(const struct view *view, const struct view_cell *cell)
{
    return cell->board == 0 ? 0 : view->boards - cell->board;
}

static void add_view_place(const struct view_cell *cell, struct text *text)
{
    text_printf(text, "%s%pJ,%d,%d", text->length > 0 ? ",[" : "[", SLICE(cell->name), cell->x, cell->y);
    if (cell->zone != 0 || cell->closed)
        text_printf(text, ",%u", cell->zone);
    text_add_string(text, cell->closed ? ",1]" : "]");
}

/* Fields whose places are named from their first row and column name them anew when these change. */
static void name_place(struct page_views *views, uint32_t place, const struct view_cell *cell)
{
    if (strcmp(views->names[place], cell->name) == 0)
        return;
    memcpy(views->names[place], cell->name, sizeof cell->name);
    add_next(&views->renamed, (long)place);
    text_printf(&views->new_names, views->new_names.length > 0 ? " %s" : "%s", cell->name);
}

/* The slot of the cell at INDEX, most often the one that it was in the view before. */
static uint32_t slot_of(struct page_views *views, const struct view *view, size_t index)
{
    const struct view_cell *cell = &view->cells[index];
    const int16_t key[3] = {cell->x, cell->y, (int16_t)board_of(view, cell)};
    size_t known = views->keys.count;
    uint32_t slot = views->order[index];
    if (slot < known && memcmp(views->keys.items[slot].at, key, sizeof key) == 0)
        return slot;
    slot = string_table_add(&views->keys, (struct slice){(const char *)key, sizeof key});
    if (views->keys.count > known &&
        arena_grow(&views->arena, &views->slots, known, &views->slot_capacity, sizeof *views->slots)) {
        size_t places = views->places.count;
        uint32_t place = string_table_add(&views->places, (struct slice){(const char *)key, 2 * sizeof key[0]});
        views->slots[known] = (struct page_slot){board_of(view, cell), place};
        if (views->places.count > places &&
            arena_grow(&views->arena, &views->names, places, &views->name_capacity, sizeof *views->names)) {
            add_view_place(cell, &views->place_list);
            memcpy(views->names[places], cell->name, sizeof cell->name);
        }
    }
    views->order[index] = slot;
    return slot;
}

static bool make_room_for_views(struct page_views *views, struct page_view *now)
{
    size_t most = views->keys.count + now->view.count + 1;
    size_t room = now->room;
    if (room < most) {
        room = 2 * most;
        now->cells = arena_alloc(&views->arena, room * sizeof *now->cells);
        now->room = now->cells == NULL ? 0 : room;
    }
    if (views->order_room < now->view.count + 1) {
        size_t held = views->order_room;
        uint32_t *order = arena_alloc(&views->arena, room * sizeof *order);
        if (order != NULL && held > 0)
            memcpy(order, views->order, held * sizeof *order);
        views->order = order;
        views->order_room = order == NULL ? 0 : room;
    }
    return !views->arena.failed;
}

/* Looks at NODE, and puts its cells where they belong. */
static bool view_of_node(struct page_views *views, uint32_t node)
{
    struct page_view *now = &views->two[views->now];
    arena_clear(&now->arena);
    if (!place_view(&views->place, node, &now->arena, &now->view) || !make_room_for_views(views, now))
        return false;
    memset(now->cells, 0, now->room * sizeof *now->cells);
    text_clear(&views->renamed);
    text_clear(&views->new_names);
    for (size_t i = 0; i < now->view.count; i++) {
        uint32_t slot = slot_of(views, &now->view, i);
        now->cells[slot] = &now->view.cells[i];
        if (!views->arena.failed)
            name_place(views, views->slots[slot].place, &now->view.cells[i]);
    }
    return !views->arena.failed;
}

static bool same_word(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_piece(const struct view_piece *a, const struct view_piece *b)
{
    return memcmp(a->text, b->text, sizeof a->text) == 0 && a->seat == b->seat && a->thick == b->thick &&
        a->solid == b->solid && a->rests == b->rests && a->hatched == b->hatched && a->nodes == b->nodes &&
        same_word(a->sign, b->sign) && same_word(a->colour, b->colour) && same_word(a->under, b->under);
}

static const char *label_of(const struct view_cell *cell)
{
    return cell == NULL ? "" : cell->label;
}

static unsigned height_of(const struct view_cell *cell)
{
    return cell->pieces == NULL ? 0 : cell->height;
}

/* Whether they hold the same but for their labels; one that is not there holds nothing. */
static bool same_cell(const struct view_cell *a, const struct view_cell *b)
{
    static const struct view_cell nothing = {0};
    a = a == NULL ? &nothing : a;
    b = b == NULL ? &nothing : b;
    if (height_of(a) != height_of(b) || a->group != b->group || a->pawns != b->pawns)
        return false;
    for (unsigned i = height_of(a); i > 0; i--)
        if (!same_piece(&a->pieces[i - 1], &b->pieces[i - 1]))
            return false;
    return true;
}

/* The number of PIECE among those of the page. */
static uint32_t add_kind(struct page_views *views, const struct view_piece *piece)
{
    SCOPED(text, text);
    struct json json = {.text = &text};
    json_begin(&json, NULL, "[");
    json_put_word(&json, NULL, piece->text);
    json_put_number(&json, NULL, piece->seat);
    json_put_word(&json, NULL, piece->colour);
    json_put_word(&json, NULL, svg_tone(piece->colour).ink);
    json_put_word(&json, NULL, piece->under);
    json_put_word(&json, NULL, piece->under == NULL ? NULL : svg_tone(piece->under).ink);
    json_put_number(&json, NULL, piece->thick);
    json_put_number(&json, NULL, piece->solid);
    json_put_number(&json, NULL, piece->hatched);
    if (piece->sign != NULL) {
        json_put_word(&json, NULL, svg_sign(piece->sign));
        json_put_number(&json, NULL, piece->rests);
    }
    for (unsigned i = 0; i < 2u * piece->nodes; i++)
        json_put_number(&json, NULL, piece->at[i / 2][i % 2]);
    json_end(&json, "]");
    return string_table_add(views->pieces, text_slice(&text));
}

static uint32_t kind_of_view(struct page_views *views, const struct view_piece *piece)
{
    size_t kind = 0;
    while (kind < views->kind_count && !same_piece(&views->kinds[kind].piece, piece))
        kind++;
    if (kind == views->kind_count) {
        if (!arena_grow(&views->arena, &views->kinds, kind, &views->kind_capacity, sizeof *views->kinds))
            return 0;
        views->kinds[views->kind_count++] = (struct page_kind){*piece, add_kind(views, piece)};
    }
    return views->kinds[kind].number;
}

/* Pieces as a character each: '0' and on, and where that would be a backslash, from U+0100 on. */
static void add_view_pieces(struct page_views *views, const struct view_piece *pieces, size_t count, struct text *text)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t kind = kind_of_view(views, &pieces[i]);
        char character[4];
        size_t length = utf8_write(character, kind < '\\' - '0' ? '0' + kind : 0x100 + kind);
        text_add(text, (struct slice){character, length});
    }
}

/* The label of a stack on an open field: the top piece and the height, "R3"; other boards have none. */
static void usual_label(const struct view *view, const struct view_cell *cell, char label[sizeof cell->label])
{
    unsigned high = 0;
    label[0] = '\0';
    if (!view->open || cell->group != 0 || height_of(cell) == 0)
        return;
    for (unsigned i = 0; i < cell->height; i++)
        high += cell->pieces[i].thick == 0 ? 1 : cell->pieces[i].thick;
    label[0] = cell->pieces[cell->height - 1].text[0];
    label[1] = '\0';
    if (high > 1)
        number_write(label + 1, high);
}

/* "pieces|pawns|group|label", as far as they are not usual; with a '+', only the pieces on top of those that were
   there, and the next group. */
static void add_content(
    struct page_views *views, const struct view_cell *was, const struct view_cell *cell, struct text *text)
{
    if (cell == NULL)
        return;
    unsigned same = 0;
    char label[sizeof cell->label];
    while (was != NULL && same < height_of(was) && same < height_of(cell) &&
        same_piece(&was->pieces[same], &cell->pieces[same]))
        same++;
    same = was == NULL || same < height_of(was) ? 0 : same;
    text_add_string(text, same > 0 ? "+" : "");
    add_view_pieces(views, same > 0 ? cell->pieces + same : cell->pieces, height_of(cell) - same, text);
    usual_label(&views->two[views->now].view, cell, label);
    bool labelled = strcmp(label, cell->label) != 0;
    if (cell->pawns == 0 && cell->group == 0 && !labelled)
        return;
    text_add_char(text, '|');
    if (cell->pawns != 0)
        text_add_number(text, cell->pawns);
    if (cell->group == 0 && !labelled)
        return;
    text_add_char(text, '|');
    if (cell->group == views->groups + 1)
        text_add_char(text, '+');
    else if (cell->group != 0)
        text_add_number(text, cell->group);
    if (labelled)
        text_printf(text, "|%s", cell->label);
}

/* The place of SLOT; before it, where that is on another board than *BOARD, the board as a number below 0. */
static void add_slot(const struct page_views *views, uint32_t slot, unsigned *board, struct text *text)
{
    if (views->slots[slot].board != *board)
        add_next(text, ~(long)views->slots[slot].board);
    *board = views->slots[slot].board;
    add_next(text, (long)views->slots[slot].place);
}

static void add_content_of(const struct text *content, struct text *text)
{
    if (text->length > 0)
        text_printf(text, ",%pJ", SLICE(content));
}

static bool has_mark(const struct view_cell *cell, unsigned mark)
{
    return cell != NULL && (cell->marks & mark) != 0;
}

/* Slots that hold another thing than before: some, and what all of them hold, and so on.  True if the last turn went
   to all of which more than the label changed, but for those that it came from, and to no others. */
static bool add_changes(struct page_views *views, struct text *text)
{
    const struct page_view *now = &views->two[views->now];
    const struct page_view *before = &views->two[1 - views->now];
    unsigned board = 0;
    bool expected = true;
    SCOPED(text, content);
    SCOPED(text, next);
    for (uint32_t i = 0; i < views->keys.count; i++) {
        const struct view_cell *was = i < before->room ? before->cells[i] : NULL;
        bool same = was == now->cells[i] || same_cell(was, now->cells[i]);
        expected &= has_mark(now->cells[i], VIEW_TO) == (!same && !has_mark(now->cells[i], VIEW_FROM));
        if (same && strcmp(label_of(was), label_of(now->cells[i])) == 0)
            continue;
        text_clear(&next);
        add_content(views, was, now->cells[i], &next);
        if (!slice_equal(text_slice(&content), text_slice(&next)))
            add_content_of(&content, text);
        add_slot(views, i, &board, text);
        text_clear(&content);
        text_add(&content, text_slice(&next));
    }
    add_content_of(&content, text);
    for (size_t i = 0; i < now->view.count; i++)
        views->groups = now->view.cells[i].group > views->groups ? now->view.cells[i].group : views->groups;
    return expected;
}

/* What the last turn touched in the way of MARK; a null alone is nothing. */
static void add_view_marks(const struct page_views *views, unsigned mark, struct text *text)
{
    const struct view *view = &views->two[views->now].view;
    unsigned board = 0;
    for (size_t i = 0; i < view->count; i++)
        if ((view->cells[i].marks & mark) != 0)
            add_slot(views, views->order[i], &board, text);
    text_add_string(text, text->length == 0 ? "null" : "");
}

/* Whether the last turn came from where arrows begin, and from nowhere else. */
static bool is_from_arrows(const struct view *view)
{
    for (size_t i = 0; i < view->count; i++) {
        size_t j = 0;
        while (j < view->arrow_count && view->arrows[j].from != i)
            j++;
        if (has_mark(&view->cells[i], VIEW_FROM) != (j < view->arrow_count))
            return false;
    }
    return true;
}

static void add_arrows(struct page_views *views, struct text *text)
{
    const struct view *view = &views->two[views->now].view;
    unsigned board = 0;
    for (size_t i = 0; i < view->arrow_count; i++) {
        add_slot(views, views->order[view->arrows[i].from], &board, text);
        add_slot(views, views->order[view->arrows[i].to], &board, text);
    }
}

/* How many pieces went along each arrow, where that is more than one; where something was captured; the cells of what
   won; what the seats have of something, where that is other than before. */
static void add_standing(const struct page_views *views, struct json *rest)
{
    const struct view *now = &views->two[views->now].view;
    const struct view *before = &views->two[1 - views->now].view;
    unsigned board = 0;
    bool counted = false;
    SCOPED(text, won);
    SCOPED(text, taken);
    SCOPED(text, counts);
    for (size_t i = 0; i < now->count; i++)
        if (now->cells[i].wins)
            add_slot(views, views->order[i], &board, &won);
    if (won.length > 0)
        text_printf(json_raw(rest, "o"), "[%pS]", SLICE(&won));
    board = 0;
    for (size_t i = 0; i < now->count; i++)
        if (now->cells[i].taken)
            add_slot(views, views->order[i], &board, &taken);
    if (taken.length > 0)
        text_printf(json_raw(rest, "x"), "[%pS]", SLICE(&taken));
    for (size_t i = 0; i < now->arrow_count; i++) {
        counted |= now->arrows[i].count > 1;
        add_next(&counts, now->arrows[i].count);
    }
    if (counted)
        text_printf(json_raw(rest, "q"), "[%pS]", SLICE(&counts));
    rest->text->failed |= won.failed || taken.failed || counts.failed;
    if (memcmp(now->shares, before->shares, sizeof now->shares) == 0)
        return;
    json_begin(rest, "h", "[");
    for (unsigned i = 0; i < now->seats; i++)
        json_put_number(rest, NULL, now->shares[i]);
    json_end(rest, "]");
}

/* Lists and texts. */

/* How many pieces are the same at the bottom of both, or, from END on, at their tops. */
static size_t same_pieces(const struct view_list *a, const struct view_list *b, size_t most, bool end)
{
    size_t same = 0;
    while (same < most &&
        same_piece(&a->pieces[end ? a->count - same - 1 : same], &b->pieces[end ? b->count - same - 1 : same]))
        same++;
    return same;
}

static size_t count_lists(const struct view *view)
{
    return view->list_count + view->hand_count;
}

static const struct view_list *list_at(const struct view *view, size_t index)
{
    return index >= count_lists(view) ? NULL
        : index < view->list_count    ? &view->lists[index]
                                      : &view->hands[index - view->list_count];
}

static bool same_list(const struct view_list *a, const struct view_list *b)
{
    return a != NULL && a->stacked == b->stacked && a->seat == b->seat && strcmp(a->name, b->name) == 0;
}

/* Which list of BEFORE is LIST, most often that of its own NUMBER. */
static size_t find_list(const struct view *before, const struct view_list *list, size_t number)
{
    size_t found = 0;
    if (same_list(list_at(before, number), list))
        return number;
    while (found < count_lists(before) && !same_list(list_at(before, found), list))
        found++;
    return found;
}

/* A patch of the pieces, and the number that the list had, where that was another; of a new one the name, whether they
   are stacked, whose they are, and whether texts tell of them too.  A number alone is their new count.  MARKS are
   the lists that are not as expected: that those which are stacked, and no others, are marked when they change. */
static void add_lists(struct page_views *views, struct text *text, struct text *marks)
{
    static const struct view_list none = {.count = 0};
    const struct view *now = &views->two[views->now].view;
    const struct view *before = &views->two[1 - views->now].view;
    for (size_t i = 0; i < count_lists(now); i++) {
        const struct view_list *list = list_at(now, i);
        size_t from = find_list(before, list, i);
        const struct view_list *was = from < count_lists(before) ? list_at(before, from) : &none;
        size_t most = was->count < list->count ? was->count : list->count;
        size_t bottom = same_pieces(was, list, most, false);
        size_t top = same_pieces(was, list, most - bottom, true);
        bool same = was != &none && bottom == list->count && list->count == was->count;
        if ((list->marks != 0) != (list->stacked && !same))
            add_next(marks, (long)i);
        if (same && from == i)
            continue;
        begin_patch(i, bottom, top, text);
        text_add_char(text, '"');
        add_view_pieces(views, list->pieces + bottom, list->count - bottom - top, text);
        text_add_char(text, '"');
        if (was != &none && from != i)
            text_printf(text, ",%u", (unsigned)from);
        if (was == &none)
            text_printf(text, ",%pJ,%d,%u,%d", SLICE(list->name), list->stacked, list->seat, i >= now->list_count);
        text_add_char(text, ']');
    }
    if (count_lists(now) < count_lists(before))
        add_next(text, (long)count_lists(now));
}

static const char *text_of(const struct view *view, unsigned number)
{
    if (number >= DRAWN_NOTE) {
        const char *drawn = number == DRAWN_NOTE ? view->drawn_note : view->drawn[number - DRAWN];
        return drawn == NULL ? "" : drawn[0] == '\0' ? " " : drawn; /* nothing is something else than no text */
    }
    const char *text = number >= LINES ? view->lines[number - LINES] : view->notes[number - NOTES];
    for (unsigned i = NOTES; i < number && number < LINES; i++)
        text = view->notes[i - NOTES] == NULL ? NULL : text;
    return text == NULL ? "" : text;
}

static void join_titles(const struct view *view, struct text *text)
{
    unsigned boards = view->boards == 0 ? 1 : view->boards;
    for (unsigned i = 0; view->titles != NULL && i < boards; i++)
        text_printf(text, "%s%s", i > 0 ? "\n" : "", view->titles[i]);
}

static void add_texts(const struct page_views *views, struct text *text)
{
    const struct view *now = &views->two[views->now].view;
    const struct view *before = &views->two[1 - views->now].view;
    struct text titles[2];
    for (unsigned i = 0; i < 2; i++)
        text_init(&titles[i]);
    join_titles(before, &titles[0]);
    join_titles(now, &titles[1]);
    for (unsigned i = 0; i < TEXTS; i++) {
        struct slice a = i == TITLES ? text_slice(&titles[0]) : slice_of(text_of(before, i));
        struct slice b = i == TITLES ? text_slice(&titles[1]) : slice_of(text_of(now, i));
        if (slice_equal(a, b))
            continue;
        add_patch(i, a, b, text);
    }
    for (unsigned i = 0; i < 2; i++)
        text_release(&titles[i]);
}

/* Who moves next where that is not the next seat; that the game is over, or would be; at its end, how it ended. */
static void add_status(const struct page_views *views, uint32_t node, struct json *rest)
{
    const struct report *report = views->report;
    const struct ply *ply = &report->tree.plies[node];
    unsigned seat = views->place.state->seat;
    struct outcome outcome;
    game_judge_end(report->book.rules, views->place.state, &outcome);
    if (outcome.over && outcome.winners != 0)
        json_put_number(rest, "z", outcome.winners);
    bool last = ply->depth == 0 && report->tree.links[node].ply == report->plies && report->outcome.reason != NULL;
    if (seat != (node == 0 ? ply->seat : ply->seat % report->seats + 1))
        json_put_number(rest, "m", seat);
    if (last)
        json_put_number(rest, "y", 1);
    if (last || !outcome.over)
        return;
    SCOPED(text, words);
    render_situation(report, node, views->place.state, &words);
    json_put_text(rest, "y", text_slice(&words));
}

/* PARTS as arrays, without those at the end that are empty. */
static void add_parts(struct text *parts, size_t count, struct json *json)
{
    while (count > 0 && parts[count - 1].length == 0)
        count--;
    for (size_t i = 0; i < count; i++)
        if (parts[i].length == 0)
            json_put_number(json, NULL, 0);
        else
            text_printf(json_raw(json, NULL), "[%pS]", SLICE(&parts[i]));
}

void views_node(struct page_views *views, uint32_t node, struct json *json, struct json *rest)
{
    enum { PARTS = 7 };
    struct text parts[PARTS];
    if (!view_of_node(views, node)) {
        json->text->failed = true;
        return;
    }
    for (size_t i = 0; i < PARTS; i++)
        text_init(&parts[i]);
    if (!add_changes(views, &parts[0]))
        add_view_marks(views, VIEW_TO, &parts[1]);
    if (!is_from_arrows(&views->two[views->now].view))
        add_view_marks(views, VIEW_FROM, &parts[2]);
    add_arrows(views, &parts[3]);
    add_texts(views, &parts[4]);
    add_lists(views, &parts[5], &parts[6]);
    add_status(views, node, rest);
    add_standing(views, rest);
    if (views->renamed.length > 0)
        text_printf(json_raw(rest, "w"), "[[%pS],%pJ]", SLICE(&views->renamed), SLICE(&views->new_names));
    add_parts(parts, PARTS, json);
    for (size_t i = 0; i < PARTS; i++)
        text_release(&parts[i]);
    views->now = 1 - views->now;
}

void views_places(const struct page_views *views, struct json *json)
{
    const struct view *view = &views->two[1 - views->now].view;
    json_put_number(json, "open", view->open);
    json_put_number(json, "square", view->square);
    json_put_word(json, "zone", view->zone);
    text_printf(json_raw(json, "places"), "[%pS]", SLICE(&views->place_list));
    if (view->slanted)
        json_put_number(json, "slanted", 1);
    if (view->seats == 0 || view->colours[0] == NULL)
        return;
    json_begin(json, "colours", "[");
    for (unsigned i = 0; i < view->seats; i++) {
        json_begin(json, NULL, "[");
        json_put_word(json, NULL, svg_tone(view->colours[i]).piece);
        json_put_word(json, NULL, svg_tone(view->colours[i]).ink);
        json_end(json, "]");
    }
    json_end(json, "]");
}

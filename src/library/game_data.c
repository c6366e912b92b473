/* SPDX-License-Identifier: MIT */
/* A judged game as data. */
#include "formats/text/diagnostics.h"
#include "formats/text/help.h"
#include "formats/text/place.h"
#include "formats/text/replay.h"
#include "games/sides.h"
#include "library/accessors.h"

#include <stdlib.h>

struct catasta_game *game_new(struct catasta_input *input)
{
    struct catasta_game *game = memory_new(sizeof *game);
    if (game == NULL)
        return NULL;
    game->session = input->session;
    game->input = input;
    game->name = input->name;
    arena_init(&game->arena, 0);
    arena_init(&game->memory, 0);
    report_init(&game->report);
    return game;
}

void game_free(struct catasta_game *game)
{
    if (game == NULL)
        return;
    if (game->repaired_reader != NULL)
        reader_close(game->repaired_reader);
    free(game->repaired_reader);
    report_release(&game->report);
    arena_release(&game->arena);
    arena_release(&game->memory);
    free(game);
}

void catasta_game_free(catasta_game *game)
{
    struct catasta_session *session = game == NULL || game->input != NULL ? NULL : game->session;
    if (session == NULL)
        return;
    game_free(game);
    session_drop(session);
}

bool game_list_faults(struct catasta_game *game)
{
    const struct diagnostics *list = &game->report.diagnostics;
    struct cursor cursor = cursor_at(&game->record);
    size_t count = 0;
    game->faults = list->count == 0 ? NULL : arena_alloc(&game->report.arena, list->count * sizeof *game->faults);
    for (const struct diagnostic *next = list->first; next != NULL && game->faults != NULL; next = next->next) {
        cursor_move(&cursor, record_fault_place(&game->record, next).begin);
        game->faults[count++] = (struct listed_fault){next, cursor.line, cursor.column};
    }
    return list->count == 0 || game->faults != NULL;
}

/* Puts the remarks about node INDEX at LIST, unless that is NULL; returns how many there are. */
static uint32_t list_remarks(const struct tree *tree, uint32_t index, const struct item **list)
{
    uint32_t count = 0;
    for (int lead = 1; lead >= 0; lead--)
        for (const struct item *item = NULL; (item = tree_remark(tree, index, lead, item)) != NULL; count++)
            if (list != NULL)
                list[count] = item;
    return count;
}

bool game_list_remarks(struct catasta_game *game)
{
    const struct tree *tree = &game->report.tree;
    struct arena *arena = &game->report.arena;
    uint32_t nodes = (uint32_t)node_total(game);
    uint32_t count = 0;
    game->remarks = (struct listed_remarks){NULL, NULL};
    if (nodes == 0)
        return true;
    for (uint32_t i = 0; i < nodes; i++)
        count += list_remarks(tree, i, NULL);
    const struct item **items = arena_alloc(arena, (count + 1) * sizeof *items);
    uint32_t *first = arena_alloc(arena, (nodes + 1) * sizeof *first);
    if (items == NULL || first == NULL)
        return false;
    first[0] = 0;
    for (uint32_t i = 0; i < nodes; i++)
        first[i + 1] = first[i] + list_remarks(tree, i, items + first[i]);
    game->remarks = (struct listed_remarks){items, first};
    return true;
}

/* Keeping. */

/* A slice of the source FROM becomes the same one of TO. */
static void rebase_slice(struct slice *slice, struct slice from, const char *to)
{
    if (slice->at >= from.at && slice->at + slice->length <= from.at + from.length)
        slice->at = to + (slice->at - from.at);
}

/* What of a game is in the text that was read. */
static void rebase_game(struct catasta_game *game, const char *to)
{
    struct slice from = game->record.source;
    for (size_t i = 0; i < game->record.tag_count; i++) {
        rebase_slice(&game->record.tags[i].name, from, to);
        rebase_slice(&game->record.tags[i].value, from, to);
    }
    for (unsigned i = 0; i < SEATS; i++)
        rebase_slice(&game->report.players[i], from, to);
    rebase_slice(&game->report.ruleset, from, to);
    rebase_slice(&game->report.declared.figures, from, to);
    for (const struct diagnostic *fault = game->report.diagnostics.first; fault != NULL; fault = fault->next)
        for (unsigned i = 0; i < fault->repair_count; i++)
            for (unsigned k = 0; k < fault->repairs[i].edit_count; k++)
                rebase_slice((struct slice *)&fault->repairs[i].edits[k].text, from, to);
    game->record.source.at = to;
}

catasta_game *catasta_game_keep(catasta_game *game)
{
    struct catasta_input *input = game->input;
    if (input == NULL)
        return NULL;
    struct arena *arena = game->record.arena;
    struct slice source = arena_copy(arena, game->record.source);
    struct slice bytes = arena_copy(arena, record_bytes(&game->record));
    struct slice name = arena_copy(arena, slice_of(game->name));
    const struct pieces *pieces =
        game->record.pieces == NULL || bytes.at == NULL ? NULL : pieces_copy(game->record.pieces, bytes, arena);
    if (source.at == NULL || bytes.at == NULL || name.at == NULL || (pieces == NULL && game->record.pieces != NULL))
        return NULL;
    game->record.pieces = pieces;
    rebase_game(game, source.at);
    game->name = name.at;
    if (arena != &game->arena) {
        game->memory = *arena;
        arena_init(arena, arena->limit);
        game->record.arena = &game->memory;
    }
    atomic_fetch_add(&game->session->holders, 1);
    game->input = NULL;
    input->game = NULL;
    return game;
}

/* Data. */

/* Of the result; where there is none, of nothing after the last that is written of the main line. */
static struct span result_span(const struct record *record)
{
    const struct line *main = &record->main;
    uint32_t end = main->count > 0 ? main->items[main->count - 1].span.end
        : record->tag_count > 0    ? record->tags[record->tag_count - 1].span.end
                                   : (uint32_t)record->source.length;
    return record->has_result ? record->result : (struct span){end, end};
}

bool catasta_game_info(const catasta_game *game, struct catasta_info *found)
{
    const struct report *report = &game->report;
    struct catasta_info info = {
        .number = game->number,
        .line = game->record.line,
        .column = game->record.column,
        .offset = game->record.offset,
        .source = text_of(record_bytes(&game->record)),
        .ruleset = text_of(report->ruleset),
        .game = word_of(report->book.game == NULL ? NULL : report->book.game->ruleset.name),
        .seats = report->seats,
        .plies = report->plies,
        .errors = report->errors,
        .cascaded = report->cascaded,
        .warnings = report->warnings,
        .notes = report->notes,
        .expected = report->expected,
        .timed_turns = report->timed_turns,
        .milliseconds = report->milliseconds,
        .legal = report->legal,
        .judged = report->judged,
        .readable = report->readable,
        .unplayed = report->unplayed != UNPLAYED_NONE,
        .file = word_of(game->name),
        .result = place_of(&game->record, result_span(&game->record)),
        .form = game->record.form == NULL ? "sgn" : game->record.form,
        .cut = game->record.cut,
        .tags = game->record.tag_count,
        .nodes = node_total(game),
        .diagnostics = diagnostic_total(game),
        .row = game->record.row,
    };
    return GIVE(found, info);
}

bool catasta_game_tag(const catasta_game *game, size_t i, struct catasta_tag *found)
{
    if (i >= game->record.tag_count)
        return false;
    const struct tag *tag = &game->record.tags[i];
    struct catasta_tag full = {.name = text_of(tag->name),
        .value = text_of(tag->value),
        .span = place_of(&game->record, tag->span),
        .inside = place_of(&game->record, tag->inside)};
    return GIVE(found, full);
}

size_t node_total(const struct catasta_game *game)
{
    return game->report.tree.links == NULL ? 0 : game->report.tree.count;
}

/* The first diagnostic of GAME that begins at OFFSET or after it. */
static size_t first_from(const struct catasta_game *game, uint32_t offset)
{
    size_t low = 0;
    size_t high = diagnostic_total(game);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (game->faults[middle].fault->span.begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The number of the first diagnostic about the turn of LINK, NOWHERE when there is none.  What
   the judge says of it may also be a note. */
static uint32_t number_about(const struct catasta_game *game, const struct ply_link *link)
{
    const struct diagnostic *fault = link->fault;
    if (link->item == NULL)
        return CATASTA_NOWHERE;
    const struct span turn = tree_span(&game->report.tree, link->item);
    const uint32_t begin = fault != NULL && fault->span.begin < turn.begin ? fault->span.begin : turn.begin;
    for (size_t i = first_from(game, begin); i < diagnostic_total(game); i++) {
        const struct diagnostic *next = game->faults[i].fault;
        if (next == fault || (next->turn.begin == turn.begin && next->turn.end == turn.end))
            return (uint32_t)i;
        if (next->span.begin > turn.end && (fault == NULL || next->span.begin > fault->span.begin))
            break;
    }
    return CATASTA_NOWHERE;
}

/* The last of what belongs to the turn of LINK; of the start, the last of what is said before the first turn.  What
   looks like a turn, but is not, only says that a seat is out. */
static struct span end_of(const struct catasta_game *game, const struct ply_link *link)
{
    const struct tree *tree = &game->report.tree;
    const struct line *main = &game->record.main;
    const struct item *next = link->next == NODE_NONE ? NULL : tree->links[link->next].item;
    const struct item *item = link->item == NULL ? main->items : link->item + 1;
    const struct item *end = link->item == NULL ? main->items + main->count : link->end;
    const struct item *last = link->item;
    for (; item < end && item != next && item != tree->past; item++)
        last = item->kind == ITEM_NUMBER ? last : item;
    if (last != NULL)
        return last->span;
    uint32_t begin = main->count > 0 ? main->items[0].span.begin : result_span(&game->record).begin;
    return (struct span){begin, begin};
}

bool catasta_game_node(const catasta_game *game, size_t i, struct catasta_node *found)
{
    const struct tree *tree = &game->report.tree;
    if (i >= node_total(game))
        return false;
    const struct ply *ply = &tree->plies[i];
    const struct ply_link *link = &tree->links[i];
    struct catasta_node full = {
        .text = link->item == NULL ? word_of("") : text_of(tree_text(tree, (uint32_t)i, link->item)),
        .span = link->item == NULL ? (struct catasta_span){0, 0} : place_of(&game->record, tree_span(tree, link->item)),
        .parent = link->parent,
        .next = link->next,
        .variation = link->variation,
        .ply = link->ply,
        .number = ply->number,
        .depth = ply->depth,
        .seat = ply->seat,
        .verdict = (enum catasta_verdict)ply->verdict,
        .diagnostic = number_about(game, link),
        .end = place_of(&game->record, end_of(game, link)).end,
    };
    return GIVE(found, full);
}

bool catasta_game_remark(const catasta_game *game, size_t node, size_t i, struct catasta_remark *found)
{
    const uint32_t *first = game->remarks.first;
    if (first == NULL || node >= node_total(game) || i >= first[node + 1] - first[node])
        return false;
    const struct item *item = game->remarks.items[first[node] + i];
    const struct ply_link *link = &game->report.tree.links[node];
    struct catasta_remark full = {.text = text_of(remark_words(game->report.tree.record, item)),
        .span = place_of(&game->record, item->span),
        .glyph = item->kind == ITEM_GLYPH,
        .before = link->item != NULL && item < link->item};
    return GIVE(found, full);
}

size_t diagnostic_total(const struct catasta_game *game)
{
    return game->faults == NULL ? 0 : game->report.diagnostics.count;
}

/* The node of the turn of FAULT, or else the last one before it. */
static uint32_t node_at_fault(const struct catasta_game *game, const struct diagnostic *fault)
{
    const struct tree *tree = &game->report.tree;
    const uint32_t at = fault->turn.end > fault->turn.begin ? fault->turn.begin : fault->span.begin;
    size_t low = 0;
    size_t high = node_total(game);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct item *item = tree->links[middle].item;
        if (item == NULL || tree_span(tree, item).begin <= at)
            low = middle + 1;
        else
            high = middle;
    }
    const bool past = tree->past != NULL && at >= tree->past->span.begin;
    return low == 0 || past ? CATASTA_NOWHERE : (uint32_t)low - 1;
}

bool catasta_game_diagnostic(const catasta_game *game, size_t i, struct catasta_diagnostic *found)
{
    if (i >= diagnostic_total(game))
        return false;
    const struct diagnostic *fault = game->faults[i].fault;
    struct catasta_diagnostic full = {
        .id = fault->rule->id,
        .severity = (enum catasta_severity)fault->severity,
        .span = span_of(record_fault_place(&game->record, fault)),
        .turn = place_of(&game->record, fault->turn),
        .line = game->faults[i].line,
        .column = game->faults[i].column,
        .ply = fault->ply,
        .number = fault->number,
        .seat = fault->seat,
        .in_variation = fault->in_variation,
        .cascaded = fault->cascaded,
        .continued = (enum catasta_continued)fault->sequel,
        .board = text_of(fault->board),
        .board_within = fault->within,
        .advice = text_of(rule_advice(fault->rule, fault->facts)),
        .repairs = fault->repair_count,
        .row = game->record.row,
        .node = node_at_fault(game, fault),
    };
    return GIVE(found, full);
}

bool catasta_game_message(const catasta_game *game, size_t i, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    if (i >= diagnostic_total(game))
        return false;
    rule_headline(game->faults[i].fault->rule, game->faults[i].fault->facts, &text);
    return text_deliver(&text, since, sink);
}

struct catasta_repair repair_data(const struct record *record, const struct repair *repair)
{
    struct catasta_repair full = {
        .kind = repair_kind_name(repair->kind),
        .confidence = (enum catasta_confidence)repair->confidence,
        .turn = text_of(repair->text),
        .ply = repair->ply,
        .number = repair->number,
        .seat = repair->seat,
        .open = repair->open,
        .legal = repair->legal,
        .whole = repair->whole,
        .edit_count = repair->edit_count,
    };
    for (unsigned k = 0; k < full.edit_count; k++)
        full.edits[k] = (struct catasta_edit){place_of(record, repair->edits[k].span), text_of(repair->edits[k].text)};
    return full;
}

bool catasta_game_repair(const catasta_game *game, size_t diagnostic, size_t i, struct catasta_repair *found)
{
    if (diagnostic >= diagnostic_total(game) || i >= game->faults[diagnostic].fault->repair_count)
        return false;
    struct catasta_repair full = repair_data(&game->record, &game->faults[diagnostic].fault->repairs[i]);
    return GIVE(found, full);
}

bool catasta_write_repair(const catasta_game *game, size_t diagnostic, size_t i, const struct catasta_sink *sink)
{
    static const struct style plain = {.unicode = true};
    unsigned since = memory_failures();
    struct text text = {0};
    if (diagnostic >= diagnostic_total(game) || i >= game->faults[diagnostic].fault->repair_count)
        return false;
    const struct diagnostic *fault = game->faults[diagnostic].fault;
    repair_words(&game->report, fault, &fault->repairs[i], &text);
    add_confidence(&fault->repairs[i], &plain, &text);
    return text_deliver(&text, since, sink);
}

bool catasta_write_result(const catasta_game *game, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    render_result(&game->report, &text);
    return text_deliver(&text, since, sink);
}

/* SEAT of SEATS, whose scores are those of OUTCOME. */
bool give_seat(struct catasta_seat *found, const struct rulebook *book, unsigned seats, unsigned seat,
    struct slice player, const struct outcome *outcome)
{
    if (seat == 0 || seat > seats)
        return false;
    unsigned sides = book->game == NULL ? 0 : sides_of(book->rules);
    int32_t halves = outcome->halves[seat - 1];
    struct catasta_seat full = {
        .player = text_of(player),
        .name = book->game == NULL ? "" : game_seat_name(book->rules, seat),
        .side = sides == 0 ? seat : (seat - 1) % sides + 1,
        .score = halves % 2 == 0 ? halves / 2 : halves,
        .score_of = halves % 2 == 0 ? 1 : 2,
        .won = (outcome->winners >> (seat - 1) & 1) != 0,
    };
    return GIVE(found, full);
}

bool catasta_game_seat(const catasta_game *game, unsigned seat, struct catasta_seat *found)
{
    const struct report *report = &game->report;
    struct slice player = seat > 0 && seat <= SEATS ? report->players[seat - 1] : (struct slice){NULL, 0};
    return give_seat(found, &report->book, report->seats, seat, player, &report->outcome);
}

bool catasta_game_outcome(const catasta_game *game, struct catasta_outcome *found)
{
    const struct report *report = &game->report;
    struct catasta_outcome full = {
        .over = report->outcome.over,
        .reason = report->outcome.reason,
        .winners = report->outcome.winners,
        .claim = text_of(report->declared.written ? report->declared.figures : (struct slice){NULL, 0}),
        .adjudicated = report->adjudicated,
        .scoring = report->book.game == NULL ? CATASTA_WINS : (enum catasta_scoring)report->book.game->result.scoring,
        .ended = report->outcome.reason != NULL && !report->adjudicated,
    };
    return GIVE(found, full);
}

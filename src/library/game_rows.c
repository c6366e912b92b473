/* SPDX-License-Identifier: MIT */
/* Games as rows. */
#include "archive/fields.h"
#include "base/hash.h"
#include "formats/sgn/game_key.h"
#include "formats/sgn/stripped.h"
#include "formats/text/ply_table.h"
#include "formats/text/remarks.h"
#include "formats/text/replay.h"
#include "library/writer.h"

/* What is wanted of games, and who takes it. */
struct row_taker {
    struct catasta_rows wanted;
    struct field fields[CATASTA_FIELDS];
    size_t field_count;
    uint64_t seed; /* of .identity */
};

static bool read_field_list(struct row_taker *taker, struct slice names, struct text *message)
{
    struct slice name;
    while (slice_split(&names, ',', &name)) {
        if (taker->field_count == CATASTA_FIELDS) {
            text_printf(message, "at most %d fields are possible", (int)CATASTA_FIELDS);
            return false;
        }
        if (!field_read(slice_trim(name), &taker->fields[taker->field_count++], message))
            return false;
    }
    return true;
}

bool catasta_fields_check(const char *names, bool *judged, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct row_taker taker = {.field_count = 0};
    struct text message = {0};
    bool read = read_field_list(&taker, slice_of(names), &message);
    report_error(&message, errors);
    *judged = false;
    for (size_t i = 0; read && i < taker.field_count; i++)
        *judged |= field_needs_judge(&taker.fields[i]);
    return !report_memory(since, errors) && read;
}

static struct catasta_text row_text(struct slice text, struct arena *arena)
{
    struct slice copy = text.at == NULL ? text : arena_copy(arena, text);
    return (struct catasta_text){copy.at, copy.length};
}

static void take_fields(
    const struct output_game *game, const struct row_taker *taker, struct catasta_game_row *row, struct arena *arena)
{
    struct slice value;
    SCOPED(text, scratch);
    for (size_t i = 0; i < taker->field_count; i++)
        if (field_value(&taker->fields[i], game->data, 0, &scratch, &value))
            row->fields[i] = row_text(value, arena);
}

static void take_record(const struct record *record, unsigned strip, struct catasta_game_row *row, struct arena *arena)
{
    SCOPED(text, stripped);
    if (record->too_long || (record->form != NULL && record->row == NULL))
        return;
    if (strip != 0)
        record_strip(record, (strip & CATASTA_STRIP_COMMENTS) != 0, (strip & CATASTA_STRIP_VARIATIONS) != 0, &stripped);
    row->record = row_text(strip != 0 ? text_slice(&stripped) : record_bytes(record), arena);
}

static void take_identity(const struct report *report, uint64_t seed, struct catasta_game_row *row)
{
    SCOPED(text, key);
    game_key(report, &key);
    row->identity[0] = hash_slice(seed, text_slice(&key));
    row->identity[1] = hash_slice(hash_mix(seed), text_slice(&key));
}

/* As written. */
static void take_written_result(
    const struct report *report, struct catasta_game_row *row, struct text *scratch, struct arena *arena)
{
    render_result(report, scratch);
    row->result = row_text(text_slice(scratch), arena);
    text_clear(scratch);
}

/* The content. */

/* Who has won, and how many sides these are. */
static void take_winners(const catasta_game *game, unsigned seats, struct catasta_game_row *row)
{
    struct catasta_entry entry = {.size = sizeof entry};
    catasta_game_entry(game, &entry);
    row->winners = entry.winners == 0 ? ((uint32_t)1 << seats) - 1 : entry.winners;
    row->counts =
        entry.counted < CATASTA_LEFT_ILLEGAL && entry.counted != CATASTA_COUNTED_UNPLAYED && row->winners != 0;
    row->sides = row->counts ? count_sides(game, row->winners) : 0;
}

/* The positions of the main line. */
static void take_hashes(const struct tree *tree, struct catasta_game_row *row, struct arena *arena)
{
    struct tree_place place;
    SCOPED(position_hashes, positions);
    uint64_t *hashes = tree->links == NULL ? NULL : arena_alloc(arena, tree->count * sizeof *hashes);
    row->hashes = hashes;
    if (hashes == NULL || !place_init(&place, tree))
        return;
    for (uint32_t i = 0; i != NODE_NONE && i < tree->count; i = tree->links[i].next) {
        bool played = tree->plies[i].verdict != VERDICT_LOST && tree->plies[i].verdict != VERDICT_UNJUDGED;
        if (played && row->hash_count == tree->links[i].ply) /* else it is no ply, such as a resignation */
            hashes[row->hash_count++] = game_hash_next(&positions, tree->book.rules, place_go(&place, i));
    }
    place_release(&place);
}

static void take_tags(const catasta_game *game, struct catasta_game_row *row, struct arena *arena)
{
    struct catasta_tag tag = {.size = sizeof tag};
    struct catasta_row_tag *tags = arena_alloc(arena, game->record.tag_count * sizeof *tags);
    row->tags = tags;
    for (size_t i = 0; tags != NULL && catasta_game_tag(game, i, &tag); i++)
        tags[row->tag_count++] =
            (struct catasta_row_tag){row_text(slice_from(tag.name), arena), row_text(slice_from(tag.value), arena)};
}

static void take_row_faults(const catasta_game *game, struct catasta_game_row *row, struct arena *arena)
{
    struct catasta_diagnostic fault = {.size = sizeof fault};
    struct catasta_row_fault *faults = arena_alloc(arena, diagnostic_total(game) * sizeof *faults);
    row->faults = faults;
    for (size_t i = 0; faults != NULL && catasta_game_diagnostic(game, i, &fault); i++)
        faults[row->fault_count++] = (struct catasta_row_fault){
            fault.id, fault.severity, fault.in_variation ? 0 : fault.ply, fault.line, fault.column};
}

/* The summary, and plies. */

static void take_players(const struct report *report, struct catasta_game_row *row, struct arena *arena)
{
    struct catasta_text *list = arena_alloc(arena, (report->seats + 1) * sizeof *list);
    row->players.list = list;
    for (unsigned i = 0; list != NULL && i < report->seats; i++)
        list[row->players.count++] = row_text(report->players[i], arena);
}

/* The first error. */
static void take_error(const catasta_game *game, struct catasta_game_row *row)
{
    struct catasta_diagnostic fault = {.size = sizeof fault};
    row->error_ply = CATASTA_NOWHERE;
    for (size_t i = 0; row->error == NULL && catasta_game_diagnostic(game, i, &fault); i++)
        if (fault.severity == CATASTA_ERROR) {
            row->error = fault.id;
            row->error_ply = fault.ply;
        }
}

/* Copies COUNT texts of LIST, LENGTH bytes, one right after the other. */
static void copy_texts(struct catasta_text *list, size_t count, size_t length, struct arena *arena)
{
    char *copy = arena_alloc(arena, length + 1);
    for (size_t i = 0; copy != NULL && i < count; copy += list[i++].length) {
        memcpy(copy, list[i].bytes, list[i].length);
        list[i].bytes = copy;
    }
}

/* Of the main line, the turns and the clock after each; of a tree of texts, too. */
static void take_moves(
    const struct report *report, struct catasta_game_row *row, struct text *scratch, struct arena *arena)
{
    const struct tree *tree = &report->tree;
    struct catasta_text *moves = arena_alloc(arena, (tree->count + 1) * sizeof *moves);
    struct catasta_text *clocks = NULL;
    enum walk_step step;
    struct walk walk;
    size_t count = 0;
    size_t length = 0;
    if (moves == NULL)
        return;
    walk_begin(&walk, tree);
    while ((step = walk_next(&walk)) != WALK_OVER)
        if (step == WALK_TURN && walk.depth == 0) {
            const struct slice move = tree_text(tree, walk.node, walk.item);
            moves[count++] = (struct catasta_text){move.at, move.length};
            length += move.length;
        } else if (step == WALK_REMARK && walk.depth == 0 && count > 0 && walk.item->kind == ITEM_COMMENT) {
            struct slice clock = {NULL, 0};
            add_comment(remark_words(report->record, walk.item), &clock, scratch);
            text_clear(scratch);
            if (clock.at != NULL && clocks == NULL)
                clocks = arena_alloc(arena, (tree->count + 1) * sizeof *clocks);
            if (clock.at != NULL && clocks != NULL)
                clocks[count - 1] = row_text(clock, arena);
        }
    copy_texts(moves, count, length, arena);
    row->moves = (struct catasta_row_texts){moves, count};
    row->clocks = (struct catasta_row_texts){clocks, count};
}

static struct catasta_text row_tag(const struct record *record, const char *name, struct arena *arena)
{
    const struct tag *tag = record_tag(record, name);
    return tag == NULL ? (struct catasta_text){NULL, 0} : row_text(tag->value, arena);
}

static void take_summary(
    const struct output_game *game, struct catasta_game_row *row, struct text *scratch, struct arena *arena)
{
    const struct report *report = game->report;
    row->reason = report->outcome.reason;
    row->won = report->outcome.winners;
    row->event = row_tag(report->record, "Event", arena);
    row->site = row_tag(report->record, "Site", arena);
    row->date = row_tag(report->record, "Date", arena);
    row->round = row_tag(report->record, "Round", arena);
    row->legal = report->legal;
    take_error(game->data, row);
    take_players(report, row, arena);
    take_moves(report, row, scratch, arena);
    uint64_t *hash = report->state == NULL ? NULL : arena_alloc(arena, sizeof *hash);
    if (hash != NULL)
        *hash = game_hash(report->book.rules, report->state);
    row->last = hash;
}

/* The same as in tables of plies. */
static void take_row_plies(const struct report *report, struct catasta_game_row *row, struct arena *arena)
{
    const struct tree *tree = &report->tree;
    struct tree_place place;
    struct clocks clocks;
    struct catasta_row_ply *list = tree->links == NULL ? NULL : arena_alloc(arena, tree->count * sizeof *list);
    SCOPED(text, position);
    row->ply_list = list;
    if (list == NULL || tree->count == 0 || !place_init(&place, tree))
        return;
    clocks_begin(&clocks, report->record, report->seats);
    for (uint32_t i = 0; i != NODE_NONE; i = tree->links[i].next) {
        const struct ply *ply = &tree->plies[i];
        struct catasta_row_ply *to = &list[row->ply_count++];
        const struct slice clock = ply_clock(report, i, &position);
        const int64_t time = ply_time(report, i, clock, &clocks);
        *to = (struct catasta_row_ply){.ply = tree->links[i].ply,
            .number = ply->number,
            .seat = ply->seat == 0 ? "" : game_seat_name(tree->book.rules, ply->seat),
            .verdict = i == 0 ? NULL : verdict_name(ply->verdict),
            .clock = row_text(clock, arena),
            .milliseconds = time < 0 || time >= CATASTA_NOWHERE ? CATASTA_NOWHERE : (uint32_t)time};
        if (i > 0)
            to->turn = row_text(tree_text(tree, i, tree->links[i].item), arena);
        if (ply->verdict != VERDICT_LOST && ply->verdict != VERDICT_UNJUDGED) {
            game_write_position(tree->book.rules, place_go(&place, i), &position);
            to->position = row_text(text_slice(&position), arena);
        }
        text_clear(&position);
    }
    place_release(&place);
}

/* Stray text is not a game. */
static void *make_game_row(const struct output_game *game, const void *context, struct arena *arena)
{
    const struct row_taker *taker = context;
    struct catasta_game_row *row = record_is_empty(game->report->record) ? NULL : arena_alloc(arena, sizeof *row);
    if (row == NULL)
        return NULL;
    const struct catasta_info info = info_of(game->data);
    *row = (struct catasta_game_row){.file = game->file,
        .offset = info.offset,
        .length = info.source.length,
        .line = info.row == NULL ? info.line : CATASTA_NOWHERE,
        .form = info.form,
        .ruleset = row_text(slice_from(info.game.bytes == NULL ? info.game : info.ruleset), arena),
        .game = row_text(slice_from(info.game), arena),
        .plies = info.plies,
        .errors = info.errors,
        .warnings = info.warnings};
    SCOPED(text, scratch);
    take_fields(game, taker, row, arena);
    if ((taker->wanted.parts & (CATASTA_ROW_CONTENT | CATASTA_ROW_SUMMARY)) != 0)
        take_written_result(game->report, row, &scratch, arena);
    if ((taker->wanted.parts & CATASTA_ROW_RECORD) != 0)
        take_record(game->report->record, taker->wanted.strip, row, arena);
    if ((taker->wanted.parts & CATASTA_ROW_IDENTITY) != 0)
        take_identity(game->report, taker->seed, row);
    if ((taker->wanted.parts & CATASTA_ROW_CONTENT) != 0) {
        take_winners(game->data, info.seats, row);
        take_hashes(&game->report->tree, row, arena);
        take_tags(game->data, row, arena);
        take_row_faults(game->data, row, arena);
    }
    if ((taker->wanted.parts & CATASTA_ROW_SUMMARY) != 0)
        take_summary(game, row, &scratch, arena);
    if ((taker->wanted.parts & CATASTA_ROW_PLIES) != 0)
        take_row_plies(game->report, row, arena);
    return arena->failed ? NULL : row;
}

static bool give_row(void *context, void *values, uint64_t number)
{
    const struct row_taker *taker = context;
    struct catasta_game_row *row = values;
    row->number = number;
    return taker->wanted.take(taker->wanted.context, row);
}

static const struct format row_formats[] = {
    [KEEP_NOTHING] = {.silent = true, .data = true, .row = make_game_row, .take = give_row},
    [KEEP_TEXTS] = {.keeps = KEEP_TEXTS, .silent = true, .data = true, .row = make_game_row, .take = give_row},
    [KEEP_POSITIONS] = {.keeps = KEEP_POSITIONS, .silent = true, .data = true, .row = make_game_row, .take = give_row},
};

catasta_writer *catasta_rows_writer(const struct catasta_rows *rows)
{
    struct catasta_rows wanted;
    SCOPED(text, message);
    TAKE(wanted, rows);
    enum keep_what keeps = (wanted.parts & (CATASTA_ROW_CONTENT | CATASTA_ROW_PLIES)) != 0 ? KEEP_POSITIONS
        : (wanted.parts & (CATASTA_ROW_IDENTITY | CATASTA_ROW_SUMMARY)) != 0               ? KEEP_TEXTS
                                                                                           : KEEP_NOTHING;
    struct catasta_writer *writer = writer_of_rows(&row_formats[keeps], NULL);
    struct row_taker *taker = writer == NULL ? NULL : arena_alloc(&writer->document.arena, sizeof *taker);
    if (taker != NULL) {
        *taker = (struct row_taker){.wanted = wanted, .seed = hash_seed(writer)};
        writer->taker = taker;
        if (wanted.fields == NULL || read_field_list(taker, slice_of(wanted.fields), &message))
            return writer;
    }
    writer_drop(writer);
    return NULL;
}

/* Positions that are owned: played on, asked for legal turns, looked at. */
#include "forms/svg/svg.h"
#include "forms/text/replay.h"
#include "library/data.h"
#include "referee/judge/standing.h"
#include "referee/perft.h"

#include <stdlib.h>

struct catasta_position {
    struct rulebook book; /* held */
    unsigned seats;
    size_t size; /* of its state */
    struct standing standing;
    struct report report; /* of the turn played last */
    struct arena arena;   /* for a fault */
    bool viewed;
    struct view view;
    struct arena views; /* for that */
};

static catasta_position *position_new(const struct rulebook *book, unsigned seats, const struct state *state)
{
    struct catasta_position *position = calloc(1, sizeof *position);
    size_t size = book->game->state_size(book->rules);
    struct state *copy = position == NULL ? NULL : malloc(size);
    if (copy == NULL) {
        free(position);
        return NULL;
    }
    memcpy(copy, state, size);
    arena_init(&position->arena, 0);
    arena_init(&position->views, 0);
    report_init(&position->report);
    position->book = *book;
    rulebook_hold(book);
    position->seats = seats;
    position->size = size;
    position->standing.state = copy;
    book->game->judge_end(book->rules, copy, &position->standing.outcome);
    return position;
}

catasta_position *catasta_game_position(const catasta_game *game, size_t node)
{
    const struct report *report = &game->report;
    struct tree_place place;
    catasta_position *position = NULL;
    if (node >= catasta_game_nodes(game))
        return NULL;
    if (place_init(&place, &report->tree))
        position = position_new(&report->book, report->seats, place_go(&place, (uint32_t)node));
    place_release(&place);
    return position;
}

catasta_position *catasta_position_copy(const catasta_position *position)
{
    struct catasta_position *copy = position_new(&position->book, position->seats, position->standing.state);
    if (copy == NULL)
        return NULL;
    struct state *state = copy->standing.state;
    copy->standing = position->standing;
    copy->standing.state = state;
    return copy;
}

void catasta_position_free(catasta_position *position)
{
    if (position == NULL)
        return;
    rulebook_drop(&position->book);
    report_release(&position->report);
    arena_release(&position->arena);
    arena_release(&position->views);
    free(position->standing.state);
    free(position);
}

/* What the first error among the diagnostics of REPORT says, in ARENA. */
static bool fault_from(const struct report *report, struct arena *arena, struct catasta_fault *fault)
{
    const struct diagnostic *first = report->diagnostics.first;
    while (first != NULL && first->severity != SEVERITY_ERROR)
        first = first->next;
    struct catasta_fault full = {.id = NULL};
    struct text message;
    text_init(&message);
    if (first != NULL) {
        rule_headline(first->rule, first->facts, &message);
        full = (struct catasta_fault){.id = first->rule->id,
            .message = text_of(arena_copy(arena, text_slice(&message))),
            .advice = text_of(arena_copy(arena, rule_advice(first->rule, first->facts))),
            .board = text_of(arena_copy(arena, first->board)),
            .span = span_of(first->span)};
    }
    if (message.failed || arena->failed)
        full.id = NULL;
    text_release(&message);
    if (fault != NULL)
        GIVE(fault, full);
    return false;
}

/* A turn as text, read. */
struct turn_reading {
    struct reader *reader; /* allocated */
    struct text bytes;
    struct record record;
    const struct item *turn; /* NULL: it is not one turn */
    struct playing playing;
};

/* In front of a turn, so that it is read as one whatever it is. */
static const char before_turn[] = "1. ";

/* What stands where a turn should is one, too. */
static const struct item *only_turn(const struct record *record)
{
    const struct item *turn = NULL;
    for (size_t i = 0; i < record->main.count; i++) {
        const struct item *item = &record->main.items[i];
        bool is_turn = item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE;
        if (item->kind == ITEM_VARIATION || (is_turn && turn != NULL))
            return NULL;
        turn = is_turn ? item : turn;
    }
    return turn;
}

/* False when out of memory; to be ended in any case. */
static bool read_turn(
    const struct catasta_position *position, const char *text, size_t length, struct turn_reading *reading)
{
    static const struct severities none = {0};
    *reading = (struct turn_reading){.reader = calloc(1, sizeof *reading->reader)};
    text_add_string(&reading->bytes, before_turn);
    text_add(&reading->bytes, (struct slice){text, length});
    text_add_char(&reading->bytes, '\n');
    if (reading->reader == NULL || reading->bytes.failed ||
        !reader_open_at(reading->reader, text_slice(&reading->bytes), -1, true, 1) ||
        reader_next(reading->reader, &reading->record) != READ_RECORD)
        return false;
    record_read_cells(&reading->record, position->book.game->shape);
    reading->turn = only_turn(&reading->record);
    reading->playing = (struct playing){&reading->record, &position->book, position->seats, position->size, &none};
    return true;
}

static void end_reading(struct turn_reading *reading)
{
    if (reading->reader != NULL)
        reader_close(reading->reader);
    free(reading->reader);
    text_release(&reading->bytes);
}

/* Plays TEXT on STANDING. */
static bool play(struct catasta_position *position, struct standing *standing, const char *text, size_t length,
    struct catasta_fault *fault)
{
    struct turn_reading reading;
    bool read = read_turn(position, text, length, &reading);
    bool played = read && referee_play(&reading.playing, standing, reading.turn, &position->report);
    arena_clear(&position->arena);
    if (!read)
        position->report.diagnostics = (struct diagnostics){0};
    if (!played)
        fault_from(&position->report, &position->arena, fault);
    size_t before = sizeof before_turn - 1;
    if (!played && fault != NULL && fault->size >= sizeof *fault) {
        fault->span.begin -= fault->span.begin < before ? fault->span.begin : before;
        fault->span.end -= fault->span.end < before ? fault->span.end : before;
        fault->span.end = fault->span.end > length ? length : fault->span.end;
    }
    end_reading(&reading);
    return played;
}

bool catasta_position_play(catasta_position *position, const char *text, size_t length, struct catasta_fault *fault)
{
    bool played = play(position, &position->standing, text, length, fault);
    position->viewed = position->viewed && !played;
    return played;
}

/* Legal turns. */

struct completing {
    const struct catasta_position *position;
    struct slice prefix;
    catasta_visitor *visit;
    void *context;
    struct text text;
    bool any;
    bool stopped;
};

static bool begins_with(struct slice text, struct slice prefix)
{
    return text.length >= prefix.length && memcmp(text.at, prefix.at, prefix.length) == 0;
}

static bool tell(struct completing *completing, struct slice text, unsigned flags)
{
    completing->any = true;
    completing->stopped = !completing->visit(completing->context, text.at, text.length, flags);
    return !completing->stopped;
}

/* Whole turns; those that begin another are next to it. */
static bool complete_listed(struct completing *completing)
{
    struct arena arena;
    struct branches branches = {0};
    arena_init(&arena, 0);
    bool listed =
        list_branches(&completing->position->book, completing->position->standing.state, 1, &arena, &branches);
    for (size_t i = 0; listed && i < branches.count; i++) {
        struct slice text = branches.items[i].text;
        bool begins = i + 1 < branches.count && begins_with(branches.items[i + 1].text, text);
        if (begins_with(text, completing->prefix) &&
            !tell(completing, text, CATASTA_COMPLETE | (begins ? CATASTA_CAN_GO_ON : 0u)))
            break;
    }
    arena_release(&arena);
    return listed;
}

static bool stop(void *context, const struct turn *turn)
{
    (void)context;
    (void)turn;
    return false;
}

/* Turns that are made step by step: goes on with what the prefix begins with, and gives what
   begins with the prefix. */
static bool complete_begun(void *context, const struct turn *turn)
{
    struct completing *completing = context;
    const struct rulebook *book = &completing->position->book;
    const struct standing *standing = &completing->position->standing;
    const struct turn begun = *turn;
    text_clear(&completing->text);
    book->game->write(book->rules, standing->state, turn, &completing->text);
    struct slice text = text_slice(&completing->text);
    bool goes_on = begun.count < TURN_STEPS;
    if (!begins_with(text, completing->prefix))
        return !goes_on || !begins_with(completing->prefix, text) ||
            (book->game->extend(book->rules, standing->state, &begun, complete_begun, completing) &&
                !completing->stopped);
    bool more = goes_on && !book->game->extend(book->rules, standing->state, &begun, stop, NULL);
    struct state *after = malloc(completing->position->size);
    if (after == NULL) {
        completing->text.failed = true;
        return false;
    }
    memcpy(after, standing->state, completing->position->size);
    bool whole = book->game->play(book->rules, after, turn, NULL);
    free(after);
    return tell(completing, text, (whole ? CATASTA_COMPLETE : 0u) | (more ? CATASTA_CAN_GO_ON : 0u));
}

static bool complete(struct completing *completing)
{
    const struct rulebook *book = &completing->position->book;
    const struct turn none = {.count = 0};
    if (catasta_position_to_move(completing->position) == 0)
        return true;
    if (book->game->generate != NULL)
        return complete_listed(completing);
    book->game->extend(book->rules, completing->position->standing.state, &none, complete_begun, completing);
    return !completing->text.failed;
}

/* The steps of PREFIX up to its last comma in canonical form; false when they are none. */
static bool respell(const struct catasta_position *position, struct slice prefix, struct text *text)
{
    struct turn_reading reading;
    struct turn turn = {.count = 0};
    size_t length = prefix.length;
    while (length > 0 && prefix.at[length - 1] != ',')
        length--;
    size_t steps = length > 0 ? length - 1 : prefix.length;
    bool read = read_turn(position, prefix.at, steps, &reading) && reading.turn != NULL &&
        standing_reads(&reading.playing, reading.turn, &turn);
    if (read)
        position->book.game->write(position->book.rules, position->standing.state, &turn, text);
    text_add(text, (struct slice){prefix.at + steps, prefix.length - steps});
    end_reading(&reading);
    return read && !slice_equal(text_slice(text), prefix);
}

bool catasta_position_moves(catasta_position *position, const char *prefix, size_t length, catasta_visitor *visit,
    void *context, struct catasta_fault *fault)
{
    struct completing completing = {
        .position = position, .prefix = {prefix, length}, .visit = visit, .context = context};
    struct text spelled;
    text_init(&spelled);
    bool fine = complete(&completing);
    if (fine && !completing.any && respell(position, completing.prefix, &spelled)) {
        completing.prefix = text_slice(&spelled);
        fine = complete(&completing);
    }
    if (fine && !completing.any) {
        struct catasta_position *trial = catasta_position_copy(position);
        fine = trial != NULL && play(position, &trial->standing, prefix, length, fault);
        if (fine)
            tell(&completing, (struct slice){prefix, length}, CATASTA_COMPLETE);
        catasta_position_free(trial);
    } else if (!fine && fault != NULL) {
        struct catasta_fault none = {.id = NULL};
        GIVE(fault, none);
    }
    text_release(&completing.text);
    text_release(&spelled);
    return fine;
}

/* Where positions begin. */

/* What a tag holds between its quotes. */
static void add_value(struct text *text, const char *value)
{
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            text_add_char(text, '\\');
        text_add_char(text, *value);
    }
}

catasta_position *catasta_position_start(catasta_session *session, const char *ruleset, const struct catasta_pair *tags,
    size_t count, struct catasta_fault *fault)
{
    struct reader *reader = calloc(1, sizeof *reader);
    catasta_position *position = NULL;
    struct text text;
    struct record record;
    struct report report;
    text_init(&text);
    report_init(&report);
    for (size_t i = 0; i < count; i++) {
        text_printf(&text, "[%s \"", tags[i].name);
        add_value(&text, tags[i].value);
        text_add_string(&text, "\"]\n");
    }
    text_add_string(&text, "\n*\n");
    bool read = reader != NULL && !text.failed && reader_open_at(reader, text_slice(&text), -1, true, 1) &&
        reader_next(reader, &record) == READ_RECORD;
    if (read && referee_start(session->referee, ruleset, &record, &report))
        position = position_new(&report.book, report.seats, report.state);
    arena_clear(&session->faults);
    if (position == NULL)
        fault_from(&report, &session->faults, fault);
    report_release(&report);
    if (reader != NULL)
        reader_close(reader);
    free(reader);
    text_release(&text);
    return position;
}

catasta_position *catasta_position_read(
    catasta_session *session, const char *ruleset, const char *text, size_t length, struct catasta_fault *fault)
{
    char *value = malloc(length + 1);
    catasta_position *position = NULL;
    if (value != NULL) {
        memcpy(value, text, length);
        value[length] = '\0';
        const struct catasta_pair tag = {"Position", value};
        position = catasta_position_start(session, ruleset, &tag, 1, fault);
    } else if (fault != NULL) {
        struct catasta_fault none = {.id = NULL};
        GIVE(fault, none);
    }
    free(value);
    return position;
}

bool catasta_position_outcome(const catasta_position *position, struct catasta_outcome *n)
{
    const struct outcome *outcome = &position->standing.outcome;
    struct catasta_outcome full = {.over = outcome->over, .reason = outcome->reason, .winners = outcome->winners};
    struct outcome resigned = *outcome;
    if (!outcome->over && position->standing.resigned != 0) {
        struct claim claim = claim_resigned(position->standing.resigned);
        claim_take(&claim, position->book.game, position->book.rules, position->seats, &resigned);
        full.reason = resigned.reason;
        full.winners = resigned.winners;
    }
    return GIVE(n, full);
}

bool catasta_position_seat(const catasta_position *position, unsigned seat, struct catasta_seat *n)
{
    return give_seat(n, &position->book, position->seats, seat, (struct slice){NULL, 0}, &position->standing.outcome);
}

unsigned catasta_position_seats(const catasta_position *position)
{
    return position->seats;
}

unsigned catasta_position_to_move(const catasta_position *position)
{
    const struct standing *standing = &position->standing;
    return standing->outcome.over || standing->resigned != 0 ? 0 : standing->state->seat;
}

uint32_t catasta_position_number(const catasta_position *position)
{
    return position->standing.state->number;
}

/* What lies where. */

static const struct view *view_of(catasta_position *position)
{
    const struct rulebook *book = &position->book;
    if (!position->viewed) {
        arena_clear(&position->views);
        position->viewed =
            book->game->view(book->rules, position->standing.state, NULL, &position->views, &position->view);
    }
    return position->viewed ? &position->view : NULL;
}

size_t catasta_position_cells(catasta_position *position)
{
    const struct view *view = view_of(position);
    return view == NULL ? 0 : view->count;
}

bool catasta_position_cell(catasta_position *position, size_t i, struct catasta_cell *n)
{
    if (i >= catasta_position_cells(position))
        return false;
    const struct view_cell *cell = &position->view.cells[i];
    struct catasta_cell full = {.name = cell->name,
        .x = cell->x,
        .y = cell->y,
        .board = cell->board,
        .zone = cell->zone,
        .pawns = cell->pawns,
        .height = cell->height};
    return GIVE(n, full);
}

size_t catasta_position_lists(catasta_position *position)
{
    const struct view *view = view_of(position);
    return view == NULL ? 0 : view->list_count;
}

bool catasta_position_list(catasta_position *position, size_t i, struct catasta_list *n)
{
    if (i >= catasta_position_lists(position))
        return false;
    const struct view_list *list = &position->view.lists[i];
    struct catasta_list full = {.name = list->name, .stacked = list->stacked, .count = list->count};
    return GIVE(n, full);
}

static bool give_piece(const struct view_piece *pieces, size_t count, size_t k, struct catasta_piece *piece)
{
    if (k >= count)
        return false;
    *piece = (struct catasta_piece){pieces[k].text, pieces[k].colour, pieces[k].seat};
    return true;
}

bool catasta_cell_piece(catasta_position *position, size_t cell, size_t k, struct catasta_piece *piece)
{
    return cell < catasta_position_cells(position) &&
        give_piece(position->view.cells[cell].pieces, position->view.cells[cell].height, k, piece);
}

bool catasta_list_piece(catasta_position *position, size_t list, size_t k, struct catasta_piece *piece)
{
    return list < catasta_position_lists(position) &&
        give_piece(position->view.lists[list].pieces, position->view.lists[list].count, k, piece);
}

bool catasta_position_write(const catasta_position *position, const char *form, const struct catasta_sink *sink)
{
    static const struct style style = {.unicode = true};
    static const struct svg_style plain = {0};
    const struct rulebook *book = &position->book;
    const struct state *state = position->standing.state;
    struct text text;
    struct view view;
    struct arena arena;
    bool known = true;
    text_init(&text);
    arena_init(&arena, 0);
    if (strcmp(form, "position") == 0) {
        book->game->write_position(book->rules, state, &text);
    } else if (strcmp(form, "text") == 0) {
        text.failed = !render_position(book, state, NULL, &style, &text);
    } else if (strcmp(form, "svg") == 0 && book->game->view(book->rules, state, NULL, &arena, &view)) {
        struct svg_frame frame;
        svg_frame_begin(&frame, &plain);
        svg_frame_add(&frame, &view);
        svg_document(&frame, &view, book->game->ruleset.name, &text);
    } else {
        known = false;
    }
    arena_release(&arena);
    return deliver(&text, sink) && known;
}

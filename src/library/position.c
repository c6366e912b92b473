/* SPDX-License-Identifier: MIT */
/* Positions that are owned: played on, asked for legal turns, looked at. */
#include "formats/svg/svg.h"
#include "formats/text/replay.h"
#include "library/accessors.h"
#include "referee/judge/line_cursor.h"
#include "referee/perft.h"

#include <stdlib.h>

struct catasta_position {
    struct rulebook book; /* held */
    unsigned seats;
    size_t size; /* of its state */
    struct line_cursor cursor;
    struct report report; /* of the turn played last */
    struct arena arena;   /* for a fault, and the repairs of a turn */
    struct catasta_repair repairs[REPAIRS_MOST];
    size_t repair_count;
    bool viewed;
    struct view view;
    struct arena views; /* for that */
};

static catasta_position *new_position(const struct rulebook *book, unsigned seats, const struct state *state)
{
    struct catasta_position *position = memory_new(sizeof *position);
    size_t size = game_state_size(book->rules);
    struct state *copy = position == NULL ? NULL : memory_new(size);
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
    position->cursor.state = copy;
    game_judge_end(book->rules, copy, &position->cursor.outcome);
    return position;
}

catasta_position *catasta_game_position(const catasta_game *game, size_t node)
{
    const struct report *report = &game->report;
    struct tree_place place;
    catasta_position *position = NULL;
    if (node >= node_total(game))
        return NULL;
    if (place_init(&place, &report->tree))
        position = new_position(&report->book, report->seats, place_go(&place, (uint32_t)node));
    place_release(&place);
    return position;
}

catasta_position *catasta_position_copy(const catasta_position *position)
{
    struct catasta_position *copy = new_position(&position->book, position->seats, position->cursor.state);
    if (copy == NULL)
        return NULL;
    struct state *state = copy->cursor.state;
    copy->cursor = position->cursor;
    copy->cursor.state = state;
    return copy;
}

catasta_position *catasta_position_seen(const catasta_position *position, unsigned seat)
{
    const void *rules = position->book.rules;
    struct catasta_position *seen = seat > position->seats ? NULL : catasta_position_copy(position);
    for (unsigned one = 1; one <= position->seats && seen != NULL; one++)
        if (seat == 0 || one == seat)
            game_hide(rules, seen->cursor.state, one);
    return seen;
}

void catasta_position_free(catasta_position *position)
{
    if (position == NULL)
        return;
    rulebook_drop(&position->book);
    report_release(&position->report);
    arena_release(&position->arena);
    arena_release(&position->views);
    free(position->cursor.state);
    free(position);
}

/* SPAN of a text that begins BEFORE bytes after its own beginning, and is of LENGTH. */
static struct catasta_span span_within(struct span span, size_t before, size_t length)
{
    size_t begin = span.begin < before ? 0 : span.begin - before;
    size_t end = span.end < before ? 0 : span.end - before;
    return (struct catasta_span){begin < length ? begin : length, end < length ? end : length};
}

const struct diagnostic *diagnostics_first_error(const struct diagnostics *list)
{
    const struct diagnostic *fault = list->first;
    while (fault != NULL && fault->severity != SEVERITY_ERROR)
        fault = fault->next;
    return fault;
}

struct catasta_fault fault_of(
    const struct diagnostic *fault, const struct record *record, struct arena *arena, size_t before, size_t length)
{
    struct catasta_fault full = {.id = NULL, .tag = CATASTA_NOWHERE};
    SCOPED(text, message);
    if (fault != NULL) {
        const struct span place = record == NULL ? fault->span : record_place(record, fault->span);
        rule_headline(fault->rule, fault->facts, &message);
        full = (struct catasta_fault){.id = fault->rule->id,
            .message = text_of(arena_copy(arena, text_slice(&message))),
            .advice = text_of(arena_copy(arena, rule_advice(fault->rule, fault->facts))),
            .board = text_of(arena_copy(arena, fault->board)),
            .span = span_within(place, before, length),
            .tag = CATASTA_NOWHERE,
            .severity = (enum catasta_severity)fault->severity};
    }
    return full;
}

/* A turn as text, read. */
struct turn_reading {
    struct reader *reader; /* allocated */
    struct text bytes;
    struct record record;
    const struct item *turn; /* NULL: it is not one turn */
    struct span excess;      /* then: what there is besides a turn, or all of it */
    struct play_context context;
};

/* In front of a turn, so that it is read as one whatever it is. */
static const char before_turn[] = "1. ";

/* Finds the turn, or else what there is besides: another one, a variation, a result, another record.
   What is where a turn should be is one, too. */
static const struct item *only_turn(struct turn_reading *reading)
{
    const struct record *record = &reading->record;
    const struct item *turn = NULL;
    uint32_t end = (uint32_t)reading->bytes.length;
    size_t rest = reading->reader->begin;
    for (size_t i = 0; i < record->main.count; i++) {
        const struct item *item = &record->main.items[i];
        bool is_turn = item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE;
        reading->excess = (struct span){item->span.begin, end};
        if (item->kind == ITEM_VARIATION || (is_turn && turn != NULL))
            return NULL;
        turn = is_turn ? item : turn;
    }
    while (rest < end && is_space(reading->bytes.bytes[rest]))
        rest++;
    reading->excess = record->has_result ? (struct span){record->result.begin, end}
        : rest < end                     ? (struct span){(uint32_t)rest, end}
                                         : (struct span){0, end};
    return record->has_result || rest < end ? NULL : turn;
}

static enum turn_shape known_shape(void *shape, const struct record *record)
{
    (void)record;
    return *(const enum turn_shape *)shape;
}

/* False when out of memory; to be ended in any case. */
static bool read_typed_turn(const struct catasta_position *position, struct slice text, struct turn_reading *reading)
{
    static const struct severities none = {0};
    enum turn_shape shape = position->book.game->notation.shape;
    const struct shapes shapes = {known_shape, &shape};
    *reading = (struct turn_reading){.reader = memory_new(sizeof *reading->reader)};
    text_printf(&reading->bytes, "%s%pS\n", before_turn, SLICE(text));
    if (reading->reader == NULL || reading->bytes.failed ||
        !reader_open_at(reading->reader, text_slice(&reading->bytes), true, 1))
        return false;
    if (reader_next(reading->reader, &reading->record, &shapes) != READ_RECORD)
        return false;
    reading->turn = only_turn(reading);
    reading->context = (struct play_context){&reading->record, &position->book, position->seats, position->size, &none};
    return true;
}

static void end_reading(struct turn_reading *reading)
{
    if (reading->reader != NULL)
        reader_close(reading->reader);
    free(reading->reader);
    text_release(&reading->bytes);
}

/* Whether what is around the turn can be read. */
static bool reads_well(const struct turn_reading *reading)
{
    return reading->turn->kind == ITEM_UNREADABLE || diagnostics_first_error(&reading->record.faults) == NULL;
}

/* What is said of the turn of READING, TEXT, which could be read as a WHOLE or not, and was PLAYED or not. */
static struct catasta_fault fault_in_turn(
    struct catasta_position *position, const struct turn_reading *reading, bool whole, bool played, struct slice text)
{
    const struct record *record = &reading->record;
    const size_t before = sizeof before_turn - 1;
    const struct diagnostics *told = &position->report.diagnostics;
    const struct diagnostic *fault = diagnostics_first_error(whole ? told : &record->faults);
    if (played)
        fault = record->faults.first != NULL ? record->faults.first : told->first;
    struct catasta_fault full = fault_of(fault, record, &position->arena, before, text.length);
    if (!played && reading->turn == NULL)
        full.span = span_within((struct span){reading->excess.begin, UINT32_MAX}, before, text.length);
    for (unsigned i = 0; !played && whole && fault != NULL && i < fault->repair_count; i++) {
        struct catasta_repair repair = repair_data(record, &fault->repairs[i]);
        if (fault->repairs[i].kind != REPAIR_TURN)
            continue;
        repair.turn = text_of(arena_copy(&position->arena, fault->repairs[i].text));
        for (unsigned k = 0; k < repair.edit_count; k++)
            repair.edits[k] = (struct catasta_edit){
                span_within(record_place(record, fault->repairs[i].edits[k].span), before, text.length),
                text_of(arena_copy(&position->arena, fault->repairs[i].edits[k].text))};
        position->repairs[position->repair_count++] = repair;
    }
    full.repairs = position->repair_count;
    return full;
}

/* Plays TEXT on CURSOR; what is wrong with it is in the memory of POSITION.  What a caller may want to know besides is
   worked out with DETAILS. */
static bool play_on_position(struct catasta_position *position, struct line_cursor *cursor, struct slice text,
    bool details, struct catasta_fault *fault)
{
    unsigned since = memory_failures();
    struct turn_reading reading;
    SCOPED(text, canonical);
    bool read = read_typed_turn(position, text, &reading);
    bool whole = read && (reading.turn == NULL || reads_well(&reading));
    reading.context.silent = fault == NULL;
    bool played =
        whole && referee_play(&reading.context, cursor, reading.turn, &position->report, details ? &canonical : NULL);
    arena_clear(&position->arena);
    position->repair_count = 0;
    if (fault != NULL && (details || !played)) {
        struct catasta_fault full = {.id = NULL, .tag = CATASTA_NOWHERE};
        if (read)
            full = fault_in_turn(position, &reading, whole, played, text);
        if (played)
            full.turn = text_of(arena_copy(&position->arena, text_slice(&canonical)));
        if (memory_ran_out(since))
            full = (struct catasta_fault){.id = NULL, .tag = CATASTA_NOWHERE};
        GIVE(fault, full);
    }
    end_reading(&reading);
    return played;
}

const struct rulebook *position_book(const catasta_position *position)
{
    return &position->book;
}

const struct state *position_state(const catasta_position *position)
{
    return position->cursor.state;
}

bool catasta_position_hash(const catasta_position *position, uint64_t *hash)
{
    unsigned since = memory_failures();
    *hash = game_hash(position->book.rules, position->cursor.state);
    return !memory_ran_out(since);
}

/* What the caller gives; NULL for nothing is allowed. */
static struct slice text_given(const char *text, size_t length)
{
    return text == NULL ? (struct slice){"", 0} : (struct slice){text, length};
}

bool catasta_position_play(catasta_position *position, const char *text, size_t length, struct catasta_fault *fault)
{
    bool played = play_on_position(position, &position->cursor, text_given(text, length), fault != NULL, fault);
    position->viewed = position->viewed && !played;
    return played;
}

bool catasta_position_repair(const catasta_position *position, size_t i, struct catasta_repair *found)
{
    if (i >= position->repair_count)
        return false;
    struct catasta_repair full = position->repairs[i];
    return GIVE(found, full);
}

bool catasta_position_force(catasta_position *position, const char *text, size_t length)
{
    struct turn_reading reading;
    struct turn turn = {.shape = TURN_NONE};
    const bool read = read_typed_turn(position, text_given(text, length), &reading) && reading.turn != NULL &&
        reading.turn->kind == ITEM_TURN && line_cursor_reads(&reading.context, reading.turn, &turn);
    const bool forced = read && line_cursor_force(&reading.context, &position->cursor, &turn);
    end_reading(&reading);
    position->viewed = position->viewed && !forced;
    return forced;
}

/* Legal turns. */

struct completing {
    const struct catasta_position *position;
    struct slice prefix;
    catasta_turn_visitor *visit;
    void *context;
    struct text text;
    bool any;
    bool stopped;
};

static bool slice_begins_with(struct slice text, struct slice prefix)
{
    return text.length >= prefix.length && memcmp(text.at, prefix.at, prefix.length) == 0;
}

static bool offer_completion(struct completing *completing, struct slice text, unsigned flags)
{
    completing->any = true;
    completing->stopped = !completing->visit(completing->context, text.at, text.length, flags);
    return !completing->stopped;
}

/* Whole turns; those that begin another are next to it. */
static bool complete_listed(struct completing *completing)
{
    SCOPED(arena, arena);
    struct branches branches = {0};
    bool listed = list_branches(&completing->position->book, completing->position->cursor.state, 1, &arena, &branches);
    for (size_t i = 0; listed && i < branches.count; i++) {
        struct slice text = branches.items[i].text;
        bool begins = i + 1 < branches.count && slice_begins_with(branches.items[i + 1].text, text);
        if (slice_begins_with(text, completing->prefix) &&
            !offer_completion(completing, text, CATASTA_COMPLETE | (begins ? CATASTA_CAN_GO_ON : 0u)))
            break;
    }
    return listed;
}

static bool stop_at_first_turn(void *context, const struct turn *turn)
{
    (void)context;
    (void)turn;
    return false;
}

/* Turns that are made step by step: goes on with what the prefix begins with, and gives what
   begins with the prefix; where that is a step to its end, the next ones too. */
static bool complete_begun(void *context, const struct turn *turn)
{
    struct completing *completing = context;
    const struct rulebook *book = &completing->position->book;
    const struct line_cursor *cursor = &completing->position->cursor;
    const struct turn begun = *turn;
    text_clear(&completing->text);
    book->game->notation.write(book->rules, cursor->state, turn, &completing->text);
    struct slice text = text_slice(&completing->text);
    bool goes_on = begun.count < TURN_STEPS;
    if (!slice_begins_with(text, completing->prefix))
        return !goes_on || !slice_begins_with(completing->prefix, text) ||
            (book->game->judging.extend(book->rules, cursor->state, &begun, complete_begun, completing) &&
                !completing->stopped);
    bool more = goes_on && !book->game->judging.extend(book->rules, cursor->state, &begun, stop_at_first_turn, NULL);
    struct state *after = memory_new(completing->position->size);
    if (after == NULL)
        return false;
    memcpy(after, cursor->state, completing->position->size);
    bool whole = game_play(book->rules, after, turn, NULL);
    free(after);
    bool goes_on_here = more && text.length == completing->prefix.length;
    return offer_completion(completing, text, (whole ? CATASTA_COMPLETE : 0u) | (more ? CATASTA_CAN_GO_ON : 0u)) &&
        (!goes_on_here ||
            (book->game->judging.extend(book->rules, cursor->state, &begun, complete_begun, completing) &&
                !completing->stopped));
}

static bool complete_turn_text(struct completing *completing)
{
    const struct rulebook *book = &completing->position->book;
    const struct turn none = {.count = 0};
    if (catasta_position_to_move(completing->position) == 0)
        return true;
    if (book->game->judging.generate != NULL)
        return complete_listed(completing);
    book->game->judging.extend(book->rules, completing->position->cursor.state, &none, complete_begun, completing);
    return true;
}

/* Whether SEAT, as written before '|', is the one to move; 0: nothing is written. */
static bool is_to_move(const struct catasta_position *position, unsigned seat)
{
    return seat == 0 || seat == catasta_position_to_move(position);
}

/* A step as written, to be found among those that may be taken. */
struct step_search {
    struct step step;
    struct turn *begun; /* becomes the turn with that step */
    bool found;
};

static bool find_step(void *context, const struct turn *turn)
{
    struct step_search *search = context;
    if (turn->count == 0)
        return true;
    const struct step *step = &turn->steps[turn->count - 1];
    search->found = step->cell == search->step.cell && step->count == search->step.count &&
        (step->mark == '+') == (search->step.mark == '+');
    if (search->found)
        *search->begun = *turn;
    return !search->found;
}

/* Writes TURN, which begins one, to TEXT in canonical form; false when it is not legal, and then the game could not. */
static bool write_begun(const struct catasta_position *position, const struct turn *turn, struct text *text)
{
    const struct rulebook *book = &position->book;
    const struct state *state = position->cursor.state;
    struct turn begun = {.count = 0};
    if (book->game->judging.generate != NULL) {
        struct state *after = memory_new(position->size);
        bool legal =
            after != NULL && memcpy(after, state, position->size) != NULL && game_play(book->rules, after, turn, NULL);
        free(after);
        if (legal)
            book->game->notation.write(book->rules, state, turn, text);
        return legal;
    }
    for (unsigned i = 0; i < turn->count; i++) {
        const struct turn before = begun;
        struct step_search search = {turn->steps[i], &begun, false};
        book->game->judging.extend(book->rules, state, &before, find_step, &search);
        if (!search.found)
            return false;
        text_clear(text);
        book->game->notation.write(book->rules, state, &begun, text);
        if (turn->steps[i].mark == '/' && text->length > 0 && text->bytes[text->length - 1] != '/')
            return false;
    }
    return turn->count > 0;
}

/* The steps of PREFIX up to its last comma in canonical form; false when they are not steps, or not legal. */
static bool write_steps_canonically(const struct catasta_position *position, struct slice prefix, struct text *text)
{
    struct turn_reading reading;
    struct turn turn = {.count = 0};
    size_t length = prefix.length;
    while (length > 0 && prefix.at[length - 1] != ',')
        length--;
    size_t steps = length > 0 ? length - 1 : prefix.length;
    bool read = read_typed_turn(position, slice_shorter(prefix, steps), &reading) && reading.turn != NULL &&
        reads_well(&reading) && line_cursor_reads(&reading.context, reading.turn, &turn) &&
        is_to_move(position, reading.turn->seat) && write_begun(position, &turn, text);
    text_add(text, slice_after(prefix, steps));
    end_reading(&reading);
    return read && !slice_equal(text_slice(text), prefix);
}

/* The seat that PREFIX begins with, 0: none; the rest of it is left. */
static unsigned take_seat(struct slice *prefix)
{
    struct slice rest = *prefix;
    struct slice word;
    uint32_t seat = 0;
    if (!slice_split(&rest, '|', &word) || rest.at == NULL || !slice_number(word, SEATS, &seat))
        return 0;
    *prefix = rest;
    return seat;
}

/* PREFIX without the spaces that may be in a turn or before it, and without those after it. */
static struct slice without_blanks(struct slice prefix, struct text *text)
{
    for (size_t i = 0; i < prefix.length; i++) {
        char last = text->length == 0 ? ',' : text->bytes[text->length - 1];
        if (!is_space(prefix.at[i]) || (last != ',' && last != ':' && !is_space(last)))
            text_add_char(text, prefix.at[i]);
    }
    while (text->length > 0 && is_space(text->bytes[text->length - 1]))
        text->length--;
    return text_slice(text);
}

/* Visits what begins with PREFIX, in whatever spelling; false when out of memory. */
static bool complete_prefix(struct completing *completing, struct slice prefix)
{
    SCOPED(text, plain);
    SCOPED(text, spelled);
    prefix = without_blanks(prefix, &plain);
    if (plain.failed || !is_to_move(completing->position, take_seat(&prefix)))
        return !plain.failed;
    completing->prefix = prefix;
    bool fine = complete_turn_text(completing);
    if (fine && !completing->any && write_steps_canonically(completing->position, prefix, &spelled)) {
        completing->prefix = text_slice(&spelled);
        fine = complete_turn_text(completing);
    }
    return fine;
}

static bool stop_at_first_text(void *context, const char *text, size_t length, unsigned flags)
{
    (void)context;
    (void)text;
    (void)length;
    (void)flags;
    return false;
}

/* The first steps of PREFIX with which nothing begins, without a comma after them; all of it when
   these are all there are. */
static struct slice steps_at_fault(const struct catasta_position *position, struct slice prefix)
{
    for (size_t i = 0; i < prefix.length; i++) {
        struct completing steps = {.position = position, .visit = stop_at_first_text};
        if (prefix.at[i] != ',')
            continue;
        bool fine = complete_prefix(&steps, slice_shorter(prefix, i));
        text_release(&steps.text);
        if (!fine || !steps.any)
            return slice_shorter(prefix, i);
    }
    return prefix;
}

/* Says in FAULT why no turn begins with PREFIX; but true when it is a legal one that is not among those
   listed, as resign is. */
static bool explain_no_completion(struct catasta_position *position, struct slice prefix, struct catasta_fault *fault)
{
    unsigned since = memory_failures();
    struct catasta_position *trial = catasta_position_copy(position);
    struct catasta_fault full = {.size = sizeof full};
    struct slice turn = prefix;
    SCOPED(text, word);
    bool played = trial != NULL && play_on_position(position, &trial->cursor, prefix, false, &full);
    unsigned seat = take_seat(&turn);
    if (trial != NULL && !played && (!is_to_move(position, seat) || catasta_position_to_move(position) == 0)) {
        /* It would not do, however it went on. */
        text_printf(&word, "%u|resign", seat == 0 ? position->cursor.state->seat : seat);
        play_on_position(position, &trial->cursor, text_slice(&word), false, &full);
        full.span.begin = 0;
        full.span.end = prefix.length;
    } else if (trial != NULL && !played) {
        struct slice steps = steps_at_fault(position, prefix);
        if (steps.length < prefix.length && play_on_position(position, &trial->cursor, steps, false, &full))
            play_on_position(position, &trial->cursor, prefix, false, &full);
    }
    catasta_position_free(trial);
    if (memory_ran_out(since)) {
        played = false;
        full.id = NULL;
    }
    full.size = sizeof full;
    if (!played && fault != NULL)
        GIVE(fault, full);
    return played;
}

bool catasta_position_moves(catasta_position *position, const char *prefix, size_t length, catasta_turn_visitor *visit,
    void *context, struct catasta_fault *fault)
{
    unsigned since = memory_failures();
    struct completing completing = {.position = position, .visit = visit, .context = context};
    struct slice text = text_given(prefix, length);
    bool fine = complete_prefix(&completing, text) && !memory_ran_out(since);
    if (fine && !completing.any) {
        fine = explain_no_completion(position, text, fault);
        if (fine)
            offer_completion(&completing, text, CATASTA_COMPLETE);
    } else if (!fine && fault != NULL) {
        struct catasta_fault none = {.id = NULL, .tag = CATASTA_NOWHERE};
        GIVE(fault, none);
    }
    text_release(&completing.text);
    return fine;
}

bool catasta_position_perft(const catasta_position *position, unsigned depth, uint64_t *count)
{
    const struct rulebook *book = &position->book;
    const bool over = catasta_position_to_move(position) == 0; /* after a resignation, too */
    *count = 0;
    return book->game->judging.generate != NULL &&
        ((over && depth > 0) || perft(book, position->cursor.state, depth, count));
}

/* Where positions begin. */

/* A tag to start from, and where it is in the text that is made of them all. */
struct start_tag {
    const char *name;
    struct slice value;
    size_t at;  /* of the value as escaped */
    size_t end; /* of the tag */
};

/* A name with signs that no name has would be another tag. */
static void add_name_of_position(struct text *text, const char *name)
{
    for (; *name != '\0'; name++) {
        bool letter = small_letter(*name) >= 'a' && small_letter(*name) <= 'z';
        text_add_char(text, letter || *name == '_' || (*name >= '0' && *name <= '9') ? *name : '?');
    }
}

static bool is_escaped(char c)
{
    return c == '"' || c == '\\';
}

/* What a tag holds between its quotes. */
static void add_value_of_position(struct text *text, struct slice value)
{
    for (size_t i = 0; i < value.length; i++) {
        if (is_escaped(value.at[i]))
            text_add_char(text, '\\');
        text_add_char(text, value.at[i]);
    }
}

size_t tag_line(struct text *text, const char *name, struct slice value)
{
    text_add_char(text, '[');
    add_name_of_position(text, name);
    text_add_string(text, " \"");
    const size_t at = text->length;
    add_value_of_position(text, value);
    text_add_string(text, "\"]\n");
    return at;
}

static void add_tags(struct text *text, struct start_tag *tags, size_t count)
{
    if (count == 0)
        text_add_string(text, "[Event \"?\"]\n");
    for (size_t i = 0; i < count; i++) {
        tags[i].at = tag_line(text, tags[i].name, tags[i].value);
        tags[i].end = text->length;
    }
    text_add_string(text, "\n*\n");
}

/* The byte of the value of TAG that is at OFFSET of the text. */
static size_t offset_in_value(const struct start_tag *tag, uint64_t offset)
{
    size_t at = tag->at;
    size_t i = 0;
    for (; i < tag->value.length && at < offset; i++)
        at += is_escaped(tag->value.at[i]) ? 2 : 1;
    return i;
}

/* FAULT, whose span is in the text, as one of the tag that it is in. */
static void place_fault(struct catasta_fault *fault, const struct start_tag *tags, size_t count)
{
    size_t i = 0;
    while (i < count && tags[i].end <= fault->span.begin)
        i++;
    bool within = i < count && fault->id != NULL && fault->span.end > 0;
    fault->tag = within ? (uint32_t)i : CATASTA_NOWHERE;
    fault->span.end = within ? offset_in_value(&tags[i], fault->span.end) : 0;
    fault->span.begin = within ? offset_in_value(&tags[i], fault->span.begin) : 0;
}

/* The position that TAGS lead to, or NULL with *FAULT. */
static catasta_position *position_after_tags(
    catasta_session *session, const char *ruleset, struct start_tag *tags, size_t count, struct catasta_fault *fault)
{
    unsigned since = memory_failures();
    struct reader *reader = memory_new(sizeof *reader);
    catasta_position *position = NULL;
    SCOPED(text, text);
    struct record record;
    struct report report;
    const struct shapes shapes = referee_shapes(session->referee);
    report_init(&report);
    add_tags(&text, tags, count);
    bool read = reader != NULL && !text.failed && reader_open_at(reader, text_slice(&text), true, 1);
    if (read)
        read = read && reader_next(reader, &record, &shapes) == READ_RECORD;
    if (read && reader->begin < text.length)
        record_fault(&record, SYNTAX_TAG, (struct span){(uint32_t)reader->begin, (uint32_t)reader->begin + 1},
            FACT(why, "it begins another record"));
    bool started = read && referee_start(session->referee, ruleset, &record, &report);
    if (started && diagnostics_first_error(&record.faults) == NULL)
        position = new_position(&report.book, report.seats, report.state);
    arena_clear(&session->faults);
    if (position == NULL) {
        const struct diagnostics *list = started ? &record.faults : &report.diagnostics;
        *fault = fault_of(diagnostics_first_error(list), NULL, &session->faults, 0, text.length);
        place_fault(fault, tags, count);
    }
    if (memory_ran_out(since)) {
        catasta_position_free(position);
        position = NULL;
        *fault = (struct catasta_fault){.id = NULL, .tag = CATASTA_NOWHERE};
    }
    report_release(&report);
    if (reader != NULL)
        reader_close(reader);
    free(reader);
    return position;
}

catasta_position *catasta_position_start(catasta_session *session, const char *ruleset, const struct catasta_pair *tags,
    size_t count, struct catasta_fault *fault)
{
    struct start_tag *list = count == 0 ? NULL : memory_new(count * sizeof *list);
    struct catasta_fault full = {.id = NULL, .tag = CATASTA_NOWHERE};
    catasta_position *position = NULL;
    for (size_t i = 0; i < count && list != NULL; i++)
        list[i] = (struct start_tag){.name = tags[i].name, .value = slice_of(tags[i].value)};
    if (count == 0 || list != NULL)
        position = position_after_tags(session, ruleset, list, count, &full);
    if (position == NULL && fault != NULL)
        GIVE(fault, full);
    free(list);
    return position;
}

catasta_position *catasta_position_read(
    catasta_session *session, const char *ruleset, const char *text, size_t length, struct catasta_fault *fault)
{
    struct start_tag tag = {.name = "Position", .value = text_given(text, length)};
    struct catasta_fault full;
    while (tag.value.length > 0 && is_space(tag.value.at[tag.value.length - 1]))
        tag.value.length--;
    catasta_position *position = position_after_tags(session, ruleset, &tag, 1, &full);
    if (position == NULL && fault != NULL)
        GIVE(fault, full);
    return position;
}

/* How it is won where somebody resigned, too. */
static struct outcome outcome_of(const struct catasta_position *position)
{
    const struct rulebook *book = &position->book;
    struct outcome outcome = position->cursor.outcome;
    outcome_score(book->rules, position->cursor.state, &outcome);
    if (!outcome.over && position->cursor.resigned != 0) {
        struct declared_result declared = declared_resigned(position->cursor.resigned);
        declared_apply(&declared, book->game, book->rules, position->seats, &outcome);
    }
    return outcome;
}

bool catasta_position_outcome(const catasta_position *position, struct catasta_outcome *found)
{
    struct outcome outcome = outcome_of(position);
    struct catasta_outcome full = {.over = position->cursor.outcome.over,
        .reason = outcome.reason,
        .winners = outcome.winners,
        .scoring = (enum catasta_scoring)position->book.game->result.scoring,
        .ended = position->cursor.outcome.over || position->cursor.resigned != 0};
    return GIVE(found, full);
}

bool catasta_position_seat(const catasta_position *position, unsigned seat, struct catasta_seat *found)
{
    struct outcome outcome = outcome_of(position);
    return give_seat(found, &position->book, position->seats, seat, (struct slice){NULL, 0}, &outcome);
}

unsigned catasta_position_seats(const catasta_position *position)
{
    return position->seats;
}

unsigned catasta_position_to_move(const catasta_position *position)
{
    const struct line_cursor *cursor = &position->cursor;
    return cursor->outcome.over || cursor->resigned != 0 ? 0 : cursor->state->seat;
}

uint32_t catasta_position_number(const catasta_position *position)
{
    return position->cursor.state->number;
}

/* Cells and lists. */

static const struct view *view_of(catasta_position *position)
{
    const struct rulebook *book = &position->book;
    if (!position->viewed) {
        arena_clear(&position->views);
        position->viewed =
            book->game->display.view(book->rules, position->cursor.state, NULL, &position->views, &position->view);
    }
    return position->viewed ? &position->view : NULL;
}

static size_t count_shown_cells(catasta_position *position)
{
    const struct view *view = view_of(position);
    return view == NULL ? 0 : view->count;
}

bool catasta_position_cell(catasta_position *position, size_t i, struct catasta_cell *found)
{
    if (i >= count_shown_cells(position))
        return false;
    const struct view_cell *cell = &position->view.cells[i];
    struct catasta_cell full = {.name = cell->name,
        .x = cell->x,
        .y = cell->y,
        .board = cell->board,
        .zone = cell->zone,
        .pawns = cell->pawns,
        .height = cell->height,
        .closed = cell->closed};
    return GIVE(found, full);
}

static size_t count_shown_lists(catasta_position *position)
{
    const struct view *view = view_of(position);
    return view == NULL ? 0 : view->list_count;
}

bool catasta_position_list(catasta_position *position, size_t i, struct catasta_list *found)
{
    if (i >= count_shown_lists(position))
        return false;
    const struct view_list *list = &position->view.lists[i];
    struct catasta_list full = {.name = list->name, .stacked = list->stacked, .count = list->count};
    return GIVE(found, full);
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
    return cell < count_shown_cells(position) &&
        give_piece(position->view.cells[cell].pieces, position->view.cells[cell].height, k, piece);
}

bool catasta_list_piece(catasta_position *position, size_t list, size_t k, struct catasta_piece *piece)
{
    return list < count_shown_lists(position) &&
        give_piece(position->view.lists[list].pieces, position->view.lists[list].count, k, piece);
}

bool catasta_position_write(
    const catasta_position *position, enum catasta_format format, const struct catasta_sink *sink)
{
    const struct style style = {.unicode = true, .plain = format == CATASTA_WORDS};
    static const struct svg_style plain = {0};
    const struct rulebook *book = &position->book;
    const struct state *state = position->cursor.state;
    unsigned since = memory_failures();
    struct text text = {0};
    struct view view;
    SCOPED(arena, arena);
    bool known = true;
    if (format == CATASTA_POSITION) {
        game_write_position(book->rules, state, &text);
    } else if (style.plain || format == CATASTA_TEXT) {
        render_position(book, state, NULL, &style, &text);
    } else if (format == CATASTA_SVG && book->game->display.view(book->rules, state, NULL, &arena, &view)) {
        struct svg_frame frame;
        svg_frame_begin(&frame, &plain);
        svg_frame_add(&frame, &view);
        const struct svg_caption caption = {.title = book->game->ruleset.name};
        svg_frame_caption(&frame, &view, &caption);
        svg_document(&frame, &view, &caption, true, &text);
    } else {
        known = false;
    }
    return text_deliver(&text, since, sink) && known;
}

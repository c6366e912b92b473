/* SPDX-License-Identifier: MIT */
#include "engine/match_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const match_end_names[] = {"board", "resignation", "fault", "adjudication", "max-plies", NULL, NULL};

enum { RANDOM_TRIES = 100 };

static void match_end(struct match_game *game, enum match_end end, uint32_t winners)
{
    game->end = end;
    game->winners = winners;
}

/* Seats. */

static unsigned side_of(const struct match_game *game, unsigned number)
{
    struct catasta_seat seat = {.size = sizeof seat};
    catasta_position_seat(game->line.start, number, &seat);
    return seat.side;
}

/* Those who win if SEAT loses. */
static uint32_t all_against(const struct match_game *game, unsigned seat)
{
    uint32_t winners = 0;
    for (unsigned other = 1; other <= game->seats; other++)
        if (side_of(game, other) != side_of(game, seat))
            winners |= 1u << (other - 1);
    return winners;
}

/* "White", "Player3": the tag of a seat. */
static void name_seat(const struct match_game *game, unsigned number, char name[16])
{
    struct catasta_seat seat = {.size = sizeof seat};
    catasta_position_seat(game->line.start, number, &seat);
    const bool coloured = game->seats == 2 && (strcmp(seat.name, "White") == 0 || strcmp(seat.name, "Black") == 0);
    if (coloured)
        snprintf(name, 16, "%s", seat.name);
    else
        snprintf(name, 16, "Player%u", number);
}

/* Faults. */

/* SEAT loses by the fault ID, which FORMAT says in words. */
static void match_fault(struct match_game *game, unsigned seat, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void match_fault(struct match_game *game, unsigned seat, const char *id, const char *format, ...)
{
    struct buffer words = {.length = 0};
    va_list arguments;
    va_start(arguments, format);
    buffer_print_list(&words, format, arguments);
    va_end(arguments);
    while (words.length > 0 && words.bytes[words.length - 1] == '\n')
        words.bytes[--words.length] = '\0';
    match_end(game, END_FAULT, all_against(game, seat));
    game->fault_seat = seat;
    snprintf(game->fault_id, sizeof game->fault_id, "%s", id);
    buffer_say_printable(&game->fault, words.failed ? "" : words.bytes);
    buffer_free(&words);
}

/* The engine of SEAT did not do what it was asked; with a CLOCK running, silence loses on time. */
static void match_fault_asked(struct match_game *game, unsigned seat, enum asked asked, bool clock)
{
    static const char *const ids[] = {[CHILD_FINE] = "arena/answer",
        [CHILD_UNUSABLE] = "arena/crash",
        [CHILD_ENDED] = "arena/crash",
        [CHILD_SILENT] = "arena/silence",
        [CHILD_FLOODS] = "arena/flood"};
    struct asking_engine *asking = &game->engines[seat - 1]->asking;
    const enum child_failure failure = asking->child.failure;
    if (asked == ASKED_DIFFERENT)
        match_fault(game, seat, "arena/refusal", "%s", asking->difference.failed ? "" : asking->difference.bytes);
    else if (failure == CHILD_UNWANTED)
        match_end(game, END_UNWANTED, 0);
    else if (asking->problem.length == 0 || asking->problem.failed)
        match_end(game, END_NO_MEMORY, 0);
    else
        match_fault(game, seat, clock && failure == CHILD_SILENT ? "arena/time-forfeit" : ids[failure], "the engine %s",
            asking->problem.bytes);
    asking->difference.length = 0;
}

/* The turn TEXT of SEAT was refused; the words, which a reader without the board can follow. */
static void match_fault_turn(
    struct match_game *game, unsigned seat, const char *text, const struct catasta_fault *fault)
{
    struct buffer words = {.length = 0};
    struct catasta_repair meant = {.size = sizeof meant};
    if (fault->id == NULL && fault->turn.bytes == NULL) {
        match_end(game, END_NO_MEMORY, 0);
        return;
    }
    buffer_print(&words, "illegal turn '%.200s': ", text);
    buffer_text(&words, fault->message);
    if (fault->advice.length > 0)
        buffer_say(&words, "; ");
    buffer_text(&words, fault->advice);
    if (fault->board.length > 0)
        buffer_say(&words, "; the board: ");
    buffer_text(&words, fault->board);
    if (catasta_position_repair(game->line.now, 0, &meant) && meant.turn.length > 0)
        buffer_print(&words, "; %.*s is legal here", (int)meant.turn.length, meant.turn.bytes);
    if (words.failed)
        match_end(game, END_NO_MEMORY, 0);
    else
        match_fault(game, seat, fault->id == NULL ? "arena/answer" : fault->id, "%s", words.bytes);
    buffer_free(&words);
}

/* Engines. */

enum asked match_start(struct match_engine *engine, struct game_line *line)
{
    const struct contestant *contestant = engine->contestant;
    engine->asking.line = line;
    if (engine->runs)
        return ASKED_FINE;
    engine->runs = true;
    engine->asking.protocol = contestant->protocol;
    enum asked asked = asking_start(&engine->asking);
    for (size_t i = 0; i < contestant->option_count && asked == ASKED_FINE; i++)
        asked = contestant->protocol->set_option(
            &engine->asking, contestant->options[i].name, contestant->options[i].value);
    return asked;
}

void match_stop(struct match_engine *engine, bool farewell)
{
    if (engine->runs)
        asking_end(&engine->asking, farewell);
    engine->runs = false;
}

/* A game begins at each engine; one that cannot do that loses it. */
static void match_begin_engines(struct match_game *game)
{
    for (unsigned seat = 1; seat <= game->seats && game->end == MATCH_ENDS; seat++) {
        struct match_engine *engine = game->engines[seat - 1];
        if (engine->contestant->restart)
            match_stop(engine, true);
        engine->asking.patience = game->rules->patience;
        engine->asking.clocks = &game->clocks;
        engine->asking.begins.length = 0;
        enum asked asked = match_start(engine, &game->line);
        const bool placed = (game->opening != NULL && game->opening->position != NULL) || game->seats != 2;
        if (asked == ASKED_FINE && placed && !position_text(&engine->asking.begins, game->line.start))
            asked = asking_no_memory(&engine->asking);
        if (asked == ASKED_FINE)
            asked = engine->asking.protocol->begin(&engine->asking);
        if (asked != ASKED_FINE)
            match_fault_asked(game, seat, asked, false);
    }
}

/* The opening. */

static bool match_is_over(const struct match_game *game)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    catasta_position_outcome(game->line.now, &outcome);
    return outcome.ended || catasta_position_to_move(game->line.now) == 0;
}

/* Turns chosen at random, which do not end the game; false when out of memory. */
static bool match_play_random(struct match_game *game)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct thinker thinker = {.random = game->rules->seed + (game->pairing + 1) * UINT64_C(0xd1342543de82ef95)};
    struct buffer turn = {.length = 0};
    bool fine = true;
    const size_t before = game->line.count;
    const size_t wanted = before + (size_t)game->rules->random_plies;
    for (int tries = 0; tries < RANDOM_TRIES && fine && game->line.count < wanted; tries++) {
        fine = game_line_back(&game->line, game->line.count - before);
        while (fine && game->line.count < wanted && !match_is_over(game)) {
            turn.length = 0;
            fine = thinker_choose(&thinker, game->line.now, &turn);
            if (fine && !game_line_play(&game->line, turn.bytes, &fault)) {
                fine = fault.id != NULL;
                break;
            }
        }
        if (fine && match_is_over(game))
            fine = game_line_back(&game->line, game->line.count - before);
    }
    buffer_free(&turn);
    return fine;
}

/* The position that the engines begin with; false: memory ran out, or an opening is not one of the ruleset. */
static bool match_open(struct match_game *game)
{
    struct catasta_fault fault = {.size = sizeof fault};
    const struct opening *opening = game->opening;
    const char *position = opening == NULL ? NULL : opening->position;
    bool fine = game_line_begin(&game->line, opening_start(game->session, game->seats, position, &fault));
    const char *turn = opening == NULL ? NULL : opening->turns.bytes;
    for (size_t i = 0; fine && opening != NULL && i < opening->count; i++, turn += strlen(turn) + 1)
        fine = game_line_play(&game->line, turn, &fault);
    fine = fine && match_play_random(game);
    game->opening_plies = game->line.count;
    return fine;
}

/* A turn. */

/* In a game in which others hold something hidden, the position as the seat to move sees it becomes the game of ASKING,
   in SEEN; false when out of memory. */
static bool match_hide(struct match_game *game, struct asking_engine *asking, struct game_line *seen)
{
    struct buffer all = {.length = 0};
    catasta_position *view = catasta_position_seen(game->line.now, catasta_position_to_move(game->line.now));
    struct buffer text = {.length = 0};
    bool fine = view != NULL && position_text(&all, game->line.now) && position_text(&text, view);
    asking->line = &game->line;
    if (fine && strcmp(all.bytes, text.bytes) != 0) {
        fine = game_line_begin(seen, view);
        view = NULL;
        asking->begins.length = 0;
        buffer_say(&asking->begins, text.bytes);
        asking->line = seen;
    }
    catasta_position_free(view);
    buffer_free(&all);
    buffer_free(&text);
    return fine && !asking->begins.failed;
}

/* What an engine draws it cannot know: after the last '+' of TURN, in a game in which something is hidden, comes what
   there is to draw, at random; false when out of memory. */
static bool match_draw(struct match_game *game, struct buffer *turn)
{
    struct turn_list drawn = {.count = 0};
    struct thinker thinker = {.random = game->rules->seed + game->pairing * UINT64_C(0x9e3779b1) + game->line.count};
    char *sign = turn->length == 0 ? NULL : strrchr(turn->bytes, '+');
    if (sign == NULL)
        return true;
    turn->length = (size_t)(sign + 1 - turn->bytes);
    turn->bytes[turn->length] = '\0';
    turn_list_fill(&drawn, game->line.now, turn->bytes);
    size_t known = 0;
    for (size_t i = 0; i < drawn.count; i++)
        if (strchr(drawn.turns[i].text, '?') == NULL) {
            const struct listed_turn moved = drawn.turns[known];
            drawn.turns[known++] = drawn.turns[i];
            drawn.turns[i] = moved;
        }
    if (known > 0) {
        turn->length = 0;
        buffer_say(turn, drawn.turns[thinker_draw(&thinker, known)].text);
    }
    const bool fine = !drawn.failed && !turn->failed;
    turn_list_clear(&drawn);
    return fine;
}

/* What SEAT has for its turn, in milliseconds; -1: any time. */
static int64_t match_time(const struct match_game *game, unsigned seat)
{
    const struct time_control *control = game->clocks.control[seat - 1];
    return control->base > 0 ? game->clocks.left[seat - 1] : control->movetime > 0 ? control->movetime : -1;
}

/* Takes what the last turn of SEAT took, in milliseconds, from its clock; false: its time was over. */
static bool match_run_clock(struct match_game *game, unsigned seat, int64_t used)
{
    const struct time_control *control = game->clocks.control[seat - 1];
    int64_t *left = &game->clocks.left[seat - 1];
    const int64_t most = match_time(game, seat);
    if (most >= 0 && used > most + control->margin) {
        match_fault(game, seat, "arena/time-forfeit", "the turn took %.3f s, but only %.3f s were left",
            (double)used / 1000, (double)most / 1000);
        return false;
    }
    if (control->base > 0)
        *left = (used > *left ? 0 : *left - used) + control->increment;
    return true;
}

static bool match_keep_clock(struct match_game *game, unsigned seat)
{
    const size_t ply = game->line.count;
    while (game->capacity < ply) {
        void *grown = with_room(game->left_after, game->capacity, &game->capacity, sizeof *game->left_after);
        if (grown == NULL)
            return false;
        game->left_after = grown;
    }
    if (ply > 0)
        game->left_after[ply - 1] = game->clocks.control[seat - 1]->base > 0 ? game->clocks.left[seat - 1] : -1;
    return true;
}

/* The engines agree that SEAT wins: it thinks so, and all others that they lose. */
static bool match_agree(const struct match_game *game, unsigned winner)
{
    for (unsigned seat = 1; seat <= game->seats; seat++) {
        const long score = game->scores[seat - 1];
        const long limit = (long)game->rules->adjudicate;
        if (!game->scored[seat - 1] || (seat == winner ? score < limit : score > -limit))
            return false;
    }
    return true;
}

static void match_adjudicate(struct match_game *game, unsigned seat)
{
    const struct asking_engine *asking = &game->engines[seat - 1]->asking;
    unsigned ahead = game->seats;
    game->scored[seat - 1] = asking->scored;
    game->scores[seat - 1] = asking->score;
    while (ahead > 0 && !match_agree(game, ahead))
        ahead--;
    game->agreed = ahead != 0 && ahead == game->ahead ? game->agreed + 1 : ahead != 0;
    game->ahead = ahead;
    if (game->rules->adjudicate > 0 && ahead != 0 && game->agreed >= game->rules->adjudicate_for)
        match_end(game, END_ADJUDICATION, 1u << (ahead - 1));
}

/* The engine of SEAT, to move, chooses a turn. */
static enum asked match_choose(struct match_game *game, unsigned seat, struct buffer *turn)
{
    const struct time_control *control = game->clocks.control[seat - 1];
    struct asking_engine *asking = &game->engines[seat - 1]->asking;
    struct game_line seen = {.count = 0};
    const int64_t most = match_time(game, seat);
    asking->patience = most >= 0 ? most + control->margin + 1 : game->rules->patience;
    enum asked asked =
        match_hide(game, asking, &seen) ? asking->protocol->choose(asking, turn) : asking_no_memory(asking);
    if (asking->line == &seen && asked == ASKED_FINE && !match_draw(game, turn))
        asked = asking_no_memory(asking);
    asking->line = &game->line;
    game_line_end(&seen);
    return turn->failed ? asking_no_memory(asking) : asked;
}

/* One turn of the seat to move. */
static void match_turn(struct match_game *game)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct buffer turn = {.length = 0};
    const unsigned seat = catasta_position_to_move(game->line.now);
    const enum asked asked = match_choose(game, seat, &turn);
    const int64_t used = clock_now() - game->engines[seat - 1]->asking.asked;
    if (asked != ASKED_FINE)
        match_fault_asked(game, seat, asked, match_time(game, seat) >= 0);
    else if (turn.length == 0)
        match_fault(game, seat, "arena/answer", "the engine has no turn, but there are legal ones");
    else if (match_run_clock(game, seat, used)) {
        if (!game_line_play(&game->line, turn.bytes, &fault))
            match_fault_turn(game, seat, turn.bytes, &fault);
        else if (!match_keep_clock(game, seat))
            match_end(game, END_NO_MEMORY, 0);
        else if (match_is_over(game)) {
            catasta_position_outcome(game->line.now, &outcome);
            match_end(game, outcome.over || !outcome.ended ? END_BOARD : END_RESIGNATION, 0);
        } else
            match_adjudicate(game, seat);
    }
    buffer_free(&turn);
}

/* The record. */

static bool match_comment(catasta_record *record, const struct buffer *text)
{
    return !text->failed && catasta_record_comment(record, text->bytes, text->length);
}

/* What belongs after turn PLY: where the opening ends, and the clock. */
static bool match_add_comments(const struct match_game *game, catasta_record *record, size_t ply)
{
    struct buffer text = {.length = 0};
    bool fine = true;
    const int64_t left = ply > game->opening_plies && ply <= game->capacity ? game->left_after[ply - 1] : -1;
    if (ply == game->opening_plies)
        buffer_say(&text, "opening");
    else if (left >= 0)
        buffer_print(&text, "[%%clk %lld:%02lld:%06.3f]", (long long)(left / 3600000), (long long)(left / 60000 % 60),
            (double)(left % 60000) / 1000);
    if (text.length > 0 || text.failed)
        fine = match_comment(record, &text);
    buffer_free(&text);
    return fine;
}

static bool match_add_turns(const struct match_game *game, catasta_record *record)
{
    struct catasta_fault fault = {.size = sizeof fault};
    bool fine = true;
    size_t ply = 0;
    for (const char *turn = NULL; fine && (turn = game_line_next(&game->line, turn)) != NULL;) {
        fine = catasta_record_play(record, turn, strlen(turn), &fault);
        fine = fine && match_add_comments(game, record, ++ply);
    }
    return fine;
}

/* The figures of a result that is not that of the board, a number for each side: of the points so far, or for those who
   win. */
static void match_add_figures(const struct match_game *game, struct buffer *text)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct catasta_seat seat = {.size = sizeof seat};
    catasta_position_outcome(game->line.now, &outcome);
    for (unsigned side = 1, found = 1; found != 0; side++) {
        long points = 0;
        found = 0;
        for (unsigned number = 1; number <= game->seats; number++) {
            catasta_position_seat(game->line.now, number, &seat);
            const bool won = (game->winners >> (number - 1) & 1) == (outcome.scoring != CATASTA_FEWEST_POINTS);
            if (seat.side != side)
                continue;
            found++;
            points = game->end != END_MAX_PLIES ? won : points + seat.score;
        }
        if (found > 0)
            buffer_print(text, points < 0 ? "%s(%ld)" : "%s%ld", side > 1 ? "-" : game->seats == 1 ? "=" : "", points);
    }
}

/* The result; the board's as RECORD has it. */
static bool match_add_result(const struct match_game *game, catasta_record *record)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct buffer text = {.length = 0};
    const struct catasta_sink sink = buffer_sink(&text);
    char name[16];
    catasta_position_outcome(game->line.now, &outcome);
    if (game->end == END_BOARD || game->end == END_RESIGNATION) {
        const catasta_game *judged = catasta_record_game(record);
        text.failed |= judged == NULL || !catasta_write_result(judged, &sink);
    } else if (game->end == END_MAX_PLIES && outcome.scoring == CATASTA_WINS) {
        buffer_say(&text, "1/2-1/2");
    } else if (game->end != END_MAX_PLIES && game->seats == 2) {
        name_seat(game, game->winners == 1 ? 1 : 2, name);
        buffer_print(&text, "%s wins%s", name, strcmp(game->fault_id, "arena/time-forfeit") == 0 ? " on time" : "");
    } else {
        match_add_figures(game, &text);
    }
    const bool fine = !text.failed && catasta_record_result(record, text.bytes, text.length, &fault);
    buffer_free(&text);
    return fine;
}

static bool match_add_end(const struct match_game *game, catasta_record *record)
{
    struct buffer text = {.length = 0};
    char name[16];
    bool fine = true;
    if (game->end == END_FAULT) {
        name_seat(game, game->fault_seat, name);
        buffer_print(&text, "%s, %s: ", name, game->engines[game->fault_seat - 1]->contestant->name);
        buffer_add(&text, game->fault.bytes, game->fault.length);
        buffer_print(&text, " [%s]", game->fault_id);
    } else if (game->end == END_ADJUDICATION || game->end == END_MAX_PLIES) {
        buffer_print(&text, "the arena ended the game: %s", match_end_names[game->end]);
    }
    if (text.length > 0)
        fine = match_comment(record, &text) && !game->fault.failed;
    buffer_free(&text);
    return fine && match_add_result(game, record);
}

/* The value of the tag TimeControl: that of all seats, or one for each. */
static void match_add_control(const struct match_game *game, struct buffer *text)
{
    struct buffer other = {.length = 0};
    control_write(game->clocks.control[0], text);
    const size_t first = text->length;
    bool equal = true;
    for (unsigned seat = 2; seat <= game->seats; seat++) {
        other.length = 0;
        control_write(game->clocks.control[seat - 1], &other);
        equal = equal && !other.failed && !text->failed && strlen(other.bytes) == first &&
            memcmp(other.bytes, text->bytes, first) == 0;
        buffer_print(text, " / %s", other.failed ? "" : other.bytes);
    }
    if (equal && !text->failed)
        text->bytes[first] = '\0';
    buffer_free(&other);
}

enum { RECORD_TAGS = CATASTA_SEATS + 4 };

/* The record without turns; NULL when out of memory. */
static catasta_record *match_new_record(const struct match_game *game)
{
    struct catasta_fault fault = {.size = sizeof fault};
    const struct catasta_options *options = &game->rules->reading->options;
    struct catasta_pair tags[RECORD_TAGS];
    char names[CATASTA_SEATS][16];
    char round[24];
    struct buffer control = {.length = 0};
    size_t count = 0;
    snprintf(round, sizeof round, "%zu", game->number);
    if (options->rules != NULL)
        tags[count++] = (struct catasta_pair){"Rules", options->rules};
    tags[count++] = (struct catasta_pair){"Round", round};
    for (unsigned seat = 1; seat <= game->seats; seat++) {
        name_seat(game, seat, names[seat - 1]);
        tags[count++] = (struct catasta_pair){names[seat - 1], game->engines[seat - 1]->contestant->name};
    }
    match_add_control(game, &control);
    tags[count++] = (struct catasta_pair){"TimeControl", control.bytes};
    if (game->opening != NULL && game->opening->position != NULL)
        tags[count++] = (struct catasta_pair){"Position", game->opening->position};
    catasta_record *record =
        control.failed ? NULL : catasta_record_new(game->session, options->ruleset, tags, count, &fault);
    buffer_free(&control);
    return record;
}

static void match_make_record(struct match_game *game)
{
    catasta_record *record = match_new_record(game);
    const struct catasta_sink sink = buffer_sink(&game->record);
    const bool fine = record != NULL && match_add_turns(game, record) && match_add_end(game, record);
    const catasta_game *judged = fine ? catasta_record_game(record) : NULL;
    if (judged == NULL || !catasta_write(judged, CATASTA_SGN, &sink) || game->record.failed)
        game->end = END_NO_MEMORY;
    catasta_record_free(record);
}

void match_play(struct match_game *game, const struct match_rules *rules, catasta_session *session)
{
    game->rules = rules;
    game->session = session;
    game->end = MATCH_ENDS;
    game->clocks.seats = game->seats;
    for (unsigned seat = 1; seat <= game->seats; seat++) {
        game->clocks.control[seat - 1] = &game->engines[seat - 1]->contestant->control;
        game->clocks.left[seat - 1] = game->clocks.control[seat - 1]->base;
    }
    if (!match_open(game))
        match_end(game, END_NO_MEMORY, 0);
    else
        match_begin_engines(game);
    while (game->end == MATCH_ENDS)
        if (rules->max_plies > 0 && game->line.count >= (size_t)rules->max_plies)
            match_end(game, END_MAX_PLIES, 0);
        else
            match_turn(game);
    game->plies = game->line.count;
    if (game->end < END_UNWANTED)
        match_make_record(game);
    for (unsigned seat = 1; seat <= game->seats; seat++) {
        game->engines[seat - 1]->asking.line = NULL;
        if (game->end >= END_UNWANTED || seat == game->fault_seat)
            match_stop(game->engines[seat - 1], false);
    }
}

void match_free(struct match_game *game)
{
    game_line_end(&game->line);
    free(game->left_after);
    buffer_free(&game->record);
    buffer_free(&game->fault);
}

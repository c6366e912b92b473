/* SPDX-License-Identifier: MIT */
/* Another engine's turns beside the legal ones.  Counts are compared from the shallowest on; where one differs, its
   turns are compared, and then those after each of them. */
#include "engine/contestant.h"
#include "engine/protocols.h"
#include "util/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 20, DEFAULT_DEPTH = 3, DEFAULT_PLIES = 100 };

/* "after 2 turns: a1, b2" */
static void add_place(struct buffer *text, const struct game_line *line)
{
    if (line->count == 0)
        buffer_say(text, "at the start");
    else
        buffer_print(text, "after %zu turn%s", line->count, line->count == 1 ? ":" : "s:");
    for (const char *turn = game_line_next(line, NULL); turn != NULL; turn = game_line_next(line, turn))
        buffer_print(text, "%s%s", turn == line->turns.bytes ? " " : ", ", turn);
}

/* What is reported. */

/* The position where the difference is, then that. */
static bool report_difference(const struct asking_engine *asking)
{
    const struct game_line *line = asking->line;
    struct buffer place = {.length = 0};
    add_place(&place, line);
    buffer_say(&place, "\nposition: ");
    print("a difference ");
    bool fine = !place.failed && output_sink.write(output_sink.context, place.bytes, place.length);
    buffer_free(&place);
    fine = fine && catasta_position_write(line->now, CATASTA_POSITION, &output_sink);
    print("\n");
    fine = fine && catasta_position_write(line->now, CATASTA_TEXT, &output_sink);
    for (char *at = asking->difference.bytes, *end; at != NULL && *at != '\0'; at = end + 1) {
        end = strchr(at, '\n');
        *end = '\0';
        print_name(at);
        print("\n");
    }
    return fine && !asking->difference.failed;
}

/* A turn of the engine's that catasta refuses, with the rule. */
static enum asked differ_extra(struct asking_engine *asking, const char *turn, const struct catasta_fault *fault)
{
    if (fault->id == NULL && fault->turn.length == 0)
        return asking_differ(asking, "the engine has the turn '%.80s', which is not a turn\n", turn);
    asking_differ(asking, "the engine has the turn '%.80s', which is illegal: %.*s [%s]\n", turn,
        (int)fault->message.length, fault->message.bytes, fault->id);
    if (fault->board.length > 0)
        asking_differ(asking, "before the turn: %.*s\n", (int)fault->board.length, fault->board.bytes);
    return ASKED_DIFFERENT;
}

/* Makes TURN, as an engine writes it, canonical: what it is in the position at hand. */
static enum asked make_canonical(struct asking_engine *asking, struct listed_turn *turn)
{
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_position *after = catasta_position_copy(asking->line->now);
    const bool played = after != NULL && catasta_position_play(after, turn->text, strlen(turn->text), &fault);
    enum asked asked = ASKED_FINE;
    if (after == NULL || (played ? fault.turn.bytes == NULL : fault.id == NULL))
        asked = asking_no_memory(asking);
    else if (!played || fault.turn.length == 0)
        asked = differ_extra(asking, turn->text, &fault);
    else {
        free(turn->text);
        turn->text = strndup(fault.turn.bytes, fault.turn.length);
        if (turn->text == NULL)
            asked = asking_no_memory(asking);
    }
    catasta_position_free(after);
    return asked;
}

static int compare_listed(const void *a, const void *b)
{
    const struct listed_turn *x = a;
    const struct listed_turn *y = b;
    return strcmp(x->text, y->text);
}

/* Compares THEIRS, in any order and spelling, with the legal turns OURS. */
static enum asked compare_lists(struct asking_engine *asking, struct turn_list *theirs, const struct turn_list *ours)
{
    for (size_t i = 0; i < theirs->count; i++) {
        const enum asked asked = make_canonical(asking, &theirs->turns[i]);
        if (asked != ASKED_FINE)
            return asked;
    }
    if (theirs->count > 0)
        qsort(theirs->turns, theirs->count, sizeof *theirs->turns, compare_listed);
    for (size_t i = 0; i + 1 < theirs->count; i++)
        if (strcmp(theirs->turns[i].text, theirs->turns[i + 1].text) == 0)
            return asking_differ(asking, "the engine has the turn '%s' twice\n", theirs->turns[i].text);
    for (size_t i = 0; i < ours->count; i++)
        if (theirs->count == 0 ||
            bsearch(&ours->turns[i], theirs->turns, theirs->count, sizeof *theirs->turns, compare_listed) == NULL)
            return asking_differ(
                asking, "the engine does not have the turn '%s', which is legal\n", ours->turns[i].text);
    return ASKED_FINE;
}

/* Compares the turns at hand; where the engine writes none, only their number. */
static enum asked compare_turns_here(struct asking_engine *asking, const struct turn_list *ours)
{
    struct turn_list theirs = {.count = 0};
    uint64_t total = 0;
    enum asked asked = asking->protocol->list(asking, 1, &theirs, &total);
    if (asked == ASKED_FINE && theirs.failed)
        asked = asking_no_memory(asking);
    if (asked == ASKED_FINE && (total == 0 || theirs.count > 0))
        asked = compare_lists(asking, &theirs, ours);
    if (asked == ASKED_FINE && total != ours->count)
        asked = asking_differ(asking, "the engine counts %llu turns, and lists %zu; %zu are legal\n",
            (unsigned long long)total, theirs.count, ours->count);
    turn_list_clear(&theirs);
    return asked;
}

static enum asked compare_depth(struct asking_engine *asking, unsigned depth);

/* After each of OURS. */
static enum asked compare_below(struct asking_engine *asking, const struct turn_list *ours, unsigned depth)
{
    struct catasta_fault fault = {.size = sizeof fault};
    enum asked asked = ASKED_FINE;
    for (size_t i = 0; i < ours->count && asked == ASKED_FINE; i++) {
        if (!game_line_play(asking->line, ours->turns[i].text, &fault))
            return asking_no_memory(asking);
        asked = compare_depth(asking, depth);
        if (asked == ASKED_FINE && !game_line_back(asking->line, 1))
            return asking_no_memory(asking);
    }
    return asked;
}

/* Compares sequences of DEPTH turns from the position at hand, of which those that are shorter agree. */
static enum asked compare_depth(struct asking_engine *asking, unsigned depth)
{
    struct turn_list ours = {.count = 0};
    struct turn_list theirs = {.count = 0};
    uint64_t count = 0;
    uint64_t total = 0;
    const bool counts = asking->protocol->counts && depth > 1;
    enum asked asked = ASKED_FINE;
    if (counts && !catasta_position_perft(asking->line->now, depth, &count))
        return asking_no_memory(asking);
    if (counts)
        asked = asking->protocol->list(asking, depth, &theirs, &total);
    turn_list_clear(&theirs);
    if (asked != ASKED_FINE || (counts && total == count))
        return asked;
    turn_list_fill(&ours, asking->line->now, "");
    if (ours.failed)
        asked = asking_no_memory(asking);
    if (asked == ASKED_FINE && (depth == 1 || counts))
        asked = compare_turns_here(asking, &ours);
    if (asked == ASKED_FINE && depth > 1)
        asked = compare_below(asking, &ours, depth - 1);
    if (asked == ASKED_FINE && counts)
        asked = asking_differ(asking,
            "the engine counts %llu sequences of %u turns, not %llu, but after each turn its count is right\n",
            (unsigned long long)total, depth, (unsigned long long)count);
    turn_list_clear(&ours);
    return asked;
}

static enum asked compare_counts(struct asking_engine *asking, unsigned most)
{
    enum asked asked = ASKED_FINE;
    uint64_t count;
    for (unsigned depth = 1; depth <= most && asked == ASKED_FINE; depth++) {
        asked = compare_depth(asking, depth);
        if (asked == ASKED_FINE && !catasta_position_perft(asking->line->now, depth, &count))
            asked = asking_no_memory(asking);
        if (asked == ASKED_FINE)
            print("depth %u: %llu\n", depth, (unsigned long long)count);
    }
    return asked;
}

/* A game of PLIES turns at most, in which the engine has SEAT, and the others play any turn. */
static enum asked compare_game(struct asking_engine *asking, struct thinker *thinker, unsigned seat, unsigned plies)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct buffer turn = {.length = 0};
    enum asked asked = ASKED_FINE;
    while (asked == ASKED_FINE && asking->line->count < plies && catasta_position_to_move(asking->line->now) != 0) {
        turn.length = 0;
        if (catasta_position_to_move(asking->line->now) == seat)
            asked = asking->protocol->choose(asking, &turn);
        else if (!thinker_choose(thinker, asking->line->now, &turn))
            asked = asking_no_memory(asking);
        if (asked == ASKED_FINE && !turn.failed && turn.length == 0)
            asked = asking_differ(asking, "the engine has no turn, but there are legal ones\n");
        else if (asked == ASKED_FINE && (turn.failed || !game_line_play(asking->line, turn.bytes, &fault)))
            asked =
                turn.failed || fault.id == NULL ? asking_no_memory(asking) : differ_extra(asking, turn.bytes, &fault);
    }
    buffer_free(&turn);
    return asked;
}

static enum asked compare_games(struct asking_engine *asking, unsigned plies)
{
    static const struct time_control quick = {.movetime = 10};
    static const struct game_clocks clocks = {2, {&quick, &quick}, {0}};
    struct thinker thinker = {.random = 1};
    enum asked asked = ASKED_FINE;
    size_t turns = 0;
    asking->clocks = &clocks;
    for (unsigned i = 0; i < GAMES && asked == ASKED_FINE; i++) {
        asked = compare_game(asking, &thinker, 1 + i % catasta_position_seats(asking->line->start), plies);
        turns += asking->line->count;
        if (asked == ASKED_FINE && !game_line_back(asking->line, asking->line->count))
            return asking_no_memory(asking);
    }
    if (asked == ASKED_FINE)
        print("%d games of %zu turns\n", GAMES, turns);
    return asked;
}

/* Where the games begin; a status after complaining. */
static int asking_begin(struct asking_engine *asking, const struct against_options *options)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct catasta_pair tags[CATASTA_SEATS];
    static const char *const names[CATASTA_SEATS] = {
        "Player1", "Player2", "Player3", "Player4", "Player5", "Player6", "Player7", "Player8"};
    size_t count = options->players > CATASTA_SEATS ? CATASTA_SEATS : (size_t)options->players;
    for (size_t i = 0; i < count; i++)
        tags[i] = (struct catasta_pair){names[i], names[i]};
    catasta_position *start = options->position == NULL
        ? catasta_position_start(asking->session, NULL, tags, count, &fault)
        : catasta_position_read(asking->session, NULL, options->position, strlen(options->position), &fault);
    if (start == NULL && fault.id != NULL)
        return complain(
            "there is no such position: %.*s [%s]", (int)fault.message.length, fault.message.bytes, fault.id);
    if (!game_line_begin(asking->line, start))
        return complain("out of memory");
    if ((options->position != NULL || count > 2) && !position_text(&asking->begins, start))
        return complain("out of memory");
    return CATASTA_OK;
}

static enum asked asking_talk(struct asking_engine *asking, const struct against_options *options)
{
    const struct protocol *protocol = asking->protocol;
    const long depth = options->depth;
    uint64_t count;
    if (!catasta_position_perft(asking->line->now, 0, &count) && protocol->list != NULL)
        return asking_fail(asking, "cannot be asked about a game with too many turns to list");
    if (protocol->list != NULL && depth > CATASTA_DEPTH)
        return asking_fail(asking, "can be asked about at most %d turns", CATASTA_DEPTH);
    enum asked asked = asking_start(asking);
    if (asked == ASKED_FINE)
        asked = protocol->begin(asking);
    if (asked == ASKED_FINE && protocol->list != NULL)
        asked = compare_counts(asking, depth < 0 ? DEFAULT_DEPTH : (unsigned)depth);
    else if (asked == ASKED_FINE)
        asked = compare_games(asking, depth < 0 ? DEFAULT_PLIES : (unsigned)depth);
    asking_end(asking, asked != ASKED_FAILED);
    return asked;
}

/* Complains of what the engine did, after which turns, or that memory ran out. */
static int complain_of_engine(const struct asking_engine *asking)
{
    struct buffer what = {.length = 0};
    if (asking->problem.length == 0 || asking->problem.failed)
        return complain("out of memory");
    buffer_say(&what, asking->problem.bytes);
    if (asking->line->count > 0) {
        buffer_say(&what, ", ");
        add_place(&what, asking->line);
    }
    const int status =
        what.failed ? complain("out of memory") : complain("the engine '%s' %s", asking->command, what.bytes);
    buffer_free(&what);
    return status;
}

int run_against(const struct against_options *options)
{
    struct game_line line = {.count = 0};
    struct asking_engine asking = {.reading = options->engine.reading,
        .command = options->command,
        .line = &line,
        .child = {.to = -1},
        .patience = options->seconds * 1000};
    asking.session = open_session(options->engine.reading, CATASTA_KEEP_NOTHING, NULL);
    if (asking.session == NULL)
        return CATASTA_FAILED;
    asking.protocol = protocol_for(asking.session, &options->engine);
    int status = asking.protocol == NULL ? CATASTA_FAILED : asking_begin(&asking, options);
    if (status == CATASTA_OK) {
        const enum asked asked = asking_talk(&asking, options);
        if (asked == ASKED_DIFFERENT)
            status = report_difference(&asking) ? CATASTA_WRONG : complain("out of memory");
        else if (asked == ASKED_FAILED)
            status = complain_of_engine(&asking);
        else
            print("the engine agrees\n");
    }
    game_line_end(&line);
    asking_free(&asking);
    return close_session(asking.session, status);
}

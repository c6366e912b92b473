/* SPDX-License-Identifier: MIT */
/* Games that a program makes turn by turn: a text that grows, and the position that it has reached.  What is added is
   checked alone, in time that does not depend on the length of the game; the game is judged when it is asked for. */
#include "games/common.h"
#include "library/accessors.h"

#include <stdio.h>
#include <stdlib.h>

/* A turn in .moves. */
struct made_turn {
    size_t before; /* where what belongs to the turn before ends */
    size_t begin;
    size_t end;
    uint32_t number; /* of its round */
};

struct catasta_record {
    struct catasta_input *input; /* which judges it */
    struct text tags;
    struct text moves;
    struct text result; /* empty: there is none */
    struct catasta_position *start;
    struct catasta_position *now;
    struct made_turn *turns;
    size_t count;
    size_t room;
    struct arena arena; /* for a fault */
    bool judged;        /* the game of .input is this one */
};

/* What makes a record of text without any. */
static const char no_tags[] = "[Event \"?\"]\n";

static void compose_record(const struct catasta_record *record, struct slice result, struct text *text)
{
    text_printf(text, "%pS\n%pS", SLICE(&record->tags), SLICE(&record->moves));
    text_printf(text, "%s%pS\n", record->moves.length > 0 ? " " : "", SLICE(result));
}

/* The game with RESULT, judged; NULL: out of memory. */
static struct catasta_game *judge_with(struct catasta_record *record, struct slice result)
{
    SCOPED(text, text);
    compose_record(record, result, &text);
    record->judged = false;
    return text.failed ? NULL : input_judge(record->input, text_slice(&text));
}

/* Says in FAULT, unless NULL, what the first error of GAME is, in a text that begins at BEFORE. */
static bool refuse_by(struct catasta_record *record, const struct catasta_game *game, size_t before, size_t length,
    struct catasta_fault *fault)
{
    const struct diagnostic *error = game == NULL ? NULL : diagnostics_first_error(&game->report.diagnostics);
    arena_clear(&record->arena);
    struct catasta_fault full = fault_of(error, game == NULL ? NULL : &game->record, &record->arena, before, length);
    if (fault != NULL)
        GIVE(fault, full);
    return false;
}

/* Says that TEXT breaks RULE. */
static bool refuse_words(struct catasta_record *record, const struct rule *rule, const char *facts, size_t length,
    struct catasta_fault *fault)
{
    arena_clear(&record->arena);
    const struct span all = {0, (uint32_t)(length < UINT32_MAX ? length : UINT32_MAX)};
    const struct diagnostic *error = diagnostic_new(&record->arena, rule, slice_of(facts), all);
    struct catasta_fault full = fault_of(error, NULL, &record->arena, 0, length);
    if (fault != NULL)
        GIVE(fault, full);
    return false;
}

/* Why there is no record of the tags: what the first error of GAME is, or, if it is NULL, that they begin another. */
static struct catasta_fault tags_fault(catasta_session *session, const struct catasta_game *game, unsigned since)
{
    static const char facts[] = FACT(why, "it begins another record");
    const struct diagnostic *error = game == NULL ? NULL : diagnostics_first_error(&game->report.diagnostics);
    arena_clear(&session->faults);
    if (game == NULL && !memory_ran_out(since))
        error = diagnostic_new(&session->faults, &syntax_rules[SYNTAX_TAG], slice_of(facts), (struct span){0, 0});
    return fault_of(error, NULL, &session->faults, 0, 0);
}

catasta_record *catasta_record_new(catasta_session *session, const char *ruleset, const struct catasta_pair *tags,
    size_t count, struct catasta_fault *fault)
{
    unsigned since = memory_failures();
    struct catasta_record *record = memory_new(sizeof *record);
    struct catasta_position *start = catasta_position_start(session, ruleset, tags, count, fault);
    if (record == NULL || start == NULL) {
        catasta_position_free(start);
        free(record);
        return NULL;
    }
    arena_init(&record->arena, 0);
    record->start = start;
    record->now = catasta_position_copy(start);
    record->input = catasta_input_bytes(session, "", 0, "record");
    if (ruleset != NULL)
        tag_line(&record->tags, "Ruleset", ruleset_name_in(slice_of(ruleset)));
    for (size_t i = 0; i < count; i++)
        tag_line(&record->tags, tags[i].name, slice_of(tags[i].value));
    if (record->tags.length == 0)
        text_add_string(&record->tags, no_tags);
    const struct catasta_game *game =
        record->input == NULL || record->now == NULL ? NULL : judge_with(record, slice_of(""));
    if (game != NULL && game->report.judged && diagnostics_first_error(&game->report.diagnostics) == NULL)
        return record;
    struct catasta_fault full = tags_fault(session, game, since);
    if (fault != NULL)
        GIVE(fault, full);
    catasta_record_free(record);
    return NULL;
}

void catasta_record_free(catasta_record *record)
{
    if (record == NULL)
        return;
    catasta_input_close(record->input);
    catasta_position_free(record->start);
    catasta_position_free(record->now);
    text_release(&record->tags);
    text_release(&record->moves);
    text_release(&record->result);
    arena_release(&record->arena);
    free(record->turns);
    free(record);
}

static bool room_for_turn(struct catasta_record *record)
{
    if (record->count < record->room)
        return true;
    const size_t room = 2 * record->room + 16;
    struct made_turn *turns = memory_resize(record->turns, room * sizeof *turns);
    if (turns == NULL)
        return false;
    record->turns = turns;
    record->room = room;
    return true;
}

/* Adds WORDS to .moves, after a space; where memory ran out nothing, and false, then and from then on. */
static bool append_words(struct catasta_record *record, const char *before, struct slice words, const char *after)
{
    const size_t end = record->moves.length;
    text_printf(&record->moves, "%s%s", end > 0 ? " " : "", before);
    text_add(&record->moves, words);
    text_add_string(&record->moves, after);
    if (record->moves.failed)
        record->moves.length = end;
    return !record->moves.failed;
}

/* Adds the turn that FAULT gives, made in the round NUMBER. */
static bool append_turn(struct catasta_record *record, uint32_t number, const struct catasta_fault *played)
{
    const size_t count = record->count;
    const struct slice turn = {played->turn.bytes, played->turn.length};
    char round[16] = "";
    struct made_turn made = {.before = record->moves.length, .number = number};
    if (turn.length == 0) /* it only said what is so */
        return true;
    if (!room_for_turn(record))
        return false;
    if (count == 0 || number != record->turns[count - 1].number)
        snprintf(round, sizeof round, "%lu. ", (unsigned long)number);
    if (!append_words(record, round, turn, ""))
        return false;
    made.end = record->moves.length;
    made.begin = made.end - turn.length;
    record->turns[record->count++] = made;
    return true;
}

bool catasta_record_play(catasta_record *record, const char *text, size_t length, struct catasta_fault *fault)
{
    static const char how[] = FACT(how, "it has a result");
    struct catasta_fault played = {.size = sizeof played};
    if (record->result.length > 0)
        return refuse_words(record, &common_rules[COMMON_AFTER_END], how, length, fault);
    struct catasta_position *before = catasta_position_copy(record->now);
    const uint32_t number = catasta_position_number(record->now);
    bool good = before != NULL && catasta_position_play(record->now, text, length, &played);
    if (good && !append_turn(record, number, &played)) {
        struct catasta_position *after = record->now;
        record->now = before;
        before = after;
        good = false;
        played = (struct catasta_fault){.size = sizeof played, .tag = CATASTA_NOWHERE};
    }
    catasta_position_free(before);
    record->judged &= !good;
    if (fault != NULL)
        GIVE(fault, played);
    return good;
}

/* What a record has besides a result. */
struct made_counts {
    size_t tags;
    size_t items;
};

static struct made_counts counts_of(const struct catasta_game *game)
{
    return (struct made_counts){game->record.tag_count, game->record.main.count};
}

/* Whether what GAME has besides what was COUNTED, at its end, is a result and nothing else. */
static bool is_only_result(const struct catasta_game *game, struct made_counts counted)
{
    const struct record *read = &game->record;
    const struct made_counts counts = counts_of(game);
    return read->has_result && read->result.end + 1 == read->source.length && counts.tags == counted.tags &&
        counts.items == counted.items;
}

bool catasta_record_comment(catasta_record *record, const char *text, size_t length)
{
    const bool rest = length > 0 && memchr(text, '}', length) != NULL; /* which ends a comment in braces */
    SCOPED(text, words);
    for (size_t i = 0; i < length; i++)
        text_add_char(&words, rest && (text[i] == '\n' || text[i] == '\r') ? ' ' : text[i]);
    const bool good = !words.failed && append_words(record, rest ? "; " : "{", text_slice(&words), rest ? "\n" : "}");
    record->judged &= !good;
    return good;
}

bool catasta_record_result(catasta_record *record, const char *text, size_t length, struct catasta_fault *fault)
{
    const struct slice result = {text, length};
    const unsigned since = memory_failures();
    const struct catasta_game *before = catasta_record_game(record);
    const struct made_counts counted = before == NULL ? (struct made_counts){0, 0} : counts_of(before);
    const struct catasta_game *game = before == NULL ? NULL : judge_with(record, result);
    if (game == NULL ? !memory_ran_out(since) : !is_only_result(game, counted))
        return refuse_words(record, &syntax_rules[SYNTAX_RESULT],
            FACT(result, "this") FACT(why, "a result is *, 1-0, 0-1, 1/2-1/2, or points joined by '-'"), length, fault);
    const uint64_t begin = game == NULL ? 0 : game->record.result.begin;
    if (game == NULL || diagnostics_first_error(&game->report.diagnostics) != NULL)
        return refuse_by(record, game, (size_t)begin, length, fault);
    text_clear(&record->result);
    text_add(&record->result, result);
    record->judged = !record->result.failed;
    return record->judged || refuse_by(record, NULL, 0, 0, fault);
}

/* Makes the position again. */
static bool make_position(struct catasta_record *record)
{
    struct catasta_position *now = catasta_position_copy(record->start);
    for (size_t i = 0; i + 1 < record->count && now != NULL; i++) {
        const struct made_turn *turn = &record->turns[i];
        if (catasta_position_play(now, record->moves.bytes + turn->begin, turn->end - turn->begin, NULL))
            continue;
        catasta_position_free(now);
        now = NULL;
    }
    if (now == NULL)
        return false;
    catasta_position_free(record->now);
    record->now = now;
    return true;
}

bool catasta_record_undo(catasta_record *record)
{
    const bool ended = record->result.length > 0;
    if (!ended && (record->count == 0 || !make_position(record)))
        return false;
    if (!ended)
        record->moves.length = record->turns[--record->count].before;
    text_clear(&record->result);
    record->judged = false;
    return true;
}

const catasta_position *catasta_record_position(const catasta_record *record)
{
    return record->now;
}

catasta_game *catasta_record_game(catasta_record *record)
{
    struct catasta_game *game = record->input->game;
    if (!record->judged || game == NULL)
        game = judge_with(record, text_slice(&record->result));
    record->judged = game != NULL;
    return game;
}

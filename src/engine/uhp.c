/* SPDX-License-Identifier: MIT */
/* UHP, for Hive: the engine keeps the game, and every answer ends with "ok". */
#include "convert/form_table.h"
#include "engine/protocols.h"
#include "util/output.h"

#include <stdio.h>
#include <string.h>

/* The state of a game, as a GameString has it. */
static const char *uhp_state(const struct game_line *line)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    catasta_position_outcome(line->now, &outcome);
    if (outcome.over)
        return outcome.winners == 1 ? "WhiteWins" : outcome.winners == 2 ? "BlackWins" : "Draw";
    return line->count > 0 ? "InProgress" : "NotStarted";
}

/* The game type that the ruleset of READING is called in UHP; false: it has none. */
static bool uhp_own_type(const struct reading *reading, char type[UHP_TYPE_ROOM])
{
    const char *ruleset = reading->options.ruleset;
    return ruleset != NULL && uhp_game_type((struct catasta_text){ruleset, strlen(ruleset)}, type);
}

/* As an engine. */

static void uhp_info(struct serving *serving, char *rest)
{
    (void)rest;
    buffer_print(&serving->answer, "id catasta v%s\nMosquito;Ladybug;Pillbug\nok\n", catasta_version());
}

/* Whether there is a game; refuses if not. */
static bool uhp_has_game(struct serving *serving)
{
    if (serving->line.now == NULL)
        serving_refuse(serving, "there is no game; 'newgame' begins one");
    return serving->line.now != NULL;
}

static void uhp_game_string(struct serving *serving)
{
    const struct game_line *line = &serving->line;
    char own[UHP_TYPE_ROOM] = "Base";
    uhp_own_type(serving->options->reading, own);
    buffer_say(&serving->answer, serving->tags[TAG_GAME_TYPE][0] != '\0' ? serving->tags[TAG_GAME_TYPE] : own);
    buffer_print(&serving->answer, ";%s;%s[%zu]", uhp_state(line), line->count % 2 == 0 ? "White" : "Black",
        line->count / 2 + 1);
    for (const char *turn = game_line_next(line, NULL); turn != NULL; turn = game_line_next(line, turn)) {
        buffer_say(&serving->answer, ";");
        buffer_say(&serving->answer, turn);
    }
    buffer_say(&serving->answer, "\nok\n");
}

/* Only a turn of the board: a game of UHP is not resigned. */
static bool uhp_play_turn(struct serving *serving, const char *turn)
{
    struct catasta_fault fault = {.size = sizeof fault};
    const bool tile = (*turn == 'w' || *turn == 'b') && turn[1] >= 'A' && turn[1] <= 'Z';
    const bool shaped = tile || strcmp(turn, "pass") == 0;
    if (!shaped)
        buffer_say(&serving->answer, "invalidmove a turn is a tile and its place, such as 'wA1 bQ-', or pass\nok\n");
    if (!shaped || game_line_play(&serving->line, turn, &fault))
        return shaped;
    serving->no_memory |= fault.id == NULL;
    buffer_print(&serving->answer, "invalidmove %.*s [%s]\nok\n", (int)fault.message.length, fault.message.bytes,
        fault.id == NULL ? "" : fault.id);
    return false;
}

static void uhp_play(struct serving *serving, char *rest)
{
    if (uhp_has_game(serving) && uhp_play_turn(serving, rest))
        uhp_game_string(serving);
}

static void uhp_pass(struct serving *serving, char *rest)
{
    (void)rest;
    uhp_play(serving, "pass");
}

/* Takes what is before the next semicolon off REST; NULL after the last. */
static char *uhp_field(char **rest)
{
    char *field = *rest;
    char *end = field == NULL ? NULL : strchr(field, ';');
    if (end != NULL)
        *end = '\0';
    *rest = end == NULL ? NULL : end + 1;
    return field;
}

/* "Base+MLP", or a GameString, of which the turns count and not the state; nothing: as the ruleset of the options. */
static void uhp_new_game(struct serving *serving, char *rest)
{
    char *fields = rest;
    const char *type = uhp_field(&fields);
    char before[sizeof serving->tags[0]];
    char own[UHP_TYPE_ROOM];
    struct game_line line = serving->line;
    bool fine = true;
    if (*type == '\0' && serving->options->reading->options.ruleset == NULL)
        type = "Base";
    if (uhp_own_type(serving->options->reading, own) && strcmp(type, own) == 0)
        type = "";
    memcpy(before, serving->tags[TAG_GAME_TYPE], sizeof before);
    if (!serving_take(serving, serving->tags[TAG_GAME_TYPE], sizeof before, type))
        return;
    uhp_field(&fields);
    uhp_field(&fields);
    serving->line = (struct game_line){.count = 0};
    fine = serving_begin(serving, NULL);
    for (char *turn; fine && (turn = uhp_field(&fields)) != NULL;)
        fine = uhp_play_turn(serving, turn);
    game_line_end(fine ? &line : &serving->line);
    if (!fine) {
        serving->line = line;
        memcpy(serving->tags[TAG_GAME_TYPE], before, sizeof before);
    } else {
        uhp_game_string(serving);
    }
}

static void uhp_valid_moves(struct serving *serving, char *rest)
{
    struct turn_list turns = {.count = 0};
    (void)rest;
    if (!uhp_has_game(serving))
        return;
    turn_list_fill(&turns, serving->line.now, "");
    for (size_t i = 0; i < turns.count; i++) {
        buffer_say(&serving->answer, i > 0 ? ";" : "");
        buffer_say(&serving->answer, turns.turns[i].text);
    }
    if (turns.failed)
        serving->no_memory = true;
    else if (turns.count == 0)
        serving_refuse(serving, "the game is over");
    else
        buffer_say(&serving->answer, "\nok\n");
    turn_list_clear(&turns);
}

static void uhp_best_move(struct serving *serving, char *rest)
{
    struct buffer turn = {.length = 0};
    (void)rest;
    const bool chosen = uhp_has_game(serving) && serving_choose(serving, &turn);
    if (chosen && turn.length == 0)
        serving_refuse(serving, "the game is over");
    else if (chosen)
        buffer_print(&serving->answer, "%s\nok\n", turn.bytes);
    buffer_free(&turn);
}

static void uhp_undo(struct serving *serving, char *rest)
{
    long count = 1;
    if (!uhp_has_game(serving))
        return;
    if (*rest != '\0' && (!serving_number(rest, 1000000, &count) || count < 1))
        serving_refuse(serving, "'undo' takes the number of turns to take back");
    else if ((size_t)count > serving->line.count)
        serving_refuse(serving, "only %zu turns were played", serving->line.count);
    else if (!game_line_back(&serving->line, (size_t)count))
        serving->no_memory = true;
    else
        uhp_game_string(serving);
}

static void uhp_options(struct serving *serving, char *rest)
{
    if (*rest != '\0')
        serving_refuse(serving, "there are no options");
    else
        buffer_say(&serving->answer, "ok\n");
}

static void uhp_exit(struct serving *serving, char *rest)
{
    serving_quit(serving, rest);
    buffer_say(&serving->answer, "ok\n");
}

static const struct serving_command uhp_commands[] = {
    {"info", uhp_info},
    {"newgame", uhp_new_game},
    {"play", uhp_play},
    {"pass", uhp_pass},
    {"validmoves", uhp_valid_moves},
    {"bestmove", uhp_best_move},
    {"undo", uhp_undo},
    {"options", uhp_options},
    {"exit", uhp_exit},
    {"quit", uhp_exit},
    {NULL, NULL},
};

/* With another engine. */

/* Reads an answer, of which ANSWER becomes the first line. */
static enum asked uhp_hear(struct asking_engine *asking, struct buffer *answer)
{
    char *line;
    answer->length = 0;
    while ((line = asking_line(asking)) != NULL && strcmp(line, "ok") != 0) {
        if (answer->length == 0)
            buffer_say(answer, line);
    }
    buffer_add(answer, "", 0);
    if (line != NULL && answer->failed)
        return asking_no_memory(asking);
    return line == NULL ? ASKED_FAILED : ASKED_FINE;
}

static enum asked uhp_ask(struct asking_engine *asking, struct buffer *answer, const char *command, const char *words)
{
    struct buffer line = {.length = 0};
    buffer_print(&line, "%s%s%s", command, *words == '\0' ? "" : " ", words);
    enum asked asked = line.failed ? asking_no_memory(asking) : asking_send(asking, line.bytes);
    buffer_free(&line);
    return asked == ASKED_FINE ? uhp_hear(asking, answer) : asked;
}

static bool uhp_refuses(const struct buffer *answer)
{
    return strncmp(answer->bytes, "err", 3) == 0 || strncmp(answer->bytes, "invalidmove", 11) == 0;
}

static enum asked uhp_ask_open(struct asking_engine *asking)
{
    struct buffer answer = {.length = 0};
    const enum asked asked = uhp_hear(asking, &answer);
    buffer_free(&answer);
    return asked;
}

static enum asked uhp_set_option(struct asking_engine *asking, const char *name, const char *value)
{
    struct buffer words = {.length = 0};
    struct buffer answer = {.length = 0};
    buffer_print(&words, "set %s %s", name, value);
    enum asked asked = words.failed ? asking_no_memory(asking) : uhp_ask(asking, &answer, "options", words.bytes);
    if (asked == ASKED_FINE && uhp_refuses(&answer))
        asked = asking_fail(asking, "does not accept the option %s: '%.80s'", name, answer.bytes);
    buffer_free(&words);
    buffer_free(&answer);
    return asked;
}

static enum asked uhp_ask_new_game(struct asking_engine *asking)
{
    struct buffer answer = {.length = 0};
    char type[UHP_TYPE_ROOM];
    if (!uhp_own_type(asking->reading, type))
        return asking_fail(asking, "cannot be asked about this ruleset, which has no game type in UHP");
    if (asking->begins.length > 0)
        return asking_fail(asking, "cannot be asked about a position: games of UHP begin with the first turn");
    asking->told.length = 0;
    enum asked asked = uhp_ask(asking, &answer, "newgame", type);
    if (asked == ASKED_FINE && uhp_refuses(&answer))
        asked = asking_fail(asking, "does not play %s: '%.80s'", type, answer.bytes);
    buffer_free(&answer);
    return asked;
}

/* Compares the state in a GameString, ANSWER, with the position at hand. */
static enum asked uhp_compare_state(struct asking_engine *asking, const struct buffer *answer)
{
    const char *state = uhp_state(asking->line);
    const char *begin = strchr(answer->bytes, ';');
    const size_t length = begin == NULL ? 0 : strcspn(begin + 1, ";");
    if (begin == NULL)
        return asking_fail(asking, "answers 'play' with '%.80s', not with a GameString", answer->bytes);
    if (strlen(state) == length && memcmp(state, begin + 1, length) == 0)
        return ASKED_FINE;
    return asking_differ(asking, "the engine says that the state is %.*s; it is %s\n", (int)(length < 40 ? length : 40),
        begin + 1, state);
}

/* Plays TURN there, the last of the game at hand if it is so. */
static enum asked uhp_tell(struct asking_engine *asking, const char *turn, struct buffer *answer)
{
    enum asked asked = uhp_ask(asking, answer, "play", turn);
    if (asked != ASKED_FINE)
        return asked;
    buffer_add(&asking->told, turn, strlen(turn) + 1);
    if (asking->told.failed)
        return asking_no_memory(asking);
    if (uhp_refuses(answer))
        return asking_differ(
            asking, "the engine does not play the last turn, '%s', which is legal: '%.80s'\n", turn, answer->bytes);
    return game_line_next(asking->line, turn) == NULL ? uhp_compare_state(asking, answer) : ASKED_FINE;
}

/* The engine takes back turns, and plays others, up to the position at hand. */
static enum asked uhp_go_to(struct asking_engine *asking, struct buffer *answer)
{
    const char *turn = game_line_next(asking->line, NULL);
    const char *end = asking->told.bytes + asking->told.length;
    const char *told = asking->told.bytes;
    char number[24];
    unsigned back = 0;
    enum asked asked = ASKED_FINE;
    while (turn != NULL && asking->told.length > 0 && told < end && strcmp(told, turn) == 0) {
        told += strlen(told) + 1;
        turn = game_line_next(asking->line, turn);
    }
    for (const char *at = told; asking->told.length > 0 && at < end; at += strlen(at) + 1)
        back++;
    snprintf(number, sizeof number, "%u", back);
    if (back > 0) {
        asking->told.length = (size_t)(told - asking->told.bytes);
        asked = uhp_ask(asking, answer, "undo", number);
        if (asked == ASKED_FINE && uhp_refuses(answer))
            asked = asking_fail(asking, "does not take back turns: '%.80s'", answer->bytes);
    }
    for (; asked == ASKED_FINE && turn != NULL; turn = game_line_next(asking->line, turn))
        asked = uhp_tell(asking, turn, answer);
    return asked;
}

static enum asked uhp_ask_list(struct asking_engine *asking, unsigned depth, struct turn_list *turns, uint64_t *total)
{
    struct buffer answer = {.length = 0};
    enum asked asked = uhp_go_to(asking, &answer);
    (void)depth;
    *total = 0;
    if (asked == ASKED_FINE && catasta_position_to_move(asking->line->now) != 0) {
        asked = uhp_ask(asking, &answer, "validmoves", "");
        char *rest = answer.bytes;
        if (asked == ASKED_FINE && !uhp_refuses(&answer))
            for (char *turn; (turn = uhp_field(&rest)) != NULL;)
                turn_list_add(turns, turn, strlen(turn), true);
        *total = turns->count;
    }
    buffer_free(&answer);
    return asked;
}

/* UHP has no clocks: of one the engine gets the increment and a part of what is left, in whole seconds. */
enum { CLOCK_PART = 30 };
static enum asked uhp_choose(struct asking_engine *asking, struct buffer *turn)
{
    const struct time_control *control = asking_control(asking);
    const int64_t left = asking->clocks->left[catasta_position_to_move(asking->line->now) - 1];
    const int64_t milliseconds = control->movetime > 0 ? control->movetime : left / CLOCK_PART + control->increment;
    const long long seconds = milliseconds < 1000 ? 1 : milliseconds / 1000;
    struct buffer answer = {.length = 0};
    char limit[64];
    snprintf(limit, sizeof limit, "time %02lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if (control->depth > 0)
        snprintf(limit, sizeof limit, "depth %lld", (long long)control->depth);
    enum asked asked = uhp_go_to(asking, &answer);
    if (asked == ASKED_FINE)
        asked = uhp_ask(asking, &answer, "bestmove", limit);
    if (asked == ASKED_FINE && uhp_refuses(&answer))
        asked = asking_refused(asking, answer.bytes);
    else if (asked == ASKED_FINE)
        buffer_say(turn, answer.bytes);
    buffer_free(&answer);
    return asked;
}

const struct protocol uhp_protocol = {
    .name = "uhp",
    .game = "hive",
    .greet = uhp_info,
    .error = "err ",
    .end = "\nok\n",
    .commands = uhp_commands,
    .open = uhp_ask_open,
    .set_option = uhp_set_option,
    .begin = uhp_ask_new_game,
    .farewell = "exit",
    .limits = "tc|movetime|depth",
    .list = uhp_ask_list,
    .choose = uhp_choose,
};

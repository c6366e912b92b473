/* SPDX-License-Identifier: MIT */
/* The commands of both ways of talking: one table, which is also the help. */
#include "library/tools.h"
#include "play/dialogue.h"

#include <stdlib.h>
#include <string.h>

static void say_result(struct dialogue *dialogue, const char *words)
{
    buffer_say(&dialogue->answer, words);
}

static bool no_position(struct dialogue *dialogue)
{
    return draft_fail(dialogue->draft, "play/position", "there is no position here");
}

/* The position here, NULL when there is none or out of memory. */
static catasta_position *position_here(struct dialogue *dialogue)
{
    catasta_position *position = draft_position(dialogue->draft);
    dialogue->no_memory |= position == NULL && dialogue->draft->now.nodes > 0;
    return position;
}

/* A page of the story without tints, which are bytes of their own. */
void tell_page(struct dialogue *dialogue, enum catasta_page page)
{
    const struct draft *draft = dialogue->draft;
    const struct catasta_look look = {.size = sizeof look, .width = 10000, .unicode = true};
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    if (draft->now.story == NULL)
        return;
    if (!catasta_write_page(draft->now.story, draft->node, page, &look, &sink))
        text.failed = true;
    for (size_t i = 0; i < text.length; i++)
        if (text.bytes[i] < CATASTA_TINT || text.bytes[i] >= CATASTA_TINT + CATASTA_TINTS)
            buffer_add(&dialogue->answer, text.bytes + i, 1);
    if (text.length > 0 && text.bytes[text.length - 1] != '\n')
        say_result(dialogue, "\n");
    dialogue->answer.failed = dialogue->answer.failed || text.failed;
    buffer_free(&text);
}

static bool tell_position(struct dialogue *dialogue, enum catasta_format format)
{
    const struct catasta_sink sink = buffer_sink(&dialogue->answer);
    catasta_position *position = position_here(dialogue);
    if (position == NULL)
        return no_position(dialogue);
    dialogue->answer.failed |= !catasta_position_write(position, format, &sink);
    catasta_position_free(position);
    return true;
}

/* The seat to move, 0 where the game is over, on the board or because somebody has ended it. */
static unsigned to_move(struct dialogue *dialogue, struct catasta_seat *seat)
{
    const struct draft *draft = dialogue->draft;
    struct catasta_outcome outcome = {.size = sizeof outcome};
    const struct catasta_node node = judged_node(&draft->now, draft->node);
    bool last = node.depth == 0 && node.next == CATASTA_NOWHERE;
    catasta_position *position = position_here(dialogue);
    unsigned number = position == NULL ? 0 : catasta_position_to_move(position);
    if (last && catasta_game_outcome(draft->now.game, &outcome) && outcome.reason != NULL)
        number = 0;
    if (number > 0)
        catasta_position_seat(position, number, seat);
    catasta_position_free(position);
    return number;
}

void tell_turn(struct dialogue *dialogue)
{
    struct catasta_seat seat = {.size = sizeof seat};
    if (dialogue->draft->now.nodes == 0)
        return;
    tell_page(dialogue, CATASTA_PAGE_TITLE);
    if (!dialogue->brief)
        tell_position(dialogue, CATASTA_WORDS);
    if (to_move(dialogue, &seat) > 0)
        buffer_print(&dialogue->answer, "%s to move.\n", seat.name);
    else
        tell_page(dialogue, CATASTA_PAGE_OUTCOME);
}

bool tell_fault(struct dialogue *dialogue)
{
    const struct catasta_sink sink = buffer_sink(&dialogue->answer);
    const struct record_fault fault = draft_fault(dialogue->draft);
    if (fault.judged == NULL)
        return draft_fail(dialogue->draft, "play/nothing", "there is no fault");
    say_result(dialogue, "error: ");
    dialogue->answer.failed |= !catasta_game_message(fault.judged->game, fault.index, &sink);
    buffer_print(&dialogue->answer, " [%s]\n", fault.n.id);
    if (fault.n.advice.length > 0) {
        say_result(dialogue, "help: ");
        buffer_text(&dialogue->answer, fault.n.advice);
        say_result(dialogue, "\n");
    }
    for (size_t i = 0; i < fault.n.repairs; i++) {
        buffer_print(&dialogue->answer, "%zu: ", i + 1);
        dialogue->answer.failed |= !catasta_write_repair(fault.judged->game, fault.index, i, &sink);
        say_result(dialogue, "\n");
    }
    return true;
}

/* The commands that answer something. */

static bool tell_words(struct dialogue *dialogue)
{
    buffer_add(&dialogue->answer, dialogue->words, dialogue->length);
    return true;
}

static bool tell_in_line(struct dialogue *dialogue)
{
    return tell_position(dialogue, CATASTA_POSITION);
}

static bool tell_names(struct dialogue *dialogue)
{
    for (const struct dialogue_row *row = dialogue_rows; row->name != NULL; row++)
        buffer_print(&dialogue->answer, "%s\n", row->name);
    return true;
}

static bool tell_known(struct dialogue *dialogue)
{
    const struct dialogue_row *row = dialogue_rows;
    while (row->name != NULL && strcmp(row->name, dialogue->words) != 0)
        row++;
    say_result(dialogue, row->name != NULL ? "true" : "false");
    return true;
}

static bool tell_help(struct dialogue *dialogue)
{
    say_result(dialogue, dialogue->protocol ? "" : "A line is a turn, or a command:\n");
    for (const struct dialogue_row *row = dialogue_rows; row->name != NULL; row++) {
        char usage[48];
        snprintf(usage, sizeof usage, "%s%s %s", dialogue->protocol ? "" : ":", row->name, row->arguments);
        buffer_print(&dialogue->answer, "%-20s %s\n", usage, row->help);
    }
    return true;
}

static bool tell_ruleset(struct dialogue *dialogue)
{
    buffer_text(&dialogue->answer, info_of(dialogue->draft->now.game).ruleset);
    return true;
}

static bool tell_players(struct dialogue *dialogue)
{
    const catasta_game *game = dialogue->draft->now.game;
    struct catasta_seat seat = {.size = sizeof seat};
    for (unsigned i = 1; i <= info_of(game).seats && catasta_game_seat(game, i, &seat); i++) {
        buffer_print(&dialogue->answer, "%u\t%s\t", i, seat.name);
        buffer_text(&dialogue->answer, seat.player);
        say_result(dialogue, "\n");
    }
    return true;
}

static bool tell_to_move(struct dialogue *dialogue)
{
    struct catasta_seat seat = {.size = sizeof seat};
    if (dialogue->draft->now.nodes == 0)
        return no_position(dialogue);
    buffer_print(&dialogue->answer, "%u", to_move(dialogue, &seat));
    return true;
}

static bool tell_board(struct dialogue *dialogue)
{
    if (dialogue->protocol)
        say_result(dialogue, "\n"); /* so that its first row is in its place */
    return tell_position(dialogue, dialogue->protocol ? CATASTA_TEXT : CATASTA_WORDS);
}

static bool play_line(struct dialogue *dialogue)
{
    if (!draft_is_set_up(dialogue->draft) || !draft_play(dialogue->draft, dialogue->words, dialogue->length))
        return false;
    if (dialogue->protocol)
        buffer_text(&dialogue->answer, judged_node(&dialogue->draft->now, dialogue->draft->node).text);
    return true;
}

static bool say_move(void *context, const char *text, size_t length, unsigned flags)
{
    struct dialogue *dialogue = context;
    buffer_add(&dialogue->answer, text, length);
    say_result(dialogue, (flags & CATASTA_COMPLETE) == 0 ? " ...\n" : (flags & CATASTA_CAN_GO_ON) != 0 ? " +\n" : "\n");
    return !dialogue->answer.failed;
}

static bool tell_moves(struct dialogue *dialogue)
{
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_position *position = position_here(dialogue);
    if (position == NULL)
        return no_position(dialogue);
    bool any = catasta_position_moves(position, dialogue->words, dialogue->length, say_move, dialogue, &fault);
    if (!any && fault.id != NULL && strncmp(fault.id, "syntax/", strlen("syntax/")) == 0)
        draft_fail(dialogue->draft, "play/nothing", "no legal turn begins with '%.*s'", (int)dialogue->length,
            dialogue->words);
    else if (!any)
        draft_fail_by(dialogue->draft, &fault);
    catasta_position_free(position);
    return any;
}

static bool set_result(struct dialogue *dialogue)
{
    const struct catasta_sink sink = buffer_sink(&dialogue->answer);
    struct catasta_outcome outcome = {.size = sizeof outcome};
    const catasta_game *game = dialogue->draft->now.game;
    if (dialogue->length > 0)
        return draft_is_set_up(dialogue->draft) && draft_result(dialogue->draft, dialogue->words, dialogue->length);
    if (dialogue->draft->now.nodes == 0)
        return no_position(dialogue);
    dialogue->answer.failed |= !catasta_write_result(game, &sink);
    if (catasta_game_outcome(game, &outcome) && outcome.reason != NULL)
        buffer_print(&dialogue->answer, " %s", outcome.reason);
    return true;
}

static bool set_tag(struct dialogue *dialogue)
{
    char name[64];
    size_t end = strcspn(dialogue->words, " \t");
    size_t value = end + strspn(dialogue->words + end, " \t");
    if (end >= sizeof name)
        return draft_fail(dialogue->draft, "play/argument", "a tag needs a name of at most 63 letters and a value");
    memcpy(name, dialogue->words, end);
    name[end] = '\0';
    return draft_tag(dialogue->draft, name, dialogue->words + value, dialogue->length - value);
}

static bool fix_last_turn(struct dialogue *dialogue)
{
    unsigned long number = dialogue->length == 0 ? 1 : strtoul(dialogue->words, NULL, 10);
    return draft_fix(dialogue->draft, number == 0 ? SIZE_MAX : number - 1);
}

static bool write_game_text(struct dialogue *dialogue)
{
    struct draft *draft = dialogue->draft;
    if (strlen(dialogue->words) != dialogue->length)
        return draft_fail(draft, "play/argument", "this is not the name of a file");
    if (dialogue->length > 0)
        return draft_write(draft, dialogue->words);
    buffer_add(&dialogue->answer, draft->now.bytes, draft->now.length);
    say_result(dialogue, "\n");
    return true;
}

static bool keep_game(struct dialogue *dialogue)
{
    if (dialogue->draft->file.path == NULL)
        return draft_fail(dialogue->draft, "play/nothing", "this game is not kept in a file");
    dialogue->declined = !draft_keep(dialogue->draft, false) &&
        (strcmp(dialogue->draft->id, "play/changed") != 0 || !draft_keep(dialogue->draft, true));
    return !dialogue->declined;
}

static bool toggle_board(struct dialogue *dialogue)
{
    dialogue->brief = !dialogue->brief;
    say_result(dialogue,
        dialogue->brief ? "The position is now shown only after :board.\n"
                        : "The position is shown after each turn.\n");
    return true;
}

static bool quit_dialogue(struct dialogue *dialogue)
{
    dialogue->over = true;
    return true;
}

enum { TELLS = 0, CHANGES = 1, MOVES = 2 };

const struct dialogue_row dialogue_rows[] = {
    {"play", "TURN", "plays it here; as a variation if the line already continues differently", CHANGES | MOVES,
        .run = play_line},
    {"undo", "", "undoes the last change", CHANGES | MOVES, .go = draft_undo},
    {"redo", "", "redoes it", CHANGES | MOVES, .go = draft_redo},
    {"moves", "[PREFIX]", "lists legal turns that begin with PREFIX; ... incomplete, + can go on", TELLS,
        .run = tell_moves},
    {"board", "", "shows the position", TELLS, .run = tell_board},
    {"position", "", "shows it in one line, as in the tag Position", TELLS, .run = tell_in_line},
    {"variation", "", "goes back a turn, to play another one instead", MOVES, .go = draft_vary},
    {"forward", "", "goes to the next turn on the line", MOVES, .go = draft_forward},
    {"main", "", "goes to the end of the main line", MOVES, .go = draft_main},
    {"replace", "TURN", "replaces the turn here", CHANGES | MOVES, .edit = draft_replace},
    {"comment", "[TEXT]", "adds a comment; without TEXT removes the last one", CHANGES, .edit = draft_comment},
    {"glyph", "[GLYPH]", "adds !, ?, !!, ??, !?, ?! or $N; without GLYPH removes the last one", CHANGES,
        .edit = draft_glyph},
    {"clock", "TIME", "adds the player's clock after the turn, such as 0:41:07", CHANGES, .edit = draft_clock},
    {"resign", "", "the player to move resigns", CHANGES | MOVES, .edit = draft_play, .text = "resign"},
    {"draw", "", "the players agree on a draw", CHANGES, .edit = draft_result, .text = "Draw agreed"},
    {"result", "[RESULT]", "sets the result, * for none; without RESULT shows the state of the game", CHANGES,
        .run = set_result},
    {"tag", "NAME [VALUE]", "sets a tag; without VALUE removes it", CHANGES, .run = set_tag},
    {"fault", "", "shows the fault again, with the proposals", TELLS, .run = tell_fault},
    {"fix", "[N]", "applies proposal N, or the first", CHANGES | MOVES, .run = fix_last_turn},
    {"stood", "", "keeps the turn at fault, as illegal but played", CHANGES | MOVES, .go = draft_stand},
    {"ruleset", "", "shows the name of the ruleset", TELLS, .run = tell_ruleset},
    {"players", "", "shows the seats, their names and players", TELLS, .run = tell_players},
    {"to_move", "", "shows the seat to move, 0 when the game is over", TELLS, .run = tell_to_move},
    {"write", "[FILE]", "writes the record to a new file; without FILE shows it", TELLS, .run = write_game_text},
    {"keep", "", "writes to the file of the game, at its end if another program changed it", TELLS, .run = keep_game},
    {"brief", "", "shows the position after each turn, or stops showing it", TELLS, .run = toggle_board},
    {"name", "", "shows the name of the program", TELLS, .run = tell_words, .text = "catasta"},
    {"version", "", "shows the version of the program", TELLS, .run = tell_words, .text = CATASTA_VERSION},
    {"protocol_version", "", "shows the version of the protocol", TELLS, .run = tell_words, .text = PLAY_PROTOCOL},
    {"known_command", "NAME", "shows whether there is a command NAME", TELLS, .run = tell_known},
    {"list_commands", "", "lists the names of the commands", TELLS, .run = tell_names},
    {"help", "", "shows this list", TELLS, .run = tell_help},
    {"quit", "", "ends, like the end of the input", TELLS, .run = quit_dialogue},
    {NULL, NULL, NULL, TELLS, .run = NULL},
};

static bool no_command(struct dialogue *dialogue, const char *name)
{
    const char *names[sizeof dialogue_rows / sizeof dialogue_rows[0]];
    size_t count = 0;
    for (const struct dialogue_row *row = dialogue_rows; row->name != NULL; row++)
        names[count++] = row->name;
    const char *near = catasta_nearest(name, names, count);
    const char *colon = dialogue->protocol ? "" : ":";
    if (near != NULL)
        return draft_fail(dialogue->draft, "play/command", "unknown command; did you mean '%s%s'?", colon, near);
    return draft_fail(dialogue->draft, "play/command", "unknown command; %shelp lists them", colon);
}

static bool do_row(struct dialogue *dialogue, const struct dialogue_row *row, const char *text, size_t length)
{
    dialogue->words = row->text != NULL ? row->text : text;
    dialogue->length = row->text != NULL ? strlen(row->text) : length;
    return row->go != NULL ? row->go(dialogue->draft)
        : row->edit != NULL
        ? draft_is_set_up(dialogue->draft) && row->edit(dialogue->draft, dialogue->words, dialogue->length)
        : row->run(dialogue);
}

/* Does what ROW says; then writes what has changed to the file of the game.  In the protocol it is a failure where that
   is not possible, elsewhere it is said or asked about. */
static bool run_row(struct dialogue *dialogue, const struct dialogue_row *row, const char *text, size_t length)
{
    bool changes = (row->does & CHANGES) != 0;
    bool set_up = dialogue->draft->now.nodes > 0;
    if (row->arguments[0] == '\0' && length > 0)
        return draft_fail(dialogue->draft, "play/argument", "%s takes no arguments", row->name);
    if (row->arguments[0] != '\0' && row->arguments[0] != '[' && length == 0)
        return draft_fail(dialogue->draft, "play/argument", "%s needs %s", row->name, row->arguments);
    if (!do_row(dialogue, row, text, length))
        return false;
    bool kept = !changes || dialogue->declined || draft_keep(dialogue->draft, false);
    if (dialogue->protocol)
        return kept;
    dialogue->asks = !kept && strcmp(dialogue->draft->id, "play/changed") == 0;
    if (dialogue->silent)
        return true;
    if (!kept && !dialogue->asks)
        buffer_print(&dialogue->answer, "error: %s\n", dialogue->draft->message);
    if ((row->does & MOVES) != 0 || set_up != (dialogue->draft->now.nodes > 0))
        tell_turn(dialogue);
    else if (changes && !set_up)
        tell_fault(dialogue);
    return true;
}

/* The command that LINE begins with, its first *END bytes; one without a name: none. */
static const struct dialogue_row *row_of_command(const char *line, size_t length, size_t *end)
{
    const struct dialogue_row *row = dialogue_rows;
    *end = 0;
    while (*end < length && line[*end] != ' ' && line[*end] != '\t')
        ++*end;
    while (row->name != NULL && (strlen(row->name) != *end || strncmp(row->name, line, *end) != 0))
        row++;
    return row;
}

bool dialogue_command(struct dialogue *dialogue, const char *line, size_t length)
{
    char name[24];
    size_t end;
    const struct dialogue_row *row = row_of_command(line, length, &end);
    size_t begin = end;
    while (begin < length && (line[begin] == ' ' || line[begin] == '\t'))
        begin++;
    snprintf(name, sizeof name, "%.*s", (int)(end < sizeof name ? end : sizeof name - 1), line);
    return row->name == NULL ? no_command(dialogue, name) : run_row(dialogue, row, line + begin, length - begin);
}

bool dialogue_line(struct dialogue *dialogue, const char *line, size_t length)
{
    size_t end;
    if (length > 0 && line[0] == ':')
        return dialogue_command(dialogue, line + 1, length - 1);
    const char *name = row_of_command(line, length, &end)->name;
    return run_row(dialogue, dialogue_rows, line, length) ||
        (name == NULL ? false
                      : draft_fail(dialogue->draft, "play/command", "this is not a turn; did you mean ':%s'?", name));
}

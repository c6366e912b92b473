/* The commands of both ways of talking: one table, which is also the help. */
#include "play/talk.h"

#include <stdlib.h>
#include <string.h>

static void say(struct talk *talk, const char *words)
{
    growing_say(&talk->answer, words);
}

static void say_text(struct talk *talk, struct catasta_text text)
{
    growing_add(&talk->answer, text.bytes, text.length);
}

static void say_number(struct talk *talk, unsigned long number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lu", number);
    say(talk, digits);
}

static bool no_position(struct talk *talk)
{
    return draft_fail(talk->draft, "play/position", "there is no position here");
}

/* The position here, NULL when there is none or out of memory. */
static catasta_position *position_here(struct talk *talk)
{
    catasta_position *position = draft_position(talk->draft);
    talk->no_memory |= position == NULL && talk->draft->now.nodes > 0;
    return position;
}

/* A page of the story without tints, which are bytes of their own. */
void tell_page(struct talk *talk, enum catasta_page page)
{
    const struct draft *draft = talk->draft;
    const struct catasta_look look = {.size = sizeof look, .width = 10000, .unicode = true};
    struct growing text = {0};
    const struct catasta_sink sink = growing_sink(&text);
    if (draft->now.story == NULL)
        return;
    if (!catasta_write_page(draft->now.story, draft->node, page, &look, &sink))
        text.failed = true;
    for (size_t i = 0; i < text.length; i++)
        if (text.bytes[i] < CATASTA_TINT || text.bytes[i] >= CATASTA_TINT + CATASTA_TINTS)
            growing_add(&talk->answer, text.bytes + i, 1);
    if (text.length > 0 && text.bytes[text.length - 1] != '\n')
        say(talk, "\n");
    talk->answer.failed = talk->answer.failed || text.failed;
    growing_free(&text);
}

void tell_board(struct talk *talk, const char *form)
{
    const struct catasta_sink sink = growing_sink(&talk->answer);
    catasta_position *position = position_here(talk);
    if (position != NULL && !catasta_position_write(position, form, &sink))
        talk->answer.failed = true;
    catasta_position_free(position);
}

/* The seat to move, 0 where the game is over, on the board or since somebody has said so. */
static unsigned to_move(struct talk *talk, struct catasta_seat *seat)
{
    const struct draft *draft = talk->draft;
    struct catasta_outcome outcome = {.size = sizeof outcome};
    const struct catasta_node node = judged_node(&draft->now, draft->node);
    bool last = node.depth == 0 && node.next == CATASTA_NOWHERE;
    catasta_position *position = position_here(talk);
    unsigned number = position == NULL ? 0 : catasta_position_to_move(position);
    if (last && catasta_game_outcome(draft->now.game, &outcome) && outcome.reason != NULL)
        number = 0;
    if (number > 0)
        catasta_position_seat(position, number, seat);
    catasta_position_free(position);
    return number;
}

static void tell_next(struct talk *talk)
{
    struct catasta_seat seat = {.size = sizeof seat};
    if (to_move(talk, &seat) > 0) {
        say(talk, seat.name);
        say(talk, " to move.\n");
    } else {
        tell_page(talk, CATASTA_PAGE_OUTCOME);
    }
}

void tell_turn(struct talk *talk)
{
    if (talk->draft->now.nodes == 0)
        return;
    tell_page(talk, CATASTA_PAGE_TITLE);
    if (!talk->brief)
        tell_board(talk, "words");
    tell_next(talk);
}

static void tell_proposals(struct talk *talk, const struct judged *judged, size_t fault)
{
    const struct catasta_sink sink = growing_sink(&talk->answer);
    struct catasta_diagnostic n = {.size = sizeof n};
    catasta_game_diagnostic(judged->game, fault, &n);
    for (size_t i = 0; i < n.repairs; i++) {
        say_number(talk, i + 1);
        say(talk, ": ");
        if (!catasta_write_repair(judged->game, fault, i, &sink))
            talk->answer.failed = true;
        say(talk, "\n");
    }
}

void tell_fault(struct talk *talk)
{
    const struct catasta_sink sink = growing_sink(&talk->answer);
    const struct judged *judged;
    struct catasta_diagnostic n = {.size = sizeof n};
    size_t fault;
    uint32_t node;
    if (!draft_fault(talk->draft, &judged, &fault, &node) || !catasta_game_diagnostic(judged->game, fault, &n))
        return;
    say(talk, "error: ");
    if (!catasta_game_message(judged->game, fault, &sink))
        talk->answer.failed = true;
    say(talk, " [");
    say(talk, n.id);
    say(talk, "]\n");
    if (n.advice.length > 0) {
        say(talk, "help: ");
        say_text(talk, n.advice);
        say(talk, "\n");
    }
    tell_proposals(talk, judged, fault);
}

/* The commands, which are given what is behind their name, ended by a NUL. */

static bool do_name(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    say(talk, "catasta");
    return true;
}

static bool do_version(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    say(talk, catasta_version());
    return true;
}

static bool do_list(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    for (const struct talk_row *row = talk_rows; row->name != NULL; row++) {
        say(talk, row->name);
        say(talk, "\n");
    }
    return true;
}

static bool do_help(struct talk *talk, const char *text, size_t length)
{
    char line[160];
    (void)text;
    (void)length;
    say(talk, talk->protocol ? "" : "A line is a turn, or a command:\n");
    for (const struct talk_row *row = talk_rows; row->name != NULL; row++) {
        char usage[48];
        snprintf(usage, sizeof usage, "%s%s %s", talk->protocol ? "" : ":", row->name, row->arguments);
        snprintf(line, sizeof line, "%-18s %s\n", usage, row->help);
        say(talk, line);
    }
    return true;
}

static bool do_ruleset(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    say_text(talk, info_of(talk->draft->now.game).ruleset);
    return true;
}

static bool do_players(struct talk *talk, const char *text, size_t length)
{
    const catasta_game *game = talk->draft->now.game;
    struct catasta_seat seat = {.size = sizeof seat};
    (void)text;
    (void)length;
    for (unsigned i = 1; i <= info_of(game).seats && catasta_game_seat(game, i, &seat); i++) {
        say_number(talk, i);
        say(talk, "\t");
        say(talk, seat.name);
        say(talk, "\t");
        say_text(talk, seat.player);
        say(talk, "\n");
    }
    return true;
}

static bool do_to_move(struct talk *talk, const char *text, size_t length)
{
    struct catasta_seat seat = {.size = sizeof seat};
    (void)text;
    (void)length;
    if (talk->draft->now.nodes == 0)
        return no_position(talk);
    say_number(talk, to_move(talk, &seat));
    return true;
}

static bool show_position(struct talk *talk, const char *form)
{
    if (talk->draft->now.nodes == 0)
        return no_position(talk);
    tell_board(talk, form);
    return true;
}

static bool do_position(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return show_position(talk, "position");
}

static bool do_board(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    if (talk->protocol)
        say(talk, "\n"); /* so that its first row is in its place */
    return show_position(talk, talk->protocol ? "text" : "words");
}

static bool do_play(struct talk *talk, const char *text, size_t length)
{
    if (!draft_play(talk->draft, text, length))
        return false;
    if (talk->protocol)
        say_text(talk, judged_node(&talk->draft->now, talk->draft->node).text);
    return true;
}

static bool do_replace(struct talk *talk, const char *text, size_t length)
{
    return draft_replace(talk->draft, text, length);
}

static bool do_undo(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return draft_undo(talk->draft);
}

static bool do_redo(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return draft_redo(talk->draft);
}

static bool say_move(void *context, const char *text, size_t length, unsigned flags)
{
    struct talk *talk = context;
    growing_add(&talk->answer, text, length);
    say(talk, (flags & CATASTA_COMPLETE) == 0 ? " ...\n" : (flags & CATASTA_CAN_GO_ON) != 0 ? " +\n" : "\n");
    return !talk->answer.failed;
}

static bool do_moves(struct talk *talk, const char *text, size_t length)
{
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_position *position = position_here(talk);
    if (position == NULL)
        return no_position(talk);
    bool any = catasta_position_moves(position, text, length, say_move, talk, &fault);
    if (!any && fault.id != NULL)
        draft_fail(talk->draft, fault.id, "%.*s", (int)fault.message.length, fault.message.bytes);
    else if (!any)
        draft_no_memory(talk->draft);
    catasta_position_free(position);
    return any;
}

static bool do_comment(struct talk *talk, const char *text, size_t length)
{
    return draft_comment(talk->draft, text, length);
}

static bool do_glyph(struct talk *talk, const char *text, size_t length)
{
    return draft_glyph(talk->draft, text, length);
}

static bool do_clock(struct talk *talk, const char *text, size_t length)
{
    return draft_clock(talk->draft, text, length);
}

static bool do_variation(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return draft_vary(talk->draft);
}

static bool do_main(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return draft_main(talk->draft);
}

static bool do_forth(struct talk *talk, const char *text, size_t length)
{
    const struct draft *draft = talk->draft;
    (void)text;
    (void)length;
    return draft_go(talk->draft, draft->now.nodes == 0 ? 0 : judged_node(&draft->now, draft->node).next);
}

static bool do_resign(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return draft_play(talk->draft, "resign", strlen("resign"));
}

static bool do_draw(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return draft_result(talk->draft, "Draw agreed", strlen("Draw agreed"));
}

static bool do_result(struct talk *talk, const char *text, size_t length)
{
    const struct catasta_sink sink = growing_sink(&talk->answer);
    struct catasta_outcome outcome = {.size = sizeof outcome};
    const catasta_game *game = talk->draft->now.game;
    if (length > 0 && !draft_result(talk->draft, text, length))
        return false;
    if (length > 0)
        return true;
    if (talk->draft->now.nodes == 0)
        return no_position(talk);
    if (!catasta_write_result(game, &sink))
        talk->answer.failed = true;
    if (catasta_game_outcome(game, &outcome) && outcome.reason != NULL) {
        say(talk, " ");
        say(talk, outcome.reason);
    }
    return true;
}

static bool do_tag(struct talk *talk, const char *text, size_t length)
{
    char name[64];
    size_t end = strcspn(text, " \t");
    size_t value = end + strspn(text + end, " \t");
    if (end >= sizeof name)
        return draft_fail(talk->draft, "play/argument", "a tag is a name of at most 63 letters and a value");
    memcpy(name, text, end);
    name[end] = '\0';
    return draft_tag(talk->draft, name, text + value, length - value);
}

static bool do_fault(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    tell_fault(talk);
    return talk->answer.length > 0 || draft_fail(talk->draft, "play/nothing", "there is no fault");
}

static bool do_fix(struct talk *talk, const char *text, size_t length)
{
    char *end;
    unsigned long number = length == 0 ? 1 : strtoul(text, &end, 10);
    return draft_fix(talk->draft, number == 0 ? SIZE_MAX : number - 1);
}

static bool do_stood(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return draft_stand(talk->draft);
}

static bool do_write(struct talk *talk, const char *text, size_t length)
{
    struct draft *draft = talk->draft;
    if (strlen(text) != length)
        return draft_fail(draft, "play/argument", "this is no file's name");
    if (length > 0)
        return draft_write(draft, text);
    growing_add(&talk->answer, draft->now.bytes, draft->now.length);
    say(talk, "\n");
    return true;
}

static bool do_keep(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    if (talk->draft->keeping.path == NULL)
        return draft_fail(talk->draft, "play/nothing", "the game is kept in no file");
    talk->declined = !draft_keep(talk->draft, false) &&
        (strcmp(talk->draft->id, "play/changed") != 0 || !draft_keep(talk->draft, true));
    return !talk->declined;
}

static bool do_brief(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    talk->brief = !talk->brief;
    say(talk, talk->brief ? "Positions are read out at 'board' only.\n" : "Positions are read out after every turn.\n");
    return true;
}

static bool do_quit(struct talk *talk, const char *text, size_t length)
{
    (void)text;
    (void)length;
    talk->over = true;
    return true;
}

const struct talk_row talk_rows[] = {
    {"play", "TURN", "plays it, where the place is; or a variation, if the line goes on otherwise", do_play, true,
        true},
    {"undo", "", "takes the last change back", do_undo, true, true},
    {"redo", "", "makes it again", do_redo, true, true},
    {"moves", "[PREFIX]", "legal turns that begin so; ... no turn yet, + may go on", do_moves, false, false},
    {"board", "", "the position", do_board, false, false},
    {"position", "", "the same in one line, as in the tag Position", do_position, false, false},
    {"variation", "", "goes back a turn, to play another one in its place", do_variation, false, true},
    {"forward", "", "goes to the next turn on the line", do_forth, false, true},
    {"main", "", "goes to the end of the main line", do_main, false, true},
    {"replace", "TURN", "writes it in the place of the turn here", do_replace, true, true},
    {"comment", "[TEXT]", "adds a comment; without TEXT takes the last one out", do_comment, true, false},
    {"glyph", "[GLYPH]", "adds !, ?, !!, ??, !?, ?! or $N; without takes the last one out", do_glyph, true, false},
    {"clock", "TIME", "the player's clock after the turn, as 0:41:07", do_clock, true, false},
    {"resign", "", "the player to move gives up", do_resign, true, true},
    {"draw", "", "a draw is agreed", do_draw, true, false},
    {"result", "[RESULT]", "writes it, * for none; without says how the game stands", do_result, true, false},
    {"tag", "NAME [VALUE]", "sets a tag; without VALUE takes it out", do_tag, true, false},
    {"fault", "", "says again what is wrong, with the proposals", do_fault, false, false},
    {"fix", "[N]", "takes proposal N, else the first", do_fix, true, true},
    {"stood", "", "keeps the turn at fault as one that was illegal and stood", do_stood, true, true},
    {"ruleset", "", "its name", do_ruleset, false, false},
    {"players", "", "seats, their names, and who has them", do_players, false, false},
    {"to_move", "", "the seat to move, 0 when the game is over", do_to_move, false, false},
    {"write", "[FILE]", "writes the record to a new file, or shows it", do_write, false, false},
    {"keep", "", "writes to the file of the game, behind what somebody else has put there", do_keep, false, false},
    {"brief", "", "positions are read out after every turn, or not", do_brief, false, false},
    {"name", "", "of the program", do_name, false, false},
    {"version", "", "of the program", do_version, false, false},
    {"list_commands", "", "their names", do_list, false, false},
    {"help", "", "this list", do_help, false, false},
    {"quit", "", "the end, as is that of the input", do_quit, false, false},
    {NULL, NULL, NULL, NULL, false, false},
};

static bool no_command(struct talk *talk, const char *name)
{
    const char *names[sizeof talk_rows / sizeof talk_rows[0]];
    size_t count = 0;
    for (const struct talk_row *row = talk_rows; row->name != NULL; row++)
        names[count++] = row->name;
    const char *near = catasta_nearest(name, names, count);
    const char *colon = talk->protocol ? "" : ":";
    if (near != NULL)
        return draft_fail(talk->draft, "play/command", "there is no such command; '%s%s' may be meant", colon, near);
    return draft_fail(talk->draft, "play/command", "there is no such command; %shelp lists them", colon);
}

/* Writes what has changed to the file of the game; in the protocol a failure is that of the command. */
static bool keep(struct talk *talk)
{
    return talk->declined || draft_keep(talk->draft, false);
}

/* The change was made all the same. */
static void tell_not_kept(struct talk *talk)
{
    talk->asks = strcmp(talk->draft->id, "play/changed") == 0;
    if (talk->asks)
        return;
    say(talk, "error: ");
    say(talk, talk->draft->message);
    say(talk, "\n");
}

bool talk_command(struct talk *talk, const char *line, size_t length)
{
    char name[24];
    size_t end = 0;
    while (end < length && line[end] != ' ' && line[end] != '\t')
        end++;
    size_t begin = end;
    while (begin < length && (line[begin] == ' ' || line[begin] == '\t'))
        begin++;
    snprintf(name, sizeof name, "%.*s", (int)(end < sizeof name ? end : sizeof name - 1), line);
    const struct talk_row *row = talk_rows;
    while (row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    if (row->name == NULL || strlen(name) != end)
        return no_command(talk, name);
    if (row->arguments[0] == '\0' && begin < length)
        return draft_fail(talk->draft, "play/argument", "%s takes nothing behind it", row->name);
    if (row->arguments[0] != '\0' && row->arguments[0] != '[' && begin == length)
        return draft_fail(talk->draft, "play/argument", "%s takes %s", row->name, row->arguments);
    bool set_up = talk->draft->now.nodes > 0;
    if (!row->run(talk, line + begin, length - begin))
        return false;
    bool kept = !row->changes || keep(talk);
    if (talk->protocol)
        return kept;
    if (!kept)
        tell_not_kept(talk);
    if (row->moves || set_up != (talk->draft->now.nodes > 0))
        tell_turn(talk);
    else if (row->changes && !set_up)
        tell_fault(talk);
    return true;
}

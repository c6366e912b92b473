/* SPDX-License-Identifier: MIT */
/* Writing a game down on the screen: the line, proposals, the end. */
#include "viewer/screen.h"

#include <stdlib.h>
#include <string.h>

bool play_is_command(const struct play *play)
{
    return play->line.text[0] == ':';
}

static bool has_tried(const struct play *play)
{
    return play->draft.tried.bytes != NULL;
}

/* The fault to be dealt with, if it is shown: of what was tried, or of the turn where one is. */
static struct record_fault fault_shown(const struct play *play)
{
    const struct record_fault fault = draft_fault(&play->draft);
    return has_tried(play) || fault.node == play->draft.node ? fault : (struct record_fault){0};
}

/* What is on the screen: a proposal, what was tried, or the game. */
static void show_what_is_played(struct viewer *viewer)
{
    struct play *play = viewer->play;
    const struct draft *draft = &play->draft;
    bool tried = has_tried(play) && draft->refused.node != CATASTA_NOWHERE && draft->tried.story != NULL;
    const struct judged *judged = play->proposal > 0 ? &play->shown : tried ? &draft->tried : &draft->now;
    viewer->opened = (struct open_game){.game = judged->game, .story = judged->story, .count = judged->nodes};
    viewer->opened.unplayed = judged->game != NULL && info_of(judged->game).unplayed;
    viewer->node = play->proposal > 0 ? play->shown_node
        : tried                       ? draft->refused.node
        : judged->nodes == 0          ? 0
                                      : draft->node;
}

/* Proposals. */

static void hide_proposal(struct play *play)
{
    judged_release(&play->shown);
    play->proposal = 0;
}

/* The next proposal, or the one before, is carried out to be looked at; false where there is none. */
static bool step_proposals(struct viewer *viewer, int step)
{
    struct play *play = viewer->play;
    const struct record_fault fault = fault_shown(play);
    struct buffer text = {0};
    uint64_t begin;
    size_t last = play->proposal;
    if (fault.judged == NULL || fault.n.repairs == 0)
        return false;
    size_t n = step > 0 ? last % fault.n.repairs + 1 : last < 2 ? fault.n.repairs : last - 1;
    hide_proposal(play);
    if (!judged_mend(fault.judged, fault.index, n - 1, &text, &begin) ||
        !judge_text(&play->draft, &text, &play->shown) || play->shown.nodes == 0) {
        hide_proposal(play);
        return false;
    }
    play->proposal = n;
    play->shown_node = 0;
    while (play->shown_node + 1 < play->shown.nodes && judged_node(&play->shown, play->shown_node).span.end <= begin)
        play->shown_node++;
    return true;
}

/* Commands. */

static void clear_line(struct play *play)
{
    prompt_set(&play->line, "", 0);
    play->picked = 0;
    ways_refresh(play);
}

/* What came of a change: where it was made the line is empty, else it is kept to be mended. */
static void settle_draft(struct viewer *viewer, bool fine)
{
    struct play *play = viewer->play;
    hide_proposal(play);
    viewer->scroll = 0;
    if (play->dialogue.asks) {
        play->dialogue.asks = false;
        viewer->mode = MODE_CHANGED;
    } else if (fine && play->draft.file.path != NULL && draft_unsaved(&play->draft) && !play->dialogue.declined) {
        viewer_report(viewer, "%s", play->draft.message);
    } else if (!fine && (!has_tried(play) || play->draft.refused.node == CATASTA_NOWHERE)) {
        viewer_report(viewer, "%s", play->draft.message);
    }
    if (fine) {
        viewer->cursor.columns = 0;
        clear_line(play);
    }
    ways_look_again(play);
}

/* What a command answers, which may be long. */
static void show_answer(struct viewer *viewer)
{
    const struct buffer *answer = &viewer->play->dialogue.answer;
    if (answer->length == 0)
        return;
    const char *end = strchr(answer->bytes, '\n');
    if (end == NULL || end[1] == '\0') {
        viewer_report(viewer, "%.*s", (int)strcspn(answer->bytes, "\n"), answer->bytes);
        return;
    }
    viewer->mode = MODE_TOLD;
    viewer->scroll = 0;
}

static void run_line(struct viewer *viewer, const char *line)
{
    struct play *play = viewer->play;
    struct prompt copy;
    prompt_set(&copy, line, strlen(line)); /* the line may be emptied */
    play->dialogue.answer.length = 0;
    bool fine = dialogue_line(&play->dialogue, copy.text, copy.length);
    settle_draft(viewer, fine);
    if (play->dialogue.over) {
        play->dialogue.over = false;
        play_leave(viewer);
    } else if (fine && viewer->mode != MODE_CHANGED) {
        show_answer(viewer);
    }
}

static void enter_typed(struct viewer *viewer)
{
    struct play *play = viewer->play;
    char fix[32];
    snprintf(fix, sizeof fix, ":fix %zu", play->proposal);
    if (play->proposal > 0)
        run_line(viewer, fix);
    else if (play->line.length > 0)
        run_line(viewer, play->line.text);
    else
        viewer_report(viewer, "type a turn, or a command such as :undo; F1 for help");
}

/* One step back: out of a proposal, out of what was tried, out of the line. */
static void cancel_line(struct viewer *viewer)
{
    struct play *play = viewer->play;
    if (play->proposal > 0)
        hide_proposal(play);
    else if (has_tried(play))
        draft_forget(&play->draft);
    else if (viewer->cursor.columns > 0)
        viewer->cursor.columns = 0;
    else if (play->line.length > 0)
        clear_line(play);
    else
        viewer->mode = MODE_BROWSE;
}

void play_leave(struct viewer *viewer)
{
    struct play *play = viewer->play;
    viewer->quit = play->draft.count < 2 || !draft_unsaved(&play->draft);
    if (viewer->quit)
        return;
    viewer->mode = MODE_SAVE;
    prompt_set(&viewer->asked, "", 0);
}

/* Asked for a file at the end. */
static void answer_save(struct viewer *viewer, const struct command_given *command)
{
    struct play *play = viewer->play;
    if (prompt_do(&viewer->asked, command))
        return;
    if (command->action == ACTION_CANCEL)
        viewer->mode = MODE_LINE;
    if (command->action != ACTION_ENTER)
        return;
    viewer->quit = viewer->asked.length == 0 || draft_write(&play->draft, viewer->asked.text);
    play->written = viewer->quit && viewer->asked.length > 0;
    if (!viewer->quit)
        viewer_report(viewer, "%s", play->draft.message);
}

/* Asked about a file that another program has changed. */
static void answer_changed(struct viewer *viewer, const struct command_given *command)
{
    struct play *play = viewer->play;
    bool yes = command->action == ACTION_TYPE && (command->typed == L'y' || command->typed == L'Y');
    bool no = command->action == ACTION_CANCEL ||
        (command->action == ACTION_TYPE && (command->typed == L'n' || command->typed == L'N'));
    if (!yes && !no)
        return;
    viewer->mode = MODE_LINE;
    play->dialogue.declined = no;
    if (no)
        viewer_report(viewer, "the file is unchanged; :keep and :write FILE still work");
    else if (!draft_keep(&play->draft, true))
        viewer_report(viewer, "%s", play->draft.message);
}

/* Typing in the line. */
static void type_character(struct viewer *viewer, const struct command_given *command)
{
    struct play *play = viewer->play;
    bool in_words = play_is_command(play) || strpbrk(play->line.text, "{;") != NULL;
    bool space = command->action == ACTION_TYPE && command->typed == L' ';
    if (space && viewer->cursor.columns > 0 && !in_words) {
        ways_point(viewer, viewer->cursor.word);
        return;
    }
    if (command->action == ACTION_TYPE && has_tried(play))
        prompt_set(&play->line, "", 0); /* instead of what was refused */
    if (!prompt_do(&play->line, command))
        return;
    hide_proposal(play);
    draft_forget(&play->draft);
    viewer->cursor.columns = 0;
    ways_refresh(play);
}

/* In MODE_LINE; false where the viewer knows what to do. */
static bool do_line(struct viewer *viewer, const struct command_given *command)
{
    struct play *play = viewer->play;
    switch (command->action) {
    case ACTION_TYPE:
    case ACTION_ERASE:
    case ACTION_ERASE_WORD:
    case ACTION_ERASE_ALL:
        type_character(viewer, command);
        return true;
    case ACTION_POINT:
        viewer->cursor = command->spot;
        return true;
    case ACTION_PICK:
        viewer->cursor.columns = 0;
        ways_point(viewer, command->spot.word);
        return true;
    case ACTION_COMPLETE:
    case ACTION_LAST_GAME:
        if (!step_proposals(viewer, command->action == ACTION_COMPLETE ? 1 : -1))
            ways_complete(viewer, command->action == ACTION_COMPLETE ? 1 : -1);
        return true;
    case ACTION_ENTER:
        enter_typed(viewer);
        return true;
    case ACTION_CANCEL:
        cancel_line(viewer);
        return true;
    case ACTION_STAND:
        run_line(viewer, ":stood");
        return true;
    case ACTION_QUIT:
        if (play->line.length == 0)
            play_leave(viewer);
        return true;
    default:
        hide_proposal(play);
        return false;
    }
}

/* In MODE_BROWSE, what replays have not. */
static bool do_browse(struct viewer *viewer, const struct command_given *command)
{
    struct play *play = viewer->play;
    switch (command->action) {
    case ACTION_UNDO:
    case ACTION_REDO:
        run_line(viewer, command->action == ACTION_UNDO ? ":undo" : ":redo");
        return true;
    case ACTION_ENTER:
    case ACTION_LINE:
    case ACTION_COMMAND:
        viewer->mode = MODE_LINE;
        prompt_set(&play->line, ":", command->action == ACTION_COMMAND ? 1 : 0);
        ways_refresh(play);
        return true;
    case ACTION_NEXT_GAME:
    case ACTION_LAST_GAME:
        viewer_report(viewer, "this is the only open game");
        return true;
    case ACTION_QUIT:
        play_leave(viewer);
        return true;
    default:
        return false;
    }
}

bool play_do(struct viewer *viewer, const struct command_given *command)
{
    bool done = true;
    if (viewer->mode == MODE_TOLD)
        viewer->mode =
            command->action == ACTION_SCROLL_UP || command->action == ACTION_SCROLL_DOWN ? MODE_TOLD : MODE_LINE;
    else if (viewer->mode == MODE_SAVE)
        answer_save(viewer, command);
    else if (viewer->mode == MODE_CHANGED)
        answer_changed(viewer, command);
    else
        done = viewer->mode == MODE_LINE                                 ? do_line(viewer, command)
            : viewer->mode == MODE_BROWSE || viewer->mode == MODE_CURSOR ? do_browse(viewer, command)
                                                                         : false;
    if (done && !viewer->quit)
        show_what_is_played(viewer);
    return done && viewer->mode != MODE_TOLD;
}

void play_follow(struct viewer *viewer)
{
    struct play *play = viewer->play;
    if (viewer->mode == MODE_HELP || viewer->opened.game != play->draft.now.game || viewer->node == play->draft.node ||
        viewer->opened.count == 0)
        return;
    draft_go(&play->draft, viewer->node);
    ways_look_again(play);
}

/* What can be done about a fault that is shown. */
static void hint_fault(const struct play *play, const struct record_fault *fault, struct buffer *hint)
{
    const struct catasta_sink sink = buffer_sink(hint);
    if (play->proposal > 0) {
        buffer_print(hint, "Enter: apply %zu of %zu  Tab: next  Esc: back  ", play->proposal, fault->n.repairs);
        hint->failed |= !catasta_write_repair(fault->judged->game, fault->index, play->proposal - 1, &sink);
        return;
    }
    buffer_say(hint, "Type another turn");
    buffer_say(hint, fault->n.repairs > 0 ? "  Tab: proposals" : "");
    buffer_say(hint, draft_can_stand(&play->draft) ? "  Ctrl-K: keep it" : "");
    buffer_say(hint, "  Esc: close this  Backspace: correct it");
}

/* What the line above the prompt says where nothing else is to be said. */
void play_hint(const struct viewer *viewer, struct buffer *hint)
{
    const struct play *play = viewer->play;
    const struct catasta_sink sink = buffer_sink(hint);
    const struct record_fault fault = fault_shown(play);
    if (viewer->mode == MODE_CHANGED) {
        buffer_say(hint, "add the game to the end of the file as it is now? y yes, n no");
        return;
    }
    if (play->draft.now.nodes > 0 && fault.judged != NULL) {
        hint_fault(play, &fault, hint);
        return;
    }
    if (viewer->mode != MODE_LINE)
        return;
    buffer_say(hint, play_is_command(play) ? "Enter: run it  Esc: back" : play->whole ? "Enter: play it  " : "");
    if (play->line.length == 0) {
        buffer_say(hint,
            play->ways.count > 0            ? "Type, or point: "
                : play->draft.now.nodes > 0 ? "The game ends here. Esc: look around"
                                            : "Tags are needed first");
        hint->failed |= play->ways.count > 0 &&
            !catasta_write_page(viewer->opened.story, viewer->node, CATASTA_PAGE_GESTURE, NULL, &sink);
        buffer_say(hint, play->ways.count > 0 ? "  F1: help  Tab: " : "  F1: help");
    } else if (play->ways.count == 0 && !play->whole && !play_is_command(play)) {
        buffer_say(hint, "no legal turn begins this way");
    }
    for (size_t i = 0; hint->length < 600 && i < play->ways.count; i++) {
        buffer_say(hint, i > 0 ? ", " : "");
        buffer_text(hint, play->ways.at[i]);
    }
}

/* Who is to move, before the line: "Anna (White)", or "White" if nobody is named. */
void play_label(const struct viewer *viewer, struct buffer *label)
{
    catasta_position *position = draft_position(&viewer->play->draft);
    struct catasta_seat seat = {.size = sizeof seat};
    const unsigned number = position == NULL ? 0 : catasta_position_to_move(position);
    catasta_position_free(position);
    if (viewer->mode == MODE_SAVE) {
        buffer_say(label, "file for the game (none: print it)");
    } else if (number > 0 && catasta_game_seat(viewer->play->draft.now.game, number, &seat)) {
        buffer_text(label, seat.player);
        buffer_print(label, seat.player.length > 0 ? " (%s)" : "%s", seat.name);
    }
}

int play_begin(struct viewer *viewer, const struct screen_options *options, const struct draft_options *draft)
{
    struct play *play = viewer->play;
    int status = draft_open(&play->draft, draft);
    play->dialogue = (struct dialogue){.draft = &play->draft, .brief = true, .silent = true, .fine = true};
    if (status != CATASTA_OK)
        return status;
    if (!viewer_look(viewer, options))
        return CATASTA_FAILED;
    viewer->mode = MODE_LINE;
    ways_look_again(play);
    show_what_is_played(viewer);
    return CATASTA_OK;
}

int play_end(struct viewer *viewer, int status)
{
    struct play *play = viewer->play;
    const struct draft *draft = &play->draft;
    if (draft->count > 1 && draft_unsaved(draft) && !play->written) {
        output_sink.write(output_sink.context, draft->now.bytes, draft->now.length);
        output_sink.write(output_sink.context, "\n", 1);
        if (draft->file.path != NULL)
            status = complain("the game was not written to %s", draft->file.path);
    }
    if (draft->now.game != NULL && info_of(draft->now.game).errors > 0)
        status = worse(status, CATASTA_WRONG);
    hide_proposal(play);
    free(play->ways.at);
    buffer_free(&play->gathered);
    buffer_free(&play->places);
    buffer_free(&play->pointed);
    buffer_free(&play->targets);
    buffer_free(&play->dialogue.answer);
    draft_close(&play->draft);
    viewer->opened = (struct open_game){0};
    return status;
}

/* Writing a game down on the screen: the line, what can follow in it, pointing, proposals, the end. */
#include "viewer/screen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Turns that are looked at; what is pointed at in others is not found. */
enum { WAYS_MOST = 20000 };

static bool is_command(const struct play *play)
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
static void show(struct viewer *viewer)
{
    struct play *play = viewer->play;
    const struct draft *draft = &play->draft;
    bool tried = has_tried(play) && draft->refused.node != CATASTA_NOWHERE && draft->tried.story != NULL;
    const struct judged *judged = play->proposal > 0 ? &play->shown : tried ? &draft->tried : &draft->now;
    viewer->opened = (struct opened){.game = judged->game, .story = judged->story, .count = judged->nodes};
    viewer->opened.unplayed = judged->game != NULL && info_of(judged->game).unplayed;
    viewer->node = play->proposal > 0 ? play->shown_node
        : tried                       ? draft->refused.node
        : judged->nodes == 0          ? 0
                                      : draft->node;
}

/* What can follow. */

struct gathering {
    struct play *play;
    const char *prefix;
    size_t length;
};

static bool add_way(void *context, const char *text, size_t length, unsigned flags)
{
    struct gathering *gathering = context;
    struct play *play = gathering->play;
    bool whole = (flags & CATASTA_COMPLETE) != 0;
    if (whole && length == gathering->length && memcmp(text, gathering->prefix, length) == 0) {
        play->whole = true;
        return true;
    }
    growing_add(&play->ways, text, length);
    growing_add(&play->ways, "\n", 1);
    return ++play->way_count < WAYS_MOST;
}

/* The next of the lines of WAYS from *AT on. */
static bool next_way(const struct growing *ways, size_t *at, const char **way, size_t *length)
{
    if (*at >= ways->length)
        return false;
    *way = ways->bytes + *at;
    *length = strcspn(*way, "\n");
    *at += *length + 1;
    return true;
}

/* Where the cells begin that a way names, a mark that is a letter left out; their names to .places. */
static void add_places(struct play *play)
{
    const char *bytes = play->ways.bytes;
    for (size_t i = 0; i < play->ways.length;) {
        size_t letters = 0;
        size_t length = 0;
        while (islower((unsigned char)bytes[i + letters]))
            letters++;
        if (letters == 0 || !isdigit((unsigned char)bytes[i + letters])) {
            i += letters + (letters == 0);
            continue;
        }
        for (length = letters; isdigit((unsigned char)bytes[i + length]);)
            length++;
        if (length + 1 < SPOT_ROOM && !play_names(play, bytes + i, length)) {
            growing_add(&play->places, bytes + i, length);
            growing_add(&play->places, " ", 1);
        }
        i += length;
    }
}

bool play_names(const struct play *play, const char *cell, size_t length)
{
    char word[SPOT_ROOM + 1];
    if (length + 2 > sizeof word || play->places.bytes == NULL)
        return false;
    memcpy(word, cell, length);
    word[length] = ' ';
    word[length + 1] = '\0';
    for (const char *at = play->places.bytes; (at = strstr(at, word)) != NULL; at++)
        if (at == play->places.bytes || at[-1] == ' ')
            return true;
    return false;
}

/* Legal turns that begin as LINE, or the ways to take its next step. */
static void find_ways(struct play *play, const char *line, size_t length)
{
    catasta_position *position = draft_position(&play->draft);
    struct gathering gathering = {.play = play, .prefix = line, .length = length};
    play->ways.length = 0;
    play->way_count = 0;
    play->whole = false;
    if (position != NULL)
        catasta_position_moves(position, line, length, add_way, &gathering, NULL);
    catasta_position_free(position);
}

static void refresh(struct play *play)
{
    play->ways.length = play->way_count = 0;
    play->whole = false;
    if (!is_command(play))
        find_ways(play, play->line.text, play->line.length);
}

/* After the position became another one.  The board shows all cells that some turn names, whatever the line is. */
static void look_again(struct play *play)
{
    play->places.length = 0;
    if (play->places.bytes != NULL)
        play->places.bytes[0] = '\0';
    find_ways(play, "", 0);
    add_places(play);
    refresh(play);
}

/* Where in WAY, of LENGTH bytes, WORD stands as such and ends behind FROM; its end, 0: nowhere.  A letter x may be a
   mark before it. */
static size_t find_word(const char *way, size_t length, size_t from, const char *word, size_t word_length)
{
    for (size_t i = 0; i + word_length <= length; i++) {
        size_t end = i + word_length;
        char before = i == 0 ? ' ' : way[i - 1];
        char after = end == length ? ' ' : way[end];
        bool figure = isdigit((unsigned char)word[word_length - 1]) != 0;
        bool begins =
            !isalnum((unsigned char)before) || (before == 'x' && !islower((unsigned char)(i > 1 ? way[i - 2] : ' ')));
        bool ends = figure ? !isdigit((unsigned char)after) : !isalnum((unsigned char)after);
        if (end > from && begins && ends && memcmp(way + i, word, word_length) == 0)
            return end;
    }
    return 0;
}

/* The same for what stands on the screen: a piece may have its number behind it. */
static size_t find_pointed(const char *way, size_t length, size_t from, const char *word)
{
    size_t whole = strlen(word);
    size_t end = find_word(way, length, from, word, whole);
    while (end == 0 && whole > 1 && isdigit((unsigned char)word[whole - 1]) && isupper((unsigned char)word[0])) {
        whole--;
        end = find_word(way, length, from, word, whole);
    }
    return end;
}

static size_t begins_with(const char *way, size_t length, const struct prompt *line)
{
    return line->length <= length && memcmp(way, line->text, line->length) == 0 ? line->length : 0;
}

bool play_can_point(const struct play *play, const char *word)
{
    const char *way;
    size_t length;
    for (size_t at = 0; next_way(&play->ways, &at, &way, &length);)
        if (find_pointed(way, length, begins_with(way, length, &play->line), word) > 0)
            return true;
    return false;
}

/* Whether what follows in WAY behind AT can be pointed at, some of it. */
static bool has_more(const struct pane *pane, const char *way, size_t length, size_t at)
{
    for (size_t i = 0; i < pane->spot_count; i++)
        if (find_pointed(way, length, at, pane->spots[i].word) > 0)
            return true;
    return false;
}

/* Ways that were found, the shortest first. */
struct picked {
    struct catasta_text *ways; /* of those of the game */
    size_t count;
};

static int compare_ways(const void *a, const void *b)
{
    const struct catasta_text *one = a;
    const struct catasta_text *other = b;
    if (one->length != other->length)
        return one->length < other->length ? -1 : 1;
    return memcmp(one->bytes, other->bytes, one->length);
}

/* In order, and each once. */
static void sort_ways(struct picked *picked)
{
    size_t kept = 0;
    if (picked->count > 0)
        qsort(picked->ways, picked->count, sizeof *picked->ways, compare_ways);
    for (size_t i = 0; i < picked->count; i++)
        if (i == 0 || compare_ways(&picked->ways[kept - 1], &picked->ways[i]) != 0)
            picked->ways[kept++] = picked->ways[i];
    picked->count = kept;
}

/* The ways up to where the last of the words in them ends, of those behind FROM that have all; to their end where
   nothing that follows can be pointed at, as which way a piece is turned. */
static struct picked pick_ways(const struct viewer *viewer, const struct prompt *from, unsigned first)
{
    const struct play *play = viewer->play;
    struct picked picked = {malloc((play->way_count + 1) * sizeof *picked.ways), 0};
    const char *way;
    size_t length;
    for (size_t at = 0; picked.ways != NULL && next_way(&play->ways, &at, &way, &length);) {
        size_t end = 0;
        size_t last = 1;
        for (unsigned i = first; i < play->word_count && last > 0; i++) {
            last = find_pointed(way, length, begins_with(way, length, from), play->words[i]);
            end = last > end ? last : end;
        }
        if (last > 0)
            picked.ways[picked.count++] =
                (struct catasta_text){way, has_more(viewer->pane, way, length, end) ? end : length};
    }
    sort_ways(&picked);
    return picked;
}

/* What all ways have in common that begin with the line; with SIGNS only up to the next word, if there are several. */
static void extend_line(struct play *play, bool signs)
{
    const char *way;
    size_t length;
    const char *first = NULL;
    size_t common = 0;
    bool several = false;
    refresh(play);
    if (play->whole && signs)
        return;
    for (size_t at = 0; next_way(&play->ways, &at, &way, &length);) {
        several |= first != NULL;
        if (first == NULL) {
            first = way;
            common = length;
        }
        size_t same = 0;
        while (same < common && same < length && way[same] == first[same])
            same++;
        common = same;
    }
    if (first == NULL || play->whole || begins_with(first, common, &play->line) < play->line.length)
        return;
    size_t end = play->line.length;
    while (end < common && !(signs && several && isalnum((unsigned char)first[end])))
        end++;
    struct growing copy = {0};
    growing_add(&copy, first, end);
    if (!copy.failed && end > play->line.length)
        prompt_set(&play->line, copy.bytes, copy.length);
    growing_free(&copy);
    refresh(play);
}

/* The line becomes WAY. */
static void take_way(struct play *play, struct catasta_text way, bool extends)
{
    prompt_set(&play->line, way.bytes, way.length);
    if (extends)
        extend_line(play, true);
    refresh(play);
    play->made = play->line;
}

/* The ways on from .base with the words pointed at; false where there are none. */
static bool find_pointed_ways(struct viewer *viewer, struct picked *picked)
{
    static const struct prompt nothing;
    struct play *play = viewer->play;
    const struct prompt *from = play->together ? &nothing : &play->base;
    find_ways(play, from->text, from->length);
    *picked = pick_ways(viewer, from, play->together ? 0 : play->word_count - 1);
    if (picked->count > 0)
        return true;
    free(picked->ways);
    return false;
}

/* Something is pointed at: the line goes on with it; the same again is another way to do so.  What does not follow is
   looked for with what was pointed at before, in any order, and then alone. */
static void point(struct viewer *viewer, const char *word)
{
    struct play *play = viewer->play;
    struct picked picked;
    bool made = play->word_count > 0 && strcmp(play->made.text, play->line.text) == 0;
    bool again = made && strcmp(play->words[play->word_count - 1], word) == 0;
    if (again) {
        play->way++;
    } else {
        play->base = play->line;
        play->way = 0;
        play->together = false;
        play->word_count = made && play->word_count < WORDS_MOST ? play->word_count : 0;
        snprintf(play->words[play->word_count++], SPOT_ROOM, "%s", word);
    }
    bool found = find_pointed_ways(viewer, &picked);
    if (!found) {
        play->together = true;
        found = find_pointed_ways(viewer, &picked);
    }
    if (!found && play->word_count > 1) {
        memmove(play->words[0], play->words[play->word_count - 1], SPOT_ROOM);
        play->word_count = 1;
        found = find_pointed_ways(viewer, &picked);
    }
    if (!found) {
        play->word_count = 0;
        refresh(play);
        viewer_report(viewer, "no legal turn goes on with %s", word);
        return;
    }
    if (picked.count > 1)
        viewer_report(viewer, "%zu of %zu turns with %s; point again for the next", play->way % picked.count + 1,
            picked.count, word);
    take_way(play, picked.ways[play->way % picked.count], true);
    free(picked.ways);
}

/* Tab: as far as there is no choice, then one choice after the other. */
static void complete(struct viewer *viewer, int step)
{
    struct play *play = viewer->play;
    size_t before = play->line.length;
    bool again = play->word_count == 0 && play->picked > 0 && strcmp(play->made.text, play->line.text) == 0;
    if (!again) {
        extend_line(play, false);
        play->base = play->line;
        play->word_count = 0;
        play->picked = 0;
        if (play->line.length > before)
            return;
    }
    find_ways(play, play->base.text, play->base.length);
    size_t count = play->way_count;
    struct picked picked = {malloc((count + 1) * sizeof *picked.ways), 0};
    for (size_t at = 0; picked.ways != NULL && picked.count < count; picked.count++)
        next_way(&play->ways, &at, &picked.ways[picked.count].bytes, &picked.ways[picked.count].length);
    if (picked.count == 0)
        viewer_report(viewer, play->whole ? "this is a whole turn: Enter plays it" : "no legal turn begins so");
    else if (again)
        play->way = (unsigned)((play->way + picked.count + (size_t)step) % picked.count);
    else
        play->way = step > 0 ? 0 : (unsigned)picked.count - 1;
    play->picked = picked.count;
    if (picked.count > 0)
        take_way(play, picked.ways[play->way], false);
    free(picked.ways);
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
    struct growing text = {0};
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
    play->word_count = 0;
    play->picked = 0;
    refresh(play);
}

/* What came of a change: where it was made the line is empty, else it is kept to be mended. */
static void settle(struct viewer *viewer, bool fine)
{
    struct play *play = viewer->play;
    hide_proposal(play);
    viewer->scroll = 0;
    if (play->talk.asks) {
        play->talk.asks = false;
        viewer->mode = MODE_CHANGED;
    } else if (fine && play->draft.keeping.path != NULL && draft_unsaved(&play->draft) && !play->talk.declined) {
        viewer_report(viewer, "%s", play->draft.message);
    } else if (!fine && (!has_tried(play) || play->draft.refused.node == CATASTA_NOWHERE)) {
        viewer_report(viewer, "%s", play->draft.message);
    }
    if (fine) {
        viewer->cursor.columns = 0;
        clear_line(play);
    }
    look_again(play);
}

/* What a command answers, which may be long. */
static void tell(struct viewer *viewer)
{
    const struct growing *answer = &viewer->play->talk.answer;
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
    play->talk.answer.length = 0;
    bool fine = talk_line(&play->talk, copy.text, copy.length);
    settle(viewer, fine);
    if (play->talk.over) {
        play->talk.over = false;
        play_leave(viewer);
    } else if (fine && viewer->mode != MODE_CHANGED) {
        tell(viewer);
    }
}

static void enter(struct viewer *viewer)
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
static void cancel(struct viewer *viewer)
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
    if (command->act == ACT_CANCEL)
        viewer->mode = MODE_LINE;
    if (command->act != ACT_ENTER)
        return;
    viewer->quit = viewer->asked.length == 0 || draft_write(&play->draft, viewer->asked.text);
    play->written = viewer->quit && viewer->asked.length > 0;
    if (!viewer->quit)
        viewer_report(viewer, "%s", play->draft.message);
}

/* Asked about a file that somebody else has changed. */
static void answer_changed(struct viewer *viewer, const struct command_given *command)
{
    struct play *play = viewer->play;
    bool yes = command->act == ACT_TYPE && (command->typed == L'y' || command->typed == L'Y');
    bool no =
        command->act == ACT_CANCEL || (command->act == ACT_TYPE && (command->typed == L'n' || command->typed == L'N'));
    if (!yes && !no)
        return;
    viewer->mode = MODE_LINE;
    play->talk.declined = no;
    if (no)
        viewer_report(viewer, "the file is unchanged; :keep and :write FILE still work");
    else if (!draft_keep(&play->draft, true))
        viewer_report(viewer, "%s", play->draft.message);
}

/* Typing in the line. */
static void type(struct viewer *viewer, const struct command_given *command)
{
    struct play *play = viewer->play;
    bool in_words = is_command(play) || strpbrk(play->line.text, "{;") != NULL;
    bool space = command->act == ACT_TYPE && command->typed == L' ';
    if (space && viewer->cursor.columns > 0 && !in_words) {
        point(viewer, viewer->cursor.word);
        return;
    }
    if (!prompt_do(&play->line, command))
        return;
    hide_proposal(play);
    draft_forget(&play->draft);
    play->word_count = 0;
    viewer->cursor.columns = 0;
    refresh(play);
}

/* In MODE_LINE; false where the viewer knows what to do. */
static bool do_line(struct viewer *viewer, const struct command_given *command)
{
    struct play *play = viewer->play;
    switch (command->act) {
    case ACT_TYPE:
    case ACT_ERASE:
    case ACT_ERASE_WORD:
    case ACT_ERASE_ALL:
        type(viewer, command);
        return true;
    case ACT_POINT:
        viewer->cursor = command->spot;
        return true;
    case ACT_PICK:
        viewer->cursor.columns = 0;
        point(viewer, command->spot.word);
        return true;
    case ACT_COMPLETE:
    case ACT_LAST_GAME:
        if (!step_proposals(viewer, command->act == ACT_COMPLETE ? 1 : -1))
            complete(viewer, command->act == ACT_COMPLETE ? 1 : -1);
        return true;
    case ACT_ENTER:
        enter(viewer);
        return true;
    case ACT_CANCEL:
        cancel(viewer);
        return true;
    case ACT_STAND:
        run_line(viewer, ":stood");
        return true;
    case ACT_QUIT:
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
    switch (command->act) {
    case ACT_UNDO:
    case ACT_REDO:
        run_line(viewer, command->act == ACT_UNDO ? ":undo" : ":redo");
        return true;
    case ACT_ENTER:
    case ACT_LINE:
    case ACT_COMMAND:
        viewer->mode = MODE_LINE;
        prompt_set(&play->line, ":", command->act == ACT_COMMAND ? 1 : 0);
        refresh(play);
        return true;
    case ACT_NEXT_GAME:
    case ACT_LAST_GAME:
        viewer_report(viewer, "only this game is open");
        return true;
    case ACT_QUIT:
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
        viewer->mode = command->act == ACT_SCROLL_UP || command->act == ACT_SCROLL_DOWN ? MODE_TOLD : MODE_LINE;
    else if (viewer->mode == MODE_SAVE)
        answer_save(viewer, command);
    else if (viewer->mode == MODE_CHANGED)
        answer_changed(viewer, command);
    else
        done = viewer->mode == MODE_LINE                                 ? do_line(viewer, command)
            : viewer->mode == MODE_BROWSE || viewer->mode == MODE_CURSOR ? do_browse(viewer, command)
                                                                         : false;
    if (done && !viewer->quit)
        show(viewer);
    return done && viewer->mode != MODE_TOLD;
}

void play_follow(struct viewer *viewer)
{
    struct play *play = viewer->play;
    if (viewer->mode == MODE_HELP || viewer->opened.game != play->draft.now.game || viewer->node == play->draft.node ||
        viewer->opened.count == 0)
        return;
    draft_go(&play->draft, viewer->node);
    play->word_count = 0;
    look_again(play);
}

/* What can be done about a fault that is shown. */
static void hint_fault(const struct play *play, const struct record_fault *fault, struct growing *hint)
{
    const struct catasta_sink sink = growing_sink(hint);
    char words[160];
    snprintf(words, sizeof words, "Enter: takes %zu of %zu  Tab: next  Esc: back  ", play->proposal, fault->n.repairs);
    if (play->proposal > 0) {
        growing_say(hint, words);
        hint->failed |= !catasta_write_repair(fault->judged->game, fault->index, play->proposal - 1, &sink);
        return;
    }
    growing_say(hint, "Mend the line");
    growing_say(hint, fault->n.repairs > 0 ? "  Tab: proposals" : "");
    growing_say(hint, draft_can_stand(&play->draft) ? "  Ctrl-K: it stood" : "");
    growing_say(hint, "  Esc: forget it");
}

/* What the line above the prompt says where nothing else is to be said. */
void play_hint(const struct viewer *viewer, struct growing *hint)
{
    const struct play *play = viewer->play;
    const struct catasta_sink sink = growing_sink(hint);
    const struct record_fault fault = fault_shown(play);
    const char *way;
    size_t length;
    if (viewer->mode == MODE_CHANGED) {
        growing_say(hint, "add the game to the end of the file as it is now? y yes, n no");
        return;
    }
    if (play->draft.now.nodes > 0 && fault.judged != NULL) {
        hint_fault(play, &fault, hint);
        return;
    }
    if (viewer->mode != MODE_LINE)
        return;
    growing_say(hint, is_command(play) ? "Enter: does it  Esc: back" : play->whole ? "Enter: plays it  " : "");
    if (play->line.length == 0) {
        growing_say(hint,
            play->way_count > 0             ? "Type, or point: "
                : play->draft.now.nodes > 0 ? "The game ends here. Esc: look around"
                                            : "Tags are needed first");
        hint->failed |= play->way_count > 0 &&
            !catasta_write_page(viewer->opened.story, viewer->node, CATASTA_PAGE_GESTURE, NULL, &sink);
        growing_say(hint, "  F1: help  Tab: ");
    } else if (play->way_count == 0 && !play->whole && !is_command(play)) {
        growing_say(hint, "no legal turn begins so");
    }
    for (size_t at = 0; hint->length < 600 && next_way(&play->ways, &at, &way, &length);) {
        growing_add(hint, way, length);
        growing_say(hint, " ");
    }
}

/* Who is to move, before the line. */
void play_label(const struct viewer *viewer, char *label, size_t size)
{
    catasta_position *position = draft_position(&viewer->play->draft);
    struct catasta_seat seat = {.size = sizeof seat};
    bool moves = position != NULL && catasta_position_to_move(position) > 0 &&
        catasta_position_seat(position, catasta_position_to_move(position), &seat);
    snprintf(label, size, "%s> ",
        viewer->mode == MODE_SAVE ? "file for the game (none: print it)"
            : moves               ? seat.name
                                  : "");
    catasta_position_free(position);
}

int play_begin(struct viewer *viewer, const struct arguments *arguments)
{
    struct play *play = viewer->play;
    int status = draft_open(&play->draft, arguments);
    play->talk = (struct talk){.draft = &play->draft, .brief = true, .silent = true, .fine = true};
    if (status != CATASTA_OK)
        return status;
    viewer_look(viewer, arguments);
    viewer->mode = MODE_LINE;
    look_again(play);
    show(viewer);
    return CATASTA_OK;
}

int play_end(struct viewer *viewer, int status)
{
    struct play *play = viewer->play;
    const struct draft *draft = &play->draft;
    if (draft->count > 1 && draft_unsaved(draft) && !play->written) {
        output_sink.write(output_sink.context, draft->now.bytes, draft->now.length);
        output_sink.write(output_sink.context, "\n", 1);
        if (draft->keeping.path != NULL)
            status = complain("the game was not written to %s", draft->keeping.path);
    }
    if (draft->now.game != NULL && info_of(draft->now.game).errors > 0)
        status = worse(status, CATASTA_WRONG);
    hide_proposal(play);
    growing_free(&play->ways);
    growing_free(&play->places);
    growing_free(&play->talk.answer);
    draft_close(&play->draft);
    viewer->opened = (struct opened){0};
    return status;
}

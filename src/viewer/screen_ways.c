/* SPDX-License-Identifier: MIT */
/* What can follow in the line of a game that is written down, and what it means to point at something. */
#include "viewer/screen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Turns that are looked at; what is pointed at in others is not found. */
enum { WAYS_MOST = 20000 };

struct gathering {
    struct buffer *text;
    struct catasta_text prefix;
    size_t count;
    bool whole;
};

static bool add_way(void *context, const char *text, size_t length, unsigned flags)
{
    struct gathering *gathering = context;
    if ((flags & CATASTA_COMPLETE) != 0 && length == gathering->prefix.length &&
        memcmp(text, gathering->prefix.bytes, length) == 0) {
        gathering->whole = true;
        return true;
    }
    buffer_add(gathering->text, text, length);
    buffer_say(gathering->text, "\n");
    return ++gathering->count < WAYS_MOST;
}

static bool add_way_text(struct text_list *list, const char *bytes, size_t length)
{
    struct catasta_text *at = with_room(list->at, list->count, &list->capacity, sizeof *at);
    if (at == NULL)
        return false;
    list->at = at;
    at[list->count++] = (struct catasta_text){bytes, length};
    return true;
}

/* Legal turns that begin as LINE, or the ways to take its next step. */
static void find_ways(struct play *play, const struct prompt *line)
{
    catasta_position *position = draft_position(&play->draft);
    struct gathering gathering = {.text = &play->gathered, .prefix = {line->text, line->length}};
    play->gathered.length = play->ways.count = 0;
    if (position != NULL)
        catasta_position_moves(position, line->text, line->length, add_way, &gathering, NULL);
    catasta_position_free(position);
    play->whole = gathering.whole;
    const char *bytes = play->gathered.bytes;
    for (size_t at = 0, length; at < play->gathered.length; at += length + 1) {
        length = strcspn(bytes + at, "\n");
        if (!add_way_text(&play->ways, bytes + at, length))
            return;
    }
}

/* Where the cells begin that a way names, a mark that is a letter left out; their names to .places. */
static void add_places(struct play *play)
{
    const char *bytes = play->gathered.bytes;
    for (size_t i = 0; i < play->gathered.length;) {
        size_t length = 0;
        while (islower((unsigned char)bytes[i + length]))
            length++;
        bool cell = length > 0 && isdigit((unsigned char)bytes[i + length]);
        while (cell && isdigit((unsigned char)bytes[i + length]))
            length++;
        if (cell && length + 1 < SPOT_ROOM && !play_names(play, bytes + i, length)) {
            buffer_add(&play->places, bytes + i, length);
            buffer_say(&play->places, " ");
        }
        i += length + (length == 0);
    }
}

bool play_names(const struct play *play, const char *cell, size_t length)
{
    char word[SPOT_ROOM + 1];
    if (length + 2 > sizeof word || play->places.bytes == NULL)
        return false;
    snprintf(word, sizeof word, "%.*s ", (int)length, cell);
    for (const char *at = play->places.bytes; (at = strstr(at, word)) != NULL; at++)
        if (at == play->places.bytes || at[-1] == ' ')
            return true;
    return false;
}

/* The length of LINE, if WAY begins with it. */
static size_t length_if_begun(struct catasta_text way, const struct prompt *line)
{
    return line->length <= way.length && memcmp(way.bytes, line->text, line->length) == 0 ? line->length : 0;
}

/* What a word on the screen is called as a target: the letters of two are sorted, and a number of pieces
   after them is left out. */
static void name_target(const char *word, bool free, char name[SPOT_ROOM])
{
    size_t length = strlen(word);
    const bool two = length > 1 && isupper((unsigned char)word[0]) && isupper((unsigned char)word[1]);
    while (two && length > 2 && isdigit((unsigned char)word[length - 1]))
        length--;
    snprintf(name, SPOT_ROOM, "%s%.*s", free ? "+" : "", (int)length, word);
    if (two && length == 2 && word[0] > word[1]) {
        name[free] = word[1];
        name[free + 1] = word[0];
    }
}

/* Whether the target of LENGTH at AT is a place beside the tile WORD, "wP/". */
static bool is_side_of(const char *at, size_t length, const char *word)
{
    const size_t first = length > 0 && !isalnum((unsigned char)at[0]);
    const size_t last = length > 0 && !isalnum((unsigned char)at[length - 1]);
    return first + last == 1 && length - 1 == strlen(word) && memcmp(at + first, word, length - 1) == 0;
}

/* The target that WORD is, after BEFORE unless NULL; NULL: none.  What nobody holds has its own name, which is tried
   first, and a place beside it last. */
static const char *target_named(const struct play *play, const char *word, const char *before)
{
    for (int kind = 3; kind >= 0; kind--) {
        char name[SPOT_ROOM];
        name_target(word, kind == 1, name);
        bool found = before == NULL;
        size_t length;
        for (const char *at = play->targets.bytes; play->targets.length > 0 && *at != '\0'; at += length + 1) {
            length = strcspn(at, " ");
            const char *wanted = kind == 3 ? word : name;
            if (found &&
                (kind == 0 ? is_side_of(at, length, word)
                           : strlen(wanted) == length && memcmp(at, wanted, length) == 0))
                return at;
            found |= before != NULL && strlen(before) == length + 1 && memcmp(at, before, length) == 0;
        }
    }
    return NULL;
}

bool play_can_point(const struct play *play, const char *word)
{
    return target_named(play, word, NULL) != NULL || (play->turns > 0 && strcmp(play->word, word) == 0);
}

/* What the library answers: the turn that is meant, how many there are, what they begin with, and what can follow. */
struct pointed_at {
    struct play *play;
    struct prompt meant;
    struct prompt common;
    size_t turns;
};

static void take_turn(void *context, struct catasta_text text)
{
    struct pointed_at *answer = context;
    if (answer->turns++ == 0)
        prompt_set(&answer->meant, text.bytes, text.length);
}

static void take_target(void *context, const struct catasta_target *target)
{
    struct pointed_at *answer = context;
    buffer_add(&answer->play->targets, target->name.bytes, target->name.length);
    buffer_say(&answer->play->targets, " ");
}

static void take_common(void *context, struct catasta_text text)
{
    struct pointed_at *answer = context;
    prompt_set(&answer->common, text.bytes, text.length);
}

/* Asks what .from and .pointed mean, and what can follow, to .targets. */
static void ask_what_is_meant(struct play *play, struct pointed_at *answer)
{
    const struct catasta_pointing pointing = {take_turn, take_target, take_common, answer};
    catasta_position *position = draft_position(&play->draft);
    *answer = (struct pointed_at){.play = play};
    buffer_replace(&play->targets, 0, play->targets.length, "", 0);
    const struct catasta_text base = {play->from.text, play->from.length};
    const struct catasta_text words = {play->pointed.bytes, play->pointed.length};
    if (position != NULL && !catasta_position_point(position, base, words, &pointing))
        play->targets.failed = true;
    catasta_position_free(position);
}

void ways_refresh(struct play *play)
{
    struct pointed_at answer;
    play->from = play->line;
    play->word[0] = '\0';
    play->turns = 0;
    buffer_replace(&play->pointed, 0, play->pointed.length, "", 0);
    buffer_replace(&play->targets, 0, play->targets.length, "", 0);
    if (!play_is_command(play))
        ask_what_is_meant(play, &answer);
    play->ways.count = 0;
    play->whole = false;
    if (!play_is_command(play))
        find_ways(play, &play->line);
}

void ways_look_again(struct play *play)
{
    static const struct prompt nothing;
    buffer_replace(&play->places, 0, play->places.length, "", 0);
    find_ways(play, &nothing);
    add_places(play);
    ways_refresh(play);
}

/* What all ways have in common that begin with the line; with SIGNS only up to the next word, if there are several. */
static void extend_line(struct play *play, bool signs)
{
    ways_refresh(play);
    if (play->whole || play->ways.count == 0)
        return;
    const struct catasta_text first = play->ways.at[0];
    size_t common = first.length;
    for (size_t i = 1; i < play->ways.count; i++) {
        const struct catasta_text way = play->ways.at[i];
        size_t same = 0;
        while (same < common && same < way.length && way.bytes[same] == first.bytes[same])
            same++;
        common = same;
    }
    size_t end = play->line.length;
    if (common < end || length_if_begun(first, &play->line) < end)
        return;
    while (end < common && !(signs && play->ways.count > 1 && isalnum((unsigned char)first.bytes[end])))
        end++;
    prompt_set(&play->line, first.bytes, end);
    ways_refresh(play);
}

/* The line becomes WAY. */
static void take_way(struct play *play, struct catasta_text way, bool extends)
{
    prompt_set(&play->line, way.bytes, way.length);
    if (extends)
        extend_line(play, true);
    ways_refresh(play);
    play->made = play->line;
}

/* The target that is meant by pointing at WORD, with a space after it, to NAME.  The same word again is the same target
   again, or the next place beside it. */
static bool take_target_named(struct play *play, const char *word, char name[SPOT_ROOM + 1])
{
    struct pointed_at answer;
    const char *target = NULL;
    const bool again = play->pointed.length > 0 && strcmp(play->word, word) == 0;
    if (again && is_side_of(play->name, strlen(play->name) - 1, word)) {
        const size_t length = strlen(play->name);
        buffer_replace(&play->pointed, play->pointed.length - length, length, "", 0);
        ask_what_is_meant(play, &answer);
        target = target_named(play, word, play->name);
    } else if (again && play->turns > 1) {
        target = play->name;
    }
    if (target == NULL)
        target = target_named(play, word, NULL);
    if (target != NULL)
        snprintf(name, SPOT_ROOM + 1, "%.*s ", (int)strcspn(target, " "), target);
    return target != NULL;
}

void ways_point(struct viewer *viewer, const char *word)
{
    struct play *play = viewer->play;
    struct pointed_at answer;
    char name[SPOT_ROOM + 1];
    if (!take_target_named(play, word, name)) {
        viewer_report(viewer, "no legal turn continues with %s", word);
        return;
    }
    for (bool alone = true; alone;) { /* what alone can follow need not be pointed at */
        buffer_say(&play->pointed, name);
        memcpy(play->name, name, sizeof name);
        ask_what_is_meant(play, &answer);
        const struct buffer *next = &play->targets;
        alone = answer.turns == 0 && next->length > 0 && strcspn(next->bytes, " ") + 1 == next->length;
        if (alone)
            snprintf(name, sizeof name, "%s", next->bytes);
    }
    if (answer.turns > 1)
        viewer_report(viewer, "1 of %zu turns with %s; point again for the next", answer.turns, word);
    snprintf(play->word, sizeof play->word, "%s", word);
    play->turns = answer.turns;
    play->line = answer.turns > 0 ? answer.meant : answer.common;
    play->picked = 0;
    find_ways(play, &play->line);
}

void ways_complete(struct viewer *viewer, int step)
{
    struct play *play = viewer->play;
    size_t before = play->line.length;
    bool again = play->picked > 0 && strcmp(play->made.text, play->line.text) == 0;
    if (!again) {
        extend_line(play, false);
        play->base = play->line;
        play->picked = 0;
        if (play->line.length > before)
            return;
    }
    find_ways(play, &play->base);
    size_t count = play->ways.count;
    play->picked = count;
    if (count == 0)
        viewer_report(viewer, play->whole ? "this turn is complete: Enter plays it" : "no legal turn begins this way");
    else if (again)
        play->way = (unsigned)((play->way + count + (size_t)step) % count);
    else
        play->way = step > 0 ? 0 : (unsigned)count - 1;
    if (count > 0)
        take_way(play, play->ways.at[play->way], false);
}

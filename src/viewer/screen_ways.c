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

void ways_refresh(struct play *play)
{
    play->ways.count = 0;
    play->whole = false;
    if (!play_is_command(play))
        find_ways(play, &play->line);
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

void ways_look_again(struct play *play)
{
    static const struct prompt nothing;
    buffer_replace(&play->places, 0, play->places.length, "", 0);
    find_ways(play, &nothing);
    add_places(play);
    ways_refresh(play);
}

/* Where in WAY the whole word ends after FROM; its end, 0: nowhere.  A letter x may be a mark before it. */
static size_t find_word(struct catasta_text way, size_t from, const char *word, size_t length)
{
    bool figure = isdigit((unsigned char)word[length - 1]) != 0;
    for (size_t i = 0; i + length <= way.length; i++) {
        size_t end = i + length;
        char before = i == 0 ? ' ' : way.bytes[i - 1];
        char after = end == way.length ? ' ' : way.bytes[end];
        bool marked = before == 'x' && !islower((unsigned char)(i > 1 ? way.bytes[i - 2] : ' '));
        bool ends = figure ? !isdigit((unsigned char)after) : !isalnum((unsigned char)after);
        if (end > from && ends && (marked || !isalnum((unsigned char)before)) &&
            memcmp(way.bytes + i, word, length) == 0)
            return end;
    }
    return 0;
}

/* The same for a word on the screen: a piece may have its number after it, and one of two letters may be turned. */
static size_t find_pointed(struct catasta_text way, size_t from, const char *word)
{
    size_t length = strlen(word);
    size_t end = find_word(way, from, word, length);
    while (end == 0 && length > 1 && isdigit((unsigned char)word[length - 1]) && isupper((unsigned char)word[0]))
        end = find_word(way, from, word, --length);
    const char turned[] = {word[1], word[0]};
    if (end == 0 && length == 2 && isupper((unsigned char)word[0]) && isupper((unsigned char)word[1]))
        end = find_word(way, from, turned, 2);
    return end;
}

/* The length of LINE, if WAY begins with it. */
static size_t length_if_begun(struct catasta_text way, const struct prompt *line)
{
    return line->length <= way.length && memcmp(way.bytes, line->text, line->length) == 0 ? line->length : 0;
}

bool play_can_point(const struct play *play, const char *word)
{
    for (size_t i = 0; i < play->ways.count; i++)
        if (find_pointed(play->ways.at[i], length_if_begun(play->ways.at[i], &play->line), word) > 0)
            return true;
    return false;
}

/* WAY up to END, or all of it where nothing that follows can be pointed at, as which way a piece is turned. */
static struct catasta_text cut_way(const struct pane *pane, struct catasta_text way, size_t end)
{
    for (size_t i = 0; i < pane->spot_count; i++)
        if (find_pointed(way, end, pane->spots[i].word) > 0)
            return (struct catasta_text){way.bytes, end};
    return way;
}

static int compare_ways(const void *a, const void *b)
{
    const struct catasta_text *one = a;
    const struct catasta_text *other = b;
    if (one->length != other->length)
        return one->length < other->length ? -1 : 1;
    return memcmp(one->bytes, other->bytes, one->length);
}

/* The ways on from .base, or from an empty line, up to where the last of the words that were pointed at ends, and
   likewise up to where it is again: the shortest first, and each once.  False where there are none. */
static bool pick_ways(struct viewer *viewer, struct text_list *picked)
{
    static const struct prompt nothing;
    struct play *play = viewer->play;
    const struct prompt *from = play->together ? &nothing : &play->base;
    picked->count = 0;
    find_ways(play, from);
    for (size_t k = 0; k < play->ways.count; k++) {
        const struct catasta_text way = play->ways.at[k];
        size_t end = 0;
        size_t last = 1;
        for (unsigned i = play->together ? 0 : play->word_count - 1; i < play->word_count && last > 0; i++) {
            last = find_pointed(way, length_if_begun(way, from), play->words[i]);
            end = last > end ? last : end;
        }
        for (; last > 0; end = last = find_pointed(way, end, play->words[play->word_count - 1])) {
            const struct catasta_text cut = cut_way(viewer->pane, way, end);
            if (!add_way_text(picked, cut.bytes, cut.length))
                break;
        }
    }
    size_t kept = 0;
    if (picked->count > 0)
        qsort(picked->at, picked->count, sizeof *picked->at, compare_ways);
    for (size_t i = 0; i < picked->count; i++)
        if (i == 0 || compare_ways(&picked->at[kept - 1], &picked->at[i]) != 0)
            picked->at[kept++] = picked->at[i];
    picked->count = kept;
    return kept > 0;
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

void ways_point(struct viewer *viewer, const char *word)
{
    struct play *play = viewer->play;
    struct text_list picked = {0};
    bool made = play->word_count > 0 && strcmp(play->made.text, play->line.text) == 0;
    if (made && strcmp(play->words[play->word_count - 1], word) == 0) {
        play->way++;
    } else {
        play->base = play->line;
        play->way = 0;
        play->together = false;
        play->word_count = made && play->word_count < WORDS_MOST ? play->word_count : 0;
        snprintf(play->words[play->word_count++], SPOT_ROOM, "%s", word);
    }
    bool found = pick_ways(viewer, &picked);
    if (!found) {
        play->together = true;
        found = pick_ways(viewer, &picked);
    }
    if (!found && play->word_count > 1) {
        memmove(play->words[0], play->words[play->word_count - 1], SPOT_ROOM);
        play->word_count = 1;
        found = pick_ways(viewer, &picked);
    }
    if (found) {
        size_t way = play->way % picked.count;
        if (picked.count > 1)
            viewer_report(viewer, "%zu of %zu turns with %s; point again for the next", way + 1, picked.count, word);
        take_way(play, picked.at[way], true);
    } else {
        play->word_count = 0;
        ways_refresh(play);
        viewer_report(viewer, "no legal turn goes on with %s", word);
    }
    free(picked.at);
}

void ways_complete(struct viewer *viewer, int step)
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

/* SPDX-License-Identifier: MIT */
/* The reader of typed text: cuts bytes into records, and keeps what is written of each, with where it comes from. */
#include "convert/form_table.h"
#include "convert/typed.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECORD_MOST = 16 * 1024 * 1024,
    PIECE = 1000,
    TAG_LOOK = 40,
    TURNS_SURE = 8,
    OTHER_LEAST = 3,
    OTHER_MOST = 128 * 1024
};

/* The copy. */

static struct typed_place place_in_bytes(const struct clerk *clerk, struct typed_place place)
{
    return (struct typed_place){typed_offset(clerk, place.begin), typed_offset(clerk, place.end)};
}

void typed_put(struct clerk *clerk, const char *text, size_t length, struct typed_place place)
{
    const struct typed_place from = place_in_bytes(clerk, place);
    struct catasta_origin *piece = typed_grow(clerk, &clerk->pieces, 1, sizeof *piece);
    if (piece != NULL)
        *piece = (struct catasta_origin){(uint32_t)clerk->text.count, from.end - from.begin, from.begin};
    char *at = typed_grow(clerk, &clerk->text, length, 1);
    if (at != NULL && length > 0)
        memcpy(at, text, length);
}

static void append_reading(struct clerk *clerk, struct list *list, enum catasta_typed kind, struct typed_place from,
    const char *text, size_t length)
{
    const uintptr_t offset = clerk->strings.count;
    char *copy = typed_grow(clerk, &clerk->strings, length, 1);
    struct catasta_reading *one = typed_grow(clerk, list, 1, sizeof *one);
    if (copy != NULL && length > 0)
        memcpy(copy, text, length);
    if (one != NULL)
        *one = (struct catasta_reading){kind, from.begin, from.end, (const char *)offset, (uint32_t)length};
}

void typed_change(
    struct clerk *clerk, enum catasta_typed kind, struct typed_place place, const char *now, size_t length)
{
    append_reading(clerk, &clerk->changes, kind, place_in_bytes(clerk, place), now, length);
}

void typed_ask(struct clerk *clerk, enum catasta_typed kind, struct typed_place place, const char *format, ...)
{
    char said[2 * TOKEN_MOST];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    const struct typed_place from = place_in_bytes(clerk, place);
    const size_t size = length < 0 ? 0 : (size_t)length < sizeof said ? (size_t)length : sizeof said - 1;
    const struct catasta_reading *last =
        clerk->findings.count > 0 ? (struct catasta_reading *)clerk->findings.at + clerk->findings.count - 1 : NULL;
    if (last == NULL || last->kind != kind || last->begin != from.begin || last->end != from.end ||
        last->length != size || memcmp((char *)clerk->strings.at + (uintptr_t)last->text, said, size) != 0)
        append_reading(clerk, &clerk->findings, kind, from, said, size);
}

void typed_move_back(struct clerk *clerk, struct typed_mark from, struct typed_mark to)
{
    char *text = clerk->text.at;
    struct catasta_origin *pieces = clerk->pieces.at;
    const size_t length = clerk->text.count - from.text;
    const size_t count = clerk->pieces.count - from.piece;
    char *moved = malloc(length + count * sizeof *pieces);
    struct catasta_origin *moved_pieces = (struct catasta_origin *)(void *)moved;
    if (clerk->failed || moved == NULL) {
        clerk->failed = true;
        free(moved);
        return;
    }
    memcpy(moved_pieces, pieces + from.piece, count * sizeof *pieces);
    memcpy(moved + count * sizeof *pieces, text + from.text, length);
    memmove(text + to.text + length, text + to.text, from.text - to.text);
    memmove(pieces + to.piece + count, pieces + to.piece, (from.piece - to.piece) * sizeof *pieces);
    memcpy(text + to.text, moved + count * sizeof *pieces, length);
    memcpy(pieces + to.piece, moved_pieces, count * sizeof *pieces);
    for (size_t i = to.piece; i < clerk->pieces.count; i++)
        pieces[i].at = (uint32_t)(i < to.piece + count ? pieces[i].at - (from.text - to.text) : pieces[i].at + length);
    free(moved);
}

/* What was on one line stays on one. */
void typed_write(struct clerk *clerk, const char *text, size_t length, struct typed_place place)
{
    const struct typed_place none = {place.begin, place.begin};
    const char *before = clerk->text.at;
    const bool begins = clerk->text.count == 0 || before[clerk->text.count - 1] == '\n';
    const bool apart = clerk->written_tag && clerk->movetext;
    if (!begins)
        typed_put(clerk, clerk->written_line == clerk->line && !apart ? " " : "\n", 1, none);
    if (apart)
        typed_put(clerk, "\n", 1, none);
    clerk->written_tag &= !apart;
    clerk->written_line = clerk->line;
    typed_put(clerk, text, length, place);
}

/* Whether a tag seems to begin at AT, a bracket; a record ends before one at the begin of a line. */
static bool is_like_tag(const char *at, size_t length)
{
    size_t i = 1;
    while (i < length && i < TAG_LOOK && strchr("\n\r\"]}", at[i]) == NULL)
        i++;
    return length > 1 && typed_is_letter(at[1]) && i < length && at[i] == '"';
}

/* Word for word: the braces that would end it are others, and so are brackets of tags, which may begin a line of the
   copy. */
void typed_remark(struct clerk *clerk, struct typed_place place)
{
    const char *bytes = clerk->page.bytes;
    for (uint32_t at = place.begin; at < place.end;) {
        uint32_t end = at;
        for (; end < place.end; end++) {
            const size_t offset = typed_offset(clerk, end);
            if (bytes[offset] == '}' ||
                (bytes[offset] == '[' && is_like_tag(bytes + offset, clerk->page.length - offset)))
                break;
        }
        typed_put(clerk, bytes + typed_offset(clerk, at), typed_offset(clerk, end) - typed_offset(clerk, at),
            (struct typed_place){at, end});
        if (end < place.end)
            typed_put(clerk, bytes[typed_offset(clerk, end)] == '}' ? ")" : "(", 1, (struct typed_place){end, end + 1});
        at = end + 1;
    }
}

void typed_comment(struct clerk *clerk, struct typed_place place)
{
    typed_write(clerk, "{", 1, (struct typed_place){place.begin, place.begin});
    typed_remark(clerk, place);
    typed_put(clerk, "}", 1, (struct typed_place){place.end, place.end});
    typed_change(clerk, CATASTA_TYPED_TALK, place, "", 0);
}

/* Puts the result where it was read, or at the end if turns came after it. */
static void place_result(struct clerk *clerk)
{
    const size_t length = strlen(clerk->result.text);
    if (clerk->result.at == SIZE_MAX)
        return;
    if (clerk->result.moved || clerk->result.at == clerk->text.count) {
        typed_write(clerk, clerk->result.text, length, clerk->result.place);
        return;
    }
    const struct typed_mark end = typed_mark_end(clerk);
    const struct typed_place none = {clerk->result.place.begin, clerk->result.place.begin};
    typed_put(clerk, clerk->result.apart ? "\n" : " ", 1, none);
    typed_put(clerk, clerk->result.text, length, clerk->result.place);
    typed_move_back(clerk, end, (struct typed_mark){clerk->result.at, clerk->result.piece});
}

/* Cutting. */

static bool is_newline(char c)
{
    return c == '\n' || c == '\r';
}

/* Goes on to where the record surely ends, a tag in brackets after tags and text; false: that is not known yet. */
static bool find_sure_end(struct clerk *clerk, const struct catasta_foreign *n)
{
    if (clerk->cut)
        return true;
    for (size_t i = clerk->scanned; i < n->length; i++) {
        const char c = n->bytes[i];
        const bool begins = c == '[' && (i == 0 || is_newline(n->bytes[i - 1]));
        clerk->scanned = i;
        if (begins && clerk->has_tags && clerk->moves && !n->last && n->length - i < 64)
            return false;
        if (begins && i + 1 < n->length && typed_is_letter(n->bytes[i + 1])) {
            const bool tag = is_like_tag(n->bytes + i, n->length - i);
            if (tag && clerk->has_tags && clerk->moves)
                return clerk->cut = true;
            clerk->has_tags |= tag;
            while (i + 1 < n->length && !is_newline(n->bytes[i + 1]))
                i++;
        } else if (clerk->has_tags && !is_newline(c) && !typed_is_space(c)) {
            clerk->moves = true;
        }
    }
    clerk->scanned = n->length;
    return n->last;
}

/* The reader. */

static void begin_record(struct clerk *clerk)
{
    clerk->text.count = clerk->pieces.count = clerk->findings.count = clerk->changes.count = 0;
    clerk->strings.count = clerk->turns.count = clerk->values.count = clerk->right.count = 0;
    memcpy(clerk->inherited, clerk->ruleset, sizeof clerk->inherited);
    clerk->ruleset[0] = '\0';
    clerk->tag_count = clerk->seat_count = 0;
    catasta_position_free(clerk->board);
    catasta_position_free(clerk->before);
    catasta_position_free(clerk->told.after);
    clerk->board = clerk->before = NULL;
    clerk->told = (struct typed_told){.count = 0};
    clerk->start.known = clerk->coloured.known = false;
    clerk->tags_end = (struct typed_mark){0, 0};
    clerk->set_up = clerk->ruled = clerk->opened = clerk->written_tag = clerk->movetext = false;
    clerk->of_points = clerk->no_braces = clerk->joined = clerk->stuck = clerk->wrapped = clerk->mail = false;
    clerk->count = (struct typed_count){.sign = '.'};
    clerk->seats[0][0] = clerk->seats[1][0] = '\0';
    clerk->signs = (struct typed_signs){.other = clerk->signs.other};
    clerk->result = (struct typed_result){.at = SIZE_MAX};
    clerk->sheet = (struct typed_sheet){0};
    clerk->players = (struct typed_players){.seat = 0};
    clerk->doubts = (struct typed_doubts){0};
    clerk->habit = clerk->line = clerk->written_line = 0;
    clerk->last_turn = clerk->turn_line = UINT32_MAX;
    memset(clerk->ahead, 0, sizeof clerk->ahead);
    clerk->failed = false;
}

static int compare_readings(const void *a, const void *b)
{
    const struct catasta_reading *one = a, *other = b;
    return one->begin < other->begin ? -1 : one->begin > other->begin;
}

/* Markup up to the sign LAST of the page is layout. */
static void add_markup(struct clerk *clerk, uint32_t last)
{
    const struct typed_place *markup = clerk->page.markup.at;
    for (size_t i = 0; i < clerk->page.markup.count && markup[i].begin < typed_offset(clerk, last); i++)
        append_reading(clerk, &clerk->changes, CATASTA_TYPED_LAYOUT, markup[i], "", 0);
}

/* Offsets of texts become texts, now that these stay where they are. */
static void give_texts(struct clerk *clerk, struct catasta_foreign *n)
{
    n->text = clerk->text.at;
    n->text_length = clerk->text.count;
    n->pieces = clerk->pieces.at;
    n->piece_count = clerk->pieces.count;
    n->findings = clerk->findings.at;
    n->finding_count = clerk->findings.count;
    n->changes = clerk->changes.at;
    n->change_count = clerk->changes.count;
    for (unsigned i = 0; i < 2; i++) {
        struct list *list = i == 0 ? &clerk->findings : &clerk->changes;
        struct catasta_reading *all = list->at;
        for (size_t k = 0; k < list->count; k++)
            all[k].text = (const char *)clerk->strings.at + (uintptr_t)all[k].text;
        if (list->count > 1)
            qsort(all, list->count, sizeof *all, compare_readings);
    }
}

/* Whether the page has all of the line at I. */
static bool has_whole_line(const struct clerk *clerk, uint32_t i)
{
    return i < clerk->page.count && memchr(typed_sign_at(clerk, i), '\n', clerk->page.count - i) != NULL;
}

/* Reads the record at BEGIN of the WHOLE bytes after it, BEFORE which is one with that ruleset; returns where it ends
   on the page.  Where games share a text, it is not read as a whole for each of them; and what is read again is a small
   part. */
static uint32_t read_growing(struct clerk *clerk, const char *before, const char *begin, size_t whole)
{
    uint32_t last = 0;
    clerk->again = false;
    for (size_t piece = PIECE; last == 0 || (clerk->page.length < whole && !has_whole_line(clerk, last)); piece *= 8) {
        memcpy(clerk->ruleset, before, sizeof clerk->ruleset);
        begin_record(clerk);
        typed_read_page(clerk, begin, piece < whole / 4 ? piece : whole);
        last = clerk->failed ? 0 : typed_read_record(clerk);
        if (clerk->failed)
            break;
        if (clerk->again) { /* from its begin, with what is known now */
            last = 0;
            piece /= 8;
            clerk->again = false;
        }
    }
    return last;
}

/* Whether the record, read with other signs, is written that way throughout: of those that it has then each is left
   out, or written as another, at all its places, or at all before figures, "c4-d5" beside "f3:2+e3", and hardly a turn
   is not legal. */
static bool has_other_signs(const struct typed_signs *signs, size_t turns, unsigned before)
{
    bool both = false;
    for (unsigned c = 0; c < sizeof signs->as_made; c++)
        both |= signs->as_made[c / 128][c % 128] && signs->as_written[c / 128][c % 128];
    return !both && signs->made >= OTHER_LEAST && signs->unplayed < before && 3 * signs->unplayed <= turns;
}

/* The same; where numbers show more players than are named, it is read once more as a game of these, with the colours
   that talk gives them and without, and that is kept in which the most turns are legal: of equals the one that supposes
   the most. */
static uint32_t read_seats(struct clerk *clerk, const char *before, const char *begin, size_t whole)
{
    uint32_t last = read_growing(clerk, before, begin, whole);
    unsigned most = clerk->signs.played;
    if (clerk->failed || !clerk->ruled || typed_offset(clerk, last) > OTHER_MOST || !typed_suppose_players(clerk))
        return last;
    const struct typed_supposed all = clerk->supposed;
    struct typed_supposed best = {.players = 0};
    for (bool coloured = false; !clerk->failed; coloured = true) {
        clerk->supposed = all;
        if (!coloured)
            clerk->supposed.colours[0] = '\0';
        last = read_growing(clerk, before, begin, whole);
        best = clerk->signs.played >= most ? clerk->supposed : best;
        most = clerk->signs.played > most ? clerk->signs.played : most;
        if (coloured || all.colours[0] == '\0')
            break;
    }
    const bool kept = best.players == clerk->supposed.players && strcmp(best.colours, clerk->supposed.colours) == 0;
    clerk->supposed = best;
    last = clerk->failed || kept ? last : read_growing(clerk, before, begin, whole);
    clerk->supposed = (struct typed_supposed){.players = 0};
    return last;
}

/* The same; if several turns are not legal, it is read once more with other signs, and that is kept where the writer
   has these. */
static uint32_t read_signs(struct clerk *clerk, const char *before, const char *begin, size_t whole)
{
    const uint32_t last = read_seats(clerk, before, begin, whole);
    const unsigned unplayed = clerk->signs.unplayed;
    if (clerk->failed || !clerk->ruled || unplayed < OTHER_LEAST || typed_offset(clerk, last) > OTHER_MOST)
        return last;
    clerk->signs.other = true;
    const uint32_t other = read_growing(clerk, before, begin, whole);
    clerk->signs.other = false;
    return clerk->failed || has_other_signs(&clerk->signs, clerk->turns.count, unplayed)
        ? other
        : read_seats(clerk, before, begin, whole);
}

/* Where no tag says the ruleset, the record is read once more, as of that which its text names; and again without that,
   if then its first turn is not legal and there are only a few others: of more, the referee says what is wrong.  Where
   the text names none, the one that its turns fit best is asked about. */
static uint32_t read_assuming(struct clerk *clerk, const char *begin, size_t whole)
{
    char before[RULESET_MOST];
    memcpy(before, clerk->ruleset, sizeof before);
    const uint32_t last = read_signs(clerk, before, begin, whole);
    const struct typed_place first = clerk->doubts.unruled;
    if (clerk->failed || clerk->ruled || first.end == 0)
        return last;
    const bool named = typed_ruleset_before(clerk, first.begin, &clerk->assumed);
    if (!named && (clerk->assumed.family[0] != '\0' || !typed_likely_ruleset(clerk, first, &clerk->assumed)))
        return last;
    const struct typed_named assumed = clerk->assumed;
    const uint32_t again = read_signs(clerk, before, begin, whole);
    clerk->assumed.name[0] = '\0';
    const bool starts = clerk->ruled && clerk->board == NULL && clerk->turns.count == 0; /* for want of a tag */
    const bool played = clerk->opened && 2 * clerk->signs.played >= TURNS_SURE && clerk->turns.count >= TURNS_SURE &&
        clerk->signs.played > clerk->signs.unplayed;
    if (clerk->failed || (named && (clerk->opened || starts || clerk->turns.count >= TURNS_SURE)))
        return again;
    if (!named && played) {
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, first,
            "a turn of %s, which the text fits best, and it is read this way; write 'Ruleset: %s' before it",
            assumed.name, assumed.name);
        return again;
    }
    clerk->unplayed = named && clerk->turns.count == 0;
    const uint32_t unruled = read_signs(clerk, before, begin, whole);
    clerk->unplayed = false;
    return unruled;
}

/* The same; where several turns are not legal, but are by another ruleset of the family of that which is named, it is
   read as of that, and asked about: people say "Accasta" of several. */
static uint32_t read_kin(struct clerk *clerk, const char *begin, size_t whole)
{
    char before[RULESET_MOST], kin[RULESET_MOST];
    memcpy(before, clerk->ruleset, sizeof before);
    const uint32_t last = read_assuming(clerk, begin, whole);
    const unsigned unplayed = clerk->signs.unplayed;
    if (clerk->failed || !clerk->ruled || unplayed == 0 || typed_offset(clerk, last) > OTHER_MOST ||
        !typed_find_kin(clerk, kin))
        return last;
    const struct typed_place place = clerk->doubts.illegal;
    if (unplayed == 1) {
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place,
            "a turn of %s, by which more turns are legal; if so, write 'Ruleset: %s' before the turns", kin, kin);
        return last;
    }
    memcpy(clerk->kin, kin, sizeof kin);
    memcpy(clerk->ruleset, before, sizeof before);
    uint32_t again = read_assuming(clerk, begin, whole);
    clerk->kin[0] = '\0';
    if (!clerk->failed && strcmp(clerk->ruleset, kin) == 0 && 2 * clerk->signs.unplayed <= unplayed) {
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place,
            "a turn of %s, by which more turns are legal, and it is read this way; write 'Ruleset: %s' before the "
            "turns",
            kin, kin);
        return again;
    }
    memcpy(clerk->ruleset, before, sizeof before);
    return read_assuming(clerk, begin, whole);
}

static enum catasta_found typed_next(void *context, struct catasta_foreign *n)
{
    struct clerk *clerk = context;
    n->begin = n->end = 0;
    if (!find_sure_end(clerk, n) && n->length < RECORD_MOST)
        return CATASTA_FOUND_NOTHING;
    size_t begin = 0;
    while (begin < clerk->scanned && (is_newline(n->bytes[begin]) || typed_is_space(n->bytes[begin])))
        begin++;
    n->begin = begin;
    if (begin == clerk->scanned && n->last && !clerk->cut)
        return CATASTA_FOUND_NOTHING;
    clerk->begins_at = 0;
    const uint32_t last = read_kin(clerk, n->bytes + begin, clerk->scanned - begin);
    if (!clerk->failed)
        add_markup(clerk, last);
    if (!clerk->failed)
        place_result(clerk);
    if (!clerk->failed && clerk->text.count > 0)
        typed_put(clerk, "\n", 1, (struct typed_place){last, last});
    if (clerk->failed)
        return CATASTA_FOUND_NO_MEMORY;
    n->end = begin + typed_offset(clerk, last);
    clerk->scanned -= n->end;
    if (clerk->scanned == 0)
        clerk->scanned = 0, clerk->cut = clerk->has_tags = clerk->moves = false;
    give_texts(clerk, n);
    return CATASTA_FOUND_RECORD;
}

static bool typed_recognises(const char *bytes, size_t length, bool asked)
{
    (void)bytes;
    (void)length;
    return asked;
}

static void close_reader(void *context)
{
    struct clerk *clerk = context;
    struct list *const lists[] = {&clerk->word_list, &clerk->sign_list, &clerk->page.signs, &clerk->page.at,
        &clerk->page.markup, &clerk->page.ends, &clerk->text, &clerk->pieces, &clerk->findings, &clerk->changes,
        &clerk->strings, &clerk->turns, &clerk->right, &clerk->values};
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
        free(lists[i]->at);
    catasta_position_free(clerk->board);
    catasta_position_free(clerk->before);
    catasta_position_free(clerk->told.after);
    free(clerk->rulesets);
    free(clerk);
}

static void *open_reader(catasta_session *session)
{
    struct clerk *clerk = calloc(1, sizeof *clerk);
    if (clerk == NULL)
        return NULL;
    clerk->session = session;
    if (typed_load(clerk))
        return clerk;
    close_reader(clerk);
    return NULL;
}

const struct catasta_form_reader typed_reader = {.size = sizeof typed_reader,
    .name = "typed",
    .recognises = typed_recognises,
    .open = open_reader,
    .next = typed_next,
    .close = close_reader};

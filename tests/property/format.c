/* SPDX-License-Identifier: MIT */
/* Canonical form, of random records with all that may stand around turns: it is
   the form of itself, its lines end in time, and it is judged the same. */
#include "support/books.h"
#include "support/checking.h"
#include "support/json.h"
#include "support/playing.h"
#include "support/tally.h"

#include "base/utf8.h"
#include "support/share.h"

#include <stdlib.h>

enum { RECORDS = 160, PLIES = 40, COLUMNS = 79, FIXED = 8 }; /* every so many records repairs are made */

/* A record being made up. */
struct making {
    const struct rulebook *book;
    struct random *random;
    struct text *text;
    unsigned depth;
};

static void add_words(struct making *making, const char *between, unsigned most)
{
    static const char *const words[] = {"a", "word", "longer-words", "(not", "a", "variation)", "%", "1.", "c3:-d3",
        "[%eval 0.3]", "[%cal Gc3d3,Rd4e5]", "\xc3\xa4\xc3\xb6", "\xe6\x97\xa5\xe6\x9c\xac", "  two", "e\xcc\x81",
        "1-0"};
    unsigned count = random_below(making->random, most + 1);
    for (unsigned i = 0; i < count; i++) {
        text_add_string(making->text, i > 0 ? between : "");
        text_add_string(making->text, words[random_below(making->random, sizeof words / sizeof words[0])]);
    }
}

static void add_blank(struct making *making)
{
    static const char *const blanks[] = {" ", "\n", "  ", "\t", "\r\n", " \n\n "};
    text_add_string(making->text, blanks[random_below(making->random, sizeof blanks / sizeof blanks[0])]);
}

static void add_remark(struct making *making)
{
    switch (random_below(making->random, 7)) {
    case 0:
        text_add_string(making->text, " {");
        add_words(making, " ", 30);
        text_add_string(making->text, "} ");
        break;
    case 1:
        text_add_string(making->text, "{");
        add_words(making, random_once_in(making->random, 2) ? "\n" : "\r\n", 5);
        text_add_string(making->text, "}");
        break;
    case 2:
        text_add_string(making->text, " ;");
        add_words(making, " ", 9);
        text_add_string(making->text, "\n");
        break;
    case 3:
        text_add_string(making->text, "\n% ");
        add_words(making, " ", 9);
        text_add_string(making->text, "\n");
        break;
    default:
        add_blank(making);
    }
}

static void add_glyphs(struct making *making)
{
    static const char *const glyphs[] = {"!", "?", " !!", "??", " !?", "?!"};
    unsigned kind = random_below(making->random, 12);
    if (kind < sizeof glyphs / sizeof glyphs[0])
        text_add_string(making->text, glyphs[kind]);
    if (kind % 4 == 1)
        text_printf(making->text, " $%u", random_below(making->random, 256));
}

static void add_number(struct making *making, const struct state *state)
{
    static const char *const dots[] = {".", ". ", ".\t"};
    static const char *const more[] = {"...", "... ", ". ...", ".\n...\n"};
    bool first =
        state->seat == 1 || making->book->game->notation.shape == TURN_HIVE; /* whose turns have a number each */
    if (!first && !random_once_in(making->random, 4))
        return;
    text_printf(making->text, "%u%s", state->number,
        first ? dots[random_below(making->random, 3)] : more[random_below(making->random, 4)]);
}

/* A pass, which is illegal, and a turn that may be; what follows is often lost. */
static void add_doubtful(struct making *making)
{
    static const char *const turns[] = {[TURN_LIFT] = "c3:-d3",
        [TURN_MOVES] = "b3-h4+b3",
        [TURN_TILES] = "R2>1,+?",
        [TURN_FIELD] = "P@z26",
        [TURN_SPOT] = "T@z26",
        [TURN_PLACE] = "a1-b1",
        [TURN_JOIN] = "a1,a2-b1",
        [TURN_SPREAD] = "2a1>11",
        [TURN_DVONN] = "a1b1",
        [TURN_HIVE] = "wA1 bQ",
        [TURN_LASCA] = "a1xb2",
        [TURN_MIXTOUR] = "a1:2-b1",
        [TURN_FOCUS] = "c3:2-c5",
        [TURN_TZAAR] = "a1-b1, a2-a3"};
    text_printf(making->text, " pass {and on} %s ", turns[making->book->game->notation.shape]);
}

/* Behind ':' and ',' blanks are allowed where steps follow, and a count of 1 may be written for pieces. */
static void add_turn(struct making *making, const char *turn)
{
    bool counts = making->book->game->notation.shape == TURN_LIFT || making->book->game->notation.shape == TURN_MOVES;
    bool blanks = making->book->game->notation.shape != TURN_MIXTOUR;
    for (; *turn != '\0'; turn++) {
        text_add_char(making->text, *turn);
        if (blanks && (*turn == ':' || *turn == ',') && random_once_in(making->random, 5))
            text_add_string(making->text, " ");
        if (counts && (*turn == ':' || *turn == ',') && strchr("-+x", turn[1]) != NULL && turn[1] != '\0' &&
            random_once_in(making->random, 5))
            text_add_char(making->text, '1');
    }
}

static void add_line(struct making *making, struct state *state, unsigned plies);

static void add_variations(struct making *making, const struct state *before)
{
    while (making->depth < 4 && random_once_in(making->random, 6)) {
        struct state *state = state_copy(making->book, before);
        add_blank(making);
        text_add_string(making->text, "(");
        making->depth++;
        add_line(making, state, random_below(making->random, 5));
        if (random_once_in(making->random, 6))
            add_doubtful(making);
        making->depth--;
        text_add_string(making->text, ")");
        add_blank(making);
        free(state);
    }
}

/* Random turns from STATE on with everything around them. */
static void add_line(struct making *making, struct state *state, unsigned plies)
{
    struct state *before = state_copy(making->book, state);
    struct turn turn;
    struct text text;
    text_init(&text);
    for (unsigned i = 0; i < plies; i++) {
        if (outcome_of(making->book, state).over || !random_turn(making->book, state, making->random, &turn))
            break;
        state_put(making->book, before, state);
        add_number(making, state);
        if (random_once_in(making->random, 8))
            text_printf(making->text, "%u|", state->seat);
        add_turn(making, turn_text(making->book, state, &turn, &text));
        if (!game_play(making->book->rules, state, &turn, NULL))
            break;
        add_glyphs(making);
        text_add_string(making->text, " ");
        if (random_once_in(making->random, 3))
            add_remark(making);
        add_variations(making, before);
    }
    text_release(&text);
    free(before);
}

static void add_record_tags(struct making *making, const char *ruleset)
{
    static const char *const tags[] = {"[Zebra \"z \\\" \\\\ \"]\n", "[Site \"Graz\"]", "{a remark}\n", "\n% escape\n",
        "[Black \"\xc3\x9c\"] ", "; to the end\n", "[Event \"an event\"]\n"};
    text_printf(making->text, "[Ruleset \"%s\"]\n", ruleset);
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (random_once_in(making->random, 2))
            text_add_string(making->text, tags[i]);
    text_add_string(making->text, "\n");
}

/* A whole record; now and then with an illegal turn or an open end. */
static void make_record(struct making *making, const char *ruleset)
{
    struct state *state = state_apply_tag(making->book, fewest_players(making->book), making->random, making->text);
    add_record_tags(making, ruleset);
    add_line(making, state, random_below(making->random, PLIES));
    if (random_once_in(making->random, 4)) {
        add_doubtful(making);
        add_line(making, state, random_below(making->random, 4));
    }
    text_add_string(making->text, random_once_in(making->random, 2) ? "\n*" : "");
    if (random_once_in(making->random, 3))
        add_remark(making);
    text_add_string(making->text, "\n");
    free(state);
}

/* Lines are at most COLUMNS wide, but for those that end with a ';' comment. */
static bool check_lines(struct slice formatted)
{
    struct slice line;
    bool good = true;
    while (slice_split(&formatted, '\n', &line) && good) {
        if (line.length > 0 && line.at[line.length - 1] == '\r')
            line.length--;
        if (utf8_width(line) > COLUMNS && memchr(line.at, ';', line.length) == NULL && line.at[0] != '%' &&
            line.at[0] != '[')
            good = complaint("a line of %zu columns: %.*s", utf8_width(line), (int)line.length, line.at);
    }
    return good;
}

/* Whether the form itself mends what DIAGNOSTIC notes, unless it stands behind a fault. */
static bool is_mended(struct slice diagnostic)
{
    struct slice id = json_get(diagnostic, "id");
    return slice_is(id, "\"record/mark-missing\"") || slice_is(id, "\"record/move-number\"");
}

/* The next diagnostic of LIST from *NEXT on that the form does not mend. */
static struct slice next_kept(struct slice list, size_t *next)
{
    struct slice found;
    do
        found = json_at(list, (*next)++);
    while (found.at != NULL && is_mended(found));
    return found;
}

/* All but places in the text, and notes of what is in the form. */
static bool same_verdict(struct slice a, struct slice b)
{
    static const char *const same[] = {"game", "ruleset", "players", "plies", "legal", "outcome", "position"};
    static const char *const details[] = {"id", "severity", "ply", "seat", "turn", "message", "fix", "variation"};
    struct slice x;
    struct slice y;
    size_t next_x = 0;
    size_t next_y = 0;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (!slice_equal(json_get(a, same[i]), json_get(b, same[i])))
            return complaint("another %s", same[i]);
    while ((x = next_kept(json_get(a, "diagnostics"), &next_x)).at != NULL) {
        y = next_kept(json_get(b, "diagnostics"), &next_y);
        for (size_t i = 0; i < sizeof details / sizeof details[0]; i++)
            if (!slice_equal(json_get(x, details[i]), json_get(y, details[i])))
                return complaint("diagnostic %zu has another %s", next_x, details[i]);
    }
    return next_kept(json_get(b, "diagnostics"), &next_y).at == NULL || complaint("a diagnostic more");
}

static bool check_verdict(catasta_session *session, struct slice before, struct slice after)
{
    struct text a;
    struct text b;
    text_init(&a);
    text_init(&b);
    unsigned games = check_jsonl(session, before, &a);
    bool good = games == 1 && check_jsonl(session, after, &b) == 1 && same_verdict(text_slice(&a), text_slice(&b));
    text_release(&a);
    text_release(&b);
    return good || complaint("it is judged in another way");
}

/* Making repairs once makes all there are to make. */
static bool check_fixed(catasta_session *session, struct slice record)
{
    struct text once;
    struct text twice;
    unsigned made;
    text_init(&once);
    text_init(&twice);
    bool good = fix_sgn(session, record, &once, &made) && fix_sgn(session, text_slice(&once), &twice, &made) &&
        made == 0 && slice_equal(text_slice(&once), text_slice(&twice));
    if (!good)
        complaint("repaired in another way:\n%s\n---\n%s", text_slice(&once).at, text_slice(&twice).at);
    text_release(&once);
    text_release(&twice);
    return good;
}

static bool check_record(catasta_session *session, struct slice record, bool good[4])
{
    struct text once;
    struct text twice;
    text_init(&once);
    text_init(&twice);
    bool fine = format_sgn(session, record, &once) || complaint("it is not formatted");
    good[0] = good[0] && fine;
    if (fine) {
        bool stable =
            format_sgn(session, text_slice(&once), &twice) && slice_equal(text_slice(&once), text_slice(&twice));
        good[1] = good[1] && (stable || complaint("its form changes once more:\n%s\n---\n%s", once.bytes, twice.bytes));
        good[2] = good[2] && check_lines(text_slice(&once));
        good[3] = good[3] && check_verdict(session, record, text_slice(&once));
        fine = good[0] && good[1] && good[2] && good[3];
    }
    text_release(&once);
    text_release(&twice);
    return fine;
}

/* A shipped ruleset by its name. */
static void check_book(struct book *book, unsigned number, struct tally *tally)
{
    static const char *const what[] = {"random records are formatted", "the form is the form of itself",
        "lines end in time", "the form is judged the same", "repairs are made once"};
    struct text record;
    struct random random = {31 + number};
    bool good[5] = {true, true, true, true, true};
    text_init(&record);
    catasta_session *session = session_open(NULL);
    for (unsigned i = 0; i < share_of(RECORDS) && session != NULL; i++) {
        struct making making = {&book->entry.book, &random, &record, 0};
        text_clear(&record);
        make_record(&making, book->name);
        good[4] = i % FIXED != 0 || check_fixed(session, text_slice(&record));
        if (!good[4] || !check_record(session, text_slice(&record), good)) {
            complaint("the record:\n%s", record.bytes);
            break;
        }
    }
    for (unsigned i = 0; i < 5; i++)
        tally_count(tally, session != NULL && good[i], what[i], book->path);
    catasta_session_free(session);
    text_release(&record);
}

int main(void)
{
    return check_shipped(check_book);
}

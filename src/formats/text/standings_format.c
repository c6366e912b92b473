/* SPDX-License-Identifier: MIT */
/* What all formats of standings share, and the notes about games and names. */
#include "formats/text/standings_format.h"

#include "formats/text/message.h"
#include "formats/text/score_line.h"
#include "formats/text/tsv.h"

const struct uncounted_name uncounted_names[UNCOUNTED_COUNT] = {
    [UNCOUNTED_ILLEGAL] = {"illegal", "it is illegal"},
    [UNCOUNTED_UNDECIDED] = {"undecided", "it is undecided"},
    [UNCOUNTED_UNREADABLE] = {"unreadable", "it could not be judged"},
    [UNCOUNTED_UNNAMED] = {"unnamed", "a player is not named"},
    [UNCOUNTED_ALONE] = {"alone", "its player has no opponent"},
    [UNCOUNTED_TWICE_NAMED] = {"twice-named", "one player is named for two seats"},
    [UNCOUNTED_BEYOND] = {"beyond", "its numbers are too large to be added exactly"},
};

size_t standings_game_name(const struct report *report, const char *file, bool table, struct text *line)
{
    if (table) {
        text_add_escaped(line, slice_of(file));
        tsv_end_cell(line, 0);
        text_add_char(line, '\t');
    } else {
        add_record_place(line, file, report->record->line, report->record->row);
        text_add_string(line, ": game ");
    }
    size_t number = line->length;
    text_add_string(line, table ? "\t" : ": ");
    size_t players = line->length;
    score_players(report, table ? ", " : " - ", line);
    if (table)
        tsv_end_cell(line, players);
    return number;
}

void standings_uncounted(enum uncounted why, bool table, struct text *text)
{
    if (table)
        text_printf(text, "\t%s\n", uncounted_names[why].key);
    else
        text_printf(text, ": not counted: %s\n", uncounted_names[why].text);
}

enum { NOTES_MOST = 20 };

/* Notes as they are made: each is written, and forgotten. */
struct noting {
    note_writer *write;
    void *context;
    struct text text;
};

static void write_note(struct noting *noting)
{
    noting->write(noting->context, &noting->text);
    text_clear(&noting->text);
}

/* The player with two records in the earliest round, and how many others have two in some round. */
static void note_repeated(const struct standings *standings, struct noting *noting)
{
    struct text *text = &noting->text;
    size_t others = 0;
    size_t first = 0;
    uint32_t round = 0;
    for (size_t i = 0; i < standings->row_count; i++) {
        uint32_t repeated = standings_repeated(standings, i, 0);
        others += repeated > 0 && round > 0;
        if (repeated == 0 || (round > 0 && repeated >= round))
            continue;
        first = i;
        round = repeated;
    }
    if (round == 0)
        return;
    text_printf(text, "'%pE' has more than one record in round %u", SLICE(standings->rows[first].name), round);
    if (others > 0)
        text_printf(
            text, ", and so %s %zu other player%s", others == 1 ? "has" : "have", others, others == 1 ? "" : "s");
    text_add_string(text, "; all of them count");
    write_note(noting);
}

/* Records without a round among others that have one. */
static void note_roundless(const struct standings *standings, struct noting *noting)
{
    uint64_t count = standings->roundless;
    if (count == 0 || standings->rounds == 0)
        return;
    text_printf(&noting->text,
        "%llu of the records that count name%s no round, although others do; the last round named is %u",
        (unsigned long long)count, count == 1 ? "s" : "", standings->rounds);
    write_note(noting);
}

/* What arbiters write for a bye without another word for it. */
static void note_bye(const struct standings *standings, struct noting *noting)
{
    unsigned written = 0;
    for (size_t i = 0; i < standings->row_count && written < NOTES_MOST; i++) {
        struct slice name = slice_trim(standings->rows[i].name);
        if (!slice_is_word(name, "bye") && !slice_is(name, "-"))
            continue;
        written++;
        text_printf(&noting->text,
            "'%pE' counts as a player; if there was no opponent, leave out that tag and write [Termination \"bye\"]",
            SLICE(name));
        write_note(noting);
    }
}

/* Nothing is the best there is where the fewest win, also for players who did not come. */
static void note_pointless(const struct standings *standings, struct noting *noting)
{
    bool any = false;
    for (size_t i = 0; i < standings->row_count; i++)
        any = any || standings->rows[i].unplayed > 0;
    if (!any || !standings_fewest_first(standings))
        return;
    text_add_string(&noting->text,
        "games that were not played, such as byes and forfeits, give no points here, although the fewest points are "
        "best");
    write_note(noting);
}

static void note_spellings(const struct standings *standings, struct noting *noting)
{
    struct slice spelled;
    struct slice name;
    size_t count = 0;
    for (size_t i = 0; standings_spelling(standings, &i, &spelled, &name); count++) {
        if (count >= NOTES_MOST)
            continue;
        text_printf(&noting->text, "'%pE' counts as '%pE': the names differ only by case, accents or spaces",
            SLICE(spelled), SLICE(name));
        write_note(noting);
    }
    if (count <= NOTES_MOST)
        return;
    text_printf(&noting->text, "%zu more names count as another one in the same way", count - NOTES_MOST);
    write_note(noting);
}

static void note_alike(const struct standings *standings, struct noting *noting)
{
    size_t count = standings->alike_count;
    for (size_t i = 0; i < count && i < NOTES_MOST; i++) {
        struct alike alike = standings->alike[i];
        text_printf(&noting->text, "'%pE' and '%pE' may be the same player; they count as two",
            SLICE(standings->rows[alike.a].name), SLICE(standings->rows[alike.b].name));
        write_note(noting);
    }
    if (count <= NOTES_MOST)
        return;
    text_printf(&noting->text, "%zu more pairs of names may each be the same player", count - NOTES_MOST);
    write_note(noting);
}

bool standings_notes(const struct standings *standings, note_writer *write, void *context)
{
    struct noting noting = {.write = write, .context = context};
    text_init(&noting.text);
    note_pointless(standings, &noting);
    note_roundless(standings, &noting);
    note_repeated(standings, &noting);
    note_bye(standings, &noting);
    note_spellings(standings, &noting);
    note_alike(standings, &noting);
    bool failed = noting.text.failed;
    text_release(&noting.text);
    return !failed;
}

/* Half points with ½ where they are allowed. */
static void add_halves(uint32_t halves, bool unicode, struct text *text)
{
    if (halves != 1 || !unicode)
        text_add_number(text, halves / 2);
    if (halves % 2 == 1)
        text_add_string(text, unicode ? "½" : ".5");
}

static void add_forfeits(char sign, uint32_t count, struct text *text)
{
    if (count > 0)
        text_add_char(text, sign);
    if (count > 1)
        text_add_number(text, count);
}

void standings_cell(const struct standings *standings, size_t a, size_t b, bool unicode, struct text *text)
{
    struct pairing pairing;
    if (!standings_pairing(standings, a, b, &pairing))
        return;
    if (pairing.games > 0)
        add_halves(pairing.halves, unicode, text);
    if (pairing.games > 1) {
        text_add_char(text, ':');
        add_halves(2 * pairing.games - pairing.halves, unicode, text);
    }
    add_forfeits('+', pairing.won_forfeits, text);
    add_forfeits('-', pairing.forfeits - pairing.won_forfeits, text);
}

/* SPDX-License-Identifier: MIT */
/* Pages of games: their data is JSON that no byte of a record can end, and a page of many games is at most three times
   their records and 200 kB. */
#include "support/books.h"
#include "support/checking.h"
#include "support/json.h"
#include "support/playing.h"
#include "support/recording.h"
#include "support/share.h"
#include "support/tally.h"

#include "catasta.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

enum { ASIDE = 3, RECORDS = 20, PLIES = 30, MANY = 100, PAGE = 200000 };

/* A record being made up. */
struct making {
    const struct rulebook *book;
    struct random *random;
    struct text *text;
    unsigned written; /* turns, those of variations too */
    bool odd;         /* comments of any bytes */
};

/* Bytes that mean something to HTML, to JSON, to scripts or to nobody. */
static void add_odd_words(struct making *making)
{
    static const char *const words[] = {"<", "</script>", "<!--", "-->", "]]>", "\xe2\x80\xa8", "\xe2\x80\xa9", "&lt;",
        "&", "\"", "\\", "'", "\x01", "\x7f", "\xff", "\xed\xa0\x80", "\xe2\x80", "<script>", "${x}", "\xc2\x85",
        "[%clk <b>]", "\xe2\x80\xae", "\xef\xbf\xbe", "word"};
    for (unsigned i = random_below(making->random, 9); i > 0; i--)
        text_add_string(making->text, words[random_below(making->random, sizeof words / sizeof words[0])]);
}

static bool add_turn(struct making *making, struct state *state)
{
    struct turn turn;
    struct text text;
    if (outcome_of(making->book, state).over || !random_turn(making->book, state, making->random, &turn))
        return false;
    text_init(&text);
    text_add_string(making->text, turn_text(making->book, state, &turn, &text));
    text_add_char(making->text, making->written++ % 8 == 7 ? '\n' : ' ');
    if (making->odd) {
        text_add_char(making->text, '{');
        add_odd_words(making);
        text_add_string(making->text, "} ");
    }
    text_release(&text);
    return game_play(making->book->rules, state, &turn, NULL);
}

/* A game of at most MOST turns; every tenth has a variation. */
static void add_game(struct making *making, struct state *state, unsigned most)
{
    struct state *before = state_copy(making->book, state);
    for (unsigned i = 0; i < most; i++) {
        state_put(making->book, before, state);
        if (!add_turn(making, state))
            break;
        if (i % 10 != 9)
            continue;
        text_add_char(making->text, '(');
        for (unsigned j = 0; j < ASIDE && add_turn(making, before); j++)
            continue;
        text_add_string(making->text, ") ");
    }
    free(before);
}

static bool make_page(catasta_session *session, struct slice record, struct text *page)
{
    const struct catasta_sink sink = text_sink(page);
    catasta_input *input = catasta_input_bytes(session, record.at, record.length, "a.sgn");
    const struct catasta_writing how = {.size = sizeof how, .title = "a <title> & \"more\""};
    catasta_writer *writer = input == NULL ? NULL : catasta_writer_new(CATASTA_HTML, &how, &sink);
    bool good = writer != NULL;
    for (catasta_game *game; good && (game = catasta_input_next(input)) != NULL;)
        good = catasta_writer_add(writer, game);
    good = catasta_writer_close(writer, CATASTA_OK) && good;
    catasta_input_close(input);
    return good && !page->failed;
}

static const char *find(const char *at, const char *end, const char *what)
{
    size_t length = strlen(what);
    for (; at + length <= end; at++)
        if (memcmp(at, what, length) == 0)
            return at;
    return NULL;
}

/* Each script element of data holds JSON, in which nothing is markup; COUNT of them. */
static bool check_data(const struct text *page, unsigned count)
{
    static const char mark[] = "<script type=\"application/json\" class=\"";
    const char *at = page->bytes;
    const char *end = page->bytes + page->length;
    while ((at = find(at, end, mark)) != NULL) {
        const char *begin = find(at, end, "\">") == NULL ? end : find(at + sizeof mark, end, ">") + 1;
        const char *stop = find(begin, end, "</script>");
        if (stop == NULL || !json_valid((struct slice){begin, (size_t)(stop - begin)}))
            return complaint("not JSON: %.200s", begin);
        for (at = begin; at < stop; at++)
            if (strchr("<>&", *at) != NULL || (at + 2 < stop && memcmp(at, "\xe2\x80\xa8", 3) == 0))
                return complaint("markup in data: %.100s", at);
        count--;
    }
    return count == 0 || complaint("%u scripts of data too few", count);
}

/* What DIGITS to the base of 85 stand for, which no byte of is markup. */
static bool unpack(struct slice digits, struct text *bytes)
{
    for (size_t i = 0; i < digits.length; i += 5) {
        uint64_t four = 0;
        size_t count = digits.length - i < 5 ? digits.length - i : 5;
        for (size_t j = 0; j < 5; j++) {
            unsigned char c = j < count ? (unsigned char)digits.at[i + j] : 40 + 84;
            if (c < 40 || c == '<' || (c > 124 && c != '~'))
                return complaint("a digit that is none: %c", c);
            four = four * 85 + (c == '~' ? 20 : c - 40);
        }
        for (size_t j = 0; j + 1 < count; j++)
            text_add_char(bytes, (char)(four >> (24 - 8 * j)));
    }
    return true;
}

/* The data of COUNT games, each a line of JSON. */
static bool check_games(const struct text *page, unsigned count)
{
    static const char mark[] = "<script type=\"text/plain\" class=\"games\">";
    const char *end = page->bytes + page->length;
    struct text bytes;
    uLongf room = 1 << 24;
    unsigned char *json = malloc(room);
    bool good = json != NULL;
    text_init(&bytes);
    for (const char *at = page->bytes; good && (at = find(at, end, mark)) != NULL;) {
        at += sizeof mark - 1;
        const char *stop = find(at, end, "</script>");
        uLongf length = room;
        text_clear(&bytes);
        good = stop != NULL && unpack((struct slice){at, (size_t)(stop - at)}, &bytes) &&
            (uncompress(json, &length, (const Bytef *)bytes.bytes, (uLong)bytes.length) == Z_OK ||
                complaint("not packed as it should be"));
        struct slice rest = {(const char *)json, good ? length : 0};
        for (struct slice line; good && rest.length > 0 && slice_split(&rest, '\n', &line); count--)
            good = json_valid(line) || complaint("not JSON: %.200s", line.at);
    }
    free(json);
    text_release(&bytes);
    return good && (count == 0 || complaint("%u games too few", count));
}

/* Odd names and comments in games of a shipped ruleset. */
static void check_book(const struct book *book, unsigned seed, struct tally *tally)
{
    struct random random = {seed};
    struct text record;
    struct text page;
    bool good = true;
    text_init(&record);
    text_init(&page);
    catasta_session *session = session_open(NULL);
    for (unsigned i = 0; i < share_of(RECORDS) && good && session != NULL; i++) {
        struct making making = {&book->entry.book, &random, &record, 0, true};
        text_clear(&record);
        text_clear(&page);
        struct state *state = state_apply_tag(making.book, fewest_players(making.book), &random, &record);
        text_printf(&record, "[Ruleset \"%s\"]\n[Event \"</script><script>\"]\n", book->name);
        add_game(&making, state, PLIES);
        good = make_page(session, text_slice(&record), &page) && check_data(&page, 2) && check_games(&page, 1);
        free(state);
    }
    tally_count(tally, session != NULL && good, "data of a page is JSON and no markup", book->path);
    catasta_session_free(session);
    text_release(&record);
    text_release(&page);
}

/* Games of BOOK, played at random: the tightest there are, since such turns repeat nothing. */
static void check_size(const struct book *book, unsigned seed, struct tally *tally)
{
    struct random random = {seed};
    struct recording recording;
    struct text record;
    struct text page;
    text_init(&record);
    text_init(&page);
    recording_init(&recording, &book->entry.book, book->name);
    catasta_session *session = session_open(NULL);
    const unsigned many = quick_share_of(MANY);
    for (unsigned i = 0; i < many; i++) {
        text_add_string(&record, i > 0 ? "\n" : "");
        recording_make(&recording, RECORDED_TURNS, &random);
        recording_write(&recording, &recording.words, &record);
    }
    bool good = session != NULL && make_page(session, text_slice(&record), &page) && check_data(&page, 2) &&
        check_games(&page, many);
    good = good && (page.length < 3 * record.length + PAGE || complaint("%zu of %zu", page.length, record.length));
    tally_count(tally, good, "its page is not large", book->path);
    recording_release(&recording);
    catasta_session_free(session);
    text_release(&record);
    text_release(&page);
}

static void check_both(struct book *book, unsigned seed, struct tally *tally)
{
    check_book(book, 71 + seed, tally);
    check_size(book, 7 + seed, tally);
}

int main(void)
{
    return check_shipped(check_both);
}

/* SPDX-License-Identifier: MIT */
/* Pages of standings: whatever players are called, the page is made of the elements that it
   should be, each closed, and of text. */
#include "library/tools.h"
#include "support/checking.h"
#include "support/random.h"
#include "support/tally.h"

#include "base/utf8.h"

#include <string.h>

enum { TOURNAMENTS = 60, GAMES = 40, PLAYERS = 9, NAME = 12, DEEP = 32 };

/* Bytes that mean something to HTML or to tags, or to nobody. */
static void add_name(struct random *random, struct text *text)
{
    static const char *const words[] = {"<", ">", "</td>", "<!--", "-->", "]]>", "\xe2\x80\xa8", "&lt;", "&", "\\\"",
        "'", "\x01", "\x7f", "\xff", "\xed\xa0\x80", "\xe2\x80", "<script>", "\xc2\x85", "\xe2\x80\xae", "\xe2\x81\xa6",
        "\xef\xbf\xbe", "=", " ", "a", "A", "\xcc\x81", "\xf0\x9f\x98\x80", "?"};
    for (unsigned i = 1 + random_below(random, NAME); i > 0; i--)
        text_add_string(text, words[random_below(random, sizeof words / sizeof words[0])]);
}

static void add_game(struct random *random, const struct text names[PLAYERS], struct text *text)
{
    static const char *const ends[] = {
        "1. a1:-b1 1-0", "1. a1:-b1 0-1", "1. a1:-b1 1/2-1/2", "1. a1:-b1 *", "1. a1:-z9 1-0"};
    static const char *const unplayed[] = {
        "forfeit", "double forfeit", "unplayed", "bye", "half-point bye", "withdrawn"};
    unsigned first = random_below(random, PLAYERS);
    unsigned other = random_below(random, PLAYERS);
    text_printf(text, "[White \"%s\"]\n", names[first].bytes);
    if (!random_once_in(random, 9))
        text_printf(text, "[Black \"%s\"]\n", names[other].bytes);
    if (!random_once_in(random, 3))
        text_printf(text, "[Round \"%u\"]\n", random_below(random, 60));
    text_add_string(text, "[Event \"");
    add_name(random, text);
    text_add_string(text, "\"]\n[Ruleset \"accasta-pari\"]\n");
    if (random_once_in(random, 4))
        text_printf(text, "[Termination \"%s\"]\n1-0\n\n", unplayed[random_below(random, 6)]);
    else
        text_printf(text, "%s\n\n", ends[random_below(random, 5)]);
}

static bool make_page(struct slice records, const char *folder, struct text *page)
{
    const struct catasta_contest contest = {.size = sizeof contest, .keep_games = true, .mixed = true};
    const struct catasta_sink sink = text_sink(page);
    const char *why;
    catasta_session *session = session_open(NULL);
    catasta_input *input = catasta_input_bytes(session, records.at, records.length, "a<b>&\"\x01\xff.sgn");
    catasta_standings *standings = catasta_standings_new(session, &contest, &sink);
    bool good = input != NULL && standings != NULL;
    for (catasta_game *game; good && (game = catasta_input_next(input)) != NULL;)
        if (game_info(game).number > 0)
            good = catasta_standings_add(standings, game, &why) <= CATASTA_LEFT_OUT;
    good = good && catasta_write_table_page(standings, NULL, folder, CATASTA_AUTO, &sink);
    catasta_standings_free(standings);
    catasta_input_close(input);
    catasta_session_free(session);
    return good && !page->failed;
}

/* Reading the page. */

static bool is_one_of(struct slice name, const char *names)
{
    for (const char *at = names; (at = strstr(at, " ")) != NULL; at++)
        if (strncmp(at + 1, name.at, name.length) == 0 && at[1 + name.length] == ' ')
            return name.length > 0;
    return false;
}

static struct slice take_while(struct slice *rest, const char *set, bool in)
{
    struct slice taken = {rest->at, 0};
    while (rest->length > 0 && (strchr(set, *rest->at) != NULL) == in) {
        rest->at++;
        rest->length--;
        taken.length++;
    }
    return taken;
}

/* NAME="value" up to the end of a tag, of names that have nothing to do with scripts. */
static bool read_attributes(struct slice *rest)
{
    static const char names[] =
        " lang charset content http-equiv name class id role title aria-label aria-labelledby data-label href "
        "scope tabindex type ";
    while (rest->length > 0 && *rest->at == ' ') {
        take_while(rest, " ", true);
        struct slice name = take_while(rest, "= >\"", false);
        if (!is_one_of(name, names) || rest->length < 2 || memcmp(rest->at, "=\"", 2) != 0)
            return complaint("an attribute: %.60s", name.at);
        *rest = (struct slice){rest->at + 2, rest->length - 2};
        struct slice value = take_while(rest, "\"<>", false);
        if (rest->length == 0 || *rest->at != '"' ||
            (slice_is(name, "href") && strncmp(value.at, "f-games/", 8) != 0) ||
            (slice_is(name, "type") && !slice_is(value, "checkbox")))
            return complaint("a value: %.60s", value.at);
        *rest = (struct slice){rest->at + 1, rest->length - 1};
    }
    return rest->length > 0 && *rest->at == '>';
}

static bool read_tag(struct slice *rest, struct slice open[DEEP], unsigned *depth)
{
    static const char names[] =
        " html head meta title style body header h1 h2 p span main section div table caption thead "
        "tbody tr th td abbr a sup small bdi b ul li dl dt dd label input ";
    bool closes = rest->length > 1 && rest->at[1] == '/';
    rest->at += closes ? 2 : 1;
    rest->length -= closes ? 2 : 1;
    struct slice name = take_while(rest, " >", false);
    if (!is_one_of(name, names) || !read_attributes(rest))
        return complaint("an element: %.60s", name.at);
    if (closes)
        return (*depth > 0 && slice_equal(open[--*depth], name)) || complaint("not open: %.60s", name.at);
    if (!slice_is(name, "meta") && !slice_is(name, "input"))
        open[(*depth)++] = name;
    return *depth < DEEP || complaint("too deep: %.60s", name.at);
}

static bool read_text(struct slice text)
{
    for (struct slice rest = text; rest.length > 0;) {
        struct utf8_char next = utf8_next(rest);
        if (!next.valid || (utf8_is_control(next.code) && next.code != '\n'))
            return complaint("a byte of text: %.60s", rest.at);
        rest = (struct slice){rest.at + next.length, rest.length - next.length};
    }
    return true;
}

static bool read_page(struct slice page)
{
    static const char head[] = "<!DOCTYPE html>\n";
    struct slice open[DEEP + 1];
    unsigned depth = 0;
    if (page.length < sizeof head || memcmp(page.at, head, sizeof head - 1) != 0 || !read_text(page))
        return complaint("no page: %.60s", page.at);
    struct slice rest = {page.at + sizeof head - 1, page.length - sizeof head + 1};
    while (rest.length > 0) {
        bool style = depth > 0 && slice_is(open[depth - 1], "style");
        take_while(&rest, style ? "<" : "<>", false);
        if (rest.length == 0)
            break;
        if (*rest.at != '<' || !read_tag(&rest, open, &depth))
            return complaint("no tag: %.60s", rest.at);
        rest = (struct slice){rest.at + 1, rest.length - 1};
    }
    return depth == 0 || complaint("%u elements are not closed", depth);
}

static bool check_tournament(unsigned seed)
{
    struct random random = {seed};
    struct text names[PLAYERS];
    struct text records;
    struct text page;
    text_init(&records);
    text_init(&page);
    for (unsigned i = 0; i < PLAYERS; i++) {
        text_init(&names[i]);
        add_name(&random, &names[i]);
    }
    for (unsigned i = random_below(&random, GAMES); i > 0; i--)
        add_game(&random, names, &records);
    bool good =
        make_page(text_slice(&records), seed % 3 == 0 ? NULL : "f-games", &page) && read_page(text_slice(&page));
    for (unsigned i = 0; i < PLAYERS; i++)
        text_release(&names[i]);
    text_release(&records);
    text_release(&page);
    return good;
}

int main(void)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < TOURNAMENTS; i++)
        tally_count(&tally, check_tournament(i), "a page is elements and text", "a tournament");
    return tally_end(&tally);
}

/* SPDX-License-Identifier: MIT */
#include "support/torture.h"
#include "library/tools.h"

#include "base/utf8.h"
#include "games/registry.h"
#include "support/checking.h"
#include "support/json.h"
#include "support/playing.h"
#include "support/tally.h"

#include <stdlib.h>

/* Escape sequences reach no terminal, and lines are lines. */
static bool is_tame(struct slice text, const char *what)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if ((c < 0x20 && c != '\n') || c == 0x7F)
            return complaint("%s holds the byte %02x", what, c);
    }
    return true;
}

static bool check_json(const struct text *jsonl)
{
    struct slice rest = text_slice(jsonl);
    struct slice line;
    while (slice_split(&rest, '\n', &line) && line.length > 0)
        if (!json_valid(line))
            return complaint("no JSON: %.*s", (int)line.length, line.at);
    return true;
}

/* Whether AT is behind the first byte of a character. */
static bool splits_character(struct slice source, size_t at)
{
    bool splits = false;
    for (size_t back = 1; back <= 3 && back <= at && at < source.length; back++) {
        struct utf8_char c = utf8_next((struct slice){source.at + at - back, source.length - (at - back)});
        splits |= c.valid && c.length > back;
    }
    return splits;
}

static bool is_place(struct slice source, struct catasta_span span)
{
    return span.begin <= span.end && span.end <= source.length && !splits_character(source, span.begin) &&
        !splits_character(source, span.end);
}

bool torture_places(const catasta_game *game)
{
    const struct catasta_info info = game_info(game);
    const struct slice source = {info.source.bytes, info.source.length};
    for (size_t i = 0; i < game_info(game).diagnostics; i++) {
        struct catasta_diagnostic n = {.size = sizeof n};
        if (!catasta_game_diagnostic(game, i, &n) || !is_place(source, n.span) || !is_place(source, n.turn))
            return complaint("%s is at no place of its record", n.id);
        uint32_t line = info.line;
        size_t begin = info.offset == 0 && utf8_is_marked(source) && n.span.begin >= 3 ? 3 : 0;
        for (size_t at = 0; at < n.span.begin; at++)
            if (source.at[at] == '\n' || (source.at[at] == '\r' && source.at[at + 1] != '\n')) {
                line++;
                begin = at + 1;
            }
        size_t column =
            (line == info.line ? info.column : 1) + utf8_count((struct slice){source.at + begin, n.span.begin - begin});
        if (n.line != line || n.column != column)
            return complaint("%s is at %u:%u, not %u:%zu", n.id, n.line, n.column, line, column);
    }
    return true;
}

/* So long a list may be refused. */
enum { TOO_MANY = 50000 };

static bool show_game(catasta_game *game, struct text *text)
{
    const struct catasta_sink sink = text_sink(text);
    bool found = true;
    size_t count = 0;
    bool written = torture_places(game) && catasta_write(game, CATASTA_TEXT, &sink);
    if (game_info(game).number == 0)
        return written;
    written &= catasta_write(game, CATASTA_REPLAY, &sink) && catasta_write(game, CATASTA_SCORE, &sink);
    written &= catasta_write_position(game, -1, CATASTA_TEXT, &sink, &found);
    if (found)
        written &= catasta_write_position(game, 0, CATASTA_JSON, &sink, &found) &&
            (catasta_write_moves(game, -1, &sink, &found, &count) || count > TOO_MANY);
    return written;
}

/* The keys of a verdict, one line a game, without the places and messages. */
static void add_verdicts(const struct text *jsonl, struct text *verdicts)
{
    static const char *const keys[] = {"ruleset", "players", "plies", "legal", "outcome", "position"};
    struct slice rest = text_slice(jsonl);
    struct slice line;
    while (slice_split(&rest, '\n', &line) && line.length > 0) {
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
            text_add(verdicts, json_get(line, keys[i]));
        text_add_char(verdicts, '\n');
    }
}

static bool same_verdicts(const struct text *a, const struct text *b)
{
    struct text x;
    struct text y;
    text_init(&x);
    text_init(&y);
    add_verdicts(a, &x);
    add_verdicts(b, &y);
    bool same = slice_equal(text_slice(&x), text_slice(&y)) ||
        complaint("judged in another way:\n%s\n%s", text_slice(&x).at, text_slice(&y).at);
    text_release(&x);
    text_release(&y);
    return same;
}

/* What could be formatted is formatted for good. */
static bool check_format(catasta_session *session, const struct text *once, const struct text *jsonl)
{
    struct text twice;
    struct text again;
    text_init(&twice);
    text_init(&again);
    bool good = format_sgn(session, text_slice(once), &twice) || complaint("the canonical form is not readable");
    if (good && !slice_equal(text_slice(once), text_slice(&twice)))
        good = complaint("the format changes again:\n%s\n---\n%s", text_slice(once).at, text_slice(&twice).at);
    check_jsonl(session, text_slice(once), &again);
    good = good && same_verdicts(jsonl, &again);
    text_release(&twice);
    text_release(&again);
    return good;
}

/* Matches, in all formats; the JSON of all is one value. */
static bool show_matches(const catasta_matches *matches, struct text *shown)
{
    struct text json;
    text_init(&json);
    const struct catasta_sink sink = text_sink(shown);
    const struct catasta_sink json_sink = text_sink(&json);
    bool good = catasta_write_matches(matches, CATASTA_TEXT, &sink) &&
        catasta_write_matches(matches, CATASTA_JSON, &json_sink) &&
        (catasta_matches_count(matches) == 0 || json_valid(text_slice(&json)) ||
            complaint("no JSON of matches: %s", text_slice(&json).at));
    text_release(&json);
    return good;
}

/* Standings, in all formats, likewise. */
static bool show_standings(catasta_standings *standings, const catasta_matches *matches, struct text *shown)
{
    struct text json;
    text_init(&json);
    text_add_char(&json, '{');
    const struct catasta_sink sink = text_sink(shown);
    const struct catasta_sink json_sink = text_sink(&json);
    bool good = (catasta_write_standings(standings, CATASTA_TEXT, &sink) &&
                    catasta_write_standings(standings, CATASTA_JSON, &json_sink) &&
                    catasta_write_standings_notes(standings, &sink) &&
                    catasta_write_table_page(standings, matches, "games", CATASTA_AUTO, &sink)) ||
        complaint("cannot write standings");
    text_add_char(&json, '}');
    good = good && (json_valid(text_slice(&json)) || complaint("no JSON of standings: %s", text_slice(&json).at));
    text_release(&json);
    return good;
}

static bool add_game(catasta_matches *matches, catasta_standings *standings, catasta_game *game, struct text *shown)
{
    const struct catasta_sink sink = text_sink(shown);
    const char *why;
    bool told;
    if (game_info(game).number == 0)
        return true;
    return catasta_matches_add(matches, game, &told) && (!told || catasta_write(game, CATASTA_TEXT, &sink)) &&
        catasta_standings_add(standings, game, &why) != CATASTA_ADDED_NO_MEMORY;
}

static bool show_all(catasta_session *session, struct slice bytes, struct text *shown)
{
    catasta_input *input = catasta_input_bytes(session, bytes.at, bytes.length, "any.sgn");
    const struct catasta_matching matching = {.size = sizeof matching, .best_of = 3};
    const struct catasta_contest contest = {.size = sizeof contest, .mixed = true, .keep_games = true};
    catasta_matches *matches = catasta_matches_new(&matching, NULL);
    catasta_standings *standings = catasta_standings_new(session, &contest, NULL);
    catasta_game *game;
    bool good = input != NULL && matches != NULL && standings != NULL;
    while (good && (game = catasta_input_next(input)) != NULL)
        good = (show_game(game, shown) && add_game(matches, standings, game, shown)) || complaint("cannot show a game");
    good = good && show_matches(matches, shown) && show_standings(standings, matches, shown);
    catasta_standings_free(standings);
    catasta_matches_free(matches);
    if (good && catasta_input_error(input) != 0)
        good = complaint("cannot read on: %d", catasta_input_error(input));
    catasta_input_close(input);
    return good && is_tame(text_slice(shown), "what is shown");
}

bool torture_games(struct slice bytes)
{
    struct text texts[3];
    for (size_t i = 0; i < 3; i++)
        text_init(&texts[i]);
    catasta_session *session = session_open("accasta-pari");
    check_jsonl(session, bytes, &texts[0]);
    bool good = check_json(&texts[0]) && is_tame(text_slice(&texts[0]), "the JSON");
    good = good && show_all(session, bytes, &texts[1]);
    if (good && format_sgn(session, bytes, &texts[2]))
        good = check_format(session, &texts[2], &texts[0]);
    catasta_session_free(session);
    for (size_t i = 0; i < 3; i++)
        text_release(&texts[i]);
    return good;
}

/* Large boards with high stacks have more turns than anybody waits for. */
enum { TURNS = 200 };

struct few {
    unsigned left;
    struct turn turn;
};

static bool take_few(void *context, const struct turn *turn)
{
    struct few *few = context;
    few->turn = *turn;
    return few->left-- > 0;
}

static bool play_once(const struct rulebook *book)
{
    struct state *state = state_start(book, fewest_players(book));
    struct few few = {.left = TURNS, .turn = {.count = 0}};
    bool good = true;
    if (book->game->judging.generate == NULL) {
        play_randomly(book, state, &(struct random){1}, TURNS);
    } else if (!outcome_of(book, state).over) {
        book->game->judging.generate(book->rules, state, take_few, &few);
        good = few.turn.count == 0 || game_play(book->rules, state, &few.turn, NULL) ||
            complaint("a listed turn is refused");
    }
    free(state);
    return good;
}

static bool has_error(const struct problems *problems)
{
    for (const struct problem *problem = problems->first; problem != NULL; problem = problem->next)
        if (problem->rule->severity == SEVERITY_ERROR)
            return true;
    return false;
}

static bool use_ruleset(const struct ruleset_loader *loader, struct slice yaml, struct text *shown,
    struct rulebook *book, struct arena *arena, struct problems *problems)
{
    struct ruleset ruleset;
    *problems = (struct problems){.arena = arena};
    if (!ruleset_load_text(loader, slice_of("any.yaml"), yaml, slice_of(""), &ruleset, problems))
        return false;
    ruleset_show(&ruleset, shown);
    book->game = game_find(slice_of(ruleset.game->name));
    book->rules = game_configure(&ruleset, arena, problems);
    return book->rules != NULL && !has_error(problems);
}

bool torture_ruleset(struct slice bytes)
{
    const struct ruleset_loader loader = {.find_game = game_find_ruleset, .games = game_names};
    struct arena arena;
    struct rulebook book = {.name = {"any", 3}};
    struct problems problems;
    struct text shown;
    struct text again;
    text_init(&shown);
    text_init(&again);
    arena_init(&arena, 0);
    bool usable = use_ruleset(&loader, bytes, &shown, &book, &arena, &problems);
    bool good = usable || problems.first != NULL || complaint("refused without a reason");
    if (usable)
        good = play_once(&book);
    if (good && usable && !use_ruleset(&loader, text_slice(&shown), &again, &book, &arena, &problems))
        good = complaint("what is shown is refused:\n%s", shown.bytes);
    if (good && usable && !slice_equal(text_slice(&shown), text_slice(&again)))
        good = complaint("what is shown is shown otherwise:\n%s\n---\n%s", shown.bytes, again.bytes);
    arena_release(&arena);
    text_release(&shown);
    text_release(&again);
    return good;
}

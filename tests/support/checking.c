#include "support/checking.h"

static bool append(void *context, const char *bytes, size_t length)
{
    struct text *text = context;
    text_add(text, (struct slice){bytes, length});
    return !text->failed;
}

struct catasta_sink text_sink(struct text *text)
{
    return (struct catasta_sink){append, text};
}

static catasta_session *open_session(const char *ruleset, bool expect)
{
    static const char *const folders[] = {"rulesets", NULL};
    const struct catasta_options options = {
        .size = sizeof options, .ruleset = ruleset, .folders = folders, .expect = expect, .unicode = true};
    return catasta_session_new(&options, NULL);
}

catasta_session *session_open(const char *ruleset)
{
    return open_session(ruleset, false);
}

catasta_session *session_for(const char *ruleset, const char *sgn)
{
    return open_session(ruleset, strstr(sgn, "[%expect") != NULL);
}

unsigned check_jsonl(catasta_session *session, struct slice sgn, struct text *jsonl)
{
    const struct catasta_sink sink = text_sink(jsonl);
    catasta_input *input = catasta_input_bytes(session, sgn.at, sgn.length, "test.sgn");
    catasta_game *game;
    unsigned games = 0;
    while (input != NULL && (game = catasta_input_next(input)) != NULL && catasta_write(game, "jsonl", &sink))
        games++;
    catasta_input_close(input);
    return games;
}

bool score_sgn(catasta_session *session, const char *sgn, const char *form, const struct catasta_sink *sink)
{
    static const struct catasta_matching matching = {.size = sizeof matching};
    catasta_input *input = catasta_input_bytes(session, sgn, strlen(sgn), "example.sgn");
    catasta_matches *matches = catasta_matches_new(&matching, NULL);
    catasta_game *game;
    bool good = input != NULL && matches != NULL;
    bool told;
    while (good && (game = catasta_input_next(input)) != NULL)
        good = catasta_matches_add(matches, game, &told) && catasta_write(game, form, sink);
    catasta_matches_free(matches);
    catasta_input_close(input);
    return good;
}

/* The bytes of GAME without the empty lines around them, and a newline if there was one. */
static void copy_game(const catasta_game *game, struct text *copy)
{
    struct catasta_text source = game_info(game).source;
    const char *last = source.bytes + source.length;
    const char *end = last;
    while (source.bytes < end && (source.bytes[0] == '\r' || source.bytes[0] == '\n'))
        source.bytes++;
    while (source.bytes < end && (end[-1] == '\r' || end[-1] == '\n'))
        end--;
    text_add(copy, (struct slice){source.bytes, (size_t)(end - source.bytes)});
    text_add_string(copy, end < last ? "\n" : "");
}

/* MADE is NULL to make no repairs; else what cannot be read is copied, if it can be set up. */
static bool rewrite_sgn(catasta_session *session, struct slice sgn, struct text *formatted, unsigned *made)
{
    const struct catasta_sink sink = text_sink(formatted);
    catasta_input *input = catasta_input_bytes(session, sgn.at, sgn.length, "test.sgn");
    catasta_game *game;
    bool good = input != NULL;
    while (good && (game = catasta_input_next(input)) != NULL) {
        struct catasta_fixes fixes = {.size = sizeof fixes};
        if (formatted->length > 0)
            text_add_string(formatted, formatted->bytes[formatted->length - 1] == '\n' ? "\n" : "\n\n");
        good = made == NULL || catasta_game_fix(game, "fixed", NULL, &fixes);
        if (game_info(game).readable)
            good = good && catasta_write(game, "sgn", &sink);
        else if (made != NULL && game_info(game).judged)
            copy_game(game, formatted);
        else
            good = false;
        if (made != NULL)
            *made += fixes.made;
    }
    catasta_input_close(input);
    return good;
}

bool format_sgn(catasta_session *session, struct slice sgn, struct text *formatted)
{
    return rewrite_sgn(session, sgn, formatted, NULL);
}

bool fix_sgn(catasta_session *session, struct slice sgn, struct text *formatted, unsigned *made)
{
    *made = 0;
    return rewrite_sgn(session, sgn, formatted, made);
}

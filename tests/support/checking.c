/* SPDX-License-Identifier: MIT */
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
    while (input != NULL && (game = catasta_input_next(input)) != NULL && catasta_write(game, CATASTA_JSONL, &sink))
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
        good = catasta_matches_add(matches, game, &told) && catasta_write(game, catasta_format_named(form), sink);
    catasta_matches_free(matches);
    catasta_input_close(input);
    return good;
}

/* MADE is NULL to make no repairs; else a game that cannot be read is copied, if it is the only one, without the empty
   lines before it, and a file that is not a record stays as it is. */
static bool rewrite_sgn(catasta_session *session, struct slice sgn, struct text *formatted, unsigned *made)
{
    const struct catasta_sink sink = text_sink(formatted);
    catasta_input *input = catasta_input_bytes(session, sgn.at, sgn.length, "test.sgn");
    catasta_game *game;
    bool good = input != NULL;
    unsigned games = 0;
    bool copied = false;
    while (good && (game = catasta_input_next(input)) != NULL) {
        struct catasta_fixes fixes = {.size = sizeof fixes};
        if (games++ > 0)
            text_add_char(formatted, '\n');
        good = made == NULL || catasta_game_fix(game, "fixed", NULL, &fixes);
        const struct catasta_info info = game_info(game);
        struct slice source = info.cut ? sgn : (struct slice){info.source.bytes, info.source.length};
        while (source.length > 0 && !info.cut && (*source.at == '\n' || *source.at == '\r'))
            source.at++, source.length--;
        copied |= made != NULL && !info.readable;
        good = good && (info.readable || copied) && !(copied && games > 1);
        if (info.readable)
            good = good && catasta_write(game, CATASTA_SGN, &sink);
        else
            text_add(formatted, source);
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

/* SPDX-License-Identifier: MIT */
/* Talk is nobody's: no result and no turn is read out of it, and no word of it is lost.  After a legal game without a
   result, and between two of its turns, comes a line that somebody says:

   - the sentences of corpus/talk, written in six languages by somebody who knew nothing of how they are read;
   - random lines of 5 to 12 words from the manuals, data/words and the strings of src/record, with up to two turns or
   figures between them.

   What is played, and that there is no result, is as without the line; also of what fmt --fix makes of it. */
#include "support/books.h"
#include "support/checking.h"
#include "support/recording.h"
#include "support/share.h"
#include "support/talking.h"
#include "support/tally.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINES = 100000, SHIPPED = 12, SHOWN = 10 };

/* Adds the turns of the main line that were played, a line each. */
static void add_turns(const catasta_game *game, struct text *turns)
{
    struct catasta_node node = {.size = sizeof node};
    for (size_t i = 1; i < game_info(game).nodes && catasta_game_node(game, i, &node); i++)
        if (node.depth == 0 && node.verdict <= CATASTA_STOOD)
            text_printf(turns, "%.*s\n", (int)node.text.length, node.text.bytes);
}

/* Adds what was played in all games of TEXT to TURNS, and what fmt --fix makes of them to FORMATTED, unless that is
   NULL; false if one has a result. */
static bool read_games(catasta_session *session, struct slice text, struct text *turns, struct text *formatted)
{
    bool open = true;
    catasta_game *game;
    catasta_input *input = catasta_input_bytes(session, text.at, text.length, "talk.sgn");
    while (input != NULL && (game = catasta_input_next(input)) != NULL) {
        struct catasta_fixes fixes = {.size = sizeof fixes};
        struct catasta_info info = game_info(game);
        open &= info.result.end == info.result.begin;
        add_turns(game, turns);
        if (formatted == NULL)
            continue;
        const struct catasta_sink sink = text_sink(formatted);
        const bool fixed = catasta_game_fix(game, "fixed", NULL, &fixes);
        info = game_info(game);
        if (!fixed || !info.readable || !catasta_write(game, CATASTA_SGN, &sink))
            text_add(formatted, (struct slice){info.source.bytes, info.source.length});
        text_add_string(formatted, "\n\n");
    }
    catasta_input_close(input);
    return open;
}

/* Whether TURNS are BEFORE, or, since what nobody can read may stand for a turn, only the first of them where CUT. */
static bool is_part(const struct text *turns, const struct text *before, bool cut)
{
    return turns->length <= before->length && (cut || turns->length == before->length) &&
        (turns->length == 0 || memcmp(turns->bytes, before->bytes, turns->length) == 0);
}

static void check_line(catasta_session *session, const char *name, const struct text *head, const struct text *tail,
    struct slice line, struct tally *tally)
{
    static unsigned shown;
    for (unsigned inside = 0; inside < 2; inside++) {
        SCOPED(text, plain);
        SCOPED(text, text);
        SCOPED(text, formatted);
        text_printf(&plain, "%pS%pS", SLICE(text_slice(head)), SLICE(text_slice(tail)));
        text_printf(&text, "%pS%pS\n%pS\n%pS", SLICE(text_slice(head)), SLICE(inside ? slice_of("") : text_slice(tail)),
            SLICE(line), SLICE(inside ? text_slice(tail) : slice_of("")));
        SCOPED(text, before);
        SCOPED(text, after);
        SCOPED(text, fixed);
        read_games(session, text_slice(&plain), &before, NULL);
        const bool open = read_games(session, text_slice(&text), &after, &formatted) &&
            read_games(session, text_slice(&formatted), &fixed, NULL);
        const bool good = open && is_part(&after, &before, inside) && is_part(&fixed, &before, inside);
        const bool kept = talk_has_words(line, &formatted);
        tally_count(tally, good, "talk makes no turn and no result", name);
        tally_count(tally, kept, "every word of talk is kept", name);
        if (!(good && kept) && shown++ < SHOWN)
            printf("%.*s-> %.*s", (int)text.length, text.bytes, (int)formatted.length, formatted.bytes);
    }
}

static void check_book(struct book *book, unsigned number, struct tally *tally)
{
    struct random random = {771 + number};
    struct recording recording;
    SCOPED(text, head);
    SCOPED(text, tail);
    SCOPED(text, line);
    catasta_session *session = session_open(NULL);
    recording_init(&recording, &book->entry.book, book->name);
    struct slice rest = talk_sentences();
    struct slice sentence;
    while (slice_split(&rest, '\n', &sentence))
        if (sentence.length > 0) {
            talk_make_game(&recording, &random, &head, &tail);
            check_line(session, book->name, &head, &tail, sentence, tally);
        }
    for (unsigned i = share_of(LINES / SHIPPED); i > 0; i--) {
        talk_make_game(&recording, &random, &head, &tail);
        text_clear(&line);
        talk_add_line(&recording, &random, &line);
        check_line(session, book->name, &head, &tail, text_slice(&line), tally);
    }
    recording_release(&recording);
    catasta_session_free(session);
}

int main(void)
{
    if (!talk_open())
        return 1;
    const int status = check_shipped(check_book);
    talk_close();
    return status;
}

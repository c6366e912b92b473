/* SPDX-License-Identifier: MIT */
/* Games of Hive as GameStrings of UHP, one a line. */
#include "convert/form_table.h"
#include "convert/hive_words.h"
#include "util/buffer.h"

#include <stdlib.h>
#include <string.h>

struct uhp_writing {
    struct catasta_sink sink;
    bool whole;
};

void *uhp_open(const struct catasta_sink *sink)
{
    struct uhp_writing *writing = calloc(1, sizeof *writing);
    if (writing != NULL)
        *writing = (struct uhp_writing){*sink, true};
    return writing;
}

bool uhp_close(void *writer)
{
    struct uhp_writing *writing = writer;
    const bool whole = writing->whole;
    free(writing);
    return whole;
}

/* The letters of the ruleset NAME, "-mlp"; at NULL: it has no game type. */
static struct catasta_text letters_of(struct catasta_text name)
{
    const size_t base = strlen("hive");
    if (name.length < base || memcmp(name.bytes, "hive", base) != 0 || (name.length > base && name.bytes[base] != '-'))
        return (struct catasta_text){NULL, 0};
    for (size_t i = base + 1; i < name.length; i++)
        if (memchr("mlp", name.bytes[i], 3) == NULL)
            return (struct catasta_text){NULL, 0};
    return (struct catasta_text){name.bytes + base, name.length - base};
}

const char *uhp_refuse(const catasta_game *game)
{
    const struct catasta_info info = info_of(game);
    return !text_is(info.game, "hive")           ? "UHP is only for Hive"
        : letters_of(info.ruleset).bytes == NULL ? "its ruleset has no game type in UHP"
        : info.errors > 0                        ? "not all turns are legal"
        : info.unplayed                          ? "it was not played"
                                                 : NULL;
}

/* Adds what is played, after the type, the state and who is to move. */
static void uhp_text_add_turns(struct buffer *line, const catasta_game *game, const char *state)
{
    struct catasta_node node = {.size = sizeof node};
    struct buffer turns = {.length = 0};
    unsigned plies = 0;
    for (size_t i = 0; catasta_game_node(game, i, &node) && node.next != CATASTA_NOWHERE;) {
        i = node.next;
        if (!catasta_game_node(game, i, &node) || text_is(node.text, "resign"))
            break;
        buffer_say(&turns, ";");
        buffer_text(&turns, node.text);
        plies++;
    }
    if (state == NULL)
        state = plies == 0 ? "NotStarted" : "InProgress";
    buffer_print(line, ";%s;%s[%u]", state, plies % 2 == 0 ? "White" : "Black", plies / 2 + 1);
    buffer_add(line, turns.bytes, turns.length);
    buffer_say(line, "\n");
    line->failed |= turns.failed;
    buffer_free(&turns);
}

/* The state that is the result of GAME; NULL: it goes on. */
static const char *state_of(const catasta_game *game)
{
    struct buffer result = {.length = 0};
    const struct catasta_sink sink = buffer_sink(&result);
    const struct hive_state *state = hive_states;
    if (!catasta_write_result(game, &sink) || result.failed)
        result.length = 0;
    while (state->word != NULL &&
        (strcmp(state->result, "*") == 0 ||
            !text_is((struct catasta_text){result.bytes, result.length}, state->result)))
        state++;
    buffer_free(&result);
    return state->word;
}

bool uhp_add(void *writer, const catasta_game *game)
{
    struct uhp_writing *writing = writer;
    const struct catasta_text letters = letters_of(info_of(game).ruleset);
    struct buffer line = {.length = 0};
    buffer_say(&line, "Base");
    for (size_t i = 0; i < letters.length; i++)
        buffer_print(&line, "%c", letters.bytes[i] == '-' ? '+' : letters.bytes[i] & ~0x20);
    uhp_text_add_turns(&line, game, state_of(game));
    writing->whole =
        writing->whole && !line.failed && writing->sink.write(writing->sink.context, line.bytes, line.length);
    buffer_free(&line);
    return writing->whole;
}

/* SPDX-License-Identifier: MIT */
/* Games that become one file. */
#include "library/session.h"

static bool ends_a_line(char c)
{
    return c == '\n' || c == '\r';
}

/* Whether RECORD, as it is written, has nothing that ends its tags: those of another game could be its own. */
static bool is_of_tags(const struct record *record, bool copied)
{
    bool tags = !record->has_result;
    for (size_t i = 0; tags && i < record->main.count; i++) {
        const enum item_kind kind = record->main.items[i].kind;
        tags = is_comment(kind) || (kind == ITEM_NUMBER && !copied); /* it is not written without a turn */
    }
    return tags;
}

/* The bytes of GAME without the empty lines around them. */
static bool copy_game(
    const struct catasta_game *game, struct catasta_join_state *joined, const struct catasta_sink *sink)
{
    struct slice source = record_bytes(&game->record);
    while (source.length > 0 && ends_a_line(source.at[0]))
        source.at++, source.length--;
    size_t length = source.length;
    while (length > 0 && ends_a_line(source.at[length - 1]))
        length--;
    if (source.length > length)
        length += source.length - length > 1 && source.at[length] == '\r' && source.at[length + 1] == '\n' ? 2 : 1;
    joined->open = length > 0 && source.at[length - 1] != '\n';
    return sink->write(sink->context, source.at, length);
}

bool catasta_write_copy(const catasta_game *game, const struct catasta_sink *sink)
{
    const struct slice copy = game->record.form == NULL ? record_bytes(&game->record) : game->record.copy;
    return copy.at == NULL || sink->write(sink->context, copy.at, copy.length);
}

/* A second tag Ruleset begins a game, and so do tags after movetext; where neither is there, as what parted them is not
   written in canonical form, the first is given the result that it has anyway, "*". */
bool catasta_write_joined(
    const catasta_game *game, bool copied, struct catasta_join_state *given, const struct catasta_sink *sink)
{
    struct catasta_join_state joined;
    TAKE(joined, given);
    const struct record *record = &game->record;
    bool ruled = record_tag(record, "Ruleset") != NULL || (!copied && game->session->options.ruleset != NULL);
    bool begins = ruled && (!copied || slice_is(record->tags[0].name, "Ruleset"));
    bool merges = joined.in_tags && copied != joined.copied && !(begins && joined.ruled);
    struct slice gap = slice_of(!joined.any ? "" : joined.open ? "\n\n" : "\n");
    joined = (struct catasta_join_state){joined.size, true, copied, ruled, false, is_of_tags(&game->record, copied)};
    bool fine = sink->write(sink->context, gap.at, gap.length) && (!merges || sink->write(sink->context, "*\n\n", 3)) &&
        (copied ? copy_game(game, &joined, sink) : catasta_write(game, CATASTA_SGN, sink));
    GIVE(given, joined);
    return fine;
}

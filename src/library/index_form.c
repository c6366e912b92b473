/* SPDX-License-Identifier: MIT */
/* The form "index": a game as rows of tables. */
#include "library/writer.h"

static bool add_bytes(void *context, const char *bytes, size_t length)
{
    text_add(context, (struct slice){bytes, length});
    return true;
}

static void pack_text(struct catasta_text value, struct text *text)
{
    pack_value((struct slice){value.bytes, value.length}, text);
}

static void pack_number(uint64_t number, struct text *text)
{
    char digits[NUMBER_ROOM];
    number_write(digits, number);
    pack_value(slice_of(digits), text);
}

/* Who has won, and how many sides these are. */
static void pack_outcome(const catasta_game *game, unsigned seats, struct text *text)
{
    struct catasta_entry entry = {.size = sizeof entry};
    catasta_game_entry(game, &entry);
    uint32_t winners = entry.winners == 0 ? ((uint32_t)1 << seats) - 1 : entry.winners;
    if (entry.counted >= CATASTA_LEFT_ILLEGAL || entry.counted == CATASTA_COUNTED_UNPLAYED || winners == 0) {
        text_add_string(text, "::");
        return;
    }
    pack_number(winners, text);
    pack_number(count_sides(game, winners), text);
}

/* The positions of the main line; false when out of memory. */
static bool pack_hashes(const struct tree *tree, struct text *text)
{
    struct tree_place place;
    SCOPED(text, hashes);
    bool ready = place_init(&place, tree);
    for (uint32_t i = 0; i != NODE_NONE && i < tree->count && ready; i = tree->links[i].next) {
        bool played = tree->plies[i].verdict != VERDICT_LOST && tree->plies[i].verdict != VERDICT_UNJUDGED;
        if (!played || hashes.length != 8 * (size_t)tree->links[i].ply)
            continue; /* the latter is no ply, such as a resignation */
        uint64_t hash = game_hash(tree->book.rules, place_go(&place, i));
        for (unsigned shift = 64; shift > 0; shift -= 8)
            text_add_char(&hashes, (char)(hash >> (shift - 8)));
    }
    pack_value(text_slice(&hashes), text);
    place_release(&place);
    return ready;
}

bool add_index_rows(const struct form_game *game, struct text *text)
{
    static const char *const severities[] = {"error", "warning", "note"};
    const struct tree *tree = &game->report->tree;
    struct catasta_info info = {.size = sizeof info};
    struct catasta_tag tag = {.size = sizeof tag};
    struct catasta_diagnostic fault = {.size = sizeof fault};
    SCOPED(text, result);
    if (record_is_empty(game->report->record))
        return true;
    const struct catasta_sink sink = {add_bytes, &result};
    catasta_game_info(game->data, &info);
    bool fine = catasta_write_result(game->data, &sink);
    pack_value(slice_of(game->file), text);
    pack_number(info.offset, text);
    pack_number(info.source.length, text);
    pack_number(info.line, text);
    pack_text((struct catasta_text){info.form, info.form == NULL ? 0 : strlen(info.form)}, text);
    pack_text(info.game.bytes == NULL ? info.game : info.ruleset, text);
    pack_text(info.game, text);
    pack_number(info.plies, text);
    pack_value(text_slice(&result), text);
    pack_outcome(game->data, info.seats, text);
    pack_number(info.errors, text);
    pack_number(info.warnings, text);
    fine = (tree->links == NULL ? (text_add_string(text, "0:"), true) : pack_hashes(tree, text)) && fine;
    for (size_t i = 0; catasta_game_tag(game->data, i, &tag); i++) {
        pack_text(tag.name, text);
        pack_text(tag.value, text);
    }
    text_add_char(text, ':');
    for (size_t i = 0; catasta_game_diagnostic(game->data, i, &fault); i++) {
        pack_value(slice_of(fault.id), text);
        pack_value(slice_of(severities[fault.severity]), text);
        pack_number(fault.in_variation ? 0 : fault.ply, text);
        pack_number(fault.line, text);
        pack_number(fault.column, text);
    }
    text_add_char(text, ':');
    return fine;
}

/* SPDX-License-Identifier: MIT */
#include "archive/fields.h"

struct field_type {
    const char *name;
    bool (*value)(const catasta_game *game, size_t i, struct text *scratch, struct slice *value);
    bool word;
    bool flag;
};

static struct slice slice_from(struct catasta_text text)
{
    return (struct slice){text.bytes, text.length};
}

static struct catasta_info info_of(const catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    catasta_game_info(game, &info);
    return info;
}

/* One value, or none where it is at NULL. */
static bool give(size_t i, struct slice only, struct slice *value)
{
    *value = only;
    return i == 0 && only.at != NULL;
}

static bool give_number(size_t i, uint32_t number, struct text *scratch, struct slice *value)
{
    text_clear(scratch);
    text_add_number(scratch, number);
    return give(i, text_slice(scratch), value);
}

static bool give_flag(size_t i, bool flag, struct slice *value)
{
    return give(i, flag ? slice_of("yes") : (struct slice){NULL, 0}, value);
}

static bool give_ruleset(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    (void)scratch;
    return give(i, slice_from(info_of(game).ruleset), value);
}

static bool give_game(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    (void)scratch;
    return give(i, slice_from(info_of(game).game), value);
}

static bool give_plies(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    return give_number(i, info_of(game).plies, scratch, value);
}

static bool give_players(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    return give_number(i, info_of(game).seats, scratch, value);
}

static bool give_errors(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    return give_number(i, info_of(game).errors, scratch, value);
}

static bool give_warnings(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    return give_number(i, info_of(game).warnings, scratch, value);
}

static bool give_legal(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    (void)scratch;
    return give_flag(i, info_of(game).legal, value);
}

static bool give_unplayed(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    (void)scratch;
    return give_flag(i, info_of(game).unplayed, value);
}

/* A seat has up to two names: that of its player, and its own. */
static bool seat_name(const catasta_game *game, unsigned number, bool own, struct slice *value)
{
    struct catasta_seat seat = {.size = sizeof seat};
    if (!catasta_game_seat(game, number, &seat))
        return false;
    *value = !own ? slice_from(seat.player) : seat.name == NULL ? (struct slice){NULL, 0} : slice_of(seat.name);
    return value->at != NULL;
}

/* The players that have names. */
static bool give_player(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    unsigned seats = info_of(game).seats;
    (void)scratch;
    for (unsigned seat = 1; seat <= seats; seat++)
        if (seat_name(game, seat, false, value) && i-- == 0)
            return true;
    return false;
}

/* Those who have won, by both names. */
static bool give_winner(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    (void)scratch;
    catasta_game_outcome(game, &outcome);
    for (unsigned name = 0; name < 2 * CATASTA_SEATS; name++)
        if ((outcome.winners >> name / 2 & 1) != 0 && seat_name(game, name / 2 + 1, name % 2 == 1, value) && i-- == 0)
            return true;
    return false;
}

static bool give_reason(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    (void)scratch;
    catasta_game_outcome(game, &outcome);
    return give(i, outcome.reason == NULL ? (struct slice){NULL, 0} : slice_of(outcome.reason), value);
}

static bool add_bytes(void *context, const char *bytes, size_t length)
{
    text_add(context, (struct slice){bytes, length});
    return true;
}

static bool give_result(const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    const struct catasta_sink sink = {add_bytes, scratch};
    text_clear(scratch);
    return i == 0 && catasta_write_result(game, &sink) && give(i, text_slice(scratch), value);
}

static const struct field_type tag_field = {.name = "tag."};
static const struct field_type fields[] = {
    {"ruleset", give_ruleset, .word = true},
    {"game", give_game, .word = true},
    {"plies", give_plies},
    {"players", give_players},
    {"player", give_player},
    {"winner", give_winner, .word = true},
    {"result", give_result},
    {"outcome.reason", give_reason, .word = true},
    {"errors", give_errors},
    {"warnings", give_warnings},
    {"legal", give_legal, .flag = true},
    {"unplayed", give_unplayed, .flag = true},
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

/* That nothing of COUNT NAMES is called NAME. */
static void say_unknown(
    struct slice name, const char *what, const char *const *names, size_t count, struct text *message)
{
    struct text word;
    text_init(&word);
    text_add(&word, name);
    const char *near = catasta_nearest(text_slice(&word).at, names, count);
    text_printf(message, "unknown %s '", what);
    text_add_escaped(message, name);
    text_add_string(message, near == NULL ? "'; expected one of" : "'; did you mean '");
    for (size_t i = 0; near == NULL && i < count; i++)
        text_printf(message, "%s %s", i == 0 ? "" : ",", names[i]);
    text_printf(message, "%s%s", near == NULL ? "" : near, near == NULL ? "" : "'?");
    text_release(&word);
}

bool field_read(struct slice name, struct field *field, struct text *message)
{
    const char *names[FIELDS + 1];
    size_t prefix = strlen(tag_field.name);
    for (size_t i = 0; i < FIELDS; i++) {
        names[i] = fields[i].name;
        *field = (struct field){.type = &fields[i]};
        if (slice_is_word(name, fields[i].name))
            return true;
    }
    names[FIELDS] = "tag.NAME";
    *field = (struct field){.type = &tag_field, .tag = {name.at + prefix, name.length - prefix}};
    if (name.length > prefix && slice_is_word(slice_shorter(name, prefix), tag_field.name))
        return true;
    say_unknown(name, "field", names, FIELDS + 1, message);
    return false;
}

bool field_needs_judge(const struct field *field)
{
    return field->type != &tag_field;
}

bool field_is_flag(const struct field *field)
{
    return field->type->flag;
}

bool field_is_word(const struct field *field)
{
    return field->type->word;
}

/* Of a tag that is given twice the last one counts. */
static bool tag_value(struct slice name, const catasta_game *game, struct slice *value)
{
    struct catasta_tag tag = {.size = sizeof tag};
    for (size_t i = catasta_game_tags(game); i > 0; i--)
        if (catasta_game_tag(game, i - 1, &tag) && slice_equal(slice_from(tag.name), name)) {
            *value = slice_from(tag.value);
            return true;
        }
    return false;
}

bool field_value(
    const struct field *field, const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    if (field->type == &tag_field)
        return i == 0 && tag_value(field->tag, game, value);
    return field->type->value(game, i, scratch, value);
}

/* Cells. */

struct cell_type {
    const char *name;
    bool (*value)(catasta_position *position, size_t cell, size_t i, struct text *scratch, struct slice *value);
};

static size_t height_of(catasta_position *position, size_t cell)
{
    struct catasta_cell found = {.size = sizeof found};
    return catasta_position_cell(position, cell, &found) ? found.height : 0;
}

static bool give_height(catasta_position *position, size_t cell, size_t i, struct text *scratch, struct slice *value)
{
    return give_number(i, (uint32_t)height_of(position, cell), scratch, value);
}

/* How a piece is written, its colour, and the seat that it belongs to. */
static bool give_piece(catasta_position *position, size_t cell, size_t piece, size_t i, struct slice *value)
{
    struct catasta_seat seat = {.size = sizeof seat};
    struct catasta_piece found;
    if (!catasta_cell_piece(position, cell, piece, &found))
        return false;
    bool owned = found.seat > 0 && catasta_position_seat(position, found.seat, &seat);
    const char *const names[] = {found.text, found.colour, owned ? seat.name : NULL};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (names[k] != NULL && i-- == 0) {
            *value = slice_of(names[k]);
            return true;
        }
    return false;
}

static bool give_top(catasta_position *position, size_t cell, size_t i, struct text *scratch, struct slice *value)
{
    size_t height = height_of(position, cell);
    (void)scratch;
    return height > 0 && give_piece(position, cell, height - 1, i, value);
}

static bool give_bottom(catasta_position *position, size_t cell, size_t i, struct text *scratch, struct slice *value)
{
    (void)scratch;
    return give_piece(position, cell, 0, i, value);
}

static bool give_pieces(catasta_position *position, size_t cell, size_t i, struct text *scratch, struct slice *value)
{
    struct catasta_piece piece;
    text_clear(scratch);
    for (size_t k = 0; i == 0 && catasta_cell_piece(position, cell, k, &piece); k++)
        text_add_string(scratch, piece.text);
    return give(i, text_slice(scratch), value);
}

static const struct cell_type cell_types[] = {
    {"height", give_height},
    {"top", give_top},
    {"bottom", give_bottom},
    {"pieces", give_pieces},
};
enum { CELL_TYPES = sizeof cell_types / sizeof cell_types[0] };

bool cell_property_read(struct slice name, const struct cell_type **property, struct text *message)
{
    const char *names[CELL_TYPES];
    for (size_t i = 0; i < CELL_TYPES; i++) {
        names[i] = cell_types[i].name;
        *property = &cell_types[i];
        if (slice_is_word(name, names[i]))
            return true;
    }
    say_unknown(name, "property of a cell", names, CELL_TYPES, message);
    return false;
}

bool cell_value(const struct cell_type *property, catasta_position *position, size_t cell, size_t i,
    struct text *scratch, struct slice *value)
{
    return property->value(position, cell, i, scratch, value);
}

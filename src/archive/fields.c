/* SPDX-License-Identifier: MIT */
#include "archive/fields.h"

#include "base/nearest.h"

/* What is known of a game as a whole is given by the table, at .at of struct catasta_info. */
enum known_kind { KNOWN_OTHERWISE, KNOWN_TEXT, KNOWN_NUMBER, KNOWN_FLAG, KNOWN_SEAT };

struct field_type {
    const char *name;
    enum known_kind known;
    size_t at;
    bool (*value)(const struct subject *subject, size_t i, struct slice *value);
    bool word;
    unsigned seat; /* the name of its player; 0: not of one seat, or of one of that name */
};

struct catasta_info info_of(const catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    catasta_game_info(game, &info);
    return info;
}

static bool add_bytes(void *context, const char *bytes, size_t length)
{
    text_add(context, (struct slice){bytes, length});
    return true;
}

struct catasta_sink text_as_sink(struct text *text)
{
    return (struct catasta_sink){add_bytes, text};
}

/* One value, or none where it is at NULL. */
static bool give_field(size_t i, struct slice only, struct slice *value)
{
    *value = only;
    return i == 0 && only.at != NULL;
}

static bool give_string(size_t i, const char *only, struct slice *value)
{
    return give_field(i, only == NULL ? (struct slice){NULL, 0} : slice_of(only), value);
}

static bool give_number(size_t i, uint32_t number, struct text *scratch, struct slice *value)
{
    text_clear(scratch);
    text_add_number(scratch, number);
    return give_field(i, text_slice(scratch), value);
}

static bool give_known(const struct field_type *type, const struct subject *subject, size_t i, struct slice *value)
{
    const struct catasta_info info = info_of(subject->game);
    const void *at = (const char *)&info + type->at;
    if (type->known == KNOWN_TEXT)
        return give_field(i, slice_from(*(const struct catasta_text *)at), value);
    if (type->known == KNOWN_NUMBER)
        return give_number(i, *(const uint32_t *)at, subject->scratch, value);
    return give_string(i, *(const bool *)at ? "yes" : NULL, value);
}

/* A seat has up to two names: that of its player, and its own. */
static bool seat_name(const catasta_game *game, unsigned number, bool own, struct slice *value)
{
    struct catasta_seat seat = {.size = sizeof seat};
    if (!catasta_game_seat(game, number, &seat))
        return false;
    return own ? give_string(0, seat.name, value) : give_field(0, slice_from(seat.player), value);
}

/* The players that have names. */
static bool give_player(const struct subject *subject, size_t i, struct slice *value)
{
    unsigned seats = info_of(subject->game).seats;
    for (unsigned seat = 1; seat <= seats; seat++)
        if (seat_name(subject->game, seat, false, value) && i-- == 0)
            return true;
    return false;
}

/* The player of a seat by the number or the name that TYPE has. */
static bool give_player_at(const struct field_type *type, const catasta_game *game, struct slice *value)
{
    unsigned seats = info_of(game).seats;
    struct slice name;
    for (unsigned seat = 1; seat <= seats; seat++)
        if (seat == type->seat || (seat_name(game, seat, true, &name) && slice_is_word(name, type->name)))
            return seat_name(game, seat, false, value);
    return false;
}

/* Those who have won, by both names. */
static bool give_winner(const struct subject *subject, size_t i, struct slice *value)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    catasta_game_outcome(subject->game, &outcome);
    for (unsigned name = 0; name < 2 * CATASTA_SEATS; name++)
        if ((outcome.winners >> name / 2 & 1) != 0 && seat_name(subject->game, name / 2 + 1, name % 2 == 1, value) &&
            i-- == 0)
            return true;
    return false;
}

static bool give_reason(const struct subject *subject, size_t i, struct slice *value)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    catasta_game_outcome(subject->game, &outcome);
    return give_string(i, outcome.reason, value);
}

static bool give_result(const struct subject *subject, size_t i, struct slice *value)
{
    const struct catasta_sink sink = text_as_sink(subject->scratch);
    text_clear(subject->scratch);
    return i == 0 && catasta_write_result(subject->game, &sink) && give_field(i, text_slice(subject->scratch), value);
}

/* Of a tag that is given twice the last one counts. */
static bool give_tag(struct slice name, const catasta_game *game, struct slice *value)
{
    struct catasta_tag tag = {.size = sizeof tag};
    struct catasta_info info = {.size = sizeof info};
    catasta_game_info(game, &info);
    for (size_t i = info.tags; i > 0; i--)
        if (catasta_game_tag(game, i - 1, &tag) && slice_equal(slice_from(tag.name), name))
            return give_field(0, slice_from(tag.value), value);
    return false;
}

#define AT(member) offsetof(struct catasta_info, member)

static const struct field_type tag_field = {.name = "tag."};
static const struct field_type fields[] = {
    {"ruleset", KNOWN_TEXT, AT(ruleset), .word = true},
    {"game", KNOWN_TEXT, AT(game), .word = true},
    {"plies", KNOWN_NUMBER, AT(plies)},
    {"players", KNOWN_NUMBER, AT(seats)},
    {"player", .value = give_player},
    {"white", KNOWN_SEAT},
    {"black", KNOWN_SEAT},
    {"player1", KNOWN_SEAT, .seat = 1},
    {"player2", KNOWN_SEAT, .seat = 2},
    {"player3", KNOWN_SEAT, .seat = 3},
    {"player4", KNOWN_SEAT, .seat = 4},
    {"player5", KNOWN_SEAT, .seat = 5},
    {"player6", KNOWN_SEAT, .seat = 6},
    {"player7", KNOWN_SEAT, .seat = 7},
    {"player8", KNOWN_SEAT, .seat = 8},
    {"winner", .value = give_winner, .word = true},
    {"result", .value = give_result},
    {"outcome.reason", .value = give_reason, .word = true},
    {"errors", KNOWN_NUMBER, AT(errors)},
    {"warnings", KNOWN_NUMBER, AT(warnings)},
    {"legal", KNOWN_FLAG, AT(legal)},
    {"unplayed", KNOWN_FLAG, AT(unplayed)},
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

/* That nothing of COUNT NAMES is called NAME. */
static void say_unknown(
    struct slice name, const char *what, const char *const *names, size_t count, struct text *message)
{
    const char *near = nearest_name(name, names, count);
    text_printf(message, "unknown %s '", what);
    text_add_escaped(message, name);
    text_add_string(message, near == NULL ? "'; expected one of" : "'; did you mean '");
    for (size_t i = 0; near == NULL && i < count; i++)
        text_printf(message, "%s %s", i == 0 ? "" : ",", names[i]);
    text_printf(message, "%s%s", near == NULL ? "" : near, near == NULL ? "" : "'?");
}

/* The field among COUNT of TYPES called NAME, and their names. */
static bool find_type(
    struct slice name, const struct field_type *types, size_t count, const char **names, struct field *field)
{
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        names[i] = types[i].name;
        *field = (struct field){.type = &types[i]};
        found = slice_is_word(name, names[i]);
    }
    return found;
}

bool field_read(struct slice name, struct field *field, struct text *message)
{
    const char *names[FIELDS + 1];
    size_t prefix = strlen(tag_field.name);
    if (find_type(name, fields, FIELDS, names, field))
        return true;
    names[FIELDS] = "tag.NAME";
    *field = (struct field){.type = &tag_field, .tag = {name.at + prefix, name.length - prefix}};
    if (name.length > prefix && slice_is_word(slice_shorter(name, prefix), tag_field.name))
        return true;
    const char *tag;
    for (size_t i = 0; (tag = catasta_tag_name(i)) != NULL && !slice_is_word(name, tag);)
        i++;
    if (tag != NULL)
        text_printf(message, "unknown field '%s'; did you mean 'tag.%s'?", tag, tag);
    else
        say_unknown(name, "field", names, FIELDS + 1, message);
    return false;
}

bool field_needs_judge(const struct field *field)
{
    return field->type != &tag_field;
}

bool field_is_flag(const struct field *field)
{
    return field->type->known == KNOWN_FLAG;
}

bool field_is_word(const struct field *field)
{
    return field->type->word;
}

bool subject_value(const struct field *field, const struct subject *subject, size_t i, struct slice *value)
{
    if (field->type == &tag_field)
        return i == 0 && give_tag(field->tag, subject->game, value);
    if (field->type->known == KNOWN_SEAT)
        return i == 0 && give_player_at(field->type, subject->game, value);
    return field->type->known != KNOWN_OTHERWISE ? give_known(field->type, subject, i, value)
                                                 : field->type->value(subject, i, value);
}

bool field_value(
    const struct field *field, const catasta_game *game, size_t i, struct text *scratch, struct slice *value)
{
    return subject_value(field, &(struct subject){.game = game, .scratch = scratch}, i, value);
}

/* Cells. */

static size_t height_of(const struct subject *subject)
{
    struct catasta_cell found = {.size = sizeof found};
    return catasta_position_cell(subject->position, subject->cell, &found) ? found.height : 0;
}

static bool give_height(const struct subject *subject, size_t i, struct slice *value)
{
    return give_number(i, (uint32_t)height_of(subject), subject->scratch, value);
}

/* How a piece is written, its colour, and the seat that it belongs to. */
static bool give_piece(const struct subject *subject, size_t piece, size_t i, struct slice *value)
{
    struct catasta_seat seat = {.size = sizeof seat};
    struct catasta_piece found;
    if (!catasta_cell_piece(subject->position, subject->cell, piece, &found))
        return false;
    bool owned = found.seat > 0 && catasta_position_seat(subject->position, found.seat, &seat);
    const char *const names[] = {found.text, found.colour, owned ? seat.name : NULL};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (names[k] != NULL && i-- == 0)
            return give_string(0, names[k], value);
    return false;
}

static bool give_top(const struct subject *subject, size_t i, struct slice *value)
{
    size_t height = height_of(subject);
    return height > 0 && give_piece(subject, height - 1, i, value);
}

static bool give_bottom(const struct subject *subject, size_t i, struct slice *value)
{
    return give_piece(subject, 0, i, value);
}

static bool give_pieces(const struct subject *subject, size_t i, struct slice *value)
{
    struct catasta_piece piece;
    text_clear(subject->scratch);
    for (size_t k = 0; i == 0 && catasta_cell_piece(subject->position, subject->cell, k, &piece); k++)
        text_add_string(subject->scratch, piece.text);
    return give_field(i, text_slice(subject->scratch), value);
}

static const struct field_type properties[] = {
    {"height", .value = give_height, .word = true},
    {"top", .value = give_top, .word = true},
    {"bottom", .value = give_bottom, .word = true},
    {"pieces", .value = give_pieces, .word = true},
};
enum { PROPERTIES = sizeof properties / sizeof properties[0] };

bool property_read(struct slice name, struct field *field, struct text *message)
{
    const char *names[PROPERTIES];
    bool found = find_type(name, properties, PROPERTIES, names, field);
    if (!found)
        say_unknown(name, "property of a cell", names, PROPERTIES, message);
    return found;
}

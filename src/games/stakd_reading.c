/* Stakd's positions read back: LAYERS HANDS OUT SEAT LAST TURN.  What legal play cannot
   have left is refused where it stands. */
#include "games/common.h"
#include "games/stakd.h"

#include <stdio.h>

struct reading {
    const struct rules *rules;
    struct position *position;
    struct position_text text;
};

/* Layers. */

static bool read_piece(const struct reading *reading, struct slice field, struct attempt *attempt)
{
    static const char *const form =
        "a piece is its letter, '@', the place of its anchor, and '/' and its turn, T@z26/1";
    const struct rules *rules = reading->rules;
    struct slice rest = field;
    struct slice letter;
    struct slice place;
    uint32_t turn = 0;
    slice_split(&rest, '@', &letter);
    unsigned code = letter.length == 1 ? (unsigned char)letter.at[0] : 0;
    if (rest.at == NULL || code >= LETTERS || rules->of_letter[code] == NO_SHAPE)
        return refuse_position(&reading->text, field, "%s", form);
    slice_split(&rest, '/', &place);
    if (rest.at != NULL && !slice_number(rest, rules->turns - 1, &turn))
        return refuse_position(&reading->text, field, "%s", form);
    struct step step = {.cell = (uint16_t)field_find(place)};
    if (step.cell == FIELD_NONE)
        return refuse_position(&reading->text, field, "there is no such place in the window");
    step.count = pack_writing((struct writing){code, turn, field_row(step.cell), field_column(step.cell)});
    *attempt = stakd_attempt(rules, &step);
    return attempt->inside || refuse_position(&reading->text, field, "a node of this piece is beyond the window");
}

/* Whether a base can be laid; in which order they were is not known here. */
static const char *forbids_base(const struct reading *reading, const struct attempt *attempt)
{
    if (attempt->shape != reading->rules->base)
        return "layer 0 holds nothing but bases";
    if (form_meets(&reading->rules->form[attempt->form], attempt->place, &reading->position->nodes))
        return "this base overlaps another";
    return NULL;
}

/* Whether a piece can lie on LAYER; whether it touches others is asked when all are
   there. */
static const char *forbids_piece(const struct reading *reading, const struct attempt *attempt, unsigned layer)
{
    const struct rules *rules = reading->rules;
    const struct position *position = reading->position;
    const struct form *form = &rules->form[attempt->form];
    bool starts = layer > position->layer;
    unsigned first = starts ? position->top : position->below;
    unsigned end = starts ? position->count : position->top;
    if (attempt->shape == rules->base)
        return "bases lie on layer 0 alone";
    if (!form_is_within(form, attempt->place, starts ? &position->nodes : &position->under))
        return "a node of this piece has nothing under it";
    if (!starts && form_meets(form, attempt->place, &position->nodes))
        return "this piece overlaps another of its layer";
    if (!starts && attempt->shape == rules->bomber && position->bombed)
        return "this is a second bomber on its layer";
    for (unsigned i = first; i < end; i++) {
        const struct piece *piece = &position->pieces[i];
        if (piece_is_covered(rules, piece, form, attempt->place))
            return "this piece has exactly the nodes of one right below it";
        if ((piece->carries >> attempt->shape & 1) != 0 && piece_meets(rules, piece, form, attempt->place))
            return "a piece under this one carries another of its shape";
    }
    return NULL;
}

/* Whether A has enough nodes that touch B: one, or with both of them bases what those
   need. */
static bool are_joined(const struct rules *rules, const struct piece *piece, const struct field_set *set)
{
    unsigned wanted = piece->layer == 0 ? rules->base_touch : 1;
    return form_touch_count(rules, piece_form(rules, piece), piece->place, set) >= wanted;
}

/* Whether all pieces of the top layer can follow one after the other behind FIRST. */
static bool can_follow(const struct reading *reading, unsigned first)
{
    const struct rules *rules = reading->rules;
    const struct position *position = reading->position;
    struct field_set joined = {{0}};
    bool done[PIECES] = {false};
    unsigned left = position->count - position->top;
    form_put(piece_form(rules, &position->pieces[first]), position->pieces[first].place, &joined);
    done[first] = true;
    for (unsigned before = 0; before != left;) {
        before = left;
        for (unsigned i = position->top; i < position->count; i++) {
            const struct piece *piece = &position->pieces[i];
            if (done[i] || !are_joined(rules, piece, &joined))
                continue;
            form_put(piece_form(rules, piece), piece->place, &joined);
            done[i] = true;
            left--;
        }
    }
    return left == 1;
}

/* That some piece of the top layer, no bomber, can have been its first. */
static bool check_layer(const struct reading *reading, struct slice field)
{
    const struct position *position = reading->position;
    for (unsigned i = position->top; i < position->count; i++)
        if (piece_shape(reading->rules, &position->pieces[i]) != reading->rules->bomber && can_follow(reading, i))
            return true;
    if (position->layer == 0)
        return refuse_position(&reading->text, field,
            "each base after the first touches others with %u or more of its nodes",
            (unsigned)reading->rules->base_touch);
    return refuse_position(
        &reading->text, field, "a layer begins with a piece that is no bomber, and the others touch each other");
}

static bool read_layer(const struct reading *reading, unsigned layer, struct slice field)
{
    struct position *position = reading->position;
    struct slice rest = field;
    struct slice part;
    uint32_t number = 0;
    slice_split(&rest, ':', &part);
    if (!slice_number(part, PIECES, &number) || number != layer || rest.length == 0)
        return refuse_position(
            &reading->text, field, "layers are numbered from 0 on, with their pieces, '0:B@aa29,B@z26;1:D@z26'");
    while (slice_split(&rest, ',', &part)) {
        struct attempt attempt = {0};
        if (!read_piece(reading, part, &attempt))
            return false;
        if (position->count == reading->rules->most_pieces)
            return refuse_position(
                &reading->text, part, "there are no more than %u pieces", reading->rules->most_pieces);
        const char *why = layer == 0 ? forbids_base(reading, &attempt) : forbids_piece(reading, &attempt, layer);
        if (why != NULL)
            return refuse_position(&reading->text, part, "%s", why);
        stakd_put(reading->rules, position, attempt.form, attempt.place, layer);
    }
    return check_layer(reading, field);
}

static bool read_layers(const struct reading *reading, struct slice field)
{
    struct slice rest = field;
    struct slice part;
    unsigned layer = 0;
    if (field.length == 0)
        return refuse_position(
            &reading->text, field, "it begins with the layers, '0:B@aa29,B@z26;1:D@z26', or with '-'");
    if (slice_is(field, "-"))
        return true;
    while (slice_split(&rest, ';', &part))
        if (!read_layer(reading, layer++, part))
            return false;
    return true;
}

/* Hands. */

static bool read_held(const struct reading *reading, unsigned seat, struct slice *field)
{
    const struct rules *rules = reading->rules;
    unsigned letter = (unsigned char)field->at[0];
    unsigned shape = letter < LETTERS ? rules->of_letter[letter] : NO_SHAPE;
    struct slice digits = {field->at + 1, 0};
    uint32_t count = 0;
    while (digits.length + 1 < field->length && digits.at[digits.length] >= '0' && digits.at[digits.length] <= '9')
        digits.length++;
    if (shape == NO_SHAPE || !slice_number(digits, MOST_OF_SHAPE, &count) || count == 0 ||
        reading->position->hands[seat - 1][shape] != 0)
        return refuse_position(
            &reading->text, *field, "a hand is a letter and a number for each shape that it holds, U5D2, or '-'");
    reading->position->hands[seat - 1][shape] = (uint8_t)count;
    *field = (struct slice){field->at + 1 + digits.length, field->length - 1 - digits.length};
    return true;
}

static bool read_hands(const struct reading *reading, unsigned players, struct slice field)
{
    struct slice rest = field;
    struct slice part;
    unsigned seats = 0;
    while (slice_split(&rest, '/', &part)) {
        if (++seats > SEATS)
            return refuse_position(&reading->text, part, "there are more than 8 hands");
        if (part.length == 0)
            return refuse_position(&reading->text, part, "an empty hand is '-'");
        bool empty = slice_is(part, "-");
        while (part.length > 0 && !empty)
            if (!read_held(reading, seats, &part))
                return false;
    }
    if ((players != 0 && seats != players) || !stakd_allows_players(reading->rules, seats))
        return refuse_position(&reading->text, field, "there are as many hands as players, with '/' between");
    reading->position->state.players = (uint8_t)seats;
    return true;
}

/* That no more pieces are there than the players began with. */
static bool check_pieces(const struct reading *reading, struct slice hands)
{
    const struct rules *rules = reading->rules;
    const struct position *position = reading->position;
    unsigned players = position->state.players;
    const struct table *table = &rules->tables[players];
    unsigned pieces[SHAPES] = {0};
    for (unsigned i = 0; i < position->count; i++)
        pieces[piece_shape(rules, &position->pieces[i])]++;
    for (unsigned shape = 0; shape < rules->shapes; shape++) {
        for (unsigned i = 0; i < players; i++) {
            pieces[shape] += position->hands[i][shape];
            if (position->hands[i][shape] > table->count[shape])
                return refuse_position(&reading->text, hands, "no hand begins with more than %u of '%c'",
                    table->count[shape], rules->shape[shape].letter);
        }
        if (pieces[shape] > players * table->count[shape])
            return refuse_position(&reading->text, reading->text.whole,
                "there are %u pieces '%c' in all, the players began with %u", pieces[shape], rules->shape[shape].letter,
                players * table->count[shape]);
    }
    return true;
}

/* The other fields. */

static bool read_seat(const struct reading *reading, struct slice field, const char *why, uint8_t *seat)
{
    uint32_t number = 0;
    if (!slice_number(field, reading->position->state.players, &number) || number == 0)
        return refuse_position(&reading->text, field, "%s", why);
    *seat = (uint8_t)number;
    return true;
}

static bool read_out(const struct reading *reading, struct slice field)
{
    static const char *const why = "behind the hands stand the seats that are out, '1,3', or '-'";
    struct slice rest = field;
    struct slice part;
    uint8_t seat = 1;
    if (field.at == NULL)
        return refuse_position(&reading->text, field, "%s", why);
    while (!slice_is(field, "-") && slice_split(&rest, ',', &part)) {
        if (!read_seat(reading, part, why, &seat))
            return false;
        if ((reading->position->out >> (seat - 1) & 1) != 0)
            return refuse_position(&reading->text, part, "this seat is out twice");
        reading->position->out |= (uint8_t)(1u << (seat - 1));
    }
    return true;
}

static bool read_mover(const struct reading *reading, struct slice field)
{
    static const char *const why = "then stands the seat to move, or with '!' the one that knocked the field over";
    bool toppled = field.length > 0 && field.at[field.length - 1] == '!';
    struct slice number = {field.at, field.length - toppled};
    if (!read_seat(reading, number, why, &reading->position->state.seat))
        return field.at == NULL ? refuse_position(&reading->text, field, "%s", why) : false;
    reading->position->toppled = toppled ? reading->position->state.seat : 0;
    return true;
}

static bool has_bomber(const struct reading *reading)
{
    for (unsigned i = 0; i < reading->position->count; i++)
        if (piece_shape(reading->rules, &reading->position->pieces[i]) == reading->rules->bomber)
            return true;
    return false;
}

/* "2" or "2,X1": who laid the last piece that is no bomber, and who a bomber since. */
static bool read_last(const struct reading *reading, struct slice field)
{
    static const char *const why =
        "then stands the seat that laid the last piece but bombers, and behind ',X' one that has laid a bomber since";
    struct position *position = reading->position;
    const char letter = reading->rules->shape[reading->rules->bomber].letter;
    struct slice rest = field;
    struct slice part = {NULL, 0};
    slice_split(&rest, ',', &part);
    if (slice_is(part, "-") != (position->count == 0))
        return refuse_position(
            &reading->text, field, position->count == 0 ? "no piece is laid, so it is '-' who laid the last" : why);
    if (position->count > 0 && !read_seat(reading, part, why, &position->last))
        return false;
    if (rest.at == NULL)
        return true;
    if (rest.length < 2 || rest.at[0] != letter || !has_bomber(reading))
        return refuse_position(&reading->text, rest, has_bomber(reading) ? why : "no bomber is laid");
    return read_seat(reading, (struct slice){rest.at + 1, rest.length - 1}, why, &position->bomber);
}

static bool read_number(const struct reading *reading, struct slice field)
{
    return (slice_number(field, UINT32_MAX, &reading->position->state.number) && reading->position->state.number > 0) ||
        refuse_position(&reading->text, field, "the last field is how often the turn has gone round the table, from 1");
}

/* Whether the hands hold bases as they do when each lays one in turn: those before the
   seat to move one less.  Who was to move is not known when the field was toppled. */
static bool are_bases_even(const struct position *position, unsigned base)
{
    unsigned most = position->hands[position->state.players - 1][base];
    unsigned before = most;
    for (unsigned i = position->state.players; i-- > 0;) {
        unsigned held = position->hands[i][base];
        bool moved = position->toppled != 0 ? held < most : most > 0 && i + 1u < position->state.seat;
        if (held > before || held + moved != most)
            return false;
        before = held;
    }
    return true;
}

/* That bases are laid in turn, before all else. */
static bool check_bases(const struct reading *reading, struct slice hands)
{
    const struct position *position = reading->position;
    unsigned base = reading->rules->base;
    unsigned held = position->hands[position->state.players - 1][base];
    if (!are_bases_even(position, base))
        return refuse_position(
            &reading->text, hands, "bases are laid in turn, one each: these hands cannot hold what they do");
    if (held > 0 && position->layer > 0)
        return refuse_position(&reading->text, hands, "as long as a hand holds bases nothing lies on layer 1");
    return held > 0 || position->count > 0 ||
        refuse_position(&reading->text, hands, "there is no base, neither laid nor in a hand");
}

/* That the seat to move can.  A player alone who has laid every piece has won, and is not out. */
static bool check_mover(const struct reading *reading, struct slice out, struct slice mover)
{
    struct position *position = reading->position;
    unsigned seat = position->state.seat;
    enum round_ending ending = stakd_ending(reading->rules, position);
    if (ending == ALL_LAID && position->out != 0)
        return refuse_position(&reading->text, out, "a player who has laid every piece has won, and is not out: '-'");
    if (ending != GOES_ON)
        return true;
    if ((position->out >> (seat - 1) & 1) != 0)
        return refuse_position(&reading->text, mover, "the seat to move is out");
    enum plays plays = stakd_find_play(reading->rules, position, seat);
    position->stuck = plays == PLAY_ABOVE;
    return plays != NO_PLAY ||
        refuse_position(&reading->text, mover, "the seat to move has no legal play, so it is out");
}

bool stakd_read_position(
    const void *any_rules, unsigned players, struct slice text, struct state *state, struct fault *fault)
{
    const struct rules *rules = any_rules;
    const struct reading reading = {rules, (struct position *)state, {text, fault}};
    struct slice rest = slice_trim(text);
    struct slice field[6] = {{NULL, 0}};
    memset(state, 0, position_size(rules));
    for (unsigned i = 0; i < 6; i++)
        slice_split(&rest, ' ', &field[i]);
    if (!read_layers(&reading, field[0]) || !read_hands(&reading, players, field[1]) || !read_out(&reading, field[2]) ||
        !read_mover(&reading, field[3]) || !read_last(&reading, field[4]) || !read_number(&reading, field[5]))
        return false;
    if (rest.at != NULL)
        return refuse_position(&reading.text, rest, "something follows the last field");
    return check_pieces(&reading, field[1]) && check_bases(&reading, field[1]) &&
        check_mover(&reading, field[2], field[3]);
}

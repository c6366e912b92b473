/* SPDX-License-Identifier: MIT */
/* Stakd's positions, LAYERS HANDS OUT SEAT LAST TURN, read, written and shown.  What legal play
   cannot have left is refused at its place. */
#include "games/stakd/stakd.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* Where the anchor of PIECE lies in the smallest turn that gives its nodes. */
static unsigned anchor_of(const struct stakd_rules *rules, const struct stakd_piece *piece, unsigned *turn)
{
    *turn = rules->turn_of[piece->shape][piece->form];
    const struct stakd_turned *turned = &rules->turned[piece->shape][*turn];
    return (unsigned)(piece->place - turned->row * FIELD_ROW - turned->column);
}

/* A piece as it is written, "D@az52/5" at most, as a number whose highest byte is the first character: one text comes
   before another where the number is less. */
typedef uint64_t piece_key;
static_assert(FIELD_SIDE < 100 && TURNS < 10, "the text of a piece fits in a number");

static inline piece_key key_of_piece(const struct stakd_rules *rules, const struct stakd_piece *piece)
{
    unsigned turn;
    const uint32_t place = field_code(anchor_of(rules, piece, &turn));
    const piece_key letter = (unsigned char)rules->letter[piece->shape];
    const piece_key key = (letter << 8 | '@') << (32 - (__builtin_clz(place) & ~7)) | place;
    const piece_key turned = turn > 0 ? key << 16 | '/' << 8 | ('0' + turn) : key;
    return turned << (__builtin_clzll(turned) & ~7);
}

/* Writes the text that KEY is, and a NUL; returns where that is. */
static inline char *write_key(piece_key key, char at[PIECE_TEXT])
{
    at[0] = (char)(key >> 56);
    at[1] = (char)(key >> 48);
    at[2] = (char)(key >> 40);
    at[3] = (char)(key >> 32);
    at[4] = (char)(key >> 24);
    at[5] = (char)(key >> 16);
    at[6] = (char)(key >> 8);
    at[7] = (char)key;
    at[8] = '\0';
    return at + 8 - __builtin_ctzll(key) / 8;
}

char *stakd_write_piece(const struct stakd_rules *rules, const struct stakd_piece *piece, char at[PIECE_TEXT])
{
    return write_key(key_of_piece(rules, piece), at);
}

const char *stakd_piece_text(const struct stakd_rules *rules, const struct stakd_piece *piece, char text[PIECE_TEXT])
{
    stakd_write_piece(rules, piece, text);
    return text;
}

/* Layers. */

static bool read_piece(struct position_reader *reader, struct slice field, struct stakd_piece *piece)
{
    static const char *const form =
        "a piece is its letter, '@', the place of its anchor, '/' and its rotation, such as T@z26/1";
    const struct stakd_rules *rules = reader->rules;
    struct slice rest = field;
    struct slice letter;
    struct slice place;
    uint32_t turn = 0;
    slice_split(&rest, '@', &letter);
    unsigned code = letter.length == 1 ? (unsigned char)letter.at[0] : 0;
    if (rest.at == NULL || code >= LETTERS || rules->of_letter[code] == NO_SHAPE)
        return refuse_field(reader, field, "%s", form);
    slice_split(&rest, '/', &place);
    if (rest.at != NULL && !slice_number(rest, rules->turns - 1, &turn))
        return refuse_field(reader, field, "%s", form);
    unsigned anchor = field_find(place);
    if (anchor == FIELD_NONE)
        return refuse_field(reader, field, "this place is not in the window");
    *piece = stakd_piece(rules, (struct stakd_writing){code, turn, field_row(anchor), field_column(anchor)});
    return piece->place != FIELD_NONE || refuse_field(reader, field, "a node of this piece is outside the window");
}

/* Why PIECE cannot lie on the layer being read, NULL if it can; whether it touches others is asked when all are
   there. */
static const char *why_cannot_lie(
    const struct stakd_rules *rules, const struct stakd *position, const struct stakd_piece *piece)
{
    static const char *const why[] = {[OVERHANG] = "a node of this piece has no piece under it",
        [OVERLAP] = "this piece overlaps another of its layer",
        [BOMBER_PER_LAYER] = "this is a second bomber on its layer",
        [DUPLICATE] = "this piece has exactly the nodes of one right below it",
        [ONE_TYPE] = "a piece under this one carries another of its shape"};
    bool base = piece->shape == rules->role[BASE];
    if (position->layer == 0 && !base)
        return "layer 0 holds only bases";
    if (position->layer == 0)
        return meets(rules, piece, &position->nodes) ? "this base overlaps another" : NULL;
    if (base)
        return "bases are only on layer 0";
    int broken = stakd_judge_here(rules, position, piece, false);
    bool second = broken == ONE_TYPE && piece->shape == rules->role[BOMBER]; /* on this layer, that is */
    return broken == LEGAL ? NULL : why[second ? BOMBER_PER_LAYER : broken];
}

/* Whether all pieces of the top layer can follow one after the other after FIRST, each with enough
   nodes that touch those before: one, or with bases what these need. */
static bool can_follow(const struct stakd_rules *rules, const struct stakd *position, unsigned first)
{
    unsigned wanted = position->layer == 0 ? rules->base_touch : 1;
    unsigned left = position->count - position->top - 1u;
    unsigned before = left + 1;
    struct field_set joined = {{0}};
    bool done[PIECES] = {false};
    put(rules, &position->pieces[first], &joined);
    done[first] = true;
    while (left < before) {
        before = left;
        for (unsigned i = position->top; i < position->count; i++)
            if (!done[i] && touch_count(rules, &position->pieces[i], &joined, wanted) == wanted) {
                put(rules, &position->pieces[i], &joined);
                done[i] = true;
                left--;
            }
    }
    return left == 0;
}

static bool read_layer(struct position_reader *reader, unsigned layer, struct slice field)
{
    const struct stakd_rules *rules = reader->rules;
    struct stakd *position = (struct stakd *)reader->state;
    struct slice rest = field;
    struct slice part;
    uint32_t number = 0;
    slice_split(&rest, ':', &part);
    if (!slice_number(part, PIECES, &number) || number != layer || rest.length == 0)
        return refuse_field(
            reader, field, "layers are numbered from 0, each with its pieces, '0:B@aa29,B@z26;1:D@z26'");
    if (layer > 0)
        stakd_start_layer(position);
    while (slice_split(&rest, ',', &part)) {
        struct stakd_piece piece;
        if (!read_piece(reader, part, &piece))
            return false;
        if (position->count == rules->most_pieces)
            return refuse_field(reader, part, "there are at most %u pieces", rules->most_pieces);
        const char *why = why_cannot_lie(rules, position, &piece);
        if (why != NULL)
            return refuse_field(reader, part, "%s", why);
        piece.layer = (uint16_t)layer;
        stakd_put(rules, position, piece);
    }
    for (unsigned i = position->top; i < position->count; i++)
        if (position->pieces[i].shape != rules->role[BOMBER] && can_follow(rules, position, i))
            return true;
    return layer == 0
        ? refuse_field(reader, field, "each base after the first must touch others with at least %u of its nodes",
              rules->base_touch)
        : refuse_field(
              reader, field, "the pieces of a layer must touch each other, and one that is not a bomber came first");
}

static bool read_layers(struct position_reader *reader, struct slice field)
{
    struct slice rest = field;
    struct slice part;
    for (unsigned layer = 0; !slice_is(field, "-") && slice_split(&rest, ';', &part); layer++)
        if (!read_layer(reader, layer, part))
            return false;
    return true;
}

static int compare_piece_keys(const void *a, const void *b)
{
    const piece_key one = *(const piece_key *)a;
    const piece_key other = *(const piece_key *)b;
    return one < other ? -1 : one > other;
}

/* Layers have few pieces mostly, for which qsort takes longer. */
static void sort_pieces(piece_key *keys, unsigned count)
{
    enum { FEW = 16 };
    if (count > FEW)
        qsort(keys, count, sizeof *keys, compare_piece_keys);
    for (unsigned i = 1; i < count && count <= FEW; i++) {
        const piece_key key = keys[i];
        unsigned at = i;
        for (; at > 0 && keys[at - 1] > key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

static void write_layers(const void *rules, const struct state *state, struct text *text)
{
    const struct stakd *position = (const struct stakd *)state;
    const struct stakd_piece *piece = position->pieces;
    const struct stakd_piece *end = piece + position->count;
    piece_key keys[PIECES];
    char *at = text_room(text, 1 + (size_t)position->count * (2 + NUMBER_ROOM + PIECE_TEXT));
    if (at == NULL)
        return;
    if (piece == end)
        *at++ = '-';
    for (unsigned layer = 0; piece < end; layer++) {
        unsigned count = 0;
        for (; piece < end && piece->layer == layer; piece++)
            keys[count++] = key_of_piece(rules, piece);
        sort_pieces(keys, count);
        if (layer > 0)
            *at++ = ';';
        at = number_write(at, layer);
        for (unsigned i = 0; i < count; i++) {
            *at++ = i > 0 ? ',' : ':';
            at = write_key(keys[i], at);
        }
    }
    text_took(text, at);
}

/* Hands. */

const char *stakd_hand_text(const struct stakd_rules *rules, const struct stakd *position, unsigned seat,
    const char *between, char text[HAND_TEXT])
{
    const uint8_t *hand = position->hands[seat - 1];
    char *at = text;
    for (unsigned i = 0; i < rules->shapes; i++) {
        unsigned shape = rules->deal[position->state.players].order[i];
        if (hand[shape] == 0)
            continue;
        if (at > text && between[0] != '\0')
            *at++ = between[0];
        *at++ = rules->letter[shape];
        at = number_write(at, hand[shape]);
    }
    if (at == text)
        strcpy(text, between[0] == '\0' ? "-" : "nothing");
    return text;
}

static bool stakd_text_read_hand(struct position_reader *reader, unsigned seat, struct slice field)
{
    const struct stakd_rules *rules = reader->rules;
    uint8_t *hand = ((struct stakd *)reader->state)->hands[seat];
    if (field.length == 0)
        return refuse_field(reader, field, "an empty hand is '-'");
    if (slice_is(field, "-"))
        return true;
    while (field.length > 0) {
        unsigned letter = (unsigned char)field.at[0];
        unsigned shape = letter < LETTERS ? rules->of_letter[letter] : NO_SHAPE;
        struct slice digits = {field.at + 1, 0};
        uint32_t count = 0;
        while (digits.length + 1 < field.length && digits.at[digits.length] >= '0' && digits.at[digits.length] <= '9')
            digits.length++;
        if (shape == NO_SHAPE || !slice_number(digits, MOST_OF_SHAPE, &count) || count == 0 || hand[shape] != 0)
            return refuse_field(
                reader, field, "a hand is a letter and a number for each of its shapes, such as U5D2, or '-'");
        hand[shape] = (uint8_t)count;
        field = (struct slice){digits.at + digits.length, field.length - 1 - digits.length};
    }
    return true;
}

static bool stakd_text_read_hands(struct position_reader *reader, struct slice field)
{
    struct stakd *position = (struct stakd *)reader->state;
    memset(position->hands, 0, sizeof position->hands);
    return hands_read(reader, field, stakd_text_read_hand);
}

static void stakd_text_write_hand(const void *rules, const struct state *state, unsigned seat, struct text *text)
{
    char hand[HAND_TEXT];
    text_add_string(text, stakd_hand_text(rules, (const struct stakd *)state, seat + 1, "", hand));
}

static void stakd_text_write_hands(const void *rules, const struct state *state, struct text *text)
{
    hands_write(rules, state, stakd_text_write_hand, text);
}

/* Seats. */

static bool read_seat(struct position_reader *reader, struct slice field, uint8_t *seat)
{
    uint32_t number = 0;
    if (!slice_number(field, reader->state->players, &number) || number == 0)
        return refuse_other(reader, field);
    *seat = (uint8_t)number;
    return true;
}

static bool read_out(struct position_reader *reader, struct slice field)
{
    struct stakd *position = (struct stakd *)reader->state;
    struct slice rest = field;
    struct slice part;
    uint8_t seat = 1;
    while (!slice_is(field, "-") && slice_split(&rest, ',', &part)) {
        if (!read_seat(reader, part, &seat))
            return false;
        if ((position->out >> (seat - 1) & 1) != 0)
            return refuse_field(reader, part, "this seat is out twice");
        position->out |= (uint8_t)(1u << (seat - 1));
    }
    return true;
}

static void write_out(const void *rules, const struct state *state, struct text *text)
{
    unsigned out = ((const struct stakd *)state)->out;
    (void)rules;
    if (out == 0)
        text_add_char(text, '-');
    for (unsigned left = out; left != 0; left &= left - 1) {
        if (left != out)
            text_add_char(text, ',');
        text_add_number(text, __builtin_ctz(left) + 1);
    }
}

static bool read_mover(struct position_reader *reader, struct slice field)
{
    bool toppled = field.length > 0 && field.at[field.length - 1] == '!';
    ((struct stakd *)reader->state)->toppled = toppled;
    return read_seat(reader, (struct slice){field.at, field.length - toppled}, &reader->state->seat);
}

static void write_mover(const void *rules, const struct state *state, struct text *text)
{
    (void)rules;
    text_add_number(text, state->seat);
    if (((const struct stakd *)state)->toppled)
        text_add_char(text, '!');
}

/* "2" or "2,X1": who laid the last piece that is not a bomber, and who a bomber since. */
static bool read_last(struct position_reader *reader, struct slice field)
{
    const struct stakd_rules *rules = reader->rules;
    struct stakd *position = (struct stakd *)reader->state;
    struct slice rest = field;
    struct slice part = {NULL, 0};
    bool bombers = false;
    slice_split(&rest, ',', &part);
    if (slice_is(part, "-") != (position->count == 0))
        return position->count > 0 ? refuse_other(reader, field)
                                   : refuse_field(reader, field, "no piece is laid, so this field must be '-'");
    if (position->count > 0 && !read_seat(reader, part, &position->last))
        return false;
    if (rest.at == NULL)
        return true;
    for (unsigned i = 0; i < position->count; i++)
        bombers |= position->pieces[i].shape == rules->role[BOMBER];
    if (rest.length < 2 || rest.at[0] != rules->letter[rules->role[BOMBER]] || !bombers)
        return bombers ? refuse_other(reader, rest) : refuse_field(reader, rest, "no bomber is laid");
    return read_seat(reader, (struct slice){rest.at + 1, rest.length - 1}, &position->bomber);
}

static void write_last(const void *any_rules, const struct state *state, struct text *text)
{
    const struct stakd_rules *rules = any_rules;
    const struct stakd *position = (const struct stakd *)state;
    text_add_char(text, position->last == 0 ? '-' : (char)('0' + position->last));
    if (position->bomber != 0)
        text_printf(text, ",%c%u", rules->letter[rules->role[BOMBER]], position->bomber);
}

static bool visit_piece(
    const void *any_rules, const struct state *state, unsigned i, struct text *scratch, struct placed_piece *thing)
{
    const struct stakd_rules *rules = any_rules;
    const struct stakd *position = (const struct stakd *)state;
    if (i >= position->count)
        return false;
    const struct stakd_piece *piece = &position->pieces[i];
    const struct stakd_form *form = &rules->form[piece->form];
    text_clear(scratch);
    text_add_number(scratch, piece->layer);
    text_add_char(scratch, ':');
    text_add_char(scratch, rules->letter[piece->shape]);
    *thing = (struct placed_piece){text_slice(scratch), piece->place, form->node, form->nodes};
    return true;
}

unsigned stakd_sums(const void *any_rules, const struct state *state, uint64_t sums[SYMMETRIES])
{
    const struct stakd_rules *rules = any_rules;
    return field_sums(rules, state, visit_piece, rules->field.lattice, !rules->handed, sums);
}

enum { HANDS = 1, OUT, MOVER };

const struct position_field stakd_fields[] = {
    {read_layers, write_layers, .wanted = "it begins with the layers, '0:B@aa29,B@z26;1:D@z26', or with '-'"},
    [HANDS] = {stakd_text_read_hands, stakd_text_write_hands,
        .wanted = "there are as many hands as players, with '/' between"},
    [OUT] = {read_out, write_out, .wanted = "after the hands come the seats that are out, '1,3', or '-'"},
    [MOVER] = {read_mover, write_mover,
        .wanted = "then comes the seat to move, or with '!' the seat that knocked the field over"},
    {read_last, write_last, .counts = true,
        .wanted = "then comes the seat that laid the last piece other than a bomber, and after ',X' a seat that has "
                  "laid a bomber since"},
    NUMBER_FIELD(state, number, 1, "the last field is the number of the round of turns, from 1"),
    {.wanted = "there is text after the last field"},
};

/* Whether a position can be. */

static struct slice nth_field(const struct position_reader *reader, unsigned n)
{
    struct slice rest = slice_trim(reader->whole);
    struct slice field;
    do
        slice_split(&rest, ' ', &field);
    while (n-- > 0);
    return field;
}

/* That no more pieces are there than the players began with. */
static bool check_pieces(struct position_reader *reader)
{
    const struct stakd_rules *rules = reader->rules;
    const struct stakd *position = (const struct stakd *)reader->state;
    unsigned players = position->state.players;
    unsigned pieces[SHAPES] = {0};
    for (unsigned i = 0; i < position->count; i++)
        pieces[position->pieces[i].shape]++;
    for (unsigned shape = 0; shape < rules->shapes; shape++) {
        unsigned dealt = rules->deal[players].count[shape];
        char letter = rules->letter[shape];
        for (unsigned i = 0; i < players; i++) {
            pieces[shape] += position->hands[i][shape];
            if (position->hands[i][shape] > dealt)
                return refuse_field(
                    reader, nth_field(reader, HANDS), "a hand begins with at most %u of '%c'", dealt, letter);
        }
        if (pieces[shape] > players * dealt)
            return refuse_whole(reader, "there are %u pieces '%c' in all, but the players began with %u", pieces[shape],
                letter, players * dealt);
    }
    return true;
}

/* Whether the hands hold bases as they do when each lays one in turn: those before the seat to move
   one less.  Who was to move is not known when the field was toppled. */
static bool are_bases_even(const struct stakd *position, unsigned base)
{
    unsigned most = position->hands[position->state.players - 1][base];
    unsigned before = most;
    for (unsigned i = position->state.players; i-- > 0;) {
        unsigned held = position->hands[i][base];
        bool moved = position->toppled ? held < most : most > 0 && i + 1u < position->state.seat;
        if (held > before || held + moved != most)
            return false;
        before = held;
    }
    return true;
}

/* That bases are laid in turn, before all else, and that the seat to move can.  A player alone who has laid every
   piece has won, and is not out. */
bool stakd_validate(struct position_reader *reader)
{
    const struct stakd_rules *rules = reader->rules;
    struct stakd *position = (struct stakd *)reader->state;
    unsigned base = rules->role[BASE];
    unsigned held = position->hands[position->state.players - 1][base];
    unsigned seat = position->state.seat;
    if (!check_pieces(reader))
        return false;
    if (!are_bases_even(position, base))
        return refuse_field(reader, nth_field(reader, HANDS),
            "bases are laid one each in turn, so the hands cannot hold these numbers of bases");
    if (held > 0 && position->layer > 0)
        return refuse_field(reader, nth_field(reader, HANDS), "layer 1 is empty while a hand holds bases");
    if (held == 0 && position->count == 0)
        return refuse_field(reader, nth_field(reader, HANDS), "the base is neither laid nor in a hand");
    enum stakd_ending ending = stakd_ending(rules, position);
    if (ending == ALL_LAID && position->out != 0)
        return refuse_field(
            reader, nth_field(reader, OUT), "a player who has laid every piece has won and is not out: '-'");
    if (ending != GOES_ON)
        return true;
    if ((position->out >> (seat - 1) & 1) != 0)
        return refuse_field(reader, nth_field(reader, MOVER), "the seat to move is out");
    return stakd_has_play(rules, position) ||
        refuse_field(reader, nth_field(reader, MOVER), "the seat to move has no legal play, so it is out");
}

/* What a position looks like: from above, with the pieces of each place bottom to top, of which the top one and its
   layer are the label; and layer by layer, as many as can be numbered, from the top one down. */

enum { BOARDS = UINT8_MAX };

static struct view_cell *stakd_text_add_cell(
    const struct stakd_rules *rules, unsigned place, unsigned board, unsigned marks, struct view *view)
{
    struct view_cell *cell = &view->cells[view->count++];
    *cell = field_cell(rules->field.lattice, place);
    cell->board = (uint8_t)board;
    cell->marks = (uint8_t)marks;
    return cell;
}

/* Which of the pieces of its shape on its layer PIECE is, by their anchors. */
static unsigned number_of(
    const struct stakd_rules *rules, const struct stakd *position, const struct stakd_piece *piece)
{
    unsigned number = 1;
    unsigned turn;
    for (const struct stakd_piece *other = position->pieces; other < position->pieces + position->count; other++)
        number += other->layer == piece->layer && other->shape == piece->shape &&
            anchor_of(rules, other, &turn) < anchor_of(rules, piece, &turn);
    return number;
}

/* The cells of a layer, and with board 0 what is seen of all pieces from above. */
static void stakd_text_add_board(const struct stakd_rules *rules, const struct stakd *position,
    const struct stakd_piece *last, unsigned board, struct arena *arena, struct view *view)
{
    struct field_set used = {{0}};
    struct field_set laid = {{0}};
    uint16_t at[FIELD_ROW * (FIELD_SIDE + 1)]; /* of places that are used, the cell */
    unsigned last_layer = last != NULL && last->shape == rules->role[BASE] ? 0 : position->layer;
    unsigned layer = position->layer + 1u - board;
    if (last != NULL)
        put(rules, last, &laid);
    for (unsigned i = 0; i < position->count && board == 0; i++)
        put(rules, &position->pieces[i], &used);
    for (unsigned place = 0; board == 0 && (place = field_next(&used, place)) != FIELD_NONE;) {
        at[place] = (uint16_t)view->count;
        stakd_text_add_cell(rules, place, 0, field_has(&laid, place) ? VIEW_TO : 0, view)->pieces =
            arena_alloc(arena, (position->layer + 1u) * sizeof(struct view_piece));
    }
    for (unsigned i = 0; i < position->count && !arena->failed; i++) {
        const struct stakd_piece *piece = &position->pieces[i];
        const struct stakd_form *form = &rules->form[piece->form];
        const struct view_piece seen = {
            .text = {rules->letter[piece->shape]}, .hatched = piece->shape == rules->role[BOMBER]};
        if (board > 0 && piece->layer != layer)
            continue;
        unsigned number = board == 0 ? piece->layer : number_of(rules, position, piece);
        bool is_last = last != NULL && layer == last_layer && piece->form == last->form &&
            piece->shape == last->shape && piece->place == last->place;
        for (unsigned node = 0; node < form->nodes; node++) {
            unsigned place = node_of(form, piece, node);
            struct view_cell *cell = board == 0 ? &view->cells[at[place]]
                                                : stakd_text_add_cell(rules, place, board, is_last ? VIEW_TO : 0, view);
            if (board == 0 && (cell->height > position->layer || cell->height == UINT8_MAX))
                continue;
            struct view_piece *pieces =
                board == 0 ? (struct view_piece *)cell->pieces : arena_alloc(arena, sizeof *pieces);
            cell->pieces = pieces;
            if (pieces != NULL)
                pieces[cell->height++] = seen;
            cell->group = (uint16_t)(i + 1);
            cell->label[0] = seen.text[0];
            number_write(cell->label + 1, number);
        }
    }
    for (unsigned place = 0; board == 0 && (place = field_next(&laid, place)) != FIELD_NONE;)
        if (!field_has(&used, place) && field_near(&used, place))
            stakd_text_add_cell(rules, place, 0, VIEW_TO, view);
}

/* How many pieces have others on all of their nodes: they are not on the board seen from above. */
static unsigned count_hidden(const struct stakd *position, const struct view *view, struct arena *arena)
{
    unsigned hidden = position->count;
    bool *seen = arena_alloc(arena, (position->count + 1u) * sizeof *seen);
    if (seen == NULL)
        return 0;
    memset(seen, 0, (position->count + 1u) * sizeof *seen);
    for (size_t i = 0; i < view->count; i++) {
        const unsigned group = view->cells[i].group;
        if (view->cells[i].board != 0 || group == 0 || seen[group])
            continue;
        seen[group] = true;
        hidden--;
    }
    return hidden;
}

/* A piece of a hand, with its shape. */
static struct view_piece stakd_text_look_of(const void *any_rules, unsigned shape, struct arena *arena)
{
    const struct stakd_rules *rules = any_rules;
    const struct stakd_form *form = &rules->form[rules->turned[shape][0].form];
    int8_t(*at)[2] = arena_alloc(arena, form->nodes * sizeof *at);
    for (unsigned node = 0; node < form->nodes && at != NULL; node++) {
        int row = form->node[node][0];
        at[node][0] = (int8_t)(2 * form->node[node][1] - (rules->field.lattice == LATTICE_HEX ? row : 0));
        at[node][1] = (int8_t)row;
    }
    return (struct view_piece){.text = {rules->letter[shape]},
        .hatched = shape == rules->role[BOMBER],
        .nodes = form->nodes,
        .at = (const int8_t(*)[2])at};
}

bool stakd_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct stakd_rules *rules = any_rules;
    const struct stakd *position = (const struct stakd *)state;
    struct stakd_piece laid = {.shape = NO_SHAPE};
    size_t nodes = NODES;
    char hand[HAND_TEXT];
    for (unsigned i = 0; i < position->count; i++)
        nodes += 2 * rules->form[position->pieces[i].form].nodes;
    if (last != NULL && last->shape == TURN_SPOT && last->count > 0)
        laid = stakd_piece(rules, stakd_writing(&last->steps[0]));
    *view = (struct view){
        .open = true, .square = rules->field.lattice == LATTICE_SQUARE, .seats = state->players, .boards = 1};
    if (position->count > 0)
        view->boards = position->layer + 2u < BOARDS ? position->layer + 2u : BOARDS;
    view->cells = arena_alloc(arena, nodes * sizeof *view->cells);
    view->titles = arena_alloc(arena, view->boards * sizeof *view->titles);
    view->hands = arena_alloc(arena, state->players * sizeof *view->hands);
    for (unsigned board = 0; board < view->boards && !arena->failed; board++) {
        view->titles[board] = board == 0 ? (position->toppled ? "before it fell" : "seen from above")
                                         : arena_printf(arena, "layer %u", position->layer + 1u - board).at;
        stakd_text_add_board(
            rules, position, laid.place == FIELD_NONE || laid.shape == NO_SHAPE ? NULL : &laid, board, arena, view);
    }
    for (unsigned i = 0; i < state->players && !arena->failed; i++) {
        const struct hand held = {position->hands[i], rules->deal[state->players].order, rules->shapes};
        hand_show(rules, i + 1, NULL, &held, stakd_text_look_of, arena, &view->hands[view->hand_count++]);
        view->seat_names[i] = rules->field.game.seat_names[i];
        view->drawn[i] = (position->out >> i & 1) != 0  ? "is out"
            : position->toppled && i + 1 == state->seat ? "knocked the field over"
                                                        : "";
        view->lines[i] = arena_printf(arena, "%s%sholds %s", (position->out >> i & 1) != 0 ? "is out, " : "",
            position->toppled && i + 1 == state->seat ? "knocked the field over, " : "",
            stakd_hand_text(rules, position, i + 1, " ", hand))
                             .at;
    }
    const unsigned hidden = count_hidden(position, view, arena);
    if (hidden > 0 && !arena->failed)
        view->titles[0] = arena_printf(arena, "%s, %u hidden", view->titles[0], hidden).at;
    return !arena->failed;
}

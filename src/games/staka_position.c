/* Positions of Staka, read. */
#include "games/common.h"
#include "games/staka.h"

#include <stdio.h>

struct reading {
    const struct rules *rules;
    struct position *position;
    struct position_text text;
    unsigned doubles; /* seen, a colour a bit */
    uint16_t held[KINDS];
};

/* With FIELD there are more pieces of KIND than copies. */
static bool refuse_copies(const struct reading *reading, struct slice field, unsigned kind)
{
    const struct rules *rules = reading->rules;
    return refuse_position(&reading->text, field, "that makes %u pieces %c%c, of which there are %u",
        reading->held[kind], rules->colours.letter[rules->first[kind]], rules->colours.letter[rules->second[kind]],
        rules->copies);
}

/* Two letters; a double only once. */
static bool read_piece(struct reading *reading, struct slice field, unsigned *up, unsigned *down)
{
    *up = *down = NO_COLOUR;
    if (field.length == 2) {
        *up = colour_of(reading->rules, (unsigned char)field.at[0]);
        *down = colour_of(reading->rules, (unsigned char)field.at[1]);
    }
    if (*up == NO_COLOUR || *down == NO_COLOUR)
        return refuse_position(&reading->text, field, "a piece is two letters of colours, the one up first");
    if (*up == *down) {
        bool seen = (reading->doubles >> *up & 1) != 0;
        reading->doubles |= 1u << *up;
        return !seen || refuse_position(&reading->text, field, "there is one double of each colour");
    }
    unsigned kind = reading->rules->kind[*up][*down];
    return ++reading->held[kind] <= reading->rules->copies || refuse_copies(reading, field, kind);
}

/* "(1)" behind a stack. */
static bool read_pawns(struct reading *reading, struct slice pawns, unsigned at)
{
    for (; pawns.length >= 3; pawns = (struct slice){pawns.at + 3, pawns.length - 3}) {
        unsigned seat = (unsigned)(pawns.at[1] - '0');
        struct pile *place = place_at(reading->rules, reading->position, at);
        if (pawns.at[0] != '(' || pawns.at[2] != ')' || seat - 1 >= SEATS)
            break;
        if (reading->position->pawns[seat - 1] != FIELD_NONE)
            return refuse_position(&reading->text, pawns, "each seat has one pawn");
        if (place->pawns != 0 && !reading->rules->pawns_share)
            return refuse_position(&reading->text, pawns, "no two pawns stand together");
        place->pawns |= (uint8_t)(1u << (seat - 1));
        reading->position->pawns[seat - 1] = (uint16_t)at;
    }
    return pawns.length == 0 ||
        refuse_position(&reading->text, pawns, "a pawn is its seat in brackets, (1), behind the stack");
}

static bool read_stack(struct reading *reading, struct slice field)
{
    struct slice rest = field;
    struct slice name;
    struct slice part;
    unsigned up;
    unsigned down;
    slice_split(&rest, '=', &name);
    unsigned at = field_find(name);
    if (at == FIELD_NONE || rest.length == 0 || field_has(&reading->position->taken, at))
        return refuse_position(
            &reading->text, field, "a stack is a place and its pieces from the bottom up, 'z26=WR.GR', once each");
    size_t pieces = 0;
    while (pieces < rest.length && rest.at[pieces] != '(')
        pieces++;
    struct slice pawns = {rest.at + pieces, rest.length - pieces};
    rest.length = pieces;
    while (slice_split(&rest, '.', &part)) {
        const struct pile *place = place_at(reading->rules, reading->position, at);
        if (!read_piece(reading, part, &up, &down))
            return false;
        if (place == NULL ? up == down : top_of(reading->position, place)->up != down)
            return refuse_position(&reading->text, part,
                place == NULL ? "no double lies on the ground" : "the colour put down is not the one below it");
        staka_lay(reading->rules, reading->position, at, up, down);
    }
    return read_pawns(reading, pawns, at);
}

static bool read_field(struct reading *reading, struct slice field)
{
    struct slice part;
    if (slice_is(field, "-"))
        return true;
    while (slice_split(&field, ';', &part))
        if (!read_stack(reading, part))
            return false;
    return true;
}

/* A seat's colour and what it holds. */
static bool read_hand(struct reading *reading, unsigned seat, struct slice field)
{
    struct hand *hand = &reading->position->hands[seat];
    struct slice rest = field;
    struct slice part;
    unsigned up;
    unsigned down;
    slice_split(&rest, ':', &part);
    hand->colour = part.length == 1 ? (uint8_t)colour_of(reading->rules, (unsigned char)part.at[0]) : NO_COLOUR;
    for (unsigned i = 0; i < seat; i++)
        if (reading->position->hands[i].colour == hand->colour)
            hand->colour = NO_COLOUR;
    if (hand->colour == NO_COLOUR || rest.length == 0)
        return refuse_position(&reading->text, field, "a hand is the seat's colour and its pieces, 'W:WR.GB.WW'");
    if (slice_is(rest, "-"))
        return true;
    if (slice_is(rest, "out") && reading->rules->may_stop) {
        reading->position->stopped |= (uint8_t)(1u << seat);
        return true;
    }
    while (slice_split(&rest, '.', &part)) {
        if (!read_piece(reading, part, &up, &down))
            return false;
        if (up == down && up != hand->colour)
            return refuse_position(&reading->text, part, "nobody holds another's double");
        if (up == down) {
            hand->has_double = true;
        } else {
            hand->of[reading->rules->kind[up][down]]++;
            hand->size++;
        }
        if (hand->size > reading->rules->hand_limit)
            return refuse_position(
                &reading->text, part, "a hand holds no more than %u pieces and the double", reading->rules->hand_limit);
    }
    return true;
}

static bool read_hands(struct reading *reading, unsigned players, struct slice field)
{
    struct slice rest = field;
    struct slice part;
    unsigned seats = 0;
    while (slice_split(&rest, '/', &part)) {
        if (seats == SEATS)
            return refuse_position(&reading->text, part, "there are more than 8 hands");
        if (!read_hand(reading, seats++, part))
            return false;
    }
    reading->position->state.players = (uint8_t)seats;
    if ((players != 0 && seats != players) || !staka_allows_players(reading->rules, seats))
        return refuse_position(&reading->text, field, "there are as many hands as players, with '/' between");
    for (unsigned i = 0; i < seats; i++)
        if ((reading->rules->neutral[seats] >> reading->position->hands[i].colour & 1) != 0)
            return refuse_position(&reading->text, field, "nobody owns a neutral colour");
    return true;
}

static bool read_bank(struct reading *reading, struct slice field)
{
    struct slice part;
    unsigned up;
    unsigned down;
    if (slice_is(field, "-"))
        return true;
    while (slice_split(&field, ',', &part)) {
        uint32_t count = 0;
        struct slice name = {part.at, part.length < 2 ? part.length : 2};
        struct slice digits = {part.at + name.length, part.length - name.length};
        if (!read_piece(reading, name, &up, &down))
            return false;
        if (up == down || !slice_number(digits, UINT8_MAX, &count) || count == 0)
            return refuse_position(
                &reading->text, part, "the bank is kinds of pieces and how many there are, 'WR5,GB2'");
        unsigned kind = reading->rules->kind[up][down];
        reading->held[kind] = (uint16_t)(reading->held[kind] + count - 1);
        if (reading->position->bank[kind] != 0)
            return refuse_position(&reading->text, part, "the bank names each kind once");
        if (reading->held[kind] > reading->rules->copies)
            return refuse_copies(reading, part, kind);
        reading->position->bank[kind] = (uint8_t)count;
        reading->position->bank_size = (uint16_t)(reading->position->bank_size + count);
    }
    return true;
}

/* SEAT, NONES and TURN. */
static bool read_numbers(struct reading *reading, struct slice rest)
{
    struct state *state = &reading->position->state;
    const struct position_number wanted[] = {{1, state->players, "behind the bank stands the seat to move"},
        {0, reading->rules->stalls ? state->players : UINT16_MAX,
            "behind the seat stands how many had to do without an action, one after another"},
        {1, UINT32_MAX, "the last field is the turn number, from 1"}};
    uint32_t number[3];
    if (!read_position_numbers(&reading->text, rest, wanted, 3, number))
        return false;
    state->seat = (uint8_t)number[0];
    reading->position->nones = (uint16_t)number[1];
    state->number = number[2];
    return true;
}

/* The starting field: what is in no other place is still to be laid. */
static bool check_start(struct reading *reading)
{
    const struct rules *rules = reading->rules;
    struct position *position = reading->position;
    for (unsigned kind = 0; kind < rules->kinds; kind++) {
        position->aside[kind] = (uint8_t)(rules->copies - reading->held[kind]);
        if (position->bank[kind] != rules->copies - rules->start_copies)
            return refuse_position(
                &reading->text, reading->text.whole, "pieces are missing, and the starting field is not being laid");
    }
    for (unsigned i = 0; i < position->state.players; i++)
        if (position->hands[i].size > 0 || position->pawns[i] != FIELD_NONE)
            return refuse_position(&reading->text, reading->text.whole,
                "while the starting field is laid hands are empty and pawns not set");
    if (position->first[FIELD_SIDE + 1] != position->laid)
        return refuse_position(
            &reading->text, reading->text.whole, "while the starting field is laid no piece lies on another");
    unsigned players = position->state.players;
    if (players == 0 || position->laid % players + 1 != position->state.seat)
        return refuse_position(
            &reading->text, reading->text.whole, "the seat to move is not the one whose turn so many pieces leave it");
    position->phase = PHASE_START;
    return position->nones == 0 ||
        refuse_position(&reading->text, reading->text.whole, "nobody has gone without an action yet");
}

/* The pawns: those of the first seats are set, up to the one to move. */
static bool check_pawns(struct reading *reading)
{
    struct position *position = reading->position;
    unsigned set = 0;
    for (unsigned i = 0; i < SEATS; i++)
        if (position->pawns[i] != FIELD_NONE && (i >= position->state.players || i != set++))
            return refuse_position(&reading->text, reading->text.whole, "pawns are set in the order of the seats");
    position->phase = set == position->state.players ? PHASE_PLAY : PHASE_PAWNS;
    return position->phase == PHASE_PLAY || set + 1u == position->state.seat ||
        refuse_position(&reading->text, reading->text.whole, "the seat to move is the first whose pawn is not set");
}

static bool check_sums(struct reading *reading)
{
    const struct rules *rules = reading->rules;
    struct position *position = reading->position;
    bool whole = true;
    for (unsigned kind = 0; kind < rules->kinds; kind++)
        whole &= reading->held[kind] == rules->copies;
    unsigned owned = 0;
    for (unsigned i = 0; i < position->state.players; i++)
        owned |= 1u << position->hands[i].colour;
    if (reading->doubles != owned)
        return refuse_position(&reading->text, reading->text.whole,
            "each player's double, and no other, lies on the field or in the hand");
    if (!whole)
        return check_start(reading);
    if (!check_pawns(reading))
        return false;
    uint32_t finished = staka_finished(position);
    bool over = finished == (1u << position->state.players) - 1;
    bool gone = (staka_gone(rules, &position->state) >> (position->state.seat - 1) & 1) != 0;
    if ((position->stopped & ~finished) != 0)
        return refuse_position(&reading->text, reading->text.whole, "nobody is out as long as the bank holds pieces");
    if (position->phase == PHASE_PLAY && gone && !over)
        return refuse_position(&reading->text, reading->text.whole,
            rules->may_stop ? "the seat to move is out" : "the seat to move has nothing left, and others have");
    return true;
}

bool staka_read_position(
    const void *any_rules, unsigned players, struct slice text, struct state *state, struct fault *fault)
{
    struct reading reading = {any_rules, (struct position *)state, {text, fault}, 0, {0}};
    struct slice rest = slice_trim(text);
    struct slice fields[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
    static const char *const wanted[] = {"it begins with the field, 'z26=WR;z27=GB' or '-'",
        "behind the field stand the hands, 'W:WR.WW/R:RR'", "behind the hands stands the bank, 'WR5,GB2' or '-'"};
    memset(state, 0, position_size(reading.rules));
    for (unsigned i = 0; i < 3; i++) {
        slice_split(&rest, ' ', &fields[i]);
        if (fields[i].length == 0)
            return refuse_position(&reading.text, fields[i], "%s", wanted[i]);
    }
    return read_field(&reading, fields[0]) && read_hands(&reading, players, fields[1]) &&
        read_bank(&reading, fields[2]) && read_numbers(&reading, rest) && check_sums(&reading);
}

/* Stakz as text: tiles, hands, positions, and what a position looks like. */
#include "games/common.h"
#include "games/stakz.h"

#include <stdio.h>

void stakz_tile_text(const struct rules *rules, unsigned kind, char text[TILE_TEXT])
{
    text[0] = rules->colours.letter[colour_of(rules, kind)];
    text[1] = (char)('0' + symbol_of(rules, kind));
    text[2] = '\0';
}

char *stakz_step_tile(const struct step *step, char text[STEP_TEXT])
{
    if (step->cell != UNSEEN)
        *text++ = (char)step_letter(step);
    if (step->cell == UNSEEN || is_hidden(step))
        *text++ = '?';
    else
        text = number_write(text, step->cell & 255u);
    *text = '\0';
    return text;
}

void stakz_step_text(const struct step *step, char text[STEP_TEXT])
{
    if (is_draw(step))
        *text++ = '+';
    text = stakz_step_tile(step, text);
    if (!is_draw(step)) {
        *text++ = '>';
        text = number_write(text, step->count);
        if (step->mark == '/')
            *text++ = '/';
    }
    *text = '\0';
}

unsigned stakz_read_tile(const struct rules *rules, struct slice text, unsigned *colour)
{
    uint32_t number = 0;
    *colour = COLOURS;
    if (text.length < 2)
        return NO_KIND;
    for (unsigned i = 0; i < rules->colours.count; i++)
        if (rules->colours.letter[i] == text.at[0])
            *colour = i;
    struct slice digits = {text.at + 1, text.length - 1};
    if (*colour < COLOURS && slice_is(digits, "?"))
        return NO_KIND;
    unsigned kind =
        slice_number(digits, SYMBOLS, &number) ? kind_of(rules, (unsigned char)text.at[0], number) : NO_KIND;
    if (kind == NO_KIND)
        *colour = COLOURS;
    return kind;
}

/* Hands. */

static void visit_colour(
    const struct rules *rules, const struct hand *hand, unsigned colour, tiles_visitor *visit, void *context)
{
    char tile[TILE_TEXT];
    for (unsigned kind = colour * rules->symbols; kind < (colour + 1) * rules->symbols; kind++) {
        stakz_tile_text(rules, kind, tile);
        if (hand->known[kind] > 0)
            visit(context, tile, hand->known[kind]);
    }
    snprintf(tile, sizeof tile, "%c?", rules->colours.letter[colour]);
    if (hand->dealt[colour] + hand->hued[colour] > 0)
        visit(context, tile, hand->dealt[colour] + hand->hued[colour]);
}

void stakz_visit_hand(const struct rules *rules, const struct hand *hand, tiles_visitor *visit, void *context)
{
    for (unsigned colour = 0; colour < rules->colours.count; colour++)
        visit_colour(rules, hand, colour, visit, context);
    if (hand->drawn > 0)
        visit(context, "?", hand->drawn);
}

struct joining {
    struct text *text;
    char separator;
    bool any;
};

static void join_tiles(void *context, const char *tile, unsigned count)
{
    struct joining *joining = context;
    for (; count > 0; count--) {
        if (joining->any)
            text_add_char(joining->text, joining->separator);
        joining->any = true;
        text_add_string(joining->text, tile);
    }
}

void stakz_hand_text(const struct rules *rules, const struct hand *hand, char separator, struct text *text)
{
    struct joining joining = {text, separator, false};
    stakz_visit_hand(rules, hand, join_tiles, &joining);
    if (!joining.any)
        text_add_char(text, '-');
}

/* Positions. */

/* The tiles of STACK, bottom to top. */
static unsigned stack_kinds(const struct position *position, unsigned number, uint8_t kinds[TILES])
{
    const struct stack *stack = &position->stack[number];
    unsigned tile = stack->top;
    for (unsigned i = stack->height; i > 0; i--) {
        kinds[i - 1] = position->tiles[tile].kind;
        tile = position->tiles[tile].below;
    }
    return stack->height;
}

void stakz_write_position(const void *any_rules, const struct state *state, struct text *text)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    uint8_t kinds[TILES];
    char tile[TILE_TEXT];
    for (unsigned number = 0; number < position->stacks; number++) {
        unsigned height = stack_kinds(position, number, kinds);
        text_printf(text, number > 0 ? ";%u=" : "%u=", number + 1);
        for (unsigned i = 0; i < height; i++) {
            stakz_tile_text(rules, kinds[i], tile);
            text_add_string(text, i > 0 ? "." : "");
            text_add_string(text, tile);
        }
    }
    for (unsigned i = 0; i < state->players; i++) {
        text_add_char(text, i > 0 ? '/' : ' ');
        stakz_hand_text(rules, &position->hands[i], '.', text);
    }
    text_printf(text, " %u %u %u %u", position->pile, position->passes, state->seat, state->number);
}

/* A position being read. */
struct reading {
    const struct rules *rules;
    struct position *position;
    struct position_text text;
};

/* A tile for all to see. */
static bool read_seen(const struct reading *reading, struct slice field, unsigned *kind)
{
    unsigned colour;
    *kind = stakz_read_tile(reading->rules, field, &colour);
    if (*kind == NO_KIND)
        return refuse_position(&reading->text, field, "this is no tile, which is a colour and a symbol, R4");
    if (reading->position->sight[*kind] == reading->rules->copies)
        return refuse_position(&reading->text, field, "there are no more than %u of this tile", reading->rules->copies);
    see(reading->rules, reading->position, *kind);
    return true;
}

static bool read_stack(const struct reading *reading, struct slice field)
{
    struct position *position = reading->position;
    struct slice rest = field;
    struct slice part;
    uint32_t number = 0;
    slice_split(&rest, '=', &part);
    if (!slice_number(part, TILES, &number) || number != position->stacks + 1u || rest.length == 0)
        return refuse_position(&reading->text, field,
            "stacks are numbered from 1 on, with their tiles from the bottom up, '1=R2.G2;2=G4'");
    while (slice_split(&rest, '.', &part)) {
        unsigned kind;
        if (!read_seen(reading, part, &kind))
            return false;
        lay(reading->rules, position, position->stacks, kind);
        if (position->stack[position->stacks].of[colour_of(reading->rules, kind)] > reading->rules->max_per_colour)
            return refuse_position(&reading->text, part, "a stack holds no more than %u tiles of one colour",
                reading->rules->max_per_colour);
    }
    position->stacks++;
    return true;
}

/* That there are the two stacks of the start, and none that was to be split. */
static bool check_stacks(const struct reading *reading)
{
    const struct rules *rules = reading->rules;
    const struct position *position = reading->position;
    uint8_t kinds[2][TILES];
    if (position->stacks < 2)
        return refuse_position(&reading->text, reading->text.whole, "there are at least two stacks");
    stack_kinds(position, 0, kinds[0]);
    stack_kinds(position, 1, kinds[1]);
    if (colour_of(rules, kinds[0][0]) == colour_of(rules, kinds[1][0]))
        return refuse_position(&reading->text, reading->text.whole, "stacks 1 and 2 begin with tiles of two colours");
    bool halves_show_less = rules->max_per_colour * (rules->split_at - 1) + 1 < 2 * rules->split_at;
    for (unsigned i = 0; i < position->stacks && halves_show_less; i++)
        if (position->stack[i].shown >= rules->split_at)
            return refuse_position(&reading->text, reading->text.whole, "a stack shows as many colours as split one");
    return true;
}

static bool read_held(const struct reading *reading, struct hand *hand, struct slice field)
{
    unsigned colour;
    unsigned kind = stakz_read_tile(reading->rules, field, &colour);
    if (++hand->size > reading->rules->tiles - reading->position->laid)
        return refuse_position(
            &reading->text, field, "there are more tiles than the %u of the set", reading->rules->tiles);
    if (slice_is(field, "?")) {
        hand->drawn++;
        return true;
    }
    if (kind == NO_KIND && colour < COLOURS) {
        reading->position->owed[colour]++;
        (*(hand->dealt[colour] < reading->rules->per_colour ? &hand->dealt[colour] : &hand->hued[colour]))++;
        return true;
    }
    if (!read_seen(reading, field, &kind))
        return false;
    hand->known[kind]++;
    return true;
}

static bool read_hand(const struct reading *reading, unsigned seat, struct slice field)
{
    struct hand *hand = &reading->position->hands[seat - 1];
    struct slice rest = field;
    struct slice part;
    if (slice_is(field, "-"))
        return true;
    while (slice_split(&rest, '.', &part))
        if (!read_held(reading, hand, part))
            return false;
    return true;
}

static bool read_hands(const struct reading *reading, unsigned players, struct slice field)
{
    struct slice rest = field;
    struct slice part;
    unsigned seats = 0;
    while (slice_split(&rest, '/', &part)) {
        if (seats == SEATS)
            return refuse_position(&reading->text, part, "there are more than 8 hands");
        if (!read_hand(reading, ++seats, part))
            return false;
    }
    if ((players != 0 && seats != players) || !stakz_allows_players(reading->rules, seats))
        return refuse_position(&reading->text, field, "there are as many hands as players, with '/' between");
    reading->position->state.players = (uint8_t)seats;
    return true;
}

/* PILE, PASSES, SEAT and TURN. */
static bool read_numbers(const struct reading *reading, struct slice rest)
{
    struct position *position = reading->position;
    const struct position_number wanted[] = {{0, TILES, "behind the hands stands how many tiles the pile holds"},
        {0, position->state.players, "behind the pile stands how many have passed in a row"},
        {1, position->state.players, "behind the passes stands the seat to move"},
        {1, UINT32_MAX, "the last field is the turn number, from 1"}};
    uint32_t number[4];
    if (!read_position_numbers(&reading->text, rest, wanted, 4, number))
        return false;
    position->pile = (uint8_t)number[0];
    position->passes = (uint8_t)number[1];
    position->state.seat = (uint8_t)number[2];
    position->state.number = number[3];
    return true;
}

/* That the hands hold no more unknown tiles of a colour than were dealt to them, but for as many as were
   drawn. */
static bool check_hued(const struct reading *reading, struct slice hands)
{
    const struct rules *rules = reading->rules;
    int drawn = rules->tiles - reading->position->pile - 2 -
        reading->position->state.players * rules->per_colour * (int)rules->colours.count;
    int left = drawn < 0 ? 0 : drawn;
    struct slice hand;
    struct slice tile;
    while (slice_split(&hands, '/', &hand)) {
        unsigned held[COLOURS + 1] = {0};
        while (slice_split(&hand, '.', &tile)) {
            unsigned colour;
            bool hidden = stakz_read_tile(rules, tile, &colour) == NO_KIND && colour < COLOURS;
            if (hidden && ++held[colour] > rules->per_colour && left-- == 0)
                return refuse_position(&reading->text, tile, "no hand was dealt more than %u tiles of one colour%s",
                    rules->per_colour, drawn > 0 ? ", and no more were drawn" : "");
        }
    }
    return true;
}

/* That the fields add up, and play has not gone on behind the end. */
static bool check_sums(const struct reading *reading, struct slice hands)
{
    const struct position *position = reading->position;
    unsigned seats = position->state.players;
    unsigned tiles = position->laid + position->pile;
    unsigned before = position->state.seat == 1 ? seats : position->state.seat - 1u;
    for (unsigned i = 0; i < seats; i++) {
        tiles += position->hands[i].size;
        if (position->hands[i].size == 0 && i + 1 != before)
            return refuse_position(&reading->text, hands, "only the player who moved last can have an empty hand");
    }
    if (tiles != reading->rules->tiles)
        return refuse_position(&reading->text, reading->text.whole, "there are %u tiles in all, the set has %u", tiles,
            reading->rules->tiles);
    for (unsigned colour = 0; colour < reading->rules->colours.count; colour++)
        if (!leaves_enough(position, colour, 0))
            return refuse_position(
                &reading->text, hands, "there are not as many tiles of one colour as the hands must hold");
    if (position->passes > 0 && position->pile > 0)
        return refuse_position(&reading->text, reading->text.whole, "nobody passes as long as the pile holds tiles");
    return true;
}

bool stakz_read_position(
    const void *any_rules, unsigned players, struct slice text, struct state *state, struct fault *fault)
{
    const struct rules *rules = any_rules;
    const struct reading reading = {rules, (struct position *)state, {text, fault}};
    struct slice rest = slice_trim(text);
    struct slice stacks = {NULL, 0};
    struct slice hands = {NULL, 0};
    struct slice part;
    memset(state, 0, position_size(rules));
    for (unsigned colour = 0; colour < rules->colours.count; colour++)
        reading.position->unseen[colour] = (int16_t)(rules->symbols * rules->copies);
    slice_split(&rest, ' ', &stacks);
    slice_split(&rest, ' ', &hands);
    if (stacks.length == 0)
        return refuse_position(&reading.text, text, "it begins with the stacks, '1=R2.G2;2=G4'");
    if (hands.length == 0)
        return refuse_position(&reading.text, hands, "behind the stacks stand the hands, with '/' between");
    while (slice_split(&stacks, ';', &part))
        if (!read_stack(&reading, part))
            return false;
    return check_stacks(&reading) && read_hands(&reading, players, hands) && read_numbers(&reading, rest) &&
        check_hued(&reading, hands) && check_sums(&reading, hands);
}

/* Views. */

struct listing {
    const struct colours *colours;
    struct view_piece *pieces;
    unsigned count;
};

static void list_tiles(void *context, const char *tile, unsigned count)
{
    struct listing *listing = context;
    unsigned colour = colour_of_letter(listing->colours, (unsigned char)tile[0]);
    for (; count > 0; count--) {
        struct view_piece *piece = &listing->pieces[listing->count++];
        memcpy(piece->text, tile, strlen(tile) + 1);
        piece->colour = colour < listing->colours->count ? listing->colours->name[colour] : NULL;
    }
}

static bool view_stack(const struct rules *rules, const struct position *position, unsigned number, struct arena *arena,
    struct view_list *list)
{
    uint8_t kinds[TILES];
    char tile[TILE_TEXT];
    unsigned height = stack_kinds(position, number, kinds);
    struct listing listing = {&rules->colours, arena_alloc(arena, height * sizeof(struct view_piece)), 0};
    for (unsigned i = 0; listing.pieces != NULL && i < height; i++) {
        stakz_tile_text(rules, kinds[i], tile);
        list_tiles(&listing, tile, 1);
    }
    snprintf(list->name, sizeof list->name, "stack %u", number + 1);
    list->stacked = true;
    list->count = (uint16_t)height;
    list->pieces = listing.pieces;
    return listing.pieces != NULL;
}

static bool view_hand(const struct rules *rules, const struct position *position, unsigned seat, struct arena *arena,
    struct view_list *list)
{
    const struct hand *hand = &position->hands[seat - 1];
    struct listing listing = {&rules->colours, arena_alloc(arena, (hand->size + 1u) * sizeof(struct view_piece)), 0};
    if (listing.pieces == NULL)
        return false;
    stakz_visit_hand(rules, hand, list_tiles, &listing);
    snprintf(list->name, sizeof list->name, "%s", player_name(seat));
    list->count = (uint16_t)listing.count;
    list->pieces = listing.pieces;
    return true;
}

/* The tiles that nobody has seen: what unknown ones can be. */
static void add_unseen(const struct rules *rules, const struct position *position, struct text *text)
{
    char tile[TILE_TEXT];
    text_add_string(text, "not seen yet:");
    for (unsigned kind = 0; kind < rules->kinds; kind++) {
        unsigned left = rules->copies - position->sight[kind];
        stakz_tile_text(rules, kind, tile);
        if (left > 0)
            text_printf(text, " %s", tile);
        if (left > 1)
            text_printf(text, "(%u)", left);
    }
}

static bool has_unknown(const struct rules *rules, const struct position *position)
{
    unsigned unknown = 0;
    for (unsigned i = 0; i < position->state.players; i++)
        unknown += position->hands[i].drawn;
    for (unsigned colour = 0; colour < rules->colours.count; colour++)
        unknown += (unsigned)position->owed[colour];
    return unknown > 0;
}

static void add_notes(
    const struct rules *rules, const struct position *position, struct arena *arena, struct view *view)
{
    struct text text;
    text_init(&text);
    text_printf(&text, "the pile holds %u tile%s", position->pile, position->pile == 1 ? "" : "s");
    if (position->passes > 0)
        text_printf(&text, "; %u in a row have passed", position->passes);
    view->notes[0] = text_kept(&text, arena);
    if (has_unknown(rules, position)) {
        add_unseen(rules, position, &text);
        view->notes[1] = text_kept(&text, arena);
    }
    for (unsigned i = 0; i < view->seats; i++) {
        unsigned size = position->hands[i].size;
        text_printf(&text, "has %u tile%s left", size, size == 1 ? "" : "s");
        view->seat_names[i] = player_name(i + 1);
        view->lines[i] = text_kept(&text, arena);
    }
    text_release(&text);
}

bool stakz_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    *view = (struct view){.seats = state->players, .list_count = (size_t)position->stacks + state->players};
    view->lists = arena_alloc(arena, view->list_count * sizeof *view->lists);
    if (view->lists == NULL)
        return false;
    for (unsigned i = 0; i < position->stacks; i++)
        view_stack(rules, position, i, arena, &view->lists[i]);
    for (unsigned i = 0; i < state->players; i++)
        view_hand(rules, position, i + 1, arena, &view->lists[position->stacks + i]);
    for (unsigned i = 0; last != NULL && i < last->count; i++)
        if (last->steps[i].count - 1 < position->stacks)
            view->lists[last->steps[i].count - 1].marks |= VIEW_TO;
    add_notes(rules, position, arena, view);
    return !arena->failed;
}

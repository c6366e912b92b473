/* Stakz: tiles of five colours and five symbols, played from hidden hands onto stacks
   that split where all colours show.

   Records may leave tiles unknown.  Of those that a hand was dealt the colour is sure, since
   every hand begins with as many of each; of those drawn the colour may have been seen, or
   nothing.  A turn is illegal only when they can no longer be anything, for which two numbers
   are enough: how often a kind is in sight, dealt, drawn or played for all to read; and how
   many copies of a colour are neither in sight nor needed for unknown tiles of that colour. */
#include "games/stakz.h"

#include "games/kit/kit.h"

#include <stdio.h>

extern const struct game stakz;

enum stakz_rule {
    HAND_COLOURS,
    START_COLOURS,
    WENT_OUT,
    NO_TILE,
    NOT_IN_HAND,
    NO_STACK,
    NO_MATCH,
    COLOUR_LIMIT,
    TOO_MANY_COPIES,
    NO_CONSISTENT_HAND,
    PILE_EMPTY,
    MUST_DRAW,
};

#define RULESET "[Ruleset \"stakz\"]\n"
#define HANDS "[Hand1 \"R1 R4 O2 O3 G1 G5 B2 B2 P3 P4\"]\n[Hand2 \"R2 R3 O1 O5 G2 G3 B1 B4 P1 P5\"]\n"
#define DEAL RULESET HANDS "[Start \"R2 G4\"]\n\n"

static const struct rule rule_table[] = {
    [HAND_COLOURS] = {"stakz/hand-colours", SEVERITY_ERROR, "this hand cannot be dealt: {why}",
        "A hand is dealt a set number of each colour. That is 'hand.per_colour' tiles of each. A tile nobody wrote "
        "down is '?'; a hand of which nothing is known is '?' alone, or has no tag.",
        RULESET "[Hand1 \"R1 R2 R3 O1 O2 G1 G2 B1 B2 P1\"]\n[Start \"R4 G4\"]\n\n*\n",
        .kept = RULESET "[Hand1 \"R1 R2 O1 O2 G1 G2 B1 B2 P1 P2\"]\n[Start \"R4 G4\"]\n\n*\n",
        .parameter = "hand.per_colour"},
    [START_COLOURS] = {"stakz/start-colours", SEVERITY_ERROR, "the first two stacks cannot be these: {why}",
        "A round begins with two tiles of different colours. They lie on the table as the bases of stacks 1 and 2, for "
        "all to see, so that the tag Start always names both.",
        RULESET "[Start \"R2 R4\"]\n\n*\n", .kept = RULESET "[Start \"R2 G4\"]\n\n*\n"},
    [WENT_OUT] = {"stakz/went-out", SEVERITY_ERROR,
        "{step} comes too late: the hand of {player} was empty before it, which ended the round",
        "The round ends the moment a hand is empty. There is no further play, and no draw.",
        RULESET "[Position \"1=R2;2=G4 R1/G1 96 0 1 9\"]\n\n9. R1>1,+B4 *\n",
        .kept = RULESET "[Position \"1=R2;2=G4 R1/G1 96 0 1 9\"]\n\n9. R1>1\n"},
    [NO_TILE] = {"stakz/no-tile", SEVERITY_ERROR, "there is no tile {tile}: {why}",
        "Only tiles of the set are dealt, drawn and played. A tile is a letter for its colour and a number for its "
        "symbol, as many of either as the ruleset has.",
        DEAL "1. +R7 *\n", .kept = DEAL "1. +R5 *\n", .parameter = "colours symbols"},
    [NOT_IN_HAND] = {"stakz/not-in-hand", SEVERITY_ERROR,
        "{step} plays {tile}, which the hand of {player} does not hold; it holds {hand}",
        "Only tiles of one's own hand can be played. Those are the ones dealt and the ones drawn since; where the hand "
        "holds tiles that nobody wrote down, one of them may be the one played.",
        DEAL "1. R2>1,+B4 *\n", .kept = DEAL "1. R1>1,+B4 *\n"},
    [NO_STACK] = {"stakz/no-stack", SEVERITY_ERROR, "{step} goes on stack {stack}, but {why}",
        "A tile is played on a stack that is there. Stacks are numbered as they came to be: 1 and 2 are those of the "
        "start, and each split makes the next.",
        DEAL "1. R1>3,+B4 *\n", .kept = DEAL "1. R1>1,+B4 *\n"},
    [NO_MATCH] = {"stakz/no-match", SEVERITY_ERROR,
        "{step} matches neither colour nor symbol: on top of stack {stack} lies {top}",
        "A tile matches the top tile in colour or in symbol. With 'split_bonus.must_match: false' the next two plays "
        "of the turn, one on each of two stacks just split, need no match.",
        DEAL "1. B2>2,+B4 *\n", .kept = DEAL "1. B2>1,+B4 *\n", .parameter = "split_bonus.must_match"},
    [COLOUR_LIMIT] = {"stakz/colour-limit", SEVERITY_ERROR,
        "{step} is one {colour} tile too many: stack {stack} holds {held} of them, and may hold no more than {limit} "
        "of a colour",
        "A stack holds only so many tiles of one colour. There are at most 'max_per_colour' of each in it, wherever "
        "they lie.",
        DEAL "1. R1>1,R4>1,+B4 *\n", .kept = DEAL "1. R1>1,+B4 *\n", .parameter = "max_per_colour"},
    [TOO_MANY_COPIES] = {"stakz/too-many-copies", SEVERITY_ERROR,
        "{step} shows one {tile} too many: the set has {copies} of it{note}",
        "No tile is seen more often than the set has copies. Those dealt, drawn and played for all to read are counted "
        "together. One that is found too many shows that it, or an earlier one, was misread.",
        RULESET HANDS "[Start \"B2 G4\"]\n\n1. +B2 +B2 *\n",
        .kept = RULESET HANDS "[Start \"B2 G4\"]\n\n1. +B2 +B4 *\n", .parameter = "copies"},
    [NO_CONSISTENT_HAND] = {"stakz/no-consistent-hand", SEVERITY_ERROR,
        "{step} leaves nothing the unknown tiles can be: {why}",
        "Some deal must be left that makes the record legal. Tiles that nobody wrote down can be anything, as long as "
        "every hand was dealt its number of each colour and no tile is there more often than it has copies. A record "
        "is illegal at the first turn behind which they can no longer be anything.",
        RULESET "[Start \"R2 G1\"]\n\n1. R1>2,R2>1,R3>2,+? *\n",
        .kept = RULESET "[Start \"R2 G1\"]\n\n1. R1>2,R2>1,+? *\n", .parameter = "hand.per_colour copies"},
    [PILE_EMPTY] = {"stakz/pile-empty", SEVERITY_ERROR, "{step} draws, but the pile is empty",
        "Nothing is drawn from an empty pile. The turn is then what was played, or 'pass'.",
        RULESET
        "[Rules \"players=2 symbols=3 copies=1 hand.per_colour=1\"]\n[Start \"R2 G3\"]\n\n1. +? +? 2. +? +? *\n",
        .kept = RULESET
        "[Rules \"players=2 symbols=3 copies=1 hand.per_colour=1\"]\n[Start \"R2 G3\"]\n\n1. +? +? 2. +? pass *\n"},
    [MUST_DRAW] = {"stakz/must-draw", SEVERITY_ERROR,
        "{step} ends the turn without a draw, but the pile holds {pile:tile}{?advice}",
        "A turn ends with a draw while the pile has tiles. Any number of plays may come before it, all joined by "
        "commas. Only with an empty pile, or an empty hand, it ends without one.",
        DEAL "1. R1>1 *\n", .kept = DEAL "1. R1>1,+B4 *\n"},
    {0},
};

struct stakz_hand {
    uint8_t size;
    uint8_t drawn;          /* unknown tiles drawn */
    uint8_t dealt[COLOURS]; /* unknown tiles dealt */
    uint8_t hued[COLOURS];  /* unknown tiles drawn of which the colour was seen */
    uint8_t known[KINDS];
};

struct stakz_stack {
    uint8_t top; /* of .tiles */
    uint8_t height;
    uint8_t shown; /* colours */
    uint8_t of[COLOURS];
};

/* Tiles on the table are numbered as they came there; each knows the one below it. */
struct stakz_tile {
    uint8_t kind;
    uint8_t below;
};

struct stakz {
    struct state state;
    uint8_t pile;
    uint8_t passes;  /* in a row */
    bool passed;     /* in this turn */
    uint8_t free[2]; /* stacks, from 1, that the next plays of this turn may go on without a match; 0: none */
    uint8_t stacks;
    uint8_t laid; /* tiles on the table */
    uint8_t sight[KINDS];
    int16_t spare[COLOURS]; /* copies that are out of sight, and not among the unknown tiles of their colour */
    struct stakz_hand hands[SEATS];
    struct stakz_tile tiles[TILES];
    struct stakz_stack stack[];
};

/* Room for any position, in words. */
enum { STAKZ_WORDS = (sizeof(struct stakz) + TILES * sizeof(struct stakz_stack)) / sizeof(uint64_t) + 1 };

/* Parameters. */

static bool read_colour_key(const struct key_reading *reading, const struct key *key)
{
    struct stakz_rules *rules = reading->rules;
    (void)key;
    return read_colours(reading->ruleset, 2, &rules->colours, reading->problems);
}

static const struct key keys[] = {
    {"colours", KEY_MAPPING, 0, 0, NULL, "the colours of the tiles: a letter and a name each", .read = read_colour_key},
    {"symbols", KEY_NUMBER, 1, SYMBOLS, NULL, "the symbols of the tiles, numbered from 1",
        KEY_INTO(stakz_rules, symbols)},
    {"copies", KEY_NUMBER, 1, 99, NULL, "how many there are of each tile", KEY_INTO(stakz_rules, copies)},
    {"hand.per_colour", KEY_NUMBER, 1, 20, NULL, "tiles of each colour in a hand that is dealt",
        KEY_INTO(stakz_rules, per_colour)},
    {"max_per_colour", KEY_NUMBER, 1, 99, NULL, "tiles of one colour that a stack may hold",
        KEY_INTO(stakz_rules, max_per_colour)},
    {"split_at_colours", KEY_NUMBER, 2, COLOURS, NULL, "colours that split a stack", KEY_INTO(stakz_rules, split_at)},
    {"split_bonus.must_match", KEY_WORD, 0, 0, "true false", "whether the plays behind a split need a match",
        KEY_INTO(stakz_rules, free_plays)},
    {"match.points", KEY_NUMBER, 1, 9999, NULL, "a total of points that ends a match; the lowest wins",
        KEY_INTO(stakz_rules, game.match.points)},
    {0},
};

static bool check(void *any_rules, const struct key_reading *reading)
{
    struct stakz_rules *rules = any_rules;
    unsigned of_colour = (unsigned)rules->symbols * rules->copies;
    unsigned tiles = of_colour * rules->colours.count;
    unsigned most = SEATS;
    while (most > 0 && !kit_allows_players(rules, most))
        most--;
    bool hands = of_colour >= most * rules->per_colour + 1 ||
        refuse_key(reading, "copies", "symbols hand.per_colour players",
            FACT(found, "only %u tile%s of a colour") FACT(expected, "%u for each of %u hands, and one for the table"),
            of_colour, of_colour == 1 ? "" : "s", rules->per_colour, most);
    bool split = rules->colours.count >= rules->split_at ||
        refuse_key(reading, "colours", "split_at_colours",
            FACT(found, "%u colours where split_at_colours is %u") FACT(expected, "colours enough to split a stack"),
            rules->colours.count, rules->split_at);
    bool set = tiles <= TILES ||
        refuse_key(reading, "copies", "symbols colours",
            FACT(found, "a set of %u tiles") FACT(expected, "at most %d: colours times symbols times copies"), tiles,
            TILES);
    rules->kinds = (uint8_t)(rules->colours.count * rules->symbols);
    rules->tiles = (uint8_t)tiles;
    rules->game.state_size += tiles * sizeof(struct stakz_stack);
    return hands && split && set;
}

/* Tiles. */

enum { TILE_TEXT = 3 };

static unsigned symbol_of(const struct stakz_rules *rules, unsigned kind)
{
    return kind % rules->symbols + 1;
}

/* "R4" */
static void tile_text(const struct stakz_rules *rules, unsigned kind, char text[TILE_TEXT])
{
    text[0] = rules->colours.letter[colour_of(rules, kind)];
    text[1] = (char)('0' + symbol_of(rules, kind));
    text[2] = '\0';
}

/* The kind of the tile TEXT, and its *COLOUR; NO_KIND when it is none: for one of a
   known colour, "R?", that colour is given, else COLOURS. */
static unsigned read_tile(const struct stakz_rules *rules, struct slice text, unsigned *colour)
{
    uint32_t symbol = 0;
    *colour = text.length < 2 ? COLOURS : colour_of_letter(&rules->colours, (unsigned char)text.at[0]);
    if (*colour == COLOURS || (text.length == 2 && text.at[1] == '?'))
        return NO_KIND;
    if (slice_number((struct slice){text.at + 1, text.length - 1}, rules->symbols, &symbol) && symbol > 0)
        return *colour * rules->symbols + symbol - 1;
    *colour = COLOURS;
    return NO_KIND;
}

/* The next tiles of HAND that are alike, and how many, 0 at the end: of each colour the known ones, then "R?", of
   which only the colour is known; at last "?", drawn unseen.  PLACE is 0 before the first. */
static unsigned next_tiles(
    const struct stakz_rules *rules, const struct stakz_hand *hand, unsigned *place, char tile[TILE_TEXT])
{
    enum { PLACES = SYMBOLS + 1 }; /* of a colour */
    unsigned count = 0;
    for (; count == 0 && *place <= rules->colours.count * PLACES; ++*place) {
        unsigned colour = *place / PLACES;
        unsigned symbol = *place % PLACES;
        bool hidden = symbol == SYMBOLS;
        if (colour == rules->colours.count)
            count = hand->drawn;
        else if (hidden)
            count = (unsigned)hand->dealt[colour] + hand->hued[colour];
        else if (symbol < rules->symbols)
            count = hand->known[colour * rules->symbols + symbol];
        if (count > 0) {
            tile[0] = colour == rules->colours.count ? '?' : rules->colours.letter[colour];
            tile[1] = colour == rules->colours.count ? '\0' : hidden ? '?' : (char)('1' + symbol);
            tile[2] = '\0';
        }
    }
    return count;
}

static void add_hand(const struct stakz_rules *rules, const struct stakz_hand *hand, char between, struct text *text)
{
    char tile[TILE_TEXT];
    for (unsigned count, place = 0, left = hand->size; (count = next_tiles(rules, hand, &place, tile)) > 0;)
        for (; count > 0; count--) {
            text_add_string(text, tile);
            if (--left > 0)
                text_add_char(text, between);
        }
    if (hand->size == 0)
        text_add_char(text, '-');
}

/* The table. */

static unsigned top_of(const struct stakz *position, unsigned stack)
{
    return position->tiles[position->stack[stack].top].kind;
}

/* The tiles of STACK, bottom to top; returns how many. */
static unsigned stack_kinds(const struct stakz *position, unsigned stack, uint8_t kinds[TILES])
{
    unsigned height = position->stack[stack].height;
    unsigned tile = position->stack[stack].top;
    for (unsigned i = height; i > 0; i--) {
        kinds[i - 1] = position->tiles[tile].kind;
        tile = position->tiles[tile].below;
    }
    return height;
}

/* Puts a tile on STACK, whatever lies there. */
static void lay(const struct stakz_rules *rules, struct stakz *position, unsigned stack, unsigned kind)
{
    struct stakz_stack *target = &position->stack[stack];
    position->tiles[position->laid] = (struct stakz_tile){(uint8_t)kind, target->top};
    target->top = position->laid++;
    target->height++;
    if (target->of[colour_of(rules, kind)]++ == 0)
        target->shown++;
}

/* The top half of STACK, rounded down, becomes a new one. */
static void split(const struct stakz_rules *rules, struct stakz *position, unsigned stack)
{
    struct stakz_stack *old = &position->stack[stack];
    struct stakz_stack *new = &position->stack[position->stacks++];
    *new = (struct stakz_stack){.top = old->top, .height = old->height / 2};
    for (unsigned i = 0; i < new->height; i++) {
        unsigned colour = colour_of(rules, top_of(position, stack));
        if (new->of[colour]++ == 0)
            new->shown++;
        if (--old->of[colour] == 0)
            old->shown--;
        old->top = position->tiles[old->top].below;
        old->height--;
    }
}

/* The deal. */

static const struct setup_tag tags[] = {
    {"Hand1", 1, false},
    {"Hand2", 2, false},
    {"Hand3", 3, false},
    {"Hand4", 4, false},
    {"Hand5", 5, false},
    {"Hand6", 6, false},
    {"Hand7", 7, false},
    {"Hand8", 8, false},
    {"Start", 0, false},
    {0},
};

/* Hands of PER_COLOUR unknown tiles of each colour, and nothing on the table. */
static void deal_unknown(const struct stakz_rules *rules, struct stakz *position, unsigned per_colour)
{
    unsigned players = position->state.players;
    unsigned size = per_colour * rules->colours.count;
    position->pile = (uint8_t)(rules->tiles - players * size);
    for (unsigned colour = 0; colour < rules->colours.count; colour++) {
        position->spare[colour] = (int16_t)(rules->symbols * rules->copies - players * per_colour);
        for (unsigned i = 0; i < players; i++)
            position->hands[i].dealt[colour] = (uint8_t)per_colour;
    }
    for (unsigned i = 0; i < players; i++)
        position->hands[i].size = (uint8_t)size;
}

static void set_up(const void *any_rules, struct state *state)
{
    const struct stakz_rules *rules = any_rules;
    deal_unknown(rules, (struct stakz *)state, rules->per_colour);
}

static bool refuse_tile(const struct stakz_rules *rules, struct slice value, struct slice word, struct fault *fault)
{
    struct text *facts = fault_begin(fault, &rule_table[NO_TILE], byte_of(value, word));
    if (facts == NULL)
        return false;
    text_printf(facts, FACT(tile, "%.*s") FACT(why, "a colour,"), (int)slice_shorter(word, 40).length, word.at);
    for (unsigned i = 0; i < rules->colours.count; i++)
        text_printf(facts, " %c", rules->colours.letter[i]);
    text_printf(facts, ", and a symbol from 1 to %u, one space between tiles", rules->symbols);
    return false;
}

/* WORD of the hand VALUE is one too many of COLOUR.  Where the hand has too few of one other colour alone, that
   says so. */
static bool refuse_colour(
    const struct stakz_rules *rules, struct slice value, struct slice word, unsigned colour, struct fault *fault)
{
    struct text *facts = fault_begin(fault, &rule_table[HAND_COLOURS], byte_of(value, word));
    unsigned held[COLOURS + 1] = {0};
    unsigned wanted = COLOURS;
    unsigned lacking = 0;
    if (facts == NULL)
        return false;
    text_printf(facts, FACT(why, "%.*s is one %s tile too many; a hand is dealt %u of each colour"), (int)word.length,
        word.at, rules->colours.name[colour], rules->per_colour);
    while (slice_split(&value, ' ', &word)) {
        read_tile(rules, word, &colour);
        held[colour]++;
    }
    for (colour = 0; colour < rules->colours.count; colour++)
        if (held[colour] < rules->per_colour) {
            wanted = colour;
            lacking++;
        }
    if (held[COLOURS] == 0 && lacking == 1)
        text_printf(facts, ", and here is only %u %s one", held[wanted], rules->colours.name[wanted]);
    return false;
}

/* That no tile is in sight more often than there are copies; of the unknown ones there
   are always enough left, since a set has so many of each colour. */
static bool check_sight(const struct stakz_rules *rules, const struct stakz *position, struct fault *fault)
{
    char tile[TILE_TEXT];
    unsigned kind = 0;
    while (kind < rules->kinds && position->sight[kind] <= rules->copies)
        kind++;
    if (kind == rules->kinds)
        return true;
    tile_text(rules, kind, tile);
    return fault_raise(fault, &rule_table[TOO_MANY_COPIES], 0,
        FACT(step, "this deal") FACT(tile, "%s") FACT(copies, "%u") FACT(note, ""), tile, rules->copies);
}

/* The next word of *REST; false at the end. */
static bool next_word(struct slice *rest, struct slice *word)
{
    *rest = slice_trim(*rest);
    return rest->length > 0 && slice_split(rest, ' ', word);
}

static bool deal_hand(
    const struct stakz_rules *rules, struct stakz *position, unsigned seat, struct slice value, struct fault *fault)
{
    struct stakz_hand *hand = &position->hands[seat - 1];
    uint8_t hinted[COLOURS] = {0}; /* written with their colour alone */
    struct slice rest = value;
    struct slice word;
    unsigned colour;
    unsigned count = 0;
    for (; next_word(&rest, &word); count++) {
        unsigned kind = read_tile(rules, word, &colour);
        if (slice_is(word, "?"))
            continue;
        if (colour == COLOURS)
            return refuse_tile(rules, value, word, fault);
        if (hand->dealt[colour] == hinted[colour])
            return refuse_colour(rules, value, word, colour, fault);
        if (kind == NO_KIND) {
            hinted[colour]++;
            continue;
        }
        hand->dealt[colour]--;
        hand->known[kind]++;
        position->sight[kind]++;
    }
    if (count != hand->size && !slice_is(slice_trim(value), "?"))
        return fault_raise(fault, &rule_table[HAND_COLOURS], 0,
            FACT(why, "it has %u tile%s, and a hand is dealt %u of each of %u colours, which makes %u"), count,
            count == 1 ? "" : "s", rules->per_colour, rules->colours.count, hand->size);
    return check_sight(rules, position, fault);
}

static bool deal_start(const struct stakz_rules *rules, struct stakz *position, struct slice value, struct fault *fault)
{
    const struct rule *broken = &rule_table[START_COLOURS];
    const char *letters = rules->colours.letter;
    struct slice rest = value;
    struct slice word;
    unsigned colours[2] = {COLOURS, COLOURS};
    if (value.at == NULL)
        return fault_raise(
            fault, broken, 0, FACT(why, "there is no tag Start, such as [Start \"%c1 %c1\"]"), letters[0], letters[1]);
    for (; position->stacks <= 2 && next_word(&rest, &word); position->stacks++) {
        unsigned colour;
        unsigned kind = read_tile(rules, word, &colour);
        if (colour == COLOURS && !slice_is(word, "?"))
            return refuse_tile(rules, value, word, fault);
        if (kind == NO_KIND)
            return fault_raise(fault, broken, byte_of(value, word), FACT(why, "both lie face up, so both are known"));
        if (position->stacks == 2)
            return fault_raise(
                fault, broken, byte_of(value, word), FACT(why, "the tag names two tiles, one for each stack"));
        colours[position->stacks] = colour;
        lay(rules, position, position->stacks, kind);
        position->sight[kind]++;
        position->spare[colour]--;
        position->pile--;
    }
    if (position->stacks < 2)
        return fault_raise(fault, broken, 0, FACT(why, "the tag names two tiles, one for each stack"));
    if (colours[0] == colours[1])
        return fault_raise(fault, broken, 0, FACT(why, "both are %s, and they must be of two colours"),
            rules->colours.name[colours[0]]);
    return check_sight(rules, position, fault);
}

static bool deal(const void *rules, struct state *state, unsigned n, struct slice value, struct fault *fault)
{
    struct stakz *position = (struct stakz *)state;
    if (tags[n].seat == 0)
        return deal_start(rules, position, value, fault);
    return value.at == NULL || deal_hand(rules, position, tags[n].seat, value, fault);
}

/* Positions. */

/* A tile for all to see. */
static bool read_seen(struct position_reader *reader, struct slice word, unsigned *kind)
{
    const struct stakz_rules *rules = reader->rules;
    struct stakz *position = (struct stakz *)reader->state;
    unsigned colour;
    *kind = read_tile(rules, word, &colour);
    if (*kind == NO_KIND)
        return refuse_field(reader, word, "this is no tile, which is a colour and a symbol, R4");
    if (position->sight[*kind] == rules->copies)
        return refuse_field(reader, word, "there are no more than %u of this tile", rules->copies);
    position->sight[*kind]++;
    position->spare[colour]--;
    return true;
}

static bool read_stacks(struct position_reader *reader, const struct position_field *field, struct slice text)
{
    const struct stakz_rules *rules = reader->rules;
    struct stakz *position = (struct stakz *)reader->state;
    struct slice stack;
    (void)field;
    deal_unknown(rules, position, 0);
    if (text.length == 0)
        return refuse_whole(reader, "it begins with the stacks, '1=R2.G2;2=G4'");
    for (; slice_split(&text, ';', &stack); position->stacks++) {
        struct slice rest = stack;
        struct slice word;
        uint32_t number = 0;
        slice_split(&rest, '=', &word);
        if (!slice_number(word, TILES, &number) || number != position->stacks + 1u || rest.length == 0)
            return refuse_field(
                reader, stack, "stacks are numbered from 1 on, with their tiles from the bottom up, '1=R2.G2;2=G4'");
        while (slice_split(&rest, '.', &word)) {
            unsigned kind;
            if (!read_seen(reader, word, &kind))
                return false;
            lay(rules, position, position->stacks, kind);
            if (position->stack[position->stacks].of[colour_of(rules, kind)] > rules->max_per_colour)
                return refuse_field(
                    reader, word, "a stack holds no more than %u tiles of one colour", rules->max_per_colour);
        }
    }
    return true;
}

static void write_stacks(
    const void *rules, const struct position_field *field, const struct state *state, struct text *text)
{
    const struct stakz *position = (const struct stakz *)state;
    (void)field;
    for (unsigned stack = 0; stack < position->stacks; stack++) {
        uint8_t kinds[TILES];
        char tile[TILE_TEXT];
        unsigned height = stack_kinds(position, stack, kinds);
        text_printf(text, stack > 0 ? ";%u=" : "%u=", stack + 1);
        for (unsigned i = 0; i < height; i++) {
            tile_text(rules, kinds[i], tile);
            text_add_string(text, i > 0 ? "." : "");
            text_add_string(text, tile);
        }
    }
}

static bool read_held(struct position_reader *reader, struct stakz_hand *hand, struct slice word)
{
    const struct stakz_rules *rules = reader->rules;
    struct stakz *position = (struct stakz *)reader->state;
    unsigned colour;
    unsigned kind = read_tile(rules, word, &colour);
    if (++hand->size > rules->tiles - position->laid)
        return refuse_field(reader, word, "there are more tiles than the %u of the set", rules->tiles);
    if (slice_is(word, "?")) {
        hand->drawn++;
        return true;
    }
    if (kind == NO_KIND && colour < COLOURS) {
        position->spare[colour]--;
        (*(hand->dealt[colour] < rules->per_colour ? &hand->dealt[colour] : &hand->hued[colour]))++;
        return true;
    }
    if (!read_seen(reader, word, &kind))
        return false;
    hand->known[kind]++;
    return true;
}

static bool read_hands(struct position_reader *reader, const struct position_field *field, struct slice text)
{
    struct stakz *position = (struct stakz *)reader->state;
    struct slice rest = text;
    struct slice hand;
    struct slice word;
    unsigned seats = 0;
    (void)field;
    if (text.length == 0)
        return refuse_field(reader, text, "behind the stacks stand the hands, with '/' between");
    for (; slice_split(&rest, '/', &hand); seats++) {
        if (seats == SEATS)
            return refuse_field(reader, hand, "there are more than 8 hands");
        while (!slice_is(hand, "-") && slice_split(&hand, '.', &word))
            if (!read_held(reader, &position->hands[seats], word))
                return false;
    }
    if ((reader->players != 0 && seats != reader->players) || !kit_allows_players(reader->rules, seats))
        return refuse_field(reader, text, "there are as many hands as players, with '/' between");
    position->state.players = (uint8_t)seats;
    return true;
}

static void write_hands(
    const void *rules, const struct position_field *field, const struct state *state, struct text *text)
{
    (void)field;
    for (unsigned i = 0; i < state->players; i++) {
        text_add_string(text, i > 0 ? "/" : "");
        add_hand(rules, &((const struct stakz *)state)->hands[i], '.', text);
    }
}

static const struct position_field fields[] = {
    {.read = read_stacks, .write = write_stacks},
    {.read = read_hands, .write = write_hands},
    BYTE_FIELD(stakz, pile, 0, TILES, "behind the hands stands how many tiles the pile holds"),
    BYTE_FIELD(stakz, passes, 0, 0, "behind the pile stands how many have passed in a row"),
    BYTE_FIELD(state, seat, 1, 0, "behind the passes stands the seat to move"),
    TURN_NUMBER_FIELD,
    {0},
};

/* That the hands hold no more unknown tiles of a colour than were dealt to them, but for as many as were
   drawn. */
static bool check_hued(struct position_reader *reader, struct slice hands)
{
    const struct stakz_rules *rules = reader->rules;
    int drawn = rules->tiles - ((struct stakz *)reader->state)->pile - 2 -
        reader->state->players * rules->per_colour * (int)rules->colours.count;
    int left = drawn < 0 ? 0 : drawn;
    struct slice hand;
    struct slice tile;
    while (slice_split(&hands, '/', &hand)) {
        unsigned held[COLOURS + 1] = {0};
        while (slice_split(&hand, '.', &tile)) {
            unsigned colour;
            bool hidden = read_tile(rules, tile, &colour) == NO_KIND && colour < COLOURS;
            if (hidden && ++held[colour] > rules->per_colour && left-- == 0)
                return refuse_field(reader, tile, "no hand was dealt more than %u tiles of one colour%s",
                    rules->per_colour, drawn > 0 ? ", and no more were drawn" : "");
        }
    }
    return true;
}

/* That the table can be so, the fields add up, and play has not gone on behind the end. */
static bool settle(struct position_reader *reader)
{
    const struct stakz_rules *rules = reader->rules;
    const struct stakz *position = (struct stakz *)reader->state;
    unsigned seats = position->state.players;
    unsigned tiles = position->laid + position->pile;
    unsigned before = position->state.seat == 1 ? seats : position->state.seat - 1u;
    bool halves_show_less = rules->max_per_colour * (rules->split_at - 1) + 1 < 2 * rules->split_at;
    uint8_t kinds[2][TILES];
    struct slice rest = slice_trim(reader->whole);
    struct slice hands;
    slice_split(&rest, ' ', &hands);
    slice_split(&rest, ' ', &hands);
    if (position->stacks < 2)
        return refuse_whole(reader, "there are at least two stacks");
    stack_kinds(position, 0, kinds[0]);
    stack_kinds(position, 1, kinds[1]);
    if (colour_of(rules, kinds[0][0]) == colour_of(rules, kinds[1][0]))
        return refuse_whole(reader, "stacks 1 and 2 begin with tiles of two colours");
    for (unsigned i = 0; i < position->stacks && halves_show_less; i++)
        if (position->stack[i].shown >= rules->split_at)
            return refuse_whole(reader, "a stack shows as many colours as split one");
    if (!check_hued(reader, hands))
        return false;
    for (unsigned i = 0; i < seats; i++) {
        tiles += position->hands[i].size;
        if (position->hands[i].size == 0 && i + 1 != before)
            return refuse_field(reader, hands, "only the player who moved last can have an empty hand");
    }
    if (tiles != rules->tiles)
        return refuse_whole(reader, "there are %u tiles in all, the set has %u", tiles, rules->tiles);
    for (unsigned colour = 0; colour < rules->colours.count; colour++)
        if (position->spare[colour] < 0)
            return refuse_field(reader, hands, "there are not as many tiles of one colour as the hands must hold");
    if (position->passes > 0 && position->pile > 0)
        return refuse_whole(reader, "nobody passes as long as the pile holds tiles");
    return true;
}

/* Turns. */

/* A step's cell is the kind of its tile; HIDDEN and a colour; UNSEEN; or for a tile that the set has not
   STRANGE with letter and number as written.  Its count is the stack. */
enum { HIDDEN = KINDS, UNSEEN = HIDDEN + COLOURS, STRANGE, NUMBERS = TILE_HIDDEN + 1 };

static bool is_draw(const struct step *step)
{
    return step->mark == '+';
}

static unsigned cell_colour(const struct stakz_rules *rules, unsigned cell)
{
    return cell < KINDS ? colour_of(rules, cell) : cell - HIDDEN;
}

static bool resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    const struct stakz_rules *rules = any_rules;
    (void)fault;
    turn->shape = written->shape;
    turn->count = written->count < TURN_STEPS ? written->count : TURN_STEPS;
    for (unsigned i = 0; i < turn->count; i++) {
        const struct part *part = &written->parts[i];
        unsigned letter = part->tile.letter;
        unsigned number = part->tile.number;
        unsigned colour = colour_of_letter(&rules->colours, letter);
        unsigned cell = letter == 0 ? UNSEEN : STRANGE + (letter - 'A') * NUMBERS + number;
        if (colour < COLOURS && number == TILE_HIDDEN)
            cell = HIDDEN + colour;
        else if (colour < COLOURS && number - 1 < rules->symbols)
            cell = colour * rules->symbols + number - 1;
        turn->steps[i] = (struct step){part->count, (uint16_t)cell, part->mark};
    }
    return true;
}

enum { STEP_TEXT = 24 };

/* The letter and number that a cell is written with; 0 and TILE_HIDDEN where there are none. */
static char cell_letter(const struct stakz_rules *rules, unsigned cell)
{
    return cell == UNSEEN ? '\0'
        : cell > UNSEEN   ? (char)('A' + (cell - STRANGE) / NUMBERS)
                          : rules->colours.letter[cell_colour(rules, cell)];
}

/* "R4", "R?" or "?"; returns its end. */
static char *cell_text(const struct stakz_rules *rules, unsigned cell, char *text)
{
    unsigned number = cell < KINDS ? symbol_of(rules, cell) : cell > UNSEEN ? (cell - STRANGE) % NUMBERS : TILE_HIDDEN;
    if (cell != UNSEEN)
        *text++ = cell_letter(rules, cell);
    if (number != TILE_HIDDEN)
        return number_write(text, number);
    memcpy(text, "?", 2);
    return text + 1;
}

/* "R4>2", "R4>2/" or "+R4" */
static void step_text(const struct stakz_rules *rules, const struct step *step, char *text)
{
    if (is_draw(step))
        *text++ = '+';
    text = cell_text(rules, step->cell, text);
    if (is_draw(step))
        return;
    *text++ = '>';
    text = number_write(text, step->count);
    *text = step->mark;
    text[step->mark != 0] = '\0';
}

/* What a tile comes out of: known ones of the hand, unknown ones of its colour, dealt or drawn,
   or what nobody saw of any colour, drawn before or now; or only unknown ones of other colours. */
enum source { KNOWN, OF_COLOUR, DRAWN, OTHER_UNKNOWN, NOT_THERE };

static enum source source_of(const struct stakz_hand *hand, unsigned colour, unsigned kind)
{
    if (hand->known[kind] > 0)
        return KNOWN;
    if (hand->dealt[colour] + hand->hued[colour] > 0)
        return OF_COLOUR;
    if (hand->drawn > 0)
        return DRAWN;
    for (unsigned i = 0; i < COLOURS; i++)
        if (hand->dealt[i] + hand->hued[i] > 0)
            return OTHER_UNKNOWN;
    return NOT_THERE;
}

/* How many colours STACK shows with one of COLOUR more. */
static unsigned shown_with(const struct stakz_stack *stack, unsigned colour)
{
    return stack->shown + (stack->of[colour] == 0 ? 1u : 0u);
}

/* Whether a tile of SOURCE can come to light as CELL: there are copies of it left, and the unknown
   tiles can still be something. */
static int judge_sight(const struct stakz_rules *rules, const struct stakz *position, unsigned cell, enum source source)
{
    if (source == KNOWN)
        return LEGAL;
    if (cell < KINDS && position->sight[cell] >= rules->copies)
        return TOO_MANY_COPIES;
    if (source == OF_COLOUR || (source == DRAWN && position->spare[cell_colour(rules, cell)] > 0))
        return LEGAL;
    return NO_CONSISTENT_HAND;
}

/* A step alone; SPLITS says of a play whether the stack then splits. */
static inline int judge_step(
    const struct stakz_rules *rules, const struct stakz *position, const struct step *step, bool *splits)
{
    const struct stakz_hand *hand = &position->hands[position->state.seat - 1];
    if (hand->size == 0)
        return WENT_OUT;
    if (is_draw(step) && position->pile == 0)
        return PILE_EMPTY;
    if (is_draw(step) && step->cell == UNSEEN)
        return LEGAL;
    if (step->cell > UNSEEN)
        return NO_TILE;
    if (is_draw(step))
        return judge_sight(rules, position, step->cell, DRAWN);
    unsigned colour = colour_of(rules, step->cell);
    enum source source = source_of(hand, colour, step->cell);
    if (source == NOT_THERE)
        return NOT_IN_HAND;
    if (step->count - 1 >= position->stacks)
        return NO_STACK;
    const struct stakz_stack *stack = &position->stack[step->count - 1];
    unsigned top = top_of(position, step->count - 1);
    if (colour_of(rules, top) != colour && symbol_of(rules, top) != symbol_of(rules, step->cell) &&
        position->free[0] != step->count && position->free[1] != step->count)
        return NO_MATCH;
    if (stack->of[colour] >= rules->max_per_colour)
        return COLOUR_LIMIT;
    int broken = judge_sight(rules, position, step->cell, source);
    *splits = shown_with(stack, colour) >= rules->split_at;
    return broken == LEGAL && step->mark == '/' && !*splits ? COMMON + COMMON_MARK_WRONG : broken;
}

static int judge(
    const void *rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct stakz *position = (const struct stakz *)state;
    bool splits = false;
    if (turn->shape == TURN_PASS) {
        finding->part = FAULT_WHOLE;
        return position->pile > 0 ? MUST_DRAW : LEGAL;
    }
    int broken = judge_step(rules, position, &turn->steps[step], &splits);
    if (broken != LEGAL || is_draw(&turn->steps[step]))
        return broken;
    if (step + 1 == turn->count && position->hands[state->seat - 1].size > 1 && position->pile > 0)
        return MUST_DRAW;
    if (splits && turn->steps[step].mark == 0)
        finding->note = COMMON + COMMON_MARK_MISSING;
    return LEGAL;
}

/* A draw that cannot be what is written is one of a tile unseen. */
static void make_draw(const struct stakz_rules *rules, struct stakz *position, unsigned cell)
{
    struct stakz_hand *hand = &position->hands[position->state.seat - 1];
    position->pile--;
    hand->size++;
    if (cell >= UNSEEN || judge_sight(rules, position, cell, DRAWN) != LEGAL) {
        hand->drawn++;
        return;
    }
    position->spare[cell_colour(rules, cell)]--;
    if (cell >= HIDDEN) {
        hand->hued[cell - HIDDEN]++;
    } else {
        hand->known[cell]++;
        position->sight[cell]++;
    }
}

/* Tiles that are there, or may be, go where the turn says, matching or not. */
static void make(const void *any_rules, struct state *state, const struct turn *turn, unsigned step)
{
    const struct stakz_rules *rules = any_rules;
    struct stakz *position = (struct stakz *)state;
    struct stakz_hand *hand = &position->hands[state->seat - 1];
    unsigned kind = turn->steps[step].cell;
    unsigned number = turn->steps[step].count;
    if (turn->shape == TURN_PASS) {
        position->passed = position->pile == 0;
        return;
    }
    if (is_draw(&turn->steps[step])) {
        if (hand->size > 0 && position->pile > 0)
            make_draw(rules, position, kind);
        return;
    }
    if (hand->size == 0 || kind >= KINDS || number - 1 >= position->stacks)
        return;
    unsigned colour = colour_of(rules, kind);
    enum source source = source_of(hand, colour, kind);
    if (source == NOT_THERE || judge_sight(rules, position, kind, source) != LEGAL)
        return;
    bool splits = shown_with(&position->stack[number - 1], colour) >= rules->split_at;
    bool was_free = position->free[0] == number || position->free[1] == number;
    uint8_t *from = source == KNOWN ? &hand->known[kind]
        : source == DRAWN           ? &hand->drawn
        : hand->dealt[colour] > 0   ? &hand->dealt[colour]
                                    : &hand->hued[colour];
    --*from;
    hand->size--;
    if (source != KNOWN)
        position->sight[kind]++;
    if (source == DRAWN)
        position->spare[colour]--;
    lay(rules, position, number - 1, kind);
    if (splits)
        split(rules, position, number - 1);
    if (splits && rules->free_plays) {
        position->free[0] = (uint8_t)number;
        position->free[1] = position->stacks;
    } else if (splits || !was_free) {
        position->free[0] = position->free[1] = 0;
    } else {
        position->free[position->free[1] == number] = 0;
    }
}

static void end_turn(const void *rules, struct state *state)
{
    struct stakz *position = (struct stakz *)state;
    (void)rules;
    position->passes = position->passed ? (uint8_t)(position->passes + 1) : 0;
    position->passed = false;
    position->free[0] = position->free[1] = 0;
    kit_next_seat(state);
}

static bool play(const void *rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    return kit_play_as(&stakz, rules, state, turn, fault);
}

/* Why a step is illegal. */

static void add_why(const struct breach *breach, unsigned colour, struct text *text)
{
    const struct stakz_rules *rules = breach->rules;
    const struct stakz *position = (const struct stakz *)breach->state;
    const struct step *step = &breach->turn->steps[breach->step];
    const char *name = rules->colours.name[colour];
    bool drawn = false;
    int count = position->spare[colour];
    for (unsigned i = 0; i < position->state.players; i++) {
        drawn |= position->hands[i].hued[colour] > 0;
        count += position->hands[i].dealt[colour] + position->hands[i].hued[colour];
    }
    const char *are =
        drawn ? (count == 1 ? "is all in" : "are all in") : (count == 1 ? "was all dealt to" : "were all dealt to");
    switch (breach->rule) {
    case NO_TILE:
        if (colour_of_letter(&rules->colours, (unsigned char)cell_letter(rules, step->cell)) < COLOURS) {
            text_printf(text, "symbols go from 1 to %u", rules->symbols);
            break;
        }
        text_add_string(text, "the colours are");
        for (unsigned i = 0; i < rules->colours.count; i++)
            text_printf(text, " %c", rules->colours.letter[i]);
        break;
    case NO_STACK:
        text_printf(text, position->stacks == 0 ? "there is none" : "stacks go from 1 to %u", position->stacks);
        break;
    case NO_CONSISTENT_HAND:
        if (!is_draw(step) && source_of(&position->hands[breach->state->seat - 1], colour, step->cell) == OTHER_UNKNOWN)
            text_printf(text, "a hand is dealt %u %s tile%s, and of this one all are known", rules->per_colour, name,
                rules->per_colour == 1 ? "" : "s");
        else
            text_printf(text, "the %d %s tile%s not seen yet %s hands", count, name, count == 1 ? "" : "s", are);
        break;
    default:
        text_printf(text, "stack %u then shows %u of the %u colours that split it", step->count,
            shown_with(&position->stack[step->count - 1], colour), rules->split_at);
    }
}

static void fact(const struct breach *breach, const char *name, struct text *text)
{
    const struct stakz_rules *rules = breach->rules;
    const struct stakz *position = (const struct stakz *)breach->state;
    const struct step passed = {.cell = UNSEEN};
    const struct step *step = breach->turn->shape == TURN_PASS ? &passed : &breach->turn->steps[breach->step];
    unsigned colour = step->cell < UNSEEN ? cell_colour(rules, step->cell) : 0;
    char written[STEP_TEXT] = "pass";
    if (is_named(name, "step")) {
        if (step != &passed)
            step_text(rules, step, written);
        text_add_string(text, written);
    } else if (is_named(name, "tile")) {
        cell_text(rules, step->cell, written);
        text_add_string(text, written);
    } else if (is_named(name, "top")) {
        cell_text(rules, top_of(position, step->count - 1), written);
        text_add_string(text, written);
    } else if (is_named(name, "stack"))
        text_add_number(text, step->count);
    else if (is_named(name, "held"))
        text_add_number(text, position->stack[step->count - 1].of[colour]);
    else if (is_named(name, "colour"))
        text_add_string(text, rules->colours.name[colour]);
    else if (is_named(name, "limit"))
        text_add_number(text, rules->max_per_colour);
    else if (is_named(name, "copies"))
        text_add_number(text, rules->copies);
    else if (is_named(name, "pile"))
        text_add_number(text, position->pile);
    else if (is_named(name, "player"))
        text_add_string(text, player_name(breach->state->seat));
    else if (is_named(name, "hand"))
        add_hand(rules, &position->hands[breach->state->seat - 1], ' ', text);
    else if (is_named(name, "mark"))
        text_add_char(text, '/');
    else if (is_named(name, "what"))
        text_printf(text, "splits stack %u", step->count);
    else if (is_named(name, "note") && breach->rule == TOO_MANY_COPIES)
        text_add_string(text, ", all in sight: dealt, drawn or played");
    else if (is_named(name, "advice"))
        text_printf(text, "the tile drawn stands at the end of the turn, '+%c1', or '+?' where nobody saw it",
            rules->colours.letter[0]);
    else if (is_named(name, "why"))
        add_why(breach, colour, text);
}

/* Legal steps, one behind the other. */

struct stakz_search {
    const struct stakz_rules *rules;
    struct stakz *position;
    turn_visitor *visit;
    void *context;
    struct turn turn;
};

/* Visits the turn with a step more, where that is legal. */
static bool visit_step(struct stakz_search *search, struct step step)
{
    bool splits = false;
    if (judge_step(search->rules, search->position, &step, &splits) != LEGAL)
        return true;
    step.mark = splits ? '/' : step.mark;
    search->turn.steps[search->turn.count++] = step;
    bool more = search->visit(search->context, &search->turn);
    search->turn.count--;
    return more;
}

static bool extend(
    const void *any_rules, const struct state *state, const struct turn *begun, turn_visitor *visit, void *context)
{
    const struct stakz_rules *rules = any_rules;
    uint64_t room[STAKZ_WORDS];
    struct state *copy = memcpy(room, state, rules->game.state_size);
    struct stakz_search search = {rules, (struct stakz *)copy, visit, context, {.shape = TURN_TILES}};
    const struct turn passed = {.shape = TURN_PASS};
    if (begun->shape == TURN_PASS || (begun->count > 0 && is_draw(&begun->steps[begun->count - 1])))
        return true;
    for (; search.turn.count < begun->count; search.turn.count++) {
        make(rules, copy, begun, search.turn.count);
        search.turn.steps[search.turn.count] = begun->steps[search.turn.count];
    }
    if (search.position->hands[state->seat - 1].size == 0 || search.turn.count == TURN_STEPS)
        return true;
    for (unsigned kind = 0; kind < rules->kinds; kind++)
        for (unsigned stack = 1; stack <= search.position->stacks; stack++)
            if (!visit_step(&search, (struct step){stack, (uint16_t)kind, 0}))
                return false;
    if (search.position->pile == 0)
        return search.turn.count > 0 || visit(context, &passed);
    for (unsigned cell = 0; cell <= UNSEEN; cell++)
        if ((cell < rules->kinds || cell - HIDDEN < rules->colours.count || cell == UNSEEN) &&
            !visit_step(&search, (struct step){0, (uint16_t)cell, '+'}))
            return false;
    return true;
}

static void write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct stakz_rules *rules = any_rules;
    uint64_t room[STAKZ_WORDS];
    struct state *copy = memcpy(room, state, rules->game.state_size);
    const struct stakz *position = (const struct stakz *)copy;
    if (turn->shape == TURN_PASS)
        text_add_string(text, "pass");
    for (unsigned i = 0; i < turn->count; i++) {
        struct step step = turn->steps[i];
        char name[STEP_TEXT];
        if (!is_draw(&step)) {
            unsigned shown = shown_with(&position->stack[step.count - 1], colour_of(rules, step.cell));
            step.mark = shown >= rules->split_at ? '/' : 0;
            make(rules, copy, turn, i);
        }
        step_text(rules, &step, name);
        text_add_string(text, i > 0 ? "," : "");
        text_add_string(text, name);
    }
}

/* Points: the tiles left in each hand. */

static void ending(const void *rules, const struct state *state, struct ending *ending)
{
    const struct stakz *position = (const struct stakz *)state;
    (void)rules;
    for (unsigned i = 0; i < state->players; i++)
        if (position->hands[i].size == 0)
            *ending = (struct ending){.over = true, .reason = "went-out"};
    if (!ending->over && position->passes >= state->players)
        *ending = (struct ending){.over = true, .reason = "stalled", .nobody = true};
}

static void score(const void *any_rules, const struct state *state, term_visitor *visit, void *context)
{
    const struct stakz_rules *rules = any_rules;
    for (unsigned i = 0; i < state->players; i++) {
        const struct stakz_hand *hand = &((const struct stakz *)state)->hands[i];
        char tile[TILE_TEXT];
        struct term term = {.seat = (uint8_t)(i + 1), .times = 1, .name = tile};
        for (unsigned count, place = 0; (count = next_tiles(rules, hand, &place, tile)) > 0;) {
            unsigned colour = colour_of_letter(&rules->colours, (unsigned char)tile[0]);
            term.count = (int32_t)count;
            term.why = colour == COLOURS   ? "drawn unseen"
                : tile[1] != '?'           ? NULL
                : hand->hued[colour] == 0  ? "dealt, and not written down"
                : hand->dealt[colour] == 0 ? "drawn, and only its colour seen"
                                           : "dealt or drawn, and not written down";
            visit(context, &term);
        }
    }
}

/* Views. */

static void add_piece(const struct stakz_rules *rules, struct view_piece *pieces, uint16_t *count, const char *tile)
{
    struct view_piece *piece = &pieces[(*count)++];
    unsigned colour = colour_of_letter(&rules->colours, (unsigned char)tile[0]);
    memcpy(piece->text, tile, strlen(tile) + 1);
    piece->colour = colour < COLOURS ? rules->colours.name[colour] : NULL;
}

static void view_stack(const struct stakz_rules *rules, const struct stakz *position, unsigned stack,
    struct arena *arena, struct view_list *list)
{
    uint8_t kinds[TILES];
    char tile[TILE_TEXT];
    unsigned height = stack_kinds(position, stack, kinds);
    struct view_piece *pieces = arena_alloc(arena, height * sizeof *pieces);
    *list = (struct view_list){.stacked = true, .pieces = pieces};
    snprintf(list->name, sizeof list->name, "stack %u", stack + 1);
    for (unsigned i = 0; pieces != NULL && i < height; i++) {
        tile_text(rules, kinds[i], tile);
        add_piece(rules, pieces, &list->count, tile);
    }
}

static void view_hand(const struct stakz_rules *rules, const struct stakz *position, unsigned seat, struct arena *arena,
    struct view_list *list)
{
    const struct stakz_hand *hand = &position->hands[seat - 1];
    char tile[TILE_TEXT];
    struct view_piece *pieces = arena_alloc(arena, (hand->size + 1u) * sizeof *pieces);
    *list = (struct view_list){.pieces = pieces};
    snprintf(list->name, sizeof list->name, "%s", player_name(seat));
    for (unsigned count, place = 0; pieces != NULL && (count = next_tiles(rules, hand, &place, tile)) > 0;)
        for (; count > 0; count--)
            add_piece(rules, pieces, &list->count, tile);
}

/* The tiles that nobody has seen, where there are unknown ones that can be them. */
static const char *unseen_note(const struct stakz_rules *rules, const struct stakz *position, struct arena *arena)
{
    struct text text;
    char tile[TILE_TEXT];
    unsigned unknown = 0;
    for (unsigned i = 0; i < position->state.players; i++) {
        unknown += position->hands[i].drawn;
        for (unsigned colour = 0; colour < COLOURS; colour++)
            unknown += position->hands[i].dealt[colour] + position->hands[i].hued[colour];
    }
    if (unknown == 0)
        return NULL;
    text_init(&text);
    text_add_string(&text, "not seen yet:");
    for (unsigned kind = 0; kind < rules->kinds; kind++) {
        unsigned left = rules->copies - position->sight[kind];
        tile_text(rules, kind, tile);
        if (left > 0)
            text_printf(&text, " %s", tile);
        if (left > 1)
            text_printf(&text, "(%u)", left);
    }
    const char *note = text_kept(&text, arena);
    text_release(&text);
    return note;
}

static bool view(
    const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct stakz *position = (const struct stakz *)state;
    *view = (struct view){.seats = state->players, .list_count = (size_t)position->stacks + state->players};
    view->lists = arena_alloc(arena, view->list_count * sizeof *view->lists);
    if (view->lists == NULL)
        return false;
    for (unsigned i = 0; i < position->stacks; i++)
        view_stack(rules, position, i, arena, &view->lists[i]);
    for (unsigned i = 0; last != NULL && i < last->count; i++)
        if (last->steps[i].count - 1 < position->stacks)
            view->lists[last->steps[i].count - 1].marks |= VIEW_TO;
    for (unsigned i = 0; i < state->players; i++) {
        unsigned size = position->hands[i].size;
        view_hand(rules, position, i + 1, arena, &view->lists[position->stacks + i]);
        view->seat_names[i] = player_name(i + 1);
        view->lines[i] = arena_printf(arena, "has %u tile%s left", size, size == 1 ? "" : "s").at;
    }
    view->notes[0] = arena_printf(arena,
        position->passes > 0 ? "the pile holds %u tile%s; %u in a row have passed" : "the pile holds %u tile%s",
        position->pile, position->pile == 1 ? "" : "s", position->passes)
                         .at;
    view->notes[1] = unseen_note(rules, position, arena);
    return !arena->failed;
}

const struct game stakz = {
    .ruleset = {"stakz", "stakz", keys},
    .rules = rule_table,
    .shape = TURN_TILES,
    .example = "'R3>1,O3>2,+B4': tiles and their stacks, and the tile drawn",
    .scoring = SCORE_LOWEST_WINS,
    .one = "point",
    .many = "points",
    .adjudicates = true,
    .tags = tags,
    .fewest = 2,
    .most = 4,
    .rules_size = sizeof(struct stakz_rules),
    .state_size = sizeof(struct stakz),
    .fields = fields,
    .unit = UNIT_STEPS,
    .check = check,
    .set_up = set_up,
    .deal = deal,
    .settle = settle,
    .resolve = resolve,
    .judge = judge,
    .make = make,
    .end_turn = end_turn,
    .ending = ending,
    .score = score,
    .fact = fact,
    .extend = extend,
    .write = write,
    .view = view,
    KIT_FUNCTIONS_WITH(play),
};

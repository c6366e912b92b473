/* SPDX-License-Identifier: MIT */
/* Stakz: tiles of five colours and five symbols, played from hidden hands onto stacks
   that split where all colours show.

   Records may leave tiles unknown.  Of those that a hand was dealt the colour is sure, since
   every hand begins with as many of each; of those drawn the colour may have been seen, or
   nothing.  A turn is illegal only when they can no longer be anything, for which two numbers
   are enough: how often a kind is in sight, dealt, drawn or played for all to read; and how
   many copies of a colour are neither in sight nor needed for unknown tiles of that colour. */
#include "games/stakz.h"

#include "base/hash.h"
#include "games/kit/hands.h"

#include <assert.h>
#include <stdio.h>

/* R3>1,O3>2/,+B4: plays, each with its stack as count, then the draw. */
TURN_FORM(TILES, "draw | play (',' B play)* (',' B draw)?; play = tile '>' digits mark'/'?; draw = mark'+' drawn",
    "a turn is any plays and then the draw, separated by commas: 'R3>1,O3>2,+B4'");

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
        "A hand is dealt a set number of each colour. It has 'hand.per_colour' tiles of each. A tile that nobody wrote "
        "down is '?'; for a hand of which nothing is known write '?' alone, or no tag.",
        RULESET "[Hand1 \"R1 R2 R3 O1 O2 G1 G2 B1 B2 P1\"]\n[Start \"R4 G4\"]\n\n*\n",
        .kept = RULESET "[Hand1 \"R1 R2 O1 O2 G1 G2 B1 B2 P1 P2\"]\n[Start \"R4 G4\"]\n\n*\n",
        .parameter = "hand.per_colour"},
    [START_COLOURS] = {"stakz/start-colours", SEVERITY_ERROR, "the tag Start does not give two possible stacks: {why}",
        "A round begins with two tiles of different colours. They are the bases of stacks 1 and 2, face up on the "
        "table, so the tag Start always names both.",
        RULESET "[Start \"R2 R4\"]\n\n*\n", .kept = RULESET "[Start \"R2 G4\"]\n\n*\n"},
    [WENT_OUT] = {"stakz/went-out", SEVERITY_ERROR,
        "{step} comes too late: the hand of {player} was empty before it, which ended the round",
        "The round ends as soon as a hand is empty. Nothing is played or drawn after that.",
        RULESET "[Position \"1=R2;2=G4 R1/G1 96 0 1 9\"]\n\n9. R1>1,+B4 *\n",
        .kept = RULESET "[Position \"1=R2;2=G4 R1/G1 96 0 1 9\"]\n\n9. R1>1\n"},
    [NO_TILE] = {"stakz/no-tile", SEVERITY_ERROR, "there is no tile {tile}: {why}",
        "Only tiles of the set are dealt, drawn and played. A tile is a letter for its colour and a number for its "
        "symbol, within the colours and symbols of the ruleset.",
        DEAL "1. +R7 *\n", .kept = DEAL "1. +R5 *\n", .parameter = "colours symbols"},
    [NOT_IN_HAND] = {"stakz/not-in-hand", SEVERITY_ERROR,
        "{step} plays {tile}, which is not in the hand of {player}; the hand holds {hand}",
        "A player plays only tiles from their own hand. Those are the tiles dealt and the tiles drawn since; if some "
        "of them were not written down, the tile played may be one of these.",
        DEAL "1. R2>1,+B4 *\n", .kept = DEAL "1. R1>1,+B4 *\n"},
    [NO_STACK] = {"stakz/no-stack", SEVERITY_ERROR, "{step} goes on stack {stack}, but {why}",
        "A tile is played on an existing stack. Stacks are numbered in the order they were made: 1 and 2 at the start, "
        "then one more for each split.",
        DEAL "1. R1>3,+B4 *\n", .kept = DEAL "1. R1>1,+B4 *\n"},
    [NO_MATCH] = {"stakz/no-match", SEVERITY_ERROR,
        "{step} matches neither colour nor symbol: the top tile of stack {stack} is {top}",
        "A tile matches the top tile in colour or in symbol. With 'split_bonus.must_match: false' the next two plays "
        "of the turn, one on each of two stacks just split, need no match.",
        DEAL "1. B2>2,+B4 *\n", .kept = DEAL "1. B2>1,+B4 *\n", .parameter = "split_bonus.must_match"},
    [COLOUR_LIMIT] = {"stakz/colour-limit", SEVERITY_ERROR,
        "{step} puts one {colour} tile too many on stack {stack}: it already holds {held}, and a stack may hold at "
        "most {limit} of a colour",
        "A stack holds only so many tiles of one colour. It has at most 'max_per_colour' of each, anywhere in the "
        "stack.",
        DEAL "1. R1>1,R4>1,+B4 *\n", .kept = DEAL "1. R1>1,+B4 *\n", .parameter = "max_per_colour"},
    [TOO_MANY_COPIES] = {"stakz/too-many-copies", SEVERITY_ERROR,
        "{step} shows one {tile} too many: the set has {copies}{note}",
        "No tile is seen more often than the set has copies. Known tiles that were dealt, drawn and played are counted "
        "together. If there is one too many, it or an earlier one was written down wrong.",
        RULESET HANDS "[Start \"B2 G4\"]\n\n1. +B2 +B2 *\n",
        .kept = RULESET HANDS "[Start \"B2 G4\"]\n\n1. +B2 +B4 *\n", .parameter = "copies"},
    [NO_CONSISTENT_HAND] = {"stakz/no-consistent-hand", SEVERITY_ERROR,
        "{step} leaves no possible deal for the unknown tiles: {why}",
        "At least one deal must make the record legal. Tiles that nobody wrote down can be any, as long as each hand "
        "was dealt its number of each colour and no tile appears more often than the set has copies. A record is "
        "illegal from the first turn that leaves no such deal.",
        RULESET "[Start \"R2 G1\"]\n\n1. R1>2,R2>1,R3>2,+? *\n",
        .kept = RULESET "[Start \"R2 G1\"]\n\n1. R1>2,R2>1,+? *\n", .parameter = "hand.per_colour copies"},
    [PILE_EMPTY] = {"stakz/pile-empty", SEVERITY_ERROR, "{step} draws, but the pile is empty",
        "Nothing is drawn from an empty pile. Then a turn is just its plays, or 'pass'.",
        RULESET
        "[Rules \"players=2 symbols=3 copies=1 hand.per_colour=1\"]\n[Start \"R2 G3\"]\n\n1. +? +? 2. +? +? *\n",
        .kept = RULESET
        "[Rules \"players=2 symbols=3 copies=1 hand.per_colour=1\"]\n[Start \"R2 G3\"]\n\n1. +? +? 2. +? pass *\n"},
    [MUST_DRAW] = {"stakz/must-draw", SEVERITY_ERROR,
        "{step} ends the turn without a draw, but the pile holds {pile:tile}{?advice}",
        "A turn ends with a draw while the pile has tiles. Any number of plays may come before the draw, all joined by "
        "commas. A turn ends without a draw only if the pile or the hand is empty.",
        DEAL "1. R1>1 *\n", .kept = DEAL "1. R1>1,+B4 *\n"},
    {0},
};

/* From STRANGE on a code is a letter and a number of which the set has no tile. */
enum { STRANGE = CODES, NUMBERS = TILE_HIDDEN + 1, TILE_TEXT = 1 + NUMBER_ROOM };

struct stakz_hand {
    uint8_t size;
    uint8_t held[CODES];
    uint8_t hued[COLOURS]; /* of the hidden ones of a colour those that were drawn, not dealt */
};

/* Tile N of the table, as they came there, and stack N, both from 0. */
struct stakz_slot {
    uint8_t code;        /* of tile N */
    uint8_t below;       /* the tile that it lies on */
    uint8_t top;         /* the tile on top of stack N */
    uint8_t shown;       /* colours of the stack */
    uint8_t of[COLOURS]; /* how many tiles of each */
};

struct stakz {
    struct state state;
    uint8_t pile;
    uint8_t passes;   /* in a row */
    uint8_t bonus[2]; /* stacks, from 1, that the next plays of this turn may go on without a match; 0: none */
    uint8_t stacks;
    uint8_t laid; /* tiles on the table */
    uint8_t sight[CODES];
    int16_t spare[COLOURS]; /* copies that are out of sight, and not among the unknown tiles of their colour */
    struct stakz_hand hands[SEATS];
    struct stakz_slot slots[];
};

/* Room for any position, in words. */
enum { STAKZ_WORDS = (sizeof(struct stakz) + TILES * sizeof(struct stakz_slot)) / sizeof(uint64_t) + 1 };
static_assert((int)STAKZ_WORDS <= (int)STATE_WORDS, "a turn of several plays can be taken back");

/* Parameters. */

static bool read_colour_key(const struct key_reading *reading, const struct key *key)
{
    struct stakz_rules *rules = reading->rules;
    (void)key;
    return read_colours(reading->ruleset, 2, &rules->colours, reading->problems);
}

static const struct key keys[] = {
    {"colours", KEY_MAPPING, 0, 0, NULL, "the colours of the tiles: a letter and a name for each",
        .read = read_colour_key},
    {"symbols", KEY_NUMBER, 1, SYMBOLS, NULL, "the symbols of the tiles, numbered from 1",
        KEY_INTO(stakz_rules, symbols)},
    {"copies", KEY_NUMBER, 1, 99, NULL, "how many copies of each tile the set has", KEY_INTO(stakz_rules, copies)},
    {"hand.per_colour", KEY_NUMBER, 1, 20, NULL, "tiles of each colour in a hand at the start",
        KEY_INTO(stakz_rules, per_colour)},
    {"max_per_colour", KEY_NUMBER, 1, 99, NULL, "tiles of one colour that a stack may hold",
        KEY_INTO(stakz_rules, max_per_colour)},
    {"split_at_colours", KEY_NUMBER, 2, COLOURS, NULL, "the number of colours that splits a stack",
        KEY_INTO(stakz_rules, split_at)},
    {"split_bonus.must_match", KEY_WORD, 0, 0, "true false", "whether the plays after a split must match",
        KEY_INTO(stakz_rules, free_plays)},
    {"match.points", KEY_NUMBER, 1, 9999, NULL, "a total of points that ends a match; the lowest wins",
        KEY_INTO(stakz_rules, game.match.points)},
    {0},
};

static bool stakz_check(void *any_rules, const struct key_reading *reading)
{
    struct stakz_rules *rules = any_rules;
    unsigned of_colour = (unsigned)rules->symbols * rules->copies;
    unsigned tiles = of_colour * rules->colours.count;
    unsigned most = SEATS;
    while (most > 0 && !game_allows_players(rules, most))
        most--;
    bool hands = of_colour >= most * rules->per_colour + 1 ||
        refuse_key(reading, "copies", "symbols hand.per_colour players",
            FACT(found, "%u tile%s of a colour") FACT(expected, "%u for each of %u hands and one for the table"),
            of_colour, of_colour == 1 ? "" : "s", rules->per_colour, most);
    bool split = rules->colours.count >= rules->split_at ||
        refuse_key(reading, "colours", "split_at_colours",
            FACT(found, "%u colours where split_at_colours is %u") FACT(expected, "enough colours to split a stack"),
            rules->colours.count, rules->split_at);
    bool set = tiles <= TILES ||
        refuse_key(reading, "copies", "symbols colours",
            FACT(found, "a set of %u tiles") FACT(expected, "at most %d: colours times symbols times copies"), tiles,
            TILES);
    rules->tiles = (uint8_t)tiles;
    for (unsigned code = 0; code < UNSEEN; code++) {
        rules->names[code][0] = rules->colours.letter[colour_of(code)];
        rules->names[code][1] = symbol_of(code) == HIDDEN ? '?' : (char)('0' + symbol_of(code));
    }
    rules->names[UNSEEN][0] = '?';
    rules->game.state_size += tiles * sizeof(struct stakz_slot);
    return hands && split && set;
}

/* Tiles. */

/* Whether only its colour is known. */
static bool is_hidden(unsigned code)
{
    return code < UNSEEN && symbol_of(code) == HIDDEN;
}

/* Whether its symbol is, too. */
static bool is_known(unsigned code)
{
    return code < UNSEEN && symbol_of(code) != HIDDEN;
}

static bool is_of_set(const struct stakz_rules *rules, unsigned code)
{
    return colour_of(code) < rules->colours.count && symbol_of(code) <= rules->symbols;
}

static unsigned code_of(const struct stakz_rules *rules, unsigned letter, unsigned number)
{
    unsigned colour = colour_of_letter(&rules->colours, letter);
    if (colour < COLOURS && number == TILE_HIDDEN)
        return tile_of(colour, HIDDEN);
    if (colour < COLOURS && number - 1 < rules->symbols)
        return tile_of(colour, number);
    return STRANGE + letter * NUMBERS + number;
}

static unsigned read_code(const struct stakz_rules *rules, struct slice text)
{
    uint32_t number = TILE_HIDDEN;
    if (text.length < 2)
        return slice_is(text, "?") ? UNSEEN : STRANGE;
    struct slice digits = {text.at + 1, text.length - 1};
    return slice_is(digits, "?") || slice_number(digits, TILE_FAR, &number)
        ? code_of(rules, (unsigned char)text.at[0], number)
        : STRANGE;
}

/* Returns its end. */
static inline char *tile_text(const struct stakz_rules *rules, unsigned code, char *text)
{
    if (code < STRANGE) {
        memcpy(text, rules->names[code], 2);
        text[2] = '\0';
        return text + (code == UNSEEN ? 1 : 2);
    }
    *text = (char)((code - STRANGE) / NUMBERS);
    if ((code - STRANGE) % NUMBERS != TILE_HIDDEN)
        return number_write(text + 1, (code - STRANGE) % NUMBERS);
    memcpy(text + 1, "?", 2);
    return text + 2;
}

static void add_tile(const struct stakz_rules *rules, unsigned code, struct text *text)
{
    char *at = text_room(text, TILE_TEXT);
    if (at != NULL)
        text_took(text, tile_text(rules, code, at));
}

/* The letters of all colours, each after a space. */
static void add_letters(const struct stakz_rules *rules, struct text *text)
{
    for (unsigned i = 0; i < rules->colours.count; i++)
        text_printf(text, " %c", rules->colours.letter[i]);
}

static void add_hand(const struct stakz_rules *rules, const struct stakz_hand *hand, char between, struct text *text)
{
    char *at = text_room(text, 1 + (size_t)hand->size * (1 + TILE_TEXT));
    uint8_t kinds[CODES]; /* that it has */
    unsigned kind_count = 0;
    unsigned count = 0;
    for (unsigned code = 0; code < CODES; code++) { /* without a branch, since none would be foreseen */
        kinds[kind_count] = (uint8_t)code;
        kind_count += hand->held[code] > 0;
    }
    for (unsigned i = 0; at != NULL && i < kind_count; i++)
        for (unsigned left = hand->held[kinds[i]]; left > 0 && count < hand->size; left--) {
            if (count++ > 0)
                *at++ = between;
            at = tile_text(rules, kinds[i], at);
        }
    if (at != NULL && count == 0)
        *at++ = '-';
    if (at != NULL)
        text_took(text, at);
}

/* The table. */

static unsigned top_of(const struct stakz *position, unsigned stack)
{
    return position->slots[position->slots[stack].top].code;
}

static unsigned stack_height(const struct stakz *position, unsigned stack)
{
    unsigned height = 0;
    for (unsigned colour = 0; colour < COLOURS; colour++)
        height += position->slots[stack].of[colour];
    return height;
}

/* The tiles of STACK, bottom to top. */
static unsigned stack_tiles(const struct stakz *position, unsigned stack, uint8_t codes[TILES])
{
    unsigned height = stack_height(position, stack);
    unsigned tile = position->slots[stack].top;
    for (unsigned i = height; i > 0; i--) {
        codes[i - 1] = position->slots[tile].code;
        tile = position->slots[tile].below;
    }
    return height;
}

/* Puts a tile on STACK, whatever lies there. */
static void stakz_lay(struct stakz *position, unsigned stack, unsigned code)
{
    struct stakz_slot *target = &position->slots[stack];
    position->slots[position->laid].code = (uint8_t)code;
    position->slots[position->laid].below = target->top;
    target->top = position->laid++;
    target->shown = (uint8_t)(target->shown + (target->of[colour_of(code)]++ == 0));
}

/* The top half of STACK, rounded down, becomes a new one. */
static void split_stack(struct stakz *position, unsigned stack)
{
    struct stakz_slot *old = &position->slots[stack];
    struct stakz_slot *new = &position->slots[position->stacks++];
    new->top = old->top;
    for (unsigned i = stack_height(position, stack) / 2; i > 0; i--) {
        unsigned colour = colour_of(top_of(position, stack));
        new->shown = (uint8_t)(new->shown + (new->of[colour]++ == 0));
        old->shown = (uint8_t)(old->shown - (--old->of[colour] == 0));
        old->top = position->slots[old->top].below;
    }
}

/* The deal. */

static const struct setup_tag tags[] = {{"Hand1", 1}, {"Hand2", 2}, {"Hand3", 3}, {"Hand4", 4}, {"Hand5", 5},
    {"Hand6", 6}, {"Hand7", 7}, {"Hand8", 8}, {"Start", 0}, {0}};

/* Hands of PER_COLOUR unknown tiles of each colour, and nothing on the table. */
static void deal_unknown(const struct stakz_rules *rules, struct stakz *position, unsigned per_colour)
{
    unsigned players = position->state.players;
    unsigned size = per_colour * rules->colours.count;
    position->pile = (uint8_t)(rules->tiles - players * size);
    for (unsigned i = 0; i < players; i++) {
        position->hands[i].size = (uint8_t)size;
        for (unsigned colour = 0; colour < rules->colours.count; colour++)
            position->hands[i].held[tile_of(colour, HIDDEN)] = (uint8_t)per_colour;
    }
    for (unsigned colour = 0; colour < rules->colours.count; colour++)
        position->spare[colour] = (int16_t)(rules->symbols * rules->copies - (int)(players * per_colour));
}

static void stakz_set_up(const void *any_rules, struct state *state)
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
    add_letters(rules, facts);
    text_printf(facts, ", and a symbol from 1 to %u, one space between tiles", rules->symbols);
    return false;
}

/* WORD of the hand VALUE is one too many of COLOUR.  Where the hand has too few of one other colour alone, that
   is said, too. */
static bool refuse_colour(
    const struct stakz_rules *rules, struct slice value, struct slice word, unsigned colour, struct fault *fault)
{
    struct text *facts = fault_begin(fault, &rule_table[HAND_COLOURS], byte_of(value, word));
    unsigned held[COLOURS] = {0};
    unsigned lacking = 0;
    unsigned count = 0;
    if (facts == NULL)
        return false;
    text_printf(facts, FACT(why, "%.*s is one %s tile too many; a hand at the start has %u of each colour"),
        (int)word.length, word.at, rules->colours.name[colour], rules->per_colour);
    while (slice_split(&value, ' ', &word)) {
        unsigned code = read_code(rules, word);
        if (code >= UNSEEN)
            return false;
        held[colour_of(code)]++;
    }
    for (colour = 0; colour < rules->colours.count; colour++)
        if (held[colour] < rules->per_colour) {
            lacking = colour;
            count++;
        }
    if (count == 1)
        text_printf(facts, ", but this one has only %u %s", held[lacking], rules->colours.name[lacking]);
    return false;
}

/* A tile is in sight more often than there are copies; of the unknown ones there are always enough left, since a set
   has so many of each colour. */
static bool refuse_sight(const struct stakz_rules *rules, const struct stakz *position, struct fault *fault)
{
    char tile[TILE_TEXT];
    unsigned code = 0;
    while (position->sight[code] <= rules->copies)
        code++;
    tile_text(rules, code, tile);
    return fault_raise(fault, &rule_table[TOO_MANY_COPIES], 0,
        FACT(step, "this deal") FACT(tile, "%s") FACT(copies, "%u") FACT(note, ""), tile, rules->copies);
}

/* The next word of *REST; false at the end. */
static bool stakz_next_word(struct slice *rest, struct slice *word)
{
    *rest = slice_trim(*rest);
    return rest->length > 0 && slice_split(rest, ' ', word);
}

static bool deal_hand(const struct stakz_rules *rules, struct stakz *position, struct stakz_hand *hand,
    struct slice value, struct fault *fault)
{
    unsigned written[COLOURS] = {0};
    struct slice rest = value;
    struct slice word;
    unsigned count = 0;
    bool many = false;
    for (; stakz_next_word(&rest, &word); count++) {
        unsigned code = read_code(rules, word);
        if (code == UNSEEN)
            continue;
        if (code >= STRANGE)
            return refuse_tile(rules, value, word, fault);
        unsigned colour = colour_of(code);
        if (written[colour]++ == rules->per_colour)
            return refuse_colour(rules, value, word, colour, fault);
        if (is_hidden(code))
            continue;
        hand->held[tile_of(colour, HIDDEN)]--;
        hand->held[code]++;
        many |= ++position->sight[code] > rules->copies;
    }
    if (count != hand->size && !slice_is(slice_trim(value), "?"))
        return fault_raise(fault, &rule_table[HAND_COLOURS], 0,
            FACT(why, "it has %u tile%s, but a hand at the start has %u of each of %u colours, which makes %u"), count,
            count == 1 ? "" : "s", rules->per_colour, rules->colours.count, hand->size);
    return !many || refuse_sight(rules, position, fault);
}

static bool deal_start(const struct stakz_rules *rules, struct stakz *position, struct slice value, struct fault *fault)
{
    static const char two[] = "the tag names two tiles, one for each stack";
    const struct rule *broken = &rule_table[START_COLOURS];
    struct slice rest = value;
    struct slice word;
    bool many = false;
    if (value.at == NULL)
        return fault_raise(fault, broken, 0, FACT(why, "it is missing; write, for example, [Start \"%c1 %c1\"]"),
            rules->colours.letter[0], rules->colours.letter[1]);
    while (stakz_next_word(&rest, &word)) {
        unsigned code = read_code(rules, word);
        if (code >= STRANGE)
            return refuse_tile(rules, value, word, fault);
        if (!is_known(code) || position->stacks == 2)
            return fault_raise(fault, broken, byte_of(value, word), FACT(why, "%s"),
                !is_known(code) ? "both tiles lie face up, so neither can be '?'" : two);
        stakz_lay(position, position->stacks++, code);
        many |= ++position->sight[code] > rules->copies;
        position->spare[colour_of(code)]--;
        position->pile--;
    }
    if (position->stacks < 2)
        return fault_raise(fault, broken, 0, FACT(why, "%s"), two);
    unsigned colour = colour_of(position->slots[0].code);
    if (colour == colour_of(position->slots[1].code))
        return fault_raise(
            fault, broken, 0, FACT(why, "both are %s, but they must be of two colours"), rules->colours.name[colour]);
    return !many || refuse_sight(rules, position, fault);
}

static bool stakz_deal(const void *rules, struct state *state, unsigned n, struct slice value, struct fault *fault)
{
    struct stakz *position = (struct stakz *)state;
    if (tags[n].seat == 0)
        return deal_start(rules, position, value, fault);
    return value.at == NULL || deal_hand(rules, position, &position->hands[tags[n].seat - 1], value, fault);
}

/* The tile at PLACE of all of a colour, shuffled. */
static unsigned shuffled_tile(const struct stakz_rules *rules, uint64_t seed, unsigned colour, unsigned place)
{
    unsigned count = rules->symbols * rules->copies;
    uint8_t pile[UINT8_MAX];
    for (unsigned i = 0; i < count; i++)
        pile[i] = (uint8_t)tile_of(colour, i % rules->symbols + 1);
    for (unsigned i = 0; i <= place; i++) {
        unsigned other = i + (unsigned)(hash_number(seed, colour << 8 | i) % (count - i));
        uint8_t tile = pile[i];
        pile[i] = pile[other];
        pile[other] = tile;
    }
    return pile[place];
}

static void add_shuffled(
    const struct stakz_rules *rules, uint64_t seed, unsigned colour, unsigned place, struct text *text)
{
    char tile[TILE_TEXT];
    tile_text(rules, shuffled_tile(rules, seed, colour, place), tile);
    text_printf(text, "%s%s", text->length > 0 ? " " : "", tile);
}

/* The first tiles of each colour are the hands', the next ones of two colours those on the table. */
static void stakz_deal_randomly(const void *any_rules, unsigned players, unsigned n, uint64_t seed, struct text *text)
{
    const struct stakz_rules *rules = any_rules;
    unsigned colours = rules->colours.count;
    unsigned dealt = players * rules->per_colour;
    seed = hash_mix(seed + 1);
    for (unsigned i = 0; tags[n].seat > 0 && i < colours * rules->per_colour; i++)
        add_shuffled(
            rules, seed, i / rules->per_colour, (tags[n].seat - 1u) * rules->per_colour + i % rules->per_colour, text);
    if (tags[n].seat > 0 || dealt >= rules->symbols * rules->copies)
        return;
    unsigned first = (unsigned)(hash_mix(seed) % colours);
    unsigned second = (first + 1 + (unsigned)(hash_mix(seed + 1) % (colours - 1))) % colours;
    add_shuffled(rules, seed, first, dealt, text);
    add_shuffled(rules, seed, second, dealt, text);
}

/* Positions. */

/* A tile for all to see. */
static bool read_seen(struct position_reader *reader, struct slice word, unsigned *code)
{
    const struct stakz_rules *rules = reader->rules;
    struct stakz *position = (struct stakz *)reader->state;
    *code = read_code(rules, word);
    if (!is_known(*code))
        return refuse_field(reader, word, "not a tile, which is a colour and a symbol, such as R4");
    if (position->sight[*code] == rules->copies)
        return refuse_field(reader, word, "the set has only %u of this tile", rules->copies);
    position->sight[*code]++;
    position->spare[colour_of(*code)]--;
    return true;
}

static bool read_stacks(struct position_reader *reader, struct slice text)
{
    const struct stakz_rules *rules = reader->rules;
    struct stakz *position = (struct stakz *)reader->state;
    struct slice stack;
    deal_unknown(rules, position, 0);
    for (; slice_split(&text, ';', &stack); position->stacks++) {
        struct slice rest = stack;
        struct slice word;
        uint32_t number = 0;
        slice_split(&rest, '=', &word);
        if (!slice_number(word, TILES, &number) || number != position->stacks + 1u || rest.length == 0)
            return refuse_field(
                reader, stack, "stacks are numbered from 1 on, with their tiles from the bottom up, '1=R2.G2;2=G4'");
        while (slice_split(&rest, '.', &word)) {
            unsigned code;
            if (!read_seen(reader, word, &code))
                return false;
            stakz_lay(position, position->stacks, code);
            if (position->slots[position->stacks].of[colour_of(code)] > rules->max_per_colour)
                return refuse_field(
                    reader, word, "a stack holds at most %u tiles of one colour", rules->max_per_colour);
        }
    }
    return true;
}

static void write_stacks(const void *rules, const struct state *state, struct text *text)
{
    const struct stakz *position = (const struct stakz *)state;
    uint8_t codes[TILES];
    for (unsigned stack = 0; stack < position->stacks; stack++) {
        unsigned count = stack_tiles(position, stack, codes);
        char *at = text_room(text, 1 + NUMBER_ROOM + count * (1 + TILE_TEXT));
        if (at == NULL)
            return;
        if (stack > 0)
            *at++ = ';';
        at = number_write(at, stack + 1);
        for (unsigned tile = 0; tile < count; tile++) {
            *at++ = tile > 0 ? '.' : '=';
            at = tile_text(rules, codes[tile], at);
        }
        text_took(text, at);
    }
}

/* That there are the two stacks of the start, and none that was to be split. */
static bool check_stacks(struct position_reader *reader)
{
    const struct stakz_rules *rules = reader->rules;
    const struct stakz *position = (struct stakz *)reader->state;
    bool halves_show_less = rules->max_per_colour * (rules->split_at - 1) + 1 < 2 * rules->split_at;
    unsigned second = stack_height(position, 0); /* its tile at the bottom */
    if (position->stacks < 2)
        return refuse_whole(reader, "there are at least two stacks");
    if (colour_of(position->slots[0].code) == colour_of(position->slots[second].code))
        return refuse_whole(reader, "stacks 1 and 2 begin with tiles of two colours");
    for (unsigned i = 0; i < position->stacks && halves_show_less; i++)
        if (position->slots[i].shown >= rules->split_at)
            return refuse_whole(reader, "a stack has as many colours as split it");
    return true;
}

static bool stakz_read_hand(struct position_reader *reader, unsigned seat, struct slice hand)
{
    const struct stakz_rules *rules = reader->rules;
    struct stakz *position = (struct stakz *)reader->state;
    struct stakz_hand *own = &position->hands[seat];
    struct slice word;
    while (!slice_is(hand, "-") && slice_split(&hand, '.', &word)) {
        unsigned code = read_code(rules, word);
        if (++own->size > rules->tiles - position->laid)
            return refuse_field(reader, word, "the position has more tiles than the set, which has %u", rules->tiles);
        if (code != UNSEEN && !is_hidden(code) && !read_seen(reader, word, &code))
            return false;
        own->held[code]++;
        if (is_hidden(code)) {
            if (own->held[code] > rules->per_colour)
                own->hued[colour_of(code)]++;
            position->spare[colour_of(code)]--;
        }
    }
    return true;
}

static bool stakz_read_hands(struct position_reader *reader, struct slice text)
{
    return check_stacks(reader) && hands_read(reader, text, stakz_read_hand);
}

static void stakz_write_hand(const void *rules, const struct state *state, unsigned seat, struct text *text)
{
    add_hand(rules, &((const struct stakz *)state)->hands[seat], '.', text);
}

static void stakz_write_hands(const void *rules, const struct state *state, struct text *text)
{
    hands_write(rules, state, stakz_write_hand, text);
}

static const struct position_field fields[] = {
    {read_stacks, write_stacks, .wanted = "it begins with the stacks, '1=R2.G2;2=G4'"},
    {stakz_read_hands, stakz_write_hands, .wanted = "after the stacks come the hands, with '/' between"},
    BYTE_FIELD(stakz, pile, 0, TILES, "after the hands comes the number of tiles in the pile"),
    {.read = read_number_field,
        KEY_INTO(stakz, passes),
        .wanted = "after the pile comes the number of passes in a row",
        .counts = true},
    SEAT_FIELD("after the passes comes the seat to move"),
    TURN_NUMBER_FIELD,
    {0},
};

/* How many tiles were drawn after the deal, at most. */
static unsigned drawn_tiles(const struct stakz_rules *rules, const struct stakz *position)
{
    const unsigned dealt = (unsigned)position->state.players * rules->per_colour * rules->colours.count;
    const unsigned others = position->pile + 2u + dealt;
    return rules->tiles > others ? rules->tiles - others : 0;
}

/* That the hands hold no more unknown tiles of a colour than were dealt to them, but for as many as were
   drawn. */
static bool check_hued(struct position_reader *reader, struct slice hands)
{
    const struct stakz_rules *rules = reader->rules;
    unsigned left = drawn_tiles(rules, (struct stakz *)reader->state);
    const bool drawn = left > 0;
    struct slice hand;
    struct slice word;
    while (slice_split(&hands, '/', &hand)) {
        unsigned held[COLOURS] = {0};
        while (slice_split(&hand, '.', &word)) {
            unsigned code = read_code(rules, word);
            if (is_hidden(code) && ++held[colour_of(code)] > rules->per_colour && left-- == 0)
                return refuse_field(reader, word, "a hand has at most %u tiles of one colour from the deal%s",
                    rules->per_colour, drawn ? ", and too few were drawn since" : "");
        }
    }
    return true;
}

/* That the fields add up, and play has not gone on after the end. */
static bool stakz_validate(struct position_reader *reader)
{
    const struct stakz_rules *rules = reader->rules;
    const struct stakz *position = (struct stakz *)reader->state;
    unsigned seats = reader->state->players;
    unsigned before = reader->state->seat == 1 ? seats : reader->state->seat - 1u;
    unsigned tiles = position->laid + position->pile;
    struct slice rest = slice_trim(reader->whole);
    struct slice hands;
    slice_split(&rest, ' ', &hands);
    slice_split(&rest, ' ', &hands);
    if (!check_hued(reader, hands))
        return false;
    for (unsigned i = 0; i < seats; i++) {
        tiles += position->hands[i].size;
        if (position->hands[i].size == 0 && i + 1 != before)
            return refuse_field(reader, hands, "only the player who moved last can have an empty hand");
    }
    if (tiles != rules->tiles)
        return refuse_whole(reader, "the position has %u tiles in all, the set %u", tiles, rules->tiles);
    for (unsigned colour = 0; colour < rules->colours.count; colour++)
        if (position->spare[colour] < 0)
            return refuse_field(reader, hands, "there are too few tiles of one colour for the hands");
    return position->passes == 0 || position->pile == 0 ||
        refuse_whole(reader, "passing is not possible while the pile holds tiles");
}

/* What SEAT knows: of the tiles of others the colours, which are on their backs.  Of hidden ones as many count as dealt
   as a hand was dealt, as in a position that is read; of more than that and what was drawn, which only a study has,
   the colour is not shown. */
static void stakz_hide(const void *any_rules, struct state *state, unsigned seat)
{
    const struct stakz_rules *rules = any_rules;
    struct stakz *position = (struct stakz *)state;
    unsigned left = drawn_tiles(rules, position);
    for (unsigned colour = 0; colour < rules->colours.count; colour++)
        left -= position->hands[seat - 1].hued[colour];
    for (unsigned i = 0; i < state->players; i++) {
        struct stakz_hand *hand = &position->hands[i];
        if (i + 1 == seat)
            continue;
        for (unsigned colour = 0; colour < rules->colours.count; colour++) {
            unsigned hidden = hand->held[tile_of(colour, HIDDEN)];
            for (unsigned code = tile_of(colour, 1); code < tile_of(colour, HIDDEN); code++) {
                position->sight[code] = (uint8_t)(position->sight[code] - hand->held[code]);
                hidden += hand->held[code];
                hand->held[code] = 0;
            }
            const unsigned more = hidden > rules->per_colour ? hidden - rules->per_colour : 0;
            const unsigned hued = more < left ? more : left;
            left -= hued;
            hand->hued[colour] = (uint8_t)hued;
            hand->held[tile_of(colour, HIDDEN)] = (uint8_t)(hidden - more + hued);
            hand->held[UNSEEN] = (uint8_t)(hand->held[UNSEEN] + more - hued);
            position->spare[colour] = (int16_t)(position->spare[colour] + (int)(more - hued));
        }
    }
}

/* Turns.  A step's cell is the code of its tile, its count the stack. */

static bool is_draw(const struct step *step)
{
    return step->mark == '+';
}

static bool stakz_resolve(const void *rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    (void)fault;
    turn->shape = written->shape;
    turn->count = written->count < TURN_STEPS ? written->count : TURN_STEPS;
    for (unsigned i = 0; i < turn->count; i++) {
        const struct part *part = &written->parts[i];
        unsigned code = part->tile.letter == 0 ? UNSEEN : code_of(rules, part->tile.letter, part->tile.number);
        turn->steps[i] = (struct step){part->count, (uint16_t)code, part->mark};
    }
    return true;
}

/* "R4>2", "R4>2/" or "+R4" */
static void stakz_add_step(const struct stakz_rules *rules, const struct step *step, struct text *text)
{
    char *at = text_room(text, 1 + TILE_TEXT + 1 + NUMBER_ROOM + 1);
    if (at == NULL)
        return;
    if (is_draw(step))
        *at++ = '+';
    at = tile_text(rules, step->cell, at);
    if (!is_draw(step)) {
        *at++ = '>';
        at = number_write(at, step->count);
        *at = step->mark;
        at += step->mark != 0;
    }
    text_took(text, at);
}

/* The code of the tile in HAND that a play takes: known, else hidden of its colour, else unseen; else hidden of another
   colour, which cannot be, or STRANGE, of nothing.  Nobody can foresee which, so there are no branches for the usual
   ones. */
static inline unsigned stakz_source_of(const struct stakz_hand *hand, unsigned code)
{
    const unsigned hidden = tile_of(colour_of(code), HIDDEN);
    unsigned source = hand->held[UNSEEN] > 0 ? UNSEEN : STRANGE;
    source = hand->held[hidden] > 0 ? hidden : source;
    source = hand->held[code] > 0 ? code : source;
    for (unsigned colour = 0; colour < COLOURS && source == STRANGE; colour++)
        if (hand->held[tile_of(colour, HIDDEN)] > 0)
            source = tile_of(colour, HIDDEN);
    return source;
}

/* Whether a tile of SOURCE, in a hand or on the pile, can come to light as CODE: there are copies of it left, and the
   unknown tiles can still be something. */
static inline int judge_sight(
    const struct stakz_rules *rules, const struct stakz *position, unsigned code, unsigned source)
{
    const unsigned colour = colour_of(code);
    const bool known = source == code;
    if (!known & (position->sight[code] >= rules->copies))
        return TOO_MANY_COPIES;
    return known | (source == tile_of(colour, HIDDEN)) | ((source == UNSEEN) & (position->spare[colour] > 0))
        ? LEGAL
        : NO_CONSISTENT_HAND;
}

/* How many colours the stack of a play then shows. */
static unsigned will_show(const struct stakz *position, const struct step *step)
{
    const struct stakz_slot *stack = &position->slots[step->count - 1];
    return stack->shown + (stack->of[colour_of(step->cell)] == 0 ? 1u : 0u);
}

static bool will_split(const struct stakz_rules *rules, const struct stakz *position, const struct step *step)
{
    return !is_draw(step) && will_show(position, step) >= rules->split_at;
}

static int judge_draw(const struct stakz_rules *rules, const struct stakz *position, unsigned code)
{
    if (position->pile == 0)
        return PILE_EMPTY;
    if (code >= STRANGE)
        return NO_TILE;
    return code == UNSEEN ? LEGAL : judge_sight(rules, position, code, UNSEEN);
}

static inline int judge_step(const struct stakz_rules *rules, const struct stakz *position, const struct step *step)
{
    const struct stakz_hand *hand = &position->hands[position->state.seat - 1];
    unsigned code = step->cell;
    unsigned stack = step->count - 1;
    if (hand->size == 0)
        return WENT_OUT;
    if (is_draw(step))
        return judge_draw(rules, position, code);
    if (!is_known(code))
        return NO_TILE;
    unsigned colour = colour_of(code);
    unsigned source = stakz_source_of(hand, code);
    if (source == STRANGE)
        return NOT_IN_HAND;
    if (stack >= position->stacks)
        return NO_STACK;
    unsigned top = top_of(position, stack);
    const int other = colour_of(top) != colour; /* as numbers, and so without branches, which are guessed badly here */
    const int unlike = symbol_of(top) != symbol_of(code);
    const int plain = position->bonus[0] != step->count;
    if ((other & unlike & plain & (int)(position->bonus[1] != step->count)) != 0)
        return NO_MATCH;
    if (position->slots[stack].of[colour] >= rules->max_per_colour)
        return COLOUR_LIMIT;
    return judge_sight(rules, position, code, source);
}

KIT_INLINE int stakz_judge(
    const void *rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct stakz *position = (const struct stakz *)state;
    if (turn->shape == TURN_PASS) {
        finding->part = FAULT_WHOLE;
        return position->pile > 0 ? MUST_DRAW : LEGAL;
    }
    const struct step *played = &turn->steps[step];
    int broken = judge_step(rules, position, played);
    if (broken != LEGAL || is_draw(played))
        return broken;
    bool splits = will_split(rules, position, played);
    if (played->mark == '/' && !splits)
        return COMMON + COMMON_MARK_WRONG;
    if (step + 1 == turn->count && position->hands[state->seat - 1].size > 1 && position->pile > 0)
        return MUST_DRAW;
    if (played->mark == 0 && splits)
        finding->note = COMMON + COMMON_MARK_MISSING;
    return LEGAL;
}

/* Tiles that are there, or may be, go where the turn says, matching or not; a draw that cannot be what is written is
   one of a tile unseen. */
KIT_INLINE void stakz_make(const void *any_rules, struct state *state, const struct turn *turn, unsigned step)
{
    const struct stakz_rules *rules = any_rules;
    struct stakz *position = (struct stakz *)state;
    struct stakz_hand *hand = &position->hands[state->seat - 1];
    bool passes = turn->shape == TURN_PASS;
    position->passes = passes && position->pile == 0 ? (uint8_t)(position->passes + 1) : 0;
    if (passes || hand->size == 0)
        return;
    unsigned code = turn->steps[step].cell;
    unsigned number = turn->steps[step].count;
    if (is_draw(&turn->steps[step])) {
        if (position->pile == 0)
            return;
        if (judge_draw(rules, position, code) != LEGAL)
            code = UNSEEN;
        position->pile--;
        hand->size++;
        hand->held[code]++;
        if (code == UNSEEN)
            return;
        position->spare[colour_of(code)]--;
        if (is_known(code))
            position->sight[code]++;
        else
            hand->hued[colour_of(code)]++;
        return;
    }
    unsigned source = is_known(code) && number - 1 < position->stacks ? stakz_source_of(hand, code) : STRANGE;
    if (source == STRANGE || judge_sight(rules, position, code, source) != LEGAL)
        return;
    bool splits = will_split(rules, position, &turn->steps[step]);
    bool first = position->bonus[0] == number;
    bool second = position->bonus[1] == number;
    bool renews = splits && rules->free_plays;
    hand->size--;
    hand->held[source]--;
    const unsigned colour = colour_of(code);
    const bool drawn = (source == tile_of(colour, HIDDEN)) & (hand->hued[colour] > hand->held[source]);
    position->sight[code] = (uint8_t)(position->sight[code] + (source != code));
    position->spare[colour] = (int16_t)(position->spare[colour] - (source == UNSEEN));
    hand->hued[colour] = (uint8_t)(hand->hued[colour] - drawn);
    stakz_lay(position, number - 1, code);
    if (splits)
        split_stack(position, number - 1);
    position->bonus[0] = renews ? (uint8_t)number : second && !splits ? position->bonus[0] : 0;
    position->bonus[1] = renews ? position->stacks : first && !splits ? position->bonus[1] : 0;
}

static void stakz_end_turn(const void *rules, struct state *state)
{
    struct stakz *position = (struct stakz *)state;
    (void)rules;
    position->bonus[0] = position->bonus[1] = 0;
    kit_next_seat(state);
}

KIT_PLAY(stakz)

/* Facts. */

static const struct stakz *position_of(const struct violation *violation)
{
    return (const struct stakz *)violation->state;
}

static const struct stakz_rules *stakz_rules_of(const struct violation *violation)
{
    return violation->rules;
}

static const struct step *stakz_step_of(const struct violation *violation)
{
    return &violation->turn->steps[violation->step];
}

/* That of a tile of the set, or of one of which only that is known. */
static unsigned violation_colour(const struct violation *violation)
{
    return colour_of(stakz_step_of(violation)->cell);
}

static void stakz_fact_step(const struct violation *violation, struct text *text)
{
    if (violation->turn->shape == TURN_PASS)
        text_add_string(text, "pass");
    else
        stakz_add_step(violation->rules, stakz_step_of(violation), text);
}

static void fact_tile(const struct violation *violation, struct text *text)
{
    add_tile(violation->rules, stakz_step_of(violation)->cell, text);
}

static void fact_colour(const struct violation *violation, struct text *text)
{
    text_add_string(text, stakz_rules_of(violation)->colours.name[violation_colour(violation)]);
}

static void fact_stack(const struct violation *violation, struct text *text)
{
    text_add_number(text, stakz_step_of(violation)->count);
}

static void fact_top(const struct violation *violation, struct text *text)
{
    add_tile(violation->rules, top_of(position_of(violation), stakz_step_of(violation)->count - 1), text);
}

static void fact_held(const struct violation *violation, struct text *text)
{
    text_add_number(
        text, position_of(violation)->slots[stakz_step_of(violation)->count - 1].of[violation_colour(violation)]);
}

static void stakz_fact_hand(const struct violation *violation, struct text *text)
{
    add_hand(violation->rules, &position_of(violation)->hands[violation->state->seat - 1], ' ', text);
}

static void stakz_fact_note(const struct violation *violation, struct text *text)
{
    text_add_string(
        text, violation->rule == TOO_MANY_COPIES ? ", and all of them have been dealt, drawn or played" : "");
}

static void stakz_fact_what(const struct violation *violation, struct text *text)
{
    text_printf(text, "splits stack %u", stakz_step_of(violation)->count);
}

static void fact_advice(const struct violation *violation, struct text *text)
{
    text_printf(text, "write the drawn tile at the end of the turn, '+%c1', or '+?' if nobody saw it",
        stakz_rules_of(violation)->colours.letter[0]);
}

/* Why the unknown tiles cannot be what they are to be. */
static void add_no_deal(const struct violation *violation, struct text *text)
{
    const struct stakz_rules *rules = violation->rules;
    const struct stakz *position = position_of(violation);
    unsigned colour = violation_colour(violation);
    const char *name = rules->colours.name[colour];
    int count = position->spare[colour]; /* tiles of the colour that are not in sight */
    bool drawn = false;
    if (!is_draw(stakz_step_of(violation)) && position->hands[violation->state->seat - 1].held[UNSEEN] == 0) {
        text_printf(text, "a hand is dealt %u %s tile%s, and all of these are known", rules->per_colour, name,
            rules->per_colour == 1 ? "" : "s");
        return;
    }
    for (unsigned i = 0; i < position->state.players; i++) {
        drawn |= position->hands[i].hued[colour] > 0;
        count += position->hands[i].held[tile_of(colour, HIDDEN)];
    }
    if (drawn)
        text_printf(text, "the %d unseen %s %s all in hands", count, name, count == 1 ? "tile is" : "tiles are");
    else
        text_printf(
            text, "the %d unseen %s %s all dealt to hands", count, name, count == 1 ? "tile was" : "tiles were");
}

static void stakz_fact_why(const struct violation *violation, struct text *text)
{
    const struct stakz_rules *rules = violation->rules;
    const struct stakz *position = position_of(violation);
    const struct step *step = stakz_step_of(violation);
    switch (violation->rule) {
    case NO_TILE:
        if (colour_of_letter(&rules->colours, (step->cell - 0u - STRANGE) / NUMBERS) < COLOURS) {
            text_printf(text, "the symbols are 1 to %u", rules->symbols);
        } else {
            text_add_string(text, "the colours are");
            add_letters(rules, text);
        }
        break;
    case NO_STACK:
        text_printf(
            text, position->stacks == 0 ? "there is none" : "the stacks are numbered 1 to %u", position->stacks);
        break;
    case NO_CONSISTENT_HAND:
        add_no_deal(violation, text);
        break;
    default:
        text_printf(text, "stack %u then has %u of the %u colours that split it", step->count,
            will_show(position, step), rules->split_at);
    }
}

static const struct fact facts[] = {{"step", stakz_fact_step}, {"player", kit_fact_player}, {"tile", fact_tile},
    {"colour", fact_colour}, {"stack", fact_stack}, {"top", fact_top}, {"held", fact_held},
    {"limit", KEY_INTO(stakz_rules, max_per_colour)}, {"copies", KEY_INTO(stakz_rules, copies)},
    {"hand", stakz_fact_hand}, {"pile", KEY_INTO(stakz, pile), .of_state = true}, {"why", stakz_fact_why},
    {"note", stakz_fact_note}, {"what", stakz_fact_what}, {"mark", .word = "/"}, {"advice", fact_advice}, {0}};

/* Legal steps, one after the other. */

static bool stakz_offer(const struct stakz_rules *rules, const struct stakz *position, struct turn *turn,
    struct step step, turn_visitor *visit, void *context)
{
    if (judge_step(rules, position, &step) != LEGAL)
        return true;
    if (will_split(rules, position, &step))
        step.mark = '/';
    turn->steps[turn->count - 1] = step;
    return visit(context, turn);
}

static bool stakz_extend(
    const void *any_rules, const struct state *state, const struct turn *begun, turn_visitor *visit, void *context)
{
    const struct stakz_rules *rules = any_rules;
    uint64_t room[STAKZ_WORDS];
    struct state *copy = memcpy(room, state, rules->game.state_size);
    const struct stakz *position = (const struct stakz *)copy;
    const struct turn passed = {.shape = TURN_PASS};
    struct turn turn = {.shape = TURN_TILES, .count = begun->count + 1};
    if (begun->shape == TURN_PASS || begun->count == TURN_STEPS ||
        (begun->count > 0 && is_draw(&begun->steps[begun->count - 1])))
        return true;
    for (unsigned i = 0; i < begun->count; i++) {
        stakz_make(rules, copy, begun, i);
        turn.steps[i] = begun->steps[i];
    }
    for (unsigned code = 0; code < UNSEEN; code++)
        for (unsigned stack = 1; is_of_set(rules, code) && stack <= position->stacks; stack++)
            if (!stakz_offer(rules, position, &turn, (struct step){stack, (uint16_t)code, 0}, visit, context))
                return false;
    for (unsigned code = 0; code < UNSEEN; code++)
        if (is_of_set(rules, code) &&
            !stakz_offer(rules, position, &turn, (struct step){0, (uint16_t)code, '+'}, visit, context))
            return false;
    for (unsigned code = 0; code < CODES; code++)
        if (!is_known(code) &&
            !stakz_offer(rules, position, &turn, (struct step){0, (uint16_t)code, '+'}, visit, context))
            return false;
    return begun->count > 0 || position->pile > 0 || position->hands[state->seat - 1].size == 0 ||
        visit(context, &passed);
}

static void stakz_write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct stakz_rules *rules = any_rules;
    uint64_t room[STAKZ_WORDS];
    const struct stakz *position = memcpy(room, state, rules->game.state_size);
    if (turn->shape == TURN_PASS)
        text_add_string(text, "pass");
    for (unsigned i = 0; i < turn->count; i++) {
        struct step step = turn->steps[i];
        if (i > 0) {
            text_add_char(text, ',');
            stakz_make(rules, (struct state *)room, turn, i - 1);
        }
        bool there = is_known(step.cell) && step.count - 1 < position->stacks;
        step.mark = is_draw(&step) ? '+' : there && will_split(rules, position, &step) ? '/' : 0;
        stakz_add_step(rules, &step, text);
    }
}

/* Points: the tiles left in each hand. */

/* Nobody has an empty hand but who moved last. */
static void stakz_ending(const void *rules, const struct state *state, struct ending *ending)
{
    const struct stakz *position = (const struct stakz *)state;
    (void)rules;
    if (position->passes >= state->players)
        *ending = (struct ending){.over = true, .reason = "stalled", .nobody = true};
    if (position->hands[state->seat == 1 ? state->players - 1 : state->seat - 2].size == 0)
        *ending = (struct ending){.over = true, .reason = "went-out"};
}

static void stakz_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct stakz_rules *rules = any_rules;
    for (unsigned seat = 1; seat <= state->players; seat++) {
        const struct stakz_hand *hand = &((const struct stakz *)state)->hands[seat - 1];
        for (unsigned code = 0, left = hand->size; code < CODES && left > 0; code++) {
            unsigned count = hand->held[code];
            char tile[TILE_TEXT];
            if (count == 0)
                continue;
            left -= count;
            unsigned hued = is_hidden(code) ? hand->hued[colour_of(code)] : 0;
            tile_text(rules, code, tile);
            visit(context,
                &(struct score_item){.seat = (uint8_t)seat,
                    .times = 1,
                    .count = (int32_t)count,
                    .name = tile,
                    .why = is_known(code) ? NULL
                        : code == UNSEEN  ? "drawn unseen"
                        : hued == 0       ? "dealt, and not written down"
                        : hued == count   ? "drawn, and only its colour known"
                                          : "dealt or drawn, and not written down"});
        }
    }
}

/* Views. */

static struct view_piece stakz_look_of(const void *any_rules, unsigned code, struct arena *arena)
{
    const struct stakz_rules *rules = any_rules;
    struct view_piece piece = {.colour = code == UNSEEN ? NULL : rules->colours.name[colour_of(code)]};
    (void)arena;
    tile_text(rules, code, piece.text);
    return piece;
}

/* The tiles that nobody has seen, as a note, and for pictures as pieces of nobody's. */
static void show_unseen(
    const struct stakz_rules *rules, const struct stakz *position, struct arena *arena, struct view *view)
{
    uint8_t left[UNSEEN];
    struct text text;
    text_init(&text);
    text_add_string(&text, "not seen yet:");
    for (unsigned code = 0; code < UNSEEN; code++) {
        left[code] = is_of_set(rules, code) ? (uint8_t)(rules->copies - position->sight[code]) : 0;
        text_add_string(&text, left[code] > 0 ? " " : "");
        if (left[code] > 0)
            add_tile(rules, code, &text);
        if (left[code] > 1)
            text_printf(&text, "(%u)", left[code]);
    }
    view->notes[1] = text_kept(&text, arena);
    view->drawn_note = view->notes[0];
    text_release(&text);
    view->hands = arena_alloc(arena, sizeof *view->hands);
    view->hand_count = view->hands == NULL ? 0 : 1;
    if (view->hands != NULL)
        hand_show(rules, 0, "Not seen yet", &(struct hand){left, NULL, UNSEEN}, stakz_look_of, arena, view->hands);
}

static bool stakz_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct stakz_rules *rules = any_rules;
    const struct stakz *position = (const struct stakz *)state;
    unsigned unknown = 0;
    struct text text;
    *view = (struct view){.seats = state->players, .list_count = (size_t)position->stacks + state->players};
    view->lists = arena_alloc(arena, view->list_count * sizeof *view->lists);
    if (arena->failed)
        return false;
    text_init(&text);
    for (unsigned i = 0; i < position->stacks; i++) {
        struct view_list *list = &view->lists[i];
        uint8_t codes[TILES];
        unsigned count = stack_tiles(position, i, codes);
        struct view_piece *pieces = arena_alloc(arena, count * sizeof *pieces);
        *list = (struct view_list){.stacked = true, .count = (uint16_t)count, .pieces = pieces};
        snprintf(list->name, sizeof list->name, "stack %u", i + 1);
        for (unsigned tile = 0; pieces != NULL && tile < count; tile++)
            pieces[tile] = stakz_look_of(rules, codes[tile], arena);
    }
    for (unsigned i = 0; i < state->players; i++) {
        const struct stakz_hand *hand = &position->hands[i];
        const struct hand held = {hand->held, NULL, CODES};
        hand_show(rules, i + 1, NULL, &held, stakz_look_of, arena, &view->lists[position->stacks + i]);
        unsigned hidden = 0;
        for (unsigned code = 0; code < CODES; code++)
            hidden += is_known(code) ? 0 : hand->held[code];
        unknown += hidden;
        text_printf(&text, "has %u tile%s left", hand->size, hand->size == 1 ? "" : "s");
        if (hidden > 0)
            text_printf(&text, ", %u not seen", hidden);
        view->seat_names[i] = player_name(i + 1);
        view->lines[i] = text_kept(&text, arena);
    }
    for (unsigned i = 0; view->lists != NULL && last != NULL && i < last->count; i++)
        if (last->steps[i].count - 1 < position->stacks) {
            struct view_list *list = &view->lists[last->steps[i].count - 1];
            list->marks |= VIEW_TO;
            list->laid = last->steps[i].mark == '/' ? 0 : (uint8_t)(list->laid + 1);
        }
    text_printf(&text, "the pile holds %u tile%s", position->pile, position->pile == 1 ? "" : "s");
    if (position->passes > 0)
        text_printf(&text, "; %u passes in a row", position->passes);
    view->notes[0] = text_kept(&text, arena);
    if (unknown > 0)
        show_unseen(rules, position, arena, view);
    text_release(&text);
    return !arena->failed;
}

const struct game stakz = {
    .ruleset = {"stakz", "stakz", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct stakz_rules),
    .state_size = sizeof(struct stakz),
    .fewest = 2,
    .most = 4,
    .check = stakz_check,
    .position = {.fields = fields,
        .set_up = stakz_set_up,
        .validate = stakz_validate,
        .tags = tags,
        .apply_tag = stakz_deal,
        .deal = stakz_deal_randomly,
        .hide = stakz_hide},
    .notation = {.shape = TURN_TILES,
        .example = "'R3>1,O3>2,+B4': tiles and their stacks, and the tile drawn",
        .resolve = stakz_resolve,
        .write = stakz_write,
        .sources = true,
        .literal = true,
        .unseen = UNSEEN},
    .judging = {.unit = UNIT_STEPS,
        .judge = stakz_judge,
        .make = stakz_make,
        .extend = stakz_extend,
        .end_turn = stakz_end_turn},
    .result = {.scoring = SCORE_LOWEST_WINS, .score = stakz_score, .ending = stakz_ending, .adjudicates = true},
    .display = {.gesture = "a tile and its stack, one after the other; again: a new stack",
        .view = stakz_view,
        .legend =
            "A stack reads from bottom, left, to top, right. ? is a tile that nobody wrote down, R? a tile of which "
            "only the colour is known."},
    .own = {.play = stakz_play},
};

/* What the parts of Stakz share: its rules and position as data, and the few
   operations on them that judging, dealing and writing are made of.

   A tile is a kind, colour * symbols + symbol, from 0.  Of the tiles of a hand some
   are known, and some are not: those dealt, whose colour is sure, since every hand
   begins with as many of each colour; and those drawn, of which nothing is sure.  A
   kind is in sight as often as it was dealt, drawn or played for all to read.  That
   the unknown tiles can be something at all needs but two numbers a colour: the
   copies out of sight, and the dealt tiles that must be among them. */
#ifndef CATASTA_GAMES_STAKZ_H
#define CATASTA_GAMES_STAKZ_H

#include "games/kit/parameters.h"

enum {
    COLOURS = MOST_COLOURS,
    SYMBOLS = 9,
    KINDS = COLOURS * SYMBOLS,
    TILES = 250,
    NO_KIND = 255,
    TILE_TEXT = 16,
};

struct rules {
    uint8_t symbols;
    uint8_t kinds;
    uint8_t copies;
    uint8_t per_colour; /* in a hand that is dealt */
    uint8_t max_per_colour;
    uint8_t split_at;
    bool must_match; /* also behind a split */
    bool players[SEATS + 1];
    uint16_t tiles; /* in all */
    uint32_t match_points;
    struct colours colours;
};

struct hand {
    uint8_t size;
    uint8_t drawn;          /* unknown tiles drawn */
    uint8_t dealt[COLOURS]; /* unknown tiles dealt */
    uint8_t hued[COLOURS];  /* unknown tiles drawn of which the colour was seen */
    uint8_t known[KINDS];
};

/* Tiles on the table are numbered as they came there; each knows the one below it. */
struct tile {
    uint8_t kind;
    uint8_t below;
};

struct stack {
    uint8_t top;
    uint8_t height;
    uint8_t shown; /* colours */
    uint8_t of[COLOURS];
};

struct position {
    struct state state;
    uint8_t pile;
    uint8_t passes; /* in a row */
    uint8_t stacks;
    uint8_t laid; /* tiles on the table */
    uint8_t sight[KINDS];
    int16_t unseen[COLOURS]; /* copies out of sight */
    int16_t owed[COLOURS];   /* of them unknown tiles whose colour is known */
    struct hand hands[SEATS];
    struct tile tiles[TILES];
    struct stack stack[];
};

/* Room for any position, in words. */
enum { POSITION_WORDS = (sizeof(struct position) + TILES * sizeof(struct stack)) / sizeof(uint64_t) + 1 };

static inline size_t position_size(const struct rules *rules)
{
    return sizeof(struct position) + rules->tiles * sizeof(struct stack);
}

static inline unsigned colour_of(const struct rules *rules, unsigned kind)
{
    return kind / rules->symbols;
}

static inline unsigned symbol_of(const struct rules *rules, unsigned kind)
{
    return kind % rules->symbols + 1;
}

/* The kind of the tile LETTER NUMBER, NO_KIND when there is none. */
static inline unsigned kind_of(const struct rules *rules, unsigned letter, unsigned number)
{
    if (number - 1 >= rules->symbols)
        return NO_KIND;
    for (unsigned colour = 0; colour < rules->colours.count; colour++)
        if ((unsigned char)rules->colours.letter[colour] == letter)
            return colour * rules->symbols + number - 1;
    return NO_KIND;
}

static inline struct hand *mover_of(struct position *position)
{
    return &position->hands[position->state.seat - 1];
}

/* Whether the unknown tiles of COLOUR can be what they must be, when MORE of its
   copies have come in sight. */
static inline bool leaves_enough(const struct position *position, unsigned colour, int more)
{
    return position->unseen[colour] - more >= position->owed[colour];
}

static inline void see(const struct rules *rules, struct position *position, unsigned kind)
{
    position->sight[kind]++;
    position->unseen[colour_of(rules, kind)]--;
}

/* Puts a tile on STACK, from 0, whatever lies there. */
static inline void lay(const struct rules *rules, struct position *position, unsigned stack, unsigned kind)
{
    struct stack *target = &position->stack[stack];
    unsigned colour = colour_of(rules, kind);
    position->tiles[position->laid] = (struct tile){(uint8_t)kind, target->top};
    target->top = position->laid++;
    target->height++;
    if (target->of[colour]++ == 0)
        target->shown++;
}

static inline unsigned top_of(const struct position *position, unsigned stack)
{
    return position->tiles[position->stack[stack].top].kind;
}

/* Steps of turns.  A step's cell is its tile as written, letter and number, or the letter
   alone and HIDDEN: that there is such a tile is a rule of the game.  Its count is the
   stack. */

enum { UNSEEN = 0, HIDDEN = 0x8000 };

static inline bool is_hidden(const struct step *step)
{
    return (step->cell & HIDDEN) != 0;
}

static inline unsigned step_letter(const struct step *step)
{
    return step->cell >> 8 & 127u;
}

static inline unsigned step_kind(const struct rules *rules, const struct step *step)
{
    return is_hidden(step) ? NO_KIND : kind_of(rules, step_letter(step), step->cell & 255);
}

/* The colour of the step's tile, COLOURS where there is none. */
static inline unsigned step_colour(const struct rules *rules, const struct step *step)
{
    unsigned kind = is_hidden(step) ? kind_of(rules, step_letter(step), 1) : step_kind(rules, step);
    return kind == NO_KIND ? COLOURS : colour_of(rules, kind);
}

static inline uint16_t tile_of(const struct rules *rules, unsigned kind)
{
    unsigned letter = (unsigned char)rules->colours.letter[colour_of(rules, kind)];
    return (uint16_t)(letter << 8 | symbol_of(rules, kind));
}

static inline uint16_t hidden_of(const struct rules *rules, unsigned colour)
{
    return (uint16_t)((unsigned char)rules->colours.letter[colour] << 8 | HIDDEN);
}

/* Which tile of the hand a play takes: one that is known, else an unknown one of its
   colour, dealt or drawn, else one that was drawn unseen. */
enum source { KNOWN, OF_COLOUR, DRAWN, OTHER_UNKNOWN, NOT_THERE };

static inline enum source source_of(const struct hand *hand, unsigned colour, unsigned kind)
{
    unsigned unknown = hand->drawn;
    if (hand->known[kind] > 0)
        return KNOWN;
    if (hand->dealt[colour] + hand->hued[colour] > 0)
        return OF_COLOUR;
    if (hand->drawn > 0)
        return DRAWN;
    for (unsigned i = 0; i < COLOURS; i++)
        unknown += hand->dealt[i] + hand->hued[i];
    return unknown > 0 ? OTHER_UNKNOWN : NOT_THERE;
}

/* A turn being played. */
struct playing {
    const struct rules *rules;
    struct position *position;
    struct hand *hand;
    unsigned bonus[2]; /* stacks, from 1, that the next plays may go on without a match; 0: none */
};

/* A play, and what it is judged by. */
struct attempt {
    unsigned kind; /* NO_KIND: no such tile */
    unsigned colour;
    unsigned stack; /* from 0 */
    enum source source;
    char mark;
};

static inline struct attempt attempt_play(const struct playing *playing, const struct step *step)
{
    struct attempt attempt = {.kind = step_kind(playing->rules, step), .stack = step->count - 1, .mark = step->mark};
    if (attempt.kind == NO_KIND)
        return attempt;
    attempt.colour = colour_of(playing->rules, attempt.kind);
    attempt.source = source_of(playing->hand, attempt.colour, attempt.kind);
    return attempt;
}

static inline bool has_bonus(const struct playing *playing, unsigned stack)
{
    return playing->bonus[0] == stack + 1 || playing->bonus[1] == stack + 1;
}

static inline bool matches(const struct rules *rules, unsigned a, unsigned b)
{
    return colour_of(rules, a) == colour_of(rules, b) || symbol_of(rules, a) == symbol_of(rules, b);
}

static inline bool will_split(const struct playing *playing, const struct attempt *attempt)
{
    const struct stack *stack = &playing->position->stack[attempt->stack];
    return stack->shown + (stack->of[attempt->colour] == 0) >= playing->rules->split_at;
}

/* Whether the unknown tiles can still be something when one of them is played. */
static inline bool leaves_something(const struct playing *playing, const struct attempt *attempt)
{
    return attempt->source != OTHER_UNKNOWN &&
        (attempt->source != DRAWN || leaves_enough(playing->position, attempt->colour, 1));
}

static inline struct playing playing_of(const struct rules *rules, struct position *position)
{
    return (struct playing){rules, position, mover_of(position), {0, 0}};
}

static inline void take(struct playing *playing, const struct attempt *attempt)
{
    struct hand *hand = playing->hand;
    hand->size--;
    if (attempt->source == KNOWN) {
        hand->known[attempt->kind]--;
        return;
    }
    see(playing->rules, playing->position, attempt->kind);
    if (attempt->source == DRAWN) {
        hand->drawn--;
    } else {
        uint8_t *from = hand->dealt[attempt->colour] > 0 ? hand->dealt : hand->hued;
        from[attempt->colour]--;
        playing->position->owed[attempt->colour]--;
    }
}

/* The top half of STACK, rounded down, becomes a new one. */
static inline void split(const struct rules *rules, struct position *position, unsigned number)
{
    struct stack *old = &position->stack[number];
    struct stack *new = &position->stack[position->stacks++];
    *new = (struct stack){.top = old->top, .height = old->height / 2};
    for (unsigned i = 0; i < new->height; i++) {
        unsigned colour = colour_of(rules, top_of(position, number));
        if (new->of[colour]++ == 0)
            new->shown++;
        if (--old->of[colour] == 0)
            old->shown--;
        old->top = position->tiles[old->top].below;
        old->height--;
    }
}

static inline void make_play(struct playing *playing, const struct attempt *attempt)
{
    struct position *position = playing->position;
    bool splits = will_split(playing, attempt);
    take(playing, attempt);
    lay(playing->rules, position, attempt->stack, attempt->kind);
    if (splits) {
        split(playing->rules, position, attempt->stack);
        playing->bonus[0] = playing->rules->must_match ? 0 : attempt->stack + 1;
        playing->bonus[1] = playing->rules->must_match ? 0 : position->stacks;
    } else if (has_bonus(playing, attempt->stack)) {
        playing->bonus[playing->bonus[1] == attempt->stack + 1] = 0;
    } else {
        playing->bonus[0] = playing->bonus[1] = 0;
    }
}

/* A tile of KIND, or where that is NO_KIND an unknown one, of COLOUR unless that is COLOURS. */
static inline void make_draw(struct playing *playing, unsigned kind, unsigned colour)
{
    playing->position->pile--;
    playing->hand->size++;
    if (kind == NO_KIND && colour < COLOURS) {
        playing->hand->hued[colour]++;
        playing->position->owed[colour]++;
        return;
    }
    if (kind == NO_KIND) {
        playing->hand->drawn++;
        return;
    }
    playing->hand->known[kind]++;
    see(playing->rules, playing->position, kind);
}

static inline bool is_draw(const struct step *step)
{
    return step->mark == '+';
}

/* What is judged: the first rule that a play or a draw breaks, of enum stakz_rule, or
   one of these. */
enum { MARK_WRONG = -2 };
int stakz_judge_play(const struct playing *playing, const struct attempt *attempt);
int stakz_judge_draw(const struct playing *playing, const struct step *step);

/* stakz_setup.c */
const void *stakz_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems);
bool stakz_allows_players(const void *rules, unsigned players);
void stakz_start(const void *rules, unsigned players, struct state *state);
bool stakz_deal(const void *rules, struct state *state, unsigned n, struct slice value, struct fault *fault);

/* stakz_search.c */
bool stakz_extend(
    const void *rules, const struct state *state, const struct turn *begun, turn_visitor *visit, void *context);
void stakz_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text);

/* stakz_text.c: texts, positions, views */
enum { STEP_TEXT = TILE_TEXT + 16 };
char *stakz_step_tile(const struct step *step, char text[STEP_TEXT]); /* "R4", "R?" or "?"; its end */
void stakz_step_text(const struct step *step, char text[STEP_TEXT]);
bool stakz_read_position(
    const void *rules, unsigned players, struct slice text, struct state *state, struct fault *fault);
void stakz_write_position(const void *rules, const struct state *state, struct text *text);
bool stakz_view(
    const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view);

/* The kind of the tile TEXT, and its *COLOUR; NO_KIND when it is none: for one of a
   known colour, "R?", that colour is given, else COLOURS. */
unsigned stakz_read_tile(const struct rules *rules, struct slice text, unsigned *colour);

/* "R4" */
void stakz_tile_text(const struct rules *rules, unsigned kind, char text[TILE_TEXT]);

/* Tells VISIT the tiles of HAND, in the order of colours, of each the known ones and then
   those of which only the colour is known, and how many of each. */
typedef void tiles_visitor(void *context, const char *tile, unsigned count);
void stakz_visit_hand(const struct rules *rules, const struct hand *hand, tiles_visitor *visit, void *context);

/* The tiles of HAND with single spaces, or SEPARATOR, between: known ones, "C?" for
   unknown ones of a known colour, "?" for others. */
void stakz_hand_text(const struct rules *rules, const struct hand *hand, char separator, struct text *text);

extern const struct setup_tag stakz_tags[];

#endif

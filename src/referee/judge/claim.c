#include "referee/judge/claim.h"

#include "games/sides.h"

static bool read_points(struct slice *rest, int32_t *halves)
{
    bool negative = rest->length > 1 && rest->at[0] == '(' && rest->at[1] == '-';
    size_t at = negative ? 2 : 0;
    size_t first = at;
    int32_t points = 0;
    for (; at < rest->length && rest->at[at] >= '0' && rest->at[at] <= '9' && at - first < 7; at++)
        points = points * 10 + (rest->at[at] - '0');
    if (at == first || (negative && (at == rest->length || rest->at[at++] != ')')))
        return false;
    *halves = negative ? -2 * points : 2 * points;
    *rest = (struct slice){rest->at + at, rest->length - at};
    return true;
}

static bool take_char(struct slice *rest, char c)
{
    if (rest->length == 0 || rest->at[0] != c)
        return false;
    *rest = (struct slice){rest->at + 1, rest->length - 1};
    return true;
}

static bool read_figures(struct slice text, struct claim *claim)
{
    bool alone = take_char(&text, '=');
    claim->reason = "claimed";
    do {
        if (claim->seats == SEATS || !read_points(&text, &claim->halves[claim->seats++]))
            return false;
    } while (take_char(&text, '-'));
    return text.length == 0 && alone == (claim->seats == 1);
}

/* The next word of *REST, without the blanks and the full stop behind it. */
static struct slice take_word(struct slice *rest)
{
    struct slice trimmed = slice_trim(*rest);
    size_t length = 0;
    while (
        length < trimmed.length && trimmed.at[length] != ' ' && trimmed.at[length] != '\t' && trimmed.at[length] != '.')
        length++;
    *rest = (struct slice){trimmed.at + length, trimmed.length - length};
    return (struct slice){trimmed.at, length};
}

static unsigned seat_of(struct slice player, bool black_first)
{
    if (slice_is(player, black_first ? "Black" : "White") || slice_is(player, "Player1"))
        return 1;
    return slice_is(player, black_first ? "White" : "Black") || slice_is(player, "Player2") ? 2 : 0;
}

static bool ends(struct slice rest)
{
    rest = slice_trim(rest);
    return rest.length == 0 || slice_is(rest, ".");
}

static bool claim_winner(struct claim *claim, unsigned winner, const char *reason)
{
    claim->seats = 2;
    claim->halves[winner - 1] = 2;
    claim->reason = reason;
    claim->figures = slice_of(winner == 1 ? "1-0" : "0-1");
    return true;
}

static bool read_draw(struct claim *claim, const char *reason)
{
    claim->seats = 2;
    claim->halves[0] = claim->halves[1] = 1;
    claim->reason = reason;
    claim->figures = slice_of("1/2-1/2");
    return true;
}

static bool read_words(struct slice text, bool black_first, struct claim *claim)
{
    struct slice player = take_word(&text);
    struct slice verb = take_word(&text);
    unsigned seat = seat_of(player, black_first);
    if (slice_is(player, "Draw") && slice_is(verb, "agreed") && ends(text))
        return read_draw(claim, "agreed");
    if (seat == 0)
        return false;
    if (slice_is(verb, "concedes") || slice_is(verb, "resigns"))
        return ends(text) && claim_winner(claim, 3 - seat, "resigned");
    if (!slice_is(verb, "wins"))
        return false;
    if (ends(text))
        return claim_winner(claim, seat, "claimed");
    return slice_is(take_word(&text), "on") && slice_is(take_word(&text), "time") && ends(text) &&
        claim_winner(claim, seat, "time");
}

bool claim_read(struct slice text, bool black_first, struct claim *claim)
{
    *claim = (struct claim){.written = true, .figures = text};
    if (slice_is(text, "*"))
        return claim->open = true;
    if (slice_is(text, "1/2-1/2"))
        return read_draw(claim, "claimed");
    if (read_figures(text, claim))
        return true;
    *claim = (struct claim){.written = true, .words = true};
    if (read_words(text, black_first, claim))
        return true;
    *claim = (struct claim){0};
    return false;
}

struct claim claim_resigned(unsigned seat)
{
    struct claim claim = {.written = true, .words = true};
    claim_winner(&claim, 3 - seat, "resigned");
    return claim;
}

/* Points that are lost make nobody else win. */
static bool is_won(const struct claim *claim, enum scoring scoring, unsigned seats)
{
    bool any = scoring != SCORE_HIGHEST_WINS;
    for (unsigned i = 0; i < seats; i++)
        any |= claim->halves[i] > 0;
    return any;
}

void claim_take(
    const struct claim *claim, const struct game *game, const void *rules, unsigned seats, struct outcome *outcome)
{
    outcome->reason = claim->reason;
    if (!claim->words && game->ties_share) {
        outcome->winners = sides_winners(game, rules, claim->halves, seats);
        return;
    }
    bool lowest = game->scoring == SCORE_LOWEST_WINS && !claim->words;
    uint32_t ahead = sides_ahead(claim->halves, seats, sides_of(game, rules), lowest);
    bool equal = ahead == (1u << seats) - 1;
    outcome->winners = equal || !is_won(claim, game->scoring, seats) ? 0 : ahead;
    if (game->scoring == SCORE_WIN)
        memcpy(outcome->halves, claim->halves, sizeof claim->halves);
}

void claim_share(struct claim *claim, unsigned seats, unsigned sides)
{
    int32_t of_side[SEATS];
    memcpy(of_side, claim->halves, sizeof of_side);
    sides_share(of_side, seats, sides, claim->halves);
    claim->seats = seats;
    claim->sides = sides;
}

static bool same_totals(const struct claim *claim, unsigned sides, const int32_t *halves)
{
    for (unsigned seat = 0; seat < claim->seats; seat++)
        if (sides_total(claim->halves, claim->seats, sides, seat) != sides_total(halves, claim->seats, sides, seat))
            return false;
    return true;
}

bool claim_gives(const struct claim *claim, const int32_t *halves)
{
    return claim->sides > 0 ? same_totals(claim, claim->sides, halves)
                            : memcmp(claim->halves, halves, sizeof claim->halves) == 0;
}

bool claim_equal(const struct claim *a, const struct claim *b)
{
    if (a->open || b->open)
        return a->open == b->open;
    return a->seats == b->seats && claim_gives(a->sides > 0 ? a : b, (a->sides > 0 ? b : a)->halves);
}

void figures_write(const int32_t *halves, unsigned seats, struct text *text)
{
    if (seats == 1)
        text_add_char(text, '=');
    for (unsigned i = 0; i < seats; i++) {
        text_add_string(text, i > 0 ? "-" : "");
        if (halves[i] % 2 != 0)
            text_printf(text, halves[i] == 1 ? "1/2" : "%d/2", halves[i]);
        else
            text_printf(text, halves[i] < 0 ? "(%d)" : "%d", halves[i] / 2);
    }
}

/* SPDX-License-Identifier: MIT */
#include "referee/judge/declared_result.h"

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

static bool take_sign(struct slice *rest, char c)
{
    if (rest->length == 0 || rest->at[0] != c)
        return false;
    *rest = (struct slice){rest->at + 1, rest->length - 1};
    return true;
}

static bool read_figures(struct slice text, struct declared_result *declared)
{
    bool alone = take_sign(&text, '=');
    declared->reason = "claimed";
    do {
        if (declared->seats == SEATS || !read_points(&text, &declared->halves[declared->seats++]))
            return false;
    } while (take_sign(&text, '-'));
    return text.length == 0 && alone == (declared->seats == 1);
}

/* The next word of *REST, without the spaces and the full stop after it. */
static struct slice take_next_word(struct slice *rest)
{
    struct slice trimmed = slice_trim(*rest);
    size_t length = 0;
    while (
        length < trimmed.length && trimmed.at[length] != ' ' && trimmed.at[length] != '\t' && trimmed.at[length] != '.')
        length++;
    *rest = (struct slice){trimmed.at + length, trimmed.length - length};
    return (struct slice){trimmed.at, length};
}

static unsigned seat_of_player(struct slice player, bool black_first)
{
    if (slice_is(player, black_first ? "Black" : "White") || slice_is(player, "Player1"))
        return 1;
    return slice_is(player, black_first ? "White" : "Black") || slice_is(player, "Player2") ? 2 : 0;
}

static bool is_at_end(struct slice rest)
{
    rest = slice_trim(rest);
    return rest.length == 0 || slice_is(rest, ".");
}

static bool declare_winner(struct declared_result *declared, unsigned winner, const char *reason)
{
    declared->seats = 2;
    declared->halves[winner - 1] = 2;
    declared->reason = reason;
    declared->figures = slice_of(winner == 1 ? "1-0" : "0-1");
    return true;
}

static bool read_draw(struct declared_result *declared, const char *reason)
{
    declared->seats = 2;
    declared->halves[0] = declared->halves[1] = 1;
    declared->reason = reason;
    declared->figures = slice_of("1/2-1/2");
    return true;
}

static bool read_words(struct slice text, bool black_first, struct declared_result *declared)
{
    struct slice player = take_next_word(&text);
    struct slice verb = take_next_word(&text);
    unsigned seat = seat_of_player(player, black_first);
    if (slice_is(player, "Draw") && slice_is(verb, "agreed") && is_at_end(text))
        return read_draw(declared, "agreed");
    if (seat == 0)
        return false;
    if (slice_is(verb, "concedes") || slice_is(verb, "resigns"))
        return is_at_end(text) && declare_winner(declared, 3 - seat, "resigned");
    if (!slice_is(verb, "wins"))
        return false;
    if (is_at_end(text))
        return declare_winner(declared, seat, "claimed");
    return slice_is(take_next_word(&text), "on") && slice_is(take_next_word(&text), "time") && is_at_end(text) &&
        declare_winner(declared, seat, "time");
}

/* "R-0" */
static bool read_sign(struct slice text, const char *signs, struct declared_result *declared)
{
    if (text.length != 3 || text.at[1] != '-' || (text.at[0] == '0') == (text.at[2] == '0'))
        return false;
    bool second = text.at[0] == '0';
    declared->sign = text.at[second ? 2 : 0];
    declared->seats = 2;
    declared->halves[second] = 2;
    declared->reason = "claimed";
    return strchr(signs, declared->sign) != NULL;
}

bool declared_read(struct slice text, bool black_first, const char *signs, struct declared_result *declared)
{
    *declared = (struct declared_result){.written = true, .figures = text};
    if (slice_is(text, "*") || (signs != NULL && slice_is(text, "0-0")))
        return declared->open = true;
    if (slice_is(text, "1/2-1/2") || (signs != NULL && slice_is(text, "1/2")))
        return read_draw(declared, "claimed");
    if (signs != NULL && read_sign(text, signs, declared))
        return true;
    *declared = (struct declared_result){.written = true, .figures = text};
    if (read_figures(text, declared))
        return true;
    *declared = (struct declared_result){.written = true, .words = true};
    if (read_words(text, black_first, declared))
        return true;
    *declared = (struct declared_result){0};
    return false;
}

struct declared_result declared_resigned(unsigned seat)
{
    struct declared_result declared = {.written = true, .words = true};
    declare_winner(&declared, 3 - seat, "resigned");
    return declared;
}

/* Points that are lost make nobody else win. */
static bool is_won(const struct declared_result *declared, enum scoring scoring, unsigned seats)
{
    bool any = scoring != SCORE_HIGHEST_WINS;
    for (unsigned i = 0; i < seats; i++)
        any |= declared->halves[i] > 0;
    return any;
}

void declared_apply(const struct declared_result *declared, const struct game *game, const void *rules, unsigned seats,
    struct outcome *outcome)
{
    outcome->reason = declared->reason;
    if (!declared->words && game->result.ties_share) {
        outcome->winners = sides_winners(game, rules, declared->halves, seats);
        return;
    }
    bool lowest = game->result.scoring == SCORE_LOWEST_WINS && !declared->words;
    uint32_t ahead = sides_ahead(declared->halves, seats, sides_of(rules), lowest);
    bool equal = ahead == (1u << seats) - 1;
    outcome->winners = equal || !is_won(declared, game->result.scoring, seats) ? 0 : ahead;
    if (game->result.scoring == SCORE_WIN)
        memcpy(outcome->halves, declared->halves, sizeof declared->halves);
}

void declared_share(struct declared_result *declared, unsigned seats, unsigned sides)
{
    int32_t of_side[SEATS];
    memcpy(of_side, declared->halves, sizeof of_side);
    sides_share(of_side, seats, sides, declared->halves);
    declared->seats = seats;
    declared->sides = sides;
}

static bool same_totals(const struct declared_result *declared, unsigned sides, const int32_t *halves)
{
    for (unsigned seat = 0; seat < declared->seats; seat++)
        if (sides_total(declared->halves, declared->seats, sides, seat) !=
            sides_total(halves, declared->seats, sides, seat))
            return false;
    return true;
}

bool declared_gives(const struct declared_result *declared, const int32_t *halves)
{
    return declared->sides > 0 ? same_totals(declared, declared->sides, halves)
                               : memcmp(declared->halves, halves, sizeof declared->halves) == 0;
}

bool declared_equal(const struct declared_result *a, const struct declared_result *b)
{
    if (a->open || b->open)
        return a->open == b->open;
    if (a->sign != '\0' && b->sign != '\0' && a->sign != b->sign)
        return false;
    return a->seats == b->seats && declared_gives(a->sides > 0 ? a : b, (a->sides > 0 ? b : a)->halves);
}

void figures_write(const int32_t *halves, unsigned seats, char sign, struct text *text)
{
    if (seats == 1)
        text_add_char(text, '=');
    for (unsigned i = 0; i < seats; i++) {
        text_add_string(text, i > 0 ? "-" : "");
        if (halves[i] % 2 != 0)
            text_printf(text, halves[i] == 1 ? "1/2" : "%d/2", halves[i]);
        else if (sign != '\0' && halves[i] > 0)
            text_add_char(text, sign);
        else
            text_printf(text, halves[i] < 0 ? "(%d)" : "%d", halves[i] / 2);
    }
}

/* SPDX-License-Identifier: MIT */
/* Tags as they are typed: [White "Anna"], [White Anna], White: Anna.  The values of those that are notation are read,
   all others are copied. */
#include "convert/typed.h"
#include "library/tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A ruleset is searched for in HEAD_MOST signs, as WORDS_MOST words at most. */
enum {
    VALUE_MOST = 4096,
    NAMES_MOST = 256,
    HEAD_MOST = 2048,
    WORDS_MOST = 4,
    HAND_LEAST = 5,
    HANDS_MOST = 512,
    ROW_MOST = 400, /* of labels and values */
    NAME_LONG = 5,
    DECIMAL_ROOM = 8,
    COVERED_MOST = 60,
    RULES_MOST = 8,
    ANY_LETTER = '?'
};

/* A tag as it is on the page. */
struct typed_tag {
    const char *name; /* as it is meant */
    char room[RULESET_MOST];
    struct typed_place all;
    struct typed_place value;
    const char *said; /* the value, if it is not at that place word for word */
    bool cut;         /* more is said after the value */
};

/* Names. */

/* Where the word at I ends. */
static uint32_t word_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    while (i < limit && typed_is_alnum(*typed_sign_at(clerk, i)))
        i++;
    return i;
}

/* Whether A becomes B by a letter more, less, other, or changed with the next one; but "ground" is not "Round". */
static bool is_one_slip_away(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != '\0' && (a[i] | 0x20) == (b[i] | 0x20))
        i++;
    const char *x = a + i, *y = b + i;
    if (*x == '\0' && *y == '\0')
        return true;
    return (i > 0 &&
               ((*x != '\0' && *y != '\0' && strcasecmp(x + 1, y + 1) == 0) ||
                   (*x != '\0' && strcasecmp(x + 1, y) == 0) || (*y != '\0' && strcasecmp(x, y + 1) == 0))) ||
        (*x != '\0' && x[1] != '\0' && y[0] != '\0' && (x[0] | 0x20) == (y[1] | 0x20) &&
            (x[1] | 0x20) == (y[0] | 0x20) && strcasecmp(x + 2, y + 2) == 0);
}

/* The known tag that NAME is meant for; NULL: none. */
static const char *nearest_tag(const char *name)
{
    const char *near = NULL;
    unsigned count = 0;
    const char *known;
    for (size_t i = 0; (known = catasta_tag_name(i)) != NULL; i++) {
        if (strcasecmp(name, known) == 0)
            return known;
        const size_t length = strlen(known);
        /* of Hand1 and Hand2 only one can be meant */
        const char last = name[strlen(name) - 1]; /* nor is "Round 1" a tag */
        const bool digits = (typed_is_digit(known[length - 1]) || typed_is_digit(last)) && known[length - 1] != last;
        if (strlen(name) > 3 && !digits && is_one_slip_away(name, known)) {
            near = known;
            count++;
        }
    }
    return count == 1 ? near : NULL;
}

/* The name of a tag at I, which ends at *END: letters, and a digit after a space; TAG->name is NULL if it is not
   known. */
static bool read_tag_name(const struct clerk *clerk, uint32_t i, uint32_t limit, struct typed_tag *tag, uint32_t *end)
{
    size_t length = 0;
    const struct typed_word *word = typed_word_at(clerk, i, limit,
        1u << MEANS_TAG | 1u << MEANS_WHITE | 1u << MEANS_BLACK | 1u << MEANS_RESULT | 1u << MEANS_PLAYER, end);
    tag->name = tag->said = NULL;
    tag->cut = false;
    if (word != NULL && word->meaning == MEANS_RESULT && *word->name != 'r') /* "Points: 3 for a win" */
        word = NULL;
    const uint64_t sides = 1u << MEANS_WHITE | 1u << MEANS_BLACK;
    const uint64_t beside = word == NULL          ? 0 /* "Player white", "White player" */
        : word->meaning == MEANS_PLAYER           ? sides
        : (MEANS_BIT(word->meaning) & sides) != 0 ? 1u << MEANS_PLAYER
                                                  : 0;
    uint32_t last;
    const struct typed_word *other =
        beside == 0 ? NULL : typed_word_at(clerk, typed_skip_spaces(clerk, *end, limit), limit, beside, &last);
    if (other != NULL && other->length > 1) {
        word = word->meaning == MEANS_PLAYER ? other : word;
        *end = last;
    }
    if (word != NULL && word->length > 1) {
        const char *name = word->meaning == MEANS_WHITE ? "White"
            : word->meaning == MEANS_BLACK              ? "Black"
            : word->meaning == MEANS_RESULT             ? "Result"
            : word->meaning == MEANS_PLAYER             ? "Player"
                                                        : word->name;
        length = strcspn(name, "\t");
        snprintf(tag->room, sizeof tag->room, "%.*s", (int)length, name);
        if (word->meaning == MEANS_PLAYER) {
            const uint32_t at = typed_skip_spaces(clerk, *end, limit);
            if (at < limit && typed_is_digit(*typed_sign_at(clerk, at))) {
                snprintf(tag->room, sizeof tag->room, "Player%c", *typed_sign_at(clerk, at));
                *end = at + 1;
            } else if (at < limit && *typed_sign_at(clerk, at) == ':') {
                snprintf(tag->room, sizeof tag->room, "Player1");
            } else if (at + 1 < limit && strchr("ABCD", *typed_sign_at(clerk, at)) != NULL &&
                !typed_is_alnum(*typed_sign_at(clerk, at + 1))) {
                snprintf(tag->room, sizeof tag->room, "Player%c", *typed_sign_at(clerk, at) - 'A' + '1');
                *end = at + 1;
            }
        }
        tag->name = nearest_tag(tag->room);
        return tag->name != NULL;
    }
    uint32_t at = i;
    while (at < limit && length + 2 < sizeof tag->room) {
        const char c = *typed_sign_at(clerk, at);
        const bool digit = typed_is_space(c) && length > 0 && at + 1 < limit &&
            typed_is_digit(*typed_sign_at(clerk, at + 1)) && !typed_is_alnum(*typed_sign_at(clerk, at + 2));
        if (!digit && !typed_is_letter(c) && !(length > 0 && (typed_is_digit(c) || c == '_' || c == '-')))
            break;
        if (!digit)
            tag->room[length++] = c;
        at++;
    }
    tag->room[length] = '\0';
    *end = at;
    tag->name = length < 3 ? NULL : nearest_tag(tag->room);
    return length > 0;
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`' || typed_is_arrow(c); /* »Anna« */
}

/* The value at I up to a quote that ends it, the bracket CLOSING, or the end of the line; where it goes on. */
static uint32_t read_value(const struct clerk *clerk, uint32_t i, uint32_t limit, char closing, struct typed_tag *tag)
{
    const bool quoted = i < limit && is_quote(*typed_sign_at(clerk, i));
    uint32_t end = i + quoted;
    uint32_t last = UINT32_MAX;
    for (; end < limit && (closing == '\0' || quoted || *typed_sign_at(clerk, end) != closing); end++) {
        const char c = *typed_sign_at(clerk, end);
        if (quoted && closing != '\0' && c == closing && last != UINT32_MAX &&
            typed_skip_spaces(clerk, last + 1, limit) == end)
            break;
        if (c == '\\' && end + 1 < limit)
            end++;
        else if (is_quote(c) && quoted)
            last = end;
    }
    if (quoted && last == UINT32_MAX && closing != '\0') /* none closes it */
        for (uint32_t k = i + 1; k < limit; k++)
            end = *typed_sign_at(clerk, k) == closing ? k : end;
    tag->value = (struct typed_place){i + quoted, quoted && last != UINT32_MAX ? last : end};
    if (!quoted && end > i + 1 && is_quote(*typed_sign_at(clerk, end - 1))) /* none opens it */
        tag->value.end--;
    if (quoted && tag->value.end > i + 2 && *typed_sign_at(clerk, i) == '\'' && /* ''Anna'' */
        *typed_sign_at(clerk, i + 1) == '\'' && *typed_sign_at(clerk, tag->value.end - 1) == '\'')
        tag->value.begin++, tag->value.end--;
    while (!quoted && tag->value.end > tag->value.begin + 1 &&
        strchr(closing == '\0' ? " \t|*_" : " \t", *typed_sign_at(clerk, tag->value.end - 1)) != NULL)
        tag->value.end--;
    return closing != '\0' && end < limit ? end + 1 : end;
}

/* The tag in brackets at I. */
static uint32_t read_bracket(const struct clerk *clerk, uint32_t i, uint32_t limit, struct typed_tag *tag)
{
    uint32_t end;
    const uint32_t name = typed_skip_spaces(clerk, i + 1, limit);
    if (*typed_sign_at(clerk, i) != '[' || !read_tag_name(clerk, name, limit, tag, &end))
        return i;
    uint32_t at = typed_skip_spaces(clerk, end, limit);
    const bool colon = at < limit && strchr(":=", *typed_sign_at(clerk, at)) != NULL;
    const char first = *typed_sign_at(clerk, name);
    if (colon && at == end && *typed_sign_at(clerk, at) == '=' && first >= 'a' && first <= 'z')
        return i; /* of markup: "[size=150]" */
    at = typed_skip_spaces(clerk, at + colon, limit);
    const bool quoted = at < limit && is_quote(*typed_sign_at(clerk, at));
    if (tag->name == NULL && quoted && !colon) /* [Ann: "what a move"] is a remark */
        tag->name = tag->room;
    if (tag->name == NULL || at >= limit || (at == end && !quoted) ||
        (!colon && !quoted && *typed_sign_at(clerk, at) == ']'))
        return i;
    const uint32_t after = read_value(clerk, at, limit, ']', tag);
    tag->all = (struct typed_place){i, after};
    return after;
}

static bool read_notation(struct clerk *clerk, const struct typed_tag *tag, char *value, size_t room);
static void cut_after_ruleset(struct clerk *clerk, struct typed_tag *tag);

/* Whether the game cannot begin without a tag. */
static bool needs_start(struct clerk *clerk)
{
    typed_set_up(clerk);
    if (!clerk->start.known && clerk->ruled) {
        const char *ruleset = clerk->ruleset[0] == '\0' ? NULL : clerk->ruleset;
        catasta_position *start = catasta_position_start(clerk->session, ruleset, NULL, 0, NULL);
        clerk->start.known = true;
        clerk->start.needed = start == NULL;
        catasta_position_free(start);
    }
    return clerk->ruled && clerk->start.needed;
}

/* Whether the game needs a start, and TAG says one. */
static bool gives_start(struct clerk *clerk, const struct typed_tag *tag)
{
    char value[VALUE_MOST];
    const char *ruleset = clerk->ruleset[0] == '\0' ? NULL : clerk->ruleset;
    const struct catasta_pair pair = {tag->name, value};
    if (!needs_start(clerk) || !read_notation(clerk, tag, value, sizeof value))
        return false;
    catasta_position *with = catasta_position_start(clerk->session, ruleset, &pair, 1, NULL);
    catasta_position_free(with);
    return with != NULL;
}

/* Whether what is from I to LIMIT is tiles alone, two or more. */
static bool is_tiles(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    unsigned count = 0;
    uint32_t after;
    while ((i = typed_skip_spaces(clerk, i, limit)) < limit) {
        const struct typed_word *and = typed_word_at(clerk, i, limit, 1u << MEANS_SIGN, &after);
        if (count > 0 && and != NULL && and->length > 1 && *and->name == ',') { /* "B2 and O4" */
            i = after;
            continue;
        }
        if (!(typed_is_letter(*typed_sign_at(clerk, i)) || *typed_sign_at(clerk, i) == '0') || i + 2 > limit ||
            !(typed_is_digit(*typed_sign_at(clerk, i + 1)) || *typed_sign_at(clerk, i + 1) == '?') ||
            (i + 2 < limit && strchr(" \t,", *typed_sign_at(clerk, i + 2)) == NULL))
            return false;
        i += typed_sign_before(clerk, i + 2, limit) == ',' ? 3 : 2;
        count++;
    }
    return count > 1;
}

/* What is after a bracket at I, or I: "Black (first): Anna". */
static uint32_t skip_bracket(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end = i;
    if (typed_sign_before(clerk, i, limit) != '(')
        return i;
    while (end < limit && *typed_sign_at(clerk, end) != ')')
        end++;
    return end + (end < limit);
}

/* Whether there is a gap at I, and after it a name of a tag and a colon, or WIDE and another gap. */
static bool is_next_tag(const struct clerk *clerk, uint32_t i, uint32_t limit, bool wide)
{
    struct typed_tag tag;
    uint32_t end;
    uint32_t next = typed_skip_spaces(clerk, i, limit);
    const uint32_t sign = next;
    if (i > 1 && typed_sign_before(clerk, i, limit) == '.' && typed_is_letter(*typed_sign_at(clerk, i - 1)) &&
        typed_is_space(*typed_sign_at(clerk, i - 2))) /* "Ute V.   Black: Ben" */
        return false;
    if (next < limit && typed_is_parting(*typed_sign_at(clerk, next)))
        next = typed_skip_spaces(clerk, next + 1, limit);
    const bool parted = next > sign + 1 && (sign > i || strchr(",;.", *typed_sign_at(clerk, sign)) != NULL);
    if (next == i || next >= limit || (!parted && next == i + 1 && *typed_sign_at(clerk, i) != '\t') ||
        !read_tag_name(clerk, next, limit, &tag, &end))
        return false;
    const uint32_t value = skip_bracket(clerk, typed_skip_spaces(clerk, end, limit), limit);
    if (next > sign && (!parted || tag.name == NULL))
        return false;
    return value < limit &&
        (*typed_sign_at(clerk, value) == ':' ||
            (wide && tag.name != NULL && (value > end + 1 || *typed_sign_at(clerk, end) == '\t')));
}

/* Whether a bracket that does not belong to the value begins at I, after a gap, or after any space where RESULT, and
   ends the line. */
static bool is_remark(const struct clerk *clerk, uint32_t i, uint32_t limit, bool result)
{
    const uint32_t next = typed_skip_spaces(clerk, i, limit);
    while (limit > next && typed_is_space(*typed_sign_at(clerk, limit - 1)))
        limit--;
    return next > i && next < limit && (result || next > i + 1 || *typed_sign_at(clerk, i) == '\t') &&
        *typed_sign_at(clerk, next) == '(' && *typed_sign_at(clerk, limit - 1) == ')';
}

/* Whether the values of the tag NAME are tiles. */
static bool is_tiles_tag(const char *name)
{
    return strcmp(name, "Start") == 0 || strncmp(name, "Hand", 4) == 0;
}

static bool is_sentence_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const uint32_t next = typed_skip_spaces(clerk, i + 1, limit);
    return *typed_sign_at(clerk, i) == '.' && next > i + 1 && next < limit &&
        typed_is_letter(*typed_sign_at(clerk, next));
}

/* The next sign after I where a gap may begin. */
static uint32_t skip_gap(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    return typed_is_space(*typed_sign_at(clerk, i)) ? typed_skip_spaces(clerk, i, limit) : i + 1;
}

/* Whether the value of TAG, which names a player, begins with a figure and no word, as a list of turns does. */
static bool is_list_of_turns(const struct clerk *clerk, const struct typed_tag *tag)
{
    bool figures = false;
    unsigned letters = 0;
    if (!typed_names_player(tag->name))
        return false;
    for (uint32_t i = tag->value.begin; i <= tag->value.end; i++) {
        const char c = i < tag->value.end ? *typed_sign_at(clerk, i) : ' ';
        if (typed_is_space(c) || c == ',')
            return figures && letters < 2;
        figures |= typed_is_digit(c);
        letters = typed_is_letter(c) || c == SIGN_LETTER ? letters + 1 : 0;
    }
    return false;
}

/* Whether all from I to END is the name of a tag, "White", with brackets after it or none. */
static bool is_tag_cell(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_tag tag;
    uint32_t last;
    if (!read_tag_name(clerk, i, end, &tag, &last) || tag.name == NULL)
        return false;
    last = skip_bracket(clerk, typed_skip_spaces(clerk, last, end), end);
    return last + (typed_sign_before(clerk, last, end) == ':') == end;
}

/* Whether the sign at I parts the cells of a row of two, "White;Anna;;;", or of more such, "White;Anna;Black;Ben":
 *END becomes the end of the second.  One comma is not enough, unless a letter or a figure is right after it. */
static bool is_cell_before_value(const struct clerk *clerk, uint32_t i, uint32_t limit, uint32_t *end)
{
    const char sign = i < limit ? *typed_sign_at(clerk, i) : '\0';
    const char next = typed_sign_before(clerk, i + 1, limit);
    if (sign == '\0' || strchr(";|,", sign) == NULL || limit - i > ROW_MOST)
        return false;
    *end = typed_cell_end(clerk, i + 1, limit, sign);
    if (sign == ',' && *end == limit && !typed_is_alnum(next) && !is_quote(next))
        return false;
    for (;;) {
        const uint32_t value = typed_skip_spaces(clerk, i + 1, limit);
        const uint32_t last = typed_cell_end(clerk, i + 1, limit, sign);
        if (i >= limit || value >= last || is_tag_cell(clerk, value, last)) /* a heading */
            return false;
        i = last;
        while (i < limit && (*typed_sign_at(clerk, i) == sign || typed_is_space(*typed_sign_at(clerk, i))))
            i++;
        const uint32_t label = i;
        i = typed_cell_end(clerk, i, limit, sign);
        if (label == limit || !is_tag_cell(clerk, label, i))
            return label == limit;
    }
}

/* Where the name of a player from I to END ends: before a full stop after a word that ends it, or that a bracket or a
   sentence with figures follows, "Ben Noll. Played on 3 May"; and before a bracket with a small word, "Ben (begins)".
 */
static uint32_t name_value_end(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    for (uint32_t k = i + 3; k < end; k++) {
        const char *sign = typed_sign_at(clerk, k);
        if (sign[0] == ' ' && ((sign[1] == '(' && sign[2] >= 'a' && sign[2] <= 'z') || memcmp(sign, "   ", 3) == 0))
            return k;
        if (memcmp(sign, "**", 2) == 0) /* "**Black: Theo**. It was" */
            return k;
        if (*sign != '.' || !typed_is_letter(sign[-1]) || !typed_is_letter(sign[-2]) || !typed_is_letter(sign[-3]))
            continue;
        uint32_t rest = k + 1;
        while (rest < end && !typed_is_digit(*typed_sign_at(clerk, rest)))
            rest++;
        const uint32_t next = typed_skip_spaces(clerk, k + 1, end);
        const bool word = k - i >= NAME_LONG && word_end(clerk, k - NAME_LONG, k) == k; /* no "Prof." */
        if (next == end || (sign[1] == ' ' && (word || rest < end || *typed_sign_at(clerk, next) == '(')))
            return k;
    }
    return end;
}

static unsigned count_letters(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    unsigned count = 0;
    for (; i < end; i++)
        count += typed_is_letter(*typed_sign_at(clerk, i));
    return count;
}

/* Whether the tag NAME, White or Black, is the colour of a player's pieces instead: "White: Ann   Red: Ben". */
static bool is_colour_of_pieces(struct clerk *clerk, const char *name)
{
    return (strcmp(name, "White") == 0 || strcmp(name, "Black") == 0) && clerk->ruled && clerk->seats[0][0] == '\0' &&
        typed_has_colours(clerk);
}

/* Whether a word from I to END is a letter and a digit, as the name of a tile. */
static bool has_tile(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    for (; i + 1 < end; i++)
        if (typed_is_letter(*typed_sign_at(clerk, i)) && typed_is_digit(*typed_sign_at(clerk, i + 1)) &&
            (i == 0 || !typed_is_alnum(*typed_sign_at(clerk, i - 1))))
            return true;
    return false;
}

/* The tag that is a whole line, or the first of several with gaps between. */
static bool read_bare_tag(struct clerk *clerk, uint32_t i, uint32_t limit, struct typed_tag *tag)
{
    uint32_t end;
    const uint32_t whole = limit;
    while (i < limit &&
        (typed_is_parting(*typed_sign_at(clerk, i)) || typed_is_any_of(*typed_sign_at(clerk, i), "*_# \t")))
        i++;
    if (i >= limit || !read_tag_name(clerk, i, limit, tag, &end) || tag->name == NULL ||
        is_colour_of_pieces(clerk, tag->name))
        return false;
    uint32_t at = typed_skip_spaces(clerk, end, limit);
    const uint32_t bracket = at;
    at = skip_bracket(clerk, at, limit);
    const bool named = at > bracket && typed_names_player(tag->name); /* "Player 1 (white)  Anna Krol" */
    while (at < limit && strchr("*_ ", *typed_sign_at(clerk, at)) != NULL)
        at++;
    const uint32_t sign = at + (typed_sign_before(clerk, at, limit) == ':'); /* "White:;Anna" */
    const bool cell = is_cell_before_value(clerk, sign, limit, &limit);
    at = cell ? sign : at;
    bool colon = cell;
    at += cell;
    for (; at < limit && strchr(":=*_", *typed_sign_at(clerk, at)) != NULL; at++)
        colon |= strchr(":=", *typed_sign_at(clerk, at)) != NULL;
    uint32_t value = typed_skip_spaces(clerk, at, limit);
    colon |= named && value < limit && typed_name_cell_end(clerk, (struct typed_place){value, limit}) >= limit;
    while (colon && value < limit && *typed_sign_at(clerk, value) == '_') /* of a form: "White: _ Anna ___" */
        value = typed_skip_spaces(clerk, value + 1, limit);
    const bool quoted = value < limit && is_quote(*typed_sign_at(clerk, value));
    const bool tab = at < limit && end < limit && *typed_sign_at(clerk, end) == '\t';
    const bool wide = !colon && (value > end + 1 || tab); /* of columns: "White   Anna   Black   Ben" */
    uint32_t last = value;
    const bool result = strcmp(tag->name, "Result") == 0;
    while (!quoted && last < limit && !is_next_tag(clerk, last, limit, wide) &&
        !is_remark(clerk, last, limit, result) && !(is_tiles_tag(tag->name) && is_sentence_end(clerk, last, limit)))
        last = skip_gap(clerk, last, limit);
    const bool heading =
        typed_word_at(clerk, value, limit, 1u << MEANS_WHITE | 1u << MEANS_BLACK, &end) != NULL; /* "White   Black" */
    const bool again = clerk->sheet.wide_line == clerk->line + 1;
    const bool pair = wide && !heading &&
        ((tab && clerk->sheet.wide_line == clerk->line) ||
            ((last < limit || tab || again) && !typed_is_above_turns(clerk, whole)));
    if (!quoted && typed_names_player(tag->name))
        last = name_value_end(clerk, value, last);
    tag->value = (struct typed_place){value, last};
    if (clerk->ruleset[0] != '\0' && strcasecmp(tag->room, tag->name) != 0 && typed_find(clerk, value, last) &&
        clerk->token.end == last) /* "Dave: d3" gives no Date */
        return false;
    const bool tiles = !colon && value < limit &&
        (strcmp(tag->name, "Start") == 0 ? gives_start(clerk, tag)
                                         : strncmp(tag->name, "Hand", 4) == 0 && is_tiles(clerk, value, last));
    if (!quoted && is_tiles_tag(tag->name) &&
        ((!needs_start(clerk) && clerk->ruled) || !has_tile(clerk, value, last))) /* "Table: 2", "start: red 1" */
        return false;
    uint32_t name;
    if (typed_names_player(tag->name) && typed_word_at(clerk, value, last, 1u << MEANS_WRITER, &name) != NULL &&
        typed_is_any_of(typed_sign_before(clerk, name, last), ",;") && colon) /* "me, Nico" */
        value = tag->value.begin = typed_skip_spaces(clerk, name + 1, last);
    if (!quoted && strcmp(tag->name, "Colours") == 0 && count_letters(clerk, value, last) > CATASTA_SEATS)
        return false;                                    /* "Colours: red Kofi / green Beth" */
    const bool writer = typed_names_player(tag->name) && /* "White: me": who that is, its signature may say */
        typed_word_at(clerk, value, last, 1u << MEANS_WRITER, &end) != NULL && end == last;
    if (value >= limit || (!colon && *typed_sign_at(clerk, value) != '"' && !pair && !tiles) ||
        (!quoted && (writer || is_list_of_turns(clerk, tag))))
        return false;
    if (!quoted && strcmp(tag->name, "Ruleset") == 0)
        cut_after_ruleset(clerk, tag);
    clerk->sheet.wide_line = pair ? clerk->line + 1 : clerk->sheet.wide_line;
    last = tag->value.end;
    tag->all = (struct typed_place){i, read_value(clerk, value, quoted ? limit : last, '\0', tag)};
    tag->all.end += last < limit && is_sentence_end(clerk, last, limit);
    while (tag->all.end < limit && *typed_sign_at(clerk, tag->all.end) == '*')
        tag->all.end++;
    while (cell && tag->all.end >= limit && typed_is_any_of(typed_sign_before(clerk, tag->all.end, whole), ";|, \t"))
        tag->all.end++;
    return true;
}

bool typed_begins_tag(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_tag tag;
    return read_bracket(clerk, i, end, &tag) > i && is_quote(*typed_sign_at(clerk, tag.value.begin - 1));
}

/* Values. */

/* A known ruleset; all but its name as squeeze makes them. */
struct ruleset_row {
    char name[RULESET_MOST];
    char said[RULESET_MOST];
    char title[RULESET_MOST];
    char brief[RULESET_MOST]; /* the title without its author */
};
struct rulesets {
    char lines[NAMES_MOST * 96];
    size_t length;
    struct ruleset_row rows[NAMES_MOST];
    unsigned count;
};

static bool append_ruleset_names(void *context, const char *bytes, size_t length)
{
    struct rulesets *all = context;
    const size_t room = sizeof all->lines - 1 - all->length;
    const size_t taken = length < room ? length : room;
    memcpy(all->lines + all->length, bytes, taken);
    all->length += taken;
    all->lines[all->length] = '\0';
    return true;
}

/* Letters and digits of VALUE, small. */
static void copy_letters_and_digits(const char *value, size_t length, char *to, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < length && count + 1 < room; i++)
        if (i + 2 < length && typed_is_digit(value[i]) && (value[i + 1] | 0x20) == 'x' && value[i + 2] == value[i])
            i++; /* "5x5" is 5 */
        else if (typed_is_digit(value[i]) || typed_is_letter(value[i]))
            to[count++] = (char)(typed_is_letter(value[i]) ? value[i] | 0x20 : value[i]);
        else if (value[i] == SIGN_LETTER || (unsigned char)value[i] >= 0xC0)
            to[count++] = ANY_LETTER;
    to[count] = '\0';
}

/* The rulesets that are known, listed once; NULL: out of memory. */
static const struct rulesets *list_rulesets(struct clerk *clerk)
{
    if (clerk->rulesets != NULL)
        return clerk->rulesets;
    struct rulesets *all = calloc(1, sizeof *all);
    const struct catasta_sink sink = {append_ruleset_names, all};
    if (all == NULL || !catasta_rules_list(clerk->session, &sink)) {
        free(all);
        return NULL;
    }
    for (const char *line = all->lines; *line != '\0' && all->count < NAMES_MOST;) {
        struct ruleset_row *row = &all->rows[all->count++];
        const char *end = line + strcspn(line, "\n");
        const size_t length = strcspn(line, " \n");
        const char *title = line + length + strspn(line + length, " ");
        const char *by = strstr(title, ", by");
        snprintf(row->name, sizeof row->name, "%.*s", (int)length, line);
        copy_letters_and_digits(line, length, row->said, sizeof row->said);
        copy_letters_and_digits(title, (size_t)(end - title), row->title, sizeof row->title);
        copy_letters_and_digits(
            title, (size_t)((by == NULL || by > end ? end : by) - title), row->brief, sizeof row->brief);
        line = end + (*end == '\n');
    }
    clerk->rulesets = all;
    return all;
}

/* Whether SAID is NAME, of which other alphabets' letters are any, "Abandé". */
static bool is_name_said(const char *said, const char *name)
{
    while (*said != '\0' && (*said == *name || (*said == ANY_LETTER && typed_is_letter(*name))))
        said++, name++;
    return *said == '\0' && *name == '\0';
}

/* How a ruleset is named, the best last. */
enum named { NAMED_NOT, NAMED_NEARLY, NAMED_BY_TITLE, NAMED_BY_NAME };

/* The ruleset that SAID names, squeezed, by its name or its title, or nearly so; NAMED_NOT: none or several. */
static enum named find_ruleset(const struct rulesets *all, const char *said, char found[RULESET_MOST])
{
    unsigned count = 0;
    enum named best = NAMED_NOT;
    for (unsigned i = 0; i < all->count; i++) {
        const struct ruleset_row *row = &all->rows[i];
        const enum named how = is_name_said(said, row->said)                   ? NAMED_BY_NAME
            : is_name_said(said, row->title) || is_name_said(said, row->brief) ? NAMED_BY_TITLE
            : strlen(said) > 4 && is_one_slip_away(said, row->said)            ? NAMED_NEARLY
                                                                               : NAMED_NOT;
        if (how > best) {
            best = how;
            count = 0;
        }
        if (how == best && how != NAMED_NOT) {
            memcpy(found, row->name, sizeof row->name);
            count++;
        }
    }
    return count == 1 ? best : NAMED_NOT;
}

/* VALUE becomes the name of the ruleset that it means. */
static void read_ruleset(struct clerk *clerk, char *value, size_t room)
{
    char said[RULESET_MOST], found[RULESET_MOST];
    const struct rulesets *all = list_rulesets(clerk);
    copy_letters_and_digits(value, strlen(value), said, sizeof said);
    if (all != NULL && find_ruleset(all, said, found) != NAMED_NOT)
        snprintf(value, room, "%s", clerk->kin[0] != '\0' ? clerk->kin : found);
}

static uint32_t skip_signs(const struct clerk *clerk, uint32_t i, uint32_t limit, const char *signs)
{
    while (i < limit && strchr(signs, *typed_sign_at(clerk, i)) != NULL)
        i++;
    return i;
}

/* Whether the number that ends at END, the last word of a name, goes on as a date, a time or an ordinal does:
   "Staku 2.11.", "Staku 2. Runde". */
static bool is_of_date(const struct clerk *clerk, uint32_t end, uint32_t limit)
{
    if (!typed_is_digit(*typed_sign_at(clerk, end - 1)) || end + 1 >= limit)
        return false;
    const char next =
        *typed_sign_at(clerk, end + (end + 2 < limit && typed_is_space(*typed_sign_at(clerk, end + 1)) ? 2 : 1));
    return (strchr("./-:", *typed_sign_at(clerk, end)) != NULL && typed_is_digit(*typed_sign_at(clerk, end + 1))) ||
        (*typed_sign_at(clerk, end) == '.' && (typed_is_letter(next) || next == SIGN_LETTER));
}

uint32_t typed_board_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t digits = i;
    while (typed_is_digit(typed_sign_before(clerk, digits, limit)))
        digits++;
    const uint32_t size = digits - i;
    const uint32_t word = typed_skip_spaces(clerk, digits, limit);
    uint32_t after = word + 1;
    if (size == 0 ||
        ((typed_sign_before(clerk, word, limit) | 0x20) != 'x' &&
            typed_word_at(clerk, word, limit, 1u << MEANS_OF, &after) == NULL))
        return i;
    const uint32_t again = typed_skip_spaces(clerk, after, limit);
    return again + size <= limit && memcmp(typed_sign_at(clerk, again), typed_sign_at(clerk, i), size) == 0 &&
            !typed_is_alnum(typed_sign_before(clerk, again + size, limit))
        ? again + size
        : i;
}

/* The ruleset whose title is STEM and a size, which is after I on the line: "5x5" within a few words, "5s", or what is
   in brackets, "(board 6)"; *END becomes what is after it.  False: there is none. */
static bool find_sized(
    const struct clerk *clerk, const char *stem, uint32_t i, uint32_t limit, char found[RULESET_MOST], uint32_t *end)
{
    char said[2 * RULESET_MOST];
    bool bracket = false;
    for (unsigned words = 0; words < WORDS_MOST; words++) {
        const uint32_t from = i;
        i = skip_signs(clerk, i, limit, " -_,(");
        bracket |= words == 0 && i > from && *typed_sign_at(clerk, i - 1) == '(';
        uint32_t last = word_end(clerk, i, limit);
        const uint32_t digits = i;
        while (i < last && typed_is_digit(*typed_sign_at(clerk, i)))
            i++;
        if (i > digits) {
            const uint32_t board = typed_board_end(clerk, digits, limit);
            const bool both = board > digits;
            last = both ? board : last;
            const bool one = words == 0 && last == i + 1 && (*typed_sign_at(clerk, i) | 0x20) == 's';
            const int size = i - digits < 4 ? (int)(i - digits) : 4;
            snprintf(said, sizeof said, "%.*s%.*s", RULESET_MOST, stem, size, typed_sign_at(clerk, digits));
            const bool sized = (both || one || (bracket && last == i && !is_of_date(clerk, i, limit))) &&
                find_ruleset(clerk->rulesets, said, found) >= NAMED_BY_TITLE;
            *end = sized ? last : *end;
            return sized;
        }
        if (last == digits)
            return false;
        i = last;
    }
    return false;
}

/* What is after STEM and a dash in the NAME of a ruleset, "5" of "tak-5"; NULL: it is not of that family. */
static const char *family_rest(const char *name, const char *stem)
{
    const size_t size = strlen(stem);
    return size > 0 && strncmp(name, stem, size) == 0 && name[size] == '-' ? name + size + 1 : NULL;
}

/* Writes the rulesets of the family STEM; returns whether there are such. */
static bool list_family(const struct rulesets *all, const char *stem, char family[TOKEN_MOST])
{
    size_t length = 0;
    for (unsigned i = 0; i < all->count; i++)
        if (family_rest(all->rows[i].name, stem) != NULL && length + RULESET_MOST + 4 < TOKEN_MOST)
            length += (size_t)snprintf(
                family + length, TOKEN_MOST - length, "%s%s", length > 0 ? ", " : "", all->rows[i].name);
    return length > 0;
}

/* Whether the word, or the board, from I to END is REST, in any language: "elite", and of "5" "5x5". */
static bool is_rest_at(const struct clerk *clerk, uint32_t i, uint32_t end, uint32_t limit, const char *rest)
{
    char said[RULESET_MOST];
    uint32_t after;
    const size_t size = strspn(rest, "0123456789");
    const struct typed_word *word = typed_word_at(clerk, i, limit, 1u << MEANS_VARIANT, &after);
    if (word != NULL) {
        const char *variant = word->name + VARIANT_NAME;
        return strcspn(variant, "\t") == strlen(rest) && strncmp(variant, rest, strlen(rest)) == 0;
    }
    struct typed_tag tag;
    if (rest[size] == '\0' && read_tag_name(clerk, i, end, &tag, &after) && tag.name != NULL &&
        strcmp(tag.name, "Size") == 0) { /* "Size 5" */
        i = skip_signs(clerk, after, limit, " :");
        return i + size < limit && memcmp(typed_sign_at(clerk, i), rest, size) == 0 &&
            !typed_is_digit(*typed_sign_at(clerk, i + (uint32_t)size));
    }
    if (rest[size] == '\0')
        return i + size < limit && memcmp(typed_sign_at(clerk, i), rest, size) == 0 &&
            !typed_is_digit(*typed_sign_at(clerk, i + (uint32_t)size)) && typed_board_end(clerk, i, limit) > i;
    copy_letters_and_digits(typed_sign_at(clerk, i), end - i, said, sizeof said);
    return strcmp(said, rest) == 0;
}

/* The only ruleset of the family whose rest is said anywhere before LIMIT: "our 4x4 game of Tak". */
static bool find_in_family(struct clerk *clerk, uint32_t limit, struct typed_named *named)
{
    unsigned count = 0;
    for (unsigned k = 0; k < clerk->rulesets->count; k++) {
        const struct ruleset_row *row = &clerk->rulesets->rows[k];
        const char *rest = family_rest(row->name, named->stem);
        bool said = false;
        for (uint32_t i = 0, end; rest != NULL && i < limit && !said; i = end > i ? end : i + 1) {
            end = word_end(clerk, i, limit);
            said = is_rest_at(clerk, i, end, limit, rest);
        }
        count += said;
        if (said)
            memcpy(named->name, row->name, sizeof named->name);
    }
    if (count != 1)
        named->name[0] = '\0';
    return count == 1;
}

/* The ruleset that the words from I to the longest of ENDS name, with what is after them; *END is after them; false:
   none. */
static bool name_at(struct clerk *clerk, uint32_t i, uint32_t limit, struct typed_named *named, uint32_t *end)
{
    char said[RULESET_MOST], family[TOKEN_MOST];
    uint32_t ends[WORDS_MOST];
    unsigned words = 0;
    for (uint32_t k = i; words < WORDS_MOST && (ends[words] = word_end(clerk, k, limit)) > k; words++)
        k = skip_signs(clerk, ends[words], limit, " -_,(");
    *end = words > 0 ? ends[0] : i + 1;
    while (words-- > 0) { /* the most words first: "Accasta Pari" is not "Accasta" */
        copy_letters_and_digits(typed_sign_at(clerk, i), ends[words] - i, said, sizeof said);
        const bool whole = find_ruleset(clerk->rulesets, said, named->name) >= NAMED_BY_TITLE;
        if (whole ? !is_of_date(clerk, ends[words], limit)
                  : list_family(clerk->rulesets, said, family) &&
                    find_sized(clerk, said, ends[words], limit, named->name, &ends[words])) {
            *end = ends[words];
            named->place = (struct typed_place){i, *end};
            return true;
        }
        if (!whole && named->family[0] == '\0' && list_family(clerk->rulesets, said, named->family)) {
            memcpy(named->stem, said, sizeof named->stem);
            named->place = (struct typed_place){i, ends[words]};
        }
    }
    return false;
}

/* The member of the family of NAMED, of which another word of its line is said, and no word that denies it: "Accasta,
   the Pari version". */
static void name_member(const struct clerk *clerk, uint32_t limit, struct typed_named *named)
{
    uint32_t after;
    for (uint32_t i = named->place.end, end; i<limit && * typed_sign_at(clerk, i) != '\n'; i = end> i ? end : i + 1) {
        end = word_end(clerk, i, limit);
        if (typed_word_at(clerk, i, limit, 1u << MEANS_NOT, &after) != NULL)
            return;
        for (unsigned k = 0; k < clerk->rulesets->count && end > i + 2; k++) {
            const char *rest = family_rest(clerk->rulesets->rows[k].name, named->name);
            if (rest != NULL && is_rest_at(clerk, i, end, limit, rest)) {
                memcpy(named->name, clerk->rulesets->rows[k].name, sizeof named->name);
                return;
            }
        }
    }
}

/* The only variant of STEM, "accasta", that is said from I to END with a word for rules next to it, "pari rules", and
   no word before it on its line that denies it; *PLACE is where.  NULL: there is none. */
static const char *find_variant(
    const struct clerk *clerk, uint32_t i, uint32_t end, const char *stem, struct typed_place *place)
{
    const char *found = NULL;
    bool denied = false;
    bool rules = false; /* the word before says that */
    uint32_t begin = i;
    for (uint32_t last, after; i < end && clerk->rulesets != NULL; i = last > i ? last : i + 1) {
        last = word_end(clerk, i, end);
        denied = *typed_sign_at(clerk, i) != '\n' &&
            (denied || typed_word_at(clerk, i, end, 1u << MEANS_NOT, &after) != NULL);
        if (last == i)
            continue;
        const uint32_t next = skip_signs(clerk, last, end, " -");
        const bool before = rules;
        const bool followed = typed_word_at(clerk, next, end, MEANS_BIT(MEANS_RULES), &after) != NULL;
        for (unsigned k = 0; k < clerk->rulesets->count && (followed || before) && !denied; k++) {
            const char *rest = family_rest(clerk->rulesets->rows[k].name, stem);
            if (rest == NULL || !is_rest_at(clerk, i, last, end, rest))
                continue;
            if (found != NULL && strcmp(found, clerk->rulesets->rows[k].name) != 0)
                return NULL;
            found = clerk->rulesets->rows[k].name;
            *place = followed ? (struct typed_place){i, after} : (struct typed_place){begin, last};
        }
        rules = typed_word_at(clerk, i, end, MEANS_BIT(MEANS_RULES), &after) != NULL;
        begin = i;
    }
    return found;
}

bool typed_ruleset_before(struct clerk *clerk, uint32_t limit, struct typed_named *named)
{
    bool good = list_rulesets(clerk) != NULL;
    unsigned count = 0;
    *named = (struct typed_named){.family = ""};
    limit = limit < HEAD_MOST ? limit : HEAD_MOST;
    for (uint32_t i = 0, next; i < limit && good; i = next) {
        struct typed_named one = *named;
        if (name_at(clerk, i, limit, &one, &next)) {
            name_member(clerk, limit, &one);
            const bool member =
                count > 0 && family_rest(one.name, named->name) != NULL; /* "Accasta", and then "Accasta Pari" */
            good = count == 0 || member || strcmp(named->name, one.name) == 0 ||
                family_rest(named->name, one.name) != NULL;
            *named = count == 0 || member ? one : *named;
            count++;
        } else if (count == 0) {
            *named = one;
            named->name[0] = '\0';
        }
    }
    if (good && count == 0 && named->family[0] != '\0' && strchr(named->family, ',') == NULL) /* "stakd" */
        return snprintf(named->name, sizeof named->name, "%s", named->family) > 0;
    if (good && count == 0 && named->family[0] != '\0')
        return find_in_family(clerk, limit, named);
    struct typed_place place;
    const char *variant = good && count > 0 ? find_variant(clerk, 0, limit, named->name, &place) : NULL;
    if (variant != NULL)
        snprintf(named->name, sizeof named->name, "%s", variant);
    return good && count > 0;
}

static void keep_form_end(void *context, size_t end)
{
    *(size_t *)context = end;
}

bool typed_form_covers(const struct clerk *clerk, const char *ruleset, const char *text, size_t length)
{
    size_t covered = 0;
    catasta_turn_form(clerk->session, ruleset, text, length, keep_form_end, &covered);
    return covered == length;
}

/* How many of the first words of the page from I on the form of turns of RULESET covers. */
static unsigned count_covered(const struct clerk *clerk, const char *ruleset, uint32_t i)
{
    unsigned covered = 0;
    const uint32_t limit = clerk->page.count;
    for (unsigned words = 0; words < COVERED_MOST && i < limit; words++) {
        i = skip_signs(clerk, i, limit, " \t\n,;|\"'`");
        uint32_t end = i;
        while (end < limit && strchr(" \t\n;|\"'`", *typed_sign_at(clerk, end)) == NULL)
            end++;
        const uint32_t last = end > i && *typed_sign_at(clerk, end - 1) == ',' ? end - 1 : end;
        covered += last > i + 1 && last - i < TOKEN_MOST &&
            typed_form_covers(clerk, ruleset, typed_sign_at(clerk, i), last - i);
        i = end + 1;
    }
    return covered;
}

bool typed_likely_ruleset(struct clerk *clerk, struct typed_place place, struct typed_named *likely)
{
    const struct rulesets *all = list_rulesets(clerk);
    unsigned most = 0;
    unsigned count = 0; /* without those of the family of the first, "staku-2" of "staku" */
    for (unsigned i = 0; all != NULL && i < all->count; i++) {
        const char *name = all->rows[i].name;
        const unsigned covered = count_covered(clerk, name, place.begin);
        count = covered > most ? 1 : count + (covered == most && family_rest(name, likely->name) == NULL);
        if (covered > most || most == 0)
            memcpy(likely->name, name, sizeof likely->name);
        most = covered > most ? covered : most;
    }
    likely->place = place;
    snprintf(likely->stem, sizeof likely->stem, "%.*s", (int)strcspn(likely->name, "-"), likely->name);
    struct typed_named member = *likely;
    if (count > 1 && most > 0 && find_in_family(clerk, place.begin, &member)) /* "size 4" */
        *likely = member, count = 1;
    return count == 1;
}

void typed_name_ruleset(struct clerk *clerk, const struct catasta_pair *tags)
{
    catasta_position *without = catasta_position_start(clerk->session, NULL, NULL, 0, NULL);
    const struct rulesets *all = without != NULL ? NULL : list_rulesets(clerk); /* else the run has one */
    uint64_t begins, with;
    catasta_position_free(without);
    for (unsigned i = 0; all != NULL && i < all->count && clerk->ruleset[0] == '\0'; i++) {
        const char *rest = strchr(all->rows[i].name, '-');
        bool said = false;
        for (unsigned k = 0; k < clerk->tag_count && rest != NULL; k++)
            said |= strcmp(tags[k].value, rest + 1) == 0;
        if (!said)
            continue;
        catasta_position *start =
            catasta_position_start(clerk->session, all->rows[i].name, tags, clerk->tag_count, NULL);
        if (start != NULL && catasta_position_hash(start, &with) && catasta_position_hash(clerk->board, &begins) &&
            with == begins)
            memcpy(clerk->ruleset, all->rows[i].name, sizeof clerk->ruleset);
        catasta_position_free(start);
    }
}

const char *typed_kin(struct clerk *clerk, const char *ruleset, unsigned number)
{
    const struct rulesets *all = list_rulesets(clerk);
    const size_t stem = strcspn(ruleset, "-");
    for (unsigned i = 0; all != NULL && i < all->count; i++) {
        const char *name = all->rows[i].name;
        if (strcspn(name, "-") == stem && strncmp(name, ruleset, stem) == 0 && strcmp(name, ruleset) != 0 &&
            number-- == 0)
            return name;
    }
    return NULL;
}

/* Only the tiles of VALUE, if there are some: "stack 1 = O1, stack 2 = G5" has two. */
static void keep_tiles(char *value)
{
    char kept[VALUE_MOST];
    size_t count = 0;
    for (const char *at = value, *end; *at != '\0' && count + 4 < sizeof kept; at = end + (end == at)) {
        for (end = at; typed_is_alnum(*end) || *end == '?';)
            end++;
        const bool tile =
            end - at == 2 && (typed_is_letter(at[0]) || at[0] == '0') && (typed_is_digit(at[1]) || at[1] == '?');
        if (tile || (end - at == 1 && *at == '?')) {
            memcpy(kept + count, at, (size_t)(end - at));
            kept[count] = tile && at[0] == '0' ? 'O' : kept[count];
            count += (size_t)(end - at);
            kept[count++] = ' ';
        }
    }
    if (count > 0) {
        memcpy(value, kept, count - 1);
        value[count - 1] = '\0';
    }
}

/* Tiles and colours are capital, with spaces between tiles. */
static void read_pieces(char *value, bool tiles)
{
    size_t count = 0;
    if (tiles)
        keep_tiles(value);
    for (const char *at = value; *at != '\0'; at++) {
        const char c = *at == ',' || *at == ';' || *at == '|' ? ' ' : *at;
        if (c == ' ' && (!tiles || count == 0 || value[count - 1] == ' '))
            continue;
        value[count++] = (char)(typed_is_letter(c) ? c & ~0x20 : c);
    }
    value[count] = '\0';
}

/* The date that is all of PLACE, but for a word before it, "Sunday 3 May 2025"; else it is kept to ask about. */
static bool read_dated(struct clerk *clerk, struct typed_place place, char *value)
{
    const uint32_t begin = skip_signs(clerk, word_end(clerk, place.begin, place.end), place.end, ", ");
    clerk->doubts.dated = (struct typed_place){0, 0};
    clerk->doubts.has_date = typed_read_date(clerk, place.begin, place.end, value) == place.end ||
        typed_read_date(clerk, begin, place.end, value) == place.end;
    typed_keep_date(clerk, place.begin, place.end);
    return clerk->doubts.has_date;
}

/* Whether what is at PLACE is a number with a comma, "1,5". */
static bool is_decimal(const struct clerk *clerk, struct typed_place place)
{
    unsigned commas = 0;
    for (uint32_t i = place.begin; i < place.end; i++) {
        const char c = *typed_sign_at(clerk, i);
        if (!typed_is_digit(c) && (c != ',' || i == place.begin || i + 1 == place.end))
            return false;
        commas += c == ',';
    }
    return commas == 1;
}

/* The value of TAG as notation has it; false: it is copied as it is. */
static bool read_notation(struct clerk *clerk, const struct typed_tag *tag, char *value, size_t room)
{
    static const char *const names[] = {"Ruleset", "Result", "Start", "Colours", "Position"};
    bool notation = strncmp(tag->name, "Hand", 4) == 0;
    char result[64];
    if (strcmp(tag->name, "Date") == 0)
        return read_dated(clerk, tag->value, value);
    bool plain = true;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        notation |= strcmp(tag->name, names[i]) == 0;
    const uint32_t length = tag->value.end - tag->value.begin;
    notation |= is_decimal(clerk, tag->value);
    if (!notation || length >= room)
        return false;
    for (uint32_t i = 0; i < length; i++) {
        value[i] = *typed_sign_at(clerk, tag->value.begin + i);
        value[i] = (char)(value[i] == '\t' ? ' ' : value[i]);
        plain &= value[i] >= ' ';
    }
    value[length] = '\0';
    if (!plain && strcmp(tag->name, "Result") != 0 && strcmp(tag->name, "Ruleset") != 0)
        return false;
    if (strcmp(tag->name, "Ruleset") == 0) {
        read_ruleset(clerk, value, room);
    } else if (strcmp(tag->name, "Result") == 0) {
        const uint32_t end = typed_result_at(clerk, tag->value.begin, tag->value.end, result);
        if (end > tag->value.begin &&
            end + (end < tag->value.end && *typed_sign_at(clerk, end) == '.') == tag->value.end)
            snprintf(value, room, "%s", result);
        else if (!plain)
            return false;
    } else if (is_decimal(clerk, tag->value)) {
        *strchr(value, ',') = '.';
    } else if (strcmp(tag->name, "Position") != 0) {
        read_pieces(value, strcmp(tag->name, "Colours") != 0);
    }
    return true;
}

/* Of the value of TAG keeps the ruleset that it begins with: "Staka, three of us". */
static void cut_after_ruleset(struct clerk *clerk, struct typed_tag *tag)
{
    uint32_t end;
    struct typed_named named = {.family = ""};
    if (list_rulesets(clerk) != NULL && name_at(clerk, tag->value.begin, tag->value.end, &named, &end) &&
        strchr(" ,;:(.!", typed_sign_before(clerk, end, tag->value.end)) != NULL)
        tag->cut = end < tag->value.end, tag->value.end = end;
    if (tag->cut) { /* "Staku, two high" */
        snprintf(tag->room, sizeof tag->room, "%s", named.name);
        name_member(clerk, typed_line_end(clerk, end), &named);
        if (strcmp(tag->room, named.name) != 0) {
            snprintf(tag->room, sizeof tag->room, "%s", named.name);
            tag->said = tag->room;
        }
    }
}

/* Whether the game takes a rule from the tag NAME, and has one for VALUE. */
static bool takes_rule(const struct clerk *clerk, const char *name, const char *value)
{
    const char *ruleset = clerk->ruleset[0] == '\0' ? NULL : clerk->ruleset;
    const struct catasta_pair pair = {name, value}, bad = {name, "x"};
    catasta_position *with = catasta_position_start(clerk->session, ruleset, &pair, 1, NULL);
    catasta_position *without = with == NULL ? NULL : catasta_position_start(clerk->session, ruleset, &bad, 1, NULL);
    const bool taken = with != NULL && without == NULL;
    catasta_position_free(with);
    catasta_position_free(without);
    return taken;
}

/* Where the number at I ends, "1.5" or "1,5", with its TEXT; I: there is none. */
static uint32_t read_decimal(const struct clerk *clerk, uint32_t i, uint32_t end, char text[DECIMAL_ROOM])
{
    uint32_t last = i;
    for (; last < i + DECIMAL_ROOM - 1; last++) {
        const char c = typed_sign_before(clerk, last, end);
        const bool point =
            typed_is_any_of(c, ".,") && last > i && typed_is_digit(typed_sign_before(clerk, last + 1, end));
        if (!typed_is_digit(c) && !point)
            break;
        text[last - i] = point ? '.' : c;
    }
    text[last - i] = '\0';
    return typed_is_alnum(typed_sign_before(clerk, last, end)) ? i : last;
}

void typed_ask_rules(struct clerk *clerk, uint32_t i, uint32_t end)
{
    char text[DECIMAL_ROOM];
    struct typed_place place;
    const char *name = clerk->ruleset[0] == '\0' || list_rulesets(clerk) == NULL
        ? NULL
        : find_variant(clerk, i, end, clerk->ruleset, &place);
    if (name != NULL && clerk->doubts.rules < RULES_MOST) {
        clerk->doubts.rules++;
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place,
            "the ruleset %s, though %s is named; write the one that is meant, as 'Ruleset: %s'", name, clerk->ruleset,
            name);
    }
    for (uint32_t after; i < end && clerk->board != NULL && clerk->doubts.rules < RULES_MOST; i = after) {
        after = word_end(clerk, i, end) > i ? word_end(clerk, i, end) : i + 1;
        const size_t length = after - i;
        for (size_t k = 0; after > i + 1 && (name = catasta_tag_name(k)) != NULL; k++) {
            if (strlen(name) != length || strncasecmp(name, typed_sign_at(clerk, i), length) != 0 ||
                strcmp(name, "Size") == 0) /* which names the ruleset */
                continue;
            uint32_t begin = i;
            while (begin > 0 && typed_is_space(*typed_sign_at(clerk, begin - 1)))
                begin--;
            while (begin > 0 && typed_is_any_of(*typed_sign_at(clerk, begin - 1), "0123456789.,"))
                begin--;
            const uint32_t next = skip_signs(clerk, after, end, " :=");
            const uint32_t last = read_decimal(clerk, next, end, text);
            if (last == next && read_decimal(clerk, begin, i, text) == begin)
                continue;
            clerk->doubts.rules++;
            if (!typed_has_tag(clerk, name) && takes_rule(clerk, name, text))
                typed_ask(clerk, CATASTA_TYPED_UNCLEAR,
                    last > next ? (struct typed_place){i, last} : (struct typed_place){begin, after},
                    "a rule of the game; if so, write '%s: %s' on a line before the turns", name, text);
        }
    }
}

/* The copy. */

/* Keeps the value for positions. */
static void keep_tag(struct clerk *clerk, const char *name, const char *value, size_t length)
{
    if (clerk->tag_count < TAGS_MOST) {
        const size_t at = clerk->values.count;
        char *copy = typed_grow(clerk, &clerk->values, length + 1, 1);
        if (copy == NULL)
            return;
        for (size_t i = 0; i < length; i++) /* of another encoding, which is asked about, a board is not in the way */
            copy[i] = clerk->page.broken != UINT32_MAX && (unsigned char)value[i] >= 0x80 ? '?' : value[i];
        copy[length] = '\0';
        const char *known = nearest_tag(name);
        if (known != NULL && strcmp(known, name) == 0) {
            clerk->tags[clerk->tag_count].name = known;
            clerk->tags[clerk->tag_count].value = at;
            clerk->tags[clerk->tag_count++].length = length;
        }
    }
    if (strcmp(name, "Ruleset") == 0)
        snprintf(clerk->ruleset, sizeof clerk->ruleset, "%.*s", (int)length, value);
    clerk->start.known = clerk->start.known && strcmp(name, "Ruleset") != 0;
    clerk->result.known |= strcmp(name, "Result") == 0 && !(length == 1 && *value == '*');
    catasta_position_free(clerk->board);
    clerk->board = NULL;
    clerk->set_up = false;
}

/* VALUE with what would end it in a tag escaped; for what was quoted it is already. */
static void put_value(struct clerk *clerk, const struct typed_tag *tag)
{
    const char *bytes = clerk->page.bytes;
    uint32_t begin = tag->value.begin;
    const char quote = begin > 0 ? *typed_sign_at(clerk, begin - 1) : '\0';
    for (uint32_t i = begin; i <= tag->value.end; i++) {
        const char c = i < tag->value.end ? bytes[typed_offset(clerk, i)] : '\0';
        const bool last = i == tag->value.end;
        const bool escape = !last && (c == '"' || (c == '\\' && !is_quote(quote)));
        const bool parts = last || escape || strchr(" ,/=", c) != NULL || c == '\\';
        if (!parts)
            continue;
        const uint32_t end = last || escape ? i : i + 1;
        if (end > begin)
            typed_put(clerk, bytes + typed_offset(clerk, begin),
                (last ? typed_end_offset(clerk, end) : typed_offset(clerk, end)) - typed_offset(clerk, begin),
                (struct typed_place){begin, end});
        if (escape)
            typed_put(clerk, "\\", 1, (struct typed_place){i, i});
        begin = end;
        if (c == '\\' && !escape && i + 1 < tag->value.end) /* what is escaped stays so */
            i++;
    }
}

static void write_tag(struct clerk *clerk, struct typed_tag *tag)
{
    char value[VALUE_MOST];
    const char *bytes = clerk->page.bytes;
    const struct typed_place none = {tag->all.begin, tag->all.begin};
    const uint32_t from = typed_offset(clerk, tag->value.begin);
    const uint32_t value_end = typed_end_offset(clerk, tag->value.end);
    const size_t length = value_end > from ? value_end - from : 0;
    const size_t begin = clerk->text.count;
    const bool notation = tag->said != NULL || read_notation(clerk, tag, value, sizeof value);
    if (tag->said != NULL)
        snprintf(value, sizeof value, "%s", tag->said);
    const bool same = notation && strlen(value) == length && memcmp(value, bytes + from, length) == 0;
    if (begin > 0 && ((const char *)clerk->text.at)[begin - 1] != '\n')
        typed_put(clerk, "\n", 1, none);
    const size_t first = clerk->text.count;
    const struct typed_mark mark = typed_mark_end(clerk);
    typed_put(clerk, "[", 1, none);
    typed_put(clerk, tag->name, strlen(tag->name), (struct typed_place){tag->all.begin, tag->value.begin});
    typed_put(clerk, " \"", 2, none);
    if (notation && !same)
        typed_put(clerk, value, strlen(value), tag->value);
    else
        put_value(clerk, tag);
    typed_put(clerk, "\"]", 2, (struct typed_place){tag->value.end, tag->all.end});
    if (notation)
        keep_tag(clerk, tag->name, value, strlen(value));
    else
        keep_tag(clerk, tag->name, bytes + from, length);
    if (clerk->failed)
        return;
    const char *made = (const char *)clerk->text.at + first;
    const size_t size = clerk->text.count - first;
    const uint32_t all = typed_offset(clerk, tag->all.begin);
    if (typed_offset(clerk, tag->all.end) - all != size || memcmp(bytes + all, made, size) != 0)
        typed_change(clerk, CATASTA_TYPED_TAG, tag->all, made, size);
    typed_put(clerk, "\n", 1, (struct typed_place){tag->all.end, tag->all.end});
    const size_t length_written = clerk->text.count - mark.text, count_written = clerk->pieces.count - mark.piece;
    if (clerk->tags_end.text > 0 && clerk->tags_end.text < mark.text &&
        clerk->tag_count < TAGS_MOST) /* comments are between */
        typed_move_back(clerk, mark, clerk->tags_end);
    else
        clerk->tags_end = mark;
    clerk->tags_end.text += length_written;
    clerk->tags_end.piece += count_written;
    if (clerk->page.broken >= tag->value.begin && clerk->page.broken < tag->value.end)
        clerk->page.broken = clerk->page.count; /* the referee says so */
    clerk->written_tag = true;
}

void typed_write_said(struct clerk *clerk, const char *name, const char *value, struct typed_place place)
{
    struct typed_tag tag = {.name = name, .said = value, .all = place, .value = place};
    write_tag(clerk, &tag);
}

/* Where a start is said on the line from I to END, of a game that needs one: "we began. Start stacks: P5 and R4"; END:
   nowhere. */
static uint32_t find_start(struct clerk *clerk, uint32_t i, uint32_t end, struct typed_tag *tag)
{
    uint32_t after;
    for (; i < end; i++) {
        const struct typed_word *word = typed_word_at(clerk, i, end, 1u << MEANS_TAG, &after);
        if (word != NULL && strncmp(word->name, "Start\t", 6) == 0 && read_bare_tag(clerk, i, end, tag))
            return i;
    }
    return end;
}

/* Writes the start that is all after a colon or a tab on the line from I to END: "on the table: O1, G4". */
static bool take_start(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_tag tag = {.name = "Start", .all = {i, end}, .value = {end, end}};
    while (tag.value.begin > i && !typed_is_any_of(*typed_sign_at(clerk, tag.value.begin - 1), ":\t"))
        tag.value.begin--;
    const bool taken = tag.value.begin > i && is_tiles(clerk, tag.value.begin, end) && gives_start(clerk, &tag);
    if (taken)
        write_tag(clerk, &tag);
    return taken;
}

/* Writes the tags of the hand that the part of a line from I to END says, "Lea had R2 R5 O1 O3 G1 G4 B4 B4 P2 P4", and
   of whose it is; the seats are in the order of the hands.  AGAIN: it may name nobody.  False: it says none. */
static bool take_hand(struct clerk *clerk, uint32_t i, uint32_t end, bool again)
{
    char tag[16];
    uint32_t after;
    unsigned seat = 1;
    struct typed_place name = {0, 0};
    bool among = false; /* words that say something else */
    while (end > i && strchr(" \t.", *typed_sign_at(clerk, end - 1)) != NULL)
        end--;
    uint32_t tiles = i;
    for (uint32_t next = i; next < end && !is_tiles(clerk, tiles, end); tiles = next) {
        while (next < end && typed_is_alnum(*typed_sign_at(clerk, next)))
            next++;
        while (next < end && !typed_is_alnum(*typed_sign_at(clerk, next))) /* "Aino,R2 R3" */
            next++;
    }
    if ((tiles <= i && !again) || end < tiles + 3 * HAND_LEAST)
        return false;
    for (uint32_t k = i; k < tiles; k++) /* a name is what means nothing else */
        if (typed_is_alnum(*typed_sign_at(clerk, k)) && (k == i || !typed_is_alnum(*typed_sign_at(clerk, k - 1)))) {
            uint32_t last = word_end(clerk, k, tiles);
            while (last + 1 < tiles && *typed_sign_at(clerk, last) == '-') /* "Harm-Jan" */
                last = word_end(clerk, last + 1, tiles);
            const uint64_t words = typed_known_words | MEANS_BIT(MEANS_OF);
            const bool other = typed_word_at(clerk, k, tiles, words, &after) != NULL && after >= last;
            if (!other && name.end > 0 && name.end + 1 == k && *typed_sign_at(clerk, k - 1) == ' ' &&
                *typed_sign_at(clerk, k) < 'a')
                name.end = last; /* "Mara Holt" */
            else if (typed_is_letter(*typed_sign_at(clerk, k)) && name.end == 0) {
                const struct typed_place full = typed_full_name(clerk, (struct typed_place){k, last});
                const bool small = *typed_sign_at(clerk, k) >= 'a';
                if ((!other && (k == i || (last > k + 1 && !small && !among))) ||
                    full.begin != k) /* "Hand K", of Kirsty */
                    name = full;
                among |= !other && small && k > i; /* "Hand am Anfang" */
            }
        }
    for (unsigned k = 0; k < clerk->tag_count; k++)
        seat += strncmp(clerk->tags[k].name, "Hand", 4) == 0;
    const unsigned named = name.end > 0 ? typed_seat_at(clerk, name.begin, name.end, &after) : 0;
    seat = named > 0 ? named : seat;
    if (seat > CATASTA_SEATS)
        return false;
    for (unsigned k = 1; k <= seat && named == 0 && (name.end > 0 || seat > 1); k++) {
        snprintf(tag, sizeof tag, "Player%u", k);
        const bool here = k == seat && name.end > 0;
        if (!typed_has_tag(clerk, tag))
            typed_write_said(clerk, tag, here ? NULL : "?", here ? name : (struct typed_place){i, i});
    }
    struct typed_tag hand = {.name = tag, .all = {i, end}, .value = {tiles, end}};
    snprintf(tag, sizeof tag, "Hand%u", seat);
    write_tag(clerk, &hand);
    return true;
}

/* The hands of the line from I to END, which slashes or bars may part. */
static bool take_hands(struct clerk *clerk, uint32_t i, uint32_t end)
{
    bool any = false;
    for (uint32_t last; i < end; i = last + 1) {
        for (last = i; last < end && strchr("/|;", *typed_sign_at(clerk, last)) == NULL &&
             !(*typed_sign_at(clerk, last) == '\t' &&
                 last >= i + 3 * HAND_LEAST);) /* of a row, with a tile before it */
            last++;
        i = typed_skip_spaces(clerk, i, last);
        if (take_hand(clerk, i, last, any))
            any = true;
        else if (any)
            typed_comment(clerk, (struct typed_place){i, last});
    }
    return any;
}

/* Copies TAG, or keeps the result in it that a spreadsheet has made a date, "11-Nov", to ask about it. */
static void take_tag(struct clerk *clerk, struct typed_tag *tag)
{
    const struct typed_place value = tag->value;
    bool month = false;
    for (uint32_t i = value.begin; i < value.end; i++)
        month |= typed_is_letter(*typed_sign_at(clerk, i));
    if (month && strcmp(tag->name, "Result") == 0 && clerk->doubts.labelled.end == 0 &&
        typed_date_end(clerk, value.begin, value.end) == value.end) {
        typed_comment(clerk, tag->all);
        clerk->doubts.labelled = value;
    } else
        write_tag(clerk, tag);
}

bool typed_tag_line(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_tag tag;
    const char *name = ""; /* of the last tag */
    bool any = false;
    for (uint32_t next; (i = typed_skip_spaces(clerk, i, end)) < end && (next = read_bracket(clerk, i, end, &tag)) > i;
         i = next) {
        write_tag(clerk, &tag);
        any = true;
    }
    for (bool bare = !any; bare && i < end && *typed_sign_at(clerk, i) != '[' && read_bare_tag(clerk, i, end, &tag);
         i = typed_skip_spaces(clerk, i, end)) {
        take_tag(clerk, &tag);
        any = true;
        name = tag.name;
        bare = !tag.cut;
        i = typed_skip_spaces(clerk, tag.all.end, end);
        const uint32_t after = skip_bracket(clerk, i, end);
        if (after > i && after < end) { /* "White: Ann (begins), Black: Ben" */
            typed_comment(clerk, (struct typed_place){i, after});
            typed_keep_tag_colour(clerk, tag.name, (struct typed_place){i, after});
            i = after;
        }
    }
    if (!any && end - i < HANDS_MOST && needs_start(clerk)) {
        if (take_hands(clerk, i, end) || take_start(clerk, i, end))
            return true;
        const uint32_t start = find_start(clerk, i, end, &tag);
        uint32_t last = start;
        if (start > i && start < end) {
            typed_find_players(clerk, i, start);
            while (typed_is_space(*typed_sign_at(clerk, last - 1)))
                last--;
            typed_comment(clerk, (struct typed_place){i, last});
            write_tag(clerk, &tag);
            i = tag.all.end;
            any = true;
        }
    }
    while (any && i < end && strchr(",;:. ", *typed_sign_at(clerk, i)) != NULL)
        i++;
    if (any && i < end) {
        struct typed_place rest = {i, end};
        while (typed_is_space(*typed_sign_at(clerk, rest.end - 1)))
            rest.end--;
        typed_find_players(clerk, i, end);
        if (tag.cut && memchr(typed_sign_at(clerk, tag.value.begin), '(', i - tag.value.begin) != NULL)
            rest.begin = tag.value.begin; /* "Accasta (Pari, plain)" is not torn */
        typed_comment(clerk, rest);
        typed_keep_tag_colour(clerk, name, rest);
        typed_keep_date(clerk, i, end);
        typed_ask_rules(clerk, i, end);
        typed_put(clerk, "\n", 1, (struct typed_place){end, end});
    }
    return any;
}

/* SPDX-License-Identifier: MIT */
/* Conditions asked of games. */
#include "archive/condition_parts.h"
#include "archive/fields.h"

/* Values. */

/* A decimal number, of any length. */
struct decimal {
    bool negative;
    struct slice whole;    /* without zeros before */
    struct slice fraction; /* without zeros after */
};

static struct slice take_digits(struct slice *text)
{
    struct slice digits = {text->at, 0};
    while (digits.length < text->length && text->at[digits.length] >= '0' && text->at[digits.length] <= '9')
        digits.length++;
    text->at += digits.length;
    text->length -= digits.length;
    return digits;
}

static bool take_byte(struct slice *text, char byte)
{
    if (text->length == 0 || text->at[0] != byte)
        return false;
    text->at++;
    text->length--;
    return true;
}

static bool read_decimal(struct slice text, struct decimal *number)
{
    number->negative = take_byte(&text, '-');
    number->whole = take_digits(&text);
    bool any = number->whole.length > 0;
    number->fraction = (struct slice){text.at, 0};
    if (any && take_byte(&text, '.')) {
        number->fraction = take_digits(&text);
        any = number->fraction.length > 0;
    }
    while (number->whole.length > 0 && number->whole.at[0] == '0')
        number->whole.at++, number->whole.length--;
    while (number->fraction.length > 0 && number->fraction.at[number->fraction.length - 1] == '0')
        number->fraction.length--;
    number->negative &= number->whole.length > 0 || number->fraction.length > 0;
    return any && text.length == 0;
}

static int compare_decimals(const struct decimal *a, const struct decimal *b)
{
    if (a->negative != b->negative)
        return a->negative ? -1 : 1;
    int order = (a->whole.length > b->whole.length) - (a->whole.length < b->whole.length);
    order = order != 0 ? order : slice_order(a->whole, b->whole);
    order = order != 0 ? order : slice_order(a->fraction, b->fraction);
    return a->negative ? -order : order;
}

/* Year, month and day, as far as they are given, '?' for digits that nobody knows. */
static bool is_date(struct slice text)
{
    bool fits = text.length == 4 || text.length == 7 || text.length == 10;
    for (size_t i = 0; i < text.length && fits; i++)
        fits = strchr(i == 4 || i == 7 ? ".-/" : "0123456789?", text.at[i]) != NULL && text.at[i] != '\0';
    return fits;
}

/* As far as B goes. */
static bool compare_dates(struct slice a, struct slice b, int *order)
{
    size_t length = 4;
    *order = 0;
    for (size_t at = 0; at < b.length && *order == 0; at += length + 1, length = 2) {
        if (memchr(b.at + at, '?', length) != NULL)
            return true;
        if (at >= a.length || memchr(a.at + at, '?', length) != NULL)
            return false;
        *order = memcmp(a.at + at, b.at + at, length);
    }
    return true;
}

bool values_compare(struct slice a, struct slice b, int *order)
{
    struct decimal numbers[2];
    bool known = true;
    if (is_date(a) && is_date(b) && (a.length > 4 || b.length > 4 || memchr(a.at, '?', a.length) != NULL))
        known = compare_dates(a, b, order);
    else if (read_decimal(a, &numbers[0]) && read_decimal(b, &numbers[1]))
        *order = compare_decimals(&numbers[0], &numbers[1]);
    else
        *order = slice_order(a, b);
    *order = (*order > 0) - (*order < 0);
    return known;
}

static bool contains_folded(struct condition *condition, struct slice value, struct slice folded)
{
    arena_clear(&condition->folded);
    struct slice text = fold_text(value, &condition->folded);
    for (; text.at != NULL && text.length >= folded.length; text.at++, text.length--)
        if (slice_equal(slice_shorter(text, folded.length), folded))
            return true;
    return false;
}

/* Whether VALUE compares as TEST has it; of 'not equal' whether it is equal. */
static bool comparison_holds(struct condition *condition, const struct test *test, struct slice value, bool word)
{
    int order;
    if (test->comparison == CONTAINS)
        return contains_folded(condition, value, test->value);
    if (!values_compare(value, test->value, &order))
        return false;
    if (word && order != 0 && value.length == test->value.length) {
        size_t same = 0;
        while (same < value.length && small_letter(value.at[same]) == small_letter(test->value.at[same]))
            same++;
        order = same == value.length ? 0 : order;
    }
    switch (test->comparison) {
    case LESS:
        return order < 0;
    case AT_MOST:
        return order <= 0;
    case MORE:
        return order > 0;
    case AT_LEAST:
        return order >= 0;
    default:
        return order == 0;
    }
}

/* One value that compares so is enough; but 'not equal' holds where there are some, and none is equal. */
static bool ask_field(struct condition *condition, const struct test *test, const struct subject *subject)
{
    bool word = field_is_word(&test->field);
    struct slice value;
    size_t i = 0;
    for (; subject_value(&test->field, subject, i, &value); i++)
        if (!test->compares || comparison_holds(condition, test, value, word))
            return test->comparison != UNEQUAL;
    return i > 0 && test->compares && test->comparison == UNEQUAL;
}

static bool ask_fault(const struct test *test, const catasta_game *game)
{
    struct catasta_diagnostic found = {.size = sizeof found};
    for (size_t i = 0; catasta_game_diagnostic(game, i, &found); i++) {
        struct slice rest = slice_of(found.id);
        struct slice table;
        slice_split(&rest, '/', &table);
        if (slice_is(test->value, found.id) || slice_equal(test->value, table) || slice_equal(test->value, rest))
            return true;
    }
    return false;
}

/* The node after NODE on the main line that is before the turn that TEST says; false: there is none. */
static bool next_node(const struct test *test, const catasta_game *game, struct catasta_node *node, size_t *index)
{
    *index = node->next;
    return node->next != CATASTA_NOWHERE && catasta_game_node(game, node->next, node) && node->number < test->before;
}

static bool ask_turn(const struct test *test, const catasta_game *game)
{
    struct catasta_node node = {.size = sizeof node};
    size_t index;
    bool any = catasta_game_node(game, 0, &node);
    while (any && next_node(test, game, &node, &index))
        if (slice_equal((struct slice){node.text.bytes, node.text.length}, test->value))
            return true;
    return false;
}

static enum truth condition_ask_all(
    struct condition *condition, const struct test *test, const struct subject *subject, bool judged);

/* Whether there is a cell as TEST has it in POSITION, which may be NULL. */
static bool ask_position(struct condition *condition, const struct test *test, catasta_position *position)
{
    struct subject subject = {.position = position, .scratch = &condition->scratch};
    struct catasta_cell cell = {.size = sizeof cell};
    bool found = false;
    for (; position != NULL && !found && catasta_position_cell(position, subject.cell, &cell); subject.cell++)
        found = (slice_is(test->value, "*") || slice_is(test->value, cell.name)) &&
            condition_ask_all(condition, test->first, &subject, true) == TRUTH_YES;
    return found;
}

static bool ask_cell(struct condition *condition, const struct test *test, const catasta_game *game)
{
    struct catasta_node node = {.size = sizeof node};
    size_t index = 0;
    bool any = catasta_game_node(game, 0, &node);
    bool found = false;
    for (; any && !found; any = next_node(test, game, &node, &index)) {
        catasta_position *position = catasta_game_position(game, index);
        found = ask_position(condition, test, position);
        catasta_position_free(position);
    }
    return found;
}

static enum truth truth_of(bool holds)
{
    return holds ? TRUTH_YES : TRUTH_NO;
}

/* What is joined by 'and' does not hold where one does not; by 'or' it holds where one does. */
static enum truth ask_list(
    struct condition *condition, const struct test *test, const struct subject *subject, bool judged)
{
    enum truth decides = truth_of(test->kind == TEST_OR);
    enum truth all = truth_of(test->kind != TEST_OR);
    for (const struct test *one = test->first; one != NULL; one = one->next) {
        enum truth truth = condition_ask_all(condition, one, subject, judged);
        if (truth == decides)
            return truth;
        all = truth == TRUTH_UNKNOWN ? truth : all;
    }
    return all;
}

static enum truth condition_ask_all(
    struct condition *condition, const struct test *test, const struct subject *subject, bool judged)
{
    enum truth truth;
    switch (test->kind) {
    case TEST_AND:
    case TEST_OR:
        return ask_list(condition, test, subject, judged);
    case TEST_NOT:
        truth = condition_ask_all(condition, test->first, subject, judged);
        return truth == TRUTH_UNKNOWN ? truth : truth_of(truth == TRUTH_NO);
    case TEST_FIELD:
        if (!judged && field_needs_judge(&test->field))
            return TRUTH_UNKNOWN;
        return truth_of(ask_field(condition, test, subject));
    case TEST_FAULT:
        return judged ? truth_of(ask_fault(test, subject->game)) : TRUTH_UNKNOWN;
    case TEST_TURN:
        return judged ? truth_of(ask_turn(test, subject->game)) : TRUTH_UNKNOWN;
    case TEST_CELL:
        return judged ? truth_of(ask_cell(condition, test, subject->game)) : TRUTH_UNKNOWN;
    }
    return TRUTH_NO;
}

enum truth condition_ask(struct condition *condition, const catasta_game *game, bool judged)
{
    const struct subject subject = {.game = game, .scratch = &condition->scratch};
    return condition_ask_all(condition, condition->root, &subject, judged);
}

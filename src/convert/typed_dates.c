/* SPDX-License-Identifier: MIT */
/* Dates: in a tag, and in headings, where they may be that of the game or of the letter: "21 September 2024". */
#include "convert/typed.h"

#include <stdio.h>
#include <string.h>

enum { ENDING_MOST = 2, MONTH_MOST = 12, YEAR_FIRST = 1900, YEAR_LAST = 2199 };

/* A date as it is typed: numbers, one of which may be the name of a month, in their order. */
struct typed_date {
    unsigned part[3];
    unsigned digits[3];
    unsigned named; /* which is a name, from 1; 0: none */
    char sign;      /* between numbers */
    uint32_t end;
};

/* What is between a part of a date and the next one: a sign; or an ending such as "th", spaces, a comma, and a word
   such as "of". */
static uint32_t skip_between(const struct clerk *clerk, uint32_t i, uint32_t end, char *sign)
{
    uint32_t after;
    *sign = ' ';
    if (typed_is_any_of(typed_sign_before(clerk, i, end), "./-")) {
        *sign = *typed_sign_at(clerk, i);
        return typed_skip_spaces(clerk, i + 1, end);
    }
    for (unsigned letters = 0; letters < ENDING_MOST && typed_is_letter(typed_sign_before(clerk, i, end)); letters++)
        i++;
    i = typed_skip_spaces(clerk, i, end);
    if (typed_word_at(clerk, i, end, 1u << MEANS_OF, &after) != NULL)
        i = typed_skip_spaces(clerk, after, end);
    return typed_sign_before(clerk, i, end) == ',' ? typed_skip_spaces(clerk, i + 1, end) : i;
}

/* Reads three parts from I on; false: there is no date. */
static bool read_date(const struct clerk *clerk, uint32_t i, uint32_t end, struct typed_date *date)
{
    *date = (struct typed_date){.named = 0};
    for (unsigned k = 0; k < 3; k++) {
        uint32_t last = i;
        char sign;
        while (last < i + 5 && typed_is_digit(typed_sign_before(clerk, last, end)))
            date->part[k] = 10 * date->part[k] + (unsigned)(*typed_sign_at(clerk, last++) - '0');
        date->digits[k] = last - i;
        const struct typed_word *month =
            last > i || date->named > 0 ? NULL : typed_word_at(clerk, i, end, 1u << MEANS_MONTH, &last);
        if (month != NULL) {
            date->part[k] = (unsigned)(10 * (month->name[0] - '0') + month->name[1] - '0');
            date->named = k + 1;
            last += typed_sign_before(clerk, last, end) == '.'; /* "Sept." */
        } else if (last == i) {
            return false;
        }
        date->end = i = last;
        if (k == 2)
            break;
        i = skip_between(clerk, last, end, &sign);
        if (k == 1 && date->named == 0 && sign != date->sign)
            return false;
        date->sign = sign;
    }
    return date->named > 0 || date->sign != ' ';
}

/* Writes DATE as a tag has it; false: it is none, or can be read in two ways. */
static bool write_date(const struct typed_date *date, char *text)
{
    static const unsigned char days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const unsigned *part = date->part;
    const bool year_first = date->digits[0] == 4 && date->named != 3;
    const unsigned year = year_first ? part[0] : part[2];
    unsigned month = year_first ? part[1] : date->named == 1 ? part[0] : part[1];
    unsigned day = year_first ? part[2] : date->named == 1 ? part[1] : part[0];
    const bool open = !year_first && date->named == 0 && date->sign != '.'; /* of the two orders of "7/6/2025" */
    if (open && month <= MONTH_MOST && day <= MONTH_MOST && month != day)
        return false;
    if (open && month > MONTH_MOST) {
        month = part[0];
        day = part[1];
    }
    if (date->digits[year_first ? 0 : 2] != 4 || year < YEAR_FIRST || year > YEAR_LAST || month == 0 ||
        month > MONTH_MOST || day == 0 || day > days[month - 1])
        return false;
    sprintf(text, "%04u.%02u.%02u", year, month, day);
    return true;
}

uint32_t typed_read_date(const struct clerk *clerk, uint32_t i, uint32_t end, char *text)
{
    struct typed_date date;
    return read_date(clerk, i, end, &date) && write_date(&date, text) ? date.end : i;
}

/* Whether a part of a line ends at I. */
static bool ends_part(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    if (typed_sign_before(clerk, i, end) == '.')
        i++;
    const char next = typed_sign_before(clerk, i, end);
    const uint32_t after = typed_skip_spaces(clerk, i, end);
    const char sign = typed_sign_before(clerk, after, end);
    return after >= end || typed_is_any_of(next, ",;|)\t") || after > i + 1 ||
        (after > i &&
            (sign == '|' || sign == '(' || sign == SIGN_BULLET ||
                (sign == '-' && typed_is_space(typed_sign_before(clerk, after + 1, end)))));
}

void typed_keep_date(struct clerk *clerk, uint32_t i, uint32_t end)
{
    char text[sizeof clerk->doubts.date];
    uint32_t last;
    bool begins = true; /* a part of the line, but for a word, "Sunday 21 September 2024" */
    for (bool word = false; i < end && clerk->doubts.dated.end == 0; i++) {
        const char c = *typed_sign_at(clerk, i);
        const char before = i > 0 ? *typed_sign_at(clerk, i - 1) : '\n';
        const bool starts = typed_is_alnum(c) && !typed_is_alnum(before);
        if (begins && starts && (last = typed_read_date(clerk, i, end, text)) > i && ends_part(clerk, last, end)) {
            clerk->doubts.dated = (struct typed_place){i, last};
            memcpy(clerk->doubts.date, text, sizeof text);
        } else if (typed_is_any_of(c, ",;|()\t") || c == SIGN_BULLET || (before == ' ' && (c == '-' || c == ' '))) {
            begins = true;
            word = false;
        } else if (starts) {
            begins = !word && typed_is_letter(c);
            word = true;
        }
    }
}

void typed_ask_date(struct clerk *clerk)
{
    for (unsigned k = 0; k < clerk->tag_count; k++)
        if (strcmp(clerk->tags[k].name, "Date") == 0)
            return;
    if (clerk->doubts.dated.end > 0 && clerk->turns.count > 0)
        typed_ask(clerk, CATASTA_TYPED_DATE, clerk->doubts.dated, "'Date: %s'", clerk->doubts.date);
}

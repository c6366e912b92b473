/* SPDX-License-Identifier: MIT */
/* Dates: in a tag, and in talk, where they may be that of the game or of the letter: "21 September 2024". */
#include "convert/typed.h"

#include <stdio.h>
#include <string.h>

enum { ENDING_MOST = 2, MONTH_MOST = 12, YEAR_FIRST = 1900, YEAR_LAST = 2199, PIVOT = 70, DATE_ROOM = 16 };

/* A date as it is typed: numbers, one of which may be the name of a month, in their order. */
struct typed_date {
    unsigned part[3];
    unsigned digits[3];
    unsigned named; /* which is a name, from 1; 0: none */
    char sign;      /* between numbers */
    bool scanned;   /* it has letters for digits */
    uint32_t end;
};

/* What is between a part of a date and the next one: a sign; or an ending such as "th", spaces, a comma, and a word
   such as "of". */
static uint32_t skip_between(const struct clerk *clerk, uint32_t i, uint32_t end, char *sign)
{
    uint32_t after;
    *sign = ' ';
    after = typed_skip_spaces(clerk, i, end); /* "13 - 03 - 2026" */
    if (typed_is_any_of(typed_sign_before(clerk, after, end), "./-")) {
        *sign = *typed_sign_at(clerk, after);
        return typed_skip_spaces(clerk, after + 1, end);
    }
    for (unsigned letters = 0; letters < ENDING_MOST && typed_is_letter(typed_sign_before(clerk, i, end)); letters++)
        i++;
    i = typed_skip_spaces(clerk, i, end);
    if (typed_word_at(clerk, i, end, 1u << MEANS_OF, &after) != NULL)
        i = typed_skip_spaces(clerk, after, end);
    return typed_sign_before(clerk, i, end) == ',' ? typed_skip_spaces(clerk, i + 1, end) : i;
}

/* The digit at LAST, of a number from I on, "2l", "2O26": a letter is one beside a digit only; 0: none. */
static char digit_at(const struct clerk *clerk, uint32_t i, uint32_t last, uint32_t end)
{
    const char c = typed_sign_before(clerk, last, end);
    const bool beside = (last > i && typed_is_digit(*typed_sign_at(clerk, last - 1))) ||
        typed_is_digit(typed_sign_before(clerk, last + 1, end));
    return beside || typed_is_digit(c) ? typed_digit_of(c) : '\0';
}

/* Reads three parts from I on; false: there is no date. */
static bool read_date(const struct clerk *clerk, uint32_t i, uint32_t end, struct typed_date *date)
{
    *date = (struct typed_date){.named = 0};
    for (unsigned k = 0; k < 3; k++) {
        uint32_t last = i;
        char sign;
        for (char digit; last < i + 5 && (digit = digit_at(clerk, i, last, end)) != '\0'; last++) {
            date->scanned |= digit != *typed_sign_at(clerk, last);
            date->part[k] = 10 * date->part[k] + (unsigned)(digit - '0');
        }
        date->digits[k] = last - i;
        if (k == 2 && date->named > 0 && typed_sign_before(clerk, last, end) == ':') { /* "Mar 4, 7:05" */
            date->digits[k] = date->part[k] = 0;
            return true;
        }
        const struct typed_word *month =
            last > i || date->named > 0 ? NULL : typed_word_at(clerk, i, end, 1u << MEANS_MONTH, &last);
        if (month != NULL) {
            date->part[k] = (unsigned)(10 * (month->name[0] - '0') + month->name[1] - '0');
            date->named = k + 1;
            last += typed_sign_before(clerk, last, end) == '.'; /* "Sept." */
        } else if (last == i) {                                 /* "20 January", "Nov 6th" */
            for (unsigned letters = 0;
                 letters < ENDING_MOST && typed_is_letter(typed_sign_before(clerk, date->end, end)); letters++)
                date->end++;
            return k == 2 && date->named > 0;
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

static bool is_year_first(const struct typed_date *date)
{
    return date->digits[0] == 4 && date->named != 3;
}

static bool has_no_year(const struct typed_date *date)
{
    return date->digits[2] == 0 && date->named != 3;
}

/* Writes the readings of DATE as tags have them: how many. */
static unsigned write_date(const struct typed_date *date, char texts[2][DATE_ROOM])
{
    static const unsigned char days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const unsigned *part = date->part;
    const bool yearless = has_no_year(date);
    const bool year_first = is_year_first(date);
    const bool open = !year_first && date->named == 0 && date->sign != '.'; /* of the two orders of "7/6/2025" */
    unsigned year = year_first ? part[0] : part[2];
    unsigned count = 0;
    year += date->digits[year_first ? 0 : 2] != 2 ? 0 : year < PIVOT ? 2000 : 1900; /* "3.5.25" */
    for (unsigned i = 0; i <= open; i++) {
        const unsigned month = year_first ? part[1] : date->named == 1 ? part[0] : part[1 - i];
        const unsigned day = year_first ? part[2] : date->named == 1 ? part[1] : part[i];
        if (month == 0 || month > MONTH_MOST || day == 0 || day > days[month - 1] || (i > 0 && month == day))
            continue;
        if (yearless)
            sprintf(texts[count++], "YEAR.%02u.%02u", month, day);
        else if (year >= YEAR_FIRST && year <= YEAR_LAST)
            sprintf(texts[count++], "%04u.%02u.%02u", year, month, day);
    }
    return count;
}

uint32_t typed_read_date(const struct clerk *clerk, uint32_t i, uint32_t end, char *text)
{
    struct typed_date date;
    char texts[2][DATE_ROOM];
    if (!read_date(clerk, i, end, &date) || date.scanned || has_no_year(&date) ||
        date.digits[is_year_first(&date) ? 0 : 2] == 2 || write_date(&date, texts) != 1)
        return i;
    memcpy(text, texts[0], DATE_ROOM);
    return date.end;
}

uint32_t typed_date_end(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_date date;
    char texts[2][DATE_ROOM];
    return read_date(clerk, i, end, &date) && write_date(&date, texts) > 0 ? date.end : i;
}

uint32_t typed_stamp_end(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    const uint32_t date = typed_date_end(clerk, i, end);
    uint32_t begin = date;
    while (date > i && begin < date + 2 && typed_is_any_of(typed_sign_before(clerk, begin, end), ", "))
        begin++;
    uint32_t clock = typed_clock_end(clerk, begin, end);
    if (clock == begin)
        return date;
    const uint32_t half = typed_skip_spaces(clerk, clock, end); /* of the day */
    const bool named = half + 2 <= end && typed_is_any_of((char)(*typed_sign_at(clerk, half) | 0x20), "ap") &&
        (*typed_sign_at(clerk, half + 1) | 0x20) == 'm' && !typed_is_alnum(typed_sign_before(clerk, half + 2, end));
    clock = named ? half + 2 : clock;
    const uint32_t dash = typed_skip_spaces(clerk, clock, end);
    return named && typed_sign_before(clerk, dash, end) == '-' ? dash + 1 : clock;
}

/* Whether what is after a date at I, "3 May 2025, 14:03" or "… wrote:", shows that it is that of a letter. */
static bool is_of_letter(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    while (typed_is_any_of(typed_sign_before(clerk, i, end), ", \t"))
        i++;
    while (end > i && typed_is_space(*typed_sign_at(clerk, end - 1)))
        end--;
    return typed_clock_end(clerk, i, end) > i || (end > i && *typed_sign_at(clerk, end - 1) == ':');
}

void typed_keep_date(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_date date;
    char texts[2][DATE_ROOM];
    for (; i < end && clerk->doubts.dated.end == 0 && !clerk->doubts.has_date; i++) {
        const char before = i > 0 ? *typed_sign_at(clerk, i - 1) : '\n';
        if (!typed_is_alnum(*typed_sign_at(clerk, i)) || typed_is_alnum(before) || typed_is_any_of(before, "./-:") ||
            !read_date(clerk, i, end, &date) || typed_is_alnum(typed_sign_before(clerk, date.end, end)) ||
            is_of_letter(clerk, date.end, typed_line_end(clerk, date.end)))
            continue;
        const unsigned count = write_date(&date, texts);
        if (count == 0)
            continue;
        clerk->doubts.dated = (struct typed_place){i, date.end};
        snprintf(clerk->doubts.date, sizeof clerk->doubts.date, count == 1 ? "'Date: %s'" : "'Date: %s' or 'Date: %s'",
            texts[0], texts[1]);
    }
}

void typed_ask_date(struct clerk *clerk)
{
    if (clerk->doubts.dated.end > 0 && clerk->turns.count > 0)
        typed_ask(clerk, CATASTA_TYPED_DATE, clerk->doubts.dated, "%s", clerk->doubts.date);
}

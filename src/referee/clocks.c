/* SPDX-License-Identifier: MIT */
#include "referee/clocks.h"

#define TAGS "[Ruleset \"accasta-pari\"]\n[TimeControl \"600+5\"]\n\n"

const struct rule clock_rules[CLOCK_RULE_COUNT] = {
    [CLOCK_RISES] = {"clock/rises", SEVERITY_WARNING,
        "the clock goes up from {was} to {now}, but {control} adds {gained}",
        "A clock goes up by no more than the increment. After a turn, [%clk] gives the time that is left to the player "
        "who made it. A turn adds the increment, and any other time that the tag TimeControl or Clock adds there. "
        "Without a readable tag the increment is unknown, and this is not checked.",
        TAGS "1. c4:-d5 {[%clk 0:10:30]} *\n", .kept = TAGS "1. c4:-d5 {[%clk 0:10:03]} *\n"},
    [CLOCK_SIDE] = {"clock/side", SEVERITY_WARNING,
        "the clock goes up from {was} to {now}; that is nearer to {other}'s clock, which was at {other_was}",
        "A clock is written after a turn of its player. This one goes up by more than the time "
        "control adds, and would be right for another player.",
        TAGS "1. c4:-d5 {[%clk 0:09:00]} f2:2-e2 {[%clk 0:05:00]} 2. b4:2-d4 {[%clk 0:08:30]} e3:xd4 {[%clk 0:08:20]} "
             "*\n",
        .kept = TAGS
        "1. c4:-d5 {[%clk 0:09:00]} f2:2-e2 {[%clk 0:05:00]} 2. b4:2-d4 {[%clk 0:08:30]} e3:xd4 {[%clk 0:04:20]} *\n"},
    [CLOCK_ZERO] = {"clock/zero", SEVERITY_WARNING, "the clock is at zero, but turns follow",
        "At zero the game is over, and no turn follows. Perhaps the players agreed to go on, or the clock shows whole "
        "seconds and part of one was left. This is reported once for each clock.",
        TAGS "1. c4:-d5 {[%clk 0:00:00]} f2:2-e2 *\n", .kept = TAGS "1. c4:-d5 {[%clk 0:00:01]} f2:2-e2 *\n"},
    [CLOCK_UNREADABLE] = {"clock/unreadable", SEVERITY_NOTE, "{what} cannot be read; write it like {like}",
        "A clock is hours, minutes and seconds. TimeControl gives seconds and an increment, as in PGN; several periods "
        "are separated by colons, each with its number of turns. Clock gives minutes and seconds, or hours, minutes "
        "and seconds, and an increment in seconds, as in PTN. What cannot be read is not checked.",
        "[Ruleset \"accasta-pari\"]\n[TimeControl \"ten minutes\"]\n\n*\n", .kept = TAGS "*\n"},
};

/* Times. */

enum { SECOND = 1000, TIME_MOST = 100000000 }; /* seconds */

/* Seconds at the beginning of TEXT, "7.5", in milliseconds, with the smallest UNIT they are written in; CLOCK_NONE:
   there are none. */
static int64_t take_seconds(struct slice *text, int64_t *unit)
{
    uint64_t whole = 0;
    int64_t part = 0;
    size_t i = 0;
    *unit = SECOND;
    for (; i < text->length && text->at[i] >= '0' && text->at[i] <= '9' && whole <= TIME_MOST; i++)
        whole = whole * 10 + (uint64_t)(text->at[i] - '0');
    if (i == 0 || whole > TIME_MOST)
        return CLOCK_NONE;
    if (i + 1 < text->length && text->at[i] == '.' && text->at[i + 1] >= '0' && text->at[i + 1] <= '9')
        for (i++; i < text->length && text->at[i] >= '0' && text->at[i] <= '9'; i++) {
            *unit = *unit > 1 ? *unit / 10 : 0; /* what is less than a millisecond is left out */
            part += (text->at[i] - '0') * *unit;
        }
    *unit += *unit == 0;
    *text = slice_after(*text, i);
    return (int64_t)whole * SECOND + part;
}

/* "0:41:07", "41:07" or seconds alone, at least FEWEST of these parts. */
static int64_t take_time(struct slice *text, unsigned fewest, int64_t *unit)
{
    struct slice rest = *text;
    int64_t time = take_seconds(&rest, unit);
    unsigned parts = 1;
    while (time >= 0 && *unit == SECOND && parts < 3 && rest.length > 1 && rest.at[0] == ':') {
        struct slice after = slice_after(rest, 1);
        int64_t next = take_seconds(&after, unit);
        if (next < 0)
            break;
        time = time * 60 + next;
        parts++;
        rest = after;
    }
    if (time < 0 || parts < fewest)
        return CLOCK_NONE;
    *text = rest;
    return time;
}

static bool take_sign(struct slice *text, char sign)
{
    bool there = text->length > 0 && text->at[0] == sign;
    if (there)
        *text = slice_after(*text, 1);
    return there;
}

void clock_write(int64_t time, struct text *text)
{
    text_printf(text, "%lld:%02d:%02d", (long long)(time / 3600 / SECOND), (int)(time / 60 / SECOND % 60),
        (int)(time / SECOND % 60));
    if (time % SECOND > 0) {
        text_printf(text, ".%03d", (int)(time % SECOND));
        while (text->length > 0 && text->bytes[text->length - 1] == '0')
            text->bytes[--text->length] = '\0';
    }
}

/* Tags. */

/* "40/5400+30" or "1800", a period of PGN's TimeControl. */
static bool take_period(struct slice *text, struct clock_period *period)
{
    int64_t unit;
    struct slice rest = *text;
    int64_t moves = take_seconds(&rest, &unit);
    *period = (struct clock_period){.time = moves};
    if (moves > 0 && unit == SECOND && take_sign(&rest, '/')) {
        period->moves = (uint32_t)(moves / SECOND);
        period->time = take_seconds(&rest, &unit);
    }
    if (take_sign(&rest, '+'))
        period->increment = take_seconds(&rest, &unit);
    *text = rest;
    return period->time >= 0 && period->increment >= 0;
}

/* What "arena" says beside the clock, "nodes=1000": of these only the grace changes what is right. */
static bool take_limit(struct slice word, struct time_rules *rules)
{
    static const char *const names[] = {"margin=", "movetime=", "nodes=", "depth="};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t length = strlen(names[i]);
        uint32_t number;
        if (word.length <= length || memcmp(word.at, names[i], length) != 0)
            continue;
        if (!slice_number(slice_after(word, length), UINT32_MAX, &number))
            return false;
        rules->grace = i == 0 ? number : rules->grace;
        return true;
    }
    return false;
}

/* PGN's TimeControl: "600+5", "40/5400+30:1800+30"; "-", "?" and "*60", a sandglass, are not known. */
static bool read_control(struct slice text, struct time_rules *rules)
{
    struct slice word;
    bool first = true;
    for (text = slice_trim(text); slice_split(&text, ' ', &word); first = false, text = slice_trim(text)) {
        const bool unknown = slice_is(word, "-") || slice_is(word, "?") || word.length == 0 || word.at[0] == '*';
        if (take_limit(word, rules) || (first && unknown))
            continue;
        if (!first)
            return false;
        do
            if (rules->count == PERIODS_MOST || !take_period(&word, &rules->periods[rules->count++]))
                return false;
        while (take_sign(&word, ':'));
        if (word.length > 0)
            return false;
    }
    return true;
}

/* PTN's Clock: "10:0 +20", "3:0:0 +1n @30 +5:0"; "W/0:10:00" is PGN's, a clock that runs. */
static bool read_ptn_clock(struct slice text, struct time_rules *rules)
{
    int64_t unit;
    struct clock_period *period = &rules->periods[0];
    text = slice_trim(text);
    if (text.length > 1 && text.at[1] == '/')
        return true;
    period->time = take_time(&text, 2, &unit);
    text = slice_trim(text);
    if (take_sign(&text, '+')) {
        period->increment = take_time(&text, 1, &unit);
        rules->by_number = take_sign(&text, 'n');
        text = slice_trim(text);
    }
    if (take_sign(&text, '@')) {
        int64_t number = take_seconds(&text, &unit);
        text = slice_trim(text);
        rules->extra = take_sign(&text, '+') ? take_time(&text, 1, &unit) : CLOCK_NONE;
        rules->extra_after = number <= 0 ? 0 : (uint32_t)(number / SECOND);
    }
    rules->count = 1;
    return period->time >= 0 && period->increment >= 0 && rules->extra >= 0 && text.length == 0;
}

/* The value of TAG for each seat, "60+1 / 30+1", or for all. */
static bool read_control_tag(
    struct clocks *clocks, const struct tag *tag, bool (*read)(struct slice, struct time_rules *))
{
    struct slice rest = tag->value;
    bool fine = true;
    for (unsigned seat = 0; seat < clocks->seats && fine; seat++) {
        struct time_rules *rules = &clocks->faces[seat].rules;
        size_t length = 0;
        while (length < rest.length && (length + 3 > rest.length || memcmp(rest.at + length, " / ", 3) != 0))
            length++;
        fine = read(slice_shorter(rest, length), rules);
        if (length < rest.length)
            rest = slice_after(rest, length + 3);
    }
    for (unsigned seat = 0; seat < clocks->seats; seat++)
        clocks->faces[seat].rules.count = fine ? clocks->faces[seat].rules.count : 0;
    return fine;
}

const struct tag *clocks_begin(struct clocks *clocks, const struct record *record, unsigned seats)
{
    const struct tag *tags[] = {record_tag(record, "Clock"), record_tag(record, "TimeControl")};
    const struct tag *unread = NULL;
    *clocks = (struct clocks){.seats = seats};
    for (int i = 0; i < 2; i++)
        if (tags[i] != NULL && value_is_known(tags[i]->value)) {
            for (unsigned seat = 0; seat < seats; seat++)
                clocks->faces[seat].rules = (struct time_rules){.count = 0};
            clocks->control = tags[i];
            unread = read_control_tag(clocks, tags[i], i == 0 ? read_ptn_clock : read_control) ? unread : tags[i];
        }
    for (unsigned seat = 0; seat < seats; seat++) {
        struct clock_face *face = &clocks->faces[seat];
        face->left = face->rules.count > 0 ? face->rules.periods[0].time : CLOCK_NONE;
        face->before = CLOCK_NONE;
        face->unit = 1;
    }
    return unread;
}

/* Turns. */

/* What the turn of that NUMBER adds, which is the seat's turn .turns. The last period begins again when it is over. */
static int64_t turn_gain(const struct clock_face *face, uint32_t number)
{
    const struct time_rules *rules = &face->rules;
    uint32_t turns = face->turns;
    unsigned i = 0;
    int64_t gain = rules->extra_after > 0 && number == rules->extra_after ? rules->extra : 0;
    if (rules->count == 0)
        return 0;
    while (i + 1 < rules->count && rules->periods[i].moves > 0 && turns > rules->periods[i].moves)
        turns -= rules->periods[i++].moves;
    const struct clock_period *period = &rules->periods[i];
    if (period->moves > 0 && turns % period->moves == 0)
        gain += rules->periods[i + 1 < rules->count ? i + 1 : i].time;
    return gain + period->increment * (rules->by_number ? (int64_t)number : 1);
}

static int64_t distance(int64_t a, int64_t b)
{
    return a > b ? a - b : b - a;
}

/* The seat, put into READING, whose clock is nearer to what was written than FACE can be, and may be it: the last one,
   which does not run, or the one after the time before that: then two clocks have changed places. */
static struct clock_face *find_other(
    struct clocks *clocks, const struct clock_face *face, struct clock_reading *reading, bool *swapped)
{
    struct clock_face *found = NULL;
    int64_t nearest = reading->now - face->left - face->gained;
    for (unsigned seat = 1; seat <= clocks->seats; seat++) {
        struct clock_face *other = &clocks->faces[seat - 1];
        const int64_t times[] = {other->left, other->before};
        const int64_t most[] = {1, other->unit + (other->rules.count == 0 ? 0 : other->rules.periods[0].increment)};
        for (int i = 0; i < 2; i++)
            if (other != face && times[i] != CLOCK_NONE && reading->now < times[i] + most[i] &&
                distance(reading->now, times[i]) < nearest) {
                nearest = distance(reading->now, times[i]);
                *swapped = i == 1;
                reading->other = seat;
                reading->other_was = times[i];
                found = other;
            }
    }
    return found;
}

/* The clock is at READING->now, in UNIT. Sides that are exchanged are so only once. */
static void set_clock(struct clocks *clocks, struct clock_face *face, struct clock_reading *reading, int64_t unit)
{
    const int64_t most = face->left + face->gained;
    const bool known = face->rules.count > 0 && face->left != CLOCK_NONE;
    bool swapped = false;
    reading->was = face->left;
    reading->gained = face->gained;
    if (known && reading->now >= most + (unit > face->unit ? unit : face->unit)) {
        struct clock_face *other = find_other(clocks, face, reading, &swapped);
        reading->fault = other == NULL ? CLOCK_RISES : CLOCK_SIDE;
        if (other != NULL && !swapped)
            return;
        if (other != NULL) {
            face->left = other->left;
            other->left = reading->now;
            face->gained = other->gained = 0;
            face->since = other->since = 1; /* what the next turns take is not known */
            return;
        }
    } else if (known && face->since == 1) {
        reading->took = most > reading->now ? most - reading->now : 0;
    }
    face->before = face->left;
    face->left = reading->now;
    face->unit = unit;
    face->gained = 0;
    face->since = 0;
}

struct clock_reading clocks_take(struct clocks *clocks, unsigned seat, uint32_t number, struct slice text)
{
    struct clock_reading reading = {.fault = CLOCK_RULE_COUNT, .now = CLOCK_NONE, .took = CLOCK_NONE};
    int64_t unit = SECOND;
    if (seat == 0 || seat > clocks->seats)
        return reading;
    struct clock_face *face = &clocks->faces[seat - 1];
    face->turns++;
    face->since++;
    face->gained += turn_gain(face, number);
    if (text.at == NULL)
        return reading;
    reading.now = take_time(&text, 1, &unit);
    if (reading.now < 0 || text.length > 0) {
        reading.now = CLOCK_NONE;
        reading.fault = CLOCK_UNREADABLE;
        return reading;
    }
    set_clock(clocks, face, &reading, unit);
    if (reading.now == 0 && reading.fault == CLOCK_RULE_COUNT && face->rules.grace == 0)
        reading.fault = CLOCK_ZERO;
    return reading;
}

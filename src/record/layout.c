/* How a record is laid out: quoted mail, fences, tags as people write them, tables, lists, and what is before and
   behind the game.  Its lines become those of a record; what is in them is left to the words. */
#include "base/utf8.h"
#include "record/hints.h"
#include "record/spelled_turns.h"
#include "record/spelling.h"

/* More columns, tags or letters of a player's name mean nothing here. */
enum { COLUMNS_MOST = 24, TAGS_MOST = 256, NAME_MOST = 200 };

/* A line without its end, and without what quotes it. */
struct text_line {
    const char *begin;
    const char *text;
    const char *end;
    const char *next;
};

struct sheet {
    struct mending *mending;
    struct arena *arena;
    const struct shapes *shapes;
    const char *base;
    const char *end;
    struct record tags; /* as far as they are read */
    size_t asked;       /* the shape, when so many were there; SIZE_MAX: not yet */
    enum turn_shape shape;
    struct braces braces;
    struct text turn;
};

static struct span span_of(const struct sheet *sheet, const char *begin, const char *end)
{
    return (struct span){(uint32_t)(begin - sheet->base), (uint32_t)(end - sheet->base)};
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r' || c == '\0';
}

static bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

static bool is_letter(char c)
{
    return (unsigned char)((c | 0x20) - 'a') < 26;
}

static struct text_line line_at(const struct sheet *sheet, const char *at)
{
    struct text_line line = {.begin = at};
    while (at < sheet->end && *at != '\n' && *at != '\r')
        at++;
    line.end = at;
    line.next = at + (at < sheet->end) + (at + 1 < sheet->end && at[0] == '\r' && at[1] == '\n');
    at = line.begin;
    while (*at == '>' || ((*at == ' ' || *at == '\t') && at > line.begin && at[1] == '>'))
        at++;
    line.text = at + (at > line.begin && *at == ' ');
    return line;
}

static struct slice text_of(const struct text_line *line)
{
    const char *begin = pass_blanks(line->text);
    const char *end = line->end;
    if (begin >= end)
        return (struct slice){end, 0};
    return slice_trim((struct slice){begin, (size_t)(end - begin)});
}

/* Takes the marks of a mail off the line. */
static void unquote(struct sheet *sheet, const struct text_line *line)
{
    if (line->text > line->begin)
        respell(sheet->mending, 1u << SPELL_QUOTE, span_of(sheet, line->begin, line->text), slice_of(""));
}

/* Lines of their own. */

static bool begins_with(struct slice text, const char *word)
{
    size_t length = strlen(word);
    return text.length >= length && slice_is_word((struct slice){text.at, length}, word);
}

/* A fence, or a mark of a forum or a page. */
static bool is_markup(struct slice text)
{
    static const char *const marks[] = {"[code]", "[/code]", "[quote]", "[/quote]", "[pre]", "[/pre]", "[spoiler]",
        "[/spoiler]", "[b]", "[/b]", "[i]", "[/i]", "[list]", "[/list]", "<pre>", "</pre>", "<p>", "</p>", "<br>",
        "<br/>", "<br />", "<code>", "</code>", "<div>", "</div>", "<blockquote>", "</blockquote>"};
    if (begins_with(text, "```") || begins_with(text, "~~~"))
        return true;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (slice_is_word(text, marks[i]))
            return true;
    return text.length > 7 && text.at[text.length - 1] == ']' && memchr(text.at, ']', text.length - 1) == NULL &&
        (begins_with(text, "[quote=") || begins_with(text, "[code="));
}

static bool is_rule_line(struct slice text)
{
    bool any = false;
    for (size_t i = 0; i < text.length; i++) {
        if (strchr("-=|:+ \t", text.at[i]) == NULL)
            return false;
        any |= text.at[i] == '-' || text.at[i] == '=';
    }
    return any && text.length > 2;
}

/* Tags. */

static const char *known_tag(struct slice name)
{
    char joined[16];
    if (name.length > 2 && name.length < sizeof joined && name.at[name.length - 2] == ' ') {
        memcpy(joined, name.at, name.length - 2);
        joined[name.length - 2] = name.at[name.length - 1];
        name = (struct slice){joined, name.length - 1};
    }
    for (size_t i = 0; i < KNOWN_TAGS; i++)
        if (slice_is_word(name, known_tags[i]))
            return known_tags[i];
    return NULL;
}

/* Whether one letter is wrong, missing or too many, or two are exchanged. */
static bool is_slip(struct slice name, const char *meant)
{
    size_t length = strlen(meant);
    size_t same = 0;
    size_t tail = 0;
    while (same < name.length && same < length && small_letter(name.at[same]) == small_letter(meant[same]))
        same++;
    while (tail < name.length - same && tail < length - same &&
        small_letter(name.at[name.length - 1 - tail]) == small_letter(meant[length - 1 - tail]))
        tail++;
    size_t left = name.length - same - tail;
    size_t lacks = length - same - tail;
    if (left + lacks == 0 || (is_digit(meant[length - 1]) && tail == 0))
        return false;
    return (left <= 1 && lacks <= 1) ||
        (left == 2 && lacks == 2 && name.at[same] == meant[same + 1] && name.at[same + 1] == meant[same]);
}

bool is_slipped_tag(struct slice name)
{
    size_t i = 0;
    while (i < KNOWN_TAGS && !is_slip(name, known_tags[i]))
        i++;
    return name.length >= 4 && i < KNOWN_TAGS && known_tag(name) == NULL;
}

/* The one known tag that NAME slipped from, and that is not there. */
static const char *slipped_tag(const struct sheet *sheet, struct slice name)
{
    const char *found = NULL;
    if (name.length < 4)
        return NULL;
    for (size_t i = 0; i < KNOWN_TAGS; i++) {
        if (!is_slip(name, known_tags[i]))
            continue;
        if (found != NULL)
            return NULL;
        found = known_tags[i];
    }
    return found == NULL || record_tag(&sheet->tags, found) != NULL ? NULL : found;
}

/* A quotation mark at AT, whichever; its length. */
static size_t quote_length(const char *at)
{
    static const char *const quotes[] = {"\"", "'", "\xe2\x80\x98", "\xe2\x80\x99", "\xe2\x80\x9a", "\xe2\x80\x9b",
        "\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x9e", "\xe2\x80\x9f", "\xc2\xab", "\xc2\xbb", "\xe2\x80\xb9",
        "\xe2\x80\xba", "`", "\xc2\xb4"};
    for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++)
        if (strncmp(at, quotes[i], strlen(quotes[i])) == 0)
            return strlen(quotes[i]);
    return 0;
}

static size_t closing_length(struct slice value)
{
    for (size_t length = 1; length <= 3 && length <= value.length; length++)
        if (quote_length(value.at + value.length - length) == length)
            return length;
    return 0;
}

struct written_tag {
    const char *name; /* as it should be */
    struct slice said;
    struct slice value;
    bool slipped;
};

/* What is between brackets, or a known name with a colon. */
static bool read_tag(const struct sheet *sheet, struct slice text, struct written_tag *tag)
{
    const char *at = text.at;
    const char *end = text.at + text.length;
    bool bracket = text.length > 0 && *at == '[';
    at = pass_blanks(at + bracket);
    const char *name = at;
    while (at < end && (is_letter(*at) || is_digit(*at) || *at == '_'))
        at++;
    const char *name_end = at;
    if (name_end == name)
        return false;
    if (at + 1 < end && *at == ' ' && is_digit(at[1]) && (at + 2 == end || !is_letter(at[2])) &&
        known_tag((struct slice){name, (size_t)(at + 2 - name)}) != NULL)
        name_end = at = at + 2;
    *tag = (struct written_tag){.said = {name, (size_t)(name_end - name)}};
    const char *behind = pass_blanks(at);
    bool marked = behind < end && (*behind == ':' || *behind == '=');
    bool ends = text.length > 0 && end[-1] == ']';
    if (!marked && !bracket && !(ends && quote_length(behind) > 0))
        return false;
    bracket |= ends && quote_length(behind) > 0;
    if (!marked && behind == at && quote_length(at) == 0)
        return false;
    at = marked ? pass_blanks(behind + 1) : behind;
    if (at > end)
        at = end;
    tag->name = known_tag(tag->said);
    if (tag->name == NULL && (bracket || marked))
        tag->name = slipped_tag(sheet, tag->said);
    tag->slipped = tag->name != NULL && known_tag(tag->said) == NULL;
    struct slice value = slice_trim((struct slice){at, (size_t)(end - at)});
    bool closed = bracket && value.length > 0 && value.at[value.length - 1] == ']';
    if (closed)
        value = slice_trim((struct slice){value.at, value.length - 1});
    size_t open = value.length == 0 ? 0 : quote_length(value.at);
    value = open > value.length ? value : (struct slice){value.at + open, value.length - open};
    size_t close = closing_length(value);
    bool odd_quote = open == 0 && close > 0;
    if (!odd_quote || bracket)
        value.length -= close;
    tag->value = value;
    if (memchr(value.at, ']', value.length) != NULL || (bracket && !closed && close == 0))
        return false;
    return tag->name != NULL && (bracket || value.length > 0);
}

/* How much of TEXT is tags as they should be. */
static size_t exact_tags(struct slice text)
{
    const char *at = text.at;
    const char *end = text.at + text.length;
    for (size_t length = 0;; length = (size_t)(at - text.at)) {
        if (at == end || *at++ != '[')
            return length;
        while (at < end && (is_letter(*at) || is_digit(*at) || *at == '_' || *at == '-'))
            at++;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        if (at == end || *at++ != '"')
            return length;
        while (at < end && *at != '"')
            at += at[0] == '\\' && at + 1 < end ? 2 : 1;
        if (at >= end || *at++ != '"')
            return length;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        if (at == end || *at++ != ']')
            return length;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
    }
}

static void keep_tag(struct sheet *sheet, struct slice name, struct slice value)
{
    struct record *record = &sheet->tags;
    if (name.length == 0 || record->tag_count == TAGS_MOST ||
        !arena_grow(sheet->arena, &record->tags, record->tag_count, &record->tag_capacity, sizeof *record->tags))
        return;
    record->tag_names |= record_name_bit(name);
    record->tags[record->tag_count++] = (struct tag){.name = name, .value = value};
}

/* Whether there is a ruleset of that name. */
static bool has_shape(const struct sheet *sheet, struct slice ruleset)
{
    struct tag tag = {.name = slice_of("Ruleset"), .value = ruleset};
    struct record record = sheet->tags;
    struct manner manner;
    record.tags = &tag;
    record.tag_count = 1;
    record.tag_names = record_name_bit(tag.name);
    return sheet->shapes->find(sheet->shapes->context, &record, &manner) != TURN_NONE;
}

/* A title as a name: "Accasta Pari" is accasta-pari. */
static struct slice name_of_title(struct sheet *sheet, struct slice value)
{
    char *name = arena_alloc(sheet->arena, value.length + 1);
    size_t length = 0;
    if (name == NULL || value.length > NAME_MOST)
        return (struct slice){NULL, 0};
    for (size_t i = 0; i < value.length; i++) {
        char c = small_letter(value.at[i]);
        if (is_letter(c) || is_digit(c))
            name[length++] = c;
        else if (length > 0 && name[length - 1] != '-')
            name[length++] = '-';
    }
    while (length > 0 && name[length - 1] == '-')
        length--;
    return (struct slice){name, length};
}

/* The name of the ruleset that VALUE says, which may be VALUE itself. */
static struct slice ruleset_meant(struct sheet *sheet, struct slice value)
{
    if (record_tag(&sheet->tags, "Ruleset") != NULL || has_shape(sheet, value))
        return value;
    struct slice name = name_of_title(sheet, value);
    return name.length > 0 && has_shape(sheet, name) ? name : value;
}

static void add_quoted(struct text *text, struct slice value)
{
    for (size_t i = 0; i < value.length; i++) {
        if (value.at[i] == '"' || (value.at[i] == '\\' && !(i + 1 < value.length && strchr("\"\\", value.at[i + 1]))))
            text_add_char(text, '\\');
        if (value.at[i] == '\\' && i + 1 < value.length && strchr("\"\\", value.at[i + 1]))
            text_add_char(text, value.at[i++]);
        text_add_char(text, value.at[i]);
    }
}

static struct slice unescaped(struct sheet *sheet, struct slice value)
{
    char *plain = memchr(value.at, '\\', value.length) == NULL ? NULL : arena_alloc(sheet->arena, value.length);
    size_t length = 0;
    for (size_t i = 0; plain != NULL && i < value.length; i++) {
        i += value.at[i] == '\\' && i + 1 < value.length;
        plain[length++] = value.at[i];
    }
    return plain == NULL ? value : (struct slice){plain, length};
}

/* Tags as they should be; a ruleset may still be called by its title. */
static void take_exact_tags(struct sheet *sheet, struct slice text)
{
    const char *at = text.at;
    const char *end = text.at + text.length;
    while (at < end) {
        const char *name = at + 1;
        const char *quote = memchr(at, '"', (size_t)(end - at));
        const char *name_end = name;
        while (is_letter(*name_end) || is_digit(*name_end) || *name_end == '_' || *name_end == '-')
            name_end++;
        struct slice called = {name, (size_t)(name_end - name)};
        const char *closing = quote + 1;
        while (*closing != '"')
            closing += *closing == '\\' ? 2 : 1;
        struct slice value = {quote + 1, (size_t)(closing - quote - 1)};
        const char *meant = known_tag(called);
        const char *slipped = meant == NULL ? slipped_tag(sheet, called) : NULL;
        if (slipped != NULL) {
            respell(sheet->mending, 1u << SPELL_TAG_NAME, span_of(sheet, name, name_end), slice_of(slipped));
            called = slice_of(slipped);
        }
        if (slice_is(called, "Ruleset")) {
            struct slice name_meant = ruleset_meant(sheet, value);
            if (name_meant.at != value.at)
                respell(sheet->mending, 1u << SPELL_RULESET, span_of(sheet, quote + 1, closing), name_meant);
            value = name_meant;
        }
        char meant_result[RESULT_ROOM];
        unsigned kinds;
        if (slice_is(called, "Result") && spelled_result(value, meant_result, &kinds) && !slice_is(value, meant_result))
            respell(sheet->mending, kinds, span_of(sheet, quote + 1, closing), slice_of(meant_result));
        keep_tag(sheet, called, unescaped(sheet, value));
        at = memchr(closing, ']', (size_t)(end - closing));
        at = at == NULL ? end : at + 1;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
    }
}

static void take_tag(struct sheet *sheet, struct slice text, const struct written_tag *tag)
{
    struct text made;
    struct slice value = tag->value;
    unsigned kinds = 1u << (tag->slipped ? SPELL_TAG_NAME : SPELL_TAG);
    char result[RESULT_ROOM];
    unsigned result_kinds;
    if (slice_is(slice_of(tag->name), "Ruleset"))
        value = ruleset_meant(sheet, value);
    if (slice_is(slice_of(tag->name), "Result") && spelled_result(value, result, &result_kinds))
        value = arena_copy(sheet->arena, slice_of(result));
    text_init(&made);
    text_printf(&made, "[%s \"", tag->name);
    add_quoted(&made, value);
    text_add_string(&made, "\"]");
    if (value.at != tag->value.at && !slice_is(slice_of(tag->name), "Result"))
        kinds |= 1u << SPELL_RULESET;
    if (!made.failed)
        respell(sheet->mending, kinds, span_of(sheet, text.at, text.at + text.length), text_slice(&made));
    keep_tag(sheet, slice_of(tag->name), value);
    text_release(&made);
}

/* Movetext. */

/* Passes a bullet: "- ", "* ", "• ", "+ ". */
static const char *pass_bullet(const struct sheet *sheet, const char *at, char *bullet)
{
    static const char round[] = "\xe2\x80\xa2";
    const char *behind = at;
    *bullet = 0;
    struct sign sign = sign_at(at);
    if (strncmp(at, round, 3) == 0 || strncmp(at, "\xc2\xb7", 2) == 0 ||
        (sign.odd && (sign.c == '-' || sign.c == '*'))) {
        behind = at + sign.length;
        *bullet = sign.c == '-' || sign.c == '*' ? sign.c : '.';
    } else if (*at == '-' || *at == '*' ||
        (*at == '+' && sheet->shape != TURN_TILES &&
            (sheet->shape != TURN_FIELD || (at[1] == ' ' && is_letter(at[2]) && at[3] == '@')))) {
        behind = at + 1;
        *bullet = *at;
    }
    if (*bullet == 0 || (*behind != ' ' && *behind != '\t')) {
        *bullet = 0;
        return at;
    }
    return pass_blanks(behind);
}

/* Passes what may stand for a number, "1.", "12)", "#3", "Move 4:", "(5)". */
static const char *pass_number(const char *at, uint32_t *number)
{
    const char *begin = at;
    *number = 0;
    if (small_letter(at[0]) == 'm' && slice_is_word((struct slice){at, strnlen(at, 5)}, "move "))
        at = pass_blanks(at + 5);
    at += *at == '#' || *at == '(';
    const char *digits = at;
    while (is_digit(*at) && at - digits < 9)
        *number = *number * 10 + (uint32_t)(*at++ - '0');
    if (at == digits) {
        while (strchr("IVX", *at) != NULL && *at != '\0')
            at++;
        if (at == digits || *at != '.')
            return begin;
        *number = at == digits + 1 && *digits == 'I' ? 1 : 2;
    }
    if (pass_blanks(at)[0] == ')')
        at = pass_blanks(at);
    const char *marks = at;
    while (*at != '\0' && (strchr(".):", *at) != NULL || strncmp(at, "\xe2\x80\xa6", 3) == 0))
        at += *at == '\xe2' ? 3 : 1;
    if (at == marks && *pass_blanks(at) == '.')
        at = pass_blanks(at) + 1;
    else if (at == marks && *at == '-' && at[1] == ' ')
        at++;
    const char *behind = pass_blanks(at);
    return at > marks || behind > at || ends_line(*behind) || strchr("|;,\"", *behind) != NULL ? behind : begin;
}

static bool is_mark(struct slice text)
{
    static const char *const marks[] = {"white:", "black:", "w:", "b:"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (begins_with(text, marks[i]))
            return true;
    return false;
}

static bool is_turn_at(struct sheet *sheet, const char *at, const char **end)
{
    struct spelled_turn found;
    if (!spelled_turn(sheet->shape, at, sheet->mending->manner.small, false, &sheet->turn, &found) &&
        !spelled_word(at, &sheet->turn, &found))
        return false;
    struct sign sign = sign_at(found.end);
    if (is_letter(sign.c) || is_digit(sign.c))
        return false;
    *end = found.end;
    return true;
}

/* Whether a word of TEXT is a turn. */
static bool has_turn(struct sheet *sheet, struct slice text)
{
    const char *at = text.at;
    const char *end = text.at + text.length;
    while (at < end) {
        struct spelled_turn found;
        const char *word_end = at;
        while (word_end < end && !is_space(*word_end))
            word_end++;
        if (spelled_turn(sheet->shape, at, sheet->mending->manner.small, false, &sheet->turn, &found) &&
            found.kinds == 0 && found.end >= word_end)
            return true;
        for (at = word_end; at < end && is_space(*at); at++) {
        }
    }
    return false;
}

enum line_kind { LINE_EMPTY, LINE_TURNS, LINE_NUMBER, LINE_RESULT, LINE_REMARK, LINE_PROSE };

/* Figures or words with which a game ends. */
static bool is_result(const struct sheet *sheet, struct slice text)
{
    static const char *const words[] = {"white ", "black ", "player", "draw", "remis"};
    const char *at = text.at;
    const char *end = text.at + text.length;
    bool digits = false;
    bool between = false;
    if (forfeit_meant(text) != NULL)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (begins_with(text, words[i]))
            return true;
    for (unsigned i = 0; i < 2; i++) {
        struct slice name = sheet->mending->winner[i];
        if (name.length > 0 && text.length > name.length && memcmp(text.at, name.at, name.length) == 0)
            return true;
    }
    while (at < end) {
        struct sign sign = sign_at(at);
        bool half = strncmp(at, "\xc2\xbd", 2) == 0;
        digits |= half || is_digit(sign.c);
        between |= half || (sign.c != 0 && strchr("-:/=", sign.c) != NULL);
        if (!half && (sign.c == 0 || strchr("0123456789-:/()=., \tOoIl\1", sign.c) == NULL))
            return digits && between && (*at == '{' || *at == ';' || is_space(at[-1]));
        at += sign.length;
    }
    return digits && between;
}

/* Whether TEXT has cells and no word of a language: turns, though nobody can read them. */
static bool is_like_turns(struct slice text)
{
    static const char *const words[] = {"pass", "none", "stay", "resign", "out", "topple"};
    const char *end = text.at + text.length;
    bool any = *text.at == ')';
    for (const char *at = text.at; at < end; at++) {
        size_t letters = 0;
        bool known = false;
        while (at + letters < end && (is_letter(at[letters]) || (unsigned char)at[letters] >= 0x80))
            letters++;
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            known |= slice_is_word((struct slice){at, letters}, words[i]);
        if (letters > 2 && !known)
            return false;
        at += letters;
        any |= letters > 0 && at < end && is_digit(*at);
    }
    return any;
}

static enum line_kind kind_of(struct sheet *sheet, struct slice text, uint32_t *number)
{
    char bullet;
    const char *end;
    *number = 0;
    if (text.length == 0)
        return LINE_EMPTY;
    while (*text.at == '{') {
        const char *closing = memchr(text.at, '}', text.length);
        if (closing == NULL)
            return LINE_REMARK;
        const char *end_of_line = text.at + text.length;
        text = slice_trim((struct slice){closing + 1, (size_t)(end_of_line - closing - 1)});
        if (text.length == 0)
            return LINE_REMARK;
    }
    if (*text.at == ';' || *text.at == '%')
        return LINE_REMARK;
    const char *limit = text.at + text.length;
    if (slice_is(text, "*") || slice_is(text, "="))
        return LINE_RESULT;
    const char *at = pass_bullet(sheet, text.at, &bullet);
    while (at < limit && (*at == '|' || *at == '"'))
        at = pass_blanks(at + 1);
    const char *behind = pass_number(at, number);
    bool numbered = behind > at;
    bool breaks;
    at = behind;
    while (at < limit && strchr("|\t\"( ,;", *at) != NULL)
        at++;
    for (const char *next; at < limit && (*at == '[' || *at == '<') && (next = pass_markup(at, &breaks)) != NULL;)
        at = pass_blanks(next);
    for (int i = 0; i < 3 && at < limit && strchr("*_`~", *at) != NULL; i++)
        at++;
    if (at < limit && is_mark((struct slice){at, (size_t)(limit - at)}))
        at = pass_blanks((const char *)memchr(at, ':', (size_t)(limit - at)) + 1);
    if (at >= limit)
        return numbered ? LINE_NUMBER : LINE_PROSE;
    if (is_digit(*at) && at[strspn(at, "0123456789")] == '|')
        at += strspn(at, "0123456789") + 1;
    if (is_turn_at(sheet, at, &end))
        return LINE_TURNS;
    if (is_result(sheet, text))
        return LINE_RESULT;
    return numbered || has_turn(sheet, text) || is_like_turns(text) ? LINE_TURNS : LINE_PROSE;
}

/* Tables. */

struct row {
    unsigned count;
    struct slice cells[COLUMNS_MOST];
};

/* Cuts TEXT at SEPARATOR; the pipes at both ends cut nothing.  False when it has too many cells. */
static bool cut_row(struct slice text, char separator, struct row *row)
{
    const char *at = text.at;
    const char *end = text.at + text.length;
    if (separator == '|' && at < end && *at == '|')
        at++;
    if (separator == '|' && end > at && end[-1] == '|')
        end--;
    row->count = 0;
    for (;;) {
        const char *begin = at;
        const char *blank = at;
        while (blank < end && *blank == ' ')
            blank++;
        if (blank < end && *blank == '"') {
            const char *quote = memchr(blank + 1, '"', (size_t)(end - blank - 1));
            if (quote != NULL && (quote + 1 == end || quote[1] == separator || quote[1] == ' '))
                at = quote;
        }
        while (at < end && *at != separator)
            at++;
        if (row->count == COLUMNS_MOST)
            return false;
        struct slice cell = slice_trim((struct slice){begin, (size_t)(at - begin)});
        if (cell.length >= 2 && cell.at[0] == '"' && cell.at[cell.length - 1] == '"')
            cell = (struct slice){cell.at + 1, cell.length - 2};
        row->cells[row->count++] = cell;
        if (at == end)
            return row->count > 1;
        at++;
    }
}

static bool is_empty_cell(struct slice cell)
{
    if (cell.length == 0)
        return true;
    struct sign sign = sign_at(cell.at);
    return sign.c == '-' && sign.length == cell.length;
}

/* Whether all of CELL is a turn, with glyphs behind it. */
static bool is_turn_cell(struct sheet *sheet, struct slice cell)
{
    const char *end;
    if (cell.length == 0 || !is_turn_at(sheet, cell.at, &end) || end > cell.at + cell.length)
        return false;
    while (end < cell.at + cell.length && strchr("!?.", *end) != NULL)
        end++;
    return end == cell.at + cell.length;
}

static bool is_number_cell(struct slice cell)
{
    size_t digits = 0;
    while (digits < cell.length && is_digit(cell.at[digits]))
        digits++;
    size_t marks = digits;
    while (marks < cell.length && strchr(".):", cell.at[marks]) != NULL)
        marks++;
    return digits > 0 && marks == cell.length;
}

/* A table: what its columns are. */
struct table {
    char separator;
    unsigned columns;
    unsigned numbers;              /* the column of numbers, COLUMNS_MOST: there is none */
    unsigned turns;                /* columns of turns */
    unsigned column[COLUMNS_MOST]; /* of each seat, in their order */
    bool exchanged;                /* that is not their order on the page */
    const char *first;             /* the begin of its first row */
    const char *header;            /* of the line before it; NULL: none */
};

static bool row_at(
    const struct sheet *sheet, const struct table *table, const char *at, struct row *row, struct text_line *line)
{
    *line = line_at(sheet, at);
    struct slice text = {line->text, (size_t)(line->end - line->text)};
    if (table->separator == '\t') {
        while (text.length > 0 && (text.at[text.length - 1] == ' ' || text.at[text.length - 1] == '\r'))
            text.length--;
    } else {
        text = slice_trim(text);
    }
    return text.length > 0 && text_of(line).length > 0 && !is_rule_line(text) && cut_row(text, table->separator, row);
}

/* The seat that a heading names, from 1; 0: none. */
static unsigned seat_of(const struct sheet *sheet, struct slice heading)
{
    static const struct {
        const char *name;
        unsigned seat;
    } seats[] = {{"White", 1}, {"Black", 2}, {"W", 1}, {"B", 2}};
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++)
        if (slice_is_word(heading, seats[i].name))
            return sheet->mending->manner.black_first ? 3 - seats[i].seat : seats[i].seat;
    if (heading.length >= 7 && begins_with(heading, "player") && is_digit(heading.at[heading.length - 1]))
        return (unsigned)(heading.at[heading.length - 1] - '0');
    for (size_t i = 0; i < sheet->tags.tag_count; i++) {
        const struct tag *tag = &sheet->tags.tags[i];
        if (!slice_equal(tag->value, heading) || heading.length == 0)
            continue;
        if (slice_is(tag->name, "White") || slice_is(tag->name, "Black"))
            return slice_is(tag->name, sheet->mending->manner.black_first ? "Black" : "White") ? 1 : 2;
        if (tag->name.length == 7 && begins_with(tag->name, "player"))
            return (unsigned)(tag->name.at[6] - '0');
    }
    return 0;
}

/* Whether CELL begins with a turn, which may have a number. */
static bool begins_with_turn(struct sheet *sheet, struct slice cell)
{
    uint32_t number;
    const char *at = cell.length == 0 ? cell.at : pass_number(cell.at, &number);
    return at < cell.at + cell.length && is_turn_at(sheet, at, &at);
}

/* Which columns have turns: in every row a whole turn, nothing or a dash. */
static bool find_columns(struct sheet *sheet, struct table *table)
{
    bool turns[COLUMNS_MOST] = {false};
    bool fits[COLUMNS_MOST];
    bool numbers[COLUMNS_MOST];
    bool strict = table->separator == ';' || table->separator == ',';
    bool others = false; /* cells with turns and more */
    unsigned rows = 0;
    struct row row;
    struct text_line line;
    memset(fits, 1, sizeof fits);
    memset(numbers, 1, sizeof numbers);
    for (const char *at = table->first; at < sheet->end; at = line.next) {
        if (!row_at(sheet, table, at, &row, &line)) {
            if (rows > 0 && is_rule_line(text_of(&line)))
                continue;
            break;
        }
        if (rows == 0)
            table->columns = row.count;
        if (row.count > table->columns || (strict && row.count < table->columns))
            break;
        for (unsigned i = 0; i < row.count; i++) {
            bool turn = is_turn_cell(sheet, row.cells[i]);
            turns[i] |= turn;
            numbers[i] &= is_number_cell(row.cells[i]);
            fits[i] &= turn || is_empty_cell(row.cells[i]);
            others |= !turn && begins_with_turn(sheet, row.cells[i]);
        }
        rows++;
    }
    table->turns = 0;
    table->numbers = COLUMNS_MOST;
    for (unsigned i = table->columns; i-- > 0;)
        if (numbers[i] && !(turns[i] && fits[i]))
            table->numbers = i;
    for (unsigned i = 0; i < table->columns; i++)
        if (turns[i] && fits[i])
            table->column[table->turns++] = i;
    return rows >= 2 && table->turns > 0 && !others;
}

/* Puts the columns in the order of the seats that the heading names. */
static void read_heading(struct sheet *sheet, struct table *table)
{
    unsigned seats[COLUMNS_MOST];
    struct row row;
    struct text_line line;
    if (table->header == NULL || !row_at(sheet, table, table->header, &row, &line))
        return;
    for (unsigned i = 0; i < table->turns; i++) {
        unsigned column = table->column[i];
        seats[i] = column < row.count ? seat_of(sheet, row.cells[column]) : 0;
        if (seats[i] == 0)
            return;
    }
    for (unsigned i = 1; i < table->turns; i++)
        for (unsigned k = i; k > 0 && seats[k - 1] > seats[k]; k--) {
            unsigned seat = seats[k];
            unsigned column = table->column[k];
            seats[k] = seats[k - 1];
            table->column[k] = table->column[k - 1];
            seats[k - 1] = seat;
            table->column[k - 1] = column;
            table->exchanged = true;
        }
}

/* Whether a table begins at the line AT, of movetext. */
static bool find_table(struct sheet *sheet, const char *before, const char *at, struct table *table)
{
    static const char separators[] = "\t|;,";
    struct text_line line = line_at(sheet, at);
    for (const char *separator = separators; *separator != '\0'; separator++) {
        if (memchr(line.text, *separator, (size_t)(line.end - line.text)) == NULL)
            continue;
        bool commas = sheet->shape == TURN_LIFT || sheet->shape == TURN_TILES || sheet->shape == TURN_FIELD ||
            sheet->shape == TURN_JOIN;
        if (*separator == ',' && commas && memchr(line.text, '"', (size_t)(line.end - line.text)) == NULL)
            continue;
        *table = (struct table){.separator = *separator, .first = at, .header = before};
        if (!find_columns(sheet, table))
            continue;
        read_heading(sheet, table);
        return true;
    }
    return false;
}

static void add_cell(struct text *text, struct slice cell)
{
    if (text->length > 0)
        text_add_char(text, ' ');
    text_add(text, cell);
}

static void add_comment(struct text *text, struct slice cell)
{
    if (cell.length == 0 || memchr(cell.at, '}', cell.length) != NULL)
        return;
    add_cell(text, slice_of("{"));
    text_add(text, cell);
    text_add_char(text, '}');
}

static bool has_turns_only(const struct table *table, unsigned column)
{
    for (unsigned i = 0; i < table->turns; i++)
        if (table->column[i] == column)
            return true;
    return table->numbers == column;
}

/* A row becomes a line of turns; columns of other things become comments. */
static void put_row(struct sheet *sheet, const struct table *table, const struct row *row, const struct text_line *line)
{
    struct text made;
    text_init(&made);
    text_add_string(&made, "");
    if (table->numbers < row->count) {
        const struct slice cell = row->cells[table->numbers];
        size_t digits = 0;
        while (digits < cell.length && is_digit(cell.at[digits]))
            digits++;
        text_add(&made, slice_shorter(cell, digits));
        text_add_char(&made, '.');
    }
    for (unsigned i = 0; i < table->turns; i++)
        if (table->column[i] < row->count && !is_empty_cell(row->cells[table->column[i]]))
            add_cell(&made, row->cells[table->column[i]]);
    for (unsigned i = 0; i < row->count; i++)
        if (!has_turns_only(table, i))
            add_comment(&made, row->cells[i]);
    if (!made.failed)
        respell(sheet->mending, 1u << SPELL_TABLE, span_of(sheet, line->text, line->end), text_slice(&made));
    text_release(&made);
}

/* The lines of a table; what follows them. */
static const char *take_table(struct sheet *sheet, const struct table *table)
{
    const char *at = table->first;
    while (at < sheet->end) {
        struct row row;
        struct text_line line;
        bool is_row = row_at(sheet, table, at, &row, &line);
        if (!is_row && !is_rule_line(text_of(&line)))
            break;
        if (is_row && row.count > table->columns)
            break;
        unquote(sheet, &line);
        if (is_row)
            put_row(sheet, table, &row, &line);
        else
            respell(sheet->mending, 1u << SPELL_TABLE, span_of(sheet, line.text, line.end), slice_of(""));
        at = line.next;
    }
    return at;
}

/* The whole. */

/* A line that is no part of the game becomes a comment. */
static void put_prose(struct sheet *sheet, const struct text_line *line)
{
    struct slice text = text_of(line);
    if (text.length > 0)
        respell(sheet->mending, 1u << SPELL_PROSE, span_of(sheet, text.at, text.at), slice_of("; "));
}

/* Behind the comment that the line AT opens. */
static const char *pass_comment(struct sheet *sheet, const char *at)
{
    const char *closing = closing_brace(&sheet->braces, at, sheet->end);
    return closing == NULL ? NULL : line_at(sheet, closing).next;
}

/* Where the comment begins that is open at the end of LINE; NULL: none is. */
static const char *open_comment(const struct text_line *line)
{
    for (const char *at = line->text; at < line->end; at++) {
        if (*at == ';')
            return NULL;
        if (*at != '{')
            continue;
        const char *brace = at;
        at = memchr(at, '}', (size_t)(line->end - at));
        if (at == NULL)
            return brace;
    }
    return NULL;
}

static void put_markup(struct sheet *sheet, const struct text_line *line)
{
    respell(sheet->mending, 1u << SPELL_MARKUP, span_of(sheet, line->text, line->end), slice_of(""));
}

/* Without the tags of a page that break a line, at its end. */
static struct slice without_breaks(struct slice text)
{
    static const char *const breaks[] = {"<br>", "<br/>", "<br />", "</p>", "</div>"};
    for (size_t i = 0; i < sizeof breaks / sizeof breaks[0]; i++) {
        size_t length = strlen(breaks[i]);
        if (text.length > length && slice_is_word((struct slice){text.at + text.length - length, length}, breaks[i]))
            return slice_trim((struct slice){text.at, text.length - length});
    }
    return text;
}

/* How turns are written, as far as the tags are read. */
static void find_shape(struct sheet *sheet)
{
    if (sheet->asked != sheet->tags.tag_count)
        sheet->shape = sheet->shapes->find(sheet->shapes->context, &sheet->tags, &sheet->mending->manner);
    sheet->asked = sheet->tags.tag_count;
}

/* The lines before the movetext; where that begins. */
static const char *take_tags(struct sheet *sheet, const char **before)
{
    const char *at = sheet->base;
    const char *broken = NULL;
    *before = NULL;
    while (at < sheet->end) {
        struct text_line line = line_at(sheet, at);
        struct slice whole = text_of(&line);
        struct slice text = without_breaks(whole);
        struct written_tag tag;
        uint32_t number;
        if (text.length < whole.length && (exact_tags(text) == text.length || read_tag(sheet, text, &tag)))
            broken = text.at + text.length;
        if (text.length == 0) {
            unquote(sheet, &line);
        } else if (is_markup(text)) {
            unquote(sheet, &line);
            put_markup(sheet, &line);
        } else if (exact_tags(text) > 0) {
            unquote(sheet, &line);
            take_exact_tags(sheet, slice_shorter(text, exact_tags(text)));
            *before = NULL;
            if (exact_tags(text) < text.length) {
                at = text.at + exact_tags(text);
                continue;
            }
        } else if (read_tag(sheet, text, &tag)) {
            unquote(sheet, &line);
            take_tag(sheet, text, &tag);
            *before = NULL;
        } else {
            if (*text.at == '[')
                return at;
            find_shape(sheet);
            enum line_kind kind = kind_of(sheet, text, &number);
            if (kind == LINE_TURNS || kind == LINE_NUMBER || (kind == LINE_RESULT && sheet->tags.tag_count > 0))
                return at;
            unquote(sheet, &line);
            const char *brace = kind == LINE_REMARK && *text.at == '{' ? open_comment(&line) : NULL;
            if (brace != NULL && pass_comment(sheet, brace) != NULL) {
                at = pass_comment(sheet, brace);
                continue;
            }
            bool heading = slice_is_word(text, "white black") || begins_with(text, "white ");
            if (kind != LINE_REMARK &&
                !(heading && slice_trim((struct slice){text.at + 5, text.length - 5}).length == 5))
                put_prose(sheet, &line);
            *before = kind == LINE_REMARK ? *before : at;
        }
        if (broken != NULL)
            respell(sheet->mending, 1u << SPELL_MARKUP, span_of(sheet, broken, line.end), slice_of(""));
        broken = NULL;
        at = line.next;
    }
    return at;
}

/* The end of the movetext that begins at AT: behind its last line of turns or of a result. */
static const char *find_end(struct sheet *sheet, const char *at, char *bullet, const char **split)
{
    const char *last = at;
    bool any = false;
    bool ended = false;
    bool open = false;
    unsigned rounds = 0;
    *bullet = 0;
    *split = NULL;
    for (struct text_line line; at < sheet->end; at = line.next) {
        line = line_at(sheet, at);
        struct slice text = text_of(&line);
        uint32_t number;
        enum line_kind kind = kind_of(sheet, text, &number);
        struct written_tag tag;
        if (kind == LINE_PROSE && (open || *text.at == ','))
            kind = LINE_TURNS;
        open = kind == LINE_TURNS && strchr(":,-+x>@~", text.at[text.length - 1]) != NULL;
        if (slice_is(text, "--") || slice_is(text, "-- "))
            break;
        if (any && *text.at != '[' && kind == LINE_PROSE && read_tag(sheet, text, &tag) && !tag.slipped) {
            *split = at;
            return last;
        }
        if (kind == LINE_TURNS && number == 1 && ended && rounds > 1) {
            *split = at;
            return last;
        }
        if (kind == LINE_TURNS) {
            char own;
            pass_bullet(sheet, text.at, &own);
            if (!any)
                *bullet = own;
            else if (*bullet != own)
                *bullet = 0;
            rounds++;
            any = true;
        }
        ended |= kind == LINE_RESULT;
        if (kind == LINE_TURNS || kind == LINE_NUMBER || kind == LINE_RESULT)
            last = line.next;
        const char *brace = kind == LINE_PROSE ? NULL : open_comment(&line);
        if (brace != NULL && pass_comment(sheet, brace) != NULL) {
            const char *closing = closing_brace(&sheet->braces, brace, sheet->end);
            line.next = line_at(sheet, closing + 1).next;
            struct text_line rest = {.text = closing + 1, .end = line_at(sheet, closing).end};
            if (kind != LINE_REMARK || text_of(&rest).length > 0)
                last = line.next;
        }
    }
    return last;
}

/* One line of movetext. */
static void take_line(struct sheet *sheet, const struct text_line *line, char bullet)
{
    struct slice text = text_of(line);
    char own;
    uint32_t number;
    unquote(sheet, line);
    const char *behind = pass_bullet(sheet, text.at, &own);
    const char *end;
    if (is_markup(text))
        put_markup(sheet, line);
    else if (bullet != 0 && own == bullet && text.length > 2 &&
        (is_turn_at(sheet, behind, &end) || is_digit(*behind) || *behind == '#' || *behind == '(' ||
            pass_number(behind, &number) > behind))
        respell(sheet->mending, 1u << SPELL_LIST, span_of(sheet, text.at, behind), slice_of(""));
}

/* The movetext from AT to END; what follows it, behind a table that goes on. */
static const char *take_moves(struct sheet *sheet, const char *before, const char *at, const char *end, char bullet)
{
    bool begins = true;
    while (at < end) {
        struct text_line line = line_at(sheet, at);
        struct table table;
        const char *brace = open_comment(&line);
        bool first = begins;
        begins = text_of(&line).length == 0;
        if (first && bullet == 0 && find_table(sheet, before, at, &table)) {
            at = take_table(sheet, &table);
            continue;
        }
        take_line(sheet, &line, bullet);
        at = line.next;
        if (brace == NULL)
            continue;
        const char *closing = pass_comment(sheet, brace);
        for (bool quoted = line.text > line.begin; closing != NULL && at < closing; at = line.next) {
            line = line_at(sheet, at);
            if (quoted)
                unquote(sheet, &line);
        }
    }
    return at > end ? at : end;
}

static void take_rest(struct sheet *sheet, const char *at)
{
    for (struct text_line line; at < sheet->end; at = line.next) {
        line = line_at(sheet, at);
        struct slice text = text_of(&line);
        unquote(sheet, &line);
        const char *brace = *text.at == '{' ? open_comment(&line) : NULL;
        if (text.length == 0)
            continue;
        if (is_markup(text))
            put_markup(sheet, &line);
        else if (strchr("{;%[", *text.at) == NULL)
            put_prose(sheet, &line);
        else if (brace != NULL && pass_comment(sheet, brace) != NULL)
            line.next = pass_comment(sheet, brace);
    }
}

/* A game without tags that follows another is one by the same ruleset. */
static void inherit(struct sheet *sheet)
{
    struct text tag;
    text_init(&tag);
    text_add_string(&tag, "[Ruleset \"");
    add_quoted(&tag, sheet->mending->inherited);
    text_add_string(&tag, "\"]\n\n");
    if (!tag.failed)
        respell(sheet->mending, 1u << SPELL_GAMES, (struct span){0, 0}, text_slice(&tag));
    keep_tag(sheet, slice_of("Ruleset"), sheet->mending->inherited);
    text_release(&tag);
}

void mend_layout(struct mending *mending, struct slice text, struct arena *arena, const struct shapes *shapes)
{
    struct sheet sheet = {.mending = mending,
        .arena = arena,
        .shapes = shapes,
        .base = text.at,
        .end = text.at + text.length,
        .asked = SIZE_MAX};
    const char *before;
    char bullet = 0;
    const char *split = NULL;
    record_init(&sheet.tags, arena, text);
    text_init(&sheet.turn);
    if (mending->inherited.length > 0)
        inherit(&sheet);
    const char *at = take_tags(&sheet, &before);
    find_shape(&sheet);
    for (unsigned i = 0; i < 2; i++) {
        const struct tag *tag = record_tag(&sheet.tags, i == 0 ? "White" : "Black");
        if (tag != NULL && value_is_known(tag->value) && tag->value.length < NAME_MOST)
            mending->winner[i] = tag->value;
    }
    const char *end = sheet.shape == TURN_NONE ? sheet.end : find_end(&sheet, at, &bullet, &split);
    mending->shape = sheet.shape;
    rewriting_keep(&mending->pass[mending->passes], (uint32_t)(at - sheet.base));
    mending->body.begin = (uint32_t)mending->pass[mending->passes].text.length;
    mending->split = split != NULL;
    if (mending->split)
        sheet.end = split;
    if (sheet.shape != TURN_NONE)
        end = take_moves(&sheet, before, at, end, bullet);
    rewriting_keep(&mending->pass[mending->passes], (uint32_t)(end - sheet.base));
    mending->body.end = (uint32_t)mending->pass[mending->passes].text.length;
    if (sheet.shape != TURN_NONE)
        take_rest(&sheet, end);
    if (mending->split) {
        mending->pass[mending->passes].old.length = (size_t)(split - sheet.base);
    }
    text_release(&sheet.turn);
}

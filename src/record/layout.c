/* SPDX-License-Identifier: MIT */
/* How a record is laid out: quoted mail, fences, tags as people write them, tables, lists, and what is before and
   after the game.  Its lines become those of a record; what is in them is left to the words. */
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
    struct slice said; /* without spaces around it */
    const char *end;
    const char *next;
};

struct sheet {
    struct mending *mending;
    struct arena *arena;
    const struct shapes *shapes;
    const char *base;
    const char *end;
    struct record tags;  /* as far as they are read */
    size_t indent;       /* of the first line of turns */
    bool again;          /* what tags are there does not matter: another game may begin */
    struct record taken; /* the known ones that are as they should be */
    size_t asked;        /* the shape, for that number; SIZE_MAX: not yet */
    enum turn_shape shape;
    struct braces braces;
    struct text_line seen; /* the last one that was asked for */
    struct text turn;
    unsigned kinds;     /* of the spelling of the last turn that was found, bits */
    unsigned chatting;  /* seats that say something, bits from 1 on */
    const char *quoted; /* the first cell in quotes after a comma, .end: none; NULL: not yet looked for */
};

/* The line from AT on; of a line of many tags each is where one is asked for, and its end is looked for once. */
static struct text_line line_at(struct sheet *sheet, const char *at)
{
    struct text_line *line = &sheet->seen;
    const bool known = line->end != NULL && at >= line->begin && at <= line->end && line->end <= sheet->end;
    line->begin = at;
    if (!known) {
        while (at < sheet->end && *at != '\n' && *at != '\r')
            at++;
        line->said = slice_trim(slice_to(line->begin, at));
        line->end = at;
        line->next = at + (at < sheet->end) + (at + 1 < sheet->end && at[0] == '\r' && at[1] == '\n');
        at = line->begin;
    }
    while (*at == '>' || ((*at == ' ' || *at == '\t') && at > line->begin && at[1] == '>'))
        at++;
    line->text = at + (at > line->begin && *at == ' ');
    const char *const last = slice_end(line->said);
    const char *const begin = pass_blanks(line->text);
    line->said = slice_to(begin < last ? begin : last, last);
    return *line;
}

/* Takes the marks of a mail off the line. */
static void unquote(struct sheet *sheet, const struct text_line *line)
{
    if (line->text > line->begin)
        omit(sheet->mending, SPELL_QUOTE, line->begin, line->text);
}

/* Lines of their own. */

static bool begins_with(struct slice text, const char *word)
{
    return text.length >= strlen(word) && slice_is_word(slice_shorter(text, strlen(word)), word);
}

/* A fence, with a word at most; of more words it is prose. */
static bool is_fence(struct slice text)
{
    size_t length = 0;
    while (length < text.length && (text.at[length] == '`' || text.at[length] == '~') && text.at[length] == text.at[0])
        length++;
    return length >= 3 && memchr(text.at, ' ', text.length) == NULL;
}

/* Signs around words that make them bold, italic or code, one after another at AT; how many. */
static size_t mark_length(const char *at)
{
    size_t length = strspn(at, "*_~`'");
    return length == 1 && *at == '\'' ? 0 : length;
}

/* A line between the rows of a table, or under its heading: all of it is drawn. */
static bool is_rule_line(struct slice text)
{
    size_t drawn = 0;
    for (size_t i = 0; i < text.length; i++) {
        const unsigned char *at = (const unsigned char *)text.at + i;
        bool box = at[0] == 0xE2 && i + 2 < text.length && at[1] >= 0x94 && at[1] <= 0x95; /* U+2500 to U+257F */
        if (!box && strchr("-=|:+_*~.# \t", text.at[i]) == NULL)
            return false;
        drawn += box || strchr("-=_*~.#", text.at[i]) != NULL;
        i += box ? 2 : 0;
    }
    return drawn > 2;
}

/* The number of a page between dashes, on a line of its own. */
static bool is_page_mark(struct slice text)
{
    const char *end = slice_end(text);
    const char *at = text.at;
    for (struct sign sign; at < end && ((sign = sign_at(at)).c == '-' || sign.c == ' '); at += sign.length) {
    }
    const size_t digits = at == text.at ? 0 : strspn(at, "0123456789");
    for (struct sign sign; at + digits < end && ((sign = sign_at(at + digits)).c == '-' || sign.c == ' ');)
        at += sign.length;
    return digits > 0 && at + digits == end && sign_at(end - 1).c != ' ' && !is_digit(end[-1]);
}

/* Whether a piece is put on a cell at AT, by one letter. */
static bool is_spot(const char *at)
{
    const struct sign sign = sign_at(at);
    return is_letter(sign.c) && sign_at(at + sign.length).c == '@';
}

/* Whether the box of a task is at AT. */
static bool is_box(const char *at)
{
    return at[0] == '[' && at[1] != '\0' && strchr(" xX", at[1]) != NULL && at[2] == ']' && is_space(at[3]);
}

/* Passes a bullet, a sign alone before a space, also with the box of a task after it, or a letter with a bracket, 'i'
   one that may be a number; '.': not a sign that a turn may begin with. */
static const char *pass_bullet(const struct sheet *sheet, const char *at, char *bullet)
{
    static const char signs[] = "•·◦‣⁃▪▫■□●○▶▸►◆◇♦➤✓✔☐☑→➜›»\uF0B7❖";
    const struct sign sign = sign_at(at);
    const char *behind = at + sign.length;
    struct spelled_number number;
    *bullet = 0;
    if (sign.odd && (sign.c == '-' || sign.c == '*'))
        *bullet = sign.c;
    else if (sign.length > 1)
        *bullet = one_of(at, signs) > 0 ? '.' : 0;
    else if (sign.c != 0 && strchr("-*~=#", sign.c) != NULL)
        *bullet = sign.c;
    else if (sign.c == '+' &&
        ((spelled_number(pass_blanks(behind), &number) && number.sure) ||
            (sheet->shape != TURN_TILES && (!shape_is_field(sheet->shape) || is_spot(pass_blanks(behind))))))
        *bullet = '+';
    else if (is_box(at)) {
        *bullet = '.';
        behind = at;
    } else if (is_letter(at[*at == '(']) && at[1 + (*at == '(')] != '\0' &&
        strchr(*at == '(' ? ")" : ").", at[1 + (*at == '(')]) != NULL) {
        *bullet = strchr("ivxIVX", at[*at == '(']) == NULL ? 'a' : 'i';
        behind = at + 2 + (*at == '(');
    } else if (*at == 'o') {
        *bullet = 'o';
    }
    while (*bullet == '#' && *behind == '#')
        behind++;
    const char *next = pass_blanks(behind);
    if (*bullet == 0 || (next == behind && *bullet != '.')) {
        *bullet = 0;
        return at;
    }
    if (is_box(next))
        next = pass_blanks(next + 3);
    return next;
}

/* Tags. */

/* The seat whose name the tag NAME has, from 1; 0: none. */
static unsigned seat_tag(struct slice name)
{
    if (name.length == 7 && begins_with(name, "player") && is_digit(name.at[6]) && name.at[6] > '0')
        return (unsigned)(name.at[6] - '0') <= SPELL_SEATS ? (unsigned)(name.at[6] - '0') : 0;
    return slice_is(name, "White") ? 1 : slice_is(name, "Black") ? 2 : 0;
}

/* Whether TEXT has cells and no word of a language: turns, though nobody can read them. */
static bool is_like_turns(struct slice text)
{
    const char *end = slice_end(text);
    bool any = *text.at == ')';
    for (const char *at = text.at; at < end; at++) {
        size_t letters = 0;
        while (at + letters < end && (is_letter(at[letters]) || (unsigned char)at[letters] >= 0x80))
            letters++;
        if (letters > 2 && !slice_is_any((struct slice){at, letters}, "pass|none|stay|resign|out|topple"))
            return false;
        at += letters;
        any |= letters > 0 && at < end && is_digit(*at);
    }
    return any;
}

/* A quotation mark at AT, whichever; its length. */
static size_t quote_length(const char *at)
{
    return one_of(at, "\"'‘’‚‛“”„‟«»‹›`´");
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

/* Whether the record has a tag NAME that is as it should be, or was read before. */
static bool is_taken(const struct sheet *sheet, const char *name)
{
    return !sheet->again && (record_tag(&sheet->tags, name) != NULL || record_tag(&sheet->taken, name) != NULL);
}

/* Whether the tag NAME may have VALUE, of two with names that are alike. */
static bool suits(const char *name, struct slice value)
{
    const bool sets = memchr(value.at, '=', value.length) != NULL;
    return strcmp(name, "Rules") == 0 ? sets : strcmp(name, "Ruleset") != 0 || !sets;
}

/* The known tag that NAME slipped from, of those that are not there: the only one, or the only one that begins alike.
 */
static const char *slipped_tag(const struct sheet *sheet, struct slice name, struct slice value)
{
    const char *found = NULL;
    unsigned count = 0;
    bool begins = false;
    for (size_t i = 0; name.length > 2 && i < KNOWN_TAGS; i++) {
        const bool alike = small_letter(*name.at) == small_letter(*known_tags[i]);
        if (!is_slip(name, known_tags[i]) || is_taken(sheet, known_tags[i]) || (begins && !alike) ||
            !suits(known_tags[i], value))
            continue;
        count = alike == begins ? count + 1 : 1;
        begins = alike;
        found = known_tags[i];
    }
    return count == 1 ? found : NULL;
}

/* Takes marks of LENGTH off both ends of TEXT, if they are there, after it in reverse. */
static bool peel(struct slice *text, size_t length)
{
    if (length == 0 || text->length < 2 * length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (text->at[i] != text->at[text->length - 1 - i])
            return false;
    *text = slice_trim((struct slice){text->at + length, text->length - 2 * length});
    return true;
}

/* Passes what is between a name and its value: a sign, with MARKS of its own; *MARKED: not only spaces. */
static const char *pass_between(const char *at, struct slice *marks, bool *marked)
{
    for (unsigned i = 0; i < 2; i++) {
        if (marks->length > 0 && strncmp(at, marks->at, marks->length) == 0) {
            at += marks->length;
            marks->length = 0;
        }
        const char *signs = pass_blanks(at);
        const char *behind = signs;
        struct sign sign;
        while (!*marked && (sign = sign_at(behind)).c != 0 && strchr(":=|;", sign.c) != NULL)
            behind += sign.length;
        *marked |= behind > signs || signs - at > 1 || *at == '\t';
        at = behind;
    }
    return pass_blanks(at);
}

/* VALUE without what is around it. */
static struct slice bare_value(struct slice value, bool bracket)
{
    while (value.length > 1 && strchr(",;|", value.at[value.length - 1]) != NULL &&
        (value.at[value.length - 1] == '|' || strchr("\"'])> |", value.at[value.length - 2]) != NULL))
        value = slice_trim((struct slice){value.at, value.length - 1});
    peel(&value, value.length > 0 ? mark_length(value.at) : 0);
    if (value.length > 2 && *value.at == '\\' && value.at[value.length - 2] == '\\' && quote_length(value.at + 1) == 1)
        value = (struct slice){value.at + 2, value.length - 4};
    for (unsigned i = 0; i < 2; i++) {
        size_t open = value.length == 0 ? 0 : quote_length(value.at);
        if (open > 0 && open <= value.length)
            value = (struct slice){value.at + open, value.length - open};
        if (open > 0 || bracket)
            value.length -= closing_length(value);
        else
            break;
    }
    return value;
}

/* The end of the name of a tag at AT: the longest that is known, or a word. */
static const char *end_of_name(const char *at, const char *end, bool underscores)
{
    const char *const name = at;
    const char *known = NULL;
    const char *word = NULL;
    for (; at - name < TAG_NAME_MOST; at++) {
        while (at < end && (letter_length(at) > 0 || is_digit(*at) || (*at == '_' && underscores)))
            at += letter_length(at) + (letter_length(at) == 0);
        word = word == NULL ? at : word;
        known = tag_meant(slice_to(name, at)) != NULL ? at : known;
        if (at + 1 >= end || *at != ' ' || !(letter_length(at + 1) > 0 || is_digit(at[1])))
            break;
    }
    return known == NULL ? word : known;
}

/* Whether VALUE may be a name: one word, or words with capitals, but for those of up to three letters, "Ann van Dyke";
   not "good luck", and no question. */
static bool is_name(struct slice value)
{
    const bool single = memchr(value.at, ' ', value.length) == NULL;
    const char last = value.length == 0 ? 0 : value.at[value.length - 1];
    struct slice word;
    bool name = value.length > 0 && letter_length(value.at) > 0 && last != '?' && last != '!';
    for (unsigned i = 0; name && slice_split(&value, ' ', &word); i++)
        name = single || word.length == 0 || *word.at < 'a' || *word.at > 'z' || (i > 0 && word.length <= 3);
    return name;
}

/* Whether a player does VALUE: "[Black resigns]" is no name. */
static bool is_deed(struct slice value)
{
    struct slice word;
    return slice_split(&value, ' ', &word) &&
        slice_is_any(word, "pass|resign|out|topple|wins|won|lost|resigns|resigned|concedes|conceded");
}

/* Whether the tag NAME with VALUE may be read without brackets.  The Date of a mail is not that of the game, which has
   ten characters. */
static bool is_plain_tag(struct slice name, struct slice value)
{
    const bool date = value.length == 10 && strspn(value.at, "0123456789.?") >= 10;
    return value.length > 0 && (!slice_is(name, "Date") || date) && (seat_tag(name) == 0 || is_name(value));
}

/* What is between brackets, or a known name with a colon or the like. */
static bool read_tag(const struct sheet *sheet, struct slice text, struct written_tag *tag)
{
    const char *end = slice_end(text);
    char bullet;
    const char *at = pass_bullet(sheet, text.at, &bullet);
    while (at < end &&
        (*at == '#' || *at == '|' || (*at == '/' && at[1] == '/') || (*at == '/' && at > text.at && at[-1] == '/')))
        at++;
    if (at >= end) /* of a bullet alone the spaces after it end another line */
        return false;
    struct slice whole = slice_trim(slice_to(at, end));
    struct slice marks = slice_shorter(whole, whole.length == 0 ? 0 : mark_length(whole.at));
    struct slice inside = whole;
    if (peel(&inside, marks.length) && memchr(inside.at, *marks.at, inside.length) == NULL) {
        whole = inside;
        marks.length = 0;
    } else
        whole = (struct slice){whole.at + marks.length, whole.length - marks.length};
    struct sign sign = sign_at(pass_blanks(whole.at));
    char opening = whole.length > 0 && sign.c != 0 && strchr("[(<", sign.c) != NULL ? sign.c : 0;
    const char closing = opening == '(' ? ')' : opening == '<' ? '>' : ']';
    at = opening == 0 ? whole.at : pass_blanks(pass_blanks(whole.at) + sign.length);
    end = slice_end(whole);
    size_t quote = quote_length(at);
    const char *name = at += quote;
    at = end_of_name(at, end, marks.length == 0);
    if (at == name)
        return false;
    *tag = (struct written_tag){.said = {name, (size_t)(at - name)}};
    tag->name = tag_meant(tag->said);
    if (quote == 0 && opening == 0 && (*at == '\'' || one_of(at, "’") > 0)) /* "Black's" */
        return false;
    at += quote > 0 ? quote_length(at) : 0;
    bool marked = opening == '[' && *at == ']' && pass_blanks(at + 1) > at + 1 && tag->name != NULL;
    if (marked) /* [White] Anna */
        at++, opening = 0;
    const char *behind = pass_between(at, &marks, &marked);
    if (behind >= end)
        behind = end;
    if ((behind == at && quote_length(at) == 0) || (is_digit(at[-1]) && behind == at + 1 && is_digit(*behind)))
        return false; /* "player 1:0" */
    struct slice value = slice_trim(slice_to(behind, end));
    bool quoted = value.length > 0 && quote_length(value.at) > 0;
    size_t last = value.length > 3 && (value.at[value.length - 1] & 0x80) != 0 ? 3 : 1;
    if (value.length > 1 && strchr(quoted ? ",;" : ";", value.at[value.length - 1]) != NULL)
        value = slice_trim((struct slice){value.at, value.length - 1});
    bool shut =
        value.length >= last && sign_at(value.at + value.length - last).c == closing && (opening != 0 || quoted);
    if (shut)
        value = slice_trim((struct slice){value.at, value.length - last});
    const bool bracket = opening == '[' || shut;
    if (!marked && opening != '[' && !quoted)
        return false;
    if (tag->name == NULL && (bracket || marked))
        tag->name = slipped_tag(sheet, tag->said, value);
    tag->slipped = tag->name != NULL && tag_meant(tag->said) == NULL;
    bool closes = closing_length(value) > 0;
    tag->value = bare_value(value, bracket);
    const char separator = at < behind && *pass_blanks(at) == ';' ? ';' : '\t';
    for (size_t i = 0; i < tag->value.length; i++)
        if (strchr("]|\t", tag->value.at[i]) != NULL || tag->value.at[i] == separator ||
            (quoted && tag->value.at[i] == '"' && (i == 0 || tag->value.at[i - 1] != '\\')))
            return false;
    if (bracket && !shut && !closes)
        return false;
    return tag->name != NULL && tag_meant(tag->value) == NULL && !is_taken(sheet, tag->name) &&
        !(seat_tag(slice_of(tag->name)) > 0 && tag->value.length > 0 &&
            (is_like_turns(tag->value) || (!quoted && is_deed(tag->value)))) &&
        (bracket || (is_plain_tag(slice_of(tag->name), tag->value)));
}

/* Whether the player of SEAT, from 1, says more than what is in TAG, on LINE or one that follows it: it is a chat. */
static bool is_chat(struct sheet *sheet, const struct text_line *line, const struct written_tag *tag, unsigned seat)
{
    struct text_line next = line_at(sheet, line->next);
    bool again = (sheet->chatting >> seat & 1) != 0;
    while (!again && next.begin < sheet->end && next.said.length > 0) {
        again = next.said.length > tag->said.length && next.said.at[tag->said.length] == ':' &&
            slice_equal(slice_shorter(next.said, tag->said.length), tag->said);
        next = line_at(sheet, next.next);
    }
    sheet->chatting |= (unsigned)again << seat;
    return again;
}

/* Where another tag begins in TEXT, "White: Anna, Black: Ben"; *APART: what is between them. */
static const char *find_next_tag(const struct sheet *sheet, struct slice text, const char **apart)
{
    const char *end = slice_end(text);
    for (const char *at = text.at + 1; at < end && strchr("[(<{;%", *text.at) == NULL; at++) {
        const char *next = pass_blanks(at + 1);
        if (!((*at == ' ' && at[1] == ' ') || *at == '\t' || (strchr(".,;|/", *at) != NULL && next > at + 1)))
            continue;
        if (next >= end)
            break;
        struct written_tag tag;
        *apart = at;
        const char *bar = *at == '|' ? memchr(next, '|', (size_t)(end - next)) : NULL;
        const struct slice rest = slice_shorter(slice_to(next, bar == NULL ? end : bar), NAME_MOST);
        const char *sign = pass_blanks(end_of_name(next, end, false));
        if (sign > next && sign < end && (*sign == ':' || *sign == '=') && read_tag(sheet, rest, &tag) && !tag.slipped)
            return next;
        at = next - 1;
    }
    return NULL;
}

/* A tag as it should be. */
struct exact_tag {
    struct slice name;
    struct slice value;
    const char *end; /* after the spaces that follow it */
};

static bool exact_tag_at(const char *at, const char *end, struct exact_tag *tag)
{
    const char *const name = at + 1;
    if (at >= end || *at != '[')
        return false;
    at = pass_tag_name(name);
    tag->name = slice_to(name, at);
    at += strspn(at, " \t");
    if (at >= end || *at++ != '"')
        return false;
    tag->value.at = at;
    while (at < end && *at != '"')
        at += at[0] == '\\' && at + 1 < end ? 2 : 1;
    if (at >= end)
        return false;
    tag->value.length = (size_t)(at++ - tag->value.at);
    at += strspn(at, " \t");
    tag->end = at + 1 + (*at == ']' ? strspn(at + 1, " \t") : 0);
    return at < end && *at == ']';
}

static void keep_tag(struct record *record, struct slice name, struct slice value)
{
    if (name.length == 0 || record->tag_count == TAGS_MOST ||
        !arena_grow(record->arena, &record->tags, record->tag_count, &record->tag_capacity, sizeof *record->tags))
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
        if (letter_length(value.at + i) > 1) /* no name has it */
            return (struct slice){NULL, 0};
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
        const bool escape = value.at[i] == '\\' && i + 1 < value.length && strchr("\"\\", value.at[i + 1]) != NULL;
        if (escape || value.at[i] == '"' || value.at[i] == '\\')
            text_add_char(text, '\\');
        i += escape;
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

/* The value that the tag NAME has where VALUE is written: a ruleset may be called by its title, a result and a date are
   written in other ways. */
static struct slice value_meant(struct sheet *sheet, struct slice name, struct slice value, unsigned *kinds)
{
    char meant[RESULT_ROOM];
    struct slice found = value;
    *kinds = 1u << SPELL_DATE;
    if (slice_is(name, "Ruleset")) {
        found = ruleset_meant(sheet, value);
        *kinds = 1u << SPELL_RULESET;
    } else if ((slice_is(name, "Result") && spelled_result(value, meant, kinds) && !slice_is(value, meant)) ||
        (slice_is(name, "Date") && spelled_date(value, meant))) {
        found = arena_copy(sheet->arena, slice_of(meant));
    }
    if (found.at == value.at)
        *kinds = 0;
    return found;
}

/* A tag as it should be, but for its name or its value. */
static void take_exact_tag(struct sheet *sheet, const struct exact_tag *tag)
{
    struct slice name = tag->name;
    unsigned kinds;
    const char *meant = tag_meant(name);
    const char *slipped = meant == NULL ? slipped_tag(sheet, name, tag->value) : NULL;
    if (meant != NULL && !slice_is(name, meant) && !is_taken(sheet, meant))
        respell(sheet->mending, 1u << SPELL_TAG, tag->name, name = slice_of(meant));
    if (slipped != NULL)
        respell(sheet->mending, 1u << SPELL_TAG_NAME, tag->name, name = slice_of(slipped));
    const struct slice value = value_meant(sheet, name, tag->value, &kinds);
    if (kinds != 0)
        respell(sheet->mending, kinds, tag->value, value);
    keep_tag(&sheet->tags, name, unescaped(sheet, value));
}

static void take_tag(struct sheet *sheet, struct slice text, const struct written_tag *tag)
{
    struct text made;
    unsigned kinds;
    const struct slice name = slice_of(tag->name);
    const struct slice value = value_meant(sheet, name, tag->value, &kinds);
    kinds &= 1u << SPELL_RULESET | 1u << SPELL_DATE; /* a result is one of a tag */
    text_init(&made);
    text_printf(&made, "[%s \"", tag->name);
    add_quoted(&made, value);
    text_add_string(&made, "\"]");
    respell_text(sheet->mending, kinds | 1u << (tag->slipped ? SPELL_TAG_NAME : SPELL_TAG), text, &made);
    keep_tag(&sheet->tags, name, value);
}

/* Movetext. */

static bool is_turn_at(struct sheet *sheet, const char *at, const char **end)
{
    struct spelled_turn found;
    if (!spelled_turn(sheet->shape, at, &sheet->mending->manner, false, &sheet->turn, &found) &&
        !spelled_word(at, &sheet->turn, &found))
        return false;
    struct sign sign = sign_at(found.end);
    if (is_letter(sign.c) || is_digit(sign.c))
        return false;
    *end = found.end;
    sheet->kinds = found.kinds;
    return true;
}

/* Whether a word of TEXT is a turn. */
static bool has_turn(struct sheet *sheet, struct slice text)
{
    const char *at = text.at;
    const char *end = slice_end(text);
    while (at < end) {
        struct spelled_turn found;
        const char *word_end = at;
        while (word_end < end && !is_space(*word_end))
            word_end++;
        if (spelled_turn(sheet->shape, at, &sheet->mending->manner, false, &sheet->turn, &found) && found.kinds == 0 &&
            (found.end >= word_end ||
                (found.end - at > 3 && found.end + 1 == word_end && strchr(",.", *found.end) != NULL)))
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
    char meant[RESULT_ROOM];
    const char *at = text.at;
    const char *end = slice_end(text);
    bool digits = false;
    bool between = false;
    if (forfeit_meant(text) != NULL || spelled_saying(sheet->mending, text, meant))
        return true;
    while (at < end) {
        struct sign sign = sign_at(at);
        bool half = one_of(at, "½") > 0;
        digits |= half || is_digit(sign.c);
        between |= half || (sign.c != 0 && strchr("-:/=", sign.c) != NULL);
        if (!half && (sign.c == 0 || strchr("0123456789-:/()=., \tOoIl\1", sign.c) == NULL))
            return digits && between && (*at == '{' || *at == ';');
        at += sign.length;
    }
    return digits && between;
}

/* Whether TEXT begins with talk. */
static bool is_talk(struct slice text)
{
    return text.length > 0 && talk_begins(text.at, (struct talk_count){UINT32_MAX, false}, true, NULL);
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
        const char *end_of_line = slice_end(text);
        text = slice_trim((struct slice){closing + 1, (size_t)(end_of_line - closing - 1)});
        if (text.length == 0)
            return LINE_REMARK;
    }
    if (*text.at == ';' || *text.at == '%')
        return LINE_REMARK;
    if (slice_is(text, "*") || slice_is(text, "="))
        return LINE_RESULT;
    if (is_rule_line(text) || is_page_mark(text))
        return LINE_PROSE;
    text.length -= text.length > 1 && text.at[text.length - 1] == '|';
    const char *at = pass_bullet(sheet, text.at, &bullet);
    const char *limit = slice_end(text);
    struct spelled_number found;
    if (is_talk(text) && !is_result(sheet, slice_to(at, limit)) && pass_side(at) == NULL &&
        !(is_letter(*at) && spelled_number(at, &found))) {
        *number = spelled_number(at, &found) ? found.value : 0;
        return LINE_PROSE;
    }
    peel(&text, mark_length(text.at));
    at = at > text.at ? at : text.at;
    for (size_t length; at < limit && (length = *at == '|' ? 1 : quote_length(at)) > 0;)
        at = pass_blanks(at + length);
    at += at < limit ? mark_length(at) : 0;
    bool numbered = at < limit && spelled_number(at, &found);
    if (numbered) {
        *number = found.value;
        at = pass_blanks(found.end);
        numbered = found.sure;
    }
    at += at < limit && one_of(at, "…") > 0 ? 3 : 0;
    while (at < limit && (strchr("|\t\"( ,;[<*_~`'", *at) != NULL || quote_length(at) > 0))
        at += quote_length(at) > 0 ? quote_length(at) : 1;
    const char *side = at < limit ? pass_side(at) : NULL;
    at = side != NULL && side <= limit ? side : at;
    if (at >= limit)
        return *number > 0 ? LINE_NUMBER : LINE_PROSE;
    const bool opened = text.length > 2 && *text.at == '(';
    if (is_result(
            sheet, opened ? (struct slice){text.at + 1, text.length - 2} : slice_to(numbered ? at : text.at, limit)))
        return LINE_RESULT;
    if (is_talk(slice_to(at, limit)))
        return LINE_PROSE;
    if (is_digit(*at) && at[strspn(at, "0123456789")] == '|')
        at += strspn(at, "0123456789") + 1;
    return is_turn_at(sheet, at, &end) || numbered || has_turn(sheet, text) || is_like_turns(text) ? LINE_TURNS
                                                                                                   : LINE_PROSE;
}

/* Tables. */

enum cell_kind { CELL_EMPTY, CELL_DASH, CELL_TURN, CELL_NUMBER, CELL_RESULT, CELL_OTHER };

struct row {
    unsigned count;
    unsigned kinds; /* that it has, bits */
    struct slice cells[COLUMNS_MOST];
    enum cell_kind kind[COLUMNS_MOST];
};

static bool has_cell(const struct row *row, enum cell_kind kind)
{
    return (row->kinds >> kind & 1) != 0;
}

/* What separates the cells of a row: one of the signs of a table, of which the last two are for bars of all kinds and
   for spaces that make columns. */
static const char *const separators[] = {"\t", "|", ";", ",", "&", "  "};

/* The length of SEPARATOR at AT, 0: it is not there. */
static size_t separator_length(const char *at, const char *separator)
{
    if (*at == *separator && (separator[1] == '\0' || at[1] == separator[1]))
        return separator[0] == ' ' ? strspn(at, " ") : strlen(separator);
    return (unsigned char)*at >= 0x80 && strcmp(separator, "|") == 0 ? one_of(at, "¦│┃║‖") : 0;
}

/* Cuts TEXT at SEPARATOR; what is at both ends of the row cuts nothing.  False when it has too many cells. */
static bool cut_row(struct slice text, const char *separator, struct row *row)
{
    const char *at = text.at;
    const char *end = slice_end(text);
    const bool drawn = *separator == '|' || *separator == '&';
    const size_t edge = drawn ? separator_length(at, separator) : 0;
    at += edge;
    if (drawn && end - at > 1 && end[-1] == '\\' && end[-2] == '\\')
        end -= 2;
    for (size_t length = 1; edge > 0 && length <= 3 && end - length > at; length++)
        if (separator_length(end - length, "|") == length) {
            end -= length;
            break;
        }
    row->count = 0;
    for (;;) {
        const char *begin = at;
        const char *blank = at;
        size_t length = 0;
        while (blank < end && *blank == ' ')
            blank++;
        if (blank < end && *blank == '"') {
            const char *quote = memchr(blank + 1, '"', (size_t)(end - blank - 1));
            if (quote != NULL && (quote + 1 == end || quote[1] == *separator || quote[1] == ' '))
                at = quote;
        }
        while (at < end && (length = separator_length(at, separator)) == 0)
            at++;
        if (row->count == COLUMNS_MOST)
            return false;
        struct slice cell = slice_trim(slice_to(begin, at));
        if (cell.length >= 2 && cell.at[0] == '"' && cell.at[cell.length - 1] == '"')
            cell = (struct slice){cell.at + 1, cell.length - 2};
        peel(&cell, cell.length == 0 ? 0 : mark_length(cell.at));
        row->cells[row->count++] = cell;
        if (at >= end)
            return row->count > 1;
        at += length;
    }
}

/* Whether all of CELL is a turn, with glyphs after it. */
static bool is_turn_cell(struct sheet *sheet, struct slice cell)
{
    const char *end;
    if (cell.length == 0 || !is_turn_at(sheet, cell.at, &end) || end > slice_end(cell))
        return false;
    return end + strspn(end, "!?.") >= slice_end(cell);
}

static bool is_number_cell(struct slice cell)
{
    const size_t digits = cell.length == 0 ? 0 : strspn(cell.at, "0123456789");
    const struct slice rest = {cell.at + digits, cell.length - digits};
    return digits > 0 &&
        (slice_is(rest, ",0") || slice_is(rest, ".0") || /* of a spreadsheet */
            strspn(rest.at, ".):") >= rest.length);
}

static bool is_whole_result(const struct sheet *sheet, struct slice cell)
{
    char meant[RESULT_ROOM];
    return spelled_saying(sheet->mending, cell, meant) || forfeit_meant(cell) != NULL ||
        (cell.length > 2 && cell.length < RESULT_ROOM / 2 && says_result(cell));
}

/* A dash is a turn that is passed, or none in the last row. */
static enum cell_kind kind_of_cell(struct sheet *sheet, struct slice cell)
{
    const struct sign sign = cell.length == 0 ? (struct sign){.c = 0} : sign_at(cell.at);
    return cell.length == 0                           ? CELL_EMPTY
        : sign.c == '-' && sign.length == cell.length ? CELL_DASH
        : is_turn_cell(sheet, cell)                   ? CELL_TURN
        : is_number_cell(cell)                        ? CELL_NUMBER
        : is_whole_result(sheet, cell)                ? CELL_RESULT
                                                      : CELL_OTHER;
}

/* A table: what its columns are. */
struct table {
    const char *separator;
    unsigned columns;
    unsigned numbers;              /* the column of numbers, COLUMNS_MOST: there is none */
    unsigned turns;                /* columns of turns */
    unsigned column[COLUMNS_MOST]; /* of each seat, in their order */
    unsigned known;                /* columns of turns or numbers, bits */
    unsigned single;               /* columns with one cell that is not empty */
    const char *first;             /* the begin of its first row */
    const char *header;            /* of the line before it; NULL: none */
    bool unnamed;                  /* it has a heading, which does not name the seats */
};

static bool row_at(
    struct sheet *sheet, const struct table *table, const char *at, struct row *row, struct text_line *line)
{
    *line = line_at(sheet, at);
    struct slice text = slice_to(line->text, line->end);
    if (*table->separator == '\t') {
        while (text.length > 0 && (text.at[text.length - 1] == ' ' || text.at[text.length - 1] == '\r'))
            text.length--;
    } else {
        text = slice_trim(text);
    }
    if (text.length == 0 || line->said.length == 0 || is_rule_line(text) || !cut_row(text, table->separator, row))
        return false;
    row->kinds = 0;
    for (unsigned i = 0; i < row->count; i++)
        row->kinds |= 1u << (row->kind[i] = kind_of_cell(sheet, row->cells[i]));
    return true;
}

/* The seat that a heading names, from 1; 0: none. */
static unsigned seat_of(const struct sheet *sheet, struct slice heading)
{
    const char *meant = slice_is_word(heading, "W") ? "White"
        : slice_is_word(heading, "B")               ? "Black"
                                                    : tag_meant(heading);
    if (heading.length == 2 && small_letter(*heading.at) == 'p' && is_digit(heading.at[1]))
        return (unsigned)(heading.at[1] - '0');
    struct slice name = slice_of(meant == NULL ? "" : meant);
    for (size_t i = 0; i < sheet->tags.tag_count && heading.length > 0 && seat_tag(name) == 0; i++)
        if (slice_equal(sheet->tags.tags[i].value, heading))
            name = sheet->tags.tags[i].name;
    const unsigned seat = seat_tag(name);
    return seat > 0 && name.length == strlen("White") && sheet->mending->manner.black_first ? 3 - seat : seat;
}

/* Whether CELL begins with a turn, which may have a number. */
static bool begins_with_turn(struct sheet *sheet, struct slice cell)
{
    struct spelled_number number;
    const char *at = cell.length > 0 && spelled_number(cell.at, &number) ? pass_blanks(number.end) : cell.at;
    at += at < slice_end(cell) ? strspn(at, "*_~`'\"") : 0;
    return at < slice_end(cell) && is_turn_at(sheet, at, &at) &&
        (at >= slice_end(cell) || strchr("+-*:,/@~^>", *at) == NULL); /* else it is one with a slip */
}

/* Which columns have turns: in most rows a whole turn, nothing or a dash.  A row with a result and no turn is the last;
 *HEADED: the first row has no number where all others have one. */
static bool find_columns(struct sheet *sheet, struct table *table, bool *headed)
{
    struct {
        unsigned turns;
        unsigned numbers;
        unsigned others; /* cells with turns and more */
        unsigned filled; /* but for results */
        unsigned results;
        bool heads; /* with something else over numbers */
    } columns[COLUMNS_MOST] = {{0}};
    const bool strict = *table->separator == ';' || *table->separator == ',';
    bool text = false;
    bool mixed = false;
    unsigned rows = 0;
    struct row row;
    struct text_line line;
    table->columns = table->turns = table->known = table->single = 0;
    for (const char *at = table->first; at < sheet->end; at = line.next) {
        if (!row_at(sheet, table, at, &row, &line)) {
            if (rows > 0 && is_rule_line(line.said))
                continue;
            break;
        }
        const bool any = has_cell(&row, CELL_TURN);
        if (rows > 0 &&
            ((strict && row.count != table->columns && any) ||
                (!any && (has_cell(&row, CELL_RESULT) || row.kind[0] != CELL_NUMBER))))
            break;
        table->columns = row.count > table->columns ? row.count : table->columns;
        for (unsigned i = 0; i < row.count; i++) {
            const bool number = row.kind[i] == CELL_NUMBER;
            columns[i].turns += row.kind[i] == CELL_TURN;
            columns[i].numbers += number;
            columns[i].heads = number == (rows > 0) && (rows == 0 || columns[i].heads);
            columns[i].results += row.kind[i] == CELL_RESULT;
            columns[i].others += row.kind[i] != CELL_TURN && begins_with_turn(sheet, row.cells[i]);
            columns[i].filled += row.kind[i] > CELL_DASH && row.kind[i] != CELL_RESULT;
            text |= row.kind[i] == CELL_DASH || row.kind[i] > CELL_NUMBER;
        }
        rows++;
    }
    table->numbers = COLUMNS_MOST;
    *headed = false;
    for (unsigned i = 0; i < table->columns; i++) {
        if (columns[i].numbers == rows && table->numbers == COLUMNS_MOST)
            table->numbers = i;
        if (2 * columns[i].turns > columns[i].filled)
            table->column[table->turns++] = i;
        if (2 * columns[i].turns > columns[i].filled || table->numbers == i)
            table->known |= 1u << i;
        table->single |= (unsigned)(columns[i].filled + columns[i].results == 1) << i;
        *headed |= columns[i].heads && rows > 2;
        mixed |= columns[i].others > (columns[i].turns == 0) &&
            (columns[i].turns > 0 || 2 * columns[i].others > columns[i].filled);
        mixed |= columns[i].turns > 0 && (table->known >> i & 1) == 0 && strchr("\t ", *table->separator) != NULL;
    }
    text |= table->header != NULL && row_at(sheet, table, table->header, &row, &line) && row.count == table->columns;
    return rows >= 2 && table->turns > 0 && !mixed && (*table->separator != ' ' || text);
}

/* Puts the columns in the order of the seats that the heading names; of another one nobody knows what it says. */
static void read_heading(struct sheet *sheet, struct table *table)
{
    unsigned seats[COLUMNS_MOST];
    bool named = true;
    struct row row;
    struct text_line line;
    if (table->header == NULL || !row_at(sheet, table, table->header, &row, &line))
        return;
    for (unsigned i = 0; i < table->turns; i++) {
        unsigned column = table->column[i];
        seats[i] = column < row.count ? seat_of(sheet, row.cells[column]) : 0;
        named &= seats[i] > 0;
    }
    table->unnamed =
        !named && table->turns > 1 && (strchr("|\t", *table->separator) != NULL || row.count == table->columns);
    if (!named)
        return;
    struct table sorted = *table;
    sorted.turns = 0;
    for (unsigned seat = 1; seat <= SPELL_SEATS; seat++)
        for (unsigned i = 0; i < table->turns; i++)
            if (seats[i] == seat)
                sorted.column[sorted.turns++] = table->column[i];
    *table = sorted;
}

/* Whether commas may part the cells of LINE although turns have some: spreadsheets put those cells in quotes. */
static bool has_quoted_cells(struct sheet *sheet, const struct text_line *line)
{
    for (const char *at = sheet->base; sheet->quoted == NULL; at++)
        if (at + 1 >= sheet->end || (at[0] == ',' && at[1] == '"'))
            sheet->quoted = at + 1 >= sheet->end ? sheet->end : at;
    return sheet->quoted < sheet->end || memchr(line->text, '"', (size_t)(line->end - line->text)) != NULL;
}

/* Whether a table begins at the line AT, of movetext; the line itself may be its heading. */
static bool find_table(struct sheet *sheet, const char *before, const char *at, struct table *table)
{
    const struct text_line line = line_at(sheet, at);
    const bool commas = sheet->shape == TURN_LIFT || sheet->shape == TURN_TILES || shape_is_field(sheet->shape) ||
        sheet->shape == TURN_JOIN;
    for (size_t i = 0; i < sizeof separators / sizeof separators[0]; i++) {
        struct row row;
        struct text_line first;
        bool headed;
        *table = (struct table){.separator = separators[i], .first = at, .header = before};
        if (*table->separator == ',' && commas && !has_quoted_cells(sheet, &line))
            continue;
        if (!row_at(sheet, table, at, &row, &first))
            continue;
        bool found = find_columns(sheet, table, &headed);
        if (headed) {
            const struct table whole = *table;
            table->header = at;
            table->first = first.next;
            while (table->first < sheet->end && is_rule_line(line_at(sheet, table->first).said))
                table->first = line_at(sheet, table->first).next;
            bool again;
            if (find_columns(sheet, table, &again))
                found = true;
            else
                *table = whole;
        }
        if (!found)
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

/* A brace in a comment would end it. */
static void add_comment(struct text *text, struct slice cell)
{
    if (cell.length == 0)
        return;
    add_cell(text, slice_of("{"));
    for (size_t i = 0; i < cell.length; i++)
        text_add_char(text, cell.at[i] == '}' ? ')' : cell.at[i]);
    text_add_char(text, '}');
}

/* Whether ROW is one of TABLE, not text below it: it has a turn or a number, or nothing but a result. */
static bool is_row_of(const struct table *table, const struct row *row)
{
    bool whole = true;
    for (unsigned i = 0; i < row->count; i++)
        whole &= row->kind[i] <= CELL_DASH || row->kind[i] == CELL_RESULT || slice_is_word(row->cells[i], "result");
    return has_cell(row, CELL_TURN) || (whole && has_cell(row, CELL_RESULT)) ||
        (table->numbers < row->count && row->kind[table->numbers] == CELL_NUMBER);
}

/* A row becomes a line of turns; columns of other things become comments, but a result at the end. */
static void put_row(
    struct sheet *sheet, const struct table *table, const struct row *row, const struct text_line *line, bool last)
{
    struct text made;
    text_init(&made);
    const bool passes = sheet->shape == TURN_MOVES || sheet->shape == TURN_TILES || sheet->shape == TURN_PLACE;
    const struct slice number = table->numbers < row->count ? row->cells[table->numbers] : slice_of("");
    if (number.length > 0 && row->kind[table->numbers] == CELL_NUMBER) {
        text_add(&made, slice_shorter(number, strspn(number.at, "0123456789")));
        text_add_char(&made, '.');
    } else if (number.length > 0 && row->kind[table->numbers] != CELL_RESULT) {
        add_comment(&made, number);
    }
    for (unsigned i = 0; i < table->turns; i++) {
        const unsigned column = table->column[i];
        const enum cell_kind kind = column < row->count ? row->kind[column] : CELL_EMPTY;
        if (kind == CELL_DASH && passes && !last)
            add_cell(&made, slice_of("--"));
        else if (kind == CELL_OTHER && memchr(row->cells[column].at, ' ', row->cells[column].length) != NULL &&
            is_talk(row->cells[column]) && !is_unclear(sheet->mending, row->cells[column]))
            add_comment(&made, row->cells[column]); /* one word might be a turn */
        else if (kind > CELL_DASH)
            add_cell(&made, row->cells[column]);
    }
    for (unsigned i = 0; i < row->count; i++) {
        const bool result = row->kind[i] == CELL_RESULT;
        if (i == table->numbers ? result : result && last && (table->single >> i & ~table->known >> i & 1) != 0)
            add_cell(&made, row->cells[i]);
        else if ((table->known >> i & 1) == 0)
            add_comment(&made, row->cells[i]);
    }
    respell_text(sheet->mending, 1u << SPELL_TABLE, slice_to(line->text, line->end), &made);
}

/* After what has no width, such as a byte order mark. */
static const char *begin_of(const struct text_line *line)
{
    const char *begin = line->text;
    while (sign_at(begin).c == SIGN_NOTHING)
        begin += sign_at(begin).length;
    return begin;
}

/* A line that is not part of the game becomes a comment, unless a turn or a result may be in it. */
static void put_prose(struct sheet *sheet, const struct text_line *line)
{
    struct slice text = line->said;
    const bool wiki = begins_with(text, "|-") || begins_with(text, "|}"); /* of which the rows may hold turns */
    if (text.length > 0 && (!wiki || is_rule_line(text)) && !is_unclear(sheet->mending, text) &&
        (is_talk(text) || !has_saying(sheet->mending, text)))
        respell(sheet->mending, 1u << SPELL_PROSE, slice_to(begin_of(line), text.at), slice_of("; "));
}

/* A fence is left out, unless it has words, too, such as the name of a language. */
static void take_fence(struct sheet *sheet, const struct text_line *line)
{
    unquote(sheet, line);
    if (strspn(line->said.at, "`~") == line->said.length) {
        omit(sheet->mending, SPELL_MARKUP, line->text, line->end);
        return;
    }
    note_spelling(sheet->mending, SPELL_MARKUP, line->said, slice_of(""));
    respell(sheet->mending, 0, slice_to(begin_of(line), line->said.at), slice_of("; "));
}

/* Whether a dash in ROW, which the line NEXT follows, may be where no turn was made: it has turns, and is the last. */
static bool is_last_row(struct sheet *sheet, const struct table *table, const struct row *row, const char *next)
{
    struct row other;
    struct text_line line;
    const bool any = has_cell(row, CELL_TURN);
    if (!any || next >= sheet->end || !row_at(sheet, table, next, &other, &line))
        return any;
    for (unsigned i = 0; i < table->turns; i++)
        if (table->column[i] < other.count &&
            (other.kind[table->column[i]] == CELL_TURN || other.kind[table->column[i]] == CELL_DASH))
            return false;
    return true;
}

/* The lines of a table; what follows them. */
static const char *take_table(struct sheet *sheet, const struct table *table, const char *at)
{
    bool heading = at < table->first;
    while (at < sheet->end) {
        struct row row;
        struct text_line line;
        bool is_row = row_at(sheet, table, at, &row, &line);
        if (!is_row && !is_rule_line(line.said))
            break;
        if (is_row && (row.count > table->columns || (!heading && !is_row_of(table, &row))))
            break;
        unquote(sheet, &line);
        if (!is_row)
            omit(sheet->mending, SPELL_TABLE, line.text, line.end);
        else if (!heading)
            put_row(sheet, table, &row, &line, is_last_row(sheet, table, &row, line.next));
        else if (!table->unnamed)
            put_prose(sheet, &line);
        heading = false;
        at = line.next;
    }
    return at;
}

/* The whole. */

/* The closing brace of the comment that is open at the end of LINE; NULL: none is, or it is never closed. */
static const char *find_closing(struct sheet *sheet, const struct text_line *line)
{
    for (const char *at = line->text; at < line->end && *at != ';'; at++) {
        if (*at != '{')
            continue;
        const char *brace = at;
        at = memchr(at, '}', (size_t)(line->end - at));
        if (at == NULL)
            return closing_brace(&sheet->braces, brace, sheet->end);
    }
    return NULL;
}

/* How turns are written, as far as the tags are read. */
static void find_shape(struct sheet *sheet)
{
    struct mending *mending = sheet->mending;
    if (sheet->asked == sheet->tags.tag_count)
        return;
    mending->shape = sheet->shape = sheet->shapes->find(sheet->shapes->context, &sheet->tags, &mending->manner);
    sheet->asked = sheet->tags.tag_count;
}

/* Whether LINE may say whose turns the columns of the table below it are, in words that are not read. */
static bool is_unnamed_heading(struct sheet *sheet, const struct text_line *line)
{
    uint32_t number;
    struct table table;
    if (is_rule_line(line->said))
        return false;
    struct text_line next = line_at(sheet, line->next);
    while (next.begin < sheet->end && (next.said.length == 0 || is_rule_line(next.said)))
        next = line_at(sheet, next.next);
    return next.begin < sheet->end && kind_of(sheet, next.said, &number) == LINE_TURNS &&
        find_table(sheet, line->begin, next.begin, &table) && table.header == line->begin && table.unnamed;
}

/* Whether TEXT is "White Black", the heading that the grammar has, or "Black White", which it has not. */
static bool names_colours(struct slice text)
{
    const char *white;
    const char *black;
    const char *end = pass_player(text.at, &white);
    end = end == NULL || pass_blanks(end) == end ? NULL : pass_player(pass_blanks(end), &black);
    return end != NULL && end == slice_end(text) && *white != *black && *white != 'P' && *black != 'P';
}

/* The lines before the movetext; where that begins. */
static const char *take_tags(struct sheet *sheet, const char **before)
{
    const char *at = sheet->base;
    *before = NULL;
    while (at < sheet->end) {
        struct text_line line = line_at(sheet, at);
        struct slice text = line.said;
        struct exact_tag exact;
        struct written_tag tag;
        uint32_t number;
        const char *apart;
        const char *next = is_fence(text) ? NULL : find_next_tag(sheet, text, &apart);
        if (next != NULL && read_tag(sheet, slice_to(text.at, apart), &tag))
            text.length = (size_t)(apart - text.at);
        else
            next = NULL;
        if (text.length == 0) {
            unquote(sheet, &line);
        } else if (is_fence(text)) {
            take_fence(sheet, &line);
        } else if (exact_tag_at(text.at, slice_end(text), &exact)) {
            unquote(sheet, &line);
            do
                take_exact_tag(sheet, &exact);
            while (exact_tag_at(exact.end, slice_end(text), &exact));
            *before = NULL;
            if (exact.end < slice_end(text)) {
                at = exact.end;
                continue;
            }
        } else if (read_tag(sheet, text, &tag) &&
            (*text.at == '[' || seat_tag(slice_of(tag.name)) == 0 ||
                !is_chat(sheet, &line, &tag, seat_tag(slice_of(tag.name))))) {
            unquote(sheet, &line);
            take_tag(sheet, text, &tag);
            *before = NULL;
        } else {
            if (*text.at == '[')
                return at;
            find_shape(sheet);
            enum line_kind kind = kind_of(sheet, text, &number);
            if (kind == LINE_TURNS || (kind == LINE_PROSE && number == 1 && sheet->tags.tag_count > 0) ||
                kind == LINE_NUMBER || (kind == LINE_RESULT && sheet->tags.tag_count > 0))
                return at;
            unquote(sheet, &line);
            const char *closing = kind == LINE_REMARK && *text.at == '{' ? find_closing(sheet, &line) : NULL;
            if (closing != NULL) {
                at = line_at(sheet, closing).next;
                continue;
            }
            if (kind != LINE_REMARK && !is_unnamed_heading(sheet, &line) && !names_colours(text))
                put_prose(sheet, &line);
            *before = kind == LINE_REMARK || is_rule_line(text) ? *before : at;
        }
        if (next != NULL)
            respell(sheet->mending, 0, slice_to(apart, next), slice_of("\n"));
        at = next != NULL ? next : line.next;
    }
    return at;
}

/* Whether the last word of TEXT is a result. */
static bool ends_with_result(struct slice text)
{
    const char *word = slice_end(text);
    while (word > text.at && !is_space(word[-1]))
        word--;
    const struct slice last = slice_to(word, slice_end(text));
    return slice_is(last, "*") || (last.length > 2 && last.length < RESULT_ROOM / 2 && says_result(last));
}

/* Whether a turn may go on after the line TEXT. */
static bool breaks_off(struct slice text)
{
    return text.length > 0 && strchr(":,-+x>@~", text.at[text.length - 1]) != NULL;
}

/* The end of the movetext that begins at AT: after its last line of turns or of a result. */
static const char *find_end(struct sheet *sheet, const char *at, char *bullet, const char **split)
{
    const char *last = at;
    bool any = false;
    bool ended = false;
    bool open = false;
    bool bare = false;       /* a line has no bullet */
    const char *tags = NULL; /* which the next game may begin with */
    bool headed = false;
    *bullet = 0;
    *split = NULL;
    for (struct text_line line; at < sheet->end; at = line.next) {
        line = line_at(sheet, at);
        struct slice text = line.said;
        uint32_t number;
        enum line_kind kind = kind_of(sheet, text, &number);
        struct written_tag tag;
        if (kind == LINE_PROSE && (open || *text.at == ',' || (number > 0 && (any || number == 1))))
            kind = LINE_TURNS;
        open = kind == LINE_TURNS && breaks_off(text);
        if (slice_is(text, "--") || slice_is(text, "-- "))
            break;
        sheet->again = true;
        if (any && tags == NULL && *text.at != '[' && kind == LINE_PROSE && !begins_with(text, "result") &&
            read_tag(sheet, text, &tag) && !tag.slipped)
            tags = at;
        sheet->again = false;
        headed |= any && kind == LINE_PROSE && begins_with(text, "game ");
        if (kind == LINE_TURNS && number == 1 && (ended || headed || tags != NULL)) {
            *split = tags == NULL ? at : tags;
            return last;
        }
        if (kind == LINE_TURNS) {
            char own;
            pass_bullet(sheet, text.at, &own);
            bare |= own == 0 && (size_t)(text.at - line.text) <= sheet->indent;
            if (!any)
                sheet->indent = (size_t)(text.at - line.text);
            if (!any)
                *bullet = own == 'i' ? 0 : own; /* a number, unless other letters came before */
            any = true;
            ended |= ends_with_result(text);
        }
        ended |= kind == LINE_RESULT;
        if (kind == LINE_TURNS || kind == LINE_NUMBER || kind == LINE_RESULT)
            last = line.next;
        const char *closing = kind == LINE_PROSE ? NULL : find_closing(sheet, &line);
        if (closing != NULL) {
            line = line_at(sheet, closing);
            if (kind != LINE_REMARK || pass_blanks(closing + 1) < slice_end(line.said))
                last = line.next;
        }
    }
    if (bare)
        *bullet = 0;
    return last;
}

/* Where in LINE, which begins with the number *FIRST, rounds begin that are printed beside the others, with the number
 *SECOND; its end: nowhere.  NULL: it has no number. */
static const char *find_beside(const struct text_line *line, unsigned *first, unsigned *second)
{
    struct spelled_number number;
    const char *at = pass_blanks(line->text);
    *second = 0;
    if (at >= slice_end(line->said) || !spelled_number(at, &number) || !number.sure)
        return NULL;
    *first = number.value;
    for (at = number.end; at < slice_end(line->said); at++)
        if ((*at == '\t' || (*at == ' ' && at[-1] == ' ')) && spelled_number(at + 1, &number) && number.sure &&
            number.value > *first + 1) {
            *second = number.value;
            return at + 1;
        }
    return slice_end(line->said);
}

/* Rounds in two columns, one beside the other: those of the second follow the first.  What follows them; AT: there are
   none. */
static const char *take_columns(struct sheet *sheet, const char *at)
{
    const char *const begin = at;
    unsigned numbers[2];
    unsigned last[2];
    struct text beside;
    struct text_line line = line_at(sheet, at);
    const char *column = find_beside(&line, &last[0], &last[1]);
    const struct text_line second = line_at(sheet, line.next);
    if (column == NULL || last[1] == 0 || find_beside(&second, &numbers[0], &numbers[1]) == NULL ||
        numbers[0] != last[0] + 1 || numbers[1] != last[1] + 1)
        return begin;
    note_spelling(sheet->mending, SPELL_TABLE, slice_to(line.text, slice_end(line.said)), slice_to(line.text, column));
    text_init(&beside);
    for (bool more = true; more;) {
        unquote(sheet, &line);
        text_add_char(&beside, '\n');
        text_add(&beside, slice_to(column, slice_end(line.said)));
        const struct text_line next = line_at(sheet, line.next);
        const char *next_column = next.begin < sheet->end ? find_beside(&next, &numbers[0], &numbers[1]) : NULL;
        more = next_column != NULL && numbers[0] == last[0] + 1 && (numbers[1] == 0 || numbers[1] == last[1] + 1);
        respell(sheet->mending, 0, slice_to(column, slice_end(line.said)), more ? slice_of("") : text_slice(&beside));
        memcpy(last, numbers, sizeof last);
        at = line.next;
        line = next;
        column = next_column;
    }
    text_release(&beside);
    return at;
}

/* One line of movetext. */
static void take_line(struct sheet *sheet, const struct text_line *line, bool bullets)
{
    struct slice text = line->said;
    char own;
    const char *end;
    struct spelled_number number;
    if (is_fence(text)) {
        take_fence(sheet, line);
        return;
    }
    unquote(sheet, line);
    const char *behind = pass_bullet(sheet, text.at, &own);
    const char *word = behind + mark_length(behind);
    const char *side = pass_side(word);
    const bool listed = bullets && own != 0 && behind < line->end &&
        (is_turn_at(sheet, side == NULL ? word : side, &end) || spelled_number(word, &number) ||
            is_result(sheet, slice_to(behind, line->end)));
    if (listed)
        omit(sheet->mending, SPELL_LIST, text.at, behind);
    if (listed)
        text = slice_to(behind, slice_end(text));
    const size_t marks = text.length == 0 ? 0 : mark_length(text.at);
    struct slice bare = text;
    if (marks > 0 && peel(&bare, marks) && memchr(bare.at, *text.at, bare.length) == NULL) {
        omit(sheet->mending, SPELL_MARKUP, text.at, text.at + marks);
        respell(
            sheet->mending, 1u << SPELL_MARKUP, slice_to(text.at + text.length - marks, slice_end(text)), slice_of(""));
    }
}

/* Whether TABLE goes on at the line AT, after other lines. */
static bool goes_on(struct sheet *sheet, const struct table *table, const char *at)
{
    struct row row;
    struct text_line line;
    return table->columns > 0 && row_at(sheet, table, at, &row, &line) && row.count == table->columns &&
        has_cell(&row, CELL_TURN);
}

/* The movetext from AT to END; what follows it, after a table that goes on. */
static const char *take_moves(struct sheet *sheet, const char *before, const char *at, const char *end, char bullet)
{
    bool begins = true;
    bool open = false;
    struct table table = {.columns = 0};
    while (at < end) {
        struct text_line line = line_at(sheet, at);
        struct table other;
        const char *closing = find_closing(sheet, &line);
        bool first = begins;
        begins = line.said.length == 0;
        const char *behind = first ? take_columns(sheet, at) : at;
        if (behind == at && first && bullet == 0 && find_table(sheet, before, at, &other)) {
            behind = take_table(sheet, &other, at);
            table = behind > at ? other : table;
        } else if (behind == at && goes_on(sheet, &table, at)) {
            behind = take_table(sheet, &table, at);
        }
        if (behind > at) {
            at = behind;
            continue;
        }
        uint32_t number;
        const struct slice text = line.said;
        if (line.next < end && !open && kind_of(sheet, text, &number) == LINE_PROSE && number == 0 &&
            (is_page_mark(text) || is_rule_line(text) || is_talk(text))) {
            unquote(sheet, &line);
            put_prose(sheet, &line);
        } else {
            take_line(sheet, &line, bullet);
            open = breaks_off(text);
        }
        at = line.next;
        const char *behind_comment = closing == NULL ? NULL : line_at(sheet, closing).next;
        for (bool quoted = line.text > line.begin; behind_comment != NULL && at < behind_comment; at = line.next) {
            line = line_at(sheet, at);
            if (quoted)
                unquote(sheet, &line);
        }
    }
    return at > end ? at : end;
}

/* Whether TEXT is two numbers or more and no word, which may be points. */
static bool is_figures(struct slice text)
{
    unsigned numbers = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (letter_length(text.at + i) > 0)
            return false;
        numbers += is_digit(text.at[i]) && (i == 0 || !is_digit(text.at[i - 1]));
    }
    return numbers > 1;
}

/* Whether TEXT is dashes that are typed for passes, not as a line. */
static bool is_dashes(struct slice text)
{
    const char *at = text.at;
    for (struct sign sign; at < slice_end(text) && ((sign = sign_at(at)).c == '-' || sign.c == ' ');)
        at += sign.length;
    return at == slice_end(text) && !is_rule_line(text) && !slice_is(text, "--");
}

static void take_rest(struct sheet *sheet, const char *at)
{
    for (struct text_line line; at < sheet->end; at = line.next) {
        line = line_at(sheet, at);
        struct slice text = line.said;
        if (is_fence(text)) {
            take_fence(sheet, &line);
            continue;
        }
        unquote(sheet, &line);
        const char *closing = *text.at == '{' ? find_closing(sheet, &line) : NULL;
        if (text.length == 0)
            continue;
        if (strchr("{;%[", *text.at) == NULL ? !is_figures(text) && !is_dashes(text) : begins_with(text, "[result:"))
            put_prose(sheet, &line);
        else if (closing != NULL)
            line.next = line_at(sheet, closing).next;
    }
}

/* Which tags are as they should be, up to what is after the first of them. */
static void find_taken(struct sheet *sheet)
{
    struct text_line line;
    for (const char *at = sheet->base; at < sheet->end; at = line.next) {
        line = line_at(sheet, at);
        struct slice text = line.said;
        if (text.length == 0)
            continue;
        struct exact_tag tag;
        const bool exact = exact_tag_at(text.at, slice_end(text), &tag);
        if (!exact && sheet->taken.tag_count > 0 && is_like_turns(text))
            return;
        const char *known = exact ? tag_meant(tag.name) : NULL;
        if (known != NULL && slice_is(tag.name, known))
            keep_tag(&sheet->taken, tag.name, tag.value);
    }
}

/* Puts a tag for the ruleset NAME before all else. */
static void put_ruleset(struct sheet *sheet, struct slice name)
{
    struct text tag;
    text_init(&tag);
    text_add_string(&tag, "[Ruleset \"");
    add_quoted(&tag, name);
    text_add_string(&tag, "\"]\n\n");
    respell_text(sheet->mending, 1u << SPELL_GAMES, slice_to(sheet->base, sheet->base), &tag);
    keep_tag(&sheet->tags, slice_of("Ruleset"), name);
}

/* Whether a tag that is written in another way names the ruleset, before the first line of turns. */
static bool names_ruleset(struct sheet *sheet)
{
    struct text_line line;
    struct written_tag tag;
    const char *apart;
    for (const char *at = sheet->base; at < sheet->end; at = line.next) {
        line = line_at(sheet, at);
        const char *end = slice_end(line.said);
        if (line.said.length > 0 && (is_like_turns(line.said) || *line.said.at == '['))
            return false;
        end = line.said.length > 0 && find_next_tag(sheet, line.said, &apart) != NULL ? apart : end;
        if (line.said.length > 0 && read_tag(sheet, slice_to(line.said.at, end), &tag) &&
            slice_is(slice_of(tag.name), "Ruleset"))
            return true;
    }
    return false;
}

/* A game without tags that follows another is one by the same ruleset. */
static void inherit(struct sheet *sheet)
{
    if (sheet->mending->inherited.length > 0 && !is_taken(sheet, "Ruleset") && !names_ruleset(sheet))
        put_ruleset(sheet, sheet->mending->inherited);
    find_shape(sheet);
}

/* Keeps the rest of the text up to AT; where that is in the new one. */
static uint32_t keep_up_to(struct sheet *sheet, const char *at)
{
    struct rewriting *pass = &sheet->mending->pass[sheet->mending->passes];
    rewriting_keep(pass, (uint32_t)(at - sheet->base));
    return (uint32_t)pass->text.length;
}

void mend_layout(struct mending *mending, struct slice text, struct arena *arena, const struct shapes *shapes)
{
    struct sheet sheet = {.mending = mending,
        .arena = arena,
        .shapes = shapes,
        .base = text.at,
        .end = slice_end(text),
        .asked = SIZE_MAX};
    const char *before;
    char bullet = 0;
    const char *split = NULL;
    record_init(&sheet.tags, arena, text);
    record_init(&sheet.taken, arena, text);
    text_init(&sheet.turn);
    find_taken(&sheet);
    inherit(&sheet);
    const char *at = take_tags(&sheet, &before);
    find_shape(&sheet);
    for (size_t i = 0; i < sheet.tags.tag_count; i++) {
        const struct tag *tag = &sheet.tags.tags[i];
        unsigned seat = seat_tag(tag->name);
        if (seat > 0 && value_is_known(tag->value) && tag->value.length < NAME_MOST) {
            mending->seats[seat - 1] = tag->value;
            mending->players = *tag->name.at == 'P';
        }
    }
    const bool known = sheet.shape != TURN_NONE;
    if (known && sheet.tags.tag_count == 0 && at < sheet.end) /* a number in the margin shows that movetext begins */
        respell(mending, 0, slice_to(at, pass_blanks(at)), slice_of(""));
    const char *end = known ? find_end(&sheet, at, &bullet, &split) : sheet.end;
    mending->shape = sheet.shape;
    mending->bare = sheet.tags.tag_count == 0;
    mending->body.begin = keep_up_to(&sheet, at);
    mending->split = split != NULL;
    if (mending->split) {
        sheet.end = split;
        end = end < split ? end : split;
    }
    if (known)
        end = take_moves(&sheet, before, at, end, bullet);
    mending->body.end = keep_up_to(&sheet, end);
    if (known)
        take_rest(&sheet, end);
    if (mending->split)
        mending->pass[mending->passes].old.length = (size_t)(split - sheet.base);
    text_release(&sheet.turn);
}

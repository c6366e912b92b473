/* SPDX-License-Identifier: MIT */
/* What is explained is what happens: each rule's example, run as a user would run it, is
   answered in the words that explain shows, as text, as JSON, in a manual page and on a page with boards. */
#include "base/utf8.h"
#include "games/registry.h"
#include "library/tools.h"
#include "referee/rules_table.h"
#include "support/checking.h"
#include "support/json.h"
#include "support/share.h"
#include "support/tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { COLUMNS = 80, NEVER_CUT = 160 };

static struct text explained(const char *name, enum catasta_format form)
{
    struct text text;
    text_init(&text);
    const struct catasta_sink sink = text_sink(&text);
    if (!catasta_explain(name, form, &sink, NULL))
        complaint("%s is not explained", name == NULL ? "everything" : name);
    return text;
}

/* Runs of spaces and line ends are one space, so that texts can be compared however
   they are broken into lines. */
static struct text squeezed(struct slice slice)
{
    struct text text;
    text_init(&text);
    for (size_t i = 0; i < slice.length; i++)
        if (slice.at[i] != ' ' && slice.at[i] != '\n')
            text_add_char(&text, slice.at[i]);
        else if (text.length > 0 && text.bytes[text.length - 1] != ' ')
            text_add_char(&text, ' ');
    return text;
}

/* Whether PART stands in WHOLE, which is squeezed. */
static bool holds(const struct text *whole, const char *part, const char *id, const char *what)
{
    struct text wanted = squeezed(slice_of(part));
    struct slice words = slice_trim(text_slice(&wanted));
    struct text escaped;
    text_init(&escaped);
    text_add_escaped(&escaped, words);
    bool good = (escaped.length == 0 || (whole->length > 0 && strstr(whole->bytes, escaped.bytes) != NULL)) ||
        complaint("%s: %s misses: %s", id, what, escaped.bytes);
    text_release(&escaped);
    text_release(&wanted);
    return good;
}

/* Lines that are too long are cut. */
static bool is_shown_whole(const char *lines)
{
    struct slice rest = slice_of(lines == NULL ? "" : lines);
    struct slice line;
    while (slice_split(&rest, '\n', &line))
        if (line.length > NEVER_CUT)
            return false;
    return true;
}

static bool holds_all(const struct text *whole, const struct rule *rule, const char *answer, const char *what)
{
    return holds(whole, rule->explanation, rule->id, what) && holds(whole, answer, rule->id, what) &&
        (!is_shown_whole(rule->example) || holds(whole, rule->example == NULL ? "" : rule->example, rule->id, what)) &&
        holds(whole, rule->kept == NULL ? "" : rule->kept, rule->id, what);
}

/* What the program says of the example: a record as it stands, a ruleset as a file. */
static struct text run_example(const struct rule *rule)
{
    struct text said;
    text_init(&said);
    const struct catasta_sink sink = text_sink(&said);
    catasta_session *session = session_for("accasta-pari", rule->example);
    if (strncmp(rule->id, "ruleset/", 8) == 0) {
        FILE *file = fopen("example.yaml", "wb");
        if (file != NULL && fputs(rule->example, file) >= 0 && fclose(file) == 0)
            catasta_rules_check(session, "example.yaml", NULL, &sink);
        remove("example.yaml");
    } else {
        score_sgn(session, rule->example, "text", &sink);
    }
    catasta_session_free(session);
    return said;
}

/* Whether every fact that the template names was given. */
static bool is_filled(const struct rule *rule, const char *said)
{
    struct slice rest = slice_of(rule->message);
    struct slice field;
    bool good = true;
    while (good && slice_split(&rest, '{', &field) && rest.at != NULL && slice_split(&rest, '}', &field)) {
        struct slice name;
        struct text missing;
        slice_split(&field, ':', &name);
        text_init(&missing);
        text_printf(&missing, "{%.*s}", (int)name.length, name.at);
        good = strstr(said, missing.bytes) == NULL || complaint("%s has no fact %s", rule->id, missing.bytes);
        text_release(&missing);
    }
    return good;
}

static bool check_answer(const struct rule *rule, const char *answer)
{
    if (rule->example == NULL)
        return answer[0] == '\0';
    struct text said = run_example(rule);
    bool good = (answer[0] != '\0' && said.length > 0 && strstr(said.bytes, answer) != NULL) ||
        complaint("%s is answered with %s", rule->id, said.length > 0 ? said.bytes : "nothing");
    good = good && is_filled(rule, said.bytes);
    text_release(&said);
    return good;
}

static bool is_short(struct slice line, const struct rule *rule)
{
    struct text text;
    text_init(&text);
    text_add(&text, slice_trim(line));
    text_add_string(&text, "");
    bool of_record = rule != NULL && rule->example != NULL && text.length > 0 &&
        (strstr(rule->example, text.bytes) != NULL || strstr(rule->kept, text.bytes) != NULL ||
            memchr(text.bytes, '|', text.length) != NULL || text.bytes[text.length - 1] == '~');
    bool good = of_record || utf8_width(line) <= COLUMNS || complaint("longer than a line: %s", text.bytes);
    text_release(&text);
    return good;
}

/* But for records no line is longer than a terminal is wide. */
static bool check_text(const struct rule *rule, const char *answer)
{
    struct text text = explained(rule->id, CATASTA_TEXT);
    struct text words = squeezed(text_slice(&text));
    struct slice rest = text_slice(&text);
    struct slice line;
    bool good = holds_all(&words, rule, answer, "explain");
    while (good && slice_split(&rest, '\n', &line))
        good = is_short(line, rule);
    text_release(&words);
    text_release(&text);
    return good;
}

/* What a reader sees of a line of mdoc that is no macro. */
static void add_shown(struct text *shown, struct slice line)
{
    static const char *const marks[][2] = {
        {"(aq", "'"}, {"(dq", "\""}, {"(ga", "`"}, {"(ha", "^"}, {"(ti", "~"}, {"-", "-"}, {"e", "\\"}, {"&", ""}};
    for (size_t i = 0; i < line.length; i++) {
        size_t mark = 0;
        const size_t count = sizeof marks / sizeof marks[0];
        while (
            line.at[i] == '\\' && mark < count && strncmp(line.at + i + 1, marks[mark][0], strlen(marks[mark][0])) != 0)
            mark++;
        if (line.at[i] != '\\' || mark == count)
            text_add_char(shown, line.at[i]);
        else {
            text_add_string(shown, marks[mark][1]);
            i += strlen(marks[mark][0]);
        }
    }
    text_add_char(shown, '\n');
}

/* The section about RULE in the manual page of its table, as a reader sees it. */
static bool check_manual(const struct rule *rule, const char *answer)
{
    char table[96];
    snprintf(table, sizeof table, "%.*s", (int)strcspn(rule->id, "/"), rule->id);
    struct text page = explained(table, CATASTA_MAN);
    char heading[96];
    struct text shown;
    struct slice line;
    snprintf(heading, sizeof heading, ".Ss %s (%s)\n", rule->id, severity_name(rule->severity));
    const char *begin = page.length == 0 ? NULL : strstr(page.bytes, heading);
    if (begin == NULL) {
        text_release(&page);
        return complaint("%s is not in the manual page", rule->id);
    }
    struct slice rest = slice_of(begin + strlen(heading));
    text_init(&shown);
    while (slice_split(&rest, '\n', &line) && strncmp(line.at, ".S", 2) != 0)
        if (line.length > 0 && line.at[0] != '.')
            add_shown(&shown, line);
    struct text words = squeezed(text_slice(&shown));
    bool good = holds_all(&words, rule, answer, "the manual page");
    text_release(&words);
    text_release(&shown);
    text_release(&page);
    return good;
}

/* What a reader sees of HTML after its title and style. */
static void add_seen(struct text *seen, const char *html)
{
    static const char *const marks[][2] = {
        {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&#39;", "'"}};
    html = strstr(html, "<main>");
    while (html != NULL && *html != '\0') {
        size_t mark = 0;
        const size_t count = sizeof marks / sizeof marks[0];
        while (mark < count && strncmp(html, marks[mark][0], strlen(marks[mark][0])) != 0)
            mark++;
        if (mark < count)
            text_add_string(seen, marks[mark][1]);
        else if (*html != '<')
            text_add_char(seen, *html);
        html += mark < count ? strlen(marks[mark][0]) : *html == '<' ? strcspn(html, ">") + 1 : 1;
    }
}

/* Whether a rule of a game has its two boards: but for those that are about tags. */
static bool has_boards(const char *page, const char *id)
{
    static const char *const boardless[] = {"stakz/hand-colours", "stakz/start-colours"};
    struct slice game = slice_shorter(slice_of(id), strcspn(id, "/"));
    unsigned wanted = 0;
    unsigned count = 0;
    for (size_t i = 0; games[i] != NULL; i++)
        wanted += slice_is(game, games[i]->ruleset.name) ? 2 : 0;
    for (size_t i = 0; i < sizeof boardless / sizeof boardless[0]; i++)
        wanted = strcmp(id, boardless[i]) == 0 ? 0 : wanted;
    for (const char *at = page; (at = strstr(at, "<svg")) != NULL; at++)
        count++;
    return count == wanted || wanted == 0 || complaint("the page of %s has %u boards", id, count);
}

static bool check_page(const struct rule *rule, const char *answer)
{
    struct text page = explained(rule->id, CATASTA_HTML);
    struct text seen;
    text_init(&seen);
    add_seen(&seen, page.length == 0 ? "" : page.bytes);
    struct text words = squeezed(text_slice(&seen));
    bool good = page.length > 0 && strstr(page.bytes, "<script") == NULL &&
        holds_all(&words, rule, answer, "the page") && has_boards(page.bytes, rule->id);
    text_release(&words);
    text_release(&seen);
    text_release(&page);
    return good;
}

/* The manual page of all rules names each id, though it explains only those of no game. */
static bool check_whole_manual(void)
{
    struct text page = explained(NULL, CATASTA_MAN);
    const struct rule *rule;
    bool good = page.length > 0;
    for (size_t n = 0; good && (rule = rules_nth(n)) != NULL; n++)
        good = strstr(page.bytes, rule->id) != NULL || complaint("catasta-rules(7) does not name %s", rule->id);
    text_release(&page);
    return good;
}

static void check_rule(const struct rule *rule, struct tally *tally)
{
    struct text json = explained(rule->id, CATASTA_JSON);
    struct text answer = json_unquoted(json_get(text_slice(&json), "answer"));
    struct text example = json_unquoted(json_get(text_slice(&json), "example"));
    struct text right = json_unquoted(json_get(text_slice(&json), "right"));
    tally_count(tally,
        strcmp(example.bytes, rule->example == NULL ? "" : rule->example) == 0 &&
            strcmp(right.bytes, rule->kept == NULL ? "" : rule->kept) == 0,
        "is an object with its examples", rule->id);
    tally_count(tally, check_answer(rule, answer.bytes), "is answered as explained", rule->id);
    tally_count(tally, check_text(rule, answer.bytes), "is explained as text", rule->id);
    tally_count(tally, check_manual(rule, answer.bytes), "is in the manual page", rule->id);
    tally_count(tally, check_page(rule, answer.bytes), "has a page", rule->id);
    text_release(&right);
    text_release(&example);
    text_release(&answer);
    text_release(&json);
}

/* A line each, in the order of the tables, that begins with the id. */
static bool check_list(void)
{
    struct text list = explained(NULL, CATASTA_TEXT);
    struct slice rest = text_slice(&list);
    struct slice line;
    const struct rule *rule;
    bool good = true;
    bool all_short = true;
    for (size_t n = 0; good && (rule = rules_nth(n)) != NULL; n++) {
        size_t length = strlen(rule->id);
        good = (slice_split(&rest, '\n', &line) && line.length > length + 2 && memcmp(line.at, rule->id, length) == 0 &&
                   line.at[length] == ' ') ||
            complaint("%s has no line", rule->id);
        all_short &= !good || is_short(line, NULL);
    }
    good = good && all_short && (rest.length == 0 || complaint("more lines than rules: %s", rest.at));
    text_release(&list);
    return good;
}

int main(void)
{
    struct tally tally = {0};
    char folder[] = "/tmp/explained.XXXXXX";
    bool moved = mkdtemp(folder) != NULL && chdir(folder) == 0;
    tally_count(&tally, moved, "there is a folder to work in", "all");
    tally_count(&tally, check_whole_manual(), "are in the manual page", "all");
    tally_count(&tally, check_list(), "are listed", "all");
    const size_t apart = 300 / quick_share_of(300);
    for (size_t n = 0; moved && rules_nth(n) != NULL; n++)
        if (n % apart == 0)
            check_rule(rules_nth(n), &tally);
    if (moved)
        rmdir(folder);
    return tally_end(&tally);
}

/* SPDX-License-Identifier: MIT */
/* What every game of the registry must bring, and every rule: samples, perft
   counts, a section in the manual, a case for each id, an example that breaks just
   that rule, one that keeps it, and keys that there are. */
#include "games/registry.h"
#include "referee/rules_table.h"
#include "support/books.h"
#include "support/checking.h"
#include "support/files.h"
#include "support/json.h"
#include "support/tally.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

static bool has_files(const char *pattern)
{
    struct text text;
    text_init(&text);
    bool has = files_add(pattern, &text) && text.length > 0;
    text_release(&text);
    return has;
}

/* A heading of sgn(5) that names the game. */
static bool has_section(const char *name)
{
    struct text manual;
    struct slice rest;
    struct slice line;
    bool has = false;
    text_init(&manual);
    file_add("man/sgn.5", &manual);
    rest = text_slice(&manual);
    while (slice_split(&rest, '\n', &line) && !has)
        has = line.length > 4 + strlen(name) && (memcmp(line.at, ".Ss ", 4) == 0 || memcmp(line.at, ".Sh ", 4) == 0) &&
            strncasecmp(line.at + 4, name, strlen(name)) == 0;
    text_release(&manual);
    return has || complaint("no section about %s in man/sgn.5", name);
}

/* Every value of a key that goes into the rules as it is has room there. */
static bool keys_fit(const struct game *game)
{
    for (const struct key *key = game->ruleset.keys; key->name != NULL; key++) {
        bool holds = key->size == 1 || key->size == 2 || key->size == 4;
        if (key->size != 0 &&
            (!holds || (key->type == KEY_NUMBER && key->maximum > UINT32_MAX >> (32 - 8 * key->size))))
            return complaint("%s goes into %u bytes", key->name, key->size);
    }
    return true;
}

/* What game.h says that every game gives. */
static bool is_whole(const struct game *game)
{
    const struct {
        const char *name;
        bool given;
    } members[] = {{"rules", game->rules != NULL}, {"facts", game->facts != NULL},
        {"rules_size", game->rules_size != 0}, {"state_size", game->state_size != 0},
        {"grid or field", game->grid == NULL || game->field == NULL},
        {"fewest and most", game->grid != NULL || (game->fewest != 0 && game->fewest <= game->most)},
        {"position.fields", game->position.fields != NULL}, {"position.set_up", game->position.set_up != NULL},
        {"position.apply_tag", (game->position.tags == NULL) == (game->position.apply_tag == NULL)},
        {"notation.example", game->notation.example != NULL}, {"notation.resolve", game->notation.resolve != NULL},
        {"notation.write", game->notation.write != NULL}, {"judging.judge", game->judging.judge != NULL},
        {"judging.make", game->judging.make != NULL},
        {"judging.generate or extend", (game->judging.generate == NULL) != (game->judging.extend == NULL)},
        {"result.one and many", (game->result.one == NULL) == (game->result.many == NULL)},
        {"result.score", game->result.score != NULL},
        {"result.ending or own.judge_end", (game->result.ending == NULL) != (game->own.judge_end == NULL)},
        {"display.gesture", game->display.gesture != NULL}, {"display.view", game->display.view != NULL}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!members[i].given)
            return complaint("%s lacks .%s", game->ruleset.name, members[i].name);
    return true;
}

static void check_game(const struct game *game, struct tally *tally)
{
    char path[128];
    tally_count(tally, is_whole(game), "members of struct game that every game gives", game->ruleset.name);
    tally_count(tally, keys_fit(game), "numbers have room in the rules", game->ruleset.name);
    const char *name = game->ruleset.name;
    snprintf(path, sizeof path, "samples/%s/*.sgn", name);
    tally_count(tally, has_files(path), "has samples", name);
    snprintf(path, sizeof path, "tests/perft/%s.txt", name);
    if (game->judging.generate != NULL)
        tally_count(tally, has_files(path), "has perft counts", name);
    tally_count(tally, has_section(name), "has a section in sgn(5)", name);
    snprintf(path, sizeof path, "tests/corpus/games/%s*.jsonl", name);
    tally_count(tally, has_files(path), "has games in the corpus", name);
}

/* Games are copied for every turn that is tried, so that their states are small. */
static void check_size(const struct book *book, struct tally *tally)
{
    enum { SMALL = 4096 };
    const struct rulebook *rulebook = &book->entry.book;
    bool shipped = strncmp(book->path, "rulesets/", 9) == 0;
    if (shipped && rulebook->game != NULL)
        tally_count(tally, game_state_size(rulebook->rules) < SMALL, "has a small state", book->path);
}

/* Ids that no game there is can come to. */
static bool out_of_reach(const struct books *books, const char *id)
{
    if (strcmp(id, "record/cannot-resign") != 0)
        return false;
    for (unsigned i = 0; i < books->count; i++)
        for (unsigned players = 1; players <= SEATS; players++)
            if (players != 2 && game_allows_players(books->list[i].entry.book.rules, players))
                return false;
    return true;
}

/* "[id]" stands in the output of some case, or in that of the hostile ones. */
static bool has_case(const struct text *cases, const char *id)
{
    char shown[80];
    snprintf(shown, sizeof shown, "[%s]", id);
    return strstr(cases->bytes, shown) != NULL || complaint("no case for %s", id);
}

/* RECORDS and their rounds of matches as lines of JSON. */
static bool run_records(const char *records, struct text *jsonl)
{
    const struct catasta_sink sink = text_sink(jsonl);
    catasta_session *session = session_for("accasta-pari", records);
    bool good = session != NULL && score_sgn(session, records, "jsonl", &sink) && jsonl->length > 0;
    catasta_session_free(session);
    return good;
}

/* Of several records only the last is at fault. */
static bool check_record_example(const struct rule *rule)
{
    struct text jsonl;
    char id[80];
    struct slice line;
    bool good = true;
    text_init(&jsonl);
    bool run = run_records(rule->example, &jsonl);
    struct slice rest = text_slice(&jsonl);
    snprintf(id, sizeof id, "\"%s\"", rule->id);
    while (run && slice_split(&rest, '\n', &line) && line.length > 0) {
        struct slice all = json_get(line, "diagnostics");
        bool last = rest.length == 0;
        good = good && (!last || slice_is(json_get(json_at(all, 0), "id"), id)) && json_at(all, last).at == NULL;
    }
    good = (run && good) ||
        complaint("the example of %s comes to %s", rule->id, jsonl.length > 0 ? jsonl.bytes : "nothing");
    text_release(&jsonl);
    return good;
}

/* A record that keeps a rule is legal; one that gives no cause for a warning or a
   note may give it for another. */
static bool check_kept_record(const struct rule *rule)
{
    struct text jsonl;
    char id[80];
    struct slice line;
    text_init(&jsonl);
    bool good = run_records(rule->kept, &jsonl);
    struct slice rest = text_slice(&jsonl);
    snprintf(id, sizeof id, "\"id\":\"%s\"", rule->id);
    while (good && slice_split(&rest, '\n', &line) && line.length > 0)
        good = slice_is(json_get(line, "legal"), "true") &&
            (rule->severity != SEVERITY_ERROR || json_at(json_get(line, "diagnostics"), 0).at == NULL);
    good = (good && strstr(jsonl.bytes, id) == NULL) ||
        complaint("what keeps %s comes to %s", rule->id, jsonl.length > 0 ? jsonl.bytes : "nothing");
    text_release(&jsonl);
    return good;
}

/* YAML has this one fault, or when it is not to be BROKEN none. */
static bool check_ruleset(const struct books *books, const struct rule *rule, const char *yaml, bool broken)
{
    struct arena arena;
    struct ruleset ruleset;
    arena_init(&arena, 0);
    struct problems problems = {.arena = &arena};
    bool loaded = ruleset_load_text(
        &books->loader, slice_of("example.yaml"), slice_of(yaml), (struct slice){"", 0}, &ruleset, &problems);
    if (loaded)
        game_configure(&ruleset, &arena, &problems);
    const struct problem *first = problems.first;
    bool good = (broken ? first != NULL && first->rule == rule && first->next == NULL : first == NULL) ||
        complaint("what %s %s comes to %s%s", broken ? "breaks" : "keeps", rule->id,
            first == NULL ? "nothing" : first->rule->id, first != NULL && first->next != NULL ? " and more" : "");
    arena_release(&arena);
    return good;
}

static bool check_id(const char *id)
{
    const char *slash = strchr(id, '/');
    for (const char *at = id; *at != '\0'; at++)
        if (at != slash && !islower((unsigned char)*at) && !isdigit((unsigned char)*at) && *at != '-')
            return complaint("%s is no id", id);
    return slash != NULL && slash != id && slash[1] != '\0' && rules_find(id) != NULL;
}

/* The game that a rule belongs to, NULL: none or all. */
static const struct game *game_of(const struct rule *rule)
{
    for (size_t i = 0; games[i] != NULL; i++)
        for (const struct rule *own = games[i]->rules; own->id != NULL; own++)
            if (own == rule)
                return games[i];
    return NULL;
}

/* A key of the game, or for a rule of no game of some. */
static bool is_key(const struct game *game, struct slice path)
{
    bool found = false;
    if (game != NULL)
        return ruleset_key(&game->ruleset, path) != NULL;
    for (size_t i = 0; games[i] != NULL && !found; i++)
        found = ruleset_key(&games[i]->ruleset, path) != NULL;
    return found;
}

static bool check_parameters(const struct rule *rule)
{
    struct slice rest = slice_of(rule->parameter == NULL ? "" : rule->parameter);
    struct slice path;
    bool good = true;
    while (rest.length > 0 && slice_split(&rest, ' ', &path))
        good = (is_key(game_of(rule), path) ||
                   complaint("%s names %.*s, which is no key", rule->id, (int)path.length, path.at)) &&
            good;
    return good;
}

/* Both examples, or none. */
static bool check_examples(const struct books *books, const struct rule *rule)
{
    if (rule->example == NULL || rule->kept == NULL)
        return rule->example == rule->kept || complaint("%s has but one example", rule->id);
    if (strncmp(rule->id, "ruleset/", 8) == 0)
        return check_ruleset(books, rule, rule->example, true) && check_ruleset(books, rule, rule->kept, false);
    return check_record_example(rule) && check_kept_record(rule);
}

static void check_rule(
    const struct books *books, const struct text *cases, const struct rule *rule, struct tally *tally)
{
    tally_count(tally, check_id(rule->id), "is an id, and found by it", rule->id);
    tally_count(tally, rule->message[0] != '\0' && rule->explanation[0] != '\0', "is explained", rule->id);
    if (!out_of_reach(books, rule->id))
        tally_count(tally, has_case(cases, rule->id), "has a case", rule->id);
    tally_count(tally, check_examples(books, rule), "has an example that breaks just this rule, and one that keeps it",
        rule->id);
    tally_count(tally, check_parameters(rule), "names keys", rule->id);
}

int main(void)
{
    struct books books;
    struct text cases;
    struct tally tally = {0};
    text_init(&cases);
    tally_count(&tally, books_open(&books), "rulesets load", "all");
    tally_count(&tally, files_add("tests/cases/*.txt", &cases), "there are cases", "all");
    file_add("tests/hostile.sh", &cases);
    for (size_t i = 0; games[i] != NULL; i++)
        check_game(games[i], &tally);
    for (unsigned i = 0; i < books.count; i++)
        check_size(&books.list[i], &tally);
    for (size_t i = 0; rules_nth(i) != NULL; i++)
        check_rule(&books, &cases, rules_nth(i), &tally);
    text_release(&cases);
    books_close(&books);
    return tally_end(&tally);
}

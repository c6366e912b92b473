/* SPDX-License-Identifier: MIT */
/* Rulesets: every id and its place, inheritance, defaults, overrides, and what
   comes back out.  The game is a small one of our own, of the name and the keys
   of a shipped ruleset, because defaults come from there. */
#include "ruleset_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct key more_keys[] = {
    {"board.hexhex", KEY_NUMBER, 2, 8, NULL, ""},
    {"colour", KEY_TEXT, 0, 0, NULL, ""},
    {"palaces", KEY_LIST, 0, 0, NULL, ""},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};
static const struct ruleset_game other = {"other", "accasta-pari", more_keys};
static const struct ruleset_game lost = {"lost", "no-such-ruleset", more_keys};

static const struct ruleset_game *find_game(struct slice name)
{
    const struct ruleset_game *const games[] = {&game, &other, &lost};
    for (size_t i = 0; i < 3; i++)
        if (slice_is(name, games[i]->name))
            return games[i];
    return NULL;
}

static char folder[] = "/tmp/catasta-ruleset-XXXXXX";
static const char *const folders[] = {folder, NULL};
static const char *const games[] = {"accasta", "other", NULL};
static const struct ruleset_loader loader = {find_game, folders, games};

static void load_name(struct run *run, const char *name, bool paths_allowed)
{
    run->problems = (struct problems){.arena = &run->arena};
    run->right = ruleset_load(&loader, slice_of(name), paths_allowed, slice_of(""), &run->ruleset, &run->problems);
    assert_int_equal(run->right, run->problems.first == NULL);
}

static void expect(const char *yaml, const char *rules, const char *problems)
{
    struct run run = start();
    load_text(&run, &loader, slice_of(yaml), rules);
    assert_string_equal(told(&run), problems);
    finish(&run);
}

static void expect_message(const char *yaml, const char *rules, const char *message)
{
    struct run run = start();
    load_text(&run, &loader, slice_of(yaml), rules);
    assert_non_null(run.problems.first);
    rule_message(run.problems.first->rule, run.problems.first->facts, &run.text);
    assert_string_equal(run.text.bytes, message);
    finish(&run);
}

/* The value at a path, as a list or word; "-" for none. */
static void expect_at(const char *yaml, const char *rules, const char *path, const char *value)
{
    struct run run = start();
    load_text(&run, &loader, slice_of(yaml), rules);
    assert_string_equal(told(&run), "");
    const struct node *node = ruleset_get(&run.ruleset, path);
    text_clear(&run.text);
    if (node == NULL)
        text_add_char(&run.text, '-');
    else if (node->kind == NODE_SCALAR)
        text_add(&run.text, node->value);
    for (const struct node *child = node == NULL ? NULL : node->first; child != NULL; child = child->next) {
        text_add_string(&run.text, child == node->first ? "" : " ");
        text_add(&run.text, child->kind == NODE_SCALAR && child->key.length == 0 ? child->value : child->key);
    }
    assert_string_equal(run.text.bytes, value);
    finish(&run);
}

static void write_file(const char *name, const char *yaml)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(yaml, file);
    fclose(file);
}

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Cells and what has no effect are for the game to judge, and what is left out for another game; what is
   too large is no small text. */
static void test_examples(void)
{
    for (int id = 0; id < RULESET_RULE_COUNT; id++) {
        const struct rule *rule = &ruleset_rules[id];
        assert_memory_equal(rule->id, "ruleset/", 8);
        assert_non_null(rule->message);
        assert_true(strlen(rule->explanation) > 60);
        assert_int_equal(rule->example == NULL, id == RULESET_TOO_LARGE);
        if (rule->example == NULL || id == RULESET_LEFT_OUT)
            continue;
        struct run run = start();
        load_text(&run, &loader, slice_of(rule->example), "");
        if (id == RULESET_CELL || id == RULESET_NO_EFFECT || id == RULESET_LEFT_BEHIND) {
            assert_true(run.right);
        } else {
            assert_non_null(run.problems.first);
            assert_true(run.problems.first->rule == rule);
            assert_null(run.problems.first->next);
        }
        finish(&run);
    }
}

static void test_places(void)
{
    expect(G "title: {größe: 1}", "", "2:8-18 type");
    expect(G "win: {check: \"größe\", chek: 1}", "", "2:14-21 domain; 2:23-27 unknown-key");
    expect("\xEF\xBB\xBFgame: acc\n", "", "1:7-10 unknown");
    expect(G "\n# ä\r\nno_move: lose\r\n", "", "4:10-14 domain");
    expect(G "board: {rows: [4, ä, 17, 5]}\nstack_limit: 0\nq: 1", "",
        "2:19-20 type; 2:22-24 domain; 3:14-15 domain; 4:1-2 unknown-key");
    expect(G "q: 1\nq: 2\nwin: 3\n", "", "2:1-2 unknown-key; 3:1-2 duplicate-key; 4:6-7 type");
    expect("no_move: lose\ntitle: []\n", "", "1:1-2 missing; 2:8-10 type");
}

static void test_messages(void)
{
    expect_message(G "win: {chek: turn-end}", "",
        "unknown key 'win.chek', expected one of controlling, check; did you mean 'check'?");
    expect_message(G "win: {hexhex: 4}", "",
        "unknown key 'win.hexhex', expected one of controlling, check; nest it: board: {hexhex: ...}");
    expect_message(G "stack_limit: 9", "", "stack_limit takes a whole number from 1 to 8, found '9'");
    expect_message(G "no_move: lose", "", "no_move takes one of loses, draw, found 'lose'; did you mean 'loses'?");
    expect_message(
        "game: acasta", "", "unknown game 'acasta': expected one of accasta, other; did you mean 'accasta'?");
    expect_message("colour: red", "", "game is missing, expected one of accasta, other; write game: other");
    expect_message(
        "title: x\nGame: accasta", "", "game is missing, expected one of accasta, other; did you mean 'game'?");
    expect_message(G "win: next-turn", "",
        "win takes a mapping with controlling, check, found 'next-turn'; nest it: win: {check: next-turn}");
    expect_message(G "extends: ../rules/four.yaml", "",
        "cannot extend '../rules/four.yaml': found a path, expected the plain name of a ruleset; write extends: four; "
        "a file in the same folder comes first");
    expect_message(G "win: ", "", "win takes a mapping with controlling, check, found nothing");
    expect_message(G "players: '2'", "",
        "players takes a whole number or a list of them from 1 to 99, found the quoted text '2'; write 2, "
        "without quotes");
    expect_message("game: accasta\ngame: accasta", "", "'game' is given twice, expected once; the first is on line 1");
    expect_message(G, "check=turn-end",
        "unknown key 'check', expected one of players, board.hexhex, board.rows, pieces, setup, castle, range, "
        "stack_limit, release.own_castle, win.controlling, win.check, no_move, match.best_of; did you mean "
        "'win.check'?");
    struct run run = start();
    load_text(&run, &loader, slice_of(G "win.check: turn-end"), "");
    rule_message(run.problems.first->rule, run.problems.first->facts, &run.text);
    assert_non_null(strstr(run.text.bytes, "; nest it: win: {check: ...}"));
    finish(&run);
}

static void test_numbers(void)
{
    static const char *const types[] = {"007", "1.5", "0x10", "true", "'3'", "3_0", "+3", "1e0", "--", "", "[3]", "{}"};
    static const char *const domains[] = {"0", "9", "-3", "1000000000000000000000000000000", "4294967297"};
    char yaml[128];
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        struct run run = start();
        snprintf(yaml, sizeof yaml, G "stack_limit: %s\n", types[i]);
        load_text(&run, &loader, slice_of(yaml), "");
        assert_non_null(strstr(told(&run), " type"));
        finish(&run);
    }
    for (size_t i = 0; i < sizeof domains / sizeof domains[0]; i++) {
        struct run run = start();
        snprintf(yaml, sizeof yaml, G "stack_limit: %s\n", domains[i]);
        load_text(&run, &loader, slice_of(yaml), "");
        assert_non_null(strstr(told(&run), " domain"));
        finish(&run);
    }
    expect(G "players: [2, 3]", "", "");
    expect(G "players: []", "", "2:10-12 domain");
    expect(G "board: {rows: 4}", "", "2:15-16 type");
    expect(G "range: [1]", "", "2:8-11 type");
}

static void test_roots(void)
{
    expect("", "", "1:1-2 missing");
    expect("# only\n# comments", "", "1:1-2 missing");
    expect("---\n", "", "1:1-2 missing");
    expect("[game, accasta]", "", "1:1-16 type");
    expect("accasta", "", "1:1-8 type");
    expect("game: ''", "", "1:7-9 unknown");
    expect("game:", "", "1:6-7 type");
    expect(G "--- \ngame: accasta\n", "", "2:1-2 yaml");
    expect("%YAML 1.1\n---\n" G, "", "1:1-2 yaml");
    expect(G "title: a\xFFz\n", "", "2:9-10 yaml");
    expect(G "title: a\x1Bz\n", "", "2:9-10 yaml");
    expect(G "? [a]\n: b\n", "", "2:3-6 type");
    expect(G "title: *x\nrange: &y own-count\nno_move: !z draw\n", "", "2:8-10 alias; 3:8-20 alias; 4:10-17 alias");
    expect(G "no_move: !!str draw\n", "", "2:10-20 alias");
    struct run run = start();
    load_text(&run, &loader, (struct slice){"game: a\0b", 9}, "");
    assert_string_equal(told(&run), "1:8-9 yaml");
    finish(&run);
}

static void test_defaults(void)
{
    expect_at(G, "", "win.check", "turn-end");
    expect_at(G, "", "board.hexhex", "4");
    expect_at(G, "", "board.rows", "-");
    expect_at(G, "", "title", "-");
    expect_at(G, "", "players", "2");
    expect_at(G "win: {check: next-turn}", "", "win.controlling", "3");
    expect_at(G "board: {rows: [4, 5, 4]}", "", "board.hexhex", "-");
    expect_at(G "board: {}", "", "board.hexhex", "4");
    expect_at(G "pieces: {white: q}", "", "pieces", "white");
    expect("game: other\ncolour: red\n", "", "1:1-2 missing");
    expect("game: lost\n", "", "0:0-0 unknown");
}

static void test_extends(void)
{
    write_file("mine.yaml", G "extends: accasta\ntitle: Mine\nboard: {rows: [4, 5, 4]}\nrange: {S: 2, D: 4}\n");
    write_file("loop.yaml", G "extends: pool\n");
    write_file("pool.yaml", G "extends: loop\n");
    write_file("wrong.yaml", G "no_move: lose\n");
    write_file("other.yaml", "game: other\n");
    expect_at(G "extends: mine", "", "board.rows", "4 5 4");
    expect_at(G "extends: mine", "", "board.hexhex", "-");
    expect_at(G "extends: mine", "", "pieces.white", "SHC");
    expect_at(G "extends: mine", "", "range", "S H C D");
    expect_at(G "extends: mine", "", "range.S", "2");
    expect_at(G "extends: mine", "", "title", "Mine");
    expect_at(G "extends: mine", "", "extends", "-");
    expect_at(G "extends: mine\nboard: {hexhex: 5}", "", "board.rows", "-");
    expect_at(G "extends: mine\nboard: {}", "", "board.rows", "4 5 4");
    expect_at(G "extends: mine\nrange: own-count", "", "range", "own-count");
    expect(G "extends: acasta", "", "2:10-16 unknown");
    expect(G "extends: [a]", "", "2:10-13 type");
    expect(G "extends: /etc/passwd", "", "2:10-21 extends");
    expect(G "extends: pool", "", "2:10-14 extends");
    expect(G "extends: other", "", "2:10-15 extends");
    expect(G "extends: wrong\nq: 1", "", "3:1-2 unknown-key; 2:10-14 domain");
}

static void test_depth(void)
{
    char name[32], yaml[64];
    for (int i = 0; i < 9; i++) {
        snprintf(name, sizeof name, "deep-%d.yaml", i);
        snprintf(yaml, sizeof yaml, i == 0 ? G : G "extends: deep-%d\n", i - 1);
        write_file(name, yaml);
    }
    expect(G "extends: deep-7\n", "", "");
    expect(G "extends: deep-8\n", "", "2:10-16 extends");
}

static void test_overrides(void)
{
    expect_at(G, "win.check=next-turn release.own_castle=allowed", "win.check", "next-turn");
    expect_at(G, "board.rows=4,5,4", "board.rows", "4 5 4");
    expect_at(G, "board.rows=4", "board.rows", "4");
    expect_at(G, "board.rows=4,5,4", "board.hexhex", "-");
    expect_at(G "range: {S: 1}", "range=own-count", "range", "own-count");
    expect_at(G, "  players=2,3\t", "players", "2 3");
    expect(G, "game=other", "1:1-5 unknown-key");
    expect(G, "extends=mine title=x", "1:1-8 unknown-key; 1:14-19 unknown-key");
    expect(G, "win=3 x", "1:5-6 type; 1:7-8 type");
    expect(G, "ä=1 win.check=tun-end", "1:1-2 unknown-key; 1:15-22 domain");
    expect(G, "stack_limit=1,2 no_move=", "1:13-16 type; 1:25-26 type");
    expect(G, "board.rows=4,,99", "1:14-15 type; 1:15-17 domain");
    expect(G, "no_move=draw no_move=draw", "1:14-21 duplicate-key");
    expect(G, "board.rows=4 board.hexhex=4", "1:14-26 conflict");
    expect(G, "pieces.white=w =3", "1:1-13 unknown-key; 1:16-18 type");
    expect(G "q: 1", "no_move=x", "2:1-2 unknown-key; 1:9-10 domain");
    expect(G, "no_move=\xFF", "1:9-10 yaml");
    expect("gmae: accasta\n", "", "1:1-5 missing");
}

static void test_finding(void)
{
    struct run run = start();
    write_file("accasta.yaml", G "title: Ours\n");
    write_file("near.yaml", G "extends: mine\n");
    load_name(&run, "accasta", false);
    assert_true(run.right && slice_is(node_child(run.ruleset.root, slice_of("title"))->value, "Ours"));
    assert_true(slice_is(run.ruleset.name, "accasta"));
    unlink(path_of("accasta.yaml"));
    load_name(&run, "accasta", false);
    assert_string_equal(ruleset_get(&run.ruleset, "title")->place.file, "accasta.yaml (built in)");
    static const struct ruleset_loader bare = {find_game, NULL, NULL};
    assert_true(ruleset_load(&bare, slice_of(path_of("near.yaml")), true, slice_of(""), &run.ruleset, &run.problems));
    assert_string_equal(ruleset_get(&run.ruleset, "board.rows")->place.file, path_of("mine.yaml"));
    static const char *const none[] = {"", "../x", "no-such", "Accasta", "./near.yaml", "no\x1Fsuch"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        load_name(&run, none[i], false);
        assert_string_equal(told(&run), "0:0-0 unknown");
    }
    finish(&run);
}

static void test_files(void)
{
    struct run run = start();
    char pipe[128];
    snprintf(pipe, sizeof pipe, "%s/pipe.yaml", folder);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    const char *const bad[] = {pipe, folder, "/dev/null", "/no/such.yaml", "/dev/null/x.yaml"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        load_name(&run, bad[i], true);
        assert_string_equal(told(&run), "0:0-0 unknown");
    }
    load_name(&run, "pipe", false);
    assert_string_equal(told(&run), "0:0-0 unknown");
    write_file("big.yaml", "");
    assert_int_equal(truncate(path_of("big.yaml"), 1024 * 1024 + 1), 0);
    load_name(&run, "big", false);
    assert_string_equal(told(&run), "1:1-2 too-large");
    unlink(pipe);
    unlink(path_of("big.yaml"));
    finish(&run);
}

static void add_name(void *context, struct slice name)
{
    text_add(context, name);
    text_add_char(context, ' ');
}

static void test_names(void)
{
    struct text text;
    text_init(&text);
    write_file("Not-Plain.yaml", "");
    write_file("accasta.yaml", G);
    ruleset_names(&loader, add_name, &text);
    const char *first = strstr(text.bytes, "accasta accasta-pari ");
    assert_non_null(first);
    assert_non_null(strstr(first, "mine "));
    assert_null(strstr(text.bytes, "accasta accasta "));
    assert_null(strstr(text.bytes, "Plain"));
    unlink(path_of("accasta.yaml"));
    text_release(&text);
}

static void expect_round_trip(const char *yaml, const char *rules)
{
    struct run first = start(), second = start();
    load_text(&first, &loader, slice_of(yaml), rules);
    assert_string_equal(told(&first), "");
    text_clear(&first.text);
    ruleset_show(&first.ruleset, &first.text);
    load_text(&second, &loader, text_slice(&first.text), "");
    assert_string_equal(told(&second), "");
    text_clear(&second.text);
    ruleset_show(&second.ruleset, &second.text);
    assert_string_equal(first.text.bytes, second.text.bytes);
    text_clear(&second.text);
    ruleset_diff(&first.ruleset, &second.ruleset, &second.text);
    assert_int_equal(second.text.length, 0);
    finish(&first);
    finish(&second);
}

static void test_show(void)
{
    expect_round_trip(G "extends: accasta", "");
    expect_round_trip(G "title: 'a: #b'\ndesigner: \"2\"\nsource: \"\\x1f\\u2028\\0\\\"\\\\\"", "range=a:#");
    expect_round_trip(
        G "title: |\n  two\n  lines\nrange: {'': '', ~: ~, '- a': ' b ', 'c]': [[0, -1], {d: }, [], {}]}", "");
    expect_round_trip(G "title: 'null'\ndesigner: größe\nsource: -x\nsetup: {'\\': '%', '---': '...', \"'\": '!'}", "");
    struct run run = start();
    load_text(&run, &loader,
        slice_of("win: {check: next-turn}\n" G "setup: {white: [a1, {b: c}]}\npieces: q\ntitle: '7'"), "");
    ruleset_show(&run.ruleset, &run.text);
    assert_memory_equal(run.text.bytes,
        "game: accasta\ntitle: \"7\"\nplayers: 2\nboard:\n  hexhex: 4\npieces: q\n"
        "setup:\n  white: [a1, {b: c}]\ncastle:\n",
        102);
    assert_non_null(strstr(run.text.bytes, "win:\n  controlling: 3\n  check: next-turn\nno_move: loses\n"));
    finish(&run);
}

static void test_diff(void)
{
    struct run a = start(), b = start();
    load_text(
        &a, &loader, slice_of(G "title: A\nplayers: [2]\nboard: {rows: [4, 5, 4]}\npieces: {white: a, black: b}"), "");
    load_text(&b, &loader, slice_of(G "title: B\npieces: {black: b, white: a}\nwin: {check: next-turn}"), "");
    ruleset_diff(&a.ruleset, &b.ruleset, &a.text);
    assert_string_equal(
        a.text.bytes, "board.hexhex: none | 4\nboard.rows: [4, 5, 4] | none\nwin.check: turn-end | next-turn\n");
    finish(&a);
    finish(&b);
}

static void test_values(void)
{
    struct run run = start();
    load_text(&run, &loader, slice_of(G), "win.check=next-turn stack_limit=7");
    assert_int_equal(ruleset_number(&run.ruleset, "stack_limit"), 7);
    assert_int_equal(ruleset_number(&run.ruleset, "no.such"), 0);
    assert_int_equal(ruleset_word(&run.ruleset, "win.check"), 1);
    assert_int_equal(ruleset_word(&run.ruleset, "no_move"), 0);
    assert_null(node_child(ruleset_get(&run.ruleset, "no_move"), slice_of("x")));
    finish(&run);
}

static void test_nearest(void)
{
    static const char *const names[] = {"check", "Check", "controlling", "win", "hexhex"};
    assert_string_equal(nearest_name(slice_of("chek"), names, 5), "check");
    assert_string_equal(nearest_name(slice_of("Chek"), names, 5), "Check");
    assert_string_equal(nearest_name(slice_of("hcekc"), names + 3, 2) == NULL ? "" : "near", "");
    assert_string_equal(nearest_name(slice_of("wni"), names, 5), "win");
    assert_string_equal(nearest_name(slice_of("CONTROLLING"), names, 5), "controlling");
    assert_null(nearest_name(slice_of("xyz"), names, 5));
    assert_null(nearest_name(slice_of(""), names, 5));
    assert_null(nearest_name(slice_of("a"), names, 0));
    char longest[80];
    memset(longest, 'c', sizeof longest);
    assert_null(nearest_name((struct slice){longest, sizeof longest}, names, 5));
}

static bool remove_folder(void)
{
    static const char *const files[] = {"mine", "loop", "pool", "wrong", "other", "near", "Not-Plain", "deep-0",
        "deep-1", "deep-2", "deep-3", "deep-4", "deep-5", "deep-6", "deep-7", "deep-8"};
    char name[32];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(name, sizeof name, "%s.yaml", files[i]);
        unlink(path_of(name));
    }
    return rmdir(folder) == 0;
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_examples),
        unit_test(test_places),
        unit_test(test_messages),
        unit_test(test_numbers),
        unit_test(test_roots),
        unit_test(test_defaults),
        unit_test(test_extends),
        unit_test(test_depth),
        unit_test(test_overrides),
        unit_test(test_finding),
        unit_test(test_files),
        unit_test(test_names),
        unit_test(test_show),
        unit_test(test_diff),
        unit_test(test_values),
        unit_test(test_nearest),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int status = unit_run(tests, NULL);
    return remove_folder() ? status : 1;
}

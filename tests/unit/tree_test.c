/* SPDX-License-Identifier: MIT */
/* The tree of a judged game, node by node: how it is nested, what each turn came to, and the
   positions before and after it.  A node is a line:

       4 | 0 | 2 | 1.2 | legal | 1 5 7 | e3:-e2

   index | depth | ply | number and seat | verdict | parent, next, variation | text, after a '*'
   where the position before it is kept.  Positions are compared with those of records without
   faults. */
#include "support/playing.h"
#include "support/unit.h"

#include <stdio.h>

struct world {
    struct referee *referee;
    struct reader reader;
    struct record record;
    struct report report;
    struct tree_place place;
    struct text dump;
    struct text position;
};

static const struct keep everything = {.what = KEEP_POSITIONS, .last = -1};

static void begin(struct world *world, const char *sgn, struct keep keep)
{
    static const char *const folders[] = {"rulesets", NULL};
    *world = (struct world){.referee = referee_new(folders, NULL)};
    report_init(&world->report);
    text_init(&world->dump);
    text_init(&world->position);
    assert_true(read_record(&world->reader, &world->record, slice_of(sgn), referee_shapes(world->referee)));
    assert_true(referee_judge(world->referee, &world->record, keep, &world->report));
    assert_true(place_init(&world->place, &world->report.tree));
}

static void end(struct world *world)
{
    place_release(&world->place);
    text_release(&world->dump);
    text_release(&world->position);
    reader_close(&world->reader);
    report_release(&world->report);
    referee_free(world->referee);
}

static void add_index(struct text *text, const char *before, uint32_t index)
{
    if (index == NODE_NONE)
        text_printf(text, "%s-", before);
    else
        text_printf(text, "%s%u", before, index);
}

static const char *dump(struct world *world)
{
    static const char *const verdicts[] = {"legal", "illegal", "stood", "lost", "unjudged"};
    const struct tree *tree = &world->report.tree;
    struct text *text = &world->dump;
    text_clear(text);
    for (uint32_t i = 0; i < tree->count; i++) {
        const struct ply *node = &tree->plies[i];
        const struct ply_link *link = &tree->links[i];
        text_printf(text, "%u | %u | %u | %u.%u | %s |", i, node->depth, link->ply, node->number, node->seat,
            verdicts[node->verdict]);
        add_index(text, " ", link->parent);
        add_index(text, " ", link->next);
        add_index(text, " ", link->variation);
        text_printf(text, " | %s", link->before != NULL ? "*" : "");
        text_add(text, link->item == NULL ? slice_of("start") : tree_text(tree, i, link->item));
        text_add_char(text, '\n');
    }
    return text_slice(text).at;
}

static void assert_dump(struct world *world, const char *const *lines)
{
    struct slice rest = slice_of(dump(world));
    struct slice line;
    unsigned i = 0;
    for (; lines[i] != NULL && slice_split(&rest, '\n', &line); i++)
        if (!slice_is(line, lines[i]))
            fail_msg("not %s in:\n%s", lines[i], dump(world));
    if (lines[i] != NULL || rest.length > 0)
        fail_msg("not %u nodes but:\n%s", i, dump(world));
}

static const char *write_position(struct world *world, const struct state *state)
{
    text_clear(&world->position);
    game_write_position(world->report.book.rules, state, &world->position);
    return text_slice(&world->position).at;
}

static void assert_after(struct world *world, uint32_t index, const char *position)
{
    assert_string_equal(write_position(world, place_go(&world->place, index)), position);
}

static void assert_before(struct world *world, uint32_t index, const char *position)
{
    const struct ply_link *link = &world->report.tree.links[index];
    assert_string_equal(
        write_position(world, link->before != NULL ? link->before : place_go(&world->place, link->parent)), position);
}

/* What was played at node INDEX. */
static void assert_turn(struct world *world, uint32_t index, const char *text)
{
    const struct tree *tree = &world->report.tree;
    text_clear(&world->position);
    tree->book.game->notation.write(
        tree->book.rules, tree->links[index].before, tree->links[index].turn, &world->position);
    assert_string_equal(text_slice(&world->position).at, text);
}

/* All that is said before node INDEX, where it opens a line, and after it. */
static void assert_remarks(struct world *world, uint32_t index, const char *text)
{
    text_clear(&world->position);
    for (int lead = 1; lead >= 0; lead--)
        for (const struct item *item = NULL; (item = tree_remark(&world->report.tree, index, lead != 0, item)) != NULL;)
            text_add(&world->position, item_text(&world->record, item));
    assert_string_equal(text_slice(&world->position).at, text);
}

/* The position after MOVES, a record without faults; the text is good until the next call. */
static const char *after(const char *tags, const char *moves)
{
    static char position[512];
    struct world world;
    struct text sgn;
    text_init(&sgn);
    text_printf(&sgn, "%s%s", tags, moves);
    begin(&world, text_slice(&sgn).at, everything);
    assert_int_equal(world.report.errors, 0);
    assert_int_equal(world.report.warnings, 0);
    snprintf(position, sizeof position, "%s", write_position(&world, world.report.state));
    end(&world);
    text_release(&sgn);
    return position;
}

#define PARI "[Ruleset \"accasta-pari\"]\n\n"
#define LINES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_sound(void)
{
    struct world world;
    begin(&world, PARI "{a} 1. c3:-d3 $1 (1. c4:-d4 e3:-e2 (1... e4:-e5) 2. d4:-e4) (1. b2:-c2) 1... e3:-e2 *",
        everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | legal | 0 7 2 | c3:-d3",
            "2 | 1 | 1 | 1.1 | legal | 0 3 6 | c4:-d4", "3 | 1 | 2 | 1.2 | legal | 2 5 4 | e3:-e2",
            "4 | 2 | 2 | 1.2 | legal | 2 - - | e4:-e5", "5 | 1 | 3 | 2.1 | legal | 3 - - | d4:xe4",
            "6 | 1 | 1 | 1.1 | legal | 0 - - | b2:-c2", "7 | 0 | 2 | 1.2 | legal | 1 - - | e3:-e2"));
    assert_after(&world, 0, "bbb,bbb,bbb,bbb/x,bb,bb,bb,x/x2,b,b,x2/x7/x2,w,w,x2/x,ww,ww,ww,x/www,www,www,www w 1");
    assert_after(&world, 1, "bbb,bbb,bbb,bbb/x,bb,bb,bb,x/x2,b,b,x2/x2,w,x4/x3,w,x2/x,ww,ww,ww,x/www,www,www,www b 1");
    assert_after(&world, 7, "bbb,bbb,bbb,bbb/x,bb,bb,bb,x/x,b,x,b,x2/x2,w,x4/x3,w,x2/x,ww,ww,ww,x/www,www,www,www w 2");
    assert_after(&world, 4, after(PARI, "1. c4:-d4 e4:-e5 *"));
    assert_after(&world, 5, after(PARI, "1. c4:-d4 e3:-e2 2. d4:xe4 *"));
    end(&world);
}

/* Instead of the first turn of a variation is instead of the turn that this one replaces. */
static void test_chain(void)
{
    struct world world;
    begin(&world, PARI "1. c3:-d3 (1. c4:-d4 (1. c4:-d5 (1. c4:-c5)) e4:-e5 (1... e3:-e2)) (1. c3:-c2) e3:-e2 *",
        everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | legal | 0 8 2 | c3:-d3",
            "2 | 1 | 1 | 1.1 | legal | 0 5 3 | c4:-d4", "3 | 2 | 1 | 1.1 | legal | 0 - 4 | c4:-d5",
            "4 | 3 | 1 | 1.1 | legal | 0 - 7 | c4:-c5", "5 | 1 | 2 | 1.2 | legal | 2 - 6 | e4:-e5",
            "6 | 2 | 2 | 1.2 | legal | 2 - - | e3:-e2", "7 | 1 | 1 | 1.1 | legal | 0 - - | c3:-c2",
            "8 | 0 | 2 | 1.2 | legal | 1 - - | e3:-e2"));
    end(&world);
}

/* a1 has three pieces, which is what is lifted in the repair. */
static void test_repaired(void)
{
    struct world world;
    begin(&world, PARI "1. a1:4-d1 (1. c3:-d3) g1:3xd1 2. a4:3-c6 d1:6-a1 3. c6:xf4,2-e5 a1:xb2,xa2 0-1", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | illegal | 0 3 2 | *a1:4-d1",
            "2 | 1 | 1 | 1.1 | legal | 0 - - | *c3:-d3", "3 | 0 | 2 | 1.2 | legal | 1 4 - | g1:3xd1",
            "4 | 0 | 3 | 2.1 | legal | 3 5 - | a4:3-c6", "5 | 0 | 4 | 2.2 | legal | 4 6 - | d1:6-a1",
            "6 | 0 | 5 | 3.1 | legal | 5 7 - | c6:xf4,2-e5", "7 | 0 | 6 | 3.2 | legal | 6 - - | a1:xb2,xa2"));
    assert_before(&world, 1, after(PARI, "*"));
    assert_after(&world, 1, after(PARI, "1. a1:3-d1 *"));
    assert_after(&world, 2, after(PARI, "1. c3:-d3 *"));
    assert_after(&world, 3, after(PARI, "1. a1:3-d1 g1:3xd1 *"));
    end(&world);
}

#define ELITE "[Ruleset \"stakd-elite\"]\n\n"

/* Q@aa23 was legal as written; T@aa23 was meant, and only from there Q@z26/2 is legal. */
static void test_earlier(void)
{
    struct world world;
    begin(&world,
        ELITE "1. B@z26 B@aa24 2. B@ac27 B@ad25 3. Q@ac24/1^ Q@aa23 4. Q@z26/2 (4. Q@z26/2 T@ab27/1) T@ab27/1 5. "
              "D@ab25/2 D@y26/1 6. D@aa23^ D@aa25 *",
        everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | legal | 0 2 - | B@z26",
            "2 | 0 | 2 | 1.2 | legal | 1 3 - | B@aa24", "3 | 0 | 3 | 2.1 | legal | 2 4 - | B@ac27",
            "4 | 0 | 4 | 2.2 | legal | 3 5 - | B@ad25", "5 | 0 | 5 | 3.1 | legal | 4 6 - | Q@ac24/1^",
            "6 | 0 | 6 | 3.2 | legal | 5 7 - | Q@aa23", "7 | 0 | 7 | 4.1 | illegal | 6 10 8 | *Q@z26/2",
            "8 | 1 | 7 | 4.1 | legal | 6 9 - | *Q@z26/2", "9 | 1 | 8 | 4.2 | legal | 8 - - | T@ab27/1",
            "10 | 0 | 8 | 4.2 | legal | 7 11 - | T@ab27/1", "11 | 0 | 9 | 5.1 | legal | 10 12 - | D@ab25/2",
            "12 | 0 | 10 | 5.2 | legal | 11 13 - | D@y26/1", "13 | 0 | 11 | 6.1 | legal | 12 14 - | D@aa23^",
            "14 | 0 | 12 | 6.2 | legal | 13 - - | D@aa25"));
    assert_after(&world, 6, after(ELITE, "1. B@z26 B@aa24 2. B@ac27 B@ad25 3. Q@ac24/1^ Q@aa23 *"));
    assert_before(&world, 7, after(ELITE, "1. B@z26 B@aa24 2. B@ac27 B@ad25 3. Q@ac24/1^ T@aa23 *"));
    assert_after(&world, 7, after(ELITE, "1. B@z26 B@aa24 2. B@ac27 B@ad25 3. Q@ac24/1^ T@aa23 4. Q@z26/2 *"));
    assert_before(&world, 8, after(ELITE, "1. B@z26 B@aa24 2. B@ac27 B@ad25 3. Q@ac24/1^ T@aa23 *"));
    assert_after(&world, 9, after(ELITE, "1. B@z26 B@aa24 2. B@ac27 B@ad25 3. Q@ac24/1^ T@aa23 4. Q@z26/2 T@ab27/1 *"));
    end(&world);
}

/* Black's turn in round 2 is missing; the shortest that fits stands for it. */
static void test_left_out(void)
{
    struct world world;
    begin(&world, PARI "1. a1:3-d1 g1:3xd1 2. a4:3-c6 3. c6:xf4,2-e5 (3. c3:-d3) a1:xb2,xa2 0-1", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | legal | 0 2 - | a1:3-d1",
            "2 | 0 | 2 | 1.2 | legal | 1 3 - | g1:3xd1", "3 | 0 | 3 | 2.1 | legal | 2 4 - | a4:3-c6",
            "4 | 0 | 4 | 3.1 | illegal | 3 6 5 | *c6:xf4,2-e5", "5 | 1 | 4 | 3.1 | legal | 3 - - | *c3:-d3",
            "6 | 0 | 5 | 3.2 | legal | 4 - - | a1:xb2,xa2"));
    assert_after(&world, 3, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 *"));
    assert_before(&world, 4, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:3-a1 *"));
    assert_after(&world, 4, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:3-a1 3. c6:xf4,2-e5 *"));
    assert_after(&world, 5, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:3-a1 3. c3:-d3 *"));
    end(&world);
}

/* One node for both turns: before the first and after the second. */
static void test_glued(void)
{
    struct world world;
    begin(&world, PARI "1. a1:3-d1g1:3xd1 (1. c3:-d3) 2. a4:3-c6 d1:6-a1 3. c6:xf4,2-e5 a1:xb2,xa2 0-1", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | illegal | 0 3 2 | *a1:3-d1g1:3xd1",
            "2 | 1 | 1 | 1.1 | legal | 0 - - | *c3:-d3", "3 | 0 | 2 | 2.1 | legal | 1 4 - | a4:3-c6",
            "4 | 0 | 3 | 2.2 | legal | 3 5 - | d1:6-a1", "5 | 0 | 4 | 3.1 | legal | 4 6 - | c6:xf4,2-e5",
            "6 | 0 | 5 | 3.2 | legal | 5 - - | a1:xb2,xa2"));
    assert_before(&world, 1, after(PARI, "*"));
    assert_after(&world, 1, after(PARI, "1. a1:3-d1 g1:3xd1 *"));
    assert_after(&world, 2, after(PARI, "1. c3:-d3 *"));
    end(&world);
}

/* '_2-e5' is a piece of the turn before it, which was legal alone: White moves again. */
static void test_piece(void)
{
    struct world world;
    begin(&world, PARI "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:6-a1 3. c6:xf4 _2-e5 (3. c3:-d3) a1:xb2,xa2 0-1", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | legal | 0 2 - | a1:3-d1",
            "2 | 0 | 2 | 1.2 | legal | 1 3 - | g1:3xd1", "3 | 0 | 3 | 2.1 | legal | 2 4 - | a4:3-c6",
            "4 | 0 | 4 | 2.2 | legal | 3 5 - | d1:6-a1", "5 | 0 | 5 | 3.1 | legal | 4 6 - | c6:xf4",
            "6 | 0 | 6 | 3.1 | illegal | 5 8 7 | *_2-e5", "7 | 1 | 6 | 3.1 | legal | 5 - - | *c3:-d3",
            "8 | 0 | 7 | 3.2 | legal | 6 - - | a1:xb2,xa2"));
    assert_before(&world, 6, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:6-a1 *"));
    assert_after(&world, 6, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:6-a1 3. c6:xf4,2-e5 *"));
    assert_after(&world, 7, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:6-a1 3. c3:-d3 *"));
    end(&world);
}

/* A '?' where it does not belong cuts the turn in pieces, which are one node. */
static void test_joined(void)
{
    struct world world;
    begin(&world, PARI "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:6-a1 3. c6:x?f4,2-e5 {c} (3. c3:-d3) a1:xb2,xa2 0-1",
        everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | legal | 0 2 - | a1:3-d1",
            "2 | 0 | 2 | 1.2 | legal | 1 3 - | g1:3xd1", "3 | 0 | 3 | 2.1 | legal | 2 4 - | a4:3-c6",
            "4 | 0 | 4 | 2.2 | legal | 3 5 - | d1:6-a1", "5 | 0 | 5 | 3.1 | illegal | 4 7 6 | *c6:x?f4,2-e5",
            "6 | 1 | 5 | 3.1 | legal | 4 - - | *c3:-d3", "7 | 0 | 6 | 3.2 | legal | 5 - - | a1:xb2,xa2"));
    assert_before(&world, 5, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:6-a1 *"));
    assert_after(&world, 5, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:6-a1 3. c6:xf4,2-e5 *"));
    assert_remarks(&world, 5, "{c}");
    end(&world);
}

/* Each of the two stands for the other: what was played first comes first. */
static void test_swapped(void)
{
    struct world world;
    begin(&world, PARI "1. g1:3xd1 (1. c3:-d3) a1:3-d1 (1... e3:-e2) 2. a4:3-c6 d1:6-a1 3. c6:xf4,2-e5 a1:xb2,xa2 0-1",
        everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | illegal | 0 3 2 | *g1:3xd1",
            "2 | 1 | 1 | 1.1 | legal | 0 - - | *c3:-d3", "3 | 0 | 2 | 1.2 | illegal | 1 5 4 | *a1:3-d1",
            "4 | 1 | 2 | 1.2 | legal | 1 - - | *e3:-e2", "5 | 0 | 3 | 2.1 | legal | 3 6 - | a4:3-c6",
            "6 | 0 | 4 | 2.2 | legal | 5 7 - | d1:6-a1", "7 | 0 | 5 | 3.1 | legal | 6 8 - | c6:xf4,2-e5",
            "8 | 0 | 6 | 3.2 | legal | 7 - - | a1:xb2,xa2"));
    assert_turn(&world, 1, "a1:3-d1");
    assert_before(&world, 1, after(PARI, "*"));
    assert_after(&world, 1, after(PARI, "1. a1:3-d1 *"));
    assert_after(&world, 2, after(PARI, "1. c3:-d3 *"));
    assert_turn(&world, 3, "g1:3xd1");
    assert_before(&world, 3, after(PARI, "1. a1:3-d1 *"));
    assert_after(&world, 3, after(PARI, "1. a1:3-d1 g1:3xd1 *"));
    assert_after(&world, 4, after(PARI, "1. a1:3-d1 e3:-e2 *"));
    end(&world);
}

#define DEAL                                                                                                           \
    "[Ruleset \"stakz\"]\n[Start \"O2 P1\"]\n[Hand1 \"R2 R3 O2 O4 G4 G2 B2 B4 P3 P4\"]\n"                              \
    "[Hand2 \"R1 R4 O3 O5 G1 G4 B1 B5 P1 P1\"]\n[Hand3 \"R2 R5 O3 O5 G3 G5 B3 B3 P4 P4\"]\n\n"

/* Nor are the words of a turn nodes, between which spaces stand for signs. */
static void test_parted(void)
{
    struct world world;
    begin(&world, DEAL "1. R2>1 O2>1,+P5 {c} (1. +P5) P1>2,+B4 *", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | illegal | 0 3 2 | *R2>1 O2>1,+P5",
            "2 | 1 | 1 | 1.1 | legal | 0 - - | *+P5", "3 | 0 | 2 | 1.2 | legal | 1 - - | P1>2,+B4"));
    assert_turn(&world, 1, "R2>1,O2>1,+P5");
    assert_after(&world, 1, after(DEAL, "1. R2>1,O2>1,+P5 *"));
    assert_after(&world, 3, after(DEAL, "1. R2>1,O2>1,+P5 P1>2,+B4 *"));
    assert_remarks(&world, 1, "{c}");
    end(&world);
}

/* Two swapped, where the first was legal, too: Player 2 has no R2 to play. */
static void test_swapped_before(void)
{
    struct world world;
    begin(&world, DEAL "1. +R2 R2>1,B2>1,+O4 (1... +O4) P4>2,+B3 *", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | legal | 0 2 - | +R2",
            "2 | 0 | 2 | 1.2 | illegal | 1 4 3 | *R2>1,B2>1,+O4", "3 | 1 | 2 | 1.2 | legal | 1 - - | *+O4",
            "4 | 0 | 3 | 1.3 | legal | 2 - - | P4>2,+B3"));
    assert_after(&world, 1, after(DEAL, "1. +R2 *"));
    assert_turn(&world, 2, "+R2");
    assert_before(&world, 2, after(DEAL, "1. R2>1,B2>1,+O4 *"));
    assert_after(&world, 2, after(DEAL, "1. R2>1,B2>1,+O4 +R2 *"));
    assert_after(&world, 3, after(DEAL, "1. R2>1,B2>1,+O4 +O4 *"));
    assert_after(&world, 4, after(DEAL, "1. R2>1,B2>1,+O4 +R2 P4>2,+B3 *"));
    end(&world);
}

/* The second one is not played, and Black is still to move. */
static void test_doubled(void)
{
    struct world world;
    begin(&world, PARI "1. a1:3-d1 g1:3xd1 2. a4:3-c6 a4:3-c6 (2... e3:-e2) d1:6-a1 3. c6:xf4,2-e5 a1:xb2,xa2 0-1",
        everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | legal | 0 2 - | a1:3-d1",
            "2 | 0 | 2 | 1.2 | legal | 1 3 - | g1:3xd1", "3 | 0 | 3 | 2.1 | legal | 2 4 - | a4:3-c6",
            "4 | 0 | 4 | 2.2 | illegal | 3 6 5 | *a4:3-c6", "5 | 1 | 4 | 2.2 | legal | 3 - - | *e3:-e2",
            "6 | 0 | 5 | 2.2 | legal | 4 7 - | d1:6-a1", "7 | 0 | 6 | 3.1 | legal | 6 8 - | c6:xf4,2-e5",
            "8 | 0 | 7 | 3.2 | legal | 7 - - | a1:xb2,xa2"));
    assert_before(&world, 4, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 *"));
    assert_after(&world, 4, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 *"));
    assert_after(&world, 5, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 e3:-e2 *"));
    assert_after(&world, 6, after(PARI, "1. a1:3-d1 g1:3xd1 2. a4:3-c6 d1:6-a1 *"));
    end(&world);
}

/* e2 is only held on the main line: the variation ends before round 2. */
static void test_unclosed(void)
{
    struct world world;
    begin(&world, PARI "1. c3:-d3 e3:-e2 {p} (1... e4:-e5 {q} 2. {r} c4:-d4 e2:-e3 (2... e2:-d2) 3. d3:-d2 {s} *",
        everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | legal | 0 2 - | c3:-d3",
            "2 | 0 | 2 | 1.2 | legal | 1 4 3 | e3:-e2", "3 | 1 | 2 | 1.2 | legal | 1 - - | e4:-e5",
            "4 | 0 | 3 | 2.1 | legal | 2 5 - | c4:-d4", "5 | 0 | 4 | 2.2 | legal | 4 7 6 | e2:-e3",
            "6 | 1 | 4 | 2.2 | legal | 4 - - | e2:-d2", "7 | 0 | 5 | 3.1 | legal | 5 - - | d3:-d2"));
    assert_after(&world, 3, after(PARI, "1. c3:-d3 e4:-e5 *"));
    assert_after(&world, 4, after(PARI, "1. c3:-d3 e3:-e2 2. c4:-d4 *"));
    assert_after(&world, 7, after(PARI, "1. c3:-d3 e3:-e2 2. c4:-d4 e2:-e3 3. d3:-d2 *"));
    assert_remarks(&world, 2, "{p}");
    assert_remarks(&world, 3, "{q}");
    assert_remarks(&world, 4, "{r}");
    assert_remarks(&world, 7, "{s}");
    end(&world);
}

#define TOO_FAR "bbb,bbb,bbb,bbb/x,bb,bb,bb,x/x,w,b,b,x2/x7/x3,w,x2/x,ww,ww,ww,x/www,www,www,www b 1"

/* c3 goes two cells, one too many. */
static void test_stood(void)
{
    struct world world;
    begin(&world, PARI "1. c3:-e2 {[%stood]} (1. c3:-d3) e3:-e4 *", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | stood | 0 3 2 | c3:-e2",
            "2 | 1 | 1 | 1.1 | legal | 0 - - | c3:-d3", "3 | 0 | 2 | 1.2 | legal | 1 - - | e3:+e4"));
    assert_after(&world, 1, TOO_FAR);
    assert_after(&world, 2, after(PARI, "1. c3:-d3 *"));
    assert_after(&world, 3, "bbb,bbb,bbb,bbb/x,bb,bb,bb,x/x,w,x,bb,x2/x7/x3,w,x2/x,ww,ww,ww,x/www,www,www,www w 2");
    end(&world);
}

static void test_forced(void)
{
    struct world world;
    begin(&world, PARI "1. c3:-e2 (1. c3:-d3) e3:-e4 *", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | illegal | 0 3 2 | *c3:-e2",
            "2 | 1 | 1 | 1.1 | legal | 0 - - | *c3:-d3", "3 | 0 | 2 | 1.2 | legal | 1 - - | e3:+e4"));
    assert_before(&world, 1, after(PARI, "*"));
    assert_after(&world, 1, TOO_FAR);
    assert_after(&world, 2, after(PARI, "1. c3:-d3 *"));
    end(&world);
}

/* d9 is not on the board, and several turns may have been meant: the line ends there, and so
   does a variation from what follows. */
static void test_lost(void)
{
    struct world world;
    begin(&world, PARI "1. c3:-d9 (1. c4:-d4) e3:-e2 (1... e3:-e4) *", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 1.1 | legal | - 1 - | start", "1 | 0 | 1 | 1.1 | lost | 0 3 2 | c3:-d9",
            "2 | 1 | 1 | 1.1 | legal | 0 - - | c4:-d4", "3 | 0 | 1 | 1.1 | unjudged | 1 - 4 | e3:-e2",
            "4 | 1 | 1 | 1.1 | unjudged | 1 - - | e3:-e4"));
    assert_after(&world, 1, after(PARI, "*"));
    assert_after(&world, 2, after(PARI, "1. c4:-d4 *"));
    assert_after(&world, 4, after(PARI, "*"));
    end(&world);
}

#define OUTS "[Ruleset \"stakd-elite\"]\n[Position \"0:B@aa29,B@z26 D1/U3/U3 - 1 2 3\"]\n\n"

/* Player 1 has no more pieces: 'out' is not a turn, and what follows it is about the turn before. */
static void test_out(void)
{
    struct world world;
    begin(&world, OUTS "3. D@z26^ U@aa27 U@aa28 {a} out {b} (3... U@z28) U@z26^ *", everything);
    assert_dump(&world,
        LINES("0 | 0 | 0 | 3.1 | legal | - 1 - | start", "1 | 0 | 1 | 3.1 | legal | 0 2 - | D@z26^",
            "2 | 0 | 2 | 3.2 | legal | 1 3 - | U@aa27", "3 | 0 | 3 | 3.3 | legal | 2 5 4 | U@aa28",
            "4 | 1 | 3 | 3.3 | legal | 2 - - | U@z28", "5 | 0 | 4 | 4.2 | legal | 3 - - | U@z26^"));
    assert_remarks(&world, 3, "{a}{b}");
    assert_int_equal(world.report.tree.plies[3].eliminated, 1);
    assert_after(&world, 4, after(OUTS, "3. D@z26^ U@aa27 U@z28 *"));
    end(&world);
    begin(&world, OUTS "3. D@z26^ U@aa27 U@aa28 {a} out {b} (3... U@z28) U@z26^ *",
        (struct keep){KEEP_POSITIONS, 3, 3, false});
    assert_dump(&world, LINES("0 | 0 | 3 | 3.3 | legal | - - 1 | *U@aa28", "1 | 1 | 3 | 3.3 | legal | - - - | *U@z28"));
    assert_remarks(&world, 0, "{a}{b}");
    end(&world);
}

/* Some plies, what is said after them, and what is tried instead of them. */
static void test_window(void)
{
    static const struct keep windows[] = {{KEEP_POSITIONS, 2, 2, false}, {KEEP_POSITIONS, -1, 0, true}};
    for (unsigned i = 0; i < 2; i++) {
        struct world world;
        begin(&world, PARI "1. {z} c3:-d3 {a} (1. c4:-d4) e3:-e2 {b} (1... {l} e4:-e5 {c}) 2. {d} d3:-d9 {e} *",
            windows[i]);
        assert_dump(
            &world, LINES("0 | 0 | 2 | 1.2 | legal | - - 1 | *e3:-e2", "1 | 1 | 2 | 1.2 | legal | - - - | *e4:-e5"));
        assert_remarks(&world, 0, "{b}{d}");
        assert_remarks(&world, 1, "{l}{c}");
        assert_after(&world, 0, after(PARI, "1. c3:-d3 e3:-e2 *"));
        assert_after(&world, 1, after(PARI, "1. c3:-d3 e4:-e5 *"));
        end(&world);
    }
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_sound),
        unit_test(test_chain),
        unit_test(test_repaired),
        unit_test(test_earlier),
        unit_test(test_left_out),
        unit_test(test_glued),
        unit_test(test_piece),
        unit_test(test_joined),
        unit_test(test_swapped),
        unit_test(test_parted),
        unit_test(test_swapped_before),
        unit_test(test_doubled),
        unit_test(test_unclosed),
        unit_test(test_stood),
        unit_test(test_forced),
        unit_test(test_lost),
        unit_test(test_out),
        unit_test(test_window),
    };
    return unit_run(tests, NULL);
}

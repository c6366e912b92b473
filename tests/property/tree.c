/* SPDX-License-Identifier: MIT */
/* The tree of a judged game against what it is made of.  Random games of every ruleset, with
   slips in some, decorated with comments, glyphs, numbers, lines that begin with '%', and nested
   variations anywhere, one of them never closed:

   - next, parent and variation tie each node in one place, and depths and plies follow them;
   - positions are the same whatever the order in which nodes are visited;
   - the turn of a node, played from the position before it, gives the position after it;
   - a walk visits each item once, in order, and each node once;
   - a node's remarks are those that the walk finds around it; only comments in variations
     without turns are no node's;
   - windows of plies and KEEP_TEXTS keep the same of each node as the whole tree does, also of turns written in many
     other ways, of which some are legal;
   - what is kept has no influence on the report. */
#include "support/books.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/slips.h"
#include "support/tally.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    VARIED = 4, /* turns of a game, which are written in other ways */
    RECORDS = 16,
    RECORDS_UNLISTED = 8,
    LEAST_TURNS = 3,
    MOST_TURNS = 40,
    VARIATIONS = 14,
    DEEPEST = 4,
    WINDOWS = 4,
    ITEMS = 20000
};

/* A game being made up and checked. */
struct checking {
    const struct rulebook *book;
    struct referee *referee;
    struct random random;
    struct recording recording;
    struct reader reader;
    struct record record;
    struct report whole; /* all positions kept */
    struct report part;
    struct text text;
    struct text trial;
    struct words words;                      /* with slips */
    struct slice others[RECORDED_TURNS + 1]; /* another legal turn at each place, or empty */
    unsigned gone[RECORDED_TURNS + 1];       /* seats that are out from there on */
    unsigned variations;                     /* written so far */
    bool open;                               /* one is not closed */
    char **positions;                        /* of .whole, by node */
    unsigned repaired;                       /* turns */
    unsigned joined;                         /* records */
    unsigned cut;                            /* likewise */
    unsigned varied;                         /* legal turns, written in another way */
};

static bool judge(struct checking *checking, struct keep keep, struct report *report)
{
    return referee_judge(checking->referee, &checking->record, keep, report) || complaint("no memory to judge with");
}

static bool read_text(struct checking *checking)
{
    static const struct keep keep = {.what = KEEP_POSITIONS, .last = -1};
    reader_close(&checking->reader);
    return (read_record(
                &checking->reader, &checking->record, text_slice(&checking->text), referee_shapes(checking->referee)) &&
               judge(checking, keep, &checking->whole)) ||
        complaint("cannot be read");
}

/* Making records up. */

/* Another turn for each place of the game as it was played, and who is out there. */
static bool find_others(struct checking *checking)
{
    struct recording *recording = &checking->recording;
    const struct rulebook *book = checking->book;
    const struct tree *tree = &checking->whole.tree;
    struct tree_place place;
    struct turn turn;
    text_clear(&checking->text);
    recording_write(recording, &recording->words, &checking->text);
    if (!read_text(checking) || !place_init(&place, tree))
        return false;
    if (tree->count != recording->words.count + 1 || checking->whole.errors > 0) {
        place_release(&place);
        return complaint(
            "%u turns are %zu nodes with %u errors", recording->words.count, tree->count, checking->whole.errors);
    }
    for (unsigned i = 0; i < recording->words.count; i++) {
        const struct state *state = place_go(&place, i);
        checking->others[i] = (struct slice){"", 0};
        checking->gone[i] = (unsigned)__builtin_popcount(tree->plies[i + 1].eliminated);
        if (random_turn(book, state, &checking->random, &turn))
            checking->others[i] =
                arena_copy(&recording->arena, slice_of(turn_text(book, state, &turn, &checking->trial)));
    }
    place_release(&place);
    return true;
}

/* Up to two slips. */
static void break_words(struct checking *checking)
{
    struct random *random = &checking->random;
    checking->words = checking->recording.words;
    for (unsigned slip = random_below(random, 3); slip > 0; slip--) {
        const struct words before = checking->words;
        unsigned index = random_below(random, before.count);
        if (!slip_make(
                &slips[random_below(random, SLIPS)], &before, index, random, &checking->words, &checking->trial)) {
            checking->words = before;
            continue;
        }
        for (unsigned i = 0; i < checking->words.count; i++)
            checking->words.list[i].text = arena_copy(&checking->recording.arena, checking->words.list[i].text);
        if (checking->words.count > RECORDED_TURNS || checking->words.count == 0)
            checking->words = before;
    }
}

static void add_remarks(struct checking *checking)
{
    static const char *const remarks[] = {" {a}", " {}", " {two\nlines}", " {[%clk 0:01]} {b}", "!", " ?!", " $7",
        " ; the rest (of it)\n", "\n% not a turn\n", " 3.", " 2...", " {(1. c3:-d3)}"};
    unsigned count = random_once_in(&checking->random, 3) ? 1 + random_below(&checking->random, 3) : 0;
    for (; count > 0; count--)
        text_add_string(&checking->text, remarks[random_below(&checking->random, sizeof remarks / sizeof remarks[0])]);
    if (random_once_in(&checking->random, 40))
        text_add_string(&checking->text, " {[%stood]}");
}

static void add_word(struct checking *checking, struct slice word, bool glued)
{
    if (!glued)
        text_add_char(&checking->text, random_once_in(&checking->random, 10) ? '\n' : ' ');
    text_add(&checking->text, word);
}

static void add_variations(struct checking *checking, const struct words *words, unsigned index, unsigned depth);

/* The turn INDEX, with what may be said about it. */
static void add_turn(struct checking *checking, const struct words *words, unsigned index, unsigned depth, bool other)
{
    const struct word *word = &words->list[index];
    bool played = index < checking->recording.words.count;
    if (word->number != 0 && !random_once_in(&checking->random, 4))
        text_printf(&checking->text, " %u.", (unsigned)word->number);
    if (other && played && checking->others[index].length > 0)
        add_word(checking, checking->others[index], false);
    else
        add_word(checking, word->text, word->glued);
    add_remarks(checking);
    for (unsigned i = 0; played && i < checking->gone[index] && random_once_in(&checking->random, 2); i++) {
        text_add_string(&checking->text, " out");
        add_remarks(checking);
    }
    add_variations(checking, words, index, depth + 1);
}

static void add_variation(struct checking *checking, const struct words *words, unsigned index, unsigned depth)
{
    struct random *random = &checking->random;
    unsigned kind = random_below(random, 6);
    unsigned count = kind == 0 ? 0 : 1 + random_below(random, 5);
    checking->variations++;
    text_add_string(&checking->text, " (");
    add_remarks(checking);
    if (random_once_in(random, 12))
        add_variations(checking, words, index, depth + 1);
    for (unsigned i = 0; i < count && index + i < words->count; i++)
        add_turn(checking, words, index + i, depth, kind < 4 ? i == 0 : i == 2);
    if (depth == 1 && !checking->open && random_once_in(random, 14))
        checking->open = true;
    else
        text_add_char(&checking->text, ')');
    add_remarks(checking);
}

static void add_variations(struct checking *checking, const struct words *words, unsigned index, unsigned depth)
{
    while (depth <= DEEPEST && checking->variations < VARIATIONS && random_once_in(&checking->random, depth + 2))
        add_variation(checking, words, index, depth);
}

static void make_record(struct checking *checking)
{
    struct recording *recording = &checking->recording;
    text_clear(&checking->text);
    checking->variations = 0;
    checking->open = false;
    text_add(&checking->text, text_slice(&recording->tags));
    text_add_char(&checking->text, '\n');
    add_remarks(checking);
    for (unsigned i = 0; i < checking->words.count; i++)
        add_turn(checking, &checking->words, i, 0, false);
    if (!random_once_in(&checking->random, 4))
        add_word(checking, text_slice(&recording->result), false);
    text_add_char(&checking->text, '\n');
}

/* Links. */

static bool is_resignation(const struct ply_link *link)
{
    return link->item != NULL && link->item->shape == TURN_RESIGN;
}

/* Node INDEX, which follows on another. */
static bool check_next(const struct tree *tree, uint32_t index)
{
    const struct ply_link *link = &tree->links[index];
    const struct ply_link *parent = &tree->links[link->parent];
    bool lost = tree->plies[link->parent].verdict >= VERDICT_LOST;
    uint32_t ply = parent->ply + !(lost || is_resignation(link));
    return (tree->plies[index].depth == tree->plies[link->parent].depth &&
               (link->ply == ply || (lost && link->ply == ply + 1))) ||
        complaint("node %u does not go on from %u", index, link->parent);
}

/* The variations instead of node INDEX, which is none itself but may be in one. */
static bool check_variations(const struct tree *tree, uint32_t index, unsigned *tied)
{
    const struct ply_link *link = &tree->links[index];
    uint32_t parent = link->parent == NODE_NONE && link->item == NULL ? index : link->parent;
    uint32_t last = index;
    for (uint32_t at = link->variation; at != NODE_NONE; last = at, at = tree->links[at].variation) {
        const struct ply_link *other = &tree->links[at];
        if (at >= tree->count || at <= last || tied[at]++ > 0)
            return complaint("node %u, after %u among the variations instead of %u", at, last, index);
        if (other->parent != parent || tree->plies[at].depth <= tree->plies[index].depth || other->lead > ITEMS)
            return complaint("node %u does not replace %u", at, index);
        bool resigns = is_resignation(other) || is_resignation(link);
        if (other->ply != link->ply && !resigns)
            return complaint("node %u is at another ply than %u", at, index);
        if ((other->before == NULL) != (link->before == NULL) && other->before == NULL)
            return complaint("node %u does not begin where %u does", at, index);
    }
    return true;
}

static bool check_links(const struct tree *tree)
{
    unsigned *tied = calloc(tree->count + 1, sizeof *tied);
    bool good = tied != NULL && (tree->count == 0 || tree->links[0].parent == NODE_NONE);
    for (uint32_t i = 0; i < tree->count && good; i++) {
        const struct ply_link *link = &tree->links[i];
        if (link->next != NODE_NONE) {
            good = link->next < tree->count && link->next > i && tree->links[link->next].parent == i &&
                tied[link->next]++ == 0 && check_next(tree, link->next);
        }
        bool leads = tied[i] == 1 && (link->parent == NODE_NONE || tree->links[link->parent].next != i);
        if (good && (i == 0 || !leads))
            good = check_variations(tree, i, tied);
        good = good && tied[i] == (i > 0) && (link->parent == NODE_NONE || link->parent < i);
        if (!good)
            complaint("node %u is tied %u times", i, tied[i]);
    }
    free(tied);
    return good;
}

/* Positions. */

static char *position_text(struct checking *checking, const struct state *state)
{
    text_clear(&checking->trial);
    game_write_position(checking->book->rules, state, &checking->trial);
    return strdup(text_slice(&checking->trial).at);
}

static bool is_at(struct checking *checking, const struct state *state, uint32_t index)
{
    text_clear(&checking->trial);
    game_write_position(checking->book->rules, state, &checking->trial);
    return strcmp(text_slice(&checking->trial).at, checking->positions[index]) == 0;
}

static void forget_positions(struct checking *checking)
{
    for (size_t i = 0; i < checking->whole.tree.count && checking->positions != NULL; i++)
        free(checking->positions[i]);
    free(checking->positions);
    checking->positions = NULL;
}

/* Those of all nodes, in their order, and then in any. */
static bool check_places(struct checking *checking)
{
    const struct tree *tree = &checking->whole.tree;
    struct tree_place place;
    struct tree_place other;
    bool good = place_init(&place, tree);
    good &= place_init(&other, tree);
    checking->positions = calloc(tree->count, sizeof *checking->positions);
    for (uint32_t i = 0; i < tree->count && good; i++)
        checking->positions[i] = position_text(checking, place_go(&place, i));
    for (size_t i = 0; i < 2 * tree->count && good; i++) {
        uint32_t index = random_below(&checking->random, tree->count);
        good = is_at(checking, place_go(&other, index), index) ||
            complaint("node %u is another position when it is gone to from elsewhere", index);
    }
    place_release(&place);
    place_release(&other);
    return good;
}

/* Whether the turn that is kept is what leads from before the node to after it.  Of two glued
   turns it is the second, and one that is written twice is not played. */
static bool leads_on(const struct ply *node, const struct ply_link *link)
{
    if (node->verdict == VERDICT_LEGAL)
        return true;
    if (node->verdict != VERDICT_ILLEGAL || (link->fault != NULL && link->fault->sequel != SEQUEL_REPAIRED))
        return false;
    const struct repair *repair = link->fault == NULL ? NULL : &link->fault->repairs[0];
    enum repair_kind kind = repair == NULL ? REPAIR_SWAPPED : repair->kind;
    return kind != REPAIR_GLUED && !(kind == REPAIR_DOUBLED && link->fault->ply < repair->ply + repair->turns);
}

static bool check_turn(struct checking *checking, struct tree_place *place, uint32_t index)
{
    const struct tree *tree = &checking->whole.tree;
    const struct ply *node = &tree->plies[index];
    const struct ply_link *link = &tree->links[index];
    struct state *state =
        state_copy(checking->book, link->before != NULL ? link->before : place_go(place, link->parent));
    bool good = node->verdict == VERDICT_UNJUDGED || (node->number == state->number && node->seat == state->seat);
    if (!good)
        complaint("node %u is not the turn of %u in round %u", index, state->seat, state->number);
    checking->repaired += leads_on(node, link) && node->verdict == VERDICT_ILLEGAL;
    bool played = link->turn != NULL && leads_on(node, link);
    if (good && played)
        good = game_play(checking->book->rules, state, link->turn, NULL) ||
            complaint("the turn of node %u cannot be played before it", index);
    if (good && (played || (link->turn == NULL && node->verdict != VERDICT_ILLEGAL)))
        good = is_at(checking, state, index) ||
            complaint("the turn of node %u does not lead to it: verdict %u, %s not %s", index, node->verdict,
                text_slice(&checking->trial).at, checking->positions[index]);
    free(state);
    return good;
}

static bool check_turns(struct checking *checking)
{
    struct tree_place place;
    bool good = place_init(&place, &checking->whole.tree);
    for (uint32_t i = 1; i < checking->whole.tree.count && good; i++)
        good = check_turn(checking, &place, i);
    place_release(&place);
    return good;
}

/* Walks and remarks. */

struct seen {
    enum walk_step step;
    const struct item *item;
};

/* What a walk is to find; .item of WALK_CLOSE and WALK_START is NULL. */
struct seeing {
    const struct tree *tree;
    unsigned count;
    struct seen list[ITEMS];
};

static void see(struct seeing *seeing, enum walk_step step, const struct item *item)
{
    if (seeing->count < ITEMS)
        seeing->list[seeing->count++] = (struct seen){step, item};
}

static bool is_out(const struct tree *tree, const struct item *item)
{
    for (size_t i = 0; i < tree->out_count; i++)
        if (tree->outs[i] == item)
            return true;
    return false;
}

static bool is_joined(const struct tree *tree, const struct item *item)
{
    for (const struct joined_span *joined = tree->joined_spans; joined != NULL; joined = joined->next)
        if (joined->span.begin < item->span.begin && item->span.end <= joined->span.end)
            return true;
    return false;
}

static void see_line(struct seeing *seeing, const struct line *line)
{
    const struct cut *cut = seeing->tree->cuts;
    while (cut != NULL && cut->line != line)
        cut = cut->next;
    for (size_t i = 0; i <= line->count; i++) {
        const struct item *item = &line->items[i];
        if (line->parent != NULL && i == (cut == NULL ? line->count : cut->count))
            see(seeing, WALK_CLOSE, NULL);
        if (i == line->count || is_joined(seeing->tree, item))
            continue;
        bool turn = (item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE) && !is_out(seeing->tree, item);
        see(seeing, item->kind == ITEM_VARIATION ? WALK_OPEN : turn ? WALK_TURN : WALK_REMARK, item);
        if (item->kind == ITEM_VARIATION)
            see_line(seeing, item_variation(seeing->tree->record, item));
    }
}

/* By node, in their order; of lines without turns: nowhere. */
struct owned {
    const struct item *item;
    uint32_t node;
    bool lead;
};
struct owning {
    unsigned count;
    struct owned list[ITEMS];
    uint32_t last[RECORD_NESTING + 2];  /* by depth, the node before */
    unsigned begun[RECORD_NESTING + 2]; /* what was said before there was one */
};

static void own_step(struct owning *owning, const struct walk *walk, enum walk_step step)
{
    unsigned depth = walk->depth;
    bool glyph = step == WALK_REMARK && walk->item->kind == ITEM_GLYPH;
    if (step == WALK_OPEN) {
        owning->last[depth] = NODE_NONE;
        owning->begun[depth] = owning->count;
    } else if (step == WALK_TURN || step == WALK_START) {
        for (unsigned i = owning->begun[depth]; i < owning->count && owning->last[depth] == NODE_NONE; i++)
            if (owning->list[i].node == NODE_NONE - depth)
                owning->list[i].node = walk->node;
        owning->last[depth] = walk->node;
    } else if (step == WALK_REMARK && owning->count < ITEMS) {
        uint32_t node = owning->last[depth];
        bool comment = walk->item->kind == ITEM_COMMENT || walk->item->kind == ITEM_REST_COMMENT;
        if (comment || (glyph && node != NODE_NONE))
            owning->list[owning->count++] =
                (struct owned){walk->item, node == NODE_NONE ? NODE_NONE - depth : node, node == NODE_NONE};
    }
}

static bool check_walk(const struct checking *checking, struct seeing *seeing, struct owning *owning)
{
    const struct tree *tree = &checking->whole.tree;
    struct walk walk;
    enum walk_step step;
    uint32_t nodes = 0;
    unsigned count = 0;
    *seeing = (struct seeing){.tree = tree};
    see(seeing, WALK_START, NULL);
    see_line(seeing, &checking->record.main);
    owning->count = 0;
    walk_begin(&walk, tree);
    while ((step = walk_next(&walk)) != WALK_OVER) {
        const struct seen *seen = &seeing->list[count++];
        bool node = step == WALK_TURN || step == WALK_START;
        if (count > seeing->count || seen->step != step || (seen->item != NULL && seen->item != walk.item))
            return complaint("step %u of the walk is %u", count, (unsigned)step);
        if (node &&
            (walk.node != nodes || walk.depth != tree->plies[nodes].depth ||
                tree->links[nodes].item != (step == WALK_START ? NULL : walk.item)))
            return complaint("the walk is at node %u, not at %u", walk.node, nodes);
        nodes += node;
        own_step(owning, &walk, step);
    }
    return (count == seeing->count && nodes == tree->count) ||
        complaint("a walk of %u steps, not %u, and %u nodes", count, seeing->count, nodes);
}

static bool is_owned(const struct owning *owning, const struct item *item, uint32_t node, bool lead, bool cut)
{
    unsigned i = 0;
    while (i < owning->count && owning->list[i].item != item)
        i++;
    if (i == owning->count)
        return complaint("a remark of node %u is none", node);
    return (owning->list[i].node == node && owning->list[i].lead == lead) || cut ||
        complaint("a remark of node %u, lead %d, is one of %u", node, lead, owning->list[i].node);
}

/* Every remark of the walk is one of a node, and the other way round.  Lost is only what is
   said after the end of a variation that was never closed, where no turn follows. */
static bool check_remarks(const struct tree *tree, const struct owning *owning)
{
    unsigned wanted = 0;
    unsigned found = 0;
    for (unsigned i = 0; i < owning->count; i++)
        wanted += owning->list[i].node < tree->count;
    for (uint32_t i = 0; i < tree->count; i++)
        for (int lead = 0; lead < 2; lead++) {
            const struct item *item = NULL;
            while ((item = tree_remark(tree, i, lead != 0, item)) != NULL) {
                found++;
                if (!is_owned(owning, item, i, lead != 0, tree->cuts != NULL))
                    return false;
            }
        }
    return found == wanted || (found < wanted && tree->cuts != NULL) ||
        complaint("%u remarks of nodes, not %u", found, wanted);
}

/* Parts. */

/* A part has nothing before its first turn. */
static bool same_remarks(const struct tree *whole, uint32_t index, const struct tree *part, uint32_t at)
{
    for (int lead = 0; lead < (at > 0 ? 2 : 1); lead++) {
        const struct item *a = NULL;
        const struct item *b = NULL;
        do {
            a = tree_remark(whole, index, lead != 0, a);
            b = tree_remark(part, at, lead != 0, b);
            if (a != b)
                return complaint("node %u has other remarks, lead %d", index, lead);
        } while (a != NULL);
    }
    return true;
}

static bool same_ply(const struct tree *whole, uint32_t index, const struct tree *part, uint32_t at)
{
    const struct ply *a = &whole->plies[index];
    const struct ply *b = &part->plies[at];
    const struct item *item = whole->links[index].item;
    bool same = a->number == b->number && a->depth == b->depth && a->eliminated == b->eliminated &&
        a->seat == b->seat && a->verdict == b->verdict;
    if (same && item != NULL)
        same = slice_equal(tree_text(whole, index, item), tree_text(part, at, item));
    return same || complaint("node %u is kept as another", index);
}

static bool same_link(const struct tree *whole, uint32_t index, const struct tree *part, uint32_t at)
{
    const struct ply_link *a = &whole->links[index];
    const struct ply_link *b = &part->links[at];
    bool same = a->item == b->item && a->end == b->end && a->ply == b->ply && (a->turn == NULL) == (b->turn == NULL) &&
        (a->fault == NULL) == (b->fault == NULL) && (a->fault == NULL || a->fault->rule == b->fault->rule);
    return same || complaint("node %u is tied otherwise", index);
}

/* Whether PART has the nodes from FIRST up to LAST. */
static bool check_nodes(struct checking *checking, uint32_t first, uint32_t last)
{
    const struct tree *whole = &checking->whole.tree;
    const struct tree *part = &checking->part.tree;
    struct tree_place place;
    bool good = part->count == last - first || complaint("%zu nodes are kept, not %u", part->count, last - first);
    good = good && check_links(part);
    good &= place_init(&place, part);
    for (uint32_t i = 0; i < part->count && good; i++) {
        uint32_t index = random_once_in(&checking->random, 4) ? random_below(&checking->random, part->count) : i;
        good = same_ply(whole, first + index, part, index) && same_link(whole, first + index, part, index) &&
            same_remarks(whole, first + index, part, index) &&
            (is_at(checking, place_go(&place, index), first + index) ||
                complaint("node %u is another position in a part", first + index));
    }
    place_release(&place);
    return good;
}

static bool walk_part(const struct tree *part)
{
    struct walk walk;
    enum walk_step step;
    uint32_t nodes = 0;
    int open = 0;
    walk_begin(&walk, part);
    while ((step = walk_next(&walk)) != WALK_OVER) {
        bool node = step == WALK_TURN || step == WALK_START;
        if (node && (walk.node != nodes || part->links[nodes].item != (step == WALK_START ? NULL : walk.item)))
            return complaint("the walk through a part is at node %u, not at %u", walk.node, nodes);
        nodes += node;
        open += (step == WALK_OPEN) - (step == WALK_CLOSE);
        if (open < 0)
            return complaint("a walk through a part closes what it did not open");
    }
    return (nodes == part->count && open == 0) || complaint("a walk of %u nodes, with %d open", nodes, open);
}

/* The nodes of the plies FIRST to LAST; with LAST 0 and FIRST -1 those before an error. */
static void find_window(const struct checking *checking, long first, long last, uint32_t *from, uint32_t *to)
{
    const struct tree *tree = &checking->whole.tree;
    bool ends = first < 0 && last == 0;
    long begin = first < 0 ? (long)checking->whole.plies : first;
    *from = *to = (uint32_t)tree->count;
    for (uint32_t i = 0; i < tree->count; i++) {
        const struct ply_link *link = &tree->links[i];
        if (tree->plies[i].depth > 0)
            continue;
        bool over = ends ? (long)link->ply > begin : last >= 0 && (long)link->ply > last;
        if (*from == tree->count && (long)link->ply >= begin)
            *from = i;
        if (*to == tree->count && over)
            *to = i;
    }
    *from = *from < *to ? *from : *to;
}

static bool check_window(struct checking *checking, long first, long last)
{
    const struct keep keep = {KEEP_POSITIONS, first, last, random_once_in(&checking->random, 2)};
    uint32_t from;
    uint32_t to;
    find_window(checking, first, last, &from, &to);
    return (judge(checking, keep, &checking->part) && check_nodes(checking, from, to) &&
               walk_part(&checking->part.tree)) ||
        complaint("with the plies %ld to %ld", first, last);
}

static bool same_report(const struct report *a, const struct report *b)
{
    const struct diagnostic *x = a->diagnostics.first;
    const struct diagnostic *y = b->diagnostics.first;
    while (x != NULL && y != NULL && x->rule == y->rule && x->span.begin == y->span.begin && x->ply == y->ply &&
        x->seat == y->seat && x->number == y->number && x->sequel == y->sequel) {
        x = x->next;
        y = y->next;
    }
    bool same = x == NULL && y == NULL && a->legal == b->legal && a->plies == b->plies && a->errors == b->errors &&
        a->cascaded == b->cascaded && a->notes == b->notes && a->warnings == b->warnings;
    return same || complaint("what is kept changes the report at %s", x == NULL ? "the end" : x->rule->id);
}

static bool check_texts(struct checking *checking)
{
    const struct keep texts = {.what = KEEP_TEXTS, .last = -1};
    const struct keep nothing = {.what = KEEP_NOTHING};
    const struct tree *whole = &checking->whole.tree;
    const struct tree *part = &checking->part.tree;
    if (!judge(checking, texts, &checking->part) || !same_report(&checking->whole, &checking->part))
        return false;
    if (part->count != whole->count || part->links != NULL)
        return complaint("%zu texts, not %zu", part->count, whole->count);
    for (uint32_t i = 0; i < part->count; i++)
        if (!same_ply(whole, i, part, i))
            return false;
    return judge(checking, nothing, &checking->part) && same_report(&checking->whole, &checking->part) &&
        (part->count == 0 || complaint("something is kept"));
}

static bool check_parts(struct checking *checking)
{
    bool good = check_texts(checking) && check_window(checking, -1, -1) && check_window(checking, -1, 0);
    for (unsigned i = 0; i < WINDOWS && good; i++) {
        long first = random_below(&checking->random, checking->words.count + 1);
        long last = first + random_below(&checking->random, 1 + checking->words.count / 2);
        good = check_window(checking, first, random_once_in(&checking->random, 5) ? -1 : last);
    }
    return good;
}

static bool check_record(struct checking *checking)
{
    static struct seeing seeing;
    static struct owning owning;
    const struct tree *tree = &checking->whole.tree;
    bool good = check_links(tree) && check_places(checking) && check_turns(checking) &&
        check_walk(checking, &seeing, &owning) && check_remarks(tree, &owning) && check_parts(checking);
    forget_positions(checking);
    checking->cut += tree->cuts != NULL;
    checking->joined += tree->joined_spans != NULL;
    return good || complaint("in:\n%s", text_slice(&checking->text).at);
}

/* A variation of the turn written as BEFORE, WAY and AFTER, if that is the form of turns. */
static void add_way(struct checking *checking, struct slice before, struct slice way, struct slice after)
{
    const struct turn_form *form = &turn_forms[checking->book->game->notation.shape];
    text_clear(&checking->trial);
    text_printf(&checking->trial, "%pS%pS%pS", SLICE(before), SLICE(way), SLICE(after));
    if (turn_form_covers(form, text_slice(&checking->trial)))
        text_printf(&checking->text, " (%pS)", SLICE(&checking->trial));
}

/* Variations that have the turn TEXT in other ways: with a character more, less or another one, with two exchanged, or
   with what is before its comma and as much after it exchanged. */
static void add_varied(struct checking *checking, struct slice text)
{
    static const char more[] = "12345xFSC-*";
    const char *comma = memchr(text.at, ',', text.length);
    const size_t half = comma == NULL ? 0 : (size_t)(comma - text.at);
    for (size_t at = 0; at <= text.length; at++) {
        const struct slice before = slice_shorter(text, at);
        for (size_t gone = 0; gone < 2 && at + gone <= text.length; gone++)
            for (size_t i = 0; i < sizeof more; i++)
                add_way(checking, before, (struct slice){&more[i], more[i] != '\0'}, slice_after(text, at + gone));
        if (at + 2 <= text.length)
            add_way(checking, before, (struct slice){(const char[]){text.at[at + 1], text.at[at]}, 2},
                slice_after(text, at + 2));
    }
    if (half > 0 && 2 * half < text.length)
        add_way(checking, slice_shorter(slice_after(text, half + 1), half), (struct slice){",", 1},
            arena_printf(&checking->recording.arena, "%.*s%.*s", (int)half, text.at, (int)(text.length - 2 * half - 1),
                text.at + 2 * half + 1));
}

static bool check_varied(struct checking *checking)
{
    const struct words *words = &checking->recording.words;
    const struct tree *tree = &checking->whole.tree;
    text_clear(&checking->text);
    text_printf(&checking->text, "%pS\n", SLICE(&checking->recording.tags));
    for (unsigned i = 0; i < words->count; i++) {
        add_word(checking, words->list[i].text, words->list[i].glued);
        if (i == 0 || random_once_in(&checking->random, words->count / VARIED + 1))
            add_varied(checking, words->list[i].text);
    }
    text_add_char(&checking->text, '\n');
    if (!read_text(checking) || !check_texts(checking))
        return complaint("in:\n%s", text_slice(&checking->text).at);
    for (size_t i = 0; i < tree->count; i++)
        checking->varied += tree->plies[i].verdict == VERDICT_LEGAL && tree->plies[i].text != 0;
    return true;
}

static bool check_game(struct checking *checking)
{
    do
        recording_make(&checking->recording, LEAST_TURNS + random_below(&checking->random, MOST_TURNS - LEAST_TURNS),
            &checking->random);
    while (checking->recording.words.count < 2);
    if (!find_others(checking))
        return complaint("in:\n%s", text_slice(&checking->text).at);
    if (!check_varied(checking))
        return false;
    break_words(checking);
    make_record(checking);
    return read_text(checking) && check_record(checking);
}

static void check_book(struct tally *tally, const struct book *book, uint64_t seed, unsigned *found)
{
    static const char *const folders[] = {"rulesets", NULL};
    static struct checking checking;
    struct problems problems = {0};
    checking = (struct checking){.book = &book->entry.book, .referee = referee_new(folders, NULL), .random = {seed}};
    recording_init(&checking.recording, checking.book, "any");
    report_init(&checking.whole);
    report_init(&checking.part);
    text_init(&checking.text);
    text_init(&checking.trial);
    bool good = referee_use(checking.referee, slice_of(book->path), true, (struct slice){"", 0}, &problems);
    unsigned records = share_of(checking.book->game->judging.generate == NULL ? RECORDS_UNLISTED : RECORDS);
    for (unsigned i = 0; i < records && good; i++)
        good = check_game(&checking);
    found[0] += checking.repaired;
    found[1] += checking.joined;
    found[2] += checking.cut;
    found[3] += checking.varied;
    text_release(&checking.text);
    text_release(&checking.trial);
    reader_close(&checking.reader);
    report_release(&checking.whole);
    report_release(&checking.part);
    referee_free(checking.referee);
    recording_release(&checking.recording);
    tally_count(tally, good, "a tree of plies holds together", book->path);
}

int main(int argc, char **argv)
{
    struct books books;
    struct tally tally = {0};
    unsigned found[4] = {0};
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    tally_count(&tally, books_open(&books), "rulesets load", "all");
    for (unsigned i = 0; i < books.count; i++)
        if (books.list[i].entry.book.game != NULL)
            check_book(&tally, &books.list[i], seed * 1000 + i, found);
    tally_count(&tally, found[0] > 0 && found[1] + found[2] > 0, "there is something to check", "repairs");
    tally_count(&tally, found[3] > 0, "there is something to check", "turns in other ways");
    books_close(&books);
    return tally_end(&tally);
}

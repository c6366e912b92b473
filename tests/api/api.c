/* SPDX-License-Identifier: MIT */
/* Uses the library from C.  Prints what it finds, and "N passed, N failed". */
#include <catasta.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char broken[] = "[Ruleset \"accasta-pari\"]\n"
                             "[White \"Quinn\"]\n"
                             "[Black \"Rosa\"]\n"
                             "[Result \"0-1\"]\n"
                             "\n"
                             "1. c4:-d5 f2:2-e2 2. b4:2-d4 e3:xd4 3. a4:3-c4 d4:4xc3 4. c4:-f2,2-d4\n"
                             "g1:xf2,-e1 5. d5:xe4 f4:+f3,xe4 6. d4:xe4 e2:2+c3 7. e4:2-f4,xf3 c3:-c4,xb3 0-1\n";
static const char walked[] = "[Ruleset \"accasta-pari\"]\n"
                             "[White \"Mia\"]\n"
                             "[Result \"*\"]\n"
                             "\n"
                             "1. a1:3-b1 {Off the edge.} f3:2+e4 $1 2. b1:3-c1 e4:3-b5\n"
                             "(2... f4:-f3 {is slower.} 3. c1:3-e2) 3. a4:xb5 *\n";

#define TWO "[Ruleset \"accasta-pari\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n"
static const char rounds[] = TWO "1. c3:-d3 1-0\n\n" TWO "1. c3:4-d3 0-1\n\n" TWO "1. c3:-d3 *\n\n"
                                 "[Ruleset \"staku\"]\n[White \"Ann\"]\n[Termination \"half-point bye\"]\n*\n\n"
                                 "[Ruleset \"staka\"]\n[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Player3 \"Cy\"]\n"
                                 "[Player4 \"Di\"]\n\n1. GR@z26 2-7-3-3\n\n"
                                 "[Ruleset \"stakd-elite\"]\n[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n\n1. B@z26 *\n";

static unsigned passed;
static unsigned failed;

static bool check(bool holds, const char *what)
{
    if (!holds)
        printf("not ok %s\n", what);
    passed += holds;
    failed += !holds;
    return holds;
}

/* Bytes that a sink took, or that a visitor was given, ended by NUL. */
struct bytes {
    char data[65536];
    size_t length;
};

static bool take(void *context, const char *bytes, size_t length)
{
    struct bytes *to = context;
    if (length >= sizeof to->data - to->length)
        return false;
    memcpy(to->data + to->length, bytes, length);
    to->length += length;
    to->data[to->length] = '\0';
    return true;
}

static bool is(struct catasta_text text, const char *string)
{
    return text.bytes != NULL && text.length == strlen(string) && memcmp(text.bytes, string, text.length) == 0;
}

static struct catasta_info info_of(const catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    catasta_game_info(game, &info);
    return info;
}

static bool span_is(const char *source, struct catasta_span span, const char *string)
{
    return is((struct catasta_text){source + span.begin, (size_t)(span.end - span.begin)}, string);
}

static catasta_input *read_text(catasta_session *session, const char *text, catasta_game **game)
{
    catasta_input *input = catasta_input_bytes(session, text, strlen(text), "here.sgn");
    *game = catasta_input_next(input);
    check(*game != NULL, "there is a game");
    return input;
}

/* ---- a broken record, and its repair ---- */

static void list_faults(const catasta_game *game, const char *source, char *mended)
{
    for (size_t i = 0; i < info_of(game).diagnostics; i++) {
        struct catasta_diagnostic fault = {.size = sizeof fault};
        struct catasta_repair repair = {.size = sizeof repair};
        struct bytes message = {.length = 0};
        const struct catasta_sink sink = {take, &message};
        check(catasta_game_diagnostic(game, i, &fault) && catasta_game_message(game, i, &sink), "a diagnostic");
        printf("%u:%u: %s [%s]\n", (unsigned)fault.line, (unsigned)fault.column, message.data, fault.id);
        check(span_is(source, fault.span, "4xc3") && span_is(source, fault.turn, "d4:4xc3"), "where it is");
        for (size_t k = 0; catasta_game_repair(game, i, k, &repair); k++) {
            message.length = 0;
            check(catasta_write_repair(game, i, k, &sink) && strstr(message.data, "d4:3xc3") != NULL,
                "a repair in words");
            for (size_t e = 0; e < repair.edit_count; e++) {
                const struct catasta_edit *edit = &repair.edits[e];
                printf("  %s: '%.*s' becomes '%.*s'\n", repair.kind, (int)(edit->span.end - edit->span.begin),
                    source + edit->span.begin, (int)edit->text.length, edit->text.bytes);
                sprintf(mended, "%.*s%.*s%s", (int)edit->span.begin, source, (int)edit->text.length, edit->text.bytes,
                    source + edit->span.end);
            }
        }
    }
}

static void mend(catasta_session *session)
{
    static char mended[2 * sizeof broken];
    struct catasta_info info = {.size = sizeof info};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct catasta_seat seat = {.size = sizeof seat};
    struct bytes result = {.length = 0};
    const struct catasta_sink sink = {take, &result};
    catasta_game *game;
    catasta_input *input = read_text(session, broken, &game);
    check(catasta_game_info(game, &info) && info.errors == 1 && !info.legal, "one error");
    check(is(info.source, broken) && is(info.game, "accasta") && info.seats == 2, "what it is");
    list_faults(game, broken, mended);
    catasta_input_close(input);
    input = read_text(session, mended, &game);
    check(catasta_game_info(game, &info) && info.errors == 0 && info.legal, "mended");
    check(catasta_game_outcome(game, &outcome) && outcome.over && outcome.winners == 2, "outcome");
    check(span_is(mended, info.result, "0-1"), "where the result is");
    check(catasta_write_result(game, &sink) && strcmp(result.data, "0-1") == 0, "the result in figures");
    check(is(outcome.claim, "0-1") && strcmp(outcome.reason, "castle") == 0, "claim and reason");
    check(catasta_game_seat(game, 2, &seat) && is(seat.player, "Rosa") && seat.won && seat.score == 1, "seat");
    check(!catasta_game_seat(game, 3, &seat) && !catasta_game_seat(game, 0, &seat), "no other seat");
    printf("%s wins: %s\n", seat.name, outcome.reason);
    catasta_input_close(input);
}

/* ---- a walk ---- */

static void walk_line(const catasta_game *game, uint32_t i, struct bytes *found)
{
    struct catasta_node node = {.size = sizeof node};
    struct catasta_remark remark = {.size = sizeof remark};
    for (; catasta_game_node(game, i, &node); i = node.next) {
        take(found, node.text.bytes, node.text.length);
        for (size_t k = 0; catasta_game_remark(game, i, k, &remark); k++) {
            take(found, remark.glyph ? " " : " {", remark.glyph ? 1 : 2);
            take(found, remark.text.bytes, remark.text.length);
            take(found, "}", remark.glyph ? 0 : 1);
        }
        if (node.variation != CATASTA_NOWHERE) {
            take(found, " ( ", 3);
            walk_line(game, node.variation, found);
            take(found, ")", 1);
        }
        take(found, " ", 1);
    }
}

static void walk(catasta_session *session)
{
    struct bytes found = {.length = 0};
    struct catasta_node node = {.size = sizeof node};
    catasta_game *game;
    catasta_input *input = read_text(session, walked, &game);
    check(info_of(game).nodes == 8, "nodes");
    check(catasta_game_node(game, 0, &node) && node.parent == CATASTA_NOWHERE && node.seat == 1, "the start");
    check(walked[node.end] == '1' && walked[node.end + 1] == '.', "where the first turn goes");
    check(catasta_game_node(game, 1, &node) && walked[node.end - 1] == '}', "a comment belongs to a turn");
    check(catasta_game_node(game, 4, &node) && walked[node.end - 1] == ')', "and so does a variation");
    walk_line(game, 1, &found);
    puts(found.data);
    check(strcmp(found.data,
              "a1:3-b1 {Off the edge.} f3:2+e4 $1 b1:3-c1 e4:3-b5 ( f4:-f3 {is slower.} c1:3-e2 ) "
              "a4:xb5 ") == 0,
        "the walk");
    check(!catasta_game_node(game, 8, &node) && !catasta_game_node(game, CATASTA_NOWHERE, &node), "no other node");
    /* A struct of an older program: there is room up to .span. */
    memset(&node, 0x55, sizeof node);
    node.size = offsetof(struct catasta_node, span);
    check(catasta_game_node(game, 1, &node) && is(node.text, "a1:3-b1"), "what there is room for");
    check(node.span.begin == 0x5555555555555555 && node.seat == 0x55555555, "and no more");
    catasta_input_close(input);
}

/* ---- playing ---- */

struct found {
    unsigned count;
    unsigned complete;
    unsigned others; /* that do not begin with .with */
    const char *with;
    unsigned wanted; /* the one that is copied, of those with any of .flags */
    unsigned flags;
    char text[4096];
};

static bool visit(void *context, const char *text, size_t length, unsigned flags)
{
    struct found *found = context;
    size_t prefix = strlen(found->with);
    found->count++;
    found->complete += (flags & CATASTA_COMPLETE) != 0;
    found->others += length < prefix || memcmp(text, found->with, prefix) != 0;
    if ((flags & found->flags) != 0 && found->wanted-- == 0)
        snprintf(found->text, sizeof found->text, "%.*s", (int)length, text);
    return true;
}

static struct catasta_fault fault;

static struct found look(catasta_position *position, const char *prefix, const char *with)
{
    struct found found = {.with = with};
    fault = (struct catasta_fault){.size = sizeof fault};
    if (!catasta_position_moves(position, prefix, strlen(prefix), visit, &found, &fault))
        found.count = 0;
    return found;
}

static bool play(catasta_position *position, const char *text)
{
    fault = (struct catasta_fault){.size = sizeof fault};
    return catasta_position_play(position, text, strlen(text), &fault);
}

/* Some whole turn: where they are listed one by one, one step and then its first end. */
static bool choose(catasta_position *position, char *turn, size_t size)
{
    struct found all = look(position, "", "");
    bool steps = all.complete < all.count;
    struct found found = {
        .with = "", .flags = CATASTA_COMPLETE, .wanted = (unsigned)rand() % (all.complete + !all.complete)};
    if (steps) {
        found.flags = CATASTA_CAN_GO_ON;
        found.wanted = (unsigned)rand() % (all.count - all.complete);
    }
    catasta_position_moves(position, "", 0, visit, &found, NULL);
    snprintf(turn, size, "%s", found.text);
    if (!steps)
        return all.complete > 0;
    struct found ends = {.with = turn, .flags = CATASTA_COMPLETE};
    catasta_position_moves(position, turn, strlen(turn), visit, &ends, NULL);
    snprintf(turn, size, "%s", ends.text);
    return ends.complete > 0;
}

static void play_ten(catasta_session *session, const char *ruleset, const struct catasta_pair *tags, size_t count)
{
    char turn[8192];
    catasta_position *position = catasta_position_start(session, ruleset, tags, count, &fault);
    if (!check(position != NULL, ruleset))
        return;
    printf("%s:", ruleset);
    for (unsigned i = 0; i < 10; i++) {
        check(choose(position, turn, sizeof turn), "a turn");
        printf(" %s", turn);
        check(play(position, turn), turn);
    }
    struct catasta_seat seat = {.size = sizeof seat};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct bytes bytes = {.length = 0};
    const struct catasta_sink sink = {take, &bytes};
    check(catasta_position_outcome(position, &outcome) && !outcome.over, "it goes on");
    check(catasta_position_seat(position, 1, &seat) && !seat.won, "nobody has won");
    check(catasta_position_write(position, CATASTA_WORDS, &sink) && bytes.length > 0, "a position in words");
    bytes.length = 0;
    check(catasta_position_write(position, CATASTA_POSITION, &sink), "a position");
    printf("\n  %s\n", bytes.data);
    catasta_position *again = catasta_position_read(session, ruleset, bytes.data, bytes.length, &fault);
    check(again != NULL && choose(again, turn, sizeof turn) && play(again, turn), "read again, and played on");
    catasta_position_free(again);
    size_t pieces = 0;
    struct catasta_cell cell = {.size = sizeof cell};
    struct catasta_piece piece;
    size_t closed = 0;
    for (size_t i = 0; catasta_position_cell(position, i, &cell); i++, closed += cell.closed)
        for (size_t k = 0; catasta_cell_piece(position, i, k, &piece); k++)
            pieces += piece.text != NULL;
    struct catasta_list list = {.size = sizeof list};
    for (size_t i = 0; catasta_position_list(position, i, &list); i++)
        for (size_t k = 0; catasta_list_piece(position, i, k, &piece); k++)
            pieces++;
    check(pieces >= 10, "pieces");
    check(closed == (strcmp(ruleset, "attangle") == 0), "closed cells");
    catasta_position_free(position);
}

static const struct catasta_pair hands[] = {
    {"Hand1", "R3 R4 O1 O5 G1 G4 B1 B4 P1 P5"}, {"Hand2", "R1 R4 O4 O5 G1 G2 B2 B3 P2 P4"}, {"Start", "G3 B5"}};
static const struct catasta_pair table = {"Start", "G5 R2"};

static void refuses(catasta_position *position, const char *prefix, const char *id, size_t begin, size_t end)
{
    bool refused = look(position, prefix, "").count == 0;
    check(refused && fault.id != NULL && strcmp(fault.id, id) == 0, prefix);
    check(fault.span.begin == begin && fault.span.end == end, "where in the prefix");
    printf("'%s': %.*s\n", prefix, (int)fault.message.length, fault.message.bytes);
}

static void complete(catasta_session *session)
{
    static const struct catasta_pair colours = {"Colours", "GB"};
    static const char *const turns[] = {"GR@z26", "BG@aa27", "GR@z27", "BG@y26", "GW@y27", "BW@z28", "GW@aa26",
        "BR@aa28", "WR@y28", "BW@aa29", "BR@ab28", "RW@z29", "P@z26", "P@y26"};
    catasta_position *position = catasta_position_start(session, "accasta-pari", NULL, 0, &fault);
    struct found found = look(position, "b4:", "b4:");
    check(found.count > 20 && found.others == 0, "b4:");
    found = look(position, "b4:2-", "b4:2-");
    check(found.count == 3 && found.complete == 3 && found.others == 0, "b4:2-");
    found = look(position, "b4:1-c5,", "b4:-c5,");
    check(found.count > 3 && found.others == 0, "in another spelling");
    check(catasta_position_moves(position, NULL, 0, visit, &found, NULL), "no prefix");
    refuses(position, "b4:2-b3", "accasta/stack-limit", 3, 7);
    refuses(position, "b4:2-b3,-b4", "accasta/stack-limit", 3, 7);
    refuses(position, "2|b4", "record/wrong-turn", 0, 4);
    check(!catasta_position_play(position, NULL, 0, &fault) && !play(position, "b4:2-c5 *"), "a turn alone");
    catasta_position_free(position);

    position = catasta_position_start(session, "stakz", hands, 3, &fault);
    found = look(position, "R3>1,", "R3>1,");
    check(found.count > 20 && found.complete > 20 && found.others == 0, "R3>1,");
    refuses(position, "R3>2,", "stakz/no-match", 0, 4);
    catasta_position_free(position);

    position = catasta_position_start(session, "staka", &colours, 1, &fault);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        check(play(position, turns[i]), turns[i]);
    found = look(position, "z26-z27,", "z26-z27,");
    check(found.count > 2 && found.others == 0, "z26-z27,");
    found = look(position, "z26-z27,+G", "z26-z27,+G");
    check(found.count > 0 && found.others == 0, "z26-z27,+G");
    refuses(position, "+GW", "syntax/turn", 0, 3);
    catasta_position_free(position);

    const struct catasta_pair bad[] = {{"White", "A \"quoted\" name"}, {"Position", "a \\ \"b"}};
    check(catasta_position_start(session, "accasta-pari", bad, 2, &fault) == NULL, "an impossible start");
    check(fault.tag == 1 && fault.span.begin == 0 && fault.span.end == 6, "which tag, and where");
    check(catasta_position_start(session, "nothing", NULL, 0, &fault) == NULL, "no ruleset");
    check(strcmp(fault.id, "ruleset/unknown") == 0 && fault.tag == CATASTA_NOWHERE, "no ruleset");
}

/* ---- rounds of a tournament ---- */

static void count(bool count_illegal)
{
    const struct {
        enum catasta_counted counted;
        enum catasta_unplayed unplayed;
        enum catasta_scoring scoring;
        uint32_t winners;
        int32_t halves[CATASTA_SEATS];
        unsigned places[CATASTA_SEATS];
        uint32_t points; /* of its matches */
        bool winner_starts;
    } wanted[] = {
        {CATASTA_COUNTED_CLAIMED, CATASTA_PLAYED, CATASTA_WINS, 1, {2, 0}, {1, 2}, 0, false},
        {CATASTA_LEFT_ILLEGAL, CATASTA_PLAYED, CATASTA_WINS, 0, {0}, {1, 1}, 0, false},
        {CATASTA_LEFT_UNDECIDED, CATASTA_PLAYED, CATASTA_WINS, 0, {0}, {1, 1}, 0, false},
        {CATASTA_COUNTED_UNPLAYED, CATASTA_HALF_BYE, CATASTA_WINS, 0, {1}, {1}, 0, false},
        {CATASTA_COUNTED_CLAIMED, CATASTA_PLAYED, CATASTA_MOST_POINTS, 2, {4, 14, 6, 6}, {4, 1, 2, 2}, 0, false},
        {CATASTA_LEFT_UNDECIDED, CATASTA_PLAYED, CATASTA_MOST_POINTS, 0, {0}, {1, 1}, 3, true},
    };
    const struct catasta_options options = {.size = sizeof options, .count_illegal = count_illegal};
    struct catasta_entry entry = {.size = sizeof entry};
    struct catasta_match_rule rule = {.size = sizeof rule};
    catasta_session *session = catasta_session_new(&options, NULL);
    catasta_game *game;
    catasta_input *input = read_text(session, rounds, &game);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && game != NULL; i++, game = catasta_input_next(input)) {
        check(catasta_game_entry(game, &entry) && entry.unplayed == wanted[i].unplayed, "an entry");
        check(catasta_game_match(game, &rule) && rule.points == wanted[i].points, "a match");
        check(entry.scoring == wanted[i].scoring && rule.winner_starts == wanted[i].winner_starts, "its game");
        if (count_illegal && wanted[i].counted == CATASTA_LEFT_ILLEGAL) {
            check(entry.counted == CATASTA_COUNTED_ILLEGAL && entry.winners == 2, "though illegal");
            check(entry.halves[1] == 2 && entry.places[0] == 2, "as claimed");
            continue;
        }
        check(entry.counted == wanted[i].counted && entry.winners == wanted[i].winners, "what it counts as");
        check(memcmp(entry.halves, wanted[i].halves, sizeof entry.halves) == 0, "who gets what");
        check(memcmp(entry.places, wanted[i].places, sizeof entry.places) == 0, "places");
    }
    check(game == NULL, "no further game");
    catasta_input_close(input);
    input = read_text(session, "1. c3:-d3 1-0\n", &game);
    check(catasta_game_entry(game, &entry) && entry.counted == CATASTA_LEFT_UNREADABLE, "without a ruleset");
    check(!catasta_game_match(game, &rule), "of no match");
    catasta_input_close(input);
    catasta_session_free(session);
}

/* ---- keeping ---- */

static catasta_game *kept_game(void)
{
    const struct catasta_options options = {.size = sizeof options};
    catasta_session *session = catasta_session_new(&options, NULL);
    catasta_game *game;
    char *text = malloc(sizeof walked);
    memcpy(text, walked, sizeof walked);
    catasta_input *input = read_text(session, text, &game);
    memset(text, 'x', sizeof walked);
    free(text);
    check(catasta_game_keep(game) == game && catasta_input_next(input) == NULL, "kept");
    catasta_input_close(input);
    catasta_session_free(session);
    return game;
}

static void keep(void)
{
    struct bytes bytes = {.length = 0};
    const struct catasta_sink sink = {take, &bytes};
    struct catasta_info info = {.size = sizeof info};
    struct catasta_seat seat = {.size = sizeof seat};
    catasta_game *game = kept_game();
    check(catasta_game_info(game, &info) && is(info.source, walked), "its source");
    check(catasta_game_seat(game, 1, &seat) && is(seat.player, "Mia"), "its player");
    catasta_writer *writer = catasta_writer_new(CATASTA_SGN, NULL, &sink);
    check(catasta_writer_add(writer, game) && catasta_writer_close(writer, CATASTA_OK), "written");
    check(strstr(bytes.data, "a4:xb5") != NULL, "all of it");
    catasta_position *position = catasta_game_position(game, info_of(game).nodes - 1);
    catasta_game_free(game);
    check(look(position, "", "").count > 0, "its last position");
    catasta_position_free(position);
}

int main(void)
{
    const struct catasta_options options = {.size = sizeof options};
    catasta_session *session = catasta_session_new(&options, NULL);
    check(strcmp(catasta_version(), CATASTA_VERSION) == 0, "version");
    mend(session);
    walk(session);
    play_ten(session, "accasta-pari", NULL, 0);
    play_ten(session, "staku", NULL, 0);
    play_ten(session, "stakz", hands, 3);
    play_ten(session, "stakz", &table, 1);
    play_ten(session, "staka", NULL, 0);
    play_ten(session, "stakd-elite", NULL, 0);
    play_ten(session, "attangle", NULL, 0);
    complete(session);
    count(false);
    count(true);
    keep();
    catasta_session_free(session);
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}

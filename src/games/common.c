/* SPDX-License-Identifier: MIT */
#include "games/common.h"

#define TAGS "[Ruleset \"accasta-pari\"]\n\n"

/* A position where White, to move, has one step left to three castle cells. */
#define NEARLY_WON "[Ruleset \"accasta-pari\"]\n[Position \"x,w,w,x/x5/x6/x3,w,x3/x6/x5/b,x3 w 9\"]\n\n"

const struct rule common_rules[COMMON_RULE_COUNT] = {
    [COMMON_OFF_BOARD] = {"record/off-board", SEVERITY_ERROR, "{cell} is not on the board{note}",
        "Every cell that a turn names must be on the board. This is checked before anything else in the turn.",
        TAGS "1. c3:-h1\n", .kept = TAGS "1. c3:-d3\n", .parameter = "board.hexhex board.rows"},
    [COMMON_WINDOW] = {"record/window", SEVERITY_ERROR,
        "{place} is outside the window, which has the rows a to z and aa to az and the columns 1 to 52; re-centre the "
        "record, so that its first piece is on z26",
        "Every place of a field must be in its window. A field without an edge is recorded in a window of 52 rows by "
        "52 columns. A game may begin anywhere in it; if it grows out of the window, write the record again with all "
        "places moved by the same number of rows and columns. By custom the first piece is on z26. This is checked "
        "before anything else in the turn.",
        "[Ruleset \"stakd-elite\"]\n\n1. B@z52\n", .kept = "[Ruleset \"stakd-elite\"]\n\n1. B@z26\n",
        .parameter = "first_place"},
    [COMMON_WRONG_TURN] = {"record/wrong-turn", SEVERITY_ERROR,
        "the turn names seat {written}, but seat {seat} is to move{note}",
        "A seat that is written must be the one to move. A turn may begin with the number of its seat, as in 2|e3:-d3.",
        TAGS "1. 2|c3:-d3\n", .kept = TAGS "1. 1|c3:-d3\n"},
    [COMMON_AFTER_END] = {"record/after-end", SEVERITY_ERROR, "the game was already over: {how}",
        "Once the rules have ended a game, no turn may follow. Anything after the end is not judged.",
        NEARLY_WON "9. d4:-e4 a1:-b1\n", .kept = NEARLY_WON "9. d4:-e4\n",
        .parameter = "win.controlling win.check draw.turns_without_capture no_move end.on_stall"},
    [COMMON_CANNOT_PASS] = {"record/cannot-pass", SEVERITY_ERROR, "passing is not possible here: {why}",
        "A turn may be passed only where the game allows it. Most games have no pass. Others allow one only when no "
        "other turn is legal, as with 'no_move: pass', or when nothing is left to draw.",
        TAGS "1. pass\n", .kept = TAGS "1. c3:-d3\n", .parameter = "no_move"},
    [COMMON_CANNOT_RESIGN] = {"record/cannot-resign", SEVERITY_ERROR,
        "resigning needs two players; this game has {players}",
        "A player can resign only in a game of two. Resigning gives the game to the other side; with more players "
        "there is no single other side.",
        "[Ruleset \"stakz\"]\n[Player1 \"Anna\"]\n[Player2 \"Ben\"]\n[Player3 \"Cleo\"]\n[Start \"R2 G4\"]\n\n1. "
        "resign\n",
        .kept = "[Ruleset \"stakz\"]\n[Player1 \"Anna\"]\n[Player2 \"Ben\"]\n[Start \"R2 G4\"]\n\n1. resign\n",
        .parameter = "players"},
    [COMMON_MARK_WRONG] = {"record/mark-wrong", SEVERITY_ERROR, "{step} is marked '{mark}', but {why}{note}",
        "A mark that is written must agree with the board. A mark shows what a turn lands on, and may be left out. A "
        "wrong mark means that the recorded position is not the one that was played.",
        TAGS "1. c3:xd3\n", .kept = TAGS "1. c3:-d3\n"},
    [COMMON_MARK_MISSING] = {"record/mark-missing", SEVERITY_NOTE,
        "{step} {what}; in canonical form its mark is '{mark}'",
        "A mark that shows what a turn lands on was left out. That is allowed; canonical form includes it.",
        TAGS "1. c3:-c4\n", .kept = TAGS "1. c3:+c4\n"},
    [COMMON_RESULT_MISMATCH] = {"record/result-mismatch", SEVERITY_ERROR,
        "the record claims {claim}, but the board {result}: {how}{?advice}",
        "If the rules end a game, the board gives the result. A result claimed on an undecided board, by resignation, "
        "agreement or time, counts as claimed.",
        NEARLY_WON "9. d4:-e4 0-1\n", .kept = NEARLY_WON "9. d4:-e4 1-0\n"},
    [COMMON_BAD_POSITION] = {"record/bad-position", SEVERITY_ERROR, "this position cannot be used: {why}",
        "A Position tag holds a position that play can reach. It is written in the form that sgn(5) gives for each "
        "game: the pieces and their places, the seat to move, and the game's counters.",
        "[Ruleset \"accasta-pari\"]\n[Position \"wwww,x3/x5/x6/x7/x6/x5/x4 w 1\"]\n\n*\n",
        .kept = "[Ruleset \"accasta-pari\"]\n[Position \"www,x3/x5/x6/x7/x6/x5/x4 w 1\"]\n\n*\n"},
    [COMMON_PLAYERS] = {"record/players", SEVERITY_ERROR, "{what}",
        "A record names as many players as the game allows. Their tags are White and Black, or Player1, Player2 and so "
        "on without a gap.",
        "[Ruleset \"accasta-pari\"]\n[Player1 \"Anna\"]\n[Player3 \"Ben\"]\n\n*\n",
        .kept = "[Ruleset \"accasta-pari\"]\n[Player1 \"Anna\"]\n[Player2 \"Ben\"]\n\n*\n", .parameter = "players"},
    [COMMON_MOVE_NUMBER] = {"record/move-number", SEVERITY_NOTE, "numbered {written}, but this is turn {number}{note}",
        "Turn numbers are for the reader. A wrong number changes nothing; canonical form has the right ones.",
        TAGS "2. c3:-d3\n", .kept = TAGS "1. c3:-d3\n"},
    [COMMON_BEGINNING] = {"record/beginning", SEVERITY_ERROR,
        "the turn numbers begin at {number}, and the turns are illegal from the start: {missing} missing{?advice}",
        "The first rounds of a game must not be missing. A record begins at the start of the game, or at its Position. "
        "If the first number is above 1 and the turns cannot be played from the start, nothing is judged. If all turns "
        "are legal from the start, only the numbers are wrong.",
        TAGS "4. d3:-d2 e5:-e6\n", .kept = TAGS "1. c3:-d3 e3:-e2\n"},
    [COMMON_TAG_NAME] = {"record/tag-name", SEVERITY_WARNING,
        "the tag {tag} has no meaning; '{meant}' may have been meant",
        "A tag name seems to be misspelt. It is one letter away from the name of a tag that has a meaning, and that "
        "this record lacks.",
        "[Whte \"Anna\"]\n[Ruleset \"accasta-pari\"]\n\n*\n",
        .kept = "[White \"Anna\"]\n[Ruleset \"accasta-pari\"]\n\n*\n"},
    [COMMON_DUPLICATE_TAG] = {"record/duplicate-tag", SEVERITY_WARNING,
        "the tag {tag} is given twice; the last one counts",
        "Each tag should be given once in a game. If a tag is repeated, the last one counts.",
        "[Ruleset \"accasta-pari\"]\n[Site \"Here\"]\n[Site \"There\"]\n\n*\n",
        .kept = "[Ruleset \"accasta-pari\"]\n[Site \"Here\"]\n\n*\n"},
    [COMMON_RESULT_TAG] = {"record/result-tag", SEVERITY_WARNING,
        "the Result tag says {tag}, the movetext {result}; the movetext counts",
        "The Result tag and the movetext should agree. The result is in both; if they differ, the one after the last "
        "turn counts.",
        "[Ruleset \"accasta-pari\"]\n[Result \"1-0\"]\n\n1. c3:-d3 *\n",
        .kept = "[Ruleset \"accasta-pari\"]\n[Result \"1-0\"]\n\n1. c3:-d3 1-0\n"},
    [COMMON_STOOD] = {"record/stood", SEVERITY_NOTE, "marked [%stood], but this turn is legal",
        "Only an illegal turn can be marked with [%stood]. In a comment after a turn, [%stood] means that the turn was "
        "illegal, that nobody noticed, and that the game went on from there. After a legal turn it means nothing.",
        TAGS "1. c3:-d3 {[%stood]}\n", .kept = TAGS "1. c3:-e4 {[%stood]}\n"},
    [COMMON_EXPECTED] = {"record/expected", SEVERITY_ERROR, "{id} is expected here, but was not found",
        "A fault that a record expects must be found. This is checked only on request. The command [%expect] in a "
        "comment after the turn lists the ids; before the first turn it covers the tags and the set-up, after the "
        "result the result.",
        TAGS "1. c3:-d3 {[%expect accasta/too-many-pieces]}\n",
        .kept = TAGS "1. c3:2-d3 {[%expect accasta/too-many-pieces]}\n"},
    [COMMON_UNEXPECTED] = {"record/unexpected", SEVERITY_ERROR, "{id} is not expected here: {message}",
        "A record must list each fault that it expects. This is checked only on request. The command [%expect] in a "
        "comment after a turn lists the ids of its errors and warnings; before the first turn it covers the tags and "
        "the set-up, after the result the result. Notes need not be listed.",
        TAGS "1. c3:2-d3 {[%expect]}\n", .kept = TAGS "1. c3:-d3 {[%expect]}\n"},
    [COMMON_EXPECTED_ID] = {"record/expected-id", SEVERITY_ERROR, "unknown id {id}{?advice}",
        "The command [%expect] takes ids. They are separated by spaces or commas; catasta-rules(7) lists them.",
        TAGS "1. c3:-d3 {[%expect record/stod]}\n", .kept = TAGS "1. c3:-d3 {[%stood] [%expect record/stood]}\n"},
    [COMMON_UNPLAYED] = {"record/unplayed", SEVERITY_ERROR, "{what}{?advice}",
        "A game that was not played still scores. Its tag Termination says why. With 'bye', 'half-point bye' and "
        "'zero-point bye', the record names only the player who has the bye; with 'withdrawn', the players who leave. "
        "'forfeit' needs the result 1-0 or 0-1, for the player who came; 'double forfeit' and 'unplayed' need none. A "
        "result must agree with the tag, and the record must have no turns.",
        "[Ruleset \"accasta-pari\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n[Termination \"forfeit\"]\n\n1/2-1/2\n",
        .kept = "[Ruleset \"accasta-pari\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n[Termination \"forfeit\"]\n\n1-0\n"},
    [COMMON_WHOLE_STACKS] = {"record/whole-stacks", SEVERITY_ERROR,
        "the turns of this record leave out {what}{?advice}",
        "A missing count is 1, and captures are marked 'x'. Some servers write turns differently: a step without a "
        "count takes all that is left of the stack, and '+' lands on any stack. If a record is legal from first to "
        "last only in that reading, it is judged that way, with this error. Read in the form of such a server it has "
        "no error, and can be written in canonical form.",
        TAGS "1. c4:-d5 e4:+d5 2. a4:-b5\n", .kept = TAGS "1. c4:-d5 e4:xd5 2. a4:3-b5\n"},
    [COMMON_BAD_TAG] = {"record/bad-tag", SEVERITY_ERROR, "the tag {tag} says '{value}': {why}",
        "A tag that sets a parameter must fit the rules. In PTN these are Size, Komi, Flats, Caps and Opening; if "
        "there is a Ruleset tag, Size must agree with it. A record with any other value is not judged.",
        "[Ruleset \"tak-5\"]\n[Size \"6\"]\n\n1. a1 e5 *\n",
        .kept = "[Ruleset \"tak-5\"]\n[Size \"5\"]\n\n1. a1 e5 *\n"},
    [COMMON_TERMINATION] = {"record/termination", SEVERITY_WARNING,
        "the tag Termination says '{word}', which has no meaning for a game without turns{?advice}",
        "A misspelt Termination leaves an unplayed game open. In a record without turns the tag Termination can say "
        "that the game was not played: 'bye', 'half-point bye', 'zero-point bye', 'forfeit', 'double forfeit', "
        "'withdrawn' or 'unplayed'. Any other value has no effect on scoring.",
        "[Ruleset \"accasta-pari\"]\n[White \"Anna\"]\n[Termination \"by\"]\n\n*\n",
        .kept = "[Ruleset \"accasta-pari\"]\n[White \"Anna\"]\n[Termination \"bye\"]\n\n*\n"},
};

uint16_t byte_of(struct slice text, struct slice field)
{
    size_t at = field.at == NULL ? text.length : (size_t)(field.at - text.at);
    return (uint16_t)(at < FAULT_WHOLE ? at : FAULT_WHOLE - 1);
}

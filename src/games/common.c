#include "games/common.h"

#define TAGS "[Ruleset \"accasta-pari\"]\n\n"

/* A position where White, to move, has one step left to three castle cells. */
#define NEARLY_WON "[Ruleset \"accasta-pari\"]\n[Position \"x,w,w,x/x5/x6/x3,w,x3/x6/x5/b,x3 w 9\"]\n\n"

const struct rule common_rules[COMMON_RULE_COUNT] = {
    [COMMON_OFF_BOARD] = {"record/off-board", SEVERITY_ERROR, "{1} is not on the board{2}",
        "Every cell that a turn names must be on the board of its ruleset. This is judged before anything else in "
        "the turn.",
        TAGS "1. c3:-h1\n"},
    [COMMON_WINDOW] = {"record/window", SEVERITY_ERROR,
        "{1} is beyond the window, which has the rows a to z and aa to az and the columns 1 to 52; re-centre the "
        "record, so that its first piece lies on z26",
        "A field without an edge is recorded in a window of 52 rows by 52 columns. Where a game begins in it is free, "
        "so that one that grows out of it is written down again, all its places moved by as many rows and columns; z26 "
        "is the custom for the first piece. This is judged before anything else in the turn.",
        "[Ruleset \"stakd-elite\"]\n\n1. B@z52\n"},
    [COMMON_WRONG_TURN] = {"record/wrong-turn", SEVERITY_ERROR, "the turn says seat {1}, but seat {2} is to move{3}",
        "A turn may carry the number of its seat, as in 2|e3:-d3. It must be the seat whose turn it is.",
        TAGS "1. 2|c3:-d3\n"},
    [COMMON_AFTER_END] = {"record/after-end", SEVERITY_ERROR, "the game was over: {1}",
        "Once the rules have ended a game no turn may follow.", NEARLY_WON "9. d4:-e4 a1:-b1\n"},
    [COMMON_CANNOT_PASS] = {"record/cannot-pass", SEVERITY_ERROR, "this turn cannot be passed: {2}",
        "A turn may be passed only where the game's rules say so.", TAGS "1. pass\n"},
    [COMMON_CANNOT_RESIGN] = {"record/cannot-resign", SEVERITY_ERROR, "resigning needs two players, the game has {2}",
        "Resigning ends a game of two for the other side; with more players there is no other side to win it.",
        "[Ruleset \"stakz\"]\n[Player1 \"Anna\"]\n[Player2 \"Ben\"]\n[Player3 \"Cleo\"]\n[Start \"R2 G4\"]\n\n1. "
        "resign\n"},
    [COMMON_MARK_WRONG] = {"record/mark-wrong", SEVERITY_ERROR, "{1} is marked '{2}', but {3}{4}",
        "Marks that tell what a turn meets are optional, but where they are written they must agree with the board: "
        "a wrong one means that the position recorded is not the one played.",
        TAGS "1. c3:xd3\n"},
    [COMMON_MARK_MISSING] = {"record/mark-missing", SEVERITY_NOTE, "{1} {2}; canonical form marks it '{3}'",
        "A mark that tells what a turn meets was left out. That is allowed; 'catasta fmt' writes it.",
        TAGS "1. c3:-c4\n"},
    [COMMON_RESULT_MISMATCH] = {"record/result-mismatch", SEVERITY_ERROR,
        "the record claims {1}, but the board ended the game {2}: {3}",
        "Where the rules have ended a game, the result written must be the one they give. A result claimed on an "
        "undecided board, by resignation, agreement or time, is kept as claimed.",
        NEARLY_WON "9. d4:-e4 0-1\n"},
    [COMMON_BAD_POSITION] = {"record/bad-position", SEVERITY_ERROR, "this position is impossible: {1}",
        "A Position tag holds what 'catasta show -f position' prints: the rows from the top down with their cells from "
        "left to right, the side to move, and the game's counters. It must be one that legal play could leave.",
        "[Ruleset \"accasta-pari\"]\n[Position \"wwww,x3/x5/x6/x7/x6/x5/x4 w 1\"]\n\n*\n"},
    [COMMON_PLAYERS] = {"record/players", SEVERITY_ERROR, "{1}",
        "Players are named in the tags White and Black, or Player1, Player2 and so on without a gap; their number must "
        "be one that the game allows.",
        "[Ruleset \"accasta-pari\"]\n[Player1 \"Anna\"]\n[Player3 \"Ben\"]\n\n*\n"},
    [COMMON_MOVE_NUMBER] = {"record/move-number", SEVERITY_NOTE, "numbered {1}, but this is turn {2}",
        "Turn numbers are there for the reader; a wrong one changes nothing. 'catasta fmt' writes the right ones.",
        TAGS "2. c3:-d3\n"},
    [COMMON_DUPLICATE_TAG] = {"record/duplicate-tag", SEVERITY_WARNING,
        "the tag {1} was there before; the last one counts",
        "Each tag should stand once in a game. Where one is repeated, the last counts.",
        "[Ruleset \"accasta-pari\"]\n[Site \"Here\"]\n[Site \"There\"]\n\n*\n"},
    [COMMON_RESULT_TAG] = {"record/result-tag", SEVERITY_WARNING,
        "the Result tag says {1}, the movetext {2}, which holds",
        "The result stands in the Result tag and behind the last turn; where they differ the movetext holds.",
        "[Ruleset \"accasta-pari\"]\n[Result \"1-0\"]\n\n1. c3:-d3 *\n"},
    [COMMON_STOOD] = {"record/stood", SEVERITY_NOTE, "marked [%stood], but this turn is legal",
        "The command [%stood] in a comment behind a turn says that it was illegal, that nobody noticed, and that the "
        "game went on from there. On a legal turn it says nothing.",
        TAGS "1. c3:-d3 {[%stood]}\n"},
};

// SPDX-License-Identifier: MIT
// Uses the library from C++.  Prints what it finds, and "N passed, N failed".  The header comes first, so that it
// cannot rely on another.
#include <catasta.h>

#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace
{

const std::string broken = "[Ruleset \"accasta-pari\"]\n"
                           "[White \"Quinn\"]\n"
                           "[Black \"Rosa\"]\n"
                           "\n"
                           "1. c4:-d5 f2:2-e2 2. b4:2-d4 e3:xd4 3. a4:3-c4 d4:4xc3 4. c4:-f2,2-d4\n"
                           "g1:xf2,-e1 5. d5:xe4 f4:+f3,xe4 6. d4:xe4 e2:2+c3 7. e4:2-f4,xf3 c3:-c4,xb3 0-1\n";
const std::string walked = "[Ruleset \"accasta-pari\"]\n"
                           "[White \"Mia\"]\n"
                           "\n"
                           "1. a1:3-b1 {Off the edge.} f3:2+e4 $1 2. b1:3-c1 e4:3-b5\n"
                           "(2... f4:-f3 {is slower.} 3. c1:3-e2) 3. a4:xb5 *\n";

struct deleter {
    void operator()(catasta_session *session) const
    {
        catasta_session_free(session);
    }
    void operator()(catasta_input *input) const
    {
        catasta_input_close(input);
    }
    void operator()(catasta_game *game) const
    {
        catasta_game_free(game);
    }
    void operator()(catasta_position *position) const
    {
        catasta_position_free(position);
    }
};
template <typename T> using owned = std::unique_ptr<T, deleter>;
using session = owned<catasta_session>;
using input = owned<catasta_input>;
using kept = owned<catasta_game>;
using position = owned<catasta_position>;

unsigned passed, failed;
std::mt19937 dice(9);

bool check(bool holds, const std::string &what)
{
    if (!holds)
        std::cout << "not ok " << what << '\n';
    ++(holds ? passed : failed);
    return holds;
}

// A struct that knows its size.
template <typename T> T sized()
{
    T n = {};
    n.size = sizeof n;
    return n;
}

template <typename T, typename Call, typename... Arguments> T got(Call call, Arguments... arguments)
{
    T n = sized<T>();
    check(call(arguments..., &n), "there is such a thing");
    return n;
}

std::string_view view(catasta_text text)
{
    return text.bytes == nullptr ? std::string_view() : std::string_view(text.bytes, text.length);
}

std::string_view cut(std::string_view source, catasta_span span)
{
    return source.substr(span.begin, span.end - span.begin);
}

bool append(void *context, const char *bytes, size_t length)
{
    static_cast<std::string *>(context)->append(bytes, length);
    return true;
}

// What CALL writes to the sink that is its last argument.
template <typename Call, typename... Arguments> std::string written(Call call, Arguments... arguments)
{
    std::string text;
    const catasta_sink sink = {append, &text};
    check(call(arguments..., &sink), "written");
    return text;
}

session open_session()
{
    const catasta_options options = sized<catasta_options>();
    return session(catasta_session_new(&options, nullptr));
}

input open_text(const session &session, const std::string &text)
{
    return input(catasta_input_bytes(session.get(), text.data(), text.size(), "here.sgn"));
}

void mend(const session &session)
{
    input source = open_text(session, broken);
    const catasta_game *game = catasta_input_next(source.get());
    std::string mended = broken;
    check(got<catasta_info>(catasta_game_info, game).errors == 1, "one error");
    for (size_t i = 0; i < got<catasta_info>(catasta_game_info, game).diagnostics; i++) {
        const auto fault = got<catasta_diagnostic>(catasta_game_diagnostic, game, i);
        std::cout << fault.line << ':' << fault.column << ": " << written(catasta_game_message, game, i) << '\n';
        check(cut(broken, fault.span) == "4xc3" && fault.seat == 2 && fault.repairs > 0, fault.id);
        const auto repair = got<catasta_repair>(catasta_game_repair, game, i, 0);
        for (size_t k = repair.edit_count; k-- > 0;) {
            const catasta_edit &edit = repair.edits[k];
            std::cout << "  '" << cut(broken, edit.span) << "' becomes '" << view(edit.text) << "'\n";
            mended.replace(edit.span.begin, edit.span.end - edit.span.begin, view(edit.text));
        }
    }
    source = open_text(session, mended);
    game = catasta_input_next(source.get());
    const auto info = got<catasta_info>(catasta_game_info, game);
    check(info.errors == 0 && info.legal && view(info.source) == mended, "mended");
    const auto outcome = got<catasta_outcome>(catasta_game_outcome, game);
    const auto rosa = got<catasta_seat>(catasta_game_seat, game, 2);
    check(outcome.over && outcome.winners == 2 && std::string(outcome.reason) == "castle", "outcome");
    const auto entry = got<catasta_entry>(catasta_game_entry, game);
    check(entry.counted == CATASTA_COUNTED && entry.halves[1] == 2 && entry.places[1] == 1, "what it counts for");
    check(got<catasta_match_rule>(catasta_game_match, game).best_of == 0, "a match has any number of rounds");
    check(rosa.won && rosa.score == 1 && rosa.score_of == 1 && view(rosa.player) == "Rosa", "seat");
}

void walk(const session &session)
{
    input source = open_text(session, walked);
    const catasta_game *game = catasta_input_next(source.get());
    std::string found;
    std::function<void(uint32_t)> line = [&](uint32_t i) {
        while (i != CATASTA_NOWHERE) {
            const auto node = got<catasta_node>(catasta_game_node, game, i);
            auto remark = sized<catasta_remark>();
            found.append(view(node.text)).append(" ");
            for (size_t k = 0; catasta_game_remark(game, i, k, &remark); k++)
                found.append(remark.glyph ? "" : "{").append(view(remark.text)).append(remark.glyph ? " " : "} ");
            if (node.variation != CATASTA_NOWHERE) {
                found += "( ";
                line(node.variation);
                found += ") ";
            }
            i = node.next;
        }
    };
    line(got<catasta_node>(catasta_game_node, game, 0).next);
    std::cout << found << '\n';
    check(found == "a1:3-b1 {Off the edge.} f3:2+e4 $1 b1:3-c1 e4:3-b5 ( f4:-f3 {is slower.} c1:3-e2 ) a4:xb5 ",
        "the walk");
}

struct move {
    std::string text;
    unsigned flags;
};

// What begins with PREFIX; a fault is in WHY.
std::vector<move> moves(const position &position, std::string_view prefix, catasta_fault *why = nullptr)
{
    std::vector<move> found;
    const auto visit = [](void *context, const char *text, size_t length, unsigned flags) {
        static_cast<std::vector<move> *>(context)->push_back({std::string(text, length), flags});
        return true;
    };
    catasta_position_moves(position.get(), prefix.data(), prefix.size(), visit, &found, why);
    return found;
}

bool play(const position &position, const std::string &turn)
{
    auto why = sized<catasta_fault>();
    return check(catasta_position_play(position.get(), turn.data(), turn.size(), &why),
        turn + ": " + std::string(view(why.message)));
}

std::string choose(const position &position, const std::string &prefix)
{
    std::vector<move> whole, begun;
    for (const move &move : moves(position, prefix))
        if (move.text != prefix)
            (move.flags & CATASTA_COMPLETE ? whole : begun).push_back(move);
    if (!check(!whole.empty() || !begun.empty(), "something begins with '" + prefix + "'"))
        return "";
    if (!whole.empty() && (begun.empty() || dice() % 3 == 0))
        return whole[dice() % whole.size()].text;
    return choose(position, begun[dice() % begun.size()].text);
}

position start(const session &session, const char *ruleset, std::vector<catasta_pair> tags)
{
    auto why = sized<catasta_fault>();
    position from(catasta_position_start(session.get(), ruleset, tags.data(), tags.size(), &why));
    check(from != nullptr, std::string(ruleset) + ": " + std::string(view(why.message)));
    return from;
}

const std::vector<catasta_pair> hands = {
    {"Hand1", "R3 R4 O1 O5 G1 G4 B1 B4 P1 P5"}, {"Hand2", "R1 R4 O4 O5 G1 G2 B2 B3 P2 P4"}, {"Start", "G3 B5"}};

void play_ten(const session &session)
{
    const std::vector<std::pair<const char *, std::vector<catasta_pair>>> starts = {{"accasta-pari", {}}, {"staku", {}},
        {"stakz", hands}, {"stakz", {{"Start", "G5 R2"}}}, {"staka", {}}, {"stakd-elite", {}}};
    for (const auto &[ruleset, tags] : starts) {
        position position = start(session, ruleset, tags);
        std::cout << ruleset << ':';
        for (unsigned i = 0; i < 10 && catasta_position_to_move(position.get()) != 0; i++) {
            const std::string turn = choose(position, "");
            std::cout << ' ' << turn;
            play(position, turn);
        }
        std::cout << '\n';
        if (catasta_position_to_move(position.get()) == 0) {
            check(got<catasta_outcome>(catasta_position_outcome, position.get()).over, "it is over");
            continue;
        }
        check(catasta_position_number(position.get()) == 6, "the sixth round");
        ::position copy(catasta_position_copy(position.get()));
        play(copy, choose(copy, ""));
        check(catasta_position_to_move(copy.get()) == 2 && catasta_position_to_move(position.get()) == 1, "a copy");
        const auto seat = got<catasta_seat>(catasta_position_seat, copy.get(), 2u);
        check(!seat.won && !got<catasta_outcome>(catasta_position_outcome, copy.get()).over, "undecided");
        const std::string text = written(catasta_position_write, copy.get(), CATASTA_POSITION);
        ::position again(catasta_position_read(session.get(), ruleset, text.data(), text.size(), nullptr));
        check(again && written(catasta_position_write, again.get(), CATASTA_POSITION) == text, text);
    }
}

void begins(const position &position, const std::string &prefix, size_t least)
{
    const std::vector<move> found = moves(position, prefix);
    check(found.size() >= least, prefix);
    for (const move &move : found)
        check(move.text.compare(0, prefix.size(), prefix) == 0, move.text);
}

void complete(const session &session)
{
    position accasta = start(session, "accasta-pari", {});
    begins(accasta, "", 100);
    begins(accasta, "b4:", 20);
    begins(accasta, "b4:2-", 3);
    auto why = sized<catasta_fault>();
    check(moves(accasta, "b4:2-b3", &why).empty() && std::string(why.id) == "accasta/stack-limit", "b4:2-b3");
    check(why.span.begin == 3 && why.span.end == 7, "where in the prefix");
    std::cout << view(why.message) << '\n';
    begins(start(session, "stakz", hands), "R3>1,", 20);
    position staka = start(session, "staka", {{"Colours", "GB"}});
    for (const char *turn : {"GR@z26", "BG@aa27", "GR@z27", "BG@y26", "GW@y27", "BW@z28", "GW@aa26", "BR@aa28",
             "WR@y28", "BW@aa29", "BR@ab28", "RW@z29", "P@z26", "P@y26"})
        play(staka, turn);
    begins(staka, "z26-z27,", 2);
    check(moves(staka, "+GW", &why).empty() && std::string(why.id) == "syntax/turn", "+GW");
}

void keep()
{
    kept game;
    {
        session gone = open_session();
        input source = open_text(gone, walked);
        game.reset(catasta_game_keep(catasta_input_next(source.get())));
    }
    check(got<catasta_info>(catasta_game_info, game.get()).plies == 5, "kept");
    check(written(catasta_write, game.get(), CATASTA_SGN).find("a4:xb5") != std::string::npos, "written");
    position position(catasta_game_position(game.get(), 1));
    game.reset();
    play(position, "f3:2+e4");
}

} // namespace

int main()
{
    static_assert(CATASTA_VERSION_MAJOR >= 0 && CATASTA_VERSION_MINOR >= 0 && CATASTA_VERSION_PATCH >= 0, "numbers");
    check(std::strcmp(catasta_version(), CATASTA_VERSION) == 0, "version");
    const session session = open_session();
    mend(session);
    walk(session);
    play_ten(session);
    complete(session);
    keep();
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed > 0;
}

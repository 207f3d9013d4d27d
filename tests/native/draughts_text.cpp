// Draughts positions, moves and games as text: round trips, what is accepted, what is refused and how, and texts
// spoiled in many ways. The seeds are fixed, so a failure comes again.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "draughts/notation.hpp"
#include "draughts/pdn.hpp"
#include "records/utf8.hpp"
#include "search/random.hpp"

using leafstrap::as_utf8;
using leafstrap::is_utf8;
using leafstrap::MoveList;
using leafstrap::Outcome;
using leafstrap::Random;
using leafstrap::Side;
using namespace leafstrap::draughts;
using Position = leafstrap::draughts::Position;

namespace {

std::string fault_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

bool says(const std::string& sentence, const char* part) { return sentence.find(part) != std::string::npos; }

std::vector<PdnGame> games_of(std::string_view text) {
    std::vector<PdnGame> games;
    PdnReader reader(text);
    for (PdnGame game; reader.next(game);) games.push_back(game);
    return games;
}

std::vector<std::string> texts_of(const PdnGame& game) {
    std::vector<std::string> texts;
    Position position = game.start;
    for (const Move move : game.moves) {
        texts.push_back(position.move_text(move));
        position = position.after(move);
    }
    return texts;
}

// A game of random moves, from a start with kings or the usual one.
PdnGame random_game(Random& random, const Position& start) {
    PdnGame game;
    game.start = start;
    Position position = start;
    for (std::uint64_t plies = random.below(120); plies > 0; --plies) {
        MoveList<Position> moves;
        position.legal_moves(moves);
        if (moves.empty()) break;
        game.moves.push_back(moves[random.below(moves.size())]);
        position = position.after(game.moves.back());
    }
    if (const std::uint64_t points = random.below(4); points < 3)
        game.outcome = Outcome{true, static_cast<std::int8_t>(static_cast<int>(points) - 1)};
    return game;
}

const std::vector<std::string> starts = {"W:W31-50:B1-20", "W:WK31-50:BK1-20",
                                         "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
                                         "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"};

std::string spoiled(std::string text, Random& random, std::string_view alphabet) {
    for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) {
        const std::size_t at = random.below(text.size() + 1);
        const char letter =
            random.below(16) ? alphabet[random.below(alphabet.size())] : static_cast<char>(random.below(256));
        switch (random.below(4)) {
            case 0:
                text.insert(at, 1, letter);
                break;
            case 1:
                text.erase(at, 1 + random.below(4));
                break;
            case 2:
                text.insert(at, text.substr(random.below(text.size() + 1), random.below(20)));
                break;
            default:
                if (at < text.size()) text[at] = letter;
        }
    }
    return text;
}

void check_sentence(std::string_view sentence) {
    CHECK(sentence.size() > 20 && sentence.size() < 500 && sentence.find('\n') == std::string_view::npos);
}

}  // namespace

TEST("positions are written and read") {
    CHECK_EQUAL(Position::start().text(), std::string("W:W31-50:B1-20"));
    const char* const kings = "B:W6,9-11,20-23,30,K31,33,37,41-44,46:BK17,K24";
    CHECK_EQUAL(Position::parse(starts[2]).text(), std::string(kings));
    for (const char* same :
         {"W:B1-20:W31-50", " W : W 31 - 50 : B 1 - 20 . ", "W:W31-50:B01-020.", "W:W31-50:B1-20:H0:F1",
          "W:W31,32,33-40,41-50:B1-19,20\r\n", "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"})
        CHECK(Position::parse(same) == Position::start());
    CHECK(Position::parse("B:WK1-3:BK50").kings(Side::first) == (bit(0) | bit(1) | bit(2)));
    CHECK_EQUAL(hub_position(Position::parse("B:WK1,12:BK50,7")),
                std::string("BWeeeeebeeeewe") + std::string(36, 'e') + "B");
}

TEST("positions that cannot be are refused by name") {
    const std::vector<std::pair<const char*, const char*>> faults = {
        {"", "side to move is '', not W or B"},
        {"w:W31:B1", "side to move is 'w'"},
        {"W", "the squares of White are missing"},
        {"W:W31", "the squares of Black are missing"},
        {"W:W31:B1:B2", "the squares of Black are given twice"},
        {"W:W31:X1", "the side of a list of squares is 'X'"},
        {"W:W51:B1", "square 51 is more than 50"},
        {"W:W0:B1", "square 0 is not from 1"},
        {"W:W99999999999999:B1", "is more than 50"},
        {"W:W31,:B1", "expected the number of a square, found ':B1'"},
        {"W:W31,31:B1", "square 31 is occupied twice"},
        {"W:W31:B31", "square 31 is occupied twice"},
        {"W:W40-31:B1", "the range 40-31 runs backwards"},
        {"W:W5:B20", "White's man on 5 should have become a king"},
        {"W:W31:B46", "Black's man on 46 should have become a king"},
        {"W:W30-50:B1", "White has more than 20 pieces"},
        {"W:W:B", "there are no pieces"},
        {"W:W31:B1 and more", "unexpected 'and more'"},
        {"Wxbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", "square 1 is 'x', none of w b W B e"},
        {"ebbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", "side to move is 'e'"},
    };
    for (const auto& [text, part] : faults) {
        const std::string sentence = fault_of([&, text = text] { Position::parse(text); });
        if (!says(sentence, part)) check::fail(text, 0, "says: " + sentence);
    }
    CHECK(says(fault_of([] { read_hub_position("W"); }), "found 1 letters"));
    CHECK(says(fault_of([] { Position::parse(std::string(1000, ' ')); }), "longer than"));
}

TEST("moves as players write them") {
    const Position start = Position::start();
    for (const char* text : {"32-28", "32 - 28", "032-28", " 32-28! ", "32-28?!", "32x28"})
        CHECK_EQUAL(start.move_text(start.parse_move(text)), std::string("32-28"));
    const Position two = Position::parse("W:W28:B12,22");
    const Move jump = two.parse_move("28x8");
    for (const char* text : {"28x17x8", "28x8x12x22", "28x8x22x12", "28X17X8", "28:17:8", "28-8"})
        CHECK(two.parse_move(text) == jump);
    CHECK_EQUAL(jump.text(), std::string("28x8x12x22"));
    for (const char* wrong :
         {"", "32", "32-", "-28", "32-28-", "32+28", "0-0", "1-51", "32-999999999999", "a-b", "32-28x"})
        CHECK(says(fault_of([&] { start.parse_move(wrong); }), "is not written like a move in W:W31-50"));
    for (const char* wrong : {"32-29", "32-27-22", "28x17", "33-28x22", "20-25"})
        CHECK(says(fault_of([&] { start.parse_move(wrong); }), "is no legal move in W:W31-50"));
    for (const char* wrong : {"28x8x12", "28x8x12x23", "28x19x8", "28x8x8", "28x17x17x8"})
        CHECK(says(fault_of([&] { two.parse_move(wrong); }), "is no legal move"));
}

TEST("captures that share both squares name what they take") {
    const Position position = Position::parse("B:W23,33,35,37,39:BK1,3,16,25");
    CHECK(says(fault_of([&] { position.parse_move("1x31"); }), "may be several captures"));
    MoveList<Position> moves, found;
    position.legal_moves(moves);
    int shared = 0;
    for (const Move move : moves) {
        CHECK(position.parse_move(position.move_text(move)) == move);
        shared += position.move_text(move).starts_with("1x31x");
    }
    CHECK_EQUAL(shared, 2);
    CHECK(!find_moves(position, "1x31", found));
    CHECK_EQUAL(found.size(), 2u);
}

TEST("letters that are no UTF-8 are taken for Latin-1") {
    for (const char* good : {"", "plain", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x99\x82"}) CHECK(is_utf8(good));
    for (const char* bad :
         {"\xe9", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff", "\x80"})
        CHECK(!is_utf8(bad) && is_utf8(as_utf8(bad)));
}

TEST("files as they are found") {
    const auto games = games_of(
        "\xef\xbb\xbf% a line for some program\r\n"
        "[White \"J\xe9r\xf4me \\\"x\\\"\"]\r\n[Black \"Fran\xc3\xa7ois\"]\n[Result \"0-0\"]\n\n"
        "1.32-28 19-23 {a comment\n[%clock 1:00] over lines} 2. 28 x 19 14x 23 (2... 13x24 3. 37-32 (3. 31-26)) "
        "3.037-032! $5 10- "
        "14\n"
        "4 41-37 ; the rest of the line 1-0\n 1-1\n"
        "1. 33-28 18-23 2-0\n"  // no tags
        "[Event \"a\"] [Result \"0-2\"]\n1. 34-30\n"
        "[Event \"only tags\"]\n[Result 1/2-1/2]\n"
        "[Event \"\"]\n[FEN \"B:W28:B12,22.\"]\n1...22x33 1/2-1/2\n\n"
        "{the end} *\n");
    CHECK_EQUAL(games.size(), 5u);
    if (games.size() != 5) return;
    for (const PdnGame& game : games)
        if (game.fault) check::fail("files", game.fault->line, game.fault->sentence);
    CHECK_EQUAL(games[0].tag("White"), std::string("J\xc3\xa9r\xc3\xb4me \"x\""));
    CHECK_EQUAL(games[0].tag("Black"), std::string("Fran\xc3\xa7ois"));
    CHECK(texts_of(games[0]) ==
          (std::vector<std::string>{"32-28", "19-23", "28x19", "14x23", "37-32", "10-14", "41-37"}));
    CHECK(games[0].outcome == Outcome::draw() && games[0].line == 1);
    CHECK(games[1].moves.size() == 2 && games[1].outcome == Outcome::win(Side::first) && games[1].tags.empty() &&
          games[1].line == 10);
    CHECK(games[2].moves.size() == 1 && games[2].outcome == Outcome::win(Side::second) && games[2].tag("Event") == "a");
    CHECK(games[3].moves.empty() && games[3].outcome == Outcome::draw() && games[3].tag("Event") == "only tags");
    CHECK(games[4].start == Position::parse("B:W28:B12,22") && games[4].outcome == Outcome::draw());
    CHECK(texts_of(games[4]) == std::vector<std::string>{"22x33"});
}

TEST("what is broken is told with its line, and the next game follows") {
    const auto games = games_of(
        "[Event \"1\"]\n1. 32-28 19-23\n2. 28x20 14x23 2-0\n"
        "[Event \"2\"]\n[FEN \"W:W51:B1\"]\n1. 32-28 *\n"
        "[Event \"3\"]\n[GameType \"21\"]\n1. 11-15 *\n"
        "[Event \"4\"]\n1. 32-28 {never closed 19-23\n\n"
        "[Event \"5\"]\n1. 32-28 e5 19-23 0-2\n"
        "[Event \"6\"]\n1. 32-28 19- 2-0\n"
        "[Event \"7\"]\n[GameType \"20,W,10,10,N2,0\"]\n1. 32-28 1-0\n");
    CHECK_EQUAL(games.size(), 7u);
    if (games.size() != 7) return;
    const auto told = [&](std::size_t i, int line, const char* part) {
        return games[i].fault && games[i].fault->line == line && says(games[i].fault->sentence, part);
    };
    CHECK(told(0, 3, "'28x20' is no legal move in W:"));
    CHECK(games[0].moves.size() == 2 && games[0].outcome == Outcome::win(Side::first));
    CHECK(told(1, 4, "square 51 is more than 50") && games[1].moves.empty());
    CHECK(told(2, 7, "GameType '21' is not international draughts"));
    CHECK(told(3, 11, "{ opens is never closed") && games[3].moves.size() == 1);
    CHECK(told(4, 14, "'e5' is neither a move nor a result") && games[4].moves.size() == 1 &&
          games[4].outcome == Outcome::win(Side::second));
    CHECK(games[5].fault && games[5].moves.size() == 1);
    CHECK(!games[6].fault && games[6].outcome == Outcome::win(Side::first));
}

TEST("a capture that does not say which it is, is the one the rest agrees with") {
    // Each of the two captures is followed by moves that are legal after it alone.
    const Position position = Position::parse("B:W23,33,35,37,39:BK1,3,16,25");
    MoveList<Position> found;
    find_moves(position, "1x31", found);
    int told_apart = 0;
    for (const Move move : found) {
        const Position after = position.after(move), other = position.after(move == found[0] ? found[1] : found[0]);
        MoveList<Position> replies, known;
        after.legal_moves(replies);
        for (const Move reply : replies) {
            known.clear();
            if (!find_moves(other, after.move_text(reply), known)) continue;
            const std::string text = "[FEN \"" + position.text() + "\"]\n1... 1x31 2. " + after.move_text(reply) + " *";
            const auto games = games_of(text);
            CHECK(games.size() == 1 && !games[0].fault && games[0].moves == (std::vector<Move>{move, reply}));
            ++told_apart;
        }
    }
    CHECK(told_apart >= 2);
}

TEST("games are read as they were written") {
    Random random(5);
    std::string text;
    std::vector<PdnGame> games;
    for (int i = 0; i < 400; ++i) {
        games.push_back(random_game(random, Position::parse(starts[random.below(starts.size())])));
        games.back().tags = {{"Event", "game \"" + std::to_string(i) + "\""}, {"Result", "left out"}};
        text += write_pdn(games.back());
    }
    const auto again = games_of(text);
    CHECK_EQUAL(again.size(), games.size());
    for (std::size_t i = 0; i < std::min(again.size(), games.size()); ++i) {
        CHECK(!again[i].fault);
        CHECK(again[i].start == games[i].start && again[i].moves == games[i].moves);
        CHECK(again[i].outcome == games[i].outcome && again[i].tag("Event") == games[i].tags[0].second);
    }
}

TEST("spoiled positions are refused with a sentence or work") {
    Random random(1);
    int accepted = 0;
    for (int i = 0; i < 200'000; ++i) {
        const std::string seed = starts[random.below(starts.size())];
        const std::string text = random.below(4) ? spoiled(seed, random, "WBK:,-.0123456789 HF")
                                                 : spoiled(hub_position(Position::parse(seed)), random, "wbWBe");
        try {
            const Position position = Position::parse(text);
            ++accepted;
            MoveList<Position> moves;
            position.legal_moves(moves);
            CHECK_EQUAL(position.count_legal_moves(), moves.size());
            CHECK(Position::parse(position.text()) == position);
        } catch (const std::invalid_argument& error) {
            check_sentence(error.what());
        }
    }
    CHECK(accepted > 10'000 && accepted < 150'000);
}

TEST("spoiled moves are refused with a sentence or legal") {
    Random random(2);
    int accepted = 0;
    for (int i = 0; i < 100'000; ++i) {
        const Position position = Position::parse(starts[random.below(starts.size())]);
        MoveList<Position> moves;
        position.legal_moves(moves);
        const Move move = moves[random.below(moves.size())];
        const std::string text =
            spoiled(random.below(2) ? move.text() : position.move_text(move), random, "0123456789-xX: !?");
        try {
            const Move read = position.parse_move(text);
            ++accepted;
            CHECK(std::find(moves.begin(), moves.end(), read) != moves.end());
        } catch (const std::invalid_argument& error) {
            check_sentence(error.what());
        }
    }
    CHECK(accepted > 1'000 && accepted < 50'000);
}

TEST("spoiled files are read to their end") {
    Random random(3);
    const int files = std::getenv("LEAFSTRAP_SOAK") ? 100'000 : 4'000;
    for (int i = 0; i < files; ++i) {
        std::string text;
        for (int game = 0; game < 3; ++game) {
            PdnGame played = random_game(random, Position::parse(starts[random.below(starts.size())]));
            played.tags = {{"Event", "{x} (y) [z]"}};
            text += write_pdn(played);
        }
        for (int times = 0; times < 3; ++times) text = spoiled(text, random, "[]{}()\"\\;%$.*0123456789-x/ \n\nEFNW:");
        for (const PdnGame& game : games_of(text)) {
            if (game.fault) check_sentence(game.fault->sentence);
            CHECK(game.line >= 1);
            CHECK_EQUAL(texts_of(game).size(), game.moves.size());
        }
    }
}

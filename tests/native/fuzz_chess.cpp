// Text from outside, spoiled in a million ways: it is refused with a sentence, or it is a position that works.
// The seed is fixed, so a failure comes again. `make sanitize` runs this under the sanitizers.
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "chess/position.hpp"

using leafstrap::MoveList;
using leafstrap::chess::Position;

namespace {

constexpr int fens_to_try = 1'000'000;
constexpr int move_texts_to_try = 1'000'000;

const std::vector<std::string> seeds = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 99 9999",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
};
constexpr std::string_view alphabet = "pnbrqkPNBRQK12345678/ wbKQkq-abcdefgh0123456789x+=#e. \t\n";

class Mutator {
public:
    std::size_t below(std::size_t n) { return n ? random_() % n : 0; }

    char letter() { return below(16) ? alphabet[below(alphabet.size())] : static_cast<char>(below(256)); }

    std::string spoil(std::string text, const std::vector<std::string>& others) {
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) text = change(std::move(text), others);
        return text;
    }

private:
    std::string change(std::string text, const std::vector<std::string>& others) {
        const std::size_t at = below(text.size() + 1);
        switch (below(8)) {
            case 0:
                return text.insert(at, 1, letter());
            case 1:
                return text.erase(at, 1 + below(3));
            case 2:
                return text.insert(at, text.substr(below(text.size() + 1), below(20)));
            case 3: {
                const std::string& other = others[below(others.size())];
                return text.substr(0, at) + other.substr(below(other.size() + 1));
            }
            case 4:
                return below(64) ? text : text.insert(at, below(5000), letter());
            case 5:
                if (text.size() > 1) std::swap(text[below(text.size())], text[below(text.size())]);
                return text;
            default:
                if (!text.empty()) text[below(text.size())] = letter();
                return text;
        }
    }

    std::mt19937_64 random_{20090101};
};

// What holds of any position, however strange, that was let in.
void check_works(const Position& position, Mutator& random) {
    Position current = position;
    for (int ply = 0; ply < 6; ++ply) {
        MoveList<Position> moves;
        current.legal_moves(moves);
        CHECK_EQUAL(current.count_legal_moves(), moves.size());
        const Position again = Position::parse(current.text());
        CHECK(again == current && again.hash() == current.hash());
        if (moves.empty()) return;
        current = current.after(moves[random.below(moves.size())]);
    }
}

}  // namespace

TEST("a million spoiled FENs are refused or work") {
    Mutator random;
    int accepted = 0;
    for (int i = 0; i < fens_to_try; ++i) {
        const std::string text = random.spoil(seeds[random.below(seeds.size())], seeds);
        try {
            const Position position = Position::parse(text);
            ++accepted;
            check_works(position, random);
        } catch (const std::invalid_argument& error) {
            const std::string_view sentence = error.what();
            CHECK(sentence.size() > 20 && sentence.size() < 200 && sentence.find('\n') == std::string_view::npos);
        }
    }
    std::printf("     %d of %d were still positions\n", accepted, fens_to_try);
    CHECK(accepted > fens_to_try / 100 && accepted < fens_to_try / 2);
}

TEST("a million spoiled move texts are refused or legal") {
    Mutator random;
    int accepted = 0, tried = 0;
    std::vector<std::string> texts;
    while (tried < move_texts_to_try) {
        Position position = Position::parse(seeds[random.below(seeds.size())]);
        for (std::size_t plies = random.below(40); plies > 0; --plies) {
            MoveList<Position> moves;
            position.legal_moves(moves);
            if (moves.empty()) break;
            position = position.after(moves[random.below(moves.size())]);
        }
        texts.clear();
        MoveList<Position> moves;
        position.legal_moves(moves);
        for (const auto move : moves) texts.push_back(position.move_text(move));
        if (texts.empty()) continue;
        for (int i = 0; i < 1000; ++i, ++tried) {
            const std::string text = random.spoil(texts[random.below(texts.size())], texts);
            try {
                const auto move = position.parse_move(text);
                ++accepted;
                CHECK(position.is_legal(move));
                CHECK_EQUAL(position.move_text(move), text);
            } catch (const std::invalid_argument& error) {
                const std::string_view sentence = error.what();
                CHECK(sentence.size() < 300 && sentence.find('\n') == std::string_view::npos);
            }
        }
    }
    std::printf("     %d of %d were still moves\n", accepted, tried);
    CHECK(accepted > 0 && accepted < tried / 2);
}

// The tournament search on chess: mates, draws, limits, threads, and what it asks of a position.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "check.hpp"
#include "chess/features/material.hpp"
#include "chess/features/meep.hpp"
#include "chess/position.hpp"
#include "eval/linear.hpp"
#include "search/random.hpp"
#include "search/ranking.hpp"
#include "search/tournament/node_recorder.hpp"
#include "search/tournament/tournament.hpp"

using namespace leafstrap;
using Board = chess::Position;
using E = Linear<chess::Material, std::int32_t>;
using Search = tournament::TournamentSearch<E>;

namespace {

const std::vector<double> worth{100, 320, 330, 500, 900};

std::shared_ptr<const E> material() { return std::make_shared<E>(worth); }

tournament::Result<Board> think(Search& search, const Line<Board>& line, const tournament::Limits& limits,
                                const std::vector<chess::Move>& only = {}) {
    tournament::Control control;
    return search.run(material(), line, limits, only, control, [](const auto&) {});
}

tournament::Result<Board> think(const std::string& fen, const tournament::Limits& limits) {
    Search search(1, 1);
    return think(search, Line<Board>(Board::parse(fen)), limits);
}

template <class Set>
std::vector<double> random_weights() {
    Random random(3);
    std::vector<double> weights(feature_count<Set>);
    for (double& weight : weights) weight = static_cast<double>(random.below(400)) - 200;
    return weights;
}

// Calls visit(position) along random games.
template <class Visit>
void random_games(int games, Visit visit) {
    Random random(7);
    for (int game = 0; game < games; ++game) {
        Line<Board> line;
        for (int ply = 0; ply < 120 && !line.outcome().over; ++ply) {
            visit(line.position());
            MoveList<Board> moves;
            line.position().legal_moves(moves);
            line.push(moves[random.below(moves.size())]);
        }
    }
}

}  // namespace

TEST("mates are found with their distance") {
    struct Mate {
        const char* fen;
        int moves;
        int depth;
    };
    const Mate mates[] = {
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 4},
        {"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2, 8},
        {"8/8/8/8/8/6k1/r7/7K b - - 0 1", 1, 4},
        {"7k/R7/1R6/8/8/8/8/6K1 b - - 0 1", -1, 4},
    };
    for (const Mate& each : mates) {
        const auto result = think(each.fen, {.depth = each.depth});
        CHECK(result.lines.front().mate().has_value());
        CHECK_EQUAL(result.lines.front().mate().value_or(0), each.moves);
    }
}

TEST("bare kings and fifty moves are draws") {
    CHECK_EQUAL(think("8/8/8/3k4/8/8/1p6/K7 w - - 0 1", {.depth = 6}).lines.front().score, tournament::drawn);
    // A rook up, but the count ends with the next move, and no mate is there.
    CHECK_EQUAL(think("7k/8/8/8/8/8/8/KR6 w - - 99 90", {.depth = 6}).lines.front().score, tournament::drawn);
}

TEST("a repetition that saves half a point is found") {
    // White is a rook behind, and checks for ever on e8 and h5.
    CHECK_EQUAL(think("6k1/6p1/8/7Q/8/8/qr3PPP/6K1 w - - 0 1", {.depth = 8}).lines.front().score, tournament::drawn);
    // What stood on the board twice before is a draw when it comes back: Black, ahead, must not let it.
    Line<Board> line(Board::parse("6k1/6p1/8/7Q/8/8/qr3PPP/6K1 w - - 0 1"));
    for (const char* move : {"h5e8", "g8h7", "e8h5", "h7g8", "h5e8", "g8h7", "e8h5"})
        line.push(line.position().parse_move(move));
    Search search(1, 1);
    CHECK_EQUAL(think(search, line, {.depth = 6}).lines.front().score, tournament::drawn);
}

TEST("the same search twice after clear, and limits in nodes are kept") {
    Search search(2, 1);
    const Line<Board> line(Board::parse("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 1"));
    const auto first = think(search, line, {.nodes = 20000});
    search.clear();
    const auto second = think(search, line, {.nodes = 20000});
    CHECK_EQUAL(first.nodes, second.nodes);
    CHECK(first.nodes <= 20001);
    CHECK(first.lines.front().pv == second.lines.front().pv);
    CHECK_EQUAL(first.lines.front().score, second.lines.front().score);
}

TEST("every line begins with another move, best first, and is legal") {
    Search search(2, 1);
    const Line<Board> line(Board::parse("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 1"));
    const auto result = think(search, line, {.depth = 6, .lines = 5});
    CHECK_EQUAL(result.lines.size(), std::size_t{5});
    for (std::size_t i = 0; i < result.lines.size(); ++i) {
        if (i > 0) CHECK(result.lines[i - 1].score >= result.lines[i].score);
        for (std::size_t j = 0; j < i; ++j) CHECK(!(result.lines[i].pv.front() == result.lines[j].pv.front()));
        Board board = line.position();
        for (const auto move : result.lines[i].pv) board = board.after(board.parse_move(move.text()));
    }
}

TEST("variations are legal wherever a search is broken off") {
    Search search(1, 1);
    Random random(11);
    int searches = 0;
    random_games(12, [&](const Board& board) {
        if (random.below(3) != 0) return;
        ++searches;
        const auto result = think(search, Line<Board>(board), {.nodes = 100 + random.below(2000)});
        Board leaf = board;
        for (const auto move : result.lines.front().pv) leaf = leaf.after(leaf.parse_move(move.text()));
        CHECK(leaf == result.leaf);
    });
    CHECK(searches > 300);
}

TEST("only the moves asked for are searched") {
    Search search(1, 1);
    const Line<Board> line;
    const chess::Move a3 = line.position().parse_move("a2a3"), h3 = line.position().parse_move("h2h3");
    for (const int depth : {1, 5}) {
        const auto result = think(search, line, {.depth = depth}, {a3, h3});
        CHECK(result.lines.front().pv.front() == a3 || result.lines.front().pv.front() == h3);
    }
    CHECK_THROWS(think(search, line, {.depth = 1}, {chess::Move()}));
    CHECK_THROWS(think(search, Line<Board>(Board::parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), {.depth = 1}));
}

TEST("a stop ends a search without limits, also with several threads") {
    for (const int threads : {1, 3}) {
        Search search(1, threads);
        tournament::Control control;
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            control.stop();
        });
        const auto result = search.run(material(), Line<Board>(), {}, {}, control, [](const auto&) {});
        stopper.join();
        CHECK(!result.lines.front().pv.empty());
        CHECK(result.seconds < 5);
    }
}

TEST("an exception of whoever is told leaves no thread behind, and the search can be used again") {
    Search search(1, 3);
    tournament::Control control;
    const auto refuse = [](const auto&) { throw std::invalid_argument("enough"); };
    CHECK_THROWS(search.run(material(), Line<Board>(), {.depth = 20}, {}, control, refuse));
    CHECK(!think(search, Line<Board>(), {.depth = 3}).lines.empty());
}

TEST("a stop before the first move is answered with the best move of depth 1, soon") {
    const auto evaluator = std::make_shared<Linear<chess::Meep, std::int32_t>>(random_weights<chess::Meep>());
    int searches = 0;
    random_games(8, [&](const Board& board) {
        if (++searches % 8 != 0) return;
        for (const int threads : {1, 2})
            for (const int lines : {1, 3}) {
                tournament::TournamentSearch<Linear<chess::Meep, std::int32_t>> search(1, threads), whole(1, 1);
                tournament::Control stopped, free;
                stopped.stop();
                const auto ignore = [](const auto&) {};
                const auto result = search.run(evaluator, Line<Board>(board), {.lines = lines}, {}, stopped, ignore);
                CHECK_EQUAL(result.depth, 1);
                if (threads == 1) CHECK(result.nodes < 4000);
                if (threads > 1) continue;  // they find out more in the meantime
                const auto expected =
                    whole.run(evaluator, Line<Board>(board), {.depth = 1, .lines = lines}, {}, free, ignore);
                CHECK(result.lines.front().pv == expected.lines.front().pv);
                CHECK_EQUAL(result.lines.front().score, expected.lines.front().score);
            }
    });
    CHECK(searches > 100);
}

TEST("a hanging queen is taken although the search is stopped at once, and a mate is played") {
    for (const auto& [fen, move] : {std::pair{"4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "c3d5"},
                                    std::pair{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"}}) {
        Search search(1, 1);
        tournament::Control control;
        control.stop();
        const auto result = search.run(material(), Line<Board>(Board::parse(fen)), {}, {}, control, [](const auto&) {});
        CHECK_EQUAL(result.lines.front().pv.front().text(), std::string(move));
    }
}

TEST("a run that must wait for its first move hurries, and ends after it") {
    tournament::Control control;
    tournament::Run run({}, control);
    control.stop();
    run.look(100);
    CHECK(!run.hurried() && !run.ended());  // so much it takes
    run.look(5000);
    CHECK(run.hurried() && !run.ended());
    run.have_move();
    CHECK(!run.hurried() && !run.ended());
    run.look(5001);
    CHECK(run.ended());
}

TEST("pondering ignores time until the hit") {
    Search search(1, 1);
    tournament::Control control;
    control.begin_pondering();
    std::thread hitter([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        control.ponder_hit();
    });
    const auto result = search.run(material(), Line<Board>(), {.seconds = 0.01}, {}, control, [](const auto&) {});
    hitter.join();
    CHECK(result.seconds >= 0.06);
}

TEST("tactical moves are the legal moves that are tactical") {
    random_games(40, [](const Board& board) {
        MoveList<Board> legal, tactical;
        board.legal_moves(legal);
        board.tactical_moves(tactical);
        std::size_t expected = 0;
        for (const auto move : legal) expected += board.is_tactical(move);
        CHECK_EQUAL(tactical.size(), expected);
        for (const auto move : tactical) CHECK(board.is_tactical(move) && board.is_legal(move));
    });
}

TEST("of all sixteen-bit codes, just those of the legal moves are legal") {
    const auto compare = [](const Board& board) {
        MoveList<Board> moves;
        board.legal_moves(moves);
        std::vector<bool> legal(1 << 16);
        for (const auto move : moves) legal[Board::code(move)] = true;
        int wrong = 0;
        for (unsigned code = 0; code < 1 << 16; ++code)
            wrong += (board.legal_move(static_cast<std::uint16_t>(code)) != chess::Move{}) != legal[code];
        CHECK_EQUAL(wrong, 0);
    };
    int seen = 0;
    random_games(40, [&](const Board& board) {
        if (++seen % 8 == 0 || board.in_check() || board.en_passant() >= 0) compare(board);
    });
    for (const char* fen : {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1"})
        compare(Board::parse(fen));
}

TEST("a ranking gives the highest score first, of equals the first, and forgets what is removed") {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        const std::size_t moves = 1 + random.below(256);
        Ranking<256> ranking;
        ranking.begin(moves);
        CHECK(!ranking.best().found);
        std::vector<std::pair<int, int>> expected;  // by falling score, then rising place
        for (std::size_t i = 0; i < moves; ++i) {
            const int limit = round % 2 ? Ranking<256>::limit - 1 : 3;
            const int score = static_cast<int>(random.below(2 * static_cast<std::uint64_t>(limit) + 1)) - limit;
            ranking.set(i, score);
            expected.emplace_back(-score, static_cast<int>(i));
        }
        std::sort(expected.begin(), expected.end());
        for (const auto& [negated, place] : expected) {
            const auto best = ranking.best();
            CHECK(best.found);
            CHECK_EQUAL(best.score, -negated);
            CHECK_EQUAL(static_cast<int>(best.place), place);
            ranking.remove(best.place);
        }
        CHECK(!ranking.best().found);
    }
}

TEST("whether a move gives check is known before it is made") {
    const auto compare = [](const Board& board) {
        MoveList<Board> moves;
        board.legal_moves(moves);
        const Board::Threats threats = board.threats();
        for (const auto move : moves) CHECK_EQUAL(board.makes_urgent(move, threats), board.after(move).urgent());
    };
    random_games(60, compare);
    for (const char* fen :
         {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
          "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/K3R3 w - d6 0 1", "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1"})
        compare(Board::parse(fen));
}

TEST("after a pass the other side is to move on the same board") {
    random_games(20, [](const Board& board) {
        if (board.in_check()) return;
        const Board passed = board.after_pass();
        CHECK(passed.turn() != board.turn());
        CHECK_EQUAL(Board::parse(passed.text()).hash(), passed.hash());
        CHECK_EQUAL(passed.checkers(), chess::Bitboard{0});
    });
}

// All captures on one square played out by brute force, each side free to stop.
namespace {

int exchanged(const Board& board, chess::Square target) {
    MoveList<Board> moves;
    board.tactical_moves(moves);
    int best = 0;
    for (const auto move : moves) {
        if (move.to() != target) continue;
        best = std::max(best, board.gain(move) - exchanged(board.after(move), target));
    }
    return best;
}

}  // namespace

TEST("exchanges agree with playing them out where no pin or check interferes") {
    int compared = 0, agreed = 0;
    random_games(30, [&](const Board& board) {
        MoveList<Board> moves;
        board.tactical_moves(moves);
        for (const auto move : moves) {
            const int value = board.gain(move) - exchanged(board.after(move), move.to());
            for (const int threshold : {-300, -100, 0, 1, 100, 300}) {
                ++compared;
                agreed += board.exchange_wins(move, threshold) == (value >= threshold);
            }
        }
    });
    CHECK(compared > 5000);
    CHECK(agreed > compared * 95 / 100);  // pins, checks and promotions on the way make the rest
}

TEST("the table keeps both bounds of a position, each with its depth") {
    tournament::Table table(1);
    tournament::TableEntry known;
    const std::uint64_t key = 0x123456789abcdef0;
    CHECK(!table.find(key, known));
    table.store(key, 77, -12, 30, tournament::infinite, 5, {});
    table.store(key, 0, -12, -tournament::infinite, 60, 3, tournament::Proof::none());
    CHECK(table.find(key, known));
    CHECK_EQUAL(known.move, 77);
    CHECK_EQUAL(known.evaluation, -12);
    CHECK_EQUAL(known.lower, 30);
    CHECK_EQUAL(known.lower_depth, 5);
    CHECK_EQUAL(known.upper, 60);
    CHECK_EQUAL(known.upper_depth, 3);
    CHECK(known.proof.lower && !known.proof.upper);
    table.store(key, 0, -12, -tournament::infinite, 10, 7, {});  // contradicts the older lower bound
    CHECK(table.find(key, known));
    CHECK_EQUAL(known.upper, 10);
    CHECK_EQUAL(known.lower, -tournament::infinite);
    table.clear();
    CHECK(!table.find(key, known));
}

TEST("a recorder has the nodes of the last iteration, each once, and does not change the search") {
    const Line<Board> line(Board::parse("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"));
    const auto run = [&](tournament::NodeRecorder<Board>* recorder) {
        Search search(4, 1);
        tournament::Control control;
        return search.run(material(), line, {.depth = 7}, {}, control, [](const auto&) {}, recorder);
    };
    tournament::NodeRecorder<Board> recorder;
    const auto plain = run(nullptr), gathered = run(&recorder);
    CHECK_EQUAL(plain.nodes, gathered.nodes);
    CHECK_EQUAL(plain.lines.front().score, gathered.lines.front().score);

    std::vector<std::uint64_t> hashes;
    int proven = 0, guessed = 0, roots = 0, shallow = 0;
    recorder.for_each(1, [&](const auto& node) {
        hashes.push_back(node.hash);
        CHECK(node.lower <= node.upper);
        CHECK_EQUAL(node.position.unpacked().hash(), node.hash);
        const bool has_lower = node.lower > -tournament::infinite, has_upper = node.upper < tournament::infinite;
        proven += (has_lower && node.proof.lower) || (has_upper && node.proof.upper);
        guessed += (has_lower && !node.proof.lower) || (has_upper && !node.proof.upper);
        shallow += node.depth < 1;
        if (node.hash != line.position().hash()) return;
        ++roots;
        CHECK_EQUAL(node.lower, gathered.lines.front().score);
        CHECK_EQUAL(node.upper, gathered.lines.front().score);
    });
    CHECK_EQUAL(roots, 1);
    CHECK_EQUAL(shallow, 0);
    CHECK(proven > 10);
    CHECK(guessed > 10);
    std::sort(hashes.begin(), hashes.end());
    CHECK(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
}

TEST("what was passed over on a guess proves no upper bound") {
    tournament::NodeRecorder<Board> recorder;
    tournament::Control control;
    Search search(4, 1);
    const auto board = Board::parse("r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PP1Q1PP/R4RK1 b - - 3 12");
    search.run(material(), Line<Board>(board), {.depth = 8}, {}, control, [](const auto&) {}, &recorder);
    int failed_low = 0, proven = 0;
    recorder.for_each(2, [&](const auto& node) {
        if (node.lower > -tournament::infinite || node.upper == tournament::infinite) return;
        ++failed_low;
        proven += node.proof.upper;
    });
    CHECK(failed_low > 10);
    CHECK(proven < failed_low / 10);  // all but a few have late moves
}

TEST("integer weights evaluate as real ones do, to rounding") {
    const auto weights = random_weights<chess::Meep>();
    const Linear<chess::Meep> real(weights, 0.5);
    const Linear<chess::Meep, std::int32_t> whole(weights, 0.5);
    typename Linear<chess::Meep, std::int32_t>::Scratch scratch;
    random_games(20, [&](const Board& board) {
        const float value = whole.value(board, Side::first);
        CHECK(std::abs(real.value(board, Side::first) - value) < 1);
        CHECK_EQUAL(whole.value(board, Side::first, scratch), value);
    });
}

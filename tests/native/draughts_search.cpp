// What searches ask of draughts, its feature sets, and the searches themselves on it.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "draughts/endgame/tables.hpp"
#include "draughts/features/material.hpp"
#include "draughts/features/patterns.hpp"
#include "draughts/notation.hpp"
#include "draughts/position.hpp"
#include "eval/gradient.hpp"
#include "eval/linear.hpp"
#include "line.hpp"
#include "search/alphabeta.hpp"
#include "search/delta.hpp"
#include "search/minimax.hpp"
#include "search/random.hpp"
#include "search/tournament/tournament.hpp"

using namespace leafstrap;
using Board = draughts::Position;

namespace {

template <class Visit>
void random_games(int games, Visit visit) {
    Random random(7);
    for (int game = 0; game < games; ++game) {
        Line<Board> line;
        for (int ply = 0; ply < 150 && !line.outcome().over; ++ply) {
            visit(line.position());
            MoveList<Board> moves;
            line.position().legal_moves(moves);
            line.push(moves[random.below(moves.size())]);
        }
    }
}

// The same with colours and ends of the board exchanged.
Board mirrored(const Board& board) {
    const auto turn = [](draughts::Bitboard squares) {
        draughts::Bitboard turned = 0;
        while (squares) turned |= draughts::bit(draughts::turned(draughts::pop_lowest(squares)));
        return turned;
    };
    return {turn(board.pieces(Side::second)), turn(board.pieces(Side::first)), turn(board.kings()), !board.turn()};
}

// What captures alone lead to, without a window: the material that the side to move wins.
int slow_exchange(const Board& board) {
    if (!board.urgent()) return 0;
    MoveList<Board> moves;
    board.legal_moves(moves);
    int best = -1'000'000;
    for (const auto move : moves) best = std::max(best, board.gain(move) - slow_exchange(board.after(move)));
    return best;
}

template <class Set>
std::vector<double> random_weights() {
    Random random(3);
    std::vector<double> weights(feature_count<Set>);
    for (double& weight : weights) weight = static_cast<double>(random.below(41)) - 20;
    return weights;
}

template <class Set>
void check_features(const Board& board) {
    static const Linear<Set> linear(random_weights<Set>());
    static RowBuilder<Set> builder;
    Row row;
    append_row(board, Side::first, builder, row);
    double sum = 0;
    const std::vector<double> weights = random_weights<Set>();
    for (std::size_t i = 0; i < row.indices.size(); ++i)
        sum += weights[static_cast<std::size_t>(row.indices[i])] * static_cast<double>(row.values[i]);
    GradientSum<Set>& gradients = gradient_sum<Set>();
    gradients.add(board, Side::first, 2);
    gradients.add(board, Side::first, 0.5);
    const Gradient gradient = gradients.take();
    double twice = 0;
    for (std::size_t i = 0; i < gradient.values.size(); ++i)
        twice +=
            weights[gradient.indices.empty() ? i : static_cast<std::size_t>(gradient.indices[i])] * gradient.values[i];
    CHECK(std::abs(twice - 2.5 * sum) < 0.01);
    CHECK(std::abs(sum - static_cast<double>(linear.value(board, Side::first))) < 0.01);
    CHECK(std::abs(linear.value(board, Side::first) + linear.value(mirrored(board), Side::first)) < 0.01F);
}

}  // namespace

TEST("of all sixteen-bit codes, just those of the legal moves are legal") {
    int seen = 0;
    random_games(30, [&](const Board& board) {
        if (++seen % 4) return;
        MoveList<Board> moves;
        board.legal_moves(moves);
        std::vector<bool> legal(1 << 16);
        for (const auto move : moves) legal[Board::code(move)] = true;
        int wrong = 0;
        for (unsigned code = 0; code < 1 << 16; ++code) {
            const auto move = board.legal_move(static_cast<std::uint16_t>(code));
            wrong += (move != draughts::Move{}) != legal[code];
            wrong += legal[code] && Board::code(move) != code;
        }
        CHECK_EQUAL(wrong, 0);
    });
}

TEST("tactical moves, moves that threaten, hashes and whether there is a move agree with the long way") {
    random_games(100, [](const Board& board) {
        MoveList<Board> legal, tactical;
        board.legal_moves(legal);
        board.tactical_moves(tactical);
        CHECK_EQUAL(board.has_legal_move(), !legal.empty());
        std::size_t expected = 0;
        for (const auto move : legal) {
            expected += board.is_tactical(move);
            CHECK_EQUAL(board.makes_urgent(move, board.threats()), board.after(move).urgent());
            CHECK_EQUAL(board.hash_hint(move), board.after(move).hash());
            CHECK(board.piece_slot(move) < Board::piece_slots && board.victim_slot(move) < Board::victim_slots);
        }
        CHECK_EQUAL(tactical.size(), expected);
        CHECK(board.may_be_tactical() || expected == 0);
        for (const auto move : tactical) CHECK(std::find(legal.begin(), legal.end(), move) != legal.end());
    });
}

TEST("an exchange wins what all captures lead to") {
    random_games(60, [](const Board& board) {
        MoveList<Board> moves;
        board.legal_moves(moves);
        for (const auto move : moves) {
            const int won = board.gain(move) - slow_exchange(board.after(move));
            for (const int threshold : {won - 50, won, won + 50, 0, -100})
                CHECK_EQUAL(board.exchange_wins(move, threshold), won >= threshold);
        }
    });
}

TEST("feature sets: rows and sums agree, and a mirrored position has the mirrored value") {
    random_games(40, [](const Board& board) {
        check_features<draughts::Material>(board);
        check_features<draughts::Patterns>(board);
    });
}

TEST("patterns laid out for play have the value of the visitor, also with weights as large as they come") {
    using E = Linear<draughts::Patterns, std::int32_t>;
    for (const double scale : {0.1, 1.0, 1e9}) {
        const E evaluator(random_weights<draughts::Patterns>(), scale);
        E::Scratch scratch;
        const auto check = [&](const Board& board) {
            CHECK_EQUAL(evaluator.value(board, Side::first, scratch), evaluator.value(board, Side::first));
        };
        random_games(40, check);
        // Boards that no game comes to: crowded, and with men where they would be kings.
        Random random(9);
        for (int i = 0; i < 2000; ++i) {
            const draughts::Bitboard first = random.next() & draughts::all_squares;
            const draughts::Bitboard second = random.next() & draughts::all_squares & ~first;
            const draughts::Bitboard kings = i % 2 ? 0 : random.next() & random.next() & (first | second);
            check({first, second, kings, i % 3 ? Side::first : Side::second});
        }
    }
}

TEST("alpha-beta finds the value of minimax") {
    using E = Linear<draughts::Patterns>;
    const auto evaluator = std::make_shared<E>(random_weights<draughts::Patterns>());
    int seen = 0;
    random_games(6, [&](const Board& board) {
        MoveList<Board> moves;
        board.legal_moves(moves);
        if (++seen % 9 || moves.empty()) return;
        AlphaBeta<E> alphabeta(14);
        Minimax<E> minimax;
        const Line<Board> line(board);
        const float slow = minimax.run(evaluator, line, {.depth = 3}, 1).value;
        CHECK_EQUAL(alphabeta.run(evaluator, line, {.depth = 3}, 1).value, slow);
    });
}

TEST("TreeStrap can leave out the nodes where a capture is due") {
    using E = Linear<draughts::Patterns>;
    const auto evaluator = std::make_shared<E>(random_weights<draughts::Patterns>());
    AlphaBeta<E> search(14);
    std::uint64_t left_out = 0;
    random_games(6, [&](const Board& board) {
        MoveList<Board> moves;
        board.legal_moves(moves);
        if (moves.empty()) return;
        search.run(evaluator, Line<Board>(board), {.depth = 3}, 1);
        // The first weight is for men in the opening, and what it learns is easily told.
        std::uint64_t nodes = 0;
        double men = 0;
        search.for_each_node(1, [&](const auto& node) {
            const Board& at = node.position;
            if (at.urgent()) return;
            ++nodes;
            const int surplus = draughts::popcount(at.men(Side::first)) - draughts::popcount(at.men(Side::second));
            const double step = pull(node.lower, node.upper, search.evaluate(at)).step;
            men += sign(at.turn()) * step * surplus * draughts::Patterns::mix(at)[0];
        });
        const Delta delta = delta_from_tree(search, 1, 0, true);
        CHECK_EQUAL(delta.nodes, nodes);
        const double learned = delta.gradient.values.empty() ? 0 : delta.gradient.values.front();
        CHECK(std::abs(learned - men) <= 1e-3 * (1 + std::abs(men)));
        left_out += delta_from_tree(search, 1).nodes - nodes;
    });
    CHECK(left_out > 0);
}

TEST("known endings are looked up, and won ones are won") {
    using E = Linear<draughts::Material, std::int32_t>;
    const auto tablebase = std::make_shared<const draughts::EndgameTables>(draughts::EndgameTables::solve(3));
    const auto evaluator = std::make_shared<E>(std::vector<double>{100, 300});
    tournament::TournamentSearch<E> search(1, 1);
    search.use_tablebase(tablebase);
    const auto think = [&](const Line<Board>& line, int depth) {
        tournament::Control control;
        return search.run(evaluator, line, {.depth = depth}, {}, control, [](const auto&) {});
    };
    // From a known position that is won, only moves that keep it so are played, until it is over.
    Random random(5);
    const auto any = [&] { return draughts::bit(draughts::square_of(1 + static_cast<int>(random.below(50)))); };
    int won = 0;
    for (int i = 0; i < 400 && won < 20; ++i) {
        const draughts::Bitboard first = any(), second = any(), third = any();
        if (first == second || second == third || first == third) continue;
        const Board start(first | second, third, first | second | third, Side::first);
        if (start.urgent() || tablebase->outcome(start) != Outcome::win(Side::first)) continue;
        Line<Board> line(start);
        while (!line.outcome().over) line.push(think(line, 9).lines.front().pv.front());
        CHECK(line.outcome() == Outcome::win(Side::first));
        ++won;
    }
    CHECK(won > 0);
    // Where captures lead to known endings, both searches find the best of those, whatever material says.
    using R = Linear<draughts::Material>;
    AlphaBeta<R> training(14);
    training.use_tablebase(tablebase);
    const auto real = std::make_shared<R>(std::vector<double>{100, 300});
    int seen = 0;
    for (int i = 0; i < 20'000; ++i) {
        draughts::Bitboard men = 0;
        while (draughts::popcount(men) < 4) men |= any();
        const draughts::Bitboard first = men & (men - 1) & ~draughts::top_row & ~draughts::bottom_row;
        const Board board(first, men & ~first, men & ~first, Side::first);
        if (!first || !board.urgent()) continue;
        MoveList<Board> moves;
        board.legal_moves(moves);
        int best = -2;
        for (const auto move : moves) {
            const auto known = tablebase->outcome(board.after(move));
            best = std::max(best, known ? known->points : 2);
        }
        if (best == 2) continue;
        ++seen;
        CHECK_EQUAL(training.run(real, Line<Board>(board), {.depth = 1}, 1).value,
                    static_cast<Value>(best) * evaluation_limit);
        const int score = think(Line<Board>(board), 1).lines.front().score;
        CHECK_EQUAL(score > 15'000 ? 1 : score < -15'000 ? -1 : 0, best);
    }
    CHECK(seen > 50);
}

TEST("the tournament search wins what can be won, and sees a lost game") {
    using E = Linear<draughts::Material, std::int32_t>;
    const auto evaluator = std::make_shared<E>(std::vector<double>{100, 300});
    const auto think = [&](const char* fen, int depth) {
        tournament::TournamentSearch<E> search(1, 1);
        tournament::Control control;
        return search.run(evaluator, Line<Board>(Board::parse(fen)), {.depth = depth}, {}, control, [](const auto&) {});
    };
    // Two men are given to take four, the last pieces of the other side.
    const auto shot = think("W:W28,38,33,K50:B19,22,13", 7);
    CHECK(shot.lines.front().score > 150);
    // The last man is taken: no piece, no move, a lost game.
    const auto won = think("W:W28:B22", 3);
    CHECK_EQUAL(won.lines.front().mate().value_or(0), 1);
    // A man that cannot move is lost too.
    const auto blocked = think("W:W7,11:B6,1", 5);
    CHECK(blocked.lines.front().score > 0);
}

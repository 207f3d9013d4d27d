// What searches ask of draughts, its feature sets, and the searches themselves on it.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "draughts/features/material.hpp"
#include "draughts/features/patterns.hpp"
#include "draughts/notation.hpp"
#include "draughts/position.hpp"
#include "eval/gradient.hpp"
#include "eval/linear.hpp"
#include "line.hpp"
#include "search/alphabeta.hpp"
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

TEST("the tournament search wins what can be won, and sees a lost game") {
    using E = Linear<draughts::Material, std::int32_t>;
    const auto evaluator = std::make_shared<E>(std::vector<double>{100, 300});
    const auto think = [&](const char* fen, int depth) {
        tournament::Tournament<E> search(1, 1);
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

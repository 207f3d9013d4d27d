// The tournament search on games that offer it nothing beyond SearchPosition: every default of game_traits.hpp is used,
// and what it finds is what plain minimax finds.
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

#include "check.hpp"
#include "game_traits.hpp"
#include "quiet.hpp"
#include "search/alphabeta.hpp"
#include "search/tournament/tournament.hpp"
#include "toys.hpp"

using namespace leafstrap;
using doubles::Corridor;
using doubles::TicTacToe;

static_assert(!TournamentPosition<TicTacToe> && !TournamentPosition<Corridor>);
static_assert(!GameTraits<TicTacToe>::previews && !GameTraits<TicTacToe>::counts_plies);
static_assert(!GameTraits<TicTacToe>::must_capture && GameTraits<TicTacToe>::piece_slots == 18);

namespace {

template <class Set>
using Search = tournament::TournamentSearch<Linear<Set>>;

template <class Set>
tournament::Result<typename Set::Position> think(Search<Set>& search, std::shared_ptr<const Linear<Set>> evaluator,
                                                 const Line<typename Set::Position>& line, int depth) {
    tournament::Control control;
    return search.run(evaluator, line, {.depth = depth}, {}, control, [](const auto&) {});
}

// The mover's result with best play: -1, 0 or 1.
int solved(const TicTacToe& board) {
    static std::unordered_map<std::uint64_t, int> known;
    if (const auto found = known.find(board.hash()); found != known.end()) return found->second;
    MoveList<TicTacToe> moves;
    board.legal_moves(moves);
    const Outcome outcome = board.outcome(!moves.empty());
    int best = outcome.over ? sign(board.turn()) * outcome.points : -1;
    if (!outcome.over)
        for (const auto move : moves) best = std::max(best, -solved(board.after(move)));
    return known[board.hash()] = best;
}

int result_of(tournament::Score score) { return tournament::is_win(score) - tournament::is_loss(score); }

}  // namespace

// So deep that no node comes near the horizon, where moves are passed over: then nothing can err, whatever the weights.
TEST("tic-tac-toe is solved") {
    int searches = 0, decided = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Line<TicTacToe> line = toys::random_line<TicTacToe>(seed, static_cast<int>(seed % 6));
        Search<toys::TicTacToeSet> search(1, 1);
        const auto result = think(search, toys::random_evaluator<toys::TicTacToeSet>(seed), line, 60);
        const int expected = solved(line.position());
        CHECK_EQUAL(result_of(result.lines.front().score), expected);
        CHECK_EQUAL(-solved(line.position().after(result.lines.front().pv.front())), expected);
        ++searches;
        decided += expected != 0;
    }
    CHECK(searches == 60 && decided > 10);
}

TEST("several lines of tic-tac-toe are each worth what minimax says") {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const Line<TicTacToe> line = toys::random_line<TicTacToe>(seed, 3);
        MoveList<TicTacToe> moves;
        line.position().legal_moves(moves);
        Search<toys::TicTacToeSet> search(1, 1);
        tournament::Control control;
        const auto result = search.run(toys::random_evaluator<toys::TicTacToeSet>(seed), line,
                                       {.depth = 60, .lines = TicTacToe::max_moves}, {}, control, [](const auto&) {});
        CHECK_EQUAL(result.lines.size(), moves.size());
        for (const auto& variation : result.lines)
            CHECK_EQUAL(result_of(variation.score), -solved(line.position().after(variation.pv.front())));
    }
}

TEST("wins that alpha-beta sees in the corridor are found, though positions come back and plies are counted") {
    int wins = 0, losses = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Line<Corridor> line = toys::random_line<Corridor>(seed, static_cast<int>(seed % 9));
        const auto evaluator = toys::random_evaluator<toys::CorridorSet>(seed);
        AlphaBeta<Linear<toys::CorridorSet>> plain;
        const Value value = plain.run(evaluator, line, {.depth = 7}).value;
        if (!is_decided(value)) continue;
        Search<toys::CorridorSet> search(1, 1);
        const auto result = think(search, evaluator, line, 40);
        CHECK_EQUAL(result_of(result.lines.front().score), value > 0 ? 1 : -1);
        (value > 0 ? wins : losses)++;
    }
    CHECK(wins > 20 && losses > 5);
}

TEST("defaults: codes lead back to moves, noisy moves may win anything, and nobody passes") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Corridor position = toys::random_line<Corridor>(seed, static_cast<int>(seed % 9)).position();
        using Game = GameTraits<Corridor>;
        MoveList<Corridor> moves;
        position.legal_moves(moves);
        bool noisy = false;
        for (const auto move : moves) {
            Corridor::Move found;
            CHECK(Game::find_move(position, Game::code(move), found));
            CHECK(found == move);
            CHECK_EQUAL(Game::is_tactical(position, move), position.is_noisy(move));
            CHECK_EQUAL(Game::exchange_wins(position, move, 2 * tournament::infinite), position.is_noisy(move));
            CHECK(0 <= Game::piece_slot(position, move) && Game::piece_slot(position, move) < Game::piece_slots);
            noisy |= position.is_noisy(move);
        }
        Corridor::Move none;
        CHECK(!Game::find_move(position, 9999, none));
        CHECK(!Game::may_pass(position));
        CHECK_EQUAL(is_quiet(position), !position.urgent() && !noisy);
    }
}

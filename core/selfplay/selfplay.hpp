// Batches of games, of any game, with dice or without.
//
// A Chooser plays them and says what is to be recorded. It has
//     scheme()                          what its outputs mean,
//     begin()                           a game begins,
//     say(board)                        what is said of a board,
//     look(position, games)             at a position in which a move is chosen, for what is recorded of it,
//     choose(player, position)          a Choice for one of two players, 0 and 1,
//     moved(board, after, outcome)      a move was made,
//     record(board, games)              a board was reached, for what is recorded of it,
//     evaluations(), stopped().
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>

#include "game.hpp"
#include "line.hpp"
#include "search/limits.hpp"
#include "search/random.hpp"
#include "selfplay/games.hpp"

namespace leafstrap {

template <Position P>
struct Choice {
    typename P::Move move;
    P after;
    // What is to be said of the board it leads to, in the view of its side to move, where choosing has found that.
    std::optional<Outputs> said;
};

struct BatchSettings {
    std::uint64_t games = 1;
    std::uint64_t seed = 0;
    bool alternate = false;             // the players change sides after every game
    std::uint64_t most_plies = 10'000;  // bad evaluators may play so that nobody ever comes home
    double epsilon = 0;                 // how often a move is taken at random
    bool second_explores = true;        // else only the first player takes such moves
    std::uint64_t most_nodes = 0;       // no further game after so many evaluations; 0: no limit
    const StopFlag* stop = nullptr;     // the game under way is dropped
};

template <Position P, class Chooser>
class SelfPlay {
public:
    SelfPlay(Chooser& chooser, const BatchSettings& settings)
        : chooser_(chooser), settings_(settings), random_(settings.seed) {}

    Games<P> run() {
        games_.output_count = chooser_.scheme().count;
        for (std::uint64_t game = 0; game < settings_.games; ++game) {
            if (settings_.most_nodes != 0 && chooser_.evaluations() >= settings_.most_nodes) break;
            const std::size_t first = games_.positions.size();
            if (play(settings_.alternate && game % 2 == 1)) continue;
            games_.drop_from(first);
            break;
        }
        games_.evaluations = chooser_.evaluations();
        return std::move(games_);
    }

private:
    // False if it was stopped.
    bool play(bool swap_sides) {
        const OutputScheme& scheme = chooser_.scheme();
        chooser_.begin();
        Standing standing;
        Outputs said = chooser_.say(standing.position());
        bool explored = false;
        Outcome outcome;
        std::uint64_t plies = 0;
        for (; !outcome.over && plies < settings_.most_plies; ++plies) {
            const P board = standing.position();
            games_.positions.push_back(board);
            append(said, scheme, games_.outputs);
            games_.explored.push_back(explored);
            chooser_.record(board, games_);

            const P position = rolled(board, plies == 0);
            chooser_.look(position, games_);
            const int player = (index(board.turn()) == 1) != swap_sides;
            const bool explores = settings_.epsilon > 0 && (player == 0 || settings_.second_explores);
            explored = explores && chance() < settings_.epsilon;
            const Choice<P> choice = explored ? any_move(position) : chooser_.choose(player, position);
            if (stopped()) return false;
            assert(choice.after == position.after(choice.move));
            games_.moves.push_back(choice.move);
            standing.move_to(choice.after);
            outcome = standing.outcome();
            chooser_.moved(board, choice.after, outcome);
            said = outcome.over  ? scheme.certain(sign(choice.after.turn()) * outcome.points)
                   : choice.said ? *choice.said
                                 : chooser_.say(choice.after);
            if (stopped()) return false;
        }
        games_.lengths.push_back(static_cast<std::int64_t>(plies));
        assert(games_.moves.size() == games_.positions.size() && games_.explored.size() == games_.positions.size());
        assert(games_.outputs.size() == games_.positions.size() * static_cast<std::size_t>(games_.output_count));
        append(said, scheme, games_.final_outputs);
        games_.final_explored.push_back(explored);
        games_.points.push_back(outcome.points);
        games_.over.push_back(outcome.over);
        return true;
    }

    // How a game stands. With dice nothing returns, and the position alone knows; else repetitions count.
    class Standing {
    public:
        const P& position() const {
            if constexpr (ChancePosition<P>)
                return state_;
            else
                return state_.position();
        }
        void move_to(const P& next) {
            if constexpr (ChancePosition<P>)
                state_ = next;
            else
                state_.push(next);
        }
        Outcome outcome() const {
            if constexpr (ChancePosition<P>)
                return state_.outcome(true);
            else
                return state_.outcome();
        }

    private:
        std::conditional_t<ChancePosition<P>, P, Line<P>> state_{P::start()};
    };

    bool stopped() const {
        return chooser_.stopped() || (settings_.stop && settings_.stop->load(std::memory_order_relaxed));
    }

    double chance() { return static_cast<double>(random_.next() >> 11) / (std::uint64_t{1} << 53); }

    P rolled(const P& board, bool opening) {
        if constexpr (ChancePosition<P>) {
            const auto roll = draw(opening);
            games_.chances.push_back(roll);
            return board.after(roll);
        } else {
            games_.chances.push_back({});
            return board;
        }
    }
    // Where the game says that it may not begin with every roll, the dice are rolled until it may.
    auto draw(bool opening)
        requires ChancePosition<P>
    {
        while (true) {
            auto found = P::chances().back();
            double left = chance();
            for (const auto one : P::chances()) {
                left -= P::probability(one);
                if (left >= 0) continue;
                found = one;
                break;
            }
            if constexpr (requires { P::may_open(found); })
                if (opening && !P::may_open(found)) continue;
            return found;
        }
    }
    Choice<P> any_move(const P& position) {
        MoveList<P> moves;
        position.legal_moves(moves);
        const auto move = moves[random_.below(moves.size())];
        return {move, position.after(move), std::nullopt};
    }

    Chooser& chooser_;
    BatchSettings settings_;
    Random random_;
    Games<P> games_;
};

}  // namespace leafstrap

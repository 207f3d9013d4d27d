// One run of the KnightCap search: what all its nodes look at, and what it has spent.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "eval/evaluator.hpp"
#include "search/game_history.hpp"
#include "search/knightcap/leaf.hpp"
#include "search/tournament/time_manager.hpp"
#include "search/values.hpp"

namespace leafstrap::knightcap {

using tournament::Run;
using tournament::Score;

static_assert(max_ply < tournament::max_ply, "mates this search can see must lie on the scale of its scores");

template <Evaluator E>
class Context {
public:
    using P = typename E::Position;

    Context(const E& evaluator, typename E::Scratch& scratch, const Line<P>& line, Run& run)
        : evaluator_(evaluator), scratch_(scratch), computer_(line.position().turn()), history_(line), run_(run) {}

    // Whose program this is: the side to move at the root.
    Side computer() const { return computer_; }
    bool is_computer(const P& position) const { return position.turn() == computer_; }

    // The mover's view.
    Score evaluate(const P& position) {
        const float value = evaluator_.value(position, computer_, scratch_);
        return tournament::from_evaluation(value, position.turn());
    }

    // The score of a position in which the game is over or drawn, if it is.
    std::optional<Score> ended(const P& position, bool has_moves, int ply) const {
        const Outcome outcome = position.outcome(has_moves);
        if (outcome.over) return tournament::ended_score(outcome, position.turn(), ply);
        if (history_.is_drawn(position, ply)) return tournament::drawn;
        return std::nullopt;
    }
    bool is_drawn(const P& position, int ply) const { return history_.is_drawn(position, ply); }

    // What the table calls a position. The search treats the sides differently, so its findings hold for one program.
    std::uint64_t key(const P& position) const { return table_key(position) ^ program_key(computer_); }

    // Counts a node, and looks every so often whether the run has ended: false if it has.
    bool spend(int ply) {
        if (nodes_ >= next_look_) next_look_ = run_.look(nodes_);
        ++nodes_;
        seldepth_ = std::max(seldepth_, ply);
        return !run_.ended();
    }
    bool stopped() const { return run_.ended(); }
    bool hurried() const { return run_.hurried(); }
    std::uint64_t nodes() const { return nodes_; }
    // The longest line since it was last asked for.
    int take_seldepth() { return std::exchange(seldepth_, 0); }

    // Every node leaves here the leaf of the score it returns.
    Leaf<P>& leaf(int ply) {
        assert(0 <= ply && ply <= max_ply + 1);
        return leaves_[ply];
    }

    int iteration = 0;  // plies the root is being searched to

private:
    const E& evaluator_;
    typename E::Scratch& scratch_;
    Side computer_;
    GameHistory<P> history_;
    Run& run_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    int seldepth_ = 0;
    std::vector<Leaf<P>> leaves_ = std::vector<Leaf<P>>(max_ply + 2);
};

}  // namespace leafstrap::knightcap

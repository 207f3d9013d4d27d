// Two evaluators play by expectimax, and one of them or a third says what each board is worth. A Chooser of self-play.
#pragma once

#include <cstdint>
#include <list>
#include <optional>

#include "search/expectimax_player.hpp"
#include "selfplay/selfplay.hpp"

namespace leafstrap {

// What is said of a board, and what is recorded besides: board, what the evaluator says at once; root, what it expects
// by looking ahead; leaf, that and the boards it is made of; tree, what it says at once, and every board that was
// looked ahead from where a move was chosen.
enum class Recorded : std::uint8_t { board, root, leaf, tree };

template <ChancePosition P>
class ExpectimaxChooser {
public:
    // It refers to the evaluators. The first has the first move of a game unless the players change sides.
    ExpectimaxChooser(const OutputEvaluator<P>& first, const OutputEvaluator<P>& second,
                      const OutputEvaluator<P>& speaker, const LookAhead<P>& ahead, Recorded recorded,
                      const StopFlag* stop)
        : recorded_(recorded),
          players_{player_for(first, ahead, stop), player_for(second, ahead, stop)},
          speaker_(player_for(speaker, ahead, stop)) {}

    const OutputScheme& scheme() const { return speaker_->evaluator().scheme(); }
    void begin() {}

    Outputs say(const P& board) { return looks_ahead() ? speaker_->expect(board) : speaker_->evaluate(board); }

    void look(const P& position, Games<P>& games) {
        if (recorded_ != Recorded::tree) return;
        considered_ = speaker_->add_nodes_of_moves(position, 1, games.nodes);
        games.node_starts.push_back(static_cast<std::int64_t>(games.nodes.positions.size()));
    }

    Choice<P> choose(int player, const P& position) {
        ExpectimaxPlayer<P>* mover = players_[player];
        const Option best = considered_ && mover == speaker_ ? *considered_ : mover->choose(position);
        considered_.reset();
        // What the move was chosen for is often what is to be said of the board: nothing is evaluated twice.
        if (mover != speaker_ || (!looks_ahead() && mover->ahead().depth > 1)) return {best.move, best.after, {}};
        return {best.move, best.after, scheme().swapped(best.value)};
    }

    void moved(const P&, const P&, Outcome) {}

    void record(const P& board, Games<P>& games) {
        if (recorded_ != Recorded::leaf) return;
        speaker_->add_leaves(board, games.leaves);
        games.leaf_starts.push_back(static_cast<std::int64_t>(games.leaves.positions.size()));
    }

    std::uint64_t evaluations() const {
        std::uint64_t sum = 0;
        for (const auto& player : all_) sum += player.evaluations();
        return sum;
    }
    bool stopped() const {
        for (const auto& player : all_)
            if (player.stopped()) return true;
        return false;
    }

private:
    using Option = typename ExpectimaxPlayer<P>::Option;

    bool looks_ahead() const { return recorded_ == Recorded::root || recorded_ == Recorded::leaf; }

    // One for each evaluator, whatever parts it has.
    ExpectimaxPlayer<P>* player_for(const OutputEvaluator<P>& evaluator, const LookAhead<P>& ahead,
                                    const StopFlag* stop) {
        for (auto& player : all_)
            if (&player.evaluator() == &evaluator) return &player;
        return &all_.emplace_back(evaluator, ahead, stop);
    }

    Recorded recorded_;
    std::list<ExpectimaxPlayer<P>> all_;
    ExpectimaxPlayer<P>* players_[2];
    ExpectimaxPlayer<P>* speaker_;
    std::optional<Option> considered_;  // the best move, where the tree was looked at first
};

}  // namespace leafstrap

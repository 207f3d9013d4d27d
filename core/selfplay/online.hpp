// Online TD(λ): the weights move after every move, by traces (Wiering et al., section 3.3), while the games are played.
// A Chooser of self-play.
//
// This is the one rule that is not written in Python: it cannot wait for the end of a game.
#pragma once

#include <vector>

#include "eval/modular.hpp"
#include "selfplay/expectimax_chooser.hpp"

namespace leafstrap {

struct OnlineRates {
    float lambda = 0;
    Network::Rates rates{};
};

// Learner: a Modular.
template <class Learner>
class OnlineChooser {
public:
    using P = typename Learner::Position;

    // The games that others play, or that the learner plays, as the players of the chooser say; it speaks.
    OnlineChooser(Learner& learner, const OutputEvaluator<P>& first, const OutputEvaluator<P>& second,
                  const LookAhead<P>& ahead, const OnlineRates& rates, const StopFlag* stop)
        : learner_(learner), rates_(rates), players_(first, second, learner, ahead, Recorded::board, stop) {}

    const OutputScheme& scheme() const { return learner_.scheme(); }
    void begin() { traces_ = learner_.traces(); }
    Outputs say(const P& board) { return players_.say(board); }
    void look(const P&, Games<P>&) {}
    void record(const P&, Games<P>&) {}
    // What was found before the weights moved is not what they say now.
    Choice<P> choose(int player, const P& position) {
        Choice<P> choice = players_.choose(player, position);
        choice.said.reset();
        return choice;
    }

    void moved(const P& board, const P& after, Outcome outcome) {
        const Outputs said = learner_.outputs(board);
        const Outputs next =
            outcome.over ? scheme().certain(sign(after.turn()) * outcome.points) : learner_.outputs(after);
        const Outputs target = scheme().swapped(next);
        evaluations_ += outcome.over ? 1 : 2;
        for (Traces& traces : traces_) traces.fade(rates_.lambda, scheme());
        learner_.mark(board, traces_);
        Outputs errors{};
        for (std::size_t o = 0; o < errors.size(); ++o) errors[o] = target[o] - said[o];
        learner_.step(traces_, errors, rates_.rates);
    }

    std::uint64_t evaluations() const { return players_.evaluations() + evaluations_; }
    bool stopped() const { return players_.stopped(); }

private:
    Learner& learner_;
    OnlineRates rates_;
    ExpectimaxChooser<P> players_;
    std::vector<Traces> traces_;
    std::uint64_t evaluations_ = 0;
};

}  // namespace leafstrap

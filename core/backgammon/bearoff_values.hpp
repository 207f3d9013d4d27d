// What tables of the endgame know, said in the outputs of an evaluator; and the moves that players of Wiering et al.
// look at there.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "backgammon/bearoff.hpp"
#include "backgammon/classes.hpp"
#include "backgammon/position.hpp"
#include "eval/outputs.hpp"

namespace leafstrap::backgammon {

// Another evaluator, which is not asked where the tables know. For play: learning is left to the other.
class BearoffValues final : public OutputEvaluator<Position> {
public:
    BearoffValues(std::shared_ptr<const OutputEvaluator<Position>> evaluator, std::shared_ptr<const OneSided> tables)
        : evaluator_(std::move(evaluator)), tables_(std::move(tables)) {}

    const OutputScheme& scheme() const override { return evaluator_->scheme(); }
    Outputs outputs(const Position& position) const override {
        const View view(position, position.turn());
        if (class_of(view) != Class::endgame) return evaluator_->outputs(position);
        const auto [win, win_gammon, lose_gammon] = tables_->chances(view.own, view.theirs);
        Outputs sum{};
        add(sum, win - win_gammon, 1);
        add(sum, win_gammon, 2);
        add(sum, 1 - win - lose_gammon, -1);
        add(sum, lose_gammon, -2);
        return sum;
    }
    Gradient output_gradient(std::span<const Position> positions, std::span<const double> errors) const override {
        return evaluator_->output_gradient(positions, errors);
    }
    Gradient output_gradient_in_turn(std::span<const Position> positions, std::span<const double> targets,
                                     const Network::Rates& rates) const override {
        return evaluator_->output_gradient_in_turn(positions, targets, rates);
    }
    Gradient output_errors_in_turn(std::span<const Position> positions, std::span<const double> errors,
                                   const Network::Rates& rates) const override {
        return evaluator_->output_errors_in_turn(positions, errors, rates);
    }

private:
    void add(Outputs& sum, double probability, int points) const {
        const Outputs& certain = scheme().certain(points);
        for (std::size_t o = 0; o < sum.size(); ++o) sum[o] += static_cast<float>(probability) * certain[o];
    }

    std::shared_ptr<const OutputEvaluator<Position>> evaluator_;
    std::shared_ptr<const OneSided> tables_;
};

// Only the moves that bear off the most checkers, if the endgame has begun (Wiering et al., end of section 4.1).
inline void bear_off_most(const Position& position, MoveList<Position>& moves) {
    const Side mover = position.turn();
    if (class_of(View(position, mover)) != Class::endgame) return;
    const auto left = [&](const Move& move) { return position.after(move).checkers(mover).left(); };
    int least = all_checkers;
    for (const Move& move : moves) least = std::min(least, left(move));
    const Move* end = std::remove_if(moves.begin(), moves.end(), [&](const Move& move) { return left(move) > least; });
    moves.shrink(static_cast<std::size_t>(end - moves.begin()));
}

}  // namespace leafstrap::backgammon

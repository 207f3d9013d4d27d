// Networks as expectimax asks them.
#pragma once

#include "backgammon/bearoff.hpp"
#include "backgammon/modular.hpp"
#include "backgammon/position.hpp"
#include "search/expectimax.hpp"

namespace leafstrap::backgammon {

class Judge {
public:
    using Value = Network::Outputs;
    // By the rules. Outputs are linear and may lie beyond it where networks have not learned yet; then a move that is
    // left early might have been the better one.
    static constexpr double most() { return 3; }

    // With tables of the endgame, what they know is not asked of the networks.
    explicit Judge(const Modular& networks, const OneSided* bearoffs = nullptr)
        : networks_(networks), bearoffs_(bearoffs) {}

    Value evaluate(const Position& position) const {
        const View view(position, position.turn());
        return bearoffs_ && class_of(view) == Class::endgame ? known(view) : networks_.evaluate(view);
    }
    Value over(const Position& position) const {
        return certain(networks_.heads(), sign(position.turn()) * position.outcome(true).points);
    }
    Value swapped(const Value& value) const { return backgammon::turned(networks_.heads(), value); }
    double utility(const Value& value) const { return equity(networks_.heads(), value); }
    Value worst() const { return certain(networks_.heads(), -3); }
    void add(Value& sum, double probability, const Value& value) const {
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<float>(probability) * value[i];
    }

private:
    Value known(const View& view) const {
        const auto [win, win_gammon, lose_gammon] = bearoffs_->chances(view.own, view.theirs);
        Value sum{};
        add(sum, win - win_gammon, certain(networks_.heads(), 1));
        add(sum, win_gammon, certain(networks_.heads(), 2));
        add(sum, 1 - win - lose_gammon, certain(networks_.heads(), -1));
        add(sum, lose_gammon, certain(networks_.heads(), -2));
        return sum;
    }

    const Modular& networks_;
    const OneSided* bearoffs_;
};

using Lookahead = Expectimax<Position, Judge>;

}  // namespace leafstrap::backgammon

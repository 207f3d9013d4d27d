// Networks as expectimax asks them.
#pragma once

#include "backgammon/modular.hpp"
#include "backgammon/position.hpp"
#include "search/expectimax.hpp"

namespace leafstrap::backgammon {

class Judge {
public:
    using Value = Network::Outputs;
    // By the rules. Outputs are linear and may lie beyond it where networks have not learned yet; then a move that is
    // left early might have been the better one.
    static constexpr double most = 3;

    explicit Judge(const Modular& networks) : networks_(networks) {}

    Value evaluate(const Position& position) const { return networks_.evaluate(View(position, position.turn())); }
    Value over(const Position& position) const {
        return certain(networks_.heads(), sign(position.turn()) * position.outcome(true).points);
    }
    Value turned(const Value& value) const { return backgammon::turned(networks_.heads(), value); }
    double merit(const Value& value) const { return equity(networks_.heads(), value); }
    Value hopeless() const { return certain(networks_.heads(), -3); }
    void expected(Value& sum, double probability, const Value& value) const {
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<float>(probability) * value[i];
    }

private:
    const Modular& networks_;
};

using Lookahead = Expectimax<Position, Judge>;

}  // namespace leafstrap::backgammon

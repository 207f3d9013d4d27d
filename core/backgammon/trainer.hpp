// Games played and learned from, one after the other: offline TD(λ) with the minimax rule (Wiering et al.,
// section 3.3).
//
// A position is always seen by the side that is to throw, so that what follows it counts negative:
//     V'(s_t) = -(V(s_t+1) + λ (V'(s_t+1) - V(s_t+1))),    V'(s_T) = the result,
// with every output learning from itself; winning and losing change places from one view to the other.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "backgammon/player.hpp"
#include "record.hpp"
#include "search/random.hpp"

namespace leafstrap::backgammon {

// Who plays the games. Against the expert, the learner begins every other game.
enum class Experience : std::uint8_t { self_play, versus, observe };

struct Teaching {
    float lambda = 0.6F;
    Network::Rates rates;
    Experience experience = Experience::self_play;
    bool expert_values = false;  // the targets are made of the expert's evaluations (Table 3)
};

class Trainer {
public:
    struct Tally {
        std::uint64_t games = 0, positions = 0, evaluations = 0;
        std::int64_t points = 0;                       // of the learner, or of the first player where both are the same
        double absolute_error = 0, squared_error = 0;  // of the equities, before each step
    };

    // Without an expert only self-play makes sense.
    Trainer(const Modular& learner, const Modular* expert, std::uint64_t seed)
        : learner_(learner), expert_(expert), random_(seed) {}

    const Modular& learner() const { return learner_; }
    // The first game since the trainer was made, to be written down.
    const Record<Position>& sample() const { return sample_; }

    Tally run(std::uint64_t games, const Teaching& teaching) {
        if (!expert_ && (teaching.experience != Experience::self_play || teaching.expert_values))
            throw std::invalid_argument("there is no expert to learn from");
        Tally tally;
        for (std::uint64_t i = 0; i < games; ++i) {
            const Side learner = i % 2 ? Side::second : Side::first;
            play(teaching, learner, tally);
            const int points = states_.back().outcome(true).points;
            tally.points += teaching.experience == Experience::versus ? sign(learner) * points : points;
            learn(teaching, tally);
            ++tally.games;
        }
        return tally;
    }

private:
    // Boards before each throw, the last one over, and what is said of them: own outputs, or the expert's as targets.
    void play(const Teaching& teaching, Side learner, Tally& tally) {
        Position position = Position::start();
        states_.assign(1, position);
        outputs_.assign(1, Network::Outputs{});  // of the first board: nothing is learned towards it
        const bool noted = !sample_.moves().empty();
        const Judge judge(learner_), expert_judge(expert_ ? *expert_ : learner_);
        Lookahead search(judge), expert_search(expert_judge);
        for (Roll roll = opening();; roll = any()) {
            const bool expert_moves = teaching.experience == Experience::observe ||
                                      (teaching.experience == Experience::versus && position.turn() != learner);
            const auto choice = choose(expert_moves ? expert_search : search, position.after(roll));
            if (!noted) {
                sample_.throw_dice(roll);
                sample_.push(choice.move);
            }
            position = choice.after;
            states_.push_back(position);
            if (position.outcome(true).over) break;
            const bool known = expert_moves == teaching.expert_values;
            outputs_.push_back(
                known ? judge.turned(choice.value)
                      : (teaching.expert_values ? *expert_ : learner_).evaluate(View(position, position.turn())));
        }
        tally.evaluations += search.evaluations() + expert_search.evaluations();
    }

    void learn(const Teaching& teaching, Tally& tally) {
        const std::size_t last = states_.size() - 1;
        const Heads heads = learner_.heads();
        const Outcome outcome = states_[last].outcome(true);
        targets_.resize(states_.size());
        targets_[last] = certain(heads, sign(states_[last].turn()) * outcome.points);
        for (std::size_t t = last; t-- > 0;) {
            Network::Outputs next = targets_[t + 1];
            if (t + 1 < last)
                for (std::size_t o = 0; o < next.size(); ++o)
                    next[o] = outputs_[t + 1][o] + teaching.lambda * (next[o] - outputs_[t + 1][o]);
            targets_[t] = turned(heads, next);
        }
        for (std::size_t t = 0; t < last; ++t) {
            const auto said = learner_.learn(View(states_[t], states_[t].turn()), targets_[t], teaching.rates);
            const double error = equity(heads, targets_[t]) - equity(heads, said);
            tally.absolute_error += std::abs(error);
            tally.squared_error += error * error;
            ++tally.positions;
        }
    }

    Roll any() { return roll(1 + static_cast<int>(random_.below(6)), 1 + static_cast<int>(random_.below(6))); }
    // Each side throws one die, and the higher begins with both: never a double.
    Roll opening() {
        while (true)
            if (const Roll thrown = any(); !thrown.is_double()) return thrown;
    }

    Modular learner_;
    const Modular* expert_;
    Random random_;
    Record<Position> sample_;
    std::vector<Position> states_;
    std::vector<Network::Outputs> outputs_, targets_;
};

}  // namespace leafstrap::backgammon

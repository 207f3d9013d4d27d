// What a game teaches networks, by offline TD(λ) with the minimax rule (Wiering et al., section 3.3) or by what looking
// ahead has found.
//
// A position is always seen by the side that is to roll, so that what follows it counts negative:
//     V'(s_t) = -(V(s_t+1) + λ (V'(s_t+1) - V(s_t+1))),    V'(s_T) = the result,
// with every output learning from itself; winning and losing change places from one view to the other.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "backgammon/player.hpp"

namespace leafstrap::backgammon {

// td: V is the evaluation of the board. leaf: it is what looking ahead expects, and the boards it expects learn, each
// by its probability (KnightCap, section 5.2). root: the board learns from what looking ahead expects of it
// (RootStrap). tree: so does every board that was looked ahead from (TreeStrap).
enum class Rule : std::uint8_t { td, leaf, root, tree };

// Who plays the games. Against the expert, the learner begins every other game.
enum class Experience : std::uint8_t { self_play, versus, observe };

struct Teaching {
    Rule rule = Rule::td;
    float lambda = 0.6F;
    Network::Rates rates{};
    Experience experience = Experience::self_play;
    bool expert_values = false;  // the targets are made of the expert's evaluations (Table 3)
    Care care{};                 // how moves are chosen
    bool online = false;         // the td rule after every move, by traces, instead of after the game
};

struct Tally {
    std::uint64_t games = 0, positions = 0, evaluations = 0;
    std::int64_t points = 0;                       // of the learner, or of the first player where both are the same
    double absolute_error = 0, squared_error = 0;  // of the equities, before each step
};

// A game as it is learned from: the boards before each roll; what was said of all but the last, and what is to be
// thought of that one: the result, or what was said of it where the game was broken off; and for the tree rule every
// board that was looked ahead from, with what was expected of it.
struct Story {
    std::vector<Position> boards;
    std::vector<Network::Outputs> said;
    Network::Outputs end{};
    std::vector<std::pair<Position, Network::Outputs>> considered;

    void clear() {
        boards.clear();
        said.clear();
        considered.clear();
    }
};

class Teacher {
public:
    explicit Teacher(Modular& learner) : learner_(learner), turning_(turning(learner.heads())) {}

    void learn(const Story& story, const Teaching& teaching, Tally& tally) {
        switch (teaching.rule) {
            case Rule::td:
                find_targets(story, teaching.lambda);
                for (std::size_t t = 0; t < targets_.size(); ++t)
                    towards(story.boards[t], targets_[t], teaching, tally);
                break;
            case Rule::leaf:
                find_targets(story, teaching.lambda);
                leaves(story, teaching, tally);
                break;
            case Rule::root:
                for (std::size_t t = 0; t < story.said.size(); ++t)
                    towards(story.boards[t], story.said[t], teaching, tally);
                break;
            case Rule::tree:
                for (const auto& [board, expected] : story.considered) towards(board, expected, teaching, tally);
        }
    }

    // Online: a game begins, and goes on from one board to the next.
    void begin() { traces_ = learner_.traces(); }
    void move_on(const Position& board, const Position& next, const Teaching& teaching, Tally& tally) {
        const Judge judge(learner_);
        const Network::Outputs said = judge.evaluate(board);
        const Network::Outputs target =
            judge.swapped(next.outcome(true).over ? judge.over(next) : judge.evaluate(next));
        for (Traces& traces : traces_) traces.fade(teaching.lambda, turning_);
        learner_.mark(View(board, board.turn()), traces_);
        Network::Outputs errors{};
        for (std::size_t o = 0; o < errors.size(); ++o) errors[o] = target[o] - said[o];
        learner_.step(traces_, errors, teaching.rates);
        note(said, target, tally);
    }

private:
    void find_targets(const Story& story, float lambda) {
        const Heads heads = learner_.heads();
        Network::Outputs target = story.end;
        targets_.resize(story.said.size());
        for (std::size_t t = targets_.size(); t-- > 0;) {
            if (t + 1 < targets_.size()) {
                const Network::Outputs& next = story.said[t + 1];
                for (std::size_t o = 0; o < target.size(); ++o) target[o] = next[o] + lambda * (target[o] - next[o]);
            }
            target = targets_[t] = turned(heads, target);
        }
    }

    void towards(const Position& board, const Network::Outputs& target, const Teaching& teaching, Tally& tally) {
        note(learner_.learn(View(board, board.turn()), target, teaching.rates), target, tally);
    }

    void leaves(const Story& story, const Teaching& teaching, Tally& tally) {
        // All of them first: they are those that the weights of the game expected.
        const Judge judge(learner_);
        Lookahead search(judge);
        std::vector<std::vector<Lookahead::Leaf>> all;
        for (std::size_t t = 0; t < targets_.size(); ++t)
            all.push_back(search.leaves(story.boards[t], teaching.care.plies));
        tally.evaluations += search.evaluations();
        for (std::size_t t = 0; t < targets_.size(); ++t) {
            Network::Outputs error{};
            for (std::size_t o = 0; o < error.size(); ++o) error[o] = targets_[t][o] - story.said[t][o];
            for (const auto& leaf : all[t]) {
                if (leaf.position.outcome(true).over) continue;  // the rules say what it is worth
                learner_.push(View(leaf.position, leaf.position.turn()), seen_by(leaf.swapped, error, leaf.weight),
                              teaching.rates);
            }
            note(story.said[t], targets_[t], tally);
        }
    }
    Network::Outputs seen_by(bool other, const Network::Outputs& error, double weight) const {
        Network::Outputs seen{};
        for (std::size_t o = 0; o < seen.size(); ++o)
            seen[o] = static_cast<float>(weight) * (other ? turning_.sign[o] * error[turning_.from[o]] : error[o]);
        return seen;
    }

    void note(const Network::Outputs& said, const Network::Outputs& target, Tally& tally) const {
        const double error = equity(learner_.heads(), target) - equity(learner_.heads(), said);
        tally.absolute_error += std::abs(error);
        tally.squared_error += error * error;
        ++tally.positions;
    }

    Modular& learner_;
    Turning turning_;
    std::vector<Traces> traces_;
    std::vector<Network::Outputs> targets_;
};

}  // namespace leafstrap::backgammon

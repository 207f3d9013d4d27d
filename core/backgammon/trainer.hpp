// Games played and learned from, one after the other.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "backgammon/teacher.hpp"
#include "record.hpp"
#include "search/random.hpp"

namespace leafstrap::backgammon {

class Trainer {
public:
    // Without an expert only self-play makes sense.
    Trainer(const Modular& learner, const Modular* expert, std::uint64_t seed)
        : learner_(learner), expert_(expert), random_(seed) {}

    const Modular& learner() const { return learner_; }
    // The first game since the trainer was made, to be written down.
    const Record<Position>& sample() const { return sample_; }

    Tally run(std::uint64_t games, const Teaching& teaching) {
        if (!expert_ && (teaching.experience != Experience::self_play || teaching.expert_values))
            throw std::invalid_argument("there is no expert to learn from");
        if (teaching.online && (teaching.rule != Rule::td || teaching.expert_values))
            throw std::invalid_argument("only the td rule learns online, and from its own evaluations");
        Tally tally;
        Teacher teacher(learner_);
        for (std::uint64_t i = 0; i < games; ++i) {
            const Side learner = i % 2 ? Side::second : Side::first;
            if (teaching.online) teacher.begin();
            play(teaching, learner, teacher, tally);
            const int points = story_.boards.back().outcome(true).points;
            tally.points += teaching.experience == Experience::versus ? sign(learner) * points : points;
            if (!teaching.online) teacher.learn(story_, teaching, tally);
            ++tally.games;
        }
        return tally;
    }

    // Learns from a game that was played elsewhere. If an expert has said something of its boards, each before its
    // roll, targets are made of that instead of the learner's own evaluations.
    Tally study(const Record<Position>& game, const std::vector<Network::Outputs>& expert, const Teaching& teaching) {
        if (!expert.empty() && expert.size() != game.moves().size())
            throw std::invalid_argument("the expert has to say something of every board, or of none");
        const Judge judge(learner_);
        Lookahead search(judge);
        const auto say = [&](const Position& board) {
            return search.value(board, looks_ahead(teaching) ? teaching.care.plies : 0);
        };
        story_.clear();
        for (std::size_t t = 0; t < game.moves().size(); ++t) {
            const Position& rolled = game.before()[t];
            const Position& board = story_.boards.emplace_back(rolled.after(Roll{}));
            story_.said.push_back(expert.empty() ? say(board) : expert[t]);
            if (teaching.rule == Rule::tree) consider(search, rolled, teaching.care);
        }
        const Position last = game.position().after(Roll{});
        story_.boards.push_back(last);
        story_.end = say(last);
        Tally tally;
        tally.games = 1;
        tally.points = last.outcome(true).points;
        tally.evaluations = search.evaluations();
        Teacher(learner_).learn(story_, teaching, tally);
        return tally;
    }

private:
    // Whether what is said of a board is found by looking ahead.
    static bool looks_ahead(const Teaching& teaching) {
        return teaching.rule == Rule::leaf || teaching.rule == Rule::root;
    }

    // Networks that have learned little may play in such a way that neither side ever comes home.
    static constexpr std::size_t most_plies = 10'000;

    void play(const Teaching& teaching, Side learner, Teacher& teacher, Tally& tally) {
        const Judge judge(learner_), expert_judge(expert_ ? *expert_ : learner_);
        Lookahead search(judge), expert_search(expert_judge);
        const bool ahead = looks_ahead(teaching);
        const bool noted = !sample_.moves().empty();
        // What is said of a board: by looking ahead, at once, or by the expert.
        const auto say = [&](const Position& board) {
            if (ahead) return search.value(board, teaching.care.plies);
            return teaching.expert_values ? expert_judge.evaluate(board) : judge.evaluate(board);
        };
        story_.clear();
        Position position = Position::start();
        story_.boards.push_back(position);
        story_.said.push_back(say(position));
        for (Roll roll = opening();; roll = any()) {
            const bool expert_moves = teaching.experience == Experience::observe ||
                                      (teaching.experience == Experience::versus && position.turn() != learner);
            if (teaching.rule == Rule::tree) consider(search, position.after(roll), teaching.care);
            const auto choice = choose(expert_moves ? expert_search : search, position.after(roll), teaching.care);
            if (!noted) {
                sample_.roll_dice(roll);
                sample_.push(choice.move);
            }
            if (teaching.online) teacher.move_on(position, choice.after, teaching, tally);
            position = choice.after;
            story_.boards.push_back(position);
            if (position.outcome(true).over) {
                story_.end = judge.over(position);
                break;
            }
            // Choosing a move has often said it already.
            const bool chosen_by = !expert_moves && (ahead || (teaching.care.plies == 0 && !teaching.expert_values));
            const Network::Outputs said = chosen_by ? judge.swapped(choice.value) : say(position);
            if (story_.boards.size() > most_plies) {
                story_.end = said;
                break;
            }
            story_.said.push_back(said);
        }
        tally.evaluations += search.evaluations() + expert_search.evaluations();
    }

    // Every board that a move leads to is looked ahead from, for the best candidates at least.
    void consider(Lookahead& search, const Position& position, const Care& care) {
        MoveList<Position> moves;
        position.legal_moves(moves);
        auto options = search.options(position, moves);
        if (care.candidates != 0 && care.candidates < options.size()) options.resize(care.candidates);
        for (const auto& option : options)
            if (!option.after.outcome(true).over)
                story_.considered.emplace_back(option.after, search.value(option.after, care.plies));
    }

    Roll any() { return roll(1 + static_cast<int>(random_.below(6)), 1 + static_cast<int>(random_.below(6))); }
    // Each side rolls one die, and the higher begins with both: never a double.
    Roll opening() {
        while (true)
            if (const Roll rolled = any(); !rolled.is_double()) return rolled;
    }

    Modular learner_;
    const Modular* expert_;
    Random random_;
    Record<Position> sample_;
    Story story_;
};

}  // namespace leafstrap::backgammon

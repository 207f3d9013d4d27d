// A file of games to learn from: looked through once, then every game can be had by its number.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "records/game_reader.hpp"
#include "records/mapped_text.hpp"

namespace leafstrap {

// Games count that are whole, have moves and end with a result. Of the others it is told how many there are and what
// is wrong with the first of them. Any number of threads may ask at once.
template <class N>
class GameFile {
public:
    using Game = WrittenGame<typename N::Position>;
    using Fault = typename Game::Fault;

    explicit GameFile(const std::string& path) : file_(path) {
        GameReader<N> reader(file_.text());
        Game game;
        for (Scanner::Place place = reader.place(); reader.next(game); place = reader.place()) {
            if (game.fault) {
                ++broken_;
                if (faults_.size() < most_faults) faults_.push_back(*game.fault);
            } else if (!game.outcome || game.moves.empty()) {
                ++without_result_;
            } else {
                places_.push_back(place);
            }
        }
    }

    std::size_t size() const { return places_.size(); }
    std::size_t broken() const { return broken_; }
    std::size_t without_result() const { return without_result_; }
    const std::vector<Fault>& faults() const { return faults_; }

    Game game(std::size_t number) const {
        if (number >= size()) throw std::out_of_range("there is no such game in the file");
        GameReader<N> reader(file_.text(), places_[number]);
        Game game;
        reader.next(game);
        return game;
    }

private:
    static constexpr std::size_t most_faults = 100;

    MappedText file_;
    std::vector<Scanner::Place> places_;
    std::vector<Fault> faults_;
    std::size_t broken_ = 0, without_result_ = 0;
};

}  // namespace leafstrap

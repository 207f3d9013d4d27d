// Endgames known exactly: all checkers at home, and nothing left but to bear them off.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "backgammon/board.hpp"

namespace leafstrap::backgammon {

// Numbers the ways to have at most so many checkers on the six home points: 0 is an empty board.
class HomeIndex {
public:
    explicit HomeIndex(int most);

    int size() const { return size_; }
    int most() const { return most_; }
    int of(const Checkers& checkers) const;  // checkers elsewhere do not count
    Checkers checkers(int index) const;

private:
    // Checkers and the gaps between points are written in a row: it is told by where the six gaps stand.
    static constexpr int most_row = all_checkers + home_points;

    int most_, size_;
    std::array<std::array<int, home_points + 1>, most_row + 1> choose_{};
};

// How a bear-off ends for the side that is to roll.
struct BearoffChances {
    double win, win_gammon, lose_gammon;
};

// How many rolls one player needs to bear all off, if it wants that number to be least on average.
class OneSided {
public:
    OneSided();

    double mean_rolls(const Checkers& checkers) const { return means_[static_cast<std::size_t>(index_.of(checkers))]; }
    const HomeIndex& index() const { return index_; }

    // Both sides have all their checkers at home and hurry: exact but for rolls that call for another play because of
    // how the other side stands.
    BearoffChances chances(const Checkers& own, const Checkers& theirs) const;

private:
    // How likely it is that a thing is not done yet after 0, 1, 2 … rolls.
    static constexpr std::size_t most_rolls = 32;
    using Waiting = std::array<float, most_rolls>;

    HomeIndex index_{all_checkers};
    std::vector<double> means_;
    std::vector<Waiting> all_off_;
    std::vector<Waiting> first_off_;  // 0 at once where some are off already
};

// How often the player who is to roll wins, both playing to win and no gammon possible.
class TwoSided {
public:
    explicit TwoSided(int most = 6);

    // Both sides have all their checkers at home, and not too many.
    bool covers(const Checkers& own, const Checkers& theirs) const;
    double win(const Checkers& own, const Checkers& theirs) const {
        return wins_[place(index_.of(own), index_.of(theirs))];
    }
    const HomeIndex& index() const { return index_; }

private:
    std::size_t place(int own, int theirs) const {
        return static_cast<std::size_t>(own) * static_cast<std::size_t>(index_.size()) +
               static_cast<std::size_t>(theirs);
    }

    HomeIndex index_;
    std::vector<float> wins_;
};

}  // namespace leafstrap::backgammon

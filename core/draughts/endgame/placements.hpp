// Numbers the ways to put a few pieces of one kind on the squares where they may stand.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "draughts/board.hpp"

namespace leafstrap::draughts {

class Placements {
public:
    static constexpr int most = 3;  // pieces of a kind: the other side has one at least

    constexpr explicit Placements(Bitboard where) : where_(where) {
        // The square with r others before it, as the k-th of a set, stands for the sets of k squares among those r.
        std::uint32_t r = 0;
        for (Bitboard rest = where; rest; ++r) {
            const auto s = static_cast<std::size_t>(pop_lowest(rest));
            before_[0][s] = r;
            before_[1][s] = r * (r - 1) / 2;
            before_[2][s] = r < 2 ? 0 : r * (r - 1) / 2 * (r - 2) / 3;
        }
        size_ = {1, r, r * (r - 1) / 2, r * (r - 1) / 2 * (r - 2) / 3};
    }

    constexpr std::uint32_t size(int pieces) const {
        assert(0 <= pieces && pieces <= most);
        return size_[static_cast<std::size_t>(pieces)];
    }

    // From 0 for every number of pieces.
    constexpr std::uint32_t of(Bitboard set) const {
        assert(!(set & ~where_) && popcount(set) <= most);
        std::uint32_t number = 0;
        for (std::size_t k = 0; set; ++k) number += before_[k][static_cast<std::size_t>(pop_lowest(set))];
        return number;
    }

    // All of them, in the order of their numbers.
    std::vector<Bitboard> list(int pieces) const {
        std::vector<Bitboard> sets(size(pieces));
        fill(sets, 0, pieces, where_);
        return sets;
    }

private:
    void fill(std::vector<Bitboard>& sets, Bitboard set, int left, Bitboard among) const {
        if (left == 0) {
            sets[of(set)] = set;
            return;
        }
        for (Bitboard rest = among; rest;) {
            const Square s = pop_lowest(rest);
            fill(sets, set | bit(s), left - 1, rest);
        }
    }

    Bitboard where_;
    std::array<std::array<std::uint32_t, square_bits>, most> before_{};
    std::array<std::uint32_t, most + 1> size_{};
};

// No man stands where it would be a king.
inline constexpr Placements men_placements{all_squares & ~top_row};
inline constexpr Placements enemy_men_placements{all_squares & ~bottom_row};
inline constexpr Placements king_placements{all_squares};

}  // namespace leafstrap::draughts

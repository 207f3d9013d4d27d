// What a search knows of the game before its root, and which positions of its tree are drawn because of it.
//
// A position of the tree is a draw if it stood on the board during the game or is the root itself. A return to a
// position that so far only the search has seen is no draw: then the value of a position depends on nothing but the
// position, and what one line of the tree found out about it holds in every other (the table, the bounds that are
// learned from, the agreement of alpha-beta and minimax all rest on that). A cycle is seen one lap later, when it goes
// through the root.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "line.hpp"

namespace leafstrap {

template <Position P>
class GameHistory {
public:
    explicit GameHistory(const Line<P>& line) {
        const auto& all = line.hashes();
        const auto reach = std::min<std::size_t>(all.size(), line.position().reversible_plies() + 1);
        assert(!all.empty() && all.back() == line.position().hash());
        hashes_.assign(all.end() - static_cast<std::ptrdiff_t>(reach), all.end());
    }

    // Whether a rule counts moves or the position stood on the board before. A mate on the last counted move still
    // wins, so ask for that first.
    bool is_drawn(const P& position, int ply) const {
        return position.move_count_draw() || stood_before(position, ply);
    }

private:
    // After a move that cannot be taken back no earlier position returns. Seen from the end of the list, where the root
    // is, every second position has the same side to move.
    bool stood_before(const P& position, int ply) const {
        if (position.reversible_plies() < ply) return false;
        const std::uint64_t hash = position.hash();
        for (auto i = static_cast<std::ptrdiff_t>(hashes_.size()) - 1 - ply % 2; i >= 0; i -= 2)
            if (hashes_[i] == hash) return true;
        return false;
    }

    std::vector<std::uint64_t> hashes_;
};

// From how many reversible plies on a draw by move count may come into sight of a search. Chess counts to 100; a game
// that counts less far says so in P::counted_plies.
template <Position P>
inline constexpr int counted_plies = 40;
template <Position P>
    requires requires { P::counted_plies; }
inline constexpr int counted_plies<P> = P::counted_plies;

// What tells positions apart in a table. Where the count matters it is a part of the position. Counts that high were
// there before the root, so two lines of a tree to one position nearly always agree on them and still share an entry.
template <Position P>
std::uint64_t table_key(const P& position) {
    const int count = position.reversible_plies();
    if (count < counted_plies<P>) return position.hash();
    return position.hash() ^ static_cast<std::uint64_t>(count) * 0x9e3779b97f4a7c15ull;
}

// What is mixed into a key where what is found holds for the program of one side only: by an asymmetric evaluation, or
// in a search that treats the sides differently.
constexpr std::uint64_t program_key(Side side) { return side == Side::first ? 0 : 0xd1b54a32d192ed03ull; }

}  // namespace leafstrap

// Tables of positions whose outcome is known, for games that have some: P::Tablebase.
//
// They say who wins, not how soon. So a search asks them only about positions that captures have led to, from a root
// they do not know: a root that they know is searched on its own, among the moves that give nothing away.
#pragma once

#include <optional>

#include "game.hpp"

namespace leafstrap {

// tablebase.outcome(position) is a std::optional<Outcome>: with the best play of both sides, nothing where the tables
// do not reach, which tablebase.reaches(position) tells quickly of most positions. A game may only name the type in its
// position; whoever searches it includes the tables.
template <class P>
concept HasTablebase = requires { typename P::Tablebase; };

template <class P>
struct TablebaseOf {
    struct Type {
        static std::optional<Outcome> outcome(const P&) { return std::nullopt; }
    };
};
template <HasTablebase P>
struct TablebaseOf<P> {
    using Type = typename P::Tablebase;
};
template <class P>
using Tablebase = typename TablebaseOf<P>::Type;

}  // namespace leafstrap

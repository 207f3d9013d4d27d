// What a move leads to, as far as the search wants to know it before it decides whether to play it.
#pragma once

#include <cassert>
#include <cstdint>

#include "game_traits.hpp"
#include "search/game_history.hpp"

namespace leafstrap::tournament {

// What tells positions apart in the table. A game that says how far it counts plies is trusted to its hash: near the
// end of the count the search does without the table.
template <SearchPosition P>
std::uint64_t table_hash(const P& position) {
    if constexpr (GameTraits<P>::counts_plies) return position.hash();
    return table_key(position);
}

// Where captures are compulsory, or the game knows no quicker way, one must look at the position itself, which is then
// made only once.
template <SearchPosition P>
class MovePreview {
public:
    static constexpr bool early = false;  // the hash is known only once the move is made
    struct Shared {
        explicit Shared(const P&) {}
    };

    [[gnu::always_inline]] MovePreview(const P& position, typename P::Move move, const Shared&)
        : after_(position.after(move)) {}

    std::uint64_t hash() const { return table_hash(after_); }
    [[gnu::always_inline]] bool urgent() {
        if constexpr (requires { after_.find_urgent(); })
            return after_.find_urgent();
        else
            return after_.urgent();
    }
    const P& after(bool) const { return after_; }

private:
    P after_;
};

// Most games can tell without playing the move, which is less work: many moves are not searched. What all moves of a
// position share is found once.
template <SearchPosition P>
    requires(GameTraits<P>::previews && !GameTraits<P>::must_capture)
class MovePreview<P> {
public:
    static constexpr bool early = true;
    struct Shared {
        explicit Shared(const P& position) : threats(position.threats()) {}
        typename P::Threats threats;
    };

    MovePreview(const P& position, typename P::Move move, const Shared& shared)
        : position_(position), move_(move), shared_(shared) {}

    std::uint64_t hash() const { return position_.hash_hint(move_); }
    bool urgent() const { return position_.makes_urgent(move_, shared_.threats); }
    P after(bool urgent) const {
        assert(position_.after(move_).urgent() == urgent);
        return position_.after(move_, urgent);
    }

private:
    const P& position_;
    typename P::Move move_;
    const Shared& shared_;
};

}  // namespace leafstrap::tournament

// What a move leads to, as far as the search wants to know it before it decides whether to play it.
#pragma once

#include <cassert>
#include <cstdint>

#include "game.hpp"

namespace leafstrap::tournament {

// Most games can tell without playing the move, which is less work: many moves are not searched.
template <TournamentPosition P>
class MovePreview {
public:
    MovePreview(const P& position, typename P::Move move, const typename P::Threats& threats)
        : position_(position), move_(move), threats_(threats) {}

    std::uint64_t hash() const { return position_.hash_hint(move_); }
    bool urgent() const { return position_.makes_urgent(move_, threats_); }
    P after(bool urgent) const {
        assert(position_.after(move_).urgent() == urgent);
        return position_.after(move_, urgent);
    }

private:
    const P& position_;
    typename P::Move move_;
    const typename P::Threats& threats_;
};

// Where captures are compulsory one must look at the position itself, which is then made only once.
template <TournamentPosition P>
    requires(P::must_capture)
class MovePreview<P> {
public:
    [[gnu::always_inline]] MovePreview(const P& position, typename P::Move move, const typename P::Threats&)
        : after_(position.after(move)) {}

    std::uint64_t hash() const { return after_.hash(); }
    [[gnu::always_inline]] bool urgent() { return after_.find_urgent(); }
    const P& after(bool) const { return after_; }

private:
    P after_;
};

}  // namespace leafstrap::tournament

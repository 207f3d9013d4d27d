// How likely blots are hit with the next roll: exact, by the rules, for every blot and for any of them.
//
// Sets of places answer for all blots at once. Only where a hit might leave a die unplayed that another move would use,
// and where a checker is on the bar, all moves are looked at.
#pragma once

#include <array>

#include "backgammon/generate.hpp"

namespace leafstrap::backgammon {

struct Shots {
    std::array<float, points> hit{};  // by the point of the blot, in the view of the side that may be hit
    float any = 0;
};

class Shooter {
public:
    // The side about to roll, and the side whose blots it may hit.
    Shooter(const Checkers& own, const Checkers& theirs)
        : own_(own),
          generator_(own, theirs, landed_),
          occupied_(generator_.occupied()),
          blocked_(generator_.blocked()),
          blots_(generator_.blots()) {}
    Shooter(const Shooter&) = delete;

    Shots shots() {
        Shots shots;
        if (!blots_) return shots;
        for (const Roll roll : all_rolls) {
            const PlaceSet hit = hits(roll);
            if (!hit) continue;
            const float share = (roll.is_double() ? 1.0F : 2.0F) / 36;
            shots.any += share;
            for (PlaceSet rest = hit; rest; rest &= rest - 1)
                shots.hit[static_cast<std::size_t>(mirrored(std::countr_zero(rest)))] += share;
        }
        return shots;
    }

    // Blots that some legal move hits with this roll, in the view of the side that rolls.
    PlaceSet hits(Roll roll) {
        if (occupied_ & on_bar) return hits_of_all_moves(roll);
        const PlaceSet reached = roll.is_double() ? by_double(roll.high) : by_two(roll.high, roll.low);
        return reached && may_be_forbidden(roll) ? hits_of_all_moves(roll) : reached;
    }

private:
    // Collects where checkers land.
    struct Landed {
        PlaceSet places = 0;

        void operator()(const Move& move) {
            for (const Step step : move)
                if (step.to != off) places |= set_of(step.to);
        }
    };

    PlaceSet landing(PlaceSet from, int die) const { return from >> die & ~blocked_; }

    PlaceSet by_two(int one, int other) const {
        const PlaceSet first = landing(occupied_, one), second = landing(occupied_, other);
        return blots_ & (first | second | landing(first, other) | landing(second, one));
    }
    PlaceSet by_double(int die) const {
        PlaceSet reached = 0, at = occupied_;
        for (int step = 0; step < 4; ++step) reached |= at = landing(at, die);
        return blots_ & reached;
    }

    // All dice must be played if they can. With enough other checkers free to move by each die, no hit stands in the
    // way of that: one checker hits, the others play the rest.
    bool may_be_forbidden(Roll roll) const {
        const int needed = roll.is_double() ? 4 : 2;
        return free_checkers(roll.high) < needed || free_checkers(roll.low) < needed;
    }
    int free_checkers(int die) const {
        int count = 0;
        for (PlaceSet rest = landing(occupied_, die) << die; rest; rest &= rest - 1)
            count += own_[std::countr_zero(rest)];
        return count;
    }

    PlaceSet hits_of_all_moves(Roll roll) {
        if (!roll.is_double()) return generator_.hits_of_pair(roll.high, roll.low);
        landed_.places = 0;
        generator_.run(roll);
        return landed_.places & blots_;
    }

    const Checkers& own_;
    Landed landed_;
    Generator<Landed, Boards::often> generator_;
    PlaceSet occupied_, blocked_, blots_;
};

}  // namespace leafstrap::backgammon

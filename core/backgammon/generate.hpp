// All boards a player can leave behind with a roll, each once.
//
// Both dice must be used if they can, four steps of a double; if only one can, the higher if it can. Sets of places
// answer which checkers can move at all, so that nothing is tried that fails.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "backgammon/board.hpp"
#include "backgammon/move.hpp"
#include "search/random.hpp"

namespace leafstrap::backgammon {

// A number for every board, as a sum over its checkers: a step changes it by the difference of two terms.
struct BoardHash {
    std::array<std::array<std::uint64_t, places>, 2> term{};

    constexpr BoardHash() {
        Random random(1);
        for (auto& side : term)
            for (auto& number : side) number = random.next();
    }
    constexpr std::uint64_t of(const Checkers& checkers, int side) const {
        std::uint64_t sum = 0;
        for (Place place = 0; place < places; ++place)
            sum += term[side][place] * static_cast<std::uint64_t>(checkers[place]);
        return sum;
    }
};
inline constexpr BoardHash board_hash;

// Sink: `void operator()(const Move&)`, called once for each board that can be left behind. A roll that moves nothing
// gives one pass. Who does not mind the same board twice is served more quickly.
enum class Boards : std::uint8_t { once, often };

template <class Sink, Boards boards = Boards::once>
class Generator {
public:
    Generator(const Checkers& own, const Checkers& theirs, Sink& sink)
        : own_(own),
          blocked_(mirrored_points(theirs.with(2))),
          blots_(mirrored_points(theirs.with(1)) & ~blocked_),
          occupied_(own.with(1)),
          sink_(sink) {}

    void run(Roll roll) {
        if (roll.is_double()) {
            count_double_ = 0;
            measure(roll.high, bar, 0);
            descend(roll.high, bar, 0);
        } else if (!pairs(roll.high, roll.low)) {
            if (!singles(roll.high) && !singles(roll.low)) sink_(Move{});
        }
    }

    PlaceSet occupied() const { return occupied_; }  // own checkers
    PlaceSet blocked() const { return blocked_; }
    PlaceSet blots() const { return blots_; }  // of the other side

    // Blots that some legal move of two different dice hits. Only the first step of each is made: the second is a set.
    PlaceSet hits_of_pair(int high, int low) {
        PlaceSet by_both = 0;
        std::array<PlaceSet, 2> by_one{};
        bool both = false;
        const std::array<std::array<int, 2>, 2> orders{{{high, low}, {low, high}}};
        for (std::size_t order = 0; order < 2; ++order) {
            const auto [first, second] = orders[order];
            for (PlaceSet from = movable(first); from; from &= from - 1) {
                const Done done = step(std::countr_zero(from), first);
                const PlaceSet hit = done.hit ? set_of(done.to) : 0;
                if (const PlaceSet next = movable(second)) {
                    by_both |= hit | (next >> second & blots_);
                    both = true;
                } else {
                    by_one[order] |= hit;
                }
                undo(done);
            }
        }
        if (both) return by_both;
        return movable(high) ? by_one[0] : by_one[1];
    }

private:
    // Checkers that can move by this die.
    PlaceSet movable(int die) const {
        if (occupied_ & on_bar) return blocked_ << die & on_bar ? 0 : on_bar;
        PlaceSet movable = occupied_ & ~(blocked_ << die) & ~((PlaceSet{1} << die) - 1);
        if (!(occupied_ & ~home)) {
            // Bearing off: from the point of the die, or from the highest if all are lower.
            const PlaceSet exact = set_of(die - 1);
            if (occupied_ & exact)
                movable |= exact;
            else if (occupied_ && !(occupied_ >> die))
                movable |= std::bit_floor(occupied_);
        }
        return movable;
    }

    struct Done {
        Place from, to;
        bool hit;
    };
    Done reach(Place from, int die) const {
        const Place to = from >= die ? from - die : off;
        assert(1 <= die && die <= 6 && (occupied_ >> from & 1));
        return {from, to, to != off && (blots_ >> to & 1)};
    }
    Done step(Place from, int die) {
        const Done done = reach(from, die);
        assert(own_[from] > 0 && (done.to == off || !(blocked_ >> done.to & 1)));
        if (--own_[from] == 0) occupied_ &= ~set_of(from);
        if (done.to != off) {
            ++own_[done.to];
            occupied_ |= set_of(done.to);
            if (done.hit) blots_ &= ~set_of(done.to);
        }
        move_.add(from, done.to);
        return done;
    }
    // The last step of a move: nobody asks for the board after it.
    void finish(const Done& last) {
        move_.add(last.from, last.to);
        sink_(move_);
        move_.drop();
    }
    void undo(const Done& done) {
        move_.drop();
        if (done.to != off) {
            if (--own_[done.to] == 0) occupied_ &= ~set_of(done.to);
            if (done.hit) blots_ |= set_of(done.to);
        }
        ++own_[done.from];
        occupied_ |= set_of(done.from);
    }
    static std::uint64_t change(const Done& done) {
        std::uint64_t sum = -board_hash.term[0][done.from];
        if (done.to != off) sum += board_hash.term[0][done.to];
        if (done.hit) sum += board_hash.term[1][bar] - board_hash.term[1][mirrored(done.to)];
        return sum;
    }

    // Both dice, in either order. Two orders often leave the same board.
    bool pairs(int one, int other) {
        Seen seen;
        bool any = false;
        for (const auto& [first, second] : {std::array{one, other}, std::array{other, one}})
            for (PlaceSet from = movable(first); from; from &= from - 1) {
                const Done done = step(std::countr_zero(from), first);
                for (PlaceSet next = movable(second); next; next &= next - 1) {
                    const Done last = reach(std::countr_zero(next), second);
                    if (boards == Boards::often || seen.add(done, last)) finish(last);
                    any = true;
                }
                undo(done);
            }
        return any;
    }
    bool singles(int die) {
        const PlaceSet all = movable(die);
        for (PlaceSet from = all; from; from &= from - 1) finish(reach(std::countr_zero(from), die));
        return all != 0;
    }

    // Four steps of a double: far checkers first, which no order can do without, so that every choice comes up once.
    // How many steps there can be is found before, as only the longest count.
    void measure(int die, Place last, int depth) {
        if (depth > count_double_) count_double_ = depth;
        if (count_double_ == 4) return;
        for (PlaceSet from = movable(die) & up_to(last); from && count_double_ < 4;) {
            const Place place = highest(from);
            from ^= set_of(place);
            const Done done = step(place, die);
            measure(die, place, depth + 1);
            undo(done);
        }
    }
    void descend(int die, Place last, int depth) {
        if (count_double_ == 0) return sink_(move_);
        for (PlaceSet from = movable(die) & up_to(last); from;) {
            const Place place = highest(from);
            from ^= set_of(place);
            if (depth + 1 == count_double_) {
                finish(reach(place, die));
                continue;
            }
            const Done done = step(place, die);
            descend(die, place, depth + 1);
            undo(done);
        }
    }
    static PlaceSet up_to(Place last) { return (PlaceSet{2} << last) - 1; }
    static Place highest(PlaceSet set) { return static_cast<Place>(std::bit_width(set)) - 1; }

    // Boards seen before, by what changed. At most 15 checkers move first and 15 second.
    class Seen {
    public:
        bool add(const Done& first, const Done& second) {
            const std::uint64_t key = change(first) + change(second);
            std::size_t i = key >> (64 - bits);
            for (; slots_[i]; i = (i + 1) & (slots_.size() - 1))
                if (slots_[i] == key) return false;
            slots_[i] = key;
            return true;
        }

    private:
        static constexpr int bits = boards == Boards::once ? 9 : 1;
        std::array<std::uint64_t, 1 << bits> slots_{};
    };

    Checkers own_;
    PlaceSet blocked_, blots_, occupied_;
    Sink& sink_;
    Move move_;
    int count_double_ = 0;
};

}  // namespace leafstrap::backgammon

// Inputs for positions in which the sides can still meet: 248 raw and 145 higher. Wiering et al. (section 4.1) give the
// numbers, and the probabilities to be hit as an example of the higher ones; the others are ours.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "backgammon/features/shots.hpp"
#include "backgammon/features/view.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::backgammon {

struct Contact : ViewSet<Contact> {
    static constexpr std::string_view name = "contact";
    // Raw: 248. For each point of either side: any checker, a blot, a made point, a third checker, half of those above
    // three; on the bar any, in halves; borne off any, in fifteenths.
    static constexpr Block point{0, 2 * points, 5};
    static constexpr Block on_the_bar = point.then(2, 2);
    static constexpr Block borne_off = on_the_bar.then(2, 2);

    // Higher: 72 for each side, and the difference in pips. Rows are sides.
    static constexpr Block hit = borne_off.then(2 * points);  // probability that the blot there is hit next
    static constexpr Block any_hit = hit.then(2, 2);          // that any is; pips lost to hits on average
    static constexpr Block pips = any_hit.then(2);
    static constexpr Block home_made = pips.then(2);      // points made at home
    static constexpr Block prime = home_made.then(2, 4);  // the longest run of made points: 3, 4, 5, 6 or more
    static constexpr Block escape = prime.then(2);        // rolls that bring the other side's rearmost past the wall
    static constexpr Block wall = escape.then(2, 6);      // made points 1 to 6 before the other side's rearmost
    static constexpr Block anchor = wall.then(2, 6);      // made points in the other side's home
    static constexpr Block anchors = anchor.then(2);      // their number
    static constexpr Block rearmost = anchors.then(2);
    static constexpr Block back = rearmost.then(2);    // checkers in the other side's home and on the bar
    static constexpr Block deep = back.then(2);        // checkers on the two lowest points
    static constexpr Block stack = deep.then(2);       // checkers above the third on points
    static constexpr Block blots = stack.then(2);      // their number
    static constexpr Block entry = blots.then(2);      // rolls that bring a checker in from the bar
    static constexpr Block contact = entry.then(2);    // pips the sides' rearmost have to go past each other
    static constexpr Block spare = contact.then(2);    // checkers free to move without breaking a point
    static constexpr Block cover = spare.then(2, 18);  // checkers within six pips of a point, from the ace point on
    static constexpr Block lead = cover.then(1);
    static constexpr int concepts = lead.end();

    template <class Sink>
    static void visit(const View& view, Sink& sink) {
        one_side(0, view, sink);
        one_side(1, view.turned(), sink);
        const int ahead = view.theirs.pips() - view.own.pips();
        if (ahead) sink.add(lead(0), static_cast<float>(ahead) / 100);
    }

    static const std::vector<FeatureInfo>& describe();

private:
    template <class Sink>
    static void one_side(int row, const View& view, Sink& sink) {
        raw(row, view.own, sink);
        danger(row, view, sink);
        structure(row, view, sink);
    }

    template <class Sink>
    static void add(Sink& sink, int index, int number, float unit) {
        if (number) sink.add(index, static_cast<float>(number) / unit);
    }

    template <class Sink>
    static void raw(int row, const Checkers& own, Sink& sink) {
        for (Place p = 0; p < points; ++p) {
            const int count = own[p];
            if (!count) continue;
            const int line = row * points + p;
            sink.add(point(line, 0), 1);
            sink.add(point(line, count == 1 ? 1 : 2), 1);
            if (count >= 3) sink.add(point(line, 3), 1);
            if (count >= 4) sink.add(point(line, 4), static_cast<float>(count - 3) / 2);
        }
        if (const int count = own[bar]) {
            sink.add(on_the_bar(row, 0), 1);
            sink.add(on_the_bar(row, 1), static_cast<float>(count) / 2);
        }
        if (const int count = own.borne_off()) {
            sink.add(borne_off(row, 0), 1);
            sink.add(borne_off(row, 1), static_cast<float>(count) / 15);
        }
    }

    // What the other side's next roll may hit.
    template <class Sink>
    static void danger(int row, const View& view, Sink& sink) {
        const Shots shots = Shooter(view.theirs, view.own).shots();
        if (shots.any == 0) return;
        float lost = 0;
        for (Place p = 0; p < points; ++p) {
            const float chance = shots.hit[static_cast<std::size_t>(p)];
            if (chance == 0) continue;
            sink.add(hit(row * points + p), chance);
            lost += chance * static_cast<float>(points - p);
        }
        sink.add(any_hit(row, 0), shots.any);
        sink.add(any_hit(row, 1), lost / 24);
    }

    template <class Sink>
    static void structure(int row, const View& view, Sink& sink) {
        const Checkers& own = view.own;
        const PlaceSet occupied = own.with(1), made = own.with(2) & ~on_bar;
        add(sink, pips(row), own.pips(), 100);
        add(sink, home_made(row), std::popcount(made & home), 6);

        int longest = 0;
        for (PlaceSet run = made; run; run &= run >> 1) ++longest;
        if (longest >= 3) sink.add(prime(row, std::min(longest, 6) - 3), 1);

        wall_before(row, view, made, sink);

        const PlaceSet far = made >> (points - home_points);
        for (int i = 0; i < home_points; ++i)
            if (far >> i & 1) sink.add(anchor(row, i), 1);
        add(sink, anchors(row), std::popcount(far), 3);

        const int last = static_cast<int>(std::bit_width(occupied)) - 1;
        add(sink, rearmost(row), last, 24);
        int behind = own[bar], spares = 0, above = 0;
        for (Place p = points - home_points; p < points; ++p) behind += own[p];
        for (Place p = 0; p < points; ++p) {
            spares += std::max(own[p] - 2, 0);
            above += std::max(own[p] - 3, 0);
        }
        add(sink, back(row), behind, 4);
        add(sink, deep(row), own[0] + own[1], 5);
        add(sink, stack(row), above, 5);
        add(sink, blots(row), std::popcount(occupied & ~on_bar & ~made), 5);
        add(sink, spare(row), spares, 10);
        if (own[bar]) add(sink, entry(row), entering(view.theirs), 36);
        const int their_last = static_cast<int>(std::bit_width(view.theirs.with(1))) - 1;
        add(sink, contact(row), std::max(last + their_last - (points - 1), 0), 24);

        // Checkers that bear on a point from up to six pips away, by sums that slide along.
        int within = 0;
        for (Place p = 1; p <= home_points; ++p) within += own[p];
        for (Place p = 0; p < cover.columns; ++p) {
            add(sink, cover(row, p), within, 6);
            within += (p + home_points + 1 < points ? own[p + home_points + 1] : 0) - own[p + 1];
        }
    }

    // The points in the way of the other side's rearmost checker, and how many of 36 rolls carry it past all of them.
    template <class Sink>
    static void wall_before(int row, const View& view, PlaceSet made, Sink& sink) {
        const PlaceSet theirs = view.theirs.with(1);
        if (!theirs) return;
        // Its place in our view: just below our ace point when it is on the bar.
        const Place start = mirrored(static_cast<Place>(std::bit_width(theirs)) - 1);
        const PlaceSet ahead = made >> (start + 1) & 0x3f;
        for (int i = 0; i < 6; ++i)
            if (ahead >> i & 1) sink.add(wall(row, i), 1);
        const int needed = static_cast<int>(std::bit_width(ahead));  // pips to the last point of the wall
        if (needed == 0) {
            sink.add(escape(row), 1);
            return;
        }
        int rolls = 0;
        const auto open = [&](int distance) { return distance > 6 || !(ahead >> (distance - 1) & 1); };
        for (const Roll roll : all_rolls) {
            const int one = roll.high, other = roll.low;
            bool past = false;
            if (roll.is_double()) {
                for (int steps = 1; steps <= 4 && open(steps * one); ++steps) past |= steps * one > needed;
            } else {
                past = (one > needed && open(one)) || (other > needed && open(other)) ||
                       (one + other > needed && open(one + other) && (open(one) || open(other)));
            }
            if (past) rolls += roll.is_double() ? 1 : 2;
        }
        add(sink, escape(row), rolls, 36);
    }

    // Of 36 rolls, those that bring one checker in.
    static int entering(const Checkers& theirs) {
        int open = 0;
        for (Place p = 0; p < home_points; ++p) open += theirs[p] < 2;
        return 36 - (6 - open) * (6 - open);
    }
};
static_assert(FeatureSet<Contact> && Contact::concepts == 393);

}  // namespace leafstrap::backgammon

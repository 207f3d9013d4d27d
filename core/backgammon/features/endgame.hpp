// Inputs for the endgame, where all checkers are at home (68), and for the race, where they cannot meet any more (277).
// Wiering et al. (section 4.1) give the numbers of raw and of higher inputs; which they are is ours.
#pragma once

#include <string_view>
#include <vector>

#include "backgammon/bearoff.hpp"
#include "backgammon/features/view.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::backgammon {

struct Endgame : ViewSet<Endgame> {
    static constexpr std::string_view name = "endgame";
    // Raw: 56. A row for each side and home point; borne off as a share, and whether there are 1, 8 and 12.
    static constexpr Block home_point{0, 2 * home_points, 4};
    static constexpr Block borne_off = home_point.then(2, 4);
    // Higher: 12, six for each side: pips at home, checkers left, rolls needed on average, empty home points, checkers
    // on the ace point, an odd number left.
    static constexpr Block higher = borne_off.then(2, 6);
    static constexpr int concepts = higher.end();

    template <class Sink>
    static void visit(const View& view, Sink& sink) {
        one_side(0, view.own, sink);
        one_side(1, view.theirs, sink);
    }

    static const std::vector<FeatureInfo>& describe();

    // Made when first asked for.
    static const OneSided& rolls_needed();

private:
    template <class Sink>
    static void one_side(int row, const Checkers& checkers, Sink& sink) {
        int at_home = 0, pips = 0, empty = 0;
        for (Place point = 0; point < home_points; ++point) {
            const int count = checkers[point];
            add_point(home_point, row * home_points + point, count, sink);
            at_home += count;
            pips += (point + 1) * count;
            empty += count == 0;
        }
        const int gone = checkers.borne_off();
        if (gone) sink.add(borne_off(row, 0), static_cast<float>(gone) / 15);
        if (gone >= 1) sink.add(borne_off(row, 1), 1);
        if (gone >= 8) sink.add(borne_off(row, 2), 1);
        if (gone >= 12) sink.add(borne_off(row, 3), 1);
        if (pips) sink.add(higher(row, 0), static_cast<float>(pips) / 50);
        if (at_home) sink.add(higher(row, 1), static_cast<float>(at_home) / 15);
        if (at_home) sink.add(higher(row, 2), static_cast<float>(rolls_needed().mean_rolls(checkers)) / 8);
        if (empty) sink.add(higher(row, 3), static_cast<float>(empty) / 6);
        if (checkers[0]) sink.add(higher(row, 4), static_cast<float>(checkers[0]) / 10);
        if (at_home % 2) sink.add(higher(row, 5), 1);
    }
};
static_assert(FeatureSet<Endgame> && Endgame::concepts == 68);

struct Race : ViewSet<Race> {
    static constexpr std::string_view name = "race";
    // The endgame's inputs, then raw: 192, four for each point of either side.
    static constexpr Block endgame{0, Endgame::concepts};
    static constexpr Block own = endgame.then(points, 4);
    static constexpr Block theirs = own.then(points, 4);
    // Higher: 17, eight for each side: pips, checkers not at home, pips until all are, quarters of the board still to
    // cross, the rearmost, checkers in each of the three quarters outside; and the difference in pips.
    static constexpr Block higher = theirs.then(2, 8);
    static constexpr Block lead = higher.then(1);
    static constexpr int concepts = lead.end();

    template <class Sink>
    static void visit(const View& view, Sink& sink) {
        Endgame::visit(view, sink);
        each_occupied(view, [&](Place point) {
            add_point(own, point, view.own[point], sink);
            add_point(theirs, point, view.theirs[point], sink);
        });
        const int pips = one_side(0, view.own, sink) - one_side(1, view.theirs, sink);
        if (pips) sink.add(lead(0), static_cast<float>(-pips) / 50);
    }

    static const std::vector<FeatureInfo>& describe();

private:
    template <class Sink>
    static int one_side(int row, const Checkers& checkers, Sink& sink) {
        const int pips = checkers.pips();
        int outside = 0, pips_home = 0, crossings = 0, rearmost = 0;
        std::array<int, 4> quarter{};
        for (Place point = 0; point < points; ++point) {
            const int count = checkers[point];
            if (!count) continue;
            rearmost = point;
            quarter[static_cast<std::size_t>(point / home_points)] += count;
            crossings += count * (point / home_points);
            if (point < home_points) continue;
            outside += count;
            pips_home += count * (point - home_points + 1);
        }
        const auto add = [&](int column, int number, float unit) {
            if (number) sink.add(higher(row, column), static_cast<float>(number) / unit);
        };
        add(0, pips, 100);
        add(1, outside, 15);
        add(2, pips_home, 50);
        add(3, crossings, 15);
        add(4, rearmost, 24);
        add(5, quarter[1], 10);
        add(6, quarter[2], 10);
        add(7, quarter[3], 10);
        return pips;
    }
};
static_assert(FeatureSet<Race> && Race::concepts == 277);

}  // namespace leafstrap::backgammon

// The 198 inputs of TD-Gammon's first version: the raw board and nothing else.
#pragma once

#include <string_view>
#include <vector>

#include "backgammon/features/view.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::backgammon {

struct Tesauro : ViewSet<Tesauro> {
    static constexpr std::string_view name = "tesauro";
    static constexpr Block own{0, points, 4};
    static constexpr Block theirs = own.then(points, 4);
    static constexpr Block on_bar = theirs.then(2);      // own, theirs, in halves
    static constexpr Block borne_off = on_bar.then(2);   // own, theirs, in fifteenths
    static constexpr Block to_move = borne_off.then(2);  // the own side is always to move: kept for the number
    static constexpr int concepts = to_move.end();

    template <class Sink>
    static void visit(const View& view, Sink& sink) {
        each_occupied(view, [&](Place point) {
            add_point(own, point, view.own[point], sink);
            add_point(theirs, point, view.theirs[point], sink);
        });
        int row = 0;
        for (const Checkers* checkers : {&view.own, &view.theirs}) {
            if (const int count = (*checkers)[bar]) sink.add(on_bar(row), static_cast<float>(count) / 2);
            if (const int count = checkers->borne_off()) sink.add(borne_off(row), static_cast<float>(count) / 15);
            ++row;
        }
        sink.add(to_move(0), 1);
    }

    static const std::vector<FeatureInfo>& describe();
};
static_assert(FeatureSet<Tesauro> && Tesauro::concepts == 198);

}  // namespace leafstrap::backgammon

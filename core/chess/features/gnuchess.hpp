// The feature set `gnuchess`: the terms of GNU Chess 4's evaluation as features, for Table 1 of NeuroChess (Thrun
// 1995), whose learners "used the original GNU-Chess features". Which terms these were the paper does not say; ours are
// those that the public source of GNU Chess 4 names, written anew, each with a weight that is learned instead of the
// program's.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "chess/features/gnuchess/terms.hpp"
#include "chess/position.hpp"
#include "eval/feature_set.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::chess {

struct GnuChess {
    using Position = chess::Position;
    static constexpr std::string_view name = "gnuchess";
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"game"};
    static constexpr bool symmetric = true;

    static constexpr int first_own = gnuchess::term_counts.size();
    static constexpr int first_other = first_own + gnuchess::hung_counts.size();
    static constexpr int to_move = first_other + gnuchess::hung_counts.size();
    static constexpr int stage = to_move + 1;
    static constexpr int concepts = stage + 1;

    static std::array<float, stages> mix(const Position&) { return {1.0F}; }

    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        using namespace gnuchess;
        constexpr Side w = Side::first, b = Side::second;
        SideInfo white = meep::gather<w>(position), black = meep::gather<b>(position);
        const auto white_moves = neurochess::deploy(white, black), black_moves = neurochess::deploy(black, white);

        constexpr std::size_t size = term_counts.size();
        const auto whites = neurochess::numbers<size>(terms_of<w>(position, white, black, white_moves));
        const auto blacks = neurochess::numbers<size>(terms_of<b>(position, black, white, black_moves));
        for (std::size_t i = 0; i < size; ++i)
            if (whites[i] | blacks[i]) add_both(sink, static_cast<int>(i), whites[i], blacks[i], term_counts[i].unit);

        // What the side to move sees: values are White's view, so they change sign with the turn.
        const int turn = sign(position.turn());
        const bool white_on_move = position.turn() == w;
        const Hung of_white = hung_of(white, black), of_black = hung_of(black, white);
        add_hung(sink, first_own, white_on_move ? of_white : of_black, turn);
        add_hung(sink, first_other, white_on_move ? of_black : of_white, turn);
        add_times(sink, to_move, turn);
        add_times(sink, stage, turn * (classical::attack_quarters(white) + classical::attack_quarters(black)), 0.25F);
    }

    static const std::vector<FeatureInfo>& describe();

private:
    template <class Sink>
    static void add_hung(Sink& sink, int first, const gnuchess::Hung& hung, int turn) {
        const auto found = neurochess::numbers<gnuchess::hung_counts.size()>(hung);
        for (std::size_t i = 0; i < found.size(); ++i)
            if (found[i]) add_times(sink, first + static_cast<int>(i), turn * found[i]);
    }
};

static_assert(FeatureSet<GnuChess>);

}  // namespace leafstrap::chess

// The feature set `neurochess`: 175 features, as many as NeuroChess had (Thrun 1995, section 5), which were designed by
// hand and are not published. These are ours.
//
// A chess model has to tell from them what the board looks like two half-moves later. What hangs on whose move it is
// (dangers) is therefore counted for the side to move and for the other apart; all else is what one side has more.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "chess/features/neurochess/activity.hpp"
#include "chess/features/neurochess/board.hpp"
#include "chess/features/neurochess/dangers.hpp"
#include "chess/features/neurochess/king.hpp"
#include "chess/features/neurochess/pawns.hpp"
#include "chess/features/neurochess/places.hpp"
#include "chess/position.hpp"
#include "eval/feature_set.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::chess {

struct NeuroChess {
    using Position = chess::Position;
    static constexpr std::string_view name = "neurochess";
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"game"};
    static constexpr bool symmetric = true;

    static constexpr int first_pawn = neurochess::place_counts.size();
    static constexpr int first_activity = first_pawn + neurochess::pawn_counts.size();
    static constexpr int first_king = first_activity + neurochess::activity_counts.size();
    static constexpr int first_own_danger = first_king + neurochess::king_counts.size();
    static constexpr int first_other_danger = first_own_danger + neurochess::danger_counts.size();
    static constexpr int first_board = first_other_danger + neurochess::danger_counts.size();
    static constexpr int concepts = first_board + neurochess::board_counts.size();

    static std::array<float, stages> mix(const Position&) { return {1.0F}; }

    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        using namespace neurochess;
        constexpr Side w = Side::first, b = Side::second;
        SideInfo white = meep::gather<w>(position), black = meep::gather<b>(position);
        const Movement white_moves = deploy(white, black), black_moves = deploy(black, white);
        const bool white_on_move = position.turn() == w;

        more(sink, 0, place_counts, places_of<w>(white, black), places_of<b>(black, white));
        more(sink, first_pawn, pawn_counts, pawns_of<w>(white, black, white_on_move),
             pawns_of<b>(black, white, !white_on_move));
        more(sink, first_activity, activity_counts, activity_of<w>(white_moves, white, black),
             activity_of<b>(black_moves, black, white));
        more(sink, first_king, king_counts, king_of<w>(position, white, black), king_of<b>(position, black, white));

        const Dangers whites = dangers_of<w>(white, black), blacks = dangers_of<b>(black, white);
        const int turn = sign(position.turn());
        alike(sink, first_own_danger, danger_counts, white_on_move ? whites : blacks, turn);
        alike(sink, first_other_danger, danger_counts, white_on_move ? blacks : whites, turn);
        alike(sink, first_board, board_counts, board_of(position, white, black), turn);
    }

    static const std::vector<FeatureInfo>& describe();

private:
    // What White has more than Black.
    template <class Sink, std::size_t size, class Counts>
    static void more(Sink& sink, int first, const std::array<neurochess::Count, size>& names, const Counts& white,
                     const Counts& black) {
        const auto whites = neurochess::numbers<size>(white), blacks = neurochess::numbers<size>(black);
        for (std::size_t i = 0; i < size; ++i)
            if (whites[i] | blacks[i]) add_both(sink, first + static_cast<int>(i), whites[i], blacks[i], names[i].unit);
    }
    // What the side to move sees: values are White's view, so they change sign with the turn.
    template <class Sink, std::size_t size, class Counts>
    static void alike(Sink& sink, int first, const std::array<neurochess::Count, size>& names, const Counts& counts,
                      int turn) {
        const auto found = neurochess::numbers<size>(counts);
        for (std::size_t i = 0; i < size; ++i)
            if (found[i]) add_times(sink, first + static_cast<int>(i), turn * found[i], names[i].unit);
    }
};

static_assert(NeuroChess::concepts == 175);  // section 5
static_assert(FeatureSet<NeuroChess>);

}  // namespace leafstrap::chess

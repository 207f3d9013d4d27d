// Family `material`: how many pieces, how they go together, and what is left to win with.
#pragma once

#include <cstdlib>

#include "chess/features/knightcap/army.hpp"
#include "chess/features/knightcap/stage.hpp"
#include "eval/feature_info.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::chess::knightcap {

struct MaterialBlocks {
    static constexpr Block piece_values{0, kind_count};
    static constexpr Block bishop_pair = piece_values.then(1);
    static constexpr Block opposite_bishops = bishop_pair.then(1);
    static constexpr Block no_material = opposite_bishops.then(1);
    static constexpr Block draw_value = no_material.then(1);
    static constexpr Block near_draw_value = draw_value.then(1);
    static constexpr Block piece_trade_bonus = near_draw_value.then(32);   // by the pieces of both sides
    static constexpr Block pawn_trade_bonus = piece_trade_bonus.then(32);  // by their pawns
    static constexpr int end = pawn_trade_bonus.end();

    static void describe(FeatureTable& table);
};

// Enough to mate a bare king with.
inline bool can_mate(const Army& army) {
    if (army.pawns | army.rooks | army.queens) return true;
    return army.bishops && many(army.bishops | army.knights);
}

inline int material_worth(const Army& army) {
    return worth[0] * popcount(army.pawns) + worth[1] * popcount(army.knights) + worth[2] * popcount(army.bishops) +
           worth[3] * popcount(army.rooks) + worth[4] * popcount(army.queens);
}

// Each side has one bishop, and they never meet.
inline bool opposite_bishops(const Army& white, const Army& black) {
    if (popcount(white.bishops) != 1 || popcount(black.bishops) != 1) return false;
    return !(white.bishops & light_squares) != !(black.bishops & light_squares);
}

// Nobody can win, or hardly anybody: what that is worth to the program, whichever side it plays.
template <class Sink>
void draws(const Army& white, const Army& black, int balance, Side perspective, Sink& sink) {
    using B = MaterialBlocks;
    constexpr int minor = worth[index(Kind::bishop)];
    const float program = static_cast<float>(sign(perspective));
    if (!can_mate(white) && !can_mate(black))
        sink.add(B::draw_value(0), program);
    else if (std::abs(balance) <= minor)
        sink.add(B::near_draw_value(0), program);
}

// Returns whose material is worth more: 1 for White, -1 for Black, else 0.
template <class Sink>
int material(const Army& white, const Army& black, Stage stage, Side perspective, Sink& sink) {
    using B = MaterialBlocks;
    add_both(sink, B::piece_values(0), popcount(white.pawns), popcount(black.pawns));
    add_both(sink, B::piece_values(1), popcount(white.knights), popcount(black.knights));
    add_both(sink, B::piece_values(2), popcount(white.bishops), popcount(black.bishops));
    add_both(sink, B::piece_values(3), popcount(white.rooks), popcount(black.rooks));
    add_both(sink, B::piece_values(4), popcount(white.queens), popcount(black.queens));
    add_both(sink, B::piece_values(5), 1, 1);
    add_both(sink, B::bishop_pair(0), many(white.bishops), many(black.bishops));
    add_both(sink, B::no_material(0), !can_mate(white), !can_mate(black));

    const int balance = material_worth(white) - material_worth(black);
    const int ahead = (balance > 0) - (balance < 0);
    if (stage == Stage::mating) draws(white, black, balance, perspective, sink);
    if (!ahead) return 0;
    if (opposite_bishops(white, black)) sink.add(B::opposite_bishops(0), static_cast<float>(-ahead));
    const int pawns = popcount(white.pawns | black.pawns);
    sink.add(B::piece_trade_bonus(white.piece_count + black.piece_count), static_cast<float>(ahead));
    sink.add(B::pawn_trade_bonus(pawns), static_cast<float>(ahead));
    return ahead;
}

}  // namespace leafstrap::chess::knightcap

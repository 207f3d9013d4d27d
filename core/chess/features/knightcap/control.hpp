// Family `board control`: who holds each square. KnightCap's appendix A.9 calls a square a player's who can put a piece
// there, or who controls it with a pawn; what that costs is judged by the pieces that attack it.
#pragma once

#include "chess/features/knightcap/army.hpp"
#include "chess/features/knightcap/mobility.hpp"

namespace leafstrap::chess::knightcap {

struct ControlBlocks {
    static constexpr Block pos_base{MobilityBlocks::end, 64};
    static constexpr Block pos_kingside = pos_base.then(64);
    static constexpr Block pos_queenside = pos_kingside.then(64);
    static constexpr int end = pos_queenside.end();

    static void describe(FeatureTable& table);
};

enum class Castled : std::uint8_t { no, kingside, queenside };

// Where castling puts a king, or a step from there: how it came is not known to a position.
template <Side us>
Castled castled(Square king) {
    if (rank_from<us>(king) > 1) return Castled::no;
    return file_of(king) >= 6 ? Castled::kingside : file_of(king) <= 2 ? Castled::queenside : Castled::no;
}

struct Control {
    Bitboard white = 0, black = 0;
};

// A square belongs to the side with the cheapest piece to take on it, knights and bishops being equal; among equals to
// the side with more pieces.
inline Control control(const Army& white, const Army& black) {
    using Level = std::array<Bitboard, 5>;
    const auto levels = [](const Army& army) {
        const auto by = [&](Kind kind) { return army.attacks[index(kind)]; };
        return Level{by(Kind::pawn), by(Kind::knight) | by(Kind::bishop), by(Kind::rook), by(Kind::queen),
                     by(Kind::king)};
    };
    const Level whites = levels(white), blacks = levels(black);
    Control control;
    Bitboard open = ~Bitboard{0}, equal = 0;
    for (std::size_t i = 0; i < whites.size(); ++i) {
        control.white |= open & whites[i] & ~blacks[i];
        control.black |= open & blacks[i] & ~whites[i];
        equal |= open & whites[i] & blacks[i];
        open &= ~(whites[i] | blacks[i]);
    }
    control.white |= equal & (white.attackers > black.attackers);
    control.black |= equal & (black.attackers > white.attackers);
    return control;
}

template <Side us, class Sink>
void squares_held(const View& view, Sink& sink) {
    using B = ControlBlocks;
    constexpr float one = sign(us);
    const auto add = [&](Block block) {
        for (Bitboard held = view.held; held;) sink.add(block(relative(us, pop_lowest(held))), one);
    };
    add(B::pos_base);
    const Castled where = castled<us>(view.own.king);
    if (where == Castled::kingside) add(B::pos_kingside);
    if (where == Castled::queenside) add(B::pos_queenside);
}

}  // namespace leafstrap::chess::knightcap

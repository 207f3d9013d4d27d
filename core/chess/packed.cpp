#include "chess/packed.hpp"

#include <cassert>

#include "chess/position.hpp"
#include "chess/zobrist.hpp"

namespace leafstrap::chess {

Packed::Packed(const Position& position)
    : second_(position.pieces(Side::second)),
      clock_(static_cast<std::uint16_t>(position.halfmove_clock())),
      number_(static_cast<std::uint16_t>(position.fullmove_number())),
      en_passant_(static_cast<std::int8_t>(position.en_passant())),
      castling_(static_cast<std::uint8_t>(position.castling())),
      turn_(position.turn()) {
    for (int kind = 0; kind < kind_count; ++kind)
        for (int plane = 0; plane < 3; ++plane)
            if ((kind + 1) >> plane & 1) kinds_[plane] |= position.pieces(static_cast<Kind>(kind));
}

Position Packed::unpacked() const {
    Position position;
    for (Bitboard b = kinds_[0] | kinds_[1] | kinds_[2]; b;) {
        const Square s = pop_lowest(b);
        const auto number = (kinds_[0] >> s & 1) | (kinds_[1] >> s & 1) << 1 | (kinds_[2] >> s & 1) << 2;
        position.put(second_ & bit(s) ? Side::second : Side::first, static_cast<Kind>(number - 1), s);
    }
    position.clock_ = clock_;
    position.number_ = number_;
    position.castling_ = castling_;
    position.hash_ ^= zobrist.castling[castling_];
    position.turn_ = turn_;
    if (turn_ == Side::second) position.hash_ ^= zobrist.second_to_move;
    position.en_passant_ = en_passant_;
    if (en_passant_ >= 0) position.hash_ ^= zobrist.en_passant[file_of(en_passant_)];
    position.find_checkers();
    assert(position.consistent());
    return position;
}

}  // namespace leafstrap::chess

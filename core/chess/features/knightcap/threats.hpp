// Family `threats`: what can be won by captures, pieces that guard too much, and pieces that attack pieces.
#pragma once

#include <algorithm>

#include "chess/features/knightcap/control.hpp"

namespace leafstrap::chess::knightcap {

struct ThreatBlocks {
    static constexpr Block threat{ControlBlocks::end, 1};
    static constexpr Block opponents_threat = threat.then(1);
    static constexpr Block overloaded_penalty = opponents_threat.then(15);
    static constexpr Block attack_value = overloaded_penalty.then(4, 4);  // attacker, victim: knight to queen
    static constexpr int end = attack_value.end();

    static void describe(FeatureTable& table);
};

// What a side wins, in pawns, by captures on one square, where both take with their cheapest piece in turn, each piece
// moves once, and either may stop.
int exchange(const Position& position, Side us, Square target);

// The best that a side can win by captures, on the square where it wins most.
template <Side us>
int best_exchange(const View& view) {
    int best = 0;
    for (Bitboard prey = view.own.attacked & view.enemy.all & ~bit(view.enemy.king); prey;) {
        const Square s = pop_lowest(prey);
        // An exchange never wins more than its first capture.
        if (worth[index(view.position.kind_on(s))] > best) best = std::max(best, exchange(view.position, us, s));
    }
    return best;
}

// Pieces under attack that one piece alone guards.
inline Bitboard lonely_pieces(const View& view) {
    return view.own.all & ~bit(view.own.king) & view.enemy.attacked & view.own.attacked & ~view.own.attackers.several();
}

template <Side us, class Sink>
void overloaded(Bitboard guarded, Sink& sink) {
    using B = ThreatBlocks;
    if (guarded) sink.add(B::overloaded_penalty(std::min(popcount(guarded), B::overloaded_penalty.rows) - 1), sign(us));
}

template <Side us, class Sink>
void threats_of(const View& view, Sink& sink) {
    using B = ThreatBlocks;
    constexpr float one = sign(us);
    const Block block = view.position.turn() == us ? B::threat : B::opponents_threat;
    if (const int gain = best_exchange<us>(view)) sink.add(block(0), one * static_cast<float>(gain));

    const Bitboard lonely = lonely_pieces(view);
    const Bitboard pieces = view.enemy.all & ~view.enemy.pawns & ~bit(view.enemy.king);
    for (int i = 0; i < view.own.piece_count; ++i) {
        const Piece& piece = view.own.pieces[i];
        overloaded<us>(piece.attacks & lonely, sink);
        for (Bitboard victims = piece.attacks & pieces; victims;) {
            const Kind victim = view.position.kind_on(pop_lowest(victims));
            sink.add(B::attack_value(index(piece.kind) - 1, index(victim) - 1), one);
        }
    }
    overloaded<us>(king_attacks(view.own.king) & lonely, sink);
    const Bitboard guardians = pawn_attacks(!us, lonely & view.own.attacks[index(Kind::pawn)]) & view.own.pawns;
    for (Bitboard pawns = guardians; pawns;) overloaded<us>(pawn_attacks(us, pop_lowest(pawns)) & lonely, sink);
}

}  // namespace leafstrap::chess::knightcap

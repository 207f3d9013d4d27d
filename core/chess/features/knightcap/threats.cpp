#include "chess/features/knightcap/threats.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::knightcap {
namespace {

// Of equals the same piece takes on the mirrored board.
Square first_of(Side us, Bitboard pieces) { return us == Side::first ? lowest(pieces) : flip(lowest(flip(pieces))); }

}  // namespace

int exchange(const Position& position, Side us, Square target) {
    const Bitboard queens = position.pieces(Kind::queen);
    const Bitboard diagonal = position.pieces(Kind::bishop) | queens, straight = position.pieces(Kind::rook) | queens;
    Bitboard occupied = position.occupied();
    Bitboard attackers =
        position.attackers(target, Side::first, occupied) | position.attackers(target, Side::second, occupied);

    std::array<int, 32> stakes;  // what each capture takes
    int captures = 0, at_stake = worth[index(position.kind_on(target))];
    for (Side side = us;; side = !side) {
        const Bitboard own = attackers & occupied & position.pieces(side);
        if (!own) break;
        int cheapest = 0;
        while (!(own & position.pieces(static_cast<Kind>(cheapest)))) ++cheapest;
        // A king takes last or not at all.
        const Kind kind = static_cast<Kind>(cheapest);
        if (kind == Kind::king && (attackers & occupied & position.pieces(!side))) break;

        stakes[captures++] = at_stake;
        at_stake = worth[cheapest];
        occupied ^= bit(first_of(us, own & position.pieces(kind)));
        // What stood behind the piece that captured comes into play.
        attackers |= (bishop_attacks(target, occupied) & diagonal) | (rook_attacks(target, occupied) & straight);
    }
    // From the last capture backwards: whoever is to take does so only if that is better than to stop.
    int best = 0;
    while (captures > 0) best = std::max(0, stakes[--captures] - best);
    return best;
}

void ThreatBlocks::describe(FeatureTable& table) {
    using Entry = FeatureTable::Entry;
    table.family("threats");
    table.add(threat, "threat", "what the side to move can win by captures on one square, in pawns");
    table.add(opponents_threat, "opponents-threat",
              "what the other side could win by captures on one square if it were to move, in pawns");
    table.add(overloaded_penalty, [](int row, int) {
        const std::string number = std::to_string(row + 1) + (row + 1 == overloaded_penalty.rows ? " or more" : "");
        return Entry{"overloaded-penalty." + std::to_string(row + 1),
                     "man that alone guards " + number + (row ? " attacked men" : " attacked man")};
    });
    table.add(attack_value, [](int by, int victim) {
        return Entry{"attack-value." + kind_word(by + 1) + "." + kind_word(victim + 1),
                     kind_word(by + 1) + " that attacks an enemy " + kind_word(victim + 1)};
    });
}

}  // namespace leafstrap::chess::knightcap

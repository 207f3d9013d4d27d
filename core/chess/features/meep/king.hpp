// Family `king safety`: the king's shelter, and what the enemy brings up against it.
#pragma once

#include "chess/features/meep/mobility.hpp"
#include "chess/features/meep/side_info.hpp"

namespace leafstrap::chess::meep {

struct KingBlocks {
    // On the king's file and its neighbours: distance of the file from the edge, rank of the nearest own pawn that is
    // not behind the king (none, 2 to 7) and of the nearest enemy pawn (2 to 7), or where the two are locked (3 to 7).
    static constexpr Block shelter{MobilityBlocks::end, 4, 7};
    static constexpr Block storm = shelter.then(4, 6);
    static constexpr Block locked_storm = storm.then(5);
    static constexpr Block castling = locked_storm.then(2);  // short, long

    // Counted for the attacker. How many minor pieces (up to 3), rooks (2) and queens (1) attack the ring: danger does
    // not add up, so every gathering has its own weight; nobody has none.
    static constexpr Block gathering = castling.then(23);
    static constexpr Block siege = gathering.then(12);  // attacks on squares of the ring, 12 or more as one
    static constexpr Block breach = siege.then(6);      // squares of it that only king or queen guard
    // Knight to queen can check: nowhere safely, from one safe square, from more.
    static constexpr Block check = breach.then(4, 3);
    static constexpr Block closeness = check.then(4, 7);  // knight to queen, distance from the enemy king

    static constexpr Block flight = closeness.then(9);  // squares the own king can go to
    static constexpr Block pinned = flight.then(5);     // own pieces, pawn to queen
    // Against a bare king: distance of the kings (2 to 7), and steps of the bare one to the corner where it is mated.
    static constexpr Block escort = pinned.then(6);
    static constexpr Block corner = escort.then(1);
    static constexpr int end = corner.end();

    static void describe(FeatureTable& table);
};

template <Side us, class Sink>
void shelter_of(const SideInfo& own, const SideInfo& enemy, Sink& sink) {
    using B = KingBlocks;
    constexpr float one = sign(us);
    const Bitboard not_behind = ~ahead<!us>(rank_mask(rank_of(own.king)));
    const int middle = std::clamp(file_of(own.king), 1, 6);
    for (int file = middle - 1; file <= middle + 1; ++file) {
        const Bitboard column = file_mask(file) & not_behind;
        const Bitboard shield = own.pawns & column, attack = enemy.pawns & column;
        const int shield_rank = shield ? rank_from<us>(rearmost<us>(shield)) : 0;
        sink.add(B::shelter(from_edge(file), shield_rank), one);
        if (!attack) continue;
        const int attack_rank = rank_from<us>(rearmost<us>(attack));
        if (shield && attack_rank == shield_rank + 1)
            sink.add(B::locked_storm(attack_rank - 2), one);
        else
            sink.add(B::storm(from_edge(file), attack_rank - 1), one);
    }
}

// Checks with one kind of piece: on squares where it cannot simply be taken, or elsewhere.
template <Side us, class Sink>
void checks_of(Kind kind, Bitboard lines, Bitboard safe, const SideInfo& own, Sink& sink) {
    const Bitboard checks = lines & own.attacks[index(kind)] & ~own.all;
    if (!checks) return;
    const int column = ((checks & safe) != 0) + many(checks & safe);
    sink.add(KingBlocks::check(index(kind) - index(Kind::knight), column), sign(us));
}

// One weight for each number from 1 to the size of the block, the last also for more; 0 has none.
template <Side us, class Sink>
void add_number(Block block, int number, Sink& sink) {
    if (number) sink.add(block(std::min(number, block.rows) - 1), sign(us));
}

template <Side us, class Sink>
void assault_of(const SideInfo& own, const SideInfo& enemy, Sink& sink) {
    using B = KingBlocks;
    const int minors = std::min(own.besieging_minors, 3), rooks = std::min(own.besieging_rooks, 2);
    add_number<us>(B::gathering, minors * 6 + rooks * 2 + std::min(own.besieging_queens, 1), sink);
    add_number<us>(B::siege, own.siege, sink);

    // Attacked squares whose only guards are the king, who runs a risk, and the queen, who is worth too much.
    const Bitboard weak = own.attacked & ~enemy.attacked_twice &
                          (~enemy.attacked | enemy.attacks[index(Kind::king)] | enemy.attacks[index(Kind::queen)]);
    add_number<us>(B::breach, popcount(enemy.ring & weak), sink);

    const Bitboard occupied = own.all | enemy.all;
    const Bitboard safe = ~enemy.attacked | (weak & own.attacked_twice);
    const Bitboard straight = rook_attacks(enemy.king, occupied), oblique = bishop_attacks(enemy.king, occupied);
    checks_of<us>(Kind::knight, knight_attacks(enemy.king), safe, own, sink);
    checks_of<us>(Kind::bishop, oblique, safe, own, sink);
    checks_of<us>(Kind::rook, straight, safe, own, sink);
    checks_of<us>(Kind::queen, straight | oblique, safe, own, sink);
}

template <Side us, class Sink>
void bare_king(const SideInfo& own, const SideInfo& enemy, Sink& sink) {
    using B = KingBlocks;
    constexpr Bitboard light_corners = bit(square(0, 7)) | bit(square(7, 0));
    constexpr Bitboard dark_corners = bit(square(0, 0)) | bit(square(7, 7));
    // Knight and bishops of one colour mate only in a corner of that colour.
    Bitboard corners = light_corners | dark_corners;
    if (own.bishops && !(own.rooks | own.queens)) {
        if (!(own.bishops & light_squares)) corners = dark_corners;
        if (!(own.bishops & ~light_squares)) corners = light_corners;
    }
    int steps = 7;
    while (corners) steps = std::min(steps, distance(enemy.king, pop_lowest(corners)));
    sink.add(B::escort(distance(own.king, enemy.king) - 2), sign(us));
    sink.add(B::corner(0), sign(us) * static_cast<float>(steps));
}

template <Side us, class Sink>
void king_of(const Position& position, const SideInfo& own, const SideInfo& enemy, Sink& sink) {
    using B = KingBlocks;
    constexpr float one = sign(us);
    sink.add(B::flight(popcount(king_attacks(own.king) & ~own.all & ~enemy.attacked)), one);
    for (Bitboard pinned = own.pinned; pinned;) sink.add(B::pinned(index(position.kind_on(pop_lowest(pinned)))), one);
    if (position.can_castle_short(us)) sink.add(B::castling(0), one);
    if (position.can_castle_long(us)) sink.add(B::castling(1), one);
    if (enemy.all == bit(enemy.king)) bare_king<us>(own, enemy, sink);
    assault_of<us>(own, enemy, sink);
}

}  // namespace leafstrap::chess::meep

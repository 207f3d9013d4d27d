#include "chess/position.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

#include "chess/generate.hpp"
#include "chess/zobrist.hpp"

namespace leafstrap::chess {
namespace {

// A right is lost when anything moves from or to the king's or that rook's home square.
constexpr std::array<std::uint8_t, 64> rights_kept = [] {
    std::array<std::uint8_t, 64> kept{};
    kept.fill(15);
    kept[square(0, 0)] = 15 & ~white_long;
    kept[square(4, 0)] = 15 & ~(white_long | white_short);
    kept[square(7, 0)] = 15 & ~white_short;
    kept[square(0, 7)] = 15 & ~black_long;
    kept[square(4, 7)] = 15 & ~(black_long | black_short);
    kept[square(7, 7)] = 15 & ~black_short;
    return kept;
}();

}  // namespace

Position::Position() { std::fill(std::begin(board_), std::end(board_), Kind::none); }

Position Position::start() {
    static const Position start = parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    return start;
}

void Position::put(Side side, Kind kind, Square s) {
    assert(kind != Kind::none && board_[s] == Kind::none);
    sides_[leafstrap::index(side)] |= bit(s);
    kinds_[chess::index(kind)] |= bit(s);
    board_[s] = kind;
    hash_ ^= zobrist.piece[leafstrap::index(side)][chess::index(kind)][s];
}

void Position::remove(Side side, Kind kind, Square s) {
    assert(board_[s] == kind && (pieces(side, kind) & bit(s)));
    sides_[leafstrap::index(side)] ^= bit(s);
    kinds_[chess::index(kind)] ^= bit(s);
    board_[s] = Kind::none;
    hash_ ^= zobrist.piece[leafstrap::index(side)][chess::index(kind)][s];
}

std::uint64_t Position::hash_from_scratch() const {
    std::uint64_t hash = zobrist.castling[castling_] ^ (turn_ == Side::second ? zobrist.second_to_move : 0);
    for (const Side side : {Side::first, Side::second})
        for (Bitboard b = pieces(side); b;) {
            const Square s = pop_lowest(b);
            hash ^= zobrist.piece[leafstrap::index(side)][chess::index(board_[s])][s];
        }
    return en_passant_ < 0 ? hash : hash ^ zobrist.en_passant[file_of(en_passant_)];
}

bool Position::consistent() const {
    Bitboard all = 0;
    int pieces_of_kinds = 0;
    for (int kind = 0; kind < kind_count; ++kind) {
        all |= kinds_[kind];
        pieces_of_kinds += popcount(kinds_[kind]);
        for (Bitboard b = kinds_[kind]; b;)
            if (board_[pop_lowest(b)] != static_cast<Kind>(kind)) return false;
    }
    const bool apart = !(sides_[0] & sides_[1]) && all == occupied() && popcount(all) == pieces_of_kinds;
    if (!apart || hash_ != hash_from_scratch()) return false;
    for (const Side side : {Side::first, Side::second}) {
        if (popcount(pieces(side, Kind::king)) != 1) return false;
        const Square home = relative(side, square(4, 0));
        const Bitboard rooks = pieces(side, Kind::rook);
        if (can_castle_short(side) && (king(side) != home || !(rooks & bit(home + 3)))) return false;
        if (can_castle_long(side) && (king(side) != home || !(rooks & bit(home - 4)))) return false;
    }
    if (pieces(Kind::pawn) & (rank_1 | rank_8)) return false;
    if (en_passant_ >= 0 && (bit(en_passant_) & (occupied() | ~relative_rank(turn_, 5)))) return false;
    return !attackers(king(!turn_), turn_, occupied()) && checkers_ == attackers(king(turn_), !turn_, occupied());
}

void Position::find_checkers() { checkers_ = attackers(king(turn_), !turn_, occupied()); }

// Plays the capture on the occupied squares alone and looks whether the king would then stand attacked.
bool Position::en_passant_is_legal(Square from, Square target) const {
    assert(pieces(turn_, Kind::pawn) & bit(from));
    const Square victim = square(file_of(target), rank_of(from));
    const Bitboard occupied_after = (occupied() ^ bit(from) ^ bit(victim)) | bit(target);
    return !(attackers(king(turn_), !turn_, occupied_after) & ~bit(victim));
}

// Kept only where it can be used, so that positions with the same moves have the same hash and the same FEN.
void Position::set_en_passant(Square target) {
    for (Bitboard b = pawn_attacks(!turn_, target) & pieces(turn_, Kind::pawn); b;) {
        if (!en_passant_is_legal(pop_lowest(b), target)) continue;
        en_passant_ = static_cast<std::int8_t>(target);
        hash_ ^= zobrist.en_passant[file_of(target)];
        return;
    }
}

void Position::legal_moves(MoveList<Position>& moves) const {
    ListMoves<MoveList<Position>> sink{moves};
    generate(*this, ~Bitboard{0}, sink);
}

void Position::noisy_moves(MoveList<Position>& moves) const {
    ListMoves<MoveList<Position>> sink{moves};
    generate(*this, pieces(!turn_), sink);
}

// Captures, and the steps of pawns that become queens. Where there are such pawns, other pieces' steps to the same
// squares and lesser promotions are sorted out again.
void Position::tactical_moves(MoveList<Position>& moves) const {
    const Bitboard before_last = relative_rank(turn_, 6);
    const Bitboard promoting = forward(turn_, pieces(turn_, Kind::pawn) & before_last) & ~occupied();
    ListMoves<MoveList<Position>> sink{moves};
    generate(*this, pieces(!turn_) | promoting, sink);
    if (!promoting) return;
    std::size_t kept = 0;
    for (const Move move : moves)
        if (is_tactical(move)) moves[kept++] = move;
    moves.shrink(kept);
}

std::uint64_t Position::count_legal_moves() const {
    CountMoves sink;
    generate(*this, ~Bitboard{0}, sink);
    return sink.count;
}

// A pawn or knight that the king does not see along a line cannot be pinned; unless in check, any move of it is legal.
// That settles nearly every position, and a quiescence search asks this at nearly every node.
bool Position::has_legal_move() const {
    if (!in_check()) {
        const Bitboard free = pieces(turn_) & ~queen_attacks(king(turn_), occupied());
        if (forward(turn_, free & pieces(Kind::pawn)) & ~occupied()) return true;
        for (Bitboard b = free & pieces(Kind::knight); b;)
            if (knight_attacks(pop_lowest(b)) & ~pieces(turn_)) return true;
    }
    return count_legal_moves() > 0;
}

Position Position::after(Move move, bool may_check) const {
    Position next = *this;
    const Side us = turn_, them = !turn_;
    const Square from = move.from(), to = move.to();
    const Kind moved = board_[from], captured = board_[to];
    assert((pieces(us) & bit(from)) && !(pieces(us) & bit(to)) && captured != Kind::king);
    assert(move.promotion() == Kind::none || moved == Kind::pawn);

    // Clocks, side to move, the en passant right of the move before.
    next.clock_ = moved == Kind::pawn || captured != Kind::none ? 0 : clock_ + 1;
    next.number_ += us == Side::second;
    next.turn_ = them;
    next.hash_ ^= zobrist.second_to_move;
    if (en_passant_ >= 0) {
        next.hash_ ^= zobrist.en_passant[file_of(en_passant_)];
        next.en_passant_ = -1;
    }

    // The pieces.
    if (captured != Kind::none) next.remove(them, captured, to);
    next.remove(us, moved, from);
    next.put(us, move.promotion() == Kind::none ? moved : move.promotion(), to);
    if (moved == Kind::pawn) {
        if (to == en_passant_) {
            next.remove(them, Kind::pawn, square(file_of(to), rank_of(from)));
        } else if (std::abs(to - from) == 16) {
            next.set_en_passant((from + to) / 2);
        }
    } else if (moved == Kind::king && std::abs(to - from) == 2) {
        const bool to_the_right = to > from;
        next.remove(us, Kind::rook, to_the_right ? from + 3 : from - 4);
        next.put(us, Kind::rook, to_the_right ? from + 1 : from - 1);
    }

    // Castling rights.
    const std::uint8_t rights = castling_ & rights_kept[from] & rights_kept[to];
    if (rights != castling_) {
        next.hash_ ^= zobrist.castling[castling_] ^ zobrist.castling[rights];
        next.castling_ = rights;
    }

    next.checkers_ = 0;
    if (may_check) next.find_checkers();
    assert(next.consistent());
    return next;
}

// Without a piece the side to move may be in zugzwang, and would rather pass than move.
bool Position::may_pass() const {
    return !in_check() && (pieces(turn_) & ~pieces(Kind::pawn) & ~pieces(Kind::king)) != 0;
}

// Counts as a move that cannot be taken back: a line with a pass in it repeats nothing.
Position Position::after_pass() const {
    assert(!in_check());
    Position next = *this;
    next.clock_ = 0;
    next.number_ += turn_ == Side::second;
    next.turn_ = !turn_;
    next.hash_ ^= zobrist.second_to_move;
    if (en_passant_ >= 0) {
        next.hash_ ^= zobrist.en_passant[file_of(en_passant_)];
        next.en_passant_ = -1;
    }
    next.checkers_ = 0;
    assert(next.consistent());
    return next;
}

Outcome Position::outcome(bool has_moves) const {
    if (!has_moves) return in_check() ? Outcome::win(!turn_) : Outcome::draw();
    return insufficient_material() ? Outcome::draw() : Outcome::ongoing();
}

// No sequence of moves can mate: bare kings, one knight, or bishops that all walk on one colour.
bool Position::insufficient_material() const {
    if (pieces(Kind::pawn) | pieces(Kind::rook) | pieces(Kind::queen)) return false;
    const Bitboard bishops = pieces(Kind::bishop);
    if (pieces(Kind::knight)) return popcount(occupied()) == 3;
    return !(bishops & light_squares) || !(bishops & ~light_squares);
}

std::string Move::text() const {
    std::string text;
    for (const Square s : {from(), to()}) {
        text += static_cast<char>('a' + file_of(s));
        text += static_cast<char>('1' + rank_of(s));
    }
    if (promotion() != Kind::none) text += "pnbrqk"[chess::index(promotion())];
    return text;
}

}  // namespace leafstrap::chess

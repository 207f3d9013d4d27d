// A chess position as a value: pieces, side to move, castling rights, en passant, clocks, hash and checkers.
#pragma once

#include <array>
#include <cassert>
#include <string>
#include <string_view>

#include "chess/attacks.hpp"
#include "chess/bitboard.hpp"
#include "chess/move.hpp"
#include "chess/packed.hpp"
#include "chess/zobrist.hpp"
#include "game.hpp"

namespace leafstrap::chess {

// Castling rights as a set of these.
enum Castling : std::uint8_t { white_short = 1, white_long = 2, black_short = 4, black_long = 8 };

class Position {
public:
    using Move = chess::Move;
    static constexpr int max_moves = 256;  // 218 is the most a position with at most 16 pieces a side is known to have
    static constexpr int move_slots = 64 * 64;

    static Position start();
    static Position parse(std::string_view fen);
    std::string text() const;  // FEN
    std::string epd() const;   // its first four fields
    Move parse_move(std::string_view uci) const;
    std::string move_text(Move move) const { return move.text(); }

    // What stands where.
    Bitboard occupied() const { return sides_[0] | sides_[1]; }
    Bitboard pieces(Side side) const { return sides_[leafstrap::index(side)]; }
    Bitboard pieces(Kind kind) const { return kinds_[chess::index(kind)]; }
    Bitboard pieces(Side side, Kind kind) const { return pieces(side) & pieces(kind); }
    Kind kind_on(Square s) const { return board_[s]; }
    Square king(Side side) const { return lowest(pieces(side, Kind::king)); }
    Bitboard attackers(Square target, Side by, Bitboard occupied) const {
        return pieces(by) & ((pawn_attacks(!by, target) & pieces(Kind::pawn)) | officers_at(target, occupied));
    }
    Bitboard attackers(Square target, Bitboard occupied) const {
        const Bitboard white = pawn_attacks(Side::second, target) & pieces(Side::first, Kind::pawn);
        const Bitboard black = pawn_attacks(Side::first, target) & pieces(Side::second, Kind::pawn);
        return white | black | officers_at(target, occupied);
    }

    // What the rules need besides.
    Side turn() const { return turn_; }
    std::uint64_t hash() const { return hash_; }
    int castling() const { return castling_; }
    bool can_castle_short(Side side) const { return castling_ & (side == Side::first ? white_short : black_short); }
    bool can_castle_long(Side side) const { return castling_ & (side == Side::first ? white_long : black_long); }
    Square en_passant() const { return en_passant_; }  // only where the capture is legal, else -1
    int halfmove_clock() const { return clock_; }
    int fullmove_number() const { return number_; }
    Bitboard checkers() const { return checkers_; }
    bool in_check() const { return checkers_ != 0; }

    // The Game concept.
    void legal_moves(MoveList<Position>& moves) const;
    std::uint64_t count_legal_moves() const;
    bool has_legal_move() const;
    bool is_legal(Move move) const;
    Position after(Move move) const { return after(move, true); }
    Position after(Move move, bool may_check) const;
    Outcome outcome(bool has_moves) const;
    int reversible_plies() const { return clock_; }
    bool move_count_draw() const { return clock_ >= most_reversible_plies; }
    bool insufficient_material() const;
    bool en_passant_is_legal(Square from, Square target) const;

    // What searches ask for.
    bool urgent() const { return in_check(); }
    void noisy_moves(MoveList<Position>& moves) const;
    bool is_noisy(Move move) const {
        return board_[move.to()] != Kind::none || (move.to() == en_passant_ && board_[move.from()] == Kind::pawn);
    }
    // Most valuable victim first, least valuable attacker among equals: an order of kinds, not learned values.
    int noisy_rank(Move move) const {
        const Kind victim = board_[move.to()];
        const int taken = victim == Kind::none ? 0 : chess::index(victim);
        const int promoted = move.promotion() == Kind::none ? 0 : chess::index(move.promotion());
        return 16 * (taken + promoted) - chess::index(board_[move.from()]);
    }
    static int slot(Move move) { return move.bits() & (move_slots - 1); }

    // What the tournament search asks for besides.
    static constexpr int piece_slots = 2 * kind_count * 64;
    static constexpr int victim_slots = kind_count + 1;
    static std::uint16_t code(Move move) { return move.bits(); }
    Move legal_move(std::uint16_t code) const {
        const Move move = Move::of_bits(code);
        return code && is_legal(move) ? move : Move{};
    }
    static constexpr bool must_capture = false;
    static constexpr int most_reversible_plies = 100;
    int piece_slot(Move move) const {
        return (leafstrap::index(turn_) * kind_count + chess::index(board_[move.from()])) * 64 + move.to();
    }
    int victim_slot(Move move) const { return chess::index(board_[move.to()]); }
    void tactical_moves(MoveList<Position>& moves) const;
    bool is_tactical(Move move) const { return is_noisy(move) || move.promotion() == Kind::queen; }
    bool may_be_tactical() const { return true; }  // to find out takes longer than to look
    int gain(Move move) const {
        int won = worths[chess::index(board_[move.to()])];
        if (move.to() == en_passant_ && board_[move.from()] == Kind::pawn) won = worths[chess::index(Kind::pawn)];
        if (move.promotion() != Kind::none)
            won += worths[chess::index(move.promotion())] - worths[chess::index(Kind::pawn)];
        return won;
    }
    int balance() const;  // of material, the first player's view
    // Most are settled by what is taken, or by what moved: it may be lost, and still enough was won.
    bool exchange_wins(Move move, int threshold) const {
        const int won = gain(move) - threshold;
        if (won < 0) return false;
        const Kind moved = move.promotion() == Kind::none ? board_[move.from()] : move.promotion();
        const int balance = won - worths[chess::index(moved)];
        return balance >= 0 || exchange_holds(move, balance);
    }
    // Squares from which each kind would give check, and pieces whose leaving would: found once for all moves.
    struct Threats {
        std::array<Bitboard, kind_count> checks_from;
        Bitboard discoverers;
    };
    Threats threats() const;
    bool makes_urgent(Move move, const Threats& threats) const {
        const Square from = move.from(), to = move.to();
        const Kind moved = board_[from];
        assert(pieces(turn_) & bit(from));
        if (threats.checks_from[chess::index(moved)] & bit(to)) return true;
        if (threats.discoverers & bit(from) && !(line(king(!turn_), from) & bit(to))) return true;
        const bool special = move.promotion() != Kind::none || moved == Kind::king || to == en_passant_;
        return special && special_checks(move);
    }
    // Castling, promotion and en passant are left out: wrong for a few moves, and quick.
    std::uint64_t hash_hint(Move move) const {
        const auto& ours = zobrist.piece[leafstrap::index(turn_)];
        const auto& theirs = zobrist.piece[leafstrap::index(!turn_)];
        const Square from = move.from(), to = move.to();
        const int moved = chess::index(board_[from]), captured = chess::index(board_[to]);
        std::uint64_t hash = hash_ ^ zobrist.second_to_move ^ ours[moved][from] ^ ours[moved][to];
        if (board_[to] != Kind::none) hash ^= theirs[captured][to];
        return hash;
    }
    bool may_pass() const;
    Position after_pass() const;

    // What the KnightCap search likes to know besides.
    using Packed = chess::Packed;
    // A pawn that comes to the last two ranks: it is, or is about to become, a queen.
    bool nears_promotion(Move move) const {
        return board_[move.from()] == Kind::pawn && relative(turn_, move.to()) >= square(0, 6);
    }
    static bool same_target(Move one, Move other) { return one.to() == other.to(); }

    // The stages that networks can have weights for (Wiering et al., section 5.1): by what both sides' pieces are worth
    // together, above 65 points, 35 to 65, below 35; a pawn is one, and all are 78.
    static constexpr std::array<std::string_view, 3> stage_names{"opening", "middlegame", "endgame"};
    int stage() const {
        const int worth = popcount(pieces(Kind::pawn)) + 3 * popcount(pieces(Kind::knight) | pieces(Kind::bishop)) +
                          5 * popcount(pieces(Kind::rook)) + 9 * popcount(pieces(Kind::queen));
        return worth > 65 ? 0 : worth >= 35 ? 1 : 2;
    }

    // What must hold of every position: what moves keep up is what one would find from scratch, each side has one king,
    // and who has just moved is not in check.
    bool consistent() const;

    bool operator==(const Position&) const = default;

private:
    // The usual worths in centipawns; the king's is never counted, it only captures last.
    static constexpr std::array<int, kind_count + 1> worths{100, 325, 325, 500, 975, 0, 0};

    std::uint64_t hash_from_scratch() const;
    bool exchange_holds(Move move, int balance) const;
    bool special_checks(Move move) const;

    friend class FenReader;
    friend chess::Packed;

    void put(Side side, Kind kind, Square s);
    void remove(Side side, Kind kind, Square s);
    // All but pawns that attack a square, of both sides.
    Bitboard officers_at(Square target, Bitboard occupied) const {
        const Bitboard diagonal = pieces(Kind::bishop) | pieces(Kind::queen);
        const Bitboard straight = pieces(Kind::rook) | pieces(Kind::queen);
        return (knight_attacks(target) & pieces(Kind::knight)) | (king_attacks(target) & pieces(Kind::king)) |
               (bishop_attacks(target, occupied) & diagonal) | (rook_attacks(target, occupied) & straight);
    }
    void find_checkers();
    void set_en_passant(Square target);
    Bitboard pawn_targets(Square from) const;

    Bitboard sides_[2]{};
    Bitboard kinds_[kind_count]{};
    std::uint64_t hash_ = 0;
    Bitboard checkers_ = 0;
    Kind board_[64];
    std::int8_t en_passant_ = -1;
    std::uint8_t castling_ = 0;
    Side turn_ = Side::first;
    std::uint16_t clock_ = 0;
    std::uint16_t number_ = 1;

    Position();
};

static_assert(TournamentPosition<Position>);

}  // namespace leafstrap::chess

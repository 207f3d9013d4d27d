// FEN, EPD and UCI move text. Text from outside is never trusted: each fault has a sentence of its own.
#include <array>
#include <charconv>
#include <stdexcept>
#include <vector>

#include "chess/position.hpp"
#include "chess/zobrist.hpp"
#include "text.hpp"

namespace leafstrap::chess {
namespace {

constexpr std::string_view letters = "pnbrqk";
constexpr std::size_t longest_fen = 128;

[[noreturn]] void fail(const std::string& what) { throw std::invalid_argument("invalid FEN: " + what); }

std::string square_name(Square s) { return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))}; }

std::string side_name(Side side) { return side == Side::first ? "White" : "Black"; }

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> out;
    while (true) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) return out;
        const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
        out.push_back(text.substr(begin, end - begin));
        text.remove_prefix(end);
    }
}

int number(std::string_view text, int least, int most, const std::string& what) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        fail(what + " " + quoted(text) + " is not a number from " + std::to_string(least) + " to " +
             std::to_string(most));
    return value;
}

}  // namespace

class FenReader {
public:
    Position read(std::string_view fen) {
        if (fen.size() > longest_fen) fail("longer than " + std::to_string(longest_fen) + " characters");
        const auto fields = words(fen);
        if (fields.size() != 4 && fields.size() != 6)
            fail("expected 6 fields (or 4 without the clocks), found " + std::to_string(fields.size()));
        read_board(fields[0]);
        read_turn(fields[1]);
        check_pieces();
        read_castling(fields[2]);
        p_.find_checkers();
        read_en_passant(fields[3]);
        if (fields.size() == 6) {
            p_.clock_ = static_cast<std::uint16_t>(number(fields[4], 0, 9'999, "halfmove clock"));
            p_.number_ = static_cast<std::uint16_t>(number(fields[5], 0, 9'999, "move number"));
        }
        check_checks();
        return p_;
    }

private:
    void read_board(std::string_view text) {
        int file = 0, rank = 7;
        for (const char c : text) {
            if (c == '/') {
                if (file != 8) fail("rank " + std::to_string(rank + 1) + " does not have 8 squares");
                if (--rank < 0) fail("more than 8 ranks");
                file = 0;
            } else if (c >= '1' && c <= '8') {
                file += c - '0';
            } else {
                const bool upper = c >= 'A' && c <= 'Z';
                const std::size_t kind = letters.find(upper ? static_cast<char>(c - 'A' + 'a') : c);
                if (kind == std::string_view::npos) fail("no piece is written " + quoted({&c, 1}));
                if (file < 8) p_.put(upper ? Side::first : Side::second, static_cast<Kind>(kind), square(file, rank));
                ++file;
            }
            if (file > 8) fail("rank " + std::to_string(rank + 1) + " has more than 8 squares");
        }
        if (rank != 0) fail("fewer than 8 ranks");
        if (file != 8) fail("rank 1 does not have 8 squares");
    }

    void read_turn(std::string_view text) {
        if (text != "w" && text != "b") fail("side to move is " + quoted(text) + ", not w or b");
        if (text == "b") {
            p_.turn_ = Side::second;
            p_.hash_ ^= zobrist.second_to_move;
        }
    }

    void check_pieces() const {
        if (p_.pieces(Kind::pawn) & (rank_1 | rank_8)) fail("a pawn stands on the first or last rank");
        for (const Side side : {Side::first, Side::second}) {
            const auto count = [&](Kind kind) { return popcount(p_.pieces(side, kind)); };
            const auto beyond = [&](Kind kind, int at_start) { return std::max(0, count(kind) - at_start); };
            const std::string who = side_name(side);
            if (count(Kind::king) == 0) fail(who + " has no king");
            if (count(Kind::king) > 1) fail(who + " has more than one king");
            if (count(Kind::pawn) > 8) fail(who + " has more than 8 pawns");
            const int promoted =
                beyond(Kind::knight, 2) + beyond(Kind::bishop, 2) + beyond(Kind::rook, 2) + beyond(Kind::queen, 1);
            if (promoted > 8 - count(Kind::pawn)) fail(who + " has more promoted pieces than missing pawns");
        }
    }

    void read_castling(std::string_view text) {
        constexpr std::string_view names = "KQkq";
        if (text != "-") {
            for (const char c : text) {
                const std::size_t i = names.find(c);
                if (i == std::string_view::npos) fail("castling rights " + quoted(text) + " are not made of KQkq");
                const Side side = i < 2 ? Side::first : Side::second;
                const Square king = relative(side, square(4, 0)), rook = relative(side, square(i % 2 ? 0 : 7, 0));
                if (p_.king(side) != king || !(p_.pieces(side, Kind::rook) & bit(rook)))
                    fail(std::string("castling right ") + c + " without king and rook on their home squares");
                if (p_.castling_ & 1 << i) fail(std::string("castling right ") + c + " is given twice");
                p_.castling_ |= static_cast<std::uint8_t>(1 << i);
            }
        }
        p_.hash_ ^= zobrist.castling[p_.castling_];
    }

    void read_en_passant(std::string_view text) {
        if (text == "-") return;
        const int rank = p_.turn_ == Side::first ? 5 : 2, back = p_.turn_ == Side::first ? -8 : 8;
        if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
            fail("en passant square " + quoted(text) + " is not a square");
        const Square target = square(text[0] - 'a', text[1] - '1');
        const Square pawn = target + back, origin = target - back;
        if (rank_of(target) != rank || !(p_.pieces(!p_.turn_, Kind::pawn) & bit(pawn)) ||
            p_.occupied() & (bit(target) | bit(origin)))
            fail("no pawn has just passed over " + square_name(target));
        p_.set_en_passant(target);
    }

    void check_checks() const {
        if (p_.attackers(p_.king(!p_.turn_), p_.turn_, p_.occupied()))
            fail(side_name(!p_.turn_) + " is in check but not to move");
        if (popcount(p_.checkers_) > 2) fail("more than two pieces give check");
    }

    Position p_;
};

Position Position::parse(std::string_view fen) { return FenReader().read(fen); }

std::string Position::epd() const {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const Square s = square(file, rank);
            if (board_[s] == Kind::none) {
                ++empty;
                continue;
            }
            if (empty) text += std::to_string(empty);
            empty = 0;
            const char letter = letters[chess::index(board_[s])];
            text += pieces(Side::first) & bit(s) ? static_cast<char>(letter - 'a' + 'A') : letter;
        }
        if (empty) text += std::to_string(empty);
        if (rank) text += '/';
    }
    text += turn_ == Side::first ? " w " : " b ";
    for (int i = 0; i < 4; ++i)
        if (castling_ & 1 << i) text += "KQkq"[i];
    if (!castling_) text += '-';
    return text + ' ' + (en_passant_ < 0 ? "-" : square_name(en_passant_));
}

std::string Position::text() const { return epd() + ' ' + std::to_string(clock_) + ' ' + std::to_string(number_); }

Move Position::parse_move(std::string_view uci) const {
    MoveList<Position> moves;
    legal_moves(moves);
    for (const Move move : moves)
        if (move.text() == uci) return move;
    throw std::invalid_argument("illegal move " + quoted(uci) + " in " + text());
}

}  // namespace leafstrap::chess

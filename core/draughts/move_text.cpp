// Moves as text.
#include <array>
#include <stdexcept>

#include "draughts/notation.hpp"
#include "draughts/rays.hpp"
#include "text.hpp"

namespace leafstrap::draughts {
namespace {

// The squares that a text names, in its order.
struct Named {
    static constexpr std::size_t most = 2 + most_pieces;
    std::array<Square, most> squares;
    std::size_t count = 0;

    Square first() const { return squares[0]; }
    Square last() const { return squares[count - 1]; }
    Bitboard set_from(std::size_t begin) const {
        Bitboard set = 0;
        for (std::size_t i = begin; i < count; ++i) set |= bit(squares[i]);
        return set;
    }
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether the text has the form of a move at all.
bool read_squares(std::string_view text, Named& named) {
    while (!text.empty() && (is_blank(text.back()) || text.back() == '!' || text.back() == '?')) text.remove_suffix(1);
    std::size_t at = 0;
    const auto skip_blanks = [&] {
        while (at < text.size() && is_blank(text[at])) ++at;
    };
    while (true) {
        skip_blanks();
        const std::size_t begin = at;
        int number = 0;
        for (; at < text.size() && is_digit(text[at]) && number <= square_count; ++at)
            number = 10 * number + (text[at] - '0');
        if (at == begin || number < 1 || number > square_count || named.count == Named::most) return false;
        named.squares[named.count++] = square_of(number);
        skip_blanks();
        if (at == text.size()) return named.count >= 2;
        if (std::string_view("-xX:").find(text[at]) == std::string_view::npos) return false;
        ++at;
    }
}

// What lies between two squares of one diagonal; false if they are on none.
bool find_between(Square from, Square to, Bitboard& between) {
    for (const auto& ray : rays) {
        const Bitboard seen = ray[static_cast<std::size_t>(from)];
        if (!(seen & bit(to))) continue;
        between = seen & ~ray[static_cast<std::size_t>(to)] & ~bit(to);
        return true;
    }
    return false;
}

// Whether a capture can visit the named squares one after the other, taking at least one piece on each leg.
bool passes(const Position& position, Move move, const Named& named) {
    const Bitboard open = position.empty() | bit(move.from());
    Bitboard left = move.captured();
    for (std::size_t i = 1; i < named.count; ++i) {
        Bitboard between = 0;
        if (!find_between(named.squares[i - 1], named.squares[i], between)) return false;
        const Bitboard taken = between & left;
        if (!taken || between & ~taken & ~open || !(bit(named.squares[i]) & open)) return false;
        left &= ~taken;
    }
    return !left;
}

bool share_squares(Move one, Move other) { return one.from() == other.from() && one.to() == other.to(); }

std::string squares_text(Move move) {
    return std::to_string(number_of(move.from())) + (move.is_capture() ? 'x' : '-') +
           std::to_string(number_of(move.to()));
}

}  // namespace

std::string Move::text() const {
    std::string text = squares_text(*this);
    for (Bitboard captured = this->captured(); captured;) text += 'x' + std::to_string(number_of(pop_lowest(captured)));
    return text;
}

std::string write_move(const Position& position, Move move) {
    if (!move.is_capture()) return squares_text(move);
    MoveList<Position> moves;
    position.legal_moves(moves);
    for (const Move other : moves)
        if (share_squares(move, other) && !(move == other)) return move.text();
    return squares_text(move);
}

const char* find_moves(const Position& position, std::string_view text, MoveList<Position>& found) {
    Named named;
    if (!read_squares(text, named)) return "is not written like a move";
    MoveList<Position> moves;
    position.legal_moves(moves);
    for (const Move move : moves) {
        if (move.from() != named.first() || move.to() != named.squares[1]) continue;
        if (named.count == 2 || move.captured() == named.set_from(2)) found.push(move);
    }
    if (found.empty() && named.count > 2)
        for (const Move move : moves)
            if (move.from() == named.first() && move.to() == named.last() && passes(position, move, named))
                found.push(move);
    return found.empty() ? "is no legal move" : nullptr;
}

Move read_move(const Position& position, std::string_view text) {
    MoveList<Position> found;
    const char* fault = find_moves(position, text, found);
    if (found.size() > 1) fault = "may be several captures and should name what it captures";
    if (fault) throw std::invalid_argument(quoted(text) + " " + fault + " in " + fen(position));
    return found[0];
}

Move Position::parse_move(std::string_view text) const { return read_move(*this, text); }
std::string Position::move_text(Move move) const { return write_move(*this, move); }

}  // namespace leafstrap::draughts

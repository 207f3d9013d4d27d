#include <cstdlib>

#include "chess/san.hpp"

namespace leafstrap::chess {

namespace {

Kind kind_of(char letter) {
    const std::size_t place = piece_letters.find(letter);
    return place == std::string_view::npos ? Kind::none : static_cast<Kind>(place);
}
bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }

// What a text says of a move; what it leaves out is none, or -1.
struct Wanted {
    Kind kind = Kind::none, promotion = Kind::none;
    int file = -1, rank = -1;  // where from
    Square to = -1;
    int castling = 0;  // how far the king goes sideways

    bool fits(const Position& position, Move move) const {
        const Kind moved = position.kind_on(move.from());
        if (castling) return moved == Kind::king && file_of(move.to()) - file_of(move.from()) == castling;
        return move.to() == to && (kind == Kind::none || moved == kind) && move.promotion() == promotion &&
               (file < 0 || file_of(move.from()) == file) && (rank < 0 || rank_of(move.from()) == rank);
    }
};

// False if it is not written like a move.
bool read_wanted(std::string_view text, Wanted& wanted) {
    while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
    if (text == "O-O" || text == "0-0" || text == "o-o") return wanted.castling = 2, true;
    if (text == "O-O-O" || text == "0-0-0" || text == "o-o-o") return wanted.castling = -2, true;

    std::string squares;  // letters of files and digits of ranks, in their order
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == 'x' || c == '-' || c == ':' || c == '=' || c == '(' || c == ')') continue;
        if (kind_of(c) != Kind::none) {
            (i == 0 ? wanted.kind : wanted.promotion) = kind_of(c);
        } else if (squares.size() < 4 && (is_file(c) || is_rank(c))) {
            squares += c;
        } else if (i + 1 == text.size() && squares.size() == 4) {
            wanted.promotion = kind_of(static_cast<char>(c - 'a' + 'A'));  // e7e8q
            if (wanted.promotion == Kind::none) return false;
        } else {
            return false;
        }
    }
    const std::size_t size = squares.size();
    if (size < 2 || !is_file(squares[size - 2]) || !is_rank(squares[size - 1])) return false;
    wanted.to = square(squares[size - 2] - 'a', squares[size - 1] - '1');
    for (const char c : squares.substr(0, size - 2))
        (is_file(c) ? wanted.file : wanted.rank) = c - (is_file(c) ? 'a' : '1');
    if (wanted.kind == Kind::none && size < 4) wanted.kind = Kind::pawn;  // g1f3 says enough without a letter
    return true;
}

}  // namespace

const char* read_san(const Position& position, std::string_view text, Move& found) {
    Wanted wanted;
    if (!read_wanted(text, wanted)) return "is not written like a move";
    MoveList<Position> moves;
    position.legal_moves(moves);
    int count = 0;
    for (const Move move : moves) {
        if (!wanted.fits(position, move)) continue;
        found = move;
        ++count;
    }
    return count == 1 ? nullptr : count ? "may be several moves" : "is no legal move";
}

}  // namespace leafstrap::chess

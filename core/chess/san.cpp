#include "chess/san.hpp"

#include <cstdlib>
#include <string_view>

namespace leafstrap::chess {

namespace {

char file_letter(Square square) { return static_cast<char>('a' + file_of(square)); }
char rank_digit(Square square) { return static_cast<char>('1' + rank_of(square)); }

// As little of the starting square as tells the move from others of the same kind of piece to the same square: its
// file if that is enough, else its rank, else both.
std::string origin(const Position& position, Move move) {
    MoveList<Position> moves;
    position.legal_moves(moves);
    bool others = false, same_file = false, same_rank = false;
    for (const Move other : moves) {
        if (other.to() != move.to() || other.from() == move.from()) continue;
        if (position.kind_on(other.from()) != position.kind_on(move.from())) continue;
        others = true;
        same_file |= file_of(other.from()) == file_of(move.from());
        same_rank |= rank_of(other.from()) == rank_of(move.from());
    }
    std::string text;
    if (others && (!same_file || same_rank)) text += file_letter(move.from());
    if (others && same_file) text += rank_digit(move.from());
    return text;
}

std::string without_check(const Position& position, Move move) {
    const Kind kind = position.kind_on(move.from());
    const int sideways = file_of(move.to()) - file_of(move.from());
    if (kind == Kind::king && std::abs(sideways) == 2) return sideways > 0 ? "O-O" : "O-O-O";

    const bool captures = position.is_noisy(move);
    std::string text;
    if (kind != Kind::pawn) {
        text += piece_letters[static_cast<std::size_t>(index(kind))];
        text += origin(position, move);
    } else if (captures) {
        text += file_letter(move.from());
    }
    if (captures) text += 'x';
    text += file_letter(move.to());
    text += rank_digit(move.to());
    if (move.promotion() != Kind::none) {
        text += '=';
        text += piece_letters[static_cast<std::size_t>(index(move.promotion()))];
    }
    return text;
}

}  // namespace

std::string san(const Position& position, Move move) {
    std::string text = without_check(position, move);
    const Position next = position.after(move);
    if (next.in_check()) text += next.has_legal_move() ? '+' : '#';
    return text;
}

}  // namespace leafstrap::chess

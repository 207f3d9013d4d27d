// Positions as text: FEN and the Hub protocol's form.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "draughts/notation.hpp"
#include "text.hpp"

namespace leafstrap::draughts {
namespace {

constexpr std::size_t longest_fen = 500;
constexpr std::size_t hub_size = 1 + square_count;

[[noreturn]] void fail(const std::string& what) { throw std::invalid_argument("invalid position: " + what); }

std::string name_of(Side side) { return side == Side::first ? "White" : "Black"; }
char letter_of(Side side) { return side == Side::first ? 'W' : 'B'; }

// Squares as they are read, and what the rules say of them together.
class Setup {
public:
    void put(Side side, bool king, int number) {
        const Bitboard square = bit(square_of(number));
        if ((pieces_[0] | pieces_[1]) & square) fail("square " + std::to_string(number) + " is occupied twice");
        pieces_[leafstrap::index(side)] |= square;
        if (king) kings_ |= square;
    }

    // A side may have lost all its pieces: a game ends so, and its last position has a text as well. A man on the row
    // where it becomes a king cannot come about, and could never move.
    Position position(Side turn) const {
        if (!(pieces_[0] | pieces_[1])) fail("there are no pieces");
        for (const Side side : {Side::first, Side::second}) {
            const Bitboard pieces = pieces_[leafstrap::index(side)];
            if (popcount(pieces) > most_pieces)
                fail(name_of(side) + " has more than " + std::to_string(most_pieces) + " pieces");
            const Bitboard late = pieces & ~kings_ & promotion_row(side);
            if (late)
                fail(name_of(side) + "'s man on " + std::to_string(number_of(lowest(late))) +
                     " should have become a king");
        }
        return {pieces_[0], pieces_[1], kings_, turn};
    }

private:
    Bitboard pieces_[2]{};
    Bitboard kings_ = 0;
};

class FenReader {
public:
    explicit FenReader(std::string_view text) : text_(text) {}

    Position read() {
        if (text_.size() > longest_fen) fail("longer than " + std::to_string(longest_fen) + " characters");
        const Side turn = read_side("the side to move");
        while (skip(':')) read_section();
        skip('.');
        if (next()) fail("unexpected " + quoted(text_.substr(at_)));
        for (const Side side : {Side::first, Side::second})
            if (!given_[leafstrap::index(side)]) fail("the squares of " + name_of(side) + " are missing");
        return setup_.position(turn);
    }

private:
    // The next character that is no blank, or zero at the end.
    char next() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool skip(char wanted) {
        if (next() != wanted) return false;
        ++at_;
        return true;
    }

    Side read_side(const std::string& what) {
        if (skip('W')) return Side::first;
        if (skip('B')) return Side::second;
        fail(what + " is " + quoted(text_.substr(at_, 1)) + ", not W or B");
    }

    void read_section() {
        if (skip('H') || skip('F')) {
            read_number("counter", 9'999);
            return;
        }
        const Side side = read_side("the side of a list of squares");
        if (std::exchange(given_[leafstrap::index(side)], true))
            fail("the squares of " + name_of(side) + " are given twice");
        if (next() == ':' || next() == '.' || !next()) return;
        do read_squares(side);
        while (skip(','));
    }

    void read_squares(Side side) {
        const bool king = skip('K');
        const int first = read_number("square", square_count);
        const int last = skip('-') ? read_number("square", square_count) : first;
        if (first < 1 || last < 1) fail("square 0 is not from 1 to " + std::to_string(square_count));
        if (last < first) fail("the range " + std::to_string(first) + "-" + std::to_string(last) + " runs backwards");
        for (int number = first; number <= last; ++number) setup_.put(side, king, number);
    }

    int read_number(const std::string& what, int most) {
        next();
        const std::size_t begin = at_;
        int number = 0;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
            number = std::min(10 * number + (text_[at_] - '0'), 100'000);
        if (at_ == begin) fail("expected the number of a " + what + ", found " + quoted(text_.substr(begin, 12)));
        if (number > most) fail(what + " " + std::to_string(number) + " is more than " + std::to_string(most));
        return number;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool given_[2]{};
    Setup setup_;
};

// Runs of three men and more are written as ranges, which leaves kings to their K.
std::string squares_of(const Position& position, Side side) {
    std::string text;
    const auto has = [](Bitboard set, int number) { return number <= square_count && set & bit(square_of(number)); };
    for (int number = 1; number <= square_count; ++number) {
        if (!has(position.pieces(side), number)) continue;
        if (!text.empty()) text += ',';
        if (has(position.kings(), number)) text += 'K';
        text += std::to_string(number);
        int last = number;
        while (has(position.men(side), number) && has(position.men(side), last + 1)) ++last;
        if (last >= number + 2) {
            text += '-' + std::to_string(last);
            number = last;
        }
    }
    return text;
}

}  // namespace

std::string fen(const Position& position) {
    return std::string{letter_of(position.turn())} + ":W" + squares_of(position, Side::first) + ":B" +
           squares_of(position, Side::second);
}

Position read_fen(std::string_view text) { return FenReader(text).read(); }

std::string hub_position(const Position& position) {
    std::string text{letter_of(position.turn())};
    for (int number = 1; number <= square_count; ++number) {
        const Bitboard square = bit(square_of(number));
        const bool king = position.kings() & square;
        text += position.pieces(Side::first) & square    ? (king ? 'W' : 'w')
                : position.pieces(Side::second) & square ? (king ? 'B' : 'b')
                                                         : 'e';
    }
    return text;
}

Position read_hub_position(std::string_view text) {
    if (text.size() != hub_size)
        fail("expected the side to move and " + std::to_string(square_count) + " squares, found " +
             std::to_string(text.size()) + " letters");
    if (text[0] != 'W' && text[0] != 'B') fail("the side to move is " + quoted(text.substr(0, 1)) + ", not W or B");
    Setup setup;
    for (int number = 1; number <= square_count; ++number) {
        const char letter = text[static_cast<std::size_t>(number)];
        if (letter == 'e') continue;
        if (std::string_view("wWbB").find(letter) == std::string_view::npos)
            fail("square " + std::to_string(number) + " is " + quoted({&letter, 1}) + ", none of w b W B e");
        setup.put(letter == 'w' || letter == 'W' ? Side::first : Side::second, letter == 'W' || letter == 'B', number);
    }
    return setup.position(text[0] == 'W' ? Side::first : Side::second);
}

// A FEN has a colon, the other form never; of that one letters for squares follow the side to move, however many.
Position Position::parse(std::string_view text) {
    if (text.find(':') != std::string_view::npos) return read_fen(text);
    const bool squares = text.size() > 1 && text.find_first_not_of("wbWBe", 1) == std::string_view::npos;
    return squares || text.size() == hub_size ? read_hub_position(text) : read_fen(text);
}

std::string Position::text() const { return fen(*this); }

}  // namespace leafstrap::draughts

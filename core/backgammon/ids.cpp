// Position IDs: GNU Backgammon's and Extreme Gammon's.
#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <vector>

#include "backgammon/notation.hpp"
#include "text.hpp"

namespace leafstrap::backgammon {
namespace {

constexpr std::string_view base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t id_length = 14, match_id_length = 12, xgid_board = 26;

[[noreturn]] void fail(const std::string& why) { throw std::invalid_argument("invalid position: " + why); }

// Bits in the order they are packed: eight to a byte from the lowest, three bytes to four characters.
std::vector<bool> bits_of(std::string_view text) {
    std::vector<std::uint8_t> bytes;
    std::uint32_t group = 0;
    int held = 0;
    for (const char c : text) {
        const std::size_t value = base64.find(c);
        if (value == std::string_view::npos) fail(quoted({&c, 1}) + " is no character of an ID");
        group = group << 6 | static_cast<std::uint32_t>(value);
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes.push_back(static_cast<std::uint8_t>(group >> held));
    }
    std::vector<bool> bits;
    for (const std::uint8_t byte : bytes)
        for (int i = 0; i < 8; ++i) bits.push_back(byte >> i & 1);
    return bits;
}

int number_of(const std::vector<bool>& bits, std::size_t from, std::size_t count) {
    int number = 0;
    for (std::size_t i = 0; i < count; ++i) number |= bits[from + i] << i;
    return number;
}

// For each place that many ones and a zero.
Checkers read_checkers(const std::vector<bool>& bits, std::size_t& next) {
    Checkers checkers;
    for (Place place = 0; place < places; ++place) {
        while (true) {
            if (next >= bits.size()) fail("the position ID holds more checkers than a board has");
            if (!bits[next++]) break;
            if (++checkers[place] > all_checkers) fail("the position ID puts more than 15 checkers on one point");
        }
    }
    return checkers;
}

Roll read_roll(int one, int other) {
    if (one == 0 && other == 0) return {};
    if (one < 1 || one > 6 || other < 1 || other > 6) fail("a die shows 1 to 6");
    return roll(one, other);
}

Position checked(const Position& position) {
    int sides_left = 0;
    for (const Side side : {Side::first, Side::second}) {
        const std::string who = side == Side::first ? "the first player" : "the second player";
        if (position.checkers(side).left() > all_checkers) fail(who + " has more than 15 checkers");
        sides_left += position.checkers(side).left() > 0;
    }
    if (sides_left == 0) fail("nobody has a checker left");
    const PlaceSet shared =
        position.checkers(Side::first).with(1) & mirrored_points(position.checkers(Side::second).with(1));
    if (shared) fail("both players have checkers on point " + std::to_string(std::countr_zero(shared) + 1));
    return position;
}

Position read_position_id(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view board = text.substr(0, colon);
    if (board.size() != id_length) fail("a position ID has 14 characters, an XGID begins with 26 for the board");
    std::size_t next = 0;
    const std::vector<bool> bits = bits_of(board);
    const Checkers theirs = read_checkers(bits, next), own = read_checkers(bits, next);
    Roll rolled;
    if (colon != std::string_view::npos) {
        const std::string_view match = text.substr(colon + 1);
        if (match.size() != match_id_length) fail("a match ID has 12 characters");
        const std::vector<bool> facts = bits_of(match);
        rolled = read_roll(number_of(facts, 15, 3), number_of(facts, 18, 3));
    }
    return checked(Position(own, theirs, Side::first, rolled));
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t colon = text.find(':');
        fields.push_back(text.substr(0, colon));
        if (colon == std::string_view::npos) return fields;
        text.remove_prefix(colon + 1);
    }
}

// The fields of an XGID that say what the game is about, by their places; those that were left out are 0.
void check_stakes(const std::array<int, 10>& numbers) {
    constexpr int highest_cube = 10;  // a power of two
    const auto [board, cube, owner, turn, dice, own, other, rule, length, most_cube] = numbers;
    if (cube < 0 || cube > highest_cube) fail("the cube of an XGID is a power of two from 0 to 10");
    if (owner < -1 || owner > 1) fail("the owner of the cube in an XGID is 1, -1, or 0 for nobody");
    if (own < 0 || other < 0 || length < 0 || (length > 0 && std::max(own, other) >= length))
        fail("the scores of an XGID are below the length of the match");
    if (rule < 0 || rule > (length > 0 ? 1 : 3))
        fail("the eighth field of an XGID is 0 or 1 in a match, where 1 is the Crawford game, and 0 to 3 for money");
    if (most_cube < 0) fail("the greatest cube of an XGID is a power of two");
}

Position read_xgid(std::string_view text) {
    const auto fields = split(text);
    if (fields.size() < 5 || fields.size() > 10)
        fail("an XGID has the board, cube, its owner, turn and dice, then up to five more fields, between colons");
    std::array<Checkers, 2> checkers;
    for (std::size_t i = 0; i < xgid_board; ++i) {
        const char c = fields[0][i];
        if (c == '-') continue;
        const bool lower = c >= 'a' && c <= 'o';
        if (!lower && (c < 'A' || c > 'O')) fail(quoted({&c, 1}) + " is no number of checkers in an XGID");
        if ((i == 0 && !lower) || (i == xgid_board - 1 && lower)) fail("a checker is on the other player's bar");
        const Place point = static_cast<Place>(i) - 1;
        const Place place = i == 0 || i == xgid_board - 1 ? bar : lower ? mirrored(point) : point;
        checkers[lower][place] = static_cast<std::uint8_t>(c - (lower ? 'a' : 'A') + 1);
    }
    const bool offered = fields[4] == "D" || fields[4] == "B" || fields[4] == "R";  // the cube, instead of dice
    std::array<int, 10> numbers{};
    for (std::size_t i = 1; i < fields.size(); ++i) {
        const auto [end, error] = std::from_chars(fields[i].data(), fields[i].data() + fields[i].size(), numbers[i]);
        if (!(i == 4 && offered) && (error != std::errc{} || end != fields[i].data() + fields[i].size()))
            fail("field " + std::to_string(i + 1) + " of the XGID is no number");
    }
    check_stakes(numbers);
    if (fields[3] != "1" && fields[3] != "-1") fail("the turn of an XGID is 1 or -1");
    Roll rolled;
    if (fields[4].size() == 2) {
        rolled = read_roll(fields[4][0] - '0', fields[4][1] - '0');
    } else if (!offered) {
        fail("the dice of an XGID are two digits, 00 before the roll");
    }
    return checked(Position(checkers[0], checkers[1], fields[3] == "1" ? Side::first : Side::second, rolled));
}

}  // namespace

std::string position_id(const Position& position) {
    std::array<std::uint8_t, 10> bytes{};
    std::size_t bit = 0;
    for (const Side side : {!position.turn(), position.turn()})
        for (Place place = 0; place < places; ++place, ++bit)
            for (int i = 0; i < position.checkers(side)[place]; ++i, ++bit)
                bytes[bit / 8] |= static_cast<std::uint8_t>(1 << bit % 8);
    std::string text;
    std::uint32_t group = 0;
    int held = 0;
    for (const std::uint8_t byte : bytes) {
        group = group << 8 | byte;
        for (held += 8; held >= 6; held -= 6) text += base64[group >> (held - 6) & 63];
    }
    text += base64[group << (6 - held) & 63];
    return text;
}

std::string xgid(const Position& position) {
    std::string board(xgid_board, '-');
    const auto letter = [](char one, int count) { return count ? static_cast<char>(one + count - 1) : '-'; };
    const Checkers &first = position.checkers(Side::first), &second = position.checkers(Side::second);
    for (Place point = 0; point < points; ++point) {
        char& c = board[static_cast<std::size_t>(point) + 1];
        c = first[point] ? letter('A', first[point]) : letter('a', second[mirrored(point)]);
    }
    board.front() = letter('a', second[bar]);
    board.back() = letter('A', first[bar]);
    const Roll roll = position.roll();
    return "XGID=" + board + ":0:0:" + (position.turn() == Side::first ? "1" : "-1") + ":" + std::to_string(roll.high) +
           std::to_string(roll.low) + ":0:0:0:0:10";
}

Position read_position(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n", prefix = "XGID=";
    const std::size_t first = text.find_first_not_of(blanks);
    text = first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
    if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
    return text.substr(0, text.find(':')).size() == xgid_board ? read_xgid(text) : read_position_id(text);
}

}  // namespace leafstrap::backgammon

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "draughts/notation.hpp"
#include "draughts/pdn.hpp"

namespace leafstrap::draughts {
namespace {

bool joins_squares(char c) { return c == '-' || c == 'x' || c == 'X' || c == ':'; }

// Plays what was written, as far as it goes, and returns how far that is. A capture that does not say which of several
// it is, is the one after which the rest goes on: programs often leave that out.
class Replay {
public:
    explicit Replay(std::span<const WrittenMove> written) : written_(written) {}

    std::size_t play(Position position, std::size_t place, std::vector<Move>& moves) {
        for (; place < written_.size(); ++place) {
            MoveList<Position> found;
            if (find_moves(position, written_[place].text, found)) return place;
            if (found.size() > 1 && doubts_left_ > 0) return try_each(position, found, place, moves);
            moves.push_back(found[0]);
            position = position.after(found[0]);
        }
        return place;
    }

private:
    std::size_t try_each(const Position& position, const MoveList<Position>& candidates, std::size_t place,
                         std::vector<Move>& moves) {
        --doubts_left_;
        std::size_t farthest = 0;
        std::vector<Move> best;
        for (const Move move : candidates) {
            std::vector<Move> rest{move};
            const std::size_t reached = play(position.after(move), place + 1, rest);
            if (reached > farthest) best.swap(rest);
            farthest = std::max(farthest, reached);
            if (farthest == written_.size()) break;
        }
        moves.insert(moves.end(), best.begin(), best.end());
        return farthest;
    }

    std::span<const WrittenMove> written_;
    int doubts_left_ = 16;  // how many more captures of this game may be tried in several ways
};

Word nonsense(Scanner& scanner, Scanner::Place begin, const char* what) {
    return {Word::Kind::nonsense, {}, quoted(scanner.since(begin)) + what};
}

// Ten points that the players share, as in 6-4. Two of these are moves as well.
std::optional<Outcome> ten_points(std::string_view text) {
    int first = 0, second = 0;
    const char* const end = text.data() + text.size();
    const auto [dash, error] = std::from_chars(text.data(), end, first);
    if (error != std::errc{} || dash == end || *dash != '-' || dash + 1 == end || !is_digit(dash[1])) return {};
    const auto [rest, fault] = std::from_chars(dash + 1, end, second);
    if (fault != std::errc{} || rest != end || first + second != 10) return {};
    if (first == second) return Outcome::draw();
    return Outcome::win(first > second ? Side::first : Side::second);
}
bool is_move_too(std::string_view result) { return result == "2-8" || result == "8-2"; }

}  // namespace

std::optional<std::optional<Outcome>> Pdn::read_result(std::string_view text) {
    if (text == "2-0" || text == "1-0") return Outcome::win(Side::first);
    if (text == "1-1" || text == "1/2-1/2") return Outcome::draw();
    if (text == "0-2" || text == "0-1") return Outcome::win(Side::second);
    if (text == "*" || text == "0-0") return std::optional<Outcome>();
    if (const auto shared = ten_points(text)) return shared;
    return std::nullopt;
}

// A move number, a move or a result: all of them begin with digits.
Word Pdn::read_word(Scanner& scanner) {
    const Scanner::Place begin = scanner.place();
    if (!is_digit(scanner.look())) {
        while (!scanner.at_end() && !is_blank(scanner.look())) scanner.advance();
        return nonsense(scanner, begin, " is neither a move nor a result");
    }
    constexpr std::string_view half = "1/2-1/2";
    if (scanner.follows(half)) {
        for (std::size_t i = 0; i < half.size(); ++i) scanner.advance();
        return {Word::Kind::result, half};
    }
    while (true) {
        while (is_digit(scanner.look())) scanner.advance();
        const Scanner::Place end = scanner.place();
        scanner.skip_blanks();
        const bool joined = joins_squares(scanner.look());
        if (joined) {
            scanner.advance();
            scanner.skip_blanks();
        }
        if (joined && is_digit(scanner.look())) continue;
        scanner.go_to(end);
        break;
    }
    const std::string_view word = scanner.since(begin);
    if (std::all_of(word.begin(), word.end(), is_digit)) {
        if (!joins_squares(scanner.look())) return {};  // a move number, with or without dots
        scanner.advance();
        return nonsense(scanner, begin, " is only half a move");
    }
    return {read_result(word) && !is_move_too(word) ? Word::Kind::result : Word::Kind::move, word};
}

void Pdn::set_up(PdnGame& game) {
    const std::string_view type = game.tag("GameType");
    if (!type.empty() && type != "20" && !type.starts_with("20,"))
        throw std::invalid_argument("GameType " + quoted(type) + " is not international draughts, which is 20");
    if (!game.tag("FEN").empty()) game.start = Position::parse(game.tag("FEN"));
}

std::size_t Pdn::play(PdnGame& game, std::span<const WrittenMove> written) {
    const std::size_t reached = Replay(written).play(game.start, 0, game.moves);
    // What is no move at the end, and is the result by the tag, is the result.
    const bool last = reached + 1 == written.size();
    if (last && is_move_too(written.back().text) && written.back().text == game.tag("Result")) return written.size();
    return reached;
}

std::string Pdn::fault(const Position& position, std::string_view text) {
    MoveList<Position> found;
    return find_moves(position, text, found);
}

}  // namespace leafstrap::draughts

#include "chess/pgn.hpp"

#include <stdexcept>

#include "chess/san.hpp"

namespace leafstrap::chess {

std::optional<std::optional<Outcome>> Pgn::read_result(std::string_view text) {
    if (text == "1-0") return Outcome::win(Side::first);
    if (text == "0-1") return Outcome::win(Side::second);
    if (text == "1/2-1/2" || text == "1/2") return Outcome::draw();
    if (text == "*") return std::optional<Outcome>();
    return std::nullopt;
}

// Up to a blank, a comment or a sign. Numbers may stick to the move behind them.
Word Pgn::read_word(Scanner& scanner) {
    const Scanner::Place begin = scanner.place();
    do scanner.advance();
    while (!scanner.at_end() && !is_blank(scanner.look()) &&
           std::string_view("{}();[]!?$*").find(scanner.look()) == std::string_view::npos);
    std::string_view word = scanner.since(begin);
    if (read_result(word)) return {Word::Kind::result, word};
    const bool castles = word.starts_with("0-0");
    while (!castles && !word.empty() && (is_digit(word.front()) || word.front() == '.')) word.remove_prefix(1);
    if (word.empty() || word == "e.p." || word == "ep") return {};
    if (is_letter(word.front()) || castles || word == "--") return {Word::Kind::move, word};
    return {Word::Kind::nonsense, {}, quoted(scanner.since(begin)) + " is neither a move nor a result"};
}

void Pgn::set_up(PgnGame& game) {
    const std::string_view variant = game.tag("Variant");
    if (!variant.empty() && variant != "Standard" && variant != "standard" && variant != "chess" &&
        variant != "From Position")
        throw std::invalid_argument("Variant " + quoted(variant) + " is not the usual chess");
    if (!game.tag("FEN").empty()) game.start = Position::parse(game.tag("FEN"));
}

std::size_t Pgn::play(PgnGame& game, std::span<const WrittenMove> written) {
    Position position = game.start;
    game.moves.reserve(written.size());
    for (std::size_t place = 0; place < written.size(); ++place) {
        Move move;
        if (read_san(position, written[place].text, move)) return place;
        game.moves.push_back(move);
        position = position.after(move);
    }
    return written.size();
}

std::string Pgn::fault(const Position& position, std::string_view text) {
    Move move;
    return read_san(position, text, move);
}

}  // namespace leafstrap::chess

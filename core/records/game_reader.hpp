// Reads files of games one by one, as they are found in the wild. A broken game says what is wrong, and the next one
// follows. What moves and results look like is the notation's affair.
//
// Taken as they come: move numbers or none, comments in {} and behind ; and variations in () (both passed over), signs
// like ! and $1, results missing or in any usual form, missing tags, Latin-1 letters.
#pragma once

#include <algorithm>
#include <concepts>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "records/scanner.hpp"
#include "records/written_game.hpp"
#include "text.hpp"

namespace leafstrap {

// What stands between blanks in a game, and what it is: a move or a result, or nothing of interest. Nonsense has a
// sentence that says so.
struct Word {
    enum class Kind { nothing, move, result, nonsense } kind = Kind::nothing;
    std::string_view text{};
    std::string sentence{};
};

struct WrittenMove {
    std::string_view text;
    int line;
};

template <class N>
concept Notation = requires(Scanner& scanner, std::string_view text, WrittenGame<typename N::Position>& game,
                            const typename N::Position& position, std::span<const WrittenMove> written) {
    { N::read_word(scanner) } -> std::same_as<Word>;
    // Nothing inside if the result is not known, nothing at all if it is no result.
    { N::read_result(text) } -> std::same_as<std::optional<std::optional<Outcome>>>;
    // Takes from the tags where the game starts; throws std::invalid_argument.
    { N::set_up(game) } -> std::same_as<void>;
    // Plays what was written as far as it goes, and returns how far that is.
    { N::play(game, written) } -> std::same_as<std::size_t>;
    // Why a text is no move in a position: "is …".
    { N::fault(position, text) } -> std::same_as<std::string>;
};

template <class N>
class GameReader {
public:
    using Position = typename N::Position;
    using Game = WrittenGame<Position>;

    // The text must outlive the reader.
    explicit GameReader(std::string_view text, Scanner::Place from = {}) : scanner_(text, from) {
        static_assert(Notation<N>);
    }

    Scanner::Place place() const { return scanner_.place(); }

    // False at the end.
    bool next(Game& game) {
        while (true) {
            game = Game{};
            in_moves_ = false;
            written_.clear();
            while (true) {
                scanner_.skip_blanks();
                if (scanner_.at_end()) break;
                if (scanner_.is_tag() && begins_game(game)) break;
                if (game.line == 0) game.line = scanner_.line();
                if (!read_element(game)) break;
            }
            if (!in_moves_) use_tags(game);
            play(game);
            // What has neither tags nor moves is no game: comments at the end, a result given twice.
            if (!game.tags.empty() || !game.moves.empty() || game.fault) return true;
            if (scanner_.at_end()) return false;
        }
    }

private:
    // False where the game ends.
    bool read_element(Game& game) {
        const int line = scanner_.line();
        const char c = scanner_.look();
        if (scanner_.is_tag()) {
            game.tags.push_back(scanner_.read_tag());
        } else if (c == '{' || c == '(') {
            if (!(c == '{' ? scanner_.skip_comment() : scanner_.skip_variation())) {
                blame(
                    game, line,
                    std::string(c == '{' ? "the comment" : "the variation") + " that " + c + " opens is never closed");
                scanner_.skip_to_tag();
            }
        } else if (c == ';' || (c == '%' && scanner_.at_line_start())) {
            scanner_.skip_line();
        } else if (c == '$') {
            do scanner_.advance();
            while (is_digit(scanner_.look()));
        } else if (c == '!' || c == '?' || c == '.' || c == '+' || c == '#') {
            scanner_.advance();
        } else if (c == '*') {
            scanner_.advance();
            return finish(game, "*");
        } else {
            return take(game, N::read_word(scanner_), line);
        }
        return true;
    }

    bool take(Game& game, const Word& word, int line) {
        if (word.kind == Word::Kind::result) return finish(game, word.text);
        if (word.kind == Word::Kind::nonsense) blame(game, line, word.sentence);
        if (word.kind == Word::Kind::move) {
            if (!in_moves_) use_tags(game);
            if (!game.fault) written_.push_back({word.text, line});
        }
        return true;
    }

    bool finish(Game& game, std::string_view result) {
        if (!in_moves_) use_tags(game);
        if (const auto outcome = *N::read_result(result)) game.outcome = outcome;
        return false;
    }

    void play(Game& game) {
        const std::size_t reached = N::play(game, written_);
        if (reached == written_.size()) return;
        Position position = game.start;
        for (const auto move : game.moves) position = position.after(move);
        const auto& [text, line] = written_[reached];
        // Earlier than what else may be wrong, as nothing is collected after a fault.
        game.fault = {line, quoted(text) + " " + N::fault(position, text) + " in " + position.text()};
    }

    // When the moves begin, the tags have said where from.
    void use_tags(Game& game) {
        in_moves_ = true;
        if (const auto outcome = N::read_result(game.tag("Result"))) game.outcome = *outcome;
        try {
            N::set_up(game);
        } catch (const std::invalid_argument& error) {
            blame(game, game.line, error.what());
        }
    }

    // Only the first fault is told, as others may follow from it. It also ends the tags.
    void blame(Game& game, int line, std::string sentence) {
        if (!game.fault) game.fault = {line, std::move(sentence)};
        if (!in_moves_) use_tags(game);
    }

    // A tag after moves belongs to another game, and so does one that this game has already: it was never played.
    bool begins_game(const Game& game) const {
        if (in_moves_) return true;
        const std::string_view name = scanner_.tag_name();
        return std::any_of(game.tags.begin(), game.tags.end(), [name](const auto& tag) { return tag.first == name; });
    }

    Scanner scanner_;
    bool in_moves_ = false;             // the tags of this game are over
    std::vector<WrittenMove> written_;  // the moves of this game
};

}  // namespace leafstrap

#include <algorithm>
#include <stdexcept>

#include "draughts/notation.hpp"
#include "draughts/pdn.hpp"
#include "draughts/utf8.hpp"

namespace leafstrap::draughts {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool joins_squares(char c) { return c == '-' || c == 'x' || c == 'X' || c == ':'; }

// White's points; nothing inside if the result says that it is not known, nothing at all if it is no result.
std::optional<std::optional<int>> read_result(std::string_view text) {
    if (text == "2-0" || text == "1-0") return 2;
    if (text == "1-1" || text == "1/2-1/2") return 1;
    if (text == "0-2" || text == "0-1") return 0;
    if (text == "*" || text == "0-0") return std::optional<int>();
    return std::nullopt;
}

}  // namespace

std::string_view PdnGame::tag(std::string_view name) const {
    for (const auto& [known, value] : tags)
        if (known == name) return value;
    return {};
}

PdnReader::PdnReader(std::string_view text) : text_(text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
}

bool PdnReader::next(PdnGame& game) {
    while (true) {
        game = PdnGame{};
        in_moves_ = false;
        written_.clear();
        while (true) {
            skip_blanks();
            if (at_end()) break;
            if (is_tag() && begins_game(game)) break;
            if (game.line == 0) game.line = line_;
            if (read_element(game) == Step::over) break;
        }
        if (!in_moves_) use_tags(game);
        play(game);
        // What has neither tags nor moves is no game: comments at the end, a result given twice.
        if (!game.tags.empty() || !game.moves.empty() || game.fault) return true;
        if (at_end()) return false;
    }
}

PdnReader::Step PdnReader::read_element(PdnGame& game) {
    const int line = line_;
    const char c = look();
    if (is_tag()) {
        read_tag(game);
    } else if (c == '{' || c == '(') {
        if (!(c == '{' ? skip_comment() : skip_variation())) {
            blame(game, line,
                  c == '{' ? "the comment that { opens is never closed" : "the variation that ( opens is never closed");
            skip_to_tag();
        }
    } else if (c == ';' || (c == '%' && (at_ == 0 || text_[at_ - 1] == '\n'))) {
        skip_line();
    } else if (c == '$') {
        do advance();
        while (is_digit(look()));
    } else if (c == '!' || c == '?' || c == '.' || c == '+' || c == '#') {
        advance();
    } else if (c == '*') {
        advance();
        return finish(game, "*");
    } else if (is_digit(c)) {
        return read_number(game);
    } else {
        const std::size_t begin = at_;
        while (!at_end() && !is_blank(look())) advance();
        blame(game, line, quoted(text_.substr(begin, at_ - begin)) + " is neither a move nor a result");
    }
    return Step::on;
}

void PdnReader::read_tag(PdnGame& game) {
    std::string name(tag_name());
    at_ += 1 + name.size();
    while (look() == ' ' || look() == '\t') advance();
    std::string value;
    if (look() == '"') {
        advance();
        for (; !at_end() && look() != '"' && look() != '\n'; advance()) {
            if (look() == '\\' && (look(1) == '"' || look(1) == '\\')) advance();
            value += look();
        }
    } else {
        for (; !at_end() && look() != ']' && look() != '\n'; advance()) value += look();
    }
    while (!at_end() && look() != ']' && look() != '\n') advance();
    if (look() == ']') advance();
    game.tags.emplace_back(std::move(name), as_utf8(value));
}

// A move number, a move or a result: all of them begin with digits.
PdnReader::Step PdnReader::read_number(PdnGame& game) {
    const int line = line_;
    const std::size_t begin = at_;
    if (text_.substr(at_).starts_with("1/2-1/2")) {
        at_ += 7;
        return finish(game, "1/2-1/2");
    }
    std::size_t end = at_;
    while (true) {
        while (is_digit(look())) advance();
        end = at_;
        const int end_line = line_;
        skip_blanks();
        const bool joined = joins_squares(look());
        if (joined) {
            advance();
            skip_blanks();
        }
        if (joined && is_digit(look())) continue;
        at_ = end;
        line_ = end_line;
        break;
    }
    const std::string_view word = text_.substr(begin, end - begin);
    if (std::all_of(word.begin(), word.end(), is_digit)) {
        if (joins_squares(look())) {
            advance();
            blame(game, line, quoted(text_.substr(begin, at_ - begin)) + " is only half a move");
        }
        return Step::on;  // a move number, with or without dots
    }
    if (read_result(word)) return finish(game, word);
    if (!in_moves_) use_tags(game);
    if (!game.fault) written_.push_back({word, line});
    return Step::on;
}

PdnReader::Step PdnReader::finish(PdnGame& game, std::string_view result) {
    if (!in_moves_) use_tags(game);
    if (const auto points = *read_result(result)) game.points = points;
    return Step::over;
}

// Plays what was written from some place on, as far as it goes, and returns the place where it stopped. A capture that
// does not say which of several it is, is the one after which the rest goes on: programs often leave that out.
std::size_t PdnReader::play(Position position, std::size_t place, std::vector<Move>& moves) {
    for (; place < written_.size(); ++place) {
        MoveList<Position> found;
        if (find_moves(position, written_[place].text, found)) return place;
        if (found.size() > 1 && doubts_left_ > 0) {
            --doubts_left_;
            std::size_t farthest = 0;
            std::vector<Move> best;
            for (const Move move : found) {
                std::vector<Move> rest{move};
                const std::size_t reached = play(position.after(move), place + 1, rest);
                if (reached > farthest) best.swap(rest);
                farthest = std::max(farthest, reached);
                if (farthest == written_.size()) break;
            }
            moves.insert(moves.end(), best.begin(), best.end());
            return farthest;
        }
        moves.push_back(found[0]);
        position = position.after(found[0]);
    }
    return place;
}

void PdnReader::play(PdnGame& game) {
    doubts_left_ = most_doubts;
    const std::size_t reached = play(game.start, 0, game.moves);
    if (reached == written_.size()) return;
    Position position = game.start;
    for (const Move move : game.moves) position = position.after(move);
    MoveList<Position> found;
    const auto& [text, line] = written_[reached];
    // Earlier than what else may be wrong, as nothing is collected after a fault.
    game.fault = {line, quoted(text) + " " + find_moves(position, text, found) + " in " + fen(position)};
}

// When the moves begin, the tags have said where from.
void PdnReader::use_tags(PdnGame& game) {
    in_moves_ = true;
    if (const auto points = read_result(game.tag("Result"))) game.points = *points;
    const std::string_view type = game.tag("GameType");
    if (!type.empty() && type != "20" && !type.starts_with("20,")) {
        blame(game, game.line, "GameType " + quoted(type) + " is not international draughts, which is 20");
        return;
    }
    if (game.tag("FEN").empty()) return;
    try {
        game.start = Position::parse(game.tag("FEN"));
    } catch (const std::invalid_argument& error) {
        blame(game, game.line, error.what());
    }
}

// Only the first fault is told, as others may follow from it. It also ends the tags.
void PdnReader::blame(PdnGame& game, int line, std::string sentence) {
    if (!game.fault) game.fault = {line, std::move(sentence)};
    if (!in_moves_) use_tags(game);
}

void PdnReader::skip_blanks() {
    while (!at_end() && is_blank(look())) advance();
}

void PdnReader::skip_line() {
    while (!at_end() && look() != '\n') advance();
}

// Comments and variations must be closed before the next game; if they are not, nothing is skipped.
bool PdnReader::skip_comment() {
    std::size_t close = at_;
    while (close < text_.size() && text_[close] != '}' && !is_game_at(close)) ++close;
    if (close >= text_.size() || text_[close] != '}') return false;
    while (at_ <= close) advance();
    return true;
}

bool PdnReader::skip_variation() {
    const auto [at, line] = std::pair(at_, line_);
    int depth = 0;
    while (!at_end()) {
        if (is_game_at(at_)) break;
        if (look() == '{' && skip_comment()) continue;
        if (look() == '(') ++depth;
        if (look() == ')' && --depth == 0) {
            advance();
            return true;
        }
        advance();
    }
    at_ = at;
    line_ = line;
    return false;
}

// A line that begins with a tag. Comments may have lines that begin with [ as well, but not with a letter behind it.
bool PdnReader::is_game_at(std::size_t place) const {
    return text_[place] == '[' && place > 0 && text_[place - 1] == '\n' && place + 1 < text_.size() &&
           is_letter(text_[place + 1]);
}

void PdnReader::skip_to_tag() {
    advance();
    while (!at_end() && !is_tag()) advance();
}

std::string_view PdnReader::tag_name() const {
    std::size_t size = 0;
    while (is_letter(look(1 + size)) || is_digit(look(1 + size)) || look(1 + size) == '_') ++size;
    return text_.substr(at_ + 1, size);
}

// A tag after moves belongs to another game, and so does one that this game has already: it was never played.
bool PdnReader::begins_game(const PdnGame& game) const {
    if (in_moves_) return true;
    const std::string_view name = tag_name();
    return std::any_of(game.tags.begin(), game.tags.end(), [name](const auto& tag) { return tag.first == name; });
}

// A tag begins a line, or follows another tag in it.
bool PdnReader::is_tag() const {
    if (look() != '[' || !is_letter(look(1))) return false;
    std::size_t before = at_;
    while (before > 0 && (text_[before - 1] == ' ' || text_[before - 1] == '\t')) --before;
    return before == 0 || text_[before - 1] == '\n' || text_[before - 1] == '\r' || text_[before - 1] == ']';
}

}  // namespace leafstrap::draughts

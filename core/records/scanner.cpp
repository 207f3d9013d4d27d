#include "records/scanner.hpp"

#include <algorithm>

#include "records/utf8.hpp"

namespace leafstrap {

Scanner::Scanner(std::string_view text, Place from) : text_(text), place_(from) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.starts_with(byte_order_mark)) first_ = byte_order_mark.size();
    place_.at = std::max(place_.at, first_);
}

void Scanner::skip_blanks() {
    while (!at_end() && is_blank(look())) advance();
}

void Scanner::skip_line() {
    while (!at_end() && look() != '\n') advance();
}

bool Scanner::skip_comment() {
    std::size_t close = place_.at;
    while (close < text_.size() && text_[close] != '}' && !is_game_at(close)) ++close;
    if (close >= text_.size() || text_[close] != '}') return false;
    while (place_.at <= close) advance();
    return true;
}

bool Scanner::skip_variation() {
    const Place begin = place_;
    int depth = 0;
    while (!at_end()) {
        if (is_game_at(place_.at)) break;
        if (look() == '{' && skip_comment()) continue;
        if (look() == '(') ++depth;
        if (look() == ')' && --depth == 0) {
            advance();
            return true;
        }
        advance();
    }
    place_ = begin;
    return false;
}

// A line that begins with a tag. Comments may have lines that begin with [ as well, but not with a letter behind it.
bool Scanner::is_game_at(std::size_t place) const {
    return text_[place] == '[' && place > 0 && text_[place - 1] == '\n' && place + 1 < text_.size() &&
           is_letter(text_[place + 1]);
}

bool Scanner::is_tag() const {
    if (look() != '[' || !is_letter(look(1))) return false;
    std::size_t before = place_.at;
    while (before > first_ && (text_[before - 1] == ' ' || text_[before - 1] == '\t')) --before;
    return before == first_ || text_[before - 1] == '\n' || text_[before - 1] == '\r' || text_[before - 1] == ']';
}

std::string_view Scanner::tag_name() const {
    std::size_t size = 0;
    while (is_letter(look(1 + size)) || is_digit(look(1 + size)) || look(1 + size) == '_') ++size;
    return text_.substr(place_.at + 1, size);
}

std::pair<std::string, std::string> Scanner::read_tag() {
    std::string name(tag_name());
    place_.at += 1 + name.size();
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
    return {std::move(name), as_utf8(value)};
}

void Scanner::skip_to_tag() {
    advance();
    while (!at_end() && !is_tag()) advance();
}

}  // namespace leafstrap

// A walk through a file of games, whatever is played in them: blanks, comments, variations, tags.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace leafstrap {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

class Scanner {
public:
    struct Place {
        std::size_t at = 0;
        int line = 1;
    };

    // The text must outlive the scanner.
    Scanner(std::string_view text, Place from);

    Place place() const { return place_; }
    void go_to(Place place) { place_ = place; }
    int line() const { return place_.line; }
    char look(std::size_t ahead = 0) const {
        return place_.at + ahead < text_.size() ? text_[place_.at + ahead] : '\0';
    }
    bool at_end() const { return place_.at >= text_.size(); }
    bool at_line_start() const { return place_.at == first_ || text_[place_.at - 1] == '\n'; }
    bool follows(std::string_view word) const { return text_.substr(place_.at).starts_with(word); }
    // What has been read since some place.
    std::string_view since(Place begin) const { return text_.substr(begin.at, place_.at - begin.at); }

    void advance() { place_.line += text_[place_.at++] == '\n'; }
    void skip_blanks();
    void skip_line();
    // Comments in {} and variations in () must be closed before the next game; if they are not, nothing is skipped.
    bool skip_comment();
    bool skip_variation();

    // A tag begins a line, or follows another tag in it.
    bool is_tag() const;
    std::string_view tag_name() const;
    std::pair<std::string, std::string> read_tag();
    void skip_to_tag();

private:
    bool is_game_at(std::size_t place) const;

    std::string_view text_;
    std::size_t first_ = 0;  // behind a byte order mark
    Place place_;
};

}  // namespace leafstrap

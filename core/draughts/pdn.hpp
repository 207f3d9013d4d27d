// Portable Draughts Notation: files of games, read as they are found in the wild, and written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "draughts/position.hpp"

namespace leafstrap::draughts {

struct PdnGame {
    struct Fault {
        int line;
        std::string sentence;
    };

    std::vector<std::pair<std::string, std::string>> tags;  // in their order, as UTF-8
    Position start = Position::start();
    std::vector<Move> moves;
    std::optional<int> points;          // White's: 2 for a win, 1 for a draw, 0 for a loss; none if it is not known
    int line = 0;                       // where the game begins, counted from 1
    std::optional<Fault> fault;         // what is wrong with it; the moves before the fault are kept
    std::vector<std::string> comments;  // on the last so many moves; written, but not read

    // The value of a tag, or nothing.
    std::string_view tag(std::string_view name) const;
};

// Walks through a text game by game. A broken game says what is wrong, and the next one follows.
//
// Taken as they come: move numbers or none, blanks and leading zeros within moves, comments in {} and behind ; and
// variations in () (both passed over), signs like ! and $1, results in any of the usual forms or missing, missing tags,
// Latin-1 letters, captures that do not say which of several they are. A result 0-0 counts as not known, as different
// programs mean different things by it.
class PdnReader {
public:
    explicit PdnReader(std::string_view text);  // the text must outlive the reader

    // False at the end.
    bool next(PdnGame& game);

private:
    enum class Step { on, over };

    char look(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    bool at_end() const { return at_ >= text_.size(); }
    void advance() { line_ += text_[at_++] == '\n'; }
    void skip_blanks();
    void skip_line();
    bool skip_comment();
    bool skip_variation();
    void skip_to_tag();
    bool is_tag() const;
    bool is_game_at(std::size_t place) const;
    std::string_view tag_name() const;
    bool begins_game(const PdnGame& game) const;

    Step read_element(PdnGame& game);
    void read_tag(PdnGame& game);
    Step read_number(PdnGame& game);
    Step finish(PdnGame& game, std::string_view result);
    void use_tags(PdnGame& game);
    std::size_t play(Position position, std::size_t place, std::vector<Move>& moves);
    void play(PdnGame& game);
    void blame(PdnGame& game, int line, std::string sentence);

    struct Written {
        std::string_view text;
        int line;
    };

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    bool in_moves_ = false;         // the tags of this game are over
    std::vector<Written> written_;  // the moves of this game
    static constexpr int most_doubts = 16;
    int doubts_left_ = 0;  // how many more captures of this game may be tried in several ways
};

// The tags Result, GameType, SetUp and FEN follow from the game; those among its tags are left out.
std::string write_pdn(const PdnGame& game);

}  // namespace leafstrap::draughts

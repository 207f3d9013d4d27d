#include <algorithm>

#include "draughts/notation.hpp"
#include "draughts/pdn.hpp"

namespace leafstrap::draughts {
namespace {

constexpr std::size_t columns = 80;

std::string tag_line(std::string_view name, std::string_view value) {
    std::string line = "[" + std::string(name) + " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') line += '\\';
        line += c == '\n' || c == '\r' ? ' ' : c;
    }
    return line + "\"]\n";
}

std::string comment_text(std::string_view text) {
    std::string comment = "{";
    for (const char c : text) comment += c == '}' ? ')' : c == '\n' || c == '\r' ? ' ' : c;
    return comment + "}";
}

bool follows_from_game(std::string_view tag) {
    return tag == "Result" || tag == "GameType" || tag == "SetUp" || tag == "FEN";
}

const char* result_of(const PdnGame& game) {
    if (!game.outcome) return "*";
    return game.outcome->points > 0 ? "2-0" : game.outcome->points == 0 ? "1-1" : "0-2";
}

}  // namespace

std::string write_pdn(const PdnGame& game) {
    std::string text;
    for (const auto& [name, value] : game.tags)
        if (!follows_from_game(name)) text += tag_line(name, value);
    text += tag_line("Result", result_of(game)) + tag_line("GameType", "20");
    if (!(game.start == Position::start())) text += tag_line("SetUp", "1") + tag_line("FEN", fen(game.start));
    text += '\n';

    std::size_t column = 0;
    const auto add = [&](const std::string& word) {
        if (column > 0) {
            const bool fits = column + 1 + word.size() <= columns;
            text += fits ? ' ' : '\n';
            column = fits ? column + 1 : 0;
        }
        text += word;
        column += word.size();
    };
    Position position = game.start;
    std::size_t plain = game.moves.size() - std::min(game.comments.size(), game.moves.size());
    auto comment = game.comments.begin();
    bool commented = false;
    for (std::size_t ply = position.turn() == Side::first ? 0 : 1; const Move move : game.moves) {
        const std::string number = std::to_string(ply / 2 + 1);
        if (position.turn() == Side::first) {
            add(number + ".");
        } else if (commented || column == 0) {  // the number comes again after a comment
            add(number + "...");
        }
        add(write_move(position, move));
        commented = plain == 0;
        if (plain > 0) {
            --plain;
        } else {
            add(comment_text(*comment++));
        }
        position = position.after(move);
        ++ply;
    }
    add(result_of(game));
    return text + "\n\n";
}

}  // namespace leafstrap::draughts

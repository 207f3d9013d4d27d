// Portable Game Notation: files of games, read as they are found in the wild.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "chess/position.hpp"
#include "records/game_reader.hpp"

namespace leafstrap::chess {

using PgnGame = WrittenGame<chess::Position>;

// Moves in algebraic notation, the long one included, with zeros or letters for castling.
struct Pgn {
    using Position = chess::Position;

    static Word read_word(Scanner& scanner);
    static std::optional<std::optional<Outcome>> read_result(std::string_view text);
    static void set_up(PgnGame& game);
    static std::size_t play(PgnGame& game, std::span<const WrittenMove> written);
    static std::string fault(const Position& position, std::string_view text);
};

using PgnReader = GameReader<Pgn>;

}  // namespace leafstrap::chess

// Portable Draughts Notation: files of games, read as they are found in the wild, and written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "draughts/position.hpp"
#include "records/game_reader.hpp"

namespace leafstrap::draughts {

using PdnGame = WrittenGame<draughts::Position>;

// Blanks and leading zeros within moves are taken as they come, and captures that do not say which of several they are.
// A result 0-0 counts as not known, as different programs mean different things by it.
struct Pdn {
    using Position = draughts::Position;

    static Word read_word(Scanner& scanner);
    static std::optional<std::optional<Outcome>> read_result(std::string_view text);
    static void set_up(PdnGame& game);
    static std::size_t play(PdnGame& game, std::span<const WrittenMove> written);
    static std::string fault(const Position& position, std::string_view text);
};

using PdnReader = GameReader<Pdn>;

// The tags Result, GameType, SetUp and FEN follow from the game; those among its tags are left out.
std::string write_pdn(const PdnGame& game);

}  // namespace leafstrap::draughts

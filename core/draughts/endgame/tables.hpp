// All endgames with few pieces: who wins if neither side errs.
//
// The rules that end a game as a draw after a number of moves (16 of each side with three pieces against a lone king, 5
// with fewer, 25 with kings alone) are left out: a position is won here if it is won by play that takes as long as it
// needs. Repeating a position is no rule that matters, as the winner never has to.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "draughts/endgame/table.hpp"

namespace leafstrap::draughts {

// Never changes once it is made: many threads may probe it.
class EndgameTables {
public:
    static constexpr int fewest = 2, most = 4;

    // All positions with at most so many pieces, worked out here and now: 2 and 3 take less than a second, 4 about ten.
    static EndgameTables solve(int most_pieces, int threads = 1);

    // Throws std::invalid_argument with a sentence for a file that is missing, damaged or no such file.
    static EndgameTables read(const std::string& path);
    // Whole or not at all. Throws std::runtime_error.
    void write(const std::string& path) const;

    int most_pieces() const { return most_pieces_; }
    const std::vector<EndgameTable>& tables() const { return tables_; }

    // Quickly, whether a position may be known.
    bool reaches(const Position& position) const { return popcount(position.occupied()) <= most_pieces_; }
    // The side to move's. Nothing with too many pieces, or where a side has none and the game is over.
    std::optional<Verdict> probe(const Position& position) const {
        if (!reaches(position)) return std::nullopt;
        const SideView side = side_view(position, position.turn());
        const EndgameMaterial material = EndgameMaterial::of(side);
        if (!material.own() || !material.enemies()) return std::nullopt;
        assert(tables_[number_[slot(material)]].material() == material);
        return tables_[number_[slot(material)]].at(side);
    }

    // The same as an outcome.
    std::optional<Outcome> outcome(const Position& position) const {
        const std::optional<Verdict> verdict = probe(position);
        if (!verdict) return std::nullopt;
        if (*verdict == Verdict::drawn) return Outcome::draw();
        return Outcome::win(*verdict == Verdict::won ? position.turn() : !position.turn());
    }

private:
    friend class EndgameSolver;

    explicit EndgameTables(int most_pieces) : most_pieces_(most_pieces) {}
    void add(EndgameTable table) {
        number_[slot(table.material())] = static_cast<std::uint8_t>(tables_.size());
        tables_.push_back(std::move(table));
    }

    static std::size_t slot(const EndgameMaterial& material) {
        return static_cast<std::size_t>(material.men << 6 | material.kings << 4 | material.enemy_men << 2 |
                                        material.enemy_kings);
    }

    int most_pieces_;
    std::vector<EndgameTable> tables_;        // in the order of all_materials
    std::array<std::uint8_t, 256> number_{};  // of the table with some material
};

}  // namespace leafstrap::draughts

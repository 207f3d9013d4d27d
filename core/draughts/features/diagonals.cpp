#include "draughts/features/diagonals.hpp"

#include <string>

namespace leafstrap::draughts {

void DiagonalBlocks::describe(FeatureTable& table) {
    table.family("diagonals");
    table.add(three, [](int row, int) {
        std::array<std::string, 3> numbers;
        for (std::size_t i = 0; i < 3; ++i)
            numbers[i] = std::to_string(number_of(diagonal_places.squares[static_cast<std::size_t>(row)][i]));
        const auto& [top, middle, bottom] = numbers;
        return FeatureTable::Entry{
            "three." + top + "-" + middle + "-" + bottom,
            "men of one side on " + top + ", " + middle + " and " + bottom + ": 1 for own, -1 for theirs"};
    });
}

}  // namespace leafstrap::draughts

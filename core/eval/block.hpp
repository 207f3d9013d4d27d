// Where the weights of a family of concepts lie: a run of consecutive numbers, read as a row or as a small table.
#pragma once

#include <cassert>

namespace leafstrap {

struct Block {
    int first = 0;
    int rows = 0;
    int columns = 1;

    constexpr int size() const { return rows * columns; }
    constexpr int end() const { return first + size(); }
    constexpr int operator()(int row) const {
        assert(row >= 0 && row < rows);
        return first + row * columns;
    }
    constexpr int operator()(int row, int column) const {
        assert(column >= 0 && column < columns);
        return (*this)(row) + column;
    }

    // The block that starts where this one ends.
    constexpr Block then(int next_rows, int next_columns = 1) const { return {end(), next_rows, next_columns}; }
};

}  // namespace leafstrap

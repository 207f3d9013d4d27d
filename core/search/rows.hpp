// The tree of a search as a table of sparse rows, for learners that are not written here.
#pragma once

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "eval/sinks.hpp"
#include "search/tree.hpp"
#include "search/values.hpp"

namespace leafstrap {

// Row i has the features indices[indptr[i] … indptr[i + 1]) with their values, the first player's view. Bounds and
// heuristic value are the mover's, and `turn` is +1 where that is the first player, else -1.
struct TreeRows {
    std::vector<std::int64_t> indptr{0};
    std::vector<std::int32_t> indices;
    std::vector<float> values;
    std::vector<float> lower, upper, heuristic;
    std::vector<std::int32_t> depth;
    std::vector<std::int8_t> turn;
};

template <class Search>
TreeRows rows_from_tree(Search& search, int min_depth) {
    TreeRows rows;
    std::vector<typename Search::P> positions;
    search.for_each_node(min_depth, [&](const auto& node) {
        positions.push_back(node.position);
        rows.lower.push_back(node.lower);
        rows.upper.push_back(node.upper);
        rows.heuristic.push_back(search.evaluate(node.position));
        rows.depth.push_back(node.depth);
        rows.turn.push_back(static_cast<std::int8_t>(sign(node.position.turn())));
    });
    Rows seen = search.evaluator().rows(positions, search.perspective());
    rows.indptr = std::move(seen.starts);
    rows.indices = std::move(seen.features.indices);
    rows.values = std::move(seen.features.values);
    assert(rows.indptr.size() == rows.turn.size() + 1 && rows.indices.size() == rows.values.size());
    return rows;
}

}  // namespace leafstrap

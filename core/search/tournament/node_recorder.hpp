// The nodes of a search, gathered while it runs, for learning from them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "search/packing.hpp"
#include "search/tournament/score.hpp"

namespace leafstrap::tournament {

// Bounds are the view of the side to move, no further than the window of the search that found them. Bounds that are
// mates are as good as none: they come from the rules, and no weight is to blame.
template <TournamentPosition P>
class NodeRecorder {
public:
    struct Node {
        Packed<P> position;
        std::uint64_t hash;
        Score lower, upper;
        int depth;
        Proof proof;
    };

    void begin() {
        complete_.clear();
        current_.clear();
    }
    void add(const P& position, int depth, Score score, Score alpha, Score beta, Proof proof) {
        const Score lower = score > alpha && !is_decided(score) ? score : -infinite;
        const Score upper = score < beta && !is_decided(score) ? score : infinite;
        current_.push_back({Packed<P>(position), position.hash(), lower, upper, depth, proof});
    }
    // An iteration is over: what the one before it found is forgotten.
    void complete() {
        std::swap(current_, complete_);
        current_.clear();
    }

    // The nodes of the last complete iteration, each position once: the last word on it counts.
    template <class Visit>
    void for_each(int min_depth, Visit visit) const {
        std::unordered_map<std::uint64_t, std::size_t> last;
        last.reserve(complete_.size());
        for (std::size_t i = 0; i < complete_.size(); ++i)
            if (complete_[i].depth >= min_depth) last[complete_[i].hash] = i;
        for (std::size_t i = 0; i < complete_.size(); ++i)
            if (complete_[i].depth >= min_depth && last[complete_[i].hash] == i) visit(complete_[i]);
    }

private:
    std::vector<Node> current_, complete_;
};

}  // namespace leafstrap::tournament

// When a search ends: depth, nodes, time, or somebody who asks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "search/values.hpp"

namespace leafstrap {

using StopFlag = std::atomic<bool>;

// Of every search. 0 means no such limit; one there must be, or somebody who can stop the search, or it would go on to
// its greatest depth.
struct Limits {
    int depth = 0;
    std::uint64_t nodes = 0;
    double soft_seconds = 0;  // searches for play: no new iteration after about this, less if the choice is clear
    double seconds = 0;       // the search ends here
    int lines = 1;            // searches for play: how many root moves to report with a variation of their own
    const StopFlag* stop = nullptr;  // training searches: searches for play have a Control
    bool extend = true;  // training searches: look beyond the depth where something is going on, else it is cut there
    bool fail_soft = false;  // the training alpha-beta: bounds say all that was found, not only what the window asked

    int deepest(int most = max_depth) const { return depth > 0 ? std::min(depth, most) : most; }

    void check(bool can_be_stopped) const {
        if (depth < 0) throw std::invalid_argument("a search depth cannot be negative");
        if (lines < 1) throw std::invalid_argument("a search shows at least one line");
        if (!(soft_seconds >= 0) || !(seconds >= 0) || std::isinf(soft_seconds) || std::isinf(seconds))
            throw std::invalid_argument("a search time must be a number of seconds");
        if (depth == 0 && nodes == 0 && soft_seconds == 0 && seconds == 0 && !can_be_stopped)
            throw std::invalid_argument("a search needs a limit: depth, nodes, seconds, or a way to stop it");
    }
};

// Somebody who stops a search, and the clock, are looked at every half millisecond of chess: often enough to end at
// once, seldom enough to cost nothing.
inline constexpr std::uint64_t look_stride = 512;

// After so many nodes; the limit of nodes, 0 for none, is not passed over.
constexpr std::uint64_t next_look(std::uint64_t nodes, std::uint64_t most) {
    return nodes < most ? std::min(nodes + look_stride, most) : nodes + look_stride;
}

// How many nodes a first iteration may have before a search that is stopped hurries: a millisecond or two. An ordinary
// one has a few hundred.
inline constexpr std::uint64_t patient_nodes = 2048;

// Counts the nodes of one run and says when it must break off. The first iteration is always completed: a move there
// must be, and not just any. But it may overdraw: an evaluation that sees a gain in every capture makes a quiescence of
// millions of nodes, so that far beyond the limits, or soon after the flag, nothing is to be looked into any more.
class Budget {
public:
    explicit Budget(const Limits& limits)
        : limits_(limits), node_limit_(limits.nodes ? limits.nodes : std::numeric_limits<std::uint64_t>::max()) {}

    // Counts one node, unless the search is to stop.
    bool spend() {
        if (nodes_ >= next_look_) look();
        nodes_ += !stopped_;
        return !stopped_;
    }
    // From here on limits and flag break off.
    void enforce_all() {
        assert(!stopped_);
        enforced_ = true;
        next_look_ = nodes_;
    }

    void stop() { stopped_ = true; }

    bool stopped() const { return stopped_; }
    bool overdrawn() const { return overdrawn_; }
    std::uint64_t nodes() const { return nodes_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t overdraft = 10;  // times the limit; an ordinary first iteration has at most a few

    void look() {
        const bool asked = limits_.stop && limits_.stop->load(std::memory_order_relaxed);
        const bool late = limits_.seconds > 0 && seconds() >= limits_.seconds;
        if (enforced_ && (asked || late || nodes_ >= node_limit_)) stopped_ = true;
        if (late || nodes_ / overdraft >= node_limit_ || (asked && nodes_ >= patient_nodes)) overdrawn_ = true;
        next_look_ = next_look(nodes_, enforced_ ? node_limit_ : 0);
    }

    Limits limits_;
    std::uint64_t node_limit_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    bool enforced_ = false;
    bool stopped_ = false;
    bool overdrawn_ = false;
    Clock::time_point start_ = Clock::now();
};

}  // namespace leafstrap

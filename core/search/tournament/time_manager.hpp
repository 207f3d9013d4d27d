// When a tournament search ends: its limits, whoever holds its control, and how clear the choice of move is.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <vector>

#include "search/limits.hpp"
#include "search/tournament/root.hpp"
#include "search/tournament/score.hpp"

namespace leafstrap::tournament {

using leafstrap::Limits;
using Clock = std::chrono::steady_clock;

// The wires to a running search, usable from any thread.
class Control {
public:
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    // The opponent played the expected move: from now on the time limits count.
    void ponder_hit() { pondering_.store(false, std::memory_order_relaxed); }

    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    bool pondering() const { return pondering_.load(std::memory_order_relaxed); }
    void begin_pondering() { pondering_.store(true, std::memory_order_relaxed); }

private:
    std::atomic<bool> stopped_{false};
    std::atomic<bool> pondering_{false};
};

// One run as all its threads see it. Budget (search/limits.hpp) is its counterpart for the training searches, which
// have one thread, no clock of a game and nobody to ponder for.
class Run {
public:
    Run(const Limits& limits, Control& control) : limits_(limits), control_(control) {}

    const Limits& limits() const { return limits_; }
    int deepest() const { return limits_.deepest(max_depth); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    bool ended() const { return state_.load(std::memory_order_relaxed) == State::ended; }
    void end() { state_.store(State::ended, std::memory_order_relaxed); }
    // Somebody waits, but there is no move yet: nothing below the horizon is to be looked into any more.
    bool hurried() const { return state_.load(std::memory_order_relaxed) == State::hurried; }

    // The first iteration is complete. Until then nothing ends the run: who is stopped at once still answers with the
    // best move of depth 1, which takes a moment.
    void have_move() {
        has_move_ = true;
        if (hurried()) state_.store(State::going, std::memory_order_relaxed);
    }

    // Asked by the first thread every so many nodes; tells when to ask again.
    std::uint64_t look(std::uint64_t nodes) {
        if (has_move_) {
            if (control_.stopped() || (limits_.nodes && nodes >= limits_.nodes) || late()) end();
        } else if (nodes >= patient_nodes && (control_.stopped() || late())) {
            state_.store(State::hurried, std::memory_order_relaxed);
        }
        return next_look(nodes, limits_.nodes);
    }

    // Whether to begin another iteration. `factor` of the soft limit is TimeManager's, 1 where it is not asked.
    bool goes_on(double factor) {
        assert(has_move_);
        if (ended() || control_.stopped()) return false;
        return !(limits_.soft_seconds > 0 && counting() && seconds() >= limits_.soft_seconds * factor);
    }

private:
    enum class State : std::uint8_t { going, hurried, ended };

    bool late() { return limits_.seconds > 0 && counting() && Clock::now() - counted_from_ >= span(limits_.seconds); }
    static Clock::duration span(double seconds) {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    // Time spent pondering is the opponent's: the hard limit counts from the hit on.
    bool counting() {
        if (!waiting_) return true;
        if (control_.pondering()) return false;
        waiting_ = false;
        counted_from_ = Clock::now();
        return true;
    }

    Limits limits_;
    Control& control_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point counted_from_ = start_;
    bool waiting_ = control_.pondering();
    std::atomic<State> state_{State::going};
    bool has_move_ = false;  // the first thread's, like what follows from the clock
};

// How much of its time a search should take: less when the choice of move is clear, more when it wavers.
template <Position P>
class TimeManager {
public:
    // After an iteration: the factor for the soft limit.
    double after(const std::vector<RootMove<P>>& moves, std::uint64_t nodes) {
        assert(!moves.empty() && moves.front().nodes <= nodes);
        const RootMove<P>& best = moves.front();
        settled_ = best.move == last_ ? std::min(settled_ + 1, 8) : 0;
        const int fallen = started_ ? std::clamp(last_score_ - best.score, 0, 80) : 0;
        last_ = best.move;
        last_score_ = best.score;
        started_ = true;
        const double share = nodes ? static_cast<double>(best.nodes) / static_cast<double>(nodes) : 1;
        return (1.3 - 0.06 * settled_) * (1.0 + fallen / 120.0) * std::clamp(1.75 - share, 0.6, 1.5);
    }

private:
    typename P::Move last_{};
    Score last_score_ = 0;
    int settled_ = 0;
    bool started_ = false;
};

}  // namespace leafstrap::tournament

// Where MTD(f) stands with one iteration: the bounds its tests have proved, and where to test next.
//
// A test at t asks whether the score is at least t. The appendix speaks of heuristics "similar in concept to the
// momentum terms commonly used in neural network training" and of "in effect a bisection search", and gives no numbers.
// Ours: as long as all answers are the same a test lies one step beyond the last bound, and each step is twice as long
// as the one before; once there are bounds on both sides, it lies in the middle.
#pragma once

#include <algorithm>
#include <cassert>

#include "search/tournament/score.hpp"

namespace leafstrap::knightcap {

using tournament::Score;

class Bracket {
public:
    // Close enough: "we deem the MTD search to have converged if α < β + 0.07 * PAWN" (section 4.2).
    static constexpr Score tolerance = 7;

    // The first test is at what is expected.
    explicit Bracket(Score expected) { aim(expected); }

    Score test() const { return test_; }
    Score lower() const { return lower_; }
    Score upper() const { return upper_; }

    // Of decided games every ply counts. Bounds that contradict each other, as those of a pruning search may, are the
    // end too.
    bool converged() const {
        const bool decided = tournament::is_decided(lower_) || tournament::is_decided(upper_);
        return upper_ - lower_ < (decided ? 1 : tolerance);
    }

    // The test was passed with this score, at least test().
    void passed(Score score) {
        assert(score >= test_);
        lower_ = std::max(lower_, score);
        aim(lower_ + (upper_ == most ? stride() : half()));
    }
    // It was failed with this one, below test().
    void failed(Score score) {
        assert(score < test_);
        upper_ = std::min(upper_, score);
        aim(upper_ - (lower_ == least ? stride() : half()) + 1);
    }

private:
    static constexpr Score least = tournament::mated;
    static constexpr Score most = -tournament::mated;

    // If the next answer is the opposite one, a first step or the middle of a narrow bracket closes it.
    Score narrow() const { return tournament::is_win(lower_) || tournament::is_loss(upper_) ? 1 : tolerance; }
    Score half() const { return std::max(narrow(), (upper_ - lower_ + 1) / 2); }
    Score stride() {
        step_ = step_ == 0 ? narrow() : std::min(2 * step_, most);
        return step_;
    }
    // Strictly inside, so that either answer moves a bound.
    void aim(Score test) {
        test_ = std::clamp(test, lower_ + 1, std::max(lower_ + 1, upper_));
        assert(lower_ < test_ && (test_ <= upper_ || converged()));
    }

    Score lower_ = least;
    Score upper_ = most;
    Score test_ = 0;
    Score step_ = 0;
};

}  // namespace leafstrap::knightcap

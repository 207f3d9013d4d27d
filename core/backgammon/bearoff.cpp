#include "backgammon/bearoff.hpp"

#include <algorithm>
#include <numeric>

#include "backgammon/generate.hpp"

namespace leafstrap::backgammon {
namespace {

// What each roll can make of each home board, as numbers.
class Successors {
public:
    explicit Successors(const HomeIndex& index) {
        begins_.reserve(static_cast<std::size_t>(index.size()) * roll_count + 1);
        for (int i = 0; i < index.size(); ++i) {
            const Checkers own = index.checkers(i);
            for (const Roll roll : all_rolls) {
                begins_.push_back(boards_.size());
                if (i == 0) continue;
                auto note = [&](const Move& move) {
                    Checkers after = own;
                    for (const Step step : move) {
                        --after[step.from];
                        if (step.to != off) ++after[step.to];
                    }
                    boards_.push_back(index.of(after));
                };
                Generator(own, Checkers{}, note).run(roll);
            }
        }
        begins_.push_back(boards_.size());
    }

    struct Range {
        const int *first, *last;
        const int* begin() const { return first; }
        const int* end() const { return last; }
    };
    Range of(int board, int roll) const {
        const std::size_t i = static_cast<std::size_t>(board) * roll_count + static_cast<std::size_t>(roll);
        return {boards_.data() + begins_[i], boards_.data() + begins_[i + 1]};
    }

private:
    std::vector<std::size_t> begins_;
    std::vector<int> boards_;
};

double probability(int roll) { return (all_rolls[static_cast<std::size_t>(roll)].is_double() ? 1.0 : 2.0) / 36; }

// Boards with fewer pips first: every roll lowers them.
std::vector<int> by_pips(const HomeIndex& index) {
    std::vector<int> order(static_cast<std::size_t>(index.size()));
    std::iota(order.begin(), order.end(), 0);
    std::vector<int> pips;
    for (const int i : order) pips.push_back(index.checkers(i).pips());
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return pips[a] < pips[b]; });
    return order;
}

}  // namespace

HomeIndex::HomeIndex(int most) : most_(most) {
    for (int n = 0; n <= most_row; ++n)
        for (int k = 0; k <= home_points; ++k)
            choose_[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose_[n - 1][k - 1] + choose_[n - 1][k];
    size_ = choose_[most + home_points][home_points];
}

int HomeIndex::of(const Checkers& checkers) const {
    int index = 0, row = 0;
    for (Place point = 0; point < home_points; ++point) {
        row += checkers[point];
        index += choose_[row + point][point + 1];
    }
    return index;
}

Checkers HomeIndex::checkers(int index) const {
    Checkers checkers;
    int above = most_ + home_points;  // where the gap after the point stands
    for (Place point = home_points - 1; point >= 0; --point) {
        int gap = above - 1;
        while (choose_[gap][point + 1] > index) --gap;
        index -= choose_[gap][point + 1];
        if (point + 1 < home_points) checkers[point + 1] = static_cast<std::uint8_t>(above - gap - 1);
        above = gap;
    }
    checkers[0] = static_cast<std::uint8_t>(above);
    return checkers;
}

OneSided::OneSided() {
    const auto size = static_cast<std::size_t>(index_.size());
    means_.resize(size);
    all_off_.resize(size);
    first_off_.resize(size);
    std::vector<double> first_means(size);
    const Successors successors(index_);
    // A roll later the thing is not done as often as it is not done after the board that the roll leads to.
    const auto wait = [&](std::vector<double>& means, std::vector<Waiting>& waiting, int board) {
        std::array<double, most_rolls> sums{1};
        means[board] = 1;
        for (int roll = 0; roll < roll_count; ++roll) {
            const auto [first, last] = successors.of(board, roll);
            const int best = *std::min_element(first, last, [&](int a, int b) { return means[a] < means[b]; });
            means[board] += probability(roll) * means[best];
            for (std::size_t i = 1; i < most_rolls; ++i) sums[i] += probability(roll) * waiting[best][i - 1];
        }
        std::copy(sums.begin(), sums.end(), waiting[board].begin());
    };
    for (const int board : by_pips(index_)) {
        if (board == 0) continue;
        wait(means_, all_off_, board);
        if (index_.checkers(board).left() == all_checkers) wait(first_means, first_off_, board);
    }
}

BearoffChances OneSided::chances(const Checkers& own, const Checkers& theirs) const {
    const auto mine = static_cast<std::size_t>(index_.of(own)), others = static_cast<std::size_t>(index_.of(theirs));
    BearoffChances chances{};
    for (std::size_t i = 0; i + 1 < most_rolls; ++i) {
        const double done = all_off_[mine][i] - all_off_[mine][i + 1];  // with this very roll
        chances.win += done * all_off_[others][i];
        chances.win_gammon += done * first_off_[others][i];
        // The own side has rolled once more by then.
        chances.lose_gammon += (all_off_[others][i] - all_off_[others][i + 1]) * first_off_[mine][i + 1];
    }
    return chances;
}

TwoSided::TwoSided(int most) : index_(most) {
    const auto size = static_cast<std::size_t>(index_.size());
    wins_.assign(size * size, 0);
    const Successors successors(index_);
    const std::vector<int> order = by_pips(index_);
    std::vector<int> pips(size);
    for (const int board : order) pips[board] = index_.checkers(board).pips();

    // Pairs by the pips of both sides together. Nobody left on the other side: lost; that is how the table begins.
    std::vector<std::vector<int>> with(static_cast<std::size_t>(pips[order.back()]) + 1);
    for (const int board : order) with[pips[board]].push_back(board);
    for (std::size_t sum = 0; sum < 2 * with.size(); ++sum)
        for (std::size_t mine = 0; mine < with.size(); ++mine) {
            if (sum < mine || sum - mine >= with.size()) continue;
            for (const int own : with[mine])
                for (const int theirs : with[sum - mine]) {
                    if (own == 0 || theirs == 0) {
                        wins_[place(own, theirs)] = own == 0 && theirs != 0;
                        continue;
                    }
                    double win = 0;
                    for (int roll = 0; roll < roll_count; ++roll) {
                        float least = 1;  // of the other side, to roll next
                        for (const int after : successors.of(own, roll))
                            least = std::min(least, wins_[place(theirs, after)]);
                        win += probability(roll) * (1 - least);
                    }
                    wins_[place(own, theirs)] = static_cast<float>(win);
                }
        }
}

bool TwoSided::covers(const Checkers& own, const Checkers& theirs) const {
    for (const Checkers* checkers : {&own, &theirs})
        if (checkers->with(1) & ~home || checkers->left() > index_.most()) return false;
    return true;
}

}  // namespace leafstrap::backgammon

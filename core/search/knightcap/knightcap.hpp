// KnightCap's search (Baxter, Tridgell & Weaver 2000, appendix A): MTD(f) in iterated deepening, whose result comes
// with the leaf that its score is the evaluation of. The face is that of the tournament search.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "search/knightcap/root.hpp"

namespace leafstrap::knightcap {

template <class E>
class KnightCap {
public:
    using Evaluator = E;
    using P = typename E::Position;
    using Move = typename P::Move;

    explicit KnightCap(std::size_t megabytes) : table_(megabytes) {}

    // Forgets everything: a new game.
    void clear() {
        table_.forget();
        history_.clear();
    }

    // Only the root moves in `only` are looked at, or all if it is empty; tell(report) is called after every iteration.
    // One line is reported, whatever is asked for: MTD(f) knows of the other moves only that they are not better.
    template <class Tell>
    Result<P> run(std::shared_ptr<const E> evaluator, const Line<P>& line, const tournament::Limits& limits,
                  const std::vector<Move>& only, tournament::Control& control, Tell tell) {
        if (line.outcome().over) throw std::invalid_argument("the game is over: there is nothing to search");
        if (evaluator != evaluator_) table_.forget();  // what other weights thought of a position is of no use
        evaluator_ = std::move(evaluator);
        table_.age();
        Run run(limits, control);
        Context<E> context(*evaluator_, scratch_, line, run);
        return Root<E>(line, only, run, context, table_, history_).deepen(tell);
    }

private:
    Table<P> table_;
    HistoryTable<P> history_;
    typename E::Scratch scratch_{};
    std::shared_ptr<const E> evaluator_;
};

}  // namespace leafstrap::knightcap

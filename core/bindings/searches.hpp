// Training searches as Python sees them: one class for all of a game.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "eval/any_evaluator.hpp"
#include "search/delta.hpp"
#include "search/rows.hpp"
#include "search/searcher.hpp"

namespace leafstrap::bindings {

// The evaluators that a search is made for: what it keeps from one run to the next is of no use to others.
struct ForEvaluators {
    std::string feature_set;
    EvaluatorKind kind;

    template <Position P>
    std::shared_ptr<const AnyEvaluator<P>> checked(const AnyEvaluator<P>& evaluator) const {
        if (evaluator.feature_set() != feature_set)
            throw std::invalid_argument("the evaluator is over the feature set " + evaluator.feature_set() +
                                        ", not over " + feature_set);
        if (evaluator.kind() != kind)
            throw std::invalid_argument(
                kind == EvaluatorKind::network ? "this search is for networks: make the evaluator by them"
                : kind == EvaluatorKind::real
                    ? "this search learns with real weights: make the evaluator by linear()"
                    : "this search plays with integer weights: make the evaluator by integer()");
        return evaluator.shared_from_this();
    }
};

template <SearchPosition P>
class AnySearch {
public:
    virtual ~AnySearch() = default;
    virtual SearchResult<P> run(const AnyEvaluator<P>& evaluator, const Line<P>& line, const Limits& limits,
                                std::uint64_t seed) = 0;
    virtual void use_tablebase(std::shared_ptr<const Tablebase<P>> tablebase) = 0;
    virtual Delta delta(int min_depth, double beta, bool quiet_nodes) = 0;
    virtual TreeRows rows(int min_depth) = 0;
};

// A search is used with the GIL released, and two threads must not share one: the second is told so.
class InUse {
public:
    explicit InUse(std::atomic_flag& busy) : busy_(busy) {
        if (busy_.test_and_set()) throw std::runtime_error("this search is busy in another thread");
    }
    ~InUse() { busy_.clear(); }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;

private:
    std::atomic_flag& busy_;
};

// Search: AlphaBeta or Minimax.
template <class Search>
class OneSearch final : public AnySearch<typename Search::P> {
public:
    using P = typename Search::P;

    template <class... Arguments>
    explicit OneSearch(ForEvaluators evaluators, Arguments... arguments)
        : evaluators_(std::move(evaluators)), search_(arguments...) {}

    SearchResult<P> run(const AnyEvaluator<P>& evaluator, const Line<P>& line, const Limits& limits,
                        std::uint64_t seed) override {
        const InUse guard(busy_);
        return search_.run(evaluators_.checked(evaluator), line, limits, seed);
    }
    void use_tablebase(std::shared_ptr<const Tablebase<P>> tablebase) override {
        const InUse guard(busy_);
        search_.use_tablebase(std::move(tablebase));
    }
    Delta delta(int min_depth, double beta, bool quiet_nodes) override {
        const InUse guard(busy_);
        return delta_from_tree(search_, checked(min_depth), beta, quiet_nodes);
    }
    TreeRows rows(int min_depth) override {
        const InUse guard(busy_);
        return rows_from_tree(search_, checked(min_depth));
    }

private:
    static int checked(int min_depth) {
        if (min_depth < 1)
            throw std::invalid_argument("min_depth must be at least 1: leaves have nothing to learn from");
        return min_depth;
    }

    ForEvaluators evaluators_;
    Search search_;
    std::atomic_flag busy_;
};

}  // namespace leafstrap::bindings

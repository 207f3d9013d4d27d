// What the training searches have in common: a run from a line of play, deepened ply by ply, and its result.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "search/quiescence.hpp"

namespace leafstrap {

template <SearchPosition P>
struct SearchResult {
    using Move = typename P::Move;

    Value value;           // view of the side to move at the root
    std::vector<Move> pv;  // at least one move
    P leaf;                // where the pv ends
    bool leaf_evaluated;   // false: the game is over or drawn there
    int depth;             // the last complete iteration
    std::uint64_t nodes;   // every position visited, an unfinished iteration included
    double seconds;
};

template <Evaluator E>
class Searcher {
public:
    using Evaluator = E;
    using P = typename E::Position;
    using Move = typename P::Move;

    // The root, evaluator and perspective of the last run: what learning from its tree refers to.
    const P& root() const { return last(*this).root; }
    const E& evaluator() const { return last(*this).context.evaluator; }
    Side perspective() const { return last(*this).context.perspective; }
    Value evaluate(const P& position) { return last(*this).context.evaluate(position); }

    // Whether this search would leave a position of its tree as it is, at the horizon: nothing is urgent, and by the
    // evaluation's own word no capture is better than none.
    bool is_quiet(const P& position) {
        Context<E>& context = last(*this).context;
        if (!context.extend) return true;
        if (position.urgent()) return false;
        context.budget = Budget({.nodes = 100});  // a few do, but bad weights could make captures go on for ever
        const Value value = context.evaluate(position);
        const int ply = 1;  // any but the root's, which stood on the board already
        return Quiescence<E>(context).visit(position, ply, value, std::nextafter(value, infinite_value)) <= value;
    }

    // Asked from the next run on; none to ask nobody.
    void use_tablebase(std::shared_ptr<const Tablebase<P>> tablebase) { tablebase_ = std::move(tablebase); }

protected:
    Searcher() = default;
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    void begin(std::shared_ptr<const E> evaluator, const Line<P>& line, const Limits& limits) {
        limits.check(limits.stop != nullptr);
        if (line.outcome().over) throw std::invalid_argument("the game is over: there is nothing to search");
        run_.emplace(std::move(evaluator), line, limits, scratch_, principal_);
        if (tablebase_ && !tablebase_->outcome(line.position())) run_->context.tablebase = tablebase_.get();
    }

    // iterate(depth, best) searches to one depth and tells whether it came to the end, as the first one does whatever
    // the limits say.
    template <class Iterate>
    SearchResult<P> deepen(const Limits& limits, Iterate iterate) {
        std::optional<SearchResult<P>> result;
        for (int depth = 1; depth <= limits.deepest(); ++depth) {
            Value best = -infinite_value;
            principal_.clear(0);
            const bool complete = iterate(depth, best);
            assert(complete || depth > 1);
            if (!complete) break;
            result = read_off(best, depth);
            budget().enforce_all();
        }
        assert(result && result->depth >= 1);
        result->nodes = budget().nodes();
        result->seconds = budget().seconds();
        return *std::move(result);
    }

    Context<E>& context() { return run_->context; }
    Budget& budget() { return run_->context.budget; }
    Principal<Move>& principal() { return principal_; }

private:
    struct Run {
        Run(std::shared_ptr<const E> e, const Line<P>& line, const Limits& limits, typename E::Scratch& scratch,
            Principal<Move>& principal)
            : evaluator(std::move(e)),
              root(line.position()),
              context{*evaluator,     scratch,   root.turn(), GameHistory<P>(line),
                      Budget(limits), principal, nullptr,     limits.extend} {}

        std::shared_ptr<const E> evaluator;
        P root;
        Context<E> context;
    };

    template <class Self>
    static auto& last(Self& self) {
        if (!self.run_) throw std::invalid_argument("no search has been run yet");
        return *self.run_;
    }

    SearchResult<P> read_off(Value value, int depth) {
        std::vector<Move> pv(principal_.line(0).begin(), principal_.line(0).end());
        assert(!pv.empty() && is_legal_line(root(), pv));
        assert(value > -infinite_value && value < infinite_value);
        P leaf = root();
        for (const Move move : pv) leaf = leaf.after(move);
        const int ply = static_cast<int>(pv.size());
        const bool evaluated = ply >= max_ply || !context().ended(leaf, has_legal_move(leaf), ply);
        return {value, std::move(pv), leaf, evaluated, depth, 0, 0};
    }

    typename E::Scratch scratch_{};
    std::shared_ptr<const Tablebase<P>> tablebase_;
    Principal<Move> principal_;
    std::optional<Run> run_;
};

}  // namespace leafstrap

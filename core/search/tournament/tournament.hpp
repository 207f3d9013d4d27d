// The tournament search: iterated deepening over one or more threads that share a table.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "search/tournament/root_search.hpp"
#include "search/tournament/time_manager.hpp"

namespace leafstrap::tournament {

template <class E>
class TournamentSearch {
public:
    using Evaluator = E;
    using P = typename E::Position;
    using Move = typename P::Move;

    TournamentSearch(std::size_t megabytes, int threads) : table_(megabytes) {
        for (int i = 0; i < std::max(threads, 1); ++i) threads_.push_back(std::make_unique<Thread<E>>(table_, i == 0));
    }

    // Forgets everything: a new game.
    void clear() {
        table_.clear();
        for (auto& thread : threads_) thread->clear();
    }

    // Asked from the next run on; none to ask nobody.
    void use_tablebase(std::shared_ptr<const Tablebase<P>> tablebase) { tablebase_ = std::move(tablebase); }

    // Only the root moves in `only` are looked at, in that order, or all if it is empty. tell(report) is called in this
    // thread. The nodes of the first thread go to the recorder, if there is one.
    template <class Tell>
    Result<P> run(std::shared_ptr<const E> evaluator, const Line<P>& line, const Limits& limits,
                  const std::vector<Move>& only, Control& control, Tell tell, NodeRecorder<P>* recorder = nullptr) {
        if (line.outcome().over) throw std::invalid_argument("the game is over: there is nothing to search");
        Limits shares = limits;
        shares.nodes = (limits.nodes + threads_.size() - 1) / threads_.size();
        Run run(shares, control);
        table_.age();
        const std::vector<RootMove<P>> moves = root_moves(line.position(), only);
        const bool known = tablebase_ && tablebase_->outcome(line.position());
        if (recorder) recorder->begin();
        for (auto& thread : threads_)
            thread->begin(evaluator, line, run, known ? nullptr : tablebase_.get(),
                          thread == threads_.front() ? recorder : nullptr);

        // Helpers search the same tree a little differently, and what they find is in the table.
        Helpers helpers{run};
        for (std::size_t i = 1; i < threads_.size(); ++i)
            helpers.start([&, i] { help(*threads_[i], line.position(), moves, run, static_cast<int>(i)); });
        Result<P> result = lead(line.position(), moves, run, tell, recorder);
        helpers.dismiss();
        if (helpers.failure) std::rethrow_exception(helpers.failure);
        count(result, run);
        return result;
    }

private:
    // They end with the run, also when it is left by an exception of whoever is told. An evaluator that fails in one
    // of them would fail in the first thread as well, sooner or later: the first failure is that of the search.
    struct Helpers {
        Run& run;
        std::vector<std::thread> threads{};
        std::mutex mutex{};
        std::exception_ptr failure{};

        ~Helpers() { dismiss(); }
        template <class Help>
        void start(Help help) {
            threads.emplace_back([this, help] {
                try {
                    help();
                } catch (...) {
                    const std::scoped_lock lock(mutex);
                    if (!failure) failure = std::current_exception();
                }
            });
        }
        void dismiss() {
            run.end();
            for (std::thread& thread : threads) thread.join();
            threads.clear();
        }
    };

    std::vector<RootMove<P>> root_moves(const P& root, const std::vector<Move>& only) const {
        std::vector<RootMove<P>> moves = list_root_moves(root, only);
        if (tablebase_ && tablebase_->outcome(root)) leave_best(root, moves);
        return moves;
    }

    // Of a root whose outcome is known, the moves that give nothing away.
    void leave_best(const P& root, std::vector<RootMove<P>>& moves) const {
        const auto points = [&](const RootMove<P>& each) {
            const P child = root.after(each.move);
            const Outcome rules = child.outcome(has_legal_move(child));
            const std::optional<Outcome> known = rules.over ? rules : tablebase_->outcome(child);
            return sign(root.turn()) * (known ? known->points : 0);
        };
        int best = -1;
        for (const RootMove<P>& each : moves) best = std::max(best, points(each));
        std::erase_if(moves, [&](const RootMove<P>& each) { return points(each) < best; });
    }

    template <class Tell>
    Result<P> lead(const P& root, std::vector<RootMove<P>> moves, Run& run, Tell tell, NodeRecorder<P>* recorder) {
        Thread<E>& thread = *threads_.front();
        const std::size_t lines = std::min<std::size_t>(run.limits().lines, moves.size());
        assert(lines > 0);
        TimeManager<P> time_manager;
        std::vector<RootMove<P>> finished = moves;
        for (int depth = 1; depth <= run.deepest(); ++depth) {
            for (std::size_t from = 0; from < lines; ++from) {
                const bool complete = thread.deepen(root, moves, from, depth, [&](Bound bound) {
                    if (run.seconds() > quiet_seconds) tell(report(moves, from, bound, run));
                });
                // A move that was found better before the end counts; the rest of the iteration does not.
                assert(complete || depth > 1);
                if (!complete) return finish(root, from == 0 ? moves : finished, lines, run);
                std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(from) + 1, better<P>);
            }
            finished = moves;
            run.have_move();
            if (recorder) {
                recorder->add(root, depth, moves.front().score, -infinite, infinite, {});
                recorder->complete();
            }
            tell(report(moves, lines - 1, Bound::exact, run));
            if (moves.size() == 1 && run.limits().soft_seconds > 0 && depth >= 2) break;  // nothing to choose
            if (!run.goes_on(time_manager.after(moves, thread.nodes()))) break;
        }
        return finish(root, finished, lines, run);
    }

    void help(Thread<E>& thread, const P& root, std::vector<RootMove<P>> moves, Run& run, int number) {
        for (int depth = 1 + number % 2; depth <= max_depth && !run.ended(); ++depth)
            thread.deepen(root, moves, 0, depth, [](Bound) {});
    }

    Report<P> report(const std::vector<RootMove<P>>& moves, std::size_t last, Bound bound, const Run& run) const {
        Report<P> report;
        for (std::size_t i = 0; i <= last; ++i) {
            const RootMove<P>& move = moves[i];
            assert(move.depth > 0 && move.pv.front() == move.move);
            report.lines.push_back({move.score, i == last ? bound : Bound::exact, move.pv, move.depth, move.seldepth});
        }
        count(report, run);
        return report;
    }
    void count(Report<P>& report, const Run& run) const {
        assert(!report.lines.empty());
        report.depth = report.lines.front().depth;
        report.seldepth = report.lines.front().seldepth;
        report.nodes = 0;
        for (const auto& thread : threads_) report.nodes += thread->nodes();
        report.seconds = run.seconds();
        report.fullness = table_.fullness();
    }

    Result<P> finish(const P& root, std::vector<RootMove<P>> moves, std::size_t lines, const Run& run) {
        assert(is_legal_line(root, moves.front().pv));
        P leaf = root;
        for (const Move move : moves.front().pv) leaf = leaf.after(move);
        const Score at_leaf =
            leaf.turn() == root.turn() ? threads_.front()->evaluate(leaf) : -threads_.front()->evaluate(leaf);
        return {report(moves, lines - 1, Bound::exact, run), leaf, at_leaf == moves.front().score};
    }

    static constexpr double quiet_seconds = 1;  // failed windows are of interest only in long searches

    Table table_;
    std::shared_ptr<const Tablebase<P>> tablebase_;
    std::vector<std::unique_ptr<Thread<E>>> threads_;
};

}  // namespace leafstrap::tournament

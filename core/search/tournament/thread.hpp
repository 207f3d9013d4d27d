// One thread of the tournament search: what its nodes share, and what they keep count of. What its members do is
// written out where one looks for it: an inner node in search.hpp, what lies below the horizon in qsearch.hpp, the root
// in root_search.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "eval/evaluator.hpp"
#include "line.hpp"
#include "search/game_history.hpp"
#include "search/principal.hpp"
#include "search/tablebase.hpp"
#include "search/tournament/evaluation_cache.hpp"
#include "search/tournament/history.hpp"
#include "search/tournament/move_preview.hpp"
#include "search/tournament/node_recorder.hpp"
#include "search/tournament/root.hpp"
#include "search/tournament/table.hpp"
#include "search/tournament/time_manager.hpp"

namespace leafstrap::tournament {

// What a node thinks of itself before it has looked at a move.
struct StaticEval {
    Score raw = unknown;     // what the evaluator says
    Score value = unknown;   // damped as the game comes to nothing, bettered by what the table knows
    bool improving = false;  // better than two plies before
};

template <Evaluator E>
class Thread {
public:
    using P = typename E::Position;
    using Move = typename P::Move;
    using Game = GameTraits<P>;

    // The first thread looks after the limits of the run.
    Thread(Table& table, bool first) : table_(table), first_(first) {}

    void clear() { history_.clear(); }

    void begin(std::shared_ptr<const E> evaluator, const Line<P>& line, Run& run, const Tablebase<P>* tablebase,
               NodeRecorder<P>* recorder) {
        tablebase_ = tablebase;
        recorder_ = recorder;
        evaluator_ = std::move(evaluator);
        run_ = &run;
        assert(evaluator_ && !line.outcome().over);
        perspective_ = line.position().turn();
        program_key_ = evaluator_->symmetric() ? 0 : program_key(perspective_);
        hashes_ = line.hashes();
        game_plies_ = hashes_.size() - 1;
        hashes_.resize(hashes_.size() + max_ply + 2);
        std::fill(stacks_.begin(), stacks_.end(), Stack<P>{});
        evaluations_.begin();
        nodes_ = 0;
        next_look_ = 0;
    }

    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    Score evaluate(const P& position) {
        if (evaluator_->quick()) return evaluate_anew(position);
        return evaluations_.find(position.hash(), [&] { return evaluate_anew(position); });
    }

    // Searches the root moves from `from` on to one depth, in a window that widens until the score lies inside. The
    // best of them is then at `from`. Reports every score outside the window; false if the run ended first.
    template <class Report>
    bool deepen(const P& root, std::vector<RootMove<P>>& moves, std::size_t from, int depth, Report report);

private:
    // ---- the nodes. All are fail-soft, in the view of the side to move; what they return after the end of the run
    // means nothing. `pv`: on the principal variation, which needs exact scores and its moves.
    Score search_root(const P& root, std::vector<RootMove<P>>& moves, std::size_t from, int depth, Score alpha,
                      Score beta);
    template <bool pv>
    Score search(const P& position, int depth, int ply, Score alpha, Score beta, bool expect_cutoff);
    Score probcut(const P& position, int depth, int ply, Score target, Score raw);
    template <bool pv>
    Score qsearch(const P& position, int ply, Score alpha, Score beta);

    // From a node to the one below. Inlined, so that leaves are spared the frame of an inner node.
    template <bool pv>
    [[gnu::always_inline]] Score descend(const P& position, int depth, int ply, Score alpha, Score beta,
                                         bool expect_cutoff) {
        if (depth <= 0) return qsearch<pv>(position, ply, alpha, beta);
        return search<pv>(position, depth, ply, alpha, beta, expect_cutoff);
    }

    // ---- what nodes do on their way in. Counts a node, and looks every so often whether the run has ended.
    bool count_node() {
        const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed);
        if (first_ && nodes >= next_look_) next_look_ = run_->look(nodes);
        if (run_->ended()) return false;
        nodes_.store(nodes + 1, std::memory_order_relaxed);
        return true;
    }
    void enter(const P& position, int ply) {
        assert(0 <= ply && ply <= max_ply);
        hashes_[game_plies_ + static_cast<std::size_t>(ply)] = position.hash();
    }
    void set_move(int ply, Move move, const P& position) { stack(ply)->piece_slot = Game::piece_slot(position, move); }

    Stack<P>* stack(int ply) {
        assert(-4 <= ply && ply <= max_ply + 1);
        return &stacks_[before_root + static_cast<std::size_t>(ply)];
    }

    // The mover's view.
    Score evaluate_anew(const P& position) {
        const float value = evaluator_->value(position, perspective_, scratch_);
        const Score score = from_evaluation(value, position.turn());
        assert(!is_decided(score));
        return score;
    }

    // Fetches early what is known of the evaluation.
    void prefetch(const P& position) const {
        if (!evaluator_->quick()) evaluations_.prefetch(position.hash());
    }

    // Has the memory fetch what the table knows of where the moves of a position lead. Where the position after a move
    // must be made for that, it is done when it is made.
    auto fetch_children(const P& position) const {
        return [this, &position](Move move) {
            if constexpr (MovePreview<P>::early) table_.prefetch(key(position.hash_hint(move)));
        };
    }
    void fetch(const MovePreview<P>& preview) const {
        if constexpr (!MovePreview<P>::early) table_.prefetch(key(preview.hash()));
    }

    // What the table calls a position.
    std::uint64_t key(const P& position) const { return key(table_hash(position)); }
    std::uint64_t key(std::uint64_t hash) const { return hash ^ program_key_; }

    // ---- what is known of a position without looking ahead.
    // It stood before: once is enough within the search, where both sides could play the same again; of positions of
    // the game proper it takes two.
    bool repeats(const P& position, int ply) const {
        const auto here = static_cast<std::ptrdiff_t>(game_plies_) + ply;
        assert(hashes_[here] == position.hash());
        const auto root = static_cast<std::ptrdiff_t>(game_plies_);
        const auto reach = std::max<std::ptrdiff_t>(0, here - position.reversible_plies());
        bool seen = false;
        for (std::ptrdiff_t i = here - 4; i >= reach; i -= 2) {
            if (hashes_[i] != position.hash()) continue;
            if (i >= root || seen) return true;
            seen = true;
        }
        return false;
    }
    // What the tablebase says; unknown if nothing.
    Score tablebase_score(const P& position, int ply) const {
        if constexpr (HasTablebase<P>) {
            if (tablebase_ && tablebase_->reaches(position)) return probe_tablebase(position, ply);
        }
        return unknown;
    }
    // Apart, as few positions are in it.
    [[gnu::noinline]] Score probe_tablebase(const P& position, int ply) const {
        if (const auto known = tablebase_->outcome(position)) {
            assert(known->over && std::abs(known->points) <= 1);
            return sign(position.turn()) * known->points * (known_win - ply);
        }
        return unknown;
    }
    // The score of an inner node where there is nothing left to search; unknown where there is.
    [[gnu::always_inline]] Score final_score(const P& position, int ply) const {
        if (position.move_count_draw() && has_legal_move(position)) return drawn;
        if (repeats(position, ply)) return drawn;
        if (const Outcome outcome = position.outcome(true); outcome.over)
            return ended_score(outcome, position.turn(), ply);
        return tablebase_score(position, ply);
    }
    // The score of a position that nobody has time to look into.
    [[gnu::noinline]] Score hurried_score(const P& position, int ply) {
        const Outcome outcome = position.outcome(has_legal_move(position));
        return outcome.over ? ended_score(outcome, position.turn(), ply) : evaluate(position);
    }
    // Near the end of a move count a position is not what it was when the table heard of it.
    static bool trusts_table(const P& position) {
        if constexpr (Game::counts_plies) return position.reversible_plies() < P::most_reversible_plies - 10;
        return true;
    }
    // An evaluation, drawn towards 0 as the count of moves without progress runs out.
    static Score damped(Score evaluation, const P& position) {
        assert(evaluation != unknown);
        if constexpr (Game::counts_plies) {
            constexpr int most = P::most_reversible_plies;
            return evaluation * (2 * most - std::min(position.reversible_plies(), most)) / (2 * most);
        }
        return evaluation;
    }

    // ---- what a node returns, and what that proves.
    Score proven(Score score) {
        proof_ = {};
        return score;
    }
    Score guessed(Score score) {
        proof_ = Proof::none();
        return score;
    }

    static constexpr std::size_t before_root = 4;  // stack entries that nodes near the root look back at

    Table& table_;
    bool first_;
    Run* run_ = nullptr;
    History<P> history_;
    Principal<Move, max_ply> principal_;
    int seldepth_ = 0;    // the longest line of the root move under search
    int root_depth_ = 0;  // of the iteration under way
    Proof proof_;         // of the score that a node returned last
    const Tablebase<P>* tablebase_ = nullptr;
    NodeRecorder<P>* recorder_ = nullptr;
    std::shared_ptr<const E> evaluator_;
    Side perspective_ = Side::first;
    std::uint64_t program_key_ = 0;
    typename E::Scratch scratch_{};
    EvaluationCache evaluations_;
    std::vector<std::uint64_t> hashes_;  // of the game, then of the line under search
    std::size_t game_plies_ = 0;
    std::array<Stack<P>, max_ply + before_root + 4> stacks_{};
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t next_look_ = 0;
};

}  // namespace leafstrap::tournament

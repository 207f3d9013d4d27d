// Full-width minimax with the whole tree kept: TreeStrap(minimax) learns from it, and it is what alpha-beta is held
// against. Depths, extensions, ends of the game and leaves are those of the alpha-beta search.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/quiescence.hpp"
#include "search/random.hpp"
#include "search/searcher.hpp"
#include "search/tree.hpp"

namespace leafstrap {

template <class E>
class Minimax : public Searcher<E> {
public:
    using P = typename E::Position;
    using Move = typename P::Move;

    // Ties between principal variations are broken at random, at the root and below.
    SearchResult<P> run(std::shared_ptr<const E> evaluator, const Line<P>& line, const Limits& limits,
                        std::uint64_t seed = 0) {
        this->begin(std::move(evaluator), line, limits);
        complete_.clear();
        random_ = Random(seed);
        return this->deepen(limits, [this](int depth, Value& best) {
            current_.clear();
            visit(this->root(), depth, 0, best);
            if (this->budget().stopped()) return false;
            std::swap(current_, complete_);
            return true;
        });
    }

    // The inner nodes of the last complete iteration with depth >= min_depth, each position once and then with its
    // greatest depth: visit(TreeNode).
    template <class Visit>
    void for_each_node(int min_depth, Visit visit) const {
        (void)this->root();  // there must have been a run
        std::unordered_map<std::uint64_t, const Node*> deepest;
        for (const Node& node : complete_) {
            const Node*& known = deepest[table_key(node.position)];
            if (!known || known->depth < node.depth) known = &node;
        }
        for (const Node& node : complete_) {
            if (node.depth < min_depth || deepest[table_key(node.position)] != &node) continue;
            assert(node.value > -infinite_value && node.value < infinite_value);
            visit(TreeNode<P>{node.position, node.value, node.value, node.depth});
        }
    }

private:
    struct Node {
        P position;
        Value value;  // the position's own, its mover's view
        int depth;
    };

    // Leaves in `best` the value of the position; while the moves are gone through, that of the best so far.
    void visit(const P& position, int depth, int ply, Value& best) {
        assert(0 <= ply && ply <= max_ply);
        Context<E>& context = this->context();

        // The horizon
        if (depth <= 0 || ply >= max_ply) {
            best = Quiescence<E>(context).visit(position, ply, -infinite_value, infinite_value);
            return;
        }
        this->principal().clear(ply);
        if (!context.budget.spend()) return;

        // Game over
        MoveList<P> moves;
        position.legal_moves(moves);
        if (ply > 0) {
            if (const auto value = context.ended(position, !moves.empty(), ply)) {
                best = *value;
                return;
            }
        }

        // Every move
        const std::size_t index = current_.size();
        if (index == most_nodes) return context.budget.stop();
        current_.push_back({position, 0, depth});
        std::uint64_t ties = 0;
        best = -infinite_value;
        for (const Move move : moves) {
            const P child = position.after(move);
            Value reply = -infinite_value;
            visit(child, depth - context.cost(child), ply + 1, reply);
            if (context.budget.stopped()) return;
            assert(reply > -infinite_value && reply < infinite_value);
            if (-reply < best) continue;
            ties = -reply > best ? 1 : ties + 1;
            best = -reply;
            if (random_.below(ties) == 0) this->principal().prepend(ply, move);
        }
        assert(best > -infinite_value && best < infinite_value);
        assert(current_[index].depth == depth && table_key(current_[index].position) == table_key(position));
        current_[index].value = from_root_to_node(best, ply);
    }

    // A few hundred megabytes of chess. An iteration that would need more is broken off, as by any other limit.
    static constexpr std::size_t most_nodes = std::size_t{1} << 21;

    std::vector<Node> current_;
    std::vector<Node> complete_;
    Random random_{0};
};

}  // namespace leafstrap

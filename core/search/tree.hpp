// The tree that a search leaves behind, as learning sees it: positions with the bounds of their values.
#pragma once

#include <cassert>
#include <deque>
#include <vector>

#include "game.hpp"
#include "search/game_history.hpp"
#include "search/table.hpp"
#include "search/values.hpp"

namespace leafstrap {

// Bounds are the view of the side to move here; where the value is known exactly, both are that value. Wins count their
// plies from here.
template <SearchPosition P>
struct TreeNode {
    const P& position;
    Value lower;
    Value upper;
    int depth;  // plies of full-width search the bounds rest on
};

// The walk of Meep's Algorithm 2: from the root through every successor that the table knows with depth >= min_depth,
// each position once. Breadth first: a table leads on from line to line, along paths far longer than any that was
// searched, which would fill the stack and count up moves that were never played.
//
// Below an entry of just min_depth nothing qualifies but children that an extension searched to the same depth; an
// entry without such children is not opened. (What else is known of its successors was searched below another parent,
// and is found from there.) Most entries are of this kind, so this is most of the work saved.
template <SearchPosition P, class Visit>
void walk_table(const Table<typename P::Move>& table, const P& root, int min_depth, Visit visit) {
    using Entry = TableEntry<typename P::Move>;
    struct Waiting {
        P position;
        Entry entry;  // a copy: by its turn the table's would have left the cache
    };
    std::vector<bool> seen(table.capacity());
    std::deque<Waiting> waiting;
    std::vector<P> children;

    const auto enter = [&](const P& position) {
        const Entry* entry = table.find(table_key(position));
        assert(!entry || (entry->key == table_key(position) && entry->lower <= entry->upper));
        if (!entry || entry->depth < min_depth || seen[table.index(entry)]) return;
        seen[table.index(entry)] = true;
        waiting.push_back({position, *entry});
    };

    assert(min_depth >= 1);  // leaves are no nodes
    enter(root);
    while (!waiting.empty()) {
        const auto [position, entry] = waiting.front();
        waiting.pop_front();
        assert(entry.depth >= min_depth);
        visit(TreeNode<P>{position, entry.lower, entry.upper, entry.depth});
        if (entry.depth == min_depth && !entry.extended) continue;
        MoveList<P> moves;
        position.legal_moves(moves);
        children.clear();
        for (const auto move : moves) {  // in two rounds: most of the time would go into waiting for the table
            children.push_back(position.after(move));
            table.prefetch(table_key(children.back()));
        }
        for (const P& child : children) enter(child);
    }
}

}  // namespace leafstrap

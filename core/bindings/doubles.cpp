// A test double of the core as a game that Python can use: what is written for all games, with as little as possible.
#include "bindings/bind_features.hpp"
#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/families.hpp"
#include "doubles/tictactoe_lines.hpp"
#include "eval/one_feature_set.hpp"

namespace leafstrap::bindings {

void bind_doubles(nb::module_& parent) {
    using doubles::TicTacToe;
    nb::module_ all = parent.def_submodule("doubles", "Games for tests and examples.");
    nb::module_ m = all.def_submodule("tictactoe",
                                      "Tic-tac-toe, the smallest game with everything that a search asks for.\n\n"
                                      "For tests and examples: no game of Leafstrap, but what one is made of.");

    bind_game<TicTacToe>(m, {.position = R"(A position of tic-tac-toe: an immutable value.

    >>> position = Position.parse("x...o....")
    >>> position.turn.name, len(position.legal_moves())
    ('first', 7)
    )",
                             .line = "A game so far.",
                             .move = "A mark; its text is the number of its cell, row by row from 0."});
    bind_evaluator<TicTacToe>(m);
    bind_feature_sets(m, std::array<FeatureSetMaker<TicTacToe>, 1>{make_feature_set<doubles::TicTacToeLines>});
    add_searches<TicTacToe>(m);
}

}  // namespace leafstrap::bindings

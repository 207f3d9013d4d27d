// The Python face of batches of games, the same for every game that has them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "bindings/arrays.hpp"
#include "bindings/bind_expectimax.hpp"
#include "bindings/positions.hpp"
#include "bindings/words.hpp"
#include "eval/any_evaluator.hpp"
#include "search/expectimax_search.hpp"
#include "selfplay/expectimax_chooser.hpp"
#include "selfplay/online.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

// In the order of the enumeration.
inline constexpr std::array<std::string_view, 4> recorded_words{"board", "root", "leaf", "tree"};
inline constexpr std::array<std::string_view, 2> search_words{"expectimax", "star-minimax"};

// Positions are handed out as such, all other arrays as views of the games.
template <Position P>
struct PlayedGames {
    Games<P> games;
    Positions<P> positions, leaf_positions, node_positions;

    explicit PlayedGames(Games<P>&& played)
        : games(std::move(played)),
          positions(std::move(games.positions)),
          leaf_positions(std::move(games.leaves.positions)),
          node_positions(std::move(games.nodes.positions)) {}
};

template <Position P>
void bind_games(nb::module_& m) {
    using G = PlayedGames<P>;
    const auto array = [](auto get) {
        return [get](G& owner) {
            auto& numbers = get(owner.games);
            using T = typename std::remove_reference_t<decltype(numbers)>::value_type;
            return Array<T>(numbers.data(), {numbers.size()}, nb::find(owner));
        };
    };
    const auto bools = [](auto get) {
        return [get](G& owner) {
            auto& bytes = get(owner.games);
            return Array<bool>(reinterpret_cast<bool*>(bytes.data()), {bytes.size()}, nb::find(owner));
        };
    };
    const auto table = [](auto get) {
        return [get](G& owner) {
            auto& numbers = get(owner.games);
            const auto width = static_cast<std::size_t>(owner.games.output_count);
            return Table<float>(numbers.data(), {numbers.size() / width, width}, nb::find(owner));
        };
    };
    using Played = Games<P>;
    nb::class_<G>(m, "Games",
                  "Games that were played, one after the other: boards before each roll, and what was said.")
        .def_prop_ro(
            "count", [](const G& g) { return g.games.count(); }, "How many games.")
        .def_prop_ro("lengths", array([](Played& g) -> auto& { return g.lengths; }),
                     "Boards of each game, the last one not counted.")
        .def_prop_ro(
            "positions", [](const G& g) { return g.positions; }, "The boards of all games.")
        .def_prop_ro("outputs", table([](Played& g) -> auto& { return g.outputs; }),
                     "What was said of each board, in the view of the side to roll.")
        .def_prop_ro(
            "final_outputs", table([](Played& g) -> auto& { return g.final_outputs; }),
            "The result of each game in the view of the side to roll on its last board; what was said of that board\n"
            "where the game was broken off.")
        .def_prop_ro("points", array([](Played& g) -> auto& { return g.points; }),
                     "The first player's points in each game, 0 where it was broken off.")
        .def_prop_ro("over", bools([](Played& g) -> auto& { return g.over; }), "Whether each game came to its end.")
        .def_prop_ro("explored", bools([](Played& g) -> auto& { return g.explored; }),
                     "Whether the move that led to a board was taken at random.")
        .def_prop_ro("final_explored", bools([](Played& g) -> auto& { return g.final_explored; }),
                     "The same of the last board of each game.")
        .def_prop_ro(
            "evaluations", [](const G& g) { return g.games.evaluations; }, "Evaluations made.")
        .def(
            "line", [](const G& g, std::size_t game) { return g.games.line(game); }, "game"_a,
            "A game with its rolls and moves; `IndexError` if there is none.")
        .def_prop_ro("leaf_starts", array([](Played& g) -> auto& { return g.leaf_starts; }),
                     "Where leaves were recorded, those of board i are leaf_starts[i] to leaf_starts[i + 1].")
        .def_prop_ro(
            "leaf_positions", [](const G& g) { return g.leaf_positions; }, "The boards that what was said is made of.")
        .def_prop_ro("leaf_weights", array([](Played& g) -> auto& { return g.leaves.weights; }), "Their probabilities.")
        .def_prop_ro("leaf_swapped", bools([](Played& g) -> auto& { return g.leaves.swapped; }),
                     "Whether it is the other side's turn there.")
        .def_prop_ro("node_starts", array([](Played& g) -> auto& { return g.node_starts; }),
                     "Where trees were recorded, that of board i is node_starts[i] to node_starts[i + 1].")
        .def_prop_ro(
            "node_positions", [](const G& g) { return g.node_positions; },
            "The boards that were looked ahead from to choose the move.")
        .def_prop_ro("node_targets", table([](Played& g) -> auto& { return g.nodes.targets; }),
                     "The outputs that were found for them.")
        .def_prop_ro("node_values", table([](Played& g) -> auto& { return g.nodes.values; }),
                     "Those that the evaluator says at once.");
}

template <ChancePosition P>
void bind_play_games(nb::module_& m) {
    using E = AnyEvaluator<P>;
    bind_games<P>(m);
    m.def(
        "play_games",
        [](const E& first, const E& second, std::uint64_t games, std::uint64_t seed, int depth, std::size_t candidates,
           bool alternate, const E* speaker, std::string_view record, std::uint64_t most_plies, double epsilon,
           std::uint64_t most_nodes, const StopFlag* stop, std::string_view search, bool probing, bool fail_soft) {
            ExpectimaxSearch<P>::check_depth(depth);
            if (!(epsilon >= 0 && epsilon <= 1)) throw std::invalid_argument("epsilon is a probability: 0 to 1");
            const auto one = first.speaker(), other = second.speaker(), says = speaker ? speaker->speaker() : one;
            const auto recorded = word<Recorded>(recorded_words, record);
            const Pruning pruned = pruning(word<bool>(search_words, search), probing);
            nb::gil_scoped_release unlocked;
            ExpectimaxChooser<P> chooser(*one, *other, *says, {depth, candidates, nullptr, pruned, fail_soft}, recorded,
                                         stop);
            return PlayedGames<P>(SelfPlay<P, ExpectimaxChooser<P>>(chooser, {.games = games,
                                                                              .seed = seed,
                                                                              .alternate = alternate,
                                                                              .most_plies = most_plies,
                                                                              .epsilon = epsilon,
                                                                              .second_explores = &first == &second,
                                                                              .most_nodes = most_nodes,
                                                                              .stop = stop})
                                      .run());
        },
        "first"_a, "second"_a, "games"_a, nb::kw_only(), "seed"_a, "depth"_a = 1, "candidates"_a = 0,
        "alternate"_a = false, nb::arg("speaker").none() = nb::none(), "record"_a = "board", "most_plies"_a = 10'000,
        "epsilon"_a = 0.0, "most_nodes"_a = 0, nb::arg("stop").none() = nb::none(), "search"_a = "expectimax",
        "probing"_a = true, "fail_soft"_a = false,
        "Plays games between two evaluators, which may be one. The first begins, every other game the second if they\n"
        "alternate. The speaker, or the first, says what each board is worth: \"board\", at once; \"root\", by "
        "looking\n"
        "ahead; \"leaf\", with the boards that is made of; \"tree\", at once, with every board that was looked ahead\n"
        "from. The search is \"expectimax\", or \"star-minimax\" with what `Search.run` is told. The dice follow from "
        "the "
        "seed.\n"
        "No further game after so many nodes; a stop flag drops the game under way.");
}

// What online learning is told, whoever learns.
template <ChancePosition P>
struct OnlineGames {
    std::uint64_t games, seed;
    OnlineRates rates;
    std::shared_ptr<const OutputEvaluator<P>> opponent;
    bool observe;
    LookAhead<P> ahead;
    const StopFlag* stop;

    // Learner: a Modular; its weights move.
    template <class Learner>
    PlayedGames<P> play(Learner& learner) const {
        using Chooser = OnlineChooser<Learner>;
        const OutputEvaluator<P>& own = learner;
        Chooser chooser(learner, observe ? *opponent : own, opponent ? *opponent : own, ahead, rates, stop);
        return PlayedGames<P>(
            SelfPlay<P, Chooser>(chooser,
                                 {.games = games, .seed = seed, .alternate = opponent != nullptr, .stop = stop})
                .run());
    }
};

// play_games_online, for evaluators that are one of these ModularEvaluators.
template <ChancePosition P, class... Evaluators>
void bind_play_games_online(nb::module_& m) {
    using E = AnyEvaluator<P>;
    using Learned = std::pair<PlayedGames<P>, Array<double>>;
    m.def(
        "play_games_online",
        [](const E& evaluator, std::uint64_t games, std::uint64_t seed, float lambda, float step_size,
           float sensitivity_step, const E* opponent, bool observe, int depth, std::size_t candidates,
           const StopFlag* stop) {
            ExpectimaxSearch<P>::check_depth(depth);
            if (observe && !opponent) throw std::invalid_argument("there is nobody to observe: name an opponent");
            const OnlineGames<P> told{games,
                                      seed,
                                      {lambda, {step_size, sensitivity_step}},
                                      opponent ? opponent->speaker() : nullptr,
                                      observe,
                                      {depth, candidates},
                                      stop};
            std::optional<Learned> learned;
            const auto learn = [&]<class Evaluator>(const Evaluator* face) {
                if (!face) return;
                auto learner = *face->networks;
                std::optional<PlayedGames<P>> played;
                {
                    nb::gil_scoped_release unlocked;
                    played.emplace(told.play(learner));
                }
                learned.emplace(*std::move(played), to_numpy(learner.weights()));
            };
            (learn(dynamic_cast<const Evaluators*>(&evaluator)), ...);
            if (!learned) throw std::invalid_argument("only networks learn online");
            return *std::move(learned);
        },
        "evaluator"_a, "games"_a, nb::kw_only(), "seed"_a, "lambda_"_a, "step_size"_a, "sensitivity_step"_a = 0.0F,
        nb::arg("opponent").none() = nb::none(), "observe"_a = false, "depth"_a = 1, "candidates"_a = 0,
        nb::arg("stop").none() = nb::none(),
        "Plays games, and learns by TD(lambda) after every move: the games, and the weights in the end. Against an\n"
        "opponent the learner begins every other game; if it only observes, the opponent plays both sides.");
}

}  // namespace leafstrap::bindings

// Networks that evaluate backgammon, and the trainer that plays and learns by itself.
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

#include "backgammon/trainer.hpp"
#include "bindings/arrays.hpp"
#include "bindings/families.hpp"
#include "bindings/words.hpp"
#include "record.hpp"

namespace leafstrap::bindings {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using namespace backgammon;
using backgammon::Position;

// Words of the Python side, in the order of the enumerations.
constexpr std::array<std::string_view, 3> architectures{"single", "small", "large"};
constexpr std::array<std::string_view, 2> head_kinds{"seven", "five"};
constexpr std::array<std::string_view, 4> input_sets{"tesauro", "endgame", "race", "contact"};
constexpr std::array<std::string_view, 4> rules{"td", "leaf", "root", "tree"};
constexpr std::array<std::string_view, 3> experiences{"self-play", "versus", "observe"};

ModularShape shape_of(std::string_view architecture, std::string_view heads, std::string_view activation,
                      const std::vector<std::string>& inputs, const std::vector<int>& hidden) {
    ModularShape shape;
    shape.architecture = word<Architecture>(architectures, architecture);
    shape.heads = word<Heads>(head_kinds, heads);
    shape.activation = word<Activation>(activations, activation);
    for (const std::string& name : inputs) shape.inputs.push_back(word<Inputs>(input_sets, name));
    shape.hidden = hidden;
    return shape;
}

std::vector<double> outputs_of(const Modular& networks, const Network::Outputs& outputs) {
    return {outputs.begin(), outputs.begin() + head_count(networks.heads())};
}

std::vector<Network::Outputs> outputs_from(const Modular& networks, const std::vector<std::vector<double>>& all) {
    std::vector<Network::Outputs> found;
    for (const std::vector<double>& outputs : all) {
        if (outputs.size() != static_cast<std::size_t>(head_count(networks.heads())))
            throw std::invalid_argument("an evaluation has as many numbers as the networks have outputs");
        std::copy(outputs.begin(), outputs.end(), found.emplace_back().begin());
    }
    return found;
}

void need_dice(const Position& position) {
    if (!position.roll().rolled() || position.outcome(true).over)
        throw std::invalid_argument("there is nothing to move in " + position.text());
}

// Each roll multiplies the work by some four hundred.
void check_plies(int plies) {
    if (plies < 0 || plies > 3) throw std::invalid_argument("between 0 and 3 rolls are looked through");
}

Position before_roll(const Position& p) { return {p.checkers(Side::first), p.checkers(Side::second), p.turn()}; }

using Ranked = std::tuple<Move, double, std::vector<double>>;

// All moves, best first, when so many rolls after them are looked through.
std::vector<Ranked> rank(const Modular& networks, const Position& position, int plies, const OneSided* bearoffs) {
    need_dice(position);
    const Judge judge(networks, bearoffs);
    Lookahead search(judge);
    MoveList<Position> moves;
    position.legal_moves(moves);
    std::vector<Ranked> ranked;
    for (const auto& option : search.options(position, moves)) {
        const auto value = plies == 0 ? option.value : judge.swapped(search.value(option.after, plies));
        ranked.emplace_back(option.move, judge.utility(value), outputs_of(networks, value));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Ranked& a, const Ranked& b) { return std::get<1>(a) > std::get<1>(b); });
    return ranked;
}

std::map<std::string, std::vector<std::tuple<std::string, std::string, std::string>>> described() {
    std::map<std::string, std::vector<std::tuple<std::string, std::string, std::string>>> all;
    const auto note = [&](std::string_view name, const std::vector<FeatureInfo>& features) {
        for (const FeatureInfo& info : features)
            all[std::string(name)].emplace_back(info.name, info.family, info.meaning);
    };
    note(Tesauro::name, Tesauro::describe());
    note(Endgame::name, Endgame::describe());
    note(Race::name, Race::describe());
    note(Contact::name, Contact::describe());
    return all;
}

}  // namespace

void bind_backgammon_networks(nb::module_& parent) {
    nb::module_ m = nb::cast<nb::module_>(parent.attr("backgammon"));

    m.def("input_sets", &described, "What every input of every set of inputs is called, its family and its meaning.");
    m.def(
        "class_names", [] { return std::vector<std::string>(class_names.begin(), class_names.end()); },
        "The classes of the large architecture, in their order.");

    nb::class_<Modular>(m, "Networks", "One network or several, each for a kind of position; an immutable snapshot.")
        .def(
            "__init__",
            [](Modular* self, std::string_view architecture, std::string_view heads, std::string_view activation,
               const std::vector<std::string>& inputs, const std::vector<int>& hidden, ArrayIn<double> weights) {
                new (self) Modular(shape_of(architecture, heads, activation, inputs, hidden),
                                   {weights.data(), weights.size()});
            },
            "architecture"_a, "heads"_a, "activation"_a, "inputs"_a, "hidden"_a, "weights"_a.noconvert())
        .def(
            "weights", [](const Modular& networks) { return to_numpy(networks.weights()); },
            "Network by network: those of hidden units by input, their biases, their sensitivities, those "
            "of the outputs by output, their biases.")
        .def(
            "module", [](const Modular& n, const Position& p) { return n.module_of(View(p, p.turn())); }, "position"_a,
            "The number of the network for a position.")
        .def(
            "outputs",
            [](const Modular& n, const Position& p, const OneSided* bearoffs) {
                return outputs_of(n, Judge(n, bearoffs).evaluate(p));
            },
            "position"_a, "bearoffs"_a.none() = nb::none(),
            "What it says, for the side whose turn it is, before the dice are rolled; of endgames what tables say, if "
            "there are any.")
        .def(
            "equity", [](const Modular& n, const Position& p) { return n.equity(View(p, p.turn())); }, "position"_a,
            "Points expected, for the side whose turn it is, before the dice are rolled.")
        .def(
            "inputs",
            [](const Modular& n, const Position& p) {
                NetworkInputs inputs;
                const View view(p, p.turn());
                visit(n.shape().inputs[n.module_of(view)], view, inputs);
                std::vector<std::pair<int, double>> found;
                for (std::size_t i = 0; i < inputs.size(); ++i) found.emplace_back(inputs.index(i), inputs.value(i));
                return found;
            },
            "position"_a, "The inputs that are not 0, each with its number.")
        .def(
            "influences", [](const Modular& n, const Position& p) { return n.influences(View(p, p.turn())); },
            "position"_a, "How much the equity changes when each of these inputs is taken away, with its number.")
        .def(
            "count_evaluations",
            [](const Modular& n, const std::vector<Position>& positions, int plies) {
                check_plies(plies);
                const Judge judge(n);
                Lookahead search(judge);
                for (const Position& p : positions) search.value(before_roll(p), plies);
                return search.evaluations();
            },
            "positions"_a, "plies"_a, nb::call_guard<nb::gil_scoped_release>(),
            "Looks ahead from many positions, and tells how many were evaluated.")
        .def(
            "choose",
            [](const Modular& n, const Position& p, int plies, std::size_t candidates, bool bear_off_most,
               const OneSided* bearoffs) {
                need_dice(p);
                check_plies(plies);
                const Judge judge(n, bearoffs);
                Lookahead search(judge);
                const auto best = choose(search, p, {plies, candidates, bear_off_most});
                return std::pair(best.move, best.utility);
            },
            "position"_a, "plies"_a = 0, "candidates"_a = 0, "bear_off_most"_a = false,
            "bearoffs"_a.none() = nb::none(), nb::call_guard<nb::gil_scoped_release>(),
            "The best move and its equity, with so many rolls after it looked through, of the best candidates (0: "
            "all). In the endgame it may be one of those that bear off the most checkers.")
        .def(
            "expected",
            [](const Modular& n, const Position& p, int plies, const OneSided* bearoffs) {
                check_plies(plies);
                const Judge judge(n, bearoffs);
                return outputs_of(n, Lookahead(judge).value(p.roll().rolled() ? before_roll(p) : p, plies));
            },
            "position"_a, "plies"_a, "bearoffs"_a.none() = nb::none(), nb::call_guard<nb::gil_scoped_release>(),
            "The outputs to expect after so many rolls and the best moves for them, for the side whose turn it is.")
        .def(
            "rank",
            [](const Modular& n, const Position& p, int plies, const OneSided* bearoffs) {
                check_plies(plies);
                return rank(n, p, plies, bearoffs);
            },
            "position"_a, "plies"_a = 0, "bearoffs"_a.none() = nb::none(), nb::call_guard<nb::gil_scoped_release>(),
            "All moves, best first, each with its equity and outputs for the mover.");

    nb::class_<Tally>(m, "Tally", "What came of some games.")
        .def_ro("games", &Tally::games)
        .def_ro("positions", &Tally::positions, "Positions that were learned from.")
        .def_ro("evaluations", &Tally::evaluations, "Positions that were looked at.")
        .def_ro("points", &Tally::points, "Of the learner; in self-play of the first player.")
        .def_ro("absolute_error", &Tally::absolute_error, "Sum over the equities, each before its step.")
        .def_ro("squared_error", &Tally::squared_error, "The same of squares.");

    nb::class_<Trainer>(m, "Trainer", "Plays games and learns from them by one of the rules.")
        .def(
            "__init__",
            [](Trainer* self, const Modular& learner, const Modular* expert, std::uint64_t seed) {
                new (self) Trainer(learner, expert, seed);
            },
            "learner"_a, "expert"_a.none(), "seed"_a, nb::keep_alive<1, 3>(),
            "Begins with a copy of the learner; the expert may be None for self-play.")
        .def(
            "run",
            [](Trainer& trainer, std::uint64_t games, std::string_view experience, std::string_view rule, float lambda,
               float rate, float sensitivity_rate, bool expert_values, int plies, std::size_t candidates, bool online) {
                check_plies(plies);
                return trainer.run(games, {.rule = word<Rule>(rules, rule),
                                           .lambda = lambda,
                                           .rates = {rate, sensitivity_rate},
                                           .experience = word<Experience>(experiences, experience),
                                           .expert_values = expert_values,
                                           .care = {.plies = plies, .candidates = candidates},
                                           .online = online});
            },
            "games"_a, "experience"_a = "self-play", nb::kw_only(), "rule"_a = "td", "lambda_"_a, "rate"_a,
            "sensitivity_rate"_a = 0.0F, "expert_values"_a = false, "plies"_a = 0, "candidates"_a = 0,
            "online"_a = false, nb::call_guard<nb::gil_scoped_release>(),
            "Plays so many games, moves chosen as by `Networks.choose`.")
        .def(
            "study",
            [](Trainer& trainer, const Record<Position>& game, const std::vector<std::vector<double>>& expert,
               std::string_view rule, float lambda, float rate, float sensitivity_rate, int plies,
               std::size_t candidates) {
                check_plies(plies);
                return trainer.study(game, outputs_from(trainer.learner(), expert),
                                     {.rule = word<Rule>(rules, rule),
                                      .lambda = lambda,
                                      .rates = {rate, sensitivity_rate},
                                      .care = {.plies = plies, .candidates = candidates}});
            },
            "game"_a, "expert"_a, nb::kw_only(), "rule"_a = "td", "lambda_"_a, "rate"_a, "sensitivity_rate"_a = 0.0F,
            "plies"_a = 0, "candidates"_a = 0, nb::call_guard<nb::gil_scoped_release>(),
            "Learns from a game that was played; the targets are made of what an expert said of its boards, each "
            "before its roll and in the view of the side to roll, if that is told.")
        .def(
            "weights", [](const Trainer& trainer) { return to_numpy(trainer.learner().weights()); },
            "Those of the learner now.")
        .def("learner", &Trainer::learner, nb::rv_policy::copy, "The learner as it is now.")
        .def("sample", &Trainer::sample, nb::rv_policy::copy, "The first game that was played.");
}

}  // namespace leafstrap::bindings

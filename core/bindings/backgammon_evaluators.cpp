// Evaluators of backgammon and all that uses them: feature sets, modular networks, expectimax, batches of games.
#include <nanobind/stl/shared_ptr.h>

#include <tuple>

#include "backgammon/bearoff_values.hpp"
#include "backgammon/features/sets.hpp"
#include "backgammon/modules.hpp"
#include "bindings/bind_expectimax.hpp"
#include "bindings/bind_features.hpp"
#include "bindings/bind_selfplay.hpp"
#include "bindings/faces.hpp"
#include "bindings/families.hpp"
#include "bindings/words.hpp"
#include "eval/modular_evaluator.hpp"

namespace leafstrap::bindings {
namespace {

using namespace backgammon;
using backgammon::Position;

using Networks = ModularEvaluator<Modules>;
using Search = ChanceSearch<Position>;

// Words of the Python side, in the order of the enumerations.
constexpr std::array<std::string_view, 3> classifiers{"single", "small", "large"};
constexpr std::array<std::string_view, 3> output_words{"one", "five", "seven"};
constexpr std::array<std::string_view, 4> input_sets{Tesauro::name, Endgame::name, Race::name, Contact::name};

struct ModularArchitecture {
    Modules modules;
    std::string inputs;  // each set once
};

ModularArchitecture architecture(std::string_view classifier, std::string_view outputs, std::string_view activation,
                                 const std::vector<std::string>& inputs, const std::vector<int>& hidden) {
    std::vector<InputSet> sets;
    std::string names;
    for (const std::string& name : inputs) {
        const auto set = word<InputSet>(input_sets, name);
        if (std::ranges::find(sets, set) == sets.end()) names.append(names.empty() ? "" : "+").append(name);
        sets.push_back(set);
    }
    return {
        Modules(word<Classifier>(classifiers, classifier), *output_schemes[word<std::size_t>(output_words, outputs)],
                word<Activation>(activations, activation), std::move(sets), hidden),
        names};
}

// Numbers and values.
std::pair<Array<std::int32_t>, Array<float>> listed(const NetworkInputs& inputs) {
    std::vector<std::int32_t> indices;
    std::vector<float> values;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        indices.push_back(inputs.index(i));
        values.push_back(inputs.value(i));
    }
    return {to_numpy(std::move(indices)), to_numpy(std::move(values))};
}

std::unique_ptr<Search> expectimax(std::shared_ptr<const OneSided> bearoff, bool most) {
    PlaySettings<Position> settings;
    if (bearoff)
        settings.with_tables = [bearoff](Search::Speaker speaker) -> Search::Speaker {
            return std::make_shared<BearoffValues>(std::move(speaker), bearoff);
        };
    if (most) settings.filter = bear_off_most;
    return std::make_unique<Search>(std::move(settings));
}
std::unique_ptr<Search> star_minimax() {
    PlaySettings<Position> settings;
    settings.prunes = true;
    return std::make_unique<Search>(std::move(settings));
}
constexpr const char* about_star_minimax =
    "*-minimax for learning: what expectimax finds, and of all other boards only as much as that takes.";
constexpr const char* about_expectimax =
    "Expectimax for play and for learning. With tables of bear-offs, endgames are looked up there; and there only "
    "those "
    "moves may be looked at that bear off the most checkers.";

void bind_architecture(nb::module_& m) {
    using A = ModularArchitecture;
    nb::class_<A>(m, "ModularArchitecture", "One network or several, each for a kind of position.")
        .def(
            "__init__",
            [](A* self, std::string_view classifier, std::string_view outputs, std::string_view activation,
               const std::vector<std::string>& inputs, const std::vector<int>& hidden) {
                new (self) A(architecture(classifier, outputs, activation, inputs, hidden));
            },
            "classifier"_a, "outputs"_a, "activation"_a, "inputs"_a, "hidden"_a,
            "The classifier is single, small (endgame, race, other) or large (nine classes); outputs are one (the\n"
            "points), five or seven; inputs are the feature set of each network, hidden the units of each, 0 for none.")
        .def_prop_ro(
            "size", [](const A& a) { return ModularNetworks::weight_count(a.modules); }, "Number of weights.")
        .def_prop_ro(
            "output_count", [](const A& a) { return a.modules.scheme().count; }, "Number of outputs.")
        .def(
            "evaluator",
            [](const A& a, ArrayIn<double> weights) -> std::shared_ptr<AnyEvaluator<Position>> {
                return std::make_shared<Networks>(a.modules, numbers_of(weights), a.inputs);
            },
            nb::arg("weights").noconvert(),
            "An evaluator with these float64 weights. Network by network: those of hidden units by input, their\n"
            "biases, their sensitivities, those of the outputs by output, their biases; without hidden units those of\n"
            "the outputs by input, their biases.")
        .def(
            "network_of", [](const A& a, const Position& p) { return a.modules.network_of(p); }, "position"_a,
            "The number of the network for a position.")
        .def(
            "inputs",
            [](const A& a, const Position& p) {
                NetworkInputs inputs;
                a.modules.visit(a.modules.network_of(p), p, inputs);
                return listed(inputs);
            },
            "position"_a, "What that network is told: the inputs that are not 0, and their values.")
        .def(
            "influences",
            [](const A& a, ArrayIn<double> weights, const Position& p, Side) {
                const ModularNetworks networks(a.modules, numbers_of(weights));
                const NetworkInputs inputs = networks.inputs(p);
                auto [indices, values] = listed(inputs);
                return std::tuple(a.modules.network_of(p), indices, values, to_numpy(networks.influences(p, inputs)));
            },
            nb::arg("weights").noconvert(), "position"_a, "perspective"_a = Side::first,
            "Which network speaks, its inputs that are not 0, their values, and how much the points to expect change\n"
            "when each is taken away; the view of the side whose turn it is.")
        .def(
            "expectimax",
            [](const A&, std::shared_ptr<const OneSided> bearoff, bool most) { return expectimax(bearoff, most); },
            nb::arg("bearoff").none() = nb::none(), "bear_off_most"_a = false, about_expectimax)
        .def("star_minimax", [](const A&) { return star_minimax(); }, about_star_minimax);
}

}  // namespace

void bind_backgammon_evaluators(nb::module_& parent) {
    nb::module_ m = nb::cast<nb::module_>(parent.attr("backgammon"));
    m.def(
        "class_names", [] { return std::vector<std::string>(class_names.begin(), class_names.end()); },
        "The classes that the classifier `large` tells apart, in their order.");
    bind_evaluator<Position>(m);
    bind_feature_sets(m, feature_sets);
    bind_expectimax<Position>(m);
    const auto add_searches = [](auto face) {
        using Face = typename decltype(face)::Type;
        face.def(
                "expectimax",
                [](const Face&, std::shared_ptr<const OneSided> bearoff, bool most) {
                    return expectimax(bearoff, most);
                },
                nb::arg("bearoff").none() = nb::none(), "bear_off_most"_a = false, about_expectimax)
            .def("star_minimax", [](const Face&) { return star_minimax(); }, about_star_minimax);
    };
    add_searches(feature_set_class<Position>());
    add_searches(network_class<Position>());
    feature_set_class<Position>().def(
        "perceptron",
        [](const AnyFeatureSet<Position>& set, const std::vector<int>& hidden, std::string_view activation,
           std::string_view outputs) {
            return set.perceptron({hidden, word<Activation>(activations, activation)},
                                  *output_schemes[word<std::size_t>(output_words, outputs)]);
        },
        "hidden"_a, "activation"_a = "sigmoid", "outputs"_a = "one",
        "A network over a set that is not the core's own; `ValueError` for others, which ModularArchitecture has.");
    bind_architecture(m);
    bind_play_games<Position>(m);
    bind_play_games_online<Position, Networks, ModularEvaluator<OwnModules<Position>>>(m);
}

}  // namespace leafstrap::bindings

// The Python face of feature sets and evaluators, the same for every game.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bind_network.hpp"
#include "bindings/positions.hpp"
#include "eval/own_features.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

inline std::vector<std::string> column(const std::vector<FeatureInfo>& features, std::string FeatureInfo::* field) {
    std::vector<std::string> texts;
    texts.reserve(features.size());
    for (const FeatureInfo& info : features) texts.push_back(info.*field);
    return texts;
}

// Its values, and the weights they are for where there are so many that most have none.
inline std::pair<Array<double>, std::optional<Array<std::int32_t>>> to_numpy(Gradient&& gradient) {
    std::optional<Array<std::int32_t>> indices;
    if (!gradient.indices.empty() || gradient.values.empty()) indices = to_numpy(std::move(gradient.indices));
    return {to_numpy(std::move(gradient.values)), std::move(indices)};
}

// What evaluators say in the view of the side to move, in one number or several.
template <Position P>
void bind_outputs(nb::class_<AnyEvaluator<P>> evaluator) {
    using E = AnyEvaluator<P>;
    // As many rows as positions, as many columns as outputs.
    const auto check = [](const E& e, std::span<const P> positions, const TableIn<double>& numbers) {
        if (numbers.shape(0) != positions.size() || numbers.shape(1) != e.speaker()->scheme().size())
            throw std::invalid_argument("every position has a number for each output");
    };
    evaluator
        .def_prop_ro(
            "output_count", [](const E& e) { return e.speaker()->scheme().count; },
            "How many numbers it says of a position: 1 unless its networks have several outputs.")
        .def(
            "outputs",
            [](const E& e, const PositionsIn<P>& positions) {
                const auto speaker = e.speaker();
                std::vector<float> all;
                {
                    nb::gil_scoped_release unlocked;
                    all = speaker->outputs(span_of<P>(positions));
                }
                return to_table(std::move(all), speaker->scheme().count);
            },
            "positions"_a,
            "What it says of each position, a row for each: in the view of the side to move, in the unit that it "
            "learns in.")
        .def(
            "output_gradient",
            [check](const E& e, const PositionsIn<P>& positions, TableIn<double> errors) {
                check(e, span_of<P>(positions), errors);
                Gradient gradient;
                {
                    nb::gil_scoped_release unlocked;
                    gradient = e.speaker()->output_gradient(span_of<P>(positions), numbers_of(errors));
                }
                return to_numpy(std::move(gradient));
            },
            "positions"_a, nb::arg("errors").noconvert(),
            "The sum of each error times the gradient of its output by the weights, in the view of the side to move;\n"
            "and the weights it is for, where there are so many that most have none. None: all.")
        .def(
            "output_gradient_in_turn",
            [check](const E& e, const PositionsIn<P>& positions, TableIn<double> targets, float step_size,
                    float sensitivity_step) {
                check(e, span_of<P>(positions), targets);
                Gradient gradient;
                {
                    nb::gil_scoped_release unlocked;
                    gradient = e.speaker()->output_gradient_in_turn(span_of<P>(positions), numbers_of(targets),
                                                                    {step_size, sensitivity_step});
                }
                return to_numpy(std::move(gradient.values));
            },
            "positions"_a, nb::arg("targets").noconvert(), "step_size"_a, "sensitivity_step"_a = 0.0F,
            "The same of all weights of networks, towards targets, where each position is learned with the weights\n"
            "that those before it have left; `ValueError` for other evaluators.")
        .def(
            "output_errors_in_turn",
            [check](const E& e, const PositionsIn<P>& positions, TableIn<double> errors, float step_size,
                    float sensitivity_step) {
                check(e, span_of<P>(positions), errors);
                Gradient gradient;
                {
                    nb::gil_scoped_release unlocked;
                    gradient = e.speaker()->output_errors_in_turn(span_of<P>(positions), numbers_of(errors),
                                                                  {step_size, sensitivity_step});
                }
                return to_numpy(std::move(gradient.values));
            },
            "positions"_a, nb::arg("errors").noconvert(), "step_size"_a, "sensitivity_step"_a = 0.0F,
            "The same for errors that are told instead of found; `ValueError` where the core has no such networks.");
}

inline void check_lengths(const char* what, std::size_t positions, std::size_t numbers, std::size_t perspectives) {
    if (positions != numbers || positions != perspectives)
        throw std::invalid_argument(std::string("every position has one ") + what + " and one perspective");
}

template <Position P>
void bind_evaluator(nb::module_& m) {
    using E = AnyEvaluator<P>;
    nb::class_<E>(m, "Evaluator", "Weights at one moment. Immutable, so any number of searches may share it.")
        .def_prop_ro("feature_set", &E::feature_set, "Name of the feature set it is over.")
        .def(
            "weights", [](const E& e) { return to_numpy(e.weights()); }, "A copy of the weights, as it uses them.")
        .def_prop_ro("unit", &E::unit,
                     "How many units of its values the one is that it learns in: that of the weights, or a won game.")
        .def("value", nb::overload_cast<const P&, Side>(&E::value, nb::const_), "position"_a,
             "perspective"_a = Side::first, "The first player's view, in the unit of the weights, not truncated.")
        .def(
            "values",
            [](const E& e, const PositionsIn<P>& positions, Side perspective) {
                std::vector<float> values;
                {
                    nb::gil_scoped_release unlocked;
                    values = e.values(span_of<P>(positions), perspective);
                }
                return to_numpy(std::move(values));
            },
            "positions"_a, "perspective"_a = Side::first, "The value of each position.")
        .def(
            "gradient",
            [](const E& e, const PositionsIn<P>& positions, ArrayIn<double> errors,
               const std::vector<Side>& perspectives) {
                check_lengths("error", span_of<P>(positions).size(), errors.size(), perspectives.size());
                Gradient gradient;
                {
                    nb::gil_scoped_release unlocked;
                    gradient = e.gradient(span_of<P>(positions), numbers_of(errors), perspectives);
                }
                return to_numpy(std::move(gradient));
            },
            "positions"_a, nb::arg("errors").noconvert(), "perspectives"_a,
            "The sum of each error times the gradient of the value, in its unit, by the weights; and the weights it\n"
            "is for, where there are so many that most have none. None: all.")
        .def(
            "gradient_in_turn",
            [](const E& e, const PositionsIn<P>& positions, ArrayIn<double> targets,
               const std::vector<Side>& perspectives, float step_size, float sensitivity_step) {
                check_lengths("target", span_of<P>(positions).size(), targets.size(), perspectives.size());
                Gradient gradient;
                {
                    nb::gil_scoped_release unlocked;
                    gradient = e.gradient_in_turn(span_of<P>(positions), perspectives, numbers_of(targets),
                                                  {step_size, sensitivity_step});
                }
                return to_numpy(std::move(gradient.values));
            },
            "positions"_a, nb::arg("targets").noconvert(), "perspectives"_a, "step_size"_a, "sensitivity_step"_a = 0.0F,
            "The same of all weights of networks, towards targets in its unit, where each position is learned with "
            "the\n"
            "weights that those before it have left; `ValueError` for other evaluators.");
    bind_outputs<P>(nb::borrow<nb::class_<E>>(m.attr("Evaluator")));
}

template <Position P>
nb::class_<AnyFeatureSet<P>> bind_feature_set(nb::module_& m) {
    using F = AnyFeatureSet<P>;
    return nb::class_<F>(m, "FeatureSet", "What an evaluator sees in a position.")
        .def_prop_ro("name", &F::name)
        .def_prop_ro(
            "size", [](const F& f) { return f.concepts() * f.stages().size(); },
            "Number of features, and so of weights.")
        .def_prop_ro("concepts", &F::concepts, "Number of concepts; each has a weight for every stage.")
        .def_prop_ro(
            "stages", [](const F& f) { return f.stages().size(); }, "Number of stages of the game.")
        .def_prop_ro("stage_names", &F::stages)
        .def_prop_ro("symmetric", &F::symmetric, "Whether a mirrored position has the mirrored features.")
        .def_prop_ro("movers_view", &F::movers_view,
                     "Whether its features are the view of the side to move; else they are the first player's.")
        .def_prop_ro(
            "names", [](const F& f) { return column(f.features(), &FeatureInfo::name); }, "The name of every feature.")
        .def_prop_ro(
            "families", [](const F& f) { return column(f.features(), &FeatureInfo::family); },
            "The family of every feature.")
        .def_prop_ro(
            "meanings", [](const F& f) { return column(f.features(), &FeatureInfo::meaning); },
            "What every feature counts, for the first player minus for the second unless it is the mover's view.")
        .def("mix", &F::mix, "position"_a, "The share of every stage in a position; they sum to 1.")
        .def(
            "row",
            [](const F& f, const P& position, Side perspective) {
                Rows rows = f.rows({&position, 1}, perspective);
                return std::pair(to_numpy(std::move(rows.features.indices)), to_numpy(std::move(rows.features.values)));
            },
            "position"_a, "perspective"_a = Side::first,
            "The features that are not zero: their numbers, rising, and values, in the view of the set.")
        .def(
            "rows",
            [](const F& f, const PositionsIn<P>& positions, Side perspective) {
                Rows rows;
                {
                    nb::gil_scoped_release unlocked;
                    rows = f.rows(span_of<P>(positions), perspective);
                }
                return std::tuple(to_numpy(std::move(rows.starts)), to_numpy(std::move(rows.features.indices)),
                                  to_numpy(std::move(rows.features.values)));
            },
            "positions"_a, "perspective"_a = Side::first,
            "The rows of many positions as (indptr, indices, values): row i is indptr[i] to indptr[i + 1].")
        .def(
            "shares",
            [](const F& f, const P& position, Side perspective) {
                std::vector<std::tuple<int, float, float>> list;
                for (const Share& share : f.shares(position, perspective))
                    list.emplace_back(share.concept_index, share.first, share.second);
                return list;
            },
            "position"_a, "perspective"_a = Side::first,
            "What each side has, before the two cancel: (concept, first player's, second player's, negative).")
        .def(
            "linear",
            [](const F& f, ArrayIn<double> weights) { return f.linear(std::span(weights.data(), weights.size())); },
            nb::arg("weights").noconvert(),
            "An evaluator with these float64 weights; `ValueError` for a wrong number of them or one not finite.");
}

// A function of Python that is called by threads of the core, and may be let go by them. What is held is a weak
// reference to it: the collector of Python does not see what the core holds, and a function holds all that its module
// has.
class Callback {
public:
    explicit Callback(nb::object reference)
        : reference_(new nb::object(std::move(reference)), [](nb::object* held) {
              if (!nb::is_alive()) return;  // Python is gone, and all that was its own
              nb::gil_scoped_acquire locked;
              delete held;
          }) {}

    // use(what it returns), while Python waits.
    template <class Argument, class Use>
    auto operator()(Argument&& argument, Use use) const {
        nb::gil_scoped_acquire locked;
        const nb::object function = (*reference_)();
        if (function.is_none()) throw std::runtime_error("the function of this feature set is gone");
        return use(function(std::forward<Argument>(argument)));
    }

private:
    std::shared_ptr<nb::object> reference_;
};

// own(…) of FeatureSet: a set whose rows a function of Python tells.
template <Position P>
void add_own_features(nb::class_<AnyFeatureSet<P>> feature_set) {
    using Features = std::vector<std::tuple<std::string, std::string, std::string>>;
    using Told = std::tuple<ArrayIn<std::int64_t>, ArrayIn<std::int32_t>, ArrayIn<float>>;
    feature_set.def_static(
        "own",
        [](std::string name, const Features& features, bool movers_view,
           nb::object read) -> std::unique_ptr<AnyFeatureSet<P>> {
            RowSource<P> source{std::move(name), {}, movers_view, {}};
            for (const auto& [each, family, meaning] : features) source.features.push_back({each, family, meaning});
            source.read = [callback = Callback(std::move(read))](std::span<const P> positions) {
                return callback(Positions<P>({positions.begin(), positions.end()}), [](nb::object told) {
                    const auto [starts, indices, values] = nb::cast<Told>(told);
                    const auto copied = [](const auto& array) {
                        const auto numbers = numbers_of(array);
                        return std::vector(numbers.begin(), numbers.end());
                    };
                    Rows rows{copied(starts), {}};
                    rows.features = {copied(indices), copied(values)};
                    return rows;
                });
            };
            return std::make_unique<OwnFeatureSet<P>>(std::move(source));
        },
        "name"_a, "features"_a, "movers_view"_a, "read"_a,
        "A set whose rows a function tells, of positions as (indptr, indices, values), of types int64, int32 and\n"
        "float32; `read` is a weak reference to it. Of every feature: name, family, meaning. What the function raises\n"
        "comes out of whatever asked for rows.");
}

// Whole numbers and networks, of games that alpha-beta searches.
template <Position P>
void add_playing_evaluators(nb::class_<AnyFeatureSet<P>> feature_set) {
    using F = AnyFeatureSet<P>;
    feature_set
        .def(
            "integer",
            [](const F& f, ArrayIn<double> weights, double scale) {
                return f.integer(std::span(weights.data(), weights.size()), scale);
            },
            nb::arg("weights").noconvert(), "scale"_a,
            "The same in whole numbers, for play: each weight times the scale, to a 64th of a centipawn.")
        .def(
            "perceptron",
            [](const F& f, const std::vector<int>& hidden, std::string_view activation) {
                return f.perceptron({hidden, word<Activation>(activations, activation)}, one_output);
            },
            "hidden"_a, "activation"_a = "sigmoid",
            "Networks over the concepts, with so many hidden units: one network, or one for each stage of the game.");
}

// FeatureSet, and every set of a game by its name.
template <Position P, std::size_t count>
void bind_feature_sets(nb::module_& m, const std::array<FeatureSetMaker<P>, count>& makers) {
    auto feature_set = bind_feature_set<P>(m);
    add_own_features<P>(feature_set);
    bind_network_architecture<P>(m);
    if constexpr (SearchPosition<P>) add_playing_evaluators<P>(feature_set);
    nb::dict sets;
    for (const FeatureSetMaker<P> make : makers) {
        auto set = make();
        const nb::str name(set->name().c_str());
        sets[name] = nb::cast(std::move(set));
    }
    m.attr("feature_sets") = sets;
}

}  // namespace leafstrap::bindings

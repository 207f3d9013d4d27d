// What searches have that no game is in: the scale of values, the flag that stops them, what learning takes from them.
#include <nanobind/stl/optional.h>

#include "bindings/arrays.hpp"
#include "bindings/families.hpp"
#include "eval/discounted_sums.hpp"
#include "search/delta.hpp"
#include "search/limits.hpp"
#include "search/rows.hpp"
#include "search/tournament/time_manager.hpp"
#include "search/values.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;

namespace {

// The arrays belong to the object: they are handed out as views of it, not copied.
template <class T, class C>
Array<T> view_of(std::vector<T>& numbers, C& owner) {
    return Array<T>(numbers.data(), {numbers.size()}, nb::find(owner));
}
template <class T, class C>
auto view(std::vector<T> C::* numbers) {
    return [numbers](C& owner) { return view_of(owner.*numbers, owner); };
}

}  // namespace

void bind_search_basics(nb::module_& m) {
    m.attr("WIN") = static_cast<double>(win_value);
    m.attr("EVALUATION_LIMIT") = static_cast<double>(evaluation_limit);
    m.attr("MAX_DEPTH") = max_depth;

    nb::class_<StopFlag>(m, "StopFlag", "Stops the searches that were given it, from any thread, within milliseconds.")
        .def("__init__", [](StopFlag* self) { new (self) StopFlag(false); })
        .def(
            "set", [](StopFlag& flag) { flag = true; }, "From now on those searches end.")
        .def(
            "clear", [](StopFlag& flag) { flag = false; }, "Searches begun from now on run again.")
        .def_prop_ro("is_set", [](const StopFlag& flag) { return flag.load(); });

    nb::class_<tournament::Control>(m, "SearchControl",
                                    "The wires to a tournament search, usable from any thread. One serves one run.")
        .def(nb::init<>())
        .def("stop", &tournament::Control::stop, "The search ends within milliseconds, with the best it has.")
        .def("ponder_hit", &tournament::Control::ponder_hit, "From now on the time limits count.")
        .def_prop_ro("stopped", &tournament::Control::stopped);

    nb::class_<Delta>(m, "Delta", "What a search tree teaches a linear evaluator, for step size 1.")
        .def_prop_ro(
            "gradient", [](Delta& owner) { return view_of(owner.gradient.values, owner); },
            "To add to the weights, times the step size.")
        .def_prop_ro(
            "indices",
            [](Delta& owner) -> std::optional<Array<std::int32_t>> {
                if (owner.gradient.indices.empty() && !owner.gradient.values.empty()) return std::nullopt;
                return view_of(owner.gradient.indices, owner);
            },
            "The weights that the gradient is for, where there are so many that most have none; None: all.")
        .def_ro("nodes", &Delta::nodes, "Positions it is a sum over.")
        .def_ro("abs_error", &Delta::abs_error, "Sum of the absolute errors.")
        .def_ro("squared_error", &Delta::squared_error, "Sum of the squared errors.");

    m.def(
        "discounted_sums",
        [](TableIn<double> terms, ArrayIn<bool> continues, double factor) {
            return to_table(
                leafstrap::discounted_sums(numbers_of(terms), numbers_of(continues), factor, terms.shape(1)),
                static_cast<int>(terms.shape(1)));
        },
        nb::arg("terms").noconvert(), nb::arg("continues").noconvert(), nb::arg("factor"),
        "Row by row, from the last: its terms, and the factor times the sums of the next row where it continues.");

    nb::class_<TreeRows>(m, "TreeRows", "The nodes of a search tree, each with its sparse row of features.")
        .def_prop_ro("indptr", view(&TreeRows::indptr), "Row i is indices and values indptr[i] to indptr[i + 1].")
        .def_prop_ro("indices", view(&TreeRows::indices), "Numbers of the features.")
        .def_prop_ro("values", view(&TreeRows::values), "Their values, the first player's view.")
        .def_prop_ro("lower", view(&TreeRows::lower), "Lower bounds, the mover's view; -inf where there is none.")
        .def_prop_ro("upper", view(&TreeRows::upper), "Upper bounds, the mover's view; inf where there is none.")
        .def_prop_ro("heuristic", view(&TreeRows::heuristic), "The evaluation, truncated, the mover's view.")
        .def_prop_ro("depth", view(&TreeRows::depth), "Plies of full-width search below the node.")
        .def_prop_ro("turn", view(&TreeRows::turn), "+1 where the first player is to move, else -1.");
}

}  // namespace leafstrap::bindings

// Many positions at once: they cross the border as one object, and only those that are asked for become objects of
// Python.
#pragma once

#include <nanobind/make_iterator.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/arrays.hpp"
#include "game.hpp"

namespace leafstrap::bindings {

// Immutable, so that copies share.
template <Position P>
class Positions {
public:
    explicit Positions(std::vector<P> items) : items_(std::make_shared<const std::vector<P>>(std::move(items))) {}

    std::span<const P> span() const { return *items_; }
    std::size_t size() const { return items_->size(); }
    const P& at(std::int64_t i) const {
        const auto count = static_cast<std::int64_t>(size());
        if (i < -count || i >= count) throw std::out_of_range("there are only " + std::to_string(count) + " positions");
        return (*items_)[static_cast<std::size_t>(i < 0 ? i + count : i)];
    }

private:
    std::shared_ptr<const std::vector<P>> items_;
};

// As arguments: these, or any sequence of Python.
template <Position P>
using PositionsIn = std::variant<Positions<P>, std::vector<P>>;

template <Position P>
std::span<const P> span_of(const PositionsIn<P>& positions) {
    if (const auto* held = std::get_if<Positions<P>>(&positions)) return held->span();
    return std::get<std::vector<P>>(positions);
}

template <Position P>
void bind_positions(nanobind::module_& m) {
    namespace nb = nanobind;
    using Many = Positions<P>;
    nb::class_<Many>(m, "Positions", "Many positions, kept in the core until one is asked for; a sequence.")
        .def(
            "__init__", [](Many* self, std::vector<P> items) { new (self) Many(std::move(items)); },
            nb::arg("positions"))
        .def("__len__", &Many::size)
        .def("__getitem__", [](const Many& many, std::int64_t i) { return many.at(i); })
        .def("__getitem__",
             [](const Many& many, const nb::slice& slice) {
                 const auto [start, stop, step, length] = slice.compute(many.size());
                 std::vector<P> taken;
                 taken.reserve(length);
                 for (std::size_t i = 0; i < length; ++i)
                     taken.push_back(many.at(static_cast<std::int64_t>(start) +
                                             static_cast<std::int64_t>(i) * static_cast<std::int64_t>(step)));
                 return Many(std::move(taken));
             })
        .def(
            "__iter__",
            [](const Many& many) {
                // Copies: a position is a value of its own.
                return nb::make_iterator<nb::rv_policy::copy>(nb::type<Many>(), "iterator", many.span().begin(),
                                                              many.span().end());
            },
            nb::keep_alive<0, 1>())
        .def(
            "take",
            [](const Many& many, ArrayIn<std::int64_t> places) {
                std::vector<P> taken;
                taken.reserve(places.size());
                for (const std::int64_t place : numbers_of(places)) taken.push_back(many.at(place));
                return Many(std::move(taken));
            },
            nb::arg("places").noconvert(), "Those in these places, an int64 array.")
        .def_prop_ro(
            "turns",
            [](const Many& many) {
                std::vector<std::int8_t> turns;
                turns.reserve(many.size());
                for (const P& position : many.span()) turns.push_back(static_cast<std::int8_t>(sign(position.turn())));
                return to_numpy(std::move(turns));
            },
            nb::rv_policy::reference,  // of an array of its own
            "+1 where it is the first player's turn, else -1.");
}

}  // namespace leafstrap::bindings

// Logistic regression over sparse rows.
#include "eval/logistic.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/families.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// A CSR matrix of somebody else's making: nothing is read or written beyond its arrays, or those of the weights.
void check(const SparseRows& rows, std::size_t results, std::size_t weights) {
    const auto is_row = [](std::int64_t start) { return start >= 0; };
    if (rows.starts.size() != results + 1 || rows.starts.front() != 0 || !std::ranges::all_of(rows.starts, is_row) ||
        !std::ranges::is_sorted(rows.starts) || static_cast<std::size_t>(rows.starts.back()) != rows.indices.size() ||
        rows.indices.size() != rows.values.size())
        throw std::invalid_argument("the arrays of the rows do not belong together");
    for (const std::int32_t index : rows.indices)
        if (index < 0 || static_cast<std::size_t>(index) >= weights)
            throw std::invalid_argument("a row has a feature that has no weight");
}

// Checked once, when it is made: rows that are gone through hundreds of times.
class CheckedRows {
public:
    CheckedRows(ArrayIn<std::int64_t> starts, ArrayIn<std::int32_t> indices, ArrayIn<float> values,
                ArrayIn<float> results, std::size_t weights)
        : starts_(std::move(starts)),
          indices_(std::move(indices)),
          values_(std::move(values)),
          results_(std::move(results)),
          weights_(weights) {
        check(rows(), results_.size(), weights);
    }

    std::size_t size() const { return results_.size(); }
    SparseRows rows() const { return {numbers_of(starts_), numbers_of(indices_), numbers_of(values_)}; }
    LogisticError error(std::span<const double> weights, double scale, std::span<const std::int64_t> numbers,
                        std::size_t threads) const {
        if (weights.size() != weights_) throw std::invalid_argument("wrong number of weights");
        for (const std::int64_t row : numbers)
            if (row < 0 || static_cast<std::size_t>(row) >= size()) throw std::invalid_argument("there is no such row");
        return logistic_error(rows(), numbers_of(results_), weights, scale, numbers, threads);
    }

private:
    ArrayIn<std::int64_t> starts_;
    ArrayIn<std::int32_t> indices_;
    ArrayIn<float> values_, results_;
    std::size_t weights_;
};

}  // namespace

void bind_logistic(nb::module_& m) {
    nb::class_<CheckedRows>(m, "LogisticRows",
                            "Rows of a CSR matrix with results, 1 a win and 0 a loss, to fit weights to.")
        .def(nb::init<ArrayIn<std::int64_t>, ArrayIn<std::int32_t>, ArrayIn<float>, ArrayIn<float>, std::size_t>(),
             nb::arg("indptr").noconvert(), nb::arg("indices").noconvert(), nb::arg("values").noconvert(),
             nb::arg("results").noconvert(), "weights"_a,
             "For so many weights; `ValueError` if the arrays do not belong together.")
        .def("__len__", &CheckedRows::size)
        .def(
            "error",
            [](const CheckedRows& rows, ArrayIn<double> weights, double scale,
               std::optional<ArrayIn<std::int64_t>> numbers, std::size_t threads) {
                LogisticError sum;
                {
                    nb::gil_scoped_release unlocked;
                    const auto chosen = numbers ? numbers_of(*numbers) : std::span<const std::int64_t>();
                    sum = rows.error(numbers_of(weights), scale, chosen, threads);
                }
                return std::tuple(sum.cross_entropy, sum.squares, to_numpy(std::move(sum.gradient)));
            },
            nb::arg("weights").noconvert(), "scale"_a, nb::arg("rows").noconvert().none() = nb::none(), "threads"_a = 1,
            "Sums over all rows, or those of these numbers: cross entropy, squared errors, and the gradient of the\n"
            "cross entropy by the weights. The result to expect is 1 / (1 + exp(-scale * row @ weights)). Whatever "
            "the\n"
            "number of threads, the sums are the same.");
}

}  // namespace leafstrap::bindings

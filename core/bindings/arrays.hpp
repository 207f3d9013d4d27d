// Whole arrays across the border: a vector of the core becomes a NumPy array without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace leafstrap::bindings {

template <class T>
using Array = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;

template <class T>
using Table = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>>;

// The vector lives as long as what is returned.
template <class T>
std::pair<T*, nanobind::capsule> kept(std::vector<T>&& numbers) {
    auto vector = std::make_unique<std::vector<T>>(std::move(numbers));
    T* data = vector->data();
    return {data,
            nanobind::capsule(vector.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); })};
}

template <class T>
Array<T> to_numpy(std::vector<T>&& numbers) {
    const std::size_t size = numbers.size();
    const auto [data, owner] = kept(std::move(numbers));
    return Array<T>(data, {size}, owner);
}
// Row by row.
template <class T>
Table<T> to_table(std::vector<T>&& numbers, int columns) {
    const auto width = static_cast<std::size_t>(columns);
    const std::size_t rows = numbers.size() / width;
    const auto [data, owner] = kept(std::move(numbers));
    return Table<T>(data, {rows, width}, owner);
}
// Bytes of 0 and 1 as truth values.
inline Array<bool> to_bools(std::vector<std::uint8_t>&& bytes) {
    const std::size_t size = bytes.size();
    const auto [data, owner] = kept(std::move(bytes));
    return Array<bool>(reinterpret_cast<bool*>(data), {size}, owner);
}

// Arguments are never converted: a float64 array handed to a float32 argument would be copied in silence.
template <class T>
using ArrayIn = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using TableIn = nanobind::ndarray<const T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

template <class In>
auto numbers_of(const In& array) {
    return std::span(array.data(), array.size());
}

}  // namespace leafstrap::bindings

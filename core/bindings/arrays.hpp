// Whole arrays across the border: a vector of the core becomes a NumPy array without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <utility>
#include <vector>

namespace leafstrap::bindings {

template <class T>
using Array = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;

template <class T>
Array<T> to_numpy(std::vector<T>&& numbers) {
    auto kept = std::make_unique<std::vector<T>>(std::move(numbers));
    T* data = kept->data();
    const std::size_t size = kept->size();
    nanobind::capsule owner(kept.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Array<T>(data, {size}, owner);
}

// Arguments are never converted: a float64 array handed to a float32 argument would be copied in silence.
template <class T>
using ArrayIn = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

}  // namespace leafstrap::bindings

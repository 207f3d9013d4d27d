// The inner loops of networks, written once and compiled for each level of eval/simd.hpp.
//
// The file of a level includes this after it has told the compiler what to assume. Everything here therefore has the
// level in its name: a function with wide vectors in it must not be taken for one of the same name without. Functions
// from before the level are scalar, and become part of the loops that call them.
#pragma once

#include <cstring>
#include <utility>

#include "eval/simd.hpp"

namespace leafstrap::simd {

// `width` numbers that are multiplied and added at once. Compilers do not see on their own that they go together.
template <class Number, Level level>
struct Wide {
#if defined(__GNUC__)
    typedef Number Vector __attribute__((vector_size(width * sizeof(Number))));
    // Where they lie among others.
    typedef Number Place __attribute__((vector_size(width * sizeof(Number)), aligned(sizeof(Number)), may_alias));

    static Vector load(const Number* numbers) { return *reinterpret_cast<const Place*>(numbers); }
    static void store(Vector vector, Number* numbers) { *reinterpret_cast<Place*>(numbers) = vector; }
#else
    struct Vector {
        Number numbers[width];

        Vector& operator+=(const Vector& other) {
            for (int i = 0; i < width; ++i) numbers[i] += other.numbers[i];
            return *this;
        }
        Vector operator*(const Vector& other) const {
            Vector product = *this;
            for (int i = 0; i < width; ++i) product.numbers[i] *= other.numbers[i];
            return product;
        }
        Vector operator*(Number factor) const {
            Vector product = *this;
            for (Number& number : product.numbers) number *= factor;
            return product;
        }
    };

    static Vector load(const Number* numbers) {
        Vector vector;
        std::memcpy(vector.numbers, numbers, sizeof vector.numbers);
        return vector;
    }
    static void store(const Vector& vector, Number* numbers) {
        std::memcpy(numbers, vector.numbers, sizeof vector.numbers);
    }
#endif
};

template <Level level>
struct Loops {
    template <class Number>
    using Wide = simd::Wide<Number, level>;
    template <class Number>
    using Vector = typename Wide<Number>::Vector;

    // Which counts changed is as good as random: no branch is taken on it, neither to find the words with a change in
    // them nor to go through these.
    static std::size_t changes(const std::int16_t* now, const std::int16_t* before, std::size_t count, int* indices,
                               std::int32_t* differences) {
        constexpr std::size_t lanes = 4;
        std::uint16_t changed[most_counts / lanes];
        std::size_t words = 0, size = 0;
        for (std::size_t word = 0; word < count / lanes; ++word) {
            changed[words] = static_cast<std::uint16_t>(word);
            words += std::memcmp(now + word * lanes, before + word * lanes, sizeof(std::uint64_t)) != 0;
        }
        for (std::size_t w = 0; w < words; ++w) {
            for (std::size_t i = changed[w] * lanes; i < (changed[w] + 1) * lanes; ++i) {
                indices[size] = static_cast<int>(i);
                differences[size] = now[i] - before[i];
                size += differences[size] != 0;
            }
        }
        return size;
    }

    // As many vectors of sums at a time as there are registers for, beside those for a weight and its factor.
    static constexpr std::size_t most_vectors = level == Level::plain ? 6 : 12;

    // Written out, so that the sums stay in registers from the first input to the last.
    template <class Number, std::size_t... v>
    static void add_block(std::index_sequence<v...>, const Inputs<Number>& inputs, const Number* weights,
                          std::size_t stride, Number* sums) {
        Vector<Number> parts[] = {Wide<Number>::load(sums + v * width)...};
        for (std::size_t i = 0; i < inputs.count; ++i) {
            const Number* row = weights + static_cast<std::size_t>(inputs.indices[i]) * stride;
            ((parts[v] += Wide<Number>::load(row + v * width) * inputs.values[i]), ...);
        }
        (Wide<Number>::store(parts[v], sums + v * width), ...);
    }
    // The block with that many vectors, of at most `vectors`.
    template <class Number, std::size_t vectors>
    static void add_some(std::size_t some, const Inputs<Number>& inputs, const Number* weights, std::size_t stride,
                         Number* sums) {
        if (some == vectors)
            add_block(std::make_index_sequence<vectors>{}, inputs, weights, stride, sums);
        else if constexpr (vectors > 1)
            add_some<Number, vectors - 1>(some, inputs, weights, stride, sums);
    }
    template <class Number>
    static void add_rows(const Inputs<Number>& inputs, const Number* weights, std::size_t stride, Number* sums) {
        std::size_t left = stride / width;
        for (std::size_t blocks = (left + most_vectors - 1) / most_vectors; blocks > 0; --blocks) {
            const std::size_t vectors = (left + blocks - 1) / blocks;  // in blocks of about the same size
            add_some<Number, most_vectors>(vectors, inputs, weights, stride, sums);
            weights += vectors * width;
            sums += vectors * width;
            left -= vectors;
        }
    }

    static void add_to_rows(const Inputs<float>& inputs, const float* steps, std::size_t stride, float* weights) {
        for (std::size_t block = 0; block < stride; block += width) {
            const Vector<float> step = Wide<float>::load(steps + block);
            for (std::size_t i = 0; i < inputs.count; ++i) {
                float* row = weights + static_cast<std::size_t>(inputs.indices[i]) * stride + block;
                Vector<float> moved = Wide<float>::load(row);
                moved += step * inputs.values[i];
                Wide<float>::store(moved, row);
            }
        }
    }
    static void add_to_gradient(const Inputs<float>& inputs, const float* steps, std::size_t units, double* gradient) {
        for (std::size_t i = 0; i < inputs.count; ++i) {
            double* row = gradient + static_cast<std::size_t>(inputs.indices[i]) * units;
            const double value = inputs.values[i];
            for (std::size_t h = 0; h < units; ++h) row[h] += static_cast<double>(steps[h]) * value;
        }
    }

    static void convert(const std::int32_t* sums, float part, const float* biases, std::size_t count, float* numbers) {
        for (std::size_t h = 0; h < count; ++h) numbers[h] = biases[h] + part * static_cast<float>(sums[h]);
    }

    template <Activation activation>
    static void activate_by(const float* sensitivities, std::size_t count, float* values) {
        for (std::size_t h = 0; h < count; ++h) values[h] = unit<activation>(values[h], sensitivities[h]).value;
    }
    static void activate(Activation activation, const float* sensitivities, std::size_t count, float* values) {
        switch (activation) {
            case Activation::sigmoid:
                return activate_by<Activation::sigmoid>(sensitivities, count, values);
            case Activation::symmetric:
                return activate_by<Activation::symmetric>(sensitivities, count, values);
            case Activation::radial:
                return activate_by<Activation::radial>(sensitivities, count, values);
        }
    }
    template <Activation activation>
    static void differentiate_by(const float* sensitivities, std::size_t count, float* values, float* slopes,
                                 float* sensitivity_slopes) {
        for (std::size_t h = 0; h < count; ++h) {
            const Unit made = unit<activation>(values[h], sensitivities[h]);
            values[h] = made.value;
            slopes[h] = made.slope;
            sensitivity_slopes[h] = made.sensitivity_slope;
        }
    }
    static void differentiate(Activation activation, const float* sensitivities, std::size_t count, float* values,
                              float* slopes, float* sensitivity_slopes) {
        switch (activation) {
            case Activation::sigmoid:
                return differentiate_by<Activation::sigmoid>(sensitivities, count, values, slopes, sensitivity_slopes);
            case Activation::symmetric:
                return differentiate_by<Activation::symmetric>(sensitivities, count, values, slopes,
                                                               sensitivity_slopes);
            case Activation::radial:
                return differentiate_by<Activation::radial>(sensitivities, count, values, slopes, sensitivity_slopes);
        }
    }

    static float dot(const float* a, const float* b, std::size_t count, float start) {
        Vector<float> sums{};
        for (std::size_t h = 0; h < count; h += width) sums += Wide<float>::load(a + h) * Wide<float>::load(b + h);
        float parts[width];
        Wide<float>::store(sums, parts);
        for (const float part : parts) start += part;
        return start;
    }

    static void add_scaled(float factor, const float* a, std::size_t count, float* to) {
        for (std::size_t i = 0; i < count; ++i) to[i] += factor * a[i];
    }
    static void add_products(float factor, const float* a, const float* b, std::size_t count, float* to) {
        for (std::size_t i = 0; i < count; ++i) to[i] += factor * a[i] * b[i];
    }
    static void scale(float factor, std::size_t count, float* numbers) {
        for (std::size_t i = 0; i < count; ++i) numbers[i] *= factor;
    }

    static constexpr Kernels kernels(const char* name) {
        return {.level = level,
                .name = name,
                .changes = changes,
                .add_rows = add_rows<float>,
                .add_whole_rows = add_rows<std::int32_t>,
                .add_to_rows = add_to_rows,
                .add_to_gradient = add_to_gradient,
                .convert = convert,
                .activate = activate,
                .differentiate = differentiate,
                .dot = dot,
                .add_scaled = add_scaled,
                .add_products = add_products,
                .scale = scale};
    }
};

}  // namespace leafstrap::simd

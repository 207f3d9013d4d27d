// Every level of the inner loops of networks that this machine can run against loops written out plainly: equal to the
// bit, on random numbers.
#include "eval/simd.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "eval/activation.hpp"
#include "search/random.hpp"

using namespace leafstrap;

namespace {

using Floats = std::vector<float>;
using Wholes = std::vector<std::int32_t>;

// Large and small ones, either sign, and zeros.
float random_float(Random& random) {
    constexpr float sizes[] = {0, 1e-6F, 1e-2F, 1, 1, 50};
    return sizes[random.below(6)] * (static_cast<float>(random.below(2'000'001)) / 1e6F - 1);
}
Floats random_floats(std::size_t count, Random& random) {
    Floats numbers(count);
    for (float& number : numbers) number = random_float(random);
    return numbers;
}
Wholes random_wholes(std::size_t count, int most, Random& random) {
    Wholes numbers(count);
    for (std::int32_t& number : numbers)
        number = static_cast<std::int32_t>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most;
    return numbers;
}

// Also tells apart what == does not: the two zeros, what is not a number.
template <class Number>
bool same(const std::vector<Number>& a, const std::vector<Number>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Number)) == 0);
}

template <class Number>
struct Case {
    std::vector<int> indices;
    std::vector<Number> values;

    simd::Inputs<Number> view() const { return {indices.data(), values.data(), indices.size()}; }
};
constexpr std::size_t rows = 40;

std::vector<int> random_rows(Random& random) {
    std::vector<int> indices;
    for (std::size_t row = 0; row < rows; ++row)
        if (random.below(3)) indices.push_back(static_cast<int>(row));
    return indices;
}

// check(kernels, strides from one vector to the most hidden units, random numbers), for each level.
template <class Check>
void each_level(Check check) {
    CHECK(simd::available().front()->level == simd::Level::plain);
    for (const simd::Kernels* kernels : simd::available()) {
        Random random(7);
        for (std::size_t stride = simd::width; stride <= 256; stride += simd::width) check(*kernels, stride, random);
    }
}

}  // namespace

TEST("the best level is in use, or the one that is wished for") {
    const char* wish = std::getenv("LEAFSTRAP_SIMD");
    const simd::Kernels* expected = simd::available().back();
    for (const simd::Kernels* level : simd::available())
        if (wish && std::string_view(wish) == level->name) expected = level;
    CHECK(&simd::kernels() == expected);
}

TEST("changes of counts") {
    for (const simd::Kernels* kernels : simd::available()) {
        Random random(1);
        for (std::size_t count = simd::count_width; count <= simd::most_counts; count += simd::count_width) {
            const std::size_t rarity = 1 + random.below(40);  // 1: nearly all of them change
            std::vector<std::int16_t> before(count), now(count);
            std::vector<int> indices(count + 4), expected_indices;
            Wholes differences(count + 4), expected_differences;
            for (std::size_t i = 0; i < count; ++i) {
                before[i] = static_cast<std::int16_t>(random.below(65'536));
                now[i] = random.below(rarity) ? before[i] : static_cast<std::int16_t>(random.below(65'536));
                if (now[i] == before[i]) continue;
                expected_indices.push_back(static_cast<int>(i));
                expected_differences.push_back(now[i] - before[i]);
            }
            const std::size_t size =
                kernels->changes(now.data(), before.data(), count, indices.data(), differences.data());
            indices.resize(size);
            differences.resize(size);
            CHECK(same(indices, expected_indices));
            CHECK(same(differences, expected_differences));
        }
    }
}

TEST("rows of inputs are added up") {
    each_level([](const simd::Kernels& kernels, std::size_t stride, Random& random) {
        Case<float> inputs{random_rows(random), {}};
        inputs.values = random_floats(inputs.indices.size(), random);
        const Floats weights = random_floats(rows * stride, random);
        Floats sums = random_floats(stride, random), expected = sums;
        for (std::size_t h = 0; h < stride; ++h)
            for (std::size_t i = 0; i < inputs.indices.size(); ++i)
                expected[h] += inputs.values[i] * weights[static_cast<std::size_t>(inputs.indices[i]) * stride + h];
        kernels.add_rows(inputs.view(), weights.data(), stride, sums.data());
        CHECK(same(sums, expected));
    });
}

TEST("rows of whole inputs are added up") {
    each_level([](const simd::Kernels& kernels, std::size_t stride, Random& random) {
        Case<std::int32_t> inputs{random_rows(random), {}};
        inputs.values = random_wholes(inputs.indices.size(), 50, random);
        const Wholes weights = random_wholes(rows * stride, 1 << 18, random);
        Wholes sums = random_wholes(stride, 1 << 28, random), expected = sums;
        for (std::size_t h = 0; h < stride; ++h)
            for (std::size_t i = 0; i < inputs.indices.size(); ++i)
                expected[h] += inputs.values[i] * weights[static_cast<std::size_t>(inputs.indices[i]) * stride + h];
        kernels.add_whole_rows(inputs.view(), weights.data(), stride, sums.data());
        CHECK(same(sums, expected));
    });
}

TEST("rows of inputs move, and their gradient") {
    each_level([](const simd::Kernels& kernels, std::size_t stride, Random& random) {
        Case<float> inputs{random_rows(random), {}};
        inputs.values = random_floats(inputs.indices.size(), random);
        const Floats steps = random_floats(stride, random);
        Floats weights = random_floats(rows * stride, random), expected = weights;
        const std::size_t units = stride - random.below(simd::width);
        std::vector<double> gradient(rows * units, 0.1), expected_gradient = gradient;
        for (std::size_t i = 0; i < inputs.indices.size(); ++i) {
            const auto row = static_cast<std::size_t>(inputs.indices[i]);
            for (std::size_t h = 0; h < stride; ++h) expected[row * stride + h] += steps[h] * inputs.values[i];
            for (std::size_t h = 0; h < units; ++h)
                expected_gradient[row * units + h] += static_cast<double>(steps[h]) * inputs.values[i];
        }
        kernels.add_to_rows(inputs.view(), steps.data(), stride, weights.data());
        CHECK(same(weights, expected));
        kernels.add_to_gradient(inputs.view(), steps.data(), units, gradient.data());
        CHECK(same(gradient, expected_gradient));
    });
}

TEST("whole sums become floats") {
    each_level([](const simd::Kernels& kernels, std::size_t stride, Random& random) {
        const Wholes sums = random_wholes(stride, 1 << 30, random);
        const Floats biases = random_floats(stride, random);
        const float part = random_float(random);
        Floats numbers(stride), expected(stride);
        for (std::size_t h = 0; h < stride; ++h) expected[h] = biases[h] + part * static_cast<float>(sums[h]);
        kernels.convert(sums.data(), part, biases.data(), stride, numbers.data());
        CHECK(same(numbers, expected));
    });
}

template <Activation activation>
void check_units(const simd::Kernels& kernels, std::size_t stride, Random& random) {
    const Floats sensitivities = random_floats(stride, random);
    Floats values = random_floats(stride, random), twice = values, expected, slopes(stride), sensitivity_slopes(stride),
           expected_slopes, expected_sensitivity_slopes;
    for (std::size_t h = 0; h < stride; ++h) {
        const Unit made = unit<activation>(values[h], sensitivities[h]);
        expected.push_back(made.value);
        expected_slopes.push_back(made.slope);
        expected_sensitivity_slopes.push_back(made.sensitivity_slope);
    }
    kernels.activate(activation, sensitivities.data(), stride, values.data());
    CHECK(same(values, expected));
    kernels.differentiate(activation, sensitivities.data(), stride, twice.data(), slopes.data(),
                          sensitivity_slopes.data());
    CHECK(same(twice, expected));
    CHECK(same(slopes, expected_slopes));
    CHECK(same(sensitivity_slopes, expected_sensitivity_slopes));
}

TEST("hidden units, their values and derivatives") {
    each_level([](const simd::Kernels& kernels, std::size_t stride, Random& random) {
        check_units<Activation::sigmoid>(kernels, stride, random);
        check_units<Activation::symmetric>(kernels, stride, random);
        check_units<Activation::radial>(kernels, stride, random);
    });
}

TEST("dot products, in the order that is told") {
    each_level([](const simd::Kernels& kernels, std::size_t stride, Random& random) {
        const Floats a = random_floats(stride, random), b = random_floats(stride, random);
        const float start = random_float(random);
        float sums[simd::width]{}, expected = start;
        for (std::size_t h = 0; h < stride; ++h) sums[h % simd::width] += a[h] * b[h];
        for (const float sum : sums) expected += sum;
        CHECK(same(Floats{kernels.dot(a.data(), b.data(), stride, start)}, Floats{expected}));
    });
}

TEST("any number of numbers: scaled, multiplied, added") {
    each_level([](const simd::Kernels& kernels, std::size_t stride, Random& random) {
        const std::size_t count = stride - random.below(simd::width + 1);
        const Floats a = random_floats(count, random), b = random_floats(count, random);
        const float factor = random_float(random);
        const Floats start = random_floats(count, random);
        Floats sums = start, products = start, scaled = start, expected_sums = start, expected_products = start,
               expected_scaled = start;
        for (std::size_t i = 0; i < count; ++i) {
            expected_sums[i] += factor * a[i];
            expected_products[i] += factor * a[i] * b[i];
            expected_scaled[i] *= factor;
        }
        kernels.add_scaled(factor, a.data(), count, sums.data());
        kernels.add_products(factor, a.data(), b.data(), count, products.data());
        kernels.scale(factor, count, scaled.data());
        CHECK(same(sums, expected_sums));
        CHECK(same(products, expected_products));
        CHECK(same(scaled, expected_scaled));
    });
}

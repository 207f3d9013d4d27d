// Feature sets and evaluators as Python sees them: one class for all sets of a game, whatever template is behind it.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "eval/linear.hpp"

namespace leafstrap::bindings {

template <Position P>
class AnyEvaluator {
public:
    virtual ~AnyEvaluator() = default;
    virtual std::string feature_set() const = 0;
    virtual std::vector<float> weights() const = 0;
    virtual float value(const P& position, Side perspective) const = 0;
    virtual std::vector<float> values(const std::vector<P>& positions, Side perspective) const = 0;
};

template <FeatureSet Set, class Number>
class LinearEvaluator final : public AnyEvaluator<typename Set::Position> {
public:
    using P = typename Set::Position;

    // Shared, so that a search may outlive the Python object that it was started with.
    const std::shared_ptr<const Linear<Set, Number>> linear;

    LinearEvaluator(std::span<const double> weights, double scale)
        : linear(std::make_shared<Linear<Set, Number>>(weights, scale)) {}

    std::string feature_set() const override { return std::string(Set::name); }
    std::vector<float> weights() const override { return linear->weights(); }
    float value(const P& position, Side perspective) const override { return linear->value(position, perspective); }
    std::vector<float> values(const std::vector<P>& positions, Side perspective) const override {
        std::vector<float> values;
        values.reserve(positions.size());
        typename Linear<Set, Number>::Scratch scratch;
        for (const P& position : positions) values.push_back(linear->value(position, perspective, scratch));
        return values;
    }
};

// Many rows in one: row i has the features [starts[i], starts[i + 1]).
struct Rows {
    std::vector<std::int64_t> starts{0};
    Row features;
};

template <Position P>
class AnyFeatureSet {
public:
    virtual ~AnyFeatureSet() = default;
    virtual std::string name() const = 0;
    virtual int concepts() const = 0;
    virtual std::vector<std::string> stages() const = 0;
    virtual bool symmetric() const = 0;
    virtual const std::vector<FeatureInfo>& features() const = 0;
    virtual Rows rows(std::span<const P> positions, Side perspective) const = 0;
    virtual std::vector<float> mix(const P& position) const = 0;
    virtual std::vector<Share> shares(const P& position, Side perspective) const = 0;
    virtual std::unique_ptr<AnyEvaluator<P>> linear(std::span<const double> weights) const = 0;
    virtual std::unique_ptr<AnyEvaluator<P>> integer(std::span<const double> weights, double scale) const = 0;
};

template <FeatureSet Set>
class OneFeatureSet final : public AnyFeatureSet<typename Set::Position> {
public:
    using P = typename Set::Position;

    std::string name() const override { return std::string(Set::name); }
    int concepts() const override { return Set::concepts; }
    std::vector<std::string> stages() const override { return {Set::stage_names.begin(), Set::stage_names.end()}; }
    bool symmetric() const override { return Set::symmetric; }
    const std::vector<FeatureInfo>& features() const override { return Set::describe(); }
    Rows rows(std::span<const P> positions, Side perspective) const override {
        Rows rows;
        RowBuilder<Set> builder;
        for (const P& position : positions) {
            append_row(position, perspective, builder, rows.features);
            rows.starts.push_back(static_cast<std::int64_t>(rows.features.indices.size()));
        }
        return rows;
    }
    std::vector<float> mix(const P& position) const override {
        const auto mix = Set::mix(position);
        return {mix.begin(), mix.end()};
    }
    std::vector<Share> shares(const P& position, Side perspective) const override {
        Shares<Set> shares;
        Set::features(position, perspective, shares);
        return shares.list();
    }
    std::unique_ptr<AnyEvaluator<P>> linear(std::span<const double> weights) const override {
        return std::make_unique<LinearEvaluator<Set, float>>(weights, 1);
    }
    std::unique_ptr<AnyEvaluator<P>> integer(std::span<const double> weights, double scale) const override {
        return std::make_unique<LinearEvaluator<Set, std::int32_t>>(weights, scale);
    }
};

// Calls make(std::type_identity<Set>{}) with the set that is behind the face, and returns what it returns.
template <class Sets, Position P, class Make>
auto with_set(const AnyFeatureSet<P>& face, Make make) {
    using Result = decltype(make(std::type_identity<std::tuple_element_t<0, Sets>>{}));
    Result result{};
    const auto try_one = [&]<class Set>(std::type_identity<Set> set) {
        if (!dynamic_cast<const OneFeatureSet<Set>*>(&face)) return false;
        result = make(set);
        return true;
    };
    const bool found = [&]<class... Set>(std::type_identity<std::tuple<Set...>>) {
        return (try_one(std::type_identity<Set>{}) || ...);
    }(std::type_identity<Sets>{});
    if (!found) throw std::logic_error("a feature set that is in no list");
    return result;
}

// The linear evaluator behind the face, which must be one over this set and in these numbers.
template <class E>
std::shared_ptr<const E> evaluator_behind(const AnyEvaluator<typename E::Position>& face) {
    const auto* evaluator = dynamic_cast<const LinearEvaluator<typename E::Features, typename E::Weight>*>(&face);
    if (evaluator) return evaluator->linear;
    const std::string wanted(E::Features::name);
    if (face.feature_set() != wanted)
        throw std::invalid_argument("the evaluator is over the feature set " + face.feature_set() + ", not over " +
                                    wanted);
    throw std::invalid_argument(std::is_integral_v<typename E::Weight>
                                    ? "this search plays with integer weights: make the evaluator by integer()"
                                    : "this search learns with real weights: make the evaluator by linear()");
}

}  // namespace leafstrap::bindings

// Feature sets as Python sees them: one class for all sets of a game, whatever template is behind it.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bindings/evaluators.hpp"
#include "bindings/networks.hpp"

namespace leafstrap::bindings {

// Many rows in one: row i has the features [starts[i], starts[i + 1]).
struct Rows {
    std::vector<std::int64_t> starts{0};
    Row features;
};

// The evaluators over a set that learn and that play.
template <FeatureSet Set>
struct LinearOver {
    using Learning = Linear<Set>;
    using Playing = Linear<Set, std::int32_t>;
};

template <Position Game>
class AnyFeatureSet {
public:
    using P = Game;

    virtual ~AnyFeatureSet() = default;
    virtual std::string name() const = 0;
    virtual int concepts() const = 0;
    virtual std::vector<std::string> stages() const = 0;
    virtual bool symmetric() const = 0;
    virtual bool movers_view() const = 0;
    virtual const std::vector<FeatureInfo>& features() const = 0;
    virtual Rows rows(std::span<const P> positions, Side perspective) const = 0;
    virtual std::vector<float> mix(const P& position) const = 0;
    virtual std::vector<Share> shares(const P& position, Side perspective) const = 0;
    virtual std::unique_ptr<AnyEvaluator<P>> linear(std::span<const double> weights) const = 0;
    virtual std::unique_ptr<AnyEvaluator<P>> integer(std::span<const double> weights, double scale) const = 0;
    virtual std::unique_ptr<AnyNetworkArchitecture<P>> perceptron(const PerceptronShape& shape) const = 0;
};

template <FeatureSet Set>
class OneFeatureSet final : public AnyFeatureSet<typename Set::Position> {
public:
    using P = typename Set::Position;

    std::string name() const override { return std::string(Set::name); }
    int concepts() const override { return Set::concepts; }
    std::vector<std::string> stages() const override { return {Set::stage_names.begin(), Set::stage_names.end()}; }
    bool symmetric() const override { return Set::symmetric; }
    bool movers_view() const override { return leafstrap::movers_view<Set>; }
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
        return std::make_unique<OneEvaluator<Linear<Set>>>(weights);
    }
    std::unique_ptr<AnyEvaluator<P>> integer(std::span<const double> weights, double scale) const override {
        if constexpr (fractional<Set>)
            throw std::invalid_argument("the features of " + name() + " are too fine for whole numbers");
        else
            return std::make_unique<OneEvaluator<Linear<Set, std::int32_t>>>(weights, scale);
    }
    std::unique_ptr<AnyNetworkArchitecture<P>> perceptron(const PerceptronShape& shape) const override {
        if constexpr (NetworkSet<Set>)
            return std::make_unique<OneNetworkArchitecture<Set>>(shape);
        else
            throw std::invalid_argument(
                "the feature set " + name() +
                (movers_view() ? " is for modular networks" : " has too many concepts for networks"));
    }
};

// Calls make(std::type_identity<Set>{}) with the set whose face, One<Set>, this is, and returns what it returns.
template <template <class> class One, class Sets, class Face, class Make>
auto with_one(const Face& face, Make make) {
    using Result = decltype(make(std::type_identity<std::tuple_element_t<0, Sets>>{}));
    Result result{};
    const auto try_one = [&]<class Set>(std::type_identity<Set> set) {
        if (!dynamic_cast<const One<Set>*>(&face)) return false;
        result = make(set);
        return true;
    };
    const bool found = [&]<class... Set>(std::type_identity<std::tuple<Set...>>) {
        return (try_one(std::type_identity<Set>{}) || ...);
    }(std::type_identity<Sets>{});
    if (!found) throw std::logic_error("a feature set that is in no list");
    return result;
}

}  // namespace leafstrap::bindings

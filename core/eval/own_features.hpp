// Feature sets whose rows come from outside the core, such as a function of Python: what there is of them is known when
// they are made, and every look at a position is a call. Whoever has many positions asks for all in one call.
//
// What is outside may throw: searches and learning let it pass.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "eval/any_feature_set.hpp"
#include "eval/modular_evaluator.hpp"
#include "search/values.hpp"

namespace leafstrap {

template <Position P>
struct RowSource {
    std::string name;
    std::vector<FeatureInfo> features;
    bool movers_view = false;
    std::function<Rows(std::span<const P>)> read;  // in any order; called by any thread

    // As all rows are: features in rising order, each once, none of them zero.
    Rows rows(std::span<const P> positions) const {
        const Rows told = read(positions);
        check(told, positions.size());
        Rows rows;
        std::vector<std::pair<std::int32_t, float>> row;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            row.clear();
            for (auto j = at(told.starts, i); j < at(told.starts, i + 1); ++j)
                row.emplace_back(told.features.indices[j], told.features.values[j]);
            std::ranges::stable_sort(row, {}, &std::pair<std::int32_t, float>::first);
            for (std::size_t j = 0; j < row.size();) {
                float sum = 0;
                const std::int32_t index = row[j].first;
                for (; j < row.size() && row[j].first == index; ++j) sum += row[j].second;
                if (sum == 0) continue;
                rows.features.indices.push_back(index);
                rows.features.values.push_back(sum);
            }
            rows.starts.push_back(static_cast<std::int64_t>(rows.features.indices.size()));
        }
        return rows;
    }
    // What a value in the view of the set is to the first player.
    float seen(const P& position, float value) const {
        return movers_view ? static_cast<float>(sign(position.turn())) * value : value;
    }
    static std::size_t at(const std::vector<std::int64_t>& starts, std::size_t i) {
        return static_cast<std::size_t>(starts[i]);
    }

private:
    static constexpr float most_value = 1e6F;  // so that sums stay finite

    void check(const Rows& rows, std::size_t positions) const {
        const auto& [indices, values] = rows.features;
        const auto in_range = [&](std::int32_t i) { return i >= 0 && static_cast<std::size_t>(i) < features.size(); };
        if (rows.starts.size() != positions + 1 || rows.starts.front() != 0 || !std::ranges::is_sorted(rows.starts) ||
            at(rows.starts, positions) != indices.size() || indices.size() != values.size())
            throw std::invalid_argument("the rows of the feature set " + name + " do not belong together");
        if (!std::ranges::all_of(indices, in_range))
            throw std::invalid_argument("the feature set " + name + " told of a feature that it does not have");
        if (!std::ranges::all_of(values, [](float value) { return std::abs(value) <= most_value; }))
            throw std::invalid_argument("the feature set " + name + " told a value that is no number within a million");
    }
};

// A weight for every feature. There is one of it for real numbers and for play: the scale says how many units of the
// evaluation one unit of the weights is.
template <Position P>
class OwnLinear final : public AnyEvaluator<P> {
public:
    using typename AnyEvaluator<P>::Scratch, typename AnyEvaluator<P>::Sum;
    using Source = std::shared_ptr<const RowSource<P>>;

    OwnLinear(EvaluatorKind kind, Source source, std::span<const double> weights, double scale = 1)
        : AnyEvaluator<P>(false, true), kind_(kind), source_(std::move(source)), unit_(static_cast<float>(scale)) {
        if (weights.size() != source_->features.size()) throw std::invalid_argument("wrong number of weights");
        for (const double weight : weights) {
            if (!(std::abs(weight * scale) <= std::numeric_limits<float>::max()))
                throw std::invalid_argument("a weight is not a finite number");
            weights_.push_back(static_cast<float>(weight * scale));
        }
    }

    float value(const P& position, Side perspective, Scratch&) const override { return value(position, perspective); }
    float value(const P& position, Side) const override { return values({&position, 1}, Side::first)[0]; }
    std::vector<float> values(std::span<const P> positions, Side) const override {
        const Rows rows = source_->rows(positions);
        std::vector<float> values;
        values.reserve(positions.size());
        for (std::size_t i = 0; i < positions.size(); ++i) {
            double sum = 0;
            for (auto j = source_->at(rows.starts, i); j < source_->at(rows.starts, i + 1); ++j)
                sum += static_cast<double>(weights_[static_cast<std::size_t>(rows.features.indices[j])]) *
                       rows.features.values[j];
            values.push_back(source_->seen(positions[i], static_cast<float>(std::clamp(sum, -most, most))));
        }
        return values;
    }

    std::vector<float> weights() const override { return weights_; }
    float unit() const override { return unit_; }
    Sum gradient_sum() const override { return Sum(std::make_unique<Terms>(*source_)); }
    Rows rows(std::span<const P> positions, Side) const override { return source_->rows(positions); }
    Gradient gradient_in_turn(std::span<const P>, std::span<const Side>, std::span<const double>,
                              const Network::Rates&) const override {
        throw std::invalid_argument("only networks learn from one position after the other");
    }

    std::string feature_set() const override { return source_->name; }
    EvaluatorKind kind() const override { return kind_; }

private:
    // The rows of all positions are asked for in the end.
    class Terms final : public Sum::Terms {
    public:
        explicit Terms(const RowSource<P>& source) : source_(source) {}

        void add(const P& position, Side, double error) override {
            positions_.push_back(position);
            errors_.push_back(error);
        }
        Gradient take() override {
            const std::vector<P> positions = std::exchange(positions_, {});
            const std::vector<double> errors = std::exchange(errors_, {});
            Gradient gradient{{}, std::vector<double>(source_.features.size())};
            if (positions.empty()) return gradient;
            const Rows rows = source_.rows(positions);
            for (std::size_t i = 0; i < positions.size(); ++i)
                for (auto j = source_.at(rows.starts, i); j < source_.at(rows.starts, i + 1); ++j)
                    gradient.values[static_cast<std::size_t>(rows.features.indices[j])] +=
                        errors[i] * source_.seen(positions[i], rows.features.values[j]);
            return gradient;
        }

    private:
        const RowSource<P>& source_;
        std::vector<P> positions_;
        std::vector<double> errors_;
    };

    static constexpr double most = 1e9;  // far beyond any evaluation

    EvaluatorKind kind_;
    Source source_;
    float unit_;
    std::vector<float> weights_;
};

// The Modules of eval/modular.hpp: one network, or one for each stage of the game, that see what a source tells. Inputs
// are the view of the side to move, whichever the source has.
template <Position P>
class OwnModules {
public:
    using Position = P;
    using Source = std::shared_ptr<const RowSource<P>>;

    OwnModules(Source source, const PerceptronShape& shape, const OutputScheme& scheme)
        : source_(std::move(source)), shape_(checked_stages<P>(shape)), scheme_(&scheme) {
        if (source_->features.size() > NetworkInputs::most)
            throw std::invalid_argument("the feature set " + source_->name + " has too many features for networks");
        for (std::size_t i = 0; i < size(); ++i) Network::checked(network(i));
    }

    std::size_t size() const { return shape_.hidden.size(); }
    NetworkShape network(std::size_t i) const {
        return {static_cast<int>(source_->features.size()), shape_.hidden[i], scheme_->count, shape_.activation};
    }
    const OutputScheme& scheme() const { return *scheme_; }
    std::size_t network_of(const P& position) const { return network_of_stage(position, size()); }
    Rows rows(std::span<const P> positions) const { return source_->rows(positions); }

    template <class Sink>
    void visit(std::size_t, const P& position, Sink& sink) const {
        visit_all({&position, 1}, [&](std::size_t, const NetworkInputs& inputs) { sink = inputs; });
    }
    template <class Use>
    void visit_all(std::span<const P> positions, Use use) const {
        if (positions.empty()) return;
        const Rows rows = source_->rows(positions);
        NetworkInputs inputs;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            inputs.clear();
            const float view = source_->movers_view ? 1.0F : static_cast<float>(sign(positions[i].turn()));
            for (auto j = source_->at(rows.starts, i); j < source_->at(rows.starts, i + 1); ++j)
                inputs.add(rows.features.indices[j], view * rows.features.values[j]);
            use(i, inputs);
        }
    }

private:
    Source source_;
    PerceptronShape shape_;
    const OutputScheme* scheme_;
};

template <Position P>
class OwnNetworkArchitecture final : public AnyNetworkArchitecture<P> {
public:
    using Networks = ModularEvaluator<OwnModules<P>>;

    OwnNetworkArchitecture(std::shared_ptr<const RowSource<P>> source, const PerceptronShape& shape,
                           const OutputScheme& scheme)
        : AnyNetworkArchitecture<P>(source->name, shape), modules_(source, shape, scheme) {}

    std::size_t size() const override { return Modular<OwnModules<P>>::weight_count(modules_); }
    std::shared_ptr<AnyEvaluator<P>> evaluator(std::span<const double> weights, double scale) const override {
        return std::make_shared<Networks>(modules_, weights, this->feature_set(), static_cast<float>(win * scale));
    }
    Influences influences(std::span<const double> weights, const P& position, Side) const override {
        const Modular<OwnModules<P>> networks(modules_, weights);
        const NetworkInputs inputs = networks.inputs(position);
        Influences found{modules_.network_of(position), {}, {}, networks.influences(position, inputs)};
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            found.inputs.push_back(inputs.index(i));
            found.values.push_back(inputs.value(i));
        }
        return found;
    }

private:
    // What a game won by one point is to a search.
    static constexpr double win = SearchPosition<P> ? win_value : 1;

    OwnModules<P> modules_;
};

template <Position P>
class OwnFeatureSet final : public AnyFeatureSet<P> {
public:
    explicit OwnFeatureSet(RowSource<P> source) : source_(std::make_shared<const RowSource<P>>(std::move(source))) {
        if (source_->features.empty()) throw std::invalid_argument("a feature set has features");
    }

    std::string name() const override { return source_->name; }
    int concepts() const override { return static_cast<int>(source_->features.size()); }
    std::vector<std::string> stages() const override { return {"game"}; }
    bool symmetric() const override { return true; }  // whosever program it is makes no difference
    bool movers_view() const override { return source_->movers_view; }
    const std::vector<FeatureInfo>& features() const override { return source_->features; }
    Rows rows(std::span<const P> positions, Side) const override {
        return positions.empty() ? Rows{} : source_->rows(positions);
    }
    std::vector<float> mix(const P&) const override { return {1}; }
    // What comes from outside does not say what each side has: all counts for the side whose sign it has.
    std::vector<Share> shares(const P& position, Side) const override {
        const Rows rows = source_->rows({&position, 1});
        std::vector<Share> shares;
        for (std::size_t i = 0; i < rows.features.indices.size(); ++i) {
            const float value = rows.features.values[i];
            shares.push_back({rows.features.indices[i], std::max(value, 0.0F), std::min(value, 0.0F)});
        }
        return shares;
    }
    std::shared_ptr<AnyEvaluator<P>> linear(std::span<const double> weights) const override {
        return std::make_shared<OwnLinear<P>>(EvaluatorKind::real, source_, weights);
    }
    std::shared_ptr<AnyEvaluator<P>> integer(std::span<const double> weights, double scale) const override {
        return std::make_shared<OwnLinear<P>>(EvaluatorKind::integer, source_, weights, scale);
    }
    std::unique_ptr<AnyNetworkArchitecture<P>> perceptron(const PerceptronShape& shape,
                                                          const OutputScheme& scheme) const override {
        return std::make_unique<OwnNetworkArchitecture<P>>(source_, shape, scheme);
    }

private:
    std::shared_ptr<const RowSource<P>> source_;
};

}  // namespace leafstrap

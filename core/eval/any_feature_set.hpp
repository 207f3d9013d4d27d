// Feature sets of any kind behind one class, and the networks over them: what Python sees, and what a game lists of
// itself without compiling a single feature.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "eval/any_evaluator.hpp"
#include "eval/feature_info.hpp"
#include "eval/game_stages.hpp"
#include "eval/sinks.hpp"

namespace leafstrap {

// What the network for a position is told, and what each of these inputs adds to its output: value times slope.
struct Influences {
    std::size_t network = 0;
    std::vector<int> inputs;
    std::vector<float> values, influences;
};

// Networks of one shape over one set.
template <Position P>
class AnyNetworkArchitecture {
public:
    AnyNetworkArchitecture(std::string feature_set, PerceptronShape shape)
        : feature_set_(std::move(feature_set)), shape_(std::move(shape)) {}
    virtual ~AnyNetworkArchitecture() = default;
    virtual std::size_t size() const = 0;
    // An evaluator whose output of 1 is a won game, in the unit of search values or `scale` times as much.
    virtual std::shared_ptr<AnyEvaluator<P>> evaluator(std::span<const double> weights, double scale) const = 0;
    virtual Influences influences(std::span<const double> weights, const P& position, Side perspective) const = 0;

    const std::string& feature_set() const { return feature_set_; }
    // Which of the networks speaks of a position.
    std::size_t network_of(const P& position) const { return network_of_stage(position, shape_.hidden.size()); }

protected:
    const PerceptronShape& shape() const { return shape_; }

private:
    std::string feature_set_;
    PerceptronShape shape_;
};

template <Position P>
class AnyFeatureSet {
public:
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
    virtual std::shared_ptr<AnyEvaluator<P>> linear(std::span<const double> weights) const = 0;
    virtual std::shared_ptr<AnyEvaluator<P>> integer(std::span<const double> weights, double scale) const = 0;
    virtual std::unique_ptr<AnyNetworkArchitecture<P>> perceptron(const PerceptronShape& shape,
                                                                  const OutputScheme& scheme) const = 0;
};

// A game lists its sets as functions that make them. Each is defined in the file of its set, by make_feature_set
// (eval/one_feature_set.hpp), so that a change of one set compiles no other.
template <Position P>
using FeatureSetMaker = std::unique_ptr<AnyFeatureSet<P>> (*)();

}  // namespace leafstrap

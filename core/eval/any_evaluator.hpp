// An evaluator of any kind behind one class: searches are compiled once a game instead of once a feature set, and
// Python has one class to hold. A call through it costs a search of chess about one part in fifty.
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/outputs.hpp"
#include "eval/single_output.hpp"

namespace leafstrap {

// Linear in real numbers, which learn; linear in whole numbers, which play; networks do both.
enum class EvaluatorKind { real, integer, network };

// Shared, so that a search may outlive whoever started it.
template <leafstrap::Position P>
class AnyEvaluator : public std::enable_shared_from_this<AnyEvaluator<P>> {
public:
    using Position = P;

    // What one search keeps between its evaluations; made anew when an evaluator of another kind comes.
    class Scratch {
    public:
        template <class Kept>
        Kept& get() {
            if (kind_ != &kind_of<Kept>) [[unlikely]] {
                kept_ = std::make_shared<Kept>();
                kind_ = &kind_of<Kept>;
            }
            return *static_cast<Kept*>(kept_.get());
        }

    private:
        template <class Kept>
        static inline char kind_of = 0;  // its address tells what is kept

        const char* kind_ = nullptr;
        std::shared_ptr<void> kept_;
    };

    // A sum of gradients.
    class Sum {
    public:
        class Terms {
        public:
            virtual ~Terms() = default;
            virtual void add(const P& position, Side perspective, double error) = 0;
            virtual Gradient take() = 0;
        };
        explicit Sum(std::unique_ptr<Terms> terms) : terms_(std::move(terms)) {}

        void add(const P& position, Side perspective, double error) { terms_->add(position, perspective, error); }
        Gradient take() { return terms_->take(); }

    private:
        std::unique_ptr<Terms> terms_;
    };

    virtual ~AnyEvaluator() = default;

    // ---- what searches ask
    virtual float value(const P& position, Side perspective, Scratch& scratch) const = 0;
    virtual float value(const P& position, Side perspective) const = 0;
    bool quick() const { return quick_; }
    bool symmetric() const { return symmetric_; }

    // ---- what learning asks
    virtual std::vector<float> weights() const = 0;
    virtual float unit() const = 0;
    virtual Sum gradient_sum() const = 0;
    virtual Rows rows(std::span<const P> positions, Side perspective) const = 0;
    // For networks, towards targets, where every position is learned before the next is looked at.
    virtual Gradient gradient_in_turn(std::span<const P> positions, std::span<const Side> perspectives,
                                      std::span<const double> targets, const Network::Rates& rates) const = 0;

    // ---- what both do with what it is
    virtual std::string feature_set() const = 0;
    virtual EvaluatorKind kind() const = 0;
    // What it says in the view of the side to move, in one number or several.
    virtual std::shared_ptr<const OutputEvaluator<P>> speaker() const {
        return std::make_shared<SingleOutput<AnyEvaluator>>(this->shared_from_this());
    }

    virtual std::vector<float> values(std::span<const P> positions, Side perspective) const {
        std::vector<float> values;
        values.reserve(positions.size());
        Scratch scratch;
        for (const P& position : positions) values.push_back(value(position, perspective, scratch));
        return values;
    }
    // Σ errors[i] * ∂(value of position i / unit)/∂weights, as the programs of these sides see the positions.
    Gradient gradient(std::span<const P> positions, std::span<const double> errors,
                      std::span<const Side> perspectives) const {
        Sum sum = gradient_sum();
        for (std::size_t i = 0; i < positions.size(); ++i)
            if (errors[i] != 0) sum.add(positions[i], perspectives[i], errors[i]);
        return sum.take();
    }

protected:
    AnyEvaluator(bool quick, bool symmetric) : quick_(quick), symmetric_(symmetric) {}

private:
    bool quick_, symmetric_;
};

// One whose kind is known here: Linear or Perceptron.
template <DifferentiableEvaluator E>
class OneEvaluator final : public AnyEvaluator<typename E::Position> {
public:
    using P = typename E::Position;
    using Any = AnyEvaluator<P>;
    using typename Any::Scratch, typename Any::Sum;

    template <class... Arguments>
    explicit OneEvaluator(EvaluatorKind kind, const Arguments&... arguments)
        : Any(E::quick(), E::symmetric()), kind_(kind), evaluator_(arguments...) {}

    float value(const P& position, Side perspective, Scratch& scratch) const override {
        return evaluator_.value(position, perspective, scratch.template get<typename E::Scratch>());
    }
    float value(const P& position, Side perspective) const override { return evaluator_.value(position, perspective); }

    std::vector<float> weights() const override { return evaluator_.weights(); }
    float unit() const override { return evaluator_.unit(); }
    Sum gradient_sum() const override { return Sum(std::make_unique<Terms>(evaluator_)); }
    Rows rows(std::span<const P> positions, Side perspective) const override {
        return evaluator_.rows(positions, perspective);
    }
    Gradient gradient_in_turn(std::span<const P> positions, std::span<const Side> perspectives,
                              std::span<const double> targets, const Network::Rates& rates) const override {
        if constexpr (requires { evaluator_.gradient_in_turn(positions, perspectives, targets, rates); })
            return evaluator_.gradient_in_turn(positions, perspectives, targets, rates);
        else
            throw std::invalid_argument("only networks learn from one position after the other");
    }

    std::string feature_set() const override { return std::string(E::Features::name); }
    EvaluatorKind kind() const override { return kind_; }

private:
    class Terms final : public Sum::Terms {
    public:
        explicit Terms(const E& evaluator) : sum_(evaluator.gradient_sum()) {}
        void add(const P& position, Side perspective, double error) override { sum_.add(position, perspective, error); }
        Gradient take() override { return sum_.take(); }

    private:
        decltype(std::declval<const E&>().gradient_sum()) sum_;  // of linear evaluators one that a thread has
    };

    EvaluatorKind kind_;
    E evaluator_;
};

}  // namespace leafstrap

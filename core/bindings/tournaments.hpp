// Tournament searches as Python sees them: one class for all of a game, whatever evaluator is behind it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "bindings/feature_sets.hpp"
#include "bindings/searches.hpp"
#include "search/tournament/lesson.hpp"
#include "search/tournament/tournament.hpp"

namespace leafstrap::bindings {

template <TournamentPosition P>
class AnyTournament {
public:
    using Tell = std::function<void(const tournament::Report<P>&)>;

    virtual ~AnyTournament() = default;
    virtual tournament::Result<P> run(const AnyEvaluator<P>& evaluator, const Line<P>& line,
                                      const tournament::Limits& limits, const std::vector<typename P::Move>& only,
                                      tournament::Control& control, const Tell& tell, bool gather) = 0;
    virtual void use_endings(std::shared_ptr<const Endings<P>> endings) = 0;
    virtual Delta delta(int min_depth, double unproven, double beta, bool quiet_nodes) = 0;
    virtual void clear() = 0;
};

// Search: Tournament over an evaluator in centipawns.
template <class Search>
class OneTournament final : public AnyTournament<typename Search::P> {
public:
    using P = typename Search::P;
    using Tell = typename AnyTournament<P>::Tell;

    template <class... Arguments>
    explicit OneTournament(Arguments... arguments) : search_(arguments...) {}

    tournament::Result<P> run(const AnyEvaluator<P>& evaluator, const Line<P>& line, const tournament::Limits& limits,
                              const std::vector<typename P::Move>& only, tournament::Control& control, const Tell& tell,
                              bool gather) override {
        const InUse guard(busy_);
        evaluator_ = evaluator_behind<typename Search::Evaluator>(evaluator);
        perspective_ = line.position().turn();
        harvest_.begin();
        if constexpr (gathers) {
            return search_.run(evaluator_, line, limits, only, control, tell, gather ? &harvest_ : nullptr);
        } else {
            if (gather) throw std::invalid_argument("this search does not gather its nodes");
            return search_.run(evaluator_, line, limits, only, control, tell);
        }
    }
    void use_endings(std::shared_ptr<const Endings<P>> endings) override {
        const InUse guard(busy_);
        if constexpr (requires { search_.use_endings(std::move(endings)); }) {
            search_.use_endings(std::move(endings));
        } else {
            throw std::invalid_argument("this search asks no tables of endings");
        }
    }
    Delta delta(int min_depth, double unproven, double beta, bool quiet_nodes) override {
        const InUse guard(busy_);
        if (!evaluator_) throw std::invalid_argument("no search has been run yet");
        return tournament::delta_from_harvest(harvest_, min_depth, unproven, perspective_, *evaluator_, scratch_, beta,
                                              quiet_nodes);
    }
    void clear() override {
        const InUse guard(busy_);
        search_.clear();
    }

private:
    static constexpr bool gathers = std::is_same_v<Search, tournament::Tournament<typename Search::Evaluator>>;

    Search search_;
    std::shared_ptr<const typename Search::Evaluator> evaluator_;  // of the last run, as the perspective
    Side perspective_ = Side::first;
    typename Search::Evaluator::Scratch scratch_{};
    tournament::Harvest<P> harvest_;
    std::atomic_flag busy_;
};

}  // namespace leafstrap::bindings

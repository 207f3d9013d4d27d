// Searches for play as Python sees them: one class for all of a game.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "bindings/searches.hpp"
#include "search/tournament/node_recorder.hpp"
#include "search/tournament/tournament.hpp"

namespace leafstrap::bindings {

template <SearchPosition P>
class AnyTournamentSearch {
public:
    using Tell = std::function<void(const tournament::Report<P>&)>;

    virtual ~AnyTournamentSearch() = default;
    virtual tournament::Result<P> run(const AnyEvaluator<P>& evaluator, const Line<P>& line,
                                      const tournament::Limits& limits, const std::vector<typename P::Move>& only,
                                      tournament::Control& control, const Tell& tell, bool gather) = 0;
    virtual void use_tablebase(std::shared_ptr<const Tablebase<P>> tablebase) = 0;
    virtual Delta delta(int min_depth, double unproven, double beta, bool quiet_nodes) = 0;
    virtual void clear() = 0;
};

// Search: TournamentSearch or KnightCap, over an evaluator in centipawns.
template <class Search>
class OneTournamentSearch final : public AnyTournamentSearch<typename Search::P> {
public:
    using P = typename Search::P;
    using Tell = typename AnyTournamentSearch<P>::Tell;

    template <class... Arguments>
    explicit OneTournamentSearch(ForEvaluators evaluators, Arguments... arguments)
        : evaluators_(std::move(evaluators)), search_(arguments...) {}

    tournament::Result<P> run(const AnyEvaluator<P>& evaluator, const Line<P>& line, const tournament::Limits& limits,
                              const std::vector<typename P::Move>& only, tournament::Control& control, const Tell& tell,
                              bool gather) override {
        const InUse guard(busy_);
        evaluator_ = evaluators_.checked(evaluator);
        perspective_ = line.position().turn();
        recorder_.begin();
        if constexpr (gathers) {
            return search_.run(evaluator_, line, limits, only, control, tell, gather ? &recorder_ : nullptr);
        } else {
            if (gather) throw std::invalid_argument("this search does not gather its nodes");
            return search_.run(evaluator_, line, limits, only, control, tell);
        }
    }
    void use_tablebase(std::shared_ptr<const Tablebase<P>> tablebase) override {
        const InUse guard(busy_);
        if constexpr (requires { search_.use_tablebase(std::move(tablebase)); }) {
            search_.use_tablebase(std::move(tablebase));
        } else {
            throw std::invalid_argument("this search asks no tablebase");
        }
    }
    Delta delta(int min_depth, double unproven, double beta, bool quiet_nodes) override {
        const InUse guard(busy_);
        if (!evaluator_) throw std::invalid_argument("no search has been run yet");
        return tournament::delta_from_nodes(recorder_, min_depth, unproven, perspective_, *evaluator_, scratch_, beta,
                                            quiet_nodes);
    }
    void clear() override {
        const InUse guard(busy_);
        search_.clear();
    }

private:
    static constexpr bool gathers = std::is_same_v<Search, tournament::TournamentSearch<typename Search::Evaluator>>;

    ForEvaluators evaluators_;
    Search search_;
    std::shared_ptr<const typename Search::Evaluator> evaluator_;  // of the last run, as the perspective
    Side perspective_ = Side::first;
    typename Search::Evaluator::Scratch scratch_{};
    tournament::NodeRecorder<P> recorder_;
    std::atomic_flag busy_;
};

}  // namespace leafstrap::bindings

// Tournament searches as Python sees them: one class for all of a game, whatever evaluator is behind it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "bindings/feature_sets.hpp"
#include "bindings/searches.hpp"
#include "search/tournament/tournament.hpp"

namespace leafstrap::bindings {

template <TournamentPosition P>
class AnyTournament {
public:
    using Tell = std::function<void(const tournament::Report<P>&)>;

    virtual ~AnyTournament() = default;
    virtual tournament::Result<P> run(const AnyEvaluator<P>& evaluator, const Line<P>& line,
                                      const tournament::Limits& limits, const std::vector<typename P::Move>& only,
                                      tournament::Control& control, const Tell& tell) = 0;
    virtual void clear() = 0;
};

// Search: Tournament over an integer evaluator.
template <class Search>
class OneTournament final : public AnyTournament<typename Search::P> {
public:
    using P = typename Search::P;
    using Tell = typename AnyTournament<P>::Tell;

    template <class... Arguments>
    explicit OneTournament(Arguments... arguments) : search_(arguments...) {}

    tournament::Result<P> run(const AnyEvaluator<P>& evaluator, const Line<P>& line, const tournament::Limits& limits,
                              const std::vector<typename P::Move>& only, tournament::Control& control,
                              const Tell& tell) override {
        const InUse guard(busy_);
        return search_.run(evaluator_behind<typename Search::Evaluator>(evaluator), line, limits, only, control, tell);
    }
    void clear() override {
        const InUse guard(busy_);
        search_.clear();
    }

private:
    Search search_;
    std::atomic_flag busy_;
};

}  // namespace leafstrap::bindings

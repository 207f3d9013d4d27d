// Hands out the moves of one node in the order they are worth trying: the table's move, captures that win something,
// killers and the counter-move, quiet moves by history, captures that lose something.
//
// Work is put off until it is needed, because most nodes end after a move or two: moves are generated when the table's
// move did not do, quiet ones are scored when captures did not.
#pragma once

#include <algorithm>
#include <cassert>

#include "game_traits.hpp"
#include "search/ranking.hpp"
#include "search/tournament/history.hpp"
#include "search/tournament/move_preview.hpp"

namespace leafstrap::tournament {

template <SearchPosition P>
class MovePicker {
public:
    using Move = typename P::Move;
    using Game = GameTraits<P>;

    // All moves. Where some must be chosen from, these are listed at once: the table's memory may be fetched meanwhile.
    MovePicker(const P& position, const History<P>& history, const Stack<P>* stack, bool urgent)
        : position_(position), history_(history), stack_(stack), listed_(Game::must_capture && urgent) {
        if (listed_) position.legal_moves(moves_);
    }
    // To begin with, the code of the table's move, 0 for none; one that is not legal here is ignored.
    void begin_with(std::uint16_t code) {
        assert(stage_ == Stage::generate && (!listed_ || !moves_.empty()));
        if (listed_ && moves_.size() == 1) {
            stage_ = Stage::only;
            first_ = moves_[0];
            score_ = code && Game::code(first_) == code ? table_move : tactical_base;
            return;
        }
        score_ = table_move;
        has_first_ = code && (listed_ ? find_listed(code) : Game::find_move(position_, code, first_));
        stage_ = has_first_ ? Stage::table : Stage::generate;
        assert(!has_first_ || Game::code(first_) == code);
    }
    // Below the horizon: only moves that change the material, or all where a threat must be answered. Those that win no
    // more than `too_little` are left out.
    MovePicker(const P& position, const History<P>& history, std::uint16_t first, Score too_little = -infinite)
        : position_(position), history_(history), stage_(Stage::rest) {
        if (position.urgent()) {
            position.legal_moves(moves_);
        } else {
            Game::tactical_moves(position, moves_);
        }
        begin();
        selective_ = true;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const Move move = moves_[i];
            const bool tactical = Game::is_tactical(position, move);
            const Score gain = tactical ? Game::gain(position, move) : 0;
            if (tactical && gain <= too_little) {
                left_out_ = std::max(left_out_, gain);
            } else {
                ranking_.set(i, Game::code(move) == first ? table_move : tactical ? tactical_score(move, gain) : 0);
            }
        }
    }

    // False when there are no more. fetch(move) is called as soon as a move is thought of, before it is looked at more
    // closely: what memory is asked for then comes sooner.
    template <class Fetch>
    bool next(Move& move, Fetch fetch) {
        const bool found = find_next(move, fetch);
        assert(found ? is_new(move) : is_complete());
        return found;
    }

    // From now on, of the quiet moves only those that threaten something.
    void skip_quiet(const typename MovePreview<P>::Shared& shared) {
        if (stage_ != Stage::rest) return;
        selective_ = true;
        for (std::size_t i = 0; i < moves_.size(); ++i)
            if (!Game::is_tactical(position_, moves_[i]) && !MovePreview<P>(position_, moves_[i], shared).urgent())
                ranking_.remove(i);
    }

    // The most that any move won that was left out; -infinite if none was.
    Score left_out() const { return left_out_; }

    // Of the move handed out last.
    bool is_first() const { return score_ == table_move; }
    bool loses_material() const { return score_ < losing; }
    bool is_refutation() const { return score_ >= refutation && score_ < tactical_least; }
    int history_score(Move move) const {
        if (Game::is_tactical(position_, move)) return history_.tactical_score(position_, move);
        return score_ < refutation ? score_ : history_.quiets(position_, stack_).score(move);
    }

private:
    template <class Fetch>
    bool find_next(Move& move, Fetch fetch) {
        if (stage_ > Stage::none) return pick(move, fetch);
        if (stage_ == Stage::none) return false;
        stage_ = stage_ == Stage::table ? Stage::generate : Stage::none;
        move = first_;
        fetch(move);
        return true;
    }

#ifndef NDEBUG
    // What assertions know: the moves handed out are legal, each comes once, and in the end all have come.
    bool is_new(Move move) {
        MoveList<P> legal;
        position_.legal_moves(legal);
        const bool is_legal = std::find(legal.begin(), legal.end(), move) != legal.end();
        const bool came = std::find(handed_out_.begin(), handed_out_.end(), move) != handed_out_.end();
        handed_out_.push(move);
        return is_legal && !came;
    }
    bool is_complete() const {
        MoveList<P> legal;
        position_.legal_moves(legal);
        return selective_ || handed_out_.size() == legal.size();
    }
    MoveList<P> handed_out_;
#endif

    enum class Stage { table, only, none, generate, tactical, rest };

    // Each kind of move in a range of its own; history and gains stay well below the distances.
    static constexpr int table_move = Ranking<P::max_moves>::limit - 1;
    static constexpr int tactical_base = 3 << 20;
    static constexpr int tactical_least = 2 << 20;
    static constexpr int refutation = 1 << 20;
    static constexpr int put_off = 5 << 20;
    static constexpr int losing = -(1 << 20);

    // The best of the moves that are listed, which may be none yet.
    template <class Fetch>
    bool pick(Move& move, Fetch fetch) {
        if (stage_ == Stage::generate) generate();
        while (true) {
            const auto best = ranking_.best();
            if (stage_ == Stage::tactical && (!best.found || best.score < refutation)) {
                rank_quiet();
                continue;
            }
            if (!best.found) return false;
            score_ = best.score;
            move = moves_[best.place];
            fetch(move);
            // Most nodes end before this capture's turn, and looking at an exchange costs more than at a score.
            if (score_ >= tactical_least && score_ < table_move && !alone_ &&
                !Game::exchange_wins(position_, move, 0)) {
                assert(score_ - put_off < losing);
                ranking_.set(best.place, score_ - put_off);
                continue;
            }
            ranking_.remove(best.place);
            return true;
        }
    }

    void begin() {
        ranking_.begin(moves_.size());
        alone_ = Game::must_capture && moves_.size() == 1;
    }
    int tactical_score(Move move, Score gain) const {
        const int score = tactical_base + 32 * gain + history_.tactical_score(position_, move);
        assert(tactical_least <= score && score < table_move);
        return score;
    }
    bool find_listed(std::uint16_t code) {
        const auto* move =
            std::find_if(moves_.begin(), moves_.end(), [&](Move each) { return Game::code(each) == code; });
        if (move == moves_.end()) return false;
        first_ = *move;
        return true;
    }
    bool came_first(Move move) const { return has_first_ && move == first_; }
    void generate() {
        if (!listed_) position_.legal_moves(moves_);
        begin();
        if (!Game::may_be_tactical(position_)) return rank_quiet();
        stage_ = Stage::tactical;
        for (std::size_t i = 0; i < moves_.size(); ++i)
            if (Game::is_tactical(position_, moves_[i]) && !came_first(moves_[i]))
                ranking_.set(i, tactical_score(moves_[i], Game::gain(position_, moves_[i])));
    }
    void rank_quiet() {
        stage_ = Stage::rest;
        assert(stack_);
        const Move counter = history_.counter(stack_);
        const auto quiets = history_.quiets(position_, stack_);
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const Move move = moves_[i];
            if (Game::is_tactical(position_, move) || came_first(move)) continue;
            ranking_.set(i, move == stack_->killers[0]   ? refutation + 2
                            : move == stack_->killers[1] ? refutation + 1
                            : move == counter            ? refutation
                                                         : quiets.score(move));
        }
    }

    const P& position_;
    const History<P>& history_;
    const Stack<P>* stack_ = nullptr;
    MoveList<P> moves_;
    Ranking<P::max_moves> ranking_;
    Move first_{};
    bool has_first_ = false;
    Stage stage_ = Stage::generate;
    int score_ = 0;
    Score left_out_ = -infinite;
    bool listed_ = false;
    bool selective_ = false;  // some moves are not handed out
    bool alone_ = false;      // a move that must be played, whatever it loses
};

}  // namespace leafstrap::tournament

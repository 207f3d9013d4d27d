// Works the verdicts out backwards, one endgame after the other.
//
// A first look at every position settles those that have captures, promotions that win, or no moves at all; it needs
// nothing but the endgames done before. From each position that is won or lost the quiet moves are then taken back:
// what leads to a lost position is won, and what leads to nothing but won ones is lost. What is never reached is drawn.
#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>

#include "draughts/endgame/tables.hpp"

namespace leafstrap::draughts {

class EndgameSolver {
public:
    // The material with either side to move: quiet moves lead from one to the other.
    EndgameSolver(const EndgameTables& known, const EndgameMaterial& material)
        : known_(known), symmetric_(material == material.other()) {
        halves_.emplace_back(material);
        if (!symmetric_) halves_.emplace_back(material.other());
    }

    static EndgameTables run(int most_pieces, int threads) {
        EndgameTables tables(most_pieces);
        const std::vector<EndgameMaterial> materials = all_materials(most_pieces);
        while (tables.tables_.size() < materials.size()) {
            EndgameSolver solver(tables, materials[tables.tables_.size()]);
            solver.look(threads);
            solver.go_back();
            for (const Half& half : solver.halves_) tables.add(half.packed());
        }
        return tables;
    }

private:
    // What is known of a position while it is worked on. Smaller numbers stand for positions that have so many quiet
    // moves of which nothing is known yet, and otherwise nothing but losing ones; those that hold have one that draws.
    using State = std::uint8_t;
    static constexpr State holds = 250, nowhere = 251, drawn = 252, won = 253, lost = 254;

    struct Half {
        EndgameIndex index;
        EndgameCamps views;
        std::vector<State> states;

        explicit Half(const EndgameMaterial& material) : index(material), views(material), states(index.size()) {}

        EndgameTable packed() const {
            EndgameTable table(index.material());
            for (std::uint32_t number = 0; number < index.size(); ++number) {
                const State state = states[number];
                if (state == nowhere)
                    table.put(number, std::nullopt);
                else
                    table.put(number, state == won ? Verdict::won : state == lost ? Verdict::lost : Verdict::drawn);
            }
            return table;
        }
    };

    std::uint32_t other(std::uint32_t half) const { return symmetric_ ? half : 1 - half; }

    void look(int threads) {
        constexpr std::uint32_t share = 1 << 14;
        for (Half& half : halves_) {
            std::atomic<std::uint32_t> next = 0;
            const auto work = [&] {
                for (std::uint32_t begin; (begin = next.fetch_add(share)) < half.index.size();)
                    for (std::uint32_t n = begin; n < std::min(begin + share, half.index.size()); ++n) {
                        const std::optional<SideView> side = half.views.side(n);
                        half.states[n] = side ? first_look(*side) : nowhere;
                    }
            };
            std::vector<std::thread> helpers;
            for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
            work();
            for (std::thread& helper : helpers) helper.join();
        }
    }

    State first_look(const SideView& side) const {
        const Position position(side.pieces(), side.enemies(), side.kings | side.enemy_kings, Side::first);
        MoveList<Position> moves;
        position.legal_moves(moves);
        bool draws = false;
        State quiet = 0;
        for (const Move move : moves) {
            if (!position.is_tactical(move)) {
                ++quiet;
                continue;
            }
            const Position after = position.after(move);
            const Verdict verdict = after.pieces(Side::second) ? *known_.probe(after) : Verdict::lost;
            if (verdict == Verdict::lost) return won;
            draws |= verdict == Verdict::drawn;
        }
        if (draws) return quiet ? holds : drawn;
        return quiet ? quiet : lost;
    }

    void go_back() {
        for (std::uint32_t half = 0; half < halves_.size(); ++half) {
            const std::vector<State>& states = halves_[half].states;
            for (std::uint32_t n = 0; n < states.size(); ++n)
                if (states[n] == won || states[n] == lost) settled_.push_back({half, n});
        }
        while (!settled_.empty()) {
            const auto [half, number] = settled_.back();
            settled_.pop_back();
            take_back(*halves_[half].views.side(number), other(half), halves_[half].states[number]);
        }
    }

    // All positions of the other side from which a quiet move leads here, and what that tells of them. If one of them
    // is still undecided it has no captures, and the move is legal.
    void take_back(const SideView& side, std::uint32_t half, State state) {
        const SideView now = side.other();
        const Bitboard empty = now.empty();
        for (Bitboard kings = now.kings; kings;) {
            const Square to = pop_lowest(kings);
            for (Bitboard froms = find_sight(to, empty).any() & empty; froms;) {
                SideView before = now;
                before.kings ^= bit(to) | bit(pop_lowest(froms));
                tell(before, half, state);
            }
        }
        for (Bitboard men = now.men; men;) {
            const Bitboard to = bit(pop_lowest(men));
            for (Bitboard froms = (shift<down_left>(to) | shift<down_right>(to)) & empty; froms;) {
                SideView before = now;
                before.men ^= to | bit(pop_lowest(froms));
                tell(before, half, state);
            }
        }
    }

    // A position has a move to one that is won or lost for the other side.
    void tell(const SideView& side, std::uint32_t half, State state) {
        const std::uint32_t number = halves_[half].index.of(side);
        State& known = halves_[half].states[number];
        if (known > holds) return;
        if (state == lost)
            known = won;
        else if (known == holds || --known > 0)
            return;
        else
            known = lost;
        settled_.push_back({half, number});
    }

    struct Settled {
        std::uint32_t half, number;
    };

    const EndgameTables& known_;
    bool symmetric_;
    std::vector<Half> halves_;
    std::vector<Settled> settled_;
};

EndgameTables EndgameTables::solve(int most_pieces, int threads) {
    if (most_pieces < fewest || most_pieces > most) throw std::invalid_argument("endgame tables are for 2 to 4 pieces");
    return EndgameSolver::run(most_pieces, threads);
}

}  // namespace leafstrap::draughts

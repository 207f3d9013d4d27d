// What the tournament search asks of a game beyond SearchPosition, with a default for whatever a game does not say.
//
// A game that has rules, noisy moves and slots can be searched as it is; each member of TournamentPosition (game.hpp)
// that it adds makes the search quicker or lets it leave out more. Where the search would leave something out on the
// word of a game that says nothing, the default is such that nothing is left out.
#pragma once

#include <algorithm>
#include <cstdint>

#include "game.hpp"

namespace leafstrap {

template <SearchPosition P>
struct GameTraits {
    using Move = typename P::Move;

    // ---- tables of moves, by slots
    static constexpr int piece_slots = [] {
        if constexpr (requires { P::piece_slots; }) return P::piece_slots;
        return std::min(2 * P::move_slots, 1024);  // squared it must fit into memory
    }();
    static int piece_slot(const P& position, Move move) {
        if constexpr (requires { position.piece_slot(move); })
            return position.piece_slot(move);
        else
            return (index(position.turn()) * P::move_slots + P::slot(move)) % piece_slots;
    }
    static constexpr int victim_slots = [] {
        if constexpr (requires { P::victim_slots; }) return P::victim_slots;
        return 1;
    }();
    static int victim_slot(const P& position, Move move) {
        if constexpr (requires { position.victim_slot(move); })
            return position.victim_slot(move);
        else
            return 0;
    }

    // ---- moves in the table. Two moves of one slot share a code: the first legal one is then tried first.
    static std::uint16_t code(Move move) {
        if constexpr (requires { P::code(move); })
            return P::code(move);
        else
            return static_cast<std::uint16_t>(P::slot(move) % 65535 + 1);
    }
    // Whether a legal move has the code, and which.
    static bool find_move(const P& position, std::uint16_t code, Move& found) {
        if constexpr (requires { position.legal_move(code); }) {
            found = position.legal_move(code);
            return !(found == Move{});
        } else {
            MoveList<P> moves;
            position.legal_moves(moves);
            const auto* move =
                std::find_if(moves.begin(), moves.end(), [&](Move each) { return GameTraits::code(each) == code; });
            if (move == moves.end()) return false;
            found = *move;
            return true;
        }
    }

    // ---- moves that change the material, and what they win
    static bool is_tactical(const P& position, Move move) {
        if constexpr (requires { position.is_tactical(move); })
            return position.is_tactical(move);
        else
            return position.is_noisy(move);
    }
    static void tactical_moves(const P& position, MoveList<P>& moves) {
        if constexpr (requires { position.tactical_moves(moves); })
            position.tactical_moves(moves);
        else
            position.noisy_moves(moves);
    }
    static bool may_be_tactical(const P& position) {
        if constexpr (requires { position.may_be_tactical(); })
            return position.may_be_tactical();
        else
            return true;
    }
    // Of a game without worths nobody knows, so that it may be enough for anything: more than any two scores differ by.
    static constexpr int unknown_gain = 66000;
    static int gain(const P& position, Move move) {
        if constexpr (requires { position.gain(move); })
            return position.gain(move);
        else
            return position.is_noisy(move) ? unknown_gain + std::clamp(position.noisy_rank(move), -1000, 1000) : 0;
    }
    static bool exchange_wins(const P& position, Move move, int threshold) {
        if constexpr (requires { position.exchange_wins(move, threshold); })
            return position.exchange_wins(move, threshold);
        else
            return gain(position, move) >= threshold;
    }
    static constexpr bool must_capture = [] {
        if constexpr (requires { P::must_capture; }) return P::must_capture;
        return false;
    }();

    // ---- draws by move count: where it begins to matter, it is a part of the position (see table_key)
    static constexpr bool counts_plies = requires { P::most_reversible_plies; };

    // ---- what a move leads to, told before it is made
    static constexpr bool previews = requires(const P& position, Move move) {
        position.hash_hint(move);
        position.makes_urgent(move, position.threats());
        position.after(move, true);
    };

    // ---- passing
    static bool may_pass(const P& position) {
        if constexpr (requires { position.may_pass(); })
            return position.may_pass();
        else
            return false;
    }
    static P after_pass(const P& position) {
        if constexpr (requires { position.after_pass(); })
            return position.after_pass();
        else
            return position;  // nobody asks
    }
};

}  // namespace leafstrap

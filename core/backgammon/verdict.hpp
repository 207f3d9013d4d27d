// What a network says of a position: for the side that is to roll, before it rolls.
#pragma once

#include <array>

#include "eval/network.hpp"
#include "eval/traces.hpp"
#include "game.hpp"

namespace leafstrap::backgammon {

// Seven outputs as in Wiering et al. (section 4.1): the mean result, and how often each result comes. Or the five
// probabilities that programs of today have: to win, a gammon at least, a backgammon, and to lose the latter two.
enum class Heads : std::uint8_t { seven, five };

struct SevenHeads {
    static constexpr int count = 7;
    static constexpr int mean = 0;
    static constexpr int won(int points) { return points; }       // 1 to 3
    static constexpr int lost(int points) { return 3 + points; }  // 4 to 6

    // For choosing moves: the mean output and the mean of the six others, halved.
    static float equity(const Network::Outputs& outputs) {
        float sum = 0;
        for (int points = 1; points <= 3; ++points)
            sum += static_cast<float>(points) *
                   (outputs[static_cast<std::size_t>(won(points))] - outputs[static_cast<std::size_t>(lost(points))]);
        return (outputs[mean] + sum) / 2;
    }
    // The same position seen by the other side: the mean is negated, winning and losing change places.
    static Network::Outputs turned(const Network::Outputs& outputs) {
        Network::Outputs turned{};
        turned[mean] = -outputs[mean];
        for (int points = 1; points <= 3; ++points) {
            turned[static_cast<std::size_t>(won(points))] = outputs[static_cast<std::size_t>(lost(points))];
            turned[static_cast<std::size_t>(lost(points))] = outputs[static_cast<std::size_t>(won(points))];
        }
        return turned;
    }
    // A result that is certain, in points for the side whose view it is.
    static Network::Outputs certain(int points) {
        Network::Outputs outputs{};
        outputs[mean] = static_cast<float>(points);
        outputs[static_cast<std::size_t>(points > 0 ? won(points) : lost(-points))] = 1;
        return outputs;
    }
};

struct FiveHeads {
    static constexpr int count = 5;
    enum : std::size_t { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon };

    static float equity(const Network::Outputs& o) {
        return 2 * o[win] - 1 + o[win_gammon] + o[win_backgammon] - o[lose_gammon] - o[lose_backgammon];
    }
    static Network::Outputs turned(const Network::Outputs& o) {
        return {1 - o[win], o[lose_gammon], o[lose_backgammon], o[win_gammon], o[win_backgammon]};
    }
    static Network::Outputs certain(int points) {
        return {points > 0 ? 1.0F : 0.0F, points > 1 ? 1.0F : 0.0F, points > 2 ? 1.0F : 0.0F, points < -1 ? 1.0F : 0.0F,
                points < -2 ? 1.0F : 0.0F};
    }
};

// One of the two, chosen when a network is made.
inline int head_count(Heads heads) { return heads == Heads::seven ? SevenHeads::count : FiveHeads::count; }
inline float equity(Heads heads, const Network::Outputs& outputs) {
    return heads == Heads::seven ? SevenHeads::equity(outputs) : FiveHeads::equity(outputs);
}
inline Network::Outputs turned(Heads heads, const Network::Outputs& outputs) {
    return heads == Heads::seven ? SevenHeads::turned(outputs) : FiveHeads::turned(outputs);
}
inline Network::Outputs certain(Heads heads, int points) {
    return heads == Heads::seven ? SevenHeads::certain(points) : FiveHeads::certain(points);
}

// What `turned` does to differences of outputs: found by turning one output after the other.
inline Turning turning(Heads heads) {
    Turning turning;
    const Network::Outputs origin = turned(heads, Network::Outputs{});
    for (std::size_t from = 0; from < static_cast<std::size_t>(head_count(heads)); ++from) {
        Network::Outputs one{};
        one[from] = 1;
        const Network::Outputs other = turned(heads, one);
        for (std::size_t to = 0; to < static_cast<std::size_t>(head_count(heads)); ++to) {
            if (other[to] == origin[to]) continue;
            turning.from[to] = from;
            turning.sign[to] = other[to] - origin[to];
        }
    }
    return turning;
}

}  // namespace leafstrap::backgammon

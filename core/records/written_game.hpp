// A game as a file tells it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game.hpp"

namespace leafstrap {

template <Position P>
struct WrittenGame {
    struct Fault {
        int line;
        std::string sentence;
    };

    std::vector<std::pair<std::string, std::string>> tags;  // in their order, as UTF-8
    P start = P::start();
    std::vector<typename P::Move> moves;
    std::optional<Outcome> outcome;     // nothing if it is not known
    int line = 0;                       // where the game begins, counted from 1
    std::optional<Fault> fault;         // what is wrong with it; the moves before the fault are kept
    std::vector<std::string> comments;  // on the last so many moves; written, but not read

    // The value of a tag, or nothing.
    std::string_view tag(std::string_view name) const {
        for (const auto& [known, value] : tags)
            if (known == name) return value;
        return {};
    }
};

}  // namespace leafstrap

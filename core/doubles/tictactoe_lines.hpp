// The feature set `lines` of tic-tac-toe: what a side can still complete, and the cells that most lines go through.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "doubles/tictactoe.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::doubles {

struct TicTacToeLines {
    using Position = TicTacToe;
    static constexpr std::string_view name = "lines";
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"game"};
    static constexpr bool symmetric = true;

    static constexpr Block open{0, 8, 2};  // by line, with one mark and with two
    static constexpr Block centre = open.then(1);
    static constexpr Block corners = centre.then(1);
    static constexpr int concepts = corners.end();

    static std::array<float, stages> mix(const Position&) { return {1.0F}; }

    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        for (const Side side : {Side::first, Side::second}) {
            const unsigned own = position.marks(side);
            const auto view = static_cast<float>(sign(side));
            for (int line = 0; line < open.rows; ++line) {
                const unsigned cells = Position::lines[static_cast<std::size_t>(line)];
                const int marks = std::popcount(cells & own);
                if ((marks == 1 || marks == 2) && !(cells & position.marks(!side)))
                    sink.add(open(line, marks - 1), view);
            }
            if (own & 0020) sink.add(centre(0), view);
            if (const int marks = std::popcount(own & 0505)) sink.add(corners(0), view * static_cast<float>(marks));
        }
    }

    static const std::vector<FeatureInfo>& describe() {
        static const std::vector<FeatureInfo> features = [] {
            constexpr std::array<std::string_view, 8> words{"top-row",     "middle-row",    "bottom-row",
                                                            "left-column", "middle-column", "right-column",
                                                            "diagonal",    "antidiagonal"};
            FeatureTable table;
            table.family("lines");
            table.add(open, [&](int line, int two) {
                const std::string word(words[static_cast<std::size_t>(line)]);
                return FeatureTable::Entry{
                    word + (two ? ".two" : ".one"),
                    (two ? "two marks" : "one mark") + std::string(" and no other in the ") + word};
            });
            table.family("cells");
            table.add(centre, "centre", "a mark in the centre");
            table.add(corners, "corners", "number of marks in corners");
            return table.spell_out(stage_names);
        }();
        return features;
    }
};

static_assert(FeatureSet<TicTacToeLines>);

}  // namespace leafstrap::doubles

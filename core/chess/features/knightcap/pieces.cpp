#include "chess/features/knightcap/pieces.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::knightcap {

void PieceBlocks::describe(FeatureTable& table) {
    using Entry = FeatureTable::Entry;
    const auto on_squares = [](Kind kind) {
        return [=](int s, int) {
            return Entry{kind_word(kind) + "-pos." + square_word(s), kind_word(kind) + " on " + square_word(s)};
        };
    };
    table.family("pieces");
    table.add(knight_pos, on_squares(Kind::knight));
    table.add(rook_pos, on_squares(Kind::rook));
    const std::string settled = " on rank 4 to 6 where no enemy pawn can ever attack it, ";
    table.add(outpost, [&](int row, int) {
        return Entry{kind_word(row + 1) + "-outpost", kind_word(row + 1) + settled + "not guarded by a pawn"};
    });
    table.add(supported_outpost, [&](int row, int) {
        return Entry{"supported-" + kind_word(row + 1) + "-outpost",
                     kind_word(row + 1) + settled + "guarded by a pawn"};
    });
    table.add(connected_rooks, "connected-rooks", "a rook that another rook guards");
    table.add(seventh_rank_rooks, "seventh-rank-rooks", "number of rooks on the seventh rank");
    table.add(early_queen_movement, "early-queen-movement",
              "in the opening: queen away from d1 with two minor pieces or more on their first squares");
    table.add(blocked_knight, "blocked-knight",
              "number of knights whose every square is taken by an own man or attacked by an enemy pawn");
    table.add(useless_piece, "useless-piece", "number of pieces that attack no enemy man and no square beyond rank 4");
    table.add(trapped_step, [](int row, int) {
        return Entry{"trapped-step." + std::to_string(row + 1), count_word(row + 1, "piece") +
                                                                    (row + 1 == trapped_step.rows ? " or more" : "") +
                                                                    " that can move, but not to a safe square"};
    });
    table.add(bishop_xray, [](int row, int) {
        return Entry{"bishop-xray." + kind_word(row + 1),
                     "bishop with an enemy " + kind_word(row + 1) + " behind the first man on its diagonal"};
    });
}

}  // namespace leafstrap::chess::knightcap

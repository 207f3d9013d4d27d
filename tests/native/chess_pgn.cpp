// PGN as it is found: whole games are read, broken ones say what is wrong and where, and nothing crashes.
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"
#include "line.hpp"
#include "records/game_file.hpp"
#include "records/quiet.hpp"
#include "search/random.hpp"

using namespace leafstrap;
using namespace leafstrap::chess;
using Board = chess::Position;

namespace {

std::vector<PgnGame> games_of(std::string_view text) {
    std::vector<PgnGame> games;
    PgnReader reader(text);
    for (PgnGame game; reader.next(game);) games.push_back(game);
    return games;
}

Move found(const Board& board, std::string_view text) {
    Move move;
    CHECK(read_san(board, text, move) == nullptr);
    return move;
}

template <class Visit>
void random_games(int games, Visit visit) {
    Random random(11);
    for (int game = 0; game < games; ++game) {
        Line<Board> line;
        for (int ply = 0; ply < 120 && !line.outcome().over; ++ply) {
            MoveList<Board> moves;
            line.position().legal_moves(moves);
            visit(line.position(), moves);
            line.push(moves[random.below(moves.size())]);
        }
    }
}

constexpr std::string_view messy =
    "\xEF\xBB\xBF[Event \"one\"]\n[White \"M\xFCller\"]\n[Result \"1-0\"]\n\n"
    "1.e4 e5 2. Nf3 {a comment, with ( and [ in it} Nc6 (2... d6 {other} (2... f5) 3. d4) 3.Bb5 a6 $1 ; to the end\n"
    "4. Ba4! Nf6?! 5. O-O Be7 1-0\n\n"
    "[Event \"an illegal move\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Ke3 Nc6 0-1\n\n"
    "[Event \"no result\"]\n\n1. d4 d5 *\n\n"
    "[Event \"a comment without an end\"]\n\n1. d4 { d5 2. c4\n\n"
    "[Event \"nonsense\"]\n\n1. c4 @#~ e5 1/2-1/2\n\n"
    "[Event \"from a position\"]\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 1-0\n\n"
    "[Event \"not chess\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 1-0\n\n"
    "[Event \"bad FEN\"]\n[FEN \"4k3/8\"]\n\n1. e4 1-0\n\n"
    "1. e2e4 e7-e5 2. 0-0 1-0\n\n"
    "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0 1/2\n";

}  // namespace

TEST("every legal move is read as it is written, and long") {
    random_games(30, [](const Board& board, const MoveList<Board>& moves) {
        for (const Move move : moves) {
            CHECK(found(board, san(board, move)) == move);
            CHECK(found(board, move.text()) == move);
        }
    });
}

TEST("files as they are found") {
    const std::vector<PgnGame> games = games_of(messy);
    CHECK_EQUAL(games.size(), 10u);
    CHECK(!games[0].fault && games[0].moves.size() == 10 && games[0].outcome == Outcome::win(Side::first));
    CHECK_EQUAL(std::string(games[0].tag("White")), std::string("M\xC3\xBCller"));
    const auto told = [&](std::size_t game, int line, std::string_view part) {
        return games[game].fault && games[game].fault->line == line &&
               games[game].fault->sentence.find(part) != std::string::npos;
    };
    CHECK(told(1, 11, "'Ke3' is no legal move") && games[1].moves.size() == 2);
    CHECK(!games[2].fault && !games[2].outcome && games[2].moves.size() == 2);
    CHECK(told(3, 19, "never closed"));
    CHECK(told(4, 23, "is neither a move nor a result"));
    CHECK(!games[5].fault && games[5].moves.size() == 2);
    CHECK(told(6, 31, "not the usual chess"));
    CHECK(told(7, 36, "invalid FEN"));
    CHECK(told(8, 41, "'0-0' is no legal move"));
    CHECK(!games[9].fault && games[9].moves.size() == 8 && games[9].outcome == Outcome::draw());
}

TEST("a file gives its whole games by number, and counts the others") {
    const auto path = std::filesystem::temp_directory_path() / "leafstrap-messy.pgn";
    std::ofstream(path, std::ios::binary) << messy;
    const GameFile<Pgn> file(path.string());
    CHECK_EQUAL(file.size(), 3u);
    CHECK_EQUAL(file.broken(), 6u);
    CHECK_EQUAL(file.without_result(), 1u);
    CHECK_EQUAL(file.faults().front().line, 11);
    CHECK_EQUAL(file.game(1).moves.size(), 2u);
    CHECK_EQUAL(file.game(2).moves.size(), 8u);
    CHECK_EQUAL(file.game(2).line, 43);
    std::filesystem::remove(path);
}

TEST("spoiled files are read to their end, and one line of many megabytes too") {
    Random random(3);
    for (int i = 0; i < 3000; ++i) {
        std::string text(messy);
        for (int change = 0; change < 5; ++change) {
            const std::size_t place = random.below(text.size());
            switch (random.below(3)) {
                case 0:
                    text[place] = static_cast<char>(random.below(256));
                    break;
                case 1:
                    text.erase(place, random.below(20));
                    break;
                default:
                    text.insert(place, text.substr(random.below(text.size()), random.below(20)));
            }
        }
        for (const PgnGame& game : games_of(text)) CHECK(game.line > 0);
    }
    std::string line = "1. Nf3 Nf6 2. Ng1 Ng8 ";
    while (line.size() < 10'000'000) line += "Nf3 Nf6 Ng1 Ng8 {and so on} ";
    CHECK_EQUAL(games_of(line + "1-0").size(), 1u);
}

TEST("quiet positions are those without check, capture and combination") {
    // Four quiet plies, a pawn taken and taken back, then quiet again.
    const PgnGame game = games_of("1. e4 d5 2. Nc3 Nf6 3. exd5 Nxd5 4. d3 e6 1-0")[0];
    const std::vector<bool> quiet = quiet_positions(game.start, game.moves);
    const std::vector<bool> expected{true, true, true, true, false, false, true, true};
    CHECK(quiet == expected);
}

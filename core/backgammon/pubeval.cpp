// Tesauro's public evaluator, the usual yardstick of backgammon programs: two linear functions of 122 inputs.
#include "backgammon/pubeval.hpp"

#include <array>
#include <limits>

namespace leafstrap::backgammon {
namespace {

// G. Tesauro, IBM, 1993, "provided as a public service to the backgammon programming community".
constexpr std::size_t weights = 122;
constexpr std::array<float, weights> contact_weights{
    0.25696F,  -0.66937F, -1.66135F, -2.02487F, -2.53398F, -0.16092F, -1.11725F, -1.06654F, -0.9283F,  -1.99558F,
    -1.10388F, -0.80802F, 0.09856F,  -0.62086F, -1.27999F, -0.5922F,  -0.73667F, 0.89032F,  -0.38933F, -1.59847F,
    -1.50197F, -0.60966F, 1.56166F,  -0.47389F, -1.8039F,  -0.83425F, -0.97741F, -1.41371F, 0.245F,    0.1097F,
    -1.36476F, -1.05572F, 1.1542F,   0.11069F,  -0.38319F, -0.74816F, -0.59244F, 0.81116F,  -0.39511F, 0.11424F,
    -0.73169F, -0.56074F, 1.09792F,  0.15977F,  0.13786F,  -1.18435F, -0.43363F, 1.06169F,  -0.21329F, 0.04798F,
    -0.94373F, -0.22982F, 1.22737F,  -0.13099F, -0.06295F, -0.75882F, -0.13658F, 1.78389F,  0.30416F,  0.36797F,
    -0.69851F, 0.13003F,  1.2307F,   0.40868F,  -0.21081F, -0.64073F, 0.31061F,  1.59554F,  0.65718F,  0.25429F,
    -0.80789F, 0.0824F,   1.78964F,  0.54304F,  0.41174F,  -1.06161F, 0.07851F,  2.01451F,  0.49786F,  0.91936F,
    -0.9075F,  0.05941F,  1.8312F,   0.58722F,  1.28777F,  -0.83711F, -0.33248F, 2.64983F,  0.52698F,  0.82132F,
    -0.58897F, -1.18223F, 3.35809F,  0.62017F,  0.57353F,  -0.07276F, -0.36214F, 4.37655F,  0.45481F,  0.21746F,
    0.10504F,  -0.61977F, 3.54001F,  0.04612F,  -0.18108F, 0.63211F,  -0.87046F, 2.47673F,  -0.48016F, -1.27157F,
    0.86505F,  -1.11342F, 1.24612F,  -0.82385F, -2.77082F, 1.23606F,  -1.59529F, 0.10438F,  -1.30206F, -4.1152F,
    5.62596F,  -2.758F};
constexpr std::array<float, weights> race_weights{
    0.0F, -0.1716F,  0.2701F,   0.29906F,  -0.08471F, 0.0F, -1.40375F, -1.05121F, 0.07217F,  -0.01351F,
    0.0F, -1.29506F, -2.16183F, 0.13246F,  -1.03508F, 0.0F, -2.29847F, -2.34631F, 0.17253F,  0.08302F,
    0.0F, -1.27266F, -2.87401F, -0.07456F, -0.3424F,  0.0F, -1.3464F,  -2.46556F, -0.13022F, -0.01591F,
    0.0F, 0.27448F,  0.60015F,  0.48302F,  0.25236F,  0.0F, 0.39521F,  0.68178F,  0.05281F,  0.09266F,
    0.0F, 0.24855F,  -0.06844F, -0.37646F, 0.05685F,  0.0F, 0.17405F,  0.0043F,   0.74427F,  0.00576F,
    0.0F, 0.12392F,  0.31202F,  -0.91035F, -0.1627F,  0.0F, 0.01418F,  -0.10839F, -0.02781F, -0.88035F,
    0.0F, 1.07274F,  2.00366F,  1.16242F,  0.2252F,   0.0F, 0.85631F,  1.06349F,  1.49549F,  0.18966F,
    0.0F, 0.37183F,  -0.50352F, -0.14818F, 0.12039F,  0.0F, 0.13681F,  0.13978F,  1.11245F,  -0.12707F,
    0.0F, -0.22082F, 0.20178F,  -0.06285F, -0.52728F, 0.0F, -0.13597F, -0.19412F, -0.09308F, -1.26062F,
    0.0F, 3.05454F,  5.16874F,  1.5068F,   5.35F,     0.0F, 2.19605F,  3.8539F,   0.88296F,  2.30052F,
    0.0F, 0.92321F,  1.08744F,  -0.11696F, -0.7856F,  0.0F, -0.09795F, -0.8305F,  -1.09167F, -4.94251F,
    0.0F, -1.00316F, -3.66465F, -2.56906F, -9.67677F, 0.0F, -2.77982F, -7.26713F, -3.40177F, -12.32252F,
    0.0F, 3.4204F};

// Five inputs a point from the mover's 24 point down: a blot of the other side; one, two or more, three, and half of
// those above three of the own.
float score(const std::array<float, weights>& weight, const Checkers& own, const Checkers& theirs) {
    if (own.left() == 0) return std::numeric_limits<float>::infinity();
    float sum = 0;
    for (std::size_t j = 0; j < points; ++j) {
        const Place point = points - 1 - static_cast<Place>(j);
        const int count = own[point];
        if (theirs[mirrored(point)] == 1) sum += weight[5 * j];
        if (count == 1) sum += weight[5 * j + 1];
        if (count >= 2) sum += weight[5 * j + 2];
        if (count == 3) sum += weight[5 * j + 3];
        if (count >= 4) sum += weight[5 * j + 4] * static_cast<float>(count - 3) / 2;
    }
    sum += weight[120] * static_cast<float>(theirs[bar]) / 2;
    return sum + weight[121] * static_cast<float>(own.borne_off()) / 15;
}

}  // namespace

Move pubeval_choice(const Position& position) {
    const auto& weight = position.is_race() ? race_weights : contact_weights;
    MoveList<Position> moves;
    position.legal_moves(moves);
    const Side mover = position.turn();
    Move best;
    float best_score = -std::numeric_limits<float>::infinity();
    bool any = false;
    for (const Move& move : moves) {
        const Position after = position.after(move);
        const float value = score(weight, after.checkers(mover), after.checkers(!mover));
        if (any && value <= best_score) continue;
        best = move;
        best_score = value;
        any = true;
    }
    return best;
}

}  // namespace leafstrap::backgammon

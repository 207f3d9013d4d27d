// What every input is called and means.
#include <string>

#include "backgammon/features/contact.hpp"
#include "backgammon/features/endgame.hpp"
#include "backgammon/features/tesauro.hpp"
#include "eval/one_feature_set.hpp"

namespace leafstrap::backgammon {
namespace {

using Entry = FeatureTable::Entry;

std::string side_word(int side) { return side == 0 ? "own" : "theirs"; }
std::string whose(int side) { return side == 0 ? "own" : "their"; }
std::string number(int n) { return std::to_string(n); }

// Four units of a point, Tesauro's way.
std::string units(int unit, const std::string& where) {
    constexpr std::array words{"any checker", "two or more checkers", "three or more checkers"};
    return unit < 3 ? words[static_cast<std::size_t>(unit)] + where
                    : "checkers above the third" + where + ", in halves";
}
constexpr std::array unit_names{"1", "2", "3", "more"};

void add_points(FeatureTable& table, Block block, int side) {
    table.add(block, [=](int point, int unit) {
        return Entry{side_word(side) + "." + number(point + 1) + "." + unit_names[static_cast<std::size_t>(unit)],
                     units(unit, " on " + whose(side) + " point " + number(point + 1))};
    });
}

// One input for each side.
void add_sides(FeatureTable& table, Block block, const std::string& name, const std::string& meaning) {
    table.add(block,
              [&](int side, int) { return Entry{name + "." + side_word(side), whose(side) + " side: " + meaning}; });
}

void add_endgame(FeatureTable& table) {
    using E = Endgame;
    table.family("home");
    table.add(E::home_point, [](int row, int unit) {
        const int side = row / home_points, point = row % home_points;
        return Entry{
            "home." + side_word(side) + "." + number(point + 1) + "." + unit_names[static_cast<std::size_t>(unit)],
            units(unit, " on " + whose(side) + " point " + number(point + 1))};
    });
    table.add(E::borne_off, [](int side, int unit) {
        constexpr std::array names{"share", "1", "8", "12"};
        constexpr std::array words{"share of the checkers borne off", "one or more borne off",
                                   "eight or more borne off", "twelve or more borne off"};
        return Entry{"off." + side_word(side) + "." + names[static_cast<std::size_t>(unit)],
                     whose(side) + " side: " + words[static_cast<std::size_t>(unit)]};
    });
    table.add(E::higher, [](int side, int column) {
        constexpr std::array names{"home-pips", "at-home", "throws", "gaps", "ace", "odd"};
        constexpr std::array words{"pips of the checkers at home, in fifties",      "checkers at home, in fifteenths",
                                   "throws that those need on average, in eighths", "empty home points, in sixths",
                                   "checkers on the ace point, in tenths",          "an odd number at home"};
        return Entry{std::string(names[static_cast<std::size_t>(column)]) + "." + side_word(side),
                     whose(side) + " side: " + words[static_cast<std::size_t>(column)]};
    });
}

std::vector<FeatureInfo> made(void (*fill)(FeatureTable&)) {
    FeatureTable table;
    fill(table);
    constexpr std::array<std::string_view, 1> stage{"game"};
    return table.spell_out(stage);
}

void add_contact(FeatureTable& table) {
    using C = Contact;
    table.family("board");
    table.add(C::point, [](int row, int unit) {
        const int side = row / points, point = row % points;
        constexpr std::array names{"any", "blot", "made", "third", "more"};
        constexpr std::array words{"any checker", "a blot", "two or more checkers", "three or more checkers",
                                   "checkers above the third, in halves,"};
        return Entry{
            side_word(side) + "." + number(point + 1) + "." + names[static_cast<std::size_t>(unit)],
            words[static_cast<std::size_t>(unit)] + std::string(" on ") + whose(side) + " point " + number(point + 1)};
    });
    table.add(C::on_the_bar, [](int side, int unit) {
        return Entry{"bar." + side_word(side) + (unit ? ".count" : ".any"),
                     whose(side) + " side: " + (unit ? "checkers on the bar, in halves" : "any checker on the bar")};
    });
    table.add(C::borne_off, [](int side, int unit) {
        return Entry{"off." + side_word(side) + (unit ? ".share" : ".any"),
                     whose(side) + " side: " + (unit ? "share of the checkers borne off" : "any checker borne off")};
    });

    table.family("danger");
    table.add(C::hit, [](int row, int) {
        const int side = row / points, point = row % points;
        return Entry{"hit." + side_word(side) + "." + number(point + 1),
                     "probability that the blot on " + whose(side) + " point " + number(point + 1) +
                         " is hit with the other side's next throw"};
    });
    table.add(C::any_hit, [](int side, int column) {
        return Entry{(column ? "hit-pips." : "hit-any.") + side_word(side),
                     whose(side) + " side: " +
                         (column ? "pips that hits with the next throw cost on average, in twenty-fourths"
                                 : "probability that any blot is hit with the next throw")};
    });

    table.family("structure");
    add_sides(table, C::pips, "pips", "pips to go, in hundreds");
    add_sides(table, C::home_made, "home-points", "points made at home, in sixths");
    table.add(C::prime, [](int side, int column) {
        return Entry{"prime." + side_word(side) + "." + number(column + 3),
                     whose(side) + " side: the longest run of made points is " + number(column + 3) +
                         (column == 3 ? " or more" : "")};
    });
    add_sides(table, C::escape, "escape",
              "throws that carry the other side's rearmost checker past the points before it, of 36");
    table.add(C::wall, [](int side, int column) {
        return Entry{
            "wall." + side_word(side) + "." + number(column + 1),
            whose(side) + " side: a made point " + number(column + 1) + " before the other side's rearmost checker"};
    });
    table.add(C::anchor, [](int side, int column) {
        return Entry{"anchor." + side_word(side) + "." + number(points - home_points + column + 1),
                     whose(side) + " side: point " + number(points - home_points + column + 1) + " is made"};
    });
    add_sides(table, C::anchors, "anchors", "made points in the other side's home, in thirds");
    add_sides(table, C::rearmost, "rearmost", "place of the rearmost checker, in twenty-fourths");
    add_sides(table, C::back, "back", "checkers in the other side's home or on the bar, in quarters");
    add_sides(table, C::deep, "deep", "checkers on the two lowest points, in fifths");
    add_sides(table, C::stack, "stack", "checkers above the third on points, in fifths");
    add_sides(table, C::blots, "blots", "number of blots, in fifths");
    add_sides(table, C::entry, "entry", "throws that bring a checker in from the bar, of 36, where one is there");
    add_sides(table, C::contact, "contact",
              "pips until the rearmost checkers of both sides have passed, in twenty-fourths");
    add_sides(table, C::spare, "spare", "checkers free to move without giving up a point, in tenths");
    table.add(C::cover, [](int side, int column) {
        return Entry{"cover." + side_word(side) + "." + number(column + 1),
                     whose(side) + " side: checkers up to six pips behind point " + number(column + 1) + ", in sixths"};
    });
    table.add(C::lead, "lead", "pips ahead of the other side, in hundreds");
}

}  // namespace

const OneSided& Endgame::rolls_needed() {
    static const OneSided table;
    return table;
}

const std::vector<FeatureInfo>& Tesauro::describe() {
    static const std::vector<FeatureInfo> features = made([](FeatureTable& table) {
        table.family("board");
        add_points(table, own, 0);
        add_points(table, theirs, 1);
        add_sides(table, on_bar, "bar", "checkers on the bar, in halves");
        add_sides(table, borne_off, "off", "share of the checkers borne off");
        table.add(to_move,
                  [](int side, int) { return Entry{"turn." + side_word(side), whose(side) + " side is to throw"}; });
    });
    return features;
}

const std::vector<FeatureInfo>& Endgame::describe() {
    static const std::vector<FeatureInfo> features = made(add_endgame);
    return features;
}

const std::vector<FeatureInfo>& Race::describe() {
    static const std::vector<FeatureInfo> features = made([](FeatureTable& table) {
        add_endgame(table);
        table.family("board");
        add_points(table, own, 0);
        add_points(table, theirs, 1);
        table.family("race");
        table.add(higher, [](int side, int column) {
            constexpr std::array names{"pips",     "outside",    "pips-home", "crossings",
                                       "rearmost", "outer-near", "outer-far", "back"};
            constexpr std::array words{"pips to go, in hundreds",
                                       "checkers not at home, in fifteenths",
                                       "pips until all are at home, in fifties",
                                       "quarters of the board still to cross, in fifteenths",
                                       "place of the rearmost checker, in twenty-fourths",
                                       "checkers on points 7 to 12, in tenths",
                                       "checkers on points 13 to 18, in tenths",
                                       "checkers on points 19 to 24, in tenths"};
            return Entry{std::string(names[static_cast<std::size_t>(column)]) + "." + side_word(side),
                         whose(side) + " side: " + words[static_cast<std::size_t>(column)]};
        });
        table.add(lead, "lead", "pips ahead of the other side, in fifties");
    });
    return features;
}

const std::vector<FeatureInfo>& Contact::describe() {
    static const std::vector<FeatureInfo> features = made(add_contact);
    return features;
}

std::unique_ptr<AnyFeatureSet<Position>> make_tesauro() { return make_feature_set<Tesauro>(); }
std::unique_ptr<AnyFeatureSet<Position>> make_endgame() { return make_feature_set<Endgame>(); }
std::unique_ptr<AnyFeatureSet<Position>> make_race() { return make_feature_set<Race>(); }
std::unique_ptr<AnyFeatureSet<Position>> make_contact() { return make_feature_set<Contact>(); }

}  // namespace leafstrap::backgammon

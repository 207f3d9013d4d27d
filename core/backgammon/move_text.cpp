// Moves as players write them.
#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <vector>

#include "backgammon/notation.hpp"
#include "text.hpp"

namespace leafstrap::backgammon {
namespace {

// The way of one checker: where it starts, where it hits, where it ends.
struct Way {
    std::vector<Place> stops;
    std::vector<bool> hits;  // at each stop

    Place end() const { return stops.back(); }
    bool operator==(const Way&) const = default;
};

std::string name_of(Place place) { return place == bar ? "bar" : place == off ? "off" : std::to_string(place + 1); }

std::string text_of(const Way& way) {
    std::string text = name_of(way.stops.front());
    for (std::size_t i = 1; i < way.stops.size(); ++i) {
        const bool last = i + 1 == way.stops.size();
        if (last || way.hits[i]) text += "/" + name_of(way.stops[i]) + (way.hits[i] ? "*" : "");
    }
    return text;
}

std::vector<Way> ways_of(const Position& position, const Move& move) {
    Checkers theirs = position.checkers(!position.turn());
    std::vector<Way> ways;
    for (const Step step : move) {
        bool hit = false;
        if (step.to != off) {
            hit = theirs[mirrored(step.to)] == 1;
            if (hit) theirs[mirrored(step.to)] = 0;
        }
        const auto way = std::find_if(ways.begin(), ways.end(), [&](const Way& w) { return w.end() == step.from; });
        if (way == ways.end()) {
            ways.push_back({{step.from, step.to}, {false, hit}});
        } else {
            way->stops.push_back(step.to);
            way->hits.push_back(hit);
        }
    }
    std::stable_sort(ways.begin(), ways.end(), [](const Way& a, const Way& b) { return a.stops[0] > b.stops[0]; });
    return ways;
}

// What a text asks for: the own checkers it leaves, and the points it says are hit.
struct Wish {
    Checkers own;
    PlaceSet hits = 0;
};

[[noreturn]] void fail(std::string_view text, const std::string& why) {
    throw std::invalid_argument(quoted(text) + " is no move here: " + why);
}

Place read_place(std::string_view text, std::string_view whole) {
    if (text == "bar" || text == "25") return bar;
    if (text == "off" || text == "0") return off;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 1 || number > points)
        fail(whole, quoted(text) + " is no point; write 1 to 24, bar or off");
    return number - 1;
}

// One word: 8/5, bar/20*, 24/18*/14, 13/11(2).
void read_word(std::string_view word, std::string_view whole, Wish& wish) {
    int times = 1;
    if (const std::size_t open = word.find('('); open != std::string_view::npos) {
        if (word.size() != open + 3 || word.back() != ')' || word[open + 1] < '1' || word[open + 1] > '4')
            fail(whole, "how often a step is made is written (2), (3) or (4)");
        times = word[open + 1] - '0';
        word = word.substr(0, open);
    }
    std::vector<Place> stops;
    while (true) {
        const std::size_t slash = word.find('/');
        std::string_view stop = word.substr(0, slash);
        const bool hit = stop.ends_with('*');
        if (hit) stop.remove_suffix(1);
        stops.push_back(read_place(stop, whole));
        if (hit && stops.back() != off) wish.hits |= set_of(stops.back());
        if (slash == std::string_view::npos) break;
        word.remove_prefix(slash + 1);
    }
    if (stops.size() < 2) fail(whole, "a step is written from/to");
    if (stops.front() == off) fail(whole, "what is off stays off");
    if (wish.own[stops.front()] < times) fail(whole, "there is no checker on " + name_of(stops.front()));
    wish.own[stops.front()] = static_cast<std::uint8_t>(wish.own[stops.front()] - times);
    if (stops.back() != off) wish.own[stops.back()] = static_cast<std::uint8_t>(wish.own[stops.back()] + times);
}

PlaceSet hits_of(const Position& position, const Move& move) {
    PlaceSet hits = 0;
    for (const Way& way : ways_of(position, move))
        for (std::size_t i = 0; i < way.stops.size(); ++i)
            if (way.hits[i]) hits |= set_of(way.stops[i]);
    return hits;
}

}  // namespace

std::string Move::text() const {
    if (count_ == 0) return "pass";
    std::string text;
    for (const Step step : *this) {
        if (!text.empty()) text += ' ';
        text.append(name_of(step.from)).append("/").append(name_of(step.to));
    }
    return text;
}

std::string write_move(const Position& position, const Move& move) {
    if (move.size() == 0) return "pass";
    std::string text;
    const std::vector<Way> ways = ways_of(position, move);
    for (std::size_t i = 0; i < ways.size();) {
        // Equal ways are one word; the first to arrive has the star.
        std::size_t next = i + 1;
        while (next < ways.size() && ways[next].stops == ways[i].stops) ++next;
        if (!text.empty()) text += ' ';
        text += text_of(ways[i]);
        if (next - i > 1) text += "(" + std::to_string(next - i) + ")";
        i = next;
    }
    return text;
}

Move read_move(const Position& position, std::string_view text) {
    if (!position.roll().rolled()) fail(text, "the dice are not rolled yet");
    MoveList<Position> moves;
    position.legal_moves(moves);
    Wish wish{position.checkers(position.turn())};
    if (text != "pass") {
        std::string_view rest = text;
        int words = 0;
        while (!rest.empty()) {
            const std::size_t blank = rest.find(' ');
            if (blank != 0) {
                read_word(rest.substr(0, blank), text, wish);
                ++words;
            }
            if (blank == std::string_view::npos) break;
            rest.remove_prefix(blank + 1);
        }
        if (words == 0) fail(text, "write steps such as 8/5 6/5, or pass");
    }
    std::vector<Move> fitting;
    for (const Move& move : moves)
        if (position.after(move).checkers(position.turn()) == wish.own) fitting.push_back(move);
    if (fitting.empty()) fail(text, "no way of playing the dice leads there");
    if (fitting.size() == 1) return fitting.front();
    for (const Move& move : fitting)
        if (hits_of(position, move) == wish.hits) return move;
    fail(text, "say with * which checkers it hits");
}

}  // namespace leafstrap::backgammon

// The transposition table, and the values that go through it.
#include "check.hpp"
#include "search/table.hpp"

using namespace leafstrap;

namespace {

using TestTable = Table<int>;

TableEntry<int> entry(std::uint64_t key, int depth, float lower, float upper, int move = 0) {
    return {.key = key, .lower = lower, .upper = upper, .move = move, .depth = static_cast<std::int8_t>(depth)};
}

}  // namespace

TEST("what was stored is found, until it is forgotten") {
    TestTable table(6);
    CHECK(!table.find(12));
    table.store(entry(12, 3, -1, 2, 77));
    CHECK_EQUAL(table.find(12)->depth, 3);
    CHECK_EQUAL(table.find(12)->move, 77);
    table.clear();
    CHECK(!table.find(12));
}

TEST("a key of zero is a key like any other") {
    TestTable table(4);
    CHECK(!table.find(0));
    table.store(entry(0, 1, 0, 0));
    CHECK(table.find(0));
}

TEST("results of one depth are combined, a deeper one replaces, a shallower one does not") {
    TestTable table(6);
    table.store(entry(5, 2, -infinite_value, 9));
    table.store(entry(5, 2, 4, infinite_value));
    CHECK_EQUAL(table.find(5)->lower, 4);
    CHECK_EQUAL(table.find(5)->upper, 9);
    table.store(entry(5, 3, -infinite_value, 20));
    CHECK_EQUAL(table.find(5)->upper, 20);
    CHECK_EQUAL(table.find(5)->lower, -infinite_value);
    table.store(entry(5, 1, 0, 0));
    CHECK_EQUAL(table.find(5)->upper, 20);
}

TEST("an extension in either of two searches of one depth is remembered") {
    TestTable table(6);
    auto extended = entry(5, 2, 0, 1);
    extended.extended = true;
    table.store(extended);
    table.store(entry(5, 2, 0, 1));
    CHECK(table.find(5)->extended);
    table.store(entry(5, 3, 0, 1));
    CHECK(!table.find(5)->extended);
}

TEST("a full bucket gives up its shallowest entry") {
    TestTable table(2);  // one bucket
    const int depths[] = {5, 2, 4, 3};
    for (std::uint64_t key = 0; key < 4; ++key) table.store(entry(key, depths[key], 0, 0));
    table.store(entry(9, 1, 0, 0));
    CHECK(!table.find(1));
    for (const std::uint64_t key : {0, 2, 3, 9}) CHECK(table.find(key));
}

TEST("forgotten entries are replaced before any other") {
    TestTable table(2);
    for (std::uint64_t key = 0; key < 4; ++key) table.store(entry(key, 50, 0, 0));
    table.clear();
    for (std::uint64_t key = 10; key < 14; ++key) table.store(entry(key, 1, 0, 0));
    for (std::uint64_t key = 10; key < 14; ++key) CHECK(table.find(key));
}

TEST("generations that come round again do not bring old entries back") {
    TestTable table(4);
    table.store(entry(3, 1, 0, 0));
    for (int i = 0; i < 1 << 16; ++i) {
        table.clear();
        CHECK(!table.find(3));
    }
}

TEST("every entry has a place of its own") {
    TestTable table(5);
    std::vector<bool> taken(table.capacity());
    for (std::uint64_t key = 0; key < 32; ++key) table.store(entry(key, 1, 0, 0));
    for (std::uint64_t key = 0; key < 32; ++key) {
        CHECK(table.index(table.find(key)) < table.capacity());
        CHECK(!taken[table.index(table.find(key))]);
        taken[table.index(table.find(key))] = true;
    }
}

TEST("a win keeps its distance from the position on its way through the table") {
    CHECK_EQUAL(from_root_to_node(win_value - 7, 4), win_value - 3);
    CHECK_EQUAL(from_root_to_node(7 - win_value, 4), 3 - win_value);
    for (const float value :
         {win_value - 9, 9 - win_value, 12.5f, 0.0f, 9900.0f, -9900.0f, infinite_value, -infinite_value})
        CHECK_EQUAL(from_node_to_root(from_root_to_node(value, 6), 6), value);
}

TEST("evaluations end where wins begin") {
    CHECK_EQUAL(truncated(12345), 9900);
    CHECK_EQUAL(truncated(-12345), -9900);
    CHECK_EQUAL(truncated(-3.5f), -3.5f);
    CHECK(!is_decided(truncated(1e30f)));
    CHECK(is_decided(ended_value(Outcome::win(Side::first), Side::second, max_ply)));
    CHECK_EQUAL(ended_value(Outcome::win(Side::first), Side::first, 3), 9996);
    CHECK_EQUAL(ended_value(Outcome::win(Side::first), Side::second, 3), -9996);
    CHECK_EQUAL(ended_value(Outcome::draw(), Side::second, 3), 0);
}

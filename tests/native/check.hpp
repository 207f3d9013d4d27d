// A test harness of one header: TEST("what holds") { CHECK(...); CHECK_EQUAL(a, b); CHECK_THROWS(f()); }
// Each file is a program of its own; the harness brings its main.
#pragma once

#include <cstdio>
#include <exception>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace check {

struct Test {
    const char* name;
    void (*body)();
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

inline int& failures() {
    static int count = 0;
    return count;
}

struct Register {
    Register(const char* name, void (*body)()) { tests().push_back({name, body}); }
};

inline void fail(const char* file, int line, const std::string& what) {
    std::fprintf(stderr, "%s:%d: %s\n", file, line, what.c_str());
    ++failures();
}

template <class T>
std::string shown(const T& value) {
    if constexpr (requires(std::ostream& out) { out << value; }) {
        std::ostringstream out;
        out.precision(17);
        out << value;
        return out.str();
    } else {
        return "(a value that cannot be printed)";
    }
}

template <class A, class B>
void equal(const A& a, const B& b, const char* text, const char* file, int line) {
    if (!(a == b)) fail(file, line, std::string(text) + ": " + shown(a) + " is not " + shown(b));
}

}  // namespace check

#define CHECK_JOIN_(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN_(a, b)

#define TEST(name)                                                                                   \
    static void CHECK_JOIN(test_, __LINE__)();                                                       \
    static const check::Register CHECK_JOIN(register_, __LINE__)(name, CHECK_JOIN(test_, __LINE__)); \
    static void CHECK_JOIN(test_, __LINE__)()

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) check::fail(__FILE__, __LINE__, "not so: " #condition); \
    } while (false)

#define CHECK_EQUAL(a, b) check::equal((a), (b), #a, __FILE__, __LINE__)

// Wrong input must be refused with std::invalid_argument and a sentence.
#define CHECK_THROWS(expression)                                                              \
    do {                                                                                      \
        try {                                                                                 \
            static_cast<void>(expression);                                                    \
            check::fail(__FILE__, __LINE__, "threw nothing: " #expression);                   \
        } catch (const std::invalid_argument& error) {                                        \
            if (!*error.what()) check::fail(__FILE__, __LINE__, "no sentence: " #expression); \
        }                                                                                     \
    } while (false)

int main() {
    for (const auto& test : check::tests()) {
        const int before = check::failures();
        try {
            test.body();
        } catch (const std::exception& error) {
            check::fail(test.name, 0, std::string("unexpected exception: ") + error.what());
        }
        std::printf("%s %s\n", check::failures() == before ? "ok  " : "FAIL", test.name);
    }
    std::printf("%zu tests, %d failed checks\n", check::tests().size(), check::failures());
    return check::failures() != 0 || check::tests().empty();
}

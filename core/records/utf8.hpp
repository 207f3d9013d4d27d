// Text of unknown origin as UTF-8: old files are in Latin-1, whose letters are the first 256 of Unicode.
#pragma once

#include <string>
#include <string_view>

namespace leafstrap {

// How many bytes a letter has, or 0 if none begins so. The second byte tells longer forms than needed, halves of
// surrogate pairs and what is beyond Unicode.
inline std::size_t utf8_size(std::string_view text) {
    const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
    const int first = byte(0), second = byte(1);
    if (first < 0x80) return 1;
    const std::size_t size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0)) return 0;
    if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90)) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    return size;
}

inline bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t size = utf8_size(text);
        if (size == 0) return false;
        text.remove_prefix(size);
    }
    return true;
}

inline std::string as_utf8(std::string_view text) {
    if (is_utf8(text)) return std::string(text);
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            out += c;
        } else {
            out += static_cast<char>(0xC0 | byte >> 6);
            out += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return out;
}

}  // namespace leafstrap

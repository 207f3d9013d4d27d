// Text of others in our own sentences.
#pragma once

#include <string>
#include <string_view>

namespace leafstrap {

// Text for a message: printable and short, whatever came in.
inline std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text.substr(0, 24)) out += c >= ' ' && c <= '~' ? c : '?';
    return out + (text.size() > 24 ? "…'" : "'");
}

}  // namespace leafstrap

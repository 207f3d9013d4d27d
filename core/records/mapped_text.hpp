// The text of a file, which the system brings into memory as it is read and may take out again: files of any size.
#pragma once

#include <string>
#include <string_view>

namespace leafstrap {

class MappedText {
public:
    explicit MappedText(const std::string& path);  // throws std::system_error
    ~MappedText();
    MappedText(const MappedText&) = delete;
    MappedText& operator=(const MappedText&) = delete;

    std::string_view text() const { return text_; }

private:
    std::string_view text_;
    std::string copy_;  // where files cannot be mapped
};

}  // namespace leafstrap

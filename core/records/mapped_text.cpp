#include "records/mapped_text.hpp"

#include <cerrno>
#include <system_error>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#include <fstream>
#include <iterator>
#endif

namespace leafstrap {

#if defined(__unix__) || defined(__APPLE__)

MappedText::MappedText(const std::string& path) {
    const auto fail = [&](int error) { throw std::system_error(error, std::generic_category(), path); };
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) fail(errno);
    struct stat about{};
    const bool known = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    const auto size = known ? static_cast<std::size_t>(about.st_size) : 0;
    void* start = size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
    const int error = !known ? EINVAL : start == MAP_FAILED ? errno : 0;
    close(file);
    if (error) fail(error);
    text_ = {static_cast<const char*>(start), size};
}

MappedText::~MappedText() {
    if (!text_.empty()) munmap(const_cast<char*>(text_.data()), text_.size());
}

#else

MappedText::MappedText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::system_error(ENOENT, std::generic_category(), path);
    copy_.assign(std::istreambuf_iterator<char>(file), {});
    text_ = copy_;
}

MappedText::~MappedText() = default;

#endif

}  // namespace leafstrap

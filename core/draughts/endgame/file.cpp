// Tables in a file: sixteen bytes that say what it is, its size and checksum, then the tables one after the other.
#include <array>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "draughts/endgame/tables.hpp"

namespace leafstrap::draughts {
namespace {

// The last digits are the version: to be raised when the order or the numbers of positions change.
constexpr std::string_view magic = "Leafstrap EGT 01";

struct Header {
    std::uint64_t most_pieces = 0, size = 0, checksum = 0;

    static constexpr std::size_t bytes = magic.size() + 3 * 8;

    std::array<char, bytes> packed() const {
        std::array<char, bytes> out{};
        std::copy(magic.begin(), magic.end(), out.begin());
        std::size_t at = magic.size();
        for (const std::uint64_t number : {most_pieces, size, checksum})
            for (int shift = 0; shift < 64; shift += 8) out[at++] = static_cast<char>(number >> shift & 255);
        return out;
    }
    static Header unpacked(const std::array<char, bytes>& in) {
        Header header;
        std::size_t at = magic.size();
        for (std::uint64_t* number : {&header.most_pieces, &header.size, &header.checksum})
            for (int shift = 0; shift < 64; shift += 8)
                *number |= std::uint64_t{static_cast<unsigned char>(in[at++])} << shift;
        return header;
    }
};

// FNV-1a.
class Checksum {
public:
    void add(std::span<const std::uint8_t> bytes) {
        for (const std::uint8_t byte : bytes) value_ = (value_ ^ byte) * 0x100000001B3;
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

std::uint64_t checksum_of(const std::vector<EndgameTable>& tables) {
    Checksum checksum;
    for (const EndgameTable& table : tables) checksum.add(table.bytes());
    return checksum.value();
}

std::uint64_t size_of(const std::vector<EndgameTable>& tables) {
    std::uint64_t size = 0;
    for (const EndgameTable& table : tables) size += table.bytes().size();
    return size;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw std::invalid_argument("the endgame tables in " + path + " cannot be used: " + why);
}

}  // namespace

EndgameTables EndgameTables::read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) refuse(path, "there is no such file, or it cannot be opened");
    std::array<char, Header::bytes> begin{};
    if (!file.read(begin.data(), begin.size())) refuse(path, "the file is too short to be one");
    const std::string_view found(begin.data(), magic.size());
    const std::size_t version = magic.size() - 2;
    if (found.substr(0, version) != magic.substr(0, version)) refuse(path, "this is another kind of file");
    if (found != magic) refuse(path, "they are of another version");
    const Header header = Header::unpacked(begin);
    if (header.most_pieces < fewest || header.most_pieces > most) refuse(path, "the file is damaged");

    EndgameTables tables(static_cast<int>(header.most_pieces));
    for (const EndgameMaterial& material : all_materials(tables.most_pieces_)) tables.add(EndgameTable(material));
    if (header.size != size_of(tables.tables_)) refuse(path, "the file is damaged");
    for (EndgameTable& table : tables.tables_) {
        const std::span<std::uint8_t> bytes = table.bytes();
        if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())))
            refuse(path, "the file is cut short");
    }
    if (file.peek() != std::ifstream::traits_type::eof()) refuse(path, "the file is longer than it should be");
    if (checksum_of(tables.tables_) != header.checksum) refuse(path, "the file is damaged");
    return tables;
}

void EndgameTables::write(const std::string& path) const {
    const std::string part = path + ".part";
    {
        std::ofstream file(part, std::ios::binary | std::ios::trunc);
        const Header header{static_cast<std::uint64_t>(most_pieces_), size_of(tables_), checksum_of(tables_)};
        file.write(header.packed().data(), Header::bytes);
        for (const EndgameTable& table : tables_)
            file.write(reinterpret_cast<const char*>(table.bytes().data()),
                       static_cast<std::streamsize>(table.bytes().size()));
        file.close();
        if (!file) throw std::runtime_error("the endgame tables cannot be written to " + path);
    }
    std::filesystem::rename(part, path);
}

}  // namespace leafstrap::draughts

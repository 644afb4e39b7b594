// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/mappings.h"

#include <charconv>
#include <sstream>

#include "support/read_file.h"

namespace heddle::checker {

std::optional<Mapping> mapping_at(std::uint64_t address) {
  const auto text = support::read_file("/proc/self/maps");
  if (!text) return std::nullopt;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    // begin-end perms offset device inode name
    Mapping mapping;
    const char* const last = line.data() + line.size();
    const auto begin = std::from_chars(line.data(), last, mapping.begin, 16);
    if (begin.ptr == last || *begin.ptr != '-') continue;
    const auto end = std::from_chars(begin.ptr + 1, last, mapping.end, 16);
    if (address < mapping.begin || address >= mapping.end || last - end.ptr < 5) continue;
    mapping.readable = end.ptr[1] == 'r';
    mapping.writable = end.ptr[2] == 'w';
    const auto name = line.find_first_of("/[", static_cast<std::size_t>(end.ptr - line.data()));
    if (name != std::string::npos) mapping.name = line.substr(name);
    return mapping;
  }
  return std::nullopt;
}

}  // namespace heddle::checker

// SPDX-License-Identifier: Apache-2.0
// A best-fit allocator of address ranges; it never touches what lies at the addresses.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace heddle::engine {

class FreeRanges {
 public:
  // Makes [begin, begin + size) available, joining it to its neighbours.
  void add(std::uint64_t begin, std::uint64_t size);

  // Takes `size` bytes that begin at a multiple of `align` (a power of two).
  std::optional<std::uint64_t> take(std::uint64_t size, std::uint64_t align);

  // Takes all of [begin, begin + size), unless a part of it is not there.
  bool take_all(std::uint64_t begin, std::uint64_t size);

  void clear();

 private:
  void insert(std::uint64_t begin, std::uint64_t size);
  void erase(std::map<std::uint64_t, std::uint64_t>::iterator range);

  std::map<std::uint64_t, std::uint64_t> by_begin_;            // begin -> size
  std::set<std::pair<std::uint64_t, std::uint64_t>> by_size_;  // (size, begin)
};

}  // namespace heddle::engine

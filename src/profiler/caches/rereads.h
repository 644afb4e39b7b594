// SPDX-License-Identifier: Apache-2.0
// Where memory is read again that L2 has held before: a window of lines that persist
// (cudaAccessPolicyWindow) over the place with most of that would save it.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_set>

namespace heddle::profiler {

class Rereads {
 public:
  struct Window {
    std::uint64_t rereads = 0;  // sectors
    std::uint64_t bytes = 0;
  };

  // L2 had to read so many sectors of a line from memory.
  void add(std::uint64_t line, std::uint64_t sectors);
  // Of all places of so many bytes.
  Window best(std::uint64_t most_bytes) const;

 private:
  static constexpr std::uint64_t kPieceLines = (std::uint64_t{1} << 20) / 128;  // of a MiB
  std::unordered_set<std::uint64_t> read_;
  std::map<std::uint64_t, std::uint64_t> rereads_;  // by piece
};

}  // namespace heddle::profiler

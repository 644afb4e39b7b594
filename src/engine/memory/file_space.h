// SPDX-License-Identifier: Apache-2.0
// Parts of a file that is memory (memfd). What nobody has is a hole, which takes no memory; the
// file only grows.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/memory/free_ranges.h"

namespace heddle::engine {

// Not for several threads at once.
class FileSpace {
 public:
  // Parts begin at multiples of this.
  static constexpr std::uint64_t kGranule = std::uint64_t{2} << 20;

  // Of this file, which nobody else divides; -1: of none.
  explicit FileSpace(int file) : file_(file) {
    if (file >= 0) free_.add(0, kMost);
  }
  int file() const { return file_; }

  // Zeros; none when the system refuses.
  std::optional<std::uint64_t> take(std::uint64_t bytes);
  void give(std::uint64_t offset, std::uint64_t bytes);

 private:
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 46;

  const int file_;
  FreeRanges free_;
};

}  // namespace heddle::engine

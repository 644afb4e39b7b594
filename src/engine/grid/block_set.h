// SPDX-License-Identifier: Apache-2.0
// Some of a grid's blocks: those in which a debugger may stop, or all others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::engine {

struct BlockSet {
  struct Box {
    std::uint32_t least[3], most[3];

    bool has(const std::uint32_t* index) const {
      for (int d = 0; d < 3; ++d) {
        if (index[d] < least[d] || index[d] > most[d]) return false;
      }
      return true;
    }
  };
  std::vector<Box> boxes;
  bool others = false;  // all that are in no box

  bool has(const std::uint32_t* index) const {
    return std::ranges::any_of(boxes, [&](const Box& box) { return box.has(index); }) != others;
  }
};

}  // namespace heddle::engine

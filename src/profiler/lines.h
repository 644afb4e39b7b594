// SPDX-License-Identifier: Apache-2.0
// What each line of the source costs: that of the program in which an instruction stands, wherever
// it was inlined.
#pragma once

#include <string>
#include <vector>

#include "profiler/profile.h"

namespace heddle::profiler {

struct Line {
  std::string file;
  std::uint32_t line = 0;
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t branches = 0, divergent_branches = 0;
  AccessSums accesses;
};

// Sorted by file and line. What has no place is in none.
std::vector<Line> lines_of(const Profile& profile);

}  // namespace heddle::profiler

// SPDX-License-Identifier: Apache-2.0
// Accesses to members of one array of structures, or to one array in one line: one thing to change,
// not one for each of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/rules/lane_pattern.h"

namespace heddle::profiler {

struct Accesses {
  std::vector<const Access*> all;  // the one that costs most first
  std::string structure;           // "p[i]"; empty: no members of one
  std::string array;               // is_of_array(): "p"
  std::vector<std::string> members;
  std::uint64_t requests = 0, costly_requests = 0, sectors = 0, ideal_sectors = 0;
  std::int64_t member_bytes = 0;  // of those members

  const Access& most_costly() const { return *all.front(); }
  // Of which a line has several.
  bool is_of_array() const { return structure.empty() && all.size() > 1; }
  std::uint64_t saved() const { return sectors - ideal_sectors; }
};

// Those that have the same structure, or array and line, and the same distance of lanes come
// together.
std::vector<Accesses> by_structure(const std::vector<const Access*>& accesses);

// "x, y and z"
std::string listed(const std::vector<std::string>& words);

}  // namespace heddle::profiler

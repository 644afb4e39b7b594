// SPDX-License-Identifier: Apache-2.0
// Accesses to members of one array of structures: one thing to change, not one for each member.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/rules/lane_pattern.h"

namespace heddle::profiler {

struct Accesses {
  std::vector<const Access*> all;  // the one that costs most first
  std::string structure;           // "p[i]"; empty: a single access
  std::vector<std::string> members;
  std::uint64_t requests = 0, costly_requests = 0, sectors = 0, ideal_sectors = 0;
  std::int64_t member_bytes = 0;  // of those members

  const Access& most_costly() const { return *all.front(); }
  std::uint64_t saved() const { return sectors - ideal_sectors; }
};

// Those that have the same structure and the same distance of lanes come together.
std::vector<Accesses> by_structure(const std::vector<const Access*>& accesses);

// "x, y and z"
std::string listed(const std::vector<std::string>& words);

}  // namespace heddle::profiler

// SPDX-License-Identifier: Apache-2.0
// What Site::quiet and Site::parameter say where they are no number.
#pragma once

#include <cstdint>

#include "probes/quiet_lines.h"
#include "probes/site.h"

namespace heddle::probes {

// Site::quiet of plain loads of global memory in kernels whose threads meet at other barriers, too,
// as those of a cluster: no line is quiet there. But nothing outside of the launch takes part, and
// what it only reads (checker/only_read.h) nobody can race for.
inline constexpr std::uint32_t kMayBeOnlyRead = QuietLines::kMostSites;

constexpr bool may_be_quiet(const Site& site) {
  return site.quiet < QuietLines::kMostSites;
}

// Site::parameter of accesses through pointers to shared memory of the block's cluster.
inline constexpr std::uint32_t kClusterPointer = Site::kNoParameter - 1;

}  // namespace heddle::probes

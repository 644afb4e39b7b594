// SPDX-License-Identifier: Apache-2.0
// Who gives which mask in a warp operation.
#pragma once

#include <bit>
#include <cstdint>

#include "probes/events.h"

namespace heddle::checker {

// All active lanes give the mask `members`.
inline bool all_give(const probes::WarpOperation& event, std::uint32_t members) {
  std::uint32_t other_bits = 0;
  if (event.active == ~0u) {
    for (const auto given : event.members) other_bits |= given ^ members;
  } else {
    for (auto rest = event.active; rest != 0; rest &= rest - 1) {
      other_bits |= event.members[static_cast<unsigned>(std::countr_zero(rest))] ^ members;
    }
  }
  return other_bits == 0;
}

}  // namespace heddle::checker

// SPDX-License-Identifier: Apache-2.0
// Tells who counts of an access that compiled code does not count alone (probes/counters.h).
#pragma once

#include <cstdint>

#include "image/kernel_abi.h"
#include "probes/counters.h"

namespace heddle::engine {

// Of the block that runs in `block`. `rows`: null where the lanes form none.
void tell_counted(abi::BlockContext& block, std::uint32_t warp, const probes::Counted& counted,
                  std::uint32_t active, const std::uint64_t (&addresses)[abi::kWarpSize],
                  const probes::Rows* rows);

}  // namespace heddle::engine

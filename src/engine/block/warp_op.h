// SPDX-License-Identifier: Apache-2.0
// What a warp operation answers to each lane, as plain as it can be said: the reference that the
// vector code is tested against.
#pragma once

#include <cstdint>

#include "image/kernel_abi.h"

namespace heddle::engine {

struct WarpOperands {
  std::uint64_t value[abi::kWarpSize];
  std::uint32_t b[abi::kWarpSize];
  std::uint32_t c[abi::kWarpSize];
};

// `lanes`: who takes part (the mask without the threads that have exited). Writes `result` of these
// lanes; the encoding is that of kernel_abi.h.
void warp_op(abi::WarpOp op, std::uint32_t lanes, const WarpOperands& in,
             std::uint64_t (&result)[abi::kWarpSize]);

}  // namespace heddle::engine

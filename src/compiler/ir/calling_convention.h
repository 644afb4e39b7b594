// SPDX-License-Identifier: Apache-2.0
// Arguments of a warp function (see warp_function in widener.h).
#pragma once

namespace heddle::compiler {

enum WarpArgument : unsigned {
  kBlockArgument = 0,
  kWarpContextArgument = 1,
  kWarpArgument = 2,
  kMaskArgument = 3,
  kFirstLaneArgument = 4,
};

// Of a step function of plain barriers, whose second argument is the warp's frame.
inline constexpr unsigned kStateArgument = 3;

}  // namespace heddle::compiler

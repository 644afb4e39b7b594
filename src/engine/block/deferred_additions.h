// SPDX-License-Identifier: Apache-2.0
// Additions to device memory that a worker puts off until it has no block of the grid left
// (compiler/passes/block/defer_additions.h says which). Many blocks that add to the same few places
// then cost a few atomic operations a worker instead of many a block, for which the workers would
// wait in turn.
#pragma once

#include <array>

#include "image/kernel_abi.h"

namespace heddle::engine {

class DeferredAdditions {
 public:
  abi::DeferredAddition* entries() { return entries_.data(); }

  // `entry` shall sum up what these lanes add at `place`; what it held for another is carried out.
  void claim(abi::DeferredAddition& entry, void* place, abi::DeferredKind kind,
             std::uint32_t lanes);
  void carry_out();
  // The grid has failed.
  void forget();

 private:
  std::array<abi::DeferredAddition, abi::kDeferredAdditions> entries_{};
  std::uint32_t used_ = 0;
};

}  // namespace heddle::engine

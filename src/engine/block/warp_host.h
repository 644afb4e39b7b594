// SPDX-License-Identifier: Apache-2.0
// What runs warp code that may suspend in the middle of calls: behind WarpContext::engine.
#pragma once

#include "image/kernel_abi.h"

namespace heddle::engine {

class WarpHost {
 public:
  // Waits as the context says and writes its barrier_result.
  virtual void wait_at_barrier(abi::WarpContext& warp) = 0;
  // Lets others run.
  virtual void yield() = 0;

 protected:
  ~WarpHost() = default;
};

}  // namespace heddle::engine

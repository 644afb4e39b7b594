// SPDX-License-Identifier: Apache-2.0
// A thread's part of a grid that was left in the middle: it goes on in whichever thread.
#pragma once

#include <memory>

#include "engine/launch/cluster_runner.h"
#include "engine/launch/run_blocks.h"

namespace heddle::engine {

struct LeftBlocks {
  std::unique_ptr<BegunBlocks> begun;
  std::unique_ptr<ClusterRunner> runner;  // of what has begun, too

  explicit operator bool() const { return runner != nullptr; }
};

}  // namespace heddle::engine

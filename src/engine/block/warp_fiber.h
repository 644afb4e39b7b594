// SPDX-License-Identifier: Apache-2.0
// KernelMode::kFiberWarp: a suspended warp is a stack.
#pragma once

#include <cstddef>

#include "engine/block/fiber.h"
#include "engine/block/warp_host.h"
#include "image/kernel_abi.h"

namespace heddle::engine {

class BlockRunner;

struct WarpFiber final : WarpHost {
  static constexpr std::size_t kMaxWarps = 32;
  static constexpr std::size_t kStackBytes = std::size_t{8} << 20;
  static constexpr std::size_t kGuardBytes = std::size_t{64} << 10;

  Fiber fiber;
  BlockRunner* runner = nullptr;
  abi::WarpContext* warp = nullptr;
  abi::Suspend suspended = abi::Suspend::kExited;  // why it last gave control back

  static void body(void* self);
  void wait_at_barrier(abi::WarpContext& warp) override;
  void yield() override;
};

// Runs the warps of the runner's block. False: the grid has failed.
bool run_warp_fibers(BlockRunner& runner);

}  // namespace heddle::engine

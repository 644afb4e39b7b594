// SPDX-License-Identifier: Apache-2.0
#include "engine/block/warp_fiber.h"

#include "engine/block/barrier_fault.h"
#include "engine/block/block_runner.h"
#include "engine/block/warp_schedule.h"

namespace heddle::engine {

void WarpFiber::body(void* self) {
  auto* me = static_cast<WarpFiber*>(self);
  using Entry = void (*)(abi::BlockContext*, abi::WarpContext*);
  reinterpret_cast<Entry>(me->runner->grid().variant->entry)(&me->runner->block, me->warp);
  me->suspended = abi::Suspend::kExited;
}

void WarpFiber::wait_at_barrier(abi::WarpContext&) {
  suspended = abi::Suspend::kBarrier;
  fiber.suspend();
}

void WarpFiber::yield() {
  runner->block.rounds = abi::kRoundsPerYield;
  suspended = abi::Suspend::kYield;
  fiber.suspend();
}

bool run_warp_fibers(BlockRunner& runner) {
  for (std::uint32_t w = 0; w < runner.block.warp_count; ++w) {
    WarpFiber& one = runner.warp_fiber(w);
    abi::WarpContext& warp = runner.warps[w];
    one.runner = &runner;
    one.warp = &warp;
    warp = {};
    warp.warp = w;
    warp.engine = static_cast<WarpHost*>(&one);
    one.fiber.prepare(runner.fiber_stacks().top(w), runner.fiber_stacks().size(), &WarpFiber::body,
                      &one);
  }
  BlockBarriers barriers(runner.block, runner.cluster_barrier(), runner.opened_barriers());
  const bool good = run_warps(
      runner.block, barriers, runner.random(),
      [&](std::uint32_t w) {
        runner.warp_fiber(w).fiber.resume();
        return runner.warp_fiber(w).suspended;
      },
      [&](bool moved) { runner.after_round(moved); },
      [&](std::uint32_t barrier) { return runner.wait_for_blocks(barrier); });
  if (!good) fail_at_barrier(runner, barriers);
  return good;
}

}  // namespace heddle::engine

extern "C" __attribute__((visibility("default"))) void heddle_rt_barrier(
    heddle::abi::BlockContext* block, heddle::abi::WarpContext* warp) {
  static_cast<heddle::engine::WarpHost*>(warp->engine)->wait_at_barrier(*warp);
  block->current_warp = warp->warp;
}

extern "C" __attribute__((visibility("default"))) void heddle_rt_yield(
    heddle::abi::BlockContext* block, heddle::abi::WarpContext* warp) {
  static_cast<heddle::engine::WarpHost*>(warp->engine)->yield();
  block->current_warp = warp->warp;
}

// SPDX-License-Identifier: Apache-2.0
#include "engine/block/warp_fiber.h"

#include "engine/block/warp_schedule.h"
#include "engine/launch/worker.h"

namespace heddle::engine {

void WarpFiber::body(void* self) {
  auto* me = static_cast<WarpFiber*>(self);
  using Entry = void (*)(abi::BlockContext*, abi::WarpContext*);
  reinterpret_cast<Entry>(me->worker->grid_->variant->entry)(&me->worker->block, me->warp);
  me->suspended = abi::Suspend::kExited;
}

void WarpFiber::wait_at_barrier(abi::WarpContext&) {
  suspended = abi::Suspend::kBarrier;
  fiber.suspend();
}

void WarpFiber::yield() {
  worker->block.rounds = abi::kRoundsPerYield;
  suspended = abi::Suspend::kYield;
  fiber.suspend();
}

bool Worker::run_warp_fibers(const Variant& variant) {
  for (std::uint32_t w = 0; w < block.warp_count; ++w) {
    WarpFiber& one = warp_fibers_[w];
    one.worker = this;
    one.warp = &warps[w];
    warps[w] = {};
    warps[w].warp = w;
    warps[w].engine = static_cast<WarpHost*>(&one);
    one.fiber.prepare(fiber_stacks_.top(w), fiber_stacks_.size(), &WarpFiber::body, &one);
  }
  BlockBarriers barriers(block, cluster_barrier_);
  Random* random = grid_->schedule.shuffle ? &random_ : nullptr;
  const bool good = run_warps(
      block, barriers, random,
      [&](std::uint32_t w) {
        warp_fibers_[w].fiber.resume();
        return warp_fibers_[w].suspended;
      },
      [this](bool moved) { after_round(moved); },
      [this](std::uint32_t barrier) { return wait_for_blocks(barrier); });
  if (!good) fail_at_barrier(barriers);
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

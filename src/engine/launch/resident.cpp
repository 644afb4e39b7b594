// SPDX-License-Identifier: Apache-2.0
// A worker that stays with one block of a cooperative launch: what it keeps between grid barriers
// is the block's state. Whoever has time runs it on.
#include "engine/device.h"
#include "engine/launch/block_walk.h"
#include "engine/launch/worker.h"
#include "support/cpu.h"

namespace heddle::engine {

void Worker::start(Grid& grid, std::uint64_t number) {
  grid_ = &grid;
  resident_ = true;
  block_number_ = number;
  in_call_ = false;
  listening_ = false;
  if (!prepare(grid)) {
    Fault fault;
    fault.kind = Fault::Kind::kHost;
    grid.fail(fault);
    return;
  }
  BlockWalk(grid.grid, true).place(number, block.block_idx);
  block.worker = static_cast<std::uint32_t>(number % grid.device->limits.sm_count);
  if (grid.schedule.shuffle) {
    random_ = Random(mix(grid.schedule.seed + mix(grid.id)) ^ mix(number));
  }
  fiber_.prepare(stack_.top(0), stack_.size(), &Worker::run_resident, this);
}

void Worker::run_resident(void* worker) {
  auto* self = static_cast<Worker*>(worker);
  self->run_one(*self->grid_);
  support::finish_streaming_stores();
  self->stop_ = Stop::kEnded;
}

Worker::Stop Worker::go_on() {
  const Here as_this(*this);
  if (sigsetjmp(escape_, 0) == 0) {
    running_ = grid_;
    fiber_.resume();
  } else {
    grid_->fail(fault_);
    stop_ = Stop::kEnded;
  }
  running_ = nullptr;
  return stop_;
}

void Worker::stop(Stop why) {
  support::finish_streaming_stores();
  stop_ = why;
  fiber_.suspend();
}

void Worker::wait_for_grid() {
  stop(Stop::kAtGridBarrier);
}

}  // namespace heddle::engine

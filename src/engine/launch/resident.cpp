// SPDX-License-Identifier: Apache-2.0
// A worker that stays with one block of a cluster or of a cooperative launch: what it keeps between
// barriers of several blocks is the block's state. Whoever has time runs it on.
#include <algorithm>

#include "engine/block/reference.h"
#include "engine/block/warp_fiber.h"
#include "engine/device.h"
#include "engine/launch/cluster.h"
#include "engine/launch/kernel_pc.h"
#include "engine/launch/slices.h"
#include "engine/launch/worker.h"
#include "support/cpu.h"

namespace heddle::engine {

bool Worker::join(Grid& grid, Cluster& cluster, bool guarded) {
  grid_ = &grid;
  cluster_ = &cluster;
  in_call_ = false;
  listening_ = false;
  return prepare(grid, guarded);
}

void Worker::start(std::uint64_t number, const std::uint32_t (&index)[3]) {
  for (int i = 0; i < 3; ++i) block.block_idx[i] = index[i];
  block.worker = static_cast<std::uint32_t>(number % grid_->device->limits.sm_count);
  block.current_warp = 0;
  block.current_warp_count = 1;
  pending = {};
  cluster_barrier_.start(0, false);
  if (grid_->schedule.shuffle) {
    random_ = Random(mix(grid_->schedule.seed + mix(grid_->id)) ^ mix(number));
  }
  fiber_.prepare(stack_.top(0), stack_.size(), &Worker::run_resident, this);
}

void Worker::run_resident(void* worker) {
  auto* self = static_cast<Worker*>(worker);
  self->run_blocks_in_x(*self->grid_, 1);
  support::finish_streaming_stores();
  self->stop_ = Stop::kEnded;
}

Worker::Stop Worker::go_on() {
  const Here as_this(*this);
  interrupted_ = false;
  slice_over_ = false;
  const Slices::Turn turn(block.block_idx);
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

Fault Worker::fault_where_it_waits() const {
  Fault fault = fault_here(Fault::Kind::kEndless);
  const LoadedCode& code = grid_->variant->code;
  if (grid_->variant->mode == abi::KernelMode::kFiberThread) {
    const auto& threads = reference_->threads;
    const auto waits = std::ranges::find_if(threads, [](const ReferenceThread& thread) {
      return thread.state == ReferenceThread::State::kReady && thread.yielded;
    });
    if (waits == threads.end()) return fault;
    fault.has_thread = true;
    fault.thread = waits->context.linear;
    fault.kernel_pc = kernel_pc(*this, code, 0, waits->fiber.stack_pointer());
  } else if (grid_->variant->mode == abi::KernelMode::kFiberWarp) {
    for (std::uint32_t w = 0; w < block.warp_count; ++w) {
      if (warp_fibers_[w].suspended != abi::Suspend::kYield) continue;
      fault.warp = w;
      fault.kernel_pc = kernel_pc(*this, code, 0, warp_fibers_[w].fiber.stack_pointer());
      break;
    }
  }
  return fault;
}

bool Worker::wait_for_blocks(std::uint32_t barrier) {
  if (barrier == abi::kGridBarrier) stop(Stop::kAtGridBarrier);
  if (barrier != abi::kClusterBarrier) return true;
  if (cluster_barrier_.arrived() <= cluster_barrier_.completed()) return false;
  stop(Stop::kAtClusterBarrier);
  return true;
}

void Worker::explain_address(Fault* fault) const {
  if ((cluster_ ? cluster_->memory() : shared_).is_nowhere(fault->address)) {
    fault->kind = Fault::Kind::kNoSuchBlock;
  } else if (cluster_ && cluster_->has_left(fault->address, fault->other_block)) {
    fault->kind = Fault::Kind::kBlockLeft;
  }
}

}  // namespace heddle::engine

// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/resident_block.h"

#include <algorithm>

#include "engine/block/host_thread.h"
#include "engine/block/kernel_pc.h"
#include "engine/block/reference.h"
#include "engine/device/device.h"
#include "engine/launch/cluster.h"
#include "support/cpu.h"

namespace heddle::engine {
namespace {

constexpr std::size_t kStackBytes = std::size_t{64} << 20;

}  // namespace

ResidentBlock::ResidentBlock() : BlockRunner(kStackBytes) {}

bool ResidentBlock::join(Grid& grid, Cluster& cluster, std::uint32_t rank, bool guarded) {
  cluster_ = &cluster;
  return prepare(grid, cluster.memory(), rank, guarded);
}

void ResidentBlock::start(std::uint64_t number, const std::uint32_t (&index)[3]) {
  for (int i = 0; i < 3; ++i) block.block_idx[i] = index[i];
  block.worker = grid().multiprocessor(number);
  block.current_warp = 0;
  block.current_warp_count = 1;
  pending = {};
  cluster_barrier().start(0, false);
  if (grid().schedule.shuffle) shuffle(number);
  prepare_fiber(&ResidentBlock::run, this);
}

void ResidentBlock::run(void* self) {
  auto* me = static_cast<ResidentBlock*>(self);
  me->run_blocks_in_x(1);
  support::finish_streaming_stores();
  me->stop_ = Stop::kEnded;
}

ResidentBlock::Stop ResidentBlock::go_on() {
  stop_ = Stop::kWaits;  // also where its slice is over
  if (!HostThread::current().run(*this)) stop_ = Stop::kEnded;
  return stop_;
}

void ResidentBlock::stop(Stop why) {
  support::finish_streaming_stores();
  stop_ = why;
  fiber().suspend();
}

Fault ResidentBlock::fault_where_it_waits() const {
  Fault fault = fault_here(Fault::Kind::kEndless);
  const LoadedCode& code = grid().variant->code;
  if (grid().variant->mode == abi::KernelMode::kFiberThread) {
    const auto& threads = reference().threads;
    const auto waits = std::ranges::find_if(threads, [](const ReferenceThread& thread) {
      return thread.state() == ReferenceThread::State::kReady && thread.yielded;
    });
    if (waits == threads.end()) return fault;
    fault.has_thread = true;
    fault.thread = waits->context.linear;
    fault.kernel_pc = kernel_pc(*this, code, 0, reference().fiber_of(*waits)->stack_pointer());
  } else if (grid().variant->mode == abi::KernelMode::kFiberWarp) {
    for (std::uint32_t w = 0; w < block.warp_count; ++w) {
      if (warp_fiber(w).suspended != abi::Suspend::kYield) continue;
      fault.warp = w;
      fault.kernel_pc = kernel_pc(*this, code, 0, warp_fiber(w).fiber.stack_pointer());
      break;
    }
  }
  return fault;
}

bool ResidentBlock::wait_for_blocks(std::uint32_t barrier) {
  if (barrier == abi::kGridBarrier) stop(Stop::kAtGridBarrier);
  if (barrier != abi::kClusterBarrier) return true;
  if (cluster_barrier().arrived() <= cluster_barrier().completed()) return false;
  stop(Stop::kAtClusterBarrier);
  return true;
}

void ResidentBlock::explain_address(Fault* fault) const {
  if (cluster_->memory().is_nowhere(fault->address)) {
    fault->kind = Fault::Kind::kNoSuchBlock;
  } else if (cluster_->memory().is_no_operand(fault->address)) {
    fault->kind = Fault::Kind::kDescriptor;
  } else if (cluster_->has_left(fault->address, fault->other_block)) {
    fault->kind = Fault::Kind::kBlockLeft;
  }
}

}  // namespace heddle::engine

// SPDX-License-Identifier: Apache-2.0
#include "engine/block/block_runner.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <bit>

#include "engine/base/host_guard.h"
#include "engine/block/host_thread.h"
#include "engine/block/reference.h"
#include "engine/block/step.h"
#include "engine/device/device.h"
#include "engine/probes/launch_counters.h"
#include "engine/probes/listeners.h"
#include "gpu/occupancy.h"
#include "support/cpu.h"

namespace heddle::engine {
namespace {

constexpr std::size_t kStackGuard = std::size_t{1} << 20;

std::atomic<unsigned> next_runner{0};

}  // namespace

BlockRunner::~BlockRunner() = default;

BlockRunner::BlockRunner(std::size_t stack_bytes) : index_(next_runner++) {
  // Smaller ones where the host limits address space.
  for (std::size_t size = stack_bytes; !stack_.reserve(1, size, kStackGuard); size /= 4) {
    if (size < kStackGuard) break;
  }
}

std::uintptr_t BlockRunner::stack_end(std::uintptr_t address) const {
  if (stack_.contains(address)) return stack_.end_of(address);
  if (fiber_stacks_.contains(address)) return fiber_stacks_.end_of(address);
  return 0;
}

// Where the shared memory of the block and of its cluster lies.
void BlockRunner::place_cluster(const SharedMemory& memory, std::uint32_t rank) {
  block.explicit_cluster = grid_->explicit_cluster;
  block.cluster_dim[0] = grid_->cluster.x;
  block.cluster_dim[1] = grid_->cluster.y;
  block.cluster_dim[2] = grid_->cluster.z;
  block.cluster_size = grid_->cluster_blocks;
  block.cluster_rank = rank;
  block.cluster_shared = memory.of(0);
  block.cluster_shift = memory.shift();
  block.shared = memory.of(rank);
  block.nowhere = memory.nowhere();
}

bool BlockRunner::prepare(Grid& grid, SharedMemory& memory, std::uint32_t rank, bool guarded) {
  if (stack_.is_empty()) return false;
  grid_ = &grid;
  const Variant& variant = *grid.variant;
  place_cluster(memory, rank);
  block.params = grid.params;
  block.symbols = variant.symbols;
  block.engine = this;
  block.grid_dim[0] = grid.grid.x;
  block.grid_dim[1] = grid.grid.y;
  block.grid_dim[2] = grid.grid.z;
  block.block_dim[0] = variant.block.x;
  block.block_dim[1] = variant.block.y;
  block.block_dim[2] = variant.block.z;
  block.thread_count = static_cast<std::uint32_t>(variant.block.count());
  block.warp_count = (block.thread_count + abi::kWarpSize - 1) / abi::kWarpSize;
  block.static_shared_bytes = variant.static_shared;
  block.dynamic_shared_bytes = grid.dynamic_shared;
  block.shared_dynamic_offset = variant.dynamic_offset();
  block.current_warp = 0;
  block.current_warp_count = 1;
  block.grid_id = grid.id;
  block.cooperative = grid.cooperative;
  derive();
  if (warps.size() < block.warp_count) warps.resize(block.warp_count);
  block.warps = warps.data();
  deferred.forget();
  alloca_memory.clear();
  block.deferred = deferred.entries();
  pending = {};
  block.counters = grid.counters ? block.counters : nullptr;
  if (grid.listeners) [[unlikely]] {
    prepare_untold();
    prepare_counters();
  }
  return prepare_mode(guarded);
}

void BlockRunner::prepare_untold() {
  if (!untold_) untold_ = std::make_unique<Untold>();
  untold_->begin_launch();
  block.untold = untold_->ranges();
  block.quiet[0] = grid_->launch->quiet->entries();
  block.quiet[1] = untold_->quiet().entries();
  block.first_quiet_id = grid_->launch->first_quiet_id;
  const bool in_step = probes::has(grid_->listeners->events(), probes::Event::kInStep);
  block.notes = in_step ? &untold_->notes() : nullptr;
  block.undefined = nullptr;
  for (const auto& [listener, wanted] : grid_->listeners->wanting(probes::Event::kUndefined)) {
    block.undefined = listener->undefined_bits();
  }
}

// One set for all blocks of a grid that it runs.
void BlockRunner::prepare_counters() {
  if (!grid_->counters || (block.counters && counted_launch_ == grid_->counters->id())) return;
  counted_launch_ = grid_->counters->id();
  block.counters = grid_->counters->take();
}

void BlockRunner::derive() {
  const DerivedFrom now{grid_->device, grid_->partition, grid_->total, block.thread_count,
                        block.static_shared_bytes + block.dynamic_shared_bytes};
  if (now == derived_from_) return;
  derived_from_ = now;
  block.total_shared_bytes = static_cast<std::uint32_t>(gpu::allocated_shared(
      grid_->device->model, block.static_shared_bytes, block.dynamic_shared_bytes));
  block.worker = grid_->multiprocessor(index_);  // programs index arrays with %smid
  block.cached_bytes_per_thread = support::cache_share_bytes() / grid_->total / block.thread_count;
}

bool BlockRunner::prepare_mode(bool guarded) {
  switch (grid_->variant->mode) {
    case abi::KernelMode::kBlock:
      return true;
    case abi::KernelMode::kStep:
      prepare_frames();
      return true;
    case abi::KernelMode::kFiberWarp:
      if (reference_) reference_->leave_stacks();
      if (!warp_fibers_) warp_fibers_ = std::make_unique<WarpFiber[]>(WarpFiber::kMaxWarps);
      return fiber_stacks_.reserve(block.warp_count, WarpFiber::kStackBytes,
                                   WarpFiber::kGuardBytes);
    case abi::KernelMode::kFiberThread:
      if (!reference_) reference_ = std::make_unique<ReferenceBlock>();
      reference_->reserve(block.thread_count);
      return fiber_stacks_.reserve(block.thread_count, ReferenceBlock::kStackBytes,
                                   guarded ? ReferenceBlock::kGuardBytes : 0);
  }
  return false;
}

void BlockRunner::prepare_frames() {
  const std::size_t frame =
      (grid_->variant->frame_bytes + abi::kVectorAlign - 1) / abi::kVectorAlign * abi::kVectorAlign;
  const std::size_t needed = frame * block.warp_count + abi::kVectorAlign;
  if (frames_.size() < needed) frames_.resize(needed);
  const auto raw = reinterpret_cast<std::uintptr_t>(frames_.data());
  const std::uintptr_t first = (raw + abi::kVectorAlign - 1) & ~(abi::kVectorAlign - 1);
  for (std::uint32_t w = 0; w < block.warp_count; ++w) {
    warps[w].warp = w;
    warps[w].frame = reinterpret_cast<void*>(first + w * frame);
  }
}

void BlockRunner::shuffle(std::uint64_t block_number) {
  random_ = Random(mix(grid_->schedule.seed + mix(grid_->id)) ^ mix(block_number));
}

bool BlockRunner::run_code() {
  const Variant& variant = *grid_->variant;
  switch (variant.mode) {
    case abi::KernelMode::kBlock:
      reinterpret_cast<void (*)(abi::BlockContext*)>(variant.entry)(&block);
      return true;
    case abi::KernelMode::kStep:
      return run_steps(*this);
    case abi::KernelMode::kFiberWarp:
      return run_warp_fibers(*this);
    case abi::KernelMode::kFiberThread:
      return reference_->run(*this);
  }
  return false;
}

// Runs the block with tools listening.
bool BlockRunner::run_with_listeners() {
  using probes::Event;
  const std::size_t shared = std::size_t{block.shared_dynamic_offset} + block.dynamic_shared_bytes;
  const probes::Block told{*grid_->launch,
                           {block.block_idx[0], block.block_idx[1], block.block_idx[2]},
                           index_,
                           {block.shared, shared},
                           block.shared_dynamic_offset,
                           &untold_->quiet(),
                           block.cluster_shift,
                           block.notes,
                           reinterpret_cast<probes::WarpClocks*>(block.counters)};
  told_ = &told;
  // In other modes the engine lets warps meet, and tools are told who ends in between.
  untold_->begin_block(grid_->variant->mode != abi::KernelMode::kBlock);
  hears_barriers_ = probes::has(grid_->listeners->events(), Event::kOpened);
  if (hears_barriers_ && !opened_barriers_) {
    opened_barriers_ = std::make_unique<OpenedBarriers>(*this);
  }
  if (hears_barriers_) opened_barriers_->start();
  const auto tell = [&](auto call) {
    const HostThread::Listening listening(*host_thread_);
    grid_->listeners->tell(Event::kBlock, call);
  };
  tell([&](probes::Listener& l) { l.block_begin(told); });
  denied = 0;
  if (thread_counts_) thread_counts_->clear();  // of a block that never came to its end
  const bool good = run_code();
  if (block.counters && thread_counts_) thread_counts_->end_block(*this);
  if (good) tell([&](probes::Listener& l) { l.block_end(told); });
  told_ = nullptr;
  hears_barriers_ = false;
  return good;
}

bool BlockRunner::run_blocks_in_x(std::uint32_t count) {
  idle_rounds_ = 0;
  block.progressed = 0;
  block.rounds = abi::kRoundsPerYield;
  block.row_count = count;
  const bool good = grid_->listeners ? run_with_listeners() : run_code();
  if (pending.kind != Fault::Kind::kNone) [[unlikely]] {
    grid_->fail(pending);
    return false;
  }
  return good;
}

void BlockRunner::after_round(bool moved) {
  progressed_ = progressed_ || moved || block.progressed;
  block.progressed = 0;
  if (moved) {
    idle_rounds_ = 0;
    return;
  }
  ++idle_rounds_;
  let_others_run();
}

// A function behind a pointer polls.
void BlockRunner::let_others_run() {
  if (!slice_over_ && !grid_->schedule.at_accesses) {
    sched_yield();
    return;
  }
  interrupted_ = true;
  support::finish_streaming_stores();
  fiber_.suspend();
}

// Code of the kernel can be left anywhere: the signal's frame keeps the registers. Code of the
// engine and of libraries cannot.
bool BlockRunner::end_slice(std::uintptr_t pc) {
  if (grid_->schedule.at_accesses) return false;  // the clock would make each run another one
  slice_over_ = true;
  const LoadedCode& code = grid_->variant->code;
  if (pc < code.text_begin || pc >= code.text_end) return false;
  HostGuard::enter_again();
  interrupted_ = true;
  progressed_ = true;
  idle_rounds_ = 0;
  fiber_.suspend();
  return true;
}

bool BlockRunner::is_local(std::uintptr_t address) const {
  if (stack_end(address) || alloca_memory.contains(address)) return true;
  const auto frames = reinterpret_cast<std::uintptr_t>(frames_.data());
  return address - frames < frames_.size();
}

Fault BlockRunner::fault_here(Fault::Kind kind) const {
  Fault fault;
  fault.kind = kind;
  for (int i = 0; i < 3; ++i) fault.block[i] = block.block_idx[i];
  fault.warp = block.current_warp;
  fault.warps = block.current_warp_count;
  fault.has_warp = true;
  return fault;
}

void BlockRunner::explain_address(Fault* fault) const {
  if (shared_.is_nowhere(fault->address)) fault->kind = Fault::Kind::kNoSuchBlock;
  if (shared_.is_no_operand(fault->address)) fault->kind = Fault::Kind::kDescriptor;
}

void BlockRunner::deny(std::uint32_t lanes, const void* pc) {
  constexpr std::uint64_t kFew = std::uint64_t{1} << 18, kOfThread = 4096;
  denied += static_cast<std::uint64_t>(std::popcount(lanes));
  const auto threads = grid_->variant->block.count();
  if (denied <= std::max(kFew, threads * kOfThread)) [[likely]]
    return;
  Fault fault = fault_here(Fault::Kind::kDenied);
  fault.kernel_pc = reinterpret_cast<std::uintptr_t>(pc) - 1;
  abandon(fault);
}

void BlockRunner::abandon(const Fault& fault) {
  // A failed assertion explains what followed from it.
  HostThread::current_if_any()->leave(pending.kind != Fault::Kind::kNone ? pending : fault);
}

}  // namespace heddle::engine

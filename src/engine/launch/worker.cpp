// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/worker.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "engine/block/reference.h"
#include "engine/block/warp_fiber.h"
#include "engine/device.h"
#include "engine/launch/block_walk.h"
#include "engine/launch/cluster.h"
#include "engine/memory/host_guard.h"
#include "engine/probes/listeners.h"
#include "support/cpu.h"

namespace heddle::engine {
namespace {

constexpr std::size_t kStackBytes = std::size_t{256} << 20;
constexpr std::size_t kStackGuard = std::size_t{1} << 20;
// Blocks that run without a look at whether the grid has failed.
constexpr std::uint64_t kMostBlocksAtOnce = 256;
constexpr std::size_t kSignalStackBytes = std::size_t{64} << 10;

std::atomic<unsigned> next_worker{0};

// Two variables, since a signal handler may read a plain pointer, but not run the constructor of a
// thread-local object.
thread_local std::unique_ptr<Worker> owned;
__attribute__((tls_model("initial-exec"))) thread_local Worker* here = nullptr;

}  // namespace

Worker::Worker(std::size_t stack_bytes) : index_(next_worker++) {
  // Smaller ones where the host limits address space.
  for (std::size_t size = stack_bytes; !stack_.reserve(1, size, kStackGuard); size /= 4) {
    if (size < kStackGuard) break;
  }
}

Worker::Worker() : Worker(kStackBytes) {
  // A stack overflow leaves no room for a handler's frame on the stack that overflowed.
  stack_t old{};
  if (sigaltstack(nullptr, &old) == 0 && (old.ss_flags & SS_DISABLE)) {
    void* memory = mmap(nullptr, kSignalStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory != MAP_FAILED) {
      signal_stack_ = memory;
      stack_t mine{};
      mine.ss_sp = memory;
      mine.ss_size = kSignalStackBytes;
      sigaltstack(&mine, nullptr);
    }
  }
}

Worker::~Worker() {
  if (here == this) here = nullptr;
  if (!signal_stack_) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
  munmap(signal_stack_, kSignalStackBytes);
}

Worker& Worker::current() {
  if (here) [[likely]]
    return *here;
  owned = std::make_unique<Worker>();
  here = owned.get();
  return *here;
}

Worker* Worker::current_if_any() {
  return here;
}

Worker::Here::Here(Worker& worker) : before_(here) {
  here = &worker;
}

Worker::Here::~Here() {
  here = before_;
}

std::uintptr_t Worker::stack_end(std::uintptr_t address) const {
  if (stack_.contains(address)) return stack_.end_of(address);
  if (fiber_stacks_.contains(address)) return fiber_stacks_.end_of(address);
  return 0;
}

// Where the shared memory of the block and of its cluster lies.
void Worker::place_cluster(const Grid& grid) {
  const bool several = cluster_ && cluster_->size() > 1;
  block.explicit_cluster = grid.explicit_cluster;
  block.cluster_dim[0] = grid.cluster.x;
  block.cluster_dim[1] = grid.cluster.y;
  block.cluster_dim[2] = grid.cluster.z;
  block.cluster_size = grid.cluster_blocks;
  if (several) {
    block.cluster_rank = cluster_->rank_of(*this);
    block.cluster_shared = cluster_->memory().of(0);
    block.cluster_shift = cluster_->memory().shift();
    block.shared = cluster_->memory().of(block.cluster_rank);
    block.nowhere = cluster_->memory().nowhere();
  } else {
    block.cluster_rank = 0;
    block.shared = block.cluster_shared = shared_.reserve(grid.shared_bytes());
    block.cluster_shift = shared_.shift();
    block.nowhere = shared_.nowhere();
  }
}

bool Worker::prepare(const Grid& grid, bool guarded) {
  if (!stack_.size()) return false;
  const Variant& variant = *grid.variant;
  block.params = grid.params;
  place_cluster(grid);
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
  block.worker = index_ % grid.device->limits.sm_count;  // programs index arrays with %smid
  block.grid_id = grid.id;
  block.cooperative = grid.cooperative;
  block.cached_bytes_per_thread = support::cache_share_bytes() / grid.total / block.thread_count;
  if (warps.size() < block.warp_count) warps.resize(block.warp_count);
  block.warps = warps.data();
  late.forget();
  alloca_memory.clear();
  block.late = late.entries();
  pending = {};
  if (variant.mode == abi::KernelMode::kStep) {
    const std::size_t frame =
        (variant.frame_bytes + abi::kVectorAlign - 1) / abi::kVectorAlign * abi::kVectorAlign;
    const std::size_t needed = frame * block.warp_count + abi::kVectorAlign;
    if (frames_.size() < needed) frames_.resize(needed);
    const auto raw = reinterpret_cast<std::uintptr_t>(frames_.data());
    const std::uintptr_t first = (raw + abi::kVectorAlign - 1) & ~(abi::kVectorAlign - 1);
    for (std::uint32_t w = 0; w < block.warp_count; ++w) {
      warps[w].warp = w;
      warps[w].frame = reinterpret_cast<void*>(first + w * frame);
    }
  } else if (variant.mode == abi::KernelMode::kFiberWarp) {
    if (!warp_fibers_) warp_fibers_ = std::make_unique<WarpFiber[]>(WarpFiber::kMaxWarps);
    return block.shared &&
           fiber_stacks_.reserve(block.warp_count, WarpFiber::kStackBytes, WarpFiber::kGuardBytes);
  } else if (variant.mode == abi::KernelMode::kFiberThread) {
    if (!reference_) reference_ = std::make_unique<ReferenceBlock>();
    reference_->threads.resize(block.thread_count);
    return block.shared && fiber_stacks_.reserve(block.thread_count, ReferenceBlock::kStackBytes,
                                                 guarded ? ReferenceBlock::kGuardBytes : 0);
  }
  return block.shared != nullptr;
}

void Worker::run(Grid& grid, unsigned share) {
  if (!prepare(grid, true)) {
    Fault fault;
    fault.kind = Fault::Kind::kHost;
    grid.fail(fault);
    return;
  }
  grid_ = &grid;
  in_call_ = false;
  listening_ = false;
  const Member member(grid, share);
  // The signal mask is not saved (a system call): the handlers run with their signal unblocked.
  if (sigsetjmp(escape_, 0) == 0) {
    fiber_.prepare(stack_.top(0), stack_.size(), &Worker::run_on_stack, this);
    fiber_.resume();
  } else {
    grid.fail(fault_);
  }
  running_ = nullptr;
}

Worker::Member::Member(Grid& grid, unsigned share) : grid_(grid), share_(share) {
  if (!grid.members.empty()) grid.members[share].store(gettid(), std::memory_order_relaxed);
}

Worker::Member::~Member() {
  if (!grid_.members.empty()) grid_.members[share_].store(0, std::memory_order_release);
  if (grid_.failed.load(std::memory_order_acquire)) [[unlikely]]
    stop_others(grid_);
}

void Worker::stop_others(Grid& grid) {
  // A worker inside a call of the engine ignores the signal: ask again until all are out.
  for (bool any = true; any;) {
    any = false;
    for (const std::atomic<int>& member : grid.members) {
      const int thread = member.load(std::memory_order_acquire);
      if (!thread) continue;
      any = true;
      tgkill(getpid(), thread, kStopSignal);
    }
    if (any) usleep(200);
  }
}

void Worker::stop_if_failed() {
  Grid* grid = running_;
  if (!grid || in_call_ || !grid->failed.load(std::memory_order_acquire)) return;
  escape({});
}

void Worker::escape(const Fault& fault) {
  fault_ = fault;
  running_ = nullptr;
  HostGuard::enter_again();
  fiber_.leave();
  support::keep_denormals();
  siglongjmp(escape_, 1);
}

void Worker::run_on_stack(void* worker) {
  auto* self = static_cast<Worker*>(worker);
  self->run_blocks(*self->grid_);
}

void Worker::run_blocks(Grid& grid) {
  running_ = &grid;
  std::uint64_t begin = 0, end = 0;
  while (!grid.failed.load(std::memory_order_relaxed) && grid.take(&begin, &end)) {
    run_piece(grid, begin, end);
  }
  late.carry_out();
  support::finish_streaming_stores();
  running_ = nullptr;
}

void Worker::run_piece(Grid& grid, std::uint64_t begin, std::uint64_t end) {
  const BlockWalk walk(grid.grid, grid.variant->waits);
  const bool one_by_one = grid.schedule.shuffle || grid.audience || grid.variant->waits ||
                          grid.variant->mode != abi::KernelMode::kBlock;
  walk.place(begin, block.block_idx);
  for (std::uint64_t i = begin; i < end;) {
    std::uint64_t count = 1;
    if (!one_by_one) {
      count =
          std::min<std::uint64_t>({end - i, walk.run_length(block.block_idx), kMostBlocksAtOnce});
    }
    if (grid.schedule.shuffle) {
      const auto number = permute(i, grid.total, mix(grid.schedule.seed ^ mix(grid.id)));
      walk.place(number, block.block_idx);
      random_ = Random(mix(grid.schedule.seed + mix(grid.id)) ^ mix(number));
    }
    if (!run_blocks_in_x(grid, static_cast<std::uint32_t>(count))) return;
    i += count;
    if (i < end) walk.next(i, block.block_idx);
    if (grid.failed.load(std::memory_order_relaxed)) return;
  }
}

bool Worker::run_code(const Variant& variant, std::uint32_t count) {
  switch (variant.mode) {
    case abi::KernelMode::kBlock:
      reinterpret_cast<void (*)(abi::BlockContext*, std::uint32_t)>(variant.entry)(&block, count);
      return true;
    case abi::KernelMode::kStep:
      return run_steps(variant);
    case abi::KernelMode::kFiberWarp:
      return run_warp_fibers(variant);
    case abi::KernelMode::kFiberThread:
      return run_reference(variant);
  }
  return false;
}

// Runs the block with tools listening.
bool Worker::run_heard(Grid& grid) {
  using probes::Event;
  const std::size_t shared = std::size_t{block.shared_dynamic_offset} + block.dynamic_shared_bytes;
  const probes::Block told{*grid.launch,
                           {block.block_idx[0], block.block_idx[1], block.block_idx[2]},
                           index_,
                           {block.shared, shared},
                           block.shared_dynamic_offset};
  told_ = &told;
  const auto tell = [&](auto call) {
    const Listening listening(*this);
    grid.audience->tell(Event::kBlock, call);
  };
  tell([&](probes::Listener& l) { l.block_begin(told); });
  const bool good = run_code(*grid.variant, 1);
  if (good) tell([&](probes::Listener& l) { l.block_end(told); });
  told_ = nullptr;
  return good;
}

bool Worker::is_local(std::uintptr_t address) const {
  if (stack_end(address) || alloca_memory.contains(address)) return true;
  const auto frames = reinterpret_cast<std::uintptr_t>(frames_.data());
  return address - frames < frames_.size();
}

bool Worker::run_blocks_in_x(Grid& grid, std::uint32_t count) {
  stalls_ = 0;
  block.stirred = 0;
  const bool good = grid.audience ? run_heard(grid) : run_code(*grid.variant, count);
  if (pending.kind != Fault::Kind::kNone) [[unlikely]] {
    grid.fail(pending);
    return false;
  }
  return good;
}

void Worker::after_round(bool moved) {
  stirred_ = stirred_ || moved || block.stirred;
  block.stirred = 0;
  if (moved) {
    stalls_ = 0;
    return;
  }
  ++stalls_;
  if (cluster_) return stop(Stop::kWaits);
  sched_yield();  // in a function behind a pointer
}

Fault Worker::fault_here(Fault::Kind kind) const {
  Fault fault;
  fault.kind = kind;
  for (int i = 0; i < 3; ++i) fault.block[i] = block.block_idx[i];
  // Where blocks run as one (JoinBlocks), their warps are counted on.
  fault.block[0] += block.current_warp / block.warp_count;
  fault.warp = block.current_warp % block.warp_count;
  // What warps of several blocks do alike, those of the first did.
  fault.warps = std::min(block.current_warp_count, block.warp_count - fault.warp);
  fault.has_warp = true;
  return fault;
}

void Worker::abandon(const Fault& fault) {
  // A failed assertion explains what followed from it.
  escape(pending.kind != Fault::Kind::kNone ? pending : fault);
}

}  // namespace heddle::engine

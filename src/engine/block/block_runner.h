// SPDX-License-Identifier: Apache-2.0
// Runs blocks of a grid, each in the way that its kernel was compiled for, on a stack of its own:
// the block's context, its warps, shared memory and stacks, and what is kept of them between grids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/random.h"
#include "engine/block/alloca_memory.h"
#include "engine/block/cluster_barrier.h"
#include "engine/block/deferred_additions.h"
#include "engine/block/fiber.h"
#include "engine/block/opened_barriers.h"
#include "engine/block/shared_memory.h"
#include "engine/block/stack.h"
#include "engine/block/thread_counts.h"
#include "engine/block/warp_fiber.h"
#include "engine/grid/child_launches.h"
#include "engine/grid/grid.h"
#include "engine/probes/untold.h"
#include "image/kernel_abi.h"
#include "probes/events.h"

namespace heddle::engine {

class HostThread;

struct ReferenceBlock;

class BlockRunner {
 public:
  explicit BlockRunner(std::size_t stack_bytes);
  virtual ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  // Blocks of `grid` come, as rank `rank` of the cluster that `memory` is of. `guarded`: a thread's
  // stack that overflows is found. False: the host has no memory for it.
  bool prepare(Grid& grid, SharedMemory& memory, std::uint32_t rank, bool guarded);
  // What its fiber shall run next; HostThread::run does.
  void prepare_fiber(Fiber::Body body, void* argument) {
    fiber_.prepare(stack_.top(0), stack_.size(), body, argument);
  }
  // On the fiber: the block at block.block_idx and those that follow it in x, `count` in all (1: in
  // any mode). False: the grid has failed.
  bool run_blocks_in_x(std::uint32_t count);

  Fiber& fiber() { return fiber_; }  // what all kernel code of this runner runs on
  Grid& grid() { return *grid_; }
  const Grid& grid() const { return *grid_; }
  SharedMemory& shared_memory() { return shared_; }

  // For the modes. The block has just been round its warps; `moved`: some of them made progress,
  // else all only waited.
  void after_round(bool moved);
  // The block can only go on when this barrier opens, of the block or of more: returns when it has,
  // or with false when the block itself keeps it from opening.
  virtual bool wait_for_blocks(std::uint32_t barrier) { return barrier != abi::kClusterBarrier; }
  // Where the running block, which is in a call of the engine, stands with what it has launched.
  BlockChildren& children() { return children_; }
  // No further block begins behind the running one, for now: there is something better to do.
  virtual void stop_after_block() {}
  // The order of the warps between barriers, null: ascending.
  Random* random() { return grid_->schedule.shuffle ? &random_ : nullptr; }
  void shuffle(std::uint64_t block_number);
  ClusterBarrier& cluster_barrier() { return cluster_barrier_; }
  WarpFiber& warp_fiber(std::uint32_t warp) { return warp_fibers_[warp]; }
  const WarpFiber& warp_fiber(std::uint32_t warp) const { return warp_fibers_[warp]; }
  const ReferenceBlock& reference() const { return *reference_; }
  // What threads that run one by one count.
  ThreadCounts& thread_counts() {
    if (!thread_counts_) thread_counts_ = std::make_unique<ThreadCounts>();
    return *thread_counts_;
  }
  const Stacks& fiber_stacks() const { return fiber_stacks_; }

  // The slice of the running block is over (slices.h): leaves it, in the handler of the signal,
  // until the fiber is resumed. False: code at `pc` cannot be left; it is left where it next waits.
  bool end_slice(std::uintptr_t pc);
  // Whether it last stopped because of that.
  bool interrupted() const { return interrupted_; }
  void begin_slice(HostThread& thread) {
    host_thread_ = &thread;
    interrupted_ = false;
    slice_over_ = false;
  }

  // Where its code runs.
  HostThread& host_thread() { return *host_thread_; }

  // Whether its block made progress before it last waited.
  bool advanced() const { return idle_rounds_ <= 1; }
  // Whether, since the last call, a thread of its block did more than look at what it waits for.
  bool progressed() { return std::exchange(progressed_, false); }

  bool owns_stack_guard(std::uintptr_t address) const {
    return stack_.in_guard(address) || fiber_stacks_.in_guard(address);
  }
  // End of the kernel stack that `address` lies in, 0 when it lies in none.
  std::uintptr_t stack_end(std::uintptr_t address) const;
  // Does `address` lie in a stack object of a thread that this runs?
  bool is_local(std::uintptr_t address) const;

  // A fault with the position of the running block and warp filled in.
  Fault fault_here(Fault::Kind kind) const;
  // Says more of an illegal address that lies in shared memory of the cluster.
  virtual void explain_address(Fault* fault) const;
  // Leaves kernel code for good (HostThread::leave).
  [[noreturn]] void abandon(const Fault& fault);

  // Where a tool wants to know of barriers that open, else null.
  OpenedBarriers* opened_barriers() { return hears_barriers_ ? opened_barriers_.get() : nullptr; }
  // What need not be told of its code; tools listen.
  Untold& untold() { return *untold_; }
  // Tools keep threads of the running block from an access at `pc`, which is as if it loaded 0. A
  // loop that goes on because of that may never end: after so many the block is left. No object
  // with a destructor may live in the caller.
  void deny(std::uint32_t lanes, const void* pc);
  // The running block, as listeners know it.
  const probes::Block& block_told() const { return *told_; }

  abi::BlockContext block{};
  std::vector<abi::WarpContext> warps;
  DeferredAdditions deferred;
  AllocaMemory alloca_memory;
  std::uint64_t denied = 0;  // accesses of the running block, by thread
  Fault pending;  // set by a kernel that may go on to the end of its block (a failed assertion)

 protected:
  // All that the block can do is to wait.
  virtual void let_others_run();

 private:
  void place_cluster(const SharedMemory& memory, std::uint32_t rank);
  bool prepare_mode(bool guarded);
  // What takes divisions, which are a part of the time of a small grid: done again when any of this
  // has changed since.
  struct DerivedFrom {
    const Device* device = nullptr;
    const Partition* partition = nullptr;
    std::uint64_t blocks = 0;
    std::uint32_t threads = 0, shared_bytes = 0;
    bool operator==(const DerivedFrom&) const = default;
  };
  void derive();
  void prepare_frames();
  void prepare_untold();
  void prepare_counters();
  bool run_code();
  bool run_with_listeners();

  const unsigned index_;
  DerivedFrom derived_from_;
  Grid* grid_ = nullptr;
  HostThread* host_thread_ = nullptr;
  Fiber fiber_;
  Stacks stack_;
  Stacks fiber_stacks_;
  SharedMemory shared_;
  ClusterBarrier cluster_barrier_;
  std::vector<std::byte> frames_;
  std::unique_ptr<WarpFiber[]> warp_fibers_;
  std::unique_ptr<ReferenceBlock> reference_;
  const probes::Block* told_ = nullptr;
  std::unique_ptr<Untold> untold_;    // where tools listen
  std::uint64_t counted_launch_ = 0;  // LaunchCounters::id() of block.counters
  std::unique_ptr<OpenedBarriers> opened_barriers_;
  bool hears_barriers_ = false;
  unsigned idle_rounds_ = 0;  // rounds since the running block last made progress
  bool progressed_ = false;
  volatile bool interrupted_ = false, slice_over_ = false;
  Random random_;
  BlockChildren children_;
  std::unique_ptr<ThreadCounts> thread_counts_;
};

}  // namespace heddle::engine

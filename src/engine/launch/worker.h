// SPDX-License-Identifier: Apache-2.0
// A host thread while it runs blocks, and what it keeps between grids.
#pragma once

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/block/alloca_memory.h"
#include "engine/block/cluster_barrier.h"
#include "engine/block/fiber.h"
#include "engine/block/shared_memory.h"
#include "engine/block/stack.h"
#include "engine/launch/grid.h"
#include "engine/launch/late_additions.h"
#include "engine/launch/random.h"
#include "image/kernel_abi.h"
#include "probes/events.h"

namespace heddle::engine {

class Cluster;
struct BlockBarriers;
struct WarpFiber;
struct ReferenceBlock;
struct ReferenceThread;

class Worker {
 public:
  // Sent to the workers of a grid that has failed; a process that does not expect it ignores it.
  static constexpr int kStopSignal = SIGURG;

  Worker();
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // The calling thread's worker, made on first use and released with the thread.
  static Worker& current();
  // Null when the calling thread has never run a block. Safe in a signal handler.
  static Worker* current_if_any();
  // While it lives, the calling thread's worker is another one.
  class Here {
   public:
    explicit Here(Worker& worker);
    ~Here();

   private:
    Worker* const before_;
  };

  // Runs blocks of `grid` until none is left or the grid has failed. `share`: which of
  // grid.workers. False: a block has run for long (slices.h) and was left in the middle; go_on()
  // runs it on, and what it had taken beyond it is the grid's again.
  bool run(Grid& grid, unsigned share);
  // The slice is over: leaves the block that runs until go_on(). In the handler of the signal, at
  // `pc` of the code that it interrupted; does nothing where that cannot be left. True: it has been
  // left, and runs again now, maybe in another thread.
  bool end_slice(std::uintptr_t pc);
  // Whether its block was left because its slice was over (kWaits).
  bool interrupted() const { return interrupted_; }

  // A worker that stays with one block of a cluster or of a cooperative launch, whose host thread
  // may change. It `join`s a cluster (false: no memory), is given a block with `start`, and `go_on`
  // runs the block until it stops.
  enum class Stop : std::uint8_t { kEnded, kAtGridBarrier, kAtClusterBarrier, kWaits };
  explicit Worker(std::size_t stack_bytes);
  bool join(Grid& grid, Cluster& cluster, bool guarded);
  void start(std::uint64_t number, const std::uint32_t (&index)[3]);
  // It has left a block in run(), which go_on() runs on.
  void stay_with(Cluster& cluster) { cluster_ = &cluster; }
  Stop go_on();
  SharedMemory& shared_memory() { return shared_; }
  ClusterBarrier& cluster_barrier() { return cluster_barrier_; }
  // Whether its block got on before it stopped to wait (kWaits).
  bool got_on() const { return stalls_ <= 1; }
  // Whether, since the last call, a thread of its block did more than look at what it waits for.
  bool stirred() { return std::exchange(stirred_, false); }
  // A fault at the place where a thread of its block waits (kWaits).
  Fault fault_where_it_waits() const;
  // The calling thread works on `grid` as its member `share` while this lives.
  class Member {
   public:
    Member(Grid& grid, unsigned share);
    ~Member();

   private:
    Grid& grid_;
    unsigned share_;
  };

  Grid* running() const { return running_; }
  bool owns_stack_guard(std::uintptr_t address) const {
    return stack_.in_guard(address) || fiber_stacks_.in_guard(address);
  }
  // End of the kernel stack that `address` lies in, 0 when it lies in none.
  std::uintptr_t stack_end(std::uintptr_t address) const;

  // Leaves kernel code for good: the grid has failed with `fault`. Called on the kernel's stack,
  // also from a signal handler.
  [[noreturn]] void abandon(const Fault& fault);

  // Ends the kernels of the other workers of `grid`, which has failed: they may wait for what the
  // faulted block would have done.
  static void stop_others(Grid& grid);
  // Called in this worker's thread by the signal that stop_others() sends.
  void stop_if_failed();

  // While a kernel is inside a call of the engine that takes locks or memory, it cannot be stopped.
  class Call {
   public:
    explicit Call(Worker& worker) : worker_(worker) { worker_.in_call_ = true; }
    ~Call() { worker_.in_call_ = false; }

   private:
    Worker& worker_;
  };

  // While a tool runs, a fault is its own.
  class Listening {
   public:
    explicit Listening(Worker& worker) : call_(worker), worker_(worker) {
      worker_.listening_ = true;
    }
    ~Listening() { worker_.listening_ = false; }

   private:
    Call call_;
    Worker& worker_;
  };
  bool listening() const { return listening_; }
  // The running block, as listeners know it.
  const probes::Block& block_told() const { return *told_; }
  // Does `address` lie in a stack object of a thread that this worker runs?
  bool is_local(std::uintptr_t address) const;

  // A fault with the position of the running block and warp filled in.
  Fault fault_here(Fault::Kind kind) const;
  // Says more of an illegal address that lies in shared memory of the cluster.
  void explain_address(Fault* fault) const;

  abi::BlockContext block{};
  std::vector<abi::WarpContext> warps;
  LateAdditions late;
  AllocaMemory alloca_memory;
  Fault pending;  // set by a kernel that may go on to the end of its block (a failed assertion)

 private:
  friend struct WarpFiber;
  friend struct ReferenceBlock;
  friend struct ReferenceThread;

  // `guarded`: a stack that overflows is found.
  bool prepare(const Grid& grid, bool guarded);
  void place_cluster(const Grid& grid);
  [[noreturn]] void escape(const Fault& fault);  // to where the grid's run or its next part began
  static void run_on_stack(void* worker);
  void run_blocks(Grid& grid);
  void run_piece(Grid& grid);
  void give_back_rest(Grid& grid);
  // The block at block.block_idx and those that follow it in x, `count` in all (1: any mode).
  bool run_blocks_in_x(Grid& grid, std::uint32_t count);
  bool run_code(const Variant& variant);
  bool run_heard(Grid& grid);
  // The block has just been round its warps; `moved`: some of them got on, else all only waited.
  void after_round(bool moved);
  // The block can only go on when this barrier opens, of the block or of more: returns when it has,
  // or with false when the block itself keeps it from opening.
  bool wait_for_blocks(std::uint32_t barrier);
  void stop(Stop why);
  static void run_resident(void* worker);
  bool run_steps(const Variant& variant);
  bool run_warp_fibers(const Variant& variant);
  bool run_reference(const Variant& variant);
  void fail_at_barrier(const BlockBarriers& barriers);

  sigjmp_buf escape_;
  Grid* volatile running_ = nullptr;
  volatile bool in_call_ = false;
  volatile bool listening_ = false;
  const probes::Block* told_ = nullptr;
  Grid* grid_ = nullptr;
  ClusterBarrier cluster_barrier_;
  Cluster* cluster_ = nullptr;  // null: the worker runs block after block
  Stop stop_ = Stop::kEnded;
  Fault fault_;
  unsigned index_;
  Fiber fiber_;  // what all kernel code of this worker runs on
  Stacks stack_;
  Stacks fiber_stacks_;
  SharedMemory shared_;
  std::vector<std::byte> frames_;
  std::unique_ptr<WarpFiber[]> warp_fibers_;
  std::unique_ptr<ReferenceBlock> reference_;
  unsigned stalls_ = 0;  // rounds since the running block last got on
  std::uint64_t at_ = 0, end_ = 0;  // taken and not run: numbers of blocks
  std::uint32_t row_first_ = 0;     // block `at_` in x
  bool takes_more_ = true;
  volatile bool interrupted_ = false, slice_over_ = false;
  bool stirred_ = false;
  Random random_;
  void* signal_stack_ = nullptr;
};

}  // namespace heddle::engine

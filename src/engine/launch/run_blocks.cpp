// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/run_blocks.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/random.h"
#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/grid/block_walk.h"
#include "engine/grid/few_workers.h"
#include "engine/grid/grid.h"
#include "engine/grid/members.h"
#include "support/cpu.h"
#include "support/thread_own.h"

namespace heddle::engine {
namespace {

constexpr std::size_t kStackBytes = std::size_t{256} << 20;
// Blocks that run without a look at whether the grid has failed.
constexpr std::uint64_t kMostBlocksAtOnce = 256;

// The calling thread's, released with the thread.
using OwnBlocks = support::ThreadOwn<BegunBlocks, struct OfRunBlocks>;

// Of the calling thread among all that run blocks: the same in every launch.
unsigned own_number() {
  static std::atomic<unsigned> next{0};
  thread_local const unsigned number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

}  // namespace

BegunBlocks::BegunBlocks() : BlockRunner(kStackBytes) {}

void BegunBlocks::start(unsigned place) {
  takes_more_ = true;
  place_ = place;
  prepare_fiber(&BegunBlocks::run_all, this);
}

bool BegunBlocks::go_on() {
  ended_ = false;
  return !HostThread::current().run(*this) || ended_;
}

void BegunBlocks::run_piece() {
  const Grid& grid = this->grid();
  const BlockWalk walk(grid.grid, grid.variant->waits);
  const bool one_by_one = grid.schedule.shuffle || grid.listeners || grid.variant->waits ||
                          grid.only || grid.variant->mode != abi::KernelMode::kBlock;
  walk.place(at_, block.block_idx);
  while (at_ < end_) {
    std::uint64_t count = 1;
    if (!one_by_one) {
      count = std::min<std::uint64_t>(
          {end_ - at_, walk.run_length(block.block_idx), kMostBlocksAtOnce});
    }
    if (grid.schedule.shuffle) {
      const auto number = permute(at_, grid.total, mix(grid.schedule.seed ^ mix(grid.id)));
      walk.place(number, block.block_idx);
      shuffle(number);
    }
    row_first_ = block.block_idx[0];
    block.row_count = static_cast<std::uint32_t>(count);
    if (grid.runs(block.block_idx) && !run_blocks_in_x(block.row_count)) return;
    at_ += block.row_count;
    if (at_ < end_) walk.next(at_, block.block_idx);
    if (grid.failed.load(std::memory_order_relaxed)) return;
  }
}

// On the fiber.
void BegunBlocks::run_all(void* self) {
  auto* me = static_cast<BegunBlocks*>(self);
  Grid& grid = me->grid();
  while (me->takes_more_ && !grid.failed.load(std::memory_order_relaxed) &&
         grid.take(&me->at_, &me->end_, me->place_)) {
    me->run_piece();
    if (grid.few) grid.few->look();
  }
  me->deferred.carry_out();
  support::finish_streaming_stores();
  me->ended_ = true;
}

// Compiled code reads row_count before each block of its row.
void BegunBlocks::give_back_rest() {
  takes_more_ = false;
  const std::uint32_t begun = block.block_idx[0] - row_first_ + 1;
  block.row_count = std::min(block.row_count, begun);
  const std::uint64_t rest = at_ + block.row_count;
  if (rest < end_) grid().give_back(rest, end_);
  end_ = std::min(rest, end_);
}

std::unique_ptr<BegunBlocks> take_begun_blocks() {
  return OwnBlocks::take();
}

BegunBlocks* run_blocks(Grid& grid, unsigned share) {
  HostThread::current();  // sees to this thread's signal stack
  BegunBlocks& blocks = OwnBlocks::get();
  SharedMemory& memory = blocks.shared_memory();
  if (!memory.reserve(grid.shared_bytes()) || !blocks.prepare(grid, memory, 0, true)) {
    Fault fault;
    fault.kind = Fault::Kind::kHost;
    grid.fail(fault);
    return nullptr;
  }
  const Member member(grid, share);
  blocks.start(grid.rounds ? grid.rounds->claim(own_number()) : 0);
  if (blocks.go_on()) return nullptr;
  blocks.give_back_rest();
  return &blocks;
}

}  // namespace heddle::engine

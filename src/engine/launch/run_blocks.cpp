// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/run_blocks.h"

#include <algorithm>
#include <cstdint>
#include <memory>

#include "engine/base/random.h"
#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/grid/block_walk.h"
#include "engine/grid/grid.h"
#include "engine/grid/members.h"
#include "support/cpu.h"

namespace heddle::engine {
namespace {

constexpr std::size_t kStackBytes = std::size_t{256} << 20;
// Blocks that run without a look at whether the grid has failed.
constexpr std::uint64_t kMostBlocksAtOnce = 256;

// The calling thread's, made on first use and released with the thread.
BlockRunner& own_runner() {
  thread_local std::unique_ptr<BlockRunner> owned;
  thread_local BlockRunner* here = nullptr;
  if (!here) [[unlikely]] {
    owned = std::make_unique<BlockRunner>(kStackBytes);
    here = owned.get();
  }
  return *here;
}

void run_piece(BlockRunner& runner, std::uint64_t begin, std::uint64_t end) {
  const Grid& grid = runner.grid();
  abi::BlockContext& block = runner.block;
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
      runner.shuffle(number);
    }
    if (!runner.run_blocks_in_x(static_cast<std::uint32_t>(count))) return;
    i += count;
    if (i < end) walk.next(i, block.block_idx);
    if (grid.failed.load(std::memory_order_relaxed)) return;
  }
}

// On the runner's fiber.
void run_all(void* argument) {
  BlockRunner& runner = *static_cast<BlockRunner*>(argument);
  Grid& grid = runner.grid();
  std::uint64_t begin = 0, end = 0;
  while (!grid.failed.load(std::memory_order_relaxed) && grid.take(&begin, &end)) {
    run_piece(runner, begin, end);
  }
  runner.late.carry_out();
  support::finish_streaming_stores();
}

}  // namespace

void run_blocks(Grid& grid, unsigned share) {
  HostThread& thread = HostThread::current();
  BlockRunner& runner = own_runner();
  SharedMemory& memory = runner.shared_memory();
  if (!memory.reserve(grid.shared_bytes()) || !runner.prepare(grid, memory, 0, true)) {
    Fault fault;
    fault.kind = Fault::Kind::kHost;
    grid.fail(fault);
    return;
  }
  const Member member(grid, share);
  runner.prepare_fiber(&run_all, &runner);
  (void)thread.run(runner);
}

}  // namespace heddle::engine

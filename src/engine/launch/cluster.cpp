// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/cluster.h"

#include <algorithm>

#include "engine/base/random.h"
#include "engine/grid/block_walk.h"

namespace heddle::engine {
namespace {

using Stop = ResidentBlock::Stop;

// A process has 65530 mappings by default, of which each guarded stack takes two.
constexpr std::uint64_t kMostGuards = 8192;

// Whether there may be so many stacks as the resident blocks of `grid` take if each thread has one.
bool can_guard(const Grid& grid) {
  const std::uint64_t blocks =
      grid.cooperative
          ? grid.total
          : std::max<std::uint64_t>(grid.resident_blocks.load(std::memory_order_relaxed),
                                    grid.workers.load() * grid.cluster_blocks);
  return blocks * grid.variant->block.count() <= kMostGuards;
}

// In which clusters of a kernel the memory of blocks that have left is made inaccessible, so that
// who uses it is found: this takes a system call a block.
bool is_watched(std::uint64_t turn) {
  return turn < 16 || turn % 64 == 0;
}

}  // namespace

Cluster::Cluster(Grid& grid, ResidentBlockStore& store)
    : grid_(grid),
      store_(store),
      blocks_(store.take(grid.cluster_blocks)),
      stops_(blocks_.size(), Stop::kEnded) {
  bool good = memory().reserve(grid.shared_bytes(), size()) != nullptr;
  const bool guarded = can_guard(grid);
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    good = good && blocks_[rank]->join(grid, *this, rank, guarded);
  }
  if (good) return;
  Fault fault;
  fault.kind = Fault::Kind::kHost;
  grid.fail(fault);
}

Cluster::~Cluster() {
  return_all();
  for (auto& block : blocks_) block->deferred.carry_out();
  // The next taker's block of rank 0, which has the memory, shall be this one's.
  std::ranges::reverse(blocks_);
  store_.give_back(std::move(blocks_));
}

void Cluster::start(std::uint64_t number) {
  return_all();
  turn_ = grid_.variant->clusters_begun.fetch_add(1, std::memory_order_relaxed);
  if (grid_.schedule.shuffle) {
    number = permute(number, grid_.units, mix(grid_.schedule.seed ^ mix(grid_.id)));
    turn_ = mix(number ^ grid_.schedule.seed) & 15;
  }
  phases_ = 0;
  interrupted_ = false;
  const Dim3& c = grid_.cluster;
  const Dim3 clusters{grid_.grid.x / c.x, grid_.grid.y / c.y, grid_.grid.z / c.z};
  std::uint32_t first[3];
  BlockWalk(clusters, grid_.cooperative || grid_.variant->waits).place(number, first);
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    const std::uint32_t index[3] = {first[0] * c.x + rank % c.x, first[1] * c.y + rank / c.x % c.y,
                                    first[2] * c.z + rank / c.x / c.y};
    blocks_[rank]->start(number * size() + rank, index);
    stops_[rank] = Stop::kWaits;
  }
}

Stop Cluster::run() {
  const std::uint32_t blocks = size();
  const bool in_the_middle = interrupted_;
  advanced_ = progressed_ = interrupted_ = stopped_ = false;
  if (at_grid_barrier_) std::ranges::replace(stops_, Stop::kAtGridBarrier, Stop::kWaits);
  at_grid_barrier_ = false;
  const auto left_in_middle = [&] { return interrupted_ ? Stop::kWaits : Stop::kEnded; };
  if (in_the_middle && !run_block(in_the_middle_)) return left_in_middle();
  for (;;) {
    std::uint32_t ended = 0, at_grid = 0, waiting = 0;
    stopped_ = false;
    for (std::uint32_t k = 0; k < blocks; ++k) {
      // From either end in turn: a block that leaves too early is missed by later ones only.
      const std::uint32_t rank = turn_ % 2 ? blocks - 1 - k : k;
      if (stops_[rank] == Stop::kWaits && !run_block(rank)) return left_in_middle();
      ended += stops_[rank] == Stop::kEnded;
      at_grid += stops_[rank] == Stop::kAtGridBarrier;
      waiting += stops_[rank] == Stop::kWaits;
    }
    const std::uint32_t live = blocks - ended;
    if (live == 0) return Stop::kEnded;
    if (at_grid == live) {
      at_grid_barrier_ = true;
      if (ended > 0) fail_without(*this);
      return Stop::kAtGridBarrier;
    }
    if (complete_phase()) continue;
    if (waiting == 0) {
      fail_at_different_barriers();
      return Stop::kEnded;
    }
    if (!stopped_) return Stop::kWaits;
  }
}

// False: the grid has failed, or the block was left in the middle.
bool Cluster::run_block(std::uint32_t rank) {
  stops_[rank] = blocks_[rank]->go_on();
  if (grid_.failed.load(std::memory_order_relaxed)) return false;
  if (stops_[rank] == Stop::kEnded) leave(rank);
  stopped_ = stopped_ || stops_[rank] != Stop::kWaits;
  advanced_ = advanced_ || stopped_ || blocks_[rank]->advanced();
  progressed_ = blocks_[rank]->progressed() || stopped_ || progressed_;
  interrupted_ = blocks_[rank]->interrupted();
  in_the_middle_ = rank;
  return !interrupted_;
}

// Whether all blocks that have not ended have arrived at the cluster's barrier: then it opens.
bool Cluster::complete_phase() {
  std::uint32_t arrived = ClusterBarrier::kAll;
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    if (stops_[rank] == Stop::kEnded) continue;
    arrived = std::min(arrived, blocks_[rank]->cluster_barrier().arrived());
  }
  if (arrived <= phases_) return false;
  phases_ = arrived;
  for (auto& block : blocks_) block->cluster_barrier().complete(phases_);
  std::ranges::replace(stops_, Stop::kAtClusterBarrier, Stop::kWaits);
  return true;
}

const ResidentBlock& Cluster::first_with(Stop stop) const {
  return *blocks_[static_cast<std::size_t>(std::ranges::find(stops_, stop) - stops_.begin())];
}

Fault Cluster::fault_where_it_waits() const {
  return first_with(Stop::kWaits).fault_where_it_waits();
}

// Blocks of one cluster at its barrier, others at the grid's.
void Cluster::fail_at_different_barriers() {
  const ResidentBlock& block = first_with(Stop::kAtClusterBarrier);
  Fault fault = block.fault_here(Fault::Kind::kBarrier);
  fault.has_warp = false;
  fault.waiting = ~0u >> (abi::kWarpSize - block.block.warp_count);
  fault.barrier = abi::kClusterBarrier;
  grid_.fail(fault);
}

void Cluster::fail_without(const Cluster& other) {
  Fault fault = first_with(Stop::kAtGridBarrier).fault_here(Fault::Kind::kBlockGone);
  fault.has_warp = false;
  std::ranges::copy(other.first_with(Stop::kEnded).block.block_idx, fault.other_block);
  grid_.fail(fault);
}

void Cluster::leave(std::uint32_t rank) {
  const auto has_ended = [](Stop stop) { return stop == Stop::kEnded; };
  if (!is_watched(turn_) || std::ranges::all_of(stops_, has_ended)) return;
  memory().forbid(rank);
  forbidden_ |= 1u << rank;
}

void Cluster::return_all() {
  for (std::uint32_t rank = 0; forbidden_; ++rank, forbidden_ >>= 1) {
    if (forbidden_ & 1) memory().admit(rank);
  }
}

bool Cluster::has_left(std::uintptr_t address, std::uint32_t (&index)[3]) const {
  if (size() == 1) return false;
  const std::uint32_t rank = blocks_[0]->shared_memory().block_at(address);
  if (rank >= size() || !(forbidden_ >> rank & 1)) return false;
  std::ranges::copy(blocks_[rank]->block.block_idx, index);
  return true;
}

}  // namespace heddle::engine

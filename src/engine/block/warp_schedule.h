// SPDX-License-Identifier: Apache-2.0
// Runs the warps of a block from barrier to barrier.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/base/random.h"
#include "engine/block/cluster_barrier.h"
#include "engine/block/opened_barriers.h"
#include "image/kernel_abi.h"

namespace heddle::engine {

// What a released barrier answers to every warp that waited at it.
inline void set_barrier_result(abi::WarpContext* warps, std::uint32_t waiting) {
  std::uint32_t count = 0;
  bool all = true;
  for (std::uint32_t rest = waiting; rest; rest &= rest - 1) {
    const abi::WarpContext& warp = warps[std::countr_zero(rest)];
    const std::uint32_t predicate = warp.barrier_predicate & warp.barrier_lanes;
    count += static_cast<std::uint32_t>(std::popcount(predicate));
    all = all && predicate == warp.barrier_lanes;
  }
  for (std::uint32_t rest = waiting; rest; rest &= rest - 1) {
    abi::WarpContext& warp = warps[std::countr_zero(rest)];
    switch (warp.barrier_op) {
      case abi::BarrierOp::kNone:
      case abi::BarrierOp::kArrive:
        break;
      case abi::BarrierOp::kCount:
        warp.barrier_result = count;
        break;
      case abi::BarrierOp::kAnd:
        warp.barrier_result = all;
        break;
      case abi::BarrierOp::kOr:
        warp.barrier_result = count != 0;
        break;
    }
  }
}

// Which warps wait where. A set of warps is a bit mask: a block has at most 32.
struct BlockBarriers {
  std::uint32_t live;                         // have not exited
  std::uint32_t waiting[abi::kBarrierCount];  // per barrier
  std::uint32_t arrived[abi::kBarrierCount];  // number of warps that went on (kArrive)
  std::uint64_t open = 0;                     // barriers at which someone waits or has arrived

  std::uint32_t at_cluster = 0;  // wait at the barrier of the cluster
  ClusterBarrier& cluster;
  const abi::BlockContext& block;
  OpenedBarriers* heard;  // null in a plain run

  BlockBarriers(const abi::BlockContext& of_block, ClusterBarrier& of_cluster,
                OpenedBarriers* of_tools)
      : live(~0u >> (abi::kWarpSize - of_block.warp_count)),
        cluster(of_cluster),
        block(of_block),
        heard(of_tools) {
    cluster.start(block.warp_count, block.cluster_size == 1);
  }

  // Warp `w` waits, or arrives, as its context says. Returns the warps that may go on now.
  std::uint32_t arrive(abi::WarpContext* warps, std::uint32_t w) {
    const std::uint32_t id = warps[w].barrier_id % abi::kBarrierCount;
    if (heard && id != abi::kClusterBarrier) heard->arrive(id, w, warps[w].barrier_lanes);
    if (id == abi::kClusterBarrier) return arrive_at_cluster(warps[w], w);
    if (!(open >> id & 1)) waiting[id] = arrived[id] = 0;
    open |= std::uint64_t{1} << id;
    const bool goes_on = warps[w].barrier_op == abi::BarrierOp::kArrive;
    if (goes_on)
      ++arrived[id];
    else
      waiting[id] |= 1u << w;
    // A counted barrier opens as soon as its number has come, whatever the others do.
    const std::uint32_t expected = warps[w].barrier_threads / abi::kWarpSize;
    const auto there = static_cast<std::uint32_t>(std::popcount(waiting[id])) + arrived[id];
    const std::uint32_t released = expected != 0 && there >= expected ? release(warps, id) : 0;
    return goes_on ? released | 1u << w : released;
  }

  std::uint32_t arrive_at_cluster(const abi::WarpContext& warp, std::uint32_t w) {
    if (warp.barrier_op != abi::BarrierOp::kArrive) {
      cluster.wait(w);
      at_cluster |= 1u << w;
      return 0;
    }
    // A warp of which only some lanes arrive does so where it waits.
    const std::uint32_t left = block.thread_count - w * abi::kWarpSize;
    const std::uint32_t lanes = left < abi::kWarpSize ? (1u << left) - 1 : ~0u;
    if (warp.barrier_lanes == lanes) cluster.arrive(w);
    return 1u << w;
  }

  // Warps that wait at the cluster's barrier for phases that are complete.
  std::uint32_t release_from_cluster() {
    std::uint32_t released = 0;
    for (std::uint32_t rest = at_cluster; rest; rest &= rest - 1) {
      const auto w = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (!cluster.is_through(w)) continue;
      released |= 1u << w;
      if (heard) heard->arrive(abi::kClusterBarrier, w, block.warps[w].barrier_lanes);
    }
    at_cluster &= ~released;
    if (heard && released) heard->open(abi::kClusterBarrier, 0);
    return released;
  }

  // Barriers of the whole block: all that have not exited are there. Returns the released warps.
  // `wait_for_blocks(id)` returns when all other blocks that share the barrier are there, with
  // false when this one is not.
  template <class WaitForBlocks>
  std::uint32_t release_complete(abi::WarpContext* warps, WaitForBlocks wait_for_blocks) {
    for (std::uint64_t rest = open; rest; rest &= rest - 1) {
      const auto id = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (waiting[id] != live || arrived[id] != 0) continue;
      const abi::WarpContext& first = warps[std::countr_zero(waiting[id])];
      if (first.barrier_threads != 0) continue;
      wait_for_blocks(id);
      return release(warps, id);
    }
    return 0;
  }

  std::uint32_t release(abi::WarpContext* warps, std::uint32_t id) {
    const std::uint32_t released = waiting[id];
    if (heard) heard->open(id, released ? warps[std::countr_zero(released)].barrier_threads : 0);
    open &= ~(std::uint64_t{1} << id);
    if (released == 0) return 0;
    if (warps[std::countr_zero(released)].barrier_op != abi::BarrierOp::kNone) {
      set_barrier_result(warps, released);
    }
    return released;
  }
};

// `resume(w)` runs warp w to its next suspension; `after_round(moved)` follows each round, with
// false when all warps that ran only yielded. False when warps wait that nobody can release:
// `barriers` then says where. `random`: order of the warps between barriers, null = ascending.
template <class Resume, class AfterRound, class WaitForBlocks>
bool run_warps(abi::BlockContext& block, BlockBarriers& barriers, Random* random, Resume resume,
               AfterRound after_round, WaitForBlocks wait_for_blocks) {
  std::uint32_t ready = barriers.live;
  while (barriers.live) {
    std::uint32_t round = ready;
    ready = 0;
    bool moved = false;
    while (round) {
      auto w = static_cast<std::uint32_t>(std::countr_zero(round));
      if (random) {
        std::uint32_t rest = round;
        for (auto skip = random->below(static_cast<std::uint32_t>(std::popcount(round))); skip;
             --skip)
          rest &= rest - 1;
        w = static_cast<std::uint32_t>(std::countr_zero(rest));
      }
      round &= ~(1u << w);
      block.current_warp = w;
      switch (resume(w)) {
        case abi::Suspend::kExited:
          barriers.live &= ~(1u << w);
          moved = true;
          break;
        case abi::Suspend::kYield:
          ready |= 1u << w;
          break;
        default:
          ready |= barriers.arrive(block.warps, w);
          moved = true;
      }
    }
    barriers.cluster.count([&](std::uint32_t w) { return barriers.live >> w & 1; });
    after_round(moved);
    ready |= barriers.release_from_cluster();
    if (!ready) ready = barriers.release_complete(block.warps, wait_for_blocks);
    if (!ready && barriers.at_cluster && wait_for_blocks(abi::kClusterBarrier)) {
      ready = barriers.release_from_cluster();
    }
    if (!ready && barriers.live) return false;
  }
  return true;
}

}  // namespace heddle::engine

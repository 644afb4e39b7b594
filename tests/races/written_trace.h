// SPDX-License-Identifier: Apache-2.0
// A trace, written down as a kernel's threads would say it, and what the rules find in it.
#pragma once

#include <cstdint>
#include <vector>

#include "trace.h"

namespace heddle::checker::races {

using probes::AccessKind;
using probes::Order;
using probes::Scope;

inline constexpr std::uint32_t kAll = ~0u;
// Its places.
inline constexpr unsigned kStore = 0, kLoad = 1, kSharedStore = 2, kSharedLoad = 3, kAdd = 4,
                          kFlagLoad = 5, kFlagStore = 6, kDeviceFence = 7, kBlockFence = 8,
                          kReleaseStore = 9, kAcquireLoad = 10, kBlockAdd = 11, kVolatileStore = 12,
                          kVolatileLoad = 13, kByteStore = 14, kClusterAdd = 15, kSwap = 16,
                          kWideAdd = 17;

struct Kernel : Trace {
  Kernel(unsigned of_blocks, unsigned of_threads, unsigned of_cluster = 1) {
    blocks = of_blocks;
    threads = of_threads;
    cluster = of_cluster;
    const auto strong = [](AccessKind access, Order order, Scope scope = Scope::kDevice) {
      return Place{.access = access, .strong = true, .order = order, .scope = scope};
    };
    places = {{.access = AccessKind::kStore},
              {.access = AccessKind::kLoad},
              {.access = AccessKind::kStore, .shared = true},
              {.access = AccessKind::kLoad, .shared = true},
              strong(AccessKind::kAtomic, Order::kRelaxed),
              strong(AccessKind::kLoad, Order::kRelaxed),
              strong(AccessKind::kStore, Order::kRelaxed),
              {.order = Order::kSequential, .scope = Scope::kDevice},
              {.order = Order::kSequential, .scope = Scope::kBlock},
              strong(AccessKind::kStore, Order::kRelease),
              strong(AccessKind::kLoad, Order::kAcquire),
              strong(AccessKind::kAtomic, Order::kRelaxed, Scope::kBlock),
              {.access = AccessKind::kStore, .is_volatile = true, .shared = true},
              {.access = AccessKind::kLoad, .is_volatile = true, .shared = true},
              {.access = AccessKind::kStore, .bytes = 1},
              strong(AccessKind::kAtomic, Order::kRelaxed, Scope::kCluster),
              strong(AccessKind::kAtomic, Order::kRelaxed),
              strong(AccessKind::kAtomic, Order::kRelaxed)};
    places[kSwap].swaps = true;
    places[kWideAdd].bytes = 8;
  }
  // Lane l touches `at` + l * stride.
  Kernel& touch(unsigned block, unsigned warp, unsigned place, std::uint64_t at, int stride = 0,
                std::uint32_t lanes = 1) {
    Step step{.kind = Step::kAccess, .block = block, .warp = warp, .lanes = lanes, .place = place};
    for (unsigned lane = 0; lane < 32; ++lane)
      step.offsets[lane] = at + std::int64_t(lane) * stride;
    return add(step);
  }
  // In the shared memory of another block.
  Kernel& remote(unsigned block, unsigned of_block, unsigned place, std::uint64_t at,
                 int stride = 0, std::uint32_t lanes = 1) {
    touch(block, 0, place, at, stride, lanes);
    steps.back().of_block = of_block;
    return *this;
  }
  Kernel& fence(unsigned block, unsigned warp, unsigned place = kDeviceFence,
                std::uint32_t lanes = 1) {
    return add(
        {.kind = Step::kFence, .block = block, .warp = warp, .lanes = lanes, .place = place});
  }
  Kernel& arrive(unsigned block, unsigned warp, unsigned barrier = 0, bool waits = true) {
    return add({.kind = Step::kArrive,
                .block = block,
                .warp = warp,
                .lanes = lanes_of(warp),
                .barrier = barrier,
                .waits = waits});
  }
  Kernel& open(unsigned block, unsigned barrier = 0) {
    return add({.kind = Step::kOpen,
                .block = block,
                .barrier = barrier,
                .counted = barrier == 0 ? 0u : 1u});
  }
  // __syncthreads
  Kernel& barrier(unsigned block) {
    for (unsigned warp = 0; warp * 32 < threads; ++warp) arrive(block, warp);
    return open(block);
  }
  // Of the grid or the cluster.
  Kernel& wide(unsigned barrier, unsigned first, unsigned count) {
    for (unsigned block = first; block < first + count; ++block) {
      for (unsigned warp = 0; warp * 32 < threads; ++warp) arrive(block, warp, barrier);
    }
    for (unsigned block = first; block < first + count; ++block) open(block, barrier);
    return *this;
  }
  Kernel& meet(unsigned warp, std::uint32_t lanes, std::uint32_t members,
               abi::WarpOp operation = abi::WarpOp::kSync) {
    return add({.kind = Step::kWarp,
                .warp = warp,
                .lanes = lanes,
                .members = members,
                .operation = operation});
  }
  Kernel& exit(unsigned block, unsigned warp, std::uint32_t lanes) {
    return add({.kind = Step::kExit, .block = block, .warp = warp, .lanes = lanes});
  }
  Kernel& add(const Step& step) {
    steps.push_back(step);
    return *this;
  }
  std::uint32_t lanes_of(unsigned warp) const {
    const auto left = threads - 32 * warp;
    return left >= 32 ? kAll : (1u << left) - 1;
  }
  std::vector<RaceReport> races(Rules rules = {}) const {
    RaceOptions options;
    options.rules = rules;
    return play(*this, options).reports;
  }
  bool silent(Rules rules = {}) const { return races(rules).empty(); }
};
inline Rules without(Rule rule) {
  Rules rules;
  rules.leave_out(rule);
  return rules;
}

}  // namespace heddle::checker::races

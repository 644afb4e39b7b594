// SPDX-License-Identifier: Apache-2.0
// The blocks of a cluster that run, and the accesses to their shared memory since all their threads
// last met at the cluster's barrier: a SharedEpoch of all of it. One host thread runs them all.
#pragma once

#include <optional>
#include <vector>

#include "checker/races/running.h"
#include "probes/lane_vectors.h"

namespace heddle::checker::races {

struct RaceDetector::OfCluster {
  void begin(const Running& first, std::uint64_t first_block, unsigned shift) {
    cluster = first.cluster;
    base = first_block;
    rank_shift = shift;
    const auto count = first.launch->cluster_blocks();
    threads = count * first.threads_of_block;
    blocks.assign(count, nullptr);
    live = arrived = 0;
    refused = publishes = false;
    epoch.begin_block(base, std::uint64_t{count} << shift, first.launch->shared_word, nullptr);
    ++epoch_number;
    noted_states.resize(std::size_t{count} * abi::kWarpSize);
    remote_uses.begin(count);
  }
  // All that was done before is ordered before what comes.
  void begin_epoch() {
    epoch.begin();
    ++epoch_number;
  }

  bool is_calm() const { return !refused && !epoch.is_over(); }

  // The block whose shared memory has this byte; null: none that runs.
  Running* block_at(std::uint64_t address) const {
    const auto rank = (address - base) >> rank_shift;
    auto* found = rank < blocks.size() ? blocks[rank] : nullptr;
    const bool inside = found && found->block && address - found->shared < found->shared_bytes;
    return inside ? found : nullptr;
  }

  // Whether the bytes of each lane are all of one block that runs.
  bool are_of_blocks(probes::LaneAddresses addresses, std::uint32_t lanes,
                     std::uint64_t bytes) const {
    for (const auto* block : blocks) {
      if (!block || !block->block || bytes > block->shared_bytes) continue;
      lanes &= ~probes::lanes_below(addresses.data(), block->shared, ~std::uint64_t{0},
                                    block->shared_bytes - bytes + 1);
      if (lanes == 0) return true;
    }
    return lanes == 0;
  }

  unsigned warp_number(const Running& in, unsigned warp) const {
    return in.rank * abi::kWarpSize + warp;
  }
  // See Running::noted_state.
  std::optional<std::uint32_t> noted_state(const Running& in, unsigned warp) {
    const auto& of = in.state.warp(warp);
    if (!of.is_one()) return std::nullopt;
    auto& noted = noted_states[warp_number(in, warp)];
    if (noted.epoch != epoch_number || noted.version != of.version()) {
      noted = {epoch_number, of.version(), epoch.add_state(of.moment())};
    }
    return noted.number;
  }

  BlockId cluster = 0;
  std::uint64_t base = 0;  // the shared memory of rank 0
  unsigned rank_shift = 0;
  std::uint32_t threads = 0;     // of all its blocks
  std::uint32_t arrived = 0;     // at the barrier's present phase
  std::uint32_t live = 0;        // blocks that have begun and not ended
  std::vector<Running*> blocks;  // by rank; null: has not begun
  SharedEpoch epoch;
  std::uint64_t epoch_number = 0;
  std::vector<Running::NotedOf> noted_states;  // by warp_number()
  RemoteUses remote_uses;
  bool refused = false;    // nothing is noted any more
  bool publishes = false;  // a store there may end what was published
};

}  // namespace heddle::checker::races

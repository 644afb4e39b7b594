// SPDX-License-Identifier: Apache-2.0
// The detector's short way for shared memory of clusters: what their blocks do there between two
// barriers of the whole cluster is only noted, as long as no two threads may meet
// (shared_epoch.h). What is ordered by less than such a barrier is for the histories.
#include <algorithm>

#include "checker/races/detector.h"
#include "checker/races/reach.h"
#include "checker/races/running_cluster.h"

namespace heddle::checker::races {

void RaceDetector::join_cluster(Running& in, const probes::Block& block) {
  const auto base = in.shared - (std::uint64_t{in.rank} << block.cluster_shift);
  const std::scoped_lock lock(clusters_mutex_);
  auto& of = clusters_[in.cluster];
  if (!of) {
    if (free_clusters_.empty()) {
      of = std::make_unique<OfCluster>();
    } else {
      of = std::move(free_clusters_.back());
      free_clusters_.pop_back();
    }
    of->begin(in, base, block.cluster_shift);
    of->refused = !options_.shortcuts;
  }
  if (base != of->base || of->blocks[in.rank]) {
    // Its memory does not lie as it was taken to.
    end_epoch(*of);
    of->refused = true;
    return;
  }
  of->blocks[in.rank] = &in;
  ++of->live;
  in.of_cluster = of.get();
}

// The block has ended. Its accesses may still meet others' until all have.
void RaceDetector::leave_cluster(Running& in) {
  const std::scoped_lock lock(clusters_mutex_);
  auto& of = *in.of_cluster;
  if (in.block) {
    // It has not been told so: something else runs in its place.
    end_epoch(of);
    of.refused = true;
  }
  in.of_cluster = nullptr;
  if (--of.live != 0) return;
  const auto found = clusters_.find(of.cluster);
  free_clusters_.push_back(std::move(found->second));
  clusters_.erase(found);
}

// A launch that failed: its blocks do not end.
void RaceDetector::forget_clusters(const LaunchState& launch) {
  const std::scoped_lock lock(clusters_mutex_);
  for (auto it = clusters_.lower_bound(launch.first);
       it != clusters_.end() && it->first < launch.end;) {
    for (auto* block : it->second->blocks) {
      if (block && block->of_cluster == it->second.get()) block->of_cluster = nullptr;
    }
    free_clusters_.push_back(std::move(it->second));
    it = clusters_.erase(it);
  }
}

// Threads come to the cluster's barrier. When all of its blocks have, nobody will ask about what
// was noted before: but those that have arrived and not waited yet, by what they do until then.
void RaceDetector::arrive_at_cluster(Running& in, std::uint32_t threads) {
  auto* of = in.of_cluster;
  if (!of) return;
  of->arrived += threads;
  if (of->arrived != of->threads) return;
  of->arrived = 0;
  of->remote_uses.clear();
  if (of->refused || !options_.rules(Rule::kWideBarrier)) return;
  const auto is_early = [](const Running* block) {
    return block &&
           std::ranges::any_of(block->cluster_early, [](auto lanes) { return lanes != 0; });
  };
  if (std::ranges::any_of(of->blocks, is_early)) end_epoch(*of);
  of->begin_epoch();
}

// Whether they have arrived and not waited. Whoever has waited may meet what they do now, though it
// comes before the wait: nothing more is noted.
bool RaceDetector::is_early(Running& in, unsigned warp, std::uint32_t lanes) {
  if (!in.is_early(warp, lanes)) return false;
  end_epoch(*in.of_cluster);
  in.of_cluster->refused = true;
  return true;
}

// Rows in the block's own shared memory. False: the histories are to hear of it.
bool RaceDetector::note_in_cluster(Running& in, const probes::RowAccess& event) {
  const auto& site = event.site;
  auto* of = in.of_cluster;
  if (!of || !of->is_calm() || of->block_at(event.low) != &in ||
      of->block_at(event.high + site.bytes - 1) != &in || is_early(in, event.warp, event.active)) {
    return false;
  }
  if (site.is_store() && (of->publishes || own_atomic(in, event, event.low) != 0)) return false;
  const auto state = of->noted_state(in, event.warp);
  if (!state) return false;
  const probes::At at{site, event.block, of->warp_number(in, event.warp), event.active};
  const bool calm = of->epoch.note(at, *state, event.rows, event.is_solid());
  if (!calm) end_epoch(*of);
  return calm;
}

// The same for lanes at any addresses of the cluster's shared memory.
bool RaceDetector::note_in_cluster(Running& in, const probes::Access& event, std::uint32_t lanes) {
  const auto& site = event.site;
  auto* of = in.of_cluster;
  if (!of->is_calm()) return false;
  if (is_early(in, event.warp, lanes)) return false;
  const bool atomic = reach(site) != Level::kNone;
  if (atomic && !is_unordering(in, event)) return false;
  if (!of->are_of_blocks(event.addresses, lanes, site.bytes)) return false;
  const auto first = event.addresses[std::size_t(std::countr_zero(event.active))];
  if (site.is_store() && !atomic && (of->publishes || own_atomic(in, event, first) != 0)) {
    return false;
  }
  const auto state = of->noted_state(in, event.warp);
  if (!state) return false;
  const probes::At at{site, event.block, of->warp_number(in, event.warp), lanes};
  const bool calm = of->epoch.note(at, *state, event.addresses, atomic);
  if (!calm) {
    end_epoch(*of);
  } else if (atomic && site.access == probes::AccessKind::kAtomic) {
    in.note_atomics(event, lanes);
  }
  return calm;
}

// See end_epoch of one block. Each access is of the lanes that go to one block's memory.
void RaceDetector::end_epoch(OfCluster& of) {
  if (of.epoch.is_over()) return;
  for (const auto& noted : of.epoch.end()) {
    auto& in = *of.blocks[noted.warp / abi::kWarpSize];
    const unsigned warp = noted.warp % abi::kWarpSize;
    std::array<std::uint64_t, abi::kWarpSize> addresses;
    for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
      addresses[lane] = of.epoch.address(noted, lane);
    }
    probes::Access event{
        {*noted.site, *in.told, warp, noted.active}, addresses, addresses, noted.active, 0, 0};
    event.row = probes::row_of(event.addresses, noted.active);
    const auto& state = of.epoch.state(noted);
    const auto rank = [&](unsigned lane) { return (addresses[lane] - of.base) >> of.rank_shift; };
    for (auto rest = noted.active; rest != 0;) {
      const auto target = rank(unsigned(std::countr_zero(rest)));
      std::uint32_t lanes = 0;
      for (auto left = rest; left != 0; left &= left - 1) {
        const unsigned lane = std::countr_zero(left);
        lanes |= std::uint32_t{rank(lane) == target} << lane;
      }
      rest &= ~lanes;
      keep(in, event, {lanes, of.blocks[target]->generation(), true, {}}, reach(*noted.site),
           state.clock, state.all(warp), lanes, 0);
    }
  }
}

// Whether some lane's mbarrier is in another block's shared memory.
bool RaceDetector::goes_afar(const Running& in, const probes::Operation& event) {
  for (auto rest = event.active; rest != 0; rest &= rest - 1) {
    if (event.a[std::countr_zero(rest)] - in.shared >= in.shared_bytes) return true;
  }
  return false;
}

void RaceDetector::arrive_from_afar(Running& in, const probes::Operation& event) {
  using abi::MbarrierOp;
  const auto op = event.site.mbarrier_op();
  if (op == MbarrierOp::kLook || op == MbarrierOp::kComplete) return;
  const auto each = [&](auto f) {
    for (auto rest = event.active; rest != 0; rest &= rest - 1) {
      const unsigned lane = std::countr_zero(rest);
      auto* owner = in.of_cluster->block_at(event.a[lane]);
      if (owner && owner != &in) f(owner->mbarriers, lane, event.a[lane]);
    }
  };
  each([](MbarrierPhases& of, unsigned, std::uint64_t at) { of.catch_up_from_afar(at); });
  each([&](MbarrierPhases& of, unsigned lane, std::uint64_t at) {
    const auto& state = in.state.warp(event.warp).lane(lane);
    of.arrives_from_afar(event.site, {in.state.id(), event.warp, lane, state.clock, state.known},
                         at, event.b[lane], static_cast<std::int64_t>(event.c[lane]));
  });
}

// Lanes that go to other blocks' shared memory, by block.
void RaceDetector::touch_remote(Running& in, const probes::Access& event, std::uint32_t lanes,
                                std::span<const std::uint64_t> values) {
  while (lanes != 0) {
    const auto found = cluster_memory_.find(event.addresses[std::size_t(std::countr_zero(lanes))]);
    std::uint32_t own = lanes & -lanes;
    for (auto rest = lanes & ~own; rest != 0; rest &= rest - 1) {
      const unsigned lane = std::countr_zero(rest);
      own |= std::uint32_t{found.contains(event.addresses[lane])} << lane;
    }
    lanes &= ~own;
    if (found.generation != 0) touch(in, event, {own, found.generation, true, values});
  }
}

}  // namespace heddle::checker::races

// SPDX-License-Identifier: Apache-2.0
#include "checker/races/mbarrier_phases.h"

#include <atomic>

#include "image/kernel_abi.h"
#include "image/mbarrier_wait.h"

namespace heddle::checker::races {
namespace {

using M = abi::Mbarrier;
constexpr std::uint64_t kMostCount = (std::uint64_t{1} << M::kCountBits) - 1;
constexpr std::int64_t kPhases = std::int64_t{1} << (64 - M::kPhaseShift);

std::uint64_t word_at(std::uint64_t address) {
  return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(address))
      .load(std::memory_order_relaxed);
}

}  // namespace

void MbarrierPhases::catch_up(std::uint64_t address, const Published& published,
                              const Report& report) {
  const auto found = objects_.find(address);
  if (found == objects_.end()) return;
  auto& object = found->second;
  const auto word = word_at(address);
  const auto number = static_cast<Phase>(word >> M::kPhaseShift);
  const Phase ended = (number - object.phase) & (kPhases - 1);
  object.phase += ended;
  object.told_phase = object.phase;
  object.told_word = word;
  if (ended == 0) return;
  // Who has seen the end of the phase before the last one, or of an earlier one.
  const auto known = published(address);
  for (auto& [warp, threads] : object.warps) {
    for (unsigned lane = 0; lane < threads.size(); ++lane) {
      auto& thread = threads[lane];
      const bool concerned = thread.site && thread.seen + 2 <= object.phase;
      if (!concerned) continue;
      if ((unknown_lanes(known.get(), warp, thread.clock) >> lane & 1) != 0) {
        report({thread.site, warp, lane, address});
      }
      thread.site = nullptr;
    }
  }
}

// Its phase as of now; what has ended since is for the block's own next event to judge.
void MbarrierPhases::catch_up_from_afar(std::uint64_t address) {
  const auto found = objects_.find(address);
  if (found == objects_.end()) return;
  auto& object = found->second;
  object.told_word = word_at(address);
  const auto number = static_cast<Phase>(object.told_word >> M::kPhaseShift);
  object.told_phase = object.phase + ((number - object.phase) & (kPhases - 1));
}

void MbarrierPhases::arrives(const probes::Site& site, const Lane& by, std::uint64_t address,
                             std::uint64_t count, std::int64_t bytes) {
  const auto found = objects_.find(address);
  if (found == objects_.end()) return;
  auto& object = found->second;
  if (site.mbarrier_op() != abi::MbarrierOp::kExpect) {
    object.warps[by.warp][by.lane].arrived = object.told_phase;
  }
  arrive(object, site, by, count, bytes);
}

void MbarrierPhases::arrives_from_afar(const probes::Site& site, const Lane& by,
                                       std::uint64_t address, std::uint64_t count,
                                       std::int64_t bytes) {
  const auto found = objects_.find(address);
  if (found != objects_.end()) arrive(found->second, site, by, count, bytes);
}

void MbarrierPhases::arrive(Object& object, const probes::Site& site, const Lane& by,
                            std::uint64_t count, std::int64_t bytes) {
  auto& word = object.told_word;
  constexpr std::uint64_t kBytes = ((std::uint64_t{1} << M::kBytesBits) - 1) << M::kBytesShift;
  const auto expected = static_cast<std::uint64_t>(bytes) << M::kBytesShift;
  word = (word & ~kBytes) | (((word & kBytes) + expected) & kBytes);
  if (site.mbarrier_op() == abi::MbarrierOp::kExpect) return;
  object.last[std::size_t(object.told_phase) % object.last.size()] = {by.block, by.warp, by.lane,
                                                                      by.clock};
  const auto pending = word >> M::kPendingShift & kMostCount;
  if (count > pending) return;  // for synccheck
  word -= count << M::kPendingShift;
  if (site.mbarrier_op() == abi::MbarrierOp::kArriveDrop) word -= count;
  if (pending != count || (word & kBytes) != 0) return;
  word |= (word & kMostCount) << M::kPendingShift;
  ++object.told_phase;
}

bool MbarrierPhases::knows(const Lane& who, const Arrival& arrival) {
  if (arrival.clock == 0) return true;
  const bool near = arrival.block == who.block;
  if (near && arrival.warp == who.warp && arrival.lane == who.lane) return true;
  const auto& known = who.known;
  const auto unknown = near ? unknown_lanes(known.near.get(), arrival.warp, arrival.clock)
                       : known.far
                           ? known.far->unknown_lanes(arrival.block, arrival.warp, arrival.clock)
                           : ~0u;
  return (unknown >> arrival.lane & 1) == 0;
}

void MbarrierPhases::looks(const probes::Site& site, const Lane& by, std::uint64_t address,
                           std::uint64_t wanted, const Report& report) {
  const auto found = objects_.find(address);
  if (found == objects_.end()) return;
  auto& object = found->second;
  auto& thread = object.warps[by.warp][by.lane];
  const Phase now = object.phase;
  const auto saw = [&](Phase phase) {
    thread.seen = phase;
    thread.clock = by.clock;
    thread.site = &site;
  };
  const auto late = [&] { report({&site, by.warp, by.lane, address}); };
  if ((wanted & abi::kWantsPhaseNumber) != 0) {
    const Phase back =
        (now - static_cast<Phase>(wanted & ~std::uint64_t{abi::kWantsPhaseNumber})) & (kPhases - 1);
    if (back == 1) saw(now - 1);
    if (back > 1) late();
    return;
  }
  const auto parity = static_cast<Phase>(wanted & 1);
  const auto& last = object.last;
  const auto knows_neither_end = [&] {
    return !knows(by, last[std::size_t(now - 1) % last.size()]) &&
           !knows(by, last[std::size_t(now - 2) % last.size()]);
  };
  if ((now & 1) != parity) {
    // The last phase has this parity, and has ended. It may be taken for one before.
    const auto meant = thread.arrived > thread.seen ? thread.arrived : thread.seen + 1;
    if ((meant & 1) == parity && meant + 3 <= now && knows_neither_end()) late();
    return saw(now - 1);
  }
  // It waits for the phase under way, or has missed the end of the one two before.
  if (now < 2) return;
  if (thread.arrived > thread.seen) {
    if ((thread.arrived & 1) == parity && thread.arrived + 2 <= now) late();
    return;
  }
  const bool next = ((thread.seen + 1) & 1) == parity;
  if (next && thread.seen + 3 <= now && knows_neither_end()) late();
}

}  // namespace heddle::checker::races

// SPDX-License-Identifier: Apache-2.0
#include "engine/block/thread_counts.h"

#include <algorithm>
#include <bit>

#include "engine/block/block_runner.h"
#include "engine/block/tell_counted.h"

namespace heddle::engine {

namespace {

// Stack objects of threads that ran one by one lie on a stack of each. Lanes that are as far down
// theirs are at the same place of theirs, which on a GPU is word beside word.
void lay_side_by_side(const BlockRunner& runner, const probes::Site& site, std::uint32_t lanes,
                      std::uint64_t (&addresses)[abi::kWarpSize]) {
  constexpr std::uint64_t kAbove = std::uint64_t{1} << 32;  // any that all of them have
  for (auto rest = lanes; rest; rest &= rest - 1) {
    auto& address = addresses[std::countr_zero(rest)];
    const auto depth = runner.stack_end(address) - address;
    address = kAbove - depth + std::uint64_t(std::countr_zero(rest)) * site.local_stride;
  }
}

}  // namespace

void ThreadCounts::end_block(BlockRunner& runner) {
  auto* words = runner.block.counters;
  for (const auto& [key, lanes] : blocks_) {
    const auto word = static_cast<std::uint32_t>(key);
    words[word] += *std::ranges::max_element(lanes);
    for (const auto times : lanes) words[word + 1] += times;
  }
  for (const auto& [key, times] : branches_) {
    times.for_each([&](const auto& time, std::uint64_t how_often) {
      const bool both = time.one != 0 && time.one != time.lanes;
      if (both) words[static_cast<std::uint32_t>(key)] += how_often;
    });
  }
  for (const auto& [key, all] : accesses_) {
    all.times.for_each([&, warp = static_cast<std::uint32_t>(key >> 32)](const auto& time,
                                                                         std::uint64_t how_often) {
      std::uint64_t addresses[abi::kWarpSize];
      std::ranges::copy(time.one, addresses);
      if (all.counted->site->space == probes::Space::kLocal) {
        lay_side_by_side(runner, *all.counted->site, time.lanes, addresses);
      }
      for (; how_often != 0; --how_often) {
        tell_counted(runner.block, warp, *all.counted, time.lanes, addresses, nullptr);
      }
    });
  }
  clear();
}

void ThreadCounts::clear() {
  blocks_.clear();
  branches_.clear();
  accesses_.clear();
}

}  // namespace heddle::engine

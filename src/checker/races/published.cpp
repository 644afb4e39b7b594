// SPDX-License-Identifier: Apache-2.0
#include "checker/races/published.h"

#include <algorithm>

namespace heddle::checker::races {
namespace {

BlockId group(Level level, BlockId block, BlockId cluster) {
  return level == Level::kBlock ? block : level == Level::kCluster ? cluster : 0;
}

}  // namespace

ByLevel Published::read(Key key, BlockId block, BlockId cluster, Level reach,
                        std::uint64_t& seen) const {
  ByLevel result;
  if (empty()) return result;
  const auto& in = shard(word(key.address));
  const std::scoped_lock lock(in.mutex);
  const auto found = in.places.find(word(key.address));
  if (found == in.places.end() || found->second.generation != key.generation) return result;
  if (found->second.writes == seen) return result;
  seen = found->second.writes;
  for (const auto& row : found->second.rows) {
    if (row.level <= reach && row.group == group(row.level, block, cluster)) {
      result[index(row.level)] = join(result[index(row.level)], row.known);
    }
  }
  return result;
}

void Published::write(Key key, BlockId block, BlockId cluster, const ByLevel& what, bool keep,
                      std::uint64_t* seen) {
  const bool nothing = !what[0] && !what[1] && !what[2];
  if (nothing && (keep || empty())) return;
  auto& in = shard(word(key.address));
  const std::scoped_lock lock(in.mutex);
  const auto [found, is_new] = in.places.try_emplace(word(key.address));
  if (is_new) places_.fetch_add(1, std::memory_order_release);
  auto& place = found->second;
  if (!keep || is_new || place.generation != key.generation) place = {key.generation, {}, 0};
  ++in.writes;
  if (seen && *seen == place.writes) *seen = in.writes;
  place.writes = in.writes;
  Known added, before, both;  // mostly what is for one level is for all
  for (const auto level : kLevels) {
    if (!what[index(level)]) continue;
    const auto of = group(level, block, cluster);
    const auto row = std::ranges::find_if(
        place.rows, [&](const Row& row) { return row.level == level && row.group == of; });
    if (row == place.rows.end()) {
      place.rows.push_back({level, of, what[index(level)]});
    } else {
      if (row->known != before || what[index(level)] != added) {
        before = row->known;
        added = what[index(level)];
        both = join(before, added);
      }
      row->known = both;
    }
  }
}

void Published::erase(std::uint64_t address, std::uint64_t bytes) {
  if (bytes == 0 || empty()) return;
  const auto first = word(address);
  const auto last = word(address + bytes - 1);
  if (last - first >= shards_.size()) {
    for (auto& in : shards_) {
      const std::scoped_lock lock(in.mutex);
      places_.fetch_sub(std::erase_if(in.places, [&](const auto& place) {
        return first <= place.first && place.first <= last;
      }));
    }
    return;
  }
  for (auto at = first; at <= last; ++at) {
    auto& in = shard(at);
    const std::scoped_lock lock(in.mutex);
    if (in.places.erase(at) != 0) places_.fetch_sub(1, std::memory_order_release);
  }
}

void Published::clear() {
  for (auto& in : shards_) {
    const std::scoped_lock lock(in.mutex);
    places_.fetch_sub(in.places.size(), std::memory_order_release);
    in.places.clear();
  }
}

}  // namespace heddle::checker::races

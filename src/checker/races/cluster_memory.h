// SPDX-License-Identifier: Apache-2.0
// The shared memory of blocks of clusters, which other blocks touch as well.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

namespace heddle::checker::races {

class ClusterMemory {
 public:
  void add(std::uint64_t begin, std::uint64_t bytes, std::uint64_t generation) {
    if (bytes == 0) return;
    const std::scoped_lock lock(mutex_);
    blocks_[begin] = {begin + bytes, generation};
  }
  void remove(std::uint64_t begin) {
    const std::scoped_lock lock(mutex_);
    blocks_.erase(begin);
  }
  // The block whose shared memory this is; generation 0: nobody's.
  struct Found {
    std::uint64_t begin = 0, end = 0, generation = 0;
    bool contains(std::uint64_t address) const { return address >= begin && address < end; }
  };
  Found find(std::uint64_t address) const {
    const std::scoped_lock lock(mutex_);
    auto after = blocks_.upper_bound(address);
    if (after == blocks_.begin()) return {};
    --after;
    const auto& [end, generation] = after->second;
    return address < end ? Found{after->first, end, generation} : Found{};
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> blocks_;
};

}  // namespace heddle::checker::races

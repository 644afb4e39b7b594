// SPDX-License-Identifier: Apache-2.0
// What threads published through places in memory: release operations, and strong writes behind a
// fence, for those who read the place with a scope that reaches.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "checker/races/history.h"

namespace heddle::checker::races {

// By Level: what may be learnt by threads of the same block, of the same cluster, by all.
using ByLevel = std::array<Known, 3>;
inline constexpr Level kLevels[] = {Level::kBlock, Level::kCluster, Level::kDevice};
inline unsigned index(Level level) {
  return static_cast<unsigned>(level);
}

class Published {
 public:
  struct Key {
    std::uint64_t address;
    std::uint64_t generation;  // of Line::access
  };

  // What is there for a thread of this block and cluster, up to `reach`. `seen`: how often the
  // place had been written when it was read before: nothing, if nobody has written there since.
  ByLevel read(Key key, BlockId block, BlockId cluster, Level reach, std::uint64_t& seen) const;
  // A strong write. `keep`: what was there stays (a read-modify-write). `seen`: of what the thread
  // has read there, which now has its own write, too; or null.
  void write(Key key, BlockId block, BlockId cluster, const ByLevel& what, bool keep,
             std::uint64_t* seen);
  void erase(std::uint64_t address, std::uint64_t bytes);
  void clear();
  bool empty() const { return places_.load(std::memory_order_acquire) == 0; }

 private:
  struct Row {
    Level level;
    BlockId group;
    Known known;
  };
  struct Place {
    std::uint64_t generation;
    std::vector<Row> rows;
    std::uint64_t writes;  // of its shard, up to the last one here
  };
  struct Shard {
    mutable std::mutex mutex;
    std::uint64_t writes = 0;
    std::unordered_map<std::uint64_t, Place> places;  // by word
  };
  static std::uint64_t word(std::uint64_t address) { return address / 4; }
  const Shard& shard(std::uint64_t word) const { return shards_[(word ^ word >> 6) % 64]; }
  Shard& shard(std::uint64_t word) { return shards_[(word ^ word >> 6) % 64]; }

  std::array<Shard, 64> shards_;
  std::atomic<std::uint64_t> places_ = 0;
};

}  // namespace heddle::checker::races

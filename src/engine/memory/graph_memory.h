// SPDX-License-Identifier: Apache-2.0
// Memory of graphs (CUDA C++ Programming Guide, "Graph Memory Nodes"): an allocation node's address
// stands from its creation on; whether it is allocated goes with the order of launches.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "engine/base/error.h"

namespace heddle::engine {

class Arena;
class GraphMemory;

// What one allocation node allocates. Held by the node, by executable graphs, and while it is
// allocated by its pool.
struct GraphMemoryBlock {
  GraphMemoryBlock(GraphMemory& of, void* at, std::uint64_t bytes)
      : pool(of), address(at), size(bytes) {}
  ~GraphMemoryBlock();
  GraphMemoryBlock(const GraphMemoryBlock&) = delete;
  GraphMemoryBlock& operator=(const GraphMemoryBlock&) = delete;

  GraphMemory& pool;
  void* address;  // null: the device was reset
  const std::uint64_t size;
  std::set<int> peers;  // other devices that may access it, from its creation on
  // Under the pool's lock.
  bool allocated = false;
  bool backed = false;  // counts as reserved
};

// Of one device.
class GraphMemory {
 public:
  explicit GraphMemory(Arena& arena) : arena_(arena) {}

  Error make(std::uint64_t bytes, std::set<int> peers, std::shared_ptr<GraphMemoryBlock>* out);
  std::shared_ptr<GraphMemoryBlock> find(const void* address) const;

  // In the order in which the program asks. kInvalidValue: it is allocated, or is not.
  Error allocate(const std::shared_ptr<GraphMemoryBlock>& block);
  Error release(const std::shared_ptr<GraphMemoryBlock>& block);
  static bool allocated(const GraphMemoryBlock& block);

  // What nothing is allocated of no longer counts as reserved.
  void trim();
  // All blocks are gone.
  void reset();

  struct Bytes {
    std::uint64_t now = 0, high = 0;
    void add(std::uint64_t bytes) { high = (now += bytes) > high ? now : high; }
  };
  Bytes used() const;
  Bytes reserved() const;
  void forget_high(bool of_used);

 private:
  friend struct GraphMemoryBlock;
  void remove(GraphMemoryBlock& block);

  Arena& arena_;
  mutable std::mutex mutex_;
  std::map<const void*, std::weak_ptr<GraphMemoryBlock>> blocks_;
  std::set<std::shared_ptr<GraphMemoryBlock>> allocated_;
  Bytes used_, reserved_;
};

}  // namespace heddle::engine

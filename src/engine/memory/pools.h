// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/memory/pool.h"
#include "engine/stream/streams.h"

namespace heddle::engine {

// The pools of one device, or of one place of the host's memory.
class Pools : public StreamObserver {
 public:
  Pools(Arena& arena, int device);
  ~Pools();

  Pool& standard() {
    used_ = true;
    return *default_;
  }
  // cudaDeviceSetMemPool
  Pool& current();
  bool make_current(Pool& pool);

  Pool* create(Pool::Origin origin, int file, std::uint64_t most);
  bool knows(const Pool* pool);
  Arena& arena() { return arena_; }
  // Nobody can name it any more; it lives until nothing of it is allocated.
  void destroy(Pool& pool);
  void host_waited() override {
    if (used_.load(std::memory_order_relaxed)) collect();
  }
  // The device is reset: all its memory is gone.
  void reset();

 private:
  void collect();
  void bury();

  Arena& arena_;
  const int device_;
  std::atomic<bool> used_{false};  // most programs have no use of pools
  std::mutex mutex_;
  std::unique_ptr<Pool> default_;
  Pool* current_;
  std::vector<std::unique_ptr<Pool>> pools_, destroyed_;
};

}  // namespace heddle::engine

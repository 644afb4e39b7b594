// SPDX-License-Identifier: Apache-2.0
// malloc() and free() of device code: a heap of bounded size (cudaLimitMallocHeapSize).
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <unordered_set>

namespace heddle::engine {

class Heap {
 public:
  // Null when the heap is full, as on the device, or `alignment` is no power of two. At least
  // 16-byte aligned. `heard`: tools listen, here and when it is released.
  void* allocate(std::uint64_t bytes, std::uint64_t alignment = 16, bool heard = false);
  // False when `address` is not the start of a live allocation of a heap. Where tools listen, any
  // address may be given, and the memory is not used again at once: a late use hits nobody else's.
  bool release(void* address, bool heard = false);

  // Has a kernel asked it for memory? Then its size stays (cudaDeviceSetLimit).
  bool is_in_use() const { return in_use_.load(std::memory_order_relaxed); }
  void reset();
  ~Heap();

  static constexpr std::uint64_t kUsualLimit = std::uint64_t{8} << 20;
  std::atomic<std::uint64_t> limit{kUsualLimit};

 private:
  struct HeldBack {
    void* begin;
    std::uint64_t bytes;
  };
  void hold_back(HeldBack memory);

  std::atomic<std::uint64_t> used_{0};
  std::atomic<bool> in_use_{false};
  std::mutex mutex_;                // of those
  std::unordered_set<void*> live_;  // that tools know
  std::deque<HeldBack> held_back_;
  std::uint64_t held_bytes_ = 0;
};

}  // namespace heddle::engine

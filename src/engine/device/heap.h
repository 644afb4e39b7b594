// SPDX-License-Identifier: Apache-2.0
// malloc() and free() of device code: a heap of bounded size (cudaLimitMallocHeapSize).
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::engine {

class Heap {
 public:
  // Null when the heap is full, as on the device, or `alignment` is no power of two. At least
  // 16-byte aligned.
  void* allocate(std::uint64_t bytes, std::uint64_t alignment = 16);
  // False when `address` is not the start of a live allocation of a heap.
  bool release(void* address);

  // Has a kernel asked it for memory? Then its size stays (cudaDeviceSetLimit).
  bool is_in_use() const { return in_use_.load(std::memory_order_relaxed); }
  void reset();

  static constexpr std::uint64_t kUsualLimit = std::uint64_t{8} << 20;
  std::atomic<std::uint64_t> limit{kUsualLimit};

 private:
  std::atomic<std::uint64_t> used_{0};
  std::atomic<bool> in_use_{false};
};

}  // namespace heddle::engine

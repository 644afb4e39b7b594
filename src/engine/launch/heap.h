// SPDX-License-Identifier: Apache-2.0
// malloc() and free() of device code: a heap of bounded size (cudaLimitMallocHeapSize).
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::engine {

class Heap {
 public:
  // Null when the heap is full, as on the device. 16-byte aligned.
  void* allocate(std::uint64_t bytes);
  // False when `address` is not the start of a live allocation of a heap.
  bool release(void* address);

  std::atomic<std::uint64_t> limit{std::uint64_t{8} << 20};

 private:
  std::atomic<std::uint64_t> used_{0};
};

}  // namespace heddle::engine

// SPDX-License-Identifier: Apache-2.0
// What the threads of a block get from alloca(): memory of its own for each, used from its start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::engine {

class AllocaMemory {
 public:
  // CUDA C++ Programming Guide, "Technical Specifications": local memory of a thread.
  static constexpr std::size_t kThreadBytes = std::size_t{512} << 10;

  AllocaMemory() = default;
  ~AllocaMemory();
  AllocaMemory(const AllocaMemory&) = delete;
  AllocaMemory& operator=(const AllocaMemory&) = delete;

  // Room for so many threads, none of which uses any; false when the host has no memory.
  bool reserve(std::size_t threads);
  // Nothing is in use, whatever a kernel that failed has left.
  void clear();
  bool holds(std::size_t threads) const { return used_.size() >= threads; }

  std::size_t used(std::size_t thread) const { return used_[thread]; }
  void restore(std::size_t thread, std::size_t bytes) {
    used_[thread] = static_cast<std::uint32_t>(bytes);
  }
  // Null when the thread would use more than there is.
  void* allocate(std::size_t thread, std::uint64_t bytes, std::uint64_t alignment);

  bool contains(std::uintptr_t address) const { return address - base_ < used_.size() * kDistance; }

 private:
  // Not a power of two, so that the threads' memory does not share the lines of a cache's set.
  static constexpr std::size_t kDistance = kThreadBytes + std::size_t{17} * 64;

  std::uintptr_t base_ = 0;
  std::vector<std::uint32_t> used_;
};

}  // namespace heddle::engine

// SPDX-License-Identifier: Apache-2.0
// Shared memory of the block that a worker runs, with the readable margin that generated code
// relies on (kSharedGuardBytes) and inaccessible pages beyond it.
#pragma once

#include <cstddef>

namespace heddle::engine {

class SharedMemory {
 public:
  SharedMemory() = default;
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  // Storage for at least `bytes`; zeros when new. Null when the host has no memory left.
  std::byte* reserve(std::size_t bytes);

 private:
  std::byte* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace heddle::engine

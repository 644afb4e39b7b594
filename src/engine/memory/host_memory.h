// SPDX-License-Identifier: Apache-2.0
// Host memory that the device may see: cudaHostAlloc, cudaHostRegister.
#pragma once

#include <map>
#include <mutex>
#include <optional>

#include "engine/base/error.h"
#include "engine/memory/allocation.h"
#include "engine/memory/memory_events.h"

namespace heddle::engine {

class HostMemory {
 public:
  // Who is told of what comes and goes.
  void tell(const MemoryEvents* events) { events_ = events; }
  Error allocate(std::uint64_t bytes, unsigned flags, int device, void** out);
  Error release(void* address);
  // kInvalidValue when there is no such memory, kHostMemoryAlreadyRegistered when the range
  // overlaps one that is.
  Error add(void* address, std::uint64_t bytes, unsigned flags, int device);
  Error remove(void* address);
  // The device is reset: what was allocated or registered while it was current.
  void forget(int device);
  std::optional<Allocation> find(const void* address) const;

 private:
  bool overlaps(std::uintptr_t begin, std::uint64_t bytes) const;
  const MemoryEvents* events_ = nullptr;
  mutable std::mutex mutex_;
  std::map<std::uintptr_t, Allocation> rows_;
};

}  // namespace heddle::engine

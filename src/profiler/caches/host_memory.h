// SPDX-License-Identifier: Apache-2.0
// Where the host's pinned memory lies (cudaMallocHost, cudaHostAlloc, cudaHostRegister): a kernel
// that touches it goes over the link to the host.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>

#include "probes/events.h"

namespace heddle::profiler {

class HostMemory {
 public:
  void change(const probes::Memory& event) {
    using probes::MemoryChange;
    const bool is_host = event.origin == probes::MemoryOrigin::kHost ||
                         event.origin == probes::MemoryOrigin::kRegistered;
    if (event.change == MemoryChange::kAllocated && is_host && event.bytes != 0) {
      end_of_[event.address] = event.address + event.bytes;
    }
    if (event.change == MemoryChange::kFreed && is_host) end_of_.erase(event.address);
  }
  bool holds(std::uint64_t address) const {
    if (end_of_.empty()) return false;
    const auto next = end_of_.upper_bound(address);
    return next != end_of_.begin() && address < std::prev(next)->second;
  }

 private:
  std::map<std::uint64_t, std::uint64_t> end_of_;  // by where they begin
};

}  // namespace heddle::profiler

// SPDX-License-Identifier: Apache-2.0
// Tells tools of memory that comes and goes (probes/events.h, Memory). In a plain run all that is
// left of it is a look at a pointer for each allocation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/memory/allocation.h"
#include "engine/probes/listeners.h"

namespace heddle::engine {

class MemoryEvents {
 public:
  // Null: nobody listens. Memory lives longer than the listeners do.
  void tell(const Listeners* listeners) { listeners_ = listeners; }

  // Some tool wants to know. Memory is then allocated with gaps and is not used again at once, so
  // that accesses past an end and after a free hit nobody else's.
  bool wanted() const;
  // The same of copies and fills (transfer_events.h).
  bool transfers_wanted() const { return listening(probes::Event::kTransfer); }
  void transfer(const probes::Transfer& event) const;
  void transfer_ended(std::uint64_t work) const;

  // The call of the program that is running.
  struct Caller {
    std::string name;
    std::vector<void*> trace;
  };
  static Caller caller();

  // Nothing where no tool wants to know. Hold no lock: the tool runs meanwhile.
  // `work`: in stream order, as what has this number (probes::WorkOrder).
  void allocated(const Allocation& row, std::uint64_t work = 0) const {
    tell(probes::MemoryChange::kAllocated, row, work);
  }
  void freed(const Allocation& row) const { tell(probes::MemoryChange::kFreed, row); }
  // For what takes effect later than it was asked for.
  void freed(const Allocation& row, const Caller& by, std::uint64_t work) const;
  // A free of what begins no allocation.
  void refused(const void* address) const;
  void reset(int device) const;
  void variable(probes::MemoryChange change, const Allocation& row, probes::MemoryOrigin origin,
                std::string_view name) const;
  // Managed memory to this device, -1: to the host.
  void moved(std::uint64_t address, std::uint64_t bytes, int device) const;
  // On the device's heap, by a kernel. `bytes` of a free: 0.
  void heap(probes::MemoryChange change, int device, const void* address, std::uint64_t bytes,
            void* called_from, const probes::Memory::Caller* caller) const;

 private:
  const ListenerSet* listening(probes::Event event = probes::Event::kMemory) const {
    const ListenerSet* tools = listeners_ ? listeners_->current() : nullptr;
    return tools && probes::has(tools->events(), event) ? tools : nullptr;
  }
  void tell(probes::MemoryChange change, const Allocation& row, std::uint64_t work = 0) const;

  const Listeners* listeners_ = nullptr;
};

// Bytes between allocations, and of what was freed and is not used again, while a tool wants to
// know.
inline constexpr std::uint64_t kMemoryGap = 256;
inline constexpr std::uint64_t kMemoryHeldBack = std::uint64_t{64} << 20;

}  // namespace heddle::engine

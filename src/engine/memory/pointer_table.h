// SPDX-License-Identifier: Apache-2.0
// What an address is: the rows of all memory that the program shares with its GPUs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/memory/allocation.h"

namespace heddle::engine {

class Arena;
class HostMemory;
class VirtualMemory;

// __managed__ variables lie in the program's own data.
class ManagedVariables {
 public:
  // The row of the one that `address` lies in.
  virtual std::optional<Allocation> find_managed(const void* address) const = 0;

 protected:
  ~ManagedVariables() = default;
};

class PointerTable {
 public:
  PointerTable(const HostMemory& host, const VirtualMemory& virtual_memory,
               const ManagedVariables& managed)
      : host_(host), virtual_(virtual_memory), managed_(managed) {}
  // Before it is asked.
  void add(const Arena& arena) { arenas_.push_back(&arena); }

  // The row that `address` lies in: device, module, managed, or pinned host memory. None: plain
  // host memory.
  std::optional<Allocation> find(const void* address) const {
    const Allocation* row = peek(address);
    return row ? std::optional(*row) : std::nullopt;
  }
  // The same, null if there is none; it lives until the thread has asked for four more.
  const Allocation* peek(const void* address) const {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    const std::uint64_t changes = table_changes.load(std::memory_order_acquire);
    for (const LookedUp& last : looked_up_) {
      if (number - last.begin < last.size && last.changes == changes && last.table == this)
        return last.get();
    }
    return look_up(number, changes);
  }

 private:
  // The last addresses that a thread asked about, also those that are plain host memory.
  struct LookedUp {
    std::uintptr_t begin = 0;
    std::uint64_t size = 0;
    std::uint64_t changes = 0;
    const PointerTable* table = nullptr;
    bool known = false;
    Allocation row;
    const Allocation* get() const { return known ? &row : nullptr; }
  };
  static thread_local constinit LookedUp looked_up_[4];
  const Allocation* look_up(std::uintptr_t address, std::uint64_t changes) const;
  std::optional<Allocation> in_tables(const void* address) const;

  std::vector<const Arena*> arenas_;
  const HostMemory& host_;
  const VirtualMemory& virtual_;
  const ManagedVariables& managed_;
};

}  // namespace heddle::engine

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::engine {

class Pool;

enum class MemoryKind : std::uint8_t {
  kDevice,           // cudaMalloc and its relatives
  kModule,           // variables of loaded modules: may be copied to and from, not freed
  kArray,            // of a CUDA array: has no address that the program knows
  kGraph,            // of a graph's allocation node
  kManagedVariable,  // of a loaded module, as kModule; __managed__ variables of a program are its
                     // own
  kManaged,          // cudaMallocManaged
  kHost,             // cudaHostAlloc
  kRegistered,       // cudaHostRegister
};

// One row of the pointer table.
struct Allocation {
  std::uintptr_t base = 0;
  std::uint64_t size = 0;  // as the program asked for
  MemoryKind kind = MemoryKind::kDevice;
  int device = 0;
  unsigned flags = 0;     // kHost, kRegistered: cudaHostAlloc* / cudaHostRegister* flags
  Pool* pool = nullptr;   // where it came from, if it did from a pool
  bool imported = false;  // of another process
  bool external = false;  // imported, and freed as what the program has allocated
  bool read_only = false;
  std::uint64_t id = 0;  // no other allocation's, before or after; 0: a __managed__ variable

  bool contains(std::uintptr_t address, std::uint64_t bytes) const {
    return address >= base && bytes <= size && address - base <= size - bytes;
  }
  bool on_device() const { return kind <= MemoryKind::kManaged; }
  bool on_host() const { return kind >= MemoryKind::kManagedVariable; }
  bool is_managed() const {
    return kind == MemoryKind::kManaged || kind == MemoryKind::kManagedVariable;
  }
};

inline std::uint64_t new_allocation_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// Counts the changes of all pointer tables: what was found in them holds as long as it stands.
inline std::atomic<std::uint64_t> table_changes{1};

}  // namespace heddle::engine

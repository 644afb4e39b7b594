// SPDX-License-Identifier: Apache-2.0
// Addresses and memory apart (CUDA Driver API, "Virtual Memory Management"): the program reserves
// addresses, makes memory, and says which memory is seen where and who may use it there. Memory is
// a file (memfd), so that one memory can be seen at several addresses and in other processes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/base/error.h"
#include "engine/memory/allocation.h"
#include "engine/memory/arena.h"
#include "engine/memory/memory_events.h"

namespace heddle::engine {

class VirtualMemory {
 public:
  using Handle = std::uint64_t;  // 0: none
  // Sizes and addresses are multiples of this, minimum and recommended (bytes).
  static constexpr std::uint64_t kGranularity = std::uint64_t{2} << 20;
  enum class Access : std::uint8_t { kNone = 0, kRead = 1, kReadWrite = 3 };
  struct Properties {
    int device = 0;
    bool shareable = false;  // by file descriptor
    std::uint64_t bytes = 0;
  };
  struct DeviceAccess {
    int device;
    Access access;
  };

  explicit VirtualMemory(const MemoryEvents& events);
  ~VirtualMemory();
  VirtualMemory(const VirtualMemory&) = delete;
  VirtualMemory& operator=(const VirtualMemory&) = delete;

  // Memory of the device that `arena` is of, which it counts for. kInvalidValue: not a multiple of
  // the granularity; kMemoryAllocation.
  Error create(Arena& arena, Properties properties, Handle* out);
  // As often as it was created, imported and retained. What is mapped stays until it is unmapped.
  Error release(Handle handle);
  // Of what is mapped at `address`.
  Error retain(const void* address, Handle* out);
  std::optional<Properties> properties_of(Handle handle) const;

  // Addresses that nothing is mapped at. `alignment`: a power of two or 0. `wanted` is taken where
  // it is free (null: any).
  Error reserve(std::uint64_t bytes, std::uint64_t alignment, void* wanted, void** out);
  // All of a reservation, when nothing is mapped there any more.
  Error free(void* address, std::uint64_t bytes);

  // Nobody may use it until set_access(). The first `bytes` of the memory.
  Error map(void* address, std::uint64_t bytes, Handle handle);
  // Whole mappings, one or more that follow each other: of these two as well.
  Error unmap(void* address, std::uint64_t bytes);
  Error set_access(void* address, std::uint64_t bytes, const std::vector<DeviceAccess>& access);
  Error access_of(const void* address, int device, Access* out) const;

  // A descriptor of its own that the program closes. kInvalidValue: it is not shareable;
  // kOperatingSystem: the system refuses.
  Error export_file(Handle handle, int* out) const;
  // kInvalidValue unless it is such a one of this user. The device is the one that it was made for
  // where there is such a device, else the first.
  Error import_file(int file, const std::vector<Arena*>& arenas, Handle* out);

  // The row of what lies at `address` and is accessible: neighbours of one device are one row.
  std::optional<Allocation> find(const void* address) const;

 private:
  struct Memory;
  class CommonFile;
  struct Held {
    std::shared_ptr<Memory> memory;
    unsigned count = 1;
  };
  struct Mapping {
    std::uint64_t bytes;
    std::shared_ptr<Memory> memory;
    std::map<int, Access> access;
    Allocation row;  // as tools know it, size 0: inaccessible
    Access most() const;
  };
  using Mappings = std::map<std::uintptr_t, Mapping>;

  bool whole_mappings(std::uintptr_t begin, std::uint64_t bytes) const;
  bool is_reserved(std::uintptr_t begin, std::uint64_t bytes) const;
  bool protect(std::uintptr_t begin, Mapping& mapping, std::vector<Allocation>* told,
               std::vector<Allocation>* gone);
  void tell(const std::vector<Allocation>& gone, const std::vector<Allocation>& told) const;
  Handle add(std::shared_ptr<Memory> memory);
  std::optional<FilePart> take_part(const Properties& properties);

  const MemoryEvents& events_;
  mutable std::mutex mutex_;
  std::unique_ptr<CommonFile> common_;  // longer there than what lies in it
  Handle last_ = 0;
  std::map<Handle, Held> handles_;
  std::map<std::uintptr_t, std::uint64_t> reservations_;
  Mappings mappings_;
};

}  // namespace heddle::engine

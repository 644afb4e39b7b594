// SPDX-License-Identifier: Apache-2.0
// Memory of other processes that this one has opened (cudaIpcOpenMemHandle).
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/foreign_file.h"
#include "engine/memory/arena.h"

namespace heddle::engine {

// What a handle of 64 bytes holds.
struct MemoryName {
  FileName file;
  std::uint64_t offset = 0, bytes = 0;
  std::int32_t device = 0;
  std::int32_t zero = 0;  // no bytes between the members: handles are compared as bytes
};
static_assert(sizeof(MemoryName) <= 64);

// Of an allocation of cudaMalloc in `arena`, which other processes can open then. Its pages move
// into a file for it. kInvalidValue if none begins at `address`.
Error name_memory(Arena& arena, const void* address, MemoryName* out);

class Imports {
 public:
  // Opening it again gives the same address. kInvalidValue: the name is none; kDeviceUninitialized:
  // it is this process's; kMapBufferObjectFailed: what it names is gone.
  Error open(Arena& arena, const MemoryName& name, void** out);
  // kInvalidValue: nothing opened begins there. As often as it was opened.
  Error close(Arena& arena, void* address);
  void forget(int device);

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;  // file, offset
  struct Open {
    void* address;
    int device;
    unsigned count;
  };
  std::mutex mutex_;
  std::map<Key, Open> open_;
};

}  // namespace heddle::engine

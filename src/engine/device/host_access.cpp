// SPDX-License-Identifier: Apache-2.0
#include "engine/device/host_access.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "engine/device/device.h"

namespace heddle::engine {
namespace {

const std::vector<std::unique_ptr<Device>>* named = nullptr;

const char* kind_of(const Allocation& row) {
  if (row.imported) return "memory of another process";
  if (row.pool) return "memory of cudaMallocAsync";
  switch (row.kind) {
    case MemoryKind::kModule:
      return "a __device__ variable";
    case MemoryKind::kArray:
      return "a CUDA array";
    case MemoryKind::kGraph:
      return "memory of a graph";
    case MemoryKind::kManaged:
      return "managed memory";
    default:
      return "memory of cudaMalloc";
  }
}

}  // namespace

void name_host_accesses(const std::vector<std::unique_ptr<Device>>* devices) {
  named = devices;
}

// A handler must not allocate: the text has its place here.
void tell_host_access(const void* address, bool write) {
  if (!named) return;
  const char* does = write ? "writes" : "reads";
  for (const auto& device : *named) {
    bool inside = false;
    const auto row = device->arena.find_now(address, &inside);
    if (!inside) continue;
    char line[320];
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    const auto end =
        row ? fmt::format_to_n(line, sizeof line,
                               "heddle: the host program {} {:#x}, which is byte {} of {} in {} of "
                               "device {}: copy it with cudaMemcpy, or allocate it with "
                               "cudaMallocManaged\n",
                               does, number, number - row->base, row->size, kind_of(*row),
                               device->ordinal)
            : fmt::format_to_n(line, sizeof line,
                               "heddle: the host program {} {:#x}, which is in no allocation of "
                               "device {}: it was freed, or the pointer is wrong\n",
                               does, number, device->ordinal);
    const auto count = std::min<std::size_t>(end.size, sizeof line);
    if (::write(STDERR_FILENO, line, count) < 0) { /* nobody to tell */
    }
    return;
  }
}

}  // namespace heddle::engine

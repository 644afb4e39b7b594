// SPDX-License-Identifier: Apache-2.0
#include "engine/device/host_access.h"

#include <execinfo.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/base/host_guard.h"
#include "engine/device/device.h"
#include "engine/probes/listeners.h"

namespace heddle::engine {
namespace {

const std::vector<std::unique_ptr<Device>>* named = nullptr;
const Listeners* heard_by = nullptr;

constexpr int kMostFrames = 48;

// A tool is told in the handler: the program was at an instruction that touches memory, and holds
// no lock that the tool takes.
bool tell_tools(std::uintptr_t address, bool write, std::uintptr_t pc) {
  const ListenerSet* tools = heard_by ? heard_by->current() : nullptr;
  if (!tools || !probes::has(tools->events(), probes::Event::kHostAccess)) return false;
  if (!HostGuard::holds(address)) return false;
  void* frames[kMostFrames];
  const std::span<void*> all(frames, std::size_t(::backtrace(frames, kMostFrames)));
  const auto own = std::ranges::find(all, reinterpret_cast<void*>(pc));
  if (own != all.end()) *own = reinterpret_cast<void*>(pc + 1);  // as if it returned there
  const auto trace = all.subspan(std::size_t(own - all.begin()));
  const probes::HostAccess event{address, write, trace};
  tools->tell(probes::Event::kHostAccess, [&](probes::Listener& l) { l.host_access(event); });
  return true;
}

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
    case MemoryKind::kManagedVariable:
    case MemoryKind::kManaged:
      return "managed memory";
    default:
      return "memory of cudaMalloc";
  }
}

}  // namespace

void name_host_accesses(const std::vector<std::unique_ptr<Device>>* devices,
                        const Listeners* listeners) {
  named = devices;
  heard_by = listeners;
}

// A handler must not allocate: the text has its place here.
bool tell_host_access(const void* address, bool write, std::uintptr_t pc) {
  if (!named) return false;
  if (tell_tools(reinterpret_cast<std::uintptr_t>(address), write, pc)) return true;
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
    return false;
  }
  return false;
}

}  // namespace heddle::engine

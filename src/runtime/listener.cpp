// SPDX-License-Identifier: Apache-2.0
// Tools of this process: see probes/listener.h.
#include "probes/listener.h"

#include "process/device_state.h"
#include "runtime/runtime.h"

__attribute__((visibility("default"))) void heddle_add_listener(
    heddle::probes::Listener* listener) {
  heddle::runtime::the_engine().listeners().add(listener);
}

__attribute__((visibility("default"))) void heddle_remove_listener(
    heddle::probes::Listener* listener) {
  heddle::runtime::the_engine().listeners().remove(listener);
}

__attribute__((visibility("default"))) bool heddle_has_access(int device, std::uint64_t address,
                                                              bool writes) {
  using heddle::engine::VirtualMemory;
  auto& engine = heddle::runtime::the_engine();
  const auto* pointer = reinterpret_cast<const void*>(address);
  VirtualMemory::Access access{};
  if (heddle::engine::ok(engine.virtual_memory().access_of(pointer, device, &access))) {
    return writes ? access == VirtualMemory::Access::kReadWrite
                  : access != VirtualMemory::Access::kNone;
  }
  const auto row = engine.find(pointer);
  return !row || heddle::process::may_access(device, *row);
}

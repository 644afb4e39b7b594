// SPDX-License-Identifier: Apache-2.0
#include "process/device_state.h"

#include "process/context.h"

namespace heddle::process {

bool is_device(int device) {
  return device >= 0 && device < the_engine().device_count();
}

DeviceState& device_state(int device) {
  the_engine();  // the models are chosen when the engine is made
  return *context().devices[static_cast<std::size_t>(device)];
}

bool may_access(int device, const engine::Allocation& memory) {
  const bool of_host_pool = memory.pool && memory.pool->is_host();
  if ((memory.on_host() || memory.device == device) && !of_host_pool) return true;
  if (memory.pool) {
    const std::lock_guard lock(memory.pool->access_mutex);
    const auto set = memory.pool->access.find(device);
    return set != memory.pool->access.end() && set->second != 0;
  }
  if (memory.kind == engine::MemoryKind::kGraph) {
    const auto block = the_engine()
                           .device(memory.device)
                           .graph_memory.find(reinterpret_cast<const void*>(memory.base));
    return block && block->peers.count(device) != 0;
  }
  DeviceState& state = device_state(device);
  const std::lock_guard lock(state.mutex);
  return state.peers.count(memory.device) != 0;
}

DeviceState& current_state() {
  return device_state(thread_state().device);
}

}  // namespace heddle::process

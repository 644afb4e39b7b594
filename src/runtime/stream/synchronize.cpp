// SPDX-License-Identifier: Apache-2.0
// Waiting for a device, and starting it anew.
#include "process/device_state.h"
#include "runtime/graph/graph.h"
#include "runtime/runtime.h"
#include "runtime/texture/objects.h"
#include "runtime/texture/reference.h"

namespace heddle::runtime {

HEDDLE_API cudaError_t cudaDeviceSynchronize() {
  return on_device([](Device& device) {
    HEDDLE_RETURN_IF_ERROR(the_engine().captures().refuse(device));
    engine::wait_for_all(device);
    device.printf.flush();
    return device.status();
  });
}

HEDDLE_API cudaError_t cudaDeviceReset() {
  Device& device = current_device();
  engine::wait_for_all(device);
  remove_graphs(device);
  context().remove_all(device);
  texture_objects().remove_all(device);
  forget_bindings(device);
  forget_surface_bindings(device);
  the_engine().reset(device);
  current_state().reset();
  for (int other = 0; other < the_engine().device_count(); ++other) {
    DeviceState& state = device_state(other);
    const std::lock_guard lock(state.mutex);
    state.peers.erase(device.ordinal);
  }
  thread_state().last_error = cudaSuccess;
  return cudaSuccess;
}

}  // namespace heddle::runtime

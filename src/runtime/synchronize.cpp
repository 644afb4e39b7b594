// SPDX-License-Identifier: Apache-2.0
// Waiting for a device, and starting it anew.
#include "runtime/device_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

cudaError_t synchronize() {
  return on_device([](Device& device) {
    device.printf.flush();
    return Error::kSuccess;
  });
}

cudaError_t reset() {
  Device& device = current_device();
  context().remove_all(device);
  the_engine().reset(device);
  current_state().reset();
  thread_state().last_error = cudaSuccess;
  return cudaSuccess;
}

}  // namespace

HEDDLE_API cudaError_t cudaDeviceSynchronize() {
  return synchronize();
}
HEDDLE_API cudaError_t cudaThreadSynchronize() {
  return synchronize();
}
HEDDLE_API cudaError_t cudaDeviceReset() {
  return reset();
}
HEDDLE_API cudaError_t cudaThreadExit() {
  return reset();
}

}  // namespace heddle::runtime

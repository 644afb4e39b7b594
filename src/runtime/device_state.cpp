// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_state.h"

#include "runtime/runtime.h"

namespace heddle::runtime {

bool is_device(int device) {
  return device >= 0 && device < the_engine().device_count();
}

DeviceState& device_state(int device) {
  the_engine();  // the models are chosen when the engine is made
  return *context().devices[static_cast<std::size_t>(device)];
}

DeviceState& current_state() {
  return device_state(thread_state().device);
}

}  // namespace heddle::runtime

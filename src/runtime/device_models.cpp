// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_models.h"

namespace heddle::runtime {

std::vector<engine::DeviceLimits> chosen_devices(const support::Settings&) {
  engine::DeviceLimits h200;
  h200.name = "NVIDIA H200";
  h200.arch = 90;
  h200.memory_bytes = std::uint64_t{150110011392};
  h200.sm_count = 132;
  h200.shared_per_block_optin = 232448;
  return {h200};
}

}  // namespace heddle::runtime

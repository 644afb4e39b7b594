// SPDX-License-Identifier: Apache-2.0
#include "engine/device/device.h"

namespace heddle::engine {

Error Device::instance_of(const Unit& unit, CodeSource& source, std::uint32_t code_flags,
                          std::uint32_t probe_mask, double compile_budget, Instance** out) {
  std::lock_guard lock(mutex_);
  std::unique_ptr<Instance>& instance = instances_[&unit];
  if (!instance) {
    auto loading =
        std::make_unique<Instance>(unit, arena, source, code_flags, probe_mask, compile_budget);
    HEDDLE_RETURN_IF_ERROR(loading->load());
    instance = std::move(loading);
  }
  *out = instance.get();
  return Error::kSuccess;
}

void Device::drop_instances() {
  std::lock_guard lock(mutex_);
  instances_.clear();
}

}  // namespace heddle::engine

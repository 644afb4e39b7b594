// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/device/partition.h"
#include "process/context.h"

namespace heddle::process {

// What kernels run on that the calling thread gives to the default stream of a device; null: all of
// it.
inline const engine::Partition* current_partition(const engine::Device& device) {
  const engine::Partition* now = thread_state().partition;
  return now && now->device == device.ordinal ? now : nullptr;
}

}  // namespace heddle::process

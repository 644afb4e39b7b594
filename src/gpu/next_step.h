// SPDX-License-Identifier: Apache-2.0
// The least that has to change for one more block on an SM.
#pragma once

#include <optional>
#include <string>

#include "gpu/occupancy.h"

namespace heddle::gpu {

struct NextStep {
  std::string what;     // "48 registers a thread instead of 65"
  Occupancy occupancy;  // then
};

// Of the resource that limits the kernel: fewer registers, less shared memory, another block size.
// Empty where nothing of that helps: the SM is full, or a block cannot run at all.
std::optional<NextStep> next_step(const Model& model, const KernelUse& kernel,
                                  Integer block_threads, Integer dynamic_shared_bytes);

}  // namespace heddle::gpu

// SPDX-License-Identifier: Apache-2.0
// What the GPU model says about a launch beyond the engine's own checks.
#pragma once

#include "engine/engine.h"

namespace heddle::runtime {

// With HEDDLE_REGISTERS=n: cudaErrorLaunchOutOfResources when the block's registers do not fit.
// Without it register counts are estimates, and an estimate refuses nothing.
engine::Error check_registers(const engine::Launch& launch);

// cudaErrorCooperativeLaunchTooLarge when the GPU would not hold all blocks of a cooperative launch
// at the same time, by what the occupancy functions answer. Nothing about launches that no GPU
// would take.
engine::Error check_resident(const engine::Launch& launch);

// Both, of a kernel node.
engine::Error check_node(const engine::Launch& launch);

// With HEDDLE_LOG=launch: one line that says with numbers why the launch is beyond the model's
// limits. Nothing when it is within them.
void explain_refusal(const engine::Launch& launch);

}  // namespace heddle::runtime

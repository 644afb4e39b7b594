// SPDX-License-Identifier: Apache-2.0
// What occupancy says about a launch, beyond the engine's own checks.
#pragma once

#include "engine/engine.h"

namespace heddle::process {

// cudaErrorCooperativeLaunchTooLarge when the GPU would not hold all blocks of a cooperative launch
// at the same time, by what the occupancy functions answer. Nothing about launches that no GPU
// would take, nor about others than cooperative ones.
engine::Error check_resident(const engine::Launch& launch);

}  // namespace heddle::process

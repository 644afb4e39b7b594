// SPDX-License-Identifier: Apache-2.0
// What a launch may ask for: the rules are gpu/launch.h's; here is which error each of them is.
#pragma once

#include "engine/base/error.h"
#include "engine/launch/launch.h"
#include "gpu/occupancy.h"
#include "image/image.h"

namespace heddle::engine {

// What the kernel needs. `registers`: of a thread, if the program says so; 0: nothing is refused
// because of them.
gpu::KernelUse use_of(const Function& function, const image::KernelRecord& record, int registers);

// Of any kernel, and of this one. `log`: one line that says with numbers why it is refused.
Error check_shape(const Launch& launch, bool log);
Error check_resources(const Launch& launch, const image::KernelRecord& record, int registers,
                      bool log);

}  // namespace heddle::engine

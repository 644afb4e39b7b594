// SPDX-License-Identifier: Apache-2.0
// A transform as work of a stream.
#pragma once

#include "cufft/plan.h"

namespace heddle::cufft {

// `forward`: the sign of a complex transform; others have theirs.
cufftResult execute(const Plan& plan, const char* name, const void* in, void* out, bool forward);

// With the checks of cufftExec...
cufftResult check_and_execute(cufftHandle handle, const char* name, void* in, void* out,
                              int direction);

// What is worth to be computed when the plan is made. False: there is no memory.
bool prepare(const Plan& plan);

}  // namespace heddle::cufft
